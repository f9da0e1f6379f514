/**
 * Proves by exact signs that two features are closest to one another, and compares their distance
 * with the radii exactly. This is the local alternative to scanning the whole boundary.
 *
 * @module
 */
import type { f64, i32, Verts } from "./ptr.ts";
import { loadVertex } from "./boundary.ts";
import { cross, dot, edgeGap, radiusGap, turn } from "./exact.ts";
import { registers } from "./ptr.ts";

// The register file, as a constant of this file; see ptr.ts.
const W = registers;

// Copies of the operations in ptr.ts.
const abs = Math.abs;
const int = (x: f64): i32 => x | 0;

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const POSE_A: i32 = 0;
const POSE_B: i32 = 4;
const LOCAL: i32 = 11;
const DISTANCE: i32 = 8;
const FA0: i32 = 16;
const FB0: i32 = 18;
const SIDE: i32 = 30;
const EDGE: i32 = 31;
const FACING: i32 = 32;
const ON_EDGE: i32 = 38;
const OPERANDS: i32 = 40;
const VALUE: i32 = 48;
const DETERMINANT_BOUND: f64 = 3.3306690738754716e-16;

/**
 * Whether the features in the registers (ON_EDGE = 0, FA0, FB0; or ON_EDGE = 1, SIDE, EDGE, FACING)
 * are closest to one another, by exact signs. Returns 0 for no, 1 for yes, though other features
 * may be as close, and 2 for yes, and they alone.
 *
 * For a vertex pair, the cone of C at the point x = a_i - b_j is spanned by the edges of A that
 * leave a_i and the reversed edges of B that leave b_j. If none of these four leads towards the
 * origin, no point of C is closer to the origin than x. For an edge of A with the projection of b_j
 * inside it, only the edges at b_j remain, and they must not lead below the edge's line. An edge of
 * B is treated the same way.
 */
export function isClosest(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
): i32 {
  if (W[ON_EDGE] === 0) {
    const i: i32 = int(W[FA0]), j: i32 = int(W[FB0]);
    const ofA: i32 = leaves(VA, nA, POSE_A, i, VB, nB, POSE_B, j);
    const ofB: i32 = ofA === 0 ? 0 : leaves(VB, nB, POSE_B, j, VA, nA, POSE_A, i);
    return ofA < ofB ? ofA : ofB;
  }
  const k: i32 = int(W[EDGE]), f: i32 = int(W[FACING]);
  if (W[SIDE] === 0) {
    return isBeside(VA, nA, POSE_A, k, VB, nB, POSE_B, f);
  }
  return isBeside(VB, nB, POSE_B, k, VA, nA, POSE_A, f);
}

/**
 * 0 if an edge at vertex i leads towards vertex j of the other shape, 1 if one is perpendicular to
 * the way there, else 2. Decided by the signs of (v_j - u_i)·(u_k - u_i) for the neighbours k of i.
 */
function leaves(
  VR: Verts,
  nR: i32,
  r: i32,
  i: i32,
  VI: Verts,
  nI: i32,
  q: i32,
  j: i32,
): i32 {
  let proof: i32 = 2;
  loadVertex(VR, nR, i, r, OPERANDS);
  loadVertex(VR, nR, i, r, OPERANDS + 4);
  loadVertex(VI, nI, j, q, OPERANDS + 6);
  turn();
  for (let step: i32 = -1; step <= 1 && nR > 1; step += 2) {
    loadVertex(VR, nR, i + step < 0 ? nR - 1 : i + step < nR ? i + step : 0, r, OPERANDS + 2);
    cross();
    if (W[VALUE] > 0) return 0;
    if (W[VALUE] === 0) proof = 1;
  }
  return proof;
}

/**
 * 0 if vertex j does not lie beside the edge k0 -> k1, or an edge at j leads closer to that edge's
 * line. 1 if j lies beside an end of the edge or has an edge parallel to it. Else 2. With
 * e = u_1 - u_0 the edge, the conditions for 2 are (v_j - u_0) x e > 0, (v_j - u_0)·e > 0,
 * (v_j - u_1)·e < 0, and (v_k - v_j) x e > 0 for the neighbours k of j.
 */
