/**
 * Warm start: where the last query on the same pair ended, this one may be done. C is convex, so features
 * are the closest ones if no edge next to them leads closer, wherever they come from.
 *
 * @module
 */
import { abs, int } from "./ptr.ts";
import type { f64, i32, Ptr, Verts } from "./ptr.ts";
import { isClosest } from "./proof.ts";
import { search } from "./search.ts";

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const POSE_A: i32 = 0;
const POSE_B: i32 = 4;
const RADIUS: i32 = 0;
const EXTENT: i32 = 1;
const LOCAL: i32 = 10;
const ITERATIONS: i32 = 20;
const NOISE: i32 = 21;
const COUNT: i32 = 22;
const PA: i32 = 23;
const PB: i32 = 24;
const QA: i32 = 25;
const QB: i32 = 26;
const RA: i32 = 27;
const RB: i32 = 28;
const TURN: i32 = 49;
const SIDE: i32 = 30;
const EDGE: i32 = 31;
const FACING: i32 = 32;
const CORE: i32 = 37;
const ON_EDGE: i32 = 38;
const SEPARATED: i32 = 0;
const OVERLAPPING: i32 = 1;
const UNCERTAIN: i32 = 2;
const WALK: i32 = 3;

/** Sine of an angle that only rounding makes. */
const ROUNDING: f64 = 4.440892098500626e-16;

/**
 * Goes on from the simplex of an earlier query: COUNT points, their indices in PA … RB. OVERLAPPING when a
 * triangle still has the origin inside by more than the noise; SEPARATED, with the features in the registers
 * as `search` leaves them, when those remembered are still the closest ones, or those that a walk past the edge
 * ends at; else UNCERTAIN, and the search begins anew.
 */
export function resume(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
  W: Ptr,
): i32 {
  const ac: f64 = W[POSE_A + 2], as: f64 = W[POSE_A + 3];
  const bc: f64 = W[POSE_B + 2], bs: f64 = W[POSE_B + 3];
  const wx: f64 = W[POSE_B] - W[POSE_A], wy: f64 = W[POSE_B + 1] - W[POSE_A + 1];
  const R: f64 = VA[RADIUS] + VB[RADIUS];
  const S: f64 = VA[EXTENT] + VB[EXTENT] + abs(wx) + abs(wy) + R;
  const E: f64 = S *
    (1.7763568394002505e-15 + abs(ac * ac + as * as - 1) + abs(bc * bc + bs * bs - 1));
  W[NOISE] = E;
  W[ITERATIONS] = 0;
  const pa: i32 = int(W[PA]), pb: i32 = int(W[PB]);
  if (pa < 0 || pa >= nA || pb < 0 || pb >= nB) return UNCERTAIN;
  const qa: i32 = int(W[QA]), qb: i32 = int(W[QB]), ra: i32 = int(W[RA]), rb: i32 = int(W[RB]);
  if (W[COUNT] < 3) {
    if (W[COUNT] < 2) {
      // Counter-clockwise, or not at all; the other way is not tried.
      W[RA] = pa;
      W[RB] = pb;
      W[TURN] = 1;
      if (search(VA, nA, VB, nB, W, WALK) === UNCERTAIN || !(W[CORE] > E)) return UNCERTAIN;
      return isApart(VA, nA, VB, nB, W);
    }
    const ofA: boolean = pb === qb;
    const k: i32 = ofA ? qa : qb, k1: i32 = ofA ? pa : pb, n: i32 = ofA ? nA : nB;
    if (!(k >= 0 && k1 === (k + 1 < n ? k + 1 : 0) && (ofA || pa === qa))) return UNCERTAIN;
    // With v from u0, u1, the ends of the edge, to the vertex: still beside it, or past an end? In A's frame.
    const rc: f64 = ac * bc + as * bs, rs: f64 = ac * bs - as * bc;
    const tx: f64 = ac * wx + as * wy, ty: f64 = ac * wy - as * wx;
    const NA: i32 = LOCAL + (nA << 1), NB: i32 = LOCAL + (nB << 1);
    let i: i32 = NA + (nA << 1) + (qa << 1), j: i32 = NB + (nB << 1) + (qb << 1);
    const x0: f64 = rc * VB[j] - rs * VB[j + 1] + tx - VA[i];
    const y0: f64 = rs * VB[j] + rc * VB[j + 1] + ty - VA[i + 1];
    i = NA + (nA << 1) + (pa << 1);
    j = NB + (nB << 1) + (pb << 1);
    const x1: f64 = rc * VB[j] - rs * VB[j + 1] + tx - VA[i];
    const y1: f64 = rs * VB[j] + rc * VB[j + 1] + ty - VA[i + 1];
    // The edge of C has the outward normal N: A's own, or B's turned around.
    j = NB + (k << 1);
    const Nx: f64 = ofA ? VA[NA + (k << 1)] : rs * VB[j + 1] - rc * VB[j];
    const Ny: f64 = ofA ? VA[NA + (k << 1) + 1] : -(rs * VB[j] + rc * VB[j + 1]);
    const before: boolean = y0 * Nx - x0 * Ny < 0, after: boolean = y1 * Nx - x1 * Ny > 0;
    if (before || after) {
      W[TURN] = after ? 1 : -1;
      W[RA] = after ? pa : qa;
      W[RB] = after ? pb : qb;
      if (search(VA, nA, VB, nB, W, WALK) === UNCERTAIN || !(W[CORE] > E)) return UNCERTAIN;
    } else {
      if (!(x0 * Nx + y0 * Ny > E * (abs(Nx) + abs(Ny)))) return UNCERTAIN;
      W[ON_EDGE] = 1;
      W[SIDE] = ofA ? 0 : 1;
      W[EDGE] = k;
      W[FACING] = ofA ? pb : pa;
    }
    return isApart(VA, nA, VB, nB, W);
  }

  if (qa < 0 || qa >= nA || qb < 0 || qb >= nB) return UNCERTAIN;
  if (ra < 0 || ra >= nA || rb < 0 || rb >= nB) return UNCERTAIN;
  const rc: f64 = ac * bc + as * bs, rs: f64 = ac * bs - as * bc;
  const tx: f64 = ac * wx + as * wy, ty: f64 = ac * wy - as * wx;
  const XA: i32 = LOCAL + (nA << 2), XB: i32 = LOCAL + (nB << 2);
  let j: i32 = XA + (pa << 1), k: i32 = XB + (pb << 1);
  const px: f64 = VA[j] - (rc * VB[k] - rs * VB[k + 1] + tx);
  const py: f64 = VA[j + 1] - (rs * VB[k] + rc * VB[k + 1] + ty);
  j = XA + (qa << 1);
  k = XB + (qb << 1);
  const qx: f64 = VA[j] - (rc * VB[k] - rs * VB[k + 1] + tx);
  const qy: f64 = VA[j + 1] - (rs * VB[k] + rc * VB[k + 1] + ty);
  j = XA + (ra << 1);
  k = XB + (rb << 1);
  const rx: f64 = VA[j] - (rc * VB[k] - rs * VB[k + 1] + tx);
  const ry: f64 = VA[j + 1] - (rs * VB[k] + rc * VB[k + 1] + ty);
  if (
    px * qy - py * qx > E * (abs(qx - px) + abs(qy - py)) &&
    qx * ry - qy * rx > E * (abs(rx - qx) + abs(ry - qy)) &&
    rx * py - ry * px > E * (abs(px - rx) + abs(py - ry))
  ) {
    return OVERLAPPING;
  }
  return UNCERTAIN;
}

