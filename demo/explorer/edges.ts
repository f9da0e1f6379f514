/**
 * Where an edge of A ⊖ B comes from.
 *
 * @module
 */
import type { Vec2 } from "@narrowphase/gjk2d";

/** What an edge is the difference of: the points of A and of B that lie farthest across it. */
export interface EdgeOrigin {
  /** One corner or the two ends of an edge, as indices. */
  a: number[];
  b: number[];
}

/** The index of the edge of a convex polygon nearest to a point, -1 if none is within `reach`. */
export function edgeNear(points: readonly Vec2[], at: Vec2, reach: number): number {
  let found = -1;
  let least = reach;
  for (let i = 0; i < points.length; i++) {
    const p = points[i], q = points[(i + 1) % points.length];
    const x = q.x - p.x, y = q.y - p.y;
    const length2 = x * x + y * y;
    const t = length2 === 0 ? 0 : ((at.x - p.x) * x + (at.y - p.y) * y) / length2;
    const s = Math.min(Math.max(t, 0), 1);
    const away = Math.hypot(at.x - p.x - s * x, at.y - p.y - s * y);
    if (away >= least) continue;
    found = i;
    least = away;
  }
  return found;
}

/** The points that lie farthest along a direction, in their order. */
function farthest(points: readonly Vec2[], { x, y }: Vec2): number[] {
  const along = points.map((p) => x * p.x + y * p.y);
  const most = Math.max(...along);
  return along.flatMap((value, i) => value > most - 1e-9 ? [i] : []);
}

/** Where the edge from p to q of A ⊖ B, counter-clockwise, comes from. */
export function originOf(a: readonly Vec2[], b: readonly Vec2[], p: Vec2, q: Vec2): EdgeOrigin {
  const length = Math.hypot(q.x - p.x, q.y - p.y);
  const n = { x: (q.y - p.y) / length, y: (p.x - q.x) / length };
  return { a: farthest(a, n), b: farthest(b, { x: -n.x, y: -n.y }) };
}

/** An origin in words. */
export function originWords({ a, b }: EdgeOrigin): string {
  const name = (points: number[]): string =>
    points.length > 1 ? `edge ${points[0]}–${points[1]}` : `corner ${points[0]}`;
  return a.length > 1 && b.length > 1
    ? `From ${name(a)} of A and ${name(b)} of B, which are parallel`
    : a.length > 1
    ? `From ${name(a)} of A, less ${name(b)} of B`
    : `From ${name(b)} of B turned around, at ${name(a)} of A`;
}
