import {
  box,
  chain,
  circle,
  compound,
  convex,
  type ConvexShape,
  ellipse,
  IDENTITY,
  pose,
  regularPolygon,
  type Shape,
} from "@narrowphase/gjk2d";
import { allocateNothing, describeLong, HEAVY, type Queries } from "./heap.ts";
import { collideOn, type Pair, pairsOf, queriesOn } from "./single_queries.ts";

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

const sink = { count: 0 };

/** Contacts of bodies with the links of chains. */
function onFloor(bodies: readonly ConvexShape[]): Pair[] {
  return FLOOR.flatMap((a) =>
    bodies.flatMap((b) => HEIGHTS.map((pb) => ({ a, pa: IDENTITY, b, pb })))
  );
}

/** Pairs of a compound with an ellipse. */
function withCompound(bodies: readonly ConvexShape[]): Pair<Shape>[] {
  return [ELL, ...bodies].flatMap((b) => HEIGHTS.map((pb) => ({ a: ELL, pa: IDENTITY, b, pb })));
}

const ovals = pairsOf(OVALS, [...OVALS, ...OTHERS]);
const customs = pairsOf(CUSTOM, [...CUSTOM, ...OTHERS]);
const GROUPS: [what: string, queries: Queries, cases: number][] = [];
for (
  const [what, bodies, pairs] of [
    ["ellipses", OVALS, ovals],
    ["custom support functions", CUSTOM, customs],
  ] as const
) {
  const floor = onFloor(bodies), compounds = withCompound(bodies);
  const { manifolds, intersects } = queriesOn(compounds, sink);
  GROUPS.push(
    [what, { ...queriesOn(pairs, sink), ...collideOn(pairs, sink) }, pairs.length],
    [`${what} on a chain`, collideOn(floor, sink), floor.length],
    [`a compound with ${what}`, { manifolds, intersects }, compounds.length],
  );
}

// All that will be asked is asked once before any of it is compiled, so that nothing is compiled for less.
for (const [, queries, cases] of GROUPS) {
  for (const run of Object.values(queries)) for (let i = 0; i < cases; i++) run(i);
}

// An engine boxes the two numbers with which it calls a function that it does not inline: 16 bytes each, of
// which the library can save nothing.
for (const [what, queries, cases] of GROUPS) {
  describeLong(`allocation of ${what}`, () => {
    for (const [name, run] of Object.entries(queries)) {
      const most = (): number => {
        calls = 0;
        for (let i = 0; i < cases; i++) run(i);
        return 0.5 + 32 * calls / cases;
      };
      allocateNothing("", { [name]: run }, cases, sink, HEAVY, most);
    }
  });
}
