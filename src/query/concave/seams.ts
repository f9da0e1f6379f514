/**
 * Seams: the places where parts of a concave body touch. Edges and vertices of one part lie within
 * another there, and a contact with them is no contact with the body. Seams are found once, when a
 * compound is made; outline.ts looks them up for each contact.
 *
 * In this file and outline.ts, _ground_ is whatever the parts cover.
 *
 * @module
 */
import type { Vec2 } from "../../math/vec2.ts";
import type { ConvexShape } from "../../shapes/shape.ts";
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
} from "../../shapes/part_tree.ts";

/** Which contacts of a polygon part are with the body's outline. */
export interface Seams {
  /** The part's vertices. */
  points: readonly Readonly<Vec2>[];
  /** Outward normal of each edge: x, y. */
  normals: number[];
  /** How much of each edge other parts cover: nothing (0), all of it (1), or some of it (2). */
  inner: number[];
  /**
   * For an edge that is covered in places, the covered stretches: distances from the edge's start,
   * from and to in turn, ascending. Empty for other edges.
   */
  covered: (readonly number[])[];
  /**
   * Indices of covered edges that are not, in reverse and to the last bit, an edge of another part.
   * Rounding may leave a gap between such an edge and the part that covers it.
   */
  loose: number[];
  /**
   * Whether the outline has the part's own corner at each vertex. If not, because an edge within
   * another part meets the vertex, `corners` has four numbers for it: the normals of the outline's
   * edges that end and start there, or zeros if there are none.
   */
  own: boolean[];
  corners: number[];
  /** Lengths below this count as 0; in the parts' frame. */
  near: number;
  /** The part, and all polygons of the body, this one included. */
  part: ConvexShape;
  ground: Ground;
}

/** The polygons of a body that have no radius, with their seams. */
interface Ground {
  shapes: ConvexShape[];
  seams: Seams[];
  tree: PartTree | null;
  /**
   * The line of each edge: its outward normal and its distance from the origin along that normal.
   * The lines of polygon k begin at `first[k]`.
   */
  lines: Float64Array;
  first: Int32Array;
}

/** Directions that differ by no more than this angle, in radians, count as the same. */
export const SAME = 1e-6;
/** Positions that differ by no more than this fraction of the parts' size count as the same. */
const NEAR = 1e-9;

/**
 * Radius, in units of `near`, in which parts around a place are searched. All points that are
 * tested for the place are closer to it than this.
 */
const AROUND = 4096;

/**
 * Finds the seams of each part. The entry is `null` for a part that is no polygon without radius,
 * and for one whose edges and corners are all on the outline. `bounds` has minX, minY, maxX, maxY
 * of each part.
 *
 * An edge is covered where another part lies just in front of it. At a vertex where not both edges
 * of the part are uncovered, the outline may continue along edges of other parts. So the outline's
 * edges that end and start at each place are collected from all parts, and the corner between two
 * of them replaces the part's own.
 */
