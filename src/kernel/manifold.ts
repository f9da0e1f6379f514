/**
 * Contact manifolds: the one or two points at which two shapes touch, found by clipping the
 * incident edge against the reference edge. This file chooses the reference edge. circles.ts does
 * so for cores of one point, apart.ts finds the closest features of cores that do not overlap, and
 * contact.ts makes the points and their ids.
 *
 * The reference edge is the edge with the largest separation, of either core: the other core lies
 * furthest in front of it (apart) or least deep behind it (overlapping). It is the axis of least
 * penetration. The other core's vertex that faces it is the deepest point. Of that vertex's two
 * edges, the one more antiparallel to the reference is the incident edge. The part of the incident
 * edge beside the reference edge touches, and its two ends are the contact points. If two vertices
 * are the closest features there is no such part, and just one point, unless edges from both
 * vertices lie along each other (`addOpposite`).
 *
 * Nearly always the reference is an edge that faces the other core's center. So one such edge of
 * each core is measured first. Circles within both cores then bound all other edges at once, except
 * the neighbours of the two. These are bounded by the vertices next to the facing vertices of the
 * two.
 *
 * Rounding decides nothing here that another query answers. Whatever lies within the noise of a
 * decision is settled by exact signs or left to `signedDistance` and `scanBoundary`. The deepest
 * separation is the signed distance.
 *
 * The vertex after k is often written out as in ring.ts, without a branch to predict.
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
import { collideApart, separates } from "./apart.ts";
import { setBand } from "./band.ts";
import { isThin, scanBoundary } from "./boundary.ts";
import { boxes } from "./boxes.ts";
import { collidePoint, collidePoints } from "./circles.ts";
import { clip, collideClosest, separateBy, shorten } from "./contact.ts";
import { climb, supportIndex } from "./support.ts";

const { abs, clz32: clz, sqrt } = Math;

const { poses, POSE_A, POSE_B, features, measured, direction, manifold } = state;
const { registers: W, OVERLAPPING, UNCERTAIN } = slots;
const { OPERANDS, SIGNED } = slots;
const { RADIUS, EXTENT, REF_X, REF_Y, CENTER_X, CENTER_Y, OUTER, INNER, HALF_U, BOUND, NORMALS } =
  record;
const { SCAN_MAX, COUNT_MASK } = supports;
const { ROUGH, SMALL, UNIT_POSE, AMPLE, BIAS } = tolerances;

/**
 * Finds the points at which two shapes touch or are at most `manifold.margin` apart. Returns their
 * number, 0 to 2. Writes the normal to `manifold` and the points to `contacts`. A point is midway
 * between the two surfaces. If there are no points, the normal is an axis along which the shapes
 * are further apart than the margin.
 */
export function collide(VA: Verts, nA: number, VB: Verts, nB: number): number {
  if (nA + nB === 2) return collidePoints(VA, VB);
  // (Local names: with many uses of the long ones the function would be too long for V8 to inline.)
  const M = manifold, P = poses;
  // If circles about the origins of both frames are out of reach of each other, nothing has to be
  // rotated.
  const wx = P[POSE_B] - P[POSE_A], wy = P[POSE_B + 1] - P[POSE_A + 1];
  const reach = VA[BOUND] + VB[BOUND] + M.margin;
  const square = wx * wx + wy * wy, far = reach * reach;
  if (square > far + AMPLE * far && square > SMALL) {
    const ac = P[POSE_A + 2], as = P[POSE_A + 3];
    const bc = P[POSE_B + 2], bs = P[POSE_B + 3];
    if (abs(ac * ac + as * as - 1) + abs(bc * bc + bs * bs - 1) < 0.5 * AMPLE) {
      const scale = 1 / sqrt(square);
      M.nx = wx * scale + 0;
      M.ny = wy * scale + 0;
      return 0;
    }
  }
  // The counts come first because they are in registers; the records may have to be loaded from
  // memory.
  if (nA + nB === 8 && VA[HALF_U] * VB[HALF_U] > 0) return collideBoxes(VA, VB);
  if (nA > 1 && nB > 1) return collideCores(VA, nA, VB, nB);
  return collidePoint(VA, nA, VB, nB);
}

