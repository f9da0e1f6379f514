import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  distance,
  IDENTITY,
  intersects,
  penetration,
  type Pose,
  signedDistance,
  SimplexCache,
} from "@narrowphase/gjk2d";
import { placed } from "../families/casts.ts";
import { FAMILIES, makeCase, ulps } from "../families/families.ts";
import { Random } from "../families/random.ts";
import { type Core, ExactPair, hullOfDoubles } from "../oracle/exact.ts";
import { makeShape } from "../oracle/public_api.ts";

const SEED = 20261123;
const CASES = 150;

/** What a cache may remember: a query, by how much of their size the two were further apart then. */
const BEFORE = [[distance, -0.1], [distance, 1e-3], [signedDistance, 0.1]] as const;

/** Whether rounding has left the vertices of a placed core a convex polygon, in their order. */
function isConvex({ points }: Core): boolean {
  if (!points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))) return false;
  if (points.length < 3) return true;
  const hull = hullOfDoubles(points);
  const first = points.findIndex(({ x, y }) => x === hull[0].x && y === hull[0].y);
  return hull.length === points.length && hull.every(({ x, y }, k) => {
    const p = points[(first + k) % points.length];
    return p.x === x && p.y === y;
  });
}

/** How far its points are apart, and its radius. */
function sizeOf({ points, radius }: Core): number {
  const [p] = points;
  return radius + Math.max(...points.map(({ x, y }) => Math.abs(x - p.x) + Math.abs(y - p.y)));
}

/** Poses: turned; one turned as the other; scaled; just scaled enough to be noticed; a little off the first. */
function turned(r: Random, from: Readonly<Pose>, first: Readonly<Pose> | null): Pose {
  const d = r.direction();
  let { x: cos, y: sin } = d;
  const kind = r.int(0, 9);
  const s = kind === 0 ? r.magnitude(-3, 3) : kind === 1 ? 1 + r.sign() * r.magnitude(-16, -6) : 1;
  if (first !== null && kind > 5) [cos, sin] = [first.cos, first.sin];
  if (first !== null && kind > 8) [cos, sin] = [cos - 1e-9 * sin, sin + 1e-9 * cos];
  return { x: from.x, y: from.y, cos: s * cos, sin: s * sin };
}

describe("the sign of the distance between bodies as their poses place them", () => {
  // Poses turn the thinnest shapes inside out, and points given twice are no vertices.
  const left = ["hairs", "duplicates_collinear"];
  for (const family of FAMILIES.filter((name) => !left.includes(name))) {
    it(`is exact in every query for ${family}, and as close to touching as they get`, () => {
      let judged = 0;
      for (let index = 0; index < CASES; index++) {
        const c = makeCase(family, SEED, index), r = new Random("sign", family, SEED, index);
        const a = makeShape(c.a), b = makeShape(c.b);
        const poseA = turned(r, c.poseA, null), poseB = turned(r, c.poseB, poseA);
        for (let near = 0; near < 3; near++) {
          if (near > 0) {
            // To where they touch, but for a few ulps.
            const s = signedDistance(a, poseA, b, poseB);
            const steps = r.pick([0, 0, 0, 1, -1, 2, -3, 7, -40]);
            poseB.x = ulps(poseB.x - s.distance * s.normal.x, steps);
            poseB.y -= s.distance * s.normal.y;
          }
          const ca = placed(c.a, poseA, poseA), cb = placed(c.b, poseB, poseA);
          if (!isConvex(ca) || !isConvex(cb)) continue;
          judged++;
          const { sign, value } = new ExactPair(ca, IDENTITY, cb, IDENTITY);
          const name = `${index}, ${near}: ${value}`;
          const status = sign > 0 ? "separated" : sign < 0 ? "overlapping" : "touching";
          assertEquals(intersects(a, poseA, b, poseB), sign <= 0, name);
          assertEquals(signedDistance(a, poseA, b, poseB).status, status, name);
          assertEquals(distance(a, poseA, b, poseB).status, status, name);
          assertEquals(penetration(a, poseA, b, poseB) === null, sign > 0, name);
          // Whatever is remembered.
          const size = sizeOf(ca) + sizeOf(cb);
          const { normal } = signedDistance(a, poseA, b, poseB);
          for (const [query, part] of BEFORE) {
            const cache = new SimplexCache(), way = part * size;
            const x = poseB.x + way * normal.x, y = poseB.y + way * normal.y;
            query(a, poseA, b, { ...poseB, x, y }, undefined, cache);
            const warm = query(a, poseA, b, poseB, undefined, cache);
            assertEquals(warm.status, status, `${name}, warm`);
            assertEquals(Math.sign(warm.distance), query === distance ? Math.max(sign, 0) : sign);
          }
        }
      }
      assert(judged > CASES, `${judged}`);
    });
  }
});
