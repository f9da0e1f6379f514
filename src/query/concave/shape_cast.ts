/**
 * How far a concave shape can be moved along a straight line until it touches another.
 *
 * @module
 */
import * as state from "../../kernel/state.ts";
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import type { Shape } from "../../shapes/shape.ts";
import { type CastHit, copyHit, hitFor, type HitTarget, newCastHit } from "../cast.ts";
import { Levels } from "../levels.ts";
import { shapeCast, type ShapeCastOptions } from "../shape_cast.ts";
import { NearPairs } from "./near_parts.ts";
import {
  Cast,
  hasOutline,
  INSIDE,
  isFromBehind,
  judgeHit,
  LEADS,
  setParts,
  takeGrazed,
} from "./outline.ts";
import { findWayOut } from "./manifolds.ts";
import { partsOf, rimToHit } from "./parts.ts";
import { isEarlier } from "./ray_cast.ts";

const levels = /* @__PURE__ */ new Levels(() => ({
  hit: newCastHit(),
  first: newCastHit(),
  deepest: newCastHit(),
  near: new NearPairs(),
  cast: new Cast(),
}));

/** No hit yet. */
const NONE = -1;
/** Ranks of hits at one place: a hit that stops the body … */
const STOPS = 2;
/** … counts before one that only grazes it, … */
const GRAZES = 1;
/** … and that before one inside the solid. */
const WITHIN = 0;

/**
 * `shapeCast` for concave shapes. With `"ignore"`, pairs of parts that overlap are ignored and others are not. The
 * other policies report an overlap at the start as the deepest contact of the outlines; `"pushOut"` with a
 * fraction that is measured as if nothing had been pushed. Under `"ignore"` and `"pushOut"`, neither grazing contacts
 * nor contacts inside the solid stop a body, so it slides from part to part. If several parts are met at once, one that
 * stops the motion is reported before those that are only grazed.
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
  const level = levels.enter(), { deepest, near, cast } = level;
  let { hit, first } = level;
  try {
    cast.target = state.cast.target;
    cast.d = translationB;
    cast.poses[0] = poseA;
    cast.poses[1] = poseB;
    cast.sets[0] = A;
    cast.sets[1] = B;
    cast.rims[0] = rimToHit(a, A);
    cast.rims[1] = rimToHit(b, B);
    const policy = options?.initialOverlap ?? "report";
    const far = Math.abs(translationB.x) + Math.abs(translationB.y);
    // The earliest hit counts, and among hits in one place that of the highest rank. With
    // "pushOut", the deepest overlap at the start comes before both.
    let firstRank = NONE, firstNear = 0, isDeep = false, isSunk = false;
    near.reach = cast.target;
    near.begin(A, poseA, B, poseB, translationB);
    while (near.next()) {
      const { partA: i, partB: j } = near;
      if (
        shapeCast(A.parts[i], poseA, B.parts[j], poseB, translationB, options, hit) === null
      ) continue;
      setParts(cast, i, j);
      if (hit.depth > cast.target + cast.near && hasOutline(cast)) {
        isSunk = true;
        continue;
      }
      if (isFromBehind(cast, hit)) continue;
      hit.partA = i;
      hit.partB = j;
      // A depth that is mere rounding counts as touching. A later hit matters only if its rank may
      // be higher than that of the first, or if it tells how deep B is.
      const touches = hit.depth <= cast.near, isPushed = policy === "pushOut" && !touches;
      if (firstRank === STOPS && !isPushed && !isEarlier(hit, first)) continue;
      let rank = STOPS;
      if (policy !== "report" || touches) {
        const kind = judgeHit(cast, hit);
        if (policy === "report") {
          rank = (kind & INSIDE) !== 0 ? WITHIN : kind === 0 ? GRAZES : STOPS;
        } else if (isPushed) {
          // Free, as for a normal that leads away from the start: so is a motion inside.
          if (kind !== LEADS) hit.fraction = 1;
          if (!isDeep || hit.depth > deepest.depth) copyHit(hit, deepest);
          isDeep = true;
        } else if (kind !== LEADS) continue;
      }
      if (firstRank !== NONE) {
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
      firstRank = rank;
      firstNear = cast.near;
    }
    if (isSunk && findWayOut(cast.rims[0], poseA, cast.rims[1], poseB, translationB, hit)) {
      hit.depth += cast.target;
      if (policy === "report") hit.fraction = 0;
      else {
        if (!isDeep || hit.depth > deepest.depth) copyHit(hit, deepest);
        isDeep = true;
      }
      if (firstRank === NONE || isEarlier(hit, first)) first = hit;
      firstRank = STOPS;
    }
    if (firstRank === NONE) return null;
    if (firstRank === WITHIN) {
      setParts(cast, first.partA, first.partB);
      takeGrazed(cast, first);
    }
    if (isDeep) {
      deepest.fraction = first.fraction;
      first = deepest;
    }
    return copyHit(first, hitFor(task, out));
  } finally {
    levels.leave();
  }
}
