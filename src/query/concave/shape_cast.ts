/**
 * How far a concave shape can be moved along a straight line until it touches another.
 *
 * @module
 */
import * as state from "../../kernel/state.ts";
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import type { Shape } from "../../shapes/shape.ts";
import { type CastHit, copyHit, type HitTarget, newCastHit } from "../cast.ts";
import { Levels } from "../levels.ts";
import { shapeCast, type ShapeCastOptions } from "../shape_cast.ts";
import { NearPairs } from "./near_parts.ts";
import { Cast, INSIDE, isFromBehind, judgeHit, LEADS, setParts, takeGrazed } from "./outline.ts";
import { outlineAt, partsOf, rimToHit } from "./parts.ts";
import { giveHit, isEarlier } from "./ray_cast.ts";

const levels = /* @__PURE__ */ new Levels(() => ({
  hit: newCastHit(),
  first: newCastHit(),
  deepest: newCastHit(),
  near: new NearPairs(),
  cast: new Cast(),
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
  const level = levels.enter(), { deepest, near, cast } = level;
  let { hit, first } = level;
  try {
    cast.target = state.cast.target;
    cast.d = translationB;
    cast.poses[0] = poseA;
    cast.poses[1] = poseB;
    const policy = options?.initialOverlap ?? "report";
    const far = Math.abs(translationB.x) + Math.abs(translationB.y);
    // The earliest hit counts, and among hits in one place that of the highest rank. With
    // "pushOut", the deepest pair at the start comes before both.
    let partA = -1, partB = -1, firstRank = STOPS, firstNear = 0;
    let deepA = -1, deepB = -1;
    near.reach = cast.target;
    near.begin(A, poseA, B, poseB, translationB);
    while (near.next()) {
      const { partA: i, partB: j } = near;
      const p = A.parts[i], q = B.parts[j];
      if (shapeCast(p, poseA, q, poseB, translationB, options, hit) === null) continue;
      setParts(cast, p, q, outlineAt(rimA, i), outlineAt(rimB, j));
      if (isFromBehind(cast, hit)) continue;
      // A depth that is mere rounding counts as touching. A later hit matters only if its rank may
      // be higher than that of the first, or if it tells how deep B is.
      const touches = hit.depth <= cast.near;
      const isDeep = policy === "pushOut" && !touches;
      if (partA >= 0 && firstRank === STOPS && !isDeep && !isEarlier(hit, first)) continue;
      let rank = STOPS;
      if (policy !== "report" || touches) {
        const kind = judgeHit(cast, hit);
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
        const isSame = rank !== firstRank && Math.abs(hit.fraction - first.fraction) * far <=
            (rank < firstRank ? cast.near : firstNear);
        if (isSame ? rank < firstRank : !isEarlier(hit, first)) continue;
      }
      // Swap the two, which saves a copy.
      const later = first;
      first = hit;
      hit = later;
      partA = i;
      partB = j;
      firstRank = rank;
      firstNear = cast.near;
    }
    if (partA < 0) return null;
    if (firstRank === WITHIN) {
      setParts(
        cast,
        A.parts[partA],
        B.parts[partB],
        outlineAt(rimA, partA),
        outlineAt(rimB, partB),
      );
      takeGrazed(cast, first);
    }
    if (deepA < 0) return giveHit(task, first, partA, partB, out);
    deepest.fraction = first.fraction;
    return giveHit(task, deepest, deepA, deepB, out);
  } finally {
    levels.leave();
  }
}
