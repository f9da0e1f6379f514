import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertLess,
  assertLessOrEqual,
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
  compound,
  containsPoint,
  type ConvexShape,
  distance,
  ellipse,
  IDENTITY,
  intersects,
  manifolds,
  multiply,
  penetration,
  point,
  polygon,
  type Pose,
  pose,
  rayCast,
  regularPolygon,
  segment,
  type Shape,
  shapeCast,
  signedDistance,
  support,
  sweepPose,
  timeOfImpact,
  transformPoint,
  type Vec2,
} from "@narrowphase/gjk2d";
import { survey } from "../generate/survey.ts";
import { Random } from "../generate/random.ts";
import { pieces, row, slab, star } from "../generate/rings.ts";
import { motion, still } from "../generate/shapes.ts";
import { effort } from "../effort.ts";
import { castBoth, contactsOf, distanceTo, edgesOf, isInside } from "./outline.ts";

const SEED = 20261121;
const O: Vec2 = { x: 0, y: 0 };

const OTHERS: ConvexShape[] = [
  circle(0.25),
  box(0.5, 0.25),
  capsule({ x: -0.5, y: 0 }, { x: 0.5, y: 0.25 }, 0.125),
  segment({ x: -0.5, y: 0 }, { x: 0.5, y: 0.5 }),
  point({ x: 0.125, y: 0 }),
  regularPolygon(7, 0.5),
  box(0.5, 0.5, { radius: 0.125 }),
  ellipse(0.5, 0.25),
];

function anyPose(r: Random, span: number): Pose {
  return pose(r.range(-span, span), r.range(-span, span), r.range(-4, 4));
}

/** A star-shaped polygon about the origin. */
function anyStar(r: Random, most: number): Vec2[] {
  return star(r, r.int(4, most), 0.3, 2);
}

