import { assert, assertEquals, assertLess, assertStrictEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  type CastHit,
  Chain,
  chain,
  type ChainOptions,
  ChainSegment,
  circle,
  collide,
  compound,
  convex,
  ConvexShape,
  distance,
  ellipse,
  IDENTITY,
  intersects,
  inverseRotateVector,
  inverseTransformPoint,
  multiply,
  polygon,
  type Pose,
  pose,
  rayCast,
  regularPolygon,
  segment,
  shapeCast,
  timeOfImpact,
  transformPoint,
  transformShape,
  type Vec2,
} from "@narrowphase/gjk2d";
import { survey } from "../generate/survey.ts";
import { Random, unitVector } from "../generate/random.ts";
import { polygonOf, ring, star } from "../generate/rings.ts";
import { motion, still } from "../generate/shapes.ts";
import { type Core, exactContainsPoint, ExactPair, hullOfDoubles } from "../exact/oracle/exact.ts";
import { makeShape } from "../exact/oracle/public_api.ts";
import { effort, isLong } from "../effort.ts";
import {
  castBoth,
  type Contact,
  contactsOf,
  depthOf,
  distanceTo,
  edgesOf,
  hasNormal,
  lengthTo,
  nearestOn,
  negate,
} from "./outline.ts";

/** The contact with a segment. */
function contactWith(s: ChainSegment, at: Pose, body: ConvexShape, on: Pose, margin = 0): Contact {
  const { pointCount, points, ...others } = collide(s, at, body, on, { margin });
  return { ...others, points: points.slice(0, pointCount) };
}

/** Contacts of a body with every segment that has any, which is their part of A. */
function contacts(ground: Chain, at: Pose, body: ConvexShape, on: Pose, margin = 0): Contact[] {
  return ground.segments.map((s, partA) => ({ ...contactWith(s, at, body, on, margin), partA }))
    .filter(({ points }) => points.length > 0);
}

/** Ground of `count` segments from right to left, heights by `height`. */
function ground(count: number, height: (x: number) => number): Chain {
  const xs = Array.from({ length: count + 1 }, (_, k) => (count - 2 * k) / 2);
  return chain(xs.map((x) => ({ x, y: height(x) })));
}

const BODIES: Record<string, ConvexShape> = {
  box: box(1, 1),
  "thin box": box(3, 0.25),
  circle: circle(0.5),
  capsule: capsule({ x: -0.5, y: 0 }, { x: 0.5, y: 0 }, 0.25),
  "upright capsule": capsule({ x: 0, y: -0.5 }, { x: 0, y: 0.5 }, 0.25),
  "rounded box": box(0.75, 0.5, { radius: 0.125 }),
  triangle: polygonOf("-0.5 -0.5, 0.5 -0.5, 0 0.5"),
  ellipse: ellipse(0.75, 0.5),
};

/** How far the body reaches below its center. */
function foot(body: ConvexShape): number {
  if (body.support !== null) return 0.5;
  return Math.max(...body.points.map(({ y }) => -y)) + body.radius;
}

/** In the short form two of three places are left out: another one each time between two joints. */
const STRIDE = isLong ? 1 : 3;

describe("a body slid over a chain", () => {
  for (const [name, body] of Object.entries(BODIES)) {
    it(`meets no side of 100 slightly bent segments: ${name}`, () => {
      for (
        const height of [
          (x: number) => 0.001 * x * x, // a valley: concave joints
          (x: number) => -0.001 * x * x, // a hill: convex joints
          (x: number) => 0.05 * (Math.round(x) % 2), // up and down
          (x: number) => 0.1 * Math.sin(x),
        ]
      ) {
        const land = ground(100, height);
        for (let k = 0; k <= 600; k += STRIDE) {
          const x = -45 + 90 * k / 600;
          // Let down until it is 0.02 deep in the highest ground below it.
          let y = 10;
          for (let step = 0; step < 60; step++) {
            let gap = Infinity;
            for (const s of land.segments) {
              if (Math.abs(s.points[0].x - x) > 4) continue;
              gap = Math.min(gap, distance(s, IDENTITY, body, pose(x, y)).distance);
            }
            if (gap <= 1e-9) break;
            y -= gap;
          }
          const found = contacts(land, IDENTITY, body, pose(x, y - 0.02));
          assert(found.length > 0, `x ${x}: nothing`);
          for (const { partA, normal } of found) {
            // The steepest ground here is 1 in 10; a side would be level.
            assert(normal.y > 0.97, `x ${x}, segment ${partA}: (${normal.x}, ${normal.y})`);
          }
        }
      }
    });
  }

  it("is held as deep as it is in a level chain, over joints and between them, turned anyhow", () => {
    survey("joints in line", 6000, {}, (r, _, k) => {
      const far = r.pick([0, 1, 100, 1e4]);
      const frame = pose(far * r.range(-5, 5), far * r.range(-5, 5), r.range(-4, 4));
      const points: Vec2[] = [];
      for (let x = 7; x > -7; x -= r.int(1, 6) / 4) points.push({ x, y: 0 });
      // In the frame of its pose, or in the world.
      const isPosed = r.chance(0.5);
      const chained = chain(isPosed ? points : points.map((p) => transformPoint(frame, p)));
      const at = isPosed ? frame : IDENTITY;
      const kind = r.pick(Object.keys(BODIES)), body = BODIES[kind];
      const y = foot(body) - r.pick([0, 1e-12, 1e-6, 1e-3, 0.05, 0.2]), sink = foot(body) - y;
      if (y < 0) return; // behind
      const x = r.pick(points.filter(({ x }) => Math.abs(x) < 4)).x;
      const beside = r.pick([0, r.range(-0.75, 0.75)]);
      const where = { ...frame, ...transformPoint(frame, { x: x + beside, y }) };
      const margin = 1e-9 + 1e-13 * far;
      const found = contacts(chained, at, body, where, margin);
      const name = `case ${k}: ${kind}, ${sink} deep, ${far} away`;
      assert(found.length > 0, name);
      for (const { normal } of found) {
        const upright = normal.y * frame.cos - normal.x * frame.sin;
        assertLess(1 - upright, 1e-9, name);
      }
      assertLess(Math.abs(Math.max(...found.map(depthOf)) - sink), margin, name);
    });
  });
});

