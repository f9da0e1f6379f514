/**
 * The explorer: two shapes in the world, their Minkowski difference beside them, and the library's
 * answers about them.
 *
 * @module
 */
import { convexHull, type Vec2 } from "@narrowphase/gjk2d";
import { byId, showPage, startTheme } from "../shared/theme.ts";
import { codeOf } from "./code.ts";
import { edgeNear, originOf, originWords } from "./edges.ts";
import { castView, rayView } from "./cast_views.ts";
import { contactView } from "./contact_view.ts";
import { BodyControls, KIND_NAMES } from "./controls.ts";
import { distanceView } from "./distance_view.ts";
import { element } from "./drawing.ts";
import { reach, wayOut } from "./geometry.ts";
import { impactOf, impactStrip, impactView } from "./impact_view.ts";
import { arrowKey, Handle, onceAFrame, onShapeKey, startDrag } from "./handles.ts";
import {
  type Body,
  FAR,
  firstScene,
  formatScene,
  hullOf,
  parseScene,
  radians,
  type Scene,
  tidy,
  tidyAngle,
  type View,
} from "./scene.ts";
import { difference, frameOf, over, picture, ShapeNode, shapes, together, world } from "./stage.ts";
import { STEP_SCENES, stepsOf, stepsStrip, stepsView } from "./steps_view.ts";
import { type Account, type Frame, outlines, sliderRow } from "./view.ts";

const VIEW_NAMES: [View, string][] = [
  ["distance", "Distance"],
  ["steps", "GJK step by step"],
  ["contact", "Contact points"],
  ["ray", "Ray cast"],
  ["cast", "Shape cast"],
  ["impact", "Time of impact"],
];

let scene: Scene = parseScene(location.hash);
const handles = element("g");
world.svg.append(handles);

/** Schedules one redraw for any number of changes. */
const change = onceAFrame(render);

// ---- Shapes and their handles

class Actor {
  readonly side: "a" | "b";
  readonly #node: ShapeNode;
  readonly #stalk = element("line", { "stroke-width": 1, "stroke-dasharray": "2 3" });
  readonly turn: Handle;
  readonly scale: Handle;
  /** Its largest distance from its center at size 1. */
  #reach = 1;

