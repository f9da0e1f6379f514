import { assert, assertLess } from "@std/assert";
import { it } from "@std/testing/bdd";
import {
  aabb,
  box,
  capsule,
  circle,
  closestPoint,
  compound,
  containsPoint,
  type ConvexShape,
  newCastHit,
  type Pose,
  pose,
  RAY_STRIDE,
  rayCast,
  regularPolygon,
  type Shape,
  shapeCast,
  Space,
  support,
} from "@narrowphase/gjk2d";
import { bytesPerCall, describeLong } from "./heap.ts";
import { type Pair, queriesOn, type Sink, vector } from "./single_queries.ts";

const ELL = compound([box(3, 1), { shape: box(1, 3), pose: pose(-1, 1) }]);
const TEE = compound([
  box(3, 1),
  { shape: circle(0.5), pose: pose(0, 1) },
  { shape: capsule({ x: -1, y: 0 }, { x: 1, y: 0.25 }, 0.25), pose: pose(0, -1) },
]);

const PAIRS: Pair<Shape>[] = [];
for (const [i, a] of [ELL, TEE, box(1, 2)].entries()) {
  for (const [j, b] of [ELL, TEE, box(1, 2)].entries()) {
    PAIRS.push({ a, pa: pose(0.25 * i, 0.5, i), b, pb: pose(0.5, 0.75 + 0.125 * j, 1 - j) });
    PAIRS.push({ a, pa: pose(-3, 0, 1), b, pb: pose(2.5, 1, j) });
    PAIRS.push({ a, pa: pose(), b, pb: pose(2.5, 2, 0.1) });
  }
}
/** Enough parts for a tree. */
const LEVEL = compound(
  Array.from(
    { length: 30 },
    (_, k) => ({ shape: box(1, 1), pose: pose(k % 10 - 4.5, k / 10 | 0) }),
  ),
);
for (const b of [ELL, box(1, 2)]) {
  PAIRS.push({ a: LEVEL, pa: pose(0.25, 0, 0.5), b, pb: pose(0.5, -0.25, 1) });
  PAIRS.push({ a: b, pa: pose(0.5, 6, 2), b: LEVEL, pb: pose(0.25, 0, 0.5) });
}

/** Bodies that ten rays go through, and their hits. */
const CROWD = new Space();
for (let k = 0; k < 100; k++) {
  CROWD.add(
    k % 2 === 0 ? circle(0.5) : box(1, 0.5),
    pose(1.5 * (k % 10), 1.5 * Math.floor(k / 10), k),
  );
}
const RAYS = new Float64Array(10 * RAY_STRIDE);
for (let k = 0; k < 10; k++) RAYS.set([k + 0.5, k, 5.5 - k, 6.5, 0], RAY_STRIDE * k);

const SHAPES: ConvexShape[] = [
  circle(0.5),
  box(1, 2),
  capsule({ x: -1, y: 0.25 }, { x: 1, y: 0 }, 0.25),
  regularPolygon(8, 1),
  regularPolygon(40, 1.5),
  box(1, 1, { radius: 0.125 }),
];
const PLACED = SHAPES.flatMap((shape, i) =>
  [0, 1, 2, 3].map((j) => ({
    shape,
    at: pose(0.25 * i, 0.5, i),
    p: vector(0.3 * j + 0.1, 0.2 * i),
  }))
);

/** Bodies that stand on level ground, in frames that are turned, and ways along it, down and up. */
const FLOOR = compound([
  box(2, 1, { center: { x: 0, y: -0.5 } }),
  box(2, 1, { center: { x: 2, y: -0.5 } }),
  box(3, 2, { center: { x: 4.5, y: -1 } }),
]);
const TILE = box(7, 1, { center: { x: 2.5, y: -0.5 } });
const STANDING: { at: Pose; b: ConvexShape; on: Pose; d: { x: number; y: number } }[] = [];
for (let k = 0; k < 30; k++) {
  const at = pose(0.5 * k, -k, 0.2 * k), { cos, sin } = at;
  const [x, y] = [0.5 * (k % 6), 0.5], [dx, dy] = [[3, 0], [1, -1], [-1, 0.5], [6, 0]][k % 4];
  STANDING.push({
    at,
    b: [box(1, 1), circle(0.5), capsule({ x: -0.25, y: 0 }, { x: 0.25, y: 0 }, 0.5)][k % 3],
    on: { x: cos * x - sin * y + at.x, y: sin * x + cos * y + at.y, cos, sin },
    d: vector(cos * dx - sin * dy, sin * dx + cos * dy),
  });
}

