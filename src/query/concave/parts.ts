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
import {
  isSolid,
  type Outline,
  type OutlineEdge,
  outlineOfChain,
  outlineOfParts,
} from "../../boundary/outline.ts";
import { Chain, ChainSegment } from "../../shapes/chain.ts";
import type { Compound } from "../../shapes/compound.ts";
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

/** With its edges in the outline: how a part may have contacts. */
const OUTLINED = 0;
/** As a body of its own, since it is no polygon, or rounded. */
export const ALONE = 1;
/** As a link of a chain, with every part of the other shape. */
const LINK = 2;

/** A shape as contacts see it: an outline, and parts that stand on their own. */
export interface Rim {
  /** `null` for a convex shape, and without solid parts. */
  readonly outline: Outline | null;
  readonly parts: readonly ConvexShape[];
  /** How each part has contacts. */
  readonly kinds: readonly number[];
  readonly hasAlone: boolean;
  readonly hasLinks: boolean;
}

const rims = /* @__PURE__ */ new WeakMap<Shape, Rim>();

/** The outline of a shape, and its parts that are alone; made when first asked for. */
export function rimOf(shape: Shape, parts: readonly ConvexShape[]): Rim {
  let rim = rims.get(shape);
  if (rim === undefined) rims.set(shape, rim = makeRim(shape, parts));
  return rim;
}

// Apart from `rimOf`, which would make a context for the closure in every call.
function makeRim(shape: Shape, parts: readonly ConvexShape[]): Rim {
  const isChain = shape instanceof Chain, isOne = parts.length === 1;
  const kindOf = (part: ConvexShape): number => {
    if (isChain) return OUTLINED;
    if (part instanceof ChainSegment) return LINK;
    return isOne || !isSolid(part) ? ALONE : OUTLINED;
  };
  const kinds = parts.map(kindOf), hasOutline = kinds.includes(OUTLINED);
  const outline = isChain
    ? outlineOfChain(shape.segments[0].line)
    : hasOutline
    ? outlineOfParts(parts)
    : null;
  return { outline, parts, kinds, hasAlone: kinds.includes(ALONE), hasLinks: kinds.includes(LINK) };
}

/** The outline that part k is in, `null` for none. */
export function outlineAt(rim: Rim, k: number): Outline | null {
  return rim.kinds[k] === OUTLINED ? rim.outline : null;
}

/** Whether any two parts have contacts of their own, which `findContacts` leaves out. */
export function havePairs(a: Rim, b: Rim): boolean {
  return a.hasAlone && b.hasAlone || a.hasLinks || b.hasLinks;
}

/** Whether parts i and j are such a pair. */
export function isPairOf(a: Rim, i: number, b: Rim, j: number): boolean {
  return a.kinds[i] === LINK || b.kinds[j] === LINK || a.kinds[i] === ALONE && b.kinds[j] === ALONE;
}

const hitRims = /* @__PURE__ */ new WeakMap<Shape, Rim>();

/** A shape as rays, casts and impacts see it: links are bodies, and chains but those with a front only. */
export function rimToHit(shape: Shape, { parts }: PartSet): Rim {
  let rim = hitRims.get(shape);
  if (rim === undefined) hitRims.set(shape, rim = makeRimToHit(shape, parts));
  return rim;
}

function makeRimToHit(shape: Shape, parts: readonly ConvexShape[]): Rim {
  const rim = shape instanceof Chain && !shape.frontOnly ? null : rimOf(shape, parts);
  const kinds = parts.map((_, k) => rim !== null && outlineAt(rim, k) !== null ? OUTLINED : ALONE);
  const outline = rim === null ? null : rim.outline, hasAlone = kinds.includes(ALONE);
  return { outline, parts, kinds, hasAlone, hasLinks: false };
}

/** The closed lines around the polygons of a compound: x and y of each corner. */
export function ringsOf(shape: Compound): number[][] {
  const { outline } = rimOf(shape, shape.parts);
  const rings: number[][] = [], left = new Set(outline?.edges);
  for (const start of left) {
    const ring: number[] = [];
    for (let e: OutlineEdge | null = start; e !== null && left.delete(e); e = e.after) {
      ring.push(e.px, e.py);
      if (e.after === null) ring.push(e.qx, e.qy);
    }
    rings.push(ring);
  }
  return rings;
}
