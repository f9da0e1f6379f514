/**
 * Contact manifolds: the one or two points at which two shapes touch, by clipping the incident edge
 * against the reference edge.
 *
 * The reference edge is the edge, of either core, that the other core lies furthest in front of (apart)
 * or least deep behind (overlapping): the axis of least penetration. The other core's vertex that faces
 * it is the deepest point, and of that vertex's two edges the one more antiparallel to the reference is
 * the incident edge. The part of the incident edge beside the reference edge touches; its two ends are the
 * contact points. Where two vertices are the closest features there is no such part, and one point.
 *
 * Rounding decides nothing here that another query answers: whatever lies within NOISE of a decision is
 * left to `signedDistance` and `scanBoundary`, and the deepest separation is the signed distance.
 *
 * @module
 */
import { abs, b2i, clz, int, max, sqrt } from "./ptr.ts";
import type { f64, i32, Ptr, Verts } from "./ptr.ts";
import { scanBoundary } from "./boundary.ts";
import { cross } from "./exact.ts";
import { signedDistance } from "./pair.ts";
import { climb } from "./support.ts";

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const RADIUS: i32 = 0;
const EXTENT: i32 = 1;
const REF_X: i32 = 2;
const REF_Y: i32 = 3;
const CENTER_X: i32 = 4;
const CENTER_Y: i32 = 5;
const LOCAL: i32 = 8;
const DISTANCE: i32 = 8;
const NX: i32 = 9;
const NY: i32 = 10;
const AX: i32 = 11;
const AY: i32 = 12;
const BX: i32 = 13;
const BY: i32 = 14;
const FA0: i32 = 16;
const FA1: i32 = 17;
const FB0: i32 = 18;
const FB1: i32 = 19;
const NOISE: i32 = 21;
const SIGNED: i32 = 0;
const SIDE: i32 = 30;
const EDGE: i32 = 31;
const FACING: i32 = 32;
const DX: i32 = 33;
const DY: i32 = 34;
const OPERANDS: i32 = 40;
const VALUE: i32 = 48;
const SCAN_MAX: i32 = 20;
const DETERMINANT_BOUND: f64 = 3.3306690738754716e-16;
const MARGIN: i32 = 3072;
const POINT_COUNT: i32 = 3073;
const MANIFOLD_NX: i32 = 3074;
const MANIFOLD_NY: i32 = 3075;
const MANIFOLD_POINTS: i32 = 3076;

/**
 * B's edge becomes the reference when it is better than A's by more than 2^-53 of the shapes' sizes: of
 * edges that are equally good but for the last bits, as in a stack of equal boxes, A's is taken. Larger
 * would make separations differ from the signed distance by more than that promises.
 */
const BIAS: f64 = 1.1102230246251565e-16;

/** The deepest point is the facing vertex, and its separation is computed from it. */
const MEASURE: i32 = 0;
/** The deepest separation is the signed distance in W[DISTANCE]. */
const KNOWN: i32 = 1;
/** The reference edge was given: the facing vertex may lie beside it. */
const FORCED: i32 = 2;

/** Ids of vertices below this are packed in 32 bits. */
const ID_SMALL: i32 = 65536;

/**
 * Points at which two shapes touch or are at most W[MARGIN] apart. Returns their number, 0 to 2, and
 * writes W[POINT_COUNT], the unit normal from A to B at W[MANIFOLD_NX, MANIFOLD_NY] and the points from
 * W[MANIFOLD_POINTS] on: x, y, separation, id each, world coordinates. A point is in the middle between
 * the two surfaces. Without points the normal is an axis along which the shapes are so far apart.
 */
