/**
 * Every query on bodies, concave ones included.
 *
 * A query on a compound is the query on its pairs of parts, those too far away to matter left out, and
 * the nearest, first or deepest answer. What that means is said at each function.
 *
 * @module
 */
import { checkObject, checkPoint, checkPose, refuse } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { point } from "../shapes/round.ts";
import {
  type CastHit,
  checkTranslation,
  copyHit,
  hitFor,
  type HitTarget,
  newCastHit,
} from "./cast.ts";
import { collide, type CollideOptions, type Manifold, newManifold } from "./collide.ts";
import { type Body, type Compound, partsOf } from "./compound.ts";
import { distance, signedDistance } from "./distance.ts";
import { intersects } from "./intersects.ts";
import { areFar, listNear, listOnRay, listSwept, nearPart, REACH } from "./near_parts.ts";
import { PartList } from "./part_tree.ts";
import { closestPoint, containsPoint } from "./point.ts";
import { rayCast } from "./ray_cast.ts";
import {
  checkMeasure,
  checkPenetration,
  copyMeasure,
  copyWitness,
  type DistanceResult,
  giveResult,
  newDistanceResult,
  newPenetration,
  type Penetration,
  touchVector,
} from "./result.ts";
import {
  collideOutline,
  endsInTheOpen,
  GRAZES,
  hasOutline,
  isDeep,
  isOutlineHit,
  isSameDirection,
  judgeHit,
  scaleOf,
  type Seams,
  STOPS,
} from "./seams.ts";
import { AXIS, AXIS_GAP, AXIS_X, AXIS_Y, separate } from "./separation.ts";
import { shapeCast, type ShapeCastOptions } from "./shape_cast.ts";
import { checkSweep, placeAtImpact, type Sweep } from "./sweep.ts";
import {
  DEFAULT_TOLERANCE,
  type ImpactOptions,
  type ImpactResult,
  newImpactResult,
  START,
  timeOfImpact,
} from "./time_of_impact.ts";

// ---- what the queries share

/** Results of single pairs, by depth of nesting: a support function may ask queries of its own. */
class Work {
  readonly trial: DistanceResult = newDistanceResult();
  readonly best: DistanceResult = newDistanceResult();
  readonly found: CompoundDistanceResult = { ...newDistanceResult(), partA: 0, partB: 0 };
  readonly hit: CastHit = newCastHit();
  readonly first: CastHit = newCastHit();
  readonly deepest: CastHit = newCastHit();
  readonly impact: ImpactResult = newImpactResult();
  readonly earliest: ImpactResult = newImpactResult();
  readonly poseA: Pose = { x: NaN, y: NaN, cos: NaN, sin: NaN };
  readonly poseB: Pose = { x: NaN, y: NaN, cos: NaN, sin: NaN };
  readonly manifold: Manifold = newManifold();
  readonly other: Manifold = newManifold();
  /** Where `compoundClosestPoint` puts its probe. (The numbers tell V8 that x and y are doubles.) */
  readonly pose: Pose = { x: 0.5, y: 0.5, cos: 1, sin: 0 };
  readonly contacts: CompoundContact[] = [];
  /** What `judgeReplaced` has to know of each, … */
  readonly depths: number[] = [];
  /** … and of the contact with a seam that it replaces: normal x, y and depth. */
  readonly lost: number[] = [];
  /** Parts of A that are near B, and of B that are near one of them. */
  readonly listA: PartList = new PartList();
  readonly listB: PartList = new PartList();
}

/** The way of a ray that stays where it begins: a point. */
const O: Readonly<Vec2> = { x: 0, y: 0 };

const works: Work[] = [];
let depth = 0;

function enter(): Work {
  if (depth === works.length) works.push(new Work());
  return works[depth++];
}

function copyDistance(from: Readonly<DistanceResult>, to: DistanceResult): void {
  copyMeasure(from, to);
  to.status = from.status;
}

