/**
 * Rigid transforms of the plane as plain `{ x, y, cos, sin }` objects.
 *
 * @module
 */
import { atan2, sincos } from "./angle.ts";
import { checkFinite, checkObject, refuse } from "./check.ts";
import { norm, setVec2, type Vec2 } from "./vec2.ts";

/**
 * A rigid transform: rotate by the angle whose cosine and sine are `cos` and `sin`, then translate by (`x`,
 * `y`), in the caller's units. Poses are plain, mutable objects; any object with these four numbers will do.
 *
 * Queries refuse numbers that are not finite, positions beyond ±2^250, and poses that scale: `cos² + sin²` must be 1
 * to within 2^-20. Rotations kept in single precision are fine. If you integrate `cos` and `sin` by hand, divide both
 * by √(cos² + sin²) after each step, or keep an angle and call {@linkcode setAngle}.
 */
export interface Pose {
  /** Translation along the first world axis. */
  x: number;
  /** Translation along the second world axis. */
  y: number;
  /** Cosine of the rotation angle. */
  cos: number;
  /** Sine of the rotation angle. */
  sin: number;
}

/** The identity transform; frozen. */
export const IDENTITY: Readonly<Pose> = Object.freeze({ x: 0, y: 0, cos: 1, sin: 0 });

/**
 * Makes a pose from a position and an angle.
 *
 * @param x Translation along the first world axis
 * @param y Translation along the second world axis
 * @param angle Rotation in radians, counter-clockwise (from the first axis towards the second)
 * @returns A new, mutable pose
 * @throws {TypeError} If an argument is not a number
 * @throws {RangeError} If an argument is not finite
 *
 * @example Usage
 * ```ts
 * import { pose, transformPoint } from "@narrowphase/gjk2d/math";
 *
 * const p = pose(10, 20, 0);
 * transformPoint(p, { x: 1, y: 2 }); // { x: 11, y: 22 }
 * ```
 */
export function pose(x: number = 0, y: number = 0, angle: number = 0): Pose {
  if (typeof x === "object") refuse("create pose", "x", x, "be a number, as in pose(p.x, p.y)");
  checkFinite("create pose", "x", x);
  checkFinite("create pose", "y", y);
  checkFinite("create pose", "angle", angle);
  return sincos(angle, { x, y, cos: 1, sin: 0 });
}

/**
 * Sets the rotation of a pose and keeps its position.
 *
 * @param pose Pose to change
 * @param angle Rotation in radians, counter-clockwise (from the first axis towards the second)
 * @returns `pose`
 * @throws {TypeError} If `pose` is not an object or `angle` not a number
 * @throws {RangeError} If `angle` is not finite; the pose is then unchanged
 */
export function setAngle(pose: Pose, angle: number): Pose {
  checkObject("set angle", "pose", pose, "a pose { x, y, cos, sin }");
  checkFinite("set angle", "angle", angle);
  return sincos(angle, pose);
}

/**
 * Rotation angle of a pose.
 *
 * @param pose Pose
 * @returns The angle in radians, in [-π, π]
 */
export function angleOf(pose: Readonly<Pose>): number {
  return atan2(pose.sin, pose.cos);
}

/** A pose to be filled. */
export const newPose = (): Pose => ({ x: NaN, y: NaN, cos: NaN, sin: NaN });

/** Reads the pose at this place of an array. */
export function readPose(P: Float64Array, at: number, out: Pose): Pose {
  out.x = P[at];
  out.y = P[at + 1];
  out.cos = P[at + 2];
  out.sin = P[at + 3];
  return out;
}

/**
 * Copies a pose.
 *
 * @param pose Pose to copy
 * @param out Receives the copy
 * @returns `out`
 */
export function copyPose(
  pose: Readonly<Pose>,
  out: Pose = { x: 0, y: 0, cos: 1, sin: 0 },
): Pose {
  return setPose(pose.x, pose.y, pose.cos, pose.sin, out);
}

/**
 * Composition `a ∘ b`: applies `b` first, then `a`. If `b` is given in the frame of `a`, the result is `b` in
 * the world.
 *
 * Each product moves cos² + sin² away from 1 by about 1e-16. If you compose poses over thousands of steps,
 * renormalise them with `setAngle(p, angleOf(p))`, or keep the angles instead.
 *
 * @param a Outer transform
 * @param b Inner transform, applied first
 * @param out Receives the composition; may be `a` or `b`
 * @returns `out`
 */
export function multiply(
  a: Readonly<Pose>,
  b: Readonly<Pose>,
  out: Pose = { x: 0, y: 0, cos: 1, sin: 0 },
): Pose {
  return setPose(
    a.cos * b.x - a.sin * b.y + a.x,
    a.sin * b.x + a.cos * b.y + a.y,
    a.cos * b.cos - a.sin * b.sin,
    a.sin * b.cos + a.cos * b.sin,
    out,
  );
}

