/**
 * The band of rounding of a pair, E of tolerances.ts: what lies within it is left to exact signs.
 *
 * @module
 */
import * as state from "./state.ts";
import * as record from "../shapes/record.ts";
import * as tolerances from "./tolerances.ts";
import type { Verts } from "../shapes/record.ts";

const { abs, sqrt } = Math;

const { poses, POSE_A, POSE_B, measured } = state;
const { RADIUS, EXTENT } = record;
const { FRAME_NOISE, SKEWED } = tolerances;

/**
 * Writes `measured.noise` and `measured.skew`. Returns whether a rotation is one kept in single precision. Then whoever
 * works in a shape's frame gives it the shape's own unit, √(cos² + sin²), which makes it as exact as others. What is
 * longer or shorter in it are the radii, and the other shape.
 */
export function setBand(VA: Verts, VB: Verts): boolean {
  const P = poses, M = measured;
  const ac = P[POSE_A + 2], as = P[POSE_A + 3], bc = P[POSE_B + 2], bs = P[POSE_B + 3];
  const way = abs(P[POSE_B] - P[POSE_A]), way2 = abs(P[POSE_B + 1] - P[POSE_A + 1]);
  const aa = ac * ac + as * as, bb = bc * bc + bs * bs, R = VA[RADIUS] + VB[RADIUS];
  const skew = FRAME_NOISE + abs(aa - 1) + abs(bb - 1);
  M.skew = skew;
  if (skew < SKEWED) {
    // Every coordinate of a point of C is off by less than 8 ulps of S from its value in the pair
    // frame, and its projection on a direction by less than 16.
    M.noise = (VA[EXTENT] + VB[EXTENT] + way + way2 + R) * skew;
    return false;
  }
  M.noise = 2 * FRAME_NOISE * (VA[EXTENT] * sqrt(aa) + VB[EXTENT] * sqrt(bb) + way + way2 + R);
  return true;
}
