/**
 * Measures the resolution of a clock.
 *
 * @module
 */
import { checkClock, checkCount, checkPositive, readOptions, type Table } from "../check.ts";
import type { Clock } from "../clock.ts";

/** How long and how often {@linkcode measureResolution} may read the clock. */
export interface ResolutionOptions {
  /** The number of positive differences to collect; default 100 (GranularityTest). */
  samples?: number | undefined;
  /** The largest number of readings; default 1e7. It ends the wait for a frozen clock. */
  maxReads?: number | undefined;
  /** The longest time to measure in ms of the measured clock; default 6000. */
  maxTime?: number | undefined;
}

const OPTIONS: Table<ResolutionOptions> = {
  samples: [100, checkCount],
  maxReads: [1e7, checkCount],
  maxTime: [6000, checkPositive],
};

/** What {@linkcode measureResolution} saw of a clock. Times are in milliseconds. */
export interface Resolution {
  /** The number of positive differences collected. */
  samples: number;
  /** Whether all the samples asked for were collected. */
  complete: boolean;
  /** The number of readings taken. */
  reads: number;
  /** How often a reading was lower than the one before. */
  backwards: number;
  /** The smallest difference: the resolution. `NaN` without samples. */
  min: number;
  /** The median difference: a typical step. `NaN` without samples. */
  median: number;
  /** The largest difference, inflated by descheduling. `NaN` without samples. */
  max: number;
  /** The mean difference, what GranularityTest prints. `NaN` without samples. */
  mean: number;
}

/**
 * Measures the step of a clock by reading it in a busy loop and recording every positive
 * difference (GranularityTest of *Developing Games in Java*, listing 16.5).
 *
 * It gives up on a frozen clock after `maxReads` readings. On a clock finer than the cost of a reading, it
 * measures that cost.
 *
 * @param clock The clock to measure.
 * @param options Limits of the measurement.
 * @returns The collected figures; `complete` is false if a limit ended the measurement.
 * @throws {RangeError} If `samples` or `maxReads` is not a positive integer or `maxTime` is not
 * positive.
 * @throws {TypeError} If an argument is of the wrong type.
 *
 * @example A clock that ticks every 55 ms
 * ```ts
 * import { measureResolution } from "@narrowphase/gjk2d/loop/classic";
 * import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
 *
 * const time = new VirtualTime();
 * time.quantum = 55;
 * time.readCost = 0.01;
 * const { min, mean } = measureResolution(time, { samples: 10 });
 * if (min !== 55 || mean !== 55) throw new Error("unexpected");
 * ```
 */
export function measureResolution(clock: Clock, options: ResolutionOptions = {}): Resolution {
  const task = "measure resolution";
  checkClock(task, "clock", clock);
  const { samples, maxReads, maxTime } = readOptions(task, options, OPTIONS);
  const steps: number[] = [];
  let backwards = 0;
  let reads = 1;
  let last = clock.now();
  // Comparisons with NaN are false, so the next valid reading is the first.
  if (!Number.isFinite(last)) last = NaN;
  // The span is the sum of the forward steps. A clock that steps back cannot stretch it.
  let span = 0;
  while (steps.length < samples && reads < maxReads && span <= maxTime) {
    const now = clock.now();
    reads++;
    if (!Number.isFinite(now)) continue;
    if (now > last) {
      steps.push(now - last);
      span += now - last;
    } else if (now < last) {
      backwards++;
    }
    last = now;
  }
  const n = steps.length;
  // (Without samples all of them are NaN.)
  const mean = steps.reduce((sum, step) => sum + step, 0) / n;
  steps.sort((a, b) => a - b);
  const at = (k: number): number => steps[k] ?? NaN;
  const median = n % 2 === 1 ? at(n >> 1) : (at(n / 2 - 1) + at(n / 2)) / 2;
  const complete = n === samples;
  return { samples: n, complete, reads, backwards, min: at(0), median, max: at(n - 1), mean };
}

/**
 * The resolution of a clock in **microseconds** as TimerRes of *Killer Game Programming* chapter 1
 * prints it: the mean of four steps.
 *
 * @param clock The clock to measure.
 * @returns The mean step in µs, or `NaN` if the clock does not move.
 *
 * @example
 * ```ts
 * import { systemClock } from "@narrowphase/gjk2d/loop";
 * import { timerResolution } from "@narrowphase/gjk2d/loop/classic";
 *
 * const micros = timerResolution(systemClock);
 * if (!(micros > 0)) throw new Error("unexpected");
 * ```
 */
export function timerResolution(clock: Clock): number {
  return measureResolution(clock, { samples: 4 }).mean * 1000;
}
