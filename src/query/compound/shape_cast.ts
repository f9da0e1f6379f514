/**
 * How far a body can be moved along a straight line until it touches another.
 *
 * @module
 */
import { checkPose } from "../../math/check.ts";
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import { checkTranslation, copyHit, type HitTarget, newCastHit } from "../cast.ts";
import { Levels } from "../levels.ts";
import { shapeCast, type ShapeCastOptions } from "../shape_cast.ts";
import { type Body, partsOf } from "./compound.ts";
import { NearPairs, REACH } from "./near_parts.ts";
import { IS_SEAM, judgeHit, LEADS, setNear } from "./outline.ts";
import { type CompoundHit, giveHit, isEarlier } from "./ray_cast.ts";
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
 * How far a body can be moved along a straight line until it touches another, as {@linkcode shapeCast}.
 *
 * The policies for overlap at the start apply to each pair of parts. With `"ignore"`, parts that overlap are
 * ignored and others are not. With `"pushOut"`, a start in overlap reports the deepest pair, and a fraction
 * that is measured as if nothing had been pushed: after a push, cast again. Under both policies, neither
 * grazing contacts nor contacts with seams between parts stop a body, so it slides from part to part. If
 * several parts are met at once, one that stops the motion is reported before those that are only grazed.
 *
 * @param a First body: a convex shape or a compound
 * @param poseA Pose of `a` in the world
 * @param b Second body, which moves
 * @param poseB Pose of `b` in the world at the start
 * @param translationB Motion of `b`
 * @param options What to do about overlap at the start, and how far apart to stop
 * @param out Receives the result; without it a new object is returned
 * @returns `out`, or `null` when the motion is free (`out` is then unchanged)
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a number is not finite or out of range, or an option has no such value
 *
 * @example Usage
 * ```ts
 * import { box, compound, compoundShapeCast, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const floor = compound([box(2, 2), { shape: box(2, 2), pose: pose(2, 0) }]);
 * const crate = box(1, 1);
 * const slide = { x: 2, y: 0 };
 * const options = { initialOverlap: "ignore" } as const;
 * assertEquals(compoundShapeCast(floor, pose(), crate, pose(0, 1.5), slide, options), null);
 * const fall = compoundShapeCast(floor, pose(), crate, pose(2, 3.5), { x: 0, y: -4 });
 * assertEquals([fall?.fraction, fall?.partA], [0.5, 1]);
 * ```
 */
export function compoundShapeCast(
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
  translationB: Readonly<Vec2>,
  options?: ShapeCastOptions,
  out?: HitTarget<CompoundHit>,
): CompoundHit | null {
  const query = "cast shape";
  const A = partsOf(query, "a", a);
  const B = partsOf(query, "b", b);
  checkPose(query, "poseA", poseA);
  checkPose(query, "poseB", poseB);
  checkTranslation(query, "translationB", translationB);
  const level = levels.enter(), { deepest, near } = level;
  let { hit, first } = level;
  try {
    // Read as in `shapeCast`. What the query on the first pair refuses is not checked here.
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
    if (deepA < 0) return giveHit(query, first, partA, partB, out);
    deepest.fraction = first.fraction;
    return giveHit(query, deepest, deepA, deepB, out);
  } finally {
    levels.leave();
  }
}
