/**
 * `preciseSleeper`: sleeps with a timer, then with `Atomics.wait`, then by reading the clock.
 *
 * @module
 */
import { checkClock, checkFlag, checkLimit, checkSpan, readOptions, type Table } from "./check.ts";
import { type Clock, systemClock } from "./clock.ts";
import { macrotask, MAX_TIMEOUT, type Sleeper, timer } from "./sleeper.ts";

/** Options of {@linkcode preciseSleeper}. Margins and spins are in ms. */
export interface PreciseSleeperOptions {
  /**
   * Whether the last part of a sleep may block the thread (and with it, I/O) in `Atomics.wait`,
   * for at most about `timerMargin` + 1 ms; default true. Browsers' main threads never allow it.
   */
  block?: boolean | undefined;
  /**
   * How long before the end the timer stage stops, finite and not negative; default adaptive: the
   * 95th percentile of the timer's lateness (0.2–0.4 ms in Node, 1.2–1.4 ms in Deno).
   */
  timerMargin?: number | undefined;
  /**
   * How long before the end the blocking stage stops, finite and not negative; default adaptive:
   * the 98.5th percentile of its lateness (0.13–0.2 ms), with `maxSpin` 0 the 90th and 0.03 ms.
   */
  waitMargin?: number | undefined;
  /**
   * The longest busy wait at the end of a sleep, not negative; default 0.5. With 0 nothing spins. The rest that
   * the blocking stage leaves, mostly less than 0.1 ms, passes in macrotasks, between which the host gets its
   * turn (`GameLoop` runs them itself, see {@linkcode Sleeper.approach}), and `sleepSync` is as late as
   * `Atomics.wait`.
   */
  maxSpin?: number | undefined;
  /** Whether a sleep too short for a timer still lets the host run once; default true. */
  yieldPerFrame?: boolean | undefined;
  /**
   * Measures the remaining time; default `systemClock`. It must run in real time. If it is set back or stands
   * still, a sleep does not take longer, because the times requested from the timers count.
   */
  clock?: Clock | undefined;
}

const OPTIONS: Table<PreciseSleeperOptions> = {
  block: [true, checkFlag],
  // An infinite margin would leave nothing to the timer, and an infinite sleep would block the thread.
  timerMargin: [undefined, checkSpan],
  waitMargin: [undefined, checkSpan],
  maxSpin: [0.5, checkLimit],
  yieldPerFrame: [true, checkFlag],
  clock: [systemClock, checkClock],
};

/** How many ms before the due time a driver should be back, to poll its own clock until then. */
const LEAD = 0.05;
/** How early `approach` returns at most, in ms. A wait mostly leaves less than half of it. */
const APPROACH = 0.2;
/** Without a blocking stage, macrotasks are polled until this many ms are left. */
const POLL_SPIN = 0.05;
/** A busy wait ends after this many readings, even if the clock stands still. */
const MAX_READS = 1e6;
/** Polling ends after this many macrotasks in which the clock stood still. A tick takes fewer. */
const MAX_STILL = 1e5;
/** Bounds of the adaptive margins in ms. More than this is not lateness but a suspension. */
const MAX_TIMER_MARGIN = 8;
const MAX_WAIT_MARGIN = 1;
/** Initial adaptive margins in ms: those of the slowest host measured. */
const FIRST_TIMER_MARGIN = 1.5;
const FIRST_WAIT_MARGIN = 0.2;
const FIRST_POLL_MARGIN = 0.1;
/**
 * How long the first macrotask after a wait takes, with cold caches, in ms. Later ones take 1–2 µs.
 */
const COLD_POLL = 0.03;

/**
 * Tracks a quantile of a stream: up by step·p if a value is above, down by step·(1 − p) if it is
 * below. So it settles where the fraction p of the values is below.
 */
class Quantile {
  value: number;
  readonly #p: number;
  readonly #step: number;
  readonly #max: number;
  #seen = 0;

  constructor(value: number, p: number, step: number, max: number) {
    this.value = value;
    this.#p = p;
    this.#step = step;
    this.#max = max;
  }

