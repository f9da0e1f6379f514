/**
 * The loops of the tutorials as options of `GameLoop`.
 *
 * @module
 */
import { checkKind } from "./check.ts";
import type { GameLoopOptions } from "./game.ts";

/**
 * The type of {@linkcode presets}. They refuse what is not a number; numbers out of range are left
 * to `GameLoop`.
 */
export interface Presets {
  /**
   * As fast as it goes, one update and one draw a turn, the delta being whatever time passed
   * (figure 1 of the tutorial, made independent of the computer's speed).
   */
  readonly simple: Readonly<GameLoopOptions>;
  /**
   * A fixed rate, every update drawn, late ones made up (figure 2). In `runFrames` the last update
   * of a frame is drawn.
   *
   * @param dt The period in ms.
   */
  rateLimited(dt: number): GameLoopOptions;
  /**
   * A fixed rate; a draw is skipped whenever the loop is late (figure 3, "advanced").
   *
   * @param dt The period in ms.
   */
  frameSkipping(dt: number): GameLoopOptions;
  /**
   * A fixed rate; at most five draws are skipped in a row, and a lateness of more than 500 ms is
   * given up, all of it (figure 4, "more advanced").
   *
   * @param dt The period in ms.
   */
  advanced(dt: number): GameLoopOptions;
  /**
   * Deltas between two bounds, a draw at least every 100 ms, a lateness of more than 500 ms given
   * up (Entropy Engine).
   *
   * @param min The shortest delta in ms.
   * @param max The longest delta in ms.
   */
  variable(min: number, max: number): GameLoopOptions;
  /**
   * A fixed rate that slows the game down instead of catching up: all lateness is given up.
   *
   * A draw waits until the loop is not late. When every update takes `dt` or longer, that is never:
   * `run` draws once and then updates only, `maxUpdatesPerPump` of them before the host gets its
   * turn. Where that may happen, add a `maxSkippedDraws` or a `maxDrawDelay`. In `runFrames` every
   * frame with an update is drawn.
   *
   * @param dt The period in ms.
   */
  slowDown(dt: number): GameLoopOptions;
}

/**
 * The loops of the Entropy Interactive tutorials as options of one class, `GameLoop`.
 *
 * @example
 * ```ts
 * import { GameLoop, presets, systemClock } from "@narrowphase/gjk2d/loop";
 *
 * const game = { update() {}, draw() {} };
 * const loop = new GameLoop(game, systemClock, { ...presets.advanced(1000 / 60), maxSkippedDraws: 2 });
 * loop.stop();
 * ```
 */
export const presets: Presets = {
  simple: Object.freeze({
    minDelta: 0,
    maxDelta: Infinity,
    maxUpdateDelay: Infinity,
    maxDrawDelay: 0,
  }),
  rateLimited: (dt: number): GameLoopOptions => {
    checkKind("make preset rateLimited", "dt", dt);
    return {
      minDelta: dt,
      maxDelta: dt,
      maxUpdateDelay: Infinity,
      maxDrawDelay: 0,
    };
  },
  frameSkipping: (dt: number): GameLoopOptions => {
    checkKind("make preset frameSkipping", "dt", dt);
    return {
      minDelta: dt,
      maxDelta: dt,
      maxUpdateDelay: Infinity,
      maxDrawDelay: Infinity,
      maxSkippedDraws: Infinity,
    };
  },
  advanced: (dt: number): GameLoopOptions => {
    checkKind("make preset advanced", "dt", dt);
    return {
      minDelta: dt,
      maxDelta: dt,
      maxUpdateDelay: 500,
      maxDrawDelay: Infinity,
      maxSkippedDraws: 5,
    };
  },
  variable: (min: number, max: number): GameLoopOptions => {
    checkKind("make preset variable", "min", min);
    checkKind("make preset variable", "max", max);
    return {
      minDelta: min,
      maxDelta: max,
      maxUpdateDelay: 500,
      maxDrawDelay: 100,
      maxSkippedDraws: Infinity,
    };
  },
  slowDown: (dt: number): GameLoopOptions => {
    checkKind("make preset slowDown", "dt", dt);
    return {
      minDelta: dt,
      maxDelta: dt,
      maxUpdateDelay: 0,
      maxDrawDelay: Infinity,
      maxSkippedDraws: Infinity,
    };
  },
};
