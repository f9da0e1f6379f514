import { describe, it } from "@std/testing/bdd";
import { assertAlmostEquals, assertEquals, assertLess } from "@std/assert";
import {
  box,
  capsule,
  circle,
  convex,
  type ConvexShape,
  distance,
  ellipse,
  IDENTITY,
  polygon,
  type Pose,
  pose,
  segment,
  support,
  type Vec2,
} from "@narrowphase/gjk2d";

const ULP = 2 ** -52;

describe("support()", () => {
  it("is the furthest vertex, plus the radius, or what the support function says", () => {
    const capsuled = capsule({ x: -1, y: 2 }, { x: 3, y: 2 }, 0.5), away = pose(10, 20);
    const pointed = convex({
      center: { x: 0, y: 0 },
      radius: 0.5,
      support: (_dx, _dy, out) => void Object.assign(out, { x: 1, y: 2 }),
    });
    const cases: [ConvexShape, Pose, number, number, number, number][] = [
      // shape, pose, direction, furthest point
      [box(4, 2), IDENTITY, 1, 3, 2, 1],
      [box(4, 2), IDENTITY, -1, 3, -2, 1],
      [box(4, 2), IDENTITY, -1, -3, -2, -1],
      [box(4, 2), away, 1e-9, -3e-9, 12, 19],
      [circle(5), IDENTITY, 3, 4, 3, 4],
      [circle(5, { x: 1, y: 2 }), away, 3, -4, 14, 18],
      [capsuled, IDENTITY, 1, 0, 3.5, 2],
      [capsuled, IDENTITY, -2, 0, -1.5, 2],
      [box(4, 2, { radius: 5 }), IDENTITY, 3, 4, 5, 5],
      [ellipse(3, 2), IDENTITY, 0, 7, 0, 2],
      [ellipse(3, 2), pose(1, 5), -2, 0, -2, 5],
      [pointed, IDENTITY, 0, 1, 1, 2.5],
    ];
    for (const [k, [shape, at, dx, dy, x, y]] of cases.entries()) {
      const found = support(shape, at, { x: dx, y: dy });
      assertAlmostEquals(found.x, x, 8 * ULP, `case ${k}`);
      assertAlmostEquals(found.y, y, 8 * ULP, `case ${k}`);
    }
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

  it("takes the first along the exact normal of any edge", () => {
    const corners = [[19, -41], [-12, 43], [-19, 41], [-40, -20]];
    const shape = polygon(corners.map(([x, y]) => ({ x, y })));
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
