/**
 * The queries on one pair of shapes: GJK finds the features, the boundary scan measures overlap and
 * settles what rounding leaves open, the radii come last.
 *
 * One value decides everything: the signed distance. Its sign is exact for the pair-frame vertices
 * (for identity poses: for the shapes as given), and every other answer is read off it or is certain
 * to agree with it.
 *
 * @module
 */
import { abs, int, max, sqrt } from "./ptr.ts";
import type { f64, i32, Ptr, Verts } from "./ptr.ts";
import { collinearGap, descend, loadVertex, scanBoundary, segmentsMeet } from "./boundary.ts";
import { cross, dot, preciseCross, radiusGap } from "./exact.ts";
import { decide } from "./decide.ts";
import { edgeVertex, vertexPair } from "./features.ts";
import { gjk } from "./gjk.ts";

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const CENTER_X: i32 = 4;
const CENTER_Y: i32 = 5;
const RADIUS: i32 = 0;
const LOCAL: i32 = 6;
const REF_X: i32 = 2;
const REF_Y: i32 = 3;
const AX: i32 = 11;
const AY: i32 = 12;
const BX: i32 = 13;
const BY: i32 = 14;
const CORE: i32 = 37;
const COUNT: i32 = 22;
const DISTANCE: i32 = 8;
const EDGE: i32 = 31;
const FA0: i32 = 16;
const FA1: i32 = 17;
const FACING: i32 = 32;
const FB0: i32 = 18;
const FB1: i32 = 19;
const NOISE: i32 = 21;
const NX: i32 = 9;
const NY: i32 = 10;
const OPERANDS: i32 = 40;
const OVERLAPPING: i32 = 1;
const PA: i32 = 23;
const PB: i32 = 24;
const QA: i32 = 25;
const QB: i32 = 26;
const RA: i32 = 27;
const RB: i32 = 28;
const SEPARATED: i32 = 0;
const UNCERTAIN: i32 = 2;
const APART: i32 = 3;
const SEPARATION: i32 = 29;
const SIDE: i32 = 30;
const STATUS: i32 = 15;
const STATUS_OVERLAPPING: i32 = 2;
const STATUS_SEPARATED: i32 = 0;
const STATUS_TOUCHING: i32 = 1;
const VALUE: i32 = 48;
const CLOSEST: i32 = 0;
const DECIDE: i32 = 1;
const LOCATE: i32 = 2;
const ITERATION_CAP: i32 = 64;
const ON_EDGE: i32 = 38;
const ALONG: i32 = 39;
const DETERMINANT_BOUND: f64 = 3.3306690738754716e-16;
const ITERATIONS: i32 = 20;

/** Measure overlap: the axis of least penetration. */
export const SIGNED: i32 = 0;
/** Overlap needs no measure, only a point that the shapes share. */
export const UNSIGNED: i32 = 1;

/** How far, in lengths of an edge, rounding alone puts a point beyond its ends. */
const BEYOND: f64 = 8.881784197001252e-16;
/** Corrections of the weights of a common point; each gains at least a digit or is the last. */
const CORRECTIONS: i32 = 16;

/** 1 when the closed shapes share a point. */
export function intersects(
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
  const R: f64 = VA[oA + RADIUS] + VB[oB + RADIUS];
  if (nA + nB === 2) return circlesMeet(VA, oA, VB, oB, P, a, b, W);
  if (R > 0) {
    const verdict: i32 = gjk(VA, oA, nA, VB, oB, nB, P, a, b, W, DECIDE, ITERATION_CAP);
    if (verdict === SEPARATED) return 0;
    if (verdict === OVERLAPPING) return 1;
    if (verdict === APART) {
      const answer: i32 = roundedMeet(VA, oA, nA, VB, oB, nB, P, a, b, W);
      if (answer < UNCERTAIN) return answer;
    }
  } else {
    const verdict: i32 = decide(VA, oA, nA, VB, oB, nB, P, a, b, W);
    if (verdict === SEPARATED) return 0;
    if (verdict === OVERLAPPING) return 1;
    if (nA > 2 || nB > 2) {
      if (
        segmentsMeet(
          VA,
          oA,
          nA,
          int(W[PA]),
          int(W[QA]),
          VB,
          oB,
          nB,
          int(W[PB]),
          int(W[QB]),
          P,
          a,
          b,
          W,
        ) === 1
      ) return 1;
      // Without radii the sign of the largest edge separation is the answer.
      scanBoundary(VA, oA, nA, VB, oB, nB, P, a, b, W);
      return W[SEPARATION] <= 0 ? 1 : 0;
    }
  }
  measure(VA, oA, nA, VB, oB, nB, P, a, b, W);
  return W[DISTANCE] <= 0 ? 1 : 0;
}

/**
 * Cores apart by about the sum of their radii, with the closest simplex in W: whether the radii reach, 0 or
 * 1, from the exact distance of features that are proven closest, or UNCERTAIN. Of two parallel edges, any
 * vertex beside the other edge will do.
 */
