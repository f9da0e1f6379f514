/**
 * Minkowski sums and differences: of the tutorial's two sets of points, and of polygons.
 *
 * @module
 */
import { minkowskiDifference, minkowskiSum } from "@narrowphase/gjk2d";
import type { Vec2 } from "@narrowphase/gjk2d";
import { card, COLORS, middle, page, points, text, TOP, View } from "./svg.ts";

const ORIGIN: Vec2 = { x: 0, y: 0 };
const PANEL = 302;

type Operation = (a: readonly Vec2[], b: readonly Vec2[]) => Vec2[];

/** The sets of the tutorial: A with two points, B with two points. */
const SET_A = points([1, 1], [2, 1]);
const SET_B = points([-2, 2], [-1, 2]);

function box(column: number, height: number) {
  return { x: 16 + column * (PANEL + 11), y: TOP, width: PANEL, height };
}

/** The tutorial's sets, all four sums, all four differences. */
export function drawSets(): string {
  const height = 268;
  const body: string[] = [];
  const all = [
    ...SET_A,
    ...SET_B,
    ...minkowskiSum(SET_A, SET_B),
    ...minkowskiDifference(SET_A, SET_B),
    ORIGIN,
    { x: 0, y: -1.5 },
  ];
  for (const column of [0, 1, 2]) {
    const panel = box(column, height);
    const view = new View({ ...panel, y: panel.y + 22, height: height - 22 }, all, 30);
    body.push(card(panel), view.grid());
    const sets: [readonly Vec2[], string, string][] = column === 0
      ? [[SET_A, COLORS.a, "A"], [SET_B, COLORS.b, "B"]]
      : [[
        (column === 1 ? minkowskiSum : minkowskiDifference)(SET_A, SET_B),
        COLORS.simplex,
        column === 1 ? "A ⊕ B" : "A ⊖ B",
      ]];
    for (const [vertices, color, name] of sets) {
      body.push(view.polygon(vertices, { stroke: color, width: 2.5 }));
      const places = new Map<string, [Vec2, number]>();
      for (const p of vertices) {
        const key = `${p.x}, ${p.y}`;
        places.set(key, [p, (places.get(key)?.[1] ?? 0) + 1]);
      }
      for (const [k, [key, [p, times]]] of [...places].entries()) {
        body.push(view.dot(p, color, times > 1 ? 6 : 4.5, COLORS.panel));
        const label = `(${key})${times > 1 ? " twice" : ""}`.replaceAll("-", "−");
        // Points are as far from each other as such a text is wide: every other one stands lower.
        body.push(view.label(p, 0, k % 2 === 0 ? 21 : 36, label, { size: 11.5 }));
      }
      body.push(view.label(middle(vertices), 0, -13, name, { bold: true, size: 15, fill: color }));
    }
    body.push(view.origin());
    const caption = ["the two sets", "every a + b", "every a − b"][column];
    body.push(text(panel.x + 12, panel.y + 20, caption, { anchor: "start", bold: true }));
  }
  return page("The tutorial's sets", TOP + height + 16, body);
}

const TRIANGLE = points([1.75, 0.25], [3.5, 0.75], [2.25, 2]);
const QUAD_APART = points([-3.25, 2], [-2.5, 1.25], [-1.75, 2], [-2.25, 2.75]);
const QUAD_OVERLAPPING = QUAD_APART.map(({ x, y }) => ({ x: x + 5.25, y: y - 0.5 }));

/** Sum, difference and the difference of overlapping polygons, the edges in their owner's colour. */
export function drawPolygons(): string {
  const height = 300;
  const cases: [string, Operation, Vec2[], string][] = [
    ["sum", minkowskiSum, QUAD_APART, "A ⊕ B"],
    ["difference: apart, the origin is outside", minkowskiDifference, QUAD_APART, "A ⊖ B"],
    ["difference: A and B meet, it is inside", minkowskiDifference, QUAD_OVERLAPPING, "A ⊖ B"],
  ];
  const body: string[] = [];
  cases.forEach(([caption, operation, quad, name], column) => {
    const panel = box(column, height);
    const C = operation(TRIANGLE, quad);
    const view = new View(
      { ...panel, y: panel.y + 22, height: height - 22 },
      [...points([-3.5, -3], [6.75, 4.6]), ORIGIN],
      8,
    );
    body.push(
      card(panel),
      view.grid(),
      text(panel.x + 12, panel.y + 20, caption, { anchor: "start", bold: true }),
      view.polygon(C, { fill: COLORS.cFill, opacity: 0.8 }),
      view.polygon(TRIANGLE, { stroke: COLORS.a, fill: COLORS.aFill, width: 1.5, opacity: 0.85 }),
      view.polygon(quad, { stroke: COLORS.b, fill: COLORS.bFill, width: 1.5, opacity: 0.85 }),
    );
    for (let k = 0; k < C.length; k++) {
      const [p, q] = [C[k], C[(k + 1) % C.length]];
      const color = hasEdge(TRIANGLE, p, q) ? COLORS.a : COLORS.b;
      body.push(view.line(p, q, { stroke: color, width: 3 }));
    }
    for (const p of C) body.push(view.dot(p, COLORS.text, 3));
    const lowest = C.reduce((low, p) => p.y < low.y ? p : low);
    body.push(
      view.label(middle(TRIANGLE), 0, 5, "A", { bold: true, fill: COLORS.a, halo: COLORS.aFill }),
      view.label(middle(quad), 0, 5, "B", { bold: true, fill: COLORS.b, halo: COLORS.bFill }),
      view.label(lowest, 0, 22, name, { bold: true, size: 15 }),
      view.origin(),
    );
  });
  return page("Minkowski sum and difference of polygons", TOP + height + 16, body);
}

/** Whether some edge of the polygon has the direction of p -> q. */
function hasEdge(polygon: readonly Vec2[], p: Vec2, q: Vec2): boolean {
  const [dx, dy] = [q.x - p.x, q.y - p.y];
  return polygon.some((u, k) => {
    const v = polygon[(k + 1) % polygon.length];
    const [ex, ey] = [v.x - u.x, v.y - u.y];
    return Math.abs(ex * dy - ey * dx) < 1e-9 && ex * dx + ey * dy > 0;
  });
}
