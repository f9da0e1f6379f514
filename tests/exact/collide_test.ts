import {
  assert,
  assertEquals,
  assertLess,
  assertLessOrEqual,
  assertStrictEquals,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  circle,
  collide,
  type ConvexShape,
  IDENTITY,
  intersects,
  type Manifold,
  point,
  polygon,
  type Pose,
  pose,
  regularPolygon,
  segment,
  signedDistance,
  type Vec2,
} from "@narrowphase/gjk2d";
import { effort } from "../effort.ts";
import { survey } from "../generate/survey.ts";
import { Random } from "../generate/random.ts";
import { type Core, ExactPair, hullOfDoubles } from "./oracle/exact.ts";
import { type ReferenceManifold, referenceManifolds } from "./oracle/manifold.ts";
import { makeShape } from "./oracle/public_api.ts";

function least({ pointCount, points }: Manifold): number {
  return Math.min(...points.slice(0, pointCount).map((p) => p.separation));
}

/** How far B is in front of A along a unit vector. */
function separationAlong(
  n: Vec2,
  a: ConvexShape,
  pa: Pose,
  b: ConvexShape,
  pb: Pose,
): number {
  const extreme = (s: ConvexShape, p: Pose, sign: number): number => {
    const along = ({ x, y }: Vec2) =>
      n.x * (p.cos * x - p.sin * y + p.x - pa.x) + n.y * (p.sin * x + p.cos * y + p.y - pa.y);
    return Math.max(...s.points.map((v) => sign * along(v))) + s.radius;
  };
  return -extreme(b, pb, -1) - extreme(a, pa, 1);
}

function ids({ pointCount, points }: Manifold): number[] {
  return points.slice(0, pointCount).map((p) => p.id);
}

/** The hull of random points. */
function hullOf(n: number, point: () => Vec2): Core["points"] {
  for (;;) {
    const hull = hullOfDoubles(Array.from({ length: n }, point));
    if (hull.length > 2) return hull;
  }
}

function cloud(r: Random, n: number, size: number): Core["points"] {
  return hullOf(n, () => ({ x: r.range(-size, size), y: r.range(-size, size) }));
}

function rectangle(x: number, y: number): Core["points"] {
  return [{ x: -x, y: -y }, { x, y: -y }, { x, y }, { x: -x, y }];
}

/** Core shapes by what they are called. */
const SHAPES: Record<string, (r: Random) => Core> = {
  polygons: (r) => ({ points: cloud(r, r.int(3, 12), 1), radius: 0 }),
  "circles and many-sided polygons": (r) => {
    const at = { x: r.range(-0.5, 0.5), y: r.range(-0.5, 0.5) };
    if (r.chance(0.3)) return { points: [at], radius: r.range(0, 0.8) };
    const { points } = regularPolygon(r.int(13, 60), 1);
    const [width, slant] = [r.range(0.3, 2), r.range(-0.5, 0.5)];
    return {
      points: points.map(({ x, y }) => ({ x: at.x + width * x + slant * y, y: at.y + 0.5 * y })),
      radius: r.chance(0.3) ? 0.2 : 0,
    };
  },
  "round shapes": (r) => {
    const n = r.pick([1, 2, 2, 3, 5, 8]);
    const at = () => ({ x: r.range(-1, 1), y: r.range(-1, 1) });
    const radius = r.chance(0.1) ? 0 : r.range(0.05, 0.5);
    return { points: n < 3 ? Array.from({ length: n }, at) : cloud(r, n, 0.7), radius };
  },
  mixed: (r) => SHAPES[r.pick(["polygons", "round shapes"])](r),
};

const EIGHTH = (r: Random, low: number, high: number): number => r.int(low, high) / 8;

type Judged = { a: Core; pa: Pose; b: Core; pb: Pose; margin: number };

/** Whether a manifold is this reference, up to lengths of `slack`; points at the margin may be missing. */
function agrees(m: Manifold, ref: ReferenceManifold, margin: number, slack: number): boolean {
  if (Math.abs(m.normal.x - ref.normal.x) + Math.abs(m.normal.y - ref.normal.y) > slack) {
    return false;
  }
  const ours = m.points.slice(0, m.pointCount);
  const near = (p: Manifold["points"][0], q: ReferenceManifold["points"][0]): boolean =>
    Math.abs(p.point.x - q.x) + Math.abs(p.point.y - q.y) <= slack &&
    Math.abs(p.separation - q.separation) <= slack;
  return ours.every((p) =>
    ref.points.some((q) => near(p, q)) ||
    (p.separation > margin - slack && ref.dropped.some((s) => s < margin + slack))
  ) && ref.points.every((q) => q.separation > margin - slack || ours.some((p) => near(p, q)));
}

