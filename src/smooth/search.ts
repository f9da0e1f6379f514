/**
 * The search for the least h, as long as no n with h(n) < 0 is known. The support points form a
 * polygon inside C, and the search expands the edge whose line has the lowest h. While the origin
 * is outside the polygon, this is GJK in terms of directions. Once it is inside, this is the
 * expanding polytope algorithm (van den Bergen, "Proximity queries and penetration depth
 * computation on 3D game objects", 2001). Both are one loop, so no verdict has to be handed from
 * one to the other.
 *
 * @module
 */
import * as samples from "./samples.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { SIGNED } from "../query/attached.ts";
import { arcs, boundAll, boundArc, rollDisks } from "./bounds.ts";
import {
  circleDirection,
  halve,
  isBetween,
  marchDirection,
  vertexDirection,
} from "./directions.ts";
import type { Samples } from "./samples.ts";
import { centerDirection, evaluate, isEllipse } from "./sampling.ts";
import { separate } from "./separate.ts";
import { settle } from "./settle.ts";

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { SEARCH_CAP, GAP, ROUNDING, GOOD, STRIDE, NX, NY, H, F, BOUND, MISS, EXTENT } = samples;
const { LEAST, RHO, MODEL, SIZE, OFFSET } = samples;

/**
 * The origin is certainly inside C if it is inside a polygon of samples by this many roundings of
 * the points.
 */
const CERTAIN = 8;
/** A circle step is worth its sample if it lowers h by more than this fraction of the tolerance. */
const GAIN = 0.25;
/**
 * A direction may serve as the best one if |f|, the offset between the witness points along t, is
 * at most this many roundings.
 */
const LEVEL = 2;

/**
 * Takes samples until the least h is known, and returns true. Returns false if it is enough for the
 * query to know that the cores overlap.
 */
export function search(state: Samples, a: ConvexShape, b: ConvexShape): boolean {
  const { S, R } = state;

  // 1. Sample 0 is in the direction from center to center, sample 4 in that from its support point
  //    to the origin. Samples 1 to 3 each turn by a right angle from the one before.
  centerDirection(state, a.record, b.record);
  evaluate(state, 0, 0, 0);
  if (S[H] < 0) return separate(state, 0, 5);
  const oblique = vertexDirection(state, 4, 0);
  if (oblique) {
    evaluate(state, 4, 0, 0);
    if (S[4 * STRIDE + H] < 0) return separate(state, 4, 5);
  }
  for (let k = 1, o = STRIDE; k < 4; k++, o += STRIDE) {
    S[o + NX] = -S[o - STRIDE + NY];
    S[o + NY] = S[o - STRIDE + NX];
    evaluate(state, k, k - 1, 0);
    if (S[o + H] < 0) return separate(state, k, 5);
  }
  state.count = 5;
  for (let k = 0; k < 4; k++) state.next[k] = (k + 1) & 3;
  for (let k = 0; k < 5; k++) S[k * STRIDE + MISS] = -1;
  let inserted = false;
  for (let k = 0; oblique && !inserted && k < 4; k++) {
    inserted = isBetween(state, 4, k, (k + 1) & 3);
    if (inserted) insert(state, 4, k);
  }
  if (!inserted && state.best === 4) {
    // It has the direction of another sample, which replaces it.
    state.best = 0;
    for (let k = 1; k < 4; k++) {
      if (S[k * STRIDE + H] < S[state.best * STRIDE + H]) state.best = k;
    }
  }
  boundAll(state);

  // 2. Expand the arc with the lowest bound until no bound is lower than the least h. Every
  //    iteration either takes a sample, of which there are few, or raises the bound of an arc that
  //    cannot be divided to the h of its ends, for good.
  let certain = false;
  for (;;) {
    let i = 0;
    let d = S[BOUND];
    for (let k = state.next[0]; k !== 0; k = state.next[k]) {
      if (S[k * STRIDE + BOUND] < d) {
        i = k;
        d = S[k * STRIDE + BOUND];
      }
    }
    if (!certain && d > CERTAIN * ROUNDING * Math.max(R[EXTENT], R[OFFSET])) {
      // The origin is inside the polygon of samples, so only the depth remains open. Up to here all
      // modes take the same samples, so that they agree on every class.
      certain = true;
      if (state.mode !== SIGNED) return false;
      const isOvalA = isEllipse(a), isOvalB = isEllipse(b);
      state.custom = (a.support !== null && !isOvalA) || (b.support !== null && !isOvalB);
      if (isOvalA || isOvalB) {
        state.rolling = true;
        boundAll(state);
        continue;
      }
    }
    const h = S[state.best * STRIDE + H];
    if (!(d < h - (GAP * h + ROUNDING * R[EXTENT]))) break;
    if (state.count >= SEARCH_CAP) {
      state.exhausted = true;
      break;
    }
    const j = state.next[i];
    if (!chooseDirection(state, i, j)) {
      // No double lies between the two directions.
      S[i * STRIDE + BOUND] = Math.min(S[i * STRIDE + H], S[j * STRIDE + H]);
      continue;
    }
    const k = state.count++;
    evaluate(state, k, i, j);
    if (S[k * STRIDE + H] < 0) return separate(state, k, state.count);
    insert(state, k, i);
    if (state.custom) arcs!.judge(state, i, k, j);
    boundArc(state, i);
    boundArc(state, k);
  }
  bracketOverlap(state);
  settle(state);
  return true;
}

