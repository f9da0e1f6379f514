/**
 * A rigid body world for thousands of bodies, built on `Space.findPairs` and `Space.manifolds`: typed arrays, no
 * garbage, and a soft contact solver with substeps (Catto, *Solver2D*, 2024). Units are metres, kilograms and
 * seconds. docs/embedding.md explains it.
 *
 * @module
 */
import { MANIFOLD_POINTS_OFFSET, MANIFOLD_STRIDE, massProperties, Space } from "@narrowphase/gjk2d";
import type { ConvexShape, Pose, SpaceBackend } from "@narrowphase/gjk2d";

/** Density in kg/m², 0 for a static body; friction, and bounce (restitution), from 0 to 1. */
export interface Material {
  density: number;
  friction?: number;
  bounce?: number;
}

// A body: linear and angular velocity; displacement and rotation since the start of the step; 1 / mass, 1 / inertia;
// material.
export const VX = 0, VY = 1, SPIN = 2, DX = 3, DY = 4, TURN = 5, INV_MASS = 6, INV_INERTIA = 7;
export const FRICTION = 8, BOUNCE = 9, BODY_STRIDE = 10;
// A contact: offsets of its bodies in `bodies`, normal from A to B, material, number of points, and two points.
const A = 0, B = 1, NX = 2, NY = 3, MU = 4, E = 5, COUNT = 6, POINTS = 8, CONTACT_STRIDE = 32;
// A point: id; arms from the centers; gap and speed along the normal at the start of the step; effective masses along
// normal and tangent; impulses of a substep along them, and the greatest normal impulse so far.
const ID = 0, RAX = 1, RAY = 2, RBX = 3, RBY = 4, GAP = 5, SPEED = 6, NORMAL_MASS = 7;
const TANGENT_MASS = 8, JN = 9, JT = 10, MOST = 11, POINT_STRIDE = 12;

// A soft contact: an overlap acts as a spring with a period of 5 substeps and a damping ratio of 10. Each substep removes
// a share of the overlap (PARTS), and each round gives up a share of the impulse (GIVES).
const PHASE = 2 * Math.PI / 5;
const PARTS = PHASE / (20 + PHASE), GIVES = 1 / (1 + PHASE * (20 + PHASE));

/** Bodies, and a step that advances them. The center of mass of every shape must be at the shape's origin. */
export class SpaceSimulation {
  gravity = -10; // m/s²
  substeps = 8; // enough for a stack of 20; 4 take half the time and hold a stack of 10
  margin = 0.05; // m; shapes closer than this get speculative contacts
  /** Shapes and poses, by body id. */
  readonly space: Space;
  /** `BODY_STRIDE` numbers per id. You may write velocities between steps. */
  bodies: Float64Array = new Float64Array(0);
  #pairs = new Uint32Array(0);
  #manifolds = new Float64Array(0);
  #contacts = new Float64Array(0);
  #last = new Float64Array(0);
  #end = 0;

  constructor(backend: SpaceBackend | "auto" = "auto") {
    this.space = new Space({ backend });
  }

  /** Adds a body at rest. */
  add(
    shape: ConvexShape,
    at: Readonly<Pose>,
    { density, friction = 0.6, bounce = 0 }: Material,
  ): number {
    const id = this.space.add(shape, at);
    if (BODY_STRIDE * id >= this.bodies.length) {
      const bodies = new Float64Array(BODY_STRIDE * this.space.capacity);
      bodies.set(this.bodies);
      this.bodies = bodies;
    }
    if (density === 0) this.space.setFilter(id, { group: 1 }); // static bodies make no pairs with each other
    const { mass, inertia } = massProperties(shape, density);
    const inverse = density > 0 ? [1 / mass, 1 / inertia] : [0, 0];
    this.bodies.set([0, 0, 0, 0, 0, 0, ...inverse, friction, bounce], BODY_STRIDE * id);
    return id;
  }

  /** Removes a body. The next one gets its id, but must not get its velocity or its impulses. */
  remove(id: number): void {
    this.space.remove(id);
    const C = this.#contacts, at = BODY_STRIDE * id;
    this.bodies.fill(0, at, at + BODY_STRIDE);
    for (let c = 0; c < this.#end; c += CONTACT_STRIDE) {
      if (C[c + A] === at || C[c + B] === at) C[c + COUNT] = 0;
    }
  }

