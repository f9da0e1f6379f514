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
  circle,
  containsPoint,
  type ConvexShape,
  ellipse,
  IDENTITY,
  penetration,
  point,
  pose,
  rayCast,
  segment,
  shapeCast,
  signedDistance,
  type Vec2,
} from "@narrowphase/gjk2d";
import { placed } from "../generate/casts.ts";
import { FAMILIES, makeCase } from "../generate/families.ts";
import { effort } from "../effort.ts";
import { survey } from "../generate/survey.ts";
import { Random } from "../generate/random.ts";
import { SHAPES } from "../generate/shapes.ts";
import { exactCast, fractionError } from "../exact/oracle/cast.ts";
import { type Core, exactContainsPoint, hullOfDoubles } from "../exact/oracle/exact.ts";
import { makeShape } from "../exact/oracle/public_api.ts";

const SEED = 20261121;

/** Rays at a shape: at random, through vertices, along edges, from its own points, to its own points. */
function makeRays(core: Core, r: Random): { origin: Vec2; d: Vec2 }[] {
  const p = r.pick(core.points), q = r.pick(core.points);
  let size = core.radius;
  for (const v of core.points) size = Math.max(size, Math.abs(v.x - p.x) + Math.abs(v.y - p.y));
  const turn = r.direction();
  const away = { x: 2 * size * turn.x, y: 2 * size * turn.y };
  const from = { x: p.x - away.x, y: p.y - away.y };
  const along = { x: q.x - p.x, y: q.y - p.y };
  const other = r.direction();
  return [
    { origin: from, d: { x: 2 * away.x, y: 2 * away.y } },
    { origin: from, d: { x: q.x - from.x, y: q.y - from.y } },
    { origin: from, d: { x: 2 * (q.x - from.x), y: 2 * (q.y - from.y) } },
    { origin: { x: p.x - along.x, y: p.y - along.y }, d: { x: 4 * along.x, y: 4 * along.y } },
    { origin: p, d: { x: other.x * size, y: other.y * size } },
    { origin: { x: p.x - size, y: p.y }, d: { x: 3 * size, y: 0 } },
    {
      origin: { x: p.x + core.radius, y: p.y - size - 1.5 * core.radius },
      d: { x: 0, y: 2 * size + 3 * core.radius },
    },
  ];
}

const DOT = point({ x: 0, y: 0 });

/** Whether a ray has the direction of a shape's longest side, all but exactly. */
function runsAlong({ points: [p, ...others] }: Core, d: Vec2): boolean {
  return others.some(({ x, y }) => {
    const ex = x - p.x, ey = y - p.y;
    return Math.abs(ex * d.y - ey * d.x) <= 1e-9 * Math.hypot(ex, ey) * Math.hypot(d.x, d.y);
  });
}

