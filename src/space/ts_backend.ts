/**
 * The TypeScript backend: poses in one array, and the kernel for everything else.
 *
 * @module
 */
import type { Shape } from "../shapes/shape.ts";
import type { Backend, PairQuery } from "./backend.ts";
import { MANIFOLD_STRIDE, POSE_STRIDE } from "./layout.ts";
import { askKernel } from "./scalar.ts";

/** Spaces in plain TypeScript. */
export class TsBackend implements Backend {
  poses: Float64Array;
  capacity: number;
  readonly #shapes: readonly (Shape | null)[];
  #rows = new Float64Array(0);

  constructor(capacity: number, shapes: readonly (Shape | null)[]) {
    this.capacity = capacity;
    this.#shapes = shapes;
    this.poses = new Float64Array(POSE_STRIDE * capacity);
  }

  get rows(): Float64Array {
    if (this.#rows.length === 0) this.#rows = new Float64Array(512 * MANIFOLD_STRIDE);
    return this.#rows;
  }

  reserve(capacity: number): void {
    if (capacity <= this.capacity) return;
    const poses = new Float64Array(POSE_STRIDE * capacity);
    poses.set(this.poses);
    // Detach the old array, as the other backend does: it becomes empty, so writes to it are not
    // lost unnoticed.
    globalThis.structuredClone?.(0, { transfer: [this.poses.buffer as ArrayBuffer] });
    this.poses = poses;
    this.capacity = capacity;
  }

  place(): void {}
  clear(): void {}

  ask(
    query: PairQuery,
    pairs: Uint32Array,
    count: number,
    out: Uint8Array | Float64Array,
    margin: number,
  ): void {
    askKernel(query, this.#shapes, this.poses, pairs, 0, null, count, out, margin);
  }
}
