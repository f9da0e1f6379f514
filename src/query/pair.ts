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
  // A difference with itself is 0 for finite numbers only; what it does not vouch for is looked at.
  const { x: ax, y: ay, cos: ac, sin: as } = poseA ?? NO_POSE;
  const { x: bx, y: by, cos: bc, sin: bs } = poseB ?? NO_POSE;
  if (
    !(typeof ax === "number" && typeof ay === "number" && typeof ac === "number" &&
      typeof as === "number" && (ax - ax) + (ay - ay) + (ac - ac) + (as - as) === 0)
  ) checkPose(query, "poseA", poseA);
  if (
    !(typeof bx === "number" && typeof by === "number" && typeof bc === "number" &&
      typeof bs === "number" && (bx - bx) + (by - by) + (bc - bc) + (bs - bs) === 0)
  ) checkPose(query, "poseB", poseB);
  W[0] = ax;
  W[1] = ay;
  W[2] = ac;
  W[3] = as;
  W[4] = bx;
  W[5] = by;
  W[6] = bc;
  W[7] = bs;
}

/** Stands for a missing pose, which the check then refuses by name. */
const NO_POSE: Readonly<Pose> = { x: NaN, y: NaN, cos: NaN, sin: NaN };

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
