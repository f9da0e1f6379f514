/**
 * Bodies of many parts, whose queries look at few of them: against a look at every pair of parts, by the queries on
 * convex shapes.
 *
 * @module
 */
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertLess,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  aabb,
  box,
  capsule,
  circle,
  closestPoint,
  collide,
  type Compound,
  compound,
  containsPoint,
  convex,
  ConvexShape,
  distance,
  ellipse,
  IDENTITY,
  type ImpactOptions,
  intersects,
  manifolds,
  penetration,
  point,
  type Pose,
  pose,
  rayCast,
  regularPolygon,
  segment,
  type Shape,
  shapeCast,
  signedDistance,
  support,
  type Sweep,
  timeOfImpact,
  transformPoint,
  transformShape,
  type Vec2,
} from "@narrowphase/gjk2d";
import { aabbContainsPoint, expandAabb } from "@narrowphase/gjk2d/math";
import { Random } from "../generate/random.ts";
import { motion, still } from "../generate/shapes.ts";
import { effort } from "../effort.ts";
import { contactsOf } from "./outline.ts";

const SEED = 20261123;
const O: Vec2 = { x: 0, y: 0 };

/** Parts all over the place, of all kinds, without a joint between any two. */
function heap(r: Random, count: number, span: number): Compound {
  const kinds: readonly ConvexShape[] = [
    circle(0.5),
    box(1, 0.25, { radius: 0.125 }),
    capsule({ x: -1, y: 0 }, { x: 1, y: 0.5 }, 0.25),
    segment({ x: -1, y: 0 }, { x: 2, y: 1 }),
    point({ x: 0.25, y: 0 }),
    box(0.5, 0.5, { radius: 0.25 }),
    ellipse(1, 0.25),
  ];
  return compound(
    Array.from({ length: count }, () => ({
      shape: kinds[r.int(0, kinds.length - 1)],
      pose: pose(r.range(-span, span), r.range(-span, span), r.range(-3, 3)),
    })),
  );
}

/** A grid of unit tiles about the origin; every seventh is missing. */
function tiles(columns: number, rows: number): ConvexShape[] {
  return Array.from({ length: columns * rows }, (_, k) => k)
    .filter((k) => k % 7 !== 3)
    .map((k) => {
      const x = k % columns - (columns >> 1);
      const y = Math.floor(k / columns) - (rows >> 1);
      return transformShape(box(1, 1), pose(x, y));
    });
}

/** A slab covered in places. */
function slabAndCrates(): ConvexShape[] {
  const crates = Array.from(
    { length: 24 },
    (_, k) => transformShape(box(1, 1), pose(2 * k - 23, 1)),
  );
  return [box(60, 1), ...crates];
}

const partsOf = (body: Shape): readonly ConvexShape[] =>
  body instanceof ConvexShape ? [body] : body.set.parts;

interface Pair {
  a: Shape;
  pa: Pose;
  b: Shape;
  pb: Pose;
}

/** Bodies, most of them large, beside, in and far from each other, some turned in single precision, some far out. */
function* pairs(r: Random, count: number): Generator<Pair> {
  for (let k = 0; k < count; k++) {
    const a = heap(r, k % 6 === 5 ? r.int(2, 8) : r.int(16, 60), 8);
    const b = [heap(r, r.int(16, 40), 4), heap(r, 3, 1), circle(0.25), box(3, 0.125)][k % 4];
    const far = k % 5 === 0 ? 1e6 : 0;
    const span = k % 3 === 0 ? 40 : 10;
    const pa = pose(far + r.range(-5, 5), r.range(-5, 5), k % 7 === 0 ? 0 : r.range(-3, 3));
    const pb = pose(far + r.range(-span, span), r.range(-span, span), r.range(-3, 3));
    // By next to nothing, by less than counts, by more.
    for (const p of [pa, pb]) {
      const scale = 1 + [0, 0, 0, 1e-12, -1e-8, 1e-8, -4e-7, 4e-7][r.int(0, 7)];
      p.cos *= scale;
      p.sin *= scale;
    }
    yield k % 2 === 0 ? { a, pa, b, pb } : { a: b, pa: pb, b: a, pb: pa };
  }
}

