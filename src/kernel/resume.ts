/**
 * Warm start: starts a query from what the last query on the pair ended with. The features that
 * were closest may still be, or the new ones may be a few steps away along the boundary of C. A
 * triangle that contained the origin of C may still contain it.
 *
 * @module
 */
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import * as ring from "./ring.ts";
import * as record from "../shapes/record.ts";
import * as searches from "./search.ts";
import * as tolerances from "./tolerances.ts";
import type { Verts } from "../shapes/record.ts";
import { search } from "./search.ts";
import { after, placeEdge } from "./ring.ts";

const { abs, sqrt } = Math;

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { poses, POSE_A, POSE_B, features, simplex, measured } = state;
const { registers: W, OPERANDS, SEPARATED, STATUS_SEPARATED } = slots;
const { placed } = ring;
const { RADIUS, EXTENT, INNER, LOCAL } = record;
const { WALK } = searches;
const { SMALL, DETERMINANT_BOUND, PARALLEL, SKEWED, FRAME_NOISE, CLEAR, CROSSING, SAME_DIRECTION } =
  tolerances;

/** Result of `resume`: nothing is certain, so the search has to start anew. */
export const COLD = 0;
/**
 * The closest features are in `features`. They are not measured
 * yet.
 */
export const KEPT = 1;
/** The remembered features are still the closest, and are measured. */
export const SAME = 2;
/** Other features are the closest. They are measured, and in `simplex`. */
export const MOVED = 3;
/** The triangle of C in `simplex` contains the origin. */
export const HELD = 4;

