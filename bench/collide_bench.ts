/**
 * Inner loops of manifolds for `deno bench`, one iteration for 1000 pairs: what the margin costs, and a
 * chain segment beside planck's edge with ghost vertices.
 *
 * @module
 */
import { box, chain, circle, collide, type ConvexShape, polygon, pose } from "@narrowphase/gjk2d";
import { CollideEdgePolygon, Edge, Manifold, Polygon, Transform, Vec2 } from "planck";
import { lazy } from "./lazy.ts";
import { makeWorkload } from "./workloads.ts";

const PAIRS = 1000;

/** Keeps every result alive. */
const sink = new Float64Array(1);
const out = collide(circle(1), pose(), circle(1), pose());

for (const name of ["box", "8-gon", "mixed"]) {
  const scene = lazy(() => {
    const workload = makeWorkload(name, PAIRS);
    const shapes: ConvexShape[] = workload.pool.map(({ points, radius }) =>
      points.length === 1 ? circle(radius, points[0]) : polygon(points, { radius })
    );
    return { ...workload, shapes };
  });
  for (const margin of [0, 0.1, 1]) {
    const options = { margin };
    Deno.bench({
      name: `collide with margin ${margin} x ${PAIRS}`,
      group: name,
      baseline: margin === 0,
      n: 100,
      warmup: 50,
      fn: () => {
        const { shapes, a, poseA, b, poseB } = scene();
        for (let i = 0; i < PAIRS; i++) {
          sink[0] +=
            collide(shapes[a[i]], poseA[i], shapes[b[i]], poseB[i], options, out).pointCount;
        }
      },
    });
  }
}

// Crates along a bent floor, a little above to a little in it.
const floor = chain([{ x: 3, y: 0.1 }, { x: 1, y: 0 }, { x: -1, y: 0 }, { x: -3, y: 0.2 }]);
const [, segment] = floor.segments;
const crate = box(1, 1);
const poses = Array.from({ length: PAIRS }, (_, i) => {
  return pose(4 * i / PAIRS - 2, 0.45 + 0.1 * (i % 7) / 6, 0.05 * (i % 5) - 0.1);
});
Deno.bench({
  name: `gjk2d collide x ${PAIRS}`,
  group: "chain segment and box",
  baseline: true,
  n: 100,
  warmup: 50,
  fn: () => {
    const ground = pose();
    for (let i = 0; i < PAIRS; i++) {
      sink[0] += collide(segment, ground, crate, poses[i], undefined, out).pointCount;
    }
  },
});

const manifold = new Manifold();
const edge = new Edge(new Vec2(1, 0), new Vec2(-1, 0));
edge.setPrevVertex(new Vec2(3, 0.1));
edge.setNextVertex(new Vec2(-3, 0.2));
const square = new Polygon(crate.points.map(({ x, y }) => new Vec2(x, y)));
const still = Transform.identity();
const transforms = poses.map(({ x, y, cos, sin }) => {
  const transform = Transform.identity();
  transform.p.set(x, y);
  transform.q.c = cos;
  transform.q.s = sin;
  return transform;
});
Deno.bench({
  name: `planck CollideEdgePolygon x ${PAIRS}`,
  group: "chain segment and box",
  n: 100,
  warmup: 50,
  fn: () => {
    for (let i = 0; i < PAIRS; i++) {
      CollideEdgePolygon(manifold, edge, still, square, transforms[i]);
      sink[0] += manifold.pointCount;
    }
  },
});
