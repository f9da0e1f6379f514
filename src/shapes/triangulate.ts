/**
 * Triangulation of an area between rings, in one sweep that also finds out whether they are proper
 * boundaries.
 *
 * A line sweeps over the rings from left to right. It leans infinitesimally, so of two points with
 * equal x the lower one comes first, and no edge lies along the line. Edges have the area on their
 * left. So from below, the edges on the line lead to the right and to the left in turn, and the
 * line is inside the area from each edge of the first kind (at even places) to the next one.
 *
 * - Just before the first two edges cross, they are next to each other (M. I. Shamos, D. Hoey,
 *   "Geometric intersection problems", 1976). So only neighbours are compared.
 * - Between two such edges, points that still need triangles form a chain, from the left end of the
 *   lower edge to that of the upper one. It bulges to the right: no two of its sides can be closed
 *   by a triangle. A new point makes triangles with all sides that it sees (S. Hertel, K. Mehlhorn,
 *   "Fast triangulation of simple polygons", 1983).
 *
 * All decisions are signs of `orientation`, which are exact.
 *
 * @module
 */
import { orientation } from "../math/orient.ts";
import type { Vec2 } from "../math/vec2.ts";

/** A point on a chain. */
interface Link {
  readonly point: number;
  below: Link | null;
  above: Link | null;
}

/** The chain between two edges: its ends, and its point furthest to the right. */
interface Chain {
  low: Link;
  high: Link;
  last: Link;
}

/** Why there is no area between the rings. */
export interface Problem {
  /**
   * Two edges cross, have more than a point in common, touch although they are of one ring (in the
   * last case, both in a corner); or a ring is on the wrong side of another.
   */
  kind: "cross" | "overlap" | "touch" | "same" | "nesting";
  /** The two edges; or one of the ring and the edge below it, -1 if there is none. */
  edges: [number, number];
}

/** The area between rings whose edges have it on their left, cut into triangles. */
export class Triangulation {
  /** The places of the corners, each once, from left to right, and those with equal x from below. */
  readonly points: readonly Readonly<Vec2>[];
  /** The place of each corner. */
  readonly places: Int32Array;
  /** Triangles, counter-clockwise, as places. */
  readonly triangles: number[][] = [];
  /** Why there are none. */
  readonly problem: Problem | null;

  /** Of edge k, from corner k to the next one of its ring: its ends on the line, from the left … */
  readonly #left: Int32Array;
  readonly #right: Int32Array;
  /** … whether it leads to the right, … */
  readonly #leadsRight: Uint8Array;
  /** … and, if it does, the chain above it. */
  readonly #chains: Chain[] = [];
  /** The edges that cross the line, from below. */
  readonly #line: Int32Array;
  #count = 0;
  /**
   * The first ring that was found on the wrong side of another. That of two edges which meet
   * further to the right explains more.
   */
  #nesting: Problem | null = null;

  /**
   * @param corners The corners of all rings, ring by ring
   * @param next The next corner of the same ring
   * @param ring The number of the ring
   */
  constructor(corners: readonly Readonly<Vec2>[], next: Int32Array, ring: Int32Array) {
    const n = corners.length;
    const byX = Int32Array.from(corners.keys());
    byX.sort((i, j) => corners[i].x - corners[j].x || corners[i].y - corners[j].y || i - j);
    const points: Readonly<Vec2>[] = [];
    this.places = new Int32Array(n);
    // Where the corners of each place begin in byX.
    const firsts: number[] = [];
    for (const [k, corner] of byX.entries()) {
      const p = corners[corner], q = points.at(-1);
      if (p.x !== q?.x || p.y !== q.y) {
        firsts.push(k);
        points.push(p);
      }
      this.places[corner] = points.length - 1;
    }
    firsts.push(n);
    this.points = points;
    this.#left = new Int32Array(n);
    this.#right = new Int32Array(n);
    this.#leadsRight = new Uint8Array(n);
    const previous = new Int32Array(n);
    for (let k = 0; k < n; k++) {
      const from = this.places[k], to = this.places[next[k]];
      this.#left[k] = Math.min(from, to);
      this.#right[k] = Math.max(from, to);
      this.#leadsRight[k] = from < to ? 1 : 0;
      previous[next[k]] = k;
    }
    this.#line = new Int32Array(n);
    let problem: Problem | null = null;
    for (let v = 0; v < points.length && problem === null; v++) {
      const here = byX.subarray(firsts[v], firsts[v + 1]);
      problem = findTwin(here, previous, ring) ?? this.#sweep(v, here, previous, ring);
    }
    this.problem = problem ?? this.#nesting;
  }

