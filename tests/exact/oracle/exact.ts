/**
 * The reference that judges the library: exact signed distances of convex shapes, by brute force
 * over the explicit Minkowski difference, in rational arithmetic. It shares no code with `src/`.
 *
 * With A, B the cores, C = A ⊖ B = { a - b } and R the sum of the radii:
 *
 *   origin outside C:  signed distance = dist(0, C) - R
 *   origin inside C:   signed distance = -min over edges of dist(0, edge line) - R
 *
 * A core distance is the root of a rational N / D. Comparisons square instead of taking roots.
 * Float filters decide only what their error bounds allow; everything else is BigInt.
 *
 * @module
 */
import { bitLength, isqrt, lowExponent, NO_BITS, scale2, scaled, toNumber } from "./dyadic.ts";

/** A point; two doubles. */
export interface Point {
  x: number;
  y: number;
}

/** Core points (any n >= 1, any order) and radius. */
export interface Core {
  points: readonly Readonly<Point>[];
  radius: number;
}

/** x + cos * px - sin * py, y + sin * px + cos * py, with exactly these doubles. */
export interface Transform {
  x: number;
  y: number;
  cos: number;
  sin: number;
}

/** Exact points with a common exponent, in hull order: counter-clockwise from the lowest vertex. */
export interface ExactPoints {
  x: bigint[];
  y: bigint[];
}

/** The transform that changes nothing. */
export const IDENTITY: Readonly<Transform> = { x: 0, y: 0, cos: 1, sin: 0 };

/** Whether the transform changes nothing. */
export function isIdentity(t: Readonly<Transform>): boolean {
  return t.x === 0 && t.y === 0 && t.cos === 1 && t.sin === 0;
}

function lowOfPoints(points: readonly Readonly<Point>[]): number {
  let e = NO_BITS;
  for (const p of points) e = Math.min(e, lowExponent(p.x), lowExponent(p.y));
  return e;
}

/** Exponent with which the transformed points are integers. */
export function worldExponent(points: readonly Readonly<Point>[], t: Readonly<Transform>): number {
  const e = lowOfPoints(points);
  if (isIdentity(t)) return e;
  const turn = Math.min(lowExponent(t.cos), lowExponent(t.sin));
  return Math.min(e === NO_BITS ? e : e + turn, lowExponent(t.x), lowExponent(t.y));
}

/** The transformed points as multiples of 2^e. */
export function worldPoints(
  points: readonly Readonly<Point>[],
  t: Readonly<Transform>,
  e: number,
): ExactPoints {
  if (isIdentity(t)) {
    return { x: points.map((p) => scaled(p.x, e)), y: points.map((p) => scaled(p.y, e)) };
  }
  const out: ExactPoints = { x: [], y: [] };
  const turn = Math.min(lowExponent(t.cos), lowExponent(t.sin));
  const c = scaled(t.cos, turn), s = scaled(t.sin, turn);
  const tx = scaled(t.x, e), ty = scaled(t.y, e);
  for (const p of points) {
    const px = scaled(p.x, e - turn), py = scaled(p.y, e - turn);
    out.x.push(tx + c * px - s * py);
    out.y.push(ty + s * px + c * py);
  }
  return out;
}

/** 2^-50 covers the rounding of two conversions, two products and a difference, with room. */
const FILTER = 2 ** -50;

