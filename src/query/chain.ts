/**
 * Chains, and with them the one-sided contact with a segment: of the contact that the segment alone would
 * have, what the chain lets pass.
 *
 * @module
 */
import { collide, collideEdge, nameCorners } from "../kernel/manifold.ts";
import { checkArray, refuse } from "../math/check.ts";
import type { Vec2 } from "../math/vec2.ts";
import { Chain, ChainSegment } from "../shapes/chain.ts";
import { checkEdge, checkOptions, checkVertex } from "../shapes/check.ts";
import type { Shape } from "../shapes/shape.ts";
import { evaluateSupport } from "../shapes/support.ts";
import { attachChains, smoothSignedDistance } from "./attached.ts";
import { W } from "./pair.ts";

// Copies of the constants in registers.ts and record.ts: V8 folds those of the same file only.
const REF_X = 2;
const REF_Y = 3;
const CENTER_X = 4;
const CENTER_Y = 5;
const LOCAL = 10;
const NX = 9;
const NY = 10;
const MARGIN = 50;
const POINT_COUNT = 51;
const MANIFOLD_NX = 52;
const MANIFOLD_NY = 53;
const MANIFOLD_POINTS = 54;

/** Layout of `ChainSegment.arc`. */
const ARC_E = 0;
const ARC_N1 = 2;
const ARC_CONVEX0 = 4;
const ARC_N0 = 5;
const ARC_CONVEX2 = 7;
const ARC_N2 = 8;

/** What becomes of a normal. */
const ACCEPT = 0;
const SNAP = 1;

/** Separations that differ by no more than this part of the coordinates, 2^-46, are taken as equal. */
const EQUAL = 1.4210854715202004e-14;

/** Options of {@linkcode chain}. */
export interface ChainOptions {
  /** Whether the last point is joined to the first; default `false`. */
  loop?: boolean | undefined;
  /**
   * Point before the first one, for an open chain that something else continues: it shapes the contacts at
   * the first point but is no part of the chain. Without it the chain has a free end there.
   */
  before?: Readonly<Vec2> | undefined;
  /** Point after the last one, likewise. */
  after?: Readonly<Vec2> | undefined;
}

/**
 * Makes a chain: ground, walls or a closed outline out of one-sided segments. Bodies collide with its front
 * only, which is on the right of the way from point to point: the outside of a counter-clockwise loop, the
 * upper side of ground whose points go from right to left. Passing a joint they meet no inner edge, since
 * each segment knows its neighbours (the ghost vertices of Box2D): {@linkcode collide} of a segment reports
 * normals between those of the neighbours at a convex joint, and the segment's own at a straight or
 * concave one.
 *
 * A segment's contact is for a body whose center (mean of its core points) is in front of it; a body that
 * has come through is let go. One that overlaps a convex joint, however sharp, is held by a segment that has
 * its center in front: by its edge, or by the joint's corner where the body is not over that. Put every segment into the broadphase as a shape of its own, with the pose of
 * the body that the chain belongs to. All points of an open chain are part of it, also the first and last;
 * at a free end the corner counts as convex, a right angle.
 *
 * @param points At least 2 points, for a loop 3, in the local frame; no two consecutive ones equal
 * @param options Loop, or the points that come before and after an open chain
 * @returns The chain, with its `segments`
 * @throws {TypeError} If an argument has the wrong kind, or a loop has points before or after it
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
  checkArray(task, "points", points, "points");
  checkOptions(task, options);
  const loop = options?.loop ?? false;
  if (typeof loop !== "boolean") refuse(task, "options.loop", loop, "be a boolean", TypeError);
  const ghosts = [options?.before, options?.after].map((ghost, k) => {
    const name = `options.${k === 0 ? "before" : "after"}`;
    if (ghost === undefined) return null;
    if (loop) throw new TypeError(`Cannot ${task}: ${name} is given for a loop, must not be`);
    return checkVertex(task, name, ghost);
  });
  const list: Vec2[] = [];
  for (let k = 0; k < points.length; k++) list.push(checkVertex(task, `points[${k}]`, points[k]));
  const least = loop ? 3 : 2;
  if (list.length < least) {
    throw new RangeError(`Cannot ${task}: points has ${list.length} points, must have ${least}`);
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

/** The manifold of a pair with a chain segment, as `collideSegment` leaves it; -1 for any other pair. */
function collideChain(a: Shape, b: Shape): number {
  if (a instanceof ChainSegment) return collideSegment(a, b);
  if (!(b instanceof ChainSegment)) return -1;
  swapPoses();
  const count = collideSegment(b, a);
  swapManifold();
  return count;
}

