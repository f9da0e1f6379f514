/**
 * Bounding box of a body.
 *
 * @module
 */
import type { Aabb } from "../../math/aabb.ts";
import { checkObject, checkPose } from "../../math/check.ts";
import type { Pose } from "../../math/pose.ts";
import { aabb } from "../../shapes/bounds.ts";
import { type Body, type Compound, partsOf } from "./compound.ts";
import { REACH, setSlack } from "./near_parts.ts";
import { type PartTree, REGION, REGION_DX, REGION_DY } from "./part_tree.ts";

/**
 * Axis-aligned bounding box of a body: around the boxes of its parts.
 *
 * @param body Body
 * @param pose Pose of the body in the world
 * @param out Receives the box
 * @returns `out`, in world coordinates
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 */
export function compoundAabb(
  body: Body,
  pose: Readonly<Pose>,
  out: Aabb = { minX: NaN, minY: NaN, maxX: NaN, maxY: NaN },
): Aabb {
  const task = "compute aabb";
  const whole = partsOf(task, "body", body), { parts, tree } = whole;
  checkObject(task, "out", out, "a box { minX, minY, maxX, maxY }");
  if (tree !== null) {
    checkPose(task, "pose", pose);
    return boundsInTree(whole, tree, pose, out);
  }
  let minX = Infinity, minY = Infinity, maxX = -Infinity, maxY = -Infinity;
  for (let k = 0; k < parts.length; k++) {
    aabb(parts[k], pose, partBox);
    minX = Math.min(minX, partBox.minX);
    minY = Math.min(minY, partBox.minY);
    maxX = Math.max(maxX, partBox.maxX);
    maxY = Math.max(maxY, partBox.maxY);
  }
  out.minX = minX;
  out.minY = minY;
  out.maxX = maxX;
  out.maxY = maxY;
  return out;
}

/**
 * As `compoundAabb`, but skips boxes of the tree that are certainly inside the bounds found so far.
 */
function boundsInTree(
  whole: Compound,
  tree: PartTree,
  pose: Readonly<Pose>,
  out: Aabb,
): Aabb {
  const { parts } = whole, { boxes, next, parts: leaves } = tree;
  const { x, y, cos: c, sin: s } = pose;
  const ac = Math.abs(c), as = Math.abs(s);
  setSlack(whole, pose);
  const slack = REACH[0];
  let minX = Infinity, minY = Infinity, maxX = -Infinity, maxY = -Infinity;
  // First the parts that reach far along each axis, then all parts that may reach further.
  const end = next.length;
  let seen = -1, seen1 = -1, seen2 = -1, seen3 = -1;
  for (let node = -4; node < end;) {
    let k = 0;
    if (node < 0) {
      const side = node & 2 ? -1 : 1;
      REGION[REGION_DX] = node & 1 ? side * s : side * c;
      REGION[REGION_DY] = node & 1 ? side * c : -side * s;
      k = tree.furthest();
      node++;
      if (k === seen || k === seen1 || k === seen2) continue;
      seen3 = seen2;
      seen2 = seen1;
      seen1 = seen;
      seen = k;
    } else {
      const b = 4 * node;
      const px = c * boxes[b] - s * boxes[b + 1] + x;
      const py = s * boxes[b] + c * boxes[b + 1] + y;
      const w = ac * boxes[b + 2] + as * boxes[b + 3] + slack;
      const h = as * boxes[b + 2] + ac * boxes[b + 3] + slack;
      if (px - w > minX && px + w < maxX && py - h > minY && py + h < maxY) {
        node = next[node];
        continue;
      }
      k = leaves[node++];
      if (k < 0 || k === seen || k === seen1 || k === seen2 || k === seen3) continue;
    }
    aabb(parts[k], pose, partBox);
    minX = Math.min(minX, partBox.minX);
    minY = Math.min(minY, partBox.minY);
    maxX = Math.max(maxX, partBox.maxX);
    maxY = Math.max(maxY, partBox.maxY);
  }
  out.minX = minX;
  out.minY = minY;
  out.maxX = maxX;
  out.maxY = maxY;
  return out;
}

/** Box of a part. It is read before any other code can run. */
const partBox: Aabb = { minX: NaN, minY: NaN, maxX: NaN, maxY: NaN };
