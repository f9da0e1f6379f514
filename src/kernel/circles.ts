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
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import * as record from "../shapes/record.ts";
import * as supports from "./support.ts";
import * as tolerances from "./tolerances.ts";
import type { Verts } from "../shapes/record.ts";
import { countOf } from "../shapes/record.ts";
import { collideApart, collideCorners, separates } from "./apart.ts";
import { setBand } from "./band.ts";
import { isThin, scanBoundary } from "./boundary.ts";
import { clip, collideClosest, separateBy, shorten } from "./contact.ts";
import { climb } from "./support.ts";
import { after, before } from "./ring.ts";

const { abs, max, sqrt } = Math;

const { poses, POSE_A, POSE_B, features, measured, direction, manifold, contacts } = state;
const { registers: W, OPERANDS } = slots;
const { RADIUS, EXTENT, REF_X, REF_Y, CENTER_X, CENTER_Y, OUTER, INNER, NORMALS } = record;
const { SCAN_MAX } = supports;
const { DETERMINANT_BOUND, ROUGH, SMALL, SHORT_EDGE, SKEWED } = tolerances;

/** The manifold of two cores of one point each. */
export function collidePoints(VA: Verts, VB: Verts): number {
  const c = poses[POSE_A + 2], s = poses[POSE_A + 3];
  const C = poses[POSE_B + 2], Z = poses[POSE_B + 3];
  const wx = poses[POSE_B] - poses[POSE_A], wy = poses[POSE_B + 1] - poses[POSE_A + 1];
  let ax = 0, ay = 0, bx = wx, by = wy;
  if (VA[EXTENT] + VB[EXTENT] !== 0) {
    const m = NORMALS + 2;
    ax = c * VA[m] - s * VA[m + 1];
    ay = s * VA[m] + c * VA[m + 1];
    bx = C * VB[m] - Z * VB[m + 1] + wx;
    by = Z * VB[m] + C * VB[m + 1] + wy;
  }
  const dx = bx - ax, dy = by - ay;
  const ra = VA[RADIUS], rb = VB[RADIUS];
  const radii = ra + rb, margin = manifold.margin;
  // (No less than `setBand` finds, whatever the poses, and without calling it: on Node 20 that took 14 %, 2026-11-28.)
  const E = SKEWED * (VA[EXTENT] + VB[EXTENT] + abs(wx) + abs(wy) + radii);
  const square = dx * dx + dy * dy, reach = radii + margin + E;
  const d = sqrt(square), gap = d - radii;
  const Nx = dx / d, Ny = dy / d;
  manifold.nx = Nx + 0;
  manifold.ny = Ny + 0;
  // This test does not wait for the square root. (For squares below 2^-900, rounding is more than
  // an ulp.)
  const isClear = square > SMALL;
  if (isClear && square > reach * reach) return 0;
  if (!(isClear && d > E && abs(gap) > E && abs(gap - margin) > E)) {
    setBand(VA, VB);
    const done = isClear ? collideCorners(VA, VB, 0, 0) : -1;
    return done < 0 ? collideClosest(VA, VB) : done;
  }
  if (gap > margin) return 0;
  contacts[0] = 0.5 * ((ax + ra * Nx) + (bx - rb * Nx)) + poses[POSE_A];
  contacts[1] = 0.5 * ((ay + ra * Ny) + (by - rb * Ny)) + poses[POSE_A + 1];
  contacts[2] = gap;
  contacts[3] = 0;
  return 1;
}

/**
 * The manifold of a core of one point, the incident I, and a core with edges, the reference R. The
 * poses' cos and sin are c and z for R, C and Z for I.
 */
