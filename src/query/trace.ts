import { CLOSEST, gjk, ITERATION_CAP } from "../kernel/gjk.ts";
import {
  ITERATIONS,
  POSE_A,
  POSE_B,
  REGISTERS,
  STEP_EDGE_P,
  STEP_EDGE_Q,
  STEP_INSIDE,
  STEP_POINT,
  STEP_START,
  TRACE_CAPACITY,
  TRACE_RECORDS,
  TRACE_STRIDE,
} from "../kernel/registers.ts";
import { rotateVector, transformPoint } from "../math/pose.ts";
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import type { Shape } from "../shapes/shape.ts";
import { intersects } from "./intersects.ts";
import { loadPair, W } from "./pair.ts";

/** A point of the Minkowski difference of the cores, and the points it is the difference of. */
export interface SimplexPoint {
  /** `pointA - pointB`. */
  point: Vec2;
  /** Core point of A, world. */
  pointA: Vec2;
  /** Core point of B, world. */
  pointB: Vec2;
  /** Index of `pointA` in `shape.points`. */
  indexA: number;
  /** Index of `pointB` in `shape.points`. */
  indexB: number;
}

/** One iteration of GJK, as it ran. World axes. */
export interface TraceStep {
  /** Number of the iteration, from 1. */
  iteration: number;
  /** Search direction, not normalized; from the simplex towards the origin. */
  direction: Vec2;
  /** The support point found in that direction. */
  support: SimplexPoint;
  /** The simplex with the support point added, newest first: A, B, C of the tutorial. */
  simplex: SimplexPoint[];
  /**
   * Voronoi region of that simplex which holds the origin. With two points: 1 beyond A, 2 left and 3
   * right of A → B. With three: 4 beyond AB, 5 beyond A, 6 beyond AC, 7 inside. 0 where no region was
   * chosen: at the first point, and when the search ended on the simplex it had.
   */
  region: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** What is known after the step; the last one says what `intersects` says. */
  verdict: "continue" | "intersect" | "separate";
}

/**
 * Runs GJK on two shapes and tells every iteration: it is the search of the queries themselves that
 * writes the records. It works on the cores; where their radii decide, the last verdict does too.
 *
 * @param a First shape, without a support function
 * @param poseA Pose of `a` in the world
 * @param b Second shape, without a support function
 * @param poseB Pose of `b` in the world
 * @returns The iterations in order; never empty
 * @throws {TypeError} If an argument is of the wrong kind, or a shape has a support function
 * @throws {RangeError} If a pose holds a number that is not finite
 *
 * @example Usage
 * ```ts
 * import { box, gjkTrace, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const crate = box(2, 2);
 * assertEquals(gjkTrace(crate, pose(0, 0), crate, pose(1, 0.5)).at(-1)?.verdict, "intersect");
 * assertEquals(gjkTrace(crate, pose(0, 0), crate, pose(3, 0.5)).at(-1)?.verdict, "separate");
 * ```
 */
export function gjkTrace(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
): TraceStep[] {
  loadPair("trace GJK", a, poseA, b, poseB);
  if (a.support !== null || b.support !== null) {
    throw new TypeError(
      `Cannot trace GJK: ${a.support !== null ? "a" : "b"} is a shape with a support function, ` +
        "must be a shape with core points",
    );
  }
  const T = new Float64Array(REGISTERS + TRACE_STRIDE * ITERATION_CAP);
  for (let i = POSE_A; i < POSE_B + 4; i++) T[i] = W[i];
  T[TRACE_CAPACITY] = ITERATION_CAP;
  gjk(a.record, 0, a.count, b.record, 0, b.count, T, POSE_A, POSE_B, T, CLOSEST, ITERATION_CAP);

  const steps: TraceStep[] = [];
  // The kernel's p and q, and which of them is the newer.
  let p: SimplexPoint | null = null;
  let q: SimplexPoint | null = null;
  let newerIsP = true;
  const iterations = T[ITERATIONS];
  for (let i = 0; i < iterations; i++) {
    const at = TRACE_RECORDS + i * TRACE_STRIDE;
    const indexA = T[at + 2];
    const indexB = T[at + 3];
    const pointA = transformPoint(poseA, a.points[indexA]);
    const pointB = transformPoint(poseB, b.points[indexB]);
    const point = { x: pointA.x - pointB.x, y: pointA.y - pointB.y };
    const support: SimplexPoint = { point, pointA, pointB, indexA, indexB };
    const before: SimplexPoint[] = [];
    if (p !== null) before.push(p);
    if (q !== null) before.push(q);
    if (!newerIsP) before.reverse();
    const direction = rotateVector(poseA, { x: T[at], y: T[at + 1] });
    // The last step may have ended the search right after its choice; the choice then lives in no record.
    const step = T[at + 6];
    let region: TraceStep["region"] = 0;
    if (step === STEP_INSIDE) region = 7;
    else if (p !== null && q === null) {
      if (step === STEP_POINT) region = 1;
      else if (step === STEP_EDGE_P || step === STEP_EDGE_Q) {
        const r = support.point;
        const left = (p.point.x - r.x) * -r.y - (p.point.y - r.y) * -r.x > 0;
        region = left ? 2 : 3;
      }
    } else if (p !== null) {
      if (step === STEP_POINT) region = 5;
      else if (step === STEP_EDGE_P) region = newerIsP ? 4 : 6;
      else if (step === STEP_EDGE_Q) region = newerIsP ? 6 : 4;
    }
    steps.push({
      iteration: i + 1,
      direction,
      support,
      simplex: [support, ...before],
      region,
      verdict: "continue",
    });
    if (step === STEP_START || step === STEP_POINT) {
      p = support;
      q = null;
      newerIsP = true;
    } else if (step === STEP_EDGE_P) {
      q = support;
      newerIsP = false;
    } else if (step === STEP_EDGE_Q) {
      if (q === null) q = p;
      p = support;
      newerIsP = true;
    }
  }
  steps[steps.length - 1].verdict = intersects(a, poseA, b, poseB) ? "intersect" : "separate";
  return steps;
}
