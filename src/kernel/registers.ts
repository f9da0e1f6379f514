/**
 * The register file `W`: where the stages of a query leave their results for one another and for
 * the caller. It holds doubles only; an index is a double that holds a whole number. No stage
 * passes a double as an argument, since a JavaScript engine would have to box it on the heap.
 *
 * The pair frame has the world's axes and its origin at A's position. Vertices are brought into it
 * as `R_A a` and `R_B b + w`, with `w = x_B - x_A`. So for shapes given in world coordinates
 * (identity poses) they are exactly the given doubles.
 *
 * @module
 */

/** Pose of A: x, y, cos, sin. The caller of the kernel writes the poses here. */
export const POSE_A = 0;
/** Pose of B: x, y, cos, sin. */
export const POSE_B = 4;

/** Result: signed distance. */
export const DISTANCE = 8;
/** Result: unit normal from A to B, world axes. */
export const NX = 9;
export const NY = 10;
/** Result: witness point on A, world. */
export const AX = 11;
export const AY = 12;
/** Result: witness point on B, world. */
export const BX = 13;
export const BY = 14;
/** Result: one of the STATUS codes below. */
export const STATUS = 15;
/** Result: vertex indices of the closest features; first = second for a vertex. */
export const FA0 = 16;
export const FA1 = 17;
export const FB0 = 18;
export const FB1 = 19;
/** Result: support queries that GJK made. */
export const ITERATIONS = 20;

/** Search: absolute bound on the rounding error of a distance in A's frame; see `search`. */
export const NOISE = 21;
/** Search: points in the terminal simplex, 1 to 3; 0 when circles or rectangles were enough. */
export const COUNT = 22;
/** Search: vertex indices of the simplex points p, q, r on A and on B. */
export const PA = 23;
export const PB = 24;
export const QA = 25;
export const QB = 26;
export const RA = 27;
export const RB = 28;

/**
 * Boundary: the largest edge separation, which shape's edge has it (0 = A, 1 = B), that edge's
 * index, and the vertex that faces it.
 */
export const SEPARATION = 29;
export const SIDE = 30;
export const EDGE = 31;
export const FACING = 32;

/** Direction for `climb` and `supportIndex`, and the vector to the point for `edgeTowards`. */
export const DX = 33;
export const DY = 34;

/** Trace: number of records that fit; 0 = tracing is off. See `traceTo` in search.ts. */
export const TRACE_CAPACITY = 36;

/** Search: distance of separated cores, as A's frame computes it, within NOISE. */
export const CORE = 37;

/**
 * The features measured last: 0 = two vertices (FA0, FB0), 1 = edge EDGE of SIDE and vertex FACING.
 */
export const ON_EDGE = 38;

/** Operands of the exact predicates: four points, then their result; see `exact.ts`. */
export const OPERANDS = 40;
export const VALUE = 48;

/** Search: direction of a walk along C from the separating axis, 1 for counter-clockwise, or -1. */
export const TURN = 49;

/** Manifold, in: the margin. Shapes up to this far apart still have contact points. */
export const MARGIN = 50;
/** Manifold, out: the unit normal from A to B, the points as x, y, separation, id. */
export const MANIFOLD_NX = 52;
export const MANIFOLD_NY = 53;
export const MANIFOLD_POINTS = 54;

/**
 * Scratch for expansions. `boxes` also uses the first seven, to pass results to `closestOfBoxes` and
 * `shareOfBoxes`, so no exact predicate may run in between.
 */
export const SCRATCH = 64;

/** Casts, in: translation of B in world axes, and the distance at which it counts as touching A. */
export const CAST_DX = 3200;
export const CAST_DY = 3201;
export const CAST_TARGET = 3202;
/** Casts, out: fraction of the translation. The rest of 3200 to 3299 is scratch of `cast.ts` and `entry.ts`. */
export const CAST_FRACTION = 3203;

/**
 * Time of impact: the two sweeps (16 doubles each, see `toi.ts`), the time to place them at, the
 * normal and the time step for a bound of the reach along that normal, the reach, and the pivots
 * from which it is measured (4 each). Up to 3376 is scratch. The casts of `src/query` have their
 * scratch from 3380 on.
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

/** Doubles in the register file. */
export const REGISTERS = 4096;
/**
 * Doubles per trace record: direction x, y (A's frame), vertex of A, vertex of B, what was done.
 */
export const TRACE_STRIDE = 8;

/**
 * The register file, which the kernel's files call `W`. There is one for all queries: a kernel call
 * runs to its end without calling back, and a query does not rely on it while user code runs. It is
 * not passed as an argument, because V8 builds the address and length of a typed array that is a
 * constant into the code, and then has no bound to check for a fixed register.
 */
export const registers: Float64Array = new Float64Array(REGISTERS);

// From here on these are values, not offsets.

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

// Modes of `signedDistance`: what the caller wants, and what it knows.

/** Measures an overlap along the axis of least penetration. */
export const SIGNED = 0;
/** An overlap is not measured; the result is a point that both shapes share. */
export const UNSIGNED = 1;
/** As SIGNED, when `search` has run and has not found the cores separated. */
export const SEARCHED = 2;
/**
 * As SIGNED, when the caller knows the features: ON_EDGE, SIDE, EDGE, FACING, with SEPARATION > 0
 * for the edge of cores that are apart or just touch. The radii get no exact test, because the
 * caller knows the distance.
 */
export const GIVEN = 3;
/** As SIGNED, when the closest features are known, in the registers that `search` writes. */
export const FOUND = 4;
/**
 * As SIGNED, when the axis of least penetration is known: ON_EDGE, SIDE, EDGE, FACING,
 * SEPARATION < 0.
 */
export const DEEPEST = 5;
/** As UNSIGNED, when the closest features are known, in the registers that `search` writes. */
export const FOUND_UNSIGNED = 6;
/** As UNSIGNED, when the triangle of C in PA … RB is known to contain the origin. */
export const ENCLOSED = 7;
