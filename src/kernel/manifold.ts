/**
 * Contact manifolds: the one or two points at which two shapes touch, by clipping the incident edge
 * against the reference edge.
 *
 * The reference edge is the edge, of either core, that the other core lies furthest in front of (apart)
 * or least deep behind (overlapping): the axis of least penetration. The other core's vertex that faces
 * it is the deepest point, and of that vertex's two edges the one more antiparallel to the reference is
 * the incident edge. The part of the incident edge beside the reference edge touches; its two ends are the
 * contact points. Where two vertices are the closest features there is no such part, and one point, unless
 * edges from both lie along each other (`addOpposite`).
 *
 * Nearly always the reference is the edge that faces the other core's center, of the one core or the other.
 * Those two are measured first. The circles within both cores bound all others at once, but for their neighbours, and
 * these are bounded by the vertices next to those that were found to face the two.
 *
 * Rounding decides nothing here that another query answers: whatever lies within NOISE of a decision is
 * settled by exact signs or left to `signedDistance` and `scanBoundary`, and the deepest separation is the
 * signed distance.
 *
 * @module
 */
import type { f64, i32, Ptr, Verts } from "./ptr.ts";
import { scanBoundary } from "./boundary.ts";
import { boxes } from "./boxes.ts";
import { cross, edgeGap, radiusGap } from "./exact.ts";
import { vertexPair } from "./features.ts";
import { signedDistance } from "./pair.ts";
import { isClosest } from "./proof.ts";
import { climb, supportIndex } from "./support.ts";

// Copies of the operations in ptr.ts.
const abs = Math.abs;
const clz = Math.clz32;
const int = (x: f64): i32 => x | 0;
const max = Math.max;
const min = Math.min;
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
const HALF_U: i32 = 8;
const BOUND: i32 = 10;
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
const SEPARATION: i32 = 29;
const OVERLAPPING: i32 = 1;
const UNCERTAIN: i32 = 2;
const SIGNED: i32 = 0;
const ON_EDGE: i32 = 38;
const SIDE: i32 = 30;
const EDGE: i32 = 31;
const FACING: i32 = 32;
const DX: i32 = 33;
const DY: i32 = 34;
const OPERANDS: i32 = 40;
const VALUE: i32 = 48;
const SCAN_MAX: i32 = 20;
const DETERMINANT_BOUND: f64 = 3.3306690738754716e-16;
const MARGIN: i32 = 50;
const POINT_COUNT: i32 = 51;
const MANIFOLD_NX: i32 = 52;
const MANIFOLD_NY: i32 = 53;
const MANIFOLD_POINTS: i32 = 54;
const SKEWED: f64 = 4.2146848510894035e-8;
const FRAME_NOISE: f64 = 1.7763568394002505e-15;
const LEAST: f64 = 5e-324;
const SMALL: f64 = 1.1830521861667747e-271;

/**
 * B's edge becomes the reference when it is better than A's by more than 2^-53 of the shapes' sizes: of
 * edges that are equally good but for the last bits, as in a stack of equal boxes, A's is taken. Larger
 * would make separations differ from the signed distance by more than that promises.
 */
const BIAS: f64 = 1.1102230246251565e-16;

/** Sine of an angle that only rounding makes. */
const ROUNDING: f64 = 4.440892098500626e-16;

/** Square of PARALLEL in pair.ts: an edge of length E / PARALLEL or less may be turned by as much, or more. */
const TURNED: f64 = 2.220446049250313e-16;

/** Part of a square that is more than what rounding adds, or a pose that scales by less than SKEWED: 2^-20. */
const AMPLE: f64 = 9.5367431640625e-7;

/** Squares of lengths that differ by less than this factor, 1 + 2^-20, are of edges as long as each other. */
const LONGER: f64 = 1.00000095367431640625;

/** Poses whose cos² + sin² differs from 1 by more than this lengthen an axis by more than rounding: 2^-50. */
const UNIT: f64 = 8.881784197001252e-16;

/** Edges at the closest vertices lie along each other up to an angle of this tangent. */
const ALONG: f64 = 0.03125;

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
  nA: i32,
  VB: Verts,
  nB: i32,
  W: Ptr,
): i32 {
  // Circles about the origins of both frames that are out of reach of each other end it before anything is turned.
  const wx: f64 = W[POSE_B] - W[POSE_A], wy: f64 = W[POSE_B + 1] - W[POSE_A + 1];
  const reach: f64 = VA[BOUND] + VB[BOUND] + W[MARGIN];
  const square: f64 = wx * wx + wy * wy, far: f64 = reach * reach;
  if (square > far + AMPLE * far && square > SMALL) {
    const ac: f64 = W[POSE_A + 2], as: f64 = W[POSE_A + 3];
    const bc: f64 = W[POSE_B + 2], bs: f64 = W[POSE_B + 3];
    if (abs(ac * ac + as * as - 1) + abs(bc * bc + bs * bs - 1) < SKEWED) {
      const scale: f64 = 1 / sqrt(square);
      W[POINT_COUNT] = 0;
      W[MANIFOLD_NX] = wx * scale + 0;
      W[MANIFOLD_NY] = wy * scale + 0;
      return 0;
    }
  }
  // Counts are at hand where the records may have to come from memory.
  if (nA + nB === 8 && VA[HALF_U] * VB[HALF_U] > 0) return collideBoxes(VA, VB, W);
  if (nA > 1 && nB > 1) return collideCores(VA, nA, VB, nB, W);
  return nA === nB ? collidePoints(VA, VB, W) : collidePoint(VA, nA, VB, nB, W);
}

/** An axis that a pose has turned is as long as its cos and sin: brings it to length 1. */
function shorten(W: Ptr): void {
  const x: f64 = W[MANIFOLD_NX], y: f64 = W[MANIFOLD_NY], l: f64 = sqrt(x * x + y * y);
  W[MANIFOLD_NX] = x / l;
  W[MANIFOLD_NY] = y / l;
}

/** Two rectangles. */
function collideBoxes(VA: Verts, VB: Verts, W: Ptr): i32 {
  // Side, edge and vertex are bits of the result: from memory they come as doubles, and loads wait for them.
  const found: i32 = boxes(VA, VB, W, SIGNED);
  const verdict: i32 = found & 3, side: i32 = (found >> 2) & 1;
  const k: i32 = (found >> 3) & 3, j: i32 = found >> 5;
  if (verdict === UNCERTAIN) return collideCores(VA, 4, VB, 4, W);
  const s: f64 = W[SEPARATION], E: f64 = W[NOISE], limit: f64 = W[MARGIN] + VA[RADIUS] + VB[RADIUS];
  if (s > limit + E) {
    const V: Verts = side === 0 ? VA : VB, p: i32 = side === 0 ? POSE_A : POSE_B;
    const c: f64 = W[p + 2], z: f64 = W[p + 3];
    const N: i32 = LOCAL + 8 + (k << 1), sign: f64 = 1 - 2 * side;
    W[POINT_COUNT] = 0;
    W[MANIFOLD_NX] = sign * (c * V[N] - z * V[N + 1]) + 0;
    W[MANIFOLD_NY] = sign * (z * V[N] + c * V[N + 1]) + 0;
    if (abs(c * c + z * z - 1) > UNIT) shorten(W);
    return 0;
  }
  if (W[ON_EDGE] === 0) return collideCores(VA, 4, VB, 4, W);
  if (s < -E || (limit === 0 && verdict === OVERLAPPING)) {
    return side === 0
      ? clip(VA, 4, POSE_A, VB, 4, POSE_B, W, 0, k, j, MEASURE)
      : clip(VB, 4, POSE_B, VA, 4, POSE_A, W, 1, k, j, MEASURE);
  }
  return side === 0
    ? collideApart(VA, 4, POSE_A, VB, 4, POSE_B, W, 0, k, j)
    : collideApart(VB, 4, POSE_B, VA, 4, POSE_A, W, 1, k, j);
}

