/**
 * Warm start: starts a query from what the last query on the pair ended with. The features that
 * were closest may still be, or the new ones may be a few steps away along the boundary of C. A
 * triangle that contained the origin of C may still contain it.
 *
 * @module
 */
import type { f64, i32, Verts } from "./ptr.ts";
import { registers } from "./ptr.ts";
import { search } from "./search.ts";

// The register file, as a constant of this file; see ptr.ts.
const W = registers;

// Copies of the operations in ptr.ts.
const abs = Math.abs;
const int = (x: f64): i32 => x | 0;
const sqrt = Math.sqrt;

// Copies of the constants in registers.ts, record.ts and others, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const POSE_A: i32 = 0;
const POSE_B: i32 = 4;
const RADIUS: i32 = 0;
const EXTENT: i32 = 1;
const INNER: i32 = 7;
const LOCAL: i32 = 11;
const DISTANCE: i32 = 8;
const NX: i32 = 9;
const NY: i32 = 10;
const AX: i32 = 11;
const AY: i32 = 12;
const BX: i32 = 13;
const BY: i32 = 14;
const STATUS: i32 = 15;
const FA0: i32 = 16;
const FA1: i32 = 17;
const FB0: i32 = 18;
const FB1: i32 = 19;
const ITERATIONS: i32 = 20;
const NOISE: i32 = 21;
const COUNT: i32 = 22;
const PA: i32 = 23;
const PB: i32 = 24;
const QA: i32 = 25;
const QB: i32 = 26;
const RA: i32 = 27;
const RB: i32 = 28;
const OPERANDS: i32 = 40;
const SIDE: i32 = 30;
const EDGE: i32 = 31;
const FACING: i32 = 32;
const ON_EDGE: i32 = 38;
const TURN: i32 = 49;
const SEPARATED: i32 = 0;
const WALK: i32 = 3;
const STATUS_SEPARATED: i32 = 0;
const SMALL: f64 = 1.1830521861667747e-271;
const DETERMINANT_BOUND: f64 = 3.3306690738754716e-16;
const PARALLEL: f64 = 1.4901161193847656e-8;
const SKEWED: f64 = 4.2146848510894035e-8;
const FRAME_NOISE: f64 = 1.7763568394002505e-15;

/** Edges whose angle has a greater sine are not parallel, unless rounding turns a tiny one. */
const CROSSING: f64 = 2 * PARALLEL;

/** Result of `resume`: nothing is certain, so the search has to start anew. */
export const COLD: i32 = 0;
/**
 * The closest features are in ON_EDGE, and FA0, FB0 or SIDE, EDGE, FACING. They are not measured
 * yet.
 */
export const KEPT: i32 = 1;
/** The remembered features are still the closest, and are measured. */
export const SAME: i32 = 2;
/** Other features are the closest. They are measured, and in COUNT, PA … QB. */
export const MOVED: i32 = 3;
/** The triangle of C in PA … RB contains the origin. */
export const HELD: i32 = 4;

/** Angles between directions up to this sine are nothing but rounding. */
const ROUNDING: f64 = 4.440892098500626e-16;

/**
 * Features closer than this multiple of the noise E are searched for anew. Beyond it, what rounding
 * may hide, a foot that is past the end of an edge by E, changes a distance d by E² / 2d < E / 128.
 */
const CLEAR: f64 = 64;

