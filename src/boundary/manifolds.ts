/**
 * Contacts in the world of two shapes, at least one of which has an outline.
 *
 * @module
 */
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { ChainSegment } from "../shapes/chain.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { type Contact, meetBody, Meeting, meetInside, meetOutline, settle } from "./contacts.ts";
import { isSolid, type Outline, outlineOfParts } from "./outline.ts";

/** A shape as contacts see it: an outline, and parts that stand on their own. */
export interface Rim {
  /** `null` for a convex shape, and without solid parts. */
  readonly outline: Outline | null;
  readonly parts: readonly ConvexShape[];
  /** Indices of the parts that the outline does not have: those that are rounded, or no polygons, … */
  readonly alone: readonly number[];
  /** … and whether a part is one of them, or a link of a chain, which has contacts of its own. */
  readonly isAlone: readonly boolean[];
  readonly isLink: readonly boolean[];
}

const rims = /* @__PURE__ */ new WeakMap<readonly ConvexShape[], Rim>();

/** The outline of a compound's parts, and those that are alone; made when first asked for. */
export function rimOf(parts: readonly ConvexShape[]): Rim {
  let rim = rims.get(parts);
  if (rim === undefined) {
    const isLink = parts.map((part) => part instanceof ChainSegment);
    const isAlone = parts.map((part, k) => (parts.length === 1 || !isSolid(part)) && !isLink[k]);
    const hasOutline = parts.some((_, k) => !isAlone[k] && !isLink[k]);
    rim = {
      outline: hasOutline ? outlineOfParts(parts) : null,
      parts,
      alone: [...parts.keys()].filter((k) => isAlone[k]),
      isAlone,
      isLink,
    };
    rims.set(parts, rim);
  }
  return rim;
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

function newContact(): WorldContact {
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
 * Finds all contacts in which an outline takes part: `memory.list` has them, and their number is returned. Those
 * of two parts that are alone are not among them.
 */
export function findContacts(
  memory: BoundaryMemory,
  a: Rim,
  poseA: Readonly<Pose>,
  b: Rim,
  poseB: Readonly<Pose>,
  margin: number,
): number {
  const { meeting: m } = memory;
  memory.count = 0;
  if (a.outline !== null) {
    const unit = begin(m, a.outline, poseA, poseB, margin);
    if (b.outline !== null) {
      meetOutline(m, a.outline, b.outline);
      if (m.pairs.length === 0) meetInside(m, a.outline, b.parts, unit);
    }
    for (const k of b.alone) meetBody(m, a.outline, b.parts[k], k, unit * b.parts[k].radius);
    finish(memory, a.outline, poseA, false, unit);
  }
  if (b.outline !== null) {
    const isInside = a.outline !== null && m.pairs.length === 0 && memory.count === 0;
    if (a.alone.length === 0 && !isInside) return memory.count;
    const unit = begin(m, b.outline, poseB, poseA, margin);
    if (isInside) meetInside(m, b.outline, a.parts, unit);
    for (const k of a.alone) meetBody(m, b.outline, a.parts[k], k, unit * a.parts[k].radius);
    finish(memory, b.outline, poseB, true, unit);
  }
  return memory.count;
}

/**
 * Sets a meeting's numbers, and returns the unit: 1 in the world, in the outline's frame. A pose may scale,
 * which does not scale radii.
 */
function begin(
  m: Meeting,
  { bounds }: Outline,
  { x, y, cos, sin }: Readonly<Pose>,
  other: Readonly<Pose>,
  margin: number,
): number {
  const square = cos * cos + sin * sin, unit = 1 / Math.sqrt(square), { move } = m;
  const wx = other.x - x, wy = other.y - y;
  move.x = (cos * wx + sin * wy) / square;
  move.y = (cos * wy - sin * wx) / square;
  move.cos = (cos * other.cos + sin * other.sin) / square;
  move.sin = (cos * other.sin - sin * other.cos) / square;
  m.margin = margin * unit;
  m.slack = SLACK *
    Math.max(
      -bounds.minX,
      bounds.maxX,
      -bounds.minY,
      bounds.maxY,
      Math.abs(move.x),
      Math.abs(move.y),
    );
  m.count = 0;
  return unit;
}

/** What rounding makes of exactly touching shapes, as a fraction of their coordinates: 2^-50. */
const SLACK = 8.881784197001252e-16;

/** Moves the contacts of a meeting to the world. */
function finish(
  memory: BoundaryMemory,
  outline: Outline,
  pose: Readonly<Pose>,
  isSwapped: boolean,
  unit: number,
): void {
  const { meeting: m, list } = memory;
  settle(m, outline.near);
  for (let k = 0; k < m.count; k++) {
    if (memory.count === list.length) list.push(newContact());
    place(m.contacts[k], pose, isSwapped, unit, list[memory.count++]);
  }
}

function place(
  { axis, count, points, part, otherPart }: Contact,
  { x, y, cos, sin }: Readonly<Pose>,
  isSwapped: boolean,
  unit: number,
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
    out.points[k].id = i < 65536 && j < 65536 ? i + 65536 * j : 4503599627370496 + i + 67108864 * j;
  }
}