/** Cores that both have edges. */
function collideCores(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
  W: Ptr,
): i32 {
  // 1. B's pose in A's frame: x -> (rc -rs; rs rc) x + t, reference points included, and d, from A's center
  // to B's. Circles around the cores that are out of reach of each other end it.
  const ac: f64 = W[POSE_A + 2], as: f64 = W[POSE_A + 3];
  const bc: f64 = W[POSE_B + 2], bs: f64 = W[POSE_B + 3];
  const wx: f64 = W[POSE_B] - W[POSE_A], wy: f64 = W[POSE_B + 1] - W[POSE_A + 1];
  const rc: f64 = ac * bc + as * bs;
  let rs: f64 = ac * bs - as * bc;
  const gx: f64 = VB[CENTER_X], gy: f64 = VB[CENTER_Y];
  const px: f64 = VB[REF_X], py: f64 = VB[REF_Y];
  const qx: f64 = VA[REF_X], qy: f64 = VA[REF_Y];
  let tx: f64 = (ac * wx + as * wy) + (rc * px - rs * py) - qx;
  let ty: f64 = (ac * wy - as * wx) + (rs * px + rc * py) - qy;
  const cx: f64 = rc * gx - rs * gy + tx, cy: f64 = rs * gx + rc * gy + ty;
  const dx: f64 = cx - VA[CENTER_X], dy: f64 = cy - VA[CENTER_Y];
  const R: f64 = VA[RADIUS] + VB[RADIUS];
  const S: f64 = VA[EXTENT] + VB[EXTENT] + abs(wx) + abs(wy) + R;
  const skew: f64 = FRAME_NOISE + abs(ac * ac + as * as - 1) +
    abs(bc * bc + bs * bs - 1);
  if (!(skew < SKEWED && VA[INNER] + VB[INNER] > -Infinity)) {
    return collideClosest(VA, nA, VB, nB, W);
  }
  const E: f64 = S * skew;
  W[NOISE] = E;
  const limit: f64 = W[MARGIN] + R;
  const far: f64 = limit + E;
  const size: f64 = VA[OUTER] + VB[OUTER];
  const reach: f64 = size + far + E;
  if (dx * dx + dy * dy > reach * reach) {
    const d: f64 = sqrt(dx * dx + dy * dy);
    W[POINT_COUNT] = 0;
    W[MANIFOLD_NX] = (ac * dx - as * dy) / d + 0;
    W[MANIFOLD_NY] = (as * dx + ac * dy) / d + 0;
    if (skew > FRAME_NOISE + UNIT) shorten(W);
    return 0;
  }

  // 2. The edge of A towards B's center c: of the two at the vertex furthest along d the one that c is
  // further in front of. The same for B, in its own frame: x -> (rc rs; -rs rc) x + o from A's to B's, and f
  // to A's center. The support searches are written out, as in `supportIndex` of support.ts, since V8 boxes the
  // direction in a call that it does not inline; those of A and B stand next to each other so that the
  // processor can overlap them.
  const NA: i32 = LOCAL + (nA << 1), NB: i32 = LOCAL + (nB << 1);
  const fx: f64 = -(rc * dx + rs * dy), fy: f64 = rs * dx - rc * dy;
  const ox: f64 = (rc * qx + rs * qy) - (bc * wx + bs * wy) - px;
  const oy: f64 = (rc * qy - rs * qx) - (bc * wy - bs * wx) - py;
  let bits: i32 = 0, i: i32 = 0, j: i32 = 0;
  if (nA > SCAN_MAX) {
    W[DX] = dx;
    W[DY] = dy;
    i = climb(VA, NA, nA, W, 0);
  } else {
    for (let l: i32 = NA, end: i32 = NA + (nA << 1); l < end; l += 8) {
      bits = (bits << 4) | ((+(VA[l] * dy > VA[l + 1] * dx) as i32) << 3) |
        ((+(VA[l + 2] * dy > VA[l + 3] * dx) as i32) << 2) |
        ((+(VA[l + 4] * dy > VA[l + 5] * dx) as i32) << 1) |
        +(VA[l + 6] * dy > VA[l + 7] * dx);
    }
    bits >>>= -nA & 3;
    bits = ~bits & ((bits >>> 1) | (bits << (nA - 1))) & (-1 >>> (32 - nA));
    i = bits === 0 ? 0 : nA - 32 + clz(bits);
  }
  if (nB > SCAN_MAX) {
    W[DX] = fx;
    W[DY] = fy;
    j = climb(VB, NB, nB, W, 0);
  } else {
    bits = 0;
    for (let l: i32 = NB, end: i32 = NB + (nB << 1); l < end; l += 8) {
      bits = (bits << 4) | ((+(VB[l] * fy > VB[l + 1] * fx) as i32) << 3) |
        ((+(VB[l + 2] * fy > VB[l + 3] * fx) as i32) << 2) |
        ((+(VB[l + 4] * fy > VB[l + 5] * fx) as i32) << 1) |
        +(VB[l + 6] * fy > VB[l + 7] * fx);
    }
    bits >>>= -nB & 3;
    bits = ~bits & ((bits >>> 1) | (bits << (nB - 1))) & (-1 >>> (32 - nB));
    j = bits === 0 ? 0 : nB - 32 + clz(bits);
  }
  let before: i32 = i - 1 + (nA & ((i - 1) >> 31));
  let y: i32 = NA + (i << 1), z: i32 = NA + (before << 1), v: i32 = LOCAL + (i << 1);
  // (A product of integers may be -0 in JavaScript, and so a double; a mask is none.)
  let isBefore: i32 =
    +((cx - VA[v]) * (VA[z] - VA[y]) + (cy - VA[v + 1]) * (VA[z + 1] - VA[y + 1]) > 0);
  const eA: i32 = i + ((before - i) & -isBefore);
  before = j - 1 + (nB & ((j - 1) >> 31));
  y = NB + (j << 1);
  z = NB + (before << 1);
  v = LOCAL + (j << 1);
  isBefore =
    +((fx + gx - VB[v]) * (VB[z] - VB[y]) + (fy + gy - VB[v + 1]) * (VB[z + 1] - VB[y + 1]) > 0);
  const eB: i32 = j + ((before - j) & -isBefore);

  // 3. Their separations, for normal N, edge start u and the other's vertex v that faces the edge:
  // s = N·(t + (rc -rs; rs rc) v - u) = N·(t - u) - m·v, with m = -N in the other's frame.
  const NAx: f64 = VA[NA + (eA << 1)], NAy: f64 = VA[NA + (eA << 1) + 1];
  const NBx: f64 = VB[NB + (eB << 1)], NBy: f64 = VB[NB + (eB << 1) + 1];
  const mx: f64 = -(rc * NAx + rs * NAy), my: f64 = rs * NAx - rc * NAy;
  const lx: f64 = rs * NBy - rc * NBx, ly: f64 = -(rs * NBx + rc * NBy);
  if (nB > SCAN_MAX) {
    W[DX] = mx;
    W[DY] = my;
    j = climb(VB, NB, nB, W, j);
  } else {
    bits = 0;
    for (let l: i32 = NB, end: i32 = NB + (nB << 1); l < end; l += 8) {
      bits = (bits << 4) | ((+(VB[l] * my > VB[l + 1] * mx) as i32) << 3) |
        ((+(VB[l + 2] * my > VB[l + 3] * mx) as i32) << 2) |
        ((+(VB[l + 4] * my > VB[l + 5] * mx) as i32) << 1) |
        +(VB[l + 6] * my > VB[l + 7] * mx);
    }
    bits >>>= -nB & 3;
    bits = ~bits & ((bits >>> 1) | (bits << (nB - 1))) & (-1 >>> (32 - nB));
    j = bits === 0 ? 0 : nB - 32 + clz(bits);
  }
  if (nA > SCAN_MAX) {
    W[DX] = lx;
    W[DY] = ly;
    i = climb(VA, NA, nA, W, i);
  } else {
    bits = 0;
    for (let l: i32 = NA, end: i32 = NA + (nA << 1); l < end; l += 8) {
      bits = (bits << 4) | ((+(VA[l] * ly > VA[l + 1] * lx) as i32) << 3) |
        ((+(VA[l + 2] * ly > VA[l + 3] * lx) as i32) << 2) |
        ((+(VA[l + 4] * ly > VA[l + 5] * lx) as i32) << 1) |
        +(VA[l + 6] * ly > VA[l + 7] * lx);
    }
    bits >>>= -nA & 3;
    bits = ~bits & ((bits >>> 1) | (bits << (nA - 1))) & (-1 >>> (32 - nA));
    i = bits === 0 ? 0 : nA - 32 + clz(bits);
  }
  v = LOCAL + (eA << 1);
  const pAx: f64 = VA[v], pAy: f64 = VA[v + 1];
  v = LOCAL + (eB << 1);
  const pBx: f64 = VB[v], pBy: f64 = VB[v + 1];
  v = LOCAL + (j << 1);
  const sA: f64 = (NAx * (tx - pAx) + NAy * (ty - pAy)) - (mx * VB[v] + my * VB[v + 1]);
  v = LOCAL + (i << 1);
  const sB: f64 = (NBx * (ox - pBx) + NBy * (oy - pBy)) - (lx * VA[v] + ly * VA[v + 1]);
  // (Which of the two is out of reach is as good as random, so both normals stand in memory.)
  const isFar: i32 = +(sA > far);
  if ((isFar | +(sB > far)) !== 0) {
    W[OPERANDS] = bs * NBy - bc * NBx;
    W[OPERANDS + 1] = -(bs * NBx + bc * NBy);
    W[OPERANDS + 2] = ac * NAx - as * NAy;
    W[OPERANDS + 3] = as * NAx + ac * NAy;
    W[POINT_COUNT] = 0;
    W[MANIFOLD_NX] = W[OPERANDS + (isFar << 1)] + 0;
    W[MANIFOLD_NY] = W[OPERANDS + (isFar << 1) + 1] + 0;
    if (skew > FRAME_NOISE + UNIT) shorten(W);
    return 0;
  }
  // B's edge is better when it is so by more than rounding. The two stand in memory, so that no branch has
  // to choose.
  const bias: f64 = BIAS * size;
  let side: i32 = +(sB > sA + bias);
  W[OPERANDS] = sA;
  W[OPERANDS + 1] = sB - bias;

  // 4. All others, of the reference R against the incident I, first of A and then of B. With h the center of I,
  // d = (wayX, wayY) the way to it from R's, and ρ the radii of the circles within both,
  //
  //   s <= N·(v - u) for every vertex v of I,   s <= N·(h - u) - ρ_I <= N·d - ρ_R - ρ_I.
  //
  // Around R, N·d falls to both sides of the first edge, which lies at the vertex furthest along d. So where the last
  // bound, N·d <= least, rules the next edge but one out, on both sides, it does so for all beyond them; the neighbours
  // are left, and the vertex that faces these is about the next one around I. What the bounds leave open is measured.
  // Of equal edges the first is taken.
  let edge: i32 = eA + ((eB - eA) & -side), facing: i32 = j + ((i - j) & -side);
  let best: f64 = W[OPERANDS + side];
  // Touching cores without radii: all edges count that are not behind beyond rounding.
  const touches: boolean = limit === 0 && abs(best) <= E && (nA > 2 || nB > 2);
  const low: f64 = touches ? -2 * E : best - bias;
  const least: f64 = low + (VA[INNER] + VB[INNER]) - E;
  let apart: i32 = 0;
  let VR: Verts = VA, VI: Verts = VB;
  let r: i32 = POSE_A,
    q: i32 = POSE_B,
    nR: i32 = nA,
    nI: i32 = nB,
    NR: i32 = NA,
    first: i32 = eA,
    front: i32 = j;
  let wayX: f64 = dx, wayY: f64 = dy, hx: f64 = cx, hy: f64 = cy;
  for (let turn: i32 = 0; turn < 2; turn++) {
    const within: f64 = low + VI[INNER];
    const next: i32 = (first + 1) & ((first + 1 - nR) >> 31);
    const last: i32 = first - 1 + (nR & ((first - 1) >> 31));
    y = NR + (((next + 1) & ((next + 1 - nR) >> 31)) << 1);
    z = NR + ((last - 1 + (nR & ((last - 1) >> 31))) << 1);
    const isWide: i32 = +(nR > 3) & (+(VR[y] * wayX + VR[y + 1] * wayY > least) |
      +(VR[z] * wayX + VR[z + 1] * wayY > least));
    v = LOCAL + (((front + 1) & ((front + 1 - nI) >> 31)) << 1);
    y = NR + (next << 1);
    z = LOCAL + (next << 1);
    let x: f64 = VI[v], w: f64 = VI[v + 1];
    const isNext: i32 = +(VR[y] * (rc * x - rs * w + (tx - VR[z])) +
        VR[y + 1] * (rs * x + rc * w + (ty - VR[z + 1])) >= low) &
      +(VR[y] * (hx - VR[z]) + VR[y + 1] * (hy - VR[z + 1]) >= within);
    v = LOCAL + ((front - 1 + (nI & ((front - 1) >> 31))) << 1);
    y = NR + (last << 1);
    z = LOCAL + (last << 1);
    x = VI[v];
    w = VI[v + 1];
    const isLast: i32 = +(VR[y] * (rc * x - rs * w + (tx - VR[z])) +
        VR[y + 1] * (rs * x + rc * w + (ty - VR[z + 1])) >= low) &
      +(VR[y] * (hx - VR[z]) + VR[y + 1] * (hy - VR[z + 1]) >= within);
    if ((isWide | isNext | isLast) !== 0) {
      const gx: f64 = VI[CENTER_X], gy: f64 = VI[CENTER_Y];
      const end: i32 = isWide !== 0 ? nR << 1 : 1 + isLast;
      let e: i32 = first, step: i32 = 1, near: i32 = front;
      for (let k: i32 = isWide !== 0 ? 0 : 1 - isNext; k < end; k++) {
        if (isWide === 0) e = next + ((last - next) & -k);
        else {
          e += step;
          e = (e & ((e - nR) >> 31)) + (nR & (e >> 31));
          y = NR + (e << 1);
          if (e === first || VR[y] * wayX + VR[y + 1] * wayY <= least) {
            // (Once around, all have been seen.)
            if (e === first || step < 0) break;
            step = -1;
            e = first;
            near = front;
            continue;
          }
        }
        const N: i32 = NR + (e << 1), u: i32 = LOCAL + (e << 1);
        const Nx: f64 = VR[N], Ny: f64 = VR[N + 1];
        const mx: f64 = -(rc * Nx + rs * Ny), my: f64 = rs * Nx - rc * Ny;
        const o: f64 = Nx * (tx - VR[u]) + Ny * (ty - VR[u + 1]);
        if (
          !(o - (mx * VI[LOCAL + (near << 1)] + my * VI[LOCAL + (near << 1) + 1]) >= low &&
            o - (mx * gx + my * gy) >= within)
        ) continue;
        W[DX] = mx;
        W[DY] = my;
        const j: i32 = supportIndex(VI, nI, W, near);
        near = j;
        const s: f64 = o - (mx * VI[LOCAL + (j << 1)] + my * VI[LOCAL + (j << 1) + 1]);
        const worth: f64 = s - bias * turn;
        if (touches && s >= low) apart |= separates(VR, nR, r, VI, nI, q, W, e, j);
        if (worth > best || (worth === best && side === turn && e < edge)) {
          best = worth;
          side = turn;
          edge = e;
          facing = j;
          if (s > far) {
            W[POINT_COUNT] = 0;
            if (side === 0) {
              W[MANIFOLD_NX] = ac * Nx - as * Ny + 0;
              W[MANIFOLD_NY] = as * Nx + ac * Ny + 0;
            } else {
              W[MANIFOLD_NX] = bs * Ny - bc * Nx + 0;
              W[MANIFOLD_NY] = 0 - (bs * Nx + bc * Ny);
            }
            if (skew > FRAME_NOISE + UNIT) shorten(W);
            return 0;
          }
        }
      }
    }
    // The other way around.
    wayX = fx;
    wayY = fy;
    hx = fx + gx;
    hy = fy + gy;
    tx = ox;
    ty = oy;
    rs = -rs;
    VR = VB;
    VI = VA;
    r = POSE_B;
    q = POSE_A;
    nR = nB;
    nI = nA;
    NR = NB;
    first = eB;
    front = i;
  }
  best += bias * side;

  // 5. Overlapping cores: the reference edge is known.
  if (best < -E) {
    return side === 0
      ? clip(VA, nA, POSE_A, VB, nB, POSE_B, W, 0, edge, facing, MEASURE)
      : clip(VB, nB, POSE_B, VA, nA, POSE_A, W, 1, edge, facing, MEASURE);
  }
  // Touching cores without radii: the exact sign of each edge decides. One vertex that is not in front of it
  // shows that it does not separate; where none does, the reference found is as good as any.
  if (touches || (limit === 0 && best <= E && (nA > 2 || nB > 2))) {
    // Found to touch only on the way: some edges have not been looked at.
    if (!touches) apart = 1;
    if (sA >= low) apart |= separates(VA, nA, POSE_A, VB, nB, POSE_B, W, eA, j);
    if (sB >= low) apart |= separates(VB, nB, POSE_B, VA, nA, POSE_A, W, eB, i);
    if (apart !== 0) {
      scanBoundary(VA, nA, VB, nB, W);
      side = int(W[SIDE]);
      edge = int(W[EDGE]);
      facing = int(W[FACING]);
    }
    return side === 0
      ? clip(VA, nA, POSE_A, VB, nB, POSE_B, W, 0, edge, facing, MEASURE)
      : clip(VB, nB, POSE_B, VA, nA, POSE_A, W, 1, edge, facing, MEASURE);
  }
  return side === 0
    ? collideApart(VA, nA, POSE_A, VB, nB, POSE_B, W, 0, edge, facing)
    : collideApart(VB, nB, POSE_B, VA, nA, POSE_A, W, 1, edge, facing);
}