export function findSeams(
  parts: readonly ConvexShape[],
  bounds: readonly number[],
): (Seams | null)[] {
  let size = 0;
  for (const { points } of parts) {
    for (const p of points) size = Math.max(size, Math.abs(p.x), Math.abs(p.y));
  }
  const near = NEAR * size;
  const isPlain = ({ points, radius }: ConvexShape): boolean => points.length > 2 && radius === 0;
  const shapes = parts.filter(isPlain);
  const tree = plantTree(bounds.filter((_, k) => isPlain(parts[k >> 2])));
  const ground: Ground = { shapes, seams: [], tree, ...findLines(shapes) };
  // The part to the left of each edge. Most seams are an edge of another part in reverse, so this
  // finds the part across most edges.
  const places = new Places(near);
  const left = new Map<number, ConvexShape>();
  const vertices = shapes.map(({ points }) => points.map((p) => places.of(p)));
  const exact = new Set<number>();
  for (const [k, list] of vertices.entries()) {
    for (const [i, p] of list.entries()) {
      const q = after(list, i);
      left.set(edgeOf(p.group, q.group), shapes[k]);
      exact.add(edgeOf(p.number, q.number));
    }
  }
  const across = vertices.map((list) =>
    list.map((p, i) => left.get(edgeOf(after(list, i).group, p.group)))
  );
  const { lines, first } = ground;
  const others: ConvexShape[] = [];
  const all = ground.seams = shapes.map((part, k): Seams => {
    const { points } = part;
    const normals: number[] = [];
    const inner: number[] = [];
    const covered: (readonly number[])[] = [];
    const loose: number[] = [];
    for (let i = 0; i < points.length; i++) {
      const p = points[i];
      const q = after(points, i);
      const nx = lines[first[k] + 3 * i];
      const ny = lines[first[k] + 3 * i + 1];
      normals.push(nx, ny);
      // Another part covers the whole edge if it contains both ends and a point just in front of
      // the middle: it is convex.
      const holds = (other: ConvexShape): boolean =>
        contains(other, p.x, p.y, near) && contains(other, q.x, q.y, near) &&
        contains(
          other,
          0.5 * (p.x + q.x) + 16 * near * nx,
          0.5 * (p.y + q.y) + 16 * near * ny,
          near,
        );
      const opposite = across[k][i];
      let isInner = opposite !== undefined && holds(opposite);
      let stretches: readonly number[] = [];
      if (!isInner) {
        listOthers(ground, part, p, q, near, others);
        isInner = others.some(holds);
        if (!isInner) stretches = findCovered(others, p, q, nx, ny, near);
      }
      covered.push(stretches);
      inner.push(isInner ? 1 : stretches.length > 0 ? 2 : 0);
      const list = vertices[k];
      if (inner[i] > 0 && !exact.has(edgeOf(after(list, i).number, list[i].number))) loose.push(i);
    }
    const own = points.map(() => true);
    const corners = points.flatMap(() => [0, 0, 0, 0]);
    return { points, normals, inner, covered, loose, own, corners, near, part, ground };
  });

  // Collect the outline's edges that end and start at each place, from all parts. `ends` and
  // `starts` tell whether a part's own edges are on the outline at their ends and starts.
  const ends: boolean[][] = [];
  const starts: boolean[][] = [];
  for (const [k, seams] of all.entries()) {
    const { points, normals } = seams;
    ends.push(points.map((_, i) => isOpenAt(seams, i, -1, across[k][i])));
    starts.push(points.map((_, i) => isOpenAt(seams, i, 1, across[k][i])));
    for (let i = 0; i < points.length; i++) {
      const nx = normals[2 * i], ny = normals[2 * i + 1];
      if (ends[k][i]) after(vertices[k], i).into.push(nx, ny);
      if (starts[k][i]) vertices[k][i].out.push(nx, ny);
    }
  }
  places.keepEnds();
  for (const [k, { points, normals, own, corners }] of all.entries()) {
    const n = points.length;
    for (let i = 0; i < n; i++) {
      const h = (i + n - 1) % n;
      if (ends[k][h] && starts[k][i]) continue;
      const { into, out } = places.around(vertices[k][i]);
      own[i] = false;
      if (into.length === 0 || out.length === 0) continue;
      // Where the body touches itself in a point, the outline has several corners: take the one
      // within the range of the part's own. (A reflex corner contains no normals, so `isWithin`
      // rejects it; the normals of its edges are judged as edges.)
      const a = nextTo(into, normals[2 * h], normals[2 * h + 1], 1);
      const b = nextTo(out, normals[2 * i], normals[2 * i + 1], -1);
      corners.splice(4 * i, 4, into[a], into[a + 1], out[b], out[b + 1]);
    }
  }
  const found = all.values();
  return parts.map((part) => {
    if (!isPlain(part)) return null;
    const seams = found.next().value!;
    return seams.inner.some((x) => x > 0) || seams.own.includes(false) ? seams : null;
  });
}

/** The lines of all edges, as in `Ground`. */
function findLines(shapes: readonly ConvexShape[]): { lines: Float64Array; first: Int32Array } {
  const first = new Int32Array(shapes.length + 1);
  for (const [k, { points }] of shapes.entries()) first[k + 1] = first[k] + 3 * points.length;
  const lines = new Float64Array(first[shapes.length]);
  for (const [k, { points }] of shapes.entries()) {
    for (let i = 0; i < points.length; i++) {
      const p = points[i];
      const q = after(points, i);
      const l = Math.sqrt((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y));
      const nx = (q.y - p.y) / l;
      const ny = (p.x - q.x) / l;
      lines.set([nx, ny, nx * p.x + ny * p.y], first[k] + 3 * i);
    }
  }
  return { lines, first };
}

