/**
 * Axis-aligned bounding boxes.
 *
 * @module
 */
import type { Vec2 } from "./vec2.ts";

/**
 * An axis-aligned box, boundary included, in the caller's units. A box with `minX > maxX` or
 * `minY > maxY` is empty: it contains and overlaps nothing.
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
  return write(
    Math.min(a.minX, b.minX),
    Math.min(a.minY, b.minY),
    Math.max(a.maxX, b.maxX),
    Math.max(a.maxY, b.maxY),
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
  return write(
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
  return write(
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

function write(minX: number, minY: number, maxX: number, maxY: number, out: Aabb): Aabb {
  out.minX = minX;
  out.minY = minY;
  out.maxX = maxX;
  out.maxY = maxY;
  return out;
}

function blank(): Aabb {
  return { minX: 0, minY: 0, maxX: 0, maxY: 0 };
}