function roundedMeet(
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
  const pa: i32 = int(W[PA]), pb: i32 = int(W[PB]);
  if (W[COUNT] < 2) {
    W[ON_EDGE] = 0;
    W[FA0] = pa;
    W[FB0] = pb;
    exactRadii(VA, oA, nA, VB, oB, nB, P, a, b, W);
    // Two points that are close enough need not be the closest ones.
    if (W[DISTANCE] <= 0) return 1;
    return isClosest(VA, oA, nA, VB, oB, nB, P, a, b, W) > 0 ? 0 : UNCERTAIN;
  }
  // The origin is left of p -> q, so the edges q -> p run counter-clockwise.
  const qa: i32 = int(W[QA]), qb: i32 = int(W[QB]);
  W[ON_EDGE] = 1;
  for (let side: i32 = 0; side < 2; side++) {
    if (side === 0 ? pa === qa : pb === qb) continue;
    W[SIDE] = side;
    W[EDGE] = side === 0 ? qa : qb;
    W[FA1] = pa;
    W[FB1] = pb;
    const f0: i32 = side === 0 ? pb : pa, f1: i32 = side === 0 ? qb : qa;
    for (let end: i32 = 0; end < 2; end++) {
      W[FACING] = end === 0 ? f0 : f1;
      if (isClosest(VA, oA, nA, VB, oB, nB, P, a, b, W) > 0) {
        exactRadii(VA, oA, nA, VB, oB, nB, P, a, b, W);
        return W[DISTANCE] <= 0 ? 1 : 0;
      }
      if (f0 === f1) break;
    }
  }
  return UNCERTAIN;
}

/** Two cores of one point each: |v|² against R², exactly where rounding could matter. */
function circlesMeet(
  VA: Verts,
  oA: i32,
  VB: Verts,
  oB: i32,
  P: Ptr,
  a: i32,
  b: i32,
  W: Ptr,
): i32 {
  const c: f64 = P[a + 2], s: f64 = P[a + 3], C: f64 = P[b + 2], S: f64 = P[b + 3];
  const i: i32 = oA + LOCAL + 4, j: i32 = oB + LOCAL + 4;
  const ax: f64 = c * VA[i] - s * VA[i + 1], ay: f64 = s * VA[i] + c * VA[i + 1];
  const bx: f64 = C * VB[j] - S * VB[j + 1] + (P[b] - P[a]);
  const by: f64 = S * VB[j] + C * VB[j + 1] + (P[b + 1] - P[a + 1]);
  const x: f64 = bx - ax, y: f64 = by - ay, R: f64 = VA[oA + RADIUS] + VB[oB + RADIUS];
  const d2: f64 = x * x + y * y, R2: f64 = R * R, gap: f64 = d2 - R2;
  if (abs(gap) > 1.7763568394002505e-15 * (d2 + R2)) return gap < 0 ? 1 : 0;
  W[OPERANDS] = ax;
  W[OPERANDS + 1] = ay;
  W[OPERANDS + 4] = bx;
  W[OPERANDS + 5] = by;
  radiusGap(VA, oA, VB, oB, W, 0);
  return W[VALUE] <= 0 ? 1 : 0;
}

/**
 * Signed distance: writes DISTANCE, NX, NY, AX … BY (world), STATUS, FA0 … FB1, ITERATIONS.
 *
 * With mode UNSIGNED an overlap beyond doubt is reported as distance 0 with one common point as both
 * witnesses, and the direction between the shapes' centres as normal.
 */
export function signedDistance(
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
  mode: i32,
): void {
  const R: f64 = VA[oA + RADIUS] + VB[oB + RADIUS];
  if (nA + nB === 2) {
    vertexPair(VA, oA, nA, VB, oB, nB, P, a, b, W, 0, 0);
    W[COUNT] = 1;
    W[PA] = 0;
    W[PB] = 0;
    W[ITERATIONS] = 0;
    const core: f64 = W[DISTANCE];
    addRadii(VA, oA, VB, oB, W);
    if (R > 0 && abs(core - R) <= 1.7763568394002505e-15 * (core + R)) {
      exactRadii(VA, oA, nA, VB, oB, nB, P, a, b, W);
    }
  } else {
    const verdict: i32 = gjk(VA, oA, nA, VB, oB, nB, P, a, b, W, CLOSEST, ITERATION_CAP);
    if (verdict === SEPARATED) {
      closest(VA, oA, nA, VB, oB, nB, P, a, b, W);
      if (!(R > 0 && abs(W[DISTANCE] - R) <= W[NOISE])) addRadii(VA, oA, VB, oB, W);
      else {
        const proof: i32 = isClosest(VA, oA, nA, VB, oB, nB, P, a, b, W);
        if (proof > 0) {
          addRadii(VA, oA, VB, oB, W);
          exactRadii(VA, oA, nA, VB, oB, nB, P, a, b, W);
        }
        // Of features equally close the scan's are the ones to round with, whatever search came first.
        if (proof === 0 || (proof === 1 && W[DISTANCE] !== 0)) {
          measure(VA, oA, nA, VB, oB, nB, P, a, b, W);
        }
      }
    } else if (verdict === OVERLAPPING && mode === UNSIGNED) {
      commonPoint(VA, oA, nA, VB, oB, nB, P, a, b, W);
      centreNormal(VA, oA, VB, oB, P, a, b, W);
      W[STATUS] = STATUS_OVERLAPPING;
      W[FA0] = W[RA];
      W[FA1] = W[RA];
      W[FB0] = W[RB];
      W[FB1] = W[RB];
      toWorld(P, a, W);
      return;
    } else measure(VA, oA, nA, VB, oB, nB, P, a, b, W);
  }

  const d: f64 = W[DISTANCE];
  W[STATUS] = d > 0 ? STATUS_SEPARATED : d < 0 ? STATUS_OVERLAPPING : STATUS_TOUCHING;
  if (mode === UNSIGNED && d < 0) {
    if (W[CORE] > 0 || nA + nB === 2) shareWitness(VA, oA, VB, oB, W);
    else {
      const x: f64 = W[AX], y: f64 = W[AY];
      gjk(VA, oA, nA, VB, oB, nB, P, a, b, W, LOCATE, ITERATION_CAP);
      commonPoint(VA, oA, nA, VB, oB, nB, P, a, b, W);
      if (W[VALUE] > -d) {
        // Overlap by less than the search could see: the points that nearly meet are common to both.
        W[AX] = x;
        W[AY] = y;
        W[BX] = x;
        W[BY] = y;
      }
    }
  }
  toWorld(P, a, W);
}

