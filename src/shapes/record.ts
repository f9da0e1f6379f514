/**
 * Layout of a shape record: the one block of doubles that the kernel reads of a shape. The object
 * API keeps one record per shape in a plain array (offset 0); a batch keeps many in one memory.
 *
 * ```
 * offset            length  content
 * 0  RADIUS         1       radius r >= 0 around the core
 * 1  EXTENT         1       max over the core points of |x| + |y|
 * 2  REF_X, REF_Y   2       reference point c: search works on p - c
 * 4  CENTER_X, _Y   2       mean of the core points, less c
 * 6  LOCAL          2n      p_k - c     (x, y interleaved, counter-clockwise)
 * 6 + 2n            2n      unit outward normal of the edge k -> k + 1
 * 6 + 4n            2n      p_k exactly as given
 * ```
 *
 * The reference point is (0, 0) unless the shape lies far from its own origin. There a dot product
 * of absolute coordinates would drown the differences that decide a support; differences from `c`
 * keep them. Everything that is reported is computed from the exact points again.
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
export const LOCAL: i32 = 6;
