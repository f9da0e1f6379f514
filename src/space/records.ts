/**
 * Where shape records are in the memory of a space. Each shape is stored once, however many bodies
 * have it.
 *
 * @module
 */
import type { ConvexShape } from "../shapes/shape.ts";

/** A stored shape. */
interface Entry {
  /** Offset from the start of the region, and length, in doubles. */
  readonly offset: number;
  readonly length: number;
  /** Number of bodies that have the shape. */
  users: number;
}

/**
 * Bookkeeping of the record region. It knows lengths and offsets, and writes no records. Freed
 * places are reused for records of the same length, of which there are two.
 */
export class RecordHeap {
  /** Doubles up to the end of the last record. */
  top = 0;
  readonly #entries: Map<ConvexShape, Entry> = new Map();
  readonly #places: Map<number, number[]> = new Map();

  /** Counts one more body with a shape. Returns the offset of its record, or -1 if it has none yet. */
  use(shape: ConvexShape): number {
    const entry = this.#entries.get(shape);
    if (entry === undefined) return -1;
    entry.users++;
    return entry.offset;
  }

  /** Offset at which a record of `length` doubles would be stored. */
  find(length: number): number {
    return this.#places.get(length)?.at(-1) ?? this.top;
  }

  /** Takes the place that `find` returned, for the first body with a shape. */
  insert(shape: ConvexShape, length: number): number {
    const offset = this.find(length);
    if (offset === this.top) this.top += length;
    else this.#places.get(length)!.pop();
    this.#entries.set(shape, { offset, length, users: 1 });
    return offset;
  }

  /** Removes one body from the shape's users. The last one frees its place. */
  release(shape: ConvexShape): void {
    const entry = this.#entries.get(shape)!, { length, offset } = entry;
    if (--entry.users > 0) return;
    this.#entries.delete(shape);
    if (!this.#places.has(length)) this.#places.set(length, []);
    this.#places.get(length)!.push(offset);
  }
}