/**
 * Penetration: DISTANCE > 0 when the shapes are apart, and then nothing else is written; otherwise all
 * that `signedDistance` writes.
 */
export function penetration(
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
): void {
  if (VA[oA + RADIUS] + VB[oB + RADIUS] === 0 && nA + nB > 2) {
    if (decide(VA, oA, nA, VB, oB, nB, P, a, b, W) === SEPARATED) {
      W[DISTANCE] = 1;
      return;
    }
    measure(VA, oA, nA, VB, oB, nB, P, a, b, W);
    const d: f64 = W[DISTANCE];
    W[STATUS] = d > 0 ? STATUS_SEPARATED : d < 0 ? STATUS_OVERLAPPING : STATUS_TOUCHING;
    toWorld(P, a, W);
  } else signedDistance(VA, oA, nA, VB, oB, nB, P, a, b, W, SIGNED);
}

/** Features of the simplex that `gjk` ended with, apart for certain: core distance and witnesses. */
function closest(
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
): void {
  // The origin is left of p -> q, so the edge q -> p runs counter-clockwise around C.
  const pa: i32 = int(W[PA]), pb: i32 = int(W[PB]), qa: i32 = int(W[QA]), qb: i32 = int(W[QB]);
  if (W[COUNT] < 2) {
    vertexPair(VA, oA, nA, VB, oB, nB, P, a, b, W, pa, pb);
    return;
  }
  if (pb === qb) {
    edgeVertex(VA, oA, nA, a, qa, pa, VB, oB, nB, b, pb, pb, P, a, W, 0);
  } else if (pa === qa) {
    edgeVertex(VB, oB, nB, b, qb, pb, VA, oA, nA, a, pa, pa, P, a, W, 1);
  } else {
    edgePair(VA, oA, nA, VB, oB, nB, P, a, b, W, qa, pa, qb, pb);
    return;
  }
  // A pose rounds the vertices: those of a tiny edge so much that the vertex may not lie beside it.
  if (W[ALONG] < 0) vertexPair(VA, oA, nA, VB, oB, nB, P, a, b, W, qa, qb);
  else if (W[ALONG] > 1) vertexPair(VA, oA, nA, VB, oB, nB, P, a, b, W, pa, pb);
}

/**
 * Two parallel edges, A's i0 -> i1 and B's j0 -> j1. Measured from the longer one, on which a vertex of
 * the other lies unless the two only pass each other, when their nearest ends are the features.
 */
