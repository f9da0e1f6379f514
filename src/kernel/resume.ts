/**
 * Warm start: where the last query on the same pair ended, this one may be done. Features are proven while
 * `signedDistance` measures them; a triangle that held the origin is looked at here.
 *
 * @module
 */
import { abs, int } from "./ptr.ts";
import type { f64, i32, Ptr, Verts } from "./ptr.ts";

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const POSE_A: i32 = 0;
const POSE_B: i32 = 4;
const RADIUS: i32 = 0;
const EXTENT: i32 = 1;
const LOCAL: i32 = 10;
const ITERATIONS: i32 = 20;
const NOISE: i32 = 21;
const PA: i32 = 23;
const PB: i32 = 24;
const QA: i32 = 25;
const QB: i32 = 26;
const RA: i32 = 27;
const RB: i32 = 28;
const SKEWED: f64 = 4.2146848510894035e-8;

/** Bound on the rounding of a distance in A's frame, as `search` has it. */
export function noiseOf(VA: Verts, VB: Verts, W: Ptr): f64 {
  const c: f64 = W[POSE_A + 2], s: f64 = W[POSE_A + 3];
  const C: f64 = W[POSE_B + 2], Z: f64 = W[POSE_B + 3];
  const S: f64 = VA[EXTENT] + VB[EXTENT] + abs(W[POSE_B] - W[POSE_A]) +
    abs(W[POSE_B + 1] - W[POSE_A + 1]) + (VA[RADIUS] + VB[RADIUS]);
  const skew: f64 = 1.7763568394002505e-15 + abs(c * c + s * s - 1) + abs(C * C + Z * Z - 1);
  return skew < SKEWED ? S * skew : Infinity;
}

/**
 * Whether the triangle PA … RB of C, which an earlier query has left, has the origin inside by more than the
 * noise. Indices that do not exist are no triangle.
 */
export function holdsOrigin(VA: Verts, nA: i32, VB: Verts, nB: i32, W: Ptr): boolean {
  const pa: i32 = int(W[PA]), pb: i32 = int(W[PB]), qa: i32 = int(W[QA]), qb: i32 = int(W[QB]);
  const ra: i32 = int(W[RA]), rb: i32 = int(W[RB]);
  if (pa < 0 || pa >= nA || qa < 0 || qa >= nA || ra < 0 || ra >= nA) return false;
  if (pb < 0 || pb >= nB || qb < 0 || qb >= nB || rb < 0 || rb >= nB) return false;
  const ac: f64 = W[POSE_A + 2], as: f64 = W[POSE_A + 3];
  const bc: f64 = W[POSE_B + 2], bs: f64 = W[POSE_B + 3];
  const wx: f64 = W[POSE_B] - W[POSE_A], wy: f64 = W[POSE_B + 1] - W[POSE_A + 1];
  const rc: f64 = ac * bc + as * bs, rs: f64 = ac * bs - as * bc;
  const tx: f64 = ac * wx + as * wy, ty: f64 = ac * wy - as * wx;
  const E: f64 = noiseOf(VA, VB, W);
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
  W[NOISE] = E;
  W[ITERATIONS] = 0;
  return px * qy - py * qx > E * (abs(qx - px) + abs(qy - py)) &&
    qx * ry - qy * rx > E * (abs(rx - qx) + abs(ry - qy)) &&
    rx * py - ry * px > E * (abs(px - rx) + abs(py - ry));
}
