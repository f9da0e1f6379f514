import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  circle,
  ellipse,
  gjkTrace,
  IDENTITY,
  intersects,
  pose,
  regularPolygon,
  segment,
} from "@narrowphase/gjk2d";

describe("gjkTrace()", () => {
  it("ends with what intersects() says when shapes turn and move past each other", () => {
    const shapes = [box(2, 1), regularPolygon(7, 1), circle(0.5), box(1, 1, { radius: 0.25 })];
    const seen = new Set<number>();
    for (const a of shapes) {
      for (const b of shapes) {
        for (let i = 0; i < 60; i++) {
          const pa = pose(0.1, 0.2, 0.7 * i);
          const pb = pose(-2.5 + 0.083 * i, 0.3 - 0.01 * i, 1.3 * i);
          const steps = gjkTrace(a, pa, b, pb);
          const verdict = intersects(a, pa, b, pb) ? "intersect" : "separate";
          assertEquals(steps.at(-1)?.verdict, verdict);
          for (const step of steps.slice(0, -1)) assertEquals(step.verdict, "continue");
          for (const { region, simplex, support, iteration } of steps) {
            seen.add(10 * simplex.length + region);
            assert(simplex.length <= Math.min(iteration, 3));
            assertEquals(simplex[0], support);
            assertEquals(support.point.x, support.pointA.x - support.pointB.x);
            assertEquals(support.point.y, support.pointA.y - support.pointB.y);
          }
        }
      }
    }
    // Regions 1 to 3 of a segment; 4, 6 and 7 of a triangle, as the tutorial numbers them.
    for (const key of [10, 22, 23, 34, 36, 37]) assert(seen.has(key), `${key} not seen`);
  });

  it("separates the example sets when they are taken from the tutorial", () => {
    const a = segment({ x: 1, y: 1 }, { x: 2, y: 1 });
    const b = segment({ x: -2, y: 2 }, { x: -1, y: 2 });
    assertEquals(gjkTrace(a, IDENTITY, b, IDENTITY).at(-1)?.verdict, "separate");
  });

  it("throws when a shape has a support function", () => {
    assertThrows(
      () => gjkTrace(box(1, 1), IDENTITY, ellipse(2, 1), IDENTITY),
      TypeError,
      "b is a shape with a support function",
    );
  });
});
