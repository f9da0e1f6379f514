/**
 * Vectors, rigid transforms, portable trigonometry, bounding boxes and the exact orientation
 * predicate. Every result has the same bits on every engine: only + − × ÷ and √ are used.
 *
 * @example Place a point
 * ```ts
 * import { pose, transformPoint } from "@narrowphase/gjk2d/math";
 * import { assertEquals } from "@std/assert";
 *
 * const quarterTurn = pose(10, 20, Math.PI / 2);
 * assertEquals(transformPoint(quarterTurn, { x: 3, y: 0 }), { x: 10, y: 23 });
 * ```
 *
 * @module
 */
export * from "./aabb.ts";
export * from "./angle.ts";
export { nextDown, nextUp } from "./float.ts";
export * from "./orient.ts";
export * from "./pose.ts";
export * from "./vec2.ts";
