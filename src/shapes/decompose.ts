/**
 * Concave polygons, with or without holes, as unions of convex ones.
 *
 * @module
 */
import { checkArray } from "../math/check.ts";
import { orientation } from "../math/orient.ts";
import { norm, type Vec2 } from "../math/vec2.ts";
import { checkEdge, checkOptions, checkVertices } from "./check.ts";
import { MIN_SIZE } from "./limits.ts";
import { type Dropped, findCorners, lowestLeft, type Vertex } from "./ring.ts";
import { type Problem, Triangulation } from "./triangulate.ts";

const TASK = "decompose polygon";

/** Options of {@linkcode decompose}. */
export interface DecomposeOptions {
  /** Outlines of the holes, each inside the outline and outside of all others; in either winding. */
  holes?: readonly (readonly Readonly<Vec2>[])[] | undefined;
}

/**
 * Splits a simple polygon, convex or not, with or without holes, into convex parts that cover it exactly and do
 * not overlap.
 *
 * The parts use only the given vertices, so no coordinate is rounded: their union is the outline without the
 * holes, to the last bit. Rings may have either winding and may repeat their first point at the end. Exact
 * duplicates of a neighbour, and vertices exactly on the line between their neighbours, are dropped. Holes may
 * touch the outline and each other in single points. The number of parts is at most four times the least
 * possible, and usually close to it. A thousand vertices take a few milliseconds, and the time grows little
 * faster than their number. How it works: docs/internals/casts_and_compounds.md.
 *
 * @param outline Vertices of a polygon whose boundary does not touch itself
 * @param options Holes
 * @returns Convex polygons, each counter-clockwise and strictly convex, as `polygon()` takes them, in an order
 * that depends only on the arguments; the polygon itself when it is convex and has no holes
 * @throws {TypeError} If `outline` or a hole is not an array of points
 * @throws {RangeError} If a coordinate is not finite or out of range; a ring has fewer than 3 distinct points,
 * has no area, or crosses or touches itself; two rings cross or share a piece of an edge; a hole is not inside
 * the outline, or inside another hole; or a part would have a side shorter than 2^-250. The message says where
 *
 * @example Usage
 * ```ts
 * import { decompose, polygon } from "@narrowphase/gjk2d";
 *
 * // An L of two boxes.
 * const ell = [
 *   { x: 0, y: 0 },
 *   { x: 3, y: 0 },
 *   { x: 3, y: 1 },
 *   { x: 1, y: 1 },
 *   { x: 1, y: 4 },
 *   { x: 0, y: 4 },
 * ];
 * const shapes = decompose(ell).map((points) => polygon(points));
 * shapes.length; // 2
 *
 * // A frame: a square with a square hole.
 * const square = (r: number) => [{ x: -r, y: -r }, { x: r, y: -r }, { x: r, y: r }, { x: -r, y: r }];
 * decompose(square(2), { holes: [square(1)] }).length; // 4
 * ```
 */
export function decompose(
  outline: readonly Readonly<Vec2>[],
  options?: DecomposeOptions,
): Vec2[][] {
  const rings = [readRing("outline", outline, false)];
  checkOptions(TASK, options, ["holes"], "write .map((p) => decompose(p))");
  const holes = options?.holes ?? [];
  checkArray(TASK, "options.holes", holes, "lists of points");
  for (let k = 0; k < holes.length; k++) {
    rings.push(readRing(`options.holes[${k}]`, holes[k], true));
  }
  const area = new Area(rings);
  const { points, triangles } = area.triangulate();
  if (rings.length === 1 && rings[0].isConvex) {
    return [area.strictlyConvex(rings[0].corners.map((_, k) => area.places[k]))];
  }
  flipEdges(points, triangles);
  // The result depends on the order in which diagonals are removed. Try three orders and take the
  // best.
  const diagonals = findDiagonals(points, triangles);
  let best: number[][] | null = null;
  for (const order of [1, -1, 0]) {
    const parts = merge(
      points,
      triangles,
      [...diagonals].sort((d, e) => order * (d.length - e.length)),
    );
    if (best === null || parts.length < best.length) best = parts;
  }
  return best!.map((part) => area.strictlyConvex(part));
}

/** A ring of corners with the area on its left. */
interface Ring {
  name: string;
  corners: Vertex[];
  /** Whether the corners are in the opposite order of the given list. */
  isReversed: boolean;
  isConvex: boolean;
}

function readRing(name: string, list: readonly Readonly<Vec2>[], isHole: boolean): Ring {
  const given: Vertex[] = checkVertices(TASK, name, list)
    .map(({ x, y }, index) => ({ x, y, index }));
  const corners: Vertex[] = [];
  const turns: number[] = [];
  const dropped: Dropped = { duplicates: [], collinear: [], zeroArea: false, foldsBackAt: null };
  const problem = findCorners(name, given, dropped, corners, turns);
  if (problem !== null) throw new RangeError(`Cannot ${TASK}: ${problem}`);
  const isConvex = turns.every((turn) => turn === turns[0]);
  // A corner of the hull turns left where the ring is counter-clockwise.
  const isReversed = (turns[lowestLeft(corners)] < 0) !== isHole;
  if (isReversed) {
    corners.reverse();
    corners.unshift(corners.pop()!);
  }
  return { name, corners, isReversed, isConvex };
}

/** The area between rings. */
class Area {
  readonly #rings: readonly Ring[];
  /** All corners, ring by ring; of each, the next one and the ring. */
  readonly #corners: Vertex[] = [];
  readonly #next: Int32Array;
  readonly #ring: Int32Array;
  readonly #sweep: Triangulation;

