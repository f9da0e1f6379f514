/**
 * What the tests of examples call: compares a value with what the comment beside it says.
 *
 * @module
 */
import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";

/** The value as a comment can hold it: typed arrays as lists, objects without their class. */
function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return [...value as Uint8Array];
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

/** Only the properties that the expected value has, at every depth. */
function pick(value: unknown, expected: unknown): unknown {
  if (Array.isArray(value) || typeof value !== "object" || value === null) return value;
  if (typeof expected !== "object" || expected === null) return value;
  return Object.fromEntries(
    Object.entries(expected).map(([key, item]) => [
      key,
      pick((value as Record<string, unknown>)[key], item),
    ]),
  );
}

/** A line of an example whose comment shows its value. */
export function shows(value: unknown, expected: unknown, isPartial: boolean, line: number): void {
  const seen = plain(value);
  assertEquals(isPartial ? pick(seen, expected) : seen, expected, `line ${line}`);
}

/** A line of an example whose comment shows what it prints. */
export function prints(values: readonly unknown[], expected: string, line: number): void {
  const text = values.map((value) =>
    typeof value === "string" ? value : JSON.stringify(plain(value))
  ).join(" ");
  assertEquals(text, expected, `line ${line}`);
}

/** A line of an example whose comment shows a rounded value. */
export function rounds(value: number | undefined, expected: string, line: number): void {
  assert(value !== undefined, `line ${line}`);
  const [digits, exponent] = expected.split("e");
  const decimals = (digits.split(".")[1] ?? "").length - Number(exponent ?? 0);
  assertAlmostEquals(value, Number(expected), 0.5000001 * 10 ** -decimals, `line ${line}`);
}

/** A line of an example whose comment shows an error. */
export function throws(
  act: () => unknown,
  // deno-lint-ignore no-explicit-any
  type: new (...args: any[]) => Error,
  message: string,
  line: number,
): void {
  assertThrows(act, type, message, `line ${line}`);
}
