/**
 * Seams: where parts of a concave body touch, edges and vertices of one part lie within another, and a
 * contact with them is not one with the body. Found once, for a compound; asked for each contact.
 *
 * @module
 */
import { writeId } from "../kernel/manifold.ts";
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import type { Shape } from "../shapes/shape.ts";
import { DIRECTION, findSupport, FURTHEST } from "../shapes/support.ts";
import type { CastHit } from "./cast.ts";
import type { CollideOptions, Manifold } from "./collide.ts";
import { registers } from "./pair.ts";
import {
  PartList,
  type PartTree,
  plantTree,
  REGION,
  REGION_DX,
  REGION_DY,
  REGION_R,
  REGION_X,
  REGION_Y,
} from "./part_tree.ts";
import { AXIS, AXIS_AX, AXIS_BX, AXIS_GAP, AXIS_X, AXIS_Y } from "./separation.ts";

// As in pair.ts.
const W = registers;

// Copies of the constants in search.ts, held equal by `deno task ok`: V8 folds a constant of the same file.
const SKEWED = 4.2146848510894035e-8;

/** Register for the id of a contact: that of the kernel's first one. */
const CONTACT_ID = 57;

/** Which contacts of a polygon part are with the body's outline. */
export interface Seams {
  /** The part's vertices. */
  points: readonly Readonly<Vec2>[];
  /** Outward normal of each edge: x, y. */
  normals: number[];
  /** How much of each edge lies within other parts: nothing (0), all (1), or some of it (2). */
  inner: number[];
  /**
   * Whether the outline has the part's own corner at each vertex. Where it has not, for an edge within
   * another part meets it, it has one between two normals in `corners`, or none: zeros.
   */
  own: boolean[];
  corners: number[];
  /** Lengths in the parts' frame below this are 0. */
  near: number;
  /** The part, and the polygons of the body, it among them. */
  part: Shape;
  ground: Ground;
}

/** The polygons without radius of a body. */
interface Ground {
  shapes: Shape[];
  tree: PartTree | null;
}

/** Directions that differ by no more are the same: an angle in radians. */
const SAME = 1e-6;
/** Positions that differ by no more than this part of the parts' size are the same. */
const NEAR = 1e-9;

/** How far around a place to look for ground, in units of `near`: further than the points asked about are from it. */
const AROUND = 4096;

/**
 * The seams of each part: `null` for one that touches no other along an edge, or is no polygon without
 * radius. `bounds` has minX, minY, maxX, maxY of each part.
 */
export function findSeams(parts: readonly Shape[], bounds: readonly number[]): (Seams | null)[] {
  let size = 0;
  for (const { points } of parts) {
    for (const p of points) size = Math.max(size, Math.abs(p.x), Math.abs(p.y));
  }
  const near = NEAR * size;
  const isPlain = ({ points, radius }: Shape): boolean => points.length > 2 && radius === 0;
  const ground: Ground = {
    shapes: parts.filter(isPlain),
    tree: plantTree(bounds.filter((_, k) => isPlain(parts[k >> 2]))),
  };
  const all = parts.map((part): Seams | null => {
    if (!isPlain(part)) return null;
    const { points } = part;
    const normals: number[] = [];
    const inner: number[] = [];
    for (let i = 0; i < points.length; i++) {
      const p = points[i];
      const q = points[(i + 1) % points.length];
      const l = Math.sqrt((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y));
      const nx = (q.y - p.y) / l;
      const ny = (p.x - q.x) / l;
      normals.push(nx, ny);
      // All of it when the ends, and the ground in front of the middle, are in one part.
      lookAround(p.x, p.y, near);
      REGION[REGION_DX] = q.x - p.x;
      REGION[REGION_DY] = q.y - p.y;
      const others = list(ground.tree, ground.shapes).filter((other) => other !== part);
      const isInner = others.some((other) =>
        contains(other, p.x, p.y, near) && contains(other, q.x, q.y, near) &&
        contains(
          other,
          0.5 * (p.x + q.x) + 16 * near * nx,
          0.5 * (p.y + q.y) + 16 * near * ny,
          near,
        )
      );
      inner.push(isInner ? 1 : touchesFront(others, p, q, nx, ny, near) ? 2 : 0);
    }
    const own = points.map(() => true);
    const corners = points.flatMap(() => [0, 0, 0, 0]);
    return { points, normals, inner, own, corners, near, part, ground };
  });
  const plain = all.filter((seams) => seams !== null);

  // A vertex with covered ground beside it: the outline's edges that end and start there, whosever.
  for (const [k, seams] of all.entries()) {
    if (seams === null) continue;
    const { points } = parts[k];
    const n = points.length;
    for (let i = 0; i < n; i++) {
      const v = points[i];
      const h = (i + n - 1) % n;
      const beside = new Ends(v, near);
      beside.add(seams, points[h], v, h);
      beside.add(seams, v, points[(i + 1) % n], i);
      if (beside.into.length > 0 && beside.out.length > 0) continue;
      lookAround(v.x, v.y, near);
      const { into, out } = new Ends(v, near, list(ground.tree, plain));
      seams.own[i] = false;
      if (into.length === 0 || out.length === 0) continue;
      // Where the body meets itself there are several corners: the one that holds the part's. A reflex
      // corner has no normals in between: those of its edges are judged as edges.
      const { normals } = seams;
      const a = nextTo(into, normals[2 * h], normals[2 * h + 1], 1);
      const b = nextTo(out, normals[2 * i], normals[2 * i + 1], -1);
      seams.corners.splice(4 * i, 4, into[a], into[a + 1], out[b], out[b + 1]);
    }
  }
  return all.map((seams) =>
    seams !== null && (seams.inner.some((x) => x > 0) || seams.own.includes(false)) ? seams : null
  );
}

