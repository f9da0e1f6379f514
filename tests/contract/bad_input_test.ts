import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  aabb,
  area,
  Batch,
  box,
  capsule,
  centroid,
  chain,
  circle,
  closestPoint,
  collide,
  compound,
  containsPoint,
  convex,
  convexHull,
  type ConvexShape,
  decompose,
  distance,
  ellipse,
  gjkTrace,
  IDENTITY,
  intersects,
  manifolds,
  massProperties,
  minkowskiDifference,
  minkowskiSum,
  penetration,
  point,
  polygon,
  pose,
  rayCast,
  regularPolygon,
  segment,
  type Shape,
  shapeCast,
  signedDistance,
  SimplexCache,
  support,
  sweepPose,
  timeOfImpact,
  transformShape,
} from "@narrowphase/gjk2d";

type Pose = ReturnType<typeof pose>;
type PairQuery = (a: ConvexShape, pa: Pose, b: ConvexShape, pb: Pose) => unknown;

const PAIR_QUERIES: Record<string, PairQuery> = {
  intersects,
  distance,
  signedDistance,
  penetration,
};

const NOT_FINITE = [NaN, Infinity, -Infinity];
const NOT_OBJECTS: unknown[] = [undefined, null, 3, "shape", true, Symbol("s"), 10n];

/** What every test ends with: a query that would show a state left bad. */
function stillRight(): void {
  const result = signedDistance(box(2, 4), pose(1, 2), circle(0.5), pose(5, 3));
  assertEquals([result.distance, result.pointA, result.pointB, result.normal, result.status], [
    2.5,
    { x: 2, y: 3 },
    { x: 4.5, y: 3 },
    { x: 1, y: 0 },
    "separated",
  ]);
  assertStrictEquals(intersects(box(2, 4), pose(1, 2), circle(0.5), pose(2.5, 3)), true);
}

/** The ways to all objects within an object. */
function objectsIn(value: object): string[][] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "object" ? [[key], ...objectsIn(inner).map((path) => [key, ...path])] : []
  );
}

/** Makes every number within an object one that no answer has. */
function spoil(value: Record<string, unknown>): void {
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === "object") spoil(inner as Record<string, unknown>);
    else if (typeof inner === "number") value[key] = 77;
  }
}

/** Calls with a value that the types forbid. */
function untyped(value: unknown): never {
  return value as never;
}

