/**
 * Many bodies in a box, without a screen. Everything follows from the seed. The three ways of
 * querying contacts give the same bits, and so the same scene.
 *
 * @module
 */
import {
  area,
  box,
  capsule,
  circle,
  type ConvexShape,
  intersects,
  newPenetration,
  type Penetration,
  penetration,
  type Pose,
  pose,
  regularPolygon,
} from "@narrowphase/gjk2d";
import { PENETRATION_STRIDE, POSE_STRIDE, Space } from "@narrowphase/gjk2d/space";
import { sincos } from "@narrowphase/gjk2d/math";
import { Random, StateHash } from "../engine/mod.ts";

/** Who answers the queries: a space on either backend, or one call of `penetration` per pair. */
export type Mode = "simd" | "ts" | "call";

/** Fraction of the field that bodies cover. */
const COVER = 0.5;
/** Speeds in units per second; a body is about 1 unit in size. */
const FASTEST = 3;
const MOST_SPIN = 2;
/** Pairs that are asked about without a stop: a few milliseconds, with one call each, too. */
const SLICE = 4000;

/** What one update did. */
export interface StepCounts {
  /** Pairs whose boxes overlap. */
  pairs: number;
  /** Pairs that intersect. */
  contacts: number;
  /** Milliseconds spent on moving, on finding pairs, on their contacts, and on the response. */
  times: [move: number, find: number, ask: number, respond: number];
}

/** A body's shape and the data that the response needs. */
interface Kind {
  shape: ConvexShape;
  /** 1 / mass, with density 1. */
  inverseMass: number;
}

function kinds(): Kind[] {
  const shapes = [
    circle(0.5),
    circle(0.32),
    box(0.9, 0.9),
    box(1.3, 0.5),
    regularPolygon(3, 0.6),
    regularPolygon(5, 0.55),
    regularPolygon(8, 0.5),
    capsule({ x: -0.35, y: 0 }, { x: 0.35, y: 0 }, 0.28),
  ];
  return shapes.map((shape) => ({ shape, inverseMass: 1 / area(shape) }));
}

/** Many bodies in a box. */
export class StressScene {
  readonly count: number;
  /** Size of the field. */
  readonly width: number;
  readonly height: number;
  readonly kinds: readonly Kind[] = kinds();
  /** Kind of each body. */
  readonly kindOf: Uint8Array;
  /** x, y, cos, sin of each body, as in a space; and those before the last update. */
  readonly poses: Float64Array;
  readonly before: Float64Array;
  /** Whether a body touched another one in the last update. */
  readonly touched: Uint8Array;
  /** Velocities: x, y of each body. */
  readonly velocities: Float64Array;
  /** Rotation in one update: cos, sin of each body. */
  readonly #turns: Float64Array;
  readonly #step: number;
  #mode: Mode;
  #space: Space;
  #pairs = new Uint32Array(1024);
  #hits = new Uint32Array(0);
  #answers = new Uint8Array(0);
  #results = new Float64Array(0);
  readonly #poseA: Pose = pose();
  readonly #poseB: Pose = pose();
  readonly #single: Penetration = newPenetration();

  /**
   * @param count Number of bodies.
   * @param mode Who answers.
   * @param step Length of an update in seconds.
   * @param seed Of the random numbers.
   */
  constructor(count: number, mode: Mode, step = 1 / 60, seed = 1) {
    this.count = count;
    this.#step = step;
    const random = new Random(seed);
    let sum = 0;
    this.kindOf = new Uint8Array(count);
    for (let i = 0; i < count; i++) {
      this.kindOf[i] = random.uint32() % this.kinds.length;
      sum += 1 / this.kinds[this.kindOf[i]].inverseMass;
    }
    // Four to three, with the size that gives the cover.
    this.height = Math.sqrt(sum / COVER * 3 / 4);
    this.width = this.height * 4 / 3;
    this.poses = new Float64Array(POSE_STRIDE * count);
    this.before = new Float64Array(POSE_STRIDE * count);
    this.velocities = new Float64Array(2 * count);
    this.#turns = new Float64Array(2 * count);
    this.touched = new Uint8Array(count);
    // On a jittered grid, so that few bodies overlap at the start.
    const columns = Math.ceil(Math.sqrt(count * 4 / 3));
    const rows = Math.ceil(count / columns);
    const rotation = { cos: 1, sin: 0 };
    for (let i = 0; i < count; i++) {
      const x = (i % columns + random.between(0.35, 0.65)) / columns * this.width;
      const y = (Math.floor(i / columns) + random.between(0.35, 0.65)) / rows * this.height;
      sincos(random.between(-Math.PI, Math.PI), rotation);
      this.poses.set([x, y, rotation.cos, rotation.sin], POSE_STRIDE * i);
      sincos(random.between(-Math.PI, Math.PI), rotation);
      const speed = random.between(0.2, 1) * FASTEST;
      this.velocities.set([speed * rotation.cos, speed * rotation.sin], 2 * i);
      sincos(step * random.between(-MOST_SPIN, MOST_SPIN), rotation);
      this.#turns.set([rotation.cos, rotation.sin], 2 * i);
    }
    this.before.set(this.poses);
    this.#mode = mode;
    this.#space = this.#fill(mode);
  }

