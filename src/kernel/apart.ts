/**
 * Contact manifolds of cores that do not overlap. Finds their closest features: the reference edge
 * and the vertex that faces it, or two vertices. Also has the exact test of whether an edge
 * separates touching cores (`separates`).
 *
 * Numbers are in the pair frame: the world's axes, with the origin at A's position.
 *
 * @module
 */
import type { f64, i32, Verts } from "./ptr.ts";
import { loadVertex } from "./boundary.ts";
import { addOpposite, clip, collideClosest, nameCorners } from "./contact.ts";
import { cross, edgeGap, radiusGap } from "./exact.ts";
import { vertexPair } from "./features.ts";
import { isClosest } from "./proof.ts";
import { registers } from "./ptr.ts";

// The register file, as a constant of this file; see ptr.ts.
const W = registers;

// Copies of the operations in ptr.ts.
const abs = Math.abs;
const sqrt = Math.sqrt;

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const POSE_A: i32 = 0;
const POSE_B: i32 = 4;
const RADIUS: i32 = 0;
const LOCAL: i32 = 11;
const DISTANCE: i32 = 8;
const NX: i32 = 9;
const NY: i32 = 10;
const AX: i32 = 11;
const AY: i32 = 12;
const BX: i32 = 13;
const BY: i32 = 14;
const FA0: i32 = 16;
const FB0: i32 = 18;
const NOISE: i32 = 21;
const ON_EDGE: i32 = 38;
const SIDE: i32 = 30;
const EDGE: i32 = 31;
const FACING: i32 = 32;
const OPERANDS: i32 = 40;
const VALUE: i32 = 48;
const DETERMINANT_BOUND: f64 = 3.3306690738754716e-16;
const MARGIN: i32 = 50;
const MANIFOLD_NX: i32 = 52;
const MANIFOLD_NY: i32 = 53;
const MANIFOLD_POINTS: i32 = 54;
const SMALL: f64 = 1.1830521861667747e-271;
const MEASURE: i32 = 0;
const KNOWN: i32 = 1;

/** Angles between directions up to this sine are nothing but rounding. */
const ROUNDING: f64 = 4.440892098500626e-16;

/**
 * The manifold of cores that are apart, given the reference's edge k with the largest separation
 * and the incident vertex j that faces it. If vertex j lies beside the edge, the two are the
 * closest features. Otherwise vertex j and an end of the edge may be.
 *
 * Letters as in `clip`: the edge e goes from u0 to u1, v is vertex j, and s = (v - u0) x e / |e| is
 * how far it is in front of the edge. v lies beside the edge if t0 = e·(v - u0) >= 0 and
 * t1 = e·(v - u1) <= 0. It is past u0 if t0 < 0, else past u1.
 */
