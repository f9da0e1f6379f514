import { assert, assertAlmostEquals, assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  circle,
  type ConvexShape,
  distance,
  IDENTITY,
  intersects,
  point,
  polygon,
  pose,
  segment,
  signedDistance,
  support,
  type Vec2,
} from "@narrowphase/gjk2d";
import { FAMILIES } from "../generate/families.ts";
import { runCases } from "../exact/run.ts";
import { library } from "../exact/oracle/public_api.ts";
import { validate } from "../exact/oracle/validate.ts";

const SEED = 7;
const CASES = 150;

/** The first cases of each family, and what `deno task mutate` found the rest of the suite to miss. */
describe("the kernel", () => {
  for (const family of FAMILIES) {
    it(`keeps the contract for ${CASES} cases of ${family}`, () => {
      const { failures } = runCases(library, family, SEED, 0, CASES);
      assertEquals(failures.slice(0, 1), [], `seed ${SEED}`);
    });
  }

  it("takes the first of edges that are exactly equally good, A's before B's", () => {
    // The edge is the shape's that has one and whose vertices follow one another.
    const edge = (a: ConvexShape, b: ConvexShape): [number, number, number, number] => {
      const { featureA, featureB } = signedDistance(a, pose(1, 2), b, pose(1, 2));
      return [featureA.i, featureA.j, featureB.i, featureB.j];
    };
    // All four edges of a square, A's and B's, are equally far from the other's; of a rectangle two.
    assertEquals(edge(box(2, 2), box(2, 2)).slice(0, 2), [0, 1]);
    assertEquals(edge(box(2, 6), box(4, 6)).slice(0, 2), [1, 2]);
    assertEquals(edge(box(6, 2), box(6, 4)).slice(0, 2), [0, 1]);
    assertEquals(edge(box(2, 2), point({ x: 0, y: 0 })), [0, 1, 0, 0]);
    // And the scan of the boundary, which rectangles rarely need.
    const corners = [[2, 1], [1, 2], [-1, 2], [-2, 1], [-2, -1], [-1, -2], [1, -2], [2, -1]];
    const octagon = polygon(corners.map(([x, y]) => ({ x, y })));
    assertEquals(edge(octagon, octagon).slice(0, 2), [1, 2]);
    assertEquals(edge(octagon, point({ x: 0, y: 0 })), [1, 2, 0, 0]);
    assertEquals(edge(point({ x: 0, y: 0 }), octagon), [0, 0, 1, 2]);
    assertEquals(edge(point({ x: 0, y: 0 }), box(2, 2)), [0, 0, 0, 1]);
  });

  it("sees a gap between segments on one line, whichever end it is at", () => {
    const gap = 2 ** -60;
    for (const [x, y] of [[1, 0], [0, 1], [1, 1], [-1, 3]]) {
      const at = (t: number): { x: number; y: number } => ({ x: t * x, y: t * y });
      const long = [segment(at(0), at(1)), segment(at(1), at(0))];
      for (const near of [-gap, gap - gap]) {
        const others = [segment(at(-1), at(near)), segment(at(near), at(-1))];
        for (const a of long) {
          for (const b of others) {
            for (const [p, q] of [[a, b], [b, a]]) {
              assertEquals(intersects(p, IDENTITY, q, IDENTITY), near === 0);
              const { distance, status } = signedDistance(p, IDENTITY, q, IDENTITY);
              assertEquals(status, near === 0 ? "touching" : "separated");
              assertEquals(distance > 0, near < 0);
            }
          }
        }
      }
    }
  });

  it("gives coinciding centers A's own x axis as normal", () => {
    const turned = pose(1, 2, 0.7);
    const expected = { x: turned.cos, y: turned.sin };
    assertEquals(signedDistance(circle(1), turned, circle(2), pose(1, 2)).normal, expected);
    const { normal } = signedDistance(point({ x: 0, y: 0 }), turned, circle(2), pose(1, 2, 2));
    assertEquals(normal, expected);
  });

  it("finds the support of polygons that ascend or descend along nearly all edges", () => {
    for (const n of [21, 22, 33, 64, 100]) {
      // A shallow bow: n - 1 short edges, and the long one back.
      const points = Array.from({ length: n }, (_, k) => ({ x: k, y: k * k / 1024 }));
      for (let first = 0; first < n; first += 7) {
        const bow = polygon([...points.slice(first), ...points.slice(0, first)]);
        for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1], [-1, 8], [1, -8], [-3, 64]]) {
          const value = ({ x, y }: Vec2): number => x * dx + y * dy;
          const best = Math.max(...points.map(value));
          assertEquals(value(support(bow, IDENTITY, { x: dx, y: dy })), best);
          // The same within GJK: how far a line beyond that vertex is.
          const line = segment({ x: 1e4 * dx - dy, y: 1e4 * dy + dx }, {
            x: 1e4 * dx + dy,
            y: 1e4 * dy - dx,
          });
          const { pointA } = distance(bow, IDENTITY, line, IDENTITY);
          assertLess(Math.abs(value(pointA) - best), 1e-9);
        }
      }
    }
  });

  it("names the middle of what two parallel faces share, whichever ends they overlap at", () => {
    const quarters = [[1, 0], [0, 1], [-1, 0], [0, -1]];
    for (const [c, s] of quarters) {
      const turn = (x: number, y: number): Vec2 => ({ x: c * x - s * y, y: s * x + c * y });
      const box = (left: number, right: number, low: number, high: number): ConvexShape =>
        polygon([turn(left, low), turn(right, low), turn(right, high), turn(left, high)]);
      // A's face is from (1, -1) to (1, 1); B's begins below it, at its corner, within it, ...
      for (const low of [-3, -2.5, -1, -0.5, 0, 0.5]) {
        for (const height of [0.25, 1, 2, 4]) {
          const a = box(-1, 1, -1, 1);
          const b = box(2, 3, low, low + height);
          const from = Math.max(low, -1);
          const to = Math.min(low + height, 1);
          if (from > to) continue;
          const [nearA, nearB] = [turn(1, 0.5 * (from + to)), turn(2, 0.5 * (from + to))];
          for (const [p, q] of [[a, b], [b, a]]) {
            const { distance: d, pointA, pointB, featureA, featureB } = distance(
              p,
              IDENTITY,
              q,
              IDENTITY,
            );
            assertEquals(d, 1);
            assertEquals([pointA, pointB], p === a ? [nearA, nearB] : [nearB, nearA]);
            assertEquals([featureA.type, featureB.type], ["edge", "edge"]);
          }
        }
      }
    }
  });

  it("walks along a bow, whichever vertex is its first, to what is closest", () => {
    const n = 24;
    const points = Array.from({ length: n }, (_, k) => ({ x: k, y: k * (k - n + 1) / 64 }));
    for (const sign of [1, -1]) {
      for (let first = 0; first < n; first++) {
        const bow = polygon(
          [...points.slice(first), ...points.slice(0, first)].map(({ x, y }) => ({
            x: sign * x,
            y: sign * y,
          })),
        );
        for (let x = -3; x < n + 3; x += 0.75) {
          for (const y of [-30, -12, -4, -2.75, 0.5, 40]) {
            const p = { x: sign * x, y: sign * y };
            let least = Infinity;
            let inside = true;
            for (let k = 0; k < n; k++) {
              const u = points[k];
              const e = { x: points[(k + 1) % n].x - u.x, y: points[(k + 1) % n].y - u.y };
              const v = { x: x - u.x, y: y - u.y };
              const t = (v.x * e.x + v.y * e.y) / (e.x * e.x + e.y * e.y);
              const s = Math.min(Math.max(t, 0), 1);
              least = Math.min(least, Math.hypot(v.x - s * e.x, v.y - s * e.y));
              if (e.x * v.y - e.y * v.x < 0) inside = false;
            }
            if (inside) continue;
            const dot = point(p);
            assertAlmostEquals(distance(bow, IDENTITY, dot, IDENTITY).distance, least, 1e-13);
            assertAlmostEquals(distance(dot, IDENTITY, bow, IDENTITY).distance, least, 1e-13);
          }
        }
      }
    }
  });

  it("puts the point where two thin plates cross within both", () => {
    const a = {
      points: [
        { x: 1.5623782555753691, y: -1.7815836301595354 },
        { x: 1.562378262750804, y: -1.7815836226203916 },
        { x: 0.43989494935894063, y: -0.7132518750062056 },
        { x: 0.43989494218350533, y: -0.7132518825453492 },
      ],
      radius: 0,
    };
    const b = {
      points: [
        { x: 0.5015090977937491, y: 0.42446199637891036 },
        { x: 0.5015090989051161, y: 0.42446200672736056 },
        { x: -1.0392445103002865, y: 0.5899305158887191 },
        { x: -1.0392445114116535, y: 0.5899305055402689 },
      ],
      radius: 0,
    };
    const poseA = {
      x: 1.5827910252699735,
      y: -0.23043028573345814,
      cos: -0.7317414554018918,
      sin: -0.6815823079029569,
    };
    const poseB = {
      x: -1.2331715940786854,
      y: -0.4623412459267914,
      cos: 0.9953742648305204,
      sin: 0.09607326846267301,
    };
    assertEquals(validate(library, a, poseA, b, poseB).violations, []);
    assertEquals(validate(library, b, poseB, a, poseA).violations, []);
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
    apart(
      point({ x: -3.1861838222649046e-58, y: 0 }),
      segment(
        { x: 0, y: 1.5930919111324523e-58 },
        { x: -3.1861838222649046e-58, y: -9.464417489334198e-271 },
      ),
    );
    // Less than the least double away from an edge.
    apart(
      polygon([{ x: -8, y: -1 }, { x: 8, y: 1 }, { x: -4, y: 6 }]),
      point({ x: 5e-324, y: 0 }),
    );
  });
});
