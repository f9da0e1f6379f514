import {
  assert,
  assertEquals,
  assertLess,
  assertLessOrEqual,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  chain,
  circle,
  compound,
  convex,
  type ConvexShape,
  decompose,
  ellipse,
  IDENTITY,
  outline,
  point,
  polygon,
  type Polyline,
  pose,
  regularPolygon,
  segment,
  support,
  transformShape,
  type Vec2,
} from "@narrowphase/gjk2d";
import { Random } from "../generate/random.ts";
import { star } from "../generate/rings.ts";

const listOf = ({ points }: Polyline): Vec2[] =>
  Array.from({ length: points.length / 2 }, (_, k) => ({ x: points[2 * k], y: points[2 * k + 1] }));

const areaOf = (ring: readonly Vec2[]): number =>
  ring.reduce((sum, p, k) => {
    const q = ring[(k + 1) % ring.length];
    return sum + 0.5 * (p.x * q.y - p.y * q.x);
  }, 0);

describe("outline()", () => {
  it("is the placed vertices when a shape has no arcs", () => {
    const at = pose(3, 4, 0.5);
    const place = ({ x, y }: Vec2) => ({
      x: 3 + (at.cos * x - at.sin * y),
      y: 4 + (at.sin * x + at.cos * y),
    });
    const rod = segment({ x: 1, y: 2 }, { x: 3, y: 1 });
    for (const shape of [box(1, 2), regularPolygon(7, 2), rod, point({ x: 1, y: 2 })]) {
      const lines = outline(shape, at);
      assertStrictEquals(lines.length, 1);
      assertEquals(listOf(lines[0]), shape.points.map(place));
      assertStrictEquals(lines[0].closed, shape.kind !== "segment");
    }
    const path = [{ x: 4, y: 0 }, { x: 0, y: 1 }, { x: -4, y: 0 }];
    for (const loop of [false, true]) {
      const [line] = outline(chain(path, { loop }), at);
      assertEquals([listOf(line), line.closed], [path.map(place), loop]);
    }
  });

  it("runs counter-clockwise within the tolerance of every furthest point, with points on the boundary", () => {
    const superellipse = convex({
      center: { x: 0, y: 0 },
      support(dx, dy, out) {
        const l = Math.sqrt(Math.sqrt(dx ** 4 + dy ** 4)) ** 3;
        out.x = dx ** 3 / l;
        out.y = dy ** 3 / l;
      },
      radius: 0.25,
    });
    const shapes: ConvexShape[] = [
      circle(2, { x: 1, y: 3 }),
      capsule({ x: -1, y: 0.5 }, { x: 2, y: 0 }, 0.75),
      box(2, 1, { radius: 0.5 }),
      polygon(regularPolygon(5, 1).points, { radius: 2 }),
      ellipse(3, 0.01),
      ellipse(1, 2),
      transformShape(ellipse(1, 2), pose(5, 6, 1)),
      superellipse,
    ];
    for (const shape of shapes) {
      for (const tolerance of [0.5, 0.01, 1e-4, undefined]) {
        const at = pose(2, -1, 0.7);
        const [line, ...more] = outline(shape, at, tolerance);
        assertEquals([more.length, line.closed], [0, true]);
        const ring = listOf(line), n = ring.length;
        assertLess(0, areaOf(ring));
        let width = 0;
        for (let k = 0; k < 64; k++) {
          const dir = { x: Math.cos(k * 0.1), y: Math.sin(k * 0.1) };
          const back = support(shape, at, { x: -dir.x, y: -dir.y }),
            most = support(shape, at, dir);
          width = Math.max(width, dir.x * (most.x - back.x) + dir.y * (most.y - back.y));
        }
        for (let k = 0; k < 360; k++) {
          const dir = { x: Math.cos(k * 0.0174), y: Math.sin(k * 0.0174) };
          const most = support(shape, at, dir);
          const along = ({ x, y }: Vec2) => dir.x * (x - most.x) + dir.y * (y - most.y);
          const reach = Math.max(...ring.map(along));
          assertLess(reach, 1e-13 * width);
          assertLessOrEqual(-reach, (tolerance ?? width / 512) * (1 + 1e-9));
        }
        // Every point is the furthest along the normal there: that between its neighbours' edges.
        for (let k = 0; k < n; k++) {
          const p = ring[(k + n - 1) % n], q = ring[k], r = ring[(k + 1) % n];
          const turn = (q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x);
          assertLess(-1e-13 * width * width, turn);
        }
        assertLess(n, 4100);
      }
    }
  });

  it("has as few points as a tolerance needs, and no more than 4096 of a circle", () => {
    assertLessOrEqual(listOf(outline(circle(1), IDENTITY, 0.01)[0]).length, 32);
    assertStrictEquals(listOf(outline(circle(1), IDENTITY, 2)[0]).length, 4);
    assertStrictEquals(listOf(outline(circle(1), IDENTITY, 1e-300)[0]).length, 4096);
  });

  it("has no internal edges of a decomposed body, with holes or not", () => {
    const r = new Random("outlines of bodies");
    for (let k = 0; k < 200; k++) {
      const ring = star(r, r.int(4, 30));
      const small = star(r, 5).map(({ x, y }) => ({ x: 0.05 * x, y: 0.05 * y }));
      const hole = k % 2 === 0 ? [] : [small];
      let parts: Vec2[][];
      try {
        parts = decompose(ring, { holes: hole });
      } catch {
        continue;
      }
      const lines = outline(compound([...parts].map((p) => polygon(p))), IDENTITY).map(listOf);
      const sorted = (list: readonly Vec2[]) => [...list].sort((p, q) => p.x - q.x || p.y - q.y);
      // The corners and the area are those that were given. A hole runs clockwise.
      assertEquals(sorted(lines.flat()), sorted([ring, ...hole].flat()));
      const areas = lines.map(areaOf).sort((a, b) => b - a);
      const expected = [Math.abs(areaOf(ring)), ...hole.map((h) => -Math.abs(areaOf(h)))];
      assertStrictEquals(areas.length, expected.length);
      for (const [k, area] of areas.entries()) assertLess(Math.abs(area - expected[k]), 1e-12);
    }
    // Three tiles, one as wide as two, joined to a plate.
    const tiles = compound([
      box(2, 1, { center: { x: 1, y: 0.5 } }),
      box(1, 1, { center: { x: 0.5, y: 1.5 } }),
      box(1, 1, { center: { x: 1.5, y: 1.5 } }),
    ]);
    const [plate, ...others] = outline(tiles, IDENTITY).map(listOf);
    assertEquals(others, []);
    assertEquals([plate.length, areaOf(plate)], [4, 4]);
    // Two that touch in a corner stay two.
    const pair = compound([box(2, 2), box(2, 2, { center: { x: 2, y: 2 } })]);
    assertEquals(outline(pair, IDENTITY).map((line) => areaOf(listOf(line))), [4, 4]);
  });

  it("is one line around polygons that overlap", () => {
    const lines = outline(compound([box(4, 2), box(2, 4)]), IDENTITY);
    assertEquals(lines.map((line) => [areaOf(listOf(line)), listOf(line).length]), [[12, 12]]);
  });

  it("draws round parts and segments of a compound on their own", () => {
    const lollipop = compound([box(0.2, 3), circle(1, { x: 0, y: 2 })]);
    const lines = outline(lollipop, pose(1, 1));
    assertEquals(lines.map(({ closed }) => closed), [true, true]);
    assertEquals(listOf(lines[0]).length, 4);
    const flag = compound([box(1, 1), segment({ x: -0.5, y: 0.5 }, { x: -0.5, y: -3 })]);
    const [cloth, pole] = outline(flag, IDENTITY);
    assertEquals([listOf(cloth).length, cloth.closed], [4, true]);
    assertEquals([listOf(pole), pole.closed], [[{ x: -0.5, y: 0.5 }, { x: -0.5, y: -3 }], false]);
  });

  it("fills out, whose arrays it keeps where they fit, and cuts off what is left over", () => {
    const out = outline(compound([circle(1), box(1, 1)]), IDENTITY);
    const line = out[0];
    assert(outline(circle(3), pose(1, 2), 0.1, out) === out);
    assertStrictEquals(out.length, 1);
    assertStrictEquals(out[0], line);
    const { points } = line;
    outline(circle(3), pose(5, 2), 0.1, out);
    assertStrictEquals(out[0].points, points);
  });

  it("refuses bad arguments by name and leaves out as it was", () => {
    const out: Polyline[] = [];
    const ball = circle(1);
    const cases: [unknown[], ErrorConstructor, string][] = [
      [[3, IDENTITY], TypeError, "Cannot draw outline: shape is 3, must be a"],
      [[undefined, IDENTITY], TypeError, "shape is undefined"],
      [[ball, 3], TypeError, "pose is 3"],
      [[ball, { ...IDENTITY, x: NaN }], RangeError, "pose.x is NaN"],
      [[ball, IDENTITY, 0], RangeError, "tolerance is 0, must be positive"],
      [[ball, IDENTITY, "1"], TypeError, "tolerance is the string"],
      [[ball, IDENTITY, 1, 3], TypeError, "out is 3, must be an array of polylines"],
      [
        [convex({ support() {}, center: { x: 0, y: 0 } }), IDENTITY, 1, out],
        RangeError,
        "out.x is NaN",
      ],
    ];
    for (const [args, Kind, message] of cases) {
      // deno-lint-ignore no-explicit-any
      assertThrows(() => (outline as any)(...args), Kind, message);
    }
    assertEquals(out, []);
  });
});
