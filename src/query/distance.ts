import * as slots from "../kernel/registers.ts";
import { signedDistance as measurePair } from "../kernel/pair.ts";
import { registers } from "../kernel/registers.ts";
import { refuse } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import type { Shape } from "../shapes/shape.ts";
import { loadPair as load, readResult as read } from "./pair.ts";
import { type DistanceResult, giveResult, newDistanceResult } from "./result.ts";
import type { SimplexCache } from "./simplex_cache.ts";
import { solveSpecial } from "./attached.ts";

const loadPair = load;
const measure = measurePair;
const readResult = read;

const { SIGNED, UNSIGNED } = slots;

const TASK = "measure distance";
const SIGNED_TASK = "measure signed distance";

/**
 * Distance between two shapes, 0 when they intersect, with the closest points.
 *
 * Overlapping shapes have distance 0. Both witness points are then the same common point of the shapes, and the
 * normal is some unit vector from A towards B. Use {@linkcode signedDistance} or {@linkcode penetration} to get
 * the axis of least penetration.
 *
 * Error at most 4 u with u = 2⁻⁵² · diameter(A ∪ B), for vertices as the poses place them, seen from A's
 * position (see {@linkcode intersects}).
 *
 * @param a First shape
 * @param poseA Pose of `a` in the world
 * @param b Second shape
 * @param poseB Pose of `b` in the world
 * @param out Receives the result; without it a new object is returned
 * @param cache Simplex to start from and to keep, one per pair of bodies
 * @returns `out`
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 *
 * @example Usage
 * ```ts
 * import { box, circle, distance, pose } from "@narrowphase/gjk2d";
 *
 * const result = distance(box(2, 2), pose(0, 0), circle(0.5), pose(4, 0));
 * result.status; // "separated"
 * result.distance; // 2.5
 * result.normal; // { x: 1, y: 0 }
 * result.pointA; // { x: 1, y: 0 }
 * result.pointB; // { x: 3.5, y: 0 }
 * ```
 */
export function distance(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  out: DistanceResult = newDistanceResult(),
  cache?: SimplexCache,
): DistanceResult {
  loadPair(TASK, a, poseA, b, poseB);
  if (cache !== undefined || a.support !== null || b.support !== null) {
    return measureSpecial(a, poseA, b, poseB, out, cache, UNSIGNED);
  }
  measure(a.record, a.count, b.record, b.count, UNSIGNED);
  return readResult(TASK, out);
}

/**
 * Signed distance of two shapes: their distance when apart, 0 when touching, minus the penetration
 * depth when overlapping. Every other query agrees with it.
 *
 * If convex shapes overlap, moving B by `-distance` along `normal` leaves them touching, and no shorter
 * translation does. `pointA` and `pointB` are the points that then meet. A compound or a chain has the distance of its
 * nearest or deepest part: that tells how deep a part is, and {@linkcode manifolds} tells the ways out of the whole.
 *
 * @param a First shape
 * @param poseA Pose of `a` in the world
 * @param b Second shape
 * @param poseB Pose of `b` in the world
 * @param out Receives the result; without it a new object is returned
 * @param cache Simplex to start from and to keep, one per pair of bodies
 * @returns `out`
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 *
 * @remarks
 * Of equally short ways out, the first edge of A wins, then the first of B. (Equal means equal in doubles: depths
 * along slanted edges are rounded, so rounding may decide which of two is shorter, in the same way on every machine.)
 * For round shapes with coinciding centers, the normal is A's own x axis.
 *
 * Error at most 4 u with u = 2⁻⁵² · diameter(A ∪ B), for vertices as the poses place them, seen from A's position
 * (see {@linkcode intersects}); the sign is exact for shapes given in world coordinates (identity poses).
 *
 * @example Usage
 * ```ts
 * import { box, pose, signedDistance } from "@narrowphase/gjk2d";
 *
 * const crate = box(2, 2);
 * const result = signedDistance(crate, pose(0, 0), crate, pose(1.5, 0.25));
 * result.status; // "overlapping"
 * result.distance; // -0.5
 * result.normal; // { x: 1, y: 0 }
 * ```
 */
export function signedDistance(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  out: DistanceResult = newDistanceResult(),
  cache?: SimplexCache,
): DistanceResult {
  loadPair(SIGNED_TASK, a, poseA, b, poseB);
  if (cache !== undefined || a.support !== null || b.support !== null) {
    return measureSpecial(a, poseA, b, poseB, out, cache, SIGNED);
  }
  measure(a.record, a.count, b.record, b.count, SIGNED);
  return readResult(SIGNED_TASK, out);
}

/**
 * Either distance of a pair with a cache, with a support function, or of several parts. A cache
 * remembers nothing of the latter two. (The cache is not checked with `instanceof`, because its class would then be in every
 * bundle.)
 */
function measureSpecial(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  out: DistanceResult,
  cache: SimplexCache | undefined,
  mode: number,
): DistanceResult {
  const task = mode === SIGNED ? SIGNED_TASK : TASK;
  if (cache !== undefined && cache?.registers !== registers) {
    refuse(task, "cache", cache, "be a SimplexCache", TypeError);
  }
  if (a.support === null && b.support === null) return cache!.measure(task, a, b, mode, out);
  return giveResult(task, solveSpecial(a, poseA, b, poseB, mode), out);
}
