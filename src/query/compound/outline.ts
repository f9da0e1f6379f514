/**
 * The outline of a concave body: which contacts and hits of its parts are with it, and which with a seam between them.
 *
 * @module
 */
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import type { Shape } from "../../shapes/shape.ts";
import type { CastHit } from "../cast.ts";
import { LEANS, type Manifold } from "../collide.ts";
import { AXIS, AXIS_AX, AXIS_BX, AXIS_GAP, AXIS_X, AXIS_Y, separate } from "../separation.ts";
import { NOISE } from "./near_parts.ts";
import {
  ALONG,
  groundAt,
  isCovered,
  isOnGround,
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

/** NOISE in units of `near`. */
const SLIT = 1e-5;

/** By how much a pose scales: 1 where it counts as a turn. */
export function scaleOf({ cos, sin }: Readonly<Pose>): number {
  const square = cos * cos + sin * sin;
  return Math.abs(square - 1) <= SKEWED ? 1 : Math.sqrt(square);
}

/** POINT, in the world, in the frame of a part at `pose`. */
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
  toPart(pose);
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

/**
 * Of a contact that `hasOutline` says is with a seam: whether it is with a corner of the outline, and leans beyond the
 * normals of that by little. The last of these then becomes the manifold's. What lies flush on the part beside trembles,
 * and would have this contact in one step and not in the next.
 */
export function leansOnCorner(
  { points: vertices, normals, own, corners, near }: Seams,
  pose: Readonly<Pose>,
  { normal, pointCount, points }: Manifold,
  sign: number,
): boolean {
  const scale = scaleOf(pose), n = own.length;
  const c = pose.cos / scale, s = pose.sin / scale;
  const x = sign * (c * normal.x + s * normal.y), y = sign * (c * normal.y - s * normal.x);
  V[LOCAL_NORMAL] = x;
  V[LOCAL_NORMAL + 1] = y;
  V[TOLERANCE] = 0;
  for (let i = 0; i < n; i++) {
    if (own[i] || !isWithin(normals, 2 * (i === 0 ? n - 1 : i - 1), 2 * i)) continue;
    const ux = corners[4 * i], uy = corners[4 * i + 1];
    const vx = corners[4 * i + 2], vy = corners[4 * i + 3];
    // Where the outline is straight its edges hold the other body.
    if (!(ux * vy - uy * vx > SAME)) return false;
    const isFirst = ux * y - uy * x < 0;
    const mx = isFirst ? ux : vx, my = isFirst ? uy : vy;
    const along = mx * x + my * y;
    if (!(Math.abs(mx * y - my * x) <= LEANS && along > 0)) return false;
    let isThere = false;
    for (let k = 0; k < pointCount; k++) {
      const { point, separation } = points[k], half = 0.5 * sign * separation;
      const dx = (point.x - half * normal.x - pose.x) / scale;
      const dy = (point.y - half * normal.y - pose.y) / scale;
      const wx = c * dx + s * dy - vertices[i].x, wy = c * dy - s * dx - vertices[i].y;
      isThere ||= Math.abs(wx) <= near && Math.abs(wy) <= near;
    }
    if (!isThere) return false;
    const nx = sign * (c * mx - s * my) + 0, ny = sign * (s * mx + c * my) + 0;
    // From where they are on this part to the other's side, along the new normal.
    for (let k = 0; k < pointCount; k++) {
      const p = points[k], half = 0.5 * sign * p.separation;
      p.point.x += half * (nx / along - normal.x);
      p.point.y += half * (ny / along - normal.y);
      p.separation /= along;
    }
    normal.x = nx;
    normal.y = ny;
    return true;
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
  V[POINT] = AXIS[at];
  V[POINT + 1] = AXIS[at + 1];
  toPart(pose);
  const edge = judgeEdge(seams);
  if (edge >= 0) return edge === 1;
  at = AXIS_AX + AXIS_BX - at;
  V[POINT] = AXIS[at];
  V[POINT + 1] = AXIS[at + 1];
  toPart(pose);
  V[POINT] += 16 * near * V[LOCAL_NORMAL];
  V[POINT + 1] += 16 * near * V[LOCAL_NORMAL + 1];
  // Ground on both sides of the way, not along it.
  V[TOLERANCE] = -near;
  return !isOnGround(seams);
}

/** Whether no other part has ground at POINT, just in front of a part's surface there with NORMAL out of it. */
export function isOpenInFront(seams: Seams | null, pose: Readonly<Pose>): boolean {
  if (seams === null) return true;
  const { near } = seams;
  const ahead = 16 * near * scaleOf(pose);
  V[POINT] += ahead * V[NORMAL];
  V[POINT + 1] += ahead * V[NORMAL + 1];
  toPart(pose);
  V[TOLERANCE] = near;
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

/** V[TOLERANCE] = the length in the world up to which places of two parts are the same. */
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

/** NORMAL = LOCAL_NORMAL in the world. */
function turnNormal(pose: Readonly<Pose>): void {
  const x = V[LOCAL_NORMAL], y = V[LOCAL_NORMAL + 1], scale = scaleOf(pose);
  V[NORMAL] = (pose.cos * x - pose.sin * y) / scale + 0;
  V[NORMAL + 1] = (pose.sin * x + pose.cos * y) / scale + 0;
}

/**
 * Of a contact that `isOutline` says is with a seam: whether it is at a vertex where the outline has normals, too. The
 * nearest of these then becomes NORMAL. Where corners meet a contact has many normals, and which one it is
 * told with is chance.
 */
function takeCorner({ points, own, corners, near }: Seams, pose: Readonly<Pose>): boolean {
  const nx = V[LOCAL_NORMAL];
  const ny = V[LOCAL_NORMAL + 1];
  for (let i = 0; i < points.length; i++) {
    const { x, y } = points[i];
    if (own[i] || !(Math.abs(x - V[POINT]) <= near && Math.abs(y - V[POINT + 1]) <= near)) continue;
    const ux = corners[4 * i], uy = corners[4 * i + 1];
    const vx = corners[4 * i + 2], vy = corners[4 * i + 3];
    // None in a reflex corner, where other parts have edges. (Without normals all are 0.)
    if (!(ux * vy - uy * vx >= -SAME && ux * vx + uy * vy > 0)) continue;
    const isFirst = ux * nx + uy * ny > vx * nx + vy * ny;
    V[LOCAL_NORMAL] = isFirst ? ux : vx;
    V[LOCAL_NORMAL + 1] = isFirst ? uy : vy;
    turnNormal(pose);
    return true;
  }
  return false;
}

/**
 * Whether POINT, in the body's frame, lies on a side of the body that is on the outline there. The normal of that becomes
 * NORMAL: the first one's, or, of what moves along d (`sign` 1) or against it (-1), that most against the motion, if
 * any is. The side may be another part's, in which this one has a corner.
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
  // A normal across the way is the way's by rounding.
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
 * Whether the start of a ray, which a part has hit there, is on the outline of the body. One that is told with the
 * normal of a seam gets one that the outline has in this place, if there is any.
 */
export function takeOutline(hit: CastHit, seams: Seams, pose: Readonly<Pose>): boolean {
  if (isOutlineHit(hit, seams, pose)) return true;
  if (!takeCorner(seams, pose) && !takeSide(seams, pose, null, 1)) return false;
  hit.normal.x = V[NORMAL];
  hit.normal.y = V[NORMAL + 1];
  return true;
}

/**
 * Gives a hit with a seam, on the way of a ray, the normal of the outline if that faces the ray there: where rounding has
 * left a gap between two parts.
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
 * Whether a ray that misses a part, or hits it later, goes along a seam of it, in the gap that rounding has left between
 * the part and the next one, and where it comes in: at the end of the seam, if the outline faces the ray there, or, when
 * it starts between the two, at its start, with the normal of the seam. Fills the hit.
 *
 * In the part's frame the ray leads from o by d. A vertex p is |(p - o) × d| / |d| beside its line, and passed when
 * (p - o)·d / d² of the way is done.
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
  // As far as rounding may put an edge: gaps that are wider are the body's own.
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
      // Only where the seam is: it must reach the end that comes first.
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

/** The motion leads into what it hits, … */
export const LEADS = 1;
/** … which is a seam. */
export const IS_SEAM = 2;

/** A motion leads into what it hits by more than this part of itself. */
const APPROACH = 1e-12;

/**
 * What a hit is to the motion d of B, in bits. Where corners meet it gets a normal that the outline has there, if that
 * keeps the two parts apart, too: of the body's corner, or at the foot of a ramp, of what is most in the way.
 *
 * Where a corner comes near, rounding of the distance turns the normal by the root of its size: a body that slides
 * along a side meets the end of a seam there, with a normal that is the side's and yet leans back. So the side's
 * own normal tells, too, whether d leads into the body.
 */
export function judgeHit(
  hit: CastHit,
  a: Shape,
  seamsA: Seams | null,
  poseA: Readonly<Pose>,
  b: Shape,
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
    if (!takeCorner(seamsA!, poseA) && !takeSide(seamsA!, poseA, d, 1)) return IS_SEAM | leads;
    AXIS[AXIS_X] = V[NORMAL];
    AXIS[AXIS_Y] = V[NORMAL + 1];
  }
  // B as it stands at the start: the point is that much further back.
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
    if (!takeCorner(seamsB!, poseB) && !takeSide(seamsB!, poseB, d, -1)) return IS_SEAM | leads;
    AXIS[AXIS_X] = 0 - V[NORMAL];
    AXIS[AXIS_Y] = 0 - V[NORMAL + 1];
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
