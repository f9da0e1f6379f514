/**
 * Inner loops for `deno bench`: what an ellipse and a support function cost beside a polygon. One
 * iteration asks about each of 1000 pairs, so divide by 1000 for a call.
 *
 * @module
 */
import { collide, distance, intersects, pose, shapeCast, signedDistance } from "@narrowphase/gjk2d";
import { convex, ellipse, regularPolygon } from "@narrowphase/gjk2d";
import type { CastHit, ConvexShape, Pose } from "@narrowphase/gjk2d";
import { Random } from "../tests/generate/random.ts";

const PAIRS = 1000;
const ORIGIN = { x: 0, y: 0 };

/** Keeps every result alive. */
const sink = new Float64Array(1);

const SHAPES: Readonly<Record<string, ConvexShape>> = {
  "32-gon": regularPolygon(32, 1),
  "ellipse": ellipse(1, 0.7),
  "convex()": convex({
    center: ORIGIN,
    support(dx, dy, out) {
      const l = Math.sqrt(dx * dx + 0.49 * dy * dy);
      out.x = dx / l;
      out.y = 0.49 * dy / l;
    },
  }),
};

const random = new Random(1, "smooth bench");
/** Poses about `reach` around the origin. */
const around = (reach: number): Pose[] =>
  Array.from({ length: PAIRS }, () => {
    return pose(random.range(-reach, reach), random.range(-reach, reach), random.range(-3, 3));
  });
const left = around(0.3).map((p) => ({ ...p, x: p.x - 3 }));
const middle = around(0.3);
const right = around(0.3).map((p) => ({ ...p, x: p.x + 3 }));
const deep = around(0.3);

for (const [name, shape] of Object.entries(SHAPES)) {
  const result = distance(shape, middle[0], shape, right[0]);
  const manifold = collide(shape, middle[0], shape, deep[0]);
  const hit: CastHit = shapeCast(shape, middle[0], shape, middle[0], ORIGIN)!;
  const motion = { x: 6, y: 0.25 };
  const calls: Record<string, (k: number) => number> = {
    "intersects, apart": (k) => Number(intersects(shape, middle[k], shape, right[k])),
    "distance, apart": (k) => distance(shape, middle[k], shape, right[k], result).distance,
    "signedDistance, deep": (k) => {
      return signedDistance(shape, middle[k], shape, deep[k], result).distance;
    },
    "collide, deep": (k) => {
      return collide(shape, middle[k], shape, deep[k], undefined, manifold).points[0].separation;
    },
    "shapeCast": (k) => {
      const found = shapeCast(shape, middle[k], shape, left[k], motion, undefined, hit);
      return found === null ? 1 : found.fraction;
    },
  };
  for (const [group, call] of Object.entries(calls)) {
    Deno.bench({
      name: `${name} x ${PAIRS}`,
      group,
      baseline: name === "32-gon",
      n: 20,
      warmup: 10,
      fn: () => {
        let sum = 0;
        for (let k = 0; k < PAIRS; k++) sum += call(k);
        sink[0] += sum;
      },
    });
  }
}
