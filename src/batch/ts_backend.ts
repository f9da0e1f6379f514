/**
 * The TypeScript backend: the kernel as the object API runs it, over the poses of the batch.
 *
 * Shapes keep the records they have, one array each. One large typed array for all of them would make
 * the kernel's loads see two kinds of arrays, and every query of the object API pay for that.
 *
 * @module
 */
import {
  intersects as decide,
  SIGNED,
  signedDistance as measure,
  UNSIGNED,
} from "../kernel/pair.ts";
import { AX, AY, BX, BY, DISTANCE, NX, NY, STATUS } from "../kernel/registers.ts";
import { W } from "../query/pair.ts";
import type { Shape } from "../shapes/shape.ts";
import type { Backend, PairQuery } from "./backend.ts";
import { POSE_STRIDE } from "./layout.ts";

/** Batches in plain TypeScript. */
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

  intersects(pairs: Uint32Array, out: Uint8Array): void {
    const shapes = this.#shapes;
    const P = this.poses;
    for (let k = 0; 2 * k < pairs.length; k++) {
      const i = pairs[2 * k], j = pairs[2 * k + 1];
      const a = shapes[i]!, b = shapes[j]!;
      if (a.support !== null || b.support !== null) continue;
      out[k] = decide(a.record, 0, a.count, b.record, 0, b.count, P, 4 * i, 4 * j, W);
    }
  }

  measure(query: Exclude<PairQuery, "intersects">, pairs: Uint32Array, out: Float64Array): void {
    const shapes = this.#shapes;
    const P = this.poses;
    const mode = query === "distances" ? UNSIGNED : SIGNED;
    const depths = query === "penetrations";
    for (let k = 0, o = 0; 2 * k < pairs.length; k++, o += 8) {
      const i = pairs[2 * k], j = pairs[2 * k + 1];
      const a = shapes[i]!, b = shapes[j]!;
      if (a.support !== null || b.support !== null) continue;
      measure(a.record, 0, a.count, b.record, 0, b.count, P, 4 * i, 4 * j, W, mode);
      let d = W[DISTANCE];
      if (depths) {
        if (d > 0) {
          for (let m = o; m < o + 8; m++) out[m] = 0;
          continue;
        }
        d = d < 0 ? -d : 0;
      }
      out[o] = d;
      out[o + 1] = W[NX];
      out[o + 2] = W[NY];
      out[o + 3] = W[AX];
      out[o + 4] = W[AY];
      out[o + 5] = W[BX];
      out[o + 6] = W[BY];
      out[o + 7] = W[STATUS];
    }
  }
}