describe("compound queries", () => {
  it("find distances and points as the outline of the polygon has them", () => {
    survey("outlines", 3000, { inside: 300 }, (r, met) => {
      const outline = anyStar(r, 14), body = pieces(outline), at = anyPose(r, 3);
      const p = { x: at.x + r.range(-2.5, 2.5), y: at.y + r.range(-2.5, 2.5) };
      const edges = edgesOf(outline.map((v) => transformPoint(at, v)));
      const expected = distanceTo(edges, p), contains = isInside(edges, p);
      if (expected < 1e-9) return;
      if (contains) met.inside++;
      assertStrictEquals(containsPoint(body, at, p), contains);
      assertStrictEquals(intersects(body, at, point(p), IDENTITY), contains);
      const result = distance(body, at, point(p), IDENTITY);
      assertAlmostEquals(result.distance, contains ? 0 : expected, 1e-13);
      const signed = signedDistance(body, at, point(p), IDENTITY);
      if (contains) {
        // A lower bound of the depth.
        assertLess(signed.distance, 0);
        assertLessOrEqual(-signed.distance, expected + 1e-13);
      } else assertAlmostEquals(signed.distance, expected, 1e-13);
      const part = body.parts[result.partA];
      assertStrictEquals(distance(part, at, point(p), IDENTITY).distance, result.distance);
      const closest = closestPoint(body, at, p);
      if (contains) assertEquals(closest, p);
      else {
        assertAlmostEquals(Math.hypot(closest.x - p.x, closest.y - p.y), expected, 1e-13);
        assertLess(distanceTo(edges, closest), 1e-13);
      }
    });
  });

  it("find the vertex of the outline that is furthest in a direction", () => {
    const r = new Random("outline supports", SEED);
    const later = new Set<number>();
    for (let k = 0; k < effort(2000); k++) {
      const outline = anyStar(r, 14), body = pieces(outline), at = anyPose(r, 3);
      const size = 10 ** r.range(-200, 200);
      const dir = { x: size * r.range(-1, 1), y: size * r.range(-1, 1) };
      const world = outline.map((v) => transformPoint(at, v));
      const reach = (p: Vec2) => p.x * (dir.x / size) + p.y * (dir.y / size);
      const furthest = world.reduce((p, q) => reach(q) > reach(p) ? q : p);
      const given = { ...dir };
      const found = support(body, at, given, given);
      assertStrictEquals(found, given);
      assertAlmostEquals(reach(found), reach(furthest), 1e-14);
      later.add(body.parts.findIndex((part) => {
        const p = support(part, at, dir);
        return p.x === found.x && p.y === found.y;
      }));
    }
    assertLess(3, later.size);
  });

  it("find points of bodies out there and of sizes at the ends of the range", () => {
    for (const size of [2 ** -200, 1, 2 ** 200]) {
      const ell = compound([
        box(4 * size, size),
        box(size, 4 * size, { center: { x: -2 * size, y: 2 * size } }),
        circle(size, { x: 4 * size, y: 0 }),
      ]);
      const at = pose(8 * size, 0);
      const p = { x: 9 * size, y: 1.5 * size };
      assertEquals(closestPoint(ell, at, p), { x: 9 * size, y: 0.5 * size });
      assertEquals(closestPoint(ell, at, { x: 20 * size, y: 0 }), { x: 13 * size, y: 0 });
      const upwards = support(ell, at, { x: size, y: size });
      assertEquals(upwards, support(circle(size), pose(12 * size, 0), { x: 1, y: 1 }));
      assertEquals(support(ell, at, { x: 0, y: -3 * size }).y, -size);
    }
  });

  it("are those of a convex shape for a compound of it alone", () => {
    const r = new Random("plain", SEED);
    for (let k = 0; k < 300; k++) {
      const a = r.pick(OTHERS);
      const b = r.pick(OTHERS);
      const A = compound([a]);
      const B = k % 2 === 0 ? b : compound([b]);
      const pa = anyPose(r, 1);
      const pb = anyPose(r, 1);
      assertEquals(distance(A, pa, B, pb), distance(a, pa, b, pb));
      assertEquals(signedDistance(A, pa, B, pb), signedDistance(a, pa, b, pb));
      assertStrictEquals(intersects(A, pa, B, pb), intersects(a, pa, b, pb));
      assertEquals(penetration(A, pa, B, pb), penetration(a, pa, b, pb));
      const d = { x: r.range(-3, 3), y: r.range(-3, 3) };
      assertEquals(shapeCast(A, pa, B, pb, d), shapeCast(a, pa, b, pb, d));
      for (const initialOverlap of ["ignore", "pushOut"] as const) {
        const options = { initialOverlap, targetSeparation: 0.125 };
        assertEquals(shapeCast(A, pa, B, pb, d, options), shapeCast(a, pa, b, pb, d, options));
      }
      assertEquals(rayCast(A, pa, pb, d), rayCast(a, pa, pb, d));
      assertStrictEquals(containsPoint(A, pa, pb), containsPoint(a, pa, pb));
      assertEquals(closestPoint(A, pa, pb), closestPoint(a, pa, pb));
      assertEquals(support(A, pa, d), support(a, pa, d));
      assertEquals(aabb(A, pa), aabb(a, pa));
      const manifold = collide(a, pa, b, pb);
      const expected = manifold.pointCount > 0 ? [manifold] : [];
      assertEquals(manifolds(A, pa, B, pb), { count: expected.length, manifolds: expected });
      assertEquals(manifolds(a, pa, b, pb), { count: expected.length, manifolds: expected });
    }
  });

  it("report the deepest pair, and the first fraction, when they are pushed out", () => {
    const least = { deep: 20, several: 20, later: 20, free: 20 };
    survey("compounds pushed out", 1000, least, (r, met, k) => {
      // No two parts of a body meet, so that there are no joints to slide over.
      const place = (i: number): Pose =>
        pose(3 * i + r.range(-0.5, 0.5), r.range(-0.5, 0.5), k + i);
      const partsA = [box(1.5, 1), regularPolygon(5, 0.75), circle(0.75)];
      const partsB = [circle(0.5), box(1, 1.25)];
      const A = partsA.map((shape, i) => ({ shape, pose: place(i) }));
      const B = partsB.map((shape, i) => ({ shape, pose: place(i) }));
      const pa = pose(1, 2, 0.1 * k);
      const at = transformPoint(pa, { x: r.range(0, 3), y: r.range(-1.5, 1.5) });
      const pb = pose(at.x, at.y, 0.1 * k + r.range(-0.3, 0.3));
      const d = { x: r.range(-6, 6), y: r.range(-6, 6) };
      const options = { initialOverlap: "pushOut", targetSeparation: r.pick([0, 0.25]) } as const;

      const hits = A.flatMap((p, partA) =>
        B.flatMap((q, partB) => {
          const at = multiply(pa, p.pose), on = multiply(pb, q.pose);
          const hit = shapeCast(p.shape, at, q.shape, on, d, options);
          return hit === null ? [] : [{ ...hit, partA, partB }];
        })
      );
      const found = shapeCast(compound(A), pa, compound(B), pb, d, options);
      const deep = hits.filter(({ depth }) => depth > 0).sort((g, h) => h.depth - g.depth);
      const fraction = Math.min(...hits.map((hit) => hit.fraction));
      assertAlmostEquals(found?.fraction ?? Infinity, fraction, 1e-12);
      if (found === null) {
        met.free++;
        return;
      }
      const [expected] = deep.length > 0 ? deep : hits.filter((hit) => hit.fraction === fraction);
      assertAlmostEquals(found.depth, expected.depth, 1e-12);
      assertAlmostEquals(found.normal.x, expected.normal.x, 1e-9);
      assertAlmostEquals(found.normal.y, expected.normal.y, 1e-9);
      assertEquals([found.partA, found.partB], [expected.partA, expected.partB]);
      if (deep.length > 0) met.deep++;
      if (deep.length > 1) met.several++;
      if (deep.length > 0 && fraction > 0) met.later++;
    });
  });

  it("take the deepest of the parts that a ray or a shape starts in, in any order of the parts", () => {
    const large = box(4, 4);
    const small = box(2, 2, { center: { x: 0.5, y: 0 } });
    for (const [parts, part] of [[[large, small], 0], [[small, large], 1]] as const) {
      // 7/4 below the right side of the large one, 3/4 beside the left side of the small one.
      const hit = rayCast(compound(parts), pose(), { x: 0.25, y: 0 }, { x: 9, y: 1 });
      assertEquals([hit?.fraction, hit?.depth, hit?.partA], [0, 1.75, part]);
      assertEquals(hit?.normal, { x: 1, y: 0 });
      for (const swap of [false, true]) {
        const [a, b] = swap ? [circle(0.25), compound(parts)] : [compound(parts), circle(0.25)];
        const [from, to] = swap ? [pose(0.25, 0), pose()] : [pose(), pose(0.25, 0)];
        for (const initialOverlap of ["report", "pushOut"] as const) {
          const options = { initialOverlap };
          const cast = shapeCast(a, from, b, to, { x: -1, y: 9 }, options);
          // Free where the large one lets go, whatever is in it.
          const isFree = swap && initialOverlap === "pushOut";
          assertEquals([cast?.fraction, cast?.depth], [isFree ? 1 : 0, 2]);
          assertEquals([cast?.partA, cast?.partB], swap ? [0, part] : [part, 0]);
          assertEquals(cast?.normal, { x: swap ? -1 : 1, y: 0 });
        }
      }
    }
  });

  it("find the deeper overlap, and overlap before touch, at the start of a motion", () => {
    const left = box(2, 2, { center: { x: -1, y: 0 } });
    const right = box(2, 2, { center: { x: 1.25, y: 0 } });
    const rest = still(pose());
    // A ball in the gap between them, nearer to the right; and one that touches the left.
    for (const [x, depth] of [[0.1875, 0.4375], [0.5, 0.75]]) {
      for (const [parts, part] of [[[left, right], 1], [[right, left], 0]] as const) {
        const sweep = motion(pose(x, 0), pose(x - 1, 0));
        const there = timeOfImpact(compound(parts), rest, circle(0.5), sweep);
        assertEquals([there.status, there.fraction], ["overlapping", 0]);
        assertEquals([there.distance, there.partA, there.partB], [-depth, part, 0]);
        const back = timeOfImpact(circle(0.5), sweep, compound(parts), rest);
        assertEquals([back.distance, back.partA, back.partB], [-depth, 0, part]);
      }
    }
  });

  it("find the part that overlaps behind one that only touches", () => {
    const parts = [
      box(2, 2, { center: { x: -2, y: 0 } }),
      box(2, 2, { center: { x: 1.5, y: 0 } }),
      box(2, 2, { center: { x: 1.75, y: 9 } }),
    ];
    for (const [order, part] of [[[0, 1, 2], 1], [[2, 1, 0], 1], [[1, 0, 2], 0]] as const) {
      const body = compound(order.map((k) => parts[k]));
      const there = signedDistance(body, pose(), box(2, 1), pose());
      assertEquals([there.distance, there.partA, there.partB], [-0.5, part, 0]);
      const back = signedDistance(box(2, 1), pose(), body, pose());
      assertEquals([back.distance, back.partA, back.partB], [-0.5, 0, part]);
      const deep = penetration(body, pose(), box(2, 1), pose())!;
      assertEquals([deep.depth, deep.partA, deep.partB], [0.5, part, 0]);
      assertEquals(deep.normal, { x: -1, y: 0 });
    }
    assertStrictEquals(penetration(parts[0], pose(), box(2, 1), pose())?.depth, 0);
  });

  it("slide over flush tiles, and get the outline's normal where they land", () => {
    const r = new Random("impacts on tiles", SEED);
    const tiles = Array.from({ length: 7 }, (_, i) => slab(i, -1, i + 1, 0));
    // The last one has a wall on it.
    const floor = compound([...tiles, slab(6, 0, 7, 1)]), rest = still(pose());
    const bodies: Shape[] = [
      box(0.5, 0.5),
      circle(0.25),
      capsule({ x: -0.2, y: 0 }, { x: 0.2, y: 0 }, 0.25),
      polygon([{ x: 0, y: -0.25 }, { x: 0.4, y: 0.25 }, { x: -0.4, y: 0.25 }]),
      row(2, 0.5),
      ellipse(0.4, 0.25),
      ellipse(0.2, 0.25),
    ];
    const count: Record<string, number> = { hit: 0, separated: 0, free: 0, wall: 0 };
    for (let k = 0; k < effort(2000); k++) {
      const b = r.pick(bodies);
      const targetSeparation = r.pick([0, 0, 0.01]);
      const start = targetSeparation + r.pick([0, 2 ** -40, 2 ** -30, 1e-6, 1e-5, 1e-4, 1e-3, 0.2]);
      const x = r.range(0.8, 4.8);
      const dx = r.pick([1, 8]) * r.range(-1, 1);
      const dy = start > 0.1 ? -0.4 : r.pick([0, 0, 0.01, -0.1]);
      const turn = r.pick([0, 0, r.range(-0.5, 0.5)]);
      const y = 0.25 + start;
      const sweep = motion(pose(x, y), pose(x + dx, y + dy, turn)), options = { targetSeparation };
      const impact = r.chance(0.5)
        ? timeOfImpact(b, sweep, floor, rest, options)
        : timeOfImpact(floor, rest, b, sweep, options);
      const name = `slide ${k}`;
      count[impact.status]++;
      const far = (t: number): number =>
        signedDistance(floor, pose(), b, sweepPose(sweep, t)).distance;
      // No closer than the target or than at the start, but for what a step may lose.
      for (let i = 0; i <= 60; i++) {
        assertLess(Math.min(targetSeparation, start) - 1e-12, far(impact.fraction * i / 60), name);
      }
      if (turn !== 0) continue;
      if (impact.status === "hit") {
        const { normal } = impact;
        const isWall = Math.abs(normal.x) > Math.abs(normal.y);
        assertAlmostEquals(Math.abs(isWall ? normal.x : normal.y), 1, 1e-9, name);
        if (isWall) {
          // It, and nothing else, has a side.
          count.wall++;
          assertLess(5.5, x + dx * impact.fraction + 1.05, name);
        } else assertAlmostEquals(impact.distance, far(impact.fraction), 1e-14, name);
      }
      // Level or up, and not to the wall: nothing is in the way.
      if (dy < 0 || x + dx > 4.9) continue;
      count.free++;
      assertStrictEquals(impact.status, "separated", name);
    }
    assertLess(effort(500), count.free);
    assertLess(effort(50), count.wall);
    // A disk comes down a hair beyond the end of a tile, which it may come near first.
    for (let k = 0; k < effort(500); k++) {
      const x = r.int(1, 5) + r.sign() * r.magnitude(-4, -1);
      const dx = r.range(-9, 9);
      const sweep = motion(
        pose(x - dx, 0.25 + r.range(0.1, 0.5)),
        pose(x + dx, 0.25 - r.range(0.1, 0.5)),
      );
      const options = { tolerance: r.pick([2 ** -12, 0.1]) };
      const impact = timeOfImpact(compound(tiles), rest, circle(0.25), sweep, options);
      const back = timeOfImpact(circle(0.25), sweep, compound(tiles), rest, options);
      if (impact.status !== "hit" || Math.abs(impact.pointB.x - 3) > 2.9) continue;
      assertAlmostEquals(impact.normal.y, 1, 1e-9, `landing ${k}`);
      assertAlmostEquals(back.normal.y, -1, 1e-9, `landing ${k}`);
      assertAlmostEquals(back.fraction, impact.fraction, 1e-9, `landing ${k}`);
    }
  });

  it("find the first impact of several, and count the iterations of all", () => {
    const left = box(2, 2, { center: { x: -3, y: 0 } });
    const right = box(2, 2, { center: { x: 4, y: 0 } });
    const rest = still(pose()), ball = circle(0.5);
    // Both are in the way, the right one first; then neither.
    for (const [y, status] of [[0, "hit"], [9, "separated"]] as const) {
      const sweep = motion(pose(8, y), pose(-8, y));
      const pairs = [left, right].map((part) => timeOfImpact(part, rest, ball, sweep));
      for (const [parts, part] of [[[left, right], 1], [[right, left], 0]] as const) {
        const impact = timeOfImpact(compound(parts), rest, ball, sweep);
        assertStrictEquals(impact.status, status);
        assertAlmostEquals(impact.fraction, status === "hit" ? 2.5 / 16 : 1, 1e-4);
        assertStrictEquals(impact.partA, status === "hit" ? part : 0);
        assertStrictEquals(impact.iterations, pairs[0].iterations + pairs[1].iterations);
      }
    }
  });

  it("report the first of parts that are equally near", () => {
    const posts = compound([-3, 3, -3].map((x) => box(2, 2, { center: { x, y: 0 } })));
    assertStrictEquals(distance(posts, pose(), circle(1), pose()).partA, 0);
    assertStrictEquals(distance(circle(1), pose(), posts, pose()).partB, 0);
    assertStrictEquals(signedDistance(posts, pose(), circle(2.5), pose()).partA, 0);
    const hit = rayCast(posts, pose(), { x: -3, y: 5 }, { x: 0, y: -5 });
    assertStrictEquals(hit?.partA, 0);
    const up = { x: 0, y: 2 };
    assertLess(support(posts, pose(), up).x, 0);
    assertLess(0, support(compound(posts.parts.slice(1)), pose(), up).x);
  });

  it("see parts that only a margin or a target separation reaches, and name them", () => {
    // The circles around the second stick and the ball's point touch the gap of 1/2 from both sides.
    const sticks = compound([
      segment({ x: -9, y: 0 }, { x: -8, y: 0 }),
      segment({ x: 10, y: 0 }, { x: 12, y: 0 }),
    ]);
    const dot = point(O);
    const on = pose(12.5, 0);
    const [contact] = contactsOf(sticks, pose(), dot, on, { margin: 0.75 });
    assertEquals([contact.partA, contact.points[0].separation], [1, 0.5]);
    assertEquals(contactsOf(sticks, pose(), dot, on, { margin: 0.25 }), []);
    const way = { x: -0.375, y: 0 }, options = { targetSeparation: 0.25 };
    for (const hit of castBoth(sticks, pose(), dot, on, way, options)) {
      assertAlmostEquals(hit!.fraction, 2 / 3, 1e-14);
      assertEquals([hit!.partA, hit!.partB], [1, 0]);
    }
    assertStrictEquals(distance(dot, on, sticks, pose()).partB, 1);
    assertStrictEquals(signedDistance(dot, pose(11, 0), sticks, pose()).partB, 1);
    assertStrictEquals(penetration(dot, pose(11, 0), sticks, pose())?.partB, 1);
  });

  it("miss no pair that touches where the frames' origins are far away", () => {
    survey("far from the frames' origins", 600, { together: 250, apart: 250 }, (r, met) => {
      const far = r.range(1e6, 1e8);
      const angle = r.range(-3, 3);
      const at = pose(r.range(-far, far), r.range(-far, far), angle);
      const p = box(2, 2, { center: { x: r.range(-far, far), y: r.range(-far, far) } });
      const q = box(2, 2, { center: { x: r.range(-9, 9), y: r.range(-9, 9) } });
      // Corner to corner, to rounding: the circles around them touch where they do.
      const [first, , third] = p.points;
      const c = transformPoint(at, third);
      const d = transformPoint({ ...at, x: 0, y: 0 }, q.points[0]);
      const e = r.range(-2, 1) * 1e-16 * far / (third.x - first.x);
      const on = { ...at, x: c.x - d.x + e * at.cos, y: c.y - d.y + e * at.sin };
      const there = intersects(p, at, q, on);
      there ? met.together++ : met.apart++;
      assertStrictEquals(intersects(compound([p]), at, compound([q]), on), there);
      const back = intersects(q, on, p, at);
      assertStrictEquals(intersects(compound([q]), on, compound([p]), at), back);
    });
  });

  it("place parts by their poses", () => {
    const body = compound([
      box(1, 1),
      { shape: box(1, 2), pose: pose(3, 1, Math.PI / 2) },
      { shape: circle(0.5), pose: pose(0, 4) },
      { shape: ellipse(1, 0.5), pose: pose(-4, 0, Math.PI / 2) },
      { shape: box(1, 1, { center: { x: -4, y: 8 } }) },
      { shape: box(1, 1, { center: { x: 4, y: 8 } }), pose: undefined },
    ]);
    assertStrictEquals(body.parts.length, 6);
    const at = pose(10, 20);
    for (
      const [x, y, part] of [
        [0.4, 0.4, 0],
        [3.9, 1.4, 1],
        [0.3, 4.3, 2],
        [-4, 0.9, 3],
        [-4.4, 8.1, 4],
        [4.4, 8.1, 5],
      ] as const
    ) {
      const p = { x: 10 + x, y: 20 + y };
      assert(containsPoint(body, at, p));
      assertStrictEquals(distance(body, at, point(p), IDENTITY).partA, part);
    }
    assert(!containsPoint(body, at, { x: 13, y: 22 }));
  });

  it("place a part that is turned around where it is", () => {
    const wedge = polygon([{ x: 0, y: 0 }, { x: 3, y: 0 }, { x: 0, y: 2 }]);
    const turned = compound([{ shape: wedge, pose: { x: 0, y: 0, cos: -1, sin: 0 } }]);
    assertEquals(aabb(turned, pose()), { minX: -3, minY: -2, maxX: 0, maxY: 0 });
    assertStrictEquals(compound([{ shape: wedge, pose: pose() }]).parts[0], wedge);
  });
});

