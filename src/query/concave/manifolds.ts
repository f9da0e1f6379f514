/**
 * Contact points of concave shapes.
 *
 * @module
 */
import type { Pose } from "../../math/pose.ts";
import type { Shape } from "../../shapes/shape.ts";
import { collide, type Manifold, newManifold } from "../collide.ts";
import { Levels } from "../levels.ts";
import { checkList, copyManifold, type ManifoldList } from "../manifolds.ts";
import { AXIS, AXIS_GAP } from "../separation.ts";
import { NearPairs, REACH } from "./near_parts.ts";
import { hasOutline, isDeep, leansOnCorner } from "./outline.ts";
import {
  BESIDE,
  collideOutline,
  type Contacts,
  JUDGED,
  judgeReplaced,
} from "./outline_contacts.ts";
import { partsOf } from "./parts.ts";
import { MARGIN, V } from "./seams.ts";

/**
 * State of a query: manifolds of one pair of parts, the contacts found so far, and the pairs to
 * visit.
 */
class Level implements Contacts {
  readonly manifold: Manifold = newManifold();
  readonly other: Manifold = newManifold();
  readonly contacts: Manifold[] = [];
  readonly spares: Manifold[] = [];
  readonly depths: number[] = [];
  readonly lost: number[] = [];
  readonly signs: number[] = [];
  readonly near: NearPairs = new NearPairs(true);
}

const levels = /* @__PURE__ */ new Levels(() => new Level());

/**
 * `manifolds` for concave shapes: one for each pair of parts in contact.
 *
 * Seams, where parts meet, are not obstacles. If the body's outline does not have a contact's
 * normal at that place, the normal belongs to an internal edge, or leans out of the outline's
 * corner over a seam (by more than 1/32, since a body that lies flush on the adjacent part
 * jitters). The contact is then computed with the part's edges that are on the outline instead.
 * There is no contact if the other body is not over those edges, or if the two parts separate
 * sooner along the normal of another contact: the neighbouring part then supports the body. Parts
 * that only touch have no deep contact. Only if no other contact is left, the deepest one is kept
 * as it is.
 *
 * The `id` of a contact that replaced a seam's names the part's edge and the other shape's vertex,
 * whichever of the two edges is longer. Where the body lies flush, to a slope of 1/32, it is that
 * of `collide`.
 */
export function concaveManifolds(
  task: string,
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  options: Readonly<{ margin: number }>,
  out: ManifoldList,
): ManifoldList {
  const A = partsOf(a), B = partsOf(b);
  const level = levels.enter();
  const { manifold, other, contacts, spares, depths, lost, signs, near } = level;
  const { margin } = options;
  try {
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
          while (count >= spares.length) spares.push(newManifold());
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
    checkList(task, out, count);
    for (let k = 0; k < count; k++) copyManifold(contacts[k], out.manifolds[k]);
    return out;
  } finally {
    levels.leave();
  }
}

/** Copies a manifold of parts to contact `at`. */
function keep(
  from: Readonly<Manifold>,
  contacts: Manifold[],
  at: number,
  partA: number,
  partB: number,
): void {
  if (at === contacts.length) contacts.push(newManifold());
  const to = contacts[at];
  copyManifold(from, to);
  to.partA = partA;
  to.partB = partB;
}
