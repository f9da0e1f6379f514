import {
  type Aabb,
  aabbCenter,
  aabbContainsPoint,
  aabbPerimeter,
  containsAabb,
  copyAabb,
  emptyAabb,
  expandAabb,
  intersectionAabb,
  overlapsAabb,
  setAabb,
  sweepAabb,
  unionAabb,
} from "@narrowphase/gjk2d/math";
import { assertEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";

const A = setAabb(1, 2, 5, 9);
const B = setAabb(-3, 4, 2, 20);

const functions: [string, (a: Aabb, b: Aabb, out?: Aabb) => Aabb, Aabb, isUnary?: true][] = [
  ["copyAabb", (a, _, out) => copyAabb(a, out), A, true],
  ["expandAabb", (a, _, out) => expandAabb(a, 0.5, out), setAabb(0.5, 1.5, 5.5, 9.5), true],
  ["sweepAabb", (a, _, out) => sweepAabb(a, -2, 3, out), setAabb(-1, 2, 5, 12), true],
  ["unionAabb", unionAabb, setAabb(-3, 2, 5, 20)],
  ["intersectionAabb", intersectionAabb, setAabb(1, 4, 2, 9)],
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
      [setAabb(5, 9, 6, 10), true],
      [setAabb(-1, 5, 1, 6), true],
      [setAabb(5.000000000000001, 3, 6, 4), false],
      [setAabb(2, 9.000000000000002, 3, 12), false],
    ];
    for (const [b, expected] of rows) assertEquals(overlapsAabb(A, b), expected);
  });

  it("is false when a box is empty", () => {
    // What is left of boxes that are apart, and of one that shrank, in a box around both.
    const large = setAabb(-99, -99, 99, 99);
    for (
      const empty of [
        emptyAabb(),
        intersectionAabb(A, setAabb(7, 3, 8, 4)),
        intersectionAabb(A, setAabb(2, 12, 3, 14)),
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
      [setAabb(1, 2, 5, 9.5), false],
      [setAabb(0.5, 2, 5, 9), false],
      [setAabb(1, 2, 5.5, 9), false],
      [setAabb(1, 1.5, 5, 9), false],
      [emptyAabb(), true],
      // Empty in one direction is empty, wherever it is: so are intersections of boxes beside each other.
      [setAabb(100, 20, 99, 21), true],
      [setAabb(10, 200, 11, 199), true],
      [setAabb(10, 100, 11, 101), false],
      // A line, or a point, is not empty.
      [setAabb(10, 100, 10, 101), false],
      [setAabb(10, 100, 11, 100), false],
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

describe("emptyAabb()", () => {
  it("is absorbed by unions", () => {
    assertEquals(unionAabb(emptyAabb(), A), A);
    assertEquals(unionAabb(A, emptyAabb()), A);
  });
});

describe("aabbCenter() and aabbPerimeter()", () => {
  it("measure a box", () => {
    assertEquals(aabbCenter(A), { x: 3, y: 5.5 });
    assertStrictEquals(aabbPerimeter(A), 22);
    const out = { x: 0, y: 0 };
    assertStrictEquals(aabbCenter(B, out), out);
    assertEquals(out, { x: -0.5, y: 12 });
  });
});
