/**
 * Warm start: where the last query on a pair ended, this one may be done. Features are closest when each is
 * where the other's support is sought, and a look at their neighbours proves that; a triangle that held the
 * origin of C may still hold it.
 *
 * @module
 */
import { abs, int } from "./ptr.ts";
import type { f64, i32, Ptr, Verts } from "./ptr.ts";
import { search } from "./search.ts";

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const POSE_A: i32 = 0;
const POSE_B: i32 = 4;
const RADIUS: i32 = 0;
const EXTENT: i32 = 1;
const LOCAL: i32 = 10;
const FA0: i32 = 16;
const FB0: i32 = 18;
const ITERATIONS: i32 = 20;
const NOISE: i32 = 21;
const COUNT: i32 = 22;
const PA: i32 = 23;
const PB: i32 = 24;
const QA: i32 = 25;
const QB: i32 = 26;
const RA: i32 = 27;
const RB: i32 = 28;
const SIDE: i32 = 30;
const EDGE: i32 = 31;
const FACING: i32 = 32;
const ON_EDGE: i32 = 38;
const TURN: i32 = 49;
const SEPARATED: i32 = 0;
const WALK: i32 = 3;
const SKEWED: f64 = 4.2146848510894035e-8;

/** `resume`: nothing is certain. */
export const COLD: i32 = 0;
/** `resume`: the triangle of C in PA … RB has the origin inside. */
export const HELD: i32 = 1;
/** `resume`: the closest features are in ON_EDGE, and FA0, FB0 or SIDE, EDGE, FACING. */
export const KEPT: i32 = 2;

/** Sine of an angle that only rounding makes. */
const ROUNDING: f64 = 4.440892098500626e-16;

/**
 * Features closer than so many times the noise are searched anew. From there on, what rounding may hide, a
 * foot that lies beyond the end of an edge by E, changes a distance d by E² / 2d < E / 128.
 */
const CLEAR: f64 = 64;

/**
 * Whether the simplex of C in the registers, COUNT points PA … RB that an earlier query has left, still tells:
 * two vertices, an edge from q to p, or a triangle. Indices that do not exist are no simplex. Writes NOISE and
 * ITERATIONS too where it does.
 *
 * In A's frame, as in `search`: v = b_j - a_i; N_i, M_j outward normals of the edges that start at a_i, b_j.
 * The two are closest when v lies between N_(i-1) and N_i, and -v, in B's frame, between M_(j-1) and M_j. An
 * edge and a vertex are when the edge's normal, turned around, lies between those at the vertex, and the
 * vertex beside the edge and in front of it. Past an end of the edge, a walk from there leads to others.
 */
