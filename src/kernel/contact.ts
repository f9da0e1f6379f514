/**
 * Contact points and their ids, from the features that touch: an edge and the vertex that faces it
 * (`clip`), two vertices (`nameCorners`, `addOpposite`), or whatever the signed distance finds
 * (`collideClosest`).
 *
 * An id consists of an edge of one shape and a vertex of the other: the longer of the two edges
 * that lie along each other, and the end of the shorter edge at which the point is. So the id stays
 * the same while the shorter edge slides along.
 *
 * @module
 */
import * as state from "./state.ts";
import * as hulls from "./hulls.ts";
import * as slots from "./registers.ts";
import * as record from "../shapes/record.ts";
import * as tolerances from "./tolerances.ts";
import type { Verts } from "../shapes/record.ts";
import { countOf } from "../shapes/record.ts";
import { cross, radiusGap } from "./exact.ts";
import { onHulls } from "./hulls.ts";
import { finish } from "./finish.ts";
import { signedDistance } from "./pair.ts";
import { measurePlaced } from "./settle.ts";
import { after, before } from "./ring.ts";

const { abs, max, min, sqrt } = Math;

const { poses, POSE_A, POSE_B, features, measured, exact, manifold, contacts } = state;
const { registers: W, OPERANDS, SIGNED } = slots;
const { RADIUS, OUTER, NORMALS } = record;
const { DETERMINANT_BOUND, LEAST, FLUSH, LONGER, SHORT_EDGE } = tolerances;

/** Indices below this are packed into an id of 32 bits. */
const ID_SMALL = 65536;
/** Added to ids of larger ones, 2^52, and what the second index is multiplied by there, 2^26. */
const ID_LARGE = 4503599627370496;
const ID_SPAN = 67108864;

/**
 * Clips the incident edge at vertex j against edge k of the reference, in the pair frame. The poses' cos and sin are c and z for the reference, C and Z for the
 * incident shape. `isKnown`: the deepest separation is the signed distance, in measured.distance, and
 * the incident edge the one of `features`, if it has one: the edge that lies along the reference.
 *
 * With the reference edge e = u1 - u0, its length |e| and normal N = (e_y, -e_x) / |e|, and the
 * incident edge from v (vertex j) to z = v + d: s = N·(v - u) is the separation of v from the
 * edge's line, and v lies beside the edge if t0 = e·(v - u0) >= 0 and t1 = e·(v - u1) <= 0. v + f d
 * passes u0 at f = -t0 / e·d and u1 at f = -t1 / e·d. The contact points are the first and the last
 * point of the incident edge beside the reference, at f0 and f1 in [0, 1], unless the two coincide.
 * The facing vertex v lies beside the edge apart from rounding, so its separation stays s.
 *
 * (One function: in two, from step 4 on, calls of `collide` took 3 to 10 % longer, November 2026.)
 */
