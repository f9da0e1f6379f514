/**
 * `SimplexCache`: warm starts the next query on the same pair.
 *
 * @module
 */
import * as state from "../kernel/state.ts";
import { signedDistance } from "../kernel/pair.ts";
import { registers } from "../kernel/registers.ts";
import { resume as resumePair } from "../kernel/resume.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { readResult as readPairResult } from "./pair.ts";
import type { DistanceResult } from "./result.ts";

const W = registers;
const resume = resumePair;
const readResult = readPairResult;

const { simplex } = state;

/**
 * Warm starts queries: stores the closest features that a query ended with, so that the next query on the same
 * pair of bodies looks there first. Keep one per pair of bodies.
 *
 * It makes `distance` and `signedDistance` 1.4 to 1.6 times as fast for bodies that are apart and move a little between
 * calls (docs/benchmarks.md), and the answer is as exact as without it.
 *
 * @remarks
 * Two rectangles, which need no search in any case, are 1.2 times as fast, overlapping shapes and polygons of hundreds
 * of vertices as fast as without; pairs with a support function ignore the cache. If several closest features are equally good (parallel edges, or any common point of overlapping
 * shapes), a query with a cache may return another of them. A cache of other shapes does no harm: indices that do not
 * exist are ignored.
 *
 * @example Usage
 * ```ts
 * import { distance, pose, regularPolygon, SimplexCache } from "@narrowphase/gjk2d";
 *
 * const nut = regularPolygon(6, 1);
 * const a = pose(0, 0, 0.1);
 * const b = pose(5, 1, 0.7);
 * const cache = new SimplexCache();
 * const cold = distance(nut, a, nut, b, undefined, cache);
 * b.x += 0.01;
 * const warm = distance(nut, a, nut, b, undefined, cache);
 * warm.iterations < cold.iterations; // true
 * ```
 */
export class SimplexCache {
  /** Number of simplex points p, q remembered, 0 to 2. */
  count = 0;
  // Indices of their vertices on A and B. They are separate fields, so that a cache is one piece of
  // memory.
  /** Vertex of A in p. */
  pA = 0;
  /** Vertex of B in p. */
  pB = 0;
  /** Vertex of A in q. */
  qA = 0;
  /** Vertex of B in q. */
  qB = 0;

  /**
   * The registers of its queries, which tell it from a cache of another copy of the library.
   * @internal
   */
  get registers(): Float64Array {
    return W;
  }

  /** Discards the simplex, so that the next query starts from scratch. */
  clear(): void {
    this.count = 0;
  }

  /**
   * `distance` or `signedDistance`, as `task` and `mode` say, of the pair in the registers. Starts
   * from the simplex stored here, and stores the new one.
   * @internal
   */
  measure(
    task: string,
    a: ConvexShape,
    b: ConvexShape,
    mode: number,
    out: DistanceResult,
  ): DistanceResult {
    const { record: VA, count: nA } = a, { record: VB, count: nB } = b;
    const count = this.count | 0, pA = this.pA | 0, pB = this.pB | 0;
    if (
      count > 0 && nA + nB > 2 &&
      resume(VA, nA, VB, nB, count, pA, pB, this.qA | 0, this.qB | 0)
    ) return readResult(task, out);
    signedDistance(VA, nA, VB, nB, mode);
    readResult(task, out);
    this.#keep();
    return out;
  }

  /** Stores the simplex in the registers, unless it is the triangle of an overlap. */
  #keep(): void {
    this.count = simplex.count < 3 ? simplex.count : 0;
    this.pA = simplex.pa;
    this.pB = simplex.pb;
    this.qA = simplex.qa;
    this.qB = simplex.qb;
  }
}
