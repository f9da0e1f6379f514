const view = new DataView(new ArrayBuffer(8));

/**
 * A hash of the bits of numbers: two lanes of 32-bit FNV-1a over the words of each double. It shows
 * that two runs were identical. -0 and 0 differ; all NaN are the same.
 */
export class StateHash {
  #low = 0x811c9dc5;
  #high = 0xcbf29ce4;

  /** Adds a number. */
  add(value: number): void {
    view.setFloat64(0, Number.isNaN(value) ? NaN : value);
    const high = view.getUint32(0);
    const low = view.getUint32(4);
    this.#low = Math.imul(this.#low ^ low, 0x01000193);
    this.#low = Math.imul(this.#low ^ high, 0x01000193);
    this.#high = Math.imul(this.#high ^ (low >>> 16 | low << 16), 0x01000193);
    this.#high = Math.imul(this.#high ^ high ^ (this.#low >>> 13), 0x01000193);
  }

  /** Sixteen hexadecimal digits. */
  digest(): string {
    const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, "0");
    return hex(this.#high) + hex(this.#low);
  }
}
