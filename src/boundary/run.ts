/**
 * The least way out of two convex runs, by their normals (separating axes).
 *
 * A **run** is a convex stretch of an outline: edges joined at convex corners. Locally it acts as a
 * convex solid. A convex body is a run that closes. Everything is in one frame, A's.
 *
 * Let r be an edge of one run, with normal n, start p and direction t, and v a vertex of the other:
 * a = t·(v - p) is its position along the edge and h = n·(v - p) its height. The separation along n is the
 * least h, minus both radii. It counts if the other run has a normal against n at that vertex. The greatest
 * separation of all edges of both is that of two convex solids that overlap; if their cores are apart, two
 * corners may be closer.
 *
 * At a **concave end** the next edge of the outline supports what is beyond. So an edge sees the other
 * run only over itself. But what is behind the corner, beyond the ends of both edges,
 *
 *        │ next edge
 *   edge │
 *   ─────┘
 *         ╲ behind both
 *
 * has to get out of both half-planes, and counts for both. Without this, needles stick in corners.
 *
 * @module
 */
import type { Pose } from "../math/pose.ts";
import { NORMALS } from "../shapes/record.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { type EdgeRun, type Outline, type OutlineEdge, SAME } from "./outline.ts";

/**
 * How far a normal may lean out of a cone, as a slope: bodies that lie flush tremble.
 */
export const LEANS = 0.03125;

/** A convex run in A's frame; memory that is filled again and again. */
export class Run {
  /** Vertices, counter-clockwise. Edge k leads from vertex k to the next one. */
  count = 0;
  edgeCount = 0;
  isClosed = false;
  x: Float64Array = new Float64Array(0);
  y: Float64Array = new Float64Array(0);
  /** Outward normals and lengths of the edges. */
  nx: Float64Array = new Float64Array(0);
  ny: Float64Array = new Float64Array(0);
  length: Float64Array = new Float64Array(0);
  /** Of ways that are equally good, that along this edge's normal counts, or along the next ones'. */
  first = 0;
  /** Whether an edge's normal is one to separate along. */
  isSide: Uint8Array = new Uint8Array(0);
  /** What the ids of contacts call vertices and edges. */
  vertexName: Int32Array = new Int32Array(0);
  edgeName: Int32Array = new Int32Array(0);
  /** The outline's edges, if it is a run of an outline. */
  readonly edges: OutlineEdge[] = [];
  /** Room for positions along an edge and heights over it. */
  a: Float64Array = new Float64Array(0);
  h: Float64Array = new Float64Array(0);
  /** Distance by which a body's core is rounded. */
  radius = NaN;
  /** Lengths below this count as 0. */
  near = NaN;
  /** Of an open run: the normals that limit the cones at its first and its last vertex. */
  inX = NaN;
  inY = NaN;
  outX = NaN;
  outY = NaN;
  /** Whether the ends are concave, and the directions of the edges that come before and after. */
  isStartConcave = false;
  isEndConcave = false;
  beforeX = NaN;
  beforeY = NaN;
  afterX = NaN;
  afterY = NaN;

  /** Makes room for n vertices. (Typed arrays are 9 % faster here than others, which grow by themselves.) */
  begin(n: number): void {
    this.isStartConcave = this.isEndConcave = false;
    this.radius = this.near = this.first = 0;
    if (n <= this.x.length) return;
    const size = Math.max(2 * n, 8);
    this.x = new Float64Array(size);
    this.y = new Float64Array(size);
    this.nx = new Float64Array(size);
    this.ny = new Float64Array(size);
    this.length = new Float64Array(size);
    this.isSide = new Uint8Array(size);
    this.vertexName = new Int32Array(size);
    this.edgeName = new Int32Array(size);
    this.a = new Float64Array(size);
    this.h = new Float64Array(size);
  }
}

/** A way out of two runs R and S: the axis leads from R to S. */
export class Way {
  gap = NaN;
  axisX = NaN;
  axisY = NaN;
  /** Whose edge has the axis as its normal: `ON_R`, `ON_S`, or `CORNERS` for none. */
  on = 0;
  /** That edge and the other run's vertex; or the vertices of R and S. */
  edge = 0;
  vertex = 0;
  /** Where on the edge the other run is lowest, and whether that is behind a concave corner. */
  along = NaN;
  isBehind = false;
  /** Whether any edge of R sees S over itself. */
  isSeen = false;
}

export const ON_R = 0;
export const ON_S = 1;
export const CORNERS = 2;

