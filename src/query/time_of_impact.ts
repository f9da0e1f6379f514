import { SIGNED, signedDistance } from "../kernel/pair.ts";
import { boundReach, measureSweep, placeSweep } from "../kernel/toi.ts";
import { checkFinite, refuse } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkOptions, checkShape } from "../shapes/check.ts";
import { HALF_AXES } from "../shapes/record.ts";
import type { Shape } from "../shapes/shape.ts";
import { DIRECTION, findMove, findSupport, FURTHEST } from "../shapes/support.ts";
import { smoothSignedDistance } from "./attached.ts";
import { Levels } from "./levels.ts";
import { readFeatures, readWitness, registers } from "./pair.ts";
import { checkMeasure, copyMeasure, type Feature } from "./result.ts";
import {
  checkSweep,
  loadSweep,
  type Sweep,
  SWEEP_ANGLE,
  SWEEP_CENTER,
  SWEEP_FROM,
  SWEEP_MOTION,
  SWEEP_RADIUS,
} from "./sweep.ts";

// As in pair.ts.
const W = registers;

// Copies of constants in registers.ts, record.ts and toi.ts: V8 folds those of the same file only.
const DISTANCE = 8;
const NX = 9;
const NY = 10;
const AX = 11;
const AY = 12;
const BX = 13;
const BY = 14;
const FA0 = 16;
const FB0 = 18;
const POSE_A = 0;
const POSE_B = 4;
const TOI_NX = 3333;
const TOI_NY = 3334;
const TOI_PIVOT_A = 3360;
const TOI_PIVOT_B = 3364;
const TOI_REACH = 3336;
const TOI_STEP = 3335;
const TOI_SWEEP_A = 3300;
const TOI_SWEEP_B = 3316;
const TOI_TIME = 3332;
const PIVOT_X = 0;
const PIVOT_Y = 1;
const PIVOT_TURN = 2;
const PIVOT_RADIUS = 3;
const EXTENT = 1;
const LOCAL = 11;
const DEFAULT_TOLERANCE = 0.000244140625;

/** From what is A's to what is B's. */
const POSE_STRIDE = 4;
const POINT_STRIDE = 2;
const SWEEP_STRIDE = 16;
const PIVOT_STRIDE = 4;
/** Behind both pivots, the reach from it before anything turns, of a shape with a support function, and its slope. */
const PIVOT_FIRST = 14;
const PIVOT_SLOPE = 15;

/**
 * How two moving shapes end up.
 *
 * - `"hit"`: they touch, to the tolerance, at `fraction`, and not before.
 * - `"separated"`: they never come closer than the target, or than they start; `fraction` is 1. Shapes
 *   that touch and do not approach are this too.
 * - `"overlapping"`: they overlap at the start, by more than is allowed; `fraction` is 0.
 * - `"exhausted"`: the iterations ran out, or the motion is so fast that no double lies before the impact; they
 *   are proven apart up to `fraction`.
 */
export type ImpactStatus = "hit" | "separated" | "overlapping" | "exhausted";

/**
 * Answer of {@linkcode timeOfImpact}. World frame, the caller's units. Pass it back as `out` and no
 * memory is allocated.
 */
export interface ImpactResult {
  /** How the motion ends. */
  status: ImpactStatus;
  /**
   * Part of the motion, in [0, 1], that is safe, whatever the status: the shapes do not come to overlap before, or by
   * no more than is allowed.
   */
  fraction: number;
  /**
   * Signed distance of the shapes at `fraction`. Together with the fields below it describes the last
   * moment that was looked at, which for `"separated"` is an earlier one.
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
  /** Distances that were measured. */
  iterations: number;
}

/** Options of {@linkcode timeOfImpact}. */
export interface ImpactOptions {
  /** Distance at which the shapes count as touching, in the caller's units, `>= 0`; default 0. */
  targetSeparation?: number | undefined;
  /**
   * Depth of overlap at which the shapes count as touching, in the caller's units, `>= 0`; default 0. It takes the
   * place of a target separation, which has to be 0. Bodies at rest overlap by the slop of their solver: if more than
   * that is allowed, by the tolerance at least, they are free to slide and to turn, also from one shape on to the next
   * at its side, where they would be `"overlapping"` otherwise. Shapes that never get as deep into each other pass
   * through: keep it below half of what the two are thick together. A thin body between two tiles is in neither deeper
   * than half its own thickness. What starts deeper than allowed can be asked about again with the depth that it has,
   * `-distance` of the first answer: then it may slide, turn and part, and gets no deeper.
   */
  allowedOverlap?: number | undefined;
  /**
   * Greatest distance beyond the target that is a hit, as a part of the size of the smaller shape (of the
   * larger one where the smaller is a point at its `localCenter`). The size is how far a shape reaches from the
   * `localCenter` of its sweep; with a support function, how far its bounding box does, which is up to √2 times
   * as far. From 1e-9 to 1, default 2^-12.
   */
  tolerance?: number | undefined;
  /** Distances that may be measured before the answer is `"exhausted"`, an integer from 1; default 256. */
  maxIterations?: number | undefined;
}

