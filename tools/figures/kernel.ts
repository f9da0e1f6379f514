/**
 * The steps of the kernel, for docs/internals/how_it_works.md: support by signs, the noise band, depth on the
 * boundary, witness points.
 *
 * @module
 */
import { IDENTITY, minkowskiDifference, penetration, polygon, support } from "@narrowphase/gjk2d";
import type { Vec2 } from "@narrowphase/gjk2d";
import { OVERLAPPING } from "./search.ts";
import { type Box, card, COLORS, middle, page, points, text, TOP, View, WIDTH } from "./svg.ts";

const ORIGIN: Vec2 = { x: 0, y: 0 };

function half(column: number, height: number): Box {
  return { x: 16 + column * 470, y: TOP, width: 458, height };
}

function caption({ x, y }: Box, content: string): string {
  return text(x + 12, y + 20, content, { anchor: "start", bold: true });
}

/** A polygon's edges that ascend in a direction and those that do not; the vertex between. */
export function drawSupport(): string {
  const box = { x: 16, y: TOP, width: 560, height: 300 };
  const vertices = points(
    [-2.5, -1.25],
    [-0.5, -2],
    [1.75, -1.5],
    [2.5, 0],
    [1.75, 1.5],
    [-0.25, 2],
    [-2.25, 1],
  );
  const shape = polygon(vertices);
  const d = { x: 0.9, y: 0.55 };
  const view = new View(box, points([-4, -2.4], [4.4, 2.5]), 14);
  const body = [
    card(box),
    view.polygon(shape.points, { fill: COLORS.cFill }),
  ];
  const n = shape.points.length;
  const signs: string[] = [];
  for (let k = 0; k < n; k++) {
    const [p, q] = [shape.points[k], shape.points[(k + 1) % n]];
    const N = { x: q.y - p.y, y: p.x - q.x };
    const ascends = N.x * d.y - N.y * d.x > 0;
    signs.push(ascends ? "1" : "0");
    const color = ascends ? COLORS.simplex : COLORS.axis;
    body.push(view.arrow(p, q, color, 6, 7));
    const m = { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
    const length = Math.hypot(N.x, N.y);
    body.push(
      view.label(m, 17 * N.x / length, 5 - 17 * N.y / length, ascends ? "+" : "−", {
        size: 17,
        bold: true,
        fill: ascends ? COLORS.simplex : COLORS.muted,
      }),
    );
  }
  const peak = support(shape, IDENTITY, d);
  const along = { x: -d.y, y: d.x };
  body.push(
    view.line(
      { x: peak.x - along.x, y: peak.y - along.y },
      { x: peak.x + 0.9 * along.x, y: peak.y + 0.9 * along.y },
      { stroke: COLORS.newest, width: 1.3, dash: "4 3" },
    ),
    view.direction(peak, d, 56, COLORS.newest),
  );
  shape.points.forEach((p, k) => {
    const isPeak = p.x === peak.x && p.y === peak.y;
    const [dx, dy] = [-Math.sign(p.x) * 15, Math.sign(p.y) * 13];
    body.push(
      view.dot(p, isPeak ? COLORS.newest : COLORS.line, isPeak ? 5.5 : 3.5, COLORS.panel),
      view.label(p, dx, dy + 5, String(k), {
        halo: COLORS.cFill,
        fill: isPeak ? COLORS.newest : COLORS.muted,
        bold: isPeak,
      }),
    );
  });
  body.push(
    view.label(peak, 62, -30, "d", { italic: true, bold: true, size: 15, fill: COLORS.newest }),
  );
  const x = box.x + box.width + 24;
  const notes: [string, boolean][] = [
    ["cross(N, d) > 0: the edge ascends", false],
    [`bits by edge 0 … ${n - 1}:  ${signs.join(" ")}`, true],
    ["The support is the vertex where", false],
    ["the bit before is 1 and its own is 0:", false],
    [`vertex ${shape.points.findIndex((p) => p.x === peak.x && p.y === peak.y)}`, true],
    ["~m & (m >>> 1) finds it for all edges", false],
    ["at once; from 21 edges on, bisection", false],
    ["finds it in log n of them.", false],
  ];
  notes.forEach(([line, bold], k) => {
    body.push(text(x, TOP + 62 + 24 * k, line, { anchor: "start", bold }));
  });
  return page("Support: the signs of n cross products", TOP + box.height + 16, body);
}

/** What the search may conclude, by where the origin lies near an edge of C. */
export function drawNoise(): string {
  const box = { x: 16, y: TOP, width: WIDTH - 32, height: 250 };
  const [left, right] = [box.x + 60, box.x + 520];
  const edge = TOP + 138;
  const band = 42;
  const body = [
    card(box),
    `<rect x="${left}" y="${edge}" width="${right - left}" height="${
      TOP + box.height - 14 - edge
    }" fill="${COLORS.cFill}"/>`,
    `<rect x="${left}" y="${edge - band}" width="${right - left}" height="${
      2 * band
    }" fill="#fdf0c4" opacity="0.85"/>`,
    `<path d="M${left} ${edge}H${right}" stroke="${COLORS.simplex}" stroke-width="3"/>`,
    `<path d="M${left} ${edge - band}H${right}M${left} ${
      edge + band
    }H${right}" stroke="${COLORS.frame}" stroke-dasharray="4 3"/>`,
    text(left - 10, edge + 5, "0", { anchor: "end" }),
    text(left - 10, edge - band + 5, "E", { anchor: "end", italic: true }),
    text(left - 10, edge + band + 5, "−E", { anchor: "end", italic: true }),
    text(right - 12, edge + 19, "edge p → q of C", {
      anchor: "end",
      fill: COLORS.simplex,
      bold: true,
    }),
    text(left + 14, TOP + box.height - 26, "C = A ⊖ B", { anchor: "start", bold: true }),
  ];
  const cases: [number, number, string, string][] = [
    [0.2, edge - 84, "SEPARATED", "outside by more than E: no rounding can be to blame"],
    [0.45, edge - 14, "UNCERTAIN", "within E: exact signs decide, edge by edge"],
    [0.7, edge + 76, "OVERLAPPING", "inside all three edges by more than E"],
  ];
  for (const [t, y, verdict, why] of cases) {
    const x = left + t * (right - left);
    body.push(
      `<path d="M${x} ${y}V${edge}" stroke="${COLORS.newest}" stroke-width="1.6"/>`,
      `<circle cx="${x}" cy="${y}" r="6" fill="${COLORS.panel}" stroke="${COLORS.text}" stroke-width="2"/>`,
      `<circle cx="${x}" cy="${y}" r="2.2" fill="${COLORS.text}"/>`,
      text(right + 26, y, verdict, { anchor: "start", bold: true, fill: COLORS.newest }),
      text(right + 26, y + 18, why, { anchor: "start" }),
      `<path d="M${x + 10} ${y}H${right + 18}" stroke="${COLORS.axis}" stroke-dasharray="2 3"/>`,
    );
  }
  return page(
    "The noise band (not to scale: E is about 2⁻⁴⁹ of the extent of the pair)",
    TOP + box.height + 16,
    body,
  );
}

/** Depth: the distances of the origin from the lines of all edges of C, and the least of them. */
export function drawDepth(): string {
  const height = 330;
  const [pointsA, pointsB] = OVERLAPPING;
  const a = polygon(pointsA);
  const b = polygon(pointsB);
  const hit = penetration(a, IDENTITY, b, IDENTITY)!;
  const moved = pointsB.map(({ x, y }) => ({
    x: x + hit.depth * hit.normal.x,
    y: y + hit.depth * hit.normal.y,
  }));
  const left = half(0, height);
  const plane = new View({ ...left, y: left.y + 22, height: height - 22 }, [
    ...pointsA,
    ...pointsB,
    ...moved,
  ], 24);
  const body = [
    card(left),
    caption(left, "depth: how far B must go"),
    plane.polygon(moved, { stroke: COLORS.b, width: 1.3, dash: "5 4" }),
    plane.polygon(a.points, { stroke: COLORS.a, fill: COLORS.aFill, width: 2 }),
    plane.polygon(b.points, { stroke: COLORS.b, fill: COLORS.bFill, width: 2, opacity: 0.8 }),
    plane.name(middle(pointsA), "A"),
    plane.name(middle(pointsB), "B", 18, 8, 6),
    plane.arrow(hit.pointB, hit.pointA, COLORS.newest, 0, 4),
    plane.dot(hit.pointB, COLORS.b, 4.5, COLORS.panel),
    plane.dot(hit.pointA, COLORS.a, 4.5, COLORS.panel),
  ];

  const right = half(1, height);
  const C = minkowskiDifference(pointsA, pointsB);
  const view = new View({ ...right, y: right.y + 22, height: height - 22 }, C, 30);
  body.push(
    card(right),
    caption(right, "C = A ⊖ B: the separations s of its edges"),
    view.polygon(C, { stroke: COLORS.axis, fill: COLORS.cFill, width: 1.5 }),
  );
  const edges = C.map((p, k) => {
    const q = C[(k + 1) % C.length];
    const [ex, ey] = [q.x - p.x, q.y - p.y];
    const length = Math.hypot(ex, ey);
    const N = { x: ey / length, y: -ex / length };
    return { p, q, N, s: -(N.x * p.x + N.y * p.y) };
  });
  const best = edges.reduce((best, edge) => edge.s > best.s ? edge : best);
  for (const edge of edges) {
    const { p, q, N, s } = edge;
    const foot = { x: -s * N.x, y: -s * N.y };
    const chosen = edge === best;
    if (chosen) body.push(view.line(p, q, { stroke: COLORS.simplex, width: 3.5 }));
    // Feet beyond the ends of their edges would only cross the picture.
    const onEdge = (foot.x - p.x) * (foot.x - q.x) + (foot.y - p.y) * (foot.y - q.y) <= 0;
    if (onEdge) {
      body.push(view.line(ORIGIN, foot, {
        stroke: chosen ? COLORS.newest : COLORS.frame,
        width: chosen ? 2.5 : 1.1,
        dash: chosen ? undefined : "4 3",
      }));
    }
    const m = { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
    body.push(
      view.label(m, 22 * N.x, 4 - 16 * N.y, s.toFixed(2).replace("-", "−"), {
        size: 12,
        bold: chosen,
        fill: chosen ? COLORS.newest : COLORS.muted,
      }),
    );
  }
  body.push(view.origin());
  return page("Depth: the edge of C with the largest separation", TOP + height + 16, body);
}

/** Edge against vertex: the letters of `signedDistance`. */
export function drawWitness(): string {
  const height = 250;
  const box = { x: 16, y: TOP, width: WIDTH - 32, height };
  const [u0, u1, v] = points([5.6, 0.9], [0.4, 0], [2.2, 2.55]);
  const [ex, ey] = [u1.x - u0.x, u1.y - u0.y];
  const ee = ex * ex + ey * ey;
  const t = (ex * (v.x - u0.x) + ey * (v.y - u0.y)) / ee;
  const foot = { x: u0.x + t * ex, y: u0.y + t * ey };
  const view = new View({ ...box, width: 560 }, points([-0.4, -0.5], [6.6, 3.1]), 10);
  const belowA = points([5.3, -0.55], [0.7, -0.55]);
  const aboveB = points([1.2, 3.15], [3.5, 3.15]);
  const body = [
    card(box),
    view.polygon([u0, u1, belowA[1], belowA[0]], { fill: COLORS.aFill }),
    view.polygon([v, ...aboveB], { fill: COLORS.bFill }),
    view.arrow(u0, u1, COLORS.a, 5, 6),
    view.line(v, foot, { stroke: COLORS.newest, width: 2.5 }),
    view.direction(
      { x: u0.x + 0.25 * ex, y: u0.y + 0.25 * ey },
      { x: ey, y: -ex },
      46,
      COLORS.line,
    ),
    view.dot(u0, COLORS.a, 4.5, COLORS.panel),
    view.dot(u1, COLORS.a, 4.5, COLORS.panel),
    view.dot(v, COLORS.b, 5, COLORS.panel),
    view.dot(foot, COLORS.newest, 5, COLORS.panel),
    view.label(u0, 22, 5, "u₀", { bold: true, fill: COLORS.a }),
    view.label(u1, -20, 5, "u₁", { bold: true, fill: COLORS.a }),
    view.label(v, 18, 2, "v", { bold: true, fill: COLORS.b }),
    view.label(foot, -2, 24, "u₀ + t e", { bold: true, fill: COLORS.newest, halo: COLORS.aFill }),
    view.label({ x: (v.x + foot.x) / 2, y: (v.y + foot.y) / 2 }, 14, 5, "s", {
      bold: true,
      italic: true,
      fill: COLORS.newest,
    }),
    view.label({ x: u0.x + 0.25 * ex, y: u0.y + 0.25 * ey }, 8, -44, "N", {
      bold: true,
      anchor: "start",
    }),
  ];
  const lines = [
    "e = u₁ − u₀, N = (e.y, −e.x) / |e| points outward",
    "s = N · (v − u), the signed distance",
    "t = e · (v − u₀) / e · e, along the edge",
    "witness on the edge: u₀ + t e,",
    "on the other shape: v",
    "u is the end nearer to v: smaller products,",
    "a smaller error",
  ];
  lines.forEach((line, k) => {
    body.push(text(box.x + 580, TOP + 56 + 24 * k, line, { anchor: "start" }));
  });
  return page("From features to numbers: an edge and a vertex", TOP + height + 16, body);
}
