/**
 * Straight sides of support functions, and the contact points between two sides that lie along each
 * other, as between polygons. `convex` attaches this module, so a program whose smooth shapes are
 * all ellipses is bundled without it.
 *
 * The side of a shape that faces the other shape is either a _flat_, at right angles to the normal
 * n, or an _arm_, which leads away from the furthest point, to the left of n or to the right. The
 * sides of a polygon are its edges. Those of a support function are found by probing. There is a
 * straight side at right angles to m if the support points slightly to the left of m and slightly
 * to the right are far apart: further than on any arc that is not almost straight. These two points
 * are the side's ends. If there is none for n itself, the normals of chords lead to the next one:
 * see "Shapes without vertices" in docs/casts_and_compounds.md.
 *
 * Once the search is over, the samples are free for this purpose:
 *
 * - 0 is n; 1 and 2 are beside it, to the left and to the right;
 * - 3 and 4 have the ends of a chord, p and q;
 * - 5 is the normal of a chord or of a side; 6 and 7 are beside it, beyond p and towards p, 10 and
 *   11 further away;
 * - 8 and 9 are at right angles to n, to the left and to the right.
 *
 * Points are in the pair frame. T is a coordinate along t, which is n turned to the left. D >= 0
 * says how far a point lies behind the furthest one, away from the other shape. `pose` says whose
 * side it is: 0 for A, 4 for B.
 *
 * @module
 */
import * as slots from "../../kernel/registers.ts";
import * as record from "../../shapes/record.ts";
import * as samples from "./samples.ts";
import { writeId } from "../../kernel/contact.ts";
import { registers } from "../../kernel/registers.ts";
import type { ConvexShape } from "../../shapes/shape.ts";
import type { Samples } from "./samples.ts";
import { askShape, isEllipse, makeUnit, placeVertex, shapeOf } from "./sampling.ts";
import type { Sides } from "./solve.ts";

// As in pair.ts.
const W = registers;

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { MANIFOLD_POINTS } = slots;
const { OUTER } = record;
const { ROUNDING, FLAT, STRIDE, NX, NY, AX, BX, H, CENTER_A, CENTER_B, OFFSET, LIMIT, ORIGIN } =
  samples;

/** Slope of the directions beside a normal in which the ends of its straight side are furthest: 2^-26. */
const BESIDE = 1.4901161193847656e-8;
/**
 * Slopes in multiples of BESIDE. A point that stays furthest up to this slope, 2^-16, is a corner,
 * and a side begins there. If the boundary is round, a short side is searched up to this slope, …
 */
const CORNER = 1024;
/** … and a long one up to this slope, 1/32. */
const ROUND = 2097152;
/** A direction within this angle of a side's normal, 2^-40, counts as that normal. */
const ALIGNED = 9.094947017729282e-13;
/** No point lies beyond the line of a side by more than FLAT roundings times this. */
const BULGE = 8;
/** Up to this slope, 2^-20, the ends of a straight side move apart to at most twice its length. */
const WIDER = 64;
/**
 * A straight side is longer than this fraction of the shape's width across n, 2^-14. (On an arc of
 * radius ρ, the two points are 2^-25 ρ apart.)
 */
const LONG = 6.103515625e-5;
/**
 * It is also longer than this fraction of the coordinates, 2^-40, which are large for a shape far
 * from its own origin.
 */
const FAR = 9.094947017729282e-13;
/**
 * The furthest point from an arc's chord divides it into parts that are no longer than this
 * fraction of the chord.
 */
const EVEN = 0.625;
/** Number of chords after which the search for a side gives up. */
const CHORD_CAP = 24;
/**
 * If the closest points are corners, arms lie along each other up to this slope between them: 1/32.
 */
const ALONG = 0.03125;
/**
 * Two sides whose squared lengths differ by less than this factor, 1 + 2^-20, count as equally
 * long.
 */
