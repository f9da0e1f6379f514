/**
 * Shapes whose core is a polygon.
 *
 * @module
 */
import { sincos, sincosTurn } from "../math/angle.ts";
import { checkArray, checkFinite, refuse } from "../math/check.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkOptions, checkRadius, checkSize, checkVertex } from "./check.ts";
import { inspectPolygon } from "./inspect.ts";
import { ConvexShape } from "./shape.ts";

/**
 * Most vertices of a regular polygon, 2^20, which take 34 MB, and several times that while they are
 * made. A typo in `n` must not end the process.
 */
const MOST_VERTICES = 1048576;

/** Options of {@linkcode polygon}. */
export interface PolygonOptions {
  /** Distance by which the polygon is rounded outward, `>= 0`; default 0. */
  radius?: number | undefined;
}

/** Options of {@linkcode box}. */
export interface BoxOptions {
  /** Distance by which the box is rounded outward, `>= 0`; default 0. */
  radius?: number | undefined;
  /** Center in the local frame; default (0, 0). */
  center?: Readonly<Vec2> | undefined;
  /** Rotation about the center in radians, counter-clockwise; default 0. */
  angle?: number | undefined;
}

/**
 * Makes a convex polygon. Vertices may have either winding. They are stored counter-clockwise, starting with
 * the first one that is kept. Exact duplicates of a neighbour, and vertices exactly on the line between their
 * neighbours, are dropped; nothing else is repaired. {@linkcode inspectPolygon} reports what is dropped or
 * wrong without throwing. {@linkcode convexHull} returns the convex hull of any points, which leaves out
 * vertices that rounding has moved inward from a straight edge. {@linkcode decompose} splits a concave
 * outline into convex parts.
 *
 * @param points Vertices in the local frame, at least 3 that are not on one line
 * @param options Radius by which the polygon is rounded outward
 * @returns A shape of kind `"polygon"`, rounded when the radius is positive
 * @throws {TypeError} If `points` is not an array of points, or an option has the wrong type
 * @throws {RangeError} If a coordinate is not finite or out of range, the polygon is not convex, has
 * no area, winds more than once or has an edge shorter than 2^-250, or the radius is negative
 *
 * @example Usage
 * ```ts
 * import { polygon } from "@narrowphase/gjk2d";
 *
 * const wedge = polygon([{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 0, y: 2 }], { radius: 0.5 });
 * wedge.points.length; // 3
 *
 * polygon([{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 1, y: 1 }, { x: 0, y: 4 }]); // throws RangeError: vertex 2 of points turns right
 * ```
 */
export function polygon(points: readonly Readonly<Vec2>[], options?: PolygonOptions): ConvexShape {
  checkArray("create polygon", "points", points, "points");
  checkOptions("create polygon", options, ["radius"], "write .map((p) => polygon(p))");
  const { radius = 0 } = options ?? {};
  return fromVertices(
    "create polygon",
    points,
    checkRadius("create polygon", "options.radius", radius),
  );
}

/**
 * Makes a rectangle. A radius rounds the core outward without changing its width and height, so the whole shape
 * measures `width + 2 radius` by `height + 2 radius`.
 *
 * @param width Extent of the core along the first axis (before rotation), from 2^-250 to 2^250
 * @param height Extent of the core along the second axis (before rotation), from 2^-250 to 2^250
 * @param options Radius, center and rotation
 * @returns A shape of kind `"polygon"`; its first vertex is the corner (-width/2, -height/2)
 * @throws {TypeError} If an argument has the wrong type
 * @throws {RangeError} If a number is not finite or out of range, or the center lies so far away, or the box
 * is turned and so thin, that rounding leaves fewer than four corners
 *
 * @example Usage
 * ```ts
 * import { box } from "@narrowphase/gjk2d";
 *
 * box(2, 6).points[0]; // { x: -1, y: -3 }
 * ```
 */
export function box(width: number, height: number, options?: BoxOptions): ConvexShape {
  const task = "create box";
  checkOptions(
    task,
    options,
    ["radius", "center", "angle"],
    "as in box(width, height, { center })",
  );
  const hx = checkSize(task, "width", width) / 2;
  const hy = checkSize(task, "height", height) / 2;
  const { radius: given = 0, center: at = { x: 0, y: 0 }, angle = 0 } = options ?? {};
  const radius = checkRadius(task, "options.radius", given);
  const center = checkVertex(task, "options.center", at);
  checkFinite(task, "options.angle", angle);
  const { cos, sin } = sincos(angle);
  const corner = (x: number, y: number): Vec2 =>
    checkVertex(task, "a corner", {
      x: center.x + (cos * x - sin * y),
      y: center.y + (sin * x + cos * y),
    });
  const corners = [corner(-hx, -hy), corner(hx, -hy), corner(hx, hy), corner(-hx, hy)];
  // If the box is far away, or thin and rotated, rounding may make two corners equal or three
  // collinear.
  const { vertices } = inspectPolygon(corners);
  if (vertices.length < 4) {
    throw new RangeError(
      `Cannot ${task}: width is ${width} and height ${height}, ` +
        `must survive the rounding of corners around (${center.x}, ${center.y})`,
    );
  }
  return new ConvexShape("polygon", vertices, radius);
}

/**
 * Makes a regular polygon around the origin. The first vertex is at (circumradius, 0), and opposite
 * vertices are exactly opposite.
 *
 * @param n Number of vertices, an integer from 3 to 2^20
 * @param circumradius Distance of the vertices from the origin, from 2^-250 to 2^250
 * @returns A shape of kind `"polygon"`
 * @throws {TypeError} If an argument is not a number
 * @throws {RangeError} If `n` is not an integer from 3 to 2^20, or the circumradius is out of range or so small
 * that edges are shorter than 2^-250
 */
export function regularPolygon(n: number, circumradius: number): ConvexShape {
  const task = "create regular polygon";
  checkFinite(task, "n", n);
  if (!Number.isInteger(n) || n < 3 || n > MOST_VERTICES) {
    refuse(task, "n", n, "be an integer from 3 to 2^20");
  }
  checkSize(task, "circumradius", circumradius);
  const corners: Vec2[] = [];
  for (let k = 0; k < n; k++) {
    const { cos, sin } = sincosTurn(k, n);
    corners.push({ x: circumradius * cos, y: circumradius * sin });
  }
  return fromVertices(task, corners, 0);
}

/** Makes a polygon of vertices that are not examined yet. */
export function fromVertices(
  task: string,
  points: readonly Readonly<Vec2>[],
  radius: number,
): ConvexShape {
  const { problem, notPoints, vertices } = inspectPolygon(points);
  if (problem !== null) {
    throw new (notPoints.length > 0 ? TypeError : RangeError)(`Cannot ${task}: ${problem}`);
  }
  return new ConvexShape("polygon", vertices, radius);
}
