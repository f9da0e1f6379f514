import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  aabb,
  area,
  box,
  capsule,
  centroid,
  chain,
  circle,
  collide,
  compound,
  convexHull,
  type ConvexShape,
  decompose,
  distance,
  ellipse,
  gjkTrace,
  intersects,
  manifolds,
  massProperties,
  minkowskiDifference,
  minkowskiSum,
  newManifold,
  point,
  polygon,
  pose,
  regularPolygon,
  segment,
  signedDistance,
  SimplexCache,
  support,
  timeOfImpact,
  transformShape,
} from "@narrowphase/gjk2d";
import {
  ask,
  at,
  objectsIn,
  plainVerbs,
  POSE_A,
  POSE_B,
  quietOptions,
  spoilt,
  type Verb,
  VERBS,
} from "./verbs.ts";

const NOT_OBJECTS: unknown[] = [undefined, null, 3, "shape", true, Symbol("s"), 10n];
/** Some of these throw where they are multiplied. */
const NOT_NUMBERS: unknown[] = [undefined, "1", null, true, Symbol("s"), 10n, Object.create(null)];
const LIMIT = 2 ** 250;

/** Numbers and words that options must not be. */
const OPTIONS: Record<string, Record<string, unknown[]>> = {
  box: { radius: [NaN, Infinity, -1, 1e-80], angle: [NaN, Infinity] },
  polygon: { radius: [NaN, Infinity, -1, 1e80] },
  collide: { margin: [NaN, Infinity, -Infinity, -0.5] },
  shapeCast: {
    targetSeparation: [NaN, Infinity, -Infinity, -1, 2 ** 251],
    initialOverlap: ["skip"],
  },
  timeOfImpact: {
    targetSeparation: [NaN, Infinity, -1, 2 ** 251],
    allowedOverlap: [NaN, Infinity, -1, 2 ** 251],
    tolerance: [NaN, 0, -1, 2],
    maxIterations: [NaN, 0, 1.5, Infinity],
  },
};

/** A value in the place of an argument, what it is refused as, and what the error says of it. */
type Wrong = [value: unknown, kind: typeof TypeError | typeof RangeError, says: string];

function* wrongNumbers(name: string, good: object, limit: number): Generator<Wrong> {
  for (const key of Object.keys(good)) {
    const put = (value: unknown): object => ({ ...good, [key]: value });
    for (const value of NOT_NUMBERS) yield [put(value), TypeError, `${name}.${key} is `];
    for (const value of [NaN, Infinity, -Infinity]) {
      yield [put(value), RangeError, `${name}.${key} is ${value}, must be finite`];
    }
    const value = -1.01 * limit;
    if (limit < 1e300) {
      yield [put(value), RangeError, `${name}.${key} is ${value}, must be within ±2^`];
    }
  }
}

