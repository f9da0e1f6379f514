/**
 * Timing for loops: governors, game loops, fixed steps, frame statistics, periodic tasks, and
 * sleeping to within microseconds. Works in Deno, Node 20+, Bun and browsers (main thread and
 * workers); nothing runs on import, and every part takes its clock, sleeper and display as
 * arguments, so that it can be tested in the simulated time of `@narrowphase/gjk2d/loop/testing`.
 *
 * All times are milliseconds in float64, as `performance.now()` gives them.
 *
 * - A game: {@linkcode GameLoop} with one of the {@linkcode presets}.
 * - A simulation inside someone else's frames: {@linkcode FixedTimestep}.
 * - A steady rate for anything: {@linkcode DeadlineGovernor} with {@linkcode govern}.
 * - A periodic task: {@linkcode periodic}.
 *
 * @example A game at 60 updates a second, for three frames
 * ```ts
 * import { GameLoop, preciseSleeper, presets, systemClock } from "@narrowphase/gjk2d/loop";
 *
 * let x = 0;
 * const game = {
 *   update: (delta: number) => { x += 0.1 * delta; },
 *   draw: () => { if (loop.stats.draws === 3) loop.stop(); },
 * };
 * const loop: GameLoop = new GameLoop(game, systemClock, presets.advanced(1000 / 60));
 * const reason = await loop.run(preciseSleeper());
 * if (reason !== "stopped") throw new Error(reason);
 * ```
 *
 * @module
 */
export type { Clock } from "./clock.ts";
export { systemClock } from "./clock.ts";
export type { CompensatingOptions } from "./compensating_governor.ts";
export { CompensatingGovernor } from "./compensating_governor.ts";
export { DeadlineGovernor } from "./deadline_governor.ts";
export { df } from "./decimal_format.ts";
export { FixedDelayGovernor } from "./fixed_delay_governor.ts";
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
  PauseMode,
  VisibilitySource,
} from "./game.ts";
export { GameLoop } from "./game_loop.ts";
export type { GovernedGame, LoopGovernor, Plan, StopReason } from "./governor.ts";
export { govern, hz, integerPeriod, runGoverned } from "./governor.ts";
export type { NumberList } from "./lerp_state.ts";
export { InterpolationBuffer, lerpState } from "./lerp_state.ts";
export type { PeriodicOptions } from "./periodic.ts";
export { periodic } from "./periodic.ts";
export type { PreciseSleeperOptions } from "./precise_sleeper.ts";
export { preciseSleeper } from "./precise_sleeper.ts";
export type { Presets } from "./presets.ts";
export { presets } from "./presets.ts";
export { Regularizer } from "./regularizer.ts";
export type { Resolution, ResolutionOptions } from "./resolution.ts";
export { measureResolution, timerResolution } from "./resolution.ts";
export { SamplerGovernor } from "./sampler_governor.ts";
export type { SleepAccuracyRow } from "./sleep_accuracy.ts";
export { formatSleepAccuracy, sleepAccuracy } from "./sleep_accuracy.ts";
export type { Sleeper } from "./sleeper.ts";
export { timerSleeper } from "./sleeper.ts";
export { StopWatch } from "./stop_watch.ts";
export type { TimeSmootherOptions } from "./time_smoother.ts";
export { TimeSmoother } from "./time_smoother.ts";
export { WindowedGovernor } from "./windowed_governor.ts";
export type { WorkerSleeper } from "./worker_sleeper.ts";
export { workerSleeper } from "./worker_sleeper.ts";
