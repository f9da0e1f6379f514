/**
 * Results of the queries that measure a pair: types, and functions that create, check, copy and
 * fill them.
 *
 * @module
 */
import { refuse } from "../math/check.ts";
import type { Vec2 } from "../math/vec2.ts";

/**
 * The state of a pair of shapes.
 *
 * - `"separated"`: they share no point; the distance is greater than 0.
 * - `"touching"`: they share a point but have no overlap; the distance is exactly 0.
 * - `"overlapping"`: they overlap; the distance is 0 from `distance` and minus the depth from `signedDistance`.
 * - `"exhausted"`: a custom support function kept the search from converging; the distance is a certified
 *   bound. Shapes without a support function never have this status.
 */
export type Status = "separated" | "touching" | "overlapping" | "exhausted";

/**
 * The part of a shape that carries a witness point, by the indices of its core points
 * (`shape.points`): a vertex (`i` = `j`), an edge from `i` to `j`, or `"support"` (indices -1) on a
 * shape with a support function.
 */
export interface Feature {
  /** Kind of the feature. */
  type: "vertex" | "edge" | "support";
  /** Index of the first core point. */
  i: number;
  /** Index of the second core point. */
  j: number;
}

/**
 * Answer of {@linkcode distance} and {@linkcode signedDistance}. World frame, the caller's units.
 * Pass it back as `out`, or one from {@linkcode newDistanceResult}, and no memory is allocated.
 */
export interface DistanceResult {
  /** The state of the pair. */
  status: Status;
  /** Distance between the shapes; negative only from `signedDistance`. */
  distance: number;
  /** Unit normal from A to B. */
  normal: Vec2;
  /**
   * Witness point on A: where A is closest to B, or deepest in it. It is off A's boundary by at most 4 · 2⁻⁵²
   * times the diameter of the pair or its largest coordinate, whichever is greater. If `distance` finds an
   * overlap, it is a point that both shapes share.
   */
  pointA: Vec2;
  /** Witness point on B, likewise; `pointB - pointA` is `distance` times `normal`, to rounding. */
  pointB: Vec2;
  /** Feature of A's core under `pointA`. Has no meaning if `distance` finds an overlap. */
  featureA: Feature;
  /** Feature of B's core under `pointB`, likewise. */
  featureB: Feature;
  /** Part of A that is closest or deepest: index into `parts` of a compound or `segments` of a chain; else 0. */
  partA: number;
  /** Part of B, likewise. */
  partB: number;
  /** Support pairs that GJK evaluated; 0 when circles, the axes of two rectangles or a `SimplexCache` had the answer. */
  iterations: number;
}

/**
 * Answer of {@linkcode penetration}. World frame, the caller's units. Pass it back as `out`, or one from
 * {@linkcode newPenetration}, and no memory is allocated.
 */
export interface Penetration {
  /** How far B must move along `normal` until the shapes, or those parts, only touch, `>= 0`. */
  depth: number;
  /** Unit normal from A to B: the direction of least penetration. */
  normal: Vec2;
  /** Point of A deepest in B along the normal. */
  pointA: Vec2;
  /** Point of B deepest in A along the normal. */
  pointB: Vec2;
  /** Part of A: index into `parts` of a compound or `segments` of a chain; else 0. */
  partA: number;
  /** Part of B. */
  partB: number;
}

// Fields that will hold doubles start as NaN. V8 then gives them double storage that later writes
// fill in place. A field that starts as a small integer would be boxed anew on every write.

/**
 * A result for {@linkcode distance} and {@linkcode signedDistance} to fill, made in advance. Until then its numbers
 * have no meaning.
 *
 * @returns A new result
 *
 * @example Usage
 * ```ts
 * import { circle, distance, newDistanceResult, pose } from "@narrowphase/gjk2d";
 *
 * const result = newDistanceResult();
 * const ball = circle(1);
 * distance(ball, pose(0, 0), ball, pose(5, 0), result) === result; // true
 * result.distance; // 3
 * ```
 */
export function newDistanceResult(): DistanceResult {
  return {
    status: "exhausted",
    distance: NaN,
    normal: { x: NaN, y: NaN },
    pointA: { x: NaN, y: NaN },
    pointB: { x: NaN, y: NaN },
    featureA: { type: "vertex", i: 0, j: 0 },
    featureB: { type: "vertex", i: 0, j: 0 },
    partA: 0,
    partB: 0,
    iterations: 0,
  };
}

