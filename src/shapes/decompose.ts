/**
 * Concave polygons as unions of convex ones.
 *
 * @module
 */
import { orient2d, orientation } from "../math/orient.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkEdge, checkVertices } from "./check.ts";
import { type Dropped, findCorners, type Vertex } from "./ring.ts";

const TASK = "decompose polygon";

/**
 * Splits a simple polygon, convex or not, into convex parts that cover it exactly and do not overlap.
 *
 * The parts use only the polygon's own vertices, so no coordinate is rounded: their union is the polygon to the
 * last bit. All decisions on which that depends are exact; doubles only choose between equally valid diagonals.
 * Vertices may have either winding. Exact duplicates of a neighbour, and vertices exactly on the line between
 * their neighbours, are dropped. Polygons with holes are refused, and so are holes bridged by a pair of
 * coinciding edges.
 *
 * Ear clipping triangulates the polygon, and Delaunay flips (C. L. Lawson, "Software for C¹ surface
 * interpolation", 1977) make slivers rare. Then every diagonal whose two parts are convex together is removed
 * (S. Hertel, K. Mehlhorn, "Fast triangulation of simple polygons", 1983). This gives never more than four
 * times the least possible number of parts, and usually close to it.
 *
 * It takes a few milliseconds for a thousand vertices, and the time grows little faster than their number, even
 * for spirals and mazes.
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
  const given: Vertex[] = checkVertices(TASK, "points", points)
    .map(({ x, y }, index) => ({ x, y, index }));
  const ring: Vertex[] = [];
  const turns: number[] = [];
  const dropped: Dropped = { duplicates: [], collinear: [], zeroArea: false, foldsBackAt: null };
  const problem = findCorners(given, dropped, ring, turns);
  if (problem !== null) throw new RangeError(`Cannot ${TASK}: ${problem}`);
  const n = ring.length;
  const byX = Int32Array.from(ring.keys());
  byX.sort((i, j) => ring[i].x - ring[j].x || ring[i].y - ring[j].y);
  checkSimple(ring, byX);
  // Counter-clockwise: a corner of the hull turns left.
  if (turns[byX[0]] < 0) {
    ring.reverse();
    ring.unshift(ring.pop()!);
    for (let k = 0; k < n; k++) byX[k] = (n - byX[k]) % n;
  }

  if (turns.every((turn) => turn === turns[0])) return [strictlyConvex(ring)];
  const triangles = clipEars(ring, byX);
  flipEdges(ring, triangles);
  // The result depends on the order in which diagonals are removed. Try three orders and take the
  // best.
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

/**
 * Throws if the boundary crosses or touches itself, decided exactly. The message names the first
 * edge that meets another. `byX` has the vertices from left to right, and those with equal x from
 * below.
 */
function checkSimple(ring: readonly Vertex[], byX: Int32Array): void {
  if (isSimple(ring, byX)) return;
  const n = ring.length;
  for (let i = 0; i < n; i++) {
    const p = ring[i], q = ring[(i + 1) % n];
    const minX = Math.min(p.x, q.x), minY = Math.min(p.y, q.y);
    const maxX = Math.max(p.x, q.x), maxY = Math.max(p.y, q.y);
    // Neighbours share an end.
    for (let j = i + 2; j < (i === 0 ? n - 1 : n); j++) {
      const r = ring[j], s = ring[(j + 1) % n];
      if (r.x < minX && s.x < minX || r.x > maxX && s.x > maxX) continue;
      if (r.y < minY && s.y < minY || r.y > maxY && s.y > maxY) continue;
      const how = meet(p, q, r, s);
      if (how === null) continue;
      const edge = (k: number): string =>
        `the edge from vertex ${ring[k].index} to ${ring[(k + 1) % n].index}`;
      throw new RangeError(`Cannot ${TASK}: ${edge(i)} of points ${how} ${edge(j)}`);
    }
  }
}

