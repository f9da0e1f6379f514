/**
 * Every query on pairs of bodies, concave ones included.
 *
 * A query on a compound is the query on its pairs of parts, those too far away to matter left out, and
 * the nearest, first or deepest answer. What that means is said at each function.
 *
 * @module
 */
import { checkPose, refuse } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
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
  STOPS,
} from "./seams.ts";
import { AXIS, AXIS_GAP, AXIS_X, AXIS_Y, separate } from "./separation.ts";
import { shapeCast, type ShapeCastOptions } from "./shape_cast.ts";
import type { Sweep } from "./sweep.ts";
import {
  type ImpactOptions,
  type ImpactResult,
  newImpactResult,
  timeOfImpact,
} from "./time_of_impact.ts";

// ---- what the queries share

const reach = /* @__PURE__ */ new Float64Array(1);

/**
 * Whether parts i and j are certainly further apart than `reach[0]`: by the circles around them. What the
 * query writes there is read before any other code runs.
 */
function areFar(
  a: Compound,
  i: number,
  poseA: Readonly<Pose>,
  b: Compound,
  j: number,
  poseB: Readonly<Pose>,
): boolean {
  const p = a.circles;
  const q = b.circles;
  const ax = p[3 * i];
  const ay = p[3 * i + 1];
  const bx = q[3 * j];
  const by = q[3 * j + 1];
  const wx = poseB.x - poseA.x;
  const wy = poseB.y - poseA.y;
  const dx = (poseB.cos * bx - poseB.sin * by) - (poseA.cos * ax - poseA.sin * ay) + wx;
  const dy = (poseB.sin * bx + poseB.cos * by) - (poseA.sin * ax + poseA.cos * ay) + wy;
  // Poses may scale the cores, which makes circles around them larger by no more than that.
  const u = Math.sqrt(Math.max(1, poseA.cos * poseA.cos + poseA.sin * poseA.sin));
  const v = Math.sqrt(Math.max(1, poseB.cos * poseB.cos + poseB.sin * poseB.sin));
  const noise = 1e-14 * (Math.abs(wx) + Math.abs(wy) + v * (Math.abs(bx) + Math.abs(by)) +
    u * (Math.abs(ax) + Math.abs(ay)));
  const r = u * p[3 * i + 2] + v * q[3 * j + 2] + reach[0] + noise;
  return dx * dx + dy * dy > r * r;
}

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
  readonly manifold: Manifold = newManifold();
  readonly other: Manifold = newManifold();
  readonly contacts: CompoundContact[] = [];
  /** What `judgeReplaced` has to know of each. */
  readonly depths: number[] = [];
}

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
  for (let i = 0; i < A.parts.length; i++) {
    for (let j = 0; j < B.parts.length; j++) {
      reach[0] = 0;
      if (areFar(A, i, poseA, B, j, poseB)) continue;
      if (intersects(A.parts[i], poseA, B.parts[j], poseB)) return true;
    }
  }
  return false;
}

