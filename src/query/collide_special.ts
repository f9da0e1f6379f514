/**
 * Contacts of shapes that have rules of their own.
 *
 * @module
 */
import type { Pose } from "../math/pose.ts";
import type { Shape } from "../shapes/shape.ts";
import { chainContacts, smooth } from "./attached.ts";

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
  return count >= 0 ? count : smooth!.collide(a, poseA, b, poseB);
}
