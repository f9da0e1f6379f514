/**
 * Sine, cosine and arctangent, computed with + − × ÷ and √ only. The functions of `Math` may differ in the last
 * bit between engines; these do not, so a simulation that uses angles has the same bits everywhere. Angles are
 * in radians, counter-clockwise.
 *
 * Accuracy, measured against 256-bit fixed point arithmetic over all magnitudes from 5e-324 to
 * 1.8e308 (`tests/math/angle_test.ts`): sin and cos within 0.80 ulp, atan2 within 0.70 ulp (seen
 * over 500 000 arguments: 0.772, 0.743, 0.653).
 *
 * Large angles are divided by π/2 in integers, with as many of its bits as the largest double needs (Payne &
 * Hanek, "Radian reduction for trigonometric functions", SIGNUM 1983).
 *
 * @module
 */

import * as minimax from "./minimax.ts";
import { productError, SCALE_DOWN, SCALE_UP } from "./float.ts";

/** Cosine and sine of one angle: a point of the unit circle. Every `Pose` is one. */
export interface Rotation {
  /** Cosine of the angle. */
  cos: number;
  /** Sine of the angle. */
  sin: number;
}

// Aliases, which fold like constants of the same file.
const { A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, A10 } = minimax;
const { S1, S2, S3, S4, S5, S6, C1, C2, C3, C4, C5, C6 } = minimax;

const QUARTER_PI = 0.7853981633974483;
const TWO_OVER_PI = 0.6366197723675814;

// π/2 = P1 + P2 + P3 + P4 to 151 bits. P1, P2, P3 have 33 significant bits, so their products with a
// quadrant number below 2^20 are exact.
const P1 = 1.57079632673412561417e+00;
const P2 = 6.07710050630396597660e-11;
const P3 = 2.02226624871116645580e-21;
const P4 = 8.47842766036889956997e-32;
const CODY_WAITE_MAX = 1647099; // just below 2^20 π/2

// π/2, π, atan(1/2) and atan(1), each as a double and the rest.
const HALF_PI_HI = 1.5707963267948966;
const HALF_PI_LO = 6.123233995736766e-17;
const PI_HI = 3.141592653589793;
const PI_LO = 1.2246467991473532e-16;
const ATAN_HALF_HI = 4.63647609000806093515e-01;
const ATAN_HALF_LO = 2.26987774529616870924e-17;
const ATAN_ONE_HI = 7.85398163397448278999e-01;
const ATAN_ONE_LO = 3.06161699786838301793e-17;

const TWO_28 = 268435456; // 2^28: below 1/2^28 the arctangent of t is t to the last bit

/** Angle minus `quadrant` times π/2, as the unevaluated sum `hi + lo` with |hi| ≤ π/4 or so. */
interface Reduced {
  quadrant: number;
  hi: number;
  lo: number;
}

const reduced: Reduced = { quadrant: 0, hi: 0, lo: 0 };

/**
 * Sine.
 *
 * @param angle Angle in radians; every finite double is reduced exactly, `sin(1e22)` included
 * @returns The sine within 1 ulp; `-0` for `-0`, `NaN` for a non-finite angle
 *
 * @example Usage
 * ```ts
 * import { sin } from "@narrowphase/gjk2d/math";
 *
 * sin(1e22); // -0.8522008497671888
 * ```
 */
export function sin(angle: number): number {
  if (Math.abs(angle) <= QUARTER_PI) return sinKernel(angle, 0);
  const { quadrant, hi, lo } = reduce(angle);
  const s = quadrant & 1 ? cosKernel(hi, lo) : sinKernel(hi, lo);
  return quadrant & 2 ? -s : s;
}

/**
 * Cosine.
 *
 * @param angle Angle in radians; every finite double is reduced exactly
 * @returns The cosine within 1 ulp; exactly 1 for 0, `NaN` for a non-finite angle
 */
export function cos(angle: number): number {
  if (Math.abs(angle) <= QUARTER_PI) return cosKernel(angle, 0);
  const { quadrant, hi, lo } = reduce(angle);
  const c = quadrant & 1 ? sinKernel(hi, lo) : cosKernel(hi, lo);
  return (quadrant + 1) & 2 ? -c : c;
}

/**
 * Cosine and sine of one angle, with one argument reduction.
 *
 * @param angle Angle in radians
 * @param out Receives `cos` and `sin`, the same bits as from the two functions; a `Pose` fits
 * @returns `out`
 */
export function sincos<T extends Rotation = Rotation>(
  angle: number,
  out: T = { cos: 1, sin: 0 } as T,
): T {
  if (Math.abs(angle) <= QUARTER_PI) {
    out.cos = cosKernel(angle, 0);
    out.sin = sinKernel(angle, 0);
    return out;
  }
  const { quadrant, hi, lo } = reduce(angle);
  return turnQuadrants(quadrant, cosKernel(hi, lo), sinKernel(hi, lo), out);
}

