/**
 * Concave polygons as unions of convex ones.
 *
 * @module
 */
import { checkArray } from "../math/check.ts";
import { orient2d, orientation } from "../math/orient.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkEdge, checkVertex } from "./check.ts";
import { type Dropped, findCorners, lowestLeft, type Vertex } from "./ring.ts";

const TASK = "decompose polygon";

/**
 * Splits a simple polygon, convex or not, into convex parts that cover it exactly and do not overlap.
 *
 * The parts use the polygon's own vertices and no others, so no coordinate is rounded: their union is the
 * polygon to the last bit. All decisions on which that depends are exact; doubles only choose between diagonals
 * that are equally right. Vertices may come in either winding; exact duplicates of a neighbour and vertices
 * exactly on the line between their neighbours are dropped. Polygons with holes are not accepted, nor is a hole
 * bridged by a pair of coinciding edges.
 *
 * A triangulation by ears, improved by Delaunay flips (C. L. Lawson, "Software for C¹ surface
 * interpolation", 1977) so that slivers are rare, from which every diagonal is removed that leaves its
 * two parts convex together (S. Hertel, K. Mehlhorn, "Fast triangulation of simple polygons", 1983):
 * never more than four times the least possible number of parts, and usually close to it.
 *
 * It takes some milliseconds for a thousand vertices. Time grows little faster than their number for most
 * outlines, with its square at worst (a tenth of a second for a spiral of 3000).
 *
 * @param points Vertices of a polygon whose boundary does not touch itself
 * @returns Convex polygons, each counter-clockwise and strictly convex, as `polygon()` takes them; the
 * polygon itself when it is convex
 * @throws {TypeError} If `points` is not an array of points
 * @throws {RangeError} If a coordinate is not finite or out of range, there are fewer than 3 distinct
 * points or all lie on one line, a part would have a side shorter than 2^-250, or the boundary crosses or
 * touches itself; the message says where
 *
 * @example Usage
 * ```ts
 * import { decompose, polygon } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * // An L of two boxes.
 * const parts = decompose([
 *   { x: 0, y: 0 },
 *   { x: 3, y: 0 },
 *   { x: 3, y: 1 },
 *   { x: 1, y: 1 },
 *   { x: 1, y: 4 },
 *   { x: 0, y: 4 },
 * ]);
 * const shapes = parts.map((points) => polygon(points));
 * assertEquals(shapes.length, 2);
 * ```
 */
export function decompose(points: readonly Readonly<Vec2>[]): Vec2[][] {
  checkArray(TASK, "points", points, "points");
  const given: Vertex[] = [];
  for (let index = 0; index < points.length; index++) {
    given.push({ ...checkVertex(TASK, `points[${index}]`, points[index]), index });
  }
  const ring: Vertex[] = [];
  const turns: number[] = [];
  const dropped: Dropped = { duplicates: [], collinear: [], zeroArea: false, foldsBackAt: null };
  const problem = findCorners(given, dropped, ring, turns);
  if (problem !== null) throw new RangeError(`Cannot ${TASK}: ${problem}`);
  checkSimple(ring);
  // Counter-clockwise: a corner of the hull turns left.
  if (turns[lowestLeft(ring)] < 0) {
    ring.reverse();
    ring.unshift(ring.pop()!);
  }

  if (turns.every((turn) => turn === turns[0])) return [strictlyConvex(ring)];
  const triangles = clipEars(ring);
  flipEdges(ring, triangles);
  // Which diagonals are in each other's way depends on the order: the best of three.
  const diagonals = findDiagonals(ring, triangles);
  let best: number[][] | null = null;
  for (const order of [1, -1, 0]) {
    const parts = merge(
      ring,
      triangles,
      [...diagonals].sort((d, e) => order * (d.length - e.length)),
    );
    if (best === null || parts.length < best.length) best = parts;
  }
  return best!.map((part) => strictlyConvex(part.map((k) => ring[k])));
}

/** Refuses a boundary that crosses or touches itself, exactly; names the first edge that meets another. */
function checkSimple(ring: readonly Vertex[]): void {
  const n = ring.length;
  const edges = new BoxTree(n);
  for (let k = 0; k < n; k++) edges.set(k, ring[k], ring[(k + 1) % n]);
  for (let i = 0; i < n; i++) {
    const p = ring[i], q = ring[(i + 1) % n];
    // Neighbours share an end; those before i have looked already.
    edges.look(p, q, null);
    for (let j = i + 1; (j = edges.next(j + 1)) < n;) {
      if (i === 0 && j === n - 1) continue;
      const how = meet(p, q, ring[j], ring[(j + 1) % n]);
      if (how === null) continue;
      const edge = (k: number): string =>
        `the edge from vertex ${ring[k].index} to ${ring[(k + 1) % n].index}`;
      throw new RangeError(`Cannot ${TASK}: ${edge(i)} of points ${how} ${edge(j)}`);
    }
  }
}

