/**
 * The point of a body that is furthest in a direction.
 *
 * @module
 */
import { checkObject, checkPose, checkVector } from "../../math/check.ts";
import type { Pose } from "../../math/pose.ts";
import { normalize, type Vec2 } from "../../math/vec2.ts";
import { support } from "../support.ts";
import { type Body, partsOf } from "./compound.ts";

/**
 * Support point of a body: its point furthest in a direction, radii included, which is that of one of its
 * parts. Of parts that reach equally far the first is taken, where rounding does not prefer another.
 *
 * @param body Body: a convex shape or a compound
 * @param pose Pose of `body` in the world
 * @param dir Direction in the world, of any length but 0
 * @param out Receives the point; may be `dir` itself
 * @returns `out`, in world coordinates
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a number is not finite, a position beyond ±2^250, or `dir` is (0, 0)
 *
 * @example Usage
 * ```ts
 * import { box, compound, compoundSupport, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const ell = compound([box(4, 1), { shape: box(1, 4), pose: pose(-2, 2) }]);
 * assertEquals(compoundSupport(ell, pose(10, 0), { x: 1, y: 3 }), { x: 8.5, y: 4 });
 * ```
 */
export function compoundSupport(
  body: Body,
  pose: Readonly<Pose>,
  dir: Readonly<Vec2>,
  out: Vec2 = { x: 0, y: 0 },
): Vec2 {
  const task = "find support";
  const { parts } = partsOf(task, "body", body);
  checkPose(task, "pose", pose);
  checkVector(task, "dir", dir);
  checkObject(task, "out", out, "a point { x, y }");
  const { x, y } = pose;
  // A support function may ask for one of its own: what is not in locals is read before the next part is asked.
  const { x: ux, y: uy } = normalize(dir, unit);
  let bestX = 0, bestY = 0, furthest = -Infinity;
  for (let k = 0; k < parts.length; k++) {
    support(parts[k], pose, dir, partPoint);
    const px = partPoint.x, py = partPoint.y;
    const s = (px - x) * ux + (py - y) * uy;
    if (!(s > furthest)) continue;
    furthest = s;
    bestX = px;
    bestY = py;
  }
  out.x = bestX;
  out.y = bestY;
  return out;
}

const unit: Vec2 = { x: NaN, y: NaN };

/** Support point of a part, read before any other code runs. */
const partPoint: Vec2 = { x: NaN, y: NaN };