/** All the ways in which an argument can be wrong, by its name. */
function* wrongValues(name: string, good: unknown, verb: string): Generator<Wrong> {
  if (name === "t") {
    for (const value of [-0.1, 1.1, NaN, Infinity]) yield [value, RangeError, `t is ${value}`];
    yield ["1", TypeError, "t is "];
  } else if (name === "options") {
    for (const value of [null, 0.5, "near"]) yield [value, TypeError, "options is "];
    const options = OPTIONS[verb.replace(/ .*/, "").replace("manifolds", "collide")];
    for (const [key, values] of Object.entries(options)) {
      for (const value of values) {
        const shown = typeof value === "string" ? `the string "${value}"` : value;
        const rule = key !== "margin" ? "" : Number(value) < 0 ? "be at least 0" : "be finite";
        yield [{ [key]: value }, RangeError, `options.${key} is ${shown}, must ${rule}`];
      }
      const others = key === "initialOverlap" ? [1, {}] : ["1", null, {}, 1n];
      for (const value of others) yield [{ [key]: value }, TypeError, `options.${key} is `];
    }
  } else if (typeof good === "number") {
    for (const value of NOT_NUMBERS) yield [value, TypeError, `${name} is `];
    for (const value of [NaN, Infinity]) {
      yield [value, RangeError, `${name} is ${value}, must be finite`];
    }
    const mayBeZero = /^(radius|density)$/.test(name),
      rule = mayBeZero ? "not be negative" : "be positive";
    yield [-1, RangeError, `${name} is -1, must ${rule}`];
    if (!mayBeZero) {
      for (const value of [0, -0]) {
        yield [value, RangeError, `${name} is ${Object.is(value, -0) ? "-0" : 0}, must ${rule}`];
      }
    }
    for (const value of name === "density" ? [] : [1e-80, 1e80]) {
      yield [value, RangeError, `${name} is ${value}, must be from 2^-250 to 2^250`];
    }
  } else if (name.startsWith("sweep")) {
    for (const value of [...NOT_OBJECTS, {}, []]) yield [value, TypeError, name];
    for (const [key, inner] of Object.entries(good as object)) {
      const kind = key === "localCenter" ? "p" : "pose";
      for (const [value, error, says] of wrongValues(kind, inner, verb)) {
        yield [{ ...good as object, [key]: value }, error, says.replaceAll(kind, `${name}.${key}`)];
      }
    }
  } else if (/^(a|b|shape)$/.test(name)) {
    const alike = { points: [{ x: 0, y: 0 }], count: 4, radius: 1 };
    for (const value of [...NOT_OBJECTS, {}, [], alike]) yield [value, TypeError, `${name} is `];
  } else if (name !== "out") {
    for (const value of NOT_OBJECTS) yield [value, TypeError, `${name} is `];
    yield* wrongNumbers(name, good as object, name === "dir" ? Infinity : LIMIT);
    if (name === "dir") yield [{ x: 0, y: -0 }, RangeError, "dir is (0, 0)"];
    if (!name.startsWith("pose")) return;
    const square = `${name}.cos² + ${name}.sin² is `;
    for (const [cos, sin, says] of SCALES) {
      yield [{ ...good as object, cos, sin }, RangeError, square + says];
    }
  }
}

/** (cos, sin) that scale, and what is said of them. */
const SCALES: readonly [number, number, string][] = [
  [0, 0, "0, must be 1 to within 2^-20; use setAngle()"],
  [0, -2, "4, must be 1 to within 2^-20; divide both by 2, or use setAngle()"],
  [1 + 2 ** -20, 0, "1.0000019"],
  [0, 1 - 2 ** -20, "0.9999980"],
];

/** Constructors, with arguments that give a shape. */
const MAKERS: Record<string, Verb> = {
  point: { task: "create point", query: point, args: { p: { x: 1, y: 2 } } },
  circle: { task: "create circle", query: circle, args: { radius: 3, center: { x: 1, y: 2 } } },
  segment: {
    task: "create segment",
    query: segment,
    args: { p: { x: 1, y: 2 }, q: { x: -3, y: 7 } },
  },
  capsule: {
    task: "create capsule",
    query: capsule,
    args: { p: { x: 1, y: 2 }, q: { x: -3, y: 7 }, radius: 2 },
  },
  box: { task: "create box", query: box, args: { width: 2, height: 4, options: undefined } },
  polygon: {
    task: "create polygon",
    query: polygon,
    args: { points: box(1, 2).points, options: undefined },
  },
  regularPolygon: {
    task: "create regular polygon",
    query: regularPolygon,
    args: { n: 5, circumradius: 2 },
  },
  ellipse: { task: "create ellipse", query: ellipse, args: { rx: 1, ry: 2 } },
  transformShape: {
    task: "transform shape",
    query: transformShape,
    args: { shape: box(1, 2), pose: pose(1, 2, 0.5) },
  },
};

for (const [name, verb] of Object.entries(MAKERS)) {
  describe(`${name}()`, () => {
    it("refuses each wrong argument by name and value", () => {
      for (const [key, good] of Object.entries(verb.args)) {
        if (key === "points" || key === "n") continue;
        for (const [value, kind, says] of wrongValues(key, good, name)) {
          if (key === "center" && value === undefined) continue;
          assertThrows(() => ask(verb, { [key]: value }), kind, `Cannot ${verb.task}: ${says}`);
        }
      }
    });
  });
}

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

/** Calls with a value that the types forbid. */
function untyped(value: unknown): never {
  return value as never;
}