/** The manifold of two rectangles. */
function collideBoxes(VA: Verts, VB: Verts): number {
  // Side, edge and vertex come from the bits of the result. In memory they are doubles, and the
  // loads would stall.
  const found = boxes(VA, VB, SIGNED);
  const verdict = found & 3, side = (found >> 2) & 1;
  const k = (found >> 3) & 3, j = found >> 5;
  if (verdict === UNCERTAIN) return collideCores(VA, 4, VB, 4);
  const s = measured.separation,
    E = measured.noise,
    limit = manifold.margin + VA[RADIUS] + VB[RADIUS];
  if (s > limit + E) {
    const V = side === 0 ? VA : VB, p = side === 0 ? POSE_A : POSE_B;
    const c = poses[p + 2], z = poses[p + 3];
    return separateBy(V, p, k, 1 - 2 * side, abs(c * c + z * z - 1) > UNIT_POSE);
  }
  if (features.onEdge === 0) return collideCores(VA, 4, VB, 4);
  const isApart = !(s < -E || (limit === 0 && verdict === OVERLAPPING));
  return contactsOf(VA, 4, VB, 4, side, k, j, isApart);
}

/** The manifold of an edge and the vertex that faces it, of cores that are apart or overlap. */
function contactsOf(
  VA: Verts,
  nA: number,
  VB: Verts,
  nB: number,
  side: number,
  k: number,
  j: number,
  isApart: boolean,
): number {
  if (isApart) {
    if (isThin(VA, VB)) return collideClosest(VA, VB);
    return side === 0 ? collideApart(VA, POSE_A, VB, k, j) : collideApart(VB, POSE_B, VA, k, j);
  }
  return side === 0
    ? clip(VA, nA, POSE_A, VB, nB, k, j, false)
    : clip(VB, nB, POSE_B, VA, nA, k, j, false);
}

/**
 * Two cores that both have edges. (One function: in two, from step 4 on, with the 24 numbers that both
 * need handed over in memory, calls took 10 to 17 % longer, 2026-11-24; with the search for the furthest
 * vertex in a function of its own, 8 to 16 %, since V8 does not inline it twice, 2026-11-28.)
 *
 * Nothing is retried here. Each step either answers, narrows the choice of the reference edge, or
 * hands the pair to a function that is sure: `collideClosest`, `scanBoundary`, `collideApart`.
 * Invariant of step 4: (side, edge, facing) is the best edge measured so far, and `best` is its
 * separation, minus the bias if it is B's. An edge is left unmeasured only if a bound on its
 * separation is below `low`, so that it could not be chosen.
 */