/**
 * Cosine and sine of `k / n` of a full revolution. The quadrant is split off in integers, so quarter
 * turns are exact and the corners of a regular polygon are exactly symmetric.
 *
 * @param k Numerator, an integer
 * @param n Denominator, a positive integer below 2^50
 * @param out Receives `cos` and `sin`
 * @returns `out`
 *
 * @example Usage
 * ```ts
 * import { sincosTurn } from "@narrowphase/gjk2d/math";
 *
 * sincosTurn(3, 4); // { cos: 0, sin: -1 }
 * ```
 */
export function sincosTurn<T extends Rotation = Rotation>(
  k: number,
  n: number,
  out: T = { cos: 1, sin: 0 } as T,
): T {
  const q = Math.floor((8 * (k % n) + n) / (2 * n)); // 4k/n rounded to nearest
  const r = 4 * (k % n) - q * n; // the angle is q quadrants and r/n of a quadrant
  // π/2 r / n as a + a'. Both rounding errors are included, so that sin(1/12 turn) is exactly 1/2.
  const t = r / n;
  const tRest = (r - t * n - productError(t, n, t * n)) / n;
  const a = HALF_PI_HI * t;
  const aRest = productError(HALF_PI_HI, t, a) + HALF_PI_HI * tRest + HALF_PI_LO * t;
  return turnQuadrants(q & 3, cosKernel(a, aRest), sinKernel(a, aRest), out);
}

/** (`c`, `s`) turned by `quadrant` quarter revolutions; zeros come out as +0. */
function turnQuadrants<T extends Rotation>(quadrant: number, c: number, s: number, out: T): T {
  const x = quadrant & 1 ? -s : c;
  const y = quadrant & 1 ? c : s;
  out.cos = (quadrant & 2 ? -x : x) + 0;
  out.sin = (quadrant & 2 ? -y : y) + 0;
  return out;
}

/**
 * Angle of the vector (`x`, `y`), counter-clockwise from the first axis.
 *
 * @param y Second coordinate
 * @param x First coordinate
 * @returns The angle in radians in [-π, π], within 1 ulp for all finite arguments; zeros and infinities
 * as JavaScript's own arctangent has them
 *
 * @example Usage
 * ```ts
 * import { atan2 } from "@narrowphase/gjk2d/math";
 *
 * atan2(1, 1); // 0.7853981633974483
 * ```
 */
export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  const left = x < 0 || Object.is(x, -0);
  const below = y < 0 || Object.is(y, -0);
  let a = Math.abs(x);
  let b = Math.abs(y);
  if (b === Infinity || a === Infinity) {
    // Infinite arguments: only their signs matter, and whether both are infinite.
    a = a === Infinity ? 1 : 0;
    b = b === Infinity ? 1 : 0;
  }
  if (b === 0) return below ? (left ? -PI_HI : -0) : (left ? PI_HI : 0);
  const steep = b > a;
  const n = steep ? a : b;
  const d = steep ? b : a;

  // θ = atan(n / d) in [0, π/4], as hi + lo
  let hi: number, lo: number;
  if (n * TWO_28 < d) {
    hi = n / d;
    lo = 0;
  } else {
    atanRatio(n, d);
    hi = reduced.hi;
    lo = reduced.lo;
  }
  // shallow right: θ; shallow left: π - θ; steep right: π/2 - θ; steep left: π/2 + θ
  let angle: number;
  if (steep) {
    const sign = left ? 1 : -1;
    const sum = HALF_PI_HI + sign * hi;
    angle = sum + (((HALF_PI_HI - sum) + sign * hi) + (HALF_PI_LO + sign * lo));
  } else if (left) {
    const sum = PI_HI - hi;
    angle = sum + (((PI_HI - sum) - hi) + (PI_LO - lo));
  } else {
    angle = hi + lo;
  }
  return below ? -angle : angle;
}

/**
 * atan(n / d) for 2^-28 ≤ n / d ≤ 1, as the sum of `reduced.hi` and `reduced.lo`.
 *
 * atan(n/d) = atan(c) + atan(u), u = (n - c d) / (d + c n), where c is the nearest of 0, 1/2, 1.
 * The numerator is exact (Sterbenz). The denominator is D + E, the quotient q + q' with q' = (num -
 * q D - q E) / D from an exact product. So only the last sum rounds.
 */
function atanRatio(n: number, d: number): void {
  if (d > 1e270) {
    n *= SCALE_DOWN;
    d *= SCALE_DOWN;
  } else if (d < 1e-210) {
    n *= SCALE_UP;
    d *= SCALE_UP;
  }
  let hi = 0, lo = 0, num = n, D = d, E = 0;
  if (16 * n >= 11 * d) {
    hi = ATAN_ONE_HI;
    lo = ATAN_ONE_LO;
    num = n - d;
    D = d + n;
    E = n - (D - d);
  } else if (16 * n >= 7 * d) {
    hi = ATAN_HALF_HI;
    lo = ATAN_HALF_LO;
    num = 2 * n - d;
    D = 2 * d + n;
    E = n - (D - 2 * d);
  }
  const q = num / D;
  const p = q * D;
  const e = productError(q, D, p);
  const rest = (((num - p) - e) - q * E) / D;

  const z = q * q;
  const s = z * (A0 + z * (A1 + z * (A2 + z * (A3 + z * (A4 + z * (A5 + z * (A6 + z * (A7 +
                                z * (A8 + z * (A9 + z * A10))))))))));
  // atan(q + q') = q - q s + q' / (1 + q²)
  const tail = (rest / (1 + z) - q * s) + lo;
  const sum = hi === 0 ? q + tail : hi + (q + tail);
  reduced.lo = hi === 0 ? tail - (sum - q) : ((hi - sum) + q) + tail;
  reduced.hi = sum;
}