/** A body without a support function as a run: `move` leads from its frame to A's. */
export function loadShape(run: Run, shape: ConvexShape, move: Readonly<Pose>): void {
  const { record, count: n } = shape, P = NORMALS + 2 * n, { x, y, cos, sin } = move;
  run.begin(n);
  run.count = n;
  run.edgeCount = n > 1 ? n : 0;
  run.isClosed = true;
  for (let k = 0; k < n; k++) {
    const px = record[P + 2 * k], py = record[P + 2 * k + 1];
    run.x[k] = cos * px - sin * py + x;
    run.y[k] = sin * px + cos * py + y;
    run.vertexName[k] = run.edgeName[k] = k;
    run.isSide[k] = 1;
  }
  for (let k = 0; k < run.edgeCount; k++) {
    const p = P + 2 * k, q = k + 1 < n ? p + 2 : P;
    const dx = record[q] - record[p], dy = record[q + 1] - record[p + 1];
    const ex = cos * dx - sin * dy, ey = sin * dx + cos * dy;
    const l = Math.sqrt(ex * ex + ey * ey);
    run.length[k] = l;
    run.nx[k] = ey / l;
    run.ny[k] = -ex / l;
  }
}

/** Both sides of one edge, as a body. */
export function loadSegment(run: Run, e: OutlineEdge, move: Readonly<Pose>): void {
  run.begin(2);
  run.count = run.edgeCount = 2;
  run.isClosed = true;
  setEdge(run, 0, e, move);
  run.x[1] = run.x[0] - run.length[0] * run.ny[0];
  run.y[1] = run.y[0] + run.length[0] * run.nx[0];
  setEnd(run, 1, e, move);
  run.nx[1] = -run.nx[0];
  run.ny[1] = -run.ny[0];
  run.length[1] = run.length[0];
  run.isSide[0] = run.isSide[1] = 1;
}

/** The end of an edge, as a body. */
export function loadCorner(run: Run, e: OutlineEdge, move: Readonly<Pose>): void {
  run.begin(1);
  run.count = 1;
  run.edgeCount = 0;
  run.isClosed = true;
  setEnd(run, 0, e, move);
}

/** Edges that follow each other, as a run. It is closed if the last one leads to the first. */
export function loadEdges(
  run: Run,
  { first: start, count: n }: EdgeRun,
  move: Readonly<Pose>,
  outline: Outline,
): void {
  const first = start!;
  run.begin(n + 1);
  run.near = outline.near;
  run.edgeCount = n;
  let last = first;
  for (let k = 0, e = first; k < n; k++, e = e.after!) {
    run.edges[k] = last = e;
    setEdge(run, k, e, move);
    run.isSide[k] = 1;
  }
  run.isClosed = n > 1 && last.after === first && last.isConvex;
  run.count = run.isClosed ? n : n + 1;
  if (run.isClosed) return;
  setEnd(run, n, last, move);
  const before = first.before, after = last.after;
  run.isStartConcave = before === null || !before.isConvex;
  run.isEndConcave = !last.isConvex;
  const { cos, sin } = move;
  const l = Math.sqrt(cos * cos + sin * sin), c = cos / l, s = sin / l;
  const u = run.isStartConcave ? first : before!, v = run.isEndConcave ? last : after!;
  run.inX = c * u.nx - s * u.ny;
  run.inY = s * u.nx + c * u.ny;
  run.outX = c * v.nx - s * v.ny;
  run.outY = s * v.nx + c * v.ny;
  // Without a neighbour, nothing counts as behind: the direction 0 is never passed.
  const bx = before === null ? 0 : -before.ny, by = before === null ? 0 : before.nx;
  const ax = after === null ? 0 : -after.ny, ay = after === null ? 0 : after.nx;
  run.beforeX = c * bx - s * by;
  run.beforeY = s * bx + c * by;
  run.afterX = c * ax - s * ay;
  run.afterY = s * ax + c * ay;
}

function setEdge(run: Run, k: number, e: OutlineEdge, move: Readonly<Pose>): void {
  const { px, py, nx, ny } = e, c = move.cos, s = move.sin, l = Math.sqrt(c * c + s * s);
  run.edgeName[k] = run.vertexName[k] = e.index;
  run.x[k] = c * px - s * py + move.x;
  run.y[k] = s * px + c * py + move.y;
  run.nx[k] = (c * nx - s * ny) / l;
  run.ny[k] = (s * nx + c * ny) / l;
  run.length[k] = l * e.length;
}