const DEFAULT_ITERATIONS = 256;
/** Bounds that are tried for one line and step of time; fewer when one has been good. */
const STEP_CAP = 64;
const STEP_ENOUGH = 8;
/** Bodies that touch may take this many steps of less than this part of the rest. */
const STALL_CAP = 8;
const STALL = 0.03125;
/** A step found to this part of itself is good enough: at a distance, and in touch. */
const COARSE = 0.0625;
const FINE = 0.00390625;
/** tan x in (4): 1/3, and tan 1 - 4/3 rounded up. */
const THIRD = 0.33333333333333337;
const TAN_5 = 0.2240744;
/** Rounding of a distance in units of its terms: 2^-49. */
const ROUNDING = 1.7763568394002505e-15;

/** A new, empty {@linkcode ImpactResult}. */
export function newImpactResult(): ImpactResult {
  return {
    status: "exhausted",
    fraction: NaN,
    distance: NaN,
    normal: { x: NaN, y: NaN },
    pointA: { x: NaN, y: NaN },
    pointB: { x: NaN, y: NaN },
    featureA: { type: "vertex", i: 0, j: 0 },
    featureB: { type: "vertex", i: 0, j: 0 },
    iterations: 0,
  };
}

/**
 * When do two moving, turning shapes first touch?
 *
 * Conservative advancement (B. Mirtich, "Impulse-based dynamic simulation", 1996): measure the distance,
 * take the largest step of time during which a line across the normal provably keeps the shapes apart,
 * repeat. The line is at rest or turns with one of the shapes, and the bound follows the turning support
 * points to first order, so that near the impact of corners and edges the steps converge quadratically
 * and a rolling or swinging body is followed in strides; it is a bound for the whole step and not for its
 * ends, so that nothing slips through in between, however thin and fast it is.
 *
 * - A `"hit"` leaves the shapes apart by at least `targetSeparation` plus half the tolerance (to
 *   rounding), and by no more than the whole. Shapes that come that close in passing count as hit. An
 *   `allowedOverlap` is a target below 0.
 * - `"separated"` means proven apart by no less than the target all the way, or by no less than at the start
 *   where that is less.
 * - Shapes that start within the tolerance of the target, as a hit leaves them, are free to slide and to part.
 *   They hit when half of what they start with beyond the target is left, so that sweep after sweep brings them
 *   no nearer than the target, but for rounding, which adds up. For shapes that start at the target, or closer
 *   without overlapping, any approach is a hit: they get no closer than they are, but may part, slide and turn about
 *   a point of contact.
 *
 * {@linkcode sweepPose} gives the poses at `fraction`.
 *
 * @param a First shape
 * @param sweepA Motion of `a`
 * @param b Second shape
 * @param sweepB Motion of `b`
 * @param options Target separation or allowed overlap, tolerance, iterations
 * @param out Receives the result; without it a new object is returned
 * @returns `out`
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a number is not finite or out of range
 *
 * @example Usage
 * ```ts
 * import { box, pose, sweepPose, timeOfImpact } from "@narrowphase/gjk2d";
 * import { assert, assertEquals } from "@std/assert";
 *
 * const wall = box(0.01, 10);
 * const rod = box(4, 0.01);
 * const still = { localCenter: { x: 0, y: 0 }, from: pose(5, 0), to: pose(5, 0) };
 * const thrown = { localCenter: { x: 0, y: 0 }, from: pose(0, 0, 1.5), to: pose(100, 0, -1.5) };
 * const impact = timeOfImpact(wall, still, rod, thrown);
 * assertEquals(impact.status, "hit");
 * const { x } = sweepPose(thrown, impact.fraction);
 * assert(x > 4 && x < 5);
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
  let target = 0;
  let tolerance = DEFAULT_TOLERANCE;
  let cap = DEFAULT_ITERATIONS;
  const start = START[0];
  START[0] = Infinity;
  if (options !== undefined) {
    checkOptions(query, options);
    // Looked at here: V8 boxes a double that it hands to a function or gets from one, and one that it reads from
    // objects of which some have none.
    if ("targetSeparation" in options) {
      const { targetSeparation } = options;
      if (targetSeparation !== undefined) {
        if (
          !(typeof targetSeparation === "number" && targetSeparation >= 0 &&
            targetSeparation <= 1.8092513943330656e75)
        ) refuseOption("targetSeparation", targetSeparation, "from 0 to 2^250");
        target = targetSeparation;
      }
    }
    if ("allowedOverlap" in options) {
      const { allowedOverlap } = options;
      if (allowedOverlap !== undefined) {
        if (
          !(typeof allowedOverlap === "number" && allowedOverlap >= 0 &&
            allowedOverlap <= 1.8092513943330656e75)
        ) refuseOption("allowedOverlap", allowedOverlap, "from 0 to 2^250");
        if (allowedOverlap > 0) {
          if (target > 0) {
            refuseOption("allowedOverlap", allowedOverlap, "0 with a target separation");
          }
          target = -allowedOverlap;
        }
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
  if (a.support === null && b.support === null) {
    loadSweep(sweepA, W, TOI_SWEEP_A);
    loadSweep(sweepB, W, TOI_SWEEP_B);
    measureSweep(a.record, a.count, W, TOI_SWEEP_A);
    measureSweep(b.record, b.count, W, TOI_SWEEP_B);
    W[LIMIT_TARGET] = target;
    W[LIMIT_TOLERANCE] = tolerance;
    W[LIMIT_START] = start;
    const state = advance(a, b, W, cap, null);
    checkMeasure(query, out);
    out.status = STATES[state];
    out.fraction = W[TOI_TIME];
    out.distance = W[DISTANCE];
    out.iterations = W[COUNT] | 0;
    const { normal, pointA, pointB, featureA, featureB } = out;
    readWitness(normal, pointA, pointB);
    readFeatures(featureA, featureB);
    return out;
  }

  // User code runs in between, which may ask for another impact: every level has registers of its own.
  const level = levels.enter();
  try {
    const X = level.X;
    loadSweep(sweepA, X, TOI_SWEEP_A);
    loadSweep(sweepB, X, TOI_SWEEP_B);
    level.measure(a, TOI_SWEEP_A);
    level.measure(b, TOI_SWEEP_B);
    X[LIMIT_TARGET] = target;
    X[LIMIT_TOLERANCE] = tolerance;
    X[LIMIT_START] = start;
    const state = advance(a, b, X, cap, level);
    checkMeasure(query, out);
    copyMeasure(level.found, out);
    out.status = STATES[state];
    out.fraction = X[TOI_TIME];
    out.iterations = X[COUNT] | 0;
    return out;
  } finally {
    levels.leave();
  }
}

const HIT = 0;
const SEPARATED = 1;
const OVERLAPPING = 2;
const EXHAUSTED = 3;
const STATES: readonly ImpactStatus[] = ["hit", "separated", "overlapping", "exhausted"];

// Registers of `advance` behind those of the kernel.
const LIMIT_TARGET = 3344;
const LIMIT_TOLERANCE = 3345;
const COUNT = 3346;
/** Distance that a step must keep, and how much longer the motion lasts. */
const AIM = 3347;
const REST = 3348;
const NOISE = 3349;
const GAP = 3350;
/** What a step may leave of the gap to the aim. */
const SLACK = 3351;
/** By how much the poses of the sweeps scale. */
const SCALE_A = 3352;
const SCALE_B = 3353;
/** A shorter step is none, for shapes that touch; 0 for others. */
const LEAST = 3354;
/** The bound (3) for the line at hand: APART + h (RATE - h BEND). */
const APART = 3355;
const RATE = 3356;
const BEND = 3357;
/** How fast the closest points part. */
const PARTING = 3358;
/** Distance that the whole bodies start with, Infinity when these are the shapes alone. */
const LIMIT_START = 3359;
/** Velocity of B's center as seen from A's, and where A's and B's are. */
const VELOCITY = 3368;
const PLACE = 3370;

