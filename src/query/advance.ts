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
import * as record from "../shapes/record.ts";
import { signedDistance } from "../kernel/pair.ts";
import { boundReach, Line, MovingBody, placeSweep } from "../kernel/toi.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import type { SmoothMotion } from "./smooth_motion.ts";
import type { ImpactStatus } from "./time_of_impact.ts";

const { poses, POSE_A, POSE_B, features, measured } = state;
const { SIGNED } = slots;
const { EXTENT, NORMALS } = record;

/** The most steps that are tried with one line, and the number after which one that keeps the aim is good enough. */
const STEP_CAP = 64;
const STEP_ENOUGH = 8;
/** A motion of bodies that touch may have this many steps of less than this fraction of what is left. */
const STALL_CAP = 8;
const STALL = 0.03125;
/** Relative accuracy to which a step is searched: for bodies at a distance, and for bodies that touch. */
const COARSE = 0.0625;
const FINE = 0.00390625;
/** Rounding error of a distance relative to its terms: 2^-49. */
const ROUNDING = 1.7763568394002505e-15;
/** A pose counts as a rotation if cos² + sin² is 1 to within this, 2^-50. */
const TURN = 8.881784197001252e-16;

/** The state of an impact. */
export class Impact extends Line {
  readonly a: MovingBody = new MovingBody();
  readonly b: MovingBody = new MovingBody();
  /** The shapes, while a query is running, and what knows support functions among them. */
  shapeA: ConvexShape | null = null;
  shapeB: ConvexShape | null = null;
  motion: SmoothMotion | null = null;
  // The limits, which `timeOfImpact` fills in. `start` is the distance at the start of the whole
  // bodies, Infinity if the shapes are no parts.
  target = NaN;
  tolerance = NaN;
  start = NaN;
  /** The safe time, the distance there, and the number of distances that were measured. */
  time = NaN;
  distance = NaN;
  count = 0;
  /** The distance that a step must keep, and how much of the motion is left. */
  aim = NaN;
  rest = NaN;
  /** The rounding error of a distance. */
  noise = NaN;
  /** The result of `gapAfter`. */
  gap = NaN;
  /** A step is good enough if it leaves no more than this of the gap to the aim. */
  slack = NaN;
  /** For shapes that touch, a shorter step counts as none; 0 for others. */
  least = NaN;
  /** The bound (3) for the current line: apart + h (rate - h bend). */
  apart = NaN;
  rate = NaN;
  bend = NaN;
  /** Rate at which the closest points separate. */
  parting = NaN;
  /** Velocity of B's center relative to A's. */
  vx = NaN;
  vy = NaN;
}

/**
 * Conservative advancement of two shapes, which are in `m` with their sweeps and limits. Leaves the safe time in
 * `m`, and the last distance where `signedDistance` writes it, or in `motion.found` for support functions.
 */
