/**
 * A ray against one shape: the cast of a point, if the shape's features decide it directly.
 *
 * A vertex v is left of the ray (x, d) if its side g = d x (v - x) is positive. Going
 * counter-clockwise along a convex polygon, g falls along the front and rises along the back. So
 * the line of the ray enters through the edge k with g_k > 0 > g_k+1, leaves through the one with
 * g_k < 0 < g_k+1, and misses the polygon if there are none. With a radius R, the front has an
 * offset edge for every edge and an arc for every vertex,
 *
 *     … a_k, b_k, a_k+1, b_k+1 …     a_k = g_k + R c_k,  b_k = g_k+1 + R c_k,  c_k = d x N_k,
 *
 * where a_k and b_k are the sides of the start and end of offset edge k, which has the normal N_k.
 * The line enters through that edge if a_k > 0 > b_k, and through the arc at vertex k + 1 if
 * b_k > 0 > a_k+1. There is no division until the feature is known. (Cyrus and Beck, "Generalized
 * two- and three-dimensional clipping", 1978, divide for every edge.)
 *
 * Sides are measured in the shape's frame, g = u x v - d x x with u = R⁻¹ d, with an error below
 * `noise`. If that does not decide, for example for a ray through a vertex, the result is
 * CAST_UNSURE, and the caller has to use `linearCast`.
 *
 * All functions take the ray from the position at POSE_B along (CAST_DX, CAST_DY), and the shape at
 * POSE_A. On CAST_HIT they write CAST_FRACTION in (0, 1], the normal and the shape's feature.
 * CAST_START means that the ray certainly starts inside.
 *
 * @module
 */
import type { f64, i32, Verts } from "./ptr.ts";
import { loadVertex } from "./boundary.ts";
import { coreSide, enterDisk, enterEdge, loadRay, sideOf } from "./entry.ts";
import { registers } from "./ptr.ts";
import { climb } from "./support.ts";

// The register file, as a constant of this file; see ptr.ts.
const W = registers;

// Copies of the operations in ptr.ts.
const abs = Math.abs;
const clz = Math.clz32;
const max = Math.max;
const sqrt = Math.sqrt;

// Copies of the constants in registers.ts, record.ts and entry.ts, held equal by `deno task ok`:
// V8 folds a constant of the same file, but reads one of another module from memory at every use.
const POSE_A: i32 = 0;
const POSE_B: i32 = 4;
const EXTENT: i32 = 1;
const REF_X: i32 = 2;
const REF_Y: i32 = 3;
const LOCAL: i32 = 11;
const FA0: i32 = 16;
const FA1: i32 = 17;
const NX: i32 = 9;
const NY: i32 = 10;
const DX: i32 = 33;
const DY: i32 = 34;
const CAST_DX: i32 = 3200;
const CAST_DY: i32 = 3201;
const CAST_FRACTION: i32 = 3203;
const CAST_MISS: i32 = 0;
const CAST_HIT: i32 = 1;
const CAST_START: i32 = 2;
const S: i32 = 3216;
const F: i32 = 3220;
const E: i32 = 3224;
const REACH: i32 = 3232;
const RADIUS: i32 = 0;

/**
 * Up to this many vertices have a bit each. With more, the front is bisected, which takes twice as
 * long.
 */
export const MAX_BITS: i32 = 31;
/** The caller has to use `linearCast`. */
export const CAST_UNSURE: i32 = 4;

/**
 * A rounded determinant has the right sign if it is larger than this fraction of its terms: 4 u,
 * with u = 2^-53.
 */
const SIDE_BOUND: f64 = 4.440892098500626e-16;
/**
 * 32 u, with u = 2^-53: a bound on all rounding errors of a side g, as a fraction of |d| times the
 * coordinates.
 */
const NOISE_BOUND: f64 = 3.552713678800501e-15;
/**
 * Limit on the rounding error of t, in units of u = 2^-53. If t is above 1 by more than a
 * thousandth, LATE applies.
 */
const ULPS: f64 = 15;
const LATE: f64 = 1e9;
/** Shorter rays would have to be scaled up first. */
const SHORT: f64 = 1e-75;
/** Tolerance for the ends of an arc, where its normal is perpendicular to an edge. */
const CORNER: f64 = 1e-13;

/**
 * A ray against a circle, by the equation of `enterDisk`. Plain doubles are nearly always enough.
 */
