/**
 * Whether two shapes share a point: whether any two of their parts do.
 *
 * @module
 */
import type { Pose } from "../../math/pose.ts";
import type { Shape } from "../../shapes/shape.ts";
import { intersects } from "../intersects.ts";
import { Levels } from "../levels.ts";
import { NearPairs, STILL } from "./near_parts.ts";
import { partsOf } from "./parts.ts";

const levels = /* @__PURE__ */ new Levels(() => new NearPairs());

/** `intersects` for concave shapes. */
export function concaveIntersects(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
): boolean {
  const A = partsOf(a), B = partsOf(b);
  const near = levels.enter();
  try {
    near.reach = 0;
    near.begin(A, poseA, B, poseB, STILL);
    do {
      if (intersects(A.parts[near.partA], poseA, B.parts[near.partB], poseB)) return true;
    } while (near.next());
    return false;
  } finally {
    levels.leave();
  }
}
