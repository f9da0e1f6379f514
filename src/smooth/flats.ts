/**
 * Flats: straight parts of C's boundary at right angles to the best direction. Between the two ends
 * of a flat, f jumps from one side of 0 to the other.
 *
 * @module
 */
import * as samples from "./samples.ts";
import { LOCAL } from "../shapes/record.ts";
import { chordDirection } from "./directions.ts";
import type { Samples } from "./samples.ts";
import { isEllipse, isFurthest, makeUnit, measure, placeVertex, takeSample } from "./sampling.ts";

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { ROUNDING, FLAT, STRIDE, NX, NY, AX, AY, BX, BY, H, F, EXTENT, LEAST, RHO, SIZE } = samples;

/**
 * A flat longer than this fraction of C's extent, 2^-20, is not one of the short chords of a smooth
 * boundary.
 */
const LONG = 9.5367431640625e-7;

/**
 * Normal, for slot k, of the edge of A or B, whichever has vertices, that leads from the vertex of
 * sample i towards f = 0. Vertices are in counter-clockwise order, and f grows along them, both for
 * n on A and for -n on B.
 */
export function edgeDirection(state: Samples, k: number, i: number): boolean {
  const { S, P } = state;
  const onA = state.a!.support === null;
  const shape = onA ? state.a! : state.b!;
  if (shape.support !== null || shape.count < 2) return false;
  const vertex = onA ? state.ia[i] : state.ib[i];
  const edge = S[i * STRIDE + F] < 0 ? vertex : (vertex > 0 ? vertex : shape.count) - 1;
  const at = LOCAL + 2 * shape.count + 2 * edge;
  const side = onA ? 1 : -1;
  const x = side * shape.record[at];
  const y = side * shape.record[at + 1];
  const c = P[onA ? 2 : 6];
  const s = P[onA ? 3 : 7];
  S[k * STRIDE + NX] = c * x - s * y;
  S[k * STRIDE + NY] = s * x + c * y;
  return makeUnit(state, k);
}

/**
 * Looks for the flat across the direction of sample i by walking along the vertices of A or B,
 * whichever has some.
 */
export function edgeFlat(state: Samples, i: number): boolean {
  const { S } = state;
  const onA = state.a!.support === null;
  const shape = onA ? state.a! : state.b!;
  if (shape.support !== null) return false;
  const k = state.count;
  const p = i * STRIDE;
  const o = k * STRIDE;
  const noise = ROUNDING * state.R[EXTENT];
  const indices = onA ? state.ia : state.ib;
  for (let c = NX; c <= BY; c++) S[o + c] = S[p + c];
  state.ia[k] = state.ia[i];
  state.ib[k] = state.ib[i];
  const sign = S[p + F] < 0 ? 1 : -1;
  for (let n = 1; n < shape.count; n++) {
    let index = indices[k] + sign;
    if (index < 0) index = shape.count - 1;
    else if (index === shape.count) index = 0;
    indices[k] = index;
    placeVertex(state, index, o, onA ? 0 : 4);
    measure(state, k);
    if (!(S[o + H] >= S[p + H] - FLAT * noise)) return false;
    if (sign * S[o + F] >= -noise) return spanFlat(state, i, k);
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
export function chordFlat(state: Samples, i: number, j: number, long: boolean): boolean {
  const { S } = state;
  const k = state.count;
  const p = i * STRIDE;
  const q = j * STRIDE;
  const o = k * STRIDE;
  const noise = ROUNDING * state.R[long ? EXTENT : SIZE];
  const least = long ? LONG * state.R[EXTENT] : 0;
  const sign = S[p + F] < 0 ? 1 : -1;
  S[o + NX] = S[p + NX];
  S[o + NY] = S[p + NY];
  for (let part = long ? 1 : 3; part <= 3; part++) {
    if (long && part !== 2 && isEllipse(state.a!)) continue;
    if (long && part !== 1 && isEllipse(state.b!)) continue;
    const a = part !== 2 ? q : p;
    const b = part !== 1 ? q : p;
    S[o + AX] = S[a + AX];
    S[o + AY] = S[a + AY];
    S[o + BX] = S[b + BX];
    S[o + BY] = S[b + BY];
    state.ia[k] = state.ia[part !== 2 ? j : i];
    state.ib[k] = state.ib[part !== 1 ? j : i];
    measure(state, k);
    if (!(S[o + H] >= S[p + H] - FLAT * noise)) continue;
    if (!(sign * S[o + F] >= -noise && sign * (S[o + F] - S[p + F]) >= least)) continue;
    return spanFlat(state, i, k);
  }
  return false;
}

/**
 * Keeps sample k, the last, as the other end of the flat that begins at sample i, which becomes the
 * best sample. The chord between the ends has the direction to its last digit. If the flat lies on
 * A alone or on B alone, the other shape's support point is asked for in that direction.
 */
function spanFlat(state: Samples, i: number, k: number): true {
  const { S, R } = state;
  const p = i * STRIDE;
  const q = k * STRIDE;
  const lo = S[p + F] < 0 ? i : k;
  const hi = lo === i ? k : i;
  state.best = i;
  state.lo = lo;
  state.hi = hi;
  const onA = S[p + BX] === S[q + BX] && S[p + BY] === S[q + BY];
  const onB = S[p + AX] === S[q + AX] && S[p + AY] === S[q + AY];
  const m = k + 1;
  state.count = m;
  R[RHO] = 0;
  if (onA === onB || !chordDirection(state, m, lo, hi)) return true;
  const o = m * STRIDE;
  if (S[o + NX] === S[p + NX] && S[o + NY] === S[p + NY]) return true;
  takeSample(state, m, i);
  const noise = ROUNDING * R[EXTENT];
  if (!(S[o + H] <= S[p + H] + noise) || !isFurthest(state, m, i)) return true;
  R[LEAST] = Math.min(R[LEAST], S[o + H]);
  // Take both ends again: in the direction of sample m, with each end's support point on the shape
  // that has the flat and that of sample m on the other.
  for (let end = m, from = lo; end <= m + 1; end++, from = hi) {
    const to = end * STRIDE;
    const at = from * STRIDE;
    S[to + NX] = S[o + NX];
    S[to + NY] = S[o + NY];
    S[to + AX] = onA ? S[at + AX] : S[o + AX];
    S[to + AY] = onA ? S[at + AY] : S[o + AY];
    S[to + BX] = onA ? S[o + BX] : S[at + BX];
    S[to + BY] = onA ? S[o + BY] : S[at + BY];
    state.ia[end] = state.ia[onA ? from : m];
    state.ib[end] = state.ib[onA ? m : from];
    measure(state, end);
  }
  if (!(S[o + F] <= noise && S[o + STRIDE + F] >= -noise)) return true;
  state.count = m + 2;
  state.best = m;
  state.lo = m;
  state.hi = m + 1;
  return true;
}
