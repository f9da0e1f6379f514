import { describe, it } from "@std/testing/bdd";
import { assert, assertAlmostEquals, assertEquals, assertLess } from "@std/assert";
import {
  box,
  capsule,
  circle,
  closestPoint,
  type ConvexShape,
  ellipse,
  IDENTITY,
  point,
  type Pose,
  pose,
  signedDistance,
} from "@narrowphase/gjk2d";
import { SHAPES } from "../generate/shapes.ts";
import { Random } from "../generate/random.ts";

const ULP = 2 ** -52;

describe("closestPoint()", () => {
  it("is on the nearest vertex or edge", () => {
    const b = box(2, 4), c = capsule({ x: -1, y: 0 }, { x: 1, y: 0 }, 0.5);
    const cases: [ConvexShape, Pose, number, number, number, number][] = [
      // shape, pose, point, closest point
      [b, IDENTITY, 3, 0.5, 1, 0.5],
      [b, IDENTITY, 3, 5, 1, 2],
      [b, pose(10, 20), 10.5, 30, 10.5, 22],
      [point({ x: 1, y: 2 }), pose(3, 5), 0, 9, 4, 7],
      [circle(5), IDENTITY, 6, 8, 3, 4],
      [ellipse(3, 1), IDENTITY, 0, 8, 0, 1],
      [c, IDENTITY, 0.25, 3, 0.25, 0.5],
      // On the boundary.
      [b, IDENTITY, 1, 0.7, 1, 0.7],
    ];
    for (const [shape, at, px, py, x, y] of cases) {
      assertEquals(closestPoint(shape, at, { x: px, y: py }), { x, y });
    }
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
        assert(q !== p);
        continue;
      }
      assertAlmostEquals(Math.hypot(q.x - p.x, q.y - p.y), d.distance, 16 * ULP * 8);
      assertEquals(q, d.pointA);
      // A point of the shape, to rounding.
      assertLess(signedDistance(shape, at, point(q), IDENTITY).distance, 16 * ULP);
    }
  });
});
