/**
 * A common point of two overlapping cores, from the triangle of C around the origin.
 *
 * @module
 */
import type { f64, i32, Verts } from "./ptr.ts";
import { loadVertex } from "./boundary.ts";
import { preciseCross } from "./exact.ts";
import { registers } from "./ptr.ts";

// The register file, as a constant of this file; see ptr.ts.
const W = registers;

// Copies of the operations in ptr.ts.
const abs = Math.abs;
const int = (x: f64): i32 => x | 0;
const max = Math.max;
const min = Math.min;
const sqrt = Math.sqrt;

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const POSE_A: i32 = 0;
const POSE_B: i32 = 4;
const REF_X: i32 = 2;
const REF_Y: i32 = 3;
const CENTER_X: i32 = 4;
const CENTER_Y: i32 = 5;
const INNER: i32 = 7;
const DISTANCE: i32 = 8;
const NX: i32 = 9;
const NY: i32 = 10;
const AX: i32 = 11;
const AY: i32 = 12;
const BX: i32 = 13;
const BY: i32 = 14;
const NOISE: i32 = 21;
const COUNT: i32 = 22;
const PA: i32 = 23;
const PB: i32 = 24;
const QA: i32 = 25;
const QB: i32 = 26;
const RA: i32 = 27;
const RB: i32 = 28;
const OPERANDS: i32 = 40;
const VALUE: i32 = 48;
const SMALL: f64 = 1.1830521861667747e-271;

/** Limit on corrections of the weights. Each correction gains at least a digit or is the last. */
const CORRECTIONS: i32 = 16;

/**
 * Writes the unit vector from A's center to B's (A's own x axis if the centers coincide), and a
 * common point of both cores on the line between the centers.
 *
 * If `isRectangles`, VALUE is the fraction of the way from A's center; see `shareOfBoxes`.
 * Otherwise the inner circles of the cores overlap, and the point is the middle of what they share
 * of the line. With g the distance of the centers, that part goes from max(0, g - r_B) to min(g,
 * r_A).
 */
export function centerPoint(
  VA: Verts,
  VB: Verts,
  isRectangles: boolean,
): void {
  const ac: f64 = W[POSE_A + 2], as: f64 = W[POSE_A + 3];
  const bc: f64 = W[POSE_B + 2], bs: f64 = W[POSE_B + 3];
  const ax: f64 = VA[REF_X] + VA[CENTER_X], ay: f64 = VA[REF_Y] + VA[CENTER_Y];
  const bx: f64 = VB[REF_X] + VB[CENTER_X], by: f64 = VB[REF_Y] + VB[CENTER_Y];
  const cx: f64 = ac * ax - as * ay, cy: f64 = as * ax + ac * ay;
  const gx: f64 = (bc * bx - bs * by) - cx + (W[POSE_B] - W[POSE_A]);
  const gy: f64 = (bs * bx + bc * by) - cy + (W[POSE_B + 1] - W[POSE_A + 1]);
  const g2: f64 = gx * gx + gy * gy, g: f64 = g2 > SMALL ? sqrt(g2) : 0;
  let length: f64 = g, x: f64 = gx, y: f64 = gy;
  if (g === 0) {
    x = ac;
    y = as;
    length = sqrt(ac * ac + as * as);
  }
  const nx: f64 = length > 0 ? x / length : 1, ny: f64 = length > 0 ? y / length : 0;
  W[NX] = nx;
  W[NY] = ny;
  const middle: f64 = 0.5 * (max(0, g - VB[INNER]) + min(g, VA[INNER]));
  W[AX] = cx + (isRectangles ? W[VALUE] * gx : middle * nx);
  W[AY] = cy + (isRectangles ? W[VALUE] * gy : middle * ny);
}

/**
 * For overlapping cores, writes a common point to A's and B's witness, and to VALUE by how much it
 * may miss one of the cores.
 */
export function commonPoint(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
): void {
  W[DISTANCE] = 0;
  if (nA === 1 || nB === 1) {
    if (nB === 1) loadVertex(VB, nB, 0, POSE_B, AX);
    else loadVertex(VA, nA, 0, POSE_A, AX);
    W[VALUE] = 0;
  } else {
    weigh(VA, nA, VB, nB);
    // If the origin is close to a corner of the triangle, two weights are tiny next to the third.
    // Seen from that corner they are exact, so try the other corners.
    for (let turn: i32 = 0; turn < 2 && W[COUNT] > 2; turn++) {
      if (W[VALUE] <= 0.125 * W[NOISE]) break;
      const x: f64 = W[AX], y: f64 = W[AY], miss: f64 = W[VALUE];
      const pa: f64 = W[PA], pb: f64 = W[PB];
      W[PA] = W[QA];
      W[PB] = W[QB];
      W[QA] = W[RA];
      W[QB] = W[RB];
      W[RA] = pa;
      W[RB] = pb;
      weigh(VA, nA, VB, nB);
      if (!(W[VALUE] < miss)) {
        W[AX] = x;
        W[AY] = y;
        W[VALUE] = miss;
      }
    }
  }
  W[BX] = W[AX];
  W[BY] = W[AY];
}

/**
 * Finds a common point from the weights with which the simplex points of C add up to the origin:
 *
 *   0 = l p + m q + n r,   so   l : m : n = q x r : r x p : p x q.
 *
 * Then l a_p + m a_q + n a_r and l b_p + m b_q + n b_r are the same point. If rounding moved the
 * weights, the two differ by v = l p + m q + n r. Each correction by -v gains as many digits as the
 * triangle's area has. If the area has none, the triangle is a sliver, and the origin is on an edge
 * as far as doubles can tell.
 */
