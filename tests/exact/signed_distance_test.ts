import { assert, assertEquals, assertLessOrEqual, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { box, distance, IDENTITY, point, polygon, pose, signedDistance } from "@narrowphase/gjk2d";
import { ExactPair } from "./oracle/exact.ts";
import { makeShape } from "./oracle/public_api.ts";
import { Random } from "../generate/random.ts";

describe("signedDistance()", () => {
  it("of a point beside an edge, closer than rounding, has its own size", () => {
    const r = new Random("next to an edge");
    for (let k = 0; k < 2000; k++) {
      const end = { x: r.range(1, 2), y: r.range(1, 2) }, t = r.range(0.01, 0.99);
      const p = { x: end.x * t, y: end.y * t };
      const edge = { points: [{ x: 0, y: 0 }, end], radius: 0 }, dot = { points: [p], radius: 0 };
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
