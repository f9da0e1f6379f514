import { describe, it } from "@std/testing/bdd";
import { assert, assertStrictEquals } from "@std/assert";
import {
  box,
  circle,
  containsPoint,
  type ConvexShape,
  ellipse,
  IDENTITY,
  intersects,
  point,
  polygon,
  type Pose,
  pose,
  segment,
  signedDistance,
} from "@narrowphase/gjk2d";
import { SHAPES } from "../generate/shapes.ts";
import { Random } from "../generate/random.ts";

const ULP = 2 ** -52;

describe("containsPoint()", () => {
  it("is exact when the point is on the boundary or one ulp off", () => {
    const s = segment({ x: 0, y: 0 }, { x: 3, y: 9 }), e = ellipse(1, 2), at = pose(1, 2);
    const p = point({ x: 3, y: 4 });
    const cases: [ConvexShape, Pose, number, number, boolean][] = [
      [box(2, 2), IDENTITY, 1, 0.3, true],
      [box(2, 2), IDENTITY, 1 + ULP, 0.3, false],
      [box(2, 2), IDENTITY, 1, 1, true],
      [box(2, 2), IDENTITY, 1, 1 + ULP, false],
      [circle(5), IDENTITY, 3, 4, true],
      [circle(5), IDENTITY, 3, 4 + 4 * ULP, false],
      [s, IDENTITY, 1, 3, true],
      [s, IDENTITY, 1, 3 + 2 * ULP, false],
      [s, IDENTITY, 4, 12, false],
      [e, IDENTITY, 0, 2, true],
      [e, IDENTITY, 0, 2 + 2 * ULP, false],
      [e, IDENTITY, -1, 0, true],
      [p, at, 4, 6, true],
      [p, at, 4, 6 + 4 * ULP, false],
    ];
    for (const [k, [shape, pose, x, y, expected]] of cases.entries()) {
      assertStrictEquals(containsPoint(shape, pose, { x, y }), expected, `case ${k}`);
    }
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
