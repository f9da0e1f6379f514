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
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import * as tolerances from "./tolerances.ts";
import { preciseCross, roundingError } from "./exact.ts";

const { abs } = Math;

const { exact } = state;
const { registers: W, OPERANDS } = slots;
const { SMALL, CANCELLED } = tolerances;

/** 2^27 + 1 splits a double into two halves of 26 bits. */
const SPLITTER = 134217729;
/** W[out] + W[out + 1] = W[i] · W[j], exactly. */
export function multiply(i: number, j: number, out: number): void {
  roundingError(i, j, out + 1);
  W[out] = W[i] * W[j];
}

/** W[out] + W[out + 1] = (W[i] + W[i + 1]) · (W[j] + W[j + 1]), within 2^-102. */
export function multiplyPairs(i: number, j: number, out: number): void {
  const rest = W[i] * W[j + 1] + W[i + 1] * W[j];
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
export function determinant(u: number, v: number, out: number): void {
  const u0 = W[u], u1 = W[u + 1], u2 = W[u + 2], u3 = W[u + 3];
  const v0 = W[v], v1 = W[v + 1], v2 = W[v + 2], v3 = W[v + 3];
  const ux = u2 - u0, uy = u3 - u1, vx = v2 - v0, vy = v3 - v1;
  const uxv = u2 - ux, uyv = u3 - uy, vxv = v2 - vx, vyv = v3 - vy;
  const ux1 = (u2 - (ux + uxv)) + (uxv - u0), uy1 = (u3 - (uy + uyv)) + (uyv - u1);
  const vx1 = (v2 - (vx + vxv)) + (vxv - v0), vy1 = (v3 - (vy + vyv)) + (vyv - v1);
  const l = ux * vy, r = uy * vx;
  const s = l - r, w = s - l;
  // The rounding errors of the products, by splitting the factors.
  const uxc = SPLITTER * ux, uyc = SPLITTER * uy;
  const vxc = SPLITTER * vx, vyc = SPLITTER * vy;
  const uxh = uxc - (uxc - ux), uyh = uyc - (uyc - uy);
  const vxh = vxc - (vxc - vx), vyh = vyc - (vyc - vy);
  const uxl = ux - uxh, uyl = uy - uyh, vxl = vx - vxh, vyl = vy - vyh;
  const l1 = uxl * vyl - (((l - uxh * vyh) - uxl * vyh) - uxh * vyl);
  const r1 = uyl * vxl - (((r - uyh * vxh) - uyl * vxh) - uyh * vxl);
  const lo = ((l - (s - w)) - (r + w)) + (l1 - r1) +
    ((ux * vy1 + ux1 * vy) - (uy * vx1 + uy1 * vx));
  const hi = s + lo;
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
  for (let k = 0; k < 4; k++) {
    W[OPERANDS + k] = W[u + k];
    W[OPERANDS + 4 + k] = W[v + k];
  }
  preciseCross();
  W[out] = exact.value;
  W[out + 1] = 0;
}

/** From W[to] on: the vector at `from`, turned left. */
export function turnLeft(from: number, to: number): void {
  W[to] = -W[from + 1];
  W[to + 1] = W[from];
  W[to + 2] = -W[from + 3];
  W[to + 3] = W[from + 2];
}