export function collide(
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
  if (nA + nB === 2) return collidePoints(VA, oA, VB, oB, P, a, b, W);

  // 1. B's pose in A's frame: x -> (rc -rs; rs rc) x + t, reference points included.
  const rc: f64 = ac * bc + as * bs, rs: f64 = ac * bs - as * bc;
  const fx: f64 = VB[oB + REF_X], fy: f64 = VB[oB + REF_Y];
  const tx: f64 = (ac * wx + as * wy) + (rc * fx - rs * fy) - VA[oA + REF_X];
  const ty: f64 = (ac * wy - as * wx) + (rs * fx + rc * fy) - VA[oA + REF_Y];
  const limit: f64 = W[MARGIN] + R;
  const far: f64 = limit + E;
  const LA: i32 = oA + LOCAL, LB: i32 = oB + LOCAL;
  const NA: i32 = LA + (nA << 1), NB: i32 = LB + (nB << 1);
  const hx: f64 = VA[oA + CENTER_X], hy: f64 = VA[oA + CENTER_Y];
  const gx: f64 = VB[oB + CENTER_X], gy: f64 = VB[oB + CENTER_Y];
  let best: f64 = -Infinity, side: i32 = 0, edge: i32 = 0, facing: i32 = 0;
  // From centre to centre, in A's frame.
  const nx: f64 = (rc * gx - rs * gy + tx) - hx, ny: f64 = (rs * gx + rc * gy + ty) - hy;

  // 2. A's edges, in A's frame: s = N·(v - u) for normal N, edge start u and B's vertex v that faces the
  // edge. Any vertex of B bounds s from above: v and its neighbour z along the edge that faces A, found for
  // A's edge towards B's centre, rule out nearly all others. Of equal edges the first is taken. Selections
  // by arithmetic: a branch that depends on random geometry costs more than all of it.
  if (nA > 1) {
    let top: i32 = 0;
    if (nA > SCAN_MAX) {
      W[DX] = nx;
      W[DY] = ny;
      top = climb(VA, NA, nA, W, 0);
    } else {
      // As in `supportIndex`; written out here and below, since V8 boxes the direction in a call that it
      // does not inline.
      let bits: i32 = 0;
      for (let i: i32 = NA, end: i32 = NA + (nA << 1); i < end; i += 2) {
        bits = (bits << 1) | b2i(VA[i] * ny - VA[i + 1] * nx > 0);
      }
      bits = ~bits & ((bits >>> 1) | (bits << (nA - 1))) & (-1 >>> (32 - nA));
      top = bits === 0 ? 0 : nA - 32 + clz(bits);
    }
    const before: i32 = top - 1 + (nA & ((top - 1) >> 31));
    const y: i32 = NA + (top << 1), z: i32 = NA + (before << 1);
    let e: i32 = top +
      b2i(nx * (VA[z] - VA[y]) + ny * (VA[z + 1] - VA[y + 1]) > 0) * (before - top);
    let vx: f64 = 0, vy: f64 = 0, zx: f64 = 0, zy: f64 = 0, k: i32 = -1;
    for (;;) {
      const N: i32 = NA + (e << 1), u: i32 = LA + (e << 1);
      const Nx: f64 = VA[N], Ny: f64 = VA[N + 1];
      const mx: f64 = -(rc * Nx + rs * Ny), my: f64 = rs * Nx - rc * Ny;
      let j: i32 = 0;
      if (nB > SCAN_MAX) {
        W[DX] = mx;
        W[DY] = my;
        j = climb(VB, NB, nB, W, facing);
      } else {
        let bits: i32 = 0;
        for (let i: i32 = NB, end: i32 = NB + (nB << 1); i < end; i += 2) {
          bits = (bits << 1) | b2i(VB[i] * my - VB[i + 1] * mx > 0);
        }
        bits = ~bits & ((bits >>> 1) | (bits << (nB - 1))) & (-1 >>> (32 - nB));
        j = bits === 0 ? 0 : nB - 32 + clz(bits);
      }
      const v: i32 = LB + (j << 1);
      const x: f64 = rc * VB[v] - rs * VB[v + 1] + tx, y: f64 = rs * VB[v] + rc * VB[v + 1] + ty;
      const s: f64 = Nx * (x - VA[u]) + Ny * (y - VA[u + 1]);
      if (s > best || (s === best && e < edge)) {
        best = s;
        edge = e;
        facing = j;
        if (s > far) {
          W[POINT_COUNT] = 0;
          W[MANIFOLD_NX] = ac * Nx - as * Ny + 0;
          W[MANIFOLD_NY] = as * Nx + ac * Ny + 0;
          return 0;
        }
        vx = x;
        vy = y;
        const last: i32 = j - 1 + (nB & ((j - 1) >> 31)),
          next: i32 = (j + 1) & ((j + 1 - nB) >> 31);
        const f: i32 = NB + (j << 1), g: i32 = NB + (last << 1);
        const h: i32 = LB +
          ((last + b2i(mx * (VB[f] - VB[g]) + my * (VB[f + 1] - VB[g + 1]) >= 0) * (next - last)) <<
            1);
        zx = rc * VB[h] - rs * VB[h + 1] + tx;
        zy = rs * VB[h] + rc * VB[h + 1] + ty;
      }
      for (k++; k < nA; k++) {
        const m: i32 = NA + (k << 1), w: i32 = LA + (k << 1);
        const Mx: f64 = VA[m], My: f64 = VA[m + 1];
        if (
          Mx * (vx - VA[w]) + My * (vy - VA[w + 1]) >= best &&
          Mx * (zx - VA[w]) + My * (zy - VA[w + 1]) >= best && k !== edge
        ) break;
      }
      if (k >= nA) break;
      e = k;
    }
  }

  // 3. B's edges, in B's frame. The ends v and z of A's best edge are vertices of A that bound s.
  if (nB > 1) {
    const ox: f64 = -(rc * tx + rs * ty), oy: f64 = rs * tx - rc * ty;
    const v: i32 = LA + (edge << 1), z: i32 = LA + (((edge + 1) & ((edge + 1 - nA) >> 31)) << 1);
    const vx: f64 = rc * VA[v] + rs * VA[v + 1] + ox, vy: f64 = rc * VA[v + 1] - rs * VA[v] + oy;
    const zx: f64 = rc * VA[z] + rs * VA[z + 1] + ox, zy: f64 = rc * VA[z + 1] - rs * VA[z] + oy;
    const end: i32 = NA + (nA << 1);
    let k: i32 = 0, e: i32 = 0, j: i32 = edge, last: i32 = -1;
    if (nA > 1) {
      best += BIAS *
        (abs(VA[LA] - hx) + abs(VA[LA + 1] - hy) + abs(VB[LB] - gx) + abs(VB[LB + 1] - gy));
    } else {
      // The edge towards A's only point first.
      W[DX] = -(rc * nx + rs * ny);
      W[DY] = rs * nx - rc * ny;
      e = support(VB, NB, nB, W);
      k = -1;
    }
    for (;;) {
      if (k >= 0) {
        for (; k < nB; k++) {
          const m: i32 = NB + (k << 1), w: i32 = LB + (k << 1);
          const Mx: f64 = VB[m], My: f64 = VB[m + 1];
          if (
            Mx * (vx - VB[w]) + My * (vy - VB[w + 1]) >= best &&
            Mx * (zx - VB[w]) + My * (zy - VB[w + 1]) >= best && k !== last
          ) break;
        }
        if (k >= nB) break;
        e = k;
      }
      k++;
      const N: i32 = NB + (e << 1), u: i32 = LB + (e << 1);
      const Nx: f64 = VB[N], Ny: f64 = VB[N + 1];
      const mx: f64 = rs * Ny - rc * Nx, my: f64 = -(rs * Nx + rc * Ny);
      if (nA > SCAN_MAX) {
        W[DX] = mx;
        W[DY] = my;
        j = climb(VA, NA, nA, W, j);
      } else {
        let bits: i32 = 0;
        for (let i: i32 = NA; i < end; i += 2) {
          bits = (bits << 1) | b2i(VA[i] * my - VA[i + 1] * mx > 0);
        }
        bits = ~bits & ((bits >>> 1) | (bits << (nA - 1))) & (-1 >>> (32 - nA));
        j = bits === 0 ? 0 : nA - 32 + clz(bits);
      }
      const q: i32 = LA + (j << 1);
      const x: f64 = rc * VA[q] + rs * VA[q + 1] + ox, y: f64 = rc * VA[q + 1] - rs * VA[q] + oy;
      const s: f64 = Nx * (x - VB[u]) + Ny * (y - VB[u + 1]);
      if (!(s > best || (nA === 1 && s === best && e < edge))) continue;
      best = s;
      side = 1;
      edge = e;
      last = e;
      facing = j;
      if (s > far) {
        W[POINT_COUNT] = 0;
        W[MANIFOLD_NX] = bs * Ny - bc * Nx + 0;
        W[MANIFOLD_NY] = 0 - (bs * Nx + bc * Ny);
        return 0;
      }
    }
  }

  // 4. Overlapping cores: the reference edge is known.
  if (best < -E) {
    return side === 0
      ? clip(VA, oA, nA, a, VB, oB, nB, b, P, a, W, 0, edge, facing, MEASURE)
      : clip(VB, oB, nB, b, VA, oA, nA, a, P, a, W, 1, edge, facing, MEASURE);
  }
  // Touching cores without radii: the exact sign of each edge decides.
  if (limit === 0 && best <= E && (nA > 2 || nB > 2)) {
    const settled: i32 = side === 0
      ? settle(VA, oA, nA, a, VB, oB, nB, b, P, a, W, edge, facing)
      : settle(VB, oB, nB, b, VA, oA, nA, a, P, a, W, edge, facing);
    if (settled === 0) {
      scanBoundary(VA, oA, nA, VB, oB, nB, P, a, b, W);
      side = int(W[SIDE]);
      edge = int(W[EDGE]);
      facing = int(W[FACING]);
    }
    return side === 0
      ? clip(VA, oA, nA, a, VB, oB, nB, b, P, a, W, 0, edge, facing, MEASURE)
      : clip(VB, oB, nB, b, VA, oA, nA, a, P, a, W, 1, edge, facing, MEASURE);
  }
  // Cores apart, the facing vertex beside the reference edge: those are the closest features.
  if (best > E && abs(best - R) > E && abs(best - limit) > E) {
    if (
      side === 0
        ? isBeside(VA, oA, nA, a, VB, oB, nB, b, P, edge, facing)
        : isBeside(VB, oB, nB, b, VA, oA, nA, a, P, edge, facing)
    ) {
      return side === 0
        ? clip(VA, oA, nA, a, VB, oB, nB, b, P, a, W, 0, edge, facing, MEASURE)
        : clip(VB, oB, nB, b, VA, oA, nA, a, P, a, W, 1, edge, facing, MEASURE);
    }
  }
  return collideClosest(VA, oA, nA, VB, oB, nB, P, a, b, W);
}

