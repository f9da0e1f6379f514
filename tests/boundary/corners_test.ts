/**
 * A survey of concave corners: bodies pushed a little into the corner of two walls of an outline. Which contacts are
 * right is found from the outline and the body's points alone, without the library.
 *
 * - Every contact has a normal that the outline has where the body is: no internal edge, no far side.
 * - None is deeper than the way by which the body has come in (a phantom).
 *
 * @module
 */
import { assert, assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  circle,
  compound,
  convexHull,
  type ConvexShape,
  decompose,
  manifolds,
  polygon,
  type Pose,
  pose,
  type Shape,
  transformPoint,
  type Vec2,
} from "@narrowphase/gjk2d";
import { effort } from "../effort.ts";
import { Random, unitVector } from "../generate/random.ts";

const dot = (u: Vec2, v: Vec2): number => u.x * v.x + u.y * v.y;
const cross = (u: Vec2, v: Vec2): number => u.x * v.y - u.y * v.x;
const minus = (u: Vec2, v: Vec2): Vec2 => ({ x: u.x - v.x, y: u.y - v.y });

/** An outline, counter-clockwise, its outward normals, and bodies that fill it. */
interface Terrain {
  points: Vec2[];
  normals: Vec2[];
  lengths: number[];
  solids: Shape[];
}

/** Outlines from issues of other libraries, to four digits. */
const REAL = [
  // poly-decomp.js #9
  [
    8.507,
    -5.644,
    8.381,
    -6.809,
    8.593,
    -7.307,
    10.42,
    -8.766,
    12.18,
    -9.545,
    12.39,
    -9.693,
    12.55,
    -9.971,
    13.12,
    -9.773,
    13.78,
    -10.33,
    13.99,
    -10.27,
    14.32,
    -9.928,
    14.41,
    -9.662,
    14.33,
    -9.149,
    14.4,
    -8.898,
    14.98,
    -8.014,
    15.16,
    -7.232,
    15.02,
    -6.815,
  ],
  // poly-decomp.js #8
  [
    0,
    -79.45,
    10,
    -99.08,
    20,
    -128.3,
    30,
    -185.1,
    40,
    -134,
    50,
    -139.5,
    60,
    -215.6,
    70,
    -6.123,
    80,
    -236.1,
    90,
    -226.2,
    100,
    -238.8,
    110,
    -140.1,
    120,
    -52.9,
    130,
    -116.2,
    140,
    -182.8,
    150,
    -57.06,
    160,
    -93.01,
    170,
    -234.7,
    180,
    -36.43,
    190,
    -163.9,
    200,
    0,
    0,
    0,
  ],
  // mjjq/ConvexDecomposition #3
  [
    0.5,
    0.5,
    0.5,
    -0.4982,
    -0.4972,
    -0.4982,
    -0.4972,
    0.2776,
    -0.415,
    0.2739,
    -0.3499,
    0.2978,
    -0.1686,
    0.4357,
    -0.1516,
    0.4651,
    -0.1516,
    0.5,
    -0.07224,
    0.5,
    -0.04391,
    0.4301,
    -0.02408,
    0.4081,
    0.03824,
    0.3768,
    0.1091,
    0.3676,
    0.1601,
    0.3695,
    0.245,
    0.3934,
    0.3017,
    0.4412,
    0.3329,
    0.5,
  ],
  // hxGeomAlgo #11
  [0, 0, 300, 280, 200, 300, 150, 350, 0, 400, 400, 400, 400, 0],
].map((list) => list.filter((_, k) => k % 2 === 0).map((x, k) => ({ x, y: list[2 * k + 1] })));

/** Without repeated points and those in the middle of a side; counter-clockwise. */
function clean(points: Vec2[]): Vec2[] {
  const list = points.filter((p, i) => {
    const q = points[(i + 1) % points.length];
    return Math.hypot(p.x - q.x, p.y - q.y) > 1e-9;
  });
  const kept = list.filter((p, i) => {
    const u = minus(p, list.at(i - 1)!), v = minus(list[(i + 1) % list.length], p);
    return Math.abs(cross(u, v)) > 1e-9;
  });
  const area = kept.reduce((sum, p, i) => sum + cross(p, kept[(i + 1) % kept.length]), 0);
  return area < 0 ? kept.reverse() : kept;
}

