/**
 * The separation of two shapes along an axis.
 *
 * @module
 */
import type { Pose } from "../math/pose.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { DIRECTION, findSupport, FURTHEST } from "../shapes/support.ts";

/**
 * The argument and the result of `separate`, which JavaScript engines would otherwise box: a unit
 * vector in the world, and the separation along it. If negative, B has to move by that much along
 * it to leave A.
 */
export const axis = { x: NaN, y: NaN, gap: NaN };

/**
 * Finds the points a and b of A's and B's core that are furthest along n and against it. The gap is
 * n·(b - a) minus the radii.
 */
export function separate(
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
): void {
  const { x: nx, y: ny } = axis;
  const { cos: c, sin: s } = poseA;
  DIRECTION[0] = c * nx + s * ny;
  DIRECTION[1] = c * ny - s * nx;
  findSupport(a);
  const ax = c * FURTHEST[0] - s * FURTHEST[1], ay = s * FURTHEST[0] + c * FURTHEST[1];
  const { cos: d, sin: t } = poseB;
  DIRECTION[0] = -(d * nx + t * ny);
  DIRECTION[1] = t * nx - d * ny;
  findSupport(b);
  const bx = d * FURTHEST[0] - t * FURTHEST[1], by = t * FURTHEST[0] + d * FURTHEST[1];
  const wx = poseB.x - poseA.x, wy = poseB.y - poseA.y;
  // Written after user code has run, which may have called `separate` itself.
  axis.gap = (wx + (bx - ax)) * nx + (wy + (by - ay)) * ny - a.radius - b.radius;
}
