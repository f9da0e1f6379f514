/**
 * Contact manifolds of cores of one point (circles and points), with each other and with cores that
 * have edges. This works as in manifold.ts, but a point has no edges. So the reference is the other
 * core's edge that the point is furthest in front of, and there is at most one contact.
 *
 * Whatever is beyond rounding is answered here, by the same operations in the same order as in
 * apart.ts and contact.ts, which answer the rest. So the bits do not depend on which of them
 * answers.
 *
 * @module
 */
import type { f64, i32, Verts } from "./ptr.ts";
import { collideApart, collideCorners, separates } from "./apart.ts";
import { scanBoundary } from "./boundary.ts";
import { clip, collideClosest, shorten } from "./contact.ts";
import { registers } from "./ptr.ts";
import { climb } from "./support.ts";

// The register file, as a constant of this file; see ptr.ts.
const W = registers;

// Copies of the operations in ptr.ts.
const abs = Math.abs;
const int = (x: f64): i32 => x | 0;
const max = Math.max;
const sqrt = Math.sqrt;

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const POSE_A: i32 = 0;
const POSE_B: i32 = 4;
const RADIUS: i32 = 0;
const EXTENT: i32 = 1;
const REF_X: i32 = 2;
const REF_Y: i32 = 3;
const CENTER_X: i32 = 4;
const CENTER_Y: i32 = 5;
const OUTER: i32 = 6;
const INNER: i32 = 7;
const LOCAL: i32 = 11;
const NOISE: i32 = 21;
const EDGE: i32 = 31;
const DX: i32 = 33;
const DY: i32 = 34;
const SCAN_MAX: i32 = 20;
const DETERMINANT_BOUND: f64 = 3.3306690738754716e-16;
const MARGIN: i32 = 50;
const MANIFOLD_NX: i32 = 52;
const MANIFOLD_NY: i32 = 53;
const MANIFOLD_POINTS: i32 = 54;
const SKEWED: f64 = 4.2146848510894035e-8;
const FRAME_NOISE: f64 = 1.7763568394002505e-15;
const SMALL: f64 = 1.1830521861667747e-271;
const MEASURE: i32 = 0;
const SHORT_EDGE: f64 = 2.220446049250313e-16;
const UNIT: f64 = 8.881784197001252e-16;

/** The manifold of two cores of one point each. */
export function collidePoints(
  VA: Verts,
  VB: Verts,
): i32 {
  const c: f64 = W[POSE_A + 2], s: f64 = W[POSE_A + 3];
  const C: f64 = W[POSE_B + 2], Z: f64 = W[POSE_B + 3];
  const m: i32 = LOCAL + 4, n: i32 = LOCAL + 4;
  const wx: f64 = W[POSE_B] - W[POSE_A], wy: f64 = W[POSE_B + 1] - W[POSE_A + 1];
  const ax: f64 = c * VA[m] - s * VA[m + 1], ay: f64 = s * VA[m] + c * VA[m + 1];
  const bx: f64 = C * VB[n] - Z * VB[n + 1] + wx, by: f64 = Z * VB[n] + C * VB[n + 1] + wy;
  const dx: f64 = bx - ax, dy: f64 = by - ay;
  const ra: f64 = VA[RADIUS], rb: f64 = VB[RADIUS];
  const radii: f64 = ra + rb, margin: f64 = W[MARGIN];
  const S: f64 = VA[EXTENT] + VB[EXTENT] + abs(wx) + abs(wy) + radii;
  const skew: f64 = FRAME_NOISE + abs(c * c + s * s - 1) + abs(C * C + Z * Z - 1);
  if (!(skew < SKEWED)) return collideClosest(VA, 1, VB, 1);
  const E: f64 = S * skew;
  const square: f64 = dx * dx + dy * dy, reach: f64 = radii + margin + E;
  const d: f64 = sqrt(square), gap: f64 = d - radii;
  const Nx: f64 = dx / d, Ny: f64 = dy / d;
  W[MANIFOLD_NX] = Nx + 0;
  W[MANIFOLD_NY] = Ny + 0;
  // This test does not wait for the square root. (For squares below 2^-900, rounding is more than
  // an ulp.)
  const isClear: boolean = square > SMALL;
  if (isClear && square > reach * reach) return 0;
  W[NOISE] = E;
  if (!(isClear && d > E && abs(gap) > E && abs(gap - margin) > E)) {
    const done: i32 = isClear ? collideCorners(VA, 1, VB, 1, 0, 0) : -1;
    return done < 0 ? collideClosest(VA, 1, VB, 1) : done;
  }
  if (gap > margin) return 0;
  W[MANIFOLD_POINTS] = 0.5 * ((ax + ra * Nx) + (bx - rb * Nx)) + W[POSE_A];
  W[MANIFOLD_POINTS + 1] = 0.5 * ((ay + ra * Ny) + (by - rb * Ny)) + W[POSE_A + 1];
  W[MANIFOLD_POINTS + 2] = gap;
  W[MANIFOLD_POINTS + 3] = 0;
  return 1;
}

