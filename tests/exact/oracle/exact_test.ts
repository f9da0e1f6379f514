import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  bitLength,
  isqrt,
  lowExponent,
  NO_BITS,
  pow2,
  scale2,
  scaled,
  toNumber,
} from "./dyadic.ts";
import { core } from "../fixtures/fixture.ts";
import { type Core, exactContainsPoint, ExactPair, hullOfDoubles, IDENTITY as I } from "./exact.ts";

const rect = (x: number, y: number, u: number, v: number) => core(0, x, y, u, y, u, v, x, v);

const SQUARE = rect(-1, -1, 1, 1);

describe("dyadic", () => {
  it("lowExponent() finds the lowest bit of every kind of double", () => {
    const least = Number.MIN_VALUE;
    const cases = [[1, 0], [-12, 2], [0.75, -2], [1 + 2 ** -52, -52], [least, -1074]];
    cases.push([3 * least, -1074], [2 ** -1022, -1022], [2 ** 1023, 1023]);
    cases.push([2 ** 40 + 2 ** 20, 20], [-0, NO_BITS]);
    for (const [x, e] of cases) assertStrictEquals(lowExponent(x), e);
  });

  it("scaled() and toNumber() are inverse", () => {
    for (const x of [1, -3.5, 0.1, 1e300, -1e-300, Number.MIN_VALUE, Number.MAX_VALUE, 1e-310]) {
      const e = lowExponent(x);
      assertStrictEquals(toNumber(scaled(x, e), e), x);
      assertStrictEquals(toNumber(scaled(x, e - 1100), e - 1100), x);
    }
    assertStrictEquals(scaled(0.75, -3), 6n);
    assertStrictEquals(scaled(2 ** 900, -1000), 1n << 1900n);
  });

  it("toNumber() rounds to nearest, ties to even", () => {
    assertStrictEquals(toNumber((1n << 53n) + 1n, 0), 2 ** 53);
    assertStrictEquals(toNumber((1n << 53n) + 3n, 0), 2 ** 53 + 4);
    assertStrictEquals(toNumber((((1n << 53n) + 1n) << 1200n) + 1n, -1200), 2 ** 53 + 2);
    assertStrictEquals(toNumber(-((1n << 53n) + 1n) << 1200n, -1200), -(2 ** 53));
  });

  it("isqrt() and bitLength() are exact", () => {
    let x = 1n;
    for (let i = 0; i < 300; i++) {
      x = x * 7n + BigInt(i);
      const root = isqrt(x);
      assert(root * root <= x && (root + 1n) * (root + 1n) > x, `${x}`);
      assertStrictEquals(isqrt(root * root), root);
      assertStrictEquals(isqrt(root * root - 1n), root - 1n);
      assertStrictEquals(bitLength(x), x.toString(2).length);
      assertStrictEquals(bitLength(-x), x.toString(2).length);
    }
    for (let i = 1n; i < 1200n; i++) {
      assertStrictEquals(bitLength(1n << i), Number(i) + 1);
      assertStrictEquals(bitLength((1n << i) - 1n), Number(i));
    }
    assertStrictEquals(isqrt(0n), 0n);
  });

  it("scale2() and pow2() are exact over the whole range", () => {
    assertStrictEquals(pow2(-1074), Number.MIN_VALUE);
    assertStrictEquals(scale2(Number.MIN_VALUE, 2097), 2 ** 1023);
    assertStrictEquals(scale2(2 ** 1023, -2097), Number.MIN_VALUE);
  });
});

