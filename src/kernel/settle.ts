/**
 * The third stage of a query, which few pairs need: `measure` was not sure that the features count.
 * The poses round the vertices, so short or nearly collinear edges may not be what the records say.
 * Here is every policy for that. Each either replaces the features, to be measured again, or accepts
 * them.
 *
 * Why this ends. Of the features of a source, `lean` replaces only the first that are measured, and so does
 * the walk along C. `takeEnd` puts two vertices in place of an edge found by the search, and only the radii
 * replace these. So at most three are measured, and the cap of ROUND_CAP is never reached. Then
 * `judgeRadii` may go over from the search to the scan, which it accepts; and whatever leaves a dent goes over
 * to the hulls of the placed vertices, which have none.
 *
 * @module
 */
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import * as measures from "./measure.ts";
import * as tolerances from "./tolerances.ts";
import type { Verts } from "../shapes/record.ts";
import { countOf } from "../shapes/record.ts";
import { collinearGap, descend, face, isAsGiven, isThin, scanBoundary } from "./boundary.ts";
import { onHulls } from "./hulls.ts";
import { measure } from "./measure.ts";
import { exactRadii, isClosest } from "./proof.ts";
import { after } from "./ring.ts";

const { abs } = Math;

const { POSE_A, POSE_B, features, simplex, measured } = state;
const { BY_SEARCH, BY_SCAN, MEASURED } = slots;
const { SURE, LEANS, PAST, CLOSE } = measures;
const { BEYOND, ROUND_CAP } = tolerances;

/**
 * Settles the doubts of `measure` about features that `source` has chosen: at the end `measured` and
 * `features` are those that count.
 */
export function settle(VA: Verts, VB: Verts, source: number, doubt: number): void {
  const nA = countOf(VA), nB = countOf(VB);
  let isFirst = true;
  for (let round = 0; round < ROUND_CAP; round++) {
    const isEdge = features.onEdge !== 0;
    if (isEdge && isFirst && (doubt & LEANS) !== 0) lean(nA, nB);
    else if (isEdge && source === BY_SEARCH && (doubt & PAST) !== 0) takeEnd(nA, nB);
    else if (
      isEdge && source === BY_SCAN && measured.separation <= 0 && !isDeepest(doubt, isFirst)
    ) {
      if (!(isFirst && isOff(doubt) && walks(VA, VB))) {
        // (Vertices that are as given have no dents, so there it is nothing but rounding.)
        if (!isAsGiven()) measureHulls(VA, VB);
        return;
      }
    } else {
      if ((doubt & CLOSE) !== 0) judgeRadii(VA, VB, source);
      return;
    }
    isFirst = false;
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
 * that the origin lies beside, from the vertex that exact signs find. Needed by: polygons with nearly collinear
 * or tiny edges that overlap or touch. If there is none, or it is not the deepest one either, the poses have left a
 * dent.
 */
function walks(VA: Verts, VB: Verts): boolean {
  const { side, edge, facing } = features;
  features.facing = side === 0
    ? face(VA, POSE_A, edge, VB, facing)
    : face(VB, POSE_B, edge, VA, facing);
  descend(VA, VB);
  return simplex.count > 1;
}

/**
 * The distance is close to the radii: their exact sum decides, if the features are proven closest.
 * If they are not, or if others are equally close, unless it is exactly a touch, the scan's are measured,
 * so that the rounded result does not depend on which search came first. Needed by: rounded shapes that
 * touch.
 */
function judgeRadii(VA: Verts, VB: Verts, source: number): void {
  // (Out of order, others may be closer by a rounding.)
  const proof = isThin(VA, VB) ? 0 : source === BY_SEARCH ? isClosest(VA, VB) : 2;
  if (proof > 0) {
    exactRadii(VA, VB);
    if (proof === 2 || measured.distance === 0) return;
  }
  measureScan(VA, VB);
}

/** Measures and settles what `scan` finds. */
function measureScan(VA: Verts, VB: Verts): number {
  if (scan(VA, VB) === MEASURED) return MEASURED;
  const doubt = measure(VA, countOf(VA), VB, countOf(VB), BY_SCAN);
  if (doubt !== SURE) settle(VA, VB, BY_SCAN, doubt);
  return MEASURED;
}

/** `measureScan` where the poses may have put vertices out of convex order: their hulls count. */
function measureHulls(VA: Verts, VB: Verts): number {
  onHulls(VA, VB, measurePlaced);
  features.ofHulls = 1;
  simplex.count = 0;
  return MEASURED;
}

/** `measureScan` for hulls, which may be points. */
export function measurePlaced(HA: Verts, HB: Verts): number {
  if (countOf(HA) + countOf(HB) > 2) return measureScan(HA, HB);
  features.onEdge = 0;
  features.a0 = 0;
  features.b0 = 0;
  const doubt = measure(HA, 1, HB, 1, BY_SCAN);
  if (doubt !== SURE) judgeRadii(HA, HB, BY_SCAN);
  return MEASURED;
}

/**
 * Finds the features by scanning the boundary of C: the axis of least penetration of overlapping
 * cores, or, by exact signs, the closest features of a pair too close to touching for the search to
 * be certain. Returns BY_SCAN, or MEASURED where hulls had to take the shapes' place.
 */
export function scan(VA: Verts, VB: Verts): number {
  if (isThin(VA, VB)) return measureHulls(VA, VB);
  scanBoundary(VA, VB);
  // s > 0: apart; 0: touching; < 0: overlapping.
  const s = measured.separation;
  let isVertex = false;
  if (s === 0) isVertex = collinearGap(VA, VB) === 1;
  else if (s > 0) {
    descend(VA, VB);
    isVertex = simplex.count < 2;
    features.a0 = simplex.pa;
    features.b0 = simplex.pb;
  }
  features.onEdge = isVertex ? 0 : 1;
  return BY_SCAN;
}
