/**
 * Fat boxes in horizontal strips, sorted by their left sides.
 *
 * @module
 */
import { longer } from "../views.ts";
import { Axis } from "./axis.ts";
import type { Bodies } from "./bodies.ts";
import type { Order } from "./order.ts";

/** Greatest number of strips. */
const STRIPS_MAX = 4096;
/** A strip is about as high as this many boxes… */
const STRIP_HEIGHT = 1.8;
/** …and at least as high as this fraction of a box. */
const STRIP_LEAST = 0.5;

/** Below all keys. */
const LEAST = -2_147_483_648;

/** Index of the last strip that begins at or below a key, or 0. */
export function findStrip(bounds: Int32Array, strips: number, bottom: number): number {
  let s = 0, over = strips;
  while (over - s > 1) {
    const mid = (s + over) >> 1;
    if (bounds[mid] <= bottom) s = mid;
    else over = mid;
  }
  return s;
}

/** Index of the first of the entries from `e` to `after` that may reach a left side. */
export function seek(reach: Int32Array, e: number, after: number, left: number): number {
  while (e < after) {
    const mid = (e + after) >> 1;
    if (reach[mid] < left) e = mid + 1;
    else after = mid;
  }
  return e;
}

/** The list of ids with which `Strips.findKeys` handles a single box that is not a body's. */
export const NO_ID: Int32Array = /* @__PURE__ */ new Int32Array(1);

/**
 * The strips of one space. All bounds of boxes are keys here, integers that ascend with the
 * coordinates; see axis.ts.
 */
export class Strips {
  /** Number of bodies when the strips were built. */
  built = 0;
  /** Usual width and height of a box, 0 if there are no bodies. */
  usualWidth = 0;
  usualHeight = 0;

  /**
   * Number of strips. For each strip, its lower bound and its first entry; one more element says
   * where the last strip ends.
   */
  count = 1;
  readonly bounds: Int32Array = new Int32Array(STRIPS_MAX + 1);
  readonly starts: Int32Array = new Int32Array(STRIPS_MAX + 1);
  /** The entries: id, or ~id in every strip but the body's first; and the keys of the fat box. */
  ids: Int32Array = new Int32Array(0);
  entries: Int32Array = new Int32Array(0);
  /** The greatest right side up to each entry in its strip. */
  reach: Int32Array = new Int32Array(0);

  /** The greatest right side in each 32 entries, and in each 1024. */
  blocks: Int32Array = new Int32Array(0);
  superblocks: Int32Array = new Int32Array(0);

  /** By id: keys of the fat boxes, sides in the same order. */
  keys: Int32Array = new Int32Array(0);
  readonly #across = new Axis();
  readonly #upward = new Axis();
  readonly #bodies: Bodies;
  readonly #order: Order;

  constructor(bodies: Bodies, order: Order) {
    this.#bodies = bodies;
    this.#order = order;
  }

  /** Makes room for this many bodies. */
  grow(room: number): void {
    this.keys = longer(this.keys, 4 * room);
  }

