/**
 * Contact manifolds by brute force in 256 binary places: every edge of either core is tried as reference
 * against every vertex of the other, every edge as incident, and the clipping is done by the definition.
 * It shares nothing with the library but the definition itself.
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

/** Core points where the pose puts them. */
function place({ points }: Core, { x, y, cos, sin }: Transform): Point[] {
  const [c, s] = [fixed(cos), fixed(sin)];
  return points.map((p) => [
    mul(c, fixed(p.x)) - mul(s, fixed(p.y)) + fixed(x),
    mul(s, fixed(p.x)) + mul(c, fixed(p.y)) + fixed(y),
  ]);
}

/** Edges as start and end, counter-clockwise; those of a segment are there and back. */
function edgesOf(points: readonly Point[]): [Point, Point][] {
  if (points.length === 1) return [];
  return points.map((p, k) => [p, points[(k + 1) % points.length]]);
}

/** Unit outward normal of an edge. */
function normalOf([p, q]: readonly [Point, Point]): Point {
  const [x, y] = minus(q, p);
  return unit([y, -x]);
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
  /** Points that are dropped for their separation alone. */
  dropped: number[];
}

/**
 * All manifolds that are right, up to `slack` (a length): several where edges are equally good as reference
 * or as incident edge.
 */
export function referenceManifolds(
  a: Core,
  poseA: Transform,
  b: Core,
  poseB: Transform,
  margin: number,
  slack: number,
): ReferenceManifold[] {
  const A = place(a, poseA);
  const B = place(b, poseB);
  const [ra, rb] = [fixed(a.radius), fixed(b.radius)];
  const limit = fixed(margin);
  const eps = fixed(slack);
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

  /** Clips every incident edge that is as antiparallel as any, and a lone point as it is. */
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
      // An incident edge across the reference has its ends in one place: one of them, or both.
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

  // 2. Cores apart: the closest of all vertex pairs and of all vertices beside an edge of the other core.
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
        const distance = dot(N, minus(v, edge[0]));
        const t = dot(e, minus(v, edge[0]));
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
    const separation = distance - ra - rb;
    const N = distance === 0n ? [ONE, 0n] as const : unit(minus(q, p));
    const middle = along(p, mul(HALF, distance + ra - rb), N);
    const far = separation > limit;
    result.push({
      normal: { x: float(N[0]), y: float(N[1]) },
      points: far ? [] : [{
        x: float(middle[0]),
        y: float(middle[1]),
        separation: float(separation),
      }],
      dropped: far ? [float(separation)] : [],
    });
  }
  return result;
}
