/**
 * Where a ray enters an edge moved out by R, and a disk of radius R: the two equations behind every
 * cast, solved for the fraction t of the ray's vector d.
 *
 * Both are first solved in plain doubles, with a running bound on the rounding error of t. They are
 * solved again with the digits of `double_double.ts` if that bound is above some 7 ulps, or if
 * rounding could change the sign of t or whether t is above 1. For vectors v given as a difference
 * of two points, each component is off by at most an ulp, so a product l = d_x v_y is off by 3 u
 * |l|, u = 2^-53.
 *
 * @module
 */
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import * as tolerances from "./tolerances.ts";
import { determinant, multiply, multiplyPairs, turnLeft } from "./double_double.ts";
import { crossFromEnd, difference } from "./exact.ts";

const { abs, max, sqrt } = Math;

const { measured, exact, cast } = state;
const { registers: W } = slots;
const { SMALL, LEAST, LATE, SIDE_BOUND, SIDE_NOISE, TIE, TIME_ULPS } = tolerances;

/** The ray misses, or enters only after t = 1. */
export const CAST_MISS = 0;
/** The ray enters at `cast.fraction`, after its start. */
export const CAST_HIT = 1;
/**
 * The ray does not enter after its start: it begins inside, or everything is behind it. Another
 * query decides which.
 */
export const CAST_START = 2;
/** The ray enters at its start: the shapes touch and move into each other. */
export const CAST_TOUCH = 3;

// Vectors are stored as two points, tail x, y and head x, y, so that differences are exact as
// hi + lo.
/** The ray. */
export const D = 3208;
/** The same turned left. */
const D_LEFT = 3212;
/** Edge: its start, … */
export const S = 3216;
/** … its end, … */
export const F = 3220;
/** … and the vector between. */
export const E = 3224;
/** R as hi + lo. */
export const REACH = 3232;

const TURNED = 3228; // a vector turned left
// Numbers as hi + lo.
const DEN = 3234; // d x e
const ALONG = 3236; // d·e
const CROSS = 3238; // d x v
const NUM = 3240; // s x e, then with + R |e|
const LENGTH = 3242; // |e|²
const DV = 3244; // d·v
const VV = 3246; // v·v
const DD = 3248; // d·d
const SQUARE = 3250; // R²
const PRODUCT = 3252;
const ROOT = 3254; // |e|
const SHIFT = 3256; // R d·e
const PARTS = 3268;

/**
 * Loads d from (cast.dx, cast.dy) into D and D_LEFT. If it is too short for products of four lengths,
 * it is scaled up, and `cast.fraction` is the factor. Returns false for d = 0.
 */
export function loadRay(): boolean {
  let dx = cast.dx, dy = cast.dy, unit = 1;
  if (dx === 0 && dy === 0) return false;
  while (abs(dx) < 5.527147875260445e-76 && abs(dy) < 5.527147875260445e-76) {
    dx *= 1.8446744073709552e19;
    dy *= 1.8446744073709552e19;
    unit *= 1.8446744073709552e19;
  }
  W[D] = 0;
  W[D + 1] = 0;
  W[D + 2] = dx;
  W[D + 3] = dy;
  W[D_LEFT] = 0;
  W[D_LEFT + 1] = 0;
  W[D_LEFT + 2] = -dy;
  W[D_LEFT + 3] = dx;
  cast.fraction = unit;
  return true;
}

/** Exact sign of d x v: 1 if v is left of the ray, -1 if right. */
export function coreSide(v: number): number {
  const l = W[D + 2] * (W[v + 3] - W[v + 1]), r = W[D + 3] * (W[v + 2] - W[v]);
  const terms = abs(l) + abs(r);
  let side = l - r;
  // Small products underflow, and their rounding is more than an ulp.
  if (!(abs(side) > SIDE_BOUND * terms && terms > SMALL)) {
    determinant(D, v, CROSS);
    side = W[CROSS];
  }
  return side > 0 ? 1 : side < 0 ? -1 : 0;
}

/**
 * Side of the ray on which the edge moved out by R starts (`v` = S) or ends (F): the sign of
 *
 *   d x (v + R m),   m = (e_y, -e_x) / |e|,   d x m = -d·e / |e|.
 *
 * Exact for R = 0; otherwise 0 if the value is below 2^-98 of its terms.
 */
export function sideOf(v: number): number {
  const R = W[REACH];
  if (R === 0) return coreSide(v);
  const dx = W[D + 2], dy = W[D + 3];
  const l = dx * (W[v + 3] - W[v + 1]), r = dy * (W[v + 2] - W[v]);
  const ex = W[E + 2] - W[E], ey = W[E + 3] - W[E + 1];
  const x = dx * ex, y = dy * ey, length = sqrt(ex * ex + ey * ey);
  let side = (l - r) - R * ((x + y) / length);
  if (!(abs(side) > SIDE_NOISE * ((abs(l) + abs(r)) + R * ((abs(x) + abs(y)) / length)))) {
    // With all digits, times |e|: (d x v) |e| - R d·e = p - q.
    determinant(D, v, CROSS);
    rootOfLength();
    multiplyPairs(CROSS, ROOT, PRODUCT);
    determinant(E, D_LEFT, ALONG);
    multiplyPairs(REACH, ALONG, SHIFT);
    const p = W[PRODUCT], q = W[SHIFT];
    side = (p - q) + (W[PRODUCT + 1] - W[SHIFT + 1]);
    if (abs(side) <= TIE * (abs(p) + abs(q))) side = 0;
  }
  return side > 0 ? 1 : side < 0 ? -1 : 0;
}

