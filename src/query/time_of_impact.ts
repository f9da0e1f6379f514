/**
 * When two moving and rotating shapes first touch.
 *
 * @module
 */
import * as toi from "../kernel/toi.ts";
import { measureSweep } from "../kernel/toi.ts";
import { checkFinite, refuse } from "../math/check.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkOptions, checkShape } from "../shapes/check.ts";
import { MAX_COORDINATE } from "../shapes/limits.ts";
import type { ConvexShape, Shape } from "../shapes/shape.ts";
import { advance, Impact } from "./advance.ts";
import { concave } from "./attached.ts";
import { Levels } from "./levels.ts";
import { readFeatures, readWitness } from "./pair.ts";
import { checkMeasure, copyMeasure, type Feature, newDistanceResult } from "./result.ts";
import { SmoothMotion } from "./smooth_motion.ts";
import { checkSweep, loadSweep, type Sweep } from "./sweep.ts";

const { DEFAULT_TOLERANCE } = toi;

/**
 * How the motion of two shapes ends.
 *
 * - `"hit"`: they touch, to the tolerance, at `fraction`, and not before.
 * - `"separated"`: they never come closer than the target, or than at the start, where they may touch; `fraction` is 1.
 * - `"overlapping"`: they overlap at the start, by more than rounding or than is allowed; `fraction` is 0.
 * - `"exhausted"`: the iterations ran out, or the motion is so fast that no double lies before the impact; they
 *   are proven apart up to `fraction`.
 */
export type ImpactStatus = "hit" | "separated" | "overlapping" | "exhausted";

/**
 * Answer of {@linkcode timeOfImpact}. World frame, the caller's units. Pass it back as `out`, or one from
 * {@linkcode newImpactResult}, and no memory is allocated.
 */
export interface ImpactResult {
  /** How the motion ends. */
  status: ImpactStatus;
  /**
   * Fraction of the motion, in [0, 1], that is safe whatever the status: until then the shapes do not overlap
   * by more than is allowed.
   */
  fraction: number;
  /**
   * Signed distance of the shapes at `fraction`; of concave shapes in overlap, how deep their outlines are. Together
   * with the fields below, it describes the last moment that was measured. For `"separated"` and `"exhausted"` that
   * moment may be earlier than `fraction`.
   */
  distance: number;
  /** Unit normal from A to B. */
  normal: Vec2;
  /** Witness point on A. */
  pointA: Vec2;
  /** Witness point on B. */
  pointB: Vec2;
  /** Feature of A's core under `pointA`. */
  featureA: Feature;
  /** Feature of B's core under `pointB`. */
  featureB: Feature;
  /** Part of A: index into `parts` of a compound or `segments` of a chain; else 0. */
  partA: number;
  /** Part of B. */
  partB: number;
  /** Number of distances that were measured. */
  iterations: number;
}

/** Options of {@linkcode timeOfImpact}. */
export interface ImpactOptions {
  /** Distance at which the shapes count as touching, in the caller's units, `>= 0`; default 0. */
  targetSeparation?: number | undefined;
  /**
   * Depth of overlap at which the shapes count as touching, in the caller's units, `>= 0`; default 0. It takes
   * the place of `targetSeparation`, which has to be 0 then.
   *
   * Resting bodies overlap by the slop of their solver. Allow more than that, by the tolerance at least, and
   * they are free to slide and to turn; otherwise they would be `"overlapping"`. Keep it below half of the thickness
   * of a body: shapes that never get that deep into each other pass through.
   *
   * @remarks
   * If bodies start deeper than allowed, query again with the depth that they have, `-distance` of the first
   * answer. They may then slide, turn and separate, but get no deeper.
   */
  allowedOverlap?: number | undefined;
  /**
   * Greatest distance beyond the target that counts as a hit, as a fraction of the size of the smaller shape
   * (of the larger one if the smaller is a point at its `localCenter`). The size is how far a shape reaches
   * from the `localCenter` of its sweep; with a support function, how far its bounding box reaches, which is up
   * to √2 times as far. From 1e-9 to 1, default 2^-12.
   */
  tolerance?: number | undefined;
  /**
   * Number of distances that may be measured before the answer is `"exhausted"`, an integer from 1; default
   * 256.
   */
  maxIterations?: number | undefined;
}

/** The names of {@linkcode ImpactOptions}. */
export const IMPACT_OPTIONS = [
  "targetSeparation",
  "allowedOverlap",
  "tolerance",
  "maxIterations",
] as const;

