import { assert, assertEquals, assertLess, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  circle,
  type ConvexShape,
  distance,
  penetration,
  point,
  polygon,
  pose,
  regularPolygon,
  segment,
  signedDistance,
  SimplexCache,
} from "@narrowphase/gjk2d";
import { FAMILIES, makeCase } from "../generate/families.ts";
import { effort } from "../effort.ts";
import { Random } from "../generate/random.ts";
import { library, makeShape } from "../exact/oracle/public_api.ts";
import { type Api, type DistanceLike, validate } from "../exact/oracle/validate.ts";

type DistanceQuery = (...args: Parameters<typeof distance>) => DistanceLike;

/** The library without queries that have no cache, and may differ in the last bit. */
function withQueries(warm: (query: DistanceQuery) => Api<ConvexShape>["distance"]) {
  const signed = warm(signedDistance);
  return { ...library, distance: warm(distance), signedDistance: signed, collide: undefined };
}

/** The library with one cache for all pairs: every query starts from another pair's simplex. */
function withStaleCache(cache: SimplexCache): Api<ConvexShape> {
  return withQueries((query) => (a, pa, b, pb) => query(a, pa, b, pb, undefined, cache));
}

/**
 * The library with a cache that has seen the pair as it was before: B moved by `shift` and turned by `turn`,
 * in parts of the pair's size and in radians.
 */
function afterMotion(shift: number, turn: number): Api<ConvexShape> {
  return withQueries((query) => (a, pa, b, pb) => {
    const cache = new SimplexCache();
    const size = Math.abs(pb.x - pa.x) + Math.abs(pb.y - pa.y) || 1;
    const cos = pb.cos - turn * pb.sin, sin = pb.sin + turn * pb.cos;
    const before = { x: pb.x + shift * size, y: pb.y - 0.5 * shift * size, cos, sin };
    query(a, pa, b, before, undefined, cache);
    return query(a, pa, b, pb, undefined, cache);
  });
}

/** Asserts the contract for `count` cases of a family. */
function assertContract(api: Api<ConvexShape>, family: string, seed: number, count: number): void {
  for (let i = 0; i < count; i++) {
    const c = makeCase(family, seed, i);
    // Of equally good features a warm query may name another: the points may differ then, and the last
    // bit of the distance from that of `penetration`, which has no cache and agrees with a cold query.
    const isDepth = (detail: string): boolean => detail.startsWith("depth:");
    const all = validate(api, c.a, c.poseA, c.b, c.poseB, { scaling: false }).violations;
    if (all.some(({ check, detail }) => check === "agreement" && isDepth(detail))) {
      const pair = [makeShape(c.a), c.poseA, makeShape(c.b), c.poseB] as const;
      const depth = penetration(...pair)?.depth;
      assertEquals(depth, -signedDistance(...pair).distance, `${family} ${i}, cold`);
    }
    const violations = all.filter(({ check, detail }) =>
      check !== "out" && !(check === "agreement" && isDepth(detail))
    );
    assertEquals(violations, [], `${family} ${i}`);
  }
}

const featuresOf = (r: { featureA: object; featureB: object }): string =>
  JSON.stringify([r.featureA, r.featureB]);

