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
import { registers } from "../../src/kernel/registers.ts";
import {
  CAST_DX,
  CAST_DY,
  CAST_FRACTION,
  CAST_TARGET,
  FA0,
  FA1,
  NX,
  NY,
} from "../../src/kernel/registers.ts";
import { makeCasts, placed } from "../generate/casts.ts";
import { FAMILIES } from "../generate/families.ts";
import { Random } from "../generate/random.ts";
import { effort } from "../effort.ts";
import { makeShape } from "../exact/oracle/public_api.ts";

describe("rayCircle(), rayPolygon() and rayRounded()", () => {
  const W = registers;

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
          const poses = [poseA.x, poseA.y, poseA.cos, poseA.sin, x, y, 1, 0];
          for (let i = 0; i < 8; i++) W[i] = poses[i];
          for (const [at, v] of [[CAST_DX, d.x], [CAST_DY, d.y], [CAST_TARGET, 0]] as const) {
            W[at] = v;
          }
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
          const [t, nx, ny] = [W[CAST_FRACTION], W[NX], W[NY]];
          const edge = [W[FA0], W[FA1]];
          const whole = linearCast(record, n, dot.record, 1);
          if (verdict === CAST_START) {
            starts++;
            assertEquals(whole, CAST_START, name);
          } else assertEquals(whole === CAST_HIT, verdict === CAST_HIT, name);
          if (verdict !== CAST_HIT) continue;
          hits++;
          assertLessOrEqual(Math.abs(t - W[CAST_FRACTION]), 2 ** -50, name);
          assertAlmostEquals(nx, W[NX], 1e-14, name);
          assertAlmostEquals(ny, W[NY], 1e-14, name);
          assertEquals(edge, [W[FA0], W[FA1]], name);
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
      const features = new Set<number>();
      let unsure = 0;
      for (let k = 0; k < effort(10_000); k++) {
        const u = r.direction();
        const at = r.direction();
        const [x, y] = [r.range(-2, 2), r.range(-2, 2)];
        const from = [x - r.range(0, 6) * u.x, y - r.range(0, 6) * u.y];
        const poses = [r.range(-0.5, 0.5), r.range(-0.5, 0.5), at.x, at.y, ...from, 1, 0];
        for (let i = 0; i < 8; i++) W[i] = poses[i];
        W[CAST_DX] = 9 * u.x;
        W[CAST_DY] = 9 * u.y;
        const verdict = n === 1
          ? rayCircle(record)
          : n <= MAX_BITS && radius === 0
          ? rayPolygon(record, n)
          : rayRounded(record, n);
        if (verdict === CAST_UNSURE) unsure++;
        if (verdict === CAST_HIT) features.add(W[FA0] === W[FA1] ? -1 - W[FA0] : W[FA0]);
      }
      // Starts inside are for the distance to tell, for rounded shapes and many vertices.
      assertLess(
        unsure,
        n > MAX_BITS || (n > 1 && radius > 0) ? effort(1500) : 5,
        `${n} vertices, radius ${radius}`,
      );
      const edges = n === 1 ? 0 : n;
      assertEquals(features.size, radius > 0 ? edges + n : edges, `${n} vertices`);
    }
  });
});
