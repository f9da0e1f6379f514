/**
 * Outlines: what is left of the edges of many convex parts when the internal ones are gone.
 *
 * An outline is made once. Of each part's edges, the stretches with no other part in front count.
 * Stretches on one line that touch or overlap become one **outline edge**, which remembers the parts
 * that own it. Each edge is linked to the one that goes on at its end, and the corner there is
 * convex, with a **normal cone** from the normal of the first to that of the second, or concave,
 * without one. The solid is to the left of its edges, so that their normals (e_y, -e_x) lead out.
 *
 * The segments of a chain make the same edges, one-sided. Beyond its first and last edge are **ghost
 * edges**, such as the way back from a free end: they limit normal cones, but are never touched.
 *
 * Everything here takes n log n for n edges, except where many parts overlap in one place.
 *
 * @module
 */
import type { Aabb } from "../math/aabb.ts";
import type { Vec2 } from "../math/vec2.ts";
import { BoxTree, ItemList } from "../shapes/box_tree.ts";
import type { ChainLine } from "../shapes/chain.ts";
import type { ConvexShape } from "../shapes/shape.ts";

/** Directions that differ by no more than this angle count as the same. */
export const SAME = 1e-6;
/** Positions that differ by no more than this fraction of the outline's size count as the same, … */
const NEAR = 1e-9;
/** … or by this fraction of its coordinates, which are rounded. */
const ROUNDED = 1e-14;

/** A place in front of an edge is tested this far away, in units of `near`. */
const IN_FRONT = 16;
/** Stretches shorter than this, and gaps between two, are not there; in units of `near`. */
const SHORT = 1024;

/** A part that an edge is made of: from where to where, as distances from the edge's start. */
export interface Owner {
  part: number;
  from: number;
  to: number;
}

/** A straight edge of an outline; the solid is on its left. A floor of many tiles has one on top. */
export class OutlineEdge {
  index = 0;
  /** Length, and direction from its start (px, py): (-ny, nx). */
  length: number;
  /** The edges that end at its start and start at its end, `null` where nothing goes on. */
  before: OutlineEdge | null = null;
  after: OutlineEdge | null = null;
  /** Whether the corner at its end is convex or straight. */
  isConvex = false;
  /** How far rounding has put its end from the start of the next edge. */
  gap = 0;
  constructor(
    readonly px: number,
    readonly py: number,
    readonly qx: number,
    readonly qy: number,
    /** Outward normal. */
    readonly nx: number,
    readonly ny: number,
    readonly isGhost: boolean,
    /** The parts that it is made of, in order. */
    readonly owners: Owner[] = [],
  ) {
    this.length = (qx - px) * -ny + (qy - py) * nx;
  }
}

/** Edges of an outline that follow each other: the first one and those after it. */
export class EdgeRun {
  first: OutlineEdge | null = null;
  count = 0;
  /** Whether one of them is known to overlap a body. */
  overlaps = false;
}

/** The outline of a concave shape, in its frame. */
export class Outline {
  readonly tree: BoxTree;
  readonly bounds: Aabb;

  constructor(
    readonly edges: readonly OutlineEdge[],
    /** Lengths below this count as 0. */
    readonly near: number,
    /** Whether the edges are those of a chain: without a solid behind them. */
    readonly isChain: boolean,
  ) {
    const ends = edges.map(({ px, py, qx, qy }) => [{ x: px, y: py }, { x: qx, y: qy }]);
    this.bounds = boxAround(ends.flat());
    this.tree = treeOf(ends);
    Object.freeze(this);
  }
}

