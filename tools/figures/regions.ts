/**
 * Voronoi regions of the 1-simplex and of the 2-simplex, numbered as in the tutorial and in
 * `TraceStep.region`. A is the newest point, B the one before it, C the oldest.
 *
 * @module
 */
import type { Vec2 } from "@narrowphase/gjk2d";
import { type Box, card, COLORS, page, points, text, TOP, View } from "./svg.ts";

const HEIGHT = 372;

/** Points of a convex polygon with n·(x - p) ≥ 0. */
function clip(polygon: readonly Vec2[], p: Vec2, n: Vec2): Vec2[] {
  const side = polygon.map((x) => n.x * (x.x - p.x) + n.y * (x.y - p.y));
  const kept: Vec2[] = [];
  for (let k = 0; k < polygon.length; k++) {
    const j = (k + 1) % polygon.length;
    if (side[k] >= 0) kept.push(polygon[k]);
    if (side[k] * side[j] < 0) {
      const t = side[k] / (side[k] - side[j]);
      kept.push({
        x: polygon[k].x + t * (polygon[j].x - polygon[k].x),
        y: polygon[k].y + t * (polygon[j].y - polygon[k].y),
      });
    }
  }
  return kept;
}

const minus = (p: Vec2, q: Vec2): Vec2 => ({ x: p.x - q.x, y: p.y - q.y });
const turn = ({ x, y }: Vec2): Vec2 => ({ x: -y, y: x });
const negate = ({ x, y }: Vec2): Vec2 => ({ x: -x, y: -y });

interface Region {
  /** As in `TraceStep.region`; `null` for one that no step can have. */
  number: number | null;
  /** Half planes: a point on the border and the direction into the region. */
  inside: [Vec2, Vec2][];
  /** Where the number stands. */
  at: Vec2;
  lines: string[];
  /** Fill: what a step goes on with, the answer, or what cannot hold the origin. */
  kind: "point" | "edge" | "inside" | "excluded";
}

const FILL = {
  point: "#fbe3ee",
  edge: COLORS.simplexFill,
  inside: "#fdf0c4",
  excluded: "#f1f5f9",
};

function drawPanel(
  box: Box,
  caption: string,
  simplex: readonly Vec2[],
  regions: readonly Region[],
): string[] {
  const frame = { x: box.x + 8, y: box.y + 28, width: box.width - 16, height: box.height - 36 };
  const halfX = 4;
  const halfY = halfX * frame.height / frame.width;
  const corners = points([-halfX, -halfY], [halfX, -halfY], [halfX, halfY], [-halfX, halfY]);
  const view = new View(frame, corners, 0);
  const lines = [card(box), text(box.x + 12, box.y + 20, caption, { anchor: "start", bold: true })];
  for (const { inside, kind } of regions) {
    const area = inside.reduce((polygon, [p, n]) => clip(polygon, p, n), corners);
    lines.push(
      view.polygon(area, { fill: FILL[kind], stroke: COLORS.frame, width: 1, dash: "4 3" }),
    );
  }
  lines.push(view.polygon(simplex, { stroke: COLORS.simplex, width: 3 }));
  for (const { number, at, lines: notes, kind } of regions) {
    const fill = kind === "excluded" ? COLORS.muted : COLORS.text;
    if (number !== null) {
      lines.push(
        view.label(at, 0, 8, String(number), { size: 22, bold: true, fill, halo: FILL[kind] }),
      );
    }
    notes.forEach((note, k) => {
      lines.push(view.label(at, 0, 26 + 15 * k, note, { size: 11.5, fill, halo: FILL[kind] }));
    });
  }
  simplex.forEach((p, k) => {
    const fill = k === 0 ? COLORS.newest : COLORS.simplex;
    lines.push(view.dot(p, fill, 5.5, COLORS.panel));
  });
  return lines;
}