/** Exact sign of d·e: 1 if the edge runs along the ray, -1 if against it. */
export function edgeSense(): number {
  determinant(E, D_LEFT, ALONG);
  return W[ALONG] > 0 ? 1 : W[ALONG] < 0 ? -1 : 0;
}

/** ROOT = |e| = l + c:  l = √(e·e) rounded, c = (e·e - l²) / 2 l. */
function rootOfLength(): void {
  turnLeft(E, TURNED);
  determinant(E, TURNED, LENGTH);
  const ee = W[LENGTH], l = sqrt(ee);
  W[ROOT] = l;
  multiply(ROOT, ROOT, PRODUCT);
  W[ROOT + 1] = ((ee - W[PRODUCT]) - W[PRODUCT + 1] + W[LENGTH + 1]) / (l + l);
}

/**
 * The ray against the edge moved out by R, which it meets from outside: d x e < 0. The equation
 * m·(t d) = m·s + R gives t = (s x e + R |e|) / (d x e). Numerator and denominator are both
 * negative for a hit after the start. Writes `cast.fraction`.
 */
export function enterEdge(): number {
  const R = W[REACH], dx = W[D + 2], dy = W[D + 3], unit = cast.fraction;
  const ex = W[E + 2] - W[E], ey = W[E + 3] - W[E + 1];
  const sx = W[S + 2] - W[S], sy = W[S + 3] - W[S + 1];
  const l = sx * ey, r = sy * ex, p = R > 0 ? R * sqrt(ex * ex + ey * ey) : 0;
  const l2 = dx * ey, r2 = dy * ex;
  const x = (l - r) + p, y = l2 - r2, t = x / y;
  const terms = abs(l) + abs(r), terms2 = abs(l2) + abs(r2);
  // x is off by less than 4 u terms + 7 u p, y by 4 u terms2.
  if (
    unit === 1 && y < -SIDE_BOUND * terms2 && x < -SIDE_NOISE * (terms + p) && terms + p > SMALL &&
    4 * terms + 7 * p + 4 * t * terms2 <= (t > 1.001 ? LATE : TIME_ULPS) * -y &&
    abs(x - y) > -1e-14 * y
  ) {
    if (t > 1) return CAST_MISS;
    cast.fraction = t;
    return CAST_HIT;
  }
  determinant(D, E, DEN);
  determinant(S, E, NUM);
  if (R > 0) {
    rootOfLength();
    multiplyPairs(REACH, ROOT, PRODUCT);
    addPairs(NUM, PRODUCT);
  }
  const num = W[NUM], den = W[DEN];
  const bound = TIE * (terms + p + terms2);
  if (num === 0 || (R > 0 && abs(num) <= TIE * (terms + p))) return CAST_TOUCH;
  if (num > 0) return CAST_START;
  if (unit === 1) {
    const past = (den - num) + (W[DEN + 1] - W[NUM + 1]);
    if (past > bound) return CAST_MISS;
    if (past > -bound && R === 0) {
      // Rounding would decide. The ray's end is outside the edge if (s - d) x e < 0.
      crossFromEnd(S, D, E);
      if (exact.value < 0) return CAST_MISS;
    }
  }
  const fraction = num / den * unit;
  if (fraction > 1 && unit !== 1) return CAST_MISS;
  cast.fraction = fraction > 1 ? 1 : fraction;
  return CAST_HIT;
}

/**
 * The ray against the disk of radius R around v, the vector at `at`: |t d - v| = R. With c = d x v
 * and root = √(R² d·d - c²),
 *
 *   t = (d·v - root) / d·d = (v·v - R²) / (d·v + root),
 *
 * and the normal is (t d - v) / R = (-root d - c d⊥) / (R d·d), with d⊥ = d turned left. If R = 0,
 * the disk is the vertex itself; it is hit if c = 0, and v = t d. Writes `cast.fraction` and the
 * normal.
 */
