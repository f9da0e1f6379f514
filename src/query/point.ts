/**
 * Queries of a shape and a point. The point is a shape with one core point and no radius.
 *
 * @module
 */
import * as state from "../kernel/state.ts";
import * as slots from "../kernel/registers.ts";
import { intersects, signedDistance } from "../kernel/pair.ts";
import { checkPoint, checkPose, checkTarget } from "../math/check.ts";
import { type Pose, readPose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkShape } from "../shapes/check.ts";
import type { Shape } from "../shapes/shape.ts";
import { ORIGIN } from "../shapes/round.ts";
import { DECIDE, solveSpecial, UNSIGNED } from "./attached.ts";
import { Levels } from "./levels.ts";
import type { DistanceResult } from "./result.ts";

const { poses, POSE_A, POSE_B, measured } = state;
const { SIGNED } = slots;

function load(query: string, shape: Shape, pose: Readonly<Pose>, p: Readonly<Vec2>): void {
  checkShape(query, "shape", shape);
  checkPose(query, "pose", pose);
  checkPoint(query, "p", p);
  const { x, y } = p;
  const { x: tx, y: ty, cos, sin } = pose;
  poses[POSE_A] = tx;
  poses[POSE_A + 1] = ty;
  poses[POSE_A + 2] = cos;
  poses[POSE_A + 3] = sin;
  poses[POSE_B] = x;
  poses[POSE_B + 1] = y;
  poses[POSE_B + 2] = 1;
  poses[POSE_B + 3] = 0;
}

/** The poses of shape and point, which start as doubles, so that V8 expects doubles. */
const levels: Levels<{ from: Pose; at: Pose }> = /* @__PURE__ */ new Levels(() => ({
  from: { x: 0.5, y: 0.5, cos: 0.5, sin: 0.5 },
  at: { x: 0.5, y: 0.5, cos: 1, sin: 0 },
}));

/** Solves a shape that is concave or has a support function, with the point that has been loaded. */
function solve(shape: Shape, mode: number): DistanceResult {
  const { from, at } = levels.enter();
  try {
    return solveSpecial(
      shape,
      readPose(poses, POSE_A, from),
      ORIGIN,
      readPose(poses, POSE_B, at),
      mode,
    );
  } finally {
    levels.leave();
  }
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
  if (shape.support !== null) return solve(shape, DECIDE).distance <= 0;
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
  const x = poses[POSE_B], y = poses[POSE_B + 1];
  let inside = false;
  if (shape.support !== null) {
    const { distance, pointA } = solve(shape, UNSIGNED);
    inside = distance <= 0;
    out.x = pointA.x;
    out.y = pointA.y;
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
