/**
 * Distances of concave shapes, and whether they intersect.
 *
 * @module
 */
import type { Pose } from "../../math/pose.ts";
import type { Shape } from "../../shapes/shape.ts";
import { DECIDE, SIGNED } from "../attached.ts";
import { distance, signedDistance } from "../distance.ts";
import { intersects } from "../intersects.ts";
import { Levels } from "../levels.ts";
import { copyMeasure, type DistanceResult, newDistanceResult } from "../result.ts";
import { NearPairs, nearPart, STILL } from "./near_parts.ts";
import { partsOf } from "./parts.ts";

const levels = /* @__PURE__ */ new Levels(() => ({
  trial: newDistanceResult(),
  best: newDistanceResult(),
  near: new NearPairs(),
}));

/**
 * Distance or signed distance of concave shapes: that of the nearest pair of parts or, if signed, the
 * deepest of those that overlap. To decide: 0 if any two share a point, else Infinity. The next query overwrites the
 * result.
 */
export function concaveSolve(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  mode: number,
): DistanceResult {
  const A = partsOf(a), B = partsOf(b), isSigned = mode === SIGNED;
  const { trial, best, near } = levels.enter();
  try {
    if (mode === DECIDE) {
      best.distance = Infinity;
      near.reach = 0;
      near.begin(A, poseA, B, poseB, STILL);
      while (best.distance > 0 && near.next()) {
        if (intersects(A.parts[near.partA], poseA, B.parts[near.partB], poseB)) best.distance = 0;
      }
      return best;
    }
    // For large bodies, two parts that are close give a first bound of the distance.
    const measure = isSigned ? signedDistance : distance;
    let bound = Infinity;
    if (A.tree !== null || B.tree !== null) {
      const i = nearPart(A, poseA, B, B.parts.length, poseB);
      const j = nearPart(B, poseB, A, i, poseA);
      measure(A.parts[i], poseA, B.parts[j], poseB, trial);
      bound = trial.distance > 0 ? trial.distance : 0;
    }
    best.partA = -1;
    near.reach = bound;
    near.begin(A, poseA, B, poseB, STILL);
    while (near.next()) {
      const { partA: i, partB: j } = near;
      measure(A.parts[i], poseA, B.parts[j], poseB, trial);
      if (best.partA >= 0 && !(trial.distance < best.distance)) continue;
      copyMeasure(trial, best);
      best.status = trial.status;
      best.partA = i;
      best.partB = j;
      if (!isSigned && best.distance === 0) break;
      if (best.distance < near.reach) near.reach = best.distance > 0 ? best.distance : 0;
    }
    return best;
  } finally {
    levels.leave();
  }
}
