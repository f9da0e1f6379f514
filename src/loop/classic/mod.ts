/**
 * The classics of loop timing: the governors of *Advanced Java Game Programming* and *Killer Game
 * Programming in Java*, periodic timers, stopwatches, the smoother of coarse frame times, and the
 * measurements of clocks and sleeps. Faithful to the books where they are right, mended where they
 * are not: docs/internals/loop_review.md says how. For a new game or server, `@narrowphase/gjk2d/loop` is the better start.
 *
 * @example Exactly 85 Hz on a clock that ticks every 55 ms
 * ```ts
 * import { runGoverned, WindowedGovernor } from "@narrowphase/gjk2d/loop/classic";
 * import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
 *
 * const time = new VirtualTime();
 * time.quantum = 55;
 * let frames = 0;
 * const game = { update: () => void frames++, draw() {} };
 * runGoverned(game, WindowedGovernor.ofFrequency(85), time, time);
 * await time.run(60_000);
 * if (Math.abs(frames - 85 * 60) > 10) throw new Error(`${frames} frames`);
 * ```
 *
 * @module
 */
export type { CompensatingOptions } from "./compensating_governor.ts";
export { CompensatingGovernor } from "./compensating_governor.ts";
export { DeadlineGovernor } from "./deadline_governor.ts";
export { FixedDelayGovernor } from "./fixed_delay_governor.ts";
export type { GovernedGame, LoopGovernor, Plan } from "./governor.ts";
export { govern, runGoverned } from "./governor.ts";
export type { PeriodicOptions } from "./periodic.ts";
export { periodic } from "./periodic.ts";
export type { Resolution, ResolutionOptions } from "./resolution.ts";
export { measureResolution, timerResolution } from "./resolution.ts";
export { SamplerGovernor } from "./sampler_governor.ts";
export type { SleepAccuracyRow } from "./sleep_accuracy.ts";
export { formatSleepAccuracy, sleepAccuracy } from "./sleep_accuracy.ts";
export { StopWatch } from "./stop_watch.ts";
export type { TimeSmootherOptions } from "./time_smoother.ts";
export { TimeSmoother } from "./time_smoother.ts";
export { WindowedGovernor } from "./windowed_governor.ts";
export type { Clock } from "../clock.ts";
export type { StopReason } from "../game.ts";
export type { Sleeper } from "../sleeper.ts";
