/**
 * Joints between the parts of a compound, against the outline of the union of the parts. That is found
 * without the library: parts have their edges on a grid with diagonals, whose triangles are in or out.
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
  type CastHit,
  circle,
  collide,
  type Compound,
  compound,
  type CompoundPart,
  convexHull,
  type ConvexShape,
  decompose,
  distance,
  type DistanceResult,
  ellipse,
  intersects,
  multiply,
  point,
  polygon,
  type Pose,
  pose,
  rayCast,
  regularPolygon,
  segment,
  type Shape,
  shapeCast,
  signedDistance,
  sweepPose,
  timeOfImpact,
  transformPoint,
  type Vec2,
} from "@narrowphase/gjk2d";
import { survey } from "../generate/survey.ts";
import { Random, unitVector } from "../generate/random.ts";
import { polygonOf, polygons, ring, row, slab, star } from "../generate/rings.ts";
import { motion, still } from "../generate/shapes.ts";
import { effort } from "../effort.ts";
import {
  castBoth,
  castFrom,
  type Contact,
  contactsFrom,
  contactsOf,
  cross,
  depthOf,
  distanceTo,
  dot,
  type Edge,
  edgeOf,
  edgesOf,
  hasNormal,
  lengthTo,
  nearestOn,
} from "./outline.ts";

const SEED = 20261122;

/** Parts of whole and half numbers, and the edges of their union. */
interface Tangram {
  parts: Vec2[][];
  outline: [Vec2, Vec2][];
}

/** The part of a convex polygon where a x + b y <= c. */
function clip(points: readonly Vec2[], a: number, b: number, c: number): Vec2[] {
  const out: Vec2[] = [];
  for (const [k, p] of points.entries()) {
    const q = points[(k + 1) % points.length];
    const hp = a * p.x + b * p.y - c;
    const hq = a * q.x + b * q.y - c;
    if (hp <= 0) out.push(p);
    if (hp * hq < 0) {
      const f = hp / (hp - hq);
      out.push({ x: p.x + f * (q.x - p.x), y: p.y + f * (q.y - p.y) });
    }
  }
  return out;
}

function turn(p: Vec2, q: Vec2, r: Vec2): number {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

/** Side of the square that tangrams fill. */
const SIDE = 4;

function anyTangram(r: Random): Tangram {
  const parts: Vec2[][] = [];
  const count = r.int(2, 6);
  while (parts.length < count) {
    const x = r.int(0, SIDE - 1), y = r.int(0, SIDE - 1);
    const u = r.int(x + 1, SIDE), v = r.int(y + 1, SIDE);
    let points: Vec2[] = [{ x, y }, { x: u, y }, { x: u, y: v }, { x, y: v }];
    // Some are cut along diagonals.
    for (const [a, b] of [[1, 1], [1, -1], [-1, 1], [-1, -1]]) {
      if (r.chance(0.7)) continue;
      const most = Math.max(...points.map((p) => a * p.x + b * p.y));
      points = clip(points, a, b, Math.ceil(most) - r.int(1, 3));
    }
    points = points.filter((p, k) =>
      turn(points.at(k - 1)!, p, points[(k + 1) % points.length]) !== 0
    );
    if (points.length > 2) parts.push(points);
  }
  const edges = new Map<string, [Vec2, Vec2]>();
  const name = (p: Vec2, q: Vec2) => `${p.x},${p.y},${q.x},${q.y}`;
  for (let k = 0; k < 4 * SIDE * SIDE; k++) {
    const x = (k >> 2) % SIDE, y = Math.floor((k >> 2) / SIDE);
    const ring = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]].map(([x, y]) => ({ x, y }));
    const triangle = [ring[k & 3], ring[(k + 1) & 3], { x: x + 0.5, y: y + 0.5 }];
    const [a, b, c] = triangle;
    const middle = { x: (a.x + b.x + c.x) / 3, y: (a.y + b.y + c.y) / 3 };
    const isIn = parts.some((part) =>
      part.every((p, i) => turn(p, part[(i + 1) % part.length], middle) > 0)
    );
    if (!isIn) continue;
    for (const [i, p] of triangle.entries()) {
      const q = triangle[(i + 1) % 3];
      edges.set(name(p, q), [p, q]);
    }
  }
  const outline = [...edges.values()].filter(([p, q]) => !edges.has(name(q, p)));
  return { parts, outline };
}

/** A tangram mapped by a matrix, as a compound and as edges in the world. */
function place(
  { parts, outline }: Tangram,
  [a, b, c, d]: readonly number[],
  at: Pose,
): { body: Compound; edges: Edge[] } {
  const map = ({ x, y }: Vec2): Vec2 => ({ x: a * x + b * y, y: c * x + d * y });
  const toWorld = (v: Vec2): Vec2 => {
    const { x, y } = map(v);
    return { x: at.cos * x - at.sin * y + at.x, y: at.sin * x + at.cos * y + at.y };
  };
  const edges = outline.map(([u, v]) => edgeOf(toWorld(u), toWorld(v)));
  return { body: polygons(parts.map((points) => points.map(map))), edges };
}

/** A matrix that keeps orientation, and a pose. */
function anyMap(r: Random): [number[], Pose] {
  const map = r.chance(0.5)
    ? [1, 0, 0, 1]
    : [r.range(0.5, 2), r.range(-0.5, 0.5), r.range(-0.5, 0.5), r.range(0.5, 2)];
  const at = r.chance(0.3) ? pose() : pose(r.range(-9, 9), r.range(-9, 9), r.range(-4, 4));
  return [map, at];
}

/** A place near the outline, outside of the body, up to a distance. */
function anyPlaceBeside(r: Random, body: Compound, at: Pose, edges: Edge[], far: number): Vec2 {
  for (;;) {
    const { p, q, n } = r.pick(edges);
    const f = r.chance(0.3) ? r.int(0, 1) : r.range(0, 1);
    const h = r.range(0.01, far);
    const s = r.chance(0.5) ? 0 : r.range(-1, 1);
    const x = p.x + f * (q.x - p.x) + h * (n.x - s * n.y);
    const y = p.y + f * (q.y - p.y) + h * (n.y + s * n.x);
    if (intersects(body, at, point({ x, y }), pose())) continue;
    if (distanceTo(edges, { x, y }) > 1e-6) return { x, y };
  }
}

