/**
 * `Run`: one run of a `GameLoop`, from startup to shutdown.
 *
 * Its life is a generator that yields the promises of asynchronous callbacks, and `WAIT` before each
 * turn. A turn updates what is due and draws. So `pump()`, which waits for nothing, and the drivers,
 * which do, run the same code, and no two callbacks overlap.
 *
 * @module
 */
import type { Clock } from "./clock.ts";
import { frameClock } from "./frame_clock.ts";
import type {
  Game,
  GameLoopOptions,
  GameLoopStats,
  GamePhase,
  PauseMode,
  StopReason,
} from "./game.ts";
import { Regularizer } from "./regularizer.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A part of a run. It yields what has to be awaited. */
type Part<T = void> = Generator<PromiseLike<unknown> | typeof WAIT, T, unknown>;

/** The options of a loop without its hooks, filled in. */
export type Values = Omit<GameLoopOptions, "onResync" | "onOverrun" | "meter">;

/** They and the speed of a loop. Rate and speed may change in a run. */
export type Settings = Required<Values> & { timeScale: number };

/** What a life yields when the next turn is to be waited for. */
const WAIT = null;
/** Slack of comparisons, in steps: an update early by no more than this is on time. */
const SLACK = 1e-9;
/** How long a frame may catch up before it has to draw, in ms: 20 frames a second. */
const FRAME_WORK = 50;
/** Lateness in updates at which `runningSlowly` is set. */
const SLOW_AT = 5;
/** The step of a loop that has no shortest delta, in ms. */
const STEP = 1000 / 60;

/** One run of a loop. */
export type Run = ReturnType<typeof newRun>;

/**
 * Makes a run. Nothing is called before it is resumed.
 *
 * @param game The callbacks
 * @param clock The time
 * @param options Has the hooks
 * @param settings The options, filled in
 * @param paused The pause it begins with
 */
