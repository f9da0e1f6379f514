import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { circle, type ConvexShape } from "@narrowphase/gjk2d";
import { determinant, multiply, multiplyPairs } from "../../src/kernel/double_double.ts";
import { cross, dot, edgeGap, preciseCross, radiusGap } from "../../src/kernel/exact.ts";
import { registers } from "../../src/kernel/registers.ts";
import { OPERANDS } from "../../src/kernel/registers.ts";
import { ulps } from "../generate/families.ts";
import { Random } from "../generate/random.ts";
import { effort } from "../effort.ts";
import { isqrt, lowExponent, pow2, scale2, scaled } from "../exact/oracle/dyadic.ts";
import { exact } from "../../src/kernel/state.ts";
import { makeShape } from "../exact/oracle/public_api.ts";

const SEED = 20261123;
const CASES = effort(8000);

const W = registers;
/** Two vectors of pairs of doubles, and a pair that is made of them: in the scratch of casts. */
const U = 3208;
const V = 3212;
const OUT = 3240;

type Exact = { m: bigint; e: number };

const size = (x: bigint): bigint => x < 0n ? -x : x;
const signOf = (x: bigint): number => x > 0n ? 1 : x < 0n ? -1 : 0;

/** The doubles as whole multiples of one power of two. */
function whole(xs: readonly number[]): { m: bigint[]; e: number } {
  const e = Math.min(...xs.map(lowExponent));
  return { m: xs.map((x) => scaled(x, e)), e };
}

/** Whether the sum of `values` is off `exact` by at most 2^-bits of `of`, or by the last bits that a double has. */
function isWithin(values: readonly number[], exact: Exact, of: Exact, bits: number): boolean {
  const e = Math.min(exact.e, of.e, -1074) - bits;
  const up = (x: Exact): bigint => x.m << BigInt(x.e - e);
  const sum = values.reduce((s, x) => s + scaled(x, e), 0n);
  return size(sum - up(exact)) <= (up(of) >> BigInt(bits)) + up({ m: 2n, e: -1074 });
}

/** Terms and value of (b - a) x (d - c) for the points a, b, c, d. */
function exactCross(p: readonly number[]): { value: Exact; terms: Exact } {
  const { m, e } = whole(p);
  const left = (m[2] - m[0]) * (m[7] - m[5]), right = (m[3] - m[1]) * (m[6] - m[4]);
  const terms = { m: size(left) + size(right), e: 2 * e };
  return { value: { m: left - right, e: 2 * e }, terms };
}

/** Four points that make it hard to tell which way one turns to another. */
const OPERAND_KINDS: Record<string, (r: Random) => number[]> = {
  "at random": (r) => Array.from({ length: 8 }, () => r.range(-1, 1)),
  "on a grid": (r) => Array.from({ length: 8 }, () => r.int(-3, 3)),
  "on one line but for rounding": (r) => {
    const [ax, ay, bx, by] = Array.from({ length: 4 }, () => r.range(-1, 1));
    const t = r.range(-2, 2), u = r.range(-2, 2);
    const at = (s: number): number[] => [ax + s * (bx - ax), ay + s * (by - ay)];
    return [ax, ay, bx, by, ...at(t), ...at(u)];
  },
  "far from the origin": (r) => {
    const x = r.range(1, 2) * 2 ** 20, y = -r.range(1, 2) * 2 ** 20;
    return Array.from({ length: 8 }, (_, k) => ulps(k % 2 === 0 ? x : y, r.int(-40, 40)));
  },
  "exactly on one line": (r) => {
    // Differences of these are no doubles; one coordinate may be off by a little.
    const p = r.int(-9, 9), q = r.int(1, 9), off = r.pick([0, 0, 2 ** -80, -(2 ** -100)]);
    const at = (): number[] => {
      const t = r.sign() * Math.floor(r.range(1, 2) * 2 ** 48) * pow2(-r.int(20, 75));
      return [t * p, t * q];
    };
    return [off, 0, ...at(), ...at(), ...at()];
  },
  "of every size": (r) => {
    const any = (): number => r.sign() * r.range(1, 2) * pow2(r.int(-240, 240));
    return Array.from({ length: 8 }, () => r.chance(0.2) ? 0 : any());
  },
  "with products as good as equal": (r) => {
    // a b and (a + k)(b - k), from whole numbers of up to 53 bits.
    const bits = r.pick([10, 26, 27, 40, 52]), k = r.int(-3, 3);
    const a = Math.floor(r.range(1, 2) * 2 ** bits), b = a + r.int(-3, 3);
    const x = r.chance(0.5) ? 0 : r.int(-4, 4), y = r.chance(0.5) ? 0 : r.int(-4, 4);
    return [x, y, x + a, y + a + k, 0, 0, b - k, b];
  },
};

