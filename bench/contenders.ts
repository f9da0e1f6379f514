/**
 * What is measured: for each library and query, a prepared set of pairs, the timed loop, and the
 * answer to be judged.
 *
 * Prepared outside the timing, for every library: shapes, poses, and for sat the vertices rotated
 * into the world (its `setAngle` would do this once per moved body). The timed loop makes one call
 * per pair through the library's public functions, and reuses results where the library can.
 *
 * @module
 */
import {
  capsule,
  circle,
  collide,
  distance,
  intersects,
  penetration,
  polygon,
  segment,
  signedDistance,
} from "@narrowphase/gjk2d";
import type { ConvexShape, DistanceResult, Manifold, Penetration, Pose } from "@narrowphase/gjk2d";
import {
  Circle,
  CollideCircles,
  CollidePolygonCircle,
  CollidePolygons,
  Distance,
  DistanceInput,
  DistanceOutput,
  Manifold as PlanckManifold,
  Polygon,
  Settings,
  SimplexCache,
  testOverlap,
  Transform,
  Vec2,
  WorldManifold,
} from "planck";
import type { Shape as PlanckShape } from "planck";
// @ts-types="./sat.d.ts"
import SAT from "sat";
import type { Geometry, Workload } from "./workloads.ts";

/** Queries, in the order of the tables. */
export const QUERIES = [
  "intersects",
  "distance",
  "signedDistance",
  "penetration",
  "collide",
] as const;
export type Query = typeof QUERIES[number];

/** "planck local": its manifolds as `Collide…` leaves them, of points in the shapes' frames, without a normal for circles. */
export const LIBRARIES = ["gjk2d", "planck", "planck local", "sat"] as const;
export type Library = typeof LIBRARIES[number];

/** One library, asked one query on one workload. */
export interface Contender {
  library: Library;
  /** Function that is called. */
  call: string;
  /** One call per pair. The return value depends on every answer. */
  pass(): number;
  /** The same calls and nothing else, so all growth of the heap is due to them. */
  calls(): void;
  /**
   * Answer for pair i: 0 or 1 for `intersects`, a distance for `distance`, else a signed distance
   * (Infinity for "apart" when the query is `penetration` or `collide`, whose least separation counts).
   */
  answer(i: number): number;
  /**
   * The distance by which the library's documentation says that it may inflate shapes in this
   * query, in world units.
   */
  tolerance: number;
}

// ---- gjk2d

interface OurPairs {
  a: ConvexShape[];
  poseA: Pose[];
  b: ConvexShape[];
  poseB: Pose[];
}

function ourShape({ points, radius }: Geometry): ConvexShape {
  if (points.length === 1) return circle(radius, points[0]);
  if (points.length > 2) return polygon(points, { radius });
  return radius > 0 ? capsule(points[0], points[1], radius) : segment(points[0], points[1]);
}

function ourPairs(workload: Workload): OurPairs {
  const pool = workload.pool.map(ourShape);
  return {
    a: Array.from(workload.a, (k) => pool[k]),
    poseA: workload.poseA,
    b: Array.from(workload.b, (k) => pool[k]),
    poseB: workload.poseB,
  };
}

const OUT: DistanceResult = distance(circle(1), { x: 0, y: 0, cos: 1, sin: 0 }, circle(1), {
  x: 3,
  y: 0,
  cos: 1,
  sin: 0,
});
// Not from `newPenetration`: `--compare` runs this beside commits that do not have it.
const HIT: Penetration = penetration(circle(1), { x: 0, y: 0, cos: 1, sin: 0 }, circle(1), {
  x: 1,
  y: 0,
  cos: 1,
  sin: 0,
})!;
const MANIFOLD: Manifold = collide(circle(1), { x: 0, y: 0, cos: 1, sin: 0 }, circle(1), {
  x: 1,
  y: 0,
  cos: 1,
  sin: 0,
});

