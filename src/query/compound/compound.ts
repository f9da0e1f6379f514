/**
 * Concave bodies as sets of convex parts.
 *
 * A query on a body is the query on each of its parts, or on each pair of its parts and those of
 * another body, except those too far away to matter. The answer is the nearest, the first or the
 * deepest of theirs. Each query is in a file of its own and states what that means.
 *
 * @module
 */
import type { Aabb } from "../../math/aabb.ts";
import { checkArray, checkObject, checkPose } from "../../math/check.ts";
import { IDENTITY, type Pose } from "../../math/pose.ts";
import { aabb } from "../../shapes/bounds.ts";
import { checkOrigin, checkShape, refuseShape } from "../../shapes/check.ts";
import { ConvexShape } from "../../shapes/shape.ts";
import { transformShape } from "../../shapes/transform.ts";
import { type PartTree, plantTree } from "./part_tree.ts";
import { findSeams, type Seams } from "./seams.ts";

/** A convex shape and its pose in the body's frame. */
export interface CompoundPart {
  /** Convex shape. */
  shape: ConvexShape;
  /** Pose of the shape in the body's frame; default `IDENTITY`. */
  pose?: Readonly<Pose> | undefined;
}

/** An argument of the compound queries: a convex shape or a {@linkcode Compound}. */
export type Body = ConvexShape | Compound;

/** Which parts an answer is about: indices into `parts`, 0 for a plain shape. */
export interface PartPair {
  /** Part of A. */
  partA: number;
  /** Part of B. */
  partB: number;
}

/** A concave body: the union of convex parts in one local frame. Made by {@linkcode compound}. */
export class Compound {
  /** The parts, in the body's frame; frozen. */
  readonly parts: readonly ConvexShape[];
  /**
   * The circle around each part and, last, around all of them, in the body's frame: x, y, radius.
   * @internal
   */
  readonly circles: readonly number[];
  /**
   * Upper bound of |x| + |y| for all points of the parts.
   * @internal
   */
  readonly extent: number;
  /**
   * The tree that finds parts near something; `null` for a body of few parts.
   * @internal
   */
  readonly tree: PartTree | null;
  /**
   * The seams of each part; `null` for a part whose edges and corners are all on the outline.
   * @internal
   */
  readonly seams: readonly (Seams | null)[];

  /**
   * Called by `compound`, after validation.
   * @internal
   */
  constructor(parts: readonly ConvexShape[], findsSeams: boolean) {
    this.parts = Object.freeze(parts.slice());
    const bounds: number[] = [];
    const partBox: Aabb = { minX: NaN, minY: NaN, maxX: NaN, maxY: NaN };
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
 * Makes a concave body of convex parts, for {@linkcode compoundIntersects} and the other compound queries. The
 * parts may touch and overlap. Their poses are applied once, here (`transformShape`), so they cost queries
 * nothing, and queries see the parts with rounded vertices.
 *
 * Internal edges, those of polygons (without radius) that lie within another part, are found here. Contacts
 * treat them as seams, so a body does not catch on the seam between two parts.
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
export function compound(parts: readonly (ConvexShape | CompoundPart)[]): Compound {
  const task = "create compound";
  checkArray(task, "parts", parts, "parts");
  if (parts.length === 0) {
    throw new RangeError(`Cannot ${task}: parts is empty, must have at least one part`);
  }
  return new Compound(
    // Not `parts.map`, which skips the holes of an array.
    Array.from(parts, (part: unknown, k) => {
      if (part instanceof ConvexShape) return part;
      checkObject(task, `parts[${k}]`, part, "a Shape or a part { shape, pose }");
      if (Array.isArray(part)) {
        const rule = "must be a Shape or a part { shape, pose }; write .map((p) => polygon(p))";
        throw new TypeError(`Cannot ${task}: parts[${k}] is a list of points, ${rule}`);
      }
      if (part instanceof Compound) {
        const rule = "must be a Shape or a part { shape, pose }; each of its parts is one";
        throw new TypeError(`Cannot ${task}: parts[${k}] is a compound, ${rule}`);
      }
      // A chain has no `shape` either, but this error says what it is.
      if ("segments" in (part as object)) checkShape(task, `parts[${k}]`, part);
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

/** Compounds of one part that wrap plain shapes. */
const wrapped = new WeakMap<ConvexShape, Compound>();

/** The body as a compound. Refuses anything that is no body, with the argument's name. */
export function partsOf(query: string, name: string, body: Body): Compound {
  if (body instanceof Compound) return body;
  if (!(body instanceof ConvexShape)) {
    const { parts } = (body ?? {}) as Partial<Compound>;
    const rule = "Shape or a Compound";
    checkOrigin(query, name, parts?.[0], rule);
    refuseShape(query, name, body, rule);
  }
  let wrapper = wrapped.get(body);
  if (wrapper === undefined) {
    wrapper = new Compound([body], false);
    wrapped.set(body, wrapper);
  }
  return wrapper;
}
