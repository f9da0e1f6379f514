/**
 * Straight sides of support functions, and the contact points between two sides that lie along each
 * other, as between polygons. `convex` attaches this module once it is told of such a side.
 *
 * The side of a shape that faces the other shape is either a _flat_, at right angles to the normal
 * n, or an _arm_, which leads away from the furthest point, to the left of n or to the right. The
 * sides of a polygon are its edges. Those of a support function are stated when the shape is made:
 * of those that face the other shape, the one that is turned least is the flat or the arm.
 *
 * Once the search is over, the samples are free for this purpose: 0 is n, and 1 and 2 have the ends
 * of sides.
 *
 * Points are in the pair frame. T is a coordinate along t, which is n turned to the left. D >= 0
 * says how far a point lies behind the furthest one, away from the other shape. `pose` says whose
 * side it is: 0 for A, 4 for B.
 *
 * @module
 */
import { writeId } from "../kernel/contact.ts";
import * as kernel from "../kernel/state.ts";
import * as record from "../shapes/record.ts";
import * as samples from "./samples.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import type { Samples } from "./samples.ts";
import { askShape, placePoint, placeVertex, shapeOf } from "./sampling.ts";
import type { Sides } from "./solve.ts";

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { contacts } = kernel;
const { OUTER, SIDE_STRIDE, SIDE_A, SIDE_B, SIDE_NAME, SIDE_NX, SIDE_NY } = record;
const { STRIDE, NX, NY, AX, BX, H, SIZE, LIMIT, ORIGIN } = samples;

/** A side whose normal is turned from n by less than this slope, 2^-26, is a flat. */
const BESIDE = 1.4901161193847656e-8;
/**
 * An arm begins at the furthest point if its end is as close to it as this fraction of its
 * coordinates, 2^-40. Otherwise it is past a round part, and counts up to the slope ALONG.
 */
const FAR = 9.094947017729282e-13;
/** Arms lie along each other up to this slope between them, 1/32, as those of polygons. */
const ALONG = 0.03125;
/**
 * Two sides whose squared lengths differ by less than this factor, 1 + 2^-20, count as equally
 * long.
 */
const LONGER = 1.00000095367431640625;
/** Layout of `Samples.Q`: normal; t; T of the witness point; signed distance; … */
const N = 0;
const T = 2;
const WITNESS = 4;
const GAP_AT = 5;
/** … furthest points of A and of B; the sides: flat, left arm and right arm of A, then of B. */
const TOP_A = 6;
const TOP_B = 8;
const SIDES = 10;
const SIDE = 7;
/**
 * Layout of a side: T and D of two points of its line (a flat's right end or an arm's near end,
 * then the other end); …
 */
const T0 = 0;
const D0 = 1;
const T1 = 2;
const D1 = 3;
/** … T where it begins, the slope of an arm, its squared length or 0 if there is none. */
const FROM = 4;
const SLOPE = 5;
const LENGTH2 = 6;
/** Layout of a side in `Samples.names`: the side itself, its first end, the other end. */
const SELF = 0;
const NEAR = 1;
const OTHER = 2;

/** What `convex` attaches. */
export const straightSides: Sides = { find, findAlong, clip, findFacing };

function find(state: Samples, a: ConvexShape, b: ConvexShape): boolean {
  const { Q, P, result } = state;
  const { distance, normal, pointA } = result;
  Q[N] = normal.x;
  Q[N + 1] = normal.y;
  Q[WITNESS] = normal.x * (pointA.y - P[ORIGIN + 1]) - normal.y * (pointA.x - P[ORIGIN]);
  Q[GAP_AT] = distance;
  return findBoth(state, a, b, state.lo);
}

function findAlong(state: Samples, a: ConvexShape, b: ConvexShape): boolean {
  const { S, Q } = state;
  Q[N] = S[NX];
  Q[N + 1] = S[NY];
  Q[WITNESS] = S[NX] * S[BX + 1] - S[NY] * S[BX];
  Q[GAP_AT] = 0 - S[H] - (a.radius + b.radius);
  return findBoth(state, a, b, 0);
}