/** Copies a hit to the caller's, which is checked, or to a new one. */
function giveHit(
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

function copyImpact(from: Readonly<ImpactResult>, to: ImpactResult): void {
  copyMeasure(from, to);
  to.status = from.status;
  to.fraction = from.fraction;
}

/** Which parts an answer is about: indices into `parts`, 0 for a plain shape. */
export interface PartPair {
  /** Part of A. */
  partA: number;
  /** Part of B. */
  partB: number;
}

// ---- the queries

/**
 * Whether two bodies share a point: whether any two of their parts do. As exact as `intersects`.
 *
 * @param a First body: a convex shape or a compound
 * @param poseA Pose of `a` in the world
 * @param b Second body
 * @param poseB Pose of `b` in the world
 * @returns `true` when the bodies intersect or touch
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 */
export function compoundIntersects(
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
): boolean {
  const query = "test intersection";
  const A = partsOf(query, "a", a);
  const B = partsOf(query, "b", b);
  checkPose(query, "poseA", poseA);
  checkPose(query, "poseB", poseB);
  const { listA, listB } = enter();
  try {
    REACH[0] = 0;
    const m = listNear(listA, A, poseA, B, B.parts.length, poseB, null, 1);
    for (let k = 0; k < m; k++) {
      const i = listA.parts[k];
      REACH[0] = 0;
      const n = listNear(listB, B, poseB, A, i, poseA, null, 1);
      for (let l = 0; l < n; l++) {
        const j = listB.parts[l];
        REACH[0] = 0;
        if (areFar(A, i, poseA, B, j, poseB)) continue;
        if (intersects(A.parts[i], poseA, B.parts[j], poseB)) return true;
      }
    }
    return false;
  } finally {
    depth--;
  }
}

/**
 * Answer of {@linkcode compoundDistance} and {@linkcode compoundSignedDistance}: that of the pair of parts that
 * decides, and which parts these are. World frame, the caller's units.
 */
export interface CompoundDistanceResult extends DistanceResult, PartPair {}

/**
 * Distance between two bodies, 0 when they intersect: that of their nearest parts, whose features and
 * indices it reports.
 *
 * @param a First body: a convex shape or a compound
 * @param poseA Pose of `a` in the world
 * @param b Second body
 * @param poseB Pose of `b` in the world
 * @param out Receives the result; without it a new object is returned
 * @returns `out`
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 *
 * @example Usage
 * ```ts
 * import { box, circle, compound, compoundDistance, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const cup = compound([
 *   box(4, 1),
 *   { shape: box(1, 4), pose: pose(-2, 2) },
 *   { shape: box(1, 4), pose: pose(2, 2) },
 * ]);
 * const result = compoundDistance(cup, pose(), circle(0.5), pose(0.25, 3));
 * assertEquals(result.distance, 0.75);
 * assertEquals(result.partA, 2);
 * ```
 */
export function compoundDistance(
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
  out: CompoundDistanceResult = { ...newDistanceResult(), partA: 0, partB: 0 },
): CompoundDistanceResult {
  return nearest("measure distance", false, a, poseA, b, poseB, out);
}

/**
 * Signed distance of two bodies: their distance when apart, 0 when touching, and when overlapping minus
 * the depth of the two parts that overlap most.
 *
 * That depth is a lower bound for the bodies: no shorter translation parts them, but a longer one may
 * be needed, since a way out of one part can lead into the next. The sign is as exact as that of
 * `signedDistance`.
 *
 * @param a First body: a convex shape or a compound
 * @param poseA Pose of `a` in the world
 * @param b Second body
 * @param poseB Pose of `b` in the world
 * @param out Receives the result; without it a new object is returned
 * @returns `out`
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 */
export function compoundSignedDistance(
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
  out: CompoundDistanceResult = { ...newDistanceResult(), partA: 0, partB: 0 },
): CompoundDistanceResult {
  return nearest("measure signed distance", true, a, poseA, b, poseB, out);
}

function nearest(
  query: string,
  signed: boolean,
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
  out: CompoundDistanceResult,
): CompoundDistanceResult {
  const A = partsOf(query, "a", a);
  const B = partsOf(query, "b", b);
  checkPose(query, "poseA", poseA);
  checkPose(query, "poseB", poseB);
  const { trial, best, listA, listB } = enter();
  try {
    // Of large bodies two parts that are near each other bound the distance.
    let bound = Infinity;
    if (A.tree !== null || B.tree !== null) {
      const i = nearPart(A, poseA, B, B.parts.length, poseB);
      const j = nearPart(B, poseB, A, i, poseA);
      if (signed) signedDistance(A.parts[i], poseA, B.parts[j], poseB, trial);
      else distance(A.parts[i], poseA, B.parts[j], poseB, trial);
      bound = trial.distance > 0 ? trial.distance : 0;
    }
    let partA = -1;
    let partB = -1;
    REACH[0] = bound;
    const m = listNear(listA, A, poseA, B, B.parts.length, poseB, null, 1);
    for (let k = 0; k < m; k++) {
      const i = listA.parts[k];
      REACH[0] = bound;
      const n = listNear(listB, B, poseB, A, i, poseA, null, 1);
      for (let l = 0; l < n; l++) {
        const j = listB.parts[l];
        if (partA >= 0) {
          if (!signed && best.distance === 0) break;
          REACH[0] = bound;
          if (areFar(A, i, poseA, B, j, poseB)) continue;
        }
        if (signed) signedDistance(A.parts[i], poseA, B.parts[j], poseB, trial);
        else distance(A.parts[i], poseA, B.parts[j], poseB, trial);
        if (partA >= 0 && !(trial.distance < best.distance)) continue;
        copyDistance(trial, best);
        partA = i;
        partB = j;
        if (best.distance < bound) bound = best.distance > 0 ? best.distance : 0;
      }
    }
    giveResult(query, best, out);
    out.partA = partA;
    out.partB = partB;
    return out;
  } finally {
    depth--;
  }
}

/**
 * Whether a body contains a point of the world: whether one of its parts does.
 *
 * @param body Body
 * @param pose Pose of the body in the world
 * @param p Point in the world
 * @returns `true` when the body contains the point
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a number is not finite or a position beyond ±2^250
 */
export function compoundContainsPoint(
  body: Body,
  pose: Readonly<Pose>,
  p: Readonly<Vec2>,
): boolean {
  const query = "test point";
  const B = partsOf(query, "body", body);
  checkPose(query, "pose", pose);
  checkPoint(query, "p", p);
  const { listB } = enter();
  try {
    const n = listOnRay(listB, B, pose, p, O);
    for (let k = 0; k < n; k++) if (containsPoint(B.parts[listB.parts[k]], pose, p)) return true;
    return false;
  } finally {
    depth--;
  }
}

/** What `compoundClosestPoint` measures from, at a pose of its own. */
const PROBE = /* @__PURE__ */ point({ x: 0, y: 0 });

/**
 * The point of a body closest to a given point, which is the point itself when the body contains it: that
 * of the nearest part, as `closestPoint` finds it. Of parts equally near the first is taken.
 *
 * @param body Body: a convex shape or a compound
 * @param pose Pose of `body` in the world
 * @param p Point in the world
 * @param out Receives the closest point; may be `p` itself
 * @returns `out`, in world coordinates
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a number is not finite or a position beyond ±2^250
 *
 * @example Usage
 * ```ts
 * import { box, compound, compoundClosestPoint, IDENTITY, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const ell = compound([box(4, 1), { shape: box(1, 4), pose: pose(-2, 2) }]);
 * assertEquals(compoundClosestPoint(ell, IDENTITY, { x: 1, y: 1.5 }), { x: 1, y: 0.5 });
 * assertEquals(compoundClosestPoint(ell, IDENTITY, { x: -1, y: 3 }), { x: -1.5, y: 3 });
 * ```
 */
export function compoundClosestPoint(
  body: Body,
  pose: Readonly<Pose>,
  p: Readonly<Vec2>,
  out: Vec2 = { x: 0, y: 0 },
): Vec2 {
  const query = "find closest point";
  const { parts } = partsOf(query, "body", body);
  checkPose(query, "pose", pose);
  checkPoint(query, "p", p);
  checkObject(query, "out", out, "a point { x, y }");
  const x = p.x;
  const y = p.y;
  const work = enter();
  try {
    // A support function may ask queries of its own: each depth has its own probe's pose.
    const at = work.pose;
    at.x = x;
    at.y = y;
    const { distance, partA } = nearest(query, false, body, pose, PROBE, at, work.found);
    if (distance > 0) return closestPoint(parts[partA], pose, p, out);
    out.x = x;
    out.y = y;
    return out;
  } finally {
    depth--;
  }
}

/**
 * Answer of {@linkcode compoundPenetration}: that of the two parts that overlap most, and which parts these
 * are. World frame, the caller's units.
 */
export interface CompoundPenetration extends Penetration, PartPair {}

/**
 * How deep two bodies overlap: the two parts that overlap most, their depth and axis. This is a lower bound of
 * the depth of the bodies, as for {@linkcode compoundSignedDistance}: to part them, move B along the normal by
 * the depth and ask again.
 *
 * @param a First body: a convex shape or a compound
 * @param poseA Pose of `a` in the world
 * @param b Second body
 * @param poseB Pose of `b` in the world
 * @param out Receives the result; without it a new object is returned
 * @returns `out`, or `null` when the bodies are apart (`out` is then unchanged)
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 */
export function compoundPenetration(
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
  out?: CompoundPenetration,
): CompoundPenetration | null {
  const work = enter();
  try {
    const query = "measure penetration";
    const result = nearest(query, true, a, poseA, b, poseB, work.found);
    if (result.distance > 0) return null;
    const target = out ?? { ...newPenetration(), partA: 0, partB: 0 };
    checkPenetration(query, target);
    target.depth = result.distance < 0 ? -result.distance : 0;
    copyWitness(result, target);
    target.partA = result.partA;
    target.partB = result.partB;
    return target;
  } finally {
    depth--;
  }
}

/**
 * Answer of {@linkcode compoundRayCast} and {@linkcode compoundShapeCast}: the first hit of any parts, and
 * which parts these are. World frame, the caller's units.
 */
export interface CompoundHit extends CastHit, PartPair {}

/**
 * First point of a body on a ray, as {@linkcode rayCast}. A ray that starts in the body hits at fraction
 * 0, with the depth and normal of the part in which it is deepest. One that enters the body where parts meet has
 * the normal of the outline there, not of a seam.
 *
 * @param body Body: a convex shape or a compound
 * @param pose Pose of the body in the world
 * @param origin Start of the ray in the world
 * @param translation From the start of the ray to its end
 * @param out Receives the result; without it a new object is returned
 * @returns `out`, or `null` when the ray misses (`out` is then unchanged); `partA` is the part that is hit
 * @throws {TypeError} If an argument is of the wrong kind
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
  const { hit, first, listB } = enter();
  try {
    let part = -1;
    let isFirstSeam = false;
    const n = listOnRay(listB, B, pose, origin, translation);
    for (let l = 0; l < n; l++) {
      const k = listB.parts[l];
      if (rayCast(parts[k], pose, origin, translation, hit) === null) continue;
      const isSeamHit = hit.fraction > 0 && !isOutlineHit(hit, seams[k], pose);
      if (part >= 0) {
        // Where a seam ends the ray meets the outline, too.
        const near = isSeamHit !== isFirstSeam ? seams[isSeamHit ? k : part]!.near : 0;
        const way = Math.abs(hit.fraction - first.fraction) *
          (Math.abs(translation.x) + Math.abs(translation.y));
        if (near > 0 && way <= near * scaleOf(pose)) {
          if (isSeamHit) continue;
        } else if (!isEarlier(hit, first)) continue;
      }
      copyHit(hit, first);
      part = k;
      isFirstSeam = isSeamHit;
    }
    if (part < 0) return null;
    return giveHit(query, first, part, 0, out);
  } finally {
    depth--;
  }
}

/** Earlier on the way, or deeper at the start. */
function isEarlier(hit: Readonly<CastHit>, other: Readonly<CastHit>): boolean {
  return hit.fraction < other.fraction ||
    (hit.fraction === other.fraction && hit.depth > other.depth);
}

/**
 * How far a body can be moved along a straight line until it touches another, as {@linkcode shapeCast}.
 *
 * The policies about overlap at the start hold for each pair of parts: with `"ignore"`, parts that overlap are
 * ignored and others are not. With `"pushOut"` a start in overlap reports the pair that is deepest, and a
 * fraction that is measured as if nothing had been pushed: after a push, cast again. Under both, neither
 * contacts that the motion only grazes nor contacts with seams between parts stop a body: it slides from part
 * to part.
 *
 * @param a First body: a convex shape or a compound
 * @param poseA Pose of `a` in the world
 * @param b Second body, which moves
 * @param poseB Pose of `b` in the world at the start
 * @param translationB Motion of `b`
 * @param options What to do about overlap at the start, and how far apart to stop
 * @param out Receives the result; without it a new object is returned
 * @returns `out`, or `null` when the motion is free (`out` is then unchanged)
 * @throws {TypeError} If an argument is of the wrong kind
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
  const work = enter(), { deepest, listA, listB } = work;
  let { hit, first } = work;
  try {
    const far = Math.abs(translationB.x) + Math.abs(translationB.y);
    // Not by `?.`, for which V8 would box a number that may be undefined.
    // What the first pair would refuse is not looked at here.
    let target = 0;
    if (options !== undefined && options !== null) {
      const { targetSeparation } = options;
      if (typeof targetSeparation === "number") target = targetSeparation;
    }
    const policy = options?.initialOverlap ?? "report";
    let partA = -1;
    let partB = -1;
    let deepA = -1;
    let deepB = -1;
    REACH[0] = target;
    const m = listNear(listA, A, poseA, B, B.parts.length, poseB, translationB, 1);
    for (let k = 0; k < m; k++) {
      const i = listA.parts[k];
      REACH[0] = target;
      const n = listNear(listB, B, poseB, A, i, poseA, translationB, -1);
      for (let l = 0; l < n; l++) {
        const j = listB.parts[l];
        if (i + j > 0) {
          REACH[0] = far + target;
          if (areFar(A, i, poseA, B, j, poseB)) continue;
        }
        const found = shapeCast(A.parts[i], poseA, B.parts[j], poseB, translationB, options, hit);
        if (found === null) continue;
        if (policy !== "report") {
          const kind = judgeHit(hit, A.seams[i], poseA, B.seams[j], poseB, translationB);
          if (hit.depth > 0 && policy === "pushOut") {
            // As where the normal leads away from the start.
            if (kind === GRAZES) hit.fraction = 1;
            if (deepA < 0 || hit.depth > deepest.depth) {
              copyHit(hit, deepest);
              deepA = i;
              deepB = j;
            }
          } else if (kind !== STOPS) continue;
        }
        if (partA >= 0 && !isEarlier(hit, first)) continue;
        // The two change places, which saves a copy.
        const later = first;
        first = hit;
        hit = later;
        partA = i;
        partB = j;
      }
    }
    if (partA < 0) return null;
    if (deepA < 0) return giveHit(query, first, partA, partB, out);
    deepest.fraction = first.fraction;
    return giveHit(query, deepest, deepA, deepB, out);
  } finally {
    depth--;
  }
}

/** Whether an impact comes before another; overlap comes before touch at the start, and then the deepest. */
function isEarlierImpact(impact: Readonly<ImpactResult>, other: Readonly<ImpactResult>): boolean {
  return impact.fraction < other.fraction ||
    (impact.fraction === other.fraction && impact.fraction < 1 &&
      impact.distance < other.distance) ||
    (other.status === "separated" && impact.status !== "separated");
}

/** Whether `work.impact` is a hit with a seam of either part. Leaves the poses there. */
function isImpactWithSeam(
  work: Work,
  seamsA: Seams | null,
  sweepA: Readonly<Sweep>,
  seamsB: Seams | null,
  sweepB: Readonly<Sweep>,
): boolean {
  const { impact, poseA, poseB } = work;
  if (impact.status !== "hit" || (seamsA === null && seamsB === null)) return false;
  placeAtImpact(sweepA, impact, poseA);
  placeAtImpact(sweepB, impact, poseB);
  return isSeamContact(work, impact, seamsA, seamsB);
}

/** Whether the closest points of two parts at the poses of `work` are with a seam. */
function isSeamContact(
  { hit, poseA, poseB }: Work,
  { normal, pointA, pointB }: Readonly<ImpactResult | DistanceResult>,
  seamsA: Seams | null,
  seamsB: Seams | null,
): boolean {
  hit.normal.x = normal.x;
  hit.normal.y = normal.y;
  hit.point.x = pointA.x;
  hit.point.y = pointA.y;
  if (!isOutlineHit(hit, seamsA, poseA)) return true;
  hit.normal.x = -normal.x;
  hit.normal.y = -normal.y;
  hit.point.x = pointB.x;
  hit.point.y = pointB.y;
  return !isOutlineHit(hit, seamsB, poseB);
}

/**
 * Answer of {@linkcode compoundTimeOfImpact}: the earliest impact of any parts, and which parts these are.
 * World frame, the caller's units.
 */
export interface CompoundImpact extends ImpactResult, PartPair {}

/**
 * When two moving, turning bodies first touch, as {@linkcode timeOfImpact}: the earliest impact of any two
 * parts, and as certain. Bodies that start within the tolerance slide from part to part: seams do not stop them.
 *
 * @param a First body: a convex shape or a compound
 * @param sweepA Motion of `a`
 * @param b Second body
 * @param sweepB Motion of `b`
 * @param options Target separation, tolerance, iterations (for each pair)
 * @param out Receives the result; without it a new object is returned
 * @returns `out`; `iterations` is that of all pairs of parts that may come near each other
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a number is not finite or out of range
 */
export function compoundTimeOfImpact(
  a: Body,
  sweepA: Readonly<Sweep>,
  b: Body,
  sweepB: Readonly<Sweep>,
  options?: ImpactOptions,
  out: CompoundImpact = { ...newImpactResult(), partA: 0, partB: 0 },
): CompoundImpact {
  const query = "find time of impact";
  const A = partsOf(query, "a", a);
  const B = partsOf(query, "b", b);
  checkSweep(query, "sweepA", sweepA);
  checkSweep(query, "sweepB", sweepB);
  const work = enter(), { impact, earliest, found, trial, poseA, poseB, listA, listB } = work;
  try {
    let partA = -1;
    let partB = -1;
    let iterations = 0;
    let isSeam = false;
    found.distance = NaN;
    // As far apart as a hit may leave two parts. What the first pair would refuse is not looked at here.
    let target = 0;
    let tolerance = DEFAULT_TOLERANCE;
    if (options !== undefined && options !== null) {
      const { targetSeparation, tolerance: given } = options;
      if (typeof targetSeparation === "number") target = targetSeparation;
      if (typeof given === "number") tolerance = given;
    }
    const { localCenter: g, from: a0, to: a1 } = sweepA;
    const { localCenter: h, from: b0, to: b1 } = sweepB;
    const sizeA = A.extent + Math.abs(g.x) + Math.abs(g.y);
    const sizeB = B.extent + Math.abs(h.x) + Math.abs(h.y);
    let size = Math.max(sizeA, sizeB);
    if (A.tree !== null || B.tree !== null) {
      // The tolerance of two points at their local centers is a part of the way from center to center.
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
    REACH[0] = reach;
    const m = listSwept(listA, A, sweepA, B, B.parts.length, sweepB);
    for (let k = 0; k < m; k++) {
      const i = listA.parts[k];
      REACH[0] = reach;
      const n = listSwept(listB, B, sweepB, A, i, sweepA);
      for (let l = 0; l < n; l++) {
        const j = listB.parts[l];
        timeOfImpact(A.parts[i], sweepA, B.parts[j], sweepB, options, impact);
        iterations += impact.iterations;
        if (partA >= 0 && !isEarlierImpact(impact, earliest)) continue;
        let hitsSeam = isImpactWithSeam(work, A.seams[i], sweepA, B.seams[j], sweepB);
        if (impact.status === "hit" && (A.seams[i] !== null || B.seams[j] !== null)) {
          if (isNaN(found.distance)) {
            compoundSignedDistance(a, sweepA.from, b, sweepB.from, found);
          }
          if (hitsSeam || isSameDirection(impact.normal, found.normal)) {
            // Bodies that start within the tolerance may come to half of that, with any of their parts.
            START[0] = found.distance;
            timeOfImpact(A.parts[i], sweepA, B.parts[j], sweepB, options, impact);
            iterations += impact.iterations;
            if (partA >= 0 && !isEarlierImpact(impact, earliest)) continue;
            hitsSeam = isImpactWithSeam(work, A.seams[i], sweepA, B.seams[j], sweepB);
          }
        }
        copyImpact(impact, earliest);
        partA = i;
        partB = j;
        isSeam = hitsSeam;
      }
    }
    if (isSeam) {
      // The part beside the seam is closer, and the outline is its.
      placeAtImpact(sweepA, earliest, poseA);
      placeAtImpact(sweepB, earliest, poseB);
      const seamA = partA;
      const seamB = partB;
      REACH[0] = earliest.distance;
      const m = listNear(listA, A, poseA, B, B.parts.length, poseB, null, 1);
      for (let k = 0; k < m; k++) {
        const i = listA.parts[k];
        REACH[0] = earliest.distance;
        const n = listNear(listB, B, poseB, A, i, poseA, null, 1);
        for (let l = 0; l < n; l++) {
          const j = listB.parts[l];
          if (i === seamA && j === seamB) continue;
          REACH[0] = earliest.distance;
          if (areFar(A, i, poseA, B, j, poseB)) continue;
          signedDistance(A.parts[i], poseA, B.parts[j], poseB, trial);
          if (!(trial.distance <= earliest.distance)) continue;
          if (isSeamContact(work, trial, A.seams[i], B.seams[j])) continue;
          copyMeasure(trial, earliest);
          partA = i;
          partB = j;
        }
      }
    }
    checkMeasure(query, out);
    copyImpact(earliest, out);
    out.iterations = iterations;
    out.partA = partA;
    out.partB = partB;
    return out;
  } finally {
    depth--;
  }
}

/** Contact of two parts in a {@linkcode CompoundManifold}. */
export interface CompoundContact extends Manifold, PartPair {}

/**
 * Answer of {@linkcode compoundCollide}: a manifold for each pair of parts in contact. World frame, the
 * caller's units. Pass it back as `out`; it grows when it must.
 */
export interface CompoundManifold {
  /** How many of `contacts` count, from the front. */
  count: number;
  /** Manifolds; objects from `count` on are kept for later use and mean nothing. */
  contacts: CompoundContact[];
}

/**
 * Contact points of two bodies, one manifold for each pair of parts that touch. A contact is named from
 * frame to frame by `partA`, `partB` and the point's `id`.
 *
 * Seams are no obstacles: where the normal of a contact is not one that the body's outline has there (it
 * belongs to an edge within the body, or leans out of the outline's corner over a seam), the part's edges on
 * the outline give the contact instead. There is none when the other body is not over them, or when the two
 * parts come apart sooner along the normal of another contact: the neighbouring part then holds the body. Only
 * when no other contact is left does the deepest one stay as it is. The `id` of a contact that took a seam's
 * place names the part's edge and the other shape's vertex, whichever of the two edges is longer.
 *
 * @param a First body: a convex shape or a compound
 * @param poseA Pose of `a` in the world
 * @param b Second body
 * @param poseB Pose of `b` in the world
 * @param options Margin
 * @param out Receives the result and grows when it must; without it a new object is returned
 * @returns `out`
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250, or the margin
 * is out of range
 *
 * @example Usage
 * ```ts
 * import { box, compound, compoundCollide, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * // A crate on a floor of two slabs, a little over the seam: both hold it from below.
 * const floor = compound([box(2, 2), { shape: box(2, 2), pose: pose(2, 0) }]);
 * const { count, contacts } = compoundCollide(floor, pose(), box(1, 1), pose(0.75, 1.4375));
 * assertEquals(count, 2);
 * for (const { normal } of contacts) assertEquals(normal, { x: 0, y: 1 });
 * ```
 */
export function compoundCollide(
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
  options?: CollideOptions,
  out: CompoundManifold = { count: 0, contacts: [] },
): CompoundManifold {
  const query = "collide";
  const A = partsOf(query, "a", a);
  const B = partsOf(query, "b", b);
  checkPose(query, "poseA", poseA);
  checkPose(query, "poseB", poseB);
  const work = enter(), { manifold, other, contacts, depths, lost, listA, listB } = work;
  try {
    // Not by `?.`, for which V8 would box a number that may be undefined.
    let margin = 0;
    if (options !== undefined && options !== null) {
      const given = options.margin;
      if (typeof given === "number") margin = given;
    }
    let count = 0;
    let replaced = 0;
    // The deepest contact with a seam, for when no other is left.
    let least = Infinity;
    let lostA = -1;
    let lostB = -1;
    REACH[0] = margin;
    const m = listNear(listA, A, poseA, B, B.parts.length, poseB, null, 1);
    for (let l = 0; l < m; l++) {
      const i = listA.parts[l];
      REACH[0] = margin;
      const n = listNear(listB, B, poseB, A, i, poseA, null, 1);
      for (let k = 0; k < n; k++) {
        const j = listB.parts[k];
        if (i + j > 0) {
          REACH[0] = margin;
          if (areFar(A, i, poseA, B, j, poseB)) continue;
        }
        collide(A.parts[i], poseA, B.parts[j], poseB, options, manifold);
        if (manifold.pointCount === 0) continue;
        const onA = hasOutline(A.seams[i], poseA, manifold, 1);
        if (onA && hasOutline(B.seams[j], poseB, manifold, -1)) {
          depths[count] = JUDGED;
          keep(manifold, contacts, count++, i, j);
          continue;
        }
        const p = A.parts[i];
        const q = B.parts[j];
        const seams = onA ? B.seams[j]! : A.seams[i]!;
        const pose = onA ? poseB : poseA;
        if (onA) collideOutline(q, seams, pose, p, poseA, options, -1, other);
        else collideOutline(p, seams, pose, q, poseB, options, 1, other);
        if (other.pointCount > 0) {
          const isDoubtful = !isDeep(manifold, seams, pose) && isDeep(other, seams, pose);
          // In two, since V8 would box a number that it chooses.
          depths[count] = -AXIS[AXIS_GAP];
          if (isDoubtful) depths[count] = BESIDE;
          const { normal, points, pointCount } = manifold;
          let deepest = -points[0].separation;
          if (pointCount > 1) deepest = Math.max(deepest, -points[1].separation);
          while (lost.length < 3 * count) lost.push(0);
          lost[3 * count] = normal.x;
          lost[3 * count + 1] = normal.y;
          lost[3 * count + 2] = deepest;
          keep(other, contacts, count++, i, j);
          replaced++;
          if (!isDoubtful) continue;
        }
        for (let k = 0; k < manifold.pointCount; k++) {
          const { separation } = manifold.points[k];
          // One that only comes near is no support.
          if (separation > 0 || separation >= least) continue;
          least = separation;
          lostA = i;
          lostB = j;
        }
      }
    }
    if (replaced > 0) count = judgeReplaced(A, poseA, B, poseB, work, count, replaced);
    if (count === 0 && lostA >= 0) {
      collide(A.parts[lostA], poseA, B.parts[lostB], poseB, options, manifold);
      keep(manifold, contacts, count++, lostA, lostB);
    }
    // Only now, when no user code can fail any more.
    const known = out?.contacts;
    try {
      if (!Array.isArray(known)) refuseContacts(out);
      // What holds them may be frozen where they are not.
      const before = out.count;
      out.count = before;
      for (let k = 0; k < Math.min(count, known.length); k++) touchManifold(known[k]);
      while (known.length < count) known.push({ ...newManifold(), partA: 0, partB: 0 });
      out.count = count;
    } catch {
      refuseContacts(out);
    }
    for (let k = 0; k < count; k++) {
      const { partA, partB } = contacts[k];
      keep(contacts[k], known, k, partA, partB);
    }
    return out;
  } finally {
    depth--;
  }
}

/** In the place of a depth: the contact stays or has lost its points, … */
const JUDGED = Infinity;
/** … or it stays beside another with its normal only. */
const BESIDE = Number.MAX_VALUE;

/**
 * Judges contacts in the place of seams; returns how many are left, in front.
 *
 * A body that has come in through one side of the outline may be deep behind another side of the same part. To part
 * a pair of parts, B has to go by d along the normal n of its contact, or by s along the normal m of another contact
 * that stays, is g >= 0 deep, and will make B go by that. When s < d then m is the way out and the contact along n goes:
 * if g is enough for the pair as well, or if the pair has no other part in front along m. Unless n is m, for parts with
 * flush sides hold a body together. The contact with the least d is judged first, and stays if no other does.
 *
 * The pair is parted by m's own separating line, or by that of the contact with the seam, e deep along l, which B
 * passes after e / (m·l) along m: s is the less of the two. A long part ends far away along m, but next to its seam.
 *
 * A pair that is apart, or only touches, has nowhere to come out from: a contact that is deep all the same stays
 * beside one of another pair, with m = n, and goes without.
 */
function judgeReplaced(
  A: Compound,
  poseA: Readonly<Pose>,
  B: Compound,
  poseB: Readonly<Pose>,
  { contacts, depths, lost }: Work,
  count: number,
  replaced: number,
): number {
  for (let turn = 0; turn < replaced; turn++) {
    let next = 0;
    for (let k = 1; k < count; k++) if (depths[k] < depths[next]) next = k;
    const contact = contacts[next], { partA, partB, normal: n } = contact;
    const d = depths[next];
    let stays = d !== BESIDE;
    for (let k = 0; k < count; k++) {
      if (depths[k] !== JUDGED || contacts[k].pointCount === 0) continue;
      const { normal: m, points, pointCount } = contacts[k];
      if (isSameDirection(m, n)) {
        stays ||= d === BESIDE;
        continue;
      }
      let g = -points[0].separation;
      if (pointCount > 1) g = Math.max(g, -points[1].separation);
      if (g < 0 || d === BESIDE) continue;
      AXIS[AXIS_X] = m.x;
      AXIS[AXIS_Y] = m.y;
      separate(A.parts[partA], poseA, B.parts[partB], poseB);
      let s = -AXIS[AXIS_GAP];
      const ml = m.x * lost[3 * next] + m.y * lost[3 * next + 1];
      if (ml > 0) s = Math.min(s, lost[3 * next + 2] / ml);
      if (s >= d) continue;
      stays = g < s &&
        !(endsInTheOpen(A.seams[partA], poseA, 1) && endsInTheOpen(B.seams[partB], poseB, -1));
      if (!stays) break;
    }
    if (!stays) contact.pointCount = 0;
    depths[next] = JUDGED;
  }
  let left = 0;
  for (let k = 0; k < count; k++) {
    const contact = contacts[k];
    if (contact.pointCount === 0) continue;
    if (left < k) {
      // The two change places, for none is lost.
      contacts[k] = contacts[left];
      contacts[left] = contact;
    }
    left++;
  }
  return left;
}

function refuseContacts(out: unknown): never {
  refuse("collide", "out", out, "be a result { count, contacts }", TypeError);
}

/** Throws, and changes nothing, when a manifold lacks an object or cannot be written to. */
function touchManifold(m: CompoundContact): void {
  const { normal, points, partA } = m;
  touchVector(normal);
  for (let k = 0; k < 2; k++) {
    const p = points[k], { id } = p;
    touchVector(p.point);
    p.id = id;
  }
  m.partA = partA;
}

function keep(
  from: Readonly<Manifold>,
  contacts: CompoundContact[],
  at: number,
  partA: number,
  partB: number,
): void {
  if (at === contacts.length) contacts.push({ ...newManifold(), partA: 0, partB: 0 });
  const to = contacts[at];
  to.partA = partA;
  to.partB = partB;
  to.normal.x = from.normal.x;
  to.normal.y = from.normal.y;
  to.pointCount = from.pointCount;
  for (let k = 0; k < from.pointCount; k++) {
    const p = from.points[k];
    const q = to.points[k];
    q.point.x = p.point.x;
    q.point.y = p.point.y;
    q.separation = p.separation;
    q.id = p.id;
  }
}