/**
 * Whether cores within noise of touching are settled by edge k of the reference and the incident vertex j
 * that seems to face it: 1 when the pair of them decides, whichever way, 0 when another edge might.
 *
 * With exact signs in the pair frame: v (vertex j) does face e = u1 - u0 when neither neighbour of it is
 * nearer to the inside. If then (v - u0) x e > 0, e separates. Otherwise all other edges must be behind a
 * vertex of the other shape beyond the noise, but the incident edge when it is exactly parallel to e: that
 * one separates no more than e does.
 */
function settle(
  VR: Verts,
  oR: i32,
  nR: i32,
  r: i32,
  VI: Verts,
  oI: i32,
  nI: i32,
  i: i32,
  P: Ptr,
  a: i32,
  W: Ptr,
  k: i32,
  j: i32,
): i32 {
  const c: f64 = P[r + 2], z: f64 = P[r + 3], C: f64 = P[i + 2], Z: f64 = P[i + 3];
  const rx: f64 = P[r] - P[a], ry: f64 = P[r + 1] - P[a + 1];
  const ix: f64 = P[i] - P[a], iy: f64 = P[i + 1] - P[a + 1];
  const XR: i32 = oR + LOCAL + (nR << 2), XI: i32 = oI + LOCAL + (nI << 2);
  const k1: i32 = (k + 1) & ((k + 1 - nR) >> 31);
  const before: i32 = j - 1 + (nI & ((j - 1) >> 31)), after: i32 = (j + 1) & ((j + 1 - nI) >> 31);
  let x: f64 = VR[XR + (k << 1)], y: f64 = VR[XR + (k << 1) + 1];
  const u0x: f64 = c * x - z * y + rx, u0y: f64 = z * x + c * y + ry;
  x = VR[XR + (k1 << 1)];
  y = VR[XR + (k1 << 1) + 1];
  const u1x: f64 = c * x - z * y + rx, u1y: f64 = z * x + c * y + ry;
  x = VI[XI + (j << 1)];
  y = VI[XI + (j << 1) + 1];
  const vx: f64 = C * x - Z * y + ix, vy: f64 = Z * x + C * y + iy;
  x = VI[XI + (before << 1)];
  y = VI[XI + (before << 1) + 1];
  const px: f64 = C * x - Z * y + ix, py: f64 = Z * x + C * y + iy;
  x = VI[XI + (after << 1)];
  y = VI[XI + (after << 1) + 1];
  const qx: f64 = C * x - Z * y + ix, qy: f64 = Z * x + C * y + iy;

  // The neighbours p and q of v against e.
  const ex: f64 = u1x - u0x, ey: f64 = u1y - u0y;
  W[OPERANDS] = vx;
  W[OPERANDS + 1] = vy;
  W[OPERANDS + 4] = u0x;
  W[OPERANDS + 5] = u0y;
  W[OPERANDS + 6] = u1x;
  W[OPERANDS + 7] = u1y;
  let parallel: i32 = -1;
  let left: f64 = (px - vx) * ey, right: f64 = (py - vy) * ex, det: f64 = left - right;
  if (nI > 1) {
    if (!(abs(det) > DETERMINANT_BOUND * (abs(left) + abs(right)))) {
      W[OPERANDS + 2] = px;
      W[OPERANDS + 3] = py;
      cross(W);
      det = W[VALUE];
    }
    if (det < 0) return 0;
    if (det === 0) parallel = before;
    left = (qx - vx) * ey;
    right = (qy - vy) * ex;
    det = left - right;
    if (!(abs(det) > DETERMINANT_BOUND * (abs(left) + abs(right)))) {
      W[OPERANDS + 2] = qx;
      W[OPERANDS + 3] = qy;
      cross(W);
      det = W[VALUE];
    }
    if (det < 0) return 0;
    if (det === 0) parallel = j;
  }

  // v against e.
  left = (vx - u0x) * ey;
  right = (vy - u0y) * ex;
  det = left - right;
  if (!(abs(det) > DETERMINANT_BOUND * (abs(left) + abs(right)))) {
    W[OPERANDS + 2] = vx;
    W[OPERANDS + 3] = vy;
    W[OPERANDS] = u0x;
    W[OPERANDS + 1] = u0y;
    cross(W);
    det = W[VALUE];
  }
  if (det > 0) return 1;

  // All others: those of the reference behind v, p or q, those of the incident behind u0 or u1.
  const behind: f64 = -2 * W[NOISE];
  for (let m: i32 = 0; m < nR; m++) {
    const N: i32 = oR + LOCAL + (nR << 1) + (m << 1), w: i32 = XR + (m << 1);
    const Mx: f64 = c * VR[N] - z * VR[N + 1], My: f64 = z * VR[N] + c * VR[N + 1];
    const wx: f64 = c * VR[w] - z * VR[w + 1] + rx, wy: f64 = z * VR[w] + c * VR[w + 1] + ry;
    if (
      m !== k && !(Mx * (vx - wx) + My * (vy - wy) < behind) &&
      !(Mx * (px - wx) + My * (py - wy) < behind) && !(Mx * (qx - wx) + My * (qy - wy) < behind)
    ) return 0;
  }
  for (let m: i32 = 0; m < nI && nI > 1; m++) {
    const N: i32 = oI + LOCAL + (nI << 1) + (m << 1), w: i32 = XI + (m << 1);
    const Mx: f64 = C * VI[N] - Z * VI[N + 1], My: f64 = Z * VI[N] + C * VI[N + 1];
    const wx: f64 = C * VI[w] - Z * VI[w + 1] + ix, wy: f64 = Z * VI[w] + C * VI[w + 1] + iy;
    if (
      m !== parallel && !(Mx * (u0x - wx) + My * (u0y - wy) < behind) &&
      !(Mx * (u1x - wx) + My * (u1y - wy) < behind)
    ) return 0;
  }
  return 1;
}