export function clip(
  VR: Verts,
  nR: number,
  r: number,
  VI: Verts,
  nI: number,
  k: number,
  j: number,
  isKnown: boolean,
): number {
  const i = POSE_B - r, side = r >> 2;
  // 1. The reference edge and the facing vertex, bit for bit as in `signedDistance`.
  const c = poses[r + 2], z = poses[r + 3], C = poses[i + 2], Z = poses[i + 3];
  const wx = poses[POSE_A], wy = poses[POSE_A + 1];
  const rx = poses[r] - wx, ry = poses[r + 1] - wy, ix = poses[i] - wx, iy = poses[i + 1] - wy;
  const XR = NORMALS + (nR << 1), XI = NORMALS + (nI << 1);
  const k1 = (k + 1) & ((k + 1 - nR) >> 31);
  const u0 = XR + (k << 1), u1 = XR + (k1 << 1), v = XI + (j << 1);
  let x = VR[u0], y = VR[u0 + 1];
  const u0x = c * x - z * y + rx, u0y = z * x + c * y + ry;
  x = VR[u1];
  y = VR[u1 + 1];
  const u1x = c * x - z * y + rx, u1y = z * x + c * y + ry;
  x = VI[v];
  y = VI[v + 1];
  const vx = C * x - Z * y + ix, vy = Z * x + C * y + iy;
  const ex = u1x - u0x, ey = u1y - u0y;
  const ee = ex * ex + ey * ey;

  // 2. The incident edge, from v to z: of the two edges at v the more antiparallel one.
  const before = j - 1 + (nI & ((j - 1) >> 31)), after = (j + 1) & ((j + 1 - nI) >> 31);
  const f = NORMALS + (j << 1), g = f + ((before - j) << 1);
  const mx = C * ey - Z * ex, my = -(C * ex + Z * ey);
  let onward = +(mx * (VI[f] - VI[g]) + my * (VI[f + 1] - VI[g + 1]) <= 0);
  // (At the tip of a sliver both are equally antiparallel, apart from rounding.)
  const other = side === 0 ? features.b1 : features.a1;
  const isPaired = isKnown && other !== j;
  if (isPaired && nI > 2) onward = +(other === after);
  const j2 = before + ((after - before) & -onward);
  x = VI[XI + (j2 << 1)];
  y = VI[XI + (j2 << 1) + 1];
  const zx = C * x - Z * y + ix, zy = Z * x + C * y + iy;
  const dx = zx - vx, dy = zy - vy;

  // 3. Normal and separation. They are measured from the nearer end, u0 or u1. Both are in memory,
  // so that no branch has to choose.
  W[OPERANDS + 4] = u0x;
  W[OPERANDS + 5] = u0y;
  W[OPERANDS + 6] = u1x;
  W[OPERANDS + 7] = u1y;
  let t0 = ex * (vx - u0x) + ey * (vy - u0y), t1 = ex * (vx - u1x) + ey * (vy - u1y);
  if (isKnown && !isPaired) {
    // It can be past an end by rounding only.
    t0 = max(t0, 0);
    t1 = min(t1, 0);
  }
  if (!isKnown) {
    const E = measured.noise;
    // If the edge is so short that rounding turns it, it is not certain that v still faces it, or
    // that it is the reference.
    let isSure = ee * SHORT_EDGE > E * E || nI === 1;
    if (isSure && (t0 < 0 || t1 > 0)) {
      // v is past an end of the reference. That is fine if it is so by rounding only, or if v is on
      // a parallel edge that reaches the reference. Otherwise the reference continues in another,
      // collinear edge, and v belongs to that one. The line of a short edge is not well known far
      // from its ends; if the parallel edge is much longer, its line is.
      const beyond = max(-t0, t1), turn = ex * dy - ey * dx;
      const EE = E * E, dd = dx * dx + dy * dy;
      isSure = beyond * beyond <= EE * ee || (turn * turn <= EE * ee && beyond * beyond <= ee * dd);
      if (isSure && ee < 0.0625 * dd) isSure = !(turn !== 0 && turn * turn <= EE * dd);
    }
    if (!isSure) {
      return side === 0 ? collideClosest(VR, VI) : collideClosest(VI, VR);
    }
  }
  const sign = 1 - 2 * side;
  let Nx = 0, Ny = 0, s = 0;
  if (ee > 0) {
    const length = sqrt(ee);
    Nx = ey / length;
    Ny = -ex / length;
    const near = OPERANDS + 4 + (+(t0 > 0.5 * ee) << 1);
    const ux = W[near], uy = W[near + 1];
    const left = (vx - ux) * ey, right = (vy - uy) * ex;
    let det = left - right;
    if (
      !(abs(det) > DETERMINANT_BOUND * (abs(left) + abs(right))) &&
      !((vx === ux || ey === 0) && (vy === uy || ex === 0))
    ) {
      W[OPERANDS] = ux;
      W[OPERANDS + 1] = uy;
      W[OPERANDS + 2] = vx;
      W[OPERANDS + 3] = vy;
      cross();
      det = exact.value;
    }
    s = det / length;
    // (By a product: V8 keeps a number that may be one of several constants on the heap.)
    if (s === 0) s = LEAST * (Number(det > 0) - Number(det < 0));
  } else {
    // Rotation rounded a tiny edge away, so it has been measured, and its normal is known.
    Nx = sign * measured.nx;
    Ny = sign * measured.ny;
  }
  const rR = VR[RADIUS], rI = VI[RADIUS];
  const radii = rR + rI, margin = manifold.margin;
  if (isKnown) s = measured.distance + radii;
  const rise = Nx * dx + Ny * dy;

  // 4. The part of the incident edge beside the reference: the fractions f0 to f1 of the way from v
  // to z.
  const across = ex * dx + ey * dy;
  const ahead = +(across > 0);
  let px = vx, py = vy, qx = vx, qy = vy, s2 = s;
  let count = 1;
  if (across !== 0) {
    W[OPERANDS] = t0;
    W[OPERANDS + 1] = t1;
    const leave = W[OPERANDS + ahead] / -across;
    W[OPERANDS + 2] = 1;
    W[OPERANDS + 3] = leave;
    const f1 = W[OPERANDS + 2 + +(leave < 1)];
    let f0 = 0;
    if (t0 < 0 || t1 > 0) {
      const enter = W[OPERANDS + 1 - ahead] / -across;
      if (enter > 0) f0 = enter;
      if (enter > 0 && enter <= 1) {
        px = vx + f0 * dx;
        py = vy + f0 * dy;
      }
    }
    if (f0 < f1) {
      count = 2;
      qx = vx + f1 * dx;
      qy = vy + f1 * dy;
      if (rise > 0) s2 += (f1 - f0) * rise; // nothing is deeper than the facing vertex
    }
  }
  manifold.nx = sign * Nx + 0;
  manifold.ny = sign * Ny + 0;

  // 5. Which of the points are within the margin, and their order: along the normal turned left.
  const gap = isKnown ? measured.distance : s - radii;
  let gap2 = s2 - radii;
  let o = 0, o2 = 4;
  if (gap > margin) return 0;
  if (count > 1) {
    // (A rise of 0 is exact if the edge runs along an axis.)
    if (
      abs(gap2 - margin) <= measured.noise && (rise !== 0 || (ex !== 0 && ey !== 0))
    ) {
      W[OPERANDS] = vx;
      W[OPERANDS + 1] = vy;
      W[OPERANDS + 2] = zx;
      W[OPERANDS + 3] = zy;
      const verdict = judgeSecond(VR, VI, ahead);
      if (verdict === LEVEL) {
        s2 = s;
        gap2 = gap;
      } else if (verdict === IN_REACH) gap2 = min(gap2, margin);
      else if (verdict === OUT_OF_REACH) gap2 = Infinity;
    }
    const two = +(gap2 <= margin), turned = two & (ahead ^ (1 - side));
    count = 1 + two;
    o = turned << 2;
    o2 = (1 - turned) << 2;
  }
  const m = 0.5 * (rR - rI - s), m2 = 0.5 * (rR - rI - s2);
  contacts[o] = px + m * Nx + wx;
  contacts[o + 1] = py + m * Ny + wy;
  contacts[o + 2] = gap;
  contacts[o2] = qx + m2 * Nx + wx;
  contacts[o2 + 1] = qy + m2 * Ny + wy;
  contacts[o2 + 2] = gap2;

  // 6. Ids: the longer edge, as in `isLonger`, and the other shape's vertex at that end of the
  // overlap. Either edge k with vertices j and j2; or the incident edge with vertices k1 and k. The
  // incident edge begins at v if `onward`, and runs against the reference, from its end to its
  // start. Computed without branches, since which edge is longer is unpredictable.
  if (nI === 1) {
    contacts[o + 3] = 0;
    return count;
  }
  const dd = dx * dx + dy * dy;
  let shorter = +(ee <= dd * LONGER);
  if ((shorter & +(ee * LONGER >= dd)) !== 0) shorter = 1 - isLarger(VR, VI, 1 - side);
  // (For 0 - x see `writeId`.)
  const back = 0 - ((1 - onward) & shorter), forth = 0 - (onward & shorter);
  writeId(o + 3, k + (forth & (k1 - k)), j + (back & (j2 - j)), side);
  writeId(o2 + 3, k + (back & (k1 - k)), j2 + (forth & (j - j2)), side);
  return count;
}