describe("queries on a pair", () => {
  const a = box(2, 4);
  const b = capsule({ x: 0, y: 0 }, { x: 1, y: 2 }, 0.5);

  for (const [name, query] of Object.entries(PAIR_QUERIES)) {
    it(`${name}() refuses a pose that is not finite and names the field and the value`, () => {
      for (const which of ["poseA", "poseB"]) {
        for (const field of ["x", "y", "cos", "sin"]) {
          for (const value of NOT_FINITE) {
            const bad = { ...pose(1, 2), [field]: value };
            const error = assertThrows(
              () => which === "poseA" ? query(a, bad, b, pose()) : query(a, pose(), b, bad),
              RangeError,
              `${which}.${field}`,
            );
            assert(error.message.includes(String(value)), error.message);
          }
        }
      }
      stillRight();
    });

    it(`${name}() refuses a position beyond 2^250 and takes one at it`, () => {
      const edge = 2 ** 250;
      for (const field of ["x", "y"] as const) {
        const bad = { ...pose(1, 2), [field]: -1.01 * edge };
        const what = `${field} is ${bad[field]}, must be within ±2^250`;
        assertThrows(() => query(a, bad, b, pose()), RangeError, `poseA.${what}`);
        assertThrows(() => query(a, pose(), b, bad), RangeError, `poseB.${what}`);
        query(a, { ...pose(1, 2), [field]: edge }, b, { ...pose(1, 2), [field]: -edge });
      }
    });

    it(`${name}() refuses a pose of the wrong kind`, () => {
      for (const value of [...NOT_OBJECTS, {}, { x: 0, y: 0 }, { ...pose(), cos: "1" }]) {
        assertThrows(() => query(a, untyped(value), b, pose()), TypeError, "poseA");
        assertThrows(() => query(a, pose(), b, untyped(value)), TypeError, "poseB");
      }
      // Some of these throw where they are multiplied.
      for (const value of ["1", null, true, Symbol("s"), 10n, Object.create(null)]) {
        for (const field of ["x", "y", "cos", "sin"]) {
          const bad = untyped({ ...pose(1, 2), [field]: value });
          assertThrows(() => query(a, bad, b, pose()), TypeError, `poseA.${field} is`);
          assertThrows(() => query(a, pose(), b, bad), TypeError, `poseB.${field} is`);
          assertThrows(() => rayCast(a, bad, { x: 0, y: 0 }, { x: 1, y: 2 }), TypeError, field);
        }
      }
      stillRight();
    });

    it(`${name}() refuses what is not a shape and names the argument`, () => {
      for (const value of [...NOT_OBJECTS, {}, [], { points: [{ x: 0, y: 0 }], radius: 1 }]) {
        assertThrows(() => query(untyped(value), pose(), b, pose()), TypeError, " a is ");
        assertThrows(() => query(a, pose(), untyped(value), pose()), TypeError, " b is ");
      }
      stillRight();
    });
  }

  it("refuse a pose that scales by less than 2^-250 or more than 2^250", () => {
    for (const [name, query] of Object.entries(PAIR_QUERIES)) {
      const flat = { x: 0, y: 0, cos: 0, sin: 0 }, huge = { x: 0, y: 0, cos: 1, sin: -1e80 };
      const rule = "must be, with sin, at least 2^-250 long";
      assertThrows(
        () => query(box(1, 1), flat, circle(1), pose()),
        RangeError,
        `poseA.cos is 0, ${rule}`,
      );
      assertThrows(
        () => query(box(1, 1), pose(), circle(1), flat),
        RangeError,
        `poseB.cos is 0, ${rule}`,
      );
      assertThrows(
        () => query(box(1, 1), huge, circle(1), pose()),
        RangeError,
        "poseA.sin is -1e+80, must be within ±2^250",
        name,
      );
    }
    stillRight();
  });

  it("say what takes a compound or a chain when they take only convex shapes", () => {
    const body = untyped(compound([box(1, 1)]));
    const ground = untyped(chain([{ x: 0, y: 0 }, { x: 1, y: 2 }, { x: 3, y: 2 }]));
    for (
      const [shape, rule, way] of [
        [body, "is a compound, must be a ConvexShape", "each of its parts is one"],
        [ground, "is a chain, must be a ConvexShape", "each of its segments is one"],
      ] as const
    ) {
      const mend = "manifolds() takes any shape";
      assertThrows(() => collide(shape, pose(), b, pose()), TypeError, `a ${rule}; ${mend}`);
      assertThrows(() => collide(a, pose(), shape, pose()), TypeError, `b ${rule}; ${mend}`);
      assertThrows(() => gjkTrace(shape, pose(), b, pose()), TypeError, `a ${rule}; ${way}`);
      assertThrows(() => gjkTrace(a, pose(), shape, pose()), TypeError, `b ${rule}; ${way}`);
      assertThrows(() => transformShape(shape, pose()), TypeError, `shape ${rule}; ${way}`);
      assertThrows(() => new Batch().add(shape), TypeError, `shape ${rule}; ${way}`);
      const made = `Cannot create compound: parts[1] ${rule}; ${way}`;
      assertThrows(() => compound([box(1, 1), shape]), TypeError, made);
    }
    for (const other of [{ parts: 2 }, { parts: [] }, { segments: 2 }]) {
      const what = "shape is an object, must be a Shape";
      assertThrows(() => aabb(untyped(other), pose()), TypeError, what);
    }
    stillRight();
  });

  it("name the mend for lists of points where compounds and polygons take shapes", () => {
    const ell = [[0, 0], [3, 0], [3, 1], [1, 1], [1, 4], [0, 4]].map(([x, y]) => ({ x, y }));
    assertThrows(
      () => compound(untyped(decompose(ell))),
      TypeError,
      "parts[0] is an array, must be a ConvexShape or a part { shape, pose }; of points, as " +
        "decompose() returns, make polygons: .map((p) => polygon(p))",
    );
    assertThrows(
      () => decompose(ell).map(untyped(polygon)),
      TypeError,
      "options is 0, must be an object; from map(), call it as .map((p) => polygon(p))",
    );
    const ground = chain(ell, { loop: true });
    const asks = [() => massProperties(ground, 1), () => area(ground), () => centroid(ground)];
    for (const ask of asks) {
      const what = "shape is a chain, which has no inside, must be a convex shape or a compound; ";
      assertThrows(ask, TypeError, what);
    }
  });

  it("say of shapes that came through a clone or JSON what they are", () => {
    const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
    for (const shape of [structuredClone(box(1, 1)), json(circle(1)), json(ellipse(1, 2))]) {
      for (
        const [ask, name, rule] of [
          [(s: ConvexShape) => intersects(box(1, 1), pose(), s, pose()), "b", "Shape"],
          [(s: ConvexShape) => aabb(s, pose()), "shape", "Shape"],
          [(s: ConvexShape) => compound([s]), "parts[0]", "ConvexShape"],
          [(s: ConvexShape) => compound([{ shape: s }]), "parts[0].shape", "ConvexShape"],
          [(s: ConvexShape) => collide(box(1, 1), pose(), s, pose()), "b", "Shape"],
        ] as const
      ) {
        assertThrows(
          () => ask(untyped(shape)),
          TypeError,
          `${name} is a clone of a Shape or one of another copy of the library, must be a ${rule} `,
        );
      }
    }
    for (const shape of [compound([box(1, 1)]), chain([{ x: 0, y: 0 }, { x: 1, y: 2 }])]) {
      const cloned = untyped(structuredClone(shape));
      assertThrows(() => aabb(cloned, pose()), TypeError, "shape is a clone of");
      assertThrows(() => compound([cloned]), TypeError, "parts[0] is a clone of");
    }
    // What has only a part of a shape is none that was cloned.
    for (const other of [{ kind: "polygon" }, { points: [] }, { kind: 3, points: [] }]) {
      assertThrows(() => aabb(untyped(other), pose()), TypeError, "shape is an object, must be a");
    }
    stillRight();
  });

  it("refuse an out that lacks a part, and leave it as it was", () => {
    for (const query of [distance, signedDistance, penetration, collide]) {
      for (const part of [{}, { normal: { x: 3, y: 4 } }, null]) {
        if (part === null && query === penetration) continue; // the same as none
        const before = structuredClone(part);
        const ask = (): unknown =>
          query === collide
            ? collide(box(1, 1), pose(), circle(1), pose(), {}, untyped(part))
            : (query as typeof distance)(box(1, 1), pose(), circle(1), pose(), untyped(part));
        assertThrows(ask, TypeError, `out is ${part === null ? "null" : "an object"}, must be a`);
        assertEquals(part, before);
      }
    }
    // The last one is what another copy of the library would give: its method works on registers of its own.
    const stranger = { measure: (): void => {}, registers: new Float64Array(4096) };
    for (const cache of [{}, null, 1, stranger]) {
      for (const shape of [box(1, 1), ellipse(1, 2)]) {
        const rule = `cache is ${typeof cache === "number" ? 1 : cache && "an object"}`;
        assertThrows(
          () => distance(shape, pose(), circle(1), pose(), undefined, untyped(cache)),
          TypeError,
          `Cannot measure distance: ${rule}, must be a SimplexCache`,
        );
        assertThrows(
          () => signedDistance(shape, pose(), circle(1), pose(), undefined, untyped(cache)),
          TypeError,
          `Cannot measure signed distance: ${rule}, must be a SimplexCache`,
        );
      }
    }
    stillRight();
  });

  it("refuse an out with any part missing, of the wrong kind or frozen, and write to none", () => {
    const still = { localCenter: { x: 0, y: 0 }, from: pose(0, 0), to: pose(0, 0) };
    const coming = { localCenter: { x: 0, y: 0 }, from: pose(3, 0), to: pose(-3, 0) };
    const ask: Record<string, (s: Shape, out: never) => unknown> = {};
    // Plain shapes, with and without a support function; then what a compound adds.
    const d = { x: -4, y: 0 }, start = { x: 4, y: 0.25 };
    const plain =
      (query: (s: ConvexShape, out: never) => unknown) => (s: Shape, out: never): unknown =>
        query(s as ConvexShape, out);
    ask["measure distance"] = plain((s, out) => distance(s, pose(), b, pose(9, 0), out));
    ask["measure signed distance"] = plain((s, out) =>
      signedDistance(s, pose(), b, pose(1, 0), out)
    );
    ask["measure penetration"] = plain((s, out) => penetration(s, pose(), b, pose(1, 0), out));
    ask["collide"] = plain((s, out) => collide(s, pose(), b, pose(0.5, 0), {}, out));
    ask["cast ray"] = plain((s, out) => rayCast(s, pose(), start, d, out));
    ask["cast ray (from inside)"] = plain((s, out) =>
      rayCast(s, pose(), { x: 0, y: 0.25 }, d, out)
    );
    ask["cast shape"] = plain((s, out) => shapeCast(s, pose(), b, pose(4, 0), d, {}, out));
    ask["cast shape (from inside)"] = plain((s, out) =>
      shapeCast(s, pose(), b, pose(), d, { initialOverlap: "pushOut" }, out)
    );
    ask["find time of impact"] = plain((s, out) => timeOfImpact(s, still, b, coming, {}, out));
    ask["measure distance (compound)"] = (s, out) => distance(s, pose(), b, pose(9, 0), out);
    ask["measure signed distance (compound)"] = (s, out) =>
      signedDistance(s, pose(), b, pose(1, 0), out);
    ask["measure penetration (compound)"] = (s, out) => penetration(s, pose(), b, pose(1, 0), out);
    ask["find manifolds (compound)"] = (s, out) => manifolds(s, pose(), b, pose(0.5, 0), {}, out);
    ask["cast ray (compound)"] = (s, out) => rayCast(s, pose(), start, d, out);
    ask["cast shape (compound)"] = (s, out) => shapeCast(s, pose(), b, pose(4, 0), d, {}, out);
    ask["find time of impact (compound)"] = (s, out) => timeOfImpact(s, still, b, coming, {}, out);
    ask["compute mass properties (compound)"] = (s, out) => massProperties(s, 1, out);

    for (const [name, query] of Object.entries(ask)) {
      const shape = name.includes("compound")
        ? [compound([box(2, 4), { shape: box(2, 4), pose: pose(2, 0) }])]
        : [box(2, 4), ellipse(1, 2)];
      const task = name.split(" (")[0];
      for (const s of shape) {
        const whole = query(s, untyped(undefined));
        assert(typeof whole === "object" && whole !== null, name);
        for (const path of objectsIn(whole)) {
          // A list may be frozen as long as what it holds is not, and the features of a hit may be missing.
          const isList = /^\d*$/.test(path.at(-1)!) === false && path.at(-1)!.endsWith("s");
          const isOptional = name.startsWith("cast") && path.at(-1)!.startsWith("feature");
          for (const value of [undefined, null, 5, "frozen"]) {
            if (value === "frozen" && isList || value === undefined && isOptional) continue;
            const out = structuredClone(whole) as Record<string, never>;
            spoil(out);
            let at: Record<string, unknown> = out;
            for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
            const key = path.at(-1)!;
            if (value === "frozen") Object.freeze(at[key]);
            else at[key] = value;
            const before = JSON.stringify(out);
            const what = `${name}, ${path.join(".")} ${value}`;
            assertThrows(() => query(s, untyped(out)), TypeError, `Cannot ${task}: out is`, what);
            assertStrictEquals(JSON.stringify(out), before, what);
          }
        }
        assertThrows(() => query(s, untyped({})), TypeError, `Cannot ${task}: out is`, name);
        const frozen = structuredClone(whole) as Record<string, unknown>;
        spoil(frozen);
        const before = JSON.stringify(Object.freeze(frozen));
        assertThrows(() => query(s, untyped(frozen)), TypeError, `Cannot ${task}: out is`, name);
        assertStrictEquals(JSON.stringify(frozen), before, name);
      }
    }
    // What is no result but a point, a pose or a box.
    for (const value of [null, 3, "x", Object.freeze({ x: 1, y: 2 })]) {
      const what = "out is ";
      const s = box(1, 1);
      assertThrows(() => closestPoint(s, pose(), start, untyped(value)), TypeError, what);
      assertThrows(() => support(s, pose(), start, untyped(value)), TypeError, what);
      assertThrows(() => centroid(s, untyped(value)), TypeError, what);
      assertThrows(() => sweepPose(still, 0.5, untyped(value)), TypeError, what);
      assertThrows(() => aabb(s, pose(), untyped(value)), TypeError, what);
    }
    stillRight();
  });

  it("leave out and cache as they were when out or a support function stops them", () => {
    const cache = new SimplexCache();
    distance(a, pose(), b, pose(9, 9), undefined, cache);
    const kept = { ...cache };
    assertThrows(() => distance(a, pose(), b, pose(-9, 9), untyped({}), cache), TypeError, "out");
    assertEquals({ ...cache }, kept);

    let isBroken = false;
    const broken = convex({
      center: { x: 0, y: 0 },
      support(dx, dy, out) {
        if (isBroken) throw new Error("no support");
        out.x = Math.sign(dx);
        out.y = Math.sign(dy);
      },
    });
    // The box is asked first.
    const body = compound([box(2, 2), { shape: broken, pose: pose(3, 0) }]);
    const crate = box(4, 1);
    const manifold = manifolds(body, pose(), crate, pose(1, 1.25));
    assertStrictEquals(manifold.count, 2);
    const bounds = aabb(body, pose());
    const before = JSON.stringify([manifold, bounds]);
    isBroken = true;
    assertThrows(
      () => manifolds(body, pose(), crate, pose(1.5, 1.125), {}, manifold),
      Error,
      "no support",
    );
    assertThrows(() => aabb(body, pose(5, 5), bounds), Error, "no support");
    assertStrictEquals(JSON.stringify([manifold, bounds]), before);
    stillRight();
  });

  it("leave out as it was when they refuse", () => {
    const out = signedDistance(a, pose(), b, pose(9, 9));
    const before = JSON.stringify(out);
    assertThrows(() => distance(a, pose(), b, { ...pose(), x: NaN }, out), RangeError);
    assertThrows(() => signedDistance(a, pose(), b, { ...pose(), sin: NaN }, out), RangeError);
    assertStrictEquals(JSON.stringify(out), before);
  });
});