describe("joints between parts", () => {
  it("hide no wall, step or corner of the outline", () => {
    // Floor of two slabs with a wall on the right one.
    const body = compound([
      { shape: box(4, 1), pose: pose(2, -0.5) },
      { shape: box(4, 1), pose: pose(6, -0.5) },
      { shape: box(1, 4), pose: pose(7.5, 1) },
    ]);
    const crate = box(1, 1);
    const normals = contactsOf(body, IDENTITY, crate, pose(6.505, 0.495))
      .map(({ normal }) => `${normal.x},${normal.y}`);
    assert(normals.includes("0,1") && normals.includes("-1,0"));
    const slide = shapeCast(body, IDENTITY, crate, pose(1, 0.5), { x: 10, y: 0 }, {
      initialOverlap: "ignore",
    });
    assertAlmostEquals(slide!.fraction, 0.55, 1e-15);
    assertEquals(slide!.normal, { x: -1, y: 0 });
    assertStrictEquals(slide!.partA, 2);
    // The outer ends and corners of the slabs.
    const left = contactsOf(body, IDENTITY, crate, pose(-0.49, -0.5));
    assertEquals(left.map(({ normal }) => normal), [{ x: -1, y: 0 }]);
    const corner = contactsOf(body, IDENTITY, circle(0.5), pose(-0.25, 0.25));
    assertStrictEquals(corner.length, 1);
    assertAlmostEquals(corner[0].normal.x, -Math.SQRT1_2, 1e-12);
  });

  it("stop what they only graze with another part", () => {
    // A ledge, along whose top the crate comes, and a lintel that it meets where it reaches the ledge.
    const ledge = { shape: box(2, 1), pose: pose(2, -0.5) };
    const lintel = { shape: box(2, 1), pose: pose(2, 1) };
    const crate = box(1, 1);
    const motion = { x: 4, y: 0 }, on = pose(-1.5, 0.5);
    for (const parts of [[ledge, lintel], [lintel, ledge]]) {
      for (const hit of castBoth(compound(parts), IDENTITY, crate, on, motion)) {
        assertStrictEquals(hit?.fraction, 0.5);
        assertEquals(hit.normal, { x: -1, y: 0 });
        assertStrictEquals(hit.partA, parts.indexOf(lintel));
      }
    }
    // The ledge alone, in line with what the crate may stand on, lets it slide on.
    const alone = compound([box(2, 1)]);
    const cast = (initialOverlap: "report" | "ignore" | "pushOut") =>
      shapeCast(alone, ledge.pose, crate, on, motion, { initialOverlap });
    assertEquals(cast("report")?.normal, { x: 0, y: 1 });
    assertStrictEquals(cast("ignore"), null);
    assertStrictEquals(cast("pushOut"), null);
  });

  it("name contacts by the edge of the outline and the body's vertex", () => {
    // Bodies on one slab, and a little over the joint: against the other they lean with a side.
    const floor = compound([box(2, 2), { shape: box(2, 2), pose: pose(2, 0) }]);
    const crate = box(1, 1);
    // A loaf of so many vertices that the left one of its flat side is the 70 000th.
    const loaf = polygon(Array.from({ length: 70001 }, (_, k) => {
      const angle = Math.PI * k / 70000;
      return { x: Math.cos(angle), y: k % 70000 === 0 ? 0 : Math.sin(angle) };
    }));
    const bodies: [ConvexShape, Pose, number[]][] = [
      [crate, pose(0.55, 1.3), [0, 1]],
      [crate, pose(0.55, 1.3, Math.PI), [2, 3]],
      [loaf, pose(1.95, 0.8), [0, 70000]],
    ];
    for (const [body, at, vertices] of bodies) {
      const there = contactsOf(floor, IDENTITY, body, at);
      const back = contactsOf(body, at, floor, IDENTITY);
      assertEquals([there.length, back.length], [1, 1]);
      const [joint] = there, [turned] = back;
      assertEquals(joint.normal, { x: 0, y: 1 });
      assertStrictEquals(joint.points.length, 2);
      const named: number[] = [];
      for (const { id } of joint.points) {
        const big = id >= 2 ** 52;
        const [base, unit] = big ? [2 ** 52, 2 ** 26] : [0, 2 ** 16];
        const edge = (id - base) % unit;
        const vertex = Math.floor((id - base) / unit);
        assertStrictEquals(big, vertex > 65535);
        // The upper edge of both slabs, and a vertex: even and odd.
        assertStrictEquals(edge % 2, 0);
        assertStrictEquals(vertex % 2, 1);
        named.push((vertex - 1) / 2);
        const other = turned.points.map((p) => p.id);
        assert(other.includes(base + vertex + unit * edge), `${id} and ${other}`);
      }
      assertEquals(named.sort((x, y) => x - y), vertices);
    }
  });

  it("never leave a body that overlaps without a contact", () => {
    const r = new Random("kept contacts", SEED);
    for (let k = 0; k < effort(2000); k++) {
      const body = pieces(anyStar(r, 12));
      const shape = r.pick(OTHERS);
      const pa = anyPose(r, 1);
      const pb = anyPose(r, 2);
      const { count } = manifolds(body, pa, shape, pb);
      assertStrictEquals(count > 0, intersects(body, pa, shape, pb));
    }
  });
});

