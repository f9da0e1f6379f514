/**
 * Lane records in the memory of a space: each content is stored once, however many bodies and shapes
 * have it.
 *
 * A table with open addressing finds a record by its content, so no object has to be kept for a
 * shape. A record that is released leaves no gap in the table: those behind it move up.
 *
 * @module
 */
import type { LinearMemory, Region } from "./memory.ts";

/** Doubles of a record of up to four points, and of one of up to eight: even numbers. */
const SHORT = 26;
const LONG = 42;

/** The region of the records. Places that are freed are used again for records of the same length. */
export class Records {
  /** Doubles up to the end of the last record. */
  top = 0;
  /** The record that `take` is about. */
  readonly given: Float64Array = new Float64Array(LONG);
  readonly #words = new Uint32Array(this.given.buffer);
  readonly #memory: LinearMemory;
  readonly #region: Region;
  /** By slot: 0, or 1 + the offset of a record in doubles, and 1 more for a long one; and its bodies. */
  #slots = new Int32Array(64);
  #users = new Int32Array(64);
  #count = 0;
  readonly #shortPlaces: number[] = [];
  readonly #longPlaces: number[] = [];

  constructor(memory: LinearMemory, region: Region) {
    this.#memory = memory;
    this.#region = region;
  }

  /**
   * Counts one more body with the record in `given`, and returns the offset of the record in doubles.
   * Views of the memory are out of date if it had to grow.
   *
   * @throws {RangeError} If there is not enough memory; nothing has changed then
   */
  take(isLong: boolean): number {
    if (4 * this.#count >= 3 * this.#slots.length) this.#spread();
    const slots = this.#slots, last = slots.length - 1, words = this.#words, { u32 } = this.#memory;
    const length = isLong ? LONG : SHORT;
    let slot = hash(words, 0, isLong) & last;
    for (; slots[slot] !== 0; slot = (slot + 1) & last) {
      if (isLongIn(slots[slot]) !== isLong) continue;
      const at = this.#wordOf(slots[slot]);
      let k = 0;
      while (k < 2 * length && u32[at + k] === words[k]) k++;
      if (k < 2 * length) continue;
      this.#users[slot]++;
      return offsetIn(slots[slot]);
    }
    const places = isLong ? this.#longPlaces : this.#shortPlaces,
      offset = places.at(-1) ?? this.top;
    this.#reserve(8 * (offset + length));
    if (places.length > 0) places.pop();
    else this.top += length;
    this.#memory.u32.set(words.subarray(0, 2 * length), this.#region.at / 4 + 2 * offset);
    slots[slot] = 1 + offset + Number(isLong);
    this.#users[slot] = 1;
    this.#count++;
    return offset;
  }

  /** Counts one body less with the record at an offset. The last one frees its place. */
  release(offset: number, isLong: boolean): void {
    const slots = this.#slots, users = this.#users, last = slots.length - 1;
    const entry = 1 + offset + Number(isLong);
    let slot = this.#homeOf(entry);
    while (slots[slot] !== entry) slot = (slot + 1) & last;
    if (--users[slot] > 0) return;
    (isLong ? this.#longPlaces : this.#shortPlaces).push(offset);
    for (let s = (slot + 1) & last; slots[s] !== 0; s = (s + 1) & last) {
      // Not before its home.
      if (((s - this.#homeOf(slots[s])) & last) < ((s - slot) & last)) continue;
      slots[slot] = slots[s];
      users[slot] = users[s];
      slot = s;
    }
    slots[slot] = 0;
    this.#count--;
  }

  #wordOf(entry: number): number {
    return this.#region.at / 4 + 2 * offsetIn(entry);
  }

  #homeOf(entry: number): number {
    const at = this.#wordOf(entry);
    return hash(this.#memory.u32, at, isLongIn(entry)) & (this.#slots.length - 1);
  }

  /** Doubles the table. */
  #spread(): void {
    const { length } = this.#slots, slots = this.#slots, users = this.#users;
    const more = new Int32Array(2 * length), counts = new Int32Array(2 * length);
    this.#slots = more;
    this.#users = counts;
    for (let k = 0; k < length; k++) {
      if (slots[k] === 0) continue;
      let slot = this.#homeOf(slots[k]);
      while (more[slot] !== 0) slot = (slot + 1) & (2 * length - 1);
      more[slot] = slots[k];
      counts[slot] = users[k];
    }
  }

  /** A quarter more than is needed, so that this happens rarely; or just that, if memory is short. */
  #reserve(bytes: number): void {
    if (bytes <= this.#region.bytes) return;
    try {
      this.#memory.resize([this.#region], [bytes + (bytes >> 2)]);
    } catch {
      this.#memory.resize([this.#region], [bytes]);
    }
  }
}

function offsetIn(entry: number): number {
  return (entry - 1) & ~1;
}

function isLongIn(entry: number): boolean {
  return ((entry - 1) & 1) !== 0;
}

/** A hash of the numbers between the normals of a record and its second vertex. */
function hash(words: Uint32Array, at: number, isLong: boolean): number {
  const from = at + (isLong ? 32 : 16);
  let h = 0;
  for (let k = from; k < from + 20; k++) {
    h = Math.imul(h ^ words[k], 0x9e3779b1);
    h ^= h >>> 15;
  }
  return h;
}
