/**
 * Fat boxes in horizontal strips, sorted by their left sides.
 *
 * @module
 */
import { Axis } from "./axis.ts";
import type { Bodies } from "./bodies.ts";
import type { Order } from "./order.ts";

/** Most strips. */
const STRIPS_MAX = 4096;
/** A strip is about as high as this many boxes. */
const STRIP_HEIGHT = 1.8;
/** And at least so many times as high. */
const STRIP_LEAST = 0.5;

/** The last strip that begins at or below a key, or the first. */
export function findStrip(bounds: Int32Array, strips: number, bottom: number): number {
  let s = 0, over = strips;
  while (over - s > 1) {
    const mid = (s + over) >> 1;
    if (bounds[mid] <= bottom) s = mid;
    else over = mid;
  }
  return s;
}

/** The first of the entries from `e` to `after` that may reach a left side. */
export function seek(reach: Int32Array, e: number, after: number, left: number): number {
  while (e < after) {
    const mid = (e + after) >> 1;
    if (reach[mid] < left) e = mid + 1;
    else after = mid;
  }
  return e;
}

/** The list of ids for `Strips.findKeys` of the one box that is given, which is no body's. */
export const NO_ID: Int32Array = /* @__PURE__ */ new Int32Array(1);

/** The strips of one batch. All bounds of boxes are keys here, see axis.ts: integers that ascend with them. */
export class Strips {
  /** Bodies that were there when the strips were built. */
  built = 0;
  /** How wide and how high a usual box is, 0 without bodies. */
  usualWidth = 0;
  usualHeight = 0;

  /** How many strips there are, and of each its lower bound and its first entry, in one more where the last ends. */
  count = 1;
  readonly bounds: Int32Array = new Int32Array(STRIPS_MAX + 1);
  readonly starts: Int32Array = new Int32Array(STRIPS_MAX + 1);
  /** Entries: id, or ~id but in the first strip of a body; keys of the fat box. */
  ids: Int32Array = new Int32Array(0);
  entries: Int32Array = new Int32Array(0);
  /** And the rightmost of the right sides up to here in this strip, which the sweep finds out. */
  reach: Int32Array = new Int32Array(0);

  /** By id: keys of the sides of fat boxes, in the order of these. */
  keys: Int32Array = new Int32Array(0);
  /** By id: first and last strip, in one number. */
  #spans = new Int32Array(0);
  readonly #across = new Axis();
  readonly #upward = new Axis();
  readonly #bodies: Bodies;
  readonly #order: Order;

  constructor(bodies: Bodies, order: Order) {
    this.#bodies = bodies;
    this.#order = order;
  }

  /** Makes room for so many bodies. */
  grow(room: number): void {
    const keys = new Int32Array(4 * room);
    keys.set(this.keys);
    this.#spans = new Int32Array(room);
    this.keys = keys;
  }

  /** Writes the keys of the sides of boxes, by id like these. */
  findKeys(n: number, ids: Int32Array, boxes: Float64Array, keys: Int32Array): void {
    for (let side = 0; side < 4; side++) {
      (side % 2 === 0 ? this.#across : this.#upward).find(n, ids, boxes, side, keys);
    }
  }

  /** Makes all boxes fat, with room for half a margin and so much slack, and cuts them into strips. None is loose. */
  build(half: number, slack: number): void {
    const bodies = this.#bodies, F = bodies.fat, flags = bodies.flags;
    const order = this.#order, ids = order.ids, ids2 = order.ids2, keys = order.sortedKeys;
    const K = this.keys, spans = this.#spans, bounds = this.bounds, starts = this.starts;
    const across = this.#across, upward = this.#upward;

    // 1. The bodies there are, where most of them are, and their usual height.
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
      // A few giants among many small ones raise the mean; they do not count.
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

    // 2. By lower side; bounds of the strips.
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
    }

    // 3. By left side; into the strips in this order.
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
  }

  /**
   * Bounds of strips: quantiles of the lower sides, but where boxes begin closer together the strips are half as high as
   * the boxes, which would else be in many. Every second body tells. Returns how many there are, no more than `most`.
   *
   * @param ids By their lower side, of which `keys` are the keys
   * @param sum Of all heights
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
