/**
 * When two moving and rotating concave shapes first touch.
 *
 * @module
 */
import * as toi from "../../kernel/toi.ts";
import type { Outline } from "../../boundary/outline.ts";
import type { Pose } from "../../math/pose.ts";
import { PartList } from "../../shapes/part_tree.ts";
import type { ConvexShape, Shape } from "../../shapes/shape.ts";
import { type CastHit, newCastHit } from "../cast.ts";
import { signedDistance } from "../distance.ts";
import { Levels } from "../levels.ts";
import { checkMeasure, copyMeasure, type DistanceResult, newDistanceResult } from "../result.ts";
import { AXIS, AXIS_GAP, AXIS_X, AXIS_Y, separate } from "../separation.ts";
import { placeAtImpact, type Sweep } from "../sweep.ts";
import {
  type ImpactOptions,
  type ImpactResult,
  newImpactResult,
  START,
  timeOfImpact,
} from "../time_of_impact.ts";
import { listSwept, NearPairs, REACH } from "./near_parts.ts";
import { isOutlineHit, isSameDirection } from "./outline.ts";
import { outlineAt, partsOf, rimToHit } from "./parts.ts";

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { DEFAULT_TOLERANCE } = toi;

/** State of a query: impacts, distances, the poses at an impact, and the parts to visit. */
class Level {
  readonly impact: ImpactResult = newImpactResult();
  readonly earliest: ImpactResult = newImpactResult();
  readonly found: DistanceResult = newDistanceResult();
  readonly trial: DistanceResult = newDistanceResult();
  readonly hit: CastHit = newCastHit();
  readonly poseA: Pose = { x: NaN, y: NaN, cos: NaN, sin: NaN };
  readonly poseB: Pose = { x: NaN, y: NaN, cos: NaN, sin: NaN };
  readonly listA: PartList = new PartList();
  readonly listB: PartList = new PartList();
  readonly near: NearPairs = new NearPairs(true);
}

const levels = /* @__PURE__ */ new Levels(() => new Level());

/**
 * `timeOfImpact` for concave shapes: the earliest impact of any two parts, with the same
 * guarantees. Bodies that start within the tolerance slide from part to part: neither tiles nor
 * joints stop them, unless the bodies touch up to rounding.
 */
