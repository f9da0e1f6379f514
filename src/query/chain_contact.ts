/**
 * The one-sided contact with a segment of a chain: it starts from the contact with the plain
 * segment and keeps, changes or drops it as the chain requires.
 *
 * docs/internals/casts_and_compounds.md explains the rules.
 *
 * @module
 */
import * as state from "../kernel/state.ts";
import { nameCorners } from "../kernel/contact.ts";
import { collide, collideEdge } from "../kernel/manifold.ts";
import { registers } from "../kernel/registers.ts";
import type { Pose } from "../math/pose.ts";
import { ChainSegment } from "../shapes/chain.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { DIRECTION, findSupport, FURTHEST } from "../shapes/support.ts";
import { smooth } from "./attached.ts";
import { LEANS } from "./collide.ts";

const { poses, POSE_A, POSE_B, measured } = state;

// As in pair.ts.
const W = registers;

// Copies of the constants in registers.ts, record.ts and search.ts, held equal by `deno task ok`: V8 folds those of
// the same file only.
const REF_X = 2;
const REF_Y = 3;
const CENTER_X = 4;
const CENTER_Y = 5;
const LOCAL = 11;
const MARGIN = 50;
const MANIFOLD_NX = 52;
const MANIFOLD_NY = 53;
const MANIFOLD_POINTS = 54;
const SKEWED = 4.2146848510894035e-8;

/** Layout of `ChainSegment.arc`: the segment's own direction and normal, … */
const ARC_E = 0;
const ARC_N1 = 2;
/** … then for each end whether it is convex, and the normal of the neighbour there. */
const ARC_CONVEX = 4;
const ARC_NORMAL = 5;
const ARC_STRIDE = 3;

/** Verdicts of `judge`: the normal is accepted, or the segment's own replaces it. */
const ACCEPT = 0;
const SNAP = 1;

/**
 * Separations that differ by no more than this fraction of the coordinates, 2^-46, count as equal.
 * So do directions.
 */
const EQUAL = 1.4210854715202004e-14;

/**
 * A contact more than this many times as deep as the overlap of body and segment alone is compared
 * with those of other segments. A square corner that lies on collinear segments stays below this
 * (√2).
 */
const FURTHER = 1.5;

/**
 * Writes the manifold of a pair with a chain segment to the registers, as `collideSegment` does,
 * and returns the number of points; -1 for any other pair.
 */
export function collideChain(a: ConvexShape, b: ConvexShape): number {
  if (a instanceof ChainSegment) return collideSegment(a, b);
  if (!(b instanceof ChainSegment)) return -1;
  swapPoses();
  const count = collideSegment(b, a);
  swapManifold(count);
  return count;
}

/**
 * Computes the manifold of a chain segment, as A, and another shape; poses and margin are in the
 * registers. Writes it to the registers after the last call of a support function, which may throw,
 * and returns the number of points.
 *
 * - If B's center is behind the segment, there is no contact.
 * - If the plain segment has a contact with an accepted normal, that is the contact.
 * - Otherwise `collideInstead` replaces it, and the replacement is dropped if a contact of another
 *   segment separates B from this one sooner.
 */
function collideSegment(a: ChainSegment, b: ConvexShape): number {
  if (depth === levels.length) levels.push(new Level());
  const level = levels[depth];
  const { F } = level;
  keepRegisters(a, F);
  if (!hasInFront(a, b, F)) return none(a.arc, F);
  findMotion(F);
  if (b.support !== null) {
    const { poseA, poseB } = level;
    poseA.x = poses[POSE_A];
    poseA.y = poses[POSE_A + 1];
    poseA.cos = poses[POSE_A + 2];
    poseA.sin = poses[POSE_A + 3];
    poseB.x = poses[POSE_B];
    poseB.y = poses[POSE_B + 1];
    poseB.cos = poses[POSE_B + 2];
    poseB.sin = poses[POSE_B + 3];
  }
  depth++;
  try {
    // A support function may change the registers. From here on, everything is read from F.
    const count = collideAlone(a, b, level);
    if (count === 0 || judge(a, F, hasSide(b, count) ? count : 0) === ACCEPT) return count;
    keepDepth(count, F, ALONE);
    const instead = collideInstead(a, b, level);
    return isHeldElsewhere(a, b, level, instead) ? none(a.arc, F) : instead;
  } finally {
    depth--;
  }
}