const DEFAULT_ITERATIONS = 256;

/** What a query reads from its options. An object, since V8 boxes doubles that are passed. */
export class ImpactLimits {
  /** Target separation; an allowed overlap is a target below 0. */
  target = 0.5;
  tolerance = 0.5;
  cap = 0;
  /**
   * The starting distance of two bodies, if the shapes are parts of theirs: the rules for shapes that
   * start within the tolerance then hold for all parts of the bodies.
   */
  start: number = Infinity;
}

/** Those of the query that begins. It reads them before other code may run. */
const limits = /* @__PURE__ */ new ImpactLimits();

const impact = /* @__PURE__ */ new Impact();
const levels: Levels<SmoothMotion> = /* @__PURE__ */ new Levels(() => new SmoothMotion());

/**
 * A result for {@linkcode timeOfImpact} to fill, made in advance. Until then its numbers have no meaning.
 *
 * @returns A new result
 *
 * @example Usage
 * ```ts
 * import { circle, newImpactResult, pose, timeOfImpact } from "@narrowphase/gjk2d";
 *
 * const impact = newImpactResult();
 * const ball = circle(1);
 * const localCenter = { x: 0, y: 0 };
 * const still = { localCenter, from: pose(0, 0), to: pose(0, 0) };
 * const bullet = { localCenter, from: pose(-10, 0), to: pose(10, 0) };
 * timeOfImpact(ball, still, ball, bullet, {}, impact) === impact; // true
 * impact.status; // "hit"
 * ```
 */
export function newImpactResult(): ImpactResult {
  return { ...newDistanceResult(), status: "exhausted", fraction: NaN };
}

/**
 * When do two moving, turning shapes first touch?
 *
 * Nothing tunnels, however thin and fast it is. A `"hit"` leaves the shapes just short of touching, with
 * `targetSeparation` that far apart; {@linkcode sweepPose} gives the poses at `fraction`. Bodies that rest on each
 * other overlap by the slop of their solver: `allowedOverlap` lets them slide.
 *
 * @param a First shape
 * @param sweepA Motion of `a`
 * @param b Second shape
 * @param sweepB Motion of `b`
 * @param options Target separation or allowed overlap, tolerance, iterations
 * @param out Receives the result; without it a new object is returned
 * @returns `out`
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a number is not finite or out of range
 *
 * @remarks
 * Conservative advancement (B. Mirtich, "Impulse-based dynamic simulation", 1996): measure the distance, take
 * the largest time step during which a line across the normal provably separates the shapes, repeat. The proof is
 * for the whole step, and near an impact the steps converge quadratically.
 *
 * - A `"hit"` leaves the shapes apart by `targetSeparation` plus at least half the tolerance (up to rounding),
 *   and at most the whole. Shapes that come that close in passing count as a hit. An `allowedOverlap` is a
 *   target below 0.
 * - `"separated"` means that they are proven to stay at least the target apart all the way, or at least as far
 *   apart as at the start if that is less.
 * - Shapes that were placed flush and overlap by no more than the rounding of their positions count as touching.
 * - Shapes that start within the tolerance of the target, as a hit leaves them, may slide and separate, and hit when
 *   half of their starting distance beyond the target is left. For shapes that start at the target, or closer
 *   without overlapping, any approach is a hit.
 *
 * @example Usage
 * ```ts
 * import { box, pose, sweepPose, timeOfImpact } from "@narrowphase/gjk2d";
 *
 * const wall = box(0.01, 10);
 * const rod = box(4, 0.01);
 * const still = { localCenter: { x: 0, y: 0 }, from: pose(5, 0), to: pose(5, 0) };
 * const thrown = { localCenter: { x: 0, y: 0 }, from: pose(0, 0, 1.5), to: pose(100, 0, -1.5) };
 * const impact = timeOfImpact(wall, still, rod, thrown);
 * impact.status; // "hit"
 * const { x } = sweepPose(thrown, impact.fraction);
 * x > 4 && x < 5; // true
 * ```
 */