describe("a chain segment", () => {
  const floor = chain(ring("2 0, 0 0, -2 0"));
  const ball = circle(0.5);

  it("is solid on the right of its way only", () => {
    const [s] = floor.segments;
    const above = collide(s, IDENTITY, ball, pose(1, 0.25));
    assertStrictEquals(above.pointCount, 1);
    assertEquals(above.normal, { x: 0, y: 1 });
    assertStrictEquals(above.points[0].separation, -0.25);
    assertEquals(above.points[0].point, { x: 1, y: -0.125 });
    const below = collide(s, IDENTITY, ball, pose(1, -0.25));
    assertStrictEquals(below.pointCount, 0);
    // A circle whose center is on the line is still in front.
    assertStrictEquals(collide(s, IDENTITY, ball, pose(1, 0)).pointCount, 1);
    // Every other query sees both sides.
    assert(intersects(s, IDENTITY, ball, pose(1, -0.25)));
  });

  it("pushes a body that is deep in it out to the front", () => {
    const [s] = floor.segments;
    const crate = box(1, 4);
    const m = collide(s, IDENTITY, crate, pose(0.25, 0.125));
    assertEquals(m.normal, { x: 0, y: 1 });
    assertStrictEquals(m.pointCount, 2);
    for (const { separation } of m.points) assertStrictEquals(separation, -1.875);
  });

  it("has what is on it of the contacts that manifolds() finds with the whole chain", () => {
    let met = 0, ghosts = 0, ends = 0, whole = 0;
    for (let i = 0; i < effort(6000); i++) {
      const r = new Random("links of chains", i), loop = r.chance(0.3), n = r.int(3, 9);
      const rise = r.int(0, 1);
      const path = Array.from({ length: n }, (_, k) => {
        const { x, y } = unitVector(2 * Math.PI * (k + r.range(-0.3, 0.3)) / n), l = r.range(1, 3);
        return loop
          ? { x: l * x, y: l * y }
          : { x: n - 2 * k, y: rise * r.range(-1, 1) * r.int(0, 1) };
      });
      const isGhost = !loop && r.chance(0.5);
      // In line with their neighbours, too.
      const before = { x: n + 2, y: rise * r.range(-1, 1) };
      const after = { x: -n, y: rise * r.range(-1, 1) };
      const land = chain(path, loop ? { loop } : isGhost ? { before, after } : {});
      const at = pose(r.range(-3, 3), r.range(-3, 3), r.range(-3, 3)), margin = r.pick([0, 0.25]);
      const goal = isGhost ? path[r.int(0, 1) * (n - 1)] : r.pick(path);
      const body = r.pick(Object.values(BODIES));
      const aim = { x: goal.x + r.range(-1, 1), y: goal.y + r.range(-1, 1) };
      const on = { ...pose(0, 0, r.range(-3, 3)), ...transformPoint(at, aim) };
      const all = contactsOf(land, at, body, on, { margin });
      const parts = contacts(land, at, body, on, margin);
      const isNear = land.segments.some((s) => distance(s, at, body, on).distance <= margin);
      const ways = land.segments.map(({ points: [p, q] }) => {
        return { p: transformPoint(at, p), q: transformPoint(at, q) };
      });
      for (const { normal, points } of all) {
        const own = parts.filter((c) => lengthTo(c.normal, normal) === 0).flatMap((c) => c.points);
        if (isNear) assertLess(0, own.length, `${i}`);
        for (const { point: { x, y }, separation } of points) {
          const half = 0.5 * separation, place = { x: x - half * normal.x, y: y - half * normal.y };
          assertLess(distanceTo(ways, place), 1e-9, `${i}: off the segments`);
        }
        // Two points are the ends of a stretch, and what segments have is on it.
        const [p, q = p] = points;
        for (const { point, separation } of own) {
          const { x, y } = nearestOn({ p: p.point, q: q.point }, point);
          assertLess(lengthTo(point, { x, y }), 1e-9, `${i}`);
          assertLess(Math.min(p.separation, q.separation), separation + 1e-9, `${i}`);
          assertLess(separation, Math.max(p.separation, q.separation) + 1e-9, `${i}`);
        }
        for (const p of points) {
          if (own.some(({ id, point }) => id === p.id && lengthTo(point, p.point) === 0)) whole++;
        }
        ends += points.length;
      }
      for (const { partA, normal } of parts) {
        const { distance: gap } = distance(land.segments[partA], at, body, on);
        assertLess(gap, margin + 1e-12, `${i}: segment ${partA} is not touched`);
        assert(all.some((c) => lengthTo(c.normal, normal) === 0), `${i}: segment ${partA}`);
      }
      const middle = {
        x: body.points.reduce((sum, p) => sum + p.x, 0) / body.points.length,
        y: body.points.reduce((sum, p) => sum + p.y, 0) / body.points.length,
      };
      const { x, y } = inverseTransformPoint(at, transformPoint(on, middle));
      // Together with what continues the chain at its ghost vertices.
      const beside = isGhost
        ? [
          chain([{ x: n + 6, y: 0 }, before, path[0]], { after: path[1] }),
          chain([path[n - 1], after, { x: -n - 4, y: 0 }], { before: path[n - 2] }),
        ]
        : [];
      const touched = [land, ...beside].flatMap((c) => c.segments).filter(({ points: [p, q] }) =>
        intersects(segment(p, q), at, body, on)
      );
      const isInFront = touched.length > 0 &&
        touched.every(({ points: [p, q] }) =>
          (q.y - p.y) * (x - p.x) - (q.x - p.x) * (y - p.y) > 0
        );
      const held = [land, ...beside].flatMap((c) => contactsOf(c, at, body, on, { margin }));
      if (isInFront) assertLess(0, held.length, `${i}: held by nothing`);
      met += all.length;
      if (isGhost) ghosts += all.length;
    }
    assertLess(effort(750), met);
    assertLess(effort(100), ghosts);
    // An end may be on a segment that is not touched itself.
    assertLess(0.99 * ends, whole);
  });

  it("gives the same contact as B, turned around", () => {
    survey("chain swap", 4000, {}, (r) => {
      const [, s] = chain([0, 1, 2, 3].map((k) => {
        return { x: 3 - 2 * k + r.range(-0.5, 0.5), y: r.range(-1, 1) };
      })).segments;
      const body = r.pick(Object.values(BODIES));
      const at = pose(r.range(-3, 3), r.range(-3, 3), r.range(-3, 3));
      const on = multiply(at, pose(r.range(-1.5, 1.5), r.range(-0.5, 1.5)));
      const where = { ...pose(0, 0, r.range(-3, 3)), x: on.x, y: on.y };
      const margin = r.chance(0.5) ? 0 : 0.25;
      const m = collide(s, at, body, where, { margin });
      const n = collide(body, where, s, at, { margin });
      assertStrictEquals(n.pointCount, m.pointCount);
      assertEquals(n.normal, negate(m.normal));
      const swapped = m.points.slice(0, m.pointCount).map(({ point, separation, id }) => ({
        point,
        separation,
        id: (id >>> 16) + 65536 * (id & 0xffff),
      }));
      assertEquals(n.points.slice(0, n.pointCount), swapped.reverse());
    });
  });

  it("names a vertex beyond the 65536th as B, too", () => {
    const wheel = regularPolygon(70000, 5);
    const [s] = chain(ring("9 0, -9 0")).segments;
    let most = 0;
    for (const angle of [1, 4.9, 5, 5.1]) {
      const at = pose(0.5, 4.99, angle);
      const m = collide(s, IDENTITY, wheel, at), n = collide(wheel, at, s, IDENTITY);
      assertEquals(n.normal, { x: 0, y: -1 });
      // As i + 2^16 j, and with larger indices as 2^52 + i + 2^26 j.
      const indices = ({ id }: { id: number }): number[] => {
        const rest = BigInt(id) - (1n << 52n);
        const bits = rest < 0n ? 16n : 26n, all = rest < 0n ? BigInt(id) : rest;
        return [Number(all & ((1n << bits) - 1n)), Number(all >> bits)];
      };
      for (let k = 0; k < m.pointCount; k++) {
        const [onSegment, onWheel] = indices(m.points[k]);
        most = Math.max(most, onWheel);
        assertEquals(indices(n.points[m.pointCount - 1 - k]), [onWheel, onSegment]);
      }
    }
    assert(most > 65536);
  });

  it("holds a body whose lowest corner is exactly under a joint, as its neighbour does", () => {
    const { segments } = chain([6, 4, 0, -3].map((x) => ({ x, y: 0 })));
    // Lowest corner, one out to a side, one high above.
    const spike = (x: number, way: number): ConvexShape =>
      polygonOf([[x, -0.5], [x + way * 2, 0.5], [x - way, 3]]);
    for (const [k, x] of [4, 0].entries()) {
      for (const way of [-1, 1]) {
        const normal = { x: 0, y: 1 }, point = { x, y: -0.25 };
        for (const s of segments.slice(k, k + 2)) {
          const held = contactWith(s, IDENTITY, spike(x, way), IDENTITY);
          assertEquals(held.normal, normal);
          const [p, ...others] = held.points;
          assertEquals(others, [], `${x}, ${way}`);
          assertEquals([p.point, p.separation], [point, -0.5]);
        }
      }
    }
  });

  it("names the corner that is beyond a concave joint, whichever way a body at rest there trembles", () => {
    const { segments } = chain(ring("4 0, 0 0, -0.375 0.25"));
    const crate = box(0.5, 0.375);
    survey("a crate in the corner of a dent", 1000, { held: 400 }, (r, met, k) => {
      const at = pose(0.2485 + r.range(0, 1e-3), 0.1825, r.range(-1e-3, 1e-3));
      const { pointCount, points } = collide(segments[1], IDENTITY, crate, at);
      if (pointCount === 0) return;
      met.held++;
      // The crate's edge 0 and the joint, vertex 1.
      assertStrictEquals(points[0].id, 3, `${k}`);
    });
  });

  it("keeps its contacts with what lies on a neighbour, whichever way it trembles", () => {
    // A hill: the middle segment is level, the ones beside it fall off by a slope of 1/40.
    const { segments } = chain(
      [2, 0.5, -0.5, -2].map((x) => ({ x, y: -(Math.abs(x) - 0.5) / 40 })),
    );
    const bodies: ConvexShape[] = [
      box(1.5, 0.5),
      box(1.5, 0.25, { radius: 0.125 }),
      capsule({ x: -0.75, y: 0 }, { x: 0.75, y: 0 }, 0.25),
      convex({
        center: { x: 0, y: 0 },
        radius: 0.125,
        support(x, y, out) {
          out.x = Math.sign(x) * 0.75;
          out.y = Math.sign(y) * 0.125;
        },
        edges: [{ a: { x: -0.75, y: -0.125 }, b: { x: 0.75, y: -0.125 } }],
      }),
    ];
    for (const body of bodies) {
      for (const [height, margin] of [[0.251, 0.05], [0.25, 0.05], [0.248, 0.05], [0.235, 0]]) {
        let kept: unknown = null;
        for (const tilt of [0, 1e-15, -1e-15, 1e-9, -1e-9, 1e-5, -1e-5, 2 ** -10, -(2 ** -10)]) {
          const at = pose(0.0625, height, tilt);
          const contacts = segments.map((s) => contactWith(s, IDENTITY, body, at, margin));
          const ids = contacts.map(({ points }) => points.map(({ id }) => id));
          const name = `${body.kind} at ${height}, turned by ${tilt}`;
          kept ??= ids;
          assertEquals(ids, kept, name);
          for (const [k, { normal, points }] of contacts.entries()) {
            // The segment that it lies on has them, and its neighbours have none of their own.
            assertStrictEquals(points.length, k === 1 ? 2 : 0, name);
            if (k === 1) assertLess(Math.abs(normal.x), Math.abs(tilt) + 1e-15, name);
            for (const { separation } of points) {
              assertLess(height - 0.25 - 0.75 * Math.abs(tilt) - 1e-9, separation, name);
            }
          }
        }
      }
    }
    // A wheel has the contact of the segment that it is on, and no other.
    const wheel = segments.map((s) => collide(s, IDENTITY, circle(0.25), pose(0.499, 0.249)));
    assertEquals(wheel.map(({ pointCount }) => pointCount), [0, 1, 0]);
  });

  it("holds a body over its free end, and is hit there from the side", () => {
    const [, last] = floor.segments;
    const over = collide(last, IDENTITY, box(1, 1), pose(-2.375, 0.49));
    assertEquals(over.normal, { x: 0, y: 1 });
    const side = collide(last, IDENTITY, ball, pose(-2.375, 0.125));
    assertStrictEquals(side.pointCount, 1);
    assert(side.normal.x < -0.9, String(side.normal.x));
    // The same place with something that continues the chain: not its business.
    const on = chain(ring("2 0, -2 0"), { after: { x: -4, y: 0 } });
    assertStrictEquals(collide(on.segments[0], IDENTITY, ball, pose(-2.375, 0.125)).pointCount, 0);
  });

  it("has the corner's normals at a convex joint, and only those up to the neighbour's", () => {
    // Up a slope and level on: seen from in front the joint at (0, 0) is convex.
    const [flat, slope] = chain(ring("2 0, 0 0, -2 -2")).segments;
    const onCorner = pose(-0.1, 0.45);
    const held = [flat, slope].map((s) => contactWith(s, IDENTITY, ball, onCorner))
      .filter(({ points }) => points.length > 0);
    assertStrictEquals(held.length, 1);
    for (const m of held) {
      const away = Math.sqrt(0.2125); // from the corner to the ball's center
      assertLess(Math.abs(m.normal.x + 0.1 / away), 1e-12);
      // Midway between the corner and the ball's surface.
      const { point, separation } = m.points[0];
      const half = 0.5 * separation;
      assertLess(Math.abs(point.x - half * m.normal.x), 1e-12);
      assertLess(Math.abs(point.y - half * m.normal.y), 1e-12);
      assertLess(Math.abs(m.normal.y - 0.45 / away), 1e-12);
    }
    const onSlope = pose(-0.5, 0.1);
    assertStrictEquals(collide(flat, IDENTITY, ball, onSlope).pointCount, 0);
    assertStrictEquals(collide(slope, IDENTITY, ball, onSlope).pointCount, 1);
  });

  it("holds whatever overlaps a convex outline and has its center outside, by a normal of its own", () => {
    // From splinters of a few degrees to gentle corners, with bodies of their size.
    const bodies: Core[] = [
      { points: [{ x: 0.125, y: 0 }], radius: 0.5 },
      { points: [{ x: -0.5, y: 0 }, { x: 0.5, y: 0 }], radius: 0.25 },
      { points: [{ x: -0.75, y: 0.25 }, { x: 0.5, y: 0 }], radius: 0 },
      { points: hullOfDoubles(box(1, 1).points), radius: 0 },
      { points: hullOfDoubles(box(3, 0.25).points), radius: 0 },
      { points: hullOfDoubles(box(1, 0.5).points), radius: 0.25 },
      { points: hullOfDoubles(regularPolygon(3, 0.75).points), radius: 0 },
    ];
    survey("convex outlines", 12000, { near: 400, held: 4000 }, (r, met, i) => {
      const flat = r.pick([1, 0.5, 0.1]);
      const cloud = Array.from({ length: r.int(3, 9) }, () => {
        const d = r.direction();
        return { x: 2 * d.x, y: 2 * flat * d.y };
      });
      const outline = hullOfDoubles(cloud);
      if (outline.length < 3) return;
      const { segments } = chain(outline, { loop: true });
      const body = r.pick(bodies);
      const v = r.pick(outline);
      const at = pose(v.x + r.range(-0.75, 0.75), v.y + r.range(-0.75, 0.75), r.range(-3, 3));
      const middle = { x: 0, y: 0 };
      for (const { x, y } of body.points) {
        middle.x += x / body.points.length;
        middle.y += y / body.points.length;
      }
      const c = transformPoint(at, middle);
      const solid = { points: outline, radius: 0 };
      if (exactContainsPoint({ ...solid, radius: 1e-9 }, IDENTITY, c)) return;
      const margin = r.pick([0, 0.25]);
      const gap = Math.min(
        ...segments.map(({ points }) =>
          new ExactPair({ points: [...points], radius: 0 }, IDENTITY, body, at).value
        ),
      );
      if (gap > margin - 1e-9) return;
      const name = `${i}: ${gap} apart`;
      const shape = makeShape(body);
      let least = Infinity;
      for (const s of segments) {
        const { normal, points } = contactWith(s, IDENTITY, shape, at, margin);
        if (points.length === 0) continue;
        const onChain = ({ x, y }: Vec2, separation: number): Vec2 => {
          return { x: x - 0.5 * separation * normal.x, y: y - 0.5 * separation * normal.y };
        };
        for (const { point: at, separation } of points) {
          least = Math.min(least, separation);
          assert(separation <= margin, `${name}, held from ${separation} away`);
          // Half the separation from the point is the chain, also where a corner of it is what holds.
          assertLess(distanceTo(edgesOf(outline), onChain(at, separation)), 1e-9, name);
        }
        // The chain has the normal there, of an edge or between two.
        assert(
          points.some(({ point, separation }) =>
            hasNormal(edgesOf(outline), onChain(point, separation), normal)
          ),
          name,
        );
      }
      assert(least <= margin, `${name}, held by nothing`);
      if (gap > 0) met.near++;
      else met.held++;
    });
  });

  it("holds whatever overlaps a corner of a room and has its center inside", () => {
    const r = new Random("corners of rooms", 1);
    const blade = (n: number): ConvexShape =>
      polygon(Array.from({ length: n }, (_, k) => {
        const { x, y } = unitVector(2 * Math.PI * k / n - Math.PI);
        return { x: 1.5 * x, y: 0.125 * y };
      }));
    const bodies = {
      ellipse: ellipse(0.75, 0.5),
      blade: ellipse(1.5, 0.125),
      "24-gon": blade(24),
      "6-gon": blade(6),
      box: box(2, 0.5),
      capsule: capsule({ x: -0.75, y: 0 }, { x: 0.75, y: 0 }, 0.125),
    };
    for (const [name, body] of Object.entries(bodies)) {
      let met = 0;
      for (let k = 0; k < effort(4000); k++) {
        const angle = r.range(0.2, 3), wall = unitVector(angle);
        const { segments } = chain(ring([[4, 0], [0, 0], [4 * wall.x, 4 * wall.y]]));
        const u = unitVector(r.range(0.001, 0.999) * angle), l = r.range(0, 1.5);
        const at = pose(l * u.x, l * u.y, r.range(-3, 3));
        if (!segments.some((s) => intersects(s, IDENTITY, body, at))) continue;
        met++;
        const found = segments.filter((s) => collide(s, IDENTITY, body, at).pointCount > 0);
        assertLess(0, found.length, `${name} ${k}`);
      }
      assertLess(effort(1000), met, name);
    }
  });

  it("has no contact with an ellipse on level ground beyond a joint, and in a valley that of what is over it", () => {
    const body = ellipse(0.75, 0.5), at = pose(-0.25, 0.45);
    const [level, valley] = [0, 0.1].map((slope) =>
      chain([{ x: 4, y: 4 * slope }, { x: 0, y: 0 }, { x: -4, y: 4 * slope }]).segments
    );
    // Its lowest point along both normals is a little to the left of the joint.
    assertEquals(level.map((s) => collide(s, IDENTITY, body, at).pointCount), [0, 1]);
    const [over, lowest] = valley.map((s) => collide(s, IDENTITY, body, at));
    assertEquals([over.pointCount, lowest.pointCount], [1, 1]);
    const depth = -over.points[0].separation;
    assert(depth > 0 && depth < -lowest.points[0].separation);
    // Over the joint, x = 0, the ellipse is this far below y = 0. Along the valley's side it is a little less.
    const below = 0.5 * Math.sqrt(1 - 1 / 9) - 0.45;
    assertLess(Math.abs(depth - below * over.normal.y), 1e-3);
  });

  it("holds a capsule that lies on a spike", () => {
    const spike = chain(ring("1 -3, 0 0, -1 -3"));
    const lying = capsule({ x: -0.5, y: 0 }, { x: 0.5, y: 0 }, 0.25);
    const [right, left] = spike.segments.map((s) =>
      collide(s, IDENTITY, lying, pose(0.1, 0.2, 0.5))
    );
    // Its center is right of the spike. The way out is square to its axis, which passes over the point.
    assertStrictEquals(left.pointCount, 0);
    assertStrictEquals(right.pointCount, 1);
    const [c, s] = [Math.cos(0.5), Math.sin(0.5)];
    assertLess(Math.abs(right.normal.x + s) + Math.abs(right.normal.y - c), 1e-12);
    assertLess(Math.abs(right.points[0].separation - (-0.1 * s + 0.2 * c - 0.25)), 1e-12);
    const { point, separation } = right.points[0];
    assertLess(Math.abs(point.x - 0.5 * separation * right.normal.x), 1e-12);
    assertLess(Math.abs(point.y - 0.5 * separation * right.normal.y), 1e-12);
  });

  it("stops a body at a wall that rises from the ground", () => {
    const room = chain(ring("5 3, 5 0, -5 0"));
    const found = contacts(room, IDENTITY, box(1, 1), pose(4.53, 0.48));
    assertEquals(found.map(({ partA }) => partA), [0, 1]);
    assertEquals(found.map(({ normal }) => normal), ring("-1 0, 0 1"));
    assertEquals(found.map(({ points }) => points.length), [2, 2]);
  });

  it("of a loop is solid outside when the points go counter-clockwise, inside when clockwise", () => {
    const corners = ring("-2 -2, 2 -2, 2 2, -2 2");
    const island = chain(corners, { loop: true });
    const room = chain(corners.toReversed(), { loop: true });
    assertEquals([island.segments.length, room.segments.length], [4, 4]);
    const normals = (ground: Chain, x: number): Vec2[] =>
      contacts(ground, IDENTITY, ball, pose(x, 0)).map(({ normal }) => normal);
    assertEquals([normals(island, 2.25), normals(island, 1.75)], [[{ x: 1, y: 0 }], []]);
    assertEquals([normals(room, 2.25), normals(room, 1.75)], [[], [{ x: -1, y: 0 }]]);
    // Around the corner of the island the normal turns without a gap.
    for (let k = 0; k <= 90; k++) {
      const angle = k * Math.PI / 180;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const found = contacts(island, IDENTITY, ball, pose(2 + 0.49 * c, 2 + 0.49 * s));
      assert(found.length > 0);
      for (const { normal } of found) {
        assertLess(Math.abs(normal.x - c) + Math.abs(normal.y - s), 1e-9);
      }
    }
  });

  it("stays one-sided, with its neighbours, as a part of a compound that has a pose", () => {
    const land = ground(6, (x) => 0.25 * Math.abs(x));
    const at = pose(3, -7, 2.1);
    const parts = land.segments.map((shape) => ({ shape, pose: at }));
    const body = compound(parts);
    const [, s] = body.parts;
    assert(s instanceof ChainSegment);
    assertEquals(s.points[1], transformPoint(at, land.points[2]));
    assertEquals(s.before, transformPoint(at, land.points[0]));
    assertEquals(s.after, transformPoint(at, land.points[3]));
    assertStrictEquals((body.parts[0] as ChainSegment).before, null);
    survey("chain parts", 2000, { held: 1000 }, (r, met) => {
      const here = pose(r.range(-3, 3), r.range(-1, 1.5), r.range(-3, 3));
      const there = multiply(at, here);
      for (const shape of [box(1, 0.5), ball, BODIES.ellipse]) {
        const alone = contactsOf(body, IDENTITY, shape, there).map(({ partA }) => partA);
        assertEquals(alone, contacts(land, at, shape, there).map(({ partA }) => partA));
        met.held += alone.length;
      }
    });
    const far = pose(2 ** 60, 2 ** 60);
    assertThrows(
      () => transformShape(land.segments[0], far),
      RangeError,
      "Cannot transform shape: the segment from points[0] to points[1] is 0 long",
    );
  });

  it("lets a support function ask about corners of chains while its own are looked for", () => {
    const spike = chain(ring("2 -1, 0 1, -1 -2"));
    const other = chain(ring("1 -3, 0.5 0.5, -2 0"));
    const asked = ellipse(0.5, 0.75);
    const body = (asks: boolean): ConvexShape =>
      convex({
        center: { x: 0, y: 0 },
        support(dx, dy, out) {
          if (asks) {
            const where = pose(r.range(-1, 1), r.range(-1, 2), r.range(-3, 3));
            const margin = r.pick([0, 3]);
            for (const s of other.segments) collide(s, IDENTITY, asked, where, { margin });
          }
          const l = Math.sqrt(dx * dx + 0.25 * dy * dy);
          out.x = dx / l;
          out.y = 0.25 * dy / l;
        },
      });
    const r = new Random("asking about corners", 1);
    const quiet = body(false), asking = body(true);
    let met = 0;
    for (let k = 0; k < 400; k++) {
      const where = pose(r.range(-1, 1), r.range(-0.5, 1.5), r.range(-3, 3));
      for (const s of spike.segments) {
        const expected = collide(s, IDENTITY, quiet, where, { margin: 0.125 });
        const m = collide(s, IDENTITY, asking, where, { margin: 0.125 });
        assertEquals(m.normal, expected.normal);
        assertStrictEquals(m.pointCount, expected.pointCount);
        if (m.pointCount === 0) continue;
        assertEquals(m.points[0], expected.points[0]);
        met++;
      }
    }
    assertLess(100, met);
  });
});

