import { describe, it } from "@std/testing/bdd";
import { assertAlmostEquals, assertEquals, assertLess } from "@std/assert";
import {
  box,
  capsule,
  circle,
  convex,
  distance,
  ellipse,
  IDENTITY,
  polygon,
  pose,
  regularPolygon,
  segment,
  support,
  transformPoint,
  type Vec2,
} from "@narrowphase/gjk2d";

const ULP = 2 ** -52;

describe("support()", () => {
  it("is the furthest vertex when the shape is a polygon", () => {
    const b = box(4, 2);
    assertEquals(support(b, IDENTITY, { x: 1, y: 3 }), { x: 2, y: 1 });
    assertEquals(support(b, IDENTITY, { x: -1, y: 3 }), { x: -2, y: 1 });
    assertEquals(support(b, IDENTITY, { x: -1, y: -3 }), { x: -2, y: -1 });
    assertEquals(support(b, pose(10, 20), { x: 1e-9, y: -3e-9 }), { x: 12, y: 19 });
  });

  it("is the center plus the radius when the shape is a circle", () => {
    assertEquals(support(circle(5), IDENTITY, { x: 3, y: 4 }), { x: 3, y: 4 });
    assertEquals(support(circle(5, { x: 1, y: 2 }), pose(10, 20), { x: 3, y: -4 }), {
      x: 14,
      y: 18,
    });
  });

  it("adds the radius when the shape is a capsule or a rounded box", () => {
    const c = capsule({ x: -1, y: 2 }, { x: 3, y: 2 }, 0.5);
    assertEquals(support(c, IDENTITY, { x: 1, y: 0 }), { x: 3.5, y: 2 });
    assertEquals(support(c, IDENTITY, { x: -2, y: 0 }), { x: -1.5, y: 2 });
    const r = support(box(4, 2, { radius: 5 }), IDENTITY, { x: 3, y: 4 });
    assertAlmostEquals(r.x, 5, 8 * ULP);
    assertAlmostEquals(r.y, 5, 8 * ULP);
  });

  it("of an ellipse is what its own support function writes", () => {
    for (const [x, y] of [[2, 0], [0, -3], [-1, 2], [0.25, 0.5]]) {
      const own = { x: NaN, y: NaN }, shape = ellipse(2, 1);
      shape.support!(x, y, own);
      const found = support(shape, pose(), { x, y });
      assertAlmostEquals(own.x, found.x, 1e-15);
      assertAlmostEquals(own.y, found.y, 1e-15);
      assertAlmostEquals(own.x * own.x / 4 + own.y * own.y, 1, 1e-15);
    }
  });

  it("is that of the support function when there is one", () => {
    assertEquals(support(ellipse(3, 2), IDENTITY, { x: 0, y: 7 }), { x: 0, y: 2 });
    assertEquals(support(ellipse(3, 2), pose(1, 5), { x: -2, y: 0 }), { x: -2, y: 5 });
    const pointed = convex({
      center: { x: 0, y: 0 },
      radius: 0.5,
      support: (_dx, _dy, out) => {
        out.x = 1;
        out.y = 2;
      },
    });
    assertEquals(support(pointed, IDENTITY, { x: 0, y: 1 }), { x: 1, y: 2.5 });
  });

  it("is no less far than any other point when the pose turns", () => {
    for (
      const shape of [box(3, 1), regularPolygon(17, 2), segment({ x: 0, y: 1 }, { x: 3, y: 4 })]
    ) {
      for (let k = 0; k < 50; k++) {
        const p = pose(k, -2 * k, 0.37 * k);
        const dir = { x: Math.cos(k), y: Math.sin(k) };
        const s = support(shape, p, dir);
        const reach = (q: { x: number; y: number }) => (q.x - p.x) * dir.x + (q.y - p.y) * dir.y;
        const reached = shape.points.map((q) => reach(transformPoint(p, q)));
        assertAlmostEquals(reach(s), Math.max(...reached), 64 * ULP * (1 + k));
      }
    }
  });

  it("takes the first of equally far vertices", () => {
    const b = box(2, 2);
    const s = support(b, IDENTITY, { x: 1, y: 0 });
    const first = b.points.find((p) => p.x === 1)!;
    assertEquals(s, { x: first.x, y: first.y });
  });

  it("takes the first along the exact normal of any edge", () => {
    const shape = polygon([
      { x: 19, y: -41 },
      { x: -12, y: 43 },
      { x: -19, y: 41 },
      { x: -40, y: -20 },
    ]);
    for (let k = 0; k < shape.count; k++) {
      const p = shape.points[k], q = shape.points[(k + 1) % shape.count];
      const first = k + 1 < shape.count ? p : q;
      assertEquals(support(shape, IDENTITY, { x: q.y - p.y, y: p.x - q.x }), { ...first });
    }
  });

  it("does not depend on the length of the direction", () => {
    const shape = box(3, 1, { radius: 0.25 });
    const one = support(shape, pose(1, 2, 0.5), { x: 0.6, y: 0.8 });
    for (const k of [-1000, -600, -3, 600, 1000]) {
      const s = support(shape, pose(1, 2, 0.5), { x: 0.6 * 2 ** k, y: 0.8 * 2 ** k });
      assertEquals(s, one);
    }
  });

  it("finds the support of polygons that ascend or descend along nearly all edges", () => {
    for (const n of [21, 22, 33, 64, 100]) {
      // A shallow bow: n - 1 short edges, and the long one back.
      const points = Array.from({ length: n }, (_, k) => ({ x: k, y: k * k / 1024 }));
      for (let first = 0; first < n; first += 7) {
        const bow = polygon([...points.slice(first), ...points.slice(0, first)]);
        for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1], [-1, 8], [1, -8], [-3, 64]]) {
          const value = ({ x, y }: Vec2): number => x * dx + y * dy;
          const best = Math.max(...points.map(value));
          assertEquals(value(support(bow, IDENTITY, { x: dx, y: dy })), best);
          // The same within GJK: how far a line beyond that vertex is.
          const line = segment({ x: 1e4 * dx - dy, y: 1e4 * dy + dx }, {
            x: 1e4 * dx + dy,
            y: 1e4 * dy - dx,
          });
          const { pointA } = distance(bow, IDENTITY, line, IDENTITY);
          assertLess(Math.abs(value(pointA) - best), 1e-9);
        }
      }
    }
  });
});
