import { describe, it } from "@std/testing/bdd";
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertLess,
  assertLessOrEqual,
  assertStrictEquals,
} from "@std/assert";
import {
  box,
  capsule,
  circle,
  closestPoint,
  collide,
  type ConvexShape,
  type DistanceResult,
  ellipse,
  IDENTITY,
  intersects,
  penetration,
  point,
  type Pose,
  pose,
  regularPolygon,
  segment,
  signedDistance,
  transformPoint,
  transformShape,
} from "@narrowphase/gjk2d";

import { disk, hullOf } from "../generate/shapes.ts";
import { effort } from "../effort.ts";
import { assertConsistent, random } from "./consistent.ts";

const ULP = 2 ** -52;

/** A placed ellipse; a point when rx is 0. */
type Placed = [rx: number, ry: number, pose: Pose];

function place([rx, ry]: Placed): ConvexShape {
  return rx > 0 ? ellipse(rx, ry) : point({ x: 0, y: 0 });
}

/**
 * What is wrong, in units of 2^-52 size, with a result for an ellipse and a shape with points: how far one
 * witness is off the ellipse's point with that normal, the other off the other shape's support line, and their
 * difference off the distance along the normal.
 */
function witnessError([rx, ry, pa]: Placed, b: ConvexShape, pb: Pose, r: DistanceResult): number {
  const { pointA, pointB, normal: { x, y } } = r;
  // The point with normal n = (u, v) in the ellipse's frame is (rx² u, ry² v) / |(rx u, ry v)|.
  const u = pa.cos * x + pa.sin * y, v = pa.cos * y - pa.sin * x;
  const l = Math.hypot(rx * u, ry * v);
  const onEllipse = transformPoint(pa, { x: rx * rx * u / l, y: ry * ry * v / l });
  let far = -Infinity, size = 2 * Math.max(rx, ry);
  for (const p of b.points) {
    const w = transformPoint(pb, p);
    far = Math.max(far, x * (pointB.x - w.x) + y * (pointB.y - w.y) + b.radius);
    size = Math.max(size, Math.hypot(w.x - pa.x, w.y - pa.y));
  }
  for (const p of [pointA, pointB]) size = Math.max(size, Math.abs(p.x), Math.abs(p.y));
  // The direction has 2^-53 of rounding itself, which the boundary bends into as much as it is flat.
  const bend = Math.max(1, (rx * ry) ** 2 / l ** 3 / size);
  const onA = Math.hypot(pointA.x - onEllipse.x, pointA.y - onEllipse.y);
  return Math.max(onA / bend, Math.abs(far), gapOf(r)) / (ULP * size);
}

/** How far the witness points are off the distance along the normal. */
function gapOf({ pointA, pointB, distance, normal }: DistanceResult): number {
  return Math.hypot(
    pointB.x - pointA.x - distance * normal.x,
    pointB.y - pointA.y - distance * normal.y,
  );
}

