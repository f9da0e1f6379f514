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

/** A shape as contacts see it: an outline, and parts that stand on their own. */
export interface Rim {
  /** `null` for a convex shape, and without solid parts. */
  readonly outline: Outline | null;
  readonly parts: readonly ConvexShape[];
  /** Which parts the outline does not have: those that are rounded, or no polygons, … */
  readonly isAlone: readonly boolean[];
  readonly hasAlone: boolean;
  /** … and links of chains, which have contacts of their own with every part. */
  readonly isLink: readonly boolean[];
  readonly hasLinks: boolean;
}

const rims = /* @__PURE__ */ new WeakMap<Shape, Rim>();

/** The outline of a shape, and its parts that are alone; made when first asked for. */
export function rimOf(shape: Shape, parts: readonly ConvexShape[]): Rim {
  let rim = rims.get(shape);
  if (rim === undefined) {
    rim = shape instanceof Chain
      ? rimOfParts(parts, chainOutline(shape), false)
      : rimOfParts(parts, null, parts.length === 1);
    rims.set(shape, rim);
  }
  return rim;
}

/** The outline of a chain. */
export function chainOutline({ points, loop, segments }: Chain): Outline {
  return outlineOfChain(points, loop, segments[0].before, segments[segments.length - 1].after);
}

function rimOfParts(
  parts: readonly ConvexShape[],
  outline: Outline | null,
  areAlone: boolean,
): Rim {
  const isChain = outline !== null;
  const isLink = parts.map((part) => !isChain && part instanceof ChainSegment);
  const isAlone = parts.map((part, k) => !isChain && !isLink[k] && (areAlone || !isSolid(part)));
  const hasOutline = parts.some((_, k) => !isAlone[k] && !isLink[k]);
  return {
    outline: outline ?? (hasOutline ? outlineOfParts(parts) : null),
    parts,
    isAlone,
    hasAlone: isAlone.includes(true),
    isLink,
    hasLinks: isLink.includes(true),
  };
}

/** Whether two parts have contacts of their own, which `findContacts` leaves out. */
export function isPairOf(a: Rim, i: number, b: Rim, j: number): boolean {
  return a.isLink[i] || b.isLink[j] || a.isAlone[i] && b.isAlone[j];
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
}

/**
 * Finds all contacts in which an outline takes part, with the margin `memory.meeting.reach`: `memory.list` has them,
 * and their number is returned. Those of two parts that are alone are not among them.
 */
export function findContacts(
  memory: BoundaryMemory,
  a: Rim,
  poseA: Readonly<Pose>,
  b: Rim,
  poseB: Readonly<Pose>,
): number {
  memory.count = 0;
  // A chain comes first: only solids meet it.
  if (b.outline !== null && b.outline.isChain) meet(memory, b, poseB, a, poseA, true);
  else meet(memory, a, poseA, b, poseB, false);
  return memory.count;
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
      if (!b.isAlone[k] && (other === null || !other.isChain)) continue;
      meetBody(m, outline, b.parts[k], k);
    }
    isApart &&= m.count === 0;
    finish(memory, poseA, isSwapped);
  }
  if (other === null || other.isChain || !(a.hasAlone || isApart)) return;
  begin(m, other, poseB, poseA);
  if (isApart) meetInside(m, other, a.parts);
  for (let k = 0; k < a.parts.length; k++) {
    if (a.isAlone[k]) meetBody(m, other, a.parts[k], k);
  }
  finish(memory, poseB, !isSwapped);
}

/** Moves the contacts of a meeting to the world. */
function finish(memory: BoundaryMemory, pose: Readonly<Pose>, isSwapped: boolean): void {
  const { meeting: m, list } = memory;
  settle(m);
  for (let k = 0; k < m.count; k++) {
    if (memory.count === list.length) list.push(newContact());
    place(m, m.contacts[k], pose, isSwapped, list[memory.count++]);
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