/** The manifold of the segment as a plain one, without neighbours. */
function collideAlone(a: ChainSegment, b: ConvexShape, { F, poseA, poseB }: Level): number {
  if (b.support === null) return collide(a.record, 2, b.record, b.count);
  W[MARGIN] = F[KEPT_MARGIN];
  return smooth!.collide(a, poseA, b, poseB);
}

/** Whether B's center is in front of the segment whose ends are in F. */
function hasInFront(a: ChainSegment, b: ConvexShape, F: Float64Array): boolean {
  const { arc } = a;
  // In A's frame: the center of B and all directions.
  const ac = F[2], as = F[3];
  const { record } = b;
  const x = record[REF_X] + record[CENTER_X], y = record[REF_Y] + record[CENTER_Y];
  const wx = F[6] * x - F[7] * y + (F[4] - F[0]), wy = F[7] * x + F[6] * y + (F[5] - F[1]);
  const nx = arc[ARC_N1], ny = arc[ARC_N1 + 1];
  return nx * ((ac * wx + as * wy) - F[ENDS]) + ny * ((ac * wy - as * wx) - F[ENDS + 1]) >= 0;
}

/**
 * The manifold that replaces one whose normal the chain would not give: along the segment's own
 * normal, or with the corner or joint at one of its ends. None if a neighbour supports B.
 */
function collideInstead(a: ChainSegment, b: ConvexShape, { F, poseA, poseB }: Level): number {
  const { arc } = a;
  const part = partOf(a, b, F);
  if (part === NEIGHBOUR) return collideLeaning(arc, F);
  if (part !== EDGE && findCorner(a, b, F, part)) return collideCorner(a, b, F);
  if (b.support === null) {
    const along = collideEdge(a.record, 2, b.record, b.count, 0);
    if (along > 0) return along;
    furthestAgainst(arc, ARC_N1, b, F);
    return findEnd(a, b, F) ? collideCorner(a, b, F) : 0;
  }
  none(arc, F);
  W[MARGIN] = F[KEPT_MARGIN];
  const along = smooth!.collideAlong(a, poseA, b, poseB);
  if (along > 0) return along;
  // No side of B is along the segment: use v, the point of B deepest behind it, in A's frame.
  const nx = arc[ARC_N1], ny = arc[ARC_N1 + 1];
  furthestAgainst(arc, ARC_N1, b, F);
  const vx = F[CORNER_VX], vy = F[CORNER_VY];
  const px = F[ENDS], py = F[ENDS + 1], qx = F[ENDS + 2], qy = F[ENDS + 3];
  const ex = qx - px, ey = qy - py;
  const isBeside = ex * (vx - px) + ey * (vy - py) >= 0 && ex * (vx - qx) + ey * (vy - qy) <= 0;
  if (!isBeside) return findEnd(a, b, F) ? collideCorner(a, b, F) : none(arc, F);
  const s = nx * (vx - px) + ny * (vy - py);
  none(arc, F);
  if (s - b.radius > F[KEPT_MARGIN]) return 0;
  const m = -0.5 * (b.radius + s);
  const ux = vx + m * nx, uy = vy + m * ny;
  W[MANIFOLD_POINTS] = F[2] * ux - F[3] * uy + F[0];
  W[MANIFOLD_POINTS + 1] = F[3] * ux + F[2] * uy + F[1];
  W[MANIFOLD_POINTS + 2] = s - b.radius;
  W[MANIFOLD_POINTS + 3] = 0;
  return 1;
}

/**
 * Whether the contact of another segment separates B from this segment sooner than the contact in
 * the registers. The other segments are those that B overlaps, along the chain in both directions.
 * Neighbours at convex joints have been compared in `partOf`, but if segments are shorter than the
 * overlap is deep, the one that supports B may be several joints away. Only a shallower contact
 * counts, so the shallowest contact of a chain is always kept.
 */
function isHeldElsewhere(a: ChainSegment, b: ConvexShape, level: Level, count: number): boolean {
  const { F } = level;
  keepDepth(count, F, DEPTH);
  if (!(F[DEPTH] > 0 && F[DEPTH] > FURTHER * F[ALONE] + F[OWN_NOISE])) return false;
  for (let k = 0; k < 10; k++) F[KEPT_MANIFOLD + k] = W[MANIFOLD_NX + k];
  for (let way = -1; way <= 1; way += 2) {
    for (let by = way;; by += way) {
      const s = a.next(by);
      if (s === null) break;
      keepEnds(s, F);
      const found = collideOther(s, b, level);
      if (found < 0) break;
      if (found === 0) continue;
      keepDepth(found, F, OTHER);
      keepEnds(a, F);
      if (isFreed(b, level)) return true;
    }
  }
  for (let k = 0; k < 10; k++) W[MANIFOLD_NX + k] = F[KEPT_MANIFOLD + k];
  return false;
}

