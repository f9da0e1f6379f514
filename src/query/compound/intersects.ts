/**
 * Whether two bodies share a point.
 *
 * @module
 */
import { checkPose } from "../../math/check.ts";
import type { Pose } from "../../math/pose.ts";
import { intersects } from "../intersects.ts";
import { Levels } from "../levels.ts";
import { type Body, partsOf } from "./compound.ts";
import { NearPairs, REACH } from "./near_parts.ts";

const levels = /* @__PURE__ */ new Levels(() => new NearPairs(false));

/**
 * Whether two bodies share a point: whether any two of their parts do. As exact as `intersects`.
 *
 * @param a First body: a convex shape or a compound
 * @param poseA Pose of `a` in the world
 * @param b Second body
 * @param poseB Pose of `b` in the world
 * @returns `true` when the bodies intersect or touch
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 */
export function compoundIntersects(
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
): boolean {
  const query = "test intersection";
  const A = partsOf(query, "a", a);
  const B = partsOf(query, "b", b);
  checkPose(query, "poseA", poseA);
  checkPose(query, "poseB", poseB);
  const near = levels.enter();
  try {
    REACH[0] = 0;
    near.begin(A, poseA, B, poseB, null);
    while (near.next(A, poseA, B, poseB, null)) {
      if (intersects(A.parts[near.partA], poseA, B.parts[near.partB], poseB)) return true;
      REACH[0] = 0;
    }
    return false;
  } finally {
    levels.leave();
  }
}
