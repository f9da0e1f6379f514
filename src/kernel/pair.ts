/**
 * The queries on one pair of shapes, in stages:
 *
 * - **Choose** features that face each other: a vertex of each core (a0, b0), or an edge of one core
 *   and a vertex of the other (side, edge, facing). They come from the axes of two rectangles, from
 *   `search` (bounding circles, GJK and a walk along C), or else from the boundary scan.
 * - **Measure** them: formulas (measure.ts).
 * - **Settle** what rounding leaves open: all policies (settle.ts). Few pairs need that.
 * - **Finish**: radii, status, world coordinates (finish.ts).
 *
 * Who knows the features already begins with measuring them: a warm start (resume.ts), or a query that has
 * decided something before. Circles and points have a closed form (disks.ts).
 *
 * One value decides everything: the signed distance. Its sign is exact for the pair-frame vertices
 * (for identity poses: for the shapes as given). Every other answer is derived from it, or is
 * proven to agree with it.
 *
 * @module
 */
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import * as record from "../shapes/record.ts";
import * as searches from "./search.ts";
import * as boxModes from "./boxes.ts";
import * as measures from "./measure.ts";
import type { Verts } from "../shapes/record.ts";
import { boxes, closestOfBoxes, shareOfBoxes, upright } from "./boxes.ts";
import { collinearGap, isThin, scanBoundary } from "./boundary.ts";
import { disksMeet, measureDisks } from "./disks.ts";
import { finish, finishShared } from "./finish.ts";
import { measure } from "./measure.ts";
import { search } from "./search.ts";
import { scan, settle } from "./settle.ts";

const { abs } = Math;

const { poses, POSE_A, POSE_B, simplex, measured } = state;
const { OVERLAPPING, SEPARATED, APART, UNCERTAIN, SIGNED, UNSIGNED } = slots;
const { UNKNOWN, BY_SEARCH, BY_SCAN, MEASURED } = slots;
const { RADIUS, HALF_U } = record;
const { CLOSEST, DECIDE } = searches;
const { ROUGHLY } = boxModes;
const { SURE } = measures;

/** 1 when the closed shapes share a point. */
export function intersects(VA: Verts, nA: number, VB: Verts, nB: number): number {
  if (nA + nB === 2) return disksMeet(VA, VB);
  // (Local names make the function shorter, and V8 inlines short ones into their callers.)
  const P = poses, unsure = UNCERTAIN;
  let verdict = unsure;
  if (
    P[POSE_A + 2] * P[POSE_A + 3] === 0 && P[POSE_B + 2] * P[POSE_B + 3] === 0
  ) verdict = upright(VA, nA, VB, nB);
  if (verdict === unsure && VA[HALF_U] * VB[HALF_U] > 0) verdict = boxes(VA, VB, DECIDE);
  if (verdict === unsure) verdict = search(VA, nA, VB, nB, DECIDE);
  // SEPARATED is 0, OVERLAPPING is 1.
  if (verdict < unsure) return verdict;
  return decide(VA, nA, VB, nB, verdict);
}

/**
 * The part of `intersects` that runs when the search does not decide. It is a function of its own
 * so that V8 inlines the rest.
 */
function decide(VA: Verts, nA: number, VB: Verts, nB: number, verdict: number): number {
  const R = VA[RADIUS] + VB[RADIUS];
  if (verdict === APART) {
    // The cores are apart; do the radii reach across the gap? Only within rounding does it take the
    // signed distance to tell.
    const gap = measured.core - R;
    if (abs(gap) > 2 * measured.noise) return +(gap < 0);
  } else if (R === 0 && (nA > 2 || nB > 2) && !isThin(VA, VB)) {
    // Without radii, the sign of the largest edge separation is the answer.
    scanBoundary(VA, VB);
    const s = measured.separation;
    return s < 0 || (s === 0 && collinearGap(VA, VB) === 0) ? 1 : 0;
  }
  // The answer must agree with `signedDistance`, so it starts from the features that a plain call
  // would use. The poses' rounding can leave dents in a shape, and there other features may give
  // another value.
  if (VA[HALF_U] * VB[HALF_U] > 0) signedDistance(VA, nA, VB, nB, SIGNED);
  else if (verdict === APART) measureFeatures(VA, nA, VB, nB, BY_SEARCH, SIGNED);
  else measureFeatures(VA, nA, VB, nB, scan(VA, VB), SIGNED);
  return measured.distance <= 0 ? 1 : 0;
}