export function rayCircle(V: Verts): i32 {
  const c: f64 = W[POSE_A + 2], s: f64 = W[POSE_A + 3], R: f64 = V[RADIUS];
  // The center as given, without rounding: either the reference or the local coordinate is 0.
  const px: f64 = V[REF_X] + V[LOCAL], py: f64 = V[REF_Y] + V[LOCAL + 1];
  const dx: f64 = W[CAST_DX], dy: f64 = W[CAST_DY];
  const vx: f64 = (c * px - s * py) - (W[POSE_B] - W[POSE_A]);
  const vy: f64 = (s * px + c * py) - (W[POSE_B + 1] - W[POSE_A + 1]);
  const l: f64 = dx * vy, r: f64 = dy * vx, terms: f64 = abs(l) + abs(r);
  if (!(R > 0 && abs(dx) + abs(dy) > SHORT)) return CAST_UNSURE;
  const dd: f64 = dx * dx + dy * dy, vv: f64 = vx * vx + vy * vy, rr: f64 = R * R;
  const dv: f64 = dx * vx + dy * vy, x: f64 = rr * dd, side: f64 = l - r;
  const terms2: f64 = abs(dx * vx) + abs(dy * vy);
  const root: f64 = sqrt(max(0, x - side * side)), num: f64 = vv - rr, den: f64 = dv + root;
  const t: f64 = num / den;
  const fuzz: f64 = 5 * vv + 3 * rr + t * (4 * terms2 + 2 * den);
  if (
    !(num > NOISE_BOUND * vv && den > 0 && terms * terms <= 64 * x &&
      abs(num - den) > 1e-14 * den &&
      fuzz * root + t * (3 * abs(side) * terms + 3.5 * x) <= (t > 1.001 ? LATE : ULPS) * den * root)
  ) return enterArc(V, 1, 0);
  if (t > 1) return CAST_MISS;
  // The normal has unit length apart from some rounding, which a Newton step removes.
  const k: f64 = 1 / (R * dd);
  const nx: f64 = (side * dy - root * dx) * k, ny: f64 = (-side * dx - root * dy) * k;
  const f: f64 = 1.5 - 0.5 * (nx * nx + ny * ny);
  W[CAST_FRACTION] = t;
  W[NX] = f * nx + 0; // no result is -0
  W[NY] = f * ny + 0;
  W[FA0] = 0;
  W[FA1] = 0;
  return CAST_HIT;
}

/**
 * A ray against a shape of 2 to MAX_BITS vertices without a radius: the sides of all vertices, as
 * bits, then the equation of the edge k through which the line enters,  t = (s x e) / (d x e).
 */
export function rayPolygon(V: Verts, n: i32): i32 {
  const c: f64 = W[POSE_A + 2], s: f64 = W[POSE_A + 3];
  const x: f64 = W[POSE_B] - W[POSE_A], y: f64 = W[POSE_B + 1] - W[POSE_A + 1];
  const dx: f64 = W[CAST_DX], dy: f64 = W[CAST_DY], m: f64 = abs(dx) + abs(dy);
  if (!(m > SHORT)) return CAST_UNSURE;
  const ux: f64 = c * dx + s * dy, uy: f64 = c * dy - s * dx;
  const h: f64 = (ux * V[REF_Y] - uy * V[REF_X]) - (dx * y - dy * x);
  const noise: f64 = NOISE_BOUND * m * ((abs(c) + abs(s)) * V[EXTENT] + abs(x) + abs(y));
  // Bit n - 1 - k: vertex k is certainly left of the ray, or certainly right of it.
  let left: i32 = 0, right: i32 = 0;
  for (let j: i32 = LOCAL, end: i32 = j + (n << 1); j < end; j += 2) {
    const g: f64 = ux * V[j + 1] - uy * V[j] + h;
    left = (left << 1) | +(g > noise);
    right = (right << 1) | +(g < -noise);
  }
  const all: i32 = -1 >>> (32 - n);
  if ((+(left === all) | +(right === all)) !== 0) return CAST_MISS;
  const entry: i32 = left & ((right << 1) | (right >>> (n - 1)));
  if (entry === 0) return CAST_UNSURE;
  const k: i32 = n - 32 + clz(entry), k1: i32 = k + 1 < n ? k + 1 : 0;

  // The edge as the pose places it. Reference + local is the point as given, without rounding.
  const cx: f64 = V[REF_X], cy: f64 = V[REF_Y];
  const i: i32 = LOCAL + (k << 1), j: i32 = LOCAL + (k1 << 1);
  const p0: f64 = cx + V[i], q0: f64 = cy + V[i + 1], p1: f64 = cx + V[j], q1: f64 = cy + V[j + 1];
  const x0: f64 = c * p0 - s * q0, y0: f64 = s * p0 + c * q0;
  const ex: f64 = c * p1 - s * q1 - x0, ey: f64 = s * p1 + c * q1 - y0;
  const sx: f64 = x0 - x, sy: f64 = y0 - y;
  const l: f64 = sx * ey, r: f64 = sy * ex, l2: f64 = dx * ey, r2: f64 = dy * ex;
  const num: f64 = l - r, den: f64 = l2 - r2, t: f64 = num / den;
  const terms: f64 = abs(l) + abs(r), terms2: f64 = abs(l2) + abs(r2);
  if (
    num < -NOISE_BOUND * terms && 4 * terms + 4 * t * terms2 <= ULPS * -den &&
    abs(num - den) > -1e-14 * den
  ) {
    if (t > 1) return CAST_MISS;
    W[CAST_FRACTION] = t;
  } else {
    if (num > NOISE_BOUND * terms) {
      const exit: i32 = right & ((left << 1) | (left >>> (n - 1)));
      return leaveCore(V, n, n - 32 + clz(exit));
    }
    const verdict: i32 = enterCore(V, n, k);
    if (verdict !== CAST_HIT) return verdict;
  }
  const length: f64 = sqrt(ex * ex + ey * ey);
  W[NX] = ey / length + 0; // no result is -0
  W[NY] = -ex / length + 0;
  W[FA0] = k;
  W[FA1] = k1;
  return CAST_HIT;
}

