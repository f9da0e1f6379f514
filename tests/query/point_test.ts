import { describe, it } from "@std/testing/bdd";
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  box,
  capsule,
  circle,
  closestPoint,
  containsPoint,
  convex,
  ellipse,
  IDENTITY,
  intersects,
  point,
  polygon,
  pose,
  regularPolygon,
  segment,
  signedDistance,
} from "@narrowphase/gjk2d";

const ULP = 2 ** -52;

/** Numbers in [-2, 2) from a seed. */
function random(seed: number): () => number {
  let s = seed | 0;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) | 0;
    return (s >>> 8) / 2 ** 22 - 2;
  };
}

const SHAPES = [
  point({ x: 0.25, y: -0.5 }),
  circle(0.75, { x: 0.25, y: 0.5 }),
  segment({ x: -1, y: 0.5 }, { x: 1, y: -0.25 }),
  capsule({ x: -1, y: 0.5 }, { x: 1, y: -0.25 }, 0.5),
  box(1.5, 0.75),
  box(1.5, 0.75, { radius: 0.25 }),
  regularPolygon(64, 1),
  ellipse(1, 0.5),
];

describe("containsPoint()", () => {
  it("containsPoint() is exact when the point is on the boundary or one ulp off", () => {
    const b = box(2, 2);
    assertStrictEquals(containsPoint(b, IDENTITY, { x: 1, y: 0.3 }), true);
    assertStrictEquals(containsPoint(b, IDENTITY, { x: 1 + ULP, y: 0.3 }), false);
    assertStrictEquals(containsPoint(b, IDENTITY, { x: 1, y: 1 }), true);
    assertStrictEquals(containsPoint(b, IDENTITY, { x: 1, y: 1 + ULP }), false);
    const c = circle(5);
    assertStrictEquals(containsPoint(c, IDENTITY, { x: 3, y: 4 }), true);
    assertStrictEquals(containsPoint(c, IDENTITY, { x: 3, y: 4 + 4 * ULP }), false);
    const s = segment({ x: 0, y: 0 }, { x: 3, y: 9 });
    assertStrictEquals(containsPoint(s, IDENTITY, { x: 1, y: 3 }), true);
    assertStrictEquals(containsPoint(s, IDENTITY, { x: 1, y: 3 + 2 * ULP }), false);
    assertStrictEquals(containsPoint(s, IDENTITY, { x: 4, y: 12 }), false);
    const e = ellipse(1, 2);
    assertStrictEquals(containsPoint(e, IDENTITY, { x: 0, y: 2 }), true);
    assertStrictEquals(containsPoint(e, IDENTITY, { x: 0, y: 2 + 2 * ULP }), false);
    assertStrictEquals(containsPoint(e, IDENTITY, { x: -1, y: 0 }), true);
    const p = point({ x: 3, y: 4 });
    assertStrictEquals(containsPoint(p, pose(1, 2), { x: 4, y: 6 }), true);
    assertStrictEquals(containsPoint(p, pose(1, 2), { x: 4, y: 6 + 4 * ULP }), false);
  });

  it("containsPoint() is intersects() with point() when shapes and points lie anywhere", () => {
    const next = random(1);
    let inside = 0;
    for (let k = 0; k < 4000; k++) {
      const shape = SHAPES[k % SHAPES.length];
      const at = pose(0.25 * next(), 0.25 * next(), next());
      const p = { x: 0.5 * next(), y: 0.5 * next() };
      const contained = containsPoint(shape, at, p);
      assertStrictEquals(contained, intersects(shape, at, point(p), IDENTITY));
      assertStrictEquals(contained, signedDistance(shape, at, point(p), IDENTITY).distance <= 0);
      if (contained) inside++;
    }
    assert(inside > 1000 && inside < 3000);
  });

  it("containsPoint() knows a vertex of a polygon far away", () => {
    const far = 1e12;
    const triangle = polygon([{ x: far, y: 3 }, { x: far + 4, y: 3 }, { x: far + 1, y: 5 }]);
    for (const v of triangle.points) assert(containsPoint(triangle, IDENTITY, v));
    assert(containsPoint(triangle, IDENTITY, { x: far + 2, y: 3 }));
    assert(!containsPoint(triangle, IDENTITY, { x: far + 2, y: 3 - 4 * ULP }));
  });
});

