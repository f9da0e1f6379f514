/**
 * Seams: where parts of a concave body touch, edges and vertices of one part lie within another, and a
 * contact with them is not one with the body. Found once, for a compound; outline.ts asks about them for each contact.
 *
 * @module
 */
import type { Vec2 } from "../../math/vec2.ts";
import type { Shape } from "../../shapes/shape.ts";
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

/** Which contacts of a polygon part are with the body's outline. */
export interface Seams {
  /** The part's vertices. */
  points: readonly Readonly<Vec2>[];
  /** Outward normal of each edge: x, y. */
  normals: number[];
  /** How much of each edge lies within other parts: nothing (0), all (1), or some of it (2). */
  inner: number[];
  /** Of an edge with some of it within other parts, the stretches that are: from and to, ascending; else nothing. */
  covered: (readonly number[])[];
  /** The part, if any, that has each edge in reverse; most seams are such. */
  across: (Shape | undefined)[];
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

/** The polygons without radius of a body, and the seams of each. */
interface Ground {
  shapes: Shape[];
  seams: Seams[];
  tree: PartTree | null;
}

/** Directions that differ by no more are the same: an angle in radians. */
export const SAME = 1e-6;
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
    seams: [],
    tree: plantTree(bounds.filter((_, k) => isPlain(parts[k >> 2]))),
  };
  // The part to the left of each edge.
  const places = new Places();
  const left = new Map<number, Shape>();
  for (const part of ground.shapes) {
    for (const [i, p] of part.points.entries()) {
      left.set(places.edge(p, part.points[(i + 1) % part.points.length]), part);
    }
  }
  const all = parts.map((part): Seams | null => {
    if (!isPlain(part)) return null;
    const { points } = part;
    const normals: number[] = [];
    const inner: number[] = [];
    const covered: (readonly number[])[] = [];
    const across: (Shape | undefined)[] = [];
    for (let i = 0; i < points.length; i++) {
      const p = points[i];
      const q = points[(i + 1) % points.length];
      const l = Math.sqrt((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y));
      const nx = (q.y - p.y) / l;
      const ny = (p.x - q.x) / l;
      normals.push(nx, ny);
      // All of it when the ends, and the ground in front of the middle, are in one part.
      const holds = (other: Shape): boolean =>
        contains(other, p.x, p.y, near) && contains(other, q.x, q.y, near) &&
        contains(
          other,
          0.5 * (p.x + q.x) + 16 * near * nx,
          0.5 * (p.y + q.y) + 16 * near * ny,
          near,
        );
      const opposite = left.get(places.edge(q, p));
      across.push(opposite);
      if (opposite !== undefined && holds(opposite)) {
        covered.push([]);
        inner.push(1);
        continue;
      }
      lookAround(p.x, p.y, near);
      REGION[REGION_DX] = q.x - p.x;
      REGION[REGION_DY] = q.y - p.y;
      const others = list(ground.tree, ground.shapes).filter((other) => other !== part);
      const isInner = others.some(holds);
      covered.push(isInner ? [] : findCovered(others, p, q, nx, ny, near));
      inner.push(isInner ? 1 : covered[i].length > 0 ? 2 : 0);
    }
    const own = points.map(() => true);
    const corners = points.flatMap(() => [0, 0, 0, 0]);
    return { points, normals, inner, covered, across, own, corners, near, part, ground };
  });
  const plain = ground.seams = all.filter((seams) => seams !== null);

  // A vertex with covered ground beside it: the outline's edges that end and start there, whosever. At the hub of a fan
  // they are those of many parts, for as many: they are looked for once.
  const known: Ends[] = [];
  const endsAt = (v: Readonly<Vec2>): Ends => {
    lookAround(v.x, v.y, near);
    return known[places.of(v)] ??= new Ends(v, near, list(ground.tree, plain));
  };
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
      const { into, out } = endsAt(v);
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

/** Numbers of points, the same for equal ones, and of edges between them. */
class Places {
  readonly #columns: Map<number, Map<number, number>> = new Map();
  #count = 0;

  of({ x, y }: Readonly<Vec2>): number {
    let column = this.#columns.get(x);
    if (column === undefined) this.#columns.set(x, column = new Map());
    let place = column.get(y);
    if (place === undefined) column.set(y, place = this.#count++);
    return place;
  }

  edge(p: Readonly<Vec2>, q: Readonly<Vec2>): number {
    return this.of(p) * 67108864 + this.of(q); // 2^26: more points than there is memory for
  }
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
      const across = seams.across[m];
      if ((across !== undefined && reaches(across, POINT)) || isOnGround(seams)) continue;
      (step < 0 ? this.into : this.out).push(nx, ny);
    }
  }
}

