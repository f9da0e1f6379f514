/**
 * What a `GameLoop` calls, what it can be told, and what it counts.
 *
 * @module
 */

/** The callback an error came from. */
export type GamePhase = "startup" | "update" | "draw" | "shutdown";

/**
 * How a loop pauses: `"soft"` keeps drawing at the update rate, `"hard"` does not wake up at all.
 */
export type PauseMode = "soft" | "hard";

/**
 * The callbacks of a {@linkcode GameLoop}. All are synchronous and run one at a time. A promise that
 * one returns is not waited for, and what an `async` one throws reaches no `onError`: load what a
 * game needs before `run`.
 */
export interface Game {
  /**
   * Called once before the first update. If it throws, it has not completed and `shutdown` is not
   * called; with `"continue"` of `onError` it counts as completed.
   */
  startup?(): void;
  /**
   * Advances the game.
   *
   * @param delta The time to advance by in ms: from `minDelta` to `maxDelta`.
   * @param simTime The time the game has advanced to after this update, in ms of the clock.
   */
  update(delta: number, simTime: number): void;
  /**
   * Draws the game.
   *
   * @param alpha The fraction of a fixed step that has passed since the last update, 0 to 1, for
   * blending states; 1 when deltas vary.
   */
  draw(alpha: number): void;
  /** Called exactly once at the end, however that comes, if `startup` completed. */
  shutdown?(): void;
  /**
   * Decides about an error of another callback; without it every error stops the loop.
   *
   * @param error What was thrown.
   * @param phase Where.
   * @returns `"continue"` to go on: the startup, update or draw counts as done and is not repeated.
   */
  onError?(error: unknown, phase: GamePhase): "stop" | "continue";
}

/** Where `pauseWhenHidden` learns about visibility: `document`, or a stand-in for it. */
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
   * The longest lateness that is made up, beyond what one update covers. When the loop is later,
   * all that one update cannot cover is dropped. In `runFrames` what a frame of the display brings
   * is not late, however many updates it takes. Not negative; default `Infinity`.
   */
  maxUpdateDelay?: number | undefined;
  /**
   * The longest time without a draw while updates are late; 0 draws after every update, in
   * `runFrames` after the last of each frame. Not negative; default `Infinity`.
   */
  maxDrawDelay?: number | undefined;
  /**
   * The most updates in a row without a draw, within a display's frame too; not negative; default
   * `Infinity`.
   */
  maxSkippedDraws?: number | undefined;
  /**
   * The most updates in one pump, so that the host gets its turn; from 1; default 240. In
   * `runFrames` the last of them is drawn.
   */
  maxUpdatesPerPump?: number | undefined;
  /** Pumps without a sleep before the host gets its turn; at least 1; default 1. */
  noDelaysPerYield?: number | undefined;
  /**
   * Pauses `run` and `runFrames` hard while the page is hidden: `true` watches `document` (nothing happens without one),
   * an object is watched instead of it. Default false: a hidden page is a stall, and
   * `maxUpdateDelay` decides.
   */
  pauseWhenHidden?: boolean | VisibilitySource | undefined;
  /**
   * `"auto"`, the default, passes the frame times of `runFrames` through a {@linkcode Regularizer}
   * when the step is fixed: on a display whose rate the step divides evenly each frame then runs
   * the same number of updates. `"off"` takes the timestamps as they are, and a step of 1/60 s on
   * a 60 Hz display runs 0 or 2 updates in many frames.
   */
  regularize?: "off" | "auto" | undefined;
  /** Whether `runFrames` also draws, with a new alpha, in frames without a due update, as a display
   * faster than a fixed step needs; default false. */
  drawEveryFrame?: boolean | undefined;
  /**
   * Told when lateness is dropped.
   *
   * @param dropped How much, in ms.
   */
  onResync?(dropped: number): void;
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
