/**
 * Lower bounds of h on the arc of directions from one sample, i, to the next, j.
 *
 * On that arc h(n) >= max(n·v_i, n·v_j). Each of the two terms is concave where it is positive, so
 * their maximum is least at an end of the arc or where both are equal: at the normal of the chord.
 *
 * If the boundary's radius of curvature is at least ρ, C is the Minkowski sum of a smaller convex
 * set and a disk of radius ρ. The chord of the smaller set, moved outward by ρ, lies closer to the
 * boundary and gives a better bound, as long as the reasoning above holds for the smaller set too.
 * The radius of curvature of an ellipse is known. An arc of a custom support function may look like
 * a circle's, which gives another bound: see round_arcs.ts.
 *
 * @module
 */
import * as samples from "./samples.ts";
import { HALF_AXES } from "../shapes/record.ts";
import { turned, turnToOriginal } from "../shapes/support.ts";
import { chordBetween } from "./directions.ts";
import type { roundArcs } from "./round_arcs.ts";
import type { Core, Query, Sample } from "./samples.ts";

const { max, min, sqrt } = Math;

const { ROUNDING } = samples;

/**
 * The code for arcs that look round, once there is a custom support function. The arcs of ellipses
 * are known exactly.
 */
export let arcs: typeof roundArcs | null = null;

/** Attaches that code. */
export function attachArcs(code: typeof roundArcs): void {
  arcs = code;
}

/** Writes the lower bounds of all arcs. */
export function boundAll(query: Query): void {
  const first = query.pool[0];
  let i = first;
  do {
    boundArc(query, i);
    i = i.next;
  } while (i !== first);
}

/** Writes the lower bound of h on the arc from sample i to the next one. */
export function boundArc(query: Query, i: Sample): void {
  const end = min(i.h, i.next.h);
  boundChord(query, i);
  const chord = i.bound;
  if (chord >= end) return;
  if (query.rolling) {
    // First with the full ρ. If the chord then passes the origin on the wrong side, once more with ρ
    // = the bound so far.
    rollDisks(query, i);
    query.rho = min(query.rho, end);
    if (!boundChord(query, i)) {
      query.rho = chord;
      boundChord(query, i);
    }
    query.rho = 0;
  }
  if (query.custom && i.miss >= 0) arcs!.bound(query, i);
}

/**
 * Takes disks of radius ρ off the arc from i to the next sample ("rolls them off"), bounds what
 * remains by its chord, and adds ρ again. Returns false if the chord passes the origin on the wrong
 * side (d < 0).
 */
function boundChord(query: Query, i: Sample): boolean {
  const k = query.fresh, j = i.next, { rho } = query;
  const end = min(i.h, j.h);
  i.bound = end;
  if (!chordBetween(query, k, i, j)) return true;
  const d = k.nx * (i.vx - rho * i.nx) + k.ny * (i.vy - rho * i.ny);
  i.bound = min(end, d + rho);
  return d >= -ROUNDING * query.extent;
}

/** ρ = a lower bound of C's radius of curvature between sample i and the next one: the sum of A's and B's. */
export function rollDisks(query: Query, i: Sample): void {
  query.rho = 0;
  if (query.a.isEllipse) rollEllipse(query, query.a, i, i.next);
  if (query.b.isEllipse) rollEllipse(query, query.b, i, i.next);
}

/**
 * Adds the least radius of curvature of an ellipse. With half axes a >= b and g = |(a u_a, b u_b)|
 * / a for a direction u in the ellipse's frame, ρ = b²/a / g³. It is least where g is greatest: at
 * an end of the arc, or on the long axis (g = 1).
 *
 * The (cos, sin) of a pose is a unit vector only to rounding, and a moved ellipse has several
 * poses. Together they make u √kk times as long, and ρ too.
 */
function rollEllipse(query: Query, core: Core, i: Sample, j: Sample): void {
  const { shape, cos: c, sin: s } = core;
  turned.ux = c * i.nx + s * i.ny;
  turned.uy = c * i.ny - s * i.nx;
  turned.vx = c * j.nx + s * j.ny;
  turned.vy = c * j.ny - s * j.nx;
  turned.kk = c * c + s * s;
  const { record } = turnToOriginal(shape);
  const { ux, uy, vx, vy, kk } = turned, rx = record[HALF_AXES], ry = record[HALF_AXES + 1];
  const isLong = rx >= ry, a = isLong ? rx : ry, b = isLong ? ry : rx, r = b / a;
  // Components along and across the long axis. The two across may both have the wrong sign, which
  // does not matter here.
  const ua = isLong ? ux : uy, ub = isLong ? uy : ux;
  const va = isLong ? vx : vy, vb = isLong ? vy : vx;
  const gu = (ua * ua + r * ub * (r * ub)) / kk, gv = (va * va + r * vb * (r * vb)) / kk;
  const gg = ub > 0 === vb > 0 ? max(gu, gv) : 1;
  // Smaller by a few roundings, to remain a lower bound.
  query.rho += (1 - 1e-15) * sqrt(kk) * b * r / (gg * sqrt(gg));
}