  #fill(mode: Mode): Space {
    const backend = mode === "call" ? "ts" : mode;
    const space = new Space({ capacity: this.count, backend });
    for (let i = 0; i < this.count; i++) space.add(this.kinds[this.kindOf[i]].shape);
    return space;
  }

  /** Who answers. */
  get mode(): Mode {
    return this.#mode;
  }

  /** Which backend is in use and why. */
  get reason(): string {
    return this.#space.backendReason;
  }

  /** Changes who answers, from the next update on. The bodies stay as they are. */
  setMode(mode: Mode): void {
    if (mode === this.#mode) return;
    this.#space = this.#fill(mode);
    this.#mode = mode;
  }

  /**
   * Advances by one step.
   *
   * @param now Clock for `times`, which have no effect on the scene.
   */
  update(now: () => number = () => 0): StepCounts {
    const parts = this.advance(now);
    for (;;) {
      const part = parts.next();
      if (part.done) return part.value;
    }
  }

  /**
   * The same in parts, between which a page may hear its visitor: the movement, the broadphase, slices
   * of the pairs, and the response. The next step has to wait for the end of this one.
   *
   * @param now Clock for `times`. What passes between the parts does not count.
   * @param slice Most pairs that a part asks about.
   */
  *advance(now: () => number = () => 0, slice = SLICE): Generator<void, StepCounts> {
    const space = this.#space, mode = this.#mode;
    const times: StepCounts["times"] = [0, 0, 0, 0];
    let since = now();
    this.#move();
    times[0] = now() - since;
    yield;
    since = now();
    space.poses.set(this.poses);
    const pairs = this.#findPairs(space);
    this.#makeRoom(pairs);
    times[1] = now() - since;
    yield;
    let count = 0;
    for (let from = 0; from < pairs.length; from += 2 * slice) {
      since = now();
      const some = pairs.subarray(from, from + 2 * slice);
      count = mode === "call" ? this.#askOneByOne(some, count) : this.#askSpace(space, some, count);
      times[2] += now() - since;
      yield;
    }
    since = now();
    this.#respond(this.#hits.subarray(0, count));
    times[3] = now() - since;
    return { pairs: pairs.length / 2, contacts: count / 2, times };
  }

  /** The rotation of a body in one update. */
  turnOf(i: number): { cos: number; sin: number } {
    return { cos: this.#turns[2 * i], sin: this.#turns[2 * i + 1] };
  }

  /** Sixteen hexadecimal digits of the state. */
  digest(): string {
    const hash = new StateHash();
    for (const value of this.poses) hash.add(value);
    for (const value of this.velocities) hash.add(value);
    return hash.digest();
  }

  #move(): void {
    const { poses, velocities, width, height } = this;
    const turns = this.#turns;
    const dt = this.#step;
    this.before.set(poses);
    for (let i = 0, p = 0, v = 0; i < this.count; i++, p += POSE_STRIDE, v += 2) {
      const x = poses[p] + dt * velocities[v];
      const y = poses[p + 1] + dt * velocities[v + 1];
      poses[p] = x;
      poses[p + 1] = y;
      // A wall turns the velocity inwards but does not move the body.
      if (x < 0.5 && velocities[v] < 0 || x > width - 0.5 && velocities[v] > 0) {
        velocities[v] = -velocities[v];
      }
      if (y < 0.5 && velocities[v + 1] < 0 || y > height - 0.5 && velocities[v + 1] > 0) {
        velocities[v + 1] = -velocities[v + 1];
      }
      // Multiply the rotations. A Newton step towards length 1 prevents drift.
      const c = poses[p + 2] * turns[v] - poses[p + 3] * turns[v + 1];
      const s = poses[p + 3] * turns[v] + poses[p + 2] * turns[v + 1];
      const shrink = 1.5 - 0.5 * (c * c + s * s);
      poses[p + 2] = shrink * c;
      poses[p + 3] = shrink * s;
    }
  }

  #findPairs(space: Space): Uint32Array {
    const pairs = space.findPairs(0, this.#pairs);
    // If there was no room, they are in a new array.
    if (pairs.length > this.#pairs.length) this.#pairs = new Uint32Array(2 * pairs.length);
    return pairs;
  }

  /** Makes room for the contacts of `pairs`. */
  #makeRoom(pairs: Uint32Array): void {
    if (this.#hits.length >= pairs.length) return;
    this.#hits = new Uint32Array(2 * pairs.length);
    this.#answers = new Uint8Array(pairs.length);
    this.#results = new Float64Array(PENETRATION_STRIDE * pairs.length);
  }

  /**
   * Adds the pairs that intersect to the `count` ids in `#hits`, with their depths and normals in
   * `#results`. Returns how many ids there are then.
   */
  #askSpace(space: Space, pairs: Uint32Array, count: number): number {
    // Most neighbours do not touch, and `intersects` is the cheaper query.
    const answers = space.intersects(pairs, this.#answers), from = count;
    for (let k = 0; 2 * k < pairs.length; k++) {
      if (answers[k] === 0) continue;
      this.#hits[count++] = pairs[2 * k];
      this.#hits[count++] = pairs[2 * k + 1];
    }
    const results = this.#results.subarray(PENETRATION_STRIDE / 2 * from);
    space.penetrations(this.#hits.subarray(from, count), results);
    return count;
  }

  /** The same, with one call for each pair. */
  #askOneByOne(pairs: Uint32Array, count: number): number {
    const { kinds, kindOf, poses } = this;
    const a = this.#poseA;
    const b = this.#poseB;
    const out = this.#single;
    const results = this.#results;
    for (let k = 0; k < pairs.length; k += 2) {
      const i = pairs[k];
      const j = pairs[k + 1];
      const p = POSE_STRIDE * i;
      const q = POSE_STRIDE * j;
      a.x = poses[p];
      a.y = poses[p + 1];
      a.cos = poses[p + 2];
      a.sin = poses[p + 3];
      b.x = poses[q];
      b.y = poses[q + 1];
      b.cos = poses[q + 2];
      b.sin = poses[q + 3];
      const shapeA = kinds[kindOf[i]].shape;
      const shapeB = kinds[kindOf[j]].shape;
      if (!intersects(shapeA, a, shapeB, b)) continue;
      penetration(shapeA, a, shapeB, b, out);
      const r = PENETRATION_STRIDE / 2 * count;
      results[r] = out.depth;
      results[r + 1] = out.normal.x;
      results[r + 2] = out.normal.y;
      this.#hits[count++] = i;
      this.#hits[count++] = j;
    }
    return count;
  }

  /**
   * Pushes bodies apart and lets them bounce elastically. With the closing speed s along the
   * normal, and 1/m the sum of the inverse masses, the impulse is -2 s m.
   */
  #respond(pairs: Uint32Array): void {
    const { kinds, kindOf, poses, velocities, touched } = this;
    const results = this.#results;
    touched.fill(0);
    for (let k = 0, r = 0; k < pairs.length; k += 2, r += PENETRATION_STRIDE) {
      const nx = results[r + 1];
      const ny = results[r + 2];
      const i = pairs[k];
      const j = pairs[k + 1];
      touched[i] = touched[j] = 1;
      const wi = kinds[kindOf[i]].inverseMass;
      const wj = kinds[kindOf[j]].inverseMass;
      const push = 0.5 * results[r] / (wi + wj);
      const p = POSE_STRIDE * i;
      const q = POSE_STRIDE * j;
      poses[p] -= push * wi * nx;
      poses[p + 1] -= push * wi * ny;
      poses[q] += push * wj * nx;
      poses[q + 1] += push * wj * ny;
      const v = 2 * i;
      const w = 2 * j;
      const s = (velocities[w] - velocities[v]) * nx + (velocities[w + 1] - velocities[v + 1]) * ny;
      if (s >= 0) continue;
      const impulse = -2 * s / (wi + wj);
      velocities[v] -= impulse * wi * nx;
      velocities[v + 1] -= impulse * wi * ny;
      velocities[w] += impulse * wj * nx;
      velocities[w + 1] += impulse * wj * ny;
    }
  }
}