describe("rayCast() against exact arithmetic", () => {
  for (const family of FAMILIES) {
    it(`decides exactly and is right to 8 ulps on ${family}`, () => {
      let rays = 0, hits = 0, starts = 0, along = 0;
      for (let index = 0; index < effort(160); index++) {
        const { a, poseA, b, poseB } = makeCase(family, SEED, index);
        for (const [core, at] of [[a, poseA], [b, poseB]] as const) {
          // Where the kernel sees the shape: relative to its own position.
          const seen = placed(core, at, at);
          const r = new Random("rays", family, SEED, index);
          for (const [k, { origin, d }] of makeRays(seen, r).entries()) {
            const world = { x: origin.x + at.x, y: origin.y + at.y };
            // Rays that the move into the world rounds are other rays.
            const back = { x: world.x - at.x, y: world.y - at.y };
            const ray = { points: [back], radius: 0 };
            const exact = exactCast(seen, IDENTITY, ray, IDENTITY, d);
            const hit = rayCast(makeShape(core), at, world, d);
            const name = `${family} ${index}, ray ${k}`;
            rays++;
            if (family === "tiny_offsets" && hit !== null && !exact.hit && core.radius > 0) {
              // Offsets below 2^-90 of the radius: to miss by less is to graze.
              const near = 2 ** -90 * core.radius;
              assert(exactCast(seen, IDENTITY, ray, IDENTITY, d, near).hit, name);
              continue;
            }
            if (family === "hairs" && at.sin !== 0 && runsAlong(seen, d)) {
              // Turned, its vertices are rounded out of order: where along them such a ray is inside is anything.
              along++;
              continue;
            }
            if (family === "hairs" && (hit !== null) !== exact.hit && at.sin !== 0) {
              // Nor is it certain that it has its own vertices.
              assert(exact.start || exact.fraction > 1 - 1e-9, name);
              continue;
            }
            assertStrictEquals(hit !== null, exact.hit, name);
            if (hit === null) continue;
            // With radii a gap of 2^-90 is none.
            const none = core.radius > 0 && exact.fraction < 2 ** -90;
            assertStrictEquals(hit.fraction === 0, exact.start || none, name);
            if (hit.fraction === 0) {
              starts++;
              assertEquals(hit.point, world);
              continue;
            }
            hits++;
            const error = fractionError(hit.fraction, exact);
            if (family === "tiny_offsets" && core.radius > 0 && error > 8) {
              // What the ray would have missed by less comes first.
              const grazed = exactCast(seen, IDENTITY, ray, IDENTITY, d, 2 ** -90 * core.radius);
              assertAlmostEquals(hit.fraction, grazed.fraction, 1e-9, name);
              continue;
            }
            assertLessOrEqual(error, 8, name);
            // As the cast of a point has it.
            const whole = shapeCast(makeShape(core), at, DOT, { ...world, cos: 1, sin: 0 }, d)!;
            assertLessOrEqual(Math.abs(hit.fraction - whole.fraction), 2 ** -50, name);
            assertAlmostEquals(hit.normal.x, whole.normal.x, 1e-14, name);
            assertAlmostEquals(hit.normal.y, whole.normal.y, 1e-14, name);
            assertEquals(hit.featureA, whole.featureA, name);
            assertStrictEquals(hit.point.x, world.x + hit.fraction * d.x);
            assertStrictEquals(hit.point.y, world.y + hit.fraction * d.y);
            assertLessOrEqual(hit.normal.x * d.x + hit.normal.y * d.y, 0);
          }
        }
      }
      assertLess(effort(2000), rays);
      assertLess(along, rays / 4);
      assertLess(rays / 4, hits);
      assertLess(effort(100), starts);
    });
  }

  it("starts deep inside on the circle around a vertex, wherever it leads", () => {
    // Whole coordinates or tenths, where rounding has the start on either side of the circle.
    survey("vertex circles", 20000, { starts: 2000 }, (r, met) => {
      const unit = r.pick([1, 0.1, 0.5]);
      const grid = (): Vec2 => ({ x: unit * r.int(-4, 4), y: unit * r.int(-4, 4) });
      const core = {
        points: hullOfDoubles(Array.from({ length: r.int(1, 5) }, grid)),
        radius: 5 * unit * r.pick([0.1, 0.5, 1, 2]),
      };
      const v = r.pick(core.points);
      const [c, s] = r.pick([[0.6, 0.8], [-0.8, 0.6], [0.28, -0.96], [1, 0], [0, -1]]);
      const origin = { x: v.x + core.radius * c, y: v.y + core.radius * s };
      const d = { x: unit * r.int(-6, 6), y: unit * r.int(-6, 6) };
      const exact = exactCast(core, IDENTITY, { points: [origin], radius: 0 }, IDENTITY, d);
      const shape = makeShape(core);
      const hit = rayCast(shape, IDENTITY, origin, d);
      const name = JSON.stringify([core, origin, d]);
      if (hit !== null && !exact.hit) {
        // A gap of 2^-90 is none.
        const ray = { points: [origin], radius: 0 };
        const inward = { x: v.x - origin.x, y: v.y - origin.y };
        assertLess(exactCast(core, IDENTITY, ray, IDENTITY, inward).fraction, 2 ** -90, name);
        return;
      }
      assertStrictEquals(hit !== null, exact.hit, name);
      if (hit === null) return;
      if (exact.start) assertStrictEquals(hit.fraction, 0, name);
      assertLessOrEqual(fractionError(hit.fraction, exact), 8, name);
      if (hit.fraction === 0) {
        const depth = -signedDistance(shape, IDENTITY, point(origin), IDENTITY).distance;
        assertAlmostEquals(hit.depth, depth, 1e-15, name);
        if (depth > unit / 8) met.starts++;
      }
    });
  });

  it("starts inside exactly when the shape contains the origin", () => {
    for (const family of FAMILIES) {
      for (let index = 0; index < effort(100); index++) {
        const { a, b, worldSpace } = makeCase(family, SEED, index);
        if (!worldSpace) continue;
        const [origin] = b.points;
        const hit = rayCast(makeShape(a), IDENTITY, origin, { x: 0, y: 0 });
        assertStrictEquals(hit !== null, exactContainsPoint(a, IDENTITY, origin));
      }
    }
  });
});

