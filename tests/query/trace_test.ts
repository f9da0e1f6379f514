import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  circle,
  distance,
  ellipse,
  gjkTrace,
  IDENTITY,
  intersects,
  polygon,
  pose,
  regularPolygon,
  segment,
  signedDistance,
  support,
} from "@narrowphase/gjk2d";
import { halfDisk } from "../generate/shapes.ts";

/**
 * The number of the feature of a simplex that is nearest to the origin, by a look at each: as the tutorial numbers the
 * regions, 0 for a point and where the origin is on a line.
 */
function nearestFeature([a, b, c]: { x: number; y: number }[]): number {
  type P = typeof a;
  const cross = (p: P, q: P): number => p.x * q.y - p.y * q.x;
  if (b === undefined) return 0;
  // The parameter of the foot on each side, and how far away it is.
  const feet = (c === undefined ? [[a, b]] : [[a, b], [a, c], [b, c]]).map(([p, q]) => {
    const d = { x: q.x - p.x, y: q.y - p.y };
    const t = -(p.x * d.x + p.y * d.y) / (d.x * d.x + d.y * d.y);
    const k = Math.min(Math.max(t, 0), 1);
    return { t, far: Math.hypot(p.x + k * d.x, p.y + k * d.y) };
  });
  if (c === undefined) {
    const way = cross(a, b);
    return feet[0].t <= 0 ? 1 : feet[0].t >= 1 ? 4 : way > 0 ? 2 : way < 0 ? 3 : 0;
  }
  const turn = cross(a, b) + cross(b, c) + cross(c, a);
  if (Math.sign(cross(a, b)) * turn >= 0 && Math.sign(cross(b, c)) * turn >= 0) {
    if (Math.sign(cross(c, a)) * turn >= 0) return 7;
  }
  const best = feet.indexOf(feet.reduce((p, q) => q.far < p.far ? q : p));
  const vertices = [[5, 3], [5, 1], [3, 1]][best], { t } = feet[best];
  return t <= 0 ? vertices[0] : t >= 1 ? vertices[1] : [4, 6, 2][best];
}

