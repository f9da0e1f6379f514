/**
 * Every threshold of the kernel: what it is a fraction of, why it has this value, and what breaks
 * otherwise. Other files alias what they need, `const { SMALL } = tolerances`, because V8 folds a
 * constant of the same file, but reads an imported one from memory at every use.
 *
 * Thresholds are relative, except those that keep numbers in the range of doubles. So scaling
 * everything by a power of two changes no result. No boolean depends on one of them: where it says
 * "not certain", an exact sign decides.
 *
 * **The band of rounding.** S is the size of a pair: the extents of both shapes, their offset and
 * their radii. Most decisions compare with
 *
 *   E = S · (FRAME_NOISE + |cos_A² + sin_A² - 1| + |cos_B² + sin_B² - 1|),
 *
 * which `setBand` computes and keeps in `measured.noise`, and `search` and `boxes` for themselves (`linearCast` has
 * one of its own). Where the code has a fraction or a multiple of it, this is why:
 *
 * - 1: a projection on a direction. `search` is certain beyond it, the contacts settle margins, ties
 *   and numbers of points within it by the signed distance.
 * - 2: a difference of two projections: circles, the axes of rectangles, a distance and the radii.
 * - 1/8: less than what rounding adds to a distance of two parallel edges, or leaves of a common
 *   point. 1/16: another correction of that point would not gain anything.
 *
 * ε is 2^-53, half the distance from 1 to the next double.
 *
 * @module
 */

// ---- Signs: a sum of products has the right sign if it is beyond this fraction of its terms. These
// bound the rounding errors. With smaller ones signs would be wrong; larger ones only cost time.

/** 2^-49 = 16 ε of S: a coordinate in the other shape's frame takes less than 16 roundings. */
export const FRAME_NOISE = 1.7763568394002505e-15;
/**
 * 2^-47 of 1: FRAME_NOISE and what cos² + sin² of both poses is off by. Up to it, rotations are taken
 * as they are. Beyond it they are those kept in single precision, off by up to 2^-20 each (more is
 * refused): whoever works in a shape's frame gives it the shape's own unit, which is as exact. With more, the
 * deepest edge could be another one than that of the placed vertices, and the depth be off by more
 * than 4 u.
 */
export const SKEWED = 7.105427357601002e-15;
/** 2^-20 of 1: with more, of both poses, the lanes of a space leave a pair to the kernel. */
export const SCALING = 9.5367431640625e-7;
/** (3 + 16 ε) ε of both products: Shewchuk's bound for a determinant of rounded differences. */
export const DETERMINANT_BOUND = 3.3306690738754716e-16;
/** 2^-51 = 4 ε of both products of d x v, when each component of v is one difference. */
export const SIDE_BOUND = 4.440892098500626e-16;
/** 2^-49 = 16 ε of both products of d x v and of R |d|: a root and two more products. */
export const SIDE_NOISE = 1.7763568394002505e-15;
/** 2^-48 = 32 ε of |d| times the coordinates: as SIDE_NOISE, with vertices rotated on the way. */
export const RAY_NOISE = 3.552713678800501e-15;
/** 2^-48 of both products: below it, double-double arithmetic has too few digits; expansions have all. */
export const CANCELLED = 3.552713678800501e-15;
/** 2^-98 of the terms: in double-double arithmetic with a root, closer numbers count as equal. */
export const TIE = 3.1554436208840472e-30;
/** 2^-51, a sine: directions that differ by less may be equal, so edges may share a place on C. */
export const SAME_DIRECTION = 4.440892098500626e-16;
/** 2^-51 of the coordinates: rounding of a position. */
export const PLACED = 4.440892098500626e-16;

// ---- The range of doubles.

