/**
 * Flats: straight parts of C's boundary at right angles to the best direction. Between the two ends
 * of a flat, f jumps from one side of 0 to the other.
 *
 * @module
 */
import * as samples from "./samples.ts";
import { LOCAL } from "../shapes/record.ts";
import { chordDirection } from "./directions.ts";
import type { Query, Sample } from "./samples.ts";
import {
  copyDirection,
  isFurthest,
  makeUnit,
  measure,
  placeVertex,
  pointOn,
  setPoints,
  takeSample,
} from "./sampling.ts";

const { min } = Math;

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { ROUNDING, FLAT } = samples;

/**
 * A flat longer than this fraction of C's extent, 2^-20, is not one of the short chords of a smooth
 * boundary.
 */
const LONG = 9.5367431640625e-7;

/**
 * Normal, for sample k, of the edge of A or B, whichever has vertices, that leads from the vertex of
 * sample i towards f = 0. Vertices are in counter-clockwise order, and f grows along them, both for
 * n on A and for -n on B.
 */
export function edgeDirection(query: Query, k: Sample, i: Sample): boolean {
  const core = query.cornered;
  if (core === null || core.shape.count < 2) return false;
  const { sign, cos: c, sin: s } = core, { record, count } = core.shape;
  const vertex = pointOn(core, i).i;
  const edge = i.f < 0 ? vertex : (vertex > 0 ? vertex : count) - 1;
  const at = LOCAL + 2 * count + 2 * edge;
  const x = sign * record[at], y = sign * record[at + 1];
  k.nx = c * x - s * y;
  k.ny = s * x + c * y;
  return makeUnit(k);
}

/**
 * Looks for the flat across the direction of sample i by walking along the vertices of A or B,
 * whichever has some.
 */
export function edgeFlat(query: Query, i: Sample): boolean {
  const core = query.cornered;
  if (core === null) return false;
  const k = query.fresh, end = pointOn(core, k), { count } = core.shape;
  const noise = ROUNDING * query.extent, sign = i.f < 0 ? 1 : -1;
  copyDirection(i, k);
  setPoints(k, i.a, i.b);
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
export function chordFlat(query: Query, i: Sample, j: Sample, long: boolean): boolean {
  const k = query.fresh, sign = i.f < 0 ? 1 : -1;
  const noise = ROUNDING * (long ? query.extent : query.size);
  const least = long ? LONG * query.extent : 0;
  copyDirection(i, k);
  // 1: on A, 2: on B, 3: on both.
  for (let part = long ? 1 : 3; part <= 3; part++) {
    const onA = part !== 2, onB = part !== 1;
    if (long && ((onA && query.a.isEllipse) || (onB && query.b.isEllipse))) continue;
    setPoints(k, onA ? j.a : i.a, onB ? j.b : i.b);
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
  query.best = i;
  query.lo = lo;
  query.hi = hi;
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
  copyDirection(m, end);
  setPoints(end, onA ? hi.a : m.a, onA ? m.b : hi.b);
  setPoints(m, onA ? lo.a : m.a, onA ? m.b : lo.b);
  if (!(m.f <= noise && end.f >= -noise)) return true;
  query.best = m;
  query.lo = m;
  query.hi = end;
  return true;
}