/** Verdicts of `judgeSecond`: the second point is as deep as the first, ... */
const LEVEL = 0;
/** ...within the margin, beyond it, or too close to it for a sign to tell. */
const IN_REACH = 1;
const OUT_OF_REACH = 2;
const UNDECIDED = 3;

/**
 * Is the second contact point within the margin? Decides by exact signs what rounding leaves open,
 * for v, z, u0 and u1 of `clip` in the operands. `ahead` is 1 if d points along e.
 *
 * Along the incident edge the separation rises by d x e / |e|. If that is not positive, nothing is
 * left to decide; so edges that lie flat on each other have two points, whatever their slope. Else
 * the second point is z or, if that is nearer, the point beside the reference's end u, u1 if `ahead`.
 * Their separations have the signs of
 *
 *   (z - u0) x e   and   (v - u) x d  ·  (1 if ahead, else -1).
 *
 * The lower of the two counts, so one that is not positive is enough. With radii, z is compared with
 * them in the same way; the point beside u is not, as for it that is an equation of higher degree,
 * and a margin is not a number of the shapes. There, rounding decides, unless the edges are parallel.
 */
function judgeSecond(VR: Verts, VI: Verts, ahead: number): number {
  cross();
  if (exact.value <= 0) return LEVEL;
  if (manifold.margin > 0) return UNDECIDED;
  const vx = W[OPERANDS], vy = W[OPERANDS + 1];
  const zx = W[OPERANDS + 2], zy = W[OPERANDS + 3];
  const u0x = W[OPERANDS + 4], u0y = W[OPERANDS + 5];
  const u1x = W[OPERANDS + 6], u1y = W[OPERANDS + 7];
  W[OPERANDS] = u0x;
  W[OPERANDS + 1] = u0y;
  if (VR[RADIUS] + VI[RADIUS] > 0) {
    W[OPERANDS + 2] = u1x;
    W[OPERANDS + 3] = u1y;
    W[OPERANDS + 4] = zx;
    W[OPERANDS + 5] = zy;
    radiusGap(VR, VI, 1);
    return exact.value <= 0 ? IN_REACH : UNDECIDED;
  }
  cross();
  if (exact.value <= 0) return IN_REACH;
  W[OPERANDS] = ahead === 1 ? u1x : u0x;
  W[OPERANDS + 1] = ahead === 1 ? u1y : u0y;
  W[OPERANDS + 2] = vx;
  W[OPERANDS + 3] = vy;
  W[OPERANDS + 4] = vx;
  W[OPERANDS + 5] = vy;
  W[OPERANDS + 6] = zx;
  W[OPERANDS + 7] = zy;
  cross();
  return (ahead === 1 ? exact.value <= 0 : exact.value >= 0) ? IN_REACH : OUT_OF_REACH;
}

