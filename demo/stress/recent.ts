/** The newest of many numbers, oldest first. */
export class Recent {
  readonly #ring: Float64Array;
  #count = 0;

  /** @param capacity Number of values kept. */
  constructor(capacity: number) {
    this.#ring = new Float64Array(capacity);
  }

  /** Number of values. */
  get length(): number {
    return Math.min(this.#count, this.#ring.length);
  }

  /** Adds a value. If the capacity is reached, it replaces the oldest. */
  add(value: number): void {
    this.#ring[this.#count++ % this.#ring.length] = value;
  }

  /** The value with this index, from 0 (the oldest) to `length` - 1. */
  at(index: number): number {
    return this.#ring[(this.#count - this.length + index) % this.#ring.length];
  }

  /** Nearest-rank percentiles; 0 if there are no values. */
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