  constructor(side: "a" | "b") {
    this.side = side;
    this.#node = new ShapeNode(side);
    const name = side.toUpperCase();
    startDrag(this.group, world, (way, start) => this.put(start.x + way.x, start.y + way.y), () => {
      // Bring it to the front by moving the others back: a node that is moved loses its focus and
      // its pointer.
      for (const other of [...shapes.children]) {
        if (other !== this.group) shapes.prepend(other);
      }
      this.group.focus({ preventScroll: true });
      const { x, y } = this.body;
      return { x, y };
    });
    this.group.addEventListener("keydown", (event) =>
      onShapeKey(event, {
        move: (dx, dy) => this.put(this.body.x + dx, this.body.y + dy),
        rotate: (degrees) => this.rotate(this.body.angle + degrees),
        more: {
          "+": () => this.resize(this.body.size + 0.05),
          "=": () => this.resize(this.body.size + 0.05),
          "-": () => this.resize(this.body.size - 0.05),
        },
      }));
    this.group.addEventListener("wheel", (event) => {
      // With Ctrl the wheel zooms the page.
      if (document.activeElement !== this.group || event.ctrlKey) return;
      event.preventDefault();
      // With Shift some browsers turn the wheel sideways.
      const turn = Math.sign(event.deltaY || event.deltaX);
      if (turn !== 0) this.rotate(this.body.angle - turn * (event.shiftKey ? 0.5 : 5));
    }, { passive: false });
    this.turn = new Handle(world, side, "circle", `Turn ${name}`, {
      to: (p) => {
        const degrees = Math.atan2(p.y - this.body.y, p.x - this.body.x) * 180 / Math.PI;
        this.rotate(degrees);
      },
      key: (dx, dy, fine) => this.rotate(this.body.angle - (dx - dy) * (fine ? 0.5 : 5)),
    });
    this.scale = new Handle(world, side, "square", `Scale ${name}`, {
      to: (p) => {
        this.resize(Math.hypot(p.x - this.body.x, p.y - this.body.y) / this.#reach);
      },
      key: (dx, dy, fine) => this.resize(this.body.size + (dx + dy) * (fine ? 0.01 : 0.05)),
    });
    handles.append(this.#stalk, this.turn.node, this.scale.node);
    this.#stalk.setAttribute("class", `side-${side}`);
  }

  get group(): SVGGElement {
    return this.#node.group;
  }

  get body(): Body {
    return scene[this.side];
  }

  put(x: number, y: number): void {
    scene[this.side] = { ...this.body, ...inView({ x, y }) };
    change();
  }

  rotate(degrees: number): void {
    scene[this.side] = { ...this.body, angle: tidyAngle(degrees) };
    change();
  }

  resize(size: number): void {
    scene[this.side] = { ...this.body, size: tidy(Math.min(Math.max(size, 0.2), 3)) };
    change();
  }

  render(frame: Frame): void {
    const { body } = this;
    const outline = this.#node.draw(
      frame,
      `Shape ${this.side.toUpperCase()}, ${
        KIND_NAMES[body.kind]
      }, at ${body.x}, ${body.y}, turned ${body.angle} degrees. ` +
        "Arrow keys move, Q and E turn, plus and minus scale.",
    );
    const outer = reach(outline, body);
    this.#reach = outer / body.size;
    const t = radians(body.angle);
    const c = Math.cos(t);
    const s = Math.sin(t);
    const far = outer + 26 / world.scale;
    const tip = { x: body.x + far * c, y: body.y + far * s };
    this.turn.place(world, tip);
    this.scale.place(
      world,
      { x: body.x + outer * s, y: body.y - outer * c },
      body.angle,
    );
    const foot = { x: body.x + outer * c, y: body.y + outer * s };
    for (
      const [name, value] of [
        ["x1", world.x(foot.x)],
        ["y1", world.y(foot.y)],
        ["x2", world.x(tip.x)],
        ["y2", world.y(tip.y)],
      ] as const
    ) this.#stalk.setAttribute(name, String(value));
  }
}

const actors = [new Actor("a"), new Actor("b")];

// ---- Handles of single views

/** Dragged handles stay this many pixels away from the border of the picture. */
const RIM = 10;

/** The nearest point that is visible, can be dragged again, and fits in an address. */
function inView({ x, y }: Vec2): Vec2 {
  const { minX, minY, maxX, maxY } = world.visible();
  const rim = RIM / world.scale;
  const within = (value: number, min: number, max: number): number =>
    tidy(Math.min(Math.max(value, min + rim, -FAR), max - rim, FAR));
  return { x: within(x, minX, maxX), y: within(y, minY, maxY) };
}

const rayStart = new Handle(world, "n", "circle", "Start of the ray", {
  to: (p) => {
    // The end stays where it is.
    const { x, y, dx, dy } = scene.ray;
    const start = inView(p);
    scene.ray = { ...start, dx: tidy(x + dx - start.x), dy: tidy(y + dy - start.y) };
    change();
  },
});
const rayEnd = new Handle(world, "n", "square", "End of the ray", {
  to: (p) => {
    const { x, y } = scene.ray;
    const end = inView(p);
    scene.ray = { x, y, dx: tidy(end.x - x), dy: tidy(end.y - y) };
    change();
  },
});
const castEnd = new Handle(world, "b", "square", "End of the cast of B", {
  to: (p) => {
    const end = inView(p);
    scene.cast = { x: tidy(end.x - scene.b.x), y: tidy(end.y - scene.b.y) };
    change();
  },
});
/** Handles for the end of the movement of a body: its place, and its turn. */
function endHandles(side: "a" | "b"): [View, Handle, () => Vec2][] {
  const key = side === "a" ? "moveA" : "moveB";
  const name = side.toUpperCase();
  const end = (): Vec2 => ({ x: scene[side].x + scene[key].x, y: scene[side].y + scene[key].y });
  // From half a revolution on, the sense of rotation would be ambiguous.
  const turnTo = (by: number): void => {
    scene[key] = { ...scene[key], angle: tidy(Math.min(Math.max(by, -175), 175)) };
    change();
  };
  const far = (): number => 1.6 * scene[side].size + 0.2;
  const direction = (): number => radians(scene[side].angle + scene[key].angle);
  return [
    [
      "impact",
      new Handle(world, side, "square", `End of the way of ${name}`, {
        to: (p) => {
          const { x, y } = scene[side];
          const to = inView(p);
          scene[key] = { ...scene[key], x: tidy(to.x - x), y: tidy(to.y - y) };
          change();
        },
      }),
      end,
    ],
    [
      "impact",
      new Handle(world, side, "circle", `Turn of ${name} on its way`, {
        to: (p) => {
          const { x, y } = end();
          const degrees = Math.atan2(p.y - y, p.x - x) * 180 / Math.PI;
          turnTo(tidyAngle(degrees - scene[side].angle));
        },
        key: (dx, dy, fine) => turnTo(scene[key].angle - (dx - dy) * (fine ? 0.5 : 5)),
      }),
      () => ({
        x: end().x + far() * Math.cos(direction()),
        y: end().y + far() * Math.sin(direction()),
      }),
    ],
  ];
}

const viewHandles: [View, Handle, () => Vec2][] = [
  ...endHandles("a"),
  ...endHandles("b"),
  ["ray", rayStart, () => scene.ray],
  ["ray", rayEnd, () => ({ x: scene.ray.x + scene.ray.dx, y: scene.ray.y + scene.ray.dy })],
  ["cast", castEnd, () => ({ x: scene.b.x + scene.cast.x, y: scene.b.y + scene.cast.y })],
];
for (const [, handle] of viewHandles) handles.append(handle.node);

function placeHandles(): void {
  for (const [view, handle, at] of viewHandles) {
    handle.node.style.display = view === scene.view ? "" : "none";
    handle.place(world, at());
  }
  // Labels avoid the visible handles and the names of the shapes.
  world.marks = [
    ...actors.flatMap(({ body, turn, scale }) => [body, turn.at, scale.at]),
    ...viewHandles.filter(([view]) => view === scene.view).map(([, handle]) => handle.at),
  ];
}

// ---- A hull drawn by hand

/** The hull that is being drawn, else `null`. */
let drawing: {
  side: "a" | "b";
  /** Its corners so far. */
  points: Vec2[];
  /** The point that was set last. */
  last: Vec2 | null;
  /** The crosshair that keys move. */
  cross: Vec2;
  /** Points of the stroke that is being drawn, `null` between strokes. */
  stroke: number | null;
  /** Whether finishing was refused because the points make no hull. */
  refused: boolean;
} | null = null;

function startDrawing(side: "a" | "b"): void {
  const { x, y } = scene[side];
  drawing = { side, points: [], last: null, cross: { x, y }, stroke: null, refused: false };
  world.svg.classList.add("drawing");
  world.svg.setAttribute("tabindex", "0");
  world.svg.focus({ preventScroll: true });
  showPictures();
  change();
}

/** On a narrow page the pictures are above the controls. */
function showPictures(): void {
  const { bottom } = world.svg.getBoundingClientRect();
  if (bottom < 80) byId("views").scrollIntoView({ block: "start" });
}

/** Ends drawing without a hull. */
function stopDrawing(): void {
  drawing = null;
  world.svg.classList.remove("drawing");
  world.svg.removeAttribute("tabindex");
  change();
}

function addPoint(p: Vec2): void {
  if (drawing === null) return;
  const q = inView(p);
  const { last } = drawing;
  if (last !== null && Math.hypot(q.x - last.x, q.y - last.y) < 0.12) return;
  drawing.last = q;
  drawing.refused = false;
  if (drawing.stroke !== null) drawing.stroke++;
  // Keep only the corners of the hull so far: the other points can never be corners again.
  drawing.points = convexHull([...drawing.points, q]);
  change();
}

/** Makes the drawn hull the shape. Continues drawing if it would not be one. */
function endDrawing(): void {
  if (drawing === null) return;
  const { side, points } = drawing;
  const middle = points.reduce(
    (m, p) => ({ x: m.x + p.x / points.length, y: m.y + p.y / points.length }),
    { x: 0, y: 0 },
  );
  const x = tidy(middle.x);
  const y = tidy(middle.y);
  const local = hullOf(points.map((p) => ({ x: tidy(p.x - x), y: tidy(p.y - y) })));
  if (local === null) {
    drawing.refused = true;
    change();
    return;
  }
  scene[side] = { ...scene[side], kind: "hull", x, y, angle: 0, size: 1, points: local };
  stopDrawing();
  focusShape(side);
}

function focusShape(side: "a" | "b"): void {
  actors[side === "a" ? 0 : 1].group.focus({ preventScroll: true });
}

world.svg.addEventListener("pointerdown", (event) => {
  if (drawing === null || event.button !== 0) return;
  event.preventDefault();
  event.stopPropagation();
  // Only one pointer draws.
  if (!event.isPrimary) return;
  world.svg.setPointerCapture(event.pointerId);
  drawing.stroke = 0;
  addPoint(world.at(event));
}, { capture: true });
world.svg.addEventListener("pointermove", (event) => {
  if (drawing === null || drawing.stroke === null || !event.isPrimary) return;
  // While another button is held, the release of the first one arrives as a move.
  if ((event.buttons & 1) === 0) endStroke();
  else addPoint(world.at(event));
});
world.svg.addEventListener("pointerup", (event) => {
  if (event.isPrimary) endStroke();
});

function endStroke(): void {
  if (drawing === null) return;
  // A stroke is a complete hull. A single click is one point, and drawing continues.
  const isStroke = (drawing.stroke ?? 0) > 2;
  drawing.stroke = null;
  if (isStroke) endDrawing();
}

world.svg.addEventListener("pointercancel", () => {
  if (drawing !== null) drawing.stroke = null;
});
world.svg.addEventListener("keydown", (event) => {
  if (drawing === null) return;
  const way = arrowKey(event);
  if (way !== null) {
    const step = event.shiftKey ? 0.01 : 0.1;
    const { x, y } = drawing.cross;
    drawing.cross = inView({ x: x + step * way.x, y: y + step * way.y });
    change();
  } else if (event.key === " ") addPoint(drawing.cross);
  else if (event.key === "Enter") endDrawing();
  else if (event.key === "Escape") {
    const { side } = drawing;
    stopDrawing();
    focusShape(side);
  } else return;
  event.preventDefault();
});

function renderDrawing(): void {
  if (drawing === null) return;
  const { side, points, cross } = drawing;
  const color = `var(--${side})`;
  over.append(
    world.path(world.polygon(points), {
      fill: color,
      "fill-opacity": 0.15,
      stroke: color,
      "stroke-width": 2,
      "stroke-linejoin": "round",
    }),
    ...points.map((p) => world.dot(p, 3.5, { fill: color })),
    element("path", {
      d: `M${world.x(cross.x) - 8} ${world.y(cross.y)}h16m-8 -8v16`,
      stroke: color,
      "stroke-width": 1.5,
    }),
  );
}

// ---- Controls

const controls = (["a", "b"] as const).map((side) =>
  new BodyControls(
    byId(`controls-${side}`),
    side.toUpperCase(),
    () => scene[side],
    (body) => {
      scene[side] = body;
      if (drawing?.side === side && body.kind !== "hull") stopDrawing();
      change();
    },
    () => drawing?.side === side ? endDrawing() : startDrawing(side),
  )
);

const views = byId("views");
for (const [view, name] of VIEW_NAMES) {
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.type = "radio";
  input.name = "view";
  input.value = view;
  input.id = `view-${view}`;
  const text = document.createElement("span");
  text.textContent = name;
  label.append(input, text);
  views.append(label);
  input.addEventListener("change", () => {
    // The first scene ends after few steps.
    const isFirst = formatScene({ ...firstScene(), view: scene.view }) === formatScene(scene);
    if (view === "steps" && isFirst) scene = parseScene(STEP_SCENES[3][1]);
    scene = { ...scene, view };
    change();
  });
}

/** On a phone the row of views is wider than the page: the chosen one comes to its middle. */
function showChoice(): void {
  const { offsetLeft, offsetWidth } = byId(`view-${scene.view}`).parentElement!;
  views.scrollLeft = offsetLeft + (offsetWidth - views.clientWidth) / 2 - views.offsetLeft;
}
views.addEventListener("change", showChoice);

const steps = stepsStrip((part) => {
  scene = { ...scene, ...part };
  change();
});
addEventListener("keydown", (event) => {
  const way = arrowKey(event);
  // Sliders, lists, shapes and handles have their own use for arrows.
  const isFree = !event.defaultPrevented && !(event.target as Element).matches("input, select");
  if (scene.view !== "steps" || way === null || way.x === 0 || !isFree) return;
  event.preventDefault();
  steps.go(way.x);
});

const impact = impactStrip((time) => {
  scene.time = tidy(time);
  change();
});
const margin = sliderRow({
  id: "margin",
  label: "Margin",
  min: 0,
  max: 2,
  step: 0.05,
  onInput: (value) => {
    scene.margin = tidy(value);
    change();
  },
});

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-scene]")) {
  button.addEventListener("click", () => {
    scene = parseScene(button.dataset.scene ?? "");
    stopDrawing();
    showPictures();
  });
}
byId("reset").addEventListener("click", () => {
  scene = { ...firstScene(), view: scene.view };
  stopDrawing();
});