/** Whether the incident vertex j projects onto edge k of the reference. */
function isBeside(
  VR: Verts,
  oR: i32,
  nR: i32,
  r: i32,
  VI: Verts,
  oI: i32,
  nI: i32,
  i: i32,
  P: Ptr,
  k: i32,
  j: i32,
): boolean {
  const c: f64 = P[r + 2], z: f64 = P[r + 3], C: f64 = P[i + 2], Z: f64 = P[i + 3];
  const X: i32 = oR + LOCAL + (nR << 2), u: i32 = X + (k << 1);
  const w: i32 = X + ((k + 1 < nR ? k + 1 : 0) << 1), v: i32 = oI + LOCAL + (nI << 2) + (j << 1);
  const ex: f64 = VR[w] - VR[u], ey: f64 = VR[w + 1] - VR[u + 1];
  const x: f64 = C * VI[v] - Z * VI[v + 1] + (P[i] - P[r]);
  const y: f64 = Z * VI[v] + C * VI[v + 1] + (P[i + 1] - P[r + 1]);
  const vx: f64 = c * x + z * y, vy: f64 = c * y - z * x;
  return ex * (vx - VR[u]) + ey * (vy - VR[u + 1]) >= 0 &&
    ex * (vx - VR[w]) + ey * (vy - VR[w + 1]) <= 0;
}

