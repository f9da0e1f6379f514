/**
 * Handles: things in the world that can be moved with a pointer or with keys.
 *
 * @module
 */
import type { Vec2 } from "@narrowphase/gjk2d";
import { type Drawing, element } from "./drawing.ts";

/** What a handle does. */
export interface HandleActions {
  /** Moved to a point of the world. */
  to(p: Vec2): void;
  /** An arrow key: a direction, and whether Shift is held. */
  key?(dx: number, dy: number, fine: boolean): void;
}

/** A mark that can be dragged. */
export class Handle {
  readonly node: SVGGElement;
  readonly #pad: SVGCircleElement;
  readonly #mark: SVGElement;
  #at: Vec2 = { x: 0, y: 0 };

  /**
   * @param world The picture that shows it.
   * @param side The body whose colour it has.
   * @param form Its mark.
   * @param label Name for those who cannot see it.
   * @param actions What it does.
   */
  constructor(
    world: Drawing,
    side: "a" | "b" | "n",
    form: "circle" | "square",
    label: string,
    actions: HandleActions,
  ) {
    this.#pad = element("circle", { class: "pad", r: 17 });
    this.#mark = form === "circle"
      ? element("circle", {
        class: "handle",
        r: 6,
        tabindex: 0,
        role: "button",
        "aria-label": label,
      })
      : element("rect", {
        class: "handle",
        width: 11,
        height: 11,
        tabindex: 0,
        role: "button",
        "aria-label": label,
      });
    this.node = element("g", { class: `side-${side}` }, this.#pad, this.#mark);
    startDrag(
      this.node,
      world,
      (p, start) => actions.to({ x: start.x + p.x, y: start.y + p.y }),
      () => {
        this.#mark.focus({ preventScroll: true });
        return this.#at;
      },
    );
    this.#mark.addEventListener("keydown", (event) => {
      const way = arrowKey(event);
      if (way === null) return;
      event.preventDefault();
      if (actions.key !== undefined) actions.key(way.x, way.y, event.shiftKey);
      else {
        const step = event.shiftKey ? 0.01 : 0.1;
        actions.to({ x: this.#at.x + step * way.x, y: this.#at.y + step * way.y });
      }
    });
  }

  /** Where it is. */
  get at(): Vec2 {
    return this.#at;
  }

  /** Moves the mark. */
  place(world: Drawing, at: Vec2, angle = 0): void {
    this.#at = at;
    const x = world.x(at.x);
    const y = world.y(at.y);
    this.#pad.setAttribute("cx", String(x));
    this.#pad.setAttribute("cy", String(y));
    if (this.#mark.tagName === "circle") {
      this.#mark.setAttribute("cx", String(x));
      this.#mark.setAttribute("cy", String(y));
    } else {
      this.#mark.setAttribute("x", String(x - 5.5));
      this.#mark.setAttribute("y", String(y - 5.5));
      this.#mark.setAttribute("transform", `rotate(${-angle} ${x} ${y})`);
    }
  }
}

/** The direction of an arrow key, `null` for another key. */
export function arrowKey(event: KeyboardEvent): Vec2 | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  switch (event.key) {
    case "ArrowLeft":
      return { x: -1, y: 0 };
    case "ArrowRight":
      return { x: 1, y: 0 };
    case "ArrowUp":
      return { x: 0, y: 1 };
    case "ArrowDown":
      return { x: 0, y: -1 };
    default:
      return null;
  }
}

/**
 * Makes an element draggable.
 *
 * @param node The element.
 * @param world Gives the coordinates.
 * @param onMove Called with the vector from the start of the drag, and the value from `onStart`.
 * @param onStart Called when a drag begins. Returns a value to remember.
 */
export function startDrag<T>(
  node: SVGElement,
  world: Drawing,
  onMove: (way: Vec2, start: T) => void,
  onStart: () => T,
): void {
  let from: Vec2 | null = null;
  let start: T;
  /** The pointer that drags. A second finger on the same element is ignored. */
  let pointer = -1;
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || node.hasPointerCapture(pointer)) return;
    event.preventDefault();
    pointer = event.pointerId;
    from = world.at(event);
    start = onStart();
    node.setPointerCapture(pointer);
  });
  node.addEventListener("pointermove", (event) => {
    if (event.pointerId !== pointer) return;
    // While another button is held, the release of the first one arrives as a move.
    if ((event.buttons & 1) === 0) from = null;
    if (from === null) return;
    const p = world.at(event);
    onMove({ x: p.x - from.x, y: p.y - from.y }, start);
  });
  const end = (event: PointerEvent): void => {
    if (event.pointerId === pointer) from = null;
  };
  node.addEventListener("pointerup", end);
  node.addEventListener("pointercancel", end);
  node.addEventListener("lostpointercapture", end);
}

/** What keys do with a shape. */
export interface KeyActions {
  /** Arrows, by 0.1, with Shift by 0.01. */
  move(dx: number, dy: number): void;
  /** Q and E, by 5 degrees, with Shift by 0.5. */
  rotate(degrees: number): void;
  /** Other keys. */
  more?: Record<string, () => void>;
}

/** Does what a key asks for. */
export function onShapeKey(event: KeyboardEvent, { move, rotate, more = {} }: KeyActions): void {
  const { shiftKey: fine, code, key } = event;
  const way = arrowKey(event);
  if (way !== null) move(way.x * (fine ? 0.01 : 0.1), way.y * (fine ? 0.01 : 0.1));
  else if (event.ctrlKey || event.altKey || event.metaKey) return;
  else if (code === "KeyQ") rotate(fine ? 0.5 : 5);
  else if (code === "KeyE") rotate(fine ? -0.5 : -5);
  else if (Object.hasOwn(more, key)) more[key]();
  else return;
  event.preventDefault();
}

/** A function that draws once in the next frame, however often it is called before. */
export function onceAFrame(draw: (time: number) => void): () => void {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    requestAnimationFrame((time) => {
      due = false;
      draw(time);
    });
  };
}
