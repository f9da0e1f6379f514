/**
 * The answer of a query, from its samples.
 *
 * @module
 */
import * as samples from "./samples.ts";
import type { Vec2 } from "../math/vec2.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { SIGNED } from "../query/attached.ts";
import type { DistanceResult, Feature } from "../query/result.ts";
import type { Samples } from "./samples.ts";

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { STRIDE, NX, NY, VX, VY, AX, AY, BX, BY, H, LEAST, ORIGIN } = samples;

/**
 * Writes the result. `measured` says whether the least h is known, or only that the cores overlap.
 */
export function report(
  state: Samples,
  a: ConvexShape,
  b: ConvexShape,
  measured: boolean,
): DistanceResult {
  const out = state.result;
  const { S, P } = state;
  const { normal, pointA, pointB, featureA, featureB } = out;
  out.iterations = state.evaluations;
  if (!measured) {
    out.status = "overlapping";
    out.distance = 0;
    normal.x = S[NX] + 0;
    normal.y = S[NY] + 0;
    commonPoint(state, pointA);
    pointB.x = pointA.x;
    pointB.y = pointA.y;
    setFeature(a, state.ia[0], state.ia[0], featureA);
    setFeature(b, state.ib[0], state.ib[0], featureB);
  } else {
    const o = state.best * STRIDE;
    const nx = S[o + NX];
    const ny = S[o + NY];
    // On a flat between the samples p and q, the witness point is l p + m q with l + m = 1 and f =
    // 0.
    const p = state.lo;
    const q = state.hi;
    const fp = nx * S[p * STRIDE + VY] - ny * S[p * STRIDE + VX];
    const fq = nx * S[q * STRIDE + VY] - ny * S[q * STRIDE + VX];
    const m = p === q ? 0 : Math.min(Math.max(fp / (fp - fq), 0), 1);
    const l = 1 - m;
    const u = p * STRIDE;
    const v = q * STRIDE;
    const ra = a.radius;
    const rb = b.radius;
    // The least h of all samples decides the class. The best sample's own h may be larger by
    // rounding, but agrees with its points, so it is reported if it gives the same class.
    let s = 0 - state.R[LEAST];
    const e = 0 - S[o + H];
    if (s > ra + rb ? e > ra + rb : s < ra + rb && e < ra + rb) s = e;
    const d = s - (ra + rb);
    // No -0.
    normal.x = nx + 0;
    normal.y = ny + 0;
    const ax = l * S[u + AX] + m * S[v + AX];
    const ay = l * S[u + AY] + m * S[v + AY];
    const bx = l * S[u + BX] + m * S[v + BX];
    const by = l * S[u + BY] + m * S[v + BY];
    if (state.mode !== SIGNED && d <= 0) {
      // One common point on the line between the cores' witness points: at most r_A from A's, r_B
      // from B's.
      const t = s > 0 ? Math.min(Math.max(0.5 * (ra + s - rb) / s, 0), 1) : 0.5;
      pointA.x = ax + t * (bx - ax);
      pointA.y = ay + t * (by - ay);
      pointB.x = pointA.x;
      pointB.y = pointA.y;
      out.distance = 0;
    } else {
      pointA.x = ax + ra * nx;
      pointA.y = ay + ra * ny;
      pointB.x = bx - rb * nx;
      pointB.y = by - rb * ny;
      out.distance = d;
    }
    out.status = state.exhausted
      ? "exhausted"
      : d > 0
      ? "separated"
      : d < 0
      ? "overlapping"
      : "touching";
    setFeature(a, state.ia[p], state.ia[q], featureA);
    setFeature(b, state.ib[p], state.ib[q], featureB);
  }
  pointA.x += P[ORIGIN];
  pointA.y += P[ORIGIN + 1];
  pointB.x += P[ORIGIN];
  pointB.y += P[ORIGIN + 1];
  return out;
}

/**
 * A point of both cores, for an origin inside the polygon of samples. The line through the origin
 * along the best direction n crosses the polygon's boundary at two points: g = l v_i + m v_j on one
 * edge, with n·g = G > 0, and e on another, with n·e = -E < 0. The origin divides the segment
 * between them in the ratio G : E. The same weights applied to the support points on A, or to those
 * on B, give the common point. Because the line follows the shortest way out, slivers do no harm.
 */
function commonPoint(state: Samples, out: Vec2): void {
  const { S } = state;
  const o = state.best * STRIDE;
  const nx = S[o + NX];
  const ny = S[o + NY];
  let G = -Infinity;
  let E = -Infinity;
  let gx = 0;
  let gy = 0;
  let ex = 0;
  let ey = 0;
  let i = 0;
  do {
    const j = state.next[i];
    const p = i * STRIDE;
    const q = j * STRIDE;
    // Coordinates along t, which is n turned left. Counter-clockwise edges on the side of n cross
    // the line from right to left.
    const fi = nx * S[p + VY] - ny * S[p + VX];
    const fj = nx * S[q + VY] - ny * S[q + VX];
    i = j;
    if (!(fi <= 0 && fj >= 0) && !(fi >= 0 && fj <= 0)) continue;
    const m = fi === fj ? 0 : fi / (fi - fj);
    const l = 1 - m;
    const g = l * (nx * S[p + VX] + ny * S[p + VY]) + m * (nx * S[q + VX] + ny * S[q + VY]);
    // The mean of the points on A and on B, which differ by rounding.
    const x = 0.5 * (l * (S[p + AX] + S[p + BX]) + m * (S[q + AX] + S[q + BX]));
    const y = 0.5 * (l * (S[p + AY] + S[p + BY]) + m * (S[q + AY] + S[q + BY]));
    if (g > G) {
      G = g;
      gx = x;
      gy = y;
    }
    if (-g > E) {
      E = -g;
      ex = x;
      ey = y;
    }
  } while (i !== 0);
  const k = Math.max(G, 0) / (Math.max(G, 0) + Math.max(E, 0));
  out.x = gx + k * (ex - gx);
  out.y = gy + k * (ey - gy);
}

/** The feature from the vertex indices of the samples on either side of the witness point. */
function setFeature(shape: ConvexShape, i: number, j: number, out: Feature): void {
  out.i = i;
  out.j = j;
  if (shape.support !== null) {
    out.type = "support";
    return;
  }
  const isEdge = i !== j && (j === i + 1 || (j === 0 && i === shape.count - 1));
  if (!isEdge) out.j = i;
  out.type = isEdge ? "edge" : "vertex";
}
