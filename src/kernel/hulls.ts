/**
 * Where poses may place the vertices of a shape out of convex order, its place is taken by the convex hull of
 * the placed vertices: of shapes as thin as rounding, or with vertices closer to each other than it. Then
 * everything that relies on the order of vertices holds, and nobody else needs to know of it.
 *
 * Nearly all pairs never get here, and those that do get here allocate.
 *
 * @module
 */
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import * as record from "../shapes/record.ts";
import type { Vec2 } from "../math/vec2.ts";
import type { Verts } from "../shapes/record.ts";
import { countOf } from "../shapes/record.ts";
import { convexHull } from "../shapes/hull.ts";
import { buildRecord } from "../shapes/shape.ts";
import { loadVertex } from "./boundary.ts";

const { poses, POSE_A, POSE_B, features } = state;
const { registers: W, OPERANDS } = slots;
const { RADIUS } = record;

/** Of each vertex of the hulls made last, its index in the shape. */
export let namesA: number[] = [], namesB: number[] = [];

/**
 * Asks `query` about the hulls of two shapes as their poses place them, in the pair frame, so with both poses
 * at A's position and not rotated. Returns its answer. `features` then names vertices of the shapes.
 */
export function onHulls(VA: Verts, VB: Verts, query: (HA: Verts, HB: Verts) => number): number {
  const a = placed(VA, POSE_A), b = placed(VB, POSE_B);
  const hullA = convexHull(a), hullB = convexHull(b);
  const [x, y, ...others] = poses;
  poses.set([x, y, 1, 0, x, y, 1, 0]);
  const answer = query(buildRecord(hullA, VA[RADIUS]), buildRecord(hullB, VB[RADIUS]));
  poses.set(others, 2);
  namesA = namesIn(a, hullA);
  namesB = namesIn(b, hullB);
  const { a0, a1, b0, b1 } = features;
  features.a0 = namesA[a0] | 0;
  features.a1 = namesA[a1] | 0;
  features.b0 = namesB[b0] | 0;
  features.b1 = namesB[b1] | 0;
  return answer;
}

/** The vertices of a shape in the pair frame. */
function placed(V: Verts, p: number): Vec2[] {
  return Array.from({ length: countOf(V) }, (_, k) => {
    loadVertex(V, k, p, OPERANDS);
    return { x: W[OPERANDS], y: W[OPERANDS + 1] };
  });
}

/** The first of the points that is where each vertex of their hull is. */
function namesIn(points: readonly Vec2[], hull: readonly Vec2[]): number[] {
  return hull.map(({ x, y }) => points.findIndex((p) => p.x === x && p.y === y));
}
