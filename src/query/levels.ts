/**
 * Memory of a query while it runs. A support function may ask queries of its own in the middle of one, so every depth
 * of nesting has its own.
 *
 * @module
 */

/** Levels kept for later queries; deeper nesting makes its own. */
const KEPT = 8;

/** What one query needs to remember, by depth of nesting. A query that enters a level leaves it, whatever happens in between. */
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