describe("joints of parts on a grid", () => {
  it("leave circles the contact with the nearest point of the outline, and none off the outline", () => {
    survey("circles on tangrams", 600, { apart: 50, one: 50, several: 50 }, (r, met, k) => {
      const [map, at] = anyMap(r);
      const { body, edges } = place(anyTangram(r), map, at);
      for (let m = 0; m < 12; m++) {
        const radius = r.range(0.05, 0.8);
        const margin = r.pick([0, 0, 0.1]);
        const c = anyPlaceBeside(r, body, at, edges, 1.2 * radius);
        // By up to a quarter of the radius: deeper, it may reach through to sides that it is behind.
        if (distanceTo(edges, c) < 0.75 * radius) continue;
        const isFirst = !r.chance(0.3);
        const ball = circle(radius, { x: 0.25, y: -0.5 });
        const on = pose(c.x - 0.25, c.y + 0.5);
        const contacts = contactsFrom(isFirst, body, at, ball, on, { margin });
        const far = distanceTo(edges, c);
        const what = `body ${k}, circle ${m}`;
        if (Math.abs(far - radius - margin) < 1e-9) continue;
        if (far - radius > margin) {
          assertStrictEquals(contacts.length, 0, what);
          met.apart++;
          continue;
        }
        contacts.length > 1 ? met.several++ : met.one++;
        let nearest = 0;
        for (const { normal: n, points } of contacts) {
          assertStrictEquals(points.length, 1, what);
          const [{ point: { x, y }, separation }] = points;
          assertAlmostEquals(x + 0.5 * separation * n.x, c.x - radius * n.x, 1e-9, what);
          assertAlmostEquals(y + 0.5 * separation * n.y, c.y - radius * n.y, 1e-9, what);
          const foot = { x: x - 0.5 * separation * n.x, y: y - 0.5 * separation * n.y };
          assert(hasNormal(edges, foot, n), what);
          assertLess(separation, margin);
          if (Math.abs(separation - (far - radius)) < 1e-9 && lengthTo(foot, c) < far + 1e-9) {
            nearest++;
          }
        }
        assertLess(0, nearest, what);
      }
    });
  });

  it("leave any shape contacts that lie on the outline with a normal it has there", () => {
    const shapes: ConvexShape[] = [
      box(1, 0.75),
      box(0.5, 0.375, { radius: 0.125 }),
      capsule({ x: -0.5, y: 0.125 }, { x: 0.5, y: -0.125 }, 0.25),
      regularPolygon(5, 0.75),
      polygonOf("-0.125 -0.5, 0.5 -0.25, 0 1"),
      segment({ x: -0.5, y: 0 }, { x: 0.5, y: 0.25 }),
      ellipse(0.75, 0.25),
    ];
    survey("shapes on tangrams", 600, { one: 25, several: 25, pairs: 25 }, (r, met, k) => {
      const [map, at] = anyMap(r);
      const { body, edges } = place(anyTangram(r), map, at);
      for (let m = 0; m < 12; m++) {
        const shape = r.pick(shapes);
        const c = anyPlaceBeside(r, body, at, edges, 0.6);
        const on = pose(c.x, c.y, r.range(-4, 4));
        const margin = r.pick([0, 0, 0.1]);
        const isFirst = !r.chance(0.3);
        const contacts = contactsFrom(isFirst, body, at, shape, on, { margin });
        const what = `body ${k}, shape ${m}`;
        const gap = Math.min(...body.parts.map((p) => signedDistance(p, at, shape, on).distance));
        if (gap > margin) assertStrictEquals(contacts.length, 0, what);
        if (gap <= 0) assertLess(0, contacts.length, what);
        // Deeper, the least way out of one side may be beside it.
        if (gap < -0.1) continue;
        contacts.length > 1 ? met.several++ : met.one++;
        for (const { normal: n, points } of contacts) {
          assertAlmostEquals(Math.hypot(n.x, n.y), 1, 1e-12, what);
          let onOutline = false;
          for (const { point: { x, y }, separation } of points) {
            assert(separation <= margin, what);
            const half = { x: 0.5 * separation * n.x, y: 0.5 * separation * n.y };
            const foot = { x: x - half.x, y: y - half.y };
            onOutline ||= hasNormal(edges, foot, n);
            // In a concave corner, what is behind both sides counts there.
            if (edges.some(({ p }) => lengthTo(p, foot) < 1e-9)) continue;
            // On the shape's surface; a line between round corners is a little below it.
            if (shape.radius > 0) continue;
            const other = point({ x: x + half.x, y: y + half.y });
            const { distance } = signedDistance(shape, on, other, pose());
            assertAlmostEquals(distance, 0, 1e-7, what);
          }
          if (points.length === 2) met.pairs++;
          assert(onOutline, what);
        }
      }
    });
  });

  it("let rays in through the outline, with its normal", () => {
    const least = { hits: 250, corners: 250, misses: 250 };
    survey("rays on tangrams", 1200, least, (r, met, k) => {
      const [map, at] = anyMap(r);
      const { body, edges } = place(anyTangram(r), map, at);
      for (let m = 0; m < 12; m++) {
        const from = anyPlaceBeside(r, body, at, edges, 3);
        const { p, q, n } = r.pick(edges);
        // Half of them through the end of an edge, where joints end, too; into a reflex corner joints lead.
        const isReflex = edges.some((e) =>
          lengthTo(e.q, p) < 1e-9 && e.n.x * n.y - e.n.y * n.x < -1e-6
        );
        const f = !isReflex && r.chance(0.5) ? 0 : r.range(0, 1);
        const d = {
          x: 1.5 * (p.x + f * (q.x - p.x) - from.x),
          y: 1.5 * (p.y + f * (q.y - p.y) - from.y),
        };
        // Between that of the edges made a little longer and that of shorter ones.
        let first = Infinity;
        let last = Infinity;
        let isAlong = false;
        for (const edge of edges) {
          const ex = edge.q.x - edge.p.x, ey = edge.q.y - edge.p.y;
          const det = d.x * ey - d.y * ex;
          isAlong ||= Math.abs(det) < 1e-9;
          const wx = edge.p.x - from.x, wy = edge.p.y - from.y;
          const u = (wx * ey - wy * ex) / det;
          const v = (wx * d.y - wy * d.x) / det;
          if (!(u >= -1e-9 && u <= 1 && Math.abs(v - 0.5) < 0.5 + 1e-9)) continue;
          first = Math.min(first, u);
          if (Math.abs(v - 0.5) < 0.5 - 1e-9) last = Math.min(last, u);
        }
        const what = `body ${k}, ray ${m}`;
        if (isAlong) continue;
        const hit = rayCast(body, at, from, d);
        if (hit === null) {
          met.misses++;
          assertStrictEquals(last, Infinity, what);
          continue;
        }
        met.hits++;
        assert(hit.fraction > first - 1e-9 && hit.fraction < last + 1e-9, what);
        if (f === 0 && Math.abs(hit.fraction - 2 / 3) < 1e-9) met.corners++;
        assert(hasNormal(edges, hit.point, hit.normal), what);
        assertLess(d.x * hit.normal.x + d.y * hit.normal.y, 1e-9 * Math.hypot(d.x, d.y), what);
      }
    });
  });

  it("give a ray that starts on the outline a normal that it has there", () => {
    const least = { corners: 500, notches: 500, sides: 500, inFront: 500 };
    survey("rays from tangrams", 500, least, (r, met, k) => {
      const [map, at] = anyMap(r);
      const { body, edges } = place(anyTangram(r), map, at);
      for (const { p, q, n } of edges) {
        const f = r.chance(0.7) ? 0 : r.pick([0.5, r.unit()]);
        const from = { x: p.x + f * (q.x - p.x), y: p.y + f * (q.y - p.y) };
        const d = { x: r.range(-2, 2), y: r.range(-3, 3) };
        const hit = rayCast(body, at, from, d);
        if (hit === null || hit.fraction > 0) {
          // Rounding has put the start in front.
          met.inFront++;
          continue;
        }
        assertLess(hit.depth, 1e-12);
        assert(hasNormal(edges, from, hit.normal), `body ${k}, from ${JSON.stringify(from)}`);
        const turns = edges.map((e) =>
          lengthTo(e.q, from) < 1e-9 ? Math.sign(Math.round(1e6 * (e.n.x * n.y - e.n.y * n.x))) : 0
        );
        if (turns.includes(-1)) met.notches++;
        else if (turns.includes(1)) met.corners++;
        else met.sides++;
      }
    });
  });

  it("give a ray that starts inside the shortest way out of the whole", () => {
    const r = new Random("rays from inside");
    let met = 0;
    for (let k = 0; k < effort(500); k++) {
      const n = r.int(5, 12), at = pose(r.range(-9, 9), r.range(-9, 9), r.range(-4, 4));
      const outline = star(r, n, 0.5, 2.5);
      const parts = polygons(decompose(outline)), p = { x: r.range(-1, 1), y: r.range(-1, 1) };
      const origin = transformPoint(at, p), hit = rayCast(parts, at, origin, { x: 1, y: 0 });
      if (hit === null || hit.fraction > 0 || parts.parts.length === 1) continue;
      met++;
      assertAlmostEquals(hit.depth, distanceTo(edgesOf(outline), p), 1e-12, `case ${k}`);
      const end = { x: p.x + hit.depth * (hit.normal.x * at.cos + hit.normal.y * at.sin), y: 0 };
      end.y = p.y + hit.depth * (hit.normal.y * at.cos - hit.normal.x * at.sin);
      assertLess(distanceTo(edgesOf(outline), end), 1e-12);
    }
    assertLess(effort(100), met);
    for (let k = 0; k < effort(500); k++) {
      // In the joint of two tiles, between which rounding may have left a gap.
      const at = pose(r.range(-9, 9), r.range(-9, 9), r.range(-4, 4)), tiles = row(4, 1, -0.5);
      const depth = r.range(0.01, 0.4), x = r.int(0, 2) + 0.5;
      const origin = transformPoint(at, { x, y: -depth });
      const hit = rayCast(tiles, at, origin, { x: r.range(-1, 1), y: r.range(-1, 1) })!;
      assertStrictEquals(hit.fraction, 0, `case ${k}`);
      assertAlmostEquals(hit.depth, depth, 1e-12, `case ${k}`);
      assertAlmostEquals(hit.normal.y * at.cos - hit.normal.x * at.sin, 1, 1e-12);
    }
  });

  it("give a ray from a corner in the side of another part the normal of that side", () => {
    // By rounding the tip of the wedge sticks out of the slab's side from (0, 0) to (1, 3).
    const slab = polygonOf("0 0, 1 3, -5 7, -6 4");
    const tip = { x: 0.3, y: 3 * 0.3 };
    const wedge = polygon([tip, { x: tip.x - 1, y: tip.y + 2 }, { x: tip.x - 2, y: tip.y + 1 }]);
    const away = { x: 3, y: -1 };
    assertStrictEquals(rayCast(slab, pose(), tip, away), null);
    const far = Array.from({ length: 20 }, (_, k) => ({ shape: box(1, 1), pose: pose(20, 2 * k) }));
    for (const parts of [[slab, wedge], [wedge, slab], [...far, wedge, slab]]) {
      const { fraction, normal, partA } = rayCast(compound(parts), pose(), tip, away)!;
      assertEquals([fraction, partA], [0, parts.indexOf(wedge)]);
      assertAlmostEquals(normal.x, 3 / Math.sqrt(10), 1e-15);
      assertAlmostEquals(normal.y, -1 / Math.sqrt(10), 1e-15);
    }
    // The foot of a wall, which the wall and the floor have a corner at: a side of either.
    const floor = box(8, 2), wall = { shape: box(2, 2), pose: pose(1, 2) };
    for (const parts of [[floor, wall], [wall, floor], [...far, wall, floor]]) {
      for (const at of [pose(), { x: 3, y: -1, cos: 0, sin: 1 }, pose(1, 2, Math.PI)]) {
        const from = transformPoint(at, { x: 0, y: 1 }), to = transformPoint(at, { x: 1, y: -1 });
        const d = { x: to.x - from.x, y: to.y - from.y };
        const { normal } = rayCast(compound(parts), at, from, d)!;
        const [x, y] = [
          at.cos * normal.x + at.sin * normal.y,
          at.cos * normal.y - at.sin * normal.x,
        ];
        assertAlmostEquals(Math.max(-x, y), 1, 1e-15, JSON.stringify([at, normal]));
      }
    }
  });

  /** Two parts side by side along x = `a`, each placed by its pose, the whole turned by `angle`; and a ray along that. */
  const placeBeside = (
    parts: readonly (readonly [ConvexShape, number, number])[],
    a: number,
    angle: number,
    from: number,
    to: number,
  ): { hit: CastHit; at: number; n: Vec2 } | null | undefined => {
    const turn = pose(0, 0, angle);
    const body = compound(parts.map(([shape, x, y]) => {
      const center = transformPoint(turn, { x: a + x, y });
      return { shape, pose: pose(center.x, center.y, angle) };
    }));
    const o = transformPoint(turn, { x: a, y: from }), e = transformPoint(turn, { x: a, y: to });
    const d = { x: e.x - o.x, y: e.y - o.y };
    // Only where the ray goes between the two.
    if (body.parts.some((part) => rayCast(part, pose(), o, d) !== null)) return undefined;
    const hit = rayCast(body, pose(), o, d);
    if (hit === null) return null;
    const { x, y } = hit.normal;
    const n = { x: turn.cos * x + turn.sin * y, y: turn.cos * y - turn.sin * x };
    return { hit, at: from + hit.fraction * (to - from), n };
  };

  it("stop a ray along a side where another part begins beside it, or where it starts between the two", () => {
    let met = 0;
    for (let k = 0; k < 200; k++) {
      for (const [y0, y1] of [[0, 1], [1, 2], [2, 3]]) {
        for (const [from, to] of [[-5, 5], [8, -5], [0.5, 5], [1.5, 5], [1.5, -5], [2.5, -5]]) {
          const way = Math.sign(to - from);
          const long = [box(1.1, 3), -0.55, 1.5] as const;
          const short = [box(0.7, y1 - y0), 0.35, 0.5 * (y0 + y1)] as const;
          const parts = k % 2 === 0 ? [long, short] : [short, long];
          const found = placeBeside(parts, 0.1 * k + 0.03, 0.37 * k, from, to);
          if (found === undefined) continue;
          met++;
          const what = `case ${k}, ${y0} to ${y1}, from ${from} to ${to}`;
          const isBetween = y0 < from && from < y1;
          const at = isBetween ? from : way > 0 ? y0 : y1;
          if (way * (at - from) < 0) assertStrictEquals(found, null, what);
          else {
            assertAlmostEquals(found!.at, at, 1e-9, what);
            // Between the two it is in the solid, half a unit from the ends of the short part.
            if (isBetween) assertAlmostEquals(Math.abs(found!.n.y), 1, 1e-9, what);
            else assertAlmostEquals(found!.n.y, -way, 1e-9, what);
          }
        }
      }
    }
    assertLess(500, met);
  });

  it("stop a ray into a groove between two parts at the side that faces it most, in any order", () => {
    const left = polygonOf("-0.5 -1, 0.5 -1, 0.5 1, -0.5 2");
    const right = polygonOf("-0.35 -1, 0.35 -1, 0.35 1.35, -0.35 1");
    let met = 0;
    for (let k = 0; k < 400; k++) {
      const parts = [[left, -0.5, -1], [right, 0.35, -1]] as const;
      const list = k % 2 === 0 ? parts : parts.toReversed();
      const found = placeBeside(list, 0.1 * k + 0.03, 0.37 * k, 5, -5);
      if (found === undefined) continue;
      met++;
      assertAlmostEquals(found!.at, 0, 1e-9, `case ${k}`);
      assertAlmostEquals(found!.n.x, -1 / Math.hypot(1, 2), 1e-9, `case ${k}`);
    }
    assertLess(10, met);
  });

  it("let no ray in between bricks that rounding has put beside each other", () => {
    // Rows of bricks, each placed by a pose of its own; every other row begins with half a brick. In the wall's frame,
    // whose origin is its lower left corner, rays run along the joints, from outside or from within.
    const least = { level: 300, upright: 300, oblique: 300, within: 300 };
    survey("rays along joints", 600, least, (r, counts, k) => {
      const w = r.pick([1.1, 0.7, 1 / 3, r.range(0.5, 2)]), h = r.pick([1.1, 0.3, r.range(0.5, 2)]);
      const columns = r.int(1, 5), rows = r.int(2, 5);
      const angle = r.chance(0.3) ? 0 : r.range(-4, 4);
      const atX = r.chance(0.3) ? 0 : r.range(-9, 9), atY = r.chance(0.3) ? 0 : r.range(-9, 9);
      const turn = pose(0, 0, angle);
      const toWorld = (x: number, y: number): Vec2 => {
        const p = transformPoint(turn, { x, y });
        return { x: p.x + atX, y: p.y + atY };
      };
      const parts = [];
      // Where joints are in the top row.
      const joints: number[] = [];
      for (let row = 0; row < rows; row++) {
        const isOdd = row % 2 === 1;
        for (let k = 0; k < columns + (isOdd ? 1 : 0); k++) {
          const from = isOdd ? Math.max(k - 0.5, 0) * w : k * w;
          const to = isOdd ? Math.min(k + 0.5, columns) * w : (k + 1) * w;
          const { x, y } = toWorld(0.5 * (from + to), (row + 0.5) * h);
          // Any of the four ways that a brick may lie.
          const quarters = r.int(0, 3);
          const shape = quarters % 2 === 0 ? box(to - from, h) : box(h, to - from);
          parts.push({ shape, pose: pose(x, y, angle + quarters * 1.5707963267948966) });
          if (row === rows - 1 && k > 0) joints.push(from);
        }
      }
      const body = compound(parts);
      const width = columns * w, top = rows * h;
      const isRight = r.chance(0.5);
      const cast = (o: Vec2, d: Vec2): { hit: CastHit; n: Vec2 } => {
        const from = toWorld(o.x, o.y), to = toWorld(o.x + d.x, o.y + d.y);
        const hit = rayCast(body, pose(), from, { x: to.x - from.x, y: to.y - from.y });
        assert(hit !== null, `case ${k}`);
        const { x, y } = hit.normal;
        const { cos, sin } = turn;
        return { hit, n: { x: cos * x + sin * y, y: cos * y - sin * x } };
      };
      // Along a joint of rows.
      const y = r.int(1, rows - 1) * h;
      const level = cast({ x: isRight ? width + 1 : -1, y }, { x: isRight ? -12 : 12, y: 0 });
      assertAlmostEquals(level.hit.fraction, 1 / 12, 1e-9);
      assertAlmostEquals(level.n.x, isRight ? 1 : -1, 1e-9);
      counts.level++;
      const within = cast({ x: r.range(0.01, 0.99) * width, y }, { x: isRight ? -12 : 12, y: 0 });
      assertEquals(within.hit.fraction, 0);
      counts.within++;
      // Into a joint of the top row, upright or not.
      if (joints.length === 0) return;
      const x = r.pick(joints);
      const upright = cast({ x, y: top + 1 }, { x: 0, y: -12 });
      assertAlmostEquals(upright.hit.fraction, 1 / 12, 1e-9);
      assertAlmostEquals(upright.n.y, 1, 1e-9);
      counts.upright++;
      const lean = r.range(-2, 2);
      const oblique = cast({ x: x - lean, y: top + 1 }, { x: 12 * lean, y: -12 });
      assertAlmostEquals(oblique.hit.fraction, 1 / 12, 1e-9);
      assertAlmostEquals(oblique.n.y, 1, 1e-9);
      counts.oblique++;
    });
  });

  it("stop a circle where it reaches the outline, whichever of the two moves", () => {
    survey("circles cast at tangrams", 600, { hits: 200, misses: 200 }, (r, met, k) => {
      const [map, at] = anyMap(r);
      const { body, edges } = place(anyTangram(r), map, at);
      for (let m = 0; m < 6; m++) {
        const c = anyPlaceBeside(r, body, at, edges, 2);
        const far = distanceTo(edges, c);
        const radius = far * r.range(0.1, 0.9);
        const { p } = r.pick(edges);
        const d = { x: r.range(0, 2) * (p.x - c.x), y: r.range(0, 2) * (p.y - c.y) };
        const isFirst = r.chance(0.5);
        const initialOverlap = r.pick(["ignore", "pushOut"] as const);
        const on = pose(c.x, c.y);
        const hit = castFrom(isFirst, body, at, circle(radius), on, d, { initialOverlap });
        const end = hit?.fraction ?? 1;
        const what = `body ${k}, cast ${m}`;
        // Apart all the way.
        for (let i = 0; i <= 32; i++) {
          const f = end * i / 32;
          const gap = distanceTo(edges, { x: c.x + f * d.x, y: c.y + f * d.y }) - radius;
          assertLess(-1e-9, gap, what);
        }
        if (hit === null) {
          met.misses++;
          continue;
        }
        met.hits++;
        const { normal: n } = hit;
        const center = { x: c.x + end * d.x, y: c.y + end * d.y };
        const foot = { x: center.x - radius * n.x, y: center.y - radius * n.y };
        assertAlmostEquals(distanceTo(edges, center), radius, 1e-9, what);
        assert(hasNormal(edges, foot, n), what);
      }
    });
  });

  it("tell the parts that are nearest at an impact, to the tolerance", () => {
    const O = { x: 0, y: 0 };
    const tolerance = 2 ** -14;
    survey("impacts on tangrams", 300, { hits: 800 }, (r, met, k) => {
      const [map, at] = anyMap(r);
      const { body, edges } = place(anyTangram(r), map, at);
      for (let m = 0; m < 6; m++) {
        const from = anyPlaceBeside(r, body, at, edges, 2);
        const to = nearestOn(r.pick(edges), { x: r.range(-9, 9), y: r.range(-9, 9) });
        const size = r.range(0.02, 0.3);
        const shape = r.pick([circle(size), box(size, 2 * size), point(O)]);
        const move = motion(pose(from.x, from.y), pose(to.x, to.y, r.range(-2, 2)));
        const hit = timeOfImpact(body, still(at), shape, move, { tolerance });
        if (hit.status !== "hit") continue;
        met.hits++;
        const there = sweepPose(move, hit.fraction);
        const named = signedDistance(body.parts[hit.partA], at, shape, there).distance;
        assertAlmostEquals(named, hit.distance, 1e-12);
        const gap = distance(body, at, shape, there).distance;
        assertLess(hit.distance - gap, 16 * tolerance, `body ${k}, shape ${m}`);
      }
    });
  });

  it("give a polygon that lands or stands on the outline a normal that it has there", () => {
    const rings = [
      "0 -1, 1 0, 0 1, -1 0",
      "0 -1, 1 1, -1 1",
      "0 0, 1 0, 1 1, 0 1",
      "0 0, 2 0, 0 1",
      "0 -1, 1 0, 1 1, 0 2, -1 1, -1 0",
    ].map(ring);
    survey("landings", 2500, { cases: 600 }, (r, met, k) => {
      const { body, edges } = place(anyTangram(r), [1, 0, 0, 1], pose());
      const points = r.pick(rings);
      // Which vertex is the first decides ties.
      const first = r.int(0, points.length - 1);
      const shape = polygon([...points.slice(first), ...points.slice(0, first)]);
      const at = pose(r.int(-4, 12) / 2, r.int(-4, 12) / 2);
      const d = { x: r.int(-4, 4), y: r.int(-4, 4) };
      const initialOverlap = r.pick(["report", "ignore", "pushOut"] as const);
      for (const hit of castBoth(body, pose(), shape, at, d, { initialOverlap })) {
        if (hit === null || hit.depth > 0) continue;
        met.cases++;
        const what = `cast ${k}, ${initialOverlap}`;
        assert(hasNormal(edges, hit.point, hit.normal), what);
        if (hit.fraction > 0) {
          // What is only grazed on the way is told as such, and stops nobody.
          const along = dot(hit.normal, d);
          if (Math.abs(along) > 1e-12) assertLess(along, 0, what);
          else assertStrictEquals(initialOverlap, "report", what);
        }
      }
    });
  });
});

