/**
 * The loose bodies: those that have left their fat boxes since the strips were built. They are kept
 * like one more strip.
 *
 * @module
 */
import type { Order } from "./order.ts";

/** Below all keys. */
const LEAST = -2_147_483_648;

/** The loose bodies of one space. Their entries in the strips are ignored. */
export class Loose {
  count = 0;
  /** Ids, sorted by left side. */
  ids: Int32Array = new Int32Array(0);
  /** Keys of their fat boxes, and the greatest right side up to each entry, as in the strips. */
  entries: Int32Array = new Int32Array(0);
  reach: Int32Array = new Int32Array(0);

  /** Makes room for this many bodies. */
  grow(room: number): void {
    const longer = (from: Int32Array, length: number): Int32Array => {
      const to = new Int32Array(length);
      to.set(from);
      return to;
    };
    this.ids = longer(this.ids, room);
    this.entries = longer(this.entries, 4 * room);
    this.reach = longer(this.reach, room);
  }

  /**
   * Sorts the bodies by their left sides, after some were appended to `ids` or changed their keys.
   *
   * @param K By id: keys of fat boxes
   */
  sort(order: Order, K: Int32Array): void {
    const ids = this.ids, sorted = order.ids2, n = this.count;
    const E = this.entries, reach = this.reach;
    order.sortBySide(n, ids, K, 0, sorted);
    let rightmost = LEAST;
    for (let k = 0; k < n; k++) {
      const id = ids[k] = sorted[k];
      for (let side = 0; side < 4; side++) E[4 * k + side] = K[4 * id + side];
      rightmost = Math.max(rightmost, E[4 * k + 2]);
      reach[k] = rightmost;
    }
  }
}
