/**
 * Hits of parts of a concave shape, as hits of its outline: tells those inside the solid, and finds the outline's
 * normal in place of a part's.
 *
 * @module
 */
import { Hit, isOnOutline, takeEdge } from "../../boundary/hits.ts";
import type { Outline } from "../../boundary/outline.ts";
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import type { ConvexShape } from "../../shapes/shape.ts";
import type { CastHit } from "../cast.ts";
import { AXIS, AXIS_GAP, AXIS_X, AXIS_Y, separate } from "../separation.ts";

/** The hit that is judged, in the frame of the shape. */
const spot = /* @__PURE__ */ new Hit();

/** A point and a normal in the world, and how far the point may be off along the normal. */
const V = /* @__PURE__ */ new Float64Array(5);
const POINT = 0;
const NORMAL = 2;
const SLACK = 4;

/** Rounding error of a hit's point, as a fraction of coordinates: 2^-46. */
const PLACED = 1.4210854715202004e-14;
/** Directions that differ by no more than this angle count as the same. */
const SAME = 1e-6;

/** The scale factor of a pose, which differs from 1 by rounding. */
export function scaleOf({ cos, sin }: Readonly<Pose>): number {
  return Math.sqrt(cos * cos + sin * sin);
}

/** Sets the spot from POINT, NORMAL and a motion in the world: that of the other shape, or (`sign` -1) of this one. */
function toShape(pose: Readonly<Pose>, d: Readonly<Vec2> | null, sign: number): void {
  const { x, y, cos, sin } = pose, scale = scaleOf(pose), square = scale * scale;
  const px = V[POINT] - x, py = V[POINT + 1] - y, nx = V[NORMAL], ny = V[NORMAL + 1];
  spot.x = (cos * px + sin * py) / square;
  spot.y = (cos * py - sin * px) / square;
  spot.nx = (cos * nx + sin * ny) / scale;
  spot.ny = (cos * ny - sin * nx) / scale;
  spot.slack = V[SLACK] / scale;
  spot.noise = PLACED * (Math.abs(x) + Math.abs(y) + Math.abs(px) + Math.abs(py)) / scale;
  spot.dx = d === null ? 0 : sign * (cos * d.x + sin * d.y) / square;
  spot.dy = d === null ? 0 : sign * (cos * d.y - sin * d.x) / square;
}

/** NORMAL = the spot's, in the world. */
function takeNormal(pose: Readonly<Pose>): void {
  const scale = scaleOf(pose), { nx, ny } = spot;
  V[NORMAL] = (pose.cos * nx - pose.sin * ny) / scale + 0;
  V[NORMAL + 1] = (pose.sin * nx + pose.cos * ny) / scale + 0;
}

/** Whether NORMAL at POINT is the outline's. If it is an edge's up to rounding, it becomes that. */
function isOutline(outline: Outline | null, pose: Readonly<Pose>): boolean {
  if (outline === null) return true;
  toShape(pose, null, 1);
  const isIt = isOnOutline(outline, spot);
  takeNormal(pose);
  return isIt;
}

/** NORMAL = that of an outline's edge at POINT: see `takeEdge`. */
function takeSide(
  outline: Outline,
  pose: Readonly<Pose>,
  d: Readonly<Vec2> | null,
  sign: number,
): boolean {
  toShape(pose, d, sign);
  const isFound = takeEdge(outline, spot, d !== null);
  if (isFound) takeNormal(pose);
  return isFound;
}

/** Whether two unit vectors are the same direction. */
export function isSameDirection(u: Readonly<Vec2>, v: Readonly<Vec2>): boolean {
  return Math.abs(u.x * v.y - u.y * v.x) <= SAME && u.x * v.x + u.y * v.y > 0;
}

