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
 * 8  HALF_U, HALF_V 2       half the extent of a rectangle along the normals of edges 0 and 1; else 0
 * 10 BOUND          1       radius, up to rounding, of a circle about the shape's own origin that contains the shape
 * 11 LOCAL          2n      p_k - c     (x, y interleaved, counter-clockwise)
 * 11 + 2n           2n      unit outward normal of the edge k -> k + 1; the same as the neighbour's if they differ
 *                           only by rounding
 * 11 + 4n           2n      p_k exactly as given
 * 17 HALF_AXES      2       only for an ellipse, whose core point is its center
 * ```
 *
 * A coordinate of the reference point is 0 unless those of the core points agree within a factor of
 * two. Then p - c is exact, and small if the shape is far from its own origin. With absolute coordinates,
 * sums of products would drown the differences that the boundary scan compares. The search needs only the
 * edge normals and the exact points, and all results are computed from those.
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
export const BOUND = 10;
/** They follow the six numbers of the one core point. */
export const HALF_AXES = 17;
export const LOCAL = 11;

/** The number of core points, for those who do not have it at hand. */
export function countOf(V: Verts): number {
  return ((V.length - LOCAL) / 6) | 0;
}
