/**
 * `contains` for concave shapes: each part of B within the union of A's parts.
 *
 * A part Q of B is cut along the sides of A's polygons, one after the other. What is inside of a
 * polygon is done, what is outside of a side goes on to the next. What is left in the end must lie
 * within one of the parts that have a radius or a support function, or be thinner than rounding.
 *
 * If Q has a radius s, that is not enough: no side of A that is on the outline of the union may
 * come closer to Q's core than s.
 *
 * @module
 */
import { isSolid, listOpen } from "../../boundary/outline.ts";
import { IDENTITY, inverseTransformPoint, type Pose, transformPoint } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import { point, segment } from "../../shapes/round.ts";
import type { ConvexShape, Shape } from "../../shapes/shape.ts";
import { convexContains } from "../contains.ts";
import { signedDistance } from "../distance.ts";
import { intersects } from "../intersects.ts";
import { containsPoint } from "../point.ts";
import { partsOf } from "./parts.ts";

/** Gaps and notches below this fraction of A's size do not count: 2^-44. */
const GAP = 5.684341886080802e-14;
/** How often what curved parts must cover is halved. */
const HALVINGS = 12;

/** `contains` for concave shapes. */
export function concaveContains(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
): boolean {
  const A = partsOf(a), near = GAP * A.extent;
  const curved = A.parts.filter((part) => !isSolid(part));
  return partsOf(b).parts.every((part) => {
    if (A.parts.some((whole) => convexContains(whole, poseA, part, poseB))) return true;
    if (part.support !== null) return false;
    const corners = part.points.map((p) => transformPoint(poseB, p));
    if (!corners.every((p) => containsPoint(a, poseA, p))) return false;
    const polygons = A.parts.filter((own) => isSolid(own) && intersects(own, poseA, part, poseB));
    // From here on in A's frame.
    const core = corners.map((p) => inverseTransformPoint(poseA, p));
    // Of a part that is itself as thin as a gap everything counts.
    const gap = isThin(core, near) ? 0 : near;
    if (!covers(polygons, curved, core, 0, part.radius, gap)) return false;
    return part.radius === 0 || isOffOutline(polygons, poseA, part, poseB, near);
  });
}

/** Whether the polygons from k on, and in the end the curved parts, cover the hull of points. */
function covers(
  polygons: readonly ConvexShape[],
  curved: readonly ConvexShape[],
  piece: readonly Vec2[],
  k: number,
  radius: number,
  near: number,
): boolean {
  if (k === polygons.length) return coversCurved(curved, piece, radius - near, HALVINGS);
  const { points } = polygons[k];
  let rest = piece;
  for (let i = 0; i < points.length; i++) {
    const p = points[i], q = points[i + 1 === points.length ? 0 : i + 1];
    const ex = q.x - p.x, ey = q.y - p.y;
    const heights = rest.map(({ x, y }) => ex * (y - p.y) - ey * (x - p.x));
    if (heights.every((h) => h >= 0)) continue;
    const outside = clip(rest, heights, -1);
    if (!isThin(outside, near) && !covers(polygons, curved, outside, k + 1, radius, near)) {
      return false;
    }
    rest = clip(rest, heights, 1);
    if (rest.length === 0) return true;
  }
  return true;
}

/** Whether curved parts cover a piece, by `depth`: one of them does, or several do with the halves of it. */
function coversCurved(
  curved: readonly ConvexShape[],
  piece: readonly Vec2[],
  depth: number,
  halvings: number,
): boolean {
  const within = (part: ConvexShape, p: Vec2): boolean =>
    signedDistance(part, IDENTITY, point(p), IDENTITY).distance <= -depth;
  if (curved.some((part) => piece.every((p) => within(part, p)))) return true;
  if (halvings === 0 || !piece.every((p) => curved.some((part) => within(part, p)))) return false;
  let longest = 0, u = piece[0], v = piece[0];
  for (const p of piece) {
    for (const q of piece) {
      const square = (q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y);
      if (square <= longest) continue;
      longest = square;
      u = p;
      v = q;
    }
  }
  if (longest === 0) return false;
  const x = 0.5 * (u.x + v.x), y = 0.5 * (u.y + v.y);
  const heights = piece.map((p) => (v.x - u.x) * (p.x - x) + (v.y - u.y) * (p.y - y));
  return [-1, 1].every((side) =>
    coversCurved(curved, clip(piece, heights, side), depth, halvings - 1)
  );
}

/** The part of a convex polygon, or a segment, on one side of a line; `heights` are above it. */
function clip(piece: readonly Vec2[], heights: readonly number[], side: number): Vec2[] {
  const kept: Vec2[] = [];
  for (let k = 0; k < piece.length; k++) {
    const l = k + 1 === piece.length ? 0 : k + 1, h = side * heights[k], g = side * heights[l];
    if (h >= 0) kept.push(piece[k]);
    if (!(h > 0 && g < 0 || h < 0 && g > 0)) continue;
    const t = h / (h - g), p = piece[k], q = piece[l];
    kept.push({ x: p.x + t * (q.x - p.x), y: p.y + t * (q.y - p.y) });
  }
  return kept;
}

/** Whether a polygon is within rounding of a line, or a segment of a point. */
function isThin(piece: readonly Vec2[], near: number): boolean {
  if (piece.length < 2) return piece.length === 0;
  let width = Infinity;
  for (let k = 0; k < piece.length; k++) {
    const p = piece[k], q = piece[(k + 1) % piece.length];
    const ex = q.x - p.x, ey = q.y - p.y, length = Math.sqrt(ex * ex + ey * ey);
    if (length <= near) continue;
    if (piece.length === 2) return false;
    let most = 0;
    for (const o of piece) most = Math.max(most, ex * (o.y - p.y) - ey * (o.x - p.x));
    width = Math.min(width, most / length);
  }
  return width === Infinity || width <= near;
}

/** Whether no side of a polygon comes into a part of B where the other polygons leave it bare. */
function isOffOutline(
  polygons: readonly ConvexShape[],
  poseA: Readonly<Pose>,
  part: ConvexShape,
  poseB: Readonly<Pose>,
  near: number,
): boolean {
  // What lets a side count as bare is a gap of 4 times `near`.
  return listOpen(polygons, 0.25 * near).every(({ p, q }) => {
    const side = p.x === q.x && p.y === q.y ? point(p) : segment(p, q);
    return signedDistance(side, poseA, part, poseB).distance >= -near;
  });
}
