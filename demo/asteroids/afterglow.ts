/**
 * Keeps things that last one update visible for longer. Draws come as often as the display wants,
 * also during a pause, and then show the same update again, so each item counts once.
 */
export class Afterglow<T> {
  readonly #length: number;
  readonly #born = new Map<T, number>();

  /** @param length How many updates an item is shown. */
  constructor(length: number) {
    this.#length = length;
  }

  /** Number of items kept. */
  get size(): number {
    return this.#born.size;
  }

  /**
   * Adds the items of an update.
   *
   * @param items The items.
   * @param update The number of the update. A lower number than before belongs to another game.
   * @returns The items to show, oldest first.
   */
  show(items: Iterable<T>, update: number): T[] {
    for (const item of items) if (!this.#born.has(item)) this.#born.set(item, update);
    for (const [item, born] of this.#born) {
      if (update < born || update - born >= this.#length) this.#born.delete(item);
    }
    return [...this.#born.keys()];
  }
}
