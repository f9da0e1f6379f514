/**
 * The backend of the calling thread, and the workers that help it. parallel_layout.ts describes how
 * they share the work.
 *
 * @module
 */
import type { ConvexShape } from "../shapes/shape.ts";
import type { Backend, PairQuery } from "./backend.ts";
import type { BatchBackend } from "./batch.ts";
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
  POSTED,
  QUERIES,
  QUERY,
  READY,
  RESULT_BYTES,
  type SharedMemory,
  SHUT,
  STATE,
  TEXT,
  textOf,
  TURN,
  WORKER_WORDS,
  type WorkerMessage,
  WORKERS,
} from "./parallel_layout.ts";
import { Roster } from "./parallel_roster.ts";
import {
  countCores,
  findThreadRefusal,
  makerOf,
  type ParallelWorker,
  startThread,
  type Thread,
  type WorkerSource,
} from "./parallel_threads.ts";

/** With more bodies per pair than this, copying the poses costs more than is gained. */
const MOST_BODIES_PER_PAIR = 4;

/** Most threads unless the caller asks for more, since all share the memory bandwidth. */
const USUAL_THREADS = 8;

/** After so many milliseconds at one block a worker counts as dead. A block takes less than one. */
const PATIENCE = 5000;
/**
 * Of the time between two queries, at most so many milliseconds count towards PATIENCE. In a longer
 * pause, for example while a laptop sleeps, the worker may not have run.
 */
const GLANCE = 100;
/** After so many milliseconds a worker that has not started counts as dead. */
const START_PATIENCE = 30_000;

interface Member {
  /** Index of the worker in the control block, from 0. */
  index: number;
  thread: Thread;
  /** Resolved by `settle`, when the worker is ready or has ended. */
  settled: Promise<void>;
  settle(): void;
  starting: boolean;
}

/** The backend of the calling thread, and the workers that help it. */
export class ParallelBackend implements Backend {
  readonly #inner: Backend;
  readonly #name: BatchBackend;
  readonly #least: Readonly<Record<PairQuery, number>>;
  /** Workers that have not ended. */
  #crew: Member[] = [];
  /** Number of workers started, including those that have ended. */
  readonly #started: number = 0;
  /** Why there were this many threads when the crew last changed. */
  #reason: string;

  #memory: SharedMemory | null = null;
  #control: Int32Array = new Int32Array(0);
  #poses: Float64Array = new Float64Array(0);
  #pairs: Uint32Array = new Uint32Array(0);
  #bytes: Uint8Array = new Uint8Array(0);
  #doubles: Float64Array = new Float64Array(0);
  #done: Int32Array = new Int32Array(0);
  /** When a worker was last found to be late, in milliseconds; NaN if none is. */
  #late = NaN;
  /** For how many milliseconds it has been late. */
  #missed = 0;
  /** Number of the last message. */
  #posted = 0;
  /** Whether the workers do not know `#memory` yet. */
  #moved = false;

  readonly #roster = new Roster();

