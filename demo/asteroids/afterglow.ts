/**
 * What lasts one update, kept so long that an eye can see it. Draws come as often as the display
 * wants, during a pause too, and show the same update again: each item counts once.
 */
export class Afterglow<T> {
  readonly #length: number;
  readonly #born = new Map<T, number>();

  /** @param length How many updates an item is shown. */
  constructor(length: number) {
    this.#length = length;
  }

  /** Number of items that are kept. */
  get size(): number {
    return this.#born.size;
  }

  /**
   * Takes in what an update left.
   *
   * @param items Of the update.
   * @param update Its number; one that is lower than before is that of another game.
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