/** Judges `count` cases; returns how many had two points, one and none. */
function judge(name: string, count: number, make: (r: Random) => Judged): number[] {
  const tally = [0, 0, 0];
  for (let index = 0; index < count; index++) {
    const r = new Random("manifold", name, index);
    const { a, pa, b, pb, margin } = make(r);
    const m = collide(makeShape(a), pa, makeShape(b), pb, { margin });
    const exact = new ExactPair(a, pa, b, pb), what = `${name} ${index}`;
    tally[m.pointCount]++;
    // Whether there are points, and the least separation, to the contract.
    const tolerance = 4 * exact.u;
    if (Math.abs(exact.value - margin) > tolerance) {
      assertStrictEquals(m.pointCount > 0, exact.value <= margin, what);
    }
    if (m.pointCount > 0) assertLessOrEqual(Math.abs(least(m) - exact.value), tolerance, what);
    else assertLess(-1e-14, separationAlong(m.normal, makeShape(a), pa, makeShape(b), pb), what);
    // The points themselves.
    const references = referenceManifolds(a, pa, b, pb, margin, 2 ** -40);
    if (m.pointCount > 0 || exact.value <= margin - tolerance) {
      assert(
        references.some((ref) => agrees(m, ref, margin, 2 ** -36)),
        `${what}: ${JSON.stringify(m)} is none of ${JSON.stringify(references)}`,
      );
    }
  }
  return tally;
}

/** Pairs of a kind. */
const PAIRS = effort(2000);

describe("collide() against brute force in 256 bits", () => {
  for (const [name, make] of Object.entries(SHAPES)) {
    it(`gives the points of random pairs: ${name}`, () => {
      const close = judge(`${name}, close`, PAIRS, (r) => {
        const x = r.range(-9, 9), y = r.range(-9, 9), off = r.pick([1.2, 1.2, 1.2, 9]);
        const pa = pose(x, y, r.range(-3, 3));
        const pb = pose(x + r.range(-off, off), y + r.range(-off, off), r.range(-3, 3));
        return { a: make(r), pa, b: make(r), pb, margin: r.chance(0.5) ? 0 : r.range(0, 0.5) };
      });
      // Of many sides two are nearly always close to parallel.
      const few = name.endsWith("many-sided polygons") ? 0 : PAIRS / 20;
      for (const n of close) assert(n > few, String(close));
    });

    it(`gives the points of pairs with parallel sides: ${name}`, () => {
      const tally = judge(`${name}, parallel`, PAIRS, (r) => {
        // B is A turned by half a turn, or by almost that, and moved.
        const a = make(r), angle = r.range(-3, 3), x = r.range(-3, 3), y = r.range(-3, 3);
        const turned = angle + Math.PI + r.pick([0, 0, 1e-12, 1e-7, 1e-3]) * r.sign();
        const pb = pose(x + r.range(-1.5, 1.5), y + r.range(-1.5, 1.5), turned);
        const margin = r.chance(0.5) ? 0 : r.range(0, 0.5);
        return { a, pa: pose(x, y, angle), b: a, pb, margin };
      });
      if (name !== "mixed" && !name.startsWith("circles")) {
        assert(tally[2] > PAIRS / 10, String(tally));
      }
    });
  }

  it("gives the points of boxes and capsules on a grid, exact ties and all", () => {
    const shape = (r: Random): Core => {
      const [x, y] = [EIGHTH(r, 2, 12), EIGHTH(r, 2, 12)];
      const radius = r.chance(0.5) ? 0 : EIGHTH(r, 1, 4);
      if (r.chance(0.7)) return { points: rectangle(x, y), radius };
      return { points: [{ x: -x, y: 0 }, { x, y: 0 }], radius: Math.max(radius, 0.125) };
    };
    const tally = judge("grid", PAIRS, (r) => ({
      a: shape(r),
      pa: pose(EIGHTH(r, -9, 9), EIGHTH(r, -9, 9)),
      b: shape(r),
      pb: pose(EIGHTH(r, -18, 18), EIGHTH(r, -18, 18)),
      margin: r.pick([0, 0, 0.125]),
    }));
    assert(tally[2] > 0.4 * PAIRS, String(tally));
  });
});