export function collideApart(
  VR: Verts,
  nR: i32,
  r: i32,
  VI: Verts,
  nI: i32,
  i: i32,
  side: i32,
  k: i32,
  j: i32,
): i32 {
  const c: f64 = W[r + 2], z: f64 = W[r + 3], C: f64 = W[i + 2], Z: f64 = W[i + 3];
  const rx: f64 = W[r] - W[POSE_A], ry: f64 = W[r + 1] - W[POSE_A + 1];
  const ix: f64 = W[i] - W[POSE_A], iy: f64 = W[i + 1] - W[POSE_A + 1];
  const XR: i32 = LOCAL + (nR << 2), XI: i32 = LOCAL + (nI << 2);
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
  const radii: f64 = VR[RADIUS] + VI[RADIUS], margin: f64 = W[MARGIN], E: f64 = W[NOISE];
  const x0: f64 = ex * (vx - u0x), y0: f64 = ey * (vy - u0y), t0: f64 = x0 + y0;
  const x1: f64 = ex * (vx - u1x), y1: f64 = ey * (vy - u1y), t1: f64 = x1 + y1;
  if (t0 >= 0 && t1 <= 0) {
    const length: f64 = sqrt(ex * ex + ey * ey);
    const s: f64 = ((vx - u0x) * ey - (vy - u0y) * ex) / length, gap: f64 = s - radii;
    if (s > E && abs(gap) > E && abs(gap - margin) > E) {
      return clip(VR, nR, r, VI, nI, i, side, k, j, MEASURE);
    }
    if (s > E && (margin === 0 || abs(gap - margin) > E)) {
      // The distance is close to the radii. If v lies exactly beside the edge, the distance is that
      // of v from the edge's line.
      W[OPERANDS] = u0x;
      W[OPERANDS + 1] = u0y;
      W[OPERANDS + 2] = u1x;
      W[OPERANDS + 3] = u1y;
      W[OPERANDS + 4] = vx;
      W[OPERANDS + 5] = vy;
      edgeGap(VR, VI);
      W[DISTANCE] = W[VALUE];
      let proof: i32 = 0;
      if (W[VALUE] <= 0) {
        // In reach, so closer features would not change that.
        const size0: f64 = abs(x0) + abs(y0), size1: f64 = abs(x1) + abs(y1);
        const isZero0: boolean = (ex === 0 || vx === u0x) && (ey === 0 || vy === u0y);
        const isZero1: boolean = (ex === 0 || vx === u1x) && (ey === 0 || vy === u1y);
        proof = +(((abs(t0) > DETERMINANT_BOUND * size0 && size0 > SMALL) || isZero0) &&
          ((abs(t1) > DETERMINANT_BOUND * size1 && size1 > SMALL) || isZero1));
      }
      if (proof === 0) {
        W[ON_EDGE] = 1;
        W[SIDE] = side;
        W[EDGE] = k;
        W[FACING] = j;
        proof = side === 0 ? isClosest(VR, nR, VI, nI) : isClosest(VI, nI, VR, nR);
      }
      if (proof > 0) return clip(VR, nR, r, VI, nI, i, side, k, j, KNOWN);
    }
  } else {
    // The nearer end of the edge and v are closest, unless an edge at one of them leads towards the
    // other.
    const l: i32 = t0 < 0 ? k : k1;
    if (nI > 1) {
      // The edge f that leads from v to w, along the reference, may be parallel to it. Then w is as
      // near as v. If w is past the other end of the reference, the reference's end l lies beside
      // f.
      const before: i32 = j - 1 + (nI & ((j - 1) >> 31)),
        after: i32 = (j + 1) & ((j + 1 - nI) >> 31);
      const f: i32 = t0 < 0 ? before : j, w: i32 = t0 < 0 ? before : after;
      const N: i32 = LOCAL + (nR << 1) + (k << 1), M: i32 = LOCAL + (nI << 1) + (f << 1);
      const Nx: f64 = c * VR[N] - z * VR[N + 1], Ny: f64 = z * VR[N] + c * VR[N + 1];
      const Mx: f64 = C * VI[M] - Z * VI[M + 1], My: f64 = Z * VI[M] + C * VI[M + 1];
      if (abs(Nx * My - Ny * Mx) <= ROUNDING) {
        x = VI[XI + (w << 1)];
        y = VI[XI + (w << 1) + 1];
        const wx: f64 = C * x - Z * y + ix, wy: f64 = Z * x + C * y + iy;
        const w0: f64 = ex * (wx - u0x) + ey * (wy - u0y),
          w1: f64 = ex * (wx - u1x) + ey * (wy - u1y);
        if (w0 >= 0 && w1 <= 0) return collideApart(VR, nR, r, VI, nI, i, side, k, w);
        const fx: f64 = wx - vx, fy: f64 = wy - vy;
        // By rounding alone, each edge could reach past both ends of the other, so lengths are
        // compared as well.
        if ((t0 < 0 ? w1 > 0 : w0 < 0) && fx * fx + fy * fy > ex * ex + ey * ey) {
          return collideApart(VI, nI, i, VR, nR, r, 1 - side, f, l);
        }
        j = w;
      }
    }
    const done: i32 = side === 0
      ? collideCorners(VR, nR, VI, nI, l, j)
      : collideCorners(VI, nI, VR, nR, j, l);
    if (done >= 0) return done;
  }
  return side === 0 ? collideClosest(VR, nR, VI, nI) : collideClosest(VI, nI, VR, nR);
}