/** Index of the vector that is reached first when (x, y) turns left (`side` 1) or right (-1). */
function nextTo(list: readonly number[], x: number, y: number, side: number): number {
  let least = Infinity;
  let at = 0;
  for (let i = 0; i < list.length; i += 2) {
    const cos = x * list[i] + y * list[i + 1];
    const sin = side * (x * list[i + 1] - y * list[i]);
    // Grows with the angle, from 0 to 4; one just before the start is the start.
    const turn = sin >= -SAME ? 1 - cos : 3 + cos;
    if (turn < least) {
      least = turn;
      at = i;
    }
  }
  return at;
}

/** Normals of the outline's edges that end (`into`) and start (`out`) at a point. */
class Ends {
  readonly into: number[] = [];
  readonly out: number[] = [];

  /** Those of the edges of all `parts`. */
  constructor(
    readonly v: Readonly<Vec2>,
    readonly near: number,
    parts: readonly Seams[] = [],
  ) {
    for (const part of parts) {
      const { points } = part;
      for (const [m, p] of points.entries()) this.add(part, p, points[(m + 1) % points.length], m);
    }
  }

  /**
   * Adds edge m of a part, from p to q, if an end of it is at the point and not covered there. One that
   * passes leaves no corner on its side.
   */
  add(seams: Seams, p: Vec2, q: Vec2, m: number): void {
    const { v, near } = this;
    const { normals } = seams;
    const nx = normals[2 * m];
    const ny = normals[2 * m + 1];
    // A little back along the edge, or on, and less in front of it: (-n_y, n_x) leads along the edge.
    const back = Math.min(1024 * near, 0.5 * ((q.y - p.y) * nx - (q.x - p.x) * ny));
    for (const step of [-back, back]) {
      if (!isNear(step < 0 ? q : p, v, near)) continue;
      V[POINT] = v.x - step * ny + 16 * near * nx;
      V[POINT + 1] = v.y + step * nx + 16 * near * ny;
      V[TOLERANCE] = near;
      if (isOnGround(seams)) continue;
      (step < 0 ? this.into : this.out).push(nx, ny);
    }
  }
}

/** Whether some part has ground along the edge from p to q, just in front of it. */
function touchesFront(
  others: readonly Shape[],
  p: Vec2,
  q: Vec2,
  nx: number,
  ny: number,
  near: number,
): boolean {
  const l = (q.y - p.y) * nx - (q.x - p.x) * ny;
  const x = p.x + 16 * near * nx;
  const y = p.y + 16 * near * ny;
  return others.some(({ points }) => {
    // How far along the edge it is: clipped to the other's edges, with heights h at p that grow by g.
    let from = 0;
    let to = l;
    for (let i = 0; i < points.length; i++) {
      const u = points[i];
      const v = points[(i + 1) % points.length];
      const ex = v.x - u.x;
      const ey = v.y - u.y;
      const h = ey * (x - u.x) - ex * (y - u.y) - near * Math.sqrt(ex * ex + ey * ey);
      const g = -(ey * ny + ex * nx);
      if (g > 0) to = Math.min(to, -h / g);
      else if (g < 0) from = Math.max(from, -h / g);
      else if (h > 0) return false;
    }
    return to - from > 64 * near;
  });
}

