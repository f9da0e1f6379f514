import type { Palette } from "../shared/theme.ts";

/** Frames that are kept. */
const LENGTH = 240;

/** Times of the last frames, drawn as columns. */
export class FrameChart {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #update = new Float64Array(LENGTH);
  readonly #draw = new Float64Array(LENGTH);
  readonly #interval = new Float64Array(LENGTH);
  #count = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d")!;
  }

  /** Adds a frame: time spent in updates and in drawing, and time since the last frame, in ms. */
  add(update: number, draw: number, interval: number): void {
    const at = this.#count++ % LENGTH;
    this.#update[at] = update;
    this.#draw[at] = draw;
    this.#interval[at] = interval;
  }

  /** Nearest-rank percentiles of the frames that are kept. */
  percentiles(of: "update" | "draw" | "interval", ranks: readonly number[]): number[] {
    const all = { update: this.#update, draw: this.#draw, interval: this.#interval }[of];
    const values = all.slice(0, Math.min(this.#count, LENGTH)).sort();
    return ranks.map((rank) =>
      values.length === 0 ? 0 : values[Math.max(0, Math.ceil(rank / 100 * values.length) - 1)]
    );
  }

  /** Forgets all frames. */
  clear(): void {
    this.#count = 0;
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
    const [long] = this.percentiles("interval", [95]);
    const top = [40, 80, 160, 320, 640].find((t) => t >= 1.1 * long) ?? 1280;
    const y = (ms: number): number => height - Math.min(ms, top) / top * height;
    const step = width / LENGTH;
    const frames = Math.min(this.#count, LENGTH);
    for (let k = 0; k < frames; k++) {
      const i = (this.#count - frames + k) % LENGTH;
      const x = (LENGTH - frames + k) * step;
      const update = this.#update[i];
      context.fillStyle = colors.a;
      context.fillRect(x, y(update), Math.ceil(step), height - y(update));
      context.fillStyle = colors.b;
      context.fillRect(
        x,
        y(update + this.#draw[i]),
        Math.ceil(step),
        y(update) - y(update + this.#draw[i]),
      );
      context.fillStyle = colors.ink;
      context.fillRect(x, y(this.#interval[i]) - density, Math.max(1.5, step / 2), 2 * density);
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
