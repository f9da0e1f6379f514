import { assert, assertLess } from "@std/assert";
import { it } from "@std/testing/bdd";
import {
  box,
  chain,
  circle,
  collide,
  compound,
  convex,
  type ConvexShape,
  ellipse,
  IDENTITY,
  intersects,
  manifolds,
  pose,
  regularPolygon,
} from "@narrowphase/gjk2d";
import { bytesPerCall, describeLong, HEAVY } from "./heap.ts";
import { collideOn, pairsOf, type Queries, queriesOn, type Sink } from "./single_queries.ts";

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
    edges: [{ a: { x: 0, y: 1 }, b: { x: 0, y: -1 } }],
  }),
  convex({
    center: { x: 0.125, y: -0.125 },
    radius: 0.25,
    support(dx, dy, out) {
      calls++;
      const flat = 1.25 * dx > 1.5 * dy;
      out.x = flat ? 0.75 : -0.5;
      out.y = flat ? -0.875 : 0.625;
    },
    edges: [
      { a: { x: 0.75, y: -0.875 }, b: { x: -0.5, y: 0.625 } },
      { a: { x: -0.5, y: 0.625 }, b: { x: 0.75, y: -0.875 } },
    ],
  }),
];
const OVALS = [ellipse(1, 0.5), ellipse(0.75, 1.5)];
const OTHERS = [box(1, 2), circle(0.5), regularPolygon(8, 1), regularPolygon(40, 1.5)];
// Long segments, and some shorter than overlaps are deep, so that others are asked.
const FLOOR = [
  ...chain([{ x: 9, y: 0 }, { x: 3, y: 0.25 }, { x: 0, y: 0 }, { x: -9, y: 0 }]).segments,
  ...chain(
    Array.from({ length: 14 }, (_, k) => ({ x: 1.5 - k / 8, y: 0.25 * (k & 1) - k * k / 64 })),
  )
    .segments,
];
const HEIGHTS = [0.25, 0.5, 0.75, 1.5, 2.5].map((y) => pose(1 - y / 2, y, y));
const ELL = compound([box(3, 1), { shape: ellipse(0.5, 1.5), pose: pose(-1, 1) }]);

const sink: Sink = { count: 0 };

function floorQueries(bodies: readonly ConvexShape[]): Queries {
  const out = collide(circle(1), IDENTITY, circle(1), IDENTITY);
  const margin = { margin: 0.25 };
  return {
    collide(i) {
      const at = HEIGHTS[i % HEIGHTS.length];
      const body = bodies[i & 1];
      sink.count += collide(FLOOR[i % FLOOR.length], IDENTITY, body, at, margin, out).pointCount;
    },
  };
}

function compoundQueries(bodies: readonly ConvexShape[]): Queries {
  const out = manifolds(ELL, pose(), ELL, pose(0.5, 0.5));
  return {
    manifolds(i) {
      sink.count += manifolds(
        ELL,
        IDENTITY,
        i & 1 ? ELL : bodies[i >> 1 & 1],
        HEIGHTS[i % HEIGHTS.length],
        undefined,
        out,
      ).count;
    },
    intersects(i) {
      if (intersects(ELL, IDENTITY, bodies[i & 1], HEIGHTS[i % HEIGHTS.length])) {
        sink.count++;
      }
    },
  };
}

const ovals = pairsOf(OVALS, [...OVALS, ...OTHERS]);
const customs = pairsOf(CUSTOM, [...CUSTOM, ...OTHERS]);
const GROUPS: [what: string, queries: Queries, cases: number][] = [
  ["ellipses", { ...queriesOn(ovals, sink), ...collideOn(ovals, sink) }, ovals.length],
  ["ellipses on a chain", floorQueries(OVALS), 80],
  ["compounds with an ellipse", compoundQueries(OVALS), 60],
  [
    "custom support functions",
    { ...queriesOn(customs, sink), ...collideOn(customs, sink) },
    customs.length,
  ],
  ["custom support functions on a chain", floorQueries(CUSTOM), 80],
  ["compounds with custom support functions", compoundQueries(CUSTOM), 60],
];

// All that will be asked is asked once before any of it is compiled, so that nothing is compiled for less.
for (const [, queries, cases] of GROUPS) {
  for (const run of Object.values(queries)) for (let i = 0; i < cases; i++) run(i);
}

for (const [what, queries, cases] of GROUPS) {
  describeLong(`allocation of ${what}`, () => {
    for (const [name, run] of Object.entries(queries)) {
      it(`${name}() with out allocates nothing but arguments of custom functions`, () => {
        sink.count = 0;
        calls = 0;
        for (let i = 0; i < cases; i++) run(i);
        // An engine boxes the two numbers with which it calls a function that it does not inline: 16 bytes
        // each, of which the library can save nothing.
        const boxes = 32 * calls / cases;
        const enough = boxes + 0.5;
        const bytes = bytesPerCall(run, cases, enough, HEAVY);
        assert(sink.count > 0);
        assertLess(bytes, enough);
      });
    }
  });
}