export function timeOfImpact(
  a: Shape,
  sweepA: Readonly<Sweep>,
  b: Shape,
  sweepB: Readonly<Sweep>,
  options?: ImpactOptions,
  out: ImpactResult = newImpactResult(),
): ImpactResult {
  const query = "find time of impact";
  checkShape(query, "a", a);
  checkSweep(query, "sweepA", sweepA);
  checkShape(query, "b", b);
  checkSweep(query, "sweepB", sweepB);
  if (options !== undefined) checkOptions(query, options, IMPACT_OPTIONS);
  readLimits(options);
  return a.support === undefined || b.support === undefined
    ? concave!.timeOfImpact(query, a, sweepA, b, sweepB, limits, out)
    : convexTimeOfImpact(query, a, sweepA, b, sweepB, limits, out);
}

/** Whether `impact` is in use. */
let isBusy = false;

/** `timeOfImpact` of two convex shapes. Arguments are checked already, `out` aside. */
export function convexTimeOfImpact(
  task: string,
  a: ConvexShape,
  sweepA: Readonly<Sweep>,
  b: ConvexShape,
  sweepB: Readonly<Sweep>,
  { target, tolerance, cap, start }: Readonly<ImpactLimits>,
  out: ImpactResult,
): ImpactResult {
  // With a support function, user code runs in between, which may call `timeOfImpact`. So each level
  // of nesting has its own state.
  const motion = a.support === null && b.support === null ? null : levels.enter();
  // So have the calls that an accessor of an argument makes.
  const isNested = isBusy;
  const m = motion !== null ? motion.impact : isNested ? new Impact() : impact;
  isBusy = true;
  try {
    loadSweep(sweepA, m.a);
    loadSweep(sweepB, m.b);
    m.shapeA = a;
    m.shapeB = b;
    m.motion = motion;
    if (motion === null) {
      measureSweep(a.record, a.count, m.a);
      measureSweep(b.record, b.count, m.b);
    } else {
      motion.measure(a, m.a);
      motion.measure(b, m.b);
    }
    m.target = target;
    m.tolerance = tolerance;
    m.start = start;
    const status = advance(m, cap);
    checkMeasure(task, out);
    if (motion === null) {
      out.distance = m.distance;
      readWitness(out.normal, out.pointA, out.pointB);
      readFeatures(out.featureA, out.featureB);
      out.partA = 0;
      out.partB = 0;
    } else copyMeasure(motion.found, out);
    out.status = status;
    out.fraction = m.time;
    out.iterations = m.count;
    return out;
  } finally {
    isBusy = isNested;
    m.shapeA = m.shapeB = m.motion = null;
    if (motion !== null) levels.leave();
  }
}

/** Reads the limits, or refuses them. The names of the options have been checked. */
export function readLimits(options: ImpactOptions | undefined): void {
  let target = 0, tolerance = DEFAULT_TOLERANCE, cap = DEFAULT_ITERATIONS;
  if (options !== undefined) {
    // V8 boxes a double that is read from objects of which some lack it.
    if ("targetSeparation" in options) {
      const { targetSeparation: given } = options;
      if (given !== undefined) {
        if (!(typeof given === "number" && given >= 0 && given <= MAX_COORDINATE)) {
          refuseOption("targetSeparation", given, "from 0 to 2^250");
        }
        target = given;
      }
    }
    if ("allowedOverlap" in options) {
      const { allowedOverlap: given } = options;
      if (given !== undefined) {
        if (!(typeof given === "number" && given >= 0 && given <= MAX_COORDINATE)) {
          refuseOption("allowedOverlap", given, "from 0 to 2^250");
        }
        if (given > 0 && target > 0) {
          refuseOption("allowedOverlap", given, "0 with a target separation");
        }
        if (given > 0) target = -given;
      }
    }
    if ("tolerance" in options) {
      const { tolerance: given } = options;
      if (given !== undefined) {
        if (!(typeof given === "number" && given >= 1e-9 && given <= 1)) {
          refuseOption("tolerance", given, "from 1e-9 to 1");
        }
        tolerance = given;
      }
    }
    const { maxIterations } = options;
    if (maxIterations !== undefined) {
      if (
        !(Number.isInteger(maxIterations) && maxIterations >= 1 && maxIterations <= 2147483647)
      ) refuseOption("maxIterations", maxIterations, "an integer from 1 to 2147483647");
      cap = maxIterations;
    }
  }
  // Only now, because an accessor may make a query of its own.
  limits.target = target;
  limits.tolerance = tolerance;
  limits.cap = cap;
}

function refuseOption(name: string, value: unknown, range: string): never {
  const query = "find time of impact";
  checkFinite(query, `options.${name}`, value);
  refuse(query, `options.${name}`, value, `be ${range}`);
}
