/**
 * Bodies of parts and many bodies, for docs/internals/casts_and_compounds.md: joints, the strips of a
 * broadphase.
 *
 * @module
 */
import {
  aabb,
  box,
  chain,
  circle,
  collide,
  compound,
  type ConvexShape,
  IDENTITY,
  type Manifold,
  manifolds,
  type Pose,
  pose,
  regularPolygon,
  segment,
  Space,
  transformPoint,
} from "@narrowphase/gjk2d";
import type { Vec2 } from "@narrowphase/gjk2d";
import { type Box, card, COLORS, page, points, px, text, TOP, View, WIDTH } from "./svg.ts";

/** A crate on some ground, and the contacts that it gets. */
function drawContacts(
  frame: Box,
  caption: string,
  ground: readonly ConvexShape[],
  crate: ConvexShape,
  at: Pose,
  contacts: readonly Pick<Manifold, "normal" | "pointCount" | "points">[],
): string[] {
  const view = new View(
    { ...frame, y: frame.y + 26, height: frame.height - 30 },
    points([-1.6, -0.9], [2.6, 1.2]),
    8,
  );
  const lines = [
    card(frame),
    text(frame.x + 12, frame.y + 20, caption, { anchor: "start", bold: true }),
  ];
  for (const { points } of ground) {
    const paint = { stroke: COLORS.a, fill: COLORS.aFill, width: points.length > 2 ? 2 : 3.5 };
    lines.push(view.polygon(points, paint));
    if (points.length === 2) {
      for (const p of points) lines.push(view.dot(p, COLORS.a, 4, COLORS.panel));
    }
  }
  lines.push(
    view.polygon(crate.points.map((p) => transformPoint(at, p)), {
      stroke: COLORS.b,
      fill: COLORS.bFill,
      width: 2,
      opacity: 0.75,
    }),
  );
  // What points up is what a floor should say; anything else is drawn on top.
  const upFirst = contacts.toSorted((p, q) => q.normal.y - p.normal.y);
  for (const { normal, pointCount, points } of upFirst) {
    const color = normal.y > 0.99 ? COLORS.simplex : COLORS.newest;
    for (const { point } of points.slice(0, pointCount)) {
      lines.push(
        view.direction(point, normal, 46, color),
        view.dot(point, color, 4.5, COLORS.panel),
      );
    }
  }
  return lines;
}

/** A crate that slides over joints of boxes and of segments, without and with what the library knows of them. */
export function drawJoints(): string {
  const [width, height] = [458, 220];
  const frame = (column: number, row: number): Box => ({
    x: 16 + 470 * column,
    y: TOP + row * (height + 12),
    width,
    height,
  });
  const crate = box(1.2, 1.2);
  const at = pose(0.45, 0.5);
  const floor = compound([
    box(2.5, 0.8, { center: { x: -0.25, y: -0.4 } }),
    box(1.5, 0.8, { center: { x: 1.75, y: -0.4 } }),
  ]);
  const { count, manifolds: contacts } = manifolds(floor, IDENTITY, crate, at);
  const line = chain(points([2.5, 0], [1, 0], [-1.5, 0]));
  const plain = line.segments.map(({ points: [p, q] }) => segment(p, q));
  const alone = (shapes: readonly ConvexShape[]) =>
    shapes.map((shape) => collide(shape, IDENTITY, crate, at));
  return page(
    "A crate slides to the right, a little deep: what pushes it?",
    TOP + 2 * height + 28,
    [
      ...drawContacts(
        frame(0, 0),
        "two boxes: the second one's side stops it",
        floor.parts,
        crate,
        at,
        alone(floor.parts),
      ),
      ...drawContacts(
        frame(1, 0),
        "a compound: only its outline counts",
        floor.parts,
        crate,
        at,
        contacts.slice(0, count),
      ),
      ...drawContacts(
        frame(0, 1),
        "two segments: the end of the second stops it",
        plain,
        crate,
        at,
        alone(plain),
      ),
      ...drawContacts(
        frame(1, 1),
        "a chain: each segment knows its neighbours",
        line.segments,
        crate,
        at,
        alone(line.segments),
      ),
    ],
  );
}

/** Boxes of bodies, the strips that they are sorted into, and the pairs that `findPairs` finds. */
export function drawStrips(): string {
  const frame: Box = { x: 16, y: TOP, width: WIDTH - 32, height: 380 };
  const space = new Space();
  const shapes = [circle(0.5), box(1.2, 0.6), regularPolygon(6, 0.55), box(0.8, 0.9)];
  const bodies: { shape: ConvexShape; at: Pose }[] = [];
  // Places by the golden ratio: even, and without a pattern. More of them below, where the strips are narrow.
  for (let k = 0; k < 64; k++) {
    const u = (k * 0.618034) % 1;
    const v = (k + 0.5) / 64;
    bodies.push({ shape: shapes[k % 4], at: pose(19 * u, 7.4 * v * (0.45 + 0.55 * v), 0.7 * k) });
  }
  for (const { shape, at } of bodies) space.add(shape, at);
  const boxes = bodies.map(({ shape, at }) => aabb(shape, at));
  const pairs = space.findPairs();

  const view = new View(
    frame,
    boxes.flatMap(({ minX, minY, maxX, maxY }) => points([minX, minY], [maxX, maxY])),
    22,
  );
  const lows = boxes.map(({ minY }) => minY).sort((a, b) => a - b);
  const strips = 4;
  const lines = [card(frame)];
  for (let s = 0; s < strips; s++) {
    const y = s === 0
      ? frame.y + frame.height - 3
      : view.at({ x: 0, y: lows[s * lows.length / strips] })[1];
    const above = s + 1 === strips
      ? frame.y + 3
      : view.at({ x: 0, y: lows[(s + 1) * lows.length / strips] })[1];
    lines.push(
      `<rect x="${px(frame.x + 3)}" y="${px(above)}" width="${px(frame.width - 6)}" height="${
        px(y - above)
      }" fill="${s % 2 === 0 ? COLORS.cFill : COLORS.panel}"/>`,
    );
  }
  const middle = (k: number): Vec2 => bodies[k].at;
  const near = new Set<number>(pairs);
  boxes.forEach(({ minX, minY, maxX, maxY }, k) => {
    lines.push(
      view.polygon(points([minX, minY], [maxX, minY], [maxX, maxY], [minX, maxY]), {
        stroke: near.has(k) ? COLORS.a : COLORS.c,
        width: 1.3,
      }),
      view.line({ x: minX, y: minY }, { x: maxX, y: minY }, {
        stroke: near.has(k) ? COLORS.a : COLORS.c,
        width: 3,
      }),
    );
  });
  for (let k = 0; k < pairs.length; k += 2) {
    lines.push(
      view.line(middle(pairs[k]), middle(pairs[k + 1]), { stroke: COLORS.newest, width: 2.5 }),
    );
  }
  bodies.forEach((_, k) =>
    lines.push(view.dot(middle(k), near.has(k) ? COLORS.newest : COLORS.c, 3))
  );
  return page(
    `Strips with equally many lower sides, swept from left to right: ${
      pairs.length / 2
    } pairs of ${bodies.length} boxes`,
    TOP + frame.height + 16,
    lines,
    "Boxes cut into horizontal strips, and the pairs that overlap",
  );
}
