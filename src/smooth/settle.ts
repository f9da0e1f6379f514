/**
 * The last digits of the result. h is stationary at its minimum, so h alone determines only half of
 * the digits of n, and of the witness points. The root of f determines them all. If a _flat_, a
 * straight part of C's boundary, lies at right angles to n, f has no root: it jumps between the two
 * ends of the flat, and the witness point lies between them.
 *
 * @module
 */
import * as samples from "./samples.ts";
import { NORMALS } from "../shapes/record.ts";
import {
  chordBetween,
  chordDirection,
  isBetween,
  middleDirection,
  rootDirection,
  vertexDirection,
} from "./directions.ts";
import { isFlatter, isGood, type Query, type Sample } from "./samples.ts";
import { isFurthest, makeUnit, measure, placeVertex } from "./sampling.ts";
import { pointOn, setSample, takeSample } from "./sampling.ts";

const { abs, min } = Math;

const { SETTLE_CAP, ROUNDING, FLAT } = samples;

/** A flat longer than this fraction of C's extent, 2^-20, is no short chord of a smooth boundary. */
const LONG = 9.5367431640625e-7;

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
    if (lo !== hi) {
      const next = isGood(query, hi) && (isFlatter(hi, lo) || !isGood(query, lo)) ? hi : lo;
      if (next !== best) second = best;
      best = next;
    }
    const other = best === lo ? hi : lo, good = isGood(query, best);
    if (second === best) second = other;
    if (good && (isFlatter(best, kept) || !isGood(query, kept))) kept = best;
    query.bracket(kept, kept, kept);
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

/**
 * Normal, for sample k, of the edge of A or B, whichever has vertices, that leads from the vertex of
 * sample i towards f = 0. Vertices are in counter-clockwise order, and f grows along them, both for
 * n on A and for -n on B.
 */
function edgeDirection(query: Query, k: Sample, i: Sample): boolean {
  const core = query.cornered;
  if (core === null || core.shape.count < 2) return false;
  const { sign, cos: c, sin: s } = core, { record, count } = core.shape;
  const vertex = pointOn(core, i).i;
  const edge = i.f < 0 ? vertex : (vertex > 0 ? vertex : count) - 1;
  const at = NORMALS + 2 * edge;
  const x = sign * record[at], y = sign * record[at + 1];
  k.nx = c * x - s * y;
  k.ny = s * x + c * y;
  return makeUnit(k);
}

/**
 * Looks for the flat across the direction of sample i by walking along the vertices of A or B,
 * whichever has some.
 */
function edgeFlat(query: Query, i: Sample): boolean {
  const core = query.cornered;
  if (core === null) return false;
  const k = query.fresh, end = pointOn(core, k), { count } = core.shape;
  const noise = ROUNDING * query.extent, sign = i.f < 0 ? 1 : -1;
  setSample(k, i, i.a, i.b);
  for (let n = 1; n < count; n++) {
    const at = end.i + sign;
    end.i = at < 0 ? count - 1 : at < count ? at : 0;
    placeVertex(core, end);
    measure(k);
    if (!(k.h >= i.h - FLAT * noise)) return false;
    if (sign * k.f >= -noise) return spanFlat(query, i);
  }
  return false;
}

/**
 * Looks for the flat across the direction of sample i, with the support points of sample j as its
 * other end. The flat may lie on A alone or on B alone (the other boundary is smooth there, and its
 * support point is right as it is), or on both.
 *
 * With `long`, a flat shorter than LONG does not count. Without it, the directions are neighbouring
 * doubles. The ends are then compared to within the rounding of A's and B's own points, which
 * exceeds that of C if C is small beside them.
 */
function chordFlat(query: Query, i: Sample, j: Sample, long: boolean): boolean {
  const k = query.fresh, sign = i.f < 0 ? 1 : -1;
  const noise = ROUNDING * (long ? query.extent : query.size);
  const least = long ? LONG * query.extent : 0;
  // 1: on A, 2: on B, 3: on both.
  for (let part = long ? 1 : 3; part <= 3; part++) {
    const onA = part !== 2, onB = part !== 1;
    if (long && ((onA && query.a.isEllipse) || (onB && query.b.isEllipse))) continue;
    setSample(k, i, onA ? j.a : i.a, onB ? j.b : i.b);
    if (!(k.h >= i.h - FLAT * noise)) continue;
    if (sign * k.f >= -noise && sign * (k.f - i.f) >= least) return spanFlat(query, i);
  }
  return false;
}

/**
 * Keeps the fresh sample as the other end of the flat that begins at sample i, which becomes the
 * best sample. The chord between the ends has the direction to its last digit. If the flat lies on
 * A alone or on B alone, the other shape's support point is asked for in that direction.
 */
function spanFlat(query: Query, i: Sample): true {
  const k = query.keep(), lo = i.f < 0 ? i : k, hi = lo === i ? k : i;
  query.bracket(i, lo, hi);
  const onA = i.b.x === k.b.x && i.b.y === k.b.y;
  const onB = i.a.x === k.a.x && i.a.y === k.a.y;
  const m = query.fresh;
  if (onA === onB || !chordDirection(query, m, lo, hi)) return true;
  if (m.nx === i.nx && m.ny === i.ny) return true;
  takeSample(query, m, i);
  const noise = ROUNDING * query.extent;
  if (!(m.h <= i.h + noise) || !isFurthest(query, m, i)) return true;
  query.least = min(query.least, m.h);
  // Take both ends again: in the direction of sample m, with each end's support point on the shape
  // that has the flat and that of sample m on the other.
  query.keep();
  const end = query.fresh;
  setSample(end, m, onA ? hi.a : m.a, onA ? m.b : hi.b);
  setSample(m, m, onA ? lo.a : m.a, onA ? m.b : lo.b);
  if (!(m.f <= noise && end.f >= -noise)) return true;
  query.bracket(m, m, end);
  return true;
}