describe("a chain segment's contact", () => {
  it("is none with a wall in pieces that a body hangs over, deeper than the pieces are long", () => {
    // A block with its top at y = 0 and its side at x = 0: the body's center is just beyond that, its lower side
    // 0.0625 below the top. The loop may begin anywhere, at the corner, too.
    const bodies = [
      box(1, 0.5),
      ellipse(0.5, 0.25),
      capsule({ x: -0.5, y: 0 }, { x: 0.5, y: 0 }, 0.25),
    ];
    for (const piece of [1, 0.0625, 0.03125, 0.015625]) {
      const path: Vec2[] = [];
      for (let x = 0; x > -2; x -= piece) path.push({ x, y: 0 });
      path.push({ x: -2, y: 0 }, { x: -2, y: -1 });
      for (let y = -1; y < 0; y += piece) path.push({ x: 0, y });
      const n = path.length;
      for (const start of [0, 1, 3, n - 1, n - 3]) {
        const step = chain([...path.slice(start), ...path.slice(0, start)], { loop: true });
        for (const body of bodies) {
          const found = contactsOf(step, IDENTITY, body, pose(0.0078125, 0.1875));
          assertLess(0, found.length);
          for (const contact of found) {
            const { normal } = contact, name = `${body.kind}, ${piece}`;
            assert(normal.y > 0.9, `${name}: (${normal.x}, ${normal.y})`);
            // (Was as deep as half of the body is wide.)
            assertLess(depthOf(contact), 0.0625 + 1e-12, name);
          }
        }
      }
    }
  });

  it("is never deeper than the body has come in", () => {
    const bodies = [...Object.values(BODIES), box(0.5, 2), ellipse(0.25, 1)];
    const deep = 2 ** -10;
    survey("stars", 6000, { cases: 4000 }, (r, met, i) => {
      // Closed, seen from outside or from inside.
      const path = star(r, r.int(4, 9), 1, 4);
      const isInside = r.chance(0.3);
      const { segments } = chain(isInside ? path.reverse() : path, { loop: true });
      const body = r.pick(bodies);
      const u = r.direction(), goal = r.pick(path);
      const from = pose(isInside ? 0 : 9 * u.x, isInside ? 0 : 9 * u.y, r.range(-3, 3));
      const d = { x: 1.5 * (goal.x - from.x), y: 1.5 * (goal.y - from.y) };
      let first: CastHit | null = null;
      for (const s of segments) {
        const hit = shapeCast(s, IDENTITY, body, from, d);
        if (hit !== null && (first === null || hit.fraction < first.fraction)) first = hit;
      }
      if (first === null || first.fraction === 0) return;
      const l = Math.hypot(d.x, d.y);
      if (first.normal.x * d.x + first.normal.y * d.y > -0.2 * l) return;
      met.cases++;
      const way = first.fraction + deep / l;
      const at = { ...from, x: from.x + way * d.x, y: from.y + way * d.y };
      const held = segments.map((s) => contactWith(s, IDENTITY, body, at))
        .filter(({ points }) => points.length > 0);
      for (const c of held) assertLess(depthOf(c), deep + 1e-9, `${i}: ${body.kind}`);
      assertLess(0, held.length, `${i}: ${body.kind}`);
    });
  });

  it("is that of the top where the chain goes up a wall and straight down again", () => {
    for (const [x, y] of [[0, 1], [1, 3], [-2, 1]]) {
      const top = { x, y };
      const path = [{ x: 4, y: 0 }, { x: 0, y: 0 }, top, { x: x / 3, y: y / 3 }, { x: -4, y: 0 }];
      const { segments } = chain(path);
      for (const [name, body] of Object.entries(BODIES)) {
        // From above, a little on this side of the wall and on that one.
        for (const aside of [-0.05, 0.05]) {
          const depth = 0.01, at = pose(x + aside, y + foot(body) - depth, 0);
          const sides = segments.slice(1, 3);
          const held = sides.map((s) => contactWith(s, IDENTITY, body, at))
            .filter(({ points }) => points.length > 0);
          for (const contact of held) assertLess(depthOf(contact), depth + 1e-12, name);
          const met = sides.some((s) => intersects(s, IDENTITY, body, at));
          assertStrictEquals(held.length > 0, met, name);
        }
      }
    }
  });

  it("is that of a free end wherever it is met, also when its normal is square to the segment's or more", () => {
    const r = new Random("free ends", 1);
    for (let k = 0; k < 400; k++) {
      // A ledge that ends at (0, 0), or begins there, and a crate beside the end, 1/64 over it, that leans either way.
      const isFirst = r.chance(0.5), sign = isFirst ? 1 : -1;
      const [ledge] = chain(ring(isFirst ? "0 0, -4 0" : "4 0, 0 0")).segments;
      const lean = r.pick([0, 0, r.range(-0.25, 0.25)]), n = unitVector(lean);
      // Half as wide as the crate, and half as far up.
      const away = 0.25 - 1 / 64, up = 0.375;
      const at = {
        ...pose(0, 0, sign * lean),
        x: sign * (away * n.x - up * n.y),
        y: away * n.y + up * n.x,
      };
      const frame = pose(r.range(-9, 9), r.range(-9, 9), r.pick([0, r.range(-3, 3)]));
      const body = r.pick([box(0.5, 2), capsule({ x: 0, y: -0.75 }, { x: 0, y: 0.75 }, 0.25)]);
      const m = collide(ledge, frame, body, multiply(frame, at));
      assertStrictEquals(m.pointCount, 1, `${k}`);
      const { x, y } = inverseRotateVector(frame, m.normal);
      assertLess(Math.abs(x - sign * n.x) + Math.abs(y - n.y), 1e-12, `${k}`);
      assertLess(Math.abs(m.points[0].separation + 1 / 64), 1e-12, `${k}`);
    }
    // Not straight against its own normal: a wedge whose point is far behind is pushed out to the front.
    const wedge = polygonOf("0 1, -1.5 -0.25, 1.5 -0.25");
    for (let k = 0; k < 200; k++) {
      const frame = pose(r.range(-9, 9), r.range(-9, 9), r.range(-3, 3));
      const [ledge] = chain(ring("4 0, -4 0")).segments;
      const upside = pose(r.range(-1, 1), 0.1875, Math.PI);
      const m = collide(ledge, frame, wedge, multiply(frame, upside));
      const { x, y } = inverseRotateVector(frame, m.normal);
      assertLess(Math.abs(x) + Math.abs(y - 1), 1e-12, `${k}`);
      assertLess(Math.abs(m.points[0].separation + 0.8125), 1e-12, `${k}`);
    }
  });
});

