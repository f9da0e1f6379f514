/**
 * Warm start: starts a query from what the last query on the pair ended with. The features that
 * were closest may still be.
 *
 * @module
 */
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import * as ring from "./ring.ts";
import * as record from "../shapes/record.ts";
import * as tolerances from "./tolerances.ts";
import type { Verts } from "../shapes/record.ts";
import { setBand } from "./band.ts";
import { finish } from "./finish.ts";
import { vertexPair } from "./measure.ts";
import { after, placeEdge } from "./ring.ts";

const { abs, sqrt } = Math;

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { poses, POSE_A, POSE_B, features, simplex, measured } = state;
const { registers: W, OPERANDS, SIGNED } = slots;
const { placed } = ring;
const { RADIUS, INNER, NORMALS } = record;
const { SMALL, DETERMINANT_BOUND, PARALLEL, CLEAR, CROSSING, SAME_DIRECTION } = tolerances;

/** Result of `resume`: nothing is certain, so the search has to start anew. */
export const COLD = 0;
/** The remembered features are still the closest. They are in `features`, and not measured yet. */
export const KEPT = 1;
/** They are the closest, and are measured. */
export const SAME = 2;

/**
 * Checks whether the simplex of C from an earlier query still gives the answer. It has `count`
 * points p, q, each an index on A and one on B: one point is a vertex pair, two are an edge from
 * q to p. With indices that do not exist there is no simplex. If the check succeeds, the noise and the
 * iterations are written as well. (The triangle of an overlap is not worth a check: it saved 4 to 13 % of
 * such queries, 2026-11-28. Nor is a walk to features nearby.)
 *
 * Features are proven and measured at the same time, in the pair frame, with the letters of
 * `measure` and the same bits. Vertices u and v are closest if w = v - u lies between the
 * normals of the edges at u, and -w between those at v. An edge e = u1 - u0 and a vertex v are
 * closest if v lies in front of the edge and beside it, 0 <= t <= 1, and the edge's reversed normal
 * lies between the normals at v.
 */
export function resume(
  VA: Verts,
  nA: number,
  VB: Verts,
  nB: number,
  count: number,
  pa: number,
  pb: number,
  qa: number,
  qb: number,
): number {
  if (count < 1 || count > 2 || pa < 0 || pa >= nA || pb < 0 || pb >= nB) return COLD;
  if (count > 1 && (qa < 0 || qa >= nA || qb < 0 || qb >= nB)) return COLD;
  // If a shape is as thin as rounding, all vertices have to be examined: those within rounding of
  // the closest may change the answer.
  if (VA[INNER] + VB[INNER] === -Infinity) return COLD;

  if (setBand(VA, VB)) return COLD;
  simplex.iterations = 0;

  // Vertices i of A and j of B; or an edge k, which is A's if p and q have the same vertex of B,
  // else B's.
  const onEdge = count === 2, ofA = pb === qb, k = ofA ? qa : qb;
  if (onEdge) {
    const n = ofA ? nA : nB;
    if (!(ofA || pa === qa) || n < 2 || (ofA ? pa : pb) !== after(k, n)) return COLD;
  }
  const proof = !onEdge
    ? proveVertices(VA, nA, VB, nB, pa, pb)
    : ofA
    ? proveEdge(VA, nA, POSE_A, k, VB, nB, pb)
    : proveEdge(VB, nB, POSE_B, k, VA, nA, pa);
  if (proof === COLD) return COLD;
  const F = features, d = measured.core - (VA[RADIUS] + VB[RADIUS]);
  if (proof === KEPT || !(d > measured.noise)) {
    // If edges may be parallel, or the radii may reach, `measureFeatures` has to measure.
    F.onEdge = onEdge ? 1 : 0;
    F.side = ofA ? 0 : 1;
    F.edge = k;
    F.facing = ofA ? pb : pa;
    F.a0 = pa;
    F.b0 = pb;
    return KEPT;
  }
  measured.distance = d;
  finish(VA, VB, SIGNED);
  F.a0 = onEdge ? qa : pa;
  F.a1 = pa;
  F.b0 = onEdge ? qb : pb;
  F.b1 = pb;
  return SAME;
}

