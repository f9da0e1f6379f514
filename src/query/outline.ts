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
import { IDENTITY, type Pose } from "../math/pose.ts";
import { norm } from "../math/vec2.ts";
import { aabb } from "../shapes/bounds.ts";
import type { Chain } from "../shapes/chain.ts";
import type { Compound } from "../shapes/compound.ts";
import { checkShape } from "../shapes/check.ts";
import type { ConvexShape, Shape } from "../shapes/shape.ts";
import { DIRECTION, findSupport, FURTHEST } from "../shapes/support.ts";
import { concave } from "./attached.ts";

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
 * of its parts, without what of a polygon's edge lies in another polygon or along its edge.
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
  const lines = shape.kind === "chain" ? [lineOfChain(shape)] : linesOf(shape, tolerance);
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

function linesOf(shape: ConvexShape | Compound, tolerance: number | undefined): Line[] {
  let limit = tolerance ?? 0;
  if (tolerance === undefined) {
    const { minX, minY, maxX, maxY } = aabb(shape, IDENTITY);
    limit = FINE * Math.max(maxX - minX, maxY - minY);
  }
  if (shape.kind !== "compound") return [lineOfConvex(shape, limit)];
  const { parts } = shape, rings = parts.length > 1 ? concave!.ringsOf(shape) : [];
  // Polygons are within the rings. All else is drawn as it is.
  const others = parts.filter(({ radius, count }) => rings.length === 0 || radius > 0 || count < 3);
  return [
    ...rings.map((list) => ({ list, closed: true })),
    ...others.map((part) => lineOfConvex(part, limit)),
  ];
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
