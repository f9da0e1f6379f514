/**
 * Exact predicates. Each writes a double to `W[VALUE]` whose sign is that of the real number, for
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
import type { f64, i32, Verts } from "./ptr.ts";
import { registers } from "./ptr.ts";

// The register file, as a constant of this file; see ptr.ts.
const W = registers;

// Copies of the operations in ptr.ts.
const abs = Math.abs;
const max = Math.max;
const sqrt = Math.sqrt;

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const RADIUS: i32 = 0;
const OPERANDS: i32 = 40;
const SCRATCH: i32 = 64;
const VALUE: i32 = 48;

/** Shewchuk's bound for a 2 x 2 determinant of differences: (3 + 16 ε) ε with ε = 2^-53. */
export const DETERMINANT_BOUND: f64 = 3.3306690738754716e-16;
/** If a sum of products or squares is below this, 2^-900, their rounding errors may underflow. */
export const SMALL: f64 = 1.1830521861667747e-271;
/**
 * The least double. It stands for results and quotients that would underflow to 0, to keep their
 * sign.
 */
export const LEAST: f64 = 5e-324;
/** Products of two operands up to 2^480, and of four operands up to 2^240, stay in range. */
const MOST2: f64 = 3.1217485503159922e144;
const MOST4: f64 = 1.7668470647783843e72;
/** 2^27 + 1: Dekker's factor, which splits a double into two halves of 26 bits. */
const SPLITTER: f64 = 134217729;

// Where the expansions are stored. The number behind each name is its capacity.
const UX: i32 = SCRATCH; // 2
const UY: i32 = SCRATCH + 2; // 2
const VX: i32 = SCRATCH + 4; // 2
const VY: i32 = SCRATCH + 6; // 2
const RR: i32 = SCRATCH + 8; // 2, then 8 at RADIUS2
const PRODUCT1: i32 = SCRATCH + 16; // 8
const PRODUCT2: i32 = SCRATCH + 24; // 8
const CROSS: i32 = SCRATCH + 32; // 16
const LENGTH2: i32 = SCRATCH + 48; // 16
const RADIUS2: i32 = SCRATCH + 64; // 8
const SCALED: i32 = SCRATCH + 80; // 32
const PING: i32 = SCRATCH + 128; // 512
const PONG: i32 = SCRATCH + 640; // 512
const LEFT: i32 = SCRATCH + 1152; // 512
const RIGHT: i32 = SCRATCH + 1664; // 256
const TOTAL: i32 = SCRATCH + 1920; // 768
// Scale factors of the operands, and the limit to which they are scaled.
const SCALE1: i32 = SCRATCH + 2688;
const SCALE2: i32 = SCRATCH + 2689;
const LIMIT: i32 = SCRATCH + 2690;

// Doubles are passed through W, because V8 boxes a double that is passed to or returned from a
// function that it does not inline.

/** W[h], W[h + 1] = W[i] - W[j] as an expansion, which may contain zeros. */
export function difference(i: i32, j: i32, h: i32): void {
  const x: f64 = W[i], y: f64 = W[j];
  const d: f64 = x - y;
  const v: f64 = x - d;
  W[h] = (x - (d + v)) + (v - y);
  W[h + 1] = d;
}

/** Whether W[i] - W[j] has no rounding error. */
function isExact(i: i32, j: i32): boolean {
  const x: f64 = W[i], y: f64 = W[j];
  const d: f64 = x - y;
  const v: f64 = x - d;
  return x - (d + v) === 0 && v - y === 0;
}

/** W[out] = W[i] · W[j] minus the rounded product, exactly (Dekker). */
export function roundingError(i: i32, j: i32, out: i32): void {
  const x: f64 = W[i], y: f64 = W[j], p: f64 = x * y;
  const xc: f64 = SPLITTER * x, yc: f64 = SPLITTER * y;
  const xh: f64 = xc - (xc - x), yh: f64 = yc - (yc - y);
  const xl: f64 = x - xh, yl: f64 = y - yh;
  W[out] = xl * yl - (((p - xh * yh) - xl * yh) - xh * yl);
}

/**
 * W[h…] = e + f for expansions at e and f. Returns the length of h, which must not overlap either.
 */
function add(e: i32, en: i32, f: i32, fn: i32, h: i32): i32 {
  let i: i32 = 0, j: i32 = 0, n: i32 = 0;
  let q: f64 = 0;
  while (i < en || j < fn) {
    // Merge by magnitude, smallest first, carrying the rounded sum in q.
    let x: f64 = 0;
    if (j >= fn || (i < en && abs(W[e + i]) < abs(W[f + j]))) x = W[e + i++];
    else x = W[f + j++];
    const s: f64 = q + x;
    const b: f64 = s - q;
    const lo: f64 = (q - (s - b)) + (x - b);
    q = s;
    if (lo !== 0) W[h + n++] = lo;
  }
  if (q !== 0) W[h + n++] = q;
  return n;
}

