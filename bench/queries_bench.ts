/**
 * Inner loops for `deno bench`: one iteration asks one query about each of 1000 pairs, so divide by
 * 1000 for a call. `deno task bench` is the one that interleaves, judges and counts bytes.
 *
 * @module
 */
import { contenders, type Library, QUERIES, type Query } from "./contenders.ts";
import { lazy } from "./lazy.ts";
import { makeWorkload } from "./workloads.ts";

const PAIRS = 1000;

/** Keeps every result alive. */
const sink = new Float64Array(1);

/** Which libraries have a query on these workloads: the same for all of them. */
const PEERS: Readonly<Record<Query, readonly Library[]>> = {
  intersects: ["gjk2d", "planck", "sat"],
  distance: ["gjk2d", "planck"],
  signedDistance: ["gjk2d"],
  penetration: ["gjk2d", "sat"],
  collide: ["gjk2d", "planck"],
};

for (const query of QUERIES) {
  for (const name of ["circle", "box", "8-gon", "32-gon", "mixed", "touching"]) {
    const team = lazy(() => contenders(makeWorkload(name, PAIRS), query));
    for (const library of PEERS[query]) {
      const contender = lazy(() => team().find((one) => one.library === library)!);
      Deno.bench({
        name: `${library} x ${PAIRS}`,
        group: `${query}, ${name}`,
        baseline: library === "gjk2d",
        n: 100,
        warmup: 50,
        fn: () => {
          sink[0] += contender().pass();
        },
      });
    }
  }
}