/** Numbers handed to the functions below: as arguments a JavaScript engine would box them. */
const V: Float64Array = /* @__PURE__ */ new Float64Array(9);
/** Normal out of the part and a point of its surface, in the world, then in the part's frame. */
const NORMAL = 0;
const POINT = 2;
const LOCAL_NORMAL = 4;
/** How far outside still counts: a length for `reaches`, a sine for `isWithin`. */
const TOLERANCE = 6;
/** Contacts further apart do not count. */
const MARGIN = 7;
/** How far along an edge. */
const ALONG = 8;

/** Whether a convex polygon reaches, to within V[TOLERANCE], the point at `at` in V. */
function reaches(shape: Shape, at: number): boolean {
  const x = V[at];
  const y = V[at + 1];
  const near = V[TOLERANCE];
  const { points } = shape;
  for (let i = 0; i < points.length; i++) {
    const p = points[i];
    const q = points[i + 1 < points.length ? i + 1 : 0];
    const ex = q.x - p.x;
    const ey = q.y - p.y;
    if (ey * (x - p.x) - ex * (y - p.y) > near * Math.sqrt(ex * ex + ey * ey)) return false;
  }
  return true;
}

function contains(shape: Shape, x: number, y: number, near: number): boolean {
  V[POINT] = x;
  V[POINT + 1] = y;
  V[TOLERANCE] = near;
  return reaches(shape, POINT);
}

/** The parts near a place, where a body has many. */
const found = /* @__PURE__ */ new PartList();

/** REGION = around a place. */
function lookAround(x: number, y: number, near: number): void {
  REGION[REGION_X] = x;
  REGION[REGION_Y] = y;
  REGION[REGION_DX] = 0;
  REGION[REGION_DY] = 0;
  REGION[REGION_R] = AROUND * near;
}

/** Of a list with one entry for each part of a tree, the entries of parts that may be in REGION; all without a tree. */
function list<T>(tree: PartTree | null, all: readonly T[]): readonly T[] {
  if (tree === null) return all;
  const n = found.near(tree);
  return Array.from({ length: n }, (_, k) => all[found.parts[k]]);
}

/** Whether another part reaches POINT, to within V[TOLERANCE]. */
function isOnGround({ part, near, ground: { shapes, tree } }: Seams): boolean {
  let n = shapes.length;
  if (tree !== null) {
    lookAround(V[POINT], V[POINT + 1], near);
    n = found.near(tree);
  }
  for (let k = 0; k < n; k++) {
    const other = shapes[tree === null ? k : found.parts[k]];
    if (other !== part && reaches(other, POINT)) return true;
  }
  return false;
}

function isNear(p: Vec2, q: Vec2, near: number): boolean {
  return Math.abs(p.x - q.x) <= near && Math.abs(p.y - q.y) <= near;
}

/**
 * Whether ground of another part lies in front of edge i at V[ALONG] from its start; near an end, a little
 * before that, since the other part's side may lean back from there.
 */
function isCovered(seams: Seams, i: number): boolean {
  const { points, normals, near } = seams;
  const p = points[i];
  const q = points[i + 1 < points.length ? i + 1 : 0];
  const nx = normals[2 * i];
  const ny = normals[2 * i + 1];
  const l = (q.y - p.y) * nx - (q.x - p.x) * ny;
  const back = Math.min(1024 * near, 0.5 * l);
  const along = Math.min(Math.max(V[ALONG], back), l - back);
  V[POINT] = p.x - along * ny + 16 * near * nx;
  V[POINT + 1] = p.y + along * nx + 16 * near * ny;
  V[TOLERANCE] = near;
  return isOnGround(seams);
}

/**
 * Whether the edge with LOCAL_NORMAL is on the outline at POINT, both in the part's frame: 1 or 0, and -1 when no edge
 * has that normal. The edge's own takes its place.
 */
function judgeEdge(seams: Seams): number {
  const nx = V[LOCAL_NORMAL];
  const ny = V[LOCAL_NORMAL + 1];
  const { points, normals, inner } = seams;
  for (let i = 0; i < inner.length; i++) {
    const x = normals[2 * i];
    const y = normals[2 * i + 1];
    if (x * nx + y * ny < 0 || Math.abs(x * ny - y * nx) > SAME) continue;
    V[LOCAL_NORMAL] = x;
    V[LOCAL_NORMAL + 1] = y;
    if (inner[i] < 2) return 1 - inner[i];
    V[ALONG] = (V[POINT + 1] - points[i].y) * x - (V[POINT] - points[i].x) * y;
    return isCovered(seams, i) ? 0 : 1;
  }
  return -1;
}