/** W[h…] = e · W[b] for an expansion at e; returns the length of h. */
function scale(e: i32, en: i32, b: i32, h: i32): i32 {
  const y: f64 = W[b];
  const yc: f64 = SPLITTER * y;
  const yh: f64 = yc - (yc - y), yl: f64 = y - yh;
  let n: i32 = 0;
  let q: f64 = 0;
  for (let i: i32 = 0; i < en; i++) {
    const x: f64 = W[e + i];
    const p: f64 = x * y;
    const xc: f64 = SPLITTER * x;
    const xh: f64 = xc - (xc - x), xl: f64 = x - xh;
    const t: f64 = xl * yl - (((p - xh * yh) - xl * yh) - xh * yl); // x·y = p + t
    const s: f64 = q + t;
    const bv: f64 = s - q;
    const lo: f64 = (q - (s - bv)) + (t - bv);
    if (lo !== 0) W[h + n++] = lo;
    q = p + s;
    const lo2: f64 = s - (q - p);
    if (lo2 !== 0) W[h + n++] = lo2;
  }
  if (q !== 0) W[h + n++] = q;
  return n;
}

/** W[h…] = e · f for expansions at e and f; returns the length of h, which has no zeros. */
function multiply(e: i32, en: i32, f: i32, fn: i32, h: i32): i32 {
  let n: i32 = 0;
  let from: i32 = PING, to: i32 = PONG;
  for (let j: i32 = 0; j < fn; j++) {
    const sn: i32 = scale(e, en, f + j, SCALED);
    n = add(from, n, SCALED, sn, to);
    const swap: i32 = from;
    from = to;
    to = swap;
  }
  for (let i: i32 = 0; i < n; i++) W[h + i] = W[from + i];
  return n;
}

/**
 * W[h…] = e - f for expansions without zeros at e and f. Leaves f negated. Returns the length of h.
 */
function subtract(e: i32, en: i32, f: i32, fn: i32, h: i32): i32 {
  for (let i: i32 = f; i < f + fn; i++) W[i] = -W[i];
  return add(e, en, f, fn, h);
}

/**
 * W[h…] = a · b - c · d, or their sum if `sign` = 1, for differences a, b, c, d. Returns the length
 * of h.
 */
function products(a: i32, b: i32, c: i32, d: i32, sign: i32, h: i32): i32 {
  const n: i32 = multiply(a, 2, b, 2, PRODUCT1), m: i32 = multiply(c, 2, d, 2, PRODUCT2);
  return sign > 0 ? add(PRODUCT1, n, PRODUCT2, m, h) : subtract(PRODUCT1, n, PRODUCT2, m, h);
}

/** W[VALUE] = the expansion as a double, within an ulp. Its sign is exact. */
function estimate(e: i32, en: i32): void {
  let sum: f64 = 0;
  for (let i: i32 = 0; i < en; i++) sum += W[e + i];
  W[VALUE] = sum;
}

/** W[VALUE] /= W[slot]. A quotient that underflows becomes the least double of its sign. */
function divide(slot: i32): void {
  const value: f64 = W[VALUE], q: f64 = value / W[slot];
  W[VALUE] = q;
  if (q === 0 && value !== 0) W[VALUE] = value > 0 ? LEAST : -LEAST;
}

/**
 * W[slot] = the power of two, in steps of 2^30, that scales the size in W[slot] to between 2^-30
 * W[LIMIT] and W[LIMIT].
 */
function scaleTo(slot: i32): void {
  const size: f64 = W[slot], limit: f64 = W[LIMIT];
  W[slot] = 1;
  for (let i: i32 = 0; i < 32 && size * W[slot] > limit; i++) W[slot] *= 9.313225746154785e-10;
  for (let i: i32 = 0; i < 32 && size * W[slot] <= limit * 9.313225746154785e-10; i++) {
    W[slot] *= 1073741824;
  }
}

/** W[CROSS…] = (b - a) x (d - c) of the operands, exactly. Returns its length. */
function crossExpansion(): i32 {
  difference(OPERANDS + 2, OPERANDS, UX);
  difference(OPERANDS + 3, OPERANDS + 1, UY);
  difference(OPERANDS + 6, OPERANDS + 4, VX);
  difference(OPERANDS + 7, OPERANDS + 5, VY);
  return products(UX, VY, UY, VX, -1, CROSS);
}

