/**
 * The first point of a body on a ray.
 *
 * @module
 */
import { checkPoint, checkPose } from "../../math/check.ts";
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import {
  type CastHit,
  checkTranslation,
  copyHit,
  hitFor,
  type HitTarget,
  newCastHit,
} from "../cast.ts";
import { Levels } from "../levels.ts";
import { rayCast } from "../ray_cast.ts";
import { type Body, type PartPair, partsOf } from "./compound.ts";
import { listOnRay } from "./near_parts.ts";
import { isOutlineHit, scaleOf, slipsIn, takeFace, takeOutline } from "./outline.ts";
import { PartList } from "./part_tree.ts";

/**
 * Answer of {@linkcode compoundRayCast} and {@linkcode compoundShapeCast}: the first hit of any parts, with the
 * indices of these parts. World frame, the caller's units.
 */
export interface CompoundHit extends CastHit, PartPair {}

const levels = /* @__PURE__ */ new Levels(() => ({
  hit: newCastHit(),
  first: newCastHit(),
  list: new PartList(),
}));

/**
 * First point of a body on a ray, as {@linkcode rayCast}. A ray that starts in the body hits at fraction 0,
 * with the depth and normal of the part in which it is deepest. Where parts meet, a ray that starts on the body
 * or enters it gets the normal of the outline, not of a seam. No ray passes between two parts that touch up to
 * rounding.
 *
 * @param body Body: a convex shape or a compound
 * @param pose Pose of the body in the world
 * @param origin Start of the ray in the world
 * @param translation From the start of the ray to its end
 * @param out Receives the result; without it a new object is returned
 * @returns `out`, or `null` when the ray misses (`out` is then unchanged); `partA` is the part that is hit
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a number is not finite or out of range
 */
export function compoundRayCast(
  body: Body,
  pose: Readonly<Pose>,
  origin: Readonly<Vec2>,
  translation: Readonly<Vec2>,
  out?: HitTarget<CompoundHit>,
): CompoundHit | null {
  const query = "cast ray";
  const B = partsOf(query, "body", body);
  checkPose(query, "pose", pose);
  checkPoint(query, "origin", origin);
  checkTranslation(query, "translation", translation);
  const { parts, seams } = B;
  const level = levels.enter(), { list } = level;
  let { hit, first } = level;
  try {
    let part = -1;
    let isFirstSeam = false;
    const n = listOnRay(list, B, pose, origin, translation);
    for (let l = 0; l < n; l++) {
      const k = list.parts[l];
      const seam = seams[k];
      let isHit = rayCast(parts[k], pose, origin, translation, hit) !== null;
      let isSeamHit = isHit && hit.fraction > 0 && !isOutlineHit(hit, seam, pose);
      if (
        seam !== null && seam.loose.length > 0 && (!isHit || isSeamHit) &&
        slipsIn(hit, isHit, seam, pose, origin, translation)
      ) {
        isHit = true;
        isSeamHit = !isOutlineHit(hit, seam, pose);
      }
      if (!isHit) continue;
      if (hit.fraction === 0) {
        isSeamHit = seam !== null && hit.depth <= seam.near * scaleOf(pose) &&
          !takeOutline(hit, seam, pose);
      }
      if (part >= 0) {
        // The ray meets the outline where a seam ends; of the two hits in one place, that one
        // counts.
        const near = isSeamHit !== isFirstSeam ? seams[isSeamHit ? k : part]!.near : 0;
        const way = Math.abs(hit.fraction - first.fraction) *
          (Math.abs(translation.x) + Math.abs(translation.y));
        if (near > 0 && way <= near * scaleOf(pose)) {
          if (isSeamHit) continue;
        } else if (!isEarlier(hit, first)) continue;
      }
      // Swap the two, which saves a copy.
      const later = first;
      first = hit;
      hit = later;
      part = k;
      isFirstSeam = isSeamHit;
    }
    if (part < 0) return null;
    if (isFirstSeam && first.fraction > 0) takeFace(first, seams[part]!, pose, translation);
    return giveHit(query, first, part, 0, out);
  } finally {
    levels.leave();
  }
}

/** Whether a hit comes earlier than another, or, at the same fraction, is deeper. */
export function isEarlier(hit: Readonly<CastHit>, other: Readonly<CastHit>): boolean {
  return hit.fraction < other.fraction ||
    (hit.fraction === other.fraction && hit.depth > other.depth);
}

/** Copies a hit to the caller's object, after checking that, or to a new one. */
export function giveHit(
  query: string,
  from: Readonly<CastHit>,
  partA: number,
  partB: number,
  out: HitTarget<CompoundHit> | undefined,
): CompoundHit {
  const known = out ?? { ...newCastHit(), partA: 0, partB: 0 };
  const target = hitFor(query, known) as CompoundHit;
  copyHit(from, target);
  target.partA = partA;
  target.partB = partB;
  return target;
}
