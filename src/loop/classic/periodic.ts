/**
 * `periodic`: repeats a task at a fixed rate or with a fixed delay.
 *
 * @module
 */
import {
  checkClock,
  checkCount,
  checkFunction,
  checkPeriod,
  checkSignal,
  checkSleeper,
  checkSpan,
  oneOf,
  readOptions,
  type Table,
} from "../check.ts";
import type { Clock } from "../clock.ts";
import type { StopReason } from "../game.ts";
import type { Sleeper } from "../sleeper.ts";

/** Options of {@linkcode periodic}. */
export interface PeriodicOptions {
  /** The period in ms: positive and finite. */
  period: number;
  /** The ms before the first call: finite, not negative; default 0. */
  delay?: number | undefined;
  /**
   * `"fixedRate"` schedules call k at `start + delay + k · period`; `"fixedDelay"` schedules each
   * call a period after the one before. Default `"fixedRate"`.
   */
  mode?: "fixedRate" | "fixedDelay" | undefined;
  /**
   * What a fixed delay counts from: the `"start"` of the call before (`java.util.Timer.schedule`)
   * or its `"end"` (`scheduleWithFixedDelay`). Default `"start"`.
   */
  anchor?: "start" | "end" | undefined;
  /**
   * What becomes of calls that are late at a fixed rate: `"all"` are made back to back
   * (`java.util.Timer`), up to `maxCatchUp`, or they `"coalesce"` into one with the newest due time
   * (`javax.swing.Timer`). Default `"all"`.
   */
  catchUp?: "all" | "coalesce" | undefined;
  /**
   * The most late calls that `"all"` makes up, a positive integer or `Infinity`; default 100. If more are late, as
   * after a computer has slept, the oldest are dropped.
   */
  maxCatchUp?: number | undefined;
  /**
   * Called when late calls are dropped.
   *
   * @param dropped How many.
   */
  onDrop?(dropped: number): void;
  /** The most calls without a pause before the host gets a turn, a positive integer; default 16. */
  maxBurst?: number | undefined;
}

const OPTIONS: Table<PeriodicOptions> = {
  period: [NaN, checkPeriod],
  onDrop: [undefined, checkFunction],
  delay: [0, checkSpan],
  mode: ["fixedRate", oneOf("fixedRate", "fixedDelay")],
  anchor: ["start", oneOf("start", "end")],
  catchUp: ["all", oneOf("all", "coalesce")],
  maxCatchUp: [100, (task, name, value) => {
    if (value !== Infinity) checkCount(task, name, value);
  }],
  maxBurst: [16, checkCount],
};

/**
 * Calls a task periodically (the timers of *Killer Game Programming* chapter 1, sections 9 and 10).
 *
 * A fixed rate keeps the mean frequency on any clock, in bursts if timer and clock are coarse: on ticks of 55
 * ms, 83 calls a second come four or five at a time. A fixed delay keeps the distance between calls and loses
 * the rate: 12 ms become 15.625 ms, 64 instead of 83 calls a second.
 *
 * @param clock The time in ms. If it goes back, the schedule goes back with it.
 * @param sleeper Does the waiting.
 * @param options See {@linkcode PeriodicOptions}.
 * @param task Called with the time it was scheduled for and the present time, in ms. Returning
 * `false` ends it; what it throws rejects the promise.
 * @param signal Ends it: after the task if one is running, else at once.
 * @returns How it ended; an abort resolves.
 * @throws {RangeError} If an option is outside its range (the promise rejects).
 * @throws {TypeError} If an argument or an option is of the wrong type (the promise rejects).
 *
 * @example Every 20 ms, late or not
 * ```ts
 * import { periodic } from "@narrowphase/gjk2d/loop/classic";
 * import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
 *
 * const time = new VirtualTime();
 * time.oversleep = () => 3;
 * const calls: number[] = [];
 * periodic(time, time, { period: 20 }, (scheduled) => { calls.push(scheduled); });
 * await time.run(70);
 * if (calls.join() !== "0,20,40,60") throw new Error(calls.join());
 * ```
 */
export async function periodic(
  clock: Clock,
  sleeper: Sleeper,
  options: PeriodicOptions,
  task: (scheduled: number, now: number) => void | false,
  signal?: AbortSignal,
): Promise<StopReason> {
  const what = "create periodic task";
  checkClock(what, "clock", clock);
  checkSleeper(what, sleeper);
  const settings = readOptions(what, options, OPTIONS);
  const { period, delay, mode, anchor, catchUp, maxBurst, maxCatchUp, onDrop } = settings;
  checkPeriod(what, "period", options.period);
  checkFunction(what, "task", task);
  checkSignal(what, signal);

  // Call k is due at base + k·period. A product, so that no error accumulates. With a fixed delay,
  // every call moves the base and k stays 0.
  let last = NaN;
  let base = NaN;
  let k = 0;
  const read = (): number => {
    const now = clock.now();
    if (!Number.isFinite(now)) return last;
    if (now < last) base -= last - now;
    return last = now;
  };
  while (Number.isNaN(read())) {
    // The clock has never shown a time, so nothing can be scheduled yet.
    if (signal?.aborted) return "aborted";
    await sleeper.sleep(period, signal);
  }
  base = last + delay;
  // Slightly before the due time is on time: a sleep for the rounding error could take a whole
  // tick.
  const slack = 1e-9 * period;
  let burst = 0;
  while (!signal?.aborted) {
    const now = read();
    let due = base + k * period;
    if (now < due - slack) {
      burst = 0;
      await sleeper.sleep(due - now, signal);
      continue;
    }
    if (burst >= maxBurst) {
      burst = 0;
      await sleeper.yield();
      continue;
    }
    if (mode === "fixedRate") {
      // Slightly early is on time, not a period early.
      const late = Math.max(0, Math.floor((now - due) / period));
      const dropped = catchUp === "coalesce" ? late : Math.max(0, late + 1 - maxCatchUp);
      if (dropped > 0 && catchUp === "all") onDrop?.(dropped);
      k += dropped;
      due = base + k * period;
      k++;
    } else if (anchor === "start") {
      base = now + period;
    }
    burst++;
    if (task(due, now) === false) return "stopped";
    if (mode === "fixedDelay" && anchor === "end") base = read() + period;
  }
  return "aborted";
}
