/**
 * Contacts that last from update to update, and the pairs that began and ended.
 *
 * All lists ascend by pairs of ids, so a walk along the old and the new one finds what persists. An
 * update computes everything beside the lists in use, and then exchanges them: if a support
 * function throws, they stay as they were.
 *
 * @module
 */
import { refuse } from "../math/check.ts";
import { type Manifold, newManifold } from "../query/collide.ts";
import { CHANGED, type Core, RENEWED } from "./core.ts";
import { MANIFOLD_POINTS_OFFSET, MANIFOLD_STRIDE, PAIR_OFFSET, PART_A_OFFSET } from "./layout.ts";
import type { PairLists } from "./pair_lists.ts";
import { longer } from "./views.ts";

/** Two bodies that touch, or are within the margin of the update. */
export interface Contact {
  /** The body with the lower id. */
  a: number;
  /** The other one. */
  b: number;
  /** Whether one of them is a sensor. Such a contact has no manifolds. */
  sensor: boolean;
  /** Number of updates in a row in which they were in contact, this one included. */
  age: number;
  /** Number of manifolds: one unless a compound or a chain is touched in several places. */
  count: number;
  /** The first `count` are valid. A point's `id` is the same from update to update; of equal ones of a pair the parts tell. */
  manifolds: Manifold[];
}

/** Pairs of ids: which contacts began, or ended, at the last update. */
export class PairEvents {
  /** Number of pairs. */
  size: number = 0;
  /** Two ids per pair, the lower one first, in ascending order. Longer than needed. */
  pairs: Uint32Array = new Uint32Array(16);
  /** Number of updates and restores. */
  #version = 0;

