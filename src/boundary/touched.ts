/**
 * Evidence and runs: which edges are touched, by a body or by edges of another outline, and which of them are joined
 * at touched convex corners.
 *
 * @module
 */
import type { Aabb } from "../math/aabb.ts";
import { IDENTITY, type Pose } from "../math/pose.ts";
import { isInside } from "./hits.ts";
import { areNear, isBehind, type Meeting, show, type Touched } from "./meeting.ts";
import { EdgeRun, type Outline, type OutlineEdge } from "./outline.ts";
import { loadCorner, loadSegment } from "./run.ts";

/** Finds the pairs of edges that touch. */
export function findPairs(m: Meeting, outline: Outline, other: Outline): void {
  const { box, found, foundThere, here, there, pairs, probe, s, way, move } = m;
  m.pairCount = 0;
  placeBox(m, move, other.bounds);
  const count = found.inBox(outline.tree, box);
  for (let k = 0; k < count; k++) {
    const e = outline.edges[found.items[k]];
    if (outline.isChain && isBehind(m, e)) continue;
    box.minX = Math.min(e.px, e.qx);
    box.minY = Math.min(e.py, e.qy);
    box.maxX = Math.max(e.px, e.qx);
    box.maxY = Math.max(e.py, e.qy);
    placeBox(m, m.back, box);
    const n = foundThere.inBox(other.tree, box);
    if (n > 0) loadSegment(probe, e, IDENTITY);
    for (let l = 0; l < n; l++) {
      const f = other.edges[foundThere.items[l]];
      loadSegment(s, f, move);
      if (isAside(m) || !areNear(m)) continue;
      here.add(e, false);
      there.add(f, false);
      pairs[m.pairCount++] = e.index;
      pairs[m.pairCount++] = f.index;
      pairs[m.pairCount++] = way.gap <= 0 ? 1 : 0;
    }
  }
}

/** Whether the segment in `s` is certainly too far to one side of that in `probe`, or past its end: of most pairs. */
function isAside({ probe, s, margin, slack }: Meeting): boolean {
  const nx = probe.nx[0], ny = probe.ny[0], l = probe.length[0], far = margin + 16 * slack;
  const ux = s.x[0] - probe.x[0], uy = s.y[0] - probe.y[0];
  const vx = s.x[1] - probe.x[0], vy = s.y[1] - probe.y[0];
  const g = ux * nx + uy * ny, h = vx * nx + vy * ny;
  if (Math.min(g, h) > far || Math.max(g, h) < -far) return true;
  const a = uy * nx - ux * ny, b = vy * nx - vx * ny;
  return Math.min(a, b) > l + far || Math.max(a, b) < -far;
}

/** The box of what is `from` another frame, enlarged by what counts as touching. */
function placeBox(m: Meeting, { x, y, cos, sin }: Readonly<Pose>, from: Readonly<Aabb>): void {
  const { box } = m, c = Math.abs(cos), s = Math.abs(sin);
  const by = m.margin + m.slack + m.outline!.near;
  const w = 0.5 * (from.maxX - from.minX) + by, h = 0.5 * (from.maxY - from.minY) + by;
  const px = 0.5 * (from.minX + from.maxX), py = 0.5 * (from.minY + from.maxY);
  const mx = cos * px - sin * py + x, my = sin * px + cos * py + y;
  const rx = c * w + s * h, ry = s * w + c * h;
  box.minX = mx - rx;
  box.minY = my - ry;
  box.maxX = mx + rx;
  box.maxY = my + ry;
}

/** Edges that lead on from a corner inside the other solid are touched, too, as far as they go. */
export function flood(m: Meeting, touched: Touched): void {
  for (let k = 0; k < touched.count; k++) {
    const e = touched.list[k], { before, after } = e;
    if (isNew(touched, after) && isEndInside(m, touched, e)) touched.add(after, false);
    if (isNew(touched, before) && isEndInside(m, touched, before)) touched.add(before, false);
  }
}

function isNew(touched: Touched, e: OutlineEdge | null): e is OutlineEdge {
  return e !== null && !e.isGhost && !touched.has(e);
}

/** Joins the touched edges at corners that are touched and convex. */
export function join(m: Meeting, touched: Touched): void {
  const { list, runs, marks } = touched;
  // From where a run starts; then one that goes all around, from anywhere.
  for (let pass = 0; pass < 2; pass++) {
    for (let k = 0; k < touched.count; k++) {
      const first = list[k];
      if (marks[first.index] > 0) continue;
      if (pass === 0 && touched.has(first.before) && goesOn(m, touched, first.before!)) continue;
      if (touched.runCount === runs.length) runs.push(new EdgeRun());
      const run = runs[touched.runCount++];
      run.first = first;
      run.count = 0;
      run.overlaps = false;
      for (let e = first;; e = e.after!) {
        if (marks[e.index] === -2) run.overlaps = true;
        marks[e.index] = touched.runCount;
        run.count++;
        if (!(touched.has(e.after) && marks[e.after!.index] < 0 && goesOn(m, touched, e))) break;
      }
    }
  }
}

/** Whether a touched edge is joined to the touched one after it: whether their corner is convex, and touched, too. */
function goesOn(m: Meeting, touched: Touched, e: OutlineEdge): boolean {
  if (!e.isConvex) return false;
  if (m.body === null) return isEndInside(m, touched, e) || isEndTouched(m, touched, e);
  loadCorner(m.probe, e, IDENTITY);
  show(m, m.probe);
  return areNear(m);
}

/** Whether the end of an edge of one outline is in the solid of the other. */
function isEndInside({ spot }: Meeting, { across, toAcross }: Touched, e: OutlineEdge): boolean {
  if (across!.isChain) return false;
  const { x, y, cos, sin } = toAcross;
  spot.x = cos * e.qx - sin * e.qy + x;
  spot.y = sin * e.qx + cos * e.qy + y;
  return isInside(across!, spot);
}

/** Whether the end of an edge touches an edge of the other outline that touches it or the next one. */
function isEndTouched(m: Meeting, touched: Touched, e: OutlineEdge): boolean {
  const { pairs, probe, s, here, there } = m, own = touched === here ? 0 : 1;
  loadCorner(probe, e, touched.pose);
  for (let k = 0; k < m.pairCount; k += 3) {
    if (pairs[k + own] !== e.index && pairs[k + own] !== e.after!.index) continue;
    loadSegment(s, touched.across!.edges[pairs[k + 1 - own]], own === 0 ? there.pose : here.pose);
    if (areNear(m)) return true;
  }
  return false;
}

/** Whether an edge of run k, or of any run, touches one of the other's run l; or overlaps it, if asked for that. */
export function findPair(
  { pairs, pairCount, here, there }: Meeting,
  k: number,
  l: number,
  overlaps: boolean,
): boolean {
  for (let i = 0; i < pairCount; i += 3) {
    if (
      (k === ANY_RUN || here.runOf(pairs[i]) === k) &&
      (l === ANY_RUN || there.runOf(pairs[i + 1]) === l) &&
      (!overlaps || pairs[i + 2] === 1)
    ) return true;
  }
  return false;
}

export const ANY_RUN = -1;
