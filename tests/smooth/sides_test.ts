import { assert, assertEquals, assertLess, assertStrictEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  chain,
  circle,
  collide,
  compound,
  convex,
  convexHull,
  type ConvexShape,
  ellipse,
  IDENTITY,
  type Manifold,
  manifolds,
  multiply,
  polygon,
  type Pose,
  pose,
  regularPolygon,
  segment,
  signedDistance,
  type StraightSide,
  transformPoint,
  transformShape,
  type Vec2,
} from "@narrowphase/gjk2d";
import { survey } from "../generate/survey.ts";
import { Random } from "../generate/random.ts";

/** The edges between points in counter-clockwise order, moved outward. */
function edgesOf(points: readonly Readonly<Vec2>[], outward = 0): StraightSide[] {
  return points.map((p, k) => {
    const q = points[(k + 1) % points.length], l = Math.hypot(q.x - p.x, q.y - p.y);
    const x = outward * (q.y - p.y) / l, y = -outward * (q.x - p.x) / l;
    return { a: { x: p.x + x, y: p.y + y }, b: { x: q.x + x, y: q.y + y } };
  });
}

/** The same shape by its support function; `isRounded`: with its radius in the function, too. */
function asCustom({ points, radius }: ConvexShape, isRounded = false): ConvexShape {
  const n = points.length;
  return convex({
    center: {
      x: points.reduce((sum, p) => sum + p.x, 0) / n,
      y: points.reduce((sum, p) => sum + p.y, 0) / n,
    },
    radius: isRounded ? 0 : radius,
    support(dx, dy, out) {
      const p = points.reduce((m, p) => p.x * dx + p.y * dy > m.x * dx + m.y * dy ? p : m);
      const l = isRounded ? Math.sqrt(dx * dx + dy * dy) / radius : Infinity;
      out.x = p.x + dx / l;
      out.y = p.y + dy / l;
    },
    edges: n > 1 ? edgesOf(points, isRounded ? radius : 0) : [],
  });
}

/** The upper half of the unit disk, whose flat side has any point of it for the direction across it. */
const HALF_DISK = convex({
  center: { x: 0, y: 0.5 },
  support(dx, dy, out) {
    const l = Math.sqrt(dx * dx + dy * dy);
    out.x = dy > 0 ? dx / l : Math.sign(dx);
    out.y = dy > 0 ? dy / l : 0;
  },
  edges: [{ a: { x: -1, y: 0 }, b: { x: 1, y: 0 } }],
});

/** A square of side 2 that answers so. */
function crateOf(answer: (dx: number, dy: number) => number[]): ConvexShape {
  const support = (dx: number, dy: number, out: Vec2) => void ([out.x, out.y] = answer(dx, dy));
  return convex({ center: { x: 0, y: 0 }, support, edges: edgesOf(box(2, 2).points) });
}

const GROUND = box(20, 2);

/** The convex hull of disks of one radius, which is not in `radius`: between arcs it has straight sides. */
function hullOf(radius: number, centers: [x: number, y: number][]): ConvexShape {
  const points = convexHull(centers.map(([x, y]) => ({ x, y })));
  return convex({
    center: { x: centers[0][0], y: centers[0][1] + 0.5 * radius },
    support(dx, dy, out) {
      const l = Math.sqrt(dx * dx + dy * dy), nx = dx / l, ny = dy / l;
      const reach = ([x, y]: number[]) => nx * (x - centers[0][0]) + ny * (y - centers[0][1]);
      const [x, y] = centers.reduce((m, center) => reach(center) > reach(m) ? center : m);
      out.x = x + radius * nx;
      out.y = y + radius * ny;
    },
    edges: edgesOf(points, radius),
  });
}

function randomShape(r: Random): ConvexShape {
  const size = 10 ** r.range(-1, 1), radius = r.chance(0.4) ? size * r.range(0.05, 0.5) : 0;
  switch (r.int(0, 4)) {
    case 0:
      return box(size * r.range(0.5, 3), size * r.range(0.5, 3), { radius });
    case 1:
      return capsule({ x: -size, y: 0 }, { x: size, y: size * r.range(-1, 1) }, size / 8 + radius);
    case 2:
      return segment({ x: -size, y: 0 }, { x: size, y: size * r.range(-1, 1) });
    case 3:
      return polygon(regularPolygon(r.pick([3, 4, 5, 6, 8, 12, 100, 300]), size).points, {
        radius,
      });
    default:
      return polygon([
        { x: 0, y: 0 },
        { x: size, y: size * r.range(-0.3, 0.3) },
        { x: size * r.range(0, 1), y: size },
      ], { radius });
  }
}

