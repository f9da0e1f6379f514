/**
 * `GameLoop`: decides when to update and when to draw.
 *
 * A loop puts three parts together: a clock (`FrameClock`), a pace that waits for the next turn
 * (`Pace`), and the turns themselves (`Run`).
 *
 * @module
 */
import {
  checkClock,
  checkFlag,
  checkFunction,
  checkKind,
  checkLimit,
  checkNumber,
  checkObject,
  checkSignal,
  checkSleeper,
  checkSpan,
  checkTime,
  oneOf,
  readOptions,
  type Table,
} from "./check.ts";
import type { Clock } from "./clock.ts";
import type { FrameScheduler } from "./frame_scheduler.ts";
import type {
  Game,
  GameLoopOptions,
  GameLoopStats,
  PauseMode,
  StopReason,
  VisibilitySource,
} from "./game.ts";
import { hz } from "./hz.ts";
import { framePace, type Pace, sleeperPace } from "./pace.ts";
import { finish, resume, Run, type Settings } from "./run.ts";
import type { Sleeper } from "./sleeper.ts";

const TASK = "create GameLoop";

/** Refuses anything but a number from 1 up. */
function checkSome(task: string, name: string, value: unknown): void {
  checkNumber(task, name, value, (n) => n >= 1, "be at least 1");
}

/** The options of a loop: their defaults and checks. */
const OPTIONS: Table<GameLoopOptions> = {
  minDelta: [0, checkSpan],
  maxDelta: [Infinity, checkKind],
  maxUpdateDelay: [Infinity, checkLimit],
  maxDrawDelay: [Infinity, checkLimit],
  maxSkippedDraws: [Infinity, checkLimit],
  maxUpdatesPerPump: [240, checkSome],
  noDelaysPerYield: [1, checkSome],
  pauseWhenHidden: [false, (task, name, value) => {
    if (typeof value === "boolean") return;
    checkObject(task, name, value, "addEventListener", "removeEventListener");
  }],
  regularize: ["auto", oneOf("off", "auto")],
  drawEveryFrame: [false, checkFlag],
  onResync: [undefined, checkFunction],
  onOverrun: [undefined, checkFunction],
  meter: [
    undefined,
    (task, name, value) => checkObject(task, name, value, "reset", "update", "turn"),
  ],
};

/**
 * A game loop with four bounds (Entropy Interactive's *Game Engine Design*). Updates come at least `minDelta`
 * apart and advance by at most `maxDelta`. A loop that is late by more than `maxUpdateDelay` drops all its
 * lateness. Draws are skipped while updates are late, for no longer than `maxDrawDelay` and `maxSkippedDraws`.
 *
 * `run` waits with a sleeper, `runFrames` with the frames of a display, and `pump()` does not wait.
 *
 * @example Count updates in simulated time
 * ```ts
 * import { GameLoop, presets } from "@narrowphase/gjk2d/loop";
 * import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";
 *
 * const time = new VirtualTime();
 * const deltas: number[] = [];
 * const game = { update: (delta: number) => void deltas.push(delta), draw() {} };
 * const loop = new GameLoop(game, time, presets.rateLimited(20));
 * const ended = loop.run(time);
 * await time.run(50); // updates at 0, 20 and 40
 * loop.stop();
 * if (await ended !== "stopped" || deltas.join() !== "20,20,20") throw new Error(deltas.join());
 * ```
 */
export class GameLoop {
  readonly #settings: Settings;
  readonly #page: VisibilitySource | undefined;
  /** The requested pause and that of a hidden page. Together they give the effective pause. */
  #asked: PauseMode | null = null;
  #hidden = false;
  #driven = false;
  readonly #make: () => Run;
  #run: Run;

  /**
   * Creates a loop. Nothing is called before it runs.
   *
   * @param game The callbacks.
   * @param clock The time in ms.
   * @param options See {@linkcode GameLoopOptions}.
   * @throws {RangeError} If an option is outside its range.
   * @throws {TypeError} If an argument or an option is of the wrong type, such as a string for a number.
   */
  constructor(game: Game, clock: Clock, options: GameLoopOptions = {}) {
    const settings = { ...readOptions(TASK, options, OPTIONS), timeScale: 1, paused: null };
    const { minDelta, maxDelta, pauseWhenHidden } = settings;
    const most = (ms: number): boolean => ms > 0 && ms >= minDelta;
    checkNumber(
      TASK,
      "maxDelta",
      maxDelta,
      most,
      `be positive and at least minDelta (${minDelta})`,
    );
    checkObject(TASK, "game", game, "update", "draw");
    for (const name of ["startup", "begin", "end", "shutdown", "onError"] as const) {
      if (game[name] !== undefined) checkFunction(TASK, `game.${name}`, game[name]);
    }
    checkClock(TASK, "clock", clock);
    this.#settings = settings;
    this.#page = pauseWhenHidden === true
      ? (globalThis as { document?: VisibilitySource }).document
      : pauseWhenHidden || undefined;
    this.#make = (): Run => new Run(game, clock, settings);
    this.#run = this.#make();
  }

