/**
 * SVG in the coordinates of the world: y up, lengths in world units, strokes and labels in pixels.
 *
 * @module
 */
import type { Aabb, Vec2 } from "@narrowphase/gjk2d";
import type { Outline } from "./geometry.ts";
import { type Box, clearPlace, placesAround, placesBeside } from "./labels.ts";

/** Half the height of a label, and the distance from its middle down to its baseline. */
const LABEL = { half: 8, baseline: 5 };
/** Half the size of a mark of `Drawing.marks`, with a gap. */
const MARK = 10;

const NS = "http://www.w3.org/2000/svg";

/** Attributes of an element; `null` and `undefined` are left out. */
export type Attributes = Record<string, string | number | null | undefined>;

/** A new SVG element. */
export function element<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) node.setAttribute(key, String(value));
  }
  node.append(...children);
  return node;
}

/** A part of the world, drawn in an `<svg>` that may change its size. */
export class Drawing {
  readonly svg: SVGSVGElement;
  /** Pixels per unit. */
  scale = 50;
  width = 1;
  height = 1;
  /** World points with marks that labels must not cover. */
  marks: readonly Vec2[] = [];
  /** The labels that were drawn since the last `measure`. */
  #labels: Box[] = [];
  #center: Vec2 = { x: 0, y: 0 };

  /** @param svg The element; its contents are replaced. */
  constructor(svg: SVGSVGElement) {
    this.svg = svg;
  }

  /** Reads the current size of the element. */
  measure(): void {
    const { clientWidth, clientHeight } = this.svg;
    this.#labels = [];
    this.width = Math.max(1, clientWidth);
    this.height = Math.max(1, clientHeight);
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
  }

  /** Shows `center` in the middle, and at least the given extents around it. */
  look(center: Vec2, halfWidth: number, halfHeight: number): void {
    this.#center = center;
    this.scale = Math.min(this.width / (2 * halfWidth), this.height / (2 * halfHeight));
  }

  /** Shows things in the scale of another picture, around `center`. */
  lookLike(other: Drawing, center: Vec2): void {
    this.#center = center;
    this.scale = other.scale;
  }