/**
 * Where parts have ground along the edge from p to q, just in front of it: how far along it each stretch begins and
 * ends, those that meet as one; without end where it goes as far as the edge.
 */
function findCovered(
  others: readonly Shape[],
  p: Vec2,
  q: Vec2,
  nx: number,
  ny: number,
  near: number,
): number[] {
  const l = (q.y - p.y) * nx - (q.x - p.x) * ny;
  const x = p.x + 16 * near * nx;
  const y = p.y + 16 * near * ny;
  const found: [number, number][] = [];
  for (const { points } of others) {
    // How far along the edge it is: clipped to the other's edges, with heights h at p that grow by g.
    let from = 0;
    let to = l;
    // The same on the edge itself, where what runs along it does not count.
    let begin = 0;
    let end = l;
    for (let i = 0; i < points.length; i++) {
      const u = points[i];
      const v = points[(i + 1) % points.length];
      const ex = v.x - u.x;
      const ey = v.y - u.y;
      const size = Math.sqrt(ex * ex + ey * ey);
      const h = ey * (x - u.x) - ex * (y - u.y) - near * size;
      const g = -(ey * ny + ex * nx);
      const at = (ex * (p.y - u.y) - ey * (p.x - u.x)) / g;
      if (g > 0) to = Math.min(to, -h / g);
      else if (g < 0) from = Math.max(from, -h / g);
      else if (h > 0) to = -Infinity;
      if (g > SAME * size) end = Math.min(end, at);
      else if (g < -SAME * size) begin = Math.max(begin, at);
    }
    if (!(to - from > 64 * near)) continue;
    // As far as the ends of the edge, or the next one, but for what is next to nothing.
    found.push([
      begin <= 1024 * near ? -Infinity : begin,
      l - end <= 1024 * near ? Infinity : end,
    ]);
  }
  found.sort(([a], [b]) => a - b);
  const covered: number[] = [];
  for (const [from, to] of found) {
    const last = covered.length - 1;
    if (last > 0 && from <= covered[last] + 1024 * near) {
      covered[last] = Math.max(covered[last], to);
    } else covered.push(from, to);
  }
  return covered;
}

/**
 * Numbers handed from function to function, here and in outline.ts: as arguments a JavaScript engine would box them.
 */
export const V: Float64Array = /* @__PURE__ */ new Float64Array(8);
/** Normal out of the part and a point of its surface, in the world, then in the part's frame. */
export const NORMAL = 0;
export const POINT = 2;
export const LOCAL_NORMAL = 4;
/** How far outside still counts: a length for `reaches`, a sine for `isWithin`. */
export const TOLERANCE = 6;
/** How far along an edge. */
export const ALONG = 7;

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

/** How many polygons of the body may be at POINT: those that `groundAt` has until the next call. */
export function listGround({ near, ground: { shapes, tree } }: Seams): number {
  if (tree === null) return shapes.length;
  lookAround(V[POINT], V[POINT + 1], near);
  return found.near(tree);
}

/** Which of the body's polygons that of number k in the list is. */
export function groundAt({ ground }: Seams, k: number): number {
  return ground.tree === null ? k : found.parts[k];
}

/** Whether another part reaches POINT, to within V[TOLERANCE]. */
export function isOnGround(seams: Seams): boolean {
  const { part, ground: { shapes } } = seams;
  const n = listGround(seams);
  for (let k = 0; k < n; k++) {
    const other = shapes[groundAt(seams, k)];
    if (other !== part && reaches(other, POINT)) return true;
  }
  return false;
}

function isNear(p: Vec2, q: Vec2, near: number): boolean {
  return Math.abs(p.x - q.x) <= near && Math.abs(p.y - q.y) <= near;
}

/**
 * Whether ground of another part lies in front of edge i at V[ALONG] from its start. Where the ground ends, in a nook,
 * the edge is on the outline again.
 */
export function isCovered({ covered, near }: Seams, i: number): boolean {
  const along = V[ALONG];
  const stretches = covered[i];
  for (let k = 0; k < stretches.length; k += 2) {
    if (stretches[k] + 16 * near < along && along < stretches[k + 1] - 16 * near) return true;
  }
  return false;
}
