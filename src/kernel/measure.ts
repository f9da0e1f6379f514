/**
 * The second stage of a query: formulas for two features that face each other. What they give is in
 * the pair frame, of the cores, and is computed from the exact vertices, never from the barycentric
 * coordinates of a sliver.
 *
 * A vertex pair u, v has
 *
 *   d = |v - u|,   normal (v - u) / d.
 *
 * For an edge e = u1 - u0 of the reference shape and a vertex v of the incident one, m = (e_y,
 * -e_x) points outward,
 *
 *   s = m·(v - u) / |e|,   t = e·(v - u0) / e·e  along the edge.
 *
 * If the edge from v to z is parallel to e, the two edges face each other along an interval, and
 * its middle is the witness point.
 *
 * @module
 */
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import * as record from "../shapes/record.ts";
import * as tolerances from "./tolerances.ts";
import type { Verts } from "../shapes/record.ts";
import { isAsGiven } from "./boundary.ts";
import { cross } from "./exact.ts";

const { abs, max, sqrt } = Math;

const { poses, POSE_A, POSE_B, features, simplex, measured, exact } = state;
const { registers: W, OPERANDS, BY_SEARCH } = slots;
const { RADIUS, NORMALS } = record;
const { DETERMINANT_BOUND, LEAST, NEXT_TO_NONE, PARALLEL, SMALL } = tolerances;

/** What `measure` returns: the features count, ... */
export const SURE = 0;
// ...or the reasons for which they may not, as bits.
/**
 * As the poses round the vertices, an edge at v leans towards the reference: it is `features.leaning`,
 * and its end is at `measured.far` along the reference and at `measured.depth` in front of it.
 */
export const LEANS = 1;
/** v lies at `measured.along`, past an end of the edge. */
export const PAST = 2;
/** The distance of the cores is so close to the radii that only its exact sign tells. */
export const CLOSE = 4;

/**
 * Measures the features that `source` has chosen: the distance with and without the radii, normal and
 * witness points of the cores, the vertices of `features`, and a simplex for a warm start. Returns
 * SURE, or the reasons for which `settle` has to look at them.
 */
export function measure(VA: Verts, nA: number, VB: Verts, nB: number, source: number): number {
  // (Local names make functions shorter, and V8 inlines short ones into their callers.)
  const F = features, S = simplex, M = measured;
  let doubt = SURE;
  if (F.onEdge === 0) {
    const i = F.a0, j = F.b0;
    vertexPair(VA, nA, VB, nB, i, j);
    F.a1 = i;
    F.b1 = j;
    S.count = 1;
    S.pa = i;
    S.pb = j;
  } else {
    doubt = F.side === 0
      ? measureEdge(VA, nA, POSE_A, VB, nB, POSE_B, source)
      : measureEdge(VB, nB, POSE_B, VA, nA, POSE_A, source);
  }
  const R = VA[RADIUS] + VB[RADIUS], core = M.core, d = core - R;
  M.distance = d;
  return R > 0 && core > 0 && abs(d) <= M.noise ? doubt | CLOSE : doubt;
}

/**
 * Measures vertex i of A against vertex j of B. It is small enough for V8 to inline, and writes no
 * more than it must.
 */
export function vertexPair(
  VA: Verts,
  nA: number,
  VB: Verts,
  nB: number,
  i: number,
  j: number,
): void {
  const P = poses, M = measured;
  const c = P[POSE_A + 2], s = P[POSE_A + 3];
  const C = P[POSE_B + 2], S = P[POSE_B + 3];
  const m = NORMALS + ((nA + i) << 1), n = NORMALS + ((nB + j) << 1);
  const ax = c * VA[m] - s * VA[m + 1], ay = s * VA[m] + c * VA[m + 1];
  const bx = C * VB[n] - S * VB[n + 1] + (P[POSE_B] - P[POSE_A]);
  const by = S * VB[n] + C * VB[n + 1] + (P[POSE_B + 1] - P[POSE_A + 1]);
  const dx = bx - ax, dy = by - ay;
  M.ax = ax;
  M.ay = ay;
  M.bx = bx;
  M.by = by;
  const d2 = dx * dx + dy * dy;
  if (d2 > SMALL) {
    const d = sqrt(d2);
    M.core = d;
    M.nx = dx / d;
    M.ny = dy / d;
  } else closePair();
}

/** `vertexPair` for points that coincide, or are so close that squares underflow. */
function closePair(): void {
  const x = measured.bx - measured.ax, y = measured.by - measured.ay;
  const size = max(abs(x), abs(y));
  if (size > 0) {
    const nx = x / size, ny = y / size, length = sqrt(nx * nx + ny * ny);
    measured.core = size * length;
    measured.nx = nx / length;
    measured.ny = ny / length;
    return;
  }
  // Every direction is a normal of coincident points. A's own x axis is taken.
  const c = poses[POSE_A + 2], s = poses[POSE_A + 3], length = sqrt(c * c + s * s);
  measured.core = 0;
  measured.nx = length > 0 ? c / length : 1;
  measured.ny = length > 0 ? s / length : 0;
}

