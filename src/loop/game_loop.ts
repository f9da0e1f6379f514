/**
 * `GameLoop`: decides when to update and when to draw, and waits with a sleeper (`run`) or with the
 * frames of a display (`runFrames`).
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
  checkWord,
} from "./check.ts";
import type { Clock } from "./clock.ts";
import { DisplayPeriod } from "./display_period.ts";
import type { FrameScheduler } from "./frame_scheduler.ts";
import type {
  Game,
  GameLoopOptions,
  GameLoopStats,
  GamePhase,
  PauseMode,
  StopReason,
  VisibilitySource,
} from "./game.ts";
import { Regularizer } from "./regularizer.ts";
import type { Sleeper } from "./sleeper.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Slack of comparisons, in steps: an update early by no more than this is on time. */
const SLACK = 1e-9;
/** How often `run` reads a clock that has not shown a number yet, in ms. */
const AWAIT_CLOCK = 1;
/** The most readings in one poll, in case the clock stands still. */
const MAX_POLLS = 1e5;
/** The most macrotasks before a sleep is tried again, for the same reason. They take 1–2 ms. */
const MAX_YIELDS = 1000;
/** How long a frame may catch up before it has to draw, in ms: 20 frames a second. */
const FRAME_WORK = 50;
/** A frame time within this many periods of the display is on time. A missed frame takes 2. */
const ON_TIME = 1.25;
/** The same in ms, for browsers whose timestamps are whole ms. */
const COARSE = 1;
/** Lateness in updates at which `runningSlowly` is set. */
const SLOW_AT = 5;

