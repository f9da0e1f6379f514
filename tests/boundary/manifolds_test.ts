/**
 * Contacts of bodies of several parts: a survey of concave corners, with a truth that is found from the outline and the
 * body's points alone, and what a floor of many parts has in common with one plate.
 *
 * @module
 */
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertLess,
  assertStrictEquals,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  centroid,
  circle,
  collide,
  type Compound,
  compound,
  convex,
  convexHull,
  type ConvexShape,
  IDENTITY,
  intersects,
  manifolds,
  multiply,
  polygon,
  type Pose,
  pose,
  regularPolygon,
  type Shape,
  transformPoint,
  type Vec2,
} from "@narrowphase/gjk2d";
import { effort } from "../effort.ts";
import { wrap } from "../generate/shapes.ts";
import { survey } from "../generate/survey.ts";
import { Random, unitVector } from "../generate/random.ts";
import { pieces, polygonOf, polygons, ring, slab } from "../generate/rings.ts";
import {
  type Contact,
  contactsFrom,
  contactsOf,
  cross,
  depthOf,
  distanceTo,
  dot,
  type Edge,
  edgesOf,
  isInside,
  lengthTo,
  minus,
  nearestOn,
} from "./outline.ts";

/** An outline, and bodies that fill it. */
interface Terrain {
  edges: Edge[];
  solids: Shape[];
}

/** A bowl whose sides reach far above it. */
const BOWL = [
  ...Array.from({ length: 25 }, (_, k) => unitVector(Math.PI * (1 + k / 24)))
    .map(({ x, y }) => ({ x: 14 * x, y: 14 * y + 14 })),
  ...ring("15 40, 16 40, 16 -1.5, -16 -1.5, -16 40, -15 40"),
];

/** It, and outlines from issues of other libraries, to four digits: poly-decomp.js 9, 8, ConvexDecomposition 3, hxGeomAlgo 11. */
const REAL = [
  `8.507 -5.644, 8.381 -6.809, 8.593 -7.307, 10.42 -8.766, 12.18 -9.545, 12.39 -9.693, 12.55 -9.971,
  13.12 -9.773, 13.78 -10.33, 13.99 -10.27, 14.32 -9.928, 14.41 -9.662, 14.33 -9.149, 14.4 -8.898,
  14.98 -8.014, 15.16 -7.232, 15.02 -6.815`,
  `0 -79.45, 10 -99.08, 20 -128.3, 30 -185.1, 40 -134, 50 -139.5, 60 -215.6, 70 -6.123, 80 -236.1,
  90 -226.2, 100 -238.8, 110 -140.1, 120 -52.9, 130 -116.2, 140 -182.8, 150 -57.06, 160 -93.01,
  170 -234.7, 180 -36.43, 190 -163.9, 200 0, 0 0`,
  `0.5 0.5, 0.5 -0.4982, -0.4972 -0.4982, -0.4972 0.2776, -0.415 0.2739, -0.3499 0.2978,
  -0.1686 0.4357, -0.1516 0.4651, -0.1516 0.5, -0.07224 0.5, -0.04391 0.4301, -0.02408 0.4081,
  0.03824 0.3768, 0.1091 0.3676, 0.1601 0.3695, 0.245 0.3934, 0.3017 0.4412, 0.3329 0.5`,
  "0 0, 300 280, 200 300, 150 350, 0 400, 400 400, 400 0",
].map(ring).concat([BOWL]);

/** Without repeated points and those in the middle of a side; counter-clockwise. */
function clean(points: Vec2[]): Vec2[] {
  const list = points.filter((p, i) => lengthTo(p, points[(i + 1) % points.length]) > 1e-9);
  const kept = list.filter((p, i) =>
    Math.abs(cross(minus(p, list.at(i - 1)!), minus(list[(i + 1) % list.length], p))) > 1e-9
  );
  const area = kept.reduce((sum, p, i) => sum + cross(p, kept[(i + 1) % kept.length]), 0);
  return area < 0 ? kept.reverse() : kept;
}

