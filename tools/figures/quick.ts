/**
 * The five tasks of docs/quick_start.md, each drawn from the answer of the call that it shows.
 *
 * @module
 */
import {
  box,
  capsule,
  circle,
  moveAndSlide,
  penetration,
  type Pose,
  pose,
  Space,
  type Vec2,
} from "@narrowphase/gjk2d";
import { along, body } from "./answers.ts";
import { card, COLORS, figure, points, px, View } from "./svg.ts";

const WIDTH = 420;
const HEIGHT = 220;

/** A picture of one view that shows a part of the plane. */
function picture(
  title: string,
  [left, low, right, high]: [number, number, number, number],
  draw: (view: View) => string[],
): string {
  const frame = { x: 12, y: 42, width: WIDTH - 24, height: HEIGHT - 54 };
  const view = new View(frame, points([left, low], [right, high]), 12);
  return figure(title, { x: 0, y: 0, width: WIDTH, height: HEIGHT }, [card(frame), ...draw(view)]);
}

/** A dashed outline of a circle or a capsule where it will be, or was. */
function ghost(view: View, a: Readonly<Vec2>, b: Readonly<Vec2>, radius: number): string {
  const [x0, y0] = view.at(a);
  const [x1, y1] = view.at(b);
  const r = radius * view.scale;
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [nx, ny] = length === 0 ? [r, 0] : [r * (y0 - y1) / length, r * (x1 - x0) / length];
  const arc = (x: number, y: number): string => `A${px(r)} ${px(r)} 0 0 0 ${px(x)} ${px(y)}`;
  const d = `M${px(x0 + nx)} ${px(y0 + ny)}L${px(x1 + nx)} ${px(y1 + ny)}${arc(x1 - nx, y1 - ny)}L${
    px(x0 - nx)
  } ${px(y0 - ny)}${arc(x0 + nx, y0 + ny)}`;
  return `<path d="${d}" fill="none" stroke="${COLORS.b}" stroke-width="1.5" stroke-dasharray="5 4"/>`;
}

/** A player that wants to go into a corner, and where it gets. */
function drawWalls(): string {
  const space = new Space();
  const floor = pose(2, -0.5);
  const wall = pose(3, 1.5);
  space.add(box(6, 1), floor);
  space.add(box(1, 3), wall);
  const player = capsule({ x: 0, y: -0.5 }, { x: 0, y: 0.5 }, 0.4);
  const start = pose(0.2, 1.5);
  const wish = { x: 3, y: -1.2 };
  const end = moveAndSlide(space, player, start, wish);
  const ends = ({ x, y }: Readonly<Pose> | Vec2): [Vec2, Vec2] => [
    { x, y: y - 0.5 },
    { x, y: y + 0.5 },
  ];
  return picture("moveAndSlide: along walls, not through", [-1, -1, 5, 3], (view) => [
    body(view, box(6, 1), floor, true),
    body(view, box(1, 3), wall, true),
    ghost(view, ...ends(start), 0.4),
    body(view, player, pose(end.x, end.y), false),
    view.arrow(start, along(start, wish, 1), COLORS.line),
    view.label(along(start, wish, 1), 22, -1, "wish", { anchor: "start" }),
    view.arrow(start, end, COLORS.newest),
  ]);
}

/** A ball that enters a zone. */
function drawTrigger(): string {
  const space = new Space();
  const zone = box(2, 2);
  space.add(zone, pose(5, 0), { sensor: true });
  const ball = space.add(circle(0.5), pose(0, 0));
  space.update();
  space.setPose(ball, pose(4, 0));
  space.update();
  const { length } = [...space.began.sensors];
  return picture("space.began.sensors: who entered a zone", [-1, -1.4, 6.4, 1.4], (view) => {
    const corners = points([4, -1], [6, -1], [6, 1], [4, 1]);
    return [
      view.polygon(corners, { stroke: COLORS.a, fill: COLORS.aFill, dash: "6 4", opacity: 0.7 }),
      ghost(view, { x: 0, y: 0 }, { x: 0, y: 0 }, 0.5),
      body(view, circle(0.5), pose(4, 0), false),
      view.arrow({ x: 0.6, y: 0 }, { x: 3.4, y: 0 }, COLORS.line),
      view.label({ x: 5.25, y: 0 }, 0, 5, length === 1 ? "began" : "", {
        bold: true,
        fill: COLORS.newest,
        halo: COLORS.aFill,
      }),
    ];
  });
}

/** A ray that two boxes are in the way of. */
function drawRay(): string {
  const space = new Space();
  const places = [pose(4, 0), pose(7, 0)];
  for (const at of places) space.add(box(1, 1), at);
  const eye = { x: 0, y: 0 };
  const hit = space.rayCast(eye, { x: 10, y: 0 })!;
  return picture("space.rayCast: the nearest body in the way", [-0.5, -1.4, 10, 1.4], (view) => [
    ...places.map((at, k) => body(view, box(1, 1), at, k === hit.id)),
    view.line(hit.point, { x: 10, y: 0 }, { stroke: COLORS.line, dash: "5 4" }),
    view.line(eye, hit.point, { stroke: COLORS.line, width: 2.5 }),
    view.dot(eye, COLORS.line, 4.5, COLORS.panel),
    view.direction(hit.point, hit.normal, 40, COLORS.newest),
    view.dot(hit.point, COLORS.newest, 4.5, COLORS.panel),
  ]);
}

/** A pointer over a button on a card. */
function drawPicking(): string {
  const space = new Space();
  const shapes = [box(3, 2), circle(0.5)];
  const places = [pose(0, 0), pose(1, 0.5)];
  shapes.forEach((shape, k) => space.add(shape, places[k]));
  const mouse = { x: 1.2, y: 0.5 };
  const ids = [...space.at(mouse)];
  return picture("space.at: all that is under a point", [-2.6, -1.3, 3.4, 1.3], (view) => [
    ...shapes.map((shape, k) => body(view, shape, places[k], k === 0)),
    view.dot(mouse, COLORS.newest, 5, COLORS.panel),
    view.label(mouse, 40, 5, `[${ids.join(", ")}]`, { anchor: "start", bold: true }),
  ]);
}

/** A crate, and where the way out takes it. */
function drawApart(): string {
  const crate = box(2, 2);
  const [a, b] = [pose(0, 0), pose(1.5, 0.5)];
  const { depth, normal } = penetration(crate, a, crate, b)!;
  const out = pose(b.x + depth * normal.x, b.y + depth * normal.y);
  return picture("penetration: by depth along the normal", [-1.4, -1.3, 3.6, 1.8], (view) => [
    body(view, crate, a, true),
    body(view, crate, b, false),
    view.polygon(
      crate.points.map((p) => ({ x: out.x + p.x, y: out.y + p.y })),
      { stroke: COLORS.b, dash: "5 4" },
    ),
    view.arrow(b, out, COLORS.newest),
    view.dot(b, COLORS.newest, 4.5, COLORS.panel),
  ]);
}

/** The pictures by name. */
export function drawQuickStart(): [string, string][] {
  return [
    ["quick_walls", drawWalls()],
    ["quick_trigger", drawTrigger()],
    ["quick_ray", drawRay()],
    ["quick_picking", drawPicking()],
    ["quick_apart", drawApart()],
  ];
}
