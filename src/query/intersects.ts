import { intersects as intersectPair } from "../kernel/pair.ts";
import type { Pose } from "../math/pose.ts";
import type { Shape } from "../shapes/shape.ts";
import { meetDisks } from "./disks.ts";
import { loadPair as load } from "./pair.ts";
import { specialIntersects } from "./attached.ts";

const loadPair = load;
const decide = intersectPair;

/**
 * Whether two shapes share a point. Touching counts: shapes are closed sets.
 *
 * The answer is exact, and always equals `signedDistance(…).distance <= 0`.
 *
 * @param a First shape
 * @param poseA Pose of `a` in the world
 * @param b Second shape
 * @param poseB Pose of `b` in the world
 * @returns `true` when the shapes intersect or touch
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 *
 * @remarks
 * Exact means: for shapes in world coordinates, and otherwise for the vertices as the poses place them, seen from A:
 * `R_A p` and `R_B q + (x_B - x_A)`, each coordinate rounded to a double. Vertices computed by `transformPoint`, or
 * seen from B's position, may differ from these by an ulp, so that shapes which touch in one way are apart in the
 * other. For shapes with a support function (`ellipse`, `convex`) the answer is right unless they touch to 4 u (see
 * {@linkcode distance}).
 *
 * @example Usage
 * ```ts
 * import { box, circle, intersects, pose } from "@narrowphase/gjk2d";
 *
 * const crate = box(2, 2);
 * const ball = circle(0.5);
 * intersects(crate, pose(0, 0), ball, pose(1.5, 0)); // true; touching
 * intersects(crate, pose(0, 0), ball, pose(1.6, 0)); // false
 * ```
 */
export function intersects(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
): boolean {
  loadPair("test intersection", a, poseA, b, poseB);
  if (a.count === 1 && a.isDisk && b.isDisk) return meetDisks(a, poseA, b, poseB);
  if (a.support !== null || b.support !== null) {
    return specialIntersects(a, poseA, b, poseB);
  }
  return decide(a.record, a.count, b.record, b.count) === 1;
}