/**
 * The manifold of a chain segment (as A) and another shape whose poses are in the registers, margin too.
 * Leaves it in the registers; `support` functions have been asked already or throw before that.
 */
function collideSegment(a: ChainSegment, b: Shape): number {
  // A's frame: the center of B, then every direction.
  const { arc } = a;
  const p = a.points[0];
  const ac = W[2], as = W[3];
  const { record } = b;
  const x = record[REF_X] + record[CENTER_X], y = record[REF_Y] + record[CENTER_Y];
  const wx = W[6] * x - W[7] * y + (W[4] - W[0]), wy = W[7] * x + W[6] * y + (W[5] - W[1]);
  const nx = arc[ARC_N1], ny = arc[ARC_N1 + 1];
  const front = nx * ((ac * wx + as * wy) - p.x) + ny * ((ac * wy - as * wx) - p.y);
  if (!(front >= 0)) return none(arc);
  if (b.support !== null) return collideSmoothSegment(a, b);
  const count = collide(a.record, 2, b.record, b.count, W);
  if (count === 0) return 0;
  if (judge(arc) === ACCEPT) return count;
  const part = partOf(a, b, W);
  if (part === NEIGHBOUR) return none(arc);
  if (part !== EDGE && findCorner(a, b, W, part)) return collideCorner(a, b);
  const along = collideEdge(a.record, 2, b.record, b.count, W, 0);
  if (along > 0) return along;
  const corner = cornerUnder(a, b, W);
  return corner !== EDGE && findCorner(a, b, W, corner) ? collideCorner(a, b) : 0;
}

/** No contact; the segment's own normal. */
function none(arc: Float64Array): number {
  W[POINT_COUNT] = 0;
  W[MANIFOLD_NX] = W[2] * arc[ARC_N1] - W[3] * arc[ARC_N1 + 1] + 0;
  W[MANIFOLD_NY] = W[3] * arc[ARC_N1] + W[2] * arc[ARC_N1 + 1] + 0;
  return 0;
}

/**
 * Judges the manifold's normal N by where it points, with n1 the segment's, n0 and n2 the neighbours'. It is
 * accepted between n1 and n0 where the first point is convex, as the corner's own, and between n1 and n2
 * likewise. Any other is one that the chain would not have: the segment's own normal takes its place.
 */
function judge(arc: Float64Array): number {
  // N in A's frame, times the pose's scale, which no comparison minds.
  const wx = W[MANIFOLD_NX], wy = W[MANIFOLD_NY];
  const x = W[2] * wx + W[3] * wy, y = W[2] * wy - W[3] * wx;
  if (!(x * arc[ARC_N1] + y * arc[ARC_N1 + 1] > 0)) return SNAP;
  const along = x * arc[ARC_E] + y * arc[ARC_E + 1];
  if (along === 0) return ACCEPT;
  const first = along < 0;
  if (arc[first ? ARC_CONVEX0 : ARC_CONVEX2] === 0) return SNAP;
  const inside = first
    ? arc[ARC_N0] * y - arc[ARC_N0 + 1] * x
    : x * arc[ARC_N2 + 1] - y * arc[ARC_N2];
  return inside >= 0 ? ACCEPT : SNAP;
}

/** Which part of the chain holds B out: the corner at the segment's first or second point, … */
const FIRST = 0;
const SECOND = 1;
/** … its edge, … */
const EDGE = 2;
/** … or the segment next to it. */
const NEIGHBOUR = 3;

/**
 * What holds B when the segment's own normal takes the place of the contact's. Along the normal of a neighbour
 * at a convex joint B may leave sooner, or be further out. Then it is the neighbour's, if that has B's center
 * c in front and B reaches it: from c to the point v furthest behind its line the way leads through the line
 * on its side of the joint. Else it is the corner's. `poses` begins with those of A and B.
 */
