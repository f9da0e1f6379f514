import { assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { box, compound, type CompoundPart, polygon, type Vec2 } from "@narrowphase/gjk2d";
import { Random, unitVector } from "../generate/random.ts";
import { countWork } from "./work.ts";

describe("compound()", () => {
  it("does about as much work for a fan of parts as for a row of them", async () => {
    const n = 400;
    const measure = (parts: Vec2[][]): Promise<number> => {
      const shapes = parts.map((points) => polygon(points));
      return countWork(() => compound(shapes));
    };
    const row = Array.from(
      { length: n },
      (_, k) => [[k, 0], [k + 1, 0], [k + 1, 1], [k, 1]].map(([x, y]) => ({ x, y })),
    );
    // As a bowl is decomposed: all from one point to the pieces of a hollow side.
    const side = (k: number): Vec2 => ({ x: k - n / 2, y: (k - n / 2) * (k - n / 2) / n });
    const fan = Array.from({ length: n }, (_, k) => [{ x: 0, y: -n }, side(k + 1), side(k)]);
    const usual = await measure(row), work = await measure(fan);
    // It was 270 times as much: each part looked at the edges of all at the hub, and each of those at all parts.
    assertLess(work, 30 * usual);
  });

  it("does about as much work for a disk of wedges as for a row of boxes", async () => {
    const n = 2000;
    const half = 3.141592653589793 / n;
    const { x: c, y: s } = unitVector(half);
    const wedge = polygon([[0, 0], [c, -s], [c, s]].map(([x, y]) => ({ x: x - 1.3, y: y + 0.7 })));
    const row = Array.from({ length: n }, (_, k) => box(1, 1, { center: { x: k, y: 0.5 } }));
    const usual = await countWork(() => compound(row));
    // The tip of each is at the hub to rounding, and all edges there were looked for anew at each: 50 times as much. Where
    // every other wedge is missing each side is asked about all parts.
    for (const [step, most] of [[1, 12], [2, 40]]) {
      const r = new Random("wedges around a point", step);
      const parts = Array.from({ length: n / step }, (_, k): CompoundPart => {
        const { x: cos, y: sin } = unitVector(2 * half * step * k);
        const x = 5.5 + 1.3 * cos + 0.7 * sin + r.range(-1e-9, 1e-9);
        const y = -2.25 + 1.3 * sin - 0.7 * cos + r.range(-1e-9, 1e-9);
        return { shape: wedge, pose: { x, y, cos, sin } };
      });
      const work = await countWork(() => assertEquals(compound(parts).parts.length, n / step));
      assertLess(work, most * usual, `step ${step}`);
    }
  });
});
