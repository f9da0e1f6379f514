/**
 * `Newest`: the newest numbers of a stream, for medians and percentiles.
 *
 * @module
 */

/** Keeps the newest numbers of a stream. */
export class Newest {
  readonly #ring: Float64Array;
  readonly #sorted: Float64Array;
  #count = 0;

  /** Keeps at most `size` numbers. */
  constructor(size: number) {
    this.#ring = new Float64Array(size).fill(Infinity);
    this.#sorted = new Float64Array(size);
  }

  /** Takes a number in, for the oldest if there are enough. */
  add(x: number): void {
    this.#ring[this.#count++ % this.#ring.length] = x;
  }

  /** Nearest rank: the smallest of the numbers that the share p of them does not exceed; 0 for none. */
  rank(p: number): number {
    const n = Math.min(this.#count, this.#ring.length);
    if (n === 0) return 0;
    this.#sorted.set(this.#ring);
    return this.#sorted.sort()[Math.max(0, Math.ceil(p * n - 1e-9) - 1)];
  }
}