/** Makes the contacts from the signed distance: from its features, normal and separation. */
export function collideClosest(VA: Verts, VB: Verts): number {
  features.ofHulls = 0;
  signedDistance(VA, countOf(VA), VB, countOf(VB), SIGNED);
  return features.ofHulls !== 0 ? collideHulls(VA, VB) : collideFound(VA, VB);
}

/** The contacts of the features that the signed distance has found. */
function collideFound(VA: Verts, VB: Verts): number {
  const Nx = measured.nx, Ny = measured.ny;
  manifold.nx = Nx;
  manifold.ny = Ny;
  if (!(measured.distance <= manifold.margin)) return 0;
  if (features.onEdge !== 0) {
    // The reference is the edge that was measured.
    const { side, edge, facing } = features;
    return side === 0
      ? clip(VA, countOf(VA), POSE_A, VB, countOf(VB), edge, facing, true)
      : clip(VB, countOf(VB), POSE_B, VA, countOf(VA), edge, facing, true);
  }
  const i = features.a0, j = features.b0;
  contacts[0] = 0.5 * (measured.ax + measured.bx);
  contacts[1] = 0.5 * (measured.ay + measured.by);
  contacts[2] = measured.distance;
  nameCorners(VA, VB, i, j);
  return addOpposite(VA, VB, i, j);
}

/** `collideClosest` where the signed distance is that of hulls. */
function collideHulls(VA: Verts, VB: Verts): number {
  const count = onHulls(VA, VB, collidePlaced);
  for (let slot = 3; slot < count << 2; slot += 4) {
    const id = contacts[slot], packed = id < ID_LARGE;
    const i = packed ? id % ID_SMALL : (id - ID_LARGE) % ID_SPAN;
    const j = packed ? (id - i) / ID_SMALL : (id - ID_LARGE - i) / ID_SPAN;
    contacts[slot] = idOf(hulls.namesA[i], hulls.namesB[j]);
  }
  return count;
}

/** `collideFound` for two hulls. */
function collidePlaced(HA: Verts, HB: Verts): number {
  measurePlaced(HA, HB);
  finish(HA, HB, SIGNED);
  return collideFound(HA, HB);
}

