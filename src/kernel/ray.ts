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
 * All functions take the ray from the position at POSE_B along (cast.dx, cast.dy), and the shape at
 * POSE_A. On CAST_HIT they write `cast.fraction` in (0, 1], the normal and the shape's feature.
 * CAST_START means that the ray certainly starts inside.
 *
 * @module
 */
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import * as record from "../shapes/record.ts";
import * as entry from "./entry.ts";
import * as tolerances from "./tolerances.ts";
import type { Verts } from "../shapes/record.ts";
import { loadVertex } from "./boundary.ts";
import { coreSide, enterDisk, enterEdge, loadRay, sideOf } from "./entry.ts";
import { climb } from "./support.ts";
import { after, before } from "./ring.ts";

const { abs, clz32: clz, max, sqrt } = Math;

const { poses, POSE_A, POSE_B, features, measured, direction, cast } = state;
const { registers: W } = slots;
const { EXTENT, REF_X, REF_Y, NORMALS, RADIUS } = record;
const { CAST_MISS, CAST_HIT, CAST_START, S, F, E, REACH } = entry;
const { ARC_END, LATE, RAY_NOISE, SHORT_RAY, SIDE_BOUND, TIME_ULPS } = tolerances;

/**
 * Up to this many vertices have a bit each. With more, the front is bisected, which takes twice as
 * long.
 */
export const MAX_BITS = 31;
/** The caller has to use `linearCast`. */
export const CAST_UNSURE = 4;

/**
 * A ray against a circle, by the equation of `enterDisk`. Plain doubles are nearly always enough.
 */
export function rayCircle(V: Verts): number {
  const c = poses[POSE_A + 2], s = poses[POSE_A + 3], R = V[RADIUS];
  const px = V[NORMALS + 2], py = V[NORMALS + 3];
  const dx = cast.dx, dy = cast.dy;
  const vx = (c * px - s * py) - (poses[POSE_B] - poses[POSE_A]);
  const vy = (s * px + c * py) - (poses[POSE_B + 1] - poses[POSE_A + 1]);
  const l = dx * vy, r = dy * vx, terms = abs(l) + abs(r);
  if (!(R > 0 && abs(dx) + abs(dy) > SHORT_RAY)) return CAST_UNSURE;
  const dd = dx * dx + dy * dy, vv = vx * vx + vy * vy, rr = R * R;
  const dv = dx * vx + dy * vy, x = rr * dd, side = l - r;
  const terms2 = abs(dx * vx) + abs(dy * vy);
  const root = sqrt(max(0, x - side * side)), num = vv - rr, den = dv + root;
  const t = num / den;
  const fuzz = 5 * vv + 3 * rr + t * (4 * terms2 + 2 * den);
  if (
    !(num > RAY_NOISE * vv && den > 0 && terms * terms <= 64 * x &&
      abs(num - den) > 1e-14 * den &&
      fuzz * root + t * (3 * abs(side) * terms + 3.5 * x) <=
        (t > 1.001 ? LATE : TIME_ULPS) * den * root)
  ) return enterArc(V, 1, 0);
  if (t > 1) return CAST_MISS;
  // The normal has unit length apart from some rounding, which a Newton step removes.
  const k = 1 / (R * dd);
  const nx = (side * dy - root * dx) * k, ny = (-side * dx - root * dy) * k;
  const f = 1.5 - 0.5 * (nx * nx + ny * ny);
  cast.fraction = t;
  measured.nx = f * nx + 0; // no result is -0
  measured.ny = f * ny + 0;
  features.a0 = 0;
  features.a1 = 0;
  return CAST_HIT;
}

/**
 * A ray against a shape of 2 to MAX_BITS vertices without a radius: the sides of all vertices, as
 * bits, then the equation of the edge k through which the line enters,  t = (s x e) / (d x e).
 */
