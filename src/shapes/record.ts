/**
 * Layout of a shape record: the one block of doubles that the kernel reads of a shape. The object
 * API keeps one record per shape in a plain array (offset 0); a batch keeps many in one memory.
 *
 * ```
 * offset            length  content
 * 0  RADIUS         1       radius r >= 0 around the core
 * 1  EXTENT         1       max over the core points of |x| + |y|
 * 2  REF_X, REF_Y   2       reference point c
 * 4  CENTER_X, _Y   2       mean of the core points, less c
 * 6  OUTER          1       radius of a circle about the center that holds the core
 * 7  INNER          1       radius of a circle about the center that the core holds, or just below 0; -Infinity of a
 *                           polygon so thin that the normals of its two sides may be opposite or beyond by rounding
 * 8  HALF_U, HALF_V 2       of a rectangle: half its extent along the normals of edges 0 and 1; else 0
 * 10 BOUND          1       radius of a circle about the shape's own origin that holds core and radius, but for rounding
 * 11 LOCAL          2n      p_k - c     (x, y interleaved, counter-clockwise)
 * 11 + 2n           2n      unit outward normal of the edge k -> k + 1; the neighbour's where they are one but
 *                           for rounding
 * 11 + 4n           2n      p_k exactly as given
 * 17 HALF_AXES      2       only of an ellipse, whose core point is its center
 * ```
 *
 * Each coordinate of the reference point is 0 unless those of the core points agree within a factor of
 * two. Then p - c is exact, and small where the shape lies far from its own origin: sums of products of
 * absolute coordinates would drown what the boundary scan compares. The search itself needs the edge
 * normals and the exact points only, and everything that is reported is computed from those.
 *
 * A rectangle with a normal along an axis is upright to the last bit; one that leans, were it by an ulp, has
 * no half extents.
 *
 * @module
 */
import type { i32 } from "../kernel/ptr.ts";

export const RADIUS: i32 = 0;
export const EXTENT: i32 = 1;
export const REF_X: i32 = 2;
export const REF_Y: i32 = 3;
export const CENTER_X: i32 = 4;
export const CENTER_Y: i32 = 5;
export const OUTER: i32 = 6;
export const INNER: i32 = 7;
export const HALF_U: i32 = 8;
export const HALF_V: i32 = 9;
export const BOUND: i32 = 10;
/** After the six numbers of one core point. */
export const HALF_AXES: i32 = 17;
export const LOCAL: i32 = 11;
