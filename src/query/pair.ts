/**
 * The first and last steps of every query on a pair: check the arguments, write the
 * poses to the kernel's state, and read a result from it.
 *
 * @module
 */
import * as state from "../kernel/state.ts";
import * as checks from "../math/check.ts";
import { checkPose } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkShape } from "../shapes/check.ts";
import { ConvexShape, type Shape } from "../shapes/shape.ts";
import { checkMeasure, type DistanceResult, type Feature, type Status } from "./result.ts";

// Aliases, here and in other files: V8 folds a constant of the same file, but looks an imported one up at every use.
const { poses, features, simplex, measured } = state;
const { SKEW_SQUARE, SQUARE_LIMIT } = checks;

const ShapeClass = ConvexShape;

/**
 * Checks two placed shapes and writes their poses to the kernel's state. Writes nothing on an error.
 *
 * Kept short, since V8 inlines a query into the caller's loop only while it and everything that it
 * inlines stay below 766 bytes of bytecode. The test here accepts what is certainly valid, and
 * leaves everything else to `checkPair`. What is missing throws when it is read, which costs no
 * test. A property of each shape is read before `instanceof`, so that V8 already knows the kind of
 * object and can answer from that.
 *
 * Concave shapes pass the second test, and the query finds out: their `support` is not `null`.
 */
export function loadPair(
  query: string,
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
): void {
  const P = poses; // shorter than reading it eight times
  try {
    const count = a.count + b.count;
    const ax = poseA.x, ay = poseA.y, ac = poseA.cos, as = poseA.sin;
    const bx = poseB.x, by = poseB.y, bc = poseB.cos, bs = poseB.sin;
    let u = 0, v = 0;
    if (
      !(count > 1 && a instanceof ShapeClass && b instanceof ShapeClass &&
        typeof ax === "number" && typeof ay === "number" &&
        typeof ac === "number" && typeof as === "number" &&
        typeof bx === "number" && typeof by === "number" &&
        typeof bc === "number" && typeof bs === "number" &&
        (u = ac * ac + as * as - 1) * u <= SKEW_SQUARE &&
        (v = bc * bc + bs * bs - 1) * v <= SKEW_SQUARE &&
        ax * ax + ay * ay + (bx * bx + by * by) <= SQUARE_LIMIT)
    ) checkPair(query, a, poseA, b, poseB);
    P[0] = ax;
    P[1] = ay;
    P[2] = ac;
    P[3] = as;
    P[4] = bx;
    P[5] = by;
    P[6] = bc;
    P[7] = bs;
  } catch (error) {
    checkPair(query, a, poseA, b, poseB);
    throw error;
  }
}

/** Checks two placed shapes; errors name the argument. */
function checkPair(query: string, a: unknown, poseA: unknown, b: unknown, poseB: unknown): void {
  checkShape(query, "a", a);
  checkShape(query, "b", b);
  checkPose(query, "poseA", poseA);
  checkPose(query, "poseB", poseB);
}

/** Names of the kernel's status codes, which are also those of a space. */
export const STATUS_NAMES: readonly Status[] = [
  "separated",
  "touching",
  "overlapping",
  "exhausted",
];

/** Copies the kernel's result to `out`. `task` names the query in errors. */
export function readResult(task: string, out: DistanceResult): DistanceResult {
  checkMeasure(task, out);
  out.status = STATUS_NAMES[measured.status];
  out.distance = measured.distance;
  readWitness(out.normal, out.pointA, out.pointB);
  readFeatures(out.featureA, out.featureB);
  out.iterations = simplex.iterations;
  return out;
}

/** Copies the normal and the witness points that the kernel found. */
export function readWitness(normal: Vec2, pointA: Vec2, pointB: Vec2): void {
  normal.x = measured.nx;
  normal.y = measured.ny;
  pointA.x = measured.ax;
  pointA.y = measured.ay;
  pointB.x = measured.bx;
  pointB.y = measured.by;
}

/** Copies the features that the kernel found. */
export function readFeatures(featureA: Feature, featureB: Feature): void {
  const a0 = features.a0, a1 = features.a1, b0 = features.b0, b1 = features.b1;
  featureA.i = a0;
  featureA.j = a1;
  featureA.type = a0 === a1 ? "vertex" : "edge";
  featureB.i = b0;
  featureB.j = b1;
  featureB.type = b0 === b1 ? "vertex" : "edge";
}
