/**
 * What of a contact is on one part, or on one segment of a chain.
 *
 * @module
 */
import type { Contact, Meeting, Point } from "./meeting.ts";
import { NO_PART, type OutlineEdge } from "./outline.ts";

/** Any segment of a chain. */
export const ANY = -2;

/**
 * Leaves of a contact with a chain what is on its segments, or on one of them: of the stretch between two points, what is
 * there. `false` if that is nothing.
 */
export function cutTo({ outline }: Meeting, contact: Contact, only: number): boolean {
  const { near } = outline!, { points, count, edge } = contact, p = points[0], q = points[1];
  let from = Infinity, to = -Infinity;
  for (const { part, from: start, to: end } of edge!.owners) {
    if (only === ANY ? part === NO_PART : part !== only) continue;
    from = Math.min(from, start);
    to = Math.max(to, end);
  }
  if (count === 1) return p.along >= from - near && p.along <= to + near;
  if (!(p.along < to && q.along > from)) return false;
  const length = q.along - p.along, x = q.x - p.x, y = q.y - p.y;
  const rise = q.separation - p.separation, otherLength = q.otherAlong - p.otherAlong;
  for (let k = 0; k < 2; k++) {
    const point = points[k];
    const f = (k === 0 ? Math.max(from - p.along, 0) : Math.min(to - q.along, 0)) / length;
    if (f === 0) continue;
    point.x += f * x;
    point.y += f * y;
    point.separation += f * rise;
    point.along += f * length;
    point.otherAlong += f * otherLength;
  }
  return true;
}

/** The part that owns the place of a point on its edge, or on that of the other outline. */
export function partAt(
  { owners }: OutlineEdge,
  point: Readonly<Point>,
  isOther: boolean,
): number {
  const along = Math.max(isOther ? point.otherAlong : point.along, 0);
  let low = 0, high = owners.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (owners[middle].from <= along) low = middle;
    else high = middle - 1;
  }
  // Of parts that overlap, an earlier one may reach further.
  let best = low;
  for (let i = low; i >= 0 && owners[best].to < along; i--) {
    if (owners[i].to > owners[best].to) best = i;
  }
  return owners[best].part;
}