/** A triangle's or hull's corners from integers, counter-clockwise. */
function onGrid(r: Random, n: number, size: number): Core["points"] {
  return hullOf(n, () => ({ x: r.int(-size, size), y: r.int(-size, size) }));
}

/** How many ends of the incident edge, cut off beside the reference edge, are not in front of it. */
function countsOf(A: Core["points"], B: Core["points"], normal: Vec2): Set<number> {
  // All numbers are integers below 2^53, so nothing rounds but the lengths.
  const counts = new Set<number>();
  const edges = (V: Core["points"]) =>
    V.map((p, k) => {
      const q = V[(k + 1) % V.length], x = q.x - p.x, y = q.y - p.y;
      return { p, q, x, y, length: Math.sqrt(x * x + y * y) };
    });
  for (const [R, I, sign] of [[A, B, 1], [B, A, -1]] as const) {
    for (const e of edges(R)) {
      const nx = sign * e.y / e.length, ny = -sign * e.x / e.length;
      if (Math.abs(nx - normal.x) + Math.abs(ny - normal.y) > 1e-12) continue;
      const cosOf = (d: { x: number; y: number; length: number }) =>
        (d.x * e.x + d.y * e.y) / d.length / e.length;
      const least = Math.min(...edges(I).map(cosOf));
      for (const { p, q, ...d } of edges(I)) {
        if (cosOf(d) > least + 1e-12) continue;
        const along = (v: Vec2) => (v.x - e.p.x) * e.x + (v.y - e.p.y) * e.y;
        const above = (v: Vec2) => (v.x - e.p.x) * e.y - (v.y - e.p.y) * e.x;
        const [s, t, f, g] = [along(q), along(p), above(q), above(p)];
        const low = Math.max(s, 0), high = Math.min(t, e.x * e.x + e.y * e.y);
        if (s >= t) { for (const n of [1, 2]) counts.add(n); }
        else if (low === high) counts.add(1);
        else if (low > high) { for (const n of [0, 1]) counts.add(n); }
        else {
          const isIn = (at: number) => Number(f * (t - s) + (at - s) * (g - f) <= 0);
          counts.add(isIn(low) + isIn(high));
        }
      }
    }
  }
  return counts;
}