/**
 * Relative transform `a⁻¹ ∘ b`: the world pose `b` as seen in the frame of `a`, whose (`cos`, `sin`) must have
 * length 1.
 *
 * @param a World pose of the frame
 * @param b World pose to express in it
 * @param out Receives the relative pose; may be `a` or `b`
 * @returns `out`
 *
 * @example Usage
 * ```ts
 * import { inverseMultiply, multiply, pose } from "@narrowphase/gjk2d/math";
 *
 * const a = pose(1, 2, 0.3);
 * const b = pose(4, 6, 0.7);
 * multiply(a, inverseMultiply(a, b)).y; // ≈ 6.000000
 * ```
 */
export function inverseMultiply(
  a: Readonly<Pose>,
  b: Readonly<Pose>,
  out: Pose = { x: 0, y: 0, cos: 1, sin: 0 },
): Pose {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  return setPose(
    a.cos * dx + a.sin * dy,
    a.cos * dy - a.sin * dx,
    a.cos * b.cos + a.sin * b.sin,
    a.cos * b.sin - a.sin * b.cos,
    out,
  );
}

/**
 * Point of the pose's frame, in world coordinates.
 *
 * @param pose Frame
 * @param p Point in the frame
 * @param out Receives the world point; may be `p`
 * @returns `out`
 */
export function transformPoint(
  pose: Readonly<Pose>,
  p: Readonly<Vec2>,
  out: Vec2 = { x: 0, y: 0 },
): Vec2 {
  return setVec2(
    pose.cos * p.x - pose.sin * p.y + pose.x,
    pose.sin * p.x + pose.cos * p.y + pose.y,
    out,
  );
}

/**
 * World point, in coordinates of the pose's frame. The pose's (`cos`, `sin`) must have length 1.
 *
 * @param pose Frame
 * @param p World point
 * @param out Receives the point in the frame; may be `p`
 * @returns `out`
 */
export function inverseTransformPoint(
  pose: Readonly<Pose>,
  p: Readonly<Vec2>,
  out: Vec2 = { x: 0, y: 0 },
): Vec2 {
  const dx = p.x - pose.x;
  const dy = p.y - pose.y;
  return setVec2(pose.cos * dx + pose.sin * dy, pose.cos * dy - pose.sin * dx, out);
}

/**
 * Vector of the pose's frame, in world coordinates: rotated, not translated.
 *
 * @param pose Frame
 * @param v Vector in the frame
 * @param out Receives the world vector; may be `v`
 * @returns `out`
 */
export function rotateVector(
  pose: Readonly<Pose>,
  v: Readonly<Vec2>,
  out: Vec2 = { x: 0, y: 0 },
): Vec2 {
  return setVec2(pose.cos * v.x - pose.sin * v.y, pose.sin * v.x + pose.cos * v.y, out);
}

/**
 * World vector, in coordinates of the pose's frame: rotated back, not translated. The pose's (`cos`, `sin`)
 * must have length 1.
 *
 * @param pose Frame
 * @param v World vector
 * @param out Receives the vector in the frame; may be `v`
 * @returns `out`
 */
export function inverseRotateVector(
  pose: Readonly<Pose>,
  v: Readonly<Vec2>,
  out: Vec2 = { x: 0, y: 0 },
): Vec2 {
  return setVec2(pose.cos * v.x + pose.sin * v.y, pose.cos * v.y - pose.sin * v.x, out);
}

/**
 * Pose between two poses, for drawing between steps: positions on the straight line, rotations by the
 * normalised blend of (cos, sin), which turns along the shorter arc. It turns fastest in the middle: against a
 * constant angular velocity it is off by at most 4.1° over a quarter revolution and less than 0.02° over 15°.
 *
 * When the two rotations are exactly opposite no arc is shorter: the blend keeps the rotation of `a`
 * before the middle and that of `b` after it, and at `alpha = 0.5` it stands a quarter revolution
 * counter-clockwise of `a`.
 *
 * @param a Pose at `alpha = 0`, returned exactly
 * @param b Pose at `alpha = 1`, returned exactly
 * @param alpha Parameter in [0, 1]; values outside extrapolate the position
 * @param out Receives the result; may be `a` or `b`
 * @returns `out`
 */
export function interpolatePose(
  a: Readonly<Pose>,
  b: Readonly<Pose>,
  alpha: number,
  out: Pose = { x: 0, y: 0, cos: 1, sin: 0 },
): Pose {
  if (alpha === 0) return copyPose(a, out);
  if (alpha === 1) return copyPose(b, out);
  const s = 1 - alpha;
  const x = s * a.x + alpha * b.x;
  const y = s * a.y + alpha * b.y;
  const c = s * a.cos + alpha * b.cos;
  const d = s * a.sin + alpha * b.sin;
  const l = norm(c, d);
  // A blend of two unit vectors shorter than 2^-50 is rounding error: they are opposite.
  if (l < 8.881784197001252e-16) return setPose(x, y, -a.sin, a.cos, out);
  return setPose(x, y, c / l, d / l, out);
}

function setPose(x: number, y: number, cos: number, sin: number, out: Pose): Pose {
  out.x = x;
  out.y = y;
  out.cos = cos;
  out.sin = sin;
  return out;
}