function findFacing(state: Samples, b: ConvexShape): number {
  if (b.sides === null) return 0;
  const { S, Q, P, names } = state;
  Q[N] = S[NX];
  Q[N + 1] = S[NY];
  Q[T] = 0 - Q[N + 1];
  Q[T + 1] = Q[N];
  const x = S[BX], y = S[BX + 1];
  Q[TOP_B] = x;
  Q[TOP_B + 1] = y;
  const top = Q[T] * x + Q[T + 1] * y;
  if (!findSides(state, 4)) return 0;
  const side = bestSide(Q, 3);
  const p = SIDES + SIDE * side;
  const along = side === 3 ? Q[p + T0] - top : 0;
  contacts[0] = x + along * Q[T] + P[ORIGIN];
  contacts[1] = y + along * Q[T + 1] + P[ORIGIN + 1];
  contacts[3] = names[3 * side + NEAR];
  const along2 = Q[p + T1] - top;
  contacts[4] = x + along2 * Q[T] + Q[p + D1] * Q[N] + P[ORIGIN];
  contacts[5] = y + along2 * Q[T + 1] + Q[p + D1] * Q[N + 1] + P[ORIGIN + 1];
  contacts[7] = names[3 * side + OTHER];
  return 2;
}

/**
 * Finds the sides of A and B for the normal in Q, where sample i has the furthest points. Returns
 * whether both shapes have one.
 */
function findBoth(state: Samples, a: ConvexShape, b: ConvexShape, i: number): boolean {
  if ((a.support !== null && a.sides === null) || (b.support !== null && b.sides === null)) {
    return false;
  }
  const { S, Q } = state;
  Q[T] = 0 - Q[N + 1];
  Q[T + 1] = Q[N];
  for (let c = 0; c < 4; c++) Q[TOP_A + c] = S[i * STRIDE + AX + c];
  return findSides(state, 0) && findSides(state, 4);
}

/** Writes the contact between two sides. */
function clip(state: Samples, a: ConvexShape, b: ConvexShape, isGiven: boolean): number {
  const { R, Q, P, names } = state;
  let sideA = bestSide(Q, 0), sideB = bestSide(Q, 3);
  // 1. Choose the sides. A flat lies along whatever side the other shape has. Arms must lie along
  //    each other: of the left pair and the right pair, take the one with the smaller angle.
  let isAlong = sideA === 0 || sideB === 3;
  if (!isAlong) {
    const left = opening(Q, 1, 4), right = opening(Q, 2, 5);
    isAlong = left !== right && Math.min(left, right) <= ALONG;
    if (isAlong) {
      sideA = left < right ? 1 : 2;
      sideB = sideA + 3;
    }
  }
  const p = SIDES + SIDE * sideA, q = SIDES + SIDE * sideB;

  // 2. The ids: the name of the longer side, with the name of the other side's end.
  const ee = Q[p + LENGTH2], dd = Q[q + LENGTH2];
  const onA = ee > dd * LONGER || (ee * LONGER >= dd && a.record[OUTER] >= b.record[OUTER]);
  const self = names[3 * (onA ? sideA : sideB) + SELF];
  const shorter = onA ? sideB : sideA;
  const isTurned = shorter % 3 === 2;
  const end = names[3 * shorter + (isTurned ? OTHER : NEAR)];
  const end2 = names[3 * shorter + (isTurned ? NEAR : OTHER)];
  writeId(3, onA ? self : end, onA ? end : self, 0);
  writeId(7, onA ? self : end2, onA ? end2 : self, 0);

  // 3. The ends of the overlap, from right to left, none deeper than the witness points.
  const lo = Math.max(Math.min(Q[p + FROM], Q[p + T1]), Math.min(Q[q + FROM], Q[q + T1]));
  const hi = Math.min(Math.max(Q[p + FROM], Q[p + T1]), Math.max(Q[q + FROM], Q[q + T1]));
  const gap = Q[GAP_AT];
  if (!(isAlong && lo < hi && reaches(Q, sideA, lo, hi) && reaches(Q, sideB, lo, hi))) {
    if (isGiven) return 0;
    // The id of the end at which an arm begins: the shorter side's, or the other one's if that is a
    // flat.
    const arm = shorter % 3 > 0 ? shorter : onA ? sideA : sideB;
    if (arm % 3 === 2) contacts[3] = contacts[7];
    return 1;
  }
  const slope = (Q[p + D1] - Q[p + D0]) / (Q[p + T1] - Q[p + T0]);
  const slope2 = (Q[q + D1] - Q[q + D0]) / (Q[q + T1] - Q[q + T0]);
  const drop = Math.max(Q[p + D0] + (lo - Q[p + T0]) * slope, 0);
  const drop2 = Math.max(Q[p + D0] + (hi - Q[p + T0]) * slope, 0);
  const rise = drop + Math.max(Q[q + D0] + (lo - Q[q + T0]) * slope2, 0);
  const rise2 = drop2 + Math.max(Q[q + D0] + (hi - Q[q + T0]) * slope2, 0);
  // Nothing is deeper than the witness points, unless they lie outside the overlap.
  const least = isGiven ? 0 : Math.min(rise, rise2);
  const s = gap + (rise - least), s2 = gap + (rise2 - least);
  const top = Q[T] * Q[TOP_A] + Q[T + 1] * Q[TOP_A + 1];
  const x = Q[TOP_A] + P[ORIGIN], y = Q[TOP_A + 1] + P[ORIGIN + 1];
  const m = a.radius - drop + 0.5 * s, m2 = a.radius - drop2 + 0.5 * s2;
  contacts[0] = x + ((lo - top) * Q[T] + m * Q[N]);
  contacts[1] = y + ((lo - top) * Q[T + 1] + m * Q[N + 1]);
  contacts[2] = s;
  contacts[4] = x + ((hi - top) * Q[T] + m2 * Q[N]);
  contacts[5] = y + ((hi - top) * Q[T + 1] + m2 * Q[N + 1]);
  contacts[6] = s2;
  const margin = R[LIMIT];
  if (s2 > margin) return s > margin ? 0 : 1;
  if (!(s > margin)) return 2;
  for (let c = 0; c < 4; c++) contacts[c] = contacts[4 + c];
  return 1;
}

