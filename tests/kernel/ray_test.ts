import { assertAlmostEquals, assertEquals, assertLess, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  circle,
  type ConvexShape,
  IDENTITY,
  point,
  polygon,
  regularPolygon,
  segment,
} from "@narrowphase/gjk2d";
import { linearCast } from "../../src/kernel/cast.ts";
import { CAST_HIT, CAST_START } from "../../src/kernel/entry.ts";
import { CAST_UNSURE, MAX_BITS, rayCircle, rayPolygon, rayRounded } from "../../src/kernel/ray.ts";
import { makeCasts, placed } from "../generate/casts.ts";
import { FAMILIES } from "../generate/families.ts";
import { Random } from "../generate/random.ts";
import { effort } from "../effort.ts";
import { cast, features, measured, poses } from "../../src/kernel/state.ts";
import { makeShape } from "../exact/oracle/public_api.ts";

describe("rayCircle(), rayPolygon() and rayRounded()", () => {
  it("agree with the cast of a point on every demanding family", () => {
    const dot = point({ x: 0, y: 0 });
    let rays = 0;
    let hits = 0;
    let starts = 0;
    let unsure = 0;
    for (const family of FAMILIES) {
      for (let index = 0; index < effort(60); index++) {
        for (const { name, a, poseA, b, poseB, d } of makeCasts(family, 10, index)) {
          let shape: ConvexShape;
          try {
            shape = makeShape(a);
          } catch {
            continue; // rounding made an edge too short
          }
          const { record, count: n } = shape;
          const { x, y } = placed(b, poseB, IDENTITY).points[0];
          poses.set([poseA.x, poseA.y, poseA.cos, poseA.sin, x, y, 1, 0]);
          Object.assign(cast, { dx: d.x, dy: d.y, target: 0 });
          let verdict = 0;
          if (n === 1) {
            verdict = rayCircle(record);
          } else if (n <= MAX_BITS && shape.radius === 0) {
            verdict = rayPolygon(record, n);
          } else {
            verdict = rayRounded(record, n);
          }
          rays++;
          if (verdict === CAST_UNSURE) {
            unsure++;
            continue;
          }
          const [t, nx, ny] = [cast.fraction, measured.nx, measured.ny];
          const edge = [features.a0, features.a1];
          const whole = linearCast(record, n, dot.record, 1);
          if (verdict === CAST_START) {
            starts++;
            assertEquals(whole, CAST_START, name);
          } else assertEquals(whole === CAST_HIT, verdict === CAST_HIT, name);
          if (verdict !== CAST_HIT) continue;
          hits++;
          assertLessOrEqual(Math.abs(t - cast.fraction), 2 ** -50, name);
          assertAlmostEquals(nx, measured.nx, 1e-14, name);
          assertAlmostEquals(ny, measured.ny, 1e-14, name);
          assertEquals(edge, [features.a0, features.a1], name);
        }
      }
    }
    assertLess(effort(10_000), rays);
    assertLess(effort(2000), hits);
    assertLess(effort(100), starts);
    // They are made to be: half of them run through vertices or along edges.
    assertLess(unsure, rays / 2);
  });

  it("settle rays as they come at a glance, and hit every feature of the shapes", () => {
    const r = new Random("rays at a glance", 1);
    const shapes = [
      circle(0.75, { x: 0.25, y: -0.5 }),
      box(1, 2),
      segment({ x: -1, y: 0.5 }, { x: 0.75, y: -0.5 }),
      regularPolygon(7, 0.75),
      regularPolygon(31, 1),
      regularPolygon(32, 1),
      regularPolygon(50, 1),
      capsule({ x: -1, y: 0.25 }, { x: 1, y: 0 }, 0.25),
      box(1, 0.5, { radius: 0.25 }),
      polygon(regularPolygon(31, 0.5).points, { radius: 0.25 }),
      polygon(regularPolygon(40, 0.5).points, { radius: 0.25 }),
    ];
    for (const { record, count: n, radius } of shapes) {
      const met = new Set<number>();
      let unsure = 0;
      for (let k = 0; k < effort(10_000); k++) {
        const u = r.direction();
        const at = r.direction();
        const [x, y] = [r.range(-2, 2), r.range(-2, 2)];
        const from = { x: x - r.range(0, 6) * u.x, y: y - r.range(0, 6) * u.y };
        const offset = { x: r.range(-0.5, 0.5), y: r.range(-0.5, 0.5) };
        poses.set([offset.x, offset.y, at.x, at.y, from.x, from.y, 1, 0]);
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
      assertLess(
        unsure,
        n > MAX_BITS || (n > 1 && radius > 0) ? effort(1500) : 5,
        `${n} vertices, radius ${radius}`,
      );
      const edges = n === 1 ? 0 : n;
      assertEquals(met.size, radius > 0 ? edges + n : edges, `${n} vertices`);
    }
  });
});
