/**
 * `GameTimers`: timers in the time of a game, as part of its state.
 *
 * @module
 */
import { checkFunction, checkObject, checkPeriod, checkSpan } from "./check.ts";

/** The most calls in one `advance`, in case a handler starts timers without end. */
const MAX_CALLS = 100_000;
/** Slack for comparing times, in periods, so that six steps of 1/60 s are 100 ms. */
const SLACK = 1e-9;

/** Data of a timer: anything that survives `structuredClone` or JSON, as your saves need. */
export type TimerData = unknown;

/** A timer in a saved state. */
export interface SavedTimer {
  /** Its handle. */
  id: number;
  /** The name of its handler. */
  name: string;
  /** When it was started or, if it repeats, when it was first due, in ms of the game. */
  from: number;
  /** Its period in ms; 0 if it does not repeat. */
  period: number;
  /** The calls made so far. */
  calls: number;
  /** What its handler receives. */
  data: TimerData;
}

/** The state of {@linkcode GameTimers}: plain data. */
export interface TimersState {
  /** The ms of the game up to the last change of the delta. */
  since: number;
  /** The last delta, and how often it came. */
  delta: number;
  /** How often `delta` came since then. */
  steps: number;
  /** The last handle given out. */
  lastId: number;
  /** The timers that run, in the order of their handles. */
  timers: SavedTimer[];
}

/**
 * Timers that count the time of the game: they stand still in pauses, follow slow motion, and are saved and
 * restored with the game, to the bit. Call `advance` in `update`. What a timer calls is one of the handlers,
 * named in plain data, so a state can be sent, stored, or taken back by a rollback.
 *
 * `every` is also how parts of a game run at lower rates than its updates.
 *
 * @example Artificial intelligence at 10 Hz and a spawn after a second, in updates of 60 Hz
 * ```ts
 * import { GameTimers, hz } from "@narrowphase/gjk2d/loop";
 *
 * const log: string[] = [];
 * const timers = new GameTimers({
 *   think: () => void log.push("think"),
 *   spawn: (kind) => void log.push(`spawn ${kind}`),
 * });
 * timers.every(hz(10), "think");
 * timers.after(1000, "spawn", "orc");
 * for (let update = 0; update < 60; update++) timers.advance(hz(60));
 * if (log.length !== 11 || log[10] !== "spawn orc") throw new Error(log.join());
 * ```
 */
export class GameTimers<Name extends string = string> {
  readonly #handlers: Readonly<Record<Name, (data: TimerData, due: number) => void>>;
  #timers = new Map<number, SavedTimer>();
  #lastId = 0;
  /** The time is since + steps·delta: a product, so that it does not drift in hours of equal steps. */
  #since = 0;
  #delta = 0;
  #steps = 0;
  #advancing = false;

  /**
   * Creates timers at time 0.
   *
   * @param handlers What timers may call, by name. Each receives the data of its timer, and the time at which
   * it was due, in ms of the game.
   * @throws {TypeError} If `handlers` is not an object of functions.
   */
  constructor(handlers: Readonly<Record<Name, (data: TimerData, due: number) => void>>) {
    const task = "create GameTimers";
    checkObject(task, "handlers", handlers);
    for (const [name, handler] of Object.entries(handlers)) {
      checkFunction(task, `handlers.${name}`, handler);
    }
    this.#handlers = handlers;
  }

  /** The time of the game in ms: the sum of all deltas. */
  get time(): number {
    return this.#since + this.#steps * this.#delta;
  }

  /**
   * Calls a handler once.
   *
   * @param delay In how many ms of the game: finite, not negative.
   * @param name The handler.
   * @param data What it receives.
   * @returns A handle for `cancel`.
   * @throws {RangeError} If `delay` is negative or not finite, or no handler has that name.
   * @throws {TypeError} If `delay` is not a number.
   */
  after(delay: number, name: Name, data?: TimerData): number {
    checkSpan("start timer", "delay", delay);
    return this.#start(name, this.time + delay, 0, data);
  }

  /**
   * Calls a handler periodically: at `delay`, `delay + period`, … from now. If a period is shorter than an
   * update, an update makes several calls.
   *
   * @param period In ms of the game: positive and finite; `hz(10)` for ten calls a second.
   * @param name The handler.
   * @param data What it receives.
   * @param delay When it is called first; default `period`. It puts timers of one rate into different updates.
   * @returns A handle for `cancel`.
   * @throws {RangeError} If a time is out of range, or no handler has that name.
   * @throws {TypeError} If a time is not a number.
   */
  every(period: number, name: Name, data?: TimerData, delay: number = period): number {
    checkPeriod("start timer", "period", period);
    checkSpan("start timer", "delay", delay);
    return this.#start(name, this.time + delay, period, data);
  }

