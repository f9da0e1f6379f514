/**
 * `chain`: ground and walls out of one-sided segments.
 *
 * @module
 */
import { refuse } from "../math/check.ts";
import type { Vec2 } from "../math/vec2.ts";
import { Chain } from "../shapes/chain.ts";
import { checkEdge, checkOptions, checkVertex, checkVertices } from "../shapes/check.ts";
import { attachChains } from "./attached.ts";
import { collideChain } from "./chain_contact.ts";

/** Options of {@linkcode chain}. */
export interface ChainOptions {
  /** Whether the last point is joined to the first; default `false`. */
  loop?: boolean | undefined;
  /**
   * Point before the first one (a ghost vertex), for an open chain that something else continues. It affects
   * the contacts at the first point but is not part of the chain. Without it the chain has a free end there.
   */
  before?: Readonly<Vec2> | undefined;
  /** Point after the last one, likewise. */
  after?: Readonly<Vec2> | undefined;
}

/**
 * Makes a chain: ground, walls or a closed outline out of one-sided segments, over whose joints bodies slide without
 * catching.
 *
 * Bodies collide with the front of a segment only. With y up, the front is on the right as you walk from point
 * to point: a segment that runs along (x, y) faces (y, -x). That is the outside of a counter-clockwise loop,
 * and the upper side of ground whose points run from right to left (on a screen with y down, from left to
 * right).
 *
 * Each segment knows its neighbours (the ghost vertices of Box2D). At a convex joint {@linkcode collide}
 * returns only normals between those of the two segments, at a straight or concave joint only the segment's
 * own. A joint where the chain turns straight back, as at the top of a wall drawn up and down, counts as
 * convex, and so does a free end. All points of an open chain are part of it, including the first and the last.
 *
 * A segment has contacts only with bodies whose center (the mean of the core points) is in front of it; a body
 * that has come through is let go. A body that overlaps a joint is supported by a segment that has its center
 * in front: by the segment's edge, or, if the body is not over that, by the corner of the joint, however sharp.
 * In the corner of a room, the contact is as deep as the body is at the joint. A body that lies flush along one
 * segment keeps its contacts with the adjacent ones, even if it jitters.
 *
 * Segments may be shorter than the overlap is deep. So a contact that is more than 1.5 times as deep as the
 * overlap with its segment alone is dropped if the contact of another segment separates the body from this one
 * sooner. The body must overlap that segment and all segments between the two.
 *
 * Put every segment into the broadphase as a shape of its own, with the pose of the body that the chain belongs
 * to. Put all of them into one group (`Space.setGroup`), since they touch each other. Queries other than
 * {@linkcode collide}, {@linkcode compoundCollide} and the manifolds of a space treat a segment as a plain one
 * with two sides.
 *
 * @param points At least 2 points, or 3 for a loop, in the local frame; no two consecutive ones equal. A loop
 * may repeat its first point at the end
 * @param options Loop, or the points that come before and after an open chain
 * @returns The chain, with its `segments`
 * @throws {TypeError} If an argument has the wrong type, or a loop has points before or after it
 * @throws {RangeError} If there are too few points, a coordinate is not finite or beyond ±2^250, or two
 * consecutive points are closer than 2^-250
 *
 * @example Usage
 * ```ts
 * import { box, chain, collide, IDENTITY, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const ground = chain([{ x: 8, y: 0 }, { x: 4, y: 0 }, { x: 0, y: 0 }, { x: -4, y: 1 }]);
 * const crate = box(2, 2);
 * // The crate has just come over the joint at x = 4 and is 0.25 deep: no segment pushes it sideways.
 * for (const segment of ground.segments) {
 *   const { normal, pointCount } = collide(segment, IDENTITY, crate, pose(3.125, 0.75));
 *   if (pointCount > 0) assertEquals(normal, { x: 0, y: 1 });
 * }
 * ```
 */
export function chain(points: readonly Readonly<Vec2>[], options?: ChainOptions): Chain {
  const task = "create chain";
  const list = checkVertices(task, "points", points);
  checkOptions(task, options);
  const loop = options?.loop === undefined ? false : options.loop;
  if (typeof loop !== "boolean") refuse(task, "options.loop", loop, "be a boolean", TypeError);
  const ghosts = [options?.before, options?.after].map((ghost, k) => {
    const name = `options.${k === 0 ? "before" : "after"}`;
    if (ghost === undefined) return null;
    if (loop) throw new TypeError(`Cannot ${task}: ${name} is given for a loop, must not be`);
    return checkVertex(task, name, ghost);
  });
  // A loop may repeat its first point at the end.
  while (loop && list.length > 1 && isSame(list[0], list[list.length - 1])) list.pop();
  const least = loop ? 3 : 2;
  if (list.length < least) {
    throw new RangeError(
      `Cannot ${task}: points has ${list.length} ${
        list.length === 1 ? "entry" : "entries"
      }, must have at least ${least}`,
    );
  }
  const [before, after] = ghosts;
  const n = list.length;
  for (let k = 0; k < (loop ? n : n - 1); k++) {
    const next = (k + 1) % n;
    checkEdge(task, `the segment from points[${k}] to points[${next}]`, list[k], list[next]);
  }
  if (before !== null) checkEdge(task, "the way from options.before", before, list[0]);
  if (after !== null) checkEdge(task, "the way to options.after", list[n - 1], after);
  attachChains(collideChain);
  return new Chain(list, loop, before, after);
}

function isSame(p: Vec2, q: Vec2): boolean {
  return p.x === q.x && p.y === q.y;
}