/** Are edge k and vertex f closest? If so, measures them, and returns SAME, or KEPT if that is not certain. */
function proveEdge(
  VR: Verts,
  nR: number,
  r: number,
  k: number,
  VI: Verts,
  nI: number,
  f: number,
): number {
  const q = POSE_B - r, E = measured.noise;
  placeEdge(VR, nR, r, k, VI, nI, f);
  const { u0x, u0y, u1x, u1y, vx, vy, ex, ey } = placed;
  const ee = ex * ex + ey * ey;
  if (!(ee > 0)) return COLD;
  const length = sqrt(ee);
  let isMeasured = true;
  if (nI > 1) {
    const c = poses[r + 2], z = poses[r + 3], C = poses[q + 2], Z = poses[q + 3];
    const N = NORMALS + (k << 1), Nx = VR[N], Ny = VR[N + 1];
    const rc = c * C + z * Z, rs = c * Z - z * C;
    const mx = rc * Nx + rs * Ny, my = rc * Ny - rs * Nx;
    const M0 = NORMALS + (f << 1), M1 = M0 - 2 + ((nI << 1) & ((f - 1) >> 31));
    const ahead = my * VI[M0] - mx * VI[M0 + 1], behind = mx * VI[M1 + 1] - my * VI[M1];
    // At a corner that is straight within rounding, these signs would not tell the near side from
    // the far side.
    if (nI > 2 && ahead <= SAME_DIRECTION && behind <= SAME_DIRECTION) return COLD;
    if (ahead < -SAME_DIRECTION || behind < -SAME_DIRECTION) return COLD;
    isMeasured = ahead > CROSSING && behind > CROSSING && PARALLEL * length > E;
  }
  // The nearer end, as `measure` chooses it: once by the product and once by t. Which end it is is
  // unpredictable, so both are in memory and an index selects one.
  W[OPERANDS] = u0x;
  W[OPERANDS + 1] = u0y;
  W[OPERANDS + 2] = u1x;
  W[OPERANDS + 3] = u1y;
  let end = +(ex * (vx - u0x) + ey * (vy - u0y) > 0.5 * ee);
  const ux = W[OPERANDS + (end << 1)], uy = W[OPERANDS + (end << 1) + 1];
  const t = end + (ex * (vx - ux) + ey * (vy - uy)) / ee;
  const left = (vx - ux) * ey, right = (vy - uy) * ex, det = left - right;
  const core = det / length;
  if (!(core > CLEAR * E && t >= 0 && t <= 1)) return COLD;
  if (!(det > DETERMINANT_BOUND * (abs(left) + abs(right)))) isMeasured = false;
  end = +(t > 0.5);
  const fx = W[OPERANDS + (end << 1)] + (t - end) * ex;
  const fy = W[OPERANDS + (end << 1) + 1] + (t - end) * ey;
  const ofA = r === POSE_A, M = measured;
  M.core = core;
  M.nx = ofA ? ey / length : -(ey / length);
  M.ny = ofA ? -ex / length : ex / length;
  M.ax = ofA ? fx : vx;
  M.ay = ofA ? fy : vy;
  M.bx = ofA ? vx : fx;
  M.by = ofA ? vy : fy;
  return isMeasured ? SAME : KEPT;
}

/** `proveEdge` for vertices i and j. */
function proveVertices(
  VA: Verts,
  nA: number,
  VB: Verts,
  nB: number,
  i: number,
  j: number,
): number {
  vertexPair(VA, nA, VB, nB, i, j);
  const wx = measured.bx - measured.ax, wy = measured.by - measured.ay;
  const hidden = SAME_DIRECTION * (abs(wx) + abs(wy));
  if (nA > 1) {
    const c = poses[POSE_A + 2], s = poses[POSE_A + 3];
    const mx = c * wx + s * wy, my = c * wy - s * wx;
    const y = NORMALS + (i << 1), z = y - 2 + ((nA << 1) & ((i - 1) >> 31));
    const ahead = mx * VA[y + 1] - my * VA[y], behind = VA[z] * my - VA[z + 1] * mx;
    // As above: a corner that is straight within rounding may be seen from the far side.
    if (ahead < 0 || behind < 0) return COLD;
    if (nA > 2 && ahead <= hidden && behind <= hidden) return COLD;
  }
  if (nB > 1) {
    const c = poses[POSE_B + 2], s = poses[POSE_B + 3];
    const mx = -(c * wx + s * wy), my = s * wx - c * wy;
    const y = NORMALS + (j << 1), z = y - 2 + ((nB << 1) & ((j - 1) >> 31));
    const ahead = mx * VB[y + 1] - my * VB[y], behind = VB[z] * my - VB[z + 1] * mx;
    if (ahead < 0 || behind < 0) return COLD;
    if (nB > 2 && ahead <= hidden && behind <= hidden) return COLD;
  }
  return measured.core > CLEAR * measured.noise && wx * wx + wy * wy > SMALL ? SAME : COLD;
}