/** Whether a contact with LOCAL_NORMAL at POINT, both in the part's frame, is with the outline. */
function judge(seams: Seams): boolean {
  const edge = judgeEdge(seams);
  if (edge >= 0) return edge === 1;
  const { normals, own, corners } = seams;
  const n = own.length;
  for (let i = 0; i < n; i++) {
    const h = i === 0 ? n - 1 : i - 1;
    V[TOLERANCE] = 0;
    if (!isWithin(normals, 2 * h, 2 * i)) continue;
    if (own[i]) return true;
    V[TOLERANCE] = SAME;
    return isWithin(corners, 4 * i, 4 * i + 2);
  }
  return true;
}

/**
 * Whether LOCAL_NORMAL points between the vectors u at `i` and, counter-clockwise by less than half a
 * turn, v at `j`, or misses by V[TOLERANCE].
 */
function isWithin(list: readonly number[], i: number, j: number): boolean {
  const nx = V[LOCAL_NORMAL];
  const ny = V[LOCAL_NORMAL + 1];
  return list[i] * ny - list[i + 1] * nx >= -V[TOLERANCE] &&
    nx * list[j + 1] - ny * list[j] >= -V[TOLERANCE] &&
    nx * (list[i] + list[j]) + ny * (list[i + 1] + list[j + 1]) > 0;
}

/** By how much a pose scales: 1 where it counts as a turn. */
export function scaleOf({ cos, sin }: Readonly<Pose>): number {
  const square = cos * cos + sin * sin;
  return Math.abs(square - 1) <= SKEWED ? 1 : Math.sqrt(square);
}

/**
 * Whether the contact with NORMAL at POINT, of a part at `pose`, is with the outline. The normal of an edge takes the
 * place of one that is the same.
 */
function isOutline(seams: Seams | null, pose: Readonly<Pose>): boolean {
  if (seams === null) return true;
  const scale = scaleOf(pose);
  const c = pose.cos / scale;
  const s = pose.sin / scale;
  V[LOCAL_NORMAL] = c * V[NORMAL] + s * V[NORMAL + 1];
  V[LOCAL_NORMAL + 1] = c * V[NORMAL + 1] - s * V[NORMAL];
  const dx = (V[POINT] - pose.x) / scale;
  const dy = (V[POINT + 1] - pose.y) / scale;
  V[POINT] = c * dx + s * dy;
  V[POINT + 1] = c * dy - s * dx;
  const isIt = judge(seams);
  V[NORMAL] = c * V[LOCAL_NORMAL] - s * V[LOCAL_NORMAL + 1];
  V[NORMAL + 1] = s * V[LOCAL_NORMAL] + c * V[LOCAL_NORMAL + 1];
  return isIt;
}

/** Whether any point of a manifold is on the outline of the part that its normal leaves (`sign` 1) or enters. */
export function hasOutline(
  seams: Seams | null,
  pose: Readonly<Pose>,
  { normal, pointCount, points }: Readonly<Manifold>,
  sign: number,
): boolean {
  if (seams === null) return true;
  for (let k = 0; k < pointCount; k++) {
    // The point is midway between the surfaces, and its place along the part's edge is asked for.
    const { point } = points[k];
    V[NORMAL] = sign * normal.x;
    V[NORMAL + 1] = sign * normal.y;
    V[POINT] = point.x;
    V[POINT + 1] = point.y;
    if (isOutline(seams, pose)) return true;
  }
  return false;
}

/**
 * The contact that a part has with a shape through the outline's edges alone, in place of one with a
 * seam: of the edges that the shape is over, where no other part covers them, the one with the largest separation, and
 * the shape's vertices furthest behind it, clipped to its length. `sign` is 1 when the part belongs to A.
 */
