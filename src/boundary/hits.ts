/**
 * Whether a hit of a ray, a cast or an impact is with an outline: its normal is that of an outline edge at its point,
 * or in the normal cone of a convex corner there. What parts have inside the solid never is.
 *
 * @module
 */
import type { Aabb } from "../math/aabb.ts";
import type { Vec2 } from "../math/vec2.ts";
import { ItemList } from "../shapes/box_tree.ts";
import { type Outline, type OutlineEdge, SAME } from "./outline.ts";

/** What is within this distance of a point is at it, in units of `near`. */
const AT = 16;

/** A hit, in the outline's frame. Fields, since V8 boxes doubles that are passed. */
export class Hit {
  x = NaN;
  y = NaN;
  /** The normal, out of the outline's solid. */
  nx = NaN;
  ny = NaN;
  /** How far the point may be off along the normal, and by rounding. */
  slack = 0;
  noise = 0;
  /** The motion of what hits it. */
  dx = NaN;
  dy = NaN;
}

const box: Aabb = { minX: NaN, minY: NaN, maxX: NaN, maxY: NaN };
const found = /* @__PURE__ */ new ItemList();

/** Lists the edges at the hit's point in `found`. */
function list({ tree, near, edges }: Outline, { x, y, slack, noise }: Hit): number {
  const reach = AT * near + slack + noise;
  box.minX = x - reach;
  box.minY = y - reach;
  box.maxX = x + reach;
  box.maxY = y + reach;
  const count = found.inBox(tree, box), { items } = found;
  let kept = 0;
  for (let k = 0; k < count; k++) {
    const { px, py, nx, ny, length } = edges[items[k]], u = x - px, v = y - py;
    const along = v * nx - u * ny, height = u * nx + v * ny;
    if (Math.abs(height) <= reach && along >= -reach && along <= length + reach) {
      items[kept++] = items[k];
    }
  }
  return kept;
}

/** Whether a hit is with the outline. A normal that is an edge's up to rounding becomes exactly that. */
export function isOnOutline(outline: Outline, hit: Hit): boolean {
  const count = list(outline, hit), { x, y, nx, ny, slack, noise } = hit;
  const reach = AT * outline.near + noise;
  let isIt = false;
  for (let k = 0; k < count; k++) {
    const e = outline.edges[found.items[k]], { before, after } = e;
    const along = (y - e.py) * e.nx - (x - e.px) * e.ny;
    if (
      e.nx * nx + e.ny * ny > 0 && Math.abs(e.nx * ny - e.ny * nx) <= SAME && along >= -reach &&
      along <= e.length + reach
    ) {
      hit.nx = e.nx;
      hit.ny = e.ny;
      return true;
    }
    // A corner is where the normal leads from.
    const ux = x - e.px, uy = y - e.py, vx = x - e.qx, vy = y - e.qy;
    isIt ||= e.isConvex && Math.abs(vx * ny - vy * nx) <= reach &&
        Math.abs(vx * nx + vy * ny) <= reach + slack && isBetween(e, after!, hit) ||
      before !== null && before.isGhost && before.isConvex &&
        Math.abs(ux * ny - uy * nx) <= reach && Math.abs(ux * nx + uy * ny) <= reach + slack &&
        isBetween(before, e, hit);
  }
  return isIt;
}

/** Whether the hit's normal is in the cone from one edge's normal to that of the next. */
function isBetween(e: OutlineEdge, f: OutlineEdge, { nx, ny }: Hit): boolean {
  return e.nx * ny - e.ny * nx >= -SAME && nx * f.ny - ny * f.nx >= -SAME &&
    (e.nx * f.nx + e.ny * f.ny < -0.999 || nx * (e.nx + f.nx) + ny * (e.ny + f.ny) > 0);
}

/**
 * Gives the hit the normal of an outline edge at its point: without a motion, of the first one; otherwise of the one that
 * the motion opposes most, among those that it opposes at all. `false` if there is none.
 */
export function takeEdge(outline: Outline, hit: Hit): boolean {
  const count = list(outline, hit), { dx, dy } = hit;
  // A normal at a right angle to the motion may seem to oppose it by rounding.
  let least = dx === 0 && dy === 0 ? Infinity : -SAME * (Math.abs(dx) + Math.abs(dy));
  const limit = least;
  for (let k = 0; k < count; k++) {
    const { nx, ny } = outline.edges[found.items[k]], way = nx * dx + ny * dy;
    if (!(way < least)) continue;
    hit.nx = nx;
    hit.ny = ny;
    least = way;
  }
  return least < limit;
}

