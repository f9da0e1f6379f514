/**
 * Contacts of a part through the edges on the body's outline alone, which replace contacts with
 * seams.
 *
 * @module
 */
import { writeId } from "../../kernel/contact.ts";
import { registers } from "../../kernel/registers.ts";
import type { Pose } from "../../math/pose.ts";
import type { Vec2 } from "../../math/vec2.ts";
import type { ConvexShape } from "../../shapes/shape.ts";
import { DIRECTION, findSupport, FURTHEST } from "../../shapes/support.ts";
import { smooth } from "../attached.ts";
import { LEANS, type Manifold } from "../collide.ts";
import { AXIS, AXIS_GAP, AXIS_X, AXIS_Y, separate } from "../separation.ts";
import type { Body } from "./parts.ts";
import { endsInTheOpen, isOpenInFront, isSameDirection, scaleOf, setNear } from "./outline.ts";
import { ALONG, isCovered, MARGIN, NORMAL, POINT, type Seams, TOLERANCE, V } from "./seams.ts";

// As in pair.ts.
const W = registers;

// Copies of the constants in registers.ts, held equal by `deno task ok`: V8 folds those of the same file only.
const MANIFOLD_NX = 52;
const MANIFOLD_POINTS = 54;

/** Register for the id of a contact: the kernel's, for its first point. */
const CONTACT_ID = 57;

/**
 * Computes a contact of a part with a shape, through the edges on the outline alone, to replace a
 * contact with a seam. Among the edges that the shape is over, where no other part covers them, the
 * one with the largest separation is the reference edge. The shape's vertices furthest behind it
 * are clipped to the edge's length.
 *
 * `sign` is 1 when the part belongs to A, and V[MARGIN] is the margin. On return AXIS_GAP is the
 * separation along the reference edge's normal, -Infinity if there is none.
 */
