/**
 * The story page: one stage with two live pictures that stays in view, and paragraphs that scroll past
 * it. The paragraph that one reads decides what the stage shows; the shapes can be dragged at any time.
 *
 * @module
 */
import type { Vec2 } from "@narrowphase/gjk2d";
import { castView } from "../explorer/cast_views.ts";
import { distanceView } from "../explorer/distance_view.ts";
import { onceAFrame, onShapeKey, startDrag } from "../explorer/handles.ts";
import {
  type Body,
  formatScene,
  parseScene,
  type Scene,
  tidy,
  tidyAngle,
} from "../explorer/scene.ts";
import { difference, frameOf, ShapeNode, together, world } from "../explorer/stage.ts";
import { stepsOf, stepsView } from "../explorer/steps_view.ts";
import type { Account, Frame } from "../explorer/view.ts";
import { boundsAfter, describeStep, show as shown } from "../explorer/words.ts";
import { byId, showPage, startTheme } from "../shared/theme.ts";
import { pointsView, supportView } from "./views.ts";

/** A visitor who asked for little motion sees every paragraph's scene at rest. */
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

// ---- Paragraphs and their scenes

/** What moves by itself while a paragraph is read. */
type Motion = "around" | "through" | "turn" | "none";

interface Part {
  node: HTMLElement;
  /** What the stage shows; `points` and `support` are only here, the others are views of the explorer. */
  show: string;
  scene: Scene;
  motion: Motion;
}

const parts: Part[] = [...document.querySelectorAll<HTMLElement>("[data-scene]")].map((node) => {
  const scene = parseScene(node.dataset.scene ?? "");
  return {
    node,
    scene,
    show: node.dataset.show ?? scene.view,
    motion: (node.dataset.motion ?? "none") as Motion,
  };
});
/** The paragraph that is read, and its scene as it is now. */
let part = parts[0];
let scene: Scene = structuredClone(part.scene);
/** Where the bodies came from when the paragraph changed, and since when. */
let from: Scene | null = null;
let since = 0;
/** Whether the reader has taken a shape in this paragraph: then nothing moves by itself. */
let taken = false;

/** The paragraph at the line where one reads: below the pictures where they are above the text. */
function reading(): Part {
  const { bottom } = byId("stage").getBoundingClientRect();
  const isAbove = getComputedStyle(byId("stage")).gridRowStart === "auto";
  const line = isAbove ? bottom + 0.35 * (innerHeight - bottom) : 0.55 * innerHeight;
  let found = parts[0];
  for (const each of parts) if (each.node.getBoundingClientRect().top < line) found = each;
  return found;
}

function follow(): void {
  const next = reading();
  if (next === part) return;
  part.node.classList.remove("read");
  part = next;
  part.node.classList.add("read");
  from = still ? null : structuredClone(scene);
  since = performance.now();
  taken = false;
  // Steps of one scene keep it as the reader has left it.
  const { a, b } = scene;
  scene = structuredClone(part.scene);
  const goesOn = part.node.dataset.goesOn !== undefined && from?.view === "steps";
  if (goesOn) scene = { ...scene, a, b };
  change();
}

/** How long the bodies take to the places of the next paragraph, in milliseconds. */
const CHANGE = 600;

function between(p: Body, q: Body, t: number): Body {
  const turn = ((q.angle - p.angle + 540) % 360) - 180;
  return {
    ...q,
    x: p.x + t * (q.x - p.x),
    y: p.y + t * (q.y - p.y),
    angle: p.angle + t * turn,
    size: p.size + t * (q.size - p.size),
  };
}

/** The scene at a time: on its way from the last one, and in its own motion. */
function now(time: number): Scene {
  const age = time - since;
  const t = Math.min(age / CHANGE, 1);
  const eased = t * t * (3 - 2 * t);
  const then = structuredClone(scene);
  if (from !== null && t < 1) {
    if (from.a.kind === scene.a.kind) then.a = between(from.a, scene.a, eased);
    if (from.b.kind === scene.b.kind) then.b = between(from.b, scene.b, eased);
  }
  if (still || taken || age < CHANGE) return then;
  const phase = (age - CHANGE) / 1000;
  if (part.motion === "around") {
    then.b.x += 0.5 * (1 - Math.cos(phase));
    then.b.y += 0.7 * Math.sin(phase);
    then.b.angle += 20 * Math.sin(0.7 * phase);
  } else if (part.motion === "through") then.b.x += 1.5 * (Math.cos(0.8 * phase) - 1);
  return then;
}

/** The direction that the support function is asked for: it goes around. */
function direction(time: number): Vec2 {
  const angle = still ? 0.6 : 0.6 + 0.6 * Math.max(0, time - since - CHANGE) / 1000;
  return { x: Math.cos(angle), y: Math.sin(angle) };
}

