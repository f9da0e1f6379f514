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
import { rimOf } from "../../boundary/manifolds.ts";
import type { Outline } from "../../boundary/outline.ts";
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

/** What part k of a shape has to be on to be hit: the shape's outline, or `null` if all of its surface may be. */
export function outlineAt(shape: Shape, { parts }: PartSet, k: number): Outline | null {
  if (parts.length === 1 && !(shape instanceof Chain)) return null;
  if (shape instanceof Chain && !shape.frontOnly) return null;
  const { outline, isAlone, isLink } = rimOf(shape, parts);
  return isAlone[k] || isLink[k] ? null : outline;
}
