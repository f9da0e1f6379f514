import { assert, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  chain,
  circle,
  collide,
  type ConvexShape,
  IDENTITY,
  type Pose,
  pose,
  regularPolygon,
  segment,
} from "@narrowphase/gjk2d";
import { bytesPerCall } from "./heap.ts";

const WATCH = { warm: 1000, batches: 400, attempts: 3 };

describe("collide() with out", () => {
  const shapes = [
    circle(0.5),
    box(1, 2),
    capsule({ x: -1, y: 0.25 }, { x: 1, y: 0 }, 0.25),
    regularPolygon(8, 1),
    regularPolygon(40, 1.5),
    box(1, 1, { radius: 0.125 }),
    segment({ x: 0, y: 0 }, { x: 2, y: 1 }),
  ];
  const floor =
    chain([{ x: 9, y: 0 }, { x: 3, y: 0.25 }, { x: 0, y: 0 }, { x: -9, y: 0 }]).segments;
  // Shorter than overlaps are deep, so that other segments are asked.
  const pieces = chain(
    Array.from({ length: 13 }, (_, k) => ({ x: 0.75 - k / 8, y: 0.25 * (k & 1) - k * k / 64 })),
  ).segments;

  interface Pair {
    a: ConvexShape;
    pa: Pose;
    b: ConvexShape;
    pb: Pose;
  }

  function pairsOf(first: readonly ConvexShape[], second: readonly ConvexShape[]): Pair[] {
    const pairs: Pair[] = [];
    for (const [i, a] of first.entries()) {
      for (const [j, b] of second.entries()) {
        pairs.push({ a, pa: pose(0.25 * i, 0, i / 8), b, pb: pose(0.5, 0.75 + 0.125 * j, 1 - j) });
        pairs.push({ a, pa: pose(-2 - 0.25 * i, 0.5, 1), b, pb: pose(2.5, 1 + 0.125 * j, 1 - j) });
        pairs.push({ a, pa: pose(0, 0), b, pb: pose(1, 2) });
      }
    }
    return pairs;
  }

  for (
    const [what, pairs] of [
      ["shapes", pairsOf(shapes, shapes)],
      ["chain segments", pairsOf(floor, shapes)],
      ["short chain segments", pairsOf(pieces, shapes)],
    ] as const
  ) {
    for (const margin of [0, 0.5]) {
      it(`allocates nothing for ${what} with margin ${margin}`, () => {
        const out = collide(circle(1), IDENTITY, circle(1), IDENTITY);
        const options = { margin };
        let points = 0;
        const bytes = bytesPerCall(
          (i) => {
            const { a, pa, b, pb } = pairs[i];
            points += collide(a, pa, b, pb, options, out).pointCount;
          },
          pairs.length,
          0.5,
          WATCH,
        );
        assert(points > 0);
        assertLess(bytes, 0.5);
      });
    }
  }
});
