/**
 * Draws the bodies: as outlines if they are few, as pixels if they are many.
 *
 * @module
 */
import { IDENTITY, interpolatePose, outline, type Pose } from "@narrowphase/gjk2d";
import type { Palette } from "../shared/theme.ts";
import type { StressScene } from "./scene.ts";

/** From this number on bodies are squares of pixels. */
const MANY = 4000;

const shown: Pose = { x: 0, y: 0, cos: 1, sin: 0 };
const from: Pose = { x: 0, y: 0, cos: 1, sin: 0 };
const to: Pose = { x: 0, y: 0, cos: 1, sin: 0 };

function read(values: Float64Array, at: number, out: Pose): void {
  out.x = values[at];
  out.y = values[at + 1];
  out.cos = values[at + 2];
  out.sin = values[at + 3];
}

/** "#rrggbb" as a pixel in the order of little-endian image data. */
function pixel(color: string): number {
  const value = parseInt(color.slice(1), 16);
  return (0xff000000 | (value & 0xff) << 16 | (value & 0xff00) | value >> 16) >>> 0;
}

/** The part of the field that is shown. */
export interface View {
  /** 1 shows all of it, 2 half its width and height. */
  zoom: number;
  /** Its middle, as fractions of the field's width and height. */
  x: number;
  y: number;
}

/** The view at another zoom around a point of the canvas, in fractions of its size; it stays in the field. */
export function zoomed({ zoom, x, y }: View, to: number, at = { x: 0.5, y: 0.5 }): View {
  const half = 0.5 / to;
  const keep = (middle: number): number => Math.min(Math.max(middle, half), 1 - half);
  return {
    zoom: to,
    x: keep(x + (at.x - 0.5) * (1 / zoom - 1 / to)),
    y: keep(y + (at.y - 0.5) * (1 / zoom - 1 / to)),
  };
}

/** Draws a scene on a canvas. */
export class Painter {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  #image: ImageData | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d")!;
  }

  /**
   * @param scene The scene to draw.
   * @param alpha Fraction of the way from the state before the last update to the one after it.
   */
  draw(scene: StressScene, alpha: number, colors: Palette, view: View): void {
    const canvas = this.#canvas;
    const isCrowd = scene.count >= MANY * view.zoom ** 2;
    const density = isCrowd ? 1 : Math.min(devicePixelRatio, 2);
    const width = Math.max(1, Math.round(canvas.clientWidth * density));
    const height = Math.max(1, Math.round(canvas.clientHeight * density));
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      this.#image = null;
    }
    if (isCrowd) this.#drawPixels(scene, alpha, colors, view);
    else this.#drawOutlines(scene, alpha, colors, view);
  }

  #drawOutlines(scene: StressScene, alpha: number, colors: Palette, view: View): void {
    const context = this.#context;
    const { width, height } = this.#canvas;
    const scale = view.zoom * width / scene.width;
    const left = width / 2 - scale * scene.width * view.x;
    const top = height / 2 - scale * scene.height * view.y;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    context.lineWidth = Math.max(1, scale / 16);
    // To a quarter of a pixel, on a canvas that has some.
    const lines = scene.kinds.map(({ shape }) =>
      outline(shape, IDENTITY, 0.25 / Math.max(scale, 0.01))
    );
    // One path for the bodies that touch, one for the others.
    for (const touched of [0, 1]) {
      context.beginPath();
      for (let i = 0; i < scene.count; i++) {
        if (scene.touched[i] !== touched) continue;
        read(scene.before, 4 * i, from);
        read(scene.poses, 4 * i, to);
        interpolatePose(from, to, alpha, shown);
        const { x, y, cos, sin } = shown;
        const middleX = left + scale * x, middleY = top + scale * y;
        // No body is larger than 1.
        if (
          middleX < -scale || middleX > width + scale || middleY < -scale ||
          middleY > height + scale
        ) continue;
        for (const { points } of lines[scene.kindOf[i]]) {
          for (let k = 0; k < points.length; k += 2) {
            const px = middleX + scale * (cos * points[k] - sin * points[k + 1]);
            const py = middleY + scale * (sin * points[k] + cos * points[k + 1]);
            if (k === 0) context.moveTo(px, py);
            else context.lineTo(px, py);
          }
        }
        context.closePath();
      }
      context.strokeStyle = touched ? colors.b : colors.a;
      context.fillStyle = context.strokeStyle;
      context.globalAlpha = touched ? 0.3 : 0.12;
      context.fill();
      context.globalAlpha = 1;
      context.stroke();
    }
  }

  #drawPixels(scene: StressScene, alpha: number, colors: Palette, view: View): void {
    const { width, height } = this.#canvas;
    this.#image ??= this.#context.createImageData(width, height);
    const words = new Uint32Array(this.#image.data.buffer);
    words.fill(pixel(colors.panel));
    const plain = pixel(colors.a);
    const touching = pixel(colors.b);
    const scale = view.zoom * width / scene.width;
    const shiftX = width / 2 - scale * scene.width * view.x;
    const shiftY = height / 2 - scale * scene.height * view.y;
    const size = Math.max(1, Math.round(0.7 * scale));
    const { before, poses, touched } = scene;
    const keep = 1 - alpha;
    for (let i = 0, p = 0; i < scene.count; i++, p += 4) {
      const x = shiftX + scale * (keep * before[p] + alpha * poses[p]);
      const y = shiftY + scale * (keep * before[p + 1] + alpha * poses[p + 1]);
      const left = Math.round(x - size / 2);
      const top = Math.round(y - size / 2);
      const color = touched[i] ? touching : plain;
      const right = Math.min(left + size, width);
      const bottom = Math.min(top + size, height);
      for (let row = Math.max(top, 0); row < bottom; row++) {
        for (let k = Math.max(left, 0); k < right; k++) words[row * width + k] = color;
      }
    }
    this.#context.putImageData(this.#image, 0, 0);
  }
}
