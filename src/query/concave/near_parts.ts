/**
 * Which pairs of parts a query on two bodies has to visit. Circles around the parts, and the trees
 * of large bodies, exclude pairs that are certainly too far apart to matter.
 *
 * @module
 */
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import { ItemList, region } from "../../shapes/box_tree.ts";
import type { PartSet } from "../../shapes/part_set.ts";
import type { Sweep } from "../sweep.ts";
import type { ImpactLimits } from "../time_of_impact.ts";

/** Bound of the rounding error of moved coordinates, relative to the numbers they are computed from. */
const NOISE = 1e-12;

/** The way of what does not move. */
export const STILL: Readonly<Vec2> = { x: 0, y: 0 };

/** By how much cos² + sin² of a pose differs from 1. */
function skewOf({ cos, sin }: Readonly<Pose>): number {
  return Math.abs(cos * cos + sin * sin - 1);
}

/**
 * Walks over the pairs of parts of two bodies that may be within `reach` of each other, or come that
 * close while B moves, in ascending order.
 */
export class NearPairs {
  /** The current pair: indices into `parts`. */
  partA = 0;
  partB = 0;
  /** The largest distance that matters. A query that has found something may lower it during the walk. */
  reach = NaN;
  /** The way of B, and its 1-norm. */
  readonly #way: Vec2 = { x: NaN, y: NaN };
  #far = NaN;
  #a: PartSet | null = null;
  #b: PartSet | null = null;
  #poseA: Readonly<Pose> | null = null;
  #poseB: Readonly<Pose> | null = null;
  readonly #listA: ItemList = new ItemList();
  readonly #listB: ItemList = new ItemList();
  /** The numbers of listed parts, and the position of the walk in both lists. */
  #countA = 0;
  #countB = 0;
  #atA = 0;
  #atB = 0;

  /** Starts a walk; `next` moves to the first pair. Until its end, `reach`, which is set, must not grow. */
  begin(
    a: PartSet,
    poseA: Readonly<Pose>,
    b: PartSet,
    poseB: Readonly<Pose>,
    { x, y }: Readonly<Vec2>,
  ): void {
    this.#a = a;
    this.#b = b;
    this.#poseA = poseA;
    this.#poseB = poseB;
    this.#way.x = x;
    this.#way.y = y;
    this.#far = Math.abs(x) + Math.abs(y);
    this.#countA = this.#list(this.#listA, a, poseA, b, b.parts.length, poseB, 1);
    this.partA =
      this.partB =
      this.#countB =
      this.#atA =
      this.#atB =
        0;
  }

  /**
   * Starts a walk for bodies that move and rotate. Their local centers move along straight lines. A
   * point at o from its center leaves the parallel of that line by at most |o| times the chord of
   * the whole rotation, which is at most half a revolution. Sets `reach`.
   */
  beginSwept(
    a: PartSet,
    sweepA: Readonly<Sweep>,
    b: PartSet,
    sweepB: Readonly<Sweep>,
    { target, tolerance }: Readonly<ImpactLimits>,
  ): void {
    const { localCenter: g, from: a0, to: a1 } = sweepA;
    const { localCenter: h, from: b0, to: b1 } = sweepB;
    spot.x = (b1.x - b0.x) - (a1.x - a0.x) + ((b1.cos - b0.cos) * h.x - (b1.sin - b0.sin) * h.y) -
      ((a1.cos - a0.cos) * g.x - (a1.sin - a0.sin) * g.y);
    spot.y = (b1.y - b0.y) - (a1.y - a0.y) + ((b1.sin - b0.sin) * h.x + (b1.cos - b0.cos) * h.y) -
      ((a1.sin - a0.sin) * g.x + (a1.cos - a0.cos) * g.y);
    // What a hit may leave between two parts. That of two points is relative to the way.
    const way = Math.abs(spot.x) + Math.abs(spot.y);
    const sizeA = a.extent + Math.abs(g.x) + Math.abs(g.y);
    const sizeB = b.extent + Math.abs(h.x) + Math.abs(h.y);
    this.reach = Math.max(target, 0) + tolerance * Math.max(sizeA, sizeB, way);
    this.#widen(a, sweepA);
    this.#widen(b, sweepB);
    this.begin(a, a0, b, b0, spot);
  }