/** A shape of any kind, less than two units wide. */
function anyShape(r: Random): ConvexShape {
  const s = r.range(0.2, 0.9);
  switch (r.int(0, 4)) {
    case 0:
      return circle(s);
    case 1:
      return box(2 * s, r.range(0.3, 1) * s);
    case 2:
      return capsule({ x: -s, y: 0 }, { x: s, y: 0.125 }, 0.2);
    case 3:
      return polygon(
        convexHull(
          Array.from({ length: 7 }, () => ({ x: s * r.range(-1, 1), y: s * r.range(-1, 1) })),
        ),
      );
    default:
      return ellipse(s, 0.5 * s);
  }
}

const OUTLINES = [
  "0 0, 3 0, 3 1, 1 1, 1 4, 0 4",
  "0 0, 4 2, 0 4, 1 2",
  "0 0, 6 0, 6 1, 4 1, 4 4, 2 4, 2 1, 0 1",
  "0 0, 8 1, 9 4, 6 3, 5 6, 4 3, -1 4",
  "0 0, 5 0, 5 3, 4 3, 4 1, 1 1, 1 3, 0 3",
  "0 0, 4 0, 4 1, 3 1, 3 2, 2 2, 2 3, 1 3, 1 4, 0 4",
].map((text) => ring(text).map(({ x, y }) => ({ x: x - 3, y: y - 2 })));

