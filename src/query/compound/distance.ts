/**
 * Distance and signed distance of two bodies.
 *
 * @module
 */
import { checkPose } from "../../math/check.ts";
import type { Pose } from "../../math/pose.ts";
import { distance, signedDistance } from "../distance.ts";
import { Levels } from "../levels.ts";
import { copyMeasure, type DistanceResult, giveResult, newDistanceResult } from "../result.ts";
import { type Body, type PartPair, partsOf } from "./compound.ts";
import { NearPairs, nearPart, REACH } from "./near_parts.ts";

/**
 * Answer of {@linkcode compoundDistance} and {@linkcode compoundSignedDistance}: that of the decisive pair of
 * parts, with the indices of these parts. World frame, the caller's units.
 */
export interface CompoundDistanceResult extends DistanceResult, PartPair {}

const levels = /* @__PURE__ */ new Levels(() => ({
  trial: newDistanceResult(),
  best: newDistanceResult(),
  near: new NearPairs(true),
}));

/**
 * Distance between two bodies, 0 when they intersect: that of their nearest parts, whose features and
 * indices it reports.
 *
 * @param a First body: a convex shape or a compound
 * @param poseA Pose of `a` in the world
 * @param b Second body
 * @param poseB Pose of `b` in the world
 * @param out Receives the result; without it a new object is returned
 * @returns `out`
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 *
 * @example Usage
 * ```ts
 * import { box, circle, compound, compoundDistance, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const cup = compound([
 *   box(4, 1),
 *   { shape: box(1, 4), pose: pose(-2, 2) },
 *   { shape: box(1, 4), pose: pose(2, 2) },
 * ]);
 * const result = compoundDistance(cup, pose(), circle(0.5), pose(0.25, 3));
 * assertEquals(result.distance, 0.75);
 * assertEquals(result.partA, 2);
 * ```
 */
export function compoundDistance(
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
  out: CompoundDistanceResult = { ...newDistanceResult(), partA: 0, partB: 0 },
): CompoundDistanceResult {
  return nearest("measure distance", false, a, poseA, b, poseB, out);
}

/**
 * Signed distance of two bodies: their distance when apart, 0 when touching, and minus the depth of the deepest
 * pair of parts when overlapping.
 *
 * That depth is a lower bound for the bodies: no shorter translation separates them, but a longer one may be
 * needed, since the way out of one part can lead into the next. The sign is as exact as that of
 * `signedDistance`.
 *
 * @param a First body: a convex shape or a compound
 * @param poseA Pose of `a` in the world
 * @param b Second body
 * @param poseB Pose of `b` in the world
 * @param out Receives the result; without it a new object is returned
 * @returns `out`
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 */
export function compoundSignedDistance(
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
  out: CompoundDistanceResult = { ...newDistanceResult(), partA: 0, partB: 0 },
): CompoundDistanceResult {
  return nearest("measure signed distance", true, a, poseA, b, poseB, out);
}

/** Measures the nearest pair of parts or, with `signed`, the deepest of those that overlap. */
export function nearest(
  query: string,
  signed: boolean,
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
  out: CompoundDistanceResult,
): CompoundDistanceResult {
  const A = partsOf(query, "a", a);
  const B = partsOf(query, "b", b);
  checkPose(query, "poseA", poseA);
  checkPose(query, "poseB", poseB);
  const { trial, best, near } = levels.enter();
  try {
    // For large bodies, two parts that are close give a first bound of the distance.
    let bound = Infinity;
    if (A.tree !== null || B.tree !== null) {
      const i = nearPart(A, poseA, B, B.parts.length, poseB);
      const j = nearPart(B, poseB, A, i, poseA);
      if (signed) signedDistance(A.parts[i], poseA, B.parts[j], poseB, trial);
      else distance(A.parts[i], poseA, B.parts[j], poseB, trial);
      bound = trial.distance > 0 ? trial.distance : 0;
    }
    let partA = -1;
    let partB = -1;
    REACH[0] = bound;
    near.begin(A, poseA, B, poseB, null);
    for (; near.next(A, poseA, B, poseB, null); REACH[0] = bound) {
      const { partA: i, partB: j } = near;
      if (signed) signedDistance(A.parts[i], poseA, B.parts[j], poseB, trial);
      else distance(A.parts[i], poseA, B.parts[j], poseB, trial);
      if (partA >= 0 && !(trial.distance < best.distance)) continue;
      copyMeasure(trial, best);
      best.status = trial.status;
      partA = i;
      partB = j;
      if (!signed && best.distance === 0) break;
      if (best.distance < bound) bound = best.distance > 0 ? best.distance : 0;
    }
    giveResult(query, best, out);
    out.partA = partA;
    out.partB = partB;
    return out;
  } finally {
    levels.leave();
  }
}