/**
 * The manifold of another segment, whose ends are in F, computed as for this one. 0 if it has B's
 * center behind, or is not shallower than DEPTH even as a plain segment; -1 if B does not overlap
 * it.
 */
function collideOther(s: ChainSegment, b: ConvexShape, level: Level): number {
  const { F } = level;
  const count = collideAlone(s, b, level);
  keepDepth(count, F, OTHER);
  if (!(F[OTHER] > 0)) return -1;
  if (!(F[OTHER] < F[DEPTH] && hasInFront(s, b, F))) return 0;
  if (judge(s, F, hasSide(b, count) ? count : 0) === ACCEPT) return count;
  return collideInstead(s, b, level);
}

/**
 * Whether B separates from the segment whose ends are in F along the normal in the registers, after
 * moving by OTHER, and OTHER is less than DEPTH.
 */
function isFreed(b: ConvexShape, { F, normal }: Level): boolean {
  const wx = W[MANIFOLD_NX], wy = W[MANIFOLD_NY];
  normal[0] = F[2] * wx + F[3] * wy;
  normal[1] = F[2] * wy - F[3] * wx;
  for (let end = FIRST; end <= SECOND; end++) {
    separationAlong(normal, 0, end, b, F, NEXT);
    const noise = F[NEXT_NOISE];
    if (!(F[OTHER] + noise < F[DEPTH] && F[NEXT] - b.radius >= -F[OTHER] - noise)) return false;
  }
  return true;
}

/** F[slot] = the depth of the deepest of the `count` points in the registers, 0 without points. */
function keepDepth(count: number, F: Float64Array, slot: number): void {
  F[slot] = count === 0
    ? 0
    : count === 1
    ? 0 - W[MANIFOLD_POINTS + 2]
    : 0 - Math.min(W[MANIFOLD_POINTS + 2], W[MANIFOLD_POINTS + 6]);
}

/** Registers of a contact with a segment: the poses, A's without its scale, then the margin, … */
const KEPT_MARGIN = 8;
/** … the segment's points, x and y, in A's frame, … */
const ENDS = 9;
/**
 * … separations of B's core along the segment's own normal and along a neighbour's, each with its
 * rounding error, …
 */
const OWN = 13;
const OWN_NOISE = 14;
const NEXT = 15;
const NEXT_NOISE = 16;
/**
 * … the position of B's center relative to the line last measured: offset from it, and distance
 * along it, …
 */
const CENTER_OFF = 17;
const CENTER_ALONG = 18;
/**
 * … a corner and its contact: normal, point of B's core and its index, separation from the core,
 * and the corner's end (FIRST or SECOND), …
 */
const CORNER_NX = 19;
const CORNER_NY = 20;
const CORNER_VX = 21;
const CORNER_VY = 22;
const CORNER_INDEX = 23;
const CORNER_GAP = 24;
const CORNER_END = 25;
/** … A's scale factor, … */
const SCALE = 26;
/** … the rotation and the translation that take B's frame to A's, … */
const TURN = 27;
const SHIFT = 29;
/**
 * … depths of B in the plain segment, by its contact, and by that of another segment; and a copy of
 * its contact, …
 */
const ALONE = 31;
const DEPTH = 32;
const OTHER = 33;
const KEPT_MANIFOLD = 34;
/**
 * … and a contact of a side of B that leans over a neighbour: number of points (0 for none), the
 * end that the neighbour is at, and a copy of the manifold.
 */
const LEANING = 44;
const LEANING_END = 45;
const LEANING_MANIFOLD = 46;

/**
 * State of one level of nesting. A support function may call queries, which write to the kernel's
 * registers.
 */
class Level {
  readonly F: Float64Array = new Float64Array(56);
  /** A normal for `separationAlong` that is not in a segment's `arc`. */
  readonly normal: Float64Array = new Float64Array(2);
  readonly poseA: Pose = { x: NaN, y: NaN, cos: NaN, sin: NaN };
  readonly poseB: Pose = { x: NaN, y: NaN, cos: NaN, sin: NaN };
}