/** Where a ray slips in. */
export class Entry {
  fraction = NaN;
  /** The edge that it passes, `null` at its start. */
  edge: OutlineEdge | null = null;
  /** The part that the edge belongs to there. */
  part = 0;
}

/**
 * Finds the first place where a ray from the hit's point, along the motion, is in the solid between two parts, where
 * rounding may have left a gap: its start, or where it passes an edge. Of edges that meet in one place, the one that faces
 * the ray most counts.
 */
export function findEntry(outline: Outline, ray: Hit, entry: Entry): boolean {
  entry.edge = null;
  entry.part = entry.fraction = 0;
  if (isInside(outline, ray) && list(outline, ray) === 0) return true;
  const { x, y, dx, dy } = ray;
  const { near, edges, tree } = outline, length = Math.sqrt(dx * dx + dy * dy);
  box.minX = Math.min(x, x + dx) - near;
  box.minY = Math.min(y, y + dy) - near;
  box.maxX = Math.max(x, x + dx) + near;
  box.maxY = Math.max(y, y + dy) + near;
  const count = found.inBox(tree, box);
  let least = 0;
  entry.fraction = Infinity;
  for (let k = 0; k < count; k++) {
    const e = edges[found.items[k]], way = e.nx * dx + e.ny * dy;
    if (!(way < 0)) continue;
    const u = x - e.px, v = y - e.py, t = -(u * e.nx + v * e.ny) / way;
    if (!(t >= 0 && t <= 1)) continue;
    const later = (t - entry.fraction) * length;
    if (later > AT * near || later >= -AT * near && way >= least) continue;
    const part = partBeside(e, (v + t * dy) * e.nx - (u + t * dx) * e.ny, near);
    if (part < 0) continue;
    least = way;
    entry.fraction = t;
    entry.edge = e;
    entry.part = part;
  }
  return entry.edge !== null;
}

/** A part beside the joint at a place along an edge, or beyond an end behind which the solid goes on; otherwise -1. */
function partBeside(
  { before, owners, length, gap, isConvex }: OutlineEdge,
  along: number,
  near: number,
): number {
  const last = owners.length - 1;
  if (along < 0) {
    const slack = before === null ? 0 : before.isConvex ? 2 * before.gap : AT * near;
    return along >= -slack ? owners[0].part : -1;
  }
  if (along > length) {
    return along - length <= (isConvex ? 2 * gap : AT * near) ? owners[last].part : -1;
  }
  for (let k = 0; k <= last; k++) {
    if (Math.abs(owners[k].from - along) <= AT * near && (k > 0 || before?.isConvex === false)) {
      return owners[k].part;
    }
  }
  return !isConvex && length - along <= AT * near ? owners[last].part : -1;
}

/** The edge that is nearest to a point, and the way there. */
export function nearestEdge(
  { edges }: Outline,
  { x, y }: Readonly<Vec2>,
  way: Vec2,
): OutlineEdge {
  let least = Infinity, nearest = edges[0];
  for (const e of edges) {
    const dx = e.px - x, dy = e.py - y;
    const a = Math.min(Math.max(dx * e.ny - dy * e.nx, 0), e.length);
    const u = dx - a * e.ny, v = dy + a * e.nx, square = u * u + v * v;
    if (square >= least) continue;
    least = square;
    nearest = e;
    way.x = u;
    way.y = v;
  }
  return nearest;
}

/**
 * Whether a point is in the solid: a ray from there crosses its outline an odd number of times. It leads to the nearest
 * side of the bounds, since a large level has few edges there.
 */
export function isInside({ edges, tree, bounds }: Outline, { x, y }: Readonly<Vec2>): boolean {
  const left = x - bounds.minX, right = bounds.maxX - x, down = y - bounds.minY;
  const up = bounds.maxY - y, least = Math.min(left, right, down, up);
  if (!(least >= 0)) return false;
  const isUpright = least < Math.min(left, right), isBack = least === (isUpright ? down : left);
  box.minX = box.maxX = x;
  box.minY = box.maxY = y;
  if (isUpright) {
    if (isBack) box.minY = bounds.minY;
    else box.maxY = bounds.maxY;
  } else if (isBack) box.minX = bounds.minX;
  else box.maxX = bounds.maxX;
  const count = found.inBox(tree, box);
  let isIn = false;
  for (let k = 0; k < count; k++) {
    const e = edges[found.items[k]], px = e.px - x, py = e.py - y, qx = e.qx - x, qy = e.qy - y;
    // Across the ray, with the other axis on the left of it.
    const p = isUpright ? -px : py, q = isUpright ? -qx : qy;
    if (p > 0 === q > 0) continue;
    if (px * qy - py * qx > 0 === q > p !== isBack) isIn = !isIn;
  }
  return isIn;
}