export function collideOutline(
  part: ConvexShape,
  seams: Seams,
  pose: Readonly<Pose>,
  shape: ConvexShape,
  shapePose: Readonly<Pose>,
  sign: number,
  out: Manifold,
): void {
  out.pointCount = 0;
  const scale = scaleOf(pose);
  const { cos: c, sin: s } = pose;
  const { points } = part;
  const margin = V[MARGIN];
  let best = -Infinity;
  for (let i = 0; i < points.length; i++) {
    if (seams.inner[i] === 1) continue;
    const lx = seams.normals[2 * i];
    const ly = seams.normals[2 * i + 1];
    const nx = (c * lx - s * ly) / scale;
    const ny = (s * lx + c * ly) / scale;
    const u = points[i];
    const v = points[i + 1 < points.length ? i + 1 : 0];
    const ux = c * u.x - s * u.y + pose.x;
    const uy = s * u.x + c * u.y + pose.y;
    const length = scale * Math.sqrt((v.x - u.x) * (v.x - u.x) + (v.y - u.y) * (v.y - u.y));
    // The shape's vertex j furthest behind the edge, and the lower one j1 of its neighbours.
    // Positions a are along the edge, in the direction (-n_y, n_x); heights h are above it.
    const { cos: d, sin: t } = shapePose;
    let j = 0;
    let x = 0;
    let y = 0;
    let ends = 1;
    if (shape.support !== null) {
      W[MANIFOLD_NX] = nx;
      W[MANIFOLD_NX + 1] = ny;
      ends = smooth!.findSide(shape, shapePose);
      x = W[MANIFOLD_POINTS] - ux;
      y = W[MANIFOLD_POINTS + 1] - uy;
      j = W[MANIFOLD_POINTS + 3] | 0;
    } else {
      V[NORMAL] = nx;
      V[NORMAL + 1] = ny;
      j = findLowest(shape, shapePose);
      const w = shape.points[j];
      x = d * w.x - t * w.y + shapePose.x - ux;
      y = t * w.x + d * w.y + shapePose.y - uy;
    }
    const a0 = x * -ny + y * nx;
    const h0 = x * nx + y * ny - shape.radius;
    if (h0 <= best) continue;
    let j1 = j;
    let a1 = a0;
    let h1 = h0;
    if (ends === 2) {
      j1 = W[MANIFOLD_POINTS + 7] | 0;
      x = W[MANIFOLD_POINTS + 4] - ux;
      y = W[MANIFOLD_POINTS + 5] - uy;
    } else if (shape.points.length > 1) {
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
      ends = 2;
    }
    if (ends === 2) {
      a1 = x * -ny + y * nx;
      h1 = x * nx + y * ny - shape.radius;
    }
    // Clip the two vertices to the edge's length. Omit points that are further than the margin, or
    // over a covered stretch. As in `collide`, the order is from the right of the contact's normal
    // to its left.
    const first = sign * (a1 - a0) < 0 ? 1 : 0;
    let count = 0;
    for (let m = 0; m < 2; m++) {
      const k = m === 0 ? first : 1 - first;
      let a = k === 0 ? a0 : a1;
      let h = k === 0 ? h0 : h1;
      if (k === 1 && a1 === a0) continue;
      const inside = Math.min(Math.max(a, 0), length);
      if (inside !== a) {
        const f = (inside - a0) / (a1 - a0);
        // Omit a point that is clipped to the other vertex.
        if (!(f > 0 && f < 1)) continue;
        a = inside;
        h = h0 + f * (h1 - h0);
      }
      if (h > margin) continue;
      if (seams.inner[i] === 2) {
        V[ALONG] = a / scale;
        if (isCovered(seams, i)) continue;
      }
      const to = out.points[count];
      to.point.x = ux - a * ny + 0.5 * h * nx;
      to.point.y = uy + a * nx + 0.5 * h * ny;
      to.separation = h + 0;
      // The id is made as in `collide`, except that the reference is always the part's edge, even
      // if the other shape's is longer.
      writeId(CONTACT_ID, i, k === 0 ? j : j1, sign > 0 ? 0 : 1);
      to.id = ends > 1 ? W[CONTACT_ID] : 0;
      count++;
    }
    if (count === 0 && seams.inner[i] === 2 && h0 <= margin) {
      V[MARGIN] = margin;
      count = collideBesideSeam(part, seams, pose, shape, shapePose, sign, i, out);
    }
    if (count === 0) continue;
    best = h0;
    out.pointCount = count as 1 | 2;
    out.normal.x = sign * nx + 0;
    out.normal.y = sign * ny + 0;
  }
  AXIS[AXIS_GAP] = best;
}

/** The vertex of a shape at a pose that is furthest against NORMAL. */
function findLowest({ points }: ConvexShape, { cos: d, sin: t }: Readonly<Pose>): number {
  const x = d * V[NORMAL] + t * V[NORMAL + 1], y = d * V[NORMAL + 1] - t * V[NORMAL];
  let low = Infinity;
  let j = 0;
  for (let k = 0; k < points.length; k++) {
    const h = x * points[k].x + y * points[k].y;
    if (h < low) {
      low = h;
      j = k;
    }
  }
  return j;
}

/** Bisections of an angle: as many as doubles can tell apart. */
const BISECTIONS = 54;

/**
 * Computes the contact with edge i of a shape whose furthest point behind the edge is over a
 * covered stretch, as in a corner between two overlapping parts. The contact is at the end of the
 * covered stretch, with the depth of the shape's core there, as at the concave joint of a chain.
 * Returns the number of points: 0 if the core does not reach that end, or is not within the margin
 * there.
 *
 * Let m be a direction that turns from the edge's normal n towards the edge. The core's point
 * furthest against m then moves along the edge the other way. Bisection finds the m at which that
 * point passes the end of the stretch. The last point before it, (a0, h0), and the first beyond it,
 * (a1, h1), are the ends of a side of the core, which has the height h above the end. Both ends of
 * the stretch are tried (`way`), and the deeper contact counts.
 */