function passIntersects({ a, poseA, b, poseB }: OurPairs): number {
  let hits = 0;
  for (let i = 0; i < a.length; i++) if (intersects(a[i], poseA[i], b[i], poseB[i])) hits++;
  return hits;
}

function passDistance({ a, poseA, b, poseB }: OurPairs): number {
  let sum = 0.5;
  for (let i = 0; i < a.length; i++) sum += distance(a[i], poseA[i], b[i], poseB[i], OUT).distance;
  return sum;
}

function passSigned({ a, poseA, b, poseB }: OurPairs): number {
  let sum = 0.5;
  for (let i = 0; i < a.length; i++) {
    sum += signedDistance(a[i], poseA[i], b[i], poseB[i], OUT).distance;
  }
  return sum;
}

function passPenetration({ a, poseA, b, poseB }: OurPairs): number {
  let sum = 0.5;
  for (let i = 0; i < a.length; i++) {
    if (penetration(a[i], poseA[i], b[i], poseB[i], HIT) !== null) sum += HIT.depth;
  }
  return sum;
}

function passCollide({ a, poseA, b, poseB }: OurPairs): number {
  let points = 0;
  for (let i = 0; i < a.length; i++) {
    points += collide(a[i], poseA[i], b[i], poseB[i], undefined, MANIFOLD).pointCount;
  }
  return points;
}

function callIntersects({ a, poseA, b, poseB }: OurPairs): void {
  for (let i = 0; i < a.length; i++) intersects(a[i], poseA[i], b[i], poseB[i]);
}

function callDistance({ a, poseA, b, poseB }: OurPairs): void {
  for (let i = 0; i < a.length; i++) distance(a[i], poseA[i], b[i], poseB[i], OUT);
}

function callSigned({ a, poseA, b, poseB }: OurPairs): void {
  for (let i = 0; i < a.length; i++) signedDistance(a[i], poseA[i], b[i], poseB[i], OUT);
}

function callPenetration({ a, poseA, b, poseB }: OurPairs): void {
  for (let i = 0; i < a.length; i++) penetration(a[i], poseA[i], b[i], poseB[i], HIT);
}

function callCollide({ a, poseA, b, poseB }: OurPairs): void {
  for (let i = 0; i < a.length; i++) {
    collide(a[i], poseA[i], b[i], poseB[i], undefined, MANIFOLD);
  }
}

function ours(workload: Workload, query: Query): Contender {
  const pairs = ourPairs(workload);
  const { a, poseA, b, poseB } = pairs;
  const contender = { library: "gjk2d" as const, call: query, tolerance: 0 };
  switch (query) {
    case "intersects":
      return {
        ...contender,
        pass: () => passIntersects(pairs),
        calls: () => callIntersects(pairs),
        answer: (i) => intersects(a[i], poseA[i], b[i], poseB[i]) ? 1 : 0,
      };
    case "distance":
      return {
        ...contender,
        pass: () => passDistance(pairs),
        calls: () => callDistance(pairs),
        answer: (i) => distance(a[i], poseA[i], b[i], poseB[i], OUT).distance,
      };
    case "signedDistance":
      return {
        ...contender,
        pass: () => passSigned(pairs),
        calls: () => callSigned(pairs),
        answer: (i) => signedDistance(a[i], poseA[i], b[i], poseB[i], OUT).distance,
      };
    case "penetration":
      return {
        ...contender,
        pass: () => passPenetration(pairs),
        calls: () => callPenetration(pairs),
        answer: (i) => {
          const hit = penetration(a[i], poseA[i], b[i], poseB[i], HIT);
          return hit === null ? Infinity : -hit.depth;
        },
      };
    case "collide":
      return {
        ...contender,
        pass: () => passCollide(pairs),
        calls: () => callCollide(pairs),
        answer: (i) => {
          const { pointCount, points } = collide(a[i], poseA[i], b[i], poseB[i]);
          return points.slice(0, pointCount)
            .reduce((least, { separation }) => Math.min(least, separation), Infinity);
        },
      };
  }
}

// ---- planck