/** W[VALUE] = (b - a) x (d - c) for the points a, b, c, d in OPERANDS. */
export function cross(): void {
  const ux: f64 = W[OPERANDS + 2] - W[OPERANDS], uy: f64 = W[OPERANDS + 3] - W[OPERANDS + 1];
  const vx: f64 = W[OPERANDS + 6] - W[OPERANDS + 4], vy: f64 = W[OPERANDS + 7] - W[OPERANDS + 5];
  const left: f64 = ux * vy, right: f64 = uy * vx;
  const det: f64 = left - right;
  W[VALUE] = det;
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
    W[VALUE] = W[PRODUCT1] - W[PRODUCT2];
    return;
  }
  preciseCross();
}

/** W[slot] = scale factor for the two points in the operands from `v` on. */
function scaleOf(v: i32, slot: i32): void {
  const x: f64 = max(abs(W[v]), abs(W[v + 2])), y: f64 = max(abs(W[v + 1]), abs(W[v + 3]));
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
  for (let i: i32 = OPERANDS; i < OPERANDS + 4; i++) {
    W[i] *= W[SCALE1];
    W[i + 4] *= W[SCALE2];
  }
  estimate(CROSS, crossExpansion());
  for (let i: i32 = OPERANDS; i < OPERANDS + 4; i++) {
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
  if (abs(W[VALUE]) < SMALL) scaledCross();
}

/**
 * W[VALUE] = (s - d) x e with the right sign. Each vector is four registers, tail and head; d
 * begins at (0, 0).
 */
export function crossFromEnd(s: i32, d: i32, e: i32): void {
  const n: i32 = fromEnd(s, d + 2, e + 1, LEFT), m: i32 = fromEnd(s + 1, d + 3, e, RIGHT);
  estimate(TOTAL, subtract(LEFT, n, RIGHT, m, TOTAL));
}

/** One product of `crossFromEnd`, in W[h…]. Returns its length. */
function fromEnd(s: i32, d: i32, e: i32, h: i32): i32 {
  difference(s + 2, s, UX);
  W[VX] = -W[d];
  const n: i32 = add(UX, 2, VX, 1, CROSS);
  difference(e + 2, e, VY);
  return multiply(CROSS, n, VY, 2, h);
}

/**
 * Rotates d - c of the operands by 90°, so that `cross` computes the dot product:
 * u · v = u x (-v_y, v_x).
 */
export function turn(): void {
  // c -> (d_y, c_x), d -> (c_y, d_x).
  const cy: f64 = W[OPERANDS + 5], dy: f64 = W[OPERANDS + 7];
  const cx: f64 = W[OPERANDS + 4], dx: f64 = W[OPERANDS + 6];
  W[OPERANDS + 4] = dy;
  W[OPERANDS + 5] = cx;
  W[OPERANDS + 6] = cy;
  W[OPERANDS + 7] = dx;
}

/** W[VALUE] = (b - a) · (d - c) for the points a, b, c, d in OPERANDS. Overwrites the last two. */
export function dot(): void {
  turn();
  cross();
}

/**
 * `radiusGap` for operands whose sums do not round, as on any grid. Returns false, and leaves VALUE
 * unset, if more is needed. It is a function of its own because V8 compiles a short function after
 * fewer calls, and this one is called rarely.
 */
function plainGap(VA: Verts, VB: Verts, edge: i32): boolean {
  const ra: f64 = VA[RADIUS], rb: f64 = VB[RADIUS];
  const vx: f64 = W[OPERANDS + 4] - W[OPERANDS], vy: f64 = W[OPERANDS + 5] - W[OPERANDS + 1];
  const R: f64 = ra + rb, part: f64 = R - ra;
  const exactX: boolean = isExact(OPERANDS + 4, OPERANDS);
  const exactY: boolean = isExact(OPERANDS + 5, OPERANDS + 1);
  if ((ra - (R - part)) + (rb - part) === 0) {
    // If the sums are exact, as on any grid, little is left to do...
    if (edge === 1) {
      // ...for an edge along an axis, since one coordinate gives the distance from its line...
      const ex: f64 = W[OPERANDS + 2] - W[OPERANDS], ey: f64 = W[OPERANDS + 3] - W[OPERANDS + 1];
      if ((ex === 0 && ey !== 0 && exactX) || (ey === 0 && ex !== 0 && exactY)) {
        W[VALUE] = abs(ex === 0 ? vx : vy) - R;
        return true;
      }
    } else if (exactX && exactY) {
      // ...and for two points, if the squares are exact as well.
      const xx: f64 = vx * vx, yy: f64 = vy * vy, square: f64 = R * R;
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
        const s: f64 = xx + yy, sy: f64 = s - xx;
        const low: f64 = (xx - (s - sy)) + (yy - sy); // xx + yy = s + low
        const gap: f64 = s - square;
        if (gap === 0 || low === 0) {
          // At most one of the two is not 0, and the rounded difference has the sign of the exact
          // one.
          W[VALUE] = gap === 0 && low === 0 ? 0 : (gap === 0 ? low : gap) / (sqrt(s) + R);
          return true;
        }
      }
    }
  }
  return false;
}

