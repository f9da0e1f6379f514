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

// A body: linear and angular velocity; displacement and rotation since the start of the step; 1 / mass, 1 / inertia. One
// line of the processor's cache.
export const VX = 0,
  VY = 1,
  SPIN = 2,
  DX = 3,
  DY = 4,
  TURN = 5,
  INV_MASS = 6,
  INV_INERTIA = 7,
  BODY_STRIDE = 8;
// Its material.
const FRICTION = 0, BOUNCE = 1, MATERIAL_STRIDE = 2;
// Whole numbers of a contact: offsets of its bodies in `bodies`, number of points, their ids.
const A = 0, B = 1, COUNT = 2, ID = 3, PAIR_STRIDE = 5;
// The other numbers: normal n from A to B, friction, bounce, and two points.
const NX = 0, NY = 1, MU = 2, E = 3, POINTS = 4, CONTACT_STRIDE = 26;
// A point: lever arms of an impulse along n on A and on B, and along t, which is n turned to the left; gap and speed
// along n at the start of the step; effective masses along n and t; impulses of a substep along them, and the greatest
// one along n so far.
const NA = 0, NB = 1, TA = 2, TB = 3, GAP = 4, SPEED = 5, NORMAL_MASS = 6, TANGENT_MASS = 7;
const JN = 8, JT = 9, MOST = 10, POINT_STRIDE = 11;

// A soft contact: an overlap acts as a spring with a period of 5 substeps and a damping ratio of 10. Each substep removes
// a share of the overlap (PARTS), and each round gives up a share of the impulse (GIVES).
const PHASE = 2 * Math.PI / 5;
const PARTS = PHASE / (20 + PHASE), GIVES = 1 / (1 + PHASE * (20 + PHASE));

/** The contacts of a step. They ascend by A and then by B. */
class Contacts {
  readonly pairs: Int32Array;
  readonly numbers: Float64Array;
  length = 0;
  constructor(capacity: number) {
    this.pairs = new Int32Array(PAIR_STRIDE * capacity);
    this.numbers = new Float64Array(CONTACT_STRIDE * capacity);
  }
}

