import { checkKind, checkNumber } from "./check.ts";

/**
 * Formats a number as Java's `DecimalFormat("0.##…")` does, so that reports agree with the books
 * byte for byte: HALF_EVEN rounding of the exact binary value, trailing zeros stripped, no
 * grouping, and a negative value that rounds to zero keeps its sign (`-0`).
 *
 * `NaN` prints as `NaN` and infinities as `∞` and `-∞`.
 *
 * @param x The number to format.
 * @param maxFraction The largest number of fraction digits, an integer from 0 to 20.
 * @returns The formatted number.
 * @throws {RangeError} If `maxFraction` is not an integer from 0 to 20.
 * @throws {TypeError} If an argument is not a number.
 *
 * @example Two decimals
 * ```ts
 * import { df } from "@narrowphase/gjk2d/loop";
 *
 * if (df(16.8, 2) !== "16.8") throw new Error("unexpected");
 * if (df(0.125, 2) !== "0.12") throw new Error("unexpected"); // a tie goes to the even digit
 * if (df(-0.004, 2) !== "-0") throw new Error("unexpected");
 * ```
 */
export function df(x: number, maxFraction: number): string {
  checkKind("format number", "x", x);
  const good = (n: number): boolean => Number.isInteger(n) && n >= 0 && n <= 20;
  checkNumber("format number", "maxFraction", maxFraction, good, "be an integer from 0 to 20");
  if (Number.isNaN(x)) return "NaN";
  const sign = x < 0 || Object.is(x, -0) ? "-" : "";
  const a = Math.abs(x);
  if (a === Infinity) return sign + "∞";
  if (a >= 1e21) return sign + BigInt(a).toString();

  // toFixed rounds the exact binary value and breaks ties upwards. A tie shows as a 5 followed by
  // zeros only: a double within 1e-100 of a tie of at most 20 digits is that tie.
  let digits = a.toFixed(maxFraction);
  const exact = a.toFixed(100);
  const point = exact.indexOf(".");
  const rest = exact.slice(point + 1 + maxFraction);
  if (/^50*$/.test(rest)) {
    const cut = exact.slice(0, maxFraction === 0 ? point : point + 1 + maxFraction);
    if (Number(cut[cut.length - 1]) % 2 === 0) digits = cut;
  }
  if (maxFraction > 0) digits = digits.replace(/\.?0+$/, "");
  return sign + digits;
}
