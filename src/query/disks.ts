/**
 * Two circles or points about their own origins, told by the fields of the shapes and poses alone:
 * no record is read. No rotation moves their centers.
 *
 * With v the offset of the poses, R = r_A + r_B and the normal n = v / |v|: the signed distance is
 * |v| - R, and the witness points are r_A n and v - r_B n, from A's position. The operations and
 * their order are those of kernel/disks.ts and kernel/circles.ts, which answer where rounding could
 * decide. So the bits do not depend on who answers.
 *
 * (Objects and integers are passed on: before V8 inlines a function, it would put doubles on the
 * heap.)
 *
 * @module
 */
import * as state from "../kernel/state.ts";
import * as tolerances from "../kernel/tolerances.ts";
import { intersects as decide } from "../kernel/pair.ts";
import type { Pose } from "../math/pose.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { checkPenetration, newPenetration, type Penetration } from "./result.ts";

const { abs, sqrt } = Math;

const { FRAME_NOISE, SKEWED, SMALL } = tolerances;
const { manifold, contacts } = state;

/** `intersects`: the sign of |v|² - R². */
export function meetDisks(
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
): boolean {
  const x = poseB.x - poseA.x, y = poseB.y - poseA.y, R = a.radius + b.radius;
  const dd = x * x + y * y, RR = R * R, gap = dd - RR, E = FRAME_NOISE * (dd + RR);
  return gap < -E || !(gap > E) && decide(a.record, 1, b.record, 1) === 1;
}

/**
 * `penetration`, or `undefined` if unsure. (With the numbers passed on in `measured`, as from the kernel, it took 1.12
 * to 1.37 of the time; in one function with `signedDistance`, whose results are other objects, 1.3; 2026-11-28.)
 */
export function penetrateDisks(
  task: string,
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
  out: Penetration | undefined,
): Penetration | null | undefined {
  const ox = poseA.x + 0, oy = poseA.y + 0, x = poseB.x - ox, y = poseB.y - oy;
  const ra = a.radius, rb = b.radius, R = ra + rb, square = x * x + y * y;
  const core = sqrt(square), d = core - R;
  if (!(square > SMALL && abs(d) > FRAME_NOISE * (core + R))) return undefined;
  if (d > 0) return null;
  const target = out ?? newPenetration();
  checkPenetration(task, target);
  const { normal, pointA, pointB } = target, nx = x / core, ny = y / core;
  target.depth = -d;
  normal.x = nx + 0;
  normal.y = ny + 0;
  pointA.x = ra * nx + ox;
  pointA.y = ra * ny + oy;
  pointB.x = x - rb * nx + ox;
  pointB.y = y - rb * ny + oy;
  return target;
}

/** Contact points within `manifold.margin`, as the kernel leaves them: how many, or -1 if unsure. */
export function touchDisks(
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
): number {
  const ox = poseA.x + 0, oy = poseA.y + 0, x = poseB.x - ox, y = poseB.y - oy;
  const ra = a.radius, rb = b.radius, R = ra + rb, square = x * x + y * y;
  const core = sqrt(square), gap = core - R, margin = manifold.margin;
  const E = SKEWED * (abs(x) + abs(y) + R);
  if (!(square > SMALL && core > E && abs(gap) > E && abs(gap - margin) > E)) return -1;
  const nx = x / core, ny = y / core;
  manifold.nx = nx + 0;
  manifold.ny = ny + 0;
  if (gap > margin) return 0;
  contacts[0] = 0.5 * (ra * nx + (x - rb * nx)) + ox;
  contacts[1] = 0.5 * (ra * ny + (y - rb * ny)) + oy;
  contacts[2] = gap;
  contacts[3] = 0;
  return 1;
}
