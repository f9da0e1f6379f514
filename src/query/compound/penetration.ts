/**
 * How deep two bodies overlap.
 *
 * @module
 */
import type { Pose } from "../../math/pose.ts";
import { Levels } from "../levels.ts";
import {
  checkPenetration,
  copyWitness,
  newDistanceResult,
  newPenetration,
  type Penetration,
} from "../result.ts";
import type { Body, PartPair } from "./compound.ts";
import { nearest } from "./distance.ts";

/**
 * Answer of {@linkcode compoundPenetration}: that of the deepest pair of parts, with the indices of these
 * parts. World frame, the caller's units.
 */
export interface CompoundPenetration extends Penetration, PartPair {}

const levels = /* @__PURE__ */ new Levels(() => ({ ...newDistanceResult(), partA: 0, partB: 0 }));

/**
 * How deep two bodies overlap: depth and axis of the deepest pair of parts. This is a lower bound of the depth
 * of the bodies, as for {@linkcode compoundSignedDistance}. To separate them, move B along the normal by the
 * depth and query again.
 *
 * @param a First body: a convex shape or a compound
 * @param poseA Pose of `a` in the world
 * @param b Second body
 * @param poseB Pose of `b` in the world
 * @param out Receives the result; without it a new object is returned
 * @returns `out`, or `null` when the bodies are apart (`out` is then unchanged)
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 */
export function compoundPenetration(
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
  out?: CompoundPenetration,
): CompoundPenetration | null {
  const found = levels.enter();
  try {
    const query = "measure penetration";
    nearest(query, true, a, poseA, b, poseB, found);
    if (found.distance > 0) return null;
    const target = out ?? { ...newPenetration(), partA: 0, partB: 0 };
    checkPenetration(query, target);
    target.depth = found.distance < 0 ? -found.distance : 0;
    copyWitness(found, target);
    target.partA = found.partA;
    target.partB = found.partB;
    return target;
  } finally {
    levels.leave();
  }
}
