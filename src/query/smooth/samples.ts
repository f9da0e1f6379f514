/**
 * What a sample of the support function is, and all that a query remembers of its samples.
 *
 * Everything follows from the support function of C = A ⊖ B, h(n) = max over c in C of n·c for unit n
 * (cores in the pair frame: world axes, origin at A or at B, see `chooseOrigin`). The signed distance of the cores is
 *
 *   s = -min over n of h(n),   attained at the normal n from A to B,
 *
 * for shapes that are apart (s > 0) and for shapes that overlap (s < 0) alike: h(n) is how far B has to
 * move along n until a line across n separates it from A. One sample at n is a support point v of C with
 * h = n·v and, t being n turned to the left, f = t·v = dh/dθ. Where the boundary of C has radius of
 * curvature ρ, df/dθ = ρ - h.
 *
 * @module
 */
import type { Shape } from "../../shapes/shape.ts";
import { SIGNED } from "../attached.ts";
import { type DistanceResult, newDistanceResult } from "../result.ts";

/** Samples after which `search` stops proving that its minimum is the least. */
export const SEARCH_CAP = 256;
/** Samples that `separate` may take after that. */
export const SEPARATE_CAP = 128;
/** Samples that `settle` may take in the end. */
export const SETTLE_CAP = 24;
/** Room for all of them, for the direction that is being chosen, and for the far end of a flat. */
const CAPACITY = SEARCH_CAP + SEPARATE_CAP + SETTLE_CAP + 8;

/** Relative duality gap at which a search ends: 2^-51. */
export const GAP = 4.440892098500626e-16;
/** Rounding of h and f relative to the largest coordinate seen: 2^-52. */
export const ROUNDING = 2.220446049250313e-16;
/** Support points that miss a line by no more roundings lie on it, a circle by no more on an arc. */
export const FLAT = 8;
/** A direction is as good as the best when its h is larger by no more roundings; with fewer, roundings decide. */
export const GOOD = 3;

/** Doubles a sample: direction n; support point v of C and those of A and of B; h; f; bounds of the arc. */
export const STRIDE = 12;
export const NX = 0;
export const NY = 1;
export const VX = 2;
export const VY = 3;
export const AX = 4;
export const AY = 5;
export const BX = 6;
export const BY = 7;
export const H = 8;
export const F = 9;
/** Lower bound of h on the arc from this sample's direction to that of the next one. */
export const BOUND = 10;
/** By how much a sample on that arc has missed a circle; -1 when none has been compared. */
export const MISS = 11;

/** Registers of numbers that belong to all samples: largest |coordinate| of C, … */
export const EXTENT = 0;
/** … least h, … */
export const LEAST = 1;
/** … length from `makeUnit`, … */
export const LENGTH = 2;
/** … radius ρ of the disks rolled off, or of a circle, … */
export const RHO = 3;
/** … h from `circleDirection`, what `fitCircle` misses, … */
export const MODEL = 4;
/** … largest |coordinate| of C, and of A and B from their centers, which follow, … */
export const SIZE = 5;
export const CENTER_A = 6;
export const CENTER_B = 8;
/** … distance from `measureChord`, … */
export const CHORD = 10;
/** … sum of the radii, … */
export const RADII = 11;
/** … center from `fitCircle`, … */
export const MX = 12;
export const MY = 13;
/** … largest |coordinate| of the centers of support functions in their own frames, … */
export const OFFSET = 14;
/** … the margin of contacts. */
export const LIMIT = 15;

/**
 * The pair frame: poses of A and of B, x, y, cos, sin; the origin of all points in the world; what brings points of A
 * and of B there, after their rotation; …
 */
export const ORIGIN = 8;
export const SHIFT_A = 10;
export const SHIFT_B = 12;
/** … what A and B were moved by, rotated. */
export const MOVE_A = 14;
export const MOVE_B = 16;

/**
 * State of one query. Functions on it take indices of samples and leave doubles in memory: a double as an argument
 * would be boxed by the JavaScript engine.
 */
export class Samples {
  /** Samples, STRIDE doubles each. */
  readonly S: Float64Array = new Float64Array(CAPACITY * STRIDE);
  /** Sample with the next direction, counter-clockwise; only in `search`. */
  readonly next: Int32Array = new Int32Array(CAPACITY);
  /** Vertex indices of the support points on A and on B, -1 on a support function. */
  readonly ia: Int32Array = new Int32Array(CAPACITY);
  readonly ib: Int32Array = new Int32Array(CAPACITY);
  /** Registers. */
  readonly R: Float64Array = new Float64Array(16);
  /** The pair frame. */
  readonly P: Float64Array = new Float64Array(18);
  /** Registers of `supportIndex`. */
  readonly W: Float64Array = new Float64Array(40);
  /** What the points of sides are made of, and names of sides; see sides.ts. */
  readonly Q: Float64Array = new Float64Array(57);
  readonly names: Int32Array = new Int32Array(18);
  /** The answer, which the next query overwrites. */
  readonly result: DistanceResult = newDistanceResult();
  /** How many contact points there are. */
  points = 0;
  a: Shape | null = null;
  b: Shape | null = null;
  mode = SIGNED;
  /** Slots of samples in use; the slot after them holds the direction that is being chosen. */
  count = 0;
  /** Support pairs evaluated. */
  evaluations = 0;
  /** All of them, for `gjkTrace`: see `SmoothQueries.trace`. */
  taken: number[] | null = null;
  /**
   * Sample with the least h, and the samples on either side of the minimum; when it is settled, the ends of
   * the flat on the line across the best direction, both `best` without a flat.
   */
  best = 0;
  lo = 0;
  hi = 0;
  /** Another sample with small |f|, for a secant. */
  second = 0;
  /** Whether samples ran out before anything was proven. */
  exhausted = false;
  /** Whether an ellipse tells its radius of curvature. */
  rolling = false;
  /** Whether A or B has a boundary of which only samples tell. */
  custom = false;
  /** Whether the direction that was chosen divides an arc that looks round. */
  golden = false;
}
