/**
 * Choices of the next direction to sample, strictly between the directions of two samples:
 *
 * - The normal of the chord between their support points halves an arc of smooth boundary and hits
 *   a flat exactly.
 * - The circle through their support points, with their normals, gives the root of f on a circular
 *   arc or at a vertex in one step. On any smooth boundary it converges like the secant method.
 * - A march is the longest step along which a chord proves that there is no smaller h. It closes
 *   the bounds around a minimum in few samples.
 * - The direction in the middle, if rounding leaves none of these.
 *
 * @module
 */
import * as samples from "./samples.ts";
import type { Samples } from "./samples.ts";
import { makeUnit } from "./sampling.ts";

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { GAP, ROUNDING, STRIDE, NX, NY, VX, VY, H, F, EXTENT, LENGTH, RHO, MODEL } = samples;

/** Fraction of the provable step that a march takes, because boundaries are not quite circular. */
const MARCH = 0.9;

/**
 * Whether direction j is strictly to the left of i (`side` = 1), or to the right (-1). Computed from
 * their difference, which is exact for nearby directions.
 */
export function isBeside(state: Samples, j: number, i: number, side: number): boolean {
  const { S } = state;
  const p = i * STRIDE, q = j * STRIDE;
  return side * (S[p + NX] * (S[q + NY] - S[p + NY]) - S[p + NY] * (S[q + NX] - S[p + NX])) > 0;
}

/** Whether direction k is strictly to the left of i and to the right of j. */
export function isBetween(state: Samples, k: number, i: number, j: number): boolean {
  return isBeside(state, k, i, 1) && isBeside(state, k, j, -1);
}

/**
 * Outward normal of the chord between the support points i and j, for slot k. If disks of radius ρ
 * are rolled off the arc, the chord's ends are v - ρ n.
 */
export function chordDirection(state: Samples, k: number, i: number, j: number): boolean {
  const { S } = state;
  const rho = state.R[RHO];
  const p = i * STRIDE;
  const q = j * STRIDE;
  S[k * STRIDE + NX] = (S[q + VY] - S[p + VY]) - rho * (S[q + NY] - S[p + NY]);
  S[k * STRIDE + NY] = (S[p + VX] - S[q + VX]) - rho * (S[p + NX] - S[q + NX]);
  return makeUnit(state, k);
}

/**
 * Direction of the least h on the circle m + ρ n through support points i and j, for slot k: with
 * e = v_j - v_i = ρ (n_j - n_i), ρ = e·(n_j - n_i) / |n_j - n_i|², and h = ρ + n·m is least at -m/|m|.
 * Leaves that h in MODEL.
 */
export function circleDirection(state: Samples, k: number, i: number, j: number): boolean {
  const { S, R } = state;
  const p = i * STRIDE;
  const q = j * STRIDE;
  const dx = S[q + NX] - S[p + NX];
  const dy = S[q + NY] - S[p + NY];
  const dd = dx * dx + dy * dy;
  const ed = (S[q + VX] - S[p + VX]) * dx + (S[q + VY] - S[p + VY]) * dy;
  const rho = ed > 0 && dd > 0 ? ed / dd : 0;
  S[k * STRIDE + NX] = 0.5 * (rho * (S[p + NX] + S[q + NX]) - (S[p + VX] + S[q + VX]));
  S[k * STRIDE + NY] = 0.5 * (rho * (S[p + NY] + S[q + NY]) - (S[p + VY] + S[q + VY]));
  if (!makeUnit(state, k)) return false;
  R[MODEL] = rho - R[LENGTH];
  return true;
}

/**
 * The furthest direction from sample `from`, into the arc between i and j, for which the chord of a
 * circular boundary stays above the least h, for slot k. The normal of a chord over an angle δ is
 * δ/2 away. Rolling off disks of radius ρ lowers h and the target by ρ, and the chord's distance is
 * then
 *
 *   h cos δ/2 + f sin δ/2  ~  h - h δ²/8 + f δ/2  =  target,   δ = 4 (f/2 + √(f²/4 + h (h - target) / 2)) / h.
 */
export function marchDirection(
  state: Samples,
  k: number,
  from: number,
  i: number,
  j: number,
): boolean {
  const { S, R } = state;
  const o = from * STRIDE;
  const sign = from === i ? 1 : -1;
  const half = 0.5 * sign * S[o + F];
  const h = S[o + H] - R[RHO];
  const least = S[state.best * STRIDE + H];
  const above = S[o + H] - least + (GAP * least + ROUNDING * R[EXTENT]);
  const root = Math.sqrt(half * half + 0.5 * Math.max(h, 0) * above);
  const step = half >= 0 ? 4 * (half + root) / h : 2 * above / (root - half);
  const delta = MARCH * step;
  const width = Math.abs(S[j * STRIDE + NX] - S[i * STRIDE + NX]) +
    Math.abs(S[j * STRIDE + NY] - S[i * STRIDE + NY]);
  // If the step covers most of the arc, the chord's normal is the better choice.
  if (!(delta > 0 && delta < 0.5 * width)) return false;
  S[k * STRIDE + NX] = S[o + NX] - sign * delta * S[o + NY];
  S[k * STRIDE + NY] = S[o + NY] + sign * delta * S[o + NX];
  return makeUnit(state, k);
}

/**
 * Direction from support point i of C to the origin, for slot k. It is the optimum if that point is
 * a vertex and the closest point of C.
 */
export function vertexDirection(state: Samples, k: number, i: number): boolean {
  const { S } = state;
  S[k * STRIDE + NX] = -S[i * STRIDE + VX];
  S[k * STRIDE + NY] = -S[i * STRIDE + VY];
  return makeUnit(state, k);
}

/**
 * The direction in the middle between i and j, for slot k. Returns false if no double lies between
 * them.
 */
export function middleDirection(state: Samples, k: number, i: number, j: number): boolean {
  const { S } = state;
  S[k * STRIDE + NX] = S[i * STRIDE + NX] + S[j * STRIDE + NX];
  S[k * STRIDE + NY] = S[i * STRIDE + NY] + S[j * STRIDE + NY];
  return makeUnit(state, k) && isBetween(state, k, i, j);
}

/** The normal of the chord from i to j if it lies between them, else the direction in the middle. */
export function halve(state: Samples, k: number, i: number, j: number): boolean {
  return (chordDirection(state, k, i, j) && isBetween(state, k, i, j)) ||
    middleDirection(state, k, i, j);
}

/**
 * The root of f between i and j, for slot k, on the circle through p and q or else on that through i
 * and j. Returns false if neither has one there.
 */
export function rootDirection(
  state: Samples,
  k: number,
  i: number,
  j: number,
  p: number,
  q: number,
): boolean {
  return (circleDirection(state, k, p, q) && isBetween(state, k, i, j)) ||
    (circleDirection(state, k, i, j) && isBetween(state, k, i, j));
}
