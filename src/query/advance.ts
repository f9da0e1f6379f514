/**
 * Conservative advancement: advances two shapes by steps during which they provably stay apart,
 * until they touch, as in Mirtich (1996), Impulse-based dynamic simulation of rigid body systems.
 *
 * The proof uses a line between the shapes, at rest or rotating with one of them; see `step` and
 * docs/internals/casts_and_compounds.md.
 *
 *     advance        measures, decides what is a hit, and advances
 *       step         the longest step of the three lines
 *         settle     the part of a line's bound that is constant
 *         lengthen   bisects for the longest step with one line …
 *           gapAfter   … by its bound for one step, in which `reach` bounds both bodies
 *         carry      the same for a line that rotates with a body
 *       takeLine     other lines, for corners that touch
 *
 * @module
 */
import * as state from "../kernel/state.ts";
import * as slots from "../kernel/registers.ts";
import * as toi from "../kernel/toi.ts";
import * as record from "../shapes/record.ts";
import { signedDistance } from "../kernel/pair.ts";
import { loadPoses } from "../kernel/state.ts";
import { boundReach, placeSweep } from "../kernel/toi.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import type { SmoothMotion } from "./smooth_motion.ts";

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { POSE_A, POSE_B, features, measured } = state;
const { DISTANCE, AX, AY, BX, BY, FA0, FB0, TOI_NX, TOI_NY, TOI_PIVOT_A, TOI_PIVOT_B } = slots;
const { TOI_REACH, TOI_STEP, TOI_SWEEP_A, TOI_SWEEP_B, TOI_TIME, SIGNED } = slots;
const { PIVOT_X, PIVOT_Y, PIVOT_TURN, PIVOT_RADIUS, SWEEP_ANGLE, SWEEP_CENTER, SWEEP_FROM } = toi;
const { SWEEP_MOTION, SWEEP_RADIUS } = toi;
const { EXTENT, LOCAL } = record;

/** Offsets from A's registers to B's. */
const POSE_STRIDE = 4;
const POINT_STRIDE = 2;
const SWEEP_STRIDE = 16;
const PIVOT_STRIDE = 4;

/**
 * The most steps that are tried with one line, and the number after which one that keeps the aim is
 * good enough.
 */
const STEP_CAP = 64;
const STEP_ENOUGH = 8;
/**
 * A motion of bodies that touch may have this many steps of less than this fraction of what is
 * left.
 */
const STALL_CAP = 8;
const STALL = 0.03125;
/**
 * Relative accuracy to which a step is searched: for bodies at a distance, and for bodies that
 * touch.
 */
const COARSE = 0.0625;
const FINE = 0.00390625;
/** Rounding error of a distance relative to its terms: 2^-49. */
const ROUNDING = 1.7763568394002505e-15;
/** A pose counts as a rotation if cos² + sin² is 1 to within this, 2^-50. */
const TURN = 8.881784197001252e-16;

/** How the motion ends; see STATES in time_of_impact.ts. */
const HIT = 0;
const SEPARATED = 1;
const OVERLAPPING = 2;
const EXHAUSTED = 3;

// Registers after those of the kernel. `timeOfImpact` fills those of the limits.
export const LIMIT_TARGET = 3344;
export const LIMIT_TOLERANCE = 3345;
/** Number of distances that were measured. */
export const COUNT = 3346;
/**
 * The distance that a step must keep; how much of the motion is left; the rounding error of a
 * distance; and the result of `gapAfter`.
 */
const AIM = 3347;
const REST = 3348;
const NOISE = 3349;
const GAP = 3350;
/** A step is good enough if it leaves no more than this of the gap to the aim. */
const SLACK = 3351;
/** Scale factors of the sweeps' poses. */
const SCALE_A = 3352;
const SCALE_B = 3353;
/** For shapes that touch, a shorter step counts as none; 0 for others. */
const LEAST = 3354;
/** The bound (3) for the current line: APART + h (RATE - h BEND). */
const APART = 3355;
const RATE = 3356;
const BEND = 3357;
/** Rate at which the closest points separate. */
const PARTING = 3358;
/** Distance at the start of the whole bodies, Infinity if the shapes are no parts. */
export const LIMIT_START = 3359;
/** Velocity of B's center relative to A's, and the positions of both centers. */
const VELOCITY = 3368;
const PLACE = 3370;

/**
 * Conservative advancement of two shapes whose sweeps and limits are in `X`, which is the register
 * file unless there is a `motion`. Returns HIT,
 * SEPARATED, OVERLAPPING or EXHAUSTED. Leaves the safe time in TOI_TIME, and the last distance
 * where `signedDistance` writes it, or in `motion.found` for support functions.
 */