const levels: Level[] = [];
let depth = 0;

/**
 * Copies poses and margin from the kernel's registers to F. If A's pose scales, the scale is
 * applied to the segment's ends instead, so from here on A's pose is a rotation and a translation.
 */
function keepRegisters(a: ChainSegment, F: Float64Array): void {
  F[0] = poses[POSE_A];
  F[1] = poses[POSE_A + 1];
  F[2] = poses[POSE_A + 2];
  F[3] = poses[POSE_A + 3];
  F[4] = poses[POSE_B];
  F[5] = poses[POSE_B + 1];
  F[6] = poses[POSE_B + 2];
  F[7] = poses[POSE_B + 3];
  F[KEPT_MARGIN] = W[MARGIN];
  const c = poses[POSE_A + 2], s = poses[POSE_A + 3];
  const square = c * c + s * s;
  const scale = Math.abs(square - 1) <= SKEWED ? 1 : Math.sqrt(square);
  F[2] = c / scale;
  F[3] = s / scale;
  F[SCALE] = scale;
  keepEnds(a, F);
}

/** Writes the rotation and the translation that take B's frame to A's. */
function findMotion(F: Float64Array): void {
  const ac = F[2], as = F[3], bc = F[6], bs = F[7], wx = F[4] - F[0], wy = F[5] - F[1];
  F[TURN] = ac * bc + as * bs;
  F[TURN + 1] = ac * bs - as * bc;
  F[SHIFT] = ac * wx + as * wy;
  F[SHIFT + 1] = ac * wy - as * wx;
}

/** Writes a segment's ends to F, scaled as `keepRegisters` does. */
function keepEnds(a: ChainSegment, F: Float64Array): void {
  const p = a.points[0], q = a.points[1], scale = F[SCALE];
  F[ENDS] = scale * p.x;
  F[ENDS + 1] = scale * p.y;
  F[ENDS + 2] = scale * q.x;
  F[ENDS + 3] = scale * q.y;
}

/** No contact: writes the segment's own normal, and returns 0. */
function none(arc: Float64Array, F: Float64Array): number {
  writeNormal(arc, ARC_N1, F);
  return 0;
}

/** Writes the manifold's normal, which `normals[k]` has in A's frame. */
function writeNormal(normals: Float64Array, k: number, F: Float64Array): void {
  const x = normals[k], y = normals[k + 1];
  W[MANIFOLD_NX] = F[2] * x - F[3] * y + 0;
  W[MANIFOLD_NY] = F[3] * x + F[2] * y + 0;
}

/**
 * Judges the manifold's normal N. Let n1 be the segment's normal, and n0 and n2 those of its
 * neighbours.
 *
 * N is accepted between n1 and n0 where the first point is convex, because it belongs to the corner
 * there, and between n1 and n2 where the second is. At a free end, everything that points off that
 * end is accepted. Such an N may be more than a right angle from n1, but not opposite to it. The
 * chain as a whole would not give any other N, so n1 replaces it.
 *
 * If N is beyond n0 or n2 by a slope of at most LEANS, the contact is kept in F for
 * `collideLeaning`. `count` is its number of points if it may be that of a side of B, otherwise 0.
 */
function judge(a: ChainSegment, F: Float64Array, count: number): number {
  const { arc } = a;
  F[LEANING] = 0;
  // N in A's frame.
  const wx = W[MANIFOLD_NX], wy = W[MANIFOLD_NY];
  const x = F[2] * wx + F[3] * wy, y = F[2] * wy - F[3] * wx;
  const along = x * arc[ARC_E] + y * arc[ARC_E + 1];
  const isAgainst = x * arc[ARC_N1] + y * arc[ARC_N1 + 1] <= 0;
  if (along === 0 || (isAgainst && Math.abs(along) <= EQUAL)) return isAgainst ? SNAP : ACCEPT;
  const end = along < 0 ? FIRST : SECOND;
  if (!isConvex(arc, end)) return SNAP;
  if (isFree(a, end)) return ACCEPT;
  const k = normalAt(end), mx = arc[k], my = arc[k + 1];
  const inside = end === FIRST ? mx * y - my * x : x * my - y * mx;
  if (inside >= 0) return ACCEPT;
  if (inside >= -LEANS && mx * x + my * y > 0) {
    F[LEANING] = count;
    F[LEANING_END] = end;
    for (let k = 0; k < 10; k++) F[LEANING_MANIFOLD + k] = W[MANIFOLD_NX + k];
  }
  return SNAP;
}