/**
 * Checks whether the simplex of C from an earlier query still gives the answer. It has `count`
 * points p, q, r, each an index on A and one on B: one point is a vertex pair, two are an edge from
 * q to p, three are a triangle. With indices that do not exist there is no simplex. If the check
 * succeeds, NOISE and ITERATIONS are written as well.
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
  nA: i32,
  VB: Verts,
  nB: i32,
  count: i32,
  pa: i32,
  pb: i32,
  qa: i32,
  qb: i32,
  ra: i32,
  rb: i32,
): i32 {
  if (count < 1 || count > 3 || pa < 0 || pa >= nA || pb < 0 || pb >= nB) return COLD;
  if (count > 1 && (qa < 0 || qa >= nA || qb < 0 || qb >= nB)) return COLD;
  // If a shape is as thin as rounding, all vertices have to be examined: those within rounding of
  // the closest may change the answer.
  if (VA[INNER] + VB[INNER] === -Infinity) return COLD;

  // B's position relative to A's, and E, which bounds the rounding error of a projection, as in
  // `search`.
  const ac: f64 = W[POSE_A + 2], as: f64 = W[POSE_A + 3];
  const bc: f64 = W[POSE_B + 2], bs: f64 = W[POSE_B + 3];
  const tx: f64 = W[POSE_B] - W[POSE_A], ty: f64 = W[POSE_B + 1] - W[POSE_A + 1];
  const R: f64 = VA[RADIUS] + VB[RADIUS];
  const S: f64 = VA[EXTENT] + VB[EXTENT] + abs(tx) + abs(ty) + R;
  const skew: f64 = FRAME_NOISE + abs(ac * ac + as * as - 1) +
    abs(bc * bc + bs * bs - 1);
  if (!(skew < SKEWED)) return COLD;
  const E: f64 = S * skew, clear: f64 = CLEAR * E;
  W[NOISE] = E;
  W[ITERATIONS] = 0;
  if (count === 3) {
    if (ra < 0 || ra >= nA || rb < 0 || rb >= nB) return COLD;
    W[COUNT] = 3;
    W[PA] = pa;
    W[PB] = pb;
    W[QA] = qa;
    W[QB] = qb;
    W[RA] = ra;
    W[RB] = rb;
    return holdsOrigin(VA, nA, VB, nB, pa, pb, qa, qb, ra, rb);
  }

  // Vertices i of A and j of B; or an edge k, which is A's if p and q have the same vertex of B,
  // else B's.
  let onEdge: boolean = count === 2, ofA: boolean = pb === qb;
  let k: i32 = ofA ? qa : qb, i: i32 = pa, j: i32 = pb;
  if (onEdge) {
    const n: i32 = ofA ? nA : nB;
    if (!(ofA || pa === qa) || n < 2) return COLD;
    if ((ofA ? pa : pb) !== ((k + 1) & ((k + 1 - n) >> 31))) return COLD;
  }
  for (let attempt: i32 = 0; attempt < 2; attempt++) {
    let core: f64 = 0, nx: f64 = 0, ny: f64 = 0;
    let ax: f64 = 0, ay: f64 = 0, bx: f64 = 0, by: f64 = 0;
    let isMeasured: boolean = true, turn: i32 = 0;
    if (onEdge) {
      let VR: Verts = VA, VI: Verts = VB, nR: i32 = nA, nI: i32 = nB, f: i32 = j;
      let c: f64 = ac, z: f64 = as, C: f64 = bc, Z: f64 = bs;
      let rx: f64 = 0, ry: f64 = 0, ix: f64 = tx, iy: f64 = ty;
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
        rx = tx;
        ry = ty;
        ix = 0;
        iy = 0;
      }
      let k1: i32 = (k + 1) & ((k + 1 - nR) >> 31);
      const NR: i32 = LOCAL + (nR << 1), XR: i32 = NR + (nR << 1);
      const NI: i32 = LOCAL + (nI << 1), XI: i32 = NI + (nI << 1);
      let x: f64 = VR[XR + (k << 1)], y: f64 = VR[XR + (k << 1) + 1];
      const u0x: f64 = c * x - z * y + rx, u0y: f64 = z * x + c * y + ry;
      x = VR[XR + (k1 << 1)];
      y = VR[XR + (k1 << 1) + 1];
      const u1x: f64 = c * x - z * y + rx, u1y: f64 = z * x + c * y + ry;
      x = VI[XI + (f << 1)];
      y = VI[XI + (f << 1) + 1];
      const vx: f64 = C * x - Z * y + ix, vy: f64 = Z * x + C * y + iy;
      const ex: f64 = u1x - u0x, ey: f64 = u1y - u0y;
      const ee: f64 = ex * ex + ey * ey;
      if (!(ee > 0)) return COLD;
      const length: f64 = sqrt(ee);
      if (nI > 1) {
        const Nx: f64 = VR[NR + (k << 1)], Ny: f64 = VR[NR + (k << 1) + 1];
        const rc: f64 = c * C + z * Z, rs: f64 = c * Z - z * C;
        const mx: f64 = rc * Nx + rs * Ny, my: f64 = rc * Ny - rs * Nx;
        const M0: i32 = NI + (f << 1), M1: i32 = M0 - 2 + ((nI << 1) & ((f - 1) >> 31));
        const ahead: f64 = my * VI[M0] - mx * VI[M0 + 1],
          behind: f64 = mx * VI[M1 + 1] - my * VI[M1];
        // At a corner that is straight within rounding, these signs would not tell the near side
        // from the far side.
        if (nI > 2 && ahead <= ROUNDING && behind <= ROUNDING) return COLD;
        if (ahead < -ROUNDING) turn = 1;
        else if (behind < -ROUNDING) turn = -1;
        isMeasured = ahead > CROSSING && behind > CROSSING && PARALLEL * length > E;
      }
      // The nearer end, as `signedDistance` chooses it: once by the product and once by t. Which end
      // it is is unpredictable, so both are in memory and an index selects one.
      W[OPERANDS] = u0x;
      W[OPERANDS + 1] = u0y;
      W[OPERANDS + 2] = u1x;
      W[OPERANDS + 3] = u1y;
      let end: i32 = +(ex * (vx - u0x) + ey * (vy - u0y) > 0.5 * ee);
      const ux: f64 = W[OPERANDS + (end << 1)], uy: f64 = W[OPERANDS + (end << 1) + 1];
      const t: f64 = end + (ex * (vx - ux) + ey * (vy - uy)) / ee;
      const left: f64 = (vx - ux) * ey, right: f64 = (vy - uy) * ex, det: f64 = left - right;
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
      const NA: i32 = LOCAL + (nA << 1), NB: i32 = LOCAL + (nB << 1);
      let y: i32 = NA + (nA << 1) + (i << 1), z: i32 = NB + (nB << 1) + (j << 1);
      ax = ac * VA[y] - as * VA[y + 1];
      ay = as * VA[y] + ac * VA[y + 1];
      bx = bc * VB[z] - bs * VB[z + 1] + tx;
      by = bs * VB[z] + bc * VB[z + 1] + ty;
      const wx: f64 = bx - ax, wy: f64 = by - ay, ww: f64 = wx * wx + wy * wy;
      const hidden: f64 = ROUNDING * (abs(wx) + abs(wy));
      if (nA > 1) {
        const mx: f64 = ac * wx + as * wy, my: f64 = ac * wy - as * wx;
        y = NA + (i << 1);
        z = y - 2 + ((nA << 1) & ((i - 1) >> 31));
        const ahead: f64 = mx * VA[y + 1] - my * VA[y], behind: f64 = VA[z] * my - VA[z + 1] * mx;
        // As above: a corner that is straight within rounding may be seen from the far side.
        if (nA > 2 && ahead <= hidden && behind <= hidden) return COLD;
        if (ahead < 0) turn = 1;
        else if (behind < 0) turn = -1;
      }
      if (nB > 1) {
        const mx: f64 = -(bc * wx + bs * wy), my: f64 = bs * wx - bc * wy;
        y = NB + (j << 1);
        z = y - 2 + ((nB << 1) & ((j - 1) >> 31));
        const ahead: f64 = mx * VB[y + 1] - my * VB[y], behind: f64 = VB[z] * my - VB[z + 1] * mx;
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
      const d: f64 = core - R;
      if (!(isMeasured && d > E)) {
        // If edges may be parallel, or the radii may reach, `signedDistance` has to measure.
        W[ON_EDGE] = onEdge ? 1 : 0;
        W[SIDE] = ofA ? 0 : 1;
        W[EDGE] = k;
        W[FACING] = ofA ? j : i;
        W[FA0] = i;
        W[FB0] = j;
        return KEPT;
      }
      const radiusA: f64 = VA[RADIUS], radiusB: f64 = VB[RADIUS];
      const ox: f64 = W[POSE_A] + 0, oy: f64 = W[POSE_A + 1] + 0;
      const i0: i32 = onEdge && ofA ? k : i, j0: i32 = onEdge && !ofA ? k : j;
      W[STATUS] = STATUS_SEPARATED;
      W[DISTANCE] = d;
      W[NX] = nx + 0;
      W[NY] = ny + 0;
      W[AX] = ax + radiusA * nx + ox;
      W[AY] = ay + radiusA * ny + oy;
      W[BX] = bx - radiusB * nx + ox;
      W[BY] = by - radiusB * ny + oy;
      W[FA0] = i0;
      W[FA1] = i;
      W[FB0] = j0;
      W[FB1] = j;
      if (attempt === 0) return SAME;
      W[COUNT] = onEdge ? 2 : 1;
      W[PA] = i;
      W[PB] = j;
      W[QA] = i0;
      W[QB] = j0;
      return MOVED;
    }

    if (attempt > 0) break;
    W[TURN] = turn;
    W[RA] = i;
    W[RB] = j;
    if (search(VA, nA, VB, nB, WALK) !== SEPARATED) break;
    onEdge = W[ON_EDGE] !== 0;
    ofA = W[SIDE] === 0;
    k = int(W[EDGE]);
    i = int(W[onEdge ? FACING : FA0]);
    j = int(W[onEdge ? FACING : FB0]);
  }
  return COLD;
}

/**
 * HELD if the triangle p, q, r of C contains the origin by more than rounding, else COLD. Works in
 * A's frame.
 */