/**
 * A ray against a shape of two or more vertices that has a radius or too many vertices for bits.
 */
export function rayRounded(V: Verts, n: i32): i32 {
  const c: f64 = W[POSE_A + 2], s: f64 = W[POSE_A + 3], R: f64 = V[RADIUS];
  const x: f64 = W[POSE_B] - W[POSE_A], y: f64 = W[POSE_B + 1] - W[POSE_A + 1];
  const dx: f64 = W[CAST_DX], dy: f64 = W[CAST_DY], m: f64 = abs(dx) + abs(dy);
  if (!(m > SHORT)) return CAST_UNSURE;
  const ux: f64 = c * dx + s * dy, uy: f64 = c * dy - s * dx;
  const h: f64 = (ux * V[REF_Y] - uy * V[REF_X]) - (dx * y - dy * x);
  const noise: f64 = NOISE_BOUND * m * ((abs(c) + abs(s)) * V[EXTENT] + abs(x) + abs(y) + R);
  const reach: f64 = R * sqrt(dx * dx + dy * dy) * 1.000000001 + noise;
  const N: i32 = LOCAL + (n << 1);
  if (n <= MAX_BITS) {
    // Bit n - 1 - k: a_k > 0 in `starts`, b_k-1 > 0 in `ends`. `left` and `right`: beyond the
    // radius on that side.
    let starts: i32 = 0, ends: i32 = 0, left: i32 = 0, right: i32 = 0;
    let q: f64 = R * (ux * V[N + (n << 1) - 1] - uy * V[N + (n << 1) - 2]);
    for (let j: i32 = LOCAL; j < N; j += 2) {
      const g: f64 = ux * V[j + 1] - uy * V[j] + h;
      left = (left << 1) | +(g > reach);
      right = (right << 1) | +(g < -reach);
      ends = (ends << 1) | +(g + q > 0);
      q = R * (ux * V[j + (n << 1) + 1] - uy * V[j + (n << 1)]);
      starts = (starts << 1) | +(g + q > 0);
    }
    const all: i32 = -1 >>> (32 - n);
    if ((+(left === all) | +(right === all)) !== 0) return CAST_MISS;
    const edges: i32 = starts & ~((ends << 1) | (ends >>> (n - 1))), arcs: i32 = ends & ~starts;
    if (edges !== 0) return enterOffset(V, n, n - 32 + clz(edges));
    return arcs === 0 ? CAST_UNSURE : enterArc(V, n, n - 32 + clz(arcs));
  }

  // Bisect the front, from the leftmost vertex to the rightmost, for the last a_k > 0.
  W[DX] = -uy;
  W[DY] = ux;
  let k: i32 = climb(V, N, n, 0);
  if (ux * V[LOCAL + (k << 1) + 1] - uy * V[LOCAL + (k << 1)] + h < -reach) return CAST_MISS;
  W[DX] = uy;
  W[DY] = -ux;
  let end: i32 = climb(V, N, n, k + (n >> 1) < n ? k + (n >> 1) : k + (n >> 1) - n);
  if (ux * V[LOCAL + (end << 1) + 1] - uy * V[LOCAL + (end << 1)] + h > reach) return CAST_MISS;
  if (end < k) end += n;
  while (end - k > 1) {
    const middle: i32 = (k + end) >> 1;
    const j: i32 = LOCAL + ((middle < n ? middle : middle - n) << 1), z: i32 = j + (n << 1);
    const q: f64 = R * (ux * V[z + 1] - uy * V[z]);
    if (ux * V[j + 1] - uy * V[j] + h + q > 0) k = middle;
    else end = middle;
  }
  if (k >= n) k -= n;
  const k1: i32 = k + 1 < n ? k + 1 : 0, j: i32 = LOCAL + (k1 << 1), z: i32 = N + (k << 1);
  const q: f64 = R * (ux * V[z + 1] - uy * V[z]);
  return R > 0 && ux * V[j + 1] - uy * V[j] + h + q > 0 ? enterArc(V, n, k1) : enterOffset(V, n, k);
}