/** Answer of {@linkcode compoundDistance} and {@linkcode compoundSignedDistance}. */
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
  const { trial, best } = enter();
  try {
    let partA = -1;
    let partB = -1;
    for (let i = 0; i < A.parts.length; i++) {
      for (let j = 0; j < B.parts.length; j++) {
        if (partA >= 0) {
          if (!signed && best.distance === 0) break;
          reach[0] = best.distance > 0 ? best.distance : 0;
          if (areFar(A, i, poseA, B, j, poseB)) continue;
        }
        if (signed) signedDistance(A.parts[i], poseA, B.parts[j], poseB, trial);
        else distance(A.parts[i], poseA, B.parts[j], poseB, trial);
        if (partA >= 0 && !(trial.distance < best.distance)) continue;
        copyDistance(trial, best);
        partA = i;
        partB = j;
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

/** Answer of {@linkcode compoundPenetration}. */
export interface CompoundPenetration extends Penetration, PartPair {}

/**
 * How deep two bodies overlap: the two parts that overlap most, their depth and axis. A lower bound of
 * the depth of the bodies, as for {@linkcode compoundSignedDistance}; to part them, move along the normal
 * and ask again.
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

/** Answer of {@linkcode compoundRayCast} and {@linkcode compoundShapeCast}. */
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
  const { parts, seams } = partsOf("cast ray", "body", body);
  const { hit, first } = enter();
  try {
    let part = -1;
    let isFirstSeam = false;
    for (let k = 0; k < parts.length; k++) {
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
    return giveHit("cast ray", first, part, 0, out);
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
 * The policies about overlap at the start hold for each pair of parts: with `"ignore"`, parts that overlap
 * are ignored and others are not. With `"pushOut"` a start in overlap reports the pair that is deepest,
 * and a fraction that is measured as if nothing had been pushed: after a push, cast again. Under both,
 * contacts that the motion only grazes, and contacts with seams between parts, do not stop a body: it
 * slides from part to part.
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
  const work = enter(), { deepest } = work;
  let { hit, first } = work;
  try {
    const far = Math.abs(translationB.x) + Math.abs(translationB.y);
    const policy = options?.initialOverlap ?? "report";
    let partA = -1;
    let partB = -1;
    let deepA = -1;
    let deepB = -1;
    for (let i = 0; i < A.parts.length; i++) {
      for (let j = 0; j < B.parts.length; j++) {
        if (i + j > 0) {
          reach[0] = far;
          if (options !== undefined) {
            const { targetSeparation } = options;
            if (typeof targetSeparation === "number") reach[0] += targetSeparation;
          }
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

/** Answer of {@linkcode compoundTimeOfImpact}. */
export interface CompoundImpact extends ImpactResult, PartPair {}

/**
 * When two moving, turning bodies first touch, as {@linkcode timeOfImpact}: the earliest impact of any two
 * parts, and as certain. A body that slides along a compound within the tolerance is stopped where the next
 * part begins, since a proof that it misses that part is not a proof that it misses the seam.
 *
 * @param a First body: a convex shape or a compound
 * @param sweepA Motion of `a`
 * @param b Second body
 * @param sweepB Motion of `b`
 * @param options Target separation, tolerance, iterations (for each pair)
 * @param out Receives the result; without it a new object is returned
 * @returns `out`; `iterations` is that of all pairs
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
  const { impact, earliest } = enter();
  try {
    let partA = -1;
    let partB = -1;
    let iterations = 0;
    for (let i = 0; i < A.parts.length; i++) {
      for (let j = 0; j < B.parts.length; j++) {
        timeOfImpact(A.parts[i], sweepA, B.parts[j], sweepB, options, impact);
        iterations += impact.iterations;
        // Overlapping comes before touching at the start, and then the deepest.
        const better = partA < 0 || impact.fraction < earliest.fraction ||
          (impact.fraction === earliest.fraction && impact.fraction < 1 &&
            impact.distance < earliest.distance) ||
          (earliest.status === "separated" && impact.status !== "separated");
        if (!better) continue;
        copyImpact(impact, earliest);
        partA = i;
        partB = j;
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

/** Answer of {@linkcode compoundCollide}: a manifold for each pair of parts in contact. */
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
 * belongs to an edge within the body, or leans out of the outline's corner over a seam), the part's edges
 * on the outline give the contact instead. None when the other body is not over them, or when the two parts are parted
 * sooner along the normal of another contact: the part next to it then holds it. Only when no other contact is
 * left, the deepest stays as it is. The `id` of a contact that
 * took a seam's place names the part's edge and the other shape's vertex, whichever of the two is larger.
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
  const work = enter(), { manifold, other, contacts, depths } = work;
  try {
    // Not by `?.`, for which V8 would box a number that may be undefined.
    let margin = 0;
    if (options !== undefined) {
      const given = options.margin;
      if (typeof given === "number") margin = given;
    }
    let count = 0;
    let replaced = 0;
    // The deepest contact with a seam, for when no other is left.
    let least = Infinity;
    let lostA = -1;
    let lostB = -1;
    for (let i = 0; i < A.parts.length; i++) {
      for (let j = 0; j < B.parts.length; j++) {
        if (i + j > 0) {
          reach[0] = margin;
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
 * A pair that is apart, or only touches, has nowhere to come out from: a contact that is deep all the same stays
 * beside one of another pair, with m = n, and goes without.
 */
function judgeReplaced(
  A: Compound,
  poseA: Readonly<Pose>,
  B: Compound,
  poseB: Readonly<Pose>,
  { contacts, depths }: Work,
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
      const s = -AXIS[AXIS_GAP];
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
