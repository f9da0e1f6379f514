/**
 * Bounding box of a body.
 *
 * @module
 */
import type { Aabb } from "../../math/aabb.ts";
import { checkObject } from "../../math/check.ts";
import type { Pose } from "../../math/pose.ts";
import { aabb } from "../../shapes/bounds.ts";
import { type Body, partsOf } from "./compound.ts";

/**
 * Axis-aligned bounding box of a body: around the boxes of its parts.
 *
 * @param body Body
 * @param pose Pose of the body in the world
 * @param out Receives the box
 * @returns `out`, in world coordinates
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 */
export function compoundAabb(
  body: Body,
  pose: Readonly<Pose>,
  out: Aabb = { minX: NaN, minY: NaN, maxX: NaN, maxY: NaN },
): Aabb {
  const task = "compute aabb";
  const { parts } = partsOf(task, "body", body);
  checkObject(task, "out", out, "a box { minX, minY, maxX, maxY }");
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

/** Box of a part, read before any other code runs. */
const partBox: Aabb = { minX: NaN, minY: NaN, maxX: NaN, maxY: NaN };
