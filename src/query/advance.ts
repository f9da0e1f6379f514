/**
 * Conservative advancement: two shapes are moved on for as long as they provably stay apart, until they touch, as in
 * Mirtich (1996), Impulse-based dynamic simulation of rigid body systems.
 *
 * What proves it is a line between them, at rest or turning with one of them; see `step` and
 * docs/casts_and_compounds.md.
 *
 *     advance        measures, decides what is a hit, and moves on
 *       step         the longest step of the three lines
 *         settle     what of a line's bound is constant
 *         lengthen   bisects for the longest step of one line …
 *           gapAfter   … by its bound at one step, for which `reach` bounds both bodies
 *         carry      the same for the line that turns with a body
 *       takeLine     other lines, for corners in touch
 *
 * @module
 */
import { SIGNED, signedDistance } from "../kernel/pair.ts";
import { boundReach, placeSweep } from "../kernel/toi.ts";
import type { Shape } from "../shapes/shape.ts";
import type { SmoothMotion } from "./smooth_motion.ts";
import { SWEEP_ANGLE, SWEEP_CENTER, SWEEP_FROM, SWEEP_MOTION, SWEEP_RADIUS } from "./sweep.ts";

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

/** From what is A's to what is B's. */
const POSE_STRIDE = 4;
const POINT_STRIDE = 2;
const SWEEP_STRIDE = 16;
const PIVOT_STRIDE = 4;

/** Bounds that are tried for one line and step of time; fewer when one has been good. */
const STEP_CAP = 64;
const STEP_ENOUGH = 8;
/** Bodies that touch may take this many steps of less than this part of the rest. */
const STALL_CAP = 8;
const STALL = 0.03125;
/** A step found to this part of itself is good enough: at a distance, and in touch. */
const COARSE = 0.0625;
const FINE = 0.00390625;
/** Rounding of a distance in units of its terms: 2^-49. */
const ROUNDING = 1.7763568394002505e-15;
/** cos² + sin² of a turn is 1 to this, 2^-50. */
const TURN = 8.881784197001252e-16;

/** How the motion ends; see STATES in time_of_impact.ts. */
const HIT = 0;
const SEPARATED = 1;
const OVERLAPPING = 2;
const EXHAUSTED = 3;

// Registers behind those of the kernel, of which `timeOfImpact` fills the limits.
export const LIMIT_TARGET = 3344;
export const LIMIT_TOLERANCE = 3345;
/** Distances that were measured. */
export const COUNT = 3346;
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
export const LIMIT_START = 3359;
/** Velocity of B's center as seen from A's, and where A's and B's are. */
const VELOCITY = 3368;
const PLACE = 3370;

/**
 * The search, for shapes whose sweeps and limits are in `X`. Returns HIT, SEPARATED, OVERLAPPING or EXHAUSTED, and leaves
 * the safe time in TOI_TIME and the last distance where `signedDistance` leaves it, or in `motion.found` for support
 * functions.
 */