function edgePair(
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
  i0: i32,
  i1: i32,
  j0: i32,
  j1: i32,
): void {
  loadVertex(VA, oA, nA, i0, P, a, a, W, AX);
  loadVertex(VA, oA, nA, i1, P, a, a, W, BX);
  const a0x: f64 = W[AX], a0y: f64 = W[AY], a1x: f64 = W[BX], a1y: f64 = W[BY];
  loadVertex(VB, oB, nB, j0, P, b, a, W, AX);
  loadVertex(VB, oB, nB, j1, P, b, a, W, BX);
  const b0x: f64 = W[AX], b0y: f64 = W[AY], b1x: f64 = W[BX], b1y: f64 = W[BY];
  const ax: f64 = a1x - a0x, ay: f64 = a1y - a0y, bx: f64 = b1x - b0x, by: f64 = b1y - b0y;
  const aa: f64 = ax * ax + ay * ay, bb: f64 = bx * bx + by * by;
  // Where each end of the shorter edge lies along the longer one: u from its start, w from its end, each
  // measured there, so that ends that meet are seen to meet.
  if (aa >= bb) {
    const u0: f64 = ax * (b0x - a0x) + ay * (b0y - a0y),
      w0: f64 = ax * (b0x - a1x) + ay * (b0y - a1y);
    const u1: f64 = ax * (b1x - a0x) + ay * (b1y - a0y),
      w1: f64 = ax * (b1x - a1x) + ay * (b1y - a1y);
    if (u0 < 0 && u1 < 0) {
      vertexPair(VA, oA, nA, VB, oB, nB, P, a, b, W, i0, u0 > u1 ? j0 : j1);
    } else if (w0 > 0 && w1 > 0) {
      vertexPair(VA, oA, nA, VB, oB, nB, P, a, b, W, i1, w0 < w1 ? j0 : j1);
    } else {
      // The nearer of B's vertices that lie beside the edge; both may miss it by a rounding.
      const in0: boolean = u0 >= 0 && w0 <= 0, in1: boolean = u1 >= 0 && w1 <= 0;
      const s0: f64 = ay * (b0x - a0x) - ax * (b0y - a0y);
      const s1: f64 = ay * (b1x - a0x) - ax * (b1y - a0y);
      const first: boolean = in0 === in1 ? s0 <= s1 : in0;
      const j: i32 = first ? j0 : j1, j2: i32 = first ? j1 : j0;
      edgeVertex(VA, oA, nA, a, i0, i1, VB, oB, nB, b, j, j2, P, a, W, 0);
    }
  } else {
    const u0: f64 = bx * (a0x - b0x) + by * (a0y - b0y),
      w0: f64 = bx * (a0x - b1x) + by * (a0y - b1y);
    const u1: f64 = bx * (a1x - b0x) + by * (a1y - b0y),
      w1: f64 = bx * (a1x - b1x) + by * (a1y - b1y);
    if (u0 < 0 && u1 < 0) {
      vertexPair(VA, oA, nA, VB, oB, nB, P, a, b, W, u0 > u1 ? i0 : i1, j0);
    } else if (w0 > 0 && w1 > 0) {
      vertexPair(VA, oA, nA, VB, oB, nB, P, a, b, W, w0 < w1 ? i0 : i1, j1);
    } else {
      const in0: boolean = u0 >= 0 && w0 <= 0, in1: boolean = u1 >= 0 && w1 <= 0;
      const s0: f64 = by * (a0x - b0x) - bx * (a0y - b0y);
      const s1: f64 = by * (a1x - b0x) - bx * (a1y - b0y);
      const first: boolean = in0 === in1 ? s0 <= s1 : in0;
      const i: i32 = first ? i0 : i1, i2: i32 = first ? i1 : i0;
      edgeVertex(VB, oB, nB, b, j0, j1, VA, oA, nA, a, i, i2, P, a, W, 1);
    }
  }
}

/**
 * Signed distance by the boundary scan: the axis of least penetration of overlapping cores, and the
 * exact answer for any pair too close to touching for GJK to be sure. Radii included.
 */
function measure(
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
): void {
  // 1. The cores: s > 0 apart, 0 touching, < 0 overlapping. Then features: a vertex pair or an edge.
  let onEdge: i32 = 0, i: i32 = 0, j: i32 = 0;
  if (nA + nB > 2) {
    scanBoundary(VA, oA, nA, VB, oB, nB, P, a, b, W);
    const s: f64 = W[SEPARATION];
    onEdge = 1;
    if (s > 0) {
      descend(VA, oA, nA, VB, oB, nB, P, a, b, W);
      onEdge = W[COUNT] > 1 ? 1 : 0;
    } else if (s === 0 && nA <= 2 && nB <= 2) {
      onEdge = 1 - collinearGap(VA, oA, nA, VB, oB, nB, P, a, b, W);
    }
    if (onEdge === 0) {
      i = int(W[PA]);
      j = int(W[PB]);
    }
  }
  if (onEdge === 0) vertexPair(VA, oA, nA, VB, oB, nB, P, a, b, W, i, j);
  else {
    if (W[SIDE] === 0) edgeFacing(VA, oA, nA, a, VB, oB, nB, b, P, a, W, 0);
    else edgeFacing(VB, oB, nB, b, VA, oA, nA, a, P, a, W, 1);
    const t: f64 = W[ALONG];
    if (W[SEPARATION] <= 0 && (t < -BEYOND || t > 1 + BEYOND)) {
      // Of edges almost in one line rounding chose one that the origin does not lie beside.
      const side: f64 = W[SIDE], edge: f64 = W[EDGE], facing: f64 = W[FACING];
      descend(VA, oA, nA, VB, oB, nB, P, a, b, W);
      if (W[COUNT] < 2) {
        W[SIDE] = side;
        W[EDGE] = edge;
        W[FACING] = facing;
      } else if (W[SIDE] === 0) edgeFacing(VA, oA, nA, a, VB, oB, nB, b, P, a, W, 0);
      else edgeFacing(VB, oB, nB, b, VA, oA, nA, a, P, a, W, 1);
    }
  }

  // 2. The radii: exactly, where the cores are apart by about their sum.
  const R: f64 = VA[oA + RADIUS] + VB[oB + RADIUS];
  const core: f64 = W[DISTANCE];
  addRadii(VA, oA, VB, oB, W);
  if (R > 0 && core > 0 && abs(core - R) <= W[NOISE]) {
    exactRadii(VA, oA, nA, VB, oB, nB, P, a, b, W);
  }
}

/**
 * Whether the features that `vertexPair` or `edgeVertex` measured last are, beyond rounding, closest to one
 * another: 0 no, 1 yes, as others may be, 2 they alone. The cone of C at a point x = a_i - b_j is spanned by the edges of A that leave a_i and those of
 * B that leave b_j, turned around; no point of C is closer to the origin than x if none of the four leads
 * towards it. On an edge of A that the projection of b_j lies within, only the edges at b_j remain, which
 * must not lead below the edge's line; the same for an edge of B.
 */
