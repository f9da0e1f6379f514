import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertLess,
  assertLessOrEqual,
  assertStrictEquals,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  type CastHit,
  circle,
  convexHull,
  type ConvexShape,
  ellipse,
  IDENTITY,
  type InitialOverlap,
  point,
  polygon,
  type Pose,
  pose,
  rayCast,
  regularPolygon,
  shapeCast,
  signedDistance,
  transformPoint,
  type Vec2,
} from "@narrowphase/gjk2d";
import { castBoth } from "../boundary/outline.ts";
import { makeCasts, placed } from "../generate/casts.ts";
import { FAMILIES } from "../generate/families.ts";
import { disk, halfDisk, outOfOrder, SHAPES, wrap } from "../generate/shapes.ts";
import { effort } from "../effort.ts";
import { survey } from "../generate/survey.ts";
import { Random } from "../generate/random.ts";
import { exactCast, fractionError } from "../exact/oracle/cast.ts";
import { hullOfDoubles } from "../exact/oracle/exact.ts";
import { makeShape, placedShape } from "../exact/oracle/public_api.ts";

const SEED = 20261121;
const MAX = 2 ** 248;

function moved(p: Readonly<Pose>, d: { x: number; y: number }, t: number): Pose {
  return { ...p, x: p.x + t * d.x, y: p.y + t * d.y };
}

