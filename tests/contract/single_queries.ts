/**
 * The queries on single shapes as calls that reuse their results, for measuring what they leave on
 * the heap.
 *
 * @module
 */
import {
  aabb,
  box,
  closestPoint,
  collide,
  containsPoint,
  type ConvexShape,
  distance,
  intersects,
  manifolds,
  newCastHit,
  newDistanceResult,
  newImpactResult,
  newManifold,
  newPenetration,
  penetration,
  type Pose,
  pose,
  rayCast,
  type Shape,
  shapeCast,
  signedDistance,
  support,
  timeOfImpact,
  type Vec2,
} from "@narrowphase/gjk2d";
import type { Queries, Sink } from "./heap.ts";

/** Two placed shapes. */
export interface Pair<T extends Shape = ConvexShape> {
  a: T;
  pa: Pose;
  b: T;
  pb: Pose;
}

/** Every first shape with every second one, in both orders, overlapping, apart and beside each other. */
export function pairsOf<T extends Shape>(first: readonly T[], second: readonly T[]): Pair<T>[] {
  return first.flatMap((a, i) =>
    second.flatMap((b, j) =>
      [
        { pa: pose(0.25 * i, 0.5, i), pb: pose(0.5, 0.125 * j, 1 - j) },
        { pa: pose(-2 - 0.25 * i, 0.5, i), pb: pose(2.5, 1 + 0.125 * j, 1 - j) },
        { pa: pose(0, 0), pb: pose(1, 2) },
      ].flatMap(({ pa, pb }) => [{ a, pa, b, pb }, { a: b, pa, b: a, pb }])
    )
  );
}

/**
 * The fields start as doubles, because V8 boxes numbers that it reads from fields that may hold
 * small integers.
 */
export function vector(x: number, y: number): Vec2 {
  const v = { x: NaN, y: NaN };
  v.x = x;
  v.y = y;
  return v;
}

/** The same of `collide`, which takes convex shapes only. */
export function collideOn(pairs: readonly Pair[], sink: Sink): Queries {
  const contacts = newManifold();
  const margins = [{ margin: 0.25 }, {}];
  return {
    collide(i) {
      const { a, pa, b, pb } = pairs[i];
      sink.count += collide(a, pa, b, pb, margins[(i >> 2) % 2], contacts).pointCount;
    },
  };
}

/**
 * Every query on shapes of any kind, with `out`, for each of the pairs by index. A call does nothing
 * but the query and counting its answer.
 */
export function queriesOn(pairs: readonly Pair<Shape>[], sink: Sink): Queries {
  const crate = box(1, 1);
  const found = newDistanceResult();
  const deep = newPenetration();
  const list = { count: 0, manifolds: [] };
  const hit = newCastHit();
  const bounds = aabb(crate, pose(0.5, 0.5, 0.5));
  const point = vector(0.5, 0.25);
  // Options objects without the properties of others: V8 boxes a double that it reads from both
  // kinds.
  const target = { targetSeparation: 0.0625 };
  const margins = [{ margin: 0.25 }, {}];
  const casts = [target, { initialOverlap: "ignore" } as const];
  const impacts = [target, { allowedOverlap: 0.0625 }, { tolerance: 0.0625 }];
  /** Each pair comes apart and overlapping, in both orders: four in turn have the same options. */
  const which = <T>(options: readonly T[], i: number): T => options[(i >> 2) % options.length];
  const rays = pairs.map(({ pa, pb }) => vector(1.5 * (pa.x - pb.x), 1.25 * (pa.y - pb.y)));
  const ways = pairs.map((_, i) => vector(0.3 * i + 0.1, 0.2 * i - 1.03));
  const still = pairs.map(({ pa }) => ({ localCenter: vector(0.25, 0), from: pa, to: pa }));
  const moving = pairs.map(({ pa, pb }, i) => ({
    localCenter: vector(0, 0.5),
    from: pb,
    to: pose(2 * pa.x - pb.x, 2 * pa.y - pb.y, i),
  }));
  const impact = newImpactResult();
  return {
    intersects(i) {
      const { a, pa, b, pb } = pairs[i];
      if (intersects(a, pa, b, pb)) sink.count++;
    },
    distance(i) {
      const { a, pa, b, pb } = pairs[i];
      if (distance(a, pa, b, pb, found).distance > 1) sink.count++;
    },
    signedDistance(i) {
      const { a, pa, b, pb } = pairs[i];
      if (signedDistance(a, pa, b, pb, found).distance > 1) sink.count++;
    },
    penetration(i) {
      const { a, pa, b, pb } = pairs[i];
      if (penetration(a, pa, b, pb, deep) !== null) sink.count++;
    },
    manifolds(i) {
      const { a, pa, b, pb } = pairs[i];
      sink.count += manifolds(a, pa, b, pb, which(margins, i), list).count;
    },
    rayCast(i) {
      const { a, pa, pb } = pairs[i];
      if (rayCast(a, pa, pb, rays[i], hit) !== null) sink.count++;
    },
    shapeCast(i) {
      const { a, pa, b, pb } = pairs[i];
      if (shapeCast(a, pa, b, pb, rays[i], which(casts, i), hit) !== null) sink.count++;
    },
    timeOfImpact(i) {
      const { a, b } = pairs[i], options = which(impacts, i);
      if (timeOfImpact(a, still[i], b, moving[i], options, impact).status === "hit") sink.count++;
    },
    containsPoint(i) {
      const { a, pa, pb } = pairs[i];
      if (containsPoint(a, pa, pb)) sink.count++;
    },
    closestPoint(i) {
      const { a, pa, pb } = pairs[i];
      if (closestPoint(a, pa, pb, point).x > 0) sink.count++;
    },
    aabb(i) {
      const { a, pa } = pairs[i];
      if (aabb(a, pa, bounds).maxX > 0) sink.count++;
    },
    support(i) {
      const { a, pa } = pairs[i];
      if (support(a, pa, ways[i], point).x > 0) sink.count++;
    },
  };
}