describe("queries on one shape", () => {
  it("containsPoint(), closestPoint() and support() refuse bad poses and points by name", () => {
    const shape = box(2, 4);
    for (const value of NOT_FINITE) {
      const bad = { x: 1, y: value };
      assertThrows(() => containsPoint(shape, IDENTITY, bad), RangeError, "p.y");
      assertThrows(() => closestPoint(shape, IDENTITY, bad), RangeError, "p.y");
      assertThrows(() => support(shape, IDENTITY, bad), RangeError, "dir.y");
      const far = { ...pose(), x: value };
      assertThrows(() => containsPoint(shape, far, { x: 0, y: 0 }), RangeError, "pose.x");
      assertThrows(() => closestPoint(shape, far, { x: 0, y: 0 }), RangeError, "pose.x");
      assertThrows(() => support(shape, far, { x: 1, y: 0 }), RangeError, "pose.x");
      assertThrows(() => aabb(shape, far), RangeError, "pose.x");
    }
    assertThrows(() => support(shape, IDENTITY, { x: 0, y: 0 }), RangeError, "dir");
    for (const value of NOT_OBJECTS) {
      assertThrows(() => containsPoint(shape, IDENTITY, untyped(value)), TypeError, " p is ");
      assertThrows(() => closestPoint(shape, IDENTITY, untyped(value)), TypeError, " p is ");
      assertThrows(() => support(shape, IDENTITY, untyped(value)), TypeError, "dir");
      assertThrows(
        () => containsPoint(untyped(value), IDENTITY, { x: 0, y: 0 }),
        TypeError,
        "shape",
      );
      assertThrows(() => aabb(untyped(value), IDENTITY), TypeError, "shape");
    }
    stillRight();
  });

  it("containsPoint(), closestPoint() and minkowskiSum() refuse points beyond 2^250", () => {
    const far = { x: 0, y: 2 ** 251 }, edge = { x: 0, y: -(2 ** 250) };
    const rule = `is ${2 ** 251}, must be within ±2^250`;
    const asks: [string, (p: { x: number; y: number }) => unknown][] = [
      ["p.y", (p) => containsPoint(circle(1), pose(), p)],
      ["p.y", (p) => closestPoint(circle(1), pose(), p)],
      ["pointsA[1].y", (p) => minkowskiSum([{ x: 0, y: 0 }, p], [{ x: 0, y: 0 }])],
      ["pointsB[0].y", (p) => minkowskiDifference([{ x: 0, y: 0 }], [p])],
    ];
    for (const [name, ask] of asks) {
      assertThrows(() => ask(far), RangeError, `${name} ${rule}`);
      ask(edge);
    }
    // A hull is exact for all finite points, and a direction has no place.
    assertEquals(convexHull([far]), [far]);
    assertEquals(support(circle(1), pose(), { x: 0, y: 1e300 }), { x: 0, y: 1 });
  });

  it("minkowskiSum(), minkowskiDifference() and convexHull() refuse bad points by index", () => {
    const good = [{ x: 0, y: 0 }, { x: 1, y: 2 }];
    for (const value of NOT_FINITE) {
      const bad = [{ x: 0, y: 0 }, { x: 1, y: value }];
      for (
        const call of [
          () => minkowskiSum(bad, good),
          () => minkowskiSum(good, bad),
          () => minkowskiDifference(bad, good),
          () => minkowskiDifference(good, bad),
          () => convexHull(bad),
        ]
      ) {
        const error = assertThrows(call, RangeError, "[1].y");
        assert(error.message.includes(String(value)), error.message);
      }
    }
    for (const value of NOT_OBJECTS) {
      assertThrows(() => minkowskiSum(untyped(value), good), TypeError, "Cannot");
      assertThrows(() => minkowskiDifference(good, untyped(value)), TypeError, "Cannot");
      assertThrows(() => convexHull(untyped(value)), TypeError, "Cannot");
      assertThrows(() => convexHull([untyped(value)]), TypeError, "[0]");
    }
    assertThrows(() => minkowskiSum([], good), RangeError, "Cannot");
    assertThrows(() => minkowskiDifference(good, []), RangeError, "Cannot");
    assertEquals(convexHull([]), []);
  });
});