/** Sign of ux * vy - uy * vx. */
function crossSign(ux: bigint, uy: bigint, vx: bigint, vy: bigint): number {
  const l = Number(ux) * Number(vy);
  const r = Number(uy) * Number(vx);
  const det = l - r;
  if (Math.abs(det) > FILTER * (Math.abs(l) + Math.abs(r))) return Math.sign(det);
  const exact = ux * vy - uy * vx;
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

/** Strictly convex hull of exact points, counter-clockwise from the lowest (then leftmost) point. */
export function exactHull(points: ExactPoints): ExactPoints {
  const order = points.x.map((_, i) => i);
  const { x, y } = points;
  const compare = (p: bigint, q: bigint): number => p < q ? -1 : p > q ? 1 : 0;
  order.sort((i, j) => compare(y[i], y[j]) || compare(x[i], x[j]));
  const distinct = order.filter((i, k) =>
    k === 0 || x[i] !== x[order[k - 1]] || y[i] !== y[order[k - 1]]
  );
  if (distinct.length < 3) {
    return { x: distinct.map((i) => x[i]), y: distinct.map((i) => y[i]) };
  }
  const chain = (list: number[]): number[] => {
    const hull: number[] = [];
    for (const i of list) {
      while (hull.length > 1) {
        const p = hull[hull.length - 2];
        const q = hull[hull.length - 1];
        if (crossSign(x[q] - x[p], y[q] - y[p], x[i] - x[q], y[i] - y[q]) > 0) break;
        hull.pop();
      }
      hull.push(i);
    }
    hull.pop();
    return hull;
  };
  const hull = [...chain(distinct), ...chain(distinct.toReversed())];
  return { x: hull.map((i) => x[i]), y: hull.map((i) => y[i]) };
}

/**
 * The points themselves if they form a strictly convex counter-clockwise polygon, else their hull.
 */
function ordered(points: ExactPoints): ExactPoints {
  const { x, y } = points;
  const n = x.length;
  if (n === 1) return points;
  let low = 0, rises = 0;
  for (let i = 0; i < n; i++) {
    const j = i + 1 === n ? 0 : i + 1;
    const k = j + 1 === n ? 0 : j + 1;
    if (n < 3 || crossSign(x[j] - x[i], y[j] - y[i], x[k] - x[j], y[k] - y[j]) <= 0) {
      return exactHull(points);
    }
    if (y[i] < y[low] || (y[i] === y[low] && x[i] < x[low])) low = i;
    // Only one revolution: exactly one edge begins to go up. (Star polygons turn left everywhere,
    // too.)
    const up = y[j] > y[i] || (y[j] === y[i] && x[j] > x[i]);
    const upNext = y[k] > y[j] || (y[k] === y[j] && x[k] > x[j]);
    if (!up && upNext) rises++;
  }
  if (rises !== 1) return exactHull(points);
  if (low === 0) return points;
  return {
    x: [...x.slice(low), ...x.slice(0, low)],
    y: [...y.slice(low), ...y.slice(0, low)],
  };
}

/** 0 for an edge direction in [0, pi), 1 for [pi, 2 pi). */
function halfPlane(dx: bigint, dy: bigint): number {
  return dy > 0n || (dy === 0n && dx > 0n) ? 0 : 1;
}

/** Minkowski sum of two hulls (each from its lowest vertex): their edges merged by direction. */
export function mergeHulls(p: ExactPoints, q: ExactPoints): ExactPoints {
  const n = p.x.length;
  const m = q.x.length;
  const out: ExactPoints = { x: [], y: [] };
  const edges = n === 1 ? 0 : n;
  const edgesQ = m === 1 ? 0 : m;
  let i = 0, j = 0;
  let x = p.x[0] + q.x[0];
  let y = p.y[0] + q.y[0];
  while (i < edges || j < edgesQ) {
    out.x.push(x);
    out.y.push(y);
    const i1 = i + 1 >= n ? 0 : i + 1;
    const j1 = j + 1 >= m ? 0 : j + 1;
    let turn: number;
    if (i >= edges) turn = -1;
    else if (j >= edgesQ) turn = 1;
    else {
      const ux = p.x[i1] - p.x[i];
      const uy = p.y[i1] - p.y[i];
      const vx = q.x[j1] - q.x[j];
      const vy = q.y[j1] - q.y[j];
      turn = halfPlane(vx, vy) - halfPlane(ux, uy) || crossSign(ux, uy, vx, vy);
    }
    if (turn >= 0) {
      x += p.x[i1] - p.x[i];
      y += p.y[i1] - p.y[i];
      i++;
    }
    if (turn <= 0) {
      x += q.x[j1] - q.x[j];
      y += q.y[j1] - q.y[j];
      j++;
    }
  }
  if (out.x.length === 0) {
    out.x.push(x);
    out.y.push(y);
  }
  return out;
}

/** -Q as a hull from its own lowest vertex. */
export function negate(q: ExactPoints): ExactPoints {
  const n = q.x.length;
  // The highest (then rightmost) vertex of Q becomes the lowest of -Q.
  let top = 0;
  for (let i = 1; i < n; i++) {
    if (q.y[i] > q.y[top] || (q.y[i] === q.y[top] && q.x[i] > q.x[top])) top = i;
  }
  const out: ExactPoints = { x: [], y: [] };
  for (let k = 0; k < n; k++) {
    const i = top + k < n ? top + k : top + k - n;
    out.x.push(-q.x[i]);
    out.y.push(-q.y[i]);
  }
  return out;
}

/** Feature of C that is nearest to the origin: its squared distance N / D. */
interface Nearest {
  inside: boolean;
  n: bigint;
  d: bigint;
}

function nearestToOrigin({ x, y }: ExactPoints): Nearest {
  const n = x.length;
  if (n === 1) return { inside: false, n: x[0] * x[0] + y[0] * y[0], d: 1n };

  // Signed area of (edge, origin) per edge: >= 0 everywhere means inside.
  let inside = n > 2;
  let outside = -1;
  const det = new Float64Array(n);
  const error = new Float64Array(n);
  const length = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const j = i + 1 === n ? 0 : i + 1;
    const ex = x[j] - x[i];
    const ey = y[j] - y[i];
    const fx = Number(ex), fy = Number(ey);
    const l = fy * Number(x[i]);
    const r = fx * Number(y[i]);
    det[i] = l - r;
    error[i] = FILTER * (Math.abs(l) + Math.abs(r));
    length[i] = Math.sqrt(fx * fx + fy * fy);
    // If squares overflow, the filter cannot decide.
    if (length[i] === Infinity) det[i] = NaN;
    let sign = Math.sign(det[i]);
    if (!(Math.abs(det[i]) > error[i])) {
      const exact = ey * x[i] - ex * y[i];
      sign = exact > 0n ? 1 : exact < 0n ? -1 : 0;
    }
    if (sign < 0) {
      inside = false;
      outside = i;
      // If -v · e is in [0, e · e], the foot lies on the edge, which is then the nearest feature,
      // by convexity.
      const t = -(x[i] * ex + y[i] * ey);
      if (t < 0n) continue;
      const ee = ex * ex + ey * ey;
      if (t > ee) continue;
      const cross = ey * x[i] - ex * y[i];
      return { inside: false, n: cross * cross, d: ee };
    }
  }

  if (inside) {
    // Bounds of each edge's depth from below and above. Only edges that can be the least are
    // compared.
    let upper = Infinity;
    for (let i = 0; i < n; i++) {
      const bound = (det[i] + error[i]) / length[i] * (1 + FILTER);
      if (bound < upper) upper = bound;
    }
    let best: Nearest | null = null;
    for (let i = 0; i < n; i++) {
      if ((det[i] - error[i]) / length[i] * (1 - FILTER) > upper) continue;
      const j = i + 1 === n ? 0 : i + 1;
      const ex = x[j] - x[i];
      const ey = y[j] - y[i];
      const cross = ey * x[i] - ex * y[i];
      const num = cross * cross;
      const den = ex * ex + ey * ey;
      if (best === null || num * best.d < best.n * den) best = { inside: true, n: num, d: den };
    }
    return best!;
  }

  // Degenerate C (n = 2) with the origin on its line, or a vertex is nearest.
  if (n === 2 && outside < 0) {
    const ex = x[1] - x[0];
    const ey = y[1] - y[0];
    const t = -(x[0] * ex + y[0] * ey);
    if (t >= 0n && t <= ex * ex + ey * ey) return { inside: false, n: 0n, d: 1n };
  }
  let least = x[0] * x[0] + y[0] * y[0];
  for (let i = 1; i < n; i++) {
    const square = x[i] * x[i] + y[i] * y[i];
    if (square < least) least = square;
  }
  return { inside: false, n: least, d: 1n };
}

