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
 * 6. `collideSides` looks beside them for straight sides, and makes contact points.
 *
 * @module
 */
import type { Pose } from "../../math/pose.ts";
import type { Shape } from "../../shapes/shape.ts";
import { SIGNED } from "../attached.ts";
import { Levels } from "../levels.ts";
import { registers } from "../pair.ts";
import type { DistanceResult } from "../result.ts";
import { report } from "./report.ts";
import { Samples } from "./samples.ts";
import { centerDirection, chooseOrigin, takeSample } from "./sampling.ts";
import { search } from "./search.ts";
import { collideGiven, collideSides, findFacing, keepMargin } from "./sides.ts";

// Copies of the constants in samples.ts and registers.ts, held equal by `deno task ok`: V8 folds a constant of the same
// file.
const MANIFOLD_NX = 52;
const MANIFOLD_NY = 53;
const NX = 0;
const NY = 1;
const STRIDE = 12;
const EXTENT = 0;
const LEAST = 1;
const SIZE = 9;
const RADII = 15;

/** Makes ready for a pair. */
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
}

/** A support function may itself ask queries: every depth of nesting has a state of its own. */
const levels: Levels<Samples> = /* @__PURE__ */ new Levels(() => new Samples());

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
  const state = levels.enter();
  try {
    keepMargin(state);
    begin(state, a, poseA, b, poseB, SIGNED);
    report(state, a, b, search(state, a, b));
    return collideSides(state, a, b);
  } finally {
    levels.leave();
    state.a = null;
    state.b = null;
  }
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
  const state = levels.enter();
  try {
    const { S } = state;
    const nx = registers[MANIFOLD_NX], ny = registers[MANIFOLD_NY];
    keepMargin(state);
    begin(state, a, poseA, b, poseB, SIGNED);
    centerDirection(state, a.record, b.record);
    S[NX] = nx;
    S[NY] = ny;
    takeSample(state, 0, 0);
    const count = collideGiven(state, a, b);
    registers[MANIFOLD_NX] = nx;
    registers[MANIFOLD_NY] = ny;
    return count;
  } finally {
    levels.leave();
    state.a = null;
    state.b = null;
  }
}

/** The side of a shape that faces against the normal in the registers, which has its ends; see `findFacing`. */
export function findSide(shape: Shape, pose: Readonly<Pose>): number {
  const state = levels.enter();
  try {
    const { S } = state;
    const nx = registers[MANIFOLD_NX], ny = registers[MANIFOLD_NY];
    begin(state, shape, pose, shape, pose, SIGNED);
    centerDirection(state, shape.record, shape.record);
    S[NX] = nx;
    S[NY] = ny;
    return findFacing(state, shape);
  } finally {
    levels.leave();
    state.a = null;
    state.b = null;
  }
}

/**
 * Answers a pair with a support function; arguments are checked already. The result is one that the next query
 * overwrites: nothing of the caller's is touched here, where user code may fail.
 */
export function solve(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  mode: number,
): DistanceResult {
  const state = levels.enter();
  try {
    begin(state, a, poseA, b, poseB, mode);
    return report(state, a, b, search(state, a, b));
  } finally {
    levels.leave();
    // Forgets the caller's shapes.
    state.a = null;
    state.b = null;
  }
}
