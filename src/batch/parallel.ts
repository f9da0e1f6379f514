/**
 * A batch whose queries are split among threads.
 *
 * @module
 */
import { checkFinite, checkObject, show } from "../math/check.ts";
import { Shape } from "../shapes/shape.ts";
import type { Backend, PairQuery } from "./backend.ts";
import { Batch, type BatchBackend, type BatchOptions, LAYER, type LayerOptions } from "./batch.ts";
import {
  BACK,
  BLOCK,
  BODIES,
  CLAIMED,
  COUNT,
  FAILED,
  GATE,
  INSIDE,
  LENGTH,
  MARGIN,
  ONE_SIDED,
  PLAIN,
  POSTED,
  QUERIES,
  QUERY,
  READY,
  RESULT_BYTES,
  type SharedMemory,
  SHUT,
  SMOOTH,
  STATE,
  TEXT,
  textOf,
  TURN,
  WORKER_WORDS,
  type WorkerMessage,
  WORKERS,
} from "./parallel_layout.ts";

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

/** What a {@linkcode ParallelBatch} needs from a worker: a web worker or one of `node:worker_threads`. */
export interface ParallelWorker {
  /** Sends it a message. */
  postMessage(message: unknown): void;
  /** Ends it. */
  terminate(): unknown;
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

/** Bodies per pair beyond which handing over poses is not worth it. */
const MOST_BODIES_PER_PAIR = 4;

/** More threads than this only if asked for: they share the way to the memory. */
const USUAL_THREADS = 8;
const MOST_THREADS = 64;

/** Milliseconds at a block after which a worker counts as dead. It takes less than one. */
const PATIENCE = 5000;
/** Most of them that count between two queries: in a longer pause, as while a laptop sleeps, it may have had no time. */
const GLANCE = 100;
/** The same for its start. */
const START_PATIENCE = 30_000;

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
    // Workers sleep for ever and are never garbage, whatever becomes of the batch.
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

/** A worker, whatever kind the host has. */
interface Thread {
  post(news: WorkerMessage): void;
  end(): void;
  /** Whether the process is to wait for it. */
  hold(held: boolean): void;
}

interface Member {
  /** Counted from 0; its place in the control block. */
  index: number;
  thread: Thread;
  /** Resolves when it is ready or gone; `settle` makes it do so. */
  settled: Promise<void>;
  settle(): void;
  starting: boolean;
}

/** The backend of the calling thread, and the workers that help it. */
class ParallelBackend implements Backend {
  readonly #inner: Backend;
  readonly #name: BatchBackend;
  readonly #least: Readonly<Record<PairQuery, number>>;
  /** Workers that have not ended. */
  #crew: Member[] = [];
  /** How many were started, ended ones included. */
  readonly #started: number = 0;
  /** Why there were as many threads as there were when the crew last changed. */
  #reason: string;

  #memory: SharedMemory | null = null;
  #control: Int32Array = new Int32Array(0);
  #poses: Float64Array = new Float64Array(0);
  #pairs: Uint32Array = new Uint32Array(0);
  #bytes: Uint8Array = new Uint8Array(0);
  #doubles: Float64Array = new Float64Array(0);
  #done: Int32Array = new Int32Array(0);
  /** When a worker was last seen to be late, in milliseconds; NaN when none is. */
  #late = NaN;
  /** For how many of them it has been. */
  #missed = 0;
  /** Number of the last message. */
  #posted = 0;
  /** The workers have yet to learn of `#memory`. */
  #moved = false;

  /** One more than the highest id there has been. */
  #limit = 0;
  /** Number of the shape of each body, -1 for none. */
  readonly #numbers: number[] = [];
  /** The shape itself. */
  readonly #bodyShapes: (Shape | null)[] = [];
  /** Shapes in use: number, bodies that have it. */
  readonly #shapes = new Map<Shape, { number: number; users: number }>();
  #shapeCount = 0;
  readonly #freeNumbers: number[] = [];
  /** What the workers do not know yet. */
  readonly #newShapes = new Set<Shape>();
  readonly #newBodies = new Set<number>();

