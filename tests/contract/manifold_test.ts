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
  circle,
  collide,
  type CollideOptions,
  compound,
  convex,
  type ConvexShape,
  ellipse,
  IDENTITY,
  type Manifold,
  manifolds,
  newManifold,
  point,
  polygon,
  type Pose,
  pose,
  segment,
} from "@narrowphase/gjk2d";
import { Random } from "../generate/random.ts";
import { hullOfDoubles } from "../exact/oracle/exact.ts";

function randomShape(r: Random, scale = 1, dx = 0, dy = 0): ConvexShape {
  const at = (): { x: number; y: number } => ({
    x: scale * (r.int(-64, 64) / 64) + dx,
    y: scale * (r.int(-64, 64) / 64) + dy,
  });
  const radius = scale * r.int(1, 32) / 64;
  switch (r.int(0, 6)) {
    case 0:
      return point(at());
    case 1:
      return circle(radius, at());
    case 2:
      return segment(at(), { x: at().x + 3 * scale, y: at().y });
    case 3:
      return capsule(at(), { x: at().x + 3 * scale, y: at().y }, radius);
    default: {
      for (;;) {
        const hull = hullOfDoubles([at(), at(), at(), at(), at()]);
        if (hull.length > 2) return polygon(hull, { radius: r.chance(0.5) ? 0 : radius });
      }
    }
  }
}

/** The contact points without their order. */
function sorted({ pointCount, points }: Manifold): Manifold["points"][0][] {
  return points.slice(0, pointCount).sort((p, q) => p.point.x - q.point.x || p.point.y - q.point.y);
}

function fresh(): Manifold {
  return collide(circle(1), IDENTITY, circle(1), IDENTITY);
}

