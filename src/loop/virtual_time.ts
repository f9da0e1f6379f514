/**
 * `VirtualTime`: a clock, a sleeper and a display in simulated time, for tests.
 *
 * @module
 */
import { checkFunction, checkSpan, checkTime } from "./check.ts";
import type { Clock } from "./clock.ts";
import type { FrameScheduler } from "./frame_scheduler.ts";
import { macrotask, type Sleeper } from "./sleeper.ts";

interface VirtualEvent {
  time: number;
  id: number;
  run: (() => void) | null;
}

/** After this many events without any time passing, a run counts as stuck. */
const MAX_EVENTS_AT_ONCE = 100_000;

/** Slack in ticks for comparing a time with a multiple of a tick, so that k·tick is tick k. */
const TICK_SLACK = 1e-9;

/**
 * The slack for a time of `ticks` ticks. At the time of an epoch clock, rounding is larger than
 * TICK_SLACK.
 */
function slackAt(ticks: number): number {
  const rounding = 2 * Number.EPSILON * Math.abs(ticks);
  return rounding < Infinity ? Math.max(TICK_SLACK, rounding) : 0;
}

/** The number of the last multiple of a tick at or before a time. */
function tickBefore(time: number, tick: number): number {
  const ticks = time / tick;
  return Math.floor(ticks + slackAt(ticks));
}

/** The number of the first multiple of a tick at or after a time. */
function tickAfter(time: number, tick: number): number {
  const ticks = time / tick;
  return Math.ceil(ticks - slackAt(ticks));
}

/**
 * Simulated time: a clock, a sleeper and a display in one, in which nothing waits for real.
 *
 * `advance(ms)` is work that the code under test spends. `run(until)` is the event loop: it wakes sleepers,
 * fires `at` callbacks and delivers frames in order of time, and lets promises settle between them. The
 * imperfections of real hosts are fields: coarse clocks and timers, long sleeps, readings that cost time, hidden tabs.
 *
 * @example Sixty frames without waiting
 * ```ts
 * import { GameLoop, presets } from "@narrowphase/gjk2d/loop";
 * import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
 *
 * const time = new VirtualTime();
 * let updates = 0;
 * const game = { update() { updates++; time.advance(2); }, draw() {} };
 * const loop = new GameLoop(game, time, presets.rateLimited(10));
 * const ended = loop.run(time);
 * await time.run(595);
 * loop.stop();
 * await time.run(600);
 * if (await ended !== "stopped" || updates !== 60) throw new Error(`${updates} updates`);
 * ```
 */
export class VirtualTime implements Clock, Sleeper, FrameScheduler {
  /** The clock shows `floor(time / quantum) · quantum` ms; 0, the default, is exact. */
  quantum = 0;
  /** Sleeps end only at multiples of this many ms, as on old Windows; 0, the default, is exact. */
  timerTick = 0;
  /** Real ms that one `now()` costs, so that busy loops end; default 0. */
  readCost = 0;
  /** The display's period in ms; default 1000/60. Frames come at its multiples; 0 is no display. */
  refresh: number = 1000 / 60;
  /** Intervals `[from, to)` in ms during which the display gives no frames; default none. */
  hidden: [from: number, to: number][] = [];
  /** The ms by which a sleep of `ms` takes too long; may be negative; default none. */
  oversleep: (ms: number) => number = () => 0;

  #real: number;
  #ids = 0;
  #running = false;
  /** Ordered by time, then by order of scheduling. */
  readonly #events: VirtualEvent[] = [];
  readonly #byId: Map<number, VirtualEvent> = new Map();
  readonly #settle: () => Promise<void> = macrotask();

  /**
   * Creates a time that stands still until it is advanced or run.
   *
   * @param start The first time in ms; default 0.
   * @throws {RangeError} If `start` is not finite.
   * @throws {TypeError} If `start` is not a number.
   */
  constructor(start = 0) {
    checkTime("create VirtualTime", "start", start);
    this.#real = start;
  }

  /** The exact time in ms, free of `quantum` and `readCost`. */
  get real(): number {
    return this.#real;
  }

