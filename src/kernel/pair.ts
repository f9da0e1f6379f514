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
import { abs, int } from "./ptr.ts";
import type { f64, i32, Ptr, Verts } from "./ptr.ts";
import { collinearGap, descend, scanBoundary, segmentsMeet } from "./boundary.ts";
import { centrePoint, commonPoint } from "./common_point.ts";
import { decide } from "./decide.ts";
import { radiusGap } from "./exact.ts";
import { edgeVertex, vertexPair } from "./features.ts";
import { exactRadii, isClosest } from "./proof.ts";
import { resume } from "./resume.ts";
import { closest, walk } from "./walk.ts";

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const RADIUS: i32 = 0;
const LOCAL: i32 = 8;
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
const WARM: i32 = 35;
const UNCERTAIN: i32 = 2;
const ALONG: i32 = 39;
const ITERATIONS: i32 = 20;

/** Measure overlap: the axis of least penetration. */
export const SIGNED: i32 = 0;
/** Overlap needs no measure, only a point that the shapes share. */
export const UNSIGNED: i32 = 1;

/** How far, in lengths of an edge, rounding alone puts a point beyond its ends. */
const BEYOND: f64 = 8.881784197001252e-16;

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
  if (nA + nB === 2) return circlesMeet(VA, oA, VB, oB, P, a, b, W);
  const verdict: i32 = decide(VA, oA, nA, VB, oB, nB, P, a, b, W, DECIDE);
  if (verdict === SEPARATED) return 0;
  if (verdict === OVERLAPPING) return 1;
  const R: f64 = VA[oA + RADIUS] + VB[oB + RADIUS];
  if (verdict === APART) {
    // The cores are apart; do the radii reach?
    const found: i32 = walk(VA, oA, nA, VB, oB, nB, P, a, b, W);
    const gap: f64 = W[CORE] - R;
    if (found === 1 && abs(gap) > 2 * W[NOISE]) return gap < 0 ? 1 : 0;
    if (found === 1 && isClosest(VA, oA, nA, VB, oB, nB, P, a, b, W) > 0) {
      exactRadii(VA, oA, nA, VB, oB, nB, P, a, b, W);
      return W[DISTANCE] <= 0 ? 1 : 0;
    }
  } else if (R === 0 && (nA > 2 || nB > 2)) {
    const pa: i32 = int(W[PA]), pb: i32 = int(W[PB]), qa: i32 = int(W[QA]), qb: i32 = int(W[QB]);
    if (segmentsMeet(VA, oA, nA, pa, qa, VB, oB, nB, pb, qb, P, a, b, W) === 1) return 1;
    // Without radii the sign of the largest edge separation is the answer.
    scanBoundary(VA, oA, nA, VB, oB, nB, P, a, b, W);
    return W[SEPARATION] <= 0 ? 1 : 0;
  }
  measure(VA, oA, nA, VB, oB, nB, P, a, b, W);
  return W[DISTANCE] <= 0 ? 1 : 0;
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
    let verdict: i32 = UNCERTAIN;
    if (W[WARM] > 0) verdict = resume(VA, oA, nA, VB, oB, nB, P, a, b, W);
    if (verdict === UNCERTAIN) {
      verdict = decide(VA, oA, nA, VB, oB, nB, P, a, b, W, CLOSEST);
      if (verdict === SEPARATED) {
        if (walk(VA, oA, nA, VB, oB, nB, P, a, b, W) === 0) verdict = UNCERTAIN;
        else closest(VA, oA, nA, VB, oB, nB, P, a, b, W);
      }
    }
    if (verdict === SEPARATED) {
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
      centrePoint(VA, oA, VB, oB, P, a, b, W);
      if (W[COUNT] === 0) {
        W[FA0] = 0;
        W[FA1] = 0;
        W[FB0] = 0;
        W[FB1] = 0;
      } else {
        W[FA0] = W[RA];
        W[FA1] = W[RA];
        W[FB0] = W[RB];
        W[FB1] = W[RB];
        commonPoint(VA, oA, nA, VB, oB, nB, P, a, b, W);
      }
      W[DISTANCE] = 0;
      W[STATUS] = STATUS_OVERLAPPING;
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
      decide(VA, oA, nA, VB, oB, nB, P, a, b, W, LOCATE);
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
    if (decide(VA, oA, nA, VB, oB, nB, P, a, b, W, DECIDE) === SEPARATED) {
      W[DISTANCE] = 1;
      return;
    }
    measure(VA, oA, nA, VB, oB, nB, P, a, b, W);
    const d: f64 = W[DISTANCE];
    W[STATUS] = d > 0 ? STATUS_SEPARATED : d < 0 ? STATUS_OVERLAPPING : STATUS_TOUCHING;
    toWorld(P, a, W);
  } else signedDistance(VA, oA, nA, VB, oB, nB, P, a, b, W, SIGNED);
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