/**
 * Whether no two edges meet, except neighbours in their common vertex. A line sweeps over the ring
 * from left to right (M. I. Shamos, D. Hoey, "Geometric intersection problems", 1976). Just before
 * the first two edges meet, they are next to each other on it.
 *
 * The line leans infinitesimally. So of two vertices with equal x the lower one comes first, and no
 * edge lies along the line.
 */
function isSimple(ring: readonly Vertex[], byX: Int32Array): boolean {
  const n = ring.length;
  const rank = new Int32Array(n);
  for (let k = 0; k < n; k++) rank[byX[k]] = k;
  const nextOf = (k: number): number => k + 1 < n ? k + 1 : 0;
  // Edge k leads from vertex k to the next one. `line` has the edges that cross the line, from
  // below.
  const line = new Int32Array(n);
  let count = 0;
  // The side of edge e on which vertex v lies: 1 is above.
  const sideOf = (e: number, v: number): number => {
    const f = nextOf(e);
    return rank[e] < rank[f]
      ? orientation(ring[e], ring[f], ring[v])
      : orientation(ring[f], ring[e], ring[v]);
  };
  const isFree = (at: number): boolean => {
    if (at < 0 || at + 1 >= count) return true;
    const e = line[at], f = line[at + 1];
    return nextOf(e) === f || nextOf(f) === e ||
      meet(ring[e], ring[nextOf(e)], ring[f], ring[nextOf(f)]) === null;
  };
  for (let k = 0; k < n; k++) {
    const v = byX[k];
    if (k > 0 && ring[v].x === ring[byX[k - 1]].x && ring[v].y === ring[byX[k - 1]].y) return false;
    // e and f are the edges that meet in v. `at` is the first edge on the line that v is not above.
    const e = v > 0 ? v - 1 : n - 1, f = v;
    let at = 0;
    for (let to = count; at < to;) {
      const middle = (at + to) >> 1;
      if (sideOf(line[middle], v) > 0) at = middle + 1;
      else to = middle;
    }
    const first = at < count ? line[at] : -1;
    const endsE = rank[e] < k, endsF = rank[nextOf(f)] < k;
    if (endsE && endsF) {
      const second = at + 1 < count ? line[at + 1] : -1;
      if (!(first === e && second === f || first === f && second === e)) return false;
      line.copyWithin(at, at + 2, count);
      count -= 2;
      if (!isFree(at - 1)) return false;
    } else if (endsE || endsF) {
      if (first !== (endsE ? e : f)) return false;
      line[at] = endsE ? f : e;
      if (!isFree(at - 1) || !isFree(at)) return false;
    } else {
      line.copyWithin(at + 2, at, count);
      count += 2;
      const isBelow = orientation(ring[v], ring[e], ring[nextOf(f)]) > 0;
      line[at] = isBelow ? e : f;
      line[at + 1] = isBelow ? f : e;
      if (!isFree(at - 1) || !isFree(at + 1)) return false;
    }
  }
  return true;
}

/**
 * The vertices as leaves of a binary tree, in which each node has the bounding box of its two
 * children. The order of the leaves matters for speed only: vertices close to each other in the
 * plane should be close in the tree, however far apart they are along the ring.
 */
class PointTree {
  readonly #ring: readonly Vertex[];
  /**
   * Number of leaves, a power of two. It is also the node of the first leaf. Node 1 is the root.
   */
  readonly #leaves: number;
  /**
   * minX, minY, -maxX, -maxY of each node, so that the union of two boxes is the minimum of all
   * four. Empty boxes are Infinity.
   */
  readonly #boxes: Float64Array;
  /** The vertex at each leaf, and the leaf of each vertex. */
  readonly #vertices: Int32Array;
  readonly #leafOf: Int32Array;

