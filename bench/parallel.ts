/**
 * `deno run -A --no-lock bench/parallel.ts [threads]`: queries on one thread and on several, interleaved,
 * for the crossovers in `PARALLEL_PAIRS`, and how long workers take to start.
 *
 * @module
 */
import { availableParallelism } from "node:os";
import process from "node:process";
import { Batch, MANIFOLD_STRIDE, PARALLEL_PAIRS, ParallelBatch } from "@narrowphase/gjk2d";
import { makeShape } from "../tests/exact/oracle/public_api.ts";
import { interleave, medianRatio, type Pass, quantile } from "./measure.ts";
import { alignColumns } from "./report.ts";
import { makeWorkload } from "./workloads.ts";

type Query = keyof typeof PARALLEL_PAIRS;

const SIZES = [1000, 2000, 4000, 10_000, 20_000, 100_000];

/** Pairs per body, as in a scene in which every body is near a few others. */
const PAIRS_PER_BODY = 2;

/**
 * Adds the bodies of a workload to `batch`. Returns `count` pairs of neighbours, repeated as
 * needed.
 */
function fill(batch: Batch, name: string, count: number): Uint32Array {
  const bodies = Math.max(2, 2 * Math.ceil(count / PAIRS_PER_BODY / 2));
  const { pool, a, b, poseA, poseB } = makeWorkload(name, bodies / 2);
  const shapes = pool.map(makeShape);
  for (let k = 0; k < bodies / 2; k++) {
    batch.add(shapes[a[k]], poseA[k]);
    batch.add(shapes[b[k]], poseB[k]);
  }
  return Uint32Array.from({ length: 2 * count }, (_, k) => k % bodies);
}

function passOf(batch: Batch, query: Query, pairs: Uint32Array): Pass {
  const count = pairs.length / 2;
  if (query === "intersects") {
    const out = new Uint8Array(count);
    return { pass: () => batch.intersects(pairs, out)[count >> 1] };
  }
  const stride = query === "manifolds" ? MANIFOLD_STRIDE : 8;
  const out = new Float64Array(stride * count);
  return { pass: () => batch[query](pairs, out)[stride * (count >> 1)] };
}

if (import.meta.main) {
  const threads = Number(process.argv[2] ?? Math.min(2, availableParallelism()));
  const cells = [[
    "query",
    "workload",
    "pairs",
    "one thread",
    `${threads} threads`,
    "ratio",
    "of best tenths",
  ]];
  const starts: number[] = [];
  for (const name of ["box", "8-gon"]) {
    for (const size of SIZES) {
      const single = new Batch({ backend: "simd" });
      const begin = performance.now();
      const parallel = new ParallelBatch({ backend: "simd", threads, leastPairs: 0 });
      const ready = parallel.ready().then(() => starts.push(performance.now() - begin));
      const pairs = fill(single, name, size);
      fill(parallel, name, size);
      await ready;
      if (parallel.threads !== threads) throw new Error(parallel.threadsReason);
      for (const query of Object.keys(PARALLEL_PAIRS) as Query[]) {
        const passes = [passOf(single, query, pairs), passOf(parallel, query, pairs)];
        const [one, many] = interleave(passes, size, 0.25, 15);
        const µs = (ns: number): string => `${(ns * size / 1000).toFixed(0)} µs`;
        const ratio = `${medianRatio(one, many).toFixed(2)}x`;
        // The ratio of the fastest rounds, which other programs did not disturb.
        const best = `${(one.p10 / many.p10).toFixed(2)}x`;
        cells.push([query, name, String(size), µs(one.median), µs(many.median), ratio, best]);
      }
      parallel.close();
    }
  }
  for (const line of alignColumns(cells)) console.log(line);
  const start = quantile(starts.toSorted((x, y) => x - y), 0.5);
  console.log(`Workers are ready ${start.toFixed(0)} ms after the batch is made (median)`);
}
