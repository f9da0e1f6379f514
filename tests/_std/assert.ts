/**
 * Stand-in for `@std/assert` where JSR cannot be reached: the functions this suite uses, with the
 * semantics of `@std/assert` 1.x. The test launcher chooses; tests import `@std/assert` either way.
 *
 * @module
 */

/** Thrown by every assertion that fails. */
export class AssertionError extends Error {
  override name = "AssertionError";
}

// deno-lint-ignore no-explicit-any
type Constructor<T = any> = abstract new (...args: any[]) => T;

function suffix(msg: string | undefined): string {
  return msg === undefined ? "." : `: ${msg}`;
}

function refuse(why: string, msg: string | undefined): never {
  throw new AssertionError(why + suffix(msg));
}

/** What was found and what should have been. */
function differ(
  actual: unknown,
  expected: unknown,
  what: string,
  msg: string | undefined,
): never {
  const [found, wanted] = [format(actual), format(expected)];
  throw new AssertionError(
    `Values are not ${what}${suffix(msg)}\n    actual: ${found}\n  expected: ${wanted}`,
  );
}

function format(value: unknown, depth = 0): string {
  if (Object.is(value, -0)) return "-0";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (value === null || typeof value !== "object") return String(value);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof RegExp || value instanceof Date) return String(value);
  if (depth > 5) return "[…]";
  if (value instanceof Map) return `Map ${format([...value], depth + 1)}`;
  if (value instanceof Set) return `Set ${format([...value], depth + 1)}`;
  const { constructor } = value;
  const name = constructor && constructor !== Object ? `${constructor.name} ` : "";
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))) {
    const items = Array.from(value as unknown as ArrayLike<unknown>);
    const shown = items.slice(0, 100).map((item) => format(item, depth + 1)).join(", ");
    const more = items.length > 100 ? `, … ${items.length} in all` : "";
    return `${Array.isArray(value) ? "" : name}[${shown}${more}]`;
  }
  const record = value as Record<PropertyKey, unknown>;
  const entries = ownKeys(value).map((key) => `${String(key)}: ${format(record[key], depth + 1)}`);
  return `${name}{ ${entries.join(", ")} }`;
}

function sameValueZero(a: unknown, b: unknown): boolean {
  return a === b || Object.is(a, b);
}

function isPrimitive(value: unknown): boolean {
  return value === null || (typeof value !== "object" && typeof value !== "function");
}

function constructorsEqual(a: object, b: object): boolean {
  return a.constructor === b.constructor ||
    (a.constructor === Object && !b.constructor) ||
    (!a.constructor && b.constructor === Object);
}

function ownKeys(value: object): PropertyKey[] {
  return Reflect.ownKeys(value).filter((key) =>
    Object.prototype.propertyIsEnumerable.call(value, key)
  );
}

/**
 * Deep equality as `@std/assert` defines it: `NaN` equals `NaN`, `0` equals `-0`, constructors must
 * agree, an absent key differs from an undefined one.
 */
function equal(c: unknown, d: unknown): boolean {
  const seen = new Map<unknown, unknown>();
  function compare(a: unknown, b: unknown): boolean {
    if (sameValueZero(a, b)) return true;
    if (isPrimitive(a) || isPrimitive(b)) return false;
    const x = a as Record<PropertyKey, unknown>;
    const y = b as Record<PropertyKey, unknown>;
    if (x instanceof Date && y instanceof Date) return Object.is(x.getTime(), y.getTime());
    if (
      (x instanceof RegExp && y instanceof RegExp) || (x instanceof URL && y instanceof URL)
    ) return String(x) === String(y);
    if (!constructorsEqual(x, y)) return false;
    if (ArrayBuffer.isView(x) && !(x instanceof DataView)) {
      const s = x as unknown as ArrayLike<unknown>;
      const t = y as unknown as ArrayLike<unknown>;
      if (s.length !== t.length) return false;
      for (let i = 0; i < s.length; i++) if (!sameValueZero(s[i], t[i])) return false;
      return true;
    }
    if (x instanceof WeakMap || x instanceof WeakSet || x instanceof WeakRef) {
      throw new TypeError(`Cannot compare ${x.constructor.name} instances`);
    }
    if (seen.get(x) === y) return true;
    seen.set(x, y);
    if ((x instanceof Set && y instanceof Set) || (x instanceof Map && y instanceof Map)) {
      if (x.size !== y.size) return false;
      const rest = [...y];
      for (const item of x) {
        const at = rest.findIndex((other) => compare(item, other));
        if (at < 0) return false;
        rest.splice(at, 1);
      }
      return true;
    }
    const keys = ownKeys(x);
    if (keys.length !== ownKeys(y).length) return false;
    if (Array.isArray(x) && x.length !== y.length) return false;
    return keys.every((key) => key in y && compare(x[key], y[key])) &&
      (!(x instanceof Error) || compare(x.message, y.message));
  }
  return compare(c, d);
}

/** Fails unless `expr` is truthy. */
export function assert(expr: unknown, msg = ""): asserts expr {
  if (!expr) throw new AssertionError(msg);
}

/** Fails unless deeply equal. */
export function assertEquals<T>(actual: T, expected: T, msg?: string): void {
  if (!equal(actual, expected)) differ(actual, expected, "equal", msg);
}