for (const [name, verb] of VERBS) {
  describe(`${name}()`, () => {
    it("refuses each wrong argument by name and value, and leaves out as it was", () => {
      const out = "out" in verb.args ? spoilt(ask(verb)) : undefined;
      const before = JSON.stringify(out);
      for (const [key, good] of Object.entries(verb.args)) {
        for (const [value, kind, says] of wrongValues(key, good, name)) {
          const other = out === undefined ? { [key]: value } : { out, [key]: value };
          assertThrows(() => ask(verb, other), kind, `Cannot ${verb.task}: ${says}`);
        }
      }
      assertStrictEquals(JSON.stringify(out), before);
      stillRight();
    });

    it("takes positions up to 2^250, rotations in single precision, and options that say nothing", () => {
      for (const [key, good] of Object.entries(verb.args)) {
        if (/^(pose|origin|p$|translation)/.test(key)) {
          ask(verb, { [key]: { ...good as object, x: LIMIT, y: -LIMIT } });
          if (key.startsWith("pose")) {
            ask(verb, { [key]: { ...pose(), cos: 0, sin: -1 - 2 ** -22 } });
          }
        }
      }
      if (!("options" in verb.args)) return;
      const expected = ask(verb);
      for (const options of [{}, quietOptions(verb)]) {
        assertEquals(ask(verb, { options }), expected);
      }
    });

    if (!("out" in verb.args)) return;
    it("refuses an out with any part missing, of the wrong kind or frozen, and writes to none", () => {
      refuseOuts(name, verb);
      stillRight();
    });
  });
}

function refuseOuts(name: string, verb: Verb): void {
  const whole = ask(verb);
  const refuses = (out: unknown, what: string): void => {
    const before = JSON.stringify(out);
    assertThrows(() => ask(verb, { out }), TypeError, `Cannot ${verb.task}: out`, what);
    assertStrictEquals(JSON.stringify(out), before, what);
  };
  for (const value of [3, "x"]) refuses(value, `${value}`);
  if (!verb.make && !name.startsWith("manifolds")) return;
  refuses({}, "empty");
  refuses({ normal: { x: 3, y: 4 } }, "a normal alone");
  refuses(Object.freeze(spoilt(whole)), "frozen");
  for (const path of objectsIn(whole).filter((path) => path.length > 0)) {
    const key = path.at(-1)!;
    // A list may be frozen as long as what it holds is not, and the features of a hit may be missing.
    const isOptional = verb.task.startsWith("cast") && key.startsWith("feature");
    for (const value of [undefined, null, 5, "frozen"]) {
      const out = spoilt(whole);
      const parent = at(out, path.slice(0, -1)) as Record<string, unknown>;
      if (value === "frozen" ? Array.isArray(parent[key]) : value === undefined && isOptional) {
        continue;
      }
      if (value === "frozen") Object.freeze(parent[key]);
      else parent[key] = value;
      refuses(out, `${path.join(".")} ${value}`);
    }
  }
  if (verb.make === newManifold) refuses({ ...spoilt(whole as object), points: [] }, "no points");
}

describe("distance() and signedDistance() with a cache", () => {
  it("refuse what is none, and leave it as it was when out stops them", () => {
    // The last one is what another copy of the library would give: its method works on registers of its own.
    const stranger = { measure: (): void => {}, registers: new Float64Array(4096) };
    for (const cache of [{}, null, 1, stranger]) {
      for (const shape of [box(1, 1), ellipse(1, 2)]) {
        for (const query of [distance, signedDistance]) {
          assertThrows(
            () => query(shape, pose(), circle(1), pose(), undefined, untyped(cache)),
            TypeError,
            `distance: cache is ${cache === 1 ? 1 : cache && "an object"}, must be a SimplexCache`,
          );
        }
      }
    }
    const cache = new SimplexCache();
    distance(box(2, 4), pose(), circle(1), pose(9, 9), undefined, cache);
    const kept = { ...cache };
    const again = (): unknown =>
      distance(box(2, 4), pose(), circle(1), pose(-9, 9), untyped({}), cache);
    assertThrows(again, TypeError, "out");
    assertEquals({ ...cache }, kept);
    stillRight();
  });
});

