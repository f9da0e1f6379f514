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

const unary: [string, (a: Aabb, out?: Aabb) => Aabb, Aabb][] = [
  ["copyAabb", copyAabb, A],
  ["expandAabb", (a, out) => expandAabb(a, 0.5, out), setAabb(0.5, 1.5, 5.5, 9.5)],
  ["sweepAabb", (a, out) => sweepAabb(a, -2, 3, out), setAabb(-1, 2, 5, 12)],
];
for (const [name, f, expected] of unary) {
  describe(`${name}()`, () => {
    it("gives the same with and without out, aliased or not", () => {
      assertEquals(f(A), expected);
      const a = { ...A };
      assertStrictEquals(f(a, a), a);
      assertEquals(a, expected);
    });
  });
}

const binary: [string, (a: Aabb, b: Aabb, out?: Aabb) => Aabb, Aabb][] = [
  ["unionAabb", unionAabb, setAabb(-3, 2, 5, 20)],
  ["intersectionAabb", intersectionAabb, setAabb(1, 4, 2, 9)],
];
for (const [name, f, expected] of binary) {
  describe(`${name}()`, () => {
    it("gives the same with and without out, aliased or not", () => {
      assertEquals(f(A, B), expected);
      const a = { ...A }, b = { ...B };
      assertStrictEquals(f(a, B, a), a);
      assertStrictEquals(f(A, b, b), b);
      assertEquals([a, b], [expected, expected]);
    });
  });
}

describe("overlapsAabb()", () => {
  it("counts touching", () => {
    assertStrictEquals(overlapsAabb(A, B), true);
    assertStrictEquals(overlapsAabb(A, setAabb(5, 9, 6, 10)), true);
    assertStrictEquals(overlapsAabb(A, setAabb(-1, 5, 1, 6)), true);
    assertStrictEquals(overlapsAabb(A, setAabb(5.000000000000001, 3, 6, 4)), false);
    assertStrictEquals(overlapsAabb(A, setAabb(2, 9.000000000000002, 3, 12)), false);
  });

  it("is false when a box is empty", () => {
    assertStrictEquals(overlapsAabb(A, emptyAabb()), false);
    assertStrictEquals(overlapsAabb(emptyAabb(), A), false);
    // What is left of boxes that are apart, and of one that shrank, in a box around both.
    const large = setAabb(-99, -99, 99, 99);
    for (
      const empty of [
        intersectionAabb(A, setAabb(7, 3, 8, 4)),
        intersectionAabb(A, setAabb(2, 12, 3, 14)),
        expandAabb(A, -9),
      ]
    ) {
      assertStrictEquals(overlapsAabb(large, empty), false);
      assertStrictEquals(overlapsAabb(empty, large), false);
      assertStrictEquals(overlapsAabb(empty, empty), false);
    }
  });
});

describe("containsAabb()", () => {
  it("includes the boundary", () => {
    assertStrictEquals(containsAabb(A, A), true);
    assertStrictEquals(containsAabb(A, setAabb(1, 2, 5, 9.5)), false);
    assertStrictEquals(containsAabb(A, setAabb(0.5, 2, 5, 9)), false);
    assertStrictEquals(containsAabb(A, emptyAabb()), true);
    // Empty in one direction is empty, wherever it is: so are intersections of boxes beside each other.
    assertStrictEquals(containsAabb(A, setAabb(100, 20, 99, 21)), true);
    assertStrictEquals(containsAabb(A, setAabb(10, 200, 11, 199)), true);
    assertStrictEquals(containsAabb(A, setAabb(10, 100, 11, 101)), false);
  });
});

describe("aabbContainsPoint()", () => {
  it("includes the boundary", () => {
    assertStrictEquals(aabbContainsPoint(A, { x: 1, y: 9 }), true);
    assertStrictEquals(aabbContainsPoint(A, { x: 5, y: 2 }), true);
    assertStrictEquals(aabbContainsPoint(A, { x: 0.5, y: 3 }), false);
    assertStrictEquals(aabbContainsPoint(A, { x: 3, y: 9.5 }), false);
    assertStrictEquals(aabbContainsPoint(A, { x: 3, y: 1 }), false);
    assertStrictEquals(aabbContainsPoint(A, { x: 7, y: 3 }), false);
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
