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
export function cutTo(m: Meeting, contact: Contact, only: number): boolean {
  const { near } = m.outline!, { points, count, edge, home } = contact;
  const p = points[0], q = points[1], { owners } = edge!, { length: n } = owners;
  // Segments follow each other, ghosts are at the ends.
  const start = owners[0].part === NO_PART ? 1 : 0,
    end = owners[n - 1].part === NO_PART ? n - 2 : n - 1;
  if (start > end) return false;
  const k = start + only - owners[start].part;
  if (only !== ANY) {
    // Where the body does not touch the edge, who asks may not know of it: a segment that is touched has it.
    if (home !== edge) return isUnder(m, home!, only);
    if (!(k >= start && k <= end)) return false;
  }
  const { from } = owners[only === ANY ? start : k], { to } = owners[only === ANY ? end : k];
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

/** Whether the body's center is over a part of an edge. */
function isUnder({ center: { x, y } }: Meeting, e: OutlineEdge, part: number): boolean {
  place.along = Math.min(Math.max((y - e.py) * e.nx - (x - e.px) * e.ny, 0), e.length);
  return partAt(e, place, false) === part;
}

const place = { along: NaN, otherAlong: NaN };

/** The part that owns the place of a point on its edge, or on that of the other outline. */
export function partAt(
  { owners }: OutlineEdge,
  point: Readonly<Pick<Point, "along" | "otherAlong">>,
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