describe("ExactPair", () => {
  const cases: [string, Core, Core, number, number][] = [
    ["point, point 3-4-5", core(0, 1, 2), core(0, 4, 6), 5, 1],
    ["equal points", core(0, 1, 2), core(0, 1, 2), 0, 0],
    ["circles touching 3-4-5", core(2, 0, 0), core(3, 3, 4), 0, 0],
    ["circles apart 3-4-5", core(1, 0, 0), core(3, 3, 4), 1, 1],
    ["circles overlapping", core(4, 0, 0), core(3, 3, 4), -2, -1],
    ["concentric circles", core(4, 1, 1), core(3, 1, 1), -7, -1],
    ["circle beside a square", core(0.5, 3, 0.25), SQUARE, 1.5, 1],
    ["circle at a corner, 5-12-13", core(3, 6, 13), SQUARE, 10, 1],
    ["circle center in a square", core(0.5, 0.75, 0.25), SQUARE, -0.75, -1],
    ["point on an edge", core(0, 1, 0.5), SQUARE, 0, 0],
    ["point in a square", core(0, 0.75, 0.5), SQUARE, -0.25, -1],
    ["the same squares", SQUARE, SQUARE, -2, -1],
    ["squares edge to edge", SQUARE, core(0, 1, -0.5, 3, -0.5, 3, 1.5, 1, 1.5), 0, 0],
    ["squares corner to corner", SQUARE, core(0, 1, 1, 3, 1, 3, 3, 1, 3), 0, 0],
    ["squares corners 3-4-5 apart", SQUARE, core(0, 4, 5, 6, 5, 6, 7, 4, 7), 5, 1],
    ["squares overlapping", SQUARE, rect(0.5, -0.25, 2.5, 1.75), -0.5, -1],
    ["nested squares, box2d#883", rect(-4, -4, 4, 4), rect(-5, -5, 5, 5), -9, -1],
    ["crossing segments", core(0, -1, 0, 1, 0), core(0, 0, -1, 0, 1), -1, -1],
    ["collinear segments apart", core(0, 0, 0, 3, 3), core(0, 5, 5, 9, 9), Math.sqrt(8), 1],
    ["collinear segments sharing a part", core(0, 0, 0, 3, 3), core(0, 2, 2, 9, 9), 0, 0],
    ["parallel segments", core(0, 0, 0, 4, 0), core(0, 1, 3, 2, 3), 3, 1],
    ["capsules touching", core(1, 0, 0, 4, 0), core(2, 1, 3, 2, 3), 0, 0],
    ["capsules crossing", core(1, -1, 0, 1, 0), core(2, 0, -1, 0, 1), -4, -1],
    [
      "clockwise, a collinear vertex",
      core(0, -1, 1, 1, 1, 1, 0, 1, -1, -1, -1),
      core(0, 4, 5),
      5,
      1,
    ],
  ];
  for (const [name, a, b, value, sign] of cases) {
    it(`value is right for ${name}`, () => {
      for (const turn of [[1, 0], [0, 1], [-1, 0], [0, -1]]) {
        for (const scale of [1, 2 ** -240, 2 ** 240]) {
          const place = { x: 8 * scale, y: -16 * scale, cos: turn[0], sin: turn[1] };
          const grow = (c: Core): Core => ({
            points: c.points.map((p) => ({ x: p.x * scale, y: p.y * scale })),
            radius: c.radius * scale,
          });
          for (const [p, q] of [[grow(a), grow(b)], [grow(b), grow(a)]]) {
            const pair = new ExactPair(p, place, q, place);
            assertStrictEquals(pair.value, value * scale);
            assertStrictEquals(pair.sign, sign);
            assertStrictEquals(pair.intersects, sign <= 0);
          }
        }
      }
    });
  }

  it("sign is exact one ulp to either side of touching", () => {
    // 3-4-5 circles: one ulp of a radius decides.
    const up = 2 ** -52, tiny = Number.MIN_VALUE;
    const cases: [Core, Core, number, number?][] = [
      [core(2, 0, 0), core(3 - 2 * up, 3, 4), 1],
      [core(2, 0, 0), core(3 + 2 * up, 3, 4), -1],
      [core(0, 1 + up, 0.5), SQUARE, 1, up],
      [core(0, 1 - up / 2, 0.5), SQUARE, -1],
      [core(1, 0, 0), core(2 ** -600, 1 + up, 0), 1, up],
      [core(0, -tiny, 0.25), rect(0, -1, 1, 1), 1, tiny],
      [core(0, 0, 0.25), core(0, -tiny, 0, 5, 0, 5, 1), 1],
    ];
    for (const [a, b, sign, value] of cases) {
      const pair = new ExactPair(a, I, b, I);
      assertEquals([pair.sign, value ?? pair.value], [sign, pair.value]);
    }
  });

  it("errorInU() counts in 2^-52 of the diameter", () => {
    const pair = new ExactPair(SQUARE, I, core(0, 4, 5), I);
    const diameter = Math.sqrt(61);
    assertStrictEquals(pair.diameter, diameter);
    assertStrictEquals(pair.errorInU(5), 0);
    assertStrictEquals(pair.errorInU(5 + 2 ** -50), 4 / diameter);
    assertStrictEquals(pair.errorInU(5 - 2 ** -50), -4 / diameter);
    assert(Math.abs(new ExactPair(SQUARE, I, core(0, 2, 3), I).errorInU(Math.sqrt(5))) < 0.5);
  });

  it("gapInU() is 0 for the right normal and negative for a wrong one", () => {
    const pair = new ExactPair(SQUARE, I, core(0, 3, 0.5), I);
    assertStrictEquals(pair.gapInU(1, 0), 0);
    const wrong = pair.gapInU(0.6, 0.8) * pair.u;
    // n.b - max n.a - 2 = 0.6 * 3 + 0.8 * 0.5 - 1.4 - 2
    assert(Math.abs(wrong - (0.6 * 3 + 0.4 - 1.4 - 2)) < 1e-14);
    const deep = new ExactPair(SQUARE, I, SQUARE, I);
    for (const [x, y] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      assertStrictEquals(deep.gapInU(x, y), 0);
    }
    assert(deep.gapInU(0.8, 0.6) * deep.u < -0.79);
    const round = new ExactPair(core(2, 0, 0), I, core(3, 6, 8), I);
    assert(Math.abs(round.gapInU(0.6, 0.8)) < 1);
  });

  it("outside() measures how far a point is off a shape", () => {
    const pair = new ExactPair(core(2, -1, -1, 1, -1, 1, 1, -1, 1), I, core(1, 9, 9), I);
    for (const [x, y, off] of [[0.5, 0.25, 0], [3, 0.25, 0], [3.5, 0.25, 0.5], [4, 5, 3]]) {
      assertStrictEquals(pair.outside("a", { x, y }), off);
    }
    for (const [x, y, off] of [[9, 9, 0], [12, 13, 4]]) {
      assertStrictEquals(pair.outside("b", { x, y }), off);
    }
  });

  it("poses act with the very doubles given", () => {
    // cos and sin of no angle: the shape grows to twice its size.
    const twice = { x: 1, y: 2, cos: 2, sin: 0 }, at = { x: 7, y: 3, cos: 1, sin: 0 };
    assertStrictEquals(new ExactPair(SQUARE, twice, core(0, 0, 0), at).value, 4);
    const third = { x: 1 / 3, y: 0, cos: 1, sin: 0 };
    assertStrictEquals(new ExactPair(core(0, 1 / 3, 0), I, core(0, 0, 0), third).sign, 0);
  });

  it("value of a regular polygon against itself is minus twice its apothem", () => {
    const points = [];
    for (let i = 0; i < 200; i++) {
      points.push({ x: Math.cos(i * Math.PI / 100), y: Math.sin(i * Math.PI / 100) });
    }
    const pair = new ExactPair({ points, radius: 0 }, I, { points, radius: 0 }, I);
    assert(Math.abs(pair.value + 2 * Math.cos(Math.PI / 200)) < 1e-14, `${pair.value}`);
    assert(pair.diameter <= 2 && pair.diameter > 1.998);
  });
});