/** The id of the first point, for the vertices i and j that meet along the normal in `measured`. */
export function nameCorners(VA: Verts, VB: Verts, i: number, j: number): void {
  const nA = countOf(VA), nB = countOf(VB);
  let ia = 0, ib = 0;
  if (nA > 1 && nB > 1) {
    // The id is that of a vertex against an edge of the other shape. At either vertex the edge that
    // leans most towards the other shape is a candidate; the longer of the two goes into the id.
    ia = leaningEdge(VA, POSE_A, i, 1);
    ib = leaningEdge(VB, POSE_B, j, -1);
    if (isLonger(VA, ia, VB, ib) > 0) ib = j;
    else ia = i;
  }
  writeId(3, ia, ib, 0);
}

/**
 * Adds a second point if edges that start at the closest vertices i and j lie along each other. The
 * point is where the shorter of the two ends, with separation measured along the normal in `measured`.
 * Rounded boxes that are stacked flush, one of them tilted a little, are closest at corners and yet
 * rest on a side. Without the second point they would roll over the first. Returns the number of
 * points.
 *
 * With t the normal turned left, A's edge i and B's edge before j leave their vertices along t, the
 * other two along -t. The more parallel of these two pairs counts; neither does if both open by the
 * same angle.
 */
export function addOpposite(VA: Verts, VB: Verts, i: number, j: number): number {
  const nA = countOf(VA), nB = countOf(VB);
  if (nA < 2 || nB < 2) return 1;
  const c = poses[POSE_A + 2], s = poses[POSE_A + 3];
  const C = poses[POSE_B + 2], S = poses[POSE_B + 3];
  const Nx = measured.nx, Ny = measured.ny;
  const iBefore = before(i, nA), iAfter = after(i, nA);
  const jBefore = before(j, nB), jAfter = after(j, nB);

  // 1. The sines of the angles by which the two pairs open, from the normals of their edges. A pair
  // that does not lie along each other counts as opening by a right angle, and so does the far side
  // of a segment.
  let k = NORMALS + (i << 1), l = NORMALS + (jBefore << 1);
  let ux = c * VA[k] - s * VA[k + 1], uy = s * VA[k] + c * VA[k + 1];
  let vx = C * VB[l] - S * VB[l + 1], vy = S * VB[l] + C * VB[l + 1];
  let open = abs(ux * vy - uy * vx);
  if (!(open <= FLUSH * -(ux * vx + uy * vy) && ux * Nx + uy * Ny > 0)) open = 1;
  k = NORMALS + (iBefore << 1);
  l = NORMALS + (j << 1);
  ux = c * VA[k] - s * VA[k + 1];
  uy = s * VA[k] + c * VA[k + 1];
  vx = C * VB[l] - S * VB[l + 1];
  vy = S * VB[l] + C * VB[l + 1];
  let open2 = abs(ux * vy - uy * vx);
  if (!(open2 <= FLUSH * -(ux * vx + uy * vy) && ux * Nx + uy * Ny > 0)) open2 = 1;
  if (open === open2) return 1;
  const left = +(open < open2), sign = left + left - 1;

  // 2. The edges as vectors from the two vertices, split into components along their common
  // direction and across it.
  const i2 = left === 1 ? iAfter : iBefore, j2 = left === 1 ? jBefore : jAfter;
  const XA = NORMALS + (nA << 1), XB = NORMALS + (nB << 1);
  let x = VA[XA + (i2 << 1)] - VA[XA + (i << 1)];
  let y = VA[XA + (i2 << 1) + 1] - VA[XA + (i << 1) + 1];
  const ax = c * x - s * y, ay = s * x + c * y;
  x = VB[XB + (j2 << 1)] - VB[XB + (j << 1)];
  y = VB[XB + (j2 << 1) + 1] - VB[XB + (j << 1) + 1];
  const bx = C * x - S * y, by = S * x + C * y;
  const along = sign * (ay * Nx - ax * Ny), along2 = sign * (by * Nx - bx * Ny);
  if (!(along > 0 && along2 > 0)) return 1;

  // 3. The point where the shorter edge ends.
  const length = min(along, along2);
  const down = length / along * (ax * Nx + ay * Ny);
  const up = length / along2 * (bx * Nx + by * Ny);
  const gap = contacts[2];
  const gap2 = up > down ? gap + (up - down) : gap; // nothing is deeper than the closest vertices
  if (gap2 > manifold.margin) return 1;

  // 4. Ids as in `clip`, from the edges chosen here.
  const edgeA = left === 1 ? i : i2, edgeB = left === 1 ? j2 : j;
  const onA = isLonger(VA, edgeA, VB, edgeB) > 0;
  const px = contacts[0], py = contacts[1];
  const middle = 0.5 * (down + up), turn = sign * length;
  const o = (1 - left) << 2, o2 = left << 2;
  contacts[o] = px;
  contacts[o + 1] = py;
  contacts[o + 2] = gap;
  contacts[o2] = px + (middle * Nx - turn * Ny);
  contacts[o2 + 1] = py + (middle * Ny + turn * Nx);
  contacts[o2 + 2] = gap2;
  writeId(o + 3, onA ? edgeA : i, onA ? j : edgeB, 0);
  writeId(o2 + 3, onA ? edgeA : i2, onA ? j2 : edgeB, 0);
  return 2;
}

