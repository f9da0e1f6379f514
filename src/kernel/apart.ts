/**
 * Contact manifolds of cores that do not overlap. Finds their closest features: the reference edge
 * and the vertex that faces it, or two vertices. Also has the exact test of whether an edge
 * separates touching cores (`separates`).
 *
 * Numbers are in the pair frame: the world's axes, with the origin at A's position.
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
import { addOpposite, clip, collideClosest, nameCorners } from "./contact.ts";
import { cross, edgeGap, radiusGap } from "./exact.ts";
import { vertexPair } from "./measure.ts";
import { isClosest } from "./proof.ts";
import { after, before } from "./ring.ts";

const { abs, sqrt } = Math;

const { poses, POSE_A, POSE_B, features, measured, exact, manifold, contacts } = state;
const { registers: W, OPERANDS } = slots;
const { RADIUS, NORMALS } = record;
const { DETERMINANT_BOUND, SMALL, SAME_DIRECTION } = tolerances;

/**
 * The manifold of cores that are apart, given the reference's edge k with the largest separation
 * and the incident vertex j that faces it. If vertex j lies beside the edge, the two are the
 * closest features. Otherwise vertex j and an end of the edge may be.
 *
 * Letters as in `clip`: the edge e goes from u0 to u1, v is vertex j, and s = (v - u0) x e / |e| is
 * how far it is in front of the edge. v lies beside the edge if t0 = e·(v - u0) >= 0 and
 * t1 = e·(v - u1) <= 0. It is past u0 if t0 < 0, else past u1.
 */
export function collideApart(VR: Verts, r: number, VI: Verts, k: number, j: number): number {
  const nR = countOf(VR), nI = countOf(VI), i = POSE_B - r, side = r >> 2;
  const c = poses[r + 2], z = poses[r + 3], C = poses[i + 2], Z = poses[i + 3];
  const k1 = after(k, nR);
  loadVertex(VR, k, r, OPERANDS);
  loadVertex(VR, k1, r, OPERANDS + 2);
  loadVertex(VI, j, i, OPERANDS + 4);
  const u0x = W[OPERANDS], u0y = W[OPERANDS + 1], u1x = W[OPERANDS + 2], u1y = W[OPERANDS + 3];
  const vx = W[OPERANDS + 4], vy = W[OPERANDS + 5], ex = u1x - u0x, ey = u1y - u0y;
  const radii = VR[RADIUS] + VI[RADIUS], margin = manifold.margin, E = measured.noise;
  const x0 = ex * (vx - u0x), y0 = ey * (vy - u0y), t0 = x0 + y0;
  const x1 = ex * (vx - u1x), y1 = ey * (vy - u1y), t1 = x1 + y1;
  if (t0 >= 0 && t1 <= 0) {
    // (From the nearer end, as in `clip`: two values of one gap could lie on either side of E.)
    const ee = ex * ex + ey * ey, isEnd = t0 > 0.5 * ee;
    const s = ((vx - (isEnd ? u1x : u0x)) * ey - (vy - (isEnd ? u1y : u0y)) * ex) / sqrt(ee);
    const gap = s - radii;
    if (s > E && abs(gap) > E && abs(gap - margin) > E) {
      return clip(VR, nR, r, VI, nI, k, j, false);
    }
    if (s > E && (margin === 0 || abs(gap - margin) > E)) {
      // The distance is close to the radii. If v lies exactly beside the edge, the distance is that
      // of v from the edge's line.
      edgeGap(VR, VI);
      measured.distance = exact.value;
      let proof = 0;
      if (exact.value <= 0) {
        // In reach, so closer features would not change that.
        const size0 = abs(x0) + abs(y0), size1 = abs(x1) + abs(y1);
        const isZero0 = (ex === 0 || vx === u0x) && (ey === 0 || vy === u0y);
        const isZero1 = (ex === 0 || vx === u1x) && (ey === 0 || vy === u1y);
        proof = +(((abs(t0) > DETERMINANT_BOUND * size0 && size0 > SMALL) || isZero0) &&
          ((abs(t1) > DETERMINANT_BOUND * size1 && size1 > SMALL) || isZero1));
      }
      if (proof === 0) {
        features.onEdge = 1;
        features.side = side;
        features.edge = k;
        features.facing = j;
        proof = side === 0 ? isClosest(VR, VI) : isClosest(VI, VR);
      }
      features.a1 = j; // a vertex, not an edge
      features.b1 = j;
      if (proof > 0) return clip(VR, nR, r, VI, nI, k, j, true);
    }
  } else {
    // The nearer end of the edge and v are closest, unless an edge at one of them leads towards the
    // other.
    const l = t0 < 0 ? k : k1;
    if (nI > 1) {
      // The edge f that leads from v to w, along the reference, may be parallel to it. Then w is as
      // near as v. If w is past the other end of the reference, the reference's end l lies beside
      // f.
      const f = t0 < 0 ? before(j, nI) : j, w = t0 < 0 ? f : after(j, nI);
      const N = NORMALS + (k << 1), M = NORMALS + (f << 1);
      const Nx = c * VR[N] - z * VR[N + 1], Ny = z * VR[N] + c * VR[N + 1];
      const Mx = C * VI[M] - Z * VI[M + 1], My = Z * VI[M] + C * VI[M + 1];
      if (abs(Nx * My - Ny * Mx) <= SAME_DIRECTION) {
        loadVertex(VI, w, i, OPERANDS);
        const wx = W[OPERANDS], wy = W[OPERANDS + 1];
        const w0 = ex * (wx - u0x) + ey * (wy - u0y),
          w1 = ex * (wx - u1x) + ey * (wy - u1y);
        if (w0 >= 0 && w1 <= 0) return collideApart(VR, r, VI, k, w);
        const fx = wx - vx, fy = wy - vy;
        // By rounding alone, each edge could reach past both ends of the other, so lengths are
        // compared as well.
        if ((t0 < 0 ? w1 > 0 : w0 < 0) && fx * fx + fy * fy > ex * ex + ey * ey) {
          return collideApart(VI, i, VR, f, l);
        }
        j = w;
      }
    }
    const done = side === 0 ? collideCorners(VR, VI, l, j) : collideCorners(VI, VR, j, l);
    if (done >= 0) return done;
  }
  return side === 0 ? collideClosest(VR, VI) : collideClosest(VI, VR);
}