const block = (x: number, to: number, low: number, high: number): ConvexShape =>
  box(to - x, high - low, { center: { x: (x + to) / 2, y: (low + high) / 2 } });

/** Decomposed from two of its points on, and what parts are given. */
function terrainOf(r: Random, outline: Vec2[], given: ConvexShape[][] = []): Terrain {
  const points = clean(outline), n = points.length;
  const starts = [0, r.int(1, n - 1)].map((k) => [...points.slice(k), ...points.slice(0, k)]);
  const parts = [...given, ...starts.map((ring) => decompose(ring).map((p) => polygon(p)))];
  const sides = points.map((p, i) => minus(points[(i + 1) % n], p));
  const lengths = sides.map(({ x, y }) => Math.hypot(x, y));
  return {
    points,
    lengths,
    normals: sides.map(({ x, y }, i) => ({ x: y / lengths[i], y: -x / lengths[i] })),
    solids: parts.map((list) => compound(list)),
  };
}

/** Stairs of columns, of rows, of both and of tiles. */
function anyStairs(r: Random): Terrain {
  const heights = Array.from({ length: 6 }, () => 1 + r.int(0, 3) / 2),
    outline = [{ x: 0, y: 0 }, { x: 6, y: 0 }];
  for (let i = 5; i >= 0; i--) outline.push({ x: i + 1, y: heights[i] }, { x: i, y: heights[i] });
  const columns = heights.map((h, i) => block(i, i + 1, 0, h)), rows: ConvexShape[] = [];
  for (let low = 0; low < 2.5; low += 0.5) {
    for (let i = 0, k = 0; i < 6; i = k + 1) {
      for (k = i; k < 6 && heights[k] > low;) k++;
      if (k > i) rows.push(block(i, k, low, low + 0.5));
    }
  }
  const tiles = heights.flatMap((h, i) =>
    Array.from({ length: 2 * h }, (_, j) => block(i, i + 1, j / 2, (j + 1) / 2))
  );
  return terrainOf(r, outline, [columns, rows, [...rows, ...columns], tiles]);
}

/** A bar with teeth, which may reach into it. */
function anyComb(r: Random): Terrain {
  const n = r.int(2, 5), outline: Vec2[] = [{ x: 0, y: 0 }], teeth: ConvexShape[] = [];
  let end = 0;
  for (let i = n - 1; i >= 0; i--) {
    const high = r.range(1.25, 3.25), x = 2 * i, to = x + r.range(0.3, 1);
    end = Math.max(end, to);
    if (i === n - 1) outline.push({ x: to, y: 0 });
    outline.push({ x: to, y: 1 }, { x: to, y: high }, { x, y: high }, { x, y: 1 });
    teeth.push(block(x, to, r.pick([1, 0.5, 0]), high));
  }
  return terrainOf(r, outline, [[block(0, end, 0, 1), ...teeth]]);
}

/** A ring around (0, 0). */
function anyStar(r: Random): Terrain {
  const n = r.int(5, 12), isSpiky = r.chance(0.5);
  return terrainOf(
    r,
    Array.from({ length: n }, (_, i) => {
      const { x, y } = unitVector(2 * Math.PI * (i + r.range(-0.3, 0.3)) / n);
      const l = isSpiky ? i % 2 === 0 ? 3 : r.range(1, 1.5) : r.range(1, 3);
      return { x: l * x, y: l * y };
    }),
  );
}

function anyReal(r: Random): Terrain {
  const list = r.pick(REAL), xs = list.map(({ x }) => x), ys = list.map(({ y }) => y);
  const x0 = Math.min(...xs), y0 = Math.min(...ys);
  const scale = 6 / Math.max(Math.max(...xs) - x0, Math.max(...ys) - y0);
  return terrainOf(r, list.map(({ x, y }) => ({ x: scale * (x - x0), y: scale * (y - y0) })));
}

const KINDS = { stairs: anyStairs, comb: anyComb, star: anyStar, real: anyReal };

