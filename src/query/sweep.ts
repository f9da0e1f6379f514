/**
 * The motion of a body over a step, for `timeOfImpact`.
 *
 * @module
 */
import { MovingBody, placeSweep, prepareSweep } from "../kernel/toi.ts";
import {
  checkFinite,
  checkObject,
  checkPose,
  isPose,
  POSITION_LIMIT,
  refuse,
} from "../math/check.ts";
import { copyPose, newPose, type Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkVertex } from "../shapes/check.ts";

/**
 * Motion of a body over a step: `localCenter` moves along a straight line at constant speed while the
 * body turns about it at a constant rate, by the shorter way round from one rotation to the other.
 *
 * In a physics engine `localCenter` is the center of mass. Split rotations of half a revolution or more into
 * several sweeps; exactly opposite rotations turn counter-clockwise.
 */
export interface Sweep {
  /** Point of the body that moves along a straight line, in the body's local frame. */
  localCenter: Readonly<Vec2>;
  /** Pose at time 0. */
  from: Readonly<Pose>;
  /** Pose at time 1. */
  to: Readonly<Pose>;
}

const body = /* @__PURE__ */ new MovingBody();

/** Refuses anything but a sweep of finite numbers with points within ±2^250. */
export function checkSweep(task: string, name: string, value: Readonly<Sweep>): void {
  const { localCenter, from, to } = value ?? NO_SWEEP;
  const { x, y } = localCenter ?? NO_SWEEP;
  if (
    typeof x === "number" && typeof y === "number" && Math.abs(x) <= POSITION_LIMIT &&
    Math.abs(y) <= POSITION_LIMIT && isPose(from) && isPose(to)
  ) return;
  // Names are only put together if there is an error.
  checkObject(task, name, value, "a sweep { localCenter, from, to }");
  checkVertex(task, `${name}.localCenter`, localCenter);
  checkPose(task, `${name}.from`, from);
  checkPose(task, `${name}.to`, to);
}

// deno-lint-ignore no-explicit-any
const NO_SWEEP: any = {};

/** Gives a body the motion of a checked sweep. */
export function loadSweep(sweep: Readonly<Sweep>, body: MovingBody): void {
  const { localCenter, from, to } = sweep, { from: first, to: last } = body;
  body.centerX = localCenter.x;
  body.centerY = localCenter.y;
  first.x = from.x;
  first.y = from.y;
  first.cos = from.cos;
  first.sin = from.sin;
  last.x = to.x;
  last.y = to.y;
  last.cos = to.cos;
  last.sin = to.sin;
  prepareSweep(body);
}

/**
 * Pose of a sweep at a given time, as {@linkcode timeOfImpact} sees it. At the fraction of an impact, it is the
 * pose in which the body touches. It is computed with + − × ÷ √ only, so it has the same bits on every engine.
 *
 * @param sweep Motion of a body
 * @param t Time from 0 to 1
 * @param out Receives the pose; may be one of the sweep's own
 * @returns `out`; exactly `from` at 0 and `to` at 1
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a number is not finite, a position is beyond ±2^250, or `t` is not in [0, 1]
 *
 * @example Usage
 * ```ts
 * import { pose, sweepPose } from "@narrowphase/gjk2d";
 *
 * // A quarter turn about the origin, half of it.
 * const sweep = { localCenter: { x: 0, y: 0 }, from: pose(), to: pose(2, 0, Math.PI / 2) };
 * const { x, cos } = sweepPose(sweep, 0.5);
 * x; // ≈ 1.000000
 * cos; // ≈ 0.707107
 * ```
 */
export function sweepPose(
  sweep: Readonly<Sweep>,
  t: number,
  out: Pose = newPose(),
): Pose {
  checkSweep("place sweep", "sweep", sweep);
  checkFinite("place sweep", "t", t);
  if (t < 0 || t > 1) {
    refuse("place sweep", "t", t, "be from 0 to 1");
  }
  try {
    const { x, y, cos, sin } = out;
    out.x = x;
    out.y = y;
    out.cos = cos;
    out.sin = sin;
  } catch {
    refuse("place sweep", "out", out, "be a writable pose { x, y, cos, sin }", TypeError);
  }
  loadSweep(sweep, body);
  body.time = t;
  placeLoaded(out);
  return out;
}

/**
 * The pose of a checked sweep at an impact. Takes the result, since V8 would box the fraction as an
 * argument.
 */
export function placeAtImpact(
  sweep: Readonly<Sweep>,
  impact: Readonly<{ fraction: number }>,
  out: Pose,
): void {
  loadSweep(sweep, body);
  body.time = impact.fraction;
  placeLoaded(out);
}

function placeLoaded(out: Pose): void {
  placeSweep(body);
  copyPose(body.now, out);
}
