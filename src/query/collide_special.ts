/**
 * Contacts of shapes with special rules: chain segments and shapes with a support function.
 *
 * @module
 */
import type { Pose } from "../math/pose.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { chainContacts, smooth } from "./attached.ts";

/**
 * Writes the contacts of such a pair to the registers, which hold poses and margin already; returns
 * the number of points.
 */
export function collideSpecial(
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
): number {
  const count = chainContacts === null ? -1 : chainContacts(a, b);
  return count >= 0 ? count : smooth!.collide(a, poseA, b, poseB);
}
