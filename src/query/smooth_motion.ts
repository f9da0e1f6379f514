/**
 * What `advance` needs to know of a pair with a support function: distances, and bounds of a
 * rotating shape's reach.
 *
 * @module
 */
import * as state from "../kernel/state.ts";
import * as slots from "../kernel/registers.ts";
import * as toi from "../kernel/toi.ts";
import { measureSweep } from "../kernel/toi.ts";
import type { Pose } from "../math/pose.ts";
import { HALF_AXES } from "../shapes/record.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { DIRECTION, findMove, findSupport, FURTHEST } from "../shapes/support.ts";
import { smoothSignedDistance } from "./attached.ts";
import { copyMeasure, type DistanceResult, newDistanceResult } from "./result.ts";

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { POSE_A, POSE_B } = state;
const { DISTANCE, AX, AY, BX, BY, TOI_NX, TOI_NY, TOI_REACH, TOI_STEP } = slots;
const { PIVOT_X, PIVOT_Y, PIVOT_TURN, PIVOT_RADIUS, SWEEP_CENTER, SWEEP_RADIUS } = toi;

/** Coefficients of the bound of tan x in (4): 1/3, and tan 1 - 4/3 rounded up. */
const THIRD = 0.33333333333333337;
const TAN_5 = 0.2240744;

/** The reach of a body at φ = 0, and its slope. */
class Start {
  reach = NaN;
  slope = NaN;
}

/**
 * Registers and objects of one query. A support function may call `timeOfImpact` in the middle of
 * it, so each level of nesting has its own.
 */
export class SmoothMotion {
  readonly X: Float64Array = new Float64Array(3376);
  /** The last result of `find`. */
  readonly found: DistanceResult = newDistanceResult();
  readonly #a: Pose = { x: NaN, y: NaN, cos: NaN, sin: NaN };
  readonly #b: Pose = { x: NaN, y: NaN, cos: NaN, sin: NaN };
  readonly #startA = new Start();
  readonly #startB = new Start();

  /**
   * Writes an upper bound of the core's largest distance from the sweep's center: that of the
   * corners of a box around the core whose middle is that center.
   */
  measure(shape: ConvexShape, sweep: number): void {
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

  /** Writes the signed distance, normal and closest points at the poses in POSE_A and POSE_B. */
  find(a: ConvexShape, b: ConvexShape): void {
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
   * `boundReach` for a shape with a support function. Let F(φ) be its reach at the angle φ, h its
   * support function from the pivot and ν = tan φ. Then
   *
   *   F(φ) = max over v of n·v cos φ + n·v⊥ sin φ = cos φ h(n - ν n⊥),
   *
   * and h is convex along the line of these directions: up to τ >= tan |φ| it is below its chord
   * from F(0). Hence
   *
   *   F <= F(0) cos φ + K sin |φ|  with  K = (h(n ∓ τ n⊥) - F(0)) / τ.                        (4)
   *
   * Here cos φ <= 1, and cos φ >= 1 - φ²/2 is used where F(0) < 0; sin |φ| <= |φ|, and sin |φ| >=
   * |φ| - |φ|³/6 is used where K < 0. All of these are convex and exact at 0. Where the closest
   * point is the pivot, F(0) = 0, so (4) is as exact as the chord, however little or much the
   * boundary curves.
   *
   * A round shape that rotates about its center stays where it is, but (4) does not capture that.
   * With ρ the radius of curvature, F'' = ρ - F, and
   *
   *   F <= F(0) + F'(0) |φ| + M φ²/2  with  M >= 0, and M >= ρ - F on the way.                (5)
   *
   * For an ellipse about its center, F = |(a n_x, b n_y)| and ρ = a²b²/F³. So ρ - F is greatest
   * where F is least, at an end of the way or on the short axis. About a pivot at p, F is less by
   * N·p <= n·p + |p| |φ|.
   */
  bound(shape: ConvexShape, pivot: number, pose: number, sign: number): void {
    const X = this.X, start = sign > 0 ? this.#startA : this.#startB;
    const x = X[pivot + PIVOT_X], y = X[pivot + PIVOT_Y];
    const c = X[pose + 2], s = X[pose + 3];
    const nx = sign * (c * X[TOI_NX] + s * X[TOI_NY]);
    const ny = sign * (c * X[TOI_NY] - s * X[TOI_NX]);
    const turn = X[TOI_STEP] * X[pivot + PIVOT_TURN];
    const angle = Math.abs(turn);
    const square = angle * angle;
    // From |φ| = 1 on, (2) is used. Below, tan x <= x + x³/3 + (tan 1 - 4/3) x⁵.
    const far = angle > 1;
    const tan = far ? turn : turn * (1 + square * (THIRD + square * TAN_5));
    const mx = nx + tan * ny;
    const my = ny - tan * nx;
    DIRECTION[0] = mx;
    DIRECTION[1] = my;
    findSupport(shape);
    const most = mx * (FURTHEST[0] - x) + my * (FURTHEST[1] - y);
    if (turn === 0) {
      start.reach = most;
      start.slope = nx * (FURTHEST[1] - y) - ny * (FURTHEST[0] - x);
      X[TOI_REACH] = most;
    } else if (far) X[TOI_REACH] = Math.max(most, X[pivot + PIVOT_RADIUS] * angle);
    else {
      const first = start.reach;
      const rate = (most - first) / Math.abs(tan);
      X[TOI_REACH] = first + 0.5 * Math.max(-first, 0) * square + rate * angle +
        Math.max(-rate, 0) * angle * square / 6;
      // (5), with n and m as long as (cos, sin) of the poses. u and v are these directions in the frame of
      // the original ellipse, before `transformShape` moved it.
      let ux = nx, uy = ny, vx = mx, vy = my, kk = c * c + s * s, inner = shape;
      for (; inner.placed !== null; inner = inner.placed.shape) {
        const { cos, sin } = inner.placed.pose, u = ux, v = vx;
        ux = cos * u + sin * uy;
        uy = cos * uy - sin * u;
        vx = cos * v + sin * vy;
        vy = cos * vy - sin * v;
        kk *= cos * cos + sin * sin;
      }
      if (inner.kind !== "ellipse") return;
      const { record } = inner;
      const rx = record[HALF_AXES], ry = record[HALF_AXES + 1];
      const here = Math.sqrt(rx * ux * (rx * ux) + ry * uy * (ry * uy));
      const there = Math.sqrt((rx * vx * (rx * vx) + ry * vy * (ry * vy)) / (1 + tan * tan));
      const isShortBetween = (rx >= ry ? ux * vx : uy * vy) <= 0;
      const scale = Math.sqrt(kk);
      const least = isShortBetween ? scale * Math.min(rx, ry) : Math.min(here, there);
      // The vector from the ellipse's center to the pivot.
      findMove(shape);
      const px = x - FURTHEST[2], py = y - FURTHEST[3];
      const p = Math.sqrt(px * px + py * py);
      const k = Math.sqrt(c * c + s * s);
      const ra = scale * rx / least, rb = scale * ry / least;
      const bend = ra * ra * rb * rb * least - least + (nx * px + ny * py) + k * p * angle;
      X[TOI_REACH] = Math.min(
        X[TOI_REACH],
        first - turn * start.slope + 0.5 * Math.max(bend, 0) * square,
      );
    }
  }
}

function load(X: Float64Array, at: number, out: Pose): void {
  out.x = X[at];
  out.y = X[at + 1];
  out.cos = X[at + 2];
  out.sin = X[at + 3];
}
