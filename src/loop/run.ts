/**
 * `Run`: one run of a `GameLoop`, from startup to shutdown.
 *
 * Its states are those of the figure in docs/loop.md: `state` is idle, live or over, and a live one may be
 * paused, soft or hard. It goes from stage to stage. Each does its part, says which is next, and calls one
 * callback of the game at most, as its last act:
 *
 *     idle:    startup → live
 *     live:    turn → play → due → update → updated → late → draw → due → … → finish → end → leave → turn
 *     paused:  turn → rest → (update → updated) → draw → end → leave → turn
 *     over:    shutdown
 *
 * `advance` runs stages until the next turn has to wait, or until a callback returns a promise, which its
 * caller awaits. So `pump()` and the drivers run the same code, no two callbacks overlap, and a turn
 * leaves no objects on the heap.
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

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The options of a loop, filled in, its speed and its pause. Rate, speed and pause may change in a run. */
export type Settings = Required<GameLoopOptions> & {
  timeScale: number;
  paused: PauseMode | null;
};

/** A stage: a method that returns what its callback has returned. */
type Stage = () => unknown;

/** Slack of comparisons, in steps: an update early by no more than this is on time. */
const SLACK = 1e-9;
/** How long a frame may catch up before it has to draw, in ms: 20 frames a second. */
const FRAME_WORK = 50;
/** Lateness in updates at which `runningSlowly` is set. */
const SLOW_AT = 5;
/** The step of a loop that has no shortest delta, in ms. */
const STEP = 1000 / 60;

/** One run of a loop. */
export class Run {
  /** "idle" before startup, "live" until shutdown, then "over". */
  state: "idle" | "live" | "over" = "idle";
  /** Why the run is to end; `null` until then. */
  reason: StopReason | null = null;
  /** Whether a callback is running, or has not settled yet. */
  busy = false;
  /** The updates that are asked for in a pause. */
  asks = 0;
  /** Ends the present wait, if there is one. */
  wake: (() => void) | null = null;
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
  readonly time: FrameClock;

  readonly #game: Game;
  readonly #settings: Settings;
  readonly #fixed: boolean;
  /** The stage that is next; `null` at the end. */
  #stage: Stage | null = this.#startup;
  /** The callback that was called last. */
  #phase: GamePhase = "startup";
  #failure: { error: unknown } | null = null;

  /**
   * S = base + steps·minDelta is the time simulated so far, as the clock's `now`; NaN before the
   * first update. The sum of all deltas is done + steps·minDelta. Steps of equal length are counted,
   * others are added.
   */
  #base = NaN;
  #done = 0;
  #steps = 0;
  /**
   * When the last draw was (-Infinity, so that the first one is owed), and the number of updates
   * without a draw since then.
   */
  #drawnAt = -Infinity;
  #skipped = 0;
  #lag = 0;
  /** In a soft pause, the steady time at which the next draw is due; NaN if it is due now. */
  #softDraw = NaN;
  /** The ms that a frame had left when a pause interrupted it. They do not count as late. */
  #cut = 0;

  // Of the present turn: whether it is one in a pause, whether its update is the first of all, how far it
  // may be behind and not be late, its updates so far and their ms, and what comes after a draw.
  #rests = false;
  #first = false;
  #cover = 0;
  #updates = 0;
  #gained = 0;
  #drawn: Stage = this.#end;
  /** How long the last callback took, and how long the last update might have taken, in ms. */
  #took = 0;
  #budget = 0;

  /**
   * Makes a run. Nothing is called before it advances.
   *
   * @param game The callbacks
   * @param clock The time
   * @param settings The options, filled in
   */
  constructor(game: Game, clock: Clock, settings: Settings) {
    this.#game = game;
    this.#settings = settings;
    this.#fixed = settings.minDelta === settings.maxDelta;
    this.time = new FrameClock(clock, settings, this.stats);
    settings.meter?.reset();
  }

