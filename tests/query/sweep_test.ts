import { assertAlmostEquals, assertEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { type Pose, pose, sweepPose, type Vec2 } from "@narrowphase/gjk2d";
import { motion } from "../generate/shapes.ts";
import { Random } from "../generate/random.ts";

const SEED = 20261121;

describe("sweepPose()", () => {
  it("moves the center along a line and turns at a constant rate, the shorter way", () => {
    const r = new Random("sweeps", SEED);
    for (let k = 0; k < 1000; k++) {
      const localCenter = { x: r.range(-2, 2), y: r.range(-2, 2) };
      const angle = r.range(-9, 9);
      const turn = r.range(-3.14, 3.14) * (r.chance(0.3) ? r.magnitude(-9, 0) : 1);
      const from = pose(r.range(-9, 9), r.range(-9, 9), angle);
      const to = pose(r.range(-9, 9), r.range(-9, 9), angle + turn);
      const t = r.unit();
      const at = sweepPose(motion(from, to, localCenter), t);
      const center = (p: Pose): Vec2 => ({
        x: p.x + p.cos * localCenter.x - p.sin * localCenter.y,
        y: p.y + p.sin * localCenter.x + p.cos * localCenter.y,
      });
      assertAlmostEquals(center(at).x, center(from).x * (1 - t) + center(to).x * t, 1e-14);
      assertAlmostEquals(center(at).y, center(from).y * (1 - t) + center(to).y * t, 1e-14);
      assertAlmostEquals(at.cos, Math.cos(angle + t * turn), 4e-15);
      assertAlmostEquals(at.sin, Math.sin(angle + t * turn), 4e-15);
      assertAlmostEquals(at.cos * at.cos + at.sin * at.sin, 1, 1e-15);
    }
  });

  it("is exactly the given poses at the ends, and may overwrite one of them", () => {
    const from = pose(1, 2, 3), to = pose(4, 6, 3.5);
    const sweep = motion(from, to, { x: 0.1, y: 0.7 });
    assertEquals(sweepPose(sweep, 0), from);
    assertEquals(sweepPose(sweep, 1), to);
    const middle = sweepPose(sweep, 0.5);
    assertStrictEquals(sweepPose(sweep, 0.5, from), from);
    assertEquals(from, middle);
  });

  it("turns counter-clockwise between opposite rotations", () => {
    const sweep = motion(pose(), { x: 0, y: 0, cos: -1, sin: 0 });
    const { cos, sin } = sweepPose(sweep, 0.5);
    assertAlmostEquals(cos, 0, 1e-15);
    assertAlmostEquals(sin, 1, 1e-15);
  });

  it("takes centers across the whole range of positions", () => {
    const from = pose(1, 2), localCenter = { x: 2 ** 250, y: -(2 ** 250) };
    assertEquals(sweepPose(motion(from, from, localCenter), 0), from);
  });
});