  /** Advances all bodies by `dt` seconds. */
  step(dt: number): void {
    this.#findContacts();
    const { bodies: S, space: { poses: P }, substeps, gravity } = this, h = dt / substeps;
    for (let i = 0; i < substeps; i++) {
      for (let b = 0; b < S.length; b += BODY_STRIDE) {
        if (S[b + INV_MASS] > 0) S[b + VY] += h * gravity;
      }
      this.#warmStart();
      this.#solve(h, "part");
      for (let b = 0; b < S.length; b += BODY_STRIDE) {
        S[b + DX] += h * S[b + VX];
        S[b + DY] += h * S[b + VY];
        S[b + TURN] += h * S[b + SPIN];
      }
      this.#solve(h, "relax"); // takes back the velocity that pushing overlaps apart has added
    }
    this.#solve(h, "bounce");
    for (let b = 0, p = 0; b < S.length; b += BODY_STRIDE, p += 4) {
      P[p] += S[b + DX];
      P[p + 1] += S[b + DY];
      // A rotation by 2 atan t; k restores the unit length of (c, s), which rounding changes.
      const t = S[b + TURN] / 2, c = P[p + 2], s = P[p + 3];
      const k = (3 - c * c - s * s) / (2 + 2 * t * t);
      P[p + 2] = k * ((1 - t * t) * c - 2 * t * s);
      P[p + 3] = k * ((1 - t * t) * s + 2 * t * c);
      S[b + DX] = S[b + DY] = S[b + TURN] = 0;
    }
  }

  #findPairs(): Uint32Array {
    const pairs = this.space.findPairs(this.margin, this.#pairs);
    if (pairs.length > this.#pairs.length) { // a longer array: make room for twice as many
      this.#pairs = new Uint32Array(2 * pairs.length);
      this.#manifolds = new Float64Array(MANIFOLD_STRIDE * pairs.length);
      const contacts = new Float64Array(CONTACT_STRIDE * pairs.length);
      contacts.set(this.#contacts);
      this.#contacts = contacts;
      this.#last = new Float64Array(CONTACT_STRIDE * pairs.length);
    }
    return pairs;
  }

  /** The contacts of this step, with the impulses of the last one where the ids are the same. */
  #findContacts(): void {
    const { space, bodies: S, margin } = this, pairs = this.#findPairs();
    const M = space.manifolds(pairs, this.#manifolds, margin), P = space.poses;
    const L = this.#contacts, C = this.#last, end = this.#end;
    let c = 0, l = 0;
    for (let k = 0, m = 0; k < pairs.length; k += 2, m += MANIFOLD_STRIDE) {
      if (M[m] === 0) continue;
      const a = BODY_STRIDE * pairs[k], b = BODY_STRIDE * pairs[k + 1];
      const pa = 4 * pairs[k], pb = 4 * pairs[k + 1], nx = M[m + 1], ny = M[m + 2];
      // Both lists ascend by A and then by B, so one walk along the two finds the contacts that persist.
      while (l < end && (L[l + A] < a || L[l + A] === a && L[l + B] < b)) l += CONTACT_STRIDE;
      const count = l < end && L[l + A] === a && L[l + B] === b ? L[l + COUNT] : 0;
      C[c + A] = a;
      C[c + B] = b;
      C[c + NX] = nx;
      C[c + NY] = ny;
      C[c + MU] = Math.sqrt(S[a + FRICTION] * S[b + FRICTION]);
      C[c + E] = Math.max(S[a + BOUNCE], S[b + BOUNCE]);
      C[c + COUNT] = M[m];
      const mass = S[a + INV_MASS] + S[b + INV_MASS];
      const ia = S[a + INV_INERTIA], ib = S[b + INV_INERTIA];
      for (let i = 0; i < M[m]; i++) {
        const q = m + MANIFOLD_POINTS_OFFSET + 4 * i, p = c + POINTS + POINT_STRIDE * i;
        const rax = M[q] - P[pa], ray = M[q + 1] - P[pa + 1];
        const rbx = M[q] - P[pb], rby = M[q + 1] - P[pb + 1];
        // An impulse of 1 along u changes the speed along u by the sum of 1/m + (r x u)²/I over both bodies.
        const na = rax * ny - ray * nx, nb = rbx * ny - rby * nx;
        const ta = rax * nx + ray * ny, tb = rbx * nx + rby * ny;
        C[p + NORMAL_MASS] = 1 / (mass + ia * na * na + ib * nb * nb);
        C[p + TANGENT_MASS] = 1 / (mass + ia * ta * ta + ib * tb * tb);
        C[p + RAX] = rax;
        C[p + RAY] = ray;
        C[p + RBX] = rbx;
        C[p + RBY] = rby;
        C[p + GAP] = M[q + 2];
        C[p + SPEED] = (S[b + VX] - S[a + VX]) * nx + (S[b + VY] - S[a + VY]) * ny +
          S[b + SPIN] * nb - S[a + SPIN] * na;
        C[p + ID] = M[q + 3];
        C[p + JN] = C[p + JT] = C[p + MOST] = 0;
        for (let j = 0, o = l + POINTS; j < count; j++, o += POINT_STRIDE) {
          if (L[o + ID] !== C[p + ID]) continue;
          C[p + JN] = L[o + JN];
          C[p + JT] = L[o + JT];
        }
      }
      c += CONTACT_STRIDE;
    }
    this.#contacts = C;
    this.#last = L;
    this.#end = c;
  }

  /** Applies the contact impulses of the last substep to all bodies. */
  #warmStart(): void {
    const { bodies: S } = this, C = this.#contacts;
    for (let c = 0; c < this.#end; c += CONTACT_STRIDE) {
      const a = C[c + A], b = C[c + B], nx = C[c + NX], ny = C[c + NY];
      for (let i = 0, p = c + POINTS; i < C[c + COUNT]; i++, p += POINT_STRIDE) {
        const x = C[p + JN] * nx - C[p + JT] * ny, y = C[p + JN] * ny + C[p + JT] * nx;
        S[a + VX] -= S[a + INV_MASS] * x;
        S[a + VY] -= S[a + INV_MASS] * y;
        S[a + SPIN] -= S[a + INV_INERTIA] * (C[p + RAX] * y - C[p + RAY] * x);
        S[b + VX] += S[b + INV_MASS] * x;
        S[b + VY] += S[b + INV_MASS] * y;
        S[b + SPIN] += S[b + INV_INERTIA] * (C[p + RBX] * y - C[p + RBY] * x);
      }
    }
  }

