/**
 * Answers pairs of a space one by one with the kernel, as the object API runs it.
 *
 * Shapes keep their own records, one array each. With one large typed array for all of them, the
 * kernel's loads would see two kinds of arrays, and every query of the object API would be slower.
 *
 * @module
 */
import {
  intersects as decide,
  penetration,
  SIGNED,
  signedDistance,
  UNSIGNED,
} from "../kernel/pair.ts";
import { collide } from "../kernel/manifold.ts";
import { registers } from "../kernel/ptr.ts";
import { isPose } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import { smooth, specialIntersects } from "../query/attached.ts";
import { collideSpecial } from "../query/attached.ts";
import { STATUS_NAMES } from "../query/pair.ts";
import { ConvexShape } from "../shapes/shape.ts";
import type { PairQuery } from "./backend.ts";
import { OVERLAPPING, TOUCHING } from "./layout.ts";

// The register file, as in pair.ts.
const W = registers;

// Copies of the constants in registers.ts: V8 folds those of the same file only.
const DISTANCE = 8;
const STATUS = 15;
const MARGIN = 50;
const MANIFOLD_NX = 52;
const MANIFOLD_POINTS = 54;

/**
 * Answers pairs `from + list[0]`, `from + list[1]`, … (`count` of them), or without a list the
 * pairs `from`, `from + 1`, …. Skips pairs with a support function, and for `manifolds` also those
 * with a shape of a subclass, which makes its own manifolds.
 *
 * @param out One byte per pair for `intersects`, else doubles
 */
export function askKernel(
  query: PairQuery,
  shapes: readonly (ConvexShape | null)[],
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

/** Copies the poses at `a` and `b` to the kernel's registers. */
function loadPoses(P: Float64Array, a: number, b: number): void {
  W[0] = P[a];
  W[1] = P[a + 1];
  W[2] = P[a + 2];
  W[3] = P[a + 3];
  W[4] = P[b];
  W[5] = P[b + 1];
  W[6] = P[b + 2];
  W[7] = P[b + 3];
}

function askBooleans(
  shapes: readonly (ConvexShape | null)[],
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
    const a = shapes[i]!, b = shapes[j]!;
    if (a.support !== null || b.support !== null) continue;
    loadPoses(P, 4 * i, 4 * j);
    out[k] = decide(a.record, a.count, b.record, b.count);
  }
}

function askDistances(
  query: PairQuery,
  shapes: readonly (ConvexShape | null)[],
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
    const a = shapes[i]!, b = shapes[j]!;
    if (a.support !== null || b.support !== null) continue;
    loadPoses(P, 4 * i, 4 * j);
    if (isDepth) penetration(a.record, a.count, b.record, b.count);
    else signedDistance(a.record, a.count, b.record, b.count, mode);
    const o = 8 * k, d = W[DISTANCE];
    if (isDepth && d > 0) {
      for (let n = o; n < o + 8; n++) out[n] = 0;
      continue;
    }
    // The registers DISTANCE, NX, NY, AX, AY, BX, BY, STATUS have the order of the result.
    out[o] = isDepth ? 0 - d : d;
    out[o + 1] = W[DISTANCE + 1];
    out[o + 2] = W[DISTANCE + 2];
    out[o + 3] = W[DISTANCE + 3];
    out[o + 4] = W[DISTANCE + 4];
    out[o + 5] = W[DISTANCE + 5];
    out[o + 6] = W[DISTANCE + 6];
    out[o + 7] = W[STATUS];
  }
}

function askManifolds(
  margin: number,
  shapes: readonly (ConvexShape | null)[],
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
    const a = shapes[i]!, b = shapes[j]!;
    if (a.support !== null || b.support !== null) continue;
    if (a.constructor !== ConvexShape || b.constructor !== ConvexShape) continue;
    W[MARGIN] = margin;
    loadPoses(P, 4 * i, 4 * j);
    writeManifold(collide(a.record, a.count, b.record, b.count), out, 12 * k);
  }
}

/**
 * Copies the manifold from the registers. Missing points, and the normal if there are none, are 0.
 */
function writeManifold(points: number, out: Float64Array, o: number): void {
  if (points === 0) {
    for (let n = o; n < o + 12; n++) out[n] = 0;
    return;
  }
  out[o] = points;
  out[o + 1] = W[MANIFOLD_NX];
  out[o + 2] = W[MANIFOLD_NX + 1];
  out[o + 3] = 0;
  out[o + 4] = W[MANIFOLD_POINTS];
  out[o + 5] = W[MANIFOLD_POINTS + 1];
  out[o + 6] = W[MANIFOLD_POINTS + 2];
  out[o + 7] = W[MANIFOLD_POINTS + 3];
  const two = points === 2;
  out[o + 8] = two ? W[MANIFOLD_POINTS + 4] : 0;
  out[o + 9] = two ? W[MANIFOLD_POINTS + 5] : 0;
  out[o + 10] = two ? W[MANIFOLD_POINTS + 6] : 0;
  out[o + 11] = two ? W[MANIFOLD_POINTS + 7] : 0;
}

const POSE_A: Pose = { x: NaN, y: NaN, cos: NaN, sin: NaN };
const POSE_B: Pose = { x: NaN, y: NaN, cos: NaN, sin: NaN };

function readPose(P: Float64Array, at: number, out: Pose): void {
  out.x = P[at];
  out.y = P[at + 1];
  out.cos = P[at + 2];
  out.sin = P[at + 3];
}

/**
 * Answers the listed pairs, which `askKernel` skips, one after the other from the front of `out`. A
 * support function may write to the poses. At a pose that is invalid then, it stops.
 */
export function askSpecial(
  query: PairQuery,
  shapes: readonly (ConvexShape | null)[],
  P: Float64Array,
  pairs: Uint32Array,
  list: Uint32Array,
  count: number,
  out: Float64Array,
  margin: number,
): void {
  const isDepth = query === "penetrations", mode = query === "distances" ? UNSIGNED : SIGNED;
  for (let m = 0; m < count; m++) {
    const k = list[m];
    const i = pairs[2 * k], j = pairs[2 * k + 1];
    const a = shapes[i]!, b = shapes[j]!;
    readPose(P, 4 * i, POSE_A);
    readPose(P, 4 * j, POSE_B);
    if (!isPose(POSE_A) || !isPose(POSE_B)) return;
    if (query === "intersects") {
      out[m] = specialIntersects(a, POSE_A, b, POSE_B) ? 1 : 0;
      continue;
    }
    if (query === "manifolds") {
      W[MARGIN] = margin;
      loadPoses(P, 4 * i, 4 * j);
      writeManifold(collideSpecial(a, POSE_A, b, POSE_B), out, 12 * m);
      continue;
    }
    const { distance, normal, pointA, pointB, status } = smooth!.solve(a, POSE_A, b, POSE_B, mode);
    const o = 8 * m;
    if (isDepth && distance > 0) {
      out.fill(0, o, o + 8);
      continue;
    }
    out[o] = isDepth ? 0 - distance : distance;
    out[o + 1] = normal.x;
    out[o + 2] = normal.y;
    out[o + 3] = pointA.x;
    out[o + 4] = pointA.y;
    out[o + 5] = pointB.x;
    out[o + 6] = pointB.y;
    out[o + 7] = !isDepth ? STATUS_NAMES.indexOf(status) : distance < 0 ? OVERLAPPING : TOUCHING;
  }
}
