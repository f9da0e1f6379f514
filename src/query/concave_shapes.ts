/**
 * `compound` and `chain`: shapes of several parts, and with them the solver for their queries.
 *
 * @module
 */
import type { Vec2 } from "../math/vec2.ts";
import { type Chain, type ChainOptions, makeChain } from "../shapes/chain.ts";
import { Compound, type CompoundPart, placeParts } from "../shapes/compound.ts";
import { PartSet } from "../shapes/part_set.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { attachConcave } from "./attached.ts";
import { concaveContains } from "./concave/contains.ts";
import { concaveSolve } from "./concave/distance.ts";
import { collideLink } from "./concave/link.ts";
import { concaveManifolds } from "./concave/manifolds.ts";
import { ringsOf } from "./concave/parts.ts";
import { concaveSupport } from "./concave/support.ts";
import { concaveRayCast } from "./concave/ray_cast.ts";
import { concaveShapeCast } from "./concave/shape_cast.ts";
import { concaveTimeOfImpact } from "./concave/time_of_impact.ts";

const concaveQueries = {
  solve: concaveSolve,
  contains: concaveContains,
  manifolds: concaveManifolds,
  support: concaveSupport,
  rayCast: concaveRayCast,
  shapeCast: concaveShapeCast,
  timeOfImpact: concaveTimeOfImpact,
  ringsOf,
  collideLink,
};

/**
 * The queries on shapes of which at least one is a compound or a chain, and on links of chains. They have the
 * arguments of the verbs and `task`, for errors. Arguments are checked already, those in `options` and `out` aside.
 * @internal
 */
export type ConcaveQueries = Readonly<typeof concaveQueries>;

/**
 * Makes a concave body of convex parts. All queries take it. The parts may touch and overlap. Their poses are
 * applied once, here ({@linkcode transformShape}), so they cost queries nothing, and queries see the parts with
 * rounded vertices.
 *
 * Internal edges, those of polygons (without radius) that lie within another part, are found here, so that a
 * body does not catch on the joint between two parts.
 *
 * @param parts Convex shapes, or shapes with poses; at least one
 * @returns The compound, immutable
 * @throws {TypeError} If `parts` is not an array of shapes or parts
 * @throws {RangeError} If it is empty, or a pose is not finite or moves a shape out of range
 *
 * @example Usage
 * ```ts
 * import { box, compound, decompose, intersects, point, polygon, pose } from "@narrowphase/gjk2d";
 *
 * const hammer = compound([box(0.5, 4), { shape: box(2, 1), pose: pose(0, 2) }]);
 * hammer.parts.length; // 2
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
 * intersects(ell, pose(), point({ x: 2, y: 2 }), pose()); // false
 * ```
 */
export function compound(parts: readonly (ConvexShape | CompoundPart)[]): Compound {
  const placed = placeParts("create compound", parts);
  attachConcave(concaveQueries);
  return new Compound(new PartSet(placed));
}

/**
 * Makes a chain: ground, walls or a closed outline out of one-sided segments, over whose joints bodies slide without
 * catching.
 *
 * Bodies collide with its front only. With y up, the front is on the right as you walk from point
 * to point: a segment that runs along (x, y) faces (y, -x). That is the outside of a counter-clockwise loop,
 * and the upper side of ground whose points run from right to left (on a screen with y down, from left to
 * right).
 *
 * @param points At least 2 points, or 3 for a loop, in the local frame; no two consecutive ones equal. A loop
 * may repeat its first point at the end
 * @param options Loop, or the points that come before and after an open chain
 * @returns The chain, with its `segments`
 * @throws {TypeError} If an argument has the wrong type, or a loop has points before or after it
 * @throws {RangeError} If there are too few points, a coordinate is not finite or beyond ±2^250, or two
 * consecutive points are closer than 2^-250
 *
 * @remarks
 * Each segment knows its chain, so {@linkcode collide} needs no ghost vertices but for the ends of an open one. At a
 * convex joint it returns only normals between those of the two segments, at a straight or concave joint only the
 * segment's own. A joint where the chain turns straight back, as at the top of a wall drawn up and down, counts as
 * convex, and so does a free end. All points of an open chain are part of it, including the first and the last.
 *
 * A segment has contacts only with bodies whose center (the mean of the core points) is in front of it; a body
 * that has come through is let go. In the corner of a room, the contact is as deep as the body is at the joint.
 *
 * All queries take a chain, and {@linkcode manifolds} finds its contacts. Except for contacts, it is a line with
 * two sides and no inside; with `frontOnly`, rays, casts and impacts see its front only.
 *
 * @example Usage
 * ```ts
 * import { box, chain, IDENTITY, manifolds, pose } from "@narrowphase/gjk2d";
 *
 * const ground = chain([{ x: 8, y: 0 }, { x: 4, y: 0 }, { x: 0, y: 0 }, { x: -4, y: 1 }]);
 * const crate = box(2, 2);
 * // The crate has just come over the joint at x = 4 and is 0.25 deep: no segment pushes it sideways.
 * const found = manifolds(ground, IDENTITY, crate, pose(3.125, 0.75));
 * found.count; // 1; one manifold for both segments
 * found.manifolds[0].normal; // { x: 0, y: 1 }
 * ```
 */
export function chain(points: readonly Readonly<Vec2>[], options?: ChainOptions): Chain {
  const made = makeChain("create chain", points, options);
  attachConcave(concaveQueries);
  return made;
}
