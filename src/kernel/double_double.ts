/**
 * Double-double arithmetic: numbers as sums of two doubles, hi + lo, in neighbouring registers.
 * This gives some 106 bits to the few quantities of a cast that cancel.
 *
 * A vector is two points in four registers, tail x, y and head x, y. So each component is known
 * exactly as hi + lo, although the difference of two doubles may not be a double.
 *
 * T. J. Dekker (1971), A floating-point technique for extending the available precision.
 *
 * @module
 */
import type { f64, i32 } from "./ptr.ts";
import { preciseCross, roundingError } from "./exact.ts";
import { registers } from "./ptr.ts";

// The register file, as a constant of this file; see ptr.ts.
const W = registers;

// Copies of the operations in ptr.ts.
const abs = Math.abs;

// Copies of the constants in registers.ts and exact.ts, held equal by `deno task ok`: V8 folds a constant of the same
// file, but reads one of another module from memory at every use.
const OPERANDS: i32 = 40;
const VALUE: i32 = 48;
const SMALL: f64 = 1.1830521861667747e-271;

/** 2^27 + 1 splits a double into two halves of 26 bits. */
const SPLITTER: f64 = 134217729;
/** A determinant below this fraction of its terms, 2^-48, is computed with expansions. */
const CANCELLED: f64 = 3.552713678800501e-15;

/** W[out] + W[out + 1] = W[i] · W[j], exactly. */
export function multiply(i: i32, j: i32, out: i32): void {
  roundingError(i, j, out + 1);
  W[out] = W[i] * W[j];
}

/** W[out] + W[out + 1] = (W[i] + W[i + 1]) · (W[j] + W[j + 1]), within 2^-102. */
export function multiplyPairs(i: i32, j: i32, out: i32): void {
  const rest: f64 = W[i] * W[j + 1] + W[i + 1] * W[j];
  multiply(i, j, out);
  W[out + 1] += rest;
}

/**
 * W[out] + W[out + 1] = u x v for the vectors at `u` and `v`, within 2^-100 of the products it
 * sums, and with an exact sign. Each component is an exact difference of two doubles, stored as a
 * sum x + x':
 *
 *   u x v = (ux vy - uy vx) + (ux vy' + ux' vy - uy vx' - uy' vx)   and terms below 2^-104
 */
export function determinant(u: i32, v: i32, out: i32): void {
  const u0: f64 = W[u], u1: f64 = W[u + 1], u2: f64 = W[u + 2], u3: f64 = W[u + 3];
  const v0: f64 = W[v], v1: f64 = W[v + 1], v2: f64 = W[v + 2], v3: f64 = W[v + 3];
  const ux: f64 = u2 - u0, uy: f64 = u3 - u1, vx: f64 = v2 - v0, vy: f64 = v3 - v1;
  const uxv: f64 = u2 - ux, uyv: f64 = u3 - uy, vxv: f64 = v2 - vx, vyv: f64 = v3 - vy;
  const ux1: f64 = (u2 - (ux + uxv)) + (uxv - u0), uy1: f64 = (u3 - (uy + uyv)) + (uyv - u1);
  const vx1: f64 = (v2 - (vx + vxv)) + (vxv - v0), vy1: f64 = (v3 - (vy + vyv)) + (vyv - v1);
  const l: f64 = ux * vy, r: f64 = uy * vx;
  const s: f64 = l - r, w: f64 = s - l;
  // The rounding errors of the products, by splitting the factors.
  const uxc: f64 = SPLITTER * ux, uyc: f64 = SPLITTER * uy;
  const vxc: f64 = SPLITTER * vx, vyc: f64 = SPLITTER * vy;
  const uxh: f64 = uxc - (uxc - ux), uyh: f64 = uyc - (uyc - uy);
  const vxh: f64 = vxc - (vxc - vx), vyh: f64 = vyc - (vyc - vy);
  const uxl: f64 = ux - uxh, uyl: f64 = uy - uyh, vxl: f64 = vx - vxh, vyl: f64 = vy - vyh;
  const l1: f64 = uxl * vyl - (((l - uxh * vyh) - uxl * vyh) - uxh * vyl);
  const r1: f64 = uyl * vxl - (((r - uyh * vxh) - uyl * vxh) - uyh * vxl);
  const lo: f64 = ((l - (s - w)) - (r + w)) + (l1 - r1) +
    ((ux * vy1 + ux1 * vy) - (uy * vx1 + uy1 * vx));
  const hi: f64 = s + lo;
  W[out] = hi;
  W[out + 1] = lo - (hi - s);
  if (abs(l) + abs(r) < SMALL) {
    // The rounding errors of small products underflow; the expansions are scaled. Products with a
    // factor 0 are exact.
    if ((ux === 0 || vy === 0) && (uy === 0 || vx === 0)) return;
  } else {
    if (abs(hi) > CANCELLED * (abs(l) + abs(r))) return;
    // If the components have no rounding errors, the sum above has the exact sign.
    if (ux1 === 0 && uy1 === 0 && vx1 === 0 && vy1 === 0) return;
  }
  for (let k: i32 = 0; k < 4; k++) {
    W[OPERANDS + k] = W[u + k];
    W[OPERANDS + 4 + k] = W[v + k];
  }
  preciseCross();
  W[out] = W[VALUE];
  W[out + 1] = 0;
}

/** From W[to] on: the vector at `from`, turned left. */
export function turnLeft(from: i32, to: i32): void {
  W[to] = -W[from + 1];
  W[to + 1] = W[from];
  W[to + 2] = -W[from + 3];
  W[to + 3] = W[from + 2];
}
