/**
 * Stand-in for `@std/testing/bdd` where JSR cannot be reached. On Deno every `it` becomes one
 * `Deno.test` named "outer > inner > test"; on other runtimes one `test` of `node:test`.
 *
 * @module
 */

type Hook = () => void | Promise<void>;

interface Suite {
  name: string;
  parent: Suite | null;
  ignore: boolean;
  beforeAll: Hook[];
  afterAll: Hook[];
  beforeEach: Hook[];
  afterEach: Hook[];
  /** Tests registered below this suite, and how many of them have not run yet. */
  pending: number;
  entered: boolean;
}

interface TestOptions {
  ignore: boolean;
  only: boolean;
}

type Register = (name: string, options: TestOptions, fn: () => Promise<void>) => void;

async function findRegister(): Promise<Register> {
  if ("Deno" in globalThis) {
    return (name, { ignore, only }, fn) => Deno.test({ name, ignore, only, fn });
  }
  const { test } = await import("node:test");
  return (name, { ignore, only }, fn) => {
    test(name, only ? { skip: ignore, only } : { skip: ignore }, fn);
  };
}

const register: Register = await findRegister();

let current: Suite | null = null;

function chain(suite: Suite | null): Suite[] {
  const suites: Suite[] = [];
  for (let s = suite; s !== null; s = s.parent) suites.unshift(s);
  return suites;
}

function addSuite(name: string, fn: () => void, ignore: boolean): void {
  const suite: Suite = {
    name,
    parent: current,
    ignore: ignore || (current?.ignore ?? false),
    beforeAll: [],
    afterAll: [],
    beforeEach: [],
    afterEach: [],
    pending: 0,
    entered: false,
  };
  current = suite;
  try {
    fn();
  } finally {
    current = suite.parent;
  }
}

async function runTest(suites: Suite[], fn: () => unknown): Promise<void> {
  try {
    for (const suite of suites) {
      if (suite.entered) continue;
      suite.entered = true;
      for (const hook of suite.beforeAll) await hook();
    }
    try {
      for (const suite of suites) for (const hook of suite.beforeEach) await hook();
      await fn();
    } finally {
      for (const suite of suites.toReversed()) for (const hook of suite.afterEach) await hook();
    }
  } finally {
    for (const suite of suites.toReversed()) {
      suite.pending--;
      if (suite.pending === 0) { for (const hook of suite.afterAll) await hook(); }
    }
  }
}

function addTest(name: string, fn: () => unknown, ignore: boolean, only: boolean): void {
  const suites = chain(current);
  const skip = ignore || (current?.ignore ?? false);
  if (!skip) { for (const suite of suites) suite.pending++; }
  const path = [...suites.map((suite) => suite.name), name].join(" > ");
  register(path, { ignore: skip, only }, () => runTest(suites, fn));
}

/** `describe` and its variants. */
export interface Describe {
  /** Groups the tests that `fn` registers. */
  (name: string, fn: () => void): void;
  /** Registers the group and does not run it. */
  ignore(name: string, fn: () => void): void;
  /** As `ignore`. */
  skip(name: string, fn: () => void): void;
}

/** `it` and its variants. */
export interface It {
  /** Registers a test. */
  (name: string, fn: () => unknown): void;
  /** Registers a test and does not run it. */
  ignore(name: string, fn?: () => unknown): void;
  /** As `ignore`. */
  skip(name: string, fn?: () => unknown): void;
  /** Runs only this test. */
  only(name: string, fn: () => unknown): void;
}

/** Groups tests; hooks registered inside hold for the group. */
export const describe: Describe = Object.assign(
  (name: string, fn: () => void): void => addSuite(name, fn, false),
  {
    ignore: (name: string, fn: () => void): void => addSuite(name, fn, true),
    skip: (name: string, fn: () => void): void => addSuite(name, fn, true),
  },
);

/** Registers a test. */
export const it: It = Object.assign(
  (name: string, fn: () => unknown): void => addTest(name, fn, false, false),
  {
    ignore: (name: string, fn: () => unknown = () => {}): void => addTest(name, fn, true, false),
    skip: (name: string, fn: () => unknown = () => {}): void => addTest(name, fn, true, false),
    only: (name: string, fn: () => unknown): void => addTest(name, fn, false, true),
  },
);

/** As `it`. */
export const test: It = it;

function hooks(): Suite {
  if (current === null) throw new Error("Cannot register hook: not inside describe()");
  return current;
}

/** Runs `fn` once before the first test of the group. */
export function beforeAll(fn: Hook): void {
  hooks().beforeAll.push(fn);
}

/** Runs `fn` once after the last test of the group. */
export function afterAll(fn: Hook): void {
  hooks().afterAll.push(fn);
}

/** Runs `fn` before each test of the group. */
export function beforeEach(fn: Hook): void {
  hooks().beforeEach.push(fn);
}

/** Runs `fn` after each test of the group. */
export function afterEach(fn: Hook): void {
  hooks().afterEach.push(fn);
}
