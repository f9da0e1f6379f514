import { capsule, segment } from "@narrowphase/gjk2d";
import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";

const P = { x: 1, y: 2 };
const Q = { x: -3, y: 7 };

describe("capsule()", () => {
  it("has two core points and its radius", () => {
    const c = capsule(P, Q, 0.5);
    assertEquals([c.kind, c.radius, c.points], ["capsule", 0.5, [P, Q]]);
  });

  it("becomes the shape that it is when degenerate", () => {
    assertStrictEquals(capsule(P, P, 2).kind, "circle");
    assertStrictEquals(capsule(P, P, 2).radius, 2);
    assertStrictEquals(capsule(P, Q, 0).kind, "segment");
    assertStrictEquals(capsule(P, P, 0).kind, "point");
  });
});

describe("segment()", () => {
  it("has two core points in the given order", () => {
    assertEquals([segment(P, Q).kind, segment(P, Q).points], ["segment", [P, Q]]);
  });

  it("is a point when the ends are equal", () => {
    assertEquals([segment(P, { ...P }).kind, segment(P, P).points], ["point", [P]]);
    assertStrictEquals(segment({ x: 0, y: 1 }, { x: -0, y: 1 }).kind, "point");
  });

  it("refuses ends that are too near each other", () => {
    const message = "the segment from p to q is 1e-80 long, must be at least 2^-250";
    const ends = [{ x: 0, y: 1e-80 }, { x: 0, y: 0 }] as const;
    assertThrows(() => segment(...ends), RangeError, `Cannot create segment: ${message}`);
  });
});
