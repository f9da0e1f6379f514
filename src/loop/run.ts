/**
 * `Run`: one run of a `GameLoop`, from startup to shutdown, in turns.
 *
 * A turn updates what is due and draws. It is a generator that yields the promises of asynchronous
 * callbacks. So `pump()`, which waits for nothing, and the drivers, which await them, run the same
 * code, and no two callbacks overlap.
 *
 * @module
 */
import type { Clock } from "./clock.ts";
import { FrameClock } from "./frame_clock.ts";
import type {
  Game,
  GameLoopOptions,
  GameLoopStats,
  GamePhase,
  PauseMode,
  StopReason,
} from "./game.ts";
import { Load } from "./load.ts";
import type { Paced } from "./pace.ts";
import { Regularizer } from "./regularizer.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A part of a run. It yields what has to be awaited. */
export type Part<T = void> = Generator<PromiseLike<unknown>, T, unknown>;

/** The options of a loop with their defaults, and its speed. Rate and speed may change in a run. */
export type Settings =
  & Mutable<Required<Omit<GameLoopOptions, "onResync" | "onOverrun" | "pauseWhenHidden">>>
  & Pick<GameLoopOptions, "onResync" | "onOverrun">
  & { timeScale: number };

/** Slack of comparisons, in steps: an update early by no more than this is on time. */
const SLACK = 1e-9;
/** How long a frame may catch up before it has to draw, in ms: 20 frames a second. */
const FRAME_WORK = 50;
/** Lateness in updates at which `runningSlowly` is set. */
const SLOW_AT = 5;
/** The step of a loop that has no shortest delta, in ms. */
const STEP = 1000 / 60;

