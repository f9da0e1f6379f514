/**
 * Concave bodies as sets of convex parts, and every query on them.
 *
 * A query on a compound is the query on its pairs of parts, those too far away to matter left out, and
 * the nearest, first or deepest answer. What that means is said at each function.
 *
 * @module
 */
import { writeId } from "../kernel/manifold.ts";
import type { Aabb } from "../math/aabb.ts";
import { checkArray, checkObject, checkPose, refuse } from "../math/check.ts";
import { IDENTITY, type Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { aabb } from "../shapes/bounds.ts";
import { checkShape } from "../shapes/check.ts";
import { type MassProperties, massProperties } from "../shapes/mass.ts";
import { Shape } from "../shapes/shape.ts";
import { evaluateSupport } from "../shapes/support.ts";
import { transformShape } from "../shapes/transform.ts";
import { type CastHit, checkTranslation, copyHit, newCastHit } from "./cast.ts";
import { collide, type CollideOptions, type Manifold, newManifold } from "./collide.ts";
import { distance, signedDistance } from "./distance.ts";
import { intersects } from "./intersects.ts";
import { W } from "./pair.ts";
import { containsPoint } from "./point.ts";
import { rayCast } from "./ray_cast.ts";
import {
  copyMeasure,
  copyWitness,
  type DistanceResult,
  newDistanceResult,
  newPenetration,
  type Penetration,
} from "./result.ts";
import { shapeCast, type ShapeCastOptions } from "./shape_cast.ts";
import type { Sweep } from "./sweep.ts";
import {
  type ImpactOptions,
  type ImpactResult,
  newImpactResult,
  timeOfImpact,
} from "./time_of_impact.ts";

/** Register for the id of a contact: that of the kernel's first one. */
const CONTACT_ID = 57;

/** A convex shape and where it is in the body's frame. */
export interface CompoundPart {
  /** Convex shape. */
  shape: Shape;
  /** Pose of the shape in the body's frame; default `IDENTITY`. */
  pose?: Readonly<Pose> | undefined;
}

/** What the functions of this module take: a convex shape, or one made of parts. */
export type Body = Shape | Compound;

/** A concave body: the union of convex parts in one local frame. Made by {@linkcode compound}. */
export class Compound {
  /** The parts, in the body's frame; frozen. */
  readonly parts: readonly Shape[];
  /**
   * Circle around each part, in the body's frame: x, y, radius.
   * @internal
   */
  readonly circles: readonly number[];
  /**
   * Which directions of each part are the body's own; `null` where all are.
   * @internal
   */
  readonly seams: readonly (Seams | null)[];

  /**
   * For `compound`, after validation.
   * @internal
   */
  constructor(parts: readonly Shape[], findsSeams: boolean) {
    this.parts = Object.freeze(parts.slice());
    const circles: number[] = [];
    const box: Aabb = { minX: 0, minY: 0, maxX: 0, maxY: 0 };
    for (const part of parts) {
      aabb(part, IDENTITY, box);
      const w = 0.5 * (box.maxX - box.minX);
      const h = 0.5 * (box.maxY - box.minY);
      circles.push(0.5 * (box.minX + box.maxX), 0.5 * (box.minY + box.maxY));
      circles.push(1.000000001 * Math.sqrt(w * w + h * h));
    }
    this.circles = circles;
    this.seams = findsSeams ? findSeams(parts) : parts.map(() => null);
    Object.freeze(this);
  }
}

/**
 * Makes a concave body of convex parts, for {@linkcode compoundIntersects} and its family. The parts
 * may touch and overlap. Their poses are applied once, here (`transformShape`), so a query costs no
 * more for them and sees the parts where the rounded vertices are.
 *
 * Edges of polygons (without radius) that lie within another part are found here, and contacts with
 * them are known for what they are: a body does not catch on the seam between two parts.
 *
 * @param parts Convex shapes, or shapes with poses; at least one
 * @returns The compound, immutable
 * @throws {TypeError} If `parts` is not an array of shapes or parts
 * @throws {RangeError} If it is empty, or a pose is not finite or moves a shape out of range
 *
 * @example Usage
 * ```ts
 * import { box, compound, compoundIntersects, decompose, point, polygon, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const hammer = compound([box(0.5, 4), { shape: box(2, 1), pose: pose(0, 2) }]);
 * assertEquals(hammer.parts.length, 2);
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
 * assertEquals(compoundIntersects(ell, pose(), point({ x: 2, y: 2 }), pose()), false);
 * ```
 */
export function compound(parts: readonly (Shape | CompoundPart)[]): Compound {
  const task = "create compound";
  checkArray(task, "parts", parts, "parts");
  if (parts.length === 0) {
    throw new RangeError(`Cannot ${task}: parts is empty, must have at least one part`);
  }
  return new Compound(
    // Not by `map` itself, which passes over the holes of an array.
    Array.from(parts, (part: unknown, k) => {
      if (part instanceof Shape) return part;
      checkObject(task, `parts[${k}]`, part, "a Shape or a part { shape, pose }");
      const { shape, pose } = part as CompoundPart;
      checkShape(task, `parts[${k}].shape`, shape);
      if (pose === undefined) return shape;
      checkPose(task, `parts[${k}].pose`, pose);
      const { x, y, cos, sin } = pose;
      return x === 0 && y === 0 && cos === 1 && sin === 0 ? shape : transformShape(shape, pose);
    }),
    true,
  );
}

// ---- seams

/** Which contacts of a polygon part are with the body's outline. */
interface Seams {
  /** Outward normal of each edge: x, y. */
  normals: number[];
  /** How much of each edge lies within other parts: nothing (0), all (1), or some of it (2). */
  inner: number[];
  /**
   * What the outline does at each vertex: 1 where it is the part's own corner; where an edge within
   * another part meets it, nothing (0), or a corner between the normals in `corners` (2).
   */
  kinds: number[];
  corners: number[];
  /** Lengths in the parts' frame below this are 0. */
  near: number;
  /** The polygons of the body without this one. */
  others: Shape[];
}

/** Directions that differ by no more are the same: an angle in radians. */
const SAME = 1e-6;
/** Positions that differ by no more than this part of the parts' size are the same. */
const NEAR = 1e-9;

function findSeams(parts: readonly Shape[]): (Seams | null)[] {
  let size = 0;
  for (const { points } of parts) {
    for (const p of points) size = Math.max(size, Math.abs(p.x), Math.abs(p.y));
  }
  const near = NEAR * size;
  const plain = parts.filter(({ points, radius }) => points.length > 2 && radius === 0);
  const all = parts.map((part): Seams | null => {
    if (!plain.includes(part)) return null;
    const others = plain.filter((other) => other !== part);
    const { points } = part;
    const normals: number[] = [];
    const inner: number[] = [];
    for (let i = 0; i < points.length; i++) {
      const p = points[i];
      const q = points[(i + 1) % points.length];
      const l = Math.sqrt((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y));
      const nx = (q.y - p.y) / l;
      const ny = (p.x - q.x) / l;
      normals.push(nx, ny);
      // All of it when the ends, and the ground in front of the middle, are in one part; some of it
      // when the ground in front of either end or any other part's vertex on it is.
      const isInner = others.some((other) =>
        contains(other, p.x, p.y, near) && contains(other, q.x, q.y, near) &&
        contains(
          other,
          0.5 * (p.x + q.x) + 16 * near * nx,
          0.5 * (p.y + q.y) + 16 * near * ny,
          near,
        )
      );
      inner.push(isInner ? 1 : touchesFront(others, p, q, nx, ny, near) ? 2 : 0);
    }
    const kinds = points.map(() => 1);
    return { normals, inner, kinds, corners: points.flatMap(() => [0, 0, 0, 0]), near, others };
  });

  // A vertex with covered ground beside it: the outline's edges that end and start there, whosever.
  for (const [k, seams] of all.entries()) {
    if (seams === null) continue;
    const { points } = parts[k];
    const n = points.length;
    for (let i = 0; i < n; i++) {
      const v = points[i];
      const own = new Ends(v, near);
      own.add(seams, points[(i + n - 1) % n], v, (i + n - 1) % n);
      own.add(seams, v, points[(i + 1) % n], i);
      if (own.into.length === 2 && own.out.length === 2) continue;
      const ends = new Ends(v, near);
      for (const [j, other] of all.entries()) {
        if (other === null) continue;
        const ring = parts[j].points;
        for (let m = 0; m < ring.length; m++) {
          ends.add(other, ring[m], ring[(m + 1) % ring.length], m);
        }
      }
      const { into, out } = ends;
      if (into.length === 0 && out.length === 0) seams.kinds[i] = 0;
      else if (into.length === 2 && out.length === 2) {
        // A reflex corner has room for its edges' normals only, which are judged as edges.
        const reflex = into[0] * out[1] - into[1] * out[0] < -SAME;
        seams.kinds[i] = reflex ? 0 : 2;
        seams.corners.splice(4 * i, 4, into[0], into[1], out[0], out[1]);
      }
    }
  }
  return all.map((seams) =>
    seams !== null && (seams.inner.some((x) => x > 0) || seams.kinds.some((x) => x !== 1))
      ? seams
      : null
  );
}

/** Normals of the outline's edges that end (`into`) and start (`out`) at a point, each once. */
class Ends {
  readonly into: number[] = [];
  readonly out: number[] = [];

  constructor(readonly v: Readonly<Vec2>, readonly near: number) {}

  /** Adds edge m of a part, from p to q, as far as it reaches the point and is not covered there. */
  add({ normals, others }: Seams, p: Vec2, q: Vec2, m: number): void {
    const { v, near } = this;
    const nx = normals[2 * m];
    const ny = normals[2 * m + 1];
    const ends = isNear(q, v, near);
    const starts = isNear(p, v, near);
    const passes = !ends && !starts && isOn(p, q, v, near);
    // A little back along the edge, or on, and in front of it: (-n_y, n_x) leads along the edge.
    for (const step of [-64 * near, 64 * near]) {
      if (!(passes || (step < 0 ? ends : starts))) continue;
      const x = v.x - step * ny + 16 * near * nx;
      const y = v.y + step * nx + 16 * near * ny;
      if (others.some((other) => contains(other, x, y, near))) continue;
      const list = step < 0 ? this.into : this.out;
      const known = list.length > 0 && list[0] * nx + list[1] * ny > 0 &&
        Math.abs(list[0] * ny - list[1] * nx) <= SAME;
      if (!known) list.push(nx, ny);
    }
  }
}

/** Whether some part has ground just in front of the edge from p to q. */
function touchesFront(
  others: readonly Shape[],
  p: Vec2,
  q: Vec2,
  nx: number,
  ny: number,
  near: number,
): boolean {
  const ex = q.x - p.x;
  const ey = q.y - p.y;
  const l = Math.sqrt(ex * ex + ey * ey);
  const hasGround = (x: number, y: number, other: Shape): boolean =>
    contains(other, x + 16 * near * nx, y + 16 * near * ny, near);
  return others.some((other) => {
    const f = 64 * near / l;
    if (hasGround(p.x + f * ex, p.y + f * ey, other)) return true;
    if (hasGround(q.x - f * ex, q.y - f * ey, other)) return true;
    return other.points.some((v) =>
      isOn(p, q, v, near) && (hasGround(v.x + f * ex, v.y + f * ey, other) ||
        hasGround(v.x - f * ex, v.y - f * ey, other))
    );
  });
}

/** Numbers handed to the functions below: as arguments a JavaScript engine would box them. */
const V: Float64Array = /* @__PURE__ */ new Float64Array(7);
/** Normal out of the part and a point of its surface, in the world, then in the part's frame. */
const NORMAL = 0;
const POINT = 2;
const LOCAL_NORMAL = 4;

/** Whether a convex polygon reaches, to within V[6], the point at `at` in V. */
function reaches(shape: Shape, at: number): boolean {
  const x = V[at];
  const y = V[at + 1];
  const near = V[6];
  const { points } = shape;
  for (let i = 0; i < points.length; i++) {
    const p = points[i];
    const q = points[i + 1 < points.length ? i + 1 : 0];
    const ex = q.x - p.x;
    const ey = q.y - p.y;
    if (ey * (x - p.x) - ex * (y - p.y) > near * Math.sqrt(ex * ex + ey * ey)) return false;
  }
  return true;
}

function contains(shape: Shape, x: number, y: number, near: number): boolean {
  V[POINT] = x;
  V[POINT + 1] = y;
  V[6] = near;
  return reaches(shape, POINT);
}

function isNear(p: Vec2, q: Vec2, near: number): boolean {
  return Math.abs(p.x - q.x) <= near && Math.abs(p.y - q.y) <= near;
}

/** Whether v lies on the segment from p to q, ends left out. */
function isOn(p: Vec2, q: Vec2, v: Vec2, near: number): boolean {
  const ex = q.x - p.x;
  const ey = q.y - p.y;
  const l = Math.sqrt(ex * ex + ey * ey);
  const along = (ex * (v.x - p.x) + ey * (v.y - p.y)) / l;
  return Math.abs(ey * (v.x - p.x) - ex * (v.y - p.y)) <= near * l && along > near &&
    along < l - near;
}

/** Whether ground of another part lies in front of the local POINT on an edge with LOCAL_NORMAL. */
function isCovered(seams: Seams): boolean {
  const { near, others } = seams;
  V[6] = near;
  V[POINT] += 16 * near * V[LOCAL_NORMAL];
  V[POINT + 1] += 16 * near * V[LOCAL_NORMAL + 1];
  for (let k = 0; k < others.length; k++) if (reaches(others[k], POINT)) return true;
  return false;
}

/** Answers of `judge`. */
const REAL = 0;
const SEAM = 1;
/** On an edge that is a seam in places: the contact's point has to tell. */
const DOUBTFUL = 2;

/** Whether a contact with LOCAL_NORMAL is with the outline. */
function judge(seams: Seams): number {
  const nx = V[LOCAL_NORMAL];
  const ny = V[LOCAL_NORMAL + 1];
  const { normals, inner, kinds, corners } = seams;
  const n = inner.length;
  for (let i = 0; i < n; i++) {
    const x = normals[2 * i];
    const y = normals[2 * i + 1];
    if (x * nx + y * ny > 0 && Math.abs(x * ny - y * nx) <= SAME) return inner[i];
  }
  for (let i = 0; i < n; i++) {
    const h = i === 0 ? n - 1 : i - 1;
    V[6] = 0;
    if (!isWithin(normals, 2 * h, 2 * i)) continue;
    if (kinds[i] === 1) return REAL;
    if (kinds[i] === 0) return SEAM;
    V[6] = SAME;
    return isWithin(corners, 4 * i, 4 * i + 2) ? REAL : SEAM;
  }
  return REAL;
}

/**
 * Whether LOCAL_NORMAL points between the vectors u at `i` and, counter-clockwise by less than half a
 * turn, v at `j`, or misses by V[6].
 */
function isWithin(list: readonly number[], i: number, j: number): boolean {
  const nx = V[LOCAL_NORMAL];
  const ny = V[LOCAL_NORMAL + 1];
  return list[i] * ny - list[i + 1] * nx >= -V[6] && nx * list[j + 1] - ny * list[j] >= -V[6] &&
    nx * (list[i] + list[j]) + ny * (list[i + 1] + list[j + 1]) > 0;
}

/** Whether the contact with NORMAL at POINT, of a part at `pose`, is with the outline. */
function isOutline(seams: Seams | null, pose: Readonly<Pose>): boolean {
  if (seams === null) return true;
  const { cos: c, sin: s } = pose;
  V[LOCAL_NORMAL] = c * V[NORMAL] + s * V[NORMAL + 1];
  V[LOCAL_NORMAL + 1] = c * V[NORMAL + 1] - s * V[NORMAL];
  const answer = judge(seams);
  if (answer !== DOUBTFUL) return answer === REAL;
  const dx = V[POINT] - pose.x;
  const dy = V[POINT + 1] - pose.y;
  V[POINT] = c * dx + s * dy;
  V[POINT + 1] = c * dy - s * dx;
  return !isCovered(seams);
}

/** Whether any point of a manifold is on the outline of the part that its normal leaves (`sign` 1) or enters. */
function hasOutline(
  seams: Seams | null,
  pose: Readonly<Pose>,
  { normal, pointCount, points }: Readonly<Manifold>,
  sign: number,
): boolean {
  if (seams === null) return true;
  for (let k = 0; k < pointCount; k++) {
    // The point is midway between the surfaces.
    const { point, separation } = points[k];
    const half = -0.5 * sign * separation;
    V[NORMAL] = sign * normal.x;
    V[NORMAL + 1] = sign * normal.y;
    V[POINT] = point.x + half * normal.x;
    V[POINT + 1] = point.y + half * normal.y;
    if (isOutline(seams, pose)) return true;
  }
  return false;
}

const furthest: Vec2 = { x: NaN, y: NaN };

/**
 * The contact that a part has with a shape through the outline's edges alone, in place of one with a
 * seam: the edge with the largest separation, and the shape's vertices furthest behind it, clipped to its
 * length; none when the shape is not over the edge. `sign` is 1 when the part belongs to A.
 */
function collideOutline(
  part: Shape,
  seams: Seams,
  pose: Readonly<Pose>,
  shape: Shape,
  shapePose: Readonly<Pose>,
  margin: number,
  sign: number,
  out: Manifold,
): void {
  out.pointCount = 0;
  const { cos: c, sin: s } = pose;
  const { points } = part;
  let best = -Infinity;
  for (let i = 0; i < points.length; i++) {
    if (seams.inner[i] === 1) continue;
    const lx = seams.normals[2 * i];
    const ly = seams.normals[2 * i + 1];
    const nx = c * lx - s * ly;
    const ny = s * lx + c * ly;
    const u = points[i];
    const v = points[i + 1 < points.length ? i + 1 : 0];
    const ux = c * u.x - s * u.y + pose.x;
    const uy = s * u.x + c * u.y + pose.y;
    const length = Math.sqrt((v.x - u.x) * (v.x - u.x) + (v.y - u.y) * (v.y - u.y));
    // The shape's vertex furthest behind the edge, and the neighbour that is next; along the edge,
    // which runs along (-n_y, n_x), and above it.
    const { cos: d, sin: t } = shapePose;
    let j = 0;
    if (shape.support !== null) {
      evaluateSupport(shape, -(d * nx + t * ny), t * nx - d * ny, furthest);
    } else {
      let low = Infinity;
      for (let k = 0; k < shape.points.length; k++) {
        const p = shape.points[k];
        const h = (d * nx + t * ny) * p.x + (d * ny - t * nx) * p.y;
        if (h < low) {
          low = h;
          j = k;
        }
      }
      furthest.x = shape.points[j].x;
      furthest.y = shape.points[j].y;
    }
    let x = d * furthest.x - t * furthest.y + shapePose.x - ux;
    let y = t * furthest.x + d * furthest.y + shapePose.y - uy;
    const a0 = x * -ny + y * nx;
    const h0 = x * nx + y * ny - shape.radius;
    if (h0 <= best) continue;
    best = h0;
    out.pointCount = 0;
    if (h0 > margin) return;
    let j1 = j;
    let a1 = a0;
    let h1 = h0;
    if (shape.support === null && shape.points.length > 1) {
      const n = shape.points.length;
      const next = j + 1 < n ? j + 1 : 0;
      const previous = j > 0 ? j - 1 : n - 1;
      const p = shape.points[next];
      const q = shape.points[previous];
      const hp = (d * nx + t * ny) * p.x + (d * ny - t * nx) * p.y;
      const hq = (d * nx + t * ny) * q.x + (d * ny - t * nx) * q.y;
      j1 = hp < hq ? next : previous;
      const w = shape.points[j1];
      x = d * w.x - t * w.y + shapePose.x - ux;
      y = t * w.x + d * w.y + shapePose.y - uy;
      a1 = x * -ny + y * nx;
      h1 = x * nx + y * ny - shape.radius;
    }
    // Clip the vertex pair to the edge's length, leave out what is above the margin or over a seam.
    let count = 0;
    for (let k = 0; k < 2; k++) {
      let a = k === 0 ? a0 : a1;
      let h = k === 0 ? h0 : h1;
      if (k === 1 && a1 === a0) break;
      const inside = Math.min(Math.max(a, 0), length);
      if (inside !== a) {
        const f = (inside - a0) / (a1 - a0);
        if (!(f >= 0 && f <= 1)) continue;
        a = inside;
        h = h0 + f * (h1 - h0);
      }
      if (h > margin) continue;
      if (seams.inner[i] === 2) {
        V[LOCAL_NORMAL] = lx;
        V[LOCAL_NORMAL + 1] = ly;
        V[POINT] = u.x + (a / length) * (v.x - u.x);
        V[POINT + 1] = u.y + (a / length) * (v.y - u.y);
        if (isCovered(seams)) continue;
      }
      const to = out.points[count];
      to.point.x = ux - a * ny + 0.5 * h * nx;
      to.point.y = uy + a * nx + 0.5 * h * ny;
      to.separation = h;
      // Named like any contact, if not by the larger shape's edge but always by the part's.
      writeId(W, CONTACT_ID, i, k === 0 ? j : j1, sign > 0 ? 0 : 1);
      to.id = shape.points.length > 1 ? W[CONTACT_ID] : 0;
      count++;
    }
    if (count === 0) continue;
    out.pointCount = count as 1 | 2;
    out.normal.x = sign * nx + 0;
    out.normal.y = sign * ny + 0;
  }
}

// ---- what the queries share

/** Compounds of one part that stand for plain shapes. */
const wrapped = new WeakMap<Shape, Compound>();

function partsOf(query: string, name: string, body: Body): Compound {
  if (body instanceof Compound) return body;
  if (!(body instanceof Shape)) {
    refuse(query, name, body, "be a Shape or a Compound", TypeError);
  }
  let wrapper = wrapped.get(body);
  if (wrapper === undefined) {
    wrapper = new Compound([body], false);
    wrapped.set(body, wrapper);
  }
  return wrapper;
}

/**
 * Whether parts i and j are certainly further apart than `reach[0]`: by the circles around them. What the
 * query writes there is read before any other code runs.
 */
function areFar(
  a: Compound,
  i: number,
  poseA: Readonly<Pose>,
  b: Compound,
  j: number,
  poseB: Readonly<Pose>,
): boolean {
  const p = a.circles;
  const q = b.circles;
  const ax = p[3 * i];
  const ay = p[3 * i + 1];
  const bx = q[3 * j];
  const by = q[3 * j + 1];
  const wx = poseB.x - poseA.x;
  const wy = poseB.y - poseA.y;
  const dx = (poseB.cos * bx - poseB.sin * by) - (poseA.cos * ax - poseA.sin * ay) + wx;
  const dy = (poseB.sin * bx + poseB.cos * by) - (poseA.sin * ax + poseA.cos * ay) + wy;
  const noise = 1e-14 * (Math.abs(wx) + Math.abs(wy) + Math.abs(bx) + Math.abs(by) + Math.abs(ax) +
    Math.abs(ay));
  const r = p[3 * i + 2] + q[3 * j + 2] + reach[0] + noise;
  return dx * dx + dy * dy > r * r;
}

const reach = /* @__PURE__ */ new Float64Array(1);

/** Results of single pairs, by depth of nesting: a support function may ask queries of its own. */
class Work {
  readonly trial: DistanceResult = newDistanceResult();
  readonly best: DistanceResult = newDistanceResult();
  readonly found: CompoundDistanceResult = { ...newDistanceResult(), partA: 0, partB: 0 };
  readonly hit: CastHit = newCastHit();
  readonly first: CastHit = newCastHit();
  readonly deepest: CastHit = newCastHit();
  readonly impact: ImpactResult = newImpactResult();
  readonly earliest: ImpactResult = newImpactResult();
  readonly manifold: Manifold = newManifold();
  readonly other: Manifold = newManifold();
}

const works: Work[] = [];
let depth = 0;

function enter(): Work {
  if (depth === works.length) works.push(new Work());
  return works[depth++];
}

function copyDistance(from: Readonly<DistanceResult>, to: DistanceResult): void {
  copyMeasure(from, to);
  to.status = from.status;
}

function copyImpact(from: Readonly<ImpactResult>, to: ImpactResult): void {
  copyMeasure(from, to);
  to.status = from.status;
  to.fraction = from.fraction;
}

/** Which parts an answer is about: indices into `parts`, 0 for a plain shape. */
export interface PartPair {
  /** Part of A. */
  partA: number;
  /** Part of B. */
  partB: number;
}

// ---- the queries

/**
 * Whether two bodies share a point: whether any two of their parts do. As exact as `intersects`.
 *
 * @param a First body: a convex shape or a compound
 * @param poseA Pose of `a` in the world
 * @param b Second body
 * @param poseB Pose of `b` in the world
 * @returns `true` when the bodies intersect or touch
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 */
export function compoundIntersects(
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
): boolean {
  const query = "test intersection";
  const A = partsOf(query, "a", a);
  const B = partsOf(query, "b", b);
  checkPose(query, "poseA", poseA);
  checkPose(query, "poseB", poseB);
  for (let i = 0; i < A.parts.length; i++) {
    for (let j = 0; j < B.parts.length; j++) {
      reach[0] = 0;
      if (areFar(A, i, poseA, B, j, poseB)) continue;
      if (intersects(A.parts[i], poseA, B.parts[j], poseB)) return true;
    }
  }
  return false;
}

/**
 * Whether a body contains a point of the world: whether one of its parts does.
 *
 * @param body Body
 * @param pose Pose of the body in the world
 * @param p Point in the world
 * @returns `true` when the body contains the point
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a number is not finite or a position beyond ±2^250
 */
export function compoundContainsPoint(
  body: Body,
  pose: Readonly<Pose>,
  p: Readonly<Vec2>,
): boolean {
  for (const part of partsOf("test point", "body", body).parts) {
    if (containsPoint(part, pose, p)) return true;
  }
  return false;
}

/**
 * Axis-aligned bounding box of a body: around the boxes of its parts.
 *
 * @param body Body
 * @param pose Pose of the body in the world
 * @param out Receives the box
 * @returns `out`, in world coordinates
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 */
export function compoundAabb(
  body: Body,
  pose: Readonly<Pose>,
  out: Aabb = { minX: NaN, minY: NaN, maxX: NaN, maxY: NaN },
): Aabb {
  const { parts } = partsOf("compute aabb", "body", body);
  aabb(parts[0], pose, out);
  for (let k = 1; k < parts.length; k++) {
    const { minX, minY, maxX, maxY } = out;
    aabb(parts[k], pose, out);
    out.minX = Math.min(out.minX, minX);
    out.minY = Math.min(out.minY, minY);
    out.maxX = Math.max(out.maxX, maxX);
    out.maxY = Math.max(out.maxY, maxY);
  }
  return out;
}

/**
 * Mass, center of mass and moment of inertia of a body with constant density, radii included: those of
 * {@linkcode massProperties}, summed over the parts.
 *
 * What parts share is counted once for each, so parts that overlap make the body too heavy there; parts
 * that `decompose` made only touch.
 *
 * @param body Convex shape or compound
 * @param density Mass per unit of area, `>= 0`
 * @param out Receives the result
 * @returns `out`, in the body's frame: the center of mass, and the inertia about it in mass times length
 * squared. Without area, mass and inertia are 0 and the center is the mean of the parts' centroids
 * @throws {TypeError} If an argument has the wrong kind
 * @throws {RangeError} If the density is negative or not finite
 *
 * @example Usage
 * ```ts
 * import { box, compound, compoundMassProperties } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const plank = compound([
 *   box(1, 2, { center: { x: 8.5, y: 20 } }),
 *   box(3, 2, { center: { x: 10.5, y: 20 } }),
 * ]);
 * const { mass, center, inertia } = compoundMassProperties(plank, 3);
 * assertEquals(mass, 24);
 * assertEquals(center, { x: 10, y: 20 });
 * assertEquals(inertia, 24 * (4 * 4 + 2 * 2) / 12);
 * ```
 */
export function compoundMassProperties(
  body: Body,
  density: number,
  out: MassProperties = { mass: 0, center: { x: 0, y: 0 }, inertia: 0 },
): MassProperties {
  const { parts } = partsOf("compute mass properties", "body", body);
  // The density is checked here and multiplied with in the end: without one there are still centers.
  massProperties(parts[0], density);
  const each = parts.map((part) => massProperties(part, 1));
  let area = 0;
  for (const { mass } of each) area += mass;

  // Offsets from a part's own center stay small wherever the body lies.
  const { x, y } = each[0].center;
  let dx = 0, dy = 0;
  for (const { mass, center } of each) {
    const weight = area > 0 ? mass / area : 1 / each.length;
    dx += weight * (center.x - x);
    dy += weight * (center.y - y);
  }
  // The parallel axis theorem: I = Σ (I_k + m_k |c_k - c|²).
  let inertia = 0;
  for (const { mass, center, inertia: own } of each) {
    const px = (center.x - x) - dx;
    const py = (center.y - y) - dy;
    inertia += own + mass * (px * px + py * py);
  }
  out.mass = density * area;
  out.center.x = x + dx;
  out.center.y = y + dy;
  out.inertia = density * inertia;
  return out;
}

/** Answer of {@linkcode compoundDistance} and {@linkcode compoundSignedDistance}. */
export interface CompoundDistanceResult extends DistanceResult, PartPair {}

/**
 * Distance between two bodies, 0 when they intersect: that of their nearest parts, whose features and
 * indices it reports.
 *
 * @param a First body: a convex shape or a compound
 * @param poseA Pose of `a` in the world
 * @param b Second body
 * @param poseB Pose of `b` in the world
 * @param out Receives the result; without it a new object is returned
 * @returns `out`
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 *
 * @example Usage
 * ```ts
 * import { box, circle, compound, compoundDistance, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const cup = compound([
 *   box(4, 1),
 *   { shape: box(1, 4), pose: pose(-2, 2) },
 *   { shape: box(1, 4), pose: pose(2, 2) },
 * ]);
 * const result = compoundDistance(cup, pose(), circle(0.5), pose(0.25, 3));
 * assertEquals(result.distance, 0.75);
 * assertEquals(result.partA, 2);
 * ```
 */
export function compoundDistance(
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
  out: CompoundDistanceResult = { ...newDistanceResult(), partA: 0, partB: 0 },
): CompoundDistanceResult {
  return nearest("measure distance", false, a, poseA, b, poseB, out);
}

/**
 * Signed distance of two bodies: their distance when apart, 0 when touching, and when overlapping minus
 * the depth of the two parts that overlap most.
 *
 * That depth is a lower bound for the bodies: no shorter translation parts them, but a longer one may
 * be needed, since a way out of one part can lead into the next. The sign is as exact as that of
 * `signedDistance`.
 *
 * @param a First body: a convex shape or a compound
 * @param poseA Pose of `a` in the world
 * @param b Second body
 * @param poseB Pose of `b` in the world
 * @param out Receives the result; without it a new object is returned
 * @returns `out`
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 */
export function compoundSignedDistance(
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
  out: CompoundDistanceResult = { ...newDistanceResult(), partA: 0, partB: 0 },
): CompoundDistanceResult {
  return nearest("measure signed distance", true, a, poseA, b, poseB, out);
}

function nearest(
  query: string,
  signed: boolean,
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
  out: CompoundDistanceResult,
): CompoundDistanceResult {
  const A = partsOf(query, "a", a);
  const B = partsOf(query, "b", b);
  checkPose(query, "poseA", poseA);
  checkPose(query, "poseB", poseB);
  const { trial, best } = enter();
  try {
    let partA = -1;
    let partB = -1;
    for (let i = 0; i < A.parts.length; i++) {
      for (let j = 0; j < B.parts.length; j++) {
        if (partA >= 0) {
          if (!signed && best.distance === 0) break;
          reach[0] = best.distance > 0 ? best.distance : 0;
          if (areFar(A, i, poseA, B, j, poseB)) continue;
        }
        if (signed) signedDistance(A.parts[i], poseA, B.parts[j], poseB, trial);
        else distance(A.parts[i], poseA, B.parts[j], poseB, trial);
        if (partA >= 0 && !(trial.distance < best.distance)) continue;
        copyDistance(trial, best);
        partA = i;
        partB = j;
      }
    }
    copyDistance(best, out);
    out.partA = partA;
    out.partB = partB;
    return out;
  } finally {
    depth--;
  }
}

/** Answer of {@linkcode compoundPenetration}. */
export interface CompoundPenetration extends Penetration, PartPair {}

/**
 * How deep two bodies overlap: the two parts that overlap most, their depth and axis. A lower bound of
 * the depth of the bodies, as for {@linkcode compoundSignedDistance}; to part them, move along the normal
 * and ask again.
 *
 * @param a First body: a convex shape or a compound
 * @param poseA Pose of `a` in the world
 * @param b Second body
 * @param poseB Pose of `b` in the world
 * @param out Receives the result; without it a new object is returned
 * @returns `out`, or `null` when the bodies are apart (`out` is then unchanged)
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250
 */
export function compoundPenetration(
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
  out?: CompoundPenetration,
): CompoundPenetration | null {
  const work = enter();
  try {
    const result = nearest("measure penetration", true, a, poseA, b, poseB, work.found);
    if (result.distance > 0) return null;
    const target = out ?? { ...newPenetration(), partA: 0, partB: 0 };
    target.depth = result.distance < 0 ? -result.distance : 0;
    copyWitness(result, target);
    target.partA = result.partA;
    target.partB = result.partB;
    return target;
  } finally {
    depth--;
  }
}

/** Answer of {@linkcode compoundRayCast} and {@linkcode compoundShapeCast}. */
export interface CompoundHit extends CastHit, PartPair {}

/**
 * First point of a body on a ray, as {@linkcode rayCast}. A ray that starts in the body hits at fraction
 * 0, with the depth and normal of the part in which it is deepest.
 *
 * @param body Body: a convex shape or a compound
 * @param pose Pose of the body in the world
 * @param origin Start of the ray in the world
 * @param translation From the start of the ray to its end
 * @param out Receives the result; without it a new object is returned
 * @returns `out`, or `null` when the ray misses (`out` is then unchanged); `partA` is the part that is hit
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a number is not finite or out of range
 */
export function compoundRayCast(
  body: Body,
  pose: Readonly<Pose>,
  origin: Readonly<Vec2>,
  translation: Readonly<Vec2>,
  out?: CompoundHit,
): CompoundHit | null {
  const { parts } = partsOf("cast ray", "body", body);
  const { hit, first } = enter();
  try {
    let part = -1;
    for (let k = 0; k < parts.length; k++) {
      if (rayCast(parts[k], pose, origin, translation, hit) === null) continue;
      if (part >= 0 && !isEarlier(hit, first)) continue;
      copyHit(hit, first);
      part = k;
    }
    if (part < 0) return null;
    const target = out ?? { ...newCastHit(), partA: 0, partB: 0 };
    copyHit(first, target);
    target.partA = part;
    target.partB = 0;
    return target;
  } finally {
    depth--;
  }
}

/** Earlier on the way, or deeper at the start. */
function isEarlier(hit: Readonly<CastHit>, other: Readonly<CastHit>): boolean {
  return hit.fraction < other.fraction ||
    (hit.fraction === other.fraction && hit.depth > other.depth);
}

/**
 * How far a body can be moved along a straight line until it touches another, as {@linkcode shapeCast}.
 *
 * The policies about overlap at the start hold for each pair of parts: with `"ignore"`, parts that overlap
 * are ignored and others are not. With `"pushOut"` a start in overlap reports the pair that is deepest,
 * and a fraction that is measured as if nothing had been pushed: after a push, cast again. Under both,
 * contacts that the motion only grazes, and contacts with seams between parts, do not stop a body: it
 * slides from part to part.
 *
 * @param a First body: a convex shape or a compound
 * @param poseA Pose of `a` in the world
 * @param b Second body, which moves
 * @param poseB Pose of `b` in the world at the start
 * @param translationB Motion of `b`
 * @param options What to do about overlap at the start, and how far apart to stop
 * @param out Receives the result; without it a new object is returned
 * @returns `out`, or `null` when the motion is free (`out` is then unchanged)
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a number is not finite or out of range, or an option has no such value
 *
 * @example Usage
 * ```ts
 * import { box, compound, compoundShapeCast, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const floor = compound([box(2, 2), { shape: box(2, 2), pose: pose(2, 0) }]);
 * const crate = box(1, 1);
 * const slide = { x: 2, y: 0 };
 * const options = { initialOverlap: "ignore" } as const;
 * assertEquals(compoundShapeCast(floor, pose(), crate, pose(0, 1.5), slide, options), null);
 * const fall = compoundShapeCast(floor, pose(), crate, pose(2, 3.5), { x: 0, y: -4 });
 * assertEquals([fall?.fraction, fall?.partA], [0.5, 1]);
 * ```
 */
export function compoundShapeCast(
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
  translationB: Readonly<Vec2>,
  options?: ShapeCastOptions,
  out?: CompoundHit,
): CompoundHit | null {
  const query = "cast shape";
  const A = partsOf(query, "a", a);
  const B = partsOf(query, "b", b);
  checkPose(query, "poseA", poseA);
  checkPose(query, "poseB", poseB);
  checkTranslation(query, "translationB", translationB);
  const { hit, first, deepest } = enter();
  try {
    const dx = translationB.x;
    const dy = translationB.y;
    const far = Math.abs(dx) + Math.abs(dy);
    const policy = options?.initialOverlap ?? "report";
    let partA = -1;
    let partB = -1;
    let deepA = -1;
    let deepB = -1;
    for (let i = 0; i < A.parts.length; i++) {
      for (let j = 0; j < B.parts.length; j++) {
        if (i + j > 0) {
          reach[0] = far + (options?.targetSeparation ?? 0);
          if (areFar(A, i, poseA, B, j, poseB)) continue;
        }
        const found = shapeCast(A.parts[i], poseA, B.parts[j], poseB, translationB, options, hit);
        if (found === null) continue;
        if (policy !== "report") {
          if (hit.depth > 0 && policy === "pushOut") {
            if (deepA < 0 || hit.depth > deepest.depth) {
              copyHit(hit, deepest);
              deepA = i;
              deepB = j;
            }
          } else if (
            (hit.fraction > 0 && !(hit.normal.x * dx + hit.normal.y * dy < -1e-12 * far)) ||
            isSeam(hit, A.seams[i], poseA, B.seams[j], poseB, translationB)
          ) continue;
        }
        if (partA >= 0 && !isEarlier(hit, first)) continue;
        copyHit(hit, first);
        partA = i;
        partB = j;
      }
    }
    if (partA < 0) return null;
    const target = out ?? { ...newCastHit(), partA: 0, partB: 0 };
    if (deepA >= 0) {
      const { fraction } = first;
      copyHit(deepest, target);
      target.fraction = fraction;
      target.partA = deepA;
      target.partB = deepB;
    } else {
      copyHit(first, target);
      target.partA = partA;
      target.partB = partB;
    }
    return target;
  } finally {
    depth--;
  }
}

/** Whether a hit on the way is with a seam of either body. */
function isSeam(
  { fraction, point, normal }: Readonly<CastHit>,
  seamsA: Seams | null,
  poseA: Readonly<Pose>,
  seamsB: Seams | null,
  poseB: Readonly<Pose>,
  translationB: Readonly<Vec2>,
): boolean {
  V[NORMAL] = normal.x;
  V[NORMAL + 1] = normal.y;
  V[POINT] = point.x;
  V[POINT + 1] = point.y;
  if (!isOutline(seamsA, poseA)) return true;
  // B as it stands at the start: the point is that much further back.
  V[NORMAL] = -normal.x;
  V[NORMAL + 1] = -normal.y;
  V[POINT] = point.x - fraction * translationB.x;
  V[POINT + 1] = point.y - fraction * translationB.y;
  return !isOutline(seamsB, poseB);
}

/** Answer of {@linkcode compoundTimeOfImpact}. */
export interface CompoundImpact extends ImpactResult, PartPair {}

/**
 * When two moving, turning bodies first touch, as {@linkcode timeOfImpact}: the earliest impact of any two
 * parts, and as certain. A body that slides along a compound within the tolerance is stopped where the next
 * part begins, since a proof that it misses that part is not a proof that it misses the seam.
 *
 * @param a First body: a convex shape or a compound
 * @param sweepA Motion of `a`
 * @param b Second body
 * @param sweepB Motion of `b`
 * @param options Target separation, tolerance, iterations (for each pair)
 * @param out Receives the result; without it a new object is returned
 * @returns `out`; `iterations` is that of all pairs
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a number is not finite or out of range
 */
export function compoundTimeOfImpact(
  a: Body,
  sweepA: Readonly<Sweep>,
  b: Body,
  sweepB: Readonly<Sweep>,
  options?: ImpactOptions,
  out: CompoundImpact = { ...newImpactResult(), partA: 0, partB: 0 },
): CompoundImpact {
  const query = "find time of impact";
  const A = partsOf(query, "a", a);
  const B = partsOf(query, "b", b);
  const { impact, earliest } = enter();
  try {
    let partA = -1;
    let partB = -1;
    let iterations = 0;
    for (let i = 0; i < A.parts.length; i++) {
      for (let j = 0; j < B.parts.length; j++) {
        timeOfImpact(A.parts[i], sweepA, B.parts[j], sweepB, options, impact);
        iterations += impact.iterations;
        // Overlapping comes before touching at the start, and then the deepest.
        const better = partA < 0 || impact.fraction < earliest.fraction ||
          (impact.fraction === earliest.fraction && impact.fraction < 1 &&
            impact.distance < earliest.distance) ||
          (earliest.status === "separated" && impact.status !== "separated");
        if (!better) continue;
        copyImpact(impact, earliest);
        partA = i;
        partB = j;
      }
    }
    copyImpact(earliest, out);
    out.iterations = iterations;
    out.partA = partA;
    out.partB = partB;
    return out;
  } finally {
    depth--;
  }
}

/** Contact of two parts in a {@linkcode CompoundManifold}. */
export interface CompoundContact extends Manifold, PartPair {}

/** Answer of {@linkcode compoundCollide}: a manifold for each pair of parts in contact. */
export interface CompoundManifold {
  /** How many of `contacts` count, from the front. */
  count: number;
  /** Manifolds; objects from `count` on are kept for later use and mean nothing. */
  contacts: CompoundContact[];
}

/**
 * Contact points of two bodies, one manifold for each pair of parts that touch. A contact is named from
 * frame to frame by `partA`, `partB` and the point's `id`.
 *
 * Seams are no obstacles: where the normal of a contact is not one that the body's outline has there (it
 * belongs to an edge within the body, or leans out of the outline's corner over a seam), the part's edges
 * on the outline give the contact instead, or none when the other body is not over them: the part next to
 * it then holds it. Only when no other contact is left, the deepest stays as it is. The `id` of a contact that
 * took a seam's place names the part's edge and the other shape's vertex, whichever of the two is larger.
 *
 * @param a First body: a convex shape or a compound
 * @param poseA Pose of `a` in the world
 * @param b Second body
 * @param poseB Pose of `b` in the world
 * @param options Margin
 * @param out Receives the result and grows when it must; without it a new object is returned
 * @returns `out`
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a pose holds a number that is not finite or a position beyond ±2^250, or the margin
 * is out of range
 *
 * @example Usage
 * ```ts
 * import { box, compound, compoundCollide, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * // A crate on a floor of two slabs, a little over the seam: both hold it from below.
 * const floor = compound([box(2, 2), { shape: box(2, 2), pose: pose(2, 0) }]);
 * const { count, contacts } = compoundCollide(floor, pose(), box(1, 1), pose(0.75, 1.4375));
 * assertEquals(count, 2);
 * for (const { normal } of contacts) assertEquals(normal, { x: 0, y: 1 });
 * ```
 */
export function compoundCollide(
  a: Body,
  poseA: Readonly<Pose>,
  b: Body,
  poseB: Readonly<Pose>,
  options?: CollideOptions,
  out: CompoundManifold = { count: 0, contacts: [] },
): CompoundManifold {
  const query = "collide";
  const A = partsOf(query, "a", a);
  const B = partsOf(query, "b", b);
  checkPose(query, "poseA", poseA);
  checkPose(query, "poseB", poseB);
  const { manifold, other } = enter();
  try {
    const margin = options?.margin ?? 0;
    let count = 0;
    // The deepest contact that was left out is kept in the first free place.
    let least = Infinity;
    let lostA = -1;
    let lostB = -1;
    for (let i = 0; i < A.parts.length; i++) {
      for (let j = 0; j < B.parts.length; j++) {
        if (i + j > 0) {
          reach[0] = margin;
          if (areFar(A, i, poseA, B, j, poseB)) continue;
        }
        collide(A.parts[i], poseA, B.parts[j], poseB, options, manifold);
        if (manifold.pointCount === 0) continue;
        const onA = hasOutline(A.seams[i], poseA, manifold, 1);
        if (onA && hasOutline(B.seams[j], poseB, manifold, -1)) {
          keep(manifold, out, count++, i, j);
          continue;
        }
        const p = A.parts[i];
        const q = B.parts[j];
        if (onA) collideOutline(q, B.seams[j]!, poseB, p, poseA, margin, -1, other);
        else collideOutline(p, A.seams[i]!, poseA, q, poseB, margin, 1, other);
        if (other.pointCount > 0) {
          keep(other, out, count++, i, j);
          continue;
        }
        for (let k = 0; k < manifold.pointCount; k++) {
          const { separation } = manifold.points[k];
          // One that only comes near is no support.
          if (separation > 0 || separation >= least) continue;
          least = separation;
          lostA = i;
          lostB = j;
        }
      }
    }
    if (count === 0 && lostA >= 0) {
      collide(A.parts[lostA], poseA, B.parts[lostB], poseB, options, manifold);
      keep(manifold, out, count++, lostA, lostB);
    }
    out.count = count;
    return out;
  } finally {
    depth--;
  }
}

function keep(
  from: Readonly<Manifold>,
  out: CompoundManifold,
  at: number,
  partA: number,
  partB: number,
): void {
  if (at === out.contacts.length) out.contacts.push({ ...newManifold(), partA: 0, partB: 0 });
  const to = out.contacts[at];
  to.partA = partA;
  to.partB = partB;
  to.normal.x = from.normal.x;
  to.normal.y = from.normal.y;
  to.pointCount = from.pointCount;
  for (let k = 0; k < from.pointCount; k++) {
    const p = from.points[k];
    const q = to.points[k];
    q.point.x = p.point.x;
    q.point.y = p.point.y;
    q.separation = p.separation;
    q.id = p.id;
  }
}