function setEnd(run: Run, k: number, e: OutlineEdge, move: Readonly<Pose>): void {
  const { qx, qy } = e, c = move.cos, s = move.sin;
  run.vertexName[k] = e.after === null || e.after.isGhost ? e.index + 1 : e.after.index;
  run.x[k] = c * qx - s * qy + move.x;
  run.y[k] = s * qx + c * qy + move.y;
}

/** The answer of `lookOver`. */
class View {
  /** The least height of the other run over an edge, and where that is. */
  low = NaN;
  along = NaN;
  /** The vertex there, or the one at the end of what is there. */
  vertex = 0;
  isBehind = false;
}

const view = /* @__PURE__ */ new View();

/** Finds the least height of another run over edge k; `false` if it does not face the edge. */
function lookOver(run: Run, k: number, other: Run): boolean {
  const nx = run.nx[k], ny = run.ny[k], px = run.x[k], py = run.y[k], n = other.count;
  const { x, y } = other;
  let low = Infinity, lowest = 0;
  for (let i = 0; i < n; i++) {
    const h = (x[i] - px) * nx + (y[i] - py) * ny;
    if (!(h < low)) continue;
    low = h;
    lowest = i;
  }
  if (
    !other.isClosed && (lowest === 0 || lowest === n - 1) &&
    !facesAgainst(other, lowest, run, k)
  ) {
    return false;
  }
  view.isBehind = false;
  const clipsStart = run.isStartConcave && k === 0;
  if (clipsStart || run.isEndConcave && k === run.edgeCount - 1) return clip(run, k, other);
  view.low = low;
  view.vertex = lowest;
  view.along = (y[lowest] - py) * nx - (x[lowest] - px) * ny;
  return true;
}

/** As `lookOver`, for an edge with a concave end. */
function clip(run: Run, k: number, other: Run): boolean {
  const nx = run.nx[k], ny = run.ny[k], px = run.x[k], py = run.y[k], l = run.length[k];
  const n = other.count, { a, h } = other;
  const clipsStart = run.isStartConcave && k === 0,
    clipsEnd = run.isEndConcave && k === run.edgeCount - 1;
  let low = Infinity, vertex = -1, along = 0;
  for (let i = 0; i < n; i++) {
    const x = other.x[i] - px, y = other.y[i] - py;
    a[i] = y * nx - x * ny;
    h[i] = x * nx + y * ny;
    if (h[i] < low && !(clipsStart && a[i] < 0) && !(clipsEnd && a[i] > l)) {
      low = h[i];
      vertex = i;
      along = a[i];
    }
  }
  for (let end = 0; end < 2; end++) {
    if (!(end === 0 ? clipsStart : clipsEnd)) continue;
    // Seen from the corner, the edge leads along -u, and the next one along w, with normal m. Behind both,
    // u·(v - p) and -w·(v - p) are positive, and n·(v - p) and m·(v - p) negative.
    const sign = end === 0 ? -1 : 1, at = end === 0 ? 0 : l;
    const wx = end === 0 ? -run.beforeX : run.afterX, wy = end === 0 ? -run.beforeY : run.afterY;
    const wa = wy * nx - wx * ny, wh = wx * nx + wy * ny;
    const last = other.isClosed ? n : n - 1;
    for (let i = 0; i < n; i++) {
      const j = i + 1 < n ? i + 1 : 0;
      const u = sign * (a[i] - at), v = sign * (a[j] - at);
      const b = -(wa * (a[i] - at) + wh * h[i]) - run.near,
        c = -(wa * (a[j] - at) + wh * h[j]) - run.near;
      const d = wa * h[i] * sign - wh * u, e = wa * h[j] * sign - wh * v;
      // The lowest of vertex i, …
      let height = u >= 0 && b > 0 && d < 0 && h[i] < 0 ? h[i] : Infinity, nearest = i;
      // … where the other run crosses the line over the edge's end, …
      if (i < last && u < 0 !== v < 0) {
        const there = h[i] + u / (u - v) * (h[j] - h[i]);
        if (there < height) {
          height = there;
          nearest = u < 0 ? i : j;
        }
      }
      // … and where it crosses that of the next edge's end.
      if (i < last && b > 0 !== c > 0) {
        const f = b / (b - c), there = h[i] + f * (h[j] - h[i]);
        if (u + f * (v - u) >= 0 && d + f * (e - d) < 0 && there < 0 && there < height) {
          height = there;
          nearest = b > 0 ? i : j;
        }
      }
      if (!(height < low)) continue;
      low = height;
      vertex = nearest;
      along = at;
      view.isBehind = true;
    }
  }
  view.low = low;
  view.vertex = vertex;
  view.along = along;
  return vertex >= 0;
}

