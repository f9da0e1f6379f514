/**
 * `FrameStatistics`: rates and skipped frames, as *Killer Game Programming in Java* counts and prints them.
 *
 * @module
 */
import {
  checkKind,
  checkList,
  checkNumber,
  checkPeriod,
  checkSize,
  checkTime,
  readOptions,
  type Table,
} from "./check.ts";
import { decimalFormat } from "./decimal_format.ts";
import { Newest } from "./newest.ts";

/** Options of {@linkcode FrameStatistics}. */
export interface FrameStatisticsOptions {
  /** A report is due when the frames' nominal time reaches this many ms, positive; default 1000. */
  interval?: number | undefined;
  /** The number of reports that `avgFps` averages, a positive integer; default 10. */
  averaging?: number | undefined;
  /** The percentiles of the interval error to report, 0 to 100; default 50, 90, 99, 99.9. */
  percentiles?: readonly number[] | undefined;
  /** The number of newest intervals the percentiles are taken from; default 1024. */
  history?: number | undefined;
}

const OPTIONS: Table<FrameStatisticsOptions> = {
  interval: [1000, checkPeriod],
  averaging: [10, checkSize],
  percentiles: [[50, 90, 99, 99.9], checkList],
  history: [1024, checkSize],
};

/** One report of {@linkcode FrameStatistics}. Times are in ms, rates in Hz. */
export interface Report {
  /** The nominal time since the last report: frames times period. */
  nominal: number;
  /** The real time since the last report. */
  elapsed: number;
  /** `(elapsed − nominal) / nominal` in percent. */
  errorPct: number;
  /** The number of frames since the start. */
  frames: number;
  /** Frames since the start over time since the start: slow to show a change. */
  fps: number;
  /** The mean of the last `fps` figures: slower still (a step from 40 to 80 takes minutes). */
  avgFps: number;
  /** Frames since the last report over time since the last report. */
  intervalFps: number;
  /** Percentiles of |interval − period| over the newest intervals, under names such as `p99.9`. */
  [percentile: `p${number}`]: number;
  /** The largest |interval − period| of the newest intervals. */
  max: number;
}

/**
 * Counts frames (or updates) and reports about once a second (reportStats of *Killer Game
 * Programming* chapter 1, section 9; its figure 2 is reproduced byte for byte).
 *
 * The rates of the original are means over the whole past, hence `intervalFps` and percentiles.
 *
 * @example
 * ```ts
 * import { formatReport, FrameStatistics } from "@narrowphase/gjk2d/loop";
 *
 * const statistics = new FrameStatistics(20, 0);
 * for (let i = 1; i < 50; i++) statistics.frame(i * 66.38);
 * const report = statistics.frame(3319);
 * const line = report && formatReport(report);
 * if (line !== "1 3.319s 231.9% 50c 15.06 15.06 afps") throw new Error(String(line));
 * ```
 */
export class FrameStatistics {
  /** The nominal period in ms. */
  readonly period: number;
  readonly #interval: number;
  readonly #percentiles: readonly number[];
  readonly #fps: Float64Array;
  readonly #errors: Newest;
  #frames = 0;
  #pending = 0;
  #reports = 0;
  #last: number;
  #reported: number;
  #total = 0;

  /**
   * Creates a counter.
   *
   * @param period The nominal period in ms: positive and finite, not necessarily whole.
   * @param start The time of the start in ms: finite.
   * @param options See {@linkcode FrameStatisticsOptions}.
   * @throws {RangeError} If an argument is outside its range.
   * @throws {TypeError} If an argument is of the wrong type.
   */
  constructor(period: number, start: number, options: FrameStatisticsOptions = {}) {
    const task = "create FrameStatistics";
    checkPeriod(task, "period", period);
    checkTime(task, "start", start);
    const { interval, averaging, history, percentiles } = readOptions(task, options, OPTIONS);
    for (const [k, p] of percentiles.entries()) {
      checkNumber(task, `percentiles[${k}]`, p, (p) => p >= 0 && p <= 100, "be from 0 to 100");
    }
    this.period = period;
    this.#interval = interval;
    this.#percentiles = [...percentiles];
    this.#fps = new Float64Array(averaging);
    this.#errors = new Newest(history);
    this.#last = this.#reported = start;
  }

  /**
   * Counts a frame.
   *
   * @param now The time of the frame in ms. A reading that is not finite or lower than the last
   * one counts as the last one.
   * @returns A report if one is due, else `null`.
   * @throws {TypeError} If `now` is not a number; nothing is counted then.
   */
  frame(now: number): Report | null {
    checkKind("count frame", "now", now);
    if (!(now >= this.#last && now < Infinity)) now = this.#last;
    this.#errors.add(Math.abs(now - this.#last - this.period));
    this.#last = now;
    this.#frames++;
    this.#pending++;

    // A product, with a slack for periods such as 1000/60 that do not add up to exactly a second.
    const nominal = this.#pending * this.period;
    if (nominal < this.#interval * (1 - 1e-12)) return null;

    const elapsed = now - this.#reported;
    this.#total += elapsed;
    const fps = this.#total > 0 ? this.#frames / this.#total * 1000 : 0;
    this.#fps[this.#reports++ % this.#fps.length] = fps;
    const averaged = Math.min(this.#reports, this.#fps.length);
    let sum = 0;
    for (let i = 0; i < averaged; i++) sum += this.#fps[i];

    const report: Report = {
      nominal,
      elapsed,
      errorPct: (elapsed - nominal) / nominal * 100,
      frames: this.#frames,
      fps,
      avgFps: sum / averaged,
      intervalFps: elapsed > 0 ? this.#pending / elapsed * 1000 : 0,
      max: this.#errors.rank(1),
    };
    for (const p of this.#percentiles) {
      report[`p${p}`] = this.#errors.rank(p / 100);
    }
    this.#reported = now;
    this.#pending = 0;
    return report;
  }
}

/**
 * Prints a report as the book does: nominal and real seconds, error, count, rate, mean rate.
 *
 * @param report What {@linkcode FrameStatistics.frame} gave.
 * @returns A line such as `1 3.319s 231.9% 50c 15.06 15.06 afps`.
 *
 * @example
 * ```ts
 * import { formatReport, FrameStatistics } from "@narrowphase/gjk2d/loop";
 *
 * const report = new FrameStatistics(1000, 0).frame(1250);
 * if (report === null) throw new Error("unexpected");
 * if (formatReport(report) !== "1 1.25s 25% 1c 0.8 0.8 afps") throw new Error("unexpected");
 * ```
 */
export function formatReport(report: Report): string {
  const { nominal, elapsed, errorPct, frames, fps, avgFps } = report;
  return `${decimalFormat(nominal / 1000, 4)} ${decimalFormat(elapsed / 1000, 4)}s ${
    decimalFormat(errorPct, 2)
  }% ${frames}c ${decimalFormat(fps, 2)} ${decimalFormat(avgFps, 2)} afps`;
}
