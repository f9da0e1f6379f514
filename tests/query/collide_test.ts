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
} from "@narrowphase/gjk2d";
import { effort } from "../effort.ts";
import { Random } from "../generate/random.ts";
import { SHAPES } from "../generate/shapes.ts";
import { placedShape } from "../exact/oracle/public_api.ts";

function least({ pointCount, points }: Manifold): number {
  return Math.min(...points.slice(0, pointCount).map((p) => p.separation));
}

function ids({ pointCount, points }: Manifold): number[] {
  return points.slice(0, pointCount).map((p) => p.id);
}

describe("collide()", () => {
  it("has one point in the middle between the witness points of shapes with a support function", () => {
    const egg = ellipse(2, 1), crate = box(1, 1), at = pose(2.25, 0.5, 0.25);
    const { distance, normal, pointA, pointB } = signedDistance(egg, IDENTITY, crate, at);
    const m = collide(egg, IDENTITY, crate, at);
    const middle = { x: 0.5 * (pointA.x + pointB.x), y: 0.5 * (pointA.y + pointB.y) };
    assertEquals([m.pointCount, m.normal], [1, normal]);
    assertEquals(m.points[0], { point: middle, separation: distance, id: 0 });
    assertStrictEquals(collide(egg, IDENTITY, crate, pose(4, 0)).pointCount, 0);
    const near = collide(egg, IDENTITY, crate, pose(4, 0), { margin: 1.5 });
    assertStrictEquals(near.pointCount, 1);
    const [{ point: p, separation }] = near.points;
    assertLess(Math.abs(p.x - 2.75) + Math.abs(p.y) + Math.abs(separation - 1.5), 1e-14);
  });

  it("always carries two point objects of their own, and a normal where points coincide", () => {
    const m = collide(circle(1), IDENTITY, circle(1), pose(9, 0));
    assertEquals([m.pointCount, m.points.length, m.normal], [0, 2, { x: 1, y: 0 }]);
    assert(m.points[0] !== m.points[1] && m.points[0].point !== m.points[1].point);
    const dot = point({ x: 1, y: 2 }), one = collide(dot, IDENTITY, dot, IDENTITY);
    assertEquals([one.pointCount, one.normal], [1, { x: 1, y: 0 }]);
    assertEquals(one.points[0], { point: { x: 1, y: 2 }, separation: 0, id: 0 });
  });

  it("has one point where corners are closest, though an edge 1e-15 long begins there", () => {
    const [a] = placedShape(`
      0: -0.5 1.5, -0.49999999999999883 1.5000000000000016,
      -1.164227509739216 3.9101456004369624, -2.999679493687944 1.5400303489365796
    `);
    const b = polygon([{ x: 1.5, y: 0 }, { x: -1.5, y: 0.75 }, { x: 0, y: -1.75 }]);
    const { pointCount, normal, points } = collide(a, IDENTITY, b, pose(3, -0.75), { margin: 5 });
    assertEquals([pointCount, normal], [1, { x: 0.8, y: -0.6 }]);
    assertEquals([points[0].point, points[0].separation], [{ x: 0.5, y: 0.75 }, 2.5]);
  });

  it("puts points in the middle between the surfaces, from the normal's right to its left", () => {
    const m = collide(box(4, 2), pose(0, 0), box(2, 2), pose(0.5, 1.75));
    assertEquals(m.normal, { x: 0, y: 1 });
    assertEquals(m.points.map(({ point, separation }) => ({ point, separation })), [
      { point: { x: 1.5, y: 0.875 }, separation: -0.25 },
      { point: { x: -0.5, y: 0.875 }, separation: -0.25 },
    ]);
  });

  it("gives touching boxes and capsules on a grid separations of exactly 0", () => {
    const crate = box(1, 1);
    const a = capsule({ x: -0.5, y: 0 }, { x: 0.5, y: 0 }, 0.375);
    const b = capsule({ x: -0.5, y: 0 }, { x: 0.5, y: 0 }, 0.25);
    for (const [top, bottom, y] of [[crate, crate, 0.5], [b, a, 0.375]] as const) {
      for (let k = -6; k <= 6; k++) {
        for (const margin of [0, 0.125]) {
          const at = pose(3 + k / 8, top === crate ? 6 : 5.625);
          const m = collide(bottom, pose(3, 5), top, at, { margin });
          assertEquals([m.pointCount, m.normal], [2, { x: 0, y: 1 }]);
          assertEquals(m.points.map(({ point, separation }) => [point.y, separation]), [
            [5 + y, 0],
            [5 + y, 0],
          ]);
          assertStrictEquals(m.points[0].point.x - m.points[1].point.x, 1 - Math.abs(k) / 8);
        }
      }
    }
    const corner = collide(crate, pose(3, 5), crate, pose(4, 6));
    assertEquals([corner.pointCount, corner.points[0].point], [1, { x: 3.5, y: 5.5 }]);
    const behind = collide(a, pose(3, 5), b, pose(3 - 1.625, 5), { margin: 0.125 });
    assertEquals([behind.pointCount, behind.normal], [1, { x: -1, y: 0 }]);
    assertEquals([behind.points[0].point, behind.points[0].separation], [{ x: 2.125, y: 5 }, 0]);
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

  it("has the normal of signedDistance() for boxes and capsules on a grid, where many axes tie", () => {
    const r = new Random("grid normals");
    const make = (): ConvexShape =>
      r.chance(0.3)
        ? capsule({ x: -r.int(1, 8) / 4, y: 0 }, { x: r.int(1, 8) / 4, y: 0 }, r.int(1, 4) / 4)
        : box(r.int(1, 8) / 2, r.int(1, 8) / 2, { radius: r.int(0, 2) / 4 });
    const place = (): Pose => {
      const [cos, sin] = r.pick([[1, 0], [0, 1], [-1, 0], [0, -1]]);
      return { x: r.int(-8, 8) / 4, y: r.int(-8, 8) / 4, cos, sin };
    };
    for (let i = 0; i < effort(20_000); i++) {
      const [a, pa, b, pb] = [make(), place(), make(), place()];
      const { normal, pointCount } = collide(a, pa, b, pb);
      if (pointCount > 0) assertEquals(normal, signedDistance(a, pa, b, pb).normal, `pair ${i}`);
    }
  });

  it("has both ends where rounded boxes are flush, in order, whichever way one is tilted", () => {
    for (const [width, turn] of [1.5, 2, 2.5].flatMap((w) => [[w, 0], [w, Math.PI / 2]])) {
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
          const [near, far] = side > 0 ? m.points : m.points.toReversed();
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

  it("keeps a second point that just touches at its own depth", () => {
    const spike = polygon([{ x: 0, y: -0.25 }, { x: 1, y: 0 }, { x: 0.5, y: 1 }]);
    const { points, pointCount } = collide(box(4, 2), pose(0, -1), spike, pose());
    assertEquals(pointCount, 2);
    assertEquals(points.map(({ point, separation }) => [point.x, point.y, separation]), [
      [1, 0, 0],
      [0, -0.125, -0.25],
    ]);
  });

  it("drops points beyond the margin, keeps those up to it", () => {
    const bar = capsule({ x: -1, y: 0 }, { x: 1, y: 0 }, 0.25), crate = box(2, 2);
    const tilted = capsule({ x: -1, y: 0 }, { x: 1, y: 0.5 }, 0.25);
    for (const [margin, count] of [[0, 1], [0.4375 - 1e-15, 1], [0.4375, 2]]) {
      const m = collide(bar, IDENTITY, tilted, pose(0.25, 0.5), { margin });
      assertStrictEquals(m.pointCount, count);
    }
    assertStrictEquals(collide(crate, IDENTITY, crate, pose(2.25, 0)).pointCount, 0);
    const speculative = collide(crate, IDENTITY, crate, pose(2.25, 0.5), { margin: 0.25 });
    const [{ point, separation }] = speculative.points;
    assertEquals([speculative.pointCount, point, separation], [2, { x: 1.125, y: -0.5 }, 0.25]);
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
    const dot = point({ x: 0, y: 0 }), [up, down] = [1.312e74, 2.0054e74];
    const options = { margin: 4.52e74 };
    const { normal, points } = collide(dot, pose(0, up), speck, pose(0, -down), options);
    assertEquals([normal, points[0].separation], [{ x: 0, y: -1 }, up + down]);
  });

  it("gives an axis of length 1 for poses that are a little longer", () => {
    const shapes = [box(1, 1), regularPolygon(5, 1), segment({ x: -1, y: 0 }, { x: 1, y: 0 })];
    shapes.push(circle(1), circle(0.5, { x: 1, y: -0.5 }));
    const r = new Random("long poses");
    for (let k = 0; k < effort(2000); k++) {
      const at = (): Pose => {
        const l = 1 + r.sign() * r.magnitude(-14, -6.4);
        const { x, y, cos, sin } = pose(r.range(-3, 3), r.range(-3, 3), r.range(-3, 3));
        return { x, y, cos: l * cos, sin: l * sin };
      };
      const { normal } = collide(r.pick(shapes), at(), r.pick(shapes), at());
      assertLess(Math.abs(normal.x ** 2 + normal.y ** 2 - 1), 1e-15);
    }
    // Boxes that a side of either separates, though circles around them overlap.
    const longer = ({ x, y, cos, sin }: Pose): Pose => ({
      x,
      y,
      cos: cos * (1 + 1e-7),
      sin: sin * (1 + 1e-7),
    });
    for (const [turn, other] of [[0, 0.3], [0.3, 0]]) {
      const on = longer(pose(1.25, 0.1, other));
      const { normal } = collide(box(1, 1), longer(pose(0, 0, turn)), box(1, 1), on);
      assertLess(Math.abs(normal.x ** 2 + normal.y ** 2 - 1), 1e-15);
    }
  });

  it("has an axis without -0 for shapes far apart", () => {
    const { normal } = collide(box(1, 1), pose(), box(1, 1), { x: 100, y: -0, cos: 1, sin: 0 });
    assertStrictEquals(normal.y, 0);
  });
});

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
        assertStrictEquals(id, before, `frame ${k}: ${JSON.stringify([last, m])}`);
      }
    }
    seen.add(ids(m).join());
    last = m;
  }
  return seen;
}

describe("contact ids", () => {
  const ground = box(10, 1), crate = box(1, 1);
  const orders = [
    ["first", (a: ConvexShape, pa: Pose, b: ConvexShape, pb: Pose) => collide(a, pa, b, pb)],
    ["second", (a: ConvexShape, pa: Pose, b: ConvexShape, pb: Pose) => collide(b, pb, a, pa)],
  ] as const;

  for (const [order, query] of orders) {
    it(`stay while a box slides over ground or an equal box and past its end: ${order}`, () => {
      // From all on the ground to half over its end: the ground's corner takes over as clip vertex.
      const over = follow(600, (k) => query(ground, pose(), crate, pose(4 + k / 600, 0.99)), 0.2);
      const past = (k: number): Manifold => query(crate, pose(), crate, pose(k / 1000 - 0.6, 0.99));
      assertEquals([over.size, follow(1201, past, 0.2).size], [1, 1]);
    });

    it(`stay while a stack of equal boxes trembles: ${order}`, () => {
      const r = new Random("tremble", order);
      for (const size of [1e-3, 1e-6, 1e-9, 1e-12, 1e-15]) {
        const place = (y: number): Pose => {
          const [dx, dy, angle] = [0, 1, 2].map(() => r.range(-size, size));
          return pose(dx, y + dy, angle);
        };
        const seen = follow(400, () => query(crate, place(0), crate, place(0.99)), 0.5);
        assertStrictEquals(seen.size, 1, `tremble of ${size}`);
      }
    });

    it(`stay while a box rolls on over its corners: ${order}`, () => {
      // Around the corner that is down, 1 % deep; every quarter turn the next one.
      const seen = follow(2000, (k) => {
        const angle = -2 * Math.PI * k / 2000;
        const quarter = Math.round((angle + Math.PI / 4) / (Math.PI / 2) - 0.5);
        const lean = angle - quarter * Math.PI / 2; // of the center around the corner, from upright
        const [c, s] = [Math.cos(lean) / 2, Math.sin(lean) / 2];
        const at = pose(-3 - quarter - c - s, 0.5 + Math.abs(c - s) - 0.01, angle);
        return query(ground, pose(), crate, at);
      }, 0.05);
      // Four corners alone, and four sides with two each.
      assert(seen.size >= 8 && seen.size <= 12, [...seen].join(" | "));
    });

    it(`stay while a box rocks on its corner, or a rounded wheel slides off smaller ground: ${order}`, () => {
      const wheel = polygon(regularPolygon(8, 0.45).points, { radius: 0.05 });
      const step = capsule({ x: -0.25, y: 0 }, { x: 0.25, y: 0 }, 0.1);
      const motions = [
        (t: number): Manifold => {
          const angle = t * Math.PI / 2, half = 0.5 * (Math.cos(angle) + Math.sin(angle));
          return query(ground, pose(), crate, pose(1, 0.5 + half - 0.01, angle));
        },
        // Its lowest corner is the closest one beside the end of the ground's core as over the core.
        (t: number): Manifold => query(step, pose(), wheel, pose(0.2 + t / 10, 0.58)),
      ];
      for (const at of motions) {
        const deepest = new Set<number>();
        for (let k = 1; k < 900; k++) {
          const { points: [p, q], pointCount } = at(k / 900);
          deepest.add(pointCount < 2 || p.separation < q.separation ? p.id : q.id);
        }
        assertStrictEquals(deepest.size, 1, [...deepest].join());
      }
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

    it(`stay while a capsule and a rounded box slide off the side of a rounded ground: ${order}`, () => {
      const soft = box(10, 1, { radius: 0.1 }),
        bar = capsule({ x: -0.5, y: 0 }, { x: 0.5, y: 0 }, 0.4);
      for (const [body, y] of [[box(0.8, 0.8, { radius: 0.1 }), 1.09], [bar, 0.99]] as const) {
        const seen = new Set<number>();
        // Until only the rounded corners touch.
        for (let k = 0; k < 600 * (1.05 - body.points[0].x); k++) {
          const m = query(soft, pose(), body, pose(4 + k / 600, y));
          assert(m.pointCount > 0);
          for (const id of ids(m)) seen.add(id);
        }
        assertStrictEquals(seen.size, 2, [...seen].join());
      }
    });

    it(`are 0 for a circle wherever it rolls: ${order}`, () => {
      const seen = follow(500, (k) => {
        const angle = 2 * Math.PI * k / 500;
        const at = pose(2.2 * Math.cos(angle), 2.2 * Math.sin(angle), k);
        return query(regularPolygon(7, 2), pose(), circle(0.5), at);
      }, 1);
      assertEquals([...seen], ["0"]);
    });
  }

  const SIZES = { "equal": [1, 1], "A larger": [1.5, 1], "B larger": [1, 1.5] };
  for (const [order, sizes] of Object.entries(SIZES)) {
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

  it("name the side of the larger box that leans most towards the other where corners meet", () => {
    // The right side of a box is edge 1, its top edge 2, and they meet at vertex 2.
    const large = box(2, 2, { radius: 0.25 }), small = box(1, 1, { radius: 0.25 });
    const idAt = (a: ConvexShape, b: ConvexShape, x: number, y: number): number =>
      collide(a, pose(), b, pose(x, y), { margin: 1 }).points[0].id;
    assertEquals(idAt(large, small, 2.1, 2.3), 2);
    assertEquals(idAt(large, small, 2.3, 2.1), 1);
    assertEquals(idAt(small, large, 2.1, 2.3), 2 + 65536 * 0);
    assertEquals(idAt(small, large, 2.3, 2.1), 2 + 65536 * 3);
  });

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
      const above = (height: number, angle: number): Pose => {
        const far = length / 2 + height;
        return pose(far * cos, far * sin, angle + Math.atan2(sin, cos));
      };
      // The slab's left side, edge 3 from corner 3 to 0, lies on edge k of the wheel, whose ends meet it.
      const flush = above(4.99, 0);
      assertEquals(ids(collide(wheel, IDENTITY, slab, flush)).map(decode), [[k, 3], [k + 1, 3]]);
      assertEquals(ids(collide(slab, flush, wheel, IDENTITY)).map(decode), [[3, k + 1], [3, k]]);
      // Edge k is longer than the chip, whose corner 0 dips into it.
      const tilted = above(0.01, 0.1), options = { margin: 0.01 };
      const dips = collide(wheel, IDENTITY, chip, tilted, options);
      assertEquals(ids(dips).map(decode), [[k, 0], [k, 3]]);
      const dipped = collide(chip, tilted, wheel, IDENTITY, options);
      assertEquals(ids(dipped).map(decode), [[3, k], [0, k]]);
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

describe("collide() of an ellipse and anything", () => {
  it("has the contact that signedDistance() measures when they are moved to touch", () => {
    const pa = pose(0.25, -0.5, 0.5), egg = ellipse(1, 0.5), depth = 0.01;
    for (const [a, b] of SHAPES.flatMap((shape) => [[shape, egg], [egg, shape]])) {
      for (let k = 0; k < 24; k++) {
        const angle = k * Math.PI / 12;
        const far = pose(0.25 + 5 * Math.cos(angle), -0.5 + 5 * Math.sin(angle), k);
        const { distance, normal } = signedDistance(a, pa, b, far), move = distance + depth;
        const pb = { ...far, x: far.x - move * normal.x, y: far.y - move * normal.y };
        const m = collide(a, pa, b, pb), measured = signedDistance(a, pa, b, pb);
        assertStrictEquals(m.pointCount, measured.distance <= 0 ? 1 : 0);
        if (m.pointCount === 0) continue; // thin ones have gone through each other
        assertLessOrEqual(Math.abs(least(m) - measured.distance), 1e-14);
        const { x, y } = measured.normal;
        assertLessOrEqual(Math.abs(m.normal.x - x) + Math.abs(m.normal.y - y), 1e-9);
      }
    }
  });
});

describe("collide() of slivers", () => {
  it("has the edge along the reference that the distance was measured along", () => {
    // At vertex 1 of B both edges are antiparallel to A's edge, apart from rounding.
    const [a] = placedShape(`
      0: 9.59181555619362 2.239641794893571,
      3.024943928348077 5.458082767460972,
      6.632294787501719 3.690110669712608
    `);
    const [b] = placedShape(`
      0: 7.583093471311778 3.2241217462103218,
      6.361201875805715 3.8229740152781533,
      4.20409222190319 4.880179102553214
    `);
    const both = { x: 2, y: -4, cos: 1, sin: 0 };
    const { featureA, featureB } = signedDistance(a, both, b, both);
    assertEquals(featureA, { type: "edge", i: 1, j: 2 });
    assertEquals(featureB, { type: "edge", i: 1, j: 2 });
    const { points } = collide(a, both, b, both, { margin: 10 });
    assertEquals(points.map(({ id }) => [id % 65536, id >> 16]), [[1, 2], [1, 1]]);
  });

  it("clips the edge along the reference, not the one that goes on from its end", () => {
    // The sliver's top are two edges in line but for an ulp, and they meet at x = 1, half way out of the side below.
    const [hexagon] = placedShape(`
      0: -0.9999999999999999 1.2246467991473532e-16,
      -0.5000000000000004 -0.8660254037844384,
      0.5000000000000002 -0.8660254037844386,
      1 0,
      0.5000000000000001 0.8660254037844386,
      -0.4999999999999998 0.8660254037844387
    `);
    const [sliver] = placedShape(`
      0: -0.8624377742084895 -3.3306690738754696e-16,
      -0.48967272804936535 -4.440892098500626e-16,
      1.6826863917622665 -4.440892098500626e-16,
      2.137562225791511 -3.3306690738754696e-16,
      1 0
    `);
    const { pointCount, points, normal } = collide(hexagon, IDENTITY, sliver, IDENTITY);
    assertEquals(pointCount, 2);
    const xs = points.map(({ point }) => point.x).sort((a, b) => a - b);
    assertAlmostEquals(xs[0], -0.5, 1e-15);
    assertAlmostEquals(xs[1], 0.5, 1e-15);
    assertEquals(normal, signedDistance(hexagon, IDENTITY, sliver, IDENTITY).normal);
  });

  it("has the normal of the longer edge, which the distance is measured from", () => {
    // An edge of 2e-7, a billion away: it is turned by 0.2 as doubles go.
    const [speck] = placedShape(`
      0: 214167952.89189106 1073741823.9999999,
      214167952.89189124 1073741823.9999999,
      214167952.8918911 1073741824.0000367
    `);
    const [wedge] = placedShape(`
      0: 214167952.64464155 1073741823.9999999,
      214167953.6336403 1073741824,
      214167952.92460576 1073741824
    `);
    const { points, normal, pointCount } = collide(speck, IDENTITY, wedge, IDENTITY);
    assertEquals(normal, signedDistance(speck, IDENTITY, wedge, IDENTITY).normal);
    // Within the speck, and not at the end of the wedge.
    for (const { point } of points.slice(0, pointCount)) {
      assert(Math.abs(point.x - 214167952.891891) < 4e-7, `${point.x}`);
    }
  });

  it("has the signed distance as separation where that is as large as rounding", () => {
    const [stub, poseA] = placedShape(`
      0.2293104341006964: -40854.76143017205 -324471.98672871006, -40854.68534412153 -324471.92164845084
    `);
    const [sail, poseB] = placedShape(`
      0: -19110.81288766965 -358490.27057349216, 186401.93225248595 -306813.9777090066,
      339915.3476844405 -115490.49170234363, -333378.57581057865 133188.6723996955
    `);
    for (const margin of [0, 0.125]) {
      const { distance } = signedDistance(stub, poseA, sail, poseB);
      assertStrictEquals(least(collide(stub, poseA, sail, poseB, { margin })), distance);
      assertStrictEquals(least(collide(sail, poseB, stub, poseA, { margin })), distance);
    }
  });

  it("has a point where a hair 1.7e7 from its origin touches by less than rounding", () => {
    const [hair, poseA] = placedShape(`
      0: 18927254.7601754 3.7429211707268935, 18927254.905443884 3.5867870383925027,
      18927257.2243383 1.094446278134456, 18927262.077657524 -4.121886660408648,
      18927260.68179661 -2.6216195376129723
      @ 10424300.403731482 15797944.982674051 -0.5507559663479509 -0.8346663198740768
    `);
    const at = pose(-5.55256968184313, -0.9308228564248875);
    assert(intersects(hair, poseA, circle(0), at));
    assertStrictEquals(collide(hair, poseA, circle(0), at).pointCount, 1);
    const [blade, poseB] = placedShape(`
      0: 17050373.41197542 4.566738786567817, 17050378.93321205 -3.4106961279565025,
      17050378.330239005 -2.539482206504016
      @ -17050376.570798326 0.0012789262212622686 0.9999999999999991 4.1051299055106925e-8
    `);
    const crate = box(0.003544930909067732, 0.003544930909067732);
    const place = pose(1.7572807592433386, -1.8394756169151134);
    assert(intersects(crate, place, blade, poseB));
    assert(collide(crate, place, blade, poseB).pointCount > 0);
  });

  it("has the point where the signed distance has it, on a vertex past the end of an edge by rounding", () => {
    const [stick, poseA] = placedShape(`
      0: 2721027365.29421 1814018243.5294733, -1814018243.5294733 1814018243.5294733
      @ 454033593536.3518 3653625691.6290894 -0.6748493395806663 -0.7379555331234657
    `);
    const [sliver, poseB] = placedShape(`
      0: 30427779.07123843 421511825.5695372,
      309248468.2164995 229647295.04868254,
      130843379.95103541 352412964.29481184,
      48793970.506797574 408873521.3316339
      @ 453504560882.36835 0 0.9999972627509343 -0.0023397629450210176
    `);
    const margin = 1;
    const { points, pointCount } = collide(stick, poseA, sliver, poseB, { margin });
    const { pointA } = signedDistance(stick, poseA, sliver, poseB);
    assertEquals(pointCount, 1);
    // It was 9e8 from there.
    assert(Math.abs(points[0].point.x - pointA.x) < 1e-3, `${points[0].point.x}`);
    assert(Math.abs(points[0].point.y - pointA.y) < 1e-3, `${points[0].point.y}`);
  });
});
