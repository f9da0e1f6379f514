/**
 * Queries on pairs in which at least one shape is given by a support function h. samples.ts
 * explains what is sampled and why the least h is the answer. The parts of a query each have a
 * file, which depends only on those before it:
 *
 * 1. A sample is taken in the pair frame (sampling.ts), in a direction between two others
 *    (directions.ts).
 * 2. `search` expands a polygon of samples where h may still be least, as long as no n with h(n) <
 *    0 is known. Bounds of h on its arcs say where to expand and when to stop (bounds.ts,
 *    round_arcs.ts).
 * 3. `separate` takes over once h(n) < 0: the shapes are apart, and the closest points are at the
 *    only root of f = dh/dθ.
 * 4. `settle` then takes the last digits of n from the root of f, or finds the flat across n
 *    (flats.ts).
 * 5. `report` turns the samples at the minimum into witness points and features.
 * 6. A contact also needs the straight sides beside the minimum, if the shapes may have some
 *    (sides.ts).
 *
 * @module
 */
import * as kernel from "../kernel/state.ts";
import * as samples from "./samples.ts";
import { refuse } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { SIGNED, UNSIGNED } from "../query/attached.ts";
import { Levels } from "../query/levels.ts";
import {
  type DistanceResult,
  givePenetration,
  giveResult,
  type Penetration,
} from "../query/result.ts";
import { report } from "./report.ts";
import { Samples } from "./samples.ts";
import { askShape, centerDirection, chooseOrigin, takeSample } from "./sampling.ts";
import { search } from "./search.ts";

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { manifold, contacts } = kernel;
const { NX, NY, BX, STRIDE, EXTENT, LEAST, SIZE, RADII, LIMIT, ORIGIN } = samples;

/** The straight sides of shapes; see sides.ts. */
export interface Sides {
  /**
   * Finds the sides of a pair for the normal of its result. Returns whether both shapes have one.
   */
  find(state: Samples, a: ConvexShape, b: ConvexShape): boolean;
  /** The same for a given normal, the direction of sample 0. */
  findAlong(state: Samples, a: ConvexShape, b: ConvexShape): boolean;
  /**
   * Writes the contact between the sides found to the manifold, where the contact of the result
   * already is. Returns the number of points.
   */
  clip(state: Samples, a: ConvexShape, b: ConvexShape, isGiven: boolean): number;
  /**
   * Finds the side of B that faces the direction of sample 0, and writes its ends as `findSide`
   * does. Returns their number.
   */
  findFacing(state: Samples, b: ConvexShape): number;
}

/**
 * Set once a shape with a support function may have straight sides. Ellipses have none, moved or
 * not.
 */
let sides: Sides | null = null;

/** Attaches the code for straight sides, which support functions may have from now on. */
export function attachSides(finder: Sides): void {
  sides = finder;
}

/** Greatest position of a shape in a query, 2^254: a cast moves shapes beyond 2^250, their limit. */
const PLACED_LIMIT = 2.894802230932905e76;

/**
 * Prepares the state for a pair. The margin is read from the kernel now, because queries made by
 * support functions overwrite them.
 */
function begin(
  state: Samples,
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
  mode: number,
): void {
  // First, because accessors of the poses may make queries too.
  state.R[LIMIT] = manifold.margin;
  const { P } = state;
  P[0] = poseA.x;
  P[1] = poseA.y;
  P[2] = poseA.cos;
  P[3] = poseA.sin;
  P[4] = poseB.x;
  P[5] = poseB.y;
  P[6] = poseB.cos;
  P[7] = poseB.sin;
  // The caller has checked the poses. But accessors may give other numbers the second time, and the
  // search ends for finite ones only.
  for (let k = 0; k < 8; k++) {
    if (!(Math.abs(P[k]) <= PLACED_LIMIT)) {
      refuse("place shapes", k < 4 ? "a number of poseA" : "a number of poseB", P[k], "be finite");
    }
  }
  chooseOrigin(state, a, b);
  state.a = a;
  state.b = b;
  state.mode = mode;
  state.evaluations = 0;
  state.exhausted = false;
  state.rolling = false;
  state.custom = false;
  state.ia[0] = 0;
  state.ib[0] = 0;
  state.S.fill(NaN, 0, 5 * STRIDE);
  state.R[EXTENT] = 0;
  state.R[SIZE] = 0;
  state.R[LEAST] = Infinity;
  state.R[RADII] = a.radius + b.radius;
}

/** A support function may itself make queries, so every level of nesting has a state of its own. */
const levels: Levels<Samples> = /* @__PURE__ */ new Levels(() => new Samples());