  /** The counters of the present or last run: one live object, so copy what you want to keep. */
  get stats(): GameLoopStats {
    return this.#run.stats;
  }

  /** `"idle"` before `startup`, `"live"` until `shutdown`, then `"over"`. */
  get state(): "idle" | "live" | "over" {
    return this.#run.state;
  }

  /** The current pause: the requested one, or `"hard"` while the page is hidden; `null` when running. */
  get paused(): PauseMode | null {
    return this.#settings.paused;
  }

  /**
   * The speed of the game: ms simulated in a ms that passes. 0.25 is slow motion, 0 stands still and goes on
   * drawing frames. Deltas keep their length, so there are fewer of them. In `runFrames` a new speed holds from
   * the last frame on.
   */
  get timeScale(): number {
    return this.#settings.timeScale;
  }
  set timeScale(scale: number) {
    checkSpan("set GameLoop", "timeScale", scale);
    this.#settings.timeScale = scale;
    this.#run.adjust(0);
  }

  /**
   * Sets the updates a second: the step of a loop with fixed steps, else `minDelta`. The next update is due a
   * new step after the last.
   *
   * @param frequency In updates a second; `hz` of it must not exceed `maxDelta` where deltas vary.
   * @throws {RangeError} If `frequency` is not positive and finite, or too low.
   * @throws {TypeError} If `frequency` is not a number.
   */
  setRate(frequency: number): void {
    const period = hz(frequency);
    const { minDelta, maxDelta } = this.#settings;
    const fits = (ms: number): boolean => minDelta === maxDelta || ms <= maxDelta;
    const rule = `not be above maxDelta (${maxDelta})`;
    checkNumber("set rate of GameLoop", "period", period, fits, rule);
    this.#run.adjust(0, period);
  }

  /**
   * Moves the time of the game by `ms` without a jump: it runs up to 5 % faster or slower until that is made
   * up, so a client can follow the ticks of its server. Nudges add up.
   *
   * @param ms How much the game is to gain, or to lose if negative: finite.
   * @throws {RangeError} If `ms` is not finite.
   * @throws {TypeError} If `ms` is not a number.
   */
  nudge(ms: number): void {
    checkTime("nudge GameLoop", "ms", ms);
    this.#run.adjust(ms);
  }

  /**
   * Runs what is due and returns, without waiting: the loop as a pure function of its clock. The
   * first call runs `startup`, the first update (with `minDelta`) and a draw.
   *
   * @returns The time of the next due update in ms of the clock; the present or the past if more
   * is due already; `Infinity` when stopped or paused hard; `NaN` while the clock has not shown
   * a number yet.
   * @throws {Error} If called from within a callback or while `run` or `runFrames` drives, or if a callback
   * returns a promise.
   * @throws What a callback throws, unless `onError` continues; `shutdown` has run then.
   */
  pump(): number {
    this.#checkFree("pump");
    const run = this.#run;
    if (run.reason !== null) return Infinity;
    if (run.state === "idle") finish(run);
    run.time.read();
    finish(run);
    return run.due();
  }

  /**
   * Runs until stopped, waiting with a sleeper. A loop that is over starts anew, with `startup` and counters
   * of zero.
   *
   * @param sleeper Does the waiting; `preciseSleeper()` for exact times.
   * @param signal Ends the loop: during an update when that returns or settles, without a draw; during a
   * sleep at once; before the start without calling anything.
   * @returns `"aborted"` if the signal ended it, else `"stopped"`. An abort resolves.
   * @throws {TypeError} If an argument is of the wrong type (the promise rejects); nothing was called.
   * @throws {RangeError} If the sleeper's `lead` is negative or `NaN` (the promise rejects).
   * @throws {Error} If the loop is running (the promise rejects).
   * @throws What a callback throws, unless `onError` continues (the promise rejects).
   */
  async run(sleeper: Sleeper, signal?: AbortSignal): Promise<StopReason> {
    const task = "run GameLoop";
    checkSleeper(task, sleeper);
    if (sleeper.approach !== undefined) checkFunction(task, "sleeper.approach", sleeper.approach);
    checkLimit(task, "sleeper.lead", sleeper.lead ?? 0);
    return await this.#drive(sleeperPace(sleeper, this.#settings.noDelaysPerYield), signal);
  }

