/**
 * Contact points of two bodies.
 *
 * @module
 */
import { checkPose, refuse } from "../../math/check.ts";
import type { Pose } from "../../math/pose.ts";
import { collide, type CollideOptions, type Manifold, newManifold, refuseOut } from "../collide.ts";
import { Levels } from "../levels.ts";
import { touchVector } from "../result.ts";
import { type Body, type PartPair, partsOf } from "./compound.ts";
import { NearPairs, REACH } from "./near_parts.ts";
import { BoundaryMemory, findContacts, isPairOf, rimOf } from "../../boundary/manifolds.ts";

/** Contact of two parts in a {@linkcode CompoundManifold}. */
export interface CompoundContact extends Manifold, PartPair {}

/**
 * Answer of {@linkcode compoundCollide}: a manifold for each pair of parts in contact. World frame, the
 * caller's units. Pass it back as `out`; it grows as needed.
 */
export interface CompoundManifold {
  /** Number of valid `contacts`, from the front. */
  count: number;
  /** Manifolds. Objects from `count` on are kept for reuse and have no meaning. */
  contacts: CompoundContact[];
}

/**
 * State of a query: manifolds of one pair of parts, the contacts found so far, and the pairs to
 * visit.
 */
class Level {
  readonly manifold: Manifold = newManifold();
  readonly contacts: CompoundContact[] = [];
  readonly near: NearPairs = new NearPairs(true);
  readonly memory: BoundaryMemory = new BoundaryMemory();
}

const levels = /* @__PURE__ */ new Levels(() => new Level());

/**
 * Contact points of two bodies, one manifold for each pair of parts in contact. `partA`, `partB` and the
 * point's `id` together identify a contact from step to step.
 *
 * Seams, where parts meet, are not obstacles. If the body's outline does not have a contact's normal at that
 * place, the normal belongs to an internal edge, or leans out of the outline's corner over a seam (by more than
 * 1/32, since a body that lies flush on the adjacent part jitters). The contact is then computed with the
 * part's edges that are on the outline instead. There is no contact if the other body is not over those edges,
 * or if the two parts separate sooner along the normal of another contact: the neighbouring part then supports
 * the body. Parts that only touch have no deep contact. Only if no other contact is left, the deepest one is
 * kept as it is.
 *
 * The `id` of a contact that replaced a seam's names the part's edge and the other shape's vertex, whichever of
 * the two edges is longer. Where the body lies flush, to a slope of 1/32, it is that of {@linkcode collide}.
 *
 * @param a First body: a convex shape or a compound
 * @param poseA Pose of `a` in the world
 * @param b Second body
 * @param poseB Pose of `b` in the world
 * @param options Margin
 * @param out Receives the result and grows as needed; without it a new object is returned
 * @returns `out`
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250, or the margin
 * is out of range
 *
 * @example Usage
 * ```ts
 * import { box, compound, compoundCollide, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * // A crate on a floor of two slabs, a little over the seam: both hold it from below.
 * const floor = compound([box(2, 2), { shape: box(2, 2), pose: pose(2, 0) }]);
 * const { count, contacts } = compoundCollide(floor, pose(), box(1, 1), pose(0.75, 1.4375));
 * assertEquals(count, 2);
 * for (const { normal } of contacts) assertEquals(normal, { x: 0, y: 1 });
 * ```
 */
export function compoundCollide(
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
  options?: CollideOptions,
  out: CompoundManifold = { count: 0, contacts: [] },
): CompoundManifold {
  const query = "collide";
  const A = partsOf(query, "a", a);
  const B = partsOf(query, "b", b);
  checkPose(query, "poseA", poseA);
  checkPose(query, "poseB", poseB);
  const level = levels.enter();
  const { manifold, contacts, near, memory } = level;
  try {
    // Read as in `collide`. What the query on the first pair refuses is not checked here.
    let margin = 0;
    if (typeof options === "object" && options !== null) {
      if ("margin" in options) {
        const given = options.margin;
        if (typeof given === "number") margin = given;
      } else if ("contacts" in options) refuseOut("contacts");
    }
    const rimA = rimOf(A.parts), rimB = rimOf(B.parts);
    let count = findContacts(memory, rimA, poseA, rimB, poseB, margin);
    for (let k = 0; k < count; k++) {
      const c = memory.list[k];
      keep(c as Manifold, contacts, k, c.partA, c.partB);
    }
    REACH[0] = margin;
    near.begin(A, poseA, B, poseB, null);
    for (; near.next(A, poseA, B, poseB, null); REACH[0] = margin) {
      const { partA: i, partB: j } = near;
      const isPair = isPairOf(rimA, i, rimB, j);
      // The first pair refuses the options.
      if (!isPair && i + j > 0) continue;
      collide(A.parts[i], poseA, B.parts[j], poseB, options, manifold);
      if (isPair && manifold.pointCount > 0) keep(manifold, contacts, count++, i, j);
    }
    // Write to `out` only now, when no user code can fail any more.
    const known = out?.contacts;
    try {
      if (!Array.isArray(known)) refuseContacts(out);
      // `out` itself may be frozen even if the contacts in it are not.
      const before = out.count;
      out.count = before;
      for (let k = 0; k < Math.min(count, known.length); k++) touchManifold(known[k]);
      while (known.length < count) known.push({ ...newManifold(), partA: 0, partB: 0 });
      out.count = count;
    } catch {
      refuseContacts(out);
    }
    for (let k = 0; k < count; k++) {
      const { partA, partB } = contacts[k];
      keep(contacts[k], known, k, partA, partB);
    }
    return out;
  } finally {
    levels.leave();
  }
}

function refuseContacts(out: unknown): never {
  refuse("collide", "out", out, "be a result { count, contacts }", TypeError);
}

/** Throws, without changing anything, if a manifold lacks an object or is not writable. */
function touchManifold(m: CompoundContact): void {
  const { normal, points, partA } = m;
  touchVector(normal);
  for (let k = 0; k < 2; k++) {
    const p = points[k], { id } = p;
    touchVector(p.point);
    p.id = id;
  }
  m.partA = partA;
}

function keep(
  from: Readonly<Manifold>,
  contacts: CompoundContact[],
  at: number,
  partA: number,
  partB: number,
): void {
  if (at === contacts.length) contacts.push({ ...newManifold(), partA: 0, partB: 0 });
  const to = contacts[at];
  to.partA = partA;
  to.partB = partB;
  to.normal.x = from.normal.x;
  to.normal.y = from.normal.y;
  to.pointCount = from.pointCount;
  for (let k = 0; k < from.pointCount; k++) {
    const p = from.points[k];
    const q = to.points[k];
    q.point.x = p.point.x;
    q.point.y = p.point.y;
    q.separation = p.separation;
    q.id = p.id;
  }
}
