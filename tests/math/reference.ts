/**
 * Sines, cosines and angles to 256 bits, in integers; shares nothing with the library.
 *
 * A fixed-point number is a bigint v that stands for v / 2^BITS.
 */

export const BITS = 256n;
const ONE = 1n << BITS;

/** Bits of π that the reduction of the largest double needs. */
const PI_BITS = 1024n + BITS + 64n;

function atanInverse(k: bigint, bits: bigint): bigint {
  let sum = 0n;
  let power = (1n << bits) / k;
  for (let i = 1n, sign = 1n; power !== 0n; i += 2n, sign = -sign) {
    sum += sign * power / i;
    power /= k * k;
  }
  return sum;
}

/** π from Gauss's formula 48 atan(1/18) + 32 atan(1/57) - 20 atan(1/239). */
const PI_LONG = (() => {
  const bits = PI_BITS + 32n;
  const pi = 48n * atanInverse(18n, bits) + 32n * atanInverse(57n, bits) -
    20n * atanInverse(239n, bits);
  return pi >> 32n;
})();

const view = new DataView(new ArrayBuffer(8));

/** A finite double as m 2^e with integers. */
export function decode(v: number): { m: bigint; e: number } {
  view.setFloat64(0, v);
  const bits = view.getBigUint64(0);
  const field = Number((bits >> 52n) & 2047n);
  const m = (bits & ((1n << 52n) - 1n)) | (field > 0 ? 1n << 52n : 0n);
  return { m: bits >> 63n ? -m : m, e: Math.max(field, 1) - 1075 };
}

/** A double with the given bits. */
export function fromBits(bits: bigint): number {
  view.setBigUint64(0, BigInt.asUintN(64, bits));
  return view.getFloat64(0);
}

/** The distance from |v| to the next double up, as a power of two 2^e: e. */
export function ulpExponent(v: number): number {
  return decode(v).e;
}

/** Fixed-point value of a double, rounded to 2^-256. */
export function fixed(v: number): bigint {
  const { m, e } = decode(v);
  const shift = BigInt(e) + BITS;
  return shift >= 0n ? m << shift : m >> -shift;
}

/** Sine and cosine of a double. */
export function sincosReference(v: number): { sin: bigint; cos: bigint } {
  const { m, e } = decode(v);
  // v mod π/2 with PI_BITS behind the point
  const shift = BigInt(e) + PI_BITS;
  const x = shift >= 0n ? m << shift : m >> -shift;
  const halfPi = PI_LONG >> 1n;
  let quadrant = x / halfPi;
  let r = x % halfPi;
  if (r < 0n) {
    r += halfPi;
    quadrant -= 1n;
  }
  const { sin, cos } = series(r >> (PI_BITS - BITS));
  switch (Number(BigInt.asUintN(2, quadrant))) {
    case 0:
      return { sin, cos };
    case 1:
      return { sin: cos, cos: -sin };
    case 2:
      return { sin: -sin, cos: -cos };
    default:
      return { sin: -cos, cos: sin };
  }
}

/** Taylor series on [0, π/2], after halving the angle four times. */
function series(r: bigint): { sin: bigint; cos: bigint } {
  const GUARD = 32n;
  const bits = BITS + GUARD;
  const x = (r << GUARD) >> 4n;
  const xx = (x * x) >> bits;
  let sin = 0n;
  let versine = 0n; // 1 - cos
  let term = x;
  let even = xx >> 1n;
  for (let k = 1n; term !== 0n || even !== 0n; k += 2n) {
    const sign = k & 2n ? -1n : 1n;
    sin += sign * term;
    versine += sign * even;
    term = ((term * xx) >> bits) / ((k + 1n) * (k + 2n));
    even = ((even * xx) >> bits) / ((k + 2n) * (k + 3n));
  }
  const one = 1n << bits;
  for (let i = 0; i < 4; i++) {
    // sin 2x = 2 sin x cos x, 1 - cos 2x = 2 sin² x
    const cos = one - versine;
    versine = (2n * sin * sin) >> bits;
    sin = (2n * sin * cos) >> bits;
  }
  return { sin: sin >> GUARD, cos: (one - versine) >> GUARD };
}

/** Error of `value` against a fixed-point reference, in ulps of `value`. */
export function ulpError(value: number, reference: bigint): number {
  const error = fixed(value) - reference;
  return Math.abs(Number(error) / Number(ONE) / 2 ** ulpExponent(value));
}

/**
 * Error of `angle` as the angle of (x, y), in ulps of `angle`: the small rotation that is left is
 * (y cos - x sin) / (x cos + y sin).
 */
export function atan2UlpError(angle: number, y: number, x: number): number {
  const X = decode(x), Y = decode(y);
  const low = Math.min(X.e, Y.e);
  const xi = X.m << BigInt(X.e - low);
  const yi = Y.m << BigInt(Y.e - low);
  if (Math.abs(angle) < 2 ** -60) {
    // atan t = t to 2^-120: compare angle × x with y, relative to x ulp(angle)
    const a = decode(angle);
    // (a.m 2^a.e xi - yi) / xi / 2^a.e
    const shift = BigInt(-a.e);
    const difference = a.m * xi - (yi << shift);
    return Math.abs(ratio(difference, xi));
  }
  const { sin, cos } = sincosReference(angle);
  const left = yi * cos - xi * sin;
  const along = xi * cos + yi * sin;
  return Math.abs(ratio(left, along) / 2 ** ulpExponent(angle));
}

/** a / b as a double. */
function ratio(a: bigint, b: bigint): number {
  const SHIFT = 1400n;
  const q = (a << SHIFT) / b;
  // q can have thousands of bits; 64 of them are enough
  const size = (q < 0n ? -q : q).toString(2).length;
  const drop = Math.max(0, size - 64);
  return Number(q >> BigInt(drop)) * 2 ** Math.max(-1074, drop - 1400);
}
