import {
  box,
  capsule,
  circle,
  compound,
  type ConvexShape,
  newCastHit,
  type Pose,
  pose,
  rayCast,
  type Shape,
  shapeCast,
} from "@narrowphase/gjk2d";
import { allocateNothing, describeLong } from "./heap.ts";
import { pairsOf, queriesOn, vector } from "./single_queries.ts";

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

describeLong("allocation of compounds", () => {
  const hit = newCastHit(), cast = newCastHit();
  const edge = vector(0.5, 0.5), lower = pose(0.5, 0.5, 0.5);
  const counted = { count: 0 };
  const policies = [{ initialOverlap: "ignore" }, { initialOverlap: "pushOut" }] as const;
  const standing: Record<string, (i: number) => void> = {
    "shapeCast of what stands"(i) {
      const { at, b, on, d } = STANDING[i];
      if (shapeCast(TILE, at, b, on, d, policies[i & 1], cast) !== null) counted.count++;
    },
    "shapeCast of what grazes"(i) {
      const { at, b, on, d } = STANDING[i];
      if (shapeCast(b, on, TILE, at, d, undefined, cast) !== null) counted.count++;
    },
    "shapeCast of what stands on parts"(i) {
      const { at, b, on, d } = STANDING[i];
      if (shapeCast(FLOOR, at, b, on, d, policies[i & 1], cast) !== null) counted.count++;
    },
    "shapeCast of what is sunk in"(i) {
      const { at, b, on, d } = STANDING[i];
      edge.x = -0.1 * at.sin;
      edge.y = 0.1 * at.cos;
      lower.x = on.x - edge.x;
      lower.y = on.y - edge.y;
      lower.cos = on.cos;
      lower.sin = on.sin;
      if (shapeCast(FLOOR, at, b, lower, d, policies[1], cast) !== null) counted.count++;
    },
    "rayCast from inside"(i) {
      const { at, d } = STANDING[i];
      edge.x = at.x + 3 * at.cos + 0.1 * at.sin;
      edge.y = at.y + 3 * at.sin - 0.1 * at.cos;
      if (rayCast(FLOOR, at, edge, d, hit) !== null) counted.count++;
    },
    "rayCast from the outline"(i) {
      const { at, d } = STANDING[i];
      edge.x = at.x + 3 * at.cos;
      edge.y = at.y + 3 * at.sin;
      if (rayCast(FLOOR, at, edge, d, hit) !== null) counted.count++;
    },
  };
  allocateNothing("", queriesOn(PAIRS, counted), PAIRS.length, counted);
  allocateNothing("", standing, STANDING.length, counted);
});
