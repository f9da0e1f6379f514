import { convexHull, inspectPolygon, polygon } from "@narrowphase/gjk2d";
import type { Vec2 } from "@narrowphase/gjk2d/math";
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hullOfDoubles } from "../exact/oracle/exact.ts";
import { Random } from "../generate/random.ts";
import { ring } from "../generate/rings.ts";

const key = ({ x, y }: Vec2) => `${x} ${y}`;

/** The hull of points by the oracle, from the lowest of the leftmost points on. */
function exactHull(cloud: readonly Vec2[]): Vec2[] {
  const ring = hullOfDoubles(cloud);
  const isBefore = (p: Vec2, q: Vec2): boolean => p.x < q.x || (p.x === q.x && p.y < q.y);
  const first = ring.findIndex((p) => !ring.some((q) => isBefore(q, p)));
  return [...ring.slice(first), ...ring.slice(0, first)];
}

describe("convexHull()", () => {
  it("runs counter-clockwise from the lowest of the leftmost points, of which it may be one or two", () => {
    const line = [5, 1, 3, 1, 2].map((t) => [0.25 + 0.5 * t, 3 - t]);
    const cases = [
      [[[3, 4], [0, 5], [0, 1], [2, 2], [4, 0], [0, 3], [5, 5]], [[0, 1], [4, 0], [5, 5], [0, 5]]],
      [[], []],
      [[[2, 3], [2, 3]], [[2, 3]]],
      [line, [line[1], line[0]]],
      [[[1, 9], [1, 2], [1, 5]], [[1, 2], [1, 9]]],
    ].map((lists) => lists.map(ring));
    for (const [cloud, hull] of cases) assertEquals(convexHull(cloud), hull);
  });

  it("is exact for random clouds, integer grids and nearly collinear points", () => {
    const random = new Random("hull");
    const u = 2 ** -53;
    const makers: (() => Vec2)[] = [
      () => ({ x: random.range(-1, 1), y: random.range(-3, 3) }),
      () => ({ x: random.int(-3, 3), y: random.int(-2, 2) }),
      () => {
        const t = random.int(1, 40);
        return { x: 0.5 + t * 0.3 + random.int(-2, 2) * u, y: 0.5 + t * 0.3 };
      },
      () => random.direction(),
      () => ({ x: 1e12 + random.int(0, 9) / 8, y: -1e12 + random.int(0, 9) / 8 }),
      () => ({ x: random.range(-1, 1) * 2 ** -1030, y: random.range(-1, 1) * 2 ** 1000 }),
    ];
    for (const [kind, make] of makers.entries()) {
      for (let i = 0; i < 150; i++) {
        const cloud = Array.from({ length: random.int(1, 30) }, make), hull = convexHull(cloud);
        assertEquals(hull, exactHull(cloud));
        if (kind === 3 && hull.length > 2) assertEquals(polygon(hull).points, hull);
      }
    }
  });

  it("does not depend on the order of the points and does not modify them", () => {
    const random = new Random("hull order");
    const cloud = Array.from({ length: 50 }, () => ({ x: random.int(0, 9), y: random.int(0, 9) }));
    const copy = structuredClone(cloud);
    const hull = convexHull(cloud);
    assertEquals(cloud, copy);
    assertEquals(convexHull([...cloud].reverse()), hull);
    assertEquals(convexHull(hull), hull);
    assertNotStrictEquals(hull[0], cloud.find((p) => p.x === hull[0].x && p.y === hull[0].y));
  });

  it("reads each coordinate once", () => {
    const answers = [4, NaN];
    const fickle = {
      get x() {
        return answers.shift()!;
      },
      y: 1,
    };
    const hull = convexHull([{ x: 0, y: 2 }, fickle, { x: 3, y: 5 }]);
    assertEquals(hull, [{ x: 0, y: 2 }, { x: 4, y: 1 }, { x: 3, y: 5 }]);
  });
});