/**
 * The manifold of a core of one point, the incident I, and a core with edges, the reference R. The
 * poses' cos and sin are c and z for R, C and Z for I.
 */
export function collidePoint(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
): i32 {
  let VR: Verts = VA, VI: Verts = VB;
  let nR: i32 = nA, r: i32 = POSE_A, i: i32 = POSE_B, side: i32 = 0;
  if (nA === 1) {
    VR = VB;
    VI = VA;
    nR = nB;
    r = POSE_B;
    i = POSE_A;
    side = 1;
  }

  // 1. The point p in R's frame.
  const c: f64 = W[r + 2], z: f64 = W[r + 3], C: f64 = W[i + 2], Z: f64 = W[i + 3];
  const wx: f64 = W[i] - W[r], wy: f64 = W[i + 1] - W[r + 1];
  const g: i32 = LOCAL + 4;
  const gx: f64 = C * VI[g] - Z * VI[g + 1] + wx, gy: f64 = Z * VI[g] + C * VI[g + 1] + wy;
  const px: f64 = (c * gx + z * gy) - VR[REF_X], py: f64 = (c * gy - z * gx) - VR[REF_Y];
  const dx: f64 = px - VR[CENTER_X], dy: f64 = py - VR[CENTER_Y];
  const radii: f64 = VR[RADIUS] + VI[RADIUS];
  const S: f64 = VR[EXTENT] + VI[EXTENT] + abs(wx) + abs(wy) + radii;
  const skew: f64 = FRAME_NOISE + abs(c * c + z * z - 1) + abs(C * C + Z * Z - 1);
  if (!(skew < SKEWED && VR[INNER] > -Infinity)) return collideClosest(VA, nA, VB, nB);
  const E: f64 = S * skew;
  W[NOISE] = E;
  const limit: f64 = W[MARGIN] + radii, far: f64 = limit + E;
  const sign: f64 = 1 - 2 * side;
  const reach: f64 = VR[OUTER] + far + E;
  if (dx * dx + dy * dy > reach * reach) {
    const d: f64 = sign * sqrt(dx * dx + dy * dy);
    W[MANIFOLD_NX] = (c * dx - z * dy) / d + 0;
    W[MANIFOLD_NY] = (z * dx + c * dy) / d + 0;
    if (skew > FRAME_NOISE + UNIT) shorten();
    return 0;
  }

  // 2. The edge that p is furthest in front of; of equal ones the first. Which edge it is is
  // unpredictable, so there is no branch.
  const NR: i32 = LOCAL + (nR << 1);
  let edge: i32 = 0, count: i32 = nR;
  if (nR > SCAN_MAX) {
    W[DX] = dx;
    W[DY] = dy;
    edge = edgeTowards(VR, nR);
    count = 0;
  }
  const first: i32 = NR + (edge << 1), start: i32 = LOCAL + (edge << 1);
  let best: f64 = VR[first] * (px - VR[start]) + VR[first + 1] * (py - VR[start + 1]);
  for (let k: i32 = 1; k < count; k++) {
    const N: i32 = NR + (k << 1), u: i32 = LOCAL + (k << 1);
    const s: f64 = VR[N] * (px - VR[u]) + VR[N + 1] * (py - VR[u + 1]);
    edge += (k - edge) & -(+(s > best) as i32);
    best = max(best, s);
  }
  if (best > far) {
    const N: i32 = NR + (edge << 1);
    W[MANIFOLD_NX] = sign * (c * VR[N] - z * VR[N + 1]) + 0;
    W[MANIFOLD_NY] = sign * (z * VR[N] + c * VR[N + 1]) + 0;
    if (skew > FRAME_NOISE + UNIT) shorten();
    return 0;
  }

  // 3. Let v be the point in the pair frame. If, beyond rounding, it lies beside that edge (in
  // front of it or behind it), or is closest to the end of the edge that it is past, there is one
  // contact. It has the same bits and letters as in `clip` and `collideCorners`.
  const margin: f64 = W[MARGIN];
  const end: i32 = (edge + 1) & ((edge + 1 - nR) >> 31);
  const rx: f64 = W[r] - W[POSE_A], ry: f64 = W[r + 1] - W[POSE_A + 1];
  const u0: i32 = NR + (nR << 1) + (edge << 1), u1: i32 = NR + (nR << 1) + (end << 1);
  const u0x: f64 = c * VR[u0] - z * VR[u0 + 1] + rx, u0y: f64 = z * VR[u0] + c * VR[u0 + 1] + ry;
  const u1x: f64 = c * VR[u1] - z * VR[u1 + 1] + rx, u1y: f64 = z * VR[u1] + c * VR[u1 + 1] + ry;
  const vx: f64 = C * VI[g] - Z * VI[g + 1] + (W[i] - W[POSE_A]);
  const vy: f64 = Z * VI[g] + C * VI[g + 1] + (W[i + 1] - W[POSE_A + 1]);
  const ex: f64 = u1x - u0x, ey: f64 = u1y - u0y, ee: f64 = ex * ex + ey * ey;
  // (If the edge is so short that rounding turns it, nothing is certain.)
  if (!(ee * SHORT_EDGE > E * E)) return collideClosest(VA, nA, VB, nB);
  const t0: f64 = ex * (vx - u0x) + ey * (vy - u0y), t1: f64 = ex * (vx - u1x) + ey * (vy - u1y);
  if (t0 >= 0 && t1 <= 0) {
    const length: f64 = sqrt(ee);
    const isEnd: boolean = t0 > 0.5 * ee;
    const left: f64 = (vx - (isEnd ? u1x : u0x)) * ey, right: f64 = (vy - (isEnd ? u1y : u0y)) * ex;
    const det: f64 = left - right, s: f64 = det / length, gap: f64 = s - radii;
    if (
      abs(s) > E && abs(gap) > E && abs(gap - margin) > E &&
      abs(det) > DETERMINANT_BOUND * (abs(left) + abs(right))
    ) {
      const Nx: f64 = ey / length, Ny: f64 = -ex / length;
      W[MANIFOLD_NX] = sign * Nx + 0;
      W[MANIFOLD_NY] = sign * Ny + 0;
      if (gap > margin) return 0;
      const m: f64 = 0.5 * (VR[RADIUS] - VI[RADIUS] - s);
      W[MANIFOLD_POINTS] = vx + m * Nx + W[POSE_A];
      W[MANIFOLD_POINTS + 1] = vy + m * Ny + W[POSE_A + 1];
      W[MANIFOLD_POINTS + 2] = gap;
      W[MANIFOLD_POINTS + 3] = 0;
      return 1;
    }
  } else if (best > E) {
    // The edge on the other side of that end must lead away from v.
    const isEnd: boolean = t1 > 0, l: i32 = isEnd ? end : edge;
    const beyond: i32 = isEnd
      ? (end + 1) & ((end + 1 - nR) >> 31)
      : edge - 1 + (nR & ((edge - 1) >> 31));
    const y: i32 = LOCAL + (l << 1), x: i32 = LOCAL + (beyond << 1);
    const lead: f64 = (px - VR[y]) * (VR[x] - VR[y]) + (py - VR[y + 1]) * (VR[x + 1] - VR[y + 1]);
    const ux: f64 = isEnd ? u1x : u0x, uy: f64 = isEnd ? u1y : u0y;
    const wayX: f64 = sign * (vx - ux), wayY: f64 = sign * (vy - uy);
    const square: f64 = wayX * wayX + wayY * wayY;
    const d: f64 = sqrt(square), gap: f64 = d - radii;
    if (
      !(lead > 0) && d > E && square > SMALL && abs(gap) > E && abs(gap - margin) > E
    ) {
      const Nx: f64 = wayX / d, Ny: f64 = wayY / d, rR: f64 = VR[RADIUS], rI: f64 = VI[RADIUS];
      W[MANIFOLD_NX] = Nx + 0;
      W[MANIFOLD_NY] = Ny + 0;
      if (gap > margin) return 0;
      W[MANIFOLD_POINTS] = 0.5 * ((ux + sign * (rR * Nx)) + (vx - sign * (rI * Nx))) + W[POSE_A];
      W[MANIFOLD_POINTS + 1] = 0.5 * ((uy + sign * (rR * Ny)) + (vy - sign * (rI * Ny))) +
        W[POSE_A + 1];
      W[MANIFOLD_POINTS + 2] = gap;
      W[MANIFOLD_POINTS + 3] = 0;
      return 1;
    }
  }

  // 4. The rest is settled as for two cores with edges. If the point is behind an edge but not
  // beside it, edges are collinear; far from the ends of a short edge its line is not known well.
  if (best < -E && (t0 < 0 || t1 > 0)) return collideClosest(VA, nA, VB, nB);
  if (best < -E) return clip(VR, nR, r, VI, 1, i, side, edge, 0, MEASURE);
  if (limit === 0 && best <= E && nR > 2) {
    let apart: i32 = 0;
    for (let k: i32 = 0; k < nR; k++) {
      const N: i32 = NR + (k << 1), u: i32 = LOCAL + (k << 1);
      const s: f64 = VR[N] * (px - VR[u]) + VR[N + 1] * (py - VR[u + 1]);
      if (s >= -2 * E) apart |= separates(VR, nR, r, VI, 1, i, k, 0);
    }
    if (apart !== 0) {
      scanBoundary(VA, nA, VB, nB);
      edge = int(W[EDGE]);
    }
    return clip(VR, nR, r, VI, 1, i, side, edge, 0, MEASURE);
  }
  return collideApart(VR, nR, r, VI, 1, i, side, edge, 0);
}