/** The pose of `b` at which its edge l lies on edge k of `a`, `gap` off and turned by `tilt`, `slide` along it. */
function onEdge(
  a: ConvexShape,
  k: number,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  l: number,
  gap: number,
  tilt: number,
  slide: number,
): Pose {
  const edgeOf = ({ points }: ConvexShape, k: number) => {
    const p = points[k], q = points[(k + 1) % points.length];
    const angle = Math.atan2(q.y - p.y, q.x - p.x);
    return { p, q, angle, middle: { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 } };
  };
  const at = edgeOf(a, k), on = edgeOf(b, l);
  const turn = Math.atan2(poseA.sin, poseA.cos) + at.angle;
  const turned = pose(0, 0, turn + Math.PI - on.angle + tilt);
  const x = at.p.x + slide * (at.q.x - at.p.x), y = at.p.y + slide * (at.q.y - at.p.y);
  const off = gap + a.radius + b.radius, { middle: m } = on;
  return {
    ...turned,
    x: poseA.x + poseA.cos * x - poseA.sin * y + off * Math.sin(turn) -
      (turned.cos * m.x - turned.sin * m.y),
    y: poseA.y + poseA.sin * x + poseA.cos * y - off * Math.cos(turn) -
      (turned.sin * m.x + turned.cos * m.y),
  };
}

const sizeOf = ({ points, radius }: ConvexShape): number =>
  radius + Math.max(...points.map(({ x, y }) => Math.hypot(x, y)));

const inverse = ({ x, y, cos, sin }: Readonly<Pose>): Pose => ({
  x: -(cos * x + sin * y),
  y: sin * x - cos * y,
  cos,
  sin: -sin,
});

const pointsOf = ({ points, pointCount }: Manifold) => points.slice(0, pointCount);

/** That two contacts have the same points, to so much in separations and places. */
function assertAlike(m: Manifold, n: Manifold, off: number, aside: number, name: string): void {
  assertStrictEquals(m.pointCount, n.pointCount, name);
  for (const [j, { point, separation }] of pointsOf(m).entries()) {
    const { point: p, separation: s } = n.points[j];
    assertLess(Math.abs(separation - s), off, name);
    assertLess(Math.hypot(point.x - p.x, point.y - p.y), aside, name);
  }
}

