/**
 * The last digits of the result. h is stationary at its minimum, so h alone determines only half of
 * the digits of n, and of the witness points. The root of f determines them all. If a flat of C
 * lies at right angles to n, f has no root: it jumps between the two ends of the flat, and the
 * witness point lies between them.
 *
 * @module
 */
import * as samples from "./samples.ts";
import {
  chordDirection,
  isBetween,
  middleDirection,
  rootDirection,
  vertexDirection,
} from "./directions.ts";
import { chordFlat, edgeDirection, edgeFlat } from "./flats.ts";
import type { Samples } from "./samples.ts";
import { isEllipse, isFurthest, takeSample } from "./sampling.ts";

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { SETTLE_CAP, ROUNDING, FLAT, GOOD, STRIDE, H, F, EXTENT, LEAST, RHO, SIZE } = samples;

/**
 * Refines the best direction to its last digits: the root of f between `lo`, where f < 0, and `hi`,
 * where f > 0. If f jumps there, across a flat of C, `lo` and `hi` become the ends of that flat, on
 * either side of f = 0. Otherwise both become the best sample.
 */
export function settle(state: Samples): void {
  const { S, R } = state;
  let lo = state.lo;
  let hi = state.hi;
  let kept = state.best;
  let best = lo === hi ? lo : kept;
  let second = state.second;
  const hasCorners = !isEllipse(state.a!) && !isEllipse(state.b!);
  for (let step = 0;; step++) {
    // If C is small beside A and B, their roundings exceed its own.
    const noise = ROUNDING * R[EXTENT];
    const least = Math.abs(R[LEAST]);
    const limit = R[LEAST] + ROUNDING * (least + GOOD * R[SIZE]);
    if (lo !== hi) {
      const low = S[lo * STRIDE + H] <= limit;
      const high = S[hi * STRIDE + H] <= limit;
      const flatter = Math.abs(S[hi * STRIDE + F]) < Math.abs(S[lo * STRIDE + F]);
      const next = high && (flatter || !low) ? hi : lo;
      if (next !== best) second = best;
      best = next;
    }
    const other = best === lo ? hi : lo;
    if (second === best) second = other;
    const good = S[best * STRIDE + H] <= limit;
    const better = Math.abs(S[best * STRIDE + F]) < Math.abs(S[kept * STRIDE + F]);
    if (good && (better || !(S[kept * STRIDE + H] <= limit))) kept = best;
    state.best = kept;
    state.lo = kept;
    state.hi = kept;
    if (!(Math.abs(S[best * STRIDE + F]) > noise)) return;

    // 1. For a shape with vertices, the normal of an edge and its other end come from the vertices.
    const k = state.count;
    const edge = edgeDirection(state, k, best) && isBetween(state, k, lo, hi);
    // 2. The samples have the ends of a support function's flat. The normal of either may be the
    //    right one.
    const both = lo !== hi && S[other * STRIDE + H] <= limit;
    if (!edge && good) {
      if (edgeFlat(state, best) || (both && edgeFlat(state, other))) return;
      if (lo !== hi && chordFlat(state, best, other, true)) return;
      if (both && chordFlat(state, other, best, true)) return;
    }
    // 3. The secant, or the circle from side to side. Every third step instead takes the chord,
    //    which halves arcs and hits flats. If f = 0 lies just beyond the end of a flat, take the
    //    direction from the corner there to the origin. C has no corners if A or B is an ellipse.
    R[RHO] = 0;
    const found = edge ||
      (step % 3 !== 2 && rootDirection(state, k, lo, hi, best, second)) ||
      (chordDirection(state, k, lo, hi) && isBetween(state, k, lo, hi)) ||
      (hasCorners && vertexDirection(state, k, other) && isBetween(state, k, lo, hi)) ||
      middleDirection(state, k, lo, hi);
    if (!found || step >= SETTLE_CAP) {
      // Between directions that are neighbouring doubles, every boundary is flat.
      if (lo !== hi && good) chordFlat(state, best, other, false);
      return;
    }
    state.count++;
    takeSample(state, k, best);
    if (isFurthest(state, k, lo) && isFurthest(state, k, hi)) {
      R[LEAST] = Math.min(R[LEAST], S[k * STRIDE + H]);
    }
    if (S[k * STRIDE + H] > R[LEAST] + ROUNDING * (2 * least + FLAT * R[SIZE])) {
      // Past a rise of h, or beyond the separating directions, so it replaces the end other than
      // `best`.
      if (best === lo) hi = k;
      else lo = k;
    } else {
      if (S[k * STRIDE + F] <= 0) lo = k;
      if (S[k * STRIDE + F] >= 0) hi = k;
      if (lo === hi) best = k;
    }
  }
}
