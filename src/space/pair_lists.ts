/**
 * Answers lists of pairs: plain convex shapes by the backend, all others by the functions on single
 * pairs.
 *
 * @module
 */
import { isPose } from "../math/check.ts";
import { newPose, readPose } from "../math/pose.ts";
import { collide, type Manifold, newManifold } from "../query/collide.ts";
import { distance, signedDistance } from "../query/distance.ts";
import { intersects } from "../query/intersects.ts";
import { type ManifoldList, manifolds } from "../query/manifolds.ts";
import { STATUS_NAMES } from "../query/pair.ts";
import { penetration } from "../query/penetration.ts";
import { type DistanceResult, newDistanceResult, newPenetration } from "../query/result.ts";
import type { ConvexShape, Shape } from "../shapes/shape.ts";
import type { PairQuery } from "./backend.ts";
import { CONCAVE, type Core, NONE, ONE_SIDED, SMOOTH } from "./core.ts";
import {
  DISTANCE_STRIDE,
  MANIFOLD_POINTS_OFFSET,
  MANIFOLD_STRIDE,
  OVERLAPPING,
  PAIR_OFFSET,
  PART_A_OFFSET,
  PENETRATION_STRIDE,
  TOUCHING,
} from "./layout.ts";
import { apart, checkAttached, checkForeign, checkKind, checkView, fit, longer } from "./views.ts";

export const TASKS: Record<PairQuery, string> = {
  intersects: "test intersections",
  distances: "measure distances",
  signedDistances: "measure signed distances",
  penetrations: "measure penetrations",
  manifolds: "find manifolds",
};

const STRIDES: Record<PairQuery, number> = {
  intersects: 1,
  distances: DISTANCE_STRIDE,
  signedDistances: DISTANCE_STRIDE,
  penetrations: PENETRATION_STRIDE,
  manifolds: MANIFOLD_STRIDE,
};

/** Lists of pairs of the bodies of one space. */
export class PairLists {
  readonly #core: Core;
  /** Copy of a list of pairs that other code may write to. */
  #copy = new Uint32Array(0);
  /** The pairs that `#askSpecial` has asked about. */
  #asked: Uint32Array = this.#copy;
  /** The pairs that only the functions on single pairs can answer, as indices into the list. */
  #list = new Uint32Array(0);
  /** Their answers, one after the other. */
  #answers = new Float64Array(0);
  /** Rows beyond one per pair, after `#askSpecial`. */
  #extra = 0;
  /** Rows in `#answers`, after `#askSpecial`. */
  #rows = 0;
  readonly #poseA = newPose();
  readonly #poseB = newPose();
  readonly #options = { margin: 0 };
  readonly #distance = newDistanceResult();
  readonly #penetration = newPenetration();
  readonly #manifold = newManifold();
  readonly #manifolds: ManifoldList = { count: 0, manifolds: [] };

  constructor(core: Core) {
    this.#core = core;
  }