/**
 * The work of one query, on a prepared state. Returns the number of contact points, if it makes
 * any.
 */
type Task = (state: Samples, a: ConvexShape, b: ConvexShape) => number;

/**
 * Runs a task whose arguments are checked already. The answer is in the returned state, which the
 * next query overwrites. Nothing of the caller's is changed here, because user code may throw.
 */
function run(
  task: Task,
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
  mode: number,
): Samples {
  const state = levels.enter();
  try {
    begin(state, a, poseA, b, poseB, mode);
    state.points = task(state, a, b);
    return state;
  } finally {
    levels.leave();
    // Do not keep the caller's shapes alive.
    state.a = null;
    state.b = null;
  }
}

/** Answers a pair with a support function, in a result that the next query overwrites. */
export function solve(
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
  mode: number,
): DistanceResult {
  return run(measurePair, a, poseA, b, poseB, mode).result;
}

/** See `SmoothQueries.trace`. */
export function trace(
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
): number[] {
  const taken: number[] = [];
  const task: Task = (state, a, b) => {
    state.taken = taken;
    try {
      search(state, a, b);
    } finally {
      state.taken = null;
    }
    return 0;
  };
  run(task, a, poseA, b, poseB, UNSIGNED);
  return taken;
}

function measurePair(state: Samples, a: ConvexShape, b: ConvexShape): number {
  report(state, a, b, search(state, a, b));
  return 0;
}

/** `distance` or `signedDistance`, as `mode` says. `out` is not touched before the answer is known. */
export function measureDistance(
  task: string,
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
  mode: number,
  out: DistanceResult,
): DistanceResult {
  return giveResult(task, solve(a, poseA, b, poseB, mode), out);
}

/** `penetration`, likewise. */
export function measurePenetration(
  task: string,
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
  out: Penetration | undefined,
): Penetration | null {
  return givePenetration(task, solve(a, poseA, b, poseB, SIGNED), out);
}

/**
 * Writes the contact of a pair with a support function to the kernel's manifold, for the margin
 * there, and returns the number of points. If user code throws, nothing is written.
 */
export function collide(
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
): number {
  return run(collidePair, a, poseA, b, poseB, SIGNED).points;
}

function collidePair(state: Samples, a: ConvexShape, b: ConvexShape): number {
  const result = report(state, a, b, search(state, a, b));
  const isClose = result.distance <= state.R[LIMIT];
  const hasSides = isClose && sides !== null && sides.find(state, a, b);
  const { normal, pointA, pointB } = result;
  manifold.nx = normal.x;
  manifold.ny = normal.y;
  if (!isClose) return 0;
  contacts[0] = 0.5 * (pointA.x + pointB.x);
  contacts[1] = 0.5 * (pointA.y + pointB.y);
  contacts[2] = result.distance;
  contacts[3] = 0;
  return hasSides ? sides!.clip(state, a, b, false) : 1;
}

/**
 * The same for a given normal, in the manifold, of a segment A: the contact between B's straight
 * side and the segment, with the depth along that normal. Returns 0 if B has no side there.
 */
export function collideAlong(
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
): number {
  return sides === null ? 0 : run(collideGiven, a, poseA, b, poseB, SIGNED).points;
}

function collideGiven(state: Samples, a: ConvexShape, b: ConvexShape): number {
  const { S } = state;
  takeNormal(state);
  takeSample(state, 0, 0);
  const hasSides = sides!.findAlong(state, a, b);
  manifold.nx = S[NX];
  manifold.ny = S[NY];
  return hasSides ? sides!.clip(state, a, b, true) : 0;
}

/**
 * Writes the ends of the shape's side that faces against the normal in the manifold: as contact
 * points, the furthest first, without separations and with the names of the ends as ids. Returns
 * their number, 1 where the shape is round.
 */
export function findSide(shape: ConvexShape, pose: Readonly<Pose>): number {
  return run(faceNormal, shape, pose, shape, pose, SIGNED).points;
}

function faceNormal(state: Samples, _: ConvexShape, b: ConvexShape): number {
  const { S, P } = state;
  takeNormal(state);
  askShape(state, 0, 4, 0);
  const x = S[BX], y = S[BX + 1];
  const count = sides === null ? 0 : sides.findFacing(state, b);
  if (count > 0) return count;
  contacts[0] = x + P[ORIGIN];
  contacts[1] = y + P[ORIGIN + 1];
  contacts[3] = 0;
  return 1;
}

/** Gives sample 0 the normal in the manifold, and computes the centers. */
function takeNormal(state: Samples): void {
  const { S } = state;
  centerDirection(state, state.a!.record, state.b!.record);
  S[NX] = manifold.nx;
  S[NY] = manifold.ny;
}