  /**
   * Ends a timer.
   *
   * @param id The handle.
   * @returns Whether it was running.
   */
  cancel(id: number): boolean {
    return this.#timers.delete(id);
  }

  /**
   * Moves the time on and calls what has become due, in order of time, then of handles. A timer that starts in
   * a handler counts from the end of this advance, and is called in a later one unless its delay is 0.
   *
   * @param delta The ms to advance by, such as that of an update: finite, not negative.
   * @throws {RangeError} If `delta` is negative or not finite.
   * @throws {TypeError} If `delta` is not a number.
   * @throws {Error} If called from a handler, or if 100 000 calls are due at once.
   * @throws What a handler throws. Its call counts as made; the others follow in the next `advance`.
   */
  advance(delta: number): void {
    checkSpan("advance GameTimers", "delta", delta);
    if (this.#advancing) throw new Error("Cannot advance GameTimers: a handler is running");
    if (delta !== this.#delta) {
      this.#since = this.time;
      this.#delta = delta;
      this.#steps = 0;
    }
    this.#steps++;
    this.#advancing = true;
    try {
      let calls = 0;
      for (let next = this.#next(); next !== null; next = this.#next()) {
        if (++calls > MAX_CALLS) {
          throw new Error(`Cannot advance GameTimers: ${MAX_CALLS} calls are due, must be fewer`);
        }
        const due = dueTime(next);
        next.calls++;
        if (next.period === 0) this.#timers.delete(next.id);
        this.#handlers[next.name as Name](next.data, due);
      }
    } finally {
      this.#advancing = false;
    }
  }

  /**
   * The state as plain data, of which later calls change nothing. `data` of timers is passed on as it is.
   *
   * @returns What `restore` takes.
   */
  save(): TimersState {
    return {
      since: this.#since,
      delta: this.#delta,
      steps: this.#steps,
      lastId: this.#lastId,
      timers: [...this.#timers.values()].map((timer) => ({ ...timer })),
    };
  }

  /**
   * Goes back to a saved state. From then on everything happens as it did, or would have, after `save`.
   *
   * @param state What `save` gave, possibly from another object with the same handlers.
   * @throws {RangeError} If it names a handler that does not exist, or has a number out of range.
   * @throws {TypeError} If a part is missing or of the wrong type; nothing is changed then.
   */
  restore(state: TimersState): void {
    const task = "restore GameTimers";
    checkObject(task, "state", state);
    const { since, delta, steps, lastId, timers } = state;
    for (const [name, value] of Object.entries({ since, delta, steps, lastId })) {
      checkSpan(task, name, value);
    }
    if (!Array.isArray(timers)) throw new TypeError(`Cannot ${task}: timers must be an array`);
    const restored = new Map<number, SavedTimer>();
    for (const [k, timer] of timers.entries()) {
      checkObject(task, `timers[${k}]`, timer);
      const { id, from, period, calls } = timer;
      for (const [name, value] of Object.entries({ id, from, period, calls })) {
        checkSpan(task, `timers[${k}].${name}`, value);
      }
      this.#checkName(task, timer.name);
      restored.set(id, { ...timer });
    }
    this.#timers = restored;
    this.#lastId = lastId;
    this.#since = since;
    this.#delta = delta;
    this.#steps = steps;
  }

  #start(name: Name, from: number, period: number, data: TimerData): number {
    this.#checkName("start timer", name);
    const id = ++this.#lastId;
    this.#timers.set(id, { id, name, from, period, calls: 0, data });
    return id;
  }

  #checkName(task: string, name: string): void {
    if (Object.hasOwn(this.#handlers, name)) return;
    const names = Object.keys(this.#handlers).join(", ");
    throw new RangeError(`Cannot ${task}: name is ${String(name)}, must be one of ${names}`);
  }

  /** The timer that is due first, or null if none is due. */
  #next(): SavedTimer | null {
    const { time } = this;
    let first: SavedTimer | null = null;
    for (const timer of this.#timers.values()) {
      const due = dueTime(timer);
      // Rounding may put sums of steps and of periods apart.
      const slack = SLACK * (timer.period || this.#delta) + 4 * Number.EPSILON * time;
      if (due <= time + slack && (first === null || due < dueTime(first))) first = timer;
    }
    return first;
  }
}

/** When a timer is due next. */
function dueTime({ from, period, calls }: SavedTimer): number {
  return from + calls * period;
}
