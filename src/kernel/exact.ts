/**
 * Exact predicates. Each writes a double to `exact.value` whose sign is that of the real number, for
 * the operands in `W` taken as exact. Its error is below 2 ulps of the products it sums. Nearly
 * always a floating-point filter answers. Otherwise the same expression is summed exactly as an
 * expansion: a sum of doubles that do not overlap, ordered from small to large.
 *
 * Shewchuk (1997), Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
 * Predicates. Operands whose products would underflow are scaled by powers of two. For coordinates
 * up to 2^250, differences down to some 2^-700 of the largest one still count.
 *
 * @module
 */
import * as state from "./state.ts";
import * as record from "../shapes/record.ts";
import * as slots from "./registers.ts";
import * as tolerances from "./tolerances.ts";
import type { Verts } from "../shapes/record.ts";

const { abs, max, sqrt } = Math;

const { exact } = state;
const { RADIUS } = record;
const { registers: W, OPERANDS, SCRATCH } = slots;
const { DETERMINANT_BOUND, LEAST, MOST2, MOST4, SMALL } = tolerances;

/** 2^27 + 1: Dekker's factor, which splits a double into two halves of 26 bits. */
const SPLITTER = 134217729;

// Where the expansions are stored. The number behind each name is its capacity.
const UX = SCRATCH; // 2
const UY = SCRATCH + 2; // 2
const VX = SCRATCH + 4; // 2
const VY = SCRATCH + 6; // 2
const RR = SCRATCH + 8; // 2, then 8 at RADIUS2
const PRODUCT1 = SCRATCH + 16; // 8
const PRODUCT2 = SCRATCH + 24; // 8
const CROSS = SCRATCH + 32; // 16
const LENGTH2 = SCRATCH + 48; // 16
const RADIUS2 = SCRATCH + 64; // 8
const SCALED = SCRATCH + 80; // 32
const PING = SCRATCH + 128; // 512
const PONG = SCRATCH + 640; // 512
const LEFT = SCRATCH + 1152; // 512
const RIGHT = SCRATCH + 1664; // 256
const TOTAL = SCRATCH + 1920; // 768
// Scale factors of the operands, and the limit to which they are scaled.
const SCALE1 = SCRATCH + 2688;
const SCALE2 = SCRATCH + 2689;
const LIMIT = SCRATCH + 2690;

// Doubles are passed through W, because V8 boxes a double that is passed to or returned from a
// function that it does not inline.

/** W[h], W[h + 1] = W[i] - W[j] as an expansion, which may contain zeros. */
export function difference(i: number, j: number, h: number): void {
  const x = W[i], y = W[j];
  const d = x - y;
  const v = x - d;
  W[h] = (x - (d + v)) + (v - y);
  W[h + 1] = d;
}

/** Whether W[i] - W[j] has no rounding error. */
function isExact(i: number, j: number): boolean {
  const x = W[i], y = W[j];
  const d = x - y;
  const v = x - d;
  return x - (d + v) === 0 && v - y === 0;
}

/** W[out] = W[i] · W[j] minus the rounded product, exactly (Dekker). */
export function roundingError(i: number, j: number, out: number): void {
  const x = W[i], y = W[j], p = x * y;
  const xc = SPLITTER * x, yc = SPLITTER * y;
  const xh = xc - (xc - x), yh = yc - (yc - y);
  const xl = x - xh, yl = y - yh;
  W[out] = xl * yl - (((p - xh * yh) - xl * yh) - xh * yl);
}

/**
 * W[h…] = e + f for expansions at e and f. Returns the length of h, which must not overlap either.
 */
function add(e: number, en: number, f: number, fn: number, h: number): number {
  let i = 0, j = 0, n = 0;
  let q = 0;
  while (i < en || j < fn) {
    // Merge by magnitude, smallest first, carrying the rounded sum in q.
    let x = 0;
    if (j >= fn || (i < en && abs(W[e + i]) < abs(W[f + j]))) x = W[e + i++];
    else x = W[f + j++];
    const s = q + x;
    const b = s - q;
    const lo = (q - (s - b)) + (x - b);
    q = s;
    if (lo !== 0) W[h + n++] = lo;
  }
  if (q !== 0) W[h + n++] = q;
  return n;
}

