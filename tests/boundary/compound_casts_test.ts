/**
 * Casts of bodies of several parts that start in overlap, judged without the library. A motion is stopped where it
 * begins an overlap: at a point where parts that did not overlap at the start meet, where neither body is inside the
 * other, and beside which the bodies overlap after the next hair of the motion.
 *
 * @module
 */
import { assert, assertAlmostEquals, assertEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { box, compound, convexHull, multiply, pose, type Vec2 } from "@narrowphase/gjk2d";
import { Random, unitVector } from "../generate/random.ts";
import { polygons, ring, slab } from "../generate/rings.ts";
import { effort } from "../effort.ts";
import { castBoth, edgesOf, lengthTo } from "./outline.ts";

/** Convex polygons, counter-clockwise. */
type Parts = readonly (readonly Vec2[])[];

/** A line's outward unit normal n and its height: n·p = h on it. */
type Line = readonly [number, number, number];

function linesOf(points: readonly Vec2[]): Line[] {
  return edgesOf(points).map(({ p, n }) => [n.x, n.y, n.x * p.x + n.y * p.y] as const);
}

/** How far a point is outside of a convex polygon's lines, below 0 inside. */
function height(lines: readonly Line[], x: number, y: number): number {
  return Math.max(...lines.map(([nx, ny, h]) => nx * x + ny * y - h));
}

function isIn(body: readonly Line[][], x: number, y: number): boolean {
  return body.some((lines) => lines.every(([nx, ny, h]) => nx * x + ny * y < h));
}

/** A hair: features of the bodies are farther from each other, rounding is much less. */
const HAIR = 1e-7;
const DISK: Vec2[] = [];
for (let i = -12; i < 12; i++) {
  for (let j = -12; j < 12; j++) DISK.push({ x: (i + 0.43) / 6, y: (j + 0.57) / 6 });
}

/** Whether two bodies overlap beside c, after B has moved by a hair along d. */
function overlapAt(bodyA: readonly Line[][], bodyB: readonly Line[][], c: Vec2, d: Vec2): boolean {
  const [A, B] = [bodyA, bodyB].map((body) =>
    body.filter((lines) => height(lines, c.x, c.y) < 9 * HAIR)
  );
  return DISK.some(({ x, y }) => {
    const px = c.x + HAIR * x, py = c.y + HAIR * y;
    return isIn(A, px, py) && isIn(B, px - HAIR * d.x, py - HAIR * d.y);
  });
}

/** When B, moved by d, is stopped, or Infinity; and whether any parts overlap at the start. */
function stopOf(A: Parts, B: Parts, d: Vec2): { stop: number; isDeep: boolean } {
  const linesA = A.map(linesOf), length = Math.hypot(d.x, d.y);
  const u = { x: d.x / length, y: d.y / length }, still = { x: 0, y: 0 };
  let isDeep = false;
  const meetings: { t: number; i: number; j: number }[] = [];
  for (const [i, a] of A.entries()) {
    for (const [j, b] of B.entries()) {
      // The parts meet while B's origin is in the hull of the differences.
      const hull = linesOf(
        convexHull(a.flatMap((p) => b.map((q) => ({ x: p.x - q.x, y: p.y - q.y })))),
      );
      if (height(hull, 0, 0) < 0) {
        isDeep = true;
        continue;
      }
      let t = 0, end = 1;
      for (const [nx, ny, h] of hull) {
        const way = nx * d.x + ny * d.y;
        if (way < 0) t = Math.max(t, h / way);
        else if (way > 0) end = Math.min(end, h / way);
        else if (h < 0) end = -1;
      }
      if (t <= end) meetings.push({ t, i, j });
    }
  }
  for (const { t, i, j } of meetings.sort((m, n) => m.t - n.t)) {
    const moved = B.map((b) => b.map(({ x, y }) => ({ x: x + t * d.x, y: y + t * d.y })));
    const linesB = moved.map(linesOf);
    const touching = [
      ...A[i].filter(({ x, y }) => height(linesB[j], x, y) < 1e-9),
      ...moved[j].filter(({ x, y }) => height(linesA[i], x, y) < 1e-9),
    ].sort((p, q) => p.x - q.x || p.y - q.y);
    const p = touching[0], q = touching.at(-1)!;
    // Parts that meet side to side touch along a stretch.
    const n = lengthTo(p, q) < HAIR ? 0 : 64;
    for (let k = 0; k <= n; k++) {
      const f = n === 0 ? 0 : k / n;
      const c = { x: p.x + f * (q.x - p.x), y: p.y + f * (q.y - p.y) };
      if (overlapAt(linesA, linesB, c, still)) continue;
      if (overlapAt(linesA, linesB, c, u)) return { stop: t, isDeep };
    }
  }
  return { stop: Infinity, isDeep };
}

/** A star of triangles. */
function anyStar(r: Random): Vec2[][] {
  const n = r.int(5, 9);
  const outline = Array.from({ length: n }, (_, k) => {
    const { x, y } = unitVector((k + r.range(0, 0.7)) * 6.283185307179586 / n), l = r.range(0.4, 3);
    return { x: l * x, y: l * y };
  });
  return outline.map((p, k) => [{ x: 0, y: 0 }, p, outline[(k + 1) % n]]);
}

/** Rectangles with their corners on whole numbers, which adjoin and overlap. */
function anyRects(r: Random): Vec2[][] {
  return Array.from({ length: r.int(2, 5) }, () => {
    const x = r.int(-2, 1), y = r.int(-2, 1), u = x + r.int(1, 3), v = y + r.int(1, 2);
    return ring([[x, y], [u, y], [u, v], [x, v]]);
  });
}

describe("casts of compounds that start in overlap", () => {
  it("stop where an overlap begins between outlines, and nowhere else", () => {
    const r = new Random("casts from inside");
    const met = { stopped: 0, passed: 0, deep: 0 };
    for (let k = 0; k < effort(1500); k++) {
      const any = r.chance(0.5) ? anyStar : anyRects, A = any(r), at = pose();
      const x = r.range(-4, 4), y = r.range(-4, 4);
      const B = any(r).map((part) => part.map((p) => ({ x: p.x + x, y: p.y + y })));
      const d = { x: r.range(-6, 6), y: r.range(-6, 6) };
      if (r.chance(0.4)) d.y = 0;
      const options = { initialOverlap: "ignore" } as const, { stop, isDeep } = stopOf(A, B, d);
      for (const hit of castBoth(polygons(A), at, polygons(B), at, d, options)) {
        if (hit === null) assertStrictEquals(stop, Infinity, `case ${k}`);
        else {
          assertAlmostEquals(hit.fraction, stop, 1e-9, `case ${k}`);
          assert(hit.normal.x * d.x + hit.normal.y * d.y < 0);
        }
      }
      if (isDeep) met.deep++;
      if (stop < 1) met.stopped++;
      else met.passed++;
    }
    for (const count of Object.values(met)) assert(count > effort(300), JSON.stringify(met));
  });

  it("lead over the joints of a floor that the body is sunk in, as far as the wall", () => {
    const r = new Random("sunk in a floor");
    for (let k = 0; k < effort(1000); k++) {
      // Tiles, and a wall as far down as they are.
      const joints = [-9, 0, 0, 0, 0, 9].map((x, i) => i % 5 === 0 ? x : r.range(-8, 8));
      joints.sort((s, t) => s - t);
      const parts = joints.slice(1).map((u, i) => {
        const x = joints[i];
        return ring([[x, -4], [u, -4], [u, 0], [x, 0]]);
      });
      if (parts.some(([p, q]) => q.x - p.x < 0.1)) continue;
      parts.push(ring("9 -4, 11 -4, 11 5, 9 5"));
      const floor = polygons(parts), size = r.range(0.5, 1.5), crate = box(size, size);
      const at = pose(r.range(-9, 9), r.range(-9, 9), r.range(-4, 4));
      // Most of the crate may be in the floor.
      const x = r.range(-7, 7), depth = size * r.range(0.01, 0.95);
      const on = multiply(at, pose(x, size / 2 - depth));
      const d = { x: 20 * at.cos, y: 20 * at.sin }, stop = (9 - size / 2 - x) / 20;
      for (const hit of castBoth(floor, at, crate, on, d, { initialOverlap: "ignore" })) {
        assertAlmostEquals(hit?.fraction ?? Infinity, stop, 1e-12, `case ${k}`);
        assertEquals(hit?.partA, 5);
        // The point is where the wall is open.
        assert((hit!.point.y - at.y) * at.cos - (hit!.point.x - at.x) * at.sin > -1e-12);
      }
      const overlap = Math.min(size, ...parts.map(([p, q]) => q.x - p.x));
      if (overlap < depth || depth > size / 2) continue;
      for (const hit of castBoth(floor, at, crate, on, d, { initialOverlap: "pushOut" })) {
        assertAlmostEquals(hit?.fraction ?? Infinity, stop, 1e-12, `case ${k}`);
        assertAlmostEquals(hit!.depth, depth, 1e-12);
        assertAlmostEquals(hit!.normal.y * at.cos - hit!.normal.x * at.sin, 1, 1e-12);
      }
    }
  });

  it("are not stopped by a wall that is open only where the body ends", () => {
    const floor = compound([slab(-2, -2, 2, 0), slab(2, -2, 4, 4)]);
    // As deep in the floor as it is high.
    const crate = box(1, 1), on = pose(0.25, -0.5), d = { x: 4, y: 0 };
    const hits = castBoth(floor, pose(), crate, on, d, { initialOverlap: "ignore" });
    assertEquals(hits, [null, null]);
  });
});