/**
 * W[VALUE] = distance - R, with R = r_A + r_B exact. The distance is from the point in operands 4,
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
export function radiusGap(VA: Verts, VB: Verts, edge: i32): void {
  if (plainGap(VA, VB, edge)) return;
  const ra: f64 = VA[RADIUS], rb: f64 = VB[RADIUS], R: f64 = ra + rb;
  const vx: f64 = W[OPERANDS + 4] - W[OPERANDS], vy: f64 = W[OPERANDS + 5] - W[OPERANDS + 1];
  let size: f64 = max(R, max(abs(vx), abs(vy)));
  if (edge === 1) {
    size = max(size, abs(W[OPERANDS + 2] - W[OPERANDS]));
    size = max(size, abs(W[OPERANDS + 3] - W[OPERANDS + 1]));
  }
  W[SCALE1] = size;
  W[LIMIT] = edge === 0 ? MOST2 : MOST4;
  scaleTo(SCALE1);
  const k: f64 = W[SCALE1];
  for (let i: i32 = 0; i < 6; i++) W[OPERANDS + i] *= k;

  W[OPERANDS + 6] = ra * k;
  W[OPERANDS + 7] = -rb * k;
  difference(OPERANDS + 6, OPERANDS + 7, RR);
  const r2n: i32 = multiply(RR, 2, RR, 2, RADIUS2);
  const Rk: f64 = R * k;
  difference(OPERANDS + 4, OPERANDS, VX);
  difference(OPERANDS + 5, OPERANDS + 1, VY);
  if (edge === 0) {
    const n: i32 = products(VX, VX, VY, VY, 1, LENGTH2);
    estimate(TOTAL, subtract(LENGTH2, n, RADIUS2, r2n, TOTAL));
    const x: f64 = W[VX + 1], y: f64 = W[VY + 1], xx: f64 = x * x, yy: f64 = y * y;
    // (If a square underflows.)
    if (W[VALUE] === 0 && ((x !== 0 && xx === 0) || (y !== 0 && yy === 0))) W[VALUE] = LEAST;
    W[SCALE2] = sqrt(xx + yy) + Rk;
    if (W[VALUE] !== 0) divide(SCALE2);
    divide(SCALE1);
    return;
  }
  difference(OPERANDS + 2, OPERANDS, UX);
  difference(OPERANDS + 3, OPERANDS + 1, UY);
  const ux: f64 = W[UX + 1], uy: f64 = W[UY + 1];
  const cn: i32 = products(UX, VY, UY, VX, -1, CROSS);
  const ln: i32 = products(UX, UX, UY, UY, 1, LENGTH2);
  const left: i32 = multiply(CROSS, cn, CROSS, cn, LEFT);
  const right: i32 = multiply(LENGTH2, ln, RADIUS2, r2n, RIGHT);
  estimate(TOTAL, subtract(LEFT, left, RIGHT, right, TOTAL));
  if (W[VALUE] === 0) return;
  const gap: f64 = W[VALUE], length: f64 = sqrt(ux * ux + uy * uy);
  estimate(CROSS, cn);
  W[SCALE2] = abs(W[VALUE]) + length * Rk;
  W[VALUE] = gap / length;
  divide(SCALE2);
  divide(SCALE1);
}

/**
 * `radiusGap` for the edge between the points in operands 0 to 3 and the point in operands 4, 5,
 * which lies beside it. The line is no further away than either end. So if products of numbers too
 * different in size underflow, an end that is in reach gives the sign.
 */
export function edgeGap(VA: Verts, VB: Verts): void {
  const ux: f64 = W[OPERANDS], uy: f64 = W[OPERANDS + 1];
  const wx: f64 = W[OPERANDS + 2], wy: f64 = W[OPERANDS + 3];
  const x: f64 = W[OPERANDS + 4], y: f64 = W[OPERANDS + 5];
  radiusGap(VA, VB, 1);
  const gap: f64 = W[VALUE];
  if (!(gap > 0)) return;
  for (let end: i32 = 0; end < 2; end++) {
    W[OPERANDS] = end === 0 ? ux : wx;
    W[OPERANDS + 1] = end === 0 ? uy : wy;
    W[OPERANDS + 4] = x;
    W[OPERANDS + 5] = y;
    radiusGap(VA, VB, 0);
    if (W[VALUE] <= 0) return;
  }
  W[VALUE] = gap;
}