/** A core of one point, the incident I, and one with edges, the reference R. */
function collidePoint(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
  W: Ptr,
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
  if (!(skew < SKEWED && VR[INNER] > -Infinity)) return collideClosest(VA, nA, VB, nB, W);
  const E: f64 = S * skew;
  W[NOISE] = E;
  const limit: f64 = W[MARGIN] + radii, far: f64 = limit + E;
  const sign: f64 = 1 - 2 * side;
  const reach: f64 = VR[OUTER] + far + E;
  if (dx * dx + dy * dy > reach * reach) {
    const d: f64 = sign * sqrt(dx * dx + dy * dy);
    W[POINT_COUNT] = 0;
    W[MANIFOLD_NX] = (c * dx - z * dy) / d + 0;
    W[MANIFOLD_NY] = (z * dx + c * dy) / d + 0;
    if (skew > FRAME_NOISE + UNIT) shorten(W);
    return 0;
  }

  // 2. The edge that p is furthest in front of; of equal ones the first. Which one is as good as random: no branch.
  const NR: i32 = LOCAL + (nR << 1);
  let edge: i32 = 0, count: i32 = nR;
  if (nR > SCAN_MAX) {
    W[DX] = dx;
    W[DY] = dy;
    edge = edgeTowards(VR, nR, W);
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
    W[POINT_COUNT] = 0;
    W[MANIFOLD_NX] = sign * (c * VR[N] - z * VR[N + 1]) + 0;
    W[MANIFOLD_NY] = sign * (z * VR[N] + c * VR[N + 1]) + 0;
    if (skew > FRAME_NOISE + UNIT) shorten(W);
    return 0;
  }

  // 3. Beyond rounding it is beside that edge, in front of it or behind, or at the end that it is past: one point,
  // as `clip` and `collideCorners` have it to the last bit.
  const margin: f64 = W[MARGIN];
  const end: i32 = (edge + 1) & ((edge + 1 - nR) >> 31);
  const rx: f64 = W[r] - W[POSE_A], ry: f64 = W[r + 1] - W[POSE_A + 1];
  const u0: i32 = NR + (nR << 1) + (edge << 1), u1: i32 = NR + (nR << 1) + (end << 1);
  const u0x: f64 = c * VR[u0] - z * VR[u0 + 1] + rx, u0y: f64 = z * VR[u0] + c * VR[u0 + 1] + ry;
  const u1x: f64 = c * VR[u1] - z * VR[u1 + 1] + rx, u1y: f64 = z * VR[u1] + c * VR[u1 + 1] + ry;
  const vx: f64 = C * VI[g] - Z * VI[g + 1] + (W[i] - W[POSE_A]);
  const vy: f64 = Z * VI[g] + C * VI[g + 1] + (W[i + 1] - W[POSE_A + 1]);
  const ex: f64 = u1x - u0x, ey: f64 = u1y - u0y, ee: f64 = ex * ex + ey * ey;
  // (Of an edge so short that rounding turns it nothing is known.)
  if (!(ee * TURNED > E * E)) return collideClosest(VA, nA, VB, nB, W);
  const t0: f64 = ex * (vx - u0x) + ey * (vy - u0y), t1: f64 = ex * (vx - u1x) + ey * (vy - u1y);
  W[POINT_COUNT] = 0;
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
      W[POINT_COUNT] = 1;
      W[MANIFOLD_POINTS] = vx + m * Nx + W[POSE_A];
      W[MANIFOLD_POINTS + 1] = vy + m * Ny + W[POSE_A + 1];
      W[MANIFOLD_POINTS + 2] = gap;
      W[MANIFOLD_POINTS + 3] = 0;
      return 1;
    }
  } else if (best > E) {
    // The edge on the other side of that end leads away.
    const isEnd: boolean = t1 > 0, l: i32 = isEnd ? end : edge;
    const beyond: i32 = isEnd
      ? (end + 1) & ((end + 1 - nR) >> 31)
      : edge - 1 + (nR & ((edge - 1) >> 31));
    const y: i32 = LOCAL + (l << 1), x: i32 = LOCAL + (beyond << 1);
    const lead: f64 = (px - VR[y]) * (VR[x] - VR[y]) + (py - VR[y + 1]) * (VR[x + 1] - VR[y + 1]);
    const ux: f64 = isEnd ? u1x : u0x, uy: f64 = isEnd ? u1y : u0y;
    const dx: f64 = sign * (vx - ux), dy: f64 = sign * (vy - uy), square: f64 = dx * dx + dy * dy;
    const d: f64 = sqrt(square), gap: f64 = d - radii;
    if (
      !(lead > 0) && d > E && square > SMALL && abs(gap) > E && abs(gap - margin) > E
    ) {
      const Nx: f64 = dx / d, Ny: f64 = dy / d, rR: f64 = VR[RADIUS], rI: f64 = VI[RADIUS];
      W[MANIFOLD_NX] = Nx + 0;
      W[MANIFOLD_NY] = Ny + 0;
      if (gap > margin) return 0;
      W[POINT_COUNT] = 1;
      W[MANIFOLD_POINTS] = 0.5 * ((ux + sign * (rR * Nx)) + (vx - sign * (rI * Nx))) + W[POSE_A];
      W[MANIFOLD_POINTS + 1] = 0.5 * ((uy + sign * (rR * Ny)) + (vy - sign * (rI * Ny))) +
        W[POSE_A + 1];
      W[MANIFOLD_POINTS + 2] = gap;
      W[MANIFOLD_POINTS + 3] = 0;
      return 1;
    }
  }

  // 4. The rest is settled as for cores that both have edges. Behind an edge and not beside it, of edges in one line:
  // far from the ends of a short one its line is not known well.
  if (best < -E && (t0 < 0 || t1 > 0)) return collideClosest(VA, nA, VB, nB, W);
  if (best < -E) return clip(VR, nR, r, VI, 1, i, W, side, edge, 0, MEASURE);
  if (limit === 0 && best <= E && nR > 2) {
    let apart: i32 = 0;
    for (let k: i32 = 0; k < nR; k++) {
      const N: i32 = NR + (k << 1), u: i32 = LOCAL + (k << 1);
      const s: f64 = VR[N] * (px - VR[u]) + VR[N + 1] * (py - VR[u + 1]);
      if (s >= -2 * E) apart |= separates(VR, nR, r, VI, 1, i, W, k, 0);
    }
    if (apart !== 0) {
      scanBoundary(VA, nA, VB, nB, W);
      edge = int(W[EDGE]);
    }
    return clip(VR, nR, r, VI, 1, i, W, side, edge, 0, MEASURE);
  }
  return collideApart(VR, nR, r, VI, 1, i, W, side, edge, 0);
}

