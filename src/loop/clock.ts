/**
 * A source of time in milliseconds.
 *
 * Readings may repeat (a coarse clock), occasionally go back (a wall clock that is set), or even be `NaN`;
 * everything in this entry point handles such readings.
 *
 * @example A clock that counts
 * ```ts
 * import type { Clock } from "@narrowphase/gjk2d/loop";
 *
 * let ms = 0;
 * const clock: Clock = { now: () => ms++ };
 * clock.now();
 * ```
 */
export interface Clock {
  /** The current time in milliseconds since the clock's own origin. */
  now(): number;
}

/**
 * The runtime's monotonic clock: `performance.now()` where there is one, else `Date.now()`.
 *
 * In Deno and Node it ticks in nanoseconds and a reading costs 40–80 ns; browsers coarsen it to
 * 5 µs–1 ms. The global is looked up at every reading, so importing this module touches nothing.
 *
 * @example Time a piece of work
 * ```ts
 * import { systemClock } from "@narrowphase/gjk2d/loop";
 *
 * const start = systemClock.now();
 * const elapsed = systemClock.now() - start; // ms
 * if (elapsed < 0) throw new Error("a monotonic clock went back");
 * ```
 */
export const systemClock: Clock = {
  now: (): number => typeof performance === "object" ? performance.now() : Date.now(),
};
