import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  aabb,
  box,
  capsule,
  circle,
  closestPoint,
  collide,
  containsPoint,
  type ConvexShape,
  distance,
  ellipse,
  intersects,
  penetration,
  type Pose,
  pose,
  rayCast,
  regularPolygon,
  shapeCast,
  signedDistance,
  support,
} from "@narrowphase/gjk2d";

type Wrap = <T extends object>(value: T) => T;
type Query = (a: ConvexShape, poseA: Pose, b: ConvexShape, poseB: Pose, wrap: Wrap) => unknown;

/** Every query, with each of its arguments that is not a shape passed through `wrap`. */
const QUERIES: Record<string, Query> = {
  intersects: (a, p, b, q, wrap) => intersects(a, wrap(p), b, wrap(q)),
  distance: (a, p, b, q, wrap) => distance(a, wrap(p), b, wrap(q)),
  signedDistance: (a, p, b, q, wrap) => signedDistance(a, wrap(p), b, wrap(q)),
  penetration: (a, p, b, q, wrap) => penetration(a, wrap(p), b, wrap(q)),
  collide: (a, p, b, q, wrap) => collide(a, wrap(p), b, wrap(q), wrap({ margin: 0.5 })),
  rayCast: (a, p, _b, q, wrap) =>
    rayCast(a, wrap(p), wrap({ x: 9, y: q.y }), wrap({ x: -9, y: 1 })),
  shapeCast: (a, p, b, q, wrap) =>
    shapeCast(a, wrap(p), b, wrap(q), wrap({ x: -6, y: 0.5 }), wrap({ targetSeparation: 0.25 })),
  containsPoint: (a, p, _b, q, wrap) => containsPoint(a, wrap(p), wrap({ x: 0.5, y: q.y })),
  closestPoint: (a, p, _b, q, wrap) => closestPoint(a, wrap(p), wrap({ x: 4, y: q.y })),
  support: (a, p, _b, _q, wrap) => support(a, wrap(p), wrap({ x: 0.25, y: 3 })),
  aabb: (a, p, _b, _q, wrap) => aabb(a, wrap(p)),
};

const SHAPES = [
  box(2, 2),
  box(2, 1, { radius: 0.25 }),
  circle(1),
  capsule({ x: -1, y: 0 }, { x: 1, y: 0.5 }, 0.25),
  regularPolygon(20, 1.25),
  ellipse(2, 1),
];
const POSES = [pose(0.25, 0.5, 0.5), pose(2, 0, 1)];

/** Calls `visit` with every query and pair of shapes. */
function visitAll(visit: (name: string, ask: (wrap: Wrap) => unknown) => void): void {
  for (const [name, query] of Object.entries(QUERIES)) {
    for (const a of SHAPES) {
      for (const b of SHAPES) {
        visit(`${name} ${a.kind} ${b.kind}`, (wrap) => query(a, POSES[0], b, POSES[1], wrap));
      }
    }
  }
}

/** The same object with accessors; `read` has the value that is read. */
function withAccessors<T extends object>(value: T, read: (value: unknown) => unknown): T {
  const copy = {} as T;
  for (const [key, field] of Object.entries(value)) {
    Object.defineProperty(copy, key, { enumerable: true, get: () => read(field) });
  }
  return copy;
}

describe("accessors in the arguments of a query", () => {
  it("may make queries of their own", () => {
    let nested = false;
    const disturb = (value: unknown): unknown => {
      if (nested) return value;
      nested = true;
      visitSome();
      nested = false;
      return value;
    };
    const visitSome = (): void => {
      const other = regularPolygon(7, 3);
      const at = pose(9, 1, 0.25);
      for (const query of Object.values(QUERIES)) query(other, at, SHAPES[1], at, (value) => value);
    };
    visitAll((name, ask) => {
      const expected = ask((value) => value);
      assertEquals(ask((value) => withAccessors(value, disturb)), expected, name);
    });
  });

  it("that change from one reading to the next leave no query without an end", () => {
    const expected = QUERIES.signedDistance(SHAPES[5], POSES[0], SHAPES[0], POSES[1], (p) => p);
    for (const wrong of [NaN, Infinity, 1e300, "3", null]) {
      visitAll((name, ask) => {
        for (let right = 0, readings = Infinity; right < readings; right++) {
          readings = 0;
          try {
            ask((value) => withAccessors(value, (field) => readings++ < right ? field : wrong));
          } catch (error) {
            assert(error instanceof RangeError || error instanceof TypeError, name);
          }
        }
      });
      const actual = QUERIES.signedDistance(SHAPES[5], POSES[0], SHAPES[0], POSES[1], (p) => p);
      assertEquals(actual, expected);
    }
  });
});