/**
 * Checks whether the simplex of C from an earlier query still gives the answer. It has `count`
 * points p, q, r, each an index on A and one on B: one point is a vertex pair, two are an edge from
 * q to p, three are a triangle. With indices that do not exist there is no simplex. If the check
 * succeeds, the noise and the iterations are written as well.
 *
 * Features are proven and measured at the same time, in the pair frame, with the letters of
 * `signedDistance` and the same bits. Vertices u and v are closest if w = v - u lies between the
 * normals of the edges at u, and -w between those at v. An edge e = u1 - u0 and a vertex v are
 * closest if v lies in front of the edge and beside it, 0 <= t <= 1, and the edge's reversed normal
 * lies between the normals at v. If w or the reversed normal lies beyond one of these normals, or v
 * past an end of the edge, that tells in which direction along C closer features are. A short walk
 * finds them, and they are proven in the same way.
 *
 * Neighbours of vertices are found with masks instead of branches, as in manifold.ts: whether an
 * index wraps around is unpredictable.
 *
 * The loop makes at most two attempts: the remembered features, and those at the end of one walk.
 * If the second proof fails as well, the result is COLD.
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
  ra: number,
  rb: number,
): number {
  if (count < 1 || count > 3 || pa < 0 || pa >= nA || pb < 0 || pb >= nB) return COLD;
  if (count > 1 && (qa < 0 || qa >= nA || qb < 0 || qb >= nB)) return COLD;
  // If a shape is as thin as rounding, all vertices have to be examined: those within rounding of
  // the closest may change the answer.
  if (VA[INNER] + VB[INNER] === -Infinity) return COLD;

  // B's position relative to A's, and E, which bounds the rounding error of a projection, as in
  // `search`.
  const ac = poses[POSE_A + 2], as = poses[POSE_A + 3];
  const bc = poses[POSE_B + 2], bs = poses[POSE_B + 3];
  const tx = poses[POSE_B] - poses[POSE_A], ty = poses[POSE_B + 1] - poses[POSE_A + 1];
  const R = VA[RADIUS] + VB[RADIUS];
  const S = VA[EXTENT] + VB[EXTENT] + abs(tx) + abs(ty) + R;
  const skew = FRAME_NOISE + abs(ac * ac + as * as - 1) +
    abs(bc * bc + bs * bs - 1);
  if (!(skew < SKEWED)) return COLD;
  const E = S * skew, clear = CLEAR * E;
  measured.noise = E;
  simplex.iterations = 0;
  if (count === 3) {
    if (ra < 0 || ra >= nA || rb < 0 || rb >= nB) return COLD;
    simplex.count = 3;
    simplex.pa = pa;
    simplex.pb = pb;
    simplex.qa = qa;
    simplex.qb = qb;
    simplex.ra = ra;
    simplex.rb = rb;
    return holdsOrigin(VA, nA, VB, nB);
  }

  // Vertices i of A and j of B; or an edge k, which is A's if p and q have the same vertex of B,
  // else B's.
  let onEdge = count === 2, ofA = pb === qb;
  let k = ofA ? qa : qb, i = pa, j = pb;
  if (onEdge) {
    const n = ofA ? nA : nB;
    if (!(ofA || pa === qa) || n < 2) return COLD;
    if ((ofA ? pa : pb) !== after(k, n)) return COLD;
  }
  for (let attempt = 0; attempt < 2; attempt++) {
    let core = 0, nx = 0, ny = 0;
    let ax = 0, ay = 0, bx = 0, by = 0;
    let isMeasured = true, turn = 0;
    if (onEdge) {
      let VR = VA, VI = VB, nR = nA, nI = nB, f = j;
      let c = ac, z = as, C = bc, Z = bs;
      let r = POSE_A;
      if (!ofA) {
        VR = VB;
        VI = VA;
        nR = nB;
        nI = nA;
        f = i;
        c = bc;
        z = bs;
        C = ac;
        Z = as;
        r = POSE_B;
      }
      let k1 = after(k, nR);
      const NR = LOCAL + (nR << 1), NI = LOCAL + (nI << 1);
      placeEdge(VR, r, k, VI, f);
      const { u0x, u0y, u1x, u1y, vx, vy, ex, ey } = placed;
      const ee = ex * ex + ey * ey;
      if (!(ee > 0)) return COLD;
      const length = sqrt(ee);
      if (nI > 1) {
        const Nx = VR[NR + (k << 1)], Ny = VR[NR + (k << 1) + 1];
        const rc = c * C + z * Z, rs = c * Z - z * C;
        const mx = rc * Nx + rs * Ny, my = rc * Ny - rs * Nx;
        const M0 = NI + (f << 1), M1 = M0 - 2 + ((nI << 1) & ((f - 1) >> 31));
        const ahead = my * VI[M0] - mx * VI[M0 + 1],
          behind = mx * VI[M1 + 1] - my * VI[M1];
        // At a corner that is straight within rounding, these signs would not tell the near side
        // from the far side.
        if (nI > 2 && ahead <= SAME_DIRECTION && behind <= SAME_DIRECTION) return COLD;
        if (ahead < -SAME_DIRECTION) turn = 1;
        else if (behind < -SAME_DIRECTION) turn = -1;
        isMeasured = ahead > CROSSING && behind > CROSSING && PARALLEL * length > E;
      }
      // The nearer end, as `signedDistance` chooses it: once by the product and once by t. Which end
      // it is is unpredictable, so both are in memory and an index selects one.
      W[OPERANDS] = u0x;
      W[OPERANDS + 1] = u0y;
      W[OPERANDS + 2] = u1x;
      W[OPERANDS + 3] = u1y;
      let end = +(ex * (vx - u0x) + ey * (vy - u0y) > 0.5 * ee);
      const ux = W[OPERANDS + (end << 1)], uy = W[OPERANDS + (end << 1) + 1];
      const t = end + (ex * (vx - ux) + ey * (vy - uy)) / ee;
      const left = (vx - ux) * ey, right = (vy - uy) * ex, det = left - right;
      core = det / length;
      if (!(core > clear)) return COLD;
      if (!(det > DETERMINANT_BOUND * (abs(left) + abs(right)))) isMeasured = false;
      // The vertex of C where the walk starts: an end of this edge.
      if (turn === 0 && t > 1) turn = 1;
      else if (turn === 0 && t < 0) {
        turn = -1;
        k1 = k;
      } else if (turn > 0) k1 = k;
      nx = ey / length;
      ny = -ex / length;
      end = +(t > 0.5);
      ax = W[OPERANDS + (end << 1)] + (t - end) * ex;
      ay = W[OPERANDS + (end << 1) + 1] + (t - end) * ey;
      bx = vx;
      by = vy;
      if (ofA) i = k1;
      else {
        j = k1;
        nx = -nx;
        ny = -ny;
        bx = ax;
        by = ay;
        ax = vx;
        ay = vy;
      }
    } else {
      const NA = LOCAL + (nA << 1), NB = LOCAL + (nB << 1);
      let y = NA + (nA << 1) + (i << 1), z = NB + (nB << 1) + (j << 1);
      ax = ac * VA[y] - as * VA[y + 1];
      ay = as * VA[y] + ac * VA[y + 1];
      bx = bc * VB[z] - bs * VB[z + 1] + tx;
      by = bs * VB[z] + bc * VB[z + 1] + ty;
      const wx = bx - ax, wy = by - ay, ww = wx * wx + wy * wy;
      const hidden = SAME_DIRECTION * (abs(wx) + abs(wy));
      if (nA > 1) {
        const mx = ac * wx + as * wy, my = ac * wy - as * wx;
        y = NA + (i << 1);
        z = y - 2 + ((nA << 1) & ((i - 1) >> 31));
        const ahead = mx * VA[y + 1] - my * VA[y], behind = VA[z] * my - VA[z + 1] * mx;
        // As above: a corner that is straight within rounding may be seen from the far side.
        if (nA > 2 && ahead <= hidden && behind <= hidden) return COLD;
        if (ahead < 0) turn = 1;
        else if (behind < 0) turn = -1;
      }
      if (nB > 1) {
        const mx = -(bc * wx + bs * wy), my = bs * wx - bc * wy;
        y = NB + (j << 1);
        z = y - 2 + ((nB << 1) & ((j - 1) >> 31));
        const ahead = mx * VB[y + 1] - my * VB[y], behind = VB[z] * my - VB[z + 1] * mx;
        if (nB > 2 && ahead <= hidden && behind <= hidden) return COLD;
        if (ahead < 0) turn = 1;
        else if (behind < 0) turn = -1;
      }
      core = sqrt(ww);
      if (!(core > clear && ww > SMALL)) return COLD;
      nx = wx / core;
      ny = wy / core;
    }

    if (turn === 0) {
      const d = core - R;
      if (!(isMeasured && d > E)) {
        // If edges may be parallel, or the radii may reach, `signedDistance` has to measure.
        features.onEdge = onEdge ? 1 : 0;
        features.side = ofA ? 0 : 1;
        features.edge = k;
        features.facing = ofA ? j : i;
        features.a0 = i;
        features.b0 = j;
        return KEPT;
      }
      const radiusA = VA[RADIUS], radiusB = VB[RADIUS];
      const ox = poses[POSE_A] + 0, oy = poses[POSE_A + 1] + 0;
      const i0 = onEdge && ofA ? k : i, j0 = onEdge && !ofA ? k : j;
      measured.status = STATUS_SEPARATED;
      measured.distance = d;
      measured.nx = nx + 0;
      measured.ny = ny + 0;
      measured.ax = ax + radiusA * nx + ox;
      measured.ay = ay + radiusA * ny + oy;
      measured.bx = bx - radiusB * nx + ox;
      measured.by = by - radiusB * ny + oy;
      features.a0 = i0;
      features.a1 = i;
      features.b0 = j0;
      features.b1 = j;
      if (attempt === 0) return SAME;
      simplex.count = onEdge ? 2 : 1;
      simplex.pa = i;
      simplex.pb = j;
      simplex.qa = i0;
      simplex.qb = j0;
      return MOVED;
    }

    if (attempt > 0) break;
    simplex.turn = turn;
    simplex.ra = i;
    simplex.rb = j;
    if (search(VA, nA, VB, nB, WALK) !== SEPARATED) break;
    onEdge = features.onEdge !== 0;
    ofA = features.side === 0;
    k = features.edge;
    i = onEdge ? features.facing : features.a0;
    j = onEdge ? features.facing : features.b0;
  }
  return COLD;
}

/**
 * HELD if the triangle p, q, r of C in `simplex` contains the origin by more than rounding, else COLD.
 * Works in A's frame.
 */
