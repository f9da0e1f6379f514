/**
 * The register file `W` of the exact predicates: their operands, and scratch for expansions, which are
 * sums of many doubles. Casts have the vectors of their equations in it. What the stages of a query
 * hand to one another has names, in state.ts.
 *
 * This file also has the codes that stages return, and what callers want.
 *
 * @module
 */

/** Operands of the exact predicates: four points; see `exact.ts`. */
export const OPERANDS = 40;

/** Scratch for expansions. 3208 to 3299 is that of `entry.ts`. */
export const SCRATCH = 64;

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
/** As BY_SCAN, of hulls, and they are measured. */
export const MEASURED = 2;
/** Nothing yet. */
export const UNKNOWN = 3;
