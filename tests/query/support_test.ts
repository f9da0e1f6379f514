import { describe, it } from "@std/testing/bdd";
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  box,
  capsule,
  circle,
  convex,
  ellipse,
  IDENTITY,
  point,
  polygon,
  pose,
  regularPolygon,
  segment,
  support,
  transformPoint,
} from "@narrowphase/gjk2d";

const ULP = 2 ** -52;

describe("support()", () => {
  it("support() is the furthest vertex when the shape is a polygon", () => {
    const b = box(4, 2);
    assertEquals(support(b, IDENTITY, { x: 1, y: 3 }), { x: 2, y: 1 });
    assertEquals(support(b, IDENTITY, { x: -1, y: 3 }), { x: -2, y: 1 });
    assertEquals(support(b, IDENTITY, { x: -1, y: -3 }), { x: -2, y: -1 });
    assertEquals(support(b, pose(10, 20), { x: 1e-9, y: -3e-9 }), { x: 12, y: 19 });
  });

  it("support() is the center plus the radius when the shape is a circle", () => {
    assertEquals(support(circle(5), IDENTITY, { x: 3, y: 4 }), { x: 3, y: 4 });
    assertEquals(support(circle(5, { x: 1, y: 2 }), pose(10, 20), { x: 3, y: -4 }), {
      x: 14,
      y: 18,
    });
  });

  it("support() adds the radius when the shape is a capsule or a rounded box", () => {
    const c = capsule({ x: -1, y: 2 }, { x: 3, y: 2 }, 0.5);
    assertEquals(support(c, IDENTITY, { x: 1, y: 0 }), { x: 3.5, y: 2 });
    assertEquals(support(c, IDENTITY, { x: -2, y: 0 }), { x: -1.5, y: 2 });
    const r = support(box(4, 2, { radius: 5 }), IDENTITY, { x: 3, y: 4 });
    assertAlmostEquals(r.x, 5, 8 * ULP);
    assertAlmostEquals(r.y, 5, 8 * ULP);
  });

  it("support() of an ellipse is what its own support function writes", () => {
    for (const [x, y] of [[2, 0], [0, -3], [-1, 2], [0.25, 0.5]]) {
      const own = { x: NaN, y: NaN }, shape = ellipse(2, 1);
      shape.support!(x, y, own);
      const found = support(shape, pose(), { x, y });
      assertAlmostEquals(own.x, found.x, 1e-15);
      assertAlmostEquals(own.y, found.y, 1e-15);
      assertAlmostEquals(own.x * own.x / 4 + own.y * own.y, 1, 1e-15);
    }
  });

  it("support() is that of the support function when there is one", () => {
    assertEquals(support(ellipse(3, 2), IDENTITY, { x: 0, y: 7 }), { x: 0, y: 2 });
    assertEquals(support(ellipse(3, 2), pose(1, 5), { x: -2, y: 0 }), { x: -2, y: 5 });
    const pointed = convex({
      center: { x: 0, y: 0 },
      radius: 0.5,
      support: (_dx, _dy, out) => {
        out.x = 1;
        out.y = 2;
      },
    });
    assertEquals(support(pointed, IDENTITY, { x: 0, y: 1 }), { x: 1, y: 2.5 });
  });

  it("support() is no less far than any other point when the pose turns", () => {
    for (
      const shape of [box(3, 1), regularPolygon(17, 2), segment({ x: 0, y: 1 }, { x: 3, y: 4 })]
    ) {
      for (let k = 0; k < 50; k++) {
        const p = pose(k, -2 * k, 0.37 * k);
        const dir = { x: Math.cos(k), y: Math.sin(k) };
        const s = support(shape, p, dir);
        const reach = (q: { x: number; y: number }) => (q.x - p.x) * dir.x + (q.y - p.y) * dir.y;
        const reached = shape.points.map((q) => reach(transformPoint(p, q)));
        assertAlmostEquals(reach(s), Math.max(...reached), 64 * ULP * (1 + k));
      }
    }
  });

  it("support() takes the first of equally far vertices", () => {
    const b = box(2, 2);
    const s = support(b, IDENTITY, { x: 1, y: 0 });
    const first = b.points.find((p) => p.x === 1)!;
    assertEquals(s, { x: first.x, y: first.y });
  });

  it("support() takes the first along the exact normal of any edge", () => {
    const shape = polygon([
      { x: 19, y: -41 },
      { x: -12, y: 43 },
      { x: -19, y: 41 },
      { x: -40, y: -20 },
    ]);
    for (let k = 0; k < shape.count; k++) {
      const p = shape.points[k], q = shape.points[(k + 1) % shape.count];
      const first = k + 1 < shape.count ? p : q;
      assertEquals(support(shape, IDENTITY, { x: q.y - p.y, y: p.x - q.x }), { ...first });
    }
  });

  it("support() does not depend on the length of the direction", () => {
    const shape = box(3, 1, { radius: 0.25 });
    const one = support(shape, pose(1, 2, 0.5), { x: 0.6, y: 0.8 });
    for (const k of [-1000, -600, -3, 600, 1000]) {
      const s = support(shape, pose(1, 2, 0.5), { x: 0.6 * 2 ** k, y: 0.8 * 2 ** k });
      assertEquals(s, one);
    }
  });

  it("support() returns out, which may be dir", () => {
    const dir = { x: 1, y: 3 };
    const r = support(box(4, 2), pose(10, 20), dir, dir);
    assertStrictEquals(r, dir);
    assertEquals(dir, { x: 12, y: 21 });
    const own = { x: 3, y: 4 };
    support(circle(5), IDENTITY, own, own);
    assertEquals(own, { x: 3, y: 4 });
  });

  it("support() refuses bad arguments and leaves out alone", () => {
    const out = { x: 5, y: 7 };
    // deno-lint-ignore no-explicit-any
    const call = (shape: any, at: any, dir: any) => () => support(shape, at, dir, out);
    const p = point({ x: 1, y: 2 });
    assertThrows(call({}, IDENTITY, { x: 1, y: 0 }), TypeError, "Cannot find support: shape is");
    assertThrows(call(p, null, { x: 1, y: 0 }), TypeError, "Cannot find support: pose is null");
    assertThrows(call(p, IDENTITY, undefined), TypeError, "dir is undefined");
    assertThrows(call(p, IDENTITY, { x: 1, y: NaN }), RangeError, "dir.y is NaN");
    assertThrows(call(p, IDENTITY, { x: "1", y: 2 }), TypeError, `dir.x is the string "1"`);
    assertThrows(call(p, IDENTITY, { x: 0, y: -0 }), RangeError, "dir is (0, 0)");
    assertThrows(
      call(p, { x: 1, y: 2, cos: Infinity, sin: 0 }, { x: 1, y: 0 }),
      RangeError,
      "pose.cos is Infinity",
    );
    const bad = convex({ center: { x: 0, y: 0 }, support: () => {} });
    assertThrows(call(bad, IDENTITY, { x: 1, y: 0 }), RangeError, "out.x is NaN");
    assertEquals(out, { x: 5, y: 7 });
    assert(support(p, IDENTITY, { x: 1, y: 0 }, out) === out);
  });
});
