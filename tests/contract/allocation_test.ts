import { assert, assertLess } from "@std/assert";
import { ring } from "../generate/rings.ts";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  chain,
  circle,
  type ConvexShape,
  pose,
  rayCast,
  regularPolygon,
  segment,
} from "@narrowphase/gjk2d";
import { bytesPerCall } from "./heap.ts";
import { collideOn, type Pair, type Queries, queriesOn, type Sink } from "./single_queries.ts";

const SHAPES: ConvexShape[] = [
  circle(0.5),
  box(1, 2),
  capsule({ x: -1, y: 0.25 }, { x: 1, y: 0 }, 0.25),
  regularPolygon(8, 1),
  regularPolygon(40, 1.5),
  box(1, 1, { radius: 0.125 }),
];

/** 72 pairs, apart and overlapping. */
/** Two of each, apart and overlapping. */
function pairsOf(first: readonly ConvexShape[], second: readonly ConvexShape[]): Pair[] {
  return first.flatMap((a, i) =>
    second.flatMap((b, j) => [
      { a, pa: pose(0.25 * i, 0.5, i), b, pb: pose(0.5, 0.125 * j, 1 - j) },
      { a, pa: pose(-2 - 0.25 * i, 0.5, i), b, pb: pose(2.5, 1 + 0.125 * j, 1 - j) },
    ])
  );
}
const PAIRS = pairsOf(SHAPES, SHAPES);

const BODIES = [...SHAPES, segment({ x: 0, y: 0 }, { x: 2, y: 1 })];
const FLOOR = chain(ring("9 0, 3 0.25, 0 0, -9 0")).segments;
/** Shorter than overlaps are deep, so that other segments are asked. */
const PIECES = chain(
  Array.from({ length: 13 }, (_, k) => ({ x: 0.75 - k / 8, y: 0.25 * (k & 1) - k * k / 64 })),
).segments;

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
  const onFloor = pairsOf(FLOOR, BODIES), onPieces = pairsOf(PIECES, BODIES);
  const groups: [what: string, queries: Queries, count: number][] = [
    ["", { ...queriesOn(PAIRS, counted), ...collideOn(PAIRS, counted) }, PAIRS.length],
    [" and chain segments", collideOn(onFloor, counted), onFloor.length],
    [" and short chain segments", collideOn(onPieces, counted), onPieces.length],
  ];
  for (const [what, queries, count] of groups) {
    for (const [name, run] of Object.entries(queries)) {
      it(`${name}() with out${what} allocates nothing`, () => {
        counted.count = 0;
        const watch = what === "" ? WATCH : { warm: 1000, batches: 400, attempts: 3 };
        assertLess(bytesPerCall(run, count, 0.5, watch), 0.5);
        assert(counted.count > 0);
      });
    }
  }
});
