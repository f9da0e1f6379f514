/**
 * Collects events that come at any time and hands them to a game at one time.
 *
 * Events between two updates wait in a queue. `update()`, called once at the beginning of each
 * update, moves the queue to `events` and passes every event to `processEvent`, where a device
 * keeps the state that is polled. So the input cannot change in the middle of an update, no short
 * press is missed, and events added by a program give the same game as those of a player.
 */
export abstract class EventQueue<T> implements Iterable<T> {
  #events: readonly T[] = [];
  #queue: T[] = [];
  /**
   * Whether the game is paused. Then only releases are accepted: keys pressed during a pause must
   * not all act at once after it, and keys held before it must not be held forever.
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
   * Moves the waiting events to `events`. The queue is exchanged first, so an event that is added
   * while the others are processed belongs to the next update, and one that fails does not come
   * again.
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

  /** Whether an event is a release, which even a paused queue accepts. */
  protected releases(_event: T): boolean {
    return false;
  }

  /** Called by `update()` before the first event. */
  protected beginUpdate(): void {}

  /** Called by `update()` with each event in order. */
  protected abstract processEvent(event: T): void;
}