/** Bodies, and a step that advances them. The center of mass of every shape must be at the shape's origin. */
export class SpaceSimulation {
  gravity = -10; // m/s²
  substeps = 8; // enough for a stack of 20; 4 take half the time and hold a stack of 10
  margin = 0.05; // m; shapes closer than this get speculative contacts
  /** Shapes and poses, by body id. */
  readonly space: Space;
  /** `BODY_STRIDE` numbers per id. You may write velocities between steps. */
  bodies: Float64Array = new Float64Array(0);
  #materials = new Float64Array(0);
  #pairs = new Uint32Array(0);
  #manifolds = new Float64Array(0);
  #contacts = new Contacts(0);
  #last = new Contacts(0);

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
      const { capacity } = this.space, bodies = new Float64Array(BODY_STRIDE * capacity);
      bodies.set(this.bodies);
      this.bodies = bodies;
      const materials = new Float64Array(MATERIAL_STRIDE * capacity);
      materials.set(this.#materials);
      this.#materials = materials;
    }
    if (density === 0) this.space.setFilter(id, { group: 1 }); // static bodies make no pairs with each other
    const { mass, inertia } = massProperties(shape, density);
    const inverse = density > 0 ? [1 / mass, 1 / inertia] : [0, 0];
    this.bodies.set([0, 0, 0, 0, 0, 0, ...inverse], BODY_STRIDE * id);
    this.#materials.set([friction, bounce], MATERIAL_STRIDE * id);
    return id;
  }

  /** Removes a body. The next one gets its id, but must not get its velocity or its impulses. */
  remove(id: number): void {
    this.space.remove(id);
    const { pairs, length } = this.#contacts, at = BODY_STRIDE * id;
    this.bodies.fill(0, at, at + BODY_STRIDE);
    for (let k = 0, i = 0; k < length; k++, i += PAIR_STRIDE) {
      if (pairs[i + A] === at || pairs[i + B] === at) pairs[i + COUNT] = 0;
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
      const contacts = new Contacts(pairs.length);
      contacts.pairs.set(this.#contacts.pairs);
      contacts.numbers.set(this.#contacts.numbers);
      contacts.length = this.#contacts.length;
      this.#contacts = contacts;
      this.#last = new Contacts(pairs.length);
    }
    return pairs;
  }

  /** The contacts of this step, with the impulses of the last one where the ids are the same. */
  #findContacts(): void {
    const { space, bodies: S, margin } = this, F = this.#materials, pairs = this.#findPairs();
    const M = space.manifolds(pairs, this.#manifolds, margin), P = space.poses;
    const now = this.#last, last = this.#contacts;
    const { pairs: I, numbers: C } = now,
      { pairs: J, numbers: L } = last,
      end = PAIR_STRIDE * last.length;
    this.#contacts = now;
    this.#last = last;
    let i = 0, c = 0, j = 0, l = 0;
    for (let k = 0, m = 0; k < pairs.length; k += 2, m += MANIFOLD_STRIDE) {
      if (M[m] === 0) continue;
      const a = BODY_STRIDE * pairs[k], b = BODY_STRIDE * pairs[k + 1];
      const pa = 4 * pairs[k], pb = 4 * pairs[k + 1], nx = M[m + 1], ny = M[m + 2];
      // Both lists ascend by A and then by B, so one walk along the two finds the contacts that persist.
      while (j < end && (J[j + A] < a || J[j + A] === a && J[j + B] < b)) {
        j += PAIR_STRIDE;
        l += CONTACT_STRIDE;
      }
      const count = j < end && J[j + A] === a && J[j + B] === b ? J[j + COUNT] : 0;
      I[i + A] = a;
      I[i + B] = b;
      I[i + COUNT] = M[m];
      const fa = MATERIAL_STRIDE * pairs[k], fb = MATERIAL_STRIDE * pairs[k + 1];
      C[c + NX] = nx;
      C[c + NY] = ny;
      C[c + MU] = Math.sqrt(F[fa + FRICTION] * F[fb + FRICTION]);
      C[c + E] = Math.max(F[fa + BOUNCE], F[fb + BOUNCE]);
      const mass = S[a + INV_MASS] + S[b + INV_MASS];
      const ia = S[a + INV_INERTIA], ib = S[b + INV_INERTIA];
      for (let n = 0, p = c + POINTS; n < M[m]; n++, p += POINT_STRIDE) {
        const q = m + MANIFOLD_POINTS_OFFSET + 4 * n;
        const rax = M[q] - P[pa], ray = M[q + 1] - P[pa + 1];
        const rbx = M[q] - P[pb], rby = M[q + 1] - P[pb + 1];
        // An impulse of 1 along u changes the speed along u by the sum of 1/m + (r x u)²/I over both bodies.
        const na = rax * ny - ray * nx, nb = rbx * ny - rby * nx;
        const ta = rax * nx + ray * ny, tb = rbx * nx + rby * ny;
        C[p + NORMAL_MASS] = 1 / (mass + ia * na * na + ib * nb * nb);
        C[p + TANGENT_MASS] = 1 / (mass + ia * ta * ta + ib * tb * tb);
        C[p + NA] = na;
        C[p + NB] = nb;
        C[p + TA] = ta;
        C[p + TB] = tb;
        C[p + GAP] = M[q + 2];
        C[p + SPEED] = (S[b + VX] - S[a + VX]) * nx + (S[b + VY] - S[a + VY]) * ny +
          S[b + SPIN] * nb - S[a + SPIN] * na;
        I[i + ID + n] = M[q + 3];
        C[p + JN] = C[p + JT] = C[p + MOST] = 0;
        for (let o = 0; o < count; o++) {
          if (J[j + ID + o] !== I[i + ID + n]) continue;
          C[p + JN] = L[l + POINTS + POINT_STRIDE * o + JN];
          C[p + JT] = L[l + POINTS + POINT_STRIDE * o + JT];
        }
      }
      i += PAIR_STRIDE;
      c += CONTACT_STRIDE;
    }
    now.length = i / PAIR_STRIDE;
  }

  /** Applies the contact impulses of the last substep to all bodies. */
  #warmStart(): void {
    const { bodies: S } = this, { pairs: I, numbers: C, length } = this.#contacts;
    for (let k = 0, i = 0, c = 0; k < length; k++, i += PAIR_STRIDE, c += CONTACT_STRIDE) {
      const a = I[i + A], b = I[i + B], nx = C[c + NX], ny = C[c + NY];
      let n = 0, t = 0, turnA = 0, turnB = 0;
      for (let left = I[i + COUNT], p = c + POINTS; left > 0; left--, p += POINT_STRIDE) {
        const jn = C[p + JN], jt = C[p + JT];
        n += jn;
        t += jt;
        turnA += C[p + NA] * jn + C[p + TA] * jt;
        turnB += C[p + NB] * jn + C[p + TB] * jt;
      }
      const x = n * nx - t * ny, y = n * ny + t * nx;
      S[a + VX] -= S[a + INV_MASS] * x;
      S[a + VY] -= S[a + INV_MASS] * y;
      S[a + SPIN] -= S[a + INV_INERTIA] * turnA;
      S[b + VX] += S[b + INV_MASS] * x;
      S[b + VY] += S[b + INV_MASS] * y;
      S[b + SPIN] += S[b + INV_INERTIA] * turnB;
    }
  }

  /** One round over all contacts. */
  #solve(h: number, round: "part" | "relax" | "bounce"): void {
    const isPart = round === "part", isBounce = round === "bounce", rate = 1 / h;
    const { bodies: S } = this, { pairs: I, numbers: C, length } = this.#contacts;
    for (let k = 0, i = 0, c = 0; k < length; k++, i += PAIR_STRIDE, c += CONTACT_STRIDE) {
      const a = I[i + A],
        b = I[i + B],
        nx = C[c + NX],
        ny = C[c + NY],
        mu = C[c + MU],
        bounce = C[c + E];
      if (isBounce && bounce === 0) continue;
      const ma = S[a + INV_MASS],
        mb = S[b + INV_MASS],
        ia = S[a + INV_INERTIA],
        ib = S[b + INV_INERTIA];
      const ax = S[a + VX], ay = S[a + VY], bx = S[b + VX], by = S[b + VY];
      // The speed of B relative to A along n and along t, and how far B has moved along n.
      let vn = (bx - ax) * nx + (by - ay) * ny, vt = (by - ay) * nx - (bx - ax) * ny;
      let wa = S[a + SPIN], wb = S[b + SPIN], n = 0, t = 0;
      const moved = (S[b + DX] - S[a + DX]) * nx + (S[b + DY] - S[a + DY]) * ny;
      const turnA = S[a + TURN], turnB = S[b + TURN];
      for (let left = I[i + COUNT], p = c + POINTS; left > 0; left--, p += POINT_STRIDE) {
        const na = C[p + NA], nb = C[p + NB], ta = C[p + TA], tb = C[p + TB];
        const lastN = C[p + JN], lastT = C[p + JT];
        // The gap as it is now. If it is open, this substep may close it, but no more.
        const s = C[p + GAP] + moved + turnB * nb - turnA * na;
        let bias = s > 0 ? s * rate : 0, gives = 0;
        if (isBounce) {
          if (C[p + SPEED] > -1 || C[p + MOST] === 0) continue;
          bias = bounce * C[p + SPEED];
        } else if (isPart && s <= 0) {
          bias = Math.max(-3, PARTS * s * rate);
          gives = GIVES;
        }
        // Clamping the sum lets a round take back the excess of an earlier one.
        const need = (1 - gives) * (lastN - C[p + NORMAL_MASS] * (vn + wb * nb - wa * na + bias));
        const jn = need > 0 ? need : 0, j = jn - lastN;
        C[p + JN] = jn;
        if (bounce > 0 && jn > C[p + MOST]) C[p + MOST] = jn;
        n += j;
        vn += (ma + mb) * j;
        wa -= ia * j * na;
        wb += ib * j * nb;
        const grip = lastT - C[p + TANGENT_MASS] * (vt + wb * tb - wa * ta), most = mu * jn;
        const jt = grip < -most ? -most : grip > most ? most : grip, k = jt - lastT;
        C[p + JT] = jt;
        t += k;
        vt += (ma + mb) * k;
        wa -= ia * k * ta;
        wb += ib * k * tb;
      }
      // (n, t) is the sum of the impulses of this round.
      const x = n * nx - t * ny, y = n * ny + t * nx;
      S[a + VX] = ax - ma * x;
      S[a + VY] = ay - ma * y;
      S[a + SPIN] = wa;
      S[b + VX] = bx + mb * x;
      S[b + VY] = by + mb * y;
      S[b + SPIN] = wb;
    }
  }
}