/**
 * The manifold with vertices i and j as the closest features. Returns -1 if they may not be the
 * closest, or if their distance is too close to the radii or the margin.
 */
export function collideCorners(VA: Verts, VB: Verts, i: number, j: number): number {
  const nA = countOf(VA), nB = countOf(VB);
  features.onEdge = 0;
  features.a0 = i;
  features.b0 = j;
  vertexPair(VA, nA, VB, nB, i, j);
  const ra = VA[RADIUS], rb = VB[RADIUS], E = measured.noise;
  const margin = manifold.margin;
  let gap = measured.core - (ra + rb);
  if (!(measured.core > E) || (abs(gap - margin) <= E && margin > 0)) return -1;
  if (leads(VA, POSE_A, i, 1) || leads(VB, POSE_B, j, -1)) return -1;
  if (abs(gap) <= E) {
    W[OPERANDS] = measured.ax;
    W[OPERANDS + 1] = measured.ay;
    W[OPERANDS + 4] = measured.bx;
    W[OPERANDS + 5] = measured.by;
    radiusGap(VA, VB, 0);
    gap = exact.value;
    // Out of reach by less than rounding, so no other features may be closer.
    if (gap > 0 && isClosest(VA, VB) === 0) return -1;
  }
  const Nx = measured.nx, Ny = measured.ny;
  manifold.nx = Nx + 0;
  manifold.ny = Ny + 0;
  if (gap > margin) return 0;
  contacts[0] = 0.5 * ((measured.ax + ra * Nx) + (measured.bx - rb * Nx)) + poses[POSE_A];
  contacts[1] = 0.5 * ((measured.ay + ra * Ny) + (measured.by - rb * Ny)) +
    poses[POSE_A + 1];
  contacts[2] = gap;
  nameCorners(VA, VB, i, j);
  return addOpposite(VA, VB, i, j);
}

/** Whether an edge at vertex i goes forward along `sign` times the normal in measured.nx, measured.ny. */
function leads(V: Verts, p: number, i: number, sign: number): boolean {
  const n = countOf(V);
  const c = poses[p + 2] * sign, s = poses[p + 3] * sign;
  const mx = c * measured.nx + s * measured.ny, my = c * measured.ny - s * measured.nx;
  const v = NORMALS + ((n + i) << 1);
  const y = NORMALS + ((n + after(i, n)) << 1), z = NORMALS + ((n + before(i, n)) << 1);
  return mx * (V[y] - V[v]) + my * (V[y + 1] - V[v + 1]) > 0 ||
    mx * (V[z] - V[v]) + my * (V[z + 1] - V[v + 1]) > 0;
}

/**
 * 1 if vertex j is in front of edge k, decided exactly in the pair frame: (v - u0) x e > 0 for
 * e = u1 - u0.
 */
export function separates(VR: Verts, r: number, VI: Verts, k: number, j: number): number {
  const nR = countOf(VR), i = POSE_B - r;
  loadVertex(VR, k, r, OPERANDS);
  loadVertex(VI, j, i, OPERANDS + 2);
  loadVertex(VR, k, r, OPERANDS + 4);
  loadVertex(VR, after(k, nR), r, OPERANDS + 6);
  cross();
  return +(exact.value > 0);
}
