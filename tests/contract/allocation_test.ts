import { assert, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  circle,
  type ConvexShape,
  pose,
  rayCast,
  regularPolygon,
} from "@narrowphase/gjk2d";
import { bytesPerCall } from "./heap.ts";
import { collideOn, type Pair, queriesOn, type Sink } from "./single_queries.ts";

const SHAPES: ConvexShape[] = [
  circle(0.5),
  box(1, 2),
  capsule({ x: -1, y: 0.25 }, { x: 1, y: 0 }, 0.25),
  regularPolygon(8, 1),
  regularPolygon(40, 1.5),
  box(1, 1, { radius: 0.125 }),
];

/** 72 pairs, apart and overlapping. */
const PAIRS: Pair[] = [];
for (const [i, a] of SHAPES.entries()) {
  for (const [j, b] of SHAPES.entries()) {
    PAIRS.push({ a, pa: pose(0.25 * i, 0.5, i), b, pb: pose(0.5, 0.125 * j, 1 - j) });
    PAIRS.push({ a, pa: pose(-2 - 0.25 * i, 0.5, i), b, pb: pose(2.5, 1 + 0.125 * j, 1 - j) });
  }
}

const sink = 0.5;

/** In the long form a million calls, after as many that give the compiler time for the rarely taken paths of a query asked alone. */
const WATCH = { warm: 1000, batches: 1000, attempts: 1 };

// JavaScriptCore, in Bun, does not tell how much its heap grows from call to call.
const group = "Bun" in globalThis ? describe.ignore : describe;

group("allocation", () => {
  it("is seen by the measure when there is some", () => {
    const kept: { x: number; y: number }[] = [];
    const leave = (i: number) => void (kept[i] = { x: i + 0.5, y: sink });
    const bytes = bytesPerCall(leave, PAIRS.length, 0.5, WATCH);
    assert(bytes > 16, `${bytes} bytes per call`);
  });

  it("of a hit made by hand is over when it has been filled once", () => {
    const out = { fraction: 0, point: { x: 0, y: 0 }, normal: { x: 0, y: 0 } };
    const way = { x: 9.5, y: 0.125 };
    let hits = 0;
    const run = (i: number) => {
      const { a, pa, pb } = PAIRS[i];
      if (rayCast(a, pa, pb, way, out) !== null) hits++;
    };
    const bytes = bytesPerCall(run, PAIRS.length, 0.5, WATCH);
    assert(hits > 0);
    assertLess(bytes, 0.5);
  });

  const counted: Sink = { count: 0 };
  const queries = { ...queriesOn(PAIRS, counted), ...collideOn(PAIRS, counted) };
  for (const [name, run] of Object.entries(queries)) {
    it(`${name}() with out allocates nothing`, () => {
      assertLess(bytesPerCall(run, PAIRS.length, 0.5, WATCH), 0.5);
    });
  }
});
