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
import type { f64, i32, Verts } from "./ptr.ts";
import { cross, radiusGap } from "./exact.ts";
import { signedDistance } from "./pair.ts";
import { registers } from "./ptr.ts";

// The register file, as a constant of this file; see ptr.ts.
const W = registers;

// Copies of the operations in ptr.ts.
const abs = Math.abs;
const int = (x: f64): i32 => x | 0;
const max = Math.max;
const min = Math.min;
const sqrt = Math.sqrt;

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const POSE_A: i32 = 0;
const POSE_B: i32 = 4;
const RADIUS: i32 = 0;
const OUTER: i32 = 6;
const LOCAL: i32 = 11;
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
const SIDE: i32 = 30;
const EDGE: i32 = 31;
const FACING: i32 = 32;
const ON_EDGE: i32 = 38;
const SIGNED: i32 = 0;
const OPERANDS: i32 = 40;
const VALUE: i32 = 48;
const DETERMINANT_BOUND: f64 = 3.3306690738754716e-16;
const MARGIN: i32 = 50;
const MANIFOLD_NX: i32 = 52;
const MANIFOLD_NY: i32 = 53;
const MANIFOLD_POINTS: i32 = 54;
const LEAST: f64 = 5e-324;

/**
 * Mode of `clip`: the deepest point is the facing vertex, and the separation is computed from it.
 */
export const MEASURE: i32 = 0;
/** The deepest separation is the signed distance, in W[DISTANCE]. */
export const KNOWN: i32 = 1;
/**
 * As KNOWN, and the incident edge is the one that the signed distance found parallel to the
 * reference.
 */
const PAIRED: i32 = 3;
/** The caller chose the reference edge; the facing vertex may lie past its ends. */
export const FORCED: i32 = 2;

/**
 * Square of PARALLEL in pair.ts: rounding may turn an edge of length E / PARALLEL by that angle,
 * and a shorter one by more.
 */
export const SHORT_EDGE: f64 = 2.220446049250313e-16;

/**
 * Poses whose cos² + sin² differs from 1 by more than this, 2^-50, change an axis's length by more
 * than rounding.
 */
export const UNIT: f64 = 8.881784197001252e-16;

/**
 * Edges count as equally long if their squared lengths differ by less than this factor, 1 + 2^-20.
 */
const LONGER: f64 = 1.00000095367431640625;

/**
 * Edges at the closest vertices lie along each other if the tangent of their angle is at most this.
 */
const ALONG: f64 = 0.03125;

/** Indices below this are packed into an id of 32 bits. */
const ID_SMALL: i32 = 65536;

/**
 * Clips the incident edge at vertex j against edge k of the reference, in the pair frame. `side` is
 * 0 if the reference is A. The poses' cos and sin are c and z for the reference, C and Z for the
 * incident shape.
 *
 * With the reference edge e = u1 - u0, its length |e| and normal N = (e_y, -e_x) / |e|, and the
 * incident edge from v (vertex j) to z = v + d: s = N·(v - u) is the separation of v from the
 * edge's line, and v lies beside the edge if t0 = e·(v - u0) >= 0 and t1 = e·(v - u1) <= 0. v + f d
 * passes u0 at f = -t0 / e·d and u1 at f = -t1 / e·d. The contact points are the first and the last
 * point of the incident edge beside the reference, at f0 and f1 in [0, 1], unless the two coincide.
 * The facing vertex v lies beside the edge apart from rounding, so its separation stays s.
 */