/**
 * Whether the overlap of two sides, from `lo` to `hi`, extends beyond the round part that leads to
 * an arm.
 */
function reaches(Q: Float64Array, side: number, lo: number, hi: number): boolean {
  const begin = Q[SIDES + SIDE * side + T0];
  return side % 3 === 0 || (side % 3 === 1 ? hi > begin : lo < begin);
}

/**
 * Of the sides of one shape, from `first` on: the flat, else the arm with the smaller slope, else
 * -1.
 */
function bestSide(Q: Float64Array, first: number): number {
  const at = SIDES + SIDE * first;
  if (Q[at + LENGTH2] > 0) return first;
  const left = Q[at + SIDE + LENGTH2] > 0, right = Q[at + 2 * SIDE + LENGTH2] > 0;
  if (left && right) return first + (Q[at + SIDE + SLOPE] <= Q[at + 2 * SIDE + SLOPE] ? 1 : 2);
  return left ? first + 1 : right ? first + 2 : -1;
}

/**
 * Tangent of the angle between two arms. Infinity if one is missing or the angle exceeds a right
 * angle.
 */
function opening(Q: Float64Array, i: number, j: number): number {
  const p = SIDES + SIDE * i, q = SIDES + SIDE * j;
  const u = Q[p + SLOPE], v = Q[q + SLOPE];
  if (!(Q[p + LENGTH2] > 0 && Q[q + LENGTH2] > 0 && u * v < 1)) return Infinity;
  return (u + v) / (1 - u * v);
}

/** Finds the sides of a shape. Returns whether there are any. */
function findSides(state: Samples, pose: number): boolean {
  const { S, Q, names } = state;
  const first = pose === 0 ? 0 : 3, shape = shapeOf(state, pose);
  for (let k = first; k < first + 3; k++) Q[SIDES + SIDE * k + LENGTH2] = 0;
  S[NX] = Q[N];
  S[NY] = Q[N + 1];
  if (shape.sides !== null) {
    findStated(state, pose, shape.sides);
    return bestSide(Q, first) >= 0;
  }
  // A polygon: its furthest vertex and the two neighbours.
  const n = shape.count;
  const v = askShape(state, 0, pose, 0);
  const after = v + 1 < n ? v + 1 : 0, before = v > 0 ? v - 1 : n - 1;
  const left = pose === 0 ? after : before, right = pose === 0 ? before : after;
  placeVertex(state, left, STRIDE, pose);
  placeVertex(state, right, 2 * STRIDE, pose);
  setSide(state, pose, first + 1, 0, 1);
  setSide(state, pose, first + 2, 0, 2);
  for (let k = 1; k <= 2; k++) {
    const at = 3 * (first + k), end = k === 1 ? left : right;
    names[at + SELF] = end === after && (n > 2 || (k === 1) === (pose === 0)) ? v : before;
    names[at + NEAR] = v;
    names[at + OTHER] = end;
  }
  const arm = bestSide(Q, first);
  if (arm < 0) return false;
  if (Q[SIDES + SIDE * arm + SLOPE] <= BESIDE) {
    const isLeft = arm === first + 1;
    setSide(state, pose, first, isLeft ? 0 : 2, isLeft ? 1 : 0);
    names[3 * first + SELF] = names[3 * arm + SELF];
    names[3 * first + NEAR] = isLeft ? v : right;
    names[3 * first + OTHER] = isLeft ? left : v;
  }
  return true;
}