export function rayPolygon(V: Verts, n: number): number {
  const c = poses[POSE_A + 2], s = poses[POSE_A + 3];
  const x = poses[POSE_B] - poses[POSE_A], y = poses[POSE_B + 1] - poses[POSE_A + 1];
  const dx = cast.dx, dy = cast.dy, m = abs(dx) + abs(dy);
  if (!(m > SHORT_RAY)) return CAST_UNSURE;
  const ux = c * dx + s * dy, uy = c * dy - s * dx;
  const ox = V[REF_X], oy = V[REF_Y], h = (ux * oy - uy * ox) - (dx * y - dy * x);
  const noise = RAY_NOISE * m * ((abs(c) + abs(s)) * V[EXTENT] + abs(x) + abs(y));
  // Bit n - 1 - k: vertex k is certainly left of the ray, or certainly right of it.
  let left = 0, right = 0;
  const X = NORMALS + (n << 1);
  for (let j = X, end = j + (n << 1); j < end; j += 2) {
    const g = ux * (V[j + 1] - oy) - uy * (V[j] - ox) + h;
    left = (left << 1) | +(g > noise);
    right = (right << 1) | +(g < -noise);
  }
  const all = -1 >>> (32 - n);
  if ((+(left === all) | +(right === all)) !== 0) return CAST_MISS;
  const entry = left & ((right << 1) | (right >>> (n - 1)));
  if (entry === 0) return CAST_UNSURE;
  const k = n - 32 + clz(entry), k1 = after(k, n);

  // The edge as the pose places it.
  const i = X + (k << 1), j = X + (k1 << 1);
  const p0 = V[i], q0 = V[i + 1], p1 = V[j], q1 = V[j + 1];
  const x0 = c * p0 - s * q0, y0 = s * p0 + c * q0;
  const ex = c * p1 - s * q1 - x0, ey = s * p1 + c * q1 - y0;
  const sx = x0 - x, sy = y0 - y;
  const l = sx * ey, r = sy * ex, l2 = dx * ey, r2 = dy * ex;
  const num = l - r, den = l2 - r2, t = num / den;
  const terms = abs(l) + abs(r), terms2 = abs(l2) + abs(r2);
  if (
    num < -RAY_NOISE * terms && 4 * terms + 4 * t * terms2 <= TIME_ULPS * -den &&
    abs(num - den) > -1e-14 * den
  ) {
    if (t > 1) return CAST_MISS;
    cast.fraction = t;
  } else {
    if (num > RAY_NOISE * terms) {
      const exit = right & ((left << 1) | (left >>> (n - 1)));
      return leaveCore(V, n, n - 32 + clz(exit));
    }
    const verdict = enterCore(V, n, k);
    if (verdict !== CAST_HIT) return verdict;
  }
  const length = sqrt(ex * ex + ey * ey);
  measured.nx = ey / length + 0; // no result is -0
  measured.ny = -ex / length + 0;
  features.a0 = k;
  features.a1 = k1;
  return CAST_HIT;
}

/**
 * A ray against a shape of two or more vertices that has a radius or too many vertices for bits.
 */
export function rayRounded(V: Verts, n: number): number {
  const c = poses[POSE_A + 2], s = poses[POSE_A + 3], R = V[RADIUS];
  const x = poses[POSE_B] - poses[POSE_A], y = poses[POSE_B + 1] - poses[POSE_A + 1];
  const dx = cast.dx, dy = cast.dy, m = abs(dx) + abs(dy);
  if (!(m > SHORT_RAY)) return CAST_UNSURE;
  const ux = c * dx + s * dy, uy = c * dy - s * dx;
  const ox = V[REF_X], oy = V[REF_Y], h = (ux * oy - uy * ox) - (dx * y - dy * x);
  const noise = RAY_NOISE * m * ((abs(c) + abs(s)) * V[EXTENT] + abs(x) + abs(y) + R);
  const reach = R * sqrt(dx * dx + dy * dy) * 1.000000001 + noise;
  const X = NORMALS + (n << 1);
  if (n <= MAX_BITS) {
    // Bit n - 1 - k: a_k > 0 in `starts`, b_k-1 > 0 in `ends`. `left` and `right`: beyond the
    // radius on that side.
    let starts = 0, ends = 0, left = 0, right = 0;
    let q = R * (ux * V[X - 1] - uy * V[X - 2]);
    for (let z = NORMALS, j = X; z < X; z += 2, j += 2) {
      const g = ux * (V[j + 1] - oy) - uy * (V[j] - ox) + h;
      left = (left << 1) | +(g > reach);
      right = (right << 1) | +(g < -reach);
      ends = (ends << 1) | +(g + q > 0);
      q = R * (ux * V[z + 1] - uy * V[z]);
      starts = (starts << 1) | +(g + q > 0);
    }
    const all = -1 >>> (32 - n);
    if ((+(left === all) | +(right === all)) !== 0) return CAST_MISS;
    const edges = starts & ~((ends << 1) | (ends >>> (n - 1))), arcs = ends & ~starts;
    if (edges !== 0) return enterOffset(V, n, n - 32 + clz(edges));
    return arcs === 0 ? CAST_UNSURE : enterArc(V, n, n - 32 + clz(arcs));
  }

  // Bisect the front, from the leftmost vertex to the rightmost, for the last a_k > 0.
  direction[0] = -uy;
  direction[1] = ux;
  let k = climb(V, n, 0), j = X + (k << 1);
  if (ux * (V[j + 1] - oy) - uy * (V[j] - ox) + h < -reach) return CAST_MISS;
  direction[0] = uy;
  direction[1] = -ux;
  let end = climb(V, n, k + (n >> 1) < n ? k + (n >> 1) : k + (n >> 1) - n);
  j = X + (end << 1);
  if (ux * (V[j + 1] - oy) - uy * (V[j] - ox) + h > reach) return CAST_MISS;
  if (end < k) end += n;
  while (end - k > 1) {
    const middle = (k + end) >> 1;
    const z = NORMALS + ((middle < n ? middle : middle - n) << 1);
    j = z + (n << 1);
    const q = R * (ux * V[z + 1] - uy * V[z]);
    if (ux * (V[j + 1] - oy) - uy * (V[j] - ox) + h + q > 0) k = middle;
    else end = middle;
  }
  if (k >= n) k -= n;
  const k1 = after(k, n), z = NORMALS + (k << 1);
  j = X + (k1 << 1);
  const q = R * (ux * V[z + 1] - uy * V[z]);
  return R > 0 && ux * (V[j + 1] - oy) - uy * (V[j] - ox) + h + q > 0
    ? enterArc(V, n, k1)
    : enterOffset(V, n, k);
}

