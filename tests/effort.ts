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

/** So many cases in `deno task test:long`, a fifth of them in `deno task test`. */
export function effort(count: number): number {
  return isLong ? count : Math.ceil(count / 5);
}
