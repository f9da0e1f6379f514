/**
 * Inner loops for `deno bench`: the cost of a level's outlines when it is loaded, by their shape
 * and number of vertices. One iteration is one outline.
 *
 * @module
 */
import { compound, decompose, polygon, pose, type Vec2 } from "@narrowphase/gjk2d";
import { lazy } from "./lazy.ts";

const { cos, sin, PI } = Math;

/** Keeps every result alive. */
const sink = new Float64Array(1);

/** Points along one side of a path and back along the other side. */
function corridor(n: number, at: (k: number, side: number) => Vec2): Vec2[] {
  const there = Array.from({ length: n / 2 }, (_, k) => at(k, 0));
  const back = Array.from({ length: n / 2 }, (_, k) => at(n / 2 - 1 - k, 1));
  return [...there, ...back];
}

/**
 * A corner of a spiral with right angles, k quarter turns from its middle, or of its other side.
 */
function corner(k: number, side: number): Vec2 {
  const r = k / 4 + 1 - side / 2;
  return { x: r * [1, -1, -1, 1][k % 4], y: r * [1, 1, -1, -1][k % 4] };
}

/** The same for a triangular spiral. */
function corner3(k: number, side: number): Vec2 {
  const r = k / 3 + 1 - side / 2;
  return { x: r * cos(2 * PI / 3 * k), y: r * sin(2 * PI / 3 * k) };
}

/** `n` vertices around a center, at these radii in turn. */
function ring(n: number, radii: readonly number[]): Vec2[] {
  return Array.from({ length: n }, (_, k) => {
    const r = radii[k % radii.length];
    return { x: r * cos(2 * PI * k / n), y: r * sin(2 * PI * k / n) };
  });
}

const OUTLINES: Readonly<Record<string, (n: number) => Vec2[]>> = {
  "star": (n) => ring(n, [1, 0.5]),
  "comb": (n) => corridor(n, (k, side) => ({ x: k, y: side === 0 ? 0 : k & 1 ? 9 : 1 })),
  "zigzag": (n) => corridor(n, (k, side) => ({ x: k, y: (k & 1) * 8 + side })),
  "round spiral": (n) =>
    corridor(n, (k, side) => {
      const r = 1 + 0.02 * k + side / 2;
      return { x: r * cos(0.1 * k), y: r * sin(0.1 * k) };
    }),
  "spiral of right angles": (n) => corridor(n, corner),
  "spiral of triangles": (n) => corridor(n, corner3),
};

for (const n of [1000, 3000]) {
  for (const [name, make] of Object.entries(OUTLINES)) {
    const outline = lazy(() => make(n));
    Deno.bench({
      name,
      group: `decompose, ${n} vertices`,
      baseline: name === "star",
      n: 5,
      warmup: 3,
      fn: () => void (sink[0] += decompose(outline()).length),
    });
  }
  // Half of a bowl: parts that meet in one point.
  const parts = lazy(() => {
    const rim = ring(2 * n, [1]).slice(0, n + 1);
    return rim.slice(1).map((q, k) => polygon([{ x: 0, y: 0 }, rim[k], q]));
  });
  Deno.bench({
    name: "a fan around one point",
    group: `compound, ${n} parts`,
    n: 3,
    warmup: 1,
    fn: () => void (sink[0] += compound(parts()).parts.length),
  });
  // A disk of wedges placed by poses: their common corners are equal only up to rounding.
  const wedges = lazy(() => {
    const shape = polygon([{ x: 0, y: 0 }, { x: 1, y: 0 }, {
      x: cos(2 * PI / n),
      y: sin(2 * PI / n),
    }]);
    return Array.from({ length: n }, (_, k) => ({ shape, pose: pose(0.3, 0.7, 2 * PI * k / n) }));
  });
  Deno.bench({
    name: "wedges placed by poses",
    group: `compound, ${n} parts`,
    n: 3,
    warmup: 1,
    fn: () => void (sink[0] += compound(wedges()).parts.length),
  });
}