/**
 * The edge that a point is furthest in front of, (W[DX], W[DY]) away from the center; of equal ones the first. With a
 * circle of radius ρ about the center it is in front of an edge of normal N by N·d - ρ at most, which falls to both
 * sides of the vertex that is furthest along d: a walk from there ends where that is below the best.
 */
function edgeTowards(V: Verts, n: i32, W: Ptr): i32 {
  const dx: f64 = W[DX], dy: f64 = W[DY];
  const px: f64 = V[CENTER_X] + dx, py: f64 = V[CENTER_Y] + dy;
  const first: i32 = climb(V, LOCAL + (n << 1), n, W, 0);
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

/**
 * Cores apart, with the reference's edge k that separates them most and the incident vertex j that faces
 * it: beside the edge they are the closest features, else vertex j and an end of the edge may be.
 */
function collideApart(
  VR: Verts,
  nR: i32,
  r: i32,
  VI: Verts,
  nI: i32,
  i: i32,
  W: Ptr,
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
  const R: f64 = VR[RADIUS] + VI[RADIUS], margin: f64 = W[MARGIN], E: f64 = W[NOISE];
  const x0: f64 = ex * (vx - u0x), y0: f64 = ey * (vy - u0y), t0: f64 = x0 + y0;
  const x1: f64 = ex * (vx - u1x), y1: f64 = ey * (vy - u1y), t1: f64 = x1 + y1;
  if (t0 >= 0 && t1 <= 0) {
    const length: f64 = sqrt(ex * ex + ey * ey);
    const s: f64 = ((vx - u0x) * ey - (vy - u0y) * ex) / length, gap: f64 = s - R;
    if (s > E && abs(gap) > E && abs(gap - margin) > E) {
      return clip(VR, nR, r, VI, nI, i, W, side, k, j, MEASURE);
    }
    if (s > E && (margin === 0 || abs(gap - margin) > E)) {
      // By about the radii: as far as v is from the line when it lies beside the edge, exactly.
      W[OPERANDS] = u0x;
      W[OPERANDS + 1] = u0y;
      W[OPERANDS + 2] = u1x;
      W[OPERANDS + 3] = u1y;
      W[OPERANDS + 4] = vx;
      W[OPERANDS + 5] = vy;
      edgeGap(VR, VI, W);
      W[DISTANCE] = W[VALUE];
      let proof: i32 = 0;
      if (W[VALUE] <= 0) {
        // In reach, so that it does not matter what else may be closer.
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
        proof = side === 0 ? isClosest(VR, nR, VI, nI, W) : isClosest(VI, nI, VR, nR, W);
      }
      if (proof > 0) return clip(VR, nR, r, VI, nI, i, W, side, k, j, KNOWN);
    }
  } else {
    // The nearer end of the edge and v, unless an edge at either leads towards the other.
    const l: i32 = t0 < 0 ? k : k1;
    if (nI > 1) {
      // The edge f that leads from v along the reference, to w, may be parallel to it. Then w is as near as v;
      // and where it is past both ends, the reference's end l lies beside f.
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
        if (w0 >= 0 && w1 <= 0) return collideApart(VR, nR, r, VI, nI, i, W, side, k, w);
        const fx: f64 = wx - vx, fy: f64 = wy - vy;
        // Rounding alone could have either past both ends of the other, so that lengths are compared as well.
        if ((t0 < 0 ? w1 > 0 : w0 < 0) && fx * fx + fy * fy > ex * ex + ey * ey) {
          return collideApart(VI, nI, i, VR, nR, r, W, 1 - side, f, l);
        }
        j = w;
      }
    }
    const done: i32 = side === 0
      ? collideCorners(VR, nR, VI, nI, W, l, j)
      : collideCorners(VI, nI, VR, nR, W, j, l);
    if (done >= 0) return done;
  }
  return side === 0 ? collideClosest(VR, nR, VI, nI, W) : collideClosest(VI, nI, VR, nR, W);
}

