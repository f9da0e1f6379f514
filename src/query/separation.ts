/**
 * The separation of two shapes along an axis.
 *
 * @module
 */
import type { Pose } from "../math/pose.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { DIRECTION, findSupport, FURTHEST } from "../shapes/support.ts";

/** Arguments and results of `separate`, which JavaScript engines would otherwise box. */
export const AXIS: Float64Array = /* @__PURE__ */ new Float64Array(3);
/** The axis n, a unit vector in the world. */
export const AXIS_X = 0;
export const AXIS_Y = 1;
/** The separation along the axis. If negative, B has to move by that much along n to leave A. */
export const AXIS_GAP = 2;

/**
 * Finds the points a and b of A's and B's core that are furthest along n and against it. AXIS_GAP =
 * n·(b - a) minus the radii.
 */
export function separate(
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
): void {
  const nx = AXIS[AXIS_X], ny = AXIS[AXIS_Y];
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
  AXIS[AXIS_GAP] = (wx + (bx - ax)) * nx + (wy + (by - ay)) * ny - a.radius - b.radius;
}