/** A button that copies a text, and says so for a moment. */
function copies(id: string, text: () => string, refused: string): void {
  const button = byId(id);
  const name = button.textContent;
  let back: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = "Copied";
    } catch {
      button.textContent = refused;
    }
    clearTimeout(back);
    back = setTimeout(() => button.textContent = name, 1500);
  });
}
copies("share", () => {
  writeAddress();
  return location.href;
}, "See the address");
copies("code", () => codeOf(scene), "Not allowed");

// ---- Undo

/** Scenes that were left, the oldest first, without what only looks at them: step and time. */
const past: Scene[] = [];
let present: Scene = scene;

function keyOf(scene: Scene): string {
  return formatScene({ ...scene, step: 1, by: "library", time: 0 });
}

/** Whether a pointer is down: what it drags is not at rest. */
let held = false;
addEventListener("pointerdown", () => held = true, { capture: true });
for (const type of ["pointerup", "pointercancel"]) {
  addEventListener(type, () => {
    held = false;
    timer ??= setTimeout(writeAddress, 350);
  });
}

/** Keeps the scene that is left once another one has come to rest. */
function keepPast(): void {
  if (held) return;
  if (keyOf(scene) !== keyOf(present)) {
    past.push(present);
    if (past.length > 100) past.shift();
  }
  present = structuredClone(scene);
  byId<HTMLButtonElement>("undo").disabled = past.length === 0;
}