describe("collide() has the exact number of points", () => {
  it("when triangles with integer corners share a slanted edge, or slide along it", () => {
    const r = new Random("shared edges");
    let judged = 0;
    while (judged < effort(8000)) {
      const size = r.int(2, 40), corner = () => ({ x: r.int(-size, size), y: r.int(-size, size) });
      const [p, q, above, below] = [corner(), corner(), corner(), corner()];
      const x = q.x - p.x, y = q.y - p.y;
      const side = (v: Vec2) => x * (v.y - p.y) - y * (v.x - p.x);
      if (x === 0 || y === 0 || side(above) <= 0 || side(below) >= 0) continue;
      judged++;
      const a = polygon([p, q, above]), b = polygon([p, below, q]);
      const what = JSON.stringify([p, q, above, below]);
      for (const [first, second] of [[a, b], [b, a]]) {
        const shared = collide(first, IDENTITY, second, IDENTITY);
        assertEquals(shared.pointCount, 2, what);
        assertEquals(shared.points.map((point) => point.separation), [0, 0], what);
        // In the middle of the edge, at corners of the grid.
        const way = { x: 64 * x, y: 64 * y }, far = pose(way.x, way.y), on = r.int(-3, 3) / 4;
        const slid = pose(way.x + on * x, way.y + on * y);
        assertEquals(collide(first, far, second, slid).pointCount, 2, what);
      }
    }
  });

  it("when slanted sides are as far apart as their radii, or as the margin", () => {
    const r = new Random("rounded edges");
    for (let judged = 0; judged < effort(5000);) {
      const k = r.int(1, 6), on = r.int(1 - k, k - 1), size = 40;
      const p = { x: r.int(-20, 20), y: r.int(-20, 20) }, q = { x: p.x - 4 * k, y: p.y + 3 * k };
      // Five away from p to q, along the normal (3, 4) / 5.
      const [u, v] = [p, q].map(({ x, y }) => ({ x: x + 3 - 4 * on, y: y + 4 + 3 * on }));
      const above = { x: r.int(-size, size), y: r.int(-size, size) };
      const below = { x: r.int(-size, size), y: r.int(-size, size) };
      const side = (w: Vec2, from: Vec2) => 3 * (w.x - from.x) + 4 * (w.y - from.y);
      if (side(above, u) <= 0 || side(below, p) >= 0) continue;
      judged++;
      const radius = r.int(0, 5);
      const a = polygon([p, q, below], { radius }),
        b = polygon([u, v, above], { radius: 5 - radius });
      assertEquals(collide(a, IDENTITY, b, IDENTITY).pointCount, 2);
      const bare = [polygon([p, q, below]), polygon([u, v, above])] as const;
      assertEquals(collide(bare[0], IDENTITY, bare[1], IDENTITY, { margin: 5 }).pointCount, 2);
      assertEquals(collide(bare[1], IDENTITY, bare[0], IDENTITY, { margin: 5 }).pointCount, 2);
    }
  });

  it("when hulls with integer corners overlap, and an end lies exactly on the other's edge", () => {
    const r = new Random("exact ends"), tally = [0, 0, 0];
    for (let index = 0; index < effort(20_000); index++) {
      const size = r.int(2, 12),
        A = onGrid(r, r.int(3, 6), size),
        hull = onGrid(r, r.int(3, 6), size);
      const from = r.pick(hull), to = r.pick(A), off = r.chance(0.5) ? 0 : 2;
      const dx = to.x - from.x + r.int(-off, off), dy = to.y - from.y + r.int(-off, off);
      const B = hull.map(({ x, y }) => ({ x: x + dx, y: y + dy }));
      const { normal, pointCount } = collide(polygon(A), IDENTITY, polygon(B), IDENTITY);
      if (pointCount === 0) continue;
      tally[pointCount]++;
      assert(countsOf(A, B, normal).has(pointCount), JSON.stringify({ A, B, pointCount }));
    }
    assert(Math.min(tally[1], tally[2]) > effort(4000), String(tally));
  });

  it("when an end lies exactly on a side along an axis, at any height", () => {
    const r = new Random("ends on an axis");
    for (let k = 0; k < effort(4000); k++) {
      const y = r.range(-1, 1), x = r.range(-1, 1), deep = r.range(0.01, 0.2), w = r.range(2, 9);
      const ground = polygon([{ x: -w, y: y - 9 }, { x: w, y: y - 9 }, { x: w, y }, { x: -w, y }]);
      const plank = polygon([{ x, y }, { x: x - 1, y: y - deep }, { x: x - 0.8, y: y + 1 }]);
      assertEquals(collide(ground, IDENTITY, plank, IDENTITY).pointCount, 2, String(k));
      assertEquals(collide(plank, IDENTITY, ground, IDENTITY).pointCount, 2, String(k));
    }
  });

  it("when sides as their poses place them differ by a rounding error", () => {
    const wall = polygon([{ x: 0, y: 0 }, { x: 3, y: 1 }, { x: 0, y: 8 }]);
    const slab = polygon([{ x: 0, y: 0 }, { x: 2, y: -9 }, { x: 3, y: 1 }]);
    // Turned as one, every corner that they share is rounded as one.
    for (let k = 0; k < 200; k++) {
      const turned = pose(0.3 * k, -0.7 * k, k);
      assertEquals(collide(wall, turned, slab, turned).pointCount, 2, String(k));
    }
  });
});

/** A shape of any kind with corners on a grid, or regular. */
function onUnits(r: Random, unit: number): ConvexShape {
  const at = (low: number, high: number): number => unit * r.int(low, high);
  const radius = r.chance(0.5) ? 0 : at(1, 2);
  const p = { x: at(-2, 2), y: at(-2, 2) };
  const q = { x: at(3, 4), y: r.chance(0.5) ? p.y : at(-2, 2) };
  const grid = () => ({ x: at(-3, 3), y: at(-3, 3) });
  const kind = r.int(0, 5);
  if (kind === 2) return box(at(1, 4), at(1, 4), { radius });
  if (kind === 3) return regularPolygon(r.int(3, 40), unit * 2);
  const points = kind < 2 ? [p, q].slice(kind) : hullOf(r.int(4, 9), grid);
  return makeShape({ points, radius });
}