export function collideOutline(
  part: Shape,
  seams: Seams,
  pose: Readonly<Pose>,
  shape: Shape,
  shapePose: Readonly<Pose>,
  options: CollideOptions | undefined,
  sign: number,
  out: Manifold,
): void {
  out.pointCount = 0;
  const scale = scaleOf(pose);
  const { cos: c, sin: s } = pose;
  const { points } = part;
  let best = -Infinity;
  for (let i = 0; i < points.length; i++) {
    if (seams.inner[i] === 1) continue;
    const lx = seams.normals[2 * i];
    const ly = seams.normals[2 * i + 1];
    const nx = (c * lx - s * ly) / scale;
    const ny = (s * lx + c * ly) / scale;
    const u = points[i];
    const v = points[i + 1 < points.length ? i + 1 : 0];
    const ux = c * u.x - s * u.y + pose.x;
    const uy = s * u.x + c * u.y + pose.y;
    const length = scale * Math.sqrt((v.x - u.x) * (v.x - u.x) + (v.y - u.y) * (v.y - u.y));
    // The shape's vertex furthest behind the edge, and the neighbour that is next; along the edge,
    // which runs along (-n_y, n_x), and above it.
    const { cos: d, sin: t } = shapePose;
    let j = 0;
    if (shape.support !== null) {
      DIRECTION[0] = -(d * nx + t * ny);
      DIRECTION[1] = t * nx - d * ny;
      findSupport(shape);
    } else {
      let low = Infinity;
      for (let k = 0; k < shape.points.length; k++) {
        const p = shape.points[k];
        const h = (d * nx + t * ny) * p.x + (d * ny - t * nx) * p.y;
        if (h < low) {
          low = h;
          j = k;
        }
      }
      FURTHEST[0] = shape.points[j].x;
      FURTHEST[1] = shape.points[j].y;
    }
    // Once user code has run, which may have asked about seams itself.
    V[MARGIN] = 0;
    if (options !== undefined) {
      const given = options.margin;
      if (typeof given === "number") V[MARGIN] = given;
    }
    let x = d * FURTHEST[0] - t * FURTHEST[1] + shapePose.x - ux;
    let y = t * FURTHEST[0] + d * FURTHEST[1] + shapePose.y - uy;
    const a0 = x * -ny + y * nx;
    const h0 = x * nx + y * ny - shape.radius;
    if (h0 <= best) continue;
    let j1 = j;
    let a1 = a0;
    let h1 = h0;
    if (shape.support === null && shape.points.length > 1) {
      const n = shape.points.length;
      const next = j + 1 < n ? j + 1 : 0;
      const previous = j > 0 ? j - 1 : n - 1;
      const p = shape.points[next];
      const q = shape.points[previous];
      const hp = (d * nx + t * ny) * p.x + (d * ny - t * nx) * p.y;
      const hq = (d * nx + t * ny) * q.x + (d * ny - t * nx) * q.y;
      j1 = hp < hq ? next : previous;
      const w = shape.points[j1];
      x = d * w.x - t * w.y + shapePose.x - ux;
      y = t * w.x + d * w.y + shapePose.y - uy;
      a1 = x * -ny + y * nx;
      h1 = x * nx + y * ny - shape.radius;
    }
    // Clip the vertex pair to the edge's length, leave out what is above the margin or over a seam.
    let count = 0;
    for (let k = 0; k < 2; k++) {
      let a = k === 0 ? a0 : a1;
      let h = k === 0 ? h0 : h1;
      if (k === 1 && a1 === a0) break;
      const inside = Math.min(Math.max(a, 0), length);
      if (inside !== a) {
        const f = (inside - a0) / (a1 - a0);
        // Nor is an end of the edge where the other vertex is.
        if (!(f > 0 && f < 1)) continue;
        a = inside;
        h = h0 + f * (h1 - h0);
      }
      if (h > V[MARGIN]) continue;
      if (seams.inner[i] === 2) {
        V[ALONG] = a / scale;
        if (isCovered(seams, i)) continue;
      }
      const to = out.points[count];
      to.point.x = ux - a * ny + 0.5 * h * nx;
      to.point.y = uy + a * nx + 0.5 * h * ny;
      to.separation = h;
      // Named like any contact, if not by the longer edge but always by the part's.
      writeId(W, CONTACT_ID, i, k === 0 ? j : j1, sign > 0 ? 0 : 1);
      to.id = shape.points.length > 1 ? W[CONTACT_ID] : 0;
      count++;
    }
    if (count === 0) continue;
    best = h0;
    out.pointCount = count as 1 | 2;
    out.normal.x = sign * nx + 0;
    out.normal.y = sign * ny + 0;
  }
  AXIS[AXIS_GAP] = best;
}

