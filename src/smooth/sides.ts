/**
 * Straight sides of support functions, and the contact points between two sides that lie along each
 * other, as between polygons. `convex` attaches this module once it is told of such a side.
 *
 * The side of a shape that faces the other shape is either a _flat_, at right angles to the normal
 * n, or an _arm_, which leads away from the furthest point, to the left of n or to the right. The
 * sides of a polygon are its edges. Those of a support function are stated when the shape is made:
 * of those that face the other shape, the one that is turned least is the flat or the arm.
 *
 * Points are in the pair frame. T is a coordinate along t, which is n turned to the left. D >= 0
 * says how far a point lies behind the furthest one, away from the other shape. No user code runs
 * here, so there is one state for all queries.
 *
 * @module
 */
import { writeId } from "../kernel/contact.ts";
import * as kernel from "../kernel/state.ts";
import * as record from "../shapes/record.ts";
import type { StatedSide } from "../shapes/shape.ts";
import { type Core, Point, type Query } from "./samples.ts";
import { findPoint, placePoint, placeVertex } from "./sampling.ts";

const { abs, max, min } = Math;

const { contacts } = kernel;
const { OUTER } = record;

/** A side whose normal is turned from n by less than this slope, 2^-26, is a flat. */
const BESIDE = 1.4901161193847656e-8;
/**
 * An arm begins at the furthest point if its end is as close to it as this fraction of its
 * coordinates, 2^-40. Otherwise it is past a round part, and counts up to the slope ALONG.
 */
const FAR = 9.094947017729282e-13;
/** Arms lie along each other up to this slope between them, 1/32, as those of polygons. */
const ALONG = 0.03125;
/** Two sides whose squared lengths differ by less than this factor, 1 + 2^-20, count as equally long. */
const LONGER = 1.00000095367431640625;

/** What `convex` attaches. (A namespace import in its place would stay in every bundle.) */
export const straightSides = { clipSides };

/** Points of sides: where both arms of a polygon begin, and other ends. */
const corner = /* @__PURE__ */ new Point();
const near = /* @__PURE__ */ new Point();
const other = /* @__PURE__ */ new Point();

/** The contact: n, T of the witness point, and T of the ends of the overlap. */
class Contact {
  nx = NaN;
  ny = NaN;
  witness = NaN;
  lo = NaN;
  hi = NaN;
}

/** A flat, from right to left, or an arm, from its near end. */
class Side {
  /** 0 for a flat, 1 for the left arm, -1 for the right one. */
  readonly hand: number;
  /** T and D of both ends. */
  t0 = NaN;
  d0 = NaN;
  t1 = NaN;
  d1 = NaN;
  /** T where it begins: of an arm, at the witness point. */
  from = NaN;
  /** How D grows along it. */
  slope = NaN;
  /** The squared length, 0 if there is no such side. */
  length2 = NaN;
  /** D at the ends of the overlap. */
  dropLo = NaN;
  dropHi = NaN;
  /** The names of the side and of both ends. */
  name = 0;
  name0 = 0;
  name1 = 0;

  constructor(hand: number) {
    this.hand = hand;
  }
}

/** The sides of a shape that face the other one. */
class Facing {
  /** The furthest point. */
  top: Point = corner;
  readonly flat: Side = new Side(0);
  readonly left: Side = new Side(1);
  readonly right: Side = new Side(-1);
}

const contact = /* @__PURE__ */ new Contact();
const facingA = /* @__PURE__ */ new Facing();
const facingB = /* @__PURE__ */ new Facing();

/**
 * Completes the contact of the result, whose point is in the manifold: names it, and makes it two
 * where sides of A and B lie along each other. Returns the number of points within the margin.
 */
