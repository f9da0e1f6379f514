/**
 * The orientation predicate, with an exact sign for all finite doubles.
 *
 * J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric
 * predicates" (Discrete & Computational Geometry 18, 1997).
 *
 * @module
 */
import type { Vec2 } from "./vec2.ts";

// u = 2^-53. Bounds of Shewchuk's stages A, B and C for orient2d, and of the final estimate.
const U = 1.1102230246251565e-16;
const RESULT_BOUND = (3 + 8 * U) * U;
const BOUND_A = (3 + 16 * U) * U;
const BOUND_B = (2 + 12 * U) * U;
const BOUND_C = (9 + 64 * U) * U * U;

const SPLITTER = 134217729; // 2^27 + 1

// Where the stages are exact: with all non-zero coordinates in [2^-340, 2^500], differences and
// their rounding errors are multiples of 2^-392, products multiples of 2^-784 and below 2^1003, so
// nothing under- or overflows, the error bounds included. Outside, integers decide.
const EXACT_MIN = 4.464794497196387e-103; // 2^-340
const EXACT_MAX = 3.273390607896142e150; // 2^500
// Stage A alone is safe whenever its sum of products is above this: its bound then dwarfs 2^-1074.
const FILTER_MIN = 1.1830521861667747e-271; // 2^-900

/**
 * Twice the signed area of the triangle a, b, c, with an exact sign: positive when the triangle is
 * counter-clockwise (c to the left of a → b), negative when it is clockwise, and 0 if and only if the
 * three points are exactly collinear. The magnitude is an estimate (relative error below 1e-15 unless it
 * leaves the range of doubles).
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
 * import { assert } from "@std/assert";
 *
 * // One ulp to the left of the diagonal.
 * assert(orient2d(12, 12, 24, 24, 0.5, 0.5000000000000001) > 0);
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
  // A NaN or an infinity fails this test and goes on to the exact stages.
  if (Math.abs(det) > BOUND_A * sum && sum > FILTER_MIN && sum < Infinity) return det;
  return inExactRange(ax) && inExactRange(ay) && inExactRange(bx) && inExactRange(by) &&
      inExactRange(cx) && inExactRange(cy)
    ? orientAdaptive(ax, ay, bx, by, cx, cy, sum)
    : orientInteger(ax, ay, bx, by, cx, cy);
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

// Work space of the exact stages: expansions, components by increasing magnitude.
const W: number[] = new Array(4).fill(0.5);
const B: number[] = new Array(4).fill(0.5);
const D1: number[] = new Array(8).fill(0.5);
const D2: number[] = new Array(12).fill(0.5);
const D3: number[] = new Array(16).fill(0.5);

/** Stages B, C and D: each adds precision to the last and stops when the sign is certain. */
function orientAdaptive(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  sum: number,
): number {
  const acx = ax - cx;
  const bcx = bx - cx;
  const acy = ay - cy;
  const bcy = by - cy;

  // Stage B: the rounded differences multiplied exactly.
  productDifference(acx, bcy, acy, bcx, B);
  let det = B[0] + B[1] + B[2] + B[3];
  if (Math.abs(det) >= BOUND_B * sum) return det;

  // What the differences lost; often nothing, and stage B was exact.
  const acxTail = differenceTail(ax, cx, acx);
  const bcxTail = differenceTail(bx, cx, bcx);
  const acyTail = differenceTail(ay, cy, acy);
  const bcyTail = differenceTail(by, cy, bcy);
  if (acxTail === 0 && bcxTail === 0 && acyTail === 0 && bcyTail === 0) return det;

  // Stage C: first-order correction.
  const bound = BOUND_C * sum + RESULT_BOUND * Math.abs(det);
  det += (acx * bcyTail + bcy * acxTail) - (acy * bcxTail + bcx * acyTail);
  if (Math.abs(det) >= bound) return det;

  // Stage D: all of (acx + acxTail)(bcy + bcyTail) - (acy + acyTail)(bcx + bcxTail).
  productDifference(acxTail, bcy, acyTail, bcx, W);
  const n1 = expansionSum(4, B, 4, W, D1);
  productDifference(acx, bcyTail, acy, bcxTail, W);
  const n2 = expansionSum(n1, D1, 4, W, D2);
  productDifference(acxTail, bcyTail, acyTail, bcxTail, W);
  const n3 = expansionSum(n2, D2, 4, W, D3);
  return D3[n3 - 1];
}