/**
 * Stores the side with the points of samples i and j: a flat from right to left, an arm from its
 * near end.
 */
function setSide(state: Samples, pose: number, side: number, i: number, j: number): void {
  const { S, Q } = state;
  const o = pose === 0 ? AX : BX, at = SIDES + SIDE * side;
  const sign = pose === 0 ? 1 : -1, top = pose === 0 ? TOP_A : TOP_B;
  const px = S[i * STRIDE + o], py = S[i * STRIDE + o + 1];
  const qx = S[j * STRIDE + o], qy = S[j * STRIDE + o + 1];
  const dx = sign * Q[N], dy = sign * Q[N + 1];
  Q[at + T0] = Q[T] * px + Q[T + 1] * py;
  Q[at + T1] = Q[T] * qx + Q[T + 1] * qy;
  Q[at + D0] = Math.max(dx * (Q[top] - px) + dy * (Q[top + 1] - py), 0);
  Q[at + D1] = Math.max(dx * (Q[top] - qx) + dy * (Q[top + 1] - qy), 0);
  const way = Q[at + T1] - Q[at + T0], hand = side % 3 === 2 ? -1 : 1;
  Q[at + FROM] = side % 3 === 0 ? Q[at + T0] : Q[WITNESS];
  Q[at + SLOPE] = (Q[at + D1] - Q[at + D0]) / Math.abs(way);
  Q[at + LENGTH2] = hand * way > 0 ? (qx - px) * (qx - px) + (qy - py) * (qy - py) : 0;
}

/** Finds the sides of a support function among those that were stated. */
function findStated(state: Samples, pose: number, sides: Float64Array): void {
  const { Q, P, names } = state;
  const first = pose === 0 ? 0 : 3;
  // The direction in which the shape is furthest, in its own frame.
  const sign = pose === 0 ? 1 : -1, c = P[pose + 2], s = P[pose + 3];
  const dx = sign * (c * Q[N] + s * Q[N + 1]), dy = sign * (c * Q[N + 1] - s * Q[N]);
  for (let at = 0; at < sides.length; at += SIDE_STRIDE) {
    const nx = sides[at + SIDE_NX], ny = sides[at + SIDE_NY];
    const cos = dx * nx + dy * ny;
    if (!(cos > 0)) continue;
    // Counter-clockwise from there to the normal of the side, which then comes after the furthest
    // point on the way around the shape.
    const slope = (dx * ny - dy * nx) / cos;
    const isFlat = Math.abs(slope) <= BESIDE, isAfter = slope > 0;
    const isLeft = isAfter === (pose === 0);
    const side = first + (isFlat ? 0 : isLeft ? 1 : 2);
    const k = SIDES + SIDE * side;
    // From right to left, or from the near end.
    const isForward = isFlat ? pose === 0 : isAfter;
    const near = at + (isForward ? SIDE_A : SIDE_B), other = at + (isForward ? SIDE_B : SIDE_A);
    placePoint(state, sides, near, STRIDE, pose);
    placePoint(state, sides, other, 2 * STRIDE, pose);
    if (!isFlat) {
      if (Q[k + LENGTH2] > 0 && Q[k + SLOPE] <= Math.abs(slope)) continue;
      if (Math.abs(slope) > ALONG && !isAtTop(state, pose, sides, near)) continue;
    }
    setSide(state, pose, side, 1, 2);
    names[3 * side + SELF] = 1 + at / SIDE_STRIDE;
    names[3 * side + NEAR] = sides[near + SIDE_NAME];
    names[3 * side + OTHER] = sides[other + SIDE_NAME];
    if (isFlat) return;
  }
}

/** Whether the end of a side in sample 1 is the furthest point. */
function isAtTop(state: Samples, pose: number, sides: Float64Array, end: number): boolean {
  const { S, Q } = state;
  const o = STRIDE + (pose === 0 ? AX : BX), top = pose === 0 ? TOP_A : TOP_B;
  const noise = FAR * (Math.abs(sides[end]) + Math.abs(sides[end + 1]) + state.R[SIZE]);
  return Math.abs(S[o] - Q[top]) + Math.abs(S[o + 1] - Q[top + 1]) <= noise;
}
