/**
 * Outlines of shapes as polylines, to draw them.
 *
 * An arc from p to q is divided at its point furthest from the chord p q, which is the support point
 * along the chord's normal. How far it is from the chord is how far the whole arc is at most. So the
 * error is known, whatever the shape, and no angle is needed.
 *
 * @module
 */
import { checkArray, checkFinite, checkPose, refuse } from "../math/check.ts";
import { orientation } from "../math/orient.ts";
import { IDENTITY, type Pose } from "../math/pose.ts";
import { norm, type Vec2 } from "../math/vec2.ts";
import { aabb } from "../shapes/bounds.ts";
import type { Chain } from "../shapes/chain.ts";
import { checkShape } from "../shapes/check.ts";
import type { ConvexShape, Shape } from "../shapes/shape.ts";
import { DIRECTION, findSupport, FURTHEST } from "../shapes/support.ts";

/** A line of points, as {@linkcode outline} returns it. */
export interface Polyline {
  /** x and y of each point in turn, in the world. */
  points: Float64Array;
  /** Whether the last point is joined to the first. */
  closed: boolean;
}

/** Most halvings of an arc, which gives 2^10 pieces. */
const HALVINGS_CAP = 10;

/** Default tolerance as a fraction of the shape's larger extent: 2^-9. */
const FINE = 0.001953125;

/**
 * The outline of a shape as polylines, for drawing. A convex shape has one, counter-clockwise; a segment an
 * open one of two points, and a point one of one point. A chain has one, open or closed. A compound has those
 * of its parts without the internal edges: edges that polygons share in full or in part.
 *
 * Arcs, of which a circle and a support function have four, are divided until no point is further than
 * `tolerance` from the line, but into at most 1024 pieces each. The points are on the shape's boundary, so the lines are inside it.
 *
 * @param shape Shape, compound or chain
 * @param pose Its pose
 * @param tolerance Greatest distance between outline and polyline, in the caller's units; default 1/512 of the
 * shape's larger extent
 * @param out List of polylines to fill; arrays of points are reused where their length is right
 * @returns `out`, or a new list
 * @throws {TypeError} If an argument has the wrong type
 * @throws {RangeError} If `tolerance` is not positive, or a number of the pose is not finite
 *
 * @example Usage
 * ```ts
 * import { capsule, outline, pose } from "@narrowphase/gjk2d";
 *
 * const pill = capsule({ x: -1, y: 0 }, { x: 1, y: 0 }, 0.5);
 * const [{ points, closed }] = outline(pill, pose(3, 0), 0.001);
 * closed; // true
 * points.length > 32; // true
 * // for (let k = 0; k < points.length; k += 2) context.lineTo(points[k], points[k + 1]);
 * ```
 */
export function outline(
  shape: Shape,
  pose: Readonly<Pose>,
  tolerance?: number,
  out: Polyline[] = [],
): Polyline[] {
  const task = "draw outline";
  checkShape(task, "shape", shape);
  checkPose(task, "pose", pose);
  if (tolerance !== undefined) {
    checkFinite(task, "tolerance", tolerance);
    if (!(tolerance > 0)) refuse(task, "tolerance", tolerance, "be positive");
  }
  checkArray(task, "out", out, "polylines");
  const lines = shape.kind === "chain"
    ? [lineOfChain(shape)]
    : linesOf(shape.kind === "compound" ? shape.parts : [shape], tolerance);
  const { x, y, cos, sin } = pose;
  for (const [k, { list, closed }] of lines.entries()) {
    const line = out[k] ??= { points: new Float64Array(list.length), closed };
    if (line.points.length !== list.length) line.points = new Float64Array(list.length);
    line.closed = closed;
    for (let m = 0; m < list.length; m += 2) {
      line.points[m] = x + (cos * list[m] - sin * list[m + 1]);
      line.points[m + 1] = y + (sin * list[m] + cos * list[m + 1]);
    }
  }
  out.length = lines.length;
  return out;
}

/** A line in the shape's own frame. */
interface Line {
  list: number[];
  closed: boolean;
}

function lineOfChain({ points, loop }: Chain): Line {
  return { list: points.flatMap(({ x, y }) => [x, y]), closed: loop };
}

function linesOf(parts: readonly ConvexShape[], tolerance: number | undefined): Line[] {
  let limit = tolerance ?? 0;
  if (tolerance === undefined) {
    let minX = Infinity, minY = Infinity, maxX = -Infinity, maxY = -Infinity;
    for (const part of parts) {
      const box = aabb(part, IDENTITY);
      minX = Math.min(minX, box.minX);
      minY = Math.min(minY, box.minY);
      maxX = Math.max(maxX, box.maxX);
      maxY = Math.max(maxY, box.maxY);
    }
    limit = FINE * Math.max(maxX - minX, maxY - minY);
  }
  // Polygons of a compound lose the edges that they share. All else is drawn as it is.
  const isPlain = ({ support, radius, count }: ConvexShape): boolean =>
    support === null && radius === 0 && count > 2;
  const plain = parts.length > 1 ? parts.filter(isPlain) : [];
  const others = parts.length > 1 ? parts.filter((part) => !isPlain(part)) : parts;
  return [...mergePolygons(plain), ...others.map((part) => lineOfConvex(part, limit))];
}