/**
 * SEPARATED when no edge at a vertex of the features leads closer, as far as doubles can tell, else
 * UNCERTAIN.
 */
function isApart(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
  W: Ptr,
): i32 {
  if (W[ON_EDGE] === 0) {
    return isClosest(VA, nA, VB, nB, W) > 0 ? SEPARATED : UNCERTAIN;
  }
  // The edge's outward normal m and those of the edges at the vertex, M, in the latter's frame: the edge
  // ahead leads away when m x M <= 0, the one behind when m x M >= 0.
  const ofA: boolean = W[SIDE] === 0;
  const VR: Verts = ofA ? VA : VB, VI: Verts = ofA ? VB : VA;
  const N: i32 = (ofA ? nA << 1 : nB << 1) + LOCAL + (int(W[EDGE]) << 1);
  const M: i32 = (ofA ? nB << 1 : nA << 1) + LOCAL;
  const ac: f64 = W[POSE_A + 2], as: f64 = W[POSE_A + 3];
  const bc: f64 = W[POSE_B + 2], bs: f64 = W[POSE_B + 3];
  const rc: f64 = ac * bc + as * bs, rs: f64 = ofA ? ac * bs - as * bc : as * bc - ac * bs;
  const mx: f64 = rc * VR[N] + rs * VR[N + 1], my: f64 = rc * VR[N + 1] - rs * VR[N];
  const j: i32 = int(W[FACING]), last: i32 = (ofA ? nB : nA) - 1;
  const y: i32 = M + (j << 1), z: i32 = M + ((j > 0 ? j - 1 : last) << 1);
  const ahead: f64 = mx * VI[y + 1] - my * VI[y], behind: f64 = mx * VI[z + 1] - my * VI[z];
  return ahead <= ROUNDING && behind >= -ROUNDING ? SEPARATED : UNCERTAIN;
}