/** planck keeps 12 vertices of a polygon unless told otherwise; 32-gons need more. */
const PLANCK_VERTICES = 1024;

function planckTransforms(poses: readonly Pose[]): Transform[] {
  return poses.map(({ x, y, cos, sin }) => {
    const transform = Transform.identity();
    transform.p.x = x;
    transform.p.y = y;
    // Exactly the cos and sin that the others use; setAngle would compute its own.
    transform.q.c = cos;
    transform.q.s = sin;
    return transform;
  });
}

/** Vertices as planck's own vectors, as in its shapes, so that its loops see one kind of object. */
interface PlanckCore {
  points: Vec2[];
  radius: number;
}

function planckCore({ points, radius }: Geometry): PlanckCore {
  return { points: points.map(({ x, y }) => new Vec2(x, y)), radius };
}

interface PlanckPairs {
  a: PlanckCore[];
  b: PlanckCore[];
  transformA: Transform[];
  transformB: Transform[];
}

const INPUT = new DistanceInput();
const OUTPUT = new DistanceOutput();
const CACHE = new SimplexCache();

/**
 * `Distance` as planck itself calls it, with one reused input, but with the bare vertices (`setVertices`)
 * instead of its polygon shapes, whose skin of 0.01 would make every distance wrong by 0.02.
 */
function planckDistance(
  a: PlanckCore,
  transformA: Transform,
  b: PlanckCore,
  transformB: Transform,
): number {
  INPUT.proxyA.setVertices(a.points, a.points.length, a.radius);
  INPUT.proxyB.setVertices(b.points, b.points.length, b.radius);
  INPUT.transformA.setTransform(transformA);
  INPUT.transformB.setTransform(transformB);
  INPUT.useRadii = true;
  CACHE.count = 0;
  Distance(OUTPUT, CACHE, INPUT);
  return OUTPUT.distance;
}

function passPlanckDistance({ a, transformA, b, transformB }: PlanckPairs): number {
  let sum = 0.5;
  for (let i = 0; i < a.length; i++) {
    sum += planckDistance(a[i], transformA[i], b[i], transformB[i]);
  }
  return sum;
}

function planckShape({ points, radius }: Geometry): PlanckShape {
  if (points.length === 1) return new Circle(radius);
  return new Polygon(points.map(({ x, y }) => new Vec2(x, y)));
}

interface PlanckShapePairs {
  a: PlanckShape[];
  b: PlanckShape[];
  transformA: Transform[];
  transformB: Transform[];
}

function passPlanckOverlap({ a, transformA, b, transformB }: PlanckShapePairs): number {
  let hits = 0;
  for (let i = 0; i < a.length; i++) {
    if (testOverlap(a[i], 0, b[i], 0, transformA[i], transformB[i])) hits++;
  }
  return hits;
}

/**
 * planck leaves the choice of function to the caller, or to its contacts. Here it is made in
 * advance.
 */
interface PlanckCollidePairs extends PlanckShapePairs {
  /** 0: circles, 1: polygon and circle, 2: circle and polygon, 3: polygons. */
  kinds: Uint8Array;
}

const PLANCK_MANIFOLD = new PlanckManifold();
const PLANCK_WORLD = new WorldManifold();

function planckCollide(
  { a, b, transformA, transformB, kinds }: PlanckCollidePairs,
  i: number,
): void {
  switch (kinds[i]) {
    case 0:
      CollideCircles(PLANCK_MANIFOLD, a[i] as Circle, transformA[i], b[i] as Circle, transformB[i]);
      break;
    case 1:
      CollidePolygonCircle(
        PLANCK_MANIFOLD,
        a[i] as Polygon,
        transformA[i],
        b[i] as Circle,
        transformB[i],
      );
      break;
    case 2:
      CollidePolygonCircle(
        PLANCK_MANIFOLD,
        b[i] as Polygon,
        transformB[i],
        a[i] as Circle,
        transformA[i],
      );
      break;
    default:
      CollidePolygons(
        PLANCK_MANIFOLD,
        a[i] as Polygon,
        transformA[i],
        b[i] as Polygon,
        transformB[i],
      );
  }
}