export function clip(
  VR: Verts,
  nR: i32,
  r: i32,
  VI: Verts,
  nI: i32,
  i: i32,
  side: i32,
  k: i32,
  j: i32,
  mode: i32,
): i32 {
  // 1. The reference edge and the facing vertex, bit for bit as in `signedDistance`.
  const c: f64 = W[r + 2], z: f64 = W[r + 3], C: f64 = W[i + 2], Z: f64 = W[i + 3];
  const wx: f64 = W[POSE_A], wy: f64 = W[POSE_A + 1];
  const rx: f64 = W[r] - wx, ry: f64 = W[r + 1] - wy, ix: f64 = W[i] - wx, iy: f64 = W[i + 1] - wy;
  const XR: i32 = LOCAL + (nR << 2), XI: i32 = LOCAL + (nI << 2);
  const k1: i32 = (k + 1) & ((k + 1 - nR) >> 31);
  const u0: i32 = XR + (k << 1), u1: i32 = XR + (k1 << 1), v: i32 = XI + (j << 1);
  let x: f64 = VR[u0], y: f64 = VR[u0 + 1];
  const u0x: f64 = c * x - z * y + rx, u0y: f64 = z * x + c * y + ry;
  x = VR[u1];
  y = VR[u1 + 1];
  const u1x: f64 = c * x - z * y + rx, u1y: f64 = z * x + c * y + ry;
  x = VI[v];
  y = VI[v + 1];
  const vx: f64 = C * x - Z * y + ix, vy: f64 = Z * x + C * y + iy;
  const ex: f64 = u1x - u0x, ey: f64 = u1y - u0y;
  const ee: f64 = ex * ex + ey * ey;

  // 2. The incident edge, from v to z: of the two edges at v the more antiparallel one.
  const before: i32 = j - 1 + (nI & ((j - 1) >> 31)), after: i32 = (j + 1) & ((j + 1 - nI) >> 31);
  const f: i32 = LOCAL + (nI << 1) + (j << 1), g: i32 = f + ((before - j) << 1);
  const mx: f64 = C * ey - Z * ex, my: f64 = -(C * ex + Z * ey);
  let onward: i32 = +(mx * (VI[f] - VI[g]) + my * (VI[f + 1] - VI[g + 1]) <= 0);
  // (At the tip of a sliver both are equally antiparallel, apart from rounding.)
  if (mode === PAIRED && nI > 2) onward = +(W[side === 0 ? FB1 : FA1] === after);
  const j2: i32 = before + ((after - before) & -onward);
  x = VI[XI + (j2 << 1)];
  y = VI[XI + (j2 << 1) + 1];
  const zx: f64 = C * x - Z * y + ix, zy: f64 = Z * x + C * y + iy;
  const dx: f64 = zx - vx, dy: f64 = zy - vy;

  // 3. Normal and separation. They are measured from the nearer end, u0 or u1. Both are in memory,
  // so that no branch has to choose.
  W[OPERANDS + 4] = u0x;
  W[OPERANDS + 5] = u0y;
  W[OPERANDS + 6] = u1x;
  W[OPERANDS + 7] = u1y;
  let t0: f64 = ex * (vx - u0x) + ey * (vy - u0y), t1: f64 = ex * (vx - u1x) + ey * (vy - u1y);
  if (mode === KNOWN) {
    // It can be past an end by rounding only.
    t0 = max(t0, 0);
    t1 = min(t1, 0);
  }
  if (mode === MEASURE) {
    const E: f64 = W[NOISE];
    // If the edge is so short that rounding turns it, it is not certain that v still faces it, or
    // that it is the reference.
    let isSure: boolean = ee * SHORT_EDGE > E * E || nI === 1;
    if (isSure && (t0 < 0 || t1 > 0)) {
      // v is past an end of the reference. That is fine if it is so by rounding only, or if v is on
      // a parallel edge whose remaining part is beside the reference. Otherwise the reference
      // continues in another, collinear edge, and v belongs to that one. The line of a short edge
      // is not well known far from its ends; if the parallel edge is much longer, its line is.
      const beyond: f64 = max(-t0, t1), turn: f64 = ex * dy - ey * dx;
      const EE: f64 = E * E, dd: f64 = dx * dx + dy * dy;
      isSure = beyond * beyond <= EE * ee || turn * turn <= EE * ee;
      if (isSure && ee < 0.0625 * dd) isSure = !(turn !== 0 && turn * turn <= EE * dd);
    }
    if (!isSure) {
      return side === 0 ? collideClosest(VR, nR, VI, nI) : collideClosest(VI, nI, VR, nR);
    }
  }
  let Nx: f64 = 0, Ny: f64 = 0, s: f64 = 0, rise: f64 = 0;
  if (ee > 0) {
    const length: f64 = sqrt(ee);
    Nx = ey / length;
    Ny = -ex / length;
    const near: i32 = OPERANDS + 4 + ((+(t0 > 0.5 * ee) as i32) << 1);
    const ux: f64 = W[near], uy: f64 = W[near + 1];
    const left: f64 = (vx - ux) * ey, right: f64 = (vy - uy) * ex;
    let det: f64 = left - right;
    if (
      !(abs(det) > DETERMINANT_BOUND * (abs(left) + abs(right))) &&
      !((vx === ux || ey === 0) && (vy === uy || ex === 0))
    ) {
      W[OPERANDS] = ux;
      W[OPERANDS + 1] = uy;
      W[OPERANDS + 2] = vx;
      W[OPERANDS + 3] = vy;
      cross();
      det = W[VALUE];
    }
    s = det / length;
    if (s === 0) s = det > 0 ? LEAST : det < 0 ? -LEAST : 0;
  } else {
    // Rotation rounded a tiny edge away. Its normal is still known.
    const N: i32 = LOCAL + (nR << 1) + (k << 1);
    const scale: f64 = sqrt(c * c + z * z);
    Nx = (c * VR[N] - z * VR[N + 1]) / scale;
    Ny = (z * VR[N] + c * VR[N + 1]) / scale;
    s = Nx * (vx - u0x) + Ny * (vy - u0y);
  }
  const rR: f64 = VR[RADIUS], rI: f64 = VI[RADIUS];
  const radii: f64 = rR + rI, margin: f64 = W[MARGIN];
  const isKnown: boolean = mode === KNOWN || mode === PAIRED;
  if (isKnown) s = W[DISTANCE] + radii;
  rise = Nx * dx + Ny * dy;

  // 4. The part of the incident edge beside the reference: the fractions f0 to f1 of the way from v
  // to z.
  const across: f64 = ex * dx + ey * dy;
  const ahead: i32 = +(across > 0);
  let px: f64 = vx, py: f64 = vy, qx: f64 = vx, qy: f64 = vy, s2: f64 = s;
  let count: i32 = 1;
  if (t0 < 0 || t1 > 0) count = mode === FORCED ? 0 : 1;
  if (across !== 0) {
    W[OPERANDS] = t0;
    W[OPERANDS + 1] = t1;
    const leave: f64 = W[OPERANDS + ahead] / -across;
    W[OPERANDS + 2] = 1;
    W[OPERANDS + 3] = leave;
    const f1: f64 = W[OPERANDS + 2 + +(leave < 1)];
    let f0: f64 = 0;
    if (t0 < 0 || t1 > 0) {
      const enter: f64 = W[OPERANDS + 1 - ahead] / -across;
      if (enter > 0) f0 = enter;
      if (enter > 0 && enter <= 1) {
        count = 1;
        px = vx + f0 * dx;
        py = vy + f0 * dy;
        if (mode === FORCED) {
          s += f0 * rise;
          s2 = s;
        }
      }
    }
    if (f0 < f1) {
      count = 2;
      qx = vx + f1 * dx;
      qy = vy + f1 * dy;
      if (rise > 0) s2 += (f1 - f0) * rise; // nothing is deeper than the facing vertex
    }
  }
  const sign: f64 = 1 - 2 * side;
  W[MANIFOLD_NX] = sign * Nx + 0;
  W[MANIFOLD_NY] = sign * Ny + 0;

  // 5. Which of the points are within the margin, and their order: along the normal turned left.
  const gap: f64 = isKnown ? W[DISTANCE] : s - radii;
  let gap2: f64 = s2 - radii;
  let o: i32 = MANIFOLD_POINTS, o2: i32 = MANIFOLD_POINTS + 4;
  if (count === 0 || gap > margin) return 0;
  if (count > 1) {
    // (A rise of 0 is exact if the edge runs along an axis.)
    if (
      abs(gap2 - margin) <= W[NOISE] && (rise !== 0 || (ex !== 0 && ey !== 0)) && mode !== FORCED
    ) {
      W[OPERANDS] = vx;
      W[OPERANDS + 1] = vy;
      W[OPERANDS + 2] = zx;
      W[OPERANDS + 3] = zy;
      const verdict: i32 = judgeSecond(VR, VI, ahead);
      if (verdict === LEVEL) {
        s2 = s;
        gap2 = gap;
      } else if (verdict === IN_REACH) gap2 = min(gap2, margin);
      else if (verdict === OUT_OF_REACH) gap2 = Infinity;
    }
    const two: i32 = +(gap2 <= margin), turned: i32 = two & (ahead ^ (1 - side));
    count = 1 + two;
    o = MANIFOLD_POINTS + (turned << 2);
    o2 = MANIFOLD_POINTS + ((1 - turned) << 2);
  }
  const m: f64 = 0.5 * (rR - rI - s), m2: f64 = 0.5 * (rR - rI - s2);
  W[o] = px + m * Nx + wx;
  W[o + 1] = py + m * Ny + wy;
  W[o + 2] = gap;
  W[o2] = qx + m2 * Nx + wx;
  W[o2 + 1] = qy + m2 * Ny + wy;
  W[o2 + 2] = gap2;

  // 6. Ids: the longer edge, as in `isLonger`, and the other shape's vertex at that end of the
  // overlap. Either edge k with vertices j and j2; or the incident edge with vertices k1 and k. The
  // incident edge begins at v if `onward`, and runs against the reference, from its end to its
  // start. Computed without branches, since which edge is longer is unpredictable.
  if (nI === 1) {
    W[o + 3] = 0;
    return count;
  }
  const dd: f64 = dx * dx + dy * dy;
  let shorter: i32 = +(ee <= dd * LONGER);
  if ((shorter & +(ee * LONGER >= dd)) !== 0) shorter = 1 - isLarger(VR, VI, 1 - side);
  // (For 0 - x see `writeId`.)
  const back: i32 = 0 - ((1 - onward) & shorter), forth: i32 = 0 - (onward & shorter);
  writeId(o + 3, k + (forth & (k1 - k)), j + (back & (j2 - j)), side);
  writeId(o2 + 3, k + (back & (k1 - k)), j2 + (forth & (j - j2)), side);
  return count;
}

