import { checkKind, checkPositiveFinite } from "./check.ts";

/** Number of frame times from which the display's period is estimated. */
const HISTORY = 128;
/** The period is estimated every this many frame times. */
const ESTIMATE_EVERY = 32;
/**
 * The ratios step / display period that are recognised besides whole numbers and their inverses: 60
 * steps a second on displays of 90, 144, 165, 150 and 75 Hz.
 */
const RATIOS = [3 / 2, 12 / 5, 11 / 4, 5 / 2, 5 / 4];
/** The largest whole number that is recognised. Further up, any display would be close to one. */
const WHOLE = 16;
/** The relative error within which a ratio is recognised; 59.94 for 60 Hz is 0.1 %. */
const LOCK = 0.0025;
/**
 * The relative error at which a ratio is given up. It is larger, so that noise does not toggle the
 * lock.
 */
const UNLOCK = 0.005;
/**
 * The distance of the median from a multiple of the locked period, in periods, at which the lock is
 * given up.
 */
const STRANGE = 0.1;
/**
 * The largest median distance of frame times from multiples of P, in periods, at which the class
 * still locks. A display without a fixed period (variable refresh) scatters more. Jitter of σ = 1
 * ms at 120 Hz gives 0.11.
 */
const SCATTER = 0.15;
/**
 * A frame time counts as a multiple of the period if it is within this fraction of a period of it.
 */
const SNAP = 0.35;
/**
 * After STRAYS frame times in a row that are further than STRAY periods from any multiple, the
 * display is another one.
 */
const STRAYS = 8;
const STRAY = 0.3;
/** The gain of the running mean of the deficit. */
const MEAN_GAIN = 1 / 32;
/** The largest change of a frame to pay back the deficit, in ms. */
const PAYBACK = 0.5;

/**
 * Takes the jitter out of frame times, so that a fixed step that divides the display's period
 * evenly is run evenly.
 *
 * It estimates the display's period P. Once step / P is a simple ratio (a whole number up to 16, the inverse of
 * one, 3/2, 5/2, 5/4, 12/5 or 11/4), each frame time becomes the nearest multiple of P. The difference, never
 * more than 2·P, is paid back once it exceeds P, at most 0.5 ms a frame.
 *
 * @example
 * ```ts
 * import { Regularizer } from "@narrowphase/gjk2d/loop";
 *
 * const regularizer = new Regularizer(1000 / 60);
 * let elapsed = 0;
 * for (let i = 0; i < 200; i++) elapsed = regularizer.next(1000 / 60 + (i % 2 ? 0.3 : -0.3));
 * if (elapsed !== 1000 / 60) throw new Error("unexpected");
 * ```
 */
export class Regularizer {
  #step: number;
  readonly #elapsed: Float64Array = new Float64Array(HISTORY);
  /** The multiple of P that each frame time was taken for; NaN if there was no P. */
  readonly #multiples: Float64Array = new Float64Array(HISTORY);
  readonly #sorted: Float64Array = new Float64Array(HISTORY);
  #count = 0;
  #period = 0;
  #deficit = 0;
  #mean = 0;
  #paying = false;
  /** Number of strays in a row. */
  #strays = 0;

  /**
   * Creates a regularizer.
   *
   * @param step The fixed step in ms: positive and finite.
   * @throws {RangeError} If `step` is anything else.
   * @throws {TypeError} If `step` is not a number.
   */
  constructor(step: number) {
    checkPositiveFinite("create Regularizer", "step", step);
    this.#step = step;
  }

  /** The display's period in ms while it is locked to a ratio of the step, else 0. */
  get period(): number {
    return this.#period;
  }

  /** The sum of frame times passed in less the sum given out, in ms. */
  get deficit(): number {
    return this.#deficit;
  }

