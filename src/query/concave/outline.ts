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
import { axis, separate } from "../separation.ts";
import type { PartSet } from "../../shapes/part_set.ts";
import { STILL } from "./near_parts.ts";
import { outlineAt, type Rim } from "./parts.ts";

/** A point of a surface in the world, the normal out of it, and how far the point may be off along that. */
export const at = { x: NaN, y: NaN, nx: NaN, ny: NaN, slack: NaN };
/** The same in the frame of the shape, and the motion of what hits it. */
export const spot = /* @__PURE__ */ new Hit();

/** Rounding error of a hit's point, as a fraction of coordinates: 2^-46. */
const PLACED = 1.4210854715202004e-14;
/** Directions that differ by no more than this angle count as the same. */
const SAME = 1e-6;

/** The scale factor of a pose, which differs from 1 by rounding. */
export function scaleOf({ cos, sin }: Readonly<Pose>): number {
  return Math.sqrt(cos * cos + sin * sin);
}

/** Brings `at` into a shape's frame; d is the motion of the other shape or, with a sign of -1, of this one. */
export function toShape(pose: Readonly<Pose>, d: Readonly<Vec2>, sign: number): void {
  const { x, y, cos, sin } = pose, scale = scaleOf(pose), square = scale * scale;
  const px = at.x - x, py = at.y - y;
  spot.x = (cos * px + sin * py) / square;
  spot.y = (cos * py - sin * px) / square;
  spot.nx = (cos * at.nx + sin * at.ny) / scale;
  spot.ny = (cos * at.ny - sin * at.nx) / scale;
  spot.slack = at.slack / scale;
  spot.noise = PLACED * (Math.abs(x) + Math.abs(y) + Math.abs(px) + Math.abs(py)) / scale;
  spot.dx = sign * (cos * d.x + sin * d.y) / square;
  spot.dy = sign * (cos * d.y - sin * d.x) / square;
}

/** Gives `at` the spot's normal. */
export function takeNormal(pose: Readonly<Pose>): void {
  const scale = scaleOf(pose), { nx, ny } = spot;
  at.nx = (pose.cos * nx - pose.sin * ny) / scale + 0;
  at.ny = (pose.sin * nx + pose.cos * ny) / scale + 0;
}

/** Whether the normal at `at` is the outline's. If it is an edge's up to rounding, it becomes that. */
function isOutline(outline: Outline | null, pose: Readonly<Pose>): boolean {
  if (outline === null) return true;
  toShape(pose, STILL, 1);
  const isIt = isOnOutline(outline, spot);
  takeNormal(pose);
  return isIt;
}

/** Gives `at` the normal of an outline's edge there: see `takeEdge`. */
function takeSide(
  outline: Outline,
  pose: Readonly<Pose>,
  d: Readonly<Vec2>,
  sign: number,
): boolean {
  toShape(pose, d, sign);
  const isFound = takeEdge(outline, spot);
  if (isFound) takeNormal(pose);
  return isFound;
}

/** Whether two unit vectors are the same direction. */
export function isSameDirection(u: Readonly<Vec2>, v: Readonly<Vec2>): boolean {
  return Math.abs(u.x * v.y - u.y * v.x) <= SAME && u.x * v.x + u.y * v.y > 0;
}

/** Whether a hit on a part is with the outline: its normal, or with a sign of -1 the opposite, is the outline's there. */
export function isOutlineHit(
  point: Readonly<Vec2>,
  normal: Readonly<Vec2>,
  sign: number,
  outline: Outline | null,
  pose: Readonly<Pose>,
): boolean {
  at.nx = sign * normal.x;
  at.ny = sign * normal.y;
  at.x = point.x;
  at.y = point.y;
  at.slack = 0;
  return isOutline(outline, pose);
}

/**
 * Gives a hit that is not with the outline the normal of an outline edge at its point, if there is one: with a motion,
 * one that faces it.
 */
export function takeOutline(
  { point, normal }: CastHit,
  outline: Outline,
  pose: Readonly<Pose>,
  d: Readonly<Vec2>,
): boolean {
  at.x = point.x;
  at.y = point.y;
  at.slack = 0;
  if (!takeSide(outline, pose, d, 1)) return false;
  normal.x = at.nx;
  normal.y = at.ny;
  return true;
}

/** A shape cast of B, by d from its pose. What there is of both comes as A's and B's, by `side`. */
export class Cast {
  /** The target separation. */
  target = NaN;
  /** Lengths in the world below this are rounding for these parts. */
  near = NaN;
  d: Readonly<Vec2> = STILL;
  readonly poses: Readonly<Pose>[] = [];
  readonly sets: PartSet[] = [];
  readonly rims: Rim[] = [];
  readonly parts: ConvexShape[] = [];
  /** What the parts have to be hit at, `null` for anywhere. */
  readonly outlines: (Outline | null)[] = [];
}

/** Sets what a cast needs to know of two parts. */
export function setParts(cast: Cast, i: number, j: number): void {
  const { poses, sets, rims, parts, outlines } = cast;
  cast.near = 0;
  for (let side = 0; side < 2; side++) {
    const k = side === 0 ? i : j, outline = outlineAt(rims[side], k);
    parts[side] = sets[side].parts[k];
    outlines[side] = outline;
    if (outline !== null) cast.near += outline.near * scaleOf(poses[side]);
  }
}

/** Whether one of the two parts is in an outline. */
export function hasOutline({ outlines }: Readonly<Cast>): boolean {
  return outlines[0] !== null || outlines[1] !== null;
}