/** Box around the boxes of all parts, and their first point that is furthest along a unit vector. */
function ends(body: Compound, at: Pose, u: Vec2) {
  const boxes = body.parts.map((part) => aabb(part, at));
  const bounds = {
    minX: Math.min(...boxes.map(({ minX }) => minX)),
    minY: Math.min(...boxes.map(({ minY }) => minY)),
    maxX: Math.max(...boxes.map(({ maxX }) => maxX)),
    maxY: Math.max(...boxes.map(({ maxY }) => maxY)),
  };
  let furthest = -Infinity, end = O;
  for (const part of body.parts) {
    const p = support(part, at, u), s = (p.x - at.x) * u.x + (p.y - at.y) * u.y;
    if (s > furthest) end = p;
    furthest = Math.max(furthest, s);
  }
  return { bounds, end };
}

describe("bodies of many parts", () => {
  it("end where their parts do, to the bit", () => {
    const r = new Random("tree ends", SEED);
    const axes = [{ x: 1, y: 0 }, { x: 0, y: 1 }, { x: -1, y: 0 }, { x: 0, y: -1 }];
    for (let k = 0; k < effort(800); k++) {
      const body = k % 3 === 0
        ? compound(tiles(r.int(5, 9), r.int(4, 6)))
        : heap(r, r.int(2, 60), r.pick([0.01, 1, 8]));
      const far = k % 5 === 0 ? 1e6 : 0;
      const at = pose(far + r.range(-5, 5), r.range(-5, 5), k % 4 === 0 ? 0 : r.range(-3, 3));
      const scale = 1 + [0, 0, 0, 1e-12, -1e-8, 1e-8, -4e-7, 4e-7][r.int(0, 7)];
      at.cos *= scale;
      at.sin *= scale;
      const angle = r.range(-3, 3);
      const sloping = { x: Math.cos(angle), y: Math.sin(angle) };
      for (const u of [r.pick(axes), { x: 0.6, y: -0.8 }, sloping]) {
        const { bounds, end } = ends(body, at, u);
        assertEquals(aabb(body, at), bounds);
        // A unit vector is its own, to an ulp.
        if (u.x * u.x + u.y * u.y === 1) assertEquals(support(body, at, u), end);
      }
    }
  });

  it("end where their points do, of sizes that underflow", () => {
    const r = new Random("tree least ends", SEED);
    for (let k = 0; k < 100; k++) {
      const size = 2 ** r.int(-1074, -1060);
      const body = compound(
        Array.from({ length: 40 }, () => point({ x: size * r.int(-9, 9), y: size * r.int(-9, 9) })),
      );
      const at = pose(0, 0, r.range(-3, 3));
      for (const u of [{ x: 1, y: 0 }, { x: 0.6, y: -0.8 }]) {
        const { bounds, end } = ends(body, at, u);
        assertEquals(aabb(body, at), bounds);
        assertEquals(support(body, at, u), end);
      }
    }
  });

  it("meet and are apart as their parts are", () => {
    const r = new Random("tree distances", SEED);
    let met = 0;
    for (const { a, pa, b, pb } of pairs(r, effort(400))) {
      let least = Infinity;
      let deepest = Infinity;
      let meet = false;
      let first: [number, number] = [-1, -1];
      for (const [i, p] of partsOf(a).entries()) {
        for (const [j, q] of partsOf(b).entries()) {
          meet ||= intersects(p, pa, q, pb);
          const d = distance(p, pa, q, pb).distance;
          if (d < least) first = [i, j];
          least = Math.min(least, d);
          deepest = Math.min(deepest, signedDistance(p, pa, q, pb).distance);
        }
      }
      if (meet) met++;
      assertStrictEquals(intersects(a, pa, b, pb), meet);
      const found = distance(a, pa, b, pb);
      assertStrictEquals(found.distance, least);
      assertEquals([found.partA, found.partB], first);
      assertStrictEquals(signedDistance(a, pa, b, pb).distance, deepest);
      const deep = penetration(a, pa, b, pb);
      assertStrictEquals(deep === null ? null : -deep.depth, meet ? deepest : null);
    }
    assert(met > effort(80) && met < 320, `${met}`);
  });

  it("have the contacts of their parts", () => {
    const r = new Random("tree contacts", SEED);
    let contacts = 0;
    for (const { a, pa, b, pb } of pairs(r, effort(400))) {
      const options = { margin: r.int(0, 1) * r.range(0, 2) };
      const expected = [];
      for (const [partA, p] of partsOf(a).entries()) {
        for (const [partB, q] of partsOf(b).entries()) {
          const { pointCount, points, normal } = collide(p, pa, q, pb, options);
          if (pointCount === 0) continue;
          expected.push({ normal, points: points.slice(0, pointCount), partA, partB });
        }
      }
      assertEquals(contactsOf(a, pa, b, pb, options), expected);
      contacts += expected.length;
    }
    assertLess(effort(300), contacts);
  });

  it("are hit where the first of their parts is", () => {
    const r = new Random("tree casts", SEED);
    let rays = 0;
    let casts = 0;
    for (const { a, pa, b, pb } of pairs(r, effort(600))) {
      const reach = r.int(0, 3) === 0 ? 100 : 10;
      const way = { x: r.range(-reach, reach), y: r.int(0, 2) === 0 ? 0 : r.range(-reach, reach) };
      let ray = Infinity;
      for (const p of partsOf(a)) {
        ray = Math.min(ray, rayCast(p, pa, pb, way)?.fraction ?? Infinity);
      }
      const hit = rayCast(a, pa, pb, way);
      assertStrictEquals(hit?.fraction ?? Infinity, ray);
      if (hit !== null && hit.fraction > 0) rays++;
      const options = { targetSeparation: r.int(0, 1) * r.range(0, 1) };
      let cast = Infinity;
      for (const p of partsOf(a)) {
        for (const q of partsOf(b)) {
          const fraction = shapeCast(p, pa, q, pb, way, options)?.fraction ?? Infinity;
          cast = Math.min(cast, fraction);
        }
      }
      const found = shapeCast(a, pa, b, pb, way, options);
      assertStrictEquals(found?.fraction ?? Infinity, cast);
      if (found !== null && found.fraction > 0) casts++;
    }
    assertLess(effort(50), rays);
    assertLess(effort(50), casts);
  });

  it("are hit at the start when the motion is so short that its square is nothing", () => {
    const points = Array.from({ length: 20 }, (_, k) => point({ x: 3 * k - 30, y: 0 }));
    const body = compound(points);
    // On a corner, which is where the circle around the box is, too.
    const square = box(200, 200);
    const at = pose(3, 141.42, Math.PI / 4);
    for (const part of [2 ** -530, 2 ** -536, 2 ** -537, 2 ** -540, 2 ** -1070]) {
      for (let k = 8; k < 16; k++) {
        const way = { x: part * k / 8, y: 0 };
        const hit = shapeCast(points[11], IDENTITY, square, at, way);
        assertStrictEquals(hit?.fraction, 0);
        const found = shapeCast(body, IDENTITY, square, at, way);
        assertEquals([found?.partA, found?.depth], [11, hit?.depth]);
      }
    }
  });

  it("are met when the first of their parts is, however both turn", () => {
    const r = new Random("tree impacts", SEED);
    let slides = 0;
    let hits = 0;
    let free = 0;
    for (const { a, pa, b, pb } of pairs(r, effort(250))) {
      const sweep = (from: Pose, stays: boolean): Sweep => {
        const to = pose(from.x + r.range(-9, 9), from.y + r.range(-9, 9), r.range(-3, 3));
        const scale = Math.sqrt(from.cos * from.cos + from.sin * from.sin);
        to.cos *= scale;
        to.sin *= scale;
        const x = r.int(0, 1) === 0 ? r.range(-4, 4) : r.range(-20, 20);
        return motion(from, stays ? from : to, { x, y: 1 });
      };
      const sa = sweep(pa, r.int(0, 1) === 0);
      const sb = sweep(pb, r.int(0, 3) === 0);
      const options = r.int(0, 1) === 0
        ? undefined
        : { targetSeparation: r.range(0, 1), tolerance: 2 ** r.range(-20, -1) };
      let first = 1;
      for (const p of partsOf(a)) {
        for (const q of partsOf(b)) {
          first = Math.min(first, timeOfImpact(p, sa, q, sb, options).fraction);
        }
      }
      const found = timeOfImpact(a, sa, b, sb, options);
      // Bodies that start within the tolerance slide on over parts that are in nobody's way.
      const { distance } = signedDistance(a, sa.from, b, sb.from);
      const { targetSeparation = 0, tolerance = 2 ** -12 } = options ?? {};
      if (found.fraction > first && distance <= targetSeparation + tolerance * 32) slides++;
      else assertStrictEquals(found.fraction, first);
      if (found.status === "hit") hits++;
      if (found.status === "separated") free++;
    }
    assertLess(slides, 10);
    assertLess(effort(30), hits);
    assertLess(effort(30), free);
  });

  /** Asks both ways round when parts and a shape meet: as the first of the parts does. Returns that. */
  function assertFirst(
    parts: readonly ConvexShape[],
    sweep: Sweep,
    shape: ConvexShape,
    move: Sweep,
    options: ImpactOptions,
  ): number {
    const body = compound(parts);
    const first = Math.min(
      ...parts.map((p) => timeOfImpact(p, sweep, shape, move, options).fraction),
    );
    const back = Math.min(
      ...parts.map((p) => timeOfImpact(shape, move, p, sweep, options).fraction),
    );
    assertStrictEquals(timeOfImpact(body, sweep, shape, move, options).fraction, first);
    assertStrictEquals(timeOfImpact(shape, move, body, sweep, options).fraction, back);
    return first;
  }

  it("are met as far away as the target says, by what passes them", () => {
    const r = new Random("tree targets", SEED);
    const disks = Array.from({ length: 40 }, (_, k) => circle(0.25, { x: k, y: 0 }));
    for (let k = 0; k < 100; k++) {
      const y = (k % 2 > 0 ? 1 : -1) * r.range(2, 6), x = r.range(-20, 50);
      const move = motion(pose(x, y), pose(x + r.range(-20, 20), y));
      assertFirst(disks, still(pose()), disks[0], move, { targetSeparation: r.range(0.5, 6) });
    }
  });

  it("meet a point as few parts do, when all are points at their local centers", () => {
    // Two points without a size: the tolerance is a part of the way from one end of the motion to the other.
    const r = new Random("tree points", SEED);
    let hits = 0;
    for (let k = 0; k < 200; k++) {
      const isUpright = k % 2 > 0;
      const at = (x: number, y: number): Vec2 => isUpright ? { x: -y, y: x } : { x, y };
      const points = Array.from({ length: 20 }, (_, k) => point(at(k - 8, 0)));
      const y = r.range(2, 60);
      const moved = { ...pose(0, 0, r.range(-3, 3)), ...at(r.range(100, 900), y) };
      const move = motion({ ...pose(), ...at(-500, y) }, moved);
      const options = { tolerance: [2 ** -12, 0.03125, 1][k % 3] };
      if (assertFirst(points, still(pose()), point(O), move, options) < 1) hits++;
    }
    assertLess(60, hits);
    assertLess(hits, 160);
  });

  it("meet a point as few parts do, when it or they turn about what is not their origin", () => {
    const r = new Random("tree centers", SEED);
    let hits = 0;
    for (let k = 0; k < 300; k++) {
      // The part at the local center, a point, is met as far off as the way says; crates as far as they reach.
      const size = k % 2;
      const parts = Array.from({ length: 20 }, (_, i) => {
        const center = { x: i - 8, y: 0.5 };
        return size > 0 ? box(size, size, { center }) : point(center);
      });
      const g = { x: 2, y: 0.5 }, h = { x: r.range(-300, 300), y: r.range(-300, 300) };
      // Of a sweep about `center`, which is led from one place to another.
      const about = (center: Vec2, x: number, y: number, angle: number): Pose => {
        const p = pose(0, 0, angle), { x: u, y: v } = transformPoint(p, center);
        return { ...p, x: x - u, y: y - v };
      };
      const y = r.range(2, size > 0 ? 20 : 110), turn = r.range(-3, 3);
      const turned = size > 0 ? r.pick([0.5, 2, -2]) : 0.5;
      const sweep = motion(about(g, 0, 0, 0.5), about(g, 0, 0, turned), g);
      const to = about(h, r.range(100, 300), y, turn + r.range(-3, 3));
      const move = motion(about(h, -200, y, turn), to, h);
      const options = { tolerance: size > 0 ? r.pick([1, 0.5]) : 0.25 };
      if (assertFirst(parts, sweep, point(h), move, options) < 1) hits++;
    }
    assertLess(60, hits);
    assertLess(hits, 240);
  });

  it("contain the points that their parts do, and show them the nearest of theirs", () => {
    const r = new Random("tree points", SEED);
    let inside = 0;
    for (const { a, pa, pb } of pairs(r, effort(1000))) {
      const contains = partsOf(a).some((part) => containsPoint(part, pa, pb));
      if (contains) inside++;
      assertStrictEquals(containsPoint(a, pa, pb), contains);
      const closest = closestPoint(a, pa, pb);
      const { distance: expected } = distance(a, pa, point(pb), IDENTITY);
      const found = Math.hypot(closest.x - pb.x, closest.y - pb.y);
      assertLess(Math.abs(found - expected), 1e-9 + 1e-15 * Math.abs(pb.x));
    }
    assertLess(effort(10), inside);
  });

  it("have the joints that few of the same parts have", () => {
    const r = new Random("tree seams", SEED);
    // None reaches further than 0.3, so that what is beside the tiles it touches is at most 1.3 away.
    const shapes = [
      box(0.4, 0.4),
      circle(0.3),
      regularPolygon(6, 0.3),
      capsule({ x: -0.1, y: 0 }, { x: 0.1, y: 0 }, 0.2),
    ];
    const grounds = [tiles(40, 30), slabAndCrates()];
    for (const many of grounds) {
      const ground = compound(many);
      const around = many.map((part) => expandAabb(aabb(part, IDENTITY), 1.5));
      let contacts = 0;
      for (let k = 0; k < effort(3000); k++) {
        const shape = shapes[k % shapes.length];
        const at = pose(r.range(-20, 20), r.range(-15, 15), k % 3 === 0 ? 0 : r.range(-3, 3));
        // Near the outline: from deeper inside, the nearest way out may lead past parts further away, or through
        // tiles that the few lack. From 0.4 inside it is at most 0.7, and 0.9 upwards.
        if (many.length < 30) at.y = r.range(1.2, 1.8);
        else at.y = r.pick([-1, 1]) * r.range(15.1, 15.6);
        // All that may matter, in fewer parts than a tree has.
        const near = many.filter((part, i) =>
          aabbContainsPoint(around[i], at) &&
          distance(part, IDENTITY, point(at), IDENTITY).distance < 1.301
        );
        assertLess(near.length, 16);
        if (near.length === 0) continue;
        const few = compound(near);
        const expected = contactsOf(few, IDENTITY, shape, at);
        const found = contactsOf(ground, IDENTITY, shape, at);
        assertStrictEquals(found.length, expected.length);
        contacts += found.length;
        for (const [c, { partA, normal, points }] of found.entries()) {
          // Ids name the outlines' edges, which have other numbers.
          const other = expected[c];
          assertStrictEquals(many[partA], near[other.partA]);
          assertEquals([normal, points.length], [other.normal, other.points.length]);
          for (const [k, { point, separation }] of points.entries()) {
            assertAlmostEquals(point.x, other.points[k].point.x, 1e-12);
            assertAlmostEquals(point.y, other.points[k].point.y, 1e-12);
            assertAlmostEquals(separation, other.points[k].separation, 1e-12);
          }
        }
      }
      assertLess(effort(1000), contacts);
    }
  });

  it("let a crate slide over 400 tiles, and stop it at the last", () => {
    const floor = Array.from({ length: 400 }, (_, k) => transformShape(box(1, 1), pose(k, 0)));
    const ground = compound([...floor, transformShape(box(1, 1), pose(399, 1))]);
    const crate = box(0.8, 0.8);
    const options = { initialOverlap: "ignore" } as const;
    const slide = { x: 500, y: 0 };
    const hit = shapeCast(ground, IDENTITY, crate, pose(0, 0.9), slide, options);
    assertEquals(hit?.normal, { x: -1, y: 0 });
    assertLess(Math.abs(hit!.fraction * 500 - 398.1), 1e-9);
    for (let x = 0; x < 398; x += 0.37) {
      const contacts = contactsOf(ground, IDENTITY, crate, pose(x, 0.89));
      assert(contacts.length > 0);
      for (const { normal } of contacts) assertEquals(normal, { x: 0, y: 1 });
    }
  });

  it("are made of ten thousand tiles as of ten", () => {
    const level = compound(tiles(120, 100));
    assertLess(10000, level.parts.length);
    assertStrictEquals(manifolds(level, IDENTITY, circle(0.25), pose(5.1, -20)).count, 1);
    const ray = rayCast(level, pose(0, 100), { x: -200, y: 100 }, { x: 400, y: 0 });
    assertEquals(ray?.normal, { x: -1, y: 0 });
  });

  it("ask only the parts that are near, whichever body is the large one", () => {
    // Squares that note when they are asked for a point, 3 apart in a grid about the origin.
    const asked = new Set<number>();
    const grid = (n: number): Compound =>
      compound(Array.from({ length: n * n }, (_, k) => {
        const x = 3 * (k % n - n / 2 + 0.5), y = 3 * (Math.floor(k / n) - n / 2 + 0.5);
        return convex({
          center: { x, y },
          support: (dx, dy, out) => {
            asked.add(k);
            out.x = x + Math.sign(dx);
            out.y = y + Math.sign(dy);
          },
        });
      }));
    const ball = circle(0.75);
    const many = grid(20), turned = pose(7, -5, 0.5);
    const at = transformPoint(turned, { x: 4.25, y: 7.5 }), far = pose(90, 70);
    const on = pose(at.x, at.y), way = { x: 1, y: 1 };
    const rest = still(turned), moves = motion(on, pose(at.x + 1, at.y + 1));
    // As rotations in single precision are, and more.
    const single = still({ ...turned, cos: turned.cos * (1 + 4e-7), sin: turned.sin * (1 + 4e-7) });
    const start = transformPoint(turned, { x: -50, y: 7.5 });
    const along = { x: 100 * turned.cos, y: 100 * turned.sin };
    const ignore = { initialOverlap: "ignore" } as const;
    const check = (queries: Record<string, [number, () => unknown]>): void => {
      for (const [name, [most, query]] of Object.entries(queries)) {
        // What was looked for before does not matter.
        rayCast(many, turned, start, { x: 60, y: 80 });
        asked.clear();
        query();
        assertLess(0, asked.size, name);
        assertLess(asked.size, most + 1, name);
      }
    };
    check({
      intersects: [3, () => intersects(many, turned, ball, on)],
      distance: [3, () => distance(many, turned, ball, on)],
      signedDistance: [3, () => signedDistance(ball, on, many, turned)],
      "distance from afar": [8, () => distance(many, turned, ball, far)],
      penetration: [3, () => penetration(many, turned, ball, on)],
      collide: [3, () => manifolds(ball, on, many, turned, { margin: 0.5 })],
      shapeCast: [5, () => shapeCast(many, turned, ball, on, way)],
      "the other way around": [5, () => shapeCast(ball, on, many, turned, way, ignore)],
      rayCast: [23, () => rayCast(many, turned, start, along)],
      containsPoint: [3, () => containsPoint(many, turned, on)],
      closestPoint: [3, () => closestPoint(many, turned, on)],
      support: [2, () => support(many, turned, { x: 3, y: 1 })],
      aabb: [7, () => aabb(many, turned)],
      timeOfImpact: [5, () => timeOfImpact(many, rest, ball, moves)],
      "single precision": [5, () => timeOfImpact(many, single, ball, moves)],
      tolerance: [5, () => timeOfImpact(ball, moves, many, rest, { tolerance: 0.001 })],
      target: [5, () => timeOfImpact(many, rest, ball, moves, { targetSeparation: 0.1 })],
    });
    // Few parts have circles around them and no tree.
    const few = grid(3), middle = pose(7, -5);
    const beside = transformPoint(turned, { x: -6, y: -6 });
    check({
      "intersects few": [1, () => intersects(ball, middle, few, turned)],
      "distance of few": [2, () => distance(few, turned, ball, pose(beside.x, beside.y))],
      "collide with few": [2, () => manifolds(few, turned, ball, middle, {})],
    });
  });

  it("refuse what few parts refuse, however far away the bodies are", () => {
    const level = compound(tiles(10, 10)),
      crate = box(1, 1),
      far = pose(1000, 0),
      rest = still(far);
    // With one argument of any type.
    const options: [string, (bad: never) => unknown][] = [
      ["margin", (margin) => manifolds(level, pose(), crate, far, { margin })],
      [
        "targetSeparation",
        (targetSeparation) => shapeCast(level, pose(), crate, far, O, { targetSeparation }),
      ],
      [
        "targetSeparation",
        (targetSeparation) => timeOfImpact(level, still(pose()), crate, rest, { targetSeparation }),
      ],
      ["tolerance", (tolerance) => timeOfImpact(level, still(pose()), crate, rest, { tolerance })],
    ];
    const others: [string, (bad: never) => unknown][] = [
      ["origin", (bad) => rayCast(level, pose(), bad, O)],
      ["translation", (bad) => rayCast(level, pose(), O, bad)],
      ["pose", (bad) => rayCast(level, bad, O, O)],
      ["p", (bad) => containsPoint(level, pose(), bad)],
      ["sweepA", (bad) => timeOfImpact(level, bad, crate, rest)],
    ];
    for (const [name, ask] of options) {
      for (const bad of [NaN, -1, Infinity]) {
        assertThrows(() => ask(bad as never), RangeError, name);
      }
      assertThrows(() => ask("1" as never), TypeError, name);
    }
    for (const [name, ask] of others) {
      for (const bad of [null, undefined, { x: "0", y: 0 }, { x: 0, y: 1n }, { x: NaN, y: 0 }]) {
        assertThrows(() => ask(bad as never), Error, name);
      }
    }
  });
});
