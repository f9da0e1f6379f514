import {
  area,
  box,
  capsule,
  chain,
  circle,
  compound,
  convex,
  convexHull,
  ConvexShape,
  decompose,
  ellipse,
  inspectPolygon,
  MAX_COORDINATE,
  MIN_SIZE,
  point,
  polygon,
  pose,
  regularPolygon,
  segment,
  type SupportFunction,
  transformShape,
  type Vec2,
} from "@narrowphase/gjk2d";
import { orientation } from "@narrowphase/gjk2d/math";
import { assert, assertEquals, assertLess, assertStrictEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hullOfDoubles } from "../exact/oracle/exact.ts";
import { Random } from "../generate/random.ts";

import { ring } from "../generate/rings.ts";

const P = { x: 1, y: 2 };
const Q = { x: -3, y: 7 };

describe("polygon()", () => {
  const square = ring([[0, 0], [4, 0], [4, 4], [0, 4]]);

  it("keeps counter-clockwise vertices as they are", () => {
    const shape = polygon(square);
    assertEquals([shape.kind, shape.radius, shape.points], ["polygon", 0, square]);
    assertStrictEquals(polygon(square, { radius: 2 }).radius, 2);
  });

  it("reverses clockwise vertices and keeps the first one first", () => {
    assertEquals(polygon(ring([[0, 0], [0, 4], [4, 4], [4, 0]])).points, square);
  });

  it("drops exact duplicates and exactly collinear vertices, also around the end", () => {
    const given = ring([[0, 0], [0, 0], [1, 0], [4, 0], [4, 3], [4, 3], [4, 4], [0, 4], [0, 0]]);
    assertEquals(polygon(given).points, square);
    const started = ring([[2, 0], [2, 0], [4, 0], [4, 4], [0, 4], [0, 0], [1, 0], [2, 0]]);
    assertEquals(polygon(started).points, ring([[4, 0], [4, 4], [0, 4], [0, 0]]));
  });

  it("does not modify or keep its input", () => {
    const given = ring([[0, 0], [0, 4], [4, 4], [4, 0], [4, 0]]);
    const copy = structuredClone(given);
    const shape = polygon(given);
    assertEquals(given, copy);
    given[0].x = 99;
    assertEquals(shape.points, square);
    assert(Object.isFrozen(shape.points) && shape.points.every(Object.isFrozen));
  });

  it("accepts a vertex one ulp outside a line and refuses one an ulp inside", () => {
    const edge = (y: number) => ring([[-4, 0], [0, y], [4, 0], [0, 4]]);
    assertStrictEquals(polygon(edge(-5e-324)).points.length, 4);
    assertStrictEquals(polygon(edge(0)).points.length, 3);
    assertThrows(() => polygon(edge(5e-324)), RangeError, "vertex 1 of points turns right");
    // The published polygon that planck never finishes: its third vertex is an ulp off the line.
    const planck = ring([
      [-0.07998713964593995, -2.2683410297672086],
      [1.1693210897465671, -1.5966588248988314],
      [2.418629319139074, -0.9249766200304542],
      [0.5570060867321304, 0.13392681552473706],
    ]);
    const turn = orientation(planck[0], planck[1], planck[2]);
    if (turn >= 0) assertStrictEquals(polygon(planck).points.length, turn > 0 ? 4 : 3);
    else assertThrows(() => polygon(planck), RangeError, "vertex 1 of points turns right");
  });

  it("gives the same polygon when the list is rotated, reversed or padded", () => {
    const random = new Random("polygon invariance");
    for (let round = 0; round < 200; round++) {
      // With even whole numbers, so that the middles of edges are exact.
      const corners = hullOfDoubles(Array.from({ length: random.int(6, 20) }, () => {
        return { x: 2 * random.int(-50, 50), y: 2 * random.int(-50, 50) };
      }));
      const expected = polygon(corners).points;
      const n = corners.length;
      const padded = corners.flatMap((p, k) => {
        const q = corners[(k + 1) % n];
        const middle = { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
        return [p, { ...p }, middle].filter((_, i) => i === 0 || random.chance(0.3));
      });
      const start = random.int(0, padded.length - 1);
      const rotated = [...padded.slice(start), ...padded.slice(0, start)];
      const given = random.chance(0.5) ? rotated : rotated.reverse();
      const found = polygon(given).points;
      const shift = expected.findIndex((p) => p.x === found[0].x && p.y === found[0].y);
      assert(shift >= 0);
      assertEquals(found, [...expected.slice(shift), ...expected.slice(0, shift)]);
      const first = given.find((p) => expected.some((q) => q.x === p.x && q.y === p.y));
      assertEquals(found[0], first);
    }
  });

  it("has no cap on the number of vertices", () => {
    const n = 200_000;
    const many = regularPolygon(n, 1).points;
    assertStrictEquals(many.length, n);
    assertEquals(polygon([...many].reverse()).points[1], many[0]);
  });

  it("refuses what is no list of points or no option, by name and index", () => {
    const sparse = [P, Q];
    sparse[3] = { x: 0, y: 0 };
    const lists: [unknown, string][] = [
      [{ length: 3 }, "points is an object, must be an array"],
      [{ length: 2 ** 32 - 1 }, "points is an object"],
      [
        [[0, 0], [1, 0], [0, 1]],
        "points[0] is an array, must be a point { x, y }; ([x, y]) => ({ x, y })",
      ],
      [sparse, "points[2] is undefined"],
      [new Array(2 ** 32 - 1), "points[0] is undefined, must be a point { x, y } ("],
    ];
    for (const [list, message] of lists) {
      assertThrows(() => polygon(list as never), TypeError, message);
    }
    const hint = "options is 0, must be an object (write .map((p) => polygon(p)))";
    assertThrows(() => [square].map(polygon as never), TypeError, hint);
  });

  it("is refused by the class itself, which has no validation, where a number is none", () => {
    const line = ring([[0, 0], [1, 2]]);
    const bad = [NaN, Infinity, -Infinity].map((x) => [...line, { x, y: 1 }]);
    for (const list of bad) assertThrows(() => new ConvexShape("polygon", list, 0), RangeError);
    for (const radius of [-3, NaN, Infinity]) {
      const make = () => new ConvexShape("capsule", line, radius);
      assertThrows(make, RangeError, "Cannot create shape");
    }
    assertEquals(new ConvexShape("capsule", line, 0.5).radius, 0.5);
  });

  it("shows what a shape is, not what the kernel makes of it", () => {
    const shape = box(2, 1);
    const { kind, points, radius, record } = JSON.parse(JSON.stringify(shape));
    assertEquals([kind, points, radius], ["polygon", shape.points, 0]);
    assertEquals([record, Object.keys(shape).includes("record")], [undefined, false]);
    assert(Object.isFrozen(shape) && shape.record.length > 0);
    // What consoles print instead of the shape, whose points are a getter.
    const shown = Reflect.get(shape, Symbol.for("nodejs.util.inspect.custom")).call(shape);
    assertEquals({ ...shown }, { kind, points, radius });
    assertEquals(shown.constructor.name, "ConvexShape");
    assert(Object.values(Object.getOwnPropertyDescriptors(shown)).every((p) => "value" in p));
  });

  it("shows what a support function was made from: half axes, the moved shape, edges", () => {
    const show = (shape: ConvexShape) => ({
      ...Reflect.get(shape, Symbol.for("nodejs.util.inspect.custom")).call(shape),
    });
    const egg = ellipse(3, 1), at = pose(1, 2, 0.5);
    assertEquals(show(egg), { kind: "ellipse", points: egg.points, radius: 0, rx: 3, ry: 1 });
    const { shape, pose: moved, ...rest } = show(transformShape(egg, at));
    assertEquals([shape === egg, moved], [true, at]);
    assertEquals(rest, { kind: "convex", points: [{ x: 1, y: 2 }], radius: 0 });
    const center = { x: 0, y: 0 }, top = { x: 0, y: 1 }, bottom = { x: 0, y: -1 };
    const support: SupportFunction = (_dx, dy, out) =>
      void Object.assign(out, dy > 0 ? top : bottom);
    const edges = [{ a: top, b: bottom }, { a: bottom, b: top }];
    const shown = { kind: "convex", points: [center], radius: 0.25 };
    assertEquals(show(convex({ support, center, radius: 0.25 })), shown);
    assertEquals(show(convex({ support, center, radius: 0.25, edges })), { ...shown, edges });
  });

  it("makes its points when they are asked for, once", () => {
    const shape = box(2, 1), { points } = shape;
    assertEquals(points, ring([[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]]));
    assert(points === shape.points && [points, ...points].every(Object.isFrozen));
  });

  it("names the way out where a vertex turns against the others", () => {
    // The third of four vertices on a line, a rounding inside of it.
    const bent = ring([[0, 0], [1, 0], [2, 1e-15], [3, 0], [1, 4]]);
    for (const outline of [bent, [...bent].reverse()]) {
      const [, turn] = /^vertex \d of points turns (?:left|right) by (\S+) .*\(use convexHull\)$/
        .exec(inspectPolygon(outline).problem!) ?? [];
      assertLess(Number(turn), 1e-14);
      const shape = polygon(convexHull(outline));
      assert(shape.points.length < outline.length);
    }
    const ell = ring([[0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]]);
    for (const outline of [ell, [...ell].reverse()]) {
      assertThrows(() => polygon(outline), RangeError, "(use decompose)");
      const parts = decompose(outline).map((part) => polygon(part));
      assertEquals(parts.reduce((sum, part) => sum + area(part), 0), 7);
    }
  });

  it("refuses bad values by name and index", () => {
    const far = ring([[-5, 5], [0, 0], [3, 4], [1e-30, 0], [5, -3], [9, 9]]);
    const star = ring([[0, 3], [-2, -2], [3, 1], [-3, 1], [2, -2]]);
    const cases: [Vec2[], string][] = [
      [[], "points has 0 vertices, must have at least 3"],
      [[P, Q], "points has 2 vertices"],
      [[P, Q, P, P], "points has 4 vertices, 2 of them distinct"],
      [ring([[0, 0], [1, 1], [3, 3], [2, 2]]), "the area is 0"],
      [ring([[0, 0], [4, 0], [1, 1], [0, 4]]), "vertex 2 of points turns right by 0.92"],
      [far, "vertex 2 of points turns right by 3.14159"],
      [ring([[0, 4], [1, 1], [4, 0], [0, 0]]), "vertex 1 of points turns left by 0.92"],
      [ring([[0, 0], [4, 4], [4, 0], [0, 4]]), "turns"],
      [ring([[0, 0], [4, 0], [2, 0], [2, 3]]), "vertex 1 of points turns straight back"],
      [star, "the boundary makes 2 revolutions, must make 1"],
      [[...square, ...square], "2 revolutions"],
      [
        ring([[0, 0], [1e-80, 0], [0, 1]]),
        "the edge from vertex 0 of points is 1e-80 long, must be at least 2^-250",
      ],
    ];
    for (const [list, message] of cases) assertThrows(() => polygon(list), RangeError, message);
  });

  it("accepts the extremes of its range", () => {
    const big = MAX_COORDINATE, small = MIN_SIZE;
    assertStrictEquals(polygon(ring([[-big, -big], [big, -big], [0, big]])).points.length, 3);
    assertStrictEquals(polygon(ring([[0, 0], [small, 0], [0, small]])).points.length, 3);
    assertStrictEquals(polygon(ring([[0, 0], [big, 0], [0, small]])).points.length, 3);
  });
});

describe("shapes", () => {
  it("of every kind, chains and compounds refuse to be changed", () => {
    const center = { x: 1, y: 2 };
    const path = ring([[4, 1], [0, 0], [-4, 1]]);
    const ground = chain(path, { before: { x: 8, y: 1 } });
    const made: object[] = [
      point(center),
      circle(1, center),
      segment(center, { x: 3, y: 5 }),
      capsule(center, { x: 3, y: 5 }, 1),
      box(1, 2),
      regularPolygon(5, 2),
      ellipse(1, 2),
      convex({ center, support() {} }),
      ground,
      ground.segments[0],
      ground.segments[0].before!,
      compound([box(1, 2)]),
    ];
    assertEquals(ground.segments[0].before, { x: 8, y: 1 });
    for (const object of made) {
      const key = Object.keys(object)[0];
      assert(Object.isFrozen(object), key);
      assertThrows(() => Object.assign(object, { [key]: 3 }), TypeError, key);
    }
    const ball = circle(1);
    assertThrows(() => Object.assign(ball, { radius: 2 }), TypeError, "radius");
    assertStrictEquals(ball.radius, 1);
  });
});
