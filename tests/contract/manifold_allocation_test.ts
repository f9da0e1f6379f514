import { assert, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  chain,
  circle,
  collide,
  IDENTITY,
  type Pose,
  pose,
  regularPolygon,
  segment,
  type Shape,
} from "@narrowphase/gjk2d";

interface Runtime {
  Deno?: { memoryUsage(): { heapUsed: number } };
  process?: { memoryUsage(): { heapUsed: number } };
}

const runtime = globalThis as Runtime;

function heapUsed(): number {
  return (runtime.Deno ?? runtime.process)!.memoryUsage().heapUsed;
}

/**
 * Bytes per call: the median over 400 batches, so that collections and the compiler do not count, and the
 * least of up to three such medians, since the compiler comes to the rarely taken paths last.
 */
function bytesPerCall(run: (i: number) => void, pairs: number): number {
  const calls = 1000;
  const grown = new Float64Array(400);
  let least = Infinity;
  for (let attempt = 0; attempt < 3 && least >= 0.5; attempt++) {
    for (let i = 0; i < 1000 * calls; i++) run(i % pairs);
    for (let batch = 0; batch < grown.length; batch++) {
      const before = heapUsed();
      for (let i = 0; i < calls; i++) run(i % pairs);
      grown[batch] = heapUsed() - before;
    }
    least = Math.min(least, grown.sort()[grown.length >> 1] / calls);
  }
  return least;
}

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

  interface Pair {
    a: Shape;
    pa: Pose;
    b: Shape;
    pb: Pose;
  }

  function pairsOf(first: readonly Shape[], second: readonly Shape[]): Pair[] {
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
    ] as const
  ) {
    for (const margin of [0, 0.5]) {
      it(`allocates nothing for ${what} with margin ${margin}`, () => {
        const out = collide(circle(1), IDENTITY, circle(1), IDENTITY);
        const options = { margin };
        let points = 0;
        const bytes = bytesPerCall((i) => {
          const { a, pa, b, pb } = pairs[i];
          points += collide(a, pa, b, pb, options, out).pointCount;
        }, pairs.length);
        assert(points > 0);
        assertLess(bytes, 0.5);
      });
    }
  }
});