function weigh(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
): void {
  const count: f64 = W[COUNT];
  const pa: i32 = int(W[PA]), pb: i32 = int(W[PB]);
  const qa: i32 = count > 1 ? int(W[QA]) : pa, qb: i32 = count > 1 ? int(W[QB]) : pb;
  const ra: i32 = count > 2 ? int(W[RA]) : pa, rb: i32 = count > 2 ? int(W[RB]) : pb;
  // p = ap - bp and so on, in the pair frame.
  loadVertex(VA, nA, pa, POSE_A, OPERANDS);
  loadVertex(VB, nB, pb, POSE_B, OPERANDS + 2);
  const apx: f64 = W[OPERANDS], apy: f64 = W[OPERANDS + 1];
  const px: f64 = apx - W[OPERANDS + 2], py: f64 = apy - W[OPERANDS + 3];
  loadVertex(VA, nA, qa, POSE_A, OPERANDS);
  loadVertex(VB, nB, qb, POSE_B, OPERANDS + 2);
  const aqx: f64 = W[OPERANDS], aqy: f64 = W[OPERANDS + 1];
  const qx: f64 = aqx - W[OPERANDS + 2], qy: f64 = aqy - W[OPERANDS + 3];
  loadVertex(VA, nA, ra, POSE_A, OPERANDS);
  loadVertex(VB, nB, rb, POSE_B, OPERANDS + 2);
  const arx: f64 = W[OPERANDS], ary: f64 = W[OPERANDS + 1];
  const rx: f64 = arx - W[OPERANDS + 2], ry: f64 = ary - W[OPERANDS + 3];
  const ex: f64 = qx - px, ey: f64 = qy - py, fx: f64 = rx - px, fy: f64 = ry - py;

  // The weights m of q and n of r; that of p is 1 - m - n.
  let m: f64 = 0, n: f64 = 0, miss: f64 = abs(px) + abs(py);
  const area: f64 = ex * fy - ey * fx;
  if (area > 0) {
    let m1: f64 = max(0, rx * py - ry * px) / area, n1: f64 = max(0, px * qy - py * qx) / area;
    for (let step: i32 = 0; step < CORRECTIONS; step++) {
      const vx: f64 = px + m1 * ex + n1 * fx, vy: f64 = py + m1 * ey + n1 * fy;
      const d: f64 = abs(vx) + abs(vy);
      if (!(d < miss && m1 >= 0 && n1 >= 0 && m1 + n1 <= 1)) break;
      miss = d;
      m = m1;
      n = n1;
      if (d <= 0.0625 * W[NOISE]) break;
      m1 += (vy * fx - vx * fy) / area;
      n1 += (vx * ey - vy * ex) / area;
    }
  }
  if (miss > 0.125 * W[NOISE]) {
    // The closest point to the origin of each edge, and the closest of these. Edges: p to q, p to
    // r, q to r.
    for (let edge: i32 = 0; edge < 3; edge++) {
      const x: f64 = edge < 2 ? px : qx, y: f64 = edge < 2 ? py : qy;
      const gx: f64 = edge === 0 ? ex : rx - x, gy: f64 = edge === 0 ? ey : ry - y;
      const gg: f64 = gx * gx + gy * gy;
      const t: f64 = gg > 0 ? min(max(-(x * gx + y * gy) / gg, 0), 1) : 0;
      const d: f64 = abs(x + t * gx) + abs(y + t * gy);
      if (!(edge === 0 ? d <= miss : d < miss)) continue;
      miss = d;
      m = edge === 0 ? t : edge === 1 ? 0 : 1 - t;
      n = edge === 0 ? 0 : t;
    }
  }
  W[AX] = apx + (m * (aqx - apx) + n * (arx - apx));
  W[AY] = apy + (m * (aqy - apy) + n * (ary - apy));
  if (miss > 0.125 * W[NOISE]) {
    const i: i32 = qa !== pa ? qa : ra, j: i32 = qb !== pb ? qb : rb;
    if (i !== pa && j !== pb) {
      miss *= 1 - crossing(VA, nA, VB, nB, pa, i, pb, j);
    }
  }
  W[VALUE] = miss;
}

/**
 * Finds the point where A's segment i0 -> i1 crosses B's j0 -> j1; returns 1 if they cross. With e
 * and f the segments and g = b_j0 - a_i0, the point is at t = g x f / e x f along e and u = g x e /
 * e x f along f. Exact products place it however small the angle.
 */
function crossing(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
  i0: i32,
  i1: i32,
  j0: i32,
  j1: i32,
): i32 {
  loadVertex(VA, nA, i0, POSE_A, OPERANDS);
  loadVertex(VA, nA, i1, POSE_A, OPERANDS + 2);
  loadVertex(VB, nB, j0, POSE_B, OPERANDS + 4);
  loadVertex(VB, nB, j1, POSE_B, OPERANDS + 6);
  const x: f64 = W[OPERANDS], y: f64 = W[OPERANDS + 1];
  const x1: f64 = W[OPERANDS + 2], y1: f64 = W[OPERANDS + 3];
  preciseCross();
  const ef: f64 = W[VALUE];
  W[OPERANDS + 2] = W[OPERANDS + 4];
  W[OPERANDS + 3] = W[OPERANDS + 5];
  preciseCross();
  const gf: f64 = W[VALUE];
  W[OPERANDS + 4] = x;
  W[OPERANDS + 5] = y;
  W[OPERANDS + 6] = x1;
  W[OPERANDS + 7] = y1;
  preciseCross();
  const t: f64 = gf / ef, u: f64 = W[VALUE] / ef;
  if (!(t >= 0 && t <= 1 && u >= 0 && u <= 1)) return 0;
  W[AX] = x + t * (x1 - x);
  W[AY] = y + t * (y1 - y);
  return 1;
}
