/**
 * Lists of pairs of bodies: the candidates, whose fat boxes meet, found by a sweep of the strips or
 * one by one; and those of them that are near.
 *
 * @module
 */
import * as bodies from "./bodies.ts";
import type { Bodies } from "./bodies.ts";
import type { Loose } from "./loose.ts";
import type { Order } from "./order.ts";
import { findStrip, seek, type Strips } from "./strips.ts";

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { LOOSE, ESCAPED, FILTER_STRIDE } = bodies;

/** A sweep notes this many pairs before it examines them more closely. */
export const NOTED = 256;
/**
 * Number of swept pairs that are sampled to see whether they are near. There is always room for
 * them.
 */
const ASKED = 256;
/** If a sweep finds this many pairs per body, it checks whether there is too much slack: … */
const CROWD = 4;
/** … whether at least this fraction of them is near only because of the slack. */
const CROWD_SHARE = 0.75;
/** Looking up bodies one by one stops paying off after this many looks per body. */
const LOOKS = 20;

/** Allocates a list of integers for this many pairs. */
function roomFor(pairs: number, length: number): Int32Array<ArrayBuffer> {
  try {
    return new Int32Array(length);
  } catch (cause) {
    throw new RangeError(
      `Cannot find pairs: there is no memory for ${pairs} of them, ${4 * length} bytes`,
      { cause },
    );
  }
}

/**
 * Whether filters keep two bodies from being a pair: the category of one is not in the mask of the
 * other, or they share a group other than 0. Without filters nothing does.
 */
export function arePaired(filters: Int32Array, i: number, j: number): boolean {
  if (filters.length === 0) return true;
  const a = FILTER_STRIDE * i, b = FILTER_STRIDE * j;
  return (filters[a] & filters[b + 1]) !== 0 && (filters[b] & filters[a + 1]) !== 0 &&
    (filters[a + 2] === 0 || filters[a + 2] !== filters[b + 2]);
}

/** Whether the boxes of two bodies have no point in common. */
function areApart(boxes: Float64Array, i: number, j: number): boolean {
  const a = 4 * i, b = 4 * j;
  return boxes[a] > boxes[b + 2] || boxes[b] > boxes[a + 2] || boxes[a + 1] > boxes[b + 3] ||
    boxes[b + 1] > boxes[a + 3];
}

/** The pairs of one space, two ids each, the lower one first. */
export class Pairs {
  /** Number of candidates. */
  count = 0;
  /**
   * The candidates, in order; a scratch list of the same length, for pairs that were swept or are
   * near; and the pairs of escaped bodies.
   */
  #candidates: Int32Array<ArrayBuffer> = new Int32Array(0);
  #scratch: Int32Array<ArrayBuffer> = new Int32Array(0);
  #fresh: Int32Array<ArrayBuffer> = new Int32Array(0);
  readonly #bodies: Bodies;
  readonly #strips: Strips;
  readonly #loose: Loose;
  readonly #order: Order;

  constructor(bodies: Bodies, strips: Strips, loose: Loose, order: Order) {
    this.#bodies = bodies;
    this.#strips = strips;
    this.#loose = loose;
    this.#order = order;
  }

  /**
   * Estimates, from a sample, the fraction of the `count` swept pairs whose boxes are more than
   * twice `half` apart.
   */
  findFar(count: number, half: number): number {
    const C = this.#scratch, T = this.#bodies.boxes;
    const listed = Math.min(count, C.length >> 1), asked = Math.min(listed, ASKED);
    let far = 0;
    for (let m = 0; m < asked; m++) {
      const k = 2 * Math.floor(m * listed / asked);
      const a = 4 * C[k], b = 4 * C[k + 1];
      const gap = Math.max(
        T[b] - T[a + 2],
        T[a] - T[b + 2],
        T[b + 1] - T[a + 3],
        T[a + 1] - T[b + 3],
      );
      if (gap > 2 * half) far++;
    }
    return asked > 0 ? far / asked : 0;
  }

