/**
 * Chains of one-sided segments, for ground that bodies slide over without noticing the joints.
 *
 * @module
 */
import { orient2d } from "../math/orient.ts";
import { norm, type Vec2 } from "../math/vec2.ts";
import { Shape } from "./shape.ts";

/**
 * One segment of a {@linkcode Chain}. To `collide` it is one-sided and knows its neighbours; to every
 * other query it is a plain segment.
 */
export class ChainSegment extends Shape {
  /** Neighbouring point before the segment's first point (ghost vertex), `null` at a free end. */
  readonly before: Readonly<Vec2> | null;
  /** Neighbouring point after the segment's second point (ghost vertex), `null` at a free end. */
  readonly after: Readonly<Vec2> | null;
  /**
   * The normals that contacts may have, in the local frame: the segment's direction e and its normal n1;
   * whether its first point is convex and if so the furthest normal n0 there; the same, n2, of the second.
   * Layout: e, n1, convex0, n0, convex2, n2.
   * @internal
   */
  readonly arc: Float64Array;

  /**
   * For `chain`, after validation.
   * @internal
   */
  constructor(
    p: Readonly<Vec2>,
    q: Readonly<Vec2>,
    before: Readonly<Vec2> | null,
    after: Readonly<Vec2> | null,
  ) {
    super("segment", [p, q], 0, null, true);
    this.before = before && Object.freeze(before);
    this.after = after && Object.freeze(after);
    const [ex, ey] = direction(p, q);
    const arc = new Float64Array([ex, ey, ey, -ex, 1, -ex, -ey, 1, ex, ey]);
    if (before !== null) {
      setJoint(arc, 4, direction(before, p), orient2d(before.x, before.y, p.x, p.y, q.x, q.y));
    }
    if (after !== null) {
      setJoint(arc, 7, direction(q, after), orient2d(p.x, p.y, q.x, q.y, after.x, after.y));
    }
    this.arc = arc;
    Object.freeze(this);
  }
}

/**
 * Whether a joint is convex and the neighbour's normal there, which runs along f, from the exact sign of the turn. One
 * that goes straight back is convex: a wall drawn up and down has a top, and of a crack nothing meets the bottom.
 */
function setJoint(arc: Float64Array, at: number, [fx, fy]: [number, number], turn: number): void {
  const isBack = turn === 0 && fx * arc[0] + fy * arc[1] < 0;
  arc[at] = turn > 0 || isBack ? 1 : 0;
  arc[at + 1] = isBack ? -arc[1] : fy;
  arc[at + 2] = isBack ? arc[0] : -fx;
}

function direction(p: Readonly<Vec2>, q: Readonly<Vec2>): [number, number] {
  const x = q.x - p.x;
  const y = q.y - p.y;
  const length = norm(x, y);
  return [x / length, y / length];
}

/** A polyline of one-sided segments that know their neighbours; made by `chain`. */
export class Chain {
  /** The points, in the local frame; frozen. */
  readonly points: readonly Readonly<Vec2>[];
  /** Whether the last point is joined to the first. */
  readonly loop: boolean;
  /** Segment k leads from point k to the next one. Each is a shape of its own; frozen. */
  readonly segments: readonly ChainSegment[];

  /**
   * For `chain`, after validation.
   * @internal
   */
  constructor(
    points: readonly Readonly<Vec2>[],
    loop: boolean,
    before: Readonly<Vec2> | null,
    after: Readonly<Vec2> | null,
  ) {
    this.points = Object.freeze(points.map((p) => Object.freeze(p)));
    this.loop = loop;
    const n = this.points.length;
    const at = (k: number): Readonly<Vec2> => this.points[(k + n) % n];
    const segments: ChainSegment[] = [];
    for (let k = 0; k < (loop ? n : n - 1); k++) {
      segments.push(
        new ChainSegment(
          at(k),
          at(k + 1),
          loop || k > 0 ? at(k - 1) : before,
          loop || k + 2 < n ? at(k + 2) : after,
        ),
      );
    }
    this.segments = Object.freeze(segments);
    Object.freeze(this);
  }
}
