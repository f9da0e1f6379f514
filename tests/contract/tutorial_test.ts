import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  type ConvexShape,
  IDENTITY,
  intersects,
  minkowskiDifference,
  minkowskiSum,
  point,
  polygon,
  segment,
  support,
} from "@narrowphase/gjk2d";
import { Random } from "../generate/random.ts";
import { exactContainsPoint, hullOfDoubles, type Point } from "../exact/oracle/exact.ts";

/** The example sets of the GJK tutorial this library grew from. */
const A = [{ x: 1, y: 1 }, { x: 2, y: 1 }];
const B = [{ x: -2, y: 2 }, { x: -1, y: 2 }];

function sorted(points: readonly Point[]): Point[] {
  return points.map(({ x, y }) => ({ x, y })).sort((p, q) => p.x - q.x || p.y - q.y);
}

function shapeOf(points: readonly Point[]): ConvexShape {
  const hull = hullOfDoubles(points);
  return hull.length === 1
    ? point(hull[0])
    : hull.length === 2
    ? segment(hull[0], hull[1])
    : polygon(hull);
}

function cloud(r: Random, span: number): Point[] {
  const n = r.int(1, 7);
  return Array.from({ length: n }, () => ({ x: r.int(-span, span), y: r.int(-span, span) }));
}

function dot(p: Point, d: Point): number {
  return p.x * d.x + p.y * d.y;
}

function negative(d: Point): Point {
  return { x: -d.x, y: -d.y };
}

describe("the tutorial's example", () => {
  it("minkowskiSum() gives the four sums", () => {
    // The tutorial prints (2, 1) + (-2, 2) as (0, 4); the sum is (0, 3).
    const four = [{ x: -1, y: 3 }, { x: 0, y: 3 }, { x: 0, y: 3 }, { x: 1, y: 3 }];
    assertEquals(sorted(A.flatMap((a) => B.map((b) => ({ x: a.x + b.x, y: a.y + b.y })))), four);
    assertEquals(sorted(minkowskiSum(A, B)), four);
  });

  it("minkowskiDifference() gives the four differences, and they miss the origin", () => {
    const four = [{ x: 2, y: -1 }, { x: 3, y: -1 }, { x: 3, y: -1 }, { x: 4, y: -1 }];
    assertEquals(sorted(minkowskiDifference(A, B)), four);
    assertStrictEquals(intersects(shapeOf(A), IDENTITY, shapeOf(B), IDENTITY), false);
  });
});

describe("the tutorial's claims", () => {
  it("the difference contains the origin exactly when the shapes intersect", () => {
    const r = new Random("tutorial", 1);
    let meet = 0;
    for (let i = 0; i < 3000; i++) {
      const a = cloud(r, 5);
      const b = cloud(r, 5).map((p) => ({ x: p.x + r.int(0, 6), y: p.y }));
      const contains = exactContainsPoint(
        { points: minkowskiDifference(a, b), radius: 0 },
        IDENTITY,
        { x: 0, y: 0 },
      );
      const hit = intersects(shapeOf(a), IDENTITY, shapeOf(b), IDENTITY);
      assertStrictEquals(hit, contains, JSON.stringify({ a, b }));
      if (hit) meet++;
    }
    assert(meet > 500 && meet < 2500, `${meet}`);
  });

  it("the support of the difference is s_A(d) - s_B(-d)", () => {
    const r = new Random("tutorial", 2);
    for (let i = 0; i < 2000; i++) {
      const a = cloud(r, 9);
      const b = cloud(r, 9);
      const d = { x: r.int(-9, 9), y: r.int(-9, 9) };
      if (d.x === 0 && d.y === 0) continue;
      const sa = support(shapeOf(a), IDENTITY, d);
      const sb = support(shapeOf(b), IDENTITY, negative(d));
      const difference = { x: sa.x - sb.x, y: sa.y - sb.y };
      const best = Math.max(...a.flatMap((p) => b.map((q) => dot(p, d) - dot(q, d))));
      // Whole numbers throughout: equal means equal.
      assertEquals(dot(difference, d), best, JSON.stringify({ a, b, d }));
      const explicit = Math.max(...minkowskiDifference(a, b).map((p) => dot(p, d)));
      assertEquals(explicit, best, JSON.stringify({ a, b, d }));
      assertEquals(
        support(shapeOf(minkowskiDifference(a, b)), IDENTITY, d).x * d.x +
          support(shapeOf(minkowskiDifference(a, b)), IDENTITY, d).y * d.y,
        best,
      );
    }
  });

  it("minkowskiSum() has the hull of all sums, in counter-clockwise order", () => {
    const r = new Random("tutorial", 3);
    for (let i = 0; i < 1000; i++) {
      const a = cloud(r, 6);
      const b = cloud(r, 6);
      const all = a.flatMap((p) => b.map((q) => ({ x: p.x + q.x, y: p.y + q.y })));
      const sum = minkowskiSum(a, b);
      assertEquals(hullOfDoubles(sum), hullOfDoubles(all), JSON.stringify({ a, b }));
      for (let k = 0; k < sum.length; k++) {
        const p = sum[k];
        const q = sum[(k + 1) % sum.length];
        const s = sum[(k + 2) % sum.length];
        const turn = (q.x - p.x) * (s.y - q.y) - (q.y - p.y) * (s.x - q.x);
        assert(turn >= 0, JSON.stringify({ a, b, sum }));
      }
    }
  });
});
