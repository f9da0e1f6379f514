import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertLess,
  assertLessOrEqual,
  assertStrictEquals,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  circle,
  collide,
  type ConvexShape,
  ellipse,
  IDENTITY,
  intersects,
  type Manifold,
  type ManifoldPoint,
  point,
  polygon,
  type Pose,
  pose,
  regularPolygon,
  segment,
  signedDistance,
  type Vec2,
} from "@narrowphase/gjk2d";
import { FAMILIES, makeCase } from "../generate/families.ts";
import { FIXTURES, orientations } from "../exact/fixtures/published.ts";
import { Random } from "../generate/random.ts";
import { type Core, ExactPair, hullOfDoubles } from "../exact/oracle/exact.ts";
import { type ReferenceManifold, referenceManifolds } from "../exact/oracle/manifold.ts";
import { makeShape } from "../exact/oracle/public_api.ts";
import { effort } from "../effort.ts";

function least({ pointCount, points }: Manifold): number {
  return Math.min(...points.slice(0, pointCount).map((p) => p.separation));
}

/** How far B is in front of A along a unit vector. */
function separationAlong(
  n: { x: number; y: number },
  a: ConvexShape,
  pa: Pose,
  b: ConvexShape,
  pb: Pose,
): number {
  const extreme = (s: ConvexShape, p: Pose, sign: number): number =>
    Math.max(
      ...s.points.map(({ x, y }) =>
        sign *
        (n.x * (p.cos * x - p.sin * y + p.x - pa.x) + n.y * (p.sin * x + p.cos * y + p.y - pa.y))
      ),
    ) + s.radius;
  return -extreme(b, pb, -1) - extreme(a, pa, 1);
}

function ids({ pointCount, points }: Manifold): number[] {
  return points.slice(0, pointCount).map((p) => p.id);
}

// ---- against brute force

function cloud(r: Random, n: number, size: number): Core["points"] {
  for (;;) {
    const points = [];
    for (let k = 0; k < n; k++) points.push({ x: r.range(-size, size), y: r.range(-size, size) });
    const hull = hullOfDoubles(points);
    if (hull.length > 2) return hull;
  }
}

function rectangle(x: number, y: number): Core["points"] {
  return [{ x: -x, y: -y }, { x, y: -y }, { x, y }, { x: -x, y }];
}

/** Core shapes by family name. */
const SHAPES: Record<string, (r: Random) => Core> = {
  polygons: (r) => ({ points: cloud(r, r.int(3, 12), 1), radius: 0 }),
  "many-sided polygons": (r) => {
    const n = r.int(13, 24);
    const { points } = regularPolygon(n, r.range(0.5, 1.5));
    return { points: points.map(({ x, y }) => ({ x: x + 0.2 * y, y: 0.7 * y })), radius: 0 };
  },
  "circles and many-sided polygons": (r) => {
    const at = { x: r.range(-0.5, 0.5), y: r.range(-0.5, 0.5) };
    if (r.chance(0.5)) return { points: [at], radius: r.range(0, 0.8) };
    const { points } = regularPolygon(r.int(21, 60), 1);
    const [width, slant] = [r.range(0.3, 2), r.range(-0.5, 0.5)];
    return {
      points: points.map(({ x, y }) => ({ x: at.x + width * x + slant * y, y: at.y + 0.5 * y })),
      radius: r.chance(0.3) ? 0.2 : 0,
    };
  },
  "rounded polygons": (r) => ({ points: cloud(r, r.int(3, 8), 0.7), radius: r.range(0.05, 0.5) }),
  "segments and capsules": (r) => ({
    points: [{ x: r.range(-1, 0), y: r.range(-1, 1) }, { x: r.range(0.1, 1), y: r.range(-1, 1) }],
    radius: r.chance(0.2) ? 0 : r.range(0.05, 0.5),
  }),
  mixed: (r) => {
    const kind = r.pick(["polygons", "rounded polygons", "segments and capsules", "circle"]);
    if (kind !== "circle") return SHAPES[kind](r);
    return { points: [{ x: r.range(-1, 1), y: r.range(-1, 1) }], radius: r.range(0, 1) };
  },
};

const EIGHTH = (r: Random, low: number, high: number): number => r.int(low, high) / 8;

interface Judged {
  a: Core;
  pa: Pose;
  b: Core;
  pb: Pose;
  margin: number;
}

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
    const exact = new ExactPair(a, pa, b, pb);
    const what = `${name} ${index}`;
    tally[m.pointCount]++;
    // Whether there are points, and the least separation, to the contract.
    const tolerance = 4 * exact.u;
    if (Math.abs(exact.value - margin) > tolerance) {
      assertStrictEquals(m.pointCount > 0, exact.value <= margin, what);
    }
    if (m.pointCount > 0) {
      assertLessOrEqual(Math.abs(least(m) - exact.value), tolerance, what);
    }
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

