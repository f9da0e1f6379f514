/**
 * What `advance` needs to know of a pair with a support function: distances, and bounds of a
 * rotating shape's reach.
 *
 * @module
 */
import { measureSweep, type MovingBody } from "../kernel/toi.ts";
import { HALF_AXES } from "../shapes/record.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import {
  DIRECTION,
  findMove,
  findSupport,
  FURTHEST,
  turned,
  turnToOriginal,
} from "../shapes/support.ts";
import { Impact } from "./advance.ts";
import { SIGNED, smooth } from "./attached.ts";
import { copyMeasure, type DistanceResult, newDistanceResult } from "./result.ts";

/** Coefficients of the bound of tan x in (4): 1/3, and tan 1 - 4/3 rounded up. */
const THIRD = 0.33333333333333337;
const TAN_5 = 0.2240744;

/**
 * State and objects of one query. A support function may call `timeOfImpact` in the middle of
 * it, so each level of nesting has its own.
 */
export class SmoothMotion {
  readonly impact: Impact = new Impact();
  /** The last result of `find`. */
  readonly found: DistanceResult = newDistanceResult();

  /**
   * Writes an upper bound of the core's largest distance from the sweep's center: that of the
   * corners of a box around the core whose middle is that center.
   */
  measure(shape: ConvexShape, body: MovingBody): void {
    if (shape.support === null) {
      measureSweep(shape.record, shape.count, body);
      return;
    }
    const { centerX: x, centerY: y } = body;
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
    body.radius = Math.sqrt(w * w + h * h);
  }

  /** Writes the signed distance, normal and closest points where the bodies are now. */
  find(a: ConvexShape, b: ConvexShape): void {
    const m = this.impact, result = smooth!.solve(a, m.a.now, b, m.b.now, SIGNED);
    copyMeasure(result, this.found);
    m.distance = result.distance;
    m.nx = result.normal.x;
    m.ny = result.normal.y;
    m.a.pointX = result.pointA.x;
    m.a.pointY = result.pointA.y;
    m.b.pointX = result.pointB.x;
    m.b.pointY = result.pointB.y;
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
   * |φ| - |φ|³/6 is used where K < 0. All of these are convex and exact at 0.
   *
   * (4) does not capture that a round shape stays where it is when it rotates about its center. With ρ the radius of
   * curvature, F'' = ρ - F, and
   *
   *   F <= F(0) + F'(0) |φ| + M φ²/2  with  M >= 0, and M >= ρ - F on the way.                (5)
   *
   * For an ellipse about its center, F = |(a n_x, b n_y)| and ρ = a²b²/F³. So ρ - F is greatest
   * where F is least, at an end of the way or on the short axis. About a pivot at p, F is less by
   * N·p <= n·p + |p| |φ|.
   */
  bound(shape: ConvexShape, body: MovingBody, sign: number): void {
    const m = this.impact;
    const { cos: c, sin: s } = body.now;
    const nx = sign * (c * m.nx + s * m.ny);
    const ny = sign * (c * m.ny - s * m.nx);
    const turn = m.step * body.turn;
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
    const most = mx * (FURTHEST[0] - body.pivotX) + my * (FURTHEST[1] - body.pivotY);
    if (turn === 0) {
      body.first = most;
      body.slope = nx * (FURTHEST[1] - body.pivotY) - ny * (FURTHEST[0] - body.pivotX);
    }
    m.reach = far ? Math.max(most, body.span * angle) : most;
    if (turn === 0 || far) return;
    const { first } = body, rate = (most - first) / Math.abs(tan);
    m.reach = first + 0.5 * Math.max(-first, 0) * square + rate * angle +
      Math.max(-rate, 0) * angle * square / 6;

    // (5), with n and m as long as (cos, sin) of the poses. u and v are these directions in the frame of the
    // original ellipse, before `transformShape` moved it.
    turned.ux = nx;
    turned.uy = ny;
    turned.vx = mx;
    turned.vy = my;
    turned.kk = c * c + s * s;
    const { kind, record } = turnToOriginal(shape);
    if (kind !== "ellipse") return;
    const { ux, uy, vx, vy, kk } = turned, rx = record[HALF_AXES], ry = record[HALF_AXES + 1];
    const here = Math.sqrt(rx * ux * (rx * ux) + ry * uy * (ry * uy));
    const there = Math.sqrt((rx * vx * (rx * vx) + ry * vy * (ry * vy)) / (1 + tan * tan));
    const isShortBetween = (rx >= ry ? ux * vx : uy * vy) <= 0;
    const scale = Math.sqrt(kk);
    const least = isShortBetween ? scale * Math.min(rx, ry) : Math.min(here, there);
    // The vector from the ellipse's center to the pivot.
    findMove(shape);
    const px = body.pivotX - FURTHEST[2], py = body.pivotY - FURTHEST[3];
    const p = Math.sqrt(px * px + py * py), k = Math.sqrt(c * c + s * s);
    const ra = scale * rx / least, rb = scale * ry / least;
    const bend = ra * ra * rb * rb * least - least + (nx * px + ny * py) + k * p * angle;
    const most2 = first - turn * body.slope + 0.5 * Math.max(bend, 0) * square;
    m.reach = Math.min(m.reach, most2);
  }
}
