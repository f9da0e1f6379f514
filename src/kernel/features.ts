/**
 * From features to numbers: distance, normal and witness points of a vertex pair or of an edge and a
 * vertex, computed in the pair frame from the exact vertices, never from the barycentric coordinates
 * of a sliver. Results of this file are for the cores and relative to A's position; `pair.ts` adds the
 * radii and goes to world coordinates.
 *
 * @module
 */
import { abs, sqrt } from "./ptr.ts";
import type { f64, i32, Ptr, Verts } from "./ptr.ts";
import { LOCAL } from "../shapes/record.ts";
import { loadVertex } from "./boundary.ts";
import { cross } from "./exact.ts";
import {
  AX,
  AY,
  BX,
  BY,
  DISTANCE,
  FA0,
  FA1,
  FB0,
  FB1,
  NOISE,
  NX,
  NY,
  OPERANDS,
  VALUE,
} from "./registers.ts";

/** Vertex i of A against vertex j of B. */
export function vertexPair(
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
  i: i32,
  j: i32,
): void {
  loadVertex(VA, oA, nA, i, P, a, a, W, AX);
  loadVertex(VB, oB, nB, j, P, b, a, W, BX);
  const dx: f64 = W[BX] - W[AX], dy: f64 = W[BY] - W[AY];
  const d: f64 = sqrt(dx * dx + dy * dy);
  W[DISTANCE] = d;
  if (d > 0) {
    W[NX] = dx / d;
    W[NY] = dy / d;
  } else {
    // Coincident points have every direction as normal: A's own x axis.
    const c: f64 = P[a + 2], s: f64 = P[a + 3];
    const length: f64 = sqrt(c * c + s * s);
    W[NX] = length > 0 ? c / length : 1;
    W[NY] = length > 0 ? s / length : 0;
  }
  W[FA0] = i;
  W[FA1] = i;
  W[FB0] = j;
  W[FB1] = j;
}

/**
 * The edge k0 -> k1 (counter-clockwise) of the reference shape against vertex j of the incident shape,
 * with the signed distance of the vertex from the edge's line. `side` is 0 when the reference is A.
 *
 * With edge e = u1 - u0, v the vertex:  m = (e_y, -e_x) points outward,  s = m·(v - u) / |e|,
 * t = e·(v - u0) / e·e. Where the incident edge from j to `j2` is parallel to e the features touch along
 * an interval, and its middle is the witness; `j2` = j for none.
 */
export function edgeVertex(
  VR: Verts,
  oR: i32,
  nR: i32,
  r: i32,
  k0: i32,
  k1: i32,
  VI: Verts,
  oI: i32,
  nI: i32,
  i: i32,
  j: i32,
  j2: i32,
  P: Ptr,
  a: i32,
  W: Ptr,
  side: i32,
): void {
  loadVertex(VR, oR, nR, k0, P, r, a, W, OPERANDS);
  loadVertex(VI, oI, nI, j, P, i, a, W, OPERANDS + 2);
  loadVertex(VR, oR, nR, k1, P, r, a, W, OPERANDS + 6);
  const u0x: f64 = W[OPERANDS], u0y: f64 = W[OPERANDS + 1];
  const u1x: f64 = W[OPERANDS + 6], u1y: f64 = W[OPERANDS + 7];
  const vx: f64 = W[OPERANDS + 2], vy: f64 = W[OPERANDS + 3];
  W[OPERANDS + 4] = u0x;
  W[OPERANDS + 5] = u0y;
  const ex: f64 = u1x - u0x, ey: f64 = u1y - u0y;
  const ee: f64 = ex * ex + ey * ey;
  let s: f64 = 0, Nx: f64 = 0, Ny: f64 = 0, t: f64 = 0;
  if (ee > 0) {
    const length: f64 = sqrt(ee);
    Nx = ey / length;
    Ny = -ex / length;
    t = (ex * (vx - u0x) + ey * (vy - u0y)) / ee;
    if (t > 0.5) {
      // Measured from the nearer end, the products are smaller.
      t = 1 + (ex * (vx - u1x) + ey * (vy - u1y)) / ee;
      W[OPERANDS] = u1x;
      W[OPERANDS + 1] = u1y;
    }
    cross(W);
    s = W[VALUE] / length;
  } else {
    // Rotation rounded a tiny edge away; its normal is still known.
    const N: i32 = oR + LOCAL + (nR << 1) + (k0 << 1);
    const c: f64 = P[r + 2], z: f64 = P[r + 3];
    Nx = c * VR[N] - z * VR[N + 1];
    Ny = z * VR[N] + c * VR[N + 1];
    s = Nx * (vx - u0x) + Ny * (vy - u0y);
  }

  let wx: f64 = vx, wy: f64 = vy;
  if (j2 !== j && ee > 0) {
    loadVertex(VI, oI, nI, j2, P, i, a, W, OPERANDS + 2);
    const zx: f64 = W[OPERANDS + 2], zy: f64 = W[OPERANDS + 3];
    const s2: f64 = Nx * (zx - u0x) + Ny * (zy - u0y);
    if (abs(s2 - s) <= 0.125 * W[NOISE]) {
      const t2: f64 = (ex * (zx - u0x) + ey * (zy - u0y)) / ee;
      const t0: f64 = t < t2 ? t : t2, t1: f64 = t < t2 ? t2 : t;
      const low: f64 = t0 > 0 ? t0 : 0, high: f64 = t1 < 1 ? t1 : 1;
      // Edges that only meet at their ends may miss each other by a rounding.
      const middle: f64 = low <= high ? 0.5 * (low + high) : t1 < 0 ? 0 : 1;
      let f: f64 = (middle - t) / (t2 - t);
      f = f > 0 ? (f < 1 ? f : 1) : 0;
      wx = vx + f * (zx - vx);
      wy = vy + f * (zy - vy);
      t = middle;
    } else j2 = j;
  } else j2 = j;

  // The point of the edge at t, from its nearer end.
  const fx: f64 = t > 0.5 ? u1x + (t - 1) * ex : u0x + t * ex;
  const fy: f64 = t > 0.5 ? u1y + (t - 1) * ey : u0y + t * ey;
  W[DISTANCE] = s;
  if (side === 0) {
    W[NX] = Nx;
    W[NY] = Ny;
    W[AX] = fx;
    W[AY] = fy;
    W[BX] = wx;
    W[BY] = wy;
    W[FA0] = k0;
    W[FA1] = k1;
    W[FB0] = j;
    W[FB1] = j2;
  } else {
    W[NX] = -Nx;
    W[NY] = -Ny;
    W[AX] = wx;
    W[AY] = wy;
    W[BX] = fx;
    W[BY] = fy;
    W[FA0] = j;
    W[FA1] = j2;
    W[FB0] = k0;
    W[FB1] = k1;
  }
}
