/**
 * The loops of the tutorials as options of `GameLoop`.
 *
 * @module
 */
import { checkNumber, checkPeriod, checkSpan } from "./check.ts";
import type { GameLoopOptions } from "./game.ts";

/** The type of {@linkcode presets}. Periods have to be positive and finite. */
export interface Presets {
  /**
   * As fast as possible: one update and one draw per turn, with the time that has passed as delta (figure 1 of
   * the tutorial, made independent of the computer's speed).
   */
  readonly simple: Readonly<GameLoopOptions>;
  /**
   * A fixed rate; every update is drawn and late ones are caught up (figure 2). In `runFrames` the last update
   * of a frame is drawn. After a suspend it plays all of that time, each update drawn.
   *
   * @param dt The period: `hz(60)` for 60 updates a second; in ms.
   */
  rateLimited(dt: number): GameLoopOptions;
  /**
   * A fixed rate; a draw is skipped whenever the loop is late (figure 3, "advanced"). After a suspend it plays
   * all of that time, at most `maxUpdatesPerPump` updates in a turn, and draws when that is done.
   *
   * @param dt The period: `hz(60)` for 60 updates a second; in ms.
   */
  frameSkipping(dt: number): GameLoopOptions;
  /**
   * A fixed rate; at most five consecutive draws are skipped, and a lateness of more than 500 ms is dropped
   * entirely (figure 4, "more advanced").
   *
   * @param dt The period: `hz(60)` for 60 updates a second; in ms.
   */
  advanced(dt: number): GameLoopOptions;
  /**
   * Deltas between two bounds and a draw at least every 100 ms; a lateness of more than 500 ms is dropped
   * (Entropy Engine).
   *
   * @param min The shortest delta in ms, such as `hz(120)`.
   * @param max The longest delta in ms.
   */
  variable(min: number, max: number): GameLoopOptions;
  /**
   * A fixed rate that slows the game down instead of catching up: all lateness is dropped.
   *
   * A draw waits until the loop is no longer late. If every update takes `dt` or longer, that never happens:
   * `run` draws once and then only updates, and yields to the host every `maxUpdatesPerPump` updates. If your
   * updates may take that long, set `maxSkippedDraws` or `maxDrawDelay`. In `runFrames` every frame with an
   * update is drawn.
   *
   * @param dt The period: `hz(60)` for 60 updates a second; in ms.
   */
  slowDown(dt: number): GameLoopOptions;
}

/**
 * The loops of the Entropy Interactive tutorials as options of one class, `GameLoop`.
 *
 * @example
 * ```ts
 * import { GameLoop, hz, presets, systemClock } from "@narrowphase/gjk2d/loop";
 *
 * const game = { update() {}, draw() {} };
 * const loop = new GameLoop(game, systemClock, { ...presets.advanced(hz(60)), maxSkippedDraws: 2 });
 * loop.stop();
 * ```
 */
export const presets: Presets = {
  simple: Object.freeze(bounds(0, Infinity, Infinity, 0)),
  rateLimited: fixed("rateLimited", Infinity, 0),
  frameSkipping: fixed("frameSkipping", Infinity, Infinity, Infinity),
  advanced: fixed("advanced", 500, Infinity, 5),
  variable: (min: number, max: number): GameLoopOptions => {
    const task = "make preset variable";
    checkSpan(task, "min", min);
    checkNumber(task, "max", max, (ms) => ms > 0 && ms >= min, "be positive and at least min");
    return bounds(min, max, 500, 100, Infinity);
  },
  slowDown: fixed("slowDown", 0, Infinity, Infinity),
};

function bounds(
  minDelta: number,
  maxDelta: number,
  maxUpdateDelay: number,
  maxDrawDelay: number,
  maxSkippedDraws?: number,
): GameLoopOptions {
  return { minDelta, maxDelta, maxUpdateDelay, maxDrawDelay, maxSkippedDraws };
}

/** A preset with fixed steps: the limits of `bounds`. */
function fixed(
  name: string,
  ...limits: [maxUpdateDelay: number, maxDrawDelay: number, maxSkippedDraws?: number]
): (dt: number) => GameLoopOptions {
  return (dt) => {
    checkPeriod(`make preset ${name}`, "dt", dt);
    return bounds(dt, dt, ...limits);
  };
}
