/**
 * The kernel at work: two shapes, and every step of the search and of the walk in their Minkowski
 * difference, as the library's own trace tells it.
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
import { type Box, card, COLORS, middle, page, points, text, TOP, View, WIDTH } from "./svg.ts";

const ORIGIN: Vec2 = { x: 0, y: 0 };

/** Two polygons that are apart: three steps of the search, then three edges to the closest one. */
export const APART: readonly [Vec2[], Vec2[]] = [
  points([-3, 1.5], [-2.5, -1], [-1.5, -2], [-0.5, -1.5], [0.5, 2]),
  points([1, -0.5], [4, -1], [3, 3], [2, 2], [1.5, 1]),
];

/** Two polygons that overlap: four steps, the last with a triangle around the origin. */
export const OVERLAPPING: readonly [Vec2[], Vec2[]] = [
  points([-2, -1], [0.25, -1.5], [0.5, 0.5], [-0.5, 1.25], [-1.5, 1.25]),
  points([-0.25, 0.25], [1.25, -1], [3.75, -1.25], [1.75, 0.25], [0.25, 1]),
];

const GAP = 12;
const ROW = 217;
const WALK = "#6d28d9";

/** The picture of one query: the shapes on the left, its steps on the right, in two rows. */
export function drawSearch(title: string, pair: readonly [Vec2[], Vec2[]]): string {
  const [pointsA, pointsB] = pair;
  const steps = gjkTrace(polygon(pointsA), IDENTITY, polygon(pointsB), IDENTITY);
  const columns = Math.ceil(steps.length / 2);
  const left: Box = { x: 16, y: TOP, width: columns > 2 ? 256 : 330, height: 2 * ROW + GAP };
  const width = (WIDTH - 32 - left.width) / columns - GAP;
  const body = drawShapes(left, pointsA, pointsB, steps);
  const C = minkowskiDifference(pointsA, pointsB);
  steps.forEach((_, k) => {
    const box = {
      x: left.x + left.width + GAP + (k % columns) * (width + GAP),
      y: TOP + Math.floor(k / columns) * (ROW + GAP),
      width,
      height: ROW,
    };
    body.push(...drawStep(box, C, steps, k));
  });
  return page(title, TOP + left.height + 16, body);
}

