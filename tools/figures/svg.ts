/**
 * What all figures share: colours, text, arrows, and the view that maps a part of the plane onto a
 * part of the picture. Every helper returns SVG text; nothing is read or written here.
 *
 * @module
 */
import type { Vec2 } from "@narrowphase/gjk2d";

// The page is opaque and of middling contrast, so that figures read on light and on dark backgrounds.
export const COLORS = {
  page: "#eef1f5",
  frame: "#94a3b8",
  panel: "#ffffff",
  grid: "#e2e8f0",
  axis: "#b6c2d1",
  text: "#1f2937",
  muted: "#5b6b80",
  line: "#475569",
  a: "#2563eb",
  aFill: "#dbe7fd",
  b: "#c2570c",
  bFill: "#fde6d3",
  c: "#64748b",
  cFill: "#eceff4",
  simplex: "#0f766e",
  simplexFill: "#cdeae6",
  newest: "#be185d",
  state: "#ffffff",
  choice: "#fdebc8",
  end: "#d7e5f8",
} as const;

/** A number as figures hold it: to a tenth of a pixel, never -0. */
export function px(x: number): string {
  return String(Math.round(x * 10) / 10 + 0);
}

/** Text as XML holds it. */
export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A rectangle in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What can be said about a line or an area. */
export interface Stroke {
  stroke?: string;
  fill?: string;
  width?: number;
  dash?: string;
  opacity?: number;
}

function paint({ stroke = "none", fill = "none", width = 1.5, dash, opacity }: Stroke): string {
  return ` fill="${fill}" stroke="${stroke}"` +
    (stroke === "none" ? "" : ` stroke-width="${width}" stroke-linejoin="round"`) +
    (dash === undefined ? "" : ` stroke-dasharray="${dash}"`) +
    (opacity === undefined ? "" : ` opacity="${opacity}"`);
}

/** How a text is set. */
export interface TextStyle {
  anchor?: "start" | "middle" | "end";
  size?: number;
  fill?: string;
  bold?: boolean;
  italic?: boolean;
  /** Colour of an outline that keeps the text apart from the lines under it. */
  halo?: string;
}

/** A line of text; `y` is its baseline. */
export function text(x: number, y: number, content: string, style: TextStyle = {}): string {
  const { anchor = "middle", size, fill = COLORS.text, bold, italic, halo } = style;
  return `<text x="${px(x)}" y="${px(y)}"` +
    (anchor === "middle" ? "" : ` text-anchor="${anchor}"`) +
    (size === undefined ? "" : ` font-size="${size}"`) +
    ` fill="${fill}"` +
    (bold ? ` font-weight="bold"` : "") + (italic ? ` font-style="italic"` : "") +
    (halo === undefined ? "" : ` stroke="${halo}" stroke-width="4" paint-order="stroke"`) +
    `>${escapeXml(content)}</text>`;
}

/** A white card to draw on. */
export function card({ x, y, width, height }: Box): string {
  return `<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${
    px(height)
  }" rx="8" fill="${COLORS.panel}" stroke="${COLORS.grid}"/>`;
}