  /** @param byX Which vertices, from left to right */
  constructor(ring: readonly Vertex[], byX: Int32Array) {
    const n = byX.length;
    let leaves = 2;
    while (leaves < n) leaves *= 2;
    this.#ring = ring;
    this.#leaves = leaves;
    const boxes = this.#boxes = new Float64Array(8 * leaves).fill(Infinity);
    const vertices = this.#vertices = new Int32Array(leaves).fill(-1);
    this.#leafOf = new Int32Array(ring.length);
    if (n > 0) this.#plant(byX, byX.slice().sort((i, j) => ring[i].y - ring[j].y));
    for (let k = 0; k < leaves; k++) {
      const v = vertices[k];
      if (v < 0) continue;
      this.#leafOf[v] = k;
      const { x, y } = ring[v];
      boxes.set([x, y, -x, -y], 4 * (leaves + k));
    }
    for (let node = leaves - 1; node > 0; node--) this.#join(node);
  }

  /**
   * Halves the vertices along the longer side of their box, then each half, down to one vertex per
   * leaf.
   */
  #plant(byX: Int32Array, byY: Int32Array): void {
    const ring = this.#ring;
    const isLow = new Uint8Array(ring.length);
    const high = new Int32Array(byX.length);
    const split = (from: number, to: number, leaf: number, size: number): void => {
      while (size > 1 && size >= 2 * (to - from)) size >>= 1;
      if (size === 1) {
        this.#vertices[leaf] = byX[from];
        return;
      }
      size >>= 1;
      const middle = from + size;
      const isWide =
        ring[byX[to - 1]].x - ring[byX[from]].x > ring[byY[to - 1]].y - ring[byY[from]].y;
      // Both lists stay sorted.
      const [along, across] = isWide ? [byX, byY] : [byY, byX];
      for (let k = from; k < to; k++) isLow[along[k]] = k < middle ? 1 : 0;
      let low = from, count = 0;
      for (let k = from; k < to; k++) {
        const v = across[k];
        if (isLow[v] === 1) across[low++] = v;
        else high[count++] = v;
      }
      across.set(high.subarray(0, count), middle);
      split(from, middle, leaf, size);
      split(middle, to, leaf + size, size);
    };
    split(0, byX.length, 0, this.#leaves);
  }

  #join(node: number): void {
    const boxes = this.#boxes;
    for (let m = 4 * node; m < 4 * node + 4; m++) {
      boxes[m] = Math.min(boxes[m + 4 * node], boxes[m + 4 * node + 4]);
    }
  }

  /** Removes a vertex. */
  remove(v: number): void {
    let node = this.#leaves + this.#leafOf[v];
    this.#boxes.fill(Infinity, 4 * node, 4 * node + 4);
    while ((node >>= 1) > 0) this.#join(node);
  }

  /**
   * Whether a vertex other than i and j lies in the counter-clockwise triangle i, k, j or on its
   * boundary, decided exactly.
   */
  obstructs(i: number, k: number, j: number): boolean {
    const boxes = this.#boxes, leaves = this.#leaves, vertices = this.#vertices;
    const p = this.#ring[i], q = this.#ring[k], r = this.#ring[j];
    const left = Math.min(p.x, q.x, r.x), bottom = Math.min(p.y, q.y, r.y);
    const right = Math.max(p.x, q.x, r.x), top = Math.max(p.y, q.y, r.y);
    const search = (node: number): boolean => {
      // Does a side of the node's box, or of the triangle, separate the two?
      const b = 4 * node;
      const minX = boxes[b], minY = boxes[b + 1], maxX = -boxes[b + 2], maxY = -boxes[b + 3];
      if (minX > right || minY > top || maxX < left || maxY < bottom) return false;
      if (
        !isLeft(p, q, minX, minY, maxX, maxY) || !isLeft(q, r, minX, minY, maxX, maxY) ||
        !isLeft(r, p, minX, minY, maxX, maxY)
      ) return false;
      if (node < leaves) return search(2 * node) || search(2 * node + 1);
      const v = vertices[node - leaves];
      return v !== i && v !== j;
    };
    return search(1);
  }
}

