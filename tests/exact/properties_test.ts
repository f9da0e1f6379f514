import fc from "fast-check";
import { assert, assertEquals, assertLessOrEqual, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  box,
  convexHull,
  type ConvexShape,
  distance,
  IDENTITY,
  point,
  polygon,
  pose,
  signedDistance,
  type Vec2,
} from "@narrowphase/gjk2d";
import { type Core, ExactPair } from "./oracle/exact.ts";
import { effort } from "../effort.ts";
import { makeShape } from "./oracle/public_api.ts";
import { Random } from "../generate/random.ts";

type Point = Vec2;

/** Rounding of a handful of operations on coordinates up to 200. */
const EPS = 16 * 2 ** -52 * 200;

const core = (points: Point[]): Core => ({ points, radius: 0 });

const RUNS = { numRuns: effort(5000), seed: 20261121 };

const coordinate = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.double({ min: -20, max: 20, noNaN: true }).map((x) => Math.abs(x) < 1e-9 ? 0 : x),
);
const vertex = fc.record({ x: coordinate, y: coordinate });
const cloud = fc.array(vertex, { minLength: 1, maxLength: 8 });
const radius = fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 5, noNaN: true }));

const shapeOf = (points: readonly Point[], radius: number): ConvexShape =>
  makeShape({ points: convexHull(points), radius });

/** Signed distance of the hulls of two clouds with radii. */
function sd(a: readonly Point[], ra: number, b: readonly Point[], rb: number): number {
  return signedDistance(shapeOf(a, ra), IDENTITY, shapeOf(b, rb), IDENTITY).distance;
}

function holds(property: fc.IRawProperty<unknown>): void {
  fc.assert(property, RUNS);
}

describe("signedDistance()", () => {
  it("shrinks by exactly what the radii grow", () => {
    holds(fc.property(cloud, cloud, radius, radius, (a, b, ra, rb) => {
      assertLessOrEqual(Math.abs(sd(a, ra, b, rb) - (sd(a, 0, b, 0) - ra - rb)), EPS);
    }) as fc.IRawProperty<unknown>);
  });

  it("changes by no more than B moves", () => {
    holds(fc.property(cloud, cloud, radius, vertex, (a, b, r, t) => {
      const A = shapeOf(a, 0), B = shapeOf(b, r);
      const here = signedDistance(A, IDENTITY, B, IDENTITY).distance;
      const there = signedDistance(A, IDENTITY, B, pose(t.x, t.y)).distance;
      assertLessOrEqual(Math.abs(here - there), Math.sqrt(t.x * t.x + t.y * t.y) + EPS);
    }) as fc.IRawProperty<unknown>);
  });

  it("does not grow when a shape does", () => {
    holds(fc.property(cloud, cloud, cloud, (a, more, b) => {
      assertLessOrEqual(sd([...a, ...more], 0, b, 0), sd(a, 0, b, 0) + EPS);
    }) as fc.IRawProperty<unknown>);
  });

  it("stays under rotation and translation of both", () => {
    const angle = fc.double({ min: -4, max: 4, noNaN: true });
    holds(fc.property(cloud, cloud, radius, vertex, angle, (a, b, r, t, turn) => {
      const A = shapeOf(a, r), B = shapeOf(b, 0);
      const both = pose(t.x, t.y, turn);
      const here = signedDistance(A, IDENTITY, B, IDENTITY).distance;
      assertLessOrEqual(Math.abs(signedDistance(A, both, B, both).distance - here), EPS);
    }) as fc.IRawProperty<unknown>);
  });

  it("stays, sign and all, for the mirror image and a quarter turn of whole coordinates", () => {
    const grid = fc.record({ x: fc.integer({ min: -9, max: 9 }), y: fc.nat(9) });
    const whole = fc.array(grid, { minLength: 1, maxLength: 8 });
    holds(fc.property(whole, whole, (a, b) => {
      const mirror = (p: Point): Point => ({ x: -p.x, y: p.y });
      const turn = (p: Point): Point => ({ x: -p.y, y: p.x });
      const plain = sd(a, 0, b, 0);
      for (const image of [mirror, turn]) {
        const found = sd(a.map(image), 0, b.map(image), 0);
        assertLessOrEqual(Math.abs(found - plain), EPS);
        assertEquals(Math.sign(found), Math.sign(plain));
      }
    }) as fc.IRawProperty<unknown>);
  });

  it("is undone by moving B that far along the normal", () => {
    holds(fc.property(cloud, cloud, radius, (a, b, r) => {
      const A = shapeOf(a, r), B = shapeOf(b, 0);
      const { distance, normal } = signedDistance(A, IDENTITY, B, IDENTITY);
      const moved = pose(-distance * normal.x, -distance * normal.y);
      const left = signedDistance(A, IDENTITY, B, moved).distance;
      // Apart, the nearest points meet; overlapping, no less than the depth may have to go.
      assertLessOrEqual(Math.abs(left), EPS);
    }) as fc.IRawProperty<unknown>);
  });

  it("of a point beside an edge, closer than rounding, has its own size", () => {
    const r = new Random("next to an edge");
    for (let k = 0; k < 2000; k++) {
      const end = { x: r.range(1, 2), y: r.range(1, 2) }, t = r.range(0.01, 0.99);
      const p = { x: end.x * t, y: end.y * t };
      const edge = core([{ x: 0, y: 0 }, end]), dot = core([p]);
      const { value } = new ExactPair(edge, IDENTITY, dot, IDENTITY);
      const { distance } = signedDistance(makeShape(edge), IDENTITY, makeShape(dot), IDENTITY);
      assertLessOrEqual(Math.abs(distance - value), 0.5 * value);
    }
  });

  it("keeps its sign where it is less than the least double", () => {
    // A third of 2^-1074 and less, inside and outside an edge that leans.
    const triangle = polygon([{ x: 0, y: 0 }, { x: 3, y: 1 }, { x: 0, y: 3 }]), e = 2 ** -1074;
    for (const [x, y, distance] of [[2 * e, e, -e], [e, e, -e], [3 * e, e, 0], [4 * e, e, e]]) {
      const result = signedDistance(triangle, IDENTITY, point({ x, y }), IDENTITY);
      assertStrictEquals(result.distance, distance);
    }
  });

  it("of rectangles needs no search, and their distance seldom", () => {
    const r = new Random("rectangles without a search");
    const pairs = 4000;
    let signed = 0, apart = 0, searched = 0, overlapping = 0;
    for (let k = 0; k < pairs; k++) {
      const a = box(r.range(0.8, 2), r.range(0.8, 2)), b = box(r.range(0.8, 2), r.range(0.8, 2));
      const poseB = pose(r.range(-2.5, 2.5), r.range(-2.5, 2.5), r.range(-3, 3));
      signed += signedDistance(a, IDENTITY, b, poseB).iterations;
      const { status, iterations } = distance(a, IDENTITY, b, poseB);
      if (status === "separated") apart += iterations;
      else {
        overlapping++;
        if (iterations > 0) searched++;
      }
    }
    assertEquals(signed, 0);
    assertEquals(apart, 0);
    assert(overlapping > 1000 && searched < 0.25 * overlapping, `${searched} of ${overlapping}`);
  });
});

describe("convexHull()", () => {
  it("of a hull is the hull, and contains every point", () => {
    holds(fc.property(cloud, (points) => {
      const hull = convexHull(points);
      assertStrictEquals(JSON.stringify(convexHull(hull)), JSON.stringify(hull));
      for (const p of points) assert(sd(hull, 0, [p], 0) <= 0);
    }) as fc.IRawProperty<unknown>);
  });
});
