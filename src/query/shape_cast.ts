/**
 * `shapeCast`, by the kernel or by `smoothCast`, and its policies for shapes that overlap or touch
 * at the start.
 *
 * @module
 */
import * as state from "../kernel/state.ts";
import * as slots from "../kernel/registers.ts";
import * as entry from "../kernel/entry.ts";
import * as record from "../shapes/record.ts";
import { linearCast } from "../kernel/cast.ts";
import { intersects, signedDistance } from "../kernel/pair.ts";
import { registers } from "../kernel/registers.ts";
import { checkFinite, refuse } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkOptions } from "../shapes/check.ts";
import { MAX_COORDINATE } from "../shapes/limits.ts";
import type { ConvexShape, Shape } from "../shapes/shape.ts";
import { concave } from "./attached.ts";
import {
  type CastHit,
  checkTranslation,
  hitFor,
  type HitTarget,
  readHitFeatures,
  readHitNormal,
  readStart,
  smoothCast,
  start,
} from "./cast.ts";
import { loadPair } from "./pair.ts";

const W = registers;

const { poses, POSE_A, POSE_B, features, measured, cast } = state;
const { SIGNED } = slots;
const { CAST_HIT, CAST_MISS, CAST_TOUCH } = entry;
const { EXTENT, NORMALS } = record;

/**
 * Registers after those of the kernel: the slack that counts as touching where the shapes meet, and
 * how near a shape reaches.
 */
const SLACK = 3380;
const NEAREST = 3381;

/**
 * As MAX_COORDINATE in shapes/limits.ts. `checkTranslation` refuses anything beyond, with a reason.
 */
const TRANSLATION_LIMIT = 1.8092513943330656e75;

const TASK = "cast shape";

/** Stands for a missing translation, which the check refuses by name. */
const NO_VECTOR: Readonly<Vec2> = { x: NaN, y: NaN };

/**
 * What {@linkcode shapeCast} does about shapes that overlap, touch, or are closer than the target separation at
 * the start.
 *
 * - `"report"`: a hit at fraction 0, whatever the direction. `depth` says how deep.
 * - `"ignore"`: no hit until they have been apart; shapes that touch or are too close slide, and cannot sink in.
 * - `"pushOut"`: as if B were first moved out, by `depth · normal`.
 *
 * @remarks
 * The normal is that of `signedDistance` at the start, of concave shapes the deepest of `manifolds`, and
 * `translationB · normal < 0` means "inward". Where corners touch, many normals are equally good, and a motion is
 * inward only if it goes against all of them.
 *
 * With `"ignore"`, shapes that overlap have no hit at all, and shapes that touch or are too close have one at fraction
 * 0 if the motion goes inward. With `"pushOut"` the hit has fraction 0 if the motion goes inward from outside, and 1 if
 * it is free: for every hit, move B by `depth · normal` and then by `fraction · translationB`.
 *
 * An overlap of about 10⁻¹² of their size, or of the rounding of their positions, counts as touching. The rounding of a
 * body that slides on at distance 0 accumulates, so use a small `targetSeparation` for bodies that move step after step.
 */
export type InitialOverlap = "report" | "ignore" | "pushOut";

/** Options of {@linkcode shapeCast}. */
export interface ShapeCastOptions {
  /** What to do about shapes that overlap, touch or are closer than the target at the start; default `"report"`. */
  initialOverlap?: InitialOverlap | undefined;
  /** Distance from A at which B stops, in the caller's units, `>= 0`; default 0. */
  targetSeparation?: number | undefined;
}

/** The names of {@linkcode ShapeCastOptions}. */
export const CAST_OPTIONS = ["initialOverlap", "targetSeparation"] as const;

