/**
 * The least way out of a run, and the manifold that follows from it.
 *
 * @module
 */
import { IDENTITY } from "../math/pose.ts";
import { type Contact, isBehind, type Meeting, show } from "./meeting.ts";
import type { EdgeRun, OutlineEdge } from "./outline.ts";
import { CORNERS, LEANS, leastWay, loadEdges, ON_R, ON_S, type Run, type Way } from "./run.ts";

/**
 * Completes a contact whose runs are known, and adds it: extends them and finds the least way out. `false` if there is
 * none.
 */
export function addWay(m: Meeting, contact: Contact, isApart: boolean): boolean {
  const { edges, others } = contact, { r, s, way, margin, slack, other, here } = m;
  const outline = m.outline!, { first } = edges, last = lastOf(edges);
  let front = 0;
  // Without a concave end, an edge always has a way out of a body.
  for (let pass = other === null && !hasConcaveEnd(edges) ? 1 : 0; pass < 2; pass++) {
    front = 0;
    if (pass === 1) {
      front = extend(edges);
      if (other !== null) extend(others);
    }
    loadEdges(r, edges, IDENTITY, outline);
    r.first = front;
    // An edge of a chain pushes nothing whose center is behind it.
    for (let k = 0; outline.isChain && k < r.edgeCount; k++) {
      if (isBehind(m, r.edges[k])) r.isSide[k] = 0;
    }
    if (other === null) show(m, r);
    else loadEdges(s, others, m.move, other);
    if (!leastWay(r, s, way)) return false;
    // Of what is only rounded over an edge, the core is over the next one.
    if (pass === 0 && m.radius > 0 && !way.isSeen) return false;
  }
  if (way.gap > margin + slack) return false;
  // What is only near has a contact with what is in front of it.
  if (isApart && way.gap < -outline.near) return false;
  describe(m, contact);
  const { edge } = contact;
  const home = here.has(edge) ? edge! : r.edges.indexOf(edge!) < front ? first! : last;
  const along = (m.center.y - home.py) * home.nx - (m.center.x - home.px) * home.ny;
  contact.home = home;
  contact.under = Math.min(Math.max(along, 0), home.length);
  return true;
}

/** Whether a run ends at a concave corner, or at none. */
function hasConcaveEnd(run: EdgeRun): boolean {
  const { before } = run.first!;
  return before === null || !before.isConvex || !lastOf(run).isConvex;
}

/** The last edge of a run. */
function lastOf({ first, count }: EdgeRun): OutlineEdge {
  let e = first!;
  for (let k = 1; k < count; k++) e = e.after!;
  return e;
}

/**
 * Extends a run by its convex neighbours, both ways, for up to half a turn; all around a convex outline. Returns how
 * many are now in front of it.
 */
export function extend(run: EdgeRun): number {
  const first = run.first!, end = lastOf(run);
  let last = end;
  while (bendsOn(last) && last.after !== first) last = last.after!;
  const isAround = bendsOn(last) && last.after === first;
  if (!isAround) {
    for (let k = 0, e = first; k < run.count; k++, e = e.after!) {
      if (!isHalfTurn(first, e)) return 0;
    }
  }
  for (last = end; bendsOn(last) && last.after !== first; run.count++) {
    if (!isAround && !isHalfTurn(first, last.after!)) break;
    last = last.after!;
  }
  if (isAround) return 0;
  let front = 0;
  for (let e = first.before; e !== null && e.isConvex && !e.isGhost && e !== last; e = e.before) {
    if (!isHalfTurn(e, end)) break;
    run.first = e;
    front++;
  }
  run.count += front;
  return front;
}

/**
 * Whether the outline goes on in a convex corner. Where it touches itself, two edges may lead to one that comes
 * before only one of them; the other would never come back to where it started.
 */
function bendsOn(e: OutlineEdge): boolean {
  return e.isConvex && !e.after!.isGhost && e.after!.before === e;
}

/** Whether the turn from one edge of a run to another is less than half a turn. */
function isHalfTurn(e: OutlineEdge, f: OutlineEdge): boolean {
  const sin = e.nx * f.ny - e.ny * f.nx, cos = e.nx * f.nx + e.ny * f.ny;
  return cos > 0 ? sin >= -LEANS * LEANS : sin > LEANS;
}

/**
 * The edge at a vertex whose normal is nearest to the axis, or against it with a sign of -1; -1 for none. (It takes the
 * way, since V8 boxes doubles that are passed.)
 */
function facing(run: Run, vertex: number, { axisX, axisY }: Way, sign: 1 | -1): number {
  const after = sideFrom(run, vertex, 1), before = sideFrom(run, vertex - 1, -1);
  if (after < 0 || before < 0) return Math.max(after, before);
  const x = sign * axisX, y = sign * axisY;
  const u = run.nx[after] * x + run.ny[after] * y, v = run.nx[before] * x + run.ny[before] * y;
  return u >= v ? after : before;
}

/**
 * The first edge from k on that has a length, -1 if it is no side. Where two sides of a body with a support function
 * meet, edges without length are between them: both sides are at their ends.
 */
function sideFrom(
  { edgeCount: n, isClosed, length, isSide }: Run,
  k: number,
  step: 1 | -1,
): number {
  for (let left = n; left > 0; left--, k += step) {
    if (k < 0 || k >= n) {
      if (!isClosed) return -1;
      k = k < 0 ? n - 1 : 0;
    }
    if (length[k] > 0) return isSide[k] === 1 ? k : -1;
  }
  return -1;
}