describe("a chain that is seen from its front only", () => {
  // Ground with a step down and a ramp, walked from right to left: its front is above.
  const points = ring("6 0, 2 0, 2 -1, -2 -1, -6 1");
  const front = chain(points, { frontOnly: true }), both = chain(points);
  /** Height of the ground. */
  const height = (x: number): number => x > 2 ? 0 : x > -2 ? -1 : -1 - (x + 2) / 2;

  it("is hit by rays and shapes from above as any chain, and lets pass what comes from below", () => {
    survey("fronts", 2000, { hits: 500, passed: 500 }, (r, met, k) => {
      const at = pose(r.range(-9, 9), r.range(-9, 9), r.range(-3, 3));
      // From below, not to the front of the step.
      const isAbove = r.chance(0.5), isLeft = r.chance(0.5);
      const x = isAbove ? r.range(-5, 5) : isLeft ? r.range(-5, 0.5) : r.range(3.5, 5),
        y = height(x);
      const body = r.pick([
        circle(0.25),
        box(0.5, 0.25),
        capsule({ x: -0.25, y: 0 }, { x: 0.25, y: 0 }, 0.125),
      ]);
      const from = {
        x: x + r.range(-0.5, 0.5),
        y: isAbove ? y + r.range(1.5, 3) : -1 - r.range(1, 3),
      };
      const to = { x: x + r.range(-0.5, 0.5), y: isAbove ? y - r.range(0.5, 2) : 2 };
      const [p, q] = [from, to].map((v) => transformPoint(at, v));
      const d = { x: q.x - p.x, y: q.y - p.y }, name = `${k}`;
      const on = { ...at, ...p }, sweep = motion(on, { ...at, ...q }), rest = still(at);
      const rays = [front, both].map((shape) => rayCast(shape, at, p, d));
      const casts = [front, both].map((shape) => castBoth(shape, at, body, on, d));
      const impacts = [front, both].map((shape) => timeOfImpact(shape, rest, body, sweep));
      if (isAbove) {
        for (const [seen, any] of [rays, casts]) assertEquals<unknown>(seen, any, name);
        assertEquals(impacts[0], { ...impacts[1], iterations: impacts[0].iterations }, name);
        if (casts[0][0] !== null) met.hits++;
      } else {
        assertEquals([rays[0], ...casts[0]], [null, null, null], name);
        assertEquals([impacts[0].status, impacts[0].fraction], ["separated", 1], name);
        if (casts[1][0] !== null) met.passed++;
      }
    });
  });

  it("lets a body jump through, and holds it when it comes down", () => {
    const ledge = chain(ring("2 0, -2 0"), { frontOnly: true }), crate = box(1, 1);
    for (const y of [-0.75, -0.25, -0.125]) {
      assertStrictEquals(shapeCast(ledge, pose(), crate, pose(0, y), { x: 0, y: 3 }), null);
      assertStrictEquals(rayCast(ledge, pose(), { x: 0.5, y }, { x: 0, y: 3 }), null);
    }
    const hit = shapeCast(ledge, pose(), crate, pose(0, 2), { x: 0, y: -3 })!;
    assertEquals([hit.fraction, hit.normal], [0.5, { x: 0, y: 1 }]);
    // Nor is it met from the side, past its end, below.
    assertStrictEquals(rayCast(ledge, pose(), { x: 5, y: -1 }, { x: -10, y: 0.5 }), null);
  });

  it("has frontOnly as a boolean, false by default", () => {
    assertEquals([both.frontOnly, front.frontOnly], [false, true]);
  });
});