/** Returns the edge at vertex i whose outward normal leans most along `sign` times the normal. */
function leaningEdge(V: Verts, p: number, i: number, sign: number): number {
  const n = countOf(V);
  const c = poses[p + 2], s = poses[p + 3];
  const mx = c * measured.nx + s * measured.ny, my = c * measured.ny - s * measured.nx;
  const previous = before(i, n);
  const y = NORMALS + (i << 1), z = NORMALS + (previous << 1);
  const lead = mx * (V[z] - V[y]) + my * (V[z + 1] - V[y + 1]);
  return (sign > 0 ? lead > 0 : lead < 0) ? previous : i;
}

/**
 * 1 if A's edge k goes into the id of a contact, 0 if B's edge l does: the longer one does. If both
 * are equally long, the larger shape's edge does. Corners of the shorter edge touch within the
 * longer one. So a wheel rolls over the ground from corner to corner, whose ids last, and not from
 * side to side, with new ids at each.
 */
function isLonger(VA: Verts, k: number, VB: Verts, l: number): number {
  const nA = countOf(VA), nB = countOf(VB);
  const u = NORMALS + ((nA + k) << 1), u1 = NORMALS + ((nA + after(k, nA)) << 1);
  const v = NORMALS + ((nB + l) << 1), v1 = NORMALS + ((nB + after(l, nB)) << 1);
  const ex = VA[u1] - VA[u], ey = VA[u1 + 1] - VA[u + 1];
  const dx = VB[v1] - VB[v], dy = VB[v1 + 1] - VB[v + 1];
  const c = poses[POSE_A + 2], s = poses[POSE_A + 3];
  const C = poses[POSE_B + 2], S = poses[POSE_B + 3];
  const ee = (ex * ex + ey * ey) * (c * c + s * s);
  const dd = (dx * dx + dy * dy) * (C * C + S * S);
  if (ee > dd * LONGER) return 1;
  return ee * LONGER >= dd ? isLarger(VA, VB, 1) : 0;
}

/**
 * 1 if the first shape is larger than the second, or `tie` if both are equal. The size is one that
 * no pose changes.
 */
function isLarger(V: Verts, U: Verts, tie: number): number {
  const v = V[OUTER], u = U[OUTER];
  return +(v > u) | (tie & +(v === u));
}

/** contacts[slot] = the id of index i on A and index j on B. With `side` = 1, i is on B and j on A. */
export function writeId(slot: number, i: number, j: number, side: number): void {
  // (0 - x, because in JavaScript -x of an integer may be -0, which is a double.)
  const swap = (i ^ j) & (0 - side);
  const x = i ^ swap, y = j ^ swap;
  contacts[slot] = idOf(x, y);
}

/** The id of index i on A and index j on B: an unsigned 32-bit integer, or 2^52 and more if it does not fit. */
export function idOf(i: number, j: number): number {
  return i < ID_SMALL && j < ID_SMALL ? i + ID_SMALL * j : ID_LARGE + (i + ID_SPAN * j);
}

/**
 * Edge k separates the shapes by more than the margin: its normal times `sign` is the manifold's, and
 * there are no points. `isRough`: an axis rotated by a pose is as long as the pose's (cos, sin).
 */
export function separateBy(V: Verts, p: number, k: number, sign: number, isRough: boolean): number {
  const c = poses[p + 2], s = poses[p + 3], N = NORMALS + (k << 1);
  manifold.nx = sign * (c * V[N] - s * V[N + 1]) + 0;
  manifold.ny = sign * (s * V[N] + c * V[N + 1]) + 0;
  if (isRough) shorten();
  return 0;
}

/** Scales the normal to length 1. */
export function shorten(): void {
  const x = manifold.nx, y = manifold.ny, l = sqrt(x * x + y * y);
  manifold.nx = x / l;
  manifold.ny = y / l;
}