/**
 * The manifold with vertices i and j as the closest features. Returns -1 if they may not be the
 * closest, or if their distance is too close to the radii or the margin.
 */
export function collideCorners(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
  i: i32,
  j: i32,
): i32 {
  W[ON_EDGE] = 0;
  W[FA0] = i;
  W[FB0] = j;
  vertexPair(VA, nA, VB, nB, i, j);
  const ra: f64 = VA[RADIUS], rb: f64 = VB[RADIUS], E: f64 = W[NOISE];
  const margin: f64 = W[MARGIN];
  let gap: f64 = W[DISTANCE] - (ra + rb);
  if (!(W[DISTANCE] > E) || (abs(gap - margin) <= E && margin > 0)) return -1;
  if (leads(VA, nA, POSE_A, i, 1) || leads(VB, nB, POSE_B, j, -1)) return -1;
  if (abs(gap) <= E) {
    W[OPERANDS] = W[AX];
    W[OPERANDS + 1] = W[AY];
    W[OPERANDS + 4] = W[BX];
    W[OPERANDS + 5] = W[BY];
    radiusGap(VA, VB, 0);
    gap = W[VALUE];
    // Out of reach by less than rounding, so no other features may be closer.
    if (gap > 0 && isClosest(VA, nA, VB, nB) === 0) return -1;
  }
  const Nx: f64 = W[NX], Ny: f64 = W[NY];
  W[MANIFOLD_NX] = Nx + 0;
  W[MANIFOLD_NY] = Ny + 0;
  if (gap > margin) return 0;
  W[MANIFOLD_POINTS] = 0.5 * ((W[AX] + ra * Nx) + (W[BX] - rb * Nx)) + W[POSE_A];
  W[MANIFOLD_POINTS + 1] = 0.5 * ((W[AY] + ra * Ny) + (W[BY] - rb * Ny)) + W[POSE_A + 1];
  W[MANIFOLD_POINTS + 2] = gap;
  nameCorners(VA, nA, VB, nB, i, j);
  return addOpposite(VA, nA, VB, nB, i, j);
}

/** Whether an edge at vertex i goes forward along `sign` times the normal in W[NX], W[NY]. */
function leads(V: Verts, n: i32, p: i32, i: i32, sign: i32): boolean {
  const c: f64 = W[p + 2] * sign, s: f64 = W[p + 3] * sign;
  const mx: f64 = c * W[NX] + s * W[NY], my: f64 = c * W[NY] - s * W[NX];
  const v: i32 = LOCAL + (i << 1);
  const y: i32 = LOCAL + (((i + 1) & ((i + 1 - n) >> 31)) << 1);
  const z: i32 = LOCAL + ((i - 1 + (n & ((i - 1) >> 31))) << 1);
  return mx * (V[y] - V[v]) + my * (V[y + 1] - V[v + 1]) > 0 ||
    mx * (V[z] - V[v]) + my * (V[z + 1] - V[v + 1]) > 0;
}

/**
 * 1 if vertex j is in front of edge k, decided exactly in the pair frame: (v - u0) x e > 0 for
 * e = u1 - u0.
 */
export function separates(
  VR: Verts,
  nR: i32,
  r: i32,
  VI: Verts,
  nI: i32,
  i: i32,
  k: i32,
  j: i32,
): i32 {
  loadVertex(VR, nR, k, r, OPERANDS);
  loadVertex(VI, nI, j, i, OPERANDS + 2);
  loadVertex(VR, nR, k, r, OPERANDS + 4);
  loadVertex(VR, nR, (k + 1) & ((k + 1 - nR) >> 31), r, OPERANDS + 6);
  cross();
  return +(W[VALUE] > 0);
}
