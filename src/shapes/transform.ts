/**
 * Shapes with a pose baked in.
 *
 * @module
 */
import { checkPose } from "../math/check.ts";
import { type Pose, rotateVector, transformPoint } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { ChainSegment } from "./chain.ts";
import { checkConvex, checkEdge, checkVertex } from "./check.ts";
import { fromVertices } from "./polygon.ts";
import { round } from "./round.ts";
import { ConvexShape, corePoints, type SupportFunction } from "./shape.ts";
import { evaluateSupport } from "./support.ts";

/**
 * Bakes a pose into a shape: makes a new shape whose points are those of `shape` at `pose`, for queries with
 * `IDENTITY`. This is useful for static geometry; booleans are then exact for the rounded points.
 *
 * @param shape Shape to move; not modified
 * @param pose Pose to bake in
 * @returns A new shape. An ellipse becomes a shape of kind `"convex"`. A segment of a chain stays one-sided and
 * keeps its neighbours. Vertices that rounding makes equal or collinear are dropped, so indices may differ from
 * those of `shape`
 * @throws {TypeError} If an argument has the wrong type
 * @throws {RangeError} If a number of the pose is not finite or moves a point out of range, the
 * rounding of far away coordinates makes the polygon non-convex, or an edge becomes shorter than 2^-250
 *
 * @example Usage
 * ```ts
 * import { box, pose, transformShape } from "@narrowphase/gjk2d";
 *
 * transformShape(box(2, 4), pose(10, 20)).points[0]; // { x: 9, y: 18 }
 * ```
 */
export function transformShape(shape: ConvexShape, pose: Readonly<Pose>): ConvexShape {
  const task = "transform shape";
  checkConvex(task, "shape", shape);
  checkPose(task, "pose", pose);
  if (shape instanceof ChainSegment) return shape.moved(task, pose);
  const move = (p: Readonly<Vec2>): Vec2 =>
    checkVertex(task, "a transformed point", transformPoint(pose, p));
  const points = corePoints(shape).map(move);
  if (shape.support !== null) {
    const { x, y, cos, sin } = pose;
    const placed = { shape, pose: { x, y, cos, sin } };
    const support: SupportFunction = (dx, dy, out) => {
      evaluateSupport(moved, dx, dy, out);
    };
    const turn = (v: Readonly<Vec2>): Vec2 => rotateVector(placed.pose, v);
    const given = shape.curved?.sides;
    const sides = given?.map(({ a, b, n, ...names }) => ({
      ...names,
      a: turn(a),
      b: turn(b),
      n: turn(n),
    }));
    const curved = { placed, shown: placed, ...sides && { sides } };
    const moved = new ConvexShape("convex", points, shape.radius, support, curved);
    return moved;
  }
  if (points.length > 2) return fromVertices(task, points, shape.radius);
  const [p, q] = points;
  if (q === undefined || (p.x === q.x && p.y === q.y)) return round([p], shape.radius);
  checkEdge(task, "the transformed segment", p, q);
  return round(points, shape.radius);
}