  /** Calls a function with the two ids of each pair. The function must not update or restore the space. */
  forEach(visit: (a: number, b: number) => void): void {
    const version = this.#version;
    for (let k = 0; k < this.size; k++) {
      visit(this.pairs[2 * k], this.pairs[2 * k + 1]);
      if (this.#version !== version) refuseChange();
    }
  }

  /** The pairs, each as a new object. The space must not be updated or restored meanwhile. */
  *[Symbol.iterator](): Generator<{ a: number; b: number }> {
    const version = this.#version;
    for (let k = 0; k < this.size; k++) {
      yield { a: this.pairs[2 * k], b: this.pairs[2 * k + 1] };
      if (this.#version !== version) refuseChange();
    }
  }

  /** @internal */
  clear(): void {
    this.size = 0;
    this.#version++;
  }

  /** @internal */
  push(a: number, b: number): void {
    const at = 2 * this.size++;
    if (at === this.pairs.length) this.pairs = longer(this.pairs, 2 * at);
    this.pairs[at] = a;
    this.pairs[at + 1] = b;
  }
}

/** Pairs in contact, and apart from them those with a sensor. */
export class ContactEvents extends PairEvents {
  /** The pairs of which one is a sensor. */
  readonly sensors: PairEvents = new PairEvents();

  /** @internal */
  override clear(): void {
    super.clear();
    this.sensors.clear();
  }
}

/** Refuses to go on with a list that is another one now: events would be lost. */
function refuseChange(): never {
  throw new Error(
    "Cannot go on with contacts or events: update() or restore() has changed them meanwhile; do that after the " +
      "loop, or go through a copy, as [...space.began]",
  );
}

/** Number of pairs that are looked at together: as many as the lanes answer at once. */
const PIECE = 512;

/** What `roles` has. SENSING is 1, as in the list of a generation. */
const SENSING = 1;
const STILL = 2;

/** Above all ids. V8 keeps numbers below 2^30 in place. */
const BEYOND = 1073741823;

/** One generation of contacts. */
class Generation {
  size: number = 0;
  /** With room for one pair behind the last, where `#compare` looks. */
  pairs: Uint32Array = new Uint32Array(34);
  ages: Uint32Array = new Uint32Array(16);
  sensors: Uint8Array = new Uint8Array(16);
  rows: Uint32Array = new Uint32Array(17);
  manifolds: Float64Array = new Float64Array(0);

  /** Makes room for this many contacts. */
  grow(size: number): void {
    if (size <= this.ages.length) return;
    const room = size + (size >> 2);
    this.pairs = new Uint32Array(2 * room + 2);
    this.ages = new Uint32Array(room);
    this.sensors = new Uint8Array(room);
    this.rows = new Uint32Array(room + 1);
  }

  /** Makes room for this many rows. */
  growRows(rows: number): Float64Array {
    const length = MANIFOLD_STRIDE * rows;
    if (length > this.manifolds.length) {
      this.manifolds = longer(this.manifolds, length + (length >> 1));
    }
    return this.manifolds;
  }
}

/**
 * The contacts of a space, as of its last update. Arrays are longer than needed. When a body is removed or gets another
 * shape, its contacts are listed until the next update, without points.
 */
export class Contacts {
  /** @internal */
  now: Generation = new Generation();
  /** @internal */
  next: Generation = new Generation();
  readonly #core: Core;
  /** Finds the manifolds, if they are not there yet. */
  #find: (() => void) | null = null;
  /** Number of updates and restores. */
  #version = 0;
  /** The core's number of changes, as far as the manifolds are concerned. */
  #changes = 0;
  readonly #contact: Contact = { a: 0, b: 0, sensor: false, age: 0, count: 0, manifolds: [] };

  /** @internal */
  constructor(core: Core) {
    this.#core = core;
  }

  /** Number of contacts. */
  get size(): number {
    return this.now.size;
  }

  /** Ids, two per contact, the lower one first, in ascending order. */
  get pairs(): Uint32Array {
    return this.now.pairs;
  }

  /** By contact: number of updates in a row in which the bodies were in contact. */
  get ages(): Uint32Array {
    return this.now.ages;
  }

  /** By contact: 1 if one of the bodies is a sensor. */
  get sensors(): Uint8Array {
    return this.now.sensors;
  }

  /** By contact: index of its first row in `manifolds`; one more element says where the last one ends. */
  get rows(): Uint32Array {
    this.#settle();
    return this.now.rows;
  }

  /** Rows as of `Space.manifolds`, with the index of the contact in place of that of a pair. */
  get manifolds(): Float64Array {
    this.#settle();
    return this.now.manifolds;
  }

  /**
   * Calls a function with each contact. The object is the same one each time: copy what you keep. The function must
   * not update or restore the space.
   */
  forEach(visit: (contact: Readonly<Contact>) => void): void {
    const version = this.#version;
    for (let k = 0; k < this.size; k++) {
      visit(this.get(k, this.#contact));
      if (this.#version !== version) refuseChange();
    }
  }

  /** The contacts, each as a new object. The space must not be updated or restored meanwhile. */
  [Symbol.iterator](): Generator<Contact> {
    return this.#list(null);
  }

  /**
   * The contacts of one body, each as a new object, in ascending order. It looks through the ids of all contacts with
   * a lower `a`. The space must not be updated or restored meanwhile.
   *
   * @param id Body
   * @returns The contacts in which it is `a` or `b`; none if there is no such body
   * @throws {TypeError} If `id` is not a number
   *
   * @example Usage
   * ```ts
   * import { box, pose, Space } from "@narrowphase/gjk2d";
   *
   * const space = new Space();
   * for (const x of [0, 1, 2, 3]) space.add(box(1, 1), pose(x, 0));
   * space.update();
   * [...space.contacts.of(1)].map(({ a, b }) => (a === 1 ? b : a)); // [0, 2]
   * ```
   */
  of(id: number): Generator<Contact> {
    if (typeof id !== "number") refuse("get contacts", "id", id, "be a number");
    return this.#list(id);
  }

  /** The contacts of a body, or all. */
  *#list(id: number | null): Generator<Contact> {
    const version = this.#version;
    for (let k = 0; k < this.size; k++) {
      const a = this.pairs[2 * k];
      if (id !== null && a > id) return;
      if (id !== null && a !== id && this.pairs[2 * k + 1] !== id) continue;
      yield this.get(k);
      if (this.#version !== version) refuseChange();
    }
  }

  /**
   * A contact by its index.
   *
   * @param index From 0 to `size` - 1
   * @param out Receives the contact, and grows as needed
   * @returns `out`
   */
  get(
    index: number,
    out: Contact = { a: 0, b: 0, sensor: false, age: 0, count: 0, manifolds: [] },
  ): Contact {
    if (!(Number.isInteger(index) && index >= 0 && index < this.size)) {
      throw new RangeError(`Cannot get contact: index is ${index}, there are ${this.size}`);
    }
    this.#settle();
    const { pairs, ages, sensors, rows, manifolds: M } = this.now;
    out.a = pairs[2 * index];
    out.b = pairs[2 * index + 1];
    out.sensor = sensors[index] === 1;
    out.age = ages[index];
    out.count = rows[index + 1] - rows[index];
    for (let m = 0; m < out.count; m++) {
      if (m === out.manifolds.length) out.manifolds.push(newManifold());
      readManifold(M, MANIFOLD_STRIDE * (rows[index] + m), out.manifolds[m]);
    }
    return out;
  }

  /** Index of the contact of two bodies, or -1. */
  find(a: number, b: number): number {
    const { pairs } = this.now, i = Math.min(a, b), j = Math.max(a, b);
    let k = 0, over = this.size;
    while (k < over) {
      const mid = (k + over) >> 1;
      if (isBefore(pairs, mid, i, j)) k = mid + 1;
      else over = mid;
    }
    return k < this.size && pairs[2 * k] === i && pairs[2 * k + 1] === j ? k : -1;
  }

  /**
   * Says how to find the manifolds when they are asked for, or that they are there.
   * @internal
   */
  leave(find: (() => void) | null): void {
    this.#version++;
    this.#find = find;
    this.#changes = this.#core.changes;
  }

  /** Finds the manifolds, and drops those of bodies that were removed or reshaped since. */
  #settle(): void {
    const { changes } = this.#core;
    if (this.#find === null && this.#changes === changes) return;
    this.#find?.();
    this.#find = null;
    this.#changes = changes;
    const { size, pairs, rows, manifolds: M } = this.now, { renewed } = this.#core;
    for (let k = 0, kept = 0, row = 0; k < size; k++) {
      const end = rows[k + 1],
        isOld = ((renewed[pairs[2 * k]] | renewed[pairs[2 * k + 1]]) & CHANGED) !== 0;
      rows[k] = kept;
      for (; row < end; row++) {
        if (!isOld) copyRow(M, row, M, kept++, k);
      }
      rows[k + 1] = kept;
    }
  }
}

function readManifold(M: Float64Array, at: number, out: Manifold): void {
  out.pointCount = (M[at] | 0) as 0 | 1 | 2;
  out.normal.x = M[at + 1];
  out.normal.y = M[at + 2];
  out.partA = M[at + PART_A_OFFSET] | 0;
  out.partB = M[at + PART_A_OFFSET + 1] | 0;
  for (let p = 0; p < 2; p++) {
    const o = at + MANIFOLD_POINTS_OFFSET + 4 * p, to = out.points[p];
    to.point.x = M[o];
    to.point.y = M[o + 1];
    to.separation = M[o + 2];
    to.id = M[o + 3];
  }
}

/** Finds the contacts of one space, and compares them with those before. */
export class ContactFinder {
  readonly contacts: Contacts;
  began: ContactEvents = new ContactEvents();
  ended: ContactEvents = new ContactEvents();
  /** The margin of the last update. */
  margin: number = 0;
  /** The poses at the last update, by id. */
  poses: Float64Array = new Float64Array(0);
  readonly #core: Core;
  readonly #lists: PairLists;
  /** Of a piece of the pairs, those without a sensor, those with one, and whether these touch. */
  readonly #solid = new Uint32Array(2 * PIECE);
  readonly #sensing = new Uint32Array(2 * PIECE);
  readonly #touching = new Uint8Array(PIECE);
  /** The rows of a piece. Of these, a generation has those with points. */
  #found: Float64Array = new Float64Array(0);
  /** By id: STILL if the body is as it was at the last update, SENSING if it is a sensor. */
  #roles = new Uint8Array(0);
  #anyRole = false;
  /** How many contacts of the last update come before those of the piece. */
  #seen = 0;
  /** The pairs of `findAgain`. */
  #known = new Uint32Array(0);

  constructor(core: Core, lists: PairLists) {
    this.#core = core;
    this.#lists = lists;
    this.contacts = new Contacts(core);
  }

  update(task: string, margin: number): void {
    const core = this.#core, count = core.findPairs(task, margin), { next } = this.contacts;
    next.grow(count);
    next.size = next.rows[0] = this.#seen = 0;
    this.#findRoles(margin);
    for (let from = 0; from < count; from += PIECE) {
      this.#measure(from, Math.min(from + PIECE, count), margin);
    }
    this.#compare();
    this.contacts.leave(null);
    core.renewed.fill(0);
    this.margin = margin;
    this.growPoses();
    this.poses.set(core.views.of(core.backend.poses, 4 * core.shapes.length));
  }

  /** Makes room for the poses of all ids. */
  growPoses(): void {
    const { length } = this.#core.backend.poses;
    if (this.poses.length < length) this.poses = longer(this.poses, length);
  }

  /** Finds the manifolds of the contacts as they were at the last update. */
  findAgain(): void {
    const core = this.#core, { now } = this.contacts, P = core.backend.poses;
    const own = P.slice(), count = now.size;
    P.set(this.poses.subarray(0, P.length));
    try {
      if (2 * count > this.#known.length) this.#known = new Uint32Array(4 * count);
      // The shapes that others had then are not known any more.
      let known = 0;
      for (let k = 0; k < count; k++) {
        if (this.#isLost(k)) continue;
        this.#known[2 * known] = now.pairs[2 * k];
        this.#known[2 * known++ + 1] = now.pairs[2 * k + 1];
      }
      const rows = this.#lists.find(
        "manifolds",
        this.#known,
        known,
        this.margin,
        this.#growNow,
      );
      const M = now.manifolds;
      for (let k = 0, m = 0, row = 0; k < count; k++) {
        now.rows[k] = row;
        if (!this.#isLost(k)) {
          for (; row < rows && M[MANIFOLD_STRIDE * row + PAIR_OFFSET] === m; row++) {
            M[MANIFOLD_STRIDE * row + PAIR_OFFSET] = k;
          }
          m++;
        }
        now.rows[k + 1] = row;
      }
    } finally {
      P.set(own);
    }
  }

  /** Whether a contact has no manifolds, or no longer what they were found from. */
  #isLost(k: number): boolean {
    const { renewed } = this.#core, { pairs, sensors } = this.contacts.now;
    return ((renewed[pairs[2 * k]] | renewed[pairs[2 * k + 1]]) & CHANGED) !== 0 ||
      sensors[k] === 1;
  }

  /**
   * Notes which bodies are sensors, and which are as they were at the last update. Two still ones are in
   * contact if they were then, with the same manifolds.
   */
  #findRoles(margin: number): void {
    const { shapes: { length }, backend: { poses: P, capacity }, renewed, sensors } = this.#core;
    if (this.#roles.length < capacity) this.#roles = new Uint8Array(capacity);
    const Q = this.poses, roles = this.#roles, known = margin === this.margin;
    let all = 0;
    for (let id = 0; id < length; id++) {
      const isStill = known && renewed[id] === 0 && areSame(P, 4 * id, Q, 4 * id);
      all |= roles[id] = (isStill ? STILL : 0) | (sensors[id] !== 0 ? SENSING : 0);
    }
    this.#anyRole = all !== 0;
  }

  /**
   * Lists the pairs from `from` to `end` of the broadphase that are in contact in the next generation.
   * Piece by piece, since what was found is then still in the cache.
   */
  #measure(from: number, end: number, margin: number): void {
    const { near: pairs } = this.#core.broadphase.pairs;
    const { now, next } = this.contacts, roles = this.#roles, any = this.#anyRole;
    const solid = this.#solid, sensing = this.#sensing, touching = this.#touching;
    let solids = 0, senses = 0;
    for (let k = from; k < end; k++) {
      const i = pairs[2 * k], j = pairs[2 * k + 1], both = any ? rolesOf(roles, i, j) : 0;
      if ((both & STILL) !== 0) continue;
      if (both === 0) {
        solid[2 * solids] = i;
        solid[2 * solids++ + 1] = j;
      } else {
        sensing[2 * senses] = i;
        sensing[2 * senses++ + 1] = j;
      }
    }
    if (senses > 0) this.#lists.find("intersects", sensing, senses, 0, this.#giveTouching);
    const rows = solids > 0
      ? this.#lists.find("manifolds", solid, solids, margin, this.#growFound)
      : 0;
    const found = this.#found, { pairs: A, rows: R, manifolds: N, size: most } = now;
    const { pairs: B, rows: S, sensors: sensed } = next;
    let { size } = next, kept = S[size] | 0, row = 0, s = 0, old = this.#seen;
    const isMany = rows > solids; // else each pair has one
    // Where a body is still, all that is left of the old rows may be needed.
    const M = next.growRows(kept + rows + (solids + senses < end - from ? R[most] - R[old] : 0));
    // What is written for a pair is written over if that is no contact: a branch that the processor
    // cannot predict would cost more.
    for (let k = from, m = 0; k < end; k++) {
      const i = pairs[2 * k], j = pairs[2 * k + 1], first = kept;
      const both = any ? rolesOf(roles, i, j) : 0, isSensing = both & SENSING;
      let isContact = 0;
      if ((both & STILL) !== 0) {
        while (old < most && isBefore(A, old, i, j)) old++;
        if (old === most || (A[2 * old] | 0) !== i || (A[2 * old + 1] | 0) !== j) continue;
        const over = R[old + 1] | 0;
        for (let r = R[old] | 0; r < over; r++) copyRow(N, r, M, kept++, size);
        isContact = 1;
      } else if (isSensing !== 0) {
        isContact = touching[s++];
      } else {
        do {
          copyRow(found, row, M, kept, size);
          kept += ((found[MANIFOLD_STRIDE * row] | 0) + 1) >> 1; // 1 if it has points, one or two
          row++;
        } while (isMany && row < rows && found[MANIFOLD_STRIDE * row + PAIR_OFFSET] === m);
        m++;
        isContact = (first - kept) >>> 31;
      }
      S[size] = first;
      B[2 * size] = i;
      B[2 * size + 1] = j;
      sensed[size] = isSensing;
      size += isContact;
    }
    S[size] = kept;
    next.size = size;
    this.#seen = old;
  }

  readonly #giveTouching = (): Uint8Array => this.#touching;
  readonly #growFound = (rows: number): Float64Array => {
    const length = MANIFOLD_STRIDE * rows, { rows: own } = this.#core.backend;
    if (length <= own.length) this.#found = own;
    else if (length > this.#found.length) this.#found = new Float64Array(2 * length);
    return this.#found;
  };

  readonly #growNow = (rows: number): Float64Array => this.contacts.now.growRows(rows);

  /** Exchanges the generations, and lists what began and what ended. */
  #compare(): void {
    const { contacts, began, ended } = this, { now: old, next: now } = contacts;
    const { renewed } = this.#core, { pairs: A, sensors: wasSensing, ages: before, size: m } = old;
    const { pairs: B, sensors: isSensing, ages, size: n } = now;
    began.clear();
    ended.clear();
    for (let i = 0, j = 0; i < m || j < n;) {
      // Which comes first? Past the end of one list, that of the other.
      const a = i < m ? A[2 * i] | 0 : BEYOND, b = A[2 * i + 1] | 0;
      const c = j < n ? B[2 * j] | 0 : BEYOND, d = B[2 * j + 1] | 0;
      const order = a !== c ? a - c : b - d;
      if (
        order === 0 && ((renewed[a] | renewed[b]) & RENEWED) === 0 && wasSensing[i] === isSensing[j]
      ) {
        ages[j++] = (before[i++] | 0) + 1;
        continue;
      }
      if (order <= 0) (wasSensing[i++] === 0 ? ended : ended.sensors).push(a, b);
      if (order < 0) continue;
      (isSensing[j] === 0 ? began : began.sensors).push(c, d);
      ages[j++] = 1;
    }
    contacts.now = now;
    contacts.next = old;
  }
}

/** STILL if both bodies are, SENSING if one of them is. */
function rolesOf(roles: Uint8Array, i: number, j: number): number {
  return (roles[i] & roles[j] & STILL) | ((roles[i] | roles[j]) & SENSING);
}

/** Whether pair k comes before i and j. (As integers with a sign: V8 compares others as doubles.) */
function isBefore(pairs: Uint32Array, k: number, i: number, j: number): boolean {
  const a = pairs[2 * k] | 0;
  return a < i || (a === i && (pairs[2 * k + 1] | 0) < j);
}

/** Whether two poses have the same bits: -0 is another number. */
export function areSame(P: Float64Array, p: number, Q: Float64Array, q: number): boolean {
  return Object.is(P[p], Q[q]) && Object.is(P[p + 1], Q[q + 1]) &&
    Object.is(P[p + 2], Q[q + 2]) && Object.is(P[p + 3], Q[q + 3]);
}

/**
 * Copies row f to row t, as one of contact k. From the last number on: then V8 checks the bounds
 * once. As a loop, update() took 1.06 times as long.
 */
function copyRow(from: Float64Array, f: number, to: Float64Array, t: number, k: number): void {
  const a = MANIFOLD_STRIDE * f, b = MANIFOLD_STRIDE * t;
  to[b + 13] = from[a + 13];
  to[b + 12] = from[a + 12];
  to[b + 11] = from[a + 11];
  to[b + 10] = from[a + 10];
  to[b + 9] = from[a + 9];
  to[b + 8] = from[a + 8];
  to[b + 7] = from[a + 7];
  to[b + 6] = from[a + 6];
  to[b + 5] = from[a + 5];
  to[b + 4] = from[a + 4];
  to[b + PAIR_OFFSET] = k;
  to[b + 2] = from[a + 2];
  to[b + 1] = from[a + 1];
  to[b + 0] = from[a + 0];
}