export function advance(
  a: Shape,
  b: Shape,
  X: Float64Array,
  cap: number,
  motion: SmoothMotion | null,
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
    if (motion === null) {
      signedDistance(a.record, a.count, b.record, b.count, X, SIGNED);
      X[TOI_NX] = X[NX];
      X[TOI_NY] = X[NY];
    } else motion.find(a, b);
    const d = X[DISTANCE];
    if (it === 1) {
      // What was placed flush may overlap by the rounding of its position, which is no more than touch.
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
    // 3. The longest step that keeps the aim, or nearly. Shapes that touch and get nowhere are approaching. Later on, as
    // where a lid comes down, getting nowhere is to move by less than an eighth of the tolerance; and what would
    // take many more steps is a hit.
    const t = X[TOI_TIME];
    const rest = 1 - t;
    X[AIM] = aim;
    X[SLACK] = touching ? 0 : 0.25 * (close - aim);
    X[REST] = rest;
    const nowhere = Math.max(256 * noise, it === 1 ? 0 : 0.125 * tolerance);
    X[LEAST] = touching ? Math.min(nowhere / speed, STALL * rest) : 0;
    step(a, b, X, motion);
    let h = X[TOI_STEP];
    // Where corners are close, rounding may have turned the normal so far that the line across it meets a side.
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
function step(a: Shape, b: Shape, X: Float64Array, motion: SmoothMotion | null): void {
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
  settle(a, b, X, motion);
  if (X[LEAST] > 0) {
    // A line that `takeLine` chose need not separate.
    gapAfter(a, b, X, motion);
    if (X[GAP] < X[AIM] + X[NOISE]) return;
  }
  lengthen(a, b, X, motion);
  if (X[TOI_STEP] >= X[REST]) return;
  if (turnA !== 0) carry(a, b, X, motion, 0);
  if (turnB !== 0 && turnB !== turnA) carry(a, b, X, motion, 1);
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
function carry(a: Shape, b: Shape, X: Float64Array, motion: SmoothMotion | null, k: number): void {
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

/** TOI_STEP, proven with this line if it is not 0, as long as bisection gets it. */
function lengthen(a: Shape, b: Shape, X: Float64Array, motion: SmoothMotion | null): void {
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
    // Where the chord between the two meets the aim, but inside the interval; for shapes that touch it is 0.
    const chord = !touching ? above / (above - below) : lo > 0 ? 0.5 : 0;
    const mid = lo + (hi - lo) * Math.min(Math.max(chord, 0.0625), 0.9375);
    X[TOI_STEP] = mid;
    gapAfter(a, b, X, motion);
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
function takeLine(
  a: Shape,
  b: Shape,
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

/** What turns about its pivot, as the line sees it. */
function turns(X: Float64Array, pivot: number): boolean {
  return X[pivot + PIVOT_TURN] * X[pivot + PIVOT_RADIUS] !== 0;
}

/**
 * What does not turn, as the line sees it, reaches as far at all times: that is a part of APART. What does and
 * has a support function leaves how far it reaches now at PIVOT_FIRST. TOI_STEP is 0 behind it.
 */
function settle(a: Shape, b: Shape, X: Float64Array, motion: SmoothMotion | null): void {
  X[TOI_STEP] = 0;
  if (!turns(X, TOI_PIVOT_A)) {
    reach(a, X, motion, TOI_PIVOT_A, POSE_A, 1);
    X[APART] -= X[TOI_REACH];
  } else if (a.support !== null) reach(a, X, motion, TOI_PIVOT_A, POSE_A, 1);
  if (!turns(X, TOI_PIVOT_B)) {
    reach(b, X, motion, TOI_PIVOT_B, POSE_B, -1);
    X[APART] -= X[TOI_REACH];
  } else if (b.support !== null) reach(b, X, motion, TOI_PIVOT_B, POSE_B, -1);
}

/** GAP = a lower bound of the distance all through the next TOI_STEP of time, if it holds now: see `step`. */
function gapAfter(a: Shape, b: Shape, X: Float64Array, motion: SmoothMotion | null): void {
  const h = X[TOI_STEP];
  let gap = X[APART] + h * (X[RATE] - h * X[BEND]);
  if (turns(X, TOI_PIVOT_A)) {
    reach(a, X, motion, TOI_PIVOT_A, POSE_A, 1);
    gap -= X[TOI_REACH];
  }
  if (turns(X, TOI_PIVOT_B)) {
    reach(b, X, motion, TOI_PIVOT_B, POSE_B, -1);
    gap -= X[TOI_REACH];
  }
  X[GAP] = gap;
}

/** `boundReach` of any shape. */
function reach(
  shape: Shape,
  X: Float64Array,
  motion: SmoothMotion | null,
  pivot: number,
  pose: number,
  sign: number,
): void {
  if (motion === null || shape.support === null) {
    boundReach(shape.record, shape.count, X, pivot, pose, sign);
  } else motion.bound(shape, pivot, pose, sign);
}
