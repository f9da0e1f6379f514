import { assert, assertAlmostEquals, assertEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  circle,
  type ConvexShape,
  IDENTITY,
  intersects,
  point,
  polygon,
  segment,
  signedDistance,
  Space,
} from "@narrowphase/gjk2d";

describe("intersects()", () => {
  it("of a rectangle that is sheared by a rounding is exact, in a space too", () => {
    // Its sides have the normals of a rectangle's, and only one end of each is where they say.
    const e = 2 ** -52;
    const sheared = (by: number): number[][] => [[0, 0], [1, 0], [1 + by, 2], [by, 2]];
    const skewed = [[0, 0], [1, 0], [1, 2], [5e-324, 2]];
    const wall = (x: number, a: number, b: number): number[][] => [[x, a], [3, a], [3, b], [x, b]];
    const cases: [number[][], number[][], boolean][] = [
      [sheared(e), wall(1 + e, 1.5, 3), true],
      [sheared(e), wall(1 + e, -1, 1.5), false],
      [sheared(-e / 2), wall(1, -1, 0.5), true],
      [sheared(-e / 2), wall(1, 0.5, 3), false],
      // So little that the normals are those of a rectangle to the last bit.
      [skewed, [[-3, -1], [0, -1], [0, 0.5], [-3, 0.5]], true],
      [skewed, [[-3, 0.5], [0, 0.5], [0, 3], [-3, 3]], false],
    ];
    for (const [a, b, expected] of cases) {
      for (let turn = 0; turn < 8; turn++) {
        for (let first = 0; first < 4; first++) {
          const [p, q] = [a, b].map((corners) => {
            const points = corners.map(([u, v]) => {
              const [x, y] = turn & 1 ? [v, u] : [u, v];
              return { x: turn & 2 ? -x : x, y: turn & 4 ? -y : y };
            });
            return polygon([...points.slice(first), ...points.slice(0, first)]);
          });
          const name = JSON.stringify([p.points, q.points]);
          assertStrictEquals(intersects(p, IDENTITY, q, IDENTITY), expected, name);
          assertStrictEquals(intersects(q, IDENTITY, p, IDENTITY), expected, name);
          for (const backend of ["simd", "ts"] as const) {
            const space = new Space({ backend }), pair = [space.add(p), space.add(q)];
            const hits = space.intersects(Uint32Array.from([...pair, ...pair.toReversed()]));
            assertEquals([...hits], expected ? [1, 1] : [0, 0], name);
          }
        }
      }
    }
  });

  it("sees a gap between segments on one line, whichever end it is at", () => {
    const gap = 2 ** -60;
    for (const [x, y] of [[1, 0], [0, 1], [1, 1], [-1, 3]]) {
      const at = (t: number): { x: number; y: number } => ({ x: t * x, y: t * y });
      const long = [segment(at(0), at(1)), segment(at(1), at(0))];
      for (const near of [-gap, 0]) {
        const others = [segment(at(-1), at(near)), segment(at(near), at(-1))];
        const pairs = long.flatMap((a) => others.flatMap((b) => [[a, b], [b, a]]));
        for (const [p, q] of pairs) {
          assertEquals(intersects(p, IDENTITY, q, IDENTITY), near === 0);
          const { distance, status } = signedDistance(p, IDENTITY, q, IDENTITY);
          assertEquals(
            [status, distance > 0],
            near === 0 ? ["touching", false] : ["separated", true],
          );
        }
      }
    }
  });

  it("tells apart what is so close that squares and products underflow", () => {
    const apart = (a: ConvexShape, b: ConvexShape): void => {
      for (const [p, q] of [[a, b], [b, a]]) {
        assertEquals(intersects(p, IDENTITY, q, IDENTITY), false);
        const { distance, status, normal } = signedDistance(p, IDENTITY, q, IDENTITY);
        assertEquals(status, "separated");
        assert(distance > 0);
        assertAlmostEquals(Math.hypot(normal.x, normal.y), 1, 1e-15);
      }
    };
    apart(point({ x: 0, y: 0 }), point({ x: 1e-170, y: 0 }));
    apart(point({ x: 0, y: 3e-162 }), point({ x: 4e-162, y: 0 }));
    apart(circle(1), circle(1, { x: 2, y: 1e-170 }));
    // The square of y is less than the least double.
    apart(circle(1), circle(1, { x: 2, y: 1e-305 }));
    const tiny = polygon([{ x: 0, y: 0 }, { x: 1e-75, y: 0 }, { x: 0, y: 1e-75 }]);
    apart(tiny, point({ x: 1e-76, y: -1e-300 }));
    apart(tiny, segment({ x: 1e-76, y: -1e-260 }, { x: 2e-76, y: -1 }));
    // Two products of one size, whose difference underflows.
    const x = -3.1861838222649046e-58, y = 1.5930919111324523e-58;
    apart(point({ x, y: 0 }), segment({ x: 0, y }, { x, y: -9.464417489334198e-271 }));
    // Less than the least double away from an edge.
    const slope = polygon([{ x: -8, y: -1 }, { x: 8, y: 1 }, { x: -4, y: 6 }]);
    apart(slope, point({ x: 5e-324, y: 0 }));
  });
});
