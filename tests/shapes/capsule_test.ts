import { capsule, segment } from "@narrowphase/gjk2d";
import { assertEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";

import { refuses } from "./refuses.ts";

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

  it("refuses bad arguments by name and value", () => {
    refuses(capsule, [
      [[P, Q, -2], RangeError, "Cannot create capsule: radius is -2"],
      [[P, Q, undefined], TypeError, "radius is undefined"],
      [
        [[1, 2], Q, 1],
        TypeError,
        "p is an array, must be a point { x, y }; ([x, y]) => ({ x, y })",
      ],
      [[P, { x: Infinity, y: 0 }, 1], RangeError, "q.x is Infinity"],
    ]);
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

  it("refuses bad arguments by name and value", () => {
    refuses(segment, [
      [[P, null], TypeError, "Cannot create segment: q is null"],
      [[{ x: 1, y: NaN }, Q], RangeError, "p.y is NaN"],
      [
        [{ x: 0, y: 1e-80 }, { x: 0, y: 0 }],
        RangeError,
        "the segment from p to q is 1e-80 long, must be at least 2^-250",
      ],
    ]);
  });
});
