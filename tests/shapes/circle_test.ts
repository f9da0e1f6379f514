import { circle, point } from "@narrowphase/gjk2d";
import { assertEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";

import { refuses } from "./refuses.ts";

const P = { x: 1, y: 2 };

describe("circle()", () => {
  it("has one core point and its radius", () => {
    const c = circle(3, P);
    assertEquals([c.kind, c.radius, c.points], ["circle", 3, [P]]);
    assertEquals(circle(2).points, [{ x: 0, y: 0 }]);
  });

  it("is a point when the radius is 0", () => {
    assertEquals([circle(0, P).kind, circle(0, P).radius], ["point", 0]);
    assertStrictEquals(circle(-0).radius, 0);
  });

  it("refuses bad arguments by name and value", () => {
    refuses(circle, [
      [[-1], RangeError, "Cannot create circle: radius is -1, must not be negative"],
      [[NaN], RangeError, "radius is NaN, must be finite"],
      [[Infinity], RangeError, "radius is Infinity"],
      [["2"], TypeError, 'radius is the string "2", must be a number'],
      [[undefined], TypeError, "radius is undefined"],
      [[1e-80], RangeError, "radius is 1e-80, must be from 2^-250 to 2^250"],
      [[1e80], RangeError, "radius is 1e+80"],
      [[1, null], TypeError, "center is null, must be a point { x, y }"],
      [[1, { x: 1 }], TypeError, "center.y is undefined"],
      [[1, { x: NaN, y: 1 }], RangeError, "center.x is NaN"],
      [
        [1, { x: 2, y: -1e76 }],
        RangeError,
        "center.y is -1e+76, must be within ±2^250",
      ],
    ]);
  });
});

describe("point()", () => {
  it("has one core point and no radius", () => {
    const p = point(P);
    assertEquals([p.kind, p.radius, p.points], ["point", 0, [P]]);
  });

  it("refuses bad arguments by name and value", () => {
    refuses(point, [
      [[undefined], TypeError, "Cannot create point: p is undefined"],
      [[{ x: 1, y: "2" }], TypeError, 'p.y is the string "2"'],
      [[{ x: -Infinity, y: 2 }], RangeError, "p.x is -Infinity"],
    ]);
  });
});