function collideBesideSeam(
  part: ConvexShape,
  seams: Seams,
  pose: Readonly<Pose>,
  shape: ConvexShape,
  shapePose: Readonly<Pose>,
  sign: number,
  i: number,
  out: Manifold,
): number {
  // Computed again: V8 would box these numbers as arguments.
  const margin = V[MARGIN];
  const scale = scaleOf(pose);
  const { cos: c, sin: s } = pose;
  const { cos: d, sin: t } = shapePose;
  const lx = seams.normals[2 * i];
  const ly = seams.normals[2 * i + 1];
  const nx = (c * lx - s * ly) / scale;
  const ny = (s * lx + c * ly) / scale;
  const { x: px, y: py } = part.points[i];
  const ux = c * px - s * py + pose.x;
  const uy = s * px + c * py + pose.y;
  const q = part.points[i + 1 < part.points.length ? i + 1 : 0];
  const length = scale * Math.sqrt((q.x - px) * (q.x - px) + (q.y - py) * (q.y - py));
  const covered = seams.covered[i];
  const { support, points } = shape;
  let least = Infinity;
  let place = 0;
  let vertex = 0;
  for (let way = -1; way <= 1; way += 2) {
    let end = NaN;
    let nearX = nx, nearY = ny, farX = way * ny, farY = -way * nx;
    let a0 = 0, h0 = 0, j0 = 0, a1 = 0, h1 = 0;
    for (let step = 0; step < BISECTIONS + 2; step++) {
      // First along n, then along the edge, then halfway between the two bounds.
      let mx = step === 0 ? nearX : farX;
      let my = step === 0 ? nearY : farY;
      if (step > 1) {
        mx += nearX;
        my += nearY;
        const l = Math.sqrt(mx * mx + my * my);
        mx /= l;
        my /= l;
      }
      let j = 0;
      if (support !== null) {
        DIRECTION[0] = -(d * mx + t * my);
        DIRECTION[1] = t * mx - d * my;
        findSupport(shape);
      } else {
        V[NORMAL] = mx;
        V[NORMAL + 1] = my;
        j = findLowest(shape, shapePose);
        FURTHEST[0] = points[j].x;
        FURTHEST[1] = points[j].y;
      }
      const x = d * FURTHEST[0] - t * FURTHEST[1] + shapePose.x - ux;
      const y = t * FURTHEST[0] + d * FURTHEST[1] + shapePose.y - uy;
      const a = y * nx - x * ny;
      const h = x * nx + y * ny - shape.radius;
      if (step === 0) {
        const inside = Math.min(Math.max(a, 0), length);
        for (let k = 0; k < covered.length; k += 2) {
          const from = scale * covered[k], to = scale * covered[k + 1];
          if (from <= inside && inside <= to) end = way < 0 ? from : to;
        }
        // The point is over no covered stretch, or the stretch goes on to the end of the edge.
        if (!(Math.abs(end) < Infinity)) break;
      } else if (step === 1 && way * (a - end) < 0) {
        end = NaN;
        break;
      }
      if (step === 0 || (step > 1 && way * (end - a) > 0)) {
        nearX = mx;
        nearY = my;
        a0 = a;
        h0 = h;
        j0 = j;
      } else {
        farX = mx;
        farY = my;
        a1 = a;
        h1 = h;
      }
    }
    if (!(Math.abs(end) < Infinity)) continue;
    const h = h1 + (end - a1) / (a0 - a1) * (h0 - h1);
    if (h >= least) continue;
    least = h;
    place = end;
    vertex = j0;
  }
  if (!(least <= margin)) return 0;
  const to = out.points[0];
  to.point.x = ux - place * ny + 0.5 * least * nx;
  to.point.y = uy + place * nx + 0.5 * least * ny;
  to.separation = least + 0;
  writeId(CONTACT_ID, i, vertex, sign > 0 ? 0 : 1);
  to.id = points.length > 1 ? W[CONTACT_ID] : 0;
  return 1;
}