function isClosest(
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
  if (W[ON_EDGE] === 0) {
    const i: i32 = int(W[FA0]), j: i32 = int(W[FB0]);
    const ofA: i32 = leaves(VA, oA, nA, a, i, VB, oB, nB, b, j, P, a, W);
    const ofB: i32 = ofA === 0 ? 0 : leaves(VB, oB, nB, b, j, VA, oA, nA, a, i, P, a, W);
    return ofA < ofB ? ofA : ofB;
  }
  const k: i32 = int(W[EDGE]), f: i32 = int(W[FACING]);
  if (W[SIDE] === 0) return isBeside(VA, oA, nA, a, k, int(W[FA1]), VB, oB, nB, b, f, P, a, W);
  return isBeside(VB, oB, nB, b, k, int(W[FB1]), VA, oA, nA, a, f, P, a, W);
}

/**
 * 0 when an edge at vertex i leads towards vertex j of the other shape, 1 when one leads around it, else 2:
 * by the signs of (v_j - u_i)·(u_k - u_i) for the neighbours k of i.
 */
function leaves(
  VR: Verts,
  oR: i32,
  nR: i32,
  r: i32,
  i: i32,
  VI: Verts,
  oI: i32,
  nI: i32,
  o: i32,
  j: i32,
  P: Ptr,
  a: i32,
  W: Ptr,
): i32 {
  const c: f64 = P[r + 2], s: f64 = P[r + 3], C: f64 = P[o + 2], S: f64 = P[o + 3];
  const rx: f64 = P[r] - P[a], ry: f64 = P[r + 1] - P[a + 1];
  const XR: i32 = oR + LOCAL + (nR << 2);
  let at: i32 = oI + LOCAL + (nI << 2) + (j << 1);
  let x: f64 = VI[at], y: f64 = VI[at + 1];
  const vx: f64 = C * x - S * y + (P[o] - P[a]), vy: f64 = S * x + C * y + (P[o + 1] - P[a + 1]);
  x = VR[XR + (i << 1)];
  y = VR[XR + (i << 1) + 1];
  const ux: f64 = c * x - s * y + rx, uy: f64 = s * x + c * y + ry;
  let proof: i32 = 2;
  for (let step: i32 = -1; step <= 1 && nR > 1; step += 2) {
    at = XR + ((i + step < 0 ? nR - 1 : i + step < nR ? i + step : 0) << 1);
    x = VR[at];
    y = VR[at + 1];
    const zx: f64 = c * x - s * y + rx, zy: f64 = s * x + c * y + ry;
    const left: f64 = (vx - ux) * (zx - ux), right: f64 = (vy - uy) * (zy - uy);
    let towards: f64 = left + right;
    if (!(abs(towards) > DETERMINANT_BOUND * (abs(left) + abs(right)))) {
      W[OPERANDS] = ux;
      W[OPERANDS + 1] = uy;
      W[OPERANDS + 2] = vx;
      W[OPERANDS + 3] = vy;
      W[OPERANDS + 4] = ux;
      W[OPERANDS + 5] = uy;
      W[OPERANDS + 6] = zx;
      W[OPERANDS + 7] = zy;
      dot(W);
      towards = W[VALUE];
    }
    if (towards > 0) return 0;
    if (towards === 0) proof = 1;
  }
  return proof;
}

/**
 * 0 when vertex j does not lie beside the edge k0 -> k1 or an edge at it leads further down to that, 1 when
 * it lies beside its end or has an edge parallel to it, else 2. With e = u_1 - u_0 the edge:
 * (v_j - u_0) x e > 0, (v_j - u_0)·e > 0, (v_j - u_1)·e < 0, and (v_k - v_j) x e > 0 for the neighbours k
 * of j.
 */