describe("exact helpers", () => {
  it("exactContainsPoint() is closed", () => {
    assertEquals(exactContainsPoint(SQUARE, I, { x: 1, y: 1 }), true);
    assertEquals(exactContainsPoint(SQUARE, I, { x: 1, y: 1 + 2 ** -52 }), false);
    assertEquals(exactContainsPoint(core(5, 0, 0), I, { x: 3, y: 4 }), true);
    assertEquals(exactContainsPoint(core(5, 0, 0), I, { x: 3 + 2 ** -51, y: 4 }), false);
  });

  it("hullOfDoubles() drops what a rounded cross product would keep", () => {
    // 0.1, 0.2, 0.3 are not collinear multiples in doubles: exactness decides.
    const points = core(0, 0, 0, 4, 0, 4, 4, 2, 2, 1, 1, 0, 0).points;
    assertEquals(hullOfDoubles(points), core(0, 0, 0, 4, 0, 4, 4).points);
    assertEquals(hullOfDoubles(core(0, 1, 1, 1, 1).points), [{ x: 1, y: 1 }]);
    assertEquals(hullOfDoubles(core(0, 3, 3, 1, 1, 2, 2).points), [{ x: 1, y: 1 }, { x: 3, y: 3 }]);
    const nearly = core(0, 0, 0, 1, 2 ** -52, 2, 2 ** -51 + 2 ** -52, 0, 1).points;
    assertStrictEquals(hullOfDoubles(nearly).length, 4);
  });
});
