/**
 * Seeded random numbers from integer operations alone, so that they are the same on every engine:
 * sfc32 (Chris Doty-Humphrey, PractRand), 128 bits of state.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** @param seed Any integer; its low 32 bits count. */
  constructor(seed: number) {
    this.#a = seed | 0;
    this.#b = (seed ^ 0x9e3779b9) | 0;
    this.#c = 0x243f6a88;
    // The first outputs still resemble the seed.
    for (let i = 0; i < 12; i++) this.uint32();
  }

  /** An integer from 0 to 2^32 - 1. */
  uint32(): number {
    const t = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + t) | 0;
    return t >>> 0;
  }

  /** A multiple of 2^-32 in [0, 1). */
  next(): number {
    return this.uint32() / 4294967296;
  }

  /** A number in [`low`, `high`). */
  between(low: number, high: number): number {
    const value = low + this.next() * (high - low);
    // For large numbers the sum may be rounded up to `high`.
    return value === high ? low : value;
  }

  /** The state, for a hash of the game. */
  state(): [number, number, number, number] {
    return [this.#a >>> 0, this.#b >>> 0, this.#c >>> 0, this.#counter >>> 0];
  }
}
