/**
 * GJK at work: two shapes, and every iteration of the search in their Minkowski difference, as the
 * library's own trace tells it.
 *
 * @module
 */
import {
  distance,
  gjkTrace,
  IDENTITY,
  minkowskiDifference,
  penetration,
  polygon,
} from "@narrowphase/gjk2d";
import type { TraceStep, Vec2 } from "@narrowphase/gjk2d";
import { type Box, card, COLORS, figure, middle, points, text, View } from "./svg.ts";

const ORIGIN: Vec2 = { x: 0, y: 0 };

/** Two polygons that are apart: four iterations, an edge against a vertex. */
export const APART: readonly [Vec2[], Vec2[]] = [
  points([-2, 1.5], [-1.5, -1.5], [0, -1.5], [1, -0.5], [2, 1]),
  points([1.5, 3], [4.5, 0], [5, 1.5], [3.5, 3]),
];

/** Two polygons that overlap: four iterations, the last with a triangle around the origin. */
export const OVERLAPPING: readonly [Vec2[], Vec2[]] = [
  points([-2, -1], [0.5, -1], [0.5, 0.5], [-0.5, 1.75], [-1.5, 1.25]),
  points([-0.25, 0.25], [1.25, -1], [3.5, -1.25], [1.75, 0.75], [0.5, 0.75]),
];

const WIDTH = 960;
const LEFT: Box = { x: 16, y: 44, width: 330, height: 446 };
const STEP = { width: 287, height: 217 };

/** The picture of one search: the shapes on the left, up to four iterations on the right. */
export function drawSearch(title: string, pair: readonly [Vec2[], Vec2[]]): string {
  const [pointsA, pointsB] = pair;
  const steps = gjkTrace(polygon(pointsA), IDENTITY, polygon(pointsB), IDENTITY);
  const body = drawShapes(pointsA, pointsB, steps.length);
  const C = minkowskiDifference(pointsA, pointsB);
  steps.forEach((_, k) => {
    const column = k % 2;
    const row = Math.floor(k / 2);
    const box = {
      x: LEFT.x + LEFT.width + 12 + column * (STEP.width + 12),
      y: LEFT.y + row * (STEP.height + 12),
      ...STEP,
    };
    body.push(...drawStep(box, C, steps, k));
  });
  const rows = Math.ceil(steps.length / 2);
  const height = LEFT.y + rows * (STEP.height + 12) + 4;
  return figure(title, { x: 0, y: 0, width: WIDTH, height }, body);
}

/** A and B, and what the library answers about them. */
function drawShapes(pointsA: Vec2[], pointsB: Vec2[], iterations: number): string[] {
  const a = polygon(pointsA);
  const b = polygon(pointsB);
  const view = new View({ ...LEFT, height: LEFT.height - 60 }, [...pointsA, ...pointsB], 30);
  const lines = [
    card(LEFT),
    view.grid(),
    view.polygon(a.points, { stroke: COLORS.a, fill: COLORS.aFill, width: 2 }),
    view.polygon(b.points, { stroke: COLORS.b, fill: COLORS.bFill, width: 2, opacity: 0.85 }),
    view.label(middle(pointsA), 0, 5, "A", {
      size: 18,
      bold: true,
      fill: COLORS.a,
      halo: COLORS.aFill,
    }),
    view.label(middle(pointsB), 0, 5, "B", {
      size: 18,
      bold: true,
      fill: COLORS.b,
      halo: COLORS.bFill,
    }),
  ];
  const hit = penetration(a, IDENTITY, b, IDENTITY);
  const { distance: d, pointA, pointB } = hit === null
    ? distance(a, IDENTITY, b, IDENTITY)
    : { ...hit, distance: 0 };
  lines.push(
    view.line(pointA, pointB, { stroke: COLORS.newest, width: 2.5 }),
    view.dot(pointA, COLORS.a, 4.5, COLORS.panel),
    view.dot(pointB, COLORS.b, 4.5, COLORS.panel),
  );
  const x = LEFT.x + LEFT.width / 2;
  const y = LEFT.y + LEFT.height;
  const [call, value] = hit === null
    ? ["distance(A, B)", d.toFixed(4)]
    : ["penetration(A, B).depth", hit.depth.toFixed(4)];
  lines.push(
    text(x, y - 36, `${call} = ${value}`, { size: 14, bold: true, fill: COLORS.newest }),
    text(x, y - 15, `${iterations} iterations, traced by gjkTrace(A, B)`, { fill: COLORS.muted }),
  );
  return lines;
}

