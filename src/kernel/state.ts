/**
 * What the stages of a query hand to one another and to the caller, by name. There is one of each for
 * all queries: a kernel call runs to its end without calling back, and a query does not rely on them
 * while user code runs.
 *
 * They are long-lived objects whose fields never change their kind, doubles or small integers. V8
 * then stores a double in place, where as an argument or a result of a call that it does not inline
 * it would be put on the heap. (Measured against numbered slots of a typed array: 0.99 to 1.01.) Each
 * has a class of its own, because V8 keeps one description of all literals with the same fields: a
 * single `{ x: undefined, y: 0 }` anywhere would make it put every number of a literal on the heap.
 *
 * The pair frame has the world's axes and its origin at A's position. Vertices are brought into it
 * as `R_A a` and `R_B b + w`, with `w = x_B - x_A`. So for shapes given in world coordinates
 * (identity poses) they are exactly the given doubles.
 *
 * @module
 */

class Features {
  onEdge = 0;
  side = 0;
  edge = 0;
  facing = 0;
  a0 = 0;
  a1 = 0;
  b0 = 0;
  b1 = 0;
  leaning = 0;
  ofHulls = 0;
}

class Simplex {
  count = 0;
  pa = 0;
  pb = 0;
  qa = 0;
  qb = 0;
  ra = 0;
  rb = 0;
  iterations = 0;
}

class Measured {
  /** The signed distance, the unit normal from A to B, and the witness points, in world axes. */
  distance = NaN;
  nx = NaN;
  ny = NaN;
  ax = NaN;
  ay = NaN;
  bx = NaN;
  by = NaN;
  /** One of the STATUS codes. */
  status = 0;
  /** Absolute bound on the rounding error of a distance in a shape's frame, and of one in it; see `setBand`. */
  noise = NaN;
  skew = NaN;
  /** Signed distance of the cores: of separated ones within `noise` by `search`, then as measured. */
  core = NaN;
  /** The largest edge separation, of the edge that `features` names. */
  separation = NaN;
  /** A common point: by how much it may miss a core, and, of rectangles, how far it is on the way to B's center. */
  miss = NaN;
  share = NaN;
  /** Where things are along the reference edge, from 0 to 1, and in front of it; see `measure`. */
  along = NaN;
  far = NaN;
  depth = NaN;
}

class Exact {
  value = NaN;
}

class Manifold {
  /** In: shapes up to this far apart still have contact points. */
  margin = NaN;
  /** Out: the unit normal from A to B, in world axes. */
  nx = NaN;
  ny = NaN;
}

class Cast {
  /** In: translation of B in world axes, and the distance at which it counts as touching A. */
  dx = NaN;
  dy = NaN;
  target = NaN;
  /** Out: fraction of the translation. */
  fraction = NaN;
  /** The vertices of the front-most point of C. */
  frontA = 0;
  frontB = 0;
}

/**
 * The poses of A and B, which the caller of the kernel writes: x, y, cos, sin from POSE_A and POSE_B on.
 * (As fields, they made `intersects` 4 % slower: it does little more than read them.)
 */
export const poses: Float64Array = new Float64Array(8);
export const POSE_A = 0;
export const POSE_B = 4;

/** Copies the poses at `a` and `b` of an array, each as x, y, cos, sin. */
export function loadPoses(P: Float64Array, a: number, b: number): void {
  poses[POSE_A] = P[a];
  poses[POSE_A + 1] = P[a + 1];
  poses[POSE_A + 2] = P[a + 2];
  poses[POSE_A + 3] = P[a + 3];
  poses[POSE_B] = P[b];
  poses[POSE_B + 1] = P[b + 1];
  poses[POSE_B + 2] = P[b + 2];
  poses[POSE_B + 3] = P[b + 3];
}

/**
 * Two features that face each other: the vertices a0 and b0 (onEdge 0), or edge `edge` of the shape
 * `side` (0 = A, 1 = B) and the other shape's vertex `facing` (onEdge 1). As a result, a0, a1 and b0,
 * b1 are the vertices of A's and B's feature, the same twice for a vertex. `leaning` is an edge at the
 * facing vertex; see `measure`. `ofHulls` is set to 1 if they were found on hulls, of which edge and facing
 * then are; see hulls.ts.
 */
export const features: Features = new Features();

/**
 * The simplex of the search: `count` points p, q, r of C (0 when circles or rectangles were enough),
 * each a vertex of A and one of B; and how many supports it took.
 */
export const simplex: Simplex = new Simplex();

/** What is measured, mostly of the features. */
export const measured: Measured = new Measured();

/** Direction x, y for `climb` and `supportIndex`, and the vector to the point for `edgeTowards`. */
export const direction: Float64Array = new Float64Array(2);

/** Result of an exact predicate; see exact.ts. */
export const exact: Exact = new Exact();

/** A contact manifold; its points are in `contacts`. */
export const manifold: Manifold = new Manifold();

/** Its two points, from 0 and from 4 on: x, y, separation, id, in world coordinates. */
export const contacts: Float64Array = new Float64Array(8);

/** A cast. */
export const cast: Cast = new Cast();