/** floor(sqrt(n / d) * 2^s). */
function rootOfRatio(n: bigint, d: bigint, s: number): bigint {
  return s >= 0 ? isqrt((n << BigInt(2 * s)) / d) : isqrt(n / (d << BigInt(-2 * s)));
}

/** Relative precision of roots, in bits. */
const PRECISION = 160;

/** One pair of placed shapes, judged exactly. */
export class ExactPair {
  /** -1 overlapping, 0 touching, 1 apart: exact. */
  readonly sign: number;
  /** Signed distance, the nearest double. */
  readonly value: number;
  /** Signed distance of the cores, the nearest double or the one beside it. */
  readonly coreValue: number;
  /** Diameter of A ∪ B with radii; a lower bound, at most 0.2 % low. */
  readonly diameter: number;
  /** Unit of the contract: 2^-52 * diameter. */
  readonly u: number;
  /** Largest |coordinate| of the placed core points. */
  readonly extent: number;

  /** Common exponent of all exact coordinates. */
  readonly #e: number;
  readonly #a: ExactPoints;
  readonly #b: ExactPoints;
  readonly #ra: bigint;
  readonly #rb: bigint;
  /** Core points relative to the first point of A, as doubles: ax, ay, bx, by. */
  readonly #fa: Float64Array;
  readonly #fb: Float64Array;
  readonly #radii: readonly [number, number];
  /** Signed distance = #num * 2^#exp to `PRECISION` bits. */
  readonly #num: bigint;
  readonly #exp: number;