function collideCores(VA: Verts, nA: number, VB: Verts, nB: number): number {
  if (VA[INNER] + VB[INNER] === -Infinity) return collideClosest(VA, VB);
  const isScaled = setBand(VA, VB), E = measured.noise;
  nA &= COUNT_MASK;
  nB &= COUNT_MASK;
  // 1. B's pose in A's frame, x -> (rc -rs; rs rc) x + t, reference points included, and d, the
  // vector from A's center to B's. If circles around the cores are out of reach of each other, that
  // is the answer.
  const ac = poses[POSE_A + 2], as = poses[POSE_A + 3];
  const bc = poses[POSE_B + 2], bs = poses[POSE_B + 3];
  const wx = poses[POSE_B] - poses[POSE_A], wy = poses[POSE_B + 1] - poses[POSE_A + 1];
  let rc = ac * bc + as * bs, rs = ac * bs - as * bc;
  const gx = VB[CENTER_X], gy = VB[CENTER_Y];
  const px = VB[REF_X], py = VB[REF_Y];
  const qx = VA[REF_X], qy = VA[REF_Y];
  const radii = VA[RADIUS] + VB[RADIUS];
  // The way from A to B in the frame of A, and in that of B. (kc, ks): the rotation back.
  let ax = ac * wx + as * wy, ay = ac * wy - as * wx;
  let bx = bc * wx + bs * wy, by = bc * wy - bs * wx;
  let kc = rc, ks = rs, unitA = 1, unitB = 1, slack = 0;
  if (isScaled) {
    // Separations are brought to the unit of the world. Bounds on them are not, but loosened by what
    // that may change.
    const aa = ac * ac + as * as, bb = bc * bc + bs * bs;
    unitA = sqrt(aa);
    unitB = sqrt(bb);
    slack = 2 * (VA[EXTENT] + VB[EXTENT] + abs(wx) + abs(wy) + radii) * measured.skew;
    kc = rc / bb;
    ks = rs / bb;
    rc /= aa;
    rs /= aa;
    ax /= aa;
    ay /= aa;
    bx /= bb;
    by /= bb;
  }
  let tx = ax + (rc * px - rs * py) - qx;
  let ty = ay + (rs * px + rc * py) - qy;
  const cx = rc * gx - rs * gy + tx, cy = rs * gx + rc * gy + ty;
  const dx = cx - VA[CENTER_X], dy = cy - VA[CENTER_Y];
  const limit = manifold.margin + radii;
  const far = limit + E;
  const size = VA[OUTER] + VB[OUTER];
  const reach = size + far + E + slack;
  if (dx * dx + dy * dy > reach * reach) {
    const d = sqrt(dx * dx + dy * dy);
    manifold.nx = (ac * dx - as * dy) / d + 0;
    manifold.ny = (as * dx + ac * dy) / d + 0;
    if (measured.skew > ROUGH) shorten();
    return 0;
  }

  // 2. The edge of A towards B's center c: of the two edges at the vertex furthest along d, the one
  // that c is further in front of. The same for B in its own frame, where
  // x -> (kc ks; -ks kc) x + o leads from A's frame to B's, and f is the vector to A's center. Then
  // the vertices that face these two edges, furthest along m = -N in the other's frame. The searches
  // of A and B, `supportIndex` written out, stand next to each other so that the processor can
  // overlap them.
  const XA = NORMALS + (nA << 1), XB = NORMALS + (nB << 1);
  const fx = -(kc * dx + ks * dy), fy = ks * dx - kc * dy;
  const ox = (kc * qx + ks * qy) - bx - px;
  const oy = (kc * qy - ks * qx) - by - py;
  let i = 0, j = 0, v = 0, eA = 0, eB = 0;
  let NAx = 0, NAy = 0, NBx = 0, NBy = 0;
  let lx = dx, ly = dy, mx = fx, my = fy;
  for (let pass = 0;; pass++) {
    let bits = 0;
    if (nA > SCAN_MAX) {
      direction[0] = lx;
      direction[1] = ly;
      i = climb(VA, nA, i);
    } else {
      for (let l = NORMALS; l < XA; l += 8) {
        bits = (bits << 4) | (+(VA[l] * ly > VA[l + 1] * lx) << 3) |
          (+(VA[l + 2] * ly > VA[l + 3] * lx) << 2) |
          (+(VA[l + 4] * ly > VA[l + 5] * lx) << 1) |
          +(VA[l + 6] * ly > VA[l + 7] * lx);
      }
      bits >>>= -nA & 3;
      bits = ~bits & ((bits >>> 1) | (bits << (nA - 1))) & (-1 >>> (32 - nA));
      i = bits === 0 ? 0 : nA - 32 + clz(bits);
    }
    if (nB > SCAN_MAX) {
      direction[0] = mx;
      direction[1] = my;
      j = climb(VB, nB, j);
    } else {
      bits = 0;
      for (let l = NORMALS; l < XB; l += 8) {
        bits = (bits << 4) | (+(VB[l] * my > VB[l + 1] * mx) << 3) |
          (+(VB[l + 2] * my > VB[l + 3] * mx) << 2) |
          (+(VB[l + 4] * my > VB[l + 5] * mx) << 1) |
          +(VB[l + 6] * my > VB[l + 7] * mx);
      }
      bits >>>= -nB & 3;
      bits = ~bits & ((bits >>> 1) | (bits << (nB - 1))) & (-1 >>> (32 - nB));
      j = bits === 0 ? 0 : nB - 32 + clz(bits);
    }
    if (pass > 0) break;
    // (A mask instead of a product: in JavaScript a product of integers may be -0, and so a double.)
    const before = i - 1 + (nA & ((i - 1) >> 31)), before2 = j - 1 + (nB & ((j - 1) >> 31));
    let y = NORMALS + (i << 1), z = NORMALS + (before << 1);
    v = XA + (i << 1);
    let isBefore = +((cx - (VA[v] - qx)) * (VA[z] - VA[y]) +
        (cy - (VA[v + 1] - qy)) * (VA[z + 1] - VA[y + 1]) > 0);
    eA = i + ((before - i) & -isBefore);
    y = NORMALS + (j << 1);
    z = NORMALS + (before2 << 1);
    v = XB + (j << 1);
    isBefore = +((fx + gx - (VB[v] - px)) * (VB[z] - VB[y]) +
        (fy + gy - (VB[v + 1] - py)) * (VB[z + 1] - VB[y + 1]) > 0);
    eB = j + ((before2 - j) & -isBefore);

    NAx = VA[NORMALS + (eA << 1)];
    NAy = VA[NORMALS + (eA << 1) + 1];
    NBx = VB[NORMALS + (eB << 1)];
    NBy = VB[NORMALS + (eB << 1) + 1];
    mx = -(rc * NAx + rs * NAy);
    my = rs * NAx - rc * NAy;
    lx = ks * NBy - kc * NBx;
    ly = -(ks * NBx + kc * NBy);
  }

  // 3. The separations of the two edges. For normal N, edge start u and the other shape's vertex v
  // that faces the edge: s = N·(t + (rc -rs; rs rc) v - u) = N·(t - u) - m·v.
  v = XA + (eA << 1);
  const pAx = VA[v] - qx, pAy = VA[v + 1] - qy;
  v = XB + (eB << 1);
  const pBx = VB[v] - px, pBy = VB[v + 1] - py;
  v = XB + (j << 1);
  const sA = ((NAx * (tx - pAx) + NAy * (ty - pAy)) - (mx * (VB[v] - px) + my * (VB[v + 1] - py))) *
    unitA;
  v = XA + (i << 1);
  const sB = ((NBx * (ox - pBx) + NBy * (oy - pBy)) - (lx * (VA[v] - qx) + ly * (VA[v + 1] - qy))) *
    unitB;
  // (Which of the two is out of reach is unpredictable, so both normals are in memory and an index
  // selects one.)
  const isFar = +(sA > far);
  if ((isFar | +(sB > far)) !== 0) {
    W[OPERANDS] = bs * NBy - bc * NBx;
    W[OPERANDS + 1] = -(bs * NBx + bc * NBy);
    W[OPERANDS + 2] = ac * NAx - as * NAy;
    W[OPERANDS + 3] = as * NAx + ac * NAy;
    manifold.nx = W[OPERANDS + (isFar << 1)] + 0;
    manifold.ny = W[OPERANDS + (isFar << 1) + 1] + 0;
    if (measured.skew > ROUGH) shorten();
    return 0;
  }
  // B's edge must be better by more than rounding. Both values are in memory, so that no branch has
  // to choose.
  const bias = BIAS * size;
  let side = +(sB > sA + bias);
  W[OPERANDS] = sA;
  W[OPERANDS + 1] = sB - bias;

  // 4. All other edges: first A's, then B's, each time as the reference R against the incident
  // shape I. With h the center of I, d = (wayX, wayY) the vector to it from R's center, and ρ the
  // radii of the circles within both,
  //
  //   s <= N·(v - u) for every vertex v of I,   s <= N·(h - u) - ρ_I <= N·d - ρ_R - ρ_I.
  //
  // Around R, N·d falls to both sides of the first edge, which is at the vertex furthest along d.
  // So if the last bound, N·d <= least, rules out the next edge but one on both sides, it rules out
  // all edges beyond them. The two neighbours remain. The vertex that faces a neighbour is about
  // the next one around I, so its bound is tight. Whatever the bounds leave open is measured. Of
  // equal edges the first is taken.
  let edge = eA + ((eB - eA) & -side), facing = j + ((i - j) & -side);
  let best = W[OPERANDS + side];
  // Touching cores without radii: every edge counts unless it is behind by more than rounding.
  const touches = limit === 0 && abs(best) <= E && (nA > 2 || nB > 2);
  const low = touches ? -2 * E : best - bias;
  const bound = low - slack, least = bound + (VA[INNER] + VB[INNER]) - E;
  let apart = 0;
  let VR = VA, VI = VB;
  let r = POSE_A,
    nR = nA,
    nI = nB,
    XR = XA,
    XI = XB,
    first = eA,
    front = j,
    unit = unitA;
  let wayX = dx, wayY = dy, hx = cx, hy = cy, kx = qx, ky = qy, jx = px, jy = py;
  for (let turn = 0; turn < 2; turn++) {
    const within = bound + VI[INNER];
    const next = (first + 1) & ((first + 1 - nR) >> 31);
    const last = first - 1 + (nR & ((first - 1) >> 31));
    let y = NORMALS + (((next + 1) & ((next + 1 - nR) >> 31)) << 1);
    let z = NORMALS + ((last - 1 + (nR & ((last - 1) >> 31))) << 1);
    const isWide = +(nR > 3) & (+(VR[y] * wayX + VR[y + 1] * wayY > least) |
      +(VR[z] * wayX + VR[z + 1] * wayY > least));
    v = XI + (((front + 1) & ((front + 1 - nI) >> 31)) << 1);
    y = NORMALS + (next << 1);
    z = XR + (next << 1);
    let x = VI[v] - jx, w = VI[v + 1] - jy, ux = VR[z] - kx, uy = VR[z + 1] - ky;
    const isNext = +(VR[y] * (rc * x - rs * w + (tx - ux)) +
        VR[y + 1] * (rs * x + rc * w + (ty - uy)) >= bound) &
      +(VR[y] * (hx - ux) + VR[y + 1] * (hy - uy) >= within);
    v = XI + ((front - 1 + (nI & ((front - 1) >> 31))) << 1);
    y = NORMALS + (last << 1);
    z = XR + (last << 1);
    x = VI[v] - jx;
    w = VI[v + 1] - jy;
    ux = VR[z] - kx;
    uy = VR[z + 1] - ky;
    const isLast = +(VR[y] * (rc * x - rs * w + (tx - ux)) +
        VR[y + 1] * (rs * x + rc * w + (ty - uy)) >= bound) &
      +(VR[y] * (hx - ux) + VR[y + 1] * (hy - uy) >= within);
    if ((isWide | isNext | isLast) !== 0) {
      const ix = VI[CENTER_X], iy = VI[CENTER_Y];
      const end = isWide !== 0 ? nR << 1 : 1 + isLast;
      let e = first, step = 1, near = front;
      for (let k = isWide !== 0 ? 0 : 1 - isNext; k < end; k++) {
        if (isWide === 0) e = next + ((last - next) & -k);
        else {
          e += step;
          e = (e & ((e - nR) >> 31)) + (nR & (e >> 31));
          y = NORMALS + (e << 1);
          if (e === first || VR[y] * wayX + VR[y + 1] * wayY <= least) {
            // (After a full turn all edges have been seen.)
            if (e === first || step < 0) break;
            step = -1;
            e = first;
            near = front;
            continue;
          }
        }
        const N = NORMALS + (e << 1), u = XR + (e << 1);
        const Nx = VR[N], Ny = VR[N + 1];
        const mx = -(rc * Nx + rs * Ny), my = rs * Nx - rc * Ny;
        const o = Nx * (tx - (VR[u] - kx)) + Ny * (ty - (VR[u + 1] - ky));
        v = XI + (near << 1);
        if (
          !(o - (mx * (VI[v] - jx) + my * (VI[v + 1] - jy)) >= bound &&
            o - (mx * ix + my * iy) >= within)
        ) continue;
        direction[0] = mx;
        direction[1] = my;
        near = supportIndex(VI, nI, near);
        v = XI + (near << 1);
        const s = (o - (mx * (VI[v] - jx) + my * (VI[v + 1] - jy))) * unit;
        const worth = s - bias * turn;
        if (touches && s >= low) apart |= separates(VR, r, VI, e, near);
        if (worth > best || (worth === best && side === turn && e < edge)) {
          best = worth;
          side = turn;
          edge = e;
          facing = near;
          if (s > far) {
            return separateBy(VR, r, e, 1 - 2 * turn, measured.skew > ROUGH);
          }
        }
      }
    }
    // Exchange the roles.
    wayX = fx;
    wayY = fy;
    hx = fx + gx;
    hy = fy + gy;
    tx = ox;
    ty = oy;
    rc = kc;
    rs = -ks;
    unit = unitB;
    VR = VB;
    VI = VA;
    r = POSE_B;
    nR = nB;
    nI = nA;
    XR = XB;
    XI = XA;
    kx = px;
    ky = py;
    jx = qx;
    jy = qy;
    first = eB;
    front = i;
  }
  best += bias * side;

  // 5. Touching cores without radii need exact signs. In others the reference edge is certain.
  if (best >= -E && (touches || (limit === 0 && best <= E && (nA > 2 || nB > 2)))) {
    if (sA >= low) apart |= separates(VA, POSE_A, VB, eA, j);
    if (sB >= low) apart |= separates(VB, POSE_B, VA, eB, i);
    // (If the touch was noticed only on the way, some edges have not been examined.)
    return collideTouching(VA, VB, side, edge, facing, touches && apart === 0);
  }
  return contactsOf(VA, nA, VB, nB, side, edge, facing, best >= -E);
}

/**
 * Touching cores without radii: the exact sign of each edge decides. A single vertex that is not in
 * front of an edge shows that the edge does not separate. If none separates, the reference found is as
 * good as any.
 */
function collideTouching(
  VA: Verts,
  VB: Verts,
  side: number,
  edge: number,
  facing: number,
  isSure: boolean,
): number {
  if (isThin(VA, VB)) return collideClosest(VA, VB);
  if (!isSure) {
    scanBoundary(VA, VB);
    side = features.side;
    edge = features.edge;
    facing = features.facing;
  }
  return contactsOf(VA, countOf(VA), VB, countOf(VB), side, edge, facing, false);
}