export function advance(
  a: ConvexShape,
  b: ConvexShape,
  X: Float64Array,
  cap: number,
  motion: SmoothMotion | null,
): number {
  // 1. The tolerance and the rounding errors. `speed` is an upper bound of the rate at which any
  //    two points approach.
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
  // Positions far from the world's origin have larger rounding errors.
  const far = Math.abs(X[A]) + Math.abs(X[A + 1]) + Math.abs(X[B]) + Math.abs(X[B + 1]);
  const noise = ROUNDING * size + 0.125 * ROUNDING * (far + move);
  const target = X[LIMIT_TARGET];
  const tolerance = Math.max(
    X[LIMIT_TOLERANCE] * (smaller > 0 ? smaller : move),
    64 * noise,
  );
  X[NOISE] = noise;
  // A distance up to `close` is a hit, and steps keep `aim`. Shapes that start closer than `close`
  // have to keep `floor`: the target or, within it, the distance they start with. They are
  // `touching` as long as only rounding is left of their distance beyond that.
  let floor = target;
  let close = target + tolerance;
  let aim = target + 0.5 * tolerance;
  let touching = false;
  let stalls = 0;
  // Whether the shape is one of several parts, and the bodies start closer than it does; and
  // whether these bodies touch.
  let isPart = false;
  let mayTouch = false;

  X[TOI_TIME] = 0;
  for (let it = 1; it <= cap; it++) {
    X[COUNT] = it;
    // 2. The current distance.
    placeSweep(X, TOI_SWEEP_A, POSE_A);
    placeSweep(X, TOI_SWEEP_B, POSE_B);
    if (motion === null) measurePlaced(a, b, X);
    else motion.find(a, b);
    const d = X[DISTANCE];
    if (it === 1) {
      // Shapes that were placed flush may overlap by the rounding of their positions. This counts
      // as touching.
      if (d < (target < 0 ? target : -noise)) return OVERLAPPING;
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
      // Whether the bodies have separated depends on other parts too, so `close` does not go back
      // to the target's.
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
    // 3. The longest step that keeps the aim, or nearly the longest. If shapes that touch get
    //    nowhere, they are approaching, and this is a hit. Later in the motion, as when a lid comes
    //    down, a step of less than an eighth of the tolerance leads nowhere, and too many short
    //    steps are a hit as well.
    const t = X[TOI_TIME];
    const rest = 1 - t;
    X[AIM] = aim;
    X[SLACK] = touching ? 0 : 0.25 * (close - aim);
    X[REST] = rest;
    const nowhere = Math.max(256 * noise, it === 1 ? 0 : 0.125 * tolerance);
    X[LEAST] = touching ? Math.min(nowhere / speed, STALL * rest) : 0;
    step(a, b, X, motion);
    let h = X[TOI_STEP];
    // Where corners are close, rounding may have turned the normal so far that the line across it
    // crosses a side. Try other lines.
    if (t + h === t || (touching && (isPart || d + a.radius + b.radius <= 32 * noise))) {
      for (let k = 0; k < 7 && h < STALL * rest; k++) {
        if (takeLine(a, b, X, motion, k)) step(a, b, X, motion);
        h = Math.max(h, X[TOI_STEP]);
      }
    }
    if (h >= rest) {
      X[TOI_TIME] = 1;
      return SEPARATED;
    }
    if (h < X[LEAST]) return HIT;
    if (touching && h < STALL * rest && ++stalls > STALL_CAP) return HIT;
    // The motion is so fast that there is no double between now and the impact.
    if (t + h === t) return EXHAUSTED;
    X[TOI_TIME] = t + h;
  }
  return EXHAUSTED;
}

/** The signed distance at the poses in `X`, and what else the steps need of it, in `X`. */
function measurePlaced(a: ConvexShape, b: ConvexShape, X: Float64Array): void {
  loadPoses(X, POSE_A, POSE_B);
  signedDistance(a.record, a.count, b.record, b.count, SIGNED);
  X[DISTANCE] = measured.distance;
  X[TOI_NX] = measured.nx;
  X[TOI_NY] = measured.ny;
  X[AX] = measured.ax;
  X[AY] = measured.ay;
  X[BX] = measured.bx;
  X[BY] = measured.by;
  X[FA0] = features.a0;
  X[FB0] = features.b0;
}

/**
 * Writes the scale factor of a sweep's poses to `slot`, and multiplies the sweep's radius by it,
 * for the core in the world.
 */
function scaleSweep(X: Float64Array, sweep: number, slot: number): void {
  const c = X[sweep + SWEEP_FROM + 2];
  const s = X[sweep + SWEEP_FROM + 3];
  const square = c * c + s * s;
  X[slot] = Math.abs(square - 1) <= TURN ? 1 : Math.sqrt(square);
  X[sweep + SWEEP_RADIUS] *= X[slot];
}

/**
 * TOI_STEP = the longest step that bisection finds during which the shapes provably stay AIM apart.
 * This is REST if they do so for all that is left of the motion.
 *
 * The proof is a line that separates them, and may rotate: after a time h its normal is N = R(ψ) n,
 * with ψ = h θ. Let w lead from a point of A, its pivot, to a pivot of B, and let v be the velocity
 * of the second relative to the first. A pivot at u from its center leaves its straight line by at
 * most ω² |u| h²/2. So the gap along N is at least
 *
 *   N·(w + h v) - h² (ω_A² |u_A| + ω_B² |u_B|)/2 - reach of A along N - reach of B along -N - r_A - r_B,
 *
 * and with |N - n - ψ n⊥| <= ψ²/2 and |N - n| <= |ψ|
 *
 *   N·(w + h v) >= n·w + h (n·v + θ n⊥·w) - h² (θ² |w|/2 + |θ| |v|).                          (3)
 *
 * The right side is concave in h and has the value and the slope of the left side at h = 0. The
 * bounds of the reach are convex. So a gap that is open at both ends of a step is open all through
 * it.
 *
 * A line at rest, with the centers as pivots, has no error in (3) and is best for bodies far apart.
 * But if a rotating body has an edge along the line, the end of the edge crosses it long before the
 * closest points meet. A line that rotates with the body, θ = ω_A or ω_B, is not crossed by it; see
 * `carry`. These three lines are enough: to first order the closest points approach each other
 * equally for all θ, and the sign of θ - ω decides whether an edge along the line crosses it. The
 * line with the longest step counts.
 */
function step(a: ConvexShape, b: ConvexShape, X: Float64Array, motion: SmoothMotion | null): void {
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
  // If the closest points themselves come too close within LEAST, no line helps.
  if (X[DISTANCE] - X[AIM] + X[LEAST] * X[PARTING] < 0) return;
  settle(a, b, X, motion);
  if (X[LEAST] > 0) {
    // A line chosen by `takeLine` need not separate the shapes.
    gapAfter(a, b, X, motion);
    if (X[GAP] < X[AIM] + X[NOISE]) return;
  }
  lengthen(a, b, X, motion);
  if (X[TOI_STEP] >= X[REST]) return;
  if (turnA !== 0) carry(a, b, X, motion, 0);
  if (turnB !== 0 && turnB !== turnA) carry(a, b, X, motion, 1);
}

/** Makes the center of a sweep the pivot of A (`k` = 0) or B (1). */
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
 * Lengthens the step with the line that rotates with A (`k` = 0) or B (1), if that makes it longer
 * by at least a quarter. The body that the line rotates with has its center as pivot and reaches
 * equally far along N at all times. The other's pivot is the closest point p of its core, so (3)
 * describes the motion of p relative to the first body.
 */
function carry(
  a: ConvexShape,
  b: ConvexShape,
  X: Float64Array,
  motion: SmoothMotion | null,
  k: number,
): void {
  const lo = X[TOI_STEP];
  const h = Math.min(Math.max(1.25 * lo, X[LEAST]), X[REST]);
  const left = X[DISTANCE] - X[AIM] + h * X[PARTING];
  if (left < 0) return;

  // 1. The pivots. u leads to p from the other's center, (x, y) from its origin.
  const nx = X[TOI_NX];
  const ny = X[TOI_NY];
  const other = 1 - k;
  const sweep = TOI_SWEEP_A + SWEEP_STRIDE * other;
  const pivot = TOI_PIVOT_A + PIVOT_STRIDE * other;
  const pose = POSE_A + POSE_STRIDE * other;
  const place = PLACE + POINT_STRIDE * other;
  // 1 if w, from A to B, leads to the other body, -1 if it leads away from it.
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
  // The term of the rotating line has a rounding error, too.
  X[RATE] = nx * vx + ny * vy + theta * (nx * wy - ny * wx) - rate * X[NOISE];
  X[BEND] = 0.5 * turn * turn * u + rate * (0.5 * rate * w + v);

  // 3. First a step longer by a quarter, then the longest.
  if (left - h * h * X[BEND] < 0) return;
  settle(a, b, X, motion);
  if (h > 0) {
    X[TOI_STEP] = h;
    gapAfter(a, b, X, motion);
    if (X[GAP] < X[AIM] + X[NOISE]) {
      X[TOI_STEP] = lo;
      return;
    }
  }
  if (h < X[REST]) lengthen(a, b, X, motion);
}

/**
 * Lengthens TOI_STEP with this line as far as bisection finds. The step at the start is 0 or proven
 * with this line.
 */
function lengthen(
  a: ConvexShape,
  b: ConvexShape,
  X: Float64Array,
  motion: SmoothMotion | null,
): void {
  const aim = X[AIM] + X[NOISE];
  let lo = X[TOI_STEP];
  let above = lo > 0 ? X[GAP] - aim : X[DISTANCE] - X[AIM];
  let hi = X[REST];
  X[TOI_STEP] = hi;
  gapAfter(a, b, X, motion);
  let below = X[GAP] - aim;
  if (below >= 0) return;
  const touching = X[LEAST] > 0;
  const enough = touching ? 2 * STEP_ENOUGH : STEP_ENOUGH;
  const fine = touching ? FINE : COARSE;
  for (let k = 0; k < STEP_CAP && hi > X[LEAST]; k++) {
    // Where the chord between the two points meets the aim, but well inside the interval. For
    // shapes that touch, the point above is at the aim, and the chord gives nothing.
    const chord = !touching ? above / (above - below) : lo > 0 ? 0.5 : 0;
    const mid = lo + (hi - lo) * Math.min(Math.max(chord, 0.0625), 0.9375);
    X[TOI_STEP] = mid;
    gapAfter(a, b, X, motion);
    const gap = X[GAP] - aim;
    if (gap >= 0) {
      lo = mid;
      above = gap;
      // Good enough if little of the gap, or of the interval, is left.
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
 * Chooses another line for corners that touch, since many lines lead between them, and writes its
 * normal. `k` = 0: across the direction in which the closest points separate. `k` = 1, 2, 3: along
 * an edge at A's closest feature; 4, 5, 6: at B's. Returns `false` if there is no such line.
 */
function takeLine(
  a: ConvexShape,
  b: ConvexShape,
  X: Float64Array,
  motion: SmoothMotion | null,
  k: number,
): boolean {
  let x: number, y: number, length: number;
  if (k === 0) {
    const turnA = X[TOI_SWEEP_A + SWEEP_ANGLE];
    const turnB = X[TOI_SWEEP_B + SWEEP_ANGLE];
    x = X[VELOCITY] + turnA * (X[AY] - X[PLACE + 1]) - turnB * (X[BY] - X[PLACE + 3]);
    y = X[VELOCITY + 1] - turnA * (X[AX] - X[PLACE]) + turnB * (X[BX] - X[PLACE + 2]);
    length = Math.sqrt(x * x + y * y);
  } else {
    const { record, count, support } = k < 4 ? a : b;
    if (count === 1 || support !== null) return false;
    const feature = motion === null
      ? X[k < 4 ? FA0 : FB0] | 0
      : (k < 4 ? motion.found.featureA : motion.found.featureB).i;
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

/** Whether a body rotates about its pivot, relative to the line. */
function turns(X: Float64Array, pivot: number): boolean {
  return X[pivot + PIVOT_TURN] * X[pivot + PIVOT_RADIUS] !== 0;
}

/**
 * Prepares the bound for a line. A body that does not rotate relative to the line reaches equally
 * far at all times, so its reach is subtracted from APART. For a body that does rotate and has a
 * support function, `motion` notes the current reach. Sets TOI_STEP to 0.
 */
function settle(
  a: ConvexShape,
  b: ConvexShape,
  X: Float64Array,
  motion: SmoothMotion | null,
): void {
  X[TOI_STEP] = 0;
  const turnsA = turns(X, TOI_PIVOT_A), turnsB = turns(X, TOI_PIVOT_B);
  if (!turnsA || a.support !== null) reach(a, X, motion, 0);
  if (!turnsA) X[APART] -= X[TOI_REACH];
  if (!turnsB || b.support !== null) reach(b, X, motion, 1);
  if (!turnsB) X[APART] -= X[TOI_REACH];
}

/**
 * GAP = a lower bound of the distance at the end of the next TOI_STEP. Since the bound is concave in
 * h, it holds all through the step if the distance is no less than GAP now: see `step`.
 */
function gapAfter(
  a: ConvexShape,
  b: ConvexShape,
  X: Float64Array,
  motion: SmoothMotion | null,
): void {
  const h = X[TOI_STEP];
  let gap = X[APART] + h * (X[RATE] - h * X[BEND]);
  if (turns(X, TOI_PIVOT_A)) {
    reach(a, X, motion, 0);
    gap -= X[TOI_REACH];
  }
  if (turns(X, TOI_PIVOT_B)) {
    reach(b, X, motion, 1);
    gap -= X[TOI_REACH];
  }
  X[GAP] = gap;
}

/** `boundReach` for any shape, along N for A (`k` = 0) and along -N for B (1). */
function reach(shape: ConvexShape, X: Float64Array, motion: SmoothMotion | null, k: number): void {
  const pivot = TOI_PIVOT_A + PIVOT_STRIDE * k, pose = POSE_A + POSE_STRIDE * k, sign = 1 - 2 * k;
  if (motion === null || shape.support === null) {
    boundReach(shape.record, shape.count, X, pivot, pose, sign);
  } else motion.bound(shape, pivot, pose, sign);
}