/**
 * Where the shapes of the next impact are parts of bodies, how far these are apart at the start: written before it,
 * Infinity behind it. What holds for shapes that start within the tolerance holds for all their parts.
 */
export const START: Float64Array = /* @__PURE__ */ new Float64Array([Infinity]);

/** cos² + sin² of a turn is 1 to this, 2^-50. */
const TURN = 8.881784197001252e-16;

/**
 * The search. Leaves the safe time in TOI_TIME and the last distance where `signedDistance` leaves it,
 * or in `level.found` for support functions.
 */
function advance(
  a: Shape,
  b: Shape,
  X: Float64Array,
  cap: number,
  level: Level | null,
): number {
  // 1. What is close and what is rounding. `speed` bounds how fast any two points approach.
  scaleSweep(X, TOI_SWEEP_A, SCALE_A);
  scaleSweep(X, TOI_SWEEP_B, SCALE_B);
  const kA = X[SCALE_A];
  const kB = X[SCALE_B];
  const rA = X[TOI_SWEEP_A + SWEEP_RADIUS];
  const rB = X[TOI_SWEEP_B + SWEEP_RADIUS];
  const sizeA = rA + a.radius;
  const sizeB = rB + b.radius;
  const smaller = Math.min(sizeA, sizeB) > 0 ? Math.min(sizeA, sizeB) : Math.max(sizeA, sizeB);
  const vx = X[TOI_SWEEP_B + SWEEP_MOTION] - X[TOI_SWEEP_A + SWEEP_MOTION];
  const vy = X[TOI_SWEEP_B + SWEEP_MOTION + 1] - X[TOI_SWEEP_A + SWEEP_MOTION + 1];
  const move = Math.abs(vx) + Math.abs(vy);
  const speed = move + rA * Math.abs(X[TOI_SWEEP_A + SWEEP_ANGLE]) +
    rB * Math.abs(X[TOI_SWEEP_B + SWEEP_ANGLE]);
  const A = TOI_SWEEP_A + SWEEP_FROM;
  const B = TOI_SWEEP_B + SWEEP_FROM;
  const size = kA * a.record[EXTENT] + a.radius + kB * b.record[EXTENT] + b.radius + sizeA + sizeB +
    kA * Math.abs(X[TOI_SWEEP_A]) + kA * Math.abs(X[TOI_SWEEP_A + 1]) +
    kB * Math.abs(X[TOI_SWEEP_B]) + kB * Math.abs(X[TOI_SWEEP_B + 1]) + Math.abs(X[A] - X[B]) +
    Math.abs(X[A + 1] - X[B + 1]) + move;
  // Positions far from the world's origin are rounded there.
  const far = Math.abs(X[A]) + Math.abs(X[A + 1]) + Math.abs(X[B]) + Math.abs(X[B + 1]);
  const noise = ROUNDING * size + 0.125 * ROUNDING * (far + move);
  const target = X[LIMIT_TARGET];
  const tolerance = Math.max(
    X[LIMIT_TOLERANCE] * (smaller > 0 ? smaller : move),
    64 * noise,
  );
  X[NOISE] = noise;
  // A distance up to `close` is a hit; steps keep `aim`. What starts closer than that has `floor` to keep: the
  // target or, within, the distance it starts with. It is touching while nothing but rounding is left of that.
  let floor = target;
  let close = target + tolerance;
  let aim = target + 0.5 * tolerance;
  let touching = false;
  let stalls = 0;
  // One of several parts, whose bodies start closer than it does, and whether they touch.
  let isPart = false;
  let mayTouch = false;

  X[TOI_TIME] = 0;
  for (let it = 1; it <= cap; it++) {
    X[COUNT] = it;
    // 2. The distance now.
    placeSweep(X, TOI_SWEEP_A, POSE_A);
    placeSweep(X, TOI_SWEEP_B, POSE_B);
    if (level === null) {
      signedDistance(a.record, a.count, b.record, b.count, X, SIGNED);
      X[TOI_NX] = X[NX];
      X[TOI_NY] = X[NY];
    } else level.find(a, b);
    const d = X[DISTANCE];
    if (it === 1) {
      if (d < Math.min(target, 0)) return OVERLAPPING;
      const from = Math.min(d, X[LIMIT_START]);
      if (from <= close) {
        floor = Math.min(from, target);
        const rest = from - floor;
        const isTouch = rest <= 32 * noise;
        close = floor + (isTouch ? 16 * noise : 0.5 * rest);
        touching = isTouch && d <= close;
        aim = touching ? from - 4 * noise : floor + (isTouch ? 8 * noise : 0.25 * rest);
        isPart = from < d;
        mayTouch = isPart && isTouch;
      }
    } else if (isPart) {
      // Other parts tell when the bodies have parted.
      if (d <= close && !mayTouch) return HIT;
      if (mayTouch && touching !== d <= close) {
        touching = !touching;
        aim = touching ? Math.min(d, X[LIMIT_START]) - 4 * noise : floor + 8 * noise;
      }
    } else if (!touching || d > close) {
      touching = false;
      if (d <= close) return HIT;
      if (d > target + tolerance) {
        close = target + tolerance;
        aim = target + 0.5 * tolerance;
      } else if (close <= floor + 16 * noise) aim = floor + 8 * noise;
    }
    // 3. The longest step that keeps the aim, or nearly. Who touches and gets nowhere is approaching. Later on, as
    // where a lid comes down, getting nowhere is to move by less than an eighth of the tolerance; and what would
    // take many more steps is a hit.
    const t = X[TOI_TIME];
    const rest = 1 - t;
    X[AIM] = aim;
    X[SLACK] = touching ? 0 : 0.25 * (close - aim);
    X[REST] = rest;
    const nowhere = Math.max(256 * noise, it === 1 ? 0 : 0.125 * tolerance);
    X[LEAST] = touching ? Math.min(nowhere / speed, STALL * rest) : 0;
    step(a, b, X, level);
    let h = X[TOI_STEP];
    // Where corners are close, rounding may have turned the normal so far that the line across it meets a side.
    if (t + h === t || (touching && (isPart || d + a.radius + b.radius <= 32 * noise))) {
      for (let k = 0; k < 7 && h < STALL * rest; k++) {
        if (takeLine(a, b, X, level, k)) step(a, b, X, level);
        h = Math.max(h, X[TOI_STEP]);
      }
    }
    if (h >= rest) {
      X[TOI_TIME] = 1;
      return SEPARATED;
    }
    if (h < X[LEAST]) return HIT;
    if (touching && h < STALL * rest && ++stalls > STALL_CAP) return HIT;
    // A motion so fast that no double lies between now and the impact.
    if (t + h === t) return EXHAUSTED;
    X[TOI_TIME] = t + h;
  }
  return EXHAUSTED;
}

