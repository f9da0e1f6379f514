/**
 * What the threads of a parallel batch share: words of the control block, and the messages between them.
 *
 * One thread asks, the others sleep on `TURN`. A query is a list of blocks of pairs that everybody takes
 * from until none is left: the asking thread from the front, workers from the back. So nobody waits for a
 * thread that is late; and what a worker has begun and does not finish in time, because the machine has
 * other things to do or because it is dead, the asking thread does again. Shared memory changes only while
 * the gate is shut and nobody is inside.
 *
 * @module
 */
import type { BatchBackend } from "./batch.ts";
import type { PairQuery } from "./backend.ts";

/** Pairs in a block: as many as a backend answers at a time. */
export const BLOCK = 1024;

// Words of the control block. Those that are written during a query have a cache line each.

/** Changes with every query; workers sleep on it. */
export const TURN = 0;
/** Number of the last message that was posted; whoever has not read it has to, first. */
export const POSTED = 1;
/** Index into `QUERIES`. */
export const QUERY = 2;
/** Pairs of the query. */
export const COUNT = 3;
/** Bodies whose poses are shared. */
export const BODIES = 4;
/** Workers inside, and SHUT. */
export const GATE = 16;
/** Blocks that were asked for, by anyone. */
export const CLAIMED = 32;
/** Blocks that workers have got. */
export const BACK = 48;
/** Two words, a double: the margin of `manifolds`. */
export const MARGIN = 64;
/** From here on, `WORKER_WORDS` for each worker. */
export const WORKERS = 80;
export const WORKER_WORDS = 256;

/** Bit of `GATE`: nobody may come in. */
export const SHUT = 0x40000000;

// Words of a worker.
/** 0 while it starts, then one of the states below. */
export const STATE = 0;
/** 1 while it is inside the gate. */
export const INSIDE = 1;
/** Length of the text that says why it failed; its UTF-16 units follow, one a word. */
export const LENGTH = 2;
export const TEXT = 3;

export const READY = 1;
/** It is of no use any more, and has not answered a block that it took. */
export const FAILED = 2;
/** It is of no use any more; no query has suffered. */
export const GONE = 3;

/** Queries by number. */
export const QUERIES: readonly PairQuery[] = [
  "intersects",
  "distances",
  "signedDistances",
  "penetrations",
  "manifolds",
];

/** Bytes per pair of the results of each query, by number. */
export const RESULT_BYTES: readonly number[] = [1, 64, 64, 64, 96];

/** Shared buffers. */
export interface SharedMemory {
  /** See above: `WORKERS + WORKER_WORDS` × number of workers, in words. */
  control: SharedArrayBuffer;
  /** Poses of all bodies, as in `Batch.poses`. */
  poses: SharedArrayBuffer;
  /** Pairs of the query. */
  pairs: SharedArrayBuffer;
  /** Its results. */
  results: SharedArrayBuffer;
  /** A word for each block: 1 when its results are there. */
  done: SharedArrayBuffer;
}

/**
 * What a worker is told; it learns nothing else but what the control block says. It answers the first
 * message with "" when it is ready, and says in a text why it ends.
 */
export interface WorkerMessage {
  /** Number of the message, counted from 1. */
  number: number;
  /** In its first message: which of the workers it is, and what to run. */
  setup: { index: number; backend: BatchBackend } | null;
  /** Buffers that take the place of the ones before. */
  memory: SharedMemory | null;
  /** Bodies to have room for. */
  capacity: number;
  /** For each new shape: its number, its class, its radius, how many points, and those. */
  shapes: Float64Array;
  /** For each body that was changed: its id and the number of its shape, -1 for none. */
  bodies: Int32Array;
}

// Classes of shapes, by who answers their pairs.
/** The kernel. */
export const PLAIN = 0;
/** The kernel, but for `manifolds`. */
export const ONE_SIDED = 1;
/** The asking thread, which has the support function. */
export const SMOOTH = 2;

/** What was thrown, in words; never empty, which would say that a worker is ready. */
export function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text === "" ? "an error without a message" : text;
}
