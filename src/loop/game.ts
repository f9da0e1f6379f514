/**
 * The callbacks of a `GameLoop`, its options and its counters.
 *
 * @module
 */

/** The callback an error came from. */
export type GamePhase = "startup" | "begin" | "update" | "draw" | "end" | "shutdown";

/** How a loop ended: by its own decision or by its `AbortSignal`. */
export type StopReason = "stopped" | "aborted";

/**
 * How a loop pauses: `"soft"` keeps drawing at the update rate, `"hard"` does not wake up at all.
 */
export type PauseMode = "soft" | "hard";

/**
 * The callbacks of a {@linkcode GameLoop}. They run one at a time: if one returns a promise, `run` and
 * `runFrames` await it before they go on. The time until then counts as its work, so the loop is late
 * afterwards and catches up as its options say.
 */
export interface Game {
  /**
   * Called once before the first update. If it throws, it has not completed, and `shutdown` is not called. If
   * `onError` returns `"continue"`, it counts as completed.
   */
  startup?(): unknown;
  /** Called before the updates of a turn (a frame in `runFrames`), such as to read the input. */
  begin?(): unknown;
  /**
   * Advances the game.
   *
   * @param delta The time to advance by in ms: from `minDelta` to `maxDelta`.
   * @param simTime The time the game has advanced to after this update, in ms of the clock.
   */
  update(delta: number, simTime: number): unknown;
  /**
   * Draws the game.
   *
   * @param alpha The fraction of a fixed step that has passed since the last update, 0 to 1, for
   * blending states; 1 when deltas vary.
   */
  draw(alpha: number): unknown;
  /** Called after the updates and the draw of a turn, unless the loop has been stopped in it. */
  end?(): unknown;
  /** Called exactly once when the loop ends for any reason, if `startup` completed. */
  shutdown?(): unknown;
  /**
   * Decides about an error of another callback; without it every error stops the loop.
   *
   * @param error What was thrown, or what a promise was rejected with.
   * @param phase Where.
   * @returns `"continue"` to go on: the startup, update or draw counts as done and is not repeated.
   */
  onError?(error: unknown, phase: GamePhase): "stop" | "continue";
}

/** The source of visibility for `pauseWhenHidden`: `document`, or a stand-in for it. */
export interface VisibilitySource {
  /** Whether the page is hidden now. */
  readonly hidden: boolean;
  /** Registers for changes. */
  addEventListener(type: "visibilitychange", listener: () => void): void;
  /** Undoes the registration. */
  removeEventListener(type: "visibilitychange", listener: () => void): void;
}

/** Options of {@linkcode GameLoop}. Times are in ms. `presets` has ready-made sets. */
export interface GameLoopOptions {
  /** The shortest time between updates: finite, not negative; default 0. */
  minDelta?: number | undefined;
  /** The longest delta of an update: positive, at least `minDelta`; default `Infinity`. */
  maxDelta?: number | undefined;
  /**
   * The longest lateness that the loop catches up with, beyond what one update covers. If the loop is later
   * than that, it drops everything that one update cannot cover. In `runFrames`, the time of one display frame
   * does not count as late, however many updates it takes. Not negative; default `Infinity`.
   */
  maxUpdateDelay?: number | undefined;
  /**
   * The longest time without a draw while updates are late. 0 draws after every update, or in `runFrames` after
   * the last update of each frame. Not negative; default `Infinity`.
   */
  maxDrawDelay?: number | undefined;
  /** The most consecutive updates without a draw, also within a display frame; not negative; default `Infinity`. */
  maxSkippedDraws?: number | undefined;
  /**
   * The most updates in one pump, so that the host gets its turn; from 1; default 240. In
   * `runFrames` the last of them is drawn.
   */
  maxUpdatesPerPump?: number | undefined;
  /** Pumps without a sleep before the host gets its turn; at least 1; default 1. */
  noDelaysPerYield?: number | undefined;
  /**
   * Makes a hard pause in `run` and `runFrames` while the page is hidden. `true` watches `document` (without
   * one it has no effect); an object is watched in its place. Default false: a hidden page is a stall, and
   * `maxUpdateDelay` decides what happens.
   */
  pauseWhenHidden?: boolean | VisibilitySource | undefined;
  /**
   * `"auto"`, the default, passes the frame times of `runFrames` through a {@linkcode Regularizer} if the step
   * is fixed. On a display whose period is a multiple of the step, each frame then runs the same number of
   * updates. `"off"` uses the raw timestamps, and a step of 1/60 s on a 60 Hz display runs 0 or 2 updates in
   * many frames.
   */
  regularize?: "off" | "auto" | undefined;
  /** Whether `runFrames` also draws, with a new alpha, in frames without a due update, as a display
   * faster than a fixed step needs; default false. */
  drawEveryFrame?: boolean | undefined;
  /**
   * Called when lateness is dropped.
   *
   * @param dropped How much, in ms.
   */
  onResync?(dropped: number): void;
  /**
   * Called after an update that took longer than the loop has for one.
   *
   * @param took How long it took in ms; until it settled if it is asynchronous.
   * @param budget `minDelta`, divided by `timeScale`, in ms.
   */
  onOverrun?(took: number, budget: number): void;
  /** Is told what the updates cost, such as a {@linkcode LoadMeter}; default none. */
  meter?: LoopMeter | undefined;
}

/** What a {@linkcode GameLoop} tells its `meter`. */
export interface LoopMeter {
  /** Begins anew, when the loop starts. */
  reset(): void;
  /**
   * Notes an update.
   *
   * @param took How long it took in ms; until it settled if it is asynchronous.
   * @param over Whether that is longer than the loop has for one.
   */
  update(took: number, over: boolean): void;
  /**
   * Notes a turn of the loop: a pump, or a frame.
   *
   * @param now When it ended, in ms.
   * @param spent How long its callbacks took in ms.
   */
  turn(now: number, spent: number): void;
}

/** The counters of a {@linkcode GameLoop} since its start. */
export interface GameLoopStats {
  /** Updates run. */
  readonly updates: number;
  /** Draws run. */
  readonly draws: number;
  /** Updates that were not followed by a draw because the loop was late. */
  readonly skippedDraws: number;
  /** Pumps run. */
  readonly pumps: number;
  /** Errors that `onError` let pass. */
  readonly errors: number;
  /** How often lateness was dropped. */
  readonly resyncs: number;
  /** The lateness dropped in ms. */
  readonly dropped: number;
  /** How often the clock went back. */
  readonly backwards: number;
  /** The time simulated: the sum of all deltas in ms. */
  readonly simulated: number;
  /**
   * Whether the loop cannot keep up: set when five updates more than pumps have piled up, cleared
   * after as many pumps of one update (the rule of MonoGame's `IsRunningSlowly`). In `runFrames`
   * the updates of a frame that is on time count as one.
   */
  readonly runningSlowly: boolean;
}