describe("rayCast()", () => {
  it("hits the boundary with the outward normal, for every kind of shape and pose", () => {
    survey("rays of all kinds", 4000, { hits: 1500 }, (r, met) => {
      const shape = r.pick(SHAPES);
      const at = pose(r.range(-3, 3), r.range(-3, 3), r.range(-4, 4));
      const origin = { x: r.range(-5, 5), y: r.range(-5, 5) };
      // Towards it, or away.
      const way = r.chance(0.9) ? 2 : -1;
      const d = { x: way * (at.x - origin.x) + r.range(-1, 1), y: way * (at.y - origin.y) };
      const hit = rayCast(shape, at, origin, d);
      assertStrictEquals(hit?.fraction === 0, containsPoint(shape, at, origin));
      if (hit === null) {
        for (let i = 0; i <= 32; i++) {
          const p = { x: origin.x + d.x * i / 32, y: origin.y + d.y * i / 32 };
          assert(!containsPoint(shape, at, p));
        }
        return;
      }
      if (hit.fraction === 0) {
        const { distance, normal } = signedDistance(shape, at, point(origin), IDENTITY);
        assertAlmostEquals(hit.depth, -distance, 1e-15);
        assertEquals([hit.point, hit.normal], [origin, normal]);
        return;
      }
      met.hits++;
      assertAlmostEquals(signedDistance(shape, at, point(hit.point), IDENTITY).distance, 0, 2e-14);
      const { x, y } = hit.normal;
      assertAlmostEquals(x * x + y * y, 1, 1e-15);
      const out = { x: hit.point.x + x / 8, y: hit.point.y + y / 8 };
      assertAlmostEquals(
        signedDistance(shape, at, point(out), IDENTITY).distance,
        0.125,
        shape.support === null ? 1e-13 : 1e-9,
      );
    });
  });

  it("names the edge or vertex it hits", () => {
    const way = { x: -9, y: 0 };
    const side = rayCast(box(2, 4), IDENTITY, { x: 5, y: 1 }, way)!;
    assertEquals(side.featureA, { type: "edge", i: 1, j: 2 });
    assertEquals(side.featureB, { type: "vertex", i: 0, j: 0 });
    const corner = rayCast(box(2, 4, { radius: 1 }), IDENTITY, { x: 5, y: 2.5 }, way)!;
    assertEquals(corner.featureA, { type: "vertex", i: 2, j: 2 });
    assertAlmostEquals(corner.point.x, 1 + Math.sqrt(0.75), 1e-15);
    const round = rayCast(ellipse(2, 1), IDENTITY, { x: 5, y: 0.5 }, way)!;
    assertStrictEquals(round.featureA.type, "support");
  });

  it("hits what it grazes: corners, edges along the ray, circles", () => {
    const up = 2 + 2 ** -51, along = segment({ x: 1, y: 1 }, { x: 3, y: 3 });
    const dot = point({ x: 2, y: 6 });
    const cases: [ConvexShape, number, number, number, number, number | undefined][] = [
      // shape, origin, ray, fraction
      [box(2, 4), -5, 2, 8, 0, 0.5],
      [box(2, 4), -5, up, 8, 0, undefined],
      [box(2, 4), 0, 3, 2, -2, 0.5],
      [circle(2), -5, 2, 10, 0, 0.5],
      [circle(2), -5, up, 10, 0, undefined],
      // A segment along the ray, and the ends of both.
      [along, 0, 0, 4, 4, 0.25],
      [along, 7, 7, -8, -8, 0.5],
      [along, 0, 0, 1, 1, 1],
      [along, 4, 4, 1, 1, undefined],
      [dot, 1, 3, 2, 6, 0.5],
      [dot, 1, 3, 2, 6.000000000000001, undefined],
    ];
    for (const [k, [shape, x, y, dx, dy, fraction]] of cases.entries()) {
      const hit = rayCast(shape, IDENTITY, { x, y }, { x: dx, y: dy });
      assertStrictEquals(hit?.fraction, fraction, `case ${k}`);
      if (shape.kind === "circle" && hit !== null) assertEquals(hit.normal, { x: 0, y: 1 });
    }
  });

  it("has no normal along the ray, not by rounding either, where it grazes a circle", () => {
    for (const [X, Y, k] of [[3, 4, 5], [5, 12, 13], [8, 15, 17], [7, 24, 25], [20, 21, 29]]) {
      for (const [x, y] of [[X, Y], [-X, Y], [X, -Y], [-X, -Y]]) {
        const d = { x: 9 * x, y: 9 * y };
        // The line of the ray runs through (0, 0), which is on the circle.
        const hit = rayCast(circle(k, { x: -y, y: x }), IDENTITY, { x: -4 * x, y: -4 * y }, d)!;
        assertAlmostEquals(hit.fraction, 4 / 9, 1e-15);
        assertLessOrEqual(hit.normal.x * d.x + hit.normal.y * d.y, 0);
        assertAlmostEquals(hit.normal.x, y / k, 4e-16);
        assertAlmostEquals(hit.normal.y, -x / k, 4e-16);
      }
    }
  });

  it("starts inside however short the ray, up to the boundary", () => {
    for (let e = -1074; e < 0; e += 3) {
      const length = 2 ** e;
      for (const rest of [2 ** -20, 2 ** -40, 0]) {
        // In the last the square underflows, and what it is multiplied with is large.
        const rays = [[1, length, 0], [2 ** -240, length, 0], [
          2 ** 248,
          2 ** 120 * length,
          length,
        ]];
        for (const [radius, x, y] of rays) {
          const origin = { x: 0, y: (1 - rest) * radius };
          const hit = rayCast(circle(radius), IDENTITY, origin, { x, y });
          assertStrictEquals(hit?.fraction, 0, `2^${e}, ${rest} below the top of ${radius}`);
        }
      }
    }
  });

  it("takes nothing from the casts before it: a target separation, say", () => {
    const boxes = [box(1, 1), IDENTITY, box(1, 1), pose(5, 0), { x: -5, y: 0 }] as const;
    for (const shape of SHAPES) {
      const [origin] = shape.points, d = { x: 1, y: 2 };
      const first = rayCast(shape, IDENTITY, origin, d)!;
      shapeCast(...boxes, { targetSeparation: 3 });
      assertEquals(rayCast(shape, IDENTITY, origin, d), first);
      const { depth } = penetration(shape, IDENTITY, point(origin), IDENTITY)!;
      assertAlmostEquals(first.depth, depth);
      // Of a ray only vertex 0 touches, whatever B's feature was before.
      const beside = shapeCast(box(1, 1), IDENTITY, box(1, 1), pose(-5, 0), { x: 5, y: 0 });
      assertEquals(beside?.featureB, { type: "edge", i: 1, j: 2 });
      const hit = rayCast(shape, pose(5, 0), { x: 0, y: 0 }, { x: 10, y: 0 });
      for (const { featureB } of [first, hit ?? first]) {
        assertEquals(featureB, { type: "vertex", i: 0, j: 0 });
      }
    }
  });

  it("finds points on the way of rays of any length", () => {
    for (let e = -1060; e <= 240; e += 10) {
      const f = 2 ** e;
      for (const d of [{ x: 2 * f, y: 0 }, { x: 0, y: -2 * f }, { x: 4 * f, y: -6 * f }]) {
        const origin = { x: -0.5 * d.x, y: -0.5 * d.y };
        for (const s of [point({ x: 0, y: 0 }), segment({ x: 0, y: 0 }, { x: 1, y: 3 })]) {
          const hit = rayCast(s, IDENTITY, origin, d);
          assertStrictEquals(hit?.fraction, 0.5, `2^${e}, ${s.kind}`);
          assertAlmostEquals(hit!.normal.x ** 2 + hit!.normal.y ** 2, 1, 1e-15);
          // One that ends before it, and one that passes it by the least there is.
          const short = { x: 0.25 * d.x, y: 0.25 * d.y };
          assertStrictEquals(rayCast(s, IDENTITY, origin, short), null, `2^${e}, ${s.kind}`);
          const beside = { x: d.y === 0 ? origin.x : origin.x - 5e-324, y: origin.y + 5e-324 };
          if (e < -1040 && s.kind === "point") {
            assertStrictEquals(rayCast(s, IDENTITY, beside, d), null, `2^${e}, beside`);
          }
        }
      }
    }
    const near = rayCast(point({ x: 0, y: 0 }), IDENTITY, { x: -1e-300, y: 0 }, { x: 1, y: 0 });
    assertStrictEquals(near?.fraction, 1e-300);
  });

  it("rapier 258: a long flat cuboid under a long ray", () => {
    const floor = box(489, 1);
    const hit = rayCast(floor, pose(884.5, 188.5), { x: 380, y: 241 }, { x: 624, y: -104 });
    assertAlmostEquals(hit!.fraction, (241 - 189) / 104, 1e-15);
    assertEquals(hit!.normal, { x: 0, y: 1 });
  });

  it("reaches across the whole range of positions", () => {
    const limit = 2 ** 250, back = { x: -limit, y: -limit };
    assertStrictEquals(rayCast(box(2, 4), pose(-limit, -limit), pose(), back)?.fraction, 1);
  });
});
