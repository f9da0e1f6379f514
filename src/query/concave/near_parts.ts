/**
 * Which pairs of parts a query on two bodies has to visit. Circles around the parts, and the trees
 * of large bodies, exclude pairs that are certainly too far apart to matter.
 *
 * @module
 */
import * as tolerances from "../../kernel/tolerances.ts";
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import type { PartSet } from "../../shapes/part_set.ts";
import {
  PartList,
  REGION,
  REGION_DX,
  REGION_DY,
  REGION_R,
  REGION_X,
  REGION_Y,
} from "../../shapes/part_tree.ts";
import type { Sweep } from "../sweep.ts";

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { STRETCHED } = tolerances;

/**
 * The largest distance that matters. JavaScript engines would box it as an argument. It is written
 * again before each call below, because other code may run in between.
 */
export const REACH: Float64Array = /* @__PURE__ */ new Float64Array(1);

/**
 * Rounding error of coordinates moved by a pose, relative to the numbers they are computed from.
 */
export const NOISE = 1e-14;
/** As NOISE, for coordinates that a sweep rotates. */
const SWEPT_NOISE = 1e-12;

/**
 * Upper bound, with some reserve, of the relative growth of a radius under a pose that counts as a
 * rotation.
 */
const AMPLE = 1e-7;

/** By how much cos² + sin² of a pose differs from 1. */
function skewOf({ cos, sin }: Readonly<Pose>): number {
  return Math.abs(cos * cos + sin * sin - 1);
}

/**
 * Walks over the pairs of parts of two bodies that may be within REACH of each other, or come that
 * close while B moves by `way`, in ascending order. `begin` and `next` read REACH each time, so a
 * query that has found something can lower it during the walk.
 *
 * The bodies are passed to each step, so the object keeps none of them alive.
 */
export class NearPairs {
  /** The current pair: indices into `parts`. */
  partA = 0;
  partB = 0;
  readonly #listA: PartList = new PartList();
  readonly #listB: PartList = new PartList();
  /** The numbers of listed parts, and the position of the walk in both lists. */
  #countA = 0;
  #countB = 0;
  #atA = 0;
  #atB = 0;
  readonly #asksFirst: boolean;

  /**
   * @param asksFirst Whether the pair of the first parts is visited however far apart they are. The
   * query on that pair refuses invalid arguments.
   */
  constructor(asksFirst: boolean) {
    this.#asksFirst = asksFirst;
  }

  /** Starts a walk. `next` moves to the first pair. */
  begin(
    a: PartSet,
    poseA: Readonly<Pose>,
    b: PartSet,
    poseB: Readonly<Pose>,
    way: Readonly<Vec2> | null,
  ): void {
    this.#countA = listNear(this.#listA, a, poseA, b, b.parts.length, poseB, way, 1);
    this.#countB = 0;
    this.#atA = 0;
    this.#atB = 0;
  }

  /** Moves to the next pair; `false` if there is none. */
  next(
    a: PartSet,
    poseA: Readonly<Pose>,
    b: PartSet,
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

/** Whether the circles around parts i and j prove that the two are further apart than REACH. */
function areFar(
  a: PartSet,
  i: number,
  poseA: Readonly<Pose>,
  b: PartSet,
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
  // A rotation in single precision enlarges the circle around the core by no more than its factor.
  const u = Math.sqrt(Math.max(1, poseA.cos * poseA.cos + poseA.sin * poseA.sin));
  const v = Math.sqrt(Math.max(1, poseB.cos * poseB.cos + poseB.sin * poseB.sin));
  const noise = NOISE * (Math.abs(wx) + Math.abs(wy) + v * (Math.abs(bx) + Math.abs(by)) +
    u * (Math.abs(ax) + Math.abs(ay)));
  const r = u * p[3 * i + 2] + v * q[3 * j + 2] + REACH[0] + noise;
  return dx * dx + dy * dy > r * r;
}

/**
 * Lists the parts of T that may be within REACH of circle k of S, or come that close while S moves
 * by `sign` times `way`. Circle k is that of part k, or for k = `parts.length` the one around all
 * parts. Lists all parts if T has no tree. Part 0 is always in the list: a query on it refuses
 * invalid arguments.
 */
function listNear(
  list: PartList,
  t: PartSet,
  poseT: Readonly<Pose>,
  s: PartSet,
  k: number,
  poseS: Readonly<Pose>,
  way: Readonly<Vec2> | null,
  sign: number,
): number {
  // Kept short, so that V8 inlines it.
  return t.tree === null
    ? list.all(t.parts.length)
    : listInTree(list, t, poseT, s, k, poseS, way, sign);
}

function listInTree(
  list: PartList,
  t: PartSet,
  poseT: Readonly<Pose>,
  s: PartSet,
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

/** As `listNear`, for a ray. */
export function listOnRay(
  list: PartList,
  t: PartSet,
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

/** A part of T about as near to circle k of S as any. */
export function nearPart(
  t: PartSet,
  poseT: Readonly<Pose>,
  s: PartSet,
  k: number,
  poseS: Readonly<Pose>,
): number {
  if (t.tree === null) return 0;
  aim(t, poseT, s, k, poseS);
  return t.tree.nearest();
}

/**
 * REGION = circle k of S, at the poses given, in T's frame.
 *
 * Let v be the scale factor of T's pose, p the vector from T's origin to the circle's center,
 * rotated into T's frame, and r the circle's radius with everything that adds to it. Let E be a
 * bound of |y| for all points y of T's parts. The region's center is v p. A part within r has a
 * point y with
 *
 *   |p - v y| <= r,   and then
 *   |y - v p| <= v |p - v y| + |1 - v²| |y| <= r + |1 - v²| E          for v <= 1,
 *   |y - v p| <= |p - v y| / v + |1/v - v| |p| <= r + |1 - v²| |p|     for v >= 1.
 *
 * So a radius of r + |1 - v²| (|p| + E) is enough.
 */
function aim(
  t: PartSet,
  poseT: Readonly<Pose>,
  s: PartSet,
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
 * As `listNear`, for bodies that move and rotate. Lists all parts if rotations in single precision
 * lengthen by more than STRETCHED.
 *
 * The local centers of both bodies move along straight lines. Seen from T's, the middle of circle k
 * of S is at p(t) = q(t) + R_S(t) o. Here q leads from center to center, and o from S's center to
 * the middle of the circle. If R_S(t) is replaced by R_S(0), o is off by at most its length times a
 * chord: that of the whole rotation, which is at most half a revolution. The same holds for p as
 * T's frame rotates. So the middle of the circle stays that close to a segment in T's frame at the
 * start: from p(0) to e, where e is q(1) + R_S(0) o.
 */
export function listSwept(
  list: PartList,
  t: PartSet,
  sweepT: Readonly<Sweep>,
  s: PartSet,
  k: number,
  sweepS: Readonly<Sweep>,
): number {
  // Kept short, as `listNear`.
  return t.tree === null
    ? list.all(t.parts.length)
    : listSweptInTree(list, t, sweepT, s, k, sweepS);
}

function listSweptInTree(
  list: PartList,
  t: PartSet,
  sweepT: Readonly<Sweep>,
  s: PartSet,
  k: number,
  sweepS: Readonly<Sweep>,
): number {
  const { localCenter: h, from: t0, to: t1 } = sweepT;
  const { localCenter: g, from: s0, to: s1 } = sweepS;
  const skew = skewOf(t0) + skewOf(t1) + skewOf(s0) + skewOf(s1);
  if (!(skew <= STRETCHED)) return list.all(t.parts.length);
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