  add(x: number): void {
    // Large steps at first: (1 − p) is small, and an initial value that is too high must not take
    // minutes to come down.
    const step = this.#step * Math.max(1, 40 / ++this.#seen);
    const next = this.value + (x > this.value ? step * this.#p : -step * (1 - this.#p));
    this.value = Math.min(Math.max(next, 0), this.#max);
  }
}

/** A function that blocks for some ms in `Atomics.wait`, or null where the host forbids it. */
function findBlock(): ((ms: number) => void) | null {
  try {
    const cell = new Int32Array(new SharedArrayBuffer(4));
    Atomics.wait(cell, 0, 0, 0);
    return (ms: number): void => void Atomics.wait(cell, 0, 0, ms);
  } catch {
    // ReferenceError: no SharedArrayBuffer; TypeError: not on this thread.
    return null;
  }
}

/** The options of a sleeper, what its host can do, and how late timers and waits are found to be. */
interface Stages extends Required<PreciseSleeperOptions> {
  pass: () => Promise<void>;
  wait: ((ms: number) => void) | null;
  timerLate: Quantile;
  waitLate: Quantile;
}

function findStages(options: Required<PreciseSleeperOptions>): Stages {
  const { block, maxSpin } = options;
  return {
    ...options,
    pass: macrotask(),
    wait: block ? findBlock() : null,
    timerLate: new Quantile(FIRST_TIMER_MARGIN, 0.95, 0.05, MAX_TIMER_MARGIN),
    // Macrotasks cost more than spinning, so without a spin the rest should be shorter: a lower
    // percentile, plus the time of the first macrotask after a wait.
    waitLate: maxSpin > 0
      ? new Quantile(FIRST_WAIT_MARGIN, 0.985, 0.01, maxSpin)
      : new Quantile(FIRST_POLL_MARGIN, 0.9, 0.005, MAX_WAIT_MARGIN),
  };
}

/** How long before a deadline the blocking stage stops. */
function early({ waitMargin, waitLate, maxSpin }: Stages): number {
  return waitMargin ?? waitLate.value + (maxSpin > 0 ? 0 : COLD_POLL);
}

/** Blocks, where the host allows it, until no more than `margin` is left. */
function blockUntil({ clock, wait, waitLate }: Stages, deadline: number, margin: number): void {
  if (wait === null) return;
  // All waits together take no longer than what was left at first. A clock that stands still or
  // goes back must not block the thread for longer.
  let left = deadline - clock.now();
  let most = left;
  while (left > margin && most > 0) {
    const asked = Math.min(left - margin, most);
    most -= asked;
    wait(asked);
    const now = deadline - clock.now();
    waitLate.add(left - now - asked);
    left = now;
  }
}

/**
 * Reads the clock until the deadline, for at most maxSpin. If a wrong margin has left more, the
 * rest is given up, and the caller checks again.
 */
function spinUntil({ clock, maxSpin }: Stages, deadline: number): void {
  const end = Math.min(deadline, clock.now() + maxSpin);
  for (let reads = 0; clock.now() < end && reads < MAX_READS; reads++);
}

/** Sleeps. With `near`, the last macrotasks are left to the caller. */
async function sleep(
  stages: Stages,
  near: boolean,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { clock, pass, timerLate, timerMargin, maxSpin } = stages;
  if (signal?.aborted) return;
  if (!(ms > 0)) return await pass();
  let last = clock.now();
  let deadline = last + ms;
  let yielded = !stages.yieldPerFrame;
  let blocked = stages.wait === null;
  let still = 0;
  while (!signal?.aborted) {
    const now = clock.now();
    // If the clock was set back, as much is left as before.
    if (now < last) deadline -= last - now;
    still = now === last ? still + 1 : 0;
    last = now;
    const left = deadline - now;
    // If the clock shows no number, there is nothing to wait for but the host's turn.
    if (!(left > 0)) return yielded ? undefined : await pass();
    const free = left - (timerMargin ?? timerLate.value);
    if (free >= 1) {
      const asked = Math.min(Math.floor(free), MAX_TIMEOUT);
      await timer(asked, signal);
      if (signal?.aborted) return;
      last = clock.now();
      const passed = last - now;
      timerLate.add(passed - asked);
      // Timers are early by less than a ms, and by less than two on a clock of whole ms. If the
      // clock shows less, it was set back or stands still, so the timer counts. Otherwise such a
      // sleep would go on until the clock has caught up.
      if (passed <= Math.max(0, asked - 2)) deadline = last + left - asked;
      yielded = true;
    } else if (!yielded) {
      await pass();
      yielded = true;
    } else if (!blocked) {
      blocked = true;
      blockUntil(stages, deadline, early(stages));
      if (maxSpin > 0) return spinUntil(stages, deadline);
    } else if (near && left <= APPROACH) {
      return;
    } else if (left <= Math.min(maxSpin, POLL_SPIN)) {
      return spinUntil(stages, deadline);
    } else if (still > MAX_STILL) {
      return;
    } else {
      await pass();
    }
  }
}

/**
 * A sleeper that ends within microseconds of the requested time, at a few percent of a core for 60 Hz
 * (docs/loop.md has measurements). It keeps the margins that it learns, so make one per loop and keep it.
 *
 * @param options See {@linkcode PreciseSleeperOptions}.
 * @returns A sleeper. `sleepSync` is there only if the host can block.
 * @throws {RangeError} If a margin or `maxSpin` is negative or `NaN`, or a margin is infinite.
 * @throws {TypeError} If an argument is of the wrong type.
 *
 * @remarks
 * Three stages, each ending short of the goal by the lateness it is known to have:
 *
 * 1. `setTimeout` for the whole ms: the event loop is free;
 * 2. `Atomics.wait` for the fraction: 75 µs late at the median, blocks the thread;
 * 3. a busy wait for the rest, about 0.1 ms.
 *
 * Where the thread may not block (browsers' main threads, or `block: false`) stages 2 and 3 poll
 * with macrotasks: more CPU, less precision. The capabilities are probed here, not on import.
 *
 * @example
 * ```ts
 * import { preciseSleeper, systemClock } from "@narrowphase/gjk2d/loop";
 *
 * const sleeper = preciseSleeper();
 * const start = systemClock.now();
 * await sleeper.sleep(5);
 * if (systemClock.now() - start < 5) throw new Error("woke early");
 * ```
 */
export function preciseSleeper(options: PreciseSleeperOptions = {}): Sleeper {
  const stages = findStages(readOptions("create precise sleeper", options, OPTIONS));
  const { clock, maxSpin } = stages;
  const spins = maxSpin > 0;
  const sleeper: Sleeper = {
    sleep: (ms: number, signal?: AbortSignal): Promise<void> => sleep(stages, false, ms, signal),
    yield: (): Promise<void> => stages.pass(),
    lead: spins ? Math.min(LEAD, maxSpin) : APPROACH,
  };
  if (!spins) {
    sleeper.approach = (ms: number, signal?: AbortSignal): Promise<void> =>
      sleep(stages, true, ms, signal);
  }
  if (stages.wait !== null) {
    sleeper.sleepSync = (ms: number): void => {
      const deadline = clock.now() + ms;
      blockUntil(stages, deadline, spins ? early(stages) : 0);
      spinUntil(stages, deadline);
    };
  }
  return sleeper;
}
