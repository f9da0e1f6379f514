/**
 * Contact points and casts, for docs/internals/how_it_works.md.
 *
 * @module
 */
import {
  box,
  collide,
  IDENTITY,
  minkowskiDifference,
  polygon,
  pose,
  shapeCast,
  transformPoint,
} from "@narrowphase/gjk2d";
import type { Vec2 } from "@narrowphase/gjk2d";
import { card, COLORS, middle, page, points, text, TOP, View, WIDTH } from "./svg.ts";

const moved = (vertices: readonly Vec2[], d: Vec2, t: number): Vec2[] =>
  vertices.map(({ x, y }) => ({ x: x + t * d.x, y: y + t * d.y }));

/** The incident edge clipped to the reference edge. */
export function drawManifold(): string {
  const frame = { x: 16, y: TOP, width: WIDTH - 32, height: 270 };
  const ground = box(6, 1.6);
  const crate = box(3.2, 1.8);
  const at = pose(2.2, 1.35, 0.16);
  const corners = crate.points.map((p) => transformPoint(at, p));
  const { normal, pointCount, points: contacts } = collide(ground, IDENTITY, crate, at);
  const view = new View({ ...frame, width: 590 }, points([-3.2, -1], [4.2, 2.9]), 16);
  const [, , right, left] = ground.points; // the reference edge, from right to left
  const [start, end] = [corners[0], corners[1]]; // the incident edge
  const clip = (x: number, length: number) =>
    view.line({ x, y: right.y }, { x, y: right.y + length }, {
      stroke: COLORS.line,
      width: 1.2,
      dash: "4 3",
    });
  const body = [
    card(frame),
    view.polygon(ground.points, { stroke: COLORS.a, fill: COLORS.aFill, width: 1.5 }),
    view.polygon(corners, { stroke: COLORS.b, fill: COLORS.bFill, width: 1.5, opacity: 0.85 }),
    clip(left.x, 1.7),
    clip(right.x, 1.7),
    view.line(right, left, { stroke: COLORS.a, width: 3.5 }),
    view.line(start, end, { stroke: COLORS.b, width: 3.5 }),
    view.direction({ x: -1.9, y: right.y }, normal, 44, COLORS.line),
    view.label({ x: -1.9, y: right.y }, 9, -34, "N", { bold: true, anchor: "start" }),
    view.name(middle(ground.points), "A", 18, 0, 6),
    view.name(middle(corners), "B", 18, 0, 6),
  ];
  const rows = contacts.slice(0, pointCount).map(({ point, separation }, k) => {
    const side = 0.5 * separation;
    body.push(
      view.line(
        { x: point.x - side * normal.x, y: point.y - side * normal.y },
        { x: point.x + side * normal.x, y: point.y + side * normal.y },
        { stroke: COLORS.newest, width: 2 },
      ),
      view.dot(point, COLORS.newest, 4.5, COLORS.panel),
    );
    return `points[${k}]: separation ${separation.toFixed(3).replace("-", "−")}`;
  });
  const notes: [string, boolean][] = [
    ["reference edge: the largest separation s", false],
    ["incident edge: the one that faces it", false],
    ["what of it is beside the reference edge", false],
    ["ends in the contact points:", false],
    ...rows.map((row): [string, boolean] => [row, true]),
    ["each in the middle between the surfaces,", false],
    ["measured along N", false],
  ];
  notes.forEach(([line, bold], k) => {
    body.push(
      text(frame.x + 612, TOP + 50 + 24 * k, line, {
        anchor: "start",
        bold,
        fill: bold ? COLORS.newest : COLORS.text,
      }),
    );
  });
  return page("Contact points: clipping", TOP + frame.height + 16, body);
}