  constructor(
    a: Readonly<Core>,
    ta: Readonly<Transform>,
    b: Readonly<Core>,
    tb: Readonly<Transform>,
  ) {
    let e = Math.min(
      worldExponent(a.points, ta),
      worldExponent(b.points, tb),
      lowExponent(a.radius),
      lowExponent(b.radius),
    );
    if (e === NO_BITS) e = 0;
    this.#e = e;
    this.#a = ordered(worldPoints(a.points, ta, e));
    this.#b = ordered(worldPoints(b.points, tb, e));
    this.#ra = scaled(a.radius, e);
    this.#rb = scaled(b.radius, e);
    this.#radii = [a.radius, b.radius];
    this.#fa = this.#relative(this.#a);
    this.#fb = this.#relative(this.#b);
    this.diameter = this.#measure();
    this.u = this.diameter * 2 ** -52;

    let extent = 0;
    for (const list of [this.#a, this.#b]) {
      for (let i = 0; i < list.x.length; i++) {
        extent = Math.max(
          extent,
          Math.abs(toNumber(list.x[i], e)),
          Math.abs(toNumber(list.y[i], e)),
        );
      }
    }
    this.extent = extent;

    const near = nearestToOrigin(mergeHulls(this.#a, negate(this.#b)));
    const r = this.#ra + this.#rb;
    // sign of ±sqrt(n / d) - r
    if (near.inside) this.sign = near.n === 0n && r === 0n ? 0 : -1;
    else {
      const difference = near.n - r * r * near.d;
      this.sign = difference > 0n ? 1 : difference < 0n ? -1 : 0;
    }
    let s = PRECISION - ((bitLength(near.n) - bitLength(near.d)) >> 1);
    for (;;) {
      const root = rootOfRatio(near.n, near.d, s);
      const rr = s >= 0 ? r << BigInt(s) : r >> BigInt(-s);
      this.#num = (near.inside ? -root : root) - rr;
      this.#exp = e - s;
      this.coreValue = toNumber(near.inside ? -root : root, this.#exp);
      // If root and radius cancel, take more bits.
      if (this.sign === 0 || bitLength(this.#num) > 100) break;
      s = s > 0 ? 2 * s + 100 : 100;
    }
    if (this.sign === 0) this.#num = 0n;
    this.value = toNumber(this.#num, this.#exp);
  }

  /** Whether the closed shapes share a point: exact. */
  get intersects(): boolean {
    return this.sign <= 0;
  }

  #relative(list: ExactPoints): Float64Array {
    const out = new Float64Array(2 * list.x.length);
    for (let i = 0; i < list.x.length; i++) {
      out[2 * i] = toNumber(list.x[i] - this.#a.x[0], this.#e);
      out[2 * i + 1] = toNumber(list.y[i] - this.#a.y[0], this.#e);
    }
    return out;
  }

  #measure(): number {
    const fa = this.#fa;
    const fb = this.#fb;
    const [ra, rb] = this.#radii;
    let diameter = 0;
    if (fa.length + fb.length <= 80) {
      // Scale so that squares neither underflow nor overflow.
      let largest = 0;
      for (const list of [fa, fb]) for (const v of list) largest = Math.max(largest, Math.abs(v));
      const k = largest === 0 ? 0 : Math.floor(Math.log2(largest));
      const pa = fa.map((v) => scale2(v, -k));
      const pb = fb.map((v) => scale2(v, -k));
      const widen = (p: Float64Array, q: Float64Array, r: number): void => {
        let square = 0;
        for (let i = 0; i < p.length; i += 2) {
          for (let j = 0; j < q.length; j += 2) {
            const dx = q[j] - p[i];
            const dy = q[j + 1] - p[i + 1];
            const d = dx * dx + dy * dy;
            if (d > square) square = d;
          }
        }
        diameter = Math.max(diameter, scale2(Math.sqrt(square), k) + r);
      };
      widen(pa, pa, 2 * ra);
      widen(pa, pb, ra + rb);
      widen(pb, pb, 2 * rb);
      return diameter;
    }
    for (let k = 0; k < 32; k++) {
      const c = Math.cos(Math.PI * k / 32);
      const s = Math.sin(Math.PI * k / 32);
      let low = Infinity, high = -Infinity;
      for (const [list, r] of [[fa, ra], [fb, rb]] as const) {
        for (let i = 0; i < list.length; i += 2) {
          const d = list[i] * c + list[i + 1] * s;
          if (d - r < low) low = d - r;
          if (d + r > high) high = d + r;
        }
      }
      diameter = Math.max(diameter, high - low);
    }
    return diameter;
  }

  /** (x - signed distance) / u, without cancellation. */
  errorInU(x: number): number {
    return this.#inU(this.#fixed(x) - this.#num);
  }

  #inU(difference: bigint): number {
    if (difference === 0n) return 0;
    return this.u === 0 ? Infinity : toNumber(difference, this.#exp) / this.u;
  }

  /** A double in units of 2^#exp; bits below that are dropped. */
  #fixed(x: number): bigint {
    if (!Number.isFinite(x)) throw new RangeError(`Cannot compare: ${x} is not finite`);
    const low = lowExponent(x);
    if (low >= this.#exp) return scaled(x, this.#exp);
    return scaled(x, low) >> BigInt(this.#exp - low);
  }

  /**
   * (gap along the direction - signed distance) / u. The gap is
   * min over B of n.b - max over A of n.a, for n = (nx, ny) / |(nx, ny)|, with radii; it never
   * exceeds the signed distance, and equals it for the right normal.
   */
  gapInU(nx: number, ny: number): number {
    const en = Math.min(lowExponent(nx), lowExponent(ny));
    const x = scaled(nx, en), y = scaled(ny, en);
    const maxA = this.#support(this.#a, this.#fa, x, y, nx, ny);
    const minB = -this.#support(this.#b, this.#fb, -x, -y, -nx, -ny);
    // gap = (minB - maxA) / |n| - r, in units of 2^#exp
    const s = BigInt(Math.max(0, this.#e - this.#exp));
    const down = BigInt(Math.max(0, this.#exp - this.#e));
    const precision = 110n;
    const norm = isqrt((x * x + y * y) << (2n * precision));
    const ratio = ((minB - maxA) << (s + precision)) / norm >> down;
    const r = ((this.#ra + this.#rb) << s) >> down;
    return this.#inU(ratio - r - this.#num);
  }

  /** Largest exact (x, y).p over a list; doubles choose the candidates. */
  #support(
    list: ExactPoints,
    floats: Float64Array,
    x: bigint,
    y: bigint,
    fx: number,
    fy: number,
  ): bigint {
    const n = list.x.length;
    let bound = -Infinity;
    if (n > 2) {
      for (let i = 0; i < n; i++) {
        const d = floats[2 * i] * fx + floats[2 * i + 1] * fy;
        if (d > bound) bound = d;
      }
      // A double product is within 4 u of the truth (|f| <= 1 + 2^-50 and |p| <= diameter).
      bound -= 16 * this.u * Math.max(Math.abs(fx), Math.abs(fy));
    }
    let best: bigint | null = null;
    for (let i = 0; i < n; i++) {
      if (floats[2 * i] * fx + floats[2 * i + 1] * fy < bound) continue;
      const d = x * list.x[i] + y * list.y[i];
      if (best === null || d > best) best = d;
    }
    return best!;
  }

  /** How far a point lies outside shape A (`"a"`) or B, in the caller's units; 0 when inside. */
  outside(which: "a" | "b", p: Readonly<Point>): number {
    const list = which === "a" ? this.#a : this.#b;
    const r = which === "a" ? this.#ra : this.#rb;
    let e = Math.min(this.#e, lowExponent(p.x), lowExponent(p.y));
    // Bits far below the tolerance do not matter. Dropping them keeps the integers short.
    const floor = this.#e - 64;
    if (e < floor) e = floor;
    const up = BigInt(this.#e - e);
    const at = (v: number): bigint => {
      const low = lowExponent(v);
      return low >= e ? scaled(v, e) : scaled(v, low) >> BigInt(e - low);
    };
    const px = at(p.x), py = at(p.y);
    const shifted: ExactPoints = {
      x: list.x.map((v) => (v << up) - px),
      y: list.y.map((v) => (v << up) - py),
    };
    const near = nearestToOrigin(shifted);
    if (near.inside) return 0;
    const s = Math.max(0, PRECISION - ((bitLength(near.n) - bitLength(near.d)) >> 1));
    const out = rootOfRatio(near.n, near.d, s) - ((r << up) << BigInt(s));
    return out <= 0n ? 0 : toNumber(out, e - s);
  }
}

/** Whether a point lies in the closed placed shape: exact. */
export function exactContainsPoint(
  shape: Readonly<Core>,
  t: Readonly<Transform>,
  p: Readonly<Point>,
): boolean {
  return new ExactPair(shape, t, { points: [p], radius: 0 }, IDENTITY).intersects;
}

/** Exact, strictly convex hull of doubles, counter-clockwise from the lowest point. */
export function hullOfDoubles(points: readonly Readonly<Point>[]): Point[] {
  const e = lowOfPoints(points), hull = exactHull(worldPoints(points, IDENTITY, e));
  return hull.x.map((x, i) => ({ x: toNumber(x, e), y: toNumber(hull.y[i], e) }));
}