/** The contacts found so far, with what `judgeReplaced` has to know about each of them. */
export interface Contacts {
  readonly contacts: Manifold[];
  /**
   * For each replacement marked `BESIDE`, the contact with a seam, which is kept if the replacement
   * is not. It has no points if its normal is far from the outline's.
   */
  readonly spares: Manifold[];
  /** The depth of a replacement that is not judged yet, or `JUDGED` or `BESIDE`. */
  readonly depths: number[];
  /**
   * Five numbers for each replacement, about the contact with a seam that it replaces: normal x, y,
   * depth, and x, y of the deepest point of the other shape, the one without the seam.
   */
  readonly lost: number[];
  /** The body whose part's edge is the reference of the replacement: 1 for A, -1 for B. */
  readonly signs: number[];
}

/** Instead of a depth: the contact has been judged, and is kept or has lost its points. */
export const JUDGED = Infinity;

/**
 * Instead of a depth: the contact is kept only beside another with the same line. If there is none,
 * its spare takes its place.
 */
export const BESIDE = Number.MAX_VALUE;

/**
 * Whether two contacts with the same normal are with the same line of A (`sign` 1) or B (-1), to
 * within V[TOLERANCE].
 */
function isBeside(
  { normal, points: [p] }: Readonly<Manifold>,
  { points: [q] }: Readonly<Manifold>,
  sign: number,
): boolean {
  // Points are midway between the surfaces.
  const off = (p.point.x - q.point.x) * normal.x + (p.point.y - q.point.y) * normal.y -
    0.5 * sign * (p.separation - q.separation);
  return Math.abs(off) <= V[TOLERANCE];
}

/**
 * Whether a shape can leave a part through a seam's line, along m. Takes the shape's deepest point
 * behind that line, of the contact at index `o` of `lost`. There must be no other part in front of
 * the line where the point passes it, and no part of the shape's own body behind the point. `sign`
 * is 1 when the seam belongs to A.
 */
function passesInTheOpen(
  seams: Seams | null,
  pose: Readonly<Pose>,
  otherSeams: Seams | null,
  otherPose: Readonly<Pose>,
  lost: readonly number[],
  o: number,
  m: Readonly<Vec2>,
  sign: number,
): boolean {
  const lx = lost[o];
  const ly = lost[o + 1];
  const way = sign * lost[o + 2] / (m.x * lx + m.y * ly);
  V[NORMAL] = sign * lx;
  V[NORMAL + 1] = sign * ly;
  V[POINT] = lost[o + 3] + way * m.x;
  V[POINT + 1] = lost[o + 4] + way * m.y;
  if (!isOpenInFront(seams, pose)) return false;
  V[NORMAL] = -sign * lx;
  V[NORMAL + 1] = -sign * ly;
  V[POINT] = lost[o + 3];
  V[POINT + 1] = lost[o + 4];
  return isOpenInFront(otherSeams, otherPose);
}

/**
 * Judges the replacements among `count` contacts, and returns how many contacts are left, from the
 * front.
 *
 * A body that came in through one side of the outline may be deep behind another side of the same
 * part. Let a replacement have the normal n and the depth d, so B has to move by d along n to
 * separate the pair. Let m be the normal of another contact, which is kept and g >= 0 deep: it will
 * make B move by g along m. Let s be how far B has to move along m until
 *
 * - a line across m separates the pair; or
 * - B has passed the line of the seam, which takes e / (m·l) if the contact with the seam was e deep
 *   along l.
 *
 * whichever comes first. A long part ends far away along m, but its seam may be close.
 *
 * If s < d, the way out is along m, and the replacement is dropped in two cases: g is enough to
 * separate the pair, or no other part is in front of this one along m (in the second case above,
 * where B passes the seam's line). If n is the same as m, both are kept: flush parts support a body
 * together. The shallowest replacement is judged first, and is kept if there is no other contact.
 *
 * An edge is no way out if the contact with it is with a seam of the other body. Such a contact
 * (`BESIDE`) is kept only beside one of another pair with the same line, which belongs to flush
 * parts. If it is not, and the seam's normal hardly differs from the outline's, the contact with the
 * seam is kept instead: flush sides of both bodies have a seam there.
 */
