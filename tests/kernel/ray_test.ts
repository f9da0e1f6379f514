import { assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { box, capsule, circle, polygon, regularPolygon, segment } from "@narrowphase/gjk2d";
import { CAST_HIT } from "../../src/kernel/entry.ts";
import { CAST_UNSURE, MAX_BITS, rayCircle, rayPolygon, rayRounded } from "../../src/kernel/ray.ts";
import { Random } from "../generate/random.ts";
import { cast, features, poses } from "../../src/kernel/state.ts";
import { effort } from "../effort.ts";

describe("rayCircle(), rayPolygon() and rayRounded()", () => {
  it("settle rays as they come at a glance, and hit every feature of the shapes", () => {
    const r = new Random("rays at a glance", 1);
    const shapes = [
      circle(0.75, { x: 0.25, y: -0.5 }),
      box(1, 2),
      segment({ x: -1, y: 0.5 }, { x: 0.75, y: -0.5 }),
      regularPolygon(7, 0.75),
      ...[31, 32, 50].map((n) => regularPolygon(n, 1)),
      capsule({ x: -1, y: 0.25 }, { x: 1, y: 0 }, 0.25),
      box(1, 0.5, { radius: 0.25 }),
      ...[31, 40].map((n) => polygon(regularPolygon(n, 0.5).points, { radius: 0.25 })),
    ];
    for (const { record, count: n, radius } of shapes) {
      const met = new Set<number>();
      let unsure = 0;
      for (let k = 0; k < effort(10_000); k++) {
        const u = r.direction(), at = r.direction();
        const [x, y] = [r.range(-2, 2), r.range(-2, 2)];
        const from = [x - r.range(0, 6) * u.x, y - r.range(0, 6) * u.y];
        const places = [r.range(-0.5, 0.5), r.range(-0.5, 0.5), at.x, at.y, ...from, 1, 0];
        poses.set(places);
        cast.dx = 9 * u.x;
        cast.dy = 9 * u.y;
        const verdict = n === 1
          ? rayCircle(record)
          : n <= MAX_BITS && radius === 0
          ? rayPolygon(record, n)
          : rayRounded(record, n);
        if (verdict === CAST_UNSURE) unsure++;
        if (verdict === CAST_HIT) {
          met.add(features.a0 === features.a1 ? -1 - features.a0 : features.a0);
        }
      }
      // Starts inside are for the distance to tell, for rounded shapes and many vertices.
      const most = n > MAX_BITS || (n > 1 && radius > 0) ? effort(1500) : 5;
      assertLess(unsure, most, `${n} vertices, radius ${radius}`);
      const edges = n === 1 ? 0 : n;
      assertEquals(met.size, radius > 0 ? edges + n : edges, `${n} vertices`);
    }
  });
});
