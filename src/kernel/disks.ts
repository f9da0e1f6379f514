/**
 * Two cores of one point each, circles and points, in closed form. Every query on them ends here.
 *
 * With a and b the centers in the pair frame, v = b - a and R = r_A + r_B, the disks share a point
 * if |v|² <= R², and their signed distance is |v| - R. In plain doubles both are certain beyond
 * FRAME_NOISE of their terms; nearer than that, `radiusGap` finds the exact sign.
 *
 * Most circles lie about their own origin, which no rotation moves. Their extents are 0, and then
 * a = 0 and b is the offset of the poses. What a rotation would give differs at most in the sign of
 * a zero, which no result keeps.
 *
 * @module
 */
import * as slots from "./registers.ts";
import * as record from "../shapes/record.ts";
import * as tolerances from "./tolerances.ts";
import type { Verts } from "../shapes/record.ts";
import { radiusGap } from "./exact.ts";
import { vertexPair } from "./features.ts";

const { abs, sqrt } = Math;

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { registers: W, POSE_A, POSE_B, DISTANCE, NX, NY, AX, AY, BX, BY, STATUS, COUNT } = slots;
const { FA0, FA1, FB0, FB1, PA, PB, ITERATIONS, ON_EDGE, OPERANDS, VALUE } = slots;
const { UNSIGNED, GIVEN, FOUND_UNSIGNED } = slots;
const { STATUS_SEPARATED, STATUS_TOUCHING, STATUS_OVERLAPPING } = slots;
const { RADIUS, EXTENT, LOCAL } = record;
const { FRAME_NOISE, SMALL } = tolerances;

/** Offsets of the one core point in a record. */
const X = LOCAL + 4, Y = LOCAL + 5;

/** 1 when the disks share a point, else 0. */
export function disksMeet(VA: Verts, VB: Verts): number {
  const w = W;
  let x = w[POSE_B] - w[POSE_A], y = w[POSE_B + 1] - w[POSE_A + 1];
  if (VA[EXTENT] + VB[EXTENT] !== 0) {
    const c = w[POSE_A + 2], s = w[POSE_A + 3], C = w[POSE_B + 2], S = w[POSE_B + 3];
    x = (C * VB[X] - S * VB[Y] + x) - (c * VA[X] - s * VA[Y]);
    y = (S * VB[X] + C * VB[Y] + y) - (s * VA[X] + c * VA[Y]);
  }
  const R = VA[RADIUS] + VB[RADIUS];
  const dd = x * x + y * y, RR = R * R, gap = dd - RR;
  if (abs(gap) > FRAME_NOISE * (dd + RR)) return +(gap < 0);
  measureGap(VA, VB);
  return +(W[VALUE] <= 0);
}

/** W[VALUE] = |v| - R with its exact sign. */
function measureGap(VA: Verts, VB: Verts): void {
  const c = W[POSE_A + 2], s = W[POSE_A + 3], C = W[POSE_B + 2], S = W[POSE_B + 3];
  W[OPERANDS] = c * VA[X] - s * VA[Y];
  W[OPERANDS + 1] = s * VA[X] + c * VA[Y];
  W[OPERANDS + 4] = C * VB[X] - S * VB[Y] + (W[POSE_B] - W[POSE_A]);
  W[OPERANDS + 5] = S * VB[X] + C * VB[Y] + (W[POSE_B + 1] - W[POSE_A + 1]);
  radiusGap(VA, VB, 0);
}

/**
 * `signedDistance` of two disks: writes the same registers, for the same modes. In the unsigned
 * modes the common point of disks that overlap lies between the centers, at most r_A from A's and
 * r_B from B's.
 */
export function measureDisks(VA: Verts, VB: Verts, mode: number): void {
  const w = W;
  let ax = 0, ay = 0, bx = w[POSE_B] - w[POSE_A], by = w[POSE_B + 1] - w[POSE_A + 1];
  if (VA[EXTENT] + VB[EXTENT] !== 0) {
    const c = w[POSE_A + 2], s = w[POSE_A + 3], C = w[POSE_B + 2], S = w[POSE_B + 3];
    ax = c * VA[X] - s * VA[Y];
    ay = s * VA[X] + c * VA[Y];
    bx = C * VB[X] - S * VB[Y] + bx;
    by = S * VB[X] + C * VB[Y] + by;
  }
  const x = bx - ax, y = by - ay, square = x * x + y * y;
  let core = sqrt(square), nx = x / core, ny = y / core;
  if (!(square > SMALL)) {
    vertexPair(VA, 1, VB, 1, 0, 0);
    core = w[DISTANCE];
    nx = w[NX];
    ny = w[NY];
  }
  const ra = VA[RADIUS], rb = VB[RADIUS], R = ra + rb;
  let d = core - R;
  if (abs(d) <= FRAME_NOISE * (core + R) && R > 0 && core > 0 && mode !== GIVEN) {
    measureGap(VA, VB);
    d = w[VALUE];
  }
  ax += ra * nx;
  ay += ra * ny;
  bx -= rb * nx;
  by -= rb * ny;
  w[STATUS] = d > 0 ? STATUS_SEPARATED : d < 0 ? STATUS_OVERLAPPING : STATUS_TOUCHING;
  if (d < 0 && (mode === UNSIGNED || mode === FOUND_UNSIGNED)) {
    const middle = 0.5 * (ra + core - rb);
    const t = (middle < 0 ? 0 : middle < core ? middle : core) - ra;
    ax += t * nx;
    ay += t * ny;
    bx = ax;
    by = ay;
    d = 0;
  }
  // Adding 0 turns -0 into 0.
  const ox = w[POSE_A] + 0, oy = w[POSE_A + 1] + 0;
  w[DISTANCE] = d + 0;
  w[NX] = nx + 0;
  w[NY] = ny + 0;
  w[AX] = ax + ox;
  w[AY] = ay + oy;
  w[BX] = bx + ox;
  w[BY] = by + oy;
  w[ON_EDGE] = 0;
  w[FA0] = 0;
  w[FA1] = 0;
  w[FB0] = 0;
  w[FB1] = 0;
  w[COUNT] = 1;
  w[PA] = 0;
  w[PB] = 0;
  w[ITERATIONS] = 0;
}