export function resume(VA: Verts, nA: i32, VB: Verts, nB: i32, W: Ptr): i32 {
  const count: i32 = int(W[COUNT]);
  if (count < 1 || count > 3) return COLD;
  const pa: i32 = int(W[PA]), pb: i32 = int(W[PB]);
  let qa: i32 = pa, qb: i32 = pb;
  if (count > 1) {
    qa = int(W[QA]);
    qb = int(W[QB]);
  }
  if (pa < 0 || pa >= nA || qa < 0 || qa >= nA) return COLD;
  if (pb < 0 || pb >= nB || qb < 0 || qb >= nB) return COLD;

  // B's pose in A's frame: x -> (rc -rs; rs rc) x + t, and E, which bounds the rounding of a projection.
  const ac: f64 = W[POSE_A + 2], as: f64 = W[POSE_A + 3];
  const bc: f64 = W[POSE_B + 2], bs: f64 = W[POSE_B + 3];
  const wx: f64 = W[POSE_B] - W[POSE_A], wy: f64 = W[POSE_B + 1] - W[POSE_A + 1];
  const rc: f64 = ac * bc + as * bs, rs: f64 = ac * bs - as * bc;
  const tx: f64 = ac * wx + as * wy, ty: f64 = ac * wy - as * wx;
  const S: f64 = VA[EXTENT] + VB[EXTENT] + abs(wx) + abs(wy) + (VA[RADIUS] + VB[RADIUS]);
  const skew: f64 = 1.7763568394002505e-15 + abs(ac * ac + as * as - 1) +
    abs(bc * bc + bs * bs - 1);
  if (!(skew < SKEWED)) return COLD;
  const E: f64 = S * skew, clear: f64 = CLEAR * E;
  W[NOISE] = E;
  W[ITERATIONS] = 0;
  const NA: i32 = LOCAL + (nA << 1), NB: i32 = LOCAL + (nB << 1);
  const XA: i32 = NA + (nA << 1), XB: i32 = NB + (nB << 1);

  if (count === 3) {
    const ra: i32 = int(W[RA]), rb: i32 = int(W[RB]);
    if (ra < 0 || ra >= nA || rb < 0 || rb >= nB) return COLD;
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

  // An edge of A when it is the same vertex of B, and the other way around.
  let onEdge: boolean = count === 2, ofA: boolean = pb === qb;
  let k: i32 = ofA ? qa : qb, i: i32 = pa, j: i32 = pb;
  if (onEdge) {
    const n: i32 = ofA ? nA : nB;
    if (!(ofA || pa === qa) || n < 2 || (ofA ? pa : pb) !== (k + 1 < n ? k + 1 : 0)) return COLD;
  }
  for (let attempt: i32 = 0; onEdge; attempt++) {
    // R has the edge k, I the vertex v; I's pose in R's frame: x -> (rc -s; s rc) x + o.
    const VR: Verts = ofA ? VA : VB, VI: Verts = ofA ? VB : VA;
    const nR: i32 = ofA ? nA : nB, nI: i32 = ofA ? nB : nA, f: i32 = ofA ? j : i;
    const NR: i32 = ofA ? NA : NB, XR: i32 = ofA ? XA : XB;
    const NI: i32 = ofA ? NB : NA, XI: i32 = ofA ? XB : XA;
    const s: f64 = ofA ? rs : -rs;
    const ox: f64 = ofA ? tx : -(rc * tx + rs * ty), oy: f64 = ofA ? ty : rs * tx - rc * ty;
    const k1: i32 = k + 1 < nR ? k + 1 : 0;
    const v: i32 = XI + (f << 1), u: i32 = XR + (k << 1), u1: i32 = XR + (k1 << 1);
    const Nx: f64 = VR[NR + (k << 1)], Ny: f64 = VR[NR + (k << 1) + 1];
    const vx: f64 = rc * VI[v] - s * VI[v + 1] + ox, vy: f64 = s * VI[v] + rc * VI[v + 1] + oy;
    // The edge leads along (-N_y, N_x).
    const isBefore: boolean = Nx * (vy - VR[u + 1]) - Ny * (vx - VR[u]) < 0;
    if (isBefore || Nx * (vy - VR[u1 + 1]) - Ny * (vx - VR[u1]) > 0) {
      const from: i32 = isBefore ? k : k1;
      W[TURN] = isBefore ? -1 : 1;
      W[RA] = ofA ? from : f;
      W[RB] = ofA ? f : from;
      if (attempt > 0 || search(VA, nA, VB, nB, W, WALK) !== SEPARATED) return COLD;
      onEdge = W[ON_EDGE] !== 0;
      ofA = W[SIDE] === 0;
      k = int(W[EDGE]);
      i = int(W[onEdge ? FACING : FA0]);
      j = int(W[onEdge ? FACING : FB0]);
      continue;
    }
    if (!(Nx * (vx - VR[u]) + Ny * (vy - VR[u + 1]) > clear)) return COLD;
    if (nI > 1) {
      const mx: f64 = -(rc * Nx + s * Ny), my: f64 = s * Nx - rc * Ny;
      const y: i32 = NI + (f << 1), z: i32 = NI + ((f > 0 ? f : nI) << 1) - 2;
      const ahead: f64 = mx * VI[y + 1] - my * VI[y], behind: f64 = VI[z] * my - VI[z + 1] * mx;
      if (!(ahead >= -ROUNDING && behind >= -ROUNDING)) return COLD;
      // At a corner as good as straight these would not tell the near side from the far one.
      if (nI > 2 && ahead <= ROUNDING && behind <= ROUNDING) return COLD;
    }
    W[ON_EDGE] = 1;
    W[SIDE] = ofA ? 0 : 1;
    W[EDGE] = k;
    W[FACING] = f;
    return KEPT;
  }

  let y: i32 = XA + (i << 1), z: i32 = XB + (j << 1);
  const bx: f64 = VB[z], by: f64 = VB[z + 1];
  const vx: f64 = (rc * bx - rs * by + tx) - VA[y], vy: f64 = (rs * bx + rc * by + ty) - VA[y + 1];
  if (!(vx * vx + vy * vy > clear * clear)) return COLD;
  const hidden: f64 = ROUNDING * (abs(vx) + abs(vy));
  if (nA > 1) {
    y = NA + (i << 1);
    z = NA + ((i > 0 ? i : nA) << 1) - 2;
    const ahead: f64 = vx * VA[y + 1] - vy * VA[y], behind: f64 = VA[z] * vy - VA[z + 1] * vx;
    if (!(ahead >= 0 && behind >= 0)) return COLD;
    // As above: a corner as good as straight may be seen from the far side.
    if (nA > 2 && ahead <= hidden && behind <= hidden) return COLD;
  }
  if (nB > 1) {
    const mx: f64 = -(rc * vx + rs * vy), my: f64 = rs * vx - rc * vy;
    y = NB + (j << 1);
    z = NB + ((j > 0 ? j : nB) << 1) - 2;
    const ahead: f64 = mx * VB[y + 1] - my * VB[y], behind: f64 = VB[z] * my - VB[z + 1] * mx;
    if (!(ahead >= 0 && behind >= 0)) return COLD;
    if (nB > 2 && ahead <= hidden && behind <= hidden) return COLD;
  }
  W[ON_EDGE] = 0;
  W[FA0] = i;
  W[FB0] = j;
  return KEPT;
}
