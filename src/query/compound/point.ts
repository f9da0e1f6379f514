/**
 * Points and bodies: containment and the closest point.
 *
 * @module
 */
import { checkObject, checkPoint, checkPose } from "../../math/check.ts";
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import { point } from "../../shapes/round.ts";
import { Levels } from "../levels.ts";
import { closestPoint, containsPoint } from "../point.ts";
import { newDistanceResult } from "../result.ts";
import { type Body, partsOf } from "./compound.ts";
import { nearest } from "./distance.ts";
import { listOnRay } from "./near_parts.ts";
import { PartList } from "./part_tree.ts";

/** The translation of a ray of no length, which is a point. */
const O: Readonly<Vec2> = { x: 0, y: 0 };

const lists = /* @__PURE__ */ new Levels(() => new PartList());

/**
 * Whether a body contains a point of the world: whether one of its parts does.
 *
 * @param body Body
 * @param pose Pose of the body in the world
 * @param p Point in the world
 * @returns `true` when the body contains the point
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a number is not finite or a position beyond ±2^250
 */
export function compoundContainsPoint(
  body: Body,
  pose: Readonly<Pose>,
  p: Readonly<Vec2>,
): boolean {
  const query = "test point";
  const B = partsOf(query, "body", body);
  checkPose(query, "pose", pose);
  checkPoint(query, "p", p);
  const list = lists.enter();
  try {
    const n = listOnRay(list, B, pose, p, O);
    for (let k = 0; k < n; k++) if (containsPoint(B.parts[list.parts[k]], pose, p)) return true;
    return false;
  } finally {
    lists.leave();
  }
}

/**
 * The point that `compoundClosestPoint` measures from. It is at the origin, and a pose moves it.
 */
const PROBE = /* @__PURE__ */ point({ x: 0, y: 0 });

const probes = /* @__PURE__ */ new Levels(() => ({
  // Doubles, so that V8 expects doubles in x and y.
  at: { x: 0.5, y: 0.5, cos: 1, sin: 0 },
  found: { ...newDistanceResult(), partA: 0, partB: 0 },
}));

/**
 * The point of a body closest to a given point, which is the point itself when the body contains it: that
 * of the nearest part, as `closestPoint` finds it. Of parts equally near the first is taken.
 *
 * @param body Body: a convex shape or a compound
 * @param pose Pose of `body` in the world
 * @param p Point in the world
 * @param out Receives the closest point; may be `p` itself
 * @returns `out`, in world coordinates
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a number is not finite or a position beyond ±2^250
 *
 * @example Usage
 * ```ts
 * import { box, compound, compoundClosestPoint, IDENTITY, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const ell = compound([box(4, 1), { shape: box(1, 4), pose: pose(-2, 2) }]);
 * assertEquals(compoundClosestPoint(ell, IDENTITY, { x: 1, y: 1.5 }), { x: 1, y: 0.5 });
 * assertEquals(compoundClosestPoint(ell, IDENTITY, { x: -1, y: 3 }), { x: -1.5, y: 3 });
 * ```
 */
export function compoundClosestPoint(
  body: Body,
  pose: Readonly<Pose>,
  p: Readonly<Vec2>,
  out: Vec2 = { x: 0, y: 0 },
): Vec2 {
  const query = "find closest point";
  const { parts } = partsOf(query, "body", body);
  checkPose(query, "pose", pose);
  checkPoint(query, "p", p);
  checkObject(query, "out", out, "a point { x, y }");
  const x = p.x;
  const y = p.y;
  const { at, found } = probes.enter();
  try {
    at.x = x;
    at.y = y;
    const { distance, partA } = nearest(query, false, body, pose, PROBE, at, found);
    if (distance > 0) return closestPoint(parts[partA], pose, p, out);
    out.x = x;
    out.y = y;
    return out;
  } finally {
    probes.leave();
  }
}
