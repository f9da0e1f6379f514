/**
 * How far a concave shape can be moved along a straight line until it touches another.
 *
 * @module
 */
import type { Outline } from "../../boundary/outline.ts";
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import type { Shape } from "../../shapes/shape.ts";
import { type CastHit, copyHit, type HitTarget, newCastHit } from "../cast.ts";
import { Levels } from "../levels.ts";
import { shapeCast, type ShapeCastOptions } from "../shape_cast.ts";
import { NearPairs, REACH } from "./near_parts.ts";
import { INSIDE, isWithOutlines, judgeHit, LEADS, NEAR, setNear } from "./outline.ts";
import { outlineAt, partsOf, rimToHit } from "./parts.ts";
import { giveHit, isEarlier } from "./ray_cast.ts";

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
/** … and that before one inside the solid. */
const WITHIN = 0;

/**
 * `shapeCast` for concave shapes. The policies for overlap at the start apply to each pair of
 * parts. With `"ignore"`, parts that overlap are ignored and others are not. With `"pushOut"`, a
 * start in overlap reports the deepest pair, and a fraction that is measured as if nothing had been
 * pushed. Under both policies, neither grazing contacts nor contacts inside the solid stop
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
  const A = partsOf(a), B = partsOf(b), rimA = rimToHit(a, A), rimB = rimToHit(b, B);
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
      const outlineA = outlineAt(rimA, i), outlineB = outlineAt(rimB, j);
      NEAR[1] = target;
      if (isFromBehind(hit, outlineA, poseA, outlineB, poseB, translationB)) continue;
      // A depth that is mere rounding counts as touching. A later hit matters only if its rank may
      // be higher than that of the first, or if it tells how deep B is.
      setNear(outlineA, poseA, outlineB, poseB);
      const touches = hit.depth <= NEAR[0];
      const isDeep = policy === "pushOut" && !touches;
      if (partA >= 0 && firstRank === STOPS && !isDeep && !isEarlier(hit, first)) continue;
      let rank = STOPS;
      if (policy !== "report" || touches) {
        const kind = judgeHit(hit, p, outlineA, poseA, q, outlineB, poseB, translationB);
        if (policy === "report") {
          rank = (kind & INSIDE) !== 0 ? WITHIN : kind === 0 ? GRAZES : STOPS;
        } else if (isDeep) {
          // Free, as for a normal that leads away from the start: so is a motion inside.
          if (kind !== LEADS) hit.fraction = 1;
          if (deepA < 0 || hit.depth > deepest.depth) {
            copyHit(hit, deepest);
            deepA = i;
            deepB = j;
          }
        } else if (kind !== LEADS) continue;
      }
      if (partA >= 0) {
        // B meets the outline where parts meet inside, so the higher rank wins in the same place. A hit
        // that B only grazes may come slightly before the one that stops it.
        let isSame = false;
        if (rank !== firstRank) {
          const k = rank < firstRank ? i : partA, l = rank < firstRank ? j : partB;
          setNear(outlineAt(rimA, k), poseA, outlineAt(rimB, l), poseB);
          isSame = Math.abs(hit.fraction - first.fraction) * far <= NEAR[0];
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

/** Whether a hit is with the back of a chain that is seen from its front only. */
function isFromBehind(
  hit: CastHit,
  outlineA: Outline | null,
  poseA: Readonly<Pose>,
  outlineB: Outline | null,
  poseB: Readonly<Pose>,
  d: Readonly<Vec2>,
): boolean {
  const isA = outlineA !== null && outlineA.isChain, isB = outlineB !== null && outlineB.isChain;
  return (isA || isB) &&
    !isWithOutlines(hit, isA ? outlineA : null, poseA, isB ? outlineB : null, poseB, d);
}