/**
 * How far a shape can be moved along a straight line, without turning, until it touches another.
 *
 * Touching counts: a shape that only grazes the other in passing hits it. With `targetSeparation` the shapes count
 * as touching at that distance; `point` is then on A, and the nearest point of B is `targetSeparation` away along
 * `normal`. If parallel edges meet, `point` is the middle of the interval that they share.
 *
 * @param a First shape
 * @param poseA Pose of `a` in the world
 * @param b Second shape, which moves
 * @param poseB Pose of `b` in the world at the start
 * @param translationB Motion of `b`, each coordinate within ±2^250; (0, 0) tests the start position only
 * @param options What to do about overlap at the start, and how far apart to stop
 * @param out Receives the result; without it a new object is returned
 * @returns `out`, or `null` when the motion is free (`out` is then unchanged)
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a number is not finite or out of range, or an option has an unknown value
 *
 * @remarks
 * Where shapes only graze, the normal is across the motion, so a body that removes from its motion what goes against
 * the normal slides on. (A point gets the normal of an edge, as a ray does.)
 *
 * For shapes without radius, whether there is a hit is exact for vertices as the poses place them, and the
 * fraction is accurate to about 4 ulps of 1. With radii the same holds unless the shapes miss or graze each
 * other by less than 2⁻⁹⁰ of the radii. The fraction is computed from the features that meet, not by iteration.
 * With an ellipse or a `convex()` shape, the shapes are within 4 u of touching at the hit.
 *
 * @example Usage
 * ```ts
 * import { box, pose, shapeCast } from "@narrowphase/gjk2d";
 *
 * const wall = box(1, 10);
 * const crate = box(1, 1);
 * const motion = { x: 8, y: 1 };
 * const hit = shapeCast(wall, pose(5, 0), crate, pose(0, 0), motion);
 * hit?.fraction; // 0.5
 * hit?.normal; // { x: -1, y: 0 }
 * hit?.point; // { x: 4.5, y: 0.5 }
 * shapeCast(wall, pose(5, 0), crate, pose(0, 0), motion, { targetSeparation: 2 })?.fraction; // 0.25
 * ```
 */
export function shapeCast(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  translationB: Readonly<Vec2>,
  options?: ShapeCastOptions,
  out?: HitTarget,
): CastHit | null {
  const { x: dx, y: dy } = translationB ?? NO_VECTOR;
  if (
    !(typeof dx === "number" && typeof dy === "number" && Math.abs(dx) <= TRANSLATION_LIMIT &&
      Math.abs(dy) <= TRANSLATION_LIMIT)
  ) checkTranslation(TASK, "translationB", translationB);
  let target = 0;
  let policy: InitialOverlap = "report";
  if (options !== undefined) {
    checkOptions(TASK, options, CAST_OPTIONS);
    readCastOptions(options);
    target = wanted.target;
    policy = wanted.policy;
  }
  // Last, because an accessor of the arguments above may make a query of its own.
  loadPair(TASK, a, poseA, b, poseB);
  cast.target = target;
  const isSmooth = a.support !== null || b.support !== null;
  if (a.support === undefined || b.support === undefined) {
    return concave!.shapeCast(TASK, a, poseA, b, poseB, translationB, options, out);
  }
  cast.dx = dx;
  cast.dy = dy;
  const verdict = isSmooth
    ? smoothCast(a, poseA, b, poseB, translationB)
    : linearCast(a.record, a.count, b.record, b.count);
  if (verdict === CAST_MISS) return null;
  if (verdict === CAST_HIT) {
    if (policy !== "report") {
      // Shapes that are apart, or further apart than the target, only by rounding count as
      // touching.
      setSlack();
      const way = Math.abs(measured.nx * dx + measured.ny * dy);
      if (cast.fraction * way <= W[SLACK] && startsFree(a, b)) return null;
    }
    const hit = hitFor(TASK, out);
    hit.fraction = cast.fraction;
    hit.depth = 0;
    hit.point.x = measured.ax;
    hit.point.y = measured.ay;
    readHitNormal(hit.normal);
    readHitFeatures(hit);
    return hit;
  }
  const { record: ra, count: na } = a;
  const { record: rb, count: nb } = b;
  // The cast does not enter after the start. CAST_TOUCH: the shapes touch there and move into each
  // other. Otherwise (CAST_START) they overlap, are within the target, or never meet.
  if (!isSmooth) {
    const touch = verdict === CAST_TOUCH;
    if (target === 0 && !touch && intersects(ra, na, rb, nb) === 0) return null;
    signedDistance(ra, na, rb, nb, SIGNED);
    if (target > 0 && !touch && !isWithinTarget(a, b)) return null;
  }
  let free = false;
  if (policy !== "report") {
    setSlack();
    free = !isInward() || (measured.distance >= -W[SLACK] && target === 0 && passesSide(a, b));
    if (
      policy === "ignore"
        ? free || measured.distance < -W[SLACK]
        : free && measured.distance >= target
    ) {
      return null;
    }
  }
  const hit = readStart(hitFor(TASK, out));
  if (free) hit.fraction = 1; // pushed out
  return hit;
}

