/**
 * A small rigid body world, built on `Space.findPairs` and `collide`: gravity, contacts, friction and stacks, by
 * sequential impulses (Catto, *Iterative Dynamics with Temporal Coherence*, 2005). Units are metres, kilograms and
 * seconds. docs/embedding.md explains it.
 *
 * @module
 */
import { angleOf, collide, copyPose, massProperties, setAngle, Space } from "@narrowphase/gjk2d";
import type {
  ConvexShape,
  Manifold,
  ManifoldPoint,
  Pose,
  SpaceBackend,
  Vec2,
} from "@narrowphase/gjk2d";

/** A body. Its shape's center of mass must be at the shape's origin. */
export interface Body {
  readonly id: number;
  readonly shape: ConvexShape;
  readonly pose: Pose;
  angle: number;
  vx: number;
  vy: number;
  spin: number;
  /** 1 / mass and 1 / moment of inertia; 0 for a static body. */
  invMass: number;
  invInertia: number;
}

/** What the solver keeps per contact point: ra and rb are arms from the centers, impulses are sums over the step. */
interface Point {
  id: number;
  ra: Vec2;
  rb: Vec2;
  normalMass: number;
  tangentMass: number;
  /** The least relative speed along the normal that is allowed. */
  bias: number;
  normalImpulse: number;
  tangentImpulse: number;
}

interface Contact {
  a: Body;
  b: Body;
  manifold?: Manifold;
  points: Point[];
}

/** Bodies, and a step that advances them. */
export class Simulation {
  gravity = -10; // m/s²
  friction = 0.6;
  iterations = 10;
  margin = 0.02; // m; shapes closer than this get speculative contacts
  slop = 0.005; // m; overlap that is not corrected, so that resting contacts persist
  readonly bodies: Body[] = [];
  readonly #space: Space;
  #contacts: Map<number, Contact> = new Map();

  constructor(backend: SpaceBackend | "auto" = "auto") {
    this.#space = new Space({ backend });
  }

  /** Adds a body at rest, at a copy of the pose. Density 0 makes it static. */
  add(shape: ConvexShape, at: Readonly<Pose>, density: number): Body {
    const id = this.#space.add(shape, at);
    if (density === 0) this.#space.setFilter(id, { group: 1 }); // static bodies make no pairs with each other
    const { mass, inertia } = massProperties(shape, density);
    const [invMass, invInertia] = density > 0 ? [1 / mass, 1 / inertia] : [0, 0];
    const pose = copyPose(at), angle = angleOf(at);
    const body = { id, shape, pose, angle, vx: 0, vy: 0, spin: 0, invMass, invInertia };
    return this.bodies[id] = body;
  }

  /** Advances all bodies by `dt` seconds. */
  step(dt: number): void {
    for (const body of this.bodies) if (body.invMass > 0) body.vy += dt * this.gravity;

    // Contacts of this step, with the impulses of the last one where the id is the same.
    const { margin } = this, pairs = this.#space.findPairs(margin);
    const contacts: Map<number, Contact> = new Map();
    for (let k = 0; k < pairs.length; k += 2) {
      const a = this.bodies[pairs[k]], b = this.bodies[pairs[k + 1]];
      const key = a.id * 65536 + b.id;
      const contact = this.#contacts.get(key) ?? { a, b, points: [] };
      contact.manifold = collide(a.shape, a.pose, b.shape, b.pose, { margin }, contact.manifold);
      const { points, pointCount } = contact.manifold;
      contact.points = points.slice(0, pointCount).map((p) => this.#prepare(contact, p, dt));
      if (pointCount > 0) contacts.set(key, contact);
    }
    this.#contacts = contacts;
    for (const contact of contacts.values()) {
      for (const p of contact.points) push(contact, p, p.normalImpulse, p.tangentImpulse);
    }
    for (let i = 0; i < this.iterations; i++) {
      for (const contact of contacts.values()) this.#solve(contact);
    }
    for (const body of this.bodies) {
      if (body.invMass === 0) continue;
      body.pose.x += dt * body.vx;
      body.pose.y += dt * body.vy;
      setAngle(body.pose, body.angle += dt * body.spin);
      this.#space.setPose(body.id, body.pose);
    }
  }

  #prepare({ a, b, manifold, points }: Contact, p: ManifoldPoint, dt: number): Point {
    const { x: nx, y: ny } = manifold!.normal, s = p.separation;
    const ra = { x: p.point.x - a.pose.x, y: p.point.y - a.pose.y };
    const rb = { x: p.point.x - b.pose.x, y: p.point.y - b.pose.y };
    // An impulse of 1 along u changes the speed along u by the sum of 1/m + (r x u)²/I over both bodies.
    const inverse = (r: number, q: number): number =>
      a.invMass + b.invMass + a.invInertia * r * r + b.invInertia * q * q;
    const normalMass = 1 / inverse(ra.x * ny - ra.y * nx, rb.x * ny - rb.y * nx);
    const tangentMass = 1 / inverse(ra.x * nx + ra.y * ny, rb.x * nx + rb.y * ny);
    // Apart: they may approach by the gap. Overlapping: a step corrects a fifth of what exceeds the slop.
    const bias = (s > 0 ? -s : -0.2 * Math.min(0, s + this.slop)) / dt;
    const { normalImpulse = 0, tangentImpulse = 0 } = points.find(({ id }) => id === p.id) ?? {};
    return { id: p.id, ra, rb, normalMass, tangentMass, bias, normalImpulse, tangentImpulse };
  }

  #solve(contact: Contact): void {
    const { x: nx, y: ny } = contact.manifold!.normal;
    for (const p of contact.points) {
      // Clamping the sums lets an iteration take back the excess of an earlier one.
      const most = this.friction * p.normalImpulse;
      const grip = p.tangentImpulse - p.tangentMass * speed(contact, p, -ny, nx);
      const tangent = Math.max(-most, Math.min(most, grip));
      push(contact, p, 0, tangent - p.tangentImpulse);
      p.tangentImpulse = tangent;
      const need = p.normalImpulse + p.normalMass * (p.bias - speed(contact, p, nx, ny));
      const normal = Math.max(0, need);
      push(contact, p, normal - p.normalImpulse, 0);
      p.normalImpulse = normal;
    }
  }
}

/** Speed of B relative to A along u, at the contact point. */
function speed({ a, b }: Contact, { ra, rb }: Point, ux: number, uy: number): number {
  return (b.vx - b.spin * rb.y - (a.vx - a.spin * ra.y)) * ux +
    (b.vy + b.spin * rb.x - (a.vy + a.spin * ra.x)) * uy;
}

/** Applies an impulse along normal and tangent to B, and the opposite one to A. */
function push({ a, b, manifold }: Contact, { ra, rb }: Point, normal: number, tangent: number) {
  const { x: nx, y: ny } = manifold!.normal;
  const x = normal * nx - tangent * ny, y = normal * ny + tangent * nx;
  a.vx -= a.invMass * x;
  a.vy -= a.invMass * y;
  a.spin -= a.invInertia * (ra.x * y - ra.y * x);
  b.vx += b.invMass * x;
  b.vy += b.invMass * y;
  b.spin += b.invInertia * (rb.x * y - rb.y * x);
}
