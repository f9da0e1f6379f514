import { assert, assertLess } from "@std/assert";
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
import { allocateNothing, bytesPerCall } from "./heap.ts";
import { collideOn, pairsOf, queriesOn } from "./single_queries.ts";

const SHAPES: ConvexShape[] = [
  circle(0.5),
  box(1, 2),
  capsule({ x: -1, y: 0.25 }, { x: 1, y: 0 }, 0.25),
  regularPolygon(8, 1),
  regularPolygon(40, 1.5),
  box(1, 1, { radius: 0.125 }),
  segment({ x: 0, y: 0 }, { x: 2, y: 1 }),
];

/** Long links, and some shorter than overlaps are deep, so that others are asked. */
const LINKS = [
  ...chain([{ x: 9, y: 0 }, { x: 3, y: 0.25 }, { x: 0, y: 0 }, { x: -9, y: 0 }]).segments,
  ...chain(
    Array.from({ length: 13 }, (_, k) => ({ x: 0.75 - k / 8, y: 0.25 * (k & 1) - k * k / 64 })),
  ).segments,
];
const PAIRS = pairsOf(SHAPES.slice(0, 4), SHAPES);

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

  const counted = { count: 0 };
  const onLinks = LINKS.flatMap((a, i) =>
    SHAPES.flatMap((b, j) => [
      { a, pa: pose(0.25 * i, 0, i / 8), b, pb: pose(0.5, 0.75 + 0.125 * j, 1 - j) },
      { a, pa: pose(-2 - 0.25 * i, 0.5, 1), b, pb: pose(2.5, 1 + 0.125 * j, 1 - j) },
      { a, pa: pose(0, 0), b, pb: pose(1, 2) },
    ])
  );
  const queries = { ...queriesOn(PAIRS, counted), ...collideOn(PAIRS, counted) };
  allocateNothing("", queries, PAIRS.length, counted, WATCH);
  const onChains = collideOn(onLinks, counted);
  allocateNothing(" of links of chains", onChains, onLinks.length, counted, WATCH);
});
