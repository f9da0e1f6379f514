/**
 * Neighbours of a double, and the rounding errors of sums and products.
 *
 * @module
 */

const U_UP = 1.1102230246251568e-16; // 2^-53 (1 + 2^-52)
const SMALL = 4.450147717014403e-308; // 2^-1021: below, all doubles are 2^-1074 apart
const PRODUCT_MIN = 1.1830521861667747e-271; // 2^-900: above, U_UP times the number is normal

/**
 * Sums of two squares of numbers from SQUARE_MIN to SQUARE_MAX neither overflow nor lose bits to
 * underflow.
 */
export const SQUARE_MIN = 3.054936363499605e-151; // 2^-500
export const SQUARE_MAX = 3.273390607896142e150; // 2^500
/** Powers of two that scale any number outside that range into it, exactly. */
export const SCALE_UP = 4.149515568880993e180; // 2^600
export const SCALE_DOWN = 2.409919865102884e-181; // 2^-600

/**
 * The least double greater than `x`.
 *
 * S. M. Rump, P. Zimmermann, S. Boldo, G. Melquiond, "Computing predecessor and successor in rounding
 * to nearest" (BIT 49, 2009).
 *
 * @param x Any number
 * @returns The next double towards +Infinity; `Infinity` and `NaN` stay
 *
 * @example Usage
 * ```ts
 * import { nextUp } from "@narrowphase/gjk2d/math";
 *
 * nextUp(1); // 1.0000000000000002
 * ```
 */
export function nextUp(x: number): number {
  const m = Math.abs(x);
  if (m < SMALL) return x + 5e-324;
  if (m < PRODUCT_MIN) return nextUp(x * SCALE_UP) * SCALE_DOWN;
  if (m === Infinity) return x > 0 ? x : -Number.MAX_VALUE;
  return x + U_UP * m;
}

/**
 * The greatest double less than `x`.
 *
 * @param x Any number
 * @returns The next double towards -Infinity; `-Infinity` and `NaN` stay
 */
export function nextDown(x: number): number {
  return 0 - nextUp(-x);
}

/** The exact error of s = fl(a + b): a + b = s + error (Knuth). */
export function sumError(a: number, b: number, s: number): number {
  const b1 = s - a;
  return (a - (s - b1)) + (b - b1);
}

const SPLITTER = 134217729; // 2^27 + 1, Dekker's splitting of a double into two halves

/** The exact error of p = fl(a b): a b = p + error (Dekker 1971), for |a|, |b| up to 2^996 and |p| from 2^-968. */
export function productError(a: number, b: number, p: number): number {
  let t = SPLITTER * a;
  const ah = t - (t - a);
  const al = a - ah;
  t = SPLITTER * b;
  const bh = t - (t - b);
  const bl = b - bh;
  return ((ah * bh - p) + ah * bl + al * bh) + al * bl;
}