describe("manifolds", () => {
  it("are the same with A and B swapped: normal turned, points kept", () => {
    let two = 0;
    for (let i = 0; i < 20_000; i++) {
      const r = new Random("swap", i);
      const [a, b] = [randomShape(r), randomShape(r)];
      const pa = pose(r.range(-1, 1), r.range(-1, 1), r.range(-3, 3));
      const pb = pose(r.range(-2, 2), r.range(-2, 2), r.range(-3, 3));
      const margin = r.chance(0.5) ? 0 : 0.25;
      const m = collide(a, pa, b, pb, { margin });
      const n = collide(b, pb, a, pa, { margin });
      const what = `pair ${i}`;
      assertStrictEquals(m.pointCount, n.pointCount, what);
      if (m.pointCount === 0) continue;
      if (m.pointCount === 2) two++;
      assertLess(Math.abs(m.normal.x + n.normal.x) + Math.abs(m.normal.y + n.normal.y), 1e-9, what);
      const [p, q] = [sorted(m), sorted(n)];
      for (let k = 0; k < m.pointCount; k++) {
        assertLess(Math.abs(p[k].point.x - q[k].point.x), 1e-9, what);
        assertLess(Math.abs(p[k].point.y - q[k].point.y), 1e-9, what);
        assertLess(Math.abs(p[k].separation - q[k].separation), 1e-9, what);
      }
    }
    assert(two > 2000, String(two));
  });

  it("scale by powers of two, bit for bit, and keep their ids", () => {
    for (let i = 0; i < 4000; i++) {
      for (const k of [-200, -1, 3, 200]) {
        const scale = 2 ** k;
        const [r, s] = [new Random("scale", i), new Random("scale", i)];
        const [a, b] = [randomShape(r), randomShape(r)];
        const [A, B] = [randomShape(s, scale), randomShape(s, scale)];
        const [pa, pb] = [pose(r.range(-1, 1), r.range(-1, 1), 1), pose(r.range(-1, 1), 0, i)];
        const up = (p: Pose): Pose => ({ ...p, x: scale * p.x, y: scale * p.y });
        const m = collide(a, pa, b, pb, { margin: 0.25 });
        const n = collide(A, up(pa), B, up(pb), { margin: 0.25 * scale });
        assertEquals(n.normal, m.normal);
        assertStrictEquals(n.pointCount, m.pointCount);
        for (let j = 0; j < m.pointCount; j++) {
          const { point: p, separation, id } = m.points[j];
          assertEquals(n.points[j], {
            point: { x: scale * p.x, y: scale * p.y },
            separation: scale * separation,
            id,
          });
        }
      }
    }
  });

  it("do not depend on where the world's origin is, bit for bit on a grid", () => {
    for (let i = 0; i < 4000; i++) {
      const r = new Random("translation", i);
      const [a, b] = [randomShape(r), randomShape(r)];
      const [x, y] = [r.int(-64, 64) / 64, r.int(-64, 64) / 64];
      const here = collide(a, pose(0, 0), b, pose(x, y), { margin: 0.125 });
      const [dx, dy] = [2 ** 20, -3 * 2 ** 18];
      const there = collide(a, pose(dx, dy), b, pose(dx + x, dy + y), { margin: 0.125 });
      assertEquals(there.normal, here.normal);
      assertStrictEquals(there.pointCount, here.pointCount);
      for (let k = 0; k < here.pointCount; k++) {
        assertStrictEquals(there.points[k].separation, here.points[k].separation);
        assertStrictEquals(there.points[k].id, here.points[k].id);
        assertLessOrEqual(
          Math.abs(there.points[k].point.x - dx - here.points[k].point.x),
          2 ** -31,
        );
        assertLessOrEqual(
          Math.abs(there.points[k].point.y - dy - here.points[k].point.y),
          2 ** -31,
        );
      }
    }
  });

  it("may be written over a pose that is asked about, and are returned", () => {
    const [a, b] = [box(2, 4), box(3, 1)];
    const expected = collide(a, pose(1, 2, 0.5), b, pose(2, 3, 1));
    assertStrictEquals(expected.pointCount, 2);
    const [pa, pb] = [pose(1, 2, 0.5), pose(2, 3, 1)];
    const out = fresh();
    out.points[0].point = pa;
    out.points[1].point = pb;
    out.normal = { x: 7, y: 8 };
    assertStrictEquals(collide(a, pa, b, pb, undefined, out), out);
    assertEquals({ x: pa.x, y: pa.y }, expected.points[0].point);
    assertEquals({ x: pb.x, y: pb.y }, expected.points[1].point);
    assertEquals(out.normal, expected.normal);
    assertStrictEquals(out.points[1].separation, expected.points[1].separation);
  });

  it("have zeros where no contact is, whatever the query before or out has left there", () => {
    const nothing = { point: { x: 0, y: 0 }, separation: 0, id: 0 };
    const out = newManifold();
    for (const ball of [circle(1), ellipse(1, 0.5)]) {
      for (const [x, count] of [[1.5, 1], [9, 0]]) {
        for (const given of [undefined, out]) {
          const two = collide(box(2, 2), IDENTITY, box(2, 2), pose(1.5, 0.25), {}, out);
          assertStrictEquals(two.pointCount, 2);
          const { pointCount, points } = collide(box(2, 2), IDENTITY, ball, pose(x, 0), {}, given);
          assertStrictEquals(pointCount, count);
          assertEquals(points.slice(count), [nothing, nothing].slice(count));
        }
      }
    }
  });

  it("always carry two point objects of their own", () => {
    const m = collide(circle(1), IDENTITY, circle(1), pose(9, 0));
    assertStrictEquals(m.pointCount, 0);
    assertStrictEquals(m.points.length, 2);
    assert(m.points[0] !== m.points[1] && m.points[0].point !== m.points[1].point);
    assertEquals(m.normal, { x: 1, y: 0 });
  });
});

