import { checkPeriod } from "../check.ts";
import type { LoopGovernor, Plan } from "./governor.ts";

/**
 * Sleeps the same time after every frame (CroftSoft's FixedDelayLoopGovernor).
 *
 * The period of the loop is delay + work + oversleep, so the frequency is always too low: at
 * 60 Hz with 2 ms of work and sleeps 1.1 ms late, 3036 of 3600 frames a minute.
 *
 * @example
 * ```ts
 * import { FixedDelayGovernor } from "@narrowphase/gjk2d/loop/classic";
 *
 * if (new FixedDelayGovernor(20).plan(1234).delay !== 20) throw new Error("unexpected");
 * ```
 */
export class FixedDelayGovernor implements LoopGovernor {
  /** The delay in ms. */
  readonly period: number;

  /**
   * Creates a governor.
   *
   * @param delay The ms to sleep after each frame: positive and finite.
   * @throws {RangeError} If `delay` is anything else.
   * @throws {TypeError} If `delay` is not a number.
   */
  constructor(delay: number) {
    checkPeriod("create FixedDelayGovernor", "delay", delay);
    this.period = delay;
  }

  /** Plans the same delay, whatever the time. */
  plan(_now: number): Plan {
    return { delay: this.period, yield: false };
  }

  /** Does nothing: this governor learns nothing. */
  slept(_requested: number, _actual: number, _now: number): void {}

  /** Always 0. */
  owedUpdates(): number {
    return 0;
  }

  /** Does nothing: there is no state. */
  reset(): void {}
}