/** The entry after i in a cyclic list. */
function after<T>(list: readonly T[], i: number): T {
  return list[i + 1 < list.length ? i + 1 : 0];
}

/** Normals of the outline's edges that end (`into`) and start (`out`) at a place. */
interface Ends {
  readonly into: number[];
  readonly out: number[];
}

/** A point where parts have vertices. */
interface Place extends Ends, Readonly<Vec2> {
  /** A unique number, and the number shared by places that differ only by rounding. */
  readonly number: number;
  readonly group: number;
  /** The ends at this place and all places near it, once they are needed. */
  around: Ends | null;
}

/** Size of a grid cell in units of `near`. The grid finds places near a point. */
const CELL = 61;

/** The points where parts have vertices. Each point is kept once. */
class Places {
  readonly #near: number;
  /** The grid: places by column, then by row. */
  readonly #columns: Map<number, Map<number, Place[]>> = new Map();
  /** Places by their exact coordinates: x, then y. */
  readonly #known: Map<number, Map<number, Place>> = new Map();
  #count = 0;

  constructor(near: number) {
    this.#near = near;
  }

  /** The place at a point. */
  of(v: Readonly<Vec2>): Place {
    const { x, y } = v;
    let above = this.#known.get(x);
    if (above === undefined) this.#known.set(x, above = new Map());
    let place = above.get(y);
    if (place === undefined) {
      const number = this.#count++;
      const group = this.#listNear(v, 1)[0]?.group ?? number;
      place = { x, y, number, group, into: [], out: [], around: null };
      above.set(y, place);
      const size = CELL * this.#near;
      const i = Math.floor(x / size), j = Math.floor(y / size);
      let column = this.#columns.get(i);
      if (column === undefined) this.#columns.set(i, column = new Map());
      const cell = column.get(j);
      if (cell === undefined) column.set(j, [place]);
      else cell.push(place);
    }
    return place;
  }

  /**
   * Removes from the grid the places where no edge of the outline ends or starts. The hub of a disk
   * of many parts may have many of them, and `around` does not need them.
   */
  keepEnds(): void {
    for (const column of this.#columns.values()) {
      for (const [j, cell] of column) {
        column.set(j, cell.filter(({ into, out }) => into.length + out.length > 0));
      }
    }
  }

  /** The ends at a place and all places near it. To be called after `keepEnds`. */
  around(place: Place): Ends {
    if (place.around === null) {
      const near = this.#listNear(place, Infinity);
      place.around = near.length === 1 ? near[0] : {
        into: near.flatMap(({ into }) => into),
        out: near.flatMap(({ out }) => out),
      };
    }
    return place.around;
  }

  /** The first `wanted` places near a point. */
  #listNear(v: Readonly<Vec2>, wanted: number): Place[] {
    const near = this.#near;
    const size = CELL * near;
    const endX = Math.floor((v.x + near) / size), endY = Math.floor((v.y + near) / size);
    const list: Place[] = [];
    for (let i = Math.floor((v.x - near) / size); i <= endX; i++) {
      const column = this.#columns.get(i);
      if (column === undefined) continue;
      for (let j = Math.floor((v.y - near) / size); j <= endY; j++) {
        const cell = column.get(j);
        if (cell === undefined) continue;
        for (const p of cell) {
          if (!isNear(p, v, near)) continue;
          list.push(p);
          if (list.length === wanted) return list;
        }
      }
    }
    return list;
  }
}

/** A key for the edge from place number p to place number q. */
function edgeOf(p: number, q: number): number {
  return p * 67108864 + q; // 2^26: more points than there is memory for
}

/**
 * Index of the vector in the list that (x, y) reaches first as it turns left (`side` 1) or right
 * (-1).
 */
