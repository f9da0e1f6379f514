import {
  aabb,
  capsule,
  convex,
  type ConvexShape,
  ellipse,
  evaluateSupport,
  IDENTITY,
  point,
  polygon,
  pose,
  transformShape,
} from "@narrowphase/gjk2d";
import { type Pose, transformPoint } from "@narrowphase/gjk2d/math";
import { assert, assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { makeCase } from "../generate/families.ts";
import { Random } from "../generate/random.ts";
import { makeShape } from "../exact/oracle/public_api.ts";
import { lowExponent, scaled } from "../exact/oracle/dyadic.ts";

/** Whether a box contains every core point at the pose, grown by the radius: in exact integers. */
function containsExactly(shape: ConvexShape, at: Pose): boolean {
  const { minX, minY, maxX, maxY } = aabb(shape, at);
  for (const { x, y } of shape.points) {
    const inputs = [x, y, at.cos, at.sin, at.x, at.y, shape.radius, minX, minY, maxX, maxY];
    const e = Math.min(0, ...inputs.filter((v) => v !== 0).map(lowExponent));
    const [X, Y, C, S, TX, TY, R, LX, LY, HX, HY] = inputs.map((v) => scaled(v, e));
    const unit = 1n << BigInt(-e); // products have unit 2^(2e)
    const wx = C * X - S * Y + TX * unit;
    const wy = S * X + C * Y + TY * unit;
    if (
      LX * unit > wx - R * unit || HX * unit < wx + R * unit ||
      LY * unit > wy - R * unit || HY * unit < wy + R * unit
    ) return false;
  }
  return true;
}

describe("aabb()", () => {
  it("is exact for the identity pose and radius 0, and where sums are representable", () => {
    const c = capsule({ x: -1, y: 0 }, { x: 2, y: 3 }, 0.5);
    const p = polygon([{ x: 0.1, y: -0.7 }, { x: 5.3, y: 0.2 }, { x: 1.9, y: 3.3 }]);
    const cases: [ConvexShape, Pose, number, number, number, number][] = [
      [p, IDENTITY, 0.1, -0.7, 5.3, 3.3],
      [point({ x: 0.1, y: 1e17 }), IDENTITY, 0.1, 1e17, 0.1, 1e17],
      [ellipse(0.1, 7.7), IDENTITY, -0.1, -7.7, 0.1, 7.7],
      [c, pose(10, 20), 8.5, 19.5, 12.5, 23.5],
      [c, { x: 10, y: 20, cos: 0, sin: 1 }, 6.5, 18.5, 10.5, 22.5],
    ];
    for (const [shape, at, minX, minY, maxX, maxY] of cases) {
      assertEquals(aabb(shape, at), { minX, minY, maxX, maxY });
    }
  });

  it("contains the shape exactly, and is tight to a few ulps", () => {
    const random = new Random("aabb");
    for (let i = 0; i < 2000; i++) {
      const family = random.pick(["random", "grid_ties", "offset", "rounded", "size_ratio"]);
      const shape = makeShape(makeCase(family, 1, i).a);
      const s = random.magnitude(-3, 9);
      const turn = random.pick([0, random.range(-7, 7), Math.PI / 2]);
      const at = pose(s * random.range(-1, 1), s * random.range(-1, 1), turn);
      assert(containsExactly(shape, at), `${i}`);
      const box = aabb(shape, at);
      let size = shape.radius + Math.abs(at.x) + Math.abs(at.y);
      let maxX = -Infinity, minY = Infinity;
      for (const p of shape.points) {
        const w = transformPoint(at, p);
        maxX = Math.max(maxX, w.x + shape.radius);
        minY = Math.min(minY, w.y - shape.radius);
        size = Math.max(size, shape.radius + Math.abs(p.x) + Math.abs(p.y));
      }
      assertLess(box.maxX - maxX, 2e-15 * size);
      assertLess(minY - box.minY, 2e-15 * size);
    }
  });

  it("contains an ellipse and a custom shape with radius", () => {
    const random = new Random("aabb smooth");
    for (let i = 0; i < 200; i++) {
      const e = ellipse(random.magnitude(-2, 2), random.magnitude(-2, 2));
      const shape = random.chance(0.5)
        ? e
        : convex({ support: e.support!, center: { x: 0, y: 0 }, radius: random.range(0.5, 2) });
      const at = pose(random.range(-9, 9), random.range(-9, 9), random.range(-7, 7));
      const box = aabb(shape, at);
      const { x: rx } = evaluateSupport(e, 1, 0), { y: ry } = evaluateSupport(e, 0, 1);
      const reach = (c: number, s: number) =>
        Math.sqrt((rx * c) ** 2 + (ry * s) ** 2) + shape.radius;
      const hx = reach(at.cos, at.sin), hy = reach(at.sin, at.cos);
      const exact = [at.x - hx, at.y - hy, at.x + hx, at.y + hy];
      const found = [box.minX, box.minY, box.maxX, box.maxY];
      for (let k = 0; k < 4; k++) {
        const outward = (found[k] - exact[k]) * (k < 2 ? -1 : 1);
        assert(outward >= 0 || Math.abs(outward) < 2e-16 * Math.abs(exact[k]), `${outward}`);
        assertLess(outward, 1e-14 * (Math.abs(exact[k]) + hx + hy));
      }
    }
  });

  it("contains an ellipse that was moved once or twice, exactly", () => {
    const random = new Random("aabb moved");
    for (let i = 0; i < 500; i++) {
      const rx = random.magnitude(-2, 2), ry = random.magnitude(-2, 2);
      const turn = pose(0, 0, random.range(-7, 7));
      // There and back again, by steps that are exact.
      const away = random.chance(0.5) ? 0 : random.int(-9, 9) * 2 ** 20;
      const there = pose(away, -3 * away), back = pose(-away, 3 * away);
      let moved = transformShape(ellipse(rx, ry), turn);
      if (away !== 0) moved = transformShape(transformShape(moved, there), back);
      const { minX, minY, maxX, maxY } = aabb(moved, IDENTITY);
      // h² >= (rx c)² + (ry s)²
      const inputs = [rx, ry, turn.cos, turn.sin, minX, minY, maxX, maxY];
      const e = Math.min(...inputs.map(lowExponent));
      const [RX, RY, C, S, ...bounds] = inputs.map((v) => scaled(v, e));
      const square = (v: bigint) => v * v;
      const unit = square(1n << BigInt(-e));
      for (let k = 0; k < 4; k++) {
        const reach = square(RX * (k & 1 ? S : C)) + square(RY * (k & 1 ? C : S));
        assert(square(bounds[k]) * unit >= reach, `bound ${k} of ${rx}, ${ry}, ${away}`);
      }
      const reach = Math.hypot(rx * turn.cos, ry * turn.sin);
      assertLess(maxX, reach + 1e-13 * (rx + ry + Math.abs(away)));
    }
  });
});
