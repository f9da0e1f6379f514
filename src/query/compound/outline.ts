/**
 * The outline of a concave body: which contacts and hits of its parts are with it, and which with a seam between them.
 *
 * @module
 */
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import type { CastHit } from "../cast.ts";
import type { Manifold } from "../collide.ts";
import { AXIS, AXIS_AX, AXIS_BX, AXIS_X, AXIS_Y } from "../separation.ts";
import {
  ALONG,
  isCovered,
  isOnGround,
  LOCAL_NORMAL,
  NORMAL,
  POINT,
  SAME,
  type Seams,
  TOLERANCE,
  V,
} from "./seams.ts";

// Copies of the constants in search.ts, held equal by `deno task ok`: V8 folds a constant of the same file.
const SKEWED = 4.2146848510894035e-8;

/**
 * Whether the edge with LOCAL_NORMAL is on the outline at POINT, both in the part's frame: 1 or 0, and -1 when no edge
 * has that normal. The edge's own takes its place.
 */
function judgeEdge(seams: Seams): number {
  const nx = V[LOCAL_NORMAL];
  const ny = V[LOCAL_NORMAL + 1];
  const { points, normals, inner } = seams;
  for (let i = 0; i < inner.length; i++) {
    const x = normals[2 * i];
    const y = normals[2 * i + 1];
    if (x * nx + y * ny < 0 || Math.abs(x * ny - y * nx) > SAME) continue;
    V[LOCAL_NORMAL] = x;
    V[LOCAL_NORMAL + 1] = y;
    if (inner[i] < 2) return 1 - inner[i];
    V[ALONG] = (V[POINT + 1] - points[i].y) * x - (V[POINT] - points[i].x) * y;
    return isCovered(seams, i) ? 0 : 1;
  }
  return -1;
}

/** Whether a contact with LOCAL_NORMAL at POINT, both in the part's frame, is with the outline. */
function judge(seams: Seams): boolean {
  const edge = judgeEdge(seams);
  if (edge >= 0) return edge === 1;
  const { normals, own, corners } = seams;
  const n = own.length;
  for (let i = 0; i < n; i++) {
    const h = i === 0 ? n - 1 : i - 1;
    V[TOLERANCE] = 0;
    if (!isWithin(normals, 2 * h, 2 * i)) continue;
    if (own[i]) return true;
    V[TOLERANCE] = SAME;
    return isWithin(corners, 4 * i, 4 * i + 2);
  }
  return true;
}

/**
 * Whether LOCAL_NORMAL points between the vectors u at `i` and, counter-clockwise by less than half a
 * turn, v at `j`, or misses by V[TOLERANCE].
 */
function isWithin(list: readonly number[], i: number, j: number): boolean {
  const nx = V[LOCAL_NORMAL];
  const ny = V[LOCAL_NORMAL + 1];
  return list[i] * ny - list[i + 1] * nx >= -V[TOLERANCE] &&
    nx * list[j + 1] - ny * list[j] >= -V[TOLERANCE] &&
    nx * (list[i] + list[j]) + ny * (list[i + 1] + list[j + 1]) > 0;
}

/** By how much a pose scales: 1 where it counts as a turn. */
export function scaleOf({ cos, sin }: Readonly<Pose>): number {
  const square = cos * cos + sin * sin;
  return Math.abs(square - 1) <= SKEWED ? 1 : Math.sqrt(square);
}

/**
 * Whether the contact with NORMAL at POINT, of a part at `pose`, is with the outline. The normal of an edge takes the
 * place of one that is the same.
 */
function isOutline(seams: Seams | null, pose: Readonly<Pose>): boolean {
  if (seams === null) return true;
  const scale = scaleOf(pose);
  const c = pose.cos / scale;
  const s = pose.sin / scale;
  V[LOCAL_NORMAL] = c * V[NORMAL] + s * V[NORMAL + 1];
  V[LOCAL_NORMAL + 1] = c * V[NORMAL + 1] - s * V[NORMAL];
  const dx = (V[POINT] - pose.x) / scale;
  const dy = (V[POINT + 1] - pose.y) / scale;
  V[POINT] = c * dx + s * dy;
  V[POINT + 1] = c * dy - s * dx;
  const isIt = judge(seams);
  V[NORMAL] = c * V[LOCAL_NORMAL] - s * V[LOCAL_NORMAL + 1];
  V[NORMAL + 1] = s * V[LOCAL_NORMAL] + c * V[LOCAL_NORMAL + 1];
  return isIt;
}

/** Whether any point of a manifold is on the outline of the part that its normal leaves (`sign` 1) or enters. */
export function hasOutline(
  seams: Seams | null,
  pose: Readonly<Pose>,
  { normal, pointCount, points }: Readonly<Manifold>,
  sign: number,
): boolean {
  if (seams === null) return true;
  for (let k = 0; k < pointCount; k++) {
    // The point is midway between the surfaces, and its place along the part's edge is asked for.
    const { point } = points[k];
    V[NORMAL] = sign * normal.x;
    V[NORMAL + 1] = sign * normal.y;
    V[POINT] = point.x;
    V[POINT + 1] = point.y;
    if (isOutline(seams, pose)) return true;
  }
  return false;
}

