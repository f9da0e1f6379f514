/**
 * Recording and replay of input: a game that depends only on its input and its seed runs again bit
 * for bit.
 *
 * @module
 */
import type { Input, KeyEvent, MouseEvent } from "./input.ts";

/**
 * An event and the update, counted from 0, to which it belongs. Compact, because there are many.
 */
export type RecordedEvent =
  | [update: number, device: "k", type: KeyEvent["type"], code: string]
  | [update: number, device: "m", type: MouseEvent["type"], x: number, y: number, button: number]
  | [update: number, device: "w", notches: number];

/** All input of a game; plain data that survives JSON. */
export interface Recording {
  /** Seed of the game's random numbers. */
  seed: number;
  /** Number of updates. */
  updates: number;
  /** In the order of updates. */
  events: RecordedEvent[];
}

/** Records the events of an input, update by update. */
export class Recorder {
  readonly #input: Input;
  readonly #recording: Recording;
  readonly #start: number;

  /**
   * @param input What is recorded.
   * @param seed Seed of the game.
   */
  constructor(input: Input, seed: number) {
    this.#input = input;
    this.#start = input.updates;
    this.#recording = { seed, updates: 0, events: [] };
  }

  /** Records the events of the last update. Call it once after each `input.update()`. */
  capture(): void {
    const update = this.#input.updates - this.#start - 1;
    const { events } = this.#recording;
    for (const { type, code } of this.#input.keyboard) events.push([update, "k", type, code]);
    for (const { type, x, y, button } of this.#input.mouse) {
      events.push([update, "m", type, x, y, button]);
    }
    for (const { notches } of this.#input.wheel) events.push([update, "w", notches]);
    this.#recording.updates = update + 1;
  }

  /** A copy of the recording so far. */
  recording(): Recording {
    return structuredClone(this.#recording);
  }
}

/** Feeds a recording back. */
export class Replay {
  readonly #recording: Recording;
  #next = 0;
  #update = 0;

  /** @param recording The recording of a {@linkcode Recorder}. */
  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** Whether all updates have been fed. */
  get done(): boolean {
    return this.#update >= this.#recording.updates;
  }

  /** Adds the events of the next update to an input; call it once before each `input.update()`. */
  feed(input: Input): void {
    const { events } = this.#recording;
    for (; this.#next < events.length && events[this.#next][0] === this.#update; this.#next++) {
      const event = events[this.#next];
      if (event[1] === "k") input.keyboard.addEvent({ type: event[2], code: event[3] });
      else if (event[1] === "w") input.wheel.addEvent({ notches: event[2] });
      else {
        const [, , type, x, y, button] = event;
        input.mouse.addEvent({ type, x, y, button });
      }
    }
    this.#update++;
  }
}
