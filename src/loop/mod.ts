/**
 * Timing for loops: game loops, fixed steps, frame statistics, and sleeping to within microseconds. Works in Deno, Node 20+, Bun and browsers (main thread and
 * workers); nothing runs on import, and every part takes its clock, sleeper and display as
 * arguments, so that it can be tested in the simulated time of `@narrowphase/gjk2d/loop/testing`.
 *
 * All times are milliseconds in float64, as `performance.now()` gives them.
 *
 * - A game: {@linkcode GameLoop} with one of the {@linkcode presets}.
 * - A simulation inside someone else's frames: {@linkcode FixedTimestep}.
 * - Governors, periodic tasks and measurements of clocks: `@narrowphase/gjk2d/loop/classic`.
 *
 * @example A game at 60 updates a second, for three frames
 * ```ts
 * import { GameLoop, hz, preciseSleeper, presets, systemClock } from "@narrowphase/gjk2d/loop";
 *
 * let x = 0;
 * const game = {
 *   update: (delta: number) => { x += 0.1 * delta; },
 *   draw: () => { if (loop.stats.draws === 3) loop.stop(); },
 * };
 * const loop: GameLoop = new GameLoop(game, systemClock, presets.advanced(hz(60)));
 * const reason = await loop.run(preciseSleeper());
 * if (reason !== "stopped") throw new Error(reason);
 * ```
 *
 * @module
 */
export type { Clock } from "./clock.ts";
export { systemClock } from "./clock.ts";
export type { FixedAdvance, FixedTimestepOptions } from "./fixed_timestep.ts";
export { FixedTimestep } from "./fixed_timestep.ts";
export { FrameLimiter } from "./frame_limiter.ts";
export type { FrameScheduler } from "./frame_scheduler.ts";
export { rafScheduler } from "./frame_scheduler.ts";
export type { FrameStatisticsOptions, Report } from "./frame_statistics.ts";
export { formatReport, FrameStatistics } from "./frame_statistics.ts";
export type {
  Game,
  GameLoopOptions,
  GameLoopStats,
  GamePhase,
  LoopMeter,
  PauseMode,
  StopReason,
  VisibilitySource,
} from "./game.ts";
export { GameLoop } from "./game_loop.ts";
export type { SavedTimer, TimerData, TimersState } from "./game_timers.ts";
export { GameTimers } from "./game_timers.ts";
export { hz } from "./hz.ts";
export type { LoopLoad } from "./load_meter.ts";
export { LoadMeter } from "./load_meter.ts";
export type { NumberList } from "./lerp_state.ts";
export { InterpolationBuffer, lerpState } from "./lerp_state.ts";
export type { PreciseSleeperOptions } from "./precise_sleeper.ts";
export { preciseSleeper } from "./precise_sleeper.ts";
export type { Presets } from "./presets.ts";
export { presets } from "./presets.ts";
export { Regularizer } from "./regularizer.ts";
export type { Sleeper } from "./sleeper.ts";
export { timerSleeper } from "./sleeper.ts";
export type { WorkerSleeper } from "./worker_sleeper.ts";
export { workerSleeper } from "./worker_sleeper.ts";
