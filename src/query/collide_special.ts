/**
 * Contacts of shapes that have rules of their own.
 *
 * @module
 */
import { MANIFOLD_NX, MANIFOLD_NY, MANIFOLD_POINTS, MARGIN } from "../kernel/registers.ts";
import type { Pose } from "../math/pose.ts";
import type { Shape } from "../shapes/shape.ts";
import { chainContacts, smoothSignedDistance } from "./attached.ts";
import { registers } from "./pair.ts";

// As in pair.ts.
const W = registers;

/**
 * The contacts of a pair with a one-sided segment or a support function, in the registers; their number. Poses and
 * margin are there already.
 */
export function collideSpecial(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
): number {
  const count = chainContacts === null ? -1 : chainContacts(a, b);
  if (count >= 0) return count;
  // One contact, in the middle between the witness points. The support function may ask queries of its own,
  // which write to the registers.
  const margin = W[MARGIN];
  const { distance, normal, pointA, pointB } = smoothSignedDistance(a, poseA, b, poseB);
  W[MANIFOLD_NX] = normal.x;
  W[MANIFOLD_NY] = normal.y;
  W[MANIFOLD_POINTS] = 0.5 * (pointA.x + pointB.x);
  W[MANIFOLD_POINTS + 1] = 0.5 * (pointA.y + pointB.y);
  W[MANIFOLD_POINTS + 2] = distance;
  W[MANIFOLD_POINTS + 3] = 0;
  return distance <= margin ? 1 : 0;
}
