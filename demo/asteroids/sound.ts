/**
 * Sounds of the game, made on the spot: nothing is loaded, and there is no sound until it is asked for.
 *
 * @module
 */
import type { GameEvent } from "./game.ts";

/** The speaker of a page. */
export class Sound {
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;

  /** Whether it is to be heard. Browsers allow it after a click only. */
  set on(on: boolean) {
    if (!on) {
      void this.#context?.suspend();
      return;
    }
    if (this.#context === null) {
      const context = this.#context = new AudioContext();
      this.#noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
      const samples = this.#noise.getChannelData(0);
      for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
    }
    void this.#context.resume();
  }

  /** Plays what happened in an update, one sound of a kind. */
  play(events: readonly GameEvent[]): void {
    if (this.#context?.state !== "running" || events.length === 0) return;
    const kinds = new Map(events.map((event) => [event.type, event]));
    if (kinds.has("shot")) this.#tone("square", 880, 220, 0.09, 0.05);
    const split = kinds.get("split");
    // Large asteroids sound low and long.
    if (split?.type === "split") {
      const size = Math.min(1, split.area / 5000);
      this.#hiss(1800 - 1400 * size, 0.15 + 0.35 * size, 0.22);
    }
    const bump = kinds.get("bump");
    if (bump?.type === "bump" && bump.speed > 12) this.#tone("sine", 160, 90, 0.08, 0.12);
    if (kinds.has("crash")) this.#hiss(500, 0.9, 0.4);
    if (kinds.has("level")) this.#tone("triangle", 330, 660, 0.3, 0.1);
  }

  #tone(type: OscillatorType, from: number, to: number, seconds: number, volume: number): void {
    const context = this.#context!;
    const voice = new OscillatorNode(context, { type, frequency: from });
    voice.frequency.exponentialRampToValueAtTime(to, context.currentTime + seconds);
    this.#fade(voice, seconds, volume);
  }

  #hiss(frequency: number, seconds: number, volume: number): void {
    const context = this.#context!;
    const voice = new AudioBufferSourceNode(context, { buffer: this.#noise });
    const filter = new BiquadFilterNode(context, { type: "lowpass", frequency });
    this.#fade(voice, seconds, volume, filter);
  }

  #fade(
    voice: AudioScheduledSourceNode,
    seconds: number,
    volume: number,
    filter?: BiquadFilterNode,
  ): void {
    const context = this.#context!;
    const now = context.currentTime;
    const gain = new GainNode(context, { gain: volume });
    gain.gain.exponentialRampToValueAtTime(0.001, now + seconds);
    (filter === undefined ? voice : voice.connect(filter)).connect(gain).connect(
      context.destination,
    );
    voice.start();
    voice.stop(now + seconds);
  }
}