/** A moving shape against a resting one, and the same as a ray against their difference. */
export function drawCast(): string {
  const height = 320;
  const [left, right] = [0, 1].map((k) => ({ x: 16 + k * 470, y: TOP, width: 458, height }));
  const A = points([2.2, -1.4], [4.4, -1.1], [4.8, 0.6], [3.3, 1.5], [2.1, 0.5]);
  const B = points([-3.4, -0.4], [-2.2, -0.9], [-1.8, 0.3], [-2.9, 0.7]);
  const d = { x: 6.6, y: 0.9 };
  const hit = shapeCast(polygon(A), IDENTITY, polygon(B), IDENTITY, d)!;
  const t = hit.fraction;
  const plane = new View({ ...left, y: left.y + 22, height: height - 22 }, [
    ...A,
    ...moved(B, d, 1),
    ...B,
  ], 20);
  const center = middle(B);
  const stop = moved([center], d, t)[0];
  const body = [
    card(left),
    text(left.x + 12, left.y + 20, "B moves by d", { anchor: "start", bold: true }),
    plane.polygon(moved(B, d, 1), { stroke: COLORS.b, width: 1.2, dash: "3 4", opacity: 0.7 }),
    plane.polygon(A, { stroke: COLORS.a, fill: COLORS.aFill, width: 2 }),
    plane.polygon(B, { stroke: COLORS.b, width: 1.5, dash: "5 4" }),
    plane.polygon(moved(B, d, t), { stroke: COLORS.b, fill: COLORS.bFill, width: 2 }),
    plane.arrow(center, stop, COLORS.newest, 12, 12),
    plane.label(center, 0, 5, "B", { bold: true, size: 16, fill: COLORS.b }),
    plane.name(middle(A), "A"),
    plane.name(stop, "B", 16, -6, 24),
    plane.direction(hit.point, hit.normal, 40, COLORS.line),
    plane.dot(hit.point, COLORS.newest, 5, COLORS.panel),
    text(left.x + left.width / 2, left.y + height - 14, `fraction t = ${t.toFixed(4)}`, {
      bold: true,
      fill: COLORS.newest,
    }),
  ];

  const C = minkowskiDifference(A, B);
  const origin = { x: 0, y: 0 };
  const view = new View({ ...right, y: right.y + 22, height: height - 22 }, [...C, origin, d], 26);
  // The points furthest to the right and to the left of the ray, as the cast sees them.
  const aside = ({ x, y }: Vec2) => d.x * y - d.y * x;
  const front = C.map((p, k) => ({ p, q: C[(k + 1) % C.length] }))
    .filter(({ p, q }) => (q.y - p.y) * d.x - (q.x - p.x) * d.y < 0);
  const crossed = front.find(({ p, q }) => aside(p) >= 0 && aside(q) <= 0)!;
  const entry = moved([origin], d, t)[0];
  body.push(
    card(right),
    text(right.x + 12, right.y + 20, "the ray t d against C = A ⊖ B", {
      anchor: "start",
      bold: true,
    }),
    view.polygon(C, { stroke: COLORS.axis, fill: COLORS.cFill, width: 1.5 }),
    ...front.map(({ p, q }) => view.line(p, q, { stroke: COLORS.simplex, width: 2.5 })),
    view.line(crossed.p, crossed.q, { stroke: COLORS.newest, width: 3.5 }),
    view.line(entry, d, { stroke: COLORS.newest, width: 1.3, dash: "3 4" }),
    view.arrow(origin, entry, COLORS.newest, 8, 7),
    view.origin(),
    view.dot(entry, COLORS.newest, 5, COLORS.panel),
    view.label(entry, 16, 20, "t d", { bold: true, fill: COLORS.newest, halo: COLORS.cFill }),
    view.label(crossed.p, -15, 0, "q", { bold: true, fill: COLORS.simplex }),
    view.label(crossed.q, -14, 14, "p", { bold: true, fill: COLORS.simplex }),
    view.label(middle(C), 10, 24, "C", { bold: true, size: 16, halo: COLORS.cFill }),
  );
  return page("The linear cast", TOP + height + 16, body);
}