function holdsOrigin(VA: Verts, nA: number, VB: Verts, nB: number): number {
  const { pa, pb, qa, qb, ra, rb } = simplex;
  const ac = poses[POSE_A + 2], as = poses[POSE_A + 3];
  const bc = poses[POSE_B + 2], bs = poses[POSE_B + 3];
  const wx = poses[POSE_B] - poses[POSE_A], wy = poses[POSE_B + 1] - poses[POSE_A + 1];
  const rc = ac * bc + as * bs, rs = ac * bs - as * bc;
  const tx = ac * wx + as * wy, ty = ac * wy - as * wx;
  const E = measured.noise, XA = LOCAL + (nA << 2), XB = LOCAL + (nB << 2);
  let y = XA + (pa << 1), z = XB + (pb << 1);
  const px = VA[y] - (rc * VB[z] - rs * VB[z + 1] + tx);
  const py = VA[y + 1] - (rs * VB[z] + rc * VB[z + 1] + ty);
  y = XA + (qa << 1);
  z = XB + (qb << 1);
  const qx = VA[y] - (rc * VB[z] - rs * VB[z + 1] + tx);
  const qy = VA[y + 1] - (rs * VB[z] + rc * VB[z + 1] + ty);
  y = XA + (ra << 1);
  z = XB + (rb << 1);
  const rx = VA[y] - (rc * VB[z] - rs * VB[z + 1] + tx);
  const ry = VA[y + 1] - (rs * VB[z] + rc * VB[z + 1] + ty);
  const isInside = px * qy - py * qx > E * (abs(qx - px) + abs(qy - py)) &&
    qx * ry - qy * rx > E * (abs(rx - qx) + abs(ry - qy)) &&
    rx * py - ry * px > E * (abs(px - rx) + abs(py - ry));
  return isInside ? HELD : COLD;
}