function isBeside(
  VR: Verts,
  oR: i32,
  nR: i32,
  r: i32,
  k0: i32,
  k1: i32,
  VI: Verts,
  oI: i32,
  nI: i32,
  o: i32,
  j: i32,
  P: Ptr,
  a: i32,
  W: Ptr,
): i32 {
  if (k1 !== (k0 + 1 < nR ? k0 + 1 : 0)) return 0;
  const c: f64 = P[r + 2], s: f64 = P[r + 3], C: f64 = P[o + 2], S: f64 = P[o + 3];
  const rx: f64 = P[r] - P[a], ry: f64 = P[r + 1] - P[a + 1];
  const ix: f64 = P[o] - P[a], iy: f64 = P[o + 1] - P[a + 1];
  const XR: i32 = oR + LOCAL + (nR << 2), XI: i32 = oI + LOCAL + (nI << 2);
  let x: f64 = VR[XR + (k0 << 1)], y: f64 = VR[XR + (k0 << 1) + 1];
  const u0x: f64 = c * x - s * y + rx, u0y: f64 = s * x + c * y + ry;
  x = VR[XR + (k1 << 1)];
  y = VR[XR + (k1 << 1) + 1];
  const u1x: f64 = c * x - s * y + rx, u1y: f64 = s * x + c * y + ry;
  x = VI[XI + (j << 1)];
  y = VI[XI + (j << 1) + 1];
  const vx: f64 = C * x - S * y + ix, vy: f64 = S * x + C * y + iy;
  const ex: f64 = u1x - u0x, ey: f64 = u1y - u0y;
  // A search that is not done may suggest an edge with the vertex inside.
  const l: f64 = (vx - u0x) * ey, m: f64 = (vy - u0y) * ex;
  if (!(l - m > DETERMINANT_BOUND * (abs(l) + abs(m)))) return 0;
  let proof: i32 = 2;
  for (let end: i32 = 0; end < 2; end++) {
    const ux: f64 = end === 0 ? u0x : u1x, uy: f64 = end === 0 ? u0y : u1y;
    const left: f64 = (vx - ux) * ex, right: f64 = (vy - uy) * ey;
    let along: f64 = left + right;
    if (!(abs(along) > DETERMINANT_BOUND * (abs(left) + abs(right)))) {
      W[OPERANDS] = ux;
      W[OPERANDS + 1] = uy;
      W[OPERANDS + 2] = vx;
      W[OPERANDS + 3] = vy;
      W[OPERANDS + 4] = u0x;
      W[OPERANDS + 5] = u0y;
      W[OPERANDS + 6] = u1x;
      W[OPERANDS + 7] = u1y;
      dot(W);
      along = W[VALUE];
    }
    if (end === 0 ? along < 0 : along > 0) return 0;
    if (along === 0) proof = 1;
  }
  for (let step: i32 = -1; step <= 1 && nI > 1; step += 2) {
    const at: i32 = XI + ((j + step < 0 ? nI - 1 : j + step < nI ? j + step : 0) << 1);
    x = VI[at];
    y = VI[at + 1];
    const zx: f64 = C * x - S * y + ix, zy: f64 = S * x + C * y + iy;
    const left: f64 = (zx - vx) * ey, right: f64 = (zy - vy) * ex;
    let down: f64 = left - right;
    if (!(abs(down) > DETERMINANT_BOUND * (abs(left) + abs(right)))) {
      W[OPERANDS] = vx;
      W[OPERANDS + 1] = vy;
      W[OPERANDS + 2] = zx;
      W[OPERANDS + 3] = zy;
      W[OPERANDS + 4] = u0x;
      W[OPERANDS + 5] = u0y;
      W[OPERANDS + 6] = u1x;
      W[OPERANDS + 7] = u1y;
      cross(W);
      down = W[VALUE];
    }
    if (down < 0) return 0;
    if (down === 0) proof = 1;
  }
  return proof;
}

/** W[DISTANCE] = distance of the features measured last less the radii, with its exact sign. */
function exactRadii(
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
): void {
  const onEdge: i32 = int(W[ON_EDGE]), k: i32 = int(W[EDGE]), f: i32 = int(W[FACING]);
  if (onEdge === 0) {
    loadVertex(VA, oA, nA, int(W[FA0]), P, a, a, W, OPERANDS);
    loadVertex(VB, oB, nB, int(W[FB0]), P, b, a, W, OPERANDS + 4);
  } else if (W[SIDE] === 0) {
    loadVertex(VA, oA, nA, k, P, a, a, W, OPERANDS);
    loadVertex(VA, oA, nA, k + 1 < nA ? k + 1 : 0, P, a, a, W, OPERANDS + 2);
    loadVertex(VB, oB, nB, f, P, b, a, W, OPERANDS + 4);
  } else {
    loadVertex(VB, oB, nB, k, P, b, a, W, OPERANDS);
    loadVertex(VB, oB, nB, k + 1 < nB ? k + 1 : 0, P, b, a, W, OPERANDS + 2);
    loadVertex(VA, oA, nA, f, P, a, a, W, OPERANDS + 4);
  }
  radiusGap(VA, oA, VB, oB, W, onEdge);
  W[DISTANCE] = W[VALUE];
}

/** The scan's edge against its facing vertex, and that vertex's neighbour further along the edge. */
function edgeFacing(
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
): void {
  const k: i32 = int(W[EDGE]), j: i32 = int(W[FACING]);
  const k1: i32 = k + 1 < nR ? k + 1 : 0;
  let j2: i32 = j;
  if (nI > 1) {
    const cR: f64 = P[r + 2], sR: f64 = P[r + 3], cI: f64 = P[i + 2], sI: f64 = P[i + 3];
    const rc: f64 = cR * cI + sR * sI, rs: f64 = cR * sI - sR * cI;
    const N: i32 = oR + LOCAL + (nR << 1) + (k << 1), LI: i32 = oI + LOCAL;
    const mx: f64 = rc * VR[N] + rs * VR[N + 1], my: f64 = rc * VR[N + 1] - rs * VR[N];
    const next: i32 = j + 1 < nI ? j + 1 : 0, previous: i32 = j > 0 ? j - 1 : nI - 1;
    const y: i32 = LI + (next << 1), z: i32 = LI + (previous << 1);
    j2 = mx * (VI[y] - VI[z]) + my * (VI[y + 1] - VI[z + 1]) < 0 ? next : previous;
  }
  edgeVertex(VR, oR, nR, r, k, k1, VI, oI, nI, i, j, j2, P, a, W, side);
}

