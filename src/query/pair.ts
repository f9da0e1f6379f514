/**
 * What every query on a pair does first and last: check the arguments, fill the kernel's registers,
 * read a result out of them.
 *
 * @module
 */
import { checkPose } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import {
  AX,
  AY,
  BX,
  BY,
  DISTANCE,
  FA0,
  FA1,
  FB0,
  FB1,
  ITERATIONS,
  NX,
  NY,
  REGISTERS,
  STATUS,
  STATUS_OVERLAPPING,
  STATUS_SEPARATED,
  STATUS_TOUCHING,
} from "../kernel/registers.ts";
import { checkShape } from "../shapes/check.ts";
import { Shape } from "../shapes/shape.ts";
import type { DistanceResult } from "./result.ts";

/**
 * The object API's register file. Kernel calls run to their end without calling back, so one is
 * enough; a query on a shape with a support function does not use it while user code runs.
 */
export const W: Float64Array = new Float64Array(REGISTERS);

/** Checks two placed shapes and writes their poses to the registers; nothing is written on an error. */
export function loadPair(
  query: string,
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
): void {
  if (!(a instanceof Shape)) checkShape(query, "a", a);
  if (!(b instanceof Shape)) checkShape(query, "b", b);
  checkPose(query, "poseA", poseA);
  checkPose(query, "poseB", poseB);
  W[0] = poseA.x;
  W[1] = poseA.y;
  W[2] = poseA.cos;
  W[3] = poseA.sin;
  W[4] = poseB.x;
  W[5] = poseB.y;
  W[6] = poseB.cos;
  W[7] = poseB.sin;
}

/** Copies the kernel's result to `out`. */
export function readResult(out: DistanceResult): DistanceResult {
  const status = W[STATUS];
  out.status = status === STATUS_SEPARATED
    ? "separated"
    : status === STATUS_TOUCHING
    ? "touching"
    : status === STATUS_OVERLAPPING
    ? "overlapping"
    : "exhausted";
  out.distance = W[DISTANCE];
  const { normal, pointA, pointB, featureA, featureB } = out;
  normal.x = W[NX];
  normal.y = W[NY];
  pointA.x = W[AX];
  pointA.y = W[AY];
  pointB.x = W[BX];
  pointB.y = W[BY];
  featureA.i = W[FA0] | 0;
  featureA.j = W[FA1] | 0;
  featureA.type = featureA.i === featureA.j ? "vertex" : "edge";
  featureB.i = W[FB0] | 0;
  featureB.j = W[FB1] | 0;
  featureB.type = featureB.i === featureB.j ? "vertex" : "edge";
  out.iterations = W[ITERATIONS] | 0;
  return out;
}