  /**
   * Runs the stages up to the next wait, or the end.
   *
   * @returns What has to be awaited before it can go on; `null` if nothing.
   * @throws What ended the run, if that was an error.
   */
  advance(): PromiseLike<unknown> | null {
    while (this.busy || this.#stage !== null) {
      try {
        if (this.busy) {
          this.busy = false;
          this.#took = this.time.lap();
          // Once it is stopped, a run calls nothing but shutdown.
          const ends = this.reason !== null && this.state === "live";
          if (ends && this.#stage !== this.#updated) this.#stage = this.#leave;
        } else {
          const result = this.#stage!();
          if (this.busy && isPromise(result)) return result;
        }
      } catch (error) {
        this.fail(error);
      }
      if (this.#stage === this.#turn && this.reason === null) return null;
    }
    if (this.#failure !== null) throw this.#failure.error;
    return null;
  }

  /** Puts what a callback threw, or rejected with, before `onError`. It, or any other error, ends the run. */
  fail(error: unknown): void {
    if (this.busy) {
      try {
        if (this.#game.onError?.(error, this.#phase) === "continue") {
          this.stats.errors++;
          return;
        }
      } catch (thrown) {
        error = thrown;
      }
      this.busy = false;
    }
    this.reason ??= "stopped";
    // The first error is the one to report.
    this.#failure ??= { error };
    if (this.state === "live") this.#stage = this.#shutdown;
    else {
      this.#stage = null;
      this.state = "over";
    }
  }

  /** Notes that a stage ends with a callback, and which stage follows. */
  #calls(phase: GamePhase, next: Stage | null): void {
    this.busy = true;
    this.#phase = phase;
    this.#stage = next;
  }

  /** Runs a callback that the game may lack. */
  #hook(phase: "startup" | "begin" | "end" | "shutdown", next: Stage | null): unknown {
    this.#calls(phase, next);
    this.busy = this.#game[phase] !== undefined;
    return this.#game[phase]?.();
  }

  #startup(): unknown {
    return this.#hook("startup", this.#live);
  }