/** Core result to shape result: distance less the radii, witness points out to the rounded boundary. */
function addRadii(VA: Verts, oA: i32, VB: Verts, oB: i32, W: Ptr): void {
  const ra: f64 = VA[oA + RADIUS], rb: f64 = VB[oB + RADIUS];
  W[CORE] = W[DISTANCE];
  W[DISTANCE] -= ra + rb;
  W[AX] += ra * W[NX];
  W[AY] += ra * W[NY];
  W[BX] -= rb * W[NX];
  W[BY] -= rb * W[NY];
}

/**
 * Overlapping shapes with their witnesses on the boundaries: replaces both by one common point. Where
 * the cores are c > 0 apart it lies between them, r_A at most from A's and r_B at most from B's.
 */
function shareWitness(VA: Verts, oA: i32, VB: Verts, oB: i32, W: Ptr): void {
  const ra: f64 = VA[oA + RADIUS], rb: f64 = VB[oB + RADIUS];
  const c: f64 = W[CORE];
  const middle: f64 = 0.5 * (ra + c - rb);
  const t: f64 = (middle < 0 ? 0 : middle < c ? middle : c) - ra;
  W[AX] += t * W[NX];
  W[AY] += t * W[NY];
  W[BX] = W[AX];
  W[BY] = W[AY];
  W[DISTANCE] = 0;
}

/**
 * Overlapping cores: writes a point of both, and to VALUE by how much it may miss one of them. It comes by
 * the weights with which the simplex points of C make the origin. 0 = l p + m q + n r  =>
 * l : m : n = q x r : r x p : p x q, and then l a_p + m a_q + n a_r and l b_p + m b_q + n b_r are the same
 * point. They differ by v = l p + m q + n r where rounding moved the weights; each correction with -v gains
 * as many digits as the triangle's area has. A triangle without any is a sliver, and has the origin on an
 * edge as far as doubles can tell.
 */
function commonPoint(
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
): void {
  W[DISTANCE] = 0;
  if (nA === 1 || nB === 1) {
    if (nB === 1) loadVertex(VB, oB, nB, 0, P, b, a, W, AX);
    else loadVertex(VA, oA, nA, 0, P, a, a, W, AX);
    W[BX] = W[AX];
    W[BY] = W[AY];
    W[VALUE] = 0;
    return;
  }
  const count: f64 = W[COUNT];
  const pa: i32 = int(W[PA]), pb: i32 = int(W[PB]);
  const qa: i32 = count > 1 ? int(W[QA]) : pa, qb: i32 = count > 1 ? int(W[QB]) : pb;
  const ra: i32 = count > 2 ? int(W[RA]) : pa, rb: i32 = count > 2 ? int(W[RB]) : pb;
  const ac: f64 = P[a + 2], as: f64 = P[a + 3], bc: f64 = P[b + 2], bs: f64 = P[b + 3];
  const wx: f64 = P[b] - P[a], wy: f64 = P[b + 1] - P[a + 1];
  const XA: i32 = oA + LOCAL + (nA << 2), XB: i32 = oB + LOCAL + (nB << 2);
  // p = ap - bp and so on, in the pair frame.
  let x: f64 = VA[XA + (pa << 1)], y: f64 = VA[XA + (pa << 1) + 1];
  const apx: f64 = ac * x - as * y, apy: f64 = as * x + ac * y;
  x = VA[XA + (qa << 1)];
  y = VA[XA + (qa << 1) + 1];
  const aqx: f64 = ac * x - as * y, aqy: f64 = as * x + ac * y;
  x = VA[XA + (ra << 1)];
  y = VA[XA + (ra << 1) + 1];
  const arx: f64 = ac * x - as * y, ary: f64 = as * x + ac * y;
  x = VB[XB + (pb << 1)];
  y = VB[XB + (pb << 1) + 1];
  const px: f64 = apx - (bc * x - bs * y + wx), py: f64 = apy - (bs * x + bc * y + wy);
  x = VB[XB + (qb << 1)];
  y = VB[XB + (qb << 1) + 1];
  const qx: f64 = aqx - (bc * x - bs * y + wx), qy: f64 = aqy - (bs * x + bc * y + wy);
  x = VB[XB + (rb << 1)];
  y = VB[XB + (rb << 1) + 1];
  const rx: f64 = arx - (bc * x - bs * y + wx), ry: f64 = ary - (bs * x + bc * y + wy);
  const ex: f64 = qx - px, ey: f64 = qy - py, fx: f64 = rx - px, fy: f64 = ry - py;

  // The weights of q and r; that of p is the rest.
  let m: f64 = 0, n: f64 = 0, miss: f64 = abs(px) + abs(py);
  const area: f64 = ex * fy - ey * fx;
  if (area > 0) {
    let m1: f64 = max(0, rx * py - ry * px) / area, n1: f64 = max(0, px * qy - py * qx) / area;
    for (let step: i32 = 0; step < CORRECTIONS; step++) {
      const vx: f64 = px + m1 * ex + n1 * fx, vy: f64 = py + m1 * ey + n1 * fy;
      const d: f64 = abs(vx) + abs(vy);
      if (!(d < miss && m1 >= 0 && n1 >= 0 && m1 + n1 <= 1)) break;
      miss = d;
      m = m1;
      n = n1;
      if (d <= 0.0625 * W[NOISE]) break;
      m1 += (vy * fx - vx * fy) / area;
      n1 += (vx * ey - vy * ex) / area;
    }
  }
  if (miss > 0.125 * W[NOISE]) {
    // The point of each edge closest to the origin, and the closest of those.
    const ee: f64 = ex * ex + ey * ey, ff: f64 = fx * fx + fy * fy;
    const gx: f64 = rx - qx, gy: f64 = ry - qy, gg: f64 = gx * gx + gy * gy;
    let t: f64 = ee > 0 ? -(px * ex + py * ey) / ee : 0;
    t = t > 0 ? (t < 1 ? t : 1) : 0;
    let d: f64 = abs(px + t * ex) + abs(py + t * ey);
    if (d <= miss) {
      miss = d;
      m = t;
      n = 0;
    }
    t = ff > 0 ? -(px * fx + py * fy) / ff : 0;
    t = t > 0 ? (t < 1 ? t : 1) : 0;
    d = abs(px + t * fx) + abs(py + t * fy);
    if (d < miss) {
      miss = d;
      m = 0;
      n = t;
    }
    t = gg > 0 ? -(qx * gx + qy * gy) / gg : 0;
    t = t > 0 ? (t < 1 ? t : 1) : 0;
    d = abs(qx + t * gx) + abs(qy + t * gy);
    if (d < miss) {
      miss = d;
      m = 1 - t;
      n = t;
    }
  }
  W[AX] = apx + (m * (aqx - apx) + n * (arx - apx));
  W[AY] = apy + (m * (aqy - apy) + n * (ary - apy));
  if (miss > 0.125 * W[NOISE]) {
    const i: i32 = qa !== pa ? qa : ra, j: i32 = qb !== pb ? qb : rb;
    if (i !== pa && j !== pb) {
      miss *= 1 - crossing(VA, oA, nA, VB, oB, nB, P, a, b, W, pa, i, pb, j);
    }
  }
  W[BX] = W[AX];
  W[BY] = W[AY];
  W[VALUE] = miss;
}

