/**
 * `Newest`: the newest numbers of a stream, for medians and percentiles.
 *
 * @module
 */

/** Keeps the newest numbers of a stream. */
export class Newest {
  readonly #ring: Float64Array;
  #count = 0;

  /** Keeps at most `size` numbers. */
  constructor(size: number) {
    this.#ring = new Float64Array(size);
  }

  /** Takes a number in, for the oldest if there are enough. */
  add(x: number): void {
    this.#ring[this.#count++ % this.#ring.length] = x;
  }

  /** The numbers in ascending order. */
  sorted(): Float64Array {
    return this.#ring.slice(0, Math.min(this.#count, this.#ring.length)).sort();
  }
}

/** Nearest rank: the smallest of sorted numbers that the share p of them does not exceed. */
export function rank(sorted: Float64Array, p: number): number {
  return sorted[Math.max(0, Math.ceil(p * sorted.length - 1e-9) - 1)] ?? 0;
}