/** Fails when deeply equal. */
export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void {
  if (equal(actual, expected)) refuse(`Expected another value than ${format(actual)}`, msg);
}

/** Fails unless `Object.is` holds: `0` is not `-0`, `NaN` is `NaN`. */
export function assertStrictEquals<T>(
  actual: unknown,
  expected: T,
  msg?: string,
): asserts actual is T {
  if (!Object.is(actual, expected)) differ(actual, expected, "strictly equal", msg);
}

/** Fails when `Object.is` holds. */
export function assertNotStrictEquals<T>(actual: T, expected: T, msg?: string): void {
  if (Object.is(actual, expected)) refuse(`Expected another value than ${format(actual)}`, msg);
}

/** Fails unless `|actual - expected| <= tolerance` (default: 1e-7 relative to `expected`). */
export function assertAlmostEquals(
  actual: number,
  expected: number,
  tolerance?: number,
  msg?: string,
): void {
  if (Object.is(actual, expected)) return;
  const delta = Math.abs(expected - actual);
  const limit = tolerance ?? (isFinite(expected) ? Math.abs(expected * 1e-7) : 1e-7);
  if (delta <= limit) return;
  refuse(`Expected ${actual} to be within ${limit} of ${expected}, but it is off by ${delta}`, msg);
}

/** Fails unless `expected` matches. */
export function assertMatch(actual: string, expected: RegExp, msg?: string): void {
  if (!expected.test(actual)) refuse(`Expected "${actual}" to match ${expected}`, msg);
}

/** Fails unless `actual` contains `expected`. */
export function assertStringIncludes(actual: string, expected: string, msg?: string): void {
  if (!actual.includes(expected)) refuse(`Expected "${actual}" to contain "${expected}"`, msg);
}

/** Fails unless `actual < expected`. */
export function assertLess<T>(actual: T, expected: T, msg?: string): void {
  if (!(actual < expected)) refuse(`Expected ${format(actual)} < ${format(expected)}`, msg);
}

/** Fails unless `actual <= expected`. */
export function assertLessOrEqual<T>(actual: T, expected: T, msg?: string): void {
  if (!(actual <= expected)) refuse(`Expected ${format(actual)} <= ${format(expected)}`, msg);
}

function checkThrown(
  error: unknown,
  errorClassOrMsg: Constructor | string | undefined,
  msgIncludes: string | undefined,
  msg: string | undefined,
): void {
  if (typeof errorClassOrMsg === "string" || errorClassOrMsg === undefined) return;
  const { name } = errorClassOrMsg;
  if (!(error instanceof Error)) throw new AssertionError(`A non-Error was thrown${suffix(msg)}`);
  if (!(error instanceof errorClassOrMsg)) {
    refuse(`Expected error to be a "${name}", but was "${error.constructor.name}"`, msg);
  }
  if (msgIncludes !== undefined && !error.message.includes(msgIncludes)) {
    const found = format(error.message);
    refuse(`Expected error message to include ${format(msgIncludes)}, but got ${found}`, msg);
  }
}

/** Fails unless `fn` throws (any value); returns what was thrown. */
export function assertThrows(fn: () => unknown, msg?: string): unknown;
/** Fails unless `fn` throws an `ErrorClass` whose message includes `msgIncludes`; returns it. */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  ErrorClass: Constructor<E>,
  msgIncludes?: string,
  msg?: string,
): E;
export function assertThrows(
  fn: () => unknown,
  errorClassOrMsg?: Constructor<Error> | string,
  msgIncludesOrMsg?: string,
  msg?: string,
): unknown {
  let thrown: { error: unknown } | null = null;
  try {
    fn();
  } catch (error) {
    thrown = { error };
  }
  if (thrown === null) {
    const note = typeof errorClassOrMsg === "string" ? errorClassOrMsg : msg;
    throw new AssertionError(`Expected function to throw${suffix(note)}`);
  }
  checkThrown(thrown.error, errorClassOrMsg, msgIncludesOrMsg, msg);
  return thrown.error;
}

/** Fails unless the promise of `fn` rejects; resolves to the reason. */
export function assertRejects(fn: () => PromiseLike<unknown>, msg?: string): Promise<unknown>;
/** Fails unless the promise of `fn` rejects with an `ErrorClass`; resolves to it. */
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  ErrorClass: Constructor<E>,
  msgIncludes?: string,
  msg?: string,
): Promise<E>;
export async function assertRejects(
  fn: () => PromiseLike<unknown>,
  errorClassOrMsg?: Constructor<Error> | string,
  msgIncludesOrMsg?: string,
  msg?: string,
): Promise<unknown> {
  const note = typeof errorClassOrMsg === "string" ? errorClassOrMsg : msg;
  let promise: PromiseLike<unknown>;
  try {
    promise = fn();
  } catch {
    throw new AssertionError(`Function throws when expected to reject${suffix(note)}`);
  }
  let thrown: { error: unknown } | null = null;
  try {
    await promise;
  } catch (error) {
    thrown = { error };
  }
  if (thrown === null) throw new AssertionError(`Expected function to reject${suffix(note)}`);
  checkThrown(thrown.error, errorClassOrMsg, msgIncludesOrMsg, msg);
  return thrown.error;
}