describe("constructors", () => {
  const p = { x: 1, y: 2 };
  const q = { x: 4, y: 6 };

  it("refuse numbers that are not finite, by name and value", () => {
    for (const value of NOT_FINITE) {
      const bad = { x: value, y: 2 };
      for (
        const [name, call] of [
          ["radius", () => circle(value)],
          ["center.x", () => circle(1, bad)],
          ["p.x", () => point(bad)],
          ["p.x", () => segment(bad, q)],
          ["q.x", () => segment(p, bad)],
          ["q.x", () => capsule(p, bad, 1)],
          ["radius", () => capsule(p, q, value)],
          ["width", () => box(value, 2)],
          ["height", () => box(2, value)],
          ["radius", () => box(2, 3, { radius: value })],
          ["center.x", () => box(2, 3, { center: bad })],
          ["angle", () => box(2, 3, { angle: value })],
          ["[2].x", () => polygon([p, q, bad, { x: -3, y: 7 }])],
          ["radius", () => polygon([p, q, { x: 0, y: 9 }], { radius: value })],
          ["circumradius", () => regularPolygon(5, value)],
          ["rx", () => ellipse(value, 2)],
          ["ry", () => ellipse(2, value)],
          ["radius", () => convex({ support: () => {}, center: p, radius: value })],
          ["center.x", () => convex({ support: () => {}, center: bad })],
        ] as [string, () => unknown][]
      ) {
        const error = assertThrows(call, RangeError, name);
        assert(error.message.includes(String(value)), error.message);
        assert(error.message.startsWith("Cannot "), error.message);
      }
    }
  });

  it("refuse values of the wrong kind, by name", () => {
    for (const value of [null, "2", {}, [], true, 2n]) {
      const bad = untyped(value);
      for (
        const [name, call] of [
          ["radius", () => circle(bad)],
          ["radius", () => capsule(p, q, bad)],
          ["width", () => box(bad, 2)],
          ["height", () => box(2, bad)],
          ["circumradius", () => regularPolygon(5, bad)],
          ["rx", () => ellipse(bad, 1)],
          ["support", () => convex({ support: bad, center: p })],
        ] as [string, () => unknown][]
      ) assertThrows(call, TypeError, name);
    }
    for (const value of [null, "p", 3, {}, { x: 1 }, { x: "1", y: 2 }]) {
      const bad = untyped(value);
      assertThrows(() => point(bad), TypeError, "p");
      assertThrows(() => segment(bad, q), TypeError, "p");
      assertThrows(() => segment(p, bad), TypeError, "q");
      assertThrows(() => polygon([p, q, bad]), TypeError, "[2]");
      assertThrows(() => convex({ support: () => {}, center: bad }), TypeError, "center");
    }
    for (const value of NOT_OBJECTS) {
      assertThrows(() => polygon(untyped(value)), TypeError, "points");
      assertThrows(() => convex(untyped(value)), TypeError, "convex shape: options is ");
    }
  });

  it("refuse sizes that make no shape", () => {
    for (const value of [-1, -0.001]) {
      assertThrows(() => circle(value), RangeError, String(value));
      assertThrows(() => capsule(p, q, value), RangeError, String(value));
      assertThrows(
        () => polygon([p, q, { x: 0, y: 9 }], { radius: value }),
        RangeError,
        `${value}`,
      );
      assertThrows(() => ellipse(1, value), RangeError, String(value));
      assertThrows(() => box(value, 1), RangeError, String(value));
      assertThrows(() => regularPolygon(5, value), RangeError, String(value));
    }
    assertThrows(() => box(0, 1), RangeError, "width");
    assertThrows(() => ellipse(1, 0), RangeError, "ry");
    for (const n of [2, 1, 0, -3, 3.5]) {
      assertThrows(() => regularPolygon(n, 1), RangeError, `${n}`);
    }
  });

  it("polygon() refuses what is not a convex polygon and names the vertex", () => {
    const list = (...xy: number[]): { x: number; y: number }[] => {
      const out = [];
      for (let i = 0; i < xy.length; i += 2) out.push({ x: xy[i], y: xy[i + 1] });
      return out;
    };
    // Arrowhead: vertex 2 turns right.
    assertThrows(() => polygon(list(0, 0, 4, 0, 1, 1, 0, 4)), RangeError, "2");
    // The same clockwise.
    assertThrows(() => polygon(list(0, 4, 1, 1, 4, 0, 0, 0)), RangeError, "1");
    // One ulp inside the edge from (0, 0) to (2, 0)… is a dent; on it, a vertex to drop.
    assertThrows(() => polygon(list(0, 0, 1, 2 ** -1000, 2, 0, 1, 3)), RangeError, "1");
    assertStrictEquals(polygon(list(0, 0, 1, 0, 2, 0, 1, 3)).points.length, 3);
    assertStrictEquals(polygon(list(0, 0, 0, 0, 2, 0, 1, 3, 1, 3)).points.length, 3);
    // No area, too few, a star that turns left everywhere.
    for (
      const points of [
        list(),
        list(1, 2),
        list(1, 2, 3, 4),
        list(1, 2, 3, 4, 1, 2),
        list(0, 0, 1, 1, 2, 2, 3, 3),
        list(0, 0, 0, 0, 0, 0),
        list(0, 3, -2, -2, 3, 1, -3, 1, 2, -2),
      ]
    ) {
      const error = assertThrows(() => polygon(points), RangeError, "Cannot create polygon");
      assert(error.message.length > "Cannot create polygon: ".length, error.message);
    }
  });

  it("do not change or keep the points they are given", () => {
    const points = [{ x: 0, y: 0 }, { x: 0, y: 3 }, { x: 2, y: 0 }];
    const before = JSON.stringify(points);
    const shape = polygon(points);
    assertStrictEquals(JSON.stringify(points), before);
    points[2].x = 100;
    assertStrictEquals(containsPoint(shape, IDENTITY, { x: 50, y: 0 }), false);
  });
});

