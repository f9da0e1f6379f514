/**
 * The queries on pairs with a support function that give results of the caller's: arguments are checked already, the
 * result is not. Nothing of it is touched before the answer is there, since user code may fail.
 *
 * @module
 */
import type { Pose } from "../../math/pose.ts";
import { aabb } from "../../shapes/bounds.ts";
import type { Shape } from "../../shapes/shape.ts";
import { SIGNED, type SmoothQueries } from "../attached.ts";
import {
  checkPenetration,
  copyWitness,
  type DistanceResult,
  giveResult,
  newPenetration,
  type Penetration,
} from "../result.ts";
import { solve } from "./solve.ts";

function measureDistance(
  task: string,
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  mode: number,
  out: DistanceResult,
): DistanceResult {
  return giveResult(task, solve(a, poseA, b, poseB, mode), out);
}

function measurePenetration(
  task: string,
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  out: Penetration | undefined,
): Penetration | null {
  const result = solve(a, poseA, b, poseB, SIGNED);
  if (result.distance > 0) return null;
  const target = out ?? newPenetration();
  checkPenetration(task, target);
  target.depth = result.distance < 0 ? -result.distance : 0;
  copyWitness(result, target);
  return target;
}

/** What the constructors of shapes with a support function attach. */
export const smoothQueries: SmoothQueries = {
  solve,
  measureDistance,
  measurePenetration,
  aabb,
};