/** Whether a hit on a part, given by its point and normal, is with the outline. */
export function isOutlineHit(
  { point, normal }: Readonly<Pick<CastHit, "point" | "normal">>,
  outline: Outline | null,
  pose: Readonly<Pose>,
): boolean {
  V[NORMAL] = normal.x;
  V[NORMAL + 1] = normal.y;
  V[POINT] = point.x;
  V[POINT + 1] = point.y;
  V[SLACK] = 0;
  return isOutline(outline, pose);
}

/** Whether a hit of B, which moves by d from `poseB`, has a normal that both outlines have at its point. */
export function isWithOutlines(
  hit: Readonly<CastHit>,
  outlineA: Outline | null,
  poseA: Readonly<Pose>,
  outlineB: Outline | null,
  poseB: Readonly<Pose>,
  d: Readonly<Vec2>,
): boolean {
  const { normal } = hit;
  V[NORMAL] = normal.x;
  V[NORMAL + 1] = normal.y;
  placePoint(hit, d, 0);
  if (!isOutline(outlineA, poseA)) return false;
  V[NORMAL] = -normal.x;
  V[NORMAL + 1] = -normal.y;
  placePoint(hit, d, 1);
  return isOutline(outlineB, poseB);
}

/**
 * Lengths in the world: below NEAR[0] points of two parts count as the same, and NEAR[1] is the target of the cast. In an
 * array, since V8 boxes doubles that are passed.
 */
export const NEAR = /* @__PURE__ */ new Float64Array(2);

/**
 * POINT = the point of A's surface (`side` 0) or B's, at the start of B's motion, that a hit is at. It may be off by SLACK
 * along the normal: the point of a hit is on A, but if the bodies start at the target, it is in the middle.
 */
function placePoint(
  { fraction, depth, point, normal }: Readonly<CastHit>,
  d: Readonly<Vec2>,
  side: number,
): void {
  const isStart = depth > 0,
    by = isStart ? (side - 0.5) * (NEAR[1] - depth) : 0,
    t = side * fraction;
  V[POINT] = point.x + by * normal.x - t * d.x;
  V[POINT + 1] = point.y + by * normal.y - t * d.y;
  V[SLACK] = isStart ? 0 : NEAR[1];
}

/** Sets NEAR for parts of these outlines. */
export function setNear(
  outlineA: Outline | null,
  poseA: Readonly<Pose>,
  outlineB: Outline | null,
  poseB: Readonly<Pose>,
): void {
  NEAR[0] = 0;
  if (outlineA !== null) NEAR[0] += outlineA.near * scaleOf(poseA);
  if (outlineB !== null) NEAR[0] += outlineB.near * scaleOf(poseB);
}

/**
 * Gives a hit that is not with the outline the normal of an outline edge at its point, if there is one: with a motion,
 * one that faces it.
 */
export function takeOutline(
  hit: CastHit,
  outline: Outline,
  pose: Readonly<Pose>,
  d: Readonly<Vec2> | null,
): boolean {
  V[POINT] = hit.point.x;
  V[POINT + 1] = hit.point.y;
  V[SLACK] = 0;
  if (!takeSide(outline, pose, d, 1)) return false;
  hit.normal.x = V[NORMAL];
  hit.normal.y = V[NORMAL + 1];
  return true;
}

/** Bit of `judgeHit`: the motion leads into what it hits. */
export const LEADS = 1;
/** Bit of `judgeHit`: the hit is inside the solid. */
export const INSIDE = 2;

/** A motion leads into a body if it approaches it by more than this fraction of its length. */
const APPROACH = 1e-12;

/**
 * Classifies a hit of B, which moves by d, as a combination of LEADS and INSIDE.
 *
 * The hit of two flush edges has its point in the middle of the stretch that they share. If that is
 * inside, as where B has sunk into a floor in front of a wall, the ends of the stretch count: the
 * wall may be open at one of them. The hit's point then moves there.
 */
