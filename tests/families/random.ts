/**
 * Seeded random numbers for the generators: sfc32, seeded by splitmix32, the same on every engine.
 *
 * @module
 */

/** A stream of random numbers. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d = 1;

  /** Streams with different `parts` are independent. */
  constructor(...parts: (number | string)[]) {
    let hash = 0x9e3779b9;
    for (const part of parts) {
      const text = String(part);
      for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
      hash = Math.imul(hash ^ 0x5bd1e995, 0x01000193);
    }
    const splitmix = (): number => {
      hash = (hash + 0x9e3779b9) | 0;
      let t = hash ^ (hash >>> 16);
      t = Math.imul(t, 0x21f0aaad);
      t ^= t >>> 15;
      t = Math.imul(t, 0x735a2d97);
      return t ^ (t >>> 15);
    };
    this.#a = splitmix();
    this.#b = splitmix();
    this.#c = splitmix();
    for (let i = 0; i < 12; i++) this.u32();
  }

  /** A whole number in [0, 2^32). */
  u32(): number {
    const t = (this.#a + this.#b + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + t | 0;
    return t >>> 0;
  }

  /** A double in [0, 1) with 53 random bits. */
  unit(): number {
    return ((this.u32() >>> 5) * 67108864 + (this.u32() >>> 6)) / 9007199254740992;
  }

  /** A double in [low, high). */
  range(low: number, high: number): number {
    return low + (high - low) * this.unit();
  }

  /** A whole number in [low, high]. */
  int(low: number, high: number): number {
    return low + this.u32() % (high - low + 1);
  }

  /** True with probability p. */
  chance(p: number): boolean {
    return this.unit() < p;
  }

  /** One of the items. */
  pick<T>(items: readonly T[]): T {
    return items[this.u32() % items.length];
  }

  /** -1 or 1. */
  sign(): number {
    return this.chance(0.5) ? 1 : -1;
  }

  /** A number whose logarithm is uniform: 10^low … 10^high. */
  magnitude(low: number, high: number): number {
    return 10 ** this.range(low, high);
  }

  /** A unit vector to an ulp, from + - * / alone. */
  direction(): { x: number; y: number } {
    const t = this.range(-1, 1);
    const x = (1 - t * t) / (1 + t * t);
    const y = 2 * t / (1 + t * t);
    return this.pick([{ x, y }, { x: -x, y: -y }, { x: -y, y: x }, { x: y, y: -x }]);
  }
}