function clipSides(query: Query): number {
  const { a, b, lo: k, result, margin } = query, { distance: gap, normal, pointA } = result;
  const nx = normal.x, ny = normal.y;
  contact.nx = nx;
  contact.ny = ny;
  contact.witness = nx * (pointA.y - query.originY) - ny * (pointA.x - query.originX);
  facingA.top = k.a;
  facingB.top = k.b;
  if (!(findSides(query, a, facingA) && findSides(query, b, facingB))) return 1;

  // 1. Choose the sides. A flat lies along whatever side the other shape has. Arms must lie along
  //    each other: of the left pair and the right pair, take the one with the smaller angle.
  let sideA = bestSide(facingA), sideB = bestSide(facingB);
  let isAlong = sideA.hand === 0 || sideB.hand === 0;
  if (!isAlong) {
    const left = opening(facingA.left, facingB.left);
    const right = opening(facingA.right, facingB.right);
    isAlong = left !== right && min(left, right) <= ALONG;
    if (isAlong) {
      sideA = left < right ? facingA.left : facingA.right;
      sideB = left < right ? facingB.left : facingB.right;
    }
  }

  // 2. The ids: the name of the longer side, with the name of the other side's end.
  const ee = sideA.length2, dd = sideB.length2;
  const onA = ee > dd * LONGER ||
    (ee * LONGER >= dd && a.shape.record[OUTER] >= b.shape.record[OUTER]);
  const longer = onA ? sideA : sideB, shorter = onA ? sideB : sideA;
  const end = shorter.hand < 0 ? shorter.name1 : shorter.name0;
  const end2 = shorter.hand < 0 ? shorter.name0 : shorter.name1;
  writeId(3, onA ? longer.name : end, onA ? end : longer.name, 0);
  writeId(7, onA ? longer.name : end2, onA ? end2 : longer.name, 0);

  // 3. The ends of the overlap, from right to left, none deeper than the witness points.
  const lo = max(min(sideA.from, sideA.t1), min(sideB.from, sideB.t1));
  const hi = min(max(sideA.from, sideA.t1), max(sideB.from, sideB.t1));
  contact.lo = lo;
  contact.hi = hi;
  if (!(isAlong && lo < hi && reaches(sideA) && reaches(sideB))) {
    // The id of the end at which an arm begins: the shorter side's, or the other one's if that is a
    // flat.
    const arm = shorter.hand !== 0 ? shorter : longer;
    if (arm.hand < 0) contacts[3] = contacts[7];
    return 1;
  }
  measureDrop(sideA);
  measureDrop(sideB);
  const rise = sideA.dropLo + sideB.dropLo, rise2 = sideA.dropHi + sideB.dropHi;
  const least = min(rise, rise2);
  const s = gap + (rise - least), s2 = gap + (rise2 - least);
  const { x, y } = facingA.top, top = nx * y - ny * x, { radius } = a.shape;
  const m = radius - sideA.dropLo + 0.5 * s, m2 = radius - sideA.dropHi + 0.5 * s2;
  contacts[0] = x + query.originX + (m * nx - (lo - top) * ny);
  contacts[1] = y + query.originY + (m * ny + (lo - top) * nx);
  contacts[2] = s;
  contacts[4] = x + query.originX + (m2 * nx - (hi - top) * ny);
  contacts[5] = y + query.originY + (m2 * ny + (hi - top) * nx);
  contacts[6] = s2;
  if (s2 > margin) return s > margin ? 0 : 1;
  if (!(s > margin)) return 2;
  for (let c = 0; c < 4; c++) contacts[c] = contacts[4 + c];
  return 1;
}

/** Whether the overlap extends beyond the round part that leads to an arm. */
function reaches({ hand, t0 }: Side): boolean {
  return hand === 0 || (hand > 0 ? contact.hi > t0 : contact.lo < t0);
}

/** D of a side at the ends of the overlap, none before the furthest point. */
function measureDrop(side: Side): void {
  const { t0, d0 } = side, slope = side.hand < 0 ? -side.slope : side.slope;
  side.dropLo = max(d0 + (contact.lo - t0) * slope, 0);
  side.dropHi = max(d0 + (contact.hi - t0) * slope, 0);
}

/** The flat, else the arm with the smaller slope. If there is none, this has no length. */
function bestSide({ flat, left, right }: Facing): Side {
  if (flat.length2 > 0) return flat;
  if (left.length2 > 0 && right.length2 > 0) return left.slope <= right.slope ? left : right;
  return left.length2 > 0 ? left : right;
}

/** Tangent of the angle between two arms. Infinity if one is missing or the angle exceeds a right angle. */
function opening(i: Side, j: Side): number {
  const u = i.slope, v = j.slope;
  if (!(i.length2 > 0 && j.length2 > 0 && u * v < 1)) return Infinity;
  return (u + v) / (1 - u * v);
}

