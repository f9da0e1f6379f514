/**
 * Arcs of a custom support function that look like a circle's. `convex` attaches this module, so a
 * program whose smooth shapes are all ellipses is bundled without it.
 *
 * Around the center of a disk h hardly depends on n, and chords would have to be shorter than 2^-25
 * to prove a minimum. For ellipses the radius of curvature helps. Other support functions are known
 * only by their samples, and the polygon of the samples is convex, too: no number of them proves
 * anything about the rest.
 *
 * So this is assumed: on a SHORT arc, the boundary misses a circle by no more than STEADY times as
 * much as one sample inside the arc does. That sample divides the arc at GOLDEN. A polygon with its
 * vertices on a circle, which shows another side at every sample, is therefore not taken for a
 * circle.
 *
 * @module
 */
import * as samples from "./samples.ts";
import type { RoundArcs } from "./bounds.ts";
import { isBetween } from "./directions.ts";
import type { Samples } from "./samples.ts";
import { makeUnit } from "./sampling.ts";

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { ROUNDING, FLAT, STRIDE, NX, NY, VX, VY, H, BOUND, MISS, LENGTH, RHO, MODEL } = samples;
const { SIZE, MX, MY, OFFSET } = samples;

/**
 * The support points of an arc miss a circle by at most this many times as much as a sample inside
 * it.
 */
const STEADY = 64;
/**
 * An arc looks round if its end points miss the circle by less than this fraction of the circle's
 * chord.
 */
const ROUND = 0.125;
/** A longer arc, in radians, may have a side between its samples that is worth finding. */
const SHORT = 0.1;
/**
 * A depth depends little on the direction if the circle's center is closer to the origin than this
 * fraction of its radius.
 */
const CENTRIC = 0.25;
/** Where a sample divides an arc: at a fraction where no regular shape has a vertex or an edge. */
const GOLDEN = 0.6180339887498949;

/** What `convex` attaches. */
export const roundArcs: RoundArcs = { divide, judge, bound };

/**
 * Fits the circle m + ρ n to the arc from i to j: ρ in RHO as in `circleDirection`, the center m in
 * MX and MY. MODEL = distance by which each of the two support points misses it, LENGTH = |n_j -
 * n_i|. Returns whether the arc is round and the circle's center is near the origin. If the center
 * is not near, a minimum of h is easily found.
 */
function fitCircle(state: Samples, i: number, j: number): boolean {
  const { S, R } = state;
  const p = i * STRIDE;
  const q = j * STRIDE;
  const dx = S[q + NX] - S[p + NX];
  const dy = S[q + NY] - S[p + NY];
  const ex = S[q + VX] - S[p + VX];
  const ey = S[q + VY] - S[p + VY];
  const dd = dx * dx + dy * dy;
  const rho = (ex * dx + ey * dy) / dd;
  const rx = ex - rho * dx;
  const ry = ey - rho * dy;
  const mx = 0.5 * ((S[p + VX] + S[q + VX]) - rho * (S[p + NX] + S[q + NX]));
  const my = 0.5 * ((S[p + VY] + S[q + VY]) - rho * (S[p + NY] + S[q + NY]));
  const most = CENTRIC * rho;
  R[RHO] = rho;
  R[LENGTH] = Math.sqrt(dd);
  R[MODEL] = 0.5 * Math.sqrt(rx * rx + ry * ry);
  R[MX] = mx;
  R[MY] = my;
  return rho > 0 && R[MODEL] < ROUND * rho * R[LENGTH] && mx * mx + my * my < most * most;
}

/** See `RoundArcs.divide`. */
function divide(state: Samples, k: number, i: number, j: number): boolean {
  const { S, R } = state;
  const rho = R[RHO];
  const round = fitCircle(state, i, j);
  R[RHO] = rho;
  if (!round) return false;
  const p = i * STRIDE;
  const q = j * STRIDE;
  const o = k * STRIDE;
  S[o + NX] = S[p + NX] + GOLDEN * (S[q + NX] - S[p + NX]);
  S[o + NY] = S[p + NY] + GOLDEN * (S[q + NY] - S[p + NY]);
  state.golden = makeUnit(state, k) && isBetween(state, k, i, j);
  return state.golden;
}

/**
 * See `RoundArcs.judge`. If the arc was divided at GOLDEN, a ratio that has nothing to do with its
 * shape, the sample represents the arc. Any other sample can only refute an earlier comparison.
 */
function judge(state: Samples, i: number, k: number, j: number): void {
  const { S, R } = state;
  const o = k * STRIDE;
  const noise = FLAT * ROUNDING * Math.max(R[SIZE], R[OFFSET]);
  fitCircle(state, i, j);
  const x = S[o + VX] - R[RHO] * S[o + NX] - R[MX];
  const y = S[o + VY] - R[RHO] * S[o + NY] - R[MY];
  const miss = Math.sqrt(x * x + y * y);
  const before = S[i * STRIDE + MISS];
  let now = before;
  if (state.golden) {
    now = miss <= noise ? 0 : miss;
  } else if (before >= 0 && !(miss <= Math.max(noise, STEADY * before))) now = -1;
  S[i * STRIDE + MISS] = now;
  S[o + MISS] = now;
}

/**
 * See `RoundArcs.bound`. ρ + n·m is least at n = -m/|m| or at an end. f differs from the circle's by
 * at most STEADY times the miss of the samples, and h, its integral from the nearer end, by at most
 * that times half of the arc.
 */
function bound(state: Samples, i: number, j: number): void {
  const { S, R } = state;
  const p = i * STRIDE;
  const q = j * STRIDE;
  const o = state.count * STRIDE;
  const noise = FLAT * ROUNDING * Math.max(R[SIZE], R[OFFSET]);
  if (!fitCircle(state, i, j) || R[LENGTH] > SHORT) return;
  const mx = R[MX];
  const my = R[MY];
  const miss = Math.max(R[MODEL] - noise, 0) + STEADY * S[p + MISS] * R[LENGTH];
  let least = Math.min(S[p + NX] * mx + S[p + NY] * my, S[q + NX] * mx + S[q + NY] * my);
  S[o + NX] = -mx;
  S[o + NY] = -my;
  if (makeUnit(state, state.count) && isBetween(state, state.count, i, j)) least = -R[LENGTH];
  const end = Math.min(S[p + H], S[q + H]);
  S[p + BOUND] = Math.max(S[p + BOUND], Math.min(end, R[RHO] + least + noise - miss));
}
