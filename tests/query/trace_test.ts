import { assert, assertEquals, assertThrows } from "@std/assert";
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
} from "@narrowphase/gjk2d";
import { halfDisk } from "../generate/shapes.ts";

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

  it("refuses a support function when it stands for either shape", () => {
    for (const shape of [ellipse(2, 1), halfDisk(0.25)]) {
      const what = (name: string) =>
        `Cannot trace GJK: ${name} has a support function, must have vertices`;
      assertThrows(() => gjkTrace(shape, IDENTITY, box(1, 1), IDENTITY), TypeError, what("a"));
      assertThrows(() => gjkTrace(box(1, 1), IDENTITY, shape, IDENTITY), TypeError, what("b"));
    }
  });
});