/** The same, by a power of two for either vector: from where squares underflow to the largest coordinates. */
function operandsOf(kind: string, index: number): number[] {
  const r = new Random("exact", kind, SEED, index);
  const p = OPERAND_KINDS[kind](r);
  if (kind === "of every size" || r.chance(0.5)) return p;
  const most = kind === "with products as good as equal" ? 190 : 225;
  const k = r.int(-700, most), l = r.chance(0.5) ? k : r.int(-700, most);
  return p.map((x, i) => scale2(x, i < 4 ? k : l));
}

const load = (p: readonly number[]): void => W.set(p, OPERANDS);

describe("the exact predicates", () => {
  for (const kind of Object.keys(OPERAND_KINDS)) {
    it(`cross() and dot() have the exact sign, and two ulps of their products, for points ${kind}`, () => {
      for (let i = 0; i < CASES; i++) {
        const p = operandsOf(kind, i);
        const name = `${i}: ${p}`;
        load(p);
        cross();
        const { value, terms } = exactCross(p);
        assertEquals(Math.sign(exact.value), signOf(value.m), name);
        assert(isWithin([exact.value], value, terms, 51), `${name}: ${exact.value}`);
        // u · v = u x v⊥.
        load(p);
        dot();
        const turned = exactCross([...p.slice(0, 4), -p[5], p[4], -p[7], p[6]]);
        assertEquals(Math.sign(exact.value), signOf(turned.value.m), name);
        assert(isWithin([exact.value], turned.value, turned.terms, 51), `${name}: ${exact.value}`);
      }
    });

    it(`preciseCross() keeps its digits, however many cancel, and its operands, for points ${kind}`, () => {
      for (let i = 0; i < CASES; i++) {
        const p = operandsOf(kind, i);
        load(p);
        preciseCross();
        const { value } = exactCross(p);
        const all = { m: size(value.m), e: value.e };
        assertEquals(Math.sign(exact.value), signOf(value.m), `${i}: ${p}`);
        assert(isWithin([exact.value], value, all, 51), `${i}: ${p}: ${exact.value}`);
        assertEquals([...W.subarray(OPERANDS, OPERANDS + 8)], p);
      }
    });

    it(`determinant() has 100 bits and the exact sign for vectors ${kind}`, () => {
      for (let i = 0; i < CASES; i++) {
        const p = operandsOf(kind, i);
        W.set(p, U);
        determinant(U, V, OUT);
        const { value, terms } = exactCross(p);
        const found = [W[OUT], W[OUT + 1]];
        assertEquals(Math.sign(W[OUT]), signOf(value.m), `${i}: ${p}`);
        const all = { m: size(value.m), e: value.e };
        // Expansions, behind what underflows, have the digits of a double.
        const good = isWithin(found, value, terms, 100) || isWithin(found, value, all, 51);
        assert(good, `${i}: ${p}: ${found}`);
        assertEquals(W[OUT] + W[OUT + 1], W[OUT], "hi has all that a double can hold");
      }
    });
  }

  it("multiply() is exact, and multiplyPairs() to 102 bits", () => {
    for (let i = 0; i < CASES; i++) {
      const r = new Random("products", SEED, i);
      const number = (): number => r.sign() * r.range(1, 2) * pow2(r.int(-100, 100));
      const [x, y] = [number(), number()];
      const [xl, yl] = [x, y].map((v) => v * 2 ** -54 * r.range(-1, 1));
      W.set([x, xl, y, yl], U);
      multiply(U, U + 2, OUT);
      const plain = whole([x, y]), pairs = whole([x, xl, y, yl]);
      const product = { m: plain.m[0] * plain.m[1], e: 2 * plain.e };
      assert(isWithin([W[OUT], W[OUT + 1]], product, { m: 0n, e: 0 }, 0), `${x} ${y}`);
      assertEquals(W[OUT], x * y);
      multiplyPairs(U, U + 2, OUT);
      const [a, al, b, bl] = pairs.m;
      const all = { m: (a + al) * (b + bl), e: 2 * pairs.e };
      assert(isWithin([W[OUT], W[OUT + 1]], all, { m: size(all.m), e: all.e }, 102), `${x} ${y}`);
    }
  });
});

