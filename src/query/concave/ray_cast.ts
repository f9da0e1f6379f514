/**
 * The first point of a concave shape on a ray.
 *
 * @module
 */
import { Entry, findEntry, nearestEdge } from "../../boundary/hits.ts";
import { newPoint } from "../../boundary/meeting.ts";
import { partAt } from "../../boundary/on_parts.ts";
import type { Outline } from "../../boundary/outline.ts";
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import { ItemList } from "../../shapes/box_tree.ts";
import type { ConvexShape, Shape } from "../../shapes/shape.ts";
import { type CastHit, copyHit, hitFor, type HitTarget, newCastHit } from "../cast.ts";
import { Levels } from "../levels.ts";
import { rayCast } from "../ray_cast.ts";
import { listOnRay, STILL } from "./near_parts.ts";
import { at, isOutlineHit, scaleOf, spot, takeNormal, takeOutline, toShape } from "./outline.ts";
import { nameFeature } from "./manifolds.ts";
import { outlineAt, partsOf, rimToHit } from "./parts.ts";

const levels = /* @__PURE__ */ new Levels(() => ({
  hit: newCastHit(),
  first: newCastHit(),
  list: new ItemList(),
}));

/**
 * `rayCast` for a concave shape. A ray that starts in the shape hits at fraction 0, with the depth
 * and normal of the shortest way out. Where parts meet, a ray that starts on the shape
 * or enters it gets the normal of the outline. No ray passes between two parts that touch up to
 * rounding.
 */
export function concaveRayCast(
  task: string,
  shape: Shape,
  pose: Readonly<Pose>,
  origin: Readonly<Vec2>,
  translation: Readonly<Vec2>,
  out: HitTarget | undefined,
): CastHit | null {
  const B = partsOf(shape), { parts } = B, rim = rimToHit(shape, B);
  const level = levels.enter(), { list } = level;
  let { hit, first } = level;
  try {
    let part = -1;
    let isFirstInside = false;
    let solid: Outline | null = null;
    const n = listOnRay(list, B, pose, origin, translation);
    for (let l = 0; l < n; l++) {
      const k = list.items[l], outline = outlineAt(rim, k);
      if (outline !== null && !outline.isChain) solid = outline;
      if (rayCast(parts[k], pose, origin, translation, hit) === null) continue;
      const near = outline === null ? 0 : outline.near * scaleOf(pose);
      let isInside = false;
      if (outline !== null && (hit.fraction > 0 || hit.depth <= near)) {
        isInside = !isOutlineHit(hit.point, hit.normal, 1, outline, pose);
        if (isInside && hit.fraction === 0) isInside = !takeOutline(hit, outline, pose, STILL);
        // A chain is seen from its front only.
        if (outline.isChain) {
          const { normal: { x, y } } = hit;
          if (isInside || !(x * translation.x + y * translation.y < 0)) continue;
        }
      }
      if (part >= 0) {
        // The ray meets the outline where parts meet inside; of the two hits in one place, that one
        // counts.
        const way = Math.abs(hit.fraction - first.fraction) *
          (Math.abs(translation.x) + Math.abs(translation.y));
        if (isInside !== isFirstInside && way <= near) {
          if (isInside) continue;
        } else if (!isEarlier(hit, first)) continue;
      }
      // Swap the two, which saves a copy.
      const later = first;
      first = hit;
      hit = later;
      part = k;
      isFirstInside = isInside;
    }
    if (solid !== null) {
      const isStart = part >= 0 && first.fraction === 0;
      if (
        isStart && (isFirstInside ||
          first.depth > solid.near * scaleOf(pose) && outlineAt(rim, part) !== null)
      ) part = leaveSolid(parts, solid, pose, first);
      else if (part < 0 || isFirstInside) {
        part = enterBetween(parts, solid, pose, origin, translation, part, first);
      }
    }
    if (part < 0) return null;
    first.partA = part;
    return copyHit(first, hitFor(task, out));
  } finally {
    levels.leave();
  }
}

/** Where the ray enters. It is read before any other code may run. */
const entry = /* @__PURE__ */ new Entry();

/**
 * For a ray that hits nothing (`part` -1), or a part inside the solid: finds the place before that where it enters
 * between two parts, or starts there and leads along them. Returns the part of the hit.
 */
function enterBetween(
  parts: readonly ConvexShape[],
  solid: Outline,
  pose: Readonly<Pose>,
  origin: Readonly<Vec2>,
  d: Readonly<Vec2>,
  part: number,
  hit: CastHit,
): number {
  at.x = origin.x;
  at.y = origin.y;
  at.slack = 0;
  toShape(pose, d, 1);
  if (!findEntry(solid, spot, entry) || part >= 0 && entry.fraction >= hit.fraction) {
    if (part >= 0) takeOutline(hit, solid, pose, d);
    return part;
  }
  const { point, normal, featureA, featureB } = hit, { fraction: t, edge } = entry;
  point.x = origin.x + t * d.x;
  point.y = origin.y + t * d.y;
  hit.fraction = t;
  hit.depth =
    featureA.i =
    featureA.j =
    featureB.i =
    featureB.j =
      0;
  featureA.type = featureB.type = "vertex";
  if (edge === null) return leaveSolid(parts, solid, pose, hit);
  spot.nx = edge.nx;
  spot.ny = edge.ny;
  takeNormal(pose);
  normal.x = at.nx;
  normal.y = at.ny;
  return entry.part;
}

/** Gives the hit of a ray that starts in the solid the shortest way out of that. Returns the part there. */
function leaveSolid(
  parts: readonly ConvexShape[],
  solid: Outline,
  pose: Readonly<Pose>,
  hit: CastHit,
): number {
  const { point, normal } = hit;
  at.x = point.x;
  at.y = point.y;
  toShape(pose, STILL, 1);
  const e = nearestEdge(solid, spot, way), l = Math.sqrt(way.x * way.x + way.y * way.y);
  hit.depth = l * scaleOf(pose);
  spot.nx = l > solid.near ? way.x / l : e.nx;
  spot.ny = l > solid.near ? way.y / l : e.ny;
  place.along = (spot.y + way.y - e.py) * e.nx - (spot.x + way.x - e.px) * e.ny;
  takeNormal(pose);
  normal.x = at.nx;
  normal.y = at.ny;
  const part = partAt(e, place, false);
  nameFeature(parts[part], pose, normal, 1, hit.featureA);
  return part;
}

/** From the start of a ray to the nearest edge, and where that is. */
const way: Vec2 = { x: NaN, y: NaN };
const place = /* @__PURE__ */ newPoint();

/** Whether a hit comes earlier than another, or, at the same fraction, is deeper. */
export function isEarlier(hit: Readonly<CastHit>, other: Readonly<CastHit>): boolean {
  return hit.fraction < other.fraction ||
    (hit.fraction === other.fraction && hit.depth > other.depth);
}