/** Normal, points and separations in the world, as `collide` answers and as planck's own solver needs them. */
function planckPlace({ a, b, transformA, transformB, kinds }: PlanckCollidePairs, i: number): void {
  if (PLANCK_MANIFOLD.pointCount === 0) return;
  const [r, q] = [a[i].m_radius, b[i].m_radius];
  if (kinds[i] === 2) {
    PLANCK_MANIFOLD.getWorldManifold(PLANCK_WORLD, transformB[i], q, transformA[i], r);
  } else PLANCK_MANIFOLD.getWorldManifold(PLANCK_WORLD, transformA[i], r, transformB[i], q);
}

function passPlanckCollide(pairs: PlanckCollidePairs, isPlaced: boolean): number {
  let points = 0;
  for (let i = 0; i < pairs.a.length; i++) {
    planckCollide(pairs, i);
    if (isPlaced) planckPlace(pairs, i);
    points += PLANCK_MANIFOLD.pointCount;
  }
  return points;
}

function passPlanckPolygons(pairs: PlanckCollidePairs, isPlaced: boolean): number {
  const { a, b, transformA, transformB } = pairs;
  let points = 0;
  for (let i = 0; i < a.length; i++) {
    CollidePolygons(
      PLANCK_MANIFOLD,
      a[i] as Polygon,
      transformA[i],
      b[i] as Polygon,
      transformB[i],
    );
    if (isPlaced) planckPlace(pairs, i);
    points += PLANCK_MANIFOLD.pointCount;
  }
  return points;
}

function passPlanckCircles(pairs: PlanckCollidePairs, isPlaced: boolean): number {
  const { a, b, transformA, transformB } = pairs;
  let points = 0;
  for (let i = 0; i < a.length; i++) {
    CollideCircles(PLANCK_MANIFOLD, a[i] as Circle, transformA[i], b[i] as Circle, transformB[i]);
    if (isPlaced) planckPlace(pairs, i);
    points += PLANCK_MANIFOLD.pointCount;
  }
  return points;
}

/** Least separation of the last manifold without the skins that planck adds. */
function planckSeparation(pairs: PlanckCollidePairs, i: number): number {
  if (PLANCK_MANIFOLD.pointCount === 0) return Infinity;
  planckPlace(pairs, i);
  const skins = [pairs.a[i], pairs.b[i]].reduce(
    (sum, shape) => sum + (shape instanceof Polygon ? shape.getRadius() : 0),
    0,
  );
  const least = Math.min(...PLANCK_WORLD.separations.slice(0, PLANCK_MANIFOLD.pointCount)) + skins;
  return least > 0 ? Infinity : least;
}

