/**
 * `FixedTimestep`: an accumulator that turns frame times into whole steps.
 *
 * @module
 */
import {
  checkFunction,
  checkKind,
  checkNumber,
  checkPeriod,
  checkPositive,
  oneOf,
  readOptions,
  type Table,
} from "./check.ts";
import { Regularizer } from "./regularizer.ts";

/** Options of {@linkcode FixedTimestep}. */
export interface FixedTimestepOptions {
  /** The longest frame time taken into account in ms, positive; default 250. */
  maxFrame?: number | undefined;
  /** The most steps in one `advance`, a positive integer or `Infinity`; default `Infinity`. */
  maxSteps?: number | undefined;
  /** `"auto"` passes frame times through a {@linkcode Regularizer}; default `"off"`. */
  regularize?: "off" | "auto" | undefined;
}

/** What one {@linkcode FixedTimestep.advance} did. */
export interface FixedAdvance {
  /** The number of steps run. */
  steps: number;
  /** The fraction of a step left in the accumulator: 0 ≤ alpha < 1. */
  alpha: number;
  /** The time given up in this call in ms. */
  dropped: number;
}

const OPTIONS: Table<FixedTimestepOptions> = {
  maxFrame: [250, checkPositive],
  maxSteps: [Infinity, (task, name, value) => {
    const whole = (n: number): boolean => n >= 1 && (n === Infinity || Number.isInteger(n));
    checkNumber(task, name, value, whole, "be a positive integer or Infinity");
  }],
  regularize: ["off", oneOf("off", "auto")],
};

/**
 * Relative slack for comparing the accumulator with the step, so that a sum of fractions that
 * should be a whole step counts as one.
 */
const SLACK = 1e-9;
/** The largest number below 1. */
const BELOW_ONE = 0.9999999999999999;

/**
 * Runs a simulation in equal steps, whatever the frame times (Fiedler, *Fix Your Timestep!*).
 *
 * Frame times are added to an accumulator, and whole steps are taken out of it. The remainder is the `alpha` to
 * blend the last two states with. All time is accounted for: `Σ elapsed = steps · step + accumulator + dropped`
 * (plus the regularizer's deficit).
 *
 * @example 60 Hz frames, 100 Hz steps
 * ```ts
 * import { FixedTimestep, hz } from "@narrowphase/gjk2d/loop";
 *
 * const fixed = new FixedTimestep(hz(100));
 * const counts = [1, 2, 3].map(() => fixed.advance(hz(60), () => {}).steps);
 * if (counts.join() !== "1,2,2") throw new Error(counts.join());
 * ```
 */
export class FixedTimestep {
  /** The step in ms. */
  readonly step: number;
  readonly #maxFrame: number;
  readonly #maxSteps: number;
  readonly #regularizer: Regularizer | null;
  #acc = 0;
  #steps = 0;
  #dropped = 0;
  #rejected = 0;
  #advancing = false;

  /**
   * Creates an empty accumulator.
   *
   * @param step The step: `hz(60)` for 60 a second; in ms, positive and finite.
   * @param options Limits.
   * @throws {RangeError} If an argument is outside its range.
   * @throws {TypeError} If an argument is of the wrong type.
   */
  constructor(step: number, options: FixedTimestepOptions = {}) {
    const task = "create FixedTimestep";
    checkPeriod(task, "step", step);
    const { maxFrame, maxSteps, regularize } = readOptions(task, options, OPTIONS);
    this.step = step;
    this.#maxFrame = maxFrame;
    this.#maxSteps = maxSteps;
    this.#regularizer = regularize === "auto" ? new Regularizer(step) : null;
  }

  /**
   * The fraction of a step in the accumulator: 0 ≤ alpha < 1, the largest number below 1 while
   * whole steps wait in it (within `onStep`, and after one that threw).
   */
  get alpha(): number {
    // The slack may leave the accumulator slightly below zero.
    return Math.min(Math.max(0, this.#acc / this.step), BELOW_ONE);
  }

  /** The time in the accumulator in ms. */
  get accumulator(): number {
    return this.#acc;
  }

  /** The number of steps run since the start. */
  get steps(): number {
    return this.#steps;
  }

  /** The time given up since the start in ms. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The number of frame times that were negative or `NaN` and counted as 0. */
  get rejected(): number {
    return this.#rejected;
  }

  /** The time the regularizer still holds in ms; 0 without one. */
  get deficit(): number {
    return this.#regularizer?.deficit ?? 0;
  }

  /**
   * Adds a frame time and runs the steps that are due.
   *
   * @param elapsed The ms since the last frame. `NaN` and negative values count as 0, `Infinity`
   * as `maxFrame`; what passes `maxFrame` is dropped, and so are steps below the accumulator's last digit.
   * @param onStep Called once per step. If it throws, its step counts as run and the remaining
   * time stays in the accumulator.
   * @returns What was done.
   * @throws {TypeError} If an argument is of the wrong type; nothing is added then.
   * @throws {Error} If called from within `onStep`.
   */
  advance(elapsed: number, onStep: (step: number) => void): FixedAdvance {
    checkKind("advance FixedTimestep", "elapsed", elapsed);
    checkFunction("advance FixedTimestep", "onStep", onStep);
    if (this.#advancing) {
      throw new Error("Cannot advance FixedTimestep: an advance is active, must be outside onStep");
    }
    const { step } = this;
    // Counted for this call alone, because reset() in onStep sets the sum to 0.
    let dropped = 0;
    if (!(elapsed >= 0) || (elapsed === Infinity && this.#maxFrame === Infinity)) {
      this.#rejected++;
      elapsed = 0;
    }
    if (elapsed > this.#maxFrame) {
      if (elapsed < Infinity) this.#dropped += dropped = elapsed - this.#maxFrame;
      elapsed = this.#maxFrame;
    }
    this.#acc += this.#regularizer === null ? elapsed : this.#regularizer.next(elapsed);

    let steps = 0;
    this.#advancing = true;
    try {
      const due = step * (1 - SLACK);
      // (A step too small to change the accumulator would be due forever.)
      while (this.#acc >= due && steps < this.#maxSteps && this.#acc - step < this.#acc) {
        this.#acc -= step;
        this.#steps++;
        steps++;
        onStep(step);
      }
      if (this.#acc >= due) {
        // (For a step near 2^-1074 the number of steps is infinite.)
        const whole = Math.floor(this.#acc / step + SLACK);
        const extra = whole < Infinity ? whole * step : this.#acc;
        this.#acc -= extra;
        this.#dropped += extra;
        dropped += extra;
      }
    } finally {
      this.#advancing = false;
    }
    return { steps, alpha: this.alpha, dropped };
  }

  /** Empties the accumulator and all counters. */
  reset(): void {
    this.#acc =
      this.#steps =
      this.#dropped =
      this.#rejected =
        0;
    this.#regularizer?.reset();
  }
}