/** What a region of the simplex means for the search. */
function explain(step: TraceStep, first: boolean, last: boolean): string {
  if (first) return "towards the origin: a first point";
  switch (step.region) {
    case 1:
      return "region 1: only A remains";
    case 2:
      return "region 2: between, left of A → B";
    case 3:
      return "region 3: between, right of A → B";
    case 4:
      return "region 4: beyond AB, C goes";
    case 5:
      return "region 5: only A remains";
    case 6:
      return "region 6: beyond AC, B goes";
    case 7:
      return "region 7: the origin is inside";
    default:
      return last ? "no point lies further: closest edge found" : "";
  }
}

/** One iteration: the simplex before, the direction searched, the new support point. */
function drawStep(box: Box, C: Vec2[], steps: readonly TraceStep[], k: number): string[] {
  const step = steps[k];
  const view = new View({ ...box, y: box.y + 24, height: box.height - 26 }, [...C, ORIGIN], 20);
  const [newest, ...before] = step.simplex.map(({ point }) => point);
  const lines = [
    card(box),
    text(box.x + 12, box.y + 19, `${step.iteration}`, {
      anchor: "start",
      bold: true,
      size: 15,
      fill: COLORS.newest,
    }),
    text(box.x + 28, box.y + 19, explain(step, k === 0, k === steps.length - 1), {
      anchor: "start",
      size: 12.5,
    }),
    view.polygon(C, { stroke: COLORS.axis, fill: COLORS.cFill, width: 1.5 }),
  ];
  const done = step.region === 7;
  // The search direction starts at the closest point of the simplex, which is what it leaves.
  const from = before.length === 0 ? middle(C) : closestToOrigin(before);
  const length = Math.hypot(step.direction.x, step.direction.y);
  const along = { x: -step.direction.y / length, y: step.direction.x / length };
  const reach = 26 / view.scale;
  lines.push(
    view.line(
      { x: newest.x - reach * along.x, y: newest.y - reach * along.y },
      { x: newest.x + reach * along.x, y: newest.y + reach * along.y },
      { stroke: COLORS.newest, width: 1.3, dash: "3 3" },
    ),
  );
  if (done) {
    lines.push(view.polygon([newest, ...before], {
      stroke: COLORS.simplex,
      fill: COLORS.simplexFill,
      width: 2.5,
    }));
  } else if (before.length === 2) {
    lines.push(view.line(before[0], before[1], { stroke: COLORS.simplex, width: 3 }));
  }
  const [fromX, fromY] = view.at(from);
  const [originX, originY] = view.at(ORIGIN);
  const way = Math.hypot(originX - fromX, originY - fromY);
  if (k === steps.length - 1 && !done) {
    lines.push(view.line(from, ORIGIN, { stroke: COLORS.newest, width: 2.5 }));
  }
  // Up to the ring of the origin, or well past it.
  lines.push(
    view.direction(
      from,
      step.direction,
      way > 34 ? Math.min(60, way - 8) : way + 22,
      COLORS.newest,
    ),
  );
  for (const point of before) lines.push(view.dot(point, COLORS.simplex, 4.5, COLORS.panel));
  const repeated = before.some((p) => p.x === newest.x && p.y === newest.y);
  lines.push(view.dot(newest, COLORS.newest, repeated ? 3 : 4.5, COLORS.panel), view.origin());
  // The tutorial's letters, pushed away from the middle of C.
  const centre = view.at(middle(C));
  step.simplex.forEach(({ point }, i) => {
    if (i > 0 && repeated && point.x === newest.x && point.y === newest.y) return;
    const [x, y] = view.at(point);
    const length = Math.hypot(x - centre[0], y - centre[1]);
    lines.push(
      view.label(
        point,
        13 * (x - centre[0]) / length,
        5 + 13 * (y - centre[1]) / length,
        "ABC"[i],
        { bold: true, fill: i === 0 ? COLORS.newest : COLORS.simplex },
      ),
    );
  });
  return lines;
}

/** The point of a segment, or the one point, that is closest to the origin. */
function closestToOrigin([p, q]: readonly Vec2[]): Vec2 {
  if (q === undefined) return p;
  const ex = q.x - p.x;
  const ey = q.y - p.y;
  const t = Math.min(1, Math.max(0, -(p.x * ex + p.y * ey) / (ex * ex + ey * ey)));
  return { x: p.x + t * ex, y: p.y + t * ey };
}
