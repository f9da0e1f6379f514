/**
 * The last stage of a query: the radii, the status, a common point if one is wanted, and world
 * coordinates.
 *
 * @module
 */
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import * as record from "../shapes/record.ts";
import * as searches from "./search.ts";
import type { Verts } from "../shapes/record.ts";
import { countOf } from "../shapes/record.ts";
import { centerPoint, commonPoint } from "./common_point.ts";
import { search } from "./search.ts";

const { poses, POSE_A, features, simplex, measured } = state;
const { STATUS_OVERLAPPING, STATUS_SEPARATED, STATUS_TOUCHING, UNSIGNED } = slots;
const { RADIUS } = record;
const { LOCATE } = searches;

/**
 * From the distance, with and without the radii, the normal and the witness points of the cores, in
 * the pair frame, to the result: all of `measured` that a caller reads. With UNSIGNED, an overlap is
 * reported as distance 0, with one common point as both witnesses.
 */
export function finish(VA: Verts, VB: Verts, want: number): void {
  // (A local name makes the function shorter, and V8 inlines short ones into their callers.)
  const M = measured, d = M.distance;
  if (d < 0 && want === UNSIGNED) {
    finishOverlap(VA, VB);
    return;
  }
  const ra = VA[RADIUS], rb = VB[RADIUS], nx = M.nx, ny = M.ny;
  // Adding 0 turns -0 into 0.
  const ox = poses[POSE_A] + 0, oy = poses[POSE_A + 1] + 0;
  M.status = d > 0 ? STATUS_SEPARATED : d < 0 ? STATUS_OVERLAPPING : STATUS_TOUCHING;
  M.distance = d + 0;
  M.nx = nx + 0;
  M.ny = ny + 0;
  M.ax = M.ax + ra * nx + ox;
  M.ay = M.ay + ra * ny + oy;
  M.bx = M.bx - rb * nx + ox;
  M.by = M.by - rb * ny + oy;
}

/** `finish` with UNSIGNED for shapes that overlap. */
export function finishOverlap(VA: Verts, VB: Verts): void {
  const nA = countOf(VA), nB = countOf(VB);
  const ra = VA[RADIUS], rb = VB[RADIUS];
  const core = measured.core, nx = measured.nx, ny = measured.ny;
  let ax = measured.ax + ra * nx, ay = measured.ay + ra * ny;
  if (core > 0 || nA + nB === 2) {
    // The cores are `core` apart. The point lies between them, at most r_A from A's and r_B from
    // B's.
    const middle = 0.5 * (ra + core - rb);
    const t = (middle < 0 ? 0 : middle < core ? middle : core) - ra;
    ax += t * nx;
    ay += t * ny;
  } else {
    const bx = measured.bx - rb * nx, by = measured.by - rb * ny;
    search(VA, nA, VB, nB, LOCATE);
    commonPoint(VA, VB);
    // If the overlap is below what the search can resolve: the point halfway between the points
    // of the cores that nearly meet.
    const isFound = measured.miss <= -0.5 * core;
    ax = isFound ? measured.ax : 0.5 * ((ax - ra * nx) + (bx + rb * nx));
    ay = isFound ? measured.ay : 0.5 * ((ay - ra * ny) + (by + rb * ny));
  }
  measured.status = STATUS_OVERLAPPING;
  measured.distance = 0;
  measured.nx = nx + 0;
  measured.ny = ny + 0;
  measured.ax = ax + (poses[POSE_A] + 0);
  measured.ay = ay + (poses[POSE_A + 1] + 0);
  measured.bx = measured.ax;
  measured.by = measured.ay;
}

/**
 * The whole result for cores that overlap, as rectangles, inner circles or a triangle of C in `simplex`
 * have proven: distance 0, the direction between the centers as normal, and a common point.
 */
export function finishShared(VA: Verts, VB: Verts, areRectangles: boolean): void {
  centerPoint(VA, VB, areRectangles);
  const isTriangle = simplex.count > 0;
  features.a0 = isTriangle ? simplex.ra : 0;
  features.b0 = isTriangle ? simplex.rb : 0;
  features.a1 = features.a0;
  features.b1 = features.b0;
  if (isTriangle) commonPoint(VA, VB);
  measured.distance = 0;
  measured.status = STATUS_OVERLAPPING;
  measured.ax += poses[POSE_A] + 0;
  measured.ay += poses[POSE_A + 1] + 0;
  measured.bx = measured.ax;
  measured.by = measured.ay;
  measured.nx += 0;
  measured.ny += 0;
}
