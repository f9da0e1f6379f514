import { checkLimit, checkPeriod } from "../check.ts";
import type { LoopGovernor, Plan } from "./governor.ts";

/**
 * Sleeps until absolute deadlines `base + n·period`: the recommended governor.
 *
 * The deadlines are a product and not a sum, so no error accumulates and the long-run frequency
 * is exact on any clock. A frame that ends late is followed at once by the next; once the lag
 * passes `maxLag` the deadlines restart from the present and the lag counts as
 * {@linkcode DeadlineGovernor.dropped}. A clock that goes back takes the deadlines with it.
 *
 * @example
 * ```ts
 * import { hz } from "@narrowphase/gjk2d/loop";
 * import { DeadlineGovernor } from "@narrowphase/gjk2d/loop/classic";
 *
 * const governor = new DeadlineGovernor(hz(100));
 * governor.slept(0, 0, 0); // the loop starts at time 0
 * if (governor.plan(4).delay !== 6) throw new Error("unexpected");
 * if (governor.plan(13).delay !== 7) throw new Error("unexpected"); // whatever the sleep did
 * ```
 */
export class DeadlineGovernor implements LoopGovernor {
  /** The period aimed at, in ms. */
  readonly period: number;
  readonly #maxLag: number;
  #base = NaN;
  #n = 0;
  #last = 0;
  #delay: number;
  #dropped = 0;

  /**
   * Creates a governor.
   *
   * @param period The period to hold in ms: positive and finite.
   * @param maxLag The lag in ms beyond which the deadlines restart; not negative; default 500.
   * @throws {RangeError} If an argument is outside its range.
   * @throws {TypeError} If an argument is of the wrong type.
   */
  constructor(period: number, maxLag = 500) {
    checkPeriod("create DeadlineGovernor", "period", period);
    checkLimit("create DeadlineGovernor", "maxLag", maxLag);
    this.period = period;
    this.#maxLag = maxLag;
    this.#delay = period;
  }

  /** The lag given up because it passed `maxLag`, in ms since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Plans the time left to the next deadline. */
  plan(now: number): Plan {
    if (!Number.isFinite(now)) return { delay: this.#delay, yield: this.#delay === 0 };
    this.#follow(now);
    const due = this.#base + ++this.#n * this.period;
    const lag = now - due;
    if (lag <= this.#maxLag && lag < Infinity) {
      this.#delay = Math.max(0, -lag);
    } else {
      this.#dropped += lag;
      this.#base = now;
      this.#n = 0;
      this.#delay = 0;
    }
    return { delay: this.#delay, yield: this.#delay === 0 };
  }

  /** Anchors the deadlines at the first call; later ones learn nothing from the sleep. */
  slept(_requested: number, _actual: number, now: number): void {
    if (Number.isFinite(now)) this.#follow(now);
  }

  /** Always 0. */
  owedUpdates(): number {
    return 0;
  }

  /** Restores the state of a new governor. */
  reset(): void {
    this.#base = NaN;
    this.#delay = this.period;
    this.#n = this.#last = this.#dropped = 0;
  }

  /** Anchors the first deadline, or moves all of them back with the clock. */
  #follow(now: number): void {
    if (Number.isNaN(this.#base)) this.#base = now;
    else if (now < this.#last) this.#base -= this.#last - now;
    this.#last = now;
  }
}
