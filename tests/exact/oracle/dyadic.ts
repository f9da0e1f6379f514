/**
 * Exact arithmetic on doubles: every finite double is m * 2^e with an integer m. So coordinates
 * become BigInts with one common exponent, and sums and products lose nothing.
 *
 * @module
 */

const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);
const LITTLE = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
const LO = LITTLE ? 0 : 1;
const HI = LITTLE ? 1 : 0;

/** The exponent of 0, which needs no bits. */
export const NO_BITS = 1 << 20;

/** Exponent e of the lowest set bit of `x`: x is an integer multiple of 2^e, but not of 2^(e+1). */
export function lowExponent(x: number): number {
  if (x === 0) return NO_BITS;
  bits[0] = x;
  const lo = words[LO];
  const hi = words[HI];
  const exponent = (hi >>> 20) & 0x7ff;
  if (exponent === 0x7ff) throw new RangeError(`Cannot take exact value: ${x} is not finite`);
  const fraction = exponent === 0 ? hi & 0xfffff : (hi & 0xfffff) | 0x100000;
  const zeros = lo !== 0 ? 31 - Math.clz32(lo & -lo) : 63 - Math.clz32(fraction & -fraction);
  return Math.max(exponent, 1) - 1075 + zeros;
}

/** 2^e as a double, for e in [-1074, 1023]. */
export function pow2(e: number): number {
  if (e < -1022) return pow2(e + 52) * 2 ** -52;
  words[LO] = 0;
  words[HI] = (e + 1023) << 20;
  return bits[0];
}

/** x * 2^k; exact unless the result is subnormal or too large. */
export function scale2(x: number, k: number): number {
  if (x === 0) return x;
  let y = x;
  let rest = k;
  // In several factors, largest first, so that nothing over- or underflows in between.
  while (rest > 1000) [y, rest] = [y * pow2(1000), rest - 1000];
  while (rest < -1000) [y, rest] = [y * pow2(-1000), rest + 1000];
  return y * pow2(rest);
}

/** `x` as a multiple of 2^e; `x` must be one (see `lowExponent`). */
export function scaled(x: number, e: number): bigint {
  if (x === 0) return 0n;
  if (-e <= 1023 && e <= 1022) {
    const y = x * pow2(-e);
    if (Math.abs(y) <= Number.MAX_VALUE) return BigInt(y);
  }
  const low = lowExponent(x);
  return BigInt(scale2(x, -low)) << BigInt(low - e);
}

/** Number of bits of |x|. */
export function bitLength(x: bigint): number {
  const magnitude = x < 0n ? -x : x;
  if (magnitude === 0n) return 0;
  const approximate = Number(magnitude);
  if (approximate <= Number.MAX_VALUE) {
    bits[0] = approximate;
    const length = ((words[HI] >>> 20) & 0x7ff) - 1022;
    // Rounding may have carried into the next power of two.
    return magnitude >> BigInt(length - 1) === 0n ? length - 1 : length;
  }
  const hex = magnitude.toString(16);
  return 4 * hex.length - (Math.clz32(parseInt(hex[0], 16)) - 28);
}

/** The double nearest to x * 2^e (ties to even; subnormal results may be off by their last bit). */
export function toNumber(x: bigint, e: number): number {
  const approximate = Number(x);
  if (Math.abs(approximate) <= Number.MAX_VALUE) return scale2(approximate, e);
  const length = bitLength(x);
  // Keep 128 bits and a sticky bit: enough for one correct rounding.
  const drop = BigInt(length - 128);
  const kept = x >> drop;
  const sticky = kept << drop === x ? 0n : 1n;
  return scale2(Number((kept << 1n) | sticky), e + length - 129);
}

/** Floor of the square root of `x >= 0`. */
export function isqrt(x: bigint): bigint {
  if (x < 0n) throw new RangeError(`Cannot take square root: ${x} is negative`);
  if (x === 0n) return 0n;
  const length = bitLength(x);
  if (length <= 52) return BigInt(Math.floor(Math.sqrt(Number(x))));
  // 50 good bits from the double, doubled by each step of Newton's method.
  const shift = BigInt((length - 52) & ~1);
  let root = BigInt(Math.floor(Math.sqrt(Number(x >> shift)))) + 1n << (shift >> 1n);
  for (;;) {
    const next = (root + x / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