function lineOfConvex(shape: ConvexShape, limit: number): Line {
  const { points, radius, support, count } = shape;
  const list: number[] = [];
  if (radius === 0 && support === null) {
    for (const { x, y } of points) list.push(x, y);
    return { list, closed: count !== 2 };
  }
  // The four quarters. Each direction has the point of the shape that is furthest along it.
  const at = (dx: number, dy: number): [number, number] => {
    DIRECTION[0] = dx;
    DIRECTION[1] = dy;
    findSupport(shape);
    const x = FURTHEST[0], y = FURTHEST[1];
    if (radius === 0) return [x, y];
    const l = norm(dx, dy);
    return [x + radius * (dx / l), y + radius * (dy / l)];
  };
  const divide = (px: number, py: number, qx: number, qy: number, depth: number): void => {
    const nx = qy - py, ny = px - qx, l = norm(nx, ny);
    if (depth < HALVINGS_CAP && l > 0) {
      const [x, y] = at(nx / l, ny / l);
      if ((nx * (x - px) + ny * (y - py)) / l > limit) {
        divide(px, py, x, y, depth + 1);
        divide(x, y, qx, qy, depth + 1);
        return;
      }
    }
    if (l > 0) list.push(qx, qy);
  };
  const corners: [number, number][] = support === null
    ? cornersOf(shape)
    : [at(1, 0), at(0, 1), at(-1, 0), at(0, -1)];
  for (const [k, [px, py]] of corners.entries()) {
    const [qx, qy] = corners[(k + 1) % corners.length];
    divide(px, py, qx, qy, 0);
  }
  if (list.length === 0) list.push(...corners[0]);
  return { list, closed: true };
}

/** Points of the boundary of a rounded core: where its arcs begin and end, and four of a circle. */
function cornersOf({ points, radius, count }: ConvexShape): [number, number][] {
  if (count === 1) {
    const [{ x, y }] = points;
    return [[x + radius, y], [x, y + radius], [x - radius, y], [x, y - radius]];
  }
  return points.flatMap((p, k): [number, number][] => {
    const q = points[(k + 1) % count], l = norm(q.x - p.x, q.y - p.y);
    const nx = radius * ((q.y - p.y) / l), ny = radius * ((p.x - q.x) / l);
    return [[p.x + nx, p.y + ny], [q.x + nx, q.y + ny]];
  });
}

/**
 * The boundary of the union of polygons that do not overlap. Their edges are divided at all corners
 * that lie on them, and pieces that lead in both directions cancel each other out. The others are
 * joined: of several that begin at a corner, the one that turns furthest to the left comes next, so
 * that the inside stays on the left.
 */
function mergePolygons(polygons: readonly ConvexShape[]): Line[] {
  const corners = new Map<string, Readonly<Vec2>>();
  for (const { points } of polygons) for (const p of points) corners.set(`${p.x} ${p.y}`, p);
  const byX = [...corners.values()].sort((p, q) => p.x - q.x || p.y - q.y);
  /** The pieces that begin at a corner: where they end. */
  const ways = new Map<Readonly<Vec2>, Readonly<Vec2>[]>();
  const find = (p: Readonly<Vec2>): Readonly<Vec2> => corners.get(`${p.x} ${p.y}`)!;
  const add = (p: Readonly<Vec2>, q: Readonly<Vec2>): void => {
    const back = ways.get(q)?.indexOf(p) ?? -1;
    if (back >= 0) {
      ways.get(q)!.splice(back, 1);
      return;
    }
    const list = ways.get(p);
    if (list === undefined) ways.set(p, [q]);
    else if (!list.includes(q)) list.push(q);
  };
  for (const { points } of polygons) {
    for (const [k, from] of points.entries()) {
      const p = find(from), q = find(points[(k + 1) % points.length]);
      const isForward = p.x < q.x || (p.x === q.x && p.y < q.y);
      const [low, high] = isForward ? [p, q] : [q, p];
      // From left to right, so in order along the edge.
      const on = [low];
      for (let m = firstAfter(byX, low); byX[m] !== high; m++) {
        if (orientation(low, high, byX[m]) === 0) on.push(byX[m]);
      }
      on.push(high);
      if (!isForward) on.reverse();
      for (let m = 1; m < on.length; m++) add(on[m - 1], on[m]);
    }
  }
  const lines: Line[] = [];
  for (const [start, ends] of ways) {
    while (ends.length > 0) {
      const ring = [start];
      let p = start, q = ends.pop()!;
      while (q !== start) {
        ring.push(q);
        const next = ways.get(q)!, from = p, at = q;
        const best = next.reduce((m, v) => isFurtherLeft(from, at, v, m) ? v : m);
        next.splice(next.indexOf(best), 1);
        p = q;
        q = best;
      }
      const n = ring.length;
      const turns = ring.filter((p, k) =>
        orientation(ring[(k + n - 1) % n], p, ring[(k + 1) % n]) !== 0
      );
      lines.push({ list: turns.flatMap(({ x, y }) => [x, y]), closed: true });
    }
  }
  return lines;
}

/** The first of points sorted by x, then y, that comes after one of them. */
function firstAfter(byX: readonly Readonly<Vec2>[], { x, y }: Readonly<Vec2>): number {
  let low = 0;
  for (let high = byX.length; low < high;) {
    const middle = (low + high) >> 1, p = byX[middle];
    if (p.x < x || (p.x === x && p.y <= y)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether the way from p over q turns further to the left towards v than towards w. */
function isFurtherLeft(p: Vec2, q: Vec2, v: Vec2, w: Vec2): boolean {
  const a = orientation(p, q, v), b = orientation(p, q, w);
  if (a !== b) return a > b;
  return orientation(q, w, v) > 0;
}
