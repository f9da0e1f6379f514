/**
 * How much a query leaves on the heap.
 *
 * @module
 */

interface Runtime {
  Deno?: { memoryUsage(): { heapUsed: number } };
  process?: { memoryUsage(): { heapUsed: number }; versions: { v8?: string } };
}

const runtime = globalThis as Runtime;

// V8 before 12, in Node 20, may keep a function of which it has optimized the loop only, while it ran ("on-stack
// replacement"). What stands before the loop is interpreted from then on, each double there a number on the heap: now and
// then a function of the library meets with that. Later ones count such calls towards optimizing all of it.
const v8 = runtime.process?.versions.v8;
if (v8 !== undefined && parseInt(v8) < 12) {
  (await import("node:v8")).setFlagsFromString("--no-use-osr");
}

function heapUsed(): number {
  return (runtime.Deno ?? runtime.process)!.memoryUsage().heapUsed;
}

/** Calls between two looks at the heap. */
const CALLS = 1000;

/** How long a query is watched. */
export interface Watch {
  /** Batches of 1000 calls before, so that the compiler is done, and batches that are measured. */
  warm: number;
  batches: number;
  /** How often to try, and the bytes a call below which the first try is enough. */
  attempts: number;
  enough: number;
}

/**
 * Bytes per call of `run`, which is called with 0 … `cases` - 1 in turn: the median over the batches, so
 * that collections and the compiler do not count, and the least of the attempts, since the compiler comes to
 * the rarely taken paths last.
 *
 * Asking for the heap leaves something on it, too, from a few hundred bytes to two thousand: what asking once more
 * leaves is taken off. Below half a byte a call is nothing, one number on the heap in every call 12 bytes or more.
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
