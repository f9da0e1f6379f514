/**
 * `contains`: whether one shape lies within another.
 *
 * Let A = P ⊕ D(r) and B = Q ⊕ D(s), with the cores P and Q and disks D. A is convex, so it
 * contains B if and only if it contains D(s) around every corner q of Q. Let f(q) be the signed
 * distance of q from P. The disk is in A if and only if
 *
 *   f(q) + s - r <= 0,                                                                        (1)
 *
 * whether q is outside of P, where f is the distance of the nearest point, or inside, where -f is
 * the distance of the nearest side. A core of a point or a segment has no inside: f >= 0.
 *
 * Doubles decide (1) wherever both sides differ by more than rounding. Otherwise integers do: every
 * double is a multiple of 2^-1074, and squares take the place of roots.
 *
 * @module
 */
import { copyPose, newPose, type Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { MAX_COORDINATE } from "../shapes/limits.ts";
import { NORMALS } from "../shapes/record.ts";
import { ORIGIN } from "../shapes/round.ts";
import { type ConvexShape, corePoints, type Shape } from "../shapes/shape.ts";
import { DIRECTION, findSupport, FURTHEST } from "../shapes/support.ts";
import { concave } from "./attached.ts";
import { signedDistance } from "./distance.ts";
import { Levels } from "./levels.ts";
import { loadPair } from "./pair.ts";

/** Rounding of (1) relative to the sizes in it, with much reserve. */
const ROUNDING = 1e-14;

/**
 * Whether a shape contains another as a whole: every point of closed B is a point of closed A, so a shape contains
 * itself. A compound contains what its parts contain together, such as a body across the joint of two. A chain has
 * no inside and contains only what lies on its segments.
 *
 * Exact for polygons and circles; compounds, rounded parts and support functions have limits.
 *
 * @param a Shape that may contain the other
 * @param poseA Pose of `a` in the world
 * @param b Shape that may be inside
 * @param poseB Pose of `b` in the world
 * @returns `true` when no point of `b` is outside of `a`
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 *
 * @remarks
 * The answer is exact for vertices as the poses place them, seen from A's position (see {@linkcode intersects}). With
 * a compound as A it is exact at the corners of B; in between, gaps and notches below 2⁻⁴⁴ of A's size do not count.
 * A part of B with a radius must lie in polygons without one, or in a single part. With a support function the answer
 * is right unless the boundaries come within 4 u of each other, or run closer than 10⁻⁷ of their size along a whole
 * arc, and as B it must lie in a single part.
 *
 * @example Usage
 * ```ts
 * import { box, circle, compound, contains, IDENTITY, pose } from "@narrowphase/gjk2d";
 *
 * const goal = compound([box(4, 2), { shape: box(4, 2), pose: pose(4, 0) }]);
 * contains(goal, IDENTITY, circle(1), pose(2, 0)); // true; across the joint, touching both sides
 * !contains(goal, IDENTITY, circle(1), pose(2, 0.5)); // true
 * ```
 */
export function contains(
  a: Shape,
  poseA: Readonly<Pose>,
  b: Shape,
  poseB: Readonly<Pose>,
): boolean {
  loadPair("test containment", a, poseA, b, poseB);
  // Copies, because an accessor or a support function may change the poses.
  const placed = levels.enter();
  try {
    const [pA, pB] = placed;
    copyPose(poseA, pA);
    copyPose(poseB, pB);
    return a.support === undefined || b.support === undefined
      ? concave!.contains(a, pA, b, pB)
      : convexContains(a, pA, b, pB);
  } finally {
    levels.leave();
  }
}

/** The poses, by level of nesting. */
const levels: Levels<[Pose, Pose]> = /* @__PURE__ */ new Levels((): [Pose, Pose] => [
  newPose(),
  newPose(),
]);

/** `contains` for convex shapes. Arguments are checked already. */
export function convexContains(
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
): boolean {
  if (b.support !== null) return containsArcs(a, poseA, b, poseB);
  const dx = poseB.x - poseA.x, dy = poseB.y - poseA.y;
  const { record, count } = b, first = NORMALS + 2 * count;
  for (let k = first; k < first + 2 * count; k += 2) {
    const u = record[k], v = record[k + 1];
    const x = (poseB.cos * u - poseB.sin * v) + dx;
    const y = (poseB.sin * u + poseB.cos * v) + dy;
    const size = Math.abs(x) + Math.abs(y);
    if (a.support === null) {
      if (!containsDisk(a, poseA, x, y, b.radius)) return false;
    } else if (size > 2 * MAX_COORDINATE) {
      return false; // further from A's position than any point of A
    } else {
      const { cos, sin } = poseA;
      // Half of the way each, so that both are in the range of positions.
      const from = { x: -0.5 * x, y: -0.5 * y, cos, sin };
      const to = { x: 0.5 * x, y: 0.5 * y, cos: 1, sin: 0 };
      const gap = signedDistance(a, from, ORIGIN, to).distance;
      if (gap + b.radius > ROUNDING * (size + b.radius)) return false;
    }
  }
  return true;
}

/** (1) for q = (x, y), seen from A's position. */
function containsDisk(
  shape: ConvexShape,
  { cos, sin }: Readonly<Pose>,
  x: number,
  y: number,
  s: number,
): boolean {
  const { record, count: n, radius } = shape, P = NORMALS + 2 * n;
  // The nearest point of P is on an edge, whether q is inside or not.
  let square = Infinity, inside = n > 2, size = Math.abs(x) + Math.abs(y) + radius + s;
  for (let k = 0; k < n; k++) {
    const i = P + 2 * k, j = k + 1 === n ? P : i + 2;
    const ux = record[i], uy = record[i + 1], ox = record[j], oy = record[j + 1];
    const px = cos * ux - sin * uy, py = sin * ux + cos * uy;
    const ex = (cos * ox - sin * oy) - px, ey = (sin * ox + cos * oy) - py;
    const vx = x - px, vy = y - py;
    const along = vx * ex + vy * ey, length = ex * ex + ey * ey, cross = ex * vy - ey * vx;
    if (cross < 0) inside = false;
    const t = length > 0 ? Math.min(Math.max(along / length, 0), 1) : 0;
    const wx = vx - t * ex, wy = vy - t * ey;
    square = Math.min(square, wx * wx + wy * wy);
    size = Math.max(size, Math.abs(px) + Math.abs(py));
  }
  const f = inside ? -Math.sqrt(square) : Math.sqrt(square);
  const excess = f + s - radius;
  // A pose whose accessors have given something else after the check may make it NaN.
  if (!(Math.abs(excess) <= ROUNDING * size)) return excess < 0;
  const placed = corePoints(shape).map((p) => ({
    x: cos * p.x - sin * p.y,
    y: sin * p.x + cos * p.y,
  }));
  return containsExactly(placed, radius, x, y, s);
}

/** The same in integers. */
function containsExactly(
  points: readonly Vec2[],
  radius: number,
  x: number,
  y: number,
  s: number,
): boolean {
  const P = points.map((p) => [toInteger(p.x), toInteger(p.y)]), n = P.length;
  const qx = toInteger(x), qy = toInteger(y);
  const room = toInteger(radius) - toInteger(s);
  let inside = n > 2, isNear = false, isDeep = true;
  for (let k = 0; k < n; k++) {
    const [px, py] = P[k], [ox, oy] = P[(k + 1) % n];
    const ex = ox - px, ey = oy - py, vx = qx - px, vy = qy - py;
    const cross = ex * vy - ey * vx, along = ex * vx + ey * vy, length = ex * ex + ey * ey;
    if (cross < 0n) inside = false;
    // Across the edge and beyond its ends: squared distances against the squared room.
    if (cross * cross < room * room * length) isDeep = false;
    const ux = along > length ? qx - ox : vx, uy = along > length ? qy - oy : vy;
    const isBeside = along > 0n && along < length;
    isNear ||= isBeside ? cross * cross <= room * room * length : ux * ux + uy * uy <= room * room;
  }
  return room < 0n ? inside && isDeep : inside || isNear;
}

/** v × 2^1074, an integer. */
function toInteger(v: number): bigint {
  // Move all bits in front of the binary point. Multiplication by 2 is exact.
  let m = v, shift = 1074n;
  for (; m !== Math.floor(m); shift--) m *= 2;
  return BigInt(m) << shift;
}

/** The ends of an arc below this angle decide for all of it. */
const NARROW = 1e-12;
/** The most directions in which the boundaries are compared. */
const DIRECTIONS = 4096;

/**
 * For a support function as B: A contains B if its support h_A is at least h_B in every direction.
 * On the arc of directions from m to n, B is within its tangents there, which meet at c, and A
 * contains the chord between its own support points p and q. So
 *
 *   h_A(u) - h_B(u) >= max(u·(p - c), u·(q - c)) + r - s                                      (2)
 *
 * for every u of the arc. Arcs on which (2) leaves a doubt are halved.
 */
function containsArcs(
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
): boolean {
  if (a === b && isSamePose(poseA, poseB)) return true;
  const room = a.radius - b.radius;
  const ways = [[1, 0], [0, 1], [-1, 0], [0, -1]];
  const list = ways.map(([x, y]) => new Sample(a, poseA, b, poseB, x, y));
  const arcs: [Sample, Sample][] = list.map((from, k) => [from, list[(k + 1) % 4]]);
  let count = 4;
  for (const sample of list) if (sample.excess(room) > 0) return false;
  for (let arc = arcs.pop(); arc !== undefined; arc = arcs.pop()) {
    const [m, n] = arc;
    if (count >= DIRECTIONS || boundArc(m, n, room) >= -ROUNDING * (m.size + n.size)) continue;
    const x = m.x + n.x, y = m.y + n.y, length = Math.sqrt(x * x + y * y);
    const middle = new Sample(a, poseA, b, poseB, x / length, y / length);
    count++;
    if (middle.excess(room) > 0) return false;
    arcs.unshift([m, middle], [middle, n]);
  }
  return true;
}

/** A lower bound of (2) on the arc from m to n, less than a quarter turn or one. */
function boundArc(m: Sample, n: Sample, room: number): number {
  // c is on both tangents: b_m + t m⊥ with n·c = n·b_n. Rounding moves it along the first only.
  const turn = m.x * n.y - m.y * n.x;
  if (!(turn > NARROW)) return Infinity;
  const t = (n.x * (n.bx - m.bx) + n.y * (n.by - m.by)) / turn;
  const cx = m.bx - t * m.y, cy = m.by + t * m.x;
  const px = m.ax - cx, py = m.ay - cy, qx = n.ax - cx, qy = n.ay - cy;
  // Both products are equal for u across the chord; each takes over from the other there.
  const ex = qx - px, ey = qy - py, length = Math.sqrt(ex * ex + ey * ey);
  let least = Infinity;
  if (length > 0) {
    const ux = ey / length, uy = -ex / length;
    if (m.x * uy - m.y * ux > 0 && ux * n.y - uy * n.x > 0) least = ux * px + uy * py;
  }
  least = Math.min(
    least,
    Math.max(m.x * px + m.y * py, m.x * qx + m.y * qy),
    Math.max(n.x * px + n.y * py, n.x * qx + n.y * qy),
  );
  // A product is least opposite its vector, if that is on the arc.
  for (const [x, y] of [[px, py], [qx, qy]]) {
    if (m.y * x - m.x * y > 0 && y * n.x - x * n.y > 0) {
      least = Math.min(least, -Math.sqrt(x * x + y * y));
    }
  }
  return least + room;
}

/** A direction, a unit vector, and the furthest points of both cores in it, seen from A's position. */
class Sample {
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;

  constructor(
    a: ConvexShape,
    poseA: Readonly<Pose>,
    b: ConvexShape,
    poseB: Readonly<Pose>,
    readonly x: number,
    readonly y: number,
  ) {
    DIRECTION[0] = poseA.cos * x + poseA.sin * y;
    DIRECTION[1] = poseA.cos * y - poseA.sin * x;
    findSupport(a);
    this.ax = poseA.cos * FURTHEST[0] - poseA.sin * FURTHEST[1];
    this.ay = poseA.sin * FURTHEST[0] + poseA.cos * FURTHEST[1];
    DIRECTION[0] = poseB.cos * x + poseB.sin * y;
    DIRECTION[1] = poseB.cos * y - poseB.sin * x;
    findSupport(b);
    this.bx = poseB.cos * FURTHEST[0] - poseB.sin * FURTHEST[1] + (poseB.x - poseA.x);
    this.by = poseB.sin * FURTHEST[0] + poseB.cos * FURTHEST[1] + (poseB.y - poseA.y);
  }

  get size(): number {
    return Math.abs(this.ax) + Math.abs(this.ay) + Math.abs(this.bx) + Math.abs(this.by);
  }

  /** How far B reaches beyond A here; 0 if that is rounding. */
  excess(room: number): number {
    const beyond = this.x * (this.bx - this.ax) + this.y * (this.by - this.ay) - room;
    return beyond > ROUNDING * (this.size + Math.abs(room)) ? beyond : 0;
  }
}

function isSamePose(p: Readonly<Pose>, q: Readonly<Pose>): boolean {
  return p.x === q.x && p.y === q.y && p.cos === q.cos && p.sin === q.sin;
}