/**
 * Writes a contact from the way that has been found, and adds it. The two edges that face each other, one of each run, are
 * measured along the tangent t, to the left of the axis m, from R's vertex o: positions t·(x - o) and heights
 * m·(x - o). R's leads from a0 to a1 and S's, backwards, from b0 to b1. The ends of what they share are the points.
 */
export function describe(m: Meeting, contact: Contact): void {
  const { r, s, way, margin } = m,
    { axisX: mx, axisY: my, on, gap } = way,
    { axis, points } = contact;
  axis.x = mx;
  axis.y = my;
  contact.gap = gap;
  contact.body = m.body;
  contact.part = m.part;
  contact.radius = m.radius;
  const i = on === ON_R ? way.edge : facing(r, on === ON_S ? way.vertex : way.edge, way, 1);
  const j = on === ON_S ? way.edge : facing(s, way.vertex, way, -1);
  const corner = on === CORNERS ? way.edge : way.vertex;
  const tx = -my, ty = mx;
  // Without an edge that leads along t, a corner.
  let i0 = i < 0 ? corner : i, i1 = i < 0 ? corner : i + 1 < r.count ? i + 1 : 0;
  if (on !== ON_R && tx * (r.x[i1] - r.x[i0]) + ty * (r.y[i1] - r.y[i0]) <= 0) i0 = i1 = corner;
  const j1 = j < 0 ? way.vertex : j, j0 = j < 0 ? way.vertex : j + 1 < s.count ? j + 1 : 0;
  const ox = r.x[i0], oy = r.y[i0];
  const rx = r.x[i1] - ox, ry = r.y[i1] - oy, ux = s.x[j0] - ox, uy = s.y[j0] - oy;
  const vx = s.x[j1] - ox, vy = s.y[j1] - oy;
  const a1 = tx * rx + ty * ry,
    b0 = tx * ux + ty * uy,
    b1 = tx * vx + ty * vy,
    h0 = mx * ux + my * uy;
  const slopeR = a1 > 0 ? (mx * rx + my * ry) / a1 : 0;
  const slopeS = b1 > b0 ? (mx * vx + my * vy - h0) / (b1 - b0) : 0;
  const radii = r.radius + s.radius;
  let low = Math.max(0, b0), high = Math.min(a1, b1);
  const sharesSide = high > low && i >= 0 && j >= 0 &&
    (on !== CORNERS || Math.abs(slopeR) <= LEANS && Math.abs(slopeS) <= LEANS);
  let isLow = false, isHigh = false, gapLow = gap, gapHigh = gap;
  if (sharesSide) {
    gapLow = h0 + slopeS * (low - b0) - slopeR * low - radii;
    gapHigh = h0 + slopeS * (high - b0) - slopeR * high - radii;
    isLow = gapLow <= margin + m.slack;
    isHigh = gapHigh <= margin + m.slack;
  }
  // A single point is where the vertex is; behind a corner it is at the edge's end, and as deep as the vertex.
  if (!isLow && !isHigh || way.isBehind && on !== CORNERS) {
    let at = corner === i0 ? 0 : a1;
    if (on === ON_S) at = Math.min(Math.max(b1 - way.along, b0), b1);
    // With a body, it is always on the outline.
    if (on === ON_R) at = Math.min(Math.max(way.along, 0), a1);
    else if (m.body !== null) at = Math.min(Math.max(at, 0), a1);
    const isFar = 1e-3 * (high - low);
    const isAtLow = sharesSide
      ? Math.abs(at - low) <= Math.abs(at - high)
      : on === ON_S
      ? corner === i0
      : way.isBehind
      ? at === 0
      : way.vertex === j0;
    if (isAtLow) {
      isHigh &&= high - at > isFar;
      isLow = true;
      low = at;
      gapLow = gap;
    } else {
      isLow &&= at - low > isFar;
      isHigh = true;
      high = at;
      gapHigh = gap;
    }
  }
  // Names: the longer of the two edges and the other's vertex on this side.
  const isLonger = j < 0 || i >= 0 && r.length[i] >= s.length[j];
  const e = i < 0 ? Math.min(i0, r.edgeCount - 1) : i,
    f = j < 0 ? Math.min(j1, s.edgeCount - 1) : j;
  const edge = contact.edge = r.edges[e];
  const otherEdge = contact.otherEdge = m.body !== null ? null : s.edges[f];
  let count = 0;
  for (let end = 0; end < 2; end++) {
    if (!(end === 0 ? isLow : isHigh)) continue;
    const x = end === 0 ? low : high,
      separation = end === 0 ? gapLow : gapHigh,
      point = points[count++];
    const height = on === ON_S
      ? h0 + slopeS * (x - b0) - s.radius - 0.5 * separation
      : slopeR * x + r.radius + 0.5 * separation;
    point.x = ox + x * tx + height * mx;
    point.y = oy + x * ty + height * my;
    point.separation = Math.min(separation, margin);
    const vertex = end === 0 ? i0 : i1, other = end === 0 ? j0 : j1;
    point.feature = i >= 0 && isLonger ? 2 * r.edgeName[i] : 2 * r.vertexName[vertex] + 1;
    point.otherFeature = isLonger ? 2 * s.vertexName[other] + 1 : 2 * s.edgeName[j];
    point.along = edge.length * (i0 !== e ? 1 : a1 > 0 ? x / a1 : 0);
    if (otherEdge !== null) {
      point.otherAlong = otherEdge.length * (j1 !== f ? 1 : b1 > b0 ? (b1 - x) / (b1 - b0) : 0);
    }
  }
  contact.count = count;
  m.count++;
}
