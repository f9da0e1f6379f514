/**
 * Support search: finds the vertex of a convex polygon that is furthest in a direction.
 *
 * Edge k of a counter-clockwise polygon, from vertex k to k + 1, has the outward normal N_k. It
 * ascends in direction d (its end lies further along d than its start) exactly when cross(N_k, d) >
 * 0. Going once around the polygon, the edges ascend in one run and descend in the other. The
 * support point is the vertex between the last ascending edge and the next one. So the signs of n
 * cross products are enough, and no product involves vertex positions: each edge's direction counts
 * with full precision, however small the edge and however far the polygon.
 *
 * @module
 */
import * as state from "./state.ts";
import * as record from "../shapes/record.ts";
import type { Verts } from "../shapes/record.ts";

const { clz32: clz } = Math;

const { direction } = state;
const { NORMALS } = record;

/**
 * Up to this many vertices (a multiple of four) all edges are examined, without a branch. Beyond
 * it, bisection is used.
 */
export const SCAN_MAX = 20;

/**
 * Mask for numbers of vertices, 2^28 - 1, which changes none. From it V8 knows that sums of indices
 * do not overflow, and does not check them.
 */
export const COUNT_MASK = 268435455;

/**
 * Index of the vertex furthest in direction (direction[0], direction[1]), in the shape's local frame. Of two
 * equally far ones, the one where the ascent ends. `from` is where a bisection starts. (search.ts
 * and manifold.ts have this written out, with the direction in registers and four edges per round.)
 */
export function supportIndex(V: Verts, n: number, from: number): number {
  if (n > SCAN_MAX) return climb(V, n, from);
  const dx = direction[0], dy = direction[1];
  let m = 0;
  for (let j = NORMALS, end = j + (n << 1); j < end; j += 2) {
    m = (m << 1) | +(V[j] * dy > V[j + 1] * dx);
  }
  // Bit n - 1 - k: edge k ascends. Vertex k is the support point if edge k - 1 ascends and k does
  // not.
  m = ~m & ((m >>> 1) | (m << (n - 1))) & (-1 >>> (32 - n));
  return m === 0 ? 0 : n - 32 + clz(m);
}

/**
 * `supportIndex` for any number of vertices, by galloping from vertex `from` and then bisecting.
 * Around the polygon there is one place where the signs turn from + to -. So an edge with + and any
 * later edge with - bracket it. The direction is in direction[0], direction[1], since V8 would box it as an
 * argument.
 */
export function climb(V: Verts, n: number, from: number): number {
  const dx = direction[0], dy = direction[1];
  // Invariant: edge lo ascends, edge hi does not. Both may leave 0 … n - 1 by less than n, and are
  // wrapped when read.
  let lo = from, hi = from, step = 1, j = NORMALS + (from << 1);
  if (V[j] * dy > V[j + 1] * dx) {
    const end = from + n;
    while (hi < end) {
      lo = hi;
      hi += step;
      step <<= 1;
      j = NORMALS + ((hi < n ? hi : hi - n) << 1);
      if (!(hi < end && V[j] * dy > V[j + 1] * dx)) break;
    }
    if (hi >= end) {
      // A jump went past the whole descending run: go edge by edge.
      for (hi = from + 1; hi < end; hi++) {
        j = NORMALS + ((hi < n ? hi : hi - n) << 1);
        if (!(V[j] * dy > V[j + 1] * dx)) break;
      }
      lo = hi - 1;
    }
  } else {
    const end = from - n;
    while (lo > end) {
      hi = lo;
      lo -= step;
      step <<= 1;
      j = NORMALS + ((lo < 0 ? lo + n : lo) << 1);
      if (!(lo > end) || V[j] * dy > V[j + 1] * dx) break;
    }
    if (lo <= end) {
      for (lo = from - 1; lo > end; lo--) {
        j = NORMALS + ((lo < 0 ? lo + n : lo) << 1);
        if (V[j] * dy > V[j + 1] * dx) break;
      }
      hi = lo + 1;
    }
  }
  while (hi - lo > 1) {
    const mid = (lo + hi) >> 1;
    j = NORMALS + ((mid < 0 ? mid + n : mid < n ? mid : mid - n) << 1);
    if (V[j] * dy > V[j + 1] * dx) lo = mid;
    else hi = mid;
  }
  return hi < 0 ? hi + n : hi < n ? hi : hi - n;
}
