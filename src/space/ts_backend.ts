/**
 * The TypeScript backend: poses in one array, and the kernel for everything else.
 *
 * @module
 */
import { isRotation, POSITION_LIMIT } from "../math/check.ts";
import type { Shape } from "../shapes/shape.ts";
import type { Backend, PairQuery } from "./backend.ts";
import { POSE_STRIDE } from "./layout.ts";
import { askKernel } from "./scalar.ts";

/** Spaces in plain TypeScript. */
export class TsBackend implements Backend {
  poses: Float64Array;
  capacity: number;
  readonly #shapes: (Shape | null)[] = [];

  constructor(capacity: number) {
    this.capacity = capacity;
    this.poses = new Float64Array(POSE_STRIDE * capacity);
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

  place(id: number, shape: Shape): void {
    while (this.#shapes.length <= id) this.#shapes.push(null);
    this.#shapes[id] = shape;
  }

  clear(id: number): void {
    this.#shapes[id] = null;
  }

  findStray(pairs: Uint32Array, limit: number, _gaps: boolean): number {
    const shapes = this.#shapes;
    for (let k = 0; k < pairs.length; k++) {
      const id = pairs[k];
      if (id >= limit || shapes[id] === null) return k;
    }
    return -1;
  }

  areInRange(limit: number): boolean {
    const P = this.poses;
    for (let p = 0; p < POSE_STRIDE * limit; p += POSE_STRIDE) {
      if (
        !(Math.abs(P[p]) <= POSITION_LIMIT && Math.abs(P[p + 1]) <= POSITION_LIMIT &&
          isRotation(P[p + 2], P[p + 3]))
      ) return false;
    }
    return true;
  }

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