/** Whole picture: page, title, and `body` on it. `left` and `top` are where its coordinates begin. */
export function figure(
  title: string,
  box: Box,
  body: readonly string[],
  description: string = title,
): string {
  const { x, y, width, height } = box;
  const tips = new Set(
    Array.from(body.join("").matchAll(/url\(#tip-([0-9a-f]{6})\)/g), (match) => match[1]),
  );
  const markers = [...tips].sort().map((color) =>
    `<marker id="tip-${color}" viewBox="0 0 10 10" refX="8.5" refY="5" markerWidth="10" markerHeight="10" orient="auto" markerUnits="userSpaceOnUse"><path d="M0 0L10 5L0 10Z" fill="#${color}"/></marker>`
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${px(x)} ${px(y)} ${px(width)} ${
    px(height)
  }" width="${px(width)}" height="${px(height)}" role="img" aria-label="${
    escapeXml(description)
  }" font-family="Helvetica Neue,Helvetica,Arial,sans-serif" font-size="13" text-anchor="middle">
<defs>${markers.join("")}</defs>
<rect x="${px(x + 1)}" y="${px(y + 1)}" width="${px(width - 2)}" height="${
    px(height - 2)
  }" rx="10" fill="${COLORS.page}" stroke="${COLORS.frame}"/>
${text(x + 18, y + 27, title, { anchor: "start", size: 15, bold: true })}
${body.join("\n")}
</svg>
`;
}

/** Width of a page, and where the cards below its title begin. */
export const WIDTH = 960;
export const TOP = 44;

/** A picture as wide as a page. */
export function page(
  title: string,
  height: number,
  body: readonly string[],
  description: string = title,
): string {
  return figure(title, { x: 0, y: 0, width: WIDTH, height }, body, description);
}

/** Attribute that ends a path of the given colour with an arrow head. */
export function tip(color: string): string {
  return ` marker-end="url(#tip-${color.slice(1)})"`;
}

/** A part of the plane, y upwards, shown in a box: same scale in both axes, centerd. */
export class View {
  readonly box: Box;
  readonly scale: number;
  readonly #x: number;
  readonly #y: number;

  /** Shows all of `points`, at least `margin` pixels from the sides of the box. */
  constructor(box: Box, points: readonly Readonly<Vec2>[], margin = 24) {
    const xs = points.map((p) => p.x);
    const ys = points.map((p) => p.y);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [low, high] = [Math.min(...ys), Math.max(...ys)];
    this.box = box;
    this.scale = Math.min(
      (box.width - 2 * margin) / Math.max(right - left, 1e-9),
      (box.height - 2 * margin) / Math.max(high - low, 1e-9),
    );
    this.#x = box.x + box.width / 2 - this.scale * (left + right) / 2;
    this.#y = box.y + box.height / 2 + this.scale * (low + high) / 2;
  }

  /** Pixels of a point. */
  at({ x, y }: Readonly<Vec2>): [number, number] {
    return [this.#x + this.scale * x, this.#y - this.scale * y];
  }

  /** Lines of the unit grid and the two axes, as far as the box goes. */
  grid(unit = 1): string {
    const { x, y, width, height } = this.box;
    const inset = 3;
    const [left, right] = [
      (x + inset - this.#x) / this.scale,
      (x + width - inset - this.#x) / this.scale,
    ];
    const [low, high] = [
      (this.#y - y - height + inset) / this.scale,
      (this.#y - y - inset) / this.scale,
    ];
    const lines: string[] = [];
    for (let k = Math.ceil(left / unit); k <= Math.floor(right / unit); k++) {
      lines.push(this.line({ x: k * unit, y: low }, { x: k * unit, y: high }, {
        stroke: k === 0 ? COLORS.axis : COLORS.grid,
        width: 1,
      }));
    }
    for (let k = Math.ceil(low / unit); k <= Math.floor(high / unit); k++) {
      lines.push(this.line({ x: left, y: k * unit }, { x: right, y: k * unit }, {
        stroke: k === 0 ? COLORS.axis : COLORS.grid,
        width: 1,
      }));
    }
    return lines.join("\n");
  }

  /** Closed polygon; of two points a line. */
  polygon(points: readonly Readonly<Vec2>[], stroke: Stroke): string {
    const d = points.map((p) => this.at(p).map(px).join(" ")).join("L");
    return `<path d="M${d}Z"${paint(stroke)}/>`;
  }

  line(p: Readonly<Vec2>, q: Readonly<Vec2>, stroke: Stroke): string {
    return `<path d="M${this.at(p).map(px).join(" ")}L${this.at(q).map(px).join(" ")}"${
      paint(stroke)
    }/>`;
  }

  /** Arrow between two points, `gap` and `tipGap` pixels short of them. */
  arrow(p: Readonly<Vec2>, q: Readonly<Vec2>, color: string, gap = 0, tipGap = 0): string {
    const [x0, y0] = this.at(p);
    const [x1, y1] = this.at(q);
    const length = Math.hypot(x1 - x0, y1 - y0);
    const ux = (x1 - x0) / length;
    const uy = (y1 - y0) / length;
    return `<path d="M${px(x0 + gap * ux)} ${px(y0 + gap * uy)}L${px(x1 - tipGap * ux)} ${
      px(y1 - tipGap * uy)
    }"${paint({ stroke: color, width: 1.8 })}${tip(color)}/>`;
  }

  /** Arrow of `length` pixels from a point in a direction of the plane. */
  direction(p: Readonly<Vec2>, d: Readonly<Vec2>, length: number, color: string): string {
    const k = length / (this.scale * Math.hypot(d.x, d.y));
    return this.arrow(p, { x: p.x + k * d.x, y: p.y + k * d.y }, color);
  }

  dot(p: Readonly<Vec2>, fill: string, radius = 4, ring?: string): string {
    const [x, y] = this.at(p);
    return `<circle cx="${px(x)}" cy="${px(y)}" r="${radius}" fill="${fill}"` +
      (ring === undefined ? "" : ` stroke="${ring}" stroke-width="2"`) + "/>";
  }

  /** The origin: a ring with a dot. */
  origin(): string {
    const o = { x: 0, y: 0 };
    return this.dot(o, COLORS.panel, 6, COLORS.text) + this.dot(o, COLORS.text, 2.2);
  }

  /** The letter of a shape, in its colour. */
  name(p: Readonly<Vec2>, letter: "A" | "B", size = 18, dx = 0, dy = 5): string {
    const [fill, halo] = letter === "A" ? [COLORS.a, COLORS.aFill] : [COLORS.b, COLORS.bFill];
    return this.label(p, dx, dy, letter, { size, bold: true, fill, halo });
  }

  /** Text beside a point, `dx` to its right and `dy` below, in pixels. */
  label(p: Readonly<Vec2>, dx: number, dy: number, content: string, style: TextStyle = {}): string {
    const [x, y] = this.at(p);
    return text(x + dx, y + dy, content, { halo: COLORS.panel, ...style });
  }
}

/** Mean of the vertices: inside, which is all that a label needs. */
export function middle(points: readonly Readonly<Vec2>[]): Vec2 {
  const sum = points.reduce((m, p) => ({ x: m.x + p.x, y: m.y + p.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** Pairs of numbers as points. */
export function points(...pairs: readonly (readonly [number, number])[]): Vec2[] {
  return pairs.map(([x, y]) => ({ x, y }));
}