describe("collide() and the other queries", () => {
  it("agree on whether shapes touch that have been moved together, to the last bit", () => {
    // The sign of what rounding leaves between them is as good as random, for each edge that they may touch at.
    const kinds: ((r: Random) => ConvexShape)[] = [
      (r) => point({ x: r.range(-1, 1), y: r.range(-1, 1) }),
      (r) => polygon(cloud(r, r.int(3, 8), 2)),
      (r) => segment({ x: r.range(-2, 0), y: r.range(-1, 1) }, { x: r.range(0.1, 2), y: 0.5 }),
      (r) => box(r.range(0.5, 3), r.range(0.5, 3)),
      (r) => circle(r.range(0.1, 1), { x: r.range(-1, 1), y: r.range(-1, 1) }),
      (r) => polygon(cloud(r, 4, 1), { radius: r.range(0.1, 1) }),
    ];
    const tally = new Map<string, number>();
    for (const [i, first] of kinds.entries()) {
      for (const [j, second] of kinds.entries()) {
        const isPoint = (i === 0) !== (j === 0) && i + j < 4;
        const isRound = Math.max(i, j) === 5 && i * j % 4 > 0;
        for (let index = 0; index < effort(isPoint || isRound ? 2000 : 200); index++) {
          const what = `${i} and ${j}, ${index}`;
          const r = new Random("moved together", what);
          const [a, b] = [first(r), second(r)];
          const pa = pose(r.range(-3, 3), r.range(-3, 3), r.range(-3, 3));
          const pb = pose(r.range(-3, 3), r.range(-3, 3), r.range(-3, 3));
          const margin = r.chance(0.3) ? r.range(0.1, 1) : 0;
          for (let round = 0; round < 2; round++) {
            const { distance, normal } = signedDistance(a, pa, b, pb);
            pb.x -= normal.x * (distance - margin);
            pb.y -= normal.y * (distance - margin);
          }
          const { distance } = signedDistance(a, pa, b, pb);
          const m = collide(a, pa, b, pb, { margin });
          assertStrictEquals(m.pointCount > 0, distance <= margin, what);
          if (m.pointCount > 0) assertLessOrEqual(Math.abs(least(m) - distance), 2 ** -46, what);
          if (margin > 0) continue;
          assertStrictEquals(m.pointCount > 0, intersects(a, pa, b, pb), what);
          const verdict = `${isPoint} ${m.pointCount > 0}`;
          tally.set(verdict, 1 + (tally.get(verdict) ?? 0));
        }
      }
    }
    for (const count of tally.values()) {
      assert(count > effort(500), JSON.stringify([...tally]));
    }
  });

  it("agree on pairs of all kinds on grids of all sizes, whatever was asked before", () => {
    const cos = [1, 0, -1, 0, 0.6, 0.8], sin = [0, 1, 0, -1, 0.8, -0.6];
    const keep = ({ normal, pointCount, points }: Manifold): string =>
      JSON.stringify([normal, points.slice(0, pointCount)]);
    const tally = [0, 0, 0];
    const pairs = effort(20_000);
    for (let index = 0; index < pairs; index++) {
      const what = `${index}`;
      const r = new Random("grids", index);
      const unit = 2 ** r.int(-20, 20);
      const place = (): Pose => {
        const turn = r.int(0, r.chance(0.7) ? 3 : 5), x = unit * r.int(-5, 5);
        return { x, y: unit * r.int(-5, 5), cos: cos[turn], sin: sin[turn] };
      };
      const [a, b, pa, pb] = [onUnits(r, unit), onUnits(r, unit), place(), place()];
      const margin = r.chance(0.5) ? 0 : unit * r.int(1, 5) / 2;
      const m = collide(a, pa, b, pb, { margin });
      const { distance } = signedDistance(a, pa, b, pb);
      assertStrictEquals(m.pointCount > 0, distance <= margin, what);
      const { x, y } = m.normal;
      assertLess(Math.abs(x * x + y * y - 1), 8 * 2 ** -52, what);
      const noise = 2 ** -44 * unit, along = separationAlong(m.normal, a, pa, b, pb);
      tally[m.pointCount]++;
      if (m.pointCount === 0) assertLess(margin, along + noise, what);
      else {
        assertLess(Math.abs(least(m) - distance), noise, what);
        assertLess(Math.abs(along - distance), noise, what);
      }
      if (a.points.length === 1 || b.points.length === 1) {
        assertEquals(ids(m), m.pointCount === 0 ? [] : [0], what);
      }
      assertStrictEquals(keep(collide(a, pa, b, pb, { margin })), keep(m), what);
    }
    for (const count of tally) assert(count > pairs / 10, String(tally));
  });
});

