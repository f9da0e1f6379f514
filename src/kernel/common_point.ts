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
import { loadVertex } from "./boundary.ts";
import { preciseCross } from "./exact.ts";

const { abs, max, min, sqrt } = Math;

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { poses, POSE_A, POSE_B, simplex, measured, exact } = state;
const { registers: W, OPERANDS } = slots;
const { REF_X, REF_Y, CENTER_X, CENTER_Y, INNER } = record;
const { SMALL, CORRECTIONS, SKEWED } = tolerances;

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
  const nA = countOf(VA), nB = countOf(VB);
  measured.distance = 0;
  if (nA === 1 || nB === 1) {
    if (nB === 1) loadVertex(VB, 0, POSE_B, OPERANDS);
    else loadVertex(VA, 0, POSE_A, OPERANDS);
    measured.ax = W[OPERANDS];
    measured.ay = W[OPERANDS + 1];
    measured.miss = 0;
  } else {
    weigh(VA, VB);
    // If the origin is close to a corner of the triangle, two weights are tiny next to the third.
    // Seen from that corner they are exact, so try the other corners.
    for (let turn = 0; turn < 2 && simplex.count > 2; turn++) {
      if (measured.miss <= 0.125 * measured.noise) break;
      const x = measured.ax, y = measured.ay, miss = measured.miss;
      const pa = simplex.pa, pb = simplex.pb;
      simplex.pa = simplex.qa;
      simplex.pb = simplex.qb;
      simplex.qa = simplex.ra;
      simplex.qb = simplex.rb;
      simplex.ra = pa;
      simplex.rb = pb;
      weigh(VA, VB);
      if (!(measured.miss < miss)) {
        measured.ax = x;
        measured.ay = y;
        measured.miss = miss;
      }
    }
  }
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
 * triangle's area has. If the area has none, the triangle is a sliver, and the origin is on an edge
 * as far as doubles can tell.
 */
function weigh(VA: Verts, VB: Verts): void {
  const count = simplex.count;
  const pa = simplex.pa, pb = simplex.pb;
  const qa = count > 1 ? simplex.qa : pa, qb = count > 1 ? simplex.qb : pb;
  const ra = count > 2 ? simplex.ra : pa, rb = count > 2 ? simplex.rb : pb;
  // p = ap - bp and so on, in the pair frame.
  loadVertex(VA, pa, POSE_A, OPERANDS);
  loadVertex(VB, pb, POSE_B, OPERANDS + 2);
  const apx = W[OPERANDS], apy = W[OPERANDS + 1];
  const px = apx - W[OPERANDS + 2], py = apy - W[OPERANDS + 3];
  loadVertex(VA, qa, POSE_A, OPERANDS);
  loadVertex(VB, qb, POSE_B, OPERANDS + 2);
  const aqx = W[OPERANDS], aqy = W[OPERANDS + 1];
  const qx = aqx - W[OPERANDS + 2], qy = aqy - W[OPERANDS + 3];
  loadVertex(VA, ra, POSE_A, OPERANDS);
  loadVertex(VB, rb, POSE_B, OPERANDS + 2);
  const arx = W[OPERANDS], ary = W[OPERANDS + 1];
  const rx = arx - W[OPERANDS + 2], ry = ary - W[OPERANDS + 3];
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
    // The closest point to the origin of each edge, and the closest of these. Edges: p to q, p to
    // r, q to r.
    for (let edge = 0; edge < 3; edge++) {
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
  measured.ax = apx + (m * (aqx - apx) + n * (arx - apx));
  measured.ay = apy + (m * (aqy - apy) + n * (ary - apy));
  if (miss > 0.125 * measured.noise) {
    const i = qa !== pa ? qa : ra, j = qb !== pb ? qb : rb;
    if (i !== pa && j !== pb) {
      miss *= 1 - crossing(VA, VB, pa, i, pb, j);
    }
  }
  measured.miss = miss;
}

/**
 * Finds the point where A's segment i0 -> i1 crosses B's j0 -> j1; returns 1 if they cross. With e
 * and f the segments and g = b_j0 - a_i0, the point is at t = g x f / e x f along e and u = g x e /
 * e x f along f. Exact products place it however small the angle.
 */
function crossing(VA: Verts, VB: Verts, i0: number, i1: number, j0: number, j1: number): number {
  loadVertex(VA, i0, POSE_A, OPERANDS);
  loadVertex(VA, i1, POSE_A, OPERANDS + 2);
  loadVertex(VB, j0, POSE_B, OPERANDS + 4);
  loadVertex(VB, j1, POSE_B, OPERANDS + 6);
  const x = W[OPERANDS], y = W[OPERANDS + 1];
  const x1 = W[OPERANDS + 2], y1 = W[OPERANDS + 3];
  preciseCross();
  const ef = exact.value;
  W[OPERANDS + 2] = W[OPERANDS + 4];
  W[OPERANDS + 3] = W[OPERANDS + 5];
  preciseCross();
  const gf = exact.value;
  W[OPERANDS + 4] = x;
  W[OPERANDS + 5] = y;
  W[OPERANDS + 6] = x1;
  W[OPERANDS + 7] = y1;
  preciseCross();
  const t = gf / ef, u = exact.value / ef;
  if (!(t >= 0 && t <= 1 && u >= 0 && u <= 1)) return 0;
  measured.ax = x + t * (x1 - x);
  measured.ay = y + t * (y1 - y);
  return 1;
}
