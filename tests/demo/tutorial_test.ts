import { assertEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  type ConvexShape,
  IDENTITY,
  intersects,
  polygon,
  pose,
  segment,
} from "@narrowphase/gjk2d";
import { tutorialTrace } from "../../demo/explorer/tutorial.ts";
import { Random } from "../generate/random.ts";
import { hullOfDoubles, type Point } from "../exact/oracle/exact.ts";

/**
 * The tutorial's `intersects`, which the explorer shows, on two lists of points; `null` when it does not end.
 * docs/internals/how_it_works.md quotes the counts below.
 */
function tutorialIntersects(a: readonly Point[], b: readonly Point[]): boolean | null {
  const { verdict } = tutorialTrace(a, b).at(-1)!;
  return verdict === "continue" ? null : verdict === "intersect";
}

/** 1 apart, 0 touching, -1 overlapping: by the lines of all edges, in small whole numbers and so exactly. */
function truth(a: readonly Point[], b: readonly Point[]): number {
  let result = -1;
  for (const [one, other] of [[a, b], [b, a]]) {
    for (let i = 0; i < one.length; i++) {
      const p = one[i];
      const q = one[(i + 1) % one.length], e = { x: q.x - p.x, y: q.y - p.y };
      // Negative where a vertex is on the inner side, which is on the left.
      const outside = other.map((v) => e.y * (v.x - p.x) - e.x * (v.y - p.y));
      result = Math.max(result, Math.sign(Math.min(...outside)));
    }
  }
  return result;
}

describe("the tutorial's pseudo-code", () => {
  it("calls half of the touching pairs and some overlapping ones apart, where intersects() errs on none", () => {
    const r = new Random("tutorial pseudo-code", 1);
    const grid = () => ({ x: r.int(-3, 3) / 2, y: r.int(-3, 3) / 2 });
    const draw = (): Point[] => hullOfDoubles(Array.from({ length: r.int(3, 8) }, grid));
    const counts = {
      pairs: 0,
      overlapping: 0,
      touching: 0,
      endless: 0,
      wrongApart: 0,
      wrongTouching: 0,
      wrongOverlapping: 0,
    };
    for (let i = 0; i < 20_000; i++) {
      const a = draw();
      const x = r.int(-5, 5) / 2, y = r.int(-5, 5) / 2;
      const b = draw().map((p) => ({ x: p.x + x, y: p.y + y }));
      // All points on one line.
      if (a.length < 3 || b.length < 3) continue;
      counts.pairs++;
      const side = truth(a, b);
      if (side < 0) counts.overlapping++;
      if (side === 0) counts.touching++;
      const answer = tutorialIntersects(a, b);
      if (answer === null) counts.endless++;
      else if (answer !== (side <= 0)) {
        if (side > 0) counts.wrongApart++;
        else if (side === 0) counts.wrongTouching++;
        else counts.wrongOverlapping++;
      }
      if (intersects(polygon(a), IDENTITY, polygon(b), IDENTITY) !== (side <= 0)) {
        throw new Error(JSON.stringify({ a, b, side }));
      }
    }
    assertEquals(counts, {
      pairs: 19_221,
      overlapping: 8064,
      touching: 1855,
      endless: 0,
      wrongApart: 0,
      wrongTouching: 1030,
      wrongOverlapping: 329,
    });
  });

  it("loses the direction when the origin is on a line through two points", () => {
    const square = box(2, 2);
    const cases: [string, ConvexShape, ConvexShape, Point][] = [
      ["a square moved sideways", square, square, { x: 1, y: 0 }],
      [
        "segments that cross in their middles",
        segment({ x: -1, y: 0 }, { x: 1, y: 0 }),
        segment({ x: 0, y: -1 }, { x: 0, y: 1 }),
        { x: 0, y: 0 },
      ],
    ];
    for (const [name, a, b, { x, y }] of cases) {
      const moved = b.points.map((p) => ({ x: p.x + x, y: p.y + y }));
      assertStrictEquals(tutorialIntersects(a.points, moved), false, name);
      assertStrictEquals(intersects(a, IDENTITY, b, pose(x, y)), true, name);
    }
  });

  it("loses shapes whose fourth powers vanish", () => {
    const triangle = [{ x: -1, y: -2 }, { x: 3, y: -1 }, { x: -1, y: 2 }];
    const scaled = (k: number): boolean | null =>
      tutorialIntersects(
        triangle.map(({ x, y }) => ({ x: k * x, y: k * y })),
        triangle.map(({ x, y }) => ({ x: k * (x + 0.5), y: k * (y + 0.25) })),
      );
    assertStrictEquals(scaled(1), true);
    assertStrictEquals(scaled(1e-79), true);
    assertStrictEquals(scaled(1e-82), false);
  });
});
