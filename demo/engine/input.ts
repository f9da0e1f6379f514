/**
 * Keyboard, mouse and wheel as buffered queues with a polled state.
 *
 * @module
 */
import { EventQueue } from "./event_queue.ts";

/** A key went down or up; `code` names its place on the keyboard, as `KeyboardEvent.code`. */
export interface KeyEvent {
  type: "down" | "up";
  code: string;
}

/**
 * The mouse moved to (`x`, `y`), or a button went down or up there. A "place" says where it is
 * after a pause, however it got there.
 */
export interface MouseEvent {
  type: "move" | "down" | "up" | "place";
  /** In the units of the game's field. */
  x: number;
  /** In the units of the game's field. */
  y: number;
  /** 0 left, 1 middle, 2 right; -1 for a move or a place. */
  button: number;
}

/** The wheel turned; one notch away from the user is -1. */
export interface WheelEvent {
  notches: number;
}

/** Which of a set of switches are down, and which went down or up within the last update. */
class Switches<K> {
  readonly #down = new Set<K>();
  readonly #pressed = new Set<K>();
  readonly #released = new Set<K>();

  begin(): void {
    this.#pressed.clear();
    this.#released.clear();
  }

  set(key: K, down: boolean): void {
    if (down === this.#down.has(key)) return;
    if (down) {
      this.#down.add(key);
      this.#pressed.add(key);
    } else {
      this.#down.delete(key);
      this.#released.add(key);
    }
  }

  isDown(key: K): boolean {
    return this.#down.has(key);
  }

  wasPressed(key: K): boolean {
    return this.#pressed.has(key);
  }

  wasReleased(key: K): boolean {
    return this.#released.has(key);
  }

  /** The switches that will be down after `changes`, which no update has processed yet. */
  downAfter(changes: Iterable<[key: K, down: boolean]>): Set<K> {
    const down = new Set(this.#down);
    for (const [key, goesDown] of changes) {
      if (goesDown) down.add(key);
      else down.delete(key);
    }
    return down;
  }
}

/** The keyboard. A repeated "down" of a key that is down changes no state. */
export class Keyboard extends EventQueue<KeyEvent> {
  readonly #keys = new Switches<string>();

  /** Whether the key is down after the last update. */
  isPressed(code: string): boolean {
    return this.#keys.isDown(code);
  }

  /** Whether the key went down within the last update, even if it is up again. */
  wasPressed(code: string): boolean {
    return this.#keys.wasPressed(code);
  }

  /** Whether the key went up within the last update. */
  wasReleased(code: string): boolean {
    return this.#keys.wasReleased(code);
  }

  /**
   * Adds an "up" for every key that is down or goes down at the next update. Call it when the
   * window loses the keyboard.
   */
  releaseAll(): void {
    for (const code of this.#held()) this.addEvent({ type: "up", code });
  }

  protected override releases({ type, code }: KeyEvent): boolean {
    return type === "up" && this.#held().has(code);
  }

  #held(): Set<string> {
    return this.#keys.downAfter(this.queued.map(({ type, code }) => [code, type === "down"]));
  }

  protected override beginUpdate(): void {
    this.#keys.begin();
  }

  protected override processEvent(event: KeyEvent): void {
    this.#keys.set(event.code, event.type === "down");
  }
}

/** The mouse: position, buttons, and movement within the last update. */
export class Mouse extends EventQueue<MouseEvent> {
  readonly #buttons = new Switches<number>();
  /** The last position seen while paused, until an event reports it. */
  #unseen: { x: number; y: number } | null = null;
  /** Position after the last update. */
  x = 0;
  /** Position after the last update. */
  y = 0;
  /** Movement within the last update. */
  dx = 0;
  /** Movement within the last update. */
  dy = 0;

  /** Whether the button is down after the last update. */
  isPressed(button: number): boolean {
    return this.#buttons.isDown(button);
  }

  /** Whether the button went down within the last update, even if it is up again. */
  wasPressed(button: number): boolean {
    return this.#buttons.wasPressed(button);
  }

  /** Whether the button went up within the last update. */
  wasReleased(button: number): boolean {
    return this.#buttons.wasReleased(button);
  }

  /** Adds an "up", where the mouse is, for every button that is down or goes down at the next update. */
  releaseAll(): void {
    const { x, y } = this.#latest();
    for (const button of this.#held()) this.addEvent({ type: "up", x, y, button });
  }

  /**
   * Adds an event. While paused, only releases are accepted, but the position of the mouse is kept.
   * It becomes a "place" before the next accepted event, so that a recording has it too.
   */
  override addEvent(event: MouseEvent): void {
    if (this.paused) {
      const { x, y } = this.#latest();
      if (event.x !== x || event.y !== y) this.#unseen = { x: event.x, y: event.y };
      if (!this.releases(event)) return;
    }
    this.#place();
    super.addEvent(event);
  }

  /** Moves the waiting events, and the mouse's position after a pause, to `events`. */
  override update(): void {
    this.#place();
    super.update();
  }

  /** The last position seen, which no update may have processed yet. */
  #latest(): { x: number; y: number } {
    return this.#unseen ?? this.queued.at(-1) ?? this;
  }

  #place(): void {
    if (this.#unseen === null) return;
    const { x, y } = this.#unseen;
    this.#unseen = null;
    super.addEvent({ type: "place", x, y, button: -1 });
  }

  /** A release, or the place that comes before one. */
  protected override releases({ type, button }: MouseEvent): boolean {
    return type === "place" || type === "up" && this.#held().has(button);
  }

  #held(): Set<number> {
    const presses = this.queued.filter(({ type }) => type === "down" || type === "up");
    return this.#buttons.downAfter(presses.map(({ type, button }) => [button, type === "down"]));
  }

  protected override beginUpdate(): void {
    this.#buttons.begin();
    this.dx = this.dy = 0;
  }

  protected override processEvent({ type, x, y, button }: MouseEvent): void {
    if (type !== "place") {
      this.dx += x - this.x;
      this.dy += y - this.y;
    }
    this.x = x;
    this.y = y;
    if (type === "down" || type === "up") this.#buttons.set(button, type === "down");
  }
}

/** The mouse wheel. */
export class MouseWheel extends EventQueue<WheelEvent> {
  /** Notches turned within the last update; positive towards the user. */
  notches = 0;

  protected override beginUpdate(): void {
    this.notches = 0;
  }

  protected override processEvent(event: WheelEvent): void {
    this.notches += event.notches;
  }
}

/** The three devices, updated together. */
export class Input {
  readonly keyboard: Keyboard = new Keyboard();
  readonly mouse: Mouse = new Mouse();
  readonly wheel: MouseWheel = new MouseWheel();
  #updates = 0;

  /** Number of calls of `update()` so far. */
  get updates(): number {
    return this.#updates;
  }

  /** Whether the three devices drop all events but releases; setting it sets `paused` of all. */
  get paused(): boolean {
    return this.keyboard.paused && this.mouse.paused && this.wheel.paused;
  }
  set paused(paused: boolean) {
    this.keyboard.paused = this.mouse.paused = this.wheel.paused = paused;
  }

  /** Moves the events of all devices; call it once at the beginning of each update of the game. */
  update(): void {
    this.keyboard.update();
    this.mouse.update();
    this.wheel.update();
    this.#updates++;
  }
}
