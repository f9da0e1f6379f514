/**
 * Contacts of outlines: with convex bodies, and with each other.
 *
 * 1. **Evidence.** Only edges that the body touches, or that are within the margin, have contacts.
 * 2. **Run.** Touched edges, joined at convex corners that are touched, too, are one run. It acts as a
 *    convex solid (see run.ts) and has one manifold, however many parts it is made of.
 * 3. **Least way out.** The run is extended by its convex neighbours for up to half a turn: they may be a shorter
 *    way out, but only where the touched edges have a way at all.
 * 4. **Freed.** A contact is dropped if a shallower one of another direction takes the body out of this run,
 *    too: the lower side of a thin plate.
 * 5. **Inside.** A body that touches no edge, with its middle in the solid, goes out at the nearest edge. Chains
 *    have no inside: an edge lets go of a body whose center is behind it.
 *
 * Two outlines meet run by run: edges of either that touch the other are runs, and those with a pair of
 * edges that touch each other have one manifold.
 *
 * @module
 */
import { IDENTITY } from "../math/pose.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { isInside, nearestEdge } from "./hits.ts";
import { contactFor, isBehind, type Meeting, show, takeBody, touches } from "./meeting.ts";
import type { EdgeRun, Outline } from "./outline.ts";
import { leastWay, loadEdges } from "./run.ts";
import { ANY_RUN, findPair, findPairs, flood, join } from "./touched.ts";
import { addWay, describe, extend } from "./way_out.ts";

/**
 * Finds the contacts of an outline with a body, and adds them to those of the meeting, whose `move`, `margin` and
 * `slack` are set.
 */
export function meetBody(m: Meeting, outline: Outline, body: ConvexShape, part: number): void {
  takeBody(m, outline, body, part);
  const { here, found } = m, start = m.count;
  here.begin(outline, null);
  const count = found.inBox(outline.tree, m.box);
  // If the body overlaps none of the edges near it and its center is in front of all of them, it is outside: let q be
  // the outline's point nearest to the body, at p. If q is on an edge, p and all that is further from it are in front of
  // that. If q is at a concave corner and p inside, (c - q)·(p - q) > 0 for all of the body's points c, where q - p is
  // between the normals of the two edges, so no c is in front of both.
  let isNear = false, mayBeInside = false;
  try {
    for (let k = 0; k < count; k++) {
      const e = outline.edges[found.items[k]], isBack = isBehind(m, e);
      if (outline.isChain && isBack || !touches(m, e)) continue;
      const overlaps = m.way.gap <= 0;
      here.add(e, overlaps);
      isNear = true;
      mayBeInside ||= isBack || overlaps;
    }
    join(m, here);
    for (let k = 0; k < here.runCount; k++) {
      const contact = contactFor(m);
      copyRun(here.runs[k], contact.edges);
      addWay(m, contact, m.margin > 0 && !contact.edges.overlaps);
    }
    const isOutside = outline.isChain || isNear && !mayBeInside;
    if (!isOutside && !isHeld(m, start) && isInside(outline, m.center)) {
      wayFromInside(m, outline);
    }
  } finally {
    here.end();
  }
}

/** Whether any contact from number `start` on holds the body. */
function isHeld({ contacts, count }: Meeting, start: number): boolean {
  for (let k = start; k < count; k++) if (contacts[k].gap < 0) return true;
  return false;
}

/** Adds the way out at the edge that is nearest to the body's center. */
function wayFromInside(m: Meeting, outline: Outline): void {
  const { center, r } = m, contact = contactFor(m), { edges } = contact;
  edges.first = nearestEdge(outline, center, m.spot);
  edges.count = 1;
  extend(edges);
  loadEdges(r, edges, IDENTITY, outline);
  // Over a concave end there may be nothing of the body. Its line goes on for a body inside.
  for (let k = 0; k < 2; k++) {
    show(m, r);
    if (leastWay(r, m.s, m.way)) {
      describe(m, contact);
      return;
    }
    r.isStartConcave = r.isEndConcave = false;
  }
}

/**
 * Finds the contacts of two outlines and adds them, as `meetBody` does. The other one is that of a solid.
 */
export function meetOutline(m: Meeting, outline: Outline, other: Outline): void {
  const { here, there, center, move } = m;
  m.body = null;
  m.outline = outline;
  m.other = other;
  m.radius = 0;
  const { minX, minY, maxX, maxY } = other.bounds, x = 0.5 * (minX + maxX), y = 0.5 * (minY + maxY);
  center.x = move.cos * x - move.sin * y + move.x;
  center.y = move.sin * x + move.cos * y + move.y;
  here.begin(outline, other);
  there.begin(other, outline);
  try {
    findPairs(m, outline, other);
    flood(m, here);
    flood(m, there);
    join(m, here);
    join(m, there);
    for (let k = 0; k < here.runCount; k++) {
      for (let l = 0; l < there.runCount; l++) if (findPair(m, k, l, false)) meetRuns(m, k, l);
    }
    // A run that is all inside the other solid leaves it where that is shortest: at any of the other's runs.
    for (let k = 0; k < here.runCount; k++) {
      if (!findPair(m, k, ANY_RUN, false)) meetAny(m, k, k + 1, 0, there.runCount);
    }
    for (let l = 0; l < there.runCount; l++) {
      if (!findPair(m, ANY_RUN, l, false)) meetAny(m, 0, here.runCount, l, l + 1);
    }
  } finally {
    here.end();
    there.end();
  }
}

/** Adds the contact of run k of an outline with run l of the other. */
function meetRuns(m: Meeting, k: number, l: number): void {
  const contact = contactFor(m);
  copyRun(m.here.runs[k], contact.edges);
  copyRun(m.there.runs[l], contact.others);
  addWay(m, contact, m.margin > 0 && !findPair(m, k, l, true));
}

/** Adds the shallowest contact of some runs with some of the other's. */
function meetAny(m: Meeting, from: number, end: number, fromThere: number, endThere: number): void {
  const first = m.count;
  for (let k = from; k < end; k++) {
    for (let l = fromThere; l < endThere; l++) {
      meetRuns(m, k, l);
      keepOne(m, first, 1);
    }
  }
}

/** Of the contacts from number `first` on, keeps the shallowest, or with a sign of -1 the deepest. */
function keepOne(m: Meeting, first: number, sign: number): void {
  const { contacts } = m, c = contacts[first], d = contacts[first + 1];
  if (m.count < first + 2) return;
  if (sign * (d.gap - c.gap) > 0) {
    contacts[first] = d;
    contacts[first + 1] = c;
  }
  m.count = first + 1;
}

/**
 * For an outline that is all inside another solid: adds the way out of its deepest part.
 */
export function meetInside(m: Meeting, outline: Outline, parts: readonly ConvexShape[]): void {
  for (let k = 0, first = m.count; k < parts.length; k++) {
    takeBody(m, outline, parts[k], k);
    if (!isInside(outline, m.center)) continue;
    wayFromInside(m, outline);
    keepOne(m, first, -1);
  }
}

function copyRun(from: Readonly<EdgeRun>, to: EdgeRun): void {
  to.first = from.first;
  to.count = from.count;
  to.overlaps = from.overlaps;
}
