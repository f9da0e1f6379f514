/**
 * Concave bodies as sets of convex parts: what a body is, and what is asked of one body alone. Queries on
 * pairs of them are in compound_queries.ts.
 *
 * @module
 */
import type { Aabb } from "../math/aabb.ts";
import { checkArray, checkObject, checkPose, checkVector, refuse } from "../math/check.ts";
import { IDENTITY, type Pose } from "../math/pose.ts";
import { normalize, type Vec2 } from "../math/vec2.ts";
import { aabb } from "../shapes/bounds.ts";
import { checkOrigin, checkShape } from "../shapes/check.ts";
import { giveMassProperties, type MassProperties, massProperties } from "../shapes/mass.ts";
import { Shape } from "../shapes/shape.ts";
import { transformShape } from "../shapes/transform.ts";
import { type PartTree, plantTree } from "./part_tree.ts";
import { findSeams, type Seams } from "./seams.ts";
import { support } from "./support.ts";

/** A convex shape and where it is in the body's frame. */
export interface CompoundPart {
  /** Convex shape. */
  shape: Shape;
  /** Pose of the shape in the body's frame; default `IDENTITY`. */
  pose?: Readonly<Pose> | undefined;
}

/** What the compound queries take: a convex shape, or a {@linkcode Compound} of such. */
export type Body = Shape | Compound;

/** A concave body: the union of convex parts in one local frame. Made by {@linkcode compound}. */
export class Compound {
  /** The parts, in the body's frame; frozen. */
  readonly parts: readonly Shape[];
  /**
   * Circle around each part and, last, around all of them, in the body's frame: x, y, radius.
   * @internal
   */
  readonly circles: readonly number[];
  /**
   * Bounds |x| + |y| of all points of the parts.
   * @internal
   */
  readonly extent: number;
  /**
   * Finds the parts that are near something; `null` for a body of few parts.
   * @internal
   */
  readonly tree: PartTree | null;
  /**
   * Which directions of each part are the body's own; `null` where all are.
   * @internal
   */
  readonly seams: readonly (Seams | null)[];

