/**
 * What the explorer and the story share: two pictures with their layers, and two shapes in the first one.
 *
 * @module
 */
import { aabb } from "@narrowphase/gjk2d";
import { byId } from "../shared/theme.ts";
import { Drawing, element } from "./drawing.ts";
import { type Outline, outlineOf } from "./geometry.ts";
import { poseOf, type Scene, shapeOf } from "./scene.ts";
import type { Frame } from "./view.ts";

const layer = (): SVGGElement => element("g", { "pointer-events": "none" });

/** The pictures `#world` and `#difference` of the page. */
export const world: Drawing = new Drawing(byId<SVGSVGElement>("world"));
export const difference: Drawing = new Drawing(byId<SVGSVGElement>("difference"));
const grid = layer();
const under = layer();
/** Layer of the world with the shapes. */
export const shapes: SVGGElement = element("g");
/** Layers of the world above the shapes, and of the difference. */
export const over: SVGGElement = layer();
export const picture: SVGGElement = element("g");
world.svg.append(grid, under, shapes, over);
difference.svg.append(picture);

/** Width and height of A ⊖ B: as wide as A and B together. */
export function together({ a, b }: Scene): [wide: number, high: number] {
  const [p, q] = [a, b].map((body) => aabb(shapeOf(body), poseOf(body)));
  return [p.maxX - p.minX + q.maxX - q.minX, p.maxY - p.minY + q.maxY - q.minY];
}

/** A scene as views draw it, on layers that are empty again. */
export function frameOf(scene: Scene): Frame {
  grid.replaceChildren(world.grid());
  for (const each of [under, over, picture]) each.replaceChildren();
  const [a, b] = [shapeOf(scene.a), shapeOf(scene.b)];
  const [poseA, poseB] = [poseOf(scene.a), poseOf(scene.b)];
  return { scene, a, b, poseA, poseB, world, difference, under, over, picture };
}

/** A shape in the world. Its elements must not be replaced while a finger is on them: they are changed. */
export class ShapeNode {
  readonly side: "a" | "b";
  readonly group: SVGGElement;
  readonly #body = element("path", { class: "body" });
  readonly #core = element("path", { class: "core" });
  readonly #center = element("path", { "stroke-width": 5, "stroke-linecap": "round" });
  readonly #label = element("text", {
    class: "halo",
    "text-anchor": "middle",
    style: "fill:currentColor;stroke:var(--panel)",
  });

  constructor(side: "a" | "b") {
    this.side = side;
    this.group = element("g", {
      class: `shape side-${side}`,
      tabindex: 0,
      role: "button",
      "aria-roledescription": "movable shape",
      id: `shape-${side}`,
    });
    this.#label.textContent = side.toUpperCase();
    this.group.append(this.#body, this.#core, this.#center, this.#label);
    shapes.append(this.group);
  }

  /** Draws it, and returns its outline. */
  draw(frame: Frame, label: string): Outline {
    const isA = this.side === "a";
    const outline = outlineOf(isA ? frame.a : frame.b, isA ? frame.poseA : frame.poseB);
    const { points: [center], points, radius } = outline;
    this.#body.setAttribute("d", world.outline(outline));
    this.#core.setAttribute("d", radius > 0 ? world.polygon(points) : "");
    this.#center.setAttribute(
      "d",
      radius > 0 && points.length === 1 ? `M${world.x(center.x)} ${world.y(center.y)}h0` : "",
    );
    const { x, y } = frame.scene[this.side];
    this.#label.setAttribute("x", String(world.x(x)));
    this.#label.setAttribute("y", String(world.y(y) + 5));
    this.group.setAttribute("aria-label", label);
    return outline;
  }
}
