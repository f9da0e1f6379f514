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
import { circle, fitCircle, isBetween, leastOnCircle } from "./directions.ts";
import type { Query, Sample } from "./samples.ts";
import { makeUnit } from "./sampling.ts";

const { max, min, sqrt } = Math;

const { ROUNDING, FLAT } = samples;

/** The support points of an arc miss a circle by at most this many times as much as a sample inside it. */
const STEADY = 64;
/** An arc looks round if its end points miss the circle by less than this fraction of the circle's chord. */
const ROUND = 0.125;
/** A longer arc, in radians, may have a side between its samples that is worth finding. */
const SHORT = 0.1;
/** A depth depends little on the direction if the circle's center is this close to the origin, in radii. */
const CENTRIC = 0.25;
/** Where a sample divides an arc: at a fraction where no regular shape has a vertex or an edge. */
const GOLDEN = 0.6180339887498949;

/** What `convex` attaches. (A namespace import in its place would stay in every bundle.) */
export const roundArcs = { divide, judge, bound };

/** |n_j - n_i|, and by how much each of the two support points misses the circle. */
class Arc {
  length = NaN;
  miss = NaN;
}
const arc = /* @__PURE__ */ new Arc();

/**
 * Whether the arc from i to j is round, and the circle m + ρ n fitted to it has its center near the
 * origin. If the center is not near, a minimum of h is easily found.
 */
function isRound(i: Sample, j: Sample): boolean {
  fitCircle(i, j);
  const { rho, mx, my } = circle, most = CENTRIC * rho;
  const dx = j.nx - i.nx, dy = j.ny - i.ny;
  const rx = (j.vx - i.vx) - rho * dx, ry = (j.vy - i.vy) - rho * dy;
  arc.length = sqrt(dx * dx + dy * dy);
  arc.miss = 0.5 * sqrt(rx * rx + ry * ry);
  return rho > 0 && arc.miss < ROUND * rho * arc.length && mx * mx + my * my < most * most;
}

/** Chooses a direction, for sample k, that divides a round arc. Returns false for other arcs. */
function divide(query: Query, k: Sample, i: Sample, j: Sample): boolean {
  if (!isRound(i, j)) return false;
  k.nx = i.nx + GOLDEN * (j.nx - i.nx);
  k.ny = i.ny + GOLDEN * (j.ny - i.ny);
  query.golden = makeUnit(k) && isBetween(k, i, j);
  return query.golden;
}

/**
 * Compares the new sample k with the circle through the samples i and j on either side of it. If the
 * arc was divided at GOLDEN, a ratio that has nothing to do with its shape, the sample represents
 * the arc. Any other sample can only refute an earlier comparison.
 */
function judge(query: Query, i: Sample, k: Sample, j: Sample): void {
  fitCircle(i, j);
  const { rho, mx, my } = circle, noise = noiseOf(query);
  const x = k.vx - rho * k.nx - mx, y = k.vy - rho * k.ny - my;
  const miss = sqrt(x * x + y * y);
  if (query.golden) i.miss = miss <= noise ? 0 : miss;
  else if (i.miss >= 0 && !(miss <= max(noise, STEADY * i.miss))) i.miss = -1;
  k.miss = i.miss;
}

/**
 * Raises the bound of the arc from sample i to the next one by the circle through both. ρ + n·m is
 * least at n = -m/|m| or at an end. f differs from the circle's by at most STEADY times the miss of
 * the samples, and h, its integral from the nearer end, by at most that times half of the arc.
 */
function bound(query: Query, i: Sample): void {
  const k = query.fresh, j = i.next;
  if (!isRound(i, j) || arc.length > SHORT) return;
  const { rho, mx, my } = circle, noise = noiseOf(query);
  const miss = max(arc.miss - noise, 0) + STEADY * i.miss * arc.length;
  const least = leastOnCircle(k) && isBetween(k, i, j)
    ? circle.h
    : rho + min(i.nx * mx + i.ny * my, j.nx * mx + j.ny * my);
  i.bound = max(i.bound, min(i.h, j.h, least + noise - miss));
}

/** The rounding of support points. */
function noiseOf(query: Query): number {
  return FLAT * ROUNDING * max(query.size, query.offset);
}