const BODIES: Record<string, (s: number, r: Random) => ConvexShape> = {
  crate: (s) => box(s, s),
  plank: (s) => box(s, 0.2 * s),
  triangle: (s) =>
    polygon([[-0.5, -0.43], [0.5, -0.43], [0, 0.43]].map(([x, y]) => ({ x: s * x, y: s * y }))),
  wedge: (s) =>
    polygon([[-0.12, -0.4], [0.12, -0.4], [0, 0.6]].map(([x, y]) => ({ x: s * x, y: s * y }))),
  hull: (s, r) =>
    polygon(
      convexHull(
        Array.from({ length: 7 }, () => ({ x: s * r.range(-0.5, 0.5), y: s * r.range(-0.5, 0.5) })),
      ),
    ),
  ball: (s) => circle(s / 2),
  capsule: (s) => capsule({ x: -s / 3, y: 0 }, { x: s / 3, y: 0 }, s / 5),
  rounded: (s) => box(0.6 * s, 0.6 * s, { radius: 0.2 * s }),
};

/** The body's core points in the terrain's frame. */
interface Placed {
  points: Vec2[];
  radius: number;
}

/** Squared distance of a point from a segment. */
function squareTo(v: Vec2, p: Vec2, q: Vec2): number {
  const d = minus(q, p), w = minus(v, p), l = dot(d, d);
  const t = l === 0 ? 0 : Math.min(1, Math.max(0, dot(w, d) / l));
  return (w.x - t * d.x) ** 2 + (w.y - t * d.y) ** 2;
}

/** How deep a point is in a body, negative outside. */
function depthIn({ points, radius }: Placed, v: Vec2): number {
  const n = points.length;
  let square = Infinity, isIn = n > 2;
  for (let i = 0; i < n; i++) {
    const p = points[i], q = points[(i + 1) % n];
    square = Math.min(square, squareTo(v, p, q));
    if (cross(minus(q, p), minus(v, p)) < 0) isIn = false;
  }
  return radius + (isIn ? 1 : -1) * Math.sqrt(square);
}

/** How deep a point is in a terrain, negative outside. */
function depthBelow({ points }: Terrain, v: Vec2): number {
  let square = Infinity, isIn = false;
  for (let i = 0; i < points.length; i++) {
    const p = points[i], q = points[(i + 1) % points.length];
    square = Math.min(square, squareTo(v, p, q));
    if (p.y > v.y !== q.y > v.y && v.x < p.x + (v.y - p.y) / (q.y - p.y) * (q.x - p.x)) {
      isIn = !isIn;
    }
  }
  return (isIn ? 1 : -1) * Math.sqrt(square);
}

/** How deep the two are in each other: of the corners of both, the deepest. */
function depthOf(t: Terrain, body: Placed): number {
  return Math.max(
    ...body.points.map((v) => body.radius + depthBelow(t, v)),
    ...t.points.map((v) => depthIn(body, v)),
  );
}

/** Whether a body comes within a tolerance of edge i. */
function isTouched(t: Terrain, i: number, { points, radius }: Placed, tolerance: number): boolean {
  const p = t.points[i], q = t.points[(i + 1) % t.points.length], n = points.length;
  const reach = (radius + tolerance) ** 2;
  return points.some((u, k) => {
    const v = points[(k + 1) % n],
      a = cross(minus(q, p), minus(u, p)),
      b = cross(minus(q, p), minus(v, p));
    const c = cross(minus(v, u), minus(p, u)), d = cross(minus(v, u), minus(q, u));
    return a * b < 0 && c * d < 0 || squareTo(u, p, q) <= reach || squareTo(p, u, v) <= reach ||
      squareTo(q, u, v) <= reach;
  });
}

/** Whether the outline has a normal where the body is. */
function hasNormal(t: Terrain, body: Placed, m: Vec2, tolerance: number): boolean {
  return t.normals.some((n, i) => {
    if (Math.abs(cross(n, m)) < 1e-6 && dot(n, m) > 0) return isTouched(t, i, body, tolerance);
    const k = (i + 1) % t.normals.length, f = t.normals[k];
    return cross(n, f) > 0 && cross(n, m) > -1e-6 && cross(m, f) > -1e-6 &&
      depthIn(body, t.points[k]) >= -tolerance;
  });
}

function move({ points, radius }: Placed, by: Vec2): Placed {
  return { points: points.map(({ x, y }) => ({ x: x + by.x, y: y + by.y })), radius };
}

