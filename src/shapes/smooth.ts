/**
 * Shapes given by a support function.
 *
 * @module
 */
import { checkObject, show } from "../math/check.ts";
import { norm, normalize, type Vec2 } from "../math/vec2.ts";
import { checkRadius, checkShape, checkSize, checkVertex } from "./check.ts";
import { MAX_COORDINATE } from "./limits.ts";
import { Shape, type SupportFunction } from "./shape.ts";

/** Argument of {@linkcode convex}. */
export interface ConvexOptions {
  /**
   * Support function of the core, in the local frame: writes a furthest point in direction
   * (`dx`, `dy`) to `out`. It must be pure, and belong to a bounded convex set.
   */
  support: SupportFunction;
  /** A point of the core, preferably well inside; searches start from it. */
  center: Readonly<Vec2>;
  /** Distance by which the core is rounded outward, `>= 0`; default 0. */
  radius?: number;
}

/**
 * Makes an ellipse around the origin, axes along the coordinate axes.
 *
 * @param rx Half extent along the first axis, from 2^-250 to 2^250
 * @param ry Half extent along the second axis, from 2^-250 to 2^250
 * @returns A shape of kind `"ellipse"`, also when both are equal (a `circle` is exact and faster)
 * @throws {TypeError} If an argument is not a number
 * @throws {RangeError} If an argument is not positive or out of range
 */
export function ellipse(rx: number, ry: number): Shape {
  checkSize("create ellipse", "rx", rx);
  checkSize("create ellipse", "ry", ry);
  return new Shape("ellipse", [{ x: 0, y: 0 }], 0, (dx, dy, out) => {
    // The point with outward normal d is (rx² dx, ry² dy) / |(rx dx, ry dy)|.
    out.x = dx;
    out.y = dy;
    normalize(out, out);
    const ux = rx * out.x;
    const uy = ry * out.y;
    const l = norm(ux, uy);
    out.x = rx * (ux / l);
    out.y = ry * (uy / l);
  });
}

/**
 * Makes a shape from a support function: any convex set that can say which of its points is furthest
 * in a direction.
 *
 * The function is called only by queries, never here. What it throws comes out of the query
 * unchanged; a result that is not two finite numbers is refused with an error that names the
 * direction. Neither leaves anything in a bad state.
 *
 * @param options Support function, a point of the core, radius
 * @returns A shape of kind `"convex"`
 * @throws {TypeError} If an option has the wrong kind
 * @throws {RangeError} If a number is not finite or out of range, or the radius is negative
 *
 * @example Usage
 * ```ts
 * import { convex, evaluateSupport } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * // A half disk: the right half of the unit disk.
 * const halfDisk = convex({
 *   center: { x: 0.5, y: 0 },
 *   support(dx, dy, out) {
 *     const l = Math.sqrt(dx * dx + dy * dy);
 *     out.x = dx > 0 ? dx / l : 0;
 *     out.y = dx > 0 ? dy / l : Math.sign(dy);
 *   },
 * });
 * assertEquals(evaluateSupport(halfDisk, -1, 2), { x: 0, y: 1 });
 * ```
 */
export function convex(options: ConvexOptions): Shape {
  checkObject("create convex shape", "options", options, "an object");
  const { support } = options;
  if (typeof support !== "function") {
    throw new TypeError(
      `Cannot create convex shape: options.support is ${show(support)}, must be a function`,
    );
  }
  const center = checkVertex("create convex shape", "options.center", options.center);
  const radius = checkRadius("create convex shape", "options.radius", options.radius ?? 0);
  return new Shape("convex", [center], radius, support);
}

/**
 * Furthest point of a shape's core (without its radius) in a direction, checked: what a custom
 * support function throws comes through unchanged, what it answers wrongly is refused.
 *
 * @param shape Shape
 * @param dx First coordinate of the direction, local frame; any length but 0
 * @param dy Second coordinate of the direction, local frame
 * @param out Receives the point, in the local frame
 * @returns `out`
 * @throws {TypeError} If a custom support function does not leave two numbers
 * @throws {RangeError} If it leaves a number that is not finite or beyond ±2^250
 */
export function evaluateSupport(
  shape: Shape,
  dx: number,
  dy: number,
  out: Vec2 = { x: 0, y: 0 },
): Vec2 {
  checkShape("evaluate support", "shape", shape);
  if (shape.support === null) {
    // Distances along d are compared from the first point, so that a far offset cancels exactly.
    const points = shape.points;
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
    out.x = points[best].x;
    out.y = points[best].y;
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

/** Answers of the evaluations that are running, innermost last; kept to allocate nothing. */
const answers: Vec2[] = [];
let depth = 0;

/** Sealed, so that a support function cannot put accessors in the place of the coordinates. */
function newAnswer(): Vec2 {
  return Object.seal({ x: NaN, y: NaN });
}

function checkAnswer(name: string, value: unknown, dx: number, dy: number): void {
  if (typeof value === "number" && Math.abs(value) <= MAX_COORDINATE) return;
  const what = `Cannot evaluate support in direction (${dx}, ${dy}): out.${name} is ${show(value)}`;
  if (typeof value !== "number") throw new TypeError(`${what}, must be a number`);
  if (!Number.isFinite(value)) throw new RangeError(`${what}, must be finite`);
  throw new RangeError(`${what}, must be within ±2^250`);
}
