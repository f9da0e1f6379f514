/**
 * The layer between a game's logic and the page (the GameContainer and WindowedGame of Entropy
 * Engine): a canvas, the input that comes from it, and the loop.
 *
 * @module
 */
import {
  type Clock,
  type FrameScheduler,
  type Game,
  GameLoop,
  type GameLoopOptions,
  rafScheduler,
  type StopReason,
  systemClock,
} from "@narrowphase/gjk2d/loop";
import { attachDomInput } from "./dom_input.ts";
import { Input } from "./input.ts";

/** Size, keys and pacing of a window's game. */
export interface GameWindowOptions extends GameLoopOptions {
  /** Width of the game's field, which fills the canvas. */
  width: number;
  /** Height of the game's field. */
  height: number;
  /** Codes of the keys the game uses; others keep their meaning for the page. */
  keys: ReadonlySet<string>;
}

/** Maximum number of canvas pixels per pixel of the page. Nobody sees more. */
const MAX_DENSITY = 2;

/**
 * A window on a page, and the game in it.
 *
 * Before each draw of the game, the canvas gets the resolution of the screen, is cleared, and is
 * scaled to the units of the field. The browser shows it as a whole when the draw is done (the
 * original's second buffer). Unlike the original, a window does not update the input. The game does
 * that in its own `update`, so it also plays without a window, and recordings can be fed to it
 * before.
 */
export class GameWindow {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** Paces the game; pause and resume it here. */
  readonly loop: GameLoop;
  readonly #keys: ReadonlySet<string>;
  #input: Input = new Input();
  #detach = (): void => {};

  /**
   * Opens a window. Its game begins with `run`.
   *
   * @param canvas Where it is drawn; it takes mouse, wheel and, when focused, keys.
   * @param game The callbacks; `draw` finds `context` empty and in units of the field.
   * @param options See {@linkcode GameWindowOptions}.
   * @param clock The time in ms.
   */
  constructor(
    canvas: HTMLCanvasElement,
    game: Game,
    options: GameWindowOptions,
    clock: Clock = systemClock,
  ) {
    const { width, height, keys, ...pace } = options;
    this.canvas = canvas;
    this.context = canvas.getContext("2d")!;
    this.width = width;
    this.height = height;
    this.#keys = keys;
    const windowed: Game = {
      startup: () => game.startup?.(),
      update: (delta, simTime) => game.update(delta, simTime),
      draw: (alpha) => {
        this.#clear();
        game.draw(alpha);
      },
      shutdown: () => game.shutdown?.(),
      onError: (error, phase) => game.onError?.(error, phase) ?? "stop",
    };
    this.loop = new GameLoop(windowed, clock, pace);
    this.input = this.#input;
  }

  /** The title of the page. */
  get title(): string {
    return this.canvas.ownerDocument.title;
  }

  /** The devices that receive the events of the canvas. They may be exchanged. */
  get input(): Input {
    return this.#input;
  }
  set input(input: Input) {
    this.#detach();
    this.#input = input;
    this.#detach = attachDomInput(input, this.canvas, this.width, this.height, this.#keys);
  }

  /**
   * Runs the game until `halt`, or until a callback fails. After that the window listens to no
   * events.
   *
   * @param scheduler The display.
   * @returns How it ended.
   */
  async run(scheduler: FrameScheduler = rafScheduler()): Promise<StopReason> {
    try {
      return await this.loop.runFrames(scheduler);
    } finally {
      this.#detach();
    }
  }

  /** Ends the game. Called in a callback, it ends when that returns, without another draw. */
  halt(): void {
    this.loop.stop();
  }

  #clear(): void {
    const { canvas, context } = this;
    const ratio = canvas.ownerDocument.defaultView?.devicePixelRatio ?? 1;
    const density = Math.min(ratio, MAX_DENSITY) * canvas.clientWidth / this.width;
    const width = Math.max(1, Math.round(this.width * density));
    const height = Math.max(1, Math.round(this.height * density));
    // Setting a size clears the canvas and costs time, even if it is the same size.
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
  }
}
