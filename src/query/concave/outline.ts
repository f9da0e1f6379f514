/**
 * The outline of a concave body: tells hits with the outline from those with a seam between two
 * parts, and finds the outline's normal in place of a seam's.
 *
 * @module
 */
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import type { ConvexShape } from "../../shapes/shape.ts";
import type { CastHit } from "../cast.ts";
import { AXIS, AXIS_GAP, AXIS_X, AXIS_Y, separate } from "../separation.ts";
import { NOISE } from "./near_parts.ts";
import {
  ALONG,
  groundAt,
  isCovered,
  listGround,
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
 * Whether the edge with LOCAL_NORMAL is on the outline at POINT, both in the part's frame: 1 if it
 * is, 0 if it is covered there, -1 if no edge has that normal. Replaces LOCAL_NORMAL by the edge's
 * exact normal.
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

/**
 * Whether a contact with LOCAL_NORMAL at POINT, both in the part's frame, is with the outline. An
 * edge's normal is judged by the point. A normal between those of two edges belongs to their
 * vertex, and has to lie within the outline's corner there. If it is that of an edge at the corner,
 * which may be another part's, it is replaced by the exact one, too.
 */
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
    if (!isWithin(corners, 4 * i, 4 * i + 2)) return false;
    for (let k = 4 * i; k < 4 * i + 4; k += 2) {
      const x = corners[k], y = corners[k + 1];
      if (Math.abs(x * V[LOCAL_NORMAL + 1] - y * V[LOCAL_NORMAL]) > SAME) continue;
      V[LOCAL_NORMAL] = x;
      V[LOCAL_NORMAL + 1] = y;
    }
    return true;
  }
  return true;
}

/**
 * Whether LOCAL_NORMAL lies between the vector u at index `i` of the list and v at `j`, which is
 * counter-clockwise of u by less than half a turn, or misses that range by at most V[TOLERANCE].
 */
function isWithin(list: readonly number[], i: number, j: number): boolean {
  const nx = V[LOCAL_NORMAL];
  const ny = V[LOCAL_NORMAL + 1];
  return list[i] * ny - list[i + 1] * nx >= -V[TOLERANCE] &&
    nx * list[j + 1] - ny * list[j] >= -V[TOLERANCE] &&
    nx * (list[i] + list[j]) + ny * (list[i + 1] + list[j + 1]) > 0;
}

/** NOISE in units of `near`. */
const SLIT = 1e-5;

/** The scale factor of a pose: 1 if it counts as a rotation. */
export function scaleOf({ cos, sin }: Readonly<Pose>): number {
  const square = cos * cos + sin * sin;
  return Math.abs(square - 1) <= SKEWED ? 1 : Math.sqrt(square);
}

/** Moves POINT from the world to the frame of a part at `pose`. */
function toPart(pose: Readonly<Pose>): void {
  const scale = scaleOf(pose);
  const c = pose.cos / scale;
  const s = pose.sin / scale;
  const dx = (V[POINT] - pose.x) / scale;
  const dy = (V[POINT + 1] - pose.y) / scale;
  V[POINT] = c * dx + s * dy;
  V[POINT + 1] = c * dy - s * dx;
}

/**
 * Whether a contact with NORMAL at POINT, both in the world, of a part at `pose` is with the
 * outline. If NORMAL is that of an edge up to rounding, the edge's exact normal replaces it. Leaves
 * POINT and LOCAL_NORMAL in the part's frame.
 */
function isOutline(seams: Seams | null, pose: Readonly<Pose>): boolean {
  if (seams === null) return true;
  const scale = scaleOf(pose);
  const c = pose.cos / scale;
  const s = pose.sin / scale;
  V[LOCAL_NORMAL] = c * V[NORMAL] + s * V[NORMAL + 1];
  V[LOCAL_NORMAL + 1] = c * V[NORMAL + 1] - s * V[NORMAL];
  toPart(pose);
  const isIt = judge(seams);
  V[NORMAL] = c * V[LOCAL_NORMAL] - s * V[LOCAL_NORMAL + 1];
  V[NORMAL + 1] = s * V[LOCAL_NORMAL] + c * V[LOCAL_NORMAL + 1];
  return isIt;
}

/** Whether two unit vectors are the same direction. */
export function isSameDirection(u: Readonly<Vec2>, v: Readonly<Vec2>): boolean {
  return Math.abs(u.x * v.y - u.y * v.x) <= SAME && u.x * v.x + u.y * v.y > 0;
}

/** Whether a hit on a part, given by its point and normal, is with the body's outline. */
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

