import { checkCount, checkNumber } from "../check.ts";
import { hz } from "../hz.ts";
import type { LoopGovernor, Plan } from "./governor.ts";

/**
 * Estimates the delay once per sample period from the number of frames in it (CroftSoft's
 * SamplerLoopGovernor).
 *
 * It holds the frequency on any clock, but reacts late: 13 s after a step from 3 to 8 ms of work at 60 Hz,
 * where {@linkcode WindowedGovernor} takes 1.8 s.
 *
 * @example
 * ```ts
 * import { SamplerGovernor } from "@narrowphase/gjk2d/loop/classic";
 *
 * const governor = new SamplerGovernor(50);
 * if (governor.plan(0).delay !== 20) throw new Error("unexpected");
 * ```
 */
export class SamplerGovernor implements LoopGovernor {
  /** The period aimed at, in ms. */
  readonly period: number;
  readonly #samplePeriod: number;
  readonly #samplesMax: number;
  #delay: number;
  #first = true;
  /** The times at which the sample began and the last frame ended. */
  #last = 0;
  #previous = 0;
  #count = 0;
  #samples = 0;

  /**
   * Creates a governor.
   *
   * @param frequency The frequency to hold in Hz.
   * @param samplePeriod The length of a sample in ms, at least two periods; default 3000. A frame
   * that is longer is a pause and begins the sample anew.
   * @param averagingSamplesMax The number of samples whose delays are averaged; default 2.
   * @throws {RangeError} If `frequency` is not positive and finite, `samplePeriod` is shorter
   * than two periods or not finite, or `averagingSamplesMax` is not a positive integer.
   * @throws {TypeError} If an argument is of the wrong type.
   */
  constructor(frequency: number, samplePeriod = 3000, averagingSamplesMax = 2) {
    this.period = hz(frequency);
    const least = 2 * this.period;
    checkNumber(
      "create SamplerGovernor",
      "samplePeriod",
      samplePeriod,
      (ms) => ms >= least && ms < Infinity,
      `be finite and at least two periods (${least})`,
    );
    checkCount("create SamplerGovernor", "averagingSamplesMax", averagingSamplesMax);
    this.#samplePeriod = samplePeriod;
    this.#samplesMax = averagingSamplesMax;
    this.#delay = this.period;
  }

  /** Plans the delay estimated at the end of the last sample. */
  plan(_now: number): Plan {
    return { delay: this.#delay, yield: this.#delay === 0 };
  }

  /** Counts the frame and, at the end of a sample, estimates the delay anew. */
  slept(_requested: number, _actual: number, now: number): void {
    if (!Number.isFinite(now)) return;
    const frame = now - this.#previous;
    this.#previous = now;
    if (this.#first || now < this.#last || frame > this.#samplePeriod) {
      this.#first = false;
      this.#last = now;
      this.#count = 0;
      return;
    }
    this.#count++;
    const elapsed = now - this.#last;
    if (elapsed < this.#samplePeriod) return;

    // period = delay + nonDelay, so the delay that gives the wanted period is
    // wanted − (elapsed / count − delay). The mean over samples is a running one.
    const nonDelay = elapsed / this.#count - this.#delay;
    const delay = Math.max(0, this.period - nonDelay);
    this.#samples = Math.min(this.#samples + 1, this.#samplesMax);
    this.#delay += (delay - this.#delay) / this.#samples;
    this.#last = now;
    this.#count = 0;
  }

  /** Always 0. */
  owedUpdates(): number {
    return 0;
  }

  /** Restores the state of a new governor. */
  reset(): void {
    this.#delay = this.period;
    this.#first = true;
    this.#last =
      this.#previous =
      this.#count =
      this.#samples =
        0;
  }
}
