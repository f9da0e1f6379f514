import {
  aabb,
  box,
  capsule,
  circle,
  convex,
  ellipse,
  evaluateSupport,
  IDENTITY,
  pose,
  segment,
  transformShape,
} from "@narrowphase/gjk2d";
import { transformPoint } from "@narrowphase/gjk2d/math";
import { assertAlmostEquals, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { polygonOf, ring } from "../generate/rings.ts";

describe("transformShape()", () => {
  const at = pose(10, 20, 0.5);

  it("moves core points once and keeps the radius", () => {
    const rod = capsule({ x: 1, y: 3 }, { x: 2, y: 7 }, 1);
    for (const shape of [circle(2, { x: 1, y: 3 }), rod, box(2, 5)]) {
      const moved = transformShape(shape, at);
      assertEquals([moved.kind, moved.radius], [shape.kind, shape.radius]);
      assertEquals(moved.points, shape.points.map((p) => transformPoint(at, p)));
    }
  });

  it("makes a point of a segment only where rounding brings both of its ends together", () => {
    const upright = segment({ x: 3, y: 5 }, { x: 3, y: 3 });
    const level = segment({ x: 5, y: 3 }, { x: 3, y: 3 });
    for (const to of [pose(), pose(1, 2), { x: 2, y: 0, cos: 0, sin: 1 }]) {
      for (const shape of [upright, level]) {
        const moved = transformShape(shape, to);
        assertEquals(moved.kind, "segment");
        assertEquals(moved.points, shape.points.map((p) => transformPoint(to, p)));
      }
    }
    const far = 2 ** 60;
    assertEquals(transformShape(upright, pose(far, 0)).points.length, 2);
    assertEquals(transformShape(level, pose(0, far)).points.length, 2);
    assertEquals(transformShape(level, pose(far, 0)).kind, "point");
    const rod = capsule({ x: 5, y: 3 }, { x: 3, y: 3 }, 2);
    const ball = transformShape(rod, pose(far, 1));
    assertEquals([ball.kind, ball.radius, ball.points], ["circle", 2, [{ x: far, y: 4 }]]);
  });

  it("drops vertices that rounding brings together or in line", () => {
    const [q, tiny] = [2 ** 30, 2 ** -30]; // beside 2^30 numbers are 2^-22 apart
    const corners = [[0, 0], [2, 0], [2 + tiny, 1], [2, 3], [tiny, 3], [0, 3 - tiny]];
    const bent = polygonOf(corners);
    assertEquals(bent.points.length, 6);
    const left = ring([[q, -q], [q + 2, -q], [q + 2, 3 - q], [q, 3 - q]]);
    assertEquals(transformShape(bent, pose(q, -q)).points, left);
  });

  it("turns an ellipse into a custom shape that follows it", () => {
    const mutable = { ...at };
    const moved = transformShape(ellipse(3, 2), mutable);
    mutable.x = 99;
    assertStrictEquals(moved.kind, "convex");
    const expected = aabb(ellipse(3, 2), at), found = aabb(moved, IDENTITY);
    assertAlmostEquals(found.maxX, expected.maxX, 1e-13);
    assertAlmostEquals(found.minY, expected.minY, 1e-13);
  });

  it("asks a custom shape once for each answer, along the direction turned back", () => {
    const asked: number[][] = [];
    const quarter = { x: 10, y: 20, cos: 0, sin: 1 };
    const custom = convex({
      center: { x: 0, y: 0 },
      support(dx, dy, out) {
        asked.push([dx, dy]);
        out.x = 2;
        out.y = 1;
      },
    });
    const twice = transformShape(transformShape(custom, quarter), quarter);
    assertEquals(evaluateSupport(twice, 3, -4), { x: -12, y: 29 });
    assertEquals(asked, [[-3, 4]]);
  });

  it("gives a shape whose support points are refused when they are out of range", () => {
    const far = 2 ** 250, value = "3.618502788666131e+75, must be within ±2^250";
    for (const [x, y] of [[1, 0], [-1, 0], [0, -1]]) {
      const shape = transformShape(ellipse(x ? far : 1, y ? far : 1), pose(x * far, y * far));
      assertEquals(evaluateSupport(shape, -x, -y), { x: 0, y: 0 });
      const name = `(${x}, ${y}): out.${x ? "x" : "y"} is ${x + y < 0 ? "-" : ""}${value}`;
      const ask = () => evaluateSupport(shape, x, y);
      assertThrows(ask, RangeError, `Cannot evaluate support in direction ${name}`);
    }
  });

  it("refuses a pose that brings all vertices together", () => {
    const lost = () => transformShape(box(1, 2), pose(1e30, 0, 1));
    assertThrows(lost, RangeError, "Cannot transform shape");
  });
});
