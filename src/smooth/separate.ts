/**
 * The closest points of shapes that are apart. Once h(n) < 0 for some n, f grows strictly wherever
 * h < 0, because df/dθ = ρ - h. The closest points are at its only root.
 *
 * @module
 */
import * as samples from "./samples.ts";
import { DECIDE } from "../query/attached.ts";
import { halve, isBeside, rootDirection, vertexDirection } from "./directions.ts";
import type { Samples } from "./samples.ts";
import { evaluate } from "./sampling.ts";
import { settle } from "./settle.ts";

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { SEPARATE_CAP, GAP, ROUNDING, FLAT, STRIDE, VX, VY, H, F, EXTENT, LEAST, RHO } = samples;
const { SIZE, CHORD, RADII } = samples;

/**
 * Finds the closest points of cores which sample `first`, with h < 0, shows to be apart. `free` is
 * an empty slot.
 */
export function separate(state: Samples, first: number, free: number): true {
  const { S, R } = state;
  const radii = R[RADII];
  state.count = free;
  state.best = first;
  state.lo = first;
  state.hi = first;
  state.second = first;
  const f = S[first * STRIDE + F];
  if (f === 0 || (state.mode === DECIDE && 0 - R[LEAST] > radii)) return true;

  // The root of f is to the right of n if f > 0, else to the left, and no further than the
  // direction from v to the origin. There the f of v is 0, and the support point is v or beyond it,
  // so f has passed 0.
  const last = state.count++;
  vertexDirection(state, last, first);
  let lo = f > 0 ? last : first;
  let hi = f > 0 ? first : last;
  if (!isBeside(state, hi, lo, 1)) return true;
  evaluate(state, last, first, first);
  const past = S[last * STRIDE + F];
  if (S[last * STRIDE + H] < 0 && (f > 0 ? past >= 0 : past <= 0)) {
    // So close to the root that the sign of f is due to rounding.
    const h = S[first * STRIDE + H];
    const limit = h - GAP * h + ROUNDING * R[EXTENT];
    state.best = S[last * STRIDE + H] <= limit && Math.abs(past) <= Math.abs(f) ? last : first;
    state.lo = state.best;
    state.hi = state.best;
    settle(state);
    return true;
  }

  const end = state.count + SEPARATE_CAP;
  // `flattest` and `second` are the two samples with the least |f|, for circle steps. `round` is
  // false after a step that gained little: the next one takes the chord.
  let flattest = lo;
  let second = hi;
  if (Math.abs(past) < Math.abs(f) === (hi === last)) {
    flattest = hi;
    second = lo;
  }
  let round = true;
  for (;;) {
    if (state.mode === DECIDE && 0 - R[LEAST] > radii) return true;
    measureChord(state, lo, hi);
    const upper = R[CHORD];
    const tolerance = GAP * upper + ROUNDING * R[EXTENT];
    if (upper + R[LEAST] <= tolerance) break;
    if (state.count >= end) {
      state.exhausted = true;
      break;
    }
    const k = state.count;
    R[RHO] = 0;
    const found = (round && rootDirection(state, k, lo, hi, flattest, second)) ||
      halve(state, k, lo, hi);
    if (!found) break;
    state.count++;
    evaluate(state, k, lo, hi);
    const fk = S[k * STRIDE + F];
    const f1 = Math.abs(S[flattest * STRIDE + F]);
    round = !round || Math.abs(fk) < 0.25 * f1;
    if (Math.abs(fk) <= f1) {
      second = flattest;
      flattest = k;
    } else if (Math.abs(fk) < Math.abs(S[second * STRIDE + F])) second = k;
    if (S[k * STRIDE + H] > FLAT * ROUNDING * R[SIZE]) {
      // Beyond the separating directions, so it replaces the end with the larger h.
      if (S[lo * STRIDE + H] <= S[hi * STRIDE + H]) hi = k;
      else lo = k;
    } else {
      if (fk <= 0) lo = k;
      if (fk >= 0) hi = k;
      if (lo === hi) break;
    }
  }
  state.lo = lo;
  state.hi = hi;
  state.second = flattest;
  settle(state);
  return true;
}

/** R[CHORD] = the distance from the origin to the segment between the support points i and j. */
function measureChord(state: Samples, i: number, j: number): void {
  const { S } = state;
  const px = S[i * STRIDE + VX];
  const py = S[i * STRIDE + VY];
  const qx = S[j * STRIDE + VX];
  const qy = S[j * STRIDE + VY];
  const ex = qx - px;
  const ey = qy - py;
  if (!(px * ex + py * ey < 0)) state.R[CHORD] = Math.sqrt(px * px + py * py);
  else if (!(qx * ex + qy * ey > 0)) state.R[CHORD] = Math.sqrt(qx * qx + qy * qy);
  else state.R[CHORD] = Math.abs(px * ey - py * ex) / Math.sqrt(ex * ex + ey * ey);
}
