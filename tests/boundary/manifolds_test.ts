/**
 * Contacts with the outline of bodies of several parts: a survey of concave corners, with a truth that is found from
 * the outline alone, and what a floor of many parts has in common with one plate.
 *
 * @module
 */
import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertLess,
  assertStrictEquals,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  capsule,
  circle,
  collide,
  type Compound,
  compound,
  type ConvexShape,
  decompose,
  IDENTITY,
  intersects,
  type Manifold,
  manifolds,
  polygon,
  type Pose,
  pose,
  type Vec2,
} from "@narrowphase/gjk2d";
import { effort } from "../effort.ts";
import { Random } from "../generate/random.ts";

const slab = (x0: number, y0: number, x1: number, y1: number): ConvexShape =>
  box(x1 - x0, y1 - y0, { center: { x: (x0 + x1) / 2, y: (y0 + y1) / 2 } });

const found = (a: Compound, at: Pose, b: ConvexShape, on: Pose): Manifold[] => {
  const list = manifolds(a, at, b, on);
  return list.manifolds.slice(0, list.count);
};

const depthOf = ({ points, pointCount }: Manifold): number =>
  Math.max(...points.slice(0, pointCount).map(({ separation }) => -separation));

const told = (list: Manifold[]): string[] =>
  list.map((m) =>
    [m.normal.x, m.normal.y, -depthOf(m)].map((v) => (v + 1e-12).toFixed(6)).join(" ")
  ).sort();

/** Steps of random heights, as columns, as rows, as both, as tiles and decomposed. */
function stairs(r: Random): { heights: number[]; bodies: Compound[] } {
  const heights = Array.from({ length: 5 }, () => r.int(2, 5) / 2);
  const columns = heights.map((h, k) => slab(k, 0, k + 1, h));
  const tiles = heights.flatMap((h, k) =>
    Array.from({ length: 2 * h }, (_, i) => slab(k, i / 2, k + 1, (i + 1) / 2))
  );
  const rows: ConvexShape[] = [];
  for (let y = 0; y < 2.5; y += 0.5) {
    for (let k = 0; k < heights.length;) {
      let end = k;
      while (end < heights.length && heights[end] > y) end++;
      if (end > k) rows.push(slab(k, y, end, y + 0.5));
      k = end + 1;
    }
  }
  const rim: Vec2[] = [{ x: 0, y: 0 }, { x: heights.length, y: 0 }];
  for (let k = heights.length - 1; k >= 0; k--) {
    rim.push({ x: k + 1, y: heights[k] }, { x: k, y: heights[k] });
  }
  const outline = rim.filter((p, k) => {
    const before = rim[(k + rim.length - 1) % rim.length], after = rim[(k + 1) % rim.length];
    return (p.x - before.x) * (after.y - p.y) !== (p.y - before.y) * (after.x - p.x);
  });
  const pieces = decompose(outline).map((points) => polygon(points));
  return {
    heights,
    bodies: [columns, rows, [...rows, ...columns], tiles, pieces].map((p) => compound(p)),
  };
}