  constructor(rings: readonly Ring[]) {
    this.#rings = rings;
    const next: number[] = [], ring: number[] = [];
    for (const [r, { corners }] of rings.entries()) {
      const first = next.length, n = corners.length;
      for (const [k, corner] of corners.entries()) {
        this.#corners.push(corner);
        next.push(first + (k + 1) % n);
        ring.push(r);
      }
    }
    this.#next = Int32Array.from(next);
    this.#ring = Int32Array.from(ring);
    this.#sweep = new Triangulation(this.#corners, this.#next, this.#ring);
  }

  /** The place of each corner in the triangulation. */
  get places(): Int32Array {
    return this.#sweep.places;
  }

  /** The triangulation. Throws if the rings are not the boundary of an area. */
  triangulate(): Triangulation {
    const { problem } = this.#sweep;
    if (problem !== null) throw new RangeError(`Cannot ${TASK}: ${this.#explain(problem)}`);
    return this.#sweep;
  }

  #explain({ kind, edges: [e, f] }: Problem): string {
    const ringOf = (e: number): number => e < 0 ? 0 : this.#ring[e];
    const nameOf = (e: number): string => this.#rings[ringOf(e)].name;
    if (kind === "nesting") {
      const hole = ringOf(e) > 0 ? e : f;
      const way = ringOf(f) > 0 && ringOf(f) !== ringOf(hole)
        ? `inside ${nameOf(f)}`
        : "not inside outline";
      return `${nameOf(hole)} is ${way}, must be inside outline and outside of the other holes`;
    }
    let how = kind === "cross" ? "crosses" : kind === "overlap" ? "runs along" : "touches";
    let words = "";
    if (kind === "cross" || kind === "overlap") words = " (docs/recipes.md shows how to repair it)";
    if (kind === "same") words = ": it looks like two rings joined in a vertex (separate them)";
    const isOne = ringOf(e) === ringOf(f);
    const bridge = isOne ? this.#findBridge(ringOf(e)) : null;
    if (bridge !== null) {
      [e, f] = bridge;
      how = "runs back along";
      words = ": it looks like a hole joined by a bridge (give the hole in options.holes)";
    }
    // Edges as they were given.
    const endsOf = (e: number): [number, number] => {
      const i = this.#corners[e].index, j = this.#corners[this.#next[e]].index;
      return this.#rings[ringOf(e)].isReversed ? [j, i] : [i, j];
    };
    if (isOne ? endsOf(f)[0] < endsOf(e)[0] : ringOf(f) < ringOf(e)) [e, f] = [f, e];
    const edge = (e: number): string => `the edge from vertex ${endsOf(e).join(" to ")}`;
    const other = isOne ? "" : ` of ${nameOf(f)}`;
    return `${edge(e)} of ${nameOf(e)} ${how} ${edge(f)}${other}${words}`;
  }

  /** Two edges of a ring between the same places, or `null`. */
  #findBridge(ring: number): [number, number] | null {
    const { places } = this.#sweep, n = places.length;
    const edges = new Map<number, number>();
    for (let e = this.#ring.indexOf(ring); e < n && this.#ring[e] === ring; e++) {
      const from = places[e], to = places[this.#next[e]];
      const back = edges.get(to * n + from);
      if (back !== undefined) return [back, e];
      edges.set(from * n + to, e);
    }
    return null;
  }

  /** Copies of the points that turn. Throws if a side would be too short for a shape. */
  strictlyConvex(part: readonly number[]): Vec2[] {
    const { points } = this.#sweep, n = part.length;
    const kept = part.filter((v, k) =>
      orientation(points[part[(k + n - 1) % n]], points[v], points[part[(k + 1) % n]]) > 0
    );
    for (const [k, v] of kept.entries()) {
      const w = kept[(k + 1) % kept.length];
      if (norm(points[w].x - points[v].x, points[w].y - points[v].y) >= MIN_SIZE) continue;
      const [p, q] = [v, w].map((v) => this.places.indexOf(v)).sort((p, q) => p - q);
      const [i, j] = [this.#corners[p].index, this.#corners[q].index];
      const [first, second] = [this.#ring[p], this.#ring[q]].map((r) => this.#rings[r].name);
      const side = first === second
        ? `the side from vertex ${Math.min(i, j)} to ${Math.max(i, j)} of ${first}`
        : `the side from vertex ${i} of ${first} to vertex ${j} of ${second}`;
      checkEdge(TASK, side, points[v], points[w]);
    }
    return kept.map((v) => ({ x: points[v].x, y: points[v].y }));
  }
}

/** Flips diagonals until each is (to rounding) locally Delaunay. */
function flipEdges(points: readonly Readonly<Vec2>[], triangles: number[][]): void {
  const n = points.length;
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
    const [p, q, r, s] = [points[i], points[j], points[k], points[l]];
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
  points: readonly Readonly<Vec2>[],
  triangles: readonly (readonly number[])[],
): Diagonal[] {
  const n = points.length;
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
    const dx = points[j].x - points[i].x;
    const dy = points[j].y - points[i].y;
    diagonals.push({ left, right, length: Math.sqrt(dx * dx + dy * dy) });
  }
  return diagonals;
}

/** Removes diagonals in the given order as long as both ends stay convex. */
function merge(
  points: readonly Readonly<Vec2>[],
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
      orientation(points[from[e]], points[from[f]], points[from[next[f]]]);
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