/** Whether the other run has a normal against that of edge k at its vertex i, up to rounding. */
function facesAgainst(other: Run, i: number, run: Run, k: number): boolean {
  cone.x = -run.nx[k];
  cone.y = -run.ny[k];
  return isInCone(other, i, SAME);
}

/** A direction for `isInCone`. As an argument, V8 would box it. */
const cone = { x: NaN, y: NaN };

/** Whether a direction is within the normal cone of vertex i, or leans out of it by no more than a slope. */
function isInCone(run: Run, i: number, leans: number): boolean {
  if (run.edgeCount === 0) return true;
  const m = run.edgeCount, { nx, ny } = run, { x, y } = cone;
  const isFirst = i === 0 && !run.isClosed, isLast = i === m;
  const h = i === 0 ? m - 1 : i - 1;
  const ux = isFirst ? run.inX : nx[h], uy = isFirst ? run.inY : ny[h];
  const vx = isLast ? run.outX : nx[i], vy = isLast ? run.outY : ny[i];
  const fromU = ux * y - uy * x, toV = x * vy - y * vx;
  if (fromU < -leans || toV < -leans) return false;
  // Opposite normals, as at the end of a segment, have half of all directions between them. But what is in front of a
  // chain is not pushed straight to its back at a free end.
  if (ux * vx + uy * vy > -0.999) return x * (ux + vx) + y * (uy + vy) > 0;
  return !(isFirst && fromU <= leans || isLast && toV <= leans);
}

/**
 * Finds the least way out of R and S; `false` if no normal of either faces the other. Of ways that are equally
 * good, the first edge of R counts.
 */
export function leastWay(r: Run, s: Run, way: Way): boolean {
  const equal = 1e-3 * Math.max(r.near, s.near);
  way.gap = -Infinity;
  for (let pass = ON_R; pass <= ON_S; pass++) {
    const run = pass === ON_R ? r : s, other = pass === ON_R ? s : r;
    if (pass === ON_S) way.isSeen = way.gap > -Infinity;
    for (let n = 0; n < run.edgeCount; n++) {
      const k = (run.first + n) % run.edgeCount;
      if (!run.isSide[k] || !lookOver(run, k, other)) continue;
      const gap = view.low - r.radius - s.radius;
      if (!(gap > way.gap + equal)) continue;
      way.gap = gap;
      way.on = pass;
      way.edge = k;
      way.vertex = view.vertex;
      way.along = view.along;
      way.isBehind = view.isBehind;
      way.axisX = pass === ON_R ? run.nx[k] : -run.nx[k];
      way.axisY = pass === ON_R ? run.ny[k] : -run.ny[k];
    }
  }
  if (way.gap === -Infinity || way.gap + r.radius + s.radius > 0) findCorners(r, s, way);
  return way.gap > -Infinity;
}

/** The distance of two corners, if the cores are apart and that is further than along any edge. */
function findCorners(r: Run, s: Run, way: Way): void {
  let least = Infinity, i = 0, j = 0;
  for (let k = 0; k < r.count; k++) {
    for (let m = 0; m < s.count; m++) {
      const x = s.x[m] - r.x[k], y = s.y[m] - r.y[k], square = x * x + y * y;
      if (square >= least) continue;
      least = square;
      i = k;
      j = m;
    }
  }
  const d = Math.sqrt(least), gap = d - r.radius - s.radius;
  if (!(gap > way.gap && d > 0)) return;
  const x = (s.x[j] - r.x[i]) / d, y = (s.y[j] - r.y[i]) / d;
  if (!isCorner(r, i) || !isCorner(s, j)) return;
  cone.x = x;
  cone.y = y;
  if (!isInCone(r, i, 0)) return;
  cone.x = -x;
  cone.y = -y;
  if (!isInCone(s, j, 0)) return;
  way.gap = gap;
  way.on = CORNERS;
  way.edge = i;
  way.vertex = j;
  way.isBehind = false;
  way.axisX = x;
  way.axisY = y;
}

/** Whether a vertex has a normal cone: not a concave end. */
function isCorner(run: Run, i: number): boolean {
  return !(run.isStartConcave && i === 0) && !(run.isEndConcave && i === run.edgeCount);
}
