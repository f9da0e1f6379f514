// The fixed part of the memory, in bytes; src/batch/simd_backend.ts has the same numbers. The tables of
// the bodies lie behind it and move; their addresses are arguments. From 16 on lie the constants of vectors.ts.

/** Support tables for 4 and for 8 edges: index of the peak by the mask of ascending edges. */
export const PEAKS4: usize = 128;
export const PEAKS8: usize = 192;
/** Class of a pair by the kinds of its shapes, 8 x 8 bytes. */
export const CLASS_TABLE: usize = 448;
/** How many pairs each class has, i32 each; then how many the lanes leave to the kernel, by their class or later. */
export const COUNTS: usize = 512;
export const LEFT_COUNT: usize = 552;
/** Twelve vectors for whoever needs them. */
export const SCRATCH: usize = 576;
/** Lists of slots: an i32 for the length, then a byte each; one place more than there are slots. */
export const ACTIVE: usize = 768;
export const APART: usize = 1056;
export const VERTICES: usize = 1344;
export const EDGES: usize = 1632;
export const OVERLAPS: usize = 1920;
export const CENTERS: usize = 2208;
export const UPRIGHT: usize = 2496;
/** Rectangles whose axes did not tell enough; nothing is in APART by then. */
export const ASKED: usize = APART;
/** 0, 1, 2, …: the order of pairs that are all of one class; u16 each. */
export const IDENTITY: usize = 3840;
/** The pairs, 2 u32 each. */
export const PAIRS: usize = 10_000;
/** A block of pairs at work; see slots.ts. */
export const SLOTS: usize = 18_192;
/** Their results, 1 byte or 8 doubles each. */
export const RESULTS: usize = 50_960;
/** The features of two rectangles by their signs, u16 each; between them are empty places, see setup.ts. */
export const BOX_EDGES: usize = 116_496;
/** Pairs by class, 2^11 bytes a class: u16 each. Then those that are left. */
export const LISTS: usize = 127_440;
export const LIST_SHIFT: usize = 11;
export const LEFT_LIST: usize = 147_920;

/** Pairs of a block: the slots are then 32 kB. */
export const BLOCK: i32 = 256;

// The table has 8 bytes per body: offset of its lane record in bytes, and a word about its shape: 0
// where there is no body, else the number of its core points (0 without a record) and from bit 16 on its
// kind: 0 up to four points, 1 more, 2 and 3 the same with a radius, 4 a rectangle without radius, 5 one
// point, 6 a circle, 7 no record (too many points, or a support function).
export const SHAPE_COUNT: i32 = 0xff;
export const SHAPE_KIND: i32 = 16;
export const TABLE_SHIFT: usize = 3;
/** Bytes per body of the poses: 2^5. */
export const POSE_SHIFT: usize = 5;

// A lane record, in bytes, of a shape with up to N = 4 or 8 points.
//    0  radius   8  extent   16  center   32  radii of a circle around the core and of one inside it, about
//   the center   48  of a rectangle: half its extent along normals 0 and 1
//   64  a vertex, the unit normal of the edge that begins there: the last one, then all, then the first one again;
//   of a shape of one point the normals are NaN, and nothing they are compared with holds
//   96 + 32 (N + 1)  x of N normals, y of N normals, and how far out each edge lies; the last edge over and over
//   until there are N
export const MIDDLE: usize = 16;
export const CIRCLES: usize = 32;
export const HALVES: usize = 48;
export const VERTEX: usize = 96;
export const NORMAL: usize = 112;
export const EDGES4: usize = 256;
export const EDGES8: usize = 384;

// Classes of pairs: bit 0: A has more than 4 points, bit 1: B has, bit 2: there is a radius.
/** Two shapes of one point. */
export const CLASS_ROUND: i32 = 8;
/** Two rectangles without radius. */
export const CLASS_BOX: i32 = 9;
/** A shape without a lane record. */
export const CLASS_LEFT: i32 = 10;

// Queries: what is asked for, and what the results are.
export const DECIDE: i32 = 0;
export const UNSIGNED: i32 = 1;
export const SIGNED: i32 = 2;
export const DEPTH: i32 = 3;