/** Verdicts of `judgeSecond`: the second point is as deep as the first, ... */
const LEVEL: i32 = 0;
/** ...within the margin, beyond it, or too close to it for a sign to tell. */
const IN_REACH: i32 = 1;
const OUT_OF_REACH: i32 = 2;
const UNDECIDED: i32 = 3;

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
function judgeSecond(VR: Verts, VI: Verts, ahead: i32): i32 {
  cross();
  if (W[VALUE] <= 0) return LEVEL;
  if (W[MARGIN] > 0) return UNDECIDED;
  const vx: f64 = W[OPERANDS], vy: f64 = W[OPERANDS + 1];
  const zx: f64 = W[OPERANDS + 2], zy: f64 = W[OPERANDS + 3];
  const u0x: f64 = W[OPERANDS + 4], u0y: f64 = W[OPERANDS + 5];
  const u1x: f64 = W[OPERANDS + 6], u1y: f64 = W[OPERANDS + 7];
  W[OPERANDS] = u0x;
  W[OPERANDS + 1] = u0y;
  if (VR[RADIUS] + VI[RADIUS] > 0) {
    W[OPERANDS + 2] = u1x;
    W[OPERANDS + 3] = u1y;
    W[OPERANDS + 4] = zx;
    W[OPERANDS + 5] = zy;
    radiusGap(VR, VI, 1);
    return W[VALUE] <= 0 ? IN_REACH : UNDECIDED;
  }
  cross();
  if (W[VALUE] <= 0) return IN_REACH;
  W[OPERANDS] = ahead === 1 ? u1x : u0x;
  W[OPERANDS + 1] = ahead === 1 ? u1y : u0y;
  W[OPERANDS + 2] = vx;
  W[OPERANDS + 3] = vy;
  W[OPERANDS + 4] = vx;
  W[OPERANDS + 5] = vy;
  W[OPERANDS + 6] = zx;
  W[OPERANDS + 7] = zy;
  cross();
  return (ahead === 1 ? W[VALUE] <= 0 : W[VALUE] >= 0) ? IN_REACH : OUT_OF_REACH;
}