/** Vertices i and j as the closest features; -1 when they may not be, or too close to R or the margin. */
function collideCorners(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
  W: Ptr,
  i: i32,
  j: i32,
): i32 {
  W[ON_EDGE] = 0;
  W[FA0] = i;
  W[FB0] = j;
  vertexPair(VA, nA, VB, nB, W, i, j);
  const ra: f64 = VA[RADIUS], rb: f64 = VB[RADIUS], E: f64 = W[NOISE];
  const margin: f64 = W[MARGIN];
  let gap: f64 = W[DISTANCE] - (ra + rb);
  if (!(W[DISTANCE] > E) || (abs(gap - margin) <= E && margin > 0)) return -1;
  if (leads(VA, nA, POSE_A, W, i, 1) || leads(VB, nB, POSE_B, W, j, -1)) return -1;
  if (abs(gap) <= E) {
    W[OPERANDS] = W[AX];
    W[OPERANDS + 1] = W[AY];
    W[OPERANDS + 4] = W[BX];
    W[OPERANDS + 5] = W[BY];
    radiusGap(VA, VB, W, 0);
    gap = W[VALUE];
    // Out of reach by less than rounding: unless others are closer.
    if (gap > 0 && isClosest(VA, nA, VB, nB, W) === 0) return -1;
  }
  const Nx: f64 = W[NX], Ny: f64 = W[NY];
  W[MANIFOLD_NX] = Nx + 0;
  W[MANIFOLD_NY] = Ny + 0;
  W[POINT_COUNT] = 0;
  if (gap > margin) return 0;
  W[MANIFOLD_POINTS] = 0.5 * ((W[AX] + ra * Nx) + (W[BX] - rb * Nx)) + W[POSE_A];
  W[MANIFOLD_POINTS + 1] = 0.5 * ((W[AY] + ra * Ny) + (W[BY] - rb * Ny)) + W[POSE_A + 1];
  W[MANIFOLD_POINTS + 2] = gap;
  nameCorners(VA, nA, VB, nB, W, i, j);
  return addOpposite(VA, nA, VB, nB, W, i, j);
}

