import { assert, assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  circle,
  collide,
  compound,
  distance,
  type Manifold,
  manifolds,
  newCastHit,
  newDistanceResult,
  newImpactResult,
  newManifold,
  newPenetration,
  penetration,
  pose,
  rayCast,
  shapeCast,
  signedDistance,
  timeOfImpact,
  type Vec2,
} from "@narrowphase/gjk2d";

const a = box(2, 4);
const b = circle(0.75);
const A = compound([a, { shape: box(1, 3), pose: pose(1, 2) }]);
const at = pose(1, 2, 0.5);
const near = pose(1.5, 3, 1);
const far = pose(9, 4.5, 1);
const eye: Vec2 = { x: 9, y: 4.5 };
const way: Vec2 = { x: -16, y: -5 };
const localCenter: Vec2 = { x: 0.25, y: 0 };
const still = { localCenter, from: at, to: at };
const moving = { localCenter, from: far, to: pose(-7, -0.5, 2) };

/** Queries with their `out`, and results for it that were not made by them. */
interface Case {
  query(out?: never): unknown;
  /** Anything; not from the answer of a query. */
  make(): object;
}

const CASES: Record<string, Case> = {
  distance: { query: (out) => distance(a, at, b, far, out), make: newDistanceResult },
  signedDistance: { query: (out) => signedDistance(a, at, b, near, out), make: newDistanceResult },
  penetration: { query: (out) => penetration(a, at, b, near, out), make: newPenetration },
  collide: { query: (out) => collide(a, at, b, near, undefined, out), make: newManifold },
  rayCast: { query: (out) => rayCast(a, at, eye, way, out), make: newCastHit },
  shapeCast: {
    query: (out) => shapeCast(a, at, b, far, way, undefined, out),
    make: newCastHit,
  },
  timeOfImpact: {
    query: (out) => timeOfImpact(a, still, b, moving, undefined, out),
    make: newImpactResult,
  },
  "distance of a compound": {
    query: (out) => distance(A, at, b, far, out),
    make: newDistanceResult,
  },
  "signedDistance of a compound": {
    query: (out) => signedDistance(A, at, b, near, out),
    make: newDistanceResult,
  },
  "penetration of a compound": {
    query: (out) => penetration(A, at, b, near, out),
    make: newPenetration,
  },
  manifolds: {
    query: (out) => manifolds(A, at, b, near, undefined, out),
    make: () => ({ count: 0, manifolds: [] as Manifold[] }),
  },
  "rayCast of a compound": {
    query: (out) => rayCast(A, at, eye, way, out),
    make: newCastHit,
  },
  "shapeCast of a compound": {
    query: (out) => shapeCast(A, at, b, far, way, undefined, out),
    make: newCastHit,
  },
  "timeOfImpact of a compound": {
    query: (out) => timeOfImpact(A, still, b, moving, undefined, out),
    make: newImpactResult,
  },
};

/** The objects in a result, itself included. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

describe("results made in advance", () => {
  for (const [name, { query, make }] of Object.entries(CASES)) {
    it(`are taken, filled and given back by ${name}()`, () => {
      const expected = query();
      const out = make() as never;
      const inside = objectsIn(out);
      assert(expected !== null);
      assertStrictEquals(query(out), out);
      assertEquals(out, expected);
      assertEquals(Object.keys(out), Object.keys(expected as object));
      // Its own objects are filled, none is replaced.
      if (name !== "manifolds") {
        const filled = objectsIn(out);
        assertEquals(filled.length, inside.length);
        for (const [k, object] of inside.entries()) assertStrictEquals(filled[k], object);
      }
    });
  }

  for (
    const make of [newDistanceResult, newPenetration, newManifold, newCastHit, newImpactResult]
  ) {
    it(`${make.name}() shares no object with another, and has numbers that mean nothing`, () => {
      const one = objectsIn(make()), other = objectsIn(make());
      for (const [k, object] of one.entries()) {
        assertNotStrictEquals(object, other[k]);
        assertEquals(object, other[k]);
        if ("x" in object) assertEquals(object as Vec2, { x: NaN, y: NaN });
      }
    });
  }

  it("stay as they are when penetration() and casts find nothing", () => {
    const deep = newPenetration(), hit = newCastHit();
    const away = { x: 16, y: 5 };
    assertStrictEquals(penetration(a, at, b, far, deep), null);
    assertEquals(deep, newPenetration());
    assertStrictEquals(rayCast(a, at, eye, away, hit), null);
    assertStrictEquals(shapeCast(a, at, b, far, away, undefined, hit), null);
    assertEquals(hit, newCastHit());
  });

  it("may have their vectors among the arguments, whose numbers are read before", () => {
    const pa = pose(1, 2, 0.5), pb = pose(1.5, 3, 1);
    const deep = newPenetration(), manifold = newManifold();
    const expectedDeep = penetration(a, pa, b, pb)!;
    const expectedManifold = collide(a, pa, b, pb);
    deep.pointA = pa;
    deep.pointB = pb;
    assertStrictEquals(penetration(a, pa, b, pb, deep), deep);
    assertEquals({ x: pa.x, y: pa.y }, expectedDeep.pointA);
    assertEquals({ x: pb.x, y: pb.y }, expectedDeep.pointB);
    assertEquals([deep.depth, deep.normal], [expectedDeep.depth, expectedDeep.normal]);
    const qa = pose(1, 2, 0.5), qb = pose(1.5, 3, 1);
    manifold.normal = qa;
    manifold.points[0].point = qb;
    assertStrictEquals(collide(a, qa, b, qb, undefined, manifold), manifold);
    assertEquals({ x: qa.x, y: qa.y }, expectedManifold.normal);
    assertEquals({ x: qb.x, y: qb.y }, expectedManifold.points[0].point);

    const hit = newCastHit(), expectedHit = rayCast(a, at, eye, way)!;
    const origin = { ...eye }, along = { ...way };
    hit.point = origin;
    hit.normal = along;
    assertStrictEquals(rayCast(a, at, origin, along, hit), hit);
    assertEquals(origin, expectedHit.point);
    assertEquals(along, expectedHit.normal);
    assertEquals(hit.fraction, expectedHit.fraction);

    const impact = newImpactResult(), expected = timeOfImpact(a, still, b, moving);
    const center = { ...localCenter };
    impact.pointA = center;
    const from = { localCenter: center, from: far, to: moving.to };
    assertStrictEquals(timeOfImpact(a, still, b, from, undefined, impact), impact);
    assertEquals(center, expected.pointA);
    assertEquals(impact.fraction, expected.fraction);
  });
});