/**
 * Boxes of what follows each other along the boundary, and so is near each other, as the leaves of a binary tree in
 * which a node holds the box of its two children.
 */
class BoxTree {
  /** Number of leaves, a power of two, which is the first leaf's node as well; node 1 is the root. */
  readonly #leaves: number;
  /** Of each node minX, minY, -maxX, -maxY, so that the box around two is the minimum of all; empty: Infinity. */
  readonly #boxes: Float64Array;
  /** The triangle that is looked at, or the segment without r, and its box. */
  #p: Readonly<Vec2> = ORIGIN;
  #q: Readonly<Vec2> = ORIGIN;
  #r: Readonly<Vec2> | null = null;
  #minX = 0;
  #minY = 0;
  #maxX = 0;
  #maxY = 0;

  constructor(n: number) {
    let leaves = 2;
    while (leaves < n) leaves *= 2;
    this.#leaves = leaves;
    this.#boxes = new Float64Array(8 * leaves).fill(Infinity);
  }

  /** Gives leaf k the box of two points. */
  set(k: number, p: Readonly<Vec2>, q: Readonly<Vec2>): void {
    this.#update(
      k,
      Math.min(p.x, q.x),
      Math.min(p.y, q.y),
      -Math.max(p.x, q.x),
      -Math.max(p.y, q.y),
    );
  }

  /** Makes leaf k empty. */
  remove(k: number): void {
    this.#update(k, Infinity, Infinity, Infinity, Infinity);
  }

  #update(k: number, a: number, b: number, c: number, d: number): void {
    const boxes = this.#boxes;
    let node = this.#leaves + k;
    boxes[4 * node] = a;
    boxes[4 * node + 1] = b;
    boxes[4 * node + 2] = c;
    boxes[4 * node + 3] = d;
    while ((node >>= 1) > 0) {
      const left = 8 * node;
      for (let m = 0; m < 4; m++) {
        boxes[4 * node + m] = Math.min(boxes[left + m], boxes[left + 4 + m]);
      }
    }
  }

  /** Makes a counter-clockwise triangle the one that is looked at; or, without r, the box of a segment. */
  look(p: Readonly<Vec2>, q: Readonly<Vec2>, r: Readonly<Vec2> | null): void {
    const { x, y } = r ?? q;
    this.#p = p;
    this.#q = q;
    this.#r = r;
    this.#minX = Math.min(p.x, q.x, x);
    this.#minY = Math.min(p.y, q.y, y);
    this.#maxX = Math.max(p.x, q.x, x);
    this.#maxY = Math.max(p.y, q.y, y);
  }

  /** First leaf from k on whose box meets that, borders included, exactly; Infinity if there is none. */
  next(k: number): number {
    const leaves = this.#leaves;
    if (k >= leaves) return Infinity;
    // Down where a box meets it, else on to the right: from a right child, up to the first left one.
    for (let node = leaves + k;;) {
      if (this.#meets(4 * node)) {
        if (node >= leaves) return node - leaves;
        node *= 2;
        continue;
      }
      while ((node & 1) === 1) node >>= 1;
      if (node === 0) return Infinity;
      node++;
    }
  }

  /** Whether neither a side of the box nor one of the triangle lies between the two. */
  #meets(b: number): boolean {
    const boxes = this.#boxes;
    const minX = boxes[b], minY = boxes[b + 1], maxX = -boxes[b + 2], maxY = -boxes[b + 3];
    if (minX > this.#maxX || minY > this.#maxY || maxX < this.#minX || maxY < this.#minY) {
      return false;
    }
    const p = this.#p, q = this.#q, r = this.#r;
    if (r === null) return true;
    return isLeft(p, q, minX, minY, maxX, maxY) && isLeft(q, r, minX, minY, maxX, maxY) &&
      isLeft(r, p, minX, minY, maxX, maxY);
  }
}

/** Whether any of a box lies to the left of p → q, or on that line: its corner furthest to the left does. */
function isLeft(
  p: Readonly<Vec2>,
  q: Readonly<Vec2>,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
): boolean {
  return orient2d(p.x, p.y, q.x, q.y, q.y > p.y ? minX : maxX, q.x > p.x ? maxY : minY) >= 0;
}