/**
 * Whether the contact in the registers may be that of a side of B. Where B is round, a contact has
 * one point, with id 0.
 */
function hasSide(b: ConvexShape, count: number): boolean {
  return b.support === null ? b.count > 1 : count > 1 || W[MANIFOLD_POINTS + 3] !== 0;
}

/**
 * The contact that is left if the neighbour at the end CORNER_END supports B: usually none. But a
 * body that lies flush along the neighbour jitters, and leans now to one side of it, now to the
 * other. Then it keeps its contact with the joint, along the neighbour's normal, the last one in
 * the joint's range.
 */
function collideLeaning(arc: Float64Array, F: Float64Array): number {
  const end = F[CORNER_END], count = F[LEANING];
  if (count === 0 || F[LEANING_END] !== end) return none(arc, F);
  writeNormal(arc, normalAt(end), F);
  const nx = W[MANIFOLD_NX], ny = W[MANIFOLD_NY];
  const along = nx * F[LEANING_MANIFOLD] + ny * F[LEANING_MANIFOLD + 1];
  const turnX = nx / along - F[LEANING_MANIFOLD], turnY = ny / along - F[LEANING_MANIFOLD + 1];
  for (let k = 2; k < 2 + 4 * count; k += 4) {
    // The points stay where they are on the segment. B's side is measured from there along the new
    // normal.
    const separation = F[LEANING_MANIFOLD + k + 2];
    W[MANIFOLD_NX + k] = F[LEANING_MANIFOLD + k] + 0.5 * separation * turnX;
    W[MANIFOLD_NX + k + 1] = F[LEANING_MANIFOLD + k + 1] + 0.5 * separation * turnY;
    W[MANIFOLD_NX + k + 2] = Math.min(separation / along, F[KEPT_MARGIN]);
    W[MANIFOLD_NX + k + 3] = F[LEANING_MANIFOLD + k + 3];
  }
  return count;
}

/** The part of the chain that supports B: the corner at the segment's first or second point, … */
const FIRST = 0;
const SECOND = 1;
/** … its edge, … */
const EDGE = 2;
/** … or the adjacent segment. */
const NEIGHBOUR = 3;

/** Whether the joint at an end is convex; so is a free end. */
function isConvex(arc: Float64Array, end: number): boolean {
  return arc[ARC_CONVEX + ARC_STRIDE * end] === 1;
}

/** Whether there is no neighbour at an end. */
function isFree({ before, after }: ChainSegment, end: number): boolean {
  return (end === FIRST ? before : after) === null;
}

/** Where `arc` has the normal of the neighbour at an end. */
function normalAt(end: number): number {
  return ARC_NORMAL + ARC_STRIDE * end;
}

/**
 * Finds which part of the chain supports B when the segment's own normal replaces the contact's.
 * This is the segment's edge, unless B separates sooner along the normal of a neighbour at a convex
 * joint. Then it is that neighbour, with its end in CORNER_END, if the neighbour meets B, and the
 * corner of the joint otherwise.
 */
function partOf(a: ChainSegment, b: ConvexShape, F: Float64Array): number {
  const { arc } = a;
  separationAlong(arc, ARC_N1, FIRST, b, F, OWN);
  let part = EDGE;
  for (let end = FIRST; end <= SECOND; end++) {
    if (isFree(a, end) || !isConvex(arc, end)) continue;
    separationAlong(arc, normalAt(end), end, b, F, NEXT);
    if (!(F[NEXT] > F[OWN] + F[NEXT_NOISE])) continue;
    part = end;
    if (!meetsNeighbour(arc, b, F, end)) continue;
    F[CORNER_END] = end;
    return NEIGHBOUR;
  }
  return part;
}

/**
 * Whether the neighbour at an end has B's center c in front, and the segment from c to v, the point
 * of B furthest behind the neighbour's line, crosses that line on the neighbour's side of the
 * joint. `separationAlong` has just measured the neighbour's normal.
 */