  /**
   * For `compound`, after validation.
   * @internal
   */
  constructor(parts: readonly Shape[], findsSeams: boolean) {
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
    this.tree = plantTree(bounds);
    this.seams = findsSeams ? findSeams(parts, bounds) : parts.map(() => null);
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
}

/**
 * Makes a concave body of convex parts, for {@linkcode compoundIntersects} and its family. The parts
 * may touch and overlap. Their poses are applied once, here (`transformShape`), so a query costs no
 * more for them and sees the parts where the rounded vertices are.
 *
 * Edges of polygons (without radius) that lie within another part are found here, and contacts with
 * them are known for what they are: a body does not catch on the seam between two parts.
 *
 * @param parts Convex shapes, or shapes with poses; at least one
 * @returns The compound, immutable
 * @throws {TypeError} If `parts` is not an array of shapes or parts
 * @throws {RangeError} If it is empty, or a pose is not finite or moves a shape out of range
 *
 * @example Usage
 * ```ts
 * import { box, compound, compoundIntersects, decompose, point, polygon, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const hammer = compound([box(0.5, 4), { shape: box(2, 1), pose: pose(0, 2) }]);
 * assertEquals(hammer.parts.length, 2);
 *
 * const outline = [
 *   { x: 0, y: 0 },
 *   { x: 3, y: 0 },
 *   { x: 3, y: 1 },
 *   { x: 1, y: 1 },
 *   { x: 1, y: 4 },
 *   { x: 0, y: 4 },
 * ];
 * const ell = compound(decompose(outline).map((points) => polygon(points)));
 * assertEquals(compoundIntersects(ell, pose(), point({ x: 2, y: 2 }), pose()), false);
 * ```
 */
export function compound(parts: readonly (Shape | CompoundPart)[]): Compound {
  const task = "create compound";
  checkArray(task, "parts", parts, "parts");
  if (parts.length === 0) {
    throw new RangeError(`Cannot ${task}: parts is empty, must have at least one part`);
  }
  return new Compound(
    // Not by `map` itself, which passes over the holes of an array.
    Array.from(parts, (part: unknown, k) => {
      if (part instanceof Shape) return part;
      checkObject(task, `parts[${k}]`, part, "a Shape or a part { shape, pose }");
      checkOrigin(task, `parts[${k}]`, part, "Shape");
      const { shape, pose } = part as CompoundPart;
      checkShape(task, `parts[${k}].shape`, shape);
      if (pose === undefined) return shape;
      checkPose(task, `parts[${k}].pose`, pose);
      const { x, y, cos, sin } = pose;
      return x === 0 && y === 0 && cos === 1 && sin === 0 ? shape : transformShape(shape, pose);
    }),
    true,
  );
}

/** Compounds of one part that stand for plain shapes. */
const wrapped = new WeakMap<Shape, Compound>();

/** The parts of a body; refuses, by name, what is none. */
export function partsOf(query: string, name: string, body: Body): Compound {
  if (body instanceof Compound) return body;
  if (!(body instanceof Shape)) {
    const { parts } = (body ?? {}) as Partial<Compound>;
    checkOrigin(query, name, parts?.[0] ?? body, "Shape or a Compound");
    refuse(query, name, body, "be a Shape or a Compound", TypeError);
  }
  let wrapper = wrapped.get(body);
  if (wrapper === undefined) {
    wrapper = new Compound([body], false);
    wrapped.set(body, wrapper);
  }
  return wrapper;
}

/**
 * Support point of a body: its point furthest in a direction, radii included, which is that of one of its
 * parts. Of parts that reach equally far the first is taken, where rounding does not prefer another.
 *
 * @param body Body: a convex shape or a compound
 * @param pose Pose of `body` in the world
 * @param dir Direction in the world, of any length but 0
 * @param out Receives the point; may be `dir` itself
 * @returns `out`, in world coordinates
 * @throws {TypeError} If an argument is of the wrong kind
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
  const { parts } = partsOf(task, "body", body);
  checkPose(task, "pose", pose);
  checkVector(task, "dir", dir);
  checkObject(task, "out", out, "a point { x, y }");
  const { x, y } = pose;
  // A support function may ask for one of its own: what is not in locals is read before the next part is asked.
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

const unit: Vec2 = { x: NaN, y: NaN };

/** Support point of a part, read before any other code runs. */
const partPoint: Vec2 = { x: NaN, y: NaN };

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

/**
 * Mass, center of mass and moment of inertia of a body with constant density, radii included: those of
 * {@linkcode massProperties}, summed over the parts.
 *
 * What parts share is counted once for each, so parts that overlap make the body too heavy there; parts
 * that `decompose` made only touch.
 *
 * @param body Convex shape or compound
 * @param density Mass per unit of area, `>= 0`
 * @param out Receives the result
 * @returns `out`, in the body's frame: the center of mass, and the inertia about it in mass times length
 * squared. Without area, mass and inertia are 0 and the center is the mean of the parts' centroids
 * @throws {TypeError} If an argument has the wrong kind
 * @throws {RangeError} If the density is negative or not finite
 *
 * @example Usage
 * ```ts
 * import { box, compound, compoundMassProperties } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const plank = compound([
 *   box(1, 2, { center: { x: 8.5, y: 20 } }),
 *   box(3, 2, { center: { x: 10.5, y: 20 } }),
 * ]);
 * const { mass, center, inertia } = compoundMassProperties(plank, 3);
 * assertEquals(mass, 24);
 * assertEquals(center, { x: 10, y: 20 });
 * assertEquals(inertia, 24 * (4 * 4 + 2 * 2) / 12);
 * ```
 */
export function compoundMassProperties(
  body: Body,
  density: number,
  out: MassProperties = { mass: 0, center: { x: 0, y: 0 }, inertia: 0 },
): MassProperties {
  const task = "compute mass properties";
  const { parts } = partsOf(task, "body", body);
  // The density is checked here and multiplied with in the end: without one there are still centers.
  massProperties(parts[0], density);
  const each = parts.map((part) => massProperties(part, 1));
  let area = 0;
  for (const { mass } of each) area += mass;

  // Offsets from a part's own center stay small wherever the body lies.
  const { x, y } = each[0].center;
  let dx = 0, dy = 0;
  for (const { mass, center } of each) {
    const weight = area > 0 ? mass / area : 1 / each.length;
    dx += weight * (center.x - x);
    dy += weight * (center.y - y);
  }
  // The parallel axis theorem: I = Σ (I_k + m_k |c_k - c|²).
  let inertia = 0;
  for (const { mass, center, inertia: own } of each) {
    const px = (center.x - x) - dx;
    const py = (center.y - y) - dy;
    inertia += own + mass * (px * px + py * py);
  }
  return giveMassProperties(task, density * area, x + dx, y + dy, density * inertia, out);
}