function partOf(a: ChainSegment, b: Shape, poses: Float64Array): number {
  const { arc } = a;
  separationAlong(arc, ARC_N1, a.points[0], b, poses, 0);
  let part = EDGE;
  for (let end = FIRST; end <= SECOND; end++) {
    const first = end === FIRST;
    if ((first ? a.before : a.after) === null || arc[first ? ARC_CONVEX0 : ARC_CONVEX2] === 0) {
      continue;
    }
    const k = first ? ARC_N0 : ARC_N2;
    const x = a.points[end];
    separationAlong(arc, k, x, b, poses, 2);
    if (!(S[2] > S[0] + S[3])) continue;
    part = end;
    if (!(S[4] >= 0)) continue;
    // The neighbour runs along (-n_y, n_x), and the way from the center c to v, or to where it meets the line.
    furthestBehind(arc[k], arc[k + 1], b, poses);
    const along = arc[k] * (M[CORNER_VY] - x.y) - arc[k + 1] * (M[CORNER_VX] - x.x);
    const t = S[2] < 0 ? S[4] / (S[4] - S[2]) : 1;
    const meets = S[5] + t * (along - S[5]);
    if (first ? meets <= 0 : meets >= 0) return NEIGHBOUR;
  }
  return part;
}

/** The convex corner beyond which B is furthest behind the segment; EDGE when there is none. */
function cornerUnder(a: ChainSegment, b: Shape, poses: Float64Array): number {
  const { arc } = a;
  const ex = arc[ARC_E], ey = arc[ARC_E + 1];
  furthestBehind(arc[ARC_N1], arc[ARC_N1 + 1], b, poses);
  const p = a.points[0], q = a.points[1];
  if (ex * (M[CORNER_VX] - q.x) + ey * (M[CORNER_VY] - q.y) > 0) {
    return arc[ARC_CONVEX2] === 1 ? SECOND : EDGE;
  }
  const isBefore = ex * (M[CORNER_VX] - p.x) + ey * (M[CORNER_VY] - p.y) < 0;
  return isBefore && arc[ARC_CONVEX0] === 1 ? FIRST : EDGE;
}

/** Separations and their rounding. In memory, since a double as a result would be boxed. */
const S = new Float64Array(6);

/**
 * S[slot] = least n·(v - p) over the points v of B's core, for the normal n at `arc[k]`, in A's frame;
 * S[slot + 1] = what is taken as equal to it; S[4], S[5] = the same for B's center, and how far that is along
 * (-n_y, n_x).
 */
function separationAlong(
  arc: Float64Array,
  k: number,
  p: Readonly<Vec2>,
  b: Shape,
  poses: Float64Array,
  slot: number,
): void {
  const nx = arc[k], ny = arc[k + 1];
  const ac = poses[2], as = poses[3], bc = poses[6], bs = poses[7];
  const rc = ac * bc + as * bs, rs = ac * bs - as * bc;
  const wx = poses[4] - poses[0], wy = poses[5] - poses[1];
  const tx = (ac * wx + as * wy) - p.x, ty = (ac * wy - as * wx) - p.y;
  // n in B's frame.
  const mx = rc * nx + rs * ny, my = rc * ny - rs * nx;
  let least = Infinity;
  if (b.support === null) {
    const { record, count } = b;
    for (let i = LOCAL + 4 * count; i < LOCAL + 6 * count; i += 2) {
      const s = mx * record[i] + my * record[i + 1];
      if (s < least) least = s;
    }
  } else {
    evaluateSupport(b, -mx, -my, furthest);
    least = mx * furthest.x + my * furthest.y;
  }
  const s = nx * tx + ny * ty;
  S[slot] = s + least;
  S[slot + 1] = EQUAL * (Math.abs(tx) + Math.abs(ty) + Math.abs(s) + Math.abs(least));
  const { record } = b;
  const x = record[REF_X] + record[CENTER_X], y = record[REF_Y] + record[CENTER_Y];
  S[4] = s + mx * x + my * y;
  S[5] = nx * ty - ny * tx + mx * y - my * x;
}

/** A corner and its contact, in A's frame: normal, point of B's core, separation of the cores, corner's index. */
const M = new Float64Array(6);
const CORNER_NX = 0;
const CORNER_NY = 1;
const CORNER_VX = 2;
const CORNER_VY = 3;
const CORNER_GAP = 4;
const CORNER_END = 5;

