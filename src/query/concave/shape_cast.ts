/**
 * How far a concave shape can be moved along a straight line until it touches another.
 *
 * @module
 */
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import type { Shape } from "../../shapes/shape.ts";
import { type CastHit, copyHit, type HitTarget, newCastHit } from "../cast.ts";
import { Levels } from "../levels.ts";
import { shapeCast, type ShapeCastOptions } from "../shape_cast.ts";
import { NearPairs, REACH } from "./near_parts.ts";
import { IS_SEAM, judgeHit, LEADS, setNear } from "./outline.ts";
import { partsOf } from "./parts.ts";
import { giveHit, isEarlier } from "./ray_cast.ts";
import { TOLERANCE, V } from "./seams.ts";

const levels = /* @__PURE__ */ new Levels(() => ({
  hit: newCastHit(),
  first: newCastHit(),
  deepest: newCastHit(),
  near: new NearPairs(true),
}));

/** Ranks of hits at one place: a hit that stops the body … */
const STOPS = 2;
/** … counts before one that only grazes it, … */
const GRAZES = 1;
/** … and that before one with a seam. */
const SEAM = 0;

/**
 * `shapeCast` for concave shapes. The policies for overlap at the start apply to each pair of
 * parts. With `"ignore"`, parts that overlap are ignored and others are not. With `"pushOut"`, a
 * start in overlap reports the deepest pair, and a fraction that is measured as if nothing had been
 * pushed. Under both policies, neither grazing contacts nor contacts with seams between parts stop
 * a body, so it slides from part to part. If several parts are met at once, one that stops the
 * motion is reported before those that are only grazed.
 */
export function concaveShapeCast(
  task: string,
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  translationB: Readonly<Vec2>,
  options: ShapeCastOptions | undefined,
  out: HitTarget | undefined,
): CastHit | null {
  const A = partsOf(a), B = partsOf(b);
  const level = levels.enter(), { deepest, near } = level;
  let { hit, first } = level;
  try {
    // Read as in `shapeCast`, which has checked it.
    let target = 0;
    if (typeof options === "object" && options !== null && "targetSeparation" in options) {
      const { targetSeparation } = options;
      if (typeof targetSeparation === "number") target = targetSeparation;
    }
    const policy = options?.initialOverlap ?? "report";
    const far = Math.abs(translationB.x) + Math.abs(translationB.y);
    // The earliest hit counts, and among hits in one place that of the highest rank. With
    // "pushOut", the deepest pair at the start comes before both.
    let partA = -1;
    let partB = -1;
    let firstRank = STOPS;
    let deepA = -1;
    let deepB = -1;
    REACH[0] = target;
    near.begin(A, poseA, B, poseB, translationB);
    for (; near.next(A, poseA, B, poseB, translationB); REACH[0] = target) {
      const { partA: i, partB: j } = near;
      const p = A.parts[i], q = B.parts[j];
      if (shapeCast(p, poseA, q, poseB, translationB, options, hit) === null) continue;
      // A depth that is mere rounding counts as touching. A later hit matters only if its rank may
      // be higher than that of the first, or if it tells how deep B is.
      setNear(A.seams[i], poseA, B.seams[j], poseB);
      const touches = hit.depth <= V[TOLERANCE];
      const isDeep = policy === "pushOut" && !touches;
      if (partA >= 0 && firstRank === STOPS && !isDeep && !isEarlier(hit, first)) continue;
      let rank = STOPS;
      if (policy !== "report" || touches) {
        const kind = judgeHit(hit, p, A.seams[i], poseA, q, B.seams[j], poseB, translationB);
        if (policy === "report") rank = (kind & IS_SEAM) !== 0 ? SEAM : kind === 0 ? GRAZES : STOPS;
        else if (isDeep) {
          // Free, as for a normal that leads away from the start: so is a motion over a seam.
          if (kind !== LEADS) hit.fraction = 1;
          if (deepA < 0 || hit.depth > deepest.depth) {
            copyHit(hit, deepest);
            deepA = i;
            deepB = j;
          }
        } else if (kind !== LEADS) continue;
      }
      if (partA >= 0) {
        // B meets the outline where a seam ends, so the higher rank wins in the same place. A hit
        // that B only grazes may come slightly before the one that stops it.
        let isSame = false;
        if (rank !== firstRank) {
          const k = rank < firstRank ? i : partA, l = rank < firstRank ? j : partB;
          setNear(A.seams[k], poseA, B.seams[l], poseB);
          isSame = Math.abs(hit.fraction - first.fraction) * far <= V[TOLERANCE];
        }
        if (isSame ? rank < firstRank : !isEarlier(hit, first)) continue;
      }
      // Swap the two, which saves a copy.
      const later = first;
      first = hit;
      hit = later;
      partA = i;
      partB = j;
      firstRank = rank;
    }
    if (partA < 0) return null;
    if (deepA < 0) return giveHit(task, first, partA, partB, out);
    deepest.fraction = first.fraction;
    return giveHit(task, deepest, deepA, deepB, out);
  } finally {
    levels.leave();
  }
}
