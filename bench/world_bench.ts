/**
 * Queries on large worlds for `deno bench`: first hits of rays among the bodies of a space, beside
 * planck's `World.rayCast`; boxes among the bodies, in one call and in many; and a crate on a level
 * of many tiles.
 *
 * @module
 */
import {
  box,
  circle,
  type Compound,
  compound,
  HIT_STRIDE,
  IDENTITY,
  type ManifoldList,
  manifolds,
  pose,
  RAY_STRIDE,
  rayCast,
  regularPolygon,
  Space,
  transformShape,
} from "@narrowphase/gjk2d";
import * as planck from "planck";
import { Random } from "../tests/generate/random.ts";

const RAYS = 1000;
const LENGTH = 20;

/** Keeps every result alive. */
const sink = new Float64Array(1);

for (const count of [1000, 10_000, 100_000]) {
  const r = new Random(`world ${count}`);
  const span = 1.4 * Math.sqrt(count);
  const shapes = [circle(0.5), box(1, 0.8), regularPolygon(6, 0.5)];
  const space = new Space({ capacity: count });
  const world = new planck.World();
  for (let k = 0; k < count; k++) {
    const shape = shapes[k % 3];
    const at = pose(r.range(0, span), r.range(0, span), r.range(-3, 3));
    space.add(shape, at);
    // planck takes too long to build its tree of 100 000 bodies for a benchmark that anyone waits
    // for.
    if (count > 10_000) continue;
    const body = world.createBody({ position: { x: at.x, y: at.y } });
    body.createFixture(
      shape.radius > 0
        ? new planck.Circle(shape.radius)
        : new planck.Polygon(shape.points.map(({ x, y }) => planck.Vec2(x, y))),
    );
    body.setTransform({ x: at.x, y: at.y }, Math.atan2(at.sin, at.cos));
  }
  const rays = new Float64Array(RAY_STRIDE * RAYS);
  for (let k = 0; k < RAYS; k++) {
    const angle = r.range(-3, 3);
    const [dx, dy] = [LENGTH * Math.cos(angle), LENGTH * Math.sin(angle)];
    rays.set([r.range(0, span), r.range(0, span), dx, dy, 0], RAY_STRIDE * k);
  }
  const hits = new Float64Array(HIT_STRIDE * RAYS);
  const group = `${RAYS} rays of ${LENGTH} among ${count} bodies`;
  Deno.bench({
    name: "rayCasts",
    group,
    baseline: true,
    n: 20,
    warmup: 10,
    fn: () => {
      sink[0] += space.rayCasts(rays, undefined, hits)[1];
    },
  });
  const boxes = new Float64Array(4 * RAYS);
  for (let k = 0; k < RAYS; k++) {
    const x = r.range(0, span), y = r.range(0, span);
    boxes.set([x, y, x + 1, y + 1], 4 * k);
  }
  const inBoxes = new Uint32Array(2 * space.inBoxes(boxes).length);
  const inBox = new Uint32Array(count);
  const places = `places of 1 x 1 among ${count} bodies`;
  Deno.bench({
    name: `inBoxes, ${RAYS} in a call`,
    group: places,
    baseline: true,
    n: 20,
    warmup: 10,
    fn: () => {
      sink[0] += space.inBoxes(boxes, undefined, inBoxes).length;
    },
  });
  // Nearly all of its time goes into checking whether any body has moved.
  Deno.bench({
    name: "inBox, one in a call",
    group: places,
    n: 20,
    warmup: 10,
    fn: () => {
      const [minX, minY, maxX, maxY] = boxes;
      sink[0] += space.inBox({ minX, minY, maxX, maxY }, undefined, inBox).length;
    },
  });
  if (count > 10_000) continue;
  const ends = Array.from({ length: RAYS }, (_, k) => {
    const [x, y, dx, dy] = rays.subarray(RAY_STRIDE * k);
    return [planck.Vec2(x, y), planck.Vec2(x + dx, y + dy)];
  });
  Deno.bench({
    name: "planck World.rayCast",
    group,
    n: 20,
    warmup: 10,
    fn: () => {
      for (const [from, to] of ends) {
        world.rayCast(from, to, (_fixture, _point, _normal, fraction) => {
          sink[0] += fraction;
          return fraction;
        });
      }
    },
  });
}

/** Rows of unit tiles, every seventh missing. */
function makeLevel(columns: number, rows: number): Compound {
  const tiles = [];
  for (let k = 0; k < columns * rows; k++) {
    if (k % 7 === 3) continue;
    tiles.push(transformShape(box(1, 1), pose(k % columns, Math.floor(k / columns))));
  }
  return compound(tiles);
}

for (const [columns, rows] of [[3, 3], [30, 30], [100, 100]]) {
  const level = makeLevel(columns, rows);
  const crate = box(0.8, 0.8);
  const r = new Random("level");
  const poses = Array.from(
    { length: 512 },
    () => pose(r.range(-1, columns), r.range(-1, rows), r.range(-3, 3)),
  );
  const out: ManifoldList = { count: 0, manifolds: [] };
  const hit = rayCast(level, IDENTITY, { x: -5, y: 0 }, { x: 10, y: 0 })!;
  const group = `a level of ${level.parts.length} tiles, 512 places`;
  Deno.bench({
    name: "manifolds of a crate",
    group,
    n: 50,
    warmup: 20,
    fn: () => {
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
      for (const at of poses) {
        const found = rayCast(level, IDENTITY, at, { x: 4, y: 3 }, hit);
        if (found !== null) sink[0] += found.fraction;
      }
    },
  });
}