const ORIGIN: Readonly<Vec2> = { x: 0, y: 0 };

/** How two segments meet, if they do, whose boxes meet. */
function meet(p: Vec2, q: Vec2, r: Vec2, s: Vec2): "crosses" | "touches" | null {
  const a = orientation(p, q, r);
  const b = orientation(p, q, s);
  if (a * b > 0) return null;
  const c = orientation(r, s, p);
  const d = orientation(r, s, q);
  if (c * d > 0) return null;
  // Neither is on one side of the other. All four ends on one line: there they overlap, as they do in x and y.
  return a * b < 0 && c * d < 0 ? "crosses" : "touches";
}

/** Triangles of a counter-clockwise ring by cutting off ears (G. H. Meisters, "Polygons have ears", 1975). */
function clipEars(ring: readonly Vertex[]): number[][] {
  const n = ring.length;
  const next = ring.map((_, k) => (k + 1) % n);
  const previous = ring.map((_, k) => (k + n - 1) % n);
  const turn = ring.map((v, k) => orientation(ring[previous[k]], v, ring[next[k]]));
  // Only a vertex that does not turn left can lie in an ear.
  const reflex = new BoxTree(n);
  for (let k = 0; k < n; k++) if (turn[k] <= 0) reflex.set(k, ring[k], ring[k]);

  // A vertex that is known to be in the triangle at each, the first one; -1 where none is. Once that has been cut off,
  // or turns left, the search goes on from it; with another triangle it begins again.
  const inside = new Array<number>(n).fill(-1);
  const isEar = (k: number): boolean => {
    if (turn[k] <= 0) return false;
    const known = inside[k];
    if (known >= 0 && turn[known] <= 0) return false;
    const i = previous[k], j = next[k];
    reflex.look(ring[i], ring[k], ring[j]);
    let v = known;
    do v = reflex.next(v + 1); while (v === i || v === j);
    inside[k] = v;
    return v === Infinity;
  };
  const triangles: number[][] = [];
  let left = n;
  let k = 0;
  for (let tries = 0; left > 3; tries++) {
    if (tries > left) throw new Error(`Cannot ${TASK}: no ear is left`); // no simple ring has none
    if (!isEar(k)) {
      k = next[k];
      continue;
    }
    const i = previous[k];
    const j = next[k];
    triangles.push([i, k, j]);
    next[i] = j;
    previous[j] = i;
    for (const v of [i, j]) {
      const before = turn[v];
      turn[v] = orientation(ring[previous[v]], ring[v], ring[next[v]]);
      if (turn[v] > 0 && before <= 0) reflex.remove(v);
      inside[v] = -1;
    }
    left--;
    tries = -1;
    // On with a vertex further along: ears side by side would make a fan of slivers.
    k = next[j];
  }
  triangles.push([previous[k], k, next[k]]);
  return triangles;
}

/** Flips diagonals until each is (to rounding) locally Delaunay. */
function flipEdges(ring: readonly Vertex[], triangles: number[][]): void {
  const n = ring.length;
  const owner = new Map<number, number>();
  const own = (t: number): void => {
    const [i, j, k] = triangles[t];
    owner.set(i * n + j, t);
    owner.set(j * n + k, t);
    owner.set(k * n + i, t);
  };
  for (let t = 0; t < triangles.length; t++) own(t);
  const stack: number[] = [...owner.keys()];
  // Rounding could let two diagonals take turns without end.
  for (let flips = 0; stack.length > 0 && flips < 8 * n;) {
    const key = stack.pop()!;
    const i = Math.floor(key / n);
    const j = key - i * n;
    const t = owner.get(key);
    const u = owner.get(j * n + i);
    if (t === undefined || u === undefined) continue;
    const k = triangles[t].find((v) => v !== i && v !== j)!;
    const l = triangles[u].find((v) => v !== i && v !== j)!;
    const [p, q, r, s] = [ring[i], ring[j], ring[k], ring[l]];
    // i → j → k and j → i → l become l → j → k and k → i → l.
    if (orientation(s, q, r) <= 0 || orientation(r, p, s) <= 0) continue;
    if (!isInCircle(p, q, r, s)) continue;
    owner.delete(key);
    owner.delete(j * n + i);
    triangles[t] = [l, j, k];
    triangles[u] = [k, i, l];
    own(t);
    own(u);
    flips++;
    stack.push(j * n + k, k * n + i, i * n + l, l * n + j);
  }
}

