/**
 * Layout of the numbers that go into and come out of a space: strides, and where each value lies.
 *
 * @module
 */

/** Doubles per body in `Space.poses`: x, y, cos, sin. */
export const POSE_STRIDE = 4;

/**
 * Doubles per pair in the result of `distances` and `signedDistances`: distance, normal, witness points and
 * status, at {@linkcode DISTANCE_OFFSET}, {@linkcode NORMAL_OFFSET}, {@linkcode POINT_A_OFFSET},
 * {@linkcode POINT_B_OFFSET} and {@linkcode STATUS_OFFSET}.
 */
export const DISTANCE_STRIDE = 8;

/**
 * Doubles per pair in the result of `penetrations`: as in {@linkcode DISTANCE_STRIDE}, with the depth in place
 * of the distance; all 0 for a pair that is apart.
 */
export const PENETRATION_STRIDE = 8;

/**
 * Doubles per row in the result of `manifolds`: number of points at 0; unit normal from A to B at 1 and 2; index of
 * the pair at {@linkcode PAIR_OFFSET}; part of A and part of B at {@linkcode PART_A_OFFSET} and
 * {@linkcode PART_B_OFFSET}; and two points of four doubles from {@linkcode MANIFOLD_POINTS_OFFSET} on: x, y,
 * separation, id.
 */
export const MANIFOLD_STRIDE = 14;

/** Offset of the index of the pair that a manifold belongs to. */
export const PAIR_OFFSET = 3;
/** Offset of the part of A that a manifold belongs to; 0 unless A is a compound or a chain. */
export const PART_A_OFFSET = 4;
/** Offset of the part of B that a manifold belongs to; 0 unless B is a compound or a chain. */
export const PART_B_OFFSET = 5;
/** Offset of the first point of a manifold: x, y, separation, id. The second follows it. */
export const MANIFOLD_POINTS_OFFSET = 6;

/**
 * Doubles per ray for `rayCasts`: origin x, y; translation x, y, to the end of the ray; and the id of the body
 * that it passes through, -1 for none.
 */
export const RAY_STRIDE = 5;

/**
 * Doubles per ray in the result of `rayCasts`: id of the body that is hit first, -1 for none; fraction of the
 * way there, 1 for none; unit normal x, y out of the body; point x, y; depth, 0 unless the ray starts
 * in the body. World axes, the caller's units; 0 where there is no hit.
 */
export const HIT_STRIDE = 7;

/** Doubles per hit in the result of `rayCastsAll`: index of the ray, exit, and what `HIT_STRIDE` says. */
export const RAY_HIT_STRIDE = 9;

/** Doubles per cast for `shapeCasts`: pose x, y, cos, sin; translation x, y. */
export const CAST_STRIDE = 6;

/**
 * Doubles per sweep in the input of `timesOfImpact`: id of the body that moves, `localCenter` x, y, and the poses x, y,
 * cos, sin at the beginning and at the end.
 */
export const SWEEP_STRIDE = 11;

/**
 * Doubles per sweep in the result of `timesOfImpact`: id of the other body or -1, fraction, normal x, y, point on the
 * other body x, y, distance, and `TOUCHING` for a hit, or `SEPARATED`, `OVERLAPPING` or `EXHAUSTED`.
 */
export const IMPACT_STRIDE = 8;

/** Doubles per point in the result of `nearestTo`: id or -1; distance; nearest point of the body x, y. */
export const NEAREST_STRIDE = 4;

/** Offset of the distance, of the signed distance, or of the depth, in the caller's units. */
export const DISTANCE_OFFSET = 0;
/** Offset of the unit normal from A to B: x, y; world axes. */
export const NORMAL_OFFSET = 1;
/** Offset of the witness point on A: x, y; world. */
export const POINT_A_OFFSET = 3;
/** Offset of the witness point on B: x, y; world. */
export const POINT_B_OFFSET = 5;
/** Offset of the status, one of the `SEPARATED`, `TOUCHING`, `OVERLAPPING`, `EXHAUSTED` codes. */
export const STATUS_OFFSET = 7;

/** Status code: the shapes are apart. */
export const SEPARATED = 0;
/** Status code: the shapes touch. */
export const TOUCHING = 1;
/** Status code: the shapes overlap. */
export const OVERLAPPING = 2;
/** Status code: a support function kept the search from converging; the distance is a bound. */
export const EXHAUSTED = 3;