  /** A query on every pair of the caller's list, checked. */
  answer<Out extends Uint8Array | Float64Array>(
    query: PairQuery,
    pairs: Uint32Array,
    out: Out | undefined,
    margin: number,
  ): Out {
    const core = this.#core, task = TASKS[query];
    pairs = this.#check(task, pairs);
    if (out !== undefined) {
      const kind = query === "intersects" ? "Uint8Array" : "Float64Array";
      checkView(task, "out", out, kind, core.backend.poses);
    }
    const count = pairs.length / 2, special = this.#askSpecial(query, pairs, count, margin);
    if (special > 0) {
      // A support function may have written to the pairs (a copy was asked) or to the poses, or
      // have taken the memory of `out` away.
      pairs = this.#asked;
      if (out !== undefined && out.length === 0) checkAttached(task, "out", out);
      core.checkPoses(task, pairs, pairs.length);
    }
    const length = STRIDES[query] * (count + this.#extra);
    const make = query === "intersects" ? newBytes : newDoubles;
    const to = fit(out, length, make as (length: number) => Out);
    pairs = apart(pairs, to);
    this.#askPlain(query, pairs, count, to, margin, special);
    return to === out || out === undefined ? core.views.of(to, length) as Out : to;
  }

  /**
   * A query on the first `count` pairs of a list of the library's own, which needs no check. Returns
   * the number of rows.
   *
   * @param grow Makes room in the output for a number of rows
   */
  find(
    query: PairQuery,
    pairs: Uint32Array,
    count: number,
    margin: number,
    grow: (rows: number) => Uint8Array | Float64Array,
  ): number {
    const special = this.#askSpecial(query, pairs, count, margin);
    if (special > 0) this.#core.checkPoses(TASKS[query], pairs, 2 * count);
    const rows = count + this.#extra;
    this.#askPlain(query, pairs, count, grow(rows), margin, special);
    return rows;
  }

  /** Answers what the backend cannot, and keeps the answers. Returns for how many pairs. */
  #askSpecial(query: PairQuery, pairs: Uint32Array, total: number, margin: number): number {
    this.#extra = this.#rows = 0;
    const core = this.#core;
    const count = core.special > 0 ? this.#listSpecial(query, pairs, total) : 0;
    if (count === 0) return 0;
    pairs = this.#asked = this.#copyPairs(pairs, 2 * total);
    core.busy = TASKS[query];
    try {
      for (let m = 0; m < count; m++) {
        const k = this.#list[m], i = pairs[2 * k], j = pairs[2 * k + 1];
        readPose(core.backend.poses, 4 * i, this.#poseA);
        readPose(core.backend.poses, 4 * j, this.#poseB);
        // A support function may have written to the poses. The check that follows names it.
        if (!isPose(this.#poseA) || !isPose(this.#poseB)) break;
        const a = core.shapes[i]!, b = core.shapes[j]!;
        if (query === "manifolds") {
          const isConcave = core.kinds[i] === CONCAVE || core.kinds[j] === CONCAVE;
          this.#askManifolds(k, a, b, margin, isConcave);
        } else if (query === "intersects") {
          this.#row(1);
          this.#answers[m] = intersects(a, this.#poseA, b, this.#poseB) ? 1 : 0;
        } else this.#askDistance(query, a, b);
      }
    } finally {
      core.busy = "";
    }
    this.#extra = this.#rows - count;
    return count;
  }

  /** Makes room for a row of answers. Returns where it begins. */
  #row(stride: number): number {
    const at = stride * this.#rows++;
    if (at + stride > this.#answers.length) {
      this.#answers = longer(this.#answers, 2 * at + 16 * stride);
    }
    return at;
  }

  #askDistance(query: PairQuery, a: Shape, b: Shape): void {
    const poseA = this.#poseA, poseB = this.#poseB, at = this.#row(DISTANCE_STRIDE);
    const out = this.#answers;
    if (query === "penetrations") {
      const found = penetration(a, poseA, b, poseB, this.#penetration);
      if (found === null) out.fill(0, at, at + PENETRATION_STRIDE);
      else {
        out[at] = found.depth;
        out[at + 7] = found.depth > 0 ? OVERLAPPING : TOUCHING;
        writeWitness(found, out, at);
      }
      return;
    }
    const ask = query === "distances" ? distance : signedDistance;
    const found = ask(a, poseA, b, poseB, this.#distance);
    out[at] = found.distance;
    out[at + 7] = STATUS_NAMES.indexOf(found.status);
    writeWitness(found, out, at);
  }

  #askManifolds(k: number, a: Shape, b: Shape, margin: number, isConcave: boolean): void {
    const poseA = this.#poseA, poseB = this.#poseB, options = this.#options;
    options.margin = margin;
    const list = this.#manifolds;
    if (isConcave) manifolds(a, poseA, b, poseB, options, list);
    if (!isConcave || list.count === 0) {
      const none = this.#manifold;
      if (isConcave) none.pointCount = 0;
      else collide(a as ConvexShape, poseA, b as ConvexShape, poseB, options, none);
      return this.#writeManifold(k, none);
    }
    for (let m = 0; m < list.count; m++) this.#writeManifold(k, list.manifolds[m]);
  }

  #writeManifold(k: number, { pointCount, normal, points, partA, partB }: Manifold): void {
    const at = this.#row(MANIFOLD_STRIDE), out = this.#answers;
    out.fill(0, at, at + MANIFOLD_STRIDE);
    out[at + PAIR_OFFSET] = k;
    if (pointCount === 0) return;
    out[at] = pointCount;
    out[at + 1] = normal.x;
    out[at + 2] = normal.y;
    out[at + PART_A_OFFSET] = partA;
    out[at + PART_A_OFFSET + 1] = partB;
    for (let p = 0; p < pointCount; p++) {
      const o = at + MANIFOLD_POINTS_OFFSET + 4 * p, { point, separation, id } = points[p];
      out[o] = point.x;
      out[o + 1] = point.y;
      out[o + 2] = separation;
      out[o + 3] = id;
    }
  }

  /**
   * Answers the plain pairs, and puts the rows of the `special` others in their places: from the
   * back, since these may have several rows.
   */
  #askPlain(
    query: PairQuery,
    pairs: Uint32Array,
    count: number,
    out: Uint8Array | Float64Array,
    margin: number,
    special: number,
  ): void {
    this.#core.backend.ask(query, pairs, count, out, margin);
    const answers = this.#answers, list = this.#list, stride = STRIDES[query];
    let from = this.#rows, to = count + this.#extra, k = count;
    for (let m = special - 1; m >= 0; m--) {
      while (--k > list[m]) copyRow(out, stride * k, out, stride * --to, stride);
      do copyRow(answers, stride * --from, out, stride * --to, stride); while (
        query === "manifolds" && from > 0 && answers[stride * (from - 1) + PAIR_OFFSET] === k
      );
    }
  }

  /** Lists the pairs that only the functions on single pairs can answer. Returns their number. */
  #listSpecial(query: PairQuery, pairs: Uint32Array, total: number): number {
    const { kinds } = this.#core;
    const least = query === "manifolds" ? ONE_SIDED : SMOOTH;
    let count = 0;
    for (let k = 0; k < total; k++) {
      if (kinds[pairs[2 * k]] < least && kinds[pairs[2 * k + 1]] < least) continue;
      if (count === this.#list.length) this.#list = longer(this.#list, Math.max(16, 2 * count));
      this.#list[count++] = k;
    }
    return count;
  }

  /**
   * Checks everything that could be wrong with the pairs. Returns them, or a copy that nobody else
   * can change.
   */
  #check(task: string, pairs: Uint32Array): Uint32Array {
    const core = this.#core;
    checkKind(task, "pairs", pairs, "Uint32Array");
    // In shared memory, another thread may write to the list, and `apart` would not see that `out`
    // overlaps it.
    if (!(pairs.buffer instanceof ArrayBuffer)) pairs = this.#copyPairs(pairs, pairs.length);
    if (pairs.length % 2 !== 0) {
      throw new RangeError(
        `Cannot ${task}: pairs has ${pairs.length} elements, must have two per pair`,
      );
    }
    if (pairs.length === 0) checkAttached(task, "pairs", pairs);
    checkForeign(task, "pairs", pairs, core.backend.poses);
    const { kinds, shapes: { length: limit } } = core;
    for (let k = 0; k < pairs.length; k++) {
      const id = pairs[k];
      if (id < limit && kinds[id] !== NONE) continue;
      // (Optimized code of Node 20 may still see the length that a view had before its memory moved.)
      checkAttached(task, "pairs", pairs);
      throw new RangeError(`Cannot ${task}: pairs[${k}] is ${id}, ${core.fate(id)}`);
    }
    core.checkPoses(task, pairs, pairs.length);
    return pairs;
  }