// ---- Shapes that are dragged

class Actor {
  readonly side: "a" | "b";
  readonly #node: ShapeNode;

  constructor(side: "a" | "b") {
    this.side = side;
    this.#node = new ShapeNode(side);
    const { group } = this.#node;
    startDrag(group, world, ({ x, y }, start) => this.#put(start.x + x, start.y + y), () => {
      this.#take();
      group.focus({ preventScroll: true });
      return { ...scene[side] };
    });
    const by = (dx: number, dy: number, degrees: number): void => {
      this.#take();
      const { x, y, angle } = scene[side];
      scene[side].angle = tidyAngle(angle + degrees);
      this.#put(x + dx, y + dy);
    };
    group.addEventListener("keydown", (event) =>
      onShapeKey(event, {
        move: (dx, dy) => by(dx, dy, 0),
        rotate: (degrees) => by(0, 0, degrees),
      }));
  }

  /** From now on this paragraph's scene is the reader's. */
  #take(): void {
    scene = now(performance.now());
    for (const side of ["a", "b"] as const) {
      const { x, y, angle, size } = scene[side];
      scene[side] = {
        ...scene[side],
        x: tidy(x),
        y: tidy(y),
        angle: tidyAngle(angle),
        size: tidy(size),
      };
    }
    from = null;
    taken = true;
  }

  #put(x: number, y: number): void {
    const { minX, minY, maxX, maxY } = world.visible();
    scene[this.side] = {
      ...scene[this.side],
      x: tidy(Math.min(Math.max(x, minX + 0.3), maxX - 0.3)),
      y: tidy(Math.min(Math.max(y, minY + 0.3), maxY - 0.3)),
    };
    change();
  }

  render(frame: Frame): void {
    const name = this.side.toUpperCase();
    this.#node.draw(frame, `Shape ${name}: arrow keys move it, Q and E turn it`);
  }
}

const actors = [new Actor("a"), new Actor("b")];

// ---- Drawing

const change = onceAFrame(render);

function account(frame: Frame, time: number): Account {
  switch (part.show) {
    case "points":
      return pointsView(frame);
    case "support":
      return supportView(frame, direction(time));
    case "steps": {
      const traces = stepsOf(frame);
      const steps = traces?.library ?? [];
      const step = Math.min(frame.scene.step, steps.length);
      const view = stepsView({ ...frame, scene: { ...frame.scene, step } }, traces);
      // What happens stands in the paragraph.
      const { low, high } = boundsAfter(steps, step);
      const known = `The distance is at least ${shown(low)} and at most ${shown(high)}.`;
      return { ...view, words: [view.words[0], known] };
    }
    case "cast":
      return castView(frame);
    default:
      return distanceView(frame);
  }
}

function render(time: number): void {
  follow();
  world.measure();
  difference.measure();
  const scene = now(time);
  const [wide, high] = together(scene);
  world.look({ x: 0, y: 0 }, Math.max(3.9, 0.55 * wide), Math.max(2.5, 0.55 * high));
  world.marks = [scene.a, scene.b];
  const frame = frameOf(scene);
  for (const actor of actors) actor.render(frame);
  const { words } = account(frame, time);
  byId("says").replaceChildren(...words);
  if (part.show === "steps") writeSteps(frame);
  const isMoving = !still && (time - since < CHANGE && from !== null ||
    !taken && part.motion !== "none");
  if (isMoving && document.visibilityState === "visible") change();
}

/** The paragraphs of the steps say what happens in the scene as it is. */
function writeSteps(frame: Frame): void {
  const steps = stepsOf(frame)?.library ?? [];
  for (const { node, scene: { step } } of parts) {
    const text = node.querySelector("[data-step]");
    if (text === null || steps.length === 0) continue;
    const words = step > steps.length
      ? "The way you have dragged them, the search has ended before."
      : describeStep(steps, step - 1, 0).join(" ");
    if (text.textContent !== words) text.textContent = words;
  }
}

byId<HTMLAnchorElement>("play").addEventListener("click", (event) => {
  const link = event.currentTarget as HTMLAnchorElement;
  link.href = `explorer.html#${formatScene({ ...scene, view: "steps", step: 1 })}`;
});
for (const type of ["scroll", "resize", "visibilitychange"]) {
  (type === "visibilitychange" ? document : globalThis).addEventListener(type, change, {
    passive: true,
  });
}
startTheme(change);
part.node.classList.add("read");
// The texts of the steps, before anything is measured by them.
const first = parts.find(({ show }) => show === "steps");
if (first !== undefined) writeSteps(frameOf(first.scene));
render(performance.now());
showPage();
new ResizeObserver(change).observe(world.svg);