/** Whether the shapes overlap at a point of a manifold, by more than a length that is 0. */
export function isDeep(
  { pointCount, points }: Readonly<Manifold>,
  { near }: Seams,
  pose: Readonly<Pose>,
): boolean {
  const limit = -near * scaleOf(pose);
  for (let k = 0; k < pointCount; k++) if (points[k].separation < limit) return true;
  return false;
}

/** Whether two unit vectors are the same direction. */
export function isSameDirection(u: Readonly<Vec2>, v: Readonly<Vec2>): boolean {
  return Math.abs(u.x * v.y - u.y * v.x) <= SAME && u.x * v.x + u.y * v.y > 0;
}

/**
 * Whether a part ends along AXIS, which leaves it (`sign` 1) or enters (-1), where no other part has ground in front.
 * Where it ends `separate` has found, and where the other shape does: beside that, if the part ends in an edge.
 */
export function endsInTheOpen(seams: Seams | null, pose: Readonly<Pose>, sign: number): boolean {
  if (seams === null) return true;
  const { near } = seams;
  const scale = scaleOf(pose);
  const c = pose.cos / scale;
  const s = pose.sin / scale;
  V[LOCAL_NORMAL] = sign * (c * AXIS[AXIS_X] + s * AXIS[AXIS_Y]);
  V[LOCAL_NORMAL + 1] = sign * (c * AXIS[AXIS_Y] - s * AXIS[AXIS_X]);
  let at = sign > 0 ? AXIS_BX : AXIS_AX;
  let dx = (AXIS[at] - pose.x) / scale;
  let dy = (AXIS[at + 1] - pose.y) / scale;
  V[POINT] = c * dx + s * dy;
  V[POINT + 1] = c * dy - s * dx;
  const edge = judgeEdge(seams);
  if (edge >= 0) return edge === 1;
  at = AXIS_AX + AXIS_BX - at;
  dx = (AXIS[at] - pose.x) / scale;
  dy = (AXIS[at + 1] - pose.y) / scale;
  V[POINT] = c * dx + s * dy + 16 * near * V[LOCAL_NORMAL];
  V[POINT + 1] = c * dy - s * dx + 16 * near * V[LOCAL_NORMAL + 1];
  // Ground on both sides of the way, not along it.
  V[TOLERANCE] = -near;
  return !isOnGround(seams);
}

/** Whether a ray hits a part on the body's outline. */
export function isOutlineHit(
  { point, normal }: Readonly<CastHit>,
  seams: Seams | null,
  pose: Readonly<Pose>,
): boolean {
  V[NORMAL] = normal.x;
  V[NORMAL + 1] = normal.y;
  V[POINT] = point.x;
  V[POINT + 1] = point.y;
  return isOutline(seams, pose);
}

/** A hit is with a seam, … */
const IS_SEAM = 0;
/** … the motion does not lead into what is hit, … */
export const GRAZES = 1;
/** … or it does. */
export const STOPS = 2;

/** A motion leads into what it hits by more than this part of itself. */
const APPROACH = 1e-12;

/**
 * What a hit is to the motion d of B.
 *
 * Where a corner comes near, rounding of the distance turns the normal by the root of its size: a body that slides
 * along a side meets the end of a seam there, with a normal that is the side's and yet leans back. So the side's
 * own normal tells, too, whether d leads into the body.
 */
export function judgeHit(
  { fraction, point, normal }: Readonly<CastHit>,
  seamsA: Seams | null,
  poseA: Readonly<Pose>,
  seamsB: Seams | null,
  poseB: Readonly<Pose>,
  d: Readonly<Vec2>,
): number {
  const least = APPROACH * (Math.abs(d.x) + Math.abs(d.y));
  if (!(normal.x * d.x + normal.y * d.y < -least)) return GRAZES;
  V[NORMAL] = normal.x;
  V[NORMAL + 1] = normal.y;
  V[POINT] = point.x;
  V[POINT + 1] = point.y;
  if (!isOutline(seamsA, poseA)) return IS_SEAM;
  if (!(V[NORMAL] * d.x + V[NORMAL + 1] * d.y < -least)) return GRAZES;
  // B as it stands at the start: the point is that much further back.
  V[NORMAL] = -normal.x;
  V[NORMAL + 1] = -normal.y;
  V[POINT] = point.x - fraction * d.x;
  V[POINT + 1] = point.y - fraction * d.y;
  if (!isOutline(seamsB, poseB)) return IS_SEAM;
  return V[NORMAL] * d.x + V[NORMAL + 1] * d.y > least ? STOPS : GRAZES;
}