describe("collide() against brute force in 256 bits", () => {
  for (const [name, make] of Object.entries(SHAPES)) {
    it(`gives the points of random pairs: ${name}`, () => {
      const tally = judge(name, effort(200), (r) => ({
        a: make(r),
        pa: pose(r.range(-9, 9), r.range(-9, 9), r.range(-3, 3)),
        b: make(r),
        pb: pose(0, 0, r.range(-3, 3)),
        margin: 0,
      }));
      // Placed anywhere they rarely meet; that many are none.
      assert(tally[0] > 0);
      const close = judge(`${name}, close`, effort(2000), (r) => {
        const [x, y] = [r.range(-9, 9), r.range(-9, 9)];
        return {
          a: make(r),
          pa: pose(x, y, r.range(-3, 3)),
          b: make(r),
          pb: pose(x + r.range(-1.2, 1.2), y + r.range(-1.2, 1.2), r.range(-3, 3)),
          margin: r.chance(0.5) ? 0 : r.range(0, 0.5),
        };
      });
      // Of many sides two are nearly always close to parallel.
      const few = name.endsWith("many-sided polygons") ? 0 : effort(100);
      for (const n of close) assert(n > few, String(close));
    });

    it(`gives the points of pairs with parallel sides: ${name}`, () => {
      const tally = judge(`${name}, parallel`, effort(2000), (r) => {
        // B is A turned by half a turn, or by almost that, and moved.
        const a = make(r);
        const angle = r.range(-3, 3);
        const tilt = r.pick([0, 0, 1e-12, 1e-7, 1e-3]) * r.sign();
        const [x, y] = [r.range(-3, 3), r.range(-3, 3)];
        return {
          a,
          pa: pose(x, y, angle),
          b: a,
          pb: pose(x + r.range(-1.5, 1.5), y + r.range(-1.5, 1.5), angle + Math.PI + tilt),
          margin: r.chance(0.5) ? 0 : r.range(0, 0.5),
        };
      });
      if (name !== "mixed" && !name.startsWith("circles")) assert(tally[2] > effort(200), String(tally));
    });
  }

  it("gives the points of boxes and capsules on a grid, exact ties and all", () => {
    const shape = (r: Random): Core => {
      const [x, y] = [EIGHTH(r, 2, 12), EIGHTH(r, 2, 12)];
      const radius = r.chance(0.5) ? 0 : EIGHTH(r, 1, 4);
      if (r.chance(0.7)) return { points: rectangle(x, y), radius };
      return { points: [{ x: -x, y: 0 }, { x, y: 0 }], radius: Math.max(radius, 0.125) };
    };
    const tally = judge("grid", 2000, (r) => ({
      a: shape(r),
      pa: pose(EIGHTH(r, -9, 9), EIGHTH(r, -9, 9)),
      b: shape(r),
      pb: pose(EIGHTH(r, -18, 18), EIGHTH(r, -18, 18)),
      margin: r.pick([0, 0, 0.125]),
    }));
    assert(tally[2] > 800, String(tally));
  });
});

// ---- how many points, exactly

