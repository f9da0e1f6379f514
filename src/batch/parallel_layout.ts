/**
 * What the threads of a parallel batch share: the words of the control block, and the messages
 * between them.
 *
 * The asking thread starts a query, and the workers sleep on `TURN`. A query is a list of blocks of
 * pairs. Every thread claims blocks until none is left: the asking thread from the front, workers
 * from the back. So nobody waits for a thread that is late. If a worker has begun a block and does
 * not finish it in time, because the machine is busy or the worker is dead, the asking thread
 * computes the block again. The shared memory changes only while the gate is shut and no worker is
 * inside.
 *
 * @module
 */
import type { BatchBackend } from "./batch.ts";
import type { PairQuery } from "./backend.ts";

/** Pairs per block: as many as a backend answers at once. */
export const BLOCK = 1024;

// Words of the control block. Those that are written during a query have a cache line each.

/** Changes with every query. Workers sleep on it. */
export const TURN = 0;
/** Number of the last message that was posted. A worker that has not read it has to do so first. */
export const POSTED = 1;
/** Index into `QUERIES`. */
export const QUERY = 2;
/** Number of pairs of the query. */
export const COUNT = 3;
/** Number of bodies whose poses are shared. */
export const BODIES = 4;
/** Number of workers inside, plus the bit SHUT. */
export const GATE = 16;
/** Number of blocks claimed, by any thread. */
export const CLAIMED = 32;
/** Number of blocks claimed by workers. */
export const BACK = 48;
/** The margin of `manifolds`, a double in two words. */
export const MARGIN = 64;
/** From here on, `WORKER_WORDS` for each worker. */
export const WORKERS = 80;
export const WORKER_WORDS = 256;

/** Bit of `GATE`: no worker may enter. */
export const SHUT = 0x40000000;

// Words of a worker.
/** 0 while the worker starts, then one of the states below. */
export const STATE = 0;
/** 1 while the worker is inside the gate. */
export const INSIDE = 1;
/** Length of the text that says why the worker failed. Its UTF-16 units follow, one per word. */
export const LENGTH = 2;
export const TEXT = 3;

export const READY = 1;
/** The worker has ended without answering a block that it had claimed. */
export const FAILED = 2;
/** The worker has ended; no query was affected. */
export const GONE = 3;

/** The queries; their index is the number in `QUERY`. */
export const QUERIES: readonly PairQuery[] = [
  "intersects",
  "distances",
  "signedDistances",
  "penetrations",
  "manifolds",
];

/** Bytes per pair of each query's results, by number. */
export const RESULT_BYTES: readonly number[] = [1, 64, 64, 64, 96];

/** Shared buffers. */
export interface SharedMemory {
  /** The control block, see above: `WORKERS + WORKER_WORDS` × number of workers, in words. */
  control: SharedArrayBuffer;
  /** Poses of all bodies, as in `Batch.poses`. */
  poses: SharedArrayBuffer;
  /** The pairs of the query. */
  pairs: SharedArrayBuffer;
  /** The results of the query. */
  results: SharedArrayBuffer;
  /** One word per block: 1 once its results are written. */
  done: SharedArrayBuffer;
}

/**
 * A message to a worker. Apart from these, a worker knows only what the control block says. It
 * answers the first message with "" when it is ready, or with a text that says why it ends.
 */
export interface WorkerMessage {
  /** Number of the message, from 1. */
  number: number;
  /** Only in the first message: the worker's index and what to run. */
  setup: { index: number; backend: BatchBackend } | null;
  /** Buffers that replace the previous ones. */
  memory: SharedMemory | null;
  /** Number of bodies to make room for. */
  capacity: number;
  /** For each new shape: number, class, radius, number of points, points. */
  shapes: Float64Array;
  /** For each changed body: its id and the number of its shape, -1 for none. */
  bodies: Int32Array;
}

// Classes of shapes, by what answers their pairs.
/** The kernel. */
export const PLAIN = 0;
/** The kernel, except for `manifolds`. */
export const ONE_SIDED = 1;
/** The asking thread, since workers do not have the support function. */
export const SMOOTH = 2;

/** The text of an error. It is never empty, since an empty text says that a worker is ready. */
export function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text === "" ? "an error without a message" : text;
}
