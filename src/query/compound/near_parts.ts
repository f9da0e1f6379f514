/**
 * Which pairs of parts a query on two bodies has to look at: circles around the parts, and the trees of large bodies,
 * leave out what is certainly too far away to matter.
 *
 * @module
 */
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import type { Sweep } from "../sweep.ts";
import type { Compound } from "./compound.ts";
import {
  PartList,
  REGION,
  REGION_DX,
  REGION_DY,
  REGION_R,
  REGION_X,
  REGION_Y,
} from "./part_tree.ts";

// Copies of the constants in search.ts, held equal by `deno task ok`: V8 folds a constant of the same file.
const SKEWED = 4.2146848510894035e-8;

/**
 * How far apart still matters. As an argument a JavaScript engine would box it; it is written anew before each call
 * below, since in between other code may run.
 */
export const REACH: Float64Array = /* @__PURE__ */ new Float64Array(1);

/** Rounding of coordinates that poses have moved, in parts of what they are made of. */
export const NOISE = 1e-14;
/** The same, of numbers that underflow. */
const LEAST_NOISE = 1e-320;
/** The same as NOISE, where a sweep turns them. */
const SWEPT_NOISE = 1e-12;

/** By how much, at most, a pose that counts as a turn makes a radius larger, and some more. */
const AMPLE = 1e-7;

/** By how much cos² + sin² of a pose is off that of a turn. */
function skewOf({ cos, sin }: Readonly<Pose>): number {
  return Math.abs(cos * cos + sin * sin - 1);
}

/**
 * Pairs of parts of two bodies that may be as near as REACH, or come so near while B moves by a `way`, in ascending
 * order. REACH is read whenever the walk begins and goes on: a query that has found something looks less far.
 *
 * The bodies are handed over at each step, so that none is kept alive.
 */
export class NearPairs {
  /** The pair: indices into `parts`. */
  partA = 0;
  partB = 0;
  readonly #listA: PartList = new PartList();
  readonly #listB: PartList = new PartList();
  /** How many parts are listed, and where the walk is. */
  #countA = 0;
  #countB = 0;
  #atA = 0;
  #atB = 0;
  readonly #asksFirst: boolean;

  /** @param asksFirst Whether the first parts are a pair however far apart: who asks about them refuses bad arguments */
  constructor(asksFirst: boolean) {
    this.#asksFirst = asksFirst;
  }

  /** Begins a walk; `next` has the first pair. */
  begin(
    a: Compound,
    poseA: Readonly<Pose>,
    b: Compound,
    poseB: Readonly<Pose>,
    way: Readonly<Vec2> | null,
  ): void {
    this.#countA = listNear(this.#listA, a, poseA, b, b.parts.length, poseB, way, 1);
    this.#countB = 0;
    this.#atA = 0;
    this.#atB = 0;
  }