/** Writes by how much a sweep's poses scale to `slot`, and the radius of its core in the world. */
function scaleSweep(X: Float64Array, sweep: number, slot: number): void {
  const c = X[sweep + SWEEP_FROM + 2];
  const s = X[sweep + SWEEP_FROM + 3];
  const square = c * c + s * s;
  X[slot] = Math.abs(square - 1) <= TURN ? 1 : Math.sqrt(square);
  X[sweep + SWEEP_RADIUS] *= X[slot];
}

/**
 * TOI_STEP = a step, as long as bisection finds one, in which the shapes provably stay AIM apart. REST
 * when that is all of the motion that remains.
 *
 * What keeps them apart is a line, which may turn: after a time h its normal is N = R(ψ) n, ψ = h θ. Let
 * w lead from a point of A, its pivot, to one of B, and v be the velocity of the second seen from the first.
 * A pivot at u from its center leaves its straight line by ω² |u| h²/2 at most, so the gap along N is at least
 *
 *   N·(w + h v) - h² (ω_A² |u_A| + ω_B² |u_B|)/2 - reach of A along N - reach of B along -N - r_A - r_B,
 *
 * and with |N - n - ψ n⊥| <= ψ²/2 and |N - n| <= |ψ|
 *
 *   N·(w + h v) >= n·w + h (n·v + θ n⊥·w) - h² (θ² |w|/2 + |θ| |v|).                          (3)
 *
 * This is concave in h and has the value and the slope of the left side at h = 0; the bounds of the reach
 * are convex.
 *
 * A line at rest, with the centers as pivots, has no error in (3) and is best for bodies far apart. But
 * where a turning body has an edge along it, the end of the edge crosses it long before the closest points
 * meet. A line that turns with the body, θ = ω_A or ω_B, is not crossed by it, see `carry`. These three are
 * enough: to first order the closest points approach each other alike for any θ, and whether an edge along
 * the line crosses it tells the sign of θ - ω. The one with the longest step counts.
 */
