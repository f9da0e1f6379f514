/**
 * Formats a number as Java's `DecimalFormat("0.##…")` does, so that reports agree with the books
 * byte for byte: HALF_EVEN rounding of the exact binary value, trailing zeros stripped, no
 * grouping, and a negative value that rounds to zero keeps its sign (`-0`). `NaN` prints as `NaN`
 * and infinities as `∞` and `-∞`.
 *
 * @param x The number to format
 * @param maxFraction The most fraction digits, an integer from 1 to 20
 */
export function decimalFormat(x: number, maxFraction: number): string {
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
    const cut = exact.slice(0, point + 1 + maxFraction);
    if (Number(cut[cut.length - 1]) % 2 === 0) digits = cut;
  }
  return sign + digits.replace(/\.?0+$/, "");
}
