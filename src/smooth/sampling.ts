/**
 * The pair frame, and evaluation of samples in it: the support point of A along the direction and
 * that of B against it.
 *
 * @module
 */
import * as state from "../kernel/state.ts";
import * as samples from "./samples.ts";
import { supportIndex } from "../kernel/support.ts";
import { SCALE_DOWN, SCALE_UP, SQUARE_MAX, SQUARE_MIN } from "../math/float.ts";
import { CENTER_X, CENTER_Y, LOCAL, REF_X, REF_Y } from "../shapes/record.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { DIRECTION, findMove, findSupport, FURTHEST } from "../shapes/support.ts";
import type { Samples } from "./samples.ts";

const { direction } = state;

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { ROUNDING, STRIDE, NX, NY, VX, VY, AX, AY, BX, BY, H, F, EXTENT, LEAST, LENGTH } = samples;
const { SIZE, CENTER_A, CENTER_B, OFFSET, ORIGIN, SHIFT_A, SHIFT_B, MOVE_A, MOVE_B } = samples;

/**
 * A support point that falls short of a known one by more roundings than this is not the furthest.
 */
const LIE = 4;
/**
 * If a support point is further along another sample's direction than that sample's own, by more
 * roundings than this, the support function rounds more coarsely.
 */
const NOISE = 2;

/**
 * Chooses the origin of the pair frame: the position of the shape with a support function, or of A
 * if both have one. Its support points have full mantissas, so relative to a distant origin they
 * would be rounded anew at every sample, by more than the difference between a flat and a curve.
 * Vertices round the same way at each sample, wherever they are.
 *
 * The position of a moved shape is the one that it was moved to.
 */
export function chooseOrigin(state: Samples, a: ConvexShape, b: ConvexShape): void {
  const { P } = state;
  for (let pose = 0, to = MOVE_A; pose < 8; pose += 4, to = MOVE_B) {
    findMove(pose === 0 ? a : b);
    const x = FURTHEST[2], y = FURTHEST[3];
    P[to] = P[pose + 2] * x - P[pose + 3] * y;
    P[to + 1] = P[pose + 3] * x + P[pose + 2] * y;
  }
  const onA = a.support !== null;
  for (let c = 0; c < 2; c++) {
    const way = (P[4 + c] - P[c]) + (P[MOVE_B + c] - P[MOVE_A + c]);
    P[ORIGIN + c] = (onA ? P[c] + P[MOVE_A + c] : P[4 + c] + P[MOVE_B + c]) + 0;
    P[SHIFT_A + c] = onA ? 0 : 0 - way;
    P[SHIFT_B + c] = onA ? way : 0;
  }
}

/**
 * Writes the unit vector from A's center to B's to sample 0, or A's own x axis if the centers
 * coincide.
 */
export function centerDirection(state: Samples, a: number[], b: number[]): void {
  const { S, R, P } = state;
  const ax = a[REF_X] + a[CENTER_X];
  const ay = a[REF_Y] + a[CENTER_Y];
  const bx = b[REF_X] + b[CENTER_X];
  const by = b[REF_Y] + b[CENTER_Y];
  const ux = (P[2] * ax - P[3] * ay) - P[MOVE_A];
  const uy = (P[3] * ax + P[2] * ay) - P[MOVE_A + 1];
  const vx = (P[6] * bx - P[7] * by) - P[MOVE_B];
  const vy = (P[7] * bx + P[6] * by) - P[MOVE_B + 1];
  R[CENTER_A] = ux + P[SHIFT_A];
  R[CENTER_A + 1] = uy + P[SHIFT_A + 1];
  R[CENTER_B] = vx + P[SHIFT_B];
  R[CENTER_B + 1] = vy + P[SHIFT_B + 1];
  R[OFFSET] = 0;
  if (state.a!.support !== null) R[OFFSET] = Math.max(Math.abs(ux), Math.abs(uy));
  if (state.b!.support !== null) R[OFFSET] = Math.max(R[OFFSET], Math.abs(vx), Math.abs(vy));
  S[NX] = (P[6] * bx - P[7] * by) - (P[2] * ax - P[3] * ay) + (P[4] - P[0]);
  S[NY] = (P[7] * bx + P[6] * by) - (P[3] * ax + P[2] * ay) + (P[5] - P[1]);
  if (makeUnit(state, 0)) return;
  S[NX] = P[2];
  S[NY] = P[3];
  makeUnit(state, 0);
}

/**
 * Evaluates sample k, whose direction is set. If the support point of sample i or j is further in
 * this direction by more than rounding, it is taken instead. Samples therefore stay consistent with
 * one another whatever a support function answers.
 */
export function evaluate(state: Samples, k: number, i: number, j: number): void {
  const { S } = state;
  takeSample(state, k, i);
  if (!isFurthest(state, k, i)) copySupport(state, k, i);
  if (!isFurthest(state, k, j)) copySupport(state, k, j);
  if (S[k * STRIDE + H] < state.R[LEAST]) {
    state.R[LEAST] = S[k * STRIDE + H];
    state.best = k;
  }
}

/** Asks A and B for the support points of sample k, whose direction is set and close to that of sample i. */
export function takeSample(state: Samples, k: number, i: number): void {
  const { S, R } = state;
  const o = k * STRIDE;
  state.ia[k] = askShape(state, o, 0, state.ia[i]);
  state.ib[k] = askShape(state, o, 4, state.ib[i]);
  state.evaluations++;
  if (state.taken !== null) noteSample(state, k, state.taken);
  measure(state, k);
  const extent = Math.max(R[EXTENT], Math.abs(S[o + VX]), Math.abs(S[o + VY]));
  const a = Math.max(Math.abs(S[o + AX] - R[CENTER_A]), Math.abs(S[o + AY] - R[CENTER_A + 1]));
  const b = Math.max(Math.abs(S[o + BX] - R[CENTER_B]), Math.abs(S[o + BY] - R[CENTER_B + 1]));
  R[EXTENT] = extent;
  R[SIZE] = Math.max(R[SIZE], extent, a, b);
}