/** The box of points, enlarged. */
function boxAround(points: readonly Readonly<Vec2>[], by = 0): Aabb {
  let minX = Infinity, minY = Infinity, maxX = -Infinity, maxY = -Infinity;
  for (const { x, y } of points) {
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  return { minX: minX - by, minY: minY - by, maxX: maxX + by, maxY: maxY + by };
}

/** A tree over the boxes of lists of points. */
function treeOf(lists: readonly (readonly Readonly<Vec2>[])[]): BoxTree {
  const bounds: number[] = [];
  for (const points of lists) {
    const { minX, minY, maxX, maxY } = boxAround(points);
    bounds.push(minX, minY, maxX, maxY);
  }
  return new BoxTree(bounds);
}

/** Whether a part has an outline: a polygon whose edges are its surface. Others stay on their own. */
export function isSolid(part: ConvexShape): boolean {
  return part.count > 2 && part.radius === 0;
}

/** A stretch of a part's edge, from p to q. */
export interface Stretch {
  part: number;
  p: Readonly<Vec2>;
  q: Readonly<Vec2>;
  nx: number;
  ny: number;
}

/** A part's edge whose ends are equal up to `near` has no direction. */
function stretchOf(part: number, p: Readonly<Vec2>, q: Readonly<Vec2>): Stretch {
  const x = q.x - p.x, y = q.y - p.y, l = Math.sqrt(x * x + y * y);
  return { part, p, q, nx: y / l, ny: -x / l };
}

/** The outline of all solid parts. They may touch and overlap. */
export function outlineOfParts(parts: readonly ConvexShape[]): Outline {
  const near = nearOf(parts.filter(isSolid).flatMap(({ points }) => points));
  const stretches = listOpen(parts, near);
  const edges = merge(stretches, near);
  link(edges, near);
  return new Outline(edges, near, false);
}

const outlines = /* @__PURE__ */ new WeakMap<ChainLine, Outline>();

/**
 * The edges of a chain, made when first asked for. Owners are the indices of its segments. What leads to a ghost
 * vertex is an edge, too, so that a body that is held there is not held again; it belongs to no segment.
 */
export function outlineOfChain(line: ChainLine): Outline {
  let outline = outlines.get(line);
  if (outline === undefined) outlines.set(line, outline = makeChainOutline(line));
  return outline;
}

function makeChainOutline({ points, loop: isLoop, before, after }: ChainLine): Outline {
  const near = nearOf(points), n = points.length;
  const path = [before, ...points, isLoop ? points[0] : after].filter((p) => p !== null);
  const offset = before === null ? 0 : 1;
  const edges: OutlineEdge[] = [];
  for (let k = 0; k + 1 < path.length; k++) {
    const part = k - offset, isOwn = part >= 0 && (isLoop || part < n - 1);
    const s = stretchOf(isOwn ? part : NO_PART, path[k], path[k + 1]), last = edges.at(-1);
    if (last === undefined || !extend(last, s, near, edges)) edges.push(edgeOf(s));
  }
  for (let k = 1; k < edges.length; k++) join(edges[k - 1], edges[k]);
  const first = edges[0], last = edges[edges.length - 1];
  if (isLoop) join(last, first);
  else {
    // The way back at a free end; nobody knows what comes after a ghost vertex: it goes straight on.
    const from = before === null ? first.length : -first.length;
    const to = after === null ? -last.length : last.length;
    const { px, py } = first, { qx, qy } = last;
    const u = { x: px - from * first.ny, y: py + from * first.nx };
    const v = { x: qx - to * last.ny, y: qy + to * last.nx };
    join(ghost(u, { x: px, y: py }), first);
    join(last, ghost({ x: qx, y: qy }, v));
  }
  // Segments come first: ids are theirs.
  if (first.owners.every(({ part }) => part === NO_PART)) edges.push(edges.shift()!);
  for (const [k, e] of edges.entries()) e.index = k;
  return new Outline(edges, near, true);
}

/** Stands for the part of an edge that leads to a ghost vertex. */
export const NO_PART = -1;

function nearOf(points: readonly Readonly<Vec2>[]): number {
  if (points.length === 0) return 0;
  const { minX, minY, maxX, maxY } = boxAround(points);
  return NEAR * Math.max(maxX - minX, maxY - minY) + ROUNDED * Math.max(-minX, maxX, -minY, maxY);
}

function edgeOf({ part, p, q, nx, ny }: Stretch, owners?: Owner[]): OutlineEdge {
  const e = new OutlineEdge(p.x, p.y, q.x, q.y, nx, ny, false, owners);
  if (owners === undefined) e.owners.push({ part, from: 0, to: e.length });
  return e;
}

function ghost(p: Readonly<Vec2>, q: Readonly<Vec2>): OutlineEdge {
  const { nx, ny } = stretchOf(0, p, q);
  return new OutlineEdge(p.x, p.y, q.x, q.y, nx, ny, true);
}

/** Links an edge to the one that goes on at its end. A way straight back is convex. */
function join(e: OutlineEdge, f: OutlineEdge): void {
  e.after = f;
  f.before = e;
  e.gap = Math.abs(f.px - e.qx) + Math.abs(f.py - e.qy);
  e.isConvex = turnOf(e, f) >= -SAME;
}

/** Grows with the angle from e's normal to f's, from -2 just above -π over 0 to 2 at π. */
function turnOf(e: OutlineEdge, f: OutlineEdge): number {
  const cos = e.nx * f.nx + e.ny * f.ny, sin = e.nx * f.ny - e.ny * f.nx;
  if (cos >= 0) return sin;
  return sin >= -SAME * SAME ? 2 - sin : -2 - sin;
}

/** Makes the last edge of a chain longer by a segment that goes on in line with it. */
function extend(e: OutlineEdge, s: Stretch, near: number, edges: OutlineEdge[]): boolean {
  if (!isInLine(e, s, near)) return false;
  const { x, y } = s.q;
  const longer = edgeOf(stretchOf(0, { x: e.px, y: e.py }, { x, y }), e.owners);
  e.owners.push({ part: s.part, from: e.length, to: longer.length });
  edges[edges.length - 1] = longer;
  return true;
}

/** Whether a stretch is on an edge's line, in its direction. */
function isInLine({ px, py, nx, ny }: OutlineEdge, s: Stretch, near: number): boolean {
  return nx * s.nx + ny * s.ny > 0 && Math.abs(nx * s.ny - ny * s.nx) <= SAME &&
    Math.abs(nx * (s.p.x - px) + ny * (s.p.y - py)) <= 4 * near &&
    Math.abs(nx * (s.q.x - px) + ny * (s.q.y - py)) <= 4 * near;
}

/** The stretches of the solid parts' edges that no other one covers. */
export function listOpen(parts: readonly ConvexShape[], near: number): Stretch[] {
  const solids = parts.flatMap((part, k) => isSolid(part) ? [k] : []);
  const rings = solids.map((k) => parts[k].points), tree = treeOf(rings), found = new ItemList();
  const isPaired = pairUp(rings), free: Stretch[] = [];
  let edge = 0;
  for (const [n, points] of rings.entries()) {
    for (const [i, p] of points.entries()) {
      if (isPaired[edge++] === 1) continue;
      const q = points[(i + 1) % points.length], s = stretchOf(solids[n], p, q);
      const count = found.inBox(tree, boxAround([p, q], (IN_FRONT + 2) * near));
      const covered: [number, number][] = [];
      for (let k = 0; k < count; k++) {
        const other = found.items[k];
        if (other !== n) clip(s, rings[other], near, covered);
      }
      cut(s, covered, near, free);
    }
  }
  return free;
}

/**
 * Marks the edges, all rings' in turn, that are those of another part in reverse. Most internal edges are, so
 * that the hub of a fan of many parts, all of which are near each other, costs nothing. Coordinates and points
 * are numbered: strings in place of numbers take three times as long.
 */
function pairUp(rings: readonly (readonly Readonly<Vec2>[])[]): Uint8Array {
  const most = 2 * rings.reduce((sum, { length }) => sum + length, 0);
  const values = new Map<number, number>(), places = new Map<number, number>();
  const numberOf = (known: Map<number, number>, key: number): number => {
    let n = known.get(key);
    if (n === undefined) known.set(key, n = known.size);
    return n;
  };
  const paired = new Uint8Array(most), waiting = new Map<number, number>();
  let edge = 0;
  for (const ring of rings) {
    const names = ring.map(({ x, y }) =>
      numberOf(places, most * numberOf(values, x) + numberOf(values, y))
    );
    for (let i = 0; i < names.length; i++, edge++) {
      const p = names[i], q = names[(i + 1) % names.length];
      const across = waiting.get(most * q + p);
      if (across === undefined) waiting.set(most * p + q, edge);
      else paired[edge] = paired[across] = 1;
    }
  }
  return paired;
}

/**
 * Adds the stretch of an edge, as distances from its start, that has another part in front.
 *
 * A line just in front of the edge is clipped to the other part. h is the height of its start over a
 * line of the other's, and g the rate at which it grows. The edge itself is clipped likewise, but not by edges
 * along it.
 */
function clip(
  s: Stretch,
  points: readonly Readonly<Vec2>[],
  near: number,
  covered: [number, number][],
): void {
  const { p, q, nx, ny } = s, tx = -ny, ty = nx;
  const l = tx * (q.x - p.x) + ty * (q.y - p.y);
  let from = 0, to = l, begin = 0, end = l;
  for (const [k, u] of points.entries()) {
    const v = points[(k + 1) % points.length];
    const ex = v.x - u.x,
      ey = v.y - u.y,
      m = Math.sqrt(ex * ex + ey * ey),
      ox = ey / m,
      oy = -ex / m;
    const height = ox * (p.x - u.x) + oy * (p.y - u.y), g = ox * tx + oy * ty;
    const h = height + IN_FRONT * near * (ox * nx + oy * ny) - near;
    if (g > 0) to = Math.min(to, -h / g);
    else if (g < 0) from = Math.max(from, -h / g);
    else if (h > 0) return;
    if (g > SAME) end = Math.min(end, -height / g);
    else if (g < -SAME) begin = Math.max(begin, -height / g);
    if (!(to - from > 4 * IN_FRONT * near)) return;
  }
  covered.push([begin, end]);
}

/** Adds what is left of an edge between covered stretches. */
function cut(s: Stretch, covered: [number, number][], near: number, free: Stretch[]): void {
  const { part, p, q, nx, ny } = s, l = nx * (q.y - p.y) - ny * (q.x - p.x);
  covered.sort((a, b) => a[0] - b[0]);
  let at = 0;
  for (let k = 0; k <= covered.length; k++) {
    const [from, to] = k < covered.length ? covered[k] : [l, l];
    const least = covered.length === 0 ? 0 : SHORT * near;
    if (from > at + least) {
      free.push({
        part,
        p: at > 0 ? { x: p.x - at * ny, y: p.y + at * nx } : p,
        q: from < l ? { x: p.x - from * ny, y: p.y + from * nx } : q,
        nx,
        ny,
      });
    }
    at = Math.max(at, to);
  }
}

/** Joins stretches on one line that touch or overlap. */
function merge(stretches: readonly Stretch[], near: number): OutlineEdge[] {
  const gap = SHORT * near;
  const tree = treeOf(stretches.map(({ p, q }) => [p, q])), found = new ItemList();
  const done = new Uint8Array(stretches.length);
  const edges: OutlineEdge[] = [];
  for (let first = 0; first < stretches.length; first++) {
    if (done[first] === 1) continue;
    // All that are connected to the first one and on its line, in both directions.
    const line = edgeOf(stretches[first]), list = [first];
    done[first] = 1;
    for (let k = 0; k < list.length; k++) {
      const { p, q } = stretches[list[k]], count = found.inBox(tree, boxAround([p, q], gap));
      for (let m = 0; m < count; m++) {
        const s = found.items[m];
        if (done[s] === 1 || !isInLine(line, stretches[s], near)) continue;
        done[s] = 1;
        list.push(s);
      }
    }
    const along = ({ x, y }: Readonly<Vec2>): number =>
      (x - line.px) * -line.ny + (y - line.py) * line.nx;
    list.sort((i, j) => along(stretches[i].p) - along(stretches[j].p));
    for (let k = 0; k < list.length;) {
      const { p } = stretches[list[k]];
      let { q } = stretches[list[k]], end = k + 1;
      while (end < list.length && along(stretches[list[end]].p) <= along(q) + gap) {
        const { q: next } = stretches[list[end++]];
        if (along(next) > along(q)) q = next;
      }
      const owners: Owner[] = [];
      const e = edgeOf(end === k + 1 ? stretches[list[k]] : stretchOf(0, p, q), owners);
      for (; k < end; k++) {
        const { part, p: from, q: to } = stretches[list[k]];
        owners.push({ part, from: along(from) - along(p), to: along(to) - along(p) });
      }
      e.index = edges.length;
      edges.push(e);
    }
  }
  return edges;
}

/** Links each edge to the one that goes on at its end. Where several start, the solid is narrowest. */
function link(edges: readonly OutlineEdge[], near: number): void {
  const reach = 2 * SHORT * near;
  const starts = treeOf(edges.map(({ px: x, py: y }) => [{ x, y }])), found = new ItemList();
  for (const e of edges) {
    const q = { x: e.qx, y: e.qy };
    const count = found.inBox(starts, boxAround([q], reach));
    // A corner up to rounding comes before one with a gap, as stretches that were cut may leave.
    let best: OutlineEdge | null = null, isBestExact = false;
    for (let k = 0; k < count; k++) {
      const f = edges[found.items[k]];
      if (f === e) continue;
      const isExact = Math.abs(f.px - q.x) <= 4 * near && Math.abs(f.py - q.y) <= 4 * near;
      const isBetter = best === null ||
        (isExact === isBestExact ? turnOf(e, f) > turnOf(e, best) : isExact);
      if (!isBetter) continue;
      best = f;
      isBestExact = isExact;
    }
    if (best !== null) join(e, best);
  }
}
