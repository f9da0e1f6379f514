import { assert, assertEquals, assertLessOrEqual, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { closestPoint, containsPoint, IDENTITY, support } from "@narrowphase/gjk2d";
import { effort } from "../effort.ts";
import { makeCase, ulps } from "../generate/families.ts";
import { Random } from "../generate/random.ts";
import { type Core, ExactPair, isIdentity, type Point, type Transform } from "./oracle/exact.ts";
import { makeShape } from "./oracle/public_api.ts";

const FAMILIES = ["random", "grid_ties", "slivers", "size_ratio", "offset", "points_segments"];
FAMILIES.push("duplicates_collinear", "circles", "capsules", "rounded", "scaled", "posed");

/** A point inside, on (to an ulp), near or far from a placed shape. */
function probe(r: Random, { points, radius }: Core, t: Transform): Point {
  const place = (p: Point): Point =>
    isIdentity(t) ? p : { x: t.x + t.cos * p.x - t.sin * p.y, y: t.y + t.sin * p.x + t.cos * p.y };
  const p = place(r.pick(points)), q = place(r.pick(points));
  const size = Math.max(Math.abs(q.x - p.x), Math.abs(q.y - p.y), radius, 2 ** -200);
  const d = r.direction();
  const s = r.chance(0.5) ? r.unit() : r.pick([0, 0.5, 1]);
  const on = { x: p.x + s * (q.x - p.x) + radius * d.x, y: p.y + s * (q.y - p.y) + radius * d.y };
  switch (r.int(0, 3)) {
    case 0:
      return on;
    case 1:
      return { x: on.x === 0 ? 0 : ulps(on.x, r.int(-1, 1)), y: on.y };
    default:
      return { x: on.x + size * r.range(-1, 1), y: on.y + size * r.range(-1, 1) };
  }
}

describe("point queries", () => {
  for (const family of FAMILIES) {
    it(`containsPoint() and closestPoint() agree with the oracle on ${family}`, () => {
      const r = new Random("probe", family);
      let inside = 0;
      for (let i = 0; i < effort(2000); i++) {
        const { a, poseA } = makeCase(family, 77, i);
        const p = probe(r, a, poseA);
        const exact = new ExactPair(a, poseA, { points: [p], radius: 0 }, IDENTITY);
        const shape = makeShape(a);
        const what = `${i}: ${JSON.stringify({ a, poseA, p })}`;

        const contains = containsPoint(shape, poseA, p);
        // A pose rounds the vertices that it turns; in world space there is nothing to round.
        const reach = Math.max(...a.points.flatMap((v) => [Math.abs(v.x), Math.abs(v.y)]));
        const blur = 2 ** -52 * Math.max(exact.diameter, reach);
        const decided = isIdentity(poseA) || Math.abs(exact.value) > 8 * blur;
        if (decided) assertStrictEquals(contains, exact.intersects, what);

        const c = closestPoint(shape, poseA, p);
        const w = Math.max(2 ** -52 * exact.extent, isIdentity(poseA) ? exact.u : blur);
        assertLessOrEqual(exact.outside("a", c), 4 * w, what);
        const dx = c.x - p.x, dy = c.y - p.y;
        if (contains) {
          inside++;
          assertEquals(c, p, what);
        } else {
          const apart = w * Math.sqrt((dx / w) ** 2 + (dy / w) ** 2);
          assertLessOrEqual(Math.abs(apart - Math.max(0, exact.value)), 4 * w, what);
        }
      }
      assert(inside > effort(100) && inside < effort(1900), `${inside}`);
    });
  }

  it("support() is furthest among all points of the placed shape", () => {
    const r = new Random("support");
    for (const family of ["random", "posed", "rounded", "capsules", "slivers"]) {
      for (let i = 0; i < 300; i++) {
        const { a, poseA } = makeCase(family, 78, i);
        const d = r.direction();
        const s = support(makeShape(a), poseA, { x: 3 * d.x, y: 3 * d.y });
        const exact = new ExactPair(a, poseA, { points: [s], radius: 0 }, IDENTITY);
        const size = Math.max(exact.extent, exact.diameter);
        assertLessOrEqual(exact.outside("a", s), 4 * 2 ** -52 * size);
        for (const p of a.points) {
          const x = poseA.x + poseA.cos * p.x - poseA.sin * p.y;
          const y = poseA.y + poseA.sin * p.x + poseA.cos * p.y;
          const ahead = (x - s.x) * d.x + (y - s.y) * d.y + a.radius;
          assertLessOrEqual(ahead, 8 * 2 ** -52 * size, JSON.stringify({ a, poseA, d }));
        }
      }
    }
  });
});