/** Makes the contacts from the signed distance: from its features, normal and separation. */
export function collideClosest(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
): i32 {
  signedDistance(VA, nA, VB, nB, SIGNED);
  const Nx: f64 = W[NX], Ny: f64 = W[NY];
  W[MANIFOLD_NX] = Nx;
  W[MANIFOLD_NY] = Ny;
  if (!(W[DISTANCE] <= W[MARGIN])) return 0;
  if (W[ON_EDGE] !== 0) {
    // The reference is the edge that was measured. The incident edge is the parallel one, if there
    // is one.
    const side: i32 = int(W[SIDE]), k: i32 = int(W[EDGE]), v: i32 = int(W[FACING]);
    const mode: i32 = W[side === 0 ? FB1 : FA1] === v ? KNOWN : PAIRED;
    return side === 0
      ? clip(VA, nA, POSE_A, VB, nB, POSE_B, 0, k, v, mode)
      : clip(VB, nB, POSE_B, VA, nA, POSE_A, 1, k, v, mode);
  }
  const i: i32 = int(W[FA0]), j: i32 = int(W[FB0]);
  W[MANIFOLD_POINTS] = 0.5 * (W[AX] + W[BX]);
  W[MANIFOLD_POINTS + 1] = 0.5 * (W[AY] + W[BY]);
  W[MANIFOLD_POINTS + 2] = W[DISTANCE];
  nameCorners(VA, nA, VB, nB, i, j);
  return addOpposite(VA, nA, VB, nB, i, j);
}