/** W[h…] = e · W[b] for an expansion at e; returns the length of h. */
function scale(e: number, en: number, b: number, h: number): number {
  const y = W[b];
  const yc = SPLITTER * y;
  const yh = yc - (yc - y), yl = y - yh;
  let n = 0;
  let q = 0;
  for (let i = 0; i < en; i++) {
    const x = W[e + i];
    const p = x * y;
    const xc = SPLITTER * x;
    const xh = xc - (xc - x), xl = x - xh;
    const t = xl * yl - (((p - xh * yh) - xl * yh) - xh * yl); // x·y = p + t
    const s = q + t;
    const bv = s - q;
    const lo = (q - (s - bv)) + (t - bv);
    if (lo !== 0) W[h + n++] = lo;
    q = p + s;
    const lo2 = s - (q - p);
    if (lo2 !== 0) W[h + n++] = lo2;
  }
  if (q !== 0) W[h + n++] = q;
  return n;
}

/** W[h…] = e · f for expansions at e and f; returns the length of h, which has no zeros. */
function multiply(e: number, en: number, f: number, fn: number, h: number): number {
  let n = 0;
  let from = PING, to = PONG;
  for (let j = 0; j < fn; j++) {
    const sn = scale(e, en, f + j, SCALED);
    n = add(from, n, SCALED, sn, to);
    const swap = from;
    from = to;
    to = swap;
  }
  for (let i = 0; i < n; i++) W[h + i] = W[from + i];
  return n;
}

/**
 * W[h…] = e - f for expansions without zeros at e and f. Leaves f negated. Returns the length of h.
 */
function subtract(e: number, en: number, f: number, fn: number, h: number): number {
  for (let i = f; i < f + fn; i++) W[i] = -W[i];
  return add(e, en, f, fn, h);
}

/**
 * W[h…] = a · b - c · d, or their sum if `sign` = 1, for differences a, b, c, d. Returns the length
 * of h.
 */
function products(a: number, b: number, c: number, d: number, sign: number, h: number): number {
  const n = multiply(a, 2, b, 2, PRODUCT1), m = multiply(c, 2, d, 2, PRODUCT2);
  return sign > 0 ? add(PRODUCT1, n, PRODUCT2, m, h) : subtract(PRODUCT1, n, PRODUCT2, m, h);
}

/** exact.value = the expansion as a double, within an ulp. Its sign is exact. */
function estimate(e: number, en: number): void {
  let sum = 0;
  for (let i = 0; i < en; i++) sum += W[e + i];
  exact.value = sum;
}

/** exact.value /= W[slot]. A quotient that underflows becomes the least double of its sign. */
function divide(slot: number): void {
  const value = exact.value, q = value / W[slot];
  exact.value = q;
  if (q === 0 && value !== 0) exact.value = value > 0 ? LEAST : -LEAST;
}

/**
 * W[slot] = the power of two, in steps of 2^30, that scales the size in W[slot] to between 2^-30
 * W[LIMIT] and W[LIMIT].
 */
function scaleTo(slot: number): void {
  const size = W[slot], limit = W[LIMIT];
  W[slot] = 1;
  for (let i = 0; i < 32 && size * W[slot] > limit; i++) W[slot] *= 9.313225746154785e-10;
  for (let i = 0; i < 32 && size * W[slot] <= limit * 9.313225746154785e-10; i++) {
    W[slot] *= 1073741824;
  }
}

