/**
 * 2D collision detection with GJK at the core. Booleans are exact, distances are accurate to a few ulps of
 * the pair's size, and every engine returns the same bits.
 *
 * - Shapes: {@linkcode circle}, {@linkcode box}, {@linkcode polygon}, {@linkcode capsule}, {@linkcode segment},
 *   {@linkcode ellipse}, {@linkcode convex}; {@linkcode compound} and {@linkcode chain} for concave bodies and
 *   ground. Every verb takes every shape.
 * - Positions: a {@linkcode Pose} beside each shape, made by {@linkcode pose}, rotated by {@linkcode setAngle}.
 * - Two shapes: {@linkcode intersects}, {@linkcode contains}, {@linkcode distance}, {@linkcode signedDistance},
 *   {@linkcode penetration}; contact points by {@linkcode collide} (convex shapes) and {@linkcode manifolds}.
 * - In motion: {@linkcode rayCast}, {@linkcode shapeCast}, {@linkcode timeOfImpact}.
 * - Many bodies: {@linkcode Space}, and {@linkcode moveAndSlide} for what the program moves among them.
 *
 * Lengths are in any unit. Angles are in radians, from the x axis towards the y axis, whichever way y points.
 * Results are in world coordinates, and normals are unit vectors from A to B. Touching shapes intersect. Pass a
 * result back in as `out`, and the query allocates nothing; {@linkcode newManifold} and its like create one in
 * advance. An argument of the wrong type throws a `TypeError`, a bad value a `RangeError`; the message names the
 * argument, and an `out` object stays unchanged.
 *
 * @example Usage
 * ```ts
 * import { box, circle, distance, intersects, penetration, pose } from "@narrowphase/gjk2d";
 *
 * const crate = box(2, 1);
 * const ball = circle(0.5);
 * const a = pose(0, 0);
 * const b = pose(1.25, 0);
 *
 * intersects(crate, a, ball, b); // true
 * penetration(crate, a, ball, b)?.depth; // 0.25
 * b.x = 4;
 * distance(crate, a, ball, b).distance; // 2.5
 * ```
 *
 * @module
 */
export type { Vec2 } from "./src/math/vec2.ts";
export {
  angleOf,
  copyPose,
  IDENTITY,
  interpolatePose,
  inverseMultiply,
  inverseRotateVector,
  inverseTransformPoint,
  multiply,
  type Pose,
  pose,
  rotateVector,
  setAngle,
  transformPoint,
} from "./src/math/pose.ts";
export type { Aabb } from "./src/math/aabb.ts";
export * from "./src/shapes/mod.ts";
export { convex, type ConvexOptions, ellipse, type StraightSide } from "./src/smooth/shapes.ts";
export { chain, compound } from "./src/query/concave_shapes.ts";
export { contains } from "./src/query/contains.ts";
export { intersects } from "./src/query/intersects.ts";
export { distance, signedDistance } from "./src/query/distance.ts";
export { penetration } from "./src/query/penetration.ts";
export {
  collide,
  type CollideOptions,
  type Manifold,
  type ManifoldPoint,
  newManifold,
} from "./src/query/collide.ts";
export { type ManifoldList, manifolds } from "./src/query/manifolds.ts";
export { closestPoint, containsPoint } from "./src/query/point.ts";
export { rayCast } from "./src/query/ray_cast.ts";
export { type InitialOverlap, shapeCast, type ShapeCastOptions } from "./src/query/shape_cast.ts";
export {
  type ImpactOptions,
  type ImpactResult,
  type ImpactStatus,
  newImpactResult,
  timeOfImpact,
} from "./src/query/time_of_impact.ts";
export { type Sweep, sweepPose } from "./src/query/sweep.ts";
export { type CastHit, type HitTarget, newCastHit } from "./src/query/cast.ts";
export { support } from "./src/query/support.ts";
export { outline, type Polyline } from "./src/query/outline.ts";
export { minkowskiDifference, minkowskiSum } from "./src/query/minkowski.ts";
export { SimplexCache } from "./src/query/simplex_cache.ts";
export {
  type DistanceResult,
  type Feature,
  newDistanceResult,
  newPenetration,
  type Penetration,
  type Status,
} from "./src/query/result.ts";
export { gjkTrace, type SimplexPoint, type TraceStep } from "./src/query/trace.ts";
export * from "./src/space/mod.ts";
