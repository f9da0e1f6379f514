/**
 * The last digits: h is flat at its minimum, so that its last digit leaves half of the digits of n, and with them of the
 * witness points, open. The root of f has them all. Where a flat of C lies across n there is no root; f jumps from one
 * end of it to the other, and the witness lies between these two.
 *
 * @module
 */
import {
  chordDirection,
  circleDirection,
  isBetween,
  middleDirection,
  vertexDirection,
} from "./directions.ts";
import { chordFlat, edgeDirection, edgeFlat } from "./flats.ts";
import type { Samples } from "./samples.ts";
import { isEllipse, isFurthest, takeSample } from "./sampling.ts";

// Copies of the constants in samples.ts, held equal by `deno task ok`: V8 folds a constant of the same file.
const SETTLE_CAP = 24;
const ROUNDING = 2.220446049250313e-16;
const FLAT = 8;
const GOOD = 3;
const STRIDE = 12;
const H = 8;
const F = 9;
const EXTENT = 0;
const LEAST = 1;
const RHO = 3;
const SIZE = 5;

/**
 * Takes the last digits of the best direction, on which h depends only in second order, from the root of f
 * between `lo`, where f < 0, and `hi`, where f > 0. Where the line across it touches C along a flat, f jumps:
 * `lo` and `hi` become ends of that flat, on either side of f = 0, and else both the best sample.
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
    // Where C is small beside A and B, their roundings are larger than its own.
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

    // 1. An edge with vertices has its normal from them, and its other end at the next vertex.
    const k = state.count;
    const edge = edgeDirection(state, k, best) && isBetween(state, k, lo, hi);
    // 2. Of a support function's flat the samples have the ends. The line of either may be the right one.
    const both = lo !== hi && S[other * STRIDE + H] <= limit;
    if (!edge && good) {
      if (edgeFlat(state, best) || (both && edgeFlat(state, other))) return;
      if (lo !== hi && chordFlat(state, best, other, true)) return;
      if (both && chordFlat(state, other, best, true)) return;
    }
    // 3. The secant, or the circle from side to side; once in a while the chord, which halves arcs and hits flats, or,
    // where f = 0 lies hardly beyond the end of a flat, the direction that the corner there has. Beside an ellipse C
    // has no corner.
    R[RHO] = 0;
    const found = edge ||
      (step % 3 !== 2 && circleDirection(state, k, best, second) && isBetween(state, k, lo, hi)) ||
      (step % 3 !== 2 && circleDirection(state, k, lo, hi) && isBetween(state, k, lo, hi)) ||
      (chordDirection(state, k, lo, hi) && isBetween(state, k, lo, hi)) ||
      (hasCorners && vertexDirection(state, k, other) && isBetween(state, k, lo, hi)) ||
      (middleDirection(state, k, lo, hi) && isBetween(state, k, lo, hi));
    if (!found || step >= SETTLE_CAP) {
      // Between neighbouring doubles every boundary is flat.
      if (lo !== hi && good) chordFlat(state, best, other, false);
      return;
    }
    state.count++;
    takeSample(state, k, best);
    if (isFurthest(state, k, lo) && isFurthest(state, k, hi)) {
      R[LEAST] = Math.min(R[LEAST], S[k * STRIDE + H]);
    }
    if (S[k * STRIDE + H] > R[LEAST] + ROUNDING * (2 * least + FLAT * R[SIZE])) {
      // Past another rise, or beyond the directions that separate: on the side of the other end.
      if (best === lo) hi = k;
      else lo = k;
    } else {
      if (S[k * STRIDE + F] <= 0) lo = k;
      if (S[k * STRIDE + F] >= 0) hi = k;
      if (lo === hi) best = k;
    }
  }
}
