/**
 * Contact manifolds by brute force with 256 binary places. Every edge of either core is tried as
 * the reference edge against every vertex of the other core, every edge as the incident edge, and
 * clipping follows the definition. It shares only the definition with the library.
 *
 * @module
 */
import { isqrt, scaled, toNumber } from "./dyadic.ts";
import type { Core, Transform } from "./exact.ts";

const BITS = 256n;
const ONE = 1n << BITS;
const HALF = ONE >> 1n;

type Point = readonly [bigint, bigint];

function fixed(x: number): bigint {
  return scaled(x, -256);
}
function mul(a: bigint, b: bigint): bigint {
  return (a * b) >> BITS;
}
function div(a: bigint, b: bigint): bigint {
  return (a << BITS) / b;
}
function float(x: bigint): number {
  return toNumber(x, -256);
}
function dot(p: Point, q: Point): bigint {
  return mul(p[0], q[0]) + mul(p[1], q[1]);
}
function minus(p: Point, q: Point): Point {
  return [p[0] - q[0], p[1] - q[1]];
}
function along(p: Point, t: bigint, d: Point): Point {
  return [p[0] + mul(t, d[0]), p[1] + mul(t, d[1])];
}
function unit(p: Point): Point {
  const length = isqrt(p[0] * p[0] + p[1] * p[1]);
  return [div(p[0], length), div(p[1], length)];
}

/** Core points in world coordinates. */
function place({ points }: Core, { x, y, cos, sin }: Transform): Point[] {
  const [c, s] = [fixed(cos), fixed(sin)];
  return points.map((p) => [
    mul(c, fixed(p.x)) - mul(s, fixed(p.y)) + fixed(x),
    mul(s, fixed(p.x)) + mul(c, fixed(p.y)) + fixed(y),
  ]);
}

/** Edges as start and end, counter-clockwise. A segment has two edges, there and back. */
function edgesOf(points: readonly Point[]): [Point, Point][] {
  if (points.length === 1) return [];
  return points.map((p, k) => [p, points[(k + 1) % points.length]]);
}

/** Unit outward normal of an edge. */
function normalOf([p, q]: readonly [Point, Point]): Point {
  const [x, y] = minus(q, p);
  return unit([y, -x]);
}

/** Edges count as parallel up to an angle with this tangent, 1/32. */
const PARALLEL = ONE >> 5n;

/**
 * Pairs of edges that leave p and q to the same side of N: how parallel they are, and where the
 * shorter one ends.
 */
function oppositeEnds(
  A: readonly Point[],
  p: Point,
  B: readonly Point[],
  q: Point,
  N: Point,
): { sine: bigint; tangent: bigint; ends: [Point, Point] }[] {
  const neighbours = (V: readonly Point[], v: Point): Set<Point> => {
    const k = V.indexOf(v), n = V.length;
    return n === 1 ? new Set() : new Set([V[(k + 1) % n], V[(k + n - 1) % n]]);
  };
  const T: Point = [-N[1], N[0]];
  const result: { sine: bigint; tangent: bigint; ends: [Point, Point] }[] = [];
  for (const p2 of neighbours(A, p)) {
    for (const q2 of neighbours(B, q)) {
      const [a, b] = [minus(p2, p), minus(q2, q)];
      const [ta, tb] = [dot(a, T), dot(b, T)];
      if (ta === 0n || tb === 0n || (ta > 0n) !== (tb > 0n)) continue;
      const [ua, ub] = [unit(a), unit(b)];
      const turn = mul(ua[0], ub[1]) - mul(ua[1], ub[0]), sine = turn < 0n ? -turn : turn;
      const cosine = dot(ua, ub);
      if (cosine <= 0n) continue;
      const length = (ta > 0n ? ta < tb : ta > tb) ? ta : tb;
      result.push({
        sine,
        tangent: div(sine, cosine),
        ends: [along(p, div(length, ta), a), along(q, div(length, tb), b)],
      });
    }
  }
  return result;
}

/** A contact point of the reference. */
export interface ReferencePoint {
  x: number;
  y: number;
  separation: number;
}

/** A manifold of the reference. */
export interface ReferenceManifold {
  normal: { x: number; y: number };
  points: ReferencePoint[];
  /** Separations of points that are dropped only because of them. */
  dropped: number[];
}

/**
 * All correct manifolds, up to `slack` (a length). There are several if edges are equally good as
 * reference or incident edge.
 */
