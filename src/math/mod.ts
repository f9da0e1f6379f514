/**
 * Vectors, rigid transforms, portable trigonometry, bounding boxes and the exact orientation predicate. Every
 * result has the same bits on every engine: only + − × ÷ and √ are used.
 *
 * Lengths are in the caller's units, angles in radians from the first axis towards the second:
 * counter-clockwise where y points up, clockwise on a screen where it points down. `out` receives the result
 * and is returned; without it a new object is returned. These functions are made for inner loops and do not
 * validate their arguments, except `pose` and `setAngle`: NaN in, NaN out.
 *
 * @example Place a point
 * ```ts
 * import { pose, transformPoint } from "@narrowphase/gjk2d/math";
 *
 * const quarterTurn = pose(10, 20, Math.PI / 2);
 * transformPoint(quarterTurn, { x: 3, y: 0 }); // { x: 10, y: 23 }
 * ```
 *
 * @module
 */
export * from "./aabb.ts";
export * from "./angle.ts";
export { nextDown, nextUp } from "./float.ts";
export { orient2d, orientation } from "./orient.ts";
export * from "./pose.ts";
export * from "./vec2.ts";
