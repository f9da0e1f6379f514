/**
 * Points and vectors of the plane: plain `{ x, y }` objects and functions on them.
 *
 * A function that yields a vector takes it as an optional last argument `out` and returns it; `out`
 * may be one of the inputs. Nothing here validates: non-finite input gives non-finite output.
 *
 * @module
 */
import { SCALE_DOWN, SCALE_UP, SQUARE_MAX, SQUARE_MIN } from "./float.ts";

/** A point or vector: two numbers in the caller's units. */
export interface Vec2 {
  /** First coordinate. */
  x: number;
  /** Second coordinate. */
  y: number;
}

/**
 * Makes a vector.
 *
 * @param x First coordinate
 * @param y Second coordinate
 * @returns A new vector
 *
 * @example Usage
 * ```ts
 * import { add, vec2 } from "@narrowphase/gjk2d/math";
 *
 * add(vec2(1, 2), vec2(3, 5)); // { x: 4, y: 7 }
 * ```
 */
export function vec2(x: number = 0, y: number = 0): Vec2 {
  return { x, y };
}

/**
 * Writes two coordinates into a vector.
 *
 * @param x First coordinate
 * @param y Second coordinate
 * @param out Receives the result
 * @returns `out`
 */
export function setVec2(x: number, y: number, out: Vec2): Vec2 {
  out.x = x;
  out.y = y;
  return out;
}

/**
 * Copies a vector.
 *
 * @param v Vector to copy
 * @param out Receives the copy
 * @returns `out`
 */
export function copyVec2(v: Readonly<Vec2>, out: Vec2 = { x: 0, y: 0 }): Vec2 {
  return setVec2(v.x, v.y, out);
}

/**
 * Sum `a + b`.
 *
 * @param a First term
 * @param b Second term
 * @param out Receives the sum; may be `a` or `b`
 * @returns `out`
 */
export function add(a: Readonly<Vec2>, b: Readonly<Vec2>, out: Vec2 = { x: 0, y: 0 }): Vec2 {
  return setVec2(a.x + b.x, a.y + b.y, out);
}

/**
 * Difference `a - b`: the vector from `b` to `a`.
 *
 * @param a Minuend
 * @param b Subtrahend
 * @param out Receives the difference; may be `a` or `b`
 * @returns `out`
 */
export function subtract(a: Readonly<Vec2>, b: Readonly<Vec2>, out: Vec2 = { x: 0, y: 0 }): Vec2 {
  return setVec2(a.x - b.x, a.y - b.y, out);
}

/**
 * Product of a vector and a number.
 *
 * @param v Vector
 * @param factor Number
 * @param out Receives the product; may be `v`
 * @returns `out`
 */
export function scale(v: Readonly<Vec2>, factor: number, out: Vec2 = { x: 0, y: 0 }): Vec2 {
  return setVec2(v.x * factor, v.y * factor, out);
}

/**
 * Sum `a + factor * b`.
 *
 * @param a Start
 * @param b Direction
 * @param factor How many `b` to add
 * @param out Receives the sum; may be `a` or `b`
 * @returns `out`
 */
export function addScaled(
  a: Readonly<Vec2>,
  b: Readonly<Vec2>,
  factor: number,
  out: Vec2 = { x: 0, y: 0 },
): Vec2 {
  return setVec2(a.x + factor * b.x, a.y + factor * b.y, out);
}

/**
 * The opposite vector.
 *
 * @param v Vector
 * @param out Receives the result; may be `v`
 * @returns `out`
 */
export function negate(v: Readonly<Vec2>, out: Vec2 = { x: 0, y: 0 }): Vec2 {
  return setVec2(-v.x, -v.y, out);
}

/**
 * The vector turned by a quarter revolution counter-clockwise (to the left): `(-y, x)`.
 *
 * @param v Vector
 * @param out Receives the result; may be `v`
 * @returns `out`
 */
export function perpendicular(v: Readonly<Vec2>, out: Vec2 = { x: 0, y: 0 }): Vec2 {
  return setVec2(-v.y, v.x, out);
}

/**
 * The vector turned by the angle whose cosine and sine are given, counter-clockwise.
 *
 * @param v Vector
 * @param cos Cosine of the angle
 * @param sin Sine of the angle
 * @param out Receives the result; may be `v`
 * @returns `out`
 */
export function rotate(
  v: Readonly<Vec2>,
  cos: number,
  sin: number,
  out: Vec2 = { x: 0, y: 0 },
): Vec2 {
  return setVec2(cos * v.x - sin * v.y, sin * v.x + cos * v.y, out);
}