/** V[TOLERANCE] = the length in the world below which points of the two parts count as the same. */
export function setNear(
  seamsA: Seams | null,
  poseA: Readonly<Pose>,
  seamsB: Seams | null,
  poseB: Readonly<Pose>,
): void {
  V[TOLERANCE] = 0;
  if (seamsA !== null) V[TOLERANCE] += seamsA.near * scaleOf(poseA);
  if (seamsB !== null) V[TOLERANCE] += seamsB.near * scaleOf(poseB);
}

/** NORMAL = LOCAL_NORMAL, rotated to the world. */
function turnNormal(pose: Readonly<Pose>): void {
  const x = V[LOCAL_NORMAL], y = V[LOCAL_NORMAL + 1], scale = scaleOf(pose);
  V[NORMAL] = (pose.cos * x - pose.sin * y) / scale + 0;
  V[NORMAL + 1] = (pose.sin * x + pose.cos * y) / scale + 0;
}

/**
 * Whether POINT, in the body's frame, lies on a side of any part where that side is on the outline.
 * NORMAL becomes the normal of such a side: without d, of the first one found; with d, of the one
 * that opposes the motion most, among those that oppose it at all. d is the motion of the other
 * body (`sign` 1) or of this one (-1).
 */
function takeSide(
  body: Seams,
  pose: Readonly<Pose>,
  d: Readonly<Vec2> | null,
  sign: number,
): boolean {
  const { near, ground } = body;
  const x = V[POINT];
  const y = V[POINT + 1];
  const n = listGround(body);
  // A normal at a right angle to the motion may seem to oppose it by rounding.
  let least = d === null ? 0 : -SAME * (Math.abs(d.x) + Math.abs(d.y));
  let isFound = false;
  for (let k = 0; k < n; k++) {
    const seams = ground.seams[groundAt(body, k)];
    const { points, normals } = seams;
    for (let i = 0; i < points.length; i++) {
      const p = points[i];
      const q = points[i + 1 < points.length ? i + 1 : 0];
      const nx = normals[2 * i], ny = normals[2 * i + 1];
      const along = (y - p.y) * nx - (x - p.x) * ny;
      const length = (q.y - p.y) * nx - (q.x - p.x) * ny;
      if (Math.abs((x - p.x) * nx + (y - p.y) * ny) > near) continue;
      if (along < -near || along > length + near) continue;
      V[LOCAL_NORMAL] = nx;
      V[LOCAL_NORMAL + 1] = ny;
      if (judgeEdge(seams) !== 1) continue;
      const wasX = V[NORMAL], wasY = V[NORMAL + 1];
      turnNormal(pose);
      if (d === null) return true;
      const way = sign * (V[NORMAL] * d.x + V[NORMAL + 1] * d.y);
      if (way < least) {
        least = way;
        isFound = true;
      } else {
        V[NORMAL] = wasX;
        V[NORMAL + 1] = wasY;
      }
    }
  }
  return isFound;
}

/**
 * Whether the start of a ray, where the part has been hit at fraction 0, is on the body's outline.
 * If the hit has a seam's normal, a normal of the outline at that point replaces it, if there is
 * one.
 */
export function takeOutline(hit: CastHit, seams: Seams, pose: Readonly<Pose>): boolean {
  if (isOutlineHit(hit, seams, pose)) return true;
  if (!takeSide(seams, pose, null, 1)) return false;
  hit.normal.x = V[NORMAL];
  hit.normal.y = V[NORMAL + 1];
  return true;
}

/**
 * Replaces the normal of a hit with a seam, further along a ray, by the outline's, if a side on the
 * outline faces the ray at that point. This is the case where rounding has left a gap between two
 * parts.
 */
export function takeFace(
  hit: CastHit,
  seams: Seams,
  pose: Readonly<Pose>,
  translation: Readonly<Vec2>,
): void {
  const { point, normal } = hit;
  V[POINT] = point.x;
  V[POINT + 1] = point.y;
  toPart(pose);
  if (!takeSide(seams, pose, translation, 1)) return;
  normal.x = V[NORMAL];
  normal.y = V[NORMAL + 1];
}

/**
 * Whether a ray runs along a seam of a part, in the gap that rounding has left between this part
 * and the next. `isHit` and `hit` tell whether and where the ray has hit the part itself, which may
 * be later or never. Replaces the hit by one where the ray enters the gap:
 *
 * - at the end of the seam, with the outline's normal, if a side of the outline faces the ray
 *   there;
 * - at the start of the ray, with the normal of the seam, if it starts between the two parts.
 *
 * In the part's frame the ray leads from o by d. A vertex p is |(p - o) × d| / |d| away from its
 * line, and the ray passes p at the fraction (p - o)·d / d².
 */
