/**
 * Choices of the next direction to sample, for sample k, strictly between the directions of two
 * samples:
 *
 * - The normal of the chord between their support points halves an arc of smooth boundary and hits
 *   a flat exactly.
 * - The circle through their support points, with their normals, gives the root of f on a circular
 *   arc or at a vertex in one step. On any smooth boundary it converges like the secant method.
 * - A march is the longest step along which a chord proves that there is no smaller h. It closes
 *   the bounds around a minimum in few samples.
 * - The direction in the middle, if rounding leaves none of these.
 *
 * @module
 */
import * as samples from "./samples.ts";
import type { Query, Sample } from "./samples.ts";
import { makeUnit } from "./sampling.ts";

const { abs, max, sqrt } = Math;

const { GAP, ROUNDING } = samples;

/** Fraction of the provable step that a march takes, because boundaries are not quite circular. */
const MARCH = 0.9;

/**
 * Whether direction k is strictly to the left of i. Computed from their difference, which is exact
 * for nearby directions.
 */
export function isLeft(k: Sample, i: Sample): boolean {
  return i.nx * (k.ny - i.ny) - i.ny * (k.nx - i.nx) > 0;
}

/** Whether direction k is strictly to the left of i and to the right of j. */
export function isBetween(k: Sample, i: Sample, j: Sample): boolean {
  return isLeft(k, i) && j.nx * (k.ny - j.ny) - j.ny * (k.nx - j.nx) < 0;
}

/**
 * Outward normal of the chord between the support points i and j. If disks of radius ρ are rolled
 * off the arc, the chord's ends are v - ρ n.
 */
export function chordDirection(query: Query, k: Sample, i: Sample, j: Sample): boolean {
  const { rho } = query;
  k.nx = (j.vy - i.vy) - rho * (j.ny - i.ny);
  k.ny = (i.vx - j.vx) - rho * (i.nx - j.nx);
  return makeUnit(k);
}

/** The same if it lies between i and j. */
export function chordBetween(query: Query, k: Sample, i: Sample, j: Sample): boolean {
  return chordDirection(query, k, i, j) && isBetween(k, i, j);
}

/** The normal of the chord from i to j if it lies between them, else the direction in the middle. */
export function halve(query: Query, k: Sample, i: Sample, j: Sample): boolean {
  return chordBetween(query, k, i, j) || middleDirection(k, i, j);
}

/** The direction in the middle between i and j. Returns false if no double lies between them. */
export function middleDirection(k: Sample, i: Sample, j: Sample): boolean {
  k.nx = i.nx + j.nx;
  k.ny = i.ny + j.ny;
  return makeUnit(k) && isBetween(k, i, j);
}

/**
 * Direction from support point i of C to the origin. It is the optimum if that point is a vertex and
 * the closest point of C.
 */
export function vertexDirection(k: Sample, i: Sample): boolean {
  k.nx = -i.vx;
  k.ny = -i.vy;
  return makeUnit(k);
}

class Circle {
  mx = NaN;
  my = NaN;
  rho = NaN;
  /** The least h on it, found by `circleDirection`. */
  h = NaN;
}

/** The circle m + ρ n of the last `fitCircle`. */
export const circle: Circle = /* @__PURE__ */ new Circle();

/**
 * Fits the circle m + ρ n to the samples i and j. With d = n_j - n_i and e = v_j - v_i = ρ d,
 * ρ = e·d / d·d, and m is the middle between both v - ρ n.
 */
export function fitCircle(i: Sample, j: Sample): void {
  const dx = j.nx - i.nx, dy = j.ny - i.ny;
  const ed = (j.vx - i.vx) * dx + (j.vy - i.vy) * dy, dd = dx * dx + dy * dy;
  const rho = ed > 0 && dd > 0 ? ed / dd : 0;
  circle.rho = rho;
  circle.mx = 0.5 * ((i.vx + j.vx) - rho * (i.nx + j.nx));
  circle.my = 0.5 * ((i.vy + j.vy) - rho * (i.ny + j.ny));
}

/** Direction of the least h on the circle through i and j: h = ρ + n·m is least, ρ - |m|, at -m/|m|. */
export function circleDirection(k: Sample, i: Sample, j: Sample): boolean {
  fitCircle(i, j);
  return leastOnCircle(k);
}

/** The same for the last circle. */
export function leastOnCircle(k: Sample): boolean {
  k.nx = 0 - circle.mx;
  k.ny = 0 - circle.my;
  if (!makeUnit(k)) return false;
  circle.h = circle.rho - k.length;
  return true;
}

/**
 * The root of f between i and j on the circle through p and q, or else on that through i and j.
 * Returns false if neither has one there.
 */
export function rootDirection(k: Sample, i: Sample, j: Sample, p: Sample, q: Sample): boolean {
  return (circleDirection(k, p, q) && isBetween(k, i, j)) ||
    (circleDirection(k, i, j) && isBetween(k, i, j));
}

/**
 * From i or j, whichever is lower, the furthest direction into the arc between them for which the
 * chord of a circular boundary stays above the least h. The normal of a chord over an angle δ is δ/2
 * away. Rolling off disks of radius ρ lowers h and the target by ρ, and the chord's distance is then
 *
 *   h cos δ/2 + f sin δ/2  ~  h - h δ²/8 + f δ/2  =  target,   δ = 4 (f/2 + √(f²/4 + h (h - target) / 2)) / h.
 */
export function marchDirection(query: Query, k: Sample, i: Sample, j: Sample): boolean {
  const from = i.h <= j.h ? i : j, sign = from === i ? 1 : -1;
  const half = 0.5 * sign * from.f;
  const h = from.h - query.rho;
  const least = query.best.h;
  const above = from.h - least + (GAP * least + ROUNDING * query.extent);
  const root = sqrt(half * half + 0.5 * max(h, 0) * above);
  const step = half >= 0 ? 4 * (half + root) / h : 2 * above / (root - half);
  const delta = MARCH * step;
  // If the step covers most of the arc, the chord's normal is the better choice.
  if (!(delta > 0 && delta < 0.5 * (abs(j.nx - i.nx) + abs(j.ny - i.ny)))) return false;
  k.nx = from.nx - sign * delta * from.ny;
  k.ny = from.ny + sign * delta * from.nx;
  return makeUnit(k) && isBetween(k, i, j);
}
