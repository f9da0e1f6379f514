/**
 * Distances of concave shapes, and whether they intersect.
 *
 * @module
 */
import type { Pose } from "../../math/pose.ts";
import type { Shape } from "../../shapes/shape.ts";
import { SIGNED } from "../attached.ts";
import { distance, signedDistance } from "../distance.ts";
import { intersects } from "../intersects.ts";
import { Levels } from "../levels.ts";
import {
  copyMeasure,
  type DistanceResult,
  givePenetration,
  giveResult,
  newDistanceResult,
  type Penetration,
} from "../result.ts";
import { NearPairs, nearPart, STILL } from "./near_parts.ts";
import { partsOf } from "./parts.ts";

const levels = /* @__PURE__ */ new Levels(() => ({
  trial: newDistanceResult(),
  best: newDistanceResult(),
  near: new NearPairs(),
}));

/**
 * `distance` or `signedDistance` for concave shapes: that of the nearest pair of parts or, if
 * signed, the deepest of those that overlap.
 */
export function concaveDistance(
  task: string,
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  mode: number,
  out: DistanceResult,
): DistanceResult {
  const A = partsOf(a), B = partsOf(b), signed = mode === SIGNED;
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
    best.partA = -1;
    near.reach = bound;
    near.begin(A, poseA, B, poseB, STILL);
    while (near.next()) {
      const { partA: i, partB: j } = near;
      if (signed) signedDistance(A.parts[i], poseA, B.parts[j], poseB, trial);
      else distance(A.parts[i], poseA, B.parts[j], poseB, trial);
      if (best.partA >= 0 && !(trial.distance < best.distance)) continue;
      copyMeasure(trial, best);
      best.status = trial.status;
      best.partA = i;
      best.partB = j;
      if (!signed && best.distance === 0) break;
      if (best.distance < near.reach) near.reach = best.distance > 0 ? best.distance : 0;
    }
    return giveResult(task, best, out);
  } finally {
    levels.leave();
  }
}

const founds = /* @__PURE__ */ new Levels(newDistanceResult);

/** `penetration` for concave shapes: that of the deepest pair of parts. */
export function concavePenetration(
  task: string,
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  out: Penetration | undefined,
): Penetration | null {
  const found = founds.enter();
  try {
    return givePenetration(task, concaveDistance(task, a, poseA, b, poseB, SIGNED, found), out);
  } finally {
    founds.leave();
  }
}

const walks = /* @__PURE__ */ new Levels(() => new NearPairs());

/** `intersects` for concave shapes: whether any two of their parts share a point. */
export function concaveIntersects(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
): boolean {
  const A = partsOf(a), B = partsOf(b);
  const near = walks.enter();
  try {
    near.reach = 0;
    near.begin(A, poseA, B, poseB, STILL);
    while (near.next()) {
      if (intersects(A.parts[near.partA], poseA, B.parts[near.partB], poseB)) return true;
    }
    return false;
  } finally {
    walks.leave();
  }
}