  /**
   * Sweeps the strips, whose boxes have room for half a margin. Returns the number of pairs, or -1
   * if there is too much slack; it checks that once there are CROWD times `ample` pairs. `keep`
   * makes the pairs the candidates.
   */
  sweep(half: number, ample: number): number {
    if (this.#scratch.length < 2 * ASKED) this.#makeRoom(ASKED);
    for (;;) {
      const count = this.#sweep(half, CROWD * ample + ASKED);
      if (2 * count <= this.#scratch.length) return count;
      this.#makeRoom(count);
    }
  }

  /** One attempt of `sweep`. It counts all pairs, and writes as many as fit to the scratch list. */
  #sweep(half: number, crowd: number): number {
    const strips = this.#strips, starts = strips.starts;
    const ids = strips.ids, E = strips.entries;
    const I = this.#order.ids, J = this.#order.ids2;
    let count = 0, noted = 0;
    for (let s = 0; s < strips.count; s++) {
      const end = starts[s + 1];
      for (let e = starts[s]; e < end; e++) {
        const i = ids[e], bottom = E[4 * e + 1], right = E[4 * e + 2], top = E[4 * e + 3];
        for (let f = e + 1; f < end && E[4 * f] <= right; f++) {
          // A branch would be unpredictable, so every pair is written, and the next one overwrites
          // a pair that is not kept. The sign is set if one is above the other, or if this strip is
          // the first of neither.
          const j = ids[f];
          I[noted] = i;
          J[noted] = j;
          noted += ~((top - E[4 * f + 1]) | (E[4 * f + 3] - bottom) | (i & j)) >>> 31;
        }
        if (noted < NOTED) continue;
        count = this.#list(noted, count);
        noted = 0;
        if (count >= crowd) {
          if (this.findFar(count, half) >= CROWD_SHARE) return -1;
          crowd = Infinity;
        }
      }
    }
    return this.#list(noted, count);
  }

  /**
   * Appends the noted pairs that are candidates to the `count` pairs in the scratch list. Returns
   * the new number.
   */
  #list(noted: number, count: number): number {
    const { fat: F, filters } = this.#bodies, I = this.#order.ids, J = this.#order.ids2;
    const out = this.#scratch;
    for (let m = 0; m < noted; m++) {
      const i = I[m] ^ (I[m] >> 31), j = J[m] ^ (J[m] >> 31);
      if (areApart(F, i, j) || !arePaired(filters, i, j)) continue;
      if (2 * count < out.length) {
        const less = (j - i) & ((j - i) >> 31);
        out[2 * count] = i + less;
        out[2 * count + 1] = j - less;
      }
      count++;
    }
    return count;
  }

  /** Makes the `count` swept pairs the candidates. */
  keep(count: number): void {
    this.#order.sortPairs(count, this.#bodies.limit, this.#scratch, this.#candidates);
    this.#swap();
    this.count = count;
  }

  /** Drops the candidates of escaped bodies. */
  drop(): void {
    const flags = this.#bodies.flags, C = this.#candidates;
    let kept = 0;
    for (let k = 0; k < 2 * this.count; k += 2) {
      const i = C[k], j = C[k + 1];
      if (((flags[i] | flags[j]) & ESCAPED) !== 0) continue;
      C[kept] = i;
      C[kept + 1] = j;
      kept += 2;
    }
    this.count = kept / 2;
  }

