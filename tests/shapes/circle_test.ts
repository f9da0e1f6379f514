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
    refuses([
      [() => circle(-1), RangeError, "Cannot create circle: radius is -1, must not be negative"],
      [() => circle(NaN), RangeError, "radius is NaN, must be finite"],
      [() => circle(Infinity), RangeError, "radius is Infinity"],
      [() => circle("2" as never), TypeError, 'radius is the string "2", must be a number'],
      [() => circle(undefined as never), TypeError, "radius is undefined"],
      [() => circle(1e-80), RangeError, "radius is 1e-80, must be from 2^-250 to 2^250"],
      [() => circle(1e80), RangeError, "radius is 1e+80"],
      [() => circle(1, null as never), TypeError, "center is null, must be a point { x, y }"],
      [() => circle(1, { x: 1 } as never), TypeError, "center.y is undefined"],
      [() => circle(1, { x: NaN, y: 1 }), RangeError, "center.x is NaN"],
      [
        () => circle(1, { x: 2, y: -1e76 }),
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
    refuses([
      [() => point(undefined as never), TypeError, "Cannot create point: p is undefined"],
      [() => point({ x: 1, y: "2" } as never), TypeError, 'p.y is the string "2"'],
      [() => point({ x: -Infinity, y: 2 }), RangeError, "p.x is -Infinity"],
    ]);
  });
});
