/**
 * The closest points of shapes that are apart. Once h(n) < 0 for some n, f grows strictly wherever
 * h < 0, because df/dθ = ρ - h. The closest points are at its only root.
 *
 * @module
 */
import * as samples from "./samples.ts";
import { DECIDE } from "../query/attached.ts";
import { halve, isLeft, rootDirection, vertexDirection } from "./directions.ts";
import { isFlatter, type Query, type Sample } from "./samples.ts";
import { evaluate } from "./sampling.ts";

const { abs, sqrt } = Math;

const { SEPARATE_CAP, GAP, ROUNDING, FLAT } = samples;

/**
 * Brackets the closest points of cores which the best sample, with h < 0, shows to be apart. Returns
 * whether the bracket has to be settled, which it need not for the sign alone.
 */
export function separate(query: Query): boolean {
  const first = query.best, { f } = first;
  query.bracket(first, first, first);
  query.second = first;
  if (f === 0 || isDecided(query)) return false;

  // The root of f is to the right of n if f > 0, else to the left, and no further than the
  // direction from v to the origin. There the f of v is 0, and the support point is v or beyond it,
  // so f has passed 0.
  const last = query.keep();
  vertexDirection(last, first);
  let lo = f > 0 ? last : first, hi = f > 0 ? first : last;
  if (!isLeft(hi, lo)) return false;
  evaluate(query, last, first, first);
  if (last.h < 0 && (f > 0 ? last.f >= 0 : last.f <= 0)) {
    // So close to the root that the sign of f is due to rounding.
    const limit = first.h - GAP * first.h + ROUNDING * query.extent;
    const best = last.h <= limit && !isFlatter(first, last) ? last : first;
    query.bracket(best, best, best);
    return true;
  }

  // `flattest` and `second` are the two samples with the least |f|, for circle steps. `round` is
  // false after a step that gained little: the next one takes the chord.
  let flattest = isFlatter(last, first) ? last : first;
  let second = flattest === last ? first : last;
  let round = true;
  for (const end = query.count + SEPARATE_CAP; !isDecided(query);) {
    measureChord(query, lo, hi);
    const { chord } = query;
    if (chord + query.least <= GAP * chord + ROUNDING * query.extent) break;
    if (query.count >= end) {
      query.exhausted = true;
      break;
    }
    const found = (round && rootDirection(query.fresh, lo, hi, flattest, second)) ||
      halve(query, query.fresh, lo, hi);
    if (!found) break;
    const k = query.keep();
    evaluate(query, k, lo, hi);
    round = !round || abs(k.f) < 0.25 * abs(flattest.f);
    if (!isFlatter(flattest, k)) {
      second = flattest;
      flattest = k;
    } else if (isFlatter(k, second)) second = k;
    if (k.h > FLAT * ROUNDING * query.size) {
      // Beyond the separating directions, so it replaces the end with the larger h.
      if (lo.h <= hi.h) hi = k;
      else lo = k;
    } else {
      if (k.f <= 0) lo = k;
      if (k.f >= 0) hi = k;
      if (lo === hi) break;
    }
  }
  query.bracket(query.best, lo, hi);
  query.second = flattest;
  return !isDecided(query);
}

/** Whether the sign of the distance is known, and no more is asked for. */
function isDecided(query: Query): boolean {
  return query.mode === DECIDE && 0 - query.least > query.radii;
}

/** Measures the distance from the origin to the chord between the support points i and j. */
function measureChord(query: Query, i: Sample, j: Sample): void {
  const px = i.vx, py = i.vy, qx = j.vx, qy = j.vy, ex = qx - px, ey = qy - py;
  query.chord = !(px * ex + py * ey < 0)
    ? sqrt(px * px + py * py)
    : !(qx * ex + qy * ey > 0)
    ? sqrt(qx * qx + qy * qy)
    : abs(px * ey - py * ex) / sqrt(ex * ex + ey * ey);
}
