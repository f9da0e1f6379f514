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
import type { ConvexShape } from "../shapes/shape.ts";
import { chordDirection, isBetween } from "./directions.ts";
import type { Samples } from "./samples.ts";
import { isEllipse } from "./sampling.ts";

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { ROUNDING, STRIDE, NX, NY, VX, VY, H, BOUND, MISS, EXTENT, RHO } = samples;

/** Arcs of a custom support function that look like a circle's; see round_arcs.ts. */
export interface RoundArcs {
  /** Chooses a direction, for slot k, that divides such an arc. Returns false for other arcs. */
  divide(state: Samples, k: number, i: number, j: number): boolean;
  /** Compares the new sample k with the circle through the samples i and j on either side of it. */
  judge(state: Samples, i: number, k: number, j: number): void;
  /** Raises the bound of the arc from sample i to the next one, j, by the circle through both. */
  bound(state: Samples, i: number, j: number): void;
}

/** Set once there is a custom support function. The arcs of ellipses are known exactly. */
export let arcs: RoundArcs | null = null;

/** Attaches the code for arcs that look round, which samples may have from now on. */
export function attachArcs(code: RoundArcs): void {
  arcs = code;
}

/** Writes the lower bound of h on the arc from sample i to the next one. */
export function boundArc(state: Samples, i: number): void {
  const { S, R } = state;
  const j = state.next[i];
  const k = state.count;
  const p = i * STRIDE;
  const o = k * STRIDE;
  const end = Math.min(S[p + H], S[j * STRIDE + H]);
  S[p + BOUND] = end;
  R[RHO] = 0;
  if (!(chordDirection(state, k, i, j) && isBetween(state, k, i, j))) return;
  S[p + BOUND] = Math.min(end, S[o + NX] * S[p + VX] + S[o + NY] * S[p + VY]);
  if (state.rolling) boundRolling(state, i, j);
  if (state.custom && S[p + MISS] >= 0) arcs!.bound(state, i, j);
}

/** Writes the lower bounds of all arcs. */
export function boundAll(state: Samples): void {
  let k = 0;
  do {
    boundArc(state, k);
    k = state.next[k];
  } while (k !== 0);
}

/**
 * Raises the bound of the arc from i to j: takes a disk of radius ρ off C ("rolls it off"), bounds
 * what remains, and adds ρ again.
 */
function boundRolling(state: Samples, i: number, j: number): void {
  const { S, R } = state;
  const k = state.count;
  const p = i * STRIDE;
  const o = k * STRIDE;
  const end = Math.min(S[p + H], S[j * STRIDE + H]);
  // First with the full ρ. If the chord then passes the origin on the wrong side (d < 0), once more
  // with ρ = the bound so far.
  const safe = S[p + BOUND];
  for (let attempt = 0; attempt < 2; attempt++) {
    R[RHO] = safe;
    if (attempt === 0) {
      rollDisks(state, i, j);
      R[RHO] = Math.min(R[RHO], end);
    }
    const rho = R[RHO];
    S[p + BOUND] = end;
    if (!(chordDirection(state, k, i, j) && isBetween(state, k, i, j))) return;
    const x = S[p + VX] - rho * S[p + NX];
    const y = S[p + VY] - rho * S[p + NY];
    const d = S[o + NX] * x + S[o + NY] * y;
    S[p + BOUND] = Math.min(end, d + rho);
    if (d >= -ROUNDING * R[EXTENT]) return;
  }
}

/**
 * RHO = a lower bound of C's radius of curvature between the directions i and j: the sum of A's and
 * B's.
 */
export function rollDisks(state: Samples, i: number, j: number): void {
  state.R[RHO] = 0;
  rollEllipse(state, state.a!, i, j, 0);
  rollEllipse(state, state.b!, i, j, 4);
}

/**
 * Adds the least radius of curvature of an ellipse. With half axes a >= b and g = |(a u_a, b u_b)|
 * / a for a direction u in the ellipse's frame, ρ = b²/a / g³. It is least where g is greatest: at
 * an end of the arc, or on the long axis (g = 1).
 *
 * The (cos, sin) of a pose is a unit vector only to rounding, and a moved ellipse has several
 * poses. Together they make u √kk times as long, and ρ too.
 */
function rollEllipse(state: Samples, shape: ConvexShape, i: number, j: number, pose: number): void {
  if (!isEllipse(shape)) return;
  const { S, R, P } = state;
  let c = P[pose + 2], s = P[pose + 3], kk = c * c + s * s;
  const p = i * STRIDE, q = j * STRIDE;
  let ix = c * S[p + NX] + s * S[p + NY], iy = c * S[p + NY] - s * S[p + NX];
  let jx = c * S[q + NX] + s * S[q + NY], jy = c * S[q + NY] - s * S[q + NX];
  let inner = shape;
  for (; inner.placed !== null; inner = inner.placed.shape) {
    c = inner.placed.pose.cos;
    s = inner.placed.pose.sin;
    kk *= c * c + s * s;
    const x = ix, u = jx;
    ix = c * x + s * iy;
    iy = c * iy - s * x;
    jx = c * u + s * jy;
    jy = c * jy - s * u;
  }
  const rx = inner.record[HALF_AXES], ry = inner.record[HALF_AXES + 1];
  const isLong = rx >= ry;
  const a = isLong ? rx : ry, b = isLong ? ry : rx;
  // Components along and across the long axis. The two across may both have the wrong sign, which
  // does not matter here.
  const ia = isLong ? ix : iy, ib = isLong ? iy : ix;
  const ja = isLong ? jx : jy, jb = isLong ? jy : jx;
  const r = b / a;
  const gi = (ia * ia + r * ib * (r * ib)) / kk;
  const gj = (ja * ja + r * jb * (r * jb)) / kk;
  const gg = ib > 0 === jb > 0 ? Math.max(gi, gj) : 1;
  // Smaller by a few roundings, to remain a lower bound.
  R[RHO] += (1 - 1e-15) * Math.sqrt(kk) * b * r / (gg * Math.sqrt(gg));
}
