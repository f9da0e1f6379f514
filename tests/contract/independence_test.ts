import { assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  chain,
  circle,
  closestPoint,
  collide,
  compound,
  containsPoint,
  convex,
  type ConvexShape,
  distance,
  ellipse,
  gjkTrace,
  IDENTITY,
  intersects,
  manifolds,
  penetration,
  point,
  type Pose,
  pose,
  rayCast,
  regularPolygon,
  segment,
  shapeCast,
  signedDistance,
  SimplexCache,
  support,
  type Sweep,
  sweepPose,
  timeOfImpact,
} from "@narrowphase/gjk2d";

/** Pairs that touch, overlap, hold one another and lie apart, of every kind of shape. */
const PAIRS: [ConvexShape, Pose, ConvexShape, Pose][] = [
  [box(1, 2), pose(), box(2, 1), pose(1.5, 0.25)],
  [box(1, 2), pose(0.5, 1, 0.5), box(2, 1), pose(1.25, 0.75, 2)],
  [regularPolygon(40, 1.5), pose(-1, 2, 1), regularPolygon(7, 0.5), pose(-0.75, 2.25, 0.25)],
  [regularPolygon(40, 1.5), pose(), capsule({ x: -1, y: 0.5 }, { x: 1, y: 0 }, 0.25), pose(1, 3)],
  [circle(1), pose(), circle(0.5, { x: 0.25, y: 1 }), pose(1.25, -1)],
  [circle(2), pose(3, 1), point({ x: 0.5, y: 0.25 }), pose(3.5, 0.75, 2)],
  [
    segment({ x: -1, y: 0.5 }, { x: 0.75, y: -0.5 }),
    pose(),
    box(1, 3, { radius: 0.5 }),
    pose(1, 1),
  ],
  [ellipse(2, 1), pose(), circle(0.5), pose(2.25, 0.5)],
  [ellipse(2, 1), pose(0, 0, 1), box(1, 2), pose(0.5, -0.75)],
  [
    chain([{ x: 4, y: 0 }, { x: 0, y: 0 }, { x: -4, y: 1 }]).segments[0],
    pose(),
    box(1, 1),
    pose(1, 0.375),
  ],
];

const failing = convex({
  center: { x: 0, y: 0 },
  support() {
    throw new Error("no support");
  },
});

/** Whatever a query answers or throws, as text with all digits. */
function answer(query: () => unknown): string {
  try {
    return JSON.stringify(query(), (_, value) => {
      if (Object.is(value, -0)) return "-0";
      return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
    });
  } catch (error) {
    return String(error);
  }
}

function makeQueries(): [string, () => unknown][] {
  const queries: [string, () => unknown][] = [];
  const add = (name: string, query: () => unknown): void => {
    queries.push([name, query]);
  };
  for (const [k, [a, pa, b, pb]] of PAIRS.entries()) {
    const d = { x: -1.5, y: 0.75 };
    const still: Sweep = { localCenter: { x: 0.25, y: 0 }, from: pa, to: pa };
    const turning: Sweep = {
      localCenter: { x: 0, y: 0.5 },
      from: { ...pb, x: pb.x + 5, y: pb.y + 1 },
      to: pose(pb.x - 3, pb.y, 2.5),
    };
    add(`intersects ${k}`, () => intersects(a, pa, b, pb));
    add(`distance ${k}`, () => distance(a, pa, b, pb));
    add(`signedDistance ${k}`, () => signedDistance(a, pa, b, pb));
    add(`signedDistance ${k}, cache`, () => {
      const cache = new SimplexCache();
      distance(a, pa, b, pb, undefined, cache);
      return signedDistance(a, pa, b, pb, undefined, cache);
    });
    add(`penetration ${k}`, () => penetration(a, pa, b, pb));
    add(`collide ${k}`, () => collide(a, pa, b, pb));
    add(`collide ${k}, margin`, () => collide(a, pa, b, pb, { margin: 3 }));
    add(`containsPoint ${k}`, () => containsPoint(a, pa, pb));
    add(`closestPoint ${k}`, () => closestPoint(a, pa, pb));
    add(`support ${k}`, () => support(b, pb, d));
    add(`rayCast ${k}, inside`, () => rayCast(a, pa, pa, d));
    add(`rayCast ${k}, outside`, () => rayCast(a, pa, { x: 6.25, y: 3 }, { x: -13, y: -6 }));
    for (const targetSeparation of [0, 2.5]) {
      for (const initialOverlap of ["report", "ignore", "pushOut"] as const) {
        const options = { targetSeparation, initialOverlap };
        add(`shapeCast ${k}, ${targetSeparation}, ${initialOverlap}`, () => {
          return [
            shapeCast(a, pa, b, pb, d, options),
            shapeCast(a, pa, b, { ...pb, x: 9 }, d, options),
          ];
        });
      }
      add(`timeOfImpact ${k}, ${targetSeparation}`, () => {
        return timeOfImpact(a, still, b, turning, { targetSeparation, tolerance: 0.125 });
      });
    }
    add(`gjkTrace ${k}`, () => gjkTrace(a, pa, b, pb));
    const both = compound([a, { shape: box(1, 1), pose: pose(0.5, 0.5) }]);
    add(`signedDistance ${k}`, () => signedDistance(both, pa, b, pb));
    add(`manifolds ${k}`, () => manifolds(both, pa, b, pb, { margin: 0.5 }));
    add(`rayCast ${k}`, () => rayCast(both, pa, pa, d));
    add(
      `shapeCast ${k}`,
      () => shapeCast(both, pa, b, pb, d, { targetSeparation: 1 }),
    );
    add(`timeOfImpact ${k}`, () => timeOfImpact(both, still, b, turning));
    add(`sweepPose ${k}`, () => sweepPose(turning, 0.375));
  }
  // What stops half-way, in the arguments or in a support function.
  const far = pose(0.5, 7, 1);
  // deno-lint-ignore no-explicit-any
  const bad: any = -1;
  add(
    "shapeCast, refused",
    () => shapeCast(box(9, 9), far, box(9, 9), IDENTITY, far, { targetSeparation: bad }),
  );
  add("collide, refused", () => collide(box(9, 9), far, box(9, 9), IDENTITY, { margin: bad }));
  add("timeOfImpact, refused", () => {
    const sweep = { localCenter: far, from: far, to: far };
    return timeOfImpact(box(9, 9), sweep, box(9, 9), sweep, { tolerance: bad });
  });
  add(
    "shapeCast, thrown",
    () => shapeCast(failing, far, box(9, 9), IDENTITY, far, { targetSeparation: 4 }),
  );
  add("collide, thrown", () => collide(failing, far, box(9, 9), IDENTITY, { margin: 4 }));
  add("signedDistance, thrown", () => signedDistance(failing, far, box(9, 9), IDENTITY));
  return queries;
}

describe("a query", () => {
  it("has the same bits after every other, with whatever options", () => {
    const queries = makeQueries();
    // The first answers come after the query itself and the one before in the list.
    const fresh = queries.map(([, query]) => answer(query));
    assertLess(150, new Set(fresh).size);
    for (const [before, disturb] of queries) {
      for (const [k, [name, query]] of queries.entries()) {
        answer(disturb);
        assertEquals(answer(query), fresh[k], `${name} after ${before}`);
      }
    }
  });
});