/**
 * A result for {@linkcode penetration} to fill, made in advance. Until then its numbers are NaN.
 *
 * @returns A new result
 *
 * @example Usage
 * ```ts
 * import { circle, newPenetration, penetration, pose } from "@narrowphase/gjk2d";
 *
 * const hit = newPenetration();
 * const ball = circle(1);
 * penetration(ball, pose(0, 0), ball, pose(5, 0), hit); // null
 * hit.depth; // NaN
 * penetration(ball, pose(0, 0), ball, pose(1.5, 0), hit) === hit; // true
 * hit.depth; // 0.5
 * ```
 */
export function newPenetration(): Penetration {
  return {
    depth: NaN,
    normal: { x: NaN, y: NaN },
    pointA: { x: NaN, y: NaN },
    pointB: { x: NaN, y: NaN },
    partA: 0,
    partB: 0,
  };
}

/** Where two shapes are nearest or deepest: the common fields of all answers about a pair. */
type Witness = Pick<DistanceResult, "normal" | "pointA" | "pointB">;

/** The common fields of answers to distance queries and of impacts. */
type Measure = Omit<DistanceResult, "status">;

/** Refuses a result that lacks an object or has one that is not writable. */
export function refuseResult(task: string, out: unknown): never {
  refuse(task, "out", out, "be a result that the query has made, or one like it", TypeError);
}

/** Throws, without changing anything, if there is no vector or it is not writable. */
export function touchVector(v: Vec2): void {
  const { x } = v;
  v.x = x;
}

/** The same for a feature. */
export function touchFeature(feature: Feature): void {
  const { i } = feature;
  feature.i = i;
}

/** Refuses anything that is no writable penetration, before anything is written. */
export function checkPenetration(task: string, out: Penetration): void {
  try {
    touchVector(out.normal);
    touchVector(out.pointA);
    touchVector(out.pointB);
    const { depth } = out;
    out.depth = depth;
    out.partA = 0;
    out.partB = 0;
  } catch {
    refuseResult(task, out);
  }
}

/**
 * Refuses an answer that lacks a field that {@linkcode copyMeasure} writes, before anything is
 * written.
 */
export function checkMeasure(task: string, out: Measure): void {
  try {
    touchVector(out.normal);
    touchVector(out.pointA);
    touchVector(out.pointB);
    touchFeature(out.featureA);
    touchFeature(out.featureB);
    const { distance } = out;
    out.distance = distance;
    out.partA = 0;
    out.partB = 0;
  } catch {
    refuseResult(task, out);
  }
}

/** Copies normal and witness points. */
function copyWitness(from: Readonly<Witness>, to: Witness): void {
  to.normal.x = from.normal.x;
  to.normal.y = from.normal.y;
  to.pointA.x = from.pointA.x;
  to.pointA.y = from.pointA.y;
  to.pointB.x = from.pointB.x;
  to.pointB.y = from.pointB.y;
}

/** Gives the penetration of a pair whose signed distance is known; `null` if it is apart. */
export function givePenetration(
  task: string,
  from: Readonly<DistanceResult>,
  out: Penetration | undefined,
): Penetration | null {
  if (from.distance > 0) return null;
  const to = out ?? newPenetration();
  checkPenetration(task, to);
  to.depth = from.distance < 0 ? -from.distance : 0;
  copyWitness(from, to);
  to.partA = from.partA;
  to.partB = from.partB;
  return to;
}

/** Copies a feature. */
export function copyFeature(from: Readonly<Feature>, to: Feature): void {
  to.type = from.type;
  to.i = from.i;
  to.j = from.j;
}

/** Copies all fields of a result but its status. */
export function copyMeasure(from: Readonly<Measure>, to: Measure): void {
  to.distance = from.distance;
  copyWitness(from, to);
  copyFeature(from.featureA, to.featureA);
  copyFeature(from.featureB, to.featureB);
  to.partA = from.partA;
  to.partB = from.partB;
  to.iterations = from.iterations;
}

/** Copies a result to the caller's, after checking that. */
export function giveResult(
  task: string,
  from: Readonly<DistanceResult>,
  to: DistanceResult,
): DistanceResult {
  checkMeasure(task, to);
  copyMeasure(from, to);
  to.status = from.status;
  return to;
}
