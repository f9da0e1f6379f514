import { assert, assertLess } from "@std/assert";
import { it } from "@std/testing/bdd";
import {
  box,
  capsule,
  circle,
  compound,
  type ConvexShape,
  newCastHit,
  type Pose,
  pose,
  RAY_STRIDE,
  rayCast,
  type Shape,
  shapeCast,
  Space,
} from "@narrowphase/gjk2d";
import { bytesPerCall, describeLong, HEAVY } from "./heap.ts";
import { pairsOf, queriesOn, type Sink, vector } from "./single_queries.ts";

const ELL = compound([box(3, 1), { shape: box(1, 3), pose: pose(-1, 1) }]);
const TEE = compound([
  box(3, 1),
  { shape: circle(0.5), pose: pose(0, 1) },
  { shape: capsule({ x: -1, y: 0 }, { x: 1, y: 0.25 }, 0.25), pose: pose(0, -1) },
]);

/** Enough parts for a tree. */
const LEVEL = compound(
  Array.from(
    { length: 30 },
    (_, k) => ({ shape: box(1, 1), pose: pose(k % 10 - 4.5, k / 10 | 0) }),
  ),
);
const PAIRS = [
  ...pairsOf<Shape>([ELL, TEE], [ELL, TEE, box(1, 2)]),
  ...pairsOf<Shape>([LEVEL], [ELL, box(1, 2)]),
];

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

describeLong("allocation of compounds and of a space", () => {
  const hit = newCastHit(), cast = newCastHit();
  const hits = CROWD.rayCasts(RAYS);
  const place = { minX: 0, minY: 0, maxX: 3, maxY: 3 };
  const boxes = Float64Array.of(0, 0, 3, 3, -Infinity, -Infinity, Infinity, Infinity);
  const inPlace = CROWD.inBox(place), inBoxes = CROWD.inBoxes(boxes);
  const edge = vector(0.5, 0.5), lower = pose(0.5, 0.5, 0.5);
  const counted: Sink = { count: 0 };
  const pairs = queriesOn(PAIRS, counted);
  let sink = 0;
  const questions: Record<string, (i: number) => void> = {
    rayCasts() {
      if (CROWD.rayCasts(RAYS, undefined, hits)[0] >= 0) sink++;
    },
    inBox() {
      sink += CROWD.inBox(place, undefined, inPlace).length;
    },
    inBoxes() {
      sink += CROWD.inBoxes(boxes, undefined, inBoxes).length;
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
    "shapeCast() of what is sunk in"(i) {
      const { at, b, on, d } = STANDING[i];
      edge.x = -0.1 * at.sin;
      edge.y = 0.1 * at.cos;
      lower.x = on.x - edge.x;
      lower.y = on.y - edge.y;
      lower.cos = on.cos;
      lower.sin = on.sin;
      if (shapeCast(FLOOR, at, b, lower, d, policies[1], cast) !== null) sink++;
    },
    "rayCast() from inside"(i) {
      const { at, d } = STANDING[i];
      edge.x = at.x + 3 * at.cos + 0.1 * at.sin;
      edge.y = at.y + 3 * at.sin - 0.1 * at.cos;
      if (rayCast(FLOOR, at, edge, d, hit) !== null) sink++;
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
      [questions, 1],
      [standing, STANDING.length],
    ] as const
  ) {
    for (const [name, run] of Object.entries(queries)) {
      it(`${name.includes("(") ? name : `${name}()`} with out allocates nothing`, () => {
        sink = counted.count = 0;
        const bytes = bytesPerCall(run, count, 0.5, HEAVY);
        assert(sink + counted.count > 0);
        assertLess(bytes, 0.5);
      });
    }
  }
});
