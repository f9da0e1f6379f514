import { COUNT, PA, PB, QA, QB, RA, RB, WARM } from "../kernel/registers.ts";

/**
 * Remembers the simplex with which GJK ended, so that the next query on the same pair of bodies starts
 * from it. Keep one per pair of bodies.
 *
 * The answer is as exact as a cold one. Where several closest features are equally good (parallel edges,
 * or any common point of overlapping shapes) a warm query may name another of them.
 *
 * A cache that belongs to other shapes does no harm either: indices that do not exist are ignored.
 *
 * @example Usage
 * ```ts
 * import { box, distance, pose, SimplexCache } from "@narrowphase/gjk2d";
 * import { assert } from "@std/assert";
 *
 * const crate = box(2, 2);
 * const a = pose(0, 0, 0.1);
 * const b = pose(5, 1, 0.7);
 * const cache = new SimplexCache();
 * const cold = distance(crate, a, crate, b, undefined, cache);
 * b.x += 0.01;
 * const warm = distance(crate, a, crate, b, undefined, cache);
 * assert(warm.iterations < cold.iterations);
 * ```
 */
export class SimplexCache {
  /** Number of simplex points remembered, 0 to 3. */
  count = 0;
  /** Vertex index of each simplex point on A. */
  readonly indexA: Int32Array = new Int32Array(3);
  /** Vertex index of each simplex point on B. */
  readonly indexB: Int32Array = new Int32Array(3);

  /** Forgets the simplex: the next query starts cold. */
  clear(): void {
    this.count = 0;
  }

  /**
   * Hands the simplex to the kernel.
   * @internal
   */
  load(W: Float64Array): void {
    W[WARM] = this.count;
    W[PA] = this.indexA[0];
    W[PB] = this.indexB[0];
    W[QA] = this.indexA[1];
    W[QB] = this.indexB[1];
    W[RA] = this.indexA[2];
    W[RB] = this.indexB[2];
  }

  /**
   * Takes the simplex from the kernel.
   * @internal
   */
  store(W: Float64Array): void {
    W[WARM] = 0;
    this.count = W[COUNT];
    this.indexA[0] = W[PA];
    this.indexB[0] = W[PB];
    this.indexA[1] = W[QA];
    this.indexB[1] = W[QB];
    this.indexA[2] = W[RA];
    this.indexB[2] = W[RB];
  }
}