describe("shapeCast() against exact arithmetic", () => {
  for (const family of FAMILIES) {
    // The reference takes all pairs of vertices.
    const cases = family === "nested" ? 220 : effort(family === "many_vertices" ? 60 : 220);
    it(`decides exactly and is right to 8 ulps on ${family}`, () => {
      let casts = 0, hits = 0, misses = 0;
      for (let index = 0; index < cases; index++) {
        for (const { name, a, poseA, b, poseB, d, target } of makeCasts(family, SEED, index)) {
          if (a.points.length * b.points.length > 4000) continue;
          // The vertices where the poses place them, in doubles.
          const ca = placed(a, poseA, poseA), cb = placed(b, poseB, poseA);
          const sizes = [d.x, d.y, ...cb.points.flatMap(({ x, y }) => [x, y])];
          if (!sizes.every((v) => Math.abs(v) < MAX)) continue;
          let shapes: [ConvexShape, ConvexShape];
          try {
            shapes = [makeShape(a), makeShape(b)];
          } catch {
            continue; // rounding made an edge too short
          }
          const exact = exactCast(ca, IDENTITY, cb, IDENTITY, d, target);
          const hit = shapeCast(shapes[0], poseA, shapes[1], poseB, d, {
            targetSeparation: target,
          });
          casts++;
          const radii = a.radius + b.radius;
          if (
            family === "tiny_offsets" && hit !== null && !exact.hit && radii > 0 && target === 0
          ) {
            // Offsets below 2^-90 of the radii: to miss by less is to graze.
            assert(exactCast(ca, IDENTITY, cb, IDENTITY, d, 2 ** -90 * radii).hit, name);
            continue;
          }
          if (family === "swallowed" && hit === null && exact.hit) {
            // Of shapes that rounding has left nothing of but radii, what is missed by less than it is to graze.
            const ulp = 2 ** -52 * Math.max(...sizes.map(Math.abs));
            assert(radii > 0 && radii + target < 16 * ulp, name);
            assertLess(exact.fraction * Math.sqrt(d.x * d.x + d.y * d.y), 16 * ulp);
            continue;
          }
          assertStrictEquals(hit !== null, exact.hit, name);
          if (hit === null) {
            misses++;
            continue;
          }
          // With radii a gap of 2^-90 is none, be it on the way or, of a motion past a round end, beside it.
          const beside = radii > 0 && target === 0 &&
            exactCast(ca, IDENTITY, cb, IDENTITY, d, 2 ** -90 * radii).start;
          const none = beside || (radii + target > 0 && exact.fraction < 2 ** -90);
          assertStrictEquals(hit.fraction === 0, exact.start || none, name);
          if (hit.fraction === 0) continue;
          hits++;
          assertStrictEquals(hit.depth, 0, name);
          const error = fractionError(hit.fraction, exact);
          assertLessOrEqual(error, 8, name);
          assertAlmostEquals(Math.sqrt(hit.normal.x ** 2 + hit.normal.y ** 2), 1, 1e-15, name);
        }
      }
      assertLess(effort(family === "many_vertices" ? 200 : 2000), casts);
      assertLess(casts / 20, hits);
      assertLess(casts / 100, misses);
    });
  }

  it("is right to 8 ulps when a ray of whole coordinates runs through corners and along edges", () => {
    survey("whole casts", 8000, { touches: 20 }, (r, met) => {
      const cloud = (): { x: number; y: number }[] =>
        Array.from({ length: r.int(1, 6) }, () => ({ x: r.int(-4, 4), y: r.int(-4, 4) }));
      const a = makeShape({ points: hullOfDoubles(cloud()), radius: 0 });
      const b = makeShape({ points: hullOfDoubles(cloud()), radius: 0 });
      const at = { x: r.int(-12, 12), y: r.int(-12, 12), cos: 1, sin: 0 };
      const d = { x: r.int(-12, 12), y: r.int(-12, 12) };
      const cb = { points: b.points.map(({ x, y }) => ({ x: x + at.x, y: y + at.y })), radius: 0 };
      const exact = exactCast({ points: a.points, radius: 0 }, IDENTITY, cb, IDENTITY, d);
      const hit = shapeCast(a, IDENTITY, b, at, d);
      const name = JSON.stringify([a.points, cb.points, d]);
      assertStrictEquals(hit !== null, exact.hit, name);
      if (hit === null || exact.start) return;
      assertLessOrEqual(fractionError(hit.fraction, exact), 8, name);
      if (hit.fraction === 1) met.touches++;
    });
  });

  it("knows the ends of a sliver that the pose turned inside out", () => {
    const a = { points: [{ x: 0.30000000000000004, y: -0.30000000000000004 }], radius: 0.1 };
    const sliver = [{ x: -0.2, y: -0.1 }, { x: 0.1, y: 0.2 }, { x: 0.2, y: 0.30000000000000004 }];
    const b = { points: sliver, radius: 0.15000000000000002 },
      at = pose(0.19800000000000004, -0.936);
    const d = { x: -0.6000000000000001, y: -0.1 };
    assert(exactCast(a, IDENTITY, placed(b, at, IDENTITY), IDENTITY, d, 0.1).start);
    const hit = shapeCast(makeShape(a), IDENTITY, makeShape(b), at, d, { targetSeparation: 0.1 });
    assertStrictEquals(hit?.fraction, 0);
  });

  it("reaches circles at the end of the way exactly, or by less than an ulp of the fraction", () => {
    survey("ends on circles", 4000, { hit: 500, missed: 300 }, (r, ends) => {
      const [c, s] = r.pick([[3, 4], [-4, 3], [5, 0], [0, -5], [7, 24], [-24, 7]]);
      const R = Math.sqrt(c * c + s * s);
      // The end touches when the radii are R in sum; a little more or less is left to be told.
      const little = r.pick([0, 1, -1]) * 2 ** -r.int(53, 80);
      const a = { points: [{ x: r.int(-9, 9), y: r.int(-9, 9) }], radius: R };
      const b = { points: [{ x: 0, y: 0 }], radius: Math.max(little, 0) };
      if (little < 0) a.radius = R / 2;
      if (little < 0) b.radius = R / 2 * (1 - 2 ** -r.int(48, 53));
      const d = { x: r.int(-20, 20), y: r.int(-20, 20) };
      if (d.x * c + d.y * s >= 0) return; // leads away
      b.points[0].x = a.points[0].x + c - d.x;
      b.points[0].y = a.points[0].y + s - d.y;
      const exact = exactCast(a, IDENTITY, b, IDENTITY, d);
      const hit = shapeCast(makeShape(a), IDENTITY, makeShape(b), IDENTITY, d);
      const name = JSON.stringify([a, b, d]);
      assertStrictEquals(hit !== null, exact.hit, name);
      ends[hit === null ? "missed" : "hit"]++;
      if (hit !== null) assertLessOrEqual(fractionError(hit.fraction, exact), 8, name);
      if (b.radius !== 0 || little !== 0) return;
      const ray = rayCast(makeShape(a), IDENTITY, b.points[0], d);
      assertStrictEquals(ray?.fraction, hit?.fraction, name);
    });
  });

  it("starts deep inside where a vertex is on the other's circle, wherever it leads", () => {
    survey("vertex circles", 20000, { deep: 2000 }, (r, met) => {
      const unit = r.pick([1, 0.1]);
      const cloud = (): { x: number; y: number }[] =>
        Array.from(
          { length: r.int(1, 5) },
          () => ({ x: unit * r.int(-3, 3), y: unit * r.int(-3, 3) }),
        );
      const a = { points: hullOfDoubles(cloud()), radius: unit * r.pick([1, 2.5]) };
      const b = { points: hullOfDoubles(cloud()), radius: unit * r.pick([0, 1.5, 2.5]) };
      const targetSeparation = r.chance(0.3) ? unit : 0;
      const R = a.radius + b.radius + targetSeparation;
      const v = r.pick(a.points), w = r.pick(b.points);
      const [c, s] = r.pick([[0.6, 0.8], [-0.8, 0.6], [0.28, -0.96], [1, 0], [0, -1]]);
      const at = pose(v.x - w.x + R * c, v.y - w.y + R * s);
      const d = { x: unit * r.int(-6, 6), y: unit * r.int(-6, 6) };
      const cb = placed(b, at, IDENTITY);
      const exact = exactCast(a, IDENTITY, cb, IDENTITY, d, targetSeparation);
      const shapes = [makeShape(a), IDENTITY, makeShape(b), at] as const;
      const hit = shapeCast(...shapes, d, { targetSeparation });
      const name = JSON.stringify([a, b, at, d, targetSeparation]);
      if (hit !== null && !exact.hit) {
        // A gap of 2^-90 is none.
        const inward = { x: -R * c, y: -R * s };
        const gap = exactCast(a, IDENTITY, cb, IDENTITY, inward, targetSeparation).fraction;
        assertLess(gap, 2 ** -90, name);
        return;
      }
      assertStrictEquals(hit !== null, exact.hit, name);
      if (hit === null) return;
      if (exact.start) assertStrictEquals(hit.fraction, 0, name);
      assertLessOrEqual(fractionError(hit.fraction, exact), 8, name);
      const depth = targetSeparation - signedDistance(...shapes).distance;
      if (hit.fraction > 0 || depth < unit / 8) return;
      met.deep++;
      assertStrictEquals(hit.depth, depth, name);
      const ignored = shapeCast(...shapes, d, { initialOverlap: "ignore" });
      if (depth > targetSeparation + unit / 8) assertStrictEquals(ignored, null, name);
      const out = shapeCast(...shapes, d, { initialOverlap: "pushOut", targetSeparation });
      assertStrictEquals(out?.depth, depth, name);
    });
  });
});

