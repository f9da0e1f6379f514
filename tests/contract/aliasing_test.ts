import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  aabb,
  box,
  circle,
  closestPoint,
  distance,
  penetration,
  pose,
  signedDistance,
  support,
} from "@narrowphase/gjk2d";

const a = box(2, 4);
const b = circle(0.75);

describe("out arguments", () => {
  it("may be the input of closestPoint() and support()", () => {
    const at = pose(3, -1, 0.5);
    const p = { x: 7, y: 2 };
    const expected = closestPoint(a, at, p);
    assertStrictEquals(closestPoint(a, at, p, p), p);
    assertEquals(p, expected);
    assert(expected.x !== expected.y);
    const d = { x: -1, y: 3 };
    const furthest = support(a, at, d);
    assertStrictEquals(support(a, at, d, d), d);
    assertEquals(d, furthest);
  });

  it("may be the pose itself, whose x and y closestPoint() and support() then overwrite", () => {
    const expected = closestPoint(a, pose(3, -1, 0.5), { x: 7, y: 2 });
    const at = pose(3, -1, 0.5);
    closestPoint(a, at, { x: 7, y: 2 }, at);
    assertEquals({ x: at.x, y: at.y }, expected);
    const furthest = support(a, pose(3, -1, 0.5), { x: -1, y: 3 });
    const other = pose(3, -1, 0.5);
    support(a, other, { x: -1, y: 3 }, other);
    assertEquals({ x: other.x, y: other.y }, furthest);
  });

  it("may have their points in the poses that are asked about", () => {
    for (const query of [distance, signedDistance]) {
      for (const x of [5, 1.25]) {
        const expected = query(a, pose(1, 2, 0.5), b, pose(x, 3, 1));
        const pa = pose(1, 2, 0.5);
        const pb = pose(x, 3, 1);
        const out = query(a, pose(), b, pose(9, 1));
        out.pointA = pa;
        out.pointB = pb;
        query(a, pa, b, pb, out);
        assertEquals({ x: pa.x, y: pa.y }, expected.pointA);
        assertEquals({ x: pb.x, y: pb.y }, expected.pointB);
        assertEquals(out.normal, expected.normal);
        assertStrictEquals(out.distance, expected.distance);
      }
    }
  });

  it("are returned, and hold no reference to what was asked", () => {
    const pa = pose(1, 2, 0.5);
    const pb = pose(1.5, 3, 1);
    const out = signedDistance(a, pa, b, pb);
    assertStrictEquals(distance(a, pa, b, pb, out), out);
    assertStrictEquals(signedDistance(a, pa, b, pb, out), out);
    const deep = penetration(a, pa, b, pb);
    assert(deep !== null);
    assertStrictEquals(penetration(a, pa, b, pb, deep), deep);
    const bounds = aabb(a, pa);
    assertStrictEquals(aabb(a, pb, bounds), bounds);
    assertEquals(bounds, aabb(a, pb));
    const before = JSON.stringify([out, deep]);
    pa.x = 100;
    pb.cos = 0;
    assertStrictEquals(JSON.stringify([out, deep]), before);
  });

  it("are left alone by penetration() of a pair that is apart", () => {
    const deep = penetration(a, pose(), b, pose(0.25, 0.5));
    assert(deep !== null);
    const before = JSON.stringify(deep);
    assertStrictEquals(penetration(a, pose(), b, pose(50, 3), deep), null);
    assertStrictEquals(JSON.stringify(deep), before);
  });
});
