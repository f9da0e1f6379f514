/**
 * Measures how much a query leaves on the heap.
 *
 * @module
 */

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
  /** Number of attempts, and the bytes per call below which no further attempt is needed. */
  attempts: number;
  enough: number;
}

/**
 * Bytes per call of `run`, which is called with 0 … `cases` - 1 in turn: the median over the
 * batches, so that collections and the compiler do not count, and the least of the attempts,
 * because the compiler reaches rarely taken paths last.
 *
 * Measuring the heap allocates, too, from a few hundred bytes to two thousand. The cost of one
 * measurement is subtracted. Less than half a byte per call counts as nothing: one number on the
 * heap in every call is 12 bytes or more.
 */
export function bytesPerCall(
  run: (i: number) => void,
  cases: number,
  { warm, batches, attempts, enough }: Watch,
): number {
  const grown = new Float64Array(batches);
  let least = Infinity;
  for (let attempt = 0; attempt < attempts && least >= enough; attempt++) {
    for (let i = 0; i < warm * CALLS; i++) run(i % cases);
    for (let batch = 0; batch < grown.length; batch++) {
      const before = heapUsed();
      for (let i = 0; i < CALLS; i++) run(i % cases);
      const after = heapUsed();
      grown[batch] = (after - before) - (heapUsed() - after);
    }
    least = Math.min(least, grown.sort()[grown.length >> 1] / CALLS);
  }
  return least;
}