describe("shapeCast()", () => {
  it("has a normal along an axis where rounded shapes meet so, whichever way they move", () => {
    for (const [c, k] of [[1, 0], [0, 1], [-1, 0], [0, -1]]) {
      const turn = (x: number, y: number): Vec2 => ({ x: c * x - k * y, y: k * x + c * y });
      for (const side of [1, -1]) {
        // From (8, 4) along (-3, -4) to (5, 0), where disks of 3 and 2 touch.
        const from = turn(8, 4 * side), d = turn(-6, -8 * side);
        const still = [circle(3), capsule(turn(0, 0), turn(-7, 0), 3)];
        const moving = [circle(2), capsule(turn(0, 0), turn(7, 0), 2)];
        for (const [a, b] of still.flatMap((a) => moving.map((b) => [a, b]))) {
          const hit = shapeCast(a, IDENTITY, b, pose(from.x, from.y), d)!;
          assertEquals([hit.fraction, hit.normal, hit.point], [0.5, turn(1, 0), turn(3, 0)]);
        }
      }
    }
  });

  const KINDS = [
    ...SHAPES,
    halfDisk(0.125),
    disk(0.5, { x: 0.5, y: -0.75 }),
    disk(0.25, { x: -0.5, y: 0.25 }, 0.125),
  ];

  it("ends where signedDistance() finds the target separation, with its normal and points", () => {
    survey("cast ends", 6000, { hits: 1500 }, (r, met, k) => {
      const a = r.pick(KINDS), b = r.pick(KINDS);
      const pa = pose(r.range(-3, 3), r.range(-3, 3), r.range(-4, 4));
      const pb = pose(r.range(-9, 9), r.range(-9, 9), r.range(-4, 4));
      // A tenth go nowhere, from close by.
      const isStill = r.chance(0.1);
      if (isStill) Object.assign(pb, { x: pa.x + r.range(-2, 2), y: pa.y + r.range(-2, 2) });
      const d = {
        x: isStill ? 0 : 2 * (pa.x - pb.x) + r.range(-4, 4),
        y: isStill ? 0 : 2 * (pa.y - pb.y) + r.range(-4, 4),
      };
      const target = r.chance(0.5) ? 0 : r.range(0, 1);
      const hit = shapeCast(a, pa, b, pb, d, { targetSeparation: target });
      const name = `case ${k}, ${a.kind} and ${b.kind}`;
      const before = signedDistance(a, pa, b, pb);
      if (isStill) assertStrictEquals(hit !== null, before.distance <= target, name);
      if (hit === null) {
        // Nowhere on the way are they closer.
        for (let i = 0; i <= 16; i++) {
          const there = signedDistance(a, pa, b, moved(pb, d, i / 16)).distance;
          assertLess(target, there, name);
        }
        return;
      }
      if (hit.fraction === 0) {
        assertLessOrEqual(before.distance, target, name);
        assertStrictEquals(hit.depth, target - before.distance, name);
        assertEquals(hit.normal, before.normal);
        return;
      }
      met.hits++;
      const there = signedDistance(a, pa, b, moved(pb, d, hit.fraction));
      const flat = Math.abs(hit.normal.x * d.x + hit.normal.y * d.y) /
        Math.sqrt(d.x * d.x + d.y * d.y);
      assertAlmostEquals(there.distance, target, 2e-14, name);
      assertLess(hit.normal.x * d.x + hit.normal.y * d.y, 1e-9, name);
      // Where edge meets edge or a corner is grazed the normals of the two may differ.
      const onA = signedDistance(a, pa, point(hit.point), IDENTITY);
      assertAlmostEquals(onA.distance, 0, 2e-14, name);
      const far = signedDistance(b, moved(pb, d, hit.fraction), point(hit.point), IDENTITY);
      const smooth = a.support !== null || b.support !== null;
      assertAlmostEquals(far.distance, target, smooth || flat < 1e-3 ? 1e-9 : 1e-12, name);
      // Along the normal they part.
      const { normal: n } = hit;
      const open = signedDistance(a, pa, b, moved(moved(pb, d, hit.fraction), n, 1));
      assertLess(target + 1 - 1e-9, open.distance, name);
    });
  });

  it("gives the same bits at other scales, and the mirrored answer with A and B exchanged", () => {
    const r = new Random("cast scales", SEED);
    let hits = 0;
    for (let k = 0; k < 500; k++) {
      const points = Array.from({ length: 2 }, () => ({ x: r.range(-1, 1), y: r.range(-1, 1) }));
      const others = Array.from({ length: 2 }, () => ({ x: r.range(4, 6), y: r.range(-2, 2) }));
      const d = { x: r.range(-12, 0), y: r.range(-2, 2) }, radius = r.chance(0.5) ? 0.25 : 0;
      const cast = (f: number, isSwapped = false): CastHit | null => {
        const scaled = ({ x, y }: Vec2): Vec2 => ({ x: f * x, y: f * y }), { x, y } = scaled(d);
        const a = makeShape({ points: points.map(scaled), radius: f * radius || f });
        const b = makeShape({ points: others.map(scaled), radius: f * radius });
        return isSwapped
          ? shapeCast(b, IDENTITY, a, IDENTITY, { x: -x, y: -y })
          : shapeCast(a, IDENTITY, b, IDENTITY, { x, y });
      };
      const hit = cast(1), swapped = cast(1, true);
      for (const e of [-200, -60, 3, 200]) {
        const other = cast(2 ** e);
        assertEquals([other?.fraction, other?.normal], [hit?.fraction, hit?.normal]);
      }
      assertStrictEquals(swapped === null, hit === null);
      if (hit === null || swapped === null) continue;
      hits++;
      assertAlmostEquals(swapped.fraction, hit.fraction, 1e-15);
      if (hit.fraction === 0) continue;
      assertAlmostEquals(swapped.normal.x, -hit.normal.x, 1e-14);
      assertAlmostEquals(swapped.normal.y, -hit.normal.y, 1e-14);
      assertEquals([swapped.featureA, swapped.featureB], [hit.featureB, hit.featureA]);
    }
    assertLess(100, hits);
  });

  it("counts grazing as a hit, and nothing less", () => {
    const a = box(2, 2), b = box(2, 4), ball = circle(1), motion = { x: 20, y: 0 };
    for (const [y, hits] of [[3, true], [-3, true], [3 + 2 ** -51, false]] as const) {
      for (const initialOverlap of ["report", "ignore", "pushOut"] as const) {
        const hit = shapeCast(a, IDENTITY, b, pose(-10, y), motion, { initialOverlap });
        const wanted = hits ? [0.4, { x: 0, y: Math.sign(y) }] : [undefined, undefined];
        assertEquals([hit?.fraction, hit?.normal], wanted);
      }
    }
    // Corner past corner, diagonally.
    const diagonal = { x: 8, y: -8 }, hit = shapeCast(a, IDENTITY, a, pose(-2, 6), diagonal)!;
    assertEquals([hit.fraction, hit.point], [0.5, { x: 1, y: 1 }]);
    assertAlmostEquals(hit.normal.x, Math.SQRT1_2, 1e-15);
    assertStrictEquals(hit.normal.x, hit.normal.y);
    assertStrictEquals(shapeCast(a, IDENTITY, a, pose(-2, 6 + 2 ** -49), diagonal), null);
    // Circles: exactly tangent, one ulp more, one ulp less.
    for (const [y, hits] of [[2, true], [2 + 2 ** -51, false], [2 - 2 ** -52, true]] as const) {
      const hit = shapeCast(ball, IDENTITY, ball, pose(-8, y), { x: 16, y: 0 });
      assertStrictEquals(hit !== null, hits);
      if (y === 2) assertEquals(hit?.normal, { x: 0, y: 1 });
    }
  });

  it("tells the normal across the motion of what it only grazes, else one against it", () => {
    const r = new Random("grazes");
    const ring = (): Vec2[] => {
      for (;;) {
        const grid = () => ({ x: r.int(-3, 3), y: r.int(-3, 3) });
        const hull = convexHull(Array.from({ length: r.int(1, 7) }, grid));
        if (hull.length > 1) return hull;
      }
    };
    let grazes = 0, hits = 0;
    for (let k = 0; k < effort(20000); k++) {
      const ringA = ring(), ringB = ring();
      const [c, s] = r.pick([[1, 0], [0, 1], [-1, 0], [0, -1], [0.6, 0.8], [-0.28, 0.96]]);
      const from = { x: r.int(-12, 12), y: r.int(-12, 12) };
      const d = { x: r.int(-9, 9), y: r.chance(0.4) ? 0 : r.int(-9, 9) };
      // All in a frame in which numbers are whole, and the world is that one turned.
      const world = ({ x, y }: Vec2): Vec2 => ({ x: c * x - s * y, y: s * x + c * y });
      const at = { cos: c, sin: s };
      const [a, b] = [ringA, ringB].map((points) => makeShape({ points, radius: 0 }));
      const start = { ...world(from), ...at };
      const hit = shapeCast(a, { x: 0, y: 0, ...at }, b, start, world(d));
      if (hit === null || hit.fraction === 0) continue;
      hits++;
      // How far left of the motion, times |d|, the points of A are from those of B.
      const sides = ringA.flatMap((p) =>
        ringB.map((q) => d.x * (p.y - q.y - from.y) - d.y * (p.x - q.x - from.x))
      );
      const left = Math.max(...sides), right = Math.min(...sides);
      const name = `case ${k}`;
      const { x, y } = hit.normal;
      const n = { x: c * x + s * y, y: c * y - s * x };
      const along = n.x * d.x + n.y * d.y, across = n.y * d.x - n.x * d.y;
      const way = world(d);
      assertLessOrEqual(x * way.x + y * way.y, 0, name);
      if (left === right) {
        // Segments along the motion, end to end.
        assertLess(along, 0, name);
      } else if (left === 0 || right === 0) {
        grazes++;
        assertAlmostEquals(along, 0, 1e-14, name);
        assertStrictEquals(Math.sign(across), left === 0 ? 1 : -1, name);
        // Where turning rounds, sides in line may meet before their ends do.
        if (c * s === 0) {
          assertEquals([hit.featureA.type, hit.featureB.type], ["vertex", "vertex"], name);
        }
      } else assertLess(along, -1e-3, name);
      // A point of both, and a normal that keeps them apart there.
      const { x: px, y: py } = hit.point;
      const touch = { x: c * px + s * py, y: c * py - s * px };
      for (const [points, sign, moved] of [[ringA, 1, 0], [ringB, -1, hit.fraction]] as const) {
        const o = sign > 0 ? { x: 0, y: 0 } : from;
        for (const v of points) {
          const dx = v.x + o.x + moved * d.x - touch.x, dy = v.y + o.y + moved * d.y - touch.y;
          assertLess(sign * (n.x * dx + n.y * dy), 1e-13, name);
        }
        const { type, i } = sign > 0 ? hit.featureA : hit.featureB;
        const shape = sign > 0 ? a : b;
        const v = shape.points[i];
        const dx = v.x + o.x + moved * d.x - touch.x, dy = v.y + o.y + moved * d.y - touch.y;
        if (type === "vertex") assertLess(Math.abs(dx) + Math.abs(dy), 1e-13, name);
      }
    }
    assertLess(effort(150), grazes);
    assertLess(effort(1500), hits);
  });

  it("tells no normal along the motion of a side that another one slides on to, turned anyhow", () => {
    const plate = box(0.25, 0.125);
    survey("slides", 20000, { hits: 10000 }, (r, met, k) => {
      const a = regularPolygon(r.int(3, 9), 1), at = pose(0, 0, r.range(-3, 3));
      const i = r.int(0, a.points.length - 1);
      const p = transformPoint(at, a.points[i]);
      const q = transformPoint(at, a.points[(i + 1) % a.points.length]);
      // The motion is along the side, but for some ulps.
      const way = r.range(2, 5);
      const ulps = () => 1 + r.int(-3, 3) * 2 ** -52;
      const d = { x: way * (q.x - p.x) * ulps(), y: way * (q.y - p.y) * ulps() };
      const s = r.range(0, 1), t = r.range(0.5, 0.9);
      const length = Math.hypot(q.x - p.x, q.y - p.y);
      const u = { x: (q.x - p.x) / length, y: (q.y - p.y) / length };
      const targetSeparation = k % 2 / 8, off = 0.0625 + targetSeparation;
      const from = {
        x: p.x + s * (q.x - p.x) - t * d.x + off * u.y,
        y: p.y + s * (q.y - p.y) - t * d.y - off * u.x,
        cos: u.x,
        sin: u.y,
      };
      const hit = shapeCast(a, at, plate, from, d, { targetSeparation });
      if (hit === null || hit.fraction === 0) return;
      met.hits++;
      assertLessOrEqual(hit.normal.x * d.x + hit.normal.y * d.y, 0, `case ${k}`);
    });
  });

  for (const target of [0, 0.05]) {
    it(`lets what stands on ground slide and part, and holds it, turned and far away, ${target} apart`, () => {
      const r = new Random("standing", 1000 * target);
      for (let k = 0; k < effort(6000); k++) {
        const [u, v] = [r.range(0.3, 2.3), r.range(0.3, 2.3)];
        const body = r.pick([
          box(u, v),
          box(u - 0.1, v - 0.1, { radius: 0.05 }),
          capsule({ x: -u / 2, y: 0 }, { x: u / 2, y: 0 }, v / 2),
          circle(v / 2),
          ellipse(u / 2, v / 2),
          wrap(box(u, v)),
        ]);
        const [w, h] = [r.range(6, 9), r.range(0.2, 3)];
        const ground = r.chance(0.5) ? box(w, h) : box(w - 0.1, h - 0.1, { radius: 0.05 });
        const far = r.pick([0, 1, 100, 1e4]);
        const turned = pose(far * r.range(-5, 5), far * r.range(-5, 5), r.range(-4, 4));
        const at = transformPoint(turned, { x: 0, y: -h / 2 });
        const on = transformPoint(turned, { x: -1, y: v / 2 + target });
        const [x, y] = r.pick([[2, 0], [-2, 0], [2, 1], [0, 1], [0, -1], [1, -1], [-1, -2]]);
        const d = { x: turned.cos * x - turned.sin * y, y: turned.sin * x + turned.cos * y };
        const name = `case ${k}: ${body.kind} towards ${x}, ${y}, ${far} away`;
        for (const initialOverlap of ["ignore", "pushOut"] as const) {
          const options = { initialOverlap, targetSeparation: target };
          const poseA = { ...turned, ...at }, poseB = { ...turned, ...on };
          for (const hit of castBoth(ground, poseA, body, poseB, d, options)) {
            if (y >= 0) {
              // What is pushed out, by its rounding, is free from there.
              const free = hit === null ||
                (initialOverlap === "pushOut" && hit.fraction === 1 && hit.depth > 0);
              assert(free, name);
            } else assertLess(hit === null ? Infinity : hit.fraction, 1e-9, name);
          }
        }
      }
    });
  }

  it("puts the point in the middle of what parallel edges share, and names both edges", () => {
    const hit = shapeCast(box(4, 2), IDENTITY, box(2, 2), pose(2, 9), { x: 0, y: -14 });
    assertEquals(hit?.point, { x: 1.5, y: 1 });
    assertEquals(hit?.featureA, { type: "edge", i: 2, j: 3 });
    assertEquals(hit?.featureB, { type: "edge", i: 0, j: 1 });
  });

  it("stops at the target separation, also when it starts closer", () => {
    const wall = box(2, 20), ball = circle(1), options = { targetSeparation: 0.5 };
    const hit = shapeCast(wall, pose(10, 0), ball, pose(0, 0), { x: 15, y: 0 }, options);
    assertEquals([hit?.fraction, hit?.point, hit?.depth], [0.5, { x: 9, y: 0 }, 0]);
    const close = shapeCast(wall, pose(10, 0), ball, pose(7.75, 0), { x: -15, y: 0 }, options);
    assertEquals([close?.fraction, close?.depth], [0, 0.25]);
    // A corner: the wall's ends are round for the separation.
    const d = { x: 16, y: 0 };
    const corner = shapeCast(wall, IDENTITY, point({ x: 0, y: 0 }), pose(-9, 10.25), d, options)!;
    assertAlmostEquals(corner.fraction, (8 - Math.sqrt(0.1875)) / 16, 1e-15);
    assertAlmostEquals(corner.normal.y, 0.5, 1e-15);
    assertEquals(corner.point, { x: -1, y: 10 });
  });

  it("follows its policy about shapes that overlap at the start, support functions, too", () => {
    const out = { x: 1, y: 0 };
    // Both reach 3 to the right together.
    for (
      const [a, b, y] of [[box(4, 4), box(2, 2), 0.25], [ellipse(2, 1), circle(1), 0]] as const
    ) {
      const cast = (
        x: number,
        d: Vec2,
        initialOverlap: InitialOverlap,
        targetSeparation = 0,
      ): CastHit | null =>
        shapeCast(a, IDENTITY, b, pose(x, y), d, { initialOverlap, targetSeparation });
      const inward = { x: -9, y: 0 };
      for (const d of [inward, { x: -9, y: 1 }, { x: 9, y: 1 }, { x: 0, y: 9 }]) {
        const stops = d.x < 0 ? 0 : undefined, pushed = d.x < 0 ? 0 : 1;
        // Overlapping by 0.5: out is to the right.
        const deep = cast(2.5, d, "report"), freed = cast(2.5, d, "pushOut");
        const { fraction, depth, normal, point } = deep!;
        assertEquals([fraction, normal, point], [0, out, { x: 1.75, y }]);
        assertAlmostEquals(depth, 0.5, 1e-14);
        for (const target of [0, 0.5]) assertStrictEquals(cast(2.5, d, "ignore", target), null);
        assertEquals([freed?.fraction, freed?.depth, freed?.normal], [pushed, depth, out]);
        // Touching.
        assertStrictEquals(cast(3, d, "report")?.fraction, 0);
        for (const policy of ["ignore", "pushOut"] as const) {
          const hit = cast(3, d, policy);
          assertEquals([hit?.fraction, hit?.depth], d.x < 0 ? [0, 0] : [undefined, undefined]);
        }
        // Apart, but by less than the target.
        const apart = cast(3.25, d, "pushOut", 0.5);
        assertAlmostEquals(cast(3.25, d, "report", 0.5)!.depth, 0.25, 1e-14);
        assertStrictEquals(cast(3.25, d, "ignore", 0.5)?.fraction, stops);
        assertStrictEquals(apart?.fraction, pushed);
        assertAlmostEquals(apart.depth, 0.25, 1e-14);
      }
      // Apart: all the same.
      for (const policy of ["report", "ignore", "pushOut"] as const) {
        assertStrictEquals(cast(12, inward, policy)?.fraction, 1);
      }
    }
  });

  it("lets corners that touch part and slide past each other, turned anyhow", () => {
    const r = new Random("corners");
    const counts = [0, 0];
    for (let k = 0; k < effort(20000); k++) {
      // In the first quadrant and in the third, with their corners where these meet.
      const [wa, ha, wb, hb] = [0, 0, 0, 0].map(() => r.range(0.1, 3));
      const ringA = [{ x: 0, y: 0 }, { x: wa, y: 0 }, { x: wa, y: ha }, { x: 0, y: ha }];
      const ringB = [{ x: 0, y: 0 }, { x: -wb, y: 0 }, { x: -wb, y: -hb }, { x: 0, y: -hb }];
      for (const ring of [ringA, ringB]) {
        // A triangle with two sides along the axes, one with one, or the whole.
        if (r.chance(0.6)) ring.splice(r.int(1, 3), 1);
        for (let n = r.int(0, 3); n > 0; n--) ring.push(ring.shift()!);
      }
      const angle = r.range(-4, 4), turned = pose(0, 0, angle);
      const far = r.pick([0, 1, 100]);
      const at = { x: far * r.range(-5, 5), y: far * r.range(-5, 5) };
      // Each has the corner somewhere in its own frame.
      const [[a, poseA], [b, poseB]] = [ringA, ringB].map((ring): [ConvexShape, Pose] => {
        const u = r.chance(0.5) ? { x: 0, y: 0 } : { x: r.range(-2, 2), y: r.range(-2, 2) };
        const o = transformPoint(turned, u);
        return [
          polygon(ring.map(({ x, y }) => ({ x: x - u.x, y: y - u.y }))),
          { ...turned, x: at.x + o.x, y: at.y + o.y },
        ];
      });
      // Along an axis, or between two.
      const d = r.pick([[1, 0], [0, 1], [-1, 0], [0, -1], [1, -1], [-1, 1], [-1, -1], [2, 1]]);
      const motion = transformPoint(turned, { x: d[0], y: d[1] });
      const blocked = d[0] > 0 && d[1] > 0;
      const hit = shapeCast(a, poseA, b, poseB, motion, { initialOverlap: "ignore" });
      counts[+blocked]++;
      if (blocked && ringA.length === 4 && ringB.length === 4) {
        assertLess(hit!.fraction, 1e-9, `case ${k}`);
      } else if (!blocked) assertStrictEquals(hit, null, `case ${k}`);
    }
    assert(Math.min(...counts) > effort(1000));
  });

  it("lets corners that touch part sideways, and stops what leads in between all their sides", () => {
    survey("corners part", 30000, { free: 3000, inward: 1000 }, (r, met, k) => {
      const cloud = (): Vec2[] =>
        Array.from({ length: r.int(1, 5) }, () => ({ x: r.int(-4, 4), y: r.int(-4, 4) }));
      const [pa, pb] = [hullOfDoubles(cloud()), hullOfDoubles(cloud())];
      const [v, w] = [r.pick(pa), r.pick(pb)];
      const [x, y] = [v.x - w.x, v.y - w.y];
      const d = { x: r.int(-5, 5), y: r.int(-5, 5) };
      // The sides of A - B that the origin is on, in integers.
      const C = hullOfDoubles(
        pa.flatMap((p) => pb.map((q) => ({ x: p.x - q.x - x, y: p.y - q.y - y }))),
      );
      if (C.length < 3) return;
      const sides = C.flatMap((p, i) => {
        const q = C[(i + 1) % C.length];
        const side = (q.y - p.y) * p.x - (q.x - p.x) * p.y;
        return [{ x: q.y - p.y, y: p.x - q.x, side }];
      });
      if (sides.some(({ side }) => side < 0) || sides.every(({ side }) => side !== 0)) return;
      const isFree = sides.some((n) => n.side === 0 && n.x * d.x + n.y * d.y >= 0);
      const a = makeShape({ points: pa, radius: 0 });
      const b = makeShape({ points: pb, radius: 0 });
      // Turned and moved, rounding decides whether they overlap: not for what leads along a side.
      const turn = r.chance(0.5) ? 0 : r.range(-3, 3);
      const { cos, sin } = pose(0, 0, turn);
      const at = (px: number, py: number) => pose(cos * px - sin * py, sin * px + cos * py, turn);
      const along = sides.some((n) => n.side === 0 && n.x * d.x + n.y * d.y === 0);
      if (turn !== 0 && along) return;
      const way = { x: cos * d.x - sin * d.y, y: sin * d.x + cos * d.y };
      for (const initialOverlap of ["ignore", "pushOut"] as const) {
        const hit = shapeCast(a, at(0, 0), b, at(x, y), way, { initialOverlap });
        const name = `corners ${k}, ${initialOverlap}`;
        // Where rounding has them apart a hit is a little later; where they overlap, "pushOut" says that they are free.
        if (!isFree) assertLess(hit!.fraction, 1e-14, name);
        else if (hit !== null) assertStrictEquals(hit.fraction, 1, name);
      }
      met[isFree ? "free" : "inward"]++;
    });
  });

  it("moves a shape right under every hit of the policy pushOut", () => {
    survey("push out", 1200, { pushed: 200 }, (r, met) => {
      const a = r.pick(KINDS), b = r.pick(KINDS);
      const pa = pose(r.range(-1, 1), r.range(-1, 1), r.range(-4, 4));
      const pb = pose(r.range(-3, 3), r.range(-3, 3), r.range(-4, 4));
      const d = { x: r.range(-4, 4), y: r.range(-4, 4) };
      const targetSeparation = r.chance(0.5) ? 0 : 0.25;
      const hit = shapeCast(a, pa, b, pb, d, { initialOverlap: "pushOut", targetSeparation });
      if (hit === null) return;
      const out = moved(moved(pb, hit.normal, hit.depth), d, hit.fraction);
      assertLess(targetSeparation - 1e-13, signedDistance(a, pa, b, out).distance);
      if (hit.depth > 0) met.pushed++;
    });
  });

  it("names the edge on which an ellipse lands, and the one that lands on an ellipse", () => {
    const slab = box(4, 1), ball = ellipse(0.5, 0.5);
    const onA = shapeCast(slab, IDENTITY, ball, pose(0.25, 3), { x: 0, y: -4 })!;
    const onB = shapeCast(ball, pose(0.25, 3), slab, IDENTITY, { x: 0, y: 4 })!;
    assertLess(Math.abs(onA.fraction - 0.5), 1e-12);
    for (const feature of [onA.featureA, onB.featureB]) {
      assertEquals(feature, { type: "edge", i: 2, j: 3 });
    }
  });

  it("knows rounding from overlap also far from the origin", () => {
    // 2^-28 deep, all of it in whole units of 2^-28.
    const far = 2 ** 20, deep = 2 ** -28, motion = { x: -1, y: 0 };
    for (const shape of [box(1, 1), ellipse(0.5, 0.5)]) {
      for (const [x, y] of [[far, 0], [0, far], [-far, far]]) {
        for (const [gap, fraction] of [[-deep, -1], [0, 0], [deep, deep]]) {
          const at = pose(x, y), from = pose(x + 1 + gap, y);
          const hit = shapeCast(shape, at, shape, from, motion, { initialOverlap: "ignore" });
          assertStrictEquals(hit === null ? -1 : hit.fraction, fraction, `${shape.kind}, ${gap}`);
        }
      }
    }
  });

  it("takes motions and shapes of any length that there is", () => {
    for (const e of [-249, -240, -100, 240]) {
      const f = 2 ** e;
      const small = box(2 * f, 2 * f);
      const hit = shapeCast(small, IDENTITY, small, pose(4 * f, f), { x: -4 * f, y: 0 });
      assertStrictEquals(hit?.fraction, 0.5);
    }
    // A motion below all shapes: over in an instant or never.
    const tiny = { x: -(2 ** -1000), y: 0 };
    assertStrictEquals(shapeCast(box(2, 2), IDENTITY, box(2, 2), pose(3, 0), tiny), null);
    assertStrictEquals(shapeCast(box(2, 2), IDENTITY, box(2, 2), pose(2, 0), tiny)?.fraction, 0);
  });
});

