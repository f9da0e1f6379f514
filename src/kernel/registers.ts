/**
 * The register file `W` of the exact predicates: their operands, and scratch for expansions, which are
 * sums of many doubles. Casts have the vectors of their equations in it, impacts their motion. What the stages of a query hand to one another has names, in state.ts.
 *
 * This file also has the codes that stages return, and the modes of queries.
 *
 * @module
 */

/** Operands of the exact predicates: four points; see `exact.ts`. */
export const OPERANDS = 40;

/**
 * Scratch for expansions. `boxes` also uses the first seven, to pass results to `closestOfBoxes` and
 * `shareOfBoxes`, so no exact predicate may run in between. 3208 to 3299 is scratch of `entry.ts`.
 */
export const SCRATCH = 64;

// Time of impact. Such a query has a file of its own, or this one, with the same layout. Where both bodies
// are comes first, as in `poses` of state.ts.

/** What is measured there: the distance, the witness points, and a vertex of both closest features. */
export const DISTANCE = 8;
export const AX = 11;
export const AY = 12;
export const BX = 13;
export const BY = 14;
export const FA0 = 16;
export const FB0 = 18;
/**
 * The two sweeps (16 doubles each, see `toi.ts`), the time to place them at, the normal and the time
 * step for a bound of the reach along that normal, the reach, and the pivots from which it is measured
 * (4 each). Up to 3376 is scratch. The casts of `src/query` have their scratch from 3380 on.
 */
export const TOI_SWEEP_A = 3300;
export const TOI_SWEEP_B = 3316;
export const TOI_TIME = 3332;
export const TOI_NX = 3333;
export const TOI_NY = 3334;
export const TOI_STEP = 3335;
export const TOI_REACH = 3336;
export const TOI_PIVOT_A = 3360;
export const TOI_PIVOT_B = 3364;

/** Doubles per trace record: direction x, y (A's frame), vertex of A, vertex of B, what was done. */
export const TRACE_STRIDE = 8;

/**
 * The register file, which the kernel's files call `W`. There is one for all queries. It is not passed
 * as an argument, because V8 builds the address and length of a typed array that is a constant into
 * the code, and then has no bound to check for a fixed register.
 */
export const registers: Float64Array = new Float64Array(4096);

/** Verdicts of `search`: certain beyond all rounding, or left to the exact stage. */
export const SEPARATED = 0;
export const OVERLAPPING = 1;
export const UNCERTAIN = 2;
/** The cores are separated, but not certainly by more than the radii. */
export const APART = 3;

/** Status codes of a result. */
export const STATUS_SEPARATED = 0;
export const STATUS_TOUCHING = 1;
export const STATUS_OVERLAPPING = 2;

/** What a trace record says was done with the support point r, in the search... */
export const STEP_START = 0;
export const STEP_EDGE_P = 1;
export const STEP_EDGE_Q = 2;
export const STEP_INSIDE = 3;
export const STEP_SEPARATING_AXIS = 4;
export const STEP_NEAR = 5;
/** ...and in the walk, with the edge of C to the vertex r: the origin is beside it, or beyond r. */
export const STEP_BESIDE = 6;
export const STEP_BEYOND = 7;

// What the caller of `signedDistance` wants.

/** Measures an overlap along the axis of least penetration. */
export const SIGNED = 0;
/** An overlap is not measured; the result is a point that both shapes share. */
export const UNSIGNED = 1;

// What has chosen the features.

/** A search, or the axes of rectangles, up to rounding. */
export const BY_SEARCH = 0;
/**
 * The scan of the boundary by exact signs, or a source that is as reliable. `measured.separation` is
 * then the separation of the edge, with the exact sign of that of the cores.
 */
export const BY_SCAN = 1;
/** As BY_SCAN, from the vertices alone, because edges have led nowhere. */
export const BY_VERTICES = 2;
/** Nothing yet. */
export const UNKNOWN = 3;