describe("chain()", () => {
  const path = ring("2 0, 1 0.5, -1 0");

  it("makes a segment of every two neighbours, with the points around them", () => {
    const open = chain(path);
    assert(open instanceof Chain);
    assertEquals(open.points, path);
    assertStrictEquals(open.loop, false);
    assertStrictEquals(open.segments.length, 2);
    const [s, t] = open.segments;
    assert(s instanceof ChainSegment && s instanceof ConvexShape);
    assertStrictEquals(s.kind, "segment");
    assertEquals(s.points, [path[0], path[1]]);
    assertStrictEquals(s.before, null);
    assertEquals(s.after, path[2]);
    assertEquals(t.before, path[0]);
    assertStrictEquals(t.after, null);
    const closed = chain(path, { loop: true });
    assertEquals(closed.segments.map(({ before }) => before), [path[2], path[0], path[1]]);
    assertEquals(closed.segments.map(({ after }) => after), [path[2], path[0], path[1]]);
    assertEquals(closed.segments[2].points, [path[2], path[0]]);
    const between = chain(path, { before: { x: 3, y: 0 }, after: { x: -2, y: 0 } });
    assertEquals(between.segments[0].before, { x: 3, y: 0 });
    assertEquals(between.segments[1].after, { x: -2, y: 0 });
  });

  it("takes a loop that repeats its first point at the end, as often as it likes", () => {
    const closed = chain(path, { loop: true });
    for (const again of [[path[0]], [path[0], { ...path[0] }]]) {
      const repeated = chain([...path, ...again], { loop: true });
      assertEquals(repeated.points, closed.points);
      assertEquals(repeated.segments.length, 3);
    }
    // An open chain keeps it.
    assertEquals(chain([...path, path[0]]).segments.length, 3);
  });

  it("copies its points", () => {
    const points = path.map((p) => ({ ...p }));
    const open = chain(points);
    points[0].x = 99;
    assertEquals(open.points, path);
    assertEquals(open.segments[0].points[0], path[0]);
    assert(Object.isFrozen(open.points) && Object.isFrozen(open.segments));
    assert(Object.isFrozen(open.points[0]));
  });

  it("refuses what is no chain", () => {
    const [p, q] = path, loop = true;
    const cases: [unknown, unknown, typeof TypeError | typeof RangeError, string][] = [
      ["path", {}, TypeError, 'points is the string "path"'],
      [[{ x: 0, y: 0 }, 3], {}, TypeError, "Cannot create chain: points[1] is 3"],
      [[p, { x: 1, y: NaN }], {}, RangeError, "points[1].y is NaN"],
      [[p, { x: 1e80, y: 0 }], {}, RangeError, "points[1].x is 1e+80"],
      [[p], {}, RangeError, "points has 1 entry, must have at least 2"],
      [[p, q], { loop }, RangeError, "points has 2 entries, must have at least 3"],
      [[p, q, q], {}, RangeError, "the segment from points[1] to points[2] is 0 long"],
      [[p, q, p, p], { loop }, RangeError, "points has 2 entries, must have at least 3"],
      [path, { loop: 1 }, TypeError, "options.loop is 1, must be a boolean"],
      [path, { frontOnly: 1 }, TypeError, "options.frontOnly is 1, must be a boolean"],
      [path, { before: 1 }, TypeError, "options.before is 1"],
      [path, { after: { x: 0, y: Infinity } }, RangeError, "options.after.y"],
      [path, { loop, after: q }, TypeError, "options.after is given for a loop"],
      [path, { before: p }, RangeError, "the way from options.before is 0"],
      [[p, q], { after: q }, RangeError, "the way to options.after is 0"],
      [path, null, TypeError, "options is null"],
    ];
    for (const name of ["loop", "before", "after"]) {
      cases.push([path, { [name]: null }, TypeError, `options.${name} is null, must be`]);
    }
    for (const [points, options, kind, message] of cases) {
      assertThrows(() => chain(points as Vec2[], options as ChainOptions), kind, message);
    }
  });
});