/**
 * The point where A's segment i0 -> i1 crosses B's j0 -> j1, and 1 if it does: with e and f the segments
 * and g = b_j0 - a_i0, at t = g x f / e x f along e and u = g x e / e x f along f. Exact products place
 * it however small the angle.
 */
function crossing(
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
  i0: i32,
  i1: i32,
  j0: i32,
  j1: i32,
): i32 {
  loadVertex(VA, oA, nA, i0, P, a, a, W, OPERANDS);
  loadVertex(VA, oA, nA, i1, P, a, a, W, OPERANDS + 2);
  loadVertex(VB, oB, nB, j0, P, b, a, W, OPERANDS + 4);
  loadVertex(VB, oB, nB, j1, P, b, a, W, OPERANDS + 6);
  const x: f64 = W[OPERANDS], y: f64 = W[OPERANDS + 1];
  const x1: f64 = W[OPERANDS + 2], y1: f64 = W[OPERANDS + 3];
  preciseCross(W);
  const ef: f64 = W[VALUE];
  W[OPERANDS + 2] = W[OPERANDS + 4];
  W[OPERANDS + 3] = W[OPERANDS + 5];
  preciseCross(W);
  const gf: f64 = W[VALUE];
  W[OPERANDS + 4] = x;
  W[OPERANDS + 5] = y;
  W[OPERANDS + 6] = x1;
  W[OPERANDS + 7] = y1;
  preciseCross(W);
  const t: f64 = gf / ef, u: f64 = W[VALUE] / ef;
  if (!(t >= 0 && t <= 1 && u >= 0 && u <= 1)) return 0;
  W[AX] = x + t * (x1 - x);
  W[AY] = y + t * (y1 - y);
  return 1;
}

/** Unit vector from A's centre to B's, or A's own x axis where they coincide. */
function centreNormal(
  VA: Verts,
  oA: i32,
  VB: Verts,
  oB: i32,
  P: Ptr,
  a: i32,
  b: i32,
  W: Ptr,
): void {
  const ac: f64 = P[a + 2], as: f64 = P[a + 3], bc: f64 = P[b + 2], bs: f64 = P[b + 3];
  const ax: f64 = VA[oA + REF_X] + VA[oA + CENTER_X], ay: f64 = VA[oA + REF_Y] + VA[oA + CENTER_Y];
  const bx: f64 = VB[oB + REF_X] + VB[oB + CENTER_X], by: f64 = VB[oB + REF_Y] + VB[oB + CENTER_Y];
  let x: f64 = (bc * bx - bs * by) - (ac * ax - as * ay) + (P[b] - P[a]);
  let y: f64 = (bs * bx + bc * by) - (as * ax + ac * ay) + (P[b + 1] - P[a + 1]);
  if (x === 0 && y === 0) {
    x = ac;
    y = as;
  }
  const length: f64 = sqrt(x * x + y * y);
  W[NX] = length > 0 ? x / length : 1;
  W[NY] = length > 0 ? y / length : 0;
}

/** Pair frame to world; and no result is -0. */
function toWorld(P: Ptr, a: i32, W: Ptr): void {
  const x: f64 = P[a], y: f64 = P[a + 1];
  W[AX] += x;
  W[AY] += y;
  W[BX] += x;
  W[BY] += y;
  W[NX] += 0;
  W[NY] += 0;
  W[DISTANCE] += 0;
}
