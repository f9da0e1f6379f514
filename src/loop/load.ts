/**
 * `Load`: what the turns of a loop cost.
 *
 * @module
 */

/** The number of newest ticks the percentiles are taken from. */
const HISTORY = 1024;
/** How often the utilisation is computed, in ms. */
const WINDOW = 1000;

/** What the updates of a {@linkcode GameLoop} cost. Times are in ms by its clock. */
export interface LoopLoad {
  /** The median time that an update took, of the newest 1024; an asynchronous one until it settled. */
  readonly p50: number;
  /** The time that 99 % of them did not exceed. */
  readonly p99: number;
  /** The longest. */
  readonly max: number;
  /** The share of the last second that was spent in callbacks: 0 idle, 1 without a pause. */
  readonly utilisation: number;
  /** How many updates have taken longer than the loop has for one. */
  readonly overruns: number;
}

/** The meter of one run. */
export class Load {
  overruns = 0;
  readonly #ticks: Float64Array = new Float64Array(HISTORY);
  #count = 0;
  #worked = 0;
  #utilisation = NaN;
  #since = NaN;
  #until = NaN;

  /** Counts an update that took `ms`. */
  tick(ms: number): void {
    this.#ticks[this.#count++ % HISTORY] = ms;
  }

  /** Counts a turn that ended at `now` and took `ms`. */
  turn(now: number, ms: number): void {
    if (!(now >= this.#until)) this.#since = this.#until = now - ms;
    this.#until = now;
    this.#worked += ms;
    if (now - this.#since < WINDOW) return;
    this.#utilisation = this.#worked / (now - this.#since);
    this.#since = now;
    this.#worked = 0;
  }

  read(): LoopLoad {
    const ticks = this.#ticks.slice(0, Math.min(this.#count, HISTORY)).sort();
    // Nearest rank: the smallest time that the share p of the ticks did not exceed.
    const rank = (p: number): number => ticks[Math.max(0, Math.ceil(p * ticks.length) - 1)] ?? 0;
    const span = this.#until - this.#since;
    return {
      p50: rank(0.5),
      p99: rank(0.99),
      max: rank(1),
      utilisation: this.#utilisation >= 0 ? this.#utilisation : span > 0 ? this.#worked / span : 0,
      overruns: this.overruns,
    };
  }
}
