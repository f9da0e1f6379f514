import { describe, it } from "@std/testing/bdd";
import { assert, assertAlmostEquals, assertEquals, assertLess } from "@std/assert";
import {
  box,
  capsule,
  circle,
  closestPoint,
  ellipse,
  IDENTITY,
  point,
  pose,
  signedDistance,
} from "@narrowphase/gjk2d";
import { SHAPES } from "../generate/shapes.ts";
import { Random } from "../generate/random.ts";

const ULP = 2 ** -52;

describe("closestPoint()", () => {
  it("is on the nearest vertex or edge", () => {
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

  it("is the point itself when the shape contains it", () => {
    const p = { x: 0.1, y: 0.3 };
    for (const shape of [box(2, 2), circle(1), ellipse(2, 1), box(0.5, 0.5, { radius: 1 })]) {
      const r = closestPoint(shape, pose(0.1, 0.2, 0.5), p);
      assertEquals(r, p);
      assert(r !== p);
    }
    assertEquals(closestPoint(box(2, 2), IDENTITY, { x: 1, y: 0.7 }), { x: 1, y: 0.7 });
  });

  it("is as far as signedDistance() says and no point of the shape is closer", () => {
    const random = new Random("points", 2);
    for (let k = 0; k < 4000; k++) {
      const shape = SHAPES[k % SHAPES.length];
      const at = pose(random.range(-2, 2), random.range(-2, 2), random.range(-2, 2));
      const p = { x: 2 * random.range(-2, 2), y: 2 * random.range(-2, 2) };
      const q = closestPoint(shape, at, p);
      const d = signedDistance(shape, at, point(p), IDENTITY);
      if (d.distance <= 0) {
        assertEquals(q, p);
        continue;
      }
      assertAlmostEquals(Math.hypot(q.x - p.x, q.y - p.y), d.distance, 16 * ULP * 8);
      assertEquals(q, d.pointA);
      // A point of the shape, to rounding.
      assertLess(signedDistance(shape, at, point(q), IDENTITY).distance, 16 * ULP);
    }
  });
});
