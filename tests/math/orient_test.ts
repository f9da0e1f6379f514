import { nextUp, orient2d, orientation } from "@narrowphase/gjk2d/math";
import { assert, assertAlmostEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { effort, isLong } from "../effort.ts";
import { Random } from "../generate/random.ts";
import { lowExponent, scaled } from "../exact/oracle/dyadic.ts";

/** Both products of the determinant in integers, and the exponent of their unit. */
function exactProducts(...c: Six) {
  const low = Math.min(...c.map(lowExponent), 0);
  const [ax, ay, bx, by, cx, cy] = c.map((x) => scaled(x, low));
  return { left: (ax - cx) * (by - cy), right: (ay - cy) * (bx - cx), e: 2 * low };
}

type Six = [number, number, number, number, number, number];

function check(...c: Six): void {
  const value = orient2d(...c);
  const { left, right } = exactProducts(...c);
  const isRight = left > right ? value > 0 : left < right ? value < 0 : value === 0;
  if (!isRight) assert(false, `orient2d(${c.join(", ")}) is ${value}`);
}

describe("orient2d()", () => {
  it("is positive for a left turn, and twice the area", () => {
    assertStrictEquals(orient2d(0, 0, 4, 1, 1, 3), 11);
    assertStrictEquals(orient2d(0, 0, 1, 3, 4, 1), -11);
    assertStrictEquals(orient2d(1, 2, 3, 6, 2, 4), 0);
  });

  it("has the exact sign on a grid of ulps around a diagonal", () => {
    // Kettner et al., "Classroom examples of robustness problems" (2008), figure 2, and like it.
    const u = 2 ** -53;
    const near = [24.00000000000005, 24.0000000000000517] as const;
    const lines: Six[] = [
      [0.5, 0.5, 12, 12, 24, 24],
      [0.50000000000002531, 0.5000000000000171, 17.300000000000001, 17.3, ...near],
      [0.5, 0.5, 8.8000000000000007, 8.8, 12.1, 12.1],
      [0.375, 0.625, -3, 11.5, 7.0625, -17.3],
    ];
    const side = isLong ? 224 : 100;
    for (const [x, y, bx, by, cx, cy] of lines) {
      for (let i = 0; i < side; i++) {
        for (let j = 0; j < side; j++) check(x + i * u, y + j * u, bx, by, cx, cy);
      }
    }
  });

  const surveys: [where: string, count: number, make: (r: Random) => Six[]][] = [
    ["on walks of ulps along random lines", 20_000, (r) => {
      const [ax, ay, bx, by] = Array.from({ length: 4 }, () => r.range(-1, 1));
      const t = r.range(-2, 2), cx = ax + t * (bx - ax), cy = ay + t * (by - ay);
      return [[ax, ay, bx, by, cx, cy], [ax, ay, bx, by, cx, nextUp(cy)]];
    }],
    ["far from the origin", 10_000, (r) => {
      const [o, p] = [0, 1].map(() => r.range(-1, 1) * 2 ** r.int(0, 60));
      const c = () => r.range(-1, 1);
      return [[o + c(), p + c(), o + c(), p + c(), o + c(), p + c()]];
    }],
    ["at every scale, underflow and overflow included", 8000, (r) => {
      // Nearly collinear triples of small integers, scaled as far as doubles go.
      const s = 2 ** r.int(-1074, 1000);
      const x = r.int(-300, 300), y = r.int(-300, 300);
      const a = r.int(-9, 9), b = r.int(-9, 9), t = r.int(-20, 20);
      const end = y + t * b + r.int(-1, 1);
      return [[s * x, s * y, s * (x + a), s * (y + b), s * (x + t * a), s * end]];
    }],
    ["when coordinates of all magnitudes meet", 4000, (r) => {
      const c = () => r.int(0, 5) === 0 ? 0 : r.range(-1, 1) * 2 ** r.int(-1070, 1023);
      const x = c(), y = c();
      return [
        [x, y, c(), c(), c(), c()],
        [x, y, x, y, c(), c()],
        [x, y, nextUp(x), y, x, nextUp(y)],
        [x, x, y, y, c(), c()],
      ];
    }],
  ];
  for (const [where, count, make] of surveys) {
    it(`has the exact sign ${where}`, () => {
      const random = new Random("orient", where);
      for (let i = 0; i < effort(count); i++) {
        for (const coordinates of make(random)) check(...coordinates);
      }
    });
  }

  it("estimates twice the area to 1e-15 when exact arithmetic decided", () => {
    const value = orient2d(0.5 + 2 ** -53, 0.5, 12, 12, 24, 24);
    assertAlmostEquals(value / (-12 * 2 ** -53), 1, 1e-14);
    assertStrictEquals(orient2d(5e-324, 0, 0, 5e-324, 0, 0), 5e-324);
    assertStrictEquals(orient2d(1e308, -1e308, 1e308, 1e308, -1e308, 1e308), Number.MAX_VALUE);
  });

  it("is within 4e-16 of its products, not of itself, when points are all but collinear", () => {
    const random = new Random("orient magnitude");
    let relative = 0;
    for (let i = 0; i < effort(20000); i++) {
      const [ax, ay, dx, dy, t] = Array.from({ length: 5 }, () => random.unit());
      const line: Six = [ax, ay, ax + dx, ay + dy, ax + t * dx, ay + t * dy];
      const value = orient2d(...line);
      const { left, right, e } = exactProducts(...line);
      const size = (v: bigint) => Math.abs(Number(v)) * 2 ** e;
      const error = size(scaled(value, e) - (left - right));
      assert(error <= 4e-16 * (size(left) + size(right)), line.join());
      if (value !== 0) relative = Math.max(relative, error / Math.abs(value));
    }
    assert(relative > 0.1);
  });

  it("is twice the area when coordinates leave the range of its stages", () => {
    for (const k of [-460, -400, 505]) {
      // c is the origin, b one ulp above 2a.
      const a = 2 ** k, rise = 2 ** (k - 51);
      assertStrictEquals(orient2d(a, a, 2 * a, 2 * a + rise, 0, 0), a * rise);
      assertStrictEquals(orient2d(2 * a, 2 * a + rise, a, a, 0, 0), -a * rise);
    }
  });

  it("is NaN when a coordinate is not finite", () => {
    for (const bad of [NaN, Infinity, -Infinity]) {
      assert(Number.isNaN(orient2d(bad, 1, 2, 3, 4, 6)));
      assert(Number.isNaN(orient2d(0, 1, 2, 3, 4, bad)));
    }
  });
});

describe("orientation()", () => {
  it("is the sign of the turn when given points", () => {
    assertStrictEquals(orientation({ x: 0, y: 0 }, { x: 4, y: 1 }, { x: 1, y: 3 }), 1);
    assertStrictEquals(orientation({ x: 0, y: 0 }, { x: 1, y: 3 }, { x: 4, y: 1 }), -1);
    assertStrictEquals(orientation({ x: 1, y: 2 }, { x: 3, y: 6 }, { x: 2, y: 4 }), 0);
  });
});