/** Whether s is clearly inside the circle through p, q, r (counter-clockwise). */
function isInCircle(p: Vec2, q: Vec2, r: Vec2, s: Vec2): boolean {
  const ax = p.x - s.x, ay = p.y - s.y, bx = q.x - s.x, by = q.y - s.y;
  const cx = r.x - s.x, cy = r.y - s.y;
  // On a scale where the products of four lengths stay in range.
  const m = Math.max(
    Math.abs(ax),
    Math.abs(ay),
    Math.abs(bx),
    Math.abs(by),
    Math.abs(cx),
    Math.abs(cy),
  );
  const [a, b, c, d, e, f] = [ax / m, ay / m, bx / m, by / m, cx / m, cy / m];
  const det = (a * a + b * b) * (c * f - d * e) + (c * c + d * d) * (e * b - f * a) +
    (e * e + f * f) * (a * d - b * c);
  return det > 1e-14;
}

/** A diagonal of a triangulation, from i to j, as the edge of the triangle on either side; and its length. */
interface Diagonal {
  left: number;
  right: number;
  length: number;
}

/** Those of a triangulation, in which edge 3 t + m is that from vertex m of triangle t to the next one. */
function findDiagonals(
  ring: readonly Vertex[],
  triangles: readonly (readonly number[])[],
): Diagonal[] {
  const n = ring.length;
  const edges = new Map<number, number>();
  const diagonals: Diagonal[] = [];
  for (const [t, triangle] of triangles.entries()) {
    for (let m = 0; m < 3; m++) edges.set(triangle[m] * n + triangle[(m + 1) % 3], 3 * t + m);
  }
  for (const [key, left] of edges) {
    const i = Math.floor(key / n);
    const j = key - i * n;
    const right = edges.get(j * n + i);
    // Each diagonal once; boundary edges are those of one triangle.
    if (i > j || right === undefined) continue;
    const dx = ring[j].x - ring[i].x;
    const dy = ring[j].y - ring[i].y;
    diagonals.push({ left, right, length: Math.sqrt(dx * dx + dy * dy) });
  }
  return diagonals;
}

/** Removes diagonals in the given order as long as both ends stay convex. */
function merge(
  ring: readonly Vertex[],
  triangles: readonly (readonly number[])[],
  diagonals: readonly Diagonal[],
): number[][] {
  const from = triangles.flat();
  // Around each part: the edge after and before an edge. Of parts that have become one, the first one's triangle
  // stands for it, and has an edge to begin with.
  const next = from.map((_, e) => e % 3 < 2 ? e + 1 : e - 2);
  const previous = from.map((_, e) => e % 3 > 0 ? e - 1 : e + 2);
  const one = triangles.map((_, t) => t);
  const start = triangles.map((_, t) => 3 * t);
  const find = (t: number): number => {
    while (one[t] !== t) t = one[t] = one[one[t]];
    return t;
  };
  for (const { left, right } of diagonals) {
    const a = previous[left], b = next[left], c = previous[right], d = next[right];
    const turns = (e: number, f: number): number =>
      orientation(ring[from[e]], ring[from[f]], ring[from[next[f]]]);
    if (turns(a, d) < 0 || turns(c, b) < 0) continue;
    next[a] = d;
    previous[d] = a;
    next[c] = b;
    previous[b] = c;
    const t = find(Math.floor(left / 3));
    one[find(Math.floor(right / 3))] = t;
    start[t] = b;
  }
  const parts: number[][] = [];
  for (const [t, first] of start.entries()) {
    if (one[t] !== t) continue;
    const part: number[] = [];
    let e = first;
    do {
      part.push(from[e]);
      e = next[e];
    } while (e !== first);
    parts.push(part);
  }
  return parts;
}

/** Copies of the vertices that turn. Refuses sides that would be too short for a shape. */
function strictlyConvex(part: readonly Vertex[]): Vec2[] {
  const n = part.length;
  const corners = part.filter((v, k) =>
    orientation(part[(k + n - 1) % n], v, part[(k + 1) % n]) > 0
  );
  for (const [k, p] of corners.entries()) {
    const q = corners[(k + 1) % corners.length];
    const [from, to] = [p.index, q.index].sort((a, b) => a - b);
    checkEdge(TASK, `the side from vertex ${from} to ${to} of points`, p, q);
  }
  return corners.map(({ x, y }) => ({ x, y }));
}