describe("collide() refuses", () => {
  const [a, b] = [box(2, 4), circle(0.75)];

  it("a margin that is no distance", () => {
    for (
      const [margin, message] of [
        [NaN, "Cannot collide: options.margin is NaN, must be finite"],
        [Infinity, "Cannot collide: options.margin is Infinity, must be finite"],
        [-0.5, "Cannot collide: options.margin is -0.5, must be at least 0"],
        [-Infinity, "Cannot collide: options.margin is -Infinity, must be at least 0"],
      ] as const
    ) {
      assertThrows(() => collide(a, pose(), b, pose(), { margin }), RangeError, message);
    }
    for (const margin of ["1", null, {}, 1n]) {
      assertThrows(
        () => collide(a, pose(), b, pose(), { margin } as unknown as CollideOptions),
        TypeError,
        "Cannot collide: options.margin is ",
      );
    }
    assertStrictEquals(collide(a, pose(), b, pose(9, 9), {}).pointCount, 0);
    assertStrictEquals(collide(a, pose(), b, pose(9, 9), { margin: undefined }).pointCount, 0);
    assertStrictEquals(collide(a, pose(), b, pose(1, 0), { margin: -0 }).pointCount, 1);
  });

  it("a result in the place of the options, of compounds too", () => {
    const untyped = (out: object): CollideOptions => out as unknown as CollideOptions;
    assertThrows(
      () => collide(a, pose(), b, pose(), untyped(newManifold())),
      TypeError,
      "Cannot collide: options has points, must not; out is the sixth argument",
    );
    const ell = compound([a, box(4, 2)]);
    assertThrows(
      () => manifolds(ell, pose(), b, pose(), untyped({ count: 0, manifolds: [] })),
      TypeError,
      "Cannot find manifolds: options has manifolds, must not; out is the sixth argument",
    );
  });

  it("options, results, shapes and poses of the wrong kind", () => {
    for (const options of [null, 0.5, "near"]) {
      assertThrows(
        () => collide(a, pose(), b, pose(), options as unknown as CollideOptions),
        TypeError,
        "Cannot collide: options is ",
      );
    }
    for (
      const out of [
        null,
        {},
        3,
        { normal: {} },
        { normal: {}, points: [] },
        {
          ...fresh(),
          points: [fresh().points[0]],
        },
        { ...fresh(), normal: undefined },
        { ...fresh(), points: [{}, {}] },
        { ...fresh(), normal: 5 },
        { ...fresh(), normal: Object.freeze({ x: 1, y: 0 }) },
        { ...fresh(), points: [{ ...fresh().points[0], point: "here" }, fresh().points[1]] },
      ]
    ) {
      assertThrows(
        () => collide(a, pose(), b, pose(), undefined, out as unknown as Manifold),
        TypeError,
        "Cannot collide: out is ",
      );
    }
    const wrong = { x: 0 } as unknown as ConvexShape;
    assertThrows(() => collide(wrong, pose(), b, pose()), TypeError, "a is an object");
    assertThrows(() => collide(a, pose(), wrong, pose()), TypeError, "b is an object");
    assertThrows(() => collide(a, { ...pose(), x: NaN }, b, pose()), RangeError, "poseA.x is NaN");
    assertThrows(() => collide(a, pose(), b, {} as Pose), TypeError, "poseB.x is undefined");
  });

  it("before anything is written", () => {
    const out = collide(a, pose(), b, pose(1, 0));
    const before = JSON.stringify(out);
    assertThrows(() => collide(a, pose(), b, { ...pose(), sin: NaN }, {}, out), RangeError);
    assertThrows(() => collide(a, pose(), b, pose(), { margin: NaN }, out), RangeError);
    const liar = convex({
      support() {
        throw new Error("no idea");
      },
      center: { x: 0, y: 0 },
    });
    assertThrows(() => collide(a, pose(), liar, pose(), {}, out), Error, "no idea");
    assertStrictEquals(JSON.stringify(out), before);
    assertStrictEquals(collide(a, pose(), b, pose(1, 0), {}, out), out);
    assertStrictEquals(JSON.stringify(out), before);
  });
});

describe("collide() with out", () => {
  it("leaves an ellipse's contact in it as well", () => {
    const out = fresh();
    assertStrictEquals(collide(ellipse(2, 1), IDENTITY, box(1, 1), pose(2, 0), {}, out), out);
    assertStrictEquals(out.pointCount, 1);
    assertLess(Math.abs(out.points[0].separation + 0.5), 1e-14);
  });
});