/**
 * Whether any point of a box lies to the left of p → q or on that line. The corner furthest to the
 * left of it decides.
 */
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

/** How two segments meet, given that their boxes meet; `null` if they do not. */
function meet(p: Vec2, q: Vec2, r: Vec2, s: Vec2): "crosses" | "touches" | null {
  const a = orientation(p, q, r);
  const b = orientation(p, q, s);
  if (a * b > 0) return null;
  const c = orientation(r, s, p);
  const d = orientation(r, s, q);
  if (c * d > 0) return null;
  // Neither segment is on one side of the other's line. If all four ends are collinear, the
  // segments overlap, because their boxes meet in x and y.
  return a * b < 0 && c * d < 0 ? "crosses" : "touches";
}

/**
 * Triangulates a counter-clockwise ring by cutting off ears (G. H. Meisters, "Polygons have ears",
 * 1975). `byX` is as for `checkSimple`.
 *
 * Each corner is tested once for being an ear, and again after a neighbour has been cut off. That
 * is enough, because an obstructed triangle stays obstructed as long as its corner has the same
 * neighbours. Of the vertices in the triangle, take those furthest from the side opposite the
 * corner. Their neighbours are no further from it, and the inside of the polygon is next to the
 * corner, so they do not turn left and are not cut off.
 */
function clipEars(ring: readonly Vertex[], byX: Int32Array): number[][] {
  const n = ring.length;
  const next = ring.map((_, k) => (k + 1) % n);
  const previous = ring.map((_, k) => (k + n - 1) % n);
  const turn = ring.map((v, k) => orientation(ring[previous[k]], v, ring[next[k]]));
  // Only vertices that do not turn left can obstruct an ear.
  const reflex = new PointTree(ring, byX.filter((k) => turn[k] <= 0));
  // Corners to test, one bit each.
  const asked = new Int32Array((n + 31) >> 5);
  for (let k = 0; k < n; k++) if (turn[k] > 0) asked[k >> 5] |= 1 << (k & 31);
  const triangles: number[][] = [];
  let k = 0;
  while (triangles.length < n - 3) {
    // The first corner to test from k on, around the ring.
    let word = k >> 5;
    let bits = asked[word] & (-1 << (k & 31));
    for (let tries = 0; bits === 0; bits = asked[word]) {
      // Every simple ring has an ear.
      if (tries++ > asked.length) throw new Error(`Cannot ${TASK}: no ear is left`);
      if (++word === asked.length) word = 0;
    }
    const bit = bits & -bits;
    asked[word] &= ~bit;
    k = 32 * word + 31 - Math.clz32(bit);
    const i = previous[k];
    const j = next[k];
    if (reflex.obstructs(i, k, j)) continue;
    triangles.push([i, k, j]);
    next[i] = j;
    previous[j] = i;
    for (const m of [i, j]) {
      const before = turn[m];
      turn[m] = orientation(ring[previous[m]], ring[m], ring[next[m]]);
      if (turn[m] <= 0) continue;
      asked[m >> 5] |= 1 << (m & 31);
      if (before <= 0) reflex.remove(m);
    }
    // Continue with a vertex further along: adjacent ears would make a fan of slivers.
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
  // Limited, because rounding could flip two diagonals back and forth forever.
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
  // Scale so that products of four lengths stay in range.
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

/** A diagonal of a triangulation: the edges of the two triangles beside it, and its length. */
interface Diagonal {
  left: number;
  right: number;
  length: number;
}

/**
 * The diagonals of a triangulation. Edge 3 t + m leads from vertex m of triangle t to the next one.
 */
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
    // Each diagonal once. A boundary edge belongs to only one triangle.
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
  // `next` and `previous` link the edges around each part. `one` merges parts by union-find: the
  // root triangle represents the merged part, and its `start` is an edge to begin with.
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

/** Copies of the vertices that turn. Throws if a side would be too short for a shape. */
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