  /**
   * Adds the pairs of escaped bodies, which are loose. Returns false, without adding any, if a new
   * sweep takes less time.
   */
  add(): boolean {
    let count = this.#findFresh();
    if (2 * count > this.#fresh.length) {
      this.#fresh = roomFor(count, 4 * count);
      count = this.#findFresh();
    }
    if (count < 0) return false;
    if (2 * (this.count + count) > this.#scratch.length) this.#makeRoom(this.count + count);
    if (count > 0) this.#merge(count);
    return true;
  }

  /**
   * Finds the pairs of escaped bodies, and writes as many as fit to the fresh list. Returns how
   * many there are, or -1 if rebuilding everything takes less time.
   */
  #findFresh(): number {
    const { flags, fat: F, filters, escaped, escapedCount: n } = this.#bodies;
    const { keys: K, ids, entries: E, reach, bounds, starts, count: strips, built } = this.#strips;
    const { blocks, superblocks } = this.#strips;
    const { ids: loose, entries: looseKeys, reach: looseReach, count: looseCount } = this.#loose;
    const out = this.#fresh, most = LOOKS * built;
    let count = 0, looks = 0;
    for (let k = 0; k < n; k++) {
      if (looks > most) return -1;
      const id = escaped[k];
      if (F[4 * id] === Infinity) continue;
      const left = K[4 * id], bottom = K[4 * id + 1], right = K[4 * id + 2], top = K[4 * id + 3];
      const begin = findStrip(bounds, strips, bottom);
      for (let s = begin; s < strips && (s === begin || bounds[s] <= top); s++) {
        const end = starts[s + 1];
        let e = seek(reach, starts[s], end, left);
        let checked = -1;
        for (; e < end && E[4 * e] <= right; e++) {
          while (e >> 5 !== checked) {
            checked = e >> 5;
            looks++;
            if (blocks[checked] >= left) break;
            e = (superblocks[e >> 10] < left ? (e | 1023) : (e | 31)) + 1;
            if (e >= end) break;
          }
          if (e >= end) break;
          looks++;
          if (((top - E[4 * e + 1]) | (E[4 * e + 3] - bottom) | (E[4 * e + 2] - left)) < 0) {
            continue;
          }
          let j = ids[e];
          if (j < 0) {
            if (s !== begin) continue;
            j = ~j;
          }
          if ((flags[j] & LOOSE) !== 0) continue;
          if (areApart(F, id, j) || !arePaired(filters, id, j)) continue;
          if (2 * count < out.length) {
            out[2 * count] = id < j ? id : j;
            out[2 * count + 1] = id < j ? j : id;
          }
          count++;
        }
      }
      let m = seek(looseReach, 0, looseCount, left);
      looks -= m;
      for (; m < looseCount && looseKeys[4 * m] <= right; m++) {
        const j = loose[m];
        // Two escaped bodies meet twice. The lower id reports the pair.
        if (j === id || (j < id && (flags[j] & ESCAPED) !== 0)) continue;
        if (areApart(F, id, j) || !arePaired(filters, id, j)) continue;
        if (2 * count < out.length) {
          out[2 * count] = id < j ? id : j;
          out[2 * count + 1] = id < j ? j : id;
        }
        count++;
      }
      looks += m;
    }
    return count;
  }

  /** Merges `count` fresh pairs into the candidates. There must be room for them. */
  #merge(count: number): void {
    const A = this.#fresh, C = this.#candidates, out = this.#scratch;
    this.#order.sortPairs(count, this.#bodies.limit, A, out);
    let i = 0, j = 0;
    const endA = 2 * count, endC = 2 * this.count;
    for (let k = 0; k < endA + endC; k += 2) {
      const fresh = j >= endC ||
        (i < endA && (A[i] < C[j] || (A[i] === C[j] && A[i + 1] < C[j + 1])));
      out[k] = fresh ? A[i] : C[j];
      out[k + 1] = fresh ? A[i + 1] : C[j + 1];
      if (fresh) i += 2;
      else j += 2;
    }
    this.count += count;
    this.#swap();
  }

  /**
   * Writes the candidates whose boxes are within the margin to the scratch list, for `copy`.
   * Returns how many.
   */
  filter(margin: number): number {
    const C = this.#candidates, out = this.#scratch, T = this.#bodies.boxes;
    let count = 0;
    for (let k = 0; k < 2 * this.count; k += 2) {
      const i = C[k], j = C[k + 1];
      const a = 4 * i, b = 4 * j;
      if (
        T[b] - T[a + 2] <= margin && T[a] - T[b + 2] <= margin && T[b + 1] - T[a + 3] <= margin &&
        T[a + 1] - T[b + 3] <= margin
      ) {
        out[count] = i;
        out[count + 1] = j;
        count += 2;
      }
    }
    return count / 2;
  }

  /** The pairs that `filter` has found, two ids each. */
  get near(): Int32Array {
    return this.#scratch;
  }

  /** Copies the `count` pairs that `filter` has found. */
  copy(count: number, out: Uint32Array): void {
    const { near } = this;
    for (let k = 0; k < 2 * count; k++) out[k] = near[k];
  }

  #makeRoom(pairs: number): void {
    const length = Math.max(2 * pairs + (pairs >> 1), 256);
    const candidates = roomFor(pairs, length), scratch = roomFor(pairs, length);
    candidates.set(this.#candidates.subarray(0, 2 * this.count));
    this.#candidates = candidates;
    this.#scratch = scratch;
  }

  #swap(): void {
    const list = this.#candidates;
    this.#candidates = this.#scratch;
    this.#scratch = list;
  }
}
