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
   * Threads that answer queries, the calling one included; 1 for no workers. As many as there are
   * cores, but no more than 8, unless given.
   */
  threads?: number | undefined;
  /** Fewest pairs that are split, for all queries, in place of {@linkcode PARALLEL_PAIRS}. */
  leastPairs?: number | undefined;
  /**
   * The workers, for bundles that leave the module of this library behind. They run a module of your own
   * whose only line is `import "@narrowphase/gjk2d/parallel_worker";`, and this is its address, or a
   * function that makes a worker of it. Bundlers know the function by sight and take the module along:
   * `() => new Worker(new URL("./own_worker.js", import.meta.url), { type: "module" })`.
   */
  worker?: string | URL | (() => ParallelWorker) | undefined;
}

/**
 * Fewest pairs that a {@linkcode ParallelBatch} splits among threads, for each query: lists that take one thread
 * a millisecond or more, boxes half of that, so that waking the others and copying what they need and give cost little
 * beside it (`bench/parallel.ts` measures both). Besides, a list is split only if it has at least a quarter as many
 * pairs as there are bodies, since the poses of all bodies are handed over.
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
 * A {@linkcode Batch} whose queries are split among threads: the same methods, the same bits in the same
 * order, for tens of thousands of pairs in less time.
 *
 * All is synchronous, as in a batch: the calling thread takes part in the work, and waits for the last
 * block that a worker is at. Workers start in the background, which takes some 50 ms, on a busy machine more;
 * queries that come before, and those on fewer pairs than {@linkcode PARALLEL_PAIRS}, run on the calling thread alone.
 * So do, always, `findPairs`, `findInBox`, `rayCasts`, pairs with support functions and the manifolds of
 * chain segments.
 *
 * Where there are no threads to be had (no `SharedArrayBuffer`, no workers, the main thread of a browser,
 * which must not wait) it is a batch and says why: see {@linkcode ParallelBatch.threadsReason}. In Deno,
 * workers need `--allow-read` of the library's files where these are local.
 *
 * Workers do not keep a process alive. {@linkcode ParallelBatch.close} ends them; without it they are there until the
 * batch is garbage and has been collected, which may take long.
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
   * @param options Those of a batch, and threads
   * @throws {TypeError} If an option is of the wrong kind
   * @throws {RangeError} If an option has a bad value, or the memory for the capacity is not to be had
   * @throws {Error} If `"simd"` is asked for and not available
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
    // Workers sleep for ever and are never garbage, whatever becomes of the batch.
    if (this.#layer.hasWorkers && typeof FinalizationRegistry === "function") {
      abandoned ??= new FinalizationRegistry((layer) => layer.close());
      abandoned.register(this, this.#layer);
    }
  }

  /**
   * Threads that take part in a large query now: the calling one, and the workers that are ready and have
   * not ended.
   */
  get threads(): number {
    return this.#layer.count();
  }

  /** Why there are as many as there are (once all have started), for people to read. */
  get threadsReason(): string {
    return this.#layer.reason;
  }

  /**
   * Waits for the workers. Not needed: queries that come before are answered by the calling thread.
   *
   * @returns Resolves when every worker can take part in queries or has ended; never rejects
   */
  async ready(): Promise<void> {
    await this.#layer.ready();
  }

  /** Ends the workers. The batch stays what it is, on one thread. */
  close(): void {
    this.#layer.close();
  }

  /** Does what {@linkcode ParallelBatch.close} does: for `using`. */
  [Symbol.dispose](): void {
    this.close();
  }
}

/** Ends the workers of batches that nobody has any more. */
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
  // A URL is known by what it has: there may be more than one kind of them, or none.
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
