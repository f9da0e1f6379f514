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
  chordBetween,
  isBetween,
  middleDirection,
  rootDirection,
  vertexDirection,
} from "./directions.ts";
import { chordFlat, edgeDirection, edgeFlat } from "./flats.ts";
import { isFlatter, isGood, type Query } from "./samples.ts";
import { isFurthest, takeSample } from "./sampling.ts";

const { abs, min } = Math;

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { SETTLE_CAP, ROUNDING, FLAT } = samples;

/**
 * Refines the best direction to its last digits: the root of f between `lo`, where f < 0, and `hi`,
 * where f > 0. If f jumps there, across a flat of C, `lo` and `hi` become the ends of that flat, on
 * either side of f = 0. Otherwise both become the best sample.
 */
export function settle(query: Query): void {
  let { lo, hi, second, best: kept } = query;
  let best = lo === hi ? lo : kept;
  const hasCorners = !query.a.isEllipse && !query.b.isEllipse;
  for (let step = 0;; step++) {
    // If C is small beside A and B, their roundings exceed its own.
    if (lo !== hi) {
      const next = isGood(query, hi) && (isFlatter(hi, lo) || !isGood(query, lo)) ? hi : lo;
      if (next !== best) second = best;
      best = next;
    }
    const other = best === lo ? hi : lo, good = isGood(query, best);
    if (second === best) second = other;
    if (good && (isFlatter(best, kept) || !isGood(query, kept))) kept = best;
    query.best = kept;
    query.lo = kept;
    query.hi = kept;
    if (!(abs(best.f) > ROUNDING * query.extent)) return;

    // 1. For a shape with vertices, the normal of an edge and its other end come from the vertices.
    const k = query.fresh;
    const edge = edgeDirection(query, k, best) && isBetween(k, lo, hi);
    // 2. The samples have the ends of a support function's flat. The normal of either may be the
    //    right one.
    if (!edge && good) {
      const both = lo !== hi && isGood(query, other);
      if (edgeFlat(query, best) || (both && edgeFlat(query, other))) return;
      if (lo !== hi && chordFlat(query, best, other, true)) return;
      if (both && chordFlat(query, other, best, true)) return;
    }
    // 3. The secant, or the circle from side to side. Every third step instead takes the chord,
    //    which halves arcs and hits flats. If f = 0 lies just beyond the end of a flat, take the
    //    direction from the corner there to the origin. C has no corners if A or B is an ellipse.
    const found = edge ||
      (step % 3 !== 2 && rootDirection(k, lo, hi, best, second)) ||
      chordBetween(query, k, lo, hi) ||
      (hasCorners && vertexDirection(k, other) && isBetween(k, lo, hi)) ||
      middleDirection(k, lo, hi);
    if (!found || step >= SETTLE_CAP) {
      // Between directions that are neighbouring doubles, every boundary is flat.
      if (lo !== hi && good) chordFlat(query, best, other, false);
      return;
    }
    query.keep();
    const least = abs(query.least);
    takeSample(query, k, best);
    if (isFurthest(query, k, lo) && isFurthest(query, k, hi)) query.least = min(query.least, k.h);
    if (k.h > query.least + ROUNDING * (2 * least + FLAT * query.size)) {
      // Past a rise of h, or beyond the separating directions, so it replaces the end other than
      // `best`.
      if (best === lo) hi = k;
      else lo = k;
    } else {
      if (k.f <= 0) lo = k;
      if (k.f >= 0) hi = k;
      if (lo === hi) best = k;
    }
  }
}