describe("casts that others got wrong", () => {
  it("plank of Box2D, thinner than its tolerance", () => {
    // It passes the end at y = -0.2965 + …: x = 0.506 - 0.01 t > 0.5 up to t = 0.6.
    const plank = box(1, 0.0004), dot = point({ x: 0, y: 0 }), d = { x: -0.01, y: -0.5 };
    assertStrictEquals(shapeCast(plank, IDENTITY, dot, pose(0.506, 0.0035), d), null);
    const down = shapeCast(plank, IDENTITY, dot, pose(0.4995, 0.0035), d)!;
    assertAlmostEquals(down.fraction, 0.0066, 1e-15);
    assertEquals(down.normal, { x: 0, y: 1 });
  });

  it("cute_headers 252: a circle moving down onto a box", () => {
    const at = pose(2.34812546, 40.4136238);
    const ground = box(1, 1, { center: { x: 1.5, y: 39.5 } });
    const hit = shapeCast(ground, IDENTITY, circle(0.5), at, { x: 0, y: -0.106166691 });
    assert(hit !== null);
    // The corner (2, 40) is met where the center is 0.5 from it.
    const rise = Math.sqrt(0.25 - 0.34812546 ** 2);
    assertAlmostEquals(hit.fraction, (0.4136238 - rise) / 0.106166691, 1e-12);
    assertAlmostEquals(hit.normal.x, 0.34812546 / 0.5, 1e-6);
  });

  it("parry 378: a capsule beside a long cuboid", () => {
    const a = box(8, 1);
    const b = capsule({ x: 0, y: -0.25 }, { x: 0, y: 0.25 }, 0.5);
    for (const at of [pose(4 - 6.0373735, 1.5 - 2.7391), pose(-2.0373735, -1.25)]) {
      const hit = shapeCast(a, IDENTITY, b, { ...at, y: at.y - 4 }, { x: 0, y: 8 });
      assertAlmostEquals(hit!.fraction, (-1.25 - at.y + 4) / 8, 1e-15);
      assertEquals(hit!.normal, { x: 0, y: -1 });
    }
  });
});