export function judgeHit(
  hit: CastHit,
  a: ConvexShape,
  outlineA: Outline | null,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  outlineB: Outline | null,
  poseB: Readonly<Pose>,
  d: Readonly<Vec2>,
): number {
  const kind = judgePoint(hit, a, outlineA, poseA, b, outlineB, poseB, d);
  const { fraction, point, normal, featureA, featureB } = hit;
  if ((kind & INSIDE) === 0 || featureA.type !== "edge" || featureB.type !== "edge") return kind;
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
  setNear(outlineA, poseA, outlineB, poseB);
  half -= 32 * NEAR[0];
  for (let way = -half; half > 0 && way <= half; way += 2 * half) {
    point.x = px - way * ny;
    point.y = py + way * nx;
    const there = judgePoint(hit, a, outlineA, poseA, b, outlineB, poseB, d);
    if ((there & INSIDE) === 0) return there;
  }
  point.x = px;
  point.y = py;
  return kind;
}

/**
 * Classifies a hit at its point, as `judgeHit` does.
 *
 * Where two corners meet, the normal of the hit may be one that the outline has not. If an edge of
 * A's outline at that point, or of B's, has a normal that both outlines allow and that separates the two parts, it
 * replaces the hit's: of A's sides there, and then of B's, the one that opposes the motion most
 * (`takeSide`).
 *
 * When a corner is close, an error of the distance turns the normal by the square root of its size.
 * A body that slides along a side meets the corner at its end with the side's normal, turned back a
 * little. So whether d leads into the body is judged with the side's own normal, too.
 */
function judgePoint(
  hit: CastHit,
  a: ConvexShape,
  outlineA: Outline | null,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  outlineB: Outline | null,
  poseB: Readonly<Pose>,
  d: Readonly<Vec2>,
): number {
  const { fraction, normal } = hit;
  const least = APPROACH * (Math.abs(d.x) + Math.abs(d.y));
  let most = normal.x * d.x + normal.y * d.y;
  const leads = most < -least ? LEADS : 0;
  if (outlineA === null && outlineB === null) return leads;
  let isInside = false;
  V[NORMAL] = normal.x;
  V[NORMAL + 1] = normal.y;
  placePoint(hit, d, 0);
  if (isOutline(outlineA, poseA)) most = Math.max(most, V[NORMAL] * d.x + V[NORMAL + 1] * d.y);
  else {
    isInside = true;
    if (!takeSide(outlineA!, poseA, d, 1)) return INSIDE | leads;
    AXIS[AXIS_X] = V[NORMAL];
    AXIS[AXIS_Y] = V[NORMAL + 1];
  }
  // `poseB` is the pose at the start, so the point moves back to where it was then.
  if (!isInside) {
    V[NORMAL] = normal.x;
    V[NORMAL + 1] = normal.y;
  }
  V[NORMAL] = -V[NORMAL];
  V[NORMAL + 1] = -V[NORMAL + 1];
  placePoint(hit, d, 1);
  if (isOutline(outlineB, poseB)) most = Math.max(most, -(V[NORMAL] * d.x + V[NORMAL + 1] * d.y));
  else {
    isInside = true;
    if (!takeSide(outlineB!, poseB, d, -1)) return INSIDE | leads;
    // The side of B has to be one that A's outline allows.
    AXIS[AXIS_X] = V[NORMAL] = 0 - V[NORMAL];
    AXIS[AXIS_Y] = V[NORMAL + 1] = 0 - V[NORMAL + 1];
    placePoint(hit, d, 0);
    if (!isOutline(outlineA, poseA)) return INSIDE | leads;
  }
  if (!isInside) return most < -least ? LEADS : 0;
  const x = AXIS[AXIS_X], y = AXIS[AXIS_Y];
  const way = x * d.x + y * d.y;
  separate(a, poseA, b, poseB);
  setNear(outlineA, poseA, outlineB, poseB);
  if (AXIS[AXIS_GAP] + fraction * way < -NEAR[0]) return INSIDE | leads;
  normal.x = x;
  normal.y = y;
  return way < -least ? LEADS : 0;
}