function step(a: Shape, b: Shape, X: Float64Array, level: Level | null): void {
  const nx = X[TOI_NX];
  const ny = X[TOI_NY];
  const vx = X[TOI_SWEEP_B + SWEEP_MOTION] - X[TOI_SWEEP_A + SWEEP_MOTION];
  const vy = X[TOI_SWEEP_B + SWEEP_MOTION + 1] - X[TOI_SWEEP_A + SWEEP_MOTION + 1];
  placeCenter(X, 0);
  placeCenter(X, 1);
  const ax = X[PLACE];
  const ay = X[PLACE + 1];
  const bx = X[PLACE + 2];
  const by = X[PLACE + 3];
  const turnA = X[TOI_SWEEP_A + SWEEP_ANGLE];
  const turnB = X[TOI_SWEEP_B + SWEEP_ANGLE];
  X[TOI_PIVOT_A + PIVOT_TURN] = turnA;
  X[TOI_PIVOT_B + PIVOT_TURN] = turnB;
  X[APART] = nx * (bx - ax) + ny * (by - ay) - (a.radius + b.radius);
  X[RATE] = nx * vx + ny * vy;
  X[BEND] = 0;
  X[VELOCITY] = vx;
  X[VELOCITY + 1] = vy;
  X[PARTING] = X[RATE] - turnA * (ny * (X[AX] - ax) - nx * (X[AY] - ay)) +
    turnB * (ny * (X[BX] - bx) - nx * (X[BY] - by));
  X[TOI_STEP] = 0;
  // No line keeps the closest points themselves apart.
  if (X[DISTANCE] - X[AIM] + X[LEAST] * X[PARTING] < 0) return;
  settle(a, b, X, level);
  if (X[LEAST] > 0) {
    // A line that `takeLine` chose need not separate.
    gapAfter(a, b, X, level);
    if (X[GAP] < X[AIM] + X[NOISE]) return;
  }
  lengthen(a, b, X, level);
  if (X[TOI_STEP] >= X[REST]) return;
  if (turnA !== 0) carry(a, b, X, level, 0);
  if (turnB !== 0 && turnB !== turnA) carry(a, b, X, level, 1);
}

/** The center of a sweep as pivot of A (`k` = 0) or B (1). */
function placeCenter(X: Float64Array, k: number): void {
  const sweep = TOI_SWEEP_A + SWEEP_STRIDE * k;
  const pivot = TOI_PIVOT_A + PIVOT_STRIDE * k;
  const pose = POSE_A + POSE_STRIDE * k;
  const place = PLACE + POINT_STRIDE * k;
  const x = X[sweep + SWEEP_CENTER];
  const y = X[sweep + SWEEP_CENTER + 1];
  X[pivot + PIVOT_X] = x;
  X[pivot + PIVOT_Y] = y;
  X[pivot + PIVOT_RADIUS] = X[sweep + SWEEP_RADIUS];
  X[place] = X[pose] + (X[pose + 2] * x - X[pose + 3] * y);
  X[place + 1] = X[pose + 1] + (X[pose + 3] * x + X[pose + 2] * y);
}

/**
 * Lengthens the step, if by a quarter at least, with the line that turns with A (`k` = 0) or B (1). That
 * body, its center the pivot, reaches along N as far as it does now. The other's pivot is the closest point
 * p of its core, so (3) is about the motion of p as the first one sees it.
 */
