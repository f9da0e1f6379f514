import * as state from "../kernel/state.ts";
import { cross } from "../kernel/exact.ts";
import { registers } from "../kernel/registers.ts";
import { OPERANDS } from "../kernel/registers.ts";
import type { Vec2 } from "../math/vec2.ts";
import { orientation } from "../math/orient.ts";
import { checkVertices } from "../shapes/check.ts";
import { convexHull } from "../shapes/hull.ts";

const { exact } = state;

const W = registers;

/**
 * Minkowski sum of the convex hulls of two point sets, A ⊕ B = { a + b }, as an explicit polygon.
 *
 * The polygon is counter-clockwise and has one vertex for every edge of either hull, which is all that its
 * boundary needs of the n · m sums. Its edges are those of the two hulls in the order of their angles.
 *
 * @param pointsA First set, any order
 * @param pointsB Second set, any order
 * @returns The vertices of the sum
 * @throws {TypeError} If an argument is not an array of points
 * @throws {RangeError} If an array is empty or a coordinate is not finite or beyond ±2^250
 *
 * @remarks
 * Parallel edges stay separate, so three consecutive vertices may be collinear. A single point counts as a hull
 * without edges, a segment as one with two. Vertices that coincide after rounding are returned once. If rounding
 * makes the boundary turn right, as it does at half of all parallel edges, only the corners of the hull of all
 * vertices are returned, so `polygon` accepts every result that has an area.
 *
 * @example The sets of the GJK tutorial
 * ```ts
 * import { minkowskiSum } from "@narrowphase/gjk2d";
 *
 * const sum = minkowskiSum([{ x: 1, y: 1 }, { x: 2, y: 1 }], [{ x: -2, y: 2 }, { x: -1, y: 2 }]);
 * sum; // [{ x: -1, y: 3 }, { x: 0, y: 3 }, { x: 1, y: 3 }, { x: 0, y: 3 }]
 * ```
 */
export function minkowskiSum(
  pointsA: readonly Readonly<Vec2>[],
  pointsB: readonly Readonly<Vec2>[],
): Vec2[] {
  const a = hull("compute Minkowski sum", "pointsA", pointsA);
  const b = hull("compute Minkowski sum", "pointsB", pointsB);
  return mergeEdges(a, b);
}

/**
 * Minkowski difference A ⊖ B = A ⊕ (-B) = { a - b } of the convex hulls of two point sets, as an explicit
 * polygon; see {@linkcode minkowskiSum}. It contains the origin exactly when A and B intersect, apart from the
 * rounding of its coordinates, each of which is one difference.
 *
 * @param pointsA First set, any order
 * @param pointsB Second set, any order
 * @returns The vertices of the difference
 * @throws {TypeError} If an argument is not an array of points
 * @throws {RangeError} If an array is empty or a coordinate is not finite or beyond ±2^250
 *
 * @example Usage
 * ```ts
 * import { minkowskiDifference } from "@narrowphase/gjk2d";
 *
 * minkowskiDifference([{ x: 1, y: 1 }, { x: 2, y: 1 }], [{ x: -2, y: 2 }]); // [{ x: 3, y: -1 }, { x: 4, y: -1 }]
 * ```
 */
export function minkowskiDifference(
  pointsA: readonly Readonly<Vec2>[],
  pointsB: readonly Readonly<Vec2>[],
): Vec2[] {
  const a = hull("compute Minkowski difference", "pointsA", pointsA);
  const b = hull("compute Minkowski difference", "pointsB", pointsB);
  return mergeEdges(a, b.map(({ x, y }) => ({ x: -x, y: -y })));
}

/** The hull of an argument. Errors name the argument. */
function hull(task: string, name: string, points: readonly Readonly<Vec2>[]): Vec2[] {
  const vertices = checkVertices(task, name, points);
  if (vertices.length === 0) {
    throw new RangeError(`Cannot ${task}: ${name} is empty, must have at least one point`);
  }
  return convexHull(vertices);
}

/** Sum of two convex polygons in counter-clockwise order: their edges merged by angle. */
function mergeEdges(a: readonly Vec2[], b: readonly Vec2[]): Vec2[] {
  // Both start at the vertex with the lowest y, then x: from there angles run from 0 to 2π.
  const startA = lowest(a);
  const startB = lowest(b);
  // A single point has one edge, of no length, which adds nothing.
  const n = a.length;
  const m = b.length;
  const sum: Vec2[] = [];
  let i = 0;
  let j = 0;
  do {
    const p = a[(startA + i) % n];
    const q = b[(startB + j) % m];
    const x = p.x + q.x, y = p.y + q.y, last = sum.at(-1);
    if (last === undefined || last.x !== x || last.y !== y) sum.push({ x, y });
    if (i >= n) j++;
    else if (j >= m) i++;
    else if (comesFirst(p, a[(startA + i + 1) % n], q, b[(startB + j + 1) % m])) i++;
    else j++;
  } while (i < n || j < m);
  const first = sum[0], last = sum.at(-1)!;
  if (sum.length > 1 && last.x === first.x && last.y === first.y) sum.pop();
  // Rounding keeps the order of coordinates, so they ascend and descend once, as those of the exact
  // sum do. Such a loop is convex if it turns right nowhere.
  const right = sum.some((v, k) => orientation(sum.at(k - 1)!, v, sum[(k + 1) % sum.length]) < 0);
  return right ? convexHull(sum) : sum;
}

/**
 * Whether the angle of edge p -> p1, in [0, 2π), is at most that of edge q -> q1. Exact for the
 * given points.
 */
function comesFirst(p: Vec2, p1: Vec2, q: Vec2, q1: Vec2): boolean {
  const upP = p1.y > p.y || (p1.y === p.y && p1.x > p.x);
  const upQ = q1.y > q.y || (q1.y === q.y && q1.x > q.x);
  if (upP !== upQ) return upP;
  W[OPERANDS] = p.x;
  W[OPERANDS + 1] = p.y;
  W[OPERANDS + 2] = p1.x;
  W[OPERANDS + 3] = p1.y;
  W[OPERANDS + 4] = q.x;
  W[OPERANDS + 5] = q.y;
  W[OPERANDS + 6] = q1.x;
  W[OPERANDS + 7] = q1.y;
  cross();
  return exact.value >= 0;
}

function lowest(points: readonly Vec2[]): number {
  let k = 0;
  for (let i = 1; i < points.length; i++) {
    const { x, y } = points[i];
    if (y < points[k].y || (y === points[k].y && x < points[k].x)) k = i;
  }
  return k;
}
