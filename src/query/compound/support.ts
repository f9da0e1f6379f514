/**
 * The point of a body that is furthest in a direction.
 *
 * @module
 */
import { checkObject, checkPose, checkVector } from "../../math/check.ts";
import type { Pose } from "../../math/pose.ts";
import { normalize, type Vec2 } from "../../math/vec2.ts";
import { support } from "../support.ts";
import { type Body, type Compound, partsOf } from "./compound.ts";
import { REACH, setSlack } from "./near_parts.ts";
import { type PartTree, reach, REGION, REGION_DX, REGION_DY } from "./part_tree.ts";

/**
 * Support point of a body: its furthest point in a direction, radii included, which is that of one of its
 * parts. Of parts that reach equally far, the first is taken, unless rounding prefers another.
 *
 * @param body Body: a convex shape or a compound
 * @param pose Pose of `body` in the world
 * @param dir Direction in the world, of any length but 0
 * @param out Receives the point; may be `dir` itself
 * @returns `out`, in world coordinates
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a number is not finite, a position beyond ±2^250, or `dir` is (0, 0)
 *
 * @example Usage
 * ```ts
 * import { box, compound, compoundSupport, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const ell = compound([box(4, 1), { shape: box(1, 4), pose: pose(-2, 2) }]);
 * assertEquals(compoundSupport(ell, pose(10, 0), { x: 1, y: 3 }), { x: 8.5, y: 4 });
 * ```
 */
export function compoundSupport(
  body: Body,
  pose: Readonly<Pose>,
  dir: Readonly<Vec2>,
  out: Vec2 = { x: 0, y: 0 },
): Vec2 {
  const task = "find support";
  const whole = partsOf(task, "body", body), { parts, tree } = whole;
  checkPose(task, "pose", pose);
  checkVector(task, "dir", dir);
  checkObject(task, "out", out, "a point { x, y }");
  if (tree !== null) return supportInTree(whole, tree, pose, dir, out);
  const { x, y } = pose;
  // A support function may call `compoundSupport` itself, so shared objects are read before the
  // next call.
  const { x: ux, y: uy } = normalize(dir, unit);
  let bestX = 0, bestY = 0, furthest = -Infinity;
  for (let k = 0; k < parts.length; k++) {
    support(parts[k], pose, dir, partPoint);
    const px = partPoint.x, py = partPoint.y;
    const s = (px - x) * ux + (py - y) * uy;
    if (!(s > furthest)) continue;
    furthest = s;
    bestX = px;
    bestY = py;
  }
  out.x = bestX;
  out.y = bestY;
  return out;
}

/** As `compoundSupport`, but skips boxes of the tree that certainly reach less far. */
function supportInTree(
  whole: Compound,
  tree: PartTree,
  pose: Readonly<Pose>,
  dir: Readonly<Vec2>,
  out: Vec2,
): Vec2 {
  const { parts } = whole, { boxes, next, parts: leaves } = tree;
  const { x, y, cos, sin } = pose;
  const { x: ux, y: uy } = normalize(dir, unit);
  const lx = cos * ux + sin * uy, ly = cos * uy - sin * ux;
  setSlack(whole, pose);
  const slack = REACH[0];
  REGION[REGION_DX] = lx;
  REGION[REGION_DY] = ly;
  const first = tree.furthest();
  support(parts[first], pose, dir, partPoint);
  let best = first, bestX = partPoint.x, bestY = partPoint.y;
  let furthest = (bestX - x) * ux + (bestY - y) * uy;
  const end = next.length;
  for (let node = 0; node < end;) {
    if (reach(boxes, node, lx, ly) + slack < furthest) {
      node = next[node];
      continue;
    }
    const k = leaves[node++];
    if (k < 0 || k === first) continue;
    support(parts[k], pose, dir, partPoint);
    const px = partPoint.x, py = partPoint.y;
    const s = (px - x) * ux + (py - y) * uy;
    // Among parts that reach equally far the first counts, whatever the order of the visits.
    if (!(s > furthest || (s === furthest && k < best))) continue;
    furthest = s;
    best = k;
    bestX = px;
    bestY = py;
  }
  out.x = bestX;
  out.y = bestY;
  return out;
}

const unit: Vec2 = { x: NaN, y: NaN };

/** Support point of a part. It is read before any other code can run. */
const partPoint: Vec2 = { x: NaN, y: NaN };
