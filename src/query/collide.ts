/**
 * `collide`: contact points of a pair, by the kernel, or by the solver attached for support
 * functions and chains.
 *
 * @module
 */
import * as state from "../kernel/state.ts";
import { collide as collidePair } from "../kernel/manifold.ts";
import { checkKnown, checkObject, refuse } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkConvex } from "../shapes/check.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { concave, smooth } from "./attached.ts";
import { touchDisks as touch } from "./disks.ts";
import { loadPair as load } from "./pair.ts";

const loadPair = load;
const touchDisks = touch;
const clipPair = collidePair;

const { manifold, contacts } = state;

/** Options of {@linkcode collide}. */
export interface CollideOptions {
  /**
   * Shapes that are apart by at most this distance, in the caller's units, get contact points too, with a
   * positive separation; `>= 0`, default 0. These are speculative contacts: a solver that lets bodies approach
   * by `separation` in the coming step, and no further, stops fast bodies before they overlap. Set `margin` to
   * how far bodies can move towards each other in a step.
   */
  margin?: number | undefined;
}

/** The names of {@linkcode CollideOptions}. */
export const COLLIDE_OPTIONS = ["margin"] as const;

/** One contact point of a {@linkcode Manifold}. */
export interface ManifoldPoint {
  /** The middle between the two surfaces along the normal. World frame. */
  point: Vec2;
  /** Distance between the surfaces along the normal; negative when they overlap there. */
  separation: number;
  /** Identifies the features that meet here, the same from frame to frame; see {@linkcode collide}. */
  id: number;
}

/**
 * Answer of {@linkcode collide}. World frame, the caller's units. Pass it back as `out`, or one from
 * {@linkcode newManifold}, and no memory is allocated.
 */
export interface Manifold {
  /** Unit normal from A to B. Without points, an axis along which the shapes are further apart than `margin`. */
  normal: Vec2;
  /** How many of `points` are contact points, from the front. */
  pointCount: 0 | 1 | 2;
  /** Always two objects. Only the first `pointCount` are contact points; the numbers of the others are 0. */
  points: [ManifoldPoint, ManifoldPoint];
  /** Part of A: index into `parts` of a compound or `segments` of a chain, from {@linkcode manifolds}; else 0. */
  partA: number;
  /** Part of B. */
  partB: number;
}

/**
 * A manifold for {@linkcode collide} to fill, made in advance. For {@linkcode manifolds}, use
 * `{ count: 0, manifolds: [] }`, which grows.
 *
 * @returns A new manifold without points
 *
 * @example Usage
 * ```ts
 * import { box, collide, newManifold, pose } from "@narrowphase/gjk2d";
 *
 * const manifold = newManifold();
 * manifold.pointCount; // 0
 * const crate = box(2, 2);
 * collide(crate, pose(0, 0), crate, pose(1, 1.5), {}, manifold) === manifold; // true
 * manifold.pointCount; // 2
 * ```
 */
export function newManifold(): Manifold {
  return {
    normal: { x: NaN, y: NaN },
    pointCount: 0,
    points: [
      { point: { x: NaN, y: NaN }, separation: NaN, id: NaN },
      { point: { x: NaN, y: NaN }, separation: NaN, id: NaN },
    ],
    partA: 0,
    partB: 0,
  };
}

/**
 * Contact points of two shapes: one where a corner or a round part touches, two where edges lie along
 * each other.
 *
 * There are points exactly when the signed distance is at most `margin`, and the smallest separation is the
 * signed distance. Circles, ellipses and round parts have one point. The `id` of a point stays the same while shapes
 * slide, roll or rock on the same features: keep the impulses of a solver under it.
 *
 * @param a First shape
 * @param poseA Pose of `a` in the world
 * @param b Second shape
 * @param poseB Pose of `b` in the world
 * @param options Margin
 * @param out Receives the result; without it a new object is returned
 * @returns `out`
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250, or the margin
 * is negative or not finite
 *
 * @remarks
 * The _reference edge_ is the edge along whose normal the shapes separate soonest. Its normal is that of the
 * manifold. The facing edge of the other shape (the _incident edge_) is clipped to its length, and the ends of what
 * is left are the points, except those further than `margin` from the reference. Two points are ordered from the
 * right of the normal to its left.
 *
 * - Of edges that are equally good, A's is the reference, unless it faces a much longer one.
 * - Where two corners are closest, as when rounded boxes are stacked flush, the normal leads from one to the other.
 *   There are still two points if edges that begin there lie along each other, up to a slope of 1/32.
 * - A circle, a point, an ellipse, and the round parts of a shape with a support function have a single contact
 *   point, with id 0.
 * - A straight side that the `edges` of {@linkcode convex} state acts like an edge of a polygon; past a round part,
 *   up to a slope of 1/32.
 * - A segment of a {@linkcode chain} is one-sided. If it is touched, it has what is on it of the contacts that
 *   {@linkcode manifolds} finds with the whole chain.
 *
 * `id` names the longer of the two edges that face each other and the other shape's vertex there, whichever edge is the
 * reference and whichever vertex clips; of edges that are equally long, to 2⁻²⁰, that of the larger shape (A, when
 * equal).
 *
 * With i the index on A and j on B, an id is `i + 65536 j`, an unsigned 32-bit integer; with an index beyond
 * 65535 it is `2⁵² + i + 2²⁶ j`. For a support function, the index is a number from 1 to 32769 that encodes the
 * direction of the side's normal, or of the corner from `center`.
 *
 * @example Usage
 * ```ts
 * import { box, collide, pose } from "@narrowphase/gjk2d";
 *
 * const ground = box(10, 2);
 * const crate = box(1, 1);
 * const { normal, pointCount, points } = collide(ground, pose(0, -1), crate, pose(2, 0.25));
 * normal; // { x: 0, y: 1 }
 * pointCount; // 2
 * points[0].point; // { x: 2.5, y: -0.125 }
 * points[1].point; // { x: 1.5, y: -0.125 }
 * points[0].separation; // -0.25
 * ```
 */