/** sin(x + y) for |x| ≤ π/4 and |y| ≤ ulp(x). */
function sinKernel(x: number, y: number): number {
  const z = x * x;
  const v = z * x;
  const r = S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)));
  return x - ((z * (0.5 * y - v * r) - y) - v * S1);
}

/** cos(x + y) for |x| ≤ π/4 and |y| ≤ ulp(x). */
function cosKernel(x: number, y: number): number {
  const z = x * x;
  const r = z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6)))));
  const h = 0.5 * z;
  const w = 1 - h;
  return w + (((1 - w) - h) + (z * r - x * y));
}

/**
 * Splits off the nearest multiple of π/2 of |x|, so that x and -x have the same bits up to the
 * sign, even halfway between two multiples, where both are equally near.
 */
function reduce(x: number): Reduced {
  const m = Math.abs(x);
  if (m <= CODY_WAITE_MAX) reduceSmall(m);
  else reduceLarge(m);
  if (x < 0) {
    reduced.quadrant = -reduced.quadrant & 3;
    reduced.hi = -reduced.hi;
    reduced.lo = -reduced.lo;
  }
  return reduced;
}

/** Reduction of 0 ≤ m ≤ CODY_WAITE_MAX in doubles. */
function reduceSmall(m: number): void {
  // m - k (P1 + P2 + P3 + P4). The first difference is exact (Sterbenz), the errors of the next two
  // are kept (Knuth), and the last term is below the precision needed.
  const k = Math.floor(m * TWO_OVER_PI + 0.5);
  const a = m - k * P1;
  const b = k * P2;
  const c = a - b;
  const b1 = a - c;
  const cErr = (a - (c + b1)) + (b1 - b);
  const d = k * P3;
  const e = c - d;
  const d1 = c - e;
  const eErr = (c - (e + d1)) + (d1 - d);
  const rest = (cErr + eErr) - k * P4;
  reduced.hi = e + rest;
  reduced.lo = rest - (reduced.hi - e);
  reduced.quadrant = k & 3;
}

// Fraction bits of π/2 for large angles. The quotient consumes up to 1024 of them. A double may
// come as close to a multiple of π/2 as 2^-61 (Muller, "Elementary functions", table 9.1), and the
// remainder then still needs twice double precision; the sum is rounded up. The first 256 bits of
// the remainder are enough.
const LARGE_BITS = 1280n;
const FRACTION_BITS = 256n;
const TWO_M256 = 8.636168555094445e-78; // 2^-256

/** π/2 × 2^LARGE_BITS, computed for the first large angle. */
let halfPi: bigint | null = null;

/** Reduction of m ≥ 2^20 by exact integer arithmetic. */
function reduceLarge(m: number): void {
  if (!Number.isFinite(m)) {
    reduced.quadrant = 0;
    reduced.hi = NaN;
    reduced.lo = NaN;
    return;
  }
  halfPi ??= computeHalfPi();
  // m in fixed point. It is at least 2^20, so it has at most 32 bits behind the binary point.
  const whole = Math.floor(m);
  const scaled = (BigInt(whole) << 32n) + BigInt((m - whole) * 4294967296);
  const angle = scaled << (LARGE_BITS - 32n);
  let quadrant = angle / halfPi;
  let rest = angle % halfPi;
  if (2n * rest > halfPi) {
    quadrant++;
    rest -= halfPi;
  }
  const r = rest >> (LARGE_BITS - FRACTION_BITS);
  const head = Number(r);
  reduced.quadrant = Number(quadrant & 3n);
  reduced.hi = head * TWO_M256;
  reduced.lo = Number(r - BigInt(head)) * TWO_M256;
}

/** Half of π, by Machin's formula π = 16 atan(1/5) - 4 atan(1/239), with 64 guard bits. */
function computeHalfPi(): bigint {
  const bits = LARGE_BITS + 64n;
  return (16n * atanOfInverse(5n, bits) - 4n * atanOfInverse(239n, bits)) >> 65n;
}

/** atan(1 / k) × 2^bits by its power series. */
function atanOfInverse(k: bigint, bits: bigint): bigint {
  let power = (1n << bits) / k;
  let sum = 0n;
  for (let i = 1n; power !== 0n; i += 4n) {
    sum += power / i;
    power /= k * k;
    sum -= power / (i + 2n);
    power /= k * k;
  }
  return sum;
}