  /**
   * Replaces a frame time.
   *
   * @param elapsed The ms since the last frame; `NaN` and negative values count as 0.
   * @returns The ms to advance by: not negative.
   * @throws {TypeError} If `elapsed` is not a number.
   */
  next(elapsed: number): number {
    checkKind("regularize frame time", "elapsed", elapsed);
    if (!(elapsed > 0)) elapsed = 0;
    if (elapsed === Infinity) return elapsed;
    const P = this.#period;

    // Jitter of timestamps cancels out in their sum. So a frame time that is not close to a
    // multiple of P itself may be so together with the deficit, measured from the deficit's mean.
    // That mean contains the jitter of the frame at which the lock was made, and the beat of
    // unequal rates.
    let m = NaN;
    let snapped = elapsed;
    if (P > 0) {
      m = Math.round(elapsed / P);
      const off = Math.abs(elapsed - m * P);
      this.#strays = off > STRAY * P ? this.#strays + 1 : 0;
      if (off > SNAP * P) {
        m = Math.max(0, Math.round((elapsed + this.#deficit - this.#mean) / P));
      }
      if (Math.abs(this.#deficit + elapsed - m * P) <= 2 * P - PAYBACK) snapped = m * P;
    }
    this.#elapsed[this.#count % HISTORY] = elapsed;
    this.#multiples[this.#count % HISTORY] = m;

    this.#deficit += elapsed - snapped;
    if (Math.abs(this.#deficit) > P) this.#paying = true;
    if (this.#paying) {
      const pay = Math.max(-snapped, Math.min(Math.max(this.#deficit, -PAYBACK), PAYBACK));
      snapped += pay;
      this.#deficit -= pay;
      // Payback is no jitter, so the mean follows it at once. If the mean lagged behind, a late
      // frame would count as two.
      this.#mean -= pay;
      if (Math.abs(this.#deficit) < PAYBACK) this.#paying = false;
    }
    this.#mean += (this.#deficit - this.#mean) * MEAN_GAIN;
    // A new P must find this frame's deficit within its bound, so it comes last.
    if (this.#strays === STRAYS) this.#lock(0);
    else if (++this.#count % ESTIMATE_EVERY === 0) this.#estimate();
    return snapped;
  }

  /**
   * Goes on with another step. The deficit is paid back; the display is found anew.
   *
   * @param step The fixed step in ms
   * @internal
   */
  retune(step: number): void {
    if (step === this.#step) return;
    this.#step = step;
    this.#lock(0);
  }

  /** Forgets the display and the deficit. */
  reset(): void {
    this.#lock(0);
    this.#deficit = this.#mean = 0;
  }

  #estimate(): void {
    const n = Math.min(this.#count, HISTORY);
    const sorted = this.#sorted;
    sorted.set(this.#elapsed);
    const median = sorted.fill(Infinity, n).sort()[n >> 1];
    if (!(median > 0)) return;

    // P = Σ elapsed / Σ m. Without a lock, m is elapsed / median, rounded. With a lock m is better,
    // because the deficit tells an early frame from a missed one.
    let sum = 0;
    let frames = 0;
    for (let i = 0; i < n; i++) {
      const m = this.#multiples[i];
      sum += this.#elapsed[i];
      frames += Number.isNaN(m) ? Math.round(this.#elapsed[i] / median) : m;
    }
    const P = sum / frames;

    for (let i = 0; i < n; i++) {
      const e = this.#elapsed[i];
      sorted[i] = Math.abs(e - Math.round(e / P) * P);
    }
    const scatter = sorted.sort()[n >> 1];

    // The mean of a lock always fits itself. Only the median shows that the display is another one.
    const locked = this.#period;
    const strange = locked > 0
      ? Math.abs(median - Math.round(median / locked) * locked) > STRANGE * locked
      : scatter > SCATTER * P;
    const tolerance = locked > 0 ? UNLOCK : LOCK;
    const ratio = this.#step / P;
    const whole = Math.min(Math.round(Math.max(ratio, 1 / ratio)), WHOLE);
    let period = 0;
    for (const r of [ratio < 1 ? 1 / whole : whole, ...RATIOS]) {
      if (!strange && Math.abs(ratio / r - 1) <= tolerance) period = this.#step / r;
    }
    // The deficit left by a slower display has to be paid back before the class locks to a faster
    // one.
    if (Math.abs(this.#deficit) > 2 * period) period = 0;
    if (period !== locked) this.#lock(period);
  }

  /** Sets P, 0 for none. Earlier frame times tell nothing about the next display. */
  #lock(period: number): void {
    this.#period = period;
    this.#count = this.#strays = 0;
  }
}
