/**
 * The orientation predicate, with an exact sign for all finite doubles.
 *
 * J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric
 * predicates" (Discrete & Computational Geometry 18, 1997).
 *
 * @module
 */
import { productError, sumError } from "./float.ts";
import type { Vec2 } from "./vec2.ts";

// u = 2^-53. Error bound of Shewchuk's stage A for orient2d. His stage B has one of 2 u, and decides
// too few of the rest.
const U = 1.1102230246251565e-16;
const BOUND_A = 3 * U + 16 * U * U;

// Range in which the stages are exact. If all non-zero coordinates are in [2^-340, 2^500],
// differences and their rounding errors are multiples of 2^-392, and products are multiples of
// 2^-784 and below 2^1003. So nothing under- or overflows. Outside, integers decide.
const EXACT_MIN = 4.464794497196387e-103; // 2^-340
const EXACT_MAX = 3.273390607896142e150; // 2^500
// Stage A alone is safe if its sum of products is above this: its bound then exceeds 2^-1074 by
// far.
const FILTER_MIN = 1.1830521861667747e-271; // 2^-900

/**
 * Twice the signed area of the triangle a, b, c, with an exact sign: positive when the triangle is
 * counter-clockwise (c to the left of a → b), negative when it is clockwise, and 0 if and only if the
 * three points are exactly collinear. The magnitude is an estimate, within 4e-16 of the sum of
 * |(ax - cx)(by - cy)| and |(ay - cy)(bx - cx)|, whose difference it is (unless it leaves the range of
 * doubles): of points that are all but collinear the sign may be all that is right.
 *
 * @param ax First coordinate of a
 * @param ay Second coordinate of a
 * @param bx First coordinate of b
 * @param by Second coordinate of b
 * @param cx First coordinate of c
 * @param cy Second coordinate of c
 * @returns A number whose sign is exact for all finite input; `NaN` for non-finite input
 *
 * @example Usage
 * ```ts
 * import { orient2d } from "@narrowphase/gjk2d/math";
 *
 * // One ulp to the left of the diagonal.
 * orient2d(12, 12, 24, 24, 0.5, 0.5000000000000001) > 0; // true
 * ```
 */
export function orient2d(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): number {
  // det = (ax - cx)(by - cy) - (ay - cy)(bx - cx)
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const det = left - right;
  const sum = Math.abs(left) + Math.abs(right);
  // NaN and infinities fail this test and go on to the exact stages.
  if (Math.abs(det) > BOUND_A * sum && sum > FILTER_MIN) return det;
  return orientExact(ax, ay, bx, by, cx, cy);
}

/** `orient2d` without its filter: the magnitude of the result is accurate to a few roundings, too. */
export function orientExact(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): number {
  return inExactRange(ax) && inExactRange(ay) && inExactRange(bx) && inExactRange(by) &&
      inExactRange(cx) && inExactRange(cy)
    ? orientExpansion(ax, ay, bx, by, cx, cy)
    : orientInteger([ax, ay, bx, by, cx, cy]);
}

/**
 * Orientation of three points.
 *
 * @param a First point
 * @param b Second point
 * @param c Third point
 * @returns 1 for a left turn (counter-clockwise), -1 for a right turn, 0 for exactly collinear points
 */
export function orientation(
  a: Readonly<Vec2>,
  b: Readonly<Vec2>,
  c: Readonly<Vec2>,
): -1 | 0 | 1 {
  const d = orient2d(a.x, a.y, b.x, b.y, c.x, c.y);
  return d > 0 ? 1 : d < 0 ? -1 : 0;
}

function inExactRange(v: number): boolean {
  const m = Math.abs(v);
  return m === 0 || (m >= EXACT_MIN && m <= EXACT_MAX);
}

/**
 * An expansion: `size` doubles, ordered by increasing magnitude and without overlapping bits, whose
 * exact sum is the number. There is room for eight products of two doubles each.
 */
const E: number[] = new Array(16).fill(0.5);
let size = 0;

/** Adds p q to the expansion, exactly. */
function addProduct(p: number, q: number): void {
  const product = p * q;
  grow(productError(p, q, product));
  grow(product);
}

/** Adds a double to the expansion, exactly (Shewchuk's grow-expansion). */
function grow(v: number): void {
  for (let i = 0; i < size; i++) {
    const s = v + E[i];
    E[i] = sumError(v, E[i], s);
    v = s;
  }
  E[size++] = v;
}

/**
 * The value of the expansion, up to a few roundings. No two components have adjacent bits, so the
 * components below the largest are less than half of its last bit, and the sign is exact.
 */
function estimate(): number {
  let sum = 0;
  for (let i = 0; i < size; i++) sum += E[i];
  return sum;
}

/** Shewchuk's stage D: an exact sum of the products and of what the differences lost to rounding. */
function orientExpansion(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): number {
  const acx = ax - cx, bcx = bx - cx, acy = ay - cy, bcy = by - cy;
  const left = acx * bcy, right = acy * bcx;
  const leftTail = productError(acx, bcy, left), rightTail = productError(acy, bcx, right);
  // (acx + acxTail)(bcy + bcyTail) - (acy + acyTail)(bcx + bcxTail), exactly.
  const acxTail = sumError(ax, -cx, acx), bcxTail = sumError(bx, -cx, bcx);
  const acyTail = sumError(ay, -cy, acy), bcyTail = sumError(by, -cy, bcy);
  const isPlain = acxTail === 0 && bcxTail === 0 && acyTail === 0 && bcyTail === 0;
  if (isPlain && leftTail === rightTail) return left - right;
  size = 0;
  grow(leftTail);
  grow(left);
  grow(-rightTail);
  grow(-right);
  if (!isPlain) {
    addProduct(acxTail, bcy);
    addProduct(acx, bcyTail);
    addProduct(acxTail, bcyTail);
    addProduct(-acyTail, bcx);
    addProduct(-acy, bcxTail);
    addProduct(-acyTail, bcxTail);
  }
  return estimate();
}

/**
 * Exact for all finite doubles, because every double is an integer multiple of 2^-1074. Slow, but
 * only needed for coordinates outside [2^-340, 2^500] whose triangle the filter could not decide.
 */
function orientInteger(coordinates: number[]): number {
  if (!coordinates.every(Number.isFinite)) return NaN;
  const [ax, ay, bx, by, cx, cy] = coordinates.map(toInteger);
  const det = (ax - cx) * (by - cy) - (ay - cy) * (bx - cx);
  if (det === 0n) return 0;
  // Convert back to a double, a multiple of 2^-2148, without rounding to 0 or to infinity.
  const size = det < 0n ? -det : det;
  let shift = Math.max(0, size.toString(16).length * 4 - 64);
  let value = Number(size >> BigInt(shift));
  for (shift -= 2148; shift < 0; shift++) value *= 0.5;
  for (; shift > 0 && value < Infinity; shift--) value *= 2;
  value = Math.min(Math.max(value, Number.MIN_VALUE), Number.MAX_VALUE);
  return det < 0n ? -value : value;
}

/** v × 2^1074, an integer. */
function toInteger(v: number): bigint {
  // Move all bits in front of the binary point. Multiplication by 2 is exact.
  let m = v;
  let shift = 1074n;
  for (; m !== Math.floor(m); shift--) m *= 2;
  return BigInt(m) << shift;
}