export function collidePoint(VA: Verts, nA: number, VB: Verts, nB: number): number {
  let VR = VA, VI = VB;
  let nR = nA, r = POSE_A, i = POSE_B, side = 0;
  if (nA === 1) {
    VR = VB;
    VI = VA;
    nR = nB;
    r = POSE_B;
    i = POSE_A;
    side = 1;
  }

  // 1. The point p in R's frame.
  const c = poses[r + 2], z = poses[r + 3], C = poses[i + 2], Z = poses[i + 3];
  const wx = poses[i] - poses[r], wy = poses[i + 1] - poses[r + 1];
  const g = NORMALS + 2;
  const gx = C * VI[g] - Z * VI[g + 1] + wx, gy = Z * VI[g] + C * VI[g + 1] + wy;
  const radii = VR[RADIUS] + VI[RADIUS];
  if (VR[INNER] === -Infinity) return collideClosest(VA, VB);
  let tx = c * gx + z * gy, ty = c * gy - z * gx, unit = 1;
  if (setBand(VA, VB)) {
    const rr = c * c + z * z;
    unit = sqrt(rr);
    tx /= rr;
    ty /= rr;
  }
  const fx = VR[REF_X], fy = VR[REF_Y], px = tx - fx, py = ty - fy;
  const dx = px - VR[CENTER_X], dy = py - VR[CENTER_Y];
  const E = measured.noise, isRough = measured.skew > ROUGH;
  const limit = manifold.margin + radii, far = limit + E;
  const sign = 1 - 2 * side;
  const reach = VR[OUTER] * unit + far + E;
  if ((dx * dx + dy * dy) * (unit * unit) > reach * reach) {
    const d = sign * sqrt(dx * dx + dy * dy);
    manifold.nx = (c * dx - z * dy) / d + 0;
    manifold.ny = (z * dx + c * dy) / d + 0;
    if (isRough) shorten();
    return 0;
  }

  // 2. The edge that p is furthest in front of; of equal ones the first. Which edge it is is
  // unpredictable, so there is no branch.
  const XR = NORMALS + (nR << 1);
  let edge = 0, count = nR;
  if (nR > SCAN_MAX) {
    direction[0] = dx;
    direction[1] = dy;
    edge = edgeTowards(VR, nR);
    count = 0;
  }
  const first = NORMALS + (edge << 1), start = XR + (edge << 1);
  let best = VR[first] * (px - (VR[start] - fx)) + VR[first + 1] * (py - (VR[start + 1] - fy));
  for (let k = 1; k < count; k++) {
    const N = NORMALS + (k << 1), u = XR + (k << 1);
    const s = VR[N] * (px - (VR[u] - fx)) + VR[N + 1] * (py - (VR[u + 1] - fy));
    edge += (k - edge) & -+(s > best);
    best = max(best, s);
  }
  best *= unit;
  if (best > far) return separateBy(VR, r, edge, sign, isRough);

  // 3. Let v be the point in the pair frame. If, beyond rounding, it lies beside that edge (in
  // front of it or behind it), or is closest to the end of the edge that it is past, there is one
  // contact. It has the same bits and letters as in `clip` and `collideCorners`.
  const margin = manifold.margin;
  const end = after(edge, nR);
  const rx = poses[r] - poses[POSE_A], ry = poses[r + 1] - poses[POSE_A + 1];
  const u0 = XR + (edge << 1), u1 = XR + (end << 1);
  const u0x = c * VR[u0] - z * VR[u0 + 1] + rx, u0y = z * VR[u0] + c * VR[u0 + 1] + ry;
  const u1x = c * VR[u1] - z * VR[u1 + 1] + rx, u1y = z * VR[u1] + c * VR[u1 + 1] + ry;
  const vx = C * VI[g] - Z * VI[g + 1] + (poses[i] - poses[POSE_A]);
  const vy = Z * VI[g] + C * VI[g + 1] + (poses[i + 1] - poses[POSE_A + 1]);
  const ex = u1x - u0x, ey = u1y - u0y, ee = ex * ex + ey * ey;
  // (If the edge is so short that rounding turns it, nothing is certain.)
  if (!(ee * SHORT_EDGE > E * E)) return collideClosest(VA, VB);
  const t0 = ex * (vx - u0x) + ey * (vy - u0y), t1 = ex * (vx - u1x) + ey * (vy - u1y);
  if (t0 >= 0 && t1 <= 0) {
    const length = sqrt(ee);
    const isEnd = t0 > 0.5 * ee;
    const left = (vx - (isEnd ? u1x : u0x)) * ey, right = (vy - (isEnd ? u1y : u0y)) * ex;
    const det = left - right, s = det / length, gap = s - radii;
    if (
      abs(s) > E && abs(gap) > E && abs(gap - margin) > E &&
      abs(det) > DETERMINANT_BOUND * (abs(left) + abs(right))
    ) {
      const Nx = ey / length, Ny = -ex / length;
      manifold.nx = sign * Nx + 0;
      manifold.ny = sign * Ny + 0;
      if (gap > margin) return 0;
      const m = 0.5 * (VR[RADIUS] - VI[RADIUS] - s);
      contacts[0] = vx + m * Nx + poses[POSE_A];
      contacts[1] = vy + m * Ny + poses[POSE_A + 1];
      contacts[2] = gap;
      contacts[3] = 0;
      return 1;
    }
  } else if (best > E) {
    // The edge on the other side of that end must lead away from v.
    const isEnd = t1 > 0, l = isEnd ? end : edge;
    const beyond = isEnd ? after(end, nR) : before(edge, nR);
    const y = XR + (l << 1), x = XR + (beyond << 1);
    const lead = (px - (VR[y] - fx)) * (VR[x] - VR[y]) +
      (py - (VR[y + 1] - fy)) * (VR[x + 1] - VR[y + 1]);
    const ux = isEnd ? u1x : u0x, uy = isEnd ? u1y : u0y;
    const wayX = sign * (vx - ux), wayY = sign * (vy - uy);
    const square = wayX * wayX + wayY * wayY;
    const d = sqrt(square), gap = d - radii;
    if (
      !(lead > 0) && d > E && square > SMALL && abs(gap) > E && abs(gap - margin) > E
    ) {
      const Nx = wayX / d, Ny = wayY / d, rR = VR[RADIUS], rI = VI[RADIUS];
      manifold.nx = Nx + 0;
      manifold.ny = Ny + 0;
      if (gap > margin) return 0;
      contacts[0] = 0.5 * ((ux + sign * (rR * Nx)) + (vx - sign * (rI * Nx))) +
        poses[POSE_A];
      contacts[1] = 0.5 * ((uy + sign * (rR * Ny)) + (vy - sign * (rI * Ny))) +
        poses[POSE_A + 1];
      contacts[2] = gap;
      contacts[3] = 0;
      return 1;
    }
  }

  measured.separation = best;
  W[OPERANDS] = px;
  W[OPERANDS + 1] = py;
  return collideClosely(VR, r, VI, edge, t0 < 0 || t1 > 0);
}

