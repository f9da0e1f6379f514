/**
 * Queries on many pairs at once: bodies in one memory, in WebAssembly with SIMD where that is available, and in
 * TypeScript with the same bits elsewhere.
 *
 * @example Usage
 * ```ts
 * import { Batch } from "@narrowphase/gjk2d/batch";
 * import { box, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const batch = new Batch();
 * const crate = box(2, 2);
 * const a = batch.add(crate, pose(0, 0));
 * const b = batch.add(crate, pose(1.5, 0));
 * assertEquals(batch.penetrations(Uint32Array.of(a, b))[0], 0.5);
 * ```
 *
 * @module
 */
export { Batch, type BatchBackend, type BatchOptions } from "./batch.ts";
export { PARALLEL_PAIRS, ParallelBatch, type ParallelBatchOptions } from "./parallel.ts";
export type { ParallelWorker } from "./parallel_threads.ts";
export { findInBoxes } from "./in_boxes.ts";
export { rayCasts } from "./ray_casts.ts";
export {
  DISTANCE_OFFSET,
  DISTANCE_STRIDE,
  EXHAUSTED,
  HIT_STRIDE,
  MANIFOLD_POINTS_OFFSET,
  MANIFOLD_STRIDE,
  NORMAL_OFFSET,
  OVERLAPPING,
  PENETRATION_STRIDE,
  POINT_A_OFFSET,
  POINT_B_OFFSET,
  POSE_STRIDE,
  RAY_STRIDE,
  SEPARATED,
  STATUS_OFFSET,
  TOUCHING,
} from "./layout.ts";