/** Two cores of one point each. */
function collidePoints(
  VA: Verts,
  oA: i32,
  VB: Verts,
  oB: i32,
  P: Ptr,
  a: i32,
  b: i32,
  W: Ptr,
): i32 {
  const c: f64 = P[a + 2], s: f64 = P[a + 3], C: f64 = P[b + 2], Z: f64 = P[b + 3];
  const m: i32 = oA + LOCAL + 4, n: i32 = oB + LOCAL + 4;
  const ax: f64 = c * VA[m] - s * VA[m + 1], ay: f64 = s * VA[m] + c * VA[m + 1];
  const bx: f64 = C * VB[n] - Z * VB[n + 1] + (P[b] - P[a]);
  const by: f64 = Z * VB[n] + C * VB[n + 1] + (P[b + 1] - P[a + 1]);
  const dx: f64 = bx - ax, dy: f64 = by - ay;
  const ra: f64 = VA[oA + RADIUS], rb: f64 = VB[oB + RADIUS];
  const d: f64 = sqrt(dx * dx + dy * dy), R: f64 = ra + rb;
  if (!(d > W[NOISE] && abs(d - R) > W[NOISE])) {
    return collideClosest(VA, oA, 1, VB, oB, 1, P, a, b, W);
  }
  const separation: f64 = d - R;
  const Nx: f64 = dx / d, Ny: f64 = dy / d;
  W[MANIFOLD_NX] = Nx + 0;
  W[MANIFOLD_NY] = Ny + 0;
  if (separation > W[MARGIN]) {
    W[POINT_COUNT] = 0;
    return 0;
  }
  W[POINT_COUNT] = 1;
  W[MANIFOLD_POINTS] = 0.5 * ((ax + ra * Nx) + (bx - rb * Nx)) + P[a];
  W[MANIFOLD_POINTS + 1] = 0.5 * ((ay + ra * Ny) + (by - rb * Ny)) + P[a + 1];
  W[MANIFOLD_POINTS + 2] = separation;
  W[MANIFOLD_POINTS + 3] = 0;
  return 1;
}

