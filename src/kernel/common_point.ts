/**
 * A common point of two overlapping cores, from the triangle of C around the origin.
 *
 * @module
 */
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import * as record from "../shapes/record.ts";
import * as tolerances from "./tolerances.ts";
import type { Verts } from "../shapes/record.ts";
import { countOf } from "../shapes/record.ts";
import { loadCorner, loadVertex } from "./boundary.ts";
import { determinant } from "./double_double.ts";

const { abs, max, min, sqrt } = Math;

const { poses, POSE_A, POSE_B, simplex, measured } = state;
const { registers: W, OPERANDS } = slots;
const { REF_X, REF_Y, CENTER_X, CENTER_Y, INNER } = record;
const { SMALL, CORRECTIONS, SKEWED } = tolerances;

// The corners of a triangle of C, as tail and head, and weights; entry.ts has its vectors there.
const P = 3208, Q = 3212, R = 3216, WEIGHTS = 3220;

/**
 * Writes the unit vector from A's center to B's (A's own x axis if the centers coincide), and a
 * common point of both cores on the line between the centers.
 *
 * If `isRectangles`, `measured.share` is the fraction of the way from A's center; see `shareOfBoxes`.
 * Otherwise the inner circles of the cores overlap, and the point is the middle of what they share
 * of the line. With g the distance of the centers, that part goes from max(0, g - r_B) to min(g,
 * r_A).
 */
export function centerPoint(VA: Verts, VB: Verts, isRectangles: boolean): void {
  const ac = poses[POSE_A + 2], as = poses[POSE_A + 3];
  const bc = poses[POSE_B + 2], bs = poses[POSE_B + 3];
  const ax = VA[REF_X] + VA[CENTER_X], ay = VA[REF_Y] + VA[CENTER_Y];
  const bx = VB[REF_X] + VB[CENTER_X], by = VB[REF_Y] + VB[CENTER_Y];
  const cx = ac * ax - as * ay, cy = as * ax + ac * ay;
  const gx = (bc * bx - bs * by) - cx + (poses[POSE_B] - poses[POSE_A]);
  const gy = (bs * bx + bc * by) - cy + (poses[POSE_B + 1] - poses[POSE_A + 1]);
  const g2 = gx * gx + gy * gy, g = g2 > SMALL ? sqrt(g2) : 0;
  let length = g, x = gx, y = gy;
  if (g === 0) {
    x = ac;
    y = as;
    length = sqrt(ac * ac + as * as);
  }
  const nx = length > 0 ? x / length : 1, ny = length > 0 ? y / length : 0;
  measured.nx = nx;
  measured.ny = ny;
  const middle = 0.5 * (max(0, g - placedInner(VB, bc, bs)) + min(g, placedInner(VA, ac, as)));
  measured.ax = cx + (isRectangles ? measured.share * gx : middle * nx);
  measured.ay = cy + (isRectangles ? measured.share * gy : middle * ny);
}

/** Radius of the circle inside a core, as its pose places it. */
function placedInner(V: Verts, c: number, s: number): number {
  const square = c * c + s * s;
  return abs(square - 1) < SKEWED ? V[INNER] : V[INNER] * sqrt(square);
}

/**
 * For overlapping cores, writes a common point to A's and B's witness, and to `measured.miss` by how much it
 * may miss one of the cores.
 */
export function commonPoint(VA: Verts, VB: Verts): void {
  measured.distance = 0;
  if (countOf(VA) === 1 || countOf(VB) === 1) {
    if (countOf(VB) === 1) loadVertex(VB, 0, POSE_B, OPERANDS);
    else loadVertex(VA, 0, POSE_A, OPERANDS);
    measured.ax = W[OPERANDS];
    measured.ay = W[OPERANDS + 1];
    measured.miss = 0;
  } else weigh(VA, VB);
  measured.bx = measured.ax;
  measured.by = measured.ay;
}

