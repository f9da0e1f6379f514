/**
 * Every query on one or two placed shapes, with arguments that give an answer: what they promise in
 * common is tested once, on this table.
 *
 * @module
 */
import {
  aabb,
  area,
  box,
  centroid,
  circle,
  closestPoint,
  collide,
  compound,
  contains,
  containsPoint,
  distance,
  ellipse,
  gjkTrace,
  intersects,
  manifolds,
  massProperties,
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
  sweepPose,
  timeOfImpact,
} from "@narrowphase/gjk2d";

/** One query. */
export interface Verb {
  /** As its errors call what it does. */
  task: string;
  /** Its arguments in order, by the names that errors give them. */
  args: Readonly<Record<string, unknown>>;
  query: (...args: never[]) => unknown;
  /** Makes a result in advance. */
  make?: () => object;
}

/** Asks, with other values for some of the arguments. */
export function ask({ query, args }: Verb, other: Record<string, unknown> = {}): unknown {
  return query(...Object.values({ ...args, ...other }) as never[]);
}

/** Options of a verb that say what it does without them. */
export function quietOptions({ args }: Verb): Record<string, number> {
  if ("sweepA" in args) return { targetSeparation: -0, allowedOverlap: 0 };
  return "translationB" in args ? { targetSeparation: -0 } : { margin: -0 };
}

/** What a pair of placed bodies is asked. The casts and motions begin a little beside B. */
function argumentsFor(a: Shape, poseA: Pose, b: Shape, poseB: Pose) {
  const far = { ...poseB, x: poseB.x + 8, y: poseB.y + 1.5 };
  const way = { x: 2 * (poseA.x - far.x) - 0.25, y: 2 * (poseA.y - far.y) + 0.125 };
  const options = undefined, out = undefined;
  const localCenter = { x: 0.25, y: -0.5 };
  const sweepA = { localCenter, from: poseA, to: { ...poseA } };
  const sweepB = { localCenter, from: far, to: pose(far.x + way.x, far.y + way.y, 2) };
  return {
    pair: { a, poseA, b, poseB },
    apart: { a, poseA, b, poseB: far },
    impact: { a, sweepA, b, sweepB, options, out },
    cast: { a, poseA, b, poseB: far, translationB: way, options, out },
    ray: { pose: poseA, origin: { x: far.x, y: far.y }, translation: way, out },
    at: { pose: poseA, p: { x: poseA.x + 0.25, y: poseA.y - 0.125 } },
    beside: { pose: poseA, p: { x: far.x, y: far.y }, out },
    towards: { pose: poseA, dir: { ...way }, out },
    sweep: { sweep: sweepB, t: 0.375, out },
    options,
    out,
  };
}

/** The queries on two convex shapes or one, by name. */
export function plainVerbs(a: Shape, poseA: Pose, b: Shape, poseB: Pose): Record<string, Verb> {
  const { pair, apart, impact, cast, ray, at, beside, towards, sweep, options, out } = argumentsFor(
    a,
    poseA,
    b,
    poseB,
  );
  const shape = a;
  return {
    intersects: { task: "test intersection", query: intersects, args: pair },
    contains: { task: "test containment", query: contains, args: pair },
    distance: {
      task: "measure distance",
      query: distance,
      args: { ...apart, out },
      make: newDistanceResult,
    },
    signedDistance: {
      task: "measure signed distance",
      query: signedDistance,
      args: { ...pair, out },
      make: newDistanceResult,
    },
    penetration: {
      task: "measure penetration",
      query: penetration,
      args: { ...pair, out },
      make: newPenetration,
    },
    collide: {
      task: "collide",
      query: collide,
      args: { ...pair, options, out },
      make: newManifold,
    },
    rayCast: { task: "cast ray", query: rayCast, args: { shape, ...ray }, make: newCastHit },
    shapeCast: { task: "cast shape", query: shapeCast, args: cast, make: newCastHit },
    timeOfImpact: {
      task: "find time of impact",
      query: timeOfImpact,
      args: impact,
      make: newImpactResult,
    },
    containsPoint: { task: "test point", query: containsPoint, args: { shape, ...at } },
    closestPoint: { task: "find closest point", query: closestPoint, args: { shape, ...beside } },
    support: { task: "find support", query: support, args: { shape, ...towards } },
    aabb: { task: "compute aabb", query: aabb, args: { shape, pose: poseA, out } },
    area: { task: "compute area", query: area, args: { shape } },
    centroid: { task: "compute centroid", query: centroid, args: { shape, out } },
    massProperties: {
      task: "compute mass properties",
      query: massProperties,
      args: { shape, density: 2, out },
      make: () => ({ mass: NaN, center: { x: NaN, y: NaN }, inertia: NaN }),
    },
    gjkTrace: { task: "trace GJK", query: gjkTrace, args: pair },
    sweepPose: { task: "place sweep", query: sweepPose, args: sweep },
  };
}

/** The queries that take a compound, which is A. */
export function compoundVerbs(a: Shape, poseA: Pose, b: Shape, poseB: Pose): Record<string, Verb> {
  const { collide, gjkTrace: _trace, sweepPose: _sweep, ...verbs } = plainVerbs(a, poseA, b, poseB);
  const all = {
    ...verbs,
    manifolds: { task: "find manifolds", query: manifolds, args: collide.args },
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, verb]) => [`${name} of a compound`, verb]),
  );
}

/** Deep in each other, at an angle. */
export const POSE_A: Readonly<Pose> = pose(1, 2, 0.5);
export const POSE_B: Readonly<Pose> = pose(1.5, 3, 1);

/** A row for every query on every kind of body. */
export const VERBS: readonly [name: string, verb: Verb][] = [
  ...Object.entries(plainVerbs(box(2, 4), POSE_A, circle(0.75), POSE_B)),
  ...Object.entries(plainVerbs(ellipse(1, 2), POSE_A, box(1, 2, { radius: 0.25 }), POSE_B)).map((
    [name, verb],
  ): [string, Verb] => [`${name} of an ellipse`, verb]),
  ...Object.entries(
    compoundVerbs(
      compound([box(2, 4), { shape: box(1, 3), pose: pose(1, 2) }]),
      POSE_A,
      circle(0.75),
      POSE_B,
    ),
  ),
].filter(([name]) => name !== "gjkTrace of an ellipse" && name !== "sweepPose of an ellipse");

/** Everything that a value consists of, by the way to it: the value itself first. */
export function* walk(value: unknown, path: string[] = []): Generator<[string[], unknown]> {
  yield [path, value];
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* walk(inner, [...path, key]);
}

/** The ways to all objects within a value, the empty one to itself included. */
export function objectsIn(value: unknown): string[][] {
  return [...walk(value)].flatMap(([path, inner]) =>
    typeof inner === "object" && inner !== null ? [path] : []
  );
}

/** What is at the end of a way. */
export function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce((inner, key) => (inner as Record<string, unknown>)[key], value);
}

/** A copy of an answer in which every number is one that no answer has. */
export function spoilt<T>(answer: T): T {
  if (typeof answer === "number") return 77 as T;
  if (typeof answer !== "object" || answer === null) return answer;
  if (Array.isArray(answer)) return answer.map(spoilt) as T;
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [key, spoilt(value)]),
  ) as T;
}
