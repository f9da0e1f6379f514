/**
 * Shared parts of all views of the explorer: the frame they draw into, and drawing functions.
 *
 * @module
 */
import type { ConvexShape, DistanceResult, Pose, Vec2 } from "@narrowphase/gjk2d";
import { type Drawing, element } from "./drawing.ts";
import { differenceOf, type Outline, outlineOf } from "./geometry.ts";
import type { Scene } from "./scene.ts";
import { show, showPoint } from "./words.ts";

/** The inputs and targets of a view's drawing. */
export interface Frame {
  scene: Scene;
  a: ConvexShape;
  b: ConvexShape;
  poseA: Pose;
  poseB: Pose;
  world: Drawing;
  difference: Drawing;
  /** Layer of the world below the shapes. */
  under: SVGGElement;
  /** Layer of the world above the shapes. */
  over: SVGGElement;
  /** The picture of the difference. */
  picture: SVGGElement;
}

/** A line of the readout. */
export interface Item {
  name: string;
  value: (Node | string)[];
  wide?: boolean;
}

/** A view's description of its frame. */
export interface Account {
  /** Sentences below the pictures. */
  words: (Node | string)[];
  readout: Item[];
  /** Caption of the right-hand picture. */
  caption: string;
  /** Other things that can be dragged in the left-hand picture. */
  world?: string;
}

/** A number in the page; its full value is in the `value` attribute. */
export function number(value: number, name = ""): HTMLDataElement {
  const node = document.createElement("data");
  node.value = String(value);
  if (name !== "") node.id = name;
  node.textContent = show(value);
  return node;
}

/** A point in the page, as two numbers. */
export function pointNode(p: Vec2, name = ""): HTMLDataElement {
  const node = document.createElement("data");
  node.value = `${p.x},${p.y}`;
  if (name !== "") node.id = name;
  node.textContent = showPoint(p);
  return node;
}

/** Text in the page with a class. */
export function span(text: string, className = ""): HTMLSpanElement {
  const node = document.createElement("span");
  node.className = className;
  node.textContent = text;
  return node;
}

/** A corner, an edge or a point of a smooth boundary, in words. */
export function featureWords({ type, i, j }: DistanceResult["featureA"], of: ConvexShape): string {
  if (type === "support") return "smooth boundary";
  if (of.points.length === 1) return "its center";
  const core = of.radius > 0 ? " of the core" : "";
  return type === "vertex" ? `corner ${i}${core}` : `edge ${i}–${j}${core}`;
}

/** The outlines of both shapes and of their difference. */
export function outlines(frame: Frame): { a: Outline; b: Outline; difference: Outline } {
  const a = outlineOf(frame.a, frame.poseA);
  const b = outlineOf(frame.b, frame.poseB);
  return { a, b, difference: differenceOf(a, b) };
}

/** The least shift of a range of 2 `half` around 0 that covers `min` to `max`, as far as it can. */
function shift(min: number, max: number, half: number): number {
  if (max - min > 2 * half) return (min + max) / 2;
  return max > half ? max - half : min < -half ? min + half : 0;
}

/**
 * Shows outlines, points and the origin in the right-hand picture, in the scale of the other one. The
 * origin is in its middle where that leaves room for all.
 */
export function lookAtAll(
  { world, difference: drawing }: Frame,
  outlines: readonly Outline[],
  more: readonly Vec2[] = [],
): void {
  let minX = 0, minY = 0, maxX = 0, maxY = 0;
  const take = ({ x, y }: Vec2, r: number): void => {
    minX = Math.min(minX, x - r);
    minY = Math.min(minY, y - r);
    maxX = Math.max(maxX, x + r);
    maxY = Math.max(maxY, y + r);
  };
  for (const { points, radius } of outlines) for (const p of points) take(p, radius);
  for (const p of more) take(p, 0);
  // Labels keep clear of the origin.
  drawing.marks = [{ x: 0, y: 0 }];
  /** Room for labels, in units of the world. */
  const rim = 20 / world.scale;
  drawing.lookLike(world, {
    x: shift(minX - rim, maxX + rim, drawing.width / 2 / world.scale),
    y: shift(minY - rim, maxY + rim, drawing.height / 2 / world.scale),
  });
}

/** Draws A ⊖ B, its core where there are radii, and the grid. */
export function drawDifference(
  { difference: drawing, picture }: Frame,
  outline: Outline,
  hit: boolean,
): void {
  const color = "var(--diff)";
  picture.append(
    drawing.grid(),
    drawing.path(drawing.outline(outline), {
      fill: color,
      "fill-opacity": hit ? 0.22 : 0.11,
      stroke: color,
      "stroke-width": 2,
      "stroke-linejoin": "round",
    }),
  );
  if (outline.radius > 0) {
    picture.append(
      drawing.path(drawing.polygon(outline.points), {
        fill: "none",
        stroke: color,
        "stroke-dasharray": "3 3",
      }),
    );
    if (outline.points.length === 1) {
      picture.append(drawing.dot(outline.points[0], 2.5, { fill: color }));
    }
  }
}

/** Draws the origin, which all questions are about, so it is above everything else. */
export function drawOrigin({ difference: drawing, picture }: Frame, hit: boolean): void {
  const o = { x: 0, y: 0 };
  const x = drawing.x(0);
  const y = drawing.y(0);
  const color = hit ? "var(--warn)" : "var(--ink)";
  picture.append(
    element(
      "g",
      { stroke: color, "stroke-width": 2, fill: "none" },
      drawing.dot(o, 6, { fill: "var(--panel)", "fill-opacity": 0.75 }),
      element("path", { d: `M${x - 11} ${y}H${x + 11}M${x} ${y - 11}V${y + 11}` }),
    ),
    drawing.label(o, "0", 15, 18),
  );
}

/** Two witness points and the line between them. */
export function drawWitness({ world, over }: Frame, a: Vec2, b: Vec2, label: string): void {
  over.append(
    world.line(a, b, { stroke: "var(--found)", "stroke-width": 2 }),
    world.dot(a, 4.5, { class: "side-a dot", "stroke-width": 1.5 }),
    world.dot(b, 4.5, { class: "side-b dot", "stroke-width": 1.5 }),
  );
  if (label !== "") over.append(world.labelBeside(a, b, label, { fill: "var(--found)" }));
}

/** A word in the page that programs can read. */
export function dataText(text: string, id: string): HTMLDataElement {
  const node = document.createElement("data");
  node.id = id;
  node.value = text;
  node.textContent = text;
  return node;
}

/** A slider with its name and value, for the strip below the pictures. */
export interface SliderRow {
  node: HTMLElement;
  /** Shows a value. */
  show(value: number): void;
}

/** A new slider row. */
export function sliderRow(
  { id, label, min, max, step, onInput }: {
    id: string;
    label: string;
    min: number;
    max: number;
    step: number;
    onInput: (value: number) => void;
  },
): SliderRow {
  const node = document.createElement("div");
  node.className = "row";
  const name = document.createElement("label");
  name.htmlFor = id;
  name.textContent = label;
  const input = document.createElement("input");
  input.type = "range";
  input.id = id;
  input.min = String(min);
  input.max = String(max);
  input.step = String(step);
  const output = document.createElement("output");
  output.htmlFor.add(id);
  input.addEventListener("input", () => onInput(input.valueAsNumber));
  node.append(name, input, output);
  return {
    node,
    show(value): void {
      input.value = String(value);
      output.textContent = show(value);
    },
  };
}
