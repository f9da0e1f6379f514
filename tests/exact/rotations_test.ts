import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  collide,
  distance,
  IDENTITY,
  intersects,
  penetration,
  type Pose,
  signedDistance,
  Space,
} from "@narrowphase/gjk2d";
import { effort } from "../effort.ts";
import { placed } from "../generate/casts.ts";
import { makeCase } from "../generate/families.ts";
import { Random } from "../generate/random.ts";
import { type Core, ExactPair } from "./oracle/exact.ts";
import { makeShape } from "./oracle/public_api.ts";

/** Rotations that are not quite: of length 1 within 2^-20, as kept in 32 bits, or as errors add up. */
const ROTATIONS: Record<string, (r: Random) => { cos: number; sin: number }> = {
  "kept in single precision": (r) => {
    const { x, y } = r.direction();
    return { cos: Math.fround(x), sin: Math.fround(y) };
  },
  "that have drifted": (r) => {
    const { x, y } = r.direction(), length = 1 + r.sign() * r.magnitude(-15, -6.4);
    return { cos: length * x, sin: length * y };
  },
};

const CASES = ["random", "rounded", "capsules", "nested", "equal_depths", "many_vertices"];
CASES.push("parallel");

describe("answers for rotations", () => {
  for (const [name, turn] of Object.entries(ROTATIONS)) {
    it(`${name} are those of the placed vertices: signs exact, distances and depths to 4 u`, () => {
      let overlaps = 0, judged = 0;
      for (const family of CASES) {
        for (let index = 0; index < effort(150); index++) {
          const made = makeCase(family, 20261127, index);
          const r = new Random("rotations", name, family, index);
          const a = makeShape(made.a), b = makeShape(made.b);
          const poseA: Pose = { x: made.poseA.x, y: made.poseA.y, ...turn(r) };
          const poseB: Pose = { x: made.poseB.x, y: made.poseB.y, ...turn(r) };
          // As they are, touching, and overlapping by a thousandth of where they were.
          for (const part of [0, 1, 1.001]) {
            const before = signedDistance(a, poseA, b, poseB);
            poseB.x -= part * before.distance * before.normal.x;
            poseB.y -= part * before.distance * before.normal.y;
            const cores: Core[] = [placed(made.a, poseA, poseA), placed(made.b, poseB, poseA)];
            const { sign, value, u } = new ExactPair(cores[0], IDENTITY, cores[1], IDENTITY);
            const what = `${family} ${index}, ${part}`;
            judged++;
            if (sign < 0) overlaps++;
            const signed = signedDistance(a, poseA, b, poseB).distance;
            assertEquals(Math.sign(signed), sign, what);
            assertLessOrEqual(Math.abs(signed - value), 4 * u, what);
            assertEquals(intersects(a, poseA, b, poseB), sign <= 0, what);
            const apart = distance(a, poseA, b, poseB).distance;
            assertLessOrEqual(Math.abs(apart - Math.max(value, 0)), 4 * u, what);
            const depth = penetration(a, poseA, b, poseB)?.depth ?? -1;
            assertEquals(depth < 0, sign > 0, what);
            if (sign <= 0) assertLessOrEqual(Math.abs(depth + value), 4 * u, what);
            assertEquals(collide(a, poseA, b, poseB).pointCount > 0, sign <= 0, what);
            const space = new Space();
            const pair = Uint32Array.of(space.add(a, poseA), space.add(b, poseB));
            assertEquals(space.signedDistances(pair)[0], signed, what);
            assertEquals(space.intersects(pair)[0] === 1, sign <= 0, what);
          }
        }
      }
      assert(overlaps > judged / 5, `${overlaps} of ${judged}`);
    });
  }
});
