import {
  add,
  addScaled,
  copyVec2,
  cross,
  distance,
  distanceSquared,
  dot,
  equals,
  length,
  lengthSquared,
  lerp,
  negate,
  norm,
  normalize,
  perpendicular,
  rotate,
  scale,
  setVec2,
  subtract,
  type Vec2,
  vec2,
} from "@narrowphase/gjk2d/math";
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertLess,
  assertStrictEquals,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../generate/random.ts";
import { decode } from "./reference.ts";

const A = { x: 3, y: 5 };
const B = { x: -7, y: 11 };

/** What a function of one or two vectors and a result gives for A and B. */
const functions: [name: string, (a: Vec2, b: Vec2, out?: Vec2) => Vec2, Vec2, isUnary?: true][] = [
  ["copyVec2", (v, _, out) => copyVec2(v, out), { x: 3, y: 5 }, true],
  ["negate", (v, _, out) => negate(v, out), { x: -3, y: -5 }, true],
  ["perpendicular", (v, _, out) => perpendicular(v, out), { x: -5, y: 3 }, true],
  ["scale", (v, _, out) => scale(v, 2, out), { x: 6, y: 10 }, true],
  ["rotate", (v, _, out) => rotate(v, 0.5, 2, out), { x: -8.5, y: 8.5 }, true],
  ["add", add, { x: -4, y: 16 }],
  ["subtract", subtract, { x: 10, y: -6 }],
  ["addScaled", (a, b, out) => addScaled(a, b, 2, out), { x: -11, y: 27 }],
  ["lerp", (a, b, out) => lerp(a, b, 0.25, out), { x: 0.5, y: 6.5 }],
];
for (const [name, f, expected, isUnary] of functions) {
  describe(`${name}()`, () => {
    it("returns out, or a new vector when absent, and leaves its inputs", () => {
      const a = { ...A }, b = { ...B }, out = { x: 99, y: 98 };
      assertEquals(f(a, b), expected);
      assertStrictEquals(f(a, b, out), out);
      assertEquals([out, a, b], [expected, A, B]);
    });
    it("gives the same when out is an input, or all are one vector", () => {
      const a = { ...A }, b = { ...B }, both = { ...A };
      assertStrictEquals(f(a, B, a), a);
      assertEquals(a, expected);
      if (!isUnary) assertStrictEquals(f(A, b, b), b);
      if (!isUnary) assertEquals(b, expected);
      assertEquals(f(both, both, both), f(A, A));
    });
  });
}

describe("lerp()", () => {
  it("is exact at both ends", () => {
    const a = { x: 0.1, y: 1e17 }, b = { x: 0.3, y: -7 };
    assertEquals(lerp(a, b, 0), a);
    assertEquals(lerp(a, b, 1), b);
  });
});

describe("vec2() and setVec2()", () => {
  it("make and fill vectors", () => {
    assertEquals(vec2(1, 2), { x: 1, y: 2 });
    assertEquals(vec2(), { x: 0, y: 0 });
    const out = vec2();
    assertStrictEquals(setVec2(4, 6, out), out);
    assertEquals(out, { x: 4, y: 6 });
  });
});

describe("products", () => {
  it("are those of the textbook when x differs from y", () => {
    assertEquals([dot(A, B), cross(A, B), cross(B, A)], [34, 68, -68]);
    assertEquals([lengthSquared(B), distanceSquared(A, B)], [170, 136]);
    assertEquals([equals(A, { x: 3, y: 5 }), equals(A, { x: 5, y: 3 })], [true, false]);
    assertEquals([equals(A, { x: 3, y: 6 }), equals(A, { x: 4, y: 5 })], [false, false]);
    assertEquals(equals({ x: 0, y: 1 }, { x: -0, y: 1 }), true);
    assertEquals(equals({ x: NaN, y: 1 }, { x: NaN, y: 1 }), false);
  });
});

describe("length() and distance()", () => {
  it("are exact for a Pythagorean triple at every scale", () => {
    for (let k = -1074; k < 1020; k++) {
      const s = 2 ** k;
      assertStrictEquals(length({ x: 5 * s, y: -12 * s }), 13 * s, `2^${k}`);
      assertStrictEquals(distance({ x: 0, y: 12 * s }, { x: 5 * s, y: 0 }), 13 * s, `2^${k}`);
    }
  });

  it("keep small differences of far points", () => {
    assertStrictEquals(distance({ x: 1e12 + 3, y: -1e12 }, { x: 1e12, y: -1e12 - 4 }), 5);
  });

  it("have a relative error of at most 2^-52 for vectors of every size", () => {
    const random = new Random("length");
    for (let i = 0; i < 3000; i++) {
      const k = random.int(-1000, 1000);
      const x = random.range(-1, 1) * 2 ** k;
      const y = random.range(-1, 1) * 2 ** Math.max(-1000, k - random.int(0, 40));
      const l = norm(x, y);
      // l² (1 - 2^-52)² ≤ x² + y² ≤ l² (1 + 2^-52)², in integers
      const low = Math.min(decode(x).e, decode(y).e, decode(l).e);
      const int = (v: number) => decode(v).m << BigInt(decode(v).e - low);
      const square = (int(x) ** 2n + int(y) ** 2n) << 104n;
      const below = (int(l) * ((1n << 52n) - 1n)) ** 2n;
      const above = (int(l) * ((1n << 52n) + 1n)) ** 2n;
      assert(below <= square && square <= above, `${x}, ${y}`);
    }
  });

  it("are infinite or NaN only when a coordinate is, or the length is not representable", () => {
    assertStrictEquals(length({ x: 1e308, y: 1e308 }), Math.SQRT2 * 1e308);
    assertStrictEquals(length({ x: 1.7e308, y: 1.7e308 }), Infinity);
    assertStrictEquals(length({ x: -Infinity, y: 3 }), Infinity);
    assert(Number.isNaN(length({ x: NaN, y: 3 })));
    assertStrictEquals(length({ x: 0, y: -0 }), 0);
  });
});

describe("normalize()", () => {
  it("gives a unit vector in the same direction at every scale", () => {
    for (const k of [-1074, -1040, -600, -501, -500, -1, 0, 499, 501, 1000, 1020]) {
      const s = 2 ** k;
      assertEquals(normalize({ x: 3 * s, y: -4 * s }), { x: 0.6, y: -0.8 }, `2^${k}`);
    }
    const random = new Random("normalize");
    for (let i = 0; i < 1000; i++) {
      const n = normalize({ x: random.range(-1, 1), y: random.range(-1, 1) });
      assertLess(Math.abs(lengthSquared(n) - 1), 5e-16);
    }
  });

  it("stays zero when the vector is zero", () => {
    assertEquals(normalize({ x: 0, y: -0 }), { x: 0, y: 0 });
  });

  it("gives the same when out is its input", () => {
    const v = { x: 8, y: 15 };
    assertStrictEquals(normalize(v, v), v);
    assertAlmostEquals(v.x, 8 / 17, 1e-16);
    assertAlmostEquals(v.y, 15 / 17, 1e-16);
  });
});