/** The exact error of `x = fl(a - b)`: a - b = x + tail (Knuth). */
function differenceTail(a: number, b: number, x: number): number {
  const bVirtual = a - x;
  const aVirtual = x + bVirtual;
  return (a - aVirtual) + (bVirtual - b);
}

/** `out[0..3]` = p q - r s exactly, by increasing magnitude. */
function productDifference(p: number, q: number, r: number, s: number, out: number[]): void {
  let t = SPLITTER * p;
  const ph = t - (t - p);
  const pl = p - ph;
  t = SPLITTER * q;
  const qh = t - (t - q);
  const ql = q - qh;
  t = SPLITTER * r;
  const rh = t - (t - r);
  const rl = r - rh;
  t = SPLITTER * s;
  const sh = t - (t - s);
  const sl = s - sh;
  const m1 = p * q;
  const m0 = pl * ql - (((m1 - ph * qh) - pl * qh) - ph * ql);
  const n1 = r * s;
  const n0 = rl * sl - (((n1 - rh * sh) - rl * sh) - rh * sl);
  // (m1 + m0) - (n1 + n0), one double at a time
  let x = m0 - n0;
  out[0] = differenceTail(m0, n0, x);
  const y = m1 + x;
  const low = sumTail(m1, x, y);
  x = low - n1;
  out[1] = differenceTail(low, n1, x);
  out[3] = y + x;
  out[2] = sumTail(y, x, out[3]);
}

/** The exact error of `x = fl(a + b)`. */
function sumTail(a: number, b: number, x: number): number {
  const bVirtual = x - a;
  const aVirtual = x - bVirtual;
  return (a - aVirtual) + (b - bVirtual);
}

/**
 * Sum of two expansions without zero components (Shewchuk's fast expansion sum with zero
 * elimination); returns the number of components, at least 1.
 */
function expansionSum(m: number, e: number[], n: number, f: number[], out: number[]): number {
  let i = 0, j = 0, k = 0;
  let q = 0;
  while (i < m || j < n) {
    // next component by magnitude
    const next = j === n || (i < m && Math.abs(e[i]) <= Math.abs(f[j])) ? e[i++] : f[j++];
    const x = q + next;
    const tail = sumTail(q, next, x);
    if (tail !== 0) out[k++] = tail;
    q = x;
  }
  if (q !== 0 || k === 0) out[k++] = q;
  return k;
}

/**
 * Exact for all finite doubles: every double is an integer multiple of 2^-1074. Slow, and reached
 * only by coordinates outside [2^-340, 2^500] whose triangle the filter could not decide.
 */
function orientInteger(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): number {
  if (
    !(Number.isFinite(ax) && Number.isFinite(ay) && Number.isFinite(bx) && Number.isFinite(by) &&
      Number.isFinite(cx) && Number.isFinite(cy))
  ) return NaN;
  const x = toInteger(cx);
  const y = toInteger(cy);
  const det = (toInteger(ax) - x) * (toInteger(by) - y) - (toInteger(ay) - y) * (toInteger(bx) - x);
  if (det === 0n) return 0;
  // Back to a double, kept off 0 and infinity: det is a multiple of 2^-2148.
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
  let m = v;
  let shift = 1074n;
  while (Math.abs(m) >= 9007199254740992) { // 2^53: an integer that keeps all its bits
    m *= 1.1102230246251565e-16; // 2^-53
    shift += 53n;
  }
  // Bring all bits in front of the point; multiplication by 2 is exact.
  while (m !== Math.floor(m)) {
    m *= 2;
    shift--;
  }
  return BigInt(m) << shift;
}