/** `null` if planck has no such query or no such shape. */
function planck(
  workload: Workload,
  query: Query,
  library: "planck" | "planck local" = "planck",
): Contender | null {
  const transformA = planckTransforms(workload.poseA);
  const transformB = planckTransforms(workload.poseB);
  if (query === "distance") {
    const pool = workload.pool.map(planckCore);
    const a = Array.from(workload.a, (k) => pool[k]);
    const b = Array.from(workload.b, (k) => pool[k]);
    const pairs: PlanckPairs = { a, b, transformA, transformB };
    return {
      library: "planck",
      call: "Distance",
      tolerance: 0,
      pass: () => passPlanckDistance(pairs),
      calls: () => void passPlanckDistance(pairs),
      answer: (i) => planckDistance(a[i], transformA[i], b[i], transformB[i]),
    };
  }
  // Its shapes are circles and polygons with a fixed skin; nothing else is rounded.
  if (query !== "intersects" && query !== "collide" || workload.pool.some(isRounded)) return null;
  Settings.maxPolygonVertices = PLANCK_VERTICES;
  const pool = workload.pool.map(planckShape);
  const a = Array.from(workload.a, (k) => pool[k]);
  const b = Array.from(workload.b, (k) => pool[k]);
  if (query === "collide") {
    const kinds = Uint8Array.from(a, (shape, i) => {
      const first = shape instanceof Polygon;
      const second = b[i] instanceof Polygon;
      return first ? (second ? 3 : 1) : (second ? 2 : 0);
    });
    const pairs: PlanckCollidePairs = { a, b, transformA, transformB, kinds };
    const first = kinds[0];
    const pure = kinds.every((kind) => kind === first);
    const pass = pure && first === 0
      ? passPlanckCircles
      : pure && first === 3
      ? passPlanckPolygons
      : passPlanckCollide;
    const isPlaced = library === "planck",
      call = !pure ? "Collide…" : first === 0 ? "CollideCircles" : "CollidePolygons";
    return {
      library,
      call: isPlaced ? `${call} + getWorldManifold` : call,
      tolerance: 2 * Settings.polygonRadius,
      pass: () => pass(pairs, isPlaced),
      calls: () => void pass(pairs, isPlaced),
      answer: (i) => {
        planckCollide(pairs, i);
        return planckSeparation(pairs, i);
      },
    };
  }
  const pairs: PlanckShapePairs = { a, b, transformA, transformB };
  return {
    library: "planck",
    call: "testOverlap",
    tolerance: 2 * Settings.polygonRadius,
    pass: () => passPlanckOverlap(pairs),
    calls: () => void passPlanckOverlap(pairs),
    answer: (i) => testOverlap(a[i], 0, b[i], 0, transformA[i], transformB[i]) ? 1 : 0,
  };
}

function isRounded({ points, radius }: Geometry): boolean {
  return points.length > 1 && radius > 0;
}

// ---- sat

type SatPolygon = InstanceType<typeof SAT.Polygon>;
type SatCircle = InstanceType<typeof SAT.Circle>;
type SatShape = SatPolygon | SatCircle;

const RESPONSE = new SAT.Response();

function satShape({ points, radius }: Geometry, { x, y, cos, sin }: Pose): SatShape {
  if (points.length === 1) return new SAT.Circle(new SAT.Vector(x, y), radius);
  return new SAT.Polygon(
    new SAT.Vector(x, y),
    points.map((p) => new SAT.Vector(cos * p.x - sin * p.y, sin * p.x + cos * p.y)),
  );
}

interface SatPolygonPairs {
  a: SatPolygon[];
  b: SatPolygon[];
}
interface SatCirclePairs {
  a: SatCircle[];
  b: SatCircle[];
}
/** sat leaves the choice of function to the caller, who must know the kinds of shapes. */
interface SatPairs {
  a: SatShape[];
  b: SatShape[];
  /** 0: circles, 1: polygon and circle, 2: circle and polygon, 3: polygons. */
  kinds: Uint8Array;
}

function passSatPolygons({ a, b }: SatPolygonPairs): number {
  let hits = 0;
  for (let i = 0; i < a.length; i++) if (SAT.testPolygonPolygon(a[i], b[i])) hits++;
  return hits;
}

function passSatCircles({ a, b }: SatCirclePairs): number {
  let hits = 0;
  for (let i = 0; i < a.length; i++) if (SAT.testCircleCircle(a[i], b[i])) hits++;
  return hits;
}

function passSatMixed({ a, b, kinds }: SatPairs): number {
  let hits = 0;
  for (let i = 0; i < a.length; i++) if (satTest(kinds[i], a[i], b[i])) hits++;
  return hits;
}

function satTest(kind: number, a: SatShape, b: SatShape): boolean {
  switch (kind) {
    case 0:
      return SAT.testCircleCircle(a as SatCircle, b as SatCircle);
    case 1:
      return SAT.testPolygonCircle(a as SatPolygon, b as SatCircle);
    case 2:
      return SAT.testCirclePolygon(a as SatCircle, b as SatPolygon);
    default:
      return SAT.testPolygonPolygon(a as SatPolygon, b as SatPolygon);
  }
}

