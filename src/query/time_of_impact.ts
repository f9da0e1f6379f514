import { SIGNED, signedDistance } from "../kernel/pair.ts";
import { boundReach, limitReach, measureSweep, placeSweep } from "../kernel/toi.ts";
import { checkFinite, refuse } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkOptions, checkShape } from "../shapes/check.ts";
import type { Shape } from "../shapes/shape.ts";
import { DIRECTION, findSupport, FURTHEST } from "../shapes/support.ts";
import { smoothSignedDistance } from "./attached.ts";
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

// Copies of constants in registers.ts and record.ts: V8 folds those of the same file only.
const DISTANCE = 8;
const NX = 9;
const NY = 10;
const POSE_A = 0;
const POSE_B = 4;
const TOI_NX = 3333;
const TOI_NY = 3334;
const TOI_REACH = 3336;
const TOI_STEP = 3335;
const TOI_SWEEP_A = 3300;
const TOI_SWEEP_B = 3316;
const TOI_TIME = 3332;
const EXTENT = 1;

/**
 * How two moving shapes end up.
 *
 * - `"hit"`: they touch, to the tolerance, at `fraction`, and not before.
 * - `"separated"`: they stay apart all the way; `fraction` is 1.
 * - `"overlapping"`: they overlap at the start; `fraction` is 0.
 * - `"exhausted"`: the iterations ran out; they are proven apart up to `fraction`.
 */
export type ImpactStatus = "hit" | "separated" | "overlapping" | "exhausted";

/**
 * Answer of {@linkcode timeOfImpact}. World frame, the caller's units. Pass it back as `out` and no
 * memory is allocated.
 */
export interface ImpactResult {
  /** How the motion ends. */
  status: ImpactStatus;
  /** Part of the motion, in [0, 1], that is safe: the shapes do not overlap before. */
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
   * Greatest distance beyond the target that is a hit, as a part of the smaller shape's size (how far it
   * reaches from `localCenter` of its sweep, with a support function how far its bounding box does, up to √2 times as far; of
   * the larger one's when the smaller is a point there). From 1e-9 to 1, default 2^-12.
   */
  tolerance?: number | undefined;
  /** Distances that may be measured before the answer is `"exhausted"`, an integer from 1; default 256. */
  maxIterations?: number | undefined;
}

