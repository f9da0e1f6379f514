/**
 * Inner loops for `deno bench`: one iteration asks one query about each of 1000 pairs, so divide by
 * 1000 for a call. `deno task bench` is the one that interleaves, judges and counts bytes.
 *
 * @module
 */
import { contenders, QUERIES } from "./contenders.ts";
import { makeWorkload } from "./workloads.ts";

const PAIRS = 1000;

/** Keeps every result alive. */
const sink = new Float64Array(1);

for (const query of QUERIES) {
  for (const name of ["circle", "box", "8-gon", "32-gon", "mixed", "touching"]) {
    const workload = makeWorkload(name, PAIRS);
    for (const { library, call, pass } of contenders(workload, query)) {
      Deno.bench({
        name: `${library} ${call} x ${PAIRS}`,
        group: `${query}, ${name}`,
        baseline: library === "gjk2d",
        n: 100,
        warmup: 50,
        fn: () => {
          sink[0] += pass();
        },
      });
    }
  }
}
