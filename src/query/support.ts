import { checkPose, checkTarget, checkVector } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import { normalize, type Vec2 } from "../math/vec2.ts";
import { checkShape } from "../shapes/check.ts";
import type { Shape } from "../shapes/shape.ts";
import { concave } from "./attached.ts";
import { DIRECTION, findSupport, FURTHEST } from "../shapes/support.ts";

/**
 * Support point of a shape: its point furthest in a direction, radius included.
 *
 * Of several equally far points of a polygon, the first by index is returned, unless rounding prefers another.
 *
 * @param shape Shape
 * @param pose Pose of `shape` in the world
 * @param dir Direction in the world, of any length but 0
 * @param out Receives the point; may be `dir` itself
 * @returns `out`, in world coordinates
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a number is not finite, a position beyond ±2^250, or `dir` is (0, 0)
 *
 * @example Usage
 * ```ts
 * import { box, pose, support } from "@narrowphase/gjk2d";
 *
 * support(box(2, 2), pose(10, 0), { x: 1, y: 3 }); // { x: 11, y: 1 }
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
  checkTarget("find support", out);
  const { x, y, cos, sin } = pose;
  // Into an object: V8 may box a number that a function returns.
  const { x: ux, y: uy } = normalize(dir, unit);
  if (ux === 0 && uy === 0) {
    throw new RangeError("Cannot find support: dir is (0, 0), must have a direction");
  }
  if (shape.support === undefined) return concave!.support(shape, pose, dir, out);
  // A division would prefer one of several points that are exactly equally far. Only lengths at the
  // ends of the range need it.
  const size = Math.max(Math.abs(dir.x), Math.abs(dir.y));
  const isUsual = shape.support === null && size > 1e-75 && size < 1e75;
  const vx = isUsual ? dir.x : ux;
  const vy = isUsual ? dir.y : uy;
  const lx = cos * vx + sin * vy;
  const ly = cos * vy - sin * vx;
  DIRECTION[0] = lx;
  DIRECTION[1] = ly;
  findSupport(shape);
  const px = FURTHEST[0], py = FURTHEST[1];
  out.x = cos * px - sin * py + x + shape.radius * ux;
  out.y = sin * px + cos * py + y + shape.radius * uy;
  return out;
}

const unit: Vec2 = { x: NaN, y: NaN };