function carry(a: Shape, b: Shape, X: Float64Array, level: Level | null, k: number): void {
  const lo = X[TOI_STEP];
  const h = Math.min(Math.max(1.25 * lo, X[LEAST]), X[REST]);
  const left = X[DISTANCE] - X[AIM] + h * X[PARTING];
  if (left < 0) return;

  // 1. The pivots; u leads to p from its center, and (x, y) from its origin.
  const nx = X[TOI_NX];
  const ny = X[TOI_NY];
  const other = 1 - k;
  const sweep = TOI_SWEEP_A + SWEEP_STRIDE * other;
  const pivot = TOI_PIVOT_A + PIVOT_STRIDE * other;
  const pose = POSE_A + POSE_STRIDE * other;
  const place = PLACE + POINT_STRIDE * other;
  // Towards B from A, and back.
  const side = 2 * other - 1;
  const radius = other === 0 ? a.radius : b.radius;
  const px = X[AX + POINT_STRIDE * other] + side * radius * nx;
  const py = X[AY + POINT_STRIDE * other] + side * radius * ny;
  const ux = px - X[place];
  const uy = py - X[place + 1];
  const u = Math.sqrt(ux * ux + uy * uy);
  const x = px - X[pose];
  const y = py - X[pose + 1];
  const c = X[pose + 2];
  const s = X[pose + 3];
  const square = c * c + s * s;
  const turn = X[sweep + SWEEP_ANGLE];
  const theta = X[TOI_SWEEP_A + SWEEP_STRIDE * k + SWEEP_ANGLE];
  X[pivot + PIVOT_X] = (c * x + s * y) / square;
  X[pivot + PIVOT_Y] = (c * y - s * x) / square;
  X[pivot + PIVOT_TURN] = turn - theta;
  X[pivot + PIVOT_RADIUS] = X[sweep + SWEEP_RADIUS] + u;
  placeCenter(X, k);
  X[TOI_PIVOT_A + PIVOT_STRIDE * k + PIVOT_TURN] = 0;

  // 2. The bound (3).
  const wx = side * (px - X[PLACE + POINT_STRIDE * k]);
  const wy = side * (py - X[PLACE + POINT_STRIDE * k + 1]);
  const vx = X[VELOCITY] - side * turn * uy;
  const vy = X[VELOCITY + 1] + side * turn * ux;
  const w = Math.sqrt(wx * wx + wy * wy);
  const v = Math.sqrt(vx * vx + vy * vy);
  const rate = Math.abs(theta);
  X[APART] = nx * wx + ny * wy - (a.radius + b.radius);
  // What the line's turn adds is rounded as all else is.
  X[RATE] = nx * vx + ny * vy + theta * (nx * wy - ny * wx) - rate * X[NOISE];
  X[BEND] = 0.5 * turn * turn * u + rate * (0.5 * rate * w + v);

  // 3. The quarter more, and then what else there is.
  if (left - h * h * X[BEND] < 0) return;
  settle(a, b, X, level);
  if (h > 0) {
    X[TOI_STEP] = h;
    gapAfter(a, b, X, level);
    if (X[GAP] < X[AIM] + X[NOISE]) {
      X[TOI_STEP] = lo;
      return;
    }
  }
  if (h < X[REST]) lengthen(a, b, X, level);
}

/** TOI_STEP, proven with this line if it is not 0, as long as bisection gets it. */
function lengthen(a: Shape, b: Shape, X: Float64Array, level: Level | null): void {
  const aim = X[AIM] + X[NOISE];
  let lo = X[TOI_STEP];
  let above = lo > 0 ? X[GAP] - aim : X[DISTANCE] - X[AIM];
  let hi = X[REST];
  X[TOI_STEP] = hi;
  gapAfter(a, b, X, level);
  let below = X[GAP] - aim;
  if (below >= 0) return;
  const touching = X[LEAST] > 0;
  const enough = touching ? 2 * STEP_ENOUGH : STEP_ENOUGH;
  const fine = touching ? FINE : COARSE;
  for (let k = 0; k < STEP_CAP && hi > X[LEAST]; k++) {
    // Where the chord between the two meets the aim, but inside the interval; for shapes that touch it is 0.
    const chord = !touching ? above / (above - below) : lo > 0 ? 0.5 : 0;
    const mid = lo + (hi - lo) * Math.min(Math.max(chord, 0.0625), 0.9375);
    X[TOI_STEP] = mid;
    gapAfter(a, b, X, level);
    const gap = X[GAP] - aim;
    if (gap >= 0) {
      lo = mid;
      above = gap;
      // Good enough when little of the gap, or of the interval, is left.
      if (gap <= X[SLACK] || hi - lo <= fine * lo) break;
    } else {
      hi = mid;
      below = gap;
    }
    if (lo > 0 && k >= enough) break;
  }
  X[TOI_STEP] = lo;
}

/**
 * Where corners touch, many lines lead between them. Makes the normal that of another one: for `k` = 0 the
 * way that the closest points part, for 1, 2, 3 across an edge at A's closest feature, for 4, 5, 6 at B's.
 * False where there is none.
 */
function takeLine(a: Shape, b: Shape, X: Float64Array, level: Level | null, k: number): boolean {
  let x: number, y: number, length: number;
  if (k === 0) {
    const turnA = X[TOI_SWEEP_A + SWEEP_ANGLE];
    const turnB = X[TOI_SWEEP_B + SWEEP_ANGLE];
    x = X[VELOCITY] + turnA * (X[AY] - X[PLACE + 1]) - turnB * (X[BY] - X[PLACE + 3]);
    y = X[VELOCITY + 1] - turnA * (X[AX] - X[PLACE]) + turnB * (X[BX] - X[PLACE + 2]);
    length = Math.sqrt(x * x + y * y);
  } else {
    const { record, count } = k < 4 ? a : b;
    if (count === 1 || level !== null) return false;
    const feature = X[k < 4 ? FA0 : FB0] | 0;
    const edge = LOCAL + 2 * count + 2 * ((feature + (k - 1) % 3 + count - 1) % count);
    const pose = k < 4 ? POSE_A : POSE_B;
    const c = X[pose + 2];
    const s = X[pose + 3];
    x = c * record[edge] - s * record[edge + 1];
    y = s * record[edge] + c * record[edge + 1];
    length = (k < 4 ? 1 : -1) * Math.sqrt(c * c + s * s);
  }
  X[TOI_NX] = x / length;
  X[TOI_NY] = y / length;
  return length !== 0;
}