/** Entry through edge k of a polygon, if plain doubles are not enough. */
function enterCore(
  V: Verts,
  n: i32,
  k: i32,
): i32 {
  loadRay();
  loadEdge(V, n, k);
  W[REACH] = 0;
  const verdict: i32 = enterEdge();
  return verdict === CAST_HIT || verdict === CAST_MISS ? verdict : CAST_UNSURE;
}

/**
 * The line certainly enters a shape without a radius before the start of the ray, and leaves it
 * through edge k, at t = (s x e) / (d x e) with d x e > 0. Is the start inside, or is all of the
 * shape behind?
 */
function leaveCore(
  V: Verts,
  n: i32,
  k: i32,
): i32 {
  if (k >= n) return CAST_UNSURE; // no edge that is crossed for certain
  loadRay();
  loadEdge(V, n, k);
  if (coreSide(S) >= 0 || coreSide(F) <= 0) return CAST_UNSURE;
  const l: f64 = (W[S + 2] - W[S]) * (W[E + 3] - W[E + 1]);
  const r: f64 = (W[S + 3] - W[S + 1]) * (W[E + 2] - W[E]);
  if (!(abs(l - r) > SIDE_BOUND * (abs(l) + abs(r)))) return CAST_UNSURE;
  return l > r ? CAST_START : CAST_MISS;
}

/** Entry through edge k, moved out by the radius. */
function enterOffset(
  V: Verts,
  n: i32,
  k: i32,
): i32 {
  loadRay();
  loadEdge(V, n, k);
  W[REACH] = V[RADIUS];
  W[REACH + 1] = 0;
  if (coreSide(E) >= 0 || sideOf(S) <= 0 || sideOf(F) >= 0) return CAST_UNSURE;
  const verdict: i32 = enterEdge();
  if (verdict !== CAST_HIT) return verdict === CAST_MISS ? CAST_MISS : CAST_UNSURE;
  const ex: f64 = W[E + 2] - W[E], ey: f64 = W[E + 3] - W[E + 1];
  const length: f64 = sqrt(ex * ex + ey * ey);
  W[NX] = ey / length + 0;
  W[NY] = -ex / length + 0;
  W[FA0] = k;
  W[FA1] = k + 1 < n ? k + 1 : 0;
  return CAST_HIT;
}

/** Entry through the arc around vertex k, which is a circle if n = 1. */
function enterArc(
  V: Verts,
  n: i32,
  k: i32,
): i32 {
  loadRay();
  loadEdge(V, n, k);
  const R: f64 = V[RADIUS];
  W[REACH] = R;
  W[REACH + 1] = 0;
  const verdict: i32 = enterDisk(S);
  W[FA0] = k;
  W[FA1] = k;
  if (n === 1) {
    if (verdict === CAST_HIT || verdict === CAST_MISS) return verdict;
    const vx: f64 = W[S + 2] - W[S], vy: f64 = W[S + 3] - W[S + 1];
    const vv: f64 = vx * vx + vy * vy;
    if (vv < 0.999999999999 * R * R) return CAST_START;
    return vv > 1.000000000001 * R * R ? CAST_MISS : CAST_UNSURE;
  }
  if (verdict !== CAST_HIT) return CAST_UNSURE;
  // The normal must lie between those of the edges that meet here: before that of the next edge, …
  const nx: f64 = W[NX], ny: f64 = W[NY];
  let ex: f64 = W[E + 2] - W[E], ey: f64 = W[E + 3] - W[E + 1];
  if (!(nx * ex + ny * ey < -CORNER * (abs(ex) + abs(ey)))) return CAST_UNSURE;
  // … and past that of the previous edge.
  loadEdge(V, n, k > 0 ? k - 1 : n - 1);
  ex = W[E + 2] - W[E];
  ey = W[E + 3] - W[E + 1];
  return nx * ex + ny * ey > CORNER * (abs(ex) + abs(ey)) ? CAST_HIT : CAST_UNSURE;
}

/**
 * Loads edge k as in `linearCast`: its start S and end F relative to the start of the ray, and its
 * vector E.
 */
function loadEdge(
  V: Verts,
  n: i32,
  k: i32,
): void {
  loadVertex(V, n, k, POSE_A, E);
  loadVertex(V, n, k + 1 < n ? k + 1 : 0, POSE_A, E + 2);
  W[S] = W[POSE_B] - W[POSE_A];
  W[S + 1] = W[POSE_B + 1] - W[POSE_A + 1];
  W[S + 2] = W[E];
  W[S + 3] = W[E + 1];
  W[F] = W[S];
  W[F + 1] = W[S + 1];
  W[F + 2] = W[E + 2];
  W[F + 3] = W[E + 3];
}
