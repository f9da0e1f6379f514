/**
 * Measures two vertices: distance, normal and witness points of the cores, in the pair frame,
 * relative to A's position. `signedDistance` measures an edge and a vertex, adds the radii and
 * converts to world coordinates.
 *
 * @module
 */
import * as state from "./state.ts";
import * as record from "../shapes/record.ts";
import * as tolerances from "./tolerances.ts";
import type { Verts } from "../shapes/record.ts";

const { abs, max, sqrt } = Math;

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { poses, POSE_A, POSE_B, measured } = state;
const { LOCAL } = record;
const { SMALL } = tolerances;

/**
 * Measures vertex i of A against vertex j of B. It is small enough for V8 to inline, and writes no
 * more registers than it must.
 */
export function vertexPair(
  VA: Verts,
  nA: number,
  VB: Verts,
  nB: number,
  i: number,
  j: number,
): void {
  const c = poses[POSE_A + 2], s = poses[POSE_A + 3];
  const C = poses[POSE_B + 2], S = poses[POSE_B + 3];
  const m = LOCAL + (nA << 2) + (i << 1), n = LOCAL + (nB << 2) + (j << 1);
  const ax = c * VA[m] - s * VA[m + 1], ay = s * VA[m] + c * VA[m + 1];
  const bx = C * VB[n] - S * VB[n + 1] + (poses[POSE_B] - poses[POSE_A]);
  const by = S * VB[n] + C * VB[n + 1] + (poses[POSE_B + 1] - poses[POSE_A + 1]);
  const dx = bx - ax, dy = by - ay;
  measured.ax = ax;
  measured.ay = ay;
  measured.bx = bx;
  measured.by = by;
  const d2 = dx * dx + dy * dy;
  if (d2 > SMALL) {
    const d = sqrt(d2);
    measured.distance = d;
    measured.nx = dx / d;
    measured.ny = dy / d;
  } else closePair();
}

/** `vertexPair` for points that coincide, or are so close that squares underflow. */
function closePair(): void {
  const x = measured.bx - measured.ax, y = measured.by - measured.ay;
  const size = max(abs(x), abs(y));
  if (size > 0) {
    const nx = x / size, ny = y / size, length = sqrt(nx * nx + ny * ny);
    measured.distance = size * length;
    measured.nx = nx / length;
    measured.ny = ny / length;
    return;
  }
  // Every direction is a normal of coincident points. A's own x axis is taken.
  const c = poses[POSE_A + 2], s = poses[POSE_A + 3], length = sqrt(c * c + s * s);
  measured.distance = 0;
  measured.nx = length > 0 ? c / length : 1;
  measured.ny = length > 0 ? s / length : 0;
}