/** A and B, and what the library answers about them. */
function drawShapes(
  box: Box,
  pointsA: Vec2[],
  pointsB: Vec2[],
  steps: readonly TraceStep[],
): string[] {
  const a = polygon(pointsA);
  const b = polygon(pointsB);
  const view = new View({ ...box, height: box.height - 60 }, [...pointsA, ...pointsB], 30);
  const lines = [
    card(box),
    view.grid(),
    view.polygon(a.points, { stroke: COLORS.a, fill: COLORS.aFill, width: 2 }),
    view.polygon(b.points, { stroke: COLORS.b, fill: COLORS.bFill, width: 2, opacity: 0.85 }),
    view.name(middle(pointsA), "A"),
    view.name(middle(pointsB), "B"),
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
  const x = box.x + box.width / 2;
  const y = box.y + box.height;
  const [call, value] = hit === null
    ? ["distance(A, B)", d.toFixed(4)]
    : ["penetration(A, B).depth", hit.depth.toFixed(4)];
  lines.push(
    text(x, y - 36, `${call} = ${value}`, { size: 14, bold: true, fill: COLORS.newest }),
    text(x, y - 15, `the ${steps.length} steps of gjkTrace(A, B)`, { fill: COLORS.muted }),
  );
  return lines;
}

/** What a step found. */
function explain({ stage, iteration, region }: TraceStep, isLast: boolean): string {
  if (stage === "walk") {
    if (region !== 1) return "walk: beside AB, done";
    return isLast ? "walk: beyond A, done" : "walk: beyond A, go on";
  }
  if (iteration === 1) return "towards the origin";
  switch (region) {
    case 2:
      return "region 2: left of A → B";
    case 3:
      return "region 3: right of A → B";
    case 4:
      return "region 4: beyond AB, C goes";
    case 6:
      return "region 6: beyond AC, B goes";
    case 7:
      return "region 7: the origin is inside";
    default:
      return "past A: n separates";
  }
}

/** One step: of the search, the simplex and the support point along n; of the walk, an edge of C. */
function drawStep(box: Box, C: Vec2[], steps: readonly TraceStep[], k: number): string[] {
  const step = steps[k];
  const isWalk = step.stage === "walk";
  const color = isWalk ? WALK : COLORS.newest;
  const view = new View({ ...box, y: box.y + 24, height: box.height - 26 }, [...C, ORIGIN], 22);
  const [newest, ...before] = step.simplex.map(({ point }) => point);
  const lines = [
    card(box),
    text(box.x + 12, box.y + 19, `${step.iteration}`, {
      anchor: "start",
      bold: true,
      size: 15,
      fill: color,
    }),
    text(box.x + 28, box.y + 19, explain(step, k === steps.length - 1), {
      anchor: "start",
      size: 12.5,
    }),
    view.polygon(C, { stroke: COLORS.axis, fill: COLORS.cFill, width: 1.5 }),
  ];
  if (isWalk) {
    // The edges walked before, this one, and the way that is left.
    const walked = steps.slice(0, k).filter(({ stage }) => stage === "walk");
    for (const { simplex: [end, start] } of walked) {
      lines.push(view.line(start.point, end.point, { stroke: WALK, width: 3, opacity: 0.35 }));
    }
    const rest = closestToOrigin([newest, before[0]]);
    lines.push(
      view.arrow(before[0], newest, WALK, 4, 7),
      view.line(rest, ORIGIN, {
        stroke: step.region === 1 ? COLORS.line : COLORS.newest,
        width: step.region === 1 ? 1.3 : 2.5,
        dash: step.region === 1 ? "2 3" : undefined,
      }),
    );
  } else {
    // The line that bounds C along n, and n from the simplex, or from the middle of C.
    const length = Math.hypot(step.direction.x, step.direction.y);
    const along = { x: -step.direction.y / length, y: step.direction.x / length };
    const reach = 26 / view.scale;
    lines.push(
      view.line(
        { x: newest.x - reach * along.x, y: newest.y - reach * along.y },
        { x: newest.x + reach * along.x, y: newest.y + reach * along.y },
        { stroke: color, width: 1.3, dash: "3 3" },
      ),
    );
    if (step.region === 7) {
      lines.push(view.polygon([newest, ...before], {
        stroke: COLORS.simplex,
        fill: COLORS.simplexFill,
        width: 2.5,
      }));
    } else if (before.length === 2) {
      lines.push(view.line(before[0], before[1], { stroke: COLORS.simplex, width: 3 }));
    }
    const from = before.length === 0 ? middle(C) : closestToOrigin(before);
    const [fromX, fromY] = view.at(from);
    const [originX, originY] = view.at(ORIGIN);
    const way = Math.hypot(originX - fromX, originY - fromY);
    // Up to the ring of the origin, or well past it.
    const shaft = way > 34 ? Math.min(60, way - 8) : way + 22;
    lines.push(view.direction(from, step.direction, shaft, color));
  }
  for (const point of before) {
    lines.push(view.dot(point, isWalk ? WALK : COLORS.simplex, 4.5, COLORS.panel));
  }
  lines.push(view.dot(newest, color, 4.5, COLORS.panel), view.origin());
  // The tutorial's letters, pushed away from the middle of C.
  const center = view.at(middle(C));
  step.simplex.forEach(({ point }, i) => {
    const [x, y] = view.at(point);
    const length = Math.hypot(x - center[0], y - center[1]);
    lines.push(
      view.label(
        point,
        13 * (x - center[0]) / length,
        5 + 13 * (y - center[1]) / length,
        "ABC"[i],
        { bold: true, fill: i === 0 || isWalk ? color : COLORS.simplex },
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