/** Both pictures, side by side. */
export function drawRegions(): string {
  const boxes = [0, 1].map((k) => ({ x: 16 + k * 470, y: TOP, width: 458, height: HEIGHT }));

  // B was first, then the search moved towards the origin and found A.
  const [A, B] = points([1.7, 0.5], [-1.7, -0.5]);
  const AB = minus(B, A);
  const left = turn(AB);
  const segment: Region[] = [
    {
      number: 1,
      inside: [[A, negate(AB)]],
      at: { x: 2.95, y: 0.2 },
      lines: ["beyond A:", "the walk", "goes on there"],
      kind: "point",
    },
    {
      number: 2,
      inside: [[A, AB], [B, negate(AB)], [A, left]],
      at: { x: 0.55, y: -1.5 },
      lines: ["left of A → B: both remain"],
      kind: "edge",
    },
    {
      number: 3,
      inside: [[A, AB], [B, negate(AB)], [A, negate(left)]],
      at: { x: -0.55, y: 1.75 },
      lines: ["right of A → B: both remain"],
      kind: "edge",
    },
    {
      number: null,
      inside: [[B, AB]],
      at: { x: -2.95, y: 0.45 },
      lines: ["excluded: A was", "found from there"],
      kind: "excluded",
    },
  ];

  const [P, Q, R] = points([0.1, 1.15], [-1.55, -0.85], [1.6, -0.7]);
  const outward = (p: Vec2, q: Vec2, third: Vec2): Vec2 => {
    const n = turn(minus(q, p));
    const inwards = n.x * (third.x - p.x) + n.y * (third.y - p.y) > 0;
    return inwards ? negate(n) : n;
  };
  const PQ = minus(Q, P);
  const PR = minus(R, P);
  const QR = minus(R, Q);
  const triangle: Region[] = [
    {
      number: 1,
      inside: [[R, PR], [R, QR]],
      at: { x: 2.9, y: -1.5 },
      lines: ["excluded"],
      kind: "excluded",
    },
    {
      number: 2,
      inside: [[Q, QR], [R, negate(QR)], [Q, outward(Q, R, P)]],
      at: { x: 0.05, y: -1.75 },
      lines: ["excluded: A was searched", "on the other side of BC"],
      kind: "excluded",
    },
    {
      number: 3,
      inside: [[Q, PQ], [Q, negate(QR)]],
      at: { x: -2.95, y: -1.5 },
      lines: ["excluded"],
      kind: "excluded",
    },
    {
      number: 4,
      inside: [[P, PQ], [Q, negate(PQ)], [P, outward(P, Q, R)]],
      at: { x: -2.1, y: 1.05 },
      lines: ["beyond AB:", "A and B remain"],
      kind: "edge",
    },
    {
      number: 5,
      inside: [[P, negate(PQ)], [P, negate(PR)]],
      at: { x: 0.1, y: 2.7 },
      lines: ["excluded: n", "would separate"],
      kind: "excluded",
    },
    {
      number: 6,
      inside: [[P, PR], [R, negate(PR)], [P, outward(P, R, Q)]],
      at: { x: 2.2, y: 1.15 },
      lines: ["beyond AC:", "A and C remain"],
      kind: "edge",
    },
    {
      number: 7,
      inside: [
        [P, negate(outward(P, Q, R))],
        [P, negate(outward(P, R, Q))],
        [Q, negate(outward(Q, R, P))],
      ],
      at: { x: 0.05, y: 0.2 },
      lines: ["inside:", "both intersect"],
      kind: "inside",
    },
  ];

  const label = (box: Box, simplex: readonly Vec2[], offsets: [number, number][]): string[] => {
    const frame = { x: box.x + 8, y: box.y + 28, width: box.width - 16, height: box.height - 36 };
    const half = 4 * frame.height / frame.width;
    const view = new View(frame, points([-4, -half], [4, half]), 0);
    return simplex.map((p, k) =>
      view.label(p, offsets[k][0], offsets[k][1], "ABC"[k], {
        bold: true,
        size: 16,
        fill: k === 0 ? COLORS.newest : COLORS.simplex,
      })
    );
  };

  return page("Where the origin can be, seen from the simplex", TOP + HEIGHT + 16, [
    ...drawPanel(boxes[0], "two points: A is the newer", [A, B], segment),
    ...label(boxes[0], [A, B], [[-4, -13], [4, 24]]),
    ...drawPanel(boxes[1], "three points: A is the newest, C the oldest", [P, Q, R], triangle),
    ...label(boxes[1], [P, Q, R], [[-17, -4], [-13, -8], [15, -8]]),
  ], "Voronoi regions 1 to 3 of a segment and 1 to 7 of a triangle");
}