/**
 * Whether shapes that `signedDistance` has just measured are within the target separation, to 2⁻⁹⁸
 * of it. If their distance is the target up to rounding, as after every hit, a cast along the
 * normal decides: it has some way to go if B is outside, and none if B is within.
 */
function isWithinTarget(a: ConvexShape, b: ConvexShape): boolean {
  const { record: ra, count: na } = a;
  const { record: rb, count: nb } = b;
  const target = cast.target;
  const beyond = measured.distance - target;
  const size = ra[EXTENT] + a.radius + rb[EXTENT] + b.radius + target +
    Math.abs(poses[POSE_B] - poses[POSE_A]) + Math.abs(poses[POSE_B + 1] - poses[POSE_A + 1]);
  if (Math.abs(beyond) > TOUCHING * size) return beyond < 0;
  const dx = cast.dx;
  const dy = cast.dy;
  cast.dx = -measured.nx;
  cast.dy = -measured.ny;
  const verdict = linearCast(ra, na, rb, nb);
  cast.dx = dx;
  cast.dy = dy;
  if (verdict === CAST_HIT || verdict === CAST_MISS) return false;
  signedDistance(ra, na, rb, nb, SIGNED);
  return true;
}

/** A length below this fraction of the distances it was computed from is rounding: 2^-48. */
const TOUCHING = 3.552713678800501e-15;
/**
 * A body that has settled into the ground no deeper than this, step after step, stands on it:
 * 2^-40.
 */
const SETTLED = 9.094947017729282e-13;
/** Relative rounding error of a position: 2^-51. */
const PLACED = 4.440892098500626e-16;
/**
 * A motion that approaches a side by less than this fraction of its length goes along it: 2^-49.
 */
const ALONG = 1.7763568394002505e-15;

/**
 * SLACK = the overlap or distance that counts as touching where the shapes meet: a small fraction
 * of their distances from there, and the rounding of the positions.
 */
function setSlack(): void {
  W[SLACK] = SETTLED *
      (Math.abs(measured.ax - poses[POSE_A]) + Math.abs(measured.ay - poses[POSE_A + 1]) +
        Math.abs(measured.ax - poses[POSE_B]) + Math.abs(measured.ay - poses[POSE_B + 1])) +
    PLACED *
      (Math.abs(poses[POSE_A]) + Math.abs(poses[POSE_A + 1]) + Math.abs(poses[POSE_B]) +
        Math.abs(poses[POSE_B + 1]));
}

/**
 * Whether the motion cast.dx, cast.dy opposes the normal measured.nx, measured.ny by more than rounding.
 */
function isInward(): boolean {
  const dx = cast.dx;
  const dy = cast.dy;
  return measured.nx * dx + measured.ny * dy < -ALONG * (Math.abs(dx) + Math.abs(dy));
}

/**
 * For a hit along whose normal the shapes touch already at the start: whether they are free to go
 * because they touch there. Rounding may put the hit of sides in line with the motion anywhere
 * along them, and convex shapes that do not approach at the start never will. If the answer is no,
 * the hit is in the registers again.
 */
function startsFree(a: ConvexShape, b: ConvexShape): boolean {
  const { record: ra, count: na } = a;
  const { record: rb, count: nb } = b;
  const target = cast.target;
  if (a.support !== null || b.support !== null) {
    const least = -ALONG * (Math.abs(cast.dx) + Math.abs(cast.dy));
    return start.gap <= W[SLACK] && start.slope >= least;
  }
  signedDistance(ra, na, rb, nb, SIGNED);
  if (
    measured.distance - target <= W[SLACK] && (!isInward() || (target === 0 && passesSide(a, b)))
  ) return true;
  linearCast(ra, na, rb, nb);
  return false;
}

