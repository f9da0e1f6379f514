import {
  aabb,
  area,
  box,
  capsule,
  centroid,
  circle,
  compound,
  convex,
  convexHull,
  type ConvexShape,
  decompose,
  ellipse,
  evaluateSupport,
  IDENTITY,
  massProperties,
  point,
  polygon,
  type Pose,
  pose,
  regularPolygon,
  segment,
  transformPoint,
  transformShape,
} from "@narrowphase/gjk2d";
import type { Vec2 } from "@narrowphase/gjk2d/math";
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertLess,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { makeShape } from "../exact/oracle/public_api.ts";
import { Random } from "../generate/random.ts";
import { star } from "../generate/rings.ts";
import { wrap } from "../generate/shapes.ts";

type Mass = ReturnType<typeof massProperties>;

/** A shape by its support function, radius and all, and another radius around it. */
function wrapped(original: ConvexShape, radius: number): ConvexShape {
  return convex({
    center: centroid(original),
    radius,
    support(dx, dy, out) {
      evaluateSupport(original, dx, dy, out);
      const l = Math.sqrt(dx * dx + dy * dy);
      out.x += original.radius * dx / l;
      out.y += original.radius * dy / l;
    },
  });
}

/** That mass, moment and center are the expected ones, in parts of them and of 1. */
function assertAlike(found: Mass, expected: Mass, part: number, far: number, name = ""): void {
  assertAlmostEquals(found.mass / expected.mass, 1, part, name);
  assertAlmostEquals(found.inertia / expected.inertia, 1, part, name);
  assertAlmostEquals(found.center.x, expected.center.x, far, name);
  assertAlmostEquals(found.center.y, expected.center.y, far, name);
}