describe("closestPoint()", () => {
  it("closestPoint() is on the nearest vertex or edge", () => {
    const b = box(2, 4);
    assertEquals(closestPoint(b, IDENTITY, { x: 3, y: 0.5 }), { x: 1, y: 0.5 });
    assertEquals(closestPoint(b, IDENTITY, { x: 3, y: 5 }), { x: 1, y: 2 });
    assertEquals(closestPoint(b, pose(10, 20), { x: 10.5, y: 30 }), { x: 10.5, y: 22 });
    assertEquals(closestPoint(point({ x: 1, y: 2 }), pose(3, 5), { x: 0, y: 9 }), { x: 4, y: 7 });
    assertEquals(closestPoint(circle(5), IDENTITY, { x: 6, y: 8 }), { x: 3, y: 4 });
    assertEquals(closestPoint(ellipse(3, 1), IDENTITY, { x: 0, y: 8 }), { x: 0, y: 1 });
    const c = capsule({ x: -1, y: 0 }, { x: 1, y: 0 }, 0.5);
    assertEquals(closestPoint(c, IDENTITY, { x: 0.25, y: 3 }), { x: 0.25, y: 0.5 });
  });

  it("closestPoint() is the point itself when the shape contains it", () => {
    const p = { x: 0.1, y: 0.3 };
    for (const shape of [box(2, 2), circle(1), ellipse(2, 1), box(0.5, 0.5, { radius: 1 })]) {
      const r = closestPoint(shape, pose(0.1, 0.2, 0.5), p);
      assertEquals(r, p);
      assert(r !== p);
    }
    assertEquals(closestPoint(box(2, 2), IDENTITY, { x: 1, y: 0.7 }), { x: 1, y: 0.7 });
  });

  it("closestPoint() is as far as signedDistance() says and no point of the shape is closer", () => {
    const next = random(2);
    for (let k = 0; k < 4000; k++) {
      const shape = SHAPES[k % SHAPES.length];
      const at = pose(next(), next(), next());
      const p = { x: 2 * next(), y: 2 * next() };
      const q = closestPoint(shape, at, p);
      const d = signedDistance(shape, at, point(p), IDENTITY);
      if (d.distance <= 0) {
        assertEquals(q, p);
        continue;
      }
      assertAlmostEquals(Math.hypot(q.x - p.x, q.y - p.y), d.distance, 16 * ULP * 8);
      assertEquals(q, d.pointA);
      // q is a point of the shape: moved inward a little, the shape contains it.
      const inner = { x: q.x - 1e-13 * d.normal.x, y: q.y - 1e-13 * d.normal.y };
      if (k % SHAPES.length > 2) assert(containsPoint(shape, at, inner));
    }
  });

  it("closestPoint() returns out, which may be the point", () => {
    const p = { x: 3, y: 5 };
    const out = { x: NaN, y: NaN };
    for (const shape of [box(2, 4), ellipse(1, 2), circle(1)]) {
      const fresh = closestPoint(shape, IDENTITY, p);
      assertStrictEquals(closestPoint(shape, IDENTITY, p, out), out);
      assertEquals(out, fresh);
      const own = { x: 3, y: 5 };
      assertStrictEquals(closestPoint(shape, IDENTITY, own, own), own);
      assertEquals(own, fresh);
      const inside = { x: 0.25, y: -0.5 };
      closestPoint(shape, IDENTITY, inside, inside);
      assertEquals(inside, { x: 0.25, y: -0.5 });
    }
    assertEquals(p, { x: 3, y: 5 });
  });
});

describe("containsPoint() and closestPoint()", () => {
  it("refuse bad arguments and leave out alone", () => {
    const out = { x: 5, y: 7 };
    // deno-lint-ignore no-explicit-any
    type Any = any;
    const queries: [(s: Any, at: Any, p: Any) => unknown, string][] = [
      [containsPoint, "Cannot test point: "],
      [(s, at, p) => closestPoint(s, at, p, out), "Cannot find closest point: "],
    ];
    for (const [query, start] of queries) {
      for (const shape of [box(2, 4), ellipse(1, 2)]) {
        const p = { x: 3, y: 5 };
        const call = (s: Any, at: Any, q: Any) => () => query(s, at, q);
        assertThrows(call(undefined, IDENTITY, p), TypeError, `${start}shape is undefined`);
        assertThrows(call(shape, undefined, p), TypeError, `${start}pose is undefined`);
        assertThrows(call(shape, IDENTITY, null), TypeError, `${start}p is null`);
        assertThrows(call(shape, IDENTITY, { x: 1 }), TypeError, `${start}p.y is undefined`);
        assertThrows(call(shape, IDENTITY, { x: NaN, y: 1 }), RangeError, `${start}p.x is NaN`);
        assertThrows(
          call(shape, { x: 0, y: Infinity, cos: 1, sin: 0 }, p),
          RangeError,
          `${start}pose.y is Infinity`,
        );
      }
    }
    const bad = convex({
      center: { x: 0, y: 0 },
      support: () => {
        throw new Error("mine");
      },
    });
    assertThrows(() => closestPoint(bad, IDENTITY, { x: 3, y: 5 }, out), Error, "mine");
    assertThrows(() => containsPoint(bad, IDENTITY, { x: 3, y: 5 }), Error, "mine");
    assertEquals(out, { x: 5, y: 7 });
    assertEquals(closestPoint(box(2, 4), IDENTITY, { x: 3, y: 0.5 }), { x: 1, y: 0.5 });
  });
});