  /** Adds how far a rotation takes points off their straight way, and rounding, too. */
  #widen({ extent }: PartSet, { localCenter: g, from, to }: Readonly<Sweep>): void {
    const chord = Math.abs(to.cos - from.cos) + Math.abs(to.sin - from.sin);
    this.reach += (chord + skewOf(from) + skewOf(to) + NOISE) *
        (extent + Math.abs(g.x) + Math.abs(g.y)) +
      NOISE * (Math.abs(from.x) + Math.abs(from.y) + Math.abs(to.x) + Math.abs(to.y));
  }

  /** Moves to the next pair; `false` if there is none. */
  next(): boolean {
    const a = this.#a!, b = this.#b!, poseA = this.#poseA!, poseB = this.#poseB!;
    for (;;) {
      while (this.#atB === this.#countB) {
        if (this.#atA === this.#countA) return false;
        const i = this.partA = this.#listA.items[this.#atA++];
        this.#countB = this.#list(this.#listB, b, poseB, a, i, poseA, -1);
        this.#atB = 0;
      }
      const j = this.#listB.items[this.#atB++];
      if (this.#isFar(this.partA, j)) continue;
      this.partB = j;
      return true;
    }
  }

  /**
   * Lists the parts of T that may come within reach of circle k of S, while S moves by `sign` times
   * the way. Lists all parts if T has no tree.
   */
  #list(
    list: ItemList,
    t: PartSet,
    poseT: Readonly<Pose>,
    s: PartSet,
    k: number,
    poseS: Readonly<Pose>,
    sign: number,
  ): number {
    const { tree } = t;
    if (tree === null) return list.all(t.parts.length);
    aim(poseT, s, k, poseS);
    region.w += this.reach;
    region.dx = sign * this.#way.x;
    region.dy = sign * this.#way.y;
    turn(t, poseT);
    return list.near(tree);
  }

  /** Whether the circles around parts i and j prove that the two stay further apart than `reach`. */
  #isFar(i: number, j: number): boolean {
    const poseA = this.#poseA!, p = this.#a!.circles;
    aim(poseA, this.#b!, j, this.#poseB!);
    const { cos: c, sin: z } = poseA, x = p[3 * i], y = p[3 * i + 1];
    const u = Math.sqrt(Math.max(1, c * c + z * z));
    const dx = region.x - (c * x - z * y), dy = region.y - (z * x + c * y);
    const r = region.w + u * p[3 * i + 2] + NOISE * u * (Math.abs(x) + Math.abs(y)) + this.reach +
      this.#far;
    return dx * dx + dy * dy > r * r;
  }
}

/** The way of a sweep, for a moment. */
const spot: Vec2 = { x: NaN, y: NaN };

/** Lists the parts that a ray may meet. */
export function listOnRay(
  list: ItemList,
  t: PartSet,
  pose: Readonly<Pose>,
  { x, y }: Readonly<Vec2>,
  { x: dx, y: dy }: Readonly<Vec2>,
): number {
  const { tree } = t;
  if (tree === null) return list.all(t.parts.length);
  region.x = x - pose.x;
  region.y = y - pose.y;
  region.dx = dx;
  region.dy = dy;
  region.w = 0;
  turn(t, pose);
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
  aim(poseT, s, k, poseS);
  region.dx = region.dy = 0;
  turn(t, poseT);
  return t.tree.nearest();
}

/**
 * The start of the region, and w, become circle k of S, at the poses given, from T's origin along the
 * world's axes. Circle k is that of part k, or for k = `parts.length` the one around all parts. A
 * rotation in single precision enlarges it by no more than its factor.
 */
function aim(poseT: Readonly<Pose>, s: PartSet, k: number, poseS: Readonly<Pose>): void {
  const { cos: c, sin: z } = poseS, wx = poseS.x - poseT.x, wy = poseS.y - poseT.y;
  const x = s.circles[3 * k], y = s.circles[3 * k + 1];
  const u = Math.sqrt(Math.max(1, c * c + z * z));
  region.x = (c * x - z * y) + wx;
  region.y = (z * x + c * y) + wy;
  region.w = u * s.circles[3 * k + 2] +
    NOISE * (Math.abs(wx) + Math.abs(wy) + u * (Math.abs(x) + Math.abs(y)));
}

/**
 * Turns the region, with radius w around its segment, from the world's axes into T's frame.
 *
 * Let v be the scale factor of T's pose, p a point of the segment, rotated into T's frame, and E a
 * bound of |y| for all points y of T's parts. Then p becomes v p. A part within w has a point y with
 *
 *   |p - v y| <= w,   and then
 *   |y - v p| <= v |p - v y| + |1 - v²| |y| <= w + |1 - v²| E          for v <= 1,
 *   |y - v p| <= |p - v y| / v + |1/v - v| |p| <= w + |1 - v²| |p|     for v >= 1.
 *
 * So w + |1 - v²| (|p| + E) is enough.
 */
function turn({ extent }: PartSet, pose: Readonly<Pose>): void {
  const { cos: c, sin: z } = pose, { x, y, dx, dy } = region;
  region.x = c * x + z * y;
  region.y = c * y - z * x;
  region.dx = c * dx + z * dy;
  region.dy = c * dy - z * dx;
  region.w += (NOISE + skewOf(pose)) *
    (Math.abs(x) + Math.abs(y) + Math.abs(dx) + Math.abs(dy) + extent);
  region.h = region.w;
}