describe("massProperties()", () => {
  it("has the closed forms of the textbook", () => {
    const b = massProperties(box(4, 2, { center: { x: 10, y: 20 } }), 3);
    assertEquals(b, { mass: 24, center: { x: 10, y: 20 }, inertia: 40 });
    const c = massProperties(circle(2, { x: 3, y: 9 }), 0.5);
    assertAlmostEquals(c.mass, 2 * Math.PI, 1e-15);
    assertAlmostEquals(c.inertia, 2 * Math.PI * 4 / 2, 1e-14);
    const e = massProperties(ellipse(3, 2), 1);
    assertAlmostEquals(e.inertia, 6 * Math.PI * 13 / 4, 1e-13);
    // Capsule: rectangle 3 × 1 and two half disks of radius 0.5.
    const r = 0.5, L = 3, disk = Math.PI * r * r;
    const k = massProperties(capsule({ x: 1, y: 7 }, { x: 4, y: 7 }, r), 1);
    assertAlmostEquals(k.mass, L * 2 * r + disk, 1e-14);
    assertEquals(k.center, { x: 2.5, y: 7 });
    const h = 4 * r / (3 * Math.PI); // a half disk's centroid from its diameter
    const half = disk / 2;
    const inertia = L * 2 * r * (L * L + 4 * r * r) / 12 +
      2 * (half * r * r / 2 - half * h * h + half * (L / 2 + h) ** 2);
    assertAlmostEquals(k.inertia, inertia, 1e-13);
  });

  it("is right to a few ulps however many vertices there are", () => {
    // Area and inertia from integrals in 700-bit fixed point.
    const known: [number, number, number, number][] = [
      [1000, 2 ** -10, 3.1477108918940604, 1.5769205227343295],
      [1000, 1, 12.566339608128395, 25.132617204029852],
      [5000, 100, 32047.386617100947, 163457695.22544277],
    ];
    for (const [n, radius, expectedArea, expectedInertia] of known) {
      const shape = polygon(regularPolygon(n, 1).points, { radius });
      const { mass, center, inertia } = massProperties(shape, 1);
      assertStrictEquals(area(shape), mass);
      assertLess(Math.abs(mass / expectedArea - 1), 5e-16);
      assertLess(Math.abs(inertia / expectedInertia - 1), 1e-15);
      assertLess(Math.abs(center.x) + Math.abs(center.y), 5e-16);
    }
  });

  it("does not change when the shape is moved, and scales with powers of two", () => {
    const random = new Random("mass motion");
    for (let i = 0; i < 100; i++) {
      const grid = () => ({ x: random.int(-64, 64), y: random.int(-64, 64) });
      const hull = convexHull(Array.from({ length: 8 }, grid)), radius = random.int(0, 3);
      const at = (k: number, x: number, y: number) => {
        const points = hull.map((p) => ({ x: k * p.x + x, y: k * p.y + y }));
        return massProperties(polygon(points, { radius: k * radius }), 2);
      };
      const here = at(1, 0, 0), moved = at(1, 2 ** 40, -(2 ** 41));
      assertAlmostEquals(moved.mass / here.mass, 1, 1e-14);
      assertAlmostEquals(moved.inertia / here.inertia, 1, 1e-14);
      const k = 2 ** random.int(-200, 200), scaled = at(k, 0, 0);
      assertStrictEquals(scaled.mass, here.mass * k * k);
      assertStrictEquals(scaled.center.x, here.center.x * k);
      assertStrictEquals(scaled.inertia, here.inertia * k * k * k * k);
    }
  });

  it("is within 1e-7 for custom support functions, smooth, cornered and mixed", () => {
    const source = polygon([{ x: 1, y: 1 }, { x: 6, y: 2 }, { x: 5, y: 7 }, { x: 2, y: 5 }]);
    const rod = capsule({ x: 1, y: 2 }, { x: 5, y: 0 }, 1);
    const r = new Random("mass"), p = () => ({ x: r.range(-2, 5), y: r.range(-1, 3) });
    const hulls = Array.from(
      { length: 20 },
      (_, k) => makeShape({ points: convexHull(Array.from({ length: 2 + k % 7 }, p)), radius: 0 }),
    );
    for (const original of [ellipse(3, 2), ellipse(100, 0.1), source, rod, ...hulls]) {
      for (const radius of [original.points.length > 2 ? 0 : 0.25, 0.5]) {
        const custom = wrapped(original, radius);
        const found = massProperties(custom, 2);
        assertAlmostEquals(area(custom) * 2 / found.mass, 1, 1e-13);
        const isRound = original.kind === "ellipse";
        if (isRound && radius > 0) continue; // no closed form to compare
        const { points } = original,
          rounded = { points: [...points], radius: original.radius + radius };
        assertAlike(found, massProperties(isRound ? original : makeShape(rounded), 2), 1e-7, 1e-6);
      }
    }
  });

  it("is within 1e-7 for custom support functions far away, thin, and with corners by the thousand", () => {
    const core = [
      { x: 131071.97228656581, y: -131071.94960372278 },
      { x: 131071.98344553234, y: -131072.0192237093 },
      { x: 131071.99999999965, y: -131072.0000000004 },
      { x: 131072.0000000003, y: -131071.99999999964 },
    ];
    const originals = [polygon(core, { radius: 0.25 })];
    for (const n of [200, 1000, 3000]) originals.push(regularPolygon(n, 1));
    for (const width of [1, 1e-3, 1e-6, 1e-9, 1e-12]) {
      originals.push(box(1, width, { angle: 1 }));
      // A thinner one turns in less than two directions differ by.
      if (width >= 1e-9) originals.push(ellipse(1, width));
    }
    for (const [k, original] of originals.entries()) {
      const found = massProperties(wrap(original, original.points[0], original.radius), 1);
      assertAlike(found, massProperties(original, 1), 1e-7, 2e-8, `${k}`);
    }
  });

  it("is zero for shapes without area", () => {
    // Also by support functions, of a segment as given and of one that rounding makes a little wider.
    const line = segment({ x: -0.3, y: -0.7 }, { x: 0.3, y: 0.7 }), center = { x: 0, y: 0 };
    const straight = wrap(line), rod3 = segment({ x: 3, y: 9 }, { x: 5, y: 1 });
    // Level and upright ones beside the origin: each is as long as one of its coordinates.
    const start = { x: 1, y: -3 };
    const [level, upright] = [[7, -3], [1, 5]].map(([x, y]) =>
      wrap(segment(start, { x, y }), start)
    );
    const cases: [ConvexShape, number, number][] = [
      [point({ x: 3, y: 9 }), 3, 9],
      [rod3, 4, 5],
      [straight, 0, 0],
      [transformShape(straight, pose(0, 0, 1)), 0, 0],
      [wrap(point(center)), 0, 0],
      [level, 4, -3],
      [upright, 1, 1],
    ];
    for (const [shape, x, y] of cases) {
      assertEquals(massProperties(shape, 5), { mass: 0, center: { x, y }, inertia: 0 });
      assertEquals(centroid(shape), { x, y });
    }
    assertStrictEquals(massProperties(box(2, 3), 0).mass, 0);
    const rod = convex({ center, radius: 0.5, support: straight.support! });
    const { mass, inertia } = massProperties(rod, 1);
    const expected = massProperties(capsule({ x: -0.3, y: -0.7 }, { x: 0.3, y: 0.7 }, 0.5), 1);
    assertAlmostEquals(mass, expected.mass, 1e-14);
    assertAlmostEquals(inertia, expected.inertia, 1e-14);
  });

  it("is that of a custom box with sides along the axes, whichever end of a side it names", () => {
    for (const [tieX, tieY] of [[-1, -1], [-1, 1], [1, -1], [1, 1]]) {
      const crate = convex({
        center: { x: 0, y: 0 },
        support(dx, dy, out) {
          out.x = 7 + 2 * (Math.sign(dx) || tieX);
          out.y = 5 + 3 * (Math.sign(dy) || tieY);
        },
      });
      const { mass, center, inertia } = massProperties(crate, 2);
      assertAlmostEquals(mass, 48, 1e-12);
      assertAlmostEquals(center.x, 7, 1e-12);
      assertAlmostEquals(center.y, 5, 1e-12);
      assertAlmostEquals(inertia / (48 * (16 + 36) / 12), 1, 1e-12);
    }
  });

  it("has the middle of a custom ellipse that is too thin for an area", () => {
    const r = new Random("ellipses without area");
    for (let k = 0; k < 100; k++) {
      // Across one that lies along an axis, a support point is its middle.
      const { x: c, y: s } = k > 9 ? r.direction() : r.pick([{ x: 1, y: 0 }, { x: 0, y: -1 }]);
      const middle = { x: r.range(-3, 3), y: r.range(-5, 5) };
      const flat = convex({
        center: { x: 0, y: 0 },
        support(dx, dy, out) {
          const u = c * dx + s * dy, v = 1e-25 * (c * dy - s * dx);
          const along = u / Math.sqrt(u * u + v * v);
          out.x = middle.x + c * along;
          out.y = middle.y + s * along;
        },
      });
      const { x, y } = centroid(flat);
      assertAlmostEquals(x, middle.x, 1e-12);
      assertAlmostEquals(y, middle.y, 1e-12);
    }
  });

  it("ends for a support function that lies", () => {
    let calls = 0;
    const liar = convex({
      center: { x: 0, y: 0 },
      support(_dx, _dy, out) {
        calls++;
        out.x = (calls * 7919) % 101;
        out.y = (calls * 104729) % 97;
      },
    });
    assert(Number.isFinite(massProperties(liar, 1).mass));
    assertLess(calls, 20_000);
  });

  it("finds both sides of a thin ellipse that was turned and moved, as thin as rounding", () => {
    const random = new Random(11);
    const cases: [number, number, Pose][] = Array.from({ length: 25 }, () => {
      const rx = random.magnitude(-1, 1), ry = rx * random.magnitude(-8.5, 0);
      return [rx, ry, pose(random.range(-2, 2), random.range(-2, 2), random.range(0, 7))];
    });
    // All samples were spent on rounding.
    const turn = { cos: 0.6689342602805486, sin: 0.7433215693244177 };
    const at = { x: -1.1894086906686425, y: 1.5521412547677755, ...turn };
    cases.push([5.426815964896475, 7.701569634652783e-9, at]);
    for (const [rx, ry, to] of cases) {
      const mass = 2 * Math.PI * rx * ry, inertia = mass * (rx * rx + ry * ry) / 4;
      const found = massProperties(transformShape(ellipse(rx, ry), to), 2);
      assertAlike(found, { mass, center: to, inertia }, 1e-7, 1e-7 * rx, `${rx} ${ry}`);
    }
  });

  it("writes nothing to an out of which one number cannot be written", () => {
    const { mass, inertia } = massProperties(box(1, 2), -0);
    assertStrictEquals(mass, 0);
    assertStrictEquals(inertia, 0);
    // Whatever cannot be written to, and whatever shape it is, nothing is.
    const line = { center: { x: 0, y: 0 }, support: (_x: number, _y: number, _p: Vec2) => {} };
    line.support = (dx, _y, p) => void Object.assign(p, { x: dx < 0 ? -1 : 1, y: 2 });
    const readOnly = (of: object, key: string): void => {
      Object.defineProperty(of, key, { writable: false });
    };
    for (const shape of [box(1, 2), ellipse(1, 2), circle(2), convex(line)]) {
      const spoils: ((out: { center: Vec2 }) => void)[] = [
        (out) => readOnly(out, "mass"),
        (out) => readOnly(out, "inertia"),
        (out) => readOnly(out.center, "y"),
      ];
      for (const spoil of spoils) {
        const closed = { mass: 7, center: { x: 8, y: 6 }, inertia: 9 };
        spoil(closed);
        const rule = "out is an object, must be mass properties { mass, center, inertia }";
        assertThrows(() => massProperties(shape, 1, closed), TypeError, rule);
        assertEquals(closed, { mass: 7, center: { x: 8, y: 6 }, inertia: 9 });
      }
    }
  });

  it("refuses a density that makes the mass or the inertia infinite, and leaves out as it was", () => {
    const center = { x: 0, y: 0 };
    const shapes = [box(2, 3), circle(3), capsule(center, { x: 2, y: 1 }, 1), ellipse(2, 3)];
    shapes.push(wrap(box(4, 4, { center: { x: 0, y: 1 } })));
    // The parts are finite each, together they are not.
    const parts = compound([-2, 2].map((x) => box(1, 1, { center: { x, y: 0 } })));
    const says =
      "Cannot compute mass properties: density is 1e+308, must leave mass and inertia finite";
    const out = { mass: 7, center: { x: 8, y: 6 }, inertia: 9 };
    for (const shape of [...shapes, parts]) {
      assertThrows(() => massProperties(shape, 1e308, out), RangeError, says);
      assertLess(massProperties(shape, 1e306).inertia, Infinity);
    }
    // Of a large one the inertia overflows long before the mass, of a small one neither.
    const large = circle(2 ** 250);
    const dense = () => massProperties(large, 1e10, out);
    assertThrows(dense, RangeError, "density is 10000000000, must");
    assertLess(massProperties(large, 1e5).mass, Infinity);
    const { mass, inertia } = massProperties(box(0.0625, 0.125), Number.MAX_VALUE);
    assertStrictEquals(mass, Number.MAX_VALUE / 128);
    assertAlmostEquals(inertia / Number.MAX_VALUE, 0.01953125 / 12 / 128, 1e-18);
    assertEquals(out, { mass: 7, center: { x: 8, y: 6 }, inertia: 9 });
    // What has no area has no mass, of whatever density.
    const { mass: none } = massProperties(segment(center, { x: 2, y: 1 }), Number.MAX_VALUE);
    assertStrictEquals(none, 0);
  });

  it("lets an error of a custom support function through", () => {
    const broken = convex({
      center: { x: 0, y: 0 },
      support() {
        throw new SyntaxError("mine");
      },
    });
    assertThrows(() => massProperties(broken, 1), SyntaxError, "mine");
    assertThrows(() => aabb(broken, IDENTITY), SyntaxError, "mine");
  });
});