export function advance(m: Impact, cap: number): ImpactStatus {
  const a = m.shapeA!, b = m.shapeB!, { motion } = m;
  // 1. The tolerance and the rounding errors. `speed` is an upper bound of the rate at which any
  //    two points approach.
  const { a: A, b: B } = m;
  const { x: xA, y: yA, cos: cA, sin: sA } = A.from, { x: xB, y: yB, cos: cB, sin: sB } = B.from;
  // Rotations kept in few digits lengthen the core in the world.
  const squareA = cA * cA + sA * sA, squareB = cB * cB + sB * sB;
  const kA = Math.abs(squareA - 1) <= TURN ? 1 : Math.sqrt(squareA);
  const kB = Math.abs(squareB - 1) <= TURN ? 1 : Math.sqrt(squareB);
  A.radius *= kA;
  B.radius *= kB;
  const sizeA = A.radius + a.radius, sizeB = B.radius + b.radius;
  const smaller = Math.min(sizeA, sizeB) > 0 ? Math.min(sizeA, sizeB) : Math.max(sizeA, sizeB);
  m.vx = B.motionX - A.motionX;
  m.vy = B.motionY - A.motionY;
  const move = Math.abs(m.vx) + Math.abs(m.vy);
  const speed = move + A.radius * Math.abs(A.angle) + B.radius * Math.abs(B.angle);
  const size = kA * a.record[EXTENT] + a.radius + kB * b.record[EXTENT] + b.radius + sizeA + sizeB +
    kA * Math.abs(A.centerX) + kA * Math.abs(A.centerY) +
    kB * Math.abs(B.centerX) + kB * Math.abs(B.centerY) + Math.abs(xA - xB) +
    Math.abs(yA - yB) + move;
  // Positions far from the world's origin have larger rounding errors.
  const far = Math.abs(xA) + Math.abs(yA) + Math.abs(xB) + Math.abs(yB);
  const noise = ROUNDING * size + 0.125 * ROUNDING * (far + move);
  const target = m.target;
  const tolerance = Math.max(
    m.tolerance * (smaller > 0 ? smaller : move),
    64 * noise,
  );
  m.noise = noise;
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

  m.time = 0;
  for (let it = 1; it <= cap; it++) {
    m.count = it;
    // 2. The current distance.
    A.time = m.time;
    B.time = m.time;
    placeSweep(A);
    placeSweep(B);
    if (motion === null) measurePlaced(m);
    else motion.find(a, b);
    const d = m.distance;
    if (it === 1) {
      // Shapes that were placed flush may overlap by the rounding of their positions. This counts
      // as touching.
      if (d < (target < 0 ? target : -noise)) return "overlapping";
      const from = Math.min(d, m.start);
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
      if (d <= close && !mayTouch) return "hit";
      if (mayTouch && touching !== d <= close) {
        touching = !touching;
        aim = touching ? Math.min(d, m.start) - 4 * noise : floor + 8 * noise;
      }
    } else if (!touching || d > close) {
      touching = false;
      if (d <= close) return "hit";
      if (d > target + tolerance) {
        close = target + tolerance;
        aim = target + 0.5 * tolerance;
      } else if (close <= floor + 16 * noise) aim = floor + 8 * noise;
    }
    // 3. The longest step that keeps the aim, or nearly the longest. If shapes that touch get
    //    nowhere, they are approaching, and this is a hit. Later in the motion, as when a lid comes
    //    down, a step of less than an eighth of the tolerance leads nowhere, and too many short
    //    steps are a hit as well.
    const t = m.time;
    const rest = 1 - t;
    m.aim = aim;
    m.slack = touching ? 0 : 0.25 * (close - aim);
    m.rest = rest;
    const nowhere = Math.max(256 * noise, it === 1 ? 0 : 0.125 * tolerance);
    m.least = touching ? Math.min(nowhere / speed, STALL * rest) : 0;
    step(m);
    let h = m.step;
    // Where corners are close, rounding may have turned the normal so far that the line across it
    // crosses a side. Try other lines.
    if (t + h === t || (touching && (isPart || d + a.radius + b.radius <= 32 * noise))) {
      for (let k = 0; k < 7 && h < STALL * rest; k++) {
        if (takeLine(m, k)) step(m);
        h = Math.max(h, m.step);
      }
    }
    if (h >= rest) {
      m.time = 1;
      return "separated";
    }
    if (h < m.least) return "hit";
    if (touching && h < STALL * rest && ++stalls > STALL_CAP) return "hit";
    // The motion is so fast that there is no double between now and the impact.
    if (t + h === t) return "exhausted";
    m.time = t + h;
  }
  return "exhausted";
}

/** Measures the shapes where they are now, and keeps what the steps need of it. */
function measurePlaced(m: Impact): void {
  const a = m.shapeA!, b = m.shapeB!;
  load(POSE_A, m.a);
  load(POSE_B, m.b);
  signedDistance(a.record, a.count, b.record, b.count, SIGNED);
  m.distance = measured.distance;
  m.nx = measured.nx;
  m.ny = measured.ny;
  m.a.pointX = measured.ax;
  m.a.pointY = measured.ay;
  m.b.pointX = measured.bx;
  m.b.pointY = measured.by;
  m.a.vertex = features.a0;
  m.b.vertex = features.b0;
}

/** Gives the kernel the pose of a body. */
function load(pose: number, { now }: MovingBody): void {
  poses[pose] = now.x;
  poses[pose + 1] = now.y;
  poses[pose + 2] = now.cos;
  poses[pose + 3] = now.sin;
}

/**
 * `step` = the longest step that bisection finds during which the shapes provably stay `aim` apart.
 * This is `rest` if they do so for all that is left of the motion.
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
 * Of three lines the one with the longest step counts: at rest, with the centers as pivots, which has no error
 * in (3), and rotating with either body (`carry`), whose edges then do not cross it.
 */
