/**
 * `gjkTrace`: the kernel's search, step by step.
 *
 * @module
 */
import * as state from "../kernel/state.ts";
import { CLOSEST, search, traceTo } from "../kernel/search.ts";
import { ITERATION_CAP } from "../kernel/tolerances.ts";
import {
  STEP_BESIDE,
  STEP_BEYOND,
  STEP_EDGE_P,
  STEP_EDGE_Q,
  STEP_INSIDE,
  STEP_SEPARATING_AXIS,
  STEP_START,
  TRACE_STRIDE,
} from "../kernel/registers.ts";
import { rotateVector, transformPoint } from "../math/pose.ts";
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkConvex } from "../shapes/check.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { intersects } from "./intersects.ts";
import { loadPair } from "./pair.ts";

const { simplex } = state;

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
   * Search direction, not normalized, from the simplex towards the origin. In a walk, the vector from the start
   * of the edge to the origin. It is (0, 0) if the first support point is the origin itself; the search then
   * ends with whichever point comes first.
   */
  direction: Vec2;
  /** The support point found in that direction; in a walk, the end of the current edge. */
  support: SimplexPoint;
  /** The simplex with the support point added, newest first: A, B, C of the tutorial. */
  simplex: SimplexPoint[];
  /**
   * Voronoi region of that simplex which contains the origin. With two points: 1 beyond A, where only a walk
   * finds it, 2 left and 3 right of A → B. With three: 4 beyond AB, 6 beyond AC, 7 inside; 5, beyond A, would
   * have separated. 0 if no region was chosen: at the first point, if the axis separates, and if the origin is
   * too close to an edge for doubles to tell.
   */
  region: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** What is known after the step. The last verdict agrees with `intersects`. */
  verdict: "continue" | "intersect" | "separate";
}

/**
 * Returns every step of {@linkcode distance}, for demos and for debugging. The records are written by the
 * search that the queries run. Only the circle test, which makes the search unnecessary for most pairs, is left
 * out. The steps describe the cores, without radii; the last verdict takes the radii into account.
 *
 * @param a First shape, with vertices: no ellipse, no `convex`
 * @param poseA Pose of `a` in the world
 * @param b Second shape
 * @param poseB Pose of `b` in the world
 * @returns The iterations in order; never empty
 * @throws {TypeError} If an argument is of the wrong type, or a shape has a support function, which needs no simplex
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 *
 * @example Usage
 * ```ts
 * import { box, gjkTrace, pose } from "@narrowphase/gjk2d";
 *
 * const crate = box(2, 2);
 * gjkTrace(crate, pose(0, 0), crate, pose(1, 0.5)).at(-1)?.verdict; // "intersect"
 * gjkTrace(crate, pose(0, 0), crate, pose(3, 0.5)).at(-1)?.verdict; // "separate"
 * ```
 */
export function gjkTrace(
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
): TraceStep[] {
  checkCorners("a", a);
  checkCorners("b", b);
  loadPair("trace GJK", a, poseA, b, poseB);
  const steps = searchSteps(a, poseA, b, poseB);
  steps[steps.length - 1].verdict = intersects(a, poseA, b, poseB) ? "intersect" : "separate";
  return steps;
}

function checkCorners(name: string, shape: ConvexShape): void {
  checkConvex("trace GJK", name, shape);
  if (shape.support === null) return;
  const mend = "must have vertices; trace a polygon in its place";
  throw new TypeError(`Cannot trace GJK: ${name} has a support function, ${mend}`);
}

/** The steps of the kernel's search for a pair in the registers. */
function searchSteps(
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
): TraceStep[] {
  const capacity = ITERATION_CAP + a.count + b.count + 2;
  const T = new Float64Array(TRACE_STRIDE * capacity);
  traceTo(T, capacity);
  search(a.record, a.count, b.record, b.count, CLOSEST);
  traceTo(T, 0);

  const steps: TraceStep[] = [];
  // The kernel's p and q, and which of them is newer.
  let p: SimplexPoint | null = null;
  let q: SimplexPoint | null = null;
  let newerIsP = true;
  const iterations = simplex.iterations;
  for (let i = 0; i < iterations; i++) {
    const at = i * TRACE_STRIDE;
    const indexA = T[at + 2];
    const indexB = T[at + 3];
    const pointA = transformPoint(poseA, a.points[indexA]);
    const pointB = transformPoint(poseB, b.points[indexB]);
    const support = difference(pointA, pointB, indexA, indexB);
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
  return steps;
}

function difference(pointA: Vec2, pointB: Vec2, indexA: number, indexB: number): SimplexPoint {
  const point = { x: pointA.x - pointB.x, y: pointA.y - pointB.y };
  return { point, pointA, pointB, indexA, indexB };
}
