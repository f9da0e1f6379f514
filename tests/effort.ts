/**
 * How much a test does: `deno task test` decides in minutes whether the library is right, and
 * `deno task test:long` looks longer, with more cases and more calls. Both run the same tests.
 *
 * @module
 */

interface Host {
  process?: { env?: Record<string, string | undefined> };
}

/** Whether `deno task test:long` runs this. */
export const isLong: boolean = (globalThis as Host).process?.env?.EFFORT === "long";

/** The first value in `deno task test`, the second in `deno task test:long`. */
export function effort<T>(short: T, long: T): T {
  return isLong ? long : short;
}
