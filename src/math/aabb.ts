/**
 * Axis-aligned bounding boxes.
 *
 * @module
 */
import type { Vec2 } from "./vec2.ts";

/**
 * An axis-aligned box, boundary included, in the caller's units. A box with `minX > maxX` or
 * `minY > maxY` is empty; {@linkcode emptyAabb} makes the one that every union absorbs.
 */
export interface Aabb {
  /** Least first coordinate. */
  minX: number;
  /** Least second coordinate. */
  minY: number;
  /** Greatest first coordinate. */
  maxX: number;
  /** Greatest second coordinate. */
  maxY: number;
}

/**
 * The empty box: it contains nothing, overlaps nothing, and the union with it is the other box.
 *
 * @param out Receives the box
 * @returns `out`
 */
export function emptyAabb(out: Aabb = blank()): Aabb {
  return setAabb(Infinity, Infinity, -Infinity, -Infinity, out);
}

/**
 * Writes four bounds into a box.
 *
 * @param minX Least first coordinate
 * @param minY Least second coordinate
 * @param maxX Greatest first coordinate
 * @param maxY Greatest second coordinate
 * @param out Receives the box
 * @returns `out`
 */
export function setAabb(
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  out: Aabb = blank(),
): Aabb {
  out.minX = minX;
  out.minY = minY;
  out.maxX = maxX;
  out.maxY = maxY;
  return out;
}

/**
 * Copies a box.
 *
 * @param box Box to copy
 * @param out Receives the copy
 * @returns `out`
 */
export function copyAabb(box: Readonly<Aabb>, out: Aabb = blank()): Aabb {
  return setAabb(box.minX, box.minY, box.maxX, box.maxY, out);
}

/**
 * Smallest box that contains both boxes.
 *
 * @param a First box
 * @param b Second box
 * @param out Receives the union; may be `a` or `b`
 * @returns `out`
 *
 * @example Usage
 * ```ts
 * import { unionAabb } from "@narrowphase/gjk2d/math";
 *
 * const a = { minX: 0, minY: 1, maxX: 2, maxY: 3 };
 * const b = { minX: -5, minY: 2, maxX: 1, maxY: 7 };
 * unionAabb(a, b); // { minX: -5, minY: 1, maxX: 2, maxY: 7 }
 * ```
 */
export function unionAabb(a: Readonly<Aabb>, b: Readonly<Aabb>, out: Aabb = blank()): Aabb {
  return setAabb(
    Math.min(a.minX, b.minX),
    Math.min(a.minY, b.minY),
    Math.max(a.maxX, b.maxX),
    Math.max(a.maxY, b.maxY),
    out,
  );
}

/**
 * Largest box that lies in both boxes; empty (`minX > maxX` or `minY > maxY`) when they are apart.
 *
 * @param a First box
 * @param b Second box
 * @param out Receives the intersection; may be `a` or `b`
 * @returns `out`
 */
export function intersectionAabb(
  a: Readonly<Aabb>,
  b: Readonly<Aabb>,
  out: Aabb = blank(),
): Aabb {
  return setAabb(
    Math.max(a.minX, b.minX),
    Math.max(a.minY, b.minY),
    Math.min(a.maxX, b.maxX),
    Math.min(a.maxY, b.maxY),
    out,
  );
}

/**
 * The box with every side moved outward by `margin`. A negative margin shrinks it, possibly to an
 * empty box.
 *
 * @param box Box
 * @param margin Distance in the box's units
 * @param out Receives the result; may be `box`
 * @returns `out`
 */
export function expandAabb(box: Readonly<Aabb>, margin: number, out: Aabb = blank()): Aabb {
  return setAabb(
    box.minX - margin,
    box.minY - margin,
    box.maxX + margin,
    box.maxY + margin,
    out,
  );
}

/**
 * The box that a box sweeps over while it moves by (`dx`, `dy`).
 *
 * @param box Box at the start
 * @param dx Translation along the first axis
 * @param dy Translation along the second axis
 * @param out Receives the result; may be `box`
 * @returns `out`
 */
export function sweepAabb(
  box: Readonly<Aabb>,
  dx: number,
  dy: number,
  out: Aabb = blank(),
): Aabb {
  return setAabb(
    Math.min(box.minX, box.minX + dx),
    Math.min(box.minY, box.minY + dy),
    Math.max(box.maxX, box.maxX + dx),
    Math.max(box.maxY, box.maxY + dy),
    out,
  );
}

/**
 * Whether two boxes have a point in common. Boxes are closed: touching counts.
 *
 * @param a First box
 * @param b Second box
 * @returns `true` when they overlap or touch
 */
export function overlapsAabb(a: Readonly<Aabb>, b: Readonly<Aabb>): boolean {
  // Compare the bounds of the intersection, so that an empty box overlaps nothing.
  return Math.max(a.minX, b.minX) <= Math.min(a.maxX, b.maxX) &&
    Math.max(a.minY, b.minY) <= Math.min(a.maxY, b.maxY);
}

/**
 * Whether `outer` contains all of `inner`, boundary included.
 *
 * @param outer Containing box
 * @param inner Contained box
 * @returns `true` when no point of `inner` is outside `outer`
 */
export function containsAabb(outer: Readonly<Aabb>, inner: Readonly<Aabb>): boolean {
  return (
    (outer.minX <= inner.minX && inner.maxX <= outer.maxX &&
      outer.minY <= inner.minY && inner.maxY <= outer.maxY) ||
    inner.minX > inner.maxX || inner.minY > inner.maxY
  );
}

/**
 * Whether a point lies in a box, boundary included.
 *
 * @param box Box
 * @param p Point
 * @returns `true` when the box contains the point
 */
export function aabbContainsPoint(box: Readonly<Aabb>, p: Readonly<Vec2>): boolean {
  return box.minX <= p.x && p.x <= box.maxX && box.minY <= p.y && p.y <= box.maxY;
}

/**
 * Center of a non-empty box.
 *
 * @param box Box
 * @param out Receives the center
 * @returns `out`
 */
export function aabbCenter(box: Readonly<Aabb>, out: Vec2 = { x: 0, y: 0 }): Vec2 {
  out.x = 0.5 * box.minX + 0.5 * box.maxX;
  out.y = 0.5 * box.minY + 0.5 * box.maxY;
  return out;
}

/**
 * Perimeter of a non-empty box, the cost measure of bounding volume trees.
 *
 * @param box Box
 * @returns `2 (width + height)`
 */
export function aabbPerimeter(box: Readonly<Aabb>): number {
  return 2 * ((box.maxX - box.minX) + (box.maxY - box.minY));
}

function blank(): Aabb {
  return { minX: 0, minY: 0, maxX: 0, maxY: 0 };
}
