/**
 * Answers that only some shapes need. They come with the constructors of these shapes, which put them
 * here, so that a program without such a shape is built without them.
 *
 * @module
 */
import type { Aabb } from "../math/aabb.ts";
import type { Pose } from "../math/pose.ts";
import type { Shape } from "../shapes/shape.ts";
import type { DistanceResult, Penetration } from "./result.ts";

/** Query: overlap is measured, … */
export const SIGNED = 0;
/** … or needs only a common point, … */
export const UNSIGNED = 1;
/** … or nothing but the sign counts. */
export const DECIDE = 2;

/** What pairs with a support function are answered by; see `smooth/queries.ts`. */
export interface SmoothQueries {
  /** Signed distance, or as `mode` says. The result is one that the next query overwrites. */
  solve(
    a: Shape,
    poseA: Readonly<Pose>,
    b: Shape,
    poseB: Readonly<Pose>,
    mode: number,
  ): DistanceResult;
  /** The contact in the kernel's registers, for the margin there; the number of points. */
  collide(a: Shape, poseA: Readonly<Pose>, b: Shape, poseB: Readonly<Pose>): number;
  /** The same along the normal in the registers, of a segment A: of straight sides only, 0 where there is none. */
  collideAlong(a: Shape, poseA: Readonly<Pose>, b: Shape, poseB: Readonly<Pose>): number;
  /**
   * The side of such a shape that faces against the normal in the registers, as contact points there: x, y of its ends,
   * without the radius, and their names for ids, the furthest first. Their number, 1 where it is round.
   */
  findSide(shape: Shape, pose: Readonly<Pose>): number;
  /**
   * What `distance` asks such a pair, in order, eight numbers each: direction from A to B, support point of A and of B,
   * all in the world, without radii; indices of the vertices, -1 on a support function.
   */
  trace(a: Shape, poseA: Readonly<Pose>, b: Shape, poseB: Readonly<Pose>): number[];
  /** `distance` or `signedDistance`, as `mode` says, in a result of the caller's. */
  measureDistance(
    task: string,
    a: Shape,
    poseA: Readonly<Pose>,
    b: Shape,
    poseB: Readonly<Pose>,
    mode: number,
    out: DistanceResult,
  ): DistanceResult;
  /** `penetration`. */
  measurePenetration(
    task: string,
    a: Shape,
    poseA: Readonly<Pose>,
    b: Shape,
    poseB: Readonly<Pose>,
    out: Penetration | undefined,
  ): Penetration | null;
  /** The box around one such shape. */
  aabb(shape: Shape, pose: Readonly<Pose>, out: Aabb): Aabb;
}

/** The contacts of `chain.ts`, for pairs with a chain segment: -1 for any other pair. */
export type ChainContacts = (a: Shape, b: Shape) => number;

/** For pairs with a support function, once there are any: arguments are checked already. */
export let smooth: SmoothQueries | null = null;

/** Contacts of chain segments, once there are any. */
export let chainContacts: ChainContacts | null = null;

/** From here on there are shapes with a support function. */
export function attachSmooth(queries: SmoothQueries): void {
  smooth = queries;
}

/** From here on there are chain segments. */
export function attachChains(contacts: ChainContacts): void {
  chainContacts = contacts;
}

/**
 * Signed distance of a pair with a support function; arguments are checked already. The result is one that
 * the next query overwrites.
 */
export function smoothSignedDistance(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
): DistanceResult {
  return smooth!.solve(a, poseA, b, poseB, SIGNED);
}

/** Whether the signed distance is at most 0. */
export function smoothIntersects(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
): boolean {
  return smooth!.solve(a, poseA, b, poseB, DECIDE).distance <= 0;
}
