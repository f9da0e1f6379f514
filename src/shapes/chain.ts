/**
 * Chains of one-sided segments, for ground that bodies slide over without noticing the joints.
 *
 * @module
 */
import { refuse } from "../math/check.ts";
import { orient2d } from "../math/orient.ts";
import { type Pose, transformPoint } from "../math/pose.ts";
import { norm, type Vec2 } from "../math/vec2.ts";
import { checkEdge, checkOptions, checkVertex, checkVertices } from "./check.ts";
import { PartSet } from "./part_set.ts";
import { ConcaveShape, ConvexShape, hide } from "./shape.ts";

/**
 * One segment of a {@linkcode Chain}. To `collide` it is one-sided and knows its neighbours; to every
 * other query it is a plain segment.
 */
export class ChainSegment extends ConvexShape {
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
  declare readonly arc: Float64Array;
  /**
   * All segments of the chain, and the index of this one. Private, so that a clone of a segment
   * does not contain them.
   */
  readonly #all: Segments;
  readonly #index: number;

  /**
   * For `chain`, after validation.
   * @internal
   */
  constructor(
    p: Readonly<Vec2>,
    q: Readonly<Vec2>,
    before: Readonly<Vec2> | null,
    after: Readonly<Vec2> | null,
    all: Segments,
    index: number,
  ) {
    super("segment", [p, q], 0, null, true);
    this.#all = all;
    this.#index = index;
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
    hide(this, "arc", arc);
    Object.freeze(this);
  }

  /**
   * The segment `by` further along the chain, `null` beyond its ends or all the way around.
   * @internal
   */
  next(by: number): ChainSegment | null {
    const { loop, count } = this.#all;
    if (by <= -count || by >= count) return null;
    const k = this.#index + by;
    if (k >= 0 && k < count) return this.#all.at(k);
    return loop ? this.#all.at(k < 0 ? k + count : k - count) : null;
  }