/** The id of the first point, for the vertices i and j that meet along the normal NX, NY. */
export function nameCorners(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
  i: i32,
  j: i32,
): void {
  let ia: i32 = 0, ib: i32 = 0;
  if (nA > 1 && nB > 1) {
    // The id is that of a vertex against an edge of the other shape. At either vertex the edge that
    // leans most towards the other shape is a candidate; the longer of the two goes into the id.
    ia = leaningEdge(VA, nA, POSE_A, i, 1);
    ib = leaningEdge(VB, nB, POSE_B, j, -1);
    if (isLonger(VA, nA, ia, VB, nB, ib) > 0) ib = j;
    else ia = i;
  }
  writeId(MANIFOLD_POINTS + 3, ia, ib, 0);
}

/**
 * Adds a second point if edges that start at the closest vertices i and j lie along each other. The
 * point is where the shorter of the two ends, with separation measured along the normal NX, NY.
 * Rounded boxes that are stacked flush, one of them tilted a little, are closest at corners and yet
 * rest on a side. Without the second point they would roll over the first. Returns the number of
 * points.
 *
 * With t the normal turned left, A's edge i and B's edge before j leave their vertices along t, the
 * other two along -t. The more parallel of these two pairs counts; neither does if both open by the
 * same angle.
 */
