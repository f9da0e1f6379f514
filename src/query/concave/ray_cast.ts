/**
 * The first point of a concave shape on a ray.
 *
 * @module
 */
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import { PartList } from "../../shapes/part_tree.ts";
import type { Shape } from "../../shapes/shape.ts";
import { type CastHit, copyHit, hitFor, type HitTarget, newCastHit } from "../cast.ts";
import { Levels } from "../levels.ts";
import { rayCast } from "../ray_cast.ts";
import { listOnRay } from "./near_parts.ts";
import { isOutlineHit, scaleOf, slipsIn, takeFace, takeOutline } from "./outline.ts";
import { partsOf } from "./parts.ts";

const levels = /* @__PURE__ */ new Levels(() => ({
  hit: newCastHit(),
  first: newCastHit(),
  list: new PartList(),
}));

/**
 * `rayCast` for a concave shape. A ray that starts in the shape hits at fraction 0, with the depth
 * and normal of the part in which it is deepest. Where parts meet, a ray that starts on the shape
 * or enters it gets the normal of the outline, not of a seam. No ray passes between two parts that
 * touch up to rounding.
 */
export function concaveRayCast(
  task: string,
  shape: Shape,
  pose: Readonly<Pose>,
  origin: Readonly<Vec2>,
  translation: Readonly<Vec2>,
  out: HitTarget | undefined,
): CastHit | null {
  const B = partsOf(shape);
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
    return giveHit(task, first, part, 0, out);
  } finally {
    levels.leave();
  }
}

/** Whether a hit comes earlier than another, or, at the same fraction, is deeper. */
export function isEarlier(hit: Readonly<CastHit>, other: Readonly<CastHit>): boolean {
  return hit.fraction < other.fraction ||
    (hit.fraction === other.fraction && hit.depth > other.depth);
}

/** Copies a hit of two parts to the caller's object, after checking that, or to a new one. */
export function giveHit(
  task: string,
  from: Readonly<CastHit>,
  partA: number,
  partB: number,
  out: HitTarget | undefined,
): CastHit {
  const target = copyHit(from, hitFor(task, out));
  target.partA = partA;
  target.partB = partB;
  return target;
}
