/** The newest of many numbers, oldest first. */
export class Recent {
  readonly #ring: Float64Array;
  #count = 0;

  /** @param capacity How many are kept. */
  constructor(capacity: number) {
    this.#ring = new Float64Array(capacity);
  }

  /** How many there are. */
  get length(): number {
    return Math.min(this.#count, this.#ring.length);
  }

  /** Adds one, in place of the oldest when there are as many as are kept. */
  add(value: number): void {
    this.#ring[this.#count++ % this.#ring.length] = value;
  }

  /** The one with a number from 0, the oldest, to `length` - 1. */
  at(index: number): number {
    return this.#ring[(this.#count - this.length + index) % this.#ring.length];
  }

  /** Nearest-rank percentiles; 0 of nothing. */
  percentiles(...ranks: readonly number[]): number[] {
    const values = this.#ring.slice(0, this.length).sort();
    return ranks.map((rank) =>
      values.length === 0 ? 0 : values[Math.max(0, Math.ceil(rank / 100 * values.length) - 1)]
    );
  }

  /** Forgets all. */
  clear(): void {
    this.#count = 0;
  }
}
