/**
 * What a user gets, for README.md and docs/quick_start.md: four questions, answered by the library
 * and drawn where the answers are.
 *
 * @module
 */
import {
  box,
  capsule,
  circle,
  collide,
  type ConvexShape,
  distance,
  IDENTITY,
  penetration,
  polygon,
  type Pose,
  pose,
  rayCast,
  transformPoint,
  type Vec2,
} from "@narrowphase/gjk2d";
import { type Box, card, COLORS, figure, points, px, text, TOP, View } from "./svg.ts";

const SIDE = 226;
const GAP = 12;

/** A shape in its place, its radius as a wide line of the colour of its border. */
export function body(view: View, shape: ConvexShape, at: Readonly<Pose>, isA: boolean): string {
  const [stroke, fill] = isA ? [COLORS.a, COLORS.aFill] : [COLORS.b, COLORS.bFill];
  const corners = shape.points.map((p) => transformPoint(at, p));
  const path = `M${corners.map((p) => view.at(p).map(px).join(" ")).join("L")}Z`;
  const outer = px(2 * shape.radius * view.scale + 3);
  const inner = px(2 * shape.radius * view.scale);
  const line = `d="${path}" stroke-linejoin="round" stroke-linecap="round"`;
  return `<path ${line} fill="${stroke}" stroke="${stroke}" stroke-width="${outer}"/>` +
    `<path ${line} fill="${fill}" stroke="${fill}" stroke-width="${inner}"/>`;
}

export const along = (p: Readonly<Vec2>, d: Readonly<Vec2>, t: number): Vec2 => ({
  x: p.x + t * d.x,
  y: p.y + t * d.y,
});

/** How far to get out, and which way. */
function drawDepth(view: View): string[] {
  const wall = box(2, 3.4);
  const ball = circle(0.9);
  const at = pose(1.15, 0.35);
  const { depth, normal, pointB } = penetration(wall, IDENTITY, ball, at)!;
  const out = along(at, normal, depth);
  const [x, y] = view.at(out);
  const ring = `r="${px(ball.radius * view.scale)}" fill="none" stroke="${COLORS.b}"`;
  return [
    body(view, wall, IDENTITY, true),
    body(view, ball, at, false),
    `<circle cx="${px(x)}" cy="${px(y)}" ${ring} stroke-width="1.5" stroke-dasharray="5 4"/>`,
    view.arrow(pointB, along(pointB, normal, depth), COLORS.newest),
    view.dot(pointB, COLORS.newest, 4.5, COLORS.panel),
    view.label(pointB, -18, 34, depth.toFixed(2), {
      bold: true,
      halo: COLORS.aFill,
    }),
  ];
}

/** The two closest points. */
function drawDistance(view: View): string[] {
  const a = polygon(points([-1.5, -1.2], [0.2, -1.4], [0.5, 0.1], [-0.8, 1]));
  const b = capsule({ x: -0.5, y: -0.6 }, { x: 0.5, y: 0.6 }, 0.4);
  const at = pose(1.9, 0.9);
  const { distance: gap, pointA, pointB } = distance(a, IDENTITY, b, at);
  return [
    body(view, a, IDENTITY, true),
    body(view, b, at, false),
    view.line(pointA, pointB, { stroke: COLORS.newest, width: 2.5 }),
    view.dot(pointA, COLORS.newest, 4.5, COLORS.panel),
    view.dot(pointB, COLORS.newest, 4.5, COLORS.panel),
    view.label(pointA, 26, 34, gap.toFixed(2), { bold: true }),
  ];
}

/** What a solver pushes at. */
function drawContacts(view: View): string[] {
  const ground = box(4.4, 1);
  const crate = box(2, 1.5);
  const at = pose(0.3, 1.21, 0.03);
  const { normal, pointCount, points: contacts } = collide(ground, IDENTITY, crate, at);
  return [
    body(view, ground, IDENTITY, true),
    body(view, crate, at, false),
    ...contacts.slice(0, pointCount).flatMap(({ point }) => [
      view.direction(point, normal, 50, COLORS.newest),
      view.dot(point, COLORS.newest, 4.5, COLORS.panel),
    ]),
  ];
}

/** What a ray meets first. */
function drawRay(view: View): string[] {
  const rock = polygon(points([0.2, -1.1], [1.6, -0.9], [1.9, 0.5], [0.9, 1.2], [-0.1, 0.4]));
  const from = { x: -2.2, y: -1.1 };
  const to = { x: 3.2, y: 1.3 };
  const hit = rayCast(rock, IDENTITY, from, { x: to.x - from.x, y: to.y - from.y })!;
  return [
    body(view, rock, IDENTITY, true),
    view.line(hit.point, to, { stroke: COLORS.line, width: 1.5, dash: "5 4" }),
    view.line(from, hit.point, { stroke: COLORS.line, width: 2.5 }),
    view.dot(from, COLORS.line, 4.5, COLORS.panel),
    view.direction(hit.point, hit.normal, 50, COLORS.newest),
    view.dot(hit.point, COLORS.newest, 4.5, COLORS.panel),
  ];
}

type Card = [
  name: string,
  caption: string,
  left: number,
  right: number,
  draw: (view: View) => string[],
];

const CARDS: readonly Card[] = [
  ["penetration", "how deep, and which way out", -1.3, 2.9, drawDepth],
  ["distance", "the two closest points", -1.6, 2.9, drawDistance],
  ["collide", "where they press", -2.3, 2.3, drawContacts],
  ["rayCast", "the first hit and its normal", -2.4, 3.3, drawRay],
];

/** All four side by side. */
export function drawAnswers(): string {
  const drawn = CARDS.flatMap(([name, caption, left, right, draw], k) => {
    const frame: Box = { x: 16 + k * (SIDE + GAP), y: TOP, width: SIDE, height: SIDE };
    const middle = k === 2 ? 0.7 : 0;
    const view = new View(
      { ...frame, height: SIDE - 44 },
      points([left, middle - 1.9], [right, middle + 1.9]),
      14,
    );
    return [
      card(frame),
      ...draw(view),
      text(frame.x + SIDE / 2, frame.y + SIDE - 30, name, { bold: true }),
      text(frame.x + SIDE / 2, frame.y + SIDE - 12, caption, { size: 12.5, fill: COLORS.muted }),
    ];
  });
  const width = 32 + CARDS.length * SIDE + (CARDS.length - 1) * GAP;
  return figure(
    "Four questions about two shapes, and the answers",
    { x: 0, y: 0, width, height: TOP + SIDE + 16 },
    drawn,
    "Penetration, distance, contact points and a ray, each drawn from the library's answer",
  );
}