/** Where a shape is that has moved against the normal n of a distance d, until they overlap by `depth`. */
function moved(at: Pose, { distance: d, normal: n }: DistanceResult, depth: number): Pose {
  return { ...at, x: at.x - (d + depth) * n.x, y: at.y - (d + depth) * n.y };
}

describe("contacts of a shape that has come in by a little", () => {
  it("are those with the whole where that is convex and its parts are a fan", () => {
    survey("whole fans", 500, { cases: 2000 }, (r, met, k) => {
      const rim = convexHull(star(r, r.int(5, 10), 2, 4));
      const n = rim.length;
      if (n < 4) return;
      const hub = { x: r.range(-0.1, 0.1), y: r.range(-0.1, 0.1) };
      const fan = r.chance(0.5)
        ? rim.slice(2).map((p, i) => [rim[0], rim[i + 1], p])
        : rim.map((p, i) => [hub, p, rim[(i + 1) % n]]);
      const whole = polygon(rim), body = polygons(fan);
      const at = r.chance(0.5) ? pose() : pose(r.range(-1, 1), r.range(-1, 1), r.range(-3, 3));
      for (let m = 0; m < 12; m++) {
        const shape = anyShape(r);
        const start = pose(r.range(-5, 5), r.range(-5, 5), r.range(-3, 3));
        const found = signedDistance(whole, at, shape, start);
        if (found.distance < 0.05) continue;
        const depth = r.pick([0.1, 0.01, 0.001]) * r.range(0.1, 1);
        const on = moved(start, found, depth);
        const { normal } = collide(whole, at, shape, on);
        // A corner that meets a corner may pass it.
        if (Math.abs(signedDistance(whole, at, shape, on).distance + depth) > 1e-9) continue;
        met.cases++;
        let deepest = 0;
        for (const contact of contactsOf(body, at, shape, on)) {
          assertLess(0.5, dot(contact.normal, normal), `fan ${k}, shape ${m}`);
          deepest = Math.min(deepest, -depthOf(contact));
        }
        assertAlmostEquals(deepest, -depth, 1e-9, `fan ${k}, shape ${m}`);
      }
    });
  });

  it("are as deep as its points are behind the outline, where that is not convex", () => {
    survey("decomposed", 500, { inside: 1500, apart: 1500 }, (r, met, k) => {
      const outline = r.chance(0.5) ? star(r, r.int(4, 11), 1, 4) : r.pick(OUTLINES);
      const body = polygons(decompose(outline)), { parts } = body, edges = edgesOf(outline);
      for (let m = 0; m < 16; m++) {
        const shape = anyShape(r);
        const start = pose(r.range(-6, 6), r.range(-6, 6), r.pick([0, r.range(-3, 3)]));
        const found = distance(body, pose(), shape, start);
        if (found.distance < 0.1) continue;
        const margin = r.pick([0, 0.1]);
        const depth = margin > 0
          ? r.range(-0.09, -0.01)
          : r.pick([0.1, 0.01, 0.001]) * r.range(0.1, 1);
        const on = moved(start, found, depth);
        const gap = Math.min(...parts.map((p) => signedDistance(p, pose(), shape, on).distance));
        if (margin === 0 && gap >= 0) continue;
        margin > 0 ? met.apart++ : met.inside++;
        const contacts = contactsOf(body, pose(), shape, on, { margin });
        const what = `outline ${k}, shape ${m}`;
        let holds = 0;
        for (const { normal: n, points } of contacts) {
          for (const { point: { x, y }, separation } of points) {
            if (margin > 0) assertLess(0, separation, what);
            // Which is as far behind the outline as the contact says, or near it all the same.
            const v = { x: x + 0.5 * separation * n.x, y: y + 0.5 * separation * n.y };
            assertLess(-0.7 * separation, distanceTo(edges, v) + 0.1, what);
          }
          if (dot(n, found.normal) > 0.8) holds++;
        }
        const own = signedDistance(parts[found.partA], pose(), shape, on).distance;
        if (Math.abs(own + depth) < 1e-9) assertLess(0, holds, what);
      }
    });
  });

  it("are not taken away by a larger margin", () => {
    survey("margins", 600, { cases: 4000 }, (r, met, k) => {
      const [map, at] = anyMap(r);
      const { body } = place(anyTangram(r), map, at);
      const other = polygons(anyTangram(r).parts);
      for (let m = 0; m < 10; m++) {
        const start = pose(at.x + r.range(-20, 20), at.y + r.range(-20, 20), r.range(-3, 3));
        const found = distance(body, at, other, start);
        if (found.distance < 0.1) continue;
        const on = moved(start, found, r.pick([0.1, 0.01, 0.001]) * r.range(0.1, 1));
        const near = contactsOf(body, at, other, on, { margin: 0.05 });
        const kept = contactsOf(body, at, other, on, { margin: 0.2 });
        for (const { partA, partB } of near) {
          met.cases++;
          const isThere = kept.some((c) => c.partA === partA && c.partB === partB);
          assert(isThere, `body ${k}, other ${m}`);
        }
      }
    });
  });

  /** Parts about the origin whose sides fit as before, though no two lengths are the same any more. */
  const sheared = (parts: readonly Vec2[][]): Vec2[][] =>
    parts.map((points) =>
      points.map(({ x, y }) => ({ x: x - 3 + 0.1 * y, y: 0.9 * y - 2.7 + 0.07 * x }))
    );

  it("are the same when all is turned and moved, and turned around with A and B exchanged", () => {
    const frames: readonly Pose[] = [
      pose(5, -3),
      { x: 0, y: 0, cos: 0, sin: 1 },
      pose(1, 2, 2),
      { x: 1, y: 2, cos: 0, sin: -1 },
      { x: -5, y: 1, cos: -0.8, sin: 0.6 },
    ];
    survey("frames", 400, { cases: 2000 }, (r, met, k) => {
      // Sides covered as a whole, or in places.
      const pieces = k % 2 === 0
        ? decompose(star(r, r.int(4, 11), 1, 4))
        : sheared(anyTangram(r).parts);
      const body = polygons(pieces);
      // Deep in it, too: a part then has several ways out.
      for (let m = 0; m < 8; m++) {
        const shape = anyShape(r);
        const on = pose(r.range(-3, 3), r.range(-3, 3), r.range(-3, 3));
        const base = contactsOf(body, pose(), shape, on);
        // Deeper than half its size, a shape may have two ways out that are equally long but for rounding.
        if (base.some((c) => depthOf(c) > 0.2)) continue;
        for (const at of frames) {
          const { cos, sin } = at, to = multiply(at, on);
          for (const isFirst of [true, false]) {
            const what = `outline ${k}, shape ${m}, ${isFirst}`;
            const contacts = contactsFrom(isFirst, body, at, shape, to);
            assertStrictEquals(contacts.length, base.length, what);
            for (const [i, contact] of contacts.entries()) {
              met.cases++;
              const { x, y } = base[i].normal;
              assertAlmostEquals(contact.normal.x, cos * x - sin * y, 1e-9, what);
              assertAlmostEquals(contact.normal.y, sin * x + cos * y, 1e-9, what);
              assertAlmostEquals(depthOf(contact), depthOf(base[i]), 1e-9, what);
            }
          }
        }
      }
    });
  });

  /** Parts, normal and points of each contact, sorted. */
  const tellAll = (contacts: Contact[]): string[] =>
    contacts.map(({ partA, partB, normal, points }) => {
      const told = points.flatMap(({ point: { x, y }, separation }) => [x, y, separation]);
      const numbers = [normal.x, normal.y, ...told].map((v) => (v + 1e-9).toFixed(6));
      return [partA, partB, ...numbers].join(" ");
    }).sort();

  it("are the same of outlines that overlap anyhow, and with A and B exchanged", () => {
    const r = new Random("exchanged outlines", SEED);
    const make = (k: number): Compound =>
      compound(
        k > 0
          ? decompose(star(r, r.int(4, 11), 1, 4)).map((points) => polygon(points))
          : Array.from({ length: r.int(2, 5) }, () => ({
            shape: box(r.range(0.5, 3), r.range(0.5, 1.5)),
            pose: pose(r.range(-1, 1), r.range(-1, 1), r.range(-3, 3)),
          })),
      );
    let met = 0;
    for (let k = 0; k < effort(4000); k++) {
      const a = make(k & 1), b = make(k & 2);
      const start = pose(r.range(-8, 8), r.range(-8, 8), r.range(-3, 3));
      const found = distance(a, pose(), b, start);
      if (found.distance < 0.05) continue;
      // Deeper, outlines have ways out that are equally good.
      const on = moved(start, found, r.pick([0.1, 0.01, 0.001]) * r.range(0.1, 1));
      const [there, back] = [true, false].map((isFirst) => contactsFrom(isFirst, a, pose(), b, on));
      for (const { normal, points } of [...there, ...back]) {
        met++;
        // From the right of the normal to its left.
        const [p, q] = points.map(({ point }) => cross(point, normal));
        if (points.length > 1) assertLess(q, p, `bodies ${k}`);
      }
      assertEquals(tellAll(back), tellAll(there), `bodies ${k}`);
    }
    assertLess(effort(4000), met);
  });

  it("are the same in any order of the parts, of which many touch the shape", () => {
    survey("orders", 400, { cases: 400 }, (r, met, k) => {
      // The slices of a star, or slabs that overlap.
      const n = r.int(6, 16);
      const rim = star(r, n, 1, 3);
      const hub = { x: 0, y: 0 };
      const pieces = k % 2 === 0
        ? rim.map((p, i) => [hub, p, rim[(i + 1) % n]])
        : sheared(anyTangram(r).parts);
      const order = pieces.map((_, i) => ({ i, at: r.unit() })).sort((a, b) => a.at - b.at);
      const body = polygons(pieces), other = polygons(order.map(({ i }) => pieces[i]));
      for (let m = 0; m < 12; m++) {
        const shape = r.chance(0.5) ? anyShape(r) : box(r.range(1, 4), r.range(0.2, 3));
        const on = pose(r.range(-3, 3), r.range(-3, 3), r.range(-3, 3));
        const contacts = contactsOf(body, pose(), shape, on);
        const found = contactsOf(other, pose(), shape, on);
        const what = `outline ${k}, shape ${m}`;
        // Deep inside, two ways out may be equally good.
        if (contacts.some((c) => c.points[0].separation < -0.2)) continue;
        // Where parts overlap, more than one has the place.
        const tell = (list: Contact[], partOf: (i: number) => number): string[] =>
          tellAll(list.map((c) => ({ ...c, partA: k % 2 === 0 ? partOf(c.partA) : 0 })));
        assertEquals(tell(found, (i) => order[i].i), tell(contacts, (i) => i), what);
        met.cases += contacts.length;
      }
    });
  });

  /** Parts, normal and separations of each contact, rounded. */
  function told(a: Compound, b: Shape, at: Pose): string[] {
    const short = (x: number): string => (Math.round(1000 * x) / 1000 + 0).toString();
    return contactsOf(a, pose(), b, at).map(({ partA, partB, normal, points }) => {
      const depths = points.map((p) => short(p.separation)).sort();
      return `${partA}-${partB}: ${short(normal.x)},${short(normal.y)}: ${depths.join(" ")}`;
    });
  }

  it("have the normal of the whole, of a bar of tiles that leans on a floor of tiles", () => {
    const r = new Random("bars on floors", SEED);
    const [floor, bar] = [row(3, 2), row(3, 1)];
    const [wholeFloor, wholeBar] = [[6, 2, 2], [3, 1, 1]].map(([w, h, x]) =>
      box(w, h, { center: { x, y: 0 } })
    );
    for (let k = 0; k < effort(800); k++) {
      const at = pose(r.range(-2, 4), r.range(1.3, 1.5), r.range(-0.01, 0.01));
      const { normal: n } = collide(wholeFloor, pose(), wholeBar, at);
      for (const isFirst of [true, false]) {
        const contacts = contactsFrom(isFirst, floor, pose(), bar, at);
        assertLess(0, contacts.length);
        for (const { normal } of contacts) {
          assertAlmostEquals(normal.x, n.x, 2e-6, `case ${k}`);
          assertLess(0, normal.y);
        }
      }
    }
  });

  it("stay with their ids where flush sides have joints, whichever way the body trembles", () => {
    const tiles = row(4, 1, -0.5), bar = row(3, 0.5, 0.25);
    const crate = box(1.5, 0.5, { center: { x: 0.5, y: 0.25 } });
    // Joints of both bodies, or of one. Where both have them, down to the least angle.
    const pairs: [floor: Shape, body: Shape, least: number][] = [
      [tiles, bar, 40],
      [box(9, 1, { center: { x: 1, y: -0.5 } }), bar, 16],
      [segment({ x: 9, y: 0 }, { x: -9, y: 0 }), bar, 16],
      [tiles, crate, 16],
    ];
    for (const [k, [floor, body, least]] of pairs.entries()) {
      for (const [x, y] of [0.3, 0.8, 1.1].flatMap((x) => [-0.005, 0, 0.01].map((y) => [x, y]))) {
        if (y === 0 && least < 40) continue;
        for (const isFirst of [false, true]) {
          const list = (tilt: number): string[] => {
            // About the middle of the bar.
            const at = pose(x, y - 0.5 * tilt, tilt), options = { margin: 0.0625 };
            const contacts = isFirst
              ? contactsOf(body, at, floor, pose(), options)
              : contactsOf(floor, pose(), body, at, options);
            return contacts.map(({ normal, points, partA, partB }) => {
              if (least === 40) assertAlmostEquals(normal.x, 0, 2e-6);
              // The parts are those under the deepest point, which changes.
              assert(partA >= 0 && partB >= 0);
              return points.map(({ id }) => id).join();
            });
          };
          const expected = list(least < 40 ? 2 ** -least : 0);
          assertStrictEquals(expected.length, 1);
          for (let e = 7; e <= least; e++) {
            for (const tilt of [2 ** -e, -(2 ** -e)]) {
              assertEquals(list(tilt), expected, `${k}: ${x}, ${y}, ${tilt}`);
            }
          }
        }
      }
    }
  });

  it("stay on a hill of tiles, whichever way the shape that lies on it trembles", () => {
    const height = (x: number): number => -x * x / 40;
    const shapes = [
      box(1, 0.5),
      box(0.75, 0.25, { radius: 0.125 }),
      capsule({ x: -0.5, y: 0 }, { x: 0.5, y: 0 }, 0.25),
    ];
    for (const width of [0.25, 0.5, 1]) {
      const xs = Array.from({ length: 21 }, (_, k) => (k - 10.5) * width);
      const hill = polygons(
        xs.slice(1).map((x, k) => {
          const w = xs[k];
          return ring([[w, -3], [x, -3], [x, height(x)], [w, height(w)]]);
        }),
      );
      const top = height(width / 2) + 0.25;
      for (const shape of shapes) {
        for (const [up, margin] of [[0.0005, 0.02], [-0.0005, 0.02], [-0.003, 0.02], [-0.003, 0]]) {
          const kept: unknown[] = [];
          for (const tilt of [0, 1e-9, -1e-9, 1e-5, -1e-5, 0.001, -0.001]) {
            const at = pose(0.03, top + up, tilt),
              what = `${shape.kind} at ${up}, turned by ${tilt}`;
            const options = { margin };
            // Without a margin what comes down on one side is met there, and what is lifted is not.
            if (margin === 0 && Math.abs(tilt) > 1e-4) continue;
            for (const isFirst of [true, false]) {
              const contacts = contactsFrom(isFirst, hill, pose(), shape, at, options);
              const found = contacts.map(({ partA, partB, points }) => {
                return [partA, partB, ...points.map(({ id }) => id)];
              });
              kept[+isFirst] ??= found;
              assertEquals(found, kept[+isFirst], what);
              for (const { normal, points } of contacts) {
                for (const { point: { x, y }, separation } of points) {
                  // The point is midway between the hill and the shape.
                  const foot = x - 0.5 * separation * normal.x;
                  const k = Math.floor(foot / width + 0.5), p = (k - 0.5) * width, q = p + width;
                  const ground = (height(p) * (q - foot) + height(q) * (foot - p)) / width;
                  const bottom = y - 0.5 * separation * normal.y;
                  assertAlmostEquals(bottom, ground, 1e-12, what);
                  assertLess(separation, margin + 1e-15, what);
                }
              }
            }
          }
        }
      }
    }
  });

  it("are none with a far side of the part", () => {
    const square = compound([polygonOf("0 0, 4 0, 4 4"), polygonOf("0 0, 4 4, 0 4")]);
    const plank = box(3, 0.5);
    const top = "1-0: 0,1: -0.005 -0.02";
    assertEquals(told(square, plank, pose(4, 4.245, 0.01)), [top]);
    assertEquals(told(square, box(1, 0.5), pose(4, 4.24, 0.05)), ["1-0: 0,1: -0.01 -0.035"]);
    // Nor where another part of the body touches that side: it has the same normal, and is not the way out.
    const hook = compound([plank, box(1, 1, { center: { x: 0.5, y: -2 } })]);
    assertEquals(told(square, hook, pose(3.97, 4.245, 0.01)), ["0-1: 1,0: -0.005 -0.015", top]);
  });

  it("are none with a far side where the way out leads along the next part", () => {
    // Slivers of a fan: the second one ends along the normal where the third one begins.
    const rim = [[0.64, 0.47], [0.83, -0.22], [1.54, -2.26], [1.6, -2.32], [1.51, -0.58]];
    const fan = polygons(rim.map((p, k) => ring([[1.22, -1.38], p, rim[(k + 1) % 5]])));
    const at = { x: 1.875, y: -2.27, cos: 0.48, sin: Math.sqrt(1 - 0.48 * 0.48) };
    const found = told(fan, box(1.23, 0.615), at);
    assertEquals(found, ["3-0: 0.877,-0.48: -0.09"]);
  });

  it("are none back into a notch that others push the shape out of", () => {
    // Out of the lower slab's end to the right, and down from the eave; the wall between them pushes to the left.
    const notch = compound([slab(-3, 0, 1, 2), slab(0, 2, 1, 6), slab(1, 2, 2, 5)]);
    const found = told(notch, box(0.5, 0.75), pose(0.75, 1.875, -0.03125));
    assertEquals(found.map((text) => text.split(": ", 2)), [["0-0", "1,0"], ["2-0", "0,-1"]]);
    // What a part that has lost its contact says does not count: the posts hold the plank.
    const posts = compound([
      slab(-1, 2, 0, 5),
      slab(0, 2, 2, 5),
      slab(0, 2, 1, 5),
      slab(-1, 0, 0, 4),
    ]);
    const plank = told(posts, box(2.5, 0.25), pose(-1.125, 2.875, 0.03125));
    assertEquals(plank.map((text) => text.split(": ", 2)), [["3-0", "-1,0"]]);
  });

  it("are as deep as in the floor beside a bar that stands in it and leans away", () => {
    const r = new Random("beside a bar", SEED);
    const floor = box(4, 1, { center: { x: 0, y: -0.5 } });
    for (let k = 0; k < 300; k++) {
      // Its right side passes through the origin; its top, nearly level, is further behind the crate than the floor.
      const angle = 10 ** r.range(-3, -0.7), height = r.range(0.3, 1);
      const { cos, sin } = pose(0, 0, angle);
      const center = { x: -height * sin, y: height * cos };
      center.x += -cos + 0.6 * sin;
      center.y += -sin - 0.6 * cos;
      const bar = { shape: box(2, 1.2), pose: pose(center.x, center.y, angle) };
      const at = pose(r.range(-5, 5), r.range(-5, 5), r.range(-3, 3));
      const push = r.range(0.001, 0.01), half = r.range(0.05, 0.2);
      const { x, y } = transformPoint(at, { x: half, y: half - push });
      const body = compound([bar, floor]);
      const contacts = contactsOf(body, at, box(2 * half, 2 * half), { ...at, x, y });
      assertAlmostEquals(contacts.pop()!.points[0].separation, -push, 1e-12, `${k}`);
      // The bar's side may touch.
      for (const { points } of contacts) assertLess(-1e-12, points[0].separation, `${k}`);
    }
  });

  it("hold a blade between a joint and a wall", () => {
    // Less over the second slab than in it, and the wall pushes towards the joint: no way out, for the first slab is there.
    // The joint is upright, or leans, and the second slab ends far to the left below it.
    for (const [foot, low] of [[0, -2], [0, -2.1], [-0.5, -2]]) {
      const room = compound([
        polygonOf([[-3, -2], [foot, -2], [0, 0], [-3, 0]]),
        polygonOf([[foot, low], [3, low], [3, 0], [0, 0]]),
        polygonOf("0.0035 0, 3 0, 3 2, 0.0035 2"),
      ]);
      const found = told(room, box(0.003, 1), pose(0.0021, 0.495));
      assertEquals(found, ["1-0: 0,1: -0.005 -0.005", "2-0: -1,0: 0 0"]);
    }
  });

  it("are with a side that is covered in places only where it is not", () => {
    const bodies: Record<string, [ConvexShape, Pose, string[]]> = {
      blade: [polygonOf("0.01 -0.05, 0.03 -0.05, 0.03 1, 0.01 1"), pose(), [
        "1-0: 0,1: -0.05 -0.05",
      ]],
      spike: [polygonOf("0.003 -0.05, -0.02 1, -1 1"), pose(), ["1-0: 0,1: -0.05"]],
      ball: [circle(0.1), pose(0.11, -0.15), ["1-0: 0,1: -0.25"]],
    };
    for (const low of [-1.9, -2, -2.1]) {
      const floor = compound([slab(-3, -2, 0, 0), slab(0, low, 3, 0)]);
      for (const [name, [body, at, expected]] of Object.entries(bodies)) {
        assertEquals(told(floor, body, at), expected, `${name}, ${low}`);
      }
    }
  });
});

