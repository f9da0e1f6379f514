/**
 * Finds the bodies in a place: in a box, or along a ray.
 *
 * A query finds the strips of the place by their bounds. In each strip it begins at the first entry
 * that may reach the place, since each entry knows the greatest right side up to it.
 *
 * @module
 */
import type { Vec2 } from "../../math/vec2.ts";
import * as bodies from "./bodies.ts";
import type { Bodies } from "./bodies.ts";
import type { Loose } from "./loose.ts";
import type { Order } from "./order.ts";
import { findStrip, NO_ID, seek, type Strips } from "./strips.ts";

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { LOOSE, WAITING } = bodies;

/** A piece of a ray is about as long as this many boxes are wide, or high. */
const PIECE = 2;
/** Most pieces of a ray, per body and in all. */
const PIECE_SHARE = 0.25;
const PIECES_MAX = 4096;

/** A place among the bodies of one space. */
export class Place {
  /** The place: minX, minY, maxX, maxY. */
  readonly region: Float64Array = new Float64Array(4);
  /** `findBuilt` does not list bodies whose boxes meet this box too. Infinity for none. */
  readonly before: Float64Array = new Float64Array(4);
  /** The keys of `region`. */
  readonly #key = new Int32Array(4);
  readonly #bodies: Bodies;
  readonly strips: Strips;
  readonly #loose: Loose;
  readonly #order: Order;

  constructor(bodies: Bodies, strips: Strips, loose: Loose, order: Order) {
    this.#bodies = bodies;
    this.strips = strips;
    this.#loose = loose;
    this.#order = order;
  }

  /** The ids found, as many as were returned, until boxes or strips are brought up to date. */
  get found(): Int32Array {
    return this.#order.spare;
  }

  /**
   * Lists in `found` the bodies whose boxes meet `region`, in ascending order. Returns how many.
   */
  findAll(): number {
    this.before.fill(Infinity);
    const count = this.findLoose(this.findBuilt(this.found.length));
    this.#order.sortIds(count, this.found);
    return count;
  }

  /**
   * Lists in `found` the bodies of the strips whose boxes meet `region` and do not meet `before`,
   * in no particular order. Returns how many. Stops when there are more than `most`.
   */
  findBuilt(most: number): number {
    const G = this.region, x0 = G[0], y0 = G[1], x1 = G[2], y1 = G[3];
    const H = this.before, u0 = H[0], v0 = H[1], u1 = H[2], v1 = H[3];
    const { boxes: T, flags } = this.#bodies;
    const { ids, entries: E, reach, bounds, starts, count: strips, blocks, superblocks } =
      this.strips;
    const out = this.found, key = this.#key;
    const anyLoose = this.#loose.count > 0, anyBefore = u0 < Infinity;
    this.strips.findKeys(1, NO_ID, G, key);
    const left = key[0], bottom = key[1], right = key[2], top = key[3];
    let count = 0;
    const begin = findStrip(bounds, strips, bottom);
    for (let s = begin; s < strips && (s === begin || bounds[s] <= top); s++) {
      const end = starts[s + 1];
      let checked = -1;
      for (let e = seek(reach, starts[s], end, left); e < end; e++) {
        // Behind a wide box, whole blocks may end before the region begins.
        while (e >> 5 !== checked) {
          checked = e >> 5;
          if (blocks[checked] >= left) break;
          e = (superblocks[e >> 10] < left ? (e | 1023) : (e | 31)) + 1;
          if (e >= end) break;
        }
        if (e >= end) break;
        const f = 4 * e;
        const fatLeft = E[f], fatBottom = E[f + 1], fatRight = E[f + 2], fatTop = E[f + 3];
        if (fatLeft > right) break;
        if (fatRight < left || fatBottom > top || fatTop < bottom) continue;
        let id = ids[e];
        if (id < 0) {
          if (s !== begin) continue;
          id = ~id;
        }
        if (anyLoose && (flags[id] & LOOSE) !== 0) continue;
        // If the fat box is inside the region, so is the box, which would have to be loaded.
        if (
          anyBefore || fatLeft <= left || fatBottom <= bottom || fatRight >= right || fatTop >= top
        ) {
          const t = 4 * id;
          if (T[t + 2] < x0 || T[t + 1] > y1 || T[t + 3] < y0 || T[t] > x1) continue;
          if (T[t + 2] >= u0 && T[t + 1] <= v1 && T[t + 3] >= v0 && T[t] <= u1) continue;
        }
        out[count++] = id;
        if (count > most) return count;
      }
    }
    return count;
  }

  /**
   * Adds the loose bodies whose boxes meet `region` to the `count` ids in `found`. Returns the new
   * number.
   */
  findLoose(count: number): number {
    const G = this.region, x0 = G[0], y0 = G[1], x1 = G[2], y1 = G[3];
    const { boxes: T, flags } = this.#bodies, out = this.found, key = this.#key;
    const { ids: loose, entries: E, reach, sorted: n, count: all } = this.#loose;
    for (let k = n; k < all; k++) {
      const id = loose[k], t = 4 * id;
      if (T[t + 2] < x0 || T[t + 1] > y1 || T[t + 3] < y0 || T[t] > x1) continue;
      if (T[t] === Infinity) continue;
      out[count++] = id;
    }
    if (n === 0) return count;
    this.strips.findKeys(1, NO_ID, G, key);
    const right = key[2];
    for (let k = seek(reach, 0, n, key[0]); k < n && E[4 * k] <= right; k++) {
      const id = loose[k], t = 4 * id;
      if (T[t + 2] < x0 || T[t + 1] > y1 || T[t + 3] < y0 || T[t] > x1) continue;
      // A removed body: an infinite region meets even an empty box. Those that wait come above.
      if (T[t] === Infinity || (flags[id] & WAITING) !== 0) continue;
      out[count++] = id;
    }
    return count;
  }

  /**
   * Number of pieces into which a ray's vector is cut. Each piece is as long as a few bodies are
   * wide or high, but there are only so many that searching them is not slower than testing all
   * bodies.
   */
  countPieces({ x, y }: Readonly<Vec2>): number {
    const { built, usualWidth, usualHeight } = this.strips;
    const most = Math.min(PIECE_SHARE * built, PIECES_MAX);
    const pieces = Math.min(
      Math.max(
        Math.abs(x) / (PIECE * usualWidth),
        Math.abs(y) / (PIECE * usualHeight),
      ),
      most,
    );
    return pieces >= 1 ? Math.floor(pieces) : 1;
  }
}
