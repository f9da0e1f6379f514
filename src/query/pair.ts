/**
 * What every query on a pair does first and last: check the arguments, fill the kernel's registers,
 * read a result out of them.
 *
 * @module
 */
import { checkPose } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import { REGISTERS } from "../kernel/registers.ts";
import { checkShape } from "../shapes/check.ts";
import { Shape } from "../shapes/shape.ts";
import type { DistanceResult, Feature, Status } from "./result.ts";

// Copies of the constants in registers.ts, held equal by `deno task ok`: V8 folds a constant of the same
// file, but reads one of another module from memory at every use.
const DISTANCE = 8;
const NX = 9;
const NY = 10;
const AX = 11;
const AY = 12;
const BX = 13;
const BY = 14;
const STATUS = 15;
const FA0 = 16;
const FA1 = 17;
const FB0 = 18;
const FB1 = 19;
const ITERATIONS = 20;

/** As in math/check.ts; what it does not let pass, `checkPose` explains. */
const POSITION_LIMIT = 1.8092513943330656e75;

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
  // A difference with itself is 0 for finite numbers only.
  const { x: ax, y: ay, cos: ac, sin: as } = poseA ?? NO_POSE;
  const { x: bx, y: by, cos: bc, sin: bs } = poseB ?? NO_POSE;
  if (
    !(typeof ax === "number" && typeof ay === "number" && typeof ac === "number" &&
      typeof as === "number" && Math.abs(ax) <= POSITION_LIMIT && Math.abs(ay) <= POSITION_LIMIT &&
      (ac - ac) + (as - as) === 0)
  ) checkPose(query, "poseA", poseA);
  if (
    !(typeof bx === "number" && typeof by === "number" && typeof bc === "number" &&
      typeof bs === "number" && Math.abs(bx) <= POSITION_LIMIT && Math.abs(by) <= POSITION_LIMIT &&
      (bc - bc) + (bs - bs) === 0)
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

/** Names of the kernel's status codes. */
const STATUS_NAMES: readonly Status[] = ["separated", "touching", "overlapping", "exhausted"];

/** Copies the kernel's result to `out`. */
export function readResult(out: DistanceResult): DistanceResult {
  out.status = STATUS_NAMES[W[STATUS] | 0];
  out.distance = W[DISTANCE];
  const { normal, pointA, pointB, featureA, featureB } = out;
  normal.x = W[NX];
  normal.y = W[NY];
  pointA.x = W[AX];
  pointA.y = W[AY];
  pointB.x = W[BX];
  pointB.y = W[BY];
  readFeatures(featureA, featureB);
  out.iterations = W[ITERATIONS] | 0;
  return out;
}

/** Copies the features that the kernel found. */
export function readFeatures(featureA: Feature, featureB: Feature): void {
  const a0 = W[FA0] | 0, a1 = W[FA1] | 0, b0 = W[FB0] | 0, b1 = W[FB1] | 0;
  featureA.i = a0;
  featureA.j = a1;
  featureA.type = a0 === a1 ? "vertex" : "edge";
  featureB.i = b0;
  featureB.j = b1;
  featureB.type = b0 === b1 ? "vertex" : "edge";
}