function holdsOrigin(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
  pa: i32,
  pb: i32,
  qa: i32,
  qb: i32,
  ra: i32,
  rb: i32,
): i32 {
  const ac: f64 = W[POSE_A + 2], as: f64 = W[POSE_A + 3];
  const bc: f64 = W[POSE_B + 2], bs: f64 = W[POSE_B + 3];
  const wx: f64 = W[POSE_B] - W[POSE_A], wy: f64 = W[POSE_B + 1] - W[POSE_A + 1];
  const rc: f64 = ac * bc + as * bs, rs: f64 = ac * bs - as * bc;
  const tx: f64 = ac * wx + as * wy, ty: f64 = ac * wy - as * wx;
  const E: f64 = W[NOISE], XA: i32 = LOCAL + (nA << 2), XB: i32 = LOCAL + (nB << 2);
  let y: i32 = XA + (pa << 1), z: i32 = XB + (pb << 1);
  const px: f64 = VA[y] - (rc * VB[z] - rs * VB[z + 1] + tx);
  const py: f64 = VA[y + 1] - (rs * VB[z] + rc * VB[z + 1] + ty);
  y = XA + (qa << 1);
  z = XB + (qb << 1);
  const qx: f64 = VA[y] - (rc * VB[z] - rs * VB[z + 1] + tx);
  const qy: f64 = VA[y + 1] - (rs * VB[z] + rc * VB[z + 1] + ty);
  y = XA + (ra << 1);
  z = XB + (rb << 1);
  const rx: f64 = VA[y] - (rc * VB[z] - rs * VB[z + 1] + tx);
  const ry: f64 = VA[y + 1] - (rs * VB[z] + rc * VB[z + 1] + ty);
  const isInside: boolean = px * qy - py * qx > E * (abs(qx - px) + abs(qy - py)) &&
    qx * ry - qy * rx > E * (abs(rx - qx) + abs(ry - qy)) &&
    rx * py - ry * px > E * (abs(px - rx) + abs(py - ry));
  return isInside ? HELD : COLD;
}