describe("manifolds() of a body of several parts", () => {
  it("has no contact through the solid when a box is pushed into a concave corner", () => {
    const points = [[0, 0], [3, 0], [3, 2], [2, 2], [2, 2.5], [1, 2.5], [1, 1.5], [0, 1.5]];
    const body = compound(decompose(points.map(([x, y]) => ({ x, y }))).map((p) => polygon(p)));
    assertEquals(told(found(body, pose(), box(0.5, 0.5), pose(0.751, 1.749))), [
      "-1.000000 0.000000 -0.001000",
      "0.000000 1.000000 -0.001000",
    ]);
  });

  it("has the floor alone when a triangle's corner is under the foot of a step", () => {
    const steps = compound([slab(0, 0, 1, 7), slab(1, 0, 5, 6)]);
    const triangle = polygon([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0.5, y: Math.sqrt(3) / 2 }]);
    assertEquals(told(found(steps, pose(), triangle, pose(1 - 0.0003, 6 - 0.001))), [
      "0.000000 1.000000 -0.001000",
    ]);
  });

  it("has both walls of a corner and nothing else, in any decomposition and frame, when a body is pushed in", () => {
    const r = new Random("corners of stairs");
    let met = 0;
    for (let k = 0; k < effort(600); k++) {
      const { heights, bodies } = stairs(r);
      const step = r.int(1, heights.length - 1), up = heights[step] - heights[step - 1];
      if (up === 0) continue;
      // The corner between the tread on the lower side and the riser.
      const floor = Math.min(heights[step], heights[step - 1]), side = up > 0 ? -1 : 1;
      const size = r.range(0.1, 0.4),
        sink = size * 10 ** r.range(-7, -2),
        e = sink * r.range(0.1, 1);
      const flat: [ConvexShape, number][] = [
        [box(size, size), size / 2],
        [circle(size / 2), size / 2],
        [box(size / 2, size / 2, { radius: size / 4 }), size / 2],
        [capsule({ x: -size / 4, y: 0 }, { x: size / 4, y: 0 }, size / 4), size / 2],
      ];
      const [shape, half] = r.pick(flat), low = shape.kind === "capsule" ? size / 4 : half;
      const local = { x: step + side * (half - e), y: floor + low - sink };
      const at = r.chance(0.5) ? pose() : pose(r.range(-9, 9), r.range(-9, 9), r.range(-3, 3));
      const turn = r.int(0, 1) * Math.PI + Math.atan2(at.sin, at.cos);
      const on = pose(
        at.cos * local.x - at.sin * local.y + at.x,
        at.sin * local.x + at.cos * local.y + at.y,
        turn,
      );
      for (const [i, body] of bodies.entries()) {
        met++;
        const list = found(body, at, shape, on), what = `stairs ${k}, body ${i}`;
        assertStrictEquals(list.length, 2, what);
        for (const m of list) {
          const x = at.cos * m.normal.x + at.sin * m.normal.y;
          const y = at.cos * m.normal.y - at.sin * m.normal.x;
          const isFloor = y > 0.5;
          assertAlmostEquals(isFloor ? y : x * side, 1, 1e-9, what);
          assertAlmostEquals(depthOf(m), isFloor ? sink : e, 1e-12, what);
        }
        assert(depthOf(list[0]) !== depthOf(list[1]) || sink === e, what);
      }
    }
    assertLess(effort(1000), met);
  });

  it("comes free within a few rounds, never further than needed, when a body is anywhere on the outline", () => {
    const r = new Random("rounds on stairs");
    const wedge = (s: number): ConvexShape =>
      polygon([{ x: -0.1 * s, y: -0.4 * s }, { x: 0.1 * s, y: -0.4 * s }, { x: 0, y: 0.6 * s }]);
    let met = 0;
    for (let k = 0; k < effort(400); k++) {
      const { heights, bodies } = stairs(r);
      const size = r.range(0.1, 0.5),
        shape = r.pick([wedge, (s: number) => box(s, s / 2), (s: number) => circle(s / 2)])(size);
      // Let down from above until it touches, and a little further.
      const x = r.range(0, heights.length), angle = r.range(-3, 3);
      let free = 4, hit = 0;
      for (let i = 0; i < 50; i++) {
        const y = (free + hit) / 2;
        if (intersects(bodies[0], IDENTITY, shape, pose(x, y, angle))) hit = y;
        else free = y;
      }
      const sink = size * 10 ** r.range(-6, -2);
      for (const [i, body] of bodies.entries()) {
        const on = pose(x, free - sink, angle);
        let left = 0;
        for (let round = 0; round < 12; round++) {
          const list = found(body, pose(), shape, on).filter((m) => depthOf(m) > 1e-12);
          left = Math.max(0, ...list.map(depthOf));
          // Straight up is a way out, so no contact is deeper.
          if (round === 0) {
            assertLess(0, list.length, `stairs ${k}, body ${i}`);
            for (const m of list) assertLess(depthOf(m), sink + 1e-12, `stairs ${k}, body ${i}`);
          }
          for (const m of list) {
            on.x += 0.6 * depthOf(m) * m.normal.x;
            on.y += 0.6 * depthOf(m) * m.normal.y;
          }
        }
        assertLess(left, 0.05 * sink + 1e-12, `stairs ${k}, body ${i}`);
        met++;
      }
    }
    assertLess(effort(1000), met);
  });

  it("has the points that it has on one plate when a body lies on a floor of many parts", () => {
    const r = new Random("floors of tiles");
    const plate = slab(0, -2, 10, 0);
    for (let k = 0; k < effort(600); k++) {
      const parts: ConvexShape[] = [];
      for (let x = 0; x < 10;) {
        const w = Math.min(r.range(0.05, 0.5), 10 - x), h = r.range(0.3, 1.2);
        if (k % 3 === 0) parts.push(slab(x, -h, x + w, 0));
        else if (k % 3 === 1) parts.push(slab(x, -h, Math.min(10, x + w * r.range(1.01, 2)), 0));
        else {
          parts.push(
            polygon([{ x, y: 0 }, { x, y: -h }, { x: x + w, y: -h }]),
            polygon([{ x, y: 0 }, { x: x + w, y: -h }, { x: x + w, y: 0 }]),
          );
        }
        x = 10 - x - w < 1e-9 ? 10 : x + w;
      }
      const floor = compound(parts), size = r.range(0.3, 2.5);
      const shape = r.pick([
        box(size, size / 2),
        circle(size / 2),
        box(size / 2, size / 3, { radius: size / 8 }),
      ]);
      const on = pose(
        r.range(2.5, 7.5),
        0,
        r.chance(0.5) ? r.int(0, 3) * Math.PI / 2 : r.range(-3, 3),
      );
      const low = Math.min(...shape.points.map((p) => on.sin * p.x + on.cos * p.y)) - shape.radius;
      on.y = -low - size * 10 ** r.range(-7, -1.5);
      const want = collide(plate, IDENTITY, shape, on), list = found(floor, IDENTITY, shape, on);
      assertStrictEquals(list.length, 1, `floor ${k}`);
      assertStrictEquals(list[0].pointCount, want.pointCount, `floor ${k}`);
      assertAlmostEquals(list[0].normal.y, 1, 1e-9, `floor ${k}`);
      for (let i = 0; i < want.pointCount; i++) {
        const p = list[0].points[i], q = want.points[i];
        assertAlmostEquals(p.point.x, q.point.x, 1e-9, `floor ${k}`);
        assertAlmostEquals(p.separation, q.separation, 1e-12, `floor ${k}`);
      }
    }
  });

  it("has the same ids when a crate slides over sixty tiles and trembles", () => {
    const tiles = Array.from({ length: 60 }, (_, k) => slab(k / 10, -0.1, k / 10 + 0.1, 0));
    const floor = compound(tiles), crate = box(1, 1), ids = new Set<string>();
    for (let k = 0; k < 400; k++) {
      const on = pose(1 + k * 0.01, 0.499, [0, 1e-9, -1e-9][k % 3]);
      ids.add(
        found(floor, pose(), crate, on).flatMap((m) =>
          m.points.slice(0, m.pointCount).map(({ id }) => id)
        ).join(),
      );
    }
    assertStrictEquals(ids.size, 1);
  });
});
