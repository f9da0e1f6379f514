/**
 * `LoadMeter`: what the updates of a `GameLoop` cost.
 *
 * @module
 */
import type { LoopMeter } from "./game.ts";
import { Newest } from "./newest.ts";

/** The number of newest updates the percentiles are taken from. */
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

/**
 * Measures what the updates of a {@linkcode GameLoop} cost, as its option `meter`.
 *
 * @example Updates of 3 ms
 * ```ts
 * import { GameLoop, LoadMeter, presets } from "@narrowphase/gjk2d/loop";
 * import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
 *
 * const time = new VirtualTime();
 * const meter = new LoadMeter();
 * const game = { update: () => time.advance(3), draw() {} };
 * const loop = new GameLoop(game, time, { ...presets.advanced(10), meter });
 * loop.pump();
 * if (meter.read().p99 !== 3) throw new Error("unexpected");
 * ```
 */
export class LoadMeter implements LoopMeter {
  #times = new Newest(HISTORY);
  #overruns = 0;
  #worked = 0;
  #utilisation = NaN;
  #since = NaN;
  #until = NaN;

  /** The figures of the present or last run. */
  read(): LoopLoad {
    const times = this.#times;
    const span = this.#until - this.#since;
    return {
      p50: times.rank(0.5),
      p99: times.rank(0.99),
      max: times.rank(1),
      utilisation: this.#utilisation >= 0 ? this.#utilisation : span > 0 ? this.#worked / span : 0,
      overruns: this.#overruns,
    };
  }

  /** Begins anew; the loop does that when it starts. */
  reset(): void {
    this.#times = new Newest(HISTORY);
    this.#overruns = this.#worked = 0;
    this.#utilisation = this.#since = this.#until = NaN;
  }

  /** Counts an update that took `took` ms, and whether that is longer than the loop has for one. */
  update(took: number, over: boolean): void {
    this.#times.add(took);
    if (over) this.#overruns++;
  }

  /** Counts a turn of the loop that ended at `now` and took `spent` ms. */
  turn(now: number, spent: number): void {
    if (!(now >= this.#until)) this.#since = this.#until = now - spent;
    this.#until = now;
    this.#worked += spent;
    if (now - this.#since < WINDOW) return;
    this.#utilisation = this.#worked / (now - this.#since);
    this.#since = now;
    this.#worked = 0;
  }
}
