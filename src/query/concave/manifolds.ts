/**
 * Contact points of concave shapes.
 *
 * @module
 */
import {
  BoundaryMemory,
  findContacts,
  havePairs,
  isPairOf,
  rimOf,
} from "../../boundary/manifolds.ts";
import type { Pose } from "../../math/pose.ts";
import type { Shape } from "../../shapes/shape.ts";
import { collide } from "../collide.ts";
import { Levels } from "../levels.ts";
import { checkList, copyManifold, type ManifoldList } from "../manifolds.ts";
import { NearPairs, STILL } from "./near_parts.ts";
import { partsOf } from "./parts.ts";

const levels = /* @__PURE__ */ new Levels(() => ({
  memory: new BoundaryMemory(),
  near: new NearPairs(),
}));

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
  const { memory, near } = levels.enter(), { margin } = options;
  try {
    memory.meeting.reach = near.reach = margin;
    findContacts(memory, rimA, poseA, rimB, poseB);
    if (havePairs(rimA, rimB)) {
      near.begin(A, poseA, B, poseB, STILL);
      while (near.next()) {
        const { partA, partB } = near;
        if (!isPairOf(rimA, partA, rimB, partB)) continue;
        const manifold = memory.next();
        collide(A.parts[partA], poseA, B.parts[partB], poseB, options, manifold);
        if (manifold.pointCount === 0) continue;
        manifold.partA = partA;
        manifold.partB = partB;
        memory.count++;
      }
    }
    // Write to `out` only now, when no user code can fail any more.
    checkList(task, out, memory.count);
    for (let k = 0; k < memory.count; k++) copyManifold(memory.list[k], out.manifolds[k]);
    return out;
  } finally {
    levels.leave();
  }
}
