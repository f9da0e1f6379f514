/**
 * Boundaries of polygons that are not convex.
 *
 * @module
 */
import type { Vec2 } from "@narrowphase/gjk2d";
import { type Random, unitVector } from "./random.ts";

/** A star-shaped polygon: vertices at rising angles, at random distances. */
export function star(r: Random, n: number): Vec2[] {
  return Array.from({ length: n }, (_, k) => {
    const { x, y } = unitVector(6.283185307179586 * (k + r.range(0, 0.9)) / n);
    const d = r.range(0.2, 1);
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