/**
 * Finds a common point from the weights with which the simplex points of C add up to the origin:
 *
 *   0 = l p + m q + n r,   so   l : m : n = q x r : r x p : p x q.
 *
 * Then l a_p + m a_q + n a_r and l b_p + m b_q + n b_r are the same point. If rounding moved the
 * weights, the two differ by v = l p + m q + n r. Each correction by -v gains as many digits as the
 * triangle's area has. If it has few, in a sliver, the products are summed with all digits. And if the
 * triangle is not around the origin, for which the search was not certain, the closest point of its
 * edges is taken.
 */
function weigh(VA: Verts, VB: Verts): void {
  const { count, pa, pb } = simplex;
  // p = a_p - b_p and so on, in the pair frame.
  loadCorner(VA, pa, VB, pb, P);
  loadCorner(VA, count > 1 ? simplex.qa : pa, VB, count > 1 ? simplex.qb : pb, Q);
  loadCorner(VA, count > 2 ? simplex.ra : pa, VB, count > 2 ? simplex.rb : pb, R);
  const px = W[P + 2] - W[P], py = W[P + 3] - W[P + 1];
  const qx = W[Q + 2] - W[Q], qy = W[Q + 3] - W[Q + 1];
  const rx = W[R + 2] - W[R], ry = W[R + 3] - W[R + 1];
  const ex = qx - px, ey = qy - py, fx = rx - px, fy = ry - py;
  // The weights m of q and n of r; that of p is 1 - m - n.
  let m = 0, n = 0, miss = abs(px) + abs(py);
  const area = ex * fy - ey * fx;
  if (area > 0) {
    let m1 = max(0, rx * py - ry * px) / area, n1 = max(0, px * qy - py * qx) / area;
    for (let step = 0; step < CORRECTIONS; step++) {
      const vx = px + m1 * ex + n1 * fx, vy = py + m1 * ey + n1 * fy;
      const d = abs(vx) + abs(vy);
      if (!(d < miss && m1 >= 0 && n1 >= 0 && m1 + n1 <= 1)) break;
      miss = d;
      m = m1;
      n = n1;
      if (d <= 0.0625 * measured.noise) break;
      m1 += (vy * fx - vx * fy) / area;
      n1 += (vx * ey - vy * ex) / area;
    }
  }
  if (miss > 0.125 * measured.noise) {
    determinant(Q, R, WEIGHTS);
    determinant(R, P, WEIGHTS + 2);
    determinant(P, Q, WEIGHTS + 4);
    const l1 = W[WEIGHTS], m1 = W[WEIGHTS + 2], n1 = W[WEIGHTS + 4], sum = l1 + m1 + n1;
    const isAround = l1 >= 0 && m1 >= 0 && n1 >= 0 && sum > 0;
    m = isAround ? m1 / sum : 0;
    n = isAround ? n1 / sum : 0;
    miss = abs(px + m * ex + n * fx) + abs(py + m * ey + n * fy);
    // Else the closest point to the origin of each edge, and the closest of these. Edges: p to q, p to
    // r, q to r.
    for (let edge = 0; edge < 3 && !isAround; edge++) {
      const x = edge < 2 ? px : qx, y = edge < 2 ? py : qy;
      const gx = edge === 0 ? ex : rx - x, gy = edge === 0 ? ey : ry - y;
      const gg = gx * gx + gy * gy;
      const t = gg > 0 ? min(max(-(x * gx + y * gy) / gg, 0), 1) : 0;
      const d = abs(x + t * gx) + abs(y + t * gy);
      if (!(edge === 0 ? d <= miss : d < miss)) continue;
      miss = d;
      m = edge === 0 ? t : edge === 1 ? 0 : 1 - t;
      n = edge === 0 ? 0 : t;
    }
  }
  const ax = W[P + 2], ay = W[P + 3];
  measured.ax = ax + (m * (W[Q + 2] - ax) + n * (W[R + 2] - ax));
  measured.ay = ay + (m * (W[Q + 3] - ay) + n * (W[R + 3] - ay));
  measured.miss = miss;
}