describe("shapeCast() of shapes that rounding leaves no shape", () => {
  const at = (x: number, y: number): Pose => ({ x, y, cos: 1, sin: 0 });

  it("measures on the way from A's position: slivers far from the origin of the world", () => {
    const sliver = placedShape(`
      0: -1634.8055476939235 -1026.4054130240315, -750.3805772398114 216.5805172667251,
      -971.0709415336635 -93.58148282600293
    `)[0];
    const turnA = { cos: 0.6, sin: -0.8 };
    const turnB = { cos: 0.1836840972428788, sin: 0.9829853266555247 };
    const d = { x: 4584.158351781419, y: 2704.37928471104 };
    const options = { targetSeparation: 2.661210960717955 };
    // The positions differ by the same, exactly.
    const ax = 1366.1614301876186, bx = -2292.0791758907094;
    const y = 722816727075.5411, Y = 722816728239.5835;
    const cast = (A: Vec2, B: Vec2) =>
      shapeCast(sliver, { ...A, ...turnA }, sliver, { ...B, ...turnB }, d, options);
    const far = cast({ x: ax, y }, { x: bx, y: Y });
    const near = cast({ x: 0, y: 0 }, { x: bx - ax, y: Y - y });
    assert(far !== null && near !== null);
    assertStrictEquals(far.fraction, near.fraction);
    assertEquals(far.normal, near.normal);
    assertLess(Math.abs(far.point.y - y - near.point.y), 2 ** -12);
  });

  it("has its point where small polygons from afar meet a side at a shallow angle", () => {
    const slope = 2 ** -36, r = 2 ** -20;
    const ramp = polygon([{ x: -1, y: -slope }, { x: 0, y: -1 }, { x: 1, y: slope }]);
    const small = regularPolygon(4, r);
    const turn = pose(0, 0, 0.7);
    for (const radius of [0, 2 ** -22]) {
      const rounded = polygon(ramp.points, { radius });
      for (let x = -0.875; x < 1; x += 0.125) {
        // Its lowest corner meets the ramp about x.
        const from = transformPoint(turn, { x: -1.5, y: slope * x + r + radius });
        const d = transformPoint(turn, { x: 4, y: 0 });
        const hit = shapeCast(rounded, turn, small, { ...turn, ...from }, d)!;
        assertAlmostEquals(hit.fraction, (x + 1.5) / 4, 1e-4);
        const corner = transformPoint(turn, { x: 0, y: -r });
        assertAlmostEquals(hit.point.x, from.x + hit.fraction * d.x + corner.x, 1e-14, `${x}`);
        assertAlmostEquals(hit.point.y, from.y + hit.fraction * d.y + corner.y, 1e-14, `${x}`);
      }
    }
  });

  it("stops where rounded slivers meet, from 3 million sizes away", () => {
    const a = placedShape(`
      1580103.5459878952: -1274168.4118300152 -724216.7089592828,
      -1030376.1858921847 -585649.1525680879, 0 0
    `)[0];
    const b = placedShape(`
      0: -2426440.710691116 -1379149.6397229678, -1152272.2988611006 -654932.9307636849,
      -1396064.524798931 -793500.4871548798
    `)[0];
    const x = -5448646228559.553, y = -3096922355702.2085;
    const d = { x: 10897292457119.105, y: 6193844711404.417 };
    const t = shapeCast(a, IDENTITY, b, at(x, y), d)!.fraction;
    // Doubles of t are 6e-4 apart on the way.
    const gap = signedDistance(a, IDENTITY, b, at(x + t * d.x, y + t * d.y)).distance;
    assertLess(Math.abs(gap), 0.01);
  });
});

