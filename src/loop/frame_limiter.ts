import { checkPeriod } from "./check.ts";
import { Newest } from "./newest.ts";

/** Number of newest frame intervals whose median is the display's period. */
const INTERVALS = 31;

/**
 * Limits the rate of a loop on a faster display, by taking the display frame that is nearest to each deadline.
 *
 * The deadlines are `period` apart whatever the frames do, so the rate is exact: 60.00 calls a second on
 * displays of 60, 75, 120, 144 and 165 Hz, with or without jitter. Limiters that measure from the last frame
 * they took lose the remainder each time (a cap of 60 gives 37.5 Hz at 75 Hz).
 *
 * @example 60 calls a second on a 144 Hz display
 * ```ts
 * import { FrameLimiter, hz } from "@narrowphase/gjk2d/loop";
 *
 * const limiter = new FrameLimiter(hz(60));
 * let calls = 0;
 * for (let frame = 0; frame < 144; frame++) {
 *   if (limiter.fire(frame * hz(144))) calls++;
 * }
 * if (calls !== 60) throw new Error(`${calls} calls`);
 * ```
 */
export class FrameLimiter {
  /** The least period in ms. */
  readonly period: number;
  #intervals = new Newest(INTERVALS);
  #last = NaN;
  /** The next deadline is base + n·period. A sum would drift by its rounding errors. */
  #base = NaN;
  #n = 0;

  /**
   * Creates a limiter that lets its first frame through.
   *
   * @param period The least period in ms: positive and finite; `hz(60)` for 60 calls a second.
   * @throws {RangeError} If `period` is anything else.
   * @throws {TypeError} If `period` is not a number.
   */
  constructor(period: number) {
    checkPeriod("create FrameLimiter", "period", period);
    this.period = period;
  }

  /**
   * Decides about a frame.
   *
   * @param timestamp The frame's timestamp in ms. One that is not finite is refused; one that is
   * lower than the last starts anew.
   * @returns Whether to run in this frame.
   */
  fire(timestamp: number): boolean {
    if (!Number.isFinite(timestamp)) return false;
    if (timestamp < this.#last) this.reset();
    if (timestamp > this.#last) this.#intervals.add(timestamp - this.#last);
    this.#last = timestamp;
    if (Number.isNaN(this.#base)) {
      this.#base = timestamp;
      this.#n = 1;
      return true;
    }
    const due = this.#base + this.#n * this.period;
    const P = this.#intervals.rank(0.5);
    // At most half of the limiter's own period. When a display has just become faster, P is still
    // the period of the slow one, and frames would pass before they are due.
    if (timestamp < due - Math.min(P, this.period) / 2) return false;
    if (timestamp - due > this.period) {
      this.#base = timestamp;
      this.#n = 0;
    }
    this.#n++;
    return true;
  }

  /** Forgets the display and lets the next frame through. */
  reset(): void {
    this.#intervals = new Newest(INTERVALS);
    this.#last = this.#base = NaN;
  }
}