  constructor(
    inner: Backend,
    name: BatchBackend,
    threads: number | undefined,
    least: Readonly<Record<PairQuery, number>>,
    worker: ParallelBatchOptions["worker"],
  ) {
    this.#inner = inner;
    this.#name = name;
    this.#least = least;
    const refusal = findThreadRefusal();
    const cores = countCores();
    const wanted = threads ?? Math.min(cores, USUAL_THREADS);
    if (wanted === 1) {
      this.#reason = threads === undefined ? "there is one core" : "asked for";
      return;
    }
    if (refusal !== null) {
      this.#reason = refusal;
      return;
    }
    this.#reason = threads === undefined ? `there are ${cores} cores` : "asked for";
    this.#started = wanted - 1;
    try {
      const make = typeof worker === "function" ? worker : makerOf(worker ?? findWorker());
      this.#allocate(0, 0, 0);
      for (let index = 0; index < wanted - 1; index++) this.#hire(index, make);
      this.#post(true);
    } catch (error) {
      const hint = worker === undefined ? " (in a bundle they need options.worker)" : "";
      this.dismiss(`workers cannot be started: ${textOf(error)}${hint}`);
    }
  }

  get poses(): Float64Array {
    return this.#inner.poses;
  }

  get capacity(): number {
    return this.#inner.capacity;
  }

  reserve(capacity: number): void {
    this.#inner.reserve(capacity);
  }