function step(m: Impact): void {
  const { a: A, b: B, nx, ny, vx, vy } = m;
  placeCenter(A);
  placeCenter(B);
  A.turn = A.angle;
  B.turn = B.angle;
  m.apart = nx * (B.placeX - A.placeX) + ny * (B.placeY - A.placeY) -
    (m.shapeA!.radius + m.shapeB!.radius);
  m.rate = nx * vx + ny * vy;
  m.bend = 0;
  m.parting = m.rate -
    A.angle * (ny * (A.pointX - A.placeX) - nx * (A.pointY - A.placeY)) +
    B.angle * (ny * (B.pointX - B.placeX) - nx * (B.pointY - B.placeY));
  m.step = 0;
  // If the closest points themselves come too close within `least`, no line helps.
  if (m.distance - m.aim + m.least * m.parting < 0) return;
  settle(m);
  if (m.least > 0) {
    // A line chosen by `takeLine` need not separate the shapes.
    gapAfter(m);
    if (m.gap < m.aim + m.noise) return;
  }
  lengthen(m);
  if (m.step >= m.rest) return;
  if (A.angle !== 0) carry(m, true);
  if (B.angle !== 0 && B.angle !== A.angle) carry(m, false);
}

/** Makes the center of a body its pivot. */
function placeCenter(body: MovingBody): void {
  const { centerX: x, centerY: y, now } = body;
  body.pivotX = x;
  body.pivotY = y;
  body.span = body.radius;
  body.placeX = now.x + (now.cos * x - now.sin * y);
  body.placeY = now.y + (now.sin * x + now.cos * y);
}

/**
 * Lengthens the step with the line that rotates with A or with B, if that makes it longer by at least
 * a quarter. The body that the line rotates with has its center as pivot and reaches equally far along
 * N at all times. The other's pivot is the closest point p of its core, so (3) describes the motion of
 * p relative to the first body.
 */
function carry(m: Impact, withA: boolean): void {
  const a = m.shapeA!, b = m.shapeB!, lo = m.step;
  const h = Math.min(Math.max(1.25 * lo, m.least), m.rest);
  const left = m.distance - m.aim + h * m.parting;
  if (left < 0) return;

  // 1. The pivots. u leads to p from the other's center, (x, y) from its origin. `side` is 1 if w, from
  // A to B, leads to the other body, -1 if it leads away from it.
  const { nx, ny } = m, body = withA ? m.a : m.b, other = withA ? m.b : m.a;
  const side = withA ? 1 : -1, radius = withA ? b.radius : a.radius;
  const px = other.pointX + side * radius * nx, py = other.pointY + side * radius * ny;
  const ux = px - other.placeX, uy = py - other.placeY;
  const u = Math.sqrt(ux * ux + uy * uy);
  const { cos: c, sin: s } = other.now;
  const x = px - other.now.x, y = py - other.now.y;
  const square = c * c + s * s;
  const turn = other.angle, theta = body.angle;
  other.pivotX = (c * x + s * y) / square;
  other.pivotY = (c * y - s * x) / square;
  other.turn = turn - theta;
  other.span = other.radius + u;
  placeCenter(body);
  body.turn = 0;

  // 2. The bound (3).
  const wx = side * (px - body.placeX), wy = side * (py - body.placeY);
  const vx = m.vx - side * turn * uy, vy = m.vy + side * turn * ux;
  const w = Math.sqrt(wx * wx + wy * wy);
  const v = Math.sqrt(vx * vx + vy * vy);
  const rate = Math.abs(theta);
  m.apart = nx * wx + ny * wy - (a.radius + b.radius);
  // The term of the rotating line has a rounding error, too.
  m.rate = nx * vx + ny * vy + theta * (nx * wy - ny * wx) - rate * m.noise;
  m.bend = 0.5 * turn * turn * u + rate * (0.5 * rate * w + v);

  // 3. First a step longer by a quarter, then the longest.
  if (left - h * h * m.bend < 0) return;
  settle(m);
  if (h > 0) {
    m.step = h;
    gapAfter(m);
    if (m.gap < m.aim + m.noise) {
      m.step = lo;
      return;
    }
  }
  if (h < m.rest) lengthen(m);
}

/**
 * Lengthens the step with this line as far as bisection finds. The step at the start is 0 or proven
 * with this line.
 */