/**
 * What is left of `collidePoint`, settled as for two cores with edges. Given are the edge, its
 * separation, whether the point is past an end, and the point in R's frame, in the operands.
 */
function collideClosely(VR: Verts, r: number, VI: Verts, edge: number, isPast: boolean): number {
  const nR = countOf(VR), side = r >> 2;
  const best = measured.separation, E = measured.noise;
  // If the point is behind an edge but not beside it, edges are collinear; far from the ends of a
  // short edge its line is not known well, nor is that of a thin shape.
  if ((best < -E && isPast) || isThin(VR, VI)) {
    return side === 0 ? collideClosest(VR, VI) : collideClosest(VI, VR);
  }
  const limit = manifold.margin + (VR[RADIUS] + VI[RADIUS]);
  if (best < -E) return clip(VR, nR, r, VI, 1, edge, 0, false);
  if (!(limit === 0 && best <= E && nR > 2)) {
    return collideApart(VR, r, VI, edge, 0);
  }
  const px = W[OPERANDS], py = W[OPERANDS + 1], fx = VR[REF_X], fy = VR[REF_Y];
  let apart = 0;
  for (let k = 0; k < nR; k++) {
    const N = NORMALS + (k << 1), u = N + (nR << 1);
    const s = VR[N] * (px - (VR[u] - fx)) + VR[N + 1] * (py - (VR[u + 1] - fy));
    if (s >= -2 * E) apart |= separates(VR, r, VI, k, 0);
  }
  if (apart !== 0) {
    if (side === 0) scanBoundary(VR, VI);
    else scanBoundary(VI, VR);
    edge = features.edge;
  }
  return clip(VR, nR, r, VI, 1, edge, 0, false);
}

/**
 * The edge that a point is furthest in front of. (direction[0], direction[1]) is the vector from the center to
 * the point. Of equal edges the first is returned. With a circle of radius ρ about the center
 * inside the core, the point is in front of an edge with normal N by at most N·d - ρ. This bound
 * falls to both sides of the vertex that is furthest along d, so a walk from there ends where it is
 * below the best.
 */
function edgeTowards(V: Verts, n: number): number {
  const dx = direction[0], dy = direction[1];
  const px = V[CENTER_X] + dx, py = V[CENTER_Y] + dy, fx = V[REF_X], fy = V[REF_Y];
  const first = climb(V, n, 0);
  const E = measured.noise - V[INNER];
  let edge = first, k = first, step = 1, best = -Infinity;
  for (let l = 0; l < n << 1; l++) {
    const N = NORMALS + (k << 1), u = N + (n << 1);
    if (V[N] * dx + V[N + 1] * dy + E < best) {
      if (step < 0) break;
      step = -1;
      k = first;
    } else {
      const s = V[N] * (px - (V[u] - fx)) + V[N + 1] * (py - (V[u + 1] - fy));
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
