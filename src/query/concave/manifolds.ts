/**
 * Contact points of concave shapes.
 *
 * @module
 */
import { BoundaryMemory, findContacts, isPairOf, rimOf } from "../../boundary/manifolds.ts";
import type { Pose } from "../../math/pose.ts";
import type { Shape } from "../../shapes/shape.ts";
import { collide, type Manifold, newManifold } from "../collide.ts";
import { Levels } from "../levels.ts";
import { checkList, copyManifold, type ManifoldList } from "../manifolds.ts";
import { NearPairs, STILL } from "./near_parts.ts";
import { partsOf } from "./parts.ts";

/** State of a query: the contacts found so far, and the pairs of parts to visit. */
class Level {
  readonly memory: BoundaryMemory = new BoundaryMemory();
  readonly manifolds: Manifold[] = [];
  readonly near: NearPairs = new NearPairs();
}

const levels = /* @__PURE__ */ new Levels(() => new Level());

/**
 * `manifolds` for concave shapes: one for each run of an outline that is touched, and one for each
 * pair of parts that have no outline, such as circles and rounded polygons.
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
  const A = partsOf(a), B = partsOf(b), rimA = rimOf(a, A.parts), rimB = rimOf(b, B.parts);
  const level = levels.enter(), { memory, manifolds, near } = level, { margin } = options;
  try {
    memory.meeting.reach = margin;
    const found = findContacts(memory, rimA, poseA, rimB, poseB);
    let count = found;
    if (rimA.hasAlone && rimB.hasAlone || rimA.hasLinks || rimB.hasLinks) {
      near.reach = margin;
      near.begin(A, poseA, B, poseB, STILL);
      do {
        const { partA, partB } = near;
        if (!isPairOf(rimA, partA, rimB, partB)) continue;
        if (count - found === manifolds.length) manifolds.push(newManifold());
        const manifold = manifolds[count - found];
        collide(A.parts[partA], poseA, B.parts[partB], poseB, options, manifold);
        if (manifold.pointCount === 0) continue;
        manifold.partA = partA;
        manifold.partB = partB;
        count++;
      } while (near.next());
    }
    // Write to `out` only now, when no user code can fail any more.
    checkList(task, out, count);
    for (let k = 0; k < count; k++) {
      copyManifold(k < found ? memory.list[k] : manifolds[k - found], out.manifolds[k]);
    }
    return out;
  } finally {
    levels.leave();
  }
}
