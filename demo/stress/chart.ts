/**
 * The chart of the last frames of the stress scene.
 *
 * @module
 */
import type { Palette } from "../shared/theme.ts";
import { Recent } from "./recent.ts";

/** Number of frames kept. */
const LENGTH = 240;

/** Times of the last frames, drawn as columns. */
export class FrameChart {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  /** Time spent in all updates of a frame. */
  readonly #updates: Recent = new Recent(LENGTH);
  /** Time spent in drawing a frame. */
  readonly draws: Recent = new Recent(LENGTH);
  /** Time since the frame before. */
  readonly intervals: Recent = new Recent(LENGTH);

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d")!;
  }

  /** Adds a frame: time spent in its updates and in drawing, and time since the last frame, in ms. */
  add(updates: number, draw: number, interval: number): void {
    this.#updates.add(updates);
    this.draws.add(draw);
    this.intervals.add(interval);
  }

  /** Forgets all frames. */
  clear(): void {
    for (const times of [this.#updates, this.draws, this.intervals]) times.clear();
  }

  draw(colors: Palette): void {
    const canvas = this.#canvas;
    const context = this.#context;
    const density = Math.min(devicePixelRatio, 2);
    const width = Math.max(1, Math.round(canvas.clientWidth * density));
    const height = Math.max(1, Math.round(canvas.clientHeight * density));
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    context.clearRect(0, 0, width, height);
    // Two frames of 60 Hz fill the height, more when many frames are longer.
    const [long] = this.intervals.percentiles(95);
    const top = [40, 80, 160, 320, 640].find((t) => t >= 1.1 * long) ?? 1280;
    const y = (ms: number): number => height - Math.min(ms, top) / top * height;
    const step = width / LENGTH;
    const frames = this.intervals.length;
    for (let k = 0; k < frames; k++) {
      const x = (LENGTH - frames + k) * step;
      const updates = this.#updates.at(k);
      const both = updates + this.draws.at(k);
      context.fillStyle = colors.a;
      context.fillRect(x, y(updates), Math.ceil(step), height - y(updates));
      context.fillStyle = colors.b;
      context.fillRect(x, y(both), Math.ceil(step), y(updates) - y(both));
      context.fillStyle = colors.ink;
      context.fillRect(x, y(this.intervals.at(k)) - density, Math.max(1.5, step / 2), 2 * density);
    }
    context.strokeStyle = colors.muted;
    context.setLineDash([4 * density, 4 * density]);
    context.beginPath();
    context.moveTo(0, y(1000 / 60));
    context.lineTo(width, y(1000 / 60));
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = colors.muted;
    context.font = `${11 * density}px system-ui, sans-serif`;
    context.fillText("16.7", 4 * density, y(1000 / 60) - 4 * density);
    context.fillText(String(top), 4 * density, 12 * density);
  }
}