export function concaveTimeOfImpact(
  task: string,
  a: Shape,
  sweepA: Readonly<Sweep>,
  b: Shape,
  sweepB: Readonly<Sweep>,
  options: ImpactOptions | undefined,
  out: ImpactResult,
): ImpactResult {
  const A = partsOf(a), B = partsOf(b), rimA = rimToHit(a, A), rimB = rimToHit(b, B);
  const level = levels.enter();
  const { impact, earliest, found, trial, poseA, poseB, listA, listB, near } = level;
  try {
    // First the earliest impact of any two parts. Where the bodies slide over tiles or a joint, the
    // search is repeated with the starting distance of the whole bodies. Then, if the impact is
    // still inside the solid, the closest contact with the outline replaces its normal and points.
    let partA = -1;
    let partB = -1;
    let iterations = 0;
    let isInside = false;
    found.distance = NaN;
    // `reach` is the largest distance that a hit may leave between two parts. (An allowed overlap
    // makes it smaller.)
    let target = 0;
    let tolerance = DEFAULT_TOLERANCE;
    if (typeof options === "object" && options !== null) {
      // Read as in `timeOfImpact`.
      if ("targetSeparation" in options) {
        const { targetSeparation } = options;
        if (typeof targetSeparation === "number") target = targetSeparation;
      }
      if ("tolerance" in options) {
        const { tolerance: given } = options;
        if (typeof given === "number") tolerance = given;
      }
    }
    const { localCenter: g, from: a0, to: a1 } = sweepA;
    const { localCenter: h, from: b0, to: b1 } = sweepB;
    const sizeA = A.extent + Math.abs(g.x) + Math.abs(g.y);
    const sizeB = B.extent + Math.abs(h.x) + Math.abs(h.y);
    let size = Math.max(sizeA, sizeB);
    if (A.tree !== null || B.tree !== null) {
      // The tolerance of two points at their local centers is relative to the motion from center to
      // center.
      const cx = (b1.cos - b0.cos) * h.x - (b1.sin - b0.sin) * h.y;
      const cy = (b1.sin - b0.sin) * h.x + (b1.cos - b0.cos) * h.y;
      const ux = (a1.cos - a0.cos) * g.x - (a1.sin - a0.sin) * g.y;
      const uy = (a1.sin - a0.sin) * g.x + (a1.cos - a0.cos) * g.y;
      size = Math.max(
        size,
        Math.abs((b1.x - b0.x) - (a1.x - a0.x) + cx - ux) +
          Math.abs((b1.y - b0.y) - (a1.y - a0.y) + cy - uy),
      );
    }
    const reach = target + tolerance * size;
    const slack = 0.25 * tolerance * Math.min(sizeA, sizeB);
    REACH[0] = reach;
    const m = listSwept(listA, A, sweepA, B, B.parts.length, sweepB);
    for (let k = 0; k < m; k++) {
      const i = listA.parts[k];
      REACH[0] = reach;
      const n = listSwept(listB, B, sweepB, A, i, sweepA);
      for (let l = 0; l < n; l++) {
        const j = listB.parts[l];
        const outlineA = outlineAt(rimA, i), outlineB = outlineAt(rimB, j);
        timeOfImpact(A.parts[i], sweepA, B.parts[j], sweepB, options, impact);
        iterations += impact.iterations;
        if (partA >= 0 && !isEarlierImpact(impact, earliest)) continue;
        if (isFromBehind(level, outlineA, sweepA, outlineB, sweepB)) {
          impact.status = "separated";
          impact.fraction = 1;
          if (partA >= 0 && !isEarlierImpact(impact, earliest)) continue;
        }
        let hitsInside = isImpactInside(level, outlineA, sweepA, outlineB, sweepB);
        if (impact.status === "hit" && A.parts.length + B.parts.length > 2) {
          if (isNaN(found.distance)) {
            signedDistance(a, sweepA.from, b, sweepB.from, found);
          }
          // Only bodies that start within the tolerance may come nearer than that.
          const isClose = found.distance <= reach;
          let isBeside = isClose && (outlineA !== null || outlineB !== null) &&
            (hitsInside || isSameDirection(impact.normal, found.normal));
          if (!isBeside && isClose) {
            // If the bodies slide over a joint, the hit part is no closer than the bodies were,
            // along the normal of the start. This holds whichever normal the corner of the joint
            // gives.
            separateAcross(level, A.parts[i], sweepA, B.parts[j], sweepB);
            isBeside = AXIS[AXIS_GAP] >= found.distance - slack;
          }
          if (isBeside) {
            // Bodies that start within the tolerance may come to half of their starting distance,
            // and so may any of their parts.
            START[0] = found.distance;
            timeOfImpact(A.parts[i], sweepA, B.parts[j], sweepB, options, impact);
            iterations += impact.iterations;
            if (partA >= 0 && !isEarlierImpact(impact, earliest)) continue;
            hitsInside = isImpactInside(level, outlineA, sweepA, outlineB, sweepB);
          }
        }
        copyImpact(impact, earliest);
        partA = i;
        partB = j;
        isInside = hitsInside;
      }
    }
    if (isInside) {
      // The part beside it is closer, and the outline belongs to that.
      placeAtImpact(sweepA, earliest, poseA);
      placeAtImpact(sweepB, earliest, poseB);
      const insideA = partA;
      const insideB = partB;
      REACH[0] = earliest.distance;
      near.begin(A, poseA, B, poseB, null);
      for (; near.next(A, poseA, B, poseB, null); REACH[0] = earliest.distance) {
        const { partA: i, partB: j } = near;
        if (i === insideA && j === insideB) continue;
        signedDistance(A.parts[i], poseA, B.parts[j], poseB, trial);
        if (!(trial.distance <= earliest.distance)) continue;
        if (isContactInside(level, trial, outlineAt(rimA, i), outlineAt(rimB, j))) continue;
        copyMeasure(trial, earliest);
        partA = i;
        partB = j;
      }
    }
    checkMeasure(task, out);
    copyImpact(earliest, out);
    out.iterations = iterations;
    out.partA = partA;
    out.partB = partB;
    return out;
  } finally {
    levels.leave();
  }
}

