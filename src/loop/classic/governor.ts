/**
 * The interface of governors, and the two drivers that ask one how long to sleep: `govern` and
 * `runGoverned`.
 *
 * @module
 */
import { checkClock, checkObject, checkSignal, checkSleeper } from "../check.ts";
import type { Clock } from "../clock.ts";
import type { StopReason } from "../game.ts";
import type { Sleeper } from "../sleeper.ts";

/** What a governor wants done before the next frame. */
export interface Plan {
  /** How long to sleep in ms: finite, never negative. */
  delay: number;
  /** Whether to let the host run other work although there is no time to sleep. */
  yield: boolean;
}

/**
 * Decides how long a loop sleeps after each frame so that it keeps a frequency (the LoopGovernor
 * of CroftSoft's *Advanced Java Game Programming*). A governor reads no clock and never sleeps:
 * whoever drives it passes the time in.
 *
 * {@linkcode govern} is one turn of a driver, {@linkcode runGoverned} a loop.
 *
 * @remarks
 * One turn is: `plan(now)`; sleep or yield; `slept(delay, actual, now)`; then
 * `owedUpdates()` updates without drawing. Before the first frame a driver calls
 * `slept(0, 0, now)`, so that the first frame's work is measured too.
 *
 * Whatever the clock does, `0 ≤ delay < ∞`. A reading that is not finite changes nothing and
 * repeats the last delay.
 */
export interface LoopGovernor {
  /** The period aimed at, in ms. */
  readonly period: number;
  /**
   * Plans the pause after a frame.
   *
   * @param now The time at the end of the frame in ms.
   */
  plan(now: number): Plan;
  /**
   * Reports how the pause went.
   *
   * @param requested The delay that was planned, in ms.
   * @param actual The time that really passed since `plan`, in ms.
   * @param now The time after the pause in ms.
   */
  slept(requested: number, actual: number, now: number): void;
  /** The number of updates to run without drawing; asking takes them. */
  owedUpdates(): number;
  /** Restores the state of a new governor. */
  reset(): void;
}

/** The callbacks of {@linkcode runGoverned}; a callback that returns `false` stops the loop. */
export interface GovernedGame {
  /** Advances the game by one period. */
  update(): void | false;
  /** Draws the game. */
  draw(): void | false;
}

/**
 * One turn of a governor: plan, sleep or yield, report, collect what is owed.
 *
 * @param governor Decides.
 * @param clock Read before and after the pause.
 * @param sleeper Does the pause.
 * @param signal Ends the sleep early.
 * @returns The number of updates to run without drawing.
 * @throws {TypeError} If an argument is of the wrong type (the promise rejects).
 *
 * @example A loop of one's own
 * ```ts
 * import { hz, preciseSleeper, systemClock } from "@narrowphase/gjk2d/loop";
 * import { DeadlineGovernor, govern } from "@narrowphase/gjk2d/loop/classic";
 *
 * const governor = new DeadlineGovernor(hz(250));
 * const sleeper = preciseSleeper();
 * for (let frame = 0; frame < 3; frame++) {
 *   await govern(governor, systemClock, sleeper);
 * }
 * ```
 */
export async function govern(
  governor: LoopGovernor,
  clock: Clock,
  sleeper: Sleeper,
  signal?: AbortSignal,
): Promise<number> {
  checkDriver("govern loop", governor, clock, sleeper, signal);
  const before = clock.now();
  const plan = governor.plan(before);
  if (plan.delay > 0) await sleeper.sleep(plan.delay, signal);
  else if (plan.yield) await sleeper.yield();
  const after = clock.now();
  governor.slept(plan.delay, after - before, after);
  return governor.owedUpdates();
}

/**
 * Runs update, draw and {@linkcode govern} until a callback returns `false` or `signal` aborts.
 *
 * @param game The callbacks. What they throw rejects the promise.
 * @param governor Sets the pace.
 * @param clock The time in ms.
 * @param sleeper Does the pauses.
 * @param signal Ends the loop: during a callback when it returns, during a sleep at once.
 * @returns How the loop ended; an abort resolves.
 * @throws {TypeError} If an argument is of the wrong type (the promise rejects); nothing was called.
 *
 * @example Three frames
 * ```ts
 * import { runGoverned, WindowedGovernor } from "@narrowphase/gjk2d/loop/classic";
 * import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
 *
 * const time = new VirtualTime();
 * let frames = 0;
 * const game = { update() {}, draw: () => ++frames < 3 ? undefined : false as const };
 * const ended = runGoverned(game, WindowedGovernor.ofFrequency(100), time, time);
 * await time.run(100);
 * if (await ended !== "stopped" || frames !== 3) throw new Error("unexpected");
 * ```
 */
export async function runGoverned(
  game: GovernedGame,
  governor: LoopGovernor,
  clock: Clock,
  sleeper: Sleeper,
  signal?: AbortSignal,
): Promise<StopReason> {
  const task = "run governed loop";
  checkObject(task, "game", game, "update", "draw");
  checkDriver(task, governor, clock, sleeper, signal);
  if (signal?.aborted) return "aborted";
  governor.slept(0, 0, clock.now());
  while (true) {
    if (game.update() === false) return "stopped";
    if (signal?.aborted) return "aborted";
    if (game.draw() === false) return "stopped";
    if (signal?.aborted) return "aborted";
    let owed = await govern(governor, clock, sleeper, signal);
    if (signal?.aborted) return "aborted";
    for (; owed > 0; owed--) {
      if (game.update() === false) return "stopped";
      if (signal?.aborted) return "aborted";
    }
  }
}

function checkDriver(
  task: string,
  governor: LoopGovernor,
  clock: Clock,
  sleeper: Sleeper,
  signal: AbortSignal | undefined,
): void {
  checkObject(task, "governor", governor, "plan", "slept", "owedUpdates");
  checkClock(task, "clock", clock);
  checkSleeper(task, sleeper);
  checkSignal(task, signal);
}