/** Sign of the distance less the radii, and that number to 600 bits behind those of a double. */
function exactGap(
  p: readonly number[],
  radii: readonly number[],
  edge: boolean,
): { sign: number; value: Exact } {
  const { m: [ux, uy, wx, wy, x, y, ra, rb], e } = whole([...p.slice(0, 6), ...radii]);
  const R = ra + rb, ex = wx - ux, ey = wy - uy, vx = x - ux, vy = y - uy;
  const c = edge ? ex * vy - ey * vx : 0n;
  // (top / bottom)², the distance.
  const top = edge ? c * c : vx * vx + vy * vy, bottom = edge ? ex * ex + ey * ey : 1n;
  const sign = signOf(top - R * R * bottom), K = 1400n;
  const distance = isqrt((top << (2n * K)) / bottom);
  return { sign, value: { m: distance - (R << K), e: e - Number(K) } };
}

/** Centers, or an edge and a center, and radii that reach about as far as they are apart. */
const GAP_KINDS: Record<string, (r: Random) => number[]> = {
  "on a grid": (r) => [...Array.from({ length: 6 }, () => r.int(-6, 6)), r.int(0, 5), r.int(0, 5)],
  "in Pythagorean triples": (r) => {
    const m = r.int(2, 5000), n = r.int(1, m - 1), k = r.sign();
    const [x, y, z] = [m * m - n * n, 2 * m * n, m * m + n * n];
    const ra = r.int(0, z), [u, v] = [r.int(-4, 4), r.int(-4, 4)];
    return [u, v, u - k * y * 2, v + x * 2, u + x, v + k * y, ra, z - ra + r.pick([0, 0, 1, -1])];
  },
  "that touch but for rounding": (r) => {
    const p = Array.from({ length: 6 }, () => r.range(-1, 1));
    const [ux, uy, wx, wy, x, y] = p, ex = wx - ux, ey = wy - uy;
    const d = r.chance(0.5)
      ? Math.sqrt((x - ux) ** 2 + (y - uy) ** 2)
      : Math.abs(ex * (y - uy) - ey * (x - ux)) / Math.sqrt(ex * ex + ey * ey);
    const ra = d * r.range(0, 1);
    return [...p, ra, Math.max(0, ulps(d - ra, r.int(-2, 2)))];
  },
  "of every size": (r) => {
    const any = (): number => r.chance(0.3) ? 0 : r.sign() * r.range(1, 2) * pow2(r.int(-40, 40));
    return [...Array.from({ length: 6 }, any), Math.abs(any()), Math.abs(any())];
  },
  "beside an axis": (r) => {
    const u = r.pick([0, 1, 0.1]), x = r.range(-3, 3);
    const rb = Math.abs(x - u) + r.int(-1, 1) * 2 ** -52;
    return r.chance(0.5)
      ? [u, r.range(-1, 0), u, r.range(1, 2), x, r.range(-1, 1), 0, rb]
      : [r.range(-1, 0), u, r.range(1, 2), u, r.range(-1, 1), x, 0, rb];
  },
};

function gapOperands(kind: string, index: number): number[] {
  const r = new Random("gaps", kind, SEED, index);
  const p = GAP_KINDS[kind](r);
  if (p[0] === p[2] && p[1] === p[3]) p[2]++;
  const k = r.chance(0.5) ? 0 : r.int(-190, 190);
  return p.map((x) => scale2(x, k));
}

describe("the exact measures of radii", () => {
  const disk = (radius: number): ConvexShape =>
    radius > 0 ? circle(radius) : makeShape({ points: [{ x: 0, y: 0 }], radius: 0 });

  for (const kind of Object.keys(GAP_KINDS)) {
    for (const edge of [0, 1]) {
      const what = edge === 0 ? "points" : "edges and points";
      it(`radiusGap() has the exact sign, and its digits, for ${what} ${kind}`, () => {
        for (let i = 0; i < CASES; i++) {
          const p = gapOperands(kind, i), name = `${i}: ${p}`;
          W.set(p.slice(0, 6), OPERANDS);
          radiusGap(disk(p[6]).record, disk(p[7]).record, edge);
          const { sign, value } = exactGap(p, p.slice(6), edge === 1);
          assertEquals(Math.sign(exact.value), sign, name);
          const all = { m: size(value.m), e: value.e };
          assert(isWithin([exact.value], value, all, 49), `${name}: ${exact.value}`);
        }
      });
    }

    it(`edgeGap() is the gap to the line, or an end's where that is in reach, for edges ${kind}`, () => {
      for (let i = 0; i < CASES; i++) {
        const p = gapOperands(kind, i);
        W.set(p.slice(0, 6), OPERANDS);
        edgeGap(disk(p[6]).record, disk(p[7]).record);
        assertEquals(Math.sign(exact.value), exactGap(p, p.slice(6), true).sign, `${i}: ${p}`);
      }
    });
  }
});
