/**
 * A deliberately simple implementation of the queries in plain doubles: every edge against every
 * vertex. It exists to prove that the validator accepts right answers and refuses wrong ones. It
 * keeps the contract on easy input only.
 *
 * @module
 */
import { type Core, hullOfDoubles, type Point, type Transform } from "./exact.ts";
import type { Api, DistanceLike, PenetrationLike } from "./validate.ts";

interface Axis {
  /** Signed distance of the cores. */
  value: number;
  n: Point;
  a: Point;
  b: Point;
}

function sub(p: Point, q: Point): Point {
  return { x: p.x - q.x, y: p.y - q.y };
}

function dot(p: Point, q: Point): number {
  return p.x * q.x + p.y * q.y;
}

function along(p: Point, d: Point, t: number): Point {
  return { x: p.x + d.x * t, y: p.y + d.y * t };
}

function place(core: Core, t: Transform): Point[] {
  return core.points.map((p) => ({
    x: t.x + t.cos * p.x - t.sin * p.y,
    y: t.y + t.sin * p.x + t.cos * p.y,
  }));
}

function edges(points: Point[]): [Point, Point][] {
  return points.length < 2 ? [] : points.map((p, i) => [p, points[(i + 1) % points.length]]);
}

function closestOnSegment(p: Point, [s, t]: [Point, Point]): Point {
  const e = sub(t, s);
  const k = dot(sub(p, s), e) / dot(e, e);
  return k <= 0 ? s : k >= 1 ? t : along(s, e, k);
}

/** Distance of p from the polygon, 0 inside. */
function outsideOf(p: Point, points: Point[]): number {
  let inside = points.length > 2;
  let best = Math.sqrt(dot(sub(p, points[0]), sub(p, points[0])));
  for (const edge of edges(points)) {
    const [s, t] = edge;
    if ((t.y - s.y) * (p.x - s.x) - (t.x - s.x) * (p.y - s.y) > 0) inside = false;
    const d = sub(p, closestOnSegment(p, edge));
    best = Math.min(best, Math.sqrt(dot(d, d)));
  }
  return inside ? 0 : best;
}

/**
 * The separating axis of the cores with the greatest separation, by trying all edges of both and
 * all vertex pairs.
 */
function bestAxis(a: Point[], b: Point[]): Axis {
  let deepest: Axis | null = null;
  let nearest: Axis | null = null;
  const consider = (axis: Axis): void => {
    if (nearest === null || axis.value < nearest.value) nearest = axis;
  };
  for (const [p, q, flip] of [[a, b, 1], [b, a, -1]] as const) {
    for (const edge of edges(p)) {
      const e = sub(edge[1], edge[0]);
      const length = Math.sqrt(dot(e, e));
      const n = { x: e.y / length, y: -e.x / length };
      const sep = Math.min(...q.map((v) => dot(n, sub(v, edge[0]))));
      const close = q.filter((v) => dot(n, sub(v, edge[0])) <= sep + 1e-13 * length);
      const pairs = close.map((v) => [along(v, n, -sep), v]);
      // Parallel edges: an end of this edge may face the interior of the other one.
      for (const v of edge) pairs.push([v, along(v, n, sep)]);
      pairs.sort((s, t) =>
        outsideOf(s[0], p) + outsideOf(s[1], q) - outsideOf(t[0], p) - outsideOf(t[1], q)
      );
      const [mine, other] = pairs[0];
      const axis = {
        value: sep,
        n: { x: n.x * flip, y: n.y * flip },
        a: flip > 0 ? mine : other,
        b: flip > 0 ? other : mine,
      };
      if (deepest === null || sep > (deepest as Axis).value) deepest = axis;
      for (const v of q) {
        const foot = closestOnSegment(v, edge);
        const d = sub(v, foot);
        const value = Math.sqrt(dot(d, d));
        if (value === 0) continue;
        // If the foot is inside the edge, the edge's normal is more accurate than the difference.
        const onEdge = dot(d, e) ** 2 <= 1e-24 * dot(d, d) * dot(e, e);
        const s = onEdge ? Math.sign(dot(d, n)) * flip : flip / value;
        consider({
          value,
          n: onEdge ? { x: n.x * s, y: n.y * s } : { x: d.x * s, y: d.y * s },
          a: flip > 0 ? foot : v,
          b: flip > 0 ? v : foot,
        });
      }
    }
  }
  if (a.length === 1 && b.length === 1) {
    const d = sub(b[0], a[0]);
    const value = Math.sqrt(dot(d, d));
    const n = value > 0 ? { x: d.x / value, y: d.y / value } : { x: 1, y: 0 };
    return { value, n, a: a[0], b: b[0] };
  }
  const overlap = deepest as Axis | null;
  if (overlap !== null && overlap.value <= 0) return overlap;
  return nearest ?? overlap!;
}

