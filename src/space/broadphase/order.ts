/**
 * Sorting: bodies by a side, pairs by their ids, and ids. Short lists are sorted by insertion, long
 * ones by counting digits or by setting bits. Sorting by a side is stable; the other results do not
 * depend on the order of the input.
 *
 * @module
 */

/** Up to this many elements, insertion sort is faster. */
const FEW = 64;
/** The sign bit. Flipping it gives keys the order of unsigned integers. */
const SIGN = -2_147_483_648;

/** The lists that sorting needs, long enough for all ids. */
export class Order {
  /**
   * Lists of ids that callers may use between two sorts, with `spare` more elements than there are
   * ids.
   */
  ids: Int32Array = new Int32Array(0);
  ids2: Int32Array = new Int32Array(0);
  /** One more list, which sorting leaves alone. */
  spare: Int32Array = new Int32Array(0);
  /** The keys by which `sortBySide` has sorted, in order. */
  sortedKeys: Int32Array = new Int32Array(0);
  /** Keys, or how often each id occurs. */
  #keys = new Int32Array(0);
  /** One bit per id; all 0 between uses. */
  #bits = new Int32Array(0);
  readonly #histogram = new Int32Array(3 * 2048);

  /** Makes room for this many ids. The contents of the lists are lost. */
  grow(room: number, spare: number): void {
    this.ids = new Int32Array(room + spare);
    this.ids2 = new Int32Array(room + spare);
    this.spare = new Int32Array(room);
    this.sortedKeys = new Int32Array(room);
    this.#keys = new Int32Array(room + 1);
    this.#bits = new Int32Array((room >> 5) + 1);
  }

  /**
   * Sorts `n` ids by the keys of a side, stably. Writes the ids to `ids2` and their keys to
   * `sortedKeys`. A long `ids` is used as scratch.
   *
   * @param K By id: keys of the four sides
   */
  sortBySide(n: number, ids: Int32Array, K: Int32Array, side: number, ids2: Int32Array): void {
    const keys = this.#keys, keys2 = this.sortedKeys;
    if (n <= FEW) {
      for (let k = 0; k < n; k++) {
        const id = ids[k], key = K[4 * id + side];
        let m = k;
        for (; m > 0 && keys2[m - 1] > key; m--) {
          ids2[m] = ids2[m - 1];
          keys2[m] = keys2[m - 1];
        }
        ids2[m] = id;
        keys2[m] = key;
      }
      return;
    }
    const H = this.#histogram;
    H.fill(0);
    for (let k = 0; k < n; k++) {
      const x = keys[k] = K[4 * ids[k] + side];
      H[x & 2047]++;
      H[2048 + ((x >> 11) & 2047)]++;
      H[4096 + ((x ^ SIGN) >>> 22)]++;
    }
    for (let pass = 0; pass < 3; pass++) {
      const G = 2048 * pass, shift = 11 * pass;
      let sum = 0;
      for (let k = G; k < G + 2048; k++) {
        const count = H[k];
        H[k] = sum;
        sum += count;
      }
      const a = pass === 1 ? ids2 : ids, b = pass === 1 ? keys2 : keys;
      const a2 = pass === 1 ? ids : ids2, b2 = pass === 1 ? keys : keys2;
      for (let k = 0; k < n; k++) {
        const x = b[k];
        const to = H[G + (((x ^ SIGN) >>> shift) & 2047)]++;
        a2[to] = a[k];
        b2[to] = x;
      }
    }
  }

  /**
   * Sorts `count` pairs of ids below `limit` in `list` by their first and then by their second id.
   * `other` is scratch.
   */
  sortPairs(count: number, limit: number, list: Int32Array, other: Int32Array): void {
    const counts = this.#keys;
    let a = list, b = other;
    for (let digit = 1; digit >= 0; digit--) {
      counts.fill(0, 0, limit + 1);
      for (let k = digit; k < 2 * count; k += 2) counts[a[k]]++;
      let sum = 0;
      for (let k = 0; k < limit; k++) {
        const c = counts[k];
        counts[k] = sum;
        sum += c;
      }
      for (let k = 0; k < 2 * count; k += 2) {
        const at = 2 * counts[a[k + digit]]++;
        b[at] = a[k];
        b[at + 1] = a[k + 1];
      }
      const swap = a;
      a = b;
      b = swap;
    }
  }

  /** Sorts `count` ids, which are all different. */
  sortIds(count: number, ids: Int32Array): void {
    if (count <= FEW) {
      for (let k = 1; k < count; k++) {
        const id = ids[k];
        let m = k;
        for (; m > 0 && ids[m - 1] > id; m--) ids[m] = ids[m - 1];
        ids[m] = id;
      }
      return;
    }
    // Long lists: set a bit for each id, 32 per word.
    const bits = this.#bits;
    for (let k = 0; k < count; k++) bits[ids[k] >> 5] |= 1 << (ids[k] & 31);
    for (let w = 0, k = 0; k < count; w++) {
      let rest = bits[w];
      bits[w] = 0;
      for (; rest !== 0; rest &= rest - 1) ids[k++] = 32 * w + 31 - Math.clz32(rest & -rest);
    }
  }
}
