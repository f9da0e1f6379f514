import {
  area,
  box,
  capsule,
  centroid,
  circle,
  convexHull,
  type ConvexShape,
  ellipse,
  massProperties,
  point,
  polygon,
  regularPolygon,
  segment,
} from "@narrowphase/gjk2d";
import type { Vec2 } from "@narrowphase/gjk2d/math";
import { assertAlmostEquals, assertEquals, assertLess, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../generate/random.ts";
import { lowExponent, scaled } from "../exact/oracle/dyadic.ts";

/** Area of a triangle in integers. */
function exactArea(shape: ConvexShape): number {
  const e = Math.min(...shape.points.flatMap(({ x, y }) => [lowExponent(x), lowExponent(y)]));
  const [a, b, c] = shape.points.map(({ x, y }) => ({ x: scaled(x, e), y: scaled(y, e) }));
  const twice = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  return Number(twice) * 2 ** (2 * e) / 2;
}

describe("area() and centroid()", () => {
  it("are exact for simple shapes, also far from the origin", () => {
    const triangle = polygon([{ x: 1, y: 2 }, { x: 7, y: 2 }, { x: 1, y: 5 }]);
    const far = polygon(triangle.points.map(({ x, y }) => ({ x: x + 1e12, y: y - 1e12 })));
    const p = { x: 3, y: 9 }, q = { x: 4, y: 1 };
    const cases: [ConvexShape, number, number, number][] = [
      [triangle, 9, 3, 3],
      [far, 9, 1e12 + 3, 3 - 1e12],
      [box(3, 5), 15, 0, 0],
      [circle(2, p), 4 * Math.PI, 3, 9],
      [point(p), 0, 3, 9],
      [segment(p, q), 0, 3.5, 5],
      [ellipse(3, 2), 6 * Math.PI, 0, 0],
    ];
    for (const [shape, size, x, y] of cases) {
      assertEquals([area(shape), centroid(shape)], [size, { x, y }]);
    }
    assertEquals(centroid(capsule(p, q, 6)), { x: 3.5, y: 5 });
  });

  it("obey Steiner's formula when rounded", () => {
    assertAlmostEquals(area(box(3, 5, { radius: 2 })), 15 + 16 * 2 + Math.PI * 4, 1e-13);
    const rod = capsule({ x: 1, y: 1 }, { x: 4, y: 5 }, 2);
    assertAlmostEquals(area(rod), 5 * 4 + Math.PI * 4, 1e-13);
    const rounded = regularPolygon(50, 3);
    assertAlmostEquals(area(polygon(rounded.points, { radius: 1 })) / (16 * Math.PI), 1, 0.003);
  });

  it("keep their digits when a triangle is all but flat, down to the last bits of its vertices", () => {
    // All but half an ulp of the vertices cancels in the first one's area.
    const flat = polygon([{ x: 0.1, y: 0.3 }, { x: 1.1, y: 1.3 }, { x: 0.6, y: 0.8 }]);
    assertLess(Math.abs(exactArea(flat) / area(flat) - 1), 1e-15);
    assertEquals(centroid(flat), { x: 0.6, y: 0.8 });
    const n = 2 ** 52;
    const flattest = polygon([{ x: 0, y: 0 }, { x: n + 1, y: n }, { x: n + 2, y: n + 1 }]);
    assertStrictEquals(area(flattest), 0.5);

    const random = new Random("flat triangles");
    for (let i = 0; i < 2000; i++) {
      const p = { x: random.range(-1, 1), y: random.range(-1, 1) };
      const d = { x: random.range(-2, 2), y: random.range(-2, 2) };
      const t = random.range(-1, 2);
      const thin = random.magnitude(-16, 0);
      const points = [
        p,
        { x: p.x + d.x, y: p.y + d.y },
        { x: p.x + t * d.x - thin * d.y, y: p.y + t * d.y + thin * d.x },
      ];
      if (convexHull(points).length < 3) continue;
      const shape = polygon(points);
      assertLess(Math.abs(area(shape) / exactArea(shape) - 1), 1e-15);
      const [a, b, c] = shape.points;
      const { center, inertia, mass } = massProperties(shape, 1);
      assertAlmostEquals(center.x, (a.x + b.x + c.x) / 3, 2e-15);
      assertAlmostEquals(center.y, (a.y + b.y + c.y) / 3, 2e-15);
      // A triangle has the inertia of three points at the middles of its sides.
      const square = (u: Vec2, v: Vec2) => (u.x - v.x) ** 2 + (u.y - v.y) ** 2;
      const expected = mass * (square(a, b) + square(b, c) + square(c, a)) / 36;
      assertAlmostEquals(inertia / expected, 1, 2e-14);
    }
  });

  it("keep their digits when all but a few bits of twice a double's cancel", () => {
    // Half the sum of the products would be 2^-112 of them, in pairs of doubles as likely 0: then it had no centroid.
    const first = { x: 2 ** -60, y: 2 ** -60 + 2 ** -112 };
    const double = polygon([first, { x: 1, y: 1 }, { x: 2, y: 2 }]);
    assertStrictEquals(area(double), 2 ** -113);
    assertEquals(centroid(double), { x: 1, y: 1 });
    const lost = polygon([first, { x: 1 / 3, y: 1 / 3 }, { x: 0.1, y: 0.1 }]);
    assertAlmostEquals(area(lost) / exactArea(lost), 1, 5e-16);
    assertAlmostEquals(centroid(lost).x, 13 / 90, 1e-16);

    const random = new Random("flattest triangles");
    for (let i = 0; i < 500; i++) {
      const exponent = random.int(40, 70);
      const d = 2 ** -exponent, e = 2 ** -(exponent + random.int(20, 52));
      const u = random.range(0.1, 3), v = random.range(0.1, 3), w = random.pick([0, 2 ** -50]);
      const shape = polygon([{ x: d, y: d + e }, { x: u, y: u + w }, { x: v, y: v }]);
      assertLess(Math.abs(area(shape) / exactArea(shape) - 1), 1e-15);
      assertAlmostEquals(centroid(shape).x, (d + u + v) / 3, 2e-15);
    }
  });

  it("have the centroid of a triangle that is as small and thin as can be", () => {
    for (const [width, height] of [[1, 5e-324], [2 ** -249, 2 ** -600], [2 ** 250, 2 ** -1000]]) {
      const shape = polygon([{ x: 0, y: 0 }, { x: width, y: 0 }, { x: width / 2, y: height }]);
      assertAlmostEquals(centroid(shape).x / width, 0.5, 1e-15);
      assertAlmostEquals(centroid(shape).y / width, 0, 1e-15);
      assertEquals(massProperties(shape, 1).center, centroid(shape));
      assertLess(massProperties(shape, 1).inertia, Infinity);
    }
  });
});
