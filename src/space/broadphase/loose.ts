/**
 * The loose bodies: those that have left their fat boxes since the strips were built. They are kept
 * like one more strip.
 *
 * @module
 */
import { longer } from "../views.ts";
import type { Order } from "./order.ts";

// A copy of the flag in bodies.ts: V8 folds constants of the same file only.
const WAITING = 32;

/** Below all keys. */
const LEAST = -2_147_483_648;

/** The loose bodies of one space. Their entries in the strips are ignored. */
export class Loose {
  count = 0;
  /** The first `sorted` of them are sorted. The few others wait: they are scanned one by one. */
  sorted = 0;
  /**
   * Ids, sorted by left side. A sorted body that has left its fat box again is listed among those
   * that wait too, and counts only there.
   */
  ids: Int32Array = new Int32Array(0);
  /** Keys of their fat boxes, and the greatest right side up to each entry, as in the strips. */
  entries: Int32Array = new Int32Array(0);
  reach: Int32Array = new Int32Array(0);

  /** Makes room for this many entries. */
  grow(room: number): void {
    this.ids = longer(this.ids, room);
    this.entries = longer(this.entries, 4 * room);
    this.reach = longer(this.reach, room);
  }

  /**
   * Sorts the bodies by their left sides, after some were appended to `ids` or changed their keys.
   *
   * @param K By id: keys of fat boxes
   */
  sort(order: Order, K: Int32Array, flags: Uint8Array): void {
    const ids = this.ids, sorted = order.ids2;
    let n = 0;
    for (let k = 0; k < this.sorted; k++) if ((flags[ids[k]] & WAITING) === 0) ids[n++] = ids[k];
    for (let k = this.sorted; k < this.count; k++) {
      ids[n++] = ids[k];
      flags[ids[k]] &= ~WAITING;
    }
    this.count = n;
    const E = this.entries, reach = this.reach;
    order.sortBySide(n, ids, K, 0, sorted);
    this.sorted = n;
    let rightmost = LEAST;
    for (let k = 0; k < n; k++) {
      const id = ids[k] = sorted[k];
      for (let side = 0; side < 4; side++) E[4 * k + side] = K[4 * id + side];
      rightmost = Math.max(rightmost, E[4 * k + 2]);
      reach[k] = rightmost;
    }
  }
}
