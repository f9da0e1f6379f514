/**
 * Support points, of shapes with core points and of shapes given by a support function.
 *
 * @module
 */
import { checkCoordinate, checkFinite, checkObject } from "../math/check.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkShape } from "./check.ts";
import { MAX_COORDINATE } from "./limits.ts";
import type { Shape } from "./shape.ts";

/**
 * Furthest point of a shape's core (without its radius) in a direction, checked: what a custom
 * support function throws comes through unchanged, what it answers wrongly is refused.
 *
 * @param shape Shape
 * @param dx First coordinate of the direction, local frame; any length but 0
 * @param dy Second coordinate of the direction, local frame
 * @param out Receives the point, in the local frame
 * @returns `out`
 * @throws {TypeError} If an argument has the wrong kind, or a custom support function does not leave two
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
  if (
    !(typeof dx === "number" && typeof dy === "number" && Math.abs(dx) + Math.abs(dy) > 0 &&
      dx - dx + (dy - dy) === 0)
  ) refuseDirection(dx, dy);
  checkObject("evaluate support", "out", out, "a point { x, y }");
  if (shape.support === null) {
    DIRECTION[0] = dx;
    DIRECTION[1] = dy;
    const { x, y } = shape.points[furthestIndex(shape)];
    out.x = x;
    out.y = y;
    return out;
  }
  // The function gets an object of ours, so that an answer which is refused leaves `out` alone. One
  // for each level, because a support function may be built from other shapes' supports.
  if (depth === answers.length) answers.push(newAnswer());
  let answer = answers[depth];
  try {
    answer.x = NaN;
    answer.y = NaN;
  } catch {
    // The last user froze it.
    answer = newAnswer();
    answers[depth] = answer;
  }
  depth++;
  try {
    shape.support(dx, dy, answer);
  } finally {
    depth--;
  }
  const { x, y } = answer;
  checkAnswer("x", x, dx, dy);
  checkAnswer("y", y, dx, dy);
  out.x = x;
  out.y = y;
  return out;
}

/** Handed to `furthestIndex`: as arguments a JavaScript engine would box the two numbers. */
export const DIRECTION: Float64Array = /* @__PURE__ */ new Float64Array(2);

/** Index of the core point of a shape without a support function that is furthest along DIRECTION; the first of equals. */
export function furthestIndex({ points }: Shape): number {
  const dx = DIRECTION[0], dy = DIRECTION[1];
  // Distances along d are compared from the first point, so that a far offset cancels exactly.
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

/** Answers of the evaluations that are running, innermost last; kept to allocate nothing. */
const answers: Vec2[] = [];
let depth = 0;

/** Sealed, so that a support function cannot put accessors in the place of the coordinates. */
function newAnswer(): Vec2 {
  return Object.seal({ x: NaN, y: NaN });
}

function refuseDirection(dx: unknown, dy: unknown): never {
  checkFinite("evaluate support", "dx", dx);
  checkFinite("evaluate support", "dy", dy);
  throw new RangeError("Cannot evaluate support: (dx, dy) is (0, 0), must have a direction");
}

function checkAnswer(name: string, value: unknown, dx: number, dy: number): void {
  if (typeof value === "number" && Math.abs(value) <= MAX_COORDINATE) return;
  checkCoordinate(`evaluate support in direction (${dx}, ${dy})`, `out.${name}`, value);
}