/** W[CROSS…] = (b - a) x (d - c) of the operands, exactly. Returns its length. */
function crossExpansion(): number {
  difference(OPERANDS + 2, OPERANDS, UX);
  difference(OPERANDS + 3, OPERANDS + 1, UY);
  difference(OPERANDS + 6, OPERANDS + 4, VX);
  difference(OPERANDS + 7, OPERANDS + 5, VY);
  return products(UX, VY, UY, VX, -1, CROSS);
}

/** exact.value = (b - a) x (d - c) for the points a, b, c, d in OPERANDS. */
export function cross(): void {
  const ux = W[OPERANDS + 2] - W[OPERANDS], uy = W[OPERANDS + 3] - W[OPERANDS + 1];
  const vx = W[OPERANDS + 6] - W[OPERANDS + 4], vy = W[OPERANDS + 7] - W[OPERANDS + 5];
  const left = ux * vy, right = uy * vx;
  const det = left - right;
  exact.value = det;
  if (abs(det) > DETERMINANT_BOUND * (abs(left) + abs(right))) return;
  if (left === 0 && right === 0 && (ux === 0 || vy === 0) && (uy === 0 || vx === 0)) return;
  if (
    det === 0 && abs(left) + abs(right) >= SMALL && isExact(OPERANDS + 2, OPERANDS) &&
    isExact(OPERANDS + 3, OPERANDS + 1) && isExact(OPERANDS + 6, OPERANDS + 4) &&
    isExact(OPERANDS + 7, OPERANDS + 5)
  ) {
    // The differences are exact and their rounded products equal, as on any grid. Only the rounding
    // errors of the products are left.
    W[UX] = ux;
    W[UY] = uy;
    W[VX] = vx;
    W[VY] = vy;
    roundingError(UX, VY, PRODUCT1);
    roundingError(UY, VX, PRODUCT2);
    exact.value = W[PRODUCT1] - W[PRODUCT2];
    return;
  }
  preciseCross();
}

/** W[slot] = scale factor for the two points in the operands from `v` on. */
function scaleOf(v: number, slot: number): void {
  const x = max(abs(W[v]), abs(W[v + 2])), y = max(abs(W[v + 1]), abs(W[v + 3]));
  W[slot] = max(x, y);
  W[LIMIT] = MOST2;
  scaleTo(slot);
}

/**
 * `cross` when products underflow. Each vector is scaled by its own factor. The operands are
 * restored.
 */
function scaledCross(): void {
  scaleOf(OPERANDS, SCALE1);
  scaleOf(OPERANDS + 4, SCALE2);
  for (let i = OPERANDS; i < OPERANDS + 4; i++) {
    W[i] *= W[SCALE1];
    W[i + 4] *= W[SCALE2];
  }
  estimate(CROSS, crossExpansion());
  for (let i = OPERANDS; i < OPERANDS + 4; i++) {
    W[i] /= W[SCALE1];
    W[i + 4] /= W[SCALE2];
  }
  divide(SCALE1);
  divide(SCALE2);
}

/**
 * As `cross`, but the value is accurate to an ulp, not only its sign, however much of it cancels.
 */
export function preciseCross(): void {
  estimate(CROSS, crossExpansion());
  if (abs(exact.value) < SMALL && mayUnderflow()) scaledCross();
}

/** Whether products of the factors of the last expansion may have lost digits: not if they are at least 2^-480. */
function mayUnderflow(): boolean {
  for (let i = UX; i < UX + 8; i++) if (W[i] !== 0 && abs(W[i]) * MOST2 < 1) return true;
  return false;
}

/**
 * exact.value = (s - d) x e with the right sign. Each vector is four registers, tail and head; d
 * begins at (0, 0).
 */
export function crossFromEnd(s: number, d: number, e: number): void {
  const n = fromEnd(s, d + 2, e + 1, LEFT), m = fromEnd(s + 1, d + 3, e, RIGHT);
  estimate(TOTAL, subtract(LEFT, n, RIGHT, m, TOTAL));
}

