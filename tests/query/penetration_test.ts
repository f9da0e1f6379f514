import {
  assertAlmostEquals,
  assertEquals,
  assertLessOrEqual,
  assertStrictEquals,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { box, circle, penetration, point, pose, signedDistance } from "@narrowphase/gjk2d";
import { Random } from "../generate/random.ts";
import { SHAPES } from "../generate/shapes.ts";

const ULP = 2 ** -52;

describe("penetration()", () => {
  it("is the shortest way out, from A to B, with the deepest point of each", () => {
    const crate = box(2, 4), ball = circle(1), at = pose(7, -3), right = { x: 1, y: 0 };
    const parts = { partA: 0, partB: 0 };
    assertEquals(penetration(crate, at, crate, pose(8.5, -3)), {
      ...{ depth: 0.5, normal: right, pointA: { x: 8, y: -3 }, pointB: { x: 7.5, y: -3 } },
      ...parts,
    });
    assertEquals(penetration(crate, at, ball, pose(7.25, 0.25 - 3)), {
      ...{ depth: 1.75, normal: right, pointA: { x: 8, y: -2.75 }, pointB: { x: 6.25, y: -2.75 } },
      ...parts,
    });
    const { depth, normal } = penetration(ball, at, crate, pose(7.5, -0.25))!;
    assertEquals([depth, normal], [0.25, { x: 0, y: 1 }]);
  });

  it("has depth 0 where shapes touch, and is null where they are apart", () => {
    const crate = box(2, 2), ball = circle(1), dot = point({ x: 1, y: 2 });
    const touching = penetration(crate, pose(), crate, pose(2, 0.5))!;
    assertEquals([touching.depth, touching.normal], [0, { x: 1, y: 0 }]);
    assertStrictEquals(penetration(ball, pose(1, 2), ball, pose(3, 2))?.depth, 0);
    assertStrictEquals(penetration(crate, pose(), crate, pose(2 + 2 * ULP, 0.5)), null);
    assertStrictEquals(penetration(ball, pose(1, 2), ball, pose(3 + 4 * ULP, 2)), null);
    assertStrictEquals(penetration(dot, pose(), dot, pose(0, 1)), null);
  });

  it("is undone by moving B that far along the normal, and is no deeper than signedDistance() says", () => {
    const shapes = SHAPES.slice(1);
    const r = new Random("penetrations");
    let hits = 0;
    for (let k = 0; k < 3000; k++) {
      const a = r.pick(shapes), b = r.pick(shapes);
      const pa = pose(r.range(-1, 1), r.range(-1, 1), r.range(-3, 3));
      const pb = pose(r.range(-2, 2), r.range(-2, 2), r.range(-3, 3));
      const found = penetration(a, pa, b, pb), signed = signedDistance(a, pa, b, pb);
      assertStrictEquals(found === null, signed.distance > 0);
      if (found === null) continue;
      hits++;
      const { depth, normal, pointA, pointB } = found;
      assertAlmostEquals(depth, -signed.distance, 8 * ULP);
      const between = (pointA.x - pointB.x) * normal.x + (pointA.y - pointB.y) * normal.y;
      assertAlmostEquals(between, depth, 1e-14);
      const out = { ...pb, x: pb.x + depth * normal.x, y: pb.y + depth * normal.y };
      assertLessOrEqual(Math.abs(signedDistance(a, pa, b, out).distance), 1e-14);
    }
    assertLessOrEqual(1000, hits);
  });
});