/** Whether the axis, for B turned around, is the normal of that outline where the hit is. */
function isOnSide(cast: Readonly<Cast>, hit: Readonly<CastHit>, side: number): boolean {
  const { target, d } = cast, { fraction, depth, point, normal } = hit, sign = 1 - 2 * side;
  // The point of a hit is on A; it may be off B by the target. Of bodies that start at the target, it
  // is in the middle. The pose of B is that at the start, so its point moves back.
  const isStart = depth > 0, by = isStart ? (side - 0.5) * (target - depth) : 0;
  const t = side * fraction;
  at.nx = sign * axis.x;
  at.ny = sign * axis.y;
  at.x = point.x + by * normal.x - t * d.x;
  at.y = point.y + by * normal.y - t * d.y;
  at.slack = isStart ? 0 : target;
  return isOutline(cast.outlines[side], cast.poses[side]);
}

/** Whether a hit is with the back of a chain that is seen from its front only. */
export function isFromBehind(cast: Readonly<Cast>, hit: Readonly<CastHit>): boolean {
  axis.x = hit.normal.x;
  axis.y = hit.normal.y;
  for (let side = 0; side < 2; side++) {
    if (cast.outlines[side]?.isChain && !isOnSide(cast, hit, side)) return true;
  }
  return false;
}

/** Bit of `judgeHit`: the motion leads into what it hits. */
export const LEADS = 1;
/** Bit of `judgeHit`: the hit is inside the solid. */
export const INSIDE = 2;

/** A motion leads into a body if it approaches it by more than this fraction of its length. */
export const APPROACH = 1e-12;

/**
 * Classifies a hit of B, which moves by d, as a combination of LEADS and INSIDE.
 *
 * The hit of two flush edges has its point in the middle of the stretch that they share. If that is
 * inside, as where B has sunk into a floor in front of a wall, the ends of the stretch count: the
 * wall may be open at one of them. The hit's point then moves there.
 */
export function judgeHit(cast: Readonly<Cast>, hit: CastHit): number {
  const kind = judgePoint(cast, hit), { fraction, point, normal, featureA, featureB } = hit;
  if ((kind & INSIDE) === 0 || featureA.type !== "edge" || featureB.type !== "edge") return kind;
  const { x: px, y: py } = point, { x: nx, y: ny } = normal, { parts, poses, d } = cast;
  let half = Infinity;
  for (let k = 0; k < 4; k++) {
    const side = k >> 1, { i, j } = side === 0 ? featureA : featureB, f = side * fraction;
    const { x, y } = parts[side].points[k % 2 === 0 ? i : j];
    const { x: tx, y: ty, cos: c, sin: s } = poses[side];
    const along = (s * x + c * y + ty + f * d.y - py) * nx -
      (c * x - s * y + tx + f * d.x - px) * ny;
    half = Math.min(half, Math.abs(along));
  }
  // Where a covered stretch ends an edge counts as open, so the points lie a little inside.
  half -= 32 * cast.near;
  for (let way = -half; half > 0 && way <= half; way += 2 * half) {
    point.x = px - way * ny;
    point.y = py + way * nx;
    const there = judgePoint(cast, hit);
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
function judgePoint(cast: Readonly<Cast>, hit: CastHit): number {
  const { parts, poses, outlines, d, near } = cast, { fraction, normal } = hit;
  const least = APPROACH * (Math.abs(d.x) + Math.abs(d.y));
  let most = normal.x * d.x + normal.y * d.y, isInside = false;
  const leads = most < -least ? LEADS : 0;
  if (outlines[0] === null && outlines[1] === null) return leads;
  axis.x = normal.x;
  axis.y = normal.y;
  for (let side = 0; side < 2; side++) {
    const sign = 1 - 2 * side;
    if (isOnSide(cast, hit, side)) {
      most = Math.max(most, sign * (at.nx * d.x + at.ny * d.y));
      continue;
    }
    isInside = true;
    if (!takeSide(outlines[side]!, poses[side], d, sign)) return INSIDE | leads;
    axis.x = sign * at.nx + 0;
    axis.y = sign * at.ny + 0;
    // The side of B has to be one that A's outline allows.
    if (side === 1 && !isOnSide(cast, hit, 0)) return INSIDE | leads;
  }
  if (!isInside) return most < -least ? LEADS : 0;
  const way = axis.x * d.x + axis.y * d.y;
  separate(parts[0], poses[0], parts[1], poses[1]);
  if (axis.gap + fraction * way < -near) return INSIDE | leads;
  normal.x = axis.x;
  normal.y = axis.y;
  return way < -least ? LEADS : 0;
}

/** Gives a hit inside the solid, up to rounding, the normal of an outline edge at its point: the body grazes that. */
export function takeGrazed(cast: Readonly<Cast>, hit: CastHit): void {
  const { outlines, poses, d } = cast, { normal } = hit;
  axis.x = normal.x;
  axis.y = normal.y;
  for (let side = 0; side < 2; side++) {
    const sign = 1 - 2 * side;
    if (isOnSide(cast, hit, side)) continue;
    if (!takeSide(outlines[side]!, poses[side], STILL, sign)) return;
    axis.x = sign * at.nx + 0;
    axis.y = sign * at.ny + 0;
  }
  if (axis.x * d.x + axis.y * d.y > SAME * (Math.abs(d.x) + Math.abs(d.y))) return;
  normal.x = axis.x;
  normal.y = axis.y;
}