export function newRun(
  game: Game,
  clock: Clock,
  options: GameLoopOptions,
  settings: Settings,
  paused: PauseMode | null,
) {
  let { minDelta, maxDelta } = settings;
  const { timeScale, maxUpdateDelay, maxDrawDelay, maxSkippedDraws } = settings;
  const { maxUpdatesPerPump, drawEveryFrame } = settings;
  const { meter } = options;
  const fixed = minDelta === maxDelta;
  const step = timeScale > 0 ? minDelta / timeScale : minDelta;
  const regularizer = fixed && settings.regularize === "auto" ? new Regularizer(step) : null;
  const time = frameClock(clock, regularizer, timeScale, paused !== null);
  const stats: Mutable<GameLoopStats> = {
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
  meter?.reset();

  /**
   * S = base + steps·minDelta is the time simulated so far, as the clock's `now`; NaN before the
   * first update. The sum of all deltas is done + steps·minDelta. Steps of equal length are counted,
   * others are added.
   */
  let base = NaN;
  let done = 0;
  let steps = 0;
  /**
   * When the last draw was (-Infinity, so that the first one is owed), and the number of updates
   * without a draw since then.
   */
  let drawn = -Infinity;
  let skipped = 0;
  let lag = 0;
  /** In a soft pause, when the next draw is due. */
  let softDraw = NaN;
  /** The ms that a frame had left when a pause interrupted it. They do not count as late. */
  let cut = 0;

  /** S, the time simulated so far. */
  const simTime = (): number => base + steps * minDelta;
  /** The time at which the next update is due. */
  const due = (): number => base + (steps + 1) * minDelta;
  /** Tolerance for comparisons of times, in ms. */
  const slack = (): number => Math.max(SLACK * minDelta, time.grain());
  const isDue = (): boolean => time.now >= due() - slack() && time.now > simTime();
  const plays = (): boolean => run.reason === null && paused === null;

  /**
   * Runs a callback to its end, and returns the ms that it took. What it throws, or rejects with, is
   * put before onError, and thrown unless the verdict is to continue. The callback counts as running
   * until onError returns.
   */
  function* call(phase: GamePhase, callback: () => unknown): Part<number> {
    run.busy = true;
    try {
      const result = callback();
      if (isPromise(result)) yield result;
    } catch (error) {
      if (game.onError?.(error, phase) !== "continue") throw error;
      stats.errors++;
    } finally {
      run.busy = false;
    }
    return time.lap();
  }

  /** Runs a callback that the game may lack. */
  function* hook(phase: "startup" | "begin" | "end" | "shutdown"): Part {
    if (game[phase] !== undefined) yield* call(phase, () => game[phase]?.());
  }

  function* draw(): Part {
    drawn = time.present();
    skipped = 0;
    stats.draws++;
    // The fraction of the next fixed step that has passed; 0 before the first.
    const behind = time.now - simTime();
    const alpha = fixed ? Math.min(Math.max(behind / minDelta, 0), 1) || 0 : 1;
    yield* call("draw", () => game.draw(alpha));
  }

  /** Runs an update over what S is behind. The first one has nothing to be behind of. */
  function* update(first: boolean): Part {
    const behind = first ? 0 : time.now - simTime();
    const delta = Math.max(minDelta, Math.min(behind, maxDelta));
    // S is moved before the call, so that an error cannot repeat the step.
    if (fixed) steps++;
    else {
      base += delta;
      done += delta;
    }
    stats.updates++;
    stats.simulated = done + steps * minDelta;
    const to = time.readingAt(simTime());
    const budget = minDelta > 0 ? minDelta / settings.timeScale : Infinity;
    const took = yield* call("update", () => game.update(delta, to));
    const over = took > budget + slack();
    meter?.update(took, over);
    if (over) yield* call("update", () => options.onOverrun?.(took, budget));
  }

  /**
   * Draws the update that was just run, unless the loop is late, and says whether the turn goes on.
   *
   * @param gained What the turn has simulated so far, in ms
   * @param last Whether it must not run another update
   */
  function* show(gained: number, last: boolean): Part<boolean> {
    const { framed } = time;
    const late = time.now - simTime();
    const slow = time.now >= simTime() + maxDelta - slack();
    const full = skipped >= maxSkippedDraws;
    const owed = time.present() - drawn >= maxDrawDelay - slack();
    const catchesUp = framed && slow && time.spent < Math.min(gained, FRAME_WORK);
    const interrupted = framed && paused !== null;
    // What the frame still has to simulate, unless a pause ends it.
    cut = !slow || last || ((full || owed) && !catchesUp) ? 0 : late;
    if (!slow || full || (owed && !catchesUp) || (framed && last) || interrupted) {
      yield* draw();
      return catchesUp && !last && !interrupted;
    }
    skipped++;
    stats.skippedDraws++;
    return true;
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
  function* play(): Part {
    const { framed } = time;
    let first = Number.isNaN(base);
    if (first) base = time.now - minDelta;
    if (!framed && !first && !isDue()) return;
    // Lateness is what one more update cannot cover. Otherwise minDelta 0 with maxDelta ∞ would
    // resynchronise in every turn.
    const late = time.now - simTime();
    const cover = Math.max(maxDelta, time.cover(late, Math.max(maxDelta, cut)));
    time.parts = 1;
    const { simulated, draws } = stats;
    yield* hook("begin");

    let updates = 0;
    let goesOn = true;
    cut = cover;
    while (goesOn && updates < maxUpdatesPerPump && plays() && (first || isDue())) {
      if (!first) yield* resync(time.now - simTime() - cover);
      if (!plays()) break;
      yield* update(first);
      if (run.reason !== null) return;
      first = false;
      updates++;
      goesOn = yield* show(stats.simulated - simulated, updates >= maxUpdatesPerPump);
    }
    // Only a pause cuts a frame.
    if (!framed || (paused === null && time.parts === 1)) cut = 0;
    if (framed && drawEveryFrame && stats.draws === draws && plays()) yield* draw();
    if (run.reason === null) yield* hook("end");
    // A turn on time runs one update, a frame as many as it covers.
    const usual = cover > maxDelta ? Math.floor(cover / maxDelta + SLACK) : 1;
    if (updates > usual) lag += updates - usual;
    else if (updates > 0 && lag > 0) lag--;
    stats.runningSlowly = lag >= SLOW_AT || (lag > 0 && stats.runningSlowly);
  }

  /** Drops lateness if it is more than the loop may catch up with. */
  function* resync(drop: number): Part {
    if (!(drop > maxUpdateDelay + slack())) return;
    base += drop;
    stats.resyncs++;
    stats.dropped += drop;
    yield* call("update", () => options.onResync?.(drop));
  }

  /** A turn in a pause: the update that is asked for, or one draw when an update would be due. */
  function* rest(): Part {
    const asked = run.asks > 0;
    if (asked) {
      run.asks--;
      if (Number.isNaN(base)) base = time.now;
      time.skip(minDelta || Math.min(maxDelta, STEP));
    } else {
      if (paused === "hard" || !time.known) return;
      if (Number.isNaN(softDraw)) softDraw = time.steady;
      const late = time.steady - softDraw;
      if (late < -slack()) return;
      // The next due time of the grid that lies ahead. Missed ones are not caught up.
      if (minDelta > 0) softDraw += (Math.floor(late / minDelta + SLACK) + 1) * minDelta;
    }
    yield* hook("begin");
    if (asked && run.reason === null) yield* update(false);
    if (run.reason === null) yield* draw();
    if (run.reason === null) yield* hook("end");
  }

  /** One turn at the last reading of the clock, or in a frame. */
  function* turn(): Part {
    stats.pumps++;
    time.enter();
    if (paused !== null) yield* rest();
    else if (time.known) yield* play();
    meter?.turn(time.entry + time.spent, time.spent);
    stats.backwards = time.backwards;
  }

  function* life(): Part {
    let failure: { error: unknown } | null = null;
    try {
      yield* hook("startup");
      run.state = "live";
      while (run.reason === null) {
        yield WAIT;
        if (run.reason === null) yield* turn();
      }
    } catch (error) {
      run.reason ??= "stopped";
      failure = { error };
    }
    const live = run.state === "live";
    run.state = "over";
    try {
      if (live) yield* hook("shutdown");
    } catch (error) {
      // The first error is the one to report.
      failure ??= { error };
    }
    if (failure !== null) throw failure.error;
  }

  const run = {
    /** "idle" before startup, "live" until shutdown, then "over". */
    state: "idle" as "idle" | "live" | "over",
    /** Why the run is to end; `null` until then. */
    reason: null as StopReason | null,
    /** Whether a callback is running, or has not settled yet. */
    busy: false,
    /** The updates that are asked for in a pause. */
    asks: 0,
    /** Ends the present wait. */
    wake: (): void => {},
    life: life(),
    stats,
    time,

    /** Changes the pause. */
    setPause(mode: PauseMode | null): void {
      if (paused === null) time.hold();
      else time.update();
      paused = mode;
      if (mode === null) {
        time.release();
        run.asks = 0;
      } else if (mode === "soft") {
        // The draws keep the phase of the updates.
        softDraw = time.known ? time.steady + (Math.max(0, due() - time.now) || 0) : NaN;
      }
    },

    /** Takes over a changed step, or none. The next update is due a new step after the last. */
    adjust(delta: number, nudge: number): void {
      if (delta !== minDelta) {
        base += steps * minDelta;
        done += steps * minDelta;
        steps = 0;
        settings.minDelta = minDelta = delta;
        if (fixed) settings.maxDelta = maxDelta = delta;
      }
      time.adjust(settings.timeScale, nudge, minDelta);
      run.wake();
    },

    /** Whether it wants no turns. */
    resting: (): boolean => paused === "hard" && run.asks === 0,

    /** The reading of the clock at which the next turn is due. */
    due(): number {
      if (run.reason !== null || run.resting()) return Infinity;
      if (!time.known) return NaN;
      return paused === null ? time.readingAt(due()) : time.readingOf(softDraw);
    },

    /**
     * The ms until the next turn, by a new reading of the clock: not positive if it is due,
     * `Infinity` while the run rests, `NaN` while the clock shows no number.
     */
    left(): number {
      time.read();
      if (run.resting()) return Infinity;
      if (paused !== null && run.asks > 0) return 0;
      if (!time.known) return NaN;
      const left = paused !== null ? softDraw - time.steady : time.until(due());
      return left > slack() ? left : 0;
    },
  };
  return run;
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | undefined | null)?.then === "function";
}

/** Runs a life on to its next wait, or its end, and awaits what its callbacks return. */
export async function resume(life: Part, step = life.next()): Promise<void> {
  while (!step.done && step.value !== WAIT) {
    try {
      await step.value;
    } catch (error) {
      step = life.throw(error);
      continue;
    }
    step = life.next();
  }
}

/** Runs a life on to its next wait, or its end, without waiting for callbacks. */
export function finish(life: Part): void {
  let step = life.next();
  while (!step.done && step.value !== WAIT) {
    step = life.throw(
      new Error("Cannot pump GameLoop: a callback returned a promise, must use run or runFrames"),
    );
  }
}