/** What turns about its pivot, as the line sees it. */
function turns(X: Float64Array, pivot: number): boolean {
  return X[pivot + PIVOT_TURN] * X[pivot + PIVOT_RADIUS] !== 0;
}

/**
 * What does not turn, as the line sees it, reaches as far at all times: that is a part of APART. What does and
 * has a support function leaves how far it reaches now at PIVOT_FIRST. TOI_STEP is 0 behind it.
 */
function settle(a: Shape, b: Shape, X: Float64Array, level: Level | null): void {
  X[TOI_STEP] = 0;
  if (!turns(X, TOI_PIVOT_A)) {
    reach(a, X, level, TOI_PIVOT_A, POSE_A, 1);
    X[APART] -= X[TOI_REACH];
  } else if (a.support !== null) reach(a, X, level, TOI_PIVOT_A, POSE_A, 1);
  if (!turns(X, TOI_PIVOT_B)) {
    reach(b, X, level, TOI_PIVOT_B, POSE_B, -1);
    X[APART] -= X[TOI_REACH];
  } else if (b.support !== null) reach(b, X, level, TOI_PIVOT_B, POSE_B, -1);
}

/** GAP = a lower bound of the distance all through the next TOI_STEP of time, if it holds now: see `step`. */
function gapAfter(a: Shape, b: Shape, X: Float64Array, level: Level | null): void {
  const h = X[TOI_STEP];
  let gap = X[APART] + h * (X[RATE] - h * X[BEND]);
  if (turns(X, TOI_PIVOT_A)) {
    reach(a, X, level, TOI_PIVOT_A, POSE_A, 1);
    gap -= X[TOI_REACH];
  }
  if (turns(X, TOI_PIVOT_B)) {
    reach(b, X, level, TOI_PIVOT_B, POSE_B, -1);
    gap -= X[TOI_REACH];
  }
  X[GAP] = gap;
}

/** `boundReach` of any shape. */
function reach(
  shape: Shape,
  X: Float64Array,
  level: Level | null,
  pivot: number,
  pose: number,
  sign: number,
): void {
  if (level === null || shape.support === null) {
    boundReach(shape.record, shape.count, X, pivot, pose, sign);
  } else level.bound(shape, pivot, pose, sign);
}

/** One level of nesting: registers and objects for pairs with a support function. */
class Level {
  readonly X: Float64Array = new Float64Array(3380);
  readonly found: ImpactResult = newImpactResult();
  readonly #a: Pose = { x: NaN, y: NaN, cos: NaN, sin: NaN };
  readonly #b: Pose = { x: NaN, y: NaN, cos: NaN, sin: NaN };

  /** Largest distance of the core from the sweep's center: of the corners of a box around it. */
  measure(shape: Shape, sweep: number): void {
    const X = this.X;
    if (shape.support === null) {
      measureSweep(shape.record, shape.count, X, sweep);
      return;
    }
    const x = X[sweep + SWEEP_CENTER];
    const y = X[sweep + SWEEP_CENTER + 1];
    let w = 0, h = 0;
    for (let side = -1; side <= 1; side += 2) {
      DIRECTION[0] = side;
      DIRECTION[1] = 0;
      findSupport(shape);
      w = Math.max(w, side * (FURTHEST[0] - x));
      DIRECTION[0] = 0;
      DIRECTION[1] = side;
      findSupport(shape);
      h = Math.max(h, side * (FURTHEST[1] - y));
    }
    X[sweep + SWEEP_RADIUS] = Math.sqrt(w * w + h * h);
  }

