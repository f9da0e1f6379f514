/**
 * Where shape records are in the memory of a space. Each shape is stored once, however many bodies
 * have it.
 *
 * @module
 */
import type { ConvexShape } from "../shapes/shape.ts";

/** A stored shape. */
export interface Entry {
  /** Offset from the start of the region, in doubles. */
  offset: number;
  /** Length in doubles. */
  length: number;
  /** Number of bodies that have the shape. */
  users: number;
}

/**
 * Bookkeeping of the record region. It knows lengths and offsets, and writes no records. Freed
 * places are reused for records of the same length. If more than half of the region is free,
 * `compact` closes the gaps.
 */
export class RecordHeap {
  /** Stored shapes. */
  readonly entries: Map<ConvexShape, Entry> = new Map();
  /** Doubles up to the end of the last record. */
  top = 0;
  /** Doubles in freed places. */
  free = 0;
  readonly #places: Map<number, number[]> = new Map();

  /** Offset at which a record of `length` doubles would be stored. */
  find(length: number): number {
    return this.#places.get(length)?.at(-1) ?? this.top;
  }

  /** Takes the place that `find` returned. */
  insert(shape: ConvexShape, length: number): Entry {
    const offset = this.#places.get(length)?.pop();
    if (offset === undefined) this.top += length;
    else this.free -= length;
    const entry = { offset: offset ?? this.top - length, length, users: 0 };
    this.entries.set(shape, entry);
    return entry;
  }

  /** Removes one body from the shape's users. The last one frees its place. */
  release(shape: ConvexShape): void {
    const entry = this.entries.get(shape)!;
    if (--entry.users > 0) return;
    this.entries.delete(shape);
    const places = this.#places.get(entry.length);
    if (places === undefined) this.#places.set(entry.length, [entry.offset]);
    else places.push(entry.offset);
    this.free += entry.length;
  }

  /**
   * Moves all records to the front, without gaps.
   * @param move Called for each record that moves, in ascending order; records only move down
   */
  compact(move: (from: number, to: number, length: number) => void): void {
    const entries = [...this.entries.values()].sort((a, b) => a.offset - b.offset);
    let top = 0;
    for (const entry of entries) {
      if (entry.offset !== top) move(entry.offset, top, entry.length);
      entry.offset = top;
      top += entry.length;
    }
    this.top = top;
    this.free = 0;
    this.#places.clear();
  }
}
