/**
 * Asks a `ParallelBatch` whose workers are a module of the application's own (`own_worker.js`): threads must
 * answer, with the bits of a `Batch`. Then plays the scene, or says what is wrong.
 */
import { Batch, box, circle, ParallelBatch, pose } from "@narrowphase/gjk2d";
import { playScene } from "./scene.js";

const QUERIES = ["intersects", "distances", "signedDistances", "penetrations", "manifolds"];
const BODIES = 1000;
const PAIRS = 50_000;

/** All memory that is shared. Of it the results are the largest part, and only workers write there. */
const shared = [];
globalThis.SharedArrayBuffer = class extends SharedArrayBuffer {
  constructor(length) {
    super(length);
    shared.push(this);
  }
};

function hasWorkerAnswered() {
  const largest = shared.reduce((a, b) => a.byteLength > b.byteLength ? a : b);
  return new Float64Array(largest).some((x) => x !== 0);
}

/** What is wrong, or `null`. */
async function findFault(worker) {
  const parallel = new ParallelBatch({ threads: 2, leastPairs: 0, worker });
  const single = new Batch();
  for (let k = 0; k < BODIES; k++) {
    const shape = k % 3 === 0 ? circle(0.75) : box(1, 0.5);
    const at = pose(0.03 * k, 0.5 * (k % 4), 0.7 * k);
    parallel.add(shape, at);
    single.add(shape, at);
  }
  await parallel.ready();
  if (parallel.threads !== 2) return `there is one thread: ${parallel.threadsReason}`;

  const pairs = Uint32Array.from({ length: 2 * PAIRS }, (_, k) => 7 * k % BODIES);
  // The calling thread may be done before the worker wakes.
  for (let round = 0; round < 50 && !hasWorkerAnswered(); round++) parallel.distances(pairs);
  if (!hasWorkerAnswered()) return "the worker has answered no pair";
  for (const query of QUERIES) {
    const ours = parallel[query](pairs);
    const at = single[query](pairs).findIndex((x, k) => !Object.is(x, ours[k]));
    if (at >= 0) return `${query} of two threads differs from that of one at ${at}`;
  }
  if (parallel.threads !== 2) return `a thread has gone: ${parallel.threadsReason}`;
  parallel.close();
  return null;
}

/** The scene's line, or what is wrong with threads; `worker` is the batch's option. */
export async function askThreads(worker) {
  const fault = await findFault(worker);
  const { hash, backend } = playScene();
  return fault ?? `scene ${hash} ${backend}`;
}