describe("the contact of a shape with a support function", () => {
  it("is that of the polygon with the same corners, whose ids it has by other names", () => {
    survey("sides of customs", 1500, { two: 5000, same: 9000 }, (r, met, i) => {
      const a = randomShape(r), b = randomShape(r), which = r.int(0, 2);
      const first = which === 1 ? a : asCustom(a), second = which === 0 ? b : asCustom(b);
      const poseA = pose(r.range(-1, 1), r.range(-1, 1), r.range(-3, 3));
      const k = r.int(0, a.count - 1), l = r.int(0, b.count - 1);
      const most = r.pick([0, 1e-9, 1e-3, 0.1, 3]);
      const least = Math.min(sizeOf(a), sizeOf(b)), size = sizeOf(a) + sizeOf(b);
      const ids = new Map<number, number>(), back = new Map<number, number>();
      for (let step = 0; step < 8; step++) {
        const gap = least * r.pick([r.range(-0.2, 0.1), r.range(-1e-3, 1e-3)]);
        const tilt = r.range(-most, most), margin = r.pick([0, 0.05 * least]);
        const poseB = onEdge(a, k, poseA, b, l, gap, tilt, r.range(0, 1));
        const expected = collide(a, poseA, b, poseB, { margin });
        const m = collide(first, poseA, second, poseB, { margin });
        const name = `${i}, step ${step}`;
        // Equally deep along two normals, or a point that is there or not by a rounding.
        const turn = Math.hypot(m.normal.x - expected.normal.x, m.normal.y - expected.normal.y);
        const wider = { margin: margin + 1e-12 * size };
        const isOut = (p: { separation: number }) => p.separation > margin - 1e-12 * size;
        const isDoubtful = [m, expected].some((m) => pointsOf(m).some(isOut)) ||
          collide(a, poseA, b, poseB, wider).pointCount !== expected.pointCount ||
          collide(first, poseA, second, poseB, wider).pointCount !== m.pointCount;
        if (turn > 1e-9 || isDoubtful) continue;
        met.same++;
        assertAlike(m, expected, 1e-14 * size, 1e-13 * size, name);
        for (const [j, { id }] of pointsOf(m).entries()) {
          const { id: known } = expected.points[j];
          // An id of polygons may stand for edge 1 on vertex 1 and for vertex 1 on edge 1.
          if (most < 1) assertStrictEquals(ids.get(known) ?? id, id, name);
          assertStrictEquals(back.get(id) ?? known, known, name);
          // What has vertices is named by their indices.
          if (which === 1 && most < 1) assertStrictEquals(id % 65536, known % 65536, name);
          if (which === 0 && most < 1) {
            assertStrictEquals(Math.floor(id / 65536), Math.floor(known / 65536), name);
          }
          ids.set(known, id);
          back.set(id, known);
        }
        if (m.pointCount === 2) met.two++;
        const swapped = collide(second, poseB, first, poseA, { margin });
        assertStrictEquals(swapped.pointCount, m.pointCount, name);
      }
    });
  });

  it("with a segment of a chain is that of the polygon with the same corners", () => {
    survey("sides on chains", 4000, { two: 1000 }, (r, met, i) => {
      const path = [{ x: 4, y: 0 }];
      for (let k = 0, angle = Math.PI; k < 5; k++) {
        const { x, y } = path[k], l = r.pick([0.3, 1, 3]);
        path.push({ x: x + l * Math.cos(angle), y: y + l * Math.sin(angle) });
        angle += r.pick([0, 0.05, 0.8]) * r.range(-1, 1);
      }
      const s = r.pick(chain(path).segments), radius = r.pick([0, 0.1]);
      const b = r.pick([
        box(1, 0.5, { radius }),
        polygon(regularPolygon(5, 0.75).points, { radius }),
        capsule({ x: -0.5, y: 0 }, { x: 0.5, y: 0.25 }, 0.125),
      ]);
      const gap = r.pick([r.range(-0.05, 0.05), r.range(-0.4, 0.1)]), margin = r.pick([0, 0.1]);
      const tilt = r.pick([0, r.range(-0.05, 0.05), r.range(-3, 3)]);
      // Edge 0 of a segment is its front.
      const where = onEdge(s, 0, IDENTITY, b, r.int(0, b.count - 1), gap, tilt, r.range(0, 1));
      const expected = collide(s, IDENTITY, b, where, { margin });
      const m = collide(s, IDENTITY, asCustom(b), where, { margin });
      assertAlike(m, expected, 1e-12, 1e-9, `${i}`);
      if (m.pointCount === 0) return;
      assertLess(Math.abs(m.normal.x - expected.normal.x), 1e-9, `${i}`);
      assertLess(Math.abs(m.normal.y - expected.normal.y), 1e-9, `${i}`);
      if (m.pointCount === 2) met.two++;
    });
  });

  it("with the parts of a body is that of a polygon, over joints, too", () => {
    const slab = box(2, 2);
    const floor = compound([0, 2, -2].map((x) => ({ shape: slab, pose: pose(x, 0) })));
    const sortedOf = (m: Manifold) =>
      pointsOf(m).sort((p, q) => p.point.x + p.point.y - (q.point.x + q.point.y));
    survey("sides over seams", 1500, { over: 200 }, (r, met, i) => {
      const hexagon = polygon(regularPolygon(6, 0.75).points, { radius: 0.125 });
      const b = r.pick([box(1.5, 1), hexagon, circle(0.75)]), l = r.int(0, b.count - 1);
      const gap = r.range(-0.3, 0.02), tilt = r.pick([0, r.range(-0.1, 0.1)]);
      const where = onEdge(slab, 2, IDENTITY, b, l, gap, tilt, r.range(-0.5, 1.5));
      const margin = r.pick([0, 0.05]);
      const turn = r.pick([IDENTITY, { x: 0, y: 0, cos: 0, sin: 1 }]), at = multiply(turn, where);
      const expected = manifolds(floor, turn, b, at, { margin });
      const { count, manifolds: contacts } = manifolds(floor, turn, asCustom(b), at, { margin });
      assertStrictEquals(count, expected.count, `${i}`);
      for (let k = 0; k < count; k++) {
        const m = contacts[k], n = expected.manifolds[k];
        assertStrictEquals(m.partA, n.partA, `${i}`);
        assertStrictEquals(m.pointCount, n.pointCount, `${i}`);
        for (const [j, { point, separation, id }] of sortedOf(m).entries()) {
          const { point: p, separation: s } = sortedOf(n)[j];
          assertLess(Math.abs(separation - s), 1e-12, `${i}`);
          assertLess(Math.hypot(point.x - p.x, point.y - p.y), 1e-9, `${i}`);
          // It names an edge or a vertex of the outline, for a circle too.
          assert(id > 0);
        }
      }
      if (count === 0 || contacts[0].pointCount < 2) return;
      // The slabs meet at -1 and 1.
      const [p, q] = pointsOf(contacts[0]).map(({ point: { x, y } }) => turn.sin === 0 ? x : y);
      if (Math.floor((p + 1) / 2) !== Math.floor((q + 1) / 2)) met.over++;
    });
  });

  it("has two points on a half disk's flat side, whatever point of that the function gives", () => {
    const m = collide(GROUND, IDENTITY, HALF_DISK, pose(2, 0.75));
    assertEquals(m.normal, { x: 0, y: 1 });
    assertStrictEquals(m.pointCount, 2);
    assertEquals(m.points[0].point, { x: 3, y: 0.875 });
    assertEquals(m.points[1].point, { x: 1, y: 0.875 });
    assertEquals(m.points.map((p) => p.separation), [-0.25, -0.25]);
    // Over the edge of the ground, upside down, and on a corner.
    // Of sides as long as each other, A's names the contact's side; a segment has none where it stands on its end.
    const [p, q] =
      collide(HALF_DISK, { x: 0, y: 0, cos: -1, sin: 0 }, HALF_DISK, pose(0.5, 0)).points;
    assertStrictEquals(p.id % 65536, q.id % 65536);
    const stick = segment({ x: 0, y: 0 }, { x: 0, y: 1 });
    const standing = collide(asCustom(GROUND), IDENTITY, stick, pose(0.5, 0.75));
    assertEquals(pointsOf(standing).map(({ id, separation }) => [id, separation]), [[0, -0.25]]);
    const end = collide(GROUND, IDENTITY, HALF_DISK, pose(9.5, 0.75));
    assertEquals(pointsOf(end).map(({ point }) => point.x), [10, 8.5]);
    assertEquals(end.points.map((p) => p.id), m.points.map((p) => p.id));
    const round = collide(GROUND, IDENTITY, HALF_DISK, { x: 0, y: 1.75, cos: -1, sin: 0 });
    assertEquals(pointsOf(round).map(({ id, separation }) => [id, separation]), [[0, -0.25]]);
    const corner = collide(GROUND, IDENTITY, HALF_DISK, pose(0, 1.5, 0.75), { margin: 0.25 });
    assertStrictEquals(corner.pointCount, 1);
    assertStrictEquals(corner.points[0].id, m.points[1].id);
    // And where it was moved to.
    const moved = transformShape(HALF_DISK, pose(3, 1, 2)),
      back = { cos: Math.cos(2), sin: -Math.sin(2) };
    const x = 2 - (back.cos * 3 - back.sin), y = 0.75 - (back.sin * 3 + back.cos);
    const same = collide(GROUND, IDENTITY, moved, { x, y, ...back });
    assertStrictEquals(same.pointCount, 2);
    assertLess(Math.abs(same.points[0].point.x - 3), 1e-12);
    assertLess(Math.abs(same.points[1].point.x - 1), 1e-12);
  });

  it("keeps its ids while a straight side with round ends slides and rocks by less than 1/32", () => {
    survey("stadiums", 1000, {}, (r, _, i) => {
      const radius = 10 ** r.range(-3, 0.3), half = r.range(0.1, 1);
      const shape = asCustom(capsule({ x: -half, y: 0 }, { x: half, y: 0 }, radius), true);
      const ground = r.pick([GROUND, asCustom(GROUND), segment({ x: -10, y: 1 }, { x: 10, y: 1 })]);
      let known: number[] | null = null;
      for (let step = 0; step < 12; step++) {
        const tilt = r.pick([0, 1e-9, 1e-6, 1 / 33]) * r.range(-1, 1);
        const y = 1 + radius * r.range(0.7, 1), x = r.range(-5, 5);
        const where = pose(x, y, tilt);
        const m = collide(ground, IDENTITY, shape, where, { margin: 0.1 });
        const { distance } = signedDistance(ground, IDENTITY, shape, where);
        assertStrictEquals(m.pointCount, 2, `${i}, step ${step}`);
        const ids = m.points.map(({ id }) => id);
        assertEquals(ids, known ?? ids, `${i}, step ${step}`);
        known = ids;
        const { separation: s } = m.points[0], { separation: t } = m.points[1];
        // One is the deepest, the other where the straight side ends: at the same place, however it was found.
        const { point: p, separation } = m.points[s > t ? 0 : 1];
        const end = where.cos * (p.x - x) + where.sin * (p.y + 0.5 * separation - y);
        const over = (Math.abs(end) - half) / radius;
        assertLess(Math.abs(over), 1e-11 + 1e-14 / radius, `${i}, step ${step}`);
        assertStrictEquals(Math.min(s, t), distance);
        const rise = 2 * half * Math.abs(Math.sin(tilt)) + radius * (1 - Math.cos(tilt));
        assertLess(Math.abs(Math.max(s, t) - distance - rise), 1e-7 * radius + 1e-14);
      }
    });
  });

  it("keeps its ids on a side of a thousandth of the radius while it rocks by less than 1/32", () => {
    for (const half of [0.001, 0.01, 0.03]) {
      const shape = hullOf(1, [[-half, 0], [half, 0]]);
      const known = collide(GROUND, IDENTITY, shape, pose(0, 2)).points.map(({ id }) => id);
      assert(known[0] !== known[1]);
      for (const tilt of [1e-12, -1e-9, 1e-8, -1e-7, 1e-6, -1e-5, 1e-3, -0.02, 0.03]) {
        const m = collide(GROUND, IDENTITY, shape, pose(0, 2 - 1e-3, tilt), { margin: 1 });
        assertEquals(pointsOf(m).map(({ id }) => id), known, `${half}, ${tilt}`);
      }
    }
  });

  it("has one point once a straight side with round ends is turned further than its second point lasts", () => {
    for (const [half, tilt] of [[0.5, 1 / 31], [1, -1 / 25], [0.001, -1 / 31]]) {
      const shape = hullOf(1, [[-half, 0], [half, 0]]), where = pose(0, 2 - 1e-3, tilt);
      const { pointCount, points } = collide(GROUND, IDENTITY, shape, where, { margin: 1 });
      assertEquals([pointCount, points[0].id], [1, 0], `${half}, ${tilt}`);
    }
  });

  it("keeps its ids between sides as long as each other, wherever they lie and are measured from", () => {
    // The larger shape's side gives the name, whichever comes first and however lengths are rounded.
    const wide = box(2, 3), flat = box(2, 1), known = new Map<string, number[]>();
    survey("equal sides", 1500, {}, (r, _, i) => {
      const lies = r.chance(0.5), isFirst = r.chance(0.5), isFar = r.chance(0.5);
      const below = lies ? wide : flat, above = lies ? flat : wide;
      const offset = isFar ? { x: 1000 / 3, y: -700 / 3 } : { x: 0, y: 0 };
      const custom = asCustom(transformShape(above, { ...offset, cos: 1, sin: 0 }));
      const turn = pose(r.range(-9, 9), r.range(-9, 9), r.range(-3, 3));
      const up = { x: r.range(0.1, 0.5), y: 2 - offset.y, cos: 1, sin: 0 };
      const at = multiply(turn, { ...up, x: up.x - offset.x });
      const m = isFirst
        ? collide(custom, at, below, turn, { margin: 0.1 })
        : collide(below, turn, custom, at, { margin: 0.1 });
      assertStrictEquals(m.pointCount, 2, `${i}`);
      // As names on the one below and on the other, from right to left, whichever comes first.
      const names = m.points.map(({ id }) => [id % 65536, Math.floor(id / 65536)]);
      const ids = isFirst ? [...names[1].reverse(), ...names[0].reverse()] : names.flat();
      const key = `${lies} ${isFar}`;
      assertEquals(ids, known.get(key) ?? ids, `${i}, ${key}`);
      known.set(key, ids);
    });
  });

  it("has one point where corners are closest whose sides open alike to the left and to the right", () => {
    for (const slope of [1 / 64, 1 / 128]) {
      const points = [[0, 0], [4, 4 * slope], [0, 4], [-4, 4 * slope]].map(([x, y]) => ({ x, y }));
      const top = polygon(points), below = polygon(points.map(({ x, y }) => ({ x, y: -y })));
      const where = pose(0, 0.1);
      const m = collide(below, IDENTITY, asCustom(top), where, { margin: 1 });
      assertEquals([m.pointCount, m.normal, m.points[0].separation], [1, { x: 0, y: 1 }, 0.1]);
      assertEquals(collide(below, IDENTITY, top, where, { margin: 1 }).pointCount, 1);
    }
  });

  it("with corners closest has a second point where sides open by no more than 1/32, as that of polygons", () => {
    survey("flush stacks", 1500, { one: 300, two: 300 }, (r, met, i) => {
      const radius = r.range(0.1, 0.5), a = box(2, 1, { radius }), b = box(2, 1, { radius });
      // The lower corner of b is over that of a, or beyond it by up to the gap times the tilt.
      const atLimit = r.chance(0.2), limit = Math.atan(1 / 32) + r.range(-8e-6, 8e-6);
      const tilt = atLimit ? r.sign() * limit : r.range(-0.06, 0.06);
      const { cos, sin } = pose(0, 0, tilt), hand = Math.sign(tilt);
      const gap = radius * r.range(1.8, 2.2);
      const x = hand * (cos - 1) - (0.5 + gap * r.range(-0.2, 1.2)) * sin;
      const where = { x, y: 0.5 + gap + Math.abs(sin) + 0.5 * cos, cos, sin };
      const flip = r.pick([IDENTITY, { x: 0, y: 0, cos: 0, sin: 1 }]);
      const poseB = multiply(flip, where);
      const expected = collide(a, flip, b, poseB, { margin: 0.2 });
      const [A, B] = [asCustom(a), asCustom(b)];
      const [first, second] = r.pick([[a, B], [A, b], [A, B]]);
      const m = collide(first, flip, second, poseB, { margin: 0.2 });
      // The normal of no side: the corners are closest. At the limit there may be two points or one.
      const { x: nx, y: ny } = expected.normal;
      const isFlat = [nx, ny, nx * poseB.cos + ny * poseB.sin, ny * poseB.cos - nx * poseB.sin]
        .some((c) => Math.abs(c) < 1e-6);
      if (isFlat || Math.abs(Math.abs(Math.tan(tilt)) - 1 / 32) < 1e-6) return;
      assertAlike(m, expected, 1e-12, 1e-9, `${i}`);
      if (m.pointCount === 2) met.two++;
      else met.one++;
    });
  });

  it("past a round part has its second point at the end of the first straight side, not of a later one", () => {
    survey("several sides", 1500, {}, (r, _, i) => {
      const radius = 10 ** r.range(-2, 1);
      const slope = r.chance(0.5) ? 10 ** r.range(-7, -2) : r.range(0, 0.015);
      const slope2 = slope + r.range(0.001, 0.015);
      const l = radius * 10 ** r.range(-1.2, 1), l2 = radius * 10 ** r.range(-1.2, 1);
      const x = l * Math.cos(slope), y = l * Math.sin(slope);
      const x2 = x + l2 * Math.cos(slope2), y2 = y + l2 * Math.sin(slope2);
      const shape = hullOf(radius, [[0, 0], [x, y], [x2, y2], [x2 / 2, x2 + y2]]);
      const depth = radius * r.range(0, 0.01), where = pose(0, 1 + radius - depth);
      const ground = box(500, 2), isFirst = r.chance(0.5);
      const m = isFirst
        ? collide(shape, where, ground, IDENTITY, { margin: 10 })
        : collide(ground, IDENTITY, shape, where, { margin: 10 });
      assertEquals([m.pointCount, m.normal], [2, { x: 0, y: isFirst ? -1 : 1 }], `${i}`);
      const [p, q] = m.points;
      const { point: end, separation: s } = isFirst ? q : p;
      const { point: low, separation: t } = isFirst ? p : q;
      assertLess(Math.abs(low.x) + Math.abs(t + depth), 1e-12 * radius, `${i}`);
      assertLess(Math.abs(end.x - (x + radius * Math.sin(slope))), 1e-7 * radius, `${i}`);
      const rise = y + radius * (1 - Math.cos(slope));
      assertLess(Math.abs(s + depth - rise), 1e-9 * radius, `${i}`);
    });
  });

  it("past a round part has its second point, too, where the shape is far from its own origin", () => {
    // As far as there are 10⁶ of its lengths: its points are rounded by more than arcs of that radius part at 2^-26.
    for (let i = 0; i < 500; i++) {
      const r = new Random("far stadiums", i);
      const radius = 10 ** r.range(-3.5, 0), tilt = r.sign() * 10 ** r.range(-5, -1.6);
      const far = 10 ** r.range(3, 6), x = r.sign() * far, y = far * r.range(-1, 1);
      const shape = hullOf(radius, [[x - 1, y], [x + 1, y]]);
      const turned = pose(0, 0, tilt), rise = 1 + radius + Math.abs(turned.sin);
      const at = transformPoint(turned, { x, y });
      const where = { ...turned, x: 3 - at.x, y: rise - at.y };
      const ground = r.pick([GROUND, asCustom(GROUND)]);
      const m = collide(ground, IDENTITY, shape, where, { margin: 1 });
      assertStrictEquals(m.pointCount, 2, `${i}`);
      // Which has the normal exactly.
      if (ground !== GROUND) continue;
      const ends = m.points.map(({ point }) => point.x - 3);
      const low = tilt < 0 ? 1 : -1, high = -low * turned.cos + radius * turned.sin;
      const [first, second] = low < 0 ? [high, -turned.cos] : [turned.cos, high];
      assertLess(Math.abs(ends[0] - first), 1e-7 * radius + 1e-8 + 1e-14 * far, `${i}`);
      assertLess(Math.abs(ends[1] - second), 1e-7 * radius + 1e-8 + 1e-14 * far, `${i}`);
    }
  });

  it("has one point where the other shape ends before the straight side begins", () => {
    survey("over an edge", 1500, { one: 300, two: 300 }, (r, met, i) => {
      const half = r.range(0.1, 2), tilt = r.sign() * r.range(1e-6, 1 / 33), hand = Math.sign(tilt);
      const turned = pose(0, 0, tilt), arc = Math.abs(turned.sin);
      // The witness is so far from the edge of the ground.
      const over = arc * r.range(0.01, 2);
      if (Math.abs(over - arc) < 1e-6) return;
      const x = hand * (10 - over + half * turned.cos);
      const y = 2 + half * arc - 1e-3 * r.range(0, 1);
      const shape = hullOf(1, [[-half, 0], [half, 0]]);
      // As long as the shape's side or longer, or shorter. The witness then has the name that it has beside a second
      // point, which would have that of the corner towards the straight side.
      const isShort = r.chance(0.3);
      const cut = (p: Vec2) => ({ ...p, x: p.x * hand > 0 ? p.x : 9.9 * hand });
      const narrow = polygon(GROUND.points.map(cut));
      const ground = isShort ? narrow : r.pick([GROUND, asCustom(GROUND)]);
      const where = { ...turned, x, y }, isFirst = r.chance(0.5);
      const m = isFirst
        ? collide(shape, where, ground, IDENTITY, { margin: 1 })
        : collide(ground, IDENTITY, shape, where, { margin: 1 });
      if (Math.abs(m.normal.y) < 1) return;
      assertStrictEquals(m.pointCount, over > arc ? 2 : 1, `${i}`);
      if (isShort && m.pointCount === 1) {
        const { id } = m.points[0], name = isFirst ? Math.floor(id / 65536) : id % 65536;
        assertEquals(narrow.points[name], { x: 9.9 * hand, y: 1 }, `${i}`);
      }
      for (const { point, separation: s } of pointsOf(m)) {
        // On both surfaces: the one of the ground, and that of the shape.
        assertLess(Math.abs(point.y - 0.5 * s - 1), 1e-14, `${i}`);
        const dx = point.x - x, dy = point.y + 0.5 * s - y;
        const along = turned.cos * dx + turned.sin * dy, up = turned.cos * dy - turned.sin * dx;
        const past = Math.max(Math.abs(along) - half, 0);
        assertLess(Math.abs(Math.hypot(past, up) - 1), 1e-14, `${i}`);
      }
      if (over > arc) met.two++;
      else met.one++;
    });
  });

  it("asks the support function no more often than the distance does", () => {
    let calls = 0;
    const crate = crateOf((x, y) => (calls++, [Math.sign(x) || -1, Math.sign(y) || -1]));
    for (const tilt of [0, 1e-9, 0.01, 0.7]) {
      const where = pose(0.5, 1.99, tilt);
      calls = 0;
      signedDistance(GROUND, IDENTITY, crate, where);
      const alone = calls;
      assert(collide(GROUND, IDENTITY, crate, where).pointCount > 0);
      assertStrictEquals(calls, 2 * alone);
    }
  });

  it("has one point, with id 0, where no straight side is stated, and on circles and ellipses", () => {
    const { support, points: [center] } = HALF_DISK;
    for (const edges of [undefined, []]) {
      const shape = convex({ support: (dx, dy, out) => support!(dx, dy, out), center, edges });
      for (const place of [shape, transformShape(shape, pose(0, 0, 0.5))]) {
        const turn = place === shape ? 0 : -0.5;
        const m = collide(GROUND, IDENTITY, place, pose(0, 0.75, turn));
        assertEquals(pointsOf(m).map(({ id }) => id), [0]);
      }
    }
    for (const shape of [circle(0.5), ellipse(0.5, 0.5)]) {
      const m = collide(HALF_DISK, IDENTITY, shape, pose(0, -0.375));
      assertEquals(pointsOf(m).map(({ id, separation }) => [id, separation]), [[0, -0.125]]);
    }
  });

  it("is on the side whose edge is stated, in whatever order they are, moved twice or not", () => {
    const corners = [[-1, 0], [1, 0], [1, 1], [0, 2], [-1, 1]];
    const house = polygon(corners.map(([x, y]) => ({ x, y })));
    const edges = edgesOf(house.points), { support } = asCustom(house);
    const at = { x: 3, y: 1, cos: 0.6, sin: -0.8 };
    for (let k = 0; k < 5; k++) {
      const some = [edges[(k + 2) % 5], edges[k]];
      const shape = convex({
        support: (dx, dy, out) => support!(dx, dy, out),
        center: { x: 0, y: 1 },
        edges: some,
      });
      for (let l = 0; l < 5; l++) {
        const where = onEdge(GROUND, 2, IDENTITY, house, l, -0.125, 0, 0.5);
        const expected = collide(GROUND, IDENTITY, house, where);
        for (const placed of [shape, transformShape(transformShape(shape, at), at)]) {
          // The inverse of both moves comes before the pose.
          const back = placed === shape
            ? where
            : multiply(multiply(where, inverse(at)), inverse(at));
          const m = collide(GROUND, IDENTITY, placed, back);
          const isStated = l === k || l === (k + 2) % 5;
          assertStrictEquals(m.pointCount, isStated ? 2 : 1, `${k}, ${l}`);
          if (!isStated) continue;
          for (const [j, { point }] of pointsOf(m).entries()) {
            const { x, y } = expected.points[j].point;
            assertLess(Math.hypot(point.x - x, point.y - y), 1e-12, `${k}, ${l}`);
          }
        }
      }
    }
  });

  it("is finite with functions that say anything, and does not hide what they throw", () => {
    survey("liars", 5000, { points: 400 }, (r, met) => {
      const noise = r.pick([1, 1e-9, 1e-14]);
      const lie = (x: number) => noise * r.range(-1, 1) + (noise < 1 ? Math.sign(x) : 0);
      const liar = convex({
        center: { x: 0, y: 0 },
        support(dx, dy, out) {
          out.x = lie(dx);
          out.y = lie(dy);
        },
      });
      // One that speaks the truth only while its edges are checked.
      let isTrue = true;
      const later = crateOf((x, y) =>
        isTrue ? [Math.sign(x) || -1, Math.sign(y) || -1] : [lie(x), lie(y)]
      );
      isTrue = false;
      const shape = r.pick([liar, later]);
      const other = r.pick([box(2, 2), segment({ x: -1, y: 0 }, { x: 1, y: 0 }), shape]);
      const m = collide(shape, IDENTITY, other, pose(r.range(-1, 1), 1.875, r.pick([0, 1])));
      for (const { point, separation, id } of pointsOf(m)) {
        assert(Number.isFinite(point.x + point.y + separation) && id >= 0);
        met.points++;
      }
    });
    // At each of the calls that one contact takes.
    let calls = 0, last = Infinity;
    const failing = crateOf((x, y) => {
      if (++calls > last) throw new Error("enough");
      return [Math.sign(x) || -1, Math.sign(y) || -1];
    });
    calls = 0;
    const where = pose(0.5, 1.875, 0.01), expected = collide(GROUND, IDENTITY, failing, where);
    const all = calls;
    for (last = 0; last < all; last++) {
      calls = 0;
      const out = collide(circle(1), IDENTITY, circle(1), pose(1, 0));
      const before = structuredClone(out);
      const ask = () => collide(GROUND, IDENTITY, failing, where, undefined, out);
      assertThrows(ask, Error, "enough");
      assertEquals(out, before);
    }
    calls = 0;
    assertEquals(collide(GROUND, IDENTITY, failing, where), expected);
  });
});
