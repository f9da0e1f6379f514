/**
 * Concave polygons as unions of convex ones.
 *
 * @module
 */
import { checkArray } from "../math/check.ts";
import { orientation } from "../math/orient.ts";
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
 * It is made for outlines of up to some hundred vertices: time grows with the square of their number, with
 * the cube at worst (a spiral of 3000 takes seconds).
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
  const n = ring.length;
  // Counter-clockwise: a corner of the hull turns left.
  if (turns[lowestLeft(ring)] < 0) {
    ring.reverse();
    ring.unshift(ring.pop()!);
  }

  const triangles = clipEars(ring);
  if (triangles.length === n - 2) flipEdges(ring, triangles);
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

/** Refuses a boundary that crosses or touches itself: pairs of edges that overlap in x, exactly. */
function checkSimple(ring: readonly Vertex[]): void {
  const n = ring.length;
  const left = (k: number): number => Math.min(ring[k].x, ring[(k + 1) % n].x);
  const right = (k: number): number => Math.max(ring[k].x, ring[(k + 1) % n].x);
  const order = ring.map((_, k) => k).sort((i, j) => left(i) - left(j));
  const open: number[] = [];
  for (const j of order) {
    for (let m = open.length - 1; m >= 0; m--) {
      const i = open[m];
      if (right(i) < left(j)) {
        open[m] = open[open.length - 1];
        open.pop();
        continue;
      }
      const gap = Math.abs(i - j);
      if (gap === 1 || gap === n - 1) continue;
      const how = meet(ring[i], ring[(i + 1) % n], ring[j], ring[(j + 1) % n]);
      if (how === null) continue;
      const edge = (k: number): string =>
        `the edge from vertex ${ring[k].index} to ${ring[(k + 1) % n].index}`;
      throw new RangeError(
        `Cannot ${TASK}: ${edge(Math.min(i, j))} of points ${how} ${edge(Math.max(i, j))}`,
      );
    }
    open.push(j);
  }
}

/** How two segments meet, if they do, that overlap in x. */
function meet(p: Vec2, q: Vec2, r: Vec2, s: Vec2): "crosses" | "touches" | null {
  if (Math.max(p.y, q.y) < Math.min(r.y, s.y) || Math.max(r.y, s.y) < Math.min(p.y, q.y)) {
    return null;
  }
  const a = orientation(p, q, r);
  const b = orientation(p, q, s);
  if (a * b > 0) return null;
  const c = orientation(r, s, p);
  const d = orientation(r, s, q);
  if (c * d > 0) return null;
  // Neither is on one side of the other. All four ends on one line: there they overlap, as they do in x and y.
  return a * b < 0 && c * d < 0 ? "crosses" : "touches";
}

/**
 * Triangles of a counter-clockwise ring by cutting off ears (G. H. Meisters, "Polygons have ears",
 * 1975); one piece with all vertices when the ring is convex.
 */
function clipEars(ring: readonly Vertex[]): number[][] {
  const n = ring.length;
  const next = ring.map((_, k) => (k + 1) % n);
  const previous = ring.map((_, k) => (k + n - 1) % n);
  const turn = ring.map((v, k) => orientation(ring[previous[k]], v, ring[next[k]]));
  // Only a vertex that does not turn left can lie in an ear.
  const reflex = new Set<number>();
  for (let k = 0; k < n; k++) if (turn[k] <= 0) reflex.add(k);
  if (reflex.size === 0) return [ring.map((_, k) => k)];

  const isEar = (k: number): boolean => {
    if (turn[k] <= 0) return false;
    const p = ring[previous[k]];
    const q = ring[k];
    const r = ring[next[k]];
    const minX = Math.min(p.x, q.x, r.x), maxX = Math.max(p.x, q.x, r.x);
    const minY = Math.min(p.y, q.y, r.y), maxY = Math.max(p.y, q.y, r.y);
    for (const j of reflex) {
      const v = ring[j];
      if (v.x < minX || v.x > maxX || v.y < minY || v.y > maxY) continue;
      if (j === previous[k] || j === next[k]) continue;
      if (
        orientation(p, q, v) >= 0 && orientation(q, r, v) >= 0 && orientation(r, p, v) >= 0
      ) return false;
    }
    return true;
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
    reflex.delete(k);
    for (const v of [i, j]) {
      turn[v] = orientation(ring[previous[v]], ring[v], ring[next[v]]);
      if (turn[v] > 0) reflex.delete(v);
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

/** A diagonal of a triangulation, from i to j, and its length. */
interface Diagonal {
  i: number;
  j: number;
  length: number;
}

function findDiagonals(ring: readonly Vertex[], pieces: readonly number[][]): Diagonal[] {
  const n = ring.length;
  const diagonals: Diagonal[] = [];
  for (const piece of pieces) {
    for (let m = 0; m < piece.length; m++) {
      const i = piece[m];
      const j = piece[(m + 1) % piece.length];
      // Each diagonal once; boundary edges lead from a vertex to the next.
      if (i > j || j === i + 1 || (i === 0 && j === n - 1)) continue;
      const dx = ring[j].x - ring[i].x;
      const dy = ring[j].y - ring[i].y;
      diagonals.push({ i, j, length: Math.sqrt(dx * dx + dy * dy) });
    }
  }
  return diagonals;
}

/** Removes diagonals in the given order as long as both ends stay convex. */
function merge(
  ring: readonly Vertex[],
  pieces: readonly number[][],
  diagonals: readonly Diagonal[],
): number[][] {
  const n = ring.length;
  const parts: (number[] | null)[] = pieces.map((piece) => piece.slice());
  // The part to the left of each directed edge.
  const owner = new Map<number, number>();
  const own = (t: number): void => {
    const part = parts[t]!;
    for (let m = 0; m < part.length; m++) owner.set(part[m] * n + part[(m + 1) % part.length], t);
  };
  for (let t = 0; t < parts.length; t++) own(t);
  for (const { i, j } of diagonals) {
    const t = owner.get(i * n + j)!;
    const u = owner.get(j * n + i)!;
    const p = parts[t]!;
    const q = parts[u]!;
    const pi = p.indexOf(i);
    const qj = q.indexOf(j);
    // p: … a i j b …, q: … c j i d …; together: … a i d … c j b …
    const a = p[(pi + p.length - 1) % p.length];
    const b = p[(pi + 2) % p.length];
    const c = q[(qj + q.length - 1) % q.length];
    const d = q[(qj + 2) % q.length];
    if (orientation(ring[a], ring[i], ring[d]) < 0) continue;
    if (orientation(ring[c], ring[j], ring[b]) < 0) continue;
    const merged: number[] = [];
    for (let m = 1; m < p.length; m++) merged.push(p[(pi + m) % p.length]);
    for (let m = 1; m < q.length; m++) merged.push(q[(qj + m) % q.length]);
    parts[t] = merged;
    parts[u] = null;
    owner.delete(i * n + j);
    owner.delete(j * n + i);
    own(t);
  }
  return parts.filter((part) => part !== null);
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
