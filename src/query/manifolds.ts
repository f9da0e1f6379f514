/**
 * `manifolds`: contact points of any two shapes.
 *
 * @module
 */
import { refuse } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import type { Shape } from "../shapes/shape.ts";
import { concave } from "./attached.ts";
import {
  collide,
  type CollideOptions,
  type Manifold,
  newManifold,
  readMargin,
  wanted,
} from "./collide.ts";
import { Levels } from "./levels.ts";
import { loadPair } from "./pair.ts";
import { touchVector } from "./result.ts";

/**
 * Answer of {@linkcode manifolds}. World frame, the caller's units. Pass it back as `out`, or
 * `{ count: 0, manifolds: [] }`: it grows as needed, and no memory is allocated from then on.
 */
export interface ManifoldList {
  /** Number of valid `manifolds`, from the front. */
  count: number;
  /** Manifolds. Objects from `count` on are kept for reuse and have no meaning. */
  manifolds: Manifold[];
}

const TASK = "find manifolds";

/**
 * Contact points of any two shapes. Two convex shapes have one manifold, that of {@linkcode collide}.
 *
 * Compounds and chains have contacts with their outline, never with an edge inside of it. Touched edges that are joined
 * at touched convex corners have one manifold, so a crate on a floor of many tiles has two points, as on one plate.
 * What is in a concave corner has one for each side. An `id` stays the same from tile to tile.
 *
 * @param a First shape
 * @param poseA Pose of `a` in the world
 * @param b Second shape
 * @param poseB Pose of `b` in the world
 * @param options Margin
 * @param out Receives the result and grows as needed; without it a new object is returned
 * @returns `out`; `count` is 0 if the shapes are further apart than the margin
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250, or the margin
 * is negative or not finite
 *
 * @remarks
 * Parts that are rounded or no polygons, as circles, have contacts of their own. A segment of a {@linkcode chain} lets
 * go of what has its center behind it. An `id` names the outline's edge and the other's vertex. `partA` and `partB`
 * are the parts under the deepest point.
 *
 * @example Usage
 * ```ts
 * import { box, compound, manifolds, pose } from "@narrowphase/gjk2d";
 *
 * // A crate on a floor of two slabs, over the joint: it has the two points that it has on one.
 * const floor = compound([box(2, 2), { shape: box(2, 2), pose: pose(2, 0) }]);
 * const found = manifolds(floor, pose(), box(1, 1), pose(0.75, 1.4375));
 * found.count; // 1
 * found.manifolds[0].normal; // { x: 0, y: 1 }
 * found.manifolds[0].pointCount; // 2
 * ```
 */
export function manifolds(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  options?: CollideOptions,
  out: ManifoldList = { count: 0, manifolds: [] },
): ManifoldList {
  const level = levels.enter();
  try {
    readMargin(TASK, options, "manifolds");
    level.options.margin = wanted.margin;
    loadPair(TASK, a, poseA, b, poseB);
    if (a.support === undefined || b.support === undefined) {
      return concave!.manifolds(TASK, a, poseA, b, poseB, level.options, out);
    }
    const { manifold } = level;
    const count = Math.min(collide(a, poseA, b, poseB, level.options, manifold).pointCount, 1);
    checkList(TASK, out, count);
    if (count > 0) copyManifold(manifold, out.manifolds[0]);
    return out;
  } finally {
    levels.leave();
  }
}

/** The manifold of two convex shapes, and the margin, which V8 would box as an argument. */
interface Level {
  readonly options: { margin: number };
  readonly manifold: Manifold;
}

const levels: Levels<Level> = /* @__PURE__ */ new Levels(() => ({
  options: { margin: 0.5 },
  manifold: newManifold(),
}));

/**
 * Refuses anything but a list that can take `count` manifolds, before anything is written to it.
 * Adds the manifolds that it lacks, and sets its count.
 */
export function checkList(task: string, out: ManifoldList, count: number): void {
  const known = out?.manifolds;
  try {
    if (!Array.isArray(known)) throw known;
    // `out` itself may be frozen even if the manifolds in it are not.
    const before = out.count;
    out.count = before;
    for (let k = 0; k < Math.min(count, known.length); k++) touchManifold(known[k]);
    while (known.length < count) known.push(newManifold());
    out.count = count;
  } catch {
    refuse(task, "out", out, "be a writable list { count, manifolds }", TypeError);
  }
}

/** Throws, without changing anything, if a manifold lacks an object or is not writable. */
function touchManifold(m: Manifold): void {
  const { normal, points, partA } = m;
  touchVector(normal);
  for (let k = 0; k < 2; k++) {
    const p = points[k], { id } = p;
    touchVector(p.point);
    p.id = id;
  }
  m.partA = partA;
}

/** Copies a manifold. */
export function copyManifold(from: Readonly<Manifold>, to: Manifold): void {
  to.partA = from.partA;
  to.partB = from.partB;
  to.normal.x = from.normal.x;
  to.normal.y = from.normal.y;
  to.pointCount = from.pointCount;
  for (let k = 0; k < 2; k++) {
    const p = from.points[k], q = to.points[k], isPoint = k < from.pointCount;
    q.point.x = isPoint ? p.point.x : 0;
    q.point.y = isPoint ? p.point.y : 0;
    q.separation = isPoint ? p.separation : 0;
    q.id = isPoint ? p.id : 0;
  }
}
