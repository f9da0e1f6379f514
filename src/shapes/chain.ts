/**
 * Chains of one-sided segments, for ground that bodies slide over without noticing the joints.
 *
 * @module
 */
import { show } from "../math/check.ts";
import { orient2d } from "../math/orient.ts";
import { norm, type Vec2 } from "../math/vec2.ts";
import { checkEdge, checkOptions, checkVertex } from "./check.ts";
import { Shape } from "./shape.ts";

/** Options of {@linkcode chain}. */
export interface ChainOptions {
  /** Whether the last point is joined to the first; default `false`. */
  loop?: boolean;
  /**
   * Point before the first one, for an open chain that something else continues: it shapes the contacts at
   * the first point but is no part of the chain. Without it the chain has a free end there.
   */
  before?: Readonly<Vec2>;
  /** Point after the last one, likewise. */
  after?: Readonly<Vec2>;
}

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
    super("segment", [p, q], 0);
    this.before = before;
    this.after = after;
    const [ex, ey] = direction(p, q);
    const arc = new Float64Array([ex, ey, ey, -ex, 1, -ex, -ey, 1, ex, ey]);
    if (before !== null) {
      const [fx, fy] = direction(before, p);
      arc[4] = orient2d(before.x, before.y, p.x, p.y, q.x, q.y) > 0 ? 1 : 0;
      arc[5] = fy;
      arc[6] = -fx;
    }
    if (after !== null) {
      const [fx, fy] = direction(q, after);
      arc[7] = orient2d(p.x, p.y, q.x, q.y, after.x, after.y) > 0 ? 1 : 0;
      arc[8] = fy;
      arc[9] = -fx;
    }
    this.arc = arc;
  }
}

function direction(p: Readonly<Vec2>, q: Readonly<Vec2>): [number, number] {
  const x = q.x - p.x;
  const y = q.y - p.y;
  const length = norm(x, y);
  return [x / length, y / length];
}

/** A polyline of one-sided segments that know their neighbours; made by {@linkcode chain}. */
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
  }
}

/**
 * Makes a chain: ground, walls or a closed outline out of one-sided segments. Bodies collide with its front
 * only, which is on the right of the way from point to point: the outside of a counter-clockwise loop, the
 * upper side of ground whose points go from right to left. Passing a joint they meet no inner edge, since
 * each segment knows its neighbours (the ghost vertices of Box2D): {@linkcode collide} of a segment reports
 * normals between those of the neighbours at a convex joint, and the segment's own at a straight or
 * concave one.
 *
 * A segment's contact is for a body whose centre (mean of its core points) is in front of it; a body that
 * has come through is let go. Put every segment into the broadphase as a shape of its own, with the pose of
 * the body that the chain belongs to. All points of an open chain are part of it, also the first and last;
 * at a free end the corner counts as convex, a right angle.
 *
 * @param points At least 2 points, for a loop 3, in the local frame; no two consecutive ones equal
 * @param options Loop, or the points that come before and after an open chain
 * @returns The chain, with its `segments`
 * @throws {TypeError} If an argument has the wrong kind, or a loop has points before or after it
 * @throws {RangeError} If there are too few points, a coordinate is not finite or beyond ±2^250, or two
 * consecutive points are closer than 2^-250
 *
 * @example Usage
 * ```ts
 * import { box, chain, collide, IDENTITY, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const ground = chain([{ x: 8, y: 0 }, { x: 4, y: 0 }, { x: 0, y: 0 }, { x: -4, y: 1 }]);
 * const crate = box(2, 2);
 * // The crate has just come over the joint at x = 4 and is 0.25 deep: no segment pushes it sideways.
 * for (const segment of ground.segments) {
 *   const { normal, pointCount } = collide(segment, IDENTITY, crate, pose(3.125, 0.75));
 *   if (pointCount > 0) assertEquals(normal, { x: 0, y: 1 });
 * }
 * ```
 */
export function chain(points: readonly Readonly<Vec2>[], options?: ChainOptions): Chain {
  const task = "create chain";
  if (!Array.isArray(points)) {
    throw new TypeError(`Cannot ${task}: points is ${show(points)}, must be an array of points`);
  }
  checkOptions(task, options);
  const loop = options?.loop ?? false;
  if (typeof loop !== "boolean") {
    throw new TypeError(`Cannot ${task}: options.loop is ${show(loop)}, must be a boolean`);
  }
  const ghosts = [options?.before, options?.after].map((ghost, k) => {
    const name = `options.${k === 0 ? "before" : "after"}`;
    if (ghost === undefined || ghost === null) return null;
    if (loop) throw new TypeError(`Cannot ${task}: ${name} is given for a loop, must not be`);
    return checkVertex(task, name, ghost);
  });
  const list: Vec2[] = [];
  for (let k = 0; k < points.length; k++) list.push(checkVertex(task, `points[${k}]`, points[k]));
  const least = loop ? 3 : 2;
  if (list.length < least) {
    throw new RangeError(`Cannot ${task}: points has ${list.length} points, must have ${least}`);
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