  /** Moves the line over place v, where the corners `here` are. */
  #sweep(v: number, here: Int32Array, previous: Int32Array, ring: Int32Array): Problem | null {
    const line = this.#line, left = this.#left, right = this.#right;
    // 1. The edges through v, `ending` of them, from the place `at` on the line.
    let at = 0;
    for (let to = this.#count; at < to;) {
      const middle = (at + to) >> 1;
      if (this.#sideOf(line[middle], v) > 0) at = middle + 1;
      else to = middle;
    }
    let ending = 0;
    while (at + ending < this.#count && this.#sideOf(line[at + ending], v) === 0) ending++;

    // 2. The edges that begin there, from below. An edge that v lies on is cut in two.
    const starting: number[] = [];
    for (const corner of here) {
      for (const edge of [corner, previous[corner]]) if (left[edge] === v) starting.push(edge);
    }
    let cut = -1;
    for (let k = at; k < at + ending; k++) {
      const edge = line[k];
      if (right[edge] === v) continue;
      if (cut >= 0) return { kind: "cross", edges: [cut, edge] };
      const corner = here.find((corner) => ring[corner] === ring[edge]);
      if (corner !== undefined) return { kind: "touch", edges: [edge, previous[corner]] };
      cut = edge;
      starting.push(edge);
    }
    const p = this.points[v];
    starting.sort((e, f) => orientation(p, this.points[right[f]], this.points[right[e]]));
    for (let k = 1; k < starting.length; k++) {
      const e = starting[k - 1], f = starting[k];
      if (orientation(p, this.points[right[e]], this.points[right[f]]) === 0) {
        return { kind: "overlap", edges: [e, f] };
      }
    }

    // 3. Unless it is known that there is no area: triangles to the left of v.
    const open = this.#nesting === null ? this.#closeChains(v, at, ending) : null;

    // 4. The line moves on.
    if (cut >= 0) left[cut] = v;
    line.copyWithin(at + starting.length, at + ending, this.#count);
    line.set(starting, at);
    this.#count += starting.length - ending;
    for (const [k, edge] of starting.entries()) {
      if (this.#nesting !== null || this.#leadsRight[edge] !== (at + k) % 2) continue;
      this.#nesting = { kind: "nesting", edges: [edge, at + k > 0 ? line[at + k - 1] : -1] };
    }

    // 5. The chains to the right of it.
    if (open !== null && this.#nesting === null) this.#openChains(v, at, starting.length, open);
    return this.#compare(at - 1) ?? this.#compare(at + starting.length - 1);
  }

  /**
   * Makes the triangles that v sees to its left, where so many edges end in it. Returns the chains
   * just below and just above v, `null` where there is no area.
   */
  #closeChains(v: number, at: number, ending: number): [Chain | null, Chain | null] {
    const line = this.#line, chains = this.#chains;
    const isInsideBelow = at % 2 === 1, isInsideAbove = (at + ending) % 2 === 1;
    if (ending === 0) {
      return isInsideBelow ? this.#split(chains[line[at - 1]], v) : [null, null];
    }
    const low = isInsideBelow ? this.#closeTop(chains[line[at - 1]], v) : null;
    for (let k = isInsideBelow ? at + 1 : at; k + 1 < at + ending; k += 2) {
      this.#closeBottom(chains[line[k]], v);
    }
    return [low, isInsideAbove ? this.#closeBottom(chains[line[at + ending - 1]], v) : null];
  }

  /** Gives these two chains, and new ones between them, to the edges that begin in v. */
  #openChains(v: number, at: number, starting: number, [low, high]: [Chain | null, Chain | null]) {
    const line = this.#line;
    if (low !== null) this.#chains[line[at - 1]] = starting === 0 ? join(low, high!) : low;
    for (let k = low !== null ? at + 1 : at; k < at + starting; k += 2) {
      const link: Link = { point: v, below: null, above: null };
      const isLast = k + 1 === at + starting;
      this.#chains[line[k]] = isLast ? high! : { low: link, high: link, last: link };
    }
  }

  /** The side of an edge on which place v lies: 1 is above. */
  #sideOf(edge: number, v: number): number {
    const { points } = this;
    return orientation(points[this.#left[edge]], points[this.#right[edge]], points[v]);
  }

  /** Whether the edge at this place on the line crosses the next one. */
  #compare(at: number): Problem | null {
    if (at < 0 || at + 1 >= this.#count) return null;
    const e = this.#line[at], f = this.#line[at + 1], left = this.#left, right = this.#right;
    const crosses = this.#sideOf(e, left[f]) * this.#sideOf(e, right[f]) < 0 &&
      this.#sideOf(f, left[e]) * this.#sideOf(f, right[e]) < 0;
    return crosses ? { kind: "cross", edges: [e, f] } : null;
  }

  #isLeftTurn(i: number, j: number, k: number): boolean {
    return orientation(this.points[i], this.points[j], this.points[k]) > 0;
  }

  /** Puts place v below the chain, after the triangles with the sides that it sees. */
  #closeBottom(chain: Chain, v: number): Chain {
    let { low } = chain;
    for (let above; (above = low.above) !== null; low = above) {
      if (!this.#isLeftTurn(low.point, v, above.point)) break;
      this.triangles.push([low.point, v, above.point]);
    }
    const link: Link = { point: v, below: null, above: low };
    low.below = link;
    return { low: link, high: chain.high, last: link };
  }

  /** Puts place v above the chain, likewise. */
  #closeTop(chain: Chain, v: number): Chain {
    let { high } = chain;
    for (let below; (below = high.below) !== null; high = below) {
      if (!this.#isLeftTurn(v, high.point, below.point)) break;
      this.triangles.push([v, high.point, below.point]);
    }
    const link: Link = { point: v, below: high, above: null };
    high.above = link;
    return { low: chain.low, high: link, last: link };
  }

  /** Cuts the chain in two where it is furthest to the right: v sees that point. */
  #split({ low, high, last }: Chain, v: number): [Chain, Chain] {
    const twin: Link = { point: last.point, below: null, above: last.above };
    if (twin.above === null) high = twin;
    else twin.above.below = twin;
    last.above = null;
    return [
      this.#closeTop({ low, high: last, last }, v),
      this.#closeBottom({ low: twin, high, last: twin }, v),
    ];
  }
}

/** Two corners of one ring at the same place. */
function findTwin(here: Int32Array, previous: Int32Array, ring: Int32Array): Problem | null {
  for (let k = 1; k < here.length; k++) {
    for (let m = 0; m < k; m++) {
      if (ring[here[m]] !== ring[here[k]]) continue;
      return { kind: "same", edges: [previous[here[m]], previous[here[k]]] };
    }
  }
  return null;
}

/** The chain of two that meet in the last point of both. */
function join(low: Chain, high: Chain): Chain {
  const { last } = low, { above } = high.last;
  last.above = above;
  if (above !== null) above.below = last;
  return { low: low.low, high: high.high, last };
}