function meetsNeighbour(arc: Float64Array, b: ConvexShape, F: Float64Array, end: number): boolean {
  if (!(F[CENTER_OFF] >= 0)) return false;
  const k = normalAt(end);
  const x = F[ENDS + 2 * end], y = F[ENDS + 2 * end + 1];
  furthestAgainst(arc, k, b, F);
  // The neighbour runs along (-n_y, n_x). `meets` is where the segment from c to v crosses its
  // line, or ends if v is in front of it.
  const along = arc[k] * (F[CORNER_VY] - y) - arc[k + 1] * (F[CORNER_VX] - x);
  const t = F[NEXT] < 0 ? F[CENTER_OFF] / (F[CENTER_OFF] - F[NEXT]) : 1;
  const meets = F[CENTER_ALONG] + t * (along - F[CENTER_ALONG]);
  return end === FIRST ? meets <= 0 : meets >= 0;
}

/**
 * Finds the contact of the segment's end that is nearer to that point, and writes it to F; `false`
 * if there is none.
 */
function findEnd(a: ChainSegment, b: ConvexShape, F: Float64Array): boolean {
  const { arc } = a;
  const vx = F[CORNER_VX], vy = F[CORNER_VY], index = F[CORNER_INDEX];
  // Position along the segment from its middle, times two.
  const along = arc[ARC_E] * (2 * vx - F[ENDS] - F[ENDS + 2]) +
    arc[ARC_E + 1] * (2 * vy - F[ENDS + 1] - F[ENDS + 3]);
  const end = along > 0 ? SECOND : FIRST;
  if (isConvex(arc, end) && findCorner(a, b, F, end)) return true;
  F[CORNER_VX] = vx;
  F[CORNER_VY] = vy;
  F[CORNER_INDEX] = index;
  return findJoint(a, b, F, end);
}

/**
 * F[slot] = the least n·(v - p) over the points v of B's core, where n is the normal at `arc[k]`,
 * in A's frame, and p the segment's point at `end`. F[slot + 1] = the rounding error of that.
 * CENTER_OFF = n·(c - p) for B's center c, and CENTER_ALONG = its position along (-n_y, n_x).
 * Results are in memory because V8 would box a double that a function returns.
 */
function separationAlong(
  arc: Float64Array,
  k: number,
  end: number,
  b: ConvexShape,
  F: Float64Array,
  slot: number,
): void {
  const nx = arc[k], ny = arc[k + 1], rc = F[TURN], rs = F[TURN + 1];
  const tx = F[SHIFT] - F[ENDS + 2 * end], ty = F[SHIFT + 1] - F[ENDS + 2 * end + 1];
  // n in B's frame.
  const mx = rc * nx + rs * ny, my = rc * ny - rs * nx;
  DIRECTION[0] = -mx;
  DIRECTION[1] = -my;
  findFurthest(b);
  const least = mx * FURTHEST[0] + my * FURTHEST[1];
  const s = nx * tx + ny * ty;
  F[slot] = s + least;
  F[slot + 1] = EQUAL * (Math.abs(tx) + Math.abs(ty) + Math.abs(s) + Math.abs(least));
  const { record } = b;
  const x = record[REF_X] + record[CENTER_X], y = record[REF_Y] + record[CENTER_Y];
  F[CENTER_OFF] = s + mx * x + my * y;
  F[CENTER_ALONG] = nx * ty - ny * tx + mx * y - my * x;
}

/**
 * Finds the contact of a convex corner x with B and writes it to F; `false` if the edge's own
 * normal is as good.
 *
 * Along a normal m of the corner, B's separation is m·(v - x), where v is the point of its core
 * furthest against m. As m turns towards the neighbour's normal, the separation grows as long as
 * m⊥·(v - x) > 0. It is greatest at the normal of an edge of B, or at the end of the corner's
 * range. Bisection finds that m. Of the two ends of an edge there, v is the one from which m has
 * come.
 */
function findCorner(a: ChainSegment, b: ConvexShape, F: Float64Array, end: number): boolean {
  const { arc } = a;
  const ex = arc[ARC_E], ey = arc[ARC_E + 1];
  let nx = arc[ARC_N1], ny = arc[ARC_N1 + 1];
  const x = F[ENDS + 2 * end], y = F[ENDS + 2 * end + 1];
  const sign = end === SECOND ? 1 : -1;
  const k = normalAt(end);
  let tx = arc[k], ty = arc[k + 1];
  for (let step = 0; step < BISECTIONS; step++) {
    // The middle between opposite normals points along the segment.
    let mx = nx + tx, my = ny + ty;
    const l = Math.sqrt(mx * mx + my * my);
    mx = l > 0 ? mx / l : sign * ex;
    my = l > 0 ? my / l : sign * ey;
    F[CORNER_NX] = mx;
    F[CORNER_NY] = my;
    furthestBehind(b, F);
    if (sign * (mx * (F[CORNER_VY] - y) - my * (F[CORNER_VX] - x)) > 0) {
      nx = mx;
      ny = my;
    } else {
      tx = mx;
      ty = my;
    }
  }
  F[CORNER_NX] = nx;
  F[CORNER_NY] = ny;
  furthestBehind(b, F);
  F[CORNER_GAP] = nx * (F[CORNER_VX] - x) + ny * (F[CORNER_VY] - y);
  F[CORNER_END] = end;
  return F[CORNER_GAP] > F[OWN] + F[OWN_NOISE];
}

