/**
 * A batch whose queries are split among threads.
 *
 * @module
 */
import { checkFinite, checkObject, show } from "../math/check.ts";
import { Batch, type BatchOptions, LAYER, type LayerOptions } from "./batch.ts";
import { ParallelBackend } from "./parallel_backend.ts";
import type { ParallelWorker } from "./parallel_threads.ts";

/** Options of {@linkcode ParallelBatch}. */
export interface ParallelBatchOptions extends BatchOptions {
  /**
   * Number of threads that answer queries, including the calling one; 1 for no workers. By default the number
   * of cores, but at most 8.
   */
  threads?: number | undefined;
  /** Least number of pairs for which any query is split; overrides {@linkcode PARALLEL_PAIRS}. */
  leastPairs?: number | undefined;
  /**
   * The workers, for bundles that do not include the worker module of this library. Write a module of your own
   * whose only line is `import "@narrowphase/gjk2d/parallel_worker";`, and pass its URL, or a function that
   * creates a worker from it. Bundlers recognise this function and include the module:
   * `() => new Worker(new URL("./own_worker.js", import.meta.url), { type: "module" })`.
   */
  worker?: string | URL | (() => ParallelWorker) | undefined;
}

/**
 * Least number of pairs that a {@linkcode ParallelBatch} splits among threads, by query. Such lists take one
 * thread a millisecond or more (half of that for boxes), so waking the other threads and copying data costs
 * little in comparison (`bench/parallel.ts` measures both). Besides, a list is split only if it has at least a
 * quarter as many pairs as there are bodies, since the poses of all bodies are copied.
 */
export const PARALLEL_PAIRS: Readonly<
  Record<"intersects" | "distances" | "signedDistances" | "penetrations" | "manifolds", number>
> = Object.freeze({
  intersects: 40_000,
  distances: 20_000,
  signedDistances: 20_000,
  penetrations: 20_000,
  manifolds: 10_000,
});

/** More threads than this are refused. */
const MOST_THREADS = 64;

/**
 * A {@linkcode Batch} whose queries are split among threads. It has the same methods and returns the same bits
 * in the same order, in less time for tens of thousands of pairs.
 *
 * Everything is synchronous, as in a batch: the calling thread takes part in the work, and waits for the last
 * blocks of the workers. Workers start in the background, which takes about 50 ms, and longer on a busy
 * machine. Queries before that, and queries on fewer pairs than {@linkcode PARALLEL_PAIRS}, run on the calling
 * thread alone. So do `findPairs`, `findInBox`, `findInBoxes`, `rayCasts`, pairs with support functions, and
 * the manifolds of chain segments.
 *
 * Where threads are not available (no `SharedArrayBuffer`, no workers, or the main thread of a browser, which
 * must not block), it works as a plain batch, and {@linkcode ParallelBatch.threadsReason} says why. In Deno,
 * workers need `--allow-read` for the library's files if these are local.
 *
 * Workers do not keep a process alive. {@linkcode ParallelBatch.close} ends them. Otherwise they end when the
 * batch has been garbage collected, which may take long.
 *
 * @example Usage
 * ```ts
 * import { box, ParallelBatch, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const batch = new ParallelBatch({ threads: 2 });
 * const crate = box(2, 2);
 * for (let k = 0; k < 30_000; k++) batch.add(crate, pose(1.5 * k, 0));
 * await batch.ready();
 *
 * const pairs = batch.findPairs();
 * const depths = batch.penetrations(pairs);
 * assertEquals(pairs.length / 2, 29_999);
 * assertEquals(depths[0], 0.5);
 * batch.close();
 * ```
 */
export class ParallelBatch extends Batch {
  readonly #layer: ParallelBackend;

  /**
   * Makes an empty batch and starts its workers.
   *
   * @param options Options of a batch, and of its threads
   * @throws {TypeError} If an option is of the wrong type
   * @throws {RangeError} If an option has a bad value, or there is not enough memory for the capacity
   * @throws {Error} If `"simd"` is requested and not available
   */
  constructor(options: ParallelBatchOptions = {}) {
    checkObject("create batch", "options", options, "an object");
    const { threads, leastPairs, worker } = options;
    if (threads !== undefined) checkWhole("options.threads", threads, 1, MOST_THREADS);
    if (leastPairs !== undefined) checkWhole("options.leastPairs", leastPairs, 0, 4_294_967_295);
    if (worker !== undefined) checkWorker(worker);
    const least = leastPairs === undefined ? PARALLEL_PAIRS : {
      intersects: leastPairs,
      distances: leastPairs,
      signedDistances: leastPairs,
      penetrations: leastPairs,
      manifolds: leastPairs,
    };
    let made: ParallelBackend | null = null;
    const layered: LayerOptions = {
      capacity: options.capacity,
      backend: options.backend,
      [LAYER]: (inner, name) => made = new ParallelBackend(inner, name, threads, least, worker),
    };
    super(layered);
    this.#layer = made!;
    // Workers sleep for ever and are never garbage collected, even if the batch is.
    if (this.#layer.hasWorkers && typeof FinalizationRegistry === "function") {
      abandoned ??= new FinalizationRegistry((layer) => layer.close());
      abandoned.register(this, this.#layer);
    }
  }

  /**
   * Number of threads that take part in a large query now: the calling one, and the workers that are ready and
   * have not ended.
   */
  get threads(): number {
    return this.#layer.count();
  }

  /** Why there are this many threads (once all have started), as text for people. */
  get threadsReason(): string {
    return this.#layer.reason;
  }

  /**
   * Waits for the workers. You need not call it: earlier queries are answered by the calling thread.
   *
   * @returns Resolves when every worker can take part in queries or has ended; never rejects
   */
  async ready(): Promise<void> {
    await this.#layer.ready();
  }

  /** Ends the workers. The batch remains usable, on one thread. */
  close(): void {
    this.#layer.close();
  }

  /** Does what {@linkcode ParallelBatch.close} does: for `using`. */
  [Symbol.dispose](): void {
    this.close();
  }
}

/** Ends the workers of batches that have been garbage collected. */
let abandoned: FinalizationRegistry<ParallelBackend> | null = null;

function checkWhole(name: string, value: number, least: number, most: number): void {
  checkFinite("create batch", name, value);
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(
    `Cannot create batch: ${name} is ${value}, must be a whole number from ${least} to ${most}`,
  );
}

function checkWorker(worker: unknown): void {
  if (typeof worker === "function") return;
  // A URL is recognised by its `href`: there may be several URL classes, or none.
  const text = typeof worker === "string" ? worker : (worker as Partial<URL> | null)?.href;
  if (typeof text !== "string") {
    throw new TypeError(
      `Cannot create batch: options.worker is ${show(worker)}, ` +
        `must be a string, a URL or a function that makes a worker`,
    );
  }
  if (typeof URL !== "function") return; // nor are there workers
  try {
    new URL(text);
  } catch {
    throw new RangeError(
      `Cannot create batch: options.worker is ${show(worker)}, must be an absolute URL`,
    );
  }
}
