import { checkFinite, checkObject, checkPose, checkVector } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import { norm, type Vec2 } from "../math/vec2.ts";
import { checkShape } from "../shapes/check.ts";
import type { Shape } from "../shapes/shape.ts";
import { evaluateSupport } from "../shapes/support.ts";

/**
 * Support point of a shape: its point furthest in a direction, radius included.
 *
 * Of several equally far points of a polygon the first by index is returned, where rounding does not prefer another.
 *
 * @param shape Shape
 * @param pose Pose of `shape` in the world
 * @param dir Direction in the world, of any length but 0
 * @param out Receives the point; may be `dir` itself
 * @returns `out`, in world coordinates
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a number is not finite, a position beyond ±2^250, or `dir` is (0, 0)
 *
 * @example Usage
 * ```ts
 * import { box, pose, support } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(support(box(2, 2), pose(10, 0), { x: 1, y: 3 }), { x: 11, y: 1 });
 * ```
 */
export function support(
  shape: Shape,
  pose: Readonly<Pose>,
  dir: Readonly<Vec2>,
  out: Vec2 = { x: 0, y: 0 },
): Vec2 {
  checkShape("find support", "shape", shape);
  checkPose("find support", "pose", pose);
  checkVector("find support", "dir", dir);
  checkObject("find support", "out", out, "a point { x, y }");
  const { x, y, cos, sin } = pose;
  const length = norm(dir.x, dir.y);
  if (length === 0) {
    throw new RangeError("Cannot find support: dir is (0, 0), must have a direction");
  }
  checkFinite("find support", "the length of dir", length);
  const ux = dir.x / length;
  const uy = dir.y / length;
  // Of points that are exactly equally far a division would prefer one; lengths at the ends of the range need it.
  const isUsual = shape.support === null && length > 1e-75 && length < 1e75;
  const vx = isUsual ? dir.x : ux;
  const vy = isUsual ? dir.y : uy;
  evaluateSupport(shape, cos * vx + sin * vy, cos * vy - sin * vx, out);
  const px = out.x;
  const py = out.y;
  out.x = cos * px - sin * py + x + shape.radius * ux;
  out.y = sin * px + cos * py + y + shape.radius * uy;
  return out;
}