/** Entry through edge k of a polygon, if plain doubles are not enough. */
function enterCore(V: Verts, n: number, k: number): number {
  loadRay();
  loadEdge(V, n, k);
  W[REACH] = 0;
  const verdict = enterEdge();
  return verdict === CAST_HIT || verdict === CAST_MISS ? verdict : CAST_UNSURE;
}

/**
 * The line certainly enters a shape without a radius before the start of the ray, and leaves it
 * through edge k, at t = (s x e) / (d x e) with d x e > 0. Is the start inside, or is all of the
 * shape behind?
 */
function leaveCore(V: Verts, n: number, k: number): number {
  if (k >= n) return CAST_UNSURE; // no edge that is crossed for certain
  loadRay();
  loadEdge(V, n, k);
  if (coreSide(S) >= 0 || coreSide(F) <= 0) return CAST_UNSURE;
  const l = (W[S + 2] - W[S]) * (W[E + 3] - W[E + 1]);
  const r = (W[S + 3] - W[S + 1]) * (W[E + 2] - W[E]);
  if (!(abs(l - r) > SIDE_BOUND * (abs(l) + abs(r)))) return CAST_UNSURE;
  return l > r ? CAST_START : CAST_MISS;
}

/** Entry through edge k, moved out by the radius. */
function enterOffset(V: Verts, n: number, k: number): number {
  loadRay();
  loadEdge(V, n, k);
  W[REACH] = V[RADIUS];
  W[REACH + 1] = 0;
  if (coreSide(E) >= 0 || sideOf(S) <= 0 || sideOf(F) >= 0) return CAST_UNSURE;
  const verdict = enterEdge();
  if (verdict !== CAST_HIT) return verdict === CAST_MISS ? CAST_MISS : CAST_UNSURE;
  const ex = W[E + 2] - W[E], ey = W[E + 3] - W[E + 1];
  const length = sqrt(ex * ex + ey * ey);
  measured.nx = ey / length + 0;
  measured.ny = -ex / length + 0;
  features.a0 = k;
  features.a1 = after(k, n);
  return CAST_HIT;
}

/** Entry through the arc around vertex k, which is a circle if n = 1. */
function enterArc(V: Verts, n: number, k: number): number {
  loadRay();
  loadEdge(V, n, k);
  const R = V[RADIUS];
  W[REACH] = R;
  W[REACH + 1] = 0;
  const verdict = enterDisk(S);
  features.a0 = k;
  features.a1 = k;
  if (n === 1) {
    if (verdict === CAST_HIT || verdict === CAST_MISS) return verdict;
    const vx = W[S + 2] - W[S], vy = W[S + 3] - W[S + 1];
    const vv = vx * vx + vy * vy;
    if (vv < 0.999999999999 * R * R) return CAST_START;
    return vv > 1.000000000001 * R * R ? CAST_MISS : CAST_UNSURE;
  }
  if (verdict !== CAST_HIT) return CAST_UNSURE;
  // The normal must lie between those of the edges that meet here: before that of the next edge, …
  const nx = measured.nx, ny = measured.ny;
  let ex = W[E + 2] - W[E], ey = W[E + 3] - W[E + 1];
  if (!(nx * ex + ny * ey < -ARC_END * (abs(ex) + abs(ey)))) return CAST_UNSURE;
  // … and past that of the previous edge.
  loadEdge(V, n, before(k, n));
  ex = W[E + 2] - W[E];
  ey = W[E + 3] - W[E + 1];
  return nx * ex + ny * ey > ARC_END * (abs(ex) + abs(ey)) ? CAST_HIT : CAST_UNSURE;
}

/**
 * Loads edge k as in `linearCast`: its start S and end F relative to the start of the ray, and its
 * vector E.
 */
function loadEdge(V: Verts, n: number, k: number): void {
  loadVertex(V, k, POSE_A, E);
  loadVertex(V, after(k, n), POSE_A, E + 2);
  W[S] = poses[POSE_B] - poses[POSE_A];
  W[S + 1] = poses[POSE_B + 1] - poses[POSE_A + 1];
  W[S + 2] = W[E];
  W[S + 3] = W[E + 1];
  W[F] = W[S];
  W[F + 1] = W[S + 1];
  W[F + 2] = W[E + 2];
  W[F + 3] = W[E + 3];
}