/** Whatever the signed distance says: its features, its normal, its separation. */
function collideClosest(
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
  signedDistance(VA, oA, nA, VB, oB, nB, P, a, b, W, SIGNED);
  const Nx: f64 = W[NX], Ny: f64 = W[NY];
  W[MANIFOLD_NX] = Nx;
  W[MANIFOLD_NY] = Ny;
  W[POINT_COUNT] = 0;
  if (!(W[DISTANCE] <= W[MARGIN])) return 0;
  const i: i32 = int(W[FA0]), i2: i32 = int(W[FA1]), j: i32 = int(W[FB0]), j2: i32 = int(W[FB1]);
  if (i !== i2 || j !== j2) {
    // An edge of A against a vertex or edge of B, or a vertex of A against an edge of B. Of the two edges
    // that join the same two vertices of a segment, the one whose normal points the right way.
    const k: i32 = i !== i2 ? edgeOf(VA, oA, nA, P, a, W, i, i2, 1) : -1;
    if (k >= 0) return clip(VA, oA, nA, a, VB, oB, nB, b, P, a, W, 0, k, j, KNOWN);
    const l: i32 = edgeOf(VB, oB, nB, P, b, W, j, j2, -1);
    return clip(VB, oB, nB, b, VA, oA, nA, a, P, a, W, 1, l, i, KNOWN);
  }
  W[POINT_COUNT] = 1;
  W[MANIFOLD_POINTS] = 0.5 * (W[AX] + W[BX]);
  W[MANIFOLD_POINTS + 1] = 0.5 * (W[AY] + W[BY]);
  W[MANIFOLD_POINTS + 2] = W[DISTANCE];
  let ia: i32 = 0, ib: i32 = 0;
  if (nA > 1 && nB > 1) {
    // Named like a corner of the one against the edge of the other that leans towards it most.
    const onA: boolean = isLarger(VA, oA, VB, oB, 1) > 0;
    ia = onA ? leaningEdge(VA, oA, nA, P, a, W, i, 1) : i;
    ib = onA ? j : leaningEdge(VB, oB, nB, P, b, W, j, -1);
  }
  writeId(W, MANIFOLD_POINTS + 3, ia, ib, 0);
  return 1;
}

/** The edge between vertices i and i2 whose outward normal points along `sign` times the normal. */
function edgeOf(
  V: Verts,
  o: i32,
  n: i32,
  P: Ptr,
  p: i32,
  W: Ptr,
  i: i32,
  i2: i32,
  sign: i32,
): i32 {
  if (n > 2) return (i + 1 < n ? i + 1 : 0) === i2 ? i : i2;
  return leaningEdge(V, o, n, P, p, W, 0, sign);
}

/** Of the two edges at vertex i the one whose outward normal leans most along `sign` times the normal. */
function leaningEdge(V: Verts, o: i32, n: i32, P: Ptr, p: i32, W: Ptr, i: i32, sign: i32): i32 {
  const c: f64 = P[p + 2], s: f64 = P[p + 3];
  const mx: f64 = c * W[NX] + s * W[NY], my: f64 = c * W[NY] - s * W[NX];
  const previous: i32 = i > 0 ? i - 1 : n - 1;
  const y: i32 = o + LOCAL + (n << 1) + (i << 1), z: i32 = o + LOCAL + (n << 1) + (previous << 1);
  const lead: f64 = mx * (V[z] - V[y]) + my * (V[z + 1] - V[y + 1]);
  return (sign > 0 ? lead > 0 : lead < 0) ? previous : i;
}

/** 1 when the first shape is larger than the second, or `tie` when equal, by a size that no pose changes. */
function isLarger(V: Verts, o: i32, U: Verts, p: i32, tie: i32): i32 {
  const v: f64 = abs(V[o + LOCAL] - V[o + CENTER_X]) + abs(V[o + LOCAL + 1] - V[o + CENTER_Y]);
  const u: f64 = abs(U[p + LOCAL] - U[p + CENTER_X]) + abs(U[p + LOCAL + 1] - U[p + CENTER_Y]);
  return v === u ? tie : v > u ? 1 : 0;
}

/** W[slot] = the id of index i on A with index j on B; with side 1, i is on B and j on A. */
function writeId(W: Ptr, slot: i32, i: i32, j: i32, side: i32): void {
  const swap: i32 = (i ^ j) & -side;
  const x: f64 = i ^ swap, y: f64 = j ^ swap;
  W[slot] = i < ID_SMALL && j < ID_SMALL ? x + 65536 * y : 4503599627370496 + (x + 67108864 * y);
}

/**
 * The vertex furthest in direction W[DX], W[DY], for edge normals from V[N] on: `supportIndex`, with the
 * direction in memory.
 */
function support(V: Verts, N: i32, n: i32, W: Ptr): i32 {
  if (n > SCAN_MAX) return climb(V, N, n, W, 0);
  const dx: f64 = W[DX], dy: f64 = W[DY];
  let bits: i32 = 0;
  for (let i: i32 = N, end: i32 = N + (n << 1); i < end; i += 2) {
    bits = (bits << 1) | b2i(V[i] * dy - V[i + 1] * dx > 0);
  }
  bits = ~bits & ((bits >>> 1) | (bits << (n - 1))) & (-1 >>> (32 - n));
  return bits === 0 ? 0 : n - 32 + clz(bits);
}