/** 2^-900: smaller products lose digits to underflow, so their factors are scaled. */
export const SMALL = 1.1830521861667747e-271;
/** The least double. It replaces results that underflow, to keep their sign. */
export const LEAST = 5e-324;
/** Four times the least double: what products with a direction this short lose. */
export const UNDERFLOW = 2e-323;
/** 2^480: products of two operands up to this stay in range. */
export const MOST2 = 3.1217485503159922e144;
/** 2^240: the same for products of four. */
export const MOST4 = 1.7668470647783843e72;
/** A length: shorter rays would have to be scaled up first, so they are cast as points. */
export const SHORT_RAY = 1e-75;

// ---- Choices among right answers: within rounding of each other, always the same one is taken.

/**
 * 2^-26, a sine: edges at a smaller angle may be parallel; the distances of their ends decide. Their
 * witness point is then in the middle. With a smaller one it would jump from end to end.
 */
export const PARALLEL = 1.4901161193847656e-8;
/** PARALLEL² of E² / |e|²: rounding may turn a shorter edge by a larger angle, so it is no reference. */
export const SHORT_EDGE = 2.220446049250313e-16;
/** 2^-50 of an edge's length: a foot this far beyond the end is there by rounding only. */
export const BEYOND = 8.881784197001252e-16;
/** 2^-60 of a separation: a gap or an overlap that exists, but is too small to be measured. */
export const NEXT_TO_NONE = 8.673617379884035e-19;
/**
 * 2^-53 of S. B's edge becomes the reference only if it is better than A's by more. If both are
 * equally good, as in a stack of equal boxes, A's is taken. With more, separations would differ from
 * the signed distance by more than is promised.
 */
export const BIAS = 1.1102230246251565e-16;
/** 1 + 2^-20, of squared lengths: edges are equally long up to this, and the larger shape gives the id. */
export const LONGER = 1.00000095367431640625;
/** 2^-5, a tangent: edges that begin at the closest corners lie along each other, and so are flush. */
export const FLUSH = 0.03125;
/** 2^-50 of 1: poses whose cos² + sin² is off by more lengthen an axis by more than rounding. */
export const UNIT_POSE = 8.881784197001252e-16;
/** The same for both poses of a pair, when FRAME_NOISE is added. */
export const ROUGH = FRAME_NOISE + UNIT_POSE;
/** 2^-20 of a squared distance: more than what rounding adds to it, and poses that stretch by up to 2^-24.5. */
export const AMPLE = 9.5367431640625e-7;
/** 1 - 2^-5 of the way out: a point on the line through both centers is inside by more than rounding. */
export const INSIDE_BOXES = 0.96875;
/** 1e-13, a sine: within it an arc's normal may belong to the edge beside it. */
export const ARC_END = 1e-13;
/** 64 E: closer features are searched for anew; a foot hidden by E changes a distance d by E² / 2d. */
export const CLEAR = 64;

// ---- Shapes that poses may place out of convex order. Then the hulls of their placed vertices count.

/** 4 E: a shape with a smaller inner circle is one of them. */
export const THIN = 4;
/** 2^16 sizes from the origin of the pair frame, rounding leaves dents between close vertices. */
export const FAR = 65536;
/** 2^-30, a sine: nearer to the origin, rounding undoes only smaller turns. */
export const SLIGHT = 9.313225746154785e-10;

// ---- Casts: the time t, in units of ε.

/** Rounding error of t that is allowed. */
export const TIME_ULPS = 15;
/** The same if t is more than a thousandth above 1, where only that matters. */
export const LATE = 1e9;
/** 2^23 roundings, 2^-26 of the pair: a ray this close to an end of an edge counts as entering there. */
export const BESIDE = 8388608;

// ---- Caps. Each says what happens when it is reached.

/** Supports of `search`; then the boundary scan answers, which is finite. */
export const ITERATION_CAP = 64;
/** Supports of the search of a cast; then the walk goes on from there. */
export const SEARCH_CAP = 64;
/** Corrections of a common point, as in the lanes; each gains a digit or is the last. */
export const CORRECTIONS = 3;
/** Replacements of doubtful features, in theory five; then those count that were measured last. */
export const ROUND_CAP = 8;
/** Points on either side that have a bound of the reach of their own; the others share one. */
export const WALK_CAP = 4;
