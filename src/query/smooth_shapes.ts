/**
 * Shapes given by a support function, and with them the solver for their queries.
 *
 * @module
 */
import { checkObject, refuse } from "../math/check.ts";
import type { Vec2 } from "../math/vec2.ts";
import { aabb } from "../shapes/bounds.ts";
import { checkRadius, checkSize, checkVertex } from "../shapes/check.ts";
import { findCurvedSupport } from "../shapes/curved_support.ts";
import { HALF_AXES } from "../shapes/record.ts";
import { ConvexShape, type SupportFunction } from "../shapes/shape.ts";
import { attachCurved, evaluateSupport } from "../shapes/support.ts";
import { attachSmooth, type SmoothQueries } from "./attached.ts";
import { attachArcs } from "./smooth/bounds.ts";
import { roundArcs } from "./smooth/round_arcs.ts";
import { straightSides } from "./smooth/sides.ts";
import {
  attachSides,
  collide,
  collideAlong,
  findSide,
  measureDistance,
  measurePenetration,
  solve,
  trace,
} from "./smooth/solve.ts";

const smoothQueries: SmoothQueries = {
  solve,
  collide,
  collideAlong,
  findSide,
  trace,
  measureDistance,
  measurePenetration,
  aabb,
};

/** Argument of {@linkcode convex}. */
export interface ConvexOptions {
  /**
   * Support function of the core, in the local frame: writes a furthest point in direction (`dx`, `dy`) to
   * `out`. It must be pure, and describe a bounded convex set. `this` is this options object.
   */
  support: SupportFunction;
  /** A point of the core, in the local frame, preferably well inside. Searches start from it. */
  center: Readonly<Vec2>;
  /** Distance by which the core is rounded outward, in the caller's units, `>= 0`; default 0. */
  radius?: number | undefined;
}

/**
 * Makes an ellipse around the origin, with its axes along the coordinate axes; a pose or
 * {@linkcode transformShape} puts it elsewhere. Queries on it, booleans included, are accurate to 4 u (see
 * {@linkcode distance}); for shapes with vertices booleans are exact.
 *
 * @param rx Half extent along the first axis, from 2^-250 to 2^250
 * @param ry Half extent along the second axis, from 2^-250 to 2^250
 * @returns A shape of kind `"ellipse"`, also when both are equal (a `circle` is exact and faster)
 * @throws {TypeError} If an argument is not a number
 * @throws {RangeError} If an argument is not positive or out of range
 *
 * @example Usage
 * ```ts
 * import { circle, distance, ellipse, pose } from "@narrowphase/gjk2d";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * const egg = ellipse(3, 1);
 * assertAlmostEquals(distance(egg, pose(0, 0), circle(1), pose(6, 0)).distance, 2, 1e-14);
 * ```
 */
export function ellipse(rx: number, ry: number): ConvexShape {
  checkSize("create ellipse", "rx", rx);
  checkSize("create ellipse", "ry", ry);
  attachCurved(findCurvedSupport);
  attachSmooth(smoothQueries);
  const shape = new ConvexShape("ellipse", [{ x: 0, y: 0 }], 0, (dx, dy, out) => {
    evaluateSupport(shape, dx, dy, out);
  });
  shape.record[HALF_AXES] = rx;
  shape.record[HALF_AXES + 1] = ry;
  return shape;
}

/**
 * Makes a shape from a support function, which returns the furthest point of a convex set in a direction.
 * Queries on it, booleans included, are accurate to 4 u (see {@linkcode distance}), with one exception. Where
 * the depth of an overlap hardly depends on the direction, as in the middle of a disk, no number of samples
 * proves which direction is best. A stretch of boundary up to a tenth of its radius long that looks like a
 * circular arc, at its ends and between them, is then assumed to be one.
 *
 * The function is called by queries only, not here. If it throws, the query throws the same error. A result
 * that is not two finite numbers is refused with an error that names the direction. Neither leaves anything in
 * a bad state.
 *
 * A query calls the function between a few and about eighty times. If there is a contact, {@linkcode collide}
 * calls it about twenty times more to find straight sides, on which the shape rests like a polygon, or a
 * hundred times more if the boundary is almost straight. For this, the function must return exactly the same
 * corner for every direction. If a corner varies by more than rounding, the sides beside it have only one
 * contact point, on which the shape rocks.
 *
 * A polygon is much faster. With `out` nothing is allocated except what the function itself allocates, and the
 * two numbers that a JavaScript engine boxes to call a function that it does not inline.
 *
 * @param options Support function, a point of the core, radius
 * @returns A shape of kind `"convex"`
 * @throws {TypeError} If an option has the wrong type
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
export function convex(options: ConvexOptions): ConvexShape {
  checkObject("create convex shape", "options", options, "an object");
  const { support, radius: given = 0 } = options;
  if (typeof support !== "function") {
    refuse("create convex shape", "options.support", support, "be a function", TypeError);
  }
  const center = checkVertex("create convex shape", "options.center", options.center);
  const radius = checkRadius("create convex shape", "options.radius", given);
  attachCurved(findCurvedSupport);
  attachSmooth(smoothQueries);
  attachArcs(roundArcs);
  attachSides(straightSides);
  return new ConvexShape("convex", [center], radius, support, true, null, options);
}