/**
 * Finds the contact of a concave joint x with B and writes it to F: along the segment's normal n,
 * with the depth of B's core at x. CORNER_VX, CORNER_VY must be the point of it furthest against n.
 *
 * Returns `false` if none of the core is beyond the joint, or all of it. Also if the neighbour
 * supports the body, because it has the body's center in front, and the point furthest behind its
 * line on its side of the joint. This does not apply if the two segments lean over each other: then
 * a body in front of the neighbour may still be behind the segment.
 *
 * Let m be a direction that turns from n towards the segment's end. The core's point v furthest
 * against m is beyond the joint at first and comes back. Bisection finds where it passes the joint.
 * The last v beyond it, u, and the first one before it, w, are the ends of a side of the core, or
 * coincide but for rounding.
 */
function findJoint(a: ChainSegment, b: ConvexShape, F: Float64Array, end: number): boolean {
  const { arc } = a;
  const sign = end === SECOND ? 1 : -1;
  const ex = sign * arc[ARC_E], ey = sign * arc[ARC_E + 1];
  const x = F[ENDS + 2 * end], y = F[ENDS + 2 * end + 1];
  let nx = arc[ARC_N1], ny = arc[ARC_N1 + 1];
  let ux = F[CORNER_VX] - x, uy = F[CORNER_VY] - y, beyond = ex * ux + ey * uy;
  let index = F[CORNER_INDEX];
  F[CORNER_END] = end;
  if (Math.abs(beyond) <= F[OWN_NOISE]) {
    // Over the joint, up to rounding. The neighbour may also find the point beyond its own end, so
    // the joint supports it.
    F[CORNER_NX] = nx;
    F[CORNER_NY] = ny;
    F[CORNER_GAP] = nx * ux + ny * uy;
    return true;
  }
  if (!(beyond > 0)) return false;
  const k = normalAt(end);
  if (nx * arc[k] + ny * arc[k + 1] >= 0) {
    separationAlong(arc, k, end, b, F, NEXT);
    if (meetsNeighbour(arc, b, F, end)) {
      const along = arc[k] * (F[CORNER_VY] - y) - arc[k + 1] * (F[CORNER_VX] - x);
      if (sign * along >= 0) return false;
    }
  }
  let tx = ex, ty = ey;
  F[CORNER_NX] = tx;
  F[CORNER_NY] = ty;
  furthestBehind(b, F);
  let wx = F[CORNER_VX] - x, wy = F[CORNER_VY] - y, before = ex * wx + ey * wy;
  if (before > 0) return false;
  for (let step = 0; step < BISECTIONS; step++) {
    const sx = nx + tx, sy = ny + ty, l = Math.sqrt(sx * sx + sy * sy);
    F[CORNER_NX] = sx / l;
    F[CORNER_NY] = sy / l;
    furthestBehind(b, F);
    const vx = F[CORNER_VX] - x, vy = F[CORNER_VY] - y, along = ex * vx + ey * vy;
    if (along > 0) {
      nx = sx / l;
      ny = sy / l;
      ux = vx;
      uy = vy;
      beyond = along;
      index = F[CORNER_INDEX];
    } else {
      tx = sx / l;
      ty = sy / l;
      wx = vx;
      wy = vy;
      before = along;
    }
  }
  // The id is made with u. The last support point may be u or w.
  F[CORNER_INDEX] = index;
  F[CORNER_NX] = arc[ARC_N1];
  F[CORNER_NY] = arc[ARC_N1 + 1];
  const f = before / (before - beyond);
  F[CORNER_GAP] = F[CORNER_NX] * (wx + f * (ux - wx)) + F[CORNER_NY] * (wy + f * (uy - wy));
  return true;
}

/** Bisections of an angle: as many as doubles can tell apart. */
const BISECTIONS = 54;

