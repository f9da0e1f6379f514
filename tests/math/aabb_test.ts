import {
  type Aabb,
  aabbContainsPoint,
  containsAabb,
  expandAabb,
  overlapsAabb,
  sweepAabb,
  unionAabb,
} from "@narrowphase/gjk2d/math";
import { assertEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";

function bounds(minX: number, minY: number, maxX: number, maxY: number): Aabb {
  return { minX, minY, maxX, maxY };
}

const A = bounds(1, 2, 5, 9);
const B = bounds(-3, 4, 2, 20);

const functions: [string, (a: Aabb, b: Aabb, out?: Aabb) => Aabb, Aabb, isUnary?: true][] = [
  ["expandAabb", (a, _, out) => expandAabb(a, 0.5, out), bounds(0.5, 1.5, 5.5, 9.5), true],
  ["sweepAabb", (a, _, out) => sweepAabb(a, -2, 3, out), bounds(-1, 2, 5, 12), true],
  ["unionAabb", unionAabb, bounds(-3, 2, 5, 20)],
];
for (const [name, f, expected, isUnary] of functions) {
  it(`${name}() gives the same with and without out, aliased or not`, () => {
    assertEquals(f(A, B), expected);
    const a = { ...A }, b = { ...B };
    assertStrictEquals(f(a, B, a), a);
    assertEquals(a, expected);
    if (isUnary) return;
    assertStrictEquals(f(A, b, b), b);
    assertEquals(b, expected);
  });
}

describe("overlapsAabb()", () => {
  it("counts touching", () => {
    const rows: [Aabb, boolean][] = [
      [B, true],
      [bounds(5, 9, 6, 10), true],
      [bounds(-1, 5, 1, 6), true],
      [bounds(5.000000000000001, 3, 6, 4), false],
      [bounds(2, 9.000000000000002, 3, 12), false],
    ];
    for (const [b, expected] of rows) assertEquals(overlapsAabb(A, b), expected);
  });

  it("is false when a box is empty", () => {
    // What is left of boxes that are apart, and of one that shrank, in a box around both.
    const large = bounds(-99, -99, 99, 99);
    for (
      const empty of [
        bounds(7, 3, 5, 4),
        bounds(2, 12, 3, 9),
        expandAabb(A, -9),
      ]
    ) {
      for (const [a, b] of [[large, empty], [empty, large], [A, empty], [empty, empty]]) {
        assertEquals(overlapsAabb(a, b), false);
      }
    }
  });
});

describe("containsAabb()", () => {
  it("includes the boundary", () => {
    const rows: [Aabb, boolean][] = [
      [A, true],
      [bounds(1, 2, 5, 9.5), false],
      [bounds(0.5, 2, 5, 9), false],
      [bounds(1, 2, 5.5, 9), false],
      [bounds(1, 1.5, 5, 9), false],
      [bounds(Infinity, Infinity, -Infinity, -Infinity), true],
      // Empty in one direction is empty, wherever it is: so are intersections of boxes beside each other.
      [bounds(100, 20, 99, 21), true],
      [bounds(10, 200, 11, 199), true],
      [bounds(10, 100, 11, 101), false],
      // A line, or a point, is not empty.
      [bounds(10, 100, 10, 101), false],
      [bounds(10, 100, 11, 100), false],
    ];
    for (const [b, expected] of rows) assertEquals(containsAabb(A, b), expected);
  });
});

describe("aabbContainsPoint()", () => {
  it("includes the boundary", () => {
    for (const [x, y] of [[1, 9], [5, 2]]) assertEquals(aabbContainsPoint(A, { x, y }), true);
    for (const [x, y] of [[0.5, 3], [3, 9.5], [3, 1], [7, 3]]) {
      assertEquals(aabbContainsPoint(A, { x, y }), false);
    }
  });
});
