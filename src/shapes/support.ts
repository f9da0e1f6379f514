/**
 * Support points of shapes with core points and of shapes given by a support function.
 *
 * @module
 */
import { checkCoordinate, checkFinite, checkObject } from "../math/check.ts";
import { SCALE_DOWN, SCALE_UP, SQUARE_MAX, SQUARE_MIN } from "../math/float.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkShape } from "./check.ts";
import { MAX_COORDINATE } from "./limits.ts";
import { HALF_AXES } from "./record.ts";
import type { Shape } from "./shape.ts";

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
  shape: Shape,
  dx: number,
  dy: number,
  out: Vec2 = { x: 0, y: 0 },
): Vec2 {
  checkShape("evaluate support", "shape", shape);
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

/**
 * FURTHEST = `evaluateSupport` along DIRECTION, for queries. A custom support function may make
 * queries of its own, which change DIRECTION.
 */
export function findSupport(shape: Shape): void {
  const dx = DIRECTION[0], dy = DIRECTION[1];
  // NaN if either component is NaN.
  const size = Math.max(Math.abs(dx), Math.abs(dy));
  if (!(size > 0 && size < Infinity)) refuseDirection();
  // Products of the direction, and the direction rotated into a moved shape's frame, need a length
  // in the middle of the range. (A custom support function gets the direction as it is.)
  const isOwn = shape.support === null || shape.kind === "ellipse" || shape.placed !== null;
  if (isOwn && (size < SQUARE_MIN || size > SQUARE_MAX)) {
    const scale = size < SQUARE_MIN ? SCALE_UP : SCALE_DOWN;
    DIRECTION[0] = scale * dx;
    DIRECTION[1] = scale * dy;
  }
  if (shape.support === null) {
    const { x, y } = shape.points[furthestIndex(shape)];
    FURTHEST[0] = x;
    FURTHEST[1] = y;
    FURTHEST[2] = x;
    FURTHEST[3] = y;
    return;
  }
  if (shape.kind === "ellipse") {
    findEllipseSupport(shape);
    return;
  }
  if (shape.placed !== null) {
    const { x, y, cos, sin } = shape.placed.pose;
    const wx = DIRECTION[0], wy = DIRECTION[1];
    DIRECTION[0] = cos * wx + sin * wy;
    DIRECTION[1] = cos * wy - sin * wx;
    findSupport(shape.placed.shape);
    const px = FURTHEST[0], py = FURTHEST[1], qx = FURTHEST[2], qy = FURTHEST[3];
    FURTHEST[0] = cos * px - sin * py + x;
    FURTHEST[1] = sin * px + cos * py + y;
    FURTHEST[2] = cos * qx - sin * qy;
    FURTHEST[3] = sin * qx + cos * qy;
    const isInRange = Math.abs(FURTHEST[0]) <= MAX_COORDINATE &&
      Math.abs(FURTHEST[1]) <= MAX_COORDINATE;
    if (!isInRange) refuseAnswer(FURTHEST[0], FURTHEST[1], dx, dy);
    return;
  }
  // One answer object per level of nesting, because a support function may use those of other
  // shapes.
  if (depth === answers.length) answers.push(newAnswer());
  let answer = answers[depth];
  try {
    answer.x = NaN;
    answer.y = NaN;
  } catch {
    // The last support function froze it.
    answer = newAnswer();
    answers[depth] = answer;
  }
  depth++;
  try {
    shape.support.call(shape.owner, dx, dy, answer);
  } finally {
    depth--;
  }
  const { x, y } = answer;
  const isPoint = typeof x === "number" && Math.abs(x) <= MAX_COORDINATE &&
    typeof y === "number" && Math.abs(y) <= MAX_COORDINATE;
  if (!isPoint) refuseAnswer(x, y, dx, dy);
  FURTHEST[0] = x;
  FURTHEST[1] = y;
  FURTHEST[2] = x;
  FURTHEST[3] = y;
}

/** The point of an ellipse with the outward normal d = DIRECTION: (rx² dx, ry² dy) / |(rx dx, ry dy)|. */
function findEllipseSupport({ record }: Shape): void {
  const rx = record[HALF_AXES], ry = record[HALF_AXES + 1];
  const dx = DIRECTION[0], dy = DIRECTION[1];
  const length = Math.sqrt(dx * dx + dy * dy);
  const ux = rx * (dx / length), uy = ry * (dy / length);
  const l = Math.sqrt(ux * ux + uy * uy);
  FURTHEST[0] = rx * (ux / l);
  FURTHEST[1] = ry * (uy / l);
  FURTHEST[2] = FURTHEST[0];
  FURTHEST[3] = FURTHEST[1];
}

/** FURTHEST[2], FURTHEST[3] = the offset that `transformShape` has added to a shape, usually 0. */
export function findMove(shape: Shape): void {
  FURTHEST[2] = 0;
  FURTHEST[3] = 0;
  if (shape.placed === null) return;
  findMove(shape.placed.shape);
  const { x, y, cos, sin } = shape.placed.pose;
  const px = FURTHEST[2], py = FURTHEST[3];
  FURTHEST[2] = cos * px - sin * py + x;
  FURTHEST[3] = sin * px + cos * py + y;
}

/**
 * Index of the core point furthest along DIRECTION, the first one among equals. For shapes without
 * a support function.
 */
function furthestIndex({ points }: Shape): number {
  const dx = DIRECTION[0], dy = DIRECTION[1];
  // Measure distances along d from the first point, so that a large offset cancels exactly.
  const { x, y } = points[0];
  let best = 0;
  let value = 0;
  for (let k = 1; k < points.length; k++) {
    const v = (points[k].x - x) * dx + (points[k].y - y) * dy;
    if (v > value) {
      best = k;
      value = v;
    }
  }
  return best;
}

/**
 * Answer objects of the running evaluations, innermost last. They are kept, to allocate nothing.
 */
const answers: Vec2[] = [];
let depth = 0;

/** Sealed, so that a support function cannot replace the coordinates by accessors. */
function newAnswer(): Vec2 {
  return Object.seal({ x: NaN, y: NaN });
}

function refuseDirection(): never {
  checkFinite("evaluate support", "dx", DIRECTION[0]);
  checkFinite("evaluate support", "dy", DIRECTION[1]);
  throw new RangeError("Cannot evaluate support: (dx, dy) is (0, 0), must have a direction");
}

function refuseAnswer(x: unknown, y: unknown, dx: number, dy: number): void {
  const task = `evaluate support in direction (${dx}, ${dy})`;
  checkCoordinate(task, "out.x", x);
  checkCoordinate(task, "out.y", y);
}