describe("compounds and their out objects", () => {
  const cup = compound([
    box(4, 1),
    { shape: box(1, 4), pose: pose(-2, 2) },
    { shape: box(1, 4), pose: pose(2, 2) },
  ]);
  const ball = circle(0.5);

  it("keep contacts of more pairs than there are now", () => {
    const out = manifolds(cup, pose(), ball, pose(1.125, 0.75));
    assertStrictEquals(out.count, 2);
    assertStrictEquals(manifolds(cup, pose(), ball, pose(9, 9), {}, out).count, 0);
    assertStrictEquals(out.manifolds.length, 2);
  });

  it("leave out's contacts as they were when out itself is frozen and they are too few", () => {
    for (const known of [0, 1]) {
      const out = manifolds(cup, pose(), ball, pose(1.125, 0.75));
      out.manifolds.length = known;
      const before = JSON.stringify(Object.freeze(out));
      assertThrows(
        () => manifolds(cup, pose(), ball, pose(1.25, 0.8125), {}, out),
        TypeError,
        "out is",
      );
      assertStrictEquals(JSON.stringify(out), before);
    }
  });

  it("compound() refuses what is no part, by name", () => {
    const make = (parts: unknown) => () => compound(parts as never);
    for (const value of [undefined, null, 3, "x", {}, []]) {
      if (!Array.isArray(value)) assertThrows(make(value), TypeError, "parts is");
      assertThrows(make([value]), TypeError, "parts[0]");
      if (value === undefined) continue;
      assertThrows(make([{ shape: ball, pose: value }]), TypeError, "parts[0].pose");
    }
    assertThrows(
      make([[{ x: 0, y: 0 }]]),
      TypeError,
      "parts[0] is a list of points, must be a ConvexShape or a part { shape, pose }; write .map((p) => polygon(p))",
    );
    assertThrows(make([]), RangeError, "parts is empty");
    // deno-lint-ignore no-sparse-arrays
    assertThrows(make([ball, , ball]), TypeError, "parts[1] is undefined");
    for (const value of [NaN, Infinity]) {
      const far = { ...pose(), x: value };
      assertThrows(make([{ shape: ball, pose: far }]), RangeError, "parts[0].pose.x");
    }
  });
});