  /** One round over all contacts. */
  #solve(h: number, round: "part" | "relax" | "bounce"): void {
    const { bodies: S } = this, C = this.#contacts;
    for (let c = 0; c < this.#end; c += CONTACT_STRIDE) {
      const bounce = C[c + E];
      if (round === "bounce" && bounce === 0) continue;
      const a = C[c + A], b = C[c + B], nx = C[c + NX], ny = C[c + NY];
      const ma = S[a + INV_MASS], ia = S[a + INV_INERTIA];
      const mb = S[b + INV_MASS], ib = S[b + INV_INERTIA];
      let ax = S[a + VX], ay = S[a + VY], wa = S[a + SPIN];
      let bx = S[b + VX], by = S[b + VY], wb = S[b + SPIN];
      for (let i = 0, p = c + POINTS; i < C[c + COUNT]; i++, p += POINT_STRIDE) {
        const na = C[p + RAX] * ny - C[p + RAY] * nx, nb = C[p + RBX] * ny - C[p + RBY] * nx;
        const ta = C[p + RAX] * nx + C[p + RAY] * ny, tb = C[p + RBX] * nx + C[p + RBY] * ny;
        // The gap as it is now. If it is open, this substep may close it, but no more.
        const s = C[p + GAP] + (S[b + DX] - S[a + DX]) * nx + (S[b + DY] - S[a + DY]) * ny +
          S[b + TURN] * nb - S[a + TURN] * na;
        let bias = s > 0 ? s / h : 0, gives = 0;
        if (round === "bounce") {
          if (C[p + SPEED] > -1 || C[p + MOST] === 0) continue;
          bias = bounce * C[p + SPEED];
        } else if (round === "part" && s <= 0) {
          bias = Math.max(-3, PARTS * s / h);
          gives = GIVES;
        }
        const v = (bx - ax) * nx + (by - ay) * ny + wb * nb - wa * na;
        // Clamping the sum lets a round take back the excess of an earlier one.
        const need = (1 - gives) * (C[p + JN] - C[p + NORMAL_MASS] * (v + bias));
        const jn = need > 0 ? need : 0, j = jn - C[p + JN];
        C[p + JN] = jn;
        if (jn > C[p + MOST]) C[p + MOST] = jn;
        ax -= ma * j * nx;
        ay -= ma * j * ny;
        wa -= ia * j * na;
        bx += mb * j * nx;
        by += mb * j * ny;
        wb += ib * j * nb;
        const u = (by - ay) * nx - (bx - ax) * ny + wb * tb - wa * ta;
        const grip = C[p + JT] - C[p + TANGENT_MASS] * u, most = C[c + MU] * jn;
        const jt = grip < -most ? -most : grip > most ? most : grip, k = jt - C[p + JT];
        C[p + JT] = jt;
        ax += ma * k * ny;
        ay -= ma * k * nx;
        wa -= ia * k * ta;
        bx -= mb * k * ny;
        by += mb * k * nx;
        wb += ib * k * tb;
      }
      S[a + VX] = ax;
      S[a + VY] = ay;
      S[a + SPIN] = wa;
      S[b + VX] = bx;
      S[b + VY] = by;
      S[b + SPIN] = wb;
    }
  }
}