/** Whether the shapes overlap at a point of a manifold, by more than a length that is 0. */
export function isDeep(
  { pointCount, points }: Readonly<Manifold>,
  { near }: Seams,
  pose: Readonly<Pose>,
): boolean {
  const limit = -near * scaleOf(pose);
  for (let k = 0; k < pointCount; k++) if (points[k].separation < limit) return true;
  return false;
}

/** Whether two unit vectors are the same direction. */
export function isSameDirection(u: Readonly<Vec2>, v: Readonly<Vec2>): boolean {
  return Math.abs(u.x * v.y - u.y * v.x) <= SAME && u.x * v.x + u.y * v.y > 0;
}

/**
 * Whether a part ends along AXIS, which leaves it (`sign` 1) or enters (-1), where no other part has ground in front.
 * Where it ends `separate` has found, and where the other shape does: beside that, if the part ends in an edge.
 */
export function endsInTheOpen(seams: Seams | null, pose: Readonly<Pose>, sign: number): boolean {
  if (seams === null) return true;
  const { near } = seams;
  const scale = scaleOf(pose);
  const c = pose.cos / scale;
  const s = pose.sin / scale;
  V[LOCAL_NORMAL] = sign * (c * AXIS[AXIS_X] + s * AXIS[AXIS_Y]);
  V[LOCAL_NORMAL + 1] = sign * (c * AXIS[AXIS_Y] - s * AXIS[AXIS_X]);
  let at = sign > 0 ? AXIS_BX : AXIS_AX;
  let dx = (AXIS[at] - pose.x) / scale;
  let dy = (AXIS[at + 1] - pose.y) / scale;
  V[POINT] = c * dx + s * dy;
  V[POINT + 1] = c * dy - s * dx;
  const edge = judgeEdge(seams);
  if (edge >= 0) return edge === 1;
  at = AXIS_AX + AXIS_BX - at;
  dx = (AXIS[at] - pose.x) / scale;
  dy = (AXIS[at + 1] - pose.y) / scale;
  V[POINT] = c * dx + s * dy + 16 * near * V[LOCAL_NORMAL];
  V[POINT + 1] = c * dy - s * dx + 16 * near * V[LOCAL_NORMAL + 1];
  // Ground on both sides of the way, not along it.
  V[TOLERANCE] = -near;
  return !isOnGround(seams);
}

/** Whether a ray hits a part on the body's outline. */
export function isOutlineHit(
  { point, normal }: Readonly<CastHit>,
  seams: Seams | null,
  pose: Readonly<Pose>,
): boolean {
  V[NORMAL] = normal.x;
  V[NORMAL + 1] = normal.y;
  V[POINT] = point.x;
  V[POINT + 1] = point.y;
  return isOutline(seams, pose);
}

/** A hit is with a seam, … */
const IS_SEAM = 0;
/** … the motion does not lead into what is hit, … */
export const GRAZES = 1;
/** … or it does. */
export const STOPS = 2;

/** A motion leads into what it hits by more than this part of itself. */
const APPROACH = 1e-12;

/**
 * What a hit is to the motion d of B.
 *
 * Where a corner comes near, rounding of the distance turns the normal by the root of its size: a body that slides
 * along a side meets the end of a seam there, with a normal that is the side's and yet leans back. So the side's
 * own normal tells, too, whether d leads into the body.
 */
export function judgeHit(
  { fraction, point, normal }: Readonly<CastHit>,
  seamsA: Seams | null,
  poseA: Readonly<Pose>,
  seamsB: Seams | null,
  poseB: Readonly<Pose>,
  d: Readonly<Vec2>,
): number {
  const least = APPROACH * (Math.abs(d.x) + Math.abs(d.y));
  if (!(normal.x * d.x + normal.y * d.y < -least)) return GRAZES;
  V[NORMAL] = normal.x;
  V[NORMAL + 1] = normal.y;
  V[POINT] = point.x;
  V[POINT + 1] = point.y;
  if (!isOutline(seamsA, poseA)) return IS_SEAM;
  if (!(V[NORMAL] * d.x + V[NORMAL + 1] * d.y < -least)) return GRAZES;
  // B as it stands at the start: the point is that much further back.
  V[NORMAL] = -normal.x;
  V[NORMAL + 1] = -normal.y;
  V[POINT] = point.x - fraction * d.x;
  V[POINT + 1] = point.y - fraction * d.y;
  if (!isOutline(seamsB, poseB)) return IS_SEAM;
  return V[NORMAL] * d.x + V[NORMAL + 1] * d.y > least ? STOPS : GRAZES;
}