/**
 * A game loop with four bounds (Entropy Interactive's *Game Engine Design* tutorials and Entropy Engine).
 * Updates come at least `minDelta` apart and advance by at most `maxDelta`. A loop that is late by more than
 * `maxUpdateDelay` drops all its lateness. Draws are skipped while updates are late, but not for longer than
 * `maxDrawDelay` or `maxSkippedDraws`.
 *
 * `pump()` is the loop without the waiting: synchronous, driven by the clock that was passed in. `run` waits
 * with a sleeper, `runFrames` with the frames of a display. A loop runs only once; for another run, create
 * another loop.
 *
 * The published loops lose a `stop()` before `run()`, draw after a stop, skip `shutdown` on an exception, spin
 * during the last millisecond of every wait, sleep for days when the clock goes back, and catch up with any
 * stall in one burst. This one does none of that.
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
  readonly #min: number;
  readonly #max: number;
  readonly #fixed: boolean;
  /** Tolerance for comparisons of times, in ms. */
  #slack: number;
  readonly #maxUpdateDelay: number;
  readonly #maxDrawDelay: number;
  readonly #maxSkippedDraws: number;
  readonly #maxUpdatesPerPump: number;
  readonly #noDelaysPerYield: number;
  readonly #drawEveryFrame: boolean;
  readonly #regularizer: Regularizer | null;
  readonly #visibility: VisibilitySource | null;
  readonly #onResync: ((dropped: number) => void) | undefined;
  readonly #stats: Mutable<GameLoopStats> = {
    updates: 0,
    draws: 0,
    skippedDraws: 0,
    pumps: 0,
    errors: 0,
    resyncs: 0,
    dropped: 0,
    backwards: 0,
    simulated: 0,
    runningSlowly: false,
  };

  /**
   * "idle" before startup, "live" until shutdown, then "over". The reason is set when the loop
   * ends.
   */
  #state: "idle" | "live" | "over" = "idle";
  #reason: StopReason | null = null;
  #driven = false;
  #inCallback = false;

  /**
   * S = #base + #steps·minDelta is the time simulated so far. Steps of equal length are counted,
   * others are added to #base.
   */
  #base = 0;
  #steps = 0;
  /**
   * Time of the last draw (-Infinity, so that the first one is owed), and the number of updates
   * without a draw since then.
   */
  #drawn = -Infinity;
  #skipped = 0;
  #anchored = false;
  /** The last valid reading; NaN until there is one. */
  #last = NaN;
  #lag = 0;

  /** The requested pause and that of a hidden page. Together they give the effective pause. */
  #asked: PauseMode | null = null;
  #hidden = false;
  #frozenBehind = 0;
  #frozenAlpha = 1;
  #frozenAt = 0;
  #softDraw = 0;
  /**
   * In runFrames: the clock at the pause; how often the loop was resumed since the last frame that
   * updated; and the ms paused since then, which the next such frame subtracts from its time.
   */
  #pausedAt = 0;
  #resumes = 0;
  #away = 0;
  /**
   * In runFrames: the ms that a frame had left when a pause interrupted it. They do not count as
   * late.
   */
  #cut = 0;

  /** In runFrames: the timestamp of the current frame, and the clock when its callback began. */
  #frame = NaN;
  #entry = 0;
  /** How long the last frame took, in ms. */
  #worked = 0;
  readonly #display: DisplayPeriod = new DisplayPeriod();
  #byFrames = false;
  #wake: () => void = () => {};

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
    } = options;
    const span = (ms: number): boolean => ms >= 0 && ms < Infinity;
    checkNumber(task, "minDelta", minDelta, span, "be finite and not negative");
    checkNumber(
      task,
      "maxDelta",
      maxDelta,
      (ms) => ms > 0 && ms >= minDelta,
      `be positive and at least minDelta (${minDelta})`,
    );
    checkLimit(task, "maxUpdateDelay", maxUpdateDelay);
    checkLimit(task, "maxDrawDelay", maxDrawDelay);
    checkLimit(task, "maxSkippedDraws", maxSkippedDraws);
    const one = (n: number): boolean => n >= 1;
    checkNumber(task, "maxUpdatesPerPump", maxUpdatesPerPump, one, "be at least 1");
    checkNumber(task, "noDelaysPerYield", noDelaysPerYield, one, "be at least 1");
    checkWord(task, "regularize", regularize, "off", "auto");
    checkFlag(task, "drawEveryFrame", drawEveryFrame);
    if (typeof pauseWhenHidden !== "boolean") {
      checkObject(
        task,
        "pauseWhenHidden",
        pauseWhenHidden,
        "addEventListener",
        "removeEventListener",
      );
    }
    if (onResync !== undefined) checkFunction(task, "onResync", onResync);
    checkObject(task, "game", game, "update", "draw");
    for (const name of ["startup", "shutdown", "onError"] as const) {
      if (game[name] !== undefined) checkFunction(task, `game.${name}`, game[name]);
    }
    checkObject(task, "clock", clock, "now");
    this.#game = game;
    this.#clock = clock;
    this.#min = minDelta;
    this.#max = maxDelta;
    this.#fixed = minDelta === maxDelta;
    this.#slack = SLACK * minDelta;
    this.#maxUpdateDelay = maxUpdateDelay;
    this.#maxDrawDelay = maxDrawDelay;
    this.#maxSkippedDraws = maxSkippedDraws;
    this.#maxUpdatesPerPump = maxUpdatesPerPump;
    this.#noDelaysPerYield = noDelaysPerYield;
    this.#drawEveryFrame = drawEveryFrame;
    this.#regularizer = regularize === "auto" && this.#fixed ? new Regularizer(minDelta) : null;
    this.#visibility = pauseWhenHidden === true
      ? (globalThis as { document?: VisibilitySource }).document ?? null
      : pauseWhenHidden === false
      ? null
      : pauseWhenHidden;
    this.#onResync = onResync?.bind(options);
  }

  /** The counters: one live object, so copy what you want to keep. */
  get stats(): GameLoopStats {
    return this.#stats;
  }

  /** The current pause: the requested one, or `"hard"` while the page is hidden; `null` when running. */
  get paused(): PauseMode | null {
    return this.#hidden ? "hard" : this.#asked;
  }

  /**
   * Runs what is due and returns, without waiting: the loop as a pure function of its clock. The
   * first call runs `startup`, the first update (with `minDelta`) and a draw.
   *
   * @returns The time of the next due update in ms of the clock; the present or the past if more
   * is due already; `Infinity` when stopped or paused hard; `NaN` while the clock has not shown
   * a number yet.
   * @throws {Error} If called from within a callback, or while `run` or `runFrames` drives.
   * @throws What a callback throws, unless `onError` continues; `shutdown` has run then.
   */
  pump(): number {
    if (this.#inCallback) throw new Error("Cannot pump GameLoop: a callback is running");
    if (this.#driven) throw new Error("Cannot pump GameLoop: run or runFrames is driving it");
    if (this.#reason !== null) return Infinity;
    try {
      if (this.#state === "idle") this.#startup();
      // startup may have stopped the loop.
      const next = this.#reason === null ? this.#pump() : Infinity;
      if (this.#reason !== null) this.#shutdown();
      return next;
    } catch (error) {
      this.#fail();
      throw error;
    }
  }

  /**
   * Runs until stopped, waiting with a sleeper.
   *
   * @param sleeper Does the waiting; `preciseSleeper()` for exact times.
   * @param signal Ends the loop: during an update when that returns, without a draw; during a
   * sleep at once; before the start without calling anything.
   * @returns `"aborted"` if the signal ended it, else `"stopped"`. An abort resolves.
   * @throws {TypeError} If an argument is of the wrong type (the promise rejects); nothing was called.
   * @throws {RangeError} If the sleeper's `lead` is negative or `NaN` (the promise rejects).
   * @throws {Error} If the loop is running or has run (the promise rejects).
   * @throws What a callback throws, unless `onError` continues (the promise rejects).
   */
  async run(sleeper: Sleeper, signal?: AbortSignal): Promise<StopReason> {
    checkObject("run GameLoop", "sleeper", sleeper, "sleep", "yield");
    const { approach, lead = 0 } = sleeper;
    if (approach !== undefined) checkFunction("run GameLoop", "sleeper.approach", approach);
    checkLimit("run GameLoop", "sleeper.lead", lead);
    checkSignal("run GameLoop", signal);
    const early = this.#claim(signal);
    if (early !== null) return early;
    let waking = new AbortController();
    this.#wake = (): void => {
      waking.abort();
      waking = new AbortController();
    };
    const abort = (): void => this.#end("aborted");
    signal?.addEventListener("abort", abort);
    let noDelays = 0;
    let fresh = false;
    try {
      this.#watch();
      if (this.#state === "idle") this.#startup();
      while (this.#reason === null) {
        if (this.#pump(fresh) === Infinity) {
          fresh = false;
          if (this.#reason === null) await sleeper.sleep(Infinity, waking.signal);
          continue;
        }
        // Reading the clock may shift the due time, so it comes first.
        const now = this.#read();
        const wait = this.#due() - now;
        if (Number.isNaN(wait)) {
          await sleeper.sleep(AWAIT_CLOCK, waking.signal);
        } else if (wait > 0 && approach !== undefined) {
          noDelays = 0;
          const { signal } = waking;
          await approach.call(sleeper, wait, signal);
          // The rest passes in macrotasks, as #poll passes the lead of other sleepers. If more is
          // left than the sleeper leaves, it is slept: the game's clock may be slower than the
          // sleeper's.
          let left = this.#left();
          for (let n = 0; left > 0 && left <= 2 * lead && n < MAX_YIELDS && !signal.aborted; n++) {
            await sleeper.yield();
            left = this.#left();
          }
          fresh = left <= 0;
        } else if (wait > lead) {
          noDelays = 0;
          await sleeper.sleep(wait - lead, waking.signal);
          fresh = this.#poll(lead);
        } else {
          if (++noDelays >= this.#noDelaysPerYield) {
            noDelays = 0;
            await sleeper.yield();
          }
          fresh = wait > 0 && this.#poll(lead);
        }
      }
      this.#shutdown();
      return this.#reason;
    } catch (error) {
      this.#fail();
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
      this.#unwatch();
    }
  }

  /**
   * Runs until stopped, pumping once per frame of a display. Time is the frames' timestamps; the
   * first one anchors the loop. The clock only measures how long updates take within a frame, and
   * how long pauses are.
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
   * @throws {Error} If the loop is running or has run (the promise rejects).
   * @throws What a callback throws, unless `onError` continues (the promise rejects).
   */
  async runFrames(scheduler: FrameScheduler, signal?: AbortSignal): Promise<StopReason> {
    checkObject("run GameLoop", "scheduler", scheduler, "request", "cancel");
    checkSignal("run GameLoop", signal);
    const early = this.#claim(signal);
    if (early !== null) return early;
    this.#byFrames = true;
    // A pause before the start has read the clock, whose origin may differ from that of the frames.
    if (!this.#anchored) this.#last = this.#softDraw = NaN;
    const abort = (): void => this.#end("aborted");
    signal?.addEventListener("abort", abort);
    let request: number | null = null;
    let raw = NaN;
    try {
      this.#watch();
      if (this.#state === "idle") this.#startup();
      await new Promise<void>((resolve, reject) => {
        const onFrame = (timestamp: number): void => {
          request = null;
          if (this.#reason !== null) return resolve();
          try {
            if (this.paused !== "hard") {
              // If a frame has no valid timestamp, the pump repeats the last one.
              if (Number.isFinite(timestamp)) {
                const elapsed = timestamp - raw;
                // Frame times are regularized, not timestamps. A frame time that contains a pause
                // is not one of the display.
                if (elapsed >= 0 && this.#resumes === 0) this.#regularizer?.next(elapsed);
                // The regularizer's output so far is the timestamp minus its deficit. If it were
                // summed up frame by frame at the time of an epoch clock, rounding errors would
                // grow to whole steps.
                const frame = timestamp - (this.#regularizer?.deficit ?? 0);
                this.#frame = elapsed >= 0 ? Math.max(frame, this.#frame) : frame;
                raw = timestamp;
              }
              // A pause is subtracted from the time of a frame that has a valid timestamp.
              if (this.#resumes === 0 || Number.isFinite(timestamp)) {
                this.#entry = this.#clock.now();
                this.#pump();
                this.#worked = this.#spent();
              }
            }
            this.#wake();
          } catch (error) {
            reject(error);
          }
        };
        this.#wake = (): void => {
          if (this.#reason !== null) {
            resolve();
          } else if (this.paused !== "hard" && request === null && !this.#inCallback) {
            // An error goes to the caller of runFrames. The caller of resume may be another one,
            // and could not end the loop.
            try {
              request = scheduler.request(onFrame);
            } catch (error) {
              reject(error);
            }
          }
        };
        this.#wake();
      });
      this.#shutdown();
      return this.#reason ?? "stopped";
    } catch (error) {
      this.#fail();
      throw error;
    } finally {
      if (request !== null) scheduler.cancel(request);
      signal?.removeEventListener("abort", abort);
      this.#unwatch();
    }
  }

  /**
   * Ends the loop: in a callback, when that returns and without a draw; in a sleep at once; before
   * `run`, so that it resolves without calling anything.
   */
  stop(): void {
    this.#end("stopped");
    if (!this.#driven && !this.#inCallback && this.#state === "live") this.#shutdown();
  }

  /**
   * Pauses updates. The time that passes is neither caught up nor dropped.
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

  /** Claims the loop for a driver. If it has ended before it began, returns how. */
  #claim(signal: AbortSignal | undefined): StopReason | null {
    if (this.#driven || this.#inCallback) {
      throw new Error("Cannot run GameLoop: it is running already");
    }
    if (this.#state === "over") throw new Error("Cannot run GameLoop: it has run, make another");
    if (this.#reason !== null) {
      this.#state = "over";
      return this.#reason;
    }
    if (signal?.aborted) return "aborted";
    this.#driven = true;
    return null;
  }

  #end(reason: StopReason): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    this.#wake();
  }

  #startup(): void {
    this.#inCallback = true;
    try {
      this.#game.startup?.();
    } catch (error) {
      this.#judge(error, "startup");
    }
    this.#inCallback = false;
    this.#state = "live";
  }

  /** Calls shutdown if startup has completed and it has not been called yet. */
  #shutdown(): void {
    const live = this.#state === "live";
    this.#state = "over";
    if (!live) return;
    this.#inCallback = true;
    try {
      this.#game.shutdown?.();
    } catch (error) {
      this.#judge(error, "shutdown");
    }
    this.#inCallback = false;
  }

  /** Ends the loop because of an error. That error matters more than one in shutdown. */
  #fail(): void {
    this.#reason ??= "stopped";
    try {
      this.#shutdown();
    } catch {
      // The first error is the one to report.
    }
  }

  /**
   * Asks onError about the error of a callback, which counts as running until onError returns.
   * Rethrows the error unless the verdict is to continue.
   */
  #judge(error: unknown, phase: GamePhase): void {
    let verdict: "stop" | "continue" | undefined;
    try {
      verdict = this.#game.onError?.(error, phase);
    } finally {
      this.#inCallback = false;
    }
    if (verdict !== "continue") throw error;
    this.#stats.errors++;
  }

  /** S, the time simulated so far. */
  #simTime(): number {
    return this.#base + this.#steps * this.#min;
  }

  /** The time at which the next update is due. */
  #due(): number {
    if (this.paused === "soft") return this.#softDraw;
    if (!this.#anchored) return NaN;
    return this.#base + (this.#steps + 1) * this.#min;
  }

  /**
   * Reads the clock and corrects the reading: one that is no number is replaced by the last one,
   * and one that is lower shifts S.
   */
  #read(): number {
    return this.#accept(this.#clock.now());
  }

  #accept(now: number): number {
    if (!Number.isFinite(now)) return this.#last;
    if (now < this.#last) {
      const back = this.#last - now;
      this.#base -= back;
      this.#drawn -= back;
      this.#softDraw -= back;
      this.#frozenAt -= back;
      this.#stats.backwards++;
    }
    // At large times, a sum of steps and a sum of frames that should be equal differ by rounding.
    this.#slack = Math.max(SLACK * this.#min, 2 * Number.EPSILON * Math.abs(now));
    return this.#last = now;
  }

  /** The ms until the next update is due, by a new reading of the clock. */
  #left(): number {
    // Reading the clock may shift the due time, so it comes first.
    const now = this.#read();
    return this.#due() - this.#slack - now;
  }

  /** How long the current frame has taken so far, in ms. */
  #spent(): number {
    const spent = this.#clock.now() - this.#entry;
    return spent > 0 && spent < Infinity ? spent : 0;
  }

  /**
   * Reads the clock until an update is due, if that is no more than about `lead` away. Returns
   * whether an update was due at the last reading. This keeps the code that runs next in the
   * caches.
   */
  #poll(lead: number): boolean {
    if (lead === 0 || this.#reason !== null || this.paused === "hard") return false;
    for (let reads = 0; reads < MAX_POLLS; reads++) {
      const left = this.#left();
      if (left <= 0) return true;
      if (!(left <= 2 * lead)) return false;
    }
    return false;
  }

  /**
   * Runs what is due and returns the time of the next due update.
   *
   * Updates run as long as S is behind the time by a step, each by at most maxDelta. One that leaves
   * the loop on time is drawn and ends the pump. One that leaves it late is drawn only if
   * maxDrawDelay or maxSkippedDraws demands it. Without frames the clock is read after each update,
   * and any draw ends the pump. In a frame the time is its timestamp, and the updates go on to the
   * last one that is due.
   *
   * @param fresh Whether the last reading of the clock is still current
   */
  #pump(fresh = false): number {
    const stats = this.#stats;
    stats.pumps++;
    const previous = this.#last;
    let t = this.#byFrames ? this.#accept(this.#frame) : fresh ? this.#last : this.#read();
    const mode = this.paused;
    if (mode === "hard") return Infinity;
    // The clock has never shown a time, so nothing can be due.
    if (Number.isNaN(t)) return NaN;
    if (mode === "soft") return this.#pumpSoft(t);
    const first = !this.#anchored;
    if (first) {
      this.#anchored = true;
      this.#base = t - this.#min;
    }
    // Since the last frame that updated, time has passed in parts: up to the first pause, between
    // pauses, and since the last one.
    const parts = 1 + this.#resumes;
    const elapsed = parts > 1 ? this.#takeOutPauses(t) : Math.max(0, t - previous);
    // Lateness is what one more update cannot cover. Otherwise minDelta 0 with maxDelta ∞ would
    // resynchronise in every frame.
    const cover = this.#byFrames && !first ? this.#coverOfFrame(t, elapsed, parts) : this.#max;
    this.#cut = 0;

    // The time of a frame is its timestamp. The time spent in it counts in the next one.
    let spent = 0;
    // The time that the frame still has to simulate after the current update, unless a pause ends
    // it.
    let rest = 0;
    const before = stats.simulated;
    let updates = 0;
    let drew = false;
    while (updates < this.#maxUpdatesPerPump) {
      // Compare t with due, not t − S with minDelta. Then a sleep until due is never too short by
      // the rounding of S + minDelta, however large the time.
      const due = this.#due();
      let behind = t - this.#simTime();
      if (first && updates === 0) behind = this.#min;
      else if (t < due - this.#slack || behind <= 0) break;

      const drop = behind - cover;
      if (drop > this.#maxUpdateDelay + this.#slack) {
        this.#base += drop;
        stats.resyncs++;
        stats.dropped += drop;
        this.#inCallback = true;
        try {
          this.#onResync?.(drop);
        } catch (error) {
          this.#judge(error, "update");
        }
        this.#inCallback = false;
        if (this.#reason !== null) return Infinity;
        rest = cover;
        if (this.paused !== null) break;
      }
      // Only what is beyond maxDelta has been dropped.
      const delta = Math.max(this.#min, Math.min(behind, this.#max));

      // S is updated before the call, so that an error cannot repeat the step.
      if (this.#fixed) this.#steps++;
      else this.#base += delta;
      updates++;
      stats.updates++;
      stats.simulated = this.#fixed ? stats.updates * this.#min : stats.simulated + delta;
      const simTime = this.#simTime();
      this.#inCallback = true;
      try {
        this.#game.update(delta, simTime);
      } catch (error) {
        this.#judge(error, "update");
      }
      this.#inCallback = false;
      if (this.#reason !== null) return Infinity;

      if (this.#byFrames) spent = this.#spent();
      else t = this.#read();
      const slow = t >= this.#simTime() + this.#max - this.#slack;
      const full = this.#skipped >= this.#maxSkippedDraws;
      const owed = t + spent - this.#drawn >= this.#maxDrawDelay - this.#slack;

      // A draw ends the pump. With frames, that would leave a display slower than the updates
      // behind forever. So a frame goes on as long as it catches up. Of several draws in it only
      // the last would be seen, so a draw that maxDrawDelay asks for waits until then. The last
      // update of a frame is drawn however late the loop is: catching up continues in the next
      // frame anyway.
      const goOn = this.#byFrames && slow &&
        spent < Math.min(stats.simulated - before, FRAME_WORK);
      const last = this.#byFrames &&
        (updates >= this.#maxUpdatesPerPump || this.paused !== null);
      drew = !slow || full || last || (owed && !goOn);
      const ends = !slow || updates >= this.#maxUpdatesPerPump || ((full || owed) && !goOn);
      rest = ends ? 0 : t - this.#simTime();
      if (drew) {
        this.#draw(t + spent, this.#alpha(t));
        if (this.#reason !== null) return Infinity;
        if (!goOn || last) break;
      } else {
        this.#skipped++;
        stats.skippedDraws++;
      }
      if (this.paused !== null) break;
    }
    if (this.#byFrames && (this.paused !== null || this.#resumes > 0)) this.#cut = rest;
    const every = this.#byFrames && this.#drawEveryFrame && this.paused === null;
    if (!drew && every) this.#draw(t + spent, this.#alpha(t));

    // A pump on time runs one update, a frame as many as it covers.
    this.#noteLag(updates, cover > this.#max ? Math.floor(cover / this.#max + SLACK) : 1);
    return this.paused === "hard" ? Infinity : this.#due();
  }

  /**
   * Subtracts the pauses since the last frame that updated from its time, and returns the rest. The
   * times of frames and clock may differ slightly, so no more is subtracted than has passed.
   */
  #takeOutPauses(t: number): number {
    const elapsed = t - this.#frozenAt;
    const away = Math.min(this.#away, elapsed);
    this.#base += away;
    // A pause is not time without a draw, either. If it was soft, it had draws of its own.
    this.#drawn = Math.min(this.#drawn + away, t);
    this.#resumes = this.#away = 0;
    return elapsed - away;
  }

  /**
   * How far S may be behind in a frame that is not late. A frame covers all the time that its
   * display brings, plus what the last frame left. Otherwise time would be dropped on every display
   * slower than the updates.
   */
  #coverOfFrame(t: number, elapsed: number, parts: number): number {
    // A frame interrupted by pauses has parts, each shorter than a period of the display. Its time
    // tells nothing about the period.
    if (parts === 1) this.#display.note(elapsed, this.#worked);
    const P = this.#display.period;
    const most = Math.max(this.#max, this.#cut);
    const left = Math.min(Math.max(t - this.#simTime() - elapsed, 0), most);
    const onTime = elapsed <= ON_TIME * P * parts + COARSE || (parts > 1 && P === 0);
    return Math.max(this.#max, left + (onTime ? elapsed : P * parts));
  }

  /**
   * Counts updates beyond the usual number, minus those on time, and sets `runningSlowly`
   * accordingly.
   */
  #noteLag(updates: number, usual: number): void {
    this.#lag += Math.max(0, updates - usual);
    if (updates > 0 && updates <= usual && this.#lag > 0) this.#lag--;
    if (this.#lag >= SLOW_AT) this.#stats.runningSlowly = true;
    else if (this.#lag === 0) this.#stats.runningSlowly = false;
  }

  /** A pump during a soft pause: one draw when an update would have been due. */
  #pumpSoft(t: number): number {
    if (Number.isNaN(this.#softDraw)) this.#softDraw = t;
    if (t < this.#softDraw - this.#slack) return this.#softDraw;
    if (this.#min > 0) {
      // The next due time of the grid that lies ahead. Missed ones are not caught up.
      const missed = Math.floor((t - this.#softDraw) / this.#min + SLACK);
      this.#softDraw += (missed + 1) * this.#min;
    }
    this.#draw(t, this.#frozenAlpha);
    if (this.#reason !== null || this.paused === "hard") return Infinity;
    return this.#due();
  }

  #draw(t: number, alpha: number): void {
    this.#drawn = t;
    this.#skipped = 0;
    this.#stats.draws++;
    this.#inCallback = true;
    try {
      this.#game.draw(alpha);
    } catch (error) {
      this.#judge(error, "draw");
    }
    this.#inCallback = false;
  }

  /** The fraction of the next fixed step that has passed at time t. */
  #alpha(t: number): number {
    if (!this.#fixed) return 1;
    return Math.min(Math.max((t - this.#simTime()) / this.#min, 0), 1);
  }

  #setPause(asked: PauseMode | null, hidden: boolean): void {
    const before = this.paused;
    this.#asked = asked;
    this.#hidden = hidden;
    const after = this.paused;
    if (after === before) return;

    // A pause stores behind = t − S, and resuming sets S = t − behind. So the phase is kept, and
    // the time in between is neither caught up nor dropped. In runFrames t moves in frames, so the
    // pause is measured with the clock, and subtracted from the time of the next frame that
    // updates.
    const t = this.#byFrames ? this.#last : this.#read();
    if (before === null) {
      this.#pausedAt = this.#byFrames ? this.#clock.now() : t;
      // Until that frame, S is the one of the previous pause, and t may have moved on.
      if (this.#resumes === 0) {
        this.#frozenAt = t;
        this.#frozenBehind = t - this.#simTime();
        this.#frozenAlpha = this.#anchored ? this.#alpha(t) : this.#fixed ? 0 : 1;
      }
    }
    if (after === null) {
      if (!this.#anchored) {
        // There has been no update yet.
      } else if (this.#byFrames) {
        // If the clock went back or shows no number, the length of the pause is unknown. Then the
        // whole time between the two frames counts as paused.
        const away = this.#clock.now() - this.#pausedAt;
        this.#away += away >= 0 ? away : Infinity;
        this.#resumes++;
      } else {
        this.#base += t - this.#frozenBehind - this.#simTime();
        if (this.#drawn <= this.#frozenAt) this.#drawn += t - this.#frozenAt;
      }
    } else if (after === "soft") {
      const phase = this.#anchored ? this.#min - this.#frozenBehind : 0;
      this.#softDraw = t + Math.max(0, phase);
    }
    this.#wake();
  }

  readonly #onVisibility = (): void => {
    this.#setPause(this.#asked, this.#visibility?.hidden === true);
  };

  #watch(): void {
    this.#visibility?.addEventListener("visibilitychange", this.#onVisibility);
    this.#onVisibility();
  }

  #unwatch(): void {
    this.#driven = false;
    this.#wake = (): void => {};
    this.#visibility?.removeEventListener("visibilitychange", this.#onVisibility);
  }
}
