/**
 * The first point of a concave shape on a ray.
 *
 * @module
 */
import { Entry, findGap, Hit, isWithin } from "../../boundary/hits.ts";
import { outlineAt } from "../../boundary/manifolds.ts";
import type { Outline } from "../../boundary/outline.ts";
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import { ItemList } from "../../shapes/box_tree.ts";
import type { Shape } from "../../shapes/shape.ts";
import { type CastHit, copyHit, hitFor, type HitTarget, newCastHit } from "../cast.ts";
import { Levels } from "../levels.ts";
import { rayCast } from "../ray_cast.ts";
import { listOnRay, STILL } from "./near_parts.ts";
import { isOutlineHit, scaleOf, takeOutline } from "./outline.ts";
import { partsOf, rimToHit } from "./parts.ts";

const levels = /* @__PURE__ */ new Levels(() => ({
  hit: newCastHit(),
  first: newCastHit(),
  list: new ItemList(),
  ray: new Hit(),
  entry: new Entry(),
}));

/**
 * `rayCast` for a concave shape. A ray that starts in the shape hits at fraction 0, with the depth
 * and normal of the part in which it is deepest. Where parts meet, a ray that starts on the shape
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
  const level = levels.enter(), { list, ray, entry } = level;
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
    if (solid !== null && (part < 0 || isFirstInside && first.fraction > 0)) {
      // The ray may have slipped in between two parts.
      setRay(ray, pose, origin, translation);
      if (isWithin(solid, ray)) {
        if (part < 0) writeStart(first, origin, translation);
        first.fraction = 0;
        part = Math.max(part, 0);
      } else if (findGap(solid, ray, entry) && (part < 0 || entry.fraction < first.fraction)) {
        part = entry.part;
        writeEntry(first, entry, pose, origin, translation);
      } else if (part >= 0) takeOutline(first, solid, pose, translation);
    }
    if (part < 0) return null;
    return giveHit(task, first, part, 0, out);
  } finally {
    levels.leave();
  }
}

/** The ray in the frame of the shape. */
function setRay(
  ray: Hit,
  { x, y, cos, sin }: Readonly<Pose>,
  origin: Readonly<Vec2>,
  { x: dx, y: dy }: Readonly<Vec2>,
): void {
  const square = cos * cos + sin * sin, px = origin.x - x, py = origin.y - y;
  ray.x = (cos * px + sin * py) / square;
  ray.y = (cos * py - sin * px) / square;
  ray.dx = (cos * dx + sin * dy) / square;
  ray.dy = (cos * dy - sin * dx) / square;
}

/** Writes the hit of a ray that starts between two parts, and leads along them. */
function writeStart(
  hit: CastHit,
  { x, y }: Readonly<Vec2>,
  { x: dx, y: dy }: Readonly<Vec2>,
): void {
  const l = Math.sqrt(dx * dx + dy * dy);
  hit.point.x = x;
  hit.point.y = y;
  hit.normal.x = -dy / l;
  hit.normal.y = dx / l;
  writeVertices(hit);
}

function writeVertices(hit: CastHit): void {
  const { featureA, featureB } = hit;
  hit.depth = 0;
  featureA.type = featureB.type = "vertex";
  featureA.i =
    featureA.j =
    featureB.i =
    featureB.j =
      0;
}

/** Writes the hit of a ray that enters between two parts. */
function writeEntry(
  hit: CastHit,
  { fraction: t, edge }: Entry,
  pose: Readonly<Pose>,
  origin: Readonly<Vec2>,
  translation: Readonly<Vec2>,
): void {
  const { point, normal } = hit, scale = scaleOf(pose), { nx, ny } = edge!;
  hit.fraction = t;
  point.x = origin.x + t * translation.x;
  point.y = origin.y + t * translation.y;
  normal.x = (pose.cos * nx - pose.sin * ny) / scale + 0;
  normal.y = (pose.sin * nx + pose.cos * ny) / scale + 0;
  writeVertices(hit);
}

/** Whether a hit comes earlier than another, or, at the same fraction, is deeper. */
export function isEarlier(hit: Readonly<CastHit>, other: Readonly<CastHit>): boolean {
  return hit.fraction < other.fraction ||
    (hit.fraction === other.fraction && hit.depth > other.depth);
}

/** Copies a hit of two parts to the caller's object, after checking that, or to a new one. */
export function giveHit(
  task: string,
  from: Readonly<CastHit>,
  partA: number,
  partB: number,
  out: HitTarget | undefined,
): CastHit {
  const target = copyHit(from, hitFor(task, out));
  target.partA = partA;
  target.partB = partB;
  return target;
}