describe("SimplexCache", () => {
  it("never changes what is true, whatever pair it comes from", () => {
    const api = withStaleCache(new SimplexCache());
    for (const family of FAMILIES) {
      assertContract(api, family, 31, effort(family === "many_vertices" ? 100 : 800));
    }
  });

  for (const [shift, turn] of [[2 ** -30, 0], [2 ** -45, 2 ** -45], [0.01, 2 ** -26]]) {
    it(`never changes what is true after a motion by ${shift} and a turn by ${turn}`, () => {
      const api = afterMotion(shift, turn);
      for (const family of FAMILIES) {
        assertContract(api, family, 32, effort(family === "many_vertices" ? 50 : 300));
      }
    });
  }

  it("does no harm when its contents make no sense, whichever vertices it names", () => {
    const r = new Random("cache"), a = box(2, 4);
    for (let i = 0; i < effort(5000); i++) {
      const b = regularPolygon(r.pick([5, 7]), 1.5), cache = new SimplexCache();
      const isSense = r.chance(0.7), most = isSense ? r.pick([1, 2]) : 3;
      cache.count = r.int(isSense ? most : 0, most);
      for (const [onA, onB] of [["pA", "pB"], ["qA", "qB"]] as const) {
        cache[onA] = isSense ? r.int(-1, 4) : r.pick([0, 1, 3, 4, 99, 2 ** 31 - 1, -(2 ** 31)]);
        cache[onB] = isSense ? r.int(-1, 5) : r.pick([0, 2, 6, 7, 99, 2 ** 31 - 1, -(2 ** 31)]);
      }
      const pa = pose(1, 2, r.pick([0, 0.3, 0.5, Math.PI / 2]));
      const pb = pose(r.range(-4, 6), r.range(-3, 6), r.range(-3, 3));
      const cold = signedDistance(a, pa, b, pb);
      const warm = signedDistance(a, pa, b, pb, undefined, cache);
      assertLess(Math.abs(warm.distance - cold.distance), 1e-14, `case ${i}`);
      assertEquals(warm.status, cold.status, `case ${i}`);
    }
  });

  it("does not take a corner as good as straight for the closest vertex from behind", () => {
    // The edges at (-0.5, -0.5) have the same normal but for the last bit: its cone seems to have two ends.
    const corners = [[0, 0], [-0.5, -0.5], [-16, -16.000000000000004], [2, -4]];
    const a = polygon(corners.map(([x, y]) => ({ x, y })));
    const b = point({ x: 0, y: 0 }), far = pose(22.5, -23.5);
    for (const query of [distance, signedDistance]) {
      const cold = query(a, pose(), b, far);
      const cache = new SimplexCache();
      Object.assign(cache, { count: 1, pA: 1, pB: 0 });
      assertEquals(query(a, pose(), b, far, undefined, cache).distance, cold.distance);
      Object.assign(cache, { count: 1, pA: 0, pB: 1 });
      assertEquals(query(b, far, a, pose(), undefined, cache).distance, cold.distance);
    }
  });

  it("gives the same numbers, to the last bit, as a cold query that ends with the same features", () => {
    const r = new Random("warm bits");
    const shapes = [
      box(1, 1.5),
      regularPolygon(5, 0.8),
      regularPolygon(24, 0.9),
      segment({ x: -0.5, y: 0.1 }, { x: 0.5, y: 0.3 }),
      capsule({ x: -0.4, y: 0 }, { x: 0.4, y: 0 }, 0.25),
      box(1, 1, { radius: 0.1 }),
      circle(0.5, { x: 0.2, y: 0.1 }),
    ];
    let same = 0, all = 0;
    for (let i = 0; i < effort(8000); i++) {
      const a = r.pick(shapes), b = r.pick(shapes), cache = new SimplexCache();
      const x = r.range(-5, 5), y = r.range(-5, 5), way = r.range(-Math.PI, Math.PI);
      const far = r.range(0.5, 3), angle = r.range(-3, 3);
      const query = i % 2 === 0 ? distance : signedDistance;
      const pa = pose(x, y, r.range(-3, 3));
      for (let step = 0; step < 3; step++) {
        const at = way + 0.02 * step;
        const pb = pose(x + far * Math.cos(at), y + far * Math.sin(at), angle - 0.01 * step);
        const cold = query(a, pa, b, pb);
        const { iterations: _, ...warm } = query(a, pa, b, pb, undefined, cache);
        if (step === 0 || cold.status !== "separated") continue;
        all++;
        assertEquals(warm.status, "separated");
        if (featuresOf(warm) !== featuresOf(cold)) continue;
        same++;
        const { iterations: __, ...numbers } = cold;
        assertEquals(warm, numbers);
      }
    }
    assert(all > effort(4000));
    assertLess(all - same, all / 100);
  });

  it("gives the middle of parallel edges as a cold query does", () => {
    const a = box(2, 2), b = box(3, 1), cache = new SimplexCache();
    for (let step = 0; step < 4; step++) {
      const pb = pose(1 + step / 8, 2 + step / 4);
      const { iterations: _, ...cold } = distance(a, pose(), b, pb);
      const { iterations, ...warm } = distance(a, pose(), b, pb, undefined, cache);
      assertEquals(warm, cold);
      assertEquals(warm.featureB.type, "edge");
      assert(step === 0 || iterations === 0);
    }
  });

  it("saves iterations when bodies move a little, and starts cold again after clear()", () => {
    const a = regularPolygon(64, 1), b = regularPolygon(48, 1.5);
    const cache = new SimplexCache(), cleared = new SimplexCache();
    let cold = 0, warm = 0;
    for (let i = 0; i < 100; i++) {
      const pb = pose(4 + 0.01 * i, 1 - 0.02 * i, 0.01 * i);
      const found = distance(a, pose(), b, pb);
      cold += found.iterations;
      warm += distance(a, pose(), b, pb, undefined, cache).iterations;
      distance(a, pose(), b, pb, undefined, cleared);
      cleared.clear();
      assertEquals(distance(a, pose(), b, pb, undefined, cleared), found);
    }
    assert(cold >= 100);
    assertLess(warm, cold / 2);
  });

  it("remembers nothing of other pairs", () => {
    // The closest edge of these comes from the boundary scan, which leaves no simplex.
    const cases = [["nested", 2186], ["many_vertices", 347], ["many_vertices", 1092]] as const;
    const apart = [[regularPolygon(7, 1), -2.5, 4], [regularPolygon(3, 1), 3, 0.3]] as const;
    for (const [family, index] of cases) {
      const c = makeCase(family, 77, index);
      const a = makeShape(c.a), b = makeShape(c.b);
      // B is moved a little, by a fraction of A's size.
      const step = 1e-3 * Math.max(...a.points.map(({ x, y }) => Math.abs(x) + Math.abs(y)));
      const at = { ...c.poseB, x: c.poseB.x + step, y: c.poseB.y - step };
      const [first, second] = apart.map(([shape, x, y]) => {
        distance(shape, pose(), regularPolygon(5, 1), pose(x, y));
        const cache = new SimplexCache();
        signedDistance(a, c.poseA, b, at, undefined, cache);
        const { count, pA, pB, qA, qB } = cache;
        return [count, pA, pB, qA, qB].slice(0, 1 + 2 * count);
      });
      assertEquals(first, second, `${family} ${index}`);
    }
  });

  it("remembers the closest edge when it was the boundary scan that found it", () => {
    for (const index of [66, 107, 527, 1703, 1852]) {
      const c = makeCase("touch_vertex_edge", 77, index);
      const a = makeShape(c.a), b = makeShape(c.b), cache = new SimplexCache();
      // They touch at first.
      distance(a, c.poseA, b, c.poseB, undefined, cache);
      const step = 1e-3 * Math.max(...a.points.map(({ x, y }) => Math.abs(x) + Math.abs(y)));
      const at = { ...c.poseB, x: c.poseB.x + step, y: c.poseB.y - step };
      assertEquals(distance(a, c.poseA, b, at, undefined, cache).iterations, 0, `${index}`);
    }
  });

  it("searches only when other features have become the closest, either way around", () => {
    const a = regularPolygon(12, 1);
    const b = point({ x: 0, y: 0 });
    // So close that it is hardly ever a corner that is closest.
    for (const way of [1, -1]) {
      for (const [p, q, far] of [[a, b, 1.01], [b, a, -1.01]] as const) {
        const cache = new SimplexCache();
        let searched = 0, changed = 0, last = "";
        for (let i = 0; i < effort(400); i++) {
          const t = way * 0.05 * i;
          const at = pose(far * Math.cos(t), far * Math.sin(t));
          const { iterations, featureA, featureB } = distance(p, pose(), q, at, undefined, cache);
          const features = JSON.stringify([featureA, featureB]);
          if (i > 0 && iterations > 0) searched++;
          if (i > 0 && features !== last) changed++;
          last = features;
        }
        // Nearly forty edges go by.
        assert(changed > effort(30));
        assertLessOrEqual(searched, changed);
      }
    }
  });

  it("follows bodies of many edges that turn past each other", () => {
    const a = regularPolygon(200, 1), b = regularPolygon(150, 1.2);
    for (const way of [1, -1]) {
      const cache = new SimplexCache();
      let kept = 0;
      for (let i = 0; i < effort(500); i++) {
        // Half of the steps change the features.
        const pa = pose(0, 0, way * 0.012 * i), pb = pose(2.3, 0.4, way * 0.007 * i);
        const cold = distance(a, pa, b, pb);
        const warm = distance(a, pa, b, pb, undefined, cache);
        assertLess(Math.abs(warm.distance - cold.distance), 1e-15);
        if (warm.iterations === 0) kept++;
      }
      assertLess(effort(150), kept);
    }
  });
});