describe("inspectPolygon()", () => {
  it("reports what polygon drops and reverses", () => {
    const given = [[0, 0], [0, 2], [0, 4], [4, 4], [4, 4], [4, 0], [0, 0]];
    assertEquals(inspectPolygon(ring(given)), {
      ...{ valid: true, problem: null, reversed: true, zeroArea: false, revolutions: 1 },
      vertices: [{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 4, y: 4 }, { x: 0, y: 4 }],
      ...{ notPoints: [], nonFinite: [], tooLarge: [], duplicates: [4, 6], collinear: [1] },
      ...{ foldsBackAt: null, nonConvexAt: null, tooShortAt: null },
    });
  });

  it("reports every entry that is not a point or not finite, and never throws for an array", () => {
    const given = [{ x: 0, y: NaN }, null, { x: 1, y: 2 }, "3", { x: Infinity, y: 0 }];
    const report = inspectPolygon([...given, { x: 0, y: 1e90 }] as never);
    assertStrictEquals(report.valid, false);
    assertEquals([report.notPoints, report.nonFinite, report.tooLarge], [[1, 3], [0, 4], [5]]);
    assertStrictEquals(report.problem, "points[1] is null, must be a point { x, y }");
    for (const odd of [[], [undefined], [Symbol("a")], [[]], [() => 1], new Array(5)]) {
      assertStrictEquals(inspectPolygon(odd as never).valid, false);
    }
    const wrong = () => inspectPolygon(7 as never);
    assertThrows(wrong, TypeError, "Cannot inspect polygon: points is 7");
  });

  it("reads a sparse array up to the first gap", () => {
    const { notPoints, problem, valid } = inspectPolygon(new Array(2 ** 32 - 1));
    assertEquals([notPoints, valid], [[0], false]);
    const expected = "points[0] is undefined, must be a point { x, y } (the array is sparse)";
    assertStrictEquals(problem, expected);
    const list = [{ x: 0, y: NaN }];
    list[1e6] = { x: 0, y: 0 };
    assertEquals(inspectPolygon(list).notPoints, [1]);
  });

  it("names the vertex that is wrong", () => {
    const at = (list: number[][]) => inspectPolygon(ring(list));
    assertEquals(at([[0, 0], [4, 0], [4, 0], [4, 4], [0, 0], [0, 0]]).duplicates, [2, 4, 5]);
    assertStrictEquals(at([[0, 0], [4, 0], [1, 1], [0, 4]]).nonConvexAt, 2);
    assertStrictEquals(at([[0, 0], [0, 4], [1, 1], [4, 0]]).nonConvexAt, 2);
    assertStrictEquals(at([[0, 0], [4, 0], [4, 4], [4, 2], [0, 4]]).foldsBackAt, 2);
    assertStrictEquals(at([[0, 0], [1, 1], [2, 2]]).zeroArea, true);
    assertStrictEquals(at([[0, 3], [2, -2], [-3, 1], [3, 1], [-2, -2]]).revolutions, 2);
    assertStrictEquals(at([[0, 0], [0, 1e-79], [5, 3]]).tooShortAt, 0);
  });

  it("says by how much when that is rounding", () => {
    const random = new Random("inspect ulps");
    for (let k = 0; k < 200; k++) {
      // A dent of d in the diagonal from 0 to 2 x: its edges (x, x - d) and (x, x + d) turn by 2 x d / (2 x²).
      const x = random.range(0.5, 1), d = 2 ** -random.int(45, 53);
      const ring = [{ x: 0, y: 0 }, { x, y: x - d }, { x: 2 * x, y: 2 * x }, { x: 3, y: 0 }];
      const { problem, nonConvexAt } = inspectPolygon(ring);
      assertStrictEquals(nonConvexAt, 1);
      const [, angle] = /turns left by (\S+) where/.exec(problem!)!;
      assertAlmostEquals(parseFloat(angle) * x / d, 1, 1e-13);
    }
  });

  it("says by how much at any size, also of edges of the least doubles", () => {
    const turned = (points: Vec2[]): string =>
      /turns \S+ by (\S+)/.exec(inspectPolygon(points).problem!)![1];
    const arrow = ring([[0, 0], [8, 0], [2, 2], [0, 8]]);
    const angle = turned(arrow);
    for (const e of [-1074, -1000, -700, -500, -400, -300, 245]) {
      const size = 2 ** e, small = arrow.map(({ x, y }) => ({ x: size * x, y: size * y }));
      assertAlmostEquals(parseFloat(turned(small)), parseFloat(angle), 1e-13);
      // Between a long edge and a short one.
      const mixed = [[0, 0], [2 ** 200, 0], [2 ** 200, -8 * size], [1, 1]];
      const found = turned(ring(mixed));
      assertAlmostEquals(parseFloat(found), Math.PI / 2, 1e-13);
    }
    // Less than any double.
    const flat = [{ x: 0, y: 0 }, { x: 8, y: 5e-324 }, { x: 16, y: 0 }, { x: 16, y: 9 }];
    assertStrictEquals(turned(flat), "5e-324");
    // Back by all but less than any double.
    const h = 2 ** 249;
    const nook = [[-h, -h], [h, -h], [h, 0], [0, 0], [h, 5e-324], [h, h]];
    assertStrictEquals(turned(ring(nook)), `${Math.PI}`);
  });

  it("says by how much a vertex turns the wrong way", () => {
    const r = new Random("inspect turns");
    for (let k = 0; k < 200; k++) {
      // A triangle with a dent in its second side; turned, and seen from behind.
      const { x: cos, y: sin } = r.direction();
      const deep = r.range(-3.5, 1.5), aside = r.range(-0.1, 0.1);
      const dent = { x: deep + aside, y: deep - aside };
      const ring = [{ x: -4, y: -4 }, { x: 4, y: 0 }, dent, { x: 0, y: 4 }].map(({ x, y }) => ({
        x: 3 + cos * x - sin * y,
        y: sin * x + cos * y,
      }));
      const [ux, uy, vx, vy] = [dent.x - 4, dent.y, -dent.x, 4 - dent.y];
      const angle = Math.atan2(vx * uy - vy * ux, ux * vx + uy * vy);
      for (const [points, words] of [[ring, "right by"], [ring.toReversed(), "left by"]] as const) {
        const { problem, nonConvexAt } = inspectPolygon(points);
        const at = points === ring ? 2 : 1;
        assertStrictEquals(nonConvexAt, at);
        const begin = `vertex ${at} of points turns ${words} `;
        assert(problem!.startsWith(begin), problem!);
        assertAlmostEquals(parseFloat(problem!.slice(begin.length)), angle, 1e-13);
      }
    }
  });

  it("agrees with polygon on random rings", () => {
    const random = new Random("inspect");
    let valid = 0;
    for (let i = 0; i < 3000; i++) {
      const grid = () => ({ x: random.int(-2, 2), y: random.int(-2, 2) });
      const ring = Array.from({ length: random.int(3, 5) }, grid);
      const report = inspectPolygon(ring);
      if (report.valid) {
        valid++;
        assertEquals(polygon(ring).points, report.vertices);
        // Its vertices are those of the hull, so nothing but a convex ring was accepted.
        const hull = convexHull(ring);
        assertEquals(new Set(report.vertices.map(key)), new Set(hull.map(key)));
        assertStrictEquals(report.vertices.length, hull.length);
      } else {
        assertThrows(() => polygon(ring), RangeError, report.problem ?? "");
      }
    }
    assert(valid > 300, `${valid}`);
  });
});