/** A common point of two overlapping shapes. */
function common(a: Core, ta: Transform, b: Core, tb: Transform): Point {
  const p = place(a, ta), q = place(b, tb);
  const axis = bestAxis(p, q);
  if (axis.value > 0) {
    // Cores apart: a point between the closest points, within both radii.
    const low = Math.max(0, axis.value - b.radius);
    const high = Math.min(a.radius, axis.value);
    return along(axis.a, axis.n, (low + high) / 2);
  }
  // The mean of the corners of the cores' intersection.
  const corners = [
    ...p.filter((v) => outsideOf(v, q) === 0),
    ...q.filter((v) => outsideOf(v, p) === 0),
  ];
  for (const [s, t] of edges(p)) {
    for (const [v, w] of edges(q)) {
      const e = sub(t, s), f = sub(w, v);
      const det = e.x * f.y - e.y * f.x;
      const g = sub(v, s);
      const k = (g.x * f.y - g.y * f.x) / det;
      const l = (g.x * e.y - g.y * e.x) / det;
      if (k >= 0 && k <= 1 && l >= 0 && l <= 1) corners.push(along(s, e, k));
    }
  }
  if (corners.length === 0) return axis.a;
  const sum = corners.reduce((m, c) => ({ x: m.x + c.x, y: m.y + c.y }));
  return { x: sum.x / corners.length, y: sum.y / corners.length };
}

function signed(a: Core, ta: Transform, b: Core, tb: Transform): DistanceLike {
  const axis = bestAxis(place(a, ta), place(b, tb));
  const distance = axis.value - (a.radius + b.radius);
  return {
    status: distance > 0 ? "separated" : distance === 0 ? "touching" : "overlapping",
    distance,
    normal: axis.n,
    pointA: along(axis.a, axis.n, a.radius),
    pointB: along(axis.b, axis.n, -b.radius),
    iterations: 0,
  };
}

/** The brute-force queries, with the interface that the validator judges. */
export const bruteForce: Api<Core> = {
  make(core) {
    const points = core.points.length > 1 ? hullOfDoubles(core.points) : core.points;
    return { points, radius: core.radius };
  },
  intersects: (a, ta, b, tb) => signed(a, ta, b, tb).distance <= 0,
  signedDistance: (a, ta, b, tb, out) => Object.assign(out ?? {}, signed(a, ta, b, tb)),
  distance(a, ta, b, tb, out) {
    const r = signed(a, ta, b, tb);
    if (r.distance <= 0) {
      const p = common(a, ta, b, tb);
      Object.assign(r, { distance: 0, pointA: p, pointB: { ...p } });
    }
    return Object.assign(out ?? {}, r);
  },
  penetration(a, ta, b, tb, out) {
    const r = signed(a, ta, b, tb);
    if (r.distance > 0) return null;
    const { normal, pointA, pointB } = r;
    const result: PenetrationLike = { depth: -r.distance, normal, pointA, pointB };
    return Object.assign(out ?? {}, result);
  },
};