const LONGER = 1.00000095367431640625;
/**
 * Number of names in a quarter turn, and the offset of the first. The offset keeps directions in
 * round numbers away from the border between two names.
 */
const NAMES = 8192;
const FIRST_NAME = 0.6180339887498949;

/** Layout of `Samples.Q`: normal; t; T of the witness point; signed distance; … */
const N = 0;
const T = 2;
const WITNESS = 4;
const GAP_AT = 5;
/**
 * … furthest points of A and of B; a vector to be named; for the support function being probed, the
 * squares of …
 */
const TOP_A = 6;
const TOP_B = 8;
const WAY = 10;
/** … the rounding of its points and of the shortest side that it can have; … */
const NOISE2 = 12;
const SHORTEST2 = 13;
/** … and the sides: flat, left arm and right arm of A, then of B. */
const SIDES = 14;
const SIDE = 7;
/** After the sides, a squared distance. */
const SPAN2 = 56;
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
  if (isEllipse(b)) return 0;
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
  W[MANIFOLD_POINTS] = x + along * Q[T] + P[ORIGIN];
  W[MANIFOLD_POINTS + 1] = y + along * Q[T + 1] + P[ORIGIN + 1];
  W[MANIFOLD_POINTS + 3] = names[3 * side + NEAR];
  const along2 = Q[p + T1] - top;
  W[MANIFOLD_POINTS + 4] = x + along2 * Q[T] + Q[p + D1] * Q[N] + P[ORIGIN];
  W[MANIFOLD_POINTS + 5] = y + along2 * Q[T + 1] + Q[p + D1] * Q[N + 1] + P[ORIGIN + 1];
  W[MANIFOLD_POINTS + 7] = names[3 * side + OTHER];
  return 2;
}

/**
 * Finds the sides of A and B for the normal in Q, where sample i has the furthest points. Returns
 * whether both shapes have one.
 */