  constructor(
    inner: Backend,
    name: BatchBackend,
    threads: number | undefined,
    least: Readonly<Record<PairQuery, number>>,
    worker: WorkerSource | undefined,
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
      const make = makerOf(worker);
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

  place(id: number, shape: ConvexShape): void {
    this.#inner.place(id, shape);
    if (this.#crew.length === 0) return;
    this.#roster.place(id, shape);
  }

  clear(id: number): void {
    this.#inner.clear(id);
    if (this.#crew.length === 0) return;
    this.#roster.clear(id);
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
      this.#roster.limit > MOST_BODIES_PER_PAIR * count || !this.#isHelped(query)
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

  /**
   * Why there are this many threads. Also covers a worker that has ended but whose message has not
   * arrived.
   */
  get reason(): string {
    const gone = this.#crew.find(({ index }) => this.#stateOf(index) > READY);
    return gone === undefined ? this.#reason : this.#describeEnd(gone, this.#textOf(gone.index));
  }

  /** Resolves when every worker is ready or gone. */
  async ready(): Promise<void> {
    const crew = this.#crew.filter(({ starting }) => starting);
    if (crew.length === 0) return; // before setTimeout, which some hosts do not have
    for (const { thread } of crew) thread.hold(true);
    const timer = setTimeout(() => {
      const why = `it has not started in ${START_PATIENCE / 1000} s`;
      for (const member of crew) if (member.starting) this.#lose(member, why);
    }, START_PATIENCE);
    await Promise.all(crew.map(({ settled }) => settled));
    clearTimeout(timer);
  }

  /** Ends all workers. If there are none, the reason stays. */
  close(): void {
    if (this.#crew.length > 0) this.dismiss("the workers were closed");
  }

  /** Ends all workers. */
  dismiss(reason: string): void {
    this.#reason = reason;
    // Deno does not end a thread that sleeps in `Atomics.wait`, nor free its memory. So announce a
    // message that never comes: workers then leave their query and wait for it, where they can be
    // ended.
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
    this.#roster.forget();
  }

  #stateOf(index: number): number {
    return Atomics.load(this.#control, WORKERS + WORKER_WORDS * index + STATE);
  }

  /**
   * Whether any worker is ready. Workers that failed since the last query are dropped, with an
   * error.
   */
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

  /**
   * Whether all workers have left earlier queries. Those that take too long are dropped, with an
   * error.
   */
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

  /** Drops a worker that has ended or is to be given up. */
  #lose(member: Member, why: string): void {
    if (!this.#crew.includes(member)) return;
    const reason = this.#describeEnd(member, why);
    this.#retire(member);
    this.#reason = reason;
    // If the worker is inside the gate, it may still write, and the gate counts it. So the others
    // get new memory that it does not have. Its INSIDE word does not tell whether the gate counts
    // it: the worker may have ended between the two writes.
    const renewed = Atomics.load(this.#control, GATE) === SHUT ||
      this.#allocate(this.#poses.length, this.#pairs.length, this.#bytes.length);
    if (this.#crew.length === 0 || !renewed) this.dismiss(reason);
  }

  #retire(member: Member): void {
    this.#crew = this.#crew.filter((other) => other !== member);
    member.thread.end();
    member.settle();
  }

  /** Makes room in the shared memory. Returns false if there is not enough memory. */
  #share(pairs: number, bytes: number): boolean {
    const poses = 4 * this.#roster.limit;
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

  /** Replaces the shared memory. Returns false if there is not enough memory. */
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
    // The workers' states and texts are copied, but not the words about the query.
    this.#control.set(old.subarray(WORKERS), WORKERS);
    for (let k = 0; k < this.#started; k++) {
      this.#control[WORKERS + WORKER_WORDS * k + INSIDE] = 0;
    }
    this.#control[GATE] = SHUT;
    return true;
  }

  /** An old control block on which workers may still sleep. */
  #left: Int32Array | null = null;

  /** Wakes the workers that sleep on a control block, to read the last message. */
  #wake(control: Int32Array | null): void {
    if (control === null || control.length === 0) return;
    Atomics.store(control, POSTED, this.#posted);
    Atomics.add(control, TURN, 1);
    Atomics.notify(control, TURN);
  }

  /** Sends the workers what has changed, if anything has. Returns false if that fails. */
  #post(first: boolean): boolean {
    if (!first && !this.#moved && !this.#roster.isNew) return true;
    const number = ++this.#posted;
    // A worker that sees the number before the message goes and waits for the message.
    Atomics.store(this.#control, POSTED, number);
    try {
      const news: WorkerMessage = {
        number,
        setup: null,
        memory: this.#moved ? this.#memory : null,
        capacity: this.#inner.capacity,
        shapes: this.#roster.describeShapes(),
        bodies: this.#roster.describeBodies(),
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
    this.#roster.noteTold();
    return true;
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
    const bodies = this.#roster.limit;
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
      // A worker that is not held up may take as long for its last block as this thread took per
      // block.
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

  /** Ends a query. Waits up to `patience` milliseconds for workers that are still inside. */
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

/** The error of a query during which a worker ended. */
function fail(query: PairQuery, { index }: Member, why: string): Error {
  return new Error(
    `Cannot answer ${query}: worker ${index + 1} has ended: ${why}; the batch goes on without it`,
  );
}