export function enterDisk(at: number): number {
  const R = W[REACH], vx = W[at + 2] - W[at], vy = W[at + 3] - W[at + 1];
  const dx = W[D + 2], dy = W[D + 3], unit = cast.fraction;
  if (R === 0) return enterPoint(at);
  const l = dx * vy, r = dy * vx, terms = abs(l) + abs(r);
  const dv = dx * vx + dy * vy, dd = dx * dx + dy * dy;
  const vv = vx * vx + vy * vy, rr = R * R, x = rr * dd;
  // Most misses are decided here.
  let c = l - r, off = 3 * terms;
  const least = abs(c) - SIDE_NOISE * terms;
  if (least > 0 && least * least > 1.000000000001 * x) return CAST_MISS;
  if (dv < 0 && vv > 1.000000000001 * rr) return CAST_START;
  if (terms * terms > 4 * x) {
    determinant(D, at, CROSS);
    c = W[CROSS];
    off = abs(c);
  }
  let root = sqrt(max(0, x - c * c)), num = vv - rr, den = dv + root;
  let t = num / den;
  // c is off by u off, x by 7 u x, root by u (2 |c| off + 7 x) / 2 root, num by u (5 v·v + 3 R²).
  const fuzz = 5 * vv + 3 * rr + t * (4 * (abs(dx * vx) + abs(dy * vy)) + 2 * den);
  if (
    !(unit === 1 && den > 0 && num > SIDE_NOISE * vv && abs(num - den) > 1e-14 * den &&
      fuzz * root + t * (abs(c) * off + 3.5 * x) <= (t > 1.001 ? LATE : TIME_ULPS) * den * root)
  ) {
    determinant(D, at, CROSS);
    determinant(D, D_LEFT, DD);
    multiplyPairs(REACH, REACH, SQUARE);
    // R² d·d = x + xlo, c² = y + ylo.
    multiplyPairs(SQUARE, DD, PRODUCT);
    const x = W[PRODUCT], xlo = W[PRODUCT + 1];
    multiplyPairs(CROSS, CROSS, PRODUCT);
    const y = W[PRODUCT], ylo = W[PRODUCT + 1];
    const z = x - y, v = z - x;
    let disc = z + (((x - (z - v)) - (y + v)) + (xlo - ylo));
    if (disc < 0) {
      if (disc < -TIE * x) return CAST_MISS;
      disc = 0;
    }
    c = W[CROSS];
    root = sqrt(disc);

    determinant(at, D_LEFT, DV);
    turnLeft(at, TURNED);
    determinant(at, TURNED, VV);
    W[SQUARE] = -W[SQUARE];
    W[SQUARE + 1] = -W[SQUARE + 1];
    const all = W[VV];
    addPairs(VV, SQUARE);
    num = W[VV];
    den = W[DV] + root;
    // If v·v >= R², the disk lies ahead only if d·v > 0. (Otherwise root <= -d·v. If both are
    // equal, on the circle, their sum is nothing but rounding.)
    if (!(W[DV] > 0)) return CAST_START;
    if (abs(num) <= TIE * all) return CAST_TOUCH;
    if (!(num > 0 && den > 0)) return CAST_START;
    t = num / den * unit;
    if (unit === 1 && abs(t - 1) <= 1e-14) {
      // The ray's end is outside and before the disk if d·d < d·v and
      // |d - v|² - R² = d·d - 2 d·v + (v·v - R²) > 0.
      const bound = TIE * (all + W[DD]), ahead = W[DD] < W[DV];
      addPairs(VV, DD);
      W[DV] *= -2;
      W[DV + 1] *= -2;
      addPairs(VV, DV);
      if (W[VV] > bound && ahead) return CAST_MISS;
      if (t > 1) t = 1;
    }
  }
  if (t > 1) return CAST_MISS;
  cast.fraction = t;

  let nx = c * dy - root * dx, ny = -c * dx - root * dy;
  if (nx === 0 && ny === 0) {
    nx = -dx;
    ny = -dy;
  }
  // The squares may overflow or underflow although the components do not.
  const m = max(abs(nx), abs(ny));
  nx /= m;
  ny /= m;
  const n = sqrt(nx * nx + ny * ny);
  measured.nx = nx / n + 0; // no result is -0
  measured.ny = ny / n + 0;
  return CAST_HIT;
}

/**
 * The ray against the vertex at the end of the vector v at `at`: t = v / d in the larger coordinate
 * of d.
 */
function enterPoint(at: number): number {
  if (coreSide(at) !== 0) return CAST_MISS;
  const dx = W[D + 2], dy = W[D + 3], unit = cast.fraction;
  const k = abs(dx) >= abs(dy) ? 0 : 1;
  difference(at + 2 + k, at + k, PARTS);
  const d = k === 0 ? dx : dy, v = W[PARTS + 1], t = v / d * unit;
  if (!(d > 0 ? v > 0 : v < 0)) return CAST_START;
  if (t > 1 || (v === d && (d > 0 ? W[PARTS] > 0 : W[PARTS] < 0))) return CAST_MISS;
  cast.fraction = t > 0 ? t : LEAST;
  const m = abs(d), nx = -dx / m, ny = -dy / m;
  const n = sqrt(nx * nx + ny * ny);
  measured.nx = nx / n + 0; // no result is -0
  measured.ny = ny / n + 0;
  return CAST_HIT;
}

/** W[i] + W[i + 1] += W[j] + W[j + 1]. */
function addPairs(i: number, j: number): void {
  const x = W[i], y = W[j], s = x + y;
  const v = s - x;
  const lo = ((x - (s - v)) + (y - v)) + (W[i + 1] + W[j + 1]);
  W[i] = s + lo;
  W[i + 1] = lo - (W[i] - s);
}