function findBoth(state: Samples, a: ConvexShape, b: ConvexShape, i: number): boolean {
  if (isEllipse(a) || isEllipse(b)) return false;
  const { S, Q } = state;
  Q[T] = 0 - Q[N + 1];
  Q[T + 1] = Q[N];
  for (let c = 0; c < 4; c++) Q[TOP_A + c] = S[i * STRIDE + AX + c];
  // Ask a shape with vertices first: its sides are known.
  const first = a.support === null ? 0 : 4;
  return findSides(state, first) && findSides(state, 4 - first);
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
  writeId(MANIFOLD_POINTS + 3, onA ? self : end, onA ? end : self, 0);
  writeId(MANIFOLD_POINTS + 7, onA ? self : end2, onA ? end2 : self, 0);

  // 3. The ends of the overlap, from right to left, none deeper than the witness points.
  const lo = Math.max(Math.min(Q[p + FROM], Q[p + T1]), Math.min(Q[q + FROM], Q[q + T1]));
  const hi = Math.min(Math.max(Q[p + FROM], Q[p + T1]), Math.max(Q[q + FROM], Q[q + T1]));
  const gap = Q[GAP_AT];
  if (!(isAlong && lo < hi && reaches(Q, sideA, lo, hi) && reaches(Q, sideB, lo, hi))) {
    if (isGiven) return 0;
    // The id of the end at which an arm begins: the shorter side's, or the other one's if that is a
    // flat.
    const arm = shorter % 3 > 0 ? shorter : onA ? sideA : sideB;
    if (arm % 3 === 2) W[MANIFOLD_POINTS + 3] = W[MANIFOLD_POINTS + 7];
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
  W[MANIFOLD_POINTS] = x + ((lo - top) * Q[T] + m * Q[N]);
  W[MANIFOLD_POINTS + 1] = y + ((lo - top) * Q[T + 1] + m * Q[N + 1]);
  W[MANIFOLD_POINTS + 2] = s;
  W[MANIFOLD_POINTS + 4] = x + ((hi - top) * Q[T] + m2 * Q[N]);
  W[MANIFOLD_POINTS + 5] = y + ((hi - top) * Q[T + 1] + m2 * Q[N + 1]);
  W[MANIFOLD_POINTS + 6] = s2;
  const margin = R[LIMIT];
  if (s2 > margin) return s > margin ? 0 : 1;
  if (!(s > margin)) return 2;
  for (let c = 0; c < 4; c++) W[MANIFOLD_POINTS + c] = W[MANIFOLD_POINTS + 4 + c];
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
  if (shape.support !== null) {
    findStraight(state, pose);
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

/** Finds the sides of a support function. Sample 0 has the normal. */
function findStraight(state: Samples, pose: number): void {
  const { S, R, Q } = state;
  const first = pose === 0 ? 0 : 3, o = pose === 0 ? AX : BX;
  // Samples 8 and 9: the points furthest to the left and to the right.
  let unit = R[OFFSET];
  for (let k = 8; k <= 9; k++) {
    const sign = (k === 8) === (pose === 0) ? 1 : -1, at = k * STRIDE;
    S[at + NX] = sign * Q[T];
    S[at + NY] = sign * Q[T + 1];
    askShape(state, at, pose, 0);
    unit = Math.max(unit, Math.abs(S[at + o]), Math.abs(S[at + o + 1]));
  }
  const noise = FLAT * ROUNDING * unit, shortest = FAR * unit;
  Q[NOISE2] = noise * noise;
  measureSpan(state, 8, 9, o);
  Q[SHORTEST2] = Math.max(LONG * LONG * Q[SPAN2], shortest * shortest);
  turn(state, pose, 1, 0, 1);
  turn(state, pose, 2, 0, -1);
  if (isStraight(state, pose, 0, 2, 1, 1)) {
    nameSide(state, pose, first, 2, 1);
    return;
  }
  findArm(state, pose, 1);
  findArm(state, pose, -1);
}

/** Finds the arm to the left (`hand` 1) or to the right (-1) of the furthest point. */
function findArm(state: Samples, pose: number, hand: number): void {
  const { Q } = state;
  const o = pose === 0 ? AX : BX, p = hand > 0 ? 1 : 2;
  copyPoint(state, 3, p, o);
  turn(state, pose, 4, 0, hand * CORNER);
  measureSpan(state, 3, 4, o);
  if (Q[SPAN2] <= Q[NOISE2]) {
    copyPoint(state, 4, hand > 0 ? 8 : 9, o);
    findAtCorner(state, pose, hand);
    return;
  }
  // First look for a short side that begins just beyond p.
  if (findBeyond(state, pose, hand)) return;
  copyPoint(state, 3, p, o);
  turn(state, pose, 4, 0, hand * ROUND);
  findBeyond(state, pose, hand);
}

/**
 * Finds the side that begins at a corner, point 3. Replaces the far end of the chord by the point
 * that divides it, until nothing does.
 */
function findAtCorner(state: Samples, pose: number, hand: number): void {
  const { Q } = state;
  const o = pose === 0 ? AX : BX;
  for (let step = 0; step < CHORD_CAP && divideChord(state, pose, hand); step++) {
    measureSpan(state, 3, 7, o);
    if (Q[SPAN2] <= Q[SHORTEST2]) {
      keepStraight(state, pose, hand);
      return;
    }
    copyPoint(state, 4, 7, o);
  }
}

/**
 * Finds the first side between points 3 and 4, with round parts before and after it. Returns
 * whether there is one.
 *
 * The point furthest from the chord divides it into two parts. A part longer than EVEN times the
 * chord has a side. If neither is longer, either both have one or all is round. The nearer part is
 * then divided as well, and if that is even, too, all is round. After a side is found, the search
 * goes on for another one before it.
 */
function findBeyond(state: Samples, pose: number, hand: number): boolean {
  const { Q } = state;
  const o = pose === 0 ? AX : BX, p = hand > 0 ? 1 : 2;
  let isFound = false, evens = 0, last = Infinity;
  for (let step = 0; step < CHORD_CAP && divideChord(state, pose, hand); step++) {
    // Chords of a convex shape get shorter.
    measureSpan(state, 3, 4, o);
    const square = Q[SPAN2], long = EVEN * EVEN * square;
    if (!(square < last)) break;
    last = square;
    measureSpan(state, 3, 7, o);
    const isBefore = Q[SPAN2] > long;
    measureSpan(state, 7, 4, o);
    const isBeyond = Q[SPAN2] > long;
    evens = isBefore || isBeyond ? 0 : evens + 1;
    if (evens > 1) break;
    if (!isBeyond) copyPoint(state, 4, 7, o);
    else if (keepStraight(state, pose, hand)) {
      isFound = true;
      last = Infinity;
      copyPoint(state, 3, p, o);
      copyPoint(state, 4, 7, o);
    } else copyPoint(state, 3, 6, o);
  }
  return isFound;
}

/**
 * Divides the boundary between points 3 and 4 at point 7, the furthest along the normal of their
 * chord, sample 5. If there is a side, point 7 is its end towards 3. Returns whether the chord was
 * long enough and point 7 lies between its ends.
 */
function divideChord(state: Samples, pose: number, hand: number): boolean {
  const { Q } = state;
  const o = pose === 0 ? AX : BX;
  measureSpan(state, 3, 4, o);
  const square = Q[SPAN2];
  if (!(square > Q[SHORTEST2])) return false;
  setNormal(state, 3, 4, o, hand);
  turn(state, pose, 7, 5, -hand);
  measureSpan(state, 3, 7, o);
  return Q[SPAN2] < square;
}

/**
 * Stores the arm from point 7 to the furthest point slightly beyond the normal of sample 5. Returns
 * false if it is not straight.
 */
function keepStraight(state: Samples, pose: number, hand: number): boolean {
  turn(state, pose, 6, 5, hand);
  if (!isStraight(state, pose, 5, 7, 6, hand)) return false;
  nameSide(state, pose, (pose === 0 ? 0 : 3) + (hand > 0 ? 1 : 2), 7, 6);
  return true;
}

/**
 * Evaluates sample k in the direction of sample i, turned by the slope `steps` times BESIDE.
 * Positive steps lead to the left of n.
 */
function turn(
  state: Samples,
  pose: number,
  k: number,
  i: number,
  steps: number,
): void {
  const { S } = state;
  // The support point of B is that against the direction, so its turn is reversed.
  const slope = (pose === 0 ? BESIDE : -BESIDE) * steps;
  const x = S[i * STRIDE + NX], y = S[i * STRIDE + NY];
  S[k * STRIDE + NX] = x - slope * y;
  S[k * STRIDE + NY] = y + slope * x;
  makeUnit(state, k);
  askShape(state, k * STRIDE, pose, 0);
}

/**
 * Gives sample 5 the normal of the chord from point i to point j, where j is further on in the
 * sense of `hand`.
 */
function setNormal(state: Samples, i: number, j: number, o: number, hand: number): void {
  const { S } = state;
  S[5 * STRIDE + NX] = hand * (S[j * STRIDE + o + 1] - S[i * STRIDE + o + 1]);
  S[5 * STRIDE + NY] = hand * (S[i * STRIDE + o] - S[j * STRIDE + o]);
  makeUnit(state, 5);
}

/** Gives sample k the point of sample i. */
function copyPoint({ S }: Samples, k: number, i: number, o: number): void {
  S[k * STRIDE + o] = S[i * STRIDE + o];
  S[k * STRIDE + o + 1] = S[i * STRIDE + o + 1];
}

/**
 * SPAN2 = the squared distance between the points of samples i and j. (V8 boxes doubles that calls
 * return.)
 */
function measureSpan({ S, Q }: Samples, i: number, j: number, o: number): void {
  const x = S[j * STRIDE + o] - S[i * STRIDE + o];
  const y = S[j * STRIDE + o + 1] - S[i * STRIDE + o + 1];
  Q[SPAN2] = x * x + y * y;
}

/**
 * Whether the points of samples i and j, before and after the direction of m in the sense of
 * `hand`, are the ends of a straight side. If the side's normal differs slightly from m, the ends
 * are evaluated again beside that normal. Where a side continues into arcs, its ends would
 * otherwise wander with m.
 */
function isStraight(
  state: Samples,
  pose: number,
  m: number,
  i: number,
  j: number,
  hand: number,
): boolean {
  const { S, Q } = state;
  const o = pose === 0 ? AX : BX, n = 5 * STRIDE;
  measureSpan(state, i, j, o);
  const square = Q[SPAN2];
  if (!(square > Q[SHORTEST2])) return false;
  const mx = S[m * STRIDE + NX], my = S[m * STRIDE + NY];
  setNormal(state, i, j, o, hand);
  askShape(state, n, pose, 0);
  const px = S[i * STRIDE + o], py = S[i * STRIDE + o + 1];
  const ex = S[j * STRIDE + o] - px, ey = S[j * STRIDE + o + 1] - py;
  const dx = S[n + o] - px, dy = S[n + o + 1] - py;
  const miss = ex * dy - ey * dx;
  if (!(miss * miss <= BULGE * BULGE * Q[NOISE2] * square)) return false;
  if (Math.abs(mx * S[n + NY] - my * S[n + NX]) > ALIGNED) {
    turn(state, pose, j, 5, hand);
    turn(state, pose, i, 5, -hand);
  }
  // On an arc that is rounded to a straight line, other points are furthest slightly further to the
  // left and to the right.
  turn(state, pose, 10, 5, WIDER);
  turn(state, pose, 11, 5, -WIDER);
  measureSpan(state, 10, 11, o);
  return Q[SPAN2] <= 4 * square;
}

/**
 * Stores and names a side of a support function, by its normal and the vectors from the center to
 * its ends.
 */
function nameSide(state: Samples, pose: number, side: number, i: number, j: number): void {
  const { S, R, Q, names } = state;
  setSide(state, pose, side, i, j);
  const o = pose === 0 ? AX : BX, center = pose === 0 ? CENTER_A : CENTER_B;
  Q[WAY] = S[j * STRIDE + o] - S[i * STRIDE + o];
  Q[WAY + 1] = S[j * STRIDE + o + 1] - S[i * STRIDE + o + 1];
  if (side % 3 === 2) {
    Q[WAY] = -Q[WAY];
    Q[WAY + 1] = -Q[WAY + 1];
  }
  names[3 * side + SELF] = nameOf(state, pose);
  Q[WAY] = S[i * STRIDE + o] - R[center];
  Q[WAY + 1] = S[i * STRIDE + o + 1] - R[center + 1];
  const near = nameOf(state, pose);
  Q[WAY] = S[j * STRIDE + o] - R[center];
  Q[WAY + 1] = S[j * STRIDE + o + 1] - R[center + 1];
  const other = nameOf(state, pose);
  names[3 * side + NEAR] = near;
  names[3 * side + OTHER] = other === near ? near + 1 : other;
}

/**
 * The name of the vector in WAY: an integer from 1 on that grows with the vector's angle in the
 * shape's frame.
 */
function nameOf({ Q, P }: Samples, pose: number): number {
  const c = P[pose + 2], s = P[pose + 3];
  const x = c * Q[WAY] + s * Q[WAY + 1], y = c * Q[WAY + 1] - s * Q[WAY];
  // NaN if the end is the center. The name is then 1.
  const turned = y / (Math.abs(x) + Math.abs(y));
  const quarters = x < 0 ? 2 - turned : turned < 0 ? 4 + turned : turned;
  return 1 + (NAMES * quarters + FIRST_NAME | 0) % (4 * NAMES);
}