  place(id: number, shape: Shape): void {
    this.#inner.place(id, shape);
    if (this.#crew.length === 0) return;
    let entry = this.#shapes.get(shape);
    if (entry === undefined) {
      entry = { number: this.#freeNumbers.pop() ?? this.#shapeCount++, users: 0 };
      this.#shapes.set(shape, entry);
      this.#newShapes.add(shape);
    }
    entry.users++;
    this.#release(id);
    while (this.#numbers.length <= id) {
      this.#numbers.push(-1);
      this.#bodyShapes.push(null);
    }
    this.#numbers[id] = entry.number;
    this.#bodyShapes[id] = shape;
    this.#newBodies.add(id);
    this.#limit = Math.max(this.#limit, id + 1);
  }

  clear(id: number): void {
    this.#inner.clear(id);
    if (this.#crew.length === 0) return;
    this.#release(id);
    this.#newBodies.add(id);
  }

  #release(id: number): void {
    const shape = id < this.#bodyShapes.length ? this.#bodyShapes[id] : null;
    if (shape === null) return;
    this.#bodyShapes[id] = null;
    this.#numbers[id] = -1;
    const entry = this.#shapes.get(shape)!;
    if (--entry.users > 0) return;
    this.#shapes.delete(shape);
    this.#newShapes.delete(shape);
    this.#freeNumbers.push(entry.number);
  }

  findStray(pairs: Uint32Array, limit: number, gaps: boolean): number {
    return this.#inner.findStray(pairs, limit, gaps);
  }

  areInRange(limit: number): boolean {
    return this.#inner.areInRange(limit);
  }

  ask(
    query: PairQuery,
    pairs: Uint32Array,
    out: Uint8Array | Float64Array,
    margin: number,
  ): void {
    const count = pairs.length / 2;
    if (
      this.#crew.length === 0 || count < this.#least[query] || count <= BLOCK ||
      this.#limit > MOST_BODIES_PER_PAIR * count || !this.#isHelped(query)
    ) {
      this.#inner.ask(query, pairs, out, margin);
      return;
    }
    const kind = QUERIES.indexOf(query);
    if (
      !this.#share(count, RESULT_BYTES[kind] * count) || !this.#isClear(query) || !this.#post(false)
    ) {
      this.#inner.ask(query, pairs, out, margin);
      return;
    }
    this.#split(query, kind, pairs, count, out, margin);
  }

  /** Whether there are workers that have not ended. */
  get hasWorkers(): boolean {
    return this.#crew.length > 0;
  }

  /** Threads that would take part in a query now. */
  count(): number {
    let count = 1;
    for (const { index } of this.#crew) if (this.#stateOf(index) === READY) count++;
    return count;
  }

  /** Why there are as many threads as that: of a worker that has ended, before its message is here. */
  get reason(): string {
    const gone = this.#crew.find(({ index }) => this.#stateOf(index) > READY);
    return gone === undefined ? this.#reason : this.#describeEnd(gone, this.#textOf(gone.index));
  }

  /** Resolves when every worker is ready or gone. */
  async ready(): Promise<void> {
    const crew = this.#crew.filter(({ starting }) => starting);
    if (crew.length === 0) return; // also where there are no timers
    for (const { thread } of crew) thread.hold(true);
    const timer = setTimeout(() => {
      const why = `it has not started in ${START_PATIENCE / 1000} s`;
      for (const member of crew) if (member.starting) this.#lose(member, why);
    }, START_PATIENCE);
    await Promise.all(crew.map(({ settled }) => settled));
    clearTimeout(timer);
  }

  /** Ends all workers; where there are none, the reason stays. */
  close(): void {
    if (this.#crew.length > 0) this.dismiss("the workers were closed");
  }

  /** Ends all workers. */
  dismiss(reason: string): void {
    this.#reason = reason;
    // Deno does not end a thread that sleeps in `Atomics.wait`, nor free its memory. The number of a message that never
    // comes has workers leave the query they are at and go where they can be ended.
    this.#posted++;
    this.#wake(this.#control);
    this.#wake(this.#left);
    this.#left = null;
    for (const member of [...this.#crew]) this.#retire(member);
    this.#memory = null;
    this.#control = new Int32Array(0);
    this.#poses = new Float64Array(0);
    this.#pairs = new Uint32Array(0);
    this.#bytes = new Uint8Array(0);
    this.#doubles = new Float64Array(0);
    this.#done = new Int32Array(0);
    this.#shapes.clear();
    this.#newShapes.clear();
    this.#newBodies.clear();
    this.#numbers.length = this.#bodyShapes.length = 0;
  }

  #stateOf(index: number): number {
    return Atomics.load(this.#control, WORKERS + WORKER_WORDS * index + STATE);
  }

  /** Whether a worker is ready. Those that failed since the last query are let go, with an error. */
  #isHelped(query: PairQuery): boolean {
    let helped = false;
    for (const member of [...this.#crew]) {
      const state = this.#stateOf(member.index);
      if (state === READY) helped = true;
      else if (state !== 0) {
        const text = this.#textOf(member.index);
        this.#lose(member, text);
        if (state === FAILED) throw fail(query, member, text);
      }
    }
    return helped;
  }

  #isInside({ index }: Member): boolean {
    return Atomics.load(this.#control, WORKERS + WORKER_WORDS * index + INSIDE) === 1;
  }

  /** Whether all workers have left earlier queries. Those that take too long are lost, and that is an error. */
  #isClear(query: PairQuery): boolean {
    if (Atomics.load(this.#control, GATE) === SHUT) {
      this.#late = NaN;
      return true;
    }
    const now = performance.now();
    this.#missed += Math.min(now - this.#late, GLANCE);
    this.#late = now;
    if (this.#missed <= PATIENCE) return false;
    const text = `it has not answered for ${PATIENCE / 1000} s`;
    let late = this.#crew.filter((member) => this.#isInside(member));
    if (late.length === 0) late = this.#crew;
    for (const member of late) this.#lose(member, text);
    throw fail(query, late[0], text);
  }

  #textOf(index: number): string {
    const at = WORKERS + WORKER_WORDS * index;
    const units = this.#control.subarray(at + TEXT, at + TEXT + this.#control[at + LENGTH]);
    return String.fromCharCode(...units);
  }

  #describeEnd({ index }: Member, why: string): string {
    return `worker ${index + 1} of ${this.#started} has ended: ${why}`;
  }

  #hire(index: number, make: () => ParallelWorker): void {
    const thread = startThread(
      make,
      (text) => text === "" ? member.settle() : this.#lose(member, text),
      (why) => this.#lose(member, why),
    );
    let resolve = (): void => {};
    const member: Member = {
      index,
      thread,
      settled: new Promise((settled) => resolve = settled),
      settle: () => {
        member.starting = false;
        thread.hold(false);
        resolve();
      },
      starting: true,
    };
    this.#crew.push(member);
  }

  /** Lets a worker go that is of no use any more. */
  #lose(member: Member, why: string): void {
    if (!this.#crew.includes(member)) return;
    const reason = this.#describeEnd(member, why);
    this.#retire(member);
    this.#reason = reason;
    // If it is inside, it may write yet, and the gate counts it: the others get memory that it does not have. Whether
    // the gate counts it, its own word may not say: between the two it can have ended.
    const renewed = Atomics.load(this.#control, GATE) === SHUT ||
      this.#allocate(this.#poses.length, this.#pairs.length, this.#bytes.length);
    if (this.#crew.length === 0 || !renewed) this.dismiss(reason);
  }

  #retire(member: Member): void {
    this.#crew = this.#crew.filter((other) => other !== member);
    member.thread.end();
    member.settle();
  }

  /** Makes room in the shared memory; false where there is none to be had. */
  #share(pairs: number, bytes: number): boolean {
    const poses = 4 * this.#limit;
    if (
      this.#memory !== null && poses <= this.#poses.length && 2 * pairs <= this.#pairs.length &&
      bytes <= this.#bytes.length
    ) return true;
    const grow = (had: number, need: number): number =>
      need <= had ? had : Math.max(need, Math.min(2 * had, need + 4096 * BLOCK));
    return this.#allocate(
      grow(this.#poses.length, poses),
      grow(this.#pairs.length, 2 * pairs),
      grow(this.#bytes.length, 8 * Math.ceil(bytes / 8)),
    );
  }

  /** New shared memory in place of the old. */
  #allocate(poses: number, pairs: number, bytes: number): boolean {
    let memory: SharedMemory;
    try {
      memory = {
        control: new SharedArrayBuffer(4 * (WORKERS + WORKER_WORDS * this.#started)),
        poses: new SharedArrayBuffer(8 * poses),
        pairs: new SharedArrayBuffer(4 * pairs),
        results: new SharedArrayBuffer(8 * Math.ceil(bytes / 8)),
        done: new SharedArrayBuffer(4 * Math.ceil(pairs / 2 / BLOCK)),
      };
    } catch {
      return false;
    }
    const old = this.#control;
    if (!this.#moved && old.length > 0) this.#left = old;
    this.#memory = memory;
    this.#moved = true;
    this.#control = new Int32Array(memory.control);
    this.#poses = new Float64Array(memory.poses);
    this.#pairs = new Uint32Array(memory.pairs);
    this.#bytes = new Uint8Array(memory.results);
    this.#doubles = new Float64Array(memory.results);
    this.#done = new Int32Array(memory.done);
    this.#late = NaN;
    // What the workers have said about themselves moves along, but for words about the query.
    this.#control.set(old.subarray(WORKERS), WORKERS);
    for (let k = 0; k < this.#started; k++) {
      this.#control[WORKERS + WORKER_WORDS * k + INSIDE] = 0;
    }
    this.#control[GATE] = SHUT;
    return true;
  }

  /** A control block that workers may still be asleep on. */
  #left: Int32Array | null = null;

  /** Has the workers that sleep on a control block look for the last message. */
  #wake(control: Int32Array | null): void {
    if (control === null || control.length === 0) return;
    Atomics.store(control, POSTED, this.#posted);
    Atomics.add(control, TURN, 1);
    Atomics.notify(control, TURN);
  }

  /** Tells the workers what has changed, if anything has; false if that cannot be done. */
  #post(first: boolean): boolean {
    if (!first && !this.#moved && this.#newBodies.size === 0) return true;
    const number = ++this.#posted;
    // Whoever sees the number before the message goes to wait for the message.
    Atomics.store(this.#control, POSTED, number);
    try {
      const news: WorkerMessage = {
        number,
        setup: null,
        memory: this.#moved ? this.#memory : null,
        capacity: this.#inner.capacity,
        shapes: this.#describeShapes(),
        bodies: this.#describeBodies(),
      };
      for (const { index, thread } of this.#crew) {
        thread.post(first ? { ...news, setup: { index, backend: this.#name } } : news);
      }
    } catch (error) {
      this.dismiss(`workers cannot be told of changes: ${textOf(error)}`);
      return false;
    }
    this.#wake(this.#left);
    this.#left = null;
    this.#moved = false;
    this.#newShapes.clear();
    this.#newBodies.clear();
    return true;
  }

  #describeShapes(): Float64Array {
    const list: number[] = [];
    for (const shape of this.#newShapes) {
      const { support, points, radius } = shape;
      const kind = support !== null ? SMOOTH : shape.constructor !== Shape ? ONE_SIDED : PLAIN;
      list.push(this.#shapes.get(shape)!.number, kind, radius, points.length);
      for (const { x, y } of points) list.push(x, y);
    }
    return Float64Array.from(list);
  }

  #describeBodies(): Int32Array {
    const list = new Int32Array(2 * this.#newBodies.size);
    let k = 0;
    for (const id of this.#newBodies) {
      list[k++] = id;
      list[k++] = this.#numbers[id];
    }
    return list;
  }

  #split(
    query: PairQuery,
    kind: number,
    pairs: Uint32Array,
    count: number,
    out: Uint8Array | Float64Array,
    margin: number,
  ): void {
    const C = this.#control;
    const bodies = this.#limit;
    const blocks = Math.ceil(count / BLOCK);
    const stride = kind === 0 ? 1 : RESULT_BYTES[kind] >> 3;
    this.#poses.set(this.#inner.poses.subarray(0, 4 * bodies));
    this.#pairs.set(pairs);
    C[QUERY] = kind;
    C[COUNT] = count;
    C[BODIES] = bodies;
    C[CLAIMED] = C[BACK] = 0;
    this.#done.fill(0, 0, blocks);
    new Float64Array(C.buffer, 4 * MARGIN, 1)[0] = margin;
    Atomics.store(C, GATE, 0);
    Atomics.add(C, TURN, 1);
    Atomics.notify(C, TURN);

    const start = performance.now();
    let own = 0;
    let finished = false;
    try {
      while (Atomics.add(C, CLAIMED, 1) < blocks) {
        this.#askBlock(query, pairs, own++, stride, out, margin);
      }
      finished = true;
    } finally {
      // One more block may take a worker as long as it took here, if it is not held up.
      const patience = own === 0 ? 0.1 : (performance.now() - start) / own;
      this.#shut(query, finished ? patience : 0);
    }
    const results = kind === 0 ? this.#bytes : this.#doubles;
    if (Number.isNaN(this.#late)) {
      const from = Math.min(count, BLOCK * own);
      if (from < count) out.set(results.subarray(stride * from, stride * count), stride * from);
      return;
    }
    for (let block = own; block < blocks; block++) {
      if (Atomics.load(this.#done, block) === 1) {
        const from = BLOCK * block, to = Math.min(count, from + BLOCK);
        out.set(results.subarray(stride * from, stride * to), stride * from);
      } else this.#askBlock(query, pairs, block, stride, out, margin);
    }
  }

  #askBlock(
    query: PairQuery,
    pairs: Uint32Array,
    block: number,
    stride: number,
    out: Uint8Array | Float64Array,
    margin: number,
  ): void {
    const from = BLOCK * block, to = Math.min(pairs.length / 2, from + BLOCK);
    this.#inner.ask(
      query,
      pairs.subarray(2 * from, 2 * to),
      out.subarray(stride * from, stride * to),
      margin,
    );
  }

  /** Ends a query; waits some milliseconds for those who are still at it. */
  #shut(query: PairQuery, patience: number): void {
    const C = this.#control;
    const start = performance.now();
    let gate = Atomics.or(C, GATE, SHUT) | SHUT;
    while (gate !== SHUT) {
      const left = patience - (performance.now() - start);
      if (!(left > 0)) break;
      Atomics.wait(C, GATE, gate, left);
      gate = Atomics.load(C, GATE);
    }
    this.#late = gate === SHUT ? NaN : start;
    this.#missed = 0;
    for (const member of this.#crew) {
      if (this.#stateOf(member.index) !== FAILED) continue;
      const text = this.#textOf(member.index);
      this.#lose(member, text);
      throw fail(query, member, text);
    }
  }
}

/** The error of a query that a worker did not survive. */
function fail(query: PairQuery, { index }: Member, why: string): Error {
  return new Error(
    `Cannot answer ${query}: worker ${index + 1} has ended: ${why}; the batch goes on without it`,
  );
}

/** A worker of `node:worker_threads`, as far as it is needed. */
interface NodeWorker extends ParallelWorker {
  ref(): void;
  unref(): void;
  on(event: "message" | "error" | "exit", listener: (argument: unknown) => void): void;
}

/** What there is of Node: all of it in Node, Deno and Bun, nothing in browsers. */
interface Host {
  process?: {
    getBuiltinModule?(name: string): {
      Worker: new (address: URL, options?: { execArgv: string[] }) => NodeWorker;
      availableParallelism?(): number;
    } | undefined;
    execArgv?: string[];
  };
  navigator?: { hardwareConcurrency?: number };
  Worker?: typeof Worker;
}

function findNodeModule(
  name: string,
): ReturnType<NonNullable<NonNullable<Host["process"]>["getBuiltinModule"]>> {
  try {
    return (globalThis as Host).process?.getBuiltinModule?.(name);
  } catch {
    return undefined; // a stand-in for Node
  }
}

function countCores(): number {
  return (globalThis as Host).navigator?.hardwareConcurrency ??
    findNodeModule("node:os")?.availableParallelism?.() ?? 1;
}

/** Why there can be no threads here, or `null`. */
function findThreadRefusal(): string | null {
  if (typeof SharedArrayBuffer !== "function") {
    return "SharedArrayBuffer is missing (in browsers it takes cross-origin isolation)";
  }
  const host = globalThis as Host;
  if (findNodeModule("node:worker_threads") === undefined && typeof host.Worker !== "function") {
    return "there are no workers here";
  }
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 1, 0);
  } catch {
    return "this thread must not wait: use the batch in a worker";
  }
  return null;
}

/** The worker's module lies beside this one, as it does in the package. */
function findWorker(): URL {
  const here: unknown = import.meta.url;
  if (typeof here !== "string") {
    throw new Error("the library does not know its address");
  }
  return new URL(here.endsWith(".ts") ? "./parallel_worker.ts" : "./parallel_worker.js", here);
}

function makerOf(worker: string | URL): () => ParallelWorker {
  const address = new URL(worker);
  const node = findNodeModule("node:worker_threads");
  if (node === undefined) return () => new Worker(address, { type: "module" });
  // Only files and texts can be run directly; a text can import anything.
  const runnable = address.protocol === "file:" || address.protocol === "data:"
    ? address
    : new URL(`data:text/javascript,${encodeURIComponent(`import "${address.href}";`)}`);
  // Of a program that is given as text workers inherit what kind of text it is, which no file may have.
  const isText = (globalThis as Host).process?.execArgv?.some((flag) =>
    flag.startsWith("--input-type")
  );
  return () => new node.Worker(runnable, isText ? { execArgv: [] } : undefined);
}

function startThread(
  make: () => ParallelWorker,
  heard: (text: string) => void,
  gone: (why: string) => void,
): Thread {
  const made = make();
  checkObject("create batch", "what options.worker returns", made, "a worker");
  if (typeof made.postMessage !== "function" || typeof made.terminate !== "function") {
    throw new TypeError(
      `Cannot create batch: what options.worker returns is ${show(made)}, must be a worker`,
    );
  }
  const node = made as NodeWorker;
  if (typeof node.on === "function") {
    node.on("message", (text) => heard(String(text)));
    node.on("error", (error) => gone(textOf(error)));
    node.on("exit", (code) => gone(`exit code ${code}`));
  } else {
    const worker = made as Worker;
    worker.onmessage = ({ data }: MessageEvent<string>): void => heard(data);
    worker.onerror = (event): void => {
      event.preventDefault();
      gone(event.message || "its module cannot be loaded (a bundle needs options.worker)");
    };
  }
  // Workers of the web have neither, but for Bun's.
  node.unref?.();
  return {
    post: (news) => made.postMessage(news),
    end: () => void made.terminate(),
    hold: (held) => held ? node.ref?.() : node.unref?.(),
  };
}