/** Decomposed from two of its points on, and what parts are given. */
function terrainOf(r: Random, outline: Vec2[], given: ConvexShape[][] = []): Terrain {
  const points = clean(outline);
  const starts = [0, r.int(1, points.length - 1)];
  const decomposed = starts.map((k) => pieces([...points.slice(k), ...points.slice(0, k)]));
  return {
    edges: edgesOf(points),
    solids: [...given.map((parts) => compound(parts)), ...decomposed],
  };
}

/** Steps of random heights: columns, rows, both, tiles, and decomposed. */
function anyStairs(r: Random): Terrain & { heights: number[] } {
  const heights = Array.from({ length: 6 }, () => 1 + r.int(0, 3) / 2);
  const outline = [{ x: 0, y: 0 }, { x: 6, y: 0 }];
  for (let i = 5; i >= 0; i--) outline.push({ x: i + 1, y: heights[i] }, { x: i, y: heights[i] });
  const columns = heights.map((h, i) => slab(i, 0, i + 1, h)), rows: ConvexShape[] = [];
  for (let low = 0; low < 2.5; low += 0.5) {
    for (let i = 0, k = 0; i < 6; i = k + 1) {
      for (k = i; k < 6 && heights[k] > low;) k++;
      if (k > i) rows.push(slab(i, low, k, low + 0.5));
    }
  }
  const tiles = heights.flatMap((h, i) =>
    Array.from({ length: 2 * h }, (_, j) => slab(i, j / 2, i + 1, (j + 1) / 2))
  );
  return { ...terrainOf(r, outline, [columns, rows, [...rows, ...columns], tiles]), heights };
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
    teeth.push(slab(x, r.pick([1, 0.5, 0]), to, high));
  }
  return terrainOf(r, outline, [[slab(0, 0, end, 1), ...teeth]]);
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

const scaled = (text: string, s: number): ConvexShape =>
  polygon(ring(text).map(({ x, y }) => ({ x: s * x, y: s * y })));