/** Finds the sides of a shape. Returns whether there are any. */
function findSides(query: Query, core: Core, facing: Facing): boolean {
  const { flat, left, right } = facing, { shape, sign } = core;
  const sides = shape.curved?.sides;
  if (shape.support !== null && sides === undefined) return false;
  flat.length2 = left.length2 = right.length2 = 0;
  if (sides !== undefined) {
    findStated(query, core, facing, sides);
    return bestSide(facing).length2 > 0;
  }
  // A polygon: its furthest vertex and the two neighbours. The next one is on the left on A, on the
  // right on B.
  const k = query.fresh, n = shape.count;
  k.nx = contact.nx;
  k.ny = contact.ny;
  findPoint(core, k, 0, corner);
  const v = corner.i, before = v > 0 ? v - 1 : n - 1;
  near.i = v + 1 < n ? v + 1 : 0;
  other.i = before;
  placeVertex(core, near);
  placeVertex(core, other);
  const ahead = sign > 0 ? left : right, back = sign > 0 ? right : left;
  setSide(core, facing, ahead, corner, near, v);
  setSide(core, facing, back, corner, other, before);
  const arm = bestSide(facing);
  if (!(arm.length2 > 0)) return false;
  if (arm.slope <= BESIDE) {
    const end = arm === ahead ? near : other;
    setSide(core, facing, flat, arm === left ? corner : end, arm === left ? end : corner, arm.name);
  }
  return true;
}

/** Finds the sides of a support function among those that were stated. */
function findStated(query: Query, core: Core, facing: Facing, sides: readonly StatedSide[]): void {
  const { sign, cos: c, sin: s } = core;
  // The direction in which the shape is furthest, in its own frame.
  const dx = sign * (c * contact.nx + s * contact.ny);
  const dy = sign * (c * contact.ny - s * contact.nx);
  for (let k = 0; k < sides.length; k++) {
    const { a, b, nameA, nameB, n } = sides[k], cos = dx * n.x + dy * n.y;
    if (!(cos > 0)) continue;
    // Counter-clockwise from there to the normal of the side, which then comes after the furthest
    // point on the way around the shape.
    const slope = (dx * n.y - dy * n.x) / cos;
    const isFlat = abs(slope) <= BESIDE, isAfter = slope > 0;
    const side = isFlat ? facing.flat : isAfter === sign > 0 ? facing.left : facing.right;
    // From right to left, or from the near end.
    const isForward = isFlat ? sign > 0 : isAfter, from = isForward ? a : b;
    placePoint(core, from, near);
    placePoint(core, isForward ? b : a, other);
    if (!isFlat) {
      if (side.length2 > 0 && side.slope <= abs(slope)) continue;
      if (abs(slope) > ALONG) {
        // Whether it begins at the furthest point.
        const { x, y } = facing.top, noise = FAR * (abs(from.x) + abs(from.y) + query.size);
        if (!(abs(near.x - x) + abs(near.y - y) <= noise)) continue;
      }
    }
    near.i = isForward ? nameA : nameB;
    other.i = isForward ? nameB : nameA;
    setSide(core, facing, side, near, other, 1 + k);
    if (isFlat) return;
  }
}

/** Sets a side of a shape from p to q, with their indices as the names of the ends. */
function setSide(core: Core, { top }: Facing, side: Side, p: Point, q: Point, name: number): void {
  const { nx, ny } = contact, dx = core.sign * nx, dy = core.sign * ny;
  side.t0 = nx * p.y - ny * p.x;
  side.t1 = nx * q.y - ny * q.x;
  side.d0 = max(dx * (top.x - p.x) + dy * (top.y - p.y), 0);
  side.d1 = max(dx * (top.x - q.x) + dy * (top.y - q.y), 0);
  const way = side.t1 - side.t0, isOnward = side.hand < 0 ? way < 0 : way > 0;
  side.from = side.hand === 0 ? side.t0 : contact.witness;
  side.slope = (side.d1 - side.d0) / abs(way);
  side.length2 = isOnward ? (q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y) : 0;
  side.name = name;
  side.name0 = p.i;
  side.name1 = q.i;
}
