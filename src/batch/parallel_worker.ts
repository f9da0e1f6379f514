/**
 * The program of a `ParallelBatch`'s workers: a backend of their own, filled from messages, that
 * reads blocks of pairs from shared memory and writes the answers to shared memory.
 *
 * It exports nothing. It is an entry point for bundles whose bundler does not include the worker by
 * itself: give the bundler a module with the line below as a separate worker, and pass its address
 * to the batch as `options.worker`. On a thread that is not a worker it does nothing.
 *
 * @example Usage ```ts import "@narrowphase/gjk2d/parallel_worker"; ```
 *
 * @module
 */
import { ConvexShape } from "../shapes/shape.ts";
import type { Backend } from "./backend.ts";
import {
  BACK,
  BLOCK,
  BODIES,
  CLAIMED,
  COUNT,
  FAILED,
  GATE,
  GONE,
  INSIDE,
  LENGTH,
  MARGIN,
  ONE_SIDED,
  POSTED,
  QUERIES,
  QUERY,
  READY,
  RESULT_BYTES,
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
import { SimdBackend } from "./simd_backend.ts";
import { TsBackend } from "./ts_backend.ts";
import { findRefusal } from "./wasm.ts";

/** The worker's end of its channel: a `MessagePort` in Node, the global object in a browser. */
interface Port {
  onmessage: ((event: { data: WorkerMessage }) => void) | null;
  postMessage(message: unknown): void;
}

/** Stands for a shape that makes its own manifolds. */
class OneSided extends ConvexShape {}

const { process } = globalThis as {
  process?: { getBuiltinModule?(name: string): { parentPort?: Port | null } | undefined };
};
const port: Port | null = process?.getBuiltinModule?.("node:worker_threads")?.parentPort ??
  ("WorkerGlobalScope" in globalThis ? globalThis as unknown as Port : null);

/** Number of the last message read. */
let received = 0;
/** The last turn seen. */
let turn = 0;
let backend: Backend | null = null;
/** Shapes by number. */
const shapes: ConvexShape[] = [];
/** Index of the worker's first own word in the control block. */
let own = WORKERS;
let C: Int32Array = new Int32Array(0);
let margin: Float64Array = new Float64Array(0);
let poses: Float64Array = new Float64Array(0);
let pairs: Uint32Array = new Uint32Array(0);
let bytes: Uint8Array = new Uint8Array(0);
let doubles: Float64Array = new Float64Array(0);
let done: Int32Array = new Int32Array(0);

if (port !== null) {
  port.onmessage = ({ data }): void => {
    try {
      read(data);
      if (data.memory !== null) Atomics.store(C, own + STATE, READY);
      if (data.setup !== null) port.postMessage("");
      work();
    } catch (error) {
      report(error, GONE);
    }
  };
}

/** Reports why the worker ends. */
function report(error: unknown, state: number): void {
  const text = textOf(error);
  const length = Math.min(text.length, WORKER_WORDS - TEXT);
  for (let k = 0; k < length; k++) C[own + TEXT + k] = text.charCodeAt(k);
  C[own + LENGTH] = length;
  Atomics.store(C, own + STATE, state);
  // If a block was lost, the next query reports it, as an error.
  if (state === GONE) port!.postMessage(text);
}

function read(news: WorkerMessage): void {
  const { number, setup, memory, capacity, bodies } = news;
  received = number;
  if (setup !== null) own = WORKERS + WORKER_WORDS * setup.index;
  if (memory !== null) {
    C = new Int32Array(memory.control);
    margin = new Float64Array(memory.control, 4 * MARGIN, 1);
    poses = new Float64Array(memory.poses);
    pairs = new Uint32Array(memory.pairs);
    bytes = new Uint8Array(memory.results);
    doubles = new Float64Array(memory.results);
    done = new Int32Array(memory.done);
    turn = 0;
  }
  if (setup?.backend === "simd") {
    const refusal = findRefusal();
    if (refusal !== null) throw new Error(refusal);
    backend = new SimdBackend(capacity);
  } else if (setup !== null) backend = new TsBackend(capacity);
  backend!.reserve(capacity);
  readShapes(news.shapes);
  for (let k = 0; k < bodies.length; k += 2) {
    if (bodies[k + 1] < 0) backend!.clear(bodies[k]);
    else backend!.place(bodies[k], shapes[bodies[k + 1]]);
  }
}

function readShapes(S: Float64Array): void {
  for (let s = 0; s < S.length;) {
    const kind = S[s + 1], radius = S[s + 2], n = S[s + 3];
    const points = Array.from({ length: n }, (_, k) => ({
      x: S[s + 4 + 2 * k],
      y: S[s + 5 + 2 * k],
    }));
    shapes[S[s]] = kind === SMOOTH
      ? new ConvexShape("convex", points, radius, () => {})
      : kind === ONE_SIDED
      ? new OneSided("segment", points, radius)
      : new ConvexShape("polygon", points, radius);
    s += 4 + 2 * n;
  }
}

/** Takes part in queries until there is a message to read. */
function work(): void {
  while (Atomics.load(C, POSTED) === received) {
    const now = Atomics.load(C, TURN);
    if (now === turn) {
      Atomics.wait(C, TURN, now);
      continue;
    }
    turn = now;
    if (!enter()) continue;
    try {
      // A message that was posted before the gate opened may not have been seen above.
      if (Atomics.load(C, POSTED) === received) answer();
    } catch (error) {
      report(error, FAILED);
      return;
    } finally {
      leave();
    }
  }
}

function enter(): boolean {
  let gate = Atomics.load(C, GATE);
  while ((gate & SHUT) === 0) {
    const found = Atomics.compareExchange(C, GATE, gate, gate + 1);
    if (found === gate) {
      Atomics.store(C, own + INSIDE, 1);
      return true;
    }
    gate = found;
  }
  return false;
}

function leave(): void {
  Atomics.store(C, own + INSIDE, 0);
  if (Atomics.sub(C, GATE, 1) >= SHUT) Atomics.notify(C, GATE);
}

function answer(): void {
  const kind = C[QUERY];
  const count = C[COUNT];
  const query = QUERIES[kind];
  const stride = RESULT_BYTES[kind] >> 3;
  const blocks = Math.ceil(count / BLOCK);
  let fresh = false;
  while (Atomics.add(C, CLAIMED, 1) < blocks) {
    const block = blocks - 1 - Atomics.add(C, BACK, 1);
    const from = BLOCK * block, to = Math.min(count, from + BLOCK);
    if (!fresh) backend!.poses.set(poses.subarray(0, 4 * C[BODIES]));
    fresh = true;
    const out = kind === 0
      ? bytes.subarray(from, to)
      : doubles.subarray(stride * from, stride * to);
    backend!.ask(query, pairs.subarray(2 * from, 2 * to), out, margin[0]);
    Atomics.store(done, block, 1);
  }
}