function undo(): void {
  keepPast();
  const last = past.pop();
  if (last === undefined) return;
  scene = present = last;
  stopDrawing();
}
byId("undo").addEventListener("click", undo);
addEventListener("keydown", (event) => {
  if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
  event.preventDefault();
  undo();
});

// ---- An edge of A ⊖ B under the pointer shows where it comes from

let pointed: { clientX: number; clientY: number } | null = null;
for (const type of ["pointermove", "pointerdown", "pointerleave"] as const) {
  difference.svg.addEventListener(type, ({ clientX, clientY }) => {
    pointed = type === "pointerleave" ? null : { clientX, clientY };
    change();
  });
}

function showEdge(frame: Frame): void {
  if (pointed === null || frame.a.support !== null || frame.b.support !== null) return;
  if (scene.view === "ray" || scene.view === "impact") return;
  const { a, b, difference: { points } } = outlines(frame);
  const edge = points.length < 2 ? -1 : edgeNear(points, difference.at(pointed), 14 / world.scale);
  if (edge < 0) return;
  const p = points[edge], q = points[(edge + 1) % points.length];
  const origin = originOf(a.points, b.points, p, q);
  const bright = { "stroke-width": 6, "stroke-linecap": "round", "stroke-opacity": 0.75 };
  picture.append(difference.line(p, q, { stroke: "var(--diff)", ...bright }));
  for (const [name, points] of [["a", a.points], ["b", b.points]] as const) {
    const [from, to = from] = origin[name].map((i) => points[i]);
    over.append(
      world.line(from, to, { stroke: `var(--${name})`, ...bright, class: `origin-${name}` }),
      world.dot(from, 6, { fill: `var(--${name})` }),
      world.dot(to, 6, { fill: `var(--${name})` }),
    );
  }
  byId("difference-caption").textContent = originWords(origin);
}

