/**
 * Shapes by their support functions, and what all queries on a pair have in common.
 *
 * @module
 */
import {
  assertAlmostEquals,
  assertEquals,
  assertLessOrEqual,
  assertStrictEquals,
} from "@std/assert";
import {
  type ConvexShape,
  distance,
  type DistanceResult,
  intersects,
  penetration,
  type Pose,
  signedDistance,
} from "@narrowphase/gjk2d";
import { Random } from "../generate/random.ts";

const ULP = 2 ** -52;

/** Numbers in [0, 1) from a seed. */
export function random(seed: number): () => number {
  const r = new Random("smooth", seed);
  return () => r.unit();
}

/** All queries on a pair, held against each other. */
export function assertConsistent(
  a: ConvexShape,
  pa: Pose,
  b: ConvexShape,
  pb: Pose,
  size: number,
): DistanceResult {
  const r = signedDistance(a, pa, b, pb);
  const d = distance(a, pa, b, pb);
  assertStrictEquals(d.distance, Math.max(0, r.distance));
  assertStrictEquals(intersects(a, pa, b, pb), r.distance <= 0);
  const p = penetration(a, pa, b, pb);
  assertStrictEquals(p === null, r.distance > 0);
  if (p !== null) assertStrictEquals(p.depth, 0 - r.distance);
  assertAlmostEquals(Math.hypot(r.normal.x, r.normal.y), 1, 4 * ULP);
  const gap = Math.hypot(
    r.pointB.x - r.pointA.x - r.distance * r.normal.x,
    r.pointB.y - r.pointA.y - r.distance * r.normal.y,
  );
  assertLessOrEqual(gap, 8 * ULP * size);
  if (d.distance === 0) assertEquals(d.pointA, d.pointB);
  const status = r.distance > 0 ? "separated" : r.distance < 0 ? "overlapping" : "touching";
  if (r.status !== "exhausted") assertStrictEquals(r.status, status);
  return r;
}