describe("queries that get something else for a shape", () => {
  const b = circle(1);

  it("say what takes a compound or a chain when they take only convex shapes", () => {
    const body = compound([box(1, 1)]);
    const ground = chain([{ x: 0, y: 0 }, { x: 1, y: 2 }, { x: 3, y: 2 }]);
    for (
      const [given, rule, way] of [
        [body, "is a compound, must be a ConvexShape", "each of its parts is one"],
        [ground, "is a chain, must be a ConvexShape", "each of its segments is one"],
      ] as const
    ) {
      const shape = untyped(given), mend = "manifolds() takes any shape";
      assertThrows(() => collide(shape, pose(), b, pose()), TypeError, `a ${rule}; ${mend}`);
      assertThrows(() => collide(b, pose(), shape, pose()), TypeError, `b ${rule}; ${mend}`);
      assertThrows(() => gjkTrace(shape, pose(), b, pose()), TypeError, `a ${rule}; ${way}`);
      assertThrows(() => gjkTrace(b, pose(), shape, pose()), TypeError, `b ${rule}; ${way}`);
      assertThrows(() => transformShape(shape, pose()), TypeError, `shape ${rule}; ${way}`);
      const made = `Cannot create compound: parts[1] ${rule}; ${way}`;
      assertThrows(() => compound([box(1, 1), shape]), TypeError, made);
    }
    for (const other of [{ parts: 2 }, { parts: [] }, { segments: 2 }]) {
      const what = "shape is an object, must be a Shape";
      assertThrows(() => aabb(untyped(other), pose()), TypeError, what);
    }
    const what = "shape is a chain, which has no inside, must be a convex shape or a compound; ";
    for (const ask of [() => massProperties(ground, 1), () => area(ground)]) {
      assertThrows(ask, TypeError, what);
    }
    assertThrows(() => centroid(ground), TypeError, what);
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
  });
});

describe("collide() and manifolds()", () => {
  it("refuse a result in the place of the options", () => {
    const b = circle(1), says = "must not; out is the sixth argument";
    const ell = compound([box(2, 4), box(4, 2)]), none = { count: 0, manifolds: [] };
    assertThrows(
      () => collide(b, pose(), b, pose(), untyped(newManifold())),
      TypeError,
      `Cannot collide: options has points, ${says}`,
    );
    assertThrows(
      () => manifolds(ell, pose(), b, pose(), untyped(none)),
      TypeError,
      `Cannot find manifolds: options has manifolds, ${says}`,
    );
  });
});

describe("timeOfImpact()", () => {
  it("refuses an allowed overlap beside a target separation", () => {
    const verb = plainVerbs(circle(1), POSE_A, circle(1), POSE_B).timeOfImpact;
    assert(verb.query === timeOfImpact);
    for (const allowedOverlap of [0.25, 4]) {
      assertThrows(
        () => ask(verb, { options: { allowedOverlap, targetSeparation: 0.5 } }),
        RangeError,
        `options.allowedOverlap is ${allowedOverlap}, must be 0 with a target separation`,
      );
    }
  });
});

describe("functions of lists of points", () => {
  const good = [{ x: 0, y: 0 }, { x: 1, y: 2 }];
  const calls: [string, number, (points: never) => unknown][] = [
    ["pointsA", LIMIT, (points) => minkowskiSum(points, good)],
    ["pointsB", LIMIT, (points) => minkowskiSum(good, points)],
    ["pointsA", LIMIT, (points) => minkowskiDifference(points, good)],
    ["pointsB", LIMIT, (points) => minkowskiDifference(good, points)],
    ["points", Infinity, convexHull],
    ["points", LIMIT, polygon],
    ["points", LIMIT, chain],
    ["outline", LIMIT, decompose],
  ];

  it("refuse wrong points by index and value", () => {
    for (const [name, limit, call] of calls) {
      for (const value of NOT_OBJECTS) {
        assertThrows(() => call(untyped(value)), TypeError, `${name} is `);
        assertThrows(() => call(untyped([good[0], value])), TypeError, `${name}[1] is `);
      }
      for (const [p, kind, says] of wrongNumbers(`${name}[1]`, good[1], limit)) {
        assertThrows(() => call(untyped([good[0], p])), kind, says);
      }
      if (!/^points[AB]/.test(name)) continue;
      const empty = `${name} is empty, must have at least one`;
      assertThrows(() => call(untyped([])), RangeError, empty);
      call(untyped([{ x: 0, y: -LIMIT }]));
    }
    // A hull is exact for all finite points, and a direction has no place.
    assertEquals(convexHull([]), []);
    assertEquals(convexHull([{ x: 0, y: 1e300 }]), [{ x: 0, y: 1e300 }]);
    assertEquals(support(point({ x: 0, y: 1 }), pose(), { x: 0, y: 1e300 }), { x: 0, y: 1 });
  });
});
