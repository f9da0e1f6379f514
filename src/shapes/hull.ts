/**
 * Convex hull of a set of points.
 *
 * @module
 */
import { orientation } from "../math/orient.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkVertices } from "./check.ts";

/**
 * Convex hull, with an exact orientation predicate: the result is strictly convex and contains every
 * given point, however nearly collinear they are.
 *
 * A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions" (Information
 * Processing Letters 9, 1979).
 *
 * @param points Any finite points; duplicates are fine, the list is not modified
 * @returns New points, counter-clockwise, starting with the lowest of the leftmost; without points on
 * the line between two others. One point when all coincide, the two ends when all lie on one line,
 * none for an empty list
 * @throws {TypeError} If `points` is not an array of points
 * @throws {RangeError} If a coordinate is not finite
 *
 * @example Usage
 * ```ts
 * import { convexHull, polygon } from "@narrowphase/gjk2d";
 *
 * const cloud = [{ x: 0, y: 0 }, { x: 2, y: 1 }, { x: 1, y: 1 }, { x: 4, y: 0 }, { x: 1, y: 3 }];
 * const hull = convexHull(cloud);
 * hull; // [{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 1, y: 3 }]
 * polygon(hull).points.length; // 3
 * ```
 */
export function convexHull(points: readonly Readonly<Vec2>[]): Vec2[] {
  const sorted = checkVertices("compute convex hull", "points", points, Number.MAX_VALUE);
  sorted.sort((a, b) => a.x - b.x || a.y - b.y);
  const distinct = sorted.filter((p, k) =>
    k === 0 || p.x !== sorted[k - 1].x || p.y !== sorted[k - 1].y
  );
  if (distinct.length < 3) return distinct;

  // The lower chain from left to right, then the upper chain back.
  const hull: Vec2[] = [];
  for (const p of distinct) pushLeftTurn(hull, 0, p);
  const lower = hull.length - 1;
  for (let k = distinct.length - 2; k >= 0; k--) pushLeftTurn(hull, lower, distinct[k]);
  hull.pop(); // the first point again
  return hull;
}

/** Appends p to a chain that begins at `start`, after removing the points that are then inside. */
function pushLeftTurn(chain: Vec2[], start: number, p: Vec2): void {
  while (
    chain.length >= start + 2 &&
    orientation(chain[chain.length - 2], chain[chain.length - 1], p) <= 0
  ) chain.pop();
  chain.push(p);
}
