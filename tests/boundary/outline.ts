/**
 * What tests of bodies of several parts share: an outline, by which answers are judged without the library, and
 * questions that are asked both ways around.
 *
 * @module
 */
import {
  type CastHit,
  type CollideOptions,
  type ManifoldPoint,
  manifolds,
  type Pose,
  type Shape,
  shapeCast,
  type ShapeCastOptions,
  type Vec2,
} from "@narrowphase/gjk2d";

/** Edge of an outline with its body on the left, and the normal out of the body. */
export interface Edge {
  p: Vec2;
  q: Vec2;
  n: Vec2;
}

export const dot = (u: Vec2, v: Vec2): number => u.x * v.x + u.y * v.y;
export const cross = (u: Vec2, v: Vec2): number => u.x * v.y - u.y * v.x;
export const minus = (u: Vec2, v: Vec2): Vec2 => ({ x: u.x - v.x, y: u.y - v.y });
export const negate = ({ x, y }: Vec2): Vec2 => ({ x: 0 - x, y: 0 - y });

export function lengthTo(p: Vec2, q: Vec2): number {
  return Math.hypot(p.x - q.x, p.y - q.y);
}

export function edgeOf(p: Vec2, q: Vec2): Edge {
  const l = lengthTo(p, q);
  return { p, q, n: { x: (q.y - p.y) / l, y: (p.x - q.x) / l } };
}

/** The edges of a ring. */
export function edgesOf(ring: readonly Vec2[]): Edge[] {
  return ring.map((p, k) => edgeOf(p, ring[(k + 1) % ring.length]));
}

/** Point of an edge nearest to c. */
export function nearestOn({ p, q }: Pick<Edge, "p" | "q">, c: Vec2): Vec2 {
  const d = minus(q, p), l = dot(d, d);
  const k = l === 0 ? 0 : Math.min(Math.max(dot(minus(c, p), d) / l, 0), 1);
  return { x: p.x + k * d.x, y: p.y + k * d.y };
}

export function distanceTo(edges: readonly Pick<Edge, "p" | "q">[], c: Vec2): number {
  return Math.min(...edges.map((edge) => lengthTo(nearestOn(edge, c), c)));
}

/** Whether c is in the body: by crossings. */
export function isInside(edges: readonly Edge[], c: Vec2): boolean {
  const crossings = edges.filter(({ p, q }) =>
    p.y > c.y !== q.y > c.y && c.x < p.x + (c.y - p.y) * (q.x - p.x) / (q.y - p.y)
  );
  return crossings.length % 2 === 1;
}

/** Whether the outline has the normal n at c: that of an edge there, or one between those of a corner. */
export function hasNormal(edges: readonly Edge[], c: Vec2, n: Vec2): boolean {
  const there = edges.filter((edge) => lengthTo(nearestOn(edge, c), c) < 1e-9);
  if (there.some((edge) => dot(edge.n, n) > 0 && Math.abs(cross(edge.n, n)) < 2e-6)) return true;
  return there.some((e) =>
    there.some((f) =>
      lengthTo(e.q, f.p) < 1e-9 && cross(e.n, n) > 0 && cross(n, f.n) > 0 &&
      dot(e.n, n) + dot(f.n, n) > 0
    )
  );
}

/** A contact with the points that count. */
export interface Contact {
  normal: Vec2;
  points: ManifoldPoint[];
  partA: number;
  partB: number;
}

/** Bodies, where they are, and how they are asked. */
type Asked<Options> = [a: Shape, at: Pose, b: Shape, on: Pose, options?: Options];
type Cast = [a: Shape, at: Pose, b: Shape, on: Pose, d: Vec2, options?: ShapeCastOptions];

export function contactsOf(...args: Asked<CollideOptions>): Contact[] {
  const { count, manifolds: list } = manifolds(...args);
  return list.slice(0, count).map(({ normal, points, pointCount, partA, partB }) => {
    return { normal, points: points.slice(0, pointCount), partA, partB };
  });
}

/** Contacts of A and B; or those of B and A, turned around to be the same but for their ids. */
export function contactsFrom(isFirst: boolean, ...args: Asked<CollideOptions>): Contact[] {
  if (isFirst) return contactsOf(...args);
  const [a, at, b, on, options] = args;
  return contactsOf(b, on, a, at, options).map(({ normal, points, partA, partB }) => {
    return { normal: negate(normal), points: points.reverse(), partA: partB, partB: partA };
  });
}

/** How deep a contact is: its deepest point. */
export function depthOf({ points }: Contact): number {
  return Math.max(...points.map(({ separation }) => -separation));
}

/** The cast of B along d; or that of A the other way, turned around to be the same. */
export function castFrom(isFirst: boolean, ...args: Cast): CastHit | null {
  if (isFirst) return shapeCast(...args);
  const [a, at, b, on, d, options] = args;
  const hit = shapeCast(b, on, a, at, negate(d), options);
  if (hit === null) return null;
  const { fraction, normal, point: { x, y }, depth, partA, partB, featureA, featureB } = hit;
  // Where they overlap at the start is where both are then.
  const t = depth > 0 ? 0 : fraction;
  return {
    fraction,
    normal: negate(normal),
    point: { x: x + t * d.x, y: y + t * d.y },
    depth,
    featureA: featureB,
    featureB: featureA,
    partA: partB,
    partB: partA,
  };
}

/** Both casts. */
export function castBoth(...args: Cast): (CastHit | null)[] {
  return [castFrom(true, ...args), castFrom(false, ...args)];
}