describeLong("allocation of compounds and single shapes", () => {
  const hit = newCastHit();
  const cast = newCastHit();
  const bounds = aabb(SHAPES[1], pose(0.5, 0.5, 0.5));
  const point = support(SHAPES[1], pose(0.5, 0.5, 0.5), { x: 0.5, y: 0.25 });
  const hits = CROWD.rayCasts(RAYS);
  const place = { minX: 0, minY: 0, maxX: 3, maxY: 3 };
  const boxes = Float64Array.of(0, 0, 3, 3, -Infinity, -Infinity, Infinity, Infinity);
  const inPlace = CROWD.inBox(place), inBoxes = CROWD.inBoxes(boxes);
  const edge = vector(0.5, 0.5);
  const counted: Sink = { count: 0 };
  const pairs = queriesOn(PAIRS, counted);
  let sink = 0;
  const singles: Record<string, (i: number) => void> = {
    rayCasts() {
      if (CROWD.rayCasts(RAYS, undefined, hits)[0] >= 0) sink++;
    },
    inBox() {
      sink += CROWD.inBox(place, undefined, inPlace).length;
    },
    inBoxes() {
      sink += CROWD.inBoxes(boxes, undefined, inBoxes).length;
    },
    containsPoint(i) {
      const { shape, at, p } = PLACED[i];
      if (containsPoint(shape, at, p)) sink++;
    },
    closestPoint(i) {
      const { shape, at, p } = PLACED[i];
      if (closestPoint(shape, at, p, point).x > 0) sink++;
    },
    aabb(i) {
      const { shape, at } = PLACED[i];
      if (aabb(shape, at, bounds).minX > 0) sink++;
    },
    support(i) {
      const { shape, at, p } = PLACED[i];
      if (support(shape, at, p, point).x > 0) sink++;
    },
  };
  const policies = [{ initialOverlap: "ignore" }, { initialOverlap: "pushOut" }] as const;
  const standing: Record<string, (i: number) => void> = {
    "shapeCast() of what stands"(i) {
      const { at, b, on, d } = STANDING[i];
      if (shapeCast(TILE, at, b, on, d, policies[i & 1], cast) !== null) sink++;
    },
    "shapeCast() of what grazes"(i) {
      const { at, b, on, d } = STANDING[i];
      if (shapeCast(b, on, TILE, at, d, undefined, cast) !== null) sink++;
    },
    "shapeCast() of what stands on parts"(i) {
      const { at, b, on, d } = STANDING[i];
      if (shapeCast(FLOOR, at, b, on, d, policies[i & 1], cast) !== null) sink++;
    },
    "rayCast() from the outline"(i) {
      const { at, d } = STANDING[i];
      edge.x = at.x + 3 * at.cos;
      edge.y = at.y + 3 * at.sin;
      if (rayCast(FLOOR, at, edge, d, hit) !== null) sink++;
    },
  };
  for (
    const [queries, count] of [
      [pairs, PAIRS.length],
      [singles, PLACED.length],
      [standing, STANDING.length],
    ] as const
  ) {
    for (const [name, run] of Object.entries(queries)) {
      it(`${name.includes("(") ? name : `${name}()`} with out allocates nothing`, () => {
        sink = counted.count = 0;
        const watch = { warm: 400, batches: 200, attempts: 5 };
        const bytes = bytesPerCall(run, count, 0.5, watch);
        assert(sink + counted.count > 0);
        assertLess(bytes, 0.5);
      });
    }
  }
});
