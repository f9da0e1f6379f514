/**
 * When two moving and rotating concave shapes first touch.
 *
 * @module
 */
import type { Outline } from "../../boundary/outline.ts";
import { newPose, type Pose } from "../../math/pose.ts";
import type { Shape } from "../../shapes/shape.ts";
import { type CastHit, newCastHit } from "../cast.ts";
import { signedDistance } from "../distance.ts";
import { Levels } from "../levels.ts";
import {
  checkMeasure,
  copyFeature,
  copyMeasure,
  type DistanceResult,
  newDistanceResult,
} from "../result.ts";
import { axis, separate } from "../separation.ts";
import { placeAtImpact, type Sweep } from "../sweep.ts";
import {
  convexTimeOfImpact,
  ImpactLimits,
  type ImpactResult,
  newImpactResult,
} from "../time_of_impact.ts";
import { findWayOut } from "./manifolds.ts";
import { NearPairs, STILL } from "./near_parts.ts";
import { isOutlineHit, isSameDirection } from "./outline.ts";
import { outlineAt, partsOf, type Rim, rimToHit } from "./parts.ts";

/** State of a query: impacts, distances, the poses at an impact, and the pairs to visit. */
class Level {
  readonly impact: ImpactResult = newImpactResult();
  readonly earliest: ImpactResult = newImpactResult();
  readonly found: DistanceResult = newDistanceResult();
  readonly trial: DistanceResult = newDistanceResult();
  readonly poseA: Pose = newPose();
  readonly poseB: Pose = newPose();
  readonly near: NearPairs = new NearPairs();
  readonly contact: CastHit = newCastHit();
  readonly limits: ImpactLimits = new ImpactLimits();
  /** The tolerance as a length. */
  close = NaN;
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
  { target, tolerance, cap }: Readonly<ImpactLimits>,
  out: ImpactResult,
): ImpactResult {
  const A = partsOf(a), B = partsOf(b), rimA = rimToHit(a, A), rimB = rimToHit(b, B);
  const level = levels.enter(), { impact, earliest, found, trial, poseA, poseB, near } = level;
  const { limits, contact } = level;
  try {
    limits.target = target;
    limits.tolerance = tolerance;
    limits.cap = cap;
    // First the earliest impact of any two parts. Where the bodies slide over tiles or a joint, the
    // search is repeated with the starting distance of the whole bodies. Then, if the impact is
    // still inside the solid, the closest contact with the outline replaces its normal and points.
    let partA = -1, partB = -1, iterations = 0, isInside = false;
    found.distance = NaN;
    const { localCenter: g } = sweepA, { localCenter: h } = sweepB;
    const sizeA = A.extent + Math.abs(g.x) + Math.abs(g.y);
    const sizeB = B.extent + Math.abs(h.x) + Math.abs(h.y);
    near.beginSwept(A, sweepA, B, sweepB, level.limits);
    // The largest distance that a hit may leave between two parts, and by how much a part may be closer than the
    // bodies were.
    const close = Math.max(target, 0) + tolerance * Math.max(sizeA, sizeB);
    level.close = tolerance * Math.min(sizeA, sizeB);
    const slack = 0.25 * level.close;
    const isSingle = A.parts.length + B.parts.length === 2;
    // The pair of the first parts has an answer in any case, also if all are far apart.
    near.partA = near.partB = 0;
    pairs: do {
      const { partA: i, partB: j } = near;
      if (partA >= 0 && i + j === 0) continue;
      const p = A.parts[i], q = B.parts[j];
      const outlineA = outlineAt(rimA, i), outlineB = outlineAt(rimB, j);
      let where = OUTSIDE;
      for (limits.start = Infinity;; limits.start = found.distance) {
        convexTimeOfImpact(task, p, sweepA, q, sweepB, limits, impact);
        iterations += impact.iterations;
        if (partA >= 0 && !isEarlierImpact(impact, earliest)) continue pairs;
        placeAtImpact(sweepA, impact, poseA);
        placeAtImpact(sweepB, impact, poseB);
        const isMet = impact.status !== "separated";
        where = isMet ? judge(impact, outlineA, poseA, outlineB, poseB) : OUTSIDE;
        if (where === BEHIND) {
          impact.status = "separated";
          impact.fraction = 1;
          if (partA >= 0 && !isEarlierImpact(impact, earliest)) continue pairs;
        }
        if (impact.status !== "hit" || limits.start < Infinity || isSingle) break;
        if (isNaN(found.distance)) signedDistance(a, sweepA.from, b, sweepB.from, found);
        // Only bodies that start within the tolerance may come nearer than that: to half of their
        // starting distance, and so may any of their parts.
        if (!(found.distance <= close)) break;
        if (where === INSIDE) continue;
        if (
          (outlineA !== null || outlineB !== null) && isSameDirection(impact.normal, found.normal)
        ) continue;
        // If the bodies slide over a joint, the hit part is no closer than the bodies were, along the
        // normal of the start. This holds whichever normal the corner of the joint gives.
        axis.x = found.normal.x;
        axis.y = found.normal.y;
        separate(p, poseA, q, poseB);
        if (!(axis.gap >= found.distance - slack)) break;
      }
      copyImpact(impact, earliest);
      partA = i;
      partB = j;
      isInside = where === INSIDE;
    } while (near.next());
    const isHit = earliest.status === "hit", isDeep = earliest.status === "overlapping";
    if (
      isInside && (isDeep || isHit && target < 0) && backOut(level, rimA, sweepA, rimB, sweepB)
    ) {
      partA = contact.partA;
      partB = contact.partB;
    } else if (isInside && isHit) {
      // The part beside it is closer, and the outline belongs to that.
      placeAtImpact(sweepA, earliest, poseA);
      placeAtImpact(sweepB, earliest, poseB);
      const insideA = partA, insideB = partB;
      near.reach = earliest.distance;
      near.begin(A, poseA, B, poseB, STILL);
      while (near.next()) {
        const { partA: i, partB: j } = near;
        if (i === insideA && j === insideB) continue;
        signedDistance(A.parts[i], poseA, B.parts[j], poseB, trial);
        if (!(trial.distance <= earliest.distance)) continue;
        if (judge(trial, outlineAt(rimA, i), poseA, outlineAt(rimB, j), poseB) !== OUTSIDE) {
          continue;
        }
        copyMeasure(trial, earliest);
        partA = i;
        partB = j;
        near.reach = earliest.distance;
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

/** How often the time of a hit is halved, at most. */
const HALVINGS = 48;

/**
 * Moves an impact of parts that overlap, inside, back to where the outlines overlap as deep as is allowed, or as they
 * did at the start: as a tip over a joint of two tiles, they are deeper in the outline than in either part. `false` if
 * the outlines have no contact there.
 */
function backOut(
  { earliest: hit, contact, limits, close, poseA, poseB }: Level,
  rimA: Rim,
  sweepA: Readonly<Sweep>,
  rimB: Rim,
  sweepB: Readonly<Sweep>,
): boolean {
  let low = 0, high = hit.fraction, most = -limits.target, isIn = false;
  if (findWayOut(rimA, sweepA.from, rimB, sweepB.from, STILL, contact)) {
    most = Math.max(most, contact.depth);
  }
  for (let k = 0; k < HALVINGS; k++) {
    placeAtImpact(sweepA, hit, poseA);
    placeAtImpact(sweepB, hit, poseB);
    isIn = findWayOut(rimA, poseA, rimB, poseB, STILL, contact);
    const beyond = isIn ? contact.depth - most : -Infinity;
    if (beyond <= 0 && (beyond >= -close || high === hit.fraction)) break;
    if (beyond > 0) high = hit.fraction;
    else low = hit.fraction;
    hit.fraction = low + 0.5 * (high - low);
  }
  if (!isIn) return false;
  const { normal, pointA, pointB } = hit, { point, normal: n, depth } = contact;
  hit.distance = -depth;
  normal.x = n.x;
  normal.y = n.y;
  pointA.x = point.x + 0.5 * depth * n.x;
  pointA.y = point.y + 0.5 * depth * n.y;
  pointB.x = point.x - 0.5 * depth * n.x;
  pointB.y = point.y - 0.5 * depth * n.y;
  copyFeature(contact.featureA, hit.featureA);
  copyFeature(contact.featureB, hit.featureB);
  return true;
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

/** Where an impact is: on the outlines, … */
const OUTSIDE = 0;
/** … within a solid, … */
const INSIDE = 1;
/** … or at the back of a chain that is seen from its front only. */
const BEHIND = 2;

/** Judges the closest points of two parts. */
function judge(
  { normal, pointA, pointB }: Readonly<ImpactResult | DistanceResult>,
  outlineA: Outline | null,
  poseA: Readonly<Pose>,
  outlineB: Outline | null,
  poseB: Readonly<Pose>,
): number {
  const isInA = !isOutlineHit(pointA, normal, 1, outlineA, poseA);
  const isInB = !isOutlineHit(pointB, normal, -1, outlineB, poseB);
  return isInA && outlineA!.isChain || isInB && outlineB!.isChain
    ? BEHIND
    : isInA || isInB
    ? INSIDE
    : OUTSIDE;
}

function copyImpact(from: Readonly<ImpactResult>, to: ImpactResult): void {
  copyMeasure(from, to);
  to.status = from.status;
  to.fraction = from.fraction;
}
