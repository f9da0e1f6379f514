/**
 * `GameLoop`: decides when to update and when to draw.
 *
 * A loop puts three parts together: a clock (`FrameClock`), a pace that waits for the next turn
 * (`Pace`), and the turns themselves (`Run`).
 *
 * @module
 */
import {
  checkFlag,
  checkFunction,
  checkLimit,
  checkNumber,
  checkObject,
  checkSignal,
  checkSpan,
  checkTime,
  checkWord,
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
import type { LoopLoad } from "./load.ts";
import { framePace, type Pace, sleeperPace } from "./pace.ts";
import { finish, Run, type Settings, settle } from "./run.ts";
import type { Sleeper } from "./sleeper.ts";

/**
 * A game loop with four bounds (Entropy Interactive's *Game Engine Design* tutorials and Entropy Engine).
 * Updates come at least `minDelta` apart and advance by at most `maxDelta`. A loop that is late by more than
 * `maxUpdateDelay` drops all its lateness. Draws are skipped while updates are late, but not for longer than
 * `maxDrawDelay` or `maxSkippedDraws`.
 *
 * `run` waits with a sleeper, `runFrames` with the frames of a display, and both await asynchronous callbacks.
 * `pump()` is the loop without the waiting.
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
  readonly #game: Game;
  readonly #clock: Clock;
  readonly #settings: Settings;
  readonly #visibility: VisibilitySource | null;
  /** The requested pause and that of a hidden page. Together they give the effective pause. */
  #asked: PauseMode | null = null;
  #hidden = false;
  #driven = false;
  /** Ends the present wait. */
  #waking: AbortController = new AbortController();
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
    this.#settings = checkOptions(options);
    const task = "create GameLoop";
    checkObject(task, "game", game, "update", "draw");
    for (const name of ["startup", "begin", "end", "shutdown", "onError"] as const) {
      if (game[name] !== undefined) checkFunction(task, `game.${name}`, game[name]);
    }
    checkObject(task, "clock", clock, "now");
    this.#game = game;
    this.#clock = clock;
    const page = options.pauseWhenHidden ?? false;
    this.#visibility = typeof page === "boolean"
      ? page && (globalThis as { document?: VisibilitySource }).document || null
      : page;
    this.#run = new Run(game, clock, this.#settings, null);
  }

  /** The counters of the present or last run: one live object, so copy what you want to keep. */
  get stats(): GameLoopStats {
    return this.#run.stats;
  }

  /** What the updates cost, computed at each access. */
  get load(): LoopLoad {
    return this.#run.load.read();
  }

  /** `"idle"` before `startup`, `"live"` until `shutdown`, then `"over"`. */
  get state(): "idle" | "live" | "over" {
    return this.#run.state;
  }

  /** The current pause: the requested one, or `"hard"` while the page is hidden; `null` when running. */
  get paused(): PauseMode | null {
    return this.#hidden ? "hard" : this.#asked;
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
    this.#adjust(0);
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
    if (minDelta !== maxDelta && period > maxDelta) {
      throw new RangeError(
        `Cannot set rate of GameLoop: period is ${period}, must not be above maxDelta (${maxDelta})`,
      );
    }
    this.#run.setStep(period);
    this.#adjust(0);
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
    this.#adjust(ms);
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
    const run = this.#run;
    if (run.inCallback) throw new Error("Cannot pump GameLoop: a callback is running");
    if (this.#driven) throw new Error("Cannot pump GameLoop: run or runFrames is driving it");
    if (run.state === "over" || (run.state === "idle" && run.reason !== null)) return Infinity;
    if (run.state === "idle") finish(run.advance(false));
    finish(run.advance(true));
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
    checkObject(task, "sleeper", sleeper, "sleep", "yield");
    if (sleeper.approach !== undefined) checkFunction(task, "sleeper.approach", sleeper.approach);
    checkLimit(task, "sleeper.lead", sleeper.lead ?? 0);
    checkSignal(task, signal);
    const pace = sleeperPace(sleeper, this.#settings.noDelaysPerYield);
    return await this.#drive(pace, signal, false);
  }

  /**
   * Runs until stopped, with a turn per frame of a display. Time is the frames' timestamps; the
   * first one anchors the loop. The clock only measures how long callbacks take, and how long pauses are.
   *
   * A frame runs all updates that are due and draws after the last, so a display slower than the updates does
   * not slow them down. It leaves the rest to the next frame once it has run `maxUpdatesPerPump`. If
   * `maxDrawDelay` demands a draw, it also does so once it has taken 50 ms, or longer than the time it
   * simulated.
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
    checkSignal("run GameLoop", signal);
    return await this.#drive(framePace(scheduler), signal, true);
  }

  /**
   * Ends the loop: in a callback, when that returns and without a draw; in a sleep at once; before
   * `run`, so that it resolves without calling anything.
   */
  stop(): void {
    this.#end("stopped");
    const run = this.#run;
    // Without a driver, nobody else calls shutdown.
    if (!this.#driven && !run.inCallback && run.state === "live") finish(run.advance(false));
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
    checkWord("pause GameLoop", "mode", mode, "soft", "hard");
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
    this.#wake();
  }

  /** Runs turns until there is a reason to end. */
  async #drive(
    pace: Pace,
    signal: AbortSignal | undefined,
    byFrames: boolean,
  ): Promise<StopReason> {
    if (this.#driven || this.#run.inCallback) {
      throw new Error("Cannot run GameLoop: it is running already");
    }
    if (this.#run.state === "over") this.#run = this.#renew();
    const run = this.#run;
    const { reason } = run;
    if (run.state === "idle" && reason !== null) {
      run.state = "over";
      return reason;
    }
    if (signal?.aborted) return "aborted";
    this.#driven = true;
    if (byFrames) run.time.useFrames();
    const abort = (): void => this.#end("aborted");
    signal?.addEventListener("abort", abort);
    const page = this.#visibility;
    try {
      page?.addEventListener("visibilitychange", this.#onVisibility);
      this.#onVisibility();
      while (run.state !== "over") {
        // Nothing is waited for before startup, nor once there is a reason to end.
        if (run.state === "live" && run.reason === null) await pace(run, this.#waking.signal);
        else await run.turn();
      }
    } catch (error) {
      // An error of a callback has ended the run already; this is one of the sleeper or the display.
      if (run.state !== "over") await settle(run.fail());
      throw error;
    } finally {
      this.#driven = false;
      signal?.removeEventListener("abort", abort);
      page?.removeEventListener("visibilitychange", this.#onVisibility);
    }
    return run.reason ?? "stopped";
  }

  #renew(): Run {
    return new Run(this.#game, this.#clock, this.#settings, this.paused);
  }

  #end(reason: StopReason): void {
    if (this.#run.state === "over") return;
    this.#run.reason ??= reason;
    this.#wake();
  }

  #setPause(asked: PauseMode | null, hidden: boolean): void {
    const before = this.paused;
    this.#asked = asked;
    this.#hidden = hidden;
    if (this.paused === before) return;
    this.#run.setPause(this.paused);
    this.#wake();
  }

  readonly #onVisibility = (): void => {
    this.#setPause(this.#asked, this.#visibility?.hidden === true);
  };

  #adjust(nudge: number): void {
    const { timeScale, minDelta } = this.#settings;
    this.#run.time.adjust(timeScale, nudge, minDelta);
    this.#wake();
  }

  #wake(): void {
    const waking = this.#waking;
    this.#waking = new AbortController();
    waking.abort();
  }
}

/** The options with their defaults. */
function checkOptions(options: GameLoopOptions): Settings {
  const task = "create GameLoop";
  checkObject(task, "options", options);
  const {
    minDelta = 0,
    maxDelta = Infinity,
    maxUpdateDelay = Infinity,
    maxDrawDelay = Infinity,
    maxSkippedDraws = Infinity,
    maxUpdatesPerPump = 240,
    noDelaysPerYield = 1,
    pauseWhenHidden = false,
    regularize = "auto",
    drawEveryFrame = false,
    onResync,
    onOverrun,
  } = options;
  checkSpan(task, "minDelta", minDelta);
  checkNumber(
    task,
    "maxDelta",
    maxDelta,
    (ms) => ms > 0 && ms >= minDelta,
    `be positive and at least minDelta (${minDelta})`,
  );
  for (const [name, limit] of Object.entries({ maxUpdateDelay, maxDrawDelay, maxSkippedDraws })) {
    checkLimit(task, name, limit);
  }
  for (const [name, count] of Object.entries({ maxUpdatesPerPump, noDelaysPerYield })) {
    checkNumber(task, name, count, (n) => n >= 1, "be at least 1");
  }
  checkWord(task, "regularize", regularize, "off", "auto");
  checkFlag(task, "drawEveryFrame", drawEveryFrame);
  if (typeof pauseWhenHidden !== "boolean") {
    const methods = ["addEventListener", "removeEventListener"];
    checkObject(task, "pauseWhenHidden", pauseWhenHidden, ...methods);
  }
  for (const [name, hook] of Object.entries({ onResync, onOverrun })) {
    if (hook !== undefined) checkFunction(task, name, hook);
  }
  return {
    minDelta,
    maxDelta,
    maxUpdateDelay,
    maxDrawDelay,
    maxSkippedDraws,
    maxUpdatesPerPump,
    noDelaysPerYield,
    regularize,
    drawEveryFrame,
    onResync: onResync?.bind(options),
    onOverrun: onOverrun?.bind(options),
    timeScale: 1,
  };
}
