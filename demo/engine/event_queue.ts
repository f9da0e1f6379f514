/**
 * Events that come at any time, handed to a game at one time.
 *
 * What happens between two updates waits in a queue. `update()`, called once at the beginning of
 * each update, moves the queue to `events` and shows every event to `processEvent`, where a device
 * keeps the state that is polled. So the input cannot change in the middle of an update, no short
 * press is missed, and events that are added by a program give the same game as those of a player.
 */
export abstract class EventQueue<T> implements Iterable<T> {
  #events: readonly T[] = [];
  #queue: T[] = [];
  /**
   * Whether the game stands still. Then only releases are taken: what is pressed during a pause must
   * not happen all at once after it, and what was held before must not be held for ever.
   */
  paused = false;

  /** The events between the last two calls of `update()`, oldest first. */
  get events(): readonly T[] {
    return this.#events;
  }

  /** Number of events that wait for the next update. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** The events that wait for the next update, oldest first. */
  protected get queued(): readonly T[] {
    return this.#queue;
  }

  /** Iterates over `events`. */
  [Symbol.iterator](): Iterator<T> {
    return this.#events[Symbol.iterator]();
  }

  /**
   * Moves what waits to `events`. The queue is exchanged first: an event that is added while the
   * others are processed belongs to the next update, and one that fails does not come again.
   */
  update(): void {
    this.#events = this.#queue;
    this.#queue = [];
    this.beginUpdate();
    for (const event of this.#events) this.processEvent(event);
  }

  /** Adds an event; it is processed at the next update. While paused, all but releases are dropped. */
  addEvent(event: T): void {
    if (this.paused && !this.releases(event)) return;
    this.#queue.push(event);
  }

  /** Adds events in order, each as `addEvent` does. */
  addEvents(events: Iterable<T>): void {
    for (const event of events) this.addEvent(event);
  }

  /** Whether an event lets go something that is held, so that even a paused queue takes it. */
  protected releases(_event: T): boolean {
    return false;
  }

  /** Called by `update()` before the first event. */
  protected beginUpdate(): void {}

  /** Called by `update()` with each event in order. */
  protected abstract processEvent(event: T): void;
}