  /** Writes the keys of all sides of boxes. Keys are by id, like the boxes. */
  findKeys(n: number, ids: Int32Array, boxes: Float64Array, keys: Int32Array): void {
    for (let side = 0; side < 4; side++) {
      (side % 2 === 0 ? this.#across : this.#upward).find(n, ids, boxes, side, keys);
    }
  }

  /**
   * Makes fat boxes for all bodies, with room for half a margin and this much slack, and cuts them
   * into strips. No body is loose then.
   */
  build(half: number, slack: number): void {
    const bodies = this.#bodies, F = bodies.fat, flags = bodies.flags;
    const order = this.#order, ids = order.ids, ids2 = order.ids2, keys = order.sortedKeys;
    // By id: first and last strip, packed into one number.
    const spans = order.spare;
    const K = this.keys, bounds = this.bounds, starts = this.starts;
    const across = this.#across, upward = this.#upward;

    // 1. Collect the bodies, learn where most of them are, and find their usual height and width.
    let n = 0;
    let sum = 0, sumAcross = 0;
    for (let id = 0; id < bodies.limit; id++) {
      flags[id] = 0;
      bodies.fatten(id, half, slack);
      const f = 4 * id;
      if (F[f] === Infinity) continue;
      ids[n++] = id;
      sum += F[f + 3] - F[f + 1];
      sumAcross += F[f + 2] - F[f];
    }
    bodies.limit = n > 0 ? ids[n - 1] + 1 : 0;
    across.fit(n, ids, F, 0);
    upward.fit(n, ids, F, 1);
    this.findKeys(n, ids, F, K);
    this.built = n;
    let usual = 0, usualCount = 0, usualAcross = 0, usualCountAcross = 0;
    for (let k = 0; k < n; k++) {
      const f = 4 * ids[k];
      const height = F[f + 3] - F[f + 1], width = F[f + 2] - F[f];
      // A few giants among many small bodies would raise the mean, so they do not count.
      if (height * n <= 4 * sum) {
        usual += height;
        usualCount++;
      }
      if (width * n <= 4 * sumAcross) {
        usualAcross += width;
        usualCountAcross++;
      }
    }

    this.usualHeight = usualCount > 0 ? usual / usualCount : 0;
    this.usualWidth = usualCountAcross > 0 ? usualAcross / usualCountAcross : 0;

    // 2. Sort by lower side, and choose the bounds of the strips.
    order.sortBySide(n, ids, K, 1, ids2);
    let strips = 1;
    if (n > 16) {
      const low = Math.floor(0.05 * n);
      const span = upward.measure(keys[low], keys[n - 1 - low]);
      const wanted = usual > 0 ? span * usualCount / (STRIP_HEIGHT * usual) : STRIPS_MAX;
      strips = wanted >= 1 ? Math.floor(Math.min(wanted, STRIPS_MAX, 0.25 * n)) : 1;
    }
    let entries = 0;
    for (;;) {
      strips = this.#cut(n, ids2, keys, strips, sum);
      starts.fill(0, 0, strips + 1);
      entries = 0;
      for (let k = 0, s = 0; k < n; k++) {
        const id = ids2[k];
        while (s + 1 < strips && bounds[s + 1] <= keys[k]) s++;
        const top = K[4 * id + 3];
        let t = s;
        while (t + 1 < strips && bounds[t + 1] <= top) t++;
        spans[id] = STRIPS_MAX * s + t;
        entries += t - s + 1;
        if (entries > 4 * n) break;
        for (let u = s; u <= t; u++) starts[u]++;
      }
      if (entries <= 4 * n) break;
      strips = Math.max(1, strips >> 2);
    }
    this.count = strips;
    let at = 0;
    for (let s = 0; s <= strips; s++) {
      const count = starts[s];
      starts[s] = at;
      at += count;
    }
    if (entries > this.ids.length) {
      const room = entries + (entries >> 2);
      this.ids = new Int32Array(room);
      this.entries = new Int32Array(4 * room);
      this.reach = new Int32Array(room);
      this.blocks = new Int32Array((room >> 5) + 2);
      this.superblocks = new Int32Array((room >> 10) + 2);
    }

    // 3. Sort by left side, and fill the strips in this order.
    order.sortBySide(n, ids2, K, 0, ids);
    const E = this.entries, entryIds = this.ids;
    for (let k = 0; k < n; k++) {
      const id = ids[k];
      const f = 4 * id;
      const left = K[f], bottom = K[f + 1], right = K[f + 2], top = K[f + 3];
      const span = spans[id], begin = Math.floor(span / STRIPS_MAX), end = span % STRIPS_MAX;
      for (let s = begin; s <= end; s++) {
        const e = starts[s]++;
        entryIds[e] = s === begin ? id : ~id;
        const b = 4 * e;
        E[b] = left;
        E[b + 1] = bottom;
        E[b + 2] = right;
        E[b + 3] = top;
      }
    }
    starts.copyWithin(1, 0, strips);
    starts[0] = 0;
    this.#measure(entries);
  }

  /** Finds the greatest right sides: up to each entry, and of each block of entries. */
  #measure(entries: number): void {
    const E = this.entries, reach = this.reach, blocks = this.blocks, supers = this.superblocks;
    for (let s = 0; s < this.count; s++) {
      let most = LEAST;
      for (let e = this.starts[s]; e < this.starts[s + 1]; e++) {
        const right = E[4 * e + 2];
        if (right > most) most = right;
        reach[e] = most;
      }
    }
    for (let e = 0; e < entries; e += 32) {
      let most = LEAST;
      for (let f = e; f < e + 32 && f < entries; f++) if (E[4 * f + 2] > most) most = E[4 * f + 2];
      blocks[e >> 5] = most;
      if ((e & 1023) === 0 || most > supers[e >> 10]) supers[e >> 10] = most;
    }
  }

  /**
   * Chooses the bounds of the strips: quantiles of the lower sides. But where boxes begin closer
   * together, strips get at least half the height of the boxes, which would otherwise be in many
   * strips. Every second body is sampled. Returns the number of strips, at most `most`.
   *
   * @param ids Sorted by their lower side, which has the keys `keys`
   * @param sum Sum of all heights
   */
  #cut(n: number, ids: Int32Array, keys: Int32Array, most: number, sum: number): number {
    const F = this.#bodies.fat, bounds = this.bounds;
    let strips = 1;
    let low = 0, height = 0, count = 0;
    for (let k = 0, next = 0; k < n && most > 1; k += 2) {
      const f = 4 * ids[k], y = F[f + 1], h = F[f + 3] - y;
      if (k === 0) {
        low = y;
        next = n / most;
      } else if (k >= next && (y - low) * count > STRIP_LEAST * height) {
        bounds[strips++] = keys[k];
        low = y;
        height = count = 0;
        next = (Math.floor(k * most / n) + 1) * n / most;
      }
      if (h * n > 4 * sum) continue; // a giant, as above
      height += h;
      count++;
    }
    return strips;
  }
}
