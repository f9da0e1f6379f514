/**
 * The reference for casts: a ray against the explicit Minkowski difference, in integers. It shares
 * no code with `src/`.
 *
 * C is the hull of all a - b. C_R is the union of C, a disk of radius R around every vertex, and a
 * strip of width R along every edge. The ray t d enters the union when it first enters one of
 * these. So for a start outside, the answer is the least non-negative entry time.
 *
 * @module
 */
import { isqrt, lowExponent, scaled, toNumber } from "./dyadic.ts";
import {
  type Core,
  exactHull,
  mergeHulls,
  negate,
  type Point,
  type Transform,
  worldExponent,
  worldPoints,
} from "./exact.ts";

/** Number of binary places of a fraction. */
const K = 220n;

/** Exact answer of a cast. */
export interface ExactCast {
  /** Whether the shapes are no further apart than the target at the start. */
  start: boolean;
  /** Whether they come that close within the motion; exact. */
  hit: boolean;
  /** Fraction of the motion until then, as the nearest double; 0 if they start that close. */
  fraction: number;
  /** The same times 2^220, rounded down. */
  fixed: bigint;
}

/** Casts B along `d` against A, until they are `target` apart. */
export function exactCast(
  a: Readonly<Core>,
  ta: Readonly<Transform>,
  b: Readonly<Core>,
  tb: Readonly<Transform>,
  d: Readonly<Point>,
  target = 0,
): ExactCast {
  let e = Math.min(worldExponent(a.points, ta), worldExponent(b.points, tb));
  for (const v of [a.radius, b.radius, d.x, d.y, target]) e = Math.min(e, lowExponent(v));
  const pa = worldPoints(a.points, ta, e), pb = worldPoints(b.points, tb, e);
  const { x, y } = mergeHulls(exactHull(pa), negate(exactHull(pb)));
  const n = x.length;
  const R = scaled(a.radius, e) + scaled(b.radius, e) + scaled(target, e);
  const dx = scaled(d.x, e), dy = scaled(d.y, e);
  const RR = R * R;
  const dd = dx * dx + dy * dy;

  // The start: inside C, or within R of a vertex or an edge.
  let inside = n > 2;
  let near = false;
  for (let i = 0; i < n; i++) {
    const k = i + 1 < n ? i + 1 : 0;
    const ex = x[k] - x[i];
    const ey = y[k] - y[i];
    const c = ey * x[i] - ex * y[i]; // >= 0: the origin is on the inner side
    if (c < 0n) inside = false;
    if (x[i] * x[i] + y[i] * y[i] <= RR) near = true;
    const t = -(x[i] * ex + y[i] * ey);
    const ee = ex * ex + ey * ey;
    if (t >= 0n && t <= ee && ee > 0n && c * c <= RR * ee) near = true;
  }
  if (inside || near) return { start: true, hit: true, fraction: 0, fixed: 0n };
  const none: ExactCast = { start: false, hit: false, fraction: NaN, fixed: 0n };
  if (dd === 0n) return none;

  let best: bigint | null = null;
  const consider = (num: bigint, den: bigint): void => {
    // num / den >= 0 with den > 0
    if (num < 0n || num > den) return;
    const t = (num << K) / den;
    if (best === null || t < best) best = t;
  };
  for (let i = 0; i < n; i++) {
    const k = i + 1 < n ? i + 1 : 0;
    // The disk: t = (d·v - √D) / d·d, D = R² d·d - (d x v)².
    const cross = dx * y[i] - dy * x[i];
    const disc = RR * dd - cross * cross;
    if (disc >= 0n) {
      const root = isqrt(disc << (2n * K));
      consider(((dx * x[i] + dy * y[i]) << K) - root, dd << K);
    }
    // The edge, offset by R: t = (s x e + R |e|) / (d x e), if the ray enters there.
    const ex = x[k] - x[i];
    const ey = y[k] - y[i];
    const den = dx * ey - dy * ex;
    if (den >= 0n) continue;
    const length = isqrt((ex * ex + ey * ey) << (2n * K));
    const num = ((x[i] * ey - y[i] * ex) << K) + R * length;
    if (num > 0n) continue;
    // The foot of t d on the edge: (t d - s)·e in [0, e·e].
    const foot = -num * (dx * ex + dy * ey) + (den << K) * (x[i] * ex + y[i] * ey);
    const whole = (-den << K) * (ex * ex + ey * ey);
    if (foot < 0n || foot > whole) continue;
    consider(-num, -den << K);
  }
  if (best === null) return none;
  return { start: false, hit: true, fraction: toNumber(best, -Number(K)), fixed: best };
}

/** |x - exact fraction| in units of 2^-52. */
export function fractionError(x: number, exact: ExactCast): number {
  const difference = scaled(x, -1100) - (exact.fixed << (1100n - K));
  return Math.abs(toNumber(difference, -1100)) * 2 ** 52;
}
