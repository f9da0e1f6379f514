/**
 * Layout of a shape record: the block of doubles through which the kernel sees a shape. The object
 * API keeps one record per shape in a plain array (offset 0); a space keeps many in one memory.
 *
 * ```
 * offset            length  content
 * 0  RADIUS         1       radius r >= 0 around the core
 * 1  EXTENT         1       max over the core points of |x| + |y|
 * 2  REF_X, REF_Y   2       reference point c
 * 4  CENTER_X, _Y   2       mean of the core points, minus c
 * 6  OUTER          1       radius of a circle about the center that contains the core
 * 7  INNER          1       radius of a circle about the center inside the core, or just below 0; -Infinity for a
 *                           polygon so thin that rounding may make the normals of its two sides opposite, or more
 * 8  HALF_U, HALF_V 2       half the extent of a rectangle along the normals of edges 0 and 1; else 0 and TURN, the
 *                           least sine of the angle between the normals of two edges that meet
 * 10 BOUND          1       radius, up to rounding, of a circle about the shape's own origin that contains the shape
 * 11 NORMALS        2n      unit outward normal of the edge k -> k + 1 (x, y interleaved, counter-clockwise); the
 *                           same as the neighbour's if they differ only by rounding
 * 11 + 2n           2n      core point p_k, exactly as given
 * 15 HALF_AXES      2       only for an ellipse, whose core point is its center
 * ```
 *
 * Scans over edges use p - c. With absolute coordinates, sums of products would drown the differences that
 * they compare. A coordinate of the reference point is that of p_0 if all of them have one sign and agree within
 * a factor of two, else 0. So p - c is exact: p - 0 is p, and for p/2 <= c <= 2p the difference is a double
 * (Sterbenz). The search needs only normals and points, and all results are computed from those.
 *
 * Normals come before points because searches compare four edges at a time, and so read up to three beyond the
 * last: there are always as many numbers as that.
 *
 * A rectangle with a normal along an axis is upright to the last bit. If it leans, even by an ulp, it has
 * no half extents.
 *
 * @module
 */

/**
 * A shape record, which the kernel only reads. A plain array, because V8 reads one per shape 5–25 %
 * faster than a `Float64Array` per shape; `buildRecord` keeps its elements kind `double`.
 */
export type Verts = readonly number[];

export const RADIUS = 0;
export const EXTENT = 1;
export const REF_X = 2;
export const REF_Y = 3;
export const CENTER_X = 4;
export const CENTER_Y = 5;
export const OUTER = 6;
export const INNER = 7;
export const HALF_U = 8;
export const HALF_V = 9;
/** Only if HALF_U is 0. */
export const TURN = 9;
export const BOUND = 10;
/** They follow the four numbers of the one core point. */
export const HALF_AXES = 15;
export const NORMALS = 11;

/** The number of core points, for those who do not have it at hand. */
export function countOf(V: Verts): number {
  return (V.length - NORMALS) >> 2;
}