export function addOpposite(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
  i: i32,
  j: i32,
): i32 {
  if (nA < 2 || nB < 2) return 1;
  const c: f64 = W[POSE_A + 2], s: f64 = W[POSE_A + 3];
  const C: f64 = W[POSE_B + 2], S: f64 = W[POSE_B + 3];
  const Nx: f64 = W[NX], Ny: f64 = W[NY];
  const iBefore: i32 = i - 1 + (nA & ((i - 1) >> 31)), iAfter: i32 = (i + 1) & ((i + 1 - nA) >> 31);
  const jBefore: i32 = j - 1 + (nB & ((j - 1) >> 31)), jAfter: i32 = (j + 1) & ((j + 1 - nB) >> 31);

  // 1. The sines of the angles by which the two pairs open, from the normals of their edges. A pair
  // that does not lie along each other counts as opening by a right angle, and so does the far side
  // of a segment.
  const NA: i32 = LOCAL + (nA << 1), NB: i32 = LOCAL + (nB << 1);
  let k: i32 = NA + (i << 1), l: i32 = NB + (jBefore << 1);
  let ux: f64 = c * VA[k] - s * VA[k + 1], uy: f64 = s * VA[k] + c * VA[k + 1];
  let vx: f64 = C * VB[l] - S * VB[l + 1], vy: f64 = S * VB[l] + C * VB[l + 1];
  let open: f64 = abs(ux * vy - uy * vx);
  if (!(open <= ALONG * -(ux * vx + uy * vy) && ux * Nx + uy * Ny > 0)) open = 1;
  k = NA + (iBefore << 1);
  l = NB + (j << 1);
  ux = c * VA[k] - s * VA[k + 1];
  uy = s * VA[k] + c * VA[k + 1];
  vx = C * VB[l] - S * VB[l + 1];
  vy = S * VB[l] + C * VB[l + 1];
  let open2: f64 = abs(ux * vy - uy * vx);
  if (!(open2 <= ALONG * -(ux * vx + uy * vy) && ux * Nx + uy * Ny > 0)) open2 = 1;
  if (open === open2) return 1;
  const left: i32 = +(open < open2), sign: f64 = left + left - 1;

  // 2. The edges as vectors from the two vertices, split into components along their common
  // direction and across it.
  const i2: i32 = left === 1 ? iAfter : iBefore, j2: i32 = left === 1 ? jBefore : jAfter;
  const XA: i32 = LOCAL + (nA << 2), XB: i32 = LOCAL + (nB << 2);
  let x: f64 = VA[XA + (i2 << 1)] - VA[XA + (i << 1)];
  let y: f64 = VA[XA + (i2 << 1) + 1] - VA[XA + (i << 1) + 1];
  const ax: f64 = c * x - s * y, ay: f64 = s * x + c * y;
  x = VB[XB + (j2 << 1)] - VB[XB + (j << 1)];
  y = VB[XB + (j2 << 1) + 1] - VB[XB + (j << 1) + 1];
  const bx: f64 = C * x - S * y, by: f64 = S * x + C * y;
  const along: f64 = sign * (ay * Nx - ax * Ny), along2: f64 = sign * (by * Nx - bx * Ny);
  if (!(along > 0 && along2 > 0)) return 1;

  // 3. The point where the shorter edge ends.
  const length: f64 = min(along, along2);
  const down: f64 = length / along * (ax * Nx + ay * Ny);
  const up: f64 = length / along2 * (bx * Nx + by * Ny);
  const gap: f64 = W[MANIFOLD_POINTS + 2];
  const gap2: f64 = up > down ? gap + (up - down) : gap; // nothing is deeper than the closest vertices
  if (gap2 > W[MARGIN]) return 1;

  // 4. Ids as in `clip`, from the edges chosen here.
  const edgeA: i32 = left === 1 ? i : i2, edgeB: i32 = left === 1 ? j2 : j;
  const onA: boolean = isLonger(VA, nA, edgeA, VB, nB, edgeB) > 0;
  const px: f64 = W[MANIFOLD_POINTS], py: f64 = W[MANIFOLD_POINTS + 1];
  const middle: f64 = 0.5 * (down + up), turn: f64 = sign * length;
  const o: i32 = MANIFOLD_POINTS + ((1 - left) << 2), o2: i32 = MANIFOLD_POINTS + (left << 2);
  W[o] = px;
  W[o + 1] = py;
  W[o + 2] = gap;
  W[o2] = px + (middle * Nx - turn * Ny);
  W[o2 + 1] = py + (middle * Ny + turn * Nx);
  W[o2 + 2] = gap2;
  writeId(o + 3, onA ? edgeA : i, onA ? j : edgeB, 0);
  writeId(o2 + 3, onA ? edgeA : i2, onA ? j2 : edgeB, 0);
  return 2;
}

