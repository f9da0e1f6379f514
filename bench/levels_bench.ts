/**
 * A crate on a level of many tiles, for `deno bench`: one iteration asks about 512 places. For rays
 * and boxes among many bodies see `deno task bench:world`.
 *
 * @module
 */
import {
  box,
  type CastHit,
  type Compound,
  compound,
  IDENTITY,
  type ManifoldList,
  manifolds,
  type Pose,
  pose,
  rayCast,
  transformShape,
} from "@narrowphase/gjk2d";
import { Random } from "../tests/generate/random.ts";
import { lazy } from "./lazy.ts";

/** Keeps every result alive. */
const sink = new Float64Array(1);

/** Rows of unit tiles, every seventh missing. */
function makeLevel(columns: number, rows: number): Compound {
  const tiles = [];
  for (let k = 0; k < columns * rows; k++) {
    if (k % 7 === 3) continue;
    tiles.push(transformShape(box(1, 1), pose(k % columns, Math.floor(k / columns))));
  }
  return compound(tiles);
}

interface Scene {
  level: Compound;
  poses: Pose[];
  out: ManifoldList;
  hit: CastHit;
}

for (const [columns, rows] of [[3, 3], [30, 30], [100, 100]]) {
  const crate = box(0.8, 0.8);
  const scene = lazy((): Scene => {
    const level = makeLevel(columns, rows), r = new Random("level");
    return {
      level,
      poses: Array.from(
        { length: 512 },
        () => pose(r.range(-1, columns), r.range(-1, rows), r.range(-3, 3)),
      ),
      out: { count: 0, manifolds: [] },
      hit: rayCast(level, IDENTITY, { x: -5, y: 0 }, { x: 10, y: 0 })!,
    };
  });
  const group = `a level of ${columns} x ${rows} tiles, 512 places`;
  Deno.bench({
    name: "manifolds of a crate",
    group,
    n: 50,
    warmup: 20,
    fn: () => {
      const { level, poses, out } = scene();
      for (const at of poses) {
        sink[0] += manifolds(level, IDENTITY, crate, at, undefined, out).count;
      }
    },
  });
  Deno.bench({
    name: "rayCast over 5 tiles",
    group,
    n: 50,
    warmup: 20,
    fn: () => {
      const { level, poses, hit } = scene();
      for (const at of poses) {
        const found = rayCast(level, IDENTITY, at, { x: 4, y: 3 }, hit);
        if (found !== null) sink[0] += found.fraction;
      }
    },
  });
}