/** One product of `crossFromEnd`, in W[h…]. Returns its length. */
function fromEnd(s: number, d: number, e: number, h: number): number {
  difference(s + 2, s, UX);
  W[VX] = -W[d];
  const n = add(UX, 2, VX, 1, CROSS);
  difference(e + 2, e, VY);
  return multiply(CROSS, n, VY, 2, h);
}

/**
 * Rotates d - c of the operands by 90°, so that `cross` computes the dot product:
 * u · v = u x (-v_y, v_x).
 */
export function turn(): void {
  // c -> (d_y, c_x), d -> (c_y, d_x).
  const cy = W[OPERANDS + 5], dy = W[OPERANDS + 7];
  const cx = W[OPERANDS + 4], dx = W[OPERANDS + 6];
  W[OPERANDS + 4] = dy;
  W[OPERANDS + 5] = cx;
  W[OPERANDS + 6] = cy;
  W[OPERANDS + 7] = dx;
}

/** exact.value = (b - a) · (d - c) for the points a, b, c, d in OPERANDS. Overwrites the last two. */
export function dot(): void {
  turn();
  cross();
}

/**
 * `radiusGap` for operands whose sums do not round, as on any grid. Returns false, and leaves the value
 * unset, if more is needed. It is a function of its own because V8 compiles a short function after
 * fewer calls, and this one is called rarely.
 */
function plainGap(VA: Verts, VB: Verts, edge: number): boolean {
  const ra = VA[RADIUS], rb = VB[RADIUS];
  const vx = W[OPERANDS + 4] - W[OPERANDS], vy = W[OPERANDS + 5] - W[OPERANDS + 1];
  const R = ra + rb, part = R - ra;
  const exactX = isExact(OPERANDS + 4, OPERANDS);
  const exactY = isExact(OPERANDS + 5, OPERANDS + 1);
  if ((ra - (R - part)) + (rb - part) === 0) {
    // If the sums are exact, as on any grid, little is left to do...
    if (edge === 1) {
      // ...for an edge along an axis, since one coordinate gives the distance from its line...
      const ex = W[OPERANDS + 2] - W[OPERANDS], ey = W[OPERANDS + 3] - W[OPERANDS + 1];
      if ((ex === 0 && ey !== 0 && exactX) || (ey === 0 && ex !== 0 && exactY)) {
        exact.value = abs(ex === 0 ? vx : vy) - R;
        return true;
      }
    } else if (exactX && exactY) {
      // ...and for two points, if the squares are exact as well.
      const xx = vx * vx, yy = vy * vy, square = R * R;
      W[VX] = vx;
      W[VY] = vy;
      W[RR] = R;
      roundingError(VX, VX, PRODUCT1);
      roundingError(VY, VY, PRODUCT2);
      roundingError(RR, RR, CROSS);
      if (
        (vx === 0 || xx > SMALL) && (vy === 0 || yy > SMALL) &&
        W[PRODUCT1] === 0 && W[PRODUCT2] === 0 && W[CROSS] === 0
      ) {
        const s = xx + yy, sy = s - xx;
        const low = (xx - (s - sy)) + (yy - sy); // xx + yy = s + low
        const gap = s - square;
        if (gap === 0 || low === 0) {
          // At most one of the two is not 0, and the rounded difference has the sign of the exact
          // one.
          exact.value = gap === 0 && low === 0 ? 0 : (gap === 0 ? low : gap) / (sqrt(s) + R);
          return true;
        }
      }
    }
  }
  return false;
}

/**
 * exact.value = distance - R, with R = r_A + r_B exact. The distance is from the point in operands 4,
 * 5 to the point in operands 0, 1 (`edge` = 0), or to the line through that point and the one in
 * operands 2, 3 (`edge` = 1).
 *
 * With c = e x v,
 *
 *   |v|² - R² = (|v| - R)(|v| + R),   c² - |e|² R² = |e|² (|c|/|e| - R)(|c|/|e| + R).
 *
 * The left sides are polynomials, so their sign is found exactly, and the division keeps it. The
 * operands are first scaled by a power of two, so that products of two or four of them stay in
 * range.
 */
