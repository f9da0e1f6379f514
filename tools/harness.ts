/**
 * Runs tests in this process, on Deno, Node, Bun or a page: collects what `@std/testing/bdd`
 * registers, and runs it in order. `deno test` can run the files as well; this one runs many in one
 * process and says which test belongs to which file.
 *
 * @module
 */

/** What became of a test. */
export interface Result {
  name: string;
  ms: number;
  outcome: "passed" | "failed" | "left";
  /** What was thrown, with its stack. */
  error: string;
}

/**
 * What a process that runs tests says: a file begins, a test has ended, the file has ended after so
 * many seconds of processor time.
 */
export type Event = { begin: string } | Result | { end: string; seconds: number };

/** What it says are lines that begin with this; other lines are from the tests. */
export const MARK = "\u0001";

/** A test as `Deno.test` takes it, as far as it is used. */
export interface Definition {
  name: string;
  ignore?: boolean;
  fn(context: { step(inner: Definition): Promise<void> }): unknown;
}

// Tests put others in their place.
const { performance } = globalThis;

const tests: Definition[] = [];
const afterAll: (() => unknown)[] = [];

/** Registers a test as `node:test` does. */
export function test(name: string, { skip }: { skip?: boolean }, fn: () => unknown): void {
  tests.push({ name, ignore: skip, fn });
}

/** Has `Deno.test` register tests here. */
export function replaceDenoTest(): void {
  const register = (first: string | Definition, fn?: Definition["fn"]): void => {
    tests.push(typeof first === "string" ? { name: first, fn: fn! } : first);
  };
  Object.defineProperty((globalThis as { Deno?: object }).Deno ?? {}, "test", {
    value: Object.assign(register, { afterAll: (fn: () => unknown) => void afterAll.push(fn) }),
  });
}

/** An error and its causes, with their stacks. */
export function explain(error: unknown): string {
  const { stack, cause } = (error ?? {}) as { stack?: string; cause?: unknown };
  return `${stack ?? error}${cause === undefined ? "" : `\nCaused by: ${explain(cause)}`}`;
}

/** Runs a test, or the tests of a group. */
export async function run(
  { name, ignore, fn }: Definition,
  report: (result: Result) => void,
): Promise<void> {
  if (ignore) return report({ name, ms: 0, outcome: "left", error: "" });
  let isGroup = false;
  const step = (inner: Definition): Promise<void> => {
    isGroup = true;
    return run({ ...inner, name: `${name} > ${inner.name}` }, report);
  };
  const start = performance.now();
  let error = "", outcome: Result["outcome"] = "passed";
  try {
    await fn({ step });
  } catch (thrown) {
    error = explain(thrown);
    outcome = "failed";
  }
  if (isGroup && outcome === "passed") return;
  report({ name, ms: performance.now() - start, outcome, error });
}

/** The tests that were registered since the last call. */
export function takeTests(): Definition[] {
  return tests.splice(0);
}

/** Runs what was registered since the last call. */
export async function runTests(
  report: (result: Result) => void,
  isWanted: (name: string) => boolean = () => true,
): Promise<void> {
  for (const definition of takeTests()) {
    if (isWanted(definition.name)) await run(definition, report);
  }
  for (const fn of afterAll.splice(0)) await fn();
}