/** Makes `normals[k]` the corner's normal, and finds the point of B's core furthest against it. */
function furthestAgainst(normals: Float64Array, k: number, b: ConvexShape, F: Float64Array): void {
  F[CORNER_NX] = normals[k];
  F[CORNER_NY] = normals[k + 1];
  furthestBehind(b, F);
}

/**
 * CORNER_VX, CORNER_VY = the point v of B's core with the least n·v, where n = (CORNER_NX,
 * CORNER_NY), all in A's frame. CORNER_INDEX = its index.
 */
function furthestBehind(b: ConvexShape, F: Float64Array): void {
  const nx = F[CORNER_NX], ny = F[CORNER_NY], rc = F[TURN], rs = F[TURN + 1];
  const mx = rc * nx + rs * ny, my = rc * ny - rs * nx;
  DIRECTION[0] = -mx;
  DIRECTION[1] = -my;
  F[CORNER_INDEX] = findFurthest(b);
  F[CORNER_VX] = F[SHIFT] + (rc * FURTHEST[0] - rs * FURTHEST[1]);
  F[CORNER_VY] = F[SHIFT + 1] + (rs * FURTHEST[0] + rc * FURTHEST[1]);
}

/** FURTHEST = the point of B's core furthest along DIRECTION, in B's frame. Returns its index. */
function findFurthest(b: ConvexShape): number {
  const { record, count } = b;
  let at = 0;
  if (b.support !== null) findSupport(b);
  else {
    const dx = DIRECTION[0], dy = DIRECTION[1];
    const core = LOCAL + 4 * count;
    let most = -Infinity;
    for (let j = 0; j < count; j++) {
      const s = dx * record[core + 2 * j] + dy * record[core + 2 * j + 1];
      if (s > most) {
        most = s;
        at = j;
      }
    }
    FURTHEST[0] = record[core + 2 * at];
    FURTHEST[1] = record[core + 2 * at + 1];
  }
  return at;
}

/** Writes the contact in F to the registers as a manifold; returns the number of points. */
function collideCorner(a: ChainSegment, b: ConvexShape, F: Float64Array): number {
  const end = F[CORNER_END], gap = F[CORNER_GAP] - b.radius;
  const x = F[ENDS + 2 * end] + 0.5 * gap * F[CORNER_NX];
  const y = F[ENDS + 2 * end + 1] + 0.5 * gap * F[CORNER_NY];
  writeNormal(F, CORNER_NX, F);
  if (!(gap <= F[KEPT_MARGIN])) return 0;
  measured.nx = W[MANIFOLD_NX];
  measured.ny = W[MANIFOLD_NY];
  nameCorners(a.record, 2, b.record, b.count, end, F[CORNER_INDEX]);
  W[MANIFOLD_POINTS] = F[2] * x - F[3] * y + F[0];
  W[MANIFOLD_POINTS + 1] = F[3] * x + F[2] * y + F[1];
  W[MANIFOLD_POINTS + 2] = gap;
  return 1;
}

/** Swaps the poses in the registers, because the segment always is A. */
function swapPoses(): void {
  for (let k = 0; k < 4; k++) {
    const swap = poses[k];
    poses[k] = poses[4 + k];
    poses[4 + k] = swap;
  }
}

/**
 * Swaps A and B in the manifold in the registers: the normal, the ids, and the order of its `count`
 * points.
 */
function swapManifold(count: number): void {
  W[MANIFOLD_NX] = 0 - W[MANIFOLD_NX];
  W[MANIFOLD_NY] = 0 - W[MANIFOLD_NY];
  swapId(MANIFOLD_POINTS + 3);
  if (count < 2) return;
  swapId(MANIFOLD_POINTS + 7);
  for (let k = 0; k < 4; k++) {
    const swap = W[MANIFOLD_POINTS + k];
    W[MANIFOLD_POINTS + k] = W[MANIFOLD_POINTS + 4 + k];
    W[MANIFOLD_POINTS + 4 + k] = swap;
  }
}

/** i + 65536 j becomes j + 65536 i, 2^52 + i + 2^26 j becomes 2^52 + j + 2^26 i. */
function swapId(slot: number): void {
  const base = W[slot] < 4503599627370496 ? 0 : 4503599627370496;
  const unit = base === 0 ? 65536 : 67108864;
  const j = Math.floor((W[slot] - base) / unit);
  W[slot] = base + (j + unit * (W[slot] - base - unit * j));
}
