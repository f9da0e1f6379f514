/**
 * Shapes whose core has one or two points.
 *
 * @module
 */
import { checkPointObject } from "../math/check.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkEdge, checkRadius, checkVertex } from "./check.ts";
import { ConvexShape } from "./shape.ts";

/**
 * Makes a circle (a closed disk). With radius 0 it is a point, and its kind says so.
 *
 * @param radius Radius in the caller's units, 0 or from 2^-250 to 2^250
 * @param center Center in the local frame
 * @returns A shape of kind `"circle"`, or `"point"` for radius 0
 * @throws {TypeError} If an argument has the wrong type
 * @throws {RangeError} If a number is negative, not finite or out of range
 *
 * @example Usage
 * ```ts
 * import { circle, IDENTITY, intersects, pose } from "@narrowphase/gjk2d";
 *
 * intersects(circle(1), IDENTITY, circle(2), pose(3, 0)); // true
 * ```
 */
export function circle(radius: number, center: Readonly<Vec2> = { x: 0, y: 0 }): ConvexShape {
  const task = "create circle", what = "a point { x, y }, as in circle(radius, center)";
  checkPointObject(task, "center", center, what);
  const r = checkRadius(task, "radius", radius);
  return round([checkVertex(task, "center", center)], r);
}

/**
 * Makes a single point.
 *
 * @param p Position in the local frame
 * @returns A shape of kind `"point"`
 * @throws {TypeError} If `p` is not a point
 * @throws {RangeError} If a coordinate is not finite or beyond ±2^250
 *
 * @example How deep is a point in a shape?
 * ```ts
 * import { box, IDENTITY, point, signedDistance } from "@narrowphase/gjk2d";
 *
 * const { distance, pointA } = signedDistance(box(4, 4), IDENTITY, point({ x: 1.5, y: 0 }), IDENTITY);
 * distance; // -0.5
 * pointA; // { x: 2, y: 0 }
 * ```
 */
export function point(p: Readonly<Vec2>): ConvexShape {
  return round([checkVertex("create point", "p", p)], 0);
}

/** A point at the origin, which a pose moves. */
export const ORIGIN: ConvexShape = /* @__PURE__ */ point({ x: 0, y: 0 });

/**
 * Makes a line segment. Two equal ends make a point, and the kind says so.
 *
 * @param p First end, in the local frame
 * @param q Second end, in the local frame
 * @returns A shape of kind `"segment"`, or `"point"` for equal ends
 * @throws {TypeError} If an end is not a point
 * @throws {RangeError} If a coordinate is not finite or beyond ±2^250, or the ends differ by less than
 * 2^-250
 *
 * @example Two-sided, without thickness
 * ```ts
 * import { circle, distance, IDENTITY, pose, segment } from "@narrowphase/gjk2d";
 *
 * const wall = segment({ x: 0, y: -5 }, { x: 0, y: 5 });
 * distance(wall, IDENTITY, circle(0.5), pose(2, 1)).distance; // 1.5
 * distance(wall, IDENTITY, circle(0.5), pose(-2, 1)).distance; // 1.5
 * ```
 */
export function segment(p: Readonly<Vec2>, q: Readonly<Vec2>): ConvexShape {
  return round(ends("create segment", p, q), 0);
}

/**
 * Makes a capsule: all points within `radius` of a segment. Two equal ends make a circle, radius 0
 * makes a segment, and the kind says so.
 *
 * @param p First end of the core segment, in the local frame
 * @param q Second end of the core segment, in the local frame
 * @param radius Radius in the caller's units, 0 or from 2^-250 to 2^250
 * @returns A shape of kind `"capsule"`, or `"circle"`, `"segment"`, `"point"` when degenerate
 * @throws {TypeError} If an argument has the wrong type
 * @throws {RangeError} If a number is not finite or out of range, the radius is negative, or the ends differ by
 * less than 2^-250
 *
 * @example A character, two units tall
 * ```ts
 * import { aabb, capsule, pose } from "@narrowphase/gjk2d";
 *
 * const hero = capsule({ x: 0, y: -0.75 }, { x: 0, y: 0.75 }, 0.25);
 * aabb(hero, pose(0, 1)); // { minX: -0.25, minY: 0, maxX: 0.25, maxY: 2 }
 * ```
 */
export function capsule(p: Readonly<Vec2>, q: Readonly<Vec2>, radius: number): ConvexShape {
  const core = ends("create capsule", p, q);
  return round(core, checkRadius("create capsule", "radius", radius));
}

/** One or two distinct core points. */
function ends(task: string, p: Readonly<Vec2>, q: Readonly<Vec2>): Vec2[] {
  const a = checkVertex(task, "p", p);
  const b = checkVertex(task, "q", q);
  if (a.x === b.x && a.y === b.y) return [a];
  checkEdge(task, "the segment from p to q", a, b);
  return [a, b];
}

/** Shape of one or two distinct core points, of the kind that it is. */
export function round(core: readonly Readonly<Vec2>[], radius: number): ConvexShape {
  const kind = core.length === 1
    ? (radius > 0 ? "circle" : "point")
    : (radius > 0 ? "capsule" : "segment");
  return new ConvexShape(kind, core, radius);
}
