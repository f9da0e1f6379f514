/**
 * Measures the accuracy of sleeps.
 *
 * @module
 */
import { checkClock, checkCount, checkList, checkObject, checkSignal } from "../check.ts";
import type { Clock } from "../clock.ts";
import { decimalFormat } from "../decimal_format.ts";
import type { Sleeper } from "../sleeper.ts";

/** How one delay of {@linkcode sleepAccuracy} came out. */
export interface SleepAccuracyRow {
  /** The delay asked for in ms. */
  requested: number;
  /** The delay measured in ms; the mean if it was repeated. */
  actual: number;
  /** `(requested − actual) / actual` in percent: negative means overslept. */
  errorPct: number;
  /** The median oversleep in µs, if repeated. */
  p50?: number;
  /** The 99th percentile of the oversleep in µs, if repeated. */
  p99?: number;
  /** The largest oversleep in µs, if repeated. */
  max?: number;
}

/**
 * Measures how long sleeps really take (SleepAcc of *Killer Game Programming* chapter 1,
 * section 6), with the sign and the denominator of the original.
 *
 * @param clock Measures.
 * @param sleeper Is measured.
 * @param delays The delays in ms; default those of the book.
 * @param repeats How often each delay is slept, a positive integer; default 1.
 * @param signal Ends the measurement: finished rows are returned.
 * @returns A row for each delay. `errorPct` of a sleep that took no time is 0 if none was asked
 * for, else `Infinity`.
 * @throws {RangeError} If `repeats` is not a positive integer.
 * @throws {TypeError} If an argument is of the wrong type.
 *
 * @example
 * ```ts
 * import { formatSleepAccuracy, sleepAccuracy } from "@narrowphase/gjk2d/loop/classic";
 * import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
 *
 * const time = new VirtualTime();
 * time.oversleep = () => 2;
 * const measured = sleepAccuracy(time, time, [10]);
 * await time.run(1000);
 * const line = formatSleepAccuracy((await measured)[0]);
 * if (line !== "Slept: 10 ms   J3D: 12 ms   err: -16.67 %") throw new Error(line);
 * ```
 */
export async function sleepAccuracy(
  clock: Clock,
  sleeper: Sleeper,
  delays: readonly number[] = [1000, 500, 200, 100, 50, 20, 10, 5, 1],
  repeats = 1,
  signal?: AbortSignal,
): Promise<SleepAccuracyRow[]> {
  const task = "measure sleep accuracy";
  checkClock(task, "clock", clock);
  checkObject(task, "sleeper", sleeper, "sleep");
  checkList(task, "delays", delays);
  checkCount(task, "repeats", repeats);
  checkSignal(task, signal);
  const rows: SleepAccuracyRow[] = [];
  for (const requested of delays) {
    const over: number[] = [];
    let sum = 0;
    for (let i = 0; i < repeats; i++) {
      const start = clock.now();
      await sleeper.sleep(requested, signal);
      const actual = clock.now() - start;
      if (signal?.aborted) return rows;
      sum += actual;
      over.push((actual - requested) * 1000);
    }
    const actual = sum / repeats;
    const errorPct = actual !== 0
      ? (requested - actual) / actual * 100
      : requested === 0
      ? 0
      : Infinity;
    const row: SleepAccuracyRow = { requested, actual, errorPct };
    if (repeats > 1) {
      over.sort((a, b) => a - b);
      row.p50 = over[Math.ceil(0.5 * repeats) - 1];
      row.p99 = over[Math.ceil(0.99 * repeats) - 1];
      row.max = over[repeats - 1];
    }
    rows.push(row);
  }
  return rows;
}

/**
 * Prints a row as SleepAcc does.
 *
 * @param row What {@linkcode sleepAccuracy} gave.
 * @param label The name of the clock; default `J3D`, as in the book.
 * @returns A line such as `Slept: 10 ms   J3D: 12 ms   err: -16.67 %`.
 *
 * @example
 * ```ts
 * import { formatSleepAccuracy } from "@narrowphase/gjk2d/loop/classic";
 *
 * const line = formatSleepAccuracy({ requested: 1, actual: 2, errorPct: -50 }, "clock");
 * if (line !== "Slept: 1 ms   clock: 2 ms   err: -50 %") throw new Error(line);
 * ```
 */
export function formatSleepAccuracy(row: SleepAccuracyRow, label = "J3D"): string {
  return `Slept: ${decimalFormat(row.requested, 2)} ms   ${label}: ${
    decimalFormat(row.actual, 2)
  } ms   err: ${decimalFormat(row.errorPct, 2)} %`;
}
