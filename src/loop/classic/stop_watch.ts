import { checkClock } from "../check.ts";
import { type Clock, systemClock } from "../clock.ts";
import { measureResolution } from "./resolution.ts";

/**
 * Measures elapsed time (StopWatch of *Killer Game Programming* chapter 1).
 *
 * A clock that went back gives 0 and counts in `backwards`.
 *
 * @example Start, lap, stop
 * ```ts
 * import { StopWatch } from "@narrowphase/gjk2d/loop/classic";
 * import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
 *
 * const time = new VirtualTime();
 * const watch = new StopWatch(time);
 * watch.start();
 * time.advance(3);
 * if (watch.lap() !== 3) throw new Error("unexpected");
 * time.advance(4);
 * if (watch.stop() !== 7) throw new Error("unexpected");
 * ```
 */
export class StopWatch {
  /** How often the clock was found behind the start or the last lap. */
  backwards = 0;
  readonly #clock: Clock;
  #start = NaN;
  #lap = NaN;

  /**
   * Creates a stopped watch.
   *
   * @param clock The clock to read; default {@linkcode systemClock}.
   * @throws {TypeError} If `clock` is not a clock.
   */
  constructor(clock: Clock = systemClock) {
    checkClock("create StopWatch", "clock", clock);
    this.#clock = clock;
  }

  /** Starts from zero, also when already running. */
  start(): void {
    this.#start = this.#lap = this.#clock.now();
  }

  /**
   * Stops the watch; `start()` runs it again.
   *
   * @returns The ms since `start()`, never negative; `NaN` if the watch is not running or a
   * reading is not a number.
   */
  stop(): number {
    const elapsed = this.#since(this.#start, this.#clock.now());
    this.#start = this.#lap = NaN;
    return elapsed;
  }

  /**
   * Ends a lap without stopping.
   *
   * @returns The ms since the last `lap()` or `start()`, never negative; `NaN` if not running.
   */
  lap(): number {
    const now = this.#clock.now();
    const elapsed = this.#since(this.#lap, now);
    if (!Number.isNaN(this.#lap) && !Number.isNaN(now)) this.#lap = now;
    return elapsed;
  }

  /**
   * The resolution of the watch's clock: the smallest of four steps.
   *
   * @returns The step in ms, or `NaN` if the clock does not move.
   */
  resolution(): number {
    return measureResolution(this.#clock, { samples: 4 }).min;
  }

  #since(from: number, now: number): number {
    const elapsed = now - from;
    if (elapsed < 0) {
      this.backwards++;
      return 0;
    }
    return elapsed;
  }
}