/** Measures an edge of the reference shape R, at the pose r, against a vertex of the incident shape. */
function measureEdge(
  VR: Verts,
  nR: number,
  r: number,
  VI: Verts,
  nI: number,
  i: number,
  source: number,
): number {
  // 1. The edge from u0 to u1, and v.
  const k0 = features.edge, j = features.facing;
  const k1 = (k0 + 1) & ((k0 + 1 - nR) >> 31);
  const c = poses[r + 2], z = poses[r + 3], C = poses[i + 2], Z = poses[i + 3];
  const rx = poses[r] - poses[POSE_A], ry = poses[r + 1] - poses[POSE_A + 1];
  const ix = poses[i] - poses[POSE_A], iy = poses[i + 1] - poses[POSE_A + 1];
  const XR = NORMALS + (nR << 1), XI = NORMALS + (nI << 1);
  let x = VR[XR + (k0 << 1)], y = VR[XR + (k0 << 1) + 1];
  const u0x = c * x - z * y + rx, u0y = z * x + c * y + ry;
  x = VR[XR + (k1 << 1)];
  y = VR[XR + (k1 << 1) + 1];
  const u1x = c * x - z * y + rx, u1y = z * x + c * y + ry;
  x = VI[XI + (j << 1)];
  y = VI[XI + (j << 1) + 1];
  const vx = C * x - Z * y + ix, vy = Z * x + C * y + iy;
  const ex = u1x - u0x, ey = u1y - u0y;
  const ee = ex * ex + ey * ey;
  const Nx = VR[NORMALS + (k0 << 1)], Ny = VR[NORMALS + (k0 << 1) + 1];
  const length = sqrt(ee);
  // Which end of the edge is nearer is unpredictable, so both are in memory, as the operands of
  // `cross`, and an index selects one.
  W[OPERANDS + 4] = u0x;
  W[OPERANDS + 5] = u0y;
  W[OPERANDS + 6] = u1x;
  W[OPERANDS + 7] = u1y;

  // 2. The normal, s and t.
  let core = 0, nx = 0, ny = 0, t = 0;
  if (ee > 0) {
    nx = ey / length;
    ny = -ex / length;
    // The products are smaller when measured from the nearer end u.
    const end = +(ex * (vx - u0x) + ey * (vy - u0y) > 0.5 * ee), u = OPERANDS + 4 + (end << 1);
    const ux = W[u], uy = W[u + 1];
    t = end + (ex * (vx - ux) + ey * (vy - uy)) / ee;
    // (v - u) x e, as in `cross`: the filter is written out here, the exact part is called.
    const left = (vx - ux) * ey, right = (vy - uy) * ex;
    let det = left - right;
    if (
      !(abs(det) > DETERMINANT_BOUND * (abs(left) + abs(right))) &&
      !((vx === ux || ey === 0) && (vy === uy || ex === 0))
    ) {
      W[OPERANDS] = ux;
      W[OPERANDS + 1] = uy;
      W[OPERANDS + 2] = vx;
      W[OPERANDS + 3] = vy;
      cross();
      det = exact.value;
    }
    core = det / length;
  } else {
    // The pose rounded a tiny edge away. Its normal is still known. v counts as beside it
    // unless it is past it by more than the noise.
    const scale = sqrt(c * c + z * z);
    nx = (c * Nx - z * Ny) / scale;
    ny = (z * Nx + c * Ny) / scale;
    core = nx * (vx - u0x) + ny * (vy - u0y);
    const beyond = nx * (vy - u0y) - ny * (vx - u0x);
    if (abs(beyond) > measured.noise) t = beyond > 0 ? 2 : -1;
  }
  measured.core = core;
  if (source !== BY_SEARCH) {
    const s = measured.separation;
    if (s > 0 ? core <= 0 : s === 0 || core >= 0) {
      keepSign();
      core = measured.core;
    }
  }

  // 3. Is one of the two edges at v parallel to the reference? First compare the normals: m is the
  // reference's and M the incident edge's, both in the incident frame.
  let j2 = j, doubt = SURE, along = t, wx = vx, wy = vy;
  if (nI > 1 && ee > 0) {
    const rc = c * C + z * Z, rs = c * Z - z * C;
    const mx = rc * Nx + rs * Ny, my = rc * Ny - rs * Nx;
    const previous = j - 1 + (nI & ((j - 1) >> 31));
    const M0 = NORMALS + (j << 1), M1 = NORMALS + (previous << 1);
    // Rounding may turn a tiny edge, so the tolerance includes the noise. At the tip of a sliver
    // both edges are parallel, but only one faces the reference.
    const turn = PARALLEL * length + measured.noise;
    const isNext = abs(mx * VI[M0 + 1] - my * VI[M0]) * length <= turn &&
      mx * VI[M0] + my * VI[M0 + 1] < 0;
    if (
      isNext ||
      (abs(mx * VI[M1 + 1] - my * VI[M1]) * length <= turn &&
        mx * VI[M1] + my * VI[M1 + 1] < 0)
    ) {
      // The edge from v to z. Do the two lie along each other, with z as far in front as v? Then the
      // witness points are in the middle of the interval that they share. (Written out: as a function
      // it would take everything from memory again, 6 to 11 % of `distance` of pairs that touch, 2026-11-28.)
      const beside = isNext ? (j + 1) & ((j + 1 - nI) >> 31) : previous;
      x = VI[XI + (beside << 1)];
      y = VI[XI + (beside << 1) + 1];
      const zx = C * x - Z * y + ix, zy = Z * x + C * y + iy;
      const s2 = nx * (zx - u0x) + ny * (zy - u0y);
      const t2 = (ex * (zx - u0x) + ey * (zy - u0y)) / ee;
      if (abs(s2 - core) <= 0.125 * measured.noise) {
        const t0 = t < t2 ? t : t2, t1 = t < t2 ? t2 : t;
        const low = t0 > 0 ? t0 : 0, high = t1 < 1 ? t1 : 1;
        // Edges that meet only at their ends may miss each other by a rounding error; `along` keeps
        // how much.
        const middle = low <= high ? 0.5 * (low + high) : t1 < 0 ? 0 : 1;
        along = low <= high ? middle : t1 < 0 ? t1 : t0;
        let f = (middle - t) / (t2 - t);
        f = f > 0 ? (f < 1 ? f : 1) : 0;
        wx = vx + f * (zx - vx);
        wy = vy + f * (zy - vy);
        t = middle;
        j2 = beside;
      } else if (s2 < core) {
        measured.depth = s2;
        measured.far = t2;
        features.leaning = isNext ? j : previous;
        doubt = LEANS;
      }
    }
  }
  if (along < 0 || along > 1) doubt |= PAST;
  measured.along = along;

  // 4. The point of the edge at t, computed from its nearer end.
  const end = +(t > 0.5), u = OPERANDS + 4 + (end << 1);
  const fx = W[u] + (t - end) * ex, fy = W[u + 1] + (t - end) * ey;
  const ofA = r === POSE_A;
  nameEdge(ofA, k0, k1, j, j2, source === BY_SEARCH || core > 0);
  measured.nx = ofA ? nx : -nx;
  measured.ny = ofA ? ny : -ny;
  measured.ax = ofA ? fx : wx;
  measured.ay = ofA ? fy : wy;
  measured.bx = ofA ? wx : fx;
  measured.by = ofA ? wy : fy;
  return doubt;
}

