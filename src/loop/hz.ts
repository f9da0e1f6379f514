import { checkPositiveFinite } from "./check.ts";

/**
 * Converts a frequency to a period without rounding.
 *
 * @param frequency In calls a second: positive and finite.
 * @returns The period in ms.
 * @throws {RangeError} If `frequency` is zero, negative, `NaN` or infinite.
 * @throws {TypeError} If `frequency` is not a number.
 *
 * @example
 * ```ts
 * import { hz } from "@narrowphase/gjk2d/loop";
 *
 * if (hz(80) !== 12.5) throw new Error("unexpected");
 * ```
 */
export function hz(frequency: number): number {
  checkPositiveFinite("convert frequency", "frequency", frequency);
  return 1000 / frequency;
}