export function slipsIn(
  hit: CastHit,
  isHit: boolean,
  seams: Seams,
  pose: Readonly<Pose>,
  origin: Readonly<Vec2>,
  translation: Readonly<Vec2>,
): boolean {
  const { points, inner, covered, loose, near, normals } = seams;
  const scale = scaleOf(pose);
  const c = pose.cos / scale;
  const s = pose.sin / scale;
  const wx = (origin.x - pose.x) / scale;
  const wy = (origin.y - pose.y) / scale;
  const ox = c * wx + s * wy;
  const oy = c * wy - s * wx;
  const vx = translation.x / scale;
  const vy = translation.y / scale;
  const dx = c * vx + s * vy;
  const dy = c * vy - s * vx;
  const square = dx * dx + dy * dy;
  // By how much rounding may misplace an edge. Wider gaps belong to the body.
  const size = Math.abs(ox) + Math.abs(oy) + Math.abs(dx) + Math.abs(dy);
  const beside = (SLIT * near + NOISE * size) * Math.sqrt(square);
  for (let k = 0; k < loose.length; k++) {
    const i = loose[k];
    const p = points[i];
    if (!(Math.abs((p.x - ox) * dy - (p.y - oy) * dx) <= beside)) continue;
    const q = points[i + 1 < points.length ? i + 1 : 0];
    if (!(Math.abs((q.x - ox) * dy - (q.y - oy) * dx) <= beside)) continue;
    const from = ((p.x - ox) * dx + (p.y - oy) * dy) / square;
    const to = ((q.x - ox) * dx + (q.y - oy) * dy) / square;
    const first = Math.min(from, to);
    if (!(first <= 1 && Math.max(from, to) >= 0)) continue;
    const isAtStart = first <= 0;
    if (isHit && !((hit.fraction - Math.max(first, 0)) * square > beside)) continue;
    if (inner[i] === 2) {
      // A seam in places: it has to cover the ray's start, or the end that the ray passes first.
      V[ALONG] = (oy - p.y) * normals[2 * i] - (ox - p.x) * normals[2 * i + 1];
      const list = covered[i];
      if (
        isAtStart
          ? !isCovered(seams, i)
          : (from < to ? list[0] : -list[list.length - 1]) !== -Infinity
      ) {
        continue;
      }
    }
    if (isAtStart) {
      V[LOCAL_NORMAL] = normals[2 * i];
      V[LOCAL_NORMAL + 1] = normals[2 * i + 1];
      turnNormal(pose);
    } else {
      const v = from < to ? p : q;
      V[POINT] = v.x;
      V[POINT + 1] = v.y;
      if (!takeSide(seams, pose, translation, 1)) continue;
    }
    const t = isAtStart ? 0 : first;
    const { point, normal, featureA, featureB } = hit;
    const vertex = from < to ? i : i + 1 < points.length ? i + 1 : 0;
    hit.fraction = t;
    hit.depth = 0;
    point.x = origin.x + t * translation.x;
    point.y = origin.y + t * translation.y;
    normal.x = V[NORMAL];
    normal.y = V[NORMAL + 1];
    featureA.type = "vertex";
    featureA.i = featureA.j = vertex;
    featureB.type = "vertex";
    featureB.i = featureB.j = 0;
    return true;
  }
  return false;
}

/** Bit of `judgeHit`: the motion leads into what it hits. */
export const LEADS = 1;
/** Bit of `judgeHit`: the hit is with a seam. */
export const IS_SEAM = 2;

/** A motion leads into a body if it approaches it by more than this fraction of its length. */
const APPROACH = 1e-12;

/**
 * Classifies a hit of B, which moves by d, as a combination of LEADS and IS_SEAM.
 *
 * The hit of two flush edges has its point in the middle of the stretch that they share. If they
 * are seams there, as where B has sunk into a floor in front of a wall, the ends of the stretch
 * count: the wall may be open at one of them. The hit's point then moves there.
 */
