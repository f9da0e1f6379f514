/**
 * Memory of a running query. A support function may call queries in the middle of one, so each
 * level of nesting has its own memory.
 *
 * @module
 */

/** Number of levels kept for later queries. Deeper nesting allocates. */
const KEPT = 8;

/**
 * The state of running queries by level of nesting. A query that has entered a level leaves it in a
 * `finally` block.
 */
export class Levels<T> {
  readonly #make: () => T;
  readonly #kept: T[] = [];
  #depth = 0;

  constructor(make: () => T) {
    this.#make = make;
  }

  enter(): T {
    const depth = this.#depth++;
    if (depth < this.#kept.length) return this.#kept[depth];
    const level = this.#make();
    if (depth < KEPT) this.#kept.push(level);
    return level;
  }

  leave(): void {
    this.#depth--;
  }
}
