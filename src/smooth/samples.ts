/**
 * Samples of the support function, and the state of a query.
 *
 * Everything follows from the support function of C = A ⊖ B, h(n) = max over c in C of n·c for unit
 * n. (A and B are cores in the pair frame, which has the axes of the world and its origin at A or
 * at B: see `chooseOrigin`.) The signed distance of the cores is
 *
 *   s = -min over n of h(n),   attained at the normal n from A to B,
 *
 * both for shapes that are apart (s > 0) and for shapes that overlap (s < 0): h(n) is how far B
 * must move along n until a line at right angles to n separates it from A. A sample at n is a
 * support point v of C with h = n·v and f = t·v = dh/dθ, where t is n turned to the left. Where the
 * boundary of C has the radius of curvature ρ, df/dθ = ρ - h.
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
/**
 * A direction is as good as the best if its h exceeds the least by at most this many roundings. If
 * this were smaller, rounding would decide.
 */
export const GOOD = 3;

/**
 * Doubles per sample: direction n; support points of C (v), of A and of B; h; f; bounds of the arc.
 */
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
/** By how much a sample on that arc misses a circle; -1 if none has been compared. */
export const MISS = 11;

/** Registers for numbers that concern all samples: largest |coordinate| of C, … */
export const EXTENT = 0;
/** … least h, … */
export const LEAST = 1;
/** … length from `makeUnit`, … */
export const LENGTH = 2;
/** … radius ρ of the disks rolled off, or of a circle, … */
export const RHO = 3;
/** … h from `circleDirection`, or the miss from `fitCircle`, … */
export const MODEL = 4;
/** … largest |coordinate| of C, and of A and B relative to their centers, which follow, … */
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
 * The pair frame: the poses of A and B as x, y, cos, sin; the world coordinates of the frame's
 * origin; the translations that take rotated points of A and of B into the frame; …
 */
export const ORIGIN = 8;
export const SHIFT_A = 10;
export const SHIFT_B = 12;
/** … the rotated offsets by which A and B were moved. */
export const MOVE_A = 14;
export const MOVE_B = 16;

/**
 * State of one query. Functions take indices of samples and leave doubles in memory, because the
 * JavaScript engine would box doubles that are passed as arguments.
 */
export class Samples {
  /** Samples, STRIDE doubles each. */
  readonly S: Float64Array = new Float64Array(CAPACITY * STRIDE);
  /** The sample with the next direction, counter-clockwise; used in `search` only. */
  readonly next: Int32Array = new Int32Array(CAPACITY);
  /** Vertex indices of the support points on A and on B, -1 for a support function. */
  readonly ia: Int32Array = new Int32Array(CAPACITY);
  readonly ib: Int32Array = new Int32Array(CAPACITY);
  /** Registers. */
  readonly R: Float64Array = new Float64Array(16);
  /** The pair frame. */
  readonly P: Float64Array = new Float64Array(18);
  /** Straight sides and their names; see sides.ts. */
  readonly Q: Float64Array = new Float64Array(52);
  readonly names: Int32Array = new Int32Array(18);
  /** The answer, which the next query overwrites. */
  readonly result: DistanceResult = newDistanceResult();
  /** Number of contact points. */
  points = 0;
  a: ConvexShape | null = null;
  b: ConvexShape | null = null;
  mode = SIGNED;
  /** Number of slots in use. The slot after them holds the direction being chosen. */
  count = 0;
  /** Number of support pairs evaluated. */
  evaluations = 0;
  /** Records all of them for `gjkTrace`: see `SmoothQueries.trace`. */
  taken: number[] | null = null;
  /**
   * The sample with the least h, and the samples on either side of the minimum. After `settle`,
   * `lo` and `hi` are the ends of the flat at right angles to the best direction, or both `best` if
   * there is none.
   */
  best = 0;
  lo = 0;
  hi = 0;
  /** Another sample with small |f|, for a secant. */
  second = 0;
  /** Whether the samples ran out before the minimum was proven. */
  exhausted = false;
  /** Whether A or B is an ellipse, whose radius of curvature is known. */
  rolling = false;
  /** Whether A or B is a custom support function, which is known only by its samples. */
  custom = false;
  /** Whether the chosen direction divides, at GOLDEN, an arc that looks round. */
  golden = false;
}