  /** Goes on to the next pair; `false` when there is none. */
  next(
    a: Compound,
    poseA: Readonly<Pose>,
    b: Compound,
    poseB: Readonly<Pose>,
    way: Readonly<Vec2> | null,
  ): boolean {
    const reach = REACH[0];
    let far = reach;
    if (way !== null) far += Math.abs(way.x) + Math.abs(way.y);
    let i = this.partA;
    let l = this.#atB;
    for (;;) {
      while (l === this.#countB) {
        if (this.#atA === this.#countA) return false;
        REACH[0] = reach;
        i = this.#listA.parts[this.#atA++];
        this.#countB = listNear(this.#listB, b, poseB, a, i, poseA, way, -1);
        l = 0;
      }
      const j = this.#listB.parts[l++];
      if (i + j > 0 || !this.#asksFirst) {
        REACH[0] = far;
        if (areFar(a, i, poseA, b, j, poseB)) continue;
      }
      this.partA = i;
      this.partB = j;
      this.#atB = l;
      return true;
    }
  }
}

/** Whether parts i and j are certainly further apart than REACH: by the circles around them. */
function areFar(
  a: Compound,
  i: number,
  poseA: Readonly<Pose>,
  b: Compound,
  j: number,
  poseB: Readonly<Pose>,
): boolean {
  const p = a.circles;
  const q = b.circles;
  const ax = p[3 * i];
  const ay = p[3 * i + 1];
  const bx = q[3 * j];
  const by = q[3 * j + 1];
  const wx = poseB.x - poseA.x;
  const wy = poseB.y - poseA.y;
  const dx = (poseB.cos * bx - poseB.sin * by) - (poseA.cos * ax - poseA.sin * ay) + wx;
  const dy = (poseB.sin * bx + poseB.cos * by) - (poseA.sin * ax + poseA.cos * ay) + wy;
  // Poses may scale the cores, which makes circles around them larger by no more than that.
  const u = Math.sqrt(Math.max(1, poseA.cos * poseA.cos + poseA.sin * poseA.sin));
  const v = Math.sqrt(Math.max(1, poseB.cos * poseB.cos + poseB.sin * poseB.sin));
  const noise = NOISE * (Math.abs(wx) + Math.abs(wy) + v * (Math.abs(bx) + Math.abs(by)) +
    u * (Math.abs(ax) + Math.abs(ay)));
  const r = u * p[3 * i + 2] + v * q[3 * j + 2] + REACH[0] + noise;
  return dx * dx + dy * dy > r * r;
}

/**
 * Lists the parts of T that may be as near as REACH to what is in circle k of S, of its parts or around them all
 * (k = `parts.length`), or come so near while S moves by `sign` times `way`. All, where T has no tree. Part 0
 * is always among them: a query on it refuses what is wrong with the other arguments.
 */
function listNear(
  list: PartList,
  t: Compound,
  poseT: Readonly<Pose>,
  s: Compound,
  k: number,
  poseS: Readonly<Pose>,
  way: Readonly<Vec2> | null,
  sign: number,
): number {
  // Short, so that V8 inlines it.
  return t.tree === null
    ? list.all(t.parts.length)
    : listInTree(list, t, poseT, s, k, poseS, way, sign);
}

function listInTree(
  list: PartList,
  t: Compound,
  poseT: Readonly<Pose>,
  s: Compound,
  k: number,
  poseS: Readonly<Pose>,
  way: Readonly<Vec2> | null,
  sign: number,
): number {
  aim(t, poseT, s, k, poseS);
  REGION[REGION_R] += REACH[0];
  if (way !== null) {
    const { cos: c, sin: z } = poseT;
    const dx = sign * way.x;
    const dy = sign * way.y;
    REGION[REGION_DX] = c * dx + z * dy;
    REGION[REGION_DY] = c * dy - z * dx;
    REGION[REGION_R] += (NOISE + skewOf(poseT)) * (Math.abs(dx) + Math.abs(dy));
  }
  return list.near(t.tree!);
}

/**
 * REACH = by how much, at most, a part reaches further at a pose than its box in the tree, along any direction: by
 * rounding, and where the pose makes cores smaller but not their radii.
 */
export function setSlack({ extent }: Compound, { x, y, cos, sin }: Readonly<Pose>): void {
  const square = cos * cos + sin * sin;
  REACH[0] = NOISE * (Math.abs(x) + Math.abs(y) + (1 + square) * extent) +
    Math.max(1 - square, 0) * extent + LEAST_NOISE;
}

/** As `listNear`, of a ray. */
export function listOnRay(
  list: PartList,
  t: Compound,
  pose: Readonly<Pose>,
  { x: ox, y: oy }: Readonly<Vec2>,
  { x: dx, y: dy }: Readonly<Vec2>,
): number {
  const { tree } = t;
  if (tree === null) return list.all(t.parts.length);
  const { x, y, cos: c, sin: z } = pose;
  const px = ox - x;
  const py = oy - y;
  REGION[REGION_X] = c * px + z * py;
  REGION[REGION_Y] = c * py - z * px;
  REGION[REGION_DX] = c * dx + z * dy;
  REGION[REGION_DY] = c * dy - z * dx;
  const way = Math.abs(px) + Math.abs(py) + Math.abs(dx) + Math.abs(dy);
  REGION[REGION_R] = (NOISE + skewOf(pose)) * (way + t.extent);
  return list.near(tree);
}

/** A part of T about as near as any to circle k of S. */
export function nearPart(
  t: Compound,
  poseT: Readonly<Pose>,
  s: Compound,
  k: number,
  poseS: Readonly<Pose>,
): number {
  if (t.tree === null) return 0;
  aim(t, poseT, s, k, poseS);
  return t.tree.nearest();
}

/**
 * REGION = circle k of S in T's frame, as it stands.
 *
 * A pose that scales by v puts what is at x there at v² x, which is off by |1 - v²| |x|. Let r be the circle's radius, what
 * else matters included, |x| <= E for all of T, and p the way to the circle's middle. A part within r has a point y with
 * |p - v y| <= r, which is seen at no more than v r + |1 - v²| E from v p. For v > 1 that may be (v - 1) r beyond
 * r + |1 - v²| (|p| + E); but only if r > (v + 1) (|p| + E), and then all of T is within r.
 */
function aim(
  t: Compound,
  poseT: Readonly<Pose>,
  s: Compound,
  k: number,
  poseS: Readonly<Pose>,
): void {
  const { cos: c, sin: z } = poseT;
  const { cos: C, sin: Z } = poseS;
  const wx = poseS.x - poseT.x;
  const wy = poseS.y - poseT.y;
  const x = s.circles[3 * k];
  const y = s.circles[3 * k + 1];
  const px = (C * x - Z * y) + wx;
  const py = (Z * x + C * y) + wy;
  REGION[REGION_X] = c * px + z * py;
  REGION[REGION_Y] = c * py - z * px;
  REGION[REGION_DX] = 0;
  REGION[REGION_DY] = 0;
  const u = Math.sqrt(Math.max(1, C * C + Z * Z));
  const size = Math.abs(wx) + Math.abs(wy) + u * (Math.abs(x) + Math.abs(y)) + t.extent;
  REGION[REGION_R] = (1 + AMPLE) * u * s.circles[3 * k + 2] + (NOISE + skewOf(poseT)) * size;
}

/**
 * As `listNear`, for bodies that move and turn; all where a pose scales.
 *
 * From T's local center, which moves along a line as that of S does, the middle of circle k of S is seen at
 * p(t) = q(t) + R_S(t) o, with q from center to center and o the way from S's center to it. Turned by R_S(t) instead of
 * R_S(0), o ends elsewhere by no more than its length times a chord, that of the whole turn, which is at most half
 * a revolution. The same goes for p as T's frame turns. So all of it is near the way from p(0) to e = q(1) + R_S(0) o, in
 * T's frame at the start.
 */
export function listSwept(
  list: PartList,
  t: Compound,
  sweepT: Readonly<Sweep>,
  s: Compound,
  k: number,
  sweepS: Readonly<Sweep>,
): number {
  // As in `listNear`.
  return t.tree === null
    ? list.all(t.parts.length)
    : listSweptInTree(list, t, sweepT, s, k, sweepS);
}

function listSweptInTree(
  list: PartList,
  t: Compound,
  sweepT: Readonly<Sweep>,
  s: Compound,
  k: number,
  sweepS: Readonly<Sweep>,
): number {
  const { localCenter: h, from: t0, to: t1 } = sweepT;
  const { localCenter: g, from: s0, to: s1 } = sweepS;
  const skew = skewOf(t0) + skewOf(t1) + skewOf(s0) + skewOf(s1);
  if (!(skew <= SKEWED)) return list.all(t.parts.length);
  const ox = s.circles[3 * k] - g.x;
  const oy = s.circles[3 * k + 1] - g.y;
  const rx = s0.cos * ox - s0.sin * oy;
  const ry = s0.sin * ox + s0.cos * oy;
  const px = (s0.x - t0.x) + (s0.cos * g.x - s0.sin * g.y) - (t0.cos * h.x - t0.sin * h.y) + rx;
  const py = (s0.y - t0.y) + (s0.sin * g.x + s0.cos * g.y) - (t0.sin * h.x + t0.cos * h.y) + ry;
  const ex = (s1.x - t1.x) + (s1.cos * g.x - s1.sin * g.y) - (t1.cos * h.x - t1.sin * h.y) + rx;
  const ey = (s1.y - t1.y) + (s1.sin * g.x + s1.cos * g.y) - (t1.sin * h.x + t1.cos * h.y) + ry;
  const chordS = Math.abs(s1.cos - s0.cos) + Math.abs(s1.sin - s0.sin);
  const chordT = Math.abs(t1.cos - t0.cos) + Math.abs(t1.sin - t0.sin);
  const spread = (Math.abs(ox) + Math.abs(oy)) * chordS;
  const far = Math.max(Math.abs(px) + Math.abs(py), Math.abs(ex) + Math.abs(ey)) + spread;
  const { cos: c, sin: z } = t0;
  REGION[REGION_X] = h.x + (c * px + z * py);
  REGION[REGION_Y] = h.y + (c * py - z * px);
  REGION[REGION_DX] = c * (ex - px) + z * (ey - py);
  REGION[REGION_DY] = c * (ey - py) - z * (ex - px);
  const size = far + Math.abs(ox) + Math.abs(oy) + Math.abs(g.x) + Math.abs(g.y) + Math.abs(h.x) +
    Math.abs(h.y) + Math.abs(s0.x) + Math.abs(s0.y) + Math.abs(s1.x) + Math.abs(s1.y) +
    Math.abs(t0.x) + Math.abs(t0.y) + Math.abs(t1.x) + Math.abs(t1.y) + t.extent;
  const radius = s.circles[3 * k + 2] + spread + far * chordT + REACH[0];
  REGION[REGION_R] = (1 + AMPLE) * radius + (SWEPT_NOISE + skew) * size;
  return list.near(t.tree!);
}