/**
 * The manifold with A's edge k as reference, though another may be closer: what a one-sided segment asks
 * for. Results as in `collide`.
 */
export function collideEdge(
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
  k: i32,
): i32 {
  const ac: f64 = P[a + 2], as: f64 = P[a + 3], bc: f64 = P[b + 2], bs: f64 = P[b + 3];
  const rc: f64 = ac * bc + as * bs, rs: f64 = ac * bs - as * bc;
  const N: i32 = oA + LOCAL + (nA << 1) + (k << 1), NB: i32 = oB + LOCAL + (nB << 1);
  W[DX] = -(rc * VA[N] + rs * VA[N + 1]);
  W[DY] = rs * VA[N] - rc * VA[N + 1];
  const j: i32 = support(VB, NB, nB, W);
  return clip(VA, oA, nA, a, VB, oB, nB, b, P, a, W, 0, k, j, FORCED);
}

/**
 * Clips the incident edge at vertex j against edge k of the reference, in the pair frame; `side` is 0 when
 * the reference is A.
 *
 * With edge e = u1 - u0, length |e|, normal N = (e_y, -e_x) / |e|, and the incident edge from v (vertex j)
 * to z:  s = N·(v - u) is the separation of v from the edge's line and t = e·(v - u0) / e·e its place
 * along the edge, q and w those of z. The ends t and w, clamped to [0, 1], are the contact points unless
 * they coincide. The facing vertex v lies beside the edge but for rounding, so its separation stays s.
 */
