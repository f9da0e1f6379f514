/**
 * A tree of boxes: which of many edges or parts come near a place, without a look at the others.
 *
 * @module
 */
import type { Aabb } from "../math/aabb.ts";

/** Boxes of items and of groups of items, in preorder: a box is followed by everything in it. */
export class BoxTree {
  /** minX, minY, maxX, maxY of each box. */
  readonly #boxes: Float64Array;
  /** The node to go on at when a box is skipped with everything in it. */
  readonly #skip: Int32Array;
  /** The item in a box, or -1 for a group. */
  readonly #items: Int32Array;

  /** @param bounds minX, minY, maxX, maxY of each item */
  constructor(bounds: ArrayLike<number>) {
    const n = bounds.length >> 2, size = Math.max(2 * n - 1, 0);
    const boxes = this.#boxes = new Float64Array(4 * size);
    const skip = this.#skip = new Int32Array(size);
    const items = this.#items = new Int32Array(size).fill(-1);
    const order = Int32Array.from({ length: n }, (_, k) => k);
    let at = 0;
    const build = (from: number, to: number): void => {
      const node = at++;
      let minX = Infinity, minY = Infinity, maxX = -Infinity, maxY = -Infinity;
      for (let k = from; k < to; k++) {
        const b = 4 * order[k];
        minX = Math.min(minX, bounds[b]);
        minY = Math.min(minY, bounds[b + 1]);
        maxX = Math.max(maxX, bounds[b + 2]);
        maxY = Math.max(maxY, bounds[b + 3]);
      }
      boxes.set([minX, minY, maxX, maxY], 4 * node);
      if (to - from === 1) items[node] = order[from];
      else {
        // Split at the median along the longer side.
        const side = maxX - minX < maxY - minY ? 1 : 0;
        const key = (k: number): number => bounds[4 * k + side] + bounds[4 * k + 2 + side];
        order.subarray(from, to).sort((i, j) => key(i) - key(j) || i - j);
        const middle = (from + to) >> 1;
        build(from, middle);
        build(middle, to);
      }
      skip[node] = at;
    };
    if (n > 0) build(0, n);
  }

  /** Writes the items whose boxes meet a box to `found`, ascending, and returns their number. */
  find({ minX, minY, maxX, maxY }: Readonly<Aabb>, found: number[]): number {
    const boxes = this.#boxes, skip = this.#skip, items = this.#items, end = skip.length;
    let count = 0;
    for (let node = 0; node < end;) {
      const b = 4 * node;
      if (
        boxes[b] > maxX || boxes[b + 1] > maxY || boxes[b + 2] < minX || boxes[b + 3] < minY
      ) {
        node = skip[node];
        continue;
      }
      const item = items[node++];
      if (item < 0) continue;
      let k = count++;
      if (k === found.length) found.push(0);
      for (; k > 0 && found[k - 1] > item; k--) found[k] = found[k - 1];
      found[k] = item;
    }
    return count;
  }
}
