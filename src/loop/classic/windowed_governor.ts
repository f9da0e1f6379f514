import { checkPeriod, checkSize } from "../check.ts";
import { hz } from "../hz.ts";
import type { LoopGovernor, Plan } from "./governor.ts";

/**
 * Estimates the delay at every frame from the mean of the last frames' work (CroftSoft's
 * WindowedLoopGovernor, *Advanced Java Game Programming*, 2004).
 *
 * The measurement is `now − previous − delay` with the delay that was *requested*, so the mean
 * oversleep is absorbed. On a coarse clock single measurements are far off and often negative;
 * their mean is right, and the governor holds 85.00 Hz on a clock of 55 ms ticks.
 *
 * @example A steady frame of 4 ms work at 100 Hz
 * ```ts
 * import { WindowedGovernor } from "@narrowphase/gjk2d/loop/classic";
 *
 * const governor = new WindowedGovernor(10);
 * governor.plan(4); // the first call only sets the time
 * if (governor.plan(18).delay !== 6) throw new Error("unexpected"); // 18 − 4 − 10 = 4 of work
 * ```
 */
export class WindowedGovernor implements LoopGovernor {
  /** The period aimed at, in ms. */
  readonly period: number;
  readonly #resetTime: number;
  readonly #ring: Float64Array;
  #index = 0;
  #size = 0;
  #sum = 0;
  #delay: number;
  #previous = NaN;

  /**
   * Creates a governor.
   *
   * @param period The period to hold in ms: positive and finite.
   * @param maxWindowSize The number of frames averaged, a positive integer; default 100.
   * @param resetTime A measurement larger than this many ms is a pause and empties the window;
   * positive; default 1000.
   * @throws {RangeError} If an argument is outside its range.
   * @throws {TypeError} If an argument is of the wrong type.
   */
  constructor(period: number, maxWindowSize = 100, resetTime = 1000) {
    const task = "create WindowedGovernor";
    checkPeriod(task, "period", period);
    checkSize(task, "maxWindowSize", maxWindowSize);
    checkPeriod(task, "resetTime", resetTime);
    this.period = period;
    this.#resetTime = resetTime;
    this.#ring = new Float64Array(maxWindowSize);
    this.#delay = period;
  }

  /**
   * Creates a governor with the default window.
   *
   * @param frequency The frequency to hold in Hz.
   * @returns A new governor.
   * @throws {RangeError} If `frequency` is not positive and finite.
   * @throws {TypeError} If `frequency` is not a number.
   */
  static ofFrequency(frequency: number): WindowedGovernor {
    return new WindowedGovernor(hz(frequency));
  }

  /** The number of frames in the window now. */
  get windowSize(): number {
    return this.#size;
  }

  /** Measures the frame that ends at `now` and plans the pause after it. */
  plan(now: number): Plan {
    if (!Number.isFinite(now)) return this.#plan();
    const nonDelay = now - this.#previous - this.#delay;
    this.#previous = now;
    const ring = this.#ring;
    const old = ring[this.#index];
    ring[this.#index] = nonDelay;
    this.#index = (this.#index + 1) % ring.length;

    // The first measurement is NaN, which fails this comparison too.
    if (!(Math.abs(nonDelay) <= this.#resetTime)) {
      this.#size = 0;
      this.#sum = 0;
      return this.#plan();
    }
    if (this.#size < ring.length) {
      this.#size++;
      this.#sum += nonDelay;
    } else if (this.#index > 0) {
      this.#sum += nonDelay - old;
    } else {
      // Once per turn of the ring the sum is computed afresh, so that rounding errors cannot
      // accumulate.
      this.#sum = 0;
      for (const value of ring) this.#sum += value;
    }
    this.#delay = Math.max(0, this.period - this.#sum / this.#size);
    return this.#plan();
  }

  /** Does nothing: the measurement is taken against the requested delay. */
  slept(_requested: number, _actual: number, _now: number): void {}

  /** Always 0. */
  owedUpdates(): number {
    return 0;
  }

  /** Restores the state of a new governor. */
  reset(): void {
    this.#index = this.#size = this.#sum = 0;
    this.#delay = this.period;
    this.#previous = NaN;
  }

  #plan(): Plan {
    return { delay: this.#delay, yield: this.#delay === 0 };
  }
}