/** Unit tiles side by side, with their tops at y = 0. */
function tilesFrom(x: number, count: number): Compound {
  return compound(Array.from({ length: count }, (_, i) => slab(x + i, -1, x + i + 1, 0)));
}

describe("casts along a floor of tiles", () => {
  it("report the floor, not a joint, where a crate with a corner at one starts to slide", () => {
    const floor = row(4, 1, -0.5);
    const crate = box(1.5, 1.5);
    for (const [x, way] of [[2.25, 1.75], [0.75, -1.75]]) {
      const on = pose(x, 0.75), d = { x: way, y: 0 };
      for (const hit of castBoth(floor, pose(), crate, on, d)) {
        assertEquals([hit?.fraction, hit?.normal], [0, { x: 0, y: 1 }]);
      }
    }
  });

  it("report the floor where a part of it is higher by less than rounding", () => {
    const bodies = [box(1, 1), regularPolygon(4, 0.5), row(2, 0.5), ellipse(0.7, 0.5)];
    let met = 0;
    for (let k = 0; k < 50; k++) {
      const at = pose(0, 0, 0.3 * k), up = { shape: box(1, 3), pose: pose(0.5, -1.5 + 1e-10) };
      const floor = compound([slab(-4, -1, 0, 0), up, slab(1, -1, 5, 0)]);
      const on = { ...at, ...transformPoint(at, { x: -3, y: 0.5 }) };
      const d = { x: 8 * at.cos, y: 8 * at.sin };
      for (const hit of bodies.flatMap((body) => castBoth(floor, at, body, on, d))) {
        if (hit === null) continue;
        if (hit.fraction > 0) met++;
        assertAlmostEquals(hit.normal.y * at.cos - hit.normal.x * at.sin, 1, 1e-6, `${k}`);
      }
    }
    assertLess(10, met);
  });

  it("pass a part that has only a corner on the floor, at the target", () => {
    const r = new Random("a part with a corner on the floor");
    const bodies = [circle(0.5), box(0.8, 0.7), regularPolygon(5, 0.6)];
    for (let k = 0; k < effort(2000); k++) {
      // The triangle's corner is where the two others meet.
      const floor = polygons(
        ["-5 0, -5 -2, -1 -2, 0 0", "5 0, 0 0, 1 -2, 5 -2", "0 0, -1 -2, 1 -2"].map(ring),
      );
      const at = pose(r.range(-9, 9), r.range(-9, 9), r.range(-4, 4));
      const body = r.pick(bodies), way = r.pick([-1, 1]);
      const from = transformPoint(at, { x: -way * r.range(1, 3), y: 2 });
      const on = { ...pose(0, 0, r.range(-4, 4)), ...from };
      const options = { initialOverlap: "ignore", targetSeparation: r.pick([0.01, 0.1]) } as const;
      const down = { x: 3 * at.sin, y: -3 * at.cos };
      const { fraction } = shapeCast(floor, at, body, on, down, options)!;
      on.x += fraction * down.x;
      on.y += fraction * down.y;
      const d = { x: 4 * way * at.cos, y: 4 * way * at.sin };
      assertEquals(castBoth(floor, at, body, on, d, options), [null, null], `case ${k}`);
    }
  });

  it("push out of the target, and free, what has its corner over a joint, but for rounding", () => {
    const r = new Random("corners over joints");
    const tiles = tilesFrom(0, 20);
    for (let k = 0; k < effort(2000); k++) {
      const at = pose(r.range(-9, 9), r.range(-9, 9), r.range(-4, 4));
      const size = r.range(0.3, 3), joint = r.int(4, 16), way = r.chance(0.5) ? 1 : -1;
      const up = r.range(1e-6, 9e-3);
      const on = transformPoint(at, { x: joint - way * size / 2, y: size / 2 + up });
      const d = { x: way * at.cos, y: way * at.sin };
      const hit = shapeCast(tiles, at, box(size, size), { ...at, ...on }, d, {
        initialOverlap: "pushOut",
        targetSeparation: 0.01,
      });
      assertStrictEquals(hit?.fraction, 1, `case ${k}`);
      assertAlmostEquals(hit.depth, 0.01 - up, 1e-12, `case ${k}`);
    }
  });

  /** What stands on its tip, and two tiles that meet at the origin. */
  const tips = ["0 -1, 1 0, 0 1, -1 0", "0 -1, 0.25 1, -0.25 1", "0 -1, 2 1, -1 0.5"].map(ring);
  const left = { shape: box(2, 2), pose: pose(-1, -1) };
  const right = { shape: box(2, 2), pose: pose(1, -1) };

  it("land on a joint with the floor's normal, in any order of the tiles, whichever moves", () => {
    const bodies = [...tips.map((points) => polygon(points)), box(2, 2), circle(1)];
    // Quarter turns keep every coordinate whole.
    for (const [cos, sin] of [[1, 0], [0, 1], [-1, 0], [0, -1]]) {
      const turn = (x: number, y: number): Vec2 => ({ x: cos * x - sin * y, y: sin * x + cos * y });
      const at = { x: 0, y: 0, cos, sin };
      const up = turn(0, 1);
      for (const floor of [compound([left, right]), compound([right, left])]) {
        for (const [k, body] of bodies.entries()) {
          for (const dx of [-3, 0, 2]) {
            for (const fraction of [0, 0.25, 0.5]) {
              const from = { ...at, ...turn(-fraction * dx, 1 + 2 * fraction) };
              const d = turn(dx, -2);
              for (const hit of castBoth(floor, at, body, from, d)) {
                const what = `body ${k}, turned ${cos} ${sin}, along ${dx}, ${fraction}`;
                const { fraction: found, normal: n, point } = hit!;
                assertEquals(found, fraction, what);
                assertAlmostEquals(n.x, up.x, 1e-6, what);
                assertAlmostEquals(n.y, up.y, 1e-6, what);
                assertAlmostEquals(dot(point, up), 0, 1e-9, what);
              }
            }
          }
        }
      }
    }
  });

  it("tell the way out of the floor of a tip that is sunk into a joint, whichever moves", () => {
    const r = new Random("tips in joints");
    const diamond = "0 -1, 1 0, 0 1, -1 0", blade = "0 -1, 0.25 1, -0.25 1";
    const bodies = [diamond, blade].map((text) => polygon(ring(text)));
    const target = { initialOverlap: "pushOut", targetSeparation: 0.01 } as const;
    for (let k = 0; k < effort(500); k++) {
      const at = pose(r.range(-9, 9), r.range(-9, 9), r.range(-4, 4));
      const joint = r.int(-3, 3), depth = r.range(1e-6, 0.1), body = r.pick(bodies);
      const on = multiply(at, pose(joint + r.range(-1e-3, 1e-3), 1 - depth));
      const d = { x: 2 * at.cos, y: 2 * at.sin }, floor = tilesFrom(-9, 18);
      for (const isAhead of [true, false]) {
        const options = isAhead ? target : {};
        for (const hit of castBoth(floor, at, body, on, d, options)) {
          assertAlmostEquals(hit!.normal.y * at.cos - hit!.normal.x * at.sin, 1, 1e-9, `case ${k}`);
          assertAlmostEquals(hit!.depth, depth + (isAhead ? 0.01 : 0), 1e-9);
          // Free along the floor.
          assertStrictEquals(hit!.fraction, isAhead ? 1 : 0);
        }
      }
      const down = { x: 2 * at.sin, y: -2 * at.cos };
      const [blocked] = castBoth(floor, at, body, on, down, target);
      assertStrictEquals(blocked!.fraction, 0);
    }
  });

  it("stop a tip that sinks into a joint where it is as deep as is allowed, with the floor's normal", () => {
    const r = new Random("tips that sink in");
    const body = polygon(ring("0 -1, 1 0, 0 1, -1 0")), floor = tilesFrom(-9, 18);
    for (let k = 0; k < effort(200); k++) {
      const at = pose(r.range(-9, 9), r.range(-9, 9), r.range(-4, 4));
      const joint = r.int(-3, 3), height = 1 + r.range(0.01, 0.5), turn = r.range(-0.3, 0.3);
      const from = multiply(at, pose(joint, height)), to = multiply(at, pose(joint, 0.2, turn));
      const fall = { localCenter: { x: 0, y: 0 }, from, to }, limits = { allowedOverlap: 0.01 };
      const impacts = [
        timeOfImpact(floor, still(at), body, fall, limits),
        timeOfImpact(body, fall, floor, still(at), limits),
      ];
      for (const [n, { status, fraction, normal, distance }] of impacts.entries()) {
        assertStrictEquals(status, "hit");
        const up = normal.y * at.cos - normal.x * at.sin;
        assertAlmostEquals(up, n === 0 ? 1 : -1, 1e-9, `case ${k}`);
        assertAlmostEquals(distance, -0.01, 1e-3);
        const { x, y, cos, sin } = sweepPose(fall, fraction);
        const lowest = Math.min(
          ...body.points.map((p) =>
            (sin * p.x + cos * p.y + y - at.y) * at.cos -
            (cos * p.x - sin * p.y + x - at.x) * at.sin
          ),
        );
        assertAlmostEquals(lowest, distance, 1e-9);
      }
    }
  });

  it("let nothing through that stands on a joint, and let it slide, whichever moves", () => {
    // Which vertex is the first decides between equal normals.
    const bodies = tips.flatMap((tip) =>
      tip.map((_, k) => polygon([...tip.slice(k), ...tip.slice(0, k)]))
    );
    const steep = polygonOf("0 0, 0 -2, 2 -4");
    // Two tiles, and a corner that two parts have together: from the normal of the slope, (2, 1), to that of the tile.
    const floors = [[left, right], [right, left], [left, steep], [steep, left]].map(compound);
    for (const [f, floor] of floors.entries()) {
      for (const [k, body] of bodies.entries()) {
        for (const initialOverlap of ["ignore", "pushOut"] as const) {
          const cast = (d: Vec2): (CastHit | null)[] =>
            castBoth(floor, pose(), body, pose(0, 1), d, { initialOverlap });
          const what = `floor ${f}, body ${k}, ${initialOverlap}`;
          for (const d of [{ x: 0, y: -2 }, { x: -3, y: -1 }, { x: 0.5, y: -2 }]) {
            for (const hit of cast(d)) {
              assertEquals([hit?.fraction, hit?.depth], [0, 0], `${what}, ${d.x} ${d.y}`);
              const { x, y } = hit!.normal;
              assertLess(-1e-6, x, what);
              assertLess(x, f < 2 ? 1e-6 : 2 * y + 1e-6, what);
            }
          }
          for (const x of [-1, 1]) assertEquals(cast({ x, y: 0 }), [null, null], what);
          assertEquals(cast({ x: 1, y: 1 }), [null, null], what);
          // Down, but not as steeply as the slope.
          if (f >= 2) assertEquals(cast({ x: 3, y: -1.5 }), [null, null], what);
        }
      }
    }
  });

  it("end in the corner between the floor and a wall that stands in it, however either leans", () => {
    const floor = box(10, 2);
    // To the right and to the left; a tip that slides on the floor is the first to meet a wall.
    for (const way of [1, -1]) {
      const dart = convexHull([[0, 0], [-1, 1], [-2, 0.5]].map(([x, y]) => ({ x: way * x, y })));
      const cases = [[polygon(dart), 0, 1], [box(1, 1), 0.5, 1.5]] as const;
      for (const [body, tip, y] of cases) {
        for (const angle of [0, -0.01, -0.02, -0.05, -0.06, -0.1, -0.5, 0.01, 0.05, 0.3]) {
          if (tip > 0 && angle > 0) continue;
          // The wall's side at the height of the floor.
          const { cos, sin } = pose(0, 0, angle);
          const side = 3 - 0.5 * cos + sin * (1 - 0.5 * sin) / cos;
          const room = compound([floor, { shape: box(1, 4), pose: pose(3 * way, 2, way * angle) }]);
          for (const initialOverlap of ["ignore", "pushOut"] as const) {
            const d = { x: 6 * way, y: 0 }, on = pose(0, y);
            for (const hit of castBoth(room, pose(), body, on, d, { initialOverlap })) {
              const what = `${body.kind} at ${angle}, ${initialOverlap}`;
              assertAlmostEquals(6 * (hit?.fraction ?? 1), side - tip, 1e-9, what);
              assertAlmostEquals(hit!.normal.x, -way * cos, 1e-9, what);
              assertAlmostEquals(hit!.normal.y, -sin, 1e-9, what);
            }
          }
          const moving = motion(pose(0, y), pose(6 * way, y));
          const { fraction } = timeOfImpact(room, still(pose()), body, moving);
          assertLess(Math.abs(6 * fraction - side + tip), 0.01);
        }
      }
    }
  });

  it("end at the foot of a ramp or a wall that is a part of its own, whichever moves", () => {
    const tile = (x: number): CompoundPart => ({ shape: box(2, 2), pose: pose(x, -1) });
    const slopes: [number, number][] = [[3, 0.25], [3, 1], [1, 3], [0, 2]];
    const dart = polygonOf("0.5 -0.5, -0.5 0.5, -1.5 0");
    let met = 0;
    for (const [x, y] of slopes) {
      // On the tiles that go on below it, and in place of these.
      const ramps = [[[0, 0], [3, 0], [3 + x, y], [x, y]], [[0, 0], [0, -2], [3, -2], [x, y]]]
        .map(ring);
      for (const points of ramps) {
        const parts = [tile(-3), tile(-1), tile(1), tile(3), polygon(points)];
        if (points[1].x === 0) parts.splice(2, 2);
        for (const list of [parts, parts.toReversed()]) {
          const ground = compound(list);
          for (const body of [box(1, 1), dart]) {
            // Lying flush but for rounding.
            for (const turn of [0, 0.3, 1, 2.2, -0.7]) {
              const at = pose(0.3, 0.2, turn);
              const on = { ...at, ...transformPoint(at, { x: -2.5, y: 0.5 }) };
              const d = { x: 4 * at.cos, y: 4 * at.sin };
              for (const initialOverlap of ["ignore", "pushOut"] as const) {
                for (const hit of castBoth(ground, at, body, on, d, { initialOverlap })) {
                  const what = `slope ${x}, ${y}, ${body.kind}, ${turn}, ${initialOverlap}`;
                  assertAlmostEquals(hit?.fraction ?? 1, 0.5, 1e-9, what);
                  const l = Math.hypot(x, y), { x: nx, y: ny } = hit!.normal;
                  assertAlmostEquals(nx * at.cos + ny * at.sin, -y / l, 1e-9, what);
                  assertAlmostEquals(ny * at.cos - nx * at.sin, x / l, 1e-9, what);
                  met++;
                }
              }
            }
          }
        }
      }
    }
    assertLess(500, met);
  });
});

