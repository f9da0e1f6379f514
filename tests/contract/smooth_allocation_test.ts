import { assert, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  aabb,
  box,
  chain,
  circle,
  closestPoint,
  collide,
  compound,
  compoundCollide,
  compoundIntersects,
  containsPoint,
  convex,
  distance,
  ellipse,
  IDENTITY,
  intersects,
  penetration,
  pose,
  rayCast,
  regularPolygon,
  type Shape,
  shapeCast,
  signedDistance,
  support,
  timeOfImpact,
  type Vec2,
} from "@narrowphase/gjk2d";
import { bytesPerCall } from "../oracle/heap.ts";

/** Fields that start as doubles: V8 reads numbers that may be small integers as boxes. */
function vector(x: number, y: number): Vec2 {
  const v = { x: NaN, y: NaN };
  v.x = x;
  v.y = y;
  return v;
}

/** Calls of the custom support functions. */
let calls = 0;
const CUSTOM = [
  convex({
    center: { x: 0.5, y: 0 },
    support(dx, dy, out) {
      calls++;
      const l = Math.sqrt(dx * dx + dy * dy);
      out.x = dx > 0 ? dx / l : 0;
      out.y = dx > 0 ? dy / l : dy > 0 ? 1 : -1;
    },
  }),
  convex({
    center: { x: 0.125, y: -0.125 },
    radius: 0.25,
    support(dx, dy, out) {
      calls++;
      const flat = dx > dy;
      out.x = flat ? 0.75 : -0.5;
      out.y = flat ? -0.875 : 0.625;
    },
  }),
];
const OVALS = [ellipse(1, 0.5), ellipse(0.75, 1.5)];
const OTHERS = [box(1, 2), circle(0.5), regularPolygon(8, 1), regularPolygon(40, 1.5)];
const FLOOR = chain([{ x: 9, y: 0 }, { x: 3, y: 0.25 }, { x: 0, y: 0 }, { x: -9, y: 0 }]).segments;
const HEIGHTS = [0.25, 0.5, 0.75, 1.5, 2.5].map((y) => pose(1 - y / 2, y, y));
const ELL = compound([box(3, 1), { shape: ellipse(0.5, 1.5), pose: pose(-1, 1) }]);

/** Pairs of every first shape with every second one, in both orders, apart and overlapping. */
function pairsOf(first: readonly Shape[], second: readonly Shape[]) {
  return first.flatMap((a, i) =>
    second.flatMap((b, j) => {
      const deep = { pa: pose(0.25 * i, 0.5, i), pb: pose(0.5, 0.125 * j, 1 - j) };
      const apart = { pa: pose(-2 - 0.25 * i, 0.5, i), pb: pose(2.5, 1 + 0.125 * j, 1 - j) };
      return [deep, apart].flatMap(({ pa, pb }) => [{ a, pa, b, pb }, { a: b, pa, b: a, pb }]);
    })
  );
}

/** So that no query is left out as one without an effect. */
let sink = 0;

type Queries = Record<string, (i: number) => void>;