function nextTo(list: readonly number[], x: number, y: number, side: number): number {
  let least = Infinity;
  let at = 0;
  for (let i = 0; i < list.length; i += 2) {
    const cos = x * list[i] + y * list[i + 1];
    const sin = side * (x * list[i + 1] - y * list[i]);
    // Grows from 0 to 4 with the angle. A vector just before the start counts as the start.
    const turn = sin >= -SAME ? 1 - cos : 3 + cos;
    if (turn < least) {
      least = turn;
      at = i;
    }
  }
  return at;
}

/**
 * Whether edge i of a part is uncovered at its end (`side` -1) or start (1): neither the part
 * across it nor any other is in front of it there. A part that covers the edge there extends past
 * the vertex, so the outline has no corner on that side.
 */
function isOpenAt(seams: Seams, i: number, side: number, across: ConvexShape | undefined): boolean {
  const { points, normals, near } = seams;
  const p = points[i];
  const q = after(points, i);
  const nx = normals[2 * i];
  const ny = normals[2 * i + 1];
  const v = side < 0 ? q : p;
  // Test a point a little inside the edge's end, and by less in front of the edge. (-n_y, n_x)
  // points along the edge.
  const back = Math.min(1024 * near, 0.5 * ((q.y - p.y) * nx - (q.x - p.x) * ny));
  const step = side * back;
  V[POINT] = v.x - step * ny + 16 * near * nx;
  V[POINT + 1] = v.y + step * nx + 16 * near * ny;
  V[TOLERANCE] = near;
  return !(across !== undefined && reaches(across, POINT)) && !isOnGround(seams);
}

/**
 * The stretches of the edge from p to q that have other parts just in front of them: the distances
 * from p where each begins and ends, ascending. Overlapping and adjoining stretches are merged. A
 * stretch that reaches an end of the edge is infinite there.
 */
function findCovered(
  others: readonly ConvexShape[],
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
    // The stretch on a line just in front of the edge, clipped to the other part's edges. h is the
    // height of that line over the other's edge at p, and g the rate at which it grows along the
    // line.
    let from = 0;
    let to = l;
    // The same stretch on the edge itself. Edges of the other part that are parallel to it do not
    // clip it.
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
      if (!(to - from > 64 * near)) break;
      if (g > SAME * size) end = Math.min(end, at);
      else if (g < -SAME * size) begin = Math.max(begin, at);
    }
    if (!(to - from > 64 * near)) continue;
    // Gaps of next to no length, to an end of the edge or (below) to the next stretch, are closed.
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
 * Registers to pass numbers between functions here and in outline.ts. JavaScript engines would box
 * them as arguments.
 */
export const V: Float64Array = /* @__PURE__ */ new Float64Array(8);
/**
 * NORMAL is the outward normal of the part at POINT, a point of its surface: in the world.
 * LOCAL_NORMAL is the normal in the part's frame, into which POINT is then moved, too.
 */
export const NORMAL = 0;
export const POINT = 2;
export const LOCAL_NORMAL = 4;
/** How far outside still counts as inside: a length for `reaches`, a sine for `isWithin`. */
export const TOLERANCE = 6;
/** Distance along an edge from its start. */
export const ALONG = 7;

/**
 * Whether the point at index `at` of V lies in a convex polygon, or outside by at most
 * V[TOLERANCE].
 */