/**
 * The edge that a point is furthest in front of. (W[DX], W[DY]) is the vector from the center to
 * the point. Of equal edges the first is returned. With a circle of radius ρ about the center
 * inside the core, the point is in front of an edge with normal N by at most N·d - ρ. This bound
 * falls to both sides of the vertex that is furthest along d, so a walk from there ends where it is
 * below the best.
 */
function edgeTowards(V: Verts, n: i32): i32 {
  const dx: f64 = W[DX], dy: f64 = W[DY];
  const px: f64 = V[CENTER_X] + dx, py: f64 = V[CENTER_Y] + dy;
  const first: i32 = climb(V, LOCAL + (n << 1), n, 0);
  const E: f64 = W[NOISE] - V[INNER];
  let edge: i32 = first, k: i32 = first, step: i32 = 1, best: f64 = -Infinity;
  for (let l: i32 = 0; l < n << 1; l++) {
    const u: i32 = LOCAL + (k << 1), N: i32 = u + (n << 1);
    if (V[N] * dx + V[N + 1] * dy + E < best) {
      if (step < 0) break;
      step = -1;
      k = first;
    } else {
      const s: f64 = V[N] * (px - V[u]) + V[N + 1] * (py - V[u + 1]);
      if (s > best || (s === best && k < edge)) {
        best = s;
        edge = k;
      }
    }
    k += step;
    if (k === n) k = 0;
    else if (k < 0) k = n - 1;
    if (k === first) break; // once around
  }
  return edge;
}
