/**
 * Inner loops of the spaces for `deno bench`: one iteration makes one query about 1000 pairs. To
 * compare with peers, use `deno task bench`, which interleaves.
 *
 * @module
 */
import { MANIFOLD_STRIDE, Space, type SpaceBackend } from "@narrowphase/gjk2d";
import { makeShape } from "../tests/exact/oracle/public_api.ts";
import { lazy } from "./lazy.ts";
import { makeWorkload } from "./workloads.ts";

const PAIRS = 1000;
const pairs = Uint32Array.from({ length: 2 * PAIRS }, (_, k) => k);

/** Keeps every result alive. */
const sink = new Float64Array(1);

const bytes = new Uint8Array(PAIRS);
const doubles = new Float64Array(MANIFOLD_STRIDE * PAIRS);

/** A space with a workload's pairs. */
function fill(backend: SpaceBackend, name: string): Space {
  const { pool, a, b, poseA, poseB } = makeWorkload(name, PAIRS);
  const shapes = pool.map(makeShape);
  const space = new Space({ backend, capacity: 2 * PAIRS });
  for (let k = 0; k < PAIRS; k++) {
    space.add(shapes[a[k]], poseA[k]);
    space.add(shapes[b[k]], poseB[k]);
  }
  return space;
}

const QUERIES: Readonly<Record<string, (space: Space) => ArrayLike<number>>> = {
  intersects: (space) => space.intersects(pairs, bytes),
  distances: (space) => space.distances(pairs, doubles),
  signedDistances: (space) => space.signedDistances(pairs, doubles),
  penetrations: (space) => space.penetrations(pairs, doubles),
  manifolds: (space) => space.manifolds(pairs, doubles),
};

for (const [query, ask] of Object.entries(QUERIES)) {
  for (const name of ["circle", "box", "8-gon", "32-gon", "mixed", "touching"]) {
    for (const backend of ["simd", "ts"] as const) {
      const space = lazy(() => fill(backend, name));
      Deno.bench({
        name: `${backend} x ${PAIRS}`,
        group: `${query}, ${name}`,
        baseline: backend === "simd",
        n: 100,
        warmup: 50,
        fn: () => {
          sink[0] += ask(space())[0];
        },
      });
    }
  }
}
