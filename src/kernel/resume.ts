/**
 * Warm start: where the last query on the same pair ended, this one may be done.
 *
 * @module
 */
import { abs, int } from "./ptr.ts";
import type { f64, i32, Ptr, Verts } from "./ptr.ts";
import { isClosest } from "./proof.ts";
import { closest, walk } from "./walk.ts";

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const RADIUS: i32 = 0;
const EXTENT: i32 = 1;
const LOCAL: i32 = 8;
const DISTANCE: i32 = 8;
const ITERATIONS: i32 = 20;
const NOISE: i32 = 21;
const COUNT: i32 = 22;
const PA: i32 = 23;
const PB: i32 = 24;
const QA: i32 = 25;
const QB: i32 = 26;
const RA: i32 = 27;
const RB: i32 = 28;
const FA0: i32 = 16;
const FA1: i32 = 17;
const FB0: i32 = 18;
const TURN: i32 = 49;
const ALONG: i32 = 39;
const FB1: i32 = 19;
const SIDE: i32 = 30;
const EDGE: i32 = 31;
const FACING: i32 = 32;
const ON_EDGE: i32 = 38;
const WARM: i32 = 35;
const SEPARATED: i32 = 0;
const OVERLAPPING: i32 = 1;
const UNCERTAIN: i32 = 2;

/**
 * Goes on from the simplex of an earlier query: WARM points, their indices in PA … RB. OVERLAPPING when a
 * triangle still has the origin inside by more than the noise; SEPARATED when the features, or those
 * that a walk past the edge ends at, prove to be closest, measured then; else UNCERTAIN, and the search begins anew.
 */
export function resume(
  VA: Verts,
  oA: i32,
  nA: i32,
  VB: Verts,
  oB: i32,
  nB: i32,
  P: Ptr,
  a: i32,
  b: i32,
  W: Ptr,
): i32 {
  const ac: f64 = P[a + 2], as: f64 = P[a + 3], bc: f64 = P[b + 2], bs: f64 = P[b + 3];
  const wx: f64 = P[b] - P[a], wy: f64 = P[b + 1] - P[a + 1];
  const R: f64 = VA[oA + RADIUS] + VB[oB + RADIUS];
  const S: f64 = VA[oA + EXTENT] + VB[oB + EXTENT] + abs(wx) + abs(wy) + R;
  const E: f64 = S *
    (1.7763568394002505e-15 + abs(ac * ac + as * as - 1) + abs(bc * bc + bs * bs - 1));
  W[NOISE] = E;
  W[ITERATIONS] = 0;
  const pa: i32 = int(W[PA]), pb: i32 = int(W[PB]);
  if (pa < 0 || pa >= nA || pb < 0 || pb >= nB) return UNCERTAIN;
  const qa: i32 = int(W[QA]), qb: i32 = int(W[QB]), ra: i32 = int(W[RA]), rb: i32 = int(W[RB]);
  if (W[WARM] < 3) {
    let proof: i32 = 0;
    W[ON_EDGE] = 0;
    W[FA0] = pa;
    W[FB0] = pb;
    W[RA] = pa;
    W[RB] = pb;
    if (W[WARM] > 1) {
      const ofA: boolean = pb === qb;
      const k: i32 = ofA ? qa : qb, k1: i32 = ofA ? pa : pb, n: i32 = ofA ? nA : nB;
      if (!(k >= 0 && k1 === (k + 1 < n ? k + 1 : 0) && (ofA || pa === qa))) return UNCERTAIN;
      W[ON_EDGE] = 1;
      W[SIDE] = ofA ? 0 : 1;
      W[EDGE] = k;
      W[ofA ? FA1 : FB1] = k1;
      W[FACING] = ofA ? pb : pa;
    }
    for (let attempt: i32 = 0; attempt < 2; attempt++) {
      proof = closest(VA, oA, nA, VB, oB, nB, P, a, b, W);
      if (proof === 1 && W[COUNT] < 2) proof = isClosest(VA, oA, nA, VB, oB, nB, P, a, b, W);
      if (proof > 0 && W[DISTANCE] > E) return SEPARATED;
      // Past an end of the edge the walk goes on from there.
      if (!(W[WARM] > 1 && attempt === 0)) break;
      const isPast: boolean = W[ALONG] > 0.5;
      W[TURN] = isPast ? 1 : -1;
      W[RA] = isPast ? pa : qa;
      W[RB] = isPast ? pb : qb;
      if (walk(VA, oA, nA, VB, oB, nB, P, a, b, W) === 0) break;
    }
    return UNCERTAIN;
  }

  if (qa < 0 || qa >= nA || qb < 0 || qb >= nB) return UNCERTAIN;
  if (ra < 0 || ra >= nA || rb < 0 || rb >= nB) return UNCERTAIN;
  const rc: f64 = ac * bc + as * bs, rs: f64 = ac * bs - as * bc;
  const tx: f64 = ac * wx + as * wy, ty: f64 = ac * wy - as * wx;
  const XA: i32 = oA + LOCAL + (nA << 2), XB: i32 = oB + LOCAL + (nB << 2);
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
    W[COUNT] = 3;
    return OVERLAPPING;
  }
  return UNCERTAIN;
}