function lengthen(m: Impact): void {
  const aim = m.aim + m.noise;
  let lo = m.step;
  let above = lo > 0 ? m.gap - aim : m.distance - m.aim;
  let hi = m.rest;
  m.step = hi;
  gapAfter(m);
  let below = m.gap - aim;
  if (below >= 0) return;
  const touching = m.least > 0;
  const enough = touching ? 2 * STEP_ENOUGH : STEP_ENOUGH;
  const fine = touching ? FINE : COARSE;
  for (let k = 0; k < STEP_CAP && hi > m.least; k++) {
    // Where the chord between the two points meets the aim, but well inside the interval. For
    // shapes that touch, the point above is at the aim, and the chord gives nothing.
    const chord = !touching ? above / (above - below) : lo > 0 ? 0.5 : 0;
    const mid = lo + (hi - lo) * Math.min(Math.max(chord, 0.0625), 0.9375);
    m.step = mid;
    gapAfter(m);
    const gap = m.gap - aim;
    if (gap >= 0) {
      lo = mid;
      above = gap;
      // Good enough if little of the gap, or of the interval, is left.
      if (gap <= m.slack || hi - lo <= fine * lo) break;
    } else {
      hi = mid;
      below = gap;
    }
    if (lo > 0 && k >= enough) break;
  }
  m.step = lo;
}

/**
 * Chooses another line for corners that touch, since many lines lead between them, and writes its
 * normal. `k` = 0: across the direction in which the closest points separate. `k` = 1, 2, 3: along
 * an edge at A's closest feature; 4, 5, 6: at B's. Returns `false` if there is no such line.
 */
function takeLine(m: Impact, k: number): boolean {
  const { a: A, b: B, motion } = m;
  let x: number, y: number, length: number;
  if (k === 0) {
    x = m.vx + A.angle * (A.pointY - A.placeY) - B.angle * (B.pointY - B.placeY);
    y = m.vy - A.angle * (A.pointX - A.placeX) + B.angle * (B.pointX - B.placeX);
    length = Math.sqrt(x * x + y * y);
  } else {
    const { record, count, support } = (k < 4 ? m.shapeA : m.shapeB)!;
    if (count === 1 || support !== null) return false;
    const body = k < 4 ? A : B;
    const feature = motion === null
      ? body.vertex
      : (k < 4 ? motion.found.featureA : motion.found.featureB).i;
    const edge = NORMALS + 2 * ((feature + (k - 1) % 3 + count - 1) % count);
    const { cos: c, sin: s } = body.now;
    x = c * record[edge] - s * record[edge + 1];
    y = s * record[edge] + c * record[edge + 1];
    length = (k < 4 ? 1 : -1) * Math.sqrt(c * c + s * s);
  }
  m.nx = x / length;
  m.ny = y / length;
  return length !== 0;
}

/** Whether a body rotates about its pivot, relative to the line. */
function turns(body: MovingBody): boolean {
  return body.turn * body.span !== 0;
}

/**
 * Prepares the bound for a line. A body that does not rotate relative to the line reaches equally
 * far at all times, so its reach is subtracted from `apart`. For a body that does rotate and has a
 * support function, the current reach is written to `first`. Sets the step to 0.
 */
function settle(m: Impact): void {
  m.step = 0;
  const turnsA = turns(m.a), turnsB = turns(m.b);
  if (!turnsA || m.shapeA!.support !== null) reach(m, 1);
  if (!turnsA) m.apart -= m.reach;
  if (!turnsB || m.shapeB!.support !== null) reach(m, -1);
  if (!turnsB) m.apart -= m.reach;
}

/**
 * `gap` = a lower bound of the distance at the end of the next step. Since the bound is concave in
 * h, it holds all through the step if the distance is no less than `gap` now: see `step`.
 */
function gapAfter(m: Impact): void {
  const h = m.step;
  let gap = m.apart + h * (m.rate - h * m.bend);
  if (turns(m.a)) {
    reach(m, 1);
    gap -= m.reach;
  }
  if (turns(m.b)) {
    reach(m, -1);
    gap -= m.reach;
  }
  m.gap = gap;
}

/** `boundReach` for any shape, along N for A (`sign` = 1) and along -N for B (-1). */
function reach(m: Impact, sign: number): void {
  const { motion } = m, shape = (sign > 0 ? m.shapeA : m.shapeB)!, body = sign > 0 ? m.a : m.b;
  if (motion === null || shape.support === null) {
    boundReach(shape.record, shape.count, m, body, sign);
  } else motion.bound(shape, body, sign);
}
