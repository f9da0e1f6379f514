import { signedDistance } from "../kernel/pair.ts";
import { resume } from "../kernel/resume.ts";
import type { Shape } from "../shapes/shape.ts";
import { readResult, W } from "./pair.ts";
import type { DistanceResult } from "./result.ts";

// Copies of the constants in registers.ts, held equal by `deno task ok`: V8 folds a constant of the same
// file, but reads one of another module from memory at every use.
const COUNT = 22;
const PA = 23;
const PB = 24;
const QA = 25;
const QB = 26;
const RA = 27;
const RB = 28;
const WARM = 35;
const UNCERTAIN = 2;

/**
 * Remembers the features with which a query ended, or the triangle that held the origin, so that the next query
 * on the same pair of bodies looks there first. Keep one per pair of bodies.
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
  readonly indexA: number[] = [0, 0, 0];
  /** Vertex index of each simplex point on B. */
  readonly indexB: number[] = [0, 0, 0];

  /** Forgets the simplex: the next query starts cold. */
  clear(): void {
    this.count = 0;
  }

  /**
   * `distance` or `signedDistance`, as `mode` says, of the pair in the registers, from the simplex kept here;
   * keeps the new one.
   * @internal
   */
  measure(a: Shape, b: Shape, mode: number, out: DistanceResult): DistanceResult {
    const { indexA, indexB } = this;
    W[COUNT] = this.count;
    W[PA] = indexA[0];
    W[PB] = indexB[0];
    W[QA] = indexA[1];
    W[QB] = indexB[1];
    W[RA] = indexA[2];
    W[RB] = indexB[2];
    const verdict = this.count > 0 ? resume(a.record, a.count, b.record, b.count, W) : UNCERTAIN;
    W[WARM] = verdict === UNCERTAIN ? 0 : verdict + 1;
    signedDistance(a.record, a.count, b.record, b.count, W, mode);
    W[WARM] = 0;
    this.count = W[COUNT] | 0;
    indexA[0] = W[PA] | 0;
    indexB[0] = W[PB] | 0;
    indexA[1] = W[QA] | 0;
    indexB[1] = W[QB] | 0;
    indexA[2] = W[RA] | 0;
    indexB[2] = W[RB] | 0;
    return readResult(out);
  }
}
