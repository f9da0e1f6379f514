/**
 * The parts of a concave shape, with circles around them and, for many parts, a tree over them.
 *
 * @module
 */
import type { Aabb } from "../math/aabb.ts";
import { IDENTITY, type Pose } from "../math/pose.ts";
import { aabb } from "./bounds.ts";
import { BoxTree, region } from "./box_tree.ts";
import type { ConvexShape } from "./shape.ts";

/**
 * Rounding error of coordinates moved by a pose, relative to the numbers they are computed from.
 */
const NOISE = 1e-14;
/** The absolute error of numbers that underflow. */
const LEAST_NOISE = 1e-320;
/** From this number of parts on, a tree is faster than visiting every part. */
const TREE_LEAST = 16;

/** Result of `setSlack`, which JavaScript engines would otherwise box. */
export const SLACK: Float64Array = /* @__PURE__ */ new Float64Array(1);

/** Convex parts in one local frame. */
export class PartSet {
  /** The parts; frozen. */
  readonly parts: readonly ConvexShape[];
  /** The circle around each part and, last, around all of them: x, y, radius. */
  readonly circles: readonly number[];
  /** Upper bound of |x| + |y| for all points of the parts. */
  readonly extent: number;
  /** The tree that finds parts near something; `null` for few parts. */
  readonly tree: BoxTree | null;

  constructor(parts: readonly ConvexShape[]) {
    this.parts = Object.freeze(parts.slice());
    const bounds: number[] = [];
    let minX = Infinity, minY = Infinity, maxX = -Infinity, maxY = -Infinity;
    for (const part of parts) {
      aabb(part, IDENTITY, partBox);
      bounds.push(partBox.minX, partBox.minY, partBox.maxX, partBox.maxY);
      minX = Math.min(minX, partBox.minX);
      minY = Math.min(minY, partBox.minY);
      maxX = Math.max(maxX, partBox.maxX);
      maxY = Math.max(maxY, partBox.maxY);
    }
    this.tree = parts.length < TREE_LEAST ? null : new BoxTree(bounds);
    bounds.push(minX, minY, maxX, maxY);
    const circles: number[] = [];
    for (let k = 0; k < bounds.length; k += 4) {
      const w = 0.5 * (bounds[k + 2] - bounds[k]);
      const h = 0.5 * (bounds[k + 3] - bounds[k + 1]);
      circles.push(0.5 * (bounds[k] + bounds[k + 2]), 0.5 * (bounds[k + 1] + bounds[k + 3]));
      circles.push(1.000000001 * Math.sqrt(w * w + h * h));
    }
    this.circles = circles;
    this.extent = Math.max(Math.abs(minX), Math.abs(maxX)) +
      Math.max(Math.abs(minY), Math.abs(maxY));
    Object.freeze(this);
  }

  /**
   * The box around the boxes of all parts. Arguments are checked already. Skips boxes of the tree
   * that are certainly inside the bounds found so far.
   */
  aabb(pose: Readonly<Pose>, out: Aabb): Aabb {
    const { parts, tree } = this;
    const { x, y, cos: c, sin: s } = pose;
    const ac = Math.abs(c), as = Math.abs(s);
    setSlack(this, pose);
    const slack = SLACK[0];
    let minX = Infinity, minY = Infinity, maxX = -Infinity, maxY = -Infinity;
    // With a tree: first the parts that reach far along each axis, then all that may reach further.
    const end = tree === null ? parts.length : tree.next.length;
    let seen = -1, seen1 = -1, seen2 = -1, seen3 = -1;
    for (let node = tree === null ? 0 : -4; node < end;) {
      let k = node;
      if (tree === null) node++;
      else if (node < 0) {
        const side = node & 2 ? -1 : 1;
        region.dx = node & 1 ? side * s : side * c;
        region.dy = node & 1 ? side * c : -side * s;
        k = tree.furthest();
        node++;
        if (k === seen || k === seen1 || k === seen2) continue;
        seen3 = seen2;
        seen2 = seen1;
        seen1 = seen;
        seen = k;
      } else {
        const { boxes } = tree, b = 4 * node;
        const px = c * boxes[b] - s * boxes[b + 1] + x;
        const py = s * boxes[b] + c * boxes[b + 1] + y;
        const w = ac * boxes[b + 2] + as * boxes[b + 3] + slack;
        const h = as * boxes[b + 2] + ac * boxes[b + 3] + slack;
        if (px - w > minX && px + w < maxX && py - h > minY && py + h < maxY) {
          node = tree.next[node];
          continue;
        }
        k = tree.items[node++];
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
}

/**
 * SLACK = an upper bound of how far a part at a pose reaches beyond its box in the tree, in any
 * direction: by rounding, and because a pose that scales down the cores does not scale the radii.
 */
export function setSlack({ extent }: PartSet, { x, y, cos, sin }: Readonly<Pose>): void {
  const square = cos * cos + sin * sin;
  SLACK[0] = NOISE * (Math.abs(x) + Math.abs(y) + (1 + square) * extent) +
    Math.max(1 - square, 0) * extent + LEAST_NOISE;
}

/** Box of a part. It is read before any other code can run. */
const partBox: Aabb = { minX: NaN, minY: NaN, maxX: NaN, maxY: NaN };
