// The fixed part of the memory, in bytes. src/space/simd_backend.ts has the same numbers. The
// tables of the bodies are behind it and move, so their addresses are arguments. The constants of
// vectors.ts begin at 16.

/**
 * Support tables for 4 and for 8 edges: index of the furthest vertex by the mask of ascending
 * edges.
 */
export const PEAKS4: usize = 128;
export const PEAKS8: usize = 192;
/** The class of a pair by the kinds of its shapes, 8 x 8 bytes. */
export const CLASS_TABLE: usize = 448;
/**
 * Number of pairs of each class, i32 each; then the number of pairs left to the kernel, because of
 * their class or by a later stage.
 */
export const COUNTS: usize = 512;
export const LEFT_COUNT: usize = 552;
/** The margin of COLLIDE, else 0. */
export const MARGIN: usize = 560;
/** Scratch space for twelve vectors. */
export const SCRATCH: usize = 576;
/**
 * Lists of slots: an i32 for the length, then a byte per slot. There is room for one entry more
 * than there are slots.
 */
export const ACTIVE: usize = 768;
export const APART: usize = 1056;
export const VERTICES: usize = 1344;
export const EDGES: usize = 1632;
export const OVERLAPS: usize = 1920;
export const CENTERS: usize = 2208;
export const UPRIGHT: usize = 2496;
/** An edge of A and one of B are equally good. */
export const TIES: usize = 2784;
/** Rectangles for which the test of the axes was not conclusive, and those of them not upright. */
export const ASKED: usize = 3072;
export const LEANING: usize = 3360;
/** One core is a point. No pair is in APART at that stage. */
export const POINTED: usize = APART;
/** 0, 1, 2, …, u16 each: the list of pairs if all are of one class. */
export const IDENTITY: usize = 3840;
/** The pairs, 2 u32 each. */
export const PAIRS: usize = 10_000;
/** The slots of the block of pairs being processed; see slots.ts. */
export const SLOTS: usize = 18_192;
/** The results of the pairs, 1 byte, 8 doubles, or, of half as many pairs, a row of ROW bytes each. */
export const RESULTS: usize = 50_960;
/**
 * The features of two rectangles by their sign bits, u16 each. Unused entries lie between them; see
 * setup.ts.
 */
export const BOX_EDGES: usize = 116_496;
/**
 * Lists of pairs by class, u16 each, 2^11 bytes per class. Then the list of pairs left to the
 * kernel.
 */
export const LISTS: usize = 127_440;
export const LIST_SHIFT: usize = 11;
export const LEFT_LIST: usize = 147_920;

/** Pairs per block. The slots then take 32 kB. */
export const BLOCK: i32 = 256;

// The table has 8 bytes per body: the offset of its lane record in bytes, and a word about its
// shape. The word is 0 if there is no body. Otherwise it has the number of core points (0 without a
// record), bit 8 if it has a reference point other than its origin, and from bit 16 on the kind: 0 up to four points, 1 more points, 2 and 3 the same with a
// radius, 4 a rectangle without radius, 5 a point, 6 a circle, 7 no record (too many points, or a
// support function).
export const SHAPE_COUNT: i32 = 0xff;
export const SHAPE_SHIFTED: u64 = 0x100;
export const SHAPE_KIND: i32 = 16;
export const TABLE_SHIFT: usize = 3;
/** Bytes per body of the poses: 2^5. */
export const POSE_SHIFT: usize = 5;

// A lane record of a shape with up to N = 4 or 8 points, in bytes from its address on. Where something
// is does not depend on N: normals lie before the address, and vertices come last.
//  -32 b  x of the normals of edges 2b and 2b + 1, then their y; the last edge over and over until there are N; of a
//   shape of one point the normals are NaN, and nothing they are compared with holds
//   32  radius   40  extent   48  center   64  radii of a circle around the core and of one inside it, about
//   the center   80  of a rectangle: half its extent along normals 0 and 1
//   96 + 16 k  vertex k; then the first one again, over and over until there are N + 1
export const RADIUS: usize = 32;
export const MIDDLE: usize = 48;
export const CIRCLES: usize = 64;
export const HALVES: usize = 80;
export const VERTEX: usize = 96;

/** Where x of the normal of edge k is, with y 16 bytes further on. `edge` has k in bits 4 to 7. */
// @ts-ignore: decorator
@inline export function normalOf(record: usize, edge: i32): usize {
  return record + <usize>((edge >> 1) & 8) - <usize>(edge & 0xe0);
}
/** The one before vertex k of n, as 16 times its index; `vertex` is 16 k. */
// @ts-ignore: decorator
@inline export function before(vertex: i32, n: i32): i32 {
  return (vertex === 0 ? n << 4 : vertex) - 16;
}

// Classes of pairs: bit 0: A has more than 4 points, bit 1: B has, bit 2: there is a radius.
/** Two shapes of one point. */
export const CLASS_ROUND: i32 = 8;
/** Two rectangles without radius. */
export const CLASS_BOX: i32 = 9;
/** A shape without a lane record. */
export const CLASS_LEFT: i32 = 10;

// The queries.
export const DECIDE: i32 = 0;
export const UNSIGNED: i32 = 1;
export const SIGNED: i32 = 2;
export const DEPTH: i32 = 3;
export const COLLIDE: i32 = 4;

/** Bytes of a row of COLLIDE, as src/space/layout.ts has it; and where the index of the pair is. */
export const ROW: usize = 112;
export const ROW_PAIR: usize = 24;