/** Translation after which the body reaches below the lines of both walls by these depths. */
function pushInto(
  t: Terrain,
  i: number,
  j: number,
  body: Placed,
  deep: readonly [number, number],
): Vec2 {
  const n = t.normals[i], m = t.normals[j], v = t.points[j];
  const rest = (k: Vec2, depth: number): number =>
    dot(k, v) + body.radius - depth - Math.min(...body.points.map((p) => dot(k, p)));
  const a = rest(n, deep[0]), b = rest(m, deep[1]), det = cross(n, m);
  return { x: (a * m.y - b * n.y) / det, y: (b * n.x - a * m.x) / det };
}

describe("a body that is pushed into a concave corner", () => {
  it("has contacts, and none that is deeper or has a normal that the outline has not", () => {
    const seen: Record<string, number> = {};
    let cases = 0;
    for (let k = 0; cases < effort(50_000); k++) {
      const r = new Random("concave corners", k);
      const kind = r.pick(Object.keys(KINDS) as (keyof typeof KINDS)[]), t = KINDS[kind](r);
      const n = t.points.length,
        corners = t.points.flatMap((_, j) => {
          const i = (j + n - 1) % n;
          return cross(t.normals[i], t.normals[j]) < -0.05 ? [[i, j]] : [];
        });
      if (corners.length === 0) continue;
      for (let c = 0; c < 24; c++) {
        const [i, j] = r.pick(corners), name = r.pick(Object.keys(BODIES));
        const s = Math.min(t.lengths[i], t.lengths[j]) * r.range(0.2, 1.2);
        const shape = BODIES[name](s, r), wall = t.normals[r.pick([i, j])];
        // Flush with a wall, or turned anyhow.
        const turned = r.chance(0.5)
          ? { x: 0, y: 0, ...turnTo(wall, r.int(0, 3)) }
          : pose(0, 0, r.range(-3.2, 3.2));
        const size = s * r.magnitude(-7, -2.4), deep = [size, size * r.range(0, 1)] as const;
        const flat: Placed = {
          points: shape.points.map((p) => transformPoint(turned, p)),
          radius: shape.radius,
        };
        const apart = pushInto(t, i, j, flat, [-1e-10, -1e-10]), free = move(flat, apart);
        if (depthBelow(t, free.points[0]) > 0) continue;
        if (t.points.some((_, e) => isTouched(t, e, free, 0))) continue;
        const by = pushInto(t, i, j, flat, r.chance(0.5) ? deep : [deep[1], deep[0]]),
          body = move(flat, by);
        const way = Math.hypot(by.x - apart.x, by.y - apart.y), tolerance = 1e-9;
        // It may be over neither of the two.
        if (!(depthOf(t, body) > tolerance)) continue;
        cases++;
        seen[`${kind}, ${name}`] = (seen[`${kind}, ${name}`] ?? 0) + 1;
        const at: Pose = { ...turned, x: by.x, y: by.y };
        for (const solid of t.solids) {
          const what = JSON.stringify([k, c, kind, name, t.solids.indexOf(solid)]);
          const { count, manifolds: list } = manifolds(solid, pose(), shape, at);
          const pushes = list.slice(0, count).map(({ normal, points, pointCount }) => ({
            normal,
            depth: -Math.min(...points.slice(0, pointCount).map(({ separation }) => separation)),
          })).filter((push) => push.depth > 0.01 * tolerance);
          assert(pushes.length > 0, `${what}: nothing`);
          for (const push of pushes) {
            assert(
              hasNormal(t, body, push.normal, way + tolerance),
              `${what}: ${JSON.stringify(push)}`,
            );
            assertLess(push.depth, 1.0001 * way + tolerance, `${what}: phantom`);
          }
        }
      }
    }
    assertEquals(Object.keys(seen).length, 32);
    for (const [what, count] of Object.entries(seen)) assertLess(effort(150), count, what);
  });
});

/** The rotation that turns (0, 1) to n, and on by quarters. */
function turnTo({ x, y }: Vec2, quarters: number): { cos: number; sin: number } {
  const [cos, sin] = [[y, -x], [x, y], [-y, x], [-x, -y]][quarters];
  return { cos, sin };
}