/**
 * Linear interpolation `(1 - t) a + t b`: exactly `a` at `t = 0` and exactly `b` at `t = 1`.
 *
 * @param a Value at `t = 0`
 * @param b Value at `t = 1`
 * @param t Parameter; values outside [0, 1] extrapolate
 * @param out Receives the result; may be `a` or `b`
 * @returns `out`
 */
export function lerp(
  a: Readonly<Vec2>,
  b: Readonly<Vec2>,
  t: number,
  out: Vec2 = { x: 0, y: 0 },
): Vec2 {
  const s = 1 - t;
  return setVec2(s * a.x + t * b.x, s * a.y + t * b.y, out);
}

/**
 * The vector of length 1 in the same direction. The zero vector has no direction and stays (0, 0).
 *
 * @param v Vector, of any finite size: neither 1e-320 nor 1e308 loses its direction
 * @param out Receives the result; may be `v`
 * @returns `out`
 */
export function normalize(v: Readonly<Vec2>, out: Vec2 = { x: 0, y: 0 }): Vec2 {
  const m = Math.max(Math.abs(v.x), Math.abs(v.y));
  const k = m < SQUARE_MIN ? SCALE_UP : m > SQUARE_MAX ? SCALE_DOWN : 1;
  const x = k * v.x;
  const y = k * v.y;
  const l = Math.sqrt(x * x + y * y);
  return l === 0 ? setVec2(0, 0, out) : setVec2(x / l, y / l, out);
}

/**
 * Dot product `a.x b.x + a.y b.y`, in units squared.
 *
 * @param a First vector
 * @param b Second vector
 * @returns The dot product
 */
export function dot(a: Readonly<Vec2>, b: Readonly<Vec2>): number {
  return a.x * b.x + a.y * b.y;
}

/**
 * Cross product `a.x b.y - a.y b.x`, in units squared: positive when `b` lies to the left of `a`.
 *
 * @param a First vector
 * @param b Second vector
 * @returns The cross product
 */
export function cross(a: Readonly<Vec2>, b: Readonly<Vec2>): number {
  return a.x * b.y - a.y * b.x;
}

/**
 * Squared length, in units squared. Overflows and underflows earlier than {@linkcode length}.
 *
 * @param v Vector
 * @returns `v.x² + v.y²`
 */
export function lengthSquared(v: Readonly<Vec2>): number {
  return v.x * v.x + v.y * v.y;
}

/**
 * Euclidean length. It overflows only when the length itself is not representable, and tiny vectors keep their length.
 * The relative error is at most 2^-52.
 *
 * @param v Vector
 * @returns The length, `>= 0`
 */
export function length(v: Readonly<Vec2>): number {
  return norm(v.x, v.y);
}

/**
 * Distance between two points. (For shapes, see `distance` of the main entry point.) The difference
 * is formed first, so points far from the origin and close together keep their distance.
 *
 * @param a First point
 * @param b Second point
 * @returns The distance, `>= 0`
 */
export function distance(a: Readonly<Vec2>, b: Readonly<Vec2>): number {
  return norm(a.x - b.x, a.y - b.y);
}

/**
 * Squared distance between two points, in units squared.
 *
 * @param a First point
 * @param b Second point
 * @returns `|a - b|²`
 */
export function distanceSquared(a: Readonly<Vec2>, b: Readonly<Vec2>): number {
  const x = a.x - b.x;
  const y = a.y - b.y;
  return x * x + y * y;
}

/**
 * Whether two vectors have the same coordinates, exactly (`0` equals `-0`, `NaN` equals nothing).
 *
 * @param a First vector
 * @param b Second vector
 * @returns `true` when both coordinates are equal
 */
export function equals(a: Readonly<Vec2>, b: Readonly<Vec2>): boolean {
  return a.x === b.x && a.y === b.y;
}

/**
 * Length of (`x`, `y`) without needless overflow or underflow: a power of two brings the squares into
 * range, which changes no bit of the significand.
 *
 * @param x First coordinate
 * @param y Second coordinate
 * @returns `√(x² + y²)` with a relative error of at most 2^-52, or half a subnormal unit
 */
export function norm(x: number, y: number): number {
  const m = Math.max(Math.abs(x), Math.abs(y));
  if (m === Infinity) return m;
  const k = m < SQUARE_MIN ? SCALE_UP : m > SQUARE_MAX ? SCALE_DOWN : 1;
  const kx = k * x;
  const ky = k * y;
  return Math.sqrt(kx * kx + ky * ky) / k;
}
