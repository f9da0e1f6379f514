/**
 * Queries on pairs where at least one shape is given by a support function h. What is sampled, and why its least value
 * is the answer, stands in samples.ts; the parts of a query, each in a file that depends on those before:
 *
 * 1. A sample is taken in the pair frame (sampling.ts), in a direction between two others (directions.ts).
 * 2. `search`, as long as no n with h(n) < 0 is known, expands a polygon of samples where h may still be least: bounds
 *    of h on its arcs say where and when to stop (bounds.ts, round_arcs.ts).
 * 3. `separate`, once h(n) < 0: the shapes are apart, and the closest points at the only root of f = dh/dθ.
 * 4. `settle`, in the end, takes the last digits of n from the root of f, or finds the flat across n (flats.ts).
 * 5. `report` makes witness points and features of the samples at the minimum.
 * 6. For a contact, straight sides are looked for beside them (sides.ts), where a shape may have some.
 *
 * @module
 */
import type { Pose } from "../../math/pose.ts";
import type { Shape } from "../../shapes/shape.ts";
import { SIGNED, UNSIGNED } from "../attached.ts";
import { Levels } from "../levels.ts";
import { registers } from "../pair.ts";
import type { DistanceResult } from "../result.ts";
import { report } from "./report.ts";
import { Samples } from "./samples.ts";
import { askShape, centerDirection, chooseOrigin, takeSample } from "./sampling.ts";
import { search } from "./search.ts";

// As in pair.ts.
const W = registers;

// Copies of the constants in samples.ts and registers.ts, held equal by `deno task ok`: V8 folds a constant of the same
// file.
const MARGIN = 50;
const MANIFOLD_NX = 52;
const MANIFOLD_NY = 53;
const MANIFOLD_POINTS = 54;
const NX = 0;
const NY = 1;
const BX = 6;
const STRIDE = 12;
const EXTENT = 0;
const LEAST = 1;
const SIZE = 5;
const RADII = 11;
const LIMIT = 15;
const ORIGIN = 8;

/** The straight sides of shapes; see sides.ts. */
export interface Sides {
  /** Finds those of a pair across the normal of its result; whether both shapes have any. */
  find(state: Samples, a: Shape, b: Shape): boolean;
  /** The same across the direction of sample 0, which is given. */
  findAlong(state: Samples, a: Shape, b: Shape): boolean;
  /** The contact of the sides that were found, in the registers, where that of the result is; the number of points. */
  clip(state: Samples, a: Shape, b: Shape, isGiven: boolean): number;
  /** Finds the side of B across the direction of sample 0, and writes the ends as `findSide` does; their number. */
  findFacing(state: Samples, b: Shape): number;
}

/** Straight sides, once a shape with a support function may have some: no ellipse has, however it is moved. */
let sides: Sides | null = null;

/** From here on shapes with a support function may have straight sides. */
export function attachSides(finder: Sides): void {
  sides = finder;
}

/** Makes ready for a pair. The margin is taken from the registers now: queries of support functions write to them. */
function begin(
  state: Samples,
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  mode: number,
): void {
  const { P } = state;
  P[0] = poseA.x;
  P[1] = poseA.y;
  P[2] = poseA.cos;
  P[3] = poseA.sin;
  P[4] = poseB.x;
  P[5] = poseB.y;
  P[6] = poseB.cos;
  P[7] = poseB.sin;
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
  state.R[LIMIT] = W[MARGIN];
}

/** A support function may itself ask queries: every depth of nesting has a state of its own. */
const levels: Levels<Samples> = /* @__PURE__ */ new Levels(() => new Samples());

/** Does what a query is for, once all is ready for its pair; the number of contact points, where it makes some. */
type Task = (state: Samples, a: Shape, b: Shape) => number;

/**
 * Runs a task; arguments are checked already. The state that has the answer is one that the next query overwrites:
 * nothing of the caller's is touched here, where user code may fail.
 */
function run(
  task: Task,
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
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
    // Forgets the caller's shapes.
    state.a = null;
    state.b = null;
  }
}

/** Answers a pair with a support function, in a result that the next query overwrites. */
export function solve(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  mode: number,
): DistanceResult {
  return run(measurePair, a, poseA, b, poseB, mode).result;
}

/** See `SmoothQueries.trace`. */
export function trace(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
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

function measurePair(state: Samples, a: Shape, b: Shape): number {
  report(state, a, b, search(state, a, b));
  return 0;
}

/**
 * The contact of a pair with a support function, in the kernel's registers, for the margin there; the number of points.
 * Nothing is written there where user code fails.
 */
export function collide(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
): number {
  return run(collidePair, a, poseA, b, poseB, SIGNED).points;
}

function collidePair(state: Samples, a: Shape, b: Shape): number {
  const result = report(state, a, b, search(state, a, b));
  const isClose = result.distance <= state.R[LIMIT];
  const hasSides = isClose && sides !== null && sides.find(state, a, b);
  const { normal, pointA, pointB } = result;
  W[MANIFOLD_NX] = normal.x;
  W[MANIFOLD_NY] = normal.y;
  if (!isClose) return 0;
  W[MANIFOLD_POINTS] = 0.5 * (pointA.x + pointB.x);
  W[MANIFOLD_POINTS + 1] = 0.5 * (pointA.y + pointB.y);
  W[MANIFOLD_POINTS + 2] = result.distance;
  W[MANIFOLD_POINTS + 3] = 0;
  return hasSides ? sides!.clip(state, a, b, false) : 1;
}

/**
 * The same for a normal that is given, in the registers, of a segment A: the contact of B's straight side with the
 * segment's edge, as deep as it is there; no points where B has none there.
 */
export function collideAlong(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
): number {
  return sides === null ? 0 : run(collideGiven, a, poseA, b, poseB, SIGNED).points;
}

function collideGiven(state: Samples, a: Shape, b: Shape): number {
  const { S } = state;
  takeNormal(state);
  takeSample(state, 0, 0);
  const hasSides = sides!.findAlong(state, a, b);
  W[MANIFOLD_NX] = S[NX];
  W[MANIFOLD_NY] = S[NY];
  return hasSides ? sides!.clip(state, a, b, true) : 0;
}

/**
 * The side of a shape that faces against the normal in the registers: its ends, as contact points there without
 * separation but with their names for ids, the furthest first; their number, 1 where it is round.
 */
export function findSide(shape: Shape, pose: Readonly<Pose>): number {
  return run(faceNormal, shape, pose, shape, pose, SIGNED).points;
}

function faceNormal(state: Samples, _: Shape, b: Shape): number {
  const { S, P } = state;
  takeNormal(state);
  askShape(state, b, 0, 4, 0);
  const x = S[BX], y = S[BX + 1];
  const count = sides === null ? 0 : sides.findFacing(state, b);
  if (count > 0) return count;
  W[MANIFOLD_POINTS] = x + P[ORIGIN];
  W[MANIFOLD_POINTS + 1] = y + P[ORIGIN + 1];
  W[MANIFOLD_POINTS + 3] = 0;
  return 1;
}

/** Gives sample 0 the normal in the registers, and makes the centers known. */
function takeNormal(state: Samples): void {
  const { S } = state;
  centerDirection(state, state.a!.record, state.b!.record);
  S[NX] = W[MANIFOLD_NX];
  S[NY] = W[MANIFOLD_NY];
}