/**
 * Where corners touch, every normal between those of their sides separates them. A motion is inward
 * only if it opposes all of these, which means the sides' own. So this tells whether a side at the
 * closest features separates the shapes, to within W[SLACK], and the motion does not oppose it.
 */
function passesSide(a: ConvexShape, b: ConvexShape): boolean {
  if (a.radius + b.radius > 0 || a.support !== null || b.support !== null) return false;
  const dx = cast.dx;
  const dy = cast.dy;
  const least = -ALONG * (Math.abs(dx) + Math.abs(dy));
  // The other end of a side may reach further than the closest one, by its own rounding.
  const deepest = -W[SLACK] - PLACED * (a.record[EXTENT] + b.record[EXTENT]);
  // Either end of an edge may be the closest feature, so try the edges on both sides.
  for (let k = 0; k < 8; k++) {
    const ofA = k < 4;
    const { record, count } = ofA ? a : b;
    if (count === 1) continue;
    const edge = ((ofA ? features.a0 : features.b0) + k % 4 + count - 2) % count;
    const at = NORMALS + 2 * edge;
    const pose = ofA ? POSE_A : POSE_B;
    const c = poses[pose + 2];
    const s = poses[pose + 3];
    const length = (ofA ? 1 : -1) * Math.sqrt(c * c + s * s);
    const nx = (c * record[at] - s * record[at + 1]) / length;
    const ny = (s * record[at] + c * record[at + 1]) / length;
    if (nx * dx + ny * dy < least) continue;
    const way = nx * (poses[POSE_B] - poses[POSE_A]) + ny * (poses[POSE_B + 1] - poses[POSE_A + 1]);
    measureAlong(a, POSE_A, -nx, -ny);
    const gap = way + W[NEAREST];
    measureAlong(b, POSE_B, nx, ny);
    if (gap + W[NEAREST] >= deepest) return true;
  }
  return false;
}

/** NEAREST = the least extent of a shape along n, from its position. */
function measureAlong({ record, count }: ConvexShape, pose: number, nx: number, ny: number): void {
  const c = poses[pose + 2];
  const s = poses[pose + 3];
  const mx = c * nx + s * ny;
  const my = c * ny - s * nx;
  W[NEAREST] = Infinity;
  for (let i = NORMALS + 2 * count, end = i + 2 * count; i < end; i += 2) {
    W[NEAREST] = Math.min(W[NEAREST], mx * record[i] + my * record[i + 1]);
  }
}

/** The options of a cast. An object, since V8 boxes doubles that are passed or returned. */
const wanted = { target: 0.5, policy: "report" as InitialOverlap };

/** Reads the options, or refuses them; their names have been checked. */
export function readCastOptions(options: ShapeCastOptions): void {
  let target = 0;
  // V8 boxes a double that is read from objects of which some lack it.
  if ("targetSeparation" in options) {
    const { targetSeparation: gap } = options;
    if (gap !== undefined) {
      if (!(typeof gap === "number" && gap >= 0 && gap <= MAX_COORDINATE)) refuseTarget(gap);
      target = gap;
    }
  }
  const { initialOverlap } = options;
  const policy = initialOverlap === undefined ? "report" : checkPolicy(initialOverlap);
  // Only now, because an accessor may make a query of its own.
  wanted.target = target;
  wanted.policy = policy;
}

function refuseTarget(value: unknown): never {
  const name = "options.targetSeparation";
  checkFinite(TASK, name, value);
  refuse(TASK, name, value, "be from 0 to 2^250");
}

function checkPolicy(value: unknown): InitialOverlap {
  if (value === "report" || value === "ignore" || value === "pushOut") return value;
  const rule = 'be "report", "ignore" or "pushOut"';
  const Kind = typeof value === "string" ? RangeError : TypeError;
  refuse(TASK, "options.initialOverlap", value, rule, Kind);
}
