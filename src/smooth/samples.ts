/**
 * Samples of the support function, and the state of a query.
 *
 * Everything follows from the support function of C = A ⊖ B, h(n) = max over c in C of n·c for unit
 * n. (A and B are cores in the pair frame, which has the axes of the world and its origin at A or
 * at B: see `placePair`.) The signed distance of the cores is
 *
 *   s = -min over n of h(n),   attained at the normal n from A to B,
 *
 * both for shapes that are apart (s > 0) and for shapes that overlap (s < 0): h(n) is how far B
 * must move along n until a line at right angles to n separates it from A. A sample at n is a
 * support point v of C with h = n·v and f = t·v = dh/dθ, where t is n turned to the left. Where the
 * boundary of C has the radius of curvature ρ, df/dθ = ρ - h.
 *
 * Numbers are fields of long-lived objects, which functions hand to one another: V8 would put a
 * double on the heap that is an argument of a function that it does not inline. A field that starts
 * as NaN, and is then given doubles only, holds them in place, in Node 20 too. (Measured against
 * numbered slots of typed arrays, November 2026: 1.0 to 1.2 times as fast in Deno 2.9, 1.2 to 1.6 in
 * Node 20.)
 *
 * @module
 */
import type { ConvexShape } from "../shapes/shape.ts";
import { SIGNED } from "../query/attached.ts";
import { type DistanceResult, newDistanceResult } from "../query/result.ts";

/** Number of samples after which `search` stops proving that its minimum is the least. */
export const SEARCH_CAP = 256;
/** Number of samples that `separate` may take after that. */
export const SEPARATE_CAP = 128;
/** Number of samples that `settle` may take in the end. */
export const SETTLE_CAP = 24;
/** Room for all of these, for the direction being chosen, and for the other end of a flat. */
const CAPACITY = SEARCH_CAP + SEPARATE_CAP + SETTLE_CAP + 8;

/** Relative duality gap at which a search ends: 2^-51. */
export const GAP = 4.440892098500626e-16;
/** Rounding of h and f relative to the largest coordinate seen: 2^-52. */
export const ROUNDING = 2.220446049250313e-16;
/** Support points that miss a line, or a circular arc, by at most this many roundings lie on it. */
export const FLAT = 8;
/** A direction is as good as the best if its h exceeds the least by this many roundings, which else decide. */
const GOOD = 3;

/** A point of A or B in the pair frame, and the index of its vertex, -1 for a support function. */
export class Point {
  x = NaN;
  y = NaN;
  i = 0;
}

/** A sample of the support function. */
export class Sample {
  /** Direction n, and the length that it had before `makeUnit`. */
  nx = NaN;
  ny = NaN;
  length = NaN;
  /** Support points of A and of B, and of C: v = a - b. */
  readonly a: Point = new Point();
  readonly b: Point = new Point();
  vx = NaN;
  vy = NaN;
  /** h = n·v and f = t·v. */
  h = NaN;
  f = NaN;
  /** In `search`: the sample with the next direction, counter-clockwise; … */
  next: Sample = this;
  /** … a lower bound of h on the arc from this sample's direction to the next one's; … */
  bound = NaN;
  /** … and by how much a sample on that arc misses a circle, -1 if none has been compared. */
  miss = NaN;
}

/** A core has no shape between queries, to keep none alive. */
export const NONE = null as unknown as ConvexShape;

/** A or B, in the pair frame. */
export class Core {
  /** 1 for A, which faces along n, -1 for B, which faces against it. */
  readonly sign: number;
  shape: ConvexShape = NONE;
  /** Whether it is an ellipse, moved or not, or another support function. */
  isEllipse = false;
  isCustom = false;
  /** The pose. */
  x = NaN;
  y = NaN;
  cos = NaN;
  sin = NaN;
  /** The offset by which `transformShape` moved the shape, rotated. */
  moveX = NaN;
  moveY = NaN;
  /** The translation that takes rotated points into the frame. */
  shiftX = NaN;
  shiftY = NaN;
  /** The center in the frame. */
  centerX = NaN;
  centerY = NaN;

  constructor(sign: number) {
    this.sign = sign;
  }
}

/** State of one query. */
export class Query {
  readonly a: Core = new Core(1);
  readonly b: Core = new Core(-1);
  /** A or B, whichever has vertices, else `null`. */
  cornered: Core | null = null;
  /** The origin of the pair frame, in the world. */
  originX = NaN;
  originY = NaN;
  /** Sum of the radii, and the margin of contacts. */
  radii = NaN;
  margin = NaN;
  mode = SIGNED;

  /** Room for samples. The first five are those with which `search` begins. */
  readonly pool: Sample[] = Array.from({ length: CAPACITY }, () => new Sample());
  /** Number of samples in use. */
  count = 0;
  /** The sample after them, which holds the direction being chosen. */
  fresh: Sample = this.pool[0];
  /**
   * The sample with the least h, and the samples on either side of the minimum. After `settle`,
   * `lo` and `hi` are the ends of the flat at right angles to the best direction, or both `best` if
   * there is none.
   */
  best: Sample = this.fresh;
  lo: Sample = this.fresh;
  hi: Sample = this.fresh;
  /** Another sample with small |f|, for a secant. */
  second: Sample = this.fresh;
  /** Least h. */
  least = NaN;
  /** Largest |coordinate| of C, and of C and of A and B relative to their centers. */
  extent = NaN;
  size = NaN;
  /** Largest |coordinate| of the centers of support functions in their own frames. */
  offset = NaN;
  /** Distance of the chord between the closest samples of shapes that are apart. */
  chord = NaN;
  /** Radius ρ of the disks rolled off the arc being divided or bounded; else 0. */
  rho = NaN;
  /** Whether A or B is an ellipse, whose radius of curvature is known. */
  rolling = false;
  /** Whether A or B is a custom support function, which is known only by its samples. */
  custom = false;
  /** Whether the chosen direction divides, at GOLDEN, an arc that looks round. */
  golden = false;
  /** Whether the samples ran out before the minimum was proven. */
  exhausted = false;
  /** Number of support pairs evaluated. */
  evaluations = 0;

  /** The answer, which the next query overwrites. */
  readonly result: DistanceResult = newDistanceResult();
  /** Number of contact points. */
  points = 0;

  /** Notes the best sample, and those on either side of the minimum. */
  bracket(best: Sample, lo: Sample, hi: Sample): void {
    this.best = best;
    this.lo = lo;
    this.hi = hi;
  }

  /** Keeps the sample whose direction was chosen. */
  keep(): Sample {
    const k = this.fresh;
    this.fresh = this.pool[++this.count];
    return k;
  }
}

/** Whether direction k is as good as the best. If C is small beside A and B, their roundings exceed its own. */
export function isGood(query: Query, k: Sample): boolean {
  const { least } = query;
  return k.h <= least + ROUNDING * (Math.abs(least) + GOOD * query.size);
}

/** Whether |f| of sample k is less than that of sample i: closer to the minimum. */
export function isFlatter(k: Sample, i: Sample): boolean {
  return Math.abs(k.f) < Math.abs(i.f);
}
