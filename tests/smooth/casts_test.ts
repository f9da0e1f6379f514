import { describe, it } from "@std/testing/bdd";
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertLess,
  assertLessOrEqual,
  assertStrictEquals,
} from "@std/assert";
import { ellipse, IDENTITY, intersects, point, pose, rayCast, shapeCast } from "@narrowphase/gjk2d";

import { hullOf } from "../generate/shapes.ts";
import { random } from "./consistent.ts";
import { effort } from "../effort.ts";

const ULP = 2 ** -52;

describe("rayCast() and shapeCast() of a convex() or an ellipse()", () => {
  const corners = [{ x: -1, y: -1 }, { x: 1, y: 0 }, { x: 1, y: 1 }];
  const triangle = hullOf(corners), rod = hullOf([{ x: -2, y: 0 }, { x: 2, y: 0 }]);

  it("have a normal against the motion when a corner or flat is hit", () => {
    const corner = rayCast(triangle, IDENTITY, { x: 0, y: 1 }, { x: 1, y: 0 })!;
    assertAlmostEquals(corner.fraction, 1, ULP);
    assertLess(corner.normal.x, 0);
    // Outward: no vertex is further along it than the one that is hit.
    for (const p of corners) {
      assertLessOrEqual((p.x - 1) * corner.normal.x + (p.y - 1) * corner.normal.y, 4 * ULP);
    }
    for (const thin of [rod, ellipse(2, 1e-16)]) {
      const ray = rayCast(thin, IDENTITY, { x: 0.5, y: -3 }, { x: 0.1, y: 6 })!;
      assertAlmostEquals(ray.fraction, 0.5, ULP);
      assertEquals(ray.normal, { x: 0, y: -1 });
      const p = point({ x: 0.5, y: -3 });
      const cast = shapeCast(thin, IDENTITY, p, IDENTITY, { x: 0.1, y: 6 })!;
      assertEquals(cast.normal, { x: 0, y: -1 });
    }
  });

  it("have an outward normal against the motion when rays aim at corners", () => {
    const next = random(8);
    let hits = 0;
    for (let k = 0; k < effort(2000); k++) {
      const n = 2 + k % 6;
      const angles = Array.from({ length: n }, () => 6.28 * next()).sort((p, q) => p - q);
      const points = angles.map((t) => ({ x: Math.cos(t), y: Math.sin(t) }));
      const at = points[k % n];
      const from = { x: 6 * next() - 3, y: 6 * next() - 3 };
      const d = { x: 2 * (at.x - from.x), y: 2 * (at.y - from.y) };
      const hit = rayCast(hullOf(points), IDENTITY, from, d);
      if (hit === null || hit.fraction === 0) continue;
      hits++;
      const { x, y } = hit.normal;
      assertLess(x * d.x + y * d.y, 0);
      for (const p of points) {
        assertLessOrEqual((p.x - hit.point.x) * x + (p.y - hit.point.y) * y, 1e-14, `case ${k}`);
      }
    }
    assertLess(effort(1200), hits);
  });

  it("do not pass through a segment or a needle", () => {
    const next = random(9);
    const needle = ellipse(2, 1e-16);
    for (let k = 0; k < effort(20_000); k++) {
      const at = pose(9 * next() - 4, 9 * next() - 4, 6 * next());
      const far = 10 ** (3 * next());
      const from = { x: far * (2 * next() - 1), y: far * (2 * next() - 1) };
      // Through the point at `along` on the segment.
      const along = 3.8 * next() - 1.9;
      const t = 0.1 + 0.8 * next();
      const d = {
        x: (at.x + at.cos * along - from.x) / t,
        y: (at.y + at.sin * along - from.y) / t,
      };
      for (const thin of [rod, needle]) {
        const ray = rayCast(thin, at, from, d);
        assert(ray !== null, `case ${k}`);
        const cast = shapeCast(thin, at, point(from), IDENTITY, d);
        assert(cast !== null, `case ${k}`);
        if (ray.fraction > 0) assertLess(ray.normal.x * d.x + ray.normal.y * d.y, 0);
      }
    }
  });

  it("miss when they lead away from an ulp outside", () => {
    const from = { x: 2 + 2 * ULP, y: 0 };
    assertStrictEquals(intersects(rod, IDENTITY, point(from), IDENTITY), false);
    assertStrictEquals(rayCast(rod, IDENTITY, from, { x: 1, y: 0 }), null);
    assertLessOrEqual(rayCast(rod, IDENTITY, from, { x: -1, y: 0 })!.fraction, 2 * ULP);
  });
});
