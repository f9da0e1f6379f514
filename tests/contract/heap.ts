/**
 * Measures how much a query leaves on the heap.
 *
 * @module
 */

import { assert, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { isLong } from "../effort.ts";

interface Runtime {
  Deno?: { memoryUsage(): { heapUsed: number } };
  process?: { memoryUsage(): { heapUsed: number }; versions: { v8?: string } };
}

const runtime = globalThis as Runtime;

// V8 before version 12 (Node 20) may keep a function of which it has optimized only a running loop
// ("on-stack replacement"). The code before the loop is interpreted from then on, and every double
// there is a number on the heap. Now and then this happens to a function of the library. Later
// versions count such calls towards optimizing the whole function.
const v8 = runtime.process?.versions.v8;
if (v8 !== undefined && parseInt(v8) < 12) {
  (await import("node:v8")).setFlagsFromString("--no-use-osr");
}

/**
 * `describe` for queries whose rare paths the compiler reaches after hundreds of thousands of calls: they
 * are for `deno task test:long`. V8 before version 12 (Node 20) boxes doubles in more places, and
 * JavaScriptCore, in Bun, does not tell how much its heap grows from call to call.
 */
export const describeLong =
  isLong && !("Bun" in globalThis) && v8 !== undefined && parseInt(v8) >= 12
    ? describe
    : describe.ignore;

function heapUsed(): number {
  return (runtime.Deno ?? runtime.process)!.memoryUsage().heapUsed;
}

/** Calls between two measurements of the heap. */
const CALLS = 1000;

/** How long a query is watched. */
export interface Watch {
  /**
   * Batches of 1000 calls for warming up, until the compiler is done, and batches that are
   * measured.
   */
  warm: number;
  batches: number;
  /** Number of attempts at most. */
  attempts: number;
}

/**
 * The long form of queries that do much in a call. The engine counts what a function executes, not its
 * calls, so these are optimized after some thousand calls, and a compiler that is late costs more
 * attempts. 25 batches decide as surely as 200: an object in every call is 12 kB in a batch, and of
 * the noise of a measurement, 2 kB, the median keeps little.
 */
export const HEAVY: Watch = { warm: 25, batches: 25, attempts: 24 };

/**
 * The short form: it ends as soon as the compiler is done with what is called. That takes up to
 * 700 000 calls, however busy the machine is. What a compiler spoils later is for the long form.
 */
const SHORT: Watch = { warm: 2, batches: 9, attempts: 100 };

/** Counts answers, so that no query is optimized away as having no effect. */
export interface Sink {
  count: number;
}

/** Calls that take the index of a case, by the name of the query. */
export type Queries = Record<string, (i: number) => void>;

/** Tests that queries on so many cases, which count their answers, leave at most some bytes a call. */
export function allocateNothing(
  what: string,
  queries: Queries,
  cases: number,
  sink: Sink,
  watch = HEAVY,
  most = (): number => 0.5,
): void {
  for (const [name, run] of Object.entries(queries)) {
    it(`${name}()${what} with out allocates nothing`, () => {
      sink.count = 0;
      for (let i = 0; i < cases; i++) run(i);
      assert(sink.count > 0);
      const enough = most();
      assertLess(bytesPerCall(run, cases, enough, watch), enough);
    });
  }
}

/**
 * Bytes per call of `run`, which is called with 0 … `cases` - 1 in turn: the median over the
 * batches, so that collections and the compiler do not count, and the least of the attempts,
 * because the compiler reaches rarely taken paths last.
 *
 * `enough` is the number of bytes below which no further attempt is needed. `deno task test:long`
 * watches for as long as `long` says.
 *
 * Measuring the heap allocates, too, from a few hundred bytes to two thousand. The cost of one
 * measurement is subtracted. Less than half a byte per call counts as nothing: one number on the
 * heap in every call is 12 bytes or more.
 */
export function bytesPerCall(
  run: (i: number) => void,
  cases: number,
  enough: number,
  long: Watch,
): number {
  const { warm, batches, attempts } = isLong ? long : SHORT;
  // A path that only one of many cases takes needs as many calls as if it were alone.
  const most = Math.max(attempts, isLong ? 0 : 4 * cases);
  const grown = new Float64Array(batches);
  let least = Infinity;
  for (let attempt = 0; attempt < most && least >= enough; attempt++) {
    for (let i = 0; i < warm * CALLS; i++) run(i % cases);
    for (let batch = 0; batch < grown.length; batch++) {
      const before = heapUsed();
      for (let i = 0; i < CALLS; i++) run(i % cases);
      const after = heapUsed();
      grown[batch] = (after - before) - (heapUsed() - after);
    }
    // It shrinks when garbage is collected.
    const kept = grown.filter((bytes) => bytes > -CALLS).sort();
    if (kept.length > 0) least = Math.min(least, kept[kept.length >> 1] / CALLS);
  }
  return least;
}