export function radiusGap(VA: Verts, VB: Verts, edge: number): void {
  if (plainGap(VA, VB, edge)) return;
  const ra = VA[RADIUS], rb = VB[RADIUS], R = ra + rb;
  const vx = W[OPERANDS + 4] - W[OPERANDS], vy = W[OPERANDS + 5] - W[OPERANDS + 1];
  let size = max(R, max(abs(vx), abs(vy)));
  if (edge === 1) {
    size = max(size, abs(W[OPERANDS + 2] - W[OPERANDS]));
    size = max(size, abs(W[OPERANDS + 3] - W[OPERANDS + 1]));
  }
  W[SCALE1] = size;
  W[LIMIT] = edge === 0 ? MOST2 : MOST4;
  scaleTo(SCALE1);
  const k = W[SCALE1];
  for (let i = 0; i < 6; i++) W[OPERANDS + i] *= k;

  W[OPERANDS + 6] = ra * k;
  W[OPERANDS + 7] = -rb * k;
  difference(OPERANDS + 6, OPERANDS + 7, RR);
  const r2n = multiply(RR, 2, RR, 2, RADIUS2);
  const Rk = R * k;
  difference(OPERANDS + 4, OPERANDS, VX);
  difference(OPERANDS + 5, OPERANDS + 1, VY);
  if (edge === 0) {
    const n = products(VX, VX, VY, VY, 1, LENGTH2);
    estimate(TOTAL, subtract(LENGTH2, n, RADIUS2, r2n, TOTAL));
    const x = W[VX + 1], y = W[VY + 1], xx = x * x, yy = y * y;
    // (If a square underflows.)
    if (exact.value === 0 && ((x !== 0 && xx === 0) || (y !== 0 && yy === 0))) exact.value = LEAST;
    W[SCALE2] = sqrt(xx + yy) + Rk;
    if (exact.value !== 0) divide(SCALE2);
    divide(SCALE1);
    return;
  }
  difference(OPERANDS + 2, OPERANDS, UX);
  difference(OPERANDS + 3, OPERANDS + 1, UY);
  const ux = W[UX + 1], uy = W[UY + 1];
  const cn = products(UX, VY, UY, VX, -1, CROSS);
  const ln = products(UX, UX, UY, UY, 1, LENGTH2);
  const left = multiply(CROSS, cn, CROSS, cn, LEFT);
  const right = multiply(LENGTH2, ln, RADIUS2, r2n, RIGHT);
  estimate(TOTAL, subtract(LEFT, left, RIGHT, right, TOTAL));
  if (exact.value === 0) return;
  const gap = exact.value, length = sqrt(ux * ux + uy * uy);
  estimate(CROSS, cn);
  W[SCALE2] = abs(exact.value) + length * Rk;
  exact.value = gap / length;
  divide(SCALE2);
  divide(SCALE1);
}

/**
 * `radiusGap` for the edge between the points in operands 0 to 3 and the point in operands 4, 5,
 * which lies beside it. The line is no further away than either end. So if products of numbers too
 * different in size underflow, an end that is in reach gives the sign.
 */
export function edgeGap(VA: Verts, VB: Verts): void {
  const ux = W[OPERANDS], uy = W[OPERANDS + 1];
  const wx = W[OPERANDS + 2], wy = W[OPERANDS + 3];
  const x = W[OPERANDS + 4], y = W[OPERANDS + 5];
  radiusGap(VA, VB, 1);
  const gap = exact.value;
  if (!(gap > 0)) return;
  for (let end = 0; end < 2; end++) {
    W[OPERANDS] = end === 0 ? ux : wx;
    W[OPERANDS + 1] = end === 0 ? uy : wy;
    W[OPERANDS + 4] = x;
    W[OPERANDS + 5] = y;
    radiusGap(VA, VB, 0);
    if (exact.value <= 0) return;
  }
  exact.value = gap;
}