/** Adds sample k to a list, its points in the world. */
function noteSample(state: Samples, k: number, taken: number[]): void {
  const { S, P } = state;
  const o = k * STRIDE, x = P[ORIGIN], y = P[ORIGIN + 1];
  taken.push(S[o + NX], S[o + NY], S[o + AX] + x, S[o + AY] + y, S[o + BX] + x, S[o + BY] + y);
  taken.push(state.ia[k], state.ib[k]);
}

/** Gives sample k the support point of sample i. */
function copySupport(state: Samples, k: number, i: number): void {
  const { S } = state;
  for (let c = VX; c <= BY; c++) S[k * STRIDE + c] = S[i * STRIDE + c];
  state.ia[k] = state.ia[i];
  state.ib[k] = state.ib[i];
  measure(state, k);
}

/** Whether a shape is an ellipse, moved or not. */
export function isEllipse(shape: ConvexShape): boolean {
  let inner = shape;
  while (inner.placed !== null) inner = inner.placed.shape;
  return inner.kind === "ellipse";
}

/** A (pose at 0) or B (4). */
export function shapeOf(state: Samples, pose: number): ConvexShape {
  return pose === 0 ? state.a! : state.b!;
}

/** Support point of A (pose at 0) along the direction of the sample at o, or of B (4) against it. */
export function askShape(state: Samples, o: number, pose: number, from: number): number {
  const { S, P } = state, shape = shapeOf(state, pose);
  const side = pose === 0 ? 1 : -1;
  const nx = side * S[o + NX];
  const ny = side * S[o + NY];
  const c = P[pose + 2];
  const s = P[pose + 3];
  const dx = c * nx + s * ny;
  const dy = c * ny - s * nx;
  if (shape.support === null) {
    direction[0] = dx;
    direction[1] = dy;
    const index = supportIndex(shape.record, shape.count, from);
    placeVertex(state, index, o, pose);
    return index;
  }
  DIRECTION[0] = dx;
  DIRECTION[1] = dy;
  findSupport(shape);
  placePoint(state, FURTHEST, 2, o, pose);
  return -1;
}

/** Writes a vertex of A (pose at 0) or B (4) to the sample at o. */
export function placeVertex(state: Samples, index: number, o: number, pose: number): void {
  const { record, count } = shapeOf(state, pose);
  const j = LOCAL + 4 * count + 2 * index;
  placePoint(state, record, j, o, pose);
}

/** Writes a point of A or B, given by its coordinates in its own frame, to the sample at o. */
export function placePoint(
  state: Samples,
  list: ArrayLike<number>,
  at: number,
  o: number,
  pose: number,
): void {
  const { S, P } = state;
  const c = P[pose + 2], s = P[pose + 3], x = list[at], y = list[at + 1];
  const to = o + (pose === 0 ? AX : BX);
  const shift = pose === 0 ? SHIFT_A : SHIFT_B;
  S[to] = c * x - s * y + P[shift];
  S[to + 1] = s * x + c * y + P[shift + 1];
}

/**
 * Scales direction k to unit length and leaves its former length in LENGTH. Returns false if it has
 * none.
 */
export function makeUnit(state: Samples, k: number): boolean {
  const { S } = state;
  const o = k * STRIDE;
  const m = Math.max(Math.abs(S[o + NX]), Math.abs(S[o + NY]));
  if (!(m > 0 && m < Infinity)) return false;
  const scale = m < SQUARE_MIN ? SCALE_UP : m > SQUARE_MAX ? SCALE_DOWN : 1;
  const x = scale * S[o + NX];
  const y = scale * S[o + NY];
  const l = Math.sqrt(x * x + y * y);
  state.R[LENGTH] = l / scale;
  S[o + NX] = x / l;
  S[o + NY] = y / l;
  return true;
}

/** v, h and f of sample k from its direction and its support points on A and B. */
export function measure(state: Samples, k: number): void {
  const { S } = state;
  const o = k * STRIDE;
  S[o + VX] = S[o + AX] - S[o + BX];
  S[o + VY] = S[o + AY] - S[o + BY];
  S[o + H] = S[o + NX] * S[o + VX] + S[o + NY] * S[o + VY];
  S[o + F] = S[o + NX] * S[o + VY] - S[o + NY] * S[o + VX];
}

/**
 * Whether the support point of sample i is, up to rounding, no further along direction k than that
 * of k.
 *
 * Far from its shape's own origin, a support function may round its points anew for every
 * direction, or may return vertices, which are exact. Only the points can tell. The support points
 * of a convex shape are each the furthest in their own direction. If they are not, and such
 * rounding explains the difference, it becomes the rounding of this query from then on.
 */
export function isFurthest(state: Samples, k: number, i: number): boolean {
  const { S, R } = state;
  const o = k * STRIDE;
  const p = i * STRIDE;
  const h = S[o + NX] * S[p + VX] + S[o + NY] * S[p + VY];
  if (R[SIZE] < R[OFFSET]) {
    const g = S[p + NX] * S[o + VX] + S[p + NY] * S[o + VY];
    const most = Math.max(h - S[o + H], g - S[p + H]);
    if (most > NOISE * ROUNDING * R[SIZE] && most <= LIE * ROUNDING * R[OFFSET]) {
      R[EXTENT] = R[OFFSET];
      R[SIZE] = R[OFFSET];
    }
  }
  return !(h > S[o + H] + LIE * ROUNDING * R[SIZE]);
}