function queriesOn(pairs: ReturnType<typeof pairsOf>): Queries {
  const crate = box(1, 1);
  const found = signedDistance(crate, pose(), crate, pose(9, 1));
  const deep = penetration(crate, pose(), crate, pose(0.25, 0.5))!;
  const contacts = collide(crate, pose(), crate, pose(0.25, 0.5));
  const hit = rayCast(crate, pose(5, 0), { x: 0, y: 0.25 }, { x: 9.5, y: 0 })!;
  const bounds = aabb(crate, pose(0.5, 0.5, 0.5));
  const point = vector(0.5, 0.25);
  const margin = { margin: 0.25 };
  const target = { targetSeparation: 0.0625 };
  const rays = pairs.map(({ pa, pb }) => vector(1.5 * (pa.x - pb.x), 1.25 * (pa.y - pb.y)));
  const ways = pairs.map((_, i) => vector(0.3 * i + 0.1, 0.2 * i - 1.03));
  const still = pairs.map(({ pa }) => ({ localCenter: vector(0.25, 0), from: pa, to: pa }));
  const moving = pairs.map(({ pa, pb }, i) => ({
    localCenter: vector(0, 0.5),
    from: pb,
    to: pose(2 * pa.x - pb.x, 2 * pa.y - pb.y, i),
  }));
  const impact = timeOfImpact(crate, still[0], crate, moving[1]);
  return {
    intersects(i) {
      const { a, pa, b, pb } = pairs[i];
      if (intersects(a, pa, b, pb)) sink++;
    },
    distance(i) {
      const { a, pa, b, pb } = pairs[i];
      if (distance(a, pa, b, pb, found).distance > 1) sink++;
    },
    signedDistance(i) {
      const { a, pa, b, pb } = pairs[i];
      if (signedDistance(a, pa, b, pb, found).distance > 1) sink++;
    },
    penetration(i) {
      const { a, pa, b, pb } = pairs[i];
      if (penetration(a, pa, b, pb, deep) !== null) sink++;
    },
    collide(i) {
      const { a, pa, b, pb } = pairs[i];
      sink += collide(a, pa, b, pb, margin, contacts).pointCount;
    },
    rayCast(i) {
      const { a, pa, pb } = pairs[i];
      if (rayCast(a, pa, pb, rays[i], hit) !== null) sink++;
    },
    shapeCast(i) {
      const { a, pa, b, pb } = pairs[i];
      if (shapeCast(a, pa, b, pb, rays[i], target, hit) !== null) sink++;
    },
    timeOfImpact(i) {
      const { a, b } = pairs[i];
      if (timeOfImpact(a, still[i], b, moving[i], undefined, impact).status === "hit") sink++;
    },
    containsPoint(i) {
      const { a, pa, pb } = pairs[i];
      if (containsPoint(a, pa, pb)) sink++;
    },
    closestPoint(i) {
      const { a, pa, pb } = pairs[i];
      if (closestPoint(a, pa, pb, point).x > 0) sink++;
    },
    aabb(i) {
      const { a, pa } = pairs[i];
      if (aabb(a, pa, bounds).maxX > 0) sink++;
    },
    support(i) {
      const { a, pa } = pairs[i];
      if (support(a, pa, ways[i], point).x > 0) sink++;
    },
  };
}

function floorQueries(): Queries {
  const out = collide(circle(1), IDENTITY, circle(1), IDENTITY);
  const margin = { margin: 0.25 };
  return {
    collide(i) {
      const at = HEIGHTS[i % HEIGHTS.length];
      const oval = OVALS[i & 1];
      sink += collide(FLOOR[i % FLOOR.length], IDENTITY, oval, at, margin, out).pointCount;
    },
  };
}

function compoundQueries(): Queries {
  const out = compoundCollide(ELL, pose(), ELL, pose(0.5, 0.5));
  return {
    compoundCollide(i) {
      sink +=
        compoundCollide(ELL, IDENTITY, ELL, HEIGHTS[i % HEIGHTS.length], undefined, out).count;
    },
    compoundIntersects(i) {
      if (compoundIntersects(ELL, IDENTITY, OVALS[i & 1], HEIGHTS[i % HEIGHTS.length])) sink++;
    },
  };
}

const ovals = pairsOf(OVALS, [...OVALS, ...OTHERS]);
const customs = pairsOf(CUSTOM, [...CUSTOM, ...OTHERS]);
const GROUPS: [what: string, queries: Queries, cases: number][] = [
  ["ellipses", queriesOn(ovals), ovals.length],
  ["ellipses on a chain", floorQueries(), 60],
  ["compounds with an ellipse", compoundQueries(), 60],
  ["custom support functions", queriesOn(customs), customs.length],
];

// All that will be asked is asked once before any of it is compiled, so that nothing is compiled for less.
for (const [, queries, cases] of GROUPS) {
  for (const run of Object.values(queries)) for (let i = 0; i < cases; i++) run(i);
}

// JavaScriptCore, in Bun, does not tell how much its heap grows from call to call.
const group = "Bun" in globalThis ? describe.ignore : describe;

for (const [what, queries, cases] of GROUPS) {
  group(`allocation of ${what}`, () => {
    for (const [name, run] of Object.entries(queries)) {
      it(`${name}() with out allocates nothing but arguments of custom functions`, () => {
        sink = 0;
        calls = 0;
        for (let i = 0; i < cases; i++) run(i);
        // An engine boxes the two numbers with which it calls a function that it does not inline: 16 bytes
        // each, of which the library can save nothing.
        const boxes = 32 * calls / cases;
        const enough = boxes + 0.5;
        const bytes = bytesPerCall(run, cases, { warm: 100, batches: 101, attempts: 6, enough });
        assert(sink > 0);
        assertLess(bytes, enough);
      });
    }
  });
}
