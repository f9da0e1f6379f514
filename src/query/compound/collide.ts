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
import { AXIS, AXIS_GAP } from "../separation.ts";
import { type Body, type PartPair, partsOf } from "./compound.ts";
import { NearPairs, REACH } from "./near_parts.ts";
import { hasOutline, isDeep, leansOnCorner } from "./outline.ts";
import {
  BESIDE,
  collideOutline,
  type Contacts,
  JUDGED,
  judgeReplaced,
} from "./outline_contacts.ts";
import { MARGIN, V } from "./seams.ts";

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
class Level implements Contacts {
  readonly manifold: Manifold = newManifold();
  readonly other: Manifold = newManifold();
  readonly contacts: CompoundContact[] = [];
  readonly spares: CompoundContact[] = [];
  readonly depths: number[] = [];
  readonly lost: number[] = [];
  readonly signs: number[] = [];
  readonly near: NearPairs = new NearPairs(true);
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
  const { manifold, other, contacts, spares, depths, lost, signs, near } = level;
  try {
    // Read as in `collide`. What the query on the first pair refuses is not checked here.
    let margin = 0;
    if (typeof options === "object" && options !== null) {
      if ("margin" in options) {
        const given = options.margin;
        if (typeof given === "number") margin = given;
      } else if ("contacts" in options) refuseOut("contacts");
    }
    // Each pair of parts in contact is one of three cases:
    // - The contact is with the outline of both bodies. It is kept.
    // - It is with a seam of either, and edges on the outline replace it. The replacements are
    //   judged once all contacts are known.
    // - It is with a seam, and no edge replaces it. The deepest of these contacts is used if nothing
    //   else is left.
    let count = 0;
    let replaced = 0;
    // The deepest contact with a seam, which is kept if no other is left.
    let least = Infinity;
    let lostA = -1;
    let lostB = -1;
    REACH[0] = margin;
    near.begin(A, poseA, B, poseB, null);
    for (; near.next(A, poseA, B, poseB, null); REACH[0] = margin) {
      const { partA: i, partB: j } = near;
      collide(A.parts[i], poseA, B.parts[j], poseB, options, manifold);
      if (manifold.pointCount === 0) continue;
      const p = A.parts[i], q = B.parts[j];
      const seamsA = A.seams[i], seamsB = B.seams[j];
      const isOnA = hasOutline(seamsA, poseA, manifold, 1);
      const isOnB = hasOutline(seamsB, poseB, manifold, -1);
      const onA = isOnA ||
        isOnB && q.points.length > 1 && leansOnCorner(seamsA!, poseA, manifold, 1, false);
      const onB = isOnB ||
        isOnA && p.points.length > 1 && leansOnCorner(seamsB!, poseB, manifold, -1, false);
      if (onA && onB) {
        depths[count] = JUDGED;
        for (let k = 0; k < manifold.pointCount; k++) {
          // `leansOnCorner` may have moved a point slightly beyond the margin.
          const p = manifold.points[k];
          if (p.separation > margin) p.separation = margin;
        }
        keep(manifold, contacts, count++, i, j);
        continue;
      }
      // Where the contact is with a seam of both parts, the edges of either may replace it. Take
      // those along whose normal the parts separate sooner.
      let isFound = false;
      let isDoubtful = true;
      let gap = -Infinity;
      for (let sign = 1; sign >= -1; sign -= 2) {
        if (sign > 0 ? onA : onB) continue;
        const seams = sign > 0 ? seamsA! : seamsB!;
        const pose = sign > 0 ? poseA : poseB;
        V[MARGIN] = margin;
        if (sign > 0) collideOutline(p, seams, pose, q, poseB, 1, other);
        else collideOutline(q, seams, pose, p, poseA, -1, other);
        if (other.pointCount === 0) continue;
        // Parts that are apart, or only touch, are not deep behind anything: another part supports
        // the body there.
        if (!isDeep(manifold, seams, pose) && isDeep(other, seams, pose)) continue;
        // An edge on the outline of one body may be in contact with a seam of the other. Such a
        // replacement is doubtful (`BESIDE`), and any other is preferred to it.
        const isOnBoth = sign > 0
          ? hasOutline(seamsB, poseB, other, -1)
          : hasOutline(seamsA, poseA, other, 1);
        if (isFound && (isOnBoth !== isDoubtful ? AXIS[AXIS_GAP] <= gap : !isOnBoth)) continue;
        isFound = true;
        isDoubtful = !isOnBoth;
        gap = AXIS[AXIS_GAP];
        signs[count] = sign;
        keep(other, contacts, count, i, j);
      }
      if (isFound) {
        depths[count] = -gap;
        // Where flush sides of both bodies have a seam, neither edge may be on both outlines. Then the
        // contact itself supports them. Even if it is replaced, its points keep their ids.
        const leans = onA
          ? p.points.length > 1 && leansOnCorner(seamsB!, poseB, manifold, -1, true)
          : onB && q.points.length > 1 && leansOnCorner(seamsA!, poseA, manifold, 1, true);
        if (leans && contacts[count].pointCount === manifold.pointCount) {
          for (let k = 0; k < manifold.pointCount; k++) {
            contacts[count].points[k].id = manifold.points[k].id;
          }
        }
        if (isDoubtful) {
          depths[count] = BESIDE;
          while (count >= spares.length) spares.push({ ...newManifold(), partA: 0, partB: 0 });
          keep(manifold, spares, count, i, j);
          if (!leans) spares[count].pointCount = 0;
        }
        // Not a function: V8 would box the numbers that it returns.
        const { normal, points, pointCount } = manifold;
        const k = pointCount > 1 && points[1].separation < points[0].separation ? 1 : 0;
        const { point, separation } = points[k];
        // Points are midway between the surfaces.
        const half = 0.5 * signs[count] * separation;
        while (lost.length < 5 * count) lost.push(0);
        lost[5 * count] = normal.x;
        lost[5 * count + 1] = normal.y;
        lost[5 * count + 2] = -separation;
        lost[5 * count + 3] = point.x + half * normal.x;
        lost[5 * count + 4] = point.y + half * normal.y;
        count++;
        replaced++;
        continue;
      }
      for (let k = 0; k < manifold.pointCount; k++) {
        const { separation } = manifold.points[k];
        // A contact that is only close does not support a body.
        if (separation > 0 || separation >= least) continue;
        least = separation;
        lostA = i;
        lostB = j;
      }
    }
    if (replaced > 0) count = judgeReplaced(A, poseA, B, poseB, level, count, replaced);
    if (count === 0 && lostA >= 0) {
      collide(A.parts[lostA], poseA, B.parts[lostB], poseB, options, manifold);
      keep(manifold, contacts, count++, lostA, lostB);
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
