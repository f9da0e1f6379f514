/**
 * The third stage of a query, which few pairs need: `measure` was not sure that the features count.
 * The poses round the vertices, so short or nearly collinear edges may not be what the records say.
 * Here is every policy for that. Each either replaces the features, to be measured again, or accepts
 * them.
 *
 * Why this ends. Measurements are counted from the first one of the features of a source.
 *
 * - `lean`: only for the first one.
 * - `takeEnd`: two vertices replace an edge found by the search, and only the radii replace these.
 * - `deepen` walks along C after the first one only. Otherwise it goes over to BY_VERTICES, for which
 *   it is not asked.
 * - `judgeRadii` goes over from BY_SEARCH to BY_SCAN, for which it accepts everything. The count
 *   starts again.
 *
 * So at most three are measured for either source, and the cap of ROUND_CAP is never reached.
 *
 * @module
 */
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import * as record from "../shapes/record.ts";
import * as measures from "./measure.ts";
import * as tolerances from "./tolerances.ts";
import type { Verts } from "../shapes/record.ts";
import { countOf } from "../shapes/record.ts";
import {
  collinearGap,
  descend,
  isThin,
  reachOfHulls,
  scanBoundary,
  scanVertices,
} from "./boundary.ts";
import { measure } from "./measure.ts";
import { exactRadii, isClosest } from "./proof.ts";
import { after } from "./ring.ts";

const { abs } = Math;

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { features, simplex, measured } = state;
const { BY_SEARCH, BY_SCAN, BY_VERTICES } = slots;
const { RADIUS } = record;
const { LEANS, PAST, CLOSE } = measures;
const { BEYOND, LEAST, NEXT_TO_NONE, ROUND_CAP } = tolerances;

/**
 * Settles the doubts of `measure` about features that `source` has chosen: at the end `measured` and
 * `features` are those that count.
 */
export function settle(VA: Verts, VB: Verts, source: number, doubt: number): void {
  const nA = countOf(VA), nB = countOf(VB);
  let isFirst = true;
  for (let round = 0; round < ROUND_CAP; round++) {
    const isEdge = features.onEdge !== 0;
    if (isEdge && isFirst && (doubt & LEANS) !== 0) {
      lean(nA, nB);
      isFirst = false;
    } else if (isEdge && source === BY_SEARCH && (doubt & PAST) !== 0) {
      takeEnd(nA, nB);
      isFirst = false;
    } else if (
      isEdge && source === BY_SCAN && measured.separation <= 0 && !isThin(VA, VB) &&
      !isDeepest(doubt, isFirst)
    ) {
      source = deepen(VA, VB, doubt, isFirst);
      isFirst = false;
    } else if ((doubt & CLOSE) !== 0 && !judgeRadii(VA, VB, source)) {
      scan(VA, VB);
      source = BY_SCAN;
      isFirst = true;
    } else return;
    doubt = measure(VA, nA, VB, nB, source);
  }
}

/**
 * An edge at the facing vertex v leans towards the reference. Its end z is closer than v if it is
 * beside the reference. Otherwise the end of the reference that z is past is closest to the leaning
 * edge. Needed by: nearly parallel edges of any shape, whose poses round the vertices.
 */
function lean(nA: number, nB: number): void {
  const ofA = features.side === 0;
  const nR = ofA ? nA : nB, nI = ofA ? nB : nA;
  const k = features.edge, f = features.leaning, t = measured.far;
  if (t >= 0 && t <= 1) features.facing = f === features.facing ? after(f, nI) : f;
  else {
    features.side = ofA ? 1 : 0;
    features.edge = f;
    features.facing = t > 1 ? after(k, nR) : k;
  }
}

/**
 * The vertex lies past an end of the edge, which then is the closest point of it. Needed by: tiny
 * edges, which poses round so much that what the search found beside one may not lie there.
 */
function takeEnd(nA: number, nB: number): void {
  const ofA = features.side === 0, k = features.edge, j = features.facing;
  const end = measured.along < 0 ? k : after(k, ofA ? nA : nB);
  features.onEdge = 0;
  features.a0 = ofA ? end : j;
  features.b0 = ofA ? j : end;
}

/** Whether the vertex is past the edge by more than rounding. */
function isOff(doubt: number): boolean {
  return (doubt & PAST) !== 0 && (measured.along < -BEYOND || measured.along > 1 + BEYOND);
}

/** Whether the edge that the scan found, or one that replaced it, is the deepest one up to rounding. */
function isDeepest(doubt: number, isFirst: boolean): boolean {
  if (isOff(doubt)) return false;
  if (isFirst) return true;
  const core = measured.core, noise = measured.noise;
  return !((doubt & LEANS) !== 0 && measured.depth < core - noise) &&
    !(abs(core - measured.separation) > noise);
}

/**
 * The vertex v would lie beside the deepest edge, but for rounding. Either rounding chose the wrong
 * one of several nearly collinear edges, or the wrong end of a tiny edge as v. So walk to the edge
 * that the origin lies beside. If there is none, or it is not the deepest one either, all vertices
 * have to be examined. Needed by: polygons with nearly collinear or tiny edges that overlap or touch.
 */
function deepen(VA: Verts, VB: Verts, doubt: number, isFirst: boolean): number {
  if (isFirst && isOff(doubt)) {
    descend(VA, VB);
    if (simplex.count > 1) return BY_SCAN;
  }
  scanVertices(VA, VB);
  return BY_VERTICES;
}

/**
 * The distance is close to the radii: their exact sum decides, if the features are proven closest.
 * Returns false if they are not, or if others are equally close, unless it is exactly a touch. Then
 * the scan's have to be measured, so that the rounded result does not depend on which search came
 * first. Needed by: rounded shapes that touch.
 */
function judgeRadii(VA: Verts, VB: Verts, source: number): boolean {
  const proof = source === BY_SEARCH ? isClosest(VA, VB) : 2;
  if (proof === 0) return false;
  exactRadii(VA, VB);
  // Poses may have put the vertices out of order, so that others are closer by a rounding.
  if (isThin(VA, VB)) {
    const sign = reachOfHulls(VA, VB);
    if (sign === 0) measured.distance = 0;
    else if (!(measured.distance * sign > 0)) {
      measured.distance = sign * (NEXT_TO_NONE * (VA[RADIUS] + VB[RADIUS]) + LEAST);
    }
  }
  return proof === 2 || measured.distance === 0;
}

/**
 * Finds the features by scanning the boundary of C: the axis of least penetration of overlapping
 * cores, or, by exact signs, the closest features of a pair too close to touching for the search to
 * be certain.
 */
export function scan(VA: Verts, VB: Verts): void {
  const isHair = isThin(VA, VB);
  if (isHair) scanVertices(VA, VB);
  else scanBoundary(VA, VB);
  // s > 0: apart; 0: touching; < 0: overlapping.
  const s = measured.separation;
  let isVertex = false;
  if (s === 0) isVertex = collinearGap(VA, VB) === 1;
  else if (isHair) return;
  else if (s > 0) {
    descend(VA, VB);
    isVertex = simplex.count < 2;
    features.a0 = simplex.pa;
    features.b0 = simplex.pb;
  }
  if (isVertex || !isHair) features.onEdge = isVertex ? 0 : 1;
}