const DEFAULT_TOLERANCE = 0.000244140625;
const DEFAULT_ITERATIONS = 256;
/** Bounds that are tried for one step of time; fewer when one has been good. */
const STEP_CAP = 64;
const STEP_ENOUGH = 8;
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
 * take the largest step of time during which the line across the normal provably keeps the shapes
 * apart, repeat. The bound follows the turning support points to first order, so that near the impact
 * the steps converge quadratically and a rolling or swinging body is followed in strides; it is a
 * bound for the whole step and not for its ends, so that nothing slips through in between, however thin
 * and fast it is.
 *
 * - A `"hit"` leaves the shapes apart by at least `targetSeparation` plus half the tolerance (to
 *   rounding), and by no more than the whole. Shapes that come that close in passing count as hit.
 * - `"separated"` means proven apart by no less than the target all the way.
 * - Shapes that start within the tolerance of the target, as a hit leaves them, are free to slide and to
 *   part: they hit when they come to half of what they start with beyond the target, so that sweep after
 *   sweep brings them no nearer than that. At the target, and for shapes that start closer but do not
 *   overlap at the distance they start with, any approach is a hit: they get no closer than they are.
 *
 * {@linkcode sweepPose} gives the poses at `fraction`.
 *
 * @param a First shape
 * @param sweepA Motion of `a`
 * @param b Second shape
 * @param sweepB Motion of `b`
 * @param options Target separation, tolerance, iterations
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
  if (options !== undefined) {
    checkOptions(query, options);
    // Looked at here: V8 boxes a double that it hands to a function or gets from one.
    const { targetSeparation, tolerance: given, maxIterations } = options;
    if (targetSeparation !== undefined) {
      if (
        !(typeof targetSeparation === "number" && targetSeparation >= 0 &&
          targetSeparation <= 1.8092513943330656e75)
      ) refuseOption("targetSeparation", targetSeparation, "from 0 to 2^250");
      target = targetSeparation;
    }
    if (given !== undefined) {
      if (!(typeof given === "number" && given >= 1e-9 && given <= 1)) {
        refuseOption("tolerance", given, "from 1e-9 to 1");
      }
      tolerance = given;
    }
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
  if (depth === levels.length) levels.push(new Level());
  const level = levels[depth];
  depth++;
  try {
    const X = level.X;
    loadSweep(sweepA, X, TOI_SWEEP_A);
    loadSweep(sweepB, X, TOI_SWEEP_B);
    level.measure(a, TOI_SWEEP_A);
    level.measure(b, TOI_SWEEP_B);
    X[LIMIT_TARGET] = target;
    X[LIMIT_TOLERANCE] = tolerance;
    const state = advance(a, b, X, cap, level);
    checkMeasure(query, out);
    copyMeasure(level.found, out);
    out.status = STATES[state];
    out.fraction = X[TOI_TIME];
    out.iterations = X[COUNT] | 0;
    return out;
  } finally {
    depth--;
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
  // target or, within, the distance it starts with.
  let floor = target;
  let close = target + tolerance;
  let aim = target + 0.5 * tolerance;

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
    let touching = false;
    if (it === 1) {
      if (d < 0) return OVERLAPPING;
      if (d <= close) {
        floor = Math.min(d, target);
        const rest = d - floor;
        touching = rest <= 32 * noise;
        close = floor + (touching ? 16 * noise : 0.5 * rest);
        aim = touching ? d - 4 * noise : floor + 0.25 * rest;
      }
    } else {
      if (d <= close) return HIT;
      if (d > target + tolerance) {
        close = target + tolerance;
        aim = target + 0.5 * tolerance;
      } else if (close <= floor + 16 * noise) aim = floor + 8 * noise;
    }
    // 3. The longest step that keeps the aim, or nearly.
    const t = X[TOI_TIME];
    X[AIM] = aim;
    X[SLACK] = 0.25 * (close - aim);
    X[REST] = 1 - t;
    X[GAP] = d;
    step(a, b, X, level);
    const h = X[TOI_STEP];
    if (h >= 1 - t) {
      X[TOI_TIME] = 1;
      return SEPARATED;
    }
    if (touching && !(h * speed > 256 * noise)) return HIT;
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
 */
function step(a: Shape, b: Shape, X: Float64Array, level: Level | null): void {
  const aim = X[AIM] + X[NOISE];
  let lo = 0;
  let above = X[GAP] - X[AIM];
  let hi = X[REST];
  X[TOI_STEP] = hi;
  gapAfter(a, b, X, level);
  let below = X[GAP] - aim;
  if (below >= 0) return;
  for (let k = 0; k < STEP_CAP; k++) {
    // Where the chord between the two meets the aim, but inside the interval.
    const chord = lo + (hi - lo) * (above / (above - below));
    const mid = Math.min(Math.max(chord, lo + 0.0625 * (hi - lo)), hi - 0.0625 * (hi - lo));
    X[TOI_STEP] = mid;
    gapAfter(a, b, X, level);
    const gap = X[GAP] - aim;
    if (gap >= 0) {
      lo = mid;
      above = gap;
      // Good enough when little of the gap, or of the interval, is left.
      if (gap <= X[SLACK] || hi - lo <= 0.0625 * lo) break;
    } else {
      hi = mid;
      below = gap;
    }
    if (lo > 0 && k >= STEP_ENOUGH) break;
  }
  X[TOI_STEP] = lo;
}

/**
 * GAP = a lower bound of the distance all through the next TOI_STEP of time, if it holds now:
 * n·(c_B - c_A) + h n·(v_B - v_A) - reach of A along n - reach of B along -n - r_A - r_B.
 */
function gapAfter(a: Shape, b: Shape, X: Float64Array, level: Level | null): void {
  const nx = X[TOI_NX];
  const ny = X[TOI_NY];
  const h = X[TOI_STEP];
  const { x: ax, y: ay } = centerOf(X, TOI_SWEEP_A, POSE_A, CENTER_A);
  const { x: bx, y: by } = centerOf(X, TOI_SWEEP_B, POSE_B, CENTER_B);
  const vx = X[TOI_SWEEP_B + SWEEP_MOTION] - X[TOI_SWEEP_A + SWEEP_MOTION];
  const vy = X[TOI_SWEEP_B + SWEEP_MOTION + 1] - X[TOI_SWEEP_A + SWEEP_MOTION + 1];
  let gap = nx * (bx - ax) + ny * (by - ay) + h * (nx * vx + ny * vy) - (a.radius + b.radius);
  if (level === null) boundReach(a.record, a.count, X, TOI_SWEEP_A, POSE_A, 1);
  else level.bound(a, TOI_SWEEP_A, POSE_A, 1);
  gap -= X[TOI_REACH];
  if (level === null) boundReach(b.record, b.count, X, TOI_SWEEP_B, POSE_B, -1);
  else level.bound(b, TOI_SWEEP_B, POSE_B, -1);
  X[GAP] = gap - X[TOI_REACH];
}

const CENTER_A: Vec2 = { x: NaN, y: NaN };
const CENTER_B: Vec2 = { x: NaN, y: NaN };

/** World position of a sweep's center in the pose at `pose`. */
function centerOf(X: Float64Array, sweep: number, pose: number, out: Vec2): Vec2 {
  const x = X[sweep + SWEEP_CENTER];
  const y = X[sweep + SWEEP_CENTER + 1];
  out.x = X[pose] + (X[pose + 2] * x - X[pose + 3] * y);
  out.y = X[pose + 1] + (X[pose + 3] * x + X[pose + 2] * y);
  return out;
}

/** One level of nesting: registers and objects for pairs with a support function. */
class Level {
  readonly X: Float64Array = new Float64Array(3360);
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

  /** Signed distance in the poses at POSE_A and POSE_B. */
  find(a: Shape, b: Shape): void {
    const X = this.X;
    load(X, POSE_A, this.#a);
    load(X, POSE_B, this.#b);
    const result = smoothSignedDistance(a, this.#a, b, this.#b);
    copyMeasure(result, this.found);
    X[DISTANCE] = result.distance;
    X[TOI_NX] = result.normal.x;
    X[TOI_NY] = result.normal.y;
  }

  /** `boundReach` of a shape that may have a support function. */
  bound(shape: Shape, sweep: number, pose: number, sign: number): void {
    const X = this.X;
    if (shape.support === null) {
      boundReach(shape.record, shape.count, X, sweep, pose, sign);
      return;
    }
    const x = X[sweep + SWEEP_CENTER];
    const y = X[sweep + SWEEP_CENTER + 1];
    const c = X[pose + 2];
    const s = X[pose + 3];
    const nx = sign * (c * X[TOI_NX] + s * X[TOI_NY]);
    const ny = sign * (c * X[TOI_NY] - s * X[TOI_NX]);
    const turn = X[TOI_STEP] * X[sweep + SWEEP_ANGLE];
    const mx = nx + turn * ny;
    const my = ny - turn * nx;
    DIRECTION[0] = mx;
    DIRECTION[1] = my;
    findSupport(shape);
    X[TOI_REACH] = mx * (FURTHEST[0] - x) + my * (FURTHEST[1] - y);
    limitReach(X, sweep);
  }
}

const levels: Level[] = [];
let depth = 0;

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
