/**
 * Seeded random numbers for the generators: sfc32, seeded by splitmix32, the same on every engine.
 *
 * @module
 */

import { pow2 } from "../exact/oracle/dyadic.ts";

/** Cosine and sine of any angle in [-7, 7] to about 1e-15, with the same bits on every engine. */
export function unitVector(angle: number): { x: number; y: number } {
  // Taylor series of exp(i angle).
  let x = 0, y = 0, term = 1;
  for (let n = 0; n < 44; n += 4) {
    x += term;
    term *= angle / (n + 1);
    y += term;
    term *= angle / (n + 2);
    x -= term;
    term *= angle / (n + 3);
    y -= term;
    term *= angle / (n + 4);
  }
  return { x, y };
}

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

  /** A number between 10^low and 2 * 10^high; every order of magnitude is equally likely. */
  magnitude(low: number, high: number): number {
    const t = this.range(low, high) * 3.321928094887362; // log2(10)
    const k = Math.floor(t);
    // Linear between powers of two. This avoids a power function, which engines round differently.
    return pow2(k) * (1 + (t - k));
  }

  /** A unit vector to an ulp, with + - * / only. */
  direction(): { x: number; y: number } {
    const t = this.range(-1, 1);
    const x = (1 - t * t) / (1 + t * t);
    const y = 2 * t / (1 + t * t);
    return this.pick([{ x, y }, { x: -x, y: -y }, { x: -y, y: x }, { x: y, y: -x }]);
  }
}
