/**
 * Contacts in the world of two shapes, at least one of which has an outline.
 *
 * @module
 */
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { Chain, ChainSegment } from "../shapes/chain.ts";
import type { ConvexShape, Shape } from "../shapes/shape.ts";
import {
  begin,
  type Contact,
  meetBody,
  Meeting,
  meetInside,
  meetOutline,
  settle,
} from "./contacts.ts";
import { isSolid, type Outline, outlineOfChain, outlineOfParts } from "./outline.ts";

/** With its edges in the outline: how a part may have contacts. */
const OUTLINED = 0;
/** As a body of its own, since it is no polygon, or rounded. */
const ALONE = 1;
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
  const known = rims.get(shape);
  if (known !== undefined) return known;
  const isChain = shape instanceof Chain, isOne = parts.length === 1;
  const kinds = parts.map((part) =>
    isChain
      ? OUTLINED
      : part instanceof ChainSegment
      ? LINK
      : isOne || !isSolid(part)
      ? ALONE
      : OUTLINED
  );
  const outline = isChain
    ? outlineOfChain(shape)
    : kinds.includes(OUTLINED)
    ? outlineOfParts(parts)
    : null;
  const hasAlone = kinds.includes(ALONE), hasLinks = kinds.includes(LINK);
  const rim = { outline, parts, kinds, hasAlone, hasLinks };
  rims.set(shape, rim);
  return rim;
}

/** The outline that part k is in, `null` for none. */
export function outlineAt(rim: Rim | null, k: number): Outline | null {
  return rim !== null && rim.kinds[k] === OUTLINED ? rim.outline : null;
}

/** Whether any two parts have contacts of their own, which `findContacts` leaves out. */
export function havePairs(a: Rim, b: Rim): boolean {
  return a.hasAlone && b.hasAlone || a.hasLinks || b.hasLinks;
}

/** Whether parts i and j are such a pair. */
export function isPairOf(a: Rim, i: number, b: Rim, j: number): boolean {
  return a.kinds[i] === LINK || b.kinds[j] === LINK || a.kinds[i] === ALONE && b.kinds[j] === ALONE;
}

/** A contact in the world, as `Manifold` has it. */
export interface WorldContact {
  normal: Vec2;
  pointCount: 0 | 1 | 2;
  points: [WorldPoint, WorldPoint];
  partA: number;
  partB: number;
}

interface WorldPoint {
  point: Vec2;
  separation: number;
  id: number;
}

export function newContact(): WorldContact {
  const newPoint = (): WorldPoint => ({ point: { x: NaN, y: NaN }, separation: NaN, id: NaN });
  return {
    normal: { x: NaN, y: NaN },
    pointCount: 0,
    points: [newPoint(), newPoint()],
    partA: 0,
    partB: 0,
  };
}

/** Memory of a running query. */
export class BoundaryMemory {
  readonly meeting: Meeting = new Meeting();
  /** The contacts found. */
  readonly list: WorldContact[] = [];
  count = 0;

  /** The object for the next contact, which counts once `count` has grown. */
  next(): WorldContact {
    if (this.count === this.list.length) this.list.push(newContact());
    return this.list[this.count];
  }
}

/**
 * Finds all contacts in which an outline takes part, with the margin `memory.meeting.reach`: `memory.list` has them,
 * but for those of two parts that have their own.
 */
export function findContacts(
  memory: BoundaryMemory,
  a: Rim,
  poseA: Readonly<Pose>,
  b: Rim,
  poseB: Readonly<Pose>,
): void {
  memory.count = 0;
  // A chain comes first: only solids meet it.
  if (b.outline !== null && b.outline.isChain) meet(memory, b, poseB, a, poseA, true);
  else meet(memory, a, poseA, b, poseB, false);
}

function meet(
  memory: BoundaryMemory,
  a: Rim,
  poseA: Readonly<Pose>,
  b: Rim,
  poseB: Readonly<Pose>,
  isSwapped: boolean,
): void {
  const { meeting: m } = memory, { outline } = a, other = b.outline;
  let isApart = false;
  if (outline !== null) {
    begin(m, outline, poseA, poseB);
    if (other !== null && !other.isChain) {
      meetOutline(m, outline, other);
      isApart = m.pairCount === 0 && !outline.isChain;
      if (isApart) meetInside(m, outline, b.parts);
    }
    for (let k = 0; k < b.parts.length; k++) {
      // The links of another chain are bodies, too.
      if (b.kinds[k] !== ALONE && (other === null || !other.isChain)) continue;
      meetBody(m, outline, b.parts[k], k);
    }
    isApart &&= m.count === 0;
    finish(memory, poseA, isSwapped);
  }
  if (other === null || other.isChain || !(a.hasAlone || isApart)) return;
  begin(m, other, poseB, poseA);
  if (isApart) meetInside(m, other, a.parts);
  for (let k = 0; k < a.parts.length; k++) {
    if (a.kinds[k] === ALONE) meetBody(m, other, a.parts[k], k);
  }
  finish(memory, poseB, !isSwapped);
}

/** Moves the contacts of a meeting to the world. */
function finish(memory: BoundaryMemory, pose: Readonly<Pose>, isSwapped: boolean): void {
  const { meeting: m } = memory;
  settle(m);
  for (let k = 0; k < m.count; k++, memory.count++) {
    place(m, m.contacts[k], pose, isSwapped, memory.next());
  }
}

/** Writes a contact of a meeting in the world's terms. */
export function place(
  { unit }: Meeting,
  { axis, count, points, part, otherPart }: Contact,
  { x, y, cos, sin }: Readonly<Pose>,
  isSwapped: boolean,
  out: WorldContact,
): void {
  const turn = isSwapped ? -unit : unit;
  out.normal.x = turn * (cos * axis.x - sin * axis.y) + 0;
  out.normal.y = turn * (sin * axis.x + cos * axis.y) + 0;
  out.pointCount = count as 1 | 2;
  out.partA = isSwapped ? otherPart : part;
  out.partB = isSwapped ? part : otherPart;
  for (let k = 0; k < count; k++) {
    // From the right of the normal to its left, which has turned around.
    const from = points[isSwapped ? count - 1 - k : k], { point } = out.points[k];
    point.x = cos * from.x - sin * from.y + x;
    point.y = sin * from.x + cos * from.y + y;
    out.points[k].separation = from.separation / unit;
    const i = isSwapped ? from.otherFeature : from.feature;
    const j = isSwapped ? from.feature : from.otherFeature;
    out.points[k].id = idOf(i, j);
  }
}

/** The id of what meets: an unsigned 32-bit integer, or 2^52 and more if it does not fit. */
export function idOf(i: number, j: number): number {
  return i < 65536 && j < 65536 ? i + 65536 * j : 4503599627370496 + i + 67108864 * j;
}
