import { describe, it } from "@std/testing/bdd";
import { assert, assertStrictEquals } from "@std/assert";
import {
  box,
  circle,
  containsPoint,
  ellipse,
  IDENTITY,
  intersects,
  point,
  polygon,
  pose,
  segment,
  signedDistance,
} from "@narrowphase/gjk2d";
import { SHAPES } from "../generate/shapes.ts";
import { Random } from "../generate/random.ts";

const ULP = 2 ** -52;

describe("containsPoint()", () => {
  it("is exact when the point is on the boundary or one ulp off", () => {
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

  it("is intersects() with point() when shapes and points lie anywhere", () => {
    const random = new Random("points", 1);
    let inside = 0;
    for (let k = 0; k < 4000; k++) {
      const shape = SHAPES[k % SHAPES.length];
      const at = pose(0.25 * random.range(-2, 2), 0.25 * random.range(-2, 2), random.range(-2, 2));
      const p = { x: 0.5 * random.range(-2, 2), y: 0.5 * random.range(-2, 2) };
      const contained = containsPoint(shape, at, p);
      assertStrictEquals(contained, intersects(shape, at, point(p), IDENTITY));
      assertStrictEquals(contained, signedDistance(shape, at, point(p), IDENTITY).distance <= 0);
      if (contained) inside++;
    }
    assert(inside > 1000 && inside < 3000);
  });

  it("knows a vertex of a polygon far away", () => {
    const far = 1e12;
    const triangle = polygon([{ x: far, y: 3 }, { x: far + 4, y: 3 }, { x: far + 1, y: 5 }]);
    for (const v of triangle.points) assert(containsPoint(triangle, IDENTITY, v));
    assert(containsPoint(triangle, IDENTITY, { x: far + 2, y: 3 }));
    assert(!containsPoint(triangle, IDENTITY, { x: far + 2, y: 3 - 4 * ULP }));
  });
});
