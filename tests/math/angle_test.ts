import {
  angleOf,
  atan2,
  cos,
  nextDown,
  nextUp,
  pose,
  sin,
  sincos,
  sincosTurn,
} from "@narrowphase/gjk2d/math";
import { assert, assertEquals, assertLess, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { effort } from "../effort.ts";
import { Random } from "../generate/random.ts";
import { atan2UlpError, fromBits, sincosReference, ulpError } from "./reference.ts";

const SIN_COS_ULPS = 0.8;
const ATAN2_ULPS = 0.7;

/** Largest errors of sin and cos over some angles. */
function worstSincos(angles: Iterable<number>): { sin: number; cos: number } {
  const worst = { sin: 0, cos: 0 };
  for (const angle of angles) {
    const reference = sincosReference(angle);
    worst.sin = Math.max(worst.sin, ulpError(sin(angle), reference.sin));
    worst.cos = Math.max(worst.cos, ulpError(cos(angle), reference.cos));
  }
  return worst;
}

function* repeat(count: number, make: () => number): Generator<number> {
  for (let i = 0; i < count; i++) yield make();
}

describe("sin() and cos()", () => {
  const random = new Random("sincos");
  const ranges: [string, number, () => number][] = [
    ["within one revolution", 30000, () => random.range(-7, 7)],
    ["of every magnitude to 2^-30", 10000, () => random.range(-1, 1) * 2 ** random.int(-29, 0)],
    ["to a thousand revolutions", 20000, () => random.range(-6300, 6300)],
    ["to the end of the short reduction", 20000, () => random.range(-1.7e6, 1.7e6)],
    ["to 2^64", 10000, () => random.range(-1, 1) * 2 ** random.int(20, 64)],
    ["to the largest double", 10000, () => random.range(-1, 1) * 2 ** random.int(64, 1023)],
    ["next to multiples of π/2", 10000, () => {
      const x = random.int(1, 1 << 21) * (Math.PI / 2);
      return [nextDown(x), x, nextUp(x)][random.int(0, 2)];
    }],
    // Muller, "Elementary functions", table 9.1.
    ["closest of all doubles to one", 2, () => random.sign() * 6381956970095103 * 2 ** 797],
  ];
  for (const [name, count, make] of ranges) {
    it(`are within ${SIN_COS_ULPS} ulp for angles ${name}`, () => {
      const worst = worstSincos(repeat(effort(count), make));
      assertLess(worst.sin, SIN_COS_ULPS, `sin: ${worst.sin} ulp`);
      assertLess(worst.cos, SIN_COS_ULPS, `cos: ${worst.cos} ulp`);
    });
  }

  it("give the known digits for 1e22", () => {
    assertStrictEquals(sin(1e22), -0.8522008497671888);
    assertStrictEquals(cos(1e22), 0.523214785395139);
  });

  it("are exact at zero and for tiny angles", () => {
    assertStrictEquals(sin(0), 0);
    assertStrictEquals(sin(-0), -0);
    assertStrictEquals(cos(0), 1);
    assertStrictEquals(cos(-0), 1);
    for (const x of [5e-324, 1e-310, -1e-300, 2 ** -60, -(2 ** -28)]) {
      assertStrictEquals(sin(x), x);
      assertStrictEquals(cos(x), 1);
    }
  });

  it("are odd and even when the sign changes", () => {
    const angles = [0.5, 1, 2, 3, 4, 5, 100, 1e6, 1e10, 1e100];
    // Halfway between two quadrants either will do, but for x and -x the same.
    for (let k = 1; k < 20000; k += 2) {
      const x = k * (Math.PI / 4);
      angles.push(nextDown(x), x, nextUp(x));
    }
    for (const x of angles) {
      assertStrictEquals(sin(-x), -sin(x));
      assertStrictEquals(cos(-x), cos(x));
    }
  });

  it("are NaN when the angle is not finite", () => {
    for (const x of [Infinity, -Infinity, NaN]) {
      assert(Number.isNaN(sin(x)));
      assert(Number.isNaN(cos(x)));
    }
  });
});

describe("sincos()", () => {
  it("has the bits of sin and cos when given any angle", () => {
    const random = new Random("sincos bits");
    for (let i = 0; i < 2000; i++) {
      const angle = random.range(-1, 1) * 2 ** random.int(-40, 80);
      assertEquals(sincos(angle), { cos: cos(angle), sin: sin(angle) });
    }
  });

  it("keeps the sign of a zero", () => {
    assertStrictEquals(sincos(-0).sin, -0);
    assertStrictEquals(sincos(0).sin, 0);
  });

  it("writes to a pose and keeps its position when that is out", () => {
    const p = pose(3, 4, 0);
    assertStrictEquals(sincos(1.25, p), p);
    assertEquals(p, { x: 3, y: 4, cos: cos(1.25), sin: sin(1.25) });
  });
});

describe("sincosTurn()", () => {
  it("is exact at quarter and twelfth turns, with zeros without a sign", () => {
    const quarters = [[0, 1, 0], [1, 0, 1], [2, -1, 0], [3, 0, -1], [-1, 0, -1], [-2, -1, 0]];
    for (const [k, cos, sin] of [...quarters, [9, 0, 1]]) {
      const turn = sincosTurn(k, 4);
      assertStrictEquals(turn.cos, cos);
      assertStrictEquals(turn.sin, sin);
    }
    assertStrictEquals(sincosTurn(1, 12).sin, 0.5);
    assertStrictEquals(sincosTurn(1, 6).cos, 0.5);
    assertEquals(sincosTurn(3, 8), { cos: -Math.SQRT1_2, sin: Math.SQRT1_2 });
  });

  it("is exactly symmetric when n is even", () => {
    for (const n of [6, 10, 48, 1000]) {
      for (let k = 0; k < n; k++) {
        const a = sincosTurn(k, n), b = sincosTurn(k + n / 2, n);
        assertEquals([a.cos + b.cos, a.sin + b.sin], [0, 0], `${k}/${n}`);
      }
    }
  });

  it("agrees with sincos of the angle when given any fraction", () => {
    for (let n = 1; n < 100; n++) {
      for (let k = -n; k <= n; k++) {
        const a = sincosTurn(k, n);
        const angle = 2 * Math.PI * k / n;
        assertLess(Math.abs(a.cos - cos(angle)), 2e-15);
        assertLess(Math.abs(a.sin - sin(angle)), 2e-15);
      }
    }
  });
});

describe("atan2()", () => {
  const random = new Random("atan2");
  const sign = () => random.int(0, 1) * 2 - 1;
  const wide = () => sign() * random.range(1, 2) * 2 ** random.int(-1022, 1022);
  const ranges: [string, number, () => [number, number]][] = [
    ["in the unit square", 40000, () => [random.range(-1, 1), random.range(-1, 1)]],
    ["of similar size at every scale", 20000, () => {
      const y = wide();
      return [y, Math.max(-1e308, Math.min(1e308, y * sign() * random.range(0.25, 4)))];
    }],
    ["of unrelated sizes", 10000, () => [wide(), wide()]],
    ["with a slope down to 2^-70", 20000, () => {
      const x = random.range(-1, 1);
      const y = x * sign() * random.range(1, 2) * 2 ** random.int(-70, 0);
      return random.int(0, 1) ? [x, y] : [y, x];
    }],
    ["that are subnormal", 10000, () => [
      sign() * random.int(1, 1 << 30) * 5e-324,
      sign() * random.int(1, 1 << 30) * 5e-324,
    ]],
  ];
  for (const [name, count, make] of ranges) {
    it(`is within ${ATAN2_ULPS} ulp for coordinates ${name}`, () => {
      let worst = 0;
      for (let i = 0; i < effort(count); i++) {
        const [y, x] = make();
        if (y === 0 || x === 0) continue;
        worst = Math.max(worst, atan2UlpError(atan2(y, x), y, x));
      }
      assertLess(worst, ATAN2_ULPS, `${worst} ulp`);
    });
  }

  it("answers zeros, infinities and NaN as the language's own when they occur", () => {
    const special = [0, -0, 1, -1, 5e-324, 1.7e308, Infinity, -Infinity, NaN];
    for (const y of special) {
      for (const x of special) assertStrictEquals(atan2(y, x), Math.atan2(y, x), `${y}, ${x}`);
    }
  });

  it("inverts sincos when the angle is within half a revolution", () => {
    for (let i = 0; i < 1000; i++) {
      const angle = random.range(-Math.PI, Math.PI);
      assertLess(Math.abs(angleOf(pose(1, 2, angle)) - angle), 1e-15 * Math.PI);
    }
  });
});

describe("angle reference", () => {
  it("measures half an ulp for a neighbour when the value is right", () => {
    const right = sin(1);
    const { sin: reference } = sincosReference(1);
    assertLess(ulpError(right, reference), 0.8);
    assert(ulpError(nextUp(nextUp(right)), reference) > 1);
    assertStrictEquals(fromBits(1n), 5e-324);
  });
});
