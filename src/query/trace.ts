/**
 * `gjkTrace`: the search of the kernel, step by step.
 *
 * @module
 */
import { CLOSEST, ITERATION_CAP, search } from "../kernel/search.ts";
import {
  ITERATIONS,
  POSE_A,
  POSE_B,
  REGISTERS,
  STEP_BESIDE,
  STEP_BEYOND,
  STEP_EDGE_P,
  STEP_EDGE_Q,
  STEP_INSIDE,
  STEP_SEPARATING_AXIS,
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
import { loadPair, registers } from "./pair.ts";

// As in pair.ts.
const W = registers;

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

/** One step of a query, as it ran. World axes. */
export interface TraceStep {
  /** Number of the step, from 1. */
  iteration: number;
  /**
   * `"search"`: GJK, until an axis separates the cores or a triangle holds the origin. `"walk"`: from the
   * separating axis on, edge by edge along the boundary of the Minkowski difference, to the closest points.
   */
  stage: "search" | "walk";
  /**
   * Search direction, not normalized; from the simplex towards the origin. In a walk the way from the start
   * of the edge to the origin. (0, 0) where the first support point is the origin itself: then the search ends
   * with whichever point comes first, since every point is as far in no direction.
   */
  direction: Vec2;
  /** The support point found in that direction; in a walk the end of the edge that is looked at. */
  support: SimplexPoint;
  /** The simplex with the support point added, newest first: A, B, C of the tutorial. */
  simplex: SimplexPoint[];
  /**
   * Voronoi region of that simplex which holds the origin. With two points: 1 beyond A, where only a walk
   * finds it, 2 left and 3 right of A → B. With three: 4 beyond AB, 6 beyond AC, 7 inside; 5, beyond A, would
   * have separated. 0 where no region was chosen: at the first point, where the axis separates, and where the
   * origin is too close to an edge for doubles to tell.
   */
  region: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** What is known after the step; the last one says what `intersects` says. */
  verdict: "continue" | "intersect" | "separate";
}

/**
 * Returns every step of {@linkcode distance}, for demos and for debugging. The records are written by the
 * search of the queries itself; only the look at circles, which makes the search unnecessary for most pairs, is
 * left out. The steps are about the cores, without radii; the last verdict takes the radii into account.
 *
 * @param a First shape, without a support function
 * @param poseA Pose of `a` in the world
 * @param b Second shape, without a support function
 * @param poseB Pose of `b` in the world
 * @returns The iterations in order; never empty
 * @throws {TypeError} If an argument is of the wrong kind, or a shape has a support function
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
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
  const capacity = ITERATION_CAP + a.count + b.count + 2;
  const T = new Float64Array(REGISTERS + TRACE_STRIDE * capacity);
  for (let i = POSE_A; i < POSE_B + 4; i++) T[i] = W[i];
  T[TRACE_CAPACITY] = capacity;
  const { record: A, count: m } = a, { record: B, count: n } = b;
  search(A, m, B, n, T, CLOSEST);

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
    const step = T[at + 4];
    let region: TraceStep["region"] = 0;
    if (step === STEP_INSIDE) region = 7;
    else if (step === STEP_BEYOND) region = 1;
    else if (step === STEP_EDGE_P || step === STEP_EDGE_Q || step === STEP_BESIDE) {
      if (p !== null && q !== null) region = (step === STEP_EDGE_P) === newerIsP ? 4 : 6;
      else if (p !== null) {
        const r = support.point;
        region = (p.point.x - r.x) * -r.y - (p.point.y - r.y) * -r.x > 0 ? 2 : 3;
      }
    }
    steps.push({
      iteration: i + 1,
      stage: step === STEP_BESIDE || step === STEP_BEYOND ? "walk" : "search",
      direction,
      support,
      simplex: [support, ...before],
      region,
      verdict: "continue",
    });
    if (step === STEP_START || step === STEP_SEPARATING_AXIS || step === STEP_BEYOND) {
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