const BODIES: Record<string, (s: number, r: Random) => ConvexShape> = {
  crate: (s) => box(s, s),
  plank: (s) => box(s, 0.2 * s),
  triangle: (s) => scaled("-0.5 -0.43, 0.5 -0.43, 0 0.43", s),
  wedge: (s) => scaled("-0.12 -0.4, 0.12 -0.4, 0 0.6", s),
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

/** How deep a point is in a body, negative outside. */
function depthIn({ points, radius }: Placed, v: Vec2): number {
  const edges = edgesOf(points);
  const isIn = edges.length > 2 && edges.every(({ p, q }) => cross(minus(q, p), minus(v, p)) >= 0);
  return radius + (isIn ? 1 : -1) * distanceTo(edges, v);
}

/** How deep a point is in a terrain, negative outside. */
function depthBelow({ edges }: Terrain, v: Vec2): number {
  return (isInside(edges, v) ? 1 : -1) * distanceTo(edges, v);
}

/** How deep the two are in each other: of the corners of both, the deepest. */
function overlapOf(t: Terrain, body: Placed): number {
  return Math.max(
    ...body.points.map((v) => body.radius + depthBelow(t, v)),
    ...t.edges.map(({ p }) => depthIn(body, p)),
  );
}

/** Whether a body comes within a tolerance of an edge. */
function isTouched(edge: Edge, { points, radius }: Placed, tolerance: number): boolean {
  const { p, q } = edge, reach = radius + tolerance;
  return edgesOf(points).some((side) => {
    const { p: u, q: v } = side;
    const a = cross(minus(q, p), minus(u, p)), b = cross(minus(q, p), minus(v, p));
    const c = cross(minus(v, u), minus(p, u)), d = cross(minus(v, u), minus(q, u));
    return a * b < 0 && c * d < 0 || lengthTo(nearestOn(edge, u), u) <= reach ||
      [p, q].some((w) => lengthTo(nearestOn(side, w), w) <= reach);
  });
}

/** Whether the outline has a normal where the body is. */
function hasNormal({ edges }: Terrain, body: Placed, m: Vec2, tolerance: number): boolean {
  return edges.some((edge, i) => {
    const { n, q } = edge, { n: f } = edges[(i + 1) % edges.length];
    if (Math.abs(cross(n, m)) < 1e-6 && dot(n, m) > 0) return isTouched(edge, body, tolerance);
    return cross(n, f) > 0 && cross(n, m) > -1e-6 && cross(m, f) > -1e-6 &&
      depthIn(body, q) >= -tolerance;
  });
}

function move({ points, radius }: Placed, by: Vec2): Placed {
  return { points: points.map(({ x, y }) => ({ x: x + by.x, y: y + by.y })), radius };
}

/** Translation after which the body reaches below the lines of both walls by these depths. */
function pushInto({ n }: Edge, { n: m, p: v }: Edge, body: Placed, deep: readonly number[]): Vec2 {
  const rest = (k: Vec2, depth: number): number =>
    dot(k, v) + body.radius - depth - Math.min(...body.points.map((p) => dot(k, p)));
  const a = rest(n, deep[0]), b = rest(m, deep[1]), det = cross(n, m);
  return { x: (a * m.y - b * n.y) / det, y: (b * n.x - a * m.x) / det };
}

/** A contact as a text that leaves out what is rounding. */
function rounded({ normal, points }: Contact): string {
  const numbers = points.flatMap(({ point, separation }) => [point.x, point.y, separation]);
  return [normal.x, normal.y, ...numbers].map((x) => (x + 1e-12).toFixed(6)).join(" ");
}

/** The rotation that turns (0, 1) to n, and on by quarters. */
function turnTo({ x, y }: Vec2, quarters: number): { cos: number; sin: number } {
  const [cos, sin] = [[y, -x], [x, y], [-y, x], [-x, -y]][quarters];
  return { cos, sin };
}

/** Normal and depth of each contact, seen from either body, and how many points it has. */
const told = (a: Shape, b: Shape, on: Pose): string[] => {
  const lists = [true, false].map((isFirst) =>
    contactsFrom(isFirst, a, IDENTITY, b, on).map((contact) => {
      const { normal, points: { length } } = contact;
      const numbers = [normal.x, normal.y, depthOf(contact)].map((v) => (v + 1e-12).toFixed(6));
      return [...numbers, length].join(" ");
    }).sort()
  );
  assertEquals(lists[0], lists[1]);
  return lists[0];
};

describe("manifolds() of a body that is pushed into a concave corner", () => {
  it("has contacts, and none that is deeper or has a normal that the outline has not", () => {
    const seen: Record<string, number> = {};
    let cases = 0;
    for (let k = 0; cases < effort(50_000); k++) {
      const r = new Random("concave corners", k);
      const kind = r.pick(Object.keys(KINDS) as (keyof typeof KINDS)[]), t = KINDS[kind](r);
      const corners = t.edges.flatMap((edge, j) => {
        const before = t.edges.at(j - 1)!;
        return cross(before.n, edge.n) < -0.05 ? [[before, edge] as const] : [];
      });
      if (corners.length === 0) continue;
      for (let c = 0; c < 24; c++) {
        const [e, f] = r.pick(corners), name = r.pick(Object.keys(BODIES));
        const s = Math.min(lengthTo(e.p, e.q), lengthTo(f.p, f.q)) * r.range(0.2, 1.2);
        const shape = BODIES[name](s, r), wall = r.pick([e, f]).n;
        // Flush with a wall, or turned anyhow.
        const turned = r.chance(0.5)
          ? { x: 0, y: 0, ...turnTo(wall, r.int(0, 3)) }
          : pose(0, 0, r.range(-3.2, 3.2));
        const size = s * r.magnitude(-7, -2.4), deep = [size, size * r.range(0, 1)];
        const flat: Placed = {
          points: shape.points.map((p) => transformPoint(turned, p)),
          radius: shape.radius,
        };
        const apart = pushInto(e, f, flat, [-1e-10, -1e-10]), free = move(flat, apart);
        if (depthBelow(t, free.points[0]) > 0) continue;
        if (t.edges.some((edge) => isTouched(edge, free, 0))) continue;
        const by = pushInto(e, f, flat, r.chance(0.5) ? deep : deep.reverse());
        const body = move(flat, by), way = lengthTo(by, apart), tolerance = 1e-9;
        // It may be over neither of the two.
        if (!(overlapOf(t, body) > tolerance)) continue;
        cases++;
        seen[`${kind}, ${name}`] = (seen[`${kind}, ${name}`] ?? 0) + 1;
        for (const [i, solid] of t.solids.entries()) {
          const what = [k, c, kind, name, i].join(", ");
          const pushes = contactsOf(solid, pose(), shape, { ...turned, ...by })
            .filter((push) => depthOf(push) > 0.01 * tolerance);
          assert(pushes.length > 0, `${what}: nothing`);
          for (const push of pushes) {
            const isThere = hasNormal(t, body, push.normal, way + tolerance);
            assert(isThere, `${what}: ${JSON.stringify(push)}`);
            assertLess(depthOf(push), 1.0001 * way + tolerance, `${what}: phantom`);
          }
        }
      }
    }
    assertEquals(Object.keys(seen).length, 32);
    for (const [what, count] of Object.entries(seen)) assertLess(effort(150), count, what);
  });

  it("has no contact through the solid", () => {
    const body = pieces(ring("0 0, 3 0, 3 2, 2 2, 2 2.5, 1 2.5, 1 1.5, 0 1.5"));
    const found = told(body, box(0.5, 0.5), pose(0.751, 1.749));
    assertEquals(found, ["-1.000000 0.000000 0.001000 2", "0.000000 1.000000 0.001000 2"]);
    // A triangle's corner under the foot of a step meets the floor alone.
    const steps = compound([slab(0, 0, 1, 7), slab(1, 0, 5, 6)]);
    const triangle = polygonOf([[0, 0], [1, 0], [0.5, Math.sqrt(3) / 2]]);
    const on = pose(1 - 0.0003, 6 - 0.001);
    assertEquals(told(steps, triangle, on), ["0.000000 1.000000 0.001000 2"]);
  });

  it("has both walls and nothing else, in any decomposition and frame", () => {
    survey("corners of stairs", 600, { cases: 1000 }, (r, met, k) => {
      const { heights, solids } = anyStairs(r);
      const step = r.int(1, heights.length - 1), up = heights[step] - heights[step - 1];
      if (up === 0) return;
      // The corner between the tread on the lower side and the riser.
      const floor = Math.min(heights[step], heights[step - 1]), side = up > 0 ? -1 : 1;
      const size = r.range(0.1, 0.4);
      const sink = size * 10 ** r.range(-7, -2), e = sink * r.range(0.1, 1);
      const shape = r.pick([
        box(size, size),
        circle(size / 2),
        box(size / 2, size / 2, { radius: size / 4 }),
        capsule({ x: -size / 4, y: 0 }, { x: size / 4, y: 0 }, size / 4),
      ]);
      const low = shape.kind === "capsule" ? size / 4 : size / 2;
      const at = r.chance(0.5) ? pose() : pose(r.range(-9, 9), r.range(-9, 9), r.range(-3, 3));
      const turn = r.int(0, 1) * Math.PI;
      const on = multiply(at, pose(step + side * (size / 2 - e), floor + low - sink, turn));
      for (const [i, body] of solids.entries()) {
        met.cases++;
        const list = contactsOf(body, at, shape, on), what = `stairs ${k}, body ${i}`;
        assertStrictEquals(list.length, 2, what);
        for (const m of list) {
          const x = at.cos * m.normal.x + at.sin * m.normal.y;
          const y = at.cos * m.normal.y - at.sin * m.normal.x;
          const isFloor = y > 0.5;
          assertAlmostEquals(isFloor ? y : x * side, 1, 1e-9, what);
          assertAlmostEquals(depthOf(m), isFloor ? sink : e, 1e-12, what);
        }
        assert(depthOf(list[0]) !== depthOf(list[1]) || sink === e, what);
      }
    });
  });
});

describe("manifolds() of a body of several parts", () => {
  it("comes free within a few rounds, never further than needed, when a body is anywhere on the outline", () => {
    survey("rounds on stairs", 400, { cases: 1000 }, (r, met, k) => {
      const { heights, solids } = anyStairs(r);
      const size = r.range(0.1, 0.5);
      const wedge = scaled("-0.1 -0.4, 0.1 -0.4, 0 0.6", size);
      const shape = r.pick([wedge, box(size, size / 2), circle(size / 2)]);
      // Let down from above until it touches, and a little further.
      const x = r.range(0, heights.length), angle = r.range(-3, 3);
      let free = 4, hit = 0;
      for (let i = 0; i < 50; i++) {
        const y = (free + hit) / 2;
        if (intersects(solids[0], IDENTITY, shape, pose(x, y, angle))) hit = y;
        else free = y;
      }
      const sink = size * 10 ** r.range(-6, -2);
      for (const [i, body] of solids.entries()) {
        const on = pose(x, free - sink, angle);
        let left = 0;
        for (let round = 0; round < 12; round++) {
          const list = contactsOf(body, pose(), shape, on).filter((m) => depthOf(m) > 1e-12);
          left = Math.max(0, ...list.map(depthOf));
          // Straight up is a way out, so no contact is deeper.
          if (round === 0) {
            assertLess(0, list.length, `stairs ${k}, body ${i}`);
            for (const m of list) assertLess(depthOf(m), sink + 1e-12, `stairs ${k}, body ${i}`);
          }
          for (const m of list) {
            on.x += 0.6 * depthOf(m) * m.normal.x;
            on.y += 0.6 * depthOf(m) * m.normal.y;
          }
        }
        assertLess(left, 0.05 * sink + 1e-12, `stairs ${k}, body ${i}`);
        met.cases++;
      }
    });
  });

  it("has the points that it has on one plate when a body lies or slides on a floor of many parts", () => {
    const r = new Random("floors of tiles");
    const plate = slab(0, -2, 10, 0);
    for (let k = 0; k < effort(3000); k++) {
      // Beside each other, over each other, in triangles, or of two heights in turn.
      const parts: Vec2[][] = [];
      for (let x = 0; x < 10;) {
        const w = Math.min(r.range(0.05, 0.5), 10 - x), h = r.range(0.3, 1.2), u = x + w;
        const to = k % 4 === 1 ? Math.min(10, x + w * r.range(1.01, 2)) : u;
        const low = k % 4 === 3 ? -1 - parts.length % 2 : -h;
        if (k % 4 === 2) {
          parts.push(ring([[x, 0], [x, low], [u, low]]), ring([[x, 0], [u, low], [u, 0]]));
        } else parts.push(ring([[x, low], [to, low], [to, 0], [x, 0]]));
        x = 10 - u < 1e-9 ? 10 : u;
      }
      const floor = polygons(parts), size = r.range(0.3, 2.5);
      const shape = r.pick([
        box(size, size / 2),
        box(size / 8, size),
        circle(size / 2),
        capsule({ x: -size / 3, y: 0 }, { x: size / 3, y: 0 }, size / 6),
        box(size / 2, size / 3, { radius: size / 8 }),
        regularPolygon(8, size / 2),
      ]);
      const on = pose(
        r.range(2.5, 7.5),
        0,
        r.chance(0.5) ? r.int(0, 3) * Math.PI / 2 : r.range(-3, 3),
      );
      const low = Math.min(...shape.points.map((p) => on.sin * p.x + on.cos * p.y)) - shape.radius;
      const margin = r.pick([0, 0.01]), sink = r.pick([size * r.magnitude(-7, -2), margin / -2]);
      on.y = -low - sink;
      if (sink === 0) on.y -= 1e-12;
      const at = r.chance(0.5) ? IDENTITY : pose(3, -2, 0.7), there = multiply(at, on);
      const want = collide(plate, at, shape, there, { margin });
      const list = contactsOf(floor, at, shape, there, { margin }), what = `floor ${k}`;
      assertStrictEquals(list.length, 1, what);
      assertStrictEquals(list[0].points.length, want.pointCount, what);
      assertAlmostEquals(list[0].normal.x, -at.sin, 1e-9, what);
      assertAlmostEquals(list[0].normal.y, at.cos, 1e-9, what);
      for (const [i, p] of list[0].points.entries()) {
        const q = want.points[i];
        assertAlmostEquals(p.point.x, q.point.x, 1e-9, what);
        assertAlmostEquals(p.point.y, q.point.y, 1e-9, what);
        assertAlmostEquals(p.separation, q.separation, 1e-12, what);
      }
    }
  });

  it("has the same ids when a crate slides over sixty tiles and trembles", () => {
    const tiles = Array.from({ length: 60 }, (_, k) => slab(k / 10, -0.1, k / 10 + 0.1, 0));
    const floor = compound(tiles), ids = new Set<string>();
    for (let k = 0; k < 400; k++) {
      const on = pose(1 + k * 0.01, 0.499, [0, 1e-9, -1e-9][k % 3]);
      const contacts = contactsOf(floor, pose(), box(1, 1), on);
      ids.add(contacts.flatMap(({ points }) => points.map(({ id }) => id)).join());
    }
    assertStrictEquals(ids.size, 1);
  });

  it("holds a ball in the solid at the height of the floor of a notch beside it", () => {
    // A U with the floor of its notch at y = 1. The nearest wall is that on the left, at x = -3.
    const u = compound([
      box(6, 2),
      { shape: box(2, 4), pose: pose(-2, 3) },
      { shape: box(2, 4), pose: pose(2, 3) },
    ]);
    const { count, manifolds: [{ normal, points: [{ separation }] }] } = //
      manifolds(u, IDENTITY, circle(0.1), pose(-2.2, 1));
    assertEquals(count, 1);
    assertAlmostEquals(separation, -0.9, 1e-12);
    assertAlmostEquals(normal.x, -1, 1e-12);
  });
});

describe("manifolds() of a ball on one side of an outline that many parts share", () => {
  /** The part that a ball touches which lies on y = 0 at x. */
  const under = (floor: Compound, x: number): number[] =>
    manifolds(floor, pose(), circle(0.3), pose(x, 0.29)).manifolds.map(({ partA }) => partA);

  it("names the part under the ball", () => {
    const floor = compound(Array.from({ length: 13 }, (_, k) => slab(k, -1, k + 1, 0)));
    for (let k = 0; k < 13; k++) assertEquals(under(floor, k + 0.4), [k]);
  });

  it("names the part that reaches as far when another begins nearer and ends before", () => {
    const floor = compound([slab(0, -1, 12, 0), slab(5, -2, 6, 0), slab(8, -2, 9, 0)]);
    for (const x of [1, 4.5, 7, 9.5, 11]) assertEquals(under(floor, x), [0], `${x}`);
  });
});

describe("manifolds() of solids that are deep in each other", () => {
  /** A block of unit squares. */
  const block = (x: number, y: number, wide: number, high: number): ConvexShape[] =>
    Array.from({ length: wide * high }, (_, k) => {
      const u = x + k % wide, v = y + Math.floor(k / wide);
      return slab(u, v, u + 1, v + 1);
    });

  it("take one out of the other by its deepest part when it is all inside", () => {
    const two = compound([box(0.2, 0.2), { shape: box(0.2, 0.2), pose: pose(0, 0.2) }]);
    const big = compound(block(-2, -2, 4, 4));
    assertEquals(told(big, two, pose(0.3, 1.2)), ["0.000000 1.000000 0.900000 2"]);
    assertEquals(told(big, two, pose(0.3, -1.3)), ["0.000000 -1.000000 1.000000 2"]);
    assertEquals(contactsOf(big, IDENTITY, two, pose(0.3, -1.3))[0].partB, 1);
  });

  it("hold the floor of a notch that is all inside at its own height, beside the tines", () => {
    const tines = [-1, 1].map((x) => ({ shape: box(1, 1), pose: pose(x, 0.5) }));
    const fork = compound([{ shape: box(3, 1), pose: pose(0, 1.5) }, ...tines]);
    const floor = compound(block(-5, -3, 10, 3)), up = "0.000000 1.000000 ";
    assertEquals(told(floor, fork, pose(0.3, -0.2)), [`${up}0.200000 2`, `${up}0.200000 2`]);
    assertEquals(told(floor, fork, pose(0.3, -1.1)), [
      `${up}0.100000 2`,
      `${up}1.100000 2`,
      `${up}1.100000 2`,
    ]);
  });

  it("take a foot that is all inside out by the nearest side of the other", () => {
    const arms = [1, -1].map((y) => ({ shape: box(1, 1), pose: pose(0, y) }));
    const cross = compound([box(4, 1), ...arms]), big = compound(block(-3, -3, 6, 6));
    const up = "0.000000 1.000000 ";
    assertEquals(told(big, cross, pose(2.2, 2.2)), [`${up}1.300000 2`, `${up}1.300000 2`]);
    assertEquals(told(big, cross, pose(0.4, 2.2)), [
      `${up}1.300000 2`,
      `${up}1.300000 2`,
      `${up}2.300000 2`,
    ]);
  });

  it("leave a thin plate on the side where the other came in, not at its back as well", () => {
    const plate = compound(Array.from({ length: 10 }, (_, k) => slab(k, -0.2, k + 1, 0)));
    for (const crate of [box(2, 2), compound([slab(-1, -1, 0, 1), slab(0, -1, 1, 1)])]) {
      assertEquals(told(plate, crate, pose(5.3, 0.9)), ["0.000000 1.000000 0.100000 2"]);
      assertEquals(told(plate, crate, pose(5.3, 0.7)), ["0.000000 1.000000 0.300000 2"]);
    }
  });

  it("leave at the lower step where a tread of one is all inside the other", () => {
    // Two steps in two steps: the lower tread is 0.7 below its own, the upper one 0.2 below the lower step.
    const steps = compound([slab(2, 1, 5, 3), slab(3, 2, 6, 4)]);
    const body = compound([slab(0, 0.5, 1, 1.5), slab(1, 1, 2, 2)]);
    assertEquals(told(steps, body, pose(2.35, 1.8)), [
      "0.000000 1.000000 0.200000 1",
      "0.000000 1.000000 0.700000 2",
    ]);
  });

  it("do not lead through the solid to a side that a body does not touch", () => {
    // A rod in the foot of a tower, whose terrace is nearer to its middle than the side where it came in.
    const tower = compound([...block(-5, -5, 10, 5), ...block(0, 0, 5, 5)]);
    assertEquals(told(tower, box(6, 0.2), pose(2, -0.3)), ["0.000000 -1.000000 4.800000 2"]);
  });
});

describe("manifolds() of a body with a support function", () => {
  it("are those of the polygon whose sides it states, in whatever order", () => {
    survey("stated sides", 2000, { compared: 200 }, (r, met, k) => {
      const solid = r.pick(anyStairs(r).solids);
      const radius = r.pick([0, 0.125]);
      const cloud = Array.from({ length: 6 }, () => ({ x: r.int(-4, 4) / 4, y: r.int(-4, 4) / 4 }));
      const like = polygon(convexHull(cloud), { radius }), { points } = like;
      const first = r.int(0, points.length - 1);
      const sides = edgesOf([...points.slice(first), ...points.slice(0, first)]).reverse();
      const smooth = wrap(like, centroid(like), radius, sides.map(({ p, q }) => ({ a: p, b: q })));
      const on = pose(
        r.int(-4, 28) / 4,
        r.int(-4, 16) / 4,
        r.pick([0, 1, 2, 3, 0.3]) * Math.PI / 2,
      );
      const [found, wanted] = [smooth, like].map((body) =>
        contactsOf(solid, IDENTITY, body, on, { margin: 0.125 })
      );
      if (wanted.length === 0 || wanted.some((c) => depthOf(c) > 0.3)) return;
      assertEquals(found.map(rounded).sort(), wanted.map(rounded).sort(), `${k}`);
      met.compared++;
    });
  });

  it("are those of a polygon with as many corners as it takes, on edges and in corners", () => {
    const sides = 512, seen: Record<string, number> = {}, places = new Set<string>();
    survey("smooth bodies", 4000, {}, (r, _, k) => {
      const kind = r.pick(Object.keys(KINDS) as (keyof typeof KINDS)[]);
      const { edges, solids } = KINDS[kind](r),
        solid = r.pick(solids),
        i = r.int(0, edges.length - 1);
      const edge = edges[i], before = edges.at(i - 1)!;
      const a = Math.min(lengthTo(edge.p, edge.q), lengthTo(before.p, before.q)) *
        r.range(0.1, 0.6);
      // Half of an ellipse has a flat side below, which it states.
      const b = a * r.range(0.2, 1), isHalf = r.chance(0.5);
      const rim = Array.from({ length: sides + 1 }, (_, j) => {
        const { x, y } = unitVector((isHalf ? 1 : 2) * Math.PI * j / sides);
        return { x: a * x, y: b * y };
      });
      const fine = polygon(isHalf ? rim : rim.slice(0, sides));
      const smooth = convex({
        center: { x: 0, y: isHalf ? b / 2 : 0 },
        edges: isHalf ? [{ a: { x: -a, y: 0 }, b: { x: a, y: 0 } }] : [],
        support(dx, dy, out) {
          const isFlat = isHalf && dy < 0, l = Math.hypot(a * dx, b * dy) || 1;
          out.x = isFlat ? (dx < 0 ? -a : a) : a * a * dx / l;
          out.y = isFlat ? 0 : b * b * dy / l;
        },
      });
      // On an edge, over a convex corner, perhaps apart by less than a margin, or into a concave corner.
      const turned = pose(0, 0, r.range(-3, 3)), deep = [0, 1].map(() => a * r.magnitude(-4, -1.7));
      const flat: Placed = { points: fine.points.map((p) => transformPoint(turned, p)), radius: 0 };
      const { n, p, q } = edge, isConcave = cross(before.n, n) < -0.05;
      const isCorner = cross(before.n, n) > 0.05 && r.chance(0.5), t = isCorner ? 0 : r.range(0, 1);
      const margin = !isConcave && (isCorner || r.chance(0.5)) ? 0.01 * a : 0;
      const weight = r.range(0.1, 0.9), mx = n.x + weight * (before.n.x - n.x);
      const my = n.y + weight * (before.n.y - n.y), l = Math.hypot(mx, my);
      const m = isCorner ? { x: mx / l, y: my / l } : n;
      const tip = flat.points.reduce((u, v) => dot(m, v) < dot(m, u) ? v : u);
      const off = margin > 0 ? r.range(0.1, 1) * margin : -deep[0];
      const by = isConcave ? pushInto(before, edge, flat, deep) : {
        x: p.x + t * (q.x - p.x) + off * m.x - tip.x,
        y: p.y + t * (q.y - p.y) + off * m.y - tip.y,
      };
      const on = { ...turned, ...by }, what = `${k}, ${kind}, ${isHalf}`;
      const found = contactsOf(solid, IDENTITY, smooth, on, { margin });
      const wanted = contactsOf(solid, IDENTITY, fine, on, { margin });
      if (wanted.some((c) => depthOf(c) > 0.02 * a)) return;
      // A polygon has the normals of its own sides at a corner.
      const near = isCorner ? 0.05 * a / b : 0.03;
      const isIn = (c: Contact, list: Contact[]): boolean =>
        depthOf(c) + margin < 2e-4 * a ||
        list.some((d) =>
          Math.abs(depthOf(c) - depthOf(d)) < 1e-4 * a && lengthTo(c.normal, d.normal) < near
        );
      for (const c of found) assert(isIn(c, wanted), `${what}: ${JSON.stringify(c)}`);
      for (const c of wanted) assert(isIn(c, found), `${what}: no ${JSON.stringify(c)}`);
      if (wanted.length < (isConcave ? 2 : 1)) return;
      const place = isConcave ? "in" : isCorner ? "corner" : "edge";
      places.add([kind, isHalf, place, margin > 0].join(", "));
      const name = [kind, isHalf, isConcave].join(", ");
      seen[name] = (seen[name] ?? 0) + 1;
    });
    assertStrictEquals(places.size, 32);
    assertStrictEquals(Object.keys(seen).length, 16);
    for (const [what, count] of Object.entries(seen)) assertLess(effort(50), count, what);
  });
});