/** The contact points without their order. */
function sorted({ pointCount, points }: Manifold): Manifold["points"][0][] {
  return points.slice(0, pointCount).sort((p, q) => p.point.x - q.point.x || p.point.y - q.point.y);
}

describe("collide() of pairs that are moved, scaled and exchanged", () => {
  it("are the same with A and B swapped: normal turned, points kept", () => {
    let two = 0;
    const pairs = effort(20_000);
    for (let i = 0; i < pairs; i++) {
      const r = new Random("swap", i);
      const [a, b] = [onUnits(r, 0.5), onUnits(r, 0.5)];
      const pa = pose(r.range(-1, 1), r.range(-1, 1), r.range(-3, 3));
      const pb = pose(r.range(-2, 2), r.range(-2, 2), r.range(-3, 3));
      const margin = r.chance(0.5) ? 0 : 0.25;
      const m = collide(a, pa, b, pb, { margin });
      const n = collide(b, pb, a, pa, { margin });
      const what = `pair ${i}`;
      assertStrictEquals(m.pointCount, n.pointCount, what);
      if (m.pointCount === 0) continue;
      if (m.pointCount === 2) two++;
      assertLess(Math.abs(m.normal.x + n.normal.x) + Math.abs(m.normal.y + n.normal.y), 1e-9, what);
      const [p, q] = [sorted(m), sorted(n)];
      for (let k = 0; k < m.pointCount; k++) {
        assertLess(Math.abs(p[k].point.x - q[k].point.x), 1e-9, what);
        assertLess(Math.abs(p[k].point.y - q[k].point.y), 1e-9, what);
        assertLess(Math.abs(p[k].separation - q[k].separation), 1e-9, what);
      }
    }
    assert(two > pairs / 10, String(two));
  });

  it("scale by powers of two, bit for bit, and keep their ids", () => {
    for (let i = 0; i < effort(4000); i++) {
      for (const k of [-200, -1, 3, 200]) {
        const scale = 2 ** k;
        const [r, s] = [new Random("scale", i), new Random("scale", i)];
        const [a, b] = [onUnits(r, 0.5), onUnits(r, 0.5)];
        const [A, B] = [onUnits(s, 0.5 * scale), onUnits(s, 0.5 * scale)];
        const [pa, pb] = [pose(r.range(-1, 1), r.range(-1, 1), 1), pose(r.range(-1, 1), 0, i)];
        const up = (p: Pose): Pose => ({ ...p, x: scale * p.x, y: scale * p.y });
        const m = collide(a, pa, b, pb, { margin: 0.25 });
        const n = collide(A, up(pa), B, up(pb), { margin: 0.25 * scale });
        assertEquals(n.normal, m.normal);
        assertStrictEquals(n.pointCount, m.pointCount);
        for (let j = 0; j < m.pointCount; j++) {
          const { point: { x, y }, separation: s, id } = m.points[j];
          const point = { x: scale * x, y: scale * y };
          assertEquals(n.points[j], { point, separation: scale * s, id });
        }
      }
    }
  });

  it("do not depend on where the world's origin is, bit for bit on a grid", () => {
    survey("translation", 4000, {}, (r) => {
      const [a, b] = [onUnits(r, 0.5), onUnits(r, 0.5)];
      const [x, y] = [r.int(-64, 64) / 64, r.int(-64, 64) / 64];
      const here = collide(a, pose(0, 0), b, pose(x, y), { margin: 0.125 });
      const [dx, dy] = [2 ** 20, -3 * 2 ** 18];
      const there = collide(a, pose(dx, dy), b, pose(dx + x, dy + y), { margin: 0.125 });
      assertEquals(there.normal, here.normal);
      assertStrictEquals(there.pointCount, here.pointCount);
      for (let k = 0; k < here.pointCount; k++) {
        const { point: p, separation, id } = here.points[k], far = there.points[k];
        assertEquals([far.separation, far.id], [separation, id]);
        assertLessOrEqual(Math.abs(far.point.x - dx - p.x), 2 ** -31);
        assertLessOrEqual(Math.abs(far.point.y - dy - p.y), 2 ** -31);
      }
    });
  });
});