/** Whether an edge at vertex i leads along `sign` times the normal in W[NX], W[NY]. */
function leads(V: Verts, n: i32, p: i32, W: Ptr, i: i32, sign: i32): boolean {
  const c: f64 = W[p + 2] * sign, s: f64 = W[p + 3] * sign;
  const mx: f64 = c * W[NX] + s * W[NY], my: f64 = c * W[NY] - s * W[NX];
  const v: i32 = LOCAL + (i << 1);
  const y: i32 = LOCAL + (((i + 1) & ((i + 1 - n) >> 31)) << 1);
  const z: i32 = LOCAL + ((i - 1 + (n & ((i - 1) >> 31))) << 1);
  return mx * (V[y] - V[v]) + my * (V[y + 1] - V[v + 1]) > 0 ||
    mx * (V[z] - V[v]) + my * (V[z + 1] - V[v + 1]) > 0;
}

/** One point, POINT_COUNT = 1: its id, for the vertices i and j that meet in it along the normal NX, NY. */
export function nameCorners(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
  W: Ptr,
  i: i32,
  j: i32,
): void {
  W[POINT_COUNT] = 1;
  let ia: i32 = 0, ib: i32 = 0;
  if (nA > 1 && nB > 1) {
    // Named like a corner of the one against the edge of the other that leans towards it most.
    ia = leaningEdge(VA, nA, POSE_A, W, i, 1);
    ib = leaningEdge(VB, nB, POSE_B, W, j, -1);
    if (isLonger(VA, nA, ia, VB, nB, ib, W) > 0) ib = j;
    else ia = i;
  }
  writeId(W, MANIFOLD_POINTS + 3, ia, ib, 0);
}

/**
 * The second point where edges begin at the closest vertices i and j that lie along each other: where the
 * shorter of the two ends, measured along the normal NX, NY. Rounded boxes that are stacked flush, one of
 * them tilted by a little, are closest at corners and rest on a side nevertheless; without the second point
 * they would roll over the first. Returns the number of points.
 *
 * With t the normal turned left, A's edge i and B's edge before j leave their vertices along t, the other two
 * along -t. Of those two pairs the one that is more parallel counts; none if both open by the same angle.
 */
function addOpposite(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
  W: Ptr,
  i: i32,
  j: i32,
): i32 {
  if (nA < 2 || nB < 2) return 1;
  const c: f64 = W[POSE_A + 2], s: f64 = W[POSE_A + 3];
  const C: f64 = W[POSE_B + 2], S: f64 = W[POSE_B + 3];
  const Nx: f64 = W[NX], Ny: f64 = W[NY];
  const iBefore: i32 = i - 1 + (nA & ((i - 1) >> 31)), iAfter: i32 = (i + 1) & ((i + 1 - nA) >> 31);
  const jBefore: i32 = j - 1 + (nB & ((j - 1) >> 31)), jAfter: i32 = (j + 1) & ((j + 1 - nB) >> 31);

  // 1. The sines of the angles by which the two pairs open, from the normals of their edges. What is not
  // along each other counts as open by a right angle, and so does a segment's far side.
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

  // 2. The edges as vectors from the two vertices, along the way they go and across it.
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

  // 3. Where the shorter one ends.
  const length: f64 = min(along, along2);
  const down: f64 = length / along * (ax * Nx + ay * Ny);
  const up: f64 = length / along2 * (bx * Nx + by * Ny);
  const gap: f64 = W[MANIFOLD_POINTS + 2];
  const gap2: f64 = up > down ? gap + (up - down) : gap; // nothing is deeper than the closest vertices
  if (gap2 > W[MARGIN]) return 1;

  // 4. Names as in `clip`, by the edges that were chosen here.
  const edgeA: i32 = left === 1 ? i : i2, edgeB: i32 = left === 1 ? j2 : j;
  const onA: boolean = isLonger(VA, nA, edgeA, VB, nB, edgeB, W) > 0;
  const px: f64 = W[MANIFOLD_POINTS], py: f64 = W[MANIFOLD_POINTS + 1];
  const middle: f64 = 0.5 * (down + up), turn: f64 = sign * length;
  const o: i32 = MANIFOLD_POINTS + ((1 - left) << 2), o2: i32 = MANIFOLD_POINTS + (left << 2);
  W[o] = px;
  W[o + 1] = py;
  W[o + 2] = gap;
  W[o2] = px + (middle * Nx - turn * Ny);
  W[o2 + 1] = py + (middle * Ny + turn * Nx);
  W[o2 + 2] = gap2;
  writeId(W, o + 3, onA ? edgeA : i, onA ? j : edgeB, 0);
  writeId(W, o2 + 3, onA ? edgeA : i2, onA ? j2 : edgeB, 0);
  W[POINT_COUNT] = 2;
  return 2;
}

/** 1 when vertex j is in front of edge k, exactly, in the pair frame: (v - u0) x e > 0 for e = u1 - u0. */
function separates(
  VR: Verts,
  nR: i32,
  r: i32,
  VI: Verts,
  nI: i32,
  i: i32,
  W: Ptr,
  k: i32,
  j: i32,
): i32 {
  const c: f64 = W[r + 2], z: f64 = W[r + 3], C: f64 = W[i + 2], Z: f64 = W[i + 3];
  const rx: f64 = W[r] - W[POSE_A], ry: f64 = W[r + 1] - W[POSE_A + 1];
  const XR: i32 = LOCAL + (nR << 2), u: i32 = XR + (k << 1);
  const w: i32 = XR + (((k + 1) & ((k + 1 - nR) >> 31)) << 1);
  const v: i32 = LOCAL + (nI << 2) + (j << 1);
  let x: f64 = VR[u], y: f64 = VR[u + 1];
  const u0x: f64 = c * x - z * y + rx, u0y: f64 = z * x + c * y + ry;
  x = VR[w];
  y = VR[w + 1];
  const u1x: f64 = c * x - z * y + rx, u1y: f64 = z * x + c * y + ry;
  x = VI[v];
  y = VI[v + 1];
  const vx: f64 = C * x - Z * y + (W[i] - W[POSE_A]),
    vy: f64 = Z * x + C * y + (W[i + 1] - W[POSE_A + 1]);
  const ex: f64 = u1x - u0x, ey: f64 = u1y - u0y;
  const left: f64 = (vx - u0x) * ey, right: f64 = (vy - u0y) * ex;
  const det: f64 = left - right;
  if (abs(det) > DETERMINANT_BOUND * (abs(left) + abs(right))) return +(det > 0);
  if ((vx === u0x || ey === 0) && (vy === u0y || ex === 0)) return 0;
  W[OPERANDS] = u0x;
  W[OPERANDS + 1] = u0y;
  W[OPERANDS + 2] = vx;
  W[OPERANDS + 3] = vy;
  W[OPERANDS + 4] = u0x;
  W[OPERANDS + 5] = u0y;
  W[OPERANDS + 6] = u1x;
  W[OPERANDS + 7] = u1y;
  cross(W);
  return +(W[VALUE] > 0);
}

