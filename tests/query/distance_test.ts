import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  circle,
  type ConvexShape,
  distance,
  IDENTITY,
  point,
  polygon,
  pose,
  segment,
  signedDistance,
  type Vec2,
} from "@narrowphase/gjk2d";
import { readPlaced } from "../exact/fixtures/fixture.ts";
import { library } from "../exact/oracle/public_api.ts";
import { validate } from "../exact/oracle/validate.ts";

describe("distance() and signedDistance()", () => {
  it("are exact for pairs whose answers are whole numbers, whichever comes first", () => {
    const crate = box(2, 4), ball = circle(1, { x: 3, y: 0 });
    const rod = capsule({ x: 0, y: -3 }, { x: 0, y: 3 }, 0.5);
    const cases: [ConvexShape, ConvexShape, number, number, number][] = [
      // A, B, how far B is to the right of A, their signed distance, the sign of the normal's x
      [crate, crate, 5, 3, 1],
      [crate, crate, -1.5, -0.5, -1],
      [crate, ball, 4, 5, 1],
      [crate, ball, -2, -1, 1],
      [crate, rod, 1.5, 0, 1],
      [rod, ball, -9, 4.5, -1],
      [point({ x: 1, y: 2 }), segment({ x: 4, y: -1 }, { x: 4, y: 5 }), 1, 4, 1],
      [segment({ x: 0, y: 1 }, { x: 2, y: 1 }), rod, 1.25, -1.25, 1],
    ];
    for (const [a, b, x, signed, side] of cases) {
      const pa = pose(7, -3), pb = pose(7 + x, -3);
      for (const [p, at, q, to, way] of [[a, pa, b, pb, 1], [b, pb, a, pa, -1]] as const) {
        const found = signedDistance(p, at, q, to), plain = distance(p, at, q, to);
        assertEquals(found.distance, signed);
        assertEquals(found.normal.x, side * way);
        assertEquals(found.pointB.x - found.pointA.x, signed * side * way);
        const status = signed > 0 ? "separated" : signed < 0 ? "overlapping" : "touching";
        assertEquals([found.status, plain.status, plain.distance], [
          status,
          status,
          Math.max(0, signed),
        ]);
      }
    }
  });

  it("take the first of edges that are exactly equally good, A's before B's", () => {
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

  it("give coinciding centers A's own x axis as normal", () => {
    const turned = pose(1, 2, 0.7);
    const expected = { x: turned.cos, y: turned.sin };
    assertEquals(signedDistance(circle(1), turned, circle(2), pose(1, 2)).normal, expected);
    const { normal } = signedDistance(point({ x: 0, y: 0 }), turned, circle(2), pose(1, 2, 2));
    assertEquals(normal, expected);
  });

  it("name the middle of what two parallel faces share, whichever ends they overlap at", () => {
    const quarters = [[1, 0], [0, 1], [-1, 0], [0, -1]];
    for (const [c, s] of quarters) {
      const turn = (x: number, y: number): Vec2 => ({ x: c * x - s * y, y: s * x + c * y });
      const box = (left: number, right: number, low: number, high: number): ConvexShape =>
        polygon([turn(left, low), turn(right, low), turn(right, high), turn(left, high)]);
      // A's face is from (1, -1) to (1, 1); B's begins below it, at its corner, within it, ...
      for (const low of [-3, -2.5, -1, -0.5, 0, 0.5]) {
        for (const height of [0.25, 1, 2, 4]) {
          const a = box(-1, 1, -1, 1), b = box(2, 3, low, low + height);
          const from = Math.max(low, -1), to = Math.min(low + height, 1);
          if (from > to) continue;
          const [nearA, nearB] = [turn(1, 0.5 * (from + to)), turn(2, 0.5 * (from + to))];
          for (const [p, q] of [[a, b], [b, a]]) {
            const found = distance(p, IDENTITY, q, IDENTITY);
            assertEquals(found.distance, 1);
            assertEquals([found.pointA, found.pointB], p === a ? [nearA, nearB] : [nearB, nearA]);
            assertEquals([found.featureA.type, found.featureB.type], ["edge", "edge"]);
          }
        }
      }
    }
  });

  it("put the point where two thin plates cross within both", () => {
    const [[a, poseA], [b, poseB]] = [
      "0: 1.5623782555753691 -1.7815836301595354, 1.562378262750804 -1.7815836226203916, " +
      "0.43989494935894063 -0.7132518750062056, 0.43989494218350533 -0.7132518825453492 " +
      "@ 1.5827910252699735 -0.23043028573345814 -0.7317414554018918 -0.6815823079029569",
      "0: 0.5015090977937491 0.42446199637891036, 0.5015090989051161 0.42446200672736056, " +
      "-1.0392445103002865 0.5899305158887191, -1.0392445114116535 0.5899305055402689 " +
      "@ -1.2331715940786854 -0.4623412459267914 0.9953742648305204 0.09607326846267301",
    ].map(readPlaced);
    assertEquals(validate(library, a, poseA, b, poseB).violations, []);
    assertEquals(validate(library, b, poseB, a, poseA).violations, []);
  });
});