export function collide(
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
  options?: CollideOptions,
  out: Manifold = newManifold(),
): Manifold {
  // (The test is here so that V8, which inlines what runs most, has room for the kernel's first choices.)
  let margin = 0;
  if (options !== undefined) {
    readMargin("collide", options, "points");
    margin = wanted.margin;
  }
  // Anything that is missing or not writable throws here, before anything has changed. Followed by
  // the real writes, these cost next to nothing, unlike checks of every type.
  let n, p, q, v, w;
  try {
    n = out.normal;
    const points = out.points;
    p = points[0];
    q = points[1];
    v = p.point;
    w = q.point;
    const x = n.x, x0 = v.x, x1 = w.x, id0 = p.id, id1 = q.id;
    n.x = x;
    v.x = x0;
    w.x = x1;
    p.id = id0;
    q.id = id1;
  } catch {
    refuseManifold(out);
  }
  loadPair("collide", a, poseA, b, poseB);
  manifold.margin = margin;
  let count = -1;
  if (a.count === 1 && a.isDisk && b.isDisk) count = touchDisks(a, poseA, b, poseB);
  if (count < 0) {
    count = a.special || b.special
      ? collideSpecial(a, poseA, b, poseB)
      : clipPair(a.record, a.count, b.record, b.count);
  }
  // The first write. Nothing has changed before it.
  try {
    out.pointCount = count as 0 | 1 | 2;
    out.partA = 0;
    out.partB = 0;
  } catch {
    refuseManifold(out);
  }
  n.x = manifold.nx;
  n.y = manifold.ny;
  // What is no contact is 0: the kernel keeps points of earlier queries there.
  if (count > 0) {
    v.x = contacts[0];
    v.y = contacts[1];
    p.separation = contacts[2];
    p.id = contacts[3];
  } else {
    v.x = 0;
    v.y = 0;
    p.separation = 0;
    p.id = 0;
  }
  if (count > 1) {
    w.x = contacts[4];
    w.y = contacts[5];
    q.separation = contacts[6];
    q.id = contacts[7];
  } else {
    w.x = 0;
    w.y = 0;
    q.separation = 0;
    q.id = 0;
  }
  return out;
}

/**
 * Writes the contacts of a pair with special rules, a chain segment or a shape with a support function, to the
 * registers, which hold poses and margin already. Returns the number of points. Refuses concave shapes.
 */
function collideSpecial(
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
): number {
  checkConvex("collide", "a", a, MEND);
  checkConvex("collide", "b", b, MEND);
  const count = concave === null ? -1 : concave.collideLink(a, b);
  return count >= 0 ? count : smooth!.collide(a, poseA, b, poseB);
}

const MEND = "manifolds() takes any shape";

/** The margin that was read last. An object, since V8 boxes doubles that are passed or returned. */
export const wanted = { margin: 0.5 };

/** Reads the margin, 0 by default, or refuses the options. A result in their place would never be written to. */
export function readMargin(task: string, options: CollideOptions | undefined, own: string): void {
  let margin = 0;
  if (options !== undefined) {
    checkObject(task, "options", options, "an object");
    // V8 boxes a double that is read from objects of which some lack it.
    if ("margin" in options) {
      const given = options.margin;
      if (typeof given === "number" && given >= 0 && given < Infinity) margin = given;
      else if (given !== undefined) refuseMargin(task, given);
    } else if (own in options) {
      throw new TypeError(
        `Cannot ${task}: options has ${own}, must not; out is the sixth argument`,
      );
    }
    for (const name in options) if (name !== "margin") checkKnown(task, options, COLLIDE_OPTIONS);
  }
  // Only now, because an accessor may make a query of its own.
  wanted.margin = margin;
}

/** Refuses a margin. */
export function refuseMargin(task: string, value: unknown): never {
  const rule = typeof value === "number" ? value < 0 ? "at least 0" : "finite" : "a number";
  refuse(task, "options.margin", value, `be ${rule}`);
}

function refuseManifold(out: unknown): never {
  const rule = "be a manifold { normal, pointCount, points }";
  refuse("collide", "out", out, rule, TypeError);
}
