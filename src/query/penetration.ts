import * as state from "../kernel/state.ts";
import { penetration as measurePair } from "../kernel/pair.ts";
import type { Pose } from "../math/pose.ts";
import type { Shape } from "../shapes/shape.ts";
import { loadPair as load, readWitness as read } from "./pair.ts";
import { checkPenetration, givePenetration, newPenetration, type Penetration } from "./result.ts";
import { penetrateDisks as solve } from "./disks.ts";
import { SIGNED, solveSpecial } from "./attached.ts";

const { measured } = state;
const loadPair = load;
const measure = measurePair;
const penetrateDisks = solve;
const readWitness = read;

const TASK = "measure penetration";

/**
 * How deep two shapes overlap, and along which axis they separate soonest.
 *
 * The depth is the length of the shortest translation that leaves convex shapes touching: move B by
 * `depth · normal`, or A by the opposite. Touching shapes have depth 0; for shapes that are apart the answer is
 * `null`. With a compound or a chain it is that of the deepest part; {@linkcode manifolds} tells the ways out of the
 * whole.
 *
 * @param a First shape
 * @param poseA Pose of `a` in the world
 * @param b Second shape
 * @param poseB Pose of `b` in the world
 * @param out Receives the result; without it a new object is returned
 * @returns `out`, or `null` when the shapes are apart (`out` is then unchanged)
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 *
 * @remarks
 * The error of the depth is at most 4 u with u = 2⁻⁵² · diameter(A ∪ B), and so is what is left after moving by it.
 * (For shapes with radii whose cores are apart, that is 4 u · diameter / distance of the cores.)
 *
 * @example Usage
 * ```ts
 * import { circle, penetration, pose } from "@narrowphase/gjk2d";
 *
 * const ball = circle(1);
 * const result = penetration(ball, pose(0, 0), ball, pose(0, 1.5));
 * result?.depth; // 0.5
 * result?.normal; // { x: 0, y: 1 }
 * penetration(ball, pose(0, 0), ball, pose(0, 3)); // null
 * ```
 */
export function penetration(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
  out?: Penetration,
): Penetration | null {
  loadPair(TASK, a, poseA, b, poseB);
  if (a.support !== null || b.support !== null) {
    return givePenetration(TASK, solveSpecial(a, poseA, b, poseB, SIGNED), out);
  }
  if (a.count === 1 && a.isDisk && b.isDisk) {
    const hit = penetrateDisks(TASK, a, poseA, b, poseB, out);
    if (hit !== undefined) return hit;
  }
  measure(a.record, a.count, b.record, b.count);
  const d = measured.distance;
  if (d > 0) return null;
  const target = out ?? newPenetration();
  checkPenetration(TASK, target);
  target.depth = d < 0 ? -d : 0;
  readWitness(target.normal, target.pointA, target.pointB);
  return target;
}