  /** World to pixel. */
  x(x: number): number {
    return round(this.width / 2 + (x - this.#center.x) * this.scale);
  }

  /** World to pixel. */
  y(y: number): number {
    return round(this.height / 2 - (y - this.#center.y) * this.scale);
  }

  /** World point under a pointer. */
  at(event: { clientX: number; clientY: number }): Vec2 {
    const box = this.svg.getBoundingClientRect();
    return {
      x: this.#center.x +
        (event.clientX - box.left - this.svg.clientLeft - this.width / 2) / this.scale,
      y: this.#center.y -
        (event.clientY - box.top - this.svg.clientTop - this.height / 2) / this.scale,
    };
  }

  /** The visible part of the world. */
  visible(): Aabb {
    const w = this.width / 2 / this.scale;
    const h = this.height / 2 / this.scale;
    const { x, y } = this.#center;
    return { minX: x - w, minY: y - h, maxX: x + w, maxY: y + h };
  }

  /** Path data of a polygon. */
  polygon(points: readonly Vec2[]): string {
    if (points.length === 0) return "";
    return points.map((p, i) => `${i === 0 ? "M" : "L"}${this.x(p.x)} ${this.y(p.y)}`).join("") +
      "Z";
  }

  /** Path data of an outline with its radius: edges moved outwards, arcs around corners. */
  outline({ points, radius }: Outline): string {
    const r = round(radius * this.scale);
    if (radius === 0) return this.polygon(points);
    if (points.length === 1) {
      const x = this.x(points[0].x);
      const y = this.y(points[0].y);
      return `M${x - r} ${y}A${r} ${r} 0 1 0 ${x + r} ${y}A${r} ${r} 0 1 0 ${x - r} ${y}Z`;
    }
    let path = "";
    for (let i = 0; i < points.length; i++) {
      const p = points[i];
      const q = points[(i + 1) % points.length];
      const length = Math.hypot(q.x - p.x, q.y - p.y);
      if (length === 0) continue;
      const nx = (q.y - p.y) / length * radius;
      const ny = (p.x - q.x) / length * radius;
      const start = `${this.x(p.x + nx)} ${this.y(p.y + ny)}`;
      path += path === "" ? `M${start}` : `A${r} ${r} 0 0 0 ${start}`;
      path += `L${this.x(q.x + nx)} ${this.y(q.y + ny)}`;
    }
    const [, first] = /^M([^L]*)L/.exec(path) ?? [];
    return `${path}A${r} ${r} 0 0 0 ${first}Z`;
  }

  /** A path element from path data. */
  path(d: string, attributes: Attributes = {}): SVGPathElement {
    return element("path", { d, ...attributes });
  }

  /** A straight line. */
  line(p: Vec2, q: Vec2, attributes: Attributes = {}): SVGLineElement {
    return element("line", {
      x1: this.x(p.x),
      y1: this.y(p.y),
      x2: this.x(q.x),
      y2: this.y(q.y),
      ...attributes,
    });
  }

  /** A line with a head at its end; nothing if it is too short to see. */
  arrow(p: Vec2, q: Vec2, color: string, attributes: Attributes = {}): SVGGElement {
    const x1 = this.x(p.x), y1 = this.y(p.y), x2 = this.x(q.x), y2 = this.y(q.y);
    const length = Math.hypot(x2 - x1, y2 - y1);
    const group = element("g", { "stroke-width": 2, ...attributes });
    if (length < 2) return group;
    const ux = (x2 - x1) / length, uy = (y2 - y1) / length;
    const head = Math.min(9, length);
    const bx = round(x2 - head * ux), by = round(y2 - head * uy);
    const wx = 0.42 * head * -uy, wy = 0.42 * head * ux;
    group.append(
      element("line", { x1, y1, x2: bx, y2: by, stroke: color }),
      element("path", {
        d: `M${x2} ${y2}L${round(bx + wx)} ${round(by + wy)}L${round(bx - wx)} ${round(by - wy)}Z`,
        fill: color,
        stroke: "none",
      }),
    );
    return group;
  }

  /** A dot of `r` pixels. */
  dot(p: Vec2, r: number, attributes: Attributes = {}): SVGCircleElement {
    return element("circle", { cx: this.x(p.x), cy: this.y(p.y), r, ...attributes });
  }

  /** A label, moved by pixels away from its point and kept inside the picture, beside what is there. */
  label(p: Vec2, text: string, dx = 0, dy = 0, attributes: Attributes = {}): SVGTextElement {
    const place = { x: this.x(p.x) + dx, y: this.y(p.y) + dy - LABEL.baseline };
    return this.#place(placesAround(place), text, attributes);
  }

  /**
   * A label beside the middle of a line: above it, unless the line is vertical or a mark is there.
   */
  labelBeside(p: Vec2, q: Vec2, text: string, attributes: Attributes = {}): SVGTextElement {
    const half = { x: 4 * text.length, y: LABEL.half };
    return this.#place(placesBeside(this.#pixel(p), this.#pixel(q), half), text, attributes);
  }

  #pixel({ x, y }: Vec2): Vec2 {
    return { x: this.x(x), y: this.y(y) };
  }

  /** A label at the first place in the picture where it covers no mark and no other label. */
  #place(places: readonly Vec2[], text: string, attributes: Attributes): SVGTextElement {
    const half = { x: 4 * text.length + 1, y: LABEL.half };
    const marks = this.marks.map((p) => ({ ...this.#pixel(p), half: { x: MARK, y: MARK } }));
    const inside = places.map((at) => this.#inside(at, text));
    const at = clearPlace(inside, half, [...this.#labels, ...marks]);
    this.#labels.push({ ...at, half });
    return this.#text(at, text, attributes);
  }

  /**
   * The nearest position of a label's middle at which the label is completely inside the picture.
   */
  #inside({ x, y }: Vec2, text: string): Vec2 {
    const half = 4 * text.length;
    return {
      x: Math.min(Math.max(x, half + 4), this.width - half - 4),
      y: Math.min(Math.max(y, 14 - LABEL.baseline), this.height - 8 - LABEL.baseline),
    };
  }

  #text({ x, y }: Vec2, text: string, { fill, ...rest }: Attributes): SVGTextElement {
    // The stylesheet colours labels. An inline style overrides it.
    const style = fill === undefined ? null : `fill:${fill}`;
    return element(
      "text",
      { x, y: y + LABEL.baseline, "text-anchor": "middle", class: "halo", style, ...rest },
      text,
    );
  }

  /** Lines one unit apart, or two, five, … if they would be too dense. */
  grid(): SVGGElement {
    const group = element("g", { stroke: "var(--grid)", "stroke-width": 1 });
    const { minX, minY, maxX, maxY } = this.visible();
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((s) => s * this.scale >= 24) ??
      5000;
    for (let x = Math.ceil(minX / step) * step; x <= maxX; x += step) {
      group.append(this.line({ x, y: minY }, { x, y: maxY }));
    }
    for (let y = Math.ceil(minY / step) * step; y <= maxY; y += step) {
      group.append(this.line({ x: minX, y }, { x: maxX, y }));
    }
    return group;
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