describe("a custom support function", () => {
  const disk = (fault: () => void): ConvexShape =>
    convex({
      center: { x: 0, y: 0 },
      support(dx, dy, out) {
        fault();
        const l = Math.sqrt(dx * dx + dy * dy);
        out.x = dx / l;
        out.y = dy / l;
      },
    });
  const other = box(2, 4);

  it("that throws: the error comes out unchanged, the next query is unaffected", () => {
    for (const [name, query] of Object.entries(PAIR_QUERIES)) {
      for (const after of [0, 1]) {
        const boom = new Error(`boom in ${name}`);
        let calls = 0;
        const shape = disk(() => {
          if (calls++ >= after) throw boom;
        });
        const at = pose(1.75, 0.5);
        assertStrictEquals(assertThrows(() => query(shape, pose(), other, at)), boom);
        calls = 0;
        assertStrictEquals(assertThrows(() => query(other, at, shape, pose())), boom);
        stillRight();
      }
    }
  });

  it("that answers with NaN, nothing or a string is refused", () => {
    for (const value of [NaN, Infinity, undefined, "1"]) {
      const shape = convex({
        center: { x: 0, y: 0 },
        support(_dx, _dy, out) {
          out.x = 0.5;
          out.y = untyped(value);
        },
      });
      const kind = typeof value === "number" ? RangeError : TypeError;
      for (const query of Object.values(PAIR_QUERIES)) {
        assertThrows(() => query(shape, pose(), other, pose(1.75, 0.5)), kind, "out.y");
        assertThrows(() => query(other, pose(1.75, 0.5), shape, pose()), kind, "out.y");
        stillRight();
      }
    }
  });

  it("that runs a query itself changes nothing", () => {
    const quiet = disk(() => {});
    const nested = disk(stillRight);
    for (const x of [1.75, 5]) {
      const expected = signedDistance(quiet, pose(), other, pose(x, 0.5));
      const actual = signedDistance(nested, pose(), other, pose(x, 0.5));
      assertEquals(actual, expected);
    }
  });

  it("that is not a support function at all still ends", () => {
    let state = 1;
    const random = (): number => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return state / 1073741824 - 1;
    };
    const shape = convex({
      center: { x: 0, y: 0 },
      support(_dx, _dy, out) {
        out.x = random();
        out.y = random();
      },
    });
    for (let i = 0; i < 50; i++) {
      const result = signedDistance(shape, pose(), other, pose(1.5, 0.5));
      assert(["separated", "touching", "overlapping", "exhausted"].includes(result.status));
    }
    stillRight();
  });
});