function reaches(shape: ConvexShape, at: number): boolean {
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

function contains(shape: ConvexShape, x: number, y: number, near: number): boolean {
  V[POINT] = x;
  V[POINT + 1] = y;
  V[TOLERANCE] = near;
  return reaches(shape, POINT);
}

/** The parts near a place, for bodies with a tree. */
const found = /* @__PURE__ */ new PartList();

/** REGION = the surroundings of a point. */
function lookAround(x: number, y: number, near: number): void {
  REGION[REGION_X] = x;
  REGION[REGION_Y] = y;
  REGION[REGION_DX] = 0;
  REGION[REGION_DY] = 0;
  REGION[REGION_R] = AROUND * near;
}

/**
 * Fills `others` with the body's polygons, other than `part`, that may have ground in front of the
 * edge from p to q: those that cover all of it, or a stretch that `findCovered` finds. This leaves
 * out nearly all parts around the hub of a fan, and nearly all whose boxes contain an edge of its
 * rim.
 */
function listOthers(
  { shapes, tree, lines, first }: Ground,
  part: ConvexShape,
  p: Vec2,
  q: Vec2,
  near: number,
  others: ConvexShape[],
): void {
  others.length = 0;
  const dx = q.x - p.x;
  const dy = q.y - p.y;
  const l = Math.sqrt(dx * dx + dy * dy);
  const x = p.x + 16 * near * dy / l;
  const y = p.y - 16 * near * dx / l;
  // An edge too short for this test: list all parts.
  const least = l > AROUND * near ? 48 * near : -Infinity;
  lookAround(p.x, p.y, near);
  REGION[REGION_DX] = dx;
  REGION[REGION_DY] = dy;
  const n = tree === null ? shapes.length : found.near(tree);
  for (let k = 0; k < n; k++) {
    const m = tree === null ? k : found.parts[k];
    if (shapes[m] === part) continue;
    // Clip the line just in front of the edge to the other's lines, each moved outward by a little.
    // h is its height at (x, y) over the other's line, and g the rate at which h grows. If the
    // other part covers the whole edge, more than a sixteenth of it is left around the middle.
    let from = 0;
    let to = l;
    for (let i = first[m]; i < first[m + 1] && to - from > least; i += 3) {
      const h = lines[i] * x + lines[i + 1] * y - lines[i + 2] - 2 * near;
      const g = (lines[i] * dx + lines[i + 1] * dy) / l;
      if (g > 0) to = Math.min(to, -h / g);
      else if (g < 0) from = Math.max(from, -h / g);
      else if (h > 0) to = -Infinity;
    }
    if (to - from > least) others.push(shapes[m]);
  }
}

/**
 * Lists the polygons of the body that may be at POINT and returns their number. `groundAt` has them
 * until the next call.
 */
export function listGround({ near, ground: { shapes, tree } }: Seams): number {
  if (tree === null) return shapes.length;
  lookAround(V[POINT], V[POINT + 1], near);
  return found.near(tree);
}

/** The index, among the body's polygons, of entry k of the list. */
export function groundAt({ ground }: Seams, k: number): number {
  return ground.tree === null ? k : found.parts[k];
}

/**
 * Whether a part other than this one contains POINT, to within V[TOLERANCE], which is at most
 * `near`.
 */
function isOnGround({ part, near, ground }: Seams): boolean {
  const { shapes, tree, lines, first } = ground;
  if (tree === null) {
    for (let k = 0; k < shapes.length; k++) {
      if (shapes[k] !== part && reaches(shapes[k], POINT)) return true;
    }
    return false;
  }
  const { boxes, next, parts } = tree;
  const x = V[POINT];
  const y = V[POINT + 1];
  // A little more than the tolerance, as a filter: `reaches` decides.
  const reach = 2 * near;
  for (let node = 0; node < next.length;) {
    const b = 4 * node;
    if (
      Math.abs(boxes[b] - x) > boxes[b + 2] + reach ||
      Math.abs(boxes[b + 1] - y) > boxes[b + 3] + reach
    ) {
      node = next[node];
      continue;
    }
    const k = parts[node++];
    if (k < 0) continue;
    let i = first[k];
    const end = first[k + 1];
    while (i < end && lines[i] * x + lines[i + 1] * y - lines[i + 2] <= reach) i += 3;
    if (i === end && shapes[k] !== part && reaches(shapes[k], POINT)) return true;
  }
  return false;
}

function isNear(p: Vec2, q: Vec2, near: number): boolean {
  return Math.abs(p.x - q.x) <= near && Math.abs(p.y - q.y) <= near;
}

/**
 * Whether another part covers edge i at distance V[ALONG] from its start. At the end of a covered
 * stretch, as in a nook, the edge counts as outline again.
 */
export function isCovered({ covered, near }: Seams, i: number): boolean {
  const along = V[ALONG];
  const stretches = covered[i];
  for (let k = 0; k < stretches.length; k += 2) {
    if (stretches[k] + 16 * near < along && along < stretches[k + 1] - 16 * near) return true;
  }
  return false;
}
