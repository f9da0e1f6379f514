import { assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  circle,
  distance,
  IDENTITY,
  intersects,
  point,
  polygon,
  pose,
  segment,
  type Shape,
  signedDistance,
  support,
  type Vec2,
} from "@narrowphase/gjk2d";
import { FAMILIES } from "../families/families.ts";
import { runCases } from "../families/run.ts";
import { library } from "../oracle/public_api.ts";

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
    const edge = (a: Shape, b: Shape): [number, number, number, number] => {
      const { featureA, featureB } = signedDistance(a, pose(1, 2), b, pose(1, 2));
      return [featureA.i, featureA.j, featureB.i, featureB.j];
    };
    // All four edges of a square, A's and B's, are equally far from the other's; of a rectangle two.
    assertEquals(edge(box(2, 2), box(2, 2)).slice(0, 2), [0, 1]);
    assertEquals(edge(box(2, 6), box(4, 6)).slice(0, 2), [1, 2]);
    assertEquals(edge(box(6, 2), box(6, 4)).slice(0, 2), [0, 1]);
    assertEquals(edge(box(2, 2), point({ x: 0, y: 0 })), [0, 1, 0, 0]);
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

  it("gives coinciding centres A's own x axis as normal", () => {
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
});