/**
 * Signed distance. Writes the distance, normal, witness points (world) and status to `measured`, the
 * vertices of `features`, and a simplex of C for a warm start: count = 1 and pa, pb for a vertex pair,
 * count = 2 and the edge pa, pb -> qa, qb, or what the search left.
 *
 * With UNSIGNED, an overlap is reported as distance 0, with one common point as both witnesses. If
 * circles, rectangles or a triangle of C prove the overlap, the normal is the direction between the
 * shapes' centers.
 */
export function signedDistance(VA: Verts, nA: number, VB: Verts, nB: number, want: number): void {
  if (nA + nB === 2) measureDisks(VA, VB, want);
  else measureCores(VA, nA, VB, nB, want);
}

/**
 * `signedDistance` unless both cores are single points. It is a function of its own so that V8
 * inlines the choice, and has the first stage in it because a call more costs 3 %.
 */
function measureCores(VA: Verts, nA: number, VB: Verts, nB: number, want: number): void {
  // 1. Choose features. Rectangles try their axes first, rounded ones too, although with UNSIGNED an
  // overlap of rounded ones is searched again. All queries then report the same features.
  const areBoxes = VA[HALF_U] * VB[HALF_U] > 0;
  let source = UNKNOWN, isShared = false;
  if (areBoxes) {
    const verdict = boxes(VA, VB, want === SIGNED ? SIGNED : ROUGHLY) & 3;
    if (verdict === SEPARATED) {
      if (closestOfBoxes(VA, VB) === 1) source = BY_SEARCH;
    } else if (verdict === OVERLAPPING) {
      const isFlat = VA[RADIUS] + VB[RADIUS] === 0;
      // (Upright rectangles may just touch.)
      if (want === SIGNED || (isFlat && !(measured.separation < -2 * measured.noise))) {
        source = BY_SCAN;
      } else isShared = isFlat && shareOfBoxes(VA, VB) === 1;
    }
  }
  if (source === UNKNOWN) {
    const verdict = isShared ? OVERLAPPING : search(VA, nA, VB, nB, CLOSEST);
    if (verdict === OVERLAPPING && want === UNSIGNED) {
      finishShared(VA, VB, isShared);
      return;
    }
    if (verdict === SEPARATED) source = BY_SEARCH;
    else {
      // With SIGNED, the axes of rectangles have been tried already.
      const ask = areBoxes && want === UNSIGNED;
      const isFound = ask && (boxes(VA, VB, SIGNED) & 3) === OVERLAPPING;
      source = isFound ? BY_SCAN : scan(VA, VB);
    }
  }
  // 2 to 4. As `measureFeatures`.
  const doubt = source === MEASURED ? SURE : measure(VA, nA, VB, nB, source);
  if (doubt !== SURE) settle(VA, VB, source, doubt);
  finish(VA, VB, want);
}

/** Measures the features that `source` has chosen; results as `signedDistance`. */
function measureFeatures(
  VA: Verts,
  nA: number,
  VB: Verts,
  nB: number,
  source: number,
  want: number,
): void {
  const doubt = source === MEASURED ? SURE : measure(VA, nA, VB, nB, source);
  if (doubt !== SURE) settle(VA, VB, source, doubt);
  finish(VA, VB, want);
}

/**
 * Penetration. If the shapes are apart, writes only a distance > 0; otherwise everything that
 * `signedDistance` writes.
 */
export function penetration(VA: Verts, nA: number, VB: Verts, nB: number): void {
  if (nA + nB === 2) measureDisks(VA, VB, SIGNED);
  else penetrationOfCores(VA, nA, VB, nB);
}

/** `penetration` unless both cores are single points, as `measureCores`. */
function penetrationOfCores(VA: Verts, nA: number, VB: Verts, nB: number): void {
  let source = BY_SEARCH, found = UNCERTAIN;
  if (VA[HALF_U] * VB[HALF_U] > 0) found = boxes(VA, VB, SIGNED) & 3;
  const R = VA[RADIUS] + VB[RADIUS];
  if (found === SEPARATED && (R === 0 || measured.separation > R + 2 * measured.noise)) {
    measured.distance = 1;
    return;
  }
  if (found === OVERLAPPING) source = BY_SCAN;
  else if (found !== SEPARATED || closestOfBoxes(VA, VB) !== 1) {
    const verdict = search(VA, nA, VB, nB, DECIDE);
    if (verdict === SEPARATED) {
      measured.distance = 1;
      return;
    }
    // Without a simplex, circles answered for the shapes with their radii, which says nothing about
    // the cores.
    if (verdict !== APART && simplex.count === 0 && R > 0) {
      measureCores(VA, nA, VB, nB, SIGNED);
      return;
    }
    if (verdict !== APART) source = scan(VA, VB);
  }
  measureFeatures(VA, nA, VB, nB, source, SIGNED);
}