function clip(
  VR: Verts,
  oR: i32,
  nR: i32,
  r: i32,
  VI: Verts,
  oI: i32,
  nI: i32,
  i: i32,
  P: Ptr,
  a: i32,
  W: Ptr,
  side: i32,
  k: i32,
  j: i32,
  mode: i32,
): i32 {
  // 1. The reference edge and the facing vertex, as `edgeVertex` has them to the last bit.
  const c: f64 = P[r + 2], z: f64 = P[r + 3], C: f64 = P[i + 2], Z: f64 = P[i + 3];
  const rx: f64 = P[r] - P[a], ry: f64 = P[r + 1] - P[a + 1];
  const ix: f64 = P[i] - P[a], iy: f64 = P[i + 1] - P[a + 1];
  const XR: i32 = oR + LOCAL + (nR << 2), XI: i32 = oI + LOCAL + (nI << 2);
  const k1: i32 = (k + 1) & ((k + 1 - nR) >> 31);
  let x: f64 = VR[XR + (k << 1)], y: f64 = VR[XR + (k << 1) + 1];
  const u0x: f64 = c * x - z * y + rx, u0y: f64 = z * x + c * y + ry;
  x = VR[XR + (k1 << 1)];
  y = VR[XR + (k1 << 1) + 1];
  const u1x: f64 = c * x - z * y + rx, u1y: f64 = z * x + c * y + ry;
  x = VI[XI + (j << 1)];
  y = VI[XI + (j << 1) + 1];
  const vx: f64 = C * x - Z * y + ix, vy: f64 = Z * x + C * y + iy;
  const ex: f64 = u1x - u0x, ey: f64 = u1y - u0y;
  const ee: f64 = ex * ex + ey * ey;
  const rR: f64 = VR[oR + RADIUS], rI: f64 = VI[oI + RADIUS];
  const R: f64 = rR + rI, margin: f64 = W[MARGIN];
  const wx: f64 = P[a], wy: f64 = P[a + 1];
  const sign: f64 = 1 - 2 * side;
  let s: f64 = 0, Nx: f64 = 0, Ny: f64 = 0, t: f64 = 0, count: i32 = 1;
  let px: f64 = vx, py: f64 = vy, qx: f64 = vx, qy: f64 = vy, s2: f64 = 0;
  let j2: i32 = j, onward: i32 = 1, ahead: boolean = false;
  if (ee > 0) {
    const length: f64 = sqrt(ee);
    Nx = ey / length;
    Ny = -ex / length;
    // Measured from the nearer end, u0 or u1, which stand in memory so that no branch has to choose.
    W[OPERANDS + 4] = u0x;
    W[OPERANDS + 5] = u0y;
    W[OPERANDS + 6] = u1x;
    W[OPERANDS + 7] = u1y;
    const end: i32 = b2i(ex * (vx - u0x) + ey * (vy - u0y) > 0.5 * ee);
    const near: i32 = OPERANDS + 4 + (end << 1);
    const ux: f64 = W[near], uy: f64 = W[near + 1];
    t = end + (ex * (vx - ux) + ey * (vy - uy)) / ee;
    const left: f64 = (vx - ux) * ey, right: f64 = (vy - uy) * ex;
    let det: f64 = left - right;
    if (!(abs(det) > DETERMINANT_BOUND * (abs(left) + abs(right)))) {
      W[OPERANDS] = ux;
      W[OPERANDS + 1] = uy;
      W[OPERANDS + 2] = vx;
      W[OPERANDS + 3] = vy;
      cross(W);
      det = W[VALUE];
    }
    s = det / length;
    if (mode === KNOWN) s = W[DISTANCE] + R;

    // 2. The incident edge goes on from v to z: of the two edges at v the more antiparallel one.
    if (nI > 1) {
      const LN: i32 = oI + LOCAL + (nI << 1);
      const before: i32 = j - 1 + (nI & ((j - 1) >> 31));
      const after: i32 = (j + 1) & ((j + 1 - nI) >> 31);
      const mx: f64 = C * Nx + Z * Ny, my: f64 = C * Ny - Z * Nx;
      const e: i32 = LN + (j << 1), f: i32 = LN + (before << 1);
      onward = b2i(mx * (VI[e] - VI[f]) + my * (VI[e + 1] - VI[f + 1]) <= 0);
      j2 = before + onward * (after - before);
      x = VI[XI + (j2 << 1)];
      y = VI[XI + (j2 << 1) + 1];
      const zx: f64 = C * x - Z * y + ix, zy: f64 = Z * x + C * y + iy;
      const w: f64 = (ex * (zx - u0x) + ey * (zy - u0y)) / ee;
      const q: f64 = Nx * (zx - u0x) + Ny * (zy - u0y);
      // Both clamped to the edge.
      const from: f64 = -max(-max(t, 0), -1), to: f64 = -max(-max(w, 0), -1);
      if (from !== to) {
        count = 2;
        const f: f64 = (to - t) / (w - t);
        qx = vx + f * (zx - vx);
        qy = vy + f * (zy - vy);
        s2 = max(s, s + f * (q - s)); // nothing is deeper than the facing vertex
        ahead = from < to;
      }
      if (from !== t) {
        const f: f64 = w !== t ? (from - t) / (w - t) : 2;
        if (f > 0 && f <= 1) {
          px = vx + f * (zx - vx);
          py = vy + f * (zy - vy);
          if (mode === FORCED) s += f * (q - s);
        } else if (mode === FORCED) count = 0;
      }
    } else if (mode === FORCED && (t < 0 || t > 1)) count = 0;
  } else {
    // Rotation rounded a tiny edge away; its normal is still known.
    const N: i32 = oR + LOCAL + (nR << 1) + (k << 1);
    Nx = c * VR[N] - z * VR[N + 1];
    Ny = z * VR[N] + c * VR[N + 1];
    s = Nx * (vx - u0x) + Ny * (vy - u0y);
    if (mode === KNOWN) s = W[DISTANCE] + R;
  }
  W[MANIFOLD_NX] = sign * Nx + 0;
  W[MANIFOLD_NY] = sign * Ny + 0;

  // 3. Which of the points count, and their order: that of the normal turned left.
  const gap: f64 = mode === KNOWN ? W[DISTANCE] : s - R, gap2: f64 = s2 - R;
  let o: i32 = MANIFOLD_POINTS, o2: i32 = MANIFOLD_POINTS + 4;
  if (count === 0 || gap > margin) {
    if (count < 2 || gap2 > margin) {
      W[POINT_COUNT] = 0;
      return 0;
    }
    // Only a given edge has its nearest point at the incident edge's other end.
    count = 1;
    o = MANIFOLD_POINTS + 4;
    o2 = MANIFOLD_POINTS;
  } else if (count > 1) {
    const two: i32 = b2i(gap2 <= margin), turned: i32 = two & (b2i(ahead) ^ b2i(side === 0));
    count = 1 + two;
    o = MANIFOLD_POINTS + (turned << 2);
    o2 = MANIFOLD_POINTS + ((1 - turned) << 2);
  }
  W[POINT_COUNT] = count;
  const m: f64 = 0.5 * (rR - rI - s), m2: f64 = 0.5 * (rR - rI - s2);
  W[o] = px + m * Nx + wx;
  W[o + 1] = py + m * Ny + wy;
  W[o + 2] = gap;
  W[o2] = qx + m2 * Nx + wx;
  W[o2 + 1] = qy + m2 * Ny + wy;
  W[o2 + 2] = gap2;

  // 4. Names: the larger shape gives its edge, the other the vertex at that end of the overlap.
  if (nI === 1) {
    W[o + 3] = 0;
    W[o2 + 3] = 0;
    return count;
  }
  if (isLarger(VR, oR, VI, oI, 1 - side) > 0) {
    writeId(W, o + 3, k, j, side);
    writeId(W, o2 + 3, k, j2, side);
  } else {
    // `onward` the incident edge begins at v, and runs against the reference from its end to its start.
    const l: i32 = onward > 0 ? j : j2;
    writeId(W, o + 3, onward > 0 ? k1 : k, l, side);
    writeId(W, o2 + 3, onward > 0 ? k : k1, l, side);
  }
  return count;
}
