/**
 * Solvers that only some shapes need. The constructors of these shapes attach them here, so that a
 * program without such a shape is bundled without them.
 *
 * @module
 */
import type { Pose } from "../math/pose.ts";
import type { ConvexShape, Shape } from "../shapes/shape.ts";
import type { ConcaveQueries } from "./concave_shapes.ts";
import type { DistanceResult } from "./result.ts";

export { SIGNED, UNSIGNED } from "../kernel/registers.ts";

/** Mode of a query, as these: it needs only the sign. */
export const DECIDE = 2;

/** The solver for pairs with a support function; see `src/smooth/shapes.ts`. */
export interface SmoothQueries {
  /** Signed distance, or what `mode` asks for. The next query overwrites the result. */
  solve(
    a: ConvexShape,
    poseA: Readonly<Pose>,
    b: ConvexShape,
    poseB: Readonly<Pose>,
    mode: number,
  ): DistanceResult;
  /**
   * Writes the contact to the kernel's registers, for the margin there; returns the number of
   * points.
   */
  collide(a: ConvexShape, poseA: Readonly<Pose>, b: ConvexShape, poseB: Readonly<Pose>): number;
}

/**
 * The solver for pairs with a support function, once there is such a shape. Arguments are checked
 * already.
 */
export let smooth: SmoothQueries | null = null;

/** The queries on compounds and chains, once there is one. */
export let concave: ConcaveQueries | null = null;

/** Attaches the solver for shapes with a support function. */
export function attachSmooth(queries: SmoothQueries): void {
  smooth = queries;
}

/** Attaches the queries on compounds and chains. */
export function attachConcave(queries: ConcaveQueries): void {
  concave = queries;
}

/**
 * Signed distance, or what `mode` asks for, of a pair of which one has a support function or is concave. Arguments
 * are checked already. The next query overwrites the result.
 */
export function solveSpecial(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  mode: number,
): DistanceResult {
  return a.support === undefined || b.support === undefined
    ? concave!.solve(a, poseA, b, poseB, mode)
    : smooth!.solve(a, poseA, b, poseB, mode);
}