  /**
   * Runs until stopped, with a turn per frame of a display, whose timestamps are the time. The clock measures
   * how long callbacks and pauses take.
   *
   * A frame runs all updates that are due, up to `maxUpdatesPerPump`, and draws after the last. If
   * `maxDrawDelay` demands a draw, it ends after 50 ms, or once it takes longer than the time it simulates.
   *
   * @param scheduler The display: `rafScheduler()` in browsers.
   * @param signal Ends the loop as for `run`.
   * @returns `"aborted"` if the signal ended it, else `"stopped"`.
   * @throws {TypeError} If an argument is of the wrong type (the promise rejects); nothing was called.
   * @throws {Error} If the loop is running (the promise rejects).
   * @throws What a callback throws, unless `onError` continues (the promise rejects).
   */
  async runFrames(scheduler: FrameScheduler, signal?: AbortSignal): Promise<StopReason> {
    checkObject("run GameLoop", "scheduler", scheduler, "request", "cancel");
    return await this.#drive(framePace(scheduler), signal);
  }

  /**
   * Ends the loop: in a callback, when that returns and without a draw; in a sleep at once; before
   * `run`, so that it resolves without calling anything.
   */
  stop(): void {
    this.#end("stopped");
    const run = this.#run;
    // Without a driver, nobody else calls shutdown.
    if (!this.#driven && !run.busy && run.state === "live") finish(run);
  }

  /**
   * Pauses updates until `resume()`. The time paused is neither caught up nor dropped.
   *
   * @param mode `"soft"` keeps drawing at the update rate with the alpha of this moment, `"hard"` does not wake
   * up. Default `"soft"`.
   * @throws {RangeError} If `mode` is neither.
   * @throws {TypeError} If `mode` is not a string.
   */
  pause(mode: PauseMode = "soft"): void {
    oneOf("soft", "hard")("pause GameLoop", "mode", mode);
    this.#setPause(mode, this.#hidden);
  }

  /** Resumes updates at the phase of the moment of the pause. */
  resume(): void {
    this.#setPause(null, this.#hidden);
  }

  /**
   * Asks for one update of `minDelta` (of 1/60 s if that is 0) and a draw in the pause, at the next turn. The
   * game moves on by it, and after `resume` nothing is caught up or missing.
   *
   * @throws {Error} If the loop is not paused.
   */
  step(): void {
    if (this.paused === null) throw new Error("Cannot step GameLoop: it is not paused");
    this.#run.asks++;
    this.#run.wake?.();
  }

  /** Runs turns until there is a reason to end. */
  async #drive(pace: Pace, signal: AbortSignal | undefined): Promise<StopReason> {
    checkSignal("run GameLoop", signal);
    this.#checkFree("run");
    if (this.#run.state === "over") this.#run = this.#make();
    const run = this.#run;
    if (run.reason !== null) {
      run.state = "over";
      return run.reason;
    }
    if (signal?.aborted) return "aborted";
    this.#driven = true;
    const abort = (): void => this.#end("aborted");
    signal?.addEventListener("abort", abort);
    try {
      this.#page?.addEventListener("visibilitychange", this.#onVisibility);
      this.#onVisibility();
      const wait = pace(run);
      if (run.state === "idle") await resume(run);
      while (run.state !== "over") await (run.reason === null ? wait() : resume(run));
    } catch (error) {
      // An error of a callback has ended the run already; this may be one of the sleeper or the display.
      run.fail(error);
      await resume(run);
    } finally {
      run.state = "over";
      run.wake = null;
      this.#driven = false;
      signal?.removeEventListener("abort", abort);
      this.#page?.removeEventListener("visibilitychange", this.#onVisibility);
    }
    return run.reason ?? "stopped";
  }

  /** Refuses to run within a callback, or beside a driver. */
  #checkFree(what: string): void {
    const { busy } = this.#run;
    const by = busy ? "callback" : "driver";
    if (busy || this.#driven) throw new Error(`Cannot ${what} GameLoop: a ${by} is running`);
  }

  #end(reason: StopReason): void {
    if (this.#run.state === "over") return;
    this.#run.reason ??= reason;
    this.#run.wake?.();
  }

  #setPause(asked: PauseMode | null, hidden: boolean): void {
    this.#asked = asked;
    this.#hidden = hidden;
    const paused = hidden ? "hard" : asked;
    if (paused === this.paused) return;
    this.#run.setPause(paused);
    this.#run.wake?.();
  }

  readonly #onVisibility = (): void => {
    this.#setPause(this.#asked, this.#page?.hidden === true);
  };
}
