/**
 * Rings of points, polygons and bodies of polygons; and boundaries that are not convex.
 *
 * @module
 */
import {
  box,
  type Compound,
  compound,
  type ConvexShape,
  decompose,
  polygon,
  type Vec2,
} from "@narrowphase/gjk2d";
import { type Random, unitVector } from "./random.ts";

/** Points from "x y, x y" or from pairs of coordinates. */
export function ring(points: string | readonly (readonly number[])[]): Vec2[] {
  const pairs = typeof points === "string"
    ? points.trim().split(/,\s*/).map((pair) => pair.split(/\s+/).map(Number))
    : points;
  return pairs.map(([x, y]) => ({ x, y }));
}

/** The polygon of a ring. */
export function polygonOf(points: Parameters<typeof ring>[0], radius = 0): ConvexShape {
  return polygon(ring(points), { radius });
}

/** A body of polygons. */
export function polygons(rings: readonly (readonly Vec2[])[]): Compound {
  return compound(rings.map((points) => polygon(points)));
}

/** A body of the pieces of an outline. */
export function pieces(outline: readonly Vec2[]): Compound {
  return polygons(decompose(outline));
}

/** A box by its sides. */
export function slab(x0: number, y0: number, x1: number, y1: number): ConvexShape {
  return box(x1 - x0, y1 - y0, { center: { x: (x0 + x1) / 2, y: (y0 + y1) / 2 } });
}

/** A body of squares in a row, the first with its center at (0, y). */
export function row(count: number, size: number, y = 0): Compound {
  const indices = Array.from({ length: count }, (_, k) => k);
  return compound(indices.map((k) => box(size, size, { center: { x: size * k, y } })));
}

/** A star-shaped polygon: vertices at rising angles, at random distances. */
export function star(r: Random, n: number, least = 0.2, most = 1): Vec2[] {
  return Array.from({ length: n }, (_, k) => {
    const { x, y } = unitVector(6.283185307179586 * (k + r.range(0, 0.9)) / n);
    const d = r.range(least, most);
    return { x: d * x, y: d * y };
  });
}

/** Walls of a corridor that winds inward: around a point, or up and down. */
export function corridor(n: number, isRound: boolean): Vec2[] {
  const wall = (width: number): Vec2[] =>
    Array.from({ length: n / 2 }, (_, k) => {
      if (!isRound) return { x: k, y: (k % 2) * 10 + width };
      const { x, y } = unitVector(0.15 * k % 6.283185307179586);
      const d = 2 + 0.08 * k + width;
      return { x: d * x, y: d * y };
    });
  return [...wall(1), ...wall(0).reverse()];
}

/** Walls of a corridor that winds around a point in turns of so many straight pieces. */
export function spiral(n: number, pieces: number): Vec2[] {
  const wall = (width: number): Vec2[] =>
    Array.from({ length: n / 2 }, (_, k) => {
      const { x, y } = unitVector(6.283185307179586 / pieces * (k % pieces));
      const d = 2 + k / pieces + width;
      return { x: d * x, y: d * y };
    });
  return [...wall(0.5), ...wall(0).reverse()];
}
