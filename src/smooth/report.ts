/**
 * The answer of a query, from its samples.
 *
 * @module
 */
import type { Vec2 } from "../math/vec2.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { SIGNED } from "../query/attached.ts";
import type { Feature } from "../query/result.ts";
import type { Query, Sample } from "./samples.ts";

const { max, min } = Math;

/** The answer for cores that overlap, if that is enough to know. */
export function reportInside(query: Query): void {
  const { result } = query, first = query.pool[0];
  result.status = "overlapping";
  result.distance = 0;
  result.normal.x = first.nx + 0;
  result.normal.y = first.ny + 0;
  commonPoint(query, result.pointA);
  result.pointB.x = result.pointA.x;
  result.pointB.y = result.pointA.y;
  finish(query, first, first);
}

/** The answer for the least h. */
export function reportLeast(query: Query): void {
  const { best, lo: p, hi: q, result } = query, { nx, ny } = best, { pointA, pointB } = result;
  const ra = query.a.shape.radius, rb = query.b.shape.radius;
  // On a flat between the samples p and q, the witness point is l p + m q with l + m = 1 and f = 0.
  const fp = nx * p.vy - ny * p.vx, fq = nx * q.vy - ny * q.vx;
  const m = p === q ? 0 : min(max(fp / (fp - fq), 0), 1), l = 1 - m;
  const ax = l * p.a.x + m * q.a.x, ay = l * p.a.y + m * q.a.y;
  const bx = l * p.b.x + m * q.b.x, by = l * p.b.y + m * q.b.y;
  // The least h of all samples decides the class. The best sample's own h may be larger by
  // rounding, but agrees with its points, so it is reported if it gives the same class.
  let s = 0 - query.least;
  const e = 0 - best.h;
  if (s > ra + rb ? e > ra + rb : s < ra + rb && e < ra + rb) s = e;
  const d = s - (ra + rb);
  // No -0.
  result.normal.x = nx + 0;
  result.normal.y = ny + 0;
  if (query.mode !== SIGNED && d <= 0) {
    // One common point on the line between the cores' witness points: at most r_A from A's, r_B
    // from B's.
    const t = s > 0 ? min(max(0.5 * (ra + s - rb) / s, 0), 1) : 0.5;
    pointA.x = ax + t * (bx - ax);
    pointA.y = ay + t * (by - ay);
    pointB.x = pointA.x;
    pointB.y = pointA.y;
    result.distance = 0;
  } else {
    pointA.x = ax + ra * nx;
    pointA.y = ay + ra * ny;
    pointB.x = bx - rb * nx;
    pointB.y = by - rb * ny;
    result.distance = d;
  }
  result.status = query.exhausted
    ? "exhausted"
    : d > 0
    ? "separated"
    : d < 0
    ? "overlapping"
    : "touching";
  finish(query, p, q);
}

/**
 * Brings the witness points into the world, and names the features by the samples p and q on either
 * side of them.
 */
function finish(query: Query, p: Sample, q: Sample): void {
  const { originX: x, originY: y, result } = query, { pointA, pointB } = result;
  pointA.x += x;
  pointA.y += y;
  pointB.x += x;
  pointB.y += y;
  setFeature(query.a.shape, p.a.i, q.a.i, result.featureA);
  setFeature(query.b.shape, p.b.i, q.b.i, result.featureB);
  result.iterations = query.evaluations;
}

/**
 * A point of both cores, for an origin inside the polygon of samples. The line through the origin
 * along the best direction n crosses the polygon's boundary at two points: g = l v_i + m v_j on one
 * edge, with n·g = G > 0, and e on another, with n·e = -E < 0. The origin divides the segment
 * between them in the ratio G : E. The same weights applied to the support points on A, or to those
 * on B, give the common point. Because the line follows the shortest way out, slivers do no harm.
 */
function commonPoint(query: Query, out: Vec2): void {
  const { nx, ny } = query.best, first = query.pool[0];
  let G = -Infinity, E = -Infinity, gx = 0, gy = 0, ex = 0, ey = 0;
  let i = first;
  do {
    const p = i, q = i.next;
    i = q;
    // Coordinates along t, which is n turned left. Counter-clockwise edges on the side of n cross
    // the line from right to left.
    const fp = nx * p.vy - ny * p.vx, fq = nx * q.vy - ny * q.vx;
    if (!(fp <= 0 && fq >= 0) && !(fp >= 0 && fq <= 0)) continue;
    const m = fp === fq ? 0 : fp / (fp - fq), l = 1 - m;
    const g = l * (nx * p.vx + ny * p.vy) + m * (nx * q.vx + ny * q.vy);
    // The mean of the points on A and on B, which differ by rounding.
    const x = 0.5 * (l * (p.a.x + p.b.x) + m * (q.a.x + q.b.x));
    const y = 0.5 * (l * (p.a.y + p.b.y) + m * (q.a.y + q.b.y));
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
  } while (i !== first);
  const k = max(G, 0) / (max(G, 0) + max(E, 0));
  out.x = gx + k * (ex - gx);
  out.y = gy + k * (ey - gy);
}

/** The feature from the vertex indices of the samples on either side of the witness point. */
function setFeature(shape: ConvexShape, i: number, j: number, out: Feature): void {
  const isEdge = i !== j && (j === i + 1 || (j === 0 && i === shape.count - 1));
  out.type = shape.support !== null ? "support" : isEdge ? "edge" : "vertex";
  out.i = i;
  out.j = isEdge ? j : i;
}
