import { describe, it } from "@std/testing/bdd";
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertLess,
  assertLessOrEqual,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  box,
  capsule,
  circle,
  closestPoint,
  collide,
  containsPoint,
  convex,
  type ConvexShape,
  distance,
  type DistanceResult,
  ellipse,
  evaluateSupport,
  IDENTITY,
  intersects,
  penetration,
  point,
  polygon,
  type Pose,
  pose,
  rayCast,
  regularPolygon,
  segment,
  shapeCast,
  signedDistance,
  transformShape,
  type Vec2,
} from "@narrowphase/gjk2d";
import { effort } from "../effort.ts";

const ULP = 2 ** -52;

/** Numbers in [0, 1) from a seed. */
function random(seed: number): () => number {
  let s = seed | 0;
  return () => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function newResult(): DistanceResult {
  return {
    status: "exhausted",
    distance: NaN,
    normal: { x: NaN, y: NaN },
    pointA: { x: NaN, y: NaN },
    pointB: { x: NaN, y: NaN },
    featureA: { type: "vertex", i: 0, j: 0 },
    featureB: { type: "vertex", i: 0, j: 0 },
    partA: 0,
    partB: 0,
    iterations: 0,
  };
}

/** The convex hull of points, by its support function. */
function hullOf(points: readonly Readonly<Vec2>[], radius = 0): ConvexShape {
  let x = 0;
  let y = 0;
  for (const p of points) {
    x += p.x / points.length;
    y += p.y / points.length;
  }
  return convex({
    center: { x, y },
    radius,
    support(dx, dy, out) {
      let best = points[0];
      for (const p of points) {
        if ((p.x - best.x) * dx + (p.y - best.y) * dy > 0) best = p;
      }
      out.x = best.x;
      out.y = best.y;
    },
  });
}

function disk(r: number, center: Vec2 = { x: 0, y: 0 }): ConvexShape {
  return convex({
    center,
    support(dx, dy, out) {
      const l = Math.sqrt(dx * dx + dy * dy);
      out.x = r * dx / l + center.x;
      out.y = r * dy / l + center.y;
    },
  });
}

/** The core of a shape, by its support function. */
function wrap(shape: ConvexShape): ConvexShape {
  return convex({
    center: { x: 0, y: 0 },
    support: (dx, dy, out) => void evaluateSupport(shape, dx, dy, out),
  });
}

/** A placed ellipse; a point when rx is 0. */
type Placed = [rx: number, ry: number, pose: Pose];

function place([rx, ry]: Placed): ConvexShape {
  return rx > 0 ? ellipse(rx, ry) : point({ x: 0, y: 0 });
}

/** max of n·c over c in A ⊖ B for the unit vector n at angle t: how far B must move along n to part. */
function extentAt([ax, ay, a]: Placed, [bx, by, b]: Placed, t: number): number {
  const x = Math.cos(t);
  const y = Math.sin(t);
  return Math.hypot(ax * (a.cos * x + a.sin * y), ay * (a.cos * y - a.sin * x)) +
    (bx > 0 ? Math.hypot(bx * (b.cos * x + b.sin * y), by * (b.cos * y - b.sin * x)) : 0) -
    (x * (b.x - a.x) + y * (b.y - a.y));
}

/** Signed distance by dense sampling, and ternary search around every local minimum. */
function sampledSignedDistance(a: Placed, b: Placed): number {
  const n = 1440;
  const step = 2 * Math.PI / n;
  const h = Array.from({ length: n }, (_, k) => extentAt(a, b, k * step));
  let least = Math.min(...h);
  for (let k = 0; k < n; k++) {
    if (h[k] > h[(k + 1) % n] || h[k] > h[(k + n - 1) % n]) continue;
    let lo = (k - 1) * step;
    let hi = (k + 1) * step;
    for (let i = 0; i < 80; i++) {
      const u = lo + (hi - lo) / 3;
      const v = hi - (hi - lo) / 3;
      if (extentAt(a, b, u) < extentAt(a, b, v)) hi = v;
      else lo = u;
    }
    least = Math.min(least, extentAt(a, b, lo));
  }
  return -least;
}

/**
 * What is wrong, in units of 2^-52 size, with a result for an ellipse and a shape with points: how far one
 * witness is off the ellipse's point with that normal, the other off the other shape's support line, and their
 * difference off the distance along the normal.
 */
function witnessError([rx, ry, pa]: Placed, b: ConvexShape, pb: Pose, r: DistanceResult): number {
  const { pointA, pointB, normal: { x, y } } = r;
  // The point with normal n = (u, v) in the ellipse's frame is (rx² u, ry² v) / |(rx u, ry v)|.
  const u = pa.cos * x + pa.sin * y;
  const v = pa.cos * y - pa.sin * x;
  const l = Math.hypot(rx * u, ry * v);
  const ax = rx * rx * u / l;
  const ay = ry * ry * v / l;
  let far = -Infinity;
  let diameter = 2 * Math.max(rx, ry);
  for (const p of b.points) {
    const wx = pb.cos * p.x - pb.sin * p.y + pb.x;
    const wy = pb.sin * p.x + pb.cos * p.y + pb.y;
    far = Math.max(far, x * (pointB.x - wx) + y * (pointB.y - wy) + b.radius);
    diameter = Math.max(diameter, Math.hypot(wx - pa.x, wy - pa.y));
  }
  const size = Math.max(
    diameter,
    ...[pointA, pointB].flatMap((p) => [Math.abs(p.x), Math.abs(p.y)]),
  );
  // The direction has 2^-53 of rounding itself, which the boundary bends into as much as it is flat.
  const bend = Math.max(1, (rx * ry) ** 2 / l ** 3 / size);
  const onA = Math.hypot(
    pointA.x - pa.x - (pa.cos * ax - pa.sin * ay),
    pointA.y - pa.y - (pa.sin * ax + pa.cos * ay),
  );
  const gap = Math.hypot(
    pointB.x - pointA.x - r.distance * x,
    pointB.y - pointA.y - r.distance * y,
  );
  return Math.max(onA / bend, Math.abs(far), gap) / (ULP * size);
}

/** All queries on a pair, held against each other. */
function assertConsistent(
  a: ConvexShape,
  pa: Pose,
  b: ConvexShape,
  pb: Pose,
  size: number,
): DistanceResult {
  const r = signedDistance(a, pa, b, pb);
  const d = distance(a, pa, b, pb);
  assertStrictEquals(d.distance, Math.max(0, r.distance));
  assertStrictEquals(intersects(a, pa, b, pb), r.distance <= 0);
  const p = penetration(a, pa, b, pb);
  assertStrictEquals(p === null, r.distance > 0);
  if (p !== null) assertStrictEquals(p.depth, 0 - r.distance);
  assertAlmostEquals(Math.hypot(r.normal.x, r.normal.y), 1, 4 * ULP);
  const gap = Math.hypot(
    r.pointB.x - r.pointA.x - r.distance * r.normal.x,
    r.pointB.y - r.pointA.y - r.distance * r.normal.y,
  );
  assertLessOrEqual(gap, 8 * ULP * size);
  if (d.distance === 0) assertEquals(d.pointA, d.pointB);
  const status = r.distance > 0 ? "separated" : r.distance < 0 ? "overlapping" : "touching";
  if (r.status !== "exhausted") assertStrictEquals(r.status, status);
  return r;
}

describe("queries on ellipses", () => {
  it("signedDistance() is that of dense sampling when ellipses and points lie anywhere", () => {
    const next = random(1);
    let iterations = 0;
    let worst = 0;
    for (let k = 0; k < effort(1000); k++) {
      const a: Placed = [0.2 + 2 * next(), 0.2 + 2 * next(), pose(0, 0, 6 * next())];
      const b: Placed = [
        k % 3 === 0 ? 0 : 0.2 + 2 * next(),
        0.2 + 2 * next(),
        pose(6 * next() - 3, 6 * next() - 3, 6 * next()),
      ];
      const size = Math.max(a[0], a[1]) + Math.max(b[0], b[1]) + Math.hypot(b[2].x, b[2].y);
      const r = assertConsistent(place(a), a[2], place(b), b[2], size);
      assert(r.status !== "exhausted");
      worst = Math.max(worst, Math.abs(r.distance - sampledSignedDistance(a, b)) / size);
      iterations = Math.max(iterations, r.iterations);
    }
    assertLessOrEqual(worst, 2e-15);
    assertLess(iterations, 60);
  });

  it("signedDistance() is right when the aspect ratio is 1e6", () => {
    const next = random(2);
    for (let k = 0; k < 300; k++) {
      const a = pose(0, 0, 6 * next());
      const b = pose(4 * next() - 2, 4 * next() - 2, 0);
      const r = assertConsistent(ellipse(1, 1e-6), a, point({ x: 0, y: 0 }), b, 4);
      assert(r.status !== "exhausted");
      // In the frame of the needle: the distance from a segment, but for its thickness.
      const x = a.cos * b.x + a.sin * b.y;
      const y = a.cos * b.y - a.sin * b.x;
      assertAlmostEquals(r.distance, Math.hypot(Math.max(0, Math.abs(x) - 1), y), 1.0001e-6);
    }
  });

  it("signedDistance() is exact on the axes of an ellipse", () => {
    const right = signedDistance(ellipse(1, 2), IDENTITY, point({ x: 3, y: 0 }), IDENTITY);
    assertStrictEquals(right.distance, 2);
    assertEquals(right.normal, { x: 1, y: 0 });
    assertEquals(right.pointA, { x: 1, y: 0 });
    assertEquals(right.pointB, { x: 3, y: 0 });
    assertEquals(right.featureA, { type: "support", i: -1, j: -1 });
    assertEquals(right.featureB, { type: "vertex", i: 0, j: 0 });
    const top = signedDistance(ellipse(1, 2), IDENTITY, ellipse(3, 0.5), pose(0, 4));
    assertStrictEquals(top.distance, 1.5);
    assertEquals(top.normal, { x: 0, y: 1 });
  });

  it("signedDistance() is 0 when a point or a circle touches an ellipse", () => {
    const e = ellipse(1, 2);
    const p = point({ x: 1, y: 0 });
    const r = signedDistance(e, IDENTITY, p, IDENTITY);
    assertStrictEquals(r.distance, 0);
    assertStrictEquals(r.status, "touching");
    assertEquals(r.normal, { x: 1, y: 0 });
    assertStrictEquals(intersects(e, IDENTITY, p, IDENTITY), true);
    assertStrictEquals(penetration(e, IDENTITY, p, IDENTITY)?.depth, 0);
    const up = signedDistance(e, IDENTITY, circle(0.5, { x: 0, y: 2.5 }), IDENTITY);
    assertStrictEquals(up.distance, 0);
    assertEquals(up.normal, { x: 0, y: 1 });
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
        const at = (u: number, v: number): Pose => ({
          x: cos * u - sin * v,
          y: sin * u + cos * v,
          cos,
          sin,
        });
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
    const cases: [Placed, Placed][] = [
      [
        [1.22327592484653, 0.000014010690303016524, {
          x: 0,
          y: 0,
          cos: -0.8104375138169303,
          sin: -0.5858250901064522,
        }],
        [0.9265571160241961, 0.9095464460869243, pose(0.5364236087237394, -0.7420951441647524)],
      ],
    ];
    const next = random(12);
    for (let k = 0; k < effort(8000); k++) {
      const needle: Placed = [1, 10 ** (-3 - 3 * next()), pose(0, 0, 6 * next())];
      const { cos, sin } = needle[2];
      const rx = 0.2 + next();
      const ry = rx * (k % 2 === 0 ? 1 : 0.5 + next());
      const along = 1.8 * next() - 0.9;
      const aside = Math.max(rx, ry);
      const oval: Placed = [
        rx,
        ry,
        pose(cos * along - sin * aside, sin * along + cos * aside, 6 * next()),
      ];
      // To a gap from 1e-2 down to 1e-9.
      const { distance: d, normal } = signedDistance(
        place(needle),
        needle[2],
        place(oval),
        oval[2],
      );
      const move = 10 ** (-2 - 7 * next()) - d;
      oval[2].x += move * normal.x;
      oval[2].y += move * normal.y;
      cases.push([needle, oval]);
    }
    for (const [k, [a, b]] of cases.entries()) {
      const { distance: d, normal, pointA, pointB } = signedDistance(
        place(a),
        a[2],
        place(b),
        b[2],
      );
      const gap = Math.hypot(
        pointB.x - pointA.x - d * normal.x,
        pointB.y - pointA.y - d * normal.y,
      );
      assertLessOrEqual(gap, 16 * ULP, `case ${k}`);
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
    const a = ellipse(1, 0.5);
    const b = ellipse(0.25, 0.75);
    const near = signedDistance(a, pose(0, 0), b, pose(3, 2));
    const far = signedDistance(a, pose(1e12, -1e12), b, pose(1e12 + 3, -1e12 + 2));
    assertStrictEquals(far.distance, near.distance);
    assertEquals(far.normal, near.normal);
  });

  it("signedDistance() ends when support points are as coarse as 1e12 makes them", () => {
    const c = 1e12;
    const shifted = convex({
      center: { x: c, y: c },
      support(dx, dy, out) {
        const l = Math.sqrt(dx * dx + dy * dy);
        out.x = c + dx / l;
        out.y = c + dy / l;
      },
    });
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

  it("signedDistance() is that of the larger or smaller ellipse when a pose scales", () => {
    const next = random(31);
    for (let k = 0; k < effort(4000); k++) {
      const s = [0.01, 0.3, 1.5, 7, 2 ** 20, 2 ** -20][k % 6];
      const rx = 0.2 + 2 * next();
      const ry = k % 5 === 0 ? rx : 0.2 + 2 * next();
      const turned = pose(0.25, -0.5, 6 * next());
      const scaling = { ...turned, cos: s * turned.cos, sin: s * turned.sin };
      // As large as the ellipse is in the end, and anywhere from its middle to outside.
      const others = [
        ellipse(s * (0.2 + next()), s * (0.2 + next())),
        box(s * next() + s, s),
        point({ x: 0, y: 0 }),
      ];
      const b = others[k % others.length];
      const reach = s * [0, 0.1, 1, 6][(k >> 2) % 4];
      const pb = pose(0.25 + reach * (next() - 0.5), -0.5 + reach * (next() - 0.5), 6 * next());
      const expected = signedDistance(ellipse(s * rx, s * ry), turned, b, pb);
      const e = ellipse(rx, ry);
      const tolerance = 8 * ULP * Math.max(8 * s, 1);
      const forth = signedDistance(e, scaling, b, pb);
      const back = signedDistance(b, pb, e, scaling);
      assertAlmostEquals(forth.distance, expected.distance, tolerance, `case ${k}`);
      assertAlmostEquals(back.distance, expected.distance, tolerance, `case ${k}`);
      assertLess(
        Math.max(forth.iterations, back.iterations),
        2 * expected.iterations + 30,
        `case ${k}`,
      );
    }
  });

  it("distance() gives a common point and a unit normal when shapes overlap", () => {
    const next = random(5);
    for (let k = 0; k < 200; k++) {
      const pb = pose(next() - 0.5, next() - 0.5, 6 * next());
      const r = distance(ellipse(1, 0.5), IDENTITY, box(1, 0.75), pb);
      assertStrictEquals(r.distance, 0);
      assertStrictEquals(r.status, "overlapping");
      assertEquals(r.pointA, r.pointB);
      assertAlmostEquals(Math.hypot(r.normal.x, r.normal.y), 1, 4 * ULP);
      assert(containsPoint(ellipse(1 + 1e-12, 0.5 + 1e-12), IDENTITY, r.pointA));
      assert(containsPoint(box(1 + 1e-12, 0.75 + 1e-12), pb, r.pointA));
    }
  });

  it("signedDistance() fills out and keeps its objects", () => {
    const out = newResult();
    const { normal, pointA, pointB, featureA, featureB } = out;
    const r = signedDistance(ellipse(1, 2), IDENTITY, point({ x: 3, y: 0 }), IDENTITY, out);
    assertStrictEquals(r, out);
    assertStrictEquals(out.normal, normal);
    assertStrictEquals(out.pointA, pointA);
    assertStrictEquals(out.pointB, pointB);
    assertStrictEquals(out.featureA, featureA);
    assertStrictEquals(out.featureB, featureB);
    assertStrictEquals(out.distance, 2);
  });
});

describe("queries on convex()", () => {
  it("signedDistance() is that of the polygon when convex() wraps it", () => {
    const next = random(3);
    for (let k = 0; k < 600; k++) {
      const angles = Array.from({ length: 3 + (k % 7) }, () => 6.28 * next()).sort((p, q) => p - q);
      const p = angles.map((t) => ({ x: 1.5 * Math.cos(t) + 0.1, y: Math.sin(t) - 0.2 }));
      const radius = k % 4 === 0 ? 0.25 : 0;
      const a = polygon(p, { radius });
      // The other has 4 vertices, or any number from 3 to 31: supports of more than 20 are bisected.
      const b = k % 2 === 0
        ? box(0.2 + next(), 0.2 + next())
        : regularPolygon(3 + (k >> 1) % 29, 0.2 + next());
      const pa = pose(next(), next(), 6 * next());
      const pb = pose(4 * next() - 2, 4 * next() - 2, 6 * next());
      const tolerance = 4 * ULP * (3 + Math.hypot(pb.x - pa.x, pb.y - pa.y));
      const expected = signedDistance(a, pa, b, pb).distance;
      const wrapped = hullOf(p, radius);
      for (
        const r of [
          assertConsistent(wrapped, pa, b, pb, 8),
          assertConsistent(b, pb, wrapped, pa, 8),
          assertConsistent(wrapped, pa, hullOf(b.points), pb, 8),
        ]
      ) {
        assert(r.status !== "exhausted");
        assertAlmostEquals(r.distance, expected, tolerance);
      }
    }
  });

  it("signedDistance() has its points at a corner when another lies hardly beyond the end of its flat side", () => {
    const next = random(17);
    const tip = polygon([{ x: 0, y: -0.25 }, { x: 0.5, y: 0.25 }, { x: -0.5, y: 0.25 }]);
    for (let k = 0; k < effort(4000); k++) {
      // A side from (-w, 0) to (0, 0), of a box or of half a disk below it.
      const w = 0.5 + 3 * next();
      const isDisk = next() < 0.5;
      const base = convex({
        center: { x: -w / 2, y: -w / 4 },
        support(dx, dy, out) {
          const l = Math.sqrt(dx * dx + dy * dy);
          const isSide = !isDisk || dy > 0;
          out.x = isSide ? (dx < 0 ? -w : 0) : (dx / l - 1) * w / 2;
          out.y = dy > 0 ? 0 : isDisk ? dy / l * w / 2 : -w;
        },
      });
      const gap = 10 ** (-2 * next());
      // Beyond either end, or on this side of it.
      const off = gap * 10 ** (-15 + 11 * next()) * (next() < 0.5 ? 1 : -1);
      const at = pose(4 * next(), 4 * next(), 6 * next());
      const isRight = k % 2 === 0, x = (isRight ? 0 : -w) + off, y = gap + 0.25;
      const beyond = Math.max(0, isRight ? off : -off);
      const over = {
        ...at,
        x: at.x + at.cos * x - at.sin * y,
        y: at.y + at.sin * x + at.cos * y,
      };
      const r = assertConsistent(base, at, tip, over, 8);
      assertAlmostEquals(r.distance, Math.sqrt(gap * gap + beyond * beyond), 16 * ULP * (w + 4));
      assertConsistent(tip, over, base, at, 8);
    }
  });

  it("signedDistance() is not exhausted behind one that is", () => {
    const around = signedDistance(disk(60), IDENTITY, regularPolygon(48, 1), pose(0, 0, 0.1));
    assertStrictEquals(around.status, "exhausted");
    const inside = signedDistance(ellipse(2, 1), IDENTITY, point({ x: 0.5, y: 0.25 }), IDENTITY);
    assertStrictEquals(inside.status, "overlapping");
    const beside = signedDistance(disk(1), IDENTITY, point({ x: 3, y: 4 }), IDENTITY);
    assertStrictEquals(beside.status, "separated");
    assertStrictEquals(distance(disk(1), IDENTITY, disk(1), pose(1, 0)).status, "overlapping");
  });

  it("signedDistance() knows vertices of a custom shape far from its own origin, on any side of it", () => {
    const next = random(34);
    const round = ellipse(0.5, 0.25);
    for (let k = 0; k < effort(2000); k++) {
      // Vertices on a grid of 2^-10 are exact there, and so are their sums with its points.
      const c = 2 ** (10 + k % 19);
      const cx = [c, -c, 0, 0][k % 4];
      const cy = [0, 0, c, -c][k % 4];
      const grid = () => Math.round(1024 * (4 * next() - 2)) / 1024;
      const square = hullOf(
        [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => ({ x: cx + x, y: cy + y })),
      );
      const x = grid();
      const y = grid();
      const at = pose(x, y, 6 * next());
      const there = { ...at, x: x + cx, y: y + cy };
      const near = signedDistance(round, at, box(2, 2), IDENTITY).distance;
      const far = signedDistance(round, there, square, IDENTITY).distance;
      // Where nothing is rounded there, the answer is as good as near the origin.
      assertAlmostEquals(far, near, 32 * ULP, `case ${k}`);
    }
  });

  it("signedDistance() ends when the direction to the vertex is one of the first four", () => {
    // Round on the right, flat on the left, from (-0.5, -1) to (-0.5, 1): the vertex to the right of the
    // center looks back along the axis, where the support is one end of the flat.
    for (const end of [-1, 1]) {
      const plate = convex({
        center: { x: 0, y: 0 },
        support(dx, dy, out) {
          const l = Math.sqrt(dx * dx + dy * dy);
          out.x = dx > 0 ? dx / l : -0.5;
          out.y = dx > 0 ? dy / l : dy === 0 ? end : Math.sign(dy);
        },
      });
      const r = signedDistance(plate, IDENTITY, point({ x: 0, y: 0 }), IDENTITY);
      assertStrictEquals(r.distance, -0.5);
      assertEquals(r.normal, { x: -1, y: 0 });
      assertEquals(r.pointA, { x: -0.5, y: 0 });
    }
  });

  it("signedDistance() agrees with circle() when convex() is a disk", () => {
    const next = random(4);
    const others = [
      point({ x: 0, y: 0 }),
      circle(0.5),
      segment({ x: -1, y: 0.25 }, { x: 0.5, y: 0.5 }),
      capsule({ x: -1, y: 0 }, { x: 1, y: 0.5 }, 0.25),
      box(1, 0.5, { radius: 0.125 }),
      regularPolygon(1024, 0.75),
    ];
    for (let k = 0; k < 400; k++) {
      const b = others[k % others.length];
      const pb = pose(5 * next() - 2.5, 5 * next() - 2.5, 6 * next());
      const pa = pose(next() - 0.5, next() - 0.5);
      const expected = signedDistance(circle(1), pa, b, pb);
      const actual = assertConsistent(disk(1), pa, b, pb, 8);
      assertAlmostEquals(actual.distance, expected.distance, 2e-14);
      if (actual.distance > 0) assertAlmostEquals(actual.normal.x, expected.normal.x, 1e-12);
    }
  });

  it("signedDistance() names the edge or vertex of a polygon beside a smooth shape", () => {
    const b = box(2, 2);
    const edge = signedDistance(ellipse(0.5, 0.25), pose(0.25, 3), b, IDENTITY);
    assertAlmostEquals(edge.distance, 1.75, 4 * ULP);
    assertEquals(edge.featureA, { type: "support", i: -1, j: -1 });
    assertStrictEquals(edge.featureB.type, "edge");
    const { i, j } = edge.featureB;
    assertStrictEquals(b.points[i].y, 1);
    assertStrictEquals(b.points[j].y, 1);
    assertStrictEquals(j, (i + 1) % 4);
    const vertex = signedDistance(b, IDENTITY, ellipse(0.5, 0.25), pose(3, 4));
    assertStrictEquals(vertex.featureA.type, "vertex");
    assertEquals({ ...b.points[vertex.featureA.i] }, { x: 1, y: 1 });
    assertEquals(vertex.pointA, { x: 1, y: 1 });
  });

  it("signedDistance() names every edge of a polygon when an oval lies beside it or cuts it", () => {
    const next = random(19);
    for (let k = 0; k < effort(1200); k++) {
      const n = 3 + k % 9;
      const b = regularPolygon(n, 1.5);
      const i = Math.floor(n * next());
      const p = b.points[i];
      const q = b.points[(i + 1) % n];
      const length = Math.hypot(q.x - p.x, q.y - p.y);
      const tx = (q.x - p.x) / length;
      const ty = (q.y - p.y) / length;
      // An ellipse turned by `turn` beside the edge: the point of it that is lowest is above `part` of the edge.
      const rx = 0.2 + next();
      const ry = 0.2 + next();
      const turn = k % 4 === 0 ? Math.atan2(ty, tx) : 6 * next();
      const part = 0.05 + 0.9 * next();
      const gap = k % 3 === 0 ? -0.01 * next() : 0.5 * next();
      // The direction into the polygon, in the frame of the ellipse; its furthest point there.
      const ux = -ty * Math.cos(turn) + tx * Math.sin(turn);
      const uy = ty * Math.sin(turn) + tx * Math.cos(turn);
      const h = Math.hypot(rx * ux, ry * uy);
      const lx = rx * rx * ux / h;
      const ly = ry * ry * uy / h;
      const e = pose(
        p.x + part * length * tx + gap * ty - (Math.cos(turn) * lx - Math.sin(turn) * ly),
        p.y + part * length * ty - gap * tx - (Math.sin(turn) * lx + Math.cos(turn) * ly),
        turn,
      );
      const edge = { type: "edge" as const, i, j: (i + 1) % n };
      const oval = ellipse(rx, ry);
      const a = k % 2 === 0 ? oval : wrap(oval);
      const first = signedDistance(a, e, b, IDENTITY);
      const second = signedDistance(b, IDENTITY, a, e);
      for (
        const [r, feature, at] of [
          [first, first.featureB, first.pointB],
          [second, second.featureA, second.pointA],
        ] as const
      ) {
        assertAlmostEquals(r.distance, gap, 32 * ULP, `case ${k}`);
        assertEquals({ ...feature }, edge, `case ${k}`);
        assertAlmostEquals(at.x, p.x + part * length * tx, 1e-12, `case ${k}`);
        assertAlmostEquals(at.y, p.y + part * length * ty, 1e-12, `case ${k}`);
      }
    }
  });

  it("signedDistance() handles a core that is a point, a segment or a stadium", () => {
    const dot = hullOf([{ x: 0.5, y: 0.25 }]);
    const rod = hullOf([{ x: -1, y: 0 }, { x: 1, y: 0 }]);
    const stadium = convex({
      center: { x: 0, y: 0 },
      support(dx, dy, out) {
        const l = Math.sqrt(dx * dx + dy * dy);
        out.x = dx / l + (dx > 0 ? 2 : -2);
        out.y = dy / l;
      },
    });
    const p = point({ x: 0.5, y: 0.25 });
    assertStrictEquals(signedDistance(dot, IDENTITY, p, IDENTITY).status, "touching");
    assertStrictEquals(signedDistance(dot, IDENTITY, dot, pose(3, 4)).distance, 5);
    assertStrictEquals(signedDistance(rod, IDENTITY, rod, IDENTITY).status, "touching");
    assertStrictEquals(signedDistance(rod, IDENTITY, rod, pose(0.5, 0)).distance, 0);
    assertStrictEquals(signedDistance(rod, IDENTITY, rod, pose(4, 0)).distance, 2);
    assertStrictEquals(signedDistance(rod, IDENTITY, rod, pose(0.5, 3)).distance, 3);
    assertStrictEquals(signedDistance(rod, IDENTITY, p, IDENTITY).distance, 0.25);
    assertStrictEquals(
      signedDistance(rod, IDENTITY, point({ x: 0.25, y: 0 }), IDENTITY).distance,
      0,
    );
    const apart = signedDistance(stadium, IDENTITY, p, pose(0, 2));
    assertAlmostEquals(apart.distance, 1.25, 4 * ULP);
    assertEquals(apart.pointB, { x: 0.5, y: 2.25 });
    assertAlmostEquals(apart.pointA.x, 0.5, 8 * ULP);
    const deep = signedDistance(stadium, IDENTITY, p, IDENTITY);
    assertAlmostEquals(deep.distance, -0.75, 4 * ULP);
    assertStrictEquals(deep.status, "overlapping");
  });

  it("signedDistance() adds the radii when cores are apart, touching or overlapping", () => {
    const corners = [{ x: -1, y: -1 }, { x: 1, y: -1 }, { x: 1, y: 1 }, { x: -1, y: 1 }];
    const round = hullOf(corners, 0.5);
    const ball = circle(0.5);
    for (
      const [x, expected] of [[4, 2], [2, 0], [1.75, -0.25], [1.5, -0.5], [1, -1], [0.5, -1.5]]
    ) {
      const r = assertConsistent(round, IDENTITY, ball, pose(x, 0.25), 6);
      assertAlmostEquals(r.distance, expected, 8 * ULP);
      assertAlmostEquals(r.normal.x, 1, 4 * ULP);
      if (expected > 0) continue;
      const { pointA } = distance(round, IDENTITY, ball, pose(x, 0.25));
      assert(containsPoint(box(2, 2, { radius: 0.5 + 1e-14 }), IDENTITY, pointA));
      assert(containsPoint(circle(0.5 + 1e-14), pose(x, 0.25), pointA));
    }
  });

  it("signedDistance() ends soon when a custom disk has every depth axis, or nearly", () => {
    const off = disk(1, { x: 1000, y: 300 });
    for (const d of [0, 1e-16, 1e-14, 1e-12, 1e-9, 1e-6, 1e-4, 0.01, 0.1]) {
      const pairs: [ConvexShape, ConvexShape, number][] = [
        [disk(1), point({ x: 0, y: 0 }), 1],
        [disk(1), circle(0.5), 1.5],
        [circle(2), disk(0.25), 2.25],
        [disk(3), disk(0.5), 3.5],
        [ellipse(2, 2), disk(1), 3],
      ];
      for (const [a, b, sum] of pairs) {
        const r = signedDistance(a, IDENTITY, b, pose(0.6 * d, 0.8 * d));
        assertStrictEquals(r.status, "overlapping");
        assertAlmostEquals(r.distance, d - sum, 8 * ULP);
        // (All around it has been seen whether there are sides of a tenth of the radius.)
        assertLessOrEqual(r.iterations, 110, `${a.kind} ${d}`);
        assertStrictEquals(intersects(a, IDENTITY, b, pose(d, 0)), true);
        assertStrictEquals(distance(a, IDENTITY, b, pose(d, 0)).status, "overlapping");
      }
      // Its own coordinates have 1e-13 of rounding.
      const far = signedDistance(off, IDENTITY, point({ x: 1000, y: 300 }), pose(d, 0));
      assertStrictEquals(far.status, "overlapping");
      assertAlmostEquals(far.distance, d - 1, 1000 * 4 * ULP);
      assertLessOrEqual(far.iterations, 110);
    }
  });

  it("signedDistance() finds the flat sides of a custom disk from its center, down to a tenth of its radius", () => {
    const next = random(29);
    for (let k = 0; k < effort(2000); k++) {
      // One to three sides, between ±phi around a direction.
      const sides = Array.from({ length: 1 + Math.floor(3 * next()) }, (_, i) => ({
        at: i * 2.1 + next(),
        phi: 0.055 + 0.4 * next(),
      }));
      const cut = convex({
        center: { x: 0, y: 0 },
        support(dx, dy, out) {
          let angle = Math.atan2(dy, dx);
          for (const { at, phi } of sides) {
            const off = Math.atan2(Math.sin(angle - at), Math.cos(angle - at));
            if (Math.abs(off) < phi) angle = at + (off < 0 ? -phi : phi);
          }
          out.x = Math.cos(angle);
          out.y = Math.sin(angle);
        },
      });
      const r = k % 2 === 0 ? 0 : 0.25 * next();
      const direction = 7 * next();
      const p = { x: r * Math.cos(direction), y: r * Math.sin(direction) };
      const other = k % 3 === 0 ? circle(0.25) : point({ x: 0, y: 0 });
      let depth = 1 - r;
      for (const { at, phi } of sides) {
        depth = Math.min(depth, Math.cos(phi) - p.x * Math.cos(at) - p.y * Math.sin(at));
      }
      const { distance: d } = signedDistance(cut, IDENTITY, other, pose(p.x, p.y));
      assertAlmostEquals(d, -depth - other.radius, 1e-13, `case ${k}`);
    }
  });

  it("signedDistance() has witness points across the normal when custom points lie far from their origin", () => {
    const next = random(23);
    for (const far of [20, 80, 1000]) {
      const off = { x: far, y: -far / 2 };
      for (let k = 0; k < effort(3000); k++) {
        const rx = 0.2 + 2 * next();
        const ry = 0.2 + 2 * next();
        // The same oval about its origin and, in numbers that are rounded anew for every direction, about `off`.
        const oval = ellipse(rx, ry);
        const shifted = convex({
          center: off,
          support(dx, dy, out) {
            evaluateSupport(oval, dx, dy, out);
            out.x += off.x;
            out.y += off.y;
          },
        });
        const other = k % 2 === 0
          ? ellipse(0.2 + next(), 0.2 + next())
          : box(0.2 + next(), 0.2 + next(), { radius: 0.25 });
        const pa = pose(0, 0, 6 * next());
        const middle = {
          ...pa,
          x: pa.cos * off.x - pa.sin * off.y,
          y: pa.sin * off.x + pa.cos * off.y,
        };
        // Pushed until it all but touches.
        const pb = pose(middle.x + 6 * next() - 3, middle.y + 6 * next() - 3, 6 * next());
        for (let i = 0; i < 3; i++) {
          const { distance: d, normal: n } = signedDistance(oval, middle, other, pb);
          pb.x -= d * n.x;
          pb.y -= d * n.y;
        }
        pb.x += 10 ** -Math.floor(3 + 12 * next());
        const forth: [ConvexShape, Pose, ConvexShape, Pose] = [shifted, pa, other, pb];
        const back: [ConvexShape, Pose, ConvexShape, Pose] = [other, pb, shifted, pa];
        const pair = k % 4 < 2 ? forth : back;
        const r = signedDistance(...pair);
        const expected = signedDistance(oval, middle, other, pb);
        assertAlmostEquals(r.distance, expected.distance, 8 * ULP * far, `${far} ${k}`);
        const gap = Math.hypot(
          r.pointB.x - r.pointA.x - r.distance * r.normal.x,
          r.pointB.y - r.pointA.y - r.distance * r.normal.y,
        );
        assertLessOrEqual(gap, 8 * ULP * far, `${far} ${k}`);
        assertStrictEquals(intersects(...pair), r.distance <= 0, `${far} ${k}`);
      }
    }
  });

  it("signedDistance() ends when a custom ellipse is round and all but concentric", () => {
    for (const ry of [1 - 1e-9, 1 - 1e-6, 0.999, 0.99, 0.95]) {
      const oval = wrap(ellipse(1, ry));
      for (const other of [point({ x: 0, y: 0 }), circle(0.5), disk(0.5), ellipse(0.5, 0.5)]) {
        for (const d of [0, 1e-12, 1e-8, 1e-4, 0.01]) {
          // By s along the long axis: h = √(sin² + ry² cos²) - s sin is least near sin = s ry / (1 - ry²).
          const s = d * (1 - ry);
          const r = signedDistance(oval, IDENTITY, other, pose(s, 0));
          const depth = (other.kind === "point" ? ry : ry + 0.5) - s * d * ry / (2 * (1 + ry));
          assertStrictEquals(r.status, "overlapping", `${ry} ${other.kind} ${d}`);
          assertAlmostEquals(r.distance, -depth, d * d * d * s + 8 * ULP);
        }
      }
    }
  });

  it("signedDistance() takes no polygon for a disk, whose vertices lie on a circle", () => {
    const p = point({ x: 0, y: 0 });
    for (const n of [5, 8, 16, 32, 64, 96, 128, 256, 1024, 4096]) {
      for (const turn of [0, 0.25, 0.5, 0.3]) {
        const shape = regularPolygon(n, 1);
        const wrapped = wrap(shape);
        const pa = pose(0, 0, 2 * Math.PI * turn / n);
        for (const pb of [IDENTITY, pose(1e-12, 2e-12), pose(1e-5, 0), pose(0.01, 0.02)]) {
          const r = signedDistance(wrapped, pa, p, pb);
          const { distance: exact } = signedDistance(shape, pa, p, pb);
          if (n <= 128) assertStrictEquals(r.status, "overlapping");
          // Else one of a thousand edges may be a little better.
          if (r.status === "exhausted") assertLessOrEqual(r.distance, exact + 8 * ULP);
          else assertAlmostEquals(r.distance, exact, 8 * ULP, `${n} ${turn} ${pb.x}`);
        }
      }
    }
  });
});

describe("signedDistance() of shapes of every kind, one of them smooth", () => {
  /** A shape, and what its core's support function is, told by its own formula. */
  type Kind = [shape: ConvexShape, support: (dx: number, dy: number) => Vec2];

  function furthest(points: readonly Readonly<Vec2>[]): Kind[1] {
    return (dx, dy) => points.reduce((p, q) => (q.x - p.x) * dx + (q.y - p.y) * dy > 0 ? q : p);
  }

  function oval(rx: number, ry: number): Kind[1] {
    return (dx, dy) => {
      const l = Math.hypot(rx * dx, ry * dy);
      return { x: rx * rx * dx / l, y: ry * ry * dy / l };
    };
  }

  function custom(support: Kind[1], radius = 0): Kind {
    const center = { x: 0.125, y: 0 };
    const shape = convex({
      center,
      radius,
      support: (dx, dy, out) => void Object.assign(out, support(dx, dy)),
    });
    return [shape, support];
  }

  /** The right half of a disk. */
  function half(r: number): Kind[1] {
    return (dx, dy) => {
      const l = Math.hypot(dx, dy);
      return dx > 0 ? { x: r * dx / l, y: r * dy / l } : { x: 0, y: dy < 0 ? -r : r };
    };
  }

  /** What two disks of radius r, each with its center on the other's boundary, have in common. */
  function lens(r: number): Kind[1] {
    return (dx, dy) => {
      const l = Math.hypot(dx, dy);
      if (Math.abs(dx) < l / 2) return { x: 0, y: Math.sign(dy) * Math.sqrt(0.75) * r };
      return { x: r * (dx / l - Math.sign(dx) / 2), y: r * dy / l };
    };
  }

  /** A segment along the x axis plus a disk. */
  function stadium(half: number, r: number): Kind[1] {
    return (dx, dy) => {
      const l = Math.hypot(dx, dy);
      return { x: r * dx / l + (dx > 0 ? half : -half), y: r * dy / l };
    };
  }

  /** The point of a placed core that is furthest along (x, y). */
  function supportAt([, support]: Kind, p: Pose, x: number, y: number): Vec2 {
    const v = support(p.cos * x + p.sin * y, p.cos * y - p.sin * x);
    return { x: p.cos * v.x - p.sin * v.y + p.x, y: p.sin * v.x + p.cos * v.y + p.y };
  }

  function extent(kind: Kind, p: Pose, x: number, y: number): number {
    const v = supportAt(kind, p, x, y);
    return x * v.x + y * v.y + kind[0].radius;
  }

  /** The change of the extent of A ⊖ B, which is least across the least way out, as (x, y) turns left. */
  function slope(a: Kind, pa: Pose, b: Kind, pb: Pose, x: number, y: number): number {
    const v = supportAt(a, pa, x, y);
    const w = supportAt(b, pb, -x, -y);
    return x * (v.y - w.y) - y * (v.x - w.x);
  }

  /** How far a point, seen from the vertex or edge that a feature names, is off the latter. */
  function offFeature(
    { points }: ConvexShape,
    p: Pose,
    feature: { i: number; j: number },
    at: Vec2,
  ): number {
    const [v, w] = [feature.i, feature.j].map((i) => ({
      x: p.cos * points[i].x - p.sin * points[i].y + p.x,
      y: p.sin * points[i].x + p.cos * points[i].y + p.y,
    }));
    const ex = w.x - v.x, ey = w.y - v.y;
    const ee = ex * ex + ey * ey;
    const t = ee > 0 ? Math.min(Math.max(((at.x - v.x) * ex + (at.y - v.y) * ey) / ee, 0), 1) : 0;
    return Math.hypot(at.x - v.x - t * ex, at.y - v.y - t * ey);
  }

  let next = random(0);
  const grid = (range: number) => Math.round(2 * range * (next() - 0.5)) / 2;
  const size = (onGrid: boolean) => onGrid ? 0.5 + Math.floor(4 * next()) / 2 : 0.2 + 2 * next();

  const smooth: ((g: number, h: number) => Kind)[] = [
    (g, h) => [ellipse(g, h), oval(g, h)],
    (g) => [ellipse(g, g), oval(g, g)],
    (g, h) => [ellipse(g, 1e-5 * h), oval(g, 1e-5 * h)],
    (g, h) => custom(oval(g, h)),
    (g, h) => custom(oval(g, g), h),
    (g) => custom(half(g)),
    (g, h) => custom(lens(g), h / 4),
    (g, h) => custom(stadium(g, h)),
    (g) => custom(furthest(regularPolygon(3 + Math.floor(9 * next()), g).points)),
    (g, h) => custom(furthest(box(g, h).points), g / 2),
  ];
  const pointed = [
    () => point({ x: 0.5, y: 0.25 }),
    (g: number) => circle(g),
    (g: number, h: number) => segment({ x: -g, y: 0 }, { x: g, y: h }),
    (g: number, h: number) => capsule({ x: -g, y: 0 }, { x: g, y: 0 }, h),
    (g: number, h: number) => box(g, h),
    (g: number, h: number) => box(g, h, { radius: 0.25 }),
    (g: number) => regularPolygon(3 + Math.floor(30 * next()), g),
  ].map((make) => (g: number, h: number): Kind => {
    const shape = make(g, h);
    return [shape, furthest(shape.points)];
  });
  const kinds = [...smooth, ...pointed];
  const angles = Array.from({ length: 64 }, (_, k) => k * Math.PI / 32 + 0.01);

  for (const what of ["anywhere", "deep inside each other", "on a grid", "all but touching"]) {
    it(`has its points on both boundaries, across the least way out, when they lie ${what}`, () => {
      next = random(29);
      for (let k = 0; k < effort(4000); k++) {
        const onGrid = what === "on a grid";
        let a = smooth[k % smooth.length](size(onGrid), size(onGrid));
        let b = kinds[Math.floor(kinds.length * next())](size(onGrid), size(onGrid));
        if (k % 2 === 0) [a, b] = [b, a];
        const reach = what === "deep inside each other" ? 0.5 : 6;
        const pa = onGrid ? pose(grid(2), grid(2)) : pose(next(), next(), 6 * next());
        const pb = onGrid
          ? pose(grid(5), grid(5), k % 3 === 0 ? Math.PI / 2 : 0)
          : pose(reach * (next() - 0.5), reach * (next() - 0.5), 6 * next());
        if (what === "all but touching") {
          for (let i = 0; i < 3; i++) {
            const { distance: d, normal: n } = signedDistance(a[0], pa, b[0], pb);
            pb.x -= d * n.x;
            pb.y -= d * n.y;
          }
          if (k % 3 > 0) pb.y += (k % 3 - 1.5) * 10 ** -(1 + 14 * next());
        }
        const label = `case ${k}, ${a[0].kind} ${b[0].kind}`;
        const width = (s: Kind) =>
          Math.max(...angles.map((t) => Math.abs(extent(s, IDENTITY, Math.cos(t), Math.sin(t)))));
        const unit = ULP *
          (width(a) + width(b) + Math.hypot(pb.x - pa.x, pb.y - pa.y) + Math.hypot(pa.x, pa.y));
        const r = assertConsistent(a[0], pa, b[0], pb, unit / ULP / 2);
        const { distance: d, normal: n, pointA, pointB } = r;
        assert(r.status !== "exhausted", label);
        const onA = n.x * pointA.x + n.y * pointA.y - extent(a, pa, n.x, n.y);
        const onB = -n.x * pointB.x - n.y * pointB.y - extent(b, pb, -n.x, -n.y);
        assertLessOrEqual(Math.abs(onA), 4 * unit, label);
        assertLessOrEqual(Math.abs(onB), 4 * unit, label);
        // The least is nowhere else than within so much of a turn to either side.
        const turned = 64 * ULP;
        const { x, y } = n;
        assertLessOrEqual(slope(a, pa, b, pb, x + turned * y, y - turned * x), 4 * unit, label);
        assertLessOrEqual(-4 * unit, slope(a, pa, b, pb, x - turned * y, y + turned * x), label);
        const common = distance(a[0], pa, b[0], pb);
        for (const t of angles) {
          const x = Math.cos(t);
          const y = Math.sin(t);
          const ha = extent(a, pa, x, y);
          assertLessOrEqual(-ha - extent(b, pb, -x, -y), d + 4 * unit, label);
          const hb = extent(b, pb, x, y);
          for (
            const [p, q] of d > 0
              ? [[pointA, pointB]]
              : [[pointA, pointB], [common.pointA, common.pointA]]
          ) {
            assertLessOrEqual(x * p.x + y * p.y, ha + 4 * unit, label);
            assertLessOrEqual(x * q.x + y * q.y, hb + 4 * unit, label);
          }
        }
        for (
          const [[shape], p, feature, at, sign] of [[a, pa, r.featureA, pointA, -1], [
            b,
            pb,
            r.featureB,
            pointB,
            1,
          ]] as const
        ) {
          assertStrictEquals(feature.type === "support", shape.support !== null, label);
          if (shape.support !== null) continue;
          const { radius } = shape;
          const core = { x: at.x + sign * radius * n.x, y: at.y + sign * radius * n.y };
          assertLessOrEqual(offFeature(shape, p, feature, core), 4 * unit, label);
        }
      }
    });
  }
});

describe("casts against a support function", () => {
  const corners = [{ x: -1, y: -1 }, { x: 1, y: 0 }, { x: 1, y: 1 }];
  const triangle = hullOf(corners);
  const rod = hullOf([{ x: -2, y: 0 }, { x: 2, y: 0 }]);

  it("rayCast() and shapeCast() have a normal against the motion when a corner or flat is hit", () => {
    const corner = rayCast(triangle, IDENTITY, { x: 0, y: 1 }, { x: 1, y: 0 })!;
    assertAlmostEquals(corner.fraction, 1, ULP);
    assertLess(corner.normal.x, 0);
    // Outward: no vertex is further along it than the one that is hit.
    for (const p of corners) {
      assertLessOrEqual((p.x - 1) * corner.normal.x + (p.y - 1) * corner.normal.y, 4 * ULP);
    }
    for (const thin of [rod, ellipse(2, 1e-16)]) {
      const ray = rayCast(thin, IDENTITY, { x: 0.5, y: -3 }, { x: 0.1, y: 6 })!;
      assertAlmostEquals(ray.fraction, 0.5, ULP);
      assertEquals(ray.normal, { x: 0, y: -1 });
      const p = point({ x: 0.5, y: -3 });
      const cast = shapeCast(thin, IDENTITY, p, IDENTITY, { x: 0.1, y: 6 })!;
      assertEquals(cast.normal, { x: 0, y: -1 });
    }
  });

  it("rayCast() has an outward normal against the motion when rays aim at corners", () => {
    const next = random(8);
    let hits = 0;
    for (let k = 0; k < effort(2000); k++) {
      const n = 2 + k % 6;
      const angles = Array.from({ length: n }, () => 6.28 * next()).sort((p, q) => p - q);
      const points = angles.map((t) => ({ x: Math.cos(t), y: Math.sin(t) }));
      const at = points[k % n];
      const from = { x: 6 * next() - 3, y: 6 * next() - 3 };
      const d = { x: 2 * (at.x - from.x), y: 2 * (at.y - from.y) };
      const hit = rayCast(hullOf(points), IDENTITY, from, d);
      if (hit === null || hit.fraction === 0) continue;
      hits++;
      const { x, y } = hit.normal;
      assertLess(x * d.x + y * d.y, 0);
      for (const p of points) {
        assertLessOrEqual((p.x - hit.point.x) * x + (p.y - hit.point.y) * y, 1e-14, `case ${k}`);
      }
    }
    assertLess(effort(1200), hits);
  });

  it("rayCast() and shapeCast() do not pass through a segment or a needle", () => {
    const next = random(9);
    const needle = ellipse(2, 1e-16);
    for (let k = 0; k < effort(20_000); k++) {
      const at = pose(9 * next() - 4, 9 * next() - 4, 6 * next());
      const far = 10 ** (3 * next());
      const from = { x: far * (2 * next() - 1), y: far * (2 * next() - 1) };
      // Through the point at `along` on the segment.
      const along = 3.8 * next() - 1.9;
      const t = 0.1 + 0.8 * next();
      const d = {
        x: (at.x + at.cos * along - from.x) / t,
        y: (at.y + at.sin * along - from.y) / t,
      };
      for (const thin of [rod, needle]) {
        const ray = rayCast(thin, at, from, d);
        assert(ray !== null, `case ${k}`);
        const cast = shapeCast(thin, at, point(from), IDENTITY, d);
        assert(cast !== null, `case ${k}`);
        if (ray.fraction > 0) assertLess(ray.normal.x * d.x + ray.normal.y * d.y, 0);
      }
    }
  });

  it("rayCast() misses when it leads away from an ulp outside", () => {
    const from = { x: 2 + 2 * ULP, y: 0 };
    assertStrictEquals(intersects(rod, IDENTITY, point(from), IDENTITY), false);
    assertStrictEquals(rayCast(rod, IDENTITY, from, { x: 1, y: 0 }), null);
    assertLessOrEqual(rayCast(rod, IDENTITY, from, { x: -1, y: 0 })!.fraction, 2 * ULP);
  });
});

describe("queries with a support function that misbehaves", () => {
  const good = ellipse(1, 2);
  const p = point({ x: 3, y: 1 });
  const reference = signedDistance(good, IDENTITY, p, IDENTITY);

  function assertUnaffected(): void {
    assertEquals(signedDistance(good, IDENTITY, p, IDENTITY), reference);
  }

  function custom(support: (dx: number, dy: number, out: Vec2) => void): ConvexShape {
    return convex({ center: { x: 0, y: 0 }, support });
  }

  /** The support point of ellipse(1, 2). */
  function answer(dx: number, dy: number, out: Vec2): void {
    const l = Math.sqrt(dx * dx + 4 * dy * dy);
    out.x = dx / l;
    out.y = 4 * dy / l;
  }

  it("every query passes on what the support function throws and leaves out alone", () => {
    for (let at = 0; at < 4; at++) {
      const reason = new Error("mine");
      let calls = 0;
      let thrown = 0;
      const bad = custom((dx, dy, out) => {
        if (calls++ >= at) {
          thrown++;
          throw reason;
        }
        answer(dx, dy, out);
      });
      for (
        const query of [
          (out: DistanceResult) => signedDistance(bad, IDENTITY, p, pose(0, 0.5), out),
          (out: DistanceResult) => distance(p, IDENTITY, bad, pose(0, 3), out),
          () => intersects(bad, IDENTITY, good, pose(0.5, 1.9)),
          () => penetration(good, IDENTITY, bad, IDENTITY),
          () => containsPoint(bad, IDENTITY, { x: 0.5, y: 0.25 }),
        ]
      ) {
        calls = 0;
        thrown = 0;
        const out = newResult();
        try {
          query(out);
        } catch (error) {
          assertStrictEquals(error, reason);
          assertEquals(out, newResult());
          thrown--;
        }
        assertStrictEquals(thrown, 0);
        if (at === 0) assert(calls === 1);
        assertUnaffected();
      }
    }
  });

  it("every query refuses an answer that is not two finite numbers", () => {
    const answers: [unknown, typeof TypeError | typeof RangeError][] = [
      [NaN, RangeError],
      [Infinity, RangeError],
      [1e300, RangeError],
      [undefined, TypeError],
      ["1", TypeError],
      [null, TypeError],
      [1n, TypeError],
    ];
    for (const [value, type] of answers) {
      for (const name of ["x", "y"] as const) {
        const out = newResult();
        const bad = custom((dx, dy, answer) => {
          answer.x = dx;
          answer.y = dy;
          answer[name] = value as number;
        });
        for (
          const query of [
            () => signedDistance(bad, IDENTITY, p, IDENTITY, out),
            () => distance(p, IDENTITY, bad, IDENTITY, out),
            () => intersects(bad, IDENTITY, good, IDENTITY),
            () => penetration(good, IDENTITY, bad, IDENTITY),
            () => containsPoint(bad, IDENTITY, { x: 1, y: 2 }),
          ]
        ) {
          assertThrows(query, type, `out.${name}`);
        }
        assertEquals(out, newResult());
        assertUnaffected();
      }
    }
    assertThrows(
      () => signedDistance(custom(() => {}), IDENTITY, p, IDENTITY),
      RangeError,
      "out.x is NaN",
    );
    assertUnaffected();
  });

  it("every query ends with finite numbers when the support function lies or is noise", () => {
    const next = random(6);
    const liars = [
      custom((_dx, _dy, out) => {
        out.x = 4 * next() - 2;
        out.y = 4 * next() - 2;
      }),
      // The nearest point instead of the furthest.
      custom((dx, dy, out) => {
        out.x = -dx;
        out.y = -dy;
      }),
      // A star, which is not convex.
      custom((dx, dy, out) => {
        const r = 1 + 0.5 * Math.cos(7 * Math.atan2(dy, dx));
        out.x = r * dx;
        out.y = r * dy;
      }),
      // A disk with noise.
      custom((dx, dy, out) => {
        out.x = dx + 1e-6 * next();
        out.y = dy + 1e-6 * next();
      }),
      // As large and as small as numbers may be.
      custom((_dx, _dy, out) => {
        out.x = 1.8e75 * (2 * next() - 1);
        out.y = 1e-75 * next();
      }),
    ];
    const others = [p, good, box(1, 2), circle(1), regularPolygon(64, 1), ...liars];
    for (let k = 0; k < effort(3000); k++) {
      const a = liars[k % liars.length];
      const b = others[k % others.length];
      const pb = pose(4 * next() - 2, 4 * next() - 2, 6 * next());
      const r = k % 2 === 0
        ? signedDistance(a, IDENTITY, b, pb)
        : signedDistance(b, pb, a, IDENTITY);
      assert(Number.isFinite(r.distance));
      assertAlmostEquals(Math.hypot(r.normal.x, r.normal.y), 1, 4 * ULP);
      assertLessOrEqual(r.iterations, 400);
      assert(distance(a, IDENTITY, b, pb).distance >= 0);
      intersects(a, IDENTITY, b, pb);
      if (k % 100 === 0) assertUnaffected();
    }
    assertUnaffected();
  });

  it("signedDistance() keeps to points that it knows when a support function answers with less", () => {
    // A square that shows its center only to those who look at its right side all but straight.
    const square = hullOf([{ x: -1, y: -1 }, { x: 1, y: -1 }, { x: 1, y: 1 }, { x: -1, y: 1 }]);
    const liar = convex({
      center: { x: 0, y: 0 },
      support(dx, dy, out) {
        if (dx > 20 * Math.abs(dy)) out.x = out.y = 0;
        else evaluateSupport(square, dx, dy, out);
      },
    });
    for (
      const [x, y, expected] of [[2, 0.5, 1], [3, -0.75, 2], [1.25, 0.75, 0.25], [
        0.75,
        0.25,
        -0.25,
      ]]
    ) {
      const p = point({ x, y });
      for (const side of [1, -1]) {
        const r = side > 0
          ? signedDistance(liar, IDENTITY, p, IDENTITY)
          : signedDistance(p, IDENTITY, liar, IDENTITY);
        assertAlmostEquals(r.distance, expected, 8 * ULP, `${x} ${y} ${side}`);
        assertAlmostEquals(r.normal.x, side, 8 * ULP, `${x} ${y} ${side}`);
      }
    }
  });

  it("a support function may ask queries itself", () => {
    const inner = ellipse(0.5, 0.25);
    const nested = custom((dx, dy, out) => {
      const before = signedDistance(inner, IDENTITY, p, IDENTITY).distance;
      assert(!intersects(inner, IDENTITY, box(1, 1), pose(4, 3)));
      assert(containsPoint(inner, IDENTITY, { x: 0.1, y: 0.1 }));
      distance(box(1, 1), IDENTITY, circle(1), pose(5, 0));
      assertStrictEquals(signedDistance(inner, IDENTITY, p, IDENTITY).distance, before);
      answer(dx, dy, out);
    });
    const outer = custom((dx, dy, out) => {
      signedDistance(nested, IDENTITY, p, IDENTITY);
      answer(dx, dy, out);
    });
    for (const shape of [nested, outer]) {
      const r = signedDistance(shape, IDENTITY, p, IDENTITY);
      assertAlmostEquals(r.distance, reference.distance, 16 * ULP);
      assertAlmostEquals(r.normal.x, reference.normal.x, 1e-12);
    }
    assertUnaffected();
  });

  it("a support function that asks about itself runs out of stack and does no harm", () => {
    const self: ConvexShape = custom(() => {
      intersects(self, IDENTITY, p, IDENTITY);
    });
    assertThrows(() => intersects(self, IDENTITY, p, IDENTITY), RangeError);
    assertUnaffected();
  });

  it("a support function that moves the poses or keeps out does no harm", () => {
    const pa = pose(0, 0);
    let kept: Vec2 | undefined;
    const thief = custom((dx, dy, out) => {
      if (kept !== undefined) kept.x = 1e9;
      answer(dx, dy, out);
      kept = out;
      pa.x += 1000;
    });
    const r = signedDistance(thief, pa, p, IDENTITY);
    assertAlmostEquals(r.distance, reference.distance, 16 * ULP);
    kept!.x = 77;
    assertUnaffected();
  });

  it("a support function that freezes out does no harm to the next query", () => {
    const freezer = custom((dx, dy, out) => {
      answer(dx, dy, out);
      Object.freeze(out);
    });
    const r = signedDistance(freezer, IDENTITY, p, IDENTITY);
    assertAlmostEquals(r.distance, reference.distance, 16 * ULP);
    assertUnaffected();
  });
});