describe("gjkTrace()", () => {
  it("ends with what intersects() says when shapes turn and move past each other", () => {
    const sliver = polygon([{ x: -2, y: 0 }, { x: 1, y: -0.2 }, { x: 3, y: 0.5 }]);
    const shapes = [box(2, 1), regularPolygon(7, 1), circle(0.5), box(1, 1, { radius: 0.25 })];
    shapes.push(segment({ x: -1, y: 0 }, { x: 1, y: 0.5 }), sliver);
    const seen = new Set<string>();
    for (const a of shapes) {
      for (const b of shapes) {
        for (let i = 0; i < 60; i++) {
          const pa = pose(0.1, 0.2, 0.7 * i);
          const pb = pose(-2.5 + 0.083 * i, 0.3 - 0.01 * i, 1.3 * i);
          const steps = gjkTrace(a, pa, b, pb);
          const verdict = intersects(a, pa, b, pb) ? "intersect" : "separate";
          assertEquals(steps.at(-1)?.verdict, verdict);
          for (const step of steps.slice(0, -1)) assertEquals(step.verdict, "continue");
          for (const [k, { stage, simplex: [newest, first, second], region }] of steps.entries()) {
            const next = steps[k + 1];
            if (stage !== "search" || next?.stage !== "search") continue;
            // The edge that the region is beyond is kept, its newer end first.
            const kept = next.simplex.slice(1);
            if (region === 2 || region === 3 || region === 4) assertEquals(kept, [newest, first]);
            else if (region === 6) assertEquals(kept, [newest, second]);
            else assertEquals(kept, [newest]);
          }
          for (const { stage, region, simplex, support, iteration } of steps) {
            seen.add(`${stage} ${simplex.length} ${region}`);
            assert(simplex.length <= Math.min(iteration, 3));
            assertEquals(simplex[0], support);
            assertEquals(support.point.x, support.pointA.x - support.pointB.x);
            assertEquals(support.point.y, support.pointA.y - support.pointB.y);
          }
        }
      }
    }
    // Regions 2 and 3 of a segment, 4, 6 and 7 of a triangle, as the tutorial numbers them; no region where
    // an axis separates. The walk has one edge at a time: beyond its end (1), or beside it.
    const search = ["1 0", "2 0", "2 2", "2 3", "3 0", "3 4", "3 6", "3 7"].map((s) =>
      `search ${s}`
    );
    const walk = ["2 1", "2 2", "2 3"].map((s) => `walk ${s}`);
    assertEquals([...seen].sort(), [...search, ...walk].sort());
  });

  it("walks downhill to the features that distance() names", () => {
    const a = regularPolygon(9, 1);
    const b = box(1, 0.5);
    for (let i = 0; i < 200; i++) {
      const pa = pose(0, 0, 0.3 * i);
      const pb = pose(2 * Math.cos(i), 2 * Math.sin(i), 0.7 * i);
      const steps = gjkTrace(a, pa, b, pb);
      const walk = steps.filter((step) => step.stage === "walk");
      const { distance: d, featureA, featureB } = distance(a, pa, b, pb);
      let last = Infinity;
      for (const { region, simplex: [to, from] } of walk) {
        const length = Math.hypot(from.point.x, from.point.y);
        assert(length <= last && length >= d - 1e-15);
        last = length;
        if (region === 1) assert(Math.hypot(to.point.x, to.point.y) < length);
      }
      // It ends at a vertex, or on the edge that it looked at last.
      const end = walk.at(-1)?.region === 1 || walk.length === 0
        ? [steps.at(-1)!.support]
        : walk.at(-1)!.simplex;
      const points = (indices: number[]): number[] => [...new Set(indices)].sort();
      assertEquals(points([featureA.i, featureA.j]), points(end.map((x) => x.indexA)));
      assertEquals(points([featureB.i, featureB.j]), points(end.map((x) => x.indexB)));
    }
  });

  it("has no direction where the first support point is the origin, and only there", () => {
    const shapes = [box(2, 2), segment({ x: 0, y: 0 }, { x: 1, y: 2 }), regularPolygon(4, 1)];
    let none = 0;
    for (const a of shapes) {
      for (const b of shapes) {
        for (let k = 0; k < 81; k++) {
          const steps = gjkTrace(a, IDENTITY, b, pose(k % 9 / 2 - 2, Math.floor(k / 9) / 2 - 2));
          for (const [i, { direction: { x, y }, verdict }] of steps.entries()) {
            if (x !== 0 || y !== 0) continue;
            none++;
            assertEquals([i, steps.length, verdict], [1, 2, "intersect"]);
            assertEquals(steps[0].support.point, { x: 0, y: 0 });
          }
        }
      }
    }
    assert(none > 20);
  });

  it("has every question that distance() asks a support function, and ends with its verdict", () => {
    const shapes = [box(2, 1), circle(0.5), ellipse(2, 1), halfDisk(0.25)];
    const seen = new Set<string>();
    for (const a of shapes) {
      for (const b of shapes) {
        if (a.support === null && b.support === null) continue;
        for (let i = 0; i < 300; i++) {
          const pa = pose(0.1, 0.2, 0.7 * i);
          const pb = pose(-2.5 + 0.0166 * i, 0.3 - 0.002 * i, 1.3 * i);
          const steps = gjkTrace(a, pa, b, pb);
          assertEquals(steps.length, distance(a, pa, b, pb).iterations);
          const verdict = intersects(a, pa, b, pb) ? "intersect" : "separate";
          assertEquals(steps.at(-1)!.verdict, verdict);
          for (const step of steps.slice(0, -1)) assertEquals(step.verdict, "continue");
          let walks = false;
          for (const [k, step] of steps.entries()) {
            const { iteration, stage, direction, support: w, simplex, region } = step;
            assertEquals([iteration, stage], [k + 1, walks ? "walk" : "search"]);
            // Furthest on A along the direction, and on B against it.
            const { x, y } = direction, back = { x: -x, y: -y };
            const p = support(a, pa, direction), q = support(b, pb, back);
            const onA = (p.x - w.pointA.x) * x + (p.y - w.pointA.y) * y - a.radius;
            const onB = (q.x - w.pointB.x) * x + (q.y - w.pointB.y) * y + b.radius;
            assert(Math.abs(onA) < 1e-14 && Math.abs(onB) < 1e-14);
            assertEquals([w.indexA < 0, w.indexB < 0], [a.support !== null, b.support !== null]);
            assertEquals(w.point, { x: w.pointA.x - w.pointB.x, y: w.pointA.y - w.pointB.y });
            assertStrictEquals(simplex[0], w);
            // The axis that separates has no region; the walk begins with its point.
            const separates: boolean = !walks && x * w.point.x + y * w.point.y < 0;
            if (separates) assertEquals(region, 0);
            else assertEquals(region, nearestFeature(simplex.map(({ point }) => point)));
            walks ||= separates;
            seen.add(`${stage} ${simplex.length} ${region}`);
          }
          // An axis separates before a walk, and nothing does when the shapes overlap by their cores.
          if (walks) assert(signedDistance(a, pa, b, pb).distance > -a.radius - b.radius);
          else assertEquals(verdict, "intersect");
        }
      }
    }
    for (const step of ["1 0", "2 2", "2 3", "3 2", "3 4", "3 6", "3 7"]) {
      assert(seen.has(`search ${step}`), `${step} of ${[...seen]}`);
    }
    for (const step of ["2 1", "2 2", "2 3", "2 4"]) assert(seen.has(`walk ${step}`), step);
    for (const step of seen) assert(!/^walk 3/.test(step), step);
  });
});