/** One run of a loop. */
export class Run implements Paced {
  /** "idle" before startup, "live" until shutdown, then "over". */
  state: "idle" | "live" | "over" = "idle";
  /** Why the run is to end; `null` until then. */
  reason: StopReason | null = null;
  paused: PauseMode | null;
  /** Whether a callback is running, or has not settled yet. */
  inCallback = false;
  /** The updates that are asked for in a pause. */
  asks = 0;
  readonly time: FrameClock;
  readonly load: Load = new Load();
  readonly stats: Mutable<GameLoopStats> = {
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

  readonly #game: Game;
  readonly #settings: Settings;
  readonly #fixed: boolean;
  /** Whether the first update has been begun. */
  #anchored = false;
  /**
   * S = #base + #steps·minDelta is the time simulated so far, as the clock's `now`. The sum of all
   * deltas is #done + #steps·minDelta. Steps of equal length are counted, others are added.
   */
  #base = 0;
  #done = 0;
  #steps = 0;
  /**
   * When the last draw was (-Infinity, so that the first one is owed), and the number of updates
   * without a draw since then.
   */
  #drawn = -Infinity;
  #skipped = 0;
  #lag = 0;
  /** In a soft pause, when the next draw is due. */
  #softDraw = NaN;
  /** The ms that a frame had left when a pause interrupted it. They do not count as late. */
  #cut = 0;

  constructor(game: Game, clock: Clock, settings: Settings, paused: PauseMode | null) {
    const { minDelta, maxDelta, regularize, timeScale } = settings;
    this.#game = game;
    this.#settings = settings;
    this.#fixed = minDelta === maxDelta;
    this.paused = paused;
    const regularizes = this.#fixed && regularize === "auto";
    const step = timeScale > 0 ? minDelta / timeScale : minDelta;
    const regularizer = regularizes ? new Regularizer(step) : null;
    this.time = new FrameClock(clock, regularizer, timeScale, paused !== null);
  }

  /** The next part: startup, or a turn; then shutdown if the run is to end. */
  *advance(reads: boolean): Part {
    try {
      if (this.reason !== null) {
        // Nothing but shutdown is left.
      } else if (this.state === "idle") {
        yield* this.#hook("startup");
        this.state = "live";
      } else {
        if (reads) this.time.read();
        yield* this.#turn();
      }
      if (this.reason !== null) yield* this.#shutdown();
    } catch (error) {
      yield* this.fail();
      throw error;
    }
  }

  /** Ends the run because of an error. That error matters more than one in shutdown. */
  *fail(): Part {
    this.reason ??= "stopped";
    try {
      yield* this.#shutdown();
    } catch {
      // The first error is the one to report.
    }
  }

  /** Changes the pause. */
  setPause(mode: PauseMode | null): void {
    const { time } = this;
    if (this.paused === null) time.hold();
    else time.update();
    this.paused = mode;
    if (mode === null) {
      time.release();
      this.asks = 0;
    } else if (mode === "soft") {
      // The draws keep the phase of the updates.
      const phase = this.#anchored ? Math.max(0, this.#due() - time.now) : 0;
      this.#softDraw = time.known ? time.steady + phase : NaN;
    }
  }

  /** Takes over a changed step. The next update is due a new step after the last. */
  setStep(step: number): void {
    const { minDelta } = this.#settings;
    this.#base += this.#steps * minDelta;
    this.#done += this.#steps * minDelta;
    this.#steps = 0;
    this.#settings.minDelta = step;
    if (this.#fixed) this.#settings.maxDelta = step;
  }

  /** The reading of the clock at which the next turn is due. */
  due(): number {
    if (this.reason !== null || this.resting) return Infinity;
    if (!this.time.known) return NaN;
    return this.paused === null
      ? this.time.readingAt(this.#due())
      : this.time.readingOf(this.#softDraw);
  }

  get resting(): boolean {
    return this.paused === "hard" && this.asks === 0;
  }

  frame(timestamp: number): boolean {
    return this.time.frame(timestamp);
  }

  turn(): Promise<void> {
    return settle(this.advance(false));
  }

  left(): number {
    const { time } = this;
    time.read();
    if (this.resting) return Infinity;
    if (this.paused !== null && this.asks > 0) return 0;
    if (!time.known) return NaN;
    let left = 0;
    if (this.paused !== null) left = this.#softDraw - time.steady;
    else if (this.#anchored) left = time.until(this.#due());
    return left > this.#slack() ? left : 0;
  }

  /** Calls shutdown if startup has completed and it has not been called yet. */
  *#shutdown(): Part {
    const live = this.state === "live";
    this.state = "over";
    if (live) yield* this.#hook("shutdown");
  }

  /** One turn at the last reading of the clock, or in a frame. */
  *#turn(): Part {
    const { time } = this;
    this.stats.pumps++;
    time.enter();
    if (this.paused !== null) yield* this.#rest();
    else if (time.known) yield* this.#play();
    this.load.turn(time.wall, time.spent);
    this.stats.backwards = time.backwards;
  }

  /**
   * Updates what is due, and draws.
   *
   * Updates run as long as S is behind the time by a step, each by at most maxDelta. One that leaves
   * the loop on time is drawn and ends the turn. One that leaves it late is drawn only if
   * maxDrawDelay or maxSkippedDraws demands it, and that ends the turn, so that the host gets its
   * own.
   *
   * A frame goes on as long as it catches up, or a display slower than the updates would stay behind
   * forever. Of several draws in it only the last would be seen, so a draw that maxDrawDelay asks
   * for waits until then. The last update of a frame is drawn however late the loop is: catching up
   * continues in the next frame anyway.
   */
  *#play(): Part {
    const { stats, time } = this;
    const { framed } = time;
    const { maxDelta, maxUpdatesPerPump, drawEveryFrame } = this.#settings;
    const first = this.#anchor(time.now - this.#settings.minDelta);
    if (!framed && !first && !this.#isDue()) return;
    // Lateness is what one more update cannot cover. Otherwise minDelta 0 with maxDelta ∞ would
    // resynchronise in every turn.
    const most = Math.max(maxDelta, this.#cut);
    const cover = Math.max(maxDelta, time.cover(time.now - this.#simTime(), most));
    time.parts = 1;
    const before = stats.simulated;
    const { draws } = stats;
    yield* this.#hook("begin");

    let updates = 0;
    let goesOn = true;
    this.#cut = cover;
    while (goesOn && updates < maxUpdatesPerPump && this.#plays()) {
      if (!first || updates > 0) {
        if (!this.#isDue()) break;
        yield* this.#resync(time.now - this.#simTime() - cover);
        if (!this.#plays()) break;
      }
      yield* this.#update(first && updates === 0);
      if (this.reason !== null) return;
      updates++;
      goesOn = yield* this.#show(stats.simulated - before, updates >= maxUpdatesPerPump);
    }
    // Only a pause cuts a frame.
    if (!framed || (this.paused === null && time.parts === 1)) this.#cut = 0;
    const between = framed && drawEveryFrame && stats.draws === draws;
    if (between && this.#plays()) yield* this.#draw();
    yield* this.#hook("end");
    // A turn on time runs one update, a frame as many as it covers.
    this.#noteLag(updates, cover > maxDelta ? Math.floor(cover / maxDelta + SLACK) : 1);
  }

  /**
   * Draws the update that was just run, unless the loop is late, and says whether the turn goes on.
   *
   * @param gained What the turn has simulated so far, in ms
   * @param last Whether it must not run another update
   */
  *#show(gained: number, last: boolean): Part<boolean> {
    const { time } = this;
    const { maxDelta, maxDrawDelay, maxSkippedDraws } = this.#settings;
    const slack = this.#slack();
    const slow = time.now >= this.#simTime() + maxDelta - slack;
    const full = this.#skipped >= maxSkippedDraws;
    const owed = time.present - this.#drawn >= maxDrawDelay - slack;
    const catchesUp = time.framed && slow && time.spent < Math.min(gained, FRAME_WORK);
    const ends = !slow || last || ((full || owed) && !catchesUp);
    const cut = time.framed && this.paused !== null;
    // What the frame still has to simulate, unless a pause ends it.
    this.#cut = ends ? 0 : time.now - this.#simTime();
    if (!slow || full || (owed && !catchesUp) || (time.framed && last) || cut) {
      yield* this.#draw();
      return catchesUp && !last && !cut;
    }
    this.#skipped++;
    this.stats.skippedDraws++;
    return true;
  }

  /** A turn in a pause: the update that is asked for, or one draw when an update would be due. */
  *#rest(): Part {
    const { time } = this;
    const { minDelta, maxDelta } = this.#settings;
    const asked = this.asks > 0;
    if (asked) {
      this.asks--;
      this.#anchor(time.now);
      time.skip(minDelta || Math.min(maxDelta, STEP));
    } else {
      if (this.paused === "hard" || !time.known) return;
      if (Number.isNaN(this.#softDraw)) this.#softDraw = time.steady;
      const late = time.steady - this.#softDraw;
      if (late < -this.#slack()) return;
      // The next due time of the grid that lies ahead. Missed ones are not caught up.
      if (minDelta > 0) this.#softDraw += (Math.floor(late / minDelta + SLACK) + 1) * minDelta;
    }
    yield* this.#hook("begin");
    if (asked && this.reason === null) yield* this.#update(false);
    if (this.reason === null) yield* this.#draw();
    yield* this.#hook("end");
  }

  /** Drops lateness if it is more than the loop may catch up with. */
  *#resync(drop: number): Part {
    const { maxUpdateDelay } = this.#settings;
    if (!(drop > maxUpdateDelay + this.#slack())) return;
    this.#base += drop;
    this.stats.resyncs++;
    this.stats.dropped += drop;
    yield* this.#call("update", () => this.#settings.onResync?.(drop));
  }

  /** Runs an update over what S is behind. The first one has nothing to be behind of. */
  *#update(first: boolean): Part {
    const { stats, time } = this;
    const { minDelta, maxDelta, timeScale } = this.#settings;
    const behind = first ? 0 : time.now - this.#simTime();
    const delta = Math.max(minDelta, Math.min(behind, maxDelta));
    // S is moved before the call, so that an error cannot repeat the step.
    if (this.#fixed) this.#steps++;
    else {
      this.#base += delta;
      this.#done += delta;
    }
    stats.updates++;
    stats.simulated = this.#done + this.#steps * minDelta;
    const simTime = time.readingAt(this.#simTime());
    const budget = minDelta > 0 ? minDelta / timeScale : Infinity;
    const took = yield* this.#call("update", () => this.#game.update(delta, simTime));
    this.load.tick(took);
    if (!(took > budget + this.#slack())) return;
    this.load.overruns++;
    yield* this.#call("update", () => this.#settings.onOverrun?.(took, budget));
  }

  *#draw(): Part {
    this.#drawn = this.time.present;
    this.#skipped = 0;
    this.stats.draws++;
    const alpha = this.#alpha();
    yield* this.#call("draw", () => this.#game.draw(alpha));
  }

  /** Runs a callback that the game may lack. */
  *#hook(phase: "startup" | "begin" | "end" | "shutdown"): Part {
    // Between startup and shutdown nothing is called in a run that is to end.
    if (this.reason !== null && phase !== "shutdown") return;
    if (this.#game[phase] !== undefined) yield* this.#call(phase, () => this.#game[phase]?.());
  }

  /**
   * Runs a callback to its end, and returns the ms that it took. What it throws, or rejects with, is
   * put before onError.
   */
  *#call(phase: GamePhase, callback: () => unknown): Part<number> {
    this.inCallback = true;
    try {
      const result = callback();
      if (isPromise(result)) yield result;
    } catch (error) {
      this.#judge(error, phase);
    }
    this.inCallback = false;
    return this.time.lap();
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
      this.inCallback = false;
    }
    if (verdict !== "continue") throw error;
    this.stats.errors++;
  }

  /** Sets S before the first update. Says whether this was that. */
  #anchor(base: number): boolean {
    if (this.#anchored) return false;
    this.#base = base;
    return this.#anchored = true;
  }

  /** S, the time simulated so far. */
  #simTime(): number {
    return this.#base + this.#steps * this.#settings.minDelta;
  }

  /** The time at which the next update is due. */
  #due(): number {
    return this.#base + (this.#steps + 1) * this.#settings.minDelta;
  }

  #isDue(): boolean {
    const { now } = this.time;
    return now >= this.#due() - this.#slack() && now > this.#simTime();
  }

  #plays(): boolean {
    return this.reason === null && this.paused === null;
  }

  /** Tolerance for comparisons of times, in ms. */
  #slack(): number {
    return Math.max(SLACK * this.#settings.minDelta, this.time.grain);
  }

  /** The fraction of the next fixed step that has passed. */
  #alpha(): number {
    if (!this.#fixed) return 1;
    if (!this.#anchored) return 0;
    const behind = this.time.now - this.#simTime();
    return Math.min(Math.max(behind / this.#settings.minDelta, 0), 1);
  }

  /**
   * Counts updates beyond the usual number, minus those on time, and sets `runningSlowly`
   * accordingly.
   */
  #noteLag(updates: number, usual: number): void {
    this.#lag += Math.max(0, updates - usual);
    if (updates > 0 && updates <= usual && this.#lag > 0) this.#lag--;
    if (this.#lag >= SLOW_AT) this.stats.runningSlowly = true;
    else if (this.#lag === 0) this.stats.runningSlowly = false;
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | undefined | null)?.then === "function";
}

/** Runs a part and awaits what it yields. */
export async function settle(part: Part): Promise<void> {
  let step = part.next();
  while (!step.done) {
    let failure: { error: unknown } | null = null;
    try {
      await step.value;
    } catch (error) {
      failure = { error };
    }
    step = failure === null ? part.next() : part.throw(failure.error);
  }
}

/** Runs a part without waiting. */
export function finish(part: Part): void {
  let step = part.next();
  while (!step.done) {
    step = part.throw(
      new Error("Cannot pump GameLoop: a callback returned a promise, must use run or runFrames"),
    );
  }
}
