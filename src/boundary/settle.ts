/**
 * Drops contacts that a shallower one frees, and those that are another one again.
 *
 * @module
 */
import { IDENTITY } from "../math/pose.ts";
import { type Contact, FREED, KEPT, type Meeting, NEW, show } from "./meeting.ts";
import { SAME } from "./outline.ts";
import { LEANS, leastWay, loadSegment, loadShape } from "./run.ts";

/**
 * Drops the contacts that a shallower one frees, the shallowest first. Then those that are an earlier one again: two runs
 * may have the same if a body has the sides of a sharp corner within it, but not the corner.
 */
export function settle(m: Meeting): void {
  const { contacts } = m, total = m.count;
  if (total < 2) return;
  for (let n = 0; n < total; n++) {
    let c: Contact | null = null;
    for (let k = 0; k < total; k++) {
      const next = contacts[k];
      if (next.state === NEW && (c === null || next.gap > c.gap)) c = next;
    }
    c!.state = c!.gap < 0 && isFreed(m, c!) ? FREED : KEPT;
  }
  m.count = 0;
  for (let k = 0; k < total; k++) {
    const c = contacts[k];
    if (c.state === FREED || isKnown(m, c)) continue;
    contacts[k] = contacts[m.count];
    contacts[m.count++] = c;
  }
}

/** Whether a contact has the axis, the depth and a point of one before it. */
function isKnown(
  { contacts, count, outline }: Meeting,
  { axis: n, gap, points, count: last }: Contact,
): boolean {
  const { near } = outline!;
  for (let k = 0; k < count; k++) {
    const { axis: { x, y }, gap: known, points: others, count: end } = contacts[k];
    if (
      !(Math.abs(x - n.x) <= SAME && Math.abs(y - n.y) <= SAME && Math.abs(known - gap) <= near)
    ) continue;
    for (let i = 0; i < last; i++) {
      for (let j = 0; j < end; j++) {
        const p = points[i], q = others[j];
        if (Math.abs(p.x - q.x) <= near && Math.abs(p.y - q.y) <= near) return true;
      }
    }
  }
  return false;
}

/** Whether one of the shallower contacts leads out of a contact's runs, too. */
function isFreed(m: Meeting, c: Contact): boolean {
  for (let k = 0; k < m.count; k++) {
    const { axis: { x, y }, gap, state } = m.contacts[k];
    const sin = x * c.axis.y - y * c.axis.x, cos = x * c.axis.x + y * c.axis.y;
    if (state !== KEPT || gap >= 0 || Math.abs(sin) <= LEANS && cos > 0) continue;
    m.spot.x = -gap * x;
    m.spot.y = -gap * y;
    if (frees(m, c)) return true;
  }
  return false;
}

/** Whether a translation by `spot` takes the runs of a contact out of each other. */
function frees(m: Meeting, { body, radius, edges, others }: Contact): boolean {
  const { s, move, probe, spot } = m, { x, y } = move;
  m.body = body;
  m.radius = radius;
  move.x += spot.x;
  move.y += spot.y;
  try {
    if (body !== null && body.support === null) {
      loadShape(s, body, move);
      s.radius = radius;
    }
    for (let k = 0, e = edges.first!; k < edges.count; k++, e = e.after!) {
      loadSegment(probe, e, IDENTITY);
      if (body !== null) {
        show(m, probe);
        if (isStuck(m)) return false;
        continue;
      }
      for (let l = 0, f = others.first!; l < others.count; l++, f = f.after!) {
        loadSegment(s, f, move);
        if (isStuck(m)) return false;
      }
    }
    return true;
  } finally {
    move.x = x;
    move.y = y;
  }
}

/** Whether `probe` and `s` overlap by more than rounding. */
function isStuck({ probe, s, way, outline }: Meeting): boolean {
  return leastWay(probe, s, way) && way.gap <= -1e-3 * outline!.near;
}
