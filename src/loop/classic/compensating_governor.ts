/**
 * `CompensatingGovernor`, after *Killer Game Programming in Java*.
 *
 * @module
 */
import {
  checkCount,
  checkLimit,
  checkNumber,
  checkPeriod,
  readOptions,
  type Table,
} from "../check.ts";
import type { LoopGovernor, Plan } from "./governor.ts";

/**
 * The largest credit for sleeps that were too short, in ms. Beyond it the clock is assumed to stand
 * still.
 */
const MAX_CREDIT = 1000;

/** Options of {@linkcode CompensatingGovernor}. */
export interface CompensatingOptions {
  /** Frames without a sleep before one yields; a positive integer; default 1 (the book: 16). */
  noDelaysPerYield?: number | undefined;
  /** The most updates owed after one frame; an integer from 0; default 5. */
  maxFrameSkips?: number | undefined;
  /** The most overrun kept for later frames in ms; default `maxFrameSkips · period`. */
  maxExcess?: number | undefined;
}

const OPTIONS: Table<CompensatingOptions> = {
  noDelaysPerYield: [1, checkCount],
  maxFrameSkips: [5, (task, name, value) => {
    const skips = (n: number): boolean => Number.isInteger(n) && n >= 0;
    checkNumber(task, name, value, skips, "be a non-negative integer");
  }],
  maxExcess: [undefined, checkLimit],
};

/**
 * Subtracts the last oversleep from the next sleep and makes up for overruns with updates that
 * are not drawn (*Killer Game Programming* chapter 1, sections 6.1 and 7.1).
 *
 * The book's loop keeps an unlimited debt. Here it is capped, and the rest counted as `dropped`.
 *
 * @example An oversleep is taken off the next sleep
 * ```ts
 * import { CompensatingGovernor } from "@narrowphase/gjk2d/loop/classic";
 *
 * const governor = new CompensatingGovernor(10);
 * governor.slept(0, 0, 0); // the loop starts at time 0
 * if (governor.plan(0).delay !== 10) throw new Error("unexpected");
 * governor.slept(10, 12, 12);
 * if (governor.plan(12).delay !== 8) throw new Error("unexpected");
 * ```
 */
export class CompensatingGovernor implements LoopGovernor {
  /** The period aimed at, in ms. */
  readonly period: number;
  readonly #noDelaysPerYield: number;
  readonly #maxFrameSkips: number;
  readonly #maxExcess: number;
  #before = NaN;
  #delay: number;
  #overSleep = 0;
  #noDelays = 0;
  #excess = 0;
  #dropped = 0;

  /**
   * Creates a governor.
   *
   * @param period The period to hold in ms: positive and finite.
   * @param options Limits.
   * @throws {RangeError} If an argument is outside its range.
   * @throws {TypeError} If an argument is of the wrong type.
   */
  constructor(period: number, options: CompensatingOptions = {}) {
    const task = "create CompensatingGovernor";
    checkPeriod(task, "period", period);
    const settings = readOptions(task, options, OPTIONS);
    const { noDelaysPerYield, maxFrameSkips, maxExcess = maxFrameSkips * period } = settings;
    this.period = period;
    this.#delay = period;
    this.#noDelaysPerYield = noDelaysPerYield;
    this.#maxFrameSkips = maxFrameSkips;
    this.#maxExcess = maxExcess;
  }

  /** The overrun that is kept to be made up, in ms. */
  get excess(): number {
    return this.#excess;
  }

  /** The last sleep's excess over its request in ms; negative if it was short. */
  get overSleep(): number {
    return this.#overSleep;
  }

  /** The overrun given up because it passed `maxExcess`, in ms since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Plans the rest of the period, less what the last sleep took too long. */
  plan(now: number): Plan {
    if (!Number.isFinite(now)) return { delay: this.#delay, yield: this.#delay === 0 };

    // s = period − (after − before) − overSleep. A frame that seems to end before it began counts
    // as 0 ms of work. Otherwise a clock that is set back would ask for an endless sleep.
    const work = now > this.#before ? now - this.#before : 0;
    const s = this.period - work - this.#overSleep;
    if (s > 0) {
      this.#delay = s;
      this.#noDelays = 0;
      return { delay: s, yield: false };
    }
    this.#excess -= s;
    this.#overSleep = 0;
    this.#delay = 0;
    const due = ++this.#noDelays >= this.#noDelaysPerYield;
    if (due) this.#noDelays = 0;
    return { delay: 0, yield: due };
  }

  /** Notes the oversleep and starts the next frame's measurement. */
  slept(requested: number, actual: number, now: number): void {
    if (requested > 0 && Number.isFinite(actual)) {
      // Short sleeps accumulate until the tick of a coarse clock shows them. On a frozen clock they
      // would accumulate forever, so the credit is limited to a second.
      const credit = -Math.max(MAX_CREDIT, this.period);
      this.#overSleep = Math.max(Math.max(actual, 0) - requested, credit);
    }
    if (Number.isFinite(now)) this.#before = now;
  }

  /** Takes whole periods off the excess: their number, at most `maxFrameSkips`. Caps the rest. */
  owedUpdates(): number {
    // Strictly more than a period, as published: an excess of exactly one period is kept.
    let n = 0;
    while (this.#excess > this.period && n < this.#maxFrameSkips) {
      this.#excess -= this.period;
      n++;
    }
    // The rest is kept for later frames. The cap is applied after the skips. Before them, it would
    // cost one: five periods of excess are, strictly, only four skips.
    if (this.#excess > this.#maxExcess) {
      this.#dropped += this.#excess - this.#maxExcess;
      this.#excess = this.#maxExcess;
    }
    return n;
  }

  /** Restores the state of a new governor. */
  reset(): void {
    this.#before = NaN;
    this.#delay = this.period;
    this.#overSleep =
      this.#noDelays =
      this.#excess =
      this.#dropped =
        0;
  }
}
