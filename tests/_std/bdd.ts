/**
 * Stand-in for `@std/testing/bdd` where JSR cannot be reached: what this suite uses of it. On Deno every
 * `it` becomes one `Deno.test` named "outer > inner > test"; on other runtimes one `test` of `node:test`.
 *
 * @module
 */

type Register = (name: string, ignore: boolean, fn: () => Promise<void>) => void;

async function findRegister(): Promise<Register> {
  if ("Deno" in globalThis) return (name, ignore, fn) => Deno.test({ name, ignore, fn });
  const { test } = await import("node:test");
  return (name, skip, fn) => void test(name, { skip }, fn);
}

const register: Register = await findRegister();

/** The names of the groups that are being registered, and whether one of them is ignored. */
let path: readonly string[] = [];
let isIgnored = false;

function addGroup(name: string, fn: () => void, ignore: boolean): void {
  const outer = { path, isIgnored };
  path = [...path, name];
  isIgnored ||= ignore;
  try {
    fn();
  } finally {
    ({ path, isIgnored } = outer);
  }
}

function addTest(name: string, fn: () => unknown, ignore: boolean): void {
  register([...path, name].join(" > "), ignore || isIgnored, async () => {
    await fn();
  });
}

/** `describe` or `it`. */
export interface Declare<F> {
  /** Registers a group of tests, or a test. */
  (name: string, fn: F): void;
  /** Registers it and does not run it. */
  ignore(name: string, fn: F): void;
}

/** Groups tests. */
export const describe: Declare<() => void> = Object.assign(
  (name: string, fn: () => void): void => addGroup(name, fn, false),
  { ignore: (name: string, fn: () => void): void => addGroup(name, fn, true) },
);

/** Registers a test. */
export const it: Declare<() => unknown> = Object.assign(
  (name: string, fn: () => unknown): void => addTest(name, fn, false),
  { ignore: (name: string, fn: () => unknown): void => addTest(name, fn, true) },
);
