import { circle, point } from "@narrowphase/gjk2d";
import { assertEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";

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
});

describe("point()", () => {
  it("has one core point and no radius", () => {
    const p = point(P);
    assertEquals([p.kind, p.radius, p.points], ["point", 0, [P]]);
  });
});
