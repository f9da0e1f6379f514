import {
  checkFlag,
  checkKind,
  checkNumber,
  checkPositive,
  checkSize,
  oneOf,
  readOptions,
  type Table,
} from "../check.ts";

/** Options of {@linkcode TimeSmoother}. */
export interface TimeSmootherOptions {
  /** The number of frame times kept; default 64. A power of two up to 2^24. */
  samples?: number | undefined;
  /** The length of the averaging window in ms, positive; default 100. */
  averagePeriod?: number | undefined;
  /** The longest frame time taken into account in ms, positive or `Infinity`; default 100. */
  maxElapsed?: number | undefined;
  /**
   * How the window is chosen; default `"count"`.
   *
   * - `"count"`: the last `ceil(averagePeriod / mean of all)` samples;
   * - `"sum"`: the newest samples whose sum reaches `averagePeriod`, the book's intent;
   * - `"all"`: all samples, the book's code as printed.
   */
  window?: "count" | "sum" | "all" | undefined;
  /** Whether the difference between the sums of input and output is paid back; default true. */
  conserve?: boolean | undefined;
  /** The part of that difference paid back per frame, above 0 to 1; default 1/64. */
  gain?: number | undefined;
  /** Whether results are rounded to whole ms, as the book does; default false. */
  round?: boolean | undefined;
}

const OPTIONS: Table<TimeSmootherOptions> = {
  samples: [64, (task, name, value) => {
    // Halving is exact. A logarithm would accept 2^50 + 1 as a power as well.
    const power = (n: number): boolean => n === 1 || (n > 1 && n < Infinity && power(n / 2));
    checkNumber(task, name, value, power, "be a power of two");
    checkSize(task, name, value);
  }],
  averagePeriod: [100, checkPositive],
  maxElapsed: [100, checkPositive],
  window: ["count", oneOf("count", "sum", "all")],
  conserve: [true, checkFlag],
  gain: [1 / 64, (task, name, value) => {
    checkNumber(task, name, value, (g) => g > 0 && g <= 1, "be above 0 and at most 1");
  }],
  round: [false, checkFlag],
};

/** The time between two values of the frame rate in ms, as in the book. */
const RATE_PERIOD = 500;

/**
 * Smooths the frame times of a coarse clock (TimeSmoothie of *Developing Games in Java*, listing
 * 16.6).
 *
 * The window is chosen by count, and what the average adds or loses is paid back, so the sums of input and
 * output stay together: with frame time e, mean m and gain g the debt is D′ = (1 − g)(D + e − m), and
 * |e − m| ≤ maxElapsed. Of each frame at most `maxElapsed` counts; set it to a tick more than the longest frame.
 *
 * @example The table of the book
 * ```ts
 * import { TimeSmoother } from "@narrowphase/gjk2d/loop/classic";
 *
 * const smoother = new TimeSmoother({ round: true, conserve: false });
 * const shown = [0, 55, 0, 55, 0, 55].map((elapsed) => smoother.next(elapsed));
 * if (shown.join() !== "0,28,18,28,22,28") throw new Error(shown.join());
 * ```
 */
export class TimeSmoother {
  readonly #ring: Float64Array;
  readonly #settings: Required<TimeSmootherOptions>;
  #count = 0;
  #head = 0;
  #debt = 0;
  #frames = 0;
  #rateStart = NaN;
  #rate = 0;

  /**
   * Creates a smoother without samples.
   *
   * @param options See {@linkcode TimeSmootherOptions}.
   * @throws {RangeError} If an option is outside its range.
   * @throws {TypeError} If an option is of the wrong type.
   */
  constructor(options: TimeSmootherOptions = {}) {
    const settings = readOptions("create TimeSmoother", options, OPTIONS);
    this.#ring = new Float64Array(settings.samples);
    this.#settings = settings;
  }

  /**
   * Adds a frame time and smooths it.
   *
   * @param elapsed The measured ms since the last frame; `NaN` and negative values count as 0,
   * values above `maxElapsed` as `maxElapsed`; `Infinity` without a `maxElapsed` counts as 0 too.
   * @returns The smoothed ms, never negative.
   * @throws {TypeError} If `elapsed` is not a number; nothing is added then.
   */
  next(elapsed: number): number {
    const taken = this.#take(elapsed);
    let out = this.#mean();
    if (this.#settings.conserve) {
      this.#debt += taken;
      out = Math.max(0, out + this.#settings.gain * (this.#debt - out));
    }
    if (this.#settings.round) out = Math.round(out);
    if (this.#settings.conserve) this.#debt -= out;
    return out;
  }

  /**
   * Adds a frame time without asking for the average.
   *
   * @param elapsed As for `next`.
   * @throws {TypeError} If `elapsed` is not a number; nothing is added then.
   */
  add(elapsed: number): void {
    this.#take(elapsed);
  }

  /**
   * The mean of the window without any payback.
   *
   * @returns The mean in ms; 0 without samples.
   */
  average(): number {
    const mean = this.#mean();
    return this.#settings.round ? Math.round(mean) : mean;
  }

  /**
   * The number of samples a second in real time, recomputed when more than 500 ms have passed.
   *
   * @param now The present time in ms. The first call starts the measurement.
   * @returns The rate in Hz; 0 until the first figure.
   */
  frameRate(now: number): number {
    if (!Number.isFinite(now)) return this.#rate;
    if (!(now >= this.#rateStart)) {
      // First call, or the clock went back: measure from here.
      this.#rateStart = now;
      this.#frames = 0;
    } else if (now > this.#rateStart + RATE_PERIOD) {
      this.#rate = this.#frames * 1000 / (now - this.#rateStart);
      this.#rateStart = now;
      this.#frames = 0;
    }
    return this.#rate;
  }

  /** Forgets everything. */
  reset(): void {
    this.#count =
      this.#head =
      this.#debt =
      this.#frames =
      this.#rate =
        0;
    this.#rateStart = NaN;
  }

  #take(elapsed: number): number {
    checkKind("smooth frame time", "elapsed", elapsed);
    // Infinity can be neither averaged nor paid back. Without a cap it counts as 0.
    const capped = Math.min(elapsed, this.#settings.maxElapsed);
    const taken = capped > 0 && capped < Infinity ? capped : 0;
    const ring = this.#ring;
    ring[this.#head] = taken;
    this.#head = (this.#head + 1) & (ring.length - 1);
    if (this.#count < ring.length) this.#count++;
    this.#frames++;
    return taken;
  }

  #mean(): number {
    if (this.#count === 0) return 0;
    if (this.#settings.window === "sum") {
      return this.#sum(this.#count, this.#settings.averagePeriod);
    }
    const all = this.#sum(this.#count, Infinity);
    if (this.#settings.window === "all") return all;
    // If all frame times are 0, n is infinite, and all samples count as well.
    const n = Math.ceil(this.#settings.averagePeriod / all);
    return n < this.#count ? this.#sum(n, Infinity) : all;
  }

  /** The mean of the n newest samples, or of fewer once their sum reaches `limit`. */
  #sum(n: number, limit: number): number {
    const ring = this.#ring;
    const mask = ring.length - 1;
    let sum = 0;
    for (let i = 1; i <= n; i++) {
      sum += ring[(this.#head - i) & mask];
      if (sum >= limit) return sum / i;
    }
    return sum / n;
  }
}