/** A triangle's or hull's corners from integers, counter-clockwise. */
function onGrid(r: Random, n: number, size: number): Core["points"] {
  for (;;) {
    const points = [];
    for (let k = 0; k < n; k++) points.push({ x: r.int(-size, size), y: r.int(-size, size) });
    const hull = hullOfDoubles(points);
    if (hull.length > 2) return hull;
  }
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
      const turned = edges(I).map((d) => ({
        d,
        cos: (d.x * e.x + d.y * e.y) / d.length / e.length,
      }));
      const least = Math.min(...turned.map(({ cos }) => cos));
      for (const { d: { p, q }, cos } of turned) {
        if (cos > least + 1e-12) continue;
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
    while (judged < 4000) {
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
    for (let judged = 0; judged < 2000;) {
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

// ---- agreement with the other queries

describe("collide() and the other queries", () => {
  it("agree on the demanding families: points exactly when at most the margin apart", () => {
    for (const family of FAMILIES) {
      for (let index = 0; index < effort(700); index++) {
        const { a, poseA, b, poseB } = makeCase(family, 77, index);
        const what = `${family} ${index}`;
        const [A, B] = [makeShape(a), makeShape(b)];
        const { distance } = signedDistance(A, poseA, B, poseB);
        const m = collide(A, poseA, B, poseB);
        assertStrictEquals(m.pointCount > 0, intersects(A, poseA, B, poseB), what);
        assertStrictEquals(m.pointCount > 0, distance <= 0, what);
        const margin = Math.abs(distance) * (index % 3) / 2;
        const wide = collide(A, poseA, B, poseB, { margin });
        assertStrictEquals(wide.pointCount > 0, distance <= margin, what);
        for (const found of [m, wide]) {
          const { x, y } = found.normal;
          assertLessOrEqual(Math.abs(x * x + y * y - 1), 8 * 2 ** -52, what);
          if (found.pointCount === 2) assert(found.points[0].id !== found.points[1].id, what);
          if (found.pointCount === 0) continue;
          const { u, diameter } = new ExactPair(a, poseA, b, poseB);
          let reach = 0;
          for (const p of [...a.points, ...b.points]) {
            reach = Math.max(reach, Math.abs(p.x), Math.abs(p.y));
          }
          const blur = diameter > 0 ? Math.max(1, reach / diameter) : 1;
          assertLessOrEqual(Math.abs(least(found) - distance), 4 * u * blur, what);
        }
      }
    }
  });

  it("agree where a short edge is parallel to a long one but for rounding", () => {
    // Seen from the short edge, what lies far along it seems deeper or higher than it is.
    for (
      const index of [
        3393,
        12370,
        13300,
        38333,
        40806,
        84628,
        136179,
        171067,
        192229,
        227378,
        240672,
      ]
    ) {
      const { a, poseA, b, poseB } = makeCase("parallel", 60, index);
      const [A, B] = [makeShape(a), makeShape(b)];
      const { distance } = signedDistance(A, poseA, B, poseB);
      const m = collide(A, poseA, B, poseB);
      assertStrictEquals(m.pointCount > 0, distance <= 0, `${index}`);
      if (m.pointCount === 0) continue;
      assertLessOrEqual(
        Math.abs(least(m) - distance),
        4 * new ExactPair(a, poseA, b, poseB).u,
        `${index}`,
      );
    }
  });

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
    for (const count of tally.values()) assert(count > effort(500), JSON.stringify([...tally]));
  });

  it("agree on pairs of all kinds on grids of all sizes, whatever was asked before", () => {
    const cos = [1, 0, -1, 0, 0.6, 0.8], sin = [0, 1, 0, -1, 0.8, -0.6];
    const make = (r: Random, unit: number): ConvexShape => {
      const at = (low: number, high: number): number => unit * r.int(low, high);
      const radius = r.chance(0.5) ? 0 : at(1, 2);
      const p = { x: at(-2, 2), y: at(-2, 2) };
      const q = { x: at(3, 4), y: r.chance(0.5) ? p.y : at(-2, 2) };
      switch (r.int(0, 5)) {
        case 0:
          return radius > 0 ? circle(radius, p) : point(p);
        case 1:
          return radius > 0 ? capsule(p, q, radius) : segment(p, q);
        case 2:
          return box(at(1, 4), at(1, 4), { radius });
        case 3:
          return regularPolygon(r.int(3, 40), unit * 2);
        default: {
          const points = Array.from(
            { length: r.int(4, 9) },
            () => ({ x: at(-3, 3), y: at(-3, 3) }),
          );
          const hull = hullOfDoubles(points);
          return hull.length > 2 ? polygon(hull, { radius }) : point(p);
        }
      }
    };
    const keep = ({ normal, pointCount, points }: Manifold): string =>
      JSON.stringify([normal, points.slice(0, pointCount)]);
    const tally = [0, 0, 0];
    for (let index = 0; index < effort(20_000); index++) {
      const what = `${index}`;
      const r = new Random("grids", index);
      const unit = 2 ** r.int(-20, 20);
      const place = (): Pose => {
        const turn = r.int(0, r.chance(0.7) ? 3 : 5);
        return {
          x: unit * r.int(-5, 5),
          y: unit * r.int(-5, 5),
          cos: cos[turn],
          sin: sin[turn],
        };
      };
      const [a, b, pa, pb] = [make(r, unit), make(r, unit), place(), place()];
      const margin = r.chance(0.5) ? 0 : unit * r.int(1, 5) / 2;
      const m = collide(a, pa, b, pb, { margin });
      const { distance } = signedDistance(a, pa, b, pb);
      assertStrictEquals(m.pointCount > 0, distance <= margin, what);
      const { x, y } = m.normal;
      assertLess(Math.abs(x * x + y * y - 1), 8 * 2 ** -52, what);
      const noise = 2 ** -44 * unit;
      const along = separationAlong(m.normal, a, pa, b, pb);
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
    for (const count of tally) assert(count > effort(2000), String(tally));
  });

  it("agree on a bar along a side of a box and past its end, whichever way both are turned", () => {
    const crate = box(3, 1, { center: { x: 0.5, y: 0.25 } });
    const bars = [1, -1].flatMap((way) =>
      [0, 0.5].map((radius) => {
        const [p, q] = [{ x: -1, y: -way }, { x: -1, y: way }];
        return radius > 0 ? capsule(p, q, radius) : segment(p, q);
      })
    );
    const turns = [0, 1, 2, 3].map((k) => ({ cos: [1, 0, -1, 0][k], sin: [0, 1, 0, -1][k] }));
    let past = 0;
    for (const bar of bars) {
      for (const turn of turns) {
        for (const { cos, sin } of turns) {
          for (let x = -5; x <= 5; x += 0.5) {
            for (let y = -3; y <= 3; y += 0.5) {
              const [pa, pb] = [{ x: 1, y: -2, ...turn }, { x: 1 + x, y: y - 2, cos, sin }];
              const what = JSON.stringify([bar.radius, pa, pb]);
              const { distance } = signedDistance(crate, pa, bar, pb);
              const m = collide(crate, pa, bar, pb, { margin: 2.25 });
              const swapped = collide(bar, pb, crate, pa, { margin: 2.25 });
              for (const found of [m, swapped]) {
                assertStrictEquals(found.pointCount > 0, distance <= 2.25, what);
                if (found.pointCount === 0) continue;
                assertLess(Math.abs(least(found) - distance), 1e-14, what);
                past += Number(found.normal.x * found.normal.y !== 0);
              }
            }
          }
        }
      }
    }
    assert(past > effort(1000), String(past));
  });

  it("agree on every published failure, in every orientation", () => {
    for (const fixture of FIXTURES) {
      for (const { what, a, poseA, b, poseB } of orientations(fixture)) {
        const [A, B] = [makeShape(a), makeShape(b)];
        const { distance } = signedDistance(A, poseA, B, poseB);
        const margin = Math.max(distance, 0);
        const m = collide(A, poseA, B, poseB, { margin });
        assert(m.pointCount > 0, `${fixture.name}, ${what}`);
        const { u } = new ExactPair(a, poseA, b, poseB);
        assertLessOrEqual(Math.abs(least(m) - distance), 4 * u, `${fixture.name}, ${what}`);
        // The normal is one along which they are that far apart or deep, also where several are.
        const along = separationAlong(m.normal, A, poseA, B, poseB);
        assertLessOrEqual(Math.abs(along - distance), 64 * u, `${fixture.name}, ${what}`);
        assertStrictEquals(collide(A, poseA, B, poseB).pointCount > 0, distance <= 0);
      }
    }
  });

  it("have one point in the middle between the witness points of shapes with a support function", () => {
    const egg = ellipse(2, 1);
    const crate = box(1, 1);
    const at = pose(2.25, 0.5, 0.25);
    const { distance, normal, pointA, pointB } = signedDistance(egg, IDENTITY, crate, at);
    const m = collide(egg, IDENTITY, crate, at);
    assertStrictEquals(m.pointCount, 1);
    assertEquals(m.normal, normal);
    assertEquals(m.points[0], {
      point: { x: 0.5 * (pointA.x + pointB.x), y: 0.5 * (pointA.y + pointB.y) },
      separation: distance,
      id: 0,
    });
    assertStrictEquals(collide(egg, IDENTITY, crate, pose(4, 0)).pointCount, 0);
    const near = collide(egg, IDENTITY, crate, pose(4, 0), { margin: 1.5 });
    assertStrictEquals(near.pointCount, 1);
    const [{ point: p, separation }] = near.points;
    assertLess(Math.abs(p.x - 2.75) + Math.abs(p.y) + Math.abs(separation - 1.5), 1e-14);
  });
});

// ---- conventions

describe("collide()", () => {
  it("has one point where corners are closest, though an edge 1e-15 long begins there", () => {
    const a = polygon([
      { x: -0.5, y: 1.5 },
      { x: -0.49999999999999883, y: 1.5000000000000016 },
      { x: -1.164227509739216, y: 3.9101456004369624 },
      { x: -2.999679493687944, y: 1.5400303489365796 },
    ]);
    const b = polygon([{ x: 1.5, y: 0 }, { x: -1.5, y: 0.75 }, { x: 0, y: -1.75 }]);
    const m = collide(a, IDENTITY, b, pose(3, -0.75), { margin: 5 });
    assertStrictEquals(m.pointCount, 1);
    assertEquals(m.normal, { x: 0.8, y: -0.6 });
    assertEquals(m.points[0].point, { x: 0.5, y: 0.75 });
    assertStrictEquals(m.points[0].separation, 2.5);
  });

  it("puts points in the middle between the surfaces, from the normal's right to its left", () => {
    const m = collide(box(4, 2), pose(0, 0), box(2, 2), pose(0.5, 1.75));
    assertEquals(m.normal, { x: 0, y: 1 });
    assertEquals(m.points.map(({ point, separation }) => ({ point, separation })), [
      { point: { x: 1.5, y: 0.875 }, separation: -0.25 },
      { point: { x: -0.5, y: 0.875 }, separation: -0.25 },
    ]);
  });

  it("gives touching boxes on a grid separations of exactly 0", () => {
    const crate = box(1, 1);
    for (let x = -7; x <= 7; x++) {
      const m = collide(crate, pose(3, 5), crate, pose(3 + x / 8, 6));
      assertEquals(m.normal, { x: 0, y: 1 });
      assertStrictEquals(m.pointCount, 2);
      assertStrictEquals(m.points[0].separation, 0);
      assertStrictEquals(m.points[1].separation, 0);
      assertStrictEquals(m.points[0].point.y, 5.5);
      assertStrictEquals(m.points[0].point.x - m.points[1].point.x, 1 - Math.abs(x) / 8);
    }
    const corner = collide(crate, pose(3, 5), crate, pose(4, 6));
    assertStrictEquals(corner.pointCount, 1);
    assertEquals(corner.points[0].point, { x: 3.5, y: 5.5 });
  });

  it("has no points for circles that are apart by a little more than rounding", () => {
    const a = circle(25.5, { x: 4, y: 2 });
    for (let k = -2000; k <= 2000; k++) {
      // 34 apart from center to center.
      const b = circle(8.5 - k * 2 ** -49, { x: -12, y: -28 });
      const { distance } = signedDistance(a, IDENTITY, b, IDENTITY);
      const m = collide(a, IDENTITY, b, IDENTITY);
      assertStrictEquals(m.pointCount, distance <= 0 ? 1 : 0, `gap of ${k} · 2^-49`);
      const u = 2 ** -52 * (34 + 25.5 + 8.5);
      if (k <= 0) assertLessOrEqual(Math.abs(m.points[0].separation - distance), 4 * u);
    }
  });

  it("has both ends of capsules that touch side by side, and the one of those end to end", () => {
    for (let k = -6; k <= 6; k++) {
      const a = capsule({ x: -0.5, y: 0 }, { x: 0.5, y: 0 }, 0.375);
      const b = capsule({ x: -0.5, y: 0 }, { x: 0.5, y: 0 }, 0.25);
      for (const margin of [0, 0.125]) {
        const beside = collide(a, pose(3, 5), b, pose(3 + k / 8, 5.625), { margin });
        assertEquals(beside.normal, { x: 0, y: 1 });
        assertStrictEquals(beside.pointCount, 2);
        assertEquals(beside.points.map((p) => p.separation), [0, 0]);
        assertEquals(beside.points.map((p) => p.point.y), [5.375, 5.375]);
        const [right, left] = beside.points.map((p) => p.point.x);
        assertStrictEquals(right - left, 1 - Math.abs(k) / 8);
        const behind = collide(a, pose(3, 5), b, pose(3 - 1.625, 5), { margin });
        assertEquals(behind.normal, { x: -1, y: 0 });
        assertStrictEquals(behind.pointCount, 1);
        assertEquals(behind.points[0].point, { x: 2.125, y: 5 });
        assertStrictEquals(behind.points[0].separation, 0);
      }
    }
  });

  it("has the normal of signedDistance() for boxes and capsules on a grid, where many axes tie", () => {
    for (let i = 0; i < effort(20_000); i++) {
      const r = new Random("grid normals", i);
      const make = (): ConvexShape =>
        r.chance(0.3)
          ? capsule({ x: -r.int(1, 8) / 4, y: 0 }, { x: r.int(1, 8) / 4, y: 0 }, r.int(1, 4) / 4)
          : box(r.int(1, 8) / 2, r.int(1, 8) / 2, { radius: r.int(0, 2) / 4 });
      const place = (): Pose => {
        const [cos, sin] = r.pick([[1, 0], [0, 1], [-1, 0], [0, -1]]);
        return { x: r.int(-8, 8) / 4, y: r.int(-8, 8) / 4, cos, sin };
      };
      const [a, pa, b, pb] = [make(), place(), make(), place()];
      const m = collide(a, pa, b, pb);
      if (m.pointCount > 0) {
        assertEquals(m.normal, signedDistance(a, pa, b, pb).normal, `pair ${i}`);
      }
    }
  });

  it("has both ends where rounded boxes are flush, in order, whichever way one is tilted", () => {
    const turns = [0, Math.PI / 2];
    for (const [width, turn] of [1.5, 2, 2.5].flatMap((w) => turns.map((angle) => [w, angle]))) {
      const span = Math.min(width, 2);
      const make = (w: number): ConvexShape =>
        turn === 0 ? box(w, 1, { radius: 0.125 }) : box(1, w, { radius: 0.125 });
      const [a, b, pa] = [make(2), make(width), pose(0, 0, turn)];
      for (const side of [1, -1]) {
        const x = -side * (width - 2) / 2;
        const names = ids(collide(a, pa, b, pose(x, 1.24, turn)));
        // B is lower at that side, where its corner and A's pass each other.
        for (let k = 0; k <= 20; k++) {
          const tilted = pose(x + side * (0.01 - k * 5e-4), 1.255, turn - 0.01 * side);
          collide(a, pose(50, 60, turn), b, pose(50.5, 61.24, turn)); // nothing of it is left
          const m = collide(a, pa, b, tilted, { margin: 0.1 });
          const what = `${width} ${turn} ${side} ${k}`;
          assertEquals(ids(m), names, what);
          const [right, left] = m.points;
          const [near, far] = side > 0 ? [right, left] : [left, right];
          assertLess(Math.abs(near.point.x - side), 0.015, what);
          assertLess(Math.abs(far.point.x - side * (1 - span)), 0.015, what);
          assertLess(Math.abs(far.separation - near.separation - 0.01 * span), 0.001, what);
          for (const { point, separation } of m.points) {
            assertLess(Math.abs(point.y - 0.625 - separation / 2), 1e-3, what);
          }
        }
      }
    }
  });

  it("drops points beyond the margin, keeps those up to it", () => {
    const bar = capsule({ x: -1, y: 0 }, { x: 1, y: 0 }, 0.25);
    const tilted = capsule({ x: -1, y: 0 }, { x: 1, y: 0.5 }, 0.25);
    const at = pose(0.25, 0.5);
    assertStrictEquals(collide(bar, IDENTITY, tilted, at).pointCount, 1);
    assertStrictEquals(
      collide(bar, IDENTITY, tilted, at, { margin: 0.4375 - 1e-15 }).pointCount,
      1,
    );
    assertStrictEquals(collide(bar, IDENTITY, tilted, at, { margin: 0.4375 }).pointCount, 2);
    const crate = box(2, 2);
    assertStrictEquals(collide(crate, IDENTITY, crate, pose(2.25, 0)).pointCount, 0);
    const speculative = collide(crate, IDENTITY, crate, pose(2.25, 0.5), { margin: 0.25 });
    assertStrictEquals(speculative.pointCount, 2);
    assertEquals(speculative.points[0], {
      point: { x: 1.125, y: -0.5 },
      separation: 0.25,
      id: speculative.points[0].id,
    });
  });

  it("gives an axis along which shapes without contact are apart", () => {
    for (let i = 0; i < effort(2000); i++) {
      const r = new Random("axis", i);
      const make = (): ConvexShape =>
        r.chance(0.5)
          ? box(r.range(0.5, 2), r.range(0.5, 2), { angle: r.range(-1, 1) })
          : makeShape(SHAPES.mixed(r));
      const [a, b] = [make(), make()];
      const pa = pose(r.range(-2, 2), r.range(-2, 2), r.range(-3, 3));
      const pb = pose(r.range(-2, 2), r.range(-2, 2), r.range(-3, 3));
      const { normal, pointCount } = collide(a, pa, b, pb);
      if (pointCount > 0) continue;
      assert(separationAlong(normal, a, pa, b, pb) > -1e-14);
    }
  });

  it("agrees with intersects() where squares of distances underflow, and its normals have length 1", () => {
    const tiny = 1e-162;
    const p = point({ x: tiny, y: 0 }), q = point({ x: -tiny, y: 0 });
    assertStrictEquals(intersects(p, IDENTITY, q, pose(2 * tiny, 0)), true);
    assertStrictEquals(collide(p, IDENTITY, q, pose(2 * tiny, 0)).pointCount, 1);
    for (const w of [1e-161, 1e-160, 1e-156, 1e-150]) {
      const origin = point({ x: 0, y: 0 });
      const { pointCount, normal } = collide(origin, IDENTITY, origin, pose(w, w / 2));
      assertStrictEquals(pointCount, 0);
      assertLess(Math.abs(normal.x ** 2 + normal.y ** 2 - 1), 1e-15);
    }
  });

  it("has a point for a segment that is swallowed by its position", () => {
    const speck = segment({ x: 1.5e-323, y: -1.1147e56 }, { x: 0, y: 0 });
    const { normal, points } = collide(
      point({ x: 0, y: 0 }),
      pose(0, 1.312e74),
      speck,
      pose(0, -2.0054e74),
      { margin: 4.52e74 },
    );
    assertEquals(normal, { x: 0, y: -1 });
    assertStrictEquals(points[0].separation, 1.312e74 + 2.0054e74);
  });

  it("gives an axis of length 1 for poses that are a little longer", () => {
    const shapes = [
      box(1, 1),
      regularPolygon(5, 1),
      segment({ x: -1, y: 0 }, { x: 1, y: 0 }),
      circle(1),
      circle(0.5, { x: 1, y: -0.5 }),
    ];
    const random = new Random("long poses");
    for (let k = 0; k < effort(2000); k++) {
      const a = random.pick(shapes), b = random.pick(shapes);
      const at = (): Pose => {
        const l = 1 + random.sign() * random.magnitude(-14, -8);
        const { x, y, cos, sin } = pose(
          random.range(-3, 3),
          random.range(-3, 3),
          random.range(-3, 3),
        );
        return { x, y, cos: l * cos, sin: l * sin };
      };
      const { normal } = collide(a, at(), b, at());
      assertLess(Math.abs(normal.x ** 2 + normal.y ** 2 - 1), 1e-15);
    }
  });

  it("gives a lone normal to points that coincide", () => {
    const m = collide(point({ x: 1, y: 2 }), IDENTITY, point({ x: 1, y: 2 }), IDENTITY);
    assertEquals(m.normal, { x: 1, y: 0 });
    assertStrictEquals(m.pointCount, 1);
    assertEquals(m.points[0], { point: { x: 1, y: 2 }, separation: 0, id: 0 });
  });

  it("has no cap on vertices: ids of a 70 000-gon stay whole and distinct", () => {
    const wheel = regularPolygon(70_000, 1000);
    const crate = box(10, 10);
    const seen = new Set<number>();
    for (let k = 0; k < 400; k++) {
      const angle = k * 2 * Math.PI / 400;
      const at = pose(1004.9 * Math.cos(angle), 1004.9 * Math.sin(angle), angle);
      const m = collide(wheel, IDENTITY, crate, at);
      assert(m.pointCount > 0);
      for (const id of ids(m)) {
        assert(Number.isSafeInteger(id) && id >= 0);
        seen.add(id);
      }
    }
    assert([...seen].some((id) => id >= 2 ** 52), "an index beyond 65535");
    assert(seen.size >= 400);
  });
});

// ---- ids over motion

/** Follows contacts over frames; every point must keep the id of the nearest point of the frame before. */
function follow(frames: number, at: (k: number) => Manifold, reach: number): Set<string> {
  const seen = new Set<string>();
  let last: Manifold | null = null;
  for (let k = 0; k < frames; k++) {
    const m = structuredClone(at(k));
    assert(m.pointCount > 0, `contact at frame ${k}`);
    for (let i = 0; i < m.pointCount && last !== null; i++) {
      const { point: p, id } = m.points[i];
      for (let j = 0; j < last.pointCount; j++) {
        const { point: q, id: before }: ManifoldPoint = last.points[j];
        if (Math.abs(p.x - q.x) + Math.abs(p.y - q.y) > reach) continue;
        assertStrictEquals(
          id,
          before,
          `frame ${k}: ${JSON.stringify(last)} then ${JSON.stringify(m)}`,
        );
      }
    }
    seen.add(ids(m).join());
    last = m;
  }
  return seen;
}

describe("contact ids", () => {
  const ground = box(10, 1);
  const crate = box(1, 1);
  const orders = [
    ["ground first", (a: ConvexShape, pa: Pose, b: ConvexShape, pb: Pose) => collide(a, pa, b, pb)],
    [
      "ground second",
      (a: ConvexShape, pa: Pose, b: ConvexShape, pb: Pose) => collide(b, pb, a, pa),
    ],
  ] as const;

  for (const [order, query] of orders) {
    it(`stay while a box slides over the ground and over its end: ${order}`, () => {
      // From all on the ground to half over its end: the ground's corner takes over as clip vertex.
      const seen = follow(
        600,
        (k) => query(ground, pose(0, 0), crate, pose(4 + k / 600, 0.99)),
        0.2,
      );
      assertStrictEquals(seen.size, 1);
    });

    it(`stay while equal boxes slide over each other, past where they are flush: ${order}`, () => {
      const seen = follow(
        1201,
        (k) => query(crate, pose(), crate, pose(-0.6 + k / 1000, 0.99)),
        0.2,
      );
      assertStrictEquals(seen.size, 1);
    });

    it(`stay while a stack of equal boxes trembles: ${order}`, () => {
      const r = new Random("tremble", order);
      for (const size of [1e-3, 1e-6, 1e-9, 1e-12, 1e-15]) {
        const seen = follow(
          400,
          () => {
            const tremble = (): number => r.range(-size, size);
            return query(
              crate,
              pose(tremble(), tremble(), tremble()),
              crate,
              pose(tremble(), 0.99 + tremble(), tremble()),
            );
          },
          0.5,
        );
        assertStrictEquals(seen.size, 1, `tremble of ${size}`);
      }
    });

    it(`stay while a box rolls on over its corners: ${order}`, () => {
      // Around the corner that is down, 1 % deep; every quarter turn the next one. One that lifts off and
      // comes down again a turn later is the same corner.
      const seen = follow(2000, (k) => {
        const angle = -2 * Math.PI * k / 2000;
        const rest = angle + Math.PI / 4;
        const quarter = Math.round(rest / (Math.PI / 2) - 0.5);
        const corner = -quarter - 1;
        const lean = angle - quarter * Math.PI / 2; // of the center around the corner, from upright
        const [c, s] = [Math.cos(lean), Math.sin(lean)];
        const [x, y] = [-0.5 * c - 0.5 * s, 0.5 * c - 0.5 * s];
        return query(ground, pose(), crate, pose(-2 + corner + x, 0.5 + Math.abs(y) - 0.01, angle));
      }, 0.05);
      // Four corners alone, and four sides with two each.
      assert(seen.size >= 8 && seen.size <= 12, [...seen].join(" | "));
    });

    it(`stay while a box rocks on its corner, through 45°: ${order}`, () => {
      const seen = new Set<string>();
      for (let k = 1; k < 900; k++) {
        const angle = k * Math.PI / 2 / 900;
        // The lowest corner of the turned box is 0.01 below the ground's surface.
        const half = 0.5 * (Math.cos(angle) + Math.sin(angle));
        const m = query(ground, pose(), crate, pose(1, 0.5 + half - 0.01, angle));
        const low =
          m.points[m.points[0].separation < m.points[1].separation || m.pointCount < 2 ? 0 : 1];
        seen.add(String(low.id));
      }
      assertStrictEquals(seen.size, 1, [...seen].join());
    });

    it(`stay while a wheel with sides rolls over ground that is smaller: ${order}`, () => {
      // A corner comes down, is the lowest one and lifts off as one contact, whichever side it leans to.
      for (const [sides, most] of [[8, 3], [12, 3], [32, 7]]) {
        const wheel = regularPolygon(sides, 0.5);
        for (const step of [segment({ x: 0.25, y: 0 }, { x: -0.25, y: 0 }), box(0.5, 0.3)]) {
          const top = step.points.length > 2 ? 0.15 : 0;
          const seen = follow(1000, (k) => {
            const x = 0.2 * (k / 1000 - 0.5), at = pose(x, 0, -2 * x);
            const low = Math.min(...wheel.points.map((p) => at.sin * p.x + at.cos * p.y));
            at.y = top - low - 0.001;
            return query(step, pose(), wheel, at);
          }, 0.05);
          assert(seen.size > 0 && seen.size <= most, [...seen].join(" | "));
        }
      }
    });

    it(`stay while a rounded wheel slides off ground that is smaller: ${order}`, () => {
      // Its lowest corner is the closest one beside the end of the ground's core as over the core.
      const wheel = polygon(regularPolygon(8, 0.45).points, { radius: 0.05 });
      const step = capsule({ x: -0.25, y: 0 }, { x: 0.25, y: 0 }, 0.1);
      const seen = new Set<number>();
      for (let k = 0; k < 600; k++) {
        const { points, pointCount } = query(step, pose(), wheel, pose(0.2 + k / 6000, 0.58));
        // In the end the sides of both have one contact each, the corner has always the deepest.
        const [first, second] = points;
        seen.add(pointCount < 2 || first.separation < second.separation ? first.id : second.id);
      }
      assertStrictEquals(seen.size, 1, [...seen].join());
    });

    it(`stay while a capsule and a rounded box slide off the side of a rounded ground: ${order}`, () => {
      const soft = box(10, 1, { radius: 0.1 });
      for (
        const body of [
          box(0.8, 0.8, { radius: 0.1 }),
          capsule({ x: -0.5, y: 0 }, { x: 0.5, y: 0 }, 0.4),
        ]
      ) {
        const top = body.points.length > 2 ? 1.09 : 0.99;
        const seen = new Set<number>();
        // Until only the rounded corners touch.
        const frames = 600 * (1.05 - body.points[0].x);
        for (let k = 0; k < frames; k++) {
          const m = query(soft, pose(), body, pose(4 + k / 600, top));
          assert(m.pointCount > 0);
          for (const id of ids(m)) seen.add(id);
        }
        assertStrictEquals(seen.size, 2, [...seen].join());
      }
    });

    it(`are 0 for a circle wherever it rolls: ${order}`, () => {
      const hill = regularPolygon(7, 2);
      const ball = circle(0.5);
      const seen = follow(500, (k) => {
        const angle = 2 * Math.PI * k / 500;
        return query(hill, pose(), ball, pose(2.2 * Math.cos(angle), 2.2 * Math.sin(angle), k));
      }, 1);
      assertEquals([...seen], ["0"]);
    });
  }

  for (
    const [order, sizes] of Object.entries({
      "equal": [1, 1],
      "A larger": [1.5, 1],
      "B larger": [1, 1.5],
    })
  ) {
    it(`stay, both, while a rounded box or capsule is rocked where its side is flush: ${order}`, () => {
      for (const kind of ["box", "capsule"]) {
        const make = (w: number) =>
          kind === "box"
            ? box(w, 0.75, { radius: 0.125 })
            : capsule({ x: -w / 2, y: 0 }, { x: w / 2, y: 0 }, 0.5);
        const [a, b] = sizes.map(make);
        // The right ends of the cores are one above the other.
        const x = (sizes[0] - sizes[1]) / 2;
        const level = ids(collide(a, IDENTITY, b, pose(x + 0.01, 0.99)));
        assertEquals(level.length, 2);
        for (const tilt of [0, 1e-6, -1e-6, 1e-4, -1e-4, 0.01, -0.01]) {
          for (let k = -60; k <= 60; k++) {
            const pb = pose(x + k * 1e-4, 0.99, tilt);
            const m = collide(a, IDENTITY, b, pb, { margin: 0.02 });
            assertEquals(ids(m), level, `${kind} ${tilt} ${k}`);
            assertLess(Math.abs(least(m) - signedDistance(a, IDENTITY, b, pb).distance), 1e-15);
            for (const { point, separation } of m.points) {
              assertLess(Math.abs(separation + 0.01), 0.015);
              assertLess(Math.abs(point.y - 0.495), 0.01);
            }
            assertLess(m.points[1].point.x, m.points[0].point.x - 0.9);
          }
        }
      }
    });
  }

  it("decode to indices of A and B", () => {
    // The ground is larger: its top edge 2 -> 3 meets vertices 0 and 1 of the crate.
    const m = collide(ground, pose(), crate, pose(0, 0.99));
    assertEquals(m.points.map(({ id }) => [id & 0xffff, id >>> 16]), [[2, 1], [2, 0]]);
    const swapped = collide(crate, pose(0, 0.99), ground, pose());
    assertEquals(swapped.points.map(({ id }) => [id & 0xffff, id >>> 16]), [[0, 2], [1, 2]]);
  });

  it("decode to indices of A and B on both sides of 65536, where they no longer fit 32 bits", () => {
    const wheel = regularPolygon(65_540, 1000);
    const [slab, chip] = [box(10, 10), box(0.02, 0.02)];
    const decode = (id: number): number[] =>
      id < 2 ** 52
        ? [id % 65536, Math.floor(id / 65536)]
        : [(id - 2 ** 52) % 2 ** 26, Math.floor((id - 2 ** 52) / 2 ** 26)];
    for (let k = 65_533; k < 65_539; k++) {
      const [p, q] = [wheel.points[k], wheel.points[k + 1]];
      const length = Math.hypot(p.x + q.x, p.y + q.y);
      const [cos, sin] = [(p.x + q.x) / length, (p.y + q.y) / length];
      const above = (height: number, angle: number): Pose => ({
        ...pose(0, 0, angle + Math.atan2(sin, cos)),
        x: (length / 2 + height) * cos,
        y: (length / 2 + height) * sin,
      });
      // The slab's left side, edge 3 from corner 3 to 0, lies on edge k of the wheel, whose ends meet it.
      const flush = above(4.99, 0);
      assertEquals(ids(collide(wheel, IDENTITY, slab, flush)).map(decode), [[k, 3], [k + 1, 3]]);
      assertEquals(ids(collide(slab, flush, wheel, IDENTITY)).map(decode), [[3, k + 1], [3, k]]);
      // Edge k is longer than the chip, whose corner 0 dips into it.
      const tilted = above(0.01, 0.1);
      const margin = 0.01;
      assertEquals(
        ids(collide(wheel, IDENTITY, chip, tilted, { margin })).map(decode),
        [[k, 0], [k, 3]],
      );
      assertEquals(
        ids(collide(chip, tilted, wheel, IDENTITY, { margin })).map(decode),
        [[3, k], [0, k]],
      );
    }
  });

  it("are distinct for the contacts of a segment's two sides", () => {
    const wall = segment({ x: 0, y: -5 }, { x: 0, y: 5 });
    const left = collide(wall, pose(), crate, pose(-0.45, 0));
    const right = collide(wall, pose(), crate, pose(0.45, 0));
    assertEquals(left.normal, { x: -1, y: 0 });
    assertEquals(right.normal, { x: 1, y: 0 });
    assertStrictEquals(new Set([...ids(left), ...ids(right)]).size, 4);
  });
});

describe("collide() of all pairs of kinds", () => {
  const kinds: Record<string, ConvexShape> = {
    point: point({ x: 0, y: 0 }),
    circle: circle(0.5),
    segment: segment({ x: -1, y: 0 }, { x: 1, y: 0.25 }),
    capsule: capsule({ x: -1, y: 0 }, { x: 1, y: 0.25 }, 0.25),
    polygon: polygon([{ x: -1, y: -0.5 }, { x: 1, y: -0.5 }, { x: 0.25, y: 1 }]),
    "rounded polygon": box(1, 2, { radius: 0.125 }),
    ellipse: ellipse(1, 0.5),
  };
  for (const [first, a] of Object.entries(kinds)) {
    for (const [second, b] of Object.entries(kinds)) {
      it(`has the contact of ${first} and ${second} when they are moved to touch`, () => {
        const pa = pose(0.25, -0.5, 0.5);
        for (let k = 0; k < 24; k++) {
          const angle = k * Math.PI / 12;
          const far = pose(0.25 + 5 * Math.cos(angle), -0.5 + 5 * Math.sin(angle), k);
          const { distance, normal } = signedDistance(a, pa, b, far);
          const depth = 0.01;
          const move = distance + depth;
          const pb = { ...far, x: far.x - move * normal.x, y: far.y - move * normal.y };
          const m = collide(a, pa, b, pb);
          const measured = signedDistance(a, pa, b, pb);
          assertStrictEquals(m.pointCount > 0, measured.distance <= 0);
          if (m.pointCount === 0) continue; // thin ones have gone through each other
          assertLessOrEqual(Math.abs(least(m) - measured.distance), 1e-14);
          assertLessOrEqual(
            Math.abs(m.normal.x - measured.normal.x) + Math.abs(m.normal.y - measured.normal.y),
            1e-9,
          );
          const lone = a.points.length < 2 || b.points.length < 2;
          if (lone) assertStrictEquals(m.pointCount, 1);
        }
      });
    }
  }
});

describe("collide() of slivers", () => {
  const corners = (...xy: number[]): Vec2[] =>
    Array.from({ length: xy.length / 2 }, (_, k) => ({ x: xy[2 * k], y: xy[2 * k + 1] }));

  it("have the edge along the reference that the distance was measured along", () => {
    // At vertex 1 of B both edges are antiparallel to A's edge, apart from rounding.
    const a = polygon(corners(
      9.59181555619362,
      2.239641794893571,
      3.024943928348077,
      5.458082767460972,
      6.632294787501719,
      3.690110669712608,
    ));
    const b = polygon(corners(
      7.583093471311778,
      3.2241217462103218,
      6.361201875805715,
      3.8229740152781533,
      4.20409222190319,
      4.880179102553214,
    ));
    const both = { x: 2, y: -4, cos: 1, sin: 0 };
    const { featureA, featureB } = signedDistance(a, both, b, both);
    assertEquals(featureA, { type: "edge", i: 1, j: 2 });
    assertEquals(featureB, { type: "edge", i: 1, j: 2 });
    const { points } = collide(a, both, b, both, { margin: 10 });
    assertEquals(points.map(({ id }) => [id % 65536, id >> 16]), [[1, 2], [1, 1]]);
  });

  it("clips the edge along the reference, not the one that goes on from its end", () => {
    // The sliver's top are two edges in line but for an ulp, and they meet at x = 1, half way out of the side below.
    const hexagon = polygon(corners(
      -0.9999999999999999,
      1.2246467991473532e-16,
      -0.5000000000000004,
      -0.8660254037844384,
      0.5000000000000002,
      -0.8660254037844386,
      1,
      0,
      0.5000000000000001,
      0.8660254037844386,
      -0.4999999999999998,
      0.8660254037844387,
    ));
    const sliver = polygon(corners(
      -0.8624377742084895,
      -3.3306690738754696e-16,
      -0.48967272804936535,
      -4.440892098500626e-16,
      1.6826863917622665,
      -4.440892098500626e-16,
      2.137562225791511,
      -3.3306690738754696e-16,
      1,
      0,
    ));
    const { pointCount, points, normal } = collide(hexagon, IDENTITY, sliver, IDENTITY);
    assertEquals(pointCount, 2);
    const xs = points.map(({ point }) => point.x).sort((a, b) => a - b);
    assertAlmostEquals(xs[0], -0.5, 1e-15);
    assertAlmostEquals(xs[1], 0.5, 1e-15);
    assertEquals(normal, signedDistance(hexagon, IDENTITY, sliver, IDENTITY).normal);
  });

  it("has the normal of the longer edge, which the distance is measured from", () => {
    // An edge of 2e-7, a billion away: it is turned by 0.2 as doubles go.
    const speck = polygon(corners(
      214167952.89189106,
      1073741823.9999999,
      214167952.89189124,
      1073741823.9999999,
      214167952.8918911,
      1073741824.0000367,
    ));
    const wedge = polygon(corners(
      214167952.64464155,
      1073741823.9999999,
      214167953.6336403,
      1073741824,
      214167952.92460576,
      1073741824,
    ));
    const { points, normal, pointCount } = collide(speck, IDENTITY, wedge, IDENTITY);
    assertEquals(normal, signedDistance(speck, IDENTITY, wedge, IDENTITY).normal);
    // Within the speck, and not at the end of the wedge.
    for (const { point } of points.slice(0, pointCount)) {
      assert(Math.abs(point.x - 214167952.891891) < 4e-7, `${point.x}`);
    }
  });

  it("has the point where the signed distance has it, on a vertex past the end of an edge by rounding", () => {
    const stick = segment(
      { x: 2721027365.29421, y: 1814018243.5294733 },
      { x: -1814018243.5294733, y: 1814018243.5294733 },
    );
    const sliver = polygon(corners(
      30427779.07123843,
      421511825.5695372,
      309248468.2164995,
      229647295.04868254,
      130843379.95103541,
      352412964.29481184,
      48793970.506797574,
      408873521.3316339,
    ));
    const poseA = {
      x: 454033593536.3518,
      y: 3653625691.6290894,
      cos: -0.6748493395806663,
      sin: -0.7379555331234657,
    };
    const poseB = {
      x: 453504560882.36835,
      y: 0,
      cos: 0.9999972627509343,
      sin: -0.0023397629450210176,
    };
    const margin = 1;
    const { points, pointCount } = collide(stick, poseA, sliver, poseB, { margin });
    const { pointA } = signedDistance(stick, poseA, sliver, poseB);
    assertEquals(pointCount, 1);
    // It was 9e8 from there.
    assert(Math.abs(points[0].point.x - pointA.x) < 1e-3, `${points[0].point.x}`);
    assert(Math.abs(points[0].point.y - pointA.y) < 1e-3, `${points[0].point.y}`);
  });
});
