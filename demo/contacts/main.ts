/**
 * The page "Contacts": a concave body to drag over ground, with the contacts that the library finds.
 *
 * @module
 */
import {
  aabb,
  IDENTITY,
  type ManifoldList,
  outline,
  type Pose,
  type Shape,
} from "@narrowphase/gjk2d";
import { Drawing, element } from "../explorer/drawing.ts";
import { Handle, onceAFrame, onShapeKey, startDrag } from "../explorer/handles.ts";
import { tidy } from "../explorer/scene.ts";
import { show, showPoint } from "../explorer/words.ts";
import { byId, showPage, startTheme } from "../shared/theme.ts";
import {
  BODIES,
  type BodyName,
  contactsOf,
  GROUND,
  lowered,
  placed,
  poseOf,
  type Scene,
  SCENES,
  summary,
  VIEW,
} from "./scene.ts";

let scene: Scene = lowered(SCENES[0][1]);
const found: ManifoldList = { count: 0, manifolds: [] };

const world = new Drawing(byId<SVGSVGElement>("world"));
const grid = element("g", { "pointer-events": "none" });
const ground = element("path", { class: "ground" });
// These elements must not be replaced while a finger is on them, so they are changed.
const skin = element("path", { class: "body" });
const parts = element("path", { class: "core" });
const actor = element(
  "g",
  {
    class: "shape side-b",
    tabindex: 0,
    role: "button",
    "aria-roledescription": "movable shape",
    id: "body",
  },
  skin,
  parts,
);
const over = element("g", { "pointer-events": "none" });
const stalk = element("line", { class: "side-b", "stroke-dasharray": "2 3" });
const turn = new Handle(world, "b", "circle", "Turn the body", {
  to: (p) => put(scene.x, scene.y, Math.atan2(p.y - scene.y, p.x - scene.x) * 180 / Math.PI),
  key: (dx, dy, fine) => rotate((dy - dx) * (fine ? 0.5 : 5)),
});
world.svg.append(grid, ground, stalk, actor, over, turn.node);

/** Schedules one redraw for any number of changes. */
const change = onceAFrame(render);

function put(x: number, y: number, angle = scene.angle): void {
  scene = placed(scene, x, y, angle);
  change();
}

function rotate(by: number): void {
  put(scene.x, scene.y, scene.angle + by);
}

function drop(): void {
  scene = lowered(scene);
  change();
}

startDrag(actor, world, (way, start) => put(start.x + way.x, start.y + way.y), () => {
  actor.focus({ preventScroll: true });
  return { x: scene.x, y: scene.y };
});
actor.addEventListener("keydown", (event) =>
  onShapeKey(event, {
    move: (dx, dy) => put(scene.x + dx, scene.y + dy),
    rotate,
    more: { " ": drop },
  }));

/** Path data of a shape's outline, or of all its parts. */
function pathOf(shape: Shape, pose: Readonly<Pose>): string {
  return outline(shape, pose, 0.1 / world.scale).map(({ points, closed }) => {
    let d = "M";
    for (let k = 0; k < points.length; k += 2) {
      d += `${world.x(points[k])} ${world.y(points[k + 1])} `;
    }
    return closed ? `${d}Z` : d;
  }).join("");
}

/** Draws the contacts, and lists them below the picture. */
function showContacts(): void {
  const list = contactsOf(scene, found);
  const items = document.createDocumentFragment();
  over.replaceChildren();
  for (
    const { normal: n, pointCount, points, partA, partB } of list.manifolds.slice(0, list.count)
  ) {
    const lines: string[] = [];
    for (const { point: p, separation } of points.slice(0, pointCount)) {
      const color = separation < -1e-9 ? "var(--warn)" : "var(--found)";
      over.append(
        world.arrow(p, { x: p.x + 0.6 * n.x, y: p.y + 0.6 * n.y }, color),
        world.dot(p, 4.5, { fill: color, stroke: "var(--panel)", "stroke-width": 1.5 }),
      );
      lines.push(`${show(tidy(separation))} at ${showPoint(p)}`);
    }
    const item = document.createElement("div"), term = document.createElement("dt");
    term.textContent = `segment ${partA}, part ${partB}`;
    item.append(term);
    for (const text of [`normal ${showPoint(n)}`, ...lines]) {
      const line = document.createElement("dd");
      line.textContent = text;
      item.append(line);
    }
    items.append(item);
  }
  byId("readout").replaceChildren(items);
  const { points, least } = summary(list);
  byId("verdict").textContent = points === 0
    ? "No contact."
    : least < -1e-9
    ? `Overlap, ${show(-least, 3)} at the deepest point.`
    : "Contact.";
  byId("count").textContent = points === 0
    ? "Drag the body to the ground, or drop it."
    : `${points} ${points === 1 ? "point" : "points"} with ${list.count} ${
      list.count === 1 ? "normal" : "normals"
    }.`;
}

function render(): void {
  world.measure();
  world.look(VIEW, VIEW.halfWidth, VIEW.halfHeight);
  grid.replaceChildren(world.grid());
  const below = world.y(-99), edge = pathOf(GROUND, IDENTITY);
  ground.setAttribute("d", `${edge}V${below}H${world.x(20)}Z`);
  const { body, x, y, angle } = scene, pose = poseOf(scene);
  skin.setAttribute("d", pathOf(BODIES[body], pose));
  const isShown = byId<HTMLInputElement>("parts").checked;
  parts.setAttribute(
    "d",
    isShown ? BODIES[body].parts.map((part) => pathOf(part, pose)).join("") : "",
  );
  actor.setAttribute(
    "aria-label",
    `${body} at ${show(x, 3)}, ${show(y, 3)}, turned ${show(angle, 4)} degrees. ` +
      "Arrow keys move, Q and E turn, Space drops.",
  );
  const far = aabb(BODIES[body], IDENTITY).maxX + 0.4;
  const tip = { x: x + far * pose.cos, y: y + far * pose.sin };
  turn.place(world, tip);
  for (const [name, value] of Object.entries({ x1: world.x(x), y1: world.y(y) })) {
    stalk.setAttribute(name, String(value));
  }
  stalk.setAttribute("x2", String(world.x(tip.x)));
  stalk.setAttribute("y2", String(world.y(tip.y)));
  byId<HTMLSelectElement>("kind").value = body;
  showContacts();
}

for (const name of Object.keys(BODIES)) byId("kind").append(new Option(name, name));
byId<HTMLSelectElement>("kind").addEventListener("change", ({ target }) => {
  scene = { ...scene, body: (target as HTMLSelectElement).value as BodyName };
  change();
});
for (const [name, start] of SCENES) {
  const button = document.createElement("button");
  button.textContent = name;
  button.addEventListener("click", () => {
    scene = lowered(start);
    change();
  });
  byId("scenes").append(button);
}
byId("drop").addEventListener("click", drop);
byId("parts").addEventListener("change", change);

startTheme(change);
// Draw at once, so that a pointer event before the first frame finds the world where it is drawn.
render();
showPage();
new ResizeObserver(change).observe(world.svg);