// ---- Address

let written = location.hash.slice(1);
let timer: ReturnType<typeof setTimeout> | undefined;

function writeAddress(): void {
  clearTimeout(timer);
  timer = undefined;
  const text = formatScene(scene);
  // Safari refuses more than 100 of these calls in half a minute, hence the delay below.
  if (text !== written) history.replaceState(null, "", `#${text}`);
  written = text;
  keepPast();
}

// Who leaves the page and comes back finds the scene that was left.
globalThis.addEventListener("pagehide", () => {
  if (timer !== undefined) writeAddress();
});

globalThis.addEventListener("hashchange", ({ newURL }) => {
  // If the page's own address was still to be written, it has taken the entered one's place by now.
  const entered = new URL(newURL).hash.slice(1);
  if (entered === written) return;
  written = location.hash.slice(1);
  scene = parseScene(entered);
  stopDrawing();
});

// ---- Drawing

const worldCaption = [...byId("world-caption").childNodes];

function showAccount({ words, readout, caption, world: left }: Account): void {
  byId("world-caption").replaceChildren(...(left === undefined ? worldCaption : [left]));
  byId("difference-caption").textContent = caption;
  byId("words").replaceChildren(...words);
  byId("readout").replaceChildren(...readout.map(({ name, value, wide }) => {
    const item = document.createElement("div");
    if (wide) item.className = "wide";
    const term = document.createElement("dt");
    term.textContent = name;
    const definition = document.createElement("dd");
    definition.append(...value);
    item.append(term, definition);
    return item;
  }));
}

