/**
 * Outlines for drawing. Nothing here is used to answer a query.
 *
 * @module
 */
import {
  type Aabb,
  type ConvexShape,
  minkowskiDifference,
  outline,
  type Pose,
  transformPoint,
  type Vec2,
} from "@narrowphase/gjk2d";

/** A convex outline: core points, counter-clockwise, and the radius around them. */
export interface Outline {
  points: Vec2[];
  radius: number;
}

/** The outline of a shape in the world. */
export function outlineOf(shape: ConvexShape, at: Readonly<Pose>): Outline {
  if (shape.support === null) {
    return { points: shape.points.map((p) => transformPoint(at, p)), radius: shape.radius };
  }
  const points: Vec2[] = [];
  // So fine that no pixel shows corners.
  const [{ points: line }] = outline(shape, at, 0.001);
  for (let k = 0; k < line.length; k += 2) points.push({ x: line[k], y: line[k + 1] });
  return { points, radius: 0 };
}

/** A ⊖ B. */
export function differenceOf(a: Outline, b: Outline): Outline {
  return { points: minkowskiDifference(a.points, b.points), radius: a.radius + b.radius };
}

/** The largest distance of the outline from a point. */
export function reach({ points, radius }: Outline, from: Vec2 = { x: 0, y: 0 }): number {
  let most = 0;
  for (const { x, y } of points) most = Math.max(most, Math.hypot(x - from.x, y - from.y));
  return most + radius;
}

/**
 * The factor by which the picture must be zoomed out to show all of some points. Points that are
 * dragged no nearer to the border than `rim` do not change it. Otherwise the world would shrink
 * under the pointer, which would then be further and further out.
 *
 * @param points Positions of the handles.
 * @param maxX Half the width that is usually visible, around (0, 0).
 * @param maxY Half the height.
 * @param rim Distance from the border, in the usual picture, at which dragging ends.
 */
export function wayOut(points: readonly Vec2[], maxX: number, maxY: number, rim: number): number {
  let out = 1;
  for (const { x, y } of points) {
    out = Math.max(out, Math.abs(x) / (maxX - rim / 2), Math.abs(y) / (maxY - rim / 2));
  }
  return out;
}

/** The nearest point to the origin of a simplex of one or two points; the origin for a triangle. */
export function nearestToOrigin(simplex: readonly Vec2[]): Vec2 {
  if (simplex.length === 1) return simplex[0];
  if (simplex.length > 2) return { x: 0, y: 0 };
  const [p, q] = simplex;
  const x = q.x - p.x;
  const y = q.y - p.y;
  const length2 = x * x + y * y;
  const t = length2 === 0 ? 0 : Math.min(Math.max(-(p.x * x + p.y * y) / length2, 0), 1);
  return { x: p.x + t * x, y: p.y + t * y };
}

/** The part of a convex polygon where `nx x + ny y <= offset`. */
export function clip(points: readonly Vec2[], nx: number, ny: number, offset: number): Vec2[] {
  const kept: Vec2[] = [];
  for (let i = 0; i < points.length; i++) {
    const p = points[i];
    const q = points[(i + 1) % points.length];
    const dp = nx * p.x + ny * p.y - offset;
    const dq = nx * q.x + ny * q.y - offset;
    if (dp <= 0) kept.push(p);
    if (dp < 0 && dq > 0 || dp > 0 && dq < 0) {
      const t = dp / (dp - dq);
      kept.push({ x: p.x + t * (q.x - p.x), y: p.y + t * (q.y - p.y) });
    }
  }
  return kept;
}

/** A region around a simplex, with its number in a step of a trace. */
export interface Region {
  number: number;
  points: Vec2[];
}

/**
 * The regions that a step distinguishes, newest point of the simplex first, within a rectangle. A
 * search asks on which side of a segment the origin is (2, 3), and whether it is outside one of the
 * two edges that a new point A adds (4, 6) or inside (7). A walk asks whether it is beyond the end
 * A of an edge (1) or beside the edge (2, 3). The tutorial's search asks for all of these, and whether it
 * is beyond A of a triangle (5).
 */
export function regionsOf(
  simplex: readonly Vec2[],
  within: Aabb,
  stage: "search" | "walk" | "tutorial" = "search",
): Region[] {
  const all: Vec2[] = [
    { x: within.minX, y: within.minY },
    { x: within.maxX, y: within.minY },
    { x: within.maxX, y: within.maxY },
    { x: within.minX, y: within.maxY },
  ];
  // The points that lie from p in the direction of q - p, or against it.
  const beyond = (from: readonly Vec2[], p: Vec2, q: Vec2, sign: number): Vec2[] => {
    const nx = sign * (p.x - q.x);
    const ny = sign * (p.y - q.y);
    return clip(from, nx, ny, nx * p.x + ny * p.y);
  };
  // The points on the left (1) or right (-1) of the line from p to q.
  const side = (from: readonly Vec2[], p: Vec2, q: Vec2, sign: number): Vec2[] => {
    const nx = sign * (q.y - p.y);
    const ny = sign * (p.x - q.x);
    return clip(from, nx, ny, nx * p.x + ny * p.y);
  };
  if (simplex.length === 2) {
    const [a, b] = simplex;
    if (stage === "search") {
      return [
        { number: 2, points: side(all, a, b, 1) },
        { number: 3, points: side(all, a, b, -1) },
      ];
    }
    const between = beyond(beyond(all, a, b, 1), b, a, 1);
    return [
      { number: 1, points: beyond(all, a, b, -1) },
      { number: 2, points: side(between, a, b, 1) },
      { number: 3, points: side(between, a, b, -1) },
    ];
  }
  if (simplex.length === 3) {
    const [a, b, c] = simplex;
    const turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0 ? 1 : -1;
    if (stage === "tutorial") {
      const outsideAB = side(all, a, b, -turn), outsideAC = side(all, a, c, turn);
      return [
        { number: 4, points: beyond(outsideAB, a, b, 1) },
        { number: 5, points: beyond(outsideAB, a, b, -1) },
        { number: 6, points: beyond(outsideAC, a, c, 1) },
        { number: 7, points: [a, b, c] },
      ];
    }
    // The search has crossed the edge BC.
    const ahead = side(all, b, c, turn);
    return [
      { number: 4, points: side(ahead, a, b, -turn) },
      { number: 6, points: side(ahead, a, c, turn) },
      { number: 7, points: [a, b, c] },
    ];
  }
  return [];
}
