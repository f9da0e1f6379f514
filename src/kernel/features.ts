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
import { cross } from "./exact.ts";

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const LOCAL: i32 = 8;
const AX: i32 = 11;
const AY: i32 = 12;
const BX: i32 = 13;
const BY: i32 = 14;
const DISTANCE: i32 = 8;
const FA0: i32 = 16;
const FA1: i32 = 17;
const FB0: i32 = 18;
const FB1: i32 = 19;
const NOISE: i32 = 21;
const NX: i32 = 9;
const NY: i32 = 10;
const OPERANDS: i32 = 40;
const VALUE: i32 = 48;
const ON_EDGE: i32 = 38;
const ALONG: i32 = 39;
const SIDE: i32 = 30;
const EDGE: i32 = 31;
const FACING: i32 = 32;
const DETERMINANT_BOUND: f64 = 3.3306690738754716e-16;

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
  const c: f64 = P[a + 2], s: f64 = P[a + 3], C: f64 = P[b + 2], S: f64 = P[b + 3];
  const m: i32 = oA + LOCAL + (nA << 2) + (i << 1), n: i32 = oB + LOCAL + (nB << 2) + (j << 1);
  const ax: f64 = c * VA[m] - s * VA[m + 1], ay: f64 = s * VA[m] + c * VA[m + 1];
  const bx: f64 = C * VB[n] - S * VB[n + 1] + (P[b] - P[a]);
  const by: f64 = S * VB[n] + C * VB[n + 1] + (P[b + 1] - P[a + 1]);
  const dx: f64 = bx - ax, dy: f64 = by - ay;
  W[AX] = ax;
  W[AY] = ay;
  W[BX] = bx;
  W[BY] = by;
  const d: f64 = sqrt(dx * dx + dy * dy);
  W[DISTANCE] = d;
  if (d > 0) {
    W[NX] = dx / d;
    W[NY] = dy / d;
  } else {
    // Coincident points have every direction as normal: A's own x axis.
    const length: f64 = sqrt(c * c + s * s);
    W[NX] = length > 0 ? c / length : 1;
    W[NY] = length > 0 ? s / length : 0;
  }
  W[ON_EDGE] = 0;
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
  const c: f64 = P[r + 2], z: f64 = P[r + 3], C: f64 = P[i + 2], Z: f64 = P[i + 3];
  const rx: f64 = P[r] - P[a], ry: f64 = P[r + 1] - P[a + 1];
  const ix: f64 = P[i] - P[a], iy: f64 = P[i + 1] - P[a + 1];
  const XR: i32 = oR + LOCAL + (nR << 2), XI: i32 = oI + LOCAL + (nI << 2);
  let x: f64 = VR[XR + (k0 << 1)], y: f64 = VR[XR + (k0 << 1) + 1];
  const u0x: f64 = c * x - z * y + rx, u0y: f64 = z * x + c * y + ry;
  x = VR[XR + (k1 << 1)];
  y = VR[XR + (k1 << 1) + 1];
  const u1x: f64 = c * x - z * y + rx, u1y: f64 = z * x + c * y + ry;
  x = VI[XI + (j << 1)];
  y = VI[XI + (j << 1) + 1];
  const vx: f64 = C * x - Z * y + ix, vy: f64 = Z * x + C * y + iy;
  const ex: f64 = u1x - u0x, ey: f64 = u1y - u0y;
  const ee: f64 = ex * ex + ey * ey;
  let s: f64 = 0, Nx: f64 = 0, Ny: f64 = 0, t: f64 = 0;
  if (ee > 0) {
    const length: f64 = sqrt(ee);
    Nx = ey / length;
    Ny = -ex / length;
    // Measured from the nearer end, the products are smaller.
    let ux: f64 = u0x, uy: f64 = u0y;
    t = (ex * (vx - u0x) + ey * (vy - u0y)) / ee;
    if (t > 0.5) {
      ux = u1x;
      uy = u1y;
      t = 1 + (ex * (vx - u1x) + ey * (vy - u1y)) / ee;
    }
    // (v - u) x e, as `cross` has it: its filter here, its exact part there.
    const left: f64 = (vx - ux) * ey, right: f64 = (vy - uy) * ex;
    let det: f64 = left - right;
    if (!(abs(det) > DETERMINANT_BOUND * (abs(left) + abs(right)))) {
      W[OPERANDS] = ux;
      W[OPERANDS + 1] = uy;
      W[OPERANDS + 2] = vx;
      W[OPERANDS + 3] = vy;
      W[OPERANDS + 4] = u0x;
      W[OPERANDS + 5] = u0y;
      W[OPERANDS + 6] = u1x;
      W[OPERANDS + 7] = u1y;
      cross(W);
      det = W[VALUE];
    }
    s = det / length;
  } else {
    // Rotation rounded a tiny edge away; its normal is still known.
    const N: i32 = oR + LOCAL + (nR << 1) + (k0 << 1);
    Nx = c * VR[N] - z * VR[N + 1];
    Ny = z * VR[N] + c * VR[N + 1];
    s = Nx * (vx - u0x) + Ny * (vy - u0y);
  }

  let wx: f64 = vx, wy: f64 = vy, along: f64 = t;
  if (j2 !== j && ee > 0) {
    x = VI[XI + (j2 << 1)];
    y = VI[XI + (j2 << 1) + 1];
    const zx: f64 = C * x - Z * y + ix, zy: f64 = Z * x + C * y + iy;
    const s2: f64 = Nx * (zx - u0x) + Ny * (zy - u0y);
    if (abs(s2 - s) <= 0.125 * W[NOISE]) {
      const t2: f64 = (ex * (zx - u0x) + ey * (zy - u0y)) / ee;
      const t0: f64 = t < t2 ? t : t2, t1: f64 = t < t2 ? t2 : t;
      const low: f64 = t0 > 0 ? t0 : 0, high: f64 = t1 < 1 ? t1 : 1;
      // Edges that only meet at their ends may miss each other by a rounding; ALONG says by how much.
      const middle: f64 = low <= high ? 0.5 * (low + high) : t1 < 0 ? 0 : 1;
      along = low <= high ? middle : t1 < 0 ? t1 : t0;
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
  W[ALONG] = along;
  W[ON_EDGE] = 1;
  W[SIDE] = side;
  W[EDGE] = k0;
  W[FACING] = j;
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