  /** Signed distance and closest points in the poses at POSE_A and POSE_B. */
  find(a: Shape, b: Shape): void {
    const X = this.X;
    load(X, POSE_A, this.#a);
    load(X, POSE_B, this.#b);
    const result = smoothSignedDistance(a, this.#a, b, this.#b);
    copyMeasure(result, this.found);
    X[DISTANCE] = result.distance;
    X[TOI_NX] = result.normal.x;
    X[TOI_NY] = result.normal.y;
    X[AX] = result.pointA.x;
    X[AY] = result.pointA.y;
    X[BX] = result.pointB.x;
    X[BY] = result.pointB.y;
  }

  /**
   * `boundReach` of a shape with a support function. With F(φ) its reach at φ, h its support function and
   * ν = tan φ,
   *
   *   F(φ) = max over v of n·v cos φ + n·v⊥ sin φ = cos φ h(n - ν n⊥),
   *
   * and h is convex on the line of these directions: up to τ >= tan |φ| it is below the chord from F(0), so
   *
   *   F <= F(0) cos φ + K sin |φ|  with  K = (h(n ∓ τ n⊥) - F(0)) / τ.                        (4)
   *
   * cos φ <= 1, but >= 1 - φ²/2 where F(0) < 0, and sin |φ| <= |φ|, but >= |φ| - |φ|³/6 where K < 0: all
   * convex and exact at 0. Where the closest point is the pivot, F(0) = 0, so (4) is as exact as the chord, for
   * a body that curves however little or much.
   *
   * What is round and turns about its middle stays where it is, which (4) does not see. With ρ the radius of
   * curvature, F'' = ρ - F, and
   *
   *   F <= F(0) + F'(0) |φ| + M φ²/2  with  M >= 0, M >= ρ - F on the way.                    (5)
   *
   * An ellipse about its center has F = |(a n_x, b n_y)| and ρ = a²b²/F³: ρ - F is greatest where F is least, at an
   * end or on the short axis. About a pivot at p, F is less by N·p <= n·p + |p| |φ|.
   */
  bound(shape: Shape, pivot: number, pose: number, sign: number): void {
    const X = this.X;
    const c = X[pose + 2];
    const s = X[pose + 3];
    const nx = sign * (c * X[TOI_NX] + s * X[TOI_NY]);
    const ny = sign * (c * X[TOI_NY] - s * X[TOI_NX]);
    const turn = X[TOI_STEP] * X[pivot + PIVOT_TURN];
    const angle = Math.abs(turn);
    const square = angle * angle;
    // From 1 on (2) is used, else tan x <= x + x³/3 + (tan 1 - 4/3) x⁵.
    const far = angle > 1;
    const tan = far ? turn : turn * (1 + square * (THIRD + square * TAN_5));
    const mx = nx + tan * ny;
    const my = ny - tan * nx;
    DIRECTION[0] = mx;
    DIRECTION[1] = my;
    findSupport(shape);
    const most = mx * (FURTHEST[0] - X[pivot + PIVOT_X]) + my * (FURTHEST[1] - X[pivot + PIVOT_Y]);
    if (turn === 0) {
      X[pivot + PIVOT_FIRST] = most;
      X[pivot + PIVOT_SLOPE] = nx * (FURTHEST[1] - X[pivot + PIVOT_Y]) -
        ny * (FURTHEST[0] - X[pivot + PIVOT_X]);
      X[TOI_REACH] = most;
    } else if (far) X[TOI_REACH] = Math.max(most, X[pivot + PIVOT_RADIUS] * angle);
    else {
      const first = X[pivot + PIVOT_FIRST];
      const rate = (most - first) / Math.abs(tan);
      X[TOI_REACH] = first + 0.5 * Math.max(-first, 0) * square + rate * angle +
        Math.max(-rate, 0) * angle * square / 6;
      // (5), with n and m as long as poses scale: u and v are these where the ellipse was before it was moved, if it was.
      let ux = nx, uy = ny, vx = mx, vy = my, kk = c * c + s * s, inner = shape;
      for (; inner.placed !== null; inner = inner.placed.shape) {
        const { cos, sin } = inner.placed.pose, x = ux, y = vx;
        ux = cos * x + sin * uy;
        uy = cos * uy - sin * x;
        vx = cos * y + sin * vy;
        vy = cos * vy - sin * y;
        kk *= cos * cos + sin * sin;
      }
      if (inner.kind !== "ellipse") return;
      const { record } = inner;
      const rx = record[HALF_AXES];
      const ry = record[HALF_AXES + 1];
      const here = Math.sqrt(rx * ux * (rx * ux) + ry * uy * (ry * uy));
      const there = Math.sqrt((rx * vx * (rx * vx) + ry * vy * (ry * vy)) / (1 + tan * tan));
      const isShortBetween = (rx >= ry ? ux * vx : uy * vy) <= 0;
      const scale = Math.sqrt(kk);
      const least = isShortBetween ? scale * Math.min(rx, ry) : Math.min(here, there);
      // The pivot from the ellipse's center.
      findMove(shape);
      const px = X[pivot + PIVOT_X] - FURTHEST[2];
      const py = X[pivot + PIVOT_Y] - FURTHEST[3];
      const p = Math.sqrt(px * px + py * py);
      const k = Math.sqrt(c * c + s * s);
      const ra = scale * rx / least;
      const rb = scale * ry / least;
      const bend = ra * ra * rb * rb * least - least + (nx * px + ny * py) + k * p * angle;
      X[TOI_REACH] = Math.min(
        X[TOI_REACH],
        first - turn * X[pivot + PIVOT_SLOPE] + 0.5 * Math.max(bend, 0) * square,
      );
    }
  }
}

const levels: Levels<Level> = /* @__PURE__ */ new Levels(() => new Level());

function load(X: Float64Array, at: number, out: Pose): void {
  out.x = X[at];
  out.y = X[at + 1];
  out.cos = X[at + 2];
  out.sin = X[at + 3];
}

function refuseOption(name: string, value: unknown, range: string): never {
  const query = "find time of impact";
  checkFinite(query, `options.${name}`, value);
  refuse(query, `options.${name}`, value, `be ${range}`);
}