/**
 * The features are the edge from vertex k0 to k1 of one shape and the other's vertex j, or its edge to
 * j2. Of cores that are apart, the edge is a simplex to start from. An edge that overlaps is none: then
 * the triangle that the search left is kept, if it left one, and nothing else that may be there.
 */
function nameEdge(
  ofA: boolean,
  k0: number,
  k1: number,
  j: number,
  j2: number,
  isApart: boolean,
): void {
  const F = features, S = simplex;
  F.a0 = ofA ? k0 : j;
  F.a1 = ofA ? k1 : j2;
  F.b0 = ofA ? j : k0;
  F.b1 = ofA ? j2 : k1;
  if (isApart) {
    S.count = 2;
    S.pa = ofA ? k1 : j;
    S.pb = ofA ? j : k1;
    S.qa = ofA ? k0 : j;
    S.qb = ofA ? j : k0;
  } else if (S.count < 3) S.count = 0;
}

/**
 * The sign that the scan found is exact, and the measured value must not contradict it. It could if
 * the value underflows, or if `settle` has replaced the scan's edge: by one that leans, by one that a
 * walk led to beside a dent (which the pose's rounding left among nearly collinear edges), or by one
 * that only rounding makes as good, on a thin shape. The gap or overlap is then below rounding. How
 * far off the separation is depends on how short its edge is, so the result is a tiny fraction of it,
 * which scales with the shapes.
 */
function keepSign(): void {
  const s = measured.separation;
  if (s !== 0) {
    const tiny = NEXT_TO_NONE * s;
    measured.core = tiny !== 0 ? tiny : s > 0 ? LEAST : -LEAST;
  } else if (measured.core > 0 || isAsGiven()) measured.core = 0;
}
