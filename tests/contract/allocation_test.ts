import { assert, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  circle,
  distance,
  intersects,
  penetration,
  pose,
  rayCast,
  regularPolygon,
  type Shape,
  shapeCast,
  signedDistance,
  timeOfImpact,
} from "@narrowphase/gjk2d";
import { bytesPerCall } from "../oracle/heap.ts";

type Pose = ReturnType<typeof pose>;
const SHAPES: Shape[] = [
  circle(0.5),
  box(1, 2),
  capsule({ x: -1, y: 0.25 }, { x: 1, y: 0 }, 0.25),
  regularPolygon(8, 1),
  regularPolygon(40, 1.5),
  box(1, 1, { radius: 0.125 }),
];

/** 72 pairs, apart and overlapping. */
const PAIRS: { a: Shape; pa: Pose; b: Shape; pb: Pose }[] = [];
for (const [i, a] of SHAPES.entries()) {
  for (const [j, b] of SHAPES.entries()) {
    PAIRS.push({ a, pa: pose(0.25 * i, 0.5, i), b, pb: pose(0.5, 0.125 * j, 1 - j) });
    PAIRS.push({ a, pa: pose(-2 - 0.25 * i, 0.5, i), b, pb: pose(2.5, 1 + 0.125 * j, 1 - j) });
  }
}

let sink = 0;

/** A million calls. */
const WATCH = { warm: 200, batches: 1000, attempts: 1, enough: 0.5 };

// JavaScriptCore, in Bun, does not tell how much its heap grows from call to call.
const group = "Bun" in globalThis ? describe.ignore : describe;

group("allocation", () => {
  it("is seen by the measure when there is some", () => {
    const kept: { x: number; y: number }[] = [];
    const bytes = bytesPerCall(
      (i) => {
        kept[i] = { x: i + 0.5, y: sink };
      },
      PAIRS.length,
      WATCH,
    );
    assert(bytes > 16, `${bytes} bytes per call`);
  });

  const out = signedDistance(SHAPES[0], pose(), SHAPES[1], pose(9, 1));
  const deep = penetration(SHAPES[0], pose(), SHAPES[1], pose(0.25, 0.5))!;
  const hit = rayCast(SHAPES[0], pose(5, 0), { x: 0, y: 0.25 }, { x: 9.5, y: 0 })!;
  const rays = PAIRS.map(({ pa, pb }) => ({ x: 1.5 * (pa.x - pb.x), y: 1.25 * (pa.y - pb.y) }));
  const options = { targetSeparation: 0.0625 };
  const still = PAIRS.map(({ pa }) => ({ localCenter: { x: 0.25, y: 0 }, from: pa, to: pa }));
  const moving = PAIRS.map(({ pa, pb }, i) => ({
    localCenter: { x: 0, y: 0.5 },
    from: pb,
    to: pose(2 * pa.x - pb.x, 2 * pa.y - pb.y, i),
  }));
  const impact = timeOfImpact(SHAPES[0], still[0], SHAPES[1], moving[1]);
  const queries: Record<string, (i: number) => void> = {
    intersects(i) {
      const { a, pa, b, pb } = PAIRS[i];
      if (intersects(a, pa, b, pb)) sink++;
    },
    distance(i) {
      const { a, pa, b, pb } = PAIRS[i];
      if (distance(a, pa, b, pb, out).distance > 1) sink++;
    },
    signedDistance(i) {
      const { a, pa, b, pb } = PAIRS[i];
      if (signedDistance(a, pa, b, pb, out).distance > 1) sink++;
    },
    penetration(i) {
      const { a, pa, b, pb } = PAIRS[i];
      if (penetration(a, pa, b, pb, deep) !== null) sink++;
    },
    rayCast(i) {
      const { a, pa, pb } = PAIRS[i];
      if (rayCast(a, pa, pb, rays[i], hit) !== null) sink++;
    },
    timeOfImpact(i) {
      const { a, b } = PAIRS[i];
      if (timeOfImpact(a, still[i], b, moving[i], options, impact).status === "hit") sink++;
    },
    shapeCast(i) {
      const { a, pa, b, pb } = PAIRS[i];
      if (shapeCast(a, pa, b, pb, rays[i], options, hit) !== null) sink++;
    },
  };
  for (const [name, run] of Object.entries(queries)) {
    it(`${name}() with out allocates nothing over a million calls`, () => {
      assertLess(bytesPerCall(run, PAIRS.length, WATCH), 0.5);
    });
  }
});
