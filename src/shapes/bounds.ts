/**
 * Bounding boxes of shapes.
 *
 * @module
 */
import type { Aabb } from "../math/aabb.ts";
import { checkPose, refuse } from "../math/check.ts";
import { sumError } from "../math/float.ts";
import type { Pose } from "../math/pose.ts";
import { checkShape } from "./check.ts";
import { HALF_AXES, NORMALS } from "./record.ts";
import type { ConvexShape, Shape } from "./shape.ts";
import { DIRECTION, findSupport, FURTHEST } from "./support.ts";

// Relative error of cos x - sin y, in units of max(|cos|, |sin|) × max(|x| + |y|): two products and
// one difference lose at most (2 + 1) 2^-53, taken as 4 to cover the rounding of the bound itself.
// A support function adds its own error, which is below 12 × 2^-53 for an ellipse. A moved shape
// also has the error in `measurePlacedError`.
const POINT_ERROR = 4.440892098500626e-16; // 4 × 2^-53
const SUPPORT_ERROR = 1.7763568394002505e-15; // 16 × 2^-53
const UNIT_ROUNDING = 1.1102230246251565e-16; // 2^-53

/**
 * Axis-aligned bounding box of a shape at a pose. It is guaranteed to contain the shape: bounds are rounded
 * outward where an operation is inexact. Without rotation only the additions of radius and position round, so
 * the box is exact for the identity pose and radius 0.
 *
 * For a custom shape this guarantee is as good as its support function.
 *
 * @param shape Shape; the box of a compound or a chain is that around all its parts
 * @param pose Pose of the shape
 * @param out Receives the box
 * @returns `out`, in world coordinates
 * @throws {TypeError} If `shape` or `pose` has the wrong type
 * @throws {RangeError} If the pose holds a number that is not finite or a position beyond ±2^250
 *
 * @example Usage
 * ```ts
 * import { aabb, capsule, pose } from "@narrowphase/gjk2d";
 *
 * const c = capsule({ x: -1, y: 0 }, { x: 2, y: 0 }, 0.5);
 * aabb(c, pose(10, 20)); // { minX: 8.5, minY: 19.5, maxX: 12.5, maxY: 20.5 }
 * ```
 */
export function aabb(
  shape: Shape,
  pose: Readonly<Pose>,
  out: Aabb = { minX: 0, minY: 0, maxX: 0, maxY: 0 },
): Aabb {
  checkShape("compute aabb", "shape", shape);
  checkPose("compute aabb", "pose", pose);
  checkBox(out);
  if (shape.support === undefined) return shape.set.aabb(pose, out);
  const { x: tx, y: ty, cos: c, sin: s } = pose;

  // Stage 1: bounds of the rotated core, still around the local origin.
  let minX = Infinity, minY = Infinity, maxX = -Infinity, maxY = -Infinity;
  let extent = 0;
  const { record, count } = shape, n = shape.support === null ? count : 4;
  for (let k = 0; k < n; k++) {
    let x = 0, y = 0;
    if (shape.support === null) {
      x = record[NORMALS + 2 * (count + k)];
      y = record[NORMALS + 2 * (count + k) + 1];
    } else {
      // Along a world axis: x, y, -x, -y.
      const side = 1 - (k & 2);
      DIRECTION[0] = side * (k & 1 ? s : c);
      DIRECTION[1] = side * (k & 1 ? c : -s);
      findSupport(shape);
      x = FURTHEST[0];
      y = FURTHEST[1];
    }
    const wx = c * x - s * y;
    const wy = s * x + c * y;
    minX = Math.min(minX, wx);
    minY = Math.min(minY, wy);
    maxX = Math.max(maxX, wx);
    maxY = Math.max(maxY, wy);
    extent = Math.max(extent, Math.abs(x) + Math.abs(y));
  }

  BOUNDS[0] = minX;
  BOUNDS[1] = minY;
  BOUNDS[2] = maxX;
  BOUNDS[3] = maxY;

  // Stage 2: move the bounds outward by the rounding errors. Quarter turns have none.
  const size = Math.max(Math.abs(c), Math.abs(s));
  if (!((c === 0 || s === 0) && size === 1)) {
    const error = (shape.support === null ? POINT_ERROR : SUPPORT_ERROR) * size * extent +
      Number.MIN_VALUE;
    STEP[0] = error;
    inflate();
  }
  if (shape.curved?.placed !== undefined) {
    STEP[0] = extent;
    measurePlacedError(shape);
    STEP[0] = 2 * size * (UNIT_ROUNDING * STEP[0]) + Number.MIN_VALUE;
    inflate();
  }

  // Stage 3: radius and position.
  STEP[0] = shape.radius;
  inflate();
  STEP[0] = tx;
  STEP[1] = ty;
  for (let k = 0; k < 4; k++) add(k, k & 1);
  out.minX = BOUNDS[0];
  out.minY = BOUNDS[1];
  out.maxX = BOUNDS[2];
  out.maxY = BOUNDS[3];
  return out;
}