describe("joints of parts", () => {
  it("are found at any size, on any side of the origin, and where coordinates are rounded", () => {
    for (const size of [2 ** -20, 1, 2 ** 20]) {
      for (const [cx, cy] of [[-7, -5], [7, 5], [-7, 0.25], [0.25, -7], [7, 0.25]]) {
        // Slabs a third long, with their top at cy; their ends meet to half of what may be between them.
        const noise = 0.5e-9 * 7;
        const slabs = [[cx, 0], [cx + 1 / 3, noise], [cx + 2 / 3, 0]].map(([x, noise]) =>
          ring([[x, cy - 1], [x + 1 / 3, cy - 1], [x + 1 / 3 + noise, cy], [x + noise, cy]])
        );
        const floor = polygons(
          slabs.map((slab) => slab.map(({ x, y }) => ({ x: size * x, y: size * y }))),
        );
        const ball = circle(0.125 * size);
        for (let k = 1; k < 64; k++) {
          const at = pose(size * (cx + k / 64), size * (cy + 0.0625));
          const contacts = contactsOf(floor, pose(), ball, at);
          assertLess(0, contacts.length);
          for (const { normal, points } of contacts) {
            assertAlmostEquals(normal.x, 0, 1e-9);
            assertAlmostEquals(normal.y, 1, 1e-9);
            assertAlmostEquals(points[0].separation, -0.0625 * size, 1e-9 * size);
          }
        }
      }
    }
  });

  it("keep a corner that the body touches from outside, in any order of the parts", () => {
    // The ridge of a roof in two halves, and an upright wedge that stands on it with its tip.
    const left = polygonOf("-2 -2, 0 -2, 0 0"), right = polygonOf("0 -2, 2 -2, 0 0");
    const wedge = polygonOf("0 0, 1 2, -1 2");
    const orders = [[left, right, wedge], [left, wedge, right]];
    for (const parts of orders.flatMap((order) => [order, order.toReversed()])) {
      for (const sign of [-1, 1]) {
        // Between the normal of the roof at 45 degrees and the side of the wedge.
        const n = { x: 0.64 * sign, y: 0.7684 };
        const l = Math.hypot(n.x, n.y);
        const ball = pose(0.3 * n.x / l, 0.3 * n.y / l);
        const contacts = contactsOf(compound(parts), pose(), circle(0.4), ball);
        assertStrictEquals(contacts.length, 2);
        for (const { partA, normal, points } of contacts) {
          if (parts[partA] === wedge) continue;
          assertAlmostEquals(normal.x, n.x / l, 1e-12);
          assertAlmostEquals(normal.y, n.y / l, 1e-12);
          assertAlmostEquals(points[0].separation, -0.1, 1e-12);
        }
      }
    }
  });

  it("end where a flat wedge begins to cover an edge, at any angle down to a degree", () => {
    // A slab whose top is covered from its corner on: the corner's contacts end at the wedge's normal.
    for (const size of [1 / 64, 1, 1000]) {
      for (const degrees of [1.5, 2, 5, 10, 20]) {
        const u = unitVector(degrees * Math.PI / 180);
        const at = (x: number, y: number): Vec2 => ({ x: size * x, y: size * y });
        const slab = polygon([at(-4, -2), at(0, -2), at(0, 0), at(-4, 0)]);
        const wedge = polygon([at(0, 0), at(-4 * u.x, 4 * u.y), at(-4, 0)]);
        for (const parts of [[slab, wedge], [wedge, slab]]) {
          for (const part of [0.1, 0.5, 0.9]) {
            const n = unitVector(Math.PI / 2 - part * degrees * Math.PI / 180);
            const ball = pose(0.98 * size * n.x, 0.98 * size * n.y);
            const contacts = contactsOf(compound(parts), pose(), circle(size), ball);
            assertStrictEquals(contacts.length, 1);
            assertStrictEquals(parts[contacts[0].partA], wedge);
            assertAlmostEquals(contacts[0].normal.x, u.y, 1e-12);
          }
        }
      }
    }
  });

  it("are none of a rounded part: its edges are not its surface", () => {
    // The edges of the rounded box lie within the slab, and its surface is above it by a fifth.
    const hump = box(1, 0.5, { radius: 0.3, center: { x: 0, y: 0.65 } });
    const body = compound([box(4, 2), hump]);
    const contacts = contactsOf(body, pose(), circle(0.5), pose(0.1, 1.45));
    const found = contacts.find(({ partA }) => partA === 1);
    assertAlmostEquals(found!.normal.y, 1, 1e-12);
    assertAlmostEquals(found!.points[0].separation, -0.25, 1e-12);
  });
});
