// The fixed part of the memory, in bytes; src/batch/simd_backend.ts has the same numbers. The tables of
// the bodies lie behind it and move; their addresses are arguments.

/** Support tables for 4 and for 8 edges: index of the peak by the mask of ascending edges. */
export const PEAKS4: usize = 0;
export const PEAKS8: usize = 64;
/** One vector per edge: scratch of the scan. */
export const EDGES: usize = 768;
/** Normals and vertices of two shapes, one vector of x and one of y per vertex. */
export const NORMALS_A: usize = 1024;
export const NORMALS_B: usize = 1280;
export const POINTS_A: usize = 1536;
export const POINTS_B: usize = 1792;
/** 0, 1, 2, …: the order of pairs that are all of one class; u16 each. */
export const IDENTITY: usize = 2048;
/** Pairs sorted by class, and lists of pairs for the later stages: u16 each. */
export const ORDER: usize = 4096;
export const VERTEX_LIST: usize = 6144;
export const EDGE_LIST: usize = 8192;
export const OVERLAP_LIST: usize = 10240;
/** The last place of that list: pairs that circles found to overlap, from there downwards. */
export const CENTRE_LIST_END: usize = 12286;
/** Pairs that the lanes leave to the kernel: u16 each. */
export const LEFT_LIST: usize = 12288;
/** Class of each pair: u8. */
export const CLASSES: usize = 14336;
/** Features of each pair: u32; see `packEdge` and `searchLanes`. */
export const FEATURES: usize = 16384;
/** NOISE of each pair: f64. */
export const NOISES: usize = 20480;
/** The pairs, 2 u32 each, and their results, 1 byte or 8 doubles each. */
export const PAIRS: usize = 28672;
export const RESULTS: usize = 36864;

// The table has 8 bytes per body: offset of its lane record in doubles, and a word about its shape: 0
// where there is no body, else the number of its core points (0 without a record) and from bit 16 on its
// kind: 0 up to four points, 1 more, 2 and 3 the same with a radius, 4 a rectangle without radius, 5 one
// point, 6 a circle, 7 no record (too many points, or a support function).
export const SHAPE_COUNT: i32 = 0xff;
export const SHAPE_KIND: i32 = 16;
/** Class of a pair by the kinds of its shapes, 8 x 8 bytes. */
export const CLASS_TABLE: usize = 384;
export const TABLE_SHIFT: usize = 3;
/** Bytes per body of the poses: 2^5. */
export const POSE_SHIFT: usize = 5;

// A lane record, in bytes. It repeats the last normal and point until there are N = 4 or 8 of each.
//    0  radius   8  extent   16  reference point   32  center, less the reference point
//   48  radii of a circle around the core and of one inside it, about the center
//   64  N unit normals   64 + 16 N  N points, less the reference point   64 + 32 N  N points as given
//  256  of a rectangle: half its extent along normals 0 and 1
export const CIRCLES: usize = 48;
export const HEADER: usize = 64;
export const HALVES: usize = 256;

// Classes of pairs: bit 0: A has more than 4 points, bit 1: B has, bit 2: there is a radius.
/** Two shapes of one point. */
export const CLASS_ROUND: i32 = 8;
/** Two rectangles without radius. */
export const CLASS_BOX: i32 = 9;
/** A shape without a lane record. */
export const CLASS_LEFT: i32 = 10;