/** Refuses anything but a box that can be written to, before anything is. */
function checkBox(out: Aabb): void {
  try {
    const { minX, minY, maxX, maxY } = out;
    out.minX = minX;
    out.minY = minY;
    out.maxX = maxX;
    out.maxY = maxY;
  } catch {
    refuse("compute aabb", "out", out, "be a writable box { minX, minY, maxX, maxY }", TypeError);
  }
}

/**
 * STEP[0] = rounding error of a moved shape's support points, in units of 2^-53; before, the greatest
 * |x| + |y| of them. The shape was moved by x ->
 * R_i x + t_i, with i = 0 outermost. Everything is measured in the outermost frame, where |t_i| has
 * been transformed by R_0 ... R_(i-1), and B is the size of the innermost shape. The point that
 * move i rotates is within B + |t_(i+1)| + ... of 0. Rotating it and its direction loses 8 units
 * per unit of that, adding t_i loses 2 per unit of |t_i|, and an ellipse has already lost 12 B:
 *
 *   12 B + sum over i of (8 B + (8 i + 2) |t_i|).
 */
function measurePlacedError(shape: ConvexShape): void {
  let inner = shape, placed = shape.curved?.placed, turns = 1, moves = 0, ways = 0, error = 0;
  for (; placed !== undefined; inner = placed.shape, placed = inner.curved?.placed) {
    const { x, y, cos, sin } = placed.pose;
    const way = turns * (Math.abs(x) + Math.abs(y));
    error += (8 * moves + 2) * way;
    ways += way;
    moves++;
    turns *= Math.abs(cos) + Math.abs(sin);
  }
  const size = inner.kind === "ellipse"
    ? turns * (inner.record[HALF_AXES] + inner.record[HALF_AXES + 1])
    : STEP[0] + ways;
  STEP[0] = error + (12 + 8 * moves) * size;
}

// Kept in arrays, because a JavaScript engine would box arguments and results of functions.

/** minX, minY, maxX, maxY while they are computed, after all user code has run. */
const BOUNDS = /* @__PURE__ */ new Float64Array(4);
/** Terms to add to them. */
const STEP = /* @__PURE__ */ new Float64Array(2);

/** Moves the bounds outward by STEP[0]. */
function inflate(): void {
  STEP[1] = STEP[0];
  STEP[0] = -STEP[0];
  for (let k = 0; k < 4; k++) add(k, k >> 1);
}

const U_UP = 1.1102230246251568e-16; // 2^-53 (1 + 2^-52)

/**
 * BOUNDS[k] += STEP[j], rounded outward to the next double, or below 2^-900 to the one after it.
 * The product with U_UP is a little more than half the distance to the next double. If the product
 * underflows, the least double makes up for it. A subnormal sum is exact.
 */
function add(k: number, j: number): void {
  const a = BOUNDS[k], b = STEP[j], s = a + b;
  const error = sumError(a, b, s), ulp = U_UP * Math.abs(s) + 5e-324;
  BOUNDS[k] = k < 2 ? (error < 0 ? s - ulp : s) : error > 0 ? s + ulp : s;
}
