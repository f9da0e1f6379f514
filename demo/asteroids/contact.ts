/**
 * How two bodies of Asteroids touch, and how they bounce off each other.
 *
 * @module
 */
import { collide, type ConvexShape, type Manifold, type Pose, type Vec2 } from "@narrowphase/gjk2d";
import type { Asteroid } from "./parts.ts";

/** Where two bodies touch. */
export interface Contact {
  /** The contact points of the manifold, one or two. */
  points: Vec2[];
  /** Their middle, where the impulse acts. */
  point: Vec2;
  /** Unit normal from the first body to the second. */
  normal: Vec2;
  /** How deep they overlap, `>= 0`. */
  depth: number;
}

/** Reused for every pair. */
let manifold: Manifold | undefined;

/** The contact of two shapes, or `null` if they are apart. */
export function findContact(
  a: ConvexShape,
  poseA: Pose,
  b: ConvexShape,
  poseB: Pose,
): Contact | null {
  manifold = collide(a, poseA, b, poseB, undefined, manifold);
  const { pointCount, points: [p, q], normal } = manifold;
  if (pointCount === 0) return null;
  const points = (pointCount === 1 ? [p] : [p, q]).map(({ point }) => ({ ...point }));
  const last = points[points.length - 1];
  return {
    points,
    point: { x: (points[0].x + last.x) / 2, y: (points[0].y + last.y) / 2 },
    normal: { ...normal },
    depth: -(pointCount === 1 ? p.separation : Math.min(p.separation, q.separation)),
  };
}

/** Fraction of the closing speed that remains as parting speed. */
const RESTITUTION = 0.9;

/**
 * Moves two asteroids apart and lets them bounce: an impulse j along the normal n at the contact.
 *
 * With r the vector from a center to the contact and ω × r = ω (-r_y, r_x), the contact points part
 * with the speed s = (v_b + ω_b × r_b - v_a - ω_a × r_a) · n. An impulse of size j changes it by j
 * k, where k = 1/m_a + 1/m_b + (r_a × n)²/I_a + (r_b × n)²/I_b. It should become -e s, so j = -(1 +
 * e) s / k.
 *
 * @param image Pose of `b` next to `a`.
 * @returns The speed at which they met; 0 or less if they were parting already.
 */
export function bounce(a: Asteroid, b: Asteroid, image: Pose, contact: Contact): number {
  const { normal: n, point, depth } = contact;
  const ma = a.solid.mass;
  const mb = b.solid.mass;
  // Each is moved in proportion to the mass of the other one.
  const push = depth / (ma + mb);
  const poseA = a.placement.pose;
  const poseB = b.placement.pose;
  poseA.x -= push * mb * n.x;
  poseA.y -= push * mb * n.y;
  poseB.x += push * ma * n.x;
  poseB.y += push * ma * n.y;

  const rax = point.x - poseA.x;
  const ray = point.y - poseA.y;
  const rbx = point.x - image.x;
  const rby = point.y - image.y;
  const va = a.motion;
  const vb = b.motion;
  const s = (vb.vx - vb.spin * rby - va.vx + va.spin * ray) * n.x +
    (vb.vy + vb.spin * rbx - va.vy - va.spin * rax) * n.y;
  if (s >= 0) return -s;
  const ca = rax * n.y - ray * n.x;
  const cb = rbx * n.y - rby * n.x;
  const k = 1 / ma + 1 / mb + ca * ca / a.solid.inertia + cb * cb / b.solid.inertia;
  const j = -(1 + RESTITUTION) * s / k;
  va.vx -= j * n.x / ma;
  va.vy -= j * n.y / ma;
  va.spin -= j * ca / a.solid.inertia;
  vb.vx += j * n.x / mb;
  vb.vy += j * n.y / mb;
  vb.spin += j * cb / b.solid.inertia;
  return -s;
}