function showStrip(nodes: Node[]): void {
  const strip = byId("strip");
  strip.hidden = nodes.length === 0;
  if (strip.firstChild !== (nodes[0] ?? null)) strip.replaceChildren(...nodes);
}

function render(): void {
  world.measure();
  difference.measure();
  // Zoom out only for an address with something far away.
  const { a, b, ray } = scene;
  const there: Vec2[] = [a, b];
  if (scene.view === "ray") there.push(ray, { x: ray.x + ray.dx, y: ray.y + ray.dy });
  world.look({ x: 0, y: 0 }, 4.9, 3.6);
  const { maxX, maxY } = world.visible();
  const out = wayOut(there, maxX, maxY, RIM / world.scale);
  // Both pictures have one scale: A ⊖ B is as wide as A and B together.
  const [wide, high] = together(scene);
  world.look({ x: 0, y: 0 }, Math.max(4.9 * out, 0.55 * wide), Math.max(3.6 * out, 0.55 * high));
  const frame = frameOf(scene);
  for (const actor of actors) actor.render(frame);
  controls[0].show(scene.a, drawing?.side === "a");
  controls[1].show(scene.b, drawing?.side === "b");
  const radio = byId<HTMLInputElement>(`view-${scene.view}`);
  if (!radio.checked) {
    radio.checked = true;
    showChoice();
  }

  placeHandles();
  switch (scene.view) {
    case "steps": {
      const traces = stepsOf(frame);
      const count = traces?.[scene.by].length ?? 0;
      scene.step = Math.min(Math.max(scene.step, 1), Math.max(count, 1));
      steps.update(scene, traces);
      showStrip(steps.nodes);
      showAccount(stepsView(frame, traces));
      break;
    }
    case "contact":
      margin.show(scene.margin);
      showStrip([margin.node]);
      showAccount(contactView(frame));
      break;
    case "ray":
      showStrip([]);
      showAccount(rayView(frame));
      break;
    case "cast":
      showStrip([]);
      showAccount(castView(frame));
      break;
    case "impact": {
      const found = impactOf(frame);
      showStrip(impact.nodes);
      impact.update(frame, found);
      showAccount(impactView(frame, found));
      break;
    }
    default:
      showStrip([]);
      showAccount(distanceView(frame));
  }
  showEdge(frame);
  renderDrawing();
  if (drawing !== null) {
    byId("words").textContent = drawing.refused
      ? "A hull needs at least three points that are not on a line. Set another one beside the line."
      : "Draw around the area of the hull, or click its points one by one and choose Done. " +
        "With keys: arrows move the cross, Space sets a point, Enter is done, Escape gives up.";
  }
  timer ??= setTimeout(writeAddress, 350);
}

startTheme(change);
byId<HTMLButtonElement>("undo").disabled = true;
// Draw at once, so that a pointer event before the first frame finds the world where it is drawn.
render();
showPage();
new ResizeObserver(change).observe(world.svg);
new ResizeObserver(change).observe(difference.svg);