function passSatPolygonsResponse({ a, b }: SatPolygonPairs): number {
  let sum = 0.5;
  for (let i = 0; i < a.length; i++) {
    RESPONSE.clear();
    if (SAT.testPolygonPolygon(a[i], b[i], RESPONSE)) sum += RESPONSE.overlap;
  }
  return sum;
}

function passSatCirclesResponse({ a, b }: SatCirclePairs): number {
  let sum = 0.5;
  for (let i = 0; i < a.length; i++) {
    RESPONSE.clear();
    if (SAT.testCircleCircle(a[i], b[i], RESPONSE)) sum += RESPONSE.overlap;
  }
  return sum;
}

function passSatMixedResponse({ a, b, kinds }: SatPairs): number {
  let sum = 0.5;
  for (let i = 0; i < a.length; i++) {
    RESPONSE.clear();
    if (satTestResponse(kinds[i], a[i], b[i])) sum += RESPONSE.overlap;
  }
  return sum;
}

function satTestResponse(kind: number, a: SatShape, b: SatShape): boolean {
  switch (kind) {
    case 0:
      return SAT.testCircleCircle(a as SatCircle, b as SatCircle, RESPONSE);
    case 1:
      return SAT.testPolygonCircle(a as SatPolygon, b as SatCircle, RESPONSE);
    case 2:
      return SAT.testCirclePolygon(a as SatCircle, b as SatPolygon, RESPONSE);
    default:
      return SAT.testPolygonPolygon(a as SatPolygon, b as SatPolygon, RESPONSE);
  }
}

/** `null` if sat has no such query or no such shape, or would take minutes. */
function sat(workload: Workload, query: Query): Contender | null {
  if (query !== "intersects" && query !== "penetration") return null;
  if (workload.pool.some((shape) => isRounded(shape) || shape.points.length > 32)) return null;
  const a = Array.from(workload.a, (k, i) => satShape(workload.pool[k], workload.poseA[i]));
  const b = Array.from(workload.b, (k, i) => satShape(workload.pool[k], workload.poseB[i]));
  const kinds = Uint8Array.from(a, (shape, i) => {
    return (shape instanceof SAT.Polygon ? 1 : 0) + (b[i] instanceof SAT.Polygon ? 2 : 0);
  });
  const pairs = { a, b, kinds };
  const circles = pairs as unknown as SatCirclePairs;
  const polygons = pairs as unknown as SatPolygonPairs;
  const first = kinds[0];
  const pure = kinds.every((kind) => kind === first) && (first === 0 || first === 3);
  const contender = { library: "sat" as const, tolerance: 0 };
  if (query === "intersects") {
    const pass = !pure
      ? () => passSatMixed(pairs)
      : first === 0
      ? () => passSatCircles(circles)
      : () => passSatPolygons(polygons);
    return {
      ...contender,
      call: !pure ? "test…" : first === 0 ? "testCircleCircle" : "testPolygonPolygon",
      pass,
      calls: () => void pass(),
      answer: (i) => satTest(kinds[i], a[i], b[i]) ? 1 : 0,
    };
  }
  const pass = !pure
    ? () => passSatMixedResponse(pairs)
    : first === 0
    ? () => passSatCirclesResponse(circles)
    : () => passSatPolygonsResponse(polygons);
  return {
    ...contender,
    call: `${!pure ? "test…" : first === 0 ? "testCircleCircle" : "testPolygonPolygon"} + Response`,
    pass,
    calls: () => void pass(),
    answer: (i) => {
      RESPONSE.clear();
      return satTestResponse(kinds[i], a[i], b[i]) ? -RESPONSE.overlap : Infinity;
    },
  };
}

/** All libraries that can answer the query on the workload, ours first; or ours alone. */
export function contenders(workload: Workload, query: Query, alone: boolean = false): Contender[] {
  const peers = alone ? [] : [
    planck(workload, query),
    query === "collide" ? planck(workload, query, "planck local") : null,
    sat(workload, query),
  ];
  return [ours(workload, query), ...peers.filter((contender) => contender !== null)];
}
