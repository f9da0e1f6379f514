/**
 * Support points of shapes. Those of shapes given by a support function are found by
 * curved_support.ts.
 *
 * @module
 */
import { checkFinite, checkObject } from "../math/check.ts";
import { SCALE_DOWN, SCALE_UP, SQUARE_MAX, SQUARE_MIN } from "../math/float.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkConvex } from "./check.ts";
import { NORMALS } from "./record.ts";
import type { ConvexShape } from "./shape.ts";

/**
 * Furthest point of a shape's core (without its radius) in a direction, in the shape's local frame; `support`
 * is the same in the world, with the radius. Errors of a custom support function pass through unchanged, and
 * invalid answers of it are refused.
 *
 * @param shape Shape
 * @param dx First coordinate of the direction, local frame; any length but 0
 * @param dy Second coordinate of the direction, local frame
 * @param out Receives the point, in the local frame
 * @returns `out`
 * @throws {TypeError} If an argument has the wrong type, or a custom support function does not leave two
 * numbers
 * @throws {RangeError} If the direction is (0, 0) or not finite, or a custom support function leaves a number
 * that is not finite or beyond ±2^250
 */
export function evaluateSupport(
  shape: ConvexShape,
  dx: number,
  dy: number,
  out: Vec2 = { x: 0, y: 0 },
): Vec2 {
  checkConvex("evaluate support", "shape", shape);
  checkFinite("evaluate support", "dx", dx);
  checkFinite("evaluate support", "dy", dy);
  checkObject("evaluate support", "out", out, "a point { x, y }");
  DIRECTION[0] = dx;
  DIRECTION[1] = dy;
  findSupport(shape);
  out.x = FURTHEST[0];
  out.y = FURTHEST[1];
  return out;
}

// Kept in arrays, because a JavaScript engine would box arguments and results of functions.

/** Direction for `findSupport`. */
export const DIRECTION: Float64Array = /* @__PURE__ */ new Float64Array(2);
/**
 * Result of `findSupport`: the point, then the point without the offset that `transformShape`
 * added.
 */
export const FURTHEST: Float64Array = /* @__PURE__ */ new Float64Array(4);

/** `findSupport` for shapes with a support function, once there is one. */
let findCurved: ((shape: ConvexShape) => void) | null = null;

/** Attaches `findCurvedSupport`, so that bundles without such shapes are without it. */
export function attachCurved(find: (shape: ConvexShape) => void): void {
  findCurved = find;
}

/**
 * FURTHEST = `evaluateSupport` along DIRECTION, for queries. A custom support function may make
 * queries of its own, which change DIRECTION.
 */
export function findSupport(shape: ConvexShape): void {
  // NaN if either component is NaN.
  const size = Math.max(Math.abs(DIRECTION[0]), Math.abs(DIRECTION[1]));
  if (!(size > 0 && size < Infinity)) refuseDirection();
  if (shape.support !== null) {
    findCurved!(shape);
    return;
  }
  scaleDirection();
  const { record } = shape, at = furthest(shape);
  FURTHEST[2] = FURTHEST[0] = record[at];
  FURTHEST[3] = FURTHEST[1] = record[at + 1];
}

/** Scales the direction so that its products are in the middle of the range. */
export function scaleDirection(): void {
  const size = Math.max(Math.abs(DIRECTION[0]), Math.abs(DIRECTION[1]));
  if (size >= SQUARE_MIN && size <= SQUARE_MAX) return;
  const scale = size < SQUARE_MIN ? SCALE_UP : SCALE_DOWN;
  DIRECTION[0] *= scale;
  DIRECTION[1] *= scale;
}

/** FURTHEST[2], FURTHEST[3] = the offset that `transformShape` has added to a shape, usually 0. */
export function findMove(shape: ConvexShape): void {
  FURTHEST[2] = 0;
  FURTHEST[3] = 0;
  const placed = shape.curved?.placed;
  if (placed === undefined) return;
  findMove(placed.shape);
  const { x, y, cos, sin } = placed.pose;
  const px = FURTHEST[2], py = FURTHEST[3];
  FURTHEST[2] = cos * px - sin * py + x;
  FURTHEST[3] = sin * px + cos * py + y;
}

class Turned {
  ux: number = NaN;
  uy: number = NaN;
  vx: number = NaN;
  vy: number = NaN;
  kk: number = NaN;
}

/** For `turnToOriginal`: directions u and v, and the factor by which poses have made their squares longer. */
export const turned: Turned = /* @__PURE__ */ new Turned();

/** Turns u and v into the frame of the original shape, before `transformShape` moved it. Returns that shape. */
export function turnToOriginal(shape: ConvexShape): ConvexShape {
  let inner = shape, placed = shape.curved?.placed;
  for (; placed !== undefined; inner = placed.shape, placed = inner.curved?.placed) {
    const { cos, sin } = placed.pose, { ux, uy, vx, vy } = turned;
    turned.ux = cos * ux + sin * uy;
    turned.uy = cos * uy - sin * ux;
    turned.vx = cos * vx + sin * vy;
    turned.vy = cos * vy - sin * vx;
    turned.kk *= cos * cos + sin * sin;
  }
  return inner;
}

/**
 * Where in the record the core point furthest along DIRECTION is, the first one among equals. For shapes without
 * a support function.
 */
function furthest({ record, count }: ConvexShape): number {
  const dx = DIRECTION[0], dy = DIRECTION[1], first = NORMALS + 2 * count, end = first + 2 * count;
  // Measure distances along d from the first point, so that a large offset cancels exactly.
  const x = record[first], y = record[first + 1];
  let best = first, value = 0;
  for (let k = first + 2; k < end; k += 2) {
    const v = (record[k] - x) * dx + (record[k + 1] - y) * dy;
    if (v > value) {
      best = k;
      value = v;
    }
  }
  return best;
}

function refuseDirection(): never {
  checkFinite("evaluate support", "dx", DIRECTION[0]);
  checkFinite("evaluate support", "dy", DIRECTION[1]);
  throw new RangeError("Cannot evaluate support: (dx, dy) is (0, 0), must have a direction");
}