/**
 * The contact of a convex corner x with B, in M; `false` when the edge's own is as good. Along the normal m of a
 * corner B is m·(v - x) away, v being the point of its core for which that is least; turned towards the
 * neighbour's normal, m sees it less deep while m⊥·(v - x) > 0, up to the normal of an edge of B's, or to where
 * the corner's normals end. That is bisected for, and of the v that meet there the last one taken.
 */
function findCorner(a: ChainSegment, b: Shape, poses: Float64Array, end: number): boolean {
  const { arc } = a;
  const ex = arc[ARC_E], ey = arc[ARC_E + 1];
  let nx = arc[ARC_N1], ny = arc[ARC_N1 + 1];
  const { x, y } = a.points[end];
  const sign = end === SECOND ? 1 : -1;
  const k = end === SECOND ? ARC_N2 : ARC_N0;
  let tx = arc[k], ty = arc[k + 1];
  for (let step = 0; step < BISECTIONS; step++) {
    // Between opposite normals is the way along the segment.
    let mx = nx + tx, my = ny + ty;
    const l = Math.sqrt(mx * mx + my * my);
    mx = l > 0 ? mx / l : sign * ex;
    my = l > 0 ? my / l : sign * ey;
    furthestBehind(mx, my, b, poses);
    if (sign * (mx * (M[CORNER_VY] - y) - my * (M[CORNER_VX] - x)) > 0) {
      nx = mx;
      ny = my;
    } else {
      tx = mx;
      ty = my;
    }
  }
  furthestBehind(nx, ny, b, poses);
  M[CORNER_NX] = nx;
  M[CORNER_NY] = ny;
  M[CORNER_GAP] = nx * (M[CORNER_VX] - x) + ny * (M[CORNER_VY] - y);
  M[CORNER_END] = end;
  return M[CORNER_GAP] > S[0] + S[1];
}

/** Halvings of an angle, as many as a double tells apart. */
const BISECTIONS = 54;

/** CORNER_VX, CORNER_VY = the point of B's core with the least n·v, in A's frame; `nearest` its index. */
function furthestBehind(nx: number, ny: number, b: Shape, poses: Float64Array): void {
  const ac = poses[2], as = poses[3], bc = poses[6], bs = poses[7];
  const rc = ac * bc + as * bs, rs = ac * bs - as * bc;
  const mx = rc * nx + rs * ny, my = rc * ny - rs * nx;
  nearest = 0;
  if (b.support === null) {
    const { record, count } = b;
    let least = Infinity;
    for (let j = 0, i = LOCAL + 4 * count; j < count; j++, i += 2) {
      const s = mx * record[i] + my * record[i + 1];
      if (s < least) {
        least = s;
        nearest = j;
      }
    }
    const i = LOCAL + 4 * count + 2 * nearest;
    furthest.x = record[i];
    furthest.y = record[i + 1];
  } else evaluateSupport(b, -mx, -my, furthest);
  const wx = poses[4] - poses[0], wy = poses[5] - poses[1];
  M[CORNER_VX] = (ac * wx + as * wy) + (rc * furthest.x - rs * furthest.y);
  M[CORNER_VY] = (ac * wy - as * wx) + (rs * furthest.x + rc * furthest.y);
}

let nearest = 0;

/** The contact in M as a manifold; the number of its points. */
function collideCorner(a: ChainSegment, b: Shape): number {
  const end = M[CORNER_END], gap = M[CORNER_GAP] - b.radius;
  const x = a.points[end].x + 0.5 * gap * M[CORNER_NX],
    y = a.points[end].y + 0.5 * gap * M[CORNER_NY];
  W[MANIFOLD_NX] = W[2] * M[CORNER_NX] - W[3] * M[CORNER_NY] + 0;
  W[MANIFOLD_NY] = W[3] * M[CORNER_NX] + W[2] * M[CORNER_NY] + 0;
  W[POINT_COUNT] = 0;
  if (!(gap <= W[MARGIN])) return 0;
  W[NX] = W[MANIFOLD_NX];
  W[NY] = W[MANIFOLD_NY];
  nameCorners(a.record, 2, b.record, b.count, W, end, nearest);
  W[MANIFOLD_POINTS] = W[2] * x - W[3] * y + W[0];
  W[MANIFOLD_POINTS + 1] = W[3] * x + W[2] * y + W[1];
  W[MANIFOLD_POINTS + 2] = gap;
  return 1;
}

