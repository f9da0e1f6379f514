/**
 * Neighbours around a polygon of n vertices, and an edge of a placed pair.
 *
 * A shift by 31 turns a sign into a mask, so there is no branch to predict: whether an index wraps
 * around is unpredictable. (Where such a step is the longest part of a loop, it is written out.)
 *
 * @module
 */
import * as record from "../shapes/record.ts";
import * as state from "./state.ts";
import type { Verts } from "../shapes/record.ts";

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { poses, POSE_A, POSE_B } = state;
const { NORMALS } = record;

/** The vertex after k. */
export function after(k: number, n: number): number {
  return (k + 1) & ((k + 1 - n) >> 31);
}

/** The vertex before k. */
export function before(k: number, n: number): number {
  return k - 1 + (n & ((k - 1) >> 31));
}

/** The vertex after k for `turn` = 1, the one before it for -1. */
export function beside(k: number, turn: number, n: number): number {
  const next = k + turn;
  return (next + (n & (next >> 31))) & ((next - n) >> 31);
}

/**
 * An edge u0 -> u1 of one shape, e = u1 - u0, and a vertex v of the other, in the pair frame, as long-lived
 * as what is in state.ts.
 */
class PlacedEdge {
  u0x = NaN;
  u0y = NaN;
  u1x = NaN;
  u1y = NaN;
  vx = NaN;
  vy = NaN;
  ex = NaN;
  ey = NaN;
}

export const placed: PlacedEdge = new PlacedEdge();

/** Writes edge k of the reference shape R, at the pose r, and vertex j of the incident shape I, at i. */
export function placeEdge(
  VR: Verts,
  nR: number,
  r: number,
  k: number,
  VI: Verts,
  nI: number,
  j: number,
): void {
  const i = POSE_B - r;
  const c = poses[r + 2], z = poses[r + 3], C = poses[i + 2], Z = poses[i + 3];
  const rx = poses[r] - poses[POSE_A], ry = poses[r + 1] - poses[POSE_A + 1];
  const u0 = NORMALS + ((nR + k) << 1), u1 = NORMALS + ((nR + after(k, nR)) << 1);
  const v = NORMALS + ((nI + j) << 1);
  const u0x = c * VR[u0] - z * VR[u0 + 1] + rx, u0y = z * VR[u0] + c * VR[u0 + 1] + ry;
  const u1x = c * VR[u1] - z * VR[u1 + 1] + rx, u1y = z * VR[u1] + c * VR[u1 + 1] + ry;
  placed.u0x = u0x;
  placed.u0y = u0y;
  placed.u1x = u1x;
  placed.u1y = u1y;
  placed.vx = C * VI[v] - Z * VI[v + 1] + (poses[i] - poses[POSE_A]);
  placed.vy = Z * VI[v] + C * VI[v + 1] + (poses[i + 1] - poses[POSE_A + 1]);
  placed.ex = u1x - u0x;
  placed.ey = u1y - u0y;
}
