/**
 * Shapes as sets of parts.
 *
 * A query on concave shapes is the query on each of their parts, or on each pair of parts, except
 * those too far away to matter. The answer is the nearest, the first or the deepest of theirs. Each
 * query is in a file of its own and states what that means. For casts and impacts, what counts is
 * what the outline has, too.
 *
 * @module
 */
import { type Rim, rimOf } from "../../boundary/manifolds.ts";
import { Chain } from "../../shapes/chain.ts";
import { PartSet } from "../../shapes/part_set.ts";
import type { ConvexShape, Shape } from "../../shapes/shape.ts";

/** Convex shapes as sets of one part. */
const wrapped = new WeakMap<ConvexShape, PartSet>();

/** The parts of a shape. */
export function partsOf(shape: Shape): PartSet {
  if (shape.support === undefined) return shape.set;
  let wrapper = wrapped.get(shape);
  if (wrapper === undefined) {
    wrapper = new PartSet([shape]);
    wrapped.set(shape, wrapper);
  }
  return wrapper;
}

/** The rim whose outline decides what a hit of the shape is; `null` if all of its parts' surfaces may be hit. */
export function rimToHit(shape: Shape, { parts }: PartSet): Rim | null {
  if (shape instanceof Chain ? !shape.frontOnly : parts.length === 1) return null;
  return rimOf(shape, parts);
}