const furthest = { x: NaN, y: NaN };

/** The same for a shape with a support function: one point. */
function collideSmoothSegment(a: ChainSegment, b: Shape): number {
  const { arc } = a;
  const [p, q] = a.points;
  // The support function may ask queries of its own, which write to the registers.
  const kept = saved.length > depth ? saved[depth] : saved[saved.push(new Float64Array(9)) - 1];
  for (let k = 0; k < 8; k++) kept[k] = W[k];
  kept[8] = W[MARGIN];
  const [ax, ay, ac, as, bx, by, bc, bs, margin] = kept;
  depth++;
  try {
    const poseA = { x: ax, y: ay, cos: ac, sin: as };
    const poseB = { x: bx, y: by, cos: bc, sin: bs };
    const found = smoothSignedDistance(a, poseA, b, poseB, null);
    const { normal, pointA, pointB } = found;
    let distance = found.distance;
    let x = 0.5 * (pointA.x + pointB.x), y = 0.5 * (pointA.y + pointB.y);
    restore(kept);
    W[MANIFOLD_NX] = normal.x;
    W[MANIFOLD_NY] = normal.y;
    W[POINT_COUNT] = 0;
    if (!(distance <= margin)) return 0;
    if (judge(arc) === SNAP) {
      const part = partOf(a, b, kept);
      if (part !== EDGE && part !== NEIGHBOUR && findCorner(a, b, kept, part)) {
        restore(kept);
        return collideCorner(a, b);
      }
      // The point of B deepest behind the segment: v in A's frame.
      const nx = ac * arc[ARC_N1] - as * arc[ARC_N1 + 1];
      const ny = as * arc[ARC_N1] + ac * arc[ARC_N1 + 1];
      evaluateSupport(b, -(bc * nx + bs * ny), bs * nx - bc * ny, furthest);
      restore(kept);
      none(arc);
      if (part === NEIGHBOUR) return 0;
      const wx = bc * furthest.x - bs * furthest.y + (bx - ax);
      const wy = bs * furthest.x + bc * furthest.y + (by - ay);
      const vx = ac * wx + as * wy, vy = ac * wy - as * wx;
      const ex = q.x - p.x, ey = q.y - p.y;
      const isBeside = ex * (vx - p.x) + ey * (vy - p.y) >= 0 &&
        ex * (vx - q.x) + ey * (vy - q.y) <= 0;
      const s = arc[ARC_N1] * (vx - p.x) + arc[ARC_N1 + 1] * (vy - p.y);
      distance = s - b.radius;
      if (!isBeside || distance > margin) {
        const corner = cornerUnder(a, b, kept);
        const isFound = corner !== EDGE && findCorner(a, b, kept, corner);
        restore(kept);
        return isFound ? collideCorner(a, b) : 0;
      }
      const m = -0.5 * (b.radius + s);
      x = wx + m * W[MANIFOLD_NX] + ax;
      y = wy + m * W[MANIFOLD_NY] + ay;
    }
    W[POINT_COUNT] = 1;
    W[MANIFOLD_POINTS] = x;
    W[MANIFOLD_POINTS + 1] = y;
    W[MANIFOLD_POINTS + 2] = distance;
    W[MANIFOLD_POINTS + 3] = 0;
    return 1;
  } finally {
    depth--;
  }
}

/** Poses and margin of a query whose support function has been asked. */
function restore(kept: Float64Array): void {
  for (let k = 0; k < 8; k++) W[k] = kept[k];
  W[MARGIN] = kept[8];
}

/** Registers of queries that wait for a support function, outermost first. */
const saved: Float64Array[] = [];
let depth = 0;

/** Swaps the poses in the registers: the segment is always A. */
function swapPoses(): void {
  for (let k = 0; k < 4; k++) {
    const swap = W[k];
    W[k] = W[4 + k];
    W[4 + k] = swap;
  }
}

/** Turns the manifold in the registers around: normal, ids and the order of the points. */
function swapManifold(): void {
  W[MANIFOLD_NX] = 0 - W[MANIFOLD_NX];
  W[MANIFOLD_NY] = 0 - W[MANIFOLD_NY];
  swapId(MANIFOLD_POINTS + 3);
  if (W[POINT_COUNT] < 2) return;
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
