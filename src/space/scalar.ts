/**
 * Answers plain pairs of a space one by one with the kernel, as the object API runs it.
 *
 * Shapes keep their own records, one array each. With one large typed array for all of them, the
 * kernel's loads would see two kinds of arrays, and every query of the object API would be slower.
 *
 * @module
 */
import * as state from "../kernel/state.ts";
import * as slots from "../kernel/registers.ts";
import { intersects as decide, penetration, signedDistance } from "../kernel/pair.ts";
import { collide } from "../kernel/manifold.ts";
import { loadPoses } from "../kernel/state.ts";
import { ConvexShape, type Shape } from "../shapes/shape.ts";
import type { PairQuery } from "./backend.ts";
import { MANIFOLD_STRIDE } from "./layout.ts";

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { measured, manifold, contacts } = state;
const { SIGNED, UNSIGNED } = slots;

/**
 * Answers pairs `from + list[0]`, `from + list[1]`, … (`count` of them), or without a list the
 * pairs `from`, `from + 1`, …. Skips pairs with a support function, and for `manifolds` also those
 * with a shape of a subclass, which makes its own manifolds.
 *
 * @param out One byte per pair for `intersects`, else doubles
 */
export function askKernel(
  query: PairQuery,
  shapes: readonly (Shape | null)[],
  P: Float64Array,
  pairs: Uint32Array,
  from: number,
  list: Uint16Array | null,
  count: number,
  out: Uint8Array | Float64Array,
  margin: number,
): void {
  switch (query) {
    case "manifolds":
      return askManifolds(margin, shapes, P, pairs, from, list, count, out as Float64Array);
    case "intersects":
      return askBooleans(shapes, P, pairs, from, list, count, out as Uint8Array);
    default:
      return askDistances(query, shapes, P, pairs, from, list, count, out as Float64Array);
  }
}

function askBooleans(
  shapes: readonly (Shape | null)[],
  P: Float64Array,
  pairs: Uint32Array,
  from: number,
  list: Uint16Array | null,
  count: number,
  out: Uint8Array,
): void {
  for (let m = 0; m < count; m++) {
    const k = from + (list === null ? m : list[m]);
    const i = pairs[2 * k], j = pairs[2 * k + 1];
    const a = shapes[i] as ConvexShape, b = shapes[j] as ConvexShape;
    if (a.support !== null || b.support !== null) continue;
    loadPoses(P, 4 * i, 4 * j);
    out[k] = decide(a.record, a.count, b.record, b.count);
  }
}

function askDistances(
  query: PairQuery,
  shapes: readonly (Shape | null)[],
  P: Float64Array,
  pairs: Uint32Array,
  from: number,
  list: Uint16Array | null,
  count: number,
  out: Float64Array,
): void {
  const isDepth = query === "penetrations", mode = query === "distances" ? UNSIGNED : SIGNED;
  for (let m = 0; m < count; m++) {
    const k = from + (list === null ? m : list[m]);
    const i = pairs[2 * k], j = pairs[2 * k + 1];
    const a = shapes[i] as ConvexShape, b = shapes[j] as ConvexShape;
    if (a.support !== null || b.support !== null) continue;
    loadPoses(P, 4 * i, 4 * j);
    if (isDepth) penetration(a.record, a.count, b.record, b.count);
    else signedDistance(a.record, a.count, b.record, b.count, mode);
    const o = 8 * k, d = measured.distance;
    if (isDepth && d > 0) {
      for (let n = o; n < o + 8; n++) out[n] = 0;
      continue;
    }
    out[o] = isDepth ? 0 - d : d;
    out[o + 1] = measured.nx;
    out[o + 2] = measured.ny;
    out[o + 3] = measured.ax;
    out[o + 4] = measured.ay;
    out[o + 5] = measured.bx;
    out[o + 6] = measured.by;
    out[o + 7] = measured.status;
  }
}

function askManifolds(
  margin: number,
  shapes: readonly (Shape | null)[],
  P: Float64Array,
  pairs: Uint32Array,
  from: number,
  list: Uint16Array | null,
  count: number,
  out: Float64Array,
): void {
  for (let m = 0; m < count; m++) {
    const k = from + (list === null ? m : list[m]);
    const i = pairs[2 * k], j = pairs[2 * k + 1];
    const a = shapes[i] as ConvexShape, b = shapes[j] as ConvexShape;
    if (a.support !== null || b.support !== null) continue;
    if (a.constructor !== ConvexShape || b.constructor !== ConvexShape) continue;
    manifold.margin = margin;
    loadPoses(P, 4 * i, 4 * j);
    writeManifold(collide(a.record, a.count, b.record, b.count), out, k);
  }
}

/** Copies the manifold from the kernel. Missing points, and the normal if there are none, are 0. */
function writeManifold(points: number, out: Float64Array, k: number): void {
  const o = MANIFOLD_STRIDE * k;
  const one = points > 0, two = points > 1;
  out[o] = points;
  out[o + 1] = one ? manifold.nx : 0;
  out[o + 2] = one ? manifold.ny : 0;
  out[o + 3] = k;
  out[o + 4] = 0;
  out[o + 5] = 0;
  out[o + 6] = one ? contacts[0] : 0;
  out[o + 7] = one ? contacts[1] : 0;
  out[o + 8] = one ? contacts[2] : 0;
  out[o + 9] = one ? contacts[3] : 0;
  out[o + 10] = two ? contacts[4] : 0;
  out[o + 11] = two ? contacts[5] : 0;
  out[o + 12] = two ? contacts[6] : 0;
  out[o + 13] = two ? contacts[7] : 0;
}