  /**
   * The segment with a pose baked in.
   * @throws {RangeError} As `transformShape`, which calls this
   * @internal
   */
  moved(task: string, pose: Readonly<Pose>): ChainSegment {
    return this.movedTo(task, this.#all.moved(pose));
  }

  /**
   * The segment as a member of a moved chain.
   * @internal
   */
  movedTo(task: string, all: MovedSegments): ChainSegment {
    const move = (p: Readonly<Vec2>): Vec2 =>
      checkVertex(task, "a transformed point", transformPoint(all.pose, p));
    const [p, q] = this.points.map(move);
    const before = this.before && move(this.before);
    const after = this.after && move(this.after);
    checkEdge(task, "the transformed segment", p, q);
    if (before !== null) checkEdge(task, "the way from the point before it", before, p);
    if (after !== null) checkEdge(task, "the way to the point after it", q, after);
    return new ChainSegment(p, q, before, after, all, this.#index);
  }
}

/** The segments of a chain or of a moved chain. */
abstract class Segments {
  /**
   * The segments at the last pose. The parts of a compound are moved to the same pose one by one.
   */
  #moved: MovedSegments | null = null;

  constructor(readonly loop: boolean, readonly count: number) {}

  abstract at(k: number): ChainSegment | null;

  moved({ x, y, cos, sin }: Readonly<Pose>): MovedSegments {
    const last = this.#moved?.pose;
    if (last?.x === x && last.y === y && last.cos === cos && last.sin === sin) return this.#moved!;
    return this.#moved = new MovedSegments(this, { x, y, cos, sin });
  }
}

class ChainSegments extends Segments {
  readonly list: ChainSegment[] = [];

  at(k: number): ChainSegment {
    return this.list[k];
  }
}

/** Segments that are moved on first use. */
class MovedSegments extends Segments {
  readonly #made: Map<number, ChainSegment | null> = new Map();

  constructor(readonly source: Segments, readonly pose: Readonly<Pose>) {
    super(source.loop, source.count);
  }

  at(k: number): ChainSegment | null {
    let segment = this.#made.get(k);
    if (segment === undefined) {
      const from = this.source.at(k);
      try {
        segment = from && from.movedTo("move segment", this);
      } catch (error) {
        // `transformShape` would refuse this segment. The moved chain ends before it.
        if (!(error instanceof RangeError)) throw error;
        segment = null;
      }
      this.#made.set(k, segment);
    }
    return segment;
  }
}

/**
 * Writes whether a joint is convex, from the exact sign of its turn, and the normal of the
 * neighbour, which runs along f. A joint that goes straight back counts as convex: a wall drawn up
 * and down has a top, and nothing can reach the bottom of a crack.
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

/** Options of {@linkcode chain}. */
export interface ChainOptions {
  /** Whether the last point is joined to the first; default `false`. */
  loop?: boolean | undefined;
  /**
   * Point before the first one (a ghost vertex), for an open chain that something else continues. It affects
   * the contacts at the first point but is not part of the chain. Without it the chain has a free end there.
   */
  before?: Readonly<Vec2> | undefined;
  /** Point after the last one, likewise. */
  after?: Readonly<Vec2> | undefined;
}

const OPTIONS = ["loop", "before", "after"] as const;

/** A polyline of one-sided segments that know their neighbours; made by `chain`. */
export class Chain extends ConcaveShape {
  /** What tells a chain from other shapes. */
  readonly kind = "chain";
  /** The points, in the local frame; frozen. */
  readonly points: readonly Readonly<Vec2>[];
  /** Whether the last point is joined to the first. */
  readonly loop: boolean;
  /** Segment k leads from point k to the next one. Each is a shape of its own; frozen. */
  declare readonly segments: readonly ChainSegment[];

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
    const n = points.length;
    const at = (k: number): Readonly<Vec2> => points[(k + n) % n];
    const count = loop ? n : n - 1;
    const all = new ChainSegments(loop, count);
    for (let k = 0; k < count; k++) {
      all.list.push(
        new ChainSegment(
          at(k),
          at(k + 1),
          loop || k > 0 ? at(k - 1) : before,
          loop || k + 2 < n ? at(k + 2) : after,
          all,
          k,
        ),
      );
    }
    super(new PartSet(all.list));
    this.points = Object.freeze(points.map((p) => Object.freeze(p)));
    this.loop = loop;
    hide(this, "segments", Object.freeze(all.list));
    Object.freeze(this);
  }

  /**
   * `massProperties`, which a chain has not.
   * @internal
   */
  measureMass(task: string): never {
    throw new TypeError(
      `Cannot ${task}: shape is a chain, which has no inside, must be a convex shape or a compound; ` +
        "compound(decompose(points).map((p) => polygon(p))) fills a closed outline",
    );
  }
}

/** The chain with these points and options, after validation. */
export function makeChain(
  task: string,
  points: readonly Readonly<Vec2>[],
  options: ChainOptions | undefined,
): Chain {
  const list = checkVertices(task, "points", points);
  checkOptions(task, options, OPTIONS);
  const loop = options?.loop === undefined ? false : options.loop;
  if (typeof loop !== "boolean") refuse(task, "options.loop", loop, "be a boolean", TypeError);
  const ghosts = [options?.before, options?.after].map((ghost, k) => {
    const name = `options.${k === 0 ? "before" : "after"}`;
    if (ghost === undefined) return null;
    if (loop) throw new TypeError(`Cannot ${task}: ${name} is given for a loop, must not be`);
    return checkVertex(task, name, ghost);
  });
  // A loop may repeat its first point at the end.
  while (loop && list.length > 1 && isSame(list[0], list[list.length - 1])) list.pop();
  const least = loop ? 3 : 2;
  if (list.length < least) {
    throw new RangeError(
      `Cannot ${task}: points has ${list.length} ${
        list.length === 1 ? "entry" : "entries"
      }, must have at least ${least}`,
    );
  }
  const [before, after] = ghosts;
  const n = list.length;
  for (let k = 0; k < (loop ? n : n - 1); k++) {
    const next = (k + 1) % n;
    checkEdge(task, `the segment from points[${k}] to points[${next}]`, list[k], list[next]);
  }
  if (before !== null) checkEdge(task, "the way from options.before", before, list[0]);
  if (after !== null) checkEdge(task, "the way to options.after", list[n - 1], after);
  return new Chain(list, loop, before, after);
}

function isSame(p: Vec2, q: Vec2): boolean {
  return p.x === q.x && p.y === q.y;
}
