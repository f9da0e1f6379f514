/**
 * Queries of a shape and a point. The point is a shape with one core point and no radius.
 *
 * @module
 */
import * as state from "../kernel/state.ts";
import * as slots from "../kernel/registers.ts";
import { intersects, signedDistance } from "../kernel/pair.ts";
import { checkPoint, checkPose, checkTarget } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkShape } from "../shapes/check.ts";
import type { Shape } from "../shapes/shape.ts";
import { ORIGIN } from "../shapes/round.ts";
import { concave, smoothSignedDistance, specialIntersects } from "./attached.ts";

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { poses, POSE_A, POSE_B, measured } = state;
const { SIGNED } = slots;

/**
 * The pose of the query's point; and a copy of the shape's, for a support function, because accessors may make queries
 * of their own.
 */
const PROBE_POSE: Pose = { x: 0.5, y: 0.5, cos: 1, sin: 0 };
const SHAPE_POSE: Pose = { x: 0.5, y: 0.5, cos: 0.5, sin: 0.5 };

function load(query: string, shape: Shape, pose: Readonly<Pose>, p: Readonly<Vec2>): void {
  checkShape(query, "shape", shape);
  checkPose(query, "pose", pose);
  checkPoint(query, "p", p);
  const { x, y } = p;
  const { x: tx, y: ty, cos, sin } = pose;
  SHAPE_POSE.x = poses[POSE_A] = tx;
  SHAPE_POSE.y = poses[POSE_A + 1] = ty;
  SHAPE_POSE.cos = poses[POSE_A + 2] = cos;
  SHAPE_POSE.sin = poses[POSE_A + 3] = sin;
  poses[POSE_B] = x;
  poses[POSE_B + 1] = y;
  poses[POSE_B + 2] = 1;
  poses[POSE_B + 3] = 0;
  PROBE_POSE.x = x;
  PROBE_POSE.y = y;
}

/**
 * Whether a point lies in a shape or on its boundary: the same as {@linkcode intersects} with `point(p)`, and
 * as exact. If the pose rotates, a vertex computed by `transformPoint` or `support` may lie an ulp outside.
 *
 * @param shape Shape
 * @param pose Pose of `shape` in the world
 * @param p Point in the world
 * @returns `true` when the shape contains the point
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a number is not finite or a position beyond ±2^250
 *
 * @example Usage
 * ```ts
 * import { box, containsPoint, IDENTITY } from "@narrowphase/gjk2d";
 *
 * containsPoint(box(2, 2), IDENTITY, { x: 1, y: 0.5 }); // true
 * containsPoint(box(2, 2), IDENTITY, { x: 1.001, y: 0.5 }); // false
 * ```
 */
export function containsPoint(
  shape: Shape,
  pose: Readonly<Pose>,
  p: Readonly<Vec2>,
): boolean {
  load("test point", shape, pose, p);
  if (shape.support !== null) {
    return shape.support === undefined
      ? concave!.containsPoint(shape, pose, p)
      : specialIntersects(shape, SHAPE_POSE, ORIGIN, PROBE_POSE);
  }
  return intersects(shape.record, shape.count, ORIGIN.record, 1) === 1;
}

/**
 * The point of a shape closest to a given point, to 4 u (see {@linkcode distance}); the point itself when the
 * shape contains it.
 *
 * To get the boundary point of a convex shape nearest to a contained point, use `signedDistance` with `point(p)`.
 *
 * @param shape Shape
 * @param pose Pose of `shape` in the world
 * @param p Point in the world
 * @param out Receives the closest point; may be `p` itself
 * @returns `out`, in world coordinates
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a number is not finite or a position beyond ±2^250
 *
 * @example Usage
 * ```ts
 * import { closestPoint, IDENTITY, segment } from "@narrowphase/gjk2d";
 *
 * const floor = segment({ x: -5, y: 0 }, { x: 5, y: 0 });
 * closestPoint(floor, IDENTITY, { x: 2, y: 3 }); // { x: 2, y: 0 }
 * ```
 */
export function closestPoint(
  shape: Shape,
  pose: Readonly<Pose>,
  p: Readonly<Vec2>,
  out: Vec2 = { x: 0, y: 0 },
): Vec2 {
  load("find closest point", shape, pose, p);
  checkTarget("find closest point", out);
  if (shape.support === undefined) {
    return concave!.closestPoint("find closest point", shape, pose, p, out);
  }
  const { x, y } = PROBE_POSE;
  let inside = false;
  if (shape.support !== null) {
    const result = smoothSignedDistance(shape, SHAPE_POSE, ORIGIN, PROBE_POSE);
    inside = result.distance <= 0;
    out.x = result.pointA.x;
    out.y = result.pointA.y;
  } else {
    signedDistance(shape.record, shape.count, ORIGIN.record, 1, SIGNED);
    inside = measured.distance <= 0;
    out.x = measured.ax;
    out.y = measured.ay;
  }
  if (inside) {
    out.x = x;
    out.y = y;
  }
  return out;
}