  #live(): void {
    this.state = "live";
    this.#stage = this.#turn;
  }

  #shutdown(): unknown {
    this.state = "over";
    return this.#hook("shutdown", null);
  }

  /** Begins a turn at the last reading of the clock, or in a frame. */
  #turn(): void {
    this.#stage = this.#shutdown;
    if (this.reason !== null) return;
    this.stats.pumps++;
    this.time.enter();
    this.#rests = this.#settings.paused !== null;
    this.#first = false;
    this.#updates = 0;
    this.#stage = this.#rests ? this.#rest : this.time.known ? this.#play : this.#leave;
  }

  /** Begins a turn in a pause: the update that is asked for, or one draw when an update would be due. */
  #rest(): unknown {
    const { time } = this;
    const { minDelta, maxDelta } = this.#settings;
    this.#stage = this.#leave;
    this.#drawn = this.#end;
    if (this.asks > 0) {
      this.asks--;
      if (Number.isNaN(this.#base)) this.#base = time.now;
      time.skip(minDelta || Math.min(maxDelta, STEP));
      return this.#hook("begin", this.#update);
    }
    if (this.#settings.paused === "hard" || !time.known) return;
    if (Number.isNaN(this.#softDraw)) this.#softDraw = time.steady;
    const late = time.steady - this.#softDraw;
    if (late < -this.#slack) return;
    // The next due time of the grid that lies ahead. Missed ones are not caught up.
    if (minDelta > 0) this.#softDraw += (Math.floor(late / minDelta + SLACK) + 1) * minDelta;
    return this.#hook("begin", this.#draw);
  }

  /**
   * Begins a turn: updates what is due, and draws.
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
  #play(): unknown {
    const { time } = this;
    const { minDelta, maxDelta } = this.#settings;
    this.#first = Number.isNaN(this.#base);
    if (this.#first) this.#base = time.now - minDelta;
    this.#stage = this.#leave;
    if (!time.framed && !this.#isDue) return;
    // Lateness is what one more update cannot cover. Otherwise minDelta 0 with maxDelta ∞ would
    // resynchronise in every turn.
    const covered = time.cover(this.#behind, Math.max(maxDelta, this.#cut));
    this.#cut = this.#cover = Math.max(maxDelta, covered);
    this.#gained = 0;
    time.parts = 1;
    return this.#hook("begin", this.#due);
  }

  /** Goes on with an update that is due. Drops lateness first if it is more than may be caught up with. */
  #due(): unknown {
    const { maxUpdatesPerPump, maxUpdateDelay } = this.#settings;
    this.#stage = this.#finish;
    if (this.#updates >= maxUpdatesPerPump || !this.#plays || !this.#isDue) return;
    this.#stage = this.#update;
    const drop = this.#behind - this.#cover;
    if (this.#first || !(drop > maxUpdateDelay + this.#slack)) return;
    this.#base += drop;
    this.stats.resyncs++;
    this.stats.dropped += drop;
    this.#calls("update", this.#update);
    return this.#settings.onResync?.(drop);
  }

  /** Updates over what S is behind. The first update has nothing to be behind of. */
  #update(): unknown {
    if (!this.#plays) {
      this.#stage = this.#finish;
      return;
    }
    const { minDelta, maxDelta, timeScale } = this.#settings;
    const delta = Math.max(minDelta, Math.min(this.#first ? 0 : this.#behind, maxDelta));
    this.#first = false;
    // S is moved before the call, so that an error cannot repeat the step.
    if (this.#fixed) this.#steps++;
    else {
      this.#base += delta;
      this.#done += delta;
    }
    this.#gained += delta;
    this.stats.updates++;
    this.stats.simulated = this.#done + this.#steps * minDelta;
    this.#budget = minDelta > 0 ? minDelta / timeScale : Infinity;
    this.#calls("update", this.#updated);
    return this.#game.update(delta, this.time.readingAt(this.#simTime));
  }

  /** Tells whether an update has taken too long. */
  #updated(): unknown {
    const took = this.#took;
    const over = took > this.#budget + this.#slack;
    this.#settings.meter?.update(took, over);
    this.#stage = this.reason !== null ? this.#leave : this.#rests ? this.#draw : this.#late;
    if (!over) return;
    this.#calls("update", this.#stage);
    return this.#settings.onOverrun?.(took, this.#budget);
  }

  /** Goes on with the draw of an update, or skips it if the loop is late. */
  #late(): void {
    const { time } = this;
    const { maxDelta, maxDrawDelay, maxSkippedDraws, maxUpdatesPerPump } = this.#settings;
    const last = ++this.#updates >= maxUpdatesPerPump;
    const { framed } = time;
    const behind = this.#behind;
    const slow = time.now >= this.#simTime + maxDelta - this.#slack;
    const full = this.#skipped >= maxSkippedDraws;
    const owed = time.present - this.#drawnAt >= maxDrawDelay - this.#slack;
    const catchesUp = framed && slow && time.spent < Math.min(this.#gained, FRAME_WORK);
    const interrupted = this.#settings.paused !== null;
    // What the frame still has to simulate, unless a pause ends it.
    this.#cut = !slow || last || ((full || owed) && !catchesUp) ? 0 : behind;
    this.#drawn = catchesUp && !last && !interrupted ? this.#due : this.#finish;
    this.#stage = this.#draw;
    if (!slow || full || (owed && !catchesUp) || (framed && last) || interrupted) return;
    this.#skipped++;
    this.stats.skippedDraws++;
    this.#stage = this.#due;
  }

  #draw(): unknown {
    this.#drawnAt = this.time.present;
    this.#skipped = 0;
    this.stats.draws++;
    // The fraction of the next fixed step that has passed; 0 before the first.
    const fraction = this.#behind / this.#settings.minDelta;
    const alpha = this.#fixed ? Math.min(Math.max(fraction, 0), 1) || 0 : 1;
    this.#calls("draw", this.#drawn);
    return this.#game.draw(alpha);
  }

  /** After the last update: the draw of a frame that has had none. */
  #finish(): void {
    const { framed, parts } = this.time;
    // Only a pause cuts a frame.
    if (!framed || (this.#settings.paused === null && parts === 1)) this.#cut = 0;
    const draws = framed && this.#settings.drawEveryFrame && this.#updates === 0 && this.#plays;
    this.#drawn = this.#end;
    this.#stage = draws ? this.#draw : this.#end;
  }

  #end(): unknown {
    return this.#hook("end", this.#leave);
  }

  /** Ends a turn. */
  #leave(): void {
    const { stats, time } = this;
    const updates = this.#updates;
    // A turn on time runs one update, a frame as many as it covers.
    const usual = Math.floor(this.#cover / this.#settings.maxDelta + SLACK) || 1;
    if (updates > usual) this.#lag += updates - usual;
    else if (updates > 0 && this.#lag > 0) this.#lag--;
    stats.runningSlowly = this.#lag >= SLOW_AT || (this.#lag > 0 && stats.runningSlowly);
    this.#settings.meter?.turn(time.entry + time.spent, time.spent);
    this.#stage = this.#turn;
  }

  /** S, the time simulated so far. */
  get #simTime(): number {
    return this.#base + this.#steps * this.#settings.minDelta;
  }

  /** The time of the next update. */
  get #next(): number {
    return this.#base + (this.#steps + 1) * this.#settings.minDelta;
  }

  /** How far S is behind the time, in ms. */
  get #behind(): number {
    return this.time.now - this.#simTime;
  }

  /** Tolerance for comparisons of times, in ms. */
  get #slack(): number {
    return Math.max(SLACK * this.#settings.minDelta, this.time.grain);
  }

  get #isDue(): boolean {
    const { now } = this.time;
    return this.#first || (now >= this.#next - this.#slack && now > this.#simTime);
  }

  /** Whether the turn may call anything more. */
  get #plays(): boolean {
    return this.#rests || this.#settings.paused === null;
  }

  /** Changes the pause. */
  setPause(mode: PauseMode | null): void {
    const { time } = this;
    this.#settings.paused = mode;
    time.hold(mode !== null);
    if (mode === null) this.asks = 0;
    // The draws of a soft pause keep the phase of the updates.
    const left = Math.max(0, this.#next - time.now) || 0;
    this.#softDraw = time.known ? time.steady + left : NaN;
  }

  /** Takes over a changed step, or none. The next update is due a new step after the last. */
  adjust(nudge: number, delta: number = this.#settings.minDelta): void {
    const settings = this.#settings;
    const { minDelta } = settings;
    if (delta !== minDelta) {
      this.#base += this.#steps * minDelta;
      this.#done += this.#steps * minDelta;
      this.#steps = 0;
      settings.minDelta = delta;
      if (this.#fixed) settings.maxDelta = delta;
    }
    this.time.adjust(nudge);
    this.wake?.();
  }

  /** Whether it wants no turns. */
  get resting(): boolean {
    return this.#settings.paused === "hard" && this.asks === 0;
  }

  /** The ms until the next turn: `Infinity` if it wants none, `NaN` while the clock shows no number. */
  get #left(): number {
    const { time } = this;
    if (this.reason !== null || this.resting) return Infinity;
    if (this.asks > 0) return 0;
    if (!time.known) return NaN;
    if (this.#settings.paused === null) return time.until(this.#next) || 0;
    return this.#softDraw - time.steady || 0;
  }

  /** The reading of the clock at which the next turn is due. */
  due(): number {
    return this.time.readingOf(this.time.steady + this.#left);
  }

  /** The ms until the next turn, by a new reading of the clock; 0 if it is due. */
  left(): number {
    this.time.read();
    const left = this.#left;
    return left <= this.#slack ? 0 : left;
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | undefined | null)?.then === "function";
}

/** Advances a run to its next wait, or its end, and awaits what its callbacks return. */
export async function resume(run: Run, wait = run.advance()): Promise<void> {
  for (; wait !== null; wait = run.advance()) {
    try {
      await wait;
    } catch (error) {
      run.fail(error);
    }
  }
}

/** Advances a run to its next wait, or its end, without waiting for callbacks. */
export function finish(run: Run): void {
  while (run.advance() !== null) {
    run.fail(
      new Error("Cannot pump GameLoop: a callback returned a promise, must use run or runFrames"),
    );
  }
}