/**
 * Whether an impact comes before another. At the start overlap comes before touching, and the
 * deepest overlap first.
 */
function isEarlierImpact(impact: Readonly<ImpactResult>, other: Readonly<ImpactResult>): boolean {
  return impact.fraction < other.fraction ||
    (impact.fraction === other.fraction && impact.fraction < 1 &&
      impact.distance < other.distance) ||
    (other.status === "separated" && impact.status !== "separated");
}

/**
 * Whether `level.impact` is a hit that is not with the outlines. Leaves the poses at the impact in
 * `level`.
 */
function isImpactInside(
  level: Level,
  outlineA: Outline | null,
  sweepA: Readonly<Sweep>,
  outlineB: Outline | null,
  sweepB: Readonly<Sweep>,
): boolean {
  const { impact, poseA, poseB } = level;
  if (impact.status !== "hit" || (outlineA === null && outlineB === null)) return false;
  placeAtImpact(sweepA, impact, poseA);
  placeAtImpact(sweepB, impact, poseB);
  return isContactInside(level, impact, outlineA, outlineB);
}

/** Whether `level.impact` is with the back of a chain that is seen from its front only. */
function isFromBehind(
  level: Level,
  outlineA: Outline | null,
  sweepA: Readonly<Sweep>,
  outlineB: Outline | null,
  sweepB: Readonly<Sweep>,
): boolean {
  const isA = outlineA !== null && outlineA.isChain, isB = outlineB !== null && outlineB.isChain;
  const { impact, poseA, poseB } = level;
  if (!isA && !isB || impact.status === "separated") return false;
  placeAtImpact(sweepA, impact, poseA);
  placeAtImpact(sweepB, impact, poseB);
  return isContactInside(level, impact, isA ? outlineA : null, isB ? outlineB : null);
}

/** AXIS_GAP = the separation of two parts at an impact, along the normal of `found`. */
function separateAcross(
  { impact, found, poseA, poseB }: Level,
  a: ConvexShape,
  sweepA: Readonly<Sweep>,
  b: ConvexShape,
  sweepB: Readonly<Sweep>,
): void {
  placeAtImpact(sweepA, impact, poseA);
  placeAtImpact(sweepB, impact, poseB);
  AXIS[AXIS_X] = found.normal.x;
  AXIS[AXIS_Y] = found.normal.y;
  separate(a, poseA, b, poseB);
}

/** Whether the closest points of two parts, at the poses in `level`, are not on the outlines. */
function isContactInside(
  { hit, poseA, poseB }: Level,
  { normal, pointA, pointB }: Readonly<ImpactResult | DistanceResult>,
  outlineA: Outline | null,
  outlineB: Outline | null,
): boolean {
  hit.normal.x = normal.x;
  hit.normal.y = normal.y;
  hit.point.x = pointA.x;
  hit.point.y = pointA.y;
  if (!isOutlineHit(hit, outlineA, poseA)) return true;
  hit.normal.x = -normal.x;
  hit.normal.y = -normal.y;
  hit.point.x = pointB.x;
  hit.point.y = pointB.y;
  return !isOutlineHit(hit, outlineB, poseB);
}

function copyImpact(from: Readonly<ImpactResult>, to: ImpactResult): void {
  copyMeasure(from, to);
  to.status = from.status;
  to.fraction = from.fraction;
}
