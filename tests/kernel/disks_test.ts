import { assert, assertEquals } from "@std/assert";
import { circle, collide, intersects, penetration, pose, signedDistance } from "@narrowphase/gjk2d";
import type { Pose } from "@narrowphase/gjk2d";
import { collide as collidePair } from "../../src/kernel/manifold.ts";
import { contacts, manifold, poses } from "../../src/kernel/state.ts";
import { effort } from "../effort.ts";
import { Random } from "../generate/random.ts";

/** Second circle: anywhere near, touching but for rounding, nested and touching, at nearly or exactly the same center. */
function place(random: Random, from: Pose, ra: number, rb: number, kind: number): Pose {
  const angle = random.range(-4, 4), off = 1 + random.range(-1, 1) * 2 ** random.range(-60, -20);
  const way =
    [random.range(0, 2) * (ra + rb), (ra + rb) * off, (ra - rb) * off, 2e-16 * ra, 0][kind];
  return pose(from.x + way * Math.cos(angle), from.y + way * Math.sin(angle), angle);
}

Deno.test("collide(), intersects() and penetration() of circles have the bits of the kernel when they read no record", () => {
  const random = new Random("disks");
  const met = [0, 0];
  for (let k = 0; k < effort(100_000); k++) {
    const size = 2 ** random.range(-40, 40);
    const ra = random.chance(0.1) ? 0 : size * random.range(0.01, 1);
    const rb = random.chance(0.1) ? 0 : size * random.range(0.01, 1);
    const a = circle(ra), b = circle(rb), kind = k % 5;
    const poseA = random.chance(0.2)
      ? pose(-0, 0)
      : pose(size * random.range(-9, 9), -size, random.range(-4, 4));
    const poseB = place(random, poseA, ra, rb, kind);
    const { distance, normal, pointA, pointB } = signedDistance(a, poseA, b, poseB);
    const hit = penetration(a, poseA, b, poseB);
    assertEquals(intersects(a, poseA, b, poseB), distance <= 0);
    assertEquals(hit === null, distance > 0);
    if (hit !== null) {
      const depth = distance < 0 ? -distance : 0;
      assertEquals(hit, { depth, normal, pointA, pointB, partA: 0, partB: 0 });
    }
    met[hit === null ? 0 : 1]++;

    const margin = random.chance(0.5) ? 0 : size * random.range(0, 1) * (kind === 1 ? 2 ** -45 : 1);
    const answer = collide(a, poseA, b, poseB, { margin });
    [poseA, poseB].forEach(({ x, y, cos, sin }, k) => poses.set([x, y, cos, sin], 4 * k));
    manifold.margin = margin;
    assertEquals(answer.pointCount, collidePair(a.record, 1, b.record, 1));
    assertEquals(answer.normal, { x: manifold.nx, y: manifold.ny });
    if (answer.pointCount === 1) {
      const [x, y, separation, id] = contacts;
      assertEquals(answer.points[0], { point: { x, y }, separation, id });
    }
  }
  assert(Math.min(...met) > 1000);
});