function isBeside(
  VR: Verts,
  nR: i32,
  r: i32,
  k0: i32,
  VI: Verts,
  nI: i32,
  q: i32,
  j: i32,
): i32 {
  const k1: i32 = k0 + 1 < nR ? k0 + 1 : 0;
  const c: f64 = W[r + 2], s: f64 = W[r + 3], C: f64 = W[q + 2], S: f64 = W[q + 3];
  const rx: f64 = W[r] - W[POSE_A], ry: f64 = W[r + 1] - W[POSE_A + 1];
  const ix: f64 = W[q] - W[POSE_A], iy: f64 = W[q + 1] - W[POSE_A + 1];
  const XR: i32 = LOCAL + (nR << 2), XI: i32 = LOCAL + (nI << 2);
  let x: f64 = VR[XR + (k0 << 1)], y: f64 = VR[XR + (k0 << 1) + 1];
  const u0x: f64 = c * x - s * y + rx, u0y: f64 = s * x + c * y + ry;
  x = VR[XR + (k1 << 1)];
  y = VR[XR + (k1 << 1) + 1];
  const u1x: f64 = c * x - s * y + rx, u1y: f64 = s * x + c * y + ry;
  x = VI[XI + (j << 1)];
  y = VI[XI + (j << 1) + 1];
  const vx: f64 = C * x - S * y + ix, vy: f64 = S * x + C * y + iy;
  const ex: f64 = u1x - u0x, ey: f64 = u1y - u0y;
  // An unfinished search may suggest an edge with the vertex inside.
  const l: f64 = (vx - u0x) * ey, m: f64 = (vy - u0y) * ex;
  if (!(l - m > DETERMINANT_BOUND * (abs(l) + abs(m)))) return 0;
  let proof: i32 = 2;
  for (let end: i32 = 0; end < 2; end++) {
    const ux: f64 = end === 0 ? u0x : u1x, uy: f64 = end === 0 ? u0y : u1y;
    const left: f64 = (vx - ux) * ex, right: f64 = (vy - uy) * ey;
    let along: f64 = left + right;
    if (
      !(abs(along) > DETERMINANT_BOUND * (abs(left) + abs(right))) &&
      !((vx === ux || ex === 0) && (vy === uy || ey === 0))
    ) {
      W[OPERANDS] = ux;
      W[OPERANDS + 1] = uy;
      W[OPERANDS + 2] = vx;
      W[OPERANDS + 3] = vy;
      W[OPERANDS + 4] = u0x;
      W[OPERANDS + 5] = u0y;
      W[OPERANDS + 6] = u1x;
      W[OPERANDS + 7] = u1y;
      dot();
      along = W[VALUE];
    }
    if (end === 0 ? along < 0 : along > 0) return 0;
    if (along === 0) proof = 1;
  }
  for (let step: i32 = -1; step <= 1 && nI > 1; step += 2) {
    const at: i32 = XI + ((j + step < 0 ? nI - 1 : j + step < nI ? j + step : 0) << 1);
    x = VI[at];
    y = VI[at + 1];
    const zx: f64 = C * x - S * y + ix, zy: f64 = S * x + C * y + iy;
    const left: f64 = (zx - vx) * ey, right: f64 = (zy - vy) * ex;
    let down: f64 = left - right;
    if (
      !(abs(down) > DETERMINANT_BOUND * (abs(left) + abs(right))) &&
      !((zx === vx || ey === 0) && (zy === vy || ex === 0))
    ) {
      W[OPERANDS] = vx;
      W[OPERANDS + 1] = vy;
      W[OPERANDS + 2] = zx;
      W[OPERANDS + 3] = zy;
      W[OPERANDS + 4] = u0x;
      W[OPERANDS + 5] = u0y;
      W[OPERANDS + 6] = u1x;
      W[OPERANDS + 7] = u1y;
      cross();
      down = W[VALUE];
    }
    if (down < 0) return 0;
    if (down === 0) proof = 1;
  }
  return proof;
}

/** W[DISTANCE] = distance of the features measured last minus the radii, with its exact sign. */
export function exactRadii(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
): void {
  const onEdge: i32 = int(W[ON_EDGE]);
  const ofA: boolean = onEdge === 0 || W[SIDE] === 0;
  const VR: Verts = ofA ? VA : VB, VI: Verts = ofA ? VB : VA;
  const nR: i32 = ofA ? nA : nB, r: i32 = ofA ? POSE_A : POSE_B;
  const nI: i32 = ofA ? nB : nA, q: i32 = ofA ? POSE_B : POSE_A;
  const k: i32 = int(W[onEdge === 0 ? FA0 : EDGE]), j: i32 = int(W[onEdge === 0 ? FB0 : FACING]);
  loadVertex(VR, nR, k, r, OPERANDS);
  if (onEdge !== 0) loadVertex(VR, nR, k + 1 < nR ? k + 1 : 0, r, OPERANDS + 2);
  loadVertex(VI, nI, j, q, OPERANDS + 4);
  if (onEdge === 0) radiusGap(VA, VB, 0);
  else edgeGap(VA, VB);
  W[DISTANCE] = W[VALUE];
}