/** Returns the edge at vertex i whose outward normal leans most along `sign` times the normal. */
function leaningEdge(V: Verts, n: i32, p: i32, i: i32, sign: i32): i32 {
  const c: f64 = W[p + 2], s: f64 = W[p + 3];
  const mx: f64 = c * W[NX] + s * W[NY], my: f64 = c * W[NY] - s * W[NX];
  const previous: i32 = i > 0 ? i - 1 : n - 1;
  const y: i32 = LOCAL + (n << 1) + (i << 1), z: i32 = LOCAL + (n << 1) + (previous << 1);
  const lead: f64 = mx * (V[z] - V[y]) + my * (V[z + 1] - V[y + 1]);
  return (sign > 0 ? lead > 0 : lead < 0) ? previous : i;
}

/**
 * 1 if A's edge k goes into the id of a contact, 0 if B's edge l does: the longer one does. If both
 * are equally long, the larger shape's edge does. Corners of the shorter edge touch within the
 * longer one. So a wheel rolls over the ground from corner to corner, whose ids last, and not from
 * side to side, with new ids at each.
 */
function isLonger(VA: Verts, nA: i32, k: i32, VB: Verts, nB: i32, l: i32): i32 {
  const u: i32 = LOCAL + (nA << 2) + (k << 1), u1: i32 = k + 1 < nA ? u + 2 : LOCAL + (nA << 2);
  const v: i32 = LOCAL + (nB << 2) + (l << 1), v1: i32 = l + 1 < nB ? v + 2 : LOCAL + (nB << 2);
  const ex: f64 = VA[u1] - VA[u], ey: f64 = VA[u1 + 1] - VA[u + 1];
  const dx: f64 = VB[v1] - VB[v], dy: f64 = VB[v1 + 1] - VB[v + 1];
  const c: f64 = W[POSE_A + 2], s: f64 = W[POSE_A + 3];
  const C: f64 = W[POSE_B + 2], S: f64 = W[POSE_B + 3];
  const ee: f64 = (ex * ex + ey * ey) * (c * c + s * s);
  const dd: f64 = (dx * dx + dy * dy) * (C * C + S * S);
  if (ee > dd * LONGER) return 1;
  return ee * LONGER >= dd ? isLarger(VA, VB, 1) : 0;
}

/**
 * 1 if the first shape is larger than the second, or `tie` if both are equal. The size is one that
 * no pose changes.
 */
function isLarger(V: Verts, U: Verts, tie: i32): i32 {
  const v: f64 = V[OUTER], u: f64 = U[OUTER];
  return +(v > u) | (tie & +(v === u));
}

/** W[slot] = the id of index i on A and index j on B. With `side` = 1, i is on B and j on A. */
export function writeId(slot: i32, i: i32, j: i32, side: i32): void {
  // (0 - x, because in JavaScript -x of an integer may be -0, which is a double.)
  const swap: i32 = (i ^ j) & (0 - side);
  const x: f64 = i ^ swap, y: f64 = j ^ swap;
  W[slot] = i < ID_SMALL && j < ID_SMALL ? x + 65536 * y : 4503599627370496 + (x + 67108864 * y);
}

/** Scales the normal to length 1. An axis rotated by a pose is as long as the pose's (cos, sin). */
export function shorten(): void {
  const x: f64 = W[MANIFOLD_NX], y: f64 = W[MANIFOLD_NY], l: f64 = sqrt(x * x + y * y);
  W[MANIFOLD_NX] = x / l;
  W[MANIFOLD_NY] = y / l;
}
