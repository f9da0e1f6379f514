/**
 * What of a contact is on one part, or on one segment of a chain.
 *
 * @module
 */
import { IDENTITY } from "../math/pose.ts";
import { areNear, type Contact, type Meeting, type Point, show } from "./meeting.ts";
import { NO_PART, type OutlineEdge } from "./outline.ts";
import { loadSegment, loadShape } from "./run.ts";

/** Any segment of a chain. */
export const ANY = -2;

/**
 * Leaves of a contact with a chain what is on its segments, or on one of them that is touched: of the stretch between two
 * points, what is there. `false` if that is nothing. If the body does not touch what is under the deepest point, those
 * segments have the contact that it does touch.
 */
export function cutTo(m: Meeting, contact: Contact, only: number): boolean {
  const { near } = m.outline!, { points, count, edge, home } = contact;
  const p = points[0], q = points[1], { owners } = edge!, { length: n } = owners;
  // Segments follow each other, ghosts are at the ends.
  const start = owners[0].part === NO_PART ? 1 : 0,
    end = owners[n - 1].part === NO_PART ? n - 2 : n - 1;
  const k = start > end ? -1 : only === ANY ? start : start + only - owners[start].part;
  let from = Infinity, to = -Infinity;
  if (k >= start && k <= end) {
    from = owners[k].from;
    to = owners[only === ANY ? end : k].to;
  }
  const isThere = count === 1
    ? p.along >= from - near && p.along <= to + near
    : p.along < to && q.along > from;
  if (!isThere) {
    if (only === ANY ? home === edge : isTouchedAt(m, contact)) return false;
    contact.edge = home;
    p.along = q.along = contact.under;
    if (only === ANY) return partAt(home!, p, false) !== NO_PART;
    return home!.owners.some(({ part }) => part === only);
  }
  // Who continues the chain has what it is held by there.
  if (home!.owners.length === 1 && home!.owners[0].part === NO_PART) return false;
  if (count === 1) return true;
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

/** Whether the body touches the segment, or the way to a ghost vertex, under a contact's deepest point. */
function isTouchedAt(m: Meeting, { edge, points, count, body }: Contact): boolean {
  const p = points[0], q = points[1];
  const { probe, s, move, radius } = m, e = edge!, { owners } = e;
  const along = Math.max(count > 1 && q.separation < p.separation ? q.along : p.along, 0);
  let k = 0;
  while (k + 1 < owners.length && owners[k + 1].from <= along) k++;
  const { from, to } = owners[k];
  loadSegment(probe, e, IDENTITY);
  for (let end = 0; end < 2; end++) {
    const at = end === 0 ? from : to;
    probe.x[end] = e.px - at * e.ny;
    probe.y[end] = e.py + at * e.nx;
    probe.length[end] = to - from;
  }
  if (body!.support !== null) show(m, probe);
  else {
    loadShape(s, body!, move);
    s.radius = radius;
  }
  return areNear(m);
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
