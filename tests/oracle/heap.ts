/**
 * How much a query leaves on the heap.
 *
 * @module
 */

interface Runtime {
  Deno?: { memoryUsage(): { heapUsed: number } };
  process?: { memoryUsage(): { heapUsed: number } };
}

const runtime = globalThis as Runtime;

function heapUsed(): number {
  return (runtime.Deno ?? runtime.process)!.memoryUsage().heapUsed;
}

/** Calls between two looks at the heap. */
const CALLS = 1000;

/**
 * Bytes per call of `run`, which is called with 0 … `cases` - 1 in turn: the median over 200 batches, so
 * that collections and the compiler do not count, and the least of up to five such medians, since the
 * compiler comes to the rarely taken paths last. Ends with the first one below `enough`.
 *
 * Asking for the heap leaves a few hundred bytes a batch: below half a byte a call is nothing, one number on
 * the heap in every call 12 bytes or more.
 */
export function bytesPerCall(run: (i: number) => void, cases: number, enough: number): number {
  const grown = new Float64Array(200);
  let least = Infinity;
  for (let attempt = 0; attempt < 5 && least >= enough; attempt++) {
    for (let i = 0; i < 200 * CALLS; i++) run(i % cases);
    for (let batch = 0; batch < grown.length; batch++) {
      const before = heapUsed();
      for (let i = 0; i < CALLS; i++) run(i % cases);
      grown[batch] = heapUsed() - before;
    }
    least = Math.min(least, grown.sort()[grown.length >> 1] / CALLS);
  }
  return least;
}