/**
 * Chooses a direction strictly between those of samples i and j, and writes it to the slot after
 * the last.
 */
function chooseDirection(state: Samples, i: number, j: number): boolean {
  const { S } = state;
  const k = state.count;
  state.R[RHO] = 0;
  state.golden = false;
  if (state.rolling) {
    rollDisks(state, i, j);
    state.R[RHO] = Math.min(state.R[RHO], S[i * STRIDE + BOUND]);
  }
  if ((k & 1) === 0) {
    const hi = S[i * STRIDE + H];
    const hj = S[j * STRIDE + H];
    if (S[i * STRIDE + F] < 0 && S[j * STRIDE + F] > 0 && circleDirection(state, k, i, j)) {
      // Worth a sample if the circle is lower than the least h by enough to matter.
      const h = S[state.best * STRIDE + H];
      const target = h - GAIN * (GAP * h + ROUNDING * state.R[EXTENT]);
      if (state.R[MODEL] < target && isBetween(state, k, i, j)) return true;
    }
    if (state.custom && arcs!.divide(state, k, i, j)) return true;
    if (marchDirection(state, k, hi <= hj ? i : j, i, j) && isBetween(state, k, i, j)) return true;
  }
  return (state.custom && arcs!.divide(state, k, i, j)) || halve(state, k, i, j);
}

/** Inserts sample k into the ring. */
function insert(state: Samples, k: number, after: number): void {
  state.next[k] = state.next[after];
  state.next[after] = k;
}

/** Brackets the minimum of overlapping cores between two neighbours. */
function bracketOverlap(state: Samples): void {
  const { S, R } = state;
  const limit = R[LEAST] + ROUNDING * (Math.abs(R[LEAST]) + GOOD * R[SIZE]);
  state.second = state.best;
  // If no other direction is better, as for concentric disks, report the first one.
  if (S[H] <= limit && Math.abs(S[F]) <= LEVEL * ROUNDING * R[SIZE]) {
    state.best = 0;
    state.lo = 0;
    state.hi = 0;
    return;
  }
  const best = state.best;
  let lo = best;
  let hi = best;
  // Within rounding of the least h, the sign of f tells on which side the minimum is. For a disk
  // around the origin this sign is due to rounding, too, and may be the same everywhere.
  if (S[best * STRIDE + F] > 0) {
    do {
      hi = lo;
      lo = previousOf(state, lo);
    } while (lo !== best && S[lo * STRIDE + F] > 0 && S[lo * STRIDE + H] <= limit);
    if (lo === best) hi = best;
  } else if (S[best * STRIDE + F] < 0) {
    do {
      lo = hi;
      hi = state.next[hi];
    } while (hi !== best && S[hi * STRIDE + F] < 0 && S[hi * STRIDE + H] <= limit);
    if (hi === best) lo = best;
  }
  state.lo = lo;
  state.hi = hi;
}

/** The sample whose next one is i. */
function previousOf(state: Samples, i: number): number {
  let k = i;
  while (state.next[k] !== i) k = state.next[k];
  return k;
}