  /**
   * A copy of the first elements of the list as they are now. (In shared memory it may become longer
   * at any time.) The next copy overwrites it.
   */
  #copyPairs(pairs: Uint32Array, length: number): Uint32Array {
    if (pairs.buffer === this.#copy.buffer) return pairs;
    if (length > this.#copy.length) {
      this.#copy = new Uint32Array(Math.max(length, 2 * this.#copy.length));
    }
    const copy = this.#core.views.of(this.#copy, length);
    for (let k = 0; k < length; k++) copy[k] = pairs[k];
    return copy;
  }
}

const newBytes = (length: number): Uint8Array => new Uint8Array(length);
const newDoubles = (length: number): Float64Array => new Float64Array(length);

function writeWitness(
  { normal, pointA, pointB }: Pick<DistanceResult, "normal" | "pointA" | "pointB">,
  out: Float64Array,
  at: number,
): void {
  out[at + 1] = normal.x;
  out[at + 2] = normal.y;
  out[at + 3] = pointA.x;
  out[at + 4] = pointA.y;
  out[at + 5] = pointB.x;
  out[at + 6] = pointB.y;
}

function copyRow(
  from: Float64Array | Uint8Array,
  f: number,
  to: Float64Array | Uint8Array,
  t: number,
  stride: number,
): void {
  for (let k = 0; k < stride; k++) to[t + k] = from[f + k];
}
