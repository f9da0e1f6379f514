/**
 * The corners of a closed list of points, for convex and for concave polygons.
 *
 * @module
 */
import { orientation } from "../math/orient.ts";
import type { Vec2 } from "../math/vec2.ts";

/** A point and its index in the given list. */
export interface Vertex extends Vec2 {
  index: number;
}

/** What is dropped from a list, and why it may have no corners: see `PolygonReport`. */
export interface Dropped {
  duplicates: number[];
  collinear: number[];
  zeroArea: boolean;
  foldsBackAt: number | null;
}

/**
 * Appends the vertices at which the boundary turns to `corners`, and the sense of the turn (1 left,
 * -1 right) to `turns`. Returns why the list, an argument of that name, is not a polygon, or `null`.
 */
export function findCorners(
  name: string,
  ring: readonly Vertex[],
  dropped: Dropped,
  corners: Vertex[],
  turns: number[],
): string | null {
  // 1. Distinct vertices.
  const distinct = ring.filter((v, k) => {
    const same = k > 0 && samePlace(v, ring[k - 1]);
    if (same) dropped.duplicates.push(v.index);
    return !same;
  });
  while (distinct.length > 1 && samePlace(distinct.at(-1)!, distinct[0])) {
    // Drop duplicates at the end of the list, so that the first vertex stays first.
    dropped.duplicates.push(distinct.pop()!.index);
  }
  dropped.duplicates.sort((a, b) => a - b);
  const n = distinct.length;
  if (n < 3) {
    const given = `${name} has ${ring.length} vertices, `;
    return n === ring.length
      ? `${given}must have at least 3`
      : `${given}${n} of them distinct, must have at least 3 distinct`;
  }

  // 2. The turn at every vertex. A vertex without a turn is either straight or folds back. Dropping
  //    the straight ones changes no direction of an edge, so one pass finds them all.
  for (let k = 0; k < n; k++) {
    const p = distinct[(k + n - 1) % n], q = distinct[k], r = distinct[(k + 1) % n];
    const turn = orientation(p, q, r);
    if (turn !== 0) {
      corners.push(q);
      turns.push(turn);
    } else if (isBetween(p, q, r)) dropped.collinear.push(q.index);
    else dropped.foldsBackAt ??= q.index;
  }
  if (corners.length === 0) {
    dropped.zeroArea = true;
    dropped.collinear = [];
    dropped.foldsBackAt = null;
    return `all ${ring.length} points lie on one line, so the area is 0`;
  }
  const { foldsBackAt } = dropped;
  return foldsBackAt === null ? null : `vertex ${foldsBackAt} of ${name} turns straight back`;
}

/** Index of the lowest of the leftmost points: a corner of the hull. */
export function lowestLeft(points: readonly Vec2[]): number {
  let first = 0;
  for (let k = 1; k < points.length; k++) {
    const p = points[k], q = points[first];
    if (p.x < q.x || (p.x === q.x && p.y < q.y)) first = k;
  }
  return first;
}

function samePlace(p: Vec2, q: Vec2): boolean {
  return p.x === q.x && p.y === q.y;
}

/** Whether q lies strictly between p and r, for three collinear points with p ≠ q ≠ r. */
function isBetween(p: Vec2, q: Vec2, r: Vec2): boolean {
  return p.x !== q.x
    ? (p.x < q.x) === (q.x < r.x) && q.x !== r.x
    : (p.y < q.y) === (q.y < r.y) && q.y !== r.y;
}