/** Two cores of one point each. */
function collidePoints(
  VA: Verts,
  VB: Verts,
  W: Ptr,
): i32 {
  const c: f64 = W[POSE_A + 2], s: f64 = W[POSE_A + 3];
  const C: f64 = W[POSE_B + 2], Z: f64 = W[POSE_B + 3];
  const m: i32 = LOCAL + 4, n: i32 = LOCAL + 4;
  const wx: f64 = W[POSE_B] - W[POSE_A], wy: f64 = W[POSE_B + 1] - W[POSE_A + 1];
  const ax: f64 = c * VA[m] - s * VA[m + 1], ay: f64 = s * VA[m] + c * VA[m + 1];
  const bx: f64 = C * VB[n] - Z * VB[n + 1] + wx, by: f64 = Z * VB[n] + C * VB[n + 1] + wy;
  const dx: f64 = bx - ax, dy: f64 = by - ay;
  const ra: f64 = VA[RADIUS], rb: f64 = VB[RADIUS];
  const R: f64 = ra + rb, margin: f64 = W[MARGIN];
  const S: f64 = VA[EXTENT] + VB[EXTENT] + abs(wx) + abs(wy) + R;
  const skew: f64 = FRAME_NOISE + abs(c * c + s * s - 1) + abs(C * C + Z * Z - 1);
  if (!(skew < SKEWED)) return collideClosest(VA, 1, VB, 1, W);
  const E: f64 = S * skew;
  const square: f64 = dx * dx + dy * dy, reach: f64 = R + margin + E;
  const d: f64 = sqrt(square), gap: f64 = d - R;
  const Nx: f64 = dx / d, Ny: f64 = dy / d;
  W[POINT_COUNT] = 0;
  W[MANIFOLD_NX] = Nx + 0;
  W[MANIFOLD_NY] = Ny + 0;
  // Known before the root is. (Of squares below 2^-900 rounding is more than an ulp.)
  const isClear: boolean = square > SMALL;
  if (isClear && square > reach * reach) return 0;
  W[NOISE] = E;
  if (!(isClear && d > E && abs(gap) > E && abs(gap - margin) > E)) {
    const done: i32 = isClear && d > E ? collideCorners(VA, 1, VB, 1, W, 0, 0) : -1;
    return done < 0 ? collideClosest(VA, 1, VB, 1, W) : done;
  }
  if (gap > margin) return 0;
  W[POINT_COUNT] = 1;
  W[MANIFOLD_POINTS] = 0.5 * ((ax + ra * Nx) + (bx - rb * Nx)) + W[POSE_A];
  W[MANIFOLD_POINTS + 1] = 0.5 * ((ay + ra * Ny) + (by - rb * Ny)) + W[POSE_A + 1];
  W[MANIFOLD_POINTS + 2] = gap;
  W[MANIFOLD_POINTS + 3] = 0;
  return 1;
}

/** Whatever the signed distance says: its features, its normal, its separation. */
function collideClosest(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
  W: Ptr,
): i32 {
  signedDistance(VA, nA, VB, nB, W, SIGNED);
  const Nx: f64 = W[NX], Ny: f64 = W[NY];
  W[MANIFOLD_NX] = Nx;
  W[MANIFOLD_NY] = Ny;
  W[POINT_COUNT] = 0;
  if (!(W[DISTANCE] <= W[MARGIN])) return 0;
  const i: i32 = int(W[FA0]), i2: i32 = int(W[FA1]), j: i32 = int(W[FB0]), j2: i32 = int(W[FB1]);
  if (i !== i2 || j !== j2) {
    // An edge of A against a vertex or edge of B, or a vertex of A against an edge of B. Of the two edges
    // that join the same two vertices of a segment, the one whose normal points the right way.
    const k: i32 = i !== i2 ? edgeOf(VA, nA, POSE_A, W, i, i2, 1) : -1;
    if (k >= 0) return clip(VA, nA, POSE_A, VB, nB, POSE_B, W, 0, k, j, KNOWN);
    const l: i32 = edgeOf(VB, nB, POSE_B, W, j, j2, -1);
    return clip(VB, nB, POSE_B, VA, nA, POSE_A, W, 1, l, i, KNOWN);
  }
  W[MANIFOLD_POINTS] = 0.5 * (W[AX] + W[BX]);
  W[MANIFOLD_POINTS + 1] = 0.5 * (W[AY] + W[BY]);
  W[MANIFOLD_POINTS + 2] = W[DISTANCE];
  nameCorners(VA, nA, VB, nB, W, i, j);
  return addOpposite(VA, nA, VB, nB, W, i, j);
}

/** The edge between vertices i and i2 whose outward normal points along `sign` times the normal. */
function edgeOf(
  V: Verts,
  n: i32,
  p: i32,
  W: Ptr,
  i: i32,
  i2: i32,
  sign: i32,
): i32 {
  if (n > 2) return (i + 1 < n ? i + 1 : 0) === i2 ? i : i2;
  return leaningEdge(V, n, p, W, 0, sign);
}

/** Of the two edges at vertex i the one whose outward normal leans most along `sign` times the normal. */
function leaningEdge(V: Verts, n: i32, p: i32, W: Ptr, i: i32, sign: i32): i32 {
  const c: f64 = W[p + 2], s: f64 = W[p + 3];
  const mx: f64 = c * W[NX] + s * W[NY], my: f64 = c * W[NY] - s * W[NX];
  const previous: i32 = i > 0 ? i - 1 : n - 1;
  const y: i32 = LOCAL + (n << 1) + (i << 1), z: i32 = LOCAL + (n << 1) + (previous << 1);
  const lead: f64 = mx * (V[z] - V[y]) + my * (V[z + 1] - V[y + 1]);
  return (sign > 0 ? lead > 0 : lead < 0) ? previous : i;
}

/** 1 when the first shape is larger than the second, or `tie` when equal, by a size that no pose changes. */
function isLarger(V: Verts, U: Verts, tie: i32): i32 {
  const v: f64 = V[OUTER], u: f64 = U[OUTER];
  return +(v > u) | (tie & +(v === u));
}

/**
 * 1 when A's edge k names a contact, 0 when B's edge l does: the longer one does, and of edges as long as each
 * other that of the larger shape. Corners of the shorter one touch within the longer, so a wheel rolls on over
 * ground by corners, and not by sides that change at each.
 */
