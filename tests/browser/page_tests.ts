/**
 * What `tests/_std/bdd.ts` needs of `node:test`, on a page: tests are collected, and the page runs
 * them one after the other.
 *
 * @module
 */

/** A test that was registered. */
export interface PageTest {
  name: string;
  skip: boolean;
  fn: () => Promise<void>;
}

/** What became of a test; `error` is `null` if it passed. */
export interface PageResult {
  name: string;
  ms: number;
  error: string | null;
}

const tests: PageTest[] = [];

/** Registers a test. */
export function test(name: string, { skip }: { skip?: boolean }, fn: () => Promise<void>): void {
  tests.push({ name, skip: skip === true, fn });
}

/** Runs what was registered since the last call. */
export async function runTests(): Promise<PageResult[]> {
  const results: PageResult[] = [];
  for (const { name, skip, fn } of tests.splice(0)) {
    if (skip) continue;
    const start = performance.now();
    let error: string | null = null;
    try {
      await fn();
    } catch (e) {
      error = e instanceof Error ? e.stack ?? e.message : String(e);
    }
    results.push({ name, ms: performance.now() - start, error });
  }
  return results;
}