export function judgeHit(
  hit: CastHit,
  a: ConvexShape,
  seamsA: Seams | null,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  seamsB: Seams | null,
  poseB: Readonly<Pose>,
  d: Readonly<Vec2>,
): number {
  const kind = judgePoint(hit, a, seamsA, poseA, b, seamsB, poseB, d);
  const { fraction, point, normal, featureA, featureB } = hit;
  if ((kind & IS_SEAM) === 0 || featureA.type !== "edge" || featureB.type !== "edge") return kind;
  const { x: px, y: py } = point, { x: nx, y: ny } = normal;
  let half = Infinity;
  for (let k = 0; k < 4; k++) {
    const { i, j } = k < 2 ? featureA : featureB;
    const { x, y } = (k < 2 ? a : b).points[k % 2 === 0 ? i : j];
    const { x: tx, y: ty, cos: c, sin: s } = k < 2 ? poseA : poseB;
    const f = k < 2 ? 0 : fraction;
    const along = (s * x + c * y + ty + f * d.y - py) * nx -
      (c * x - s * y + tx + f * d.x - px) * ny;
    half = Math.min(half, Math.abs(along));
  }
  // Where a covered stretch ends an edge counts as open, so the points lie a little inside.
  setNear(seamsA, poseA, seamsB, poseB);
  half -= 32 * V[TOLERANCE];
  for (let way = -half; half > 0 && way <= half; way += 2 * half) {
    point.x = px - way * ny;
    point.y = py + way * nx;
    const there = judgePoint(hit, a, seamsA, poseA, b, seamsB, poseB, d);
    if ((there & IS_SEAM) === 0) return there;
  }
  point.x = px;
  point.y = py;
  return kind;
}

/**
 * Classifies a hit at its point, as `judgeHit` does.
 *
 * Where two corners meet, the normal of the hit may be a seam's. If a side of A's outline at that
 * point, or of B's, has a normal that both outlines allow and that separates the two parts, it
 * replaces the hit's: of A's sides there, and then of B's, the one that opposes the motion most
 * (`takeSide`).
 *
 * When a corner is close, an error of the distance turns the normal by the square root of its size.
 * A body that slides along a side meets the end of a seam with the side's normal, turned back a
 * little. So whether d leads into the body is judged with the side's own normal, too.
 */
function judgePoint(
  hit: CastHit,
  a: ConvexShape,
  seamsA: Seams | null,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  seamsB: Seams | null,
  poseB: Readonly<Pose>,
  d: Readonly<Vec2>,
): number {
  const { fraction, point, normal } = hit;
  const least = APPROACH * (Math.abs(d.x) + Math.abs(d.y));
  let most = normal.x * d.x + normal.y * d.y;
  const leads = most < -least ? LEADS : 0;
  if (seamsA === null && seamsB === null) return leads;
  let isSeam = false;
  V[NORMAL] = normal.x;
  V[NORMAL + 1] = normal.y;
  V[POINT] = point.x;
  V[POINT + 1] = point.y;
  if (isOutline(seamsA, poseA)) most = Math.max(most, V[NORMAL] * d.x + V[NORMAL + 1] * d.y);
  else {
    isSeam = true;
    if (!takeSide(seamsA!, poseA, d, 1)) return IS_SEAM | leads;
    AXIS[AXIS_X] = V[NORMAL];
    AXIS[AXIS_Y] = V[NORMAL + 1];
  }
  // `poseB` is the pose at the start, so the point moves back to where it was then.
  if (!isSeam) {
    V[NORMAL] = normal.x;
    V[NORMAL + 1] = normal.y;
  }
  V[NORMAL] = -V[NORMAL];
  V[NORMAL + 1] = -V[NORMAL + 1];
  V[POINT] = point.x - fraction * d.x;
  V[POINT + 1] = point.y - fraction * d.y;
  if (isOutline(seamsB, poseB)) most = Math.max(most, -(V[NORMAL] * d.x + V[NORMAL + 1] * d.y));
  else {
    isSeam = true;
    if (!takeSide(seamsB!, poseB, d, -1)) return IS_SEAM | leads;
    // The side of B has to be one that A's outline allows.
    AXIS[AXIS_X] = V[NORMAL] = 0 - V[NORMAL];
    AXIS[AXIS_Y] = V[NORMAL + 1] = 0 - V[NORMAL + 1];
    V[POINT] = point.x;
    V[POINT + 1] = point.y;
    if (!isOutline(seamsA, poseA)) return IS_SEAM | leads;
  }
  if (!isSeam) return most < -least ? LEADS : 0;
  const x = AXIS[AXIS_X], y = AXIS[AXIS_Y];
  const way = x * d.x + y * d.y;
  separate(a, poseA, b, poseB);
  setNear(seamsA, poseA, seamsB, poseB);
  if (AXIS[AXIS_GAP] + fraction * way < -V[TOLERANCE]) return IS_SEAM | leads;
  normal.x = x;
  normal.y = y;
  return way < -least ? LEADS : 0;
}