export function referenceManifolds(
  a: Core,
  poseA: Transform,
  b: Core,
  poseB: Transform,
  margin: number,
  slack: number,
): ReferenceManifold[] {
  const A = place(a, poseA), B = place(b, poseB);
  const [ra, rb] = [fixed(a.radius), fixed(b.radius)];
  const limit = fixed(margin), eps = fixed(slack);
  const result: ReferenceManifold[] = [];

  const finish = (
    ends: readonly Point[],
    edge: readonly [Point, Point],
    rR: bigint,
    rI: bigint,
    flip: boolean,
  ): ReferenceManifold => {
    const N = normalOf(edge);
    const manifold: ReferenceManifold = {
      normal: { x: (flip ? -1 : 1) * float(N[0]), y: (flip ? -1 : 1) * float(N[1]) },
      points: [],
      dropped: [],
    };
    for (const end of ends) {
      const s = dot(N, minus(end, edge[0]));
      const separation = s - rR - rI;
      if (separation > limit) {
        manifold.dropped.push(float(separation));
        continue;
      }
      const [x, y] = along(end, mul(HALF, rR - rI - s), N);
      manifold.points.push({ x: float(x), y: float(y), separation: float(separation) });
    }
    return manifold;
  };

  /**
   * Clips every incident edge that is as antiparallel as any other, and takes a single point as it
   * is.
   */
  const clip = (
    edge: readonly [Point, Point],
    I: Point[],
    rR: bigint,
    rI: bigint,
    flip: boolean,
  ) => {
    const N = normalOf(edge);
    const [u0, u1] = edge;
    const e = minus(u1, u0);
    const ee = dot(e, e);
    const incident = edgesOf(I);
    const facing = incident.map((edge) => dot(normalOf(edge), N));
    const least = facing.reduce((x, y) => x < y ? x : y, ONE);
    const chosen = I.length === 1
      ? [[I[0], I[0]] as const]
      : incident.filter((_, k) => facing[k] <= least + eps);
    for (const [v, w] of chosen) {
      const place = (p: Point) => div(dot(e, minus(p, u0)), ee);
      const clamp = (t: bigint) => t < 0n ? 0n : t > ONE ? ONE : t;
      const [tv, tw] = [place(v), place(w)];
      const ends: Point[] = [];
      for (const t of [clamp(tv), clamp(tw)]) {
        const f = tv === tw ? 0n : div(t - tv, tw - tv);
        ends.push(along(v, f < 0n ? 0n : f > ONE ? ONE : f, minus(w, v)));
      }
      // An incident edge at right angles to the reference edge has both ends in one place: either
      // of them, or both, are correct.
      const across = tv - tw <= eps && tw - tv <= eps;
      const same = ends[0][0] === ends[1][0] && ends[0][1] === ends[1][1];
      const choices = across ? [[v], [w], [v, w]] : same ? [[ends[0]]] : [ends];
      for (const choice of choices) result.push(finish(choice, edge, rR, rI, flip));
    }
  };

  // 1. Separation of every edge, from the other core's nearest vertex.
  const candidates: { edge: [Point, Point]; separation: bigint; flip: boolean }[] = [];
  for (const [R, I, flip] of [[A, B, false], [B, A, true]] as const) {
    for (const edge of edgesOf(R)) {
      const N = normalOf(edge);
      let separation: bigint | null = null;
      for (const v of I) {
        const s = dot(N, minus(v, edge[0]));
        if (separation === null || s < separation) separation = s;
      }
      candidates.push({ edge, separation: separation!, flip });
    }
  }
  let best: bigint | null = null;
  for (const { separation } of candidates) {
    if (best === null || separation > best) best = separation;
  }

  if (best !== null && best <= 0n) {
    for (const { edge, separation, flip } of candidates) {
      if (separation < best - eps) continue;
      clip(edge, flip ? A : B, flip ? rb : ra, flip ? ra : rb, flip);
    }
    return result;
  }

  // 2. Cores apart: the closest pair of vertices, or of a vertex and an edge of the other core that
  //    it lies beside.
  let closest: bigint | null = null;
  const pairs: { distance: bigint; p: Point; q: Point }[] = [];
  for (const p of A) {
    for (const q of B) {
      const d = minus(q, p);
      const distance = isqrt(d[0] * d[0] + d[1] * d[1]);
      pairs.push({ distance, p, q });
      if (closest === null || distance < closest) closest = distance;
    }
  }
  const faces: { distance: bigint; edge: [Point, Point]; flip: boolean }[] = [];
  for (const [R, I, flip] of [[A, B, false], [B, A, true]] as const) {
    for (const edge of edgesOf(R)) {
      const N = normalOf(edge);
      const e = minus(edge[1], edge[0]);
      for (const v of I) {
        const distance = dot(N, minus(v, edge[0])), t = dot(e, minus(v, edge[0]));
        if (distance < 0n || t < 0n || t > dot(e, e)) continue;
        faces.push({ distance, edge, flip });
        if (distance < closest!) closest = distance;
      }
    }
  }
  const tried = new Set<unknown>();
  for (const { distance, edge, flip } of faces) {
    if (distance > closest! + eps || tried.has(edge)) continue;
    tried.add(edge);
    clip(edge, flip ? A : B, flip ? rb : ra, flip ? ra : rb, flip);
  }
  for (const { distance, p, q } of pairs) {
    if (distance > closest! + eps) continue;
    const N = distance === 0n ? [ONE, 0n] as const : unit(minus(q, p));
    const between = (p: Point, q: Point): [ReferencePoint, boolean] => {
      const s = dot(N, minus(q, p)), separation = s - ra - rb;
      const [x, y] = along(p, mul(HALF, s + ra - rb), N);
      return [{ x: float(x), y: float(y), separation: float(separation) }, separation > limit];
    };
    // If edges that begin there lie along each other, the end of the shorter one is a second point.
    // Several answers are right if two such pairs are equally parallel, or if it is too close to
    // call whether one is parallel enough.
    const opposite = distance === 0n ? [] : oppositeEnds(A, p, B, q, N);
    const least = opposite.reduce((x, { sine }) => sine < x ? sine : x, ONE);
    const ends: ([Point, Point] | null)[] = opposite
      .filter(({ sine, tangent }) => sine <= least + eps && tangent <= PARALLEL + eps)
      .map(({ ends }) => ends);
    if (ends.length !== 1 || least > PARALLEL - eps - eps - (PARALLEL >> 10n)) ends.push(null);
    for (const end of ends) {
      const [first, far] = between(p, q);
      const manifold: ReferenceManifold = {
        normal: { x: float(N[0]), y: float(N[1]) },
        points: far ? [] : [first],
        dropped: far ? [first.separation] : [],
      };
      if (end !== null && !far) {
        const [second, tooFar] = between(...end);
        if (tooFar) manifold.dropped.push(second.separation);
        else manifold.points.push(second);
      }
      result.push(manifold);
    }
  }
  return result;
}