export function judgeReplaced(
  A: Body,
  poseA: Readonly<Pose>,
  B: Body,
  poseB: Readonly<Pose>,
  { contacts, spares, depths, lost, signs }: Contacts,
  count: number,
  replaced: number,
): number {
  for (let turn = 0; turn < replaced; turn++) {
    let next = 0;
    for (let k = 1; k < count; k++) if (depths[k] < depths[next]) next = k;
    const contact = contacts[next], { partA, partB, normal: n } = contact;
    const d = depths[next];
    let stays = d !== BESIDE;
    for (let k = 0; k < count; k++) {
      if (depths[k] !== JUDGED || contacts[k].pointCount === 0) continue;
      const { normal: m, points, pointCount } = contacts[k];
      if (isSameDirection(m, n)) {
        setNear(A.seams[partA], poseA, B.seams[partB], poseB);
        stays ||= isBeside(contact, contacts[k], signs[next]);
        continue;
      }
      let g = -points[0].separation;
      if (pointCount > 1) g = Math.max(g, -points[1].separation);
      if (g < 0 || d === BESIDE) continue;
      // Parts of a flush side support a body together, even if it leans a little: as long as its
      // points are not much deeper, and the other body has no seams there, of which the normal is.
      let e = -contact.points[0].separation;
      if (contact.pointCount > 1) e = Math.max(e, -contact.points[1].separation);
      if (
        e <= 2 * g && (signs[next] > 0 ? B.seams[partB] : A.seams[partA]) === null &&
        Math.abs(m.x * n.y - m.y * n.x) <= LEANS && m.x * n.x + m.y * n.y > 0
      ) {
        continue;
      }
      AXIS[AXIS_X] = m.x;
      AXIS[AXIS_Y] = m.y;
      separate(A.parts[partA], poseA, B.parts[partB], poseB);
      let s = -AXIS[AXIS_GAP];
      const o = 5 * next;
      const ml = m.x * lost[o] + m.y * lost[o + 1];
      const isBySeam = ml > 0 && lost[o + 2] < s * ml;
      if (isBySeam) s = lost[o + 2] / ml;
      if (s >= d) continue;
      const SA = A.seams[partA];
      const SB = B.seams[partB];
      // Moving by g may leave B behind the line that separates the pair, at an angle to m. Does it,
      // by more than rounding?
      setNear(SA, poseA, SB, poseB);
      const behind = isBySeam ? lost[o + 2] - g * ml : s - g;
      stays = behind > V[TOLERANCE] &&
        !(isBySeam
          ? signs[next] > 0
            ? passesInTheOpen(SA, poseA, SB, poseB, lost, o, m, 1)
            : passesInTheOpen(SB, poseB, SA, poseA, lost, o, m, -1)
          : endsInTheOpen(SA, poseA, 1) && endsInTheOpen(SB, poseB, -1));
      if (!stays) break;
    }
    if (!stays) {
      contact.pointCount = 0;
      if (d === BESIDE) {
        // Swap the two, so that no object is lost.
        contacts[next] = spares[next];
        spares[next] = contact;
      }
    }
    depths[next] = JUDGED;
  }
  let left = 0;
  for (let k = 0; k < count; k++) {
    const contact = contacts[k];
    if (contact.pointCount === 0) continue;
    if (left < k) {
      // Swap the two, so that no object is lost.
      contacts[k] = contacts[left];
      contacts[left] = contact;
    }
    left++;
  }
  return left;
}