describe("queries on an ellipse()", () => {
  it("signedDistance() is exact on the axes of an ellipse, touching or apart", () => {
    const e = ellipse(1, 2), dot = point({ x: 0, y: 0 });
    const cases: [ConvexShape, number, number, number][] = [
      [dot, 3, 0, 2],
      [ellipse(3, 0.5), 0, 4, 1.5],
      [dot, 1, 0, 0],
      [circle(0.5), 0, 2.5, 0],
    ];
    for (const [b, x, y, expected] of cases) {
      const r = signedDistance(e, IDENTITY, b, pose(x, y)), normal = { x: x && 1, y: y && 1 };
      const status = expected > 0 ? "separated" : "touching";
      assertEquals([r.distance, r.normal, r.status], [expected, normal, status]);
      assertEquals(r.pointA, { x: normal.x, y: 2 * normal.y });
      assertEquals(r.featureA, { type: "support", i: -1, j: -1 });
      assertStrictEquals(r.featureB.type, b.support === null ? "vertex" : "support");
      assertStrictEquals(intersects(e, IDENTITY, b, pose(x, y)), expected === 0);
      const p = penetration(e, IDENTITY, b, pose(x, y));
      assertStrictEquals(p?.depth, expected === 0 ? 0 : undefined);
    }
  });

  it("signedDistance() takes the short axes when ellipses are concentric", () => {
    const same = signedDistance(ellipse(3, 1), IDENTITY, ellipse(3, 1), IDENTITY);
    assertAlmostEquals(same.distance, -2, 8 * ULP);
    assertAlmostEquals(Math.abs(same.normal.y), 1, ULP);
    assertStrictEquals(same.status, "overlapping");
    // Every direction is as good as any other.
    const round = signedDistance(ellipse(2, 2), IDENTITY, ellipse(2, 2), IDENTITY);
    assertAlmostEquals(round.distance, -4, 8 * ULP);
    assertEquals(round.normal, { x: 1, y: 0 });
    assertStrictEquals(round.status, "overlapping");
    const crossed = signedDistance(ellipse(1, 1.01), IDENTITY, ellipse(1.01, 1), IDENTITY);
    assertStrictEquals(crossed.status, "overlapping");
    // At a center of curvature the minimum is flat to fourth order.
    const focal = signedDistance(ellipse(2, 1), IDENTITY, point({ x: 1.5, y: 0 }), IDENTITY);
    assertAlmostEquals(focal.distance, -0.5, 4 * ULP);
    assertStrictEquals(focal.status, "overlapping");
  });

  it("signedDistance() ends when a round ellipse shares its center with another shape", () => {
    const others = [point({ x: 0, y: 0 }), circle(0.5), ellipse(0.3, 0.3), ellipse(0.75, 0.75)];
    for (const [k, b] of others.entries()) {
      const far = [0, 0.5, 0.3, 0.75][k];
      for (const r of [1, 0.75, 0.5, 1.3]) {
        for (let i = 0; i < 200; i++) {
          const p = pose(i % 2 === 0 ? 0 : 3, i % 3 === 0 ? 0 : 4, i / 100);
          const e = ellipse(r, r);
          const d = assertConsistent(e, p, b, { ...pose(p.x, p.y, i / 70) }, 8);
          assertAlmostEquals(d.distance, -(r + far), 8 * ULP);
          assertStrictEquals(d.status, "overlapping");
          assertLess(d.iterations, 20);
          // Every direction is as good as any other: A's own x axis.
          assertAlmostEquals(d.normal.x, p.cos, ULP);
          assertAlmostEquals(d.normal.y, p.sin, ULP);
          assertEquals(closestPoint(e, p, p), { x: p.x, y: p.y });
        }
      }
    }
  });

  it("penetration() and collide() have the points of a circle when an ellipse is round", () => {
    const a = ellipse(1, 1);
    const at = pose(0.3, 0.1);
    const p = penetration(a, at, box(4, 4), IDENTITY)!;
    assertAlmostEquals(p.depth, 2.7, 4 * ULP);
    assertAlmostEquals(p.pointA.x, -0.7, 4 * ULP);
    assertAlmostEquals(p.pointA.y, 0.1, 4 * ULP);
    assertAlmostEquals(p.pointB.x, 2, 4 * ULP);
    assertAlmostEquals(p.pointB.y, 0.1, 4 * ULP);
    const { pointCount, points } = collide(a, at, box(4, 4), IDENTITY);
    assertStrictEquals(pointCount, 1);
    assertAlmostEquals(points[0].point.x, 0.65, 4 * ULP);
    assertAlmostEquals(points[0].point.y, 0.1, 4 * ULP);
  });

  it("signedDistance() has witness points to 4 u when ellipses meet shapes with points", () => {
    const next = random(7);
    const makers = [
      () => point({ x: next(), y: -next() }),
      () => circle(0.2 + next(), { x: next(), y: 0.5 }),
      () => segment({ x: next() - 2, y: next() }, { x: 1 + next(), y: next() }),
      () => capsule({ x: next() - 2, y: next() }, { x: 1 + next(), y: next() }, 0.3),
      () => box(0.5 + 4 * next(), 0.5 + 4 * next()),
      () => box(0.5 + 2 * next(), 0.5 + 2 * next(), { radius: 0.4 }),
      () => regularPolygon(3 + Math.floor(30 * next()), 0.5 + 2 * next()),
    ];
    // Round, round but for rounding, nearly round, slender.
    const ratios = [
      () => 1,
      () => 1 + 1e-12 * next(),
      () => 1 + 1e-9 * (next() - 0.5),
      () => 1 + 1e-6 * next(),
      () => Math.exp(4 * next() - 2),
      () => Math.exp(4 * next() - 2),
      () => 1000 ** (2 * next() - 1),
    ];
    for (let k = 0; k < effort(20_000); k++) {
      const rx = 0.2 + 2 * next();
      const onGrid = k % 3 === 0;
      const grid = (range: number) => Math.round(2 * range * (next() - 0.5)) / 2;
      const a: Placed = [
        rx,
        rx * ratios[(k >> 2) % ratios.length](),
        onGrid ? pose(grid(2), grid(2)) : pose(2 * next(), 2 * next(), 6 * next()),
      ];
      const b = makers[k % makers.length]();
      const pb = onGrid
        ? pose(grid(5), grid(5), k % 2 === 0 ? 0 : next())
        : pose(6 * next() - 2, 6 * next() - 2, 6 * next());
      const e = ellipse(a[0], a[1]);
      const wrapped = hullOf(b.points, b.radius);
      for (const other of k % 2 === 0 ? [b, wrapped] : [b]) {
        const r = signedDistance(e, a[2], other, pb);
        assertLessOrEqual(witnessError(a, b, pb, r), 4, `case ${k}, ${b.kind}`);
      }
    }
  });

  it("signedDistance() has witness points to 4 u when shapes lie far from their origins", () => {
    const next = random(11);
    for (const far of [5, 33, 300, 1e5]) {
      for (let k = 0; k < effort(1500); k++) {
        // Over flat ground at angle `turn` the lowest point of an upright ellipse touches, at x from the tile's left.
        const turn = k % 4 < 2 ? 0.3 : 6 * next();
        const ground = pose(0, 0, turn);
        const x = next(), y = 0.4 + (k % 3 === 0 ? 0.1 : 0) - 0.01 * next();
        const { cos, sin } = ground;
        const at = (x: number, y: number) => ({ ...ground, ...transformPoint(ground, { x, y }) });
        const e = ellipse(0.7, 0.4);
        const wide = box(1, 1, { center: { x: far + 0.5, y: -0.5 } });
        const edge = capsule({ x: far, y: -0.25 }, { x: far + 1, y: -0.25 }, 0.25);
        const tile = k % 2 === 0 ? wide : edge;
        const moved = transformShape(transformShape(e, pose(3, y)), pose(far + x - 3, 0));
        const cases: [ConvexShape, Pose, ConvexShape, Pose][] = [
          [tile, ground, e, at(far + x, y)],
          [e, at(far + x, y), tile, ground],
          [tile, ground, moved, ground],
          [moved, ground, tile, ground],
          [box(1, 1), at(far + 0.5, -0.5), moved, ground],
          [moved, ground, box(1, 1), at(far + 0.5, -0.5)],
        ];
        for (const [m, [a, pa, b, pb]] of cases.entries()) {
          const { distance: d, normal: n, pointA, pointB } = signedDistance(a, pa, b, pb);
          const label = `far ${far}, case ${k}.${m}`;
          const most = 4 * ULP * (far + 2);
          const dx = pointB.x - pointA.x, dy = pointB.y - pointA.y;
          assertLessOrEqual(Math.abs(n.x * dy - n.y * dx), most, label);
          assertLessOrEqual(Math.abs(n.x * dx + n.y * dy - d), most, label);
          assertLessOrEqual(Math.abs(d - (y - 0.4)), most, label);
          const along = cos * (pointA.x + pointB.x) + sin * (pointA.y + pointB.y);
          assertLessOrEqual(Math.abs(along / 2 - (far + x)), 2 * most, label);
        }
      }
    }
  });

  it("signedDistance() has witness points across the normal when the flank of a needle is beside an oval", () => {
    // Along the flank a turn by one rounding takes the support point further than the shapes are rounded; and the
    // difference of the shapes is small about there, beside the shapes.
    const turn = { cos: -0.8104375138169303, sin: -0.5858250901064522 };
    const measure = ([a, b]: [Placed, Placed]) => signedDistance(place(a), a[2], place(b), b[2]);
    const cases: [Placed, Placed][] = [
      [
        [1.22327592484653, 0.000014010690303016524, { x: 0, y: 0, ...turn }],
        [0.9265571160241961, 0.9095464460869243, pose(0.5364236087237394, -0.7420951441647524)],
      ],
    ];
    const next = random(12);
    for (let k = 0; k < effort(8000); k++) {
      const needle: Placed = [1, 10 ** (-3 - 3 * next()), pose(0, 0, 6 * next())];
      const rx = 0.2 + next(), ry = rx * (k % 2 === 0 ? 1 : 0.5 + next());
      const at = transformPoint(needle[2], { x: 1.8 * next() - 0.9, y: Math.max(rx, ry) });
      const oval: Placed = [rx, ry, pose(at.x, at.y, 6 * next())];
      // To a gap from 1e-2 down to 1e-9.
      const { distance: d, normal } = measure([needle, oval]);
      const move = 10 ** (-2 - 7 * next()) - d;
      oval[2].x += move * normal.x;
      oval[2].y += move * normal.y;
      cases.push([needle, oval]);
    }
    for (const [k, pair] of cases.entries()) {
      assertLessOrEqual(gapOf(measure(pair)), 16 * ULP, `case ${k}`);
    }
  });

  it("penetration() has no result that is -0", () => {
    const e = ellipse(2, 1);
    assert(Object.is(penetration(e, IDENTITY, e, IDENTITY)!.normal.x, 0));
    for (const b of [e, box(2, 2), segment({ x: -1, y: 0 }, { x: 1, y: 0 }), circle(1)]) {
      for (let k = 0; k < 81; k++) {
        const pb = { x: k % 9 / 2 - 2, y: Math.floor(k / 9) / 2 - 2, cos: 1, sin: -0 };
        const r = signedDistance(e, { x: -0, y: -0, cos: 1, sin: 0 }, b, pb);
        const { distance, normal, pointA, pointB } = r;
        for (const x of [distance, normal.x, normal.y, pointA.x, pointA.y, pointB.x, pointB.y]) {
          assert(!Object.is(x, -0), `case ${k}`);
        }
      }
    }
  });

  it("signedDistance() has the same bits when the pair is 1e12 away", () => {
    const a = ellipse(1, 0.5), b = ellipse(0.25, 0.75);
    const near = signedDistance(a, pose(0, 0), b, pose(3, 2));
    const far = signedDistance(a, pose(1e12, -1e12), b, pose(1e12 + 3, -1e12 + 2));
    assertStrictEquals(far.distance, near.distance);
    assertEquals(far.normal, near.normal);
  });

  it("signedDistance() ends when support points are as coarse as 1e12 makes them", () => {
    const c = 1e12, shifted = disk(1, { x: c, y: c });
    const apart = signedDistance(shifted, IDENTITY, point({ x: c + 4, y: c + 3 }), IDENTITY);
    assertAlmostEquals(apart.distance, 4, 2 ** -11);
    assertStrictEquals(apart.status, "separated");
    const deep = signedDistance(shifted, IDENTITY, point({ x: c + 0.5, y: c }), IDENTITY);
    assertAlmostEquals(deep.distance, -0.5, 2 ** -11);
  });

  it("signedDistance() scales by powers of two when sizes go from 2^-200 to 2^200", () => {
    for (const [x, y] of [[3, 2], [0.5, 0.25], [1, 0]]) {
      const one = signedDistance(ellipse(1, 2), IDENTITY, box(1, 0.5), pose(x, y));
      for (const k of [-200, -30, 30, 200]) {
        const s = 2 ** k;
        const r = signedDistance(ellipse(s, 2 * s), IDENTITY, box(s, s / 2), pose(x * s, y * s));
        assertStrictEquals(r.distance, one.distance * s);
        assertEquals(r.normal, one.normal);
        assertStrictEquals(r.status, one.status);
      }
    }
  });
});