describe("shapeCast() of shapes whose corners their poses may have put out of order", () => {
  for (const name of ["needles", "dents"] as const) {
    it(`is that of the hulls of their placed corners: ${name}`, () => {
      let hits = 0, misses = 0;
      for (let i = 0; i < effort(2000); i++) {
        const r = new Random("out of order", name, i);
        const c = outOfOrder(r, name), d = outOfOrder(r, name);
        const [poseA, poseB] = [c, d].map(() => {
          const { x: cos, y: sin } = r.direction();
          return { x: 0, y: 0, cos, sin };
        });
        // B comes from far away, and goes as far beyond A.
        const [{ x: ax, y: ay }] = placed(c, poseA, poseA).points;
        const [{ x: bx, y: by }] = placed(d, poseB, poseB).points;
        const w = r.direction(), gap = r.pick([4, 40, 1e4]), g = r.range(-2.5, 2.5);
        poseB.x = ax - bx + gap * w.x;
        poseB.y = ay - by + gap * w.y;
        const way = { x: -2 * gap * w.x - g * w.y, y: -2 * gap * w.y + g * w.x };
        const [A, B] = [placed(c, poseA, poseA), placed(d, poseB, poseA)].map((core) => ({
          points: hullOfDoubles(core.points),
          radius: core.radius,
        }));
        const exact = exactCast(A, IDENTITY, B, IDENTITY, way);
        const hit = shapeCast(makeShape(c), poseA, makeShape(d), poseB, way);
        assertStrictEquals(hit !== null, exact.hit, `${name} ${i}`);
        if (hit === null) misses++;
        else {
          hits++;
          assertLessOrEqual(Math.abs(hit.fraction - exact.fraction), 1e-14, `${name} ${i}`);
        }
      }
      assert(Math.min(hits, misses) > effort(300), `${hits} hits, ${misses} misses`);
    });
  }
});