  /** Reads the clock in ms: costs `readCost`, then shows a multiple of `quantum`. */
  now(): number {
    this.#real += this.readCost;
    const { quantum } = this;
    return quantum > 0 ? tickBefore(this.#real, quantum) * quantum : this.#real;
  }

  /**
   * Spends time as work does: events that fall due meanwhile run late, at the next `run`.
   *
   * @param ms How long the work takes in ms.
   * @throws {RangeError} If `ms` is negative or not finite.
   * @throws {TypeError} If `ms` is not a number.
   */
  advance(ms: number): void {
    checkSpan("advance VirtualTime", "ms", ms);
    this.#real += ms;
  }

  /**
   * Calls `fn` at a time; a past time means as soon as `run` gets to it.
   *
   * @param t When, in ms.
   * @param fn What to call. What it throws is thrown by `run`.
   * @returns A handle for `cancel`.
   * @throws {RangeError} If `t` is not finite.
   * @throws {TypeError} If `t` is not a number or `fn` not a function.
   */
  at(t: number, fn: () => void): number {
    checkTime("schedule VirtualTime event", "t", t);
    checkFunction("schedule VirtualTime event", "fn", fn);
    const event: VirtualEvent = { time: Math.max(t, this.#real), id: ++this.#ids, run: fn };
    this.#insert(event);
    return event.id;
  }

  /**
   * Withdraws what `at` or `request` scheduled; unknown handles are ignored.
   *
   * @param id The handle.
   */
  cancel(id: number): void {
    const event = this.#byId.get(id);
    if (event === undefined) return;
    event.run = null;
    this.#byId.delete(id);
  }

  /**
   * Runs all events up to and including `until`, then leaves the time there (or later, if the
   * last event worked past it).
   *
   * @param until The time to run to in ms.
   * @returns A promise that resolves when the time is reached and all promises have settled.
   * @throws {RangeError} If `until` is not finite.
   * @throws {TypeError} If `until` is not a number.
   * @throws {Error} If a run is active already, or if 100 000 events happen without time passing
   * (a loop that never sleeps: give its work or the clock a cost).
   */
  async run(until: number): Promise<void> {
    checkTime("run VirtualTime", "until", until);
    if (this.#running) throw new Error("Cannot run VirtualTime: a run is active already");
    this.#running = true;
    try {
      let stuckAt = this.#real;
      let stuck = 0;
      await this.#settle();
      for (let event = this.#next(until); event !== null; event = this.#next(until)) {
        this.#real = Math.max(this.#real, event.time);
        const run = event.run;
        event.run = null;
        run?.();
        await this.#settle();
        if (this.#real > stuckAt) {
          stuckAt = this.#real;
          stuck = 0;
        } else if (++stuck >= MAX_EVENTS_AT_ONCE) {
          throw new Error(
            `Cannot run VirtualTime: ${stuck} events at time ${stuckAt}, must take time`,
          );
        }
      }
      this.#real = Math.max(this.#real, until);
    } finally {
      this.#running = false;
    }
  }

  /**
   * Sleeps in virtual time: `ms` plus `oversleep(ms)`, rounded up to the next `timerTick`.
   *
   * @param ms How long in ms; `NaN`, zero and negative values yield, `Infinity` waits for `signal`.
   * @param signal Resolves the sleep at once when it aborts.
   * @returns A promise that never rejects.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    if (!(ms > 0)) return this.yield();
    return new Promise<void>((resolve) => {
      let id = 0;
      const done = (): void => {
        this.cancel(id);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      signal?.addEventListener("abort", done);
      if (ms === Infinity) return;
      let wake = Math.max(this.#real, this.#real + ms + this.oversleep(ms));
      const tick = this.timerTick;
      if (tick > 0) wake = tickAfter(wake, tick) * tick;
      id = this.at(wake, done);
    });
  }

  /** Lets everything that is due at the present time run first. */
  yield(): Promise<void> {
    return new Promise<void>((resolve) => void this.at(this.#real, resolve));
  }

  /**
   * Sleeps as blocking code does: the time passes and no event runs.
   *
   * @param ms How long in ms; values that are not positive do nothing.
   */
  sleepSync(ms: number): void {
    if (ms > 0) this.advance(Math.max(0, ms + this.oversleep(ms)));
  }

  /**
   * Asks for the next frame of the display: the first multiple of `refresh` after the present
   * time that is not `hidden`. If work delays the callback past later multiples, the timestamp is
   * the newest of them, as in browsers.
   *
   * @param callback Receives the frame's time in ms.
   * @returns A handle for `cancel`.
   */
  request(callback: (timestamp: number) => void): number {
    const { refresh } = this;
    const id = ++this.#ids;
    if (refresh > 0) {
      this.#frame(id, (tickBefore(this.#real, refresh) + 1) * refresh, refresh, callback);
    }
    return id;
  }

  /** Calls back at the first visible frame at or after `frame`, or as soon as work allows it. */
  #frame(id: number, frame: number, refresh: number, callback: (timestamp: number) => void): void {
    const time = this.#visible(frame, refresh);
    const run = (): void => {
      const latest = tickBefore(this.#real, refresh) * refresh;
      const shown = this.#visible(Math.max(latest, time), refresh);
      if (shown <= this.#real) callback(shown);
      // The page became hidden while the thread was busy. The frame comes when it is visible again.
      else this.#frame(id, shown, refresh, callback);
    };
    this.#insert({ time, id, run });
  }

  /** The first frame at or after `frame` that is not hidden. */
  #visible(frame: number, refresh: number): number {
    for (let i = 0; i < this.hidden.length; i++) {
      const [from, to] = this.hidden[i];
      if (frame >= from && frame < to) {
        const shown = tickAfter(to, refresh) * refresh;
        // A frame that is before `to` only by rounding would be found again.
        if (shown <= frame) continue;
        frame = shown;
        i = -1;
      }
    }
    return frame;
  }

  #insert(event: VirtualEvent): void {
    this.#byId.set(event.id, event);
    const events = this.#events;
    let from = 0, to = events.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (isBefore(events[middle], event)) from = middle + 1;
      else to = middle;
    }
    events.splice(from, 0, event);
  }

  /** Removes and returns the earliest event due by `until` that is not cancelled. */
  #next(until: number): VirtualEvent | null {
    const events = this.#events;
    while (events.length > 0 && events[0].time <= until) {
      const event = events.shift() as VirtualEvent;
      if (event.run === null) continue;
      this.#byId.delete(event.id);
      return event;
    }
    return null;
  }
}

/** Whether event a runs before b. */
function isBefore(a: VirtualEvent, b: VirtualEvent): boolean {
  return a.time < b.time || (a.time === b.time && a.id < b.id);
}
