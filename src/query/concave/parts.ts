/**
 * Shapes as sets of parts.
 *
 * A query on concave shapes is the query on each of their parts, or on each pair of parts, except
 * those too far away to matter. The answer is the nearest, the first or the deepest of theirs. Each
 * query is in a file of its own and states what that means.
 *
 * @module
 */
import { PartSet } from "../../shapes/part_set.ts";
import type { ConvexShape, Shape } from "../../shapes/shape.ts";
import type { Seams } from "./seams.ts";

/** The parts of a shape, and which of their edges are on its outline. */
export interface Body extends PartSet {
  /** The seams of each part; `null` for a part whose edges and corners are all on the outline. */
  readonly seams: readonly (Seams | null)[];
}

/** Convex shapes as sets of one part. */
const wrapped = new WeakMap<ConvexShape, PartSet>();

/** The parts of a shape. */
export function partsOf(shape: Shape): Body {
  if (shape.support === undefined) return shape.set as Body;
  let wrapper = wrapped.get(shape);
  if (wrapper === undefined) {
    wrapper = new PartSet([shape]);
    wrapped.set(shape, wrapper);
  }
  return wrapper as Body;
}