describe("massProperties() of compounds", () => {
  it("is that of a concave outline by Green's theorem, with its center where the body is posed", () => {
    const r = new Random("mass of stars");
    for (let k = 0; k < 200; k++) {
      const outline = star(r, r.int(4, 12), 0.3, 2);
      const at = pose(r.range(-9, 9), r.range(-9, 9), r.range(-4, 4));
      const parts = decompose(outline).map((points) => ({ shape: polygon(points), pose: at }));
      let area = 0, mx = 0, my = 0, inertia = 0;
      for (const [v, p] of outline.entries()) {
        const q = outline[(v + 1) % outline.length];
        const t = p.x * q.y - p.y * q.x;
        area += t / 2;
        mx += t * (p.x + q.x) / 6;
        my += t * (p.y + q.y) / 6;
        inertia += t * (p.x ** 2 + p.x * q.x + q.x ** 2 + p.y ** 2 + p.y * q.y + q.y ** 2) / 12;
      }
      const local = { x: mx / area, y: my / area }, u = 64 * Number.EPSILON;
      inertia -= area * (local.x ** 2 + local.y ** 2);
      const expected = transformPoint(at, local), found = massProperties(compound(parts), 1);
      assertAlmostEquals(found.mass, area, u * area);
      assertAlmostEquals(found.center.x, expected.x, 16 * u);
      assertAlmostEquals(found.center.y, expected.y, 16 * u);
      assertAlmostEquals(found.inertia, inertia, 256 * u * area);
    }
  });

  it("keeps its digits far from the origin, radii included", () => {
    const [near, far] = [0, 2 ** 20].map((x) =>
      massProperties(
        compound([
          circle(0.5, { x: x + 1, y: 2 }),
          box(1, 0.5, { radius: 0.25, center: { x, y: 0 } }),
        ]),
        2,
      )
    );
    assertAlmostEquals(far.inertia, near.inertia, 1e-9 * near.inertia);
    assertAlmostEquals(far.center.x - 2 ** 20, near.center.x, 1e-9);
  });

  it("counts what parts share once for each, and has a center without area or density", () => {
    const crate = box(2, 1, { center: { x: 3, y: 4 } }), one = massProperties(crate, 5);
    const twice = massProperties(compound([crate, crate]), 5);
    assertEquals(twice, { mass: 20, center: { x: 3, y: 4 }, inertia: 2 * one.inertia });
    const dots = compound([point({ x: 1, y: 2 }), segment({ x: 2, y: 4 }, { x: 4, y: 8 })]);
    const out = { mass: 1, center: { x: 9, y: 9 }, inertia: 1 };
    assertStrictEquals(massProperties(dots, 3, out), out);
    assertEquals(out, { mass: 0, center: { x: 2, y: 4 }, inertia: 0 });
    const pair = compound([box(1, 1), box(1, 3, { center: { x: 2, y: 1 } })]);
    const none = massProperties(pair, 0);
    assertEquals(none, { mass: 0, center: { x: 1.5, y: 0.75 }, inertia: 0 });
  });
});