function isLonger(VA: Verts, nA: i32, k: i32, VB: Verts, nB: i32, l: i32, W: Ptr): i32 {
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

/** W[slot] = the id of index i on A with index j on B; with side 1, i is on B and j on A. */
export function writeId(W: Ptr, slot: i32, i: i32, j: i32, side: i32): void {
  // (0 - x, since -x of an integer may be JavaScript's -0, and then is a double.)
  const swap: i32 = (i ^ j) & (0 - side);
  const x: f64 = i ^ swap, y: f64 = j ^ swap;
  W[slot] = i < ID_SMALL && j < ID_SMALL ? x + 65536 * y : 4503599627370496 + (x + 67108864 * y);
}

/**
 * The manifold with A's edge k as reference, though another may be closer: what a one-sided segment asks
 * for. Results as in `collide`.
 */
export function collideEdge(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
  W: Ptr,
  k: i32,
): i32 {
  const ac: f64 = W[POSE_A + 2], as: f64 = W[POSE_A + 3];
  const bc: f64 = W[POSE_B + 2], bs: f64 = W[POSE_B + 3];
  const rc: f64 = ac * bc + as * bs, rs: f64 = ac * bs - as * bc;
  const N: i32 = LOCAL + (nA << 1) + (k << 1);
  W[DX] = -(rc * VA[N] + rs * VA[N + 1]);
  W[DY] = rs * VA[N] - rc * VA[N + 1];
  const j: i32 = supportIndex(VB, nB, W, 0);
  return clip(VA, nA, POSE_A, VB, nB, POSE_B, W, 0, k, j, FORCED);
}

/**
 * Clips the incident edge at vertex j against edge k of the reference, in the pair frame; `side` is 0 when
 * the reference is A.
 *
 * With edge e = u1 - u0, length |e|, normal N = (e_y, -e_x) / |e|, and the incident edge from v (vertex j)
 * to z = v + d:  s = N·(v - u) is the separation of v from the edge's line, t0 = e·(v - u0) >= 0 and
 * t1 = e·(v - u1) <= 0 when v lies beside the edge. v + f d passes u0 at f = -t0 / e·d and u1 at
 * f = -t1 / e·d. The contact points are where it is beside the edge first and last, f0 and f1 in [0, 1],
 * unless they coincide. The facing vertex v lies beside the edge but for rounding, so its separation stays s.
 */
function clip(
  VR: Verts,
  nR: i32,
  r: i32,
  VI: Verts,
  nI: i32,
  i: i32,
  W: Ptr,
  side: i32,
  k: i32,
  j: i32,
  mode: i32,
): i32 {
  // 1. The reference edge and the facing vertex, as `signedDistance` has them to the last bit.
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

  // 2. The incident edge goes on from v to z: of the two edges at v the more antiparallel one.
  const before: i32 = j - 1 + (nI & ((j - 1) >> 31)), after: i32 = (j + 1) & ((j + 1 - nI) >> 31);
  const f: i32 = LOCAL + (nI << 1) + (j << 1), g: i32 = f + ((before - j) << 1);
  const mx: f64 = C * ey - Z * ex, my: f64 = -(C * ex + Z * ey);
  const onward: i32 = +(mx * (VI[f] - VI[g]) + my * (VI[f + 1] - VI[g + 1]) <= 0);
  const j2: i32 = before + ((after - before) & -onward);
  x = VI[XI + (j2 << 1)];
  y = VI[XI + (j2 << 1) + 1];
  const dx: f64 = (C * x - Z * y + ix) - vx, dy: f64 = (Z * x + C * y + iy) - vy;

  // 3. Normal and separation. Measured from the nearer end, u0 or u1, which stand in memory so that no branch
  // has to choose.
  W[OPERANDS + 4] = u0x;
  W[OPERANDS + 5] = u0y;
  W[OPERANDS + 6] = u1x;
  W[OPERANDS + 7] = u1y;
  const t0: f64 = ex * (vx - u0x) + ey * (vy - u0y), t1: f64 = ex * (vx - u1x) + ey * (vy - u1y);
  if (mode === MEASURE) {
    const E: f64 = W[NOISE];
    // An edge so short that rounding turns it: whether v still faces it, and it is the reference, is not known.
    let isSure: boolean = ee * TURNED > E * E || nI === 1;
    if (isSure && (t0 < 0 || t1 > 0)) {
      // v is past an end of the reference. But for rounding it lies beside it, or on a parallel edge of which the rest
      // does; else the reference goes on in another edge, in line with it, and v belongs to that one. Far from the ends
      // of a short edge its line is not known well: that of a longer parallel one is.
      const beyond: f64 = max(-t0, t1), turn: f64 = ex * dy - ey * dx;
      const EE: f64 = E * E, dd: f64 = dx * dx + dy * dy;
      isSure = beyond * beyond <= EE * ee || turn * turn <= EE * ee;
      if (isSure && ee < 0.0625 * dd) isSure = !(turn !== 0 && turn * turn <= EE * dd);
    }
    if (!isSure) {
      return side === 0 ? collideClosest(VR, nR, VI, nI, W) : collideClosest(VI, nI, VR, nR, W);
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
      cross(W);
      det = W[VALUE];
    }
    s = det / length;
    if (s === 0) s = det > 0 ? LEAST : det < 0 ? -LEAST : 0;
  } else {
    // Rotation rounded a tiny edge away; its normal is still known.
    const N: i32 = LOCAL + (nR << 1) + (k << 1);
    const scale: f64 = sqrt(c * c + z * z);
    Nx = (c * VR[N] - z * VR[N + 1]) / scale;
    Ny = (z * VR[N] + c * VR[N + 1]) / scale;
    s = Nx * (vx - u0x) + Ny * (vy - u0y);
  }
  const rR: f64 = VR[RADIUS], rI: f64 = VI[RADIUS];
  const R: f64 = rR + rI, margin: f64 = W[MARGIN];
  if (mode === KNOWN) s = W[DISTANCE] + R;
  rise = Nx * dx + Ny * dy;

  // 4. The part of the incident edge beside the reference: from f0 to f1 of the way from v to z.
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

  // 5. Which of the points count, and their order: that of the normal turned left.
  const gap: f64 = mode === KNOWN ? W[DISTANCE] : s - R, gap2: f64 = s2 - R;
  let o: i32 = MANIFOLD_POINTS, o2: i32 = MANIFOLD_POINTS + 4;
  if (count === 0 || gap > margin) {
    if (count < 2 || mode !== FORCED || gap2 > margin) {
      W[POINT_COUNT] = 0;
      return 0;
    }
    // Only a given edge has its nearest point at the incident edge's other end.
    count = 1;
    o = MANIFOLD_POINTS + 4;
    o2 = MANIFOLD_POINTS;
  } else if (count > 1) {
    const two: i32 = +(gap2 <= margin), turned: i32 = two & (ahead ^ (1 - side));
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

  // 6. Names: the longer edge, as in `isLonger`, and the other's vertex at that end of the overlap: edge k and
  // vertices j and j2, or the incident edge, which `onward` begins at v and runs against the reference from
  // its end to its start, and vertices k1 and k. By arithmetic: which is longer is as good as random.
  if (nI === 1) {
    W[o + 3] = 0;
    W[o2 + 3] = 0;
    return count;
  }
  const dd: f64 = dx * dx + dy * dy;
  let shorter: i32 = +(ee <= dd * LONGER);
  if ((shorter & +(ee * LONGER >= dd)) !== 0) shorter = 1 - isLarger(VR, VI, 1 - side);
  // (0 - x: see `writeId`.)
  const back: i32 = 0 - ((1 - onward) & shorter), forth: i32 = 0 - (onward & shorter);
  writeId(W, o + 3, k + (forth & (k1 - k)), j + (back & (j2 - j)), side);
  writeId(W, o2 + 3, k + (back & (k1 - k)), j2 + (forth & (j - j2)), side);
  return count;
}
