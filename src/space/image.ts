/**
 * Images of a space: everything that later answers depend on, in one block of bytes.
 *
 * The broadphase is not in it, since answers depend on boxes and ids alone. Nor are shapes: the
 * image names them by a number made of their contents, and a space knows the shapes of its images.
 * Nor are the points of contacts: they follow from the poses at the last update, and are found again
 * when they are asked for.
 *
 * Layout, in words of 32 bits (a double is two), with n ids, m of which moved since the update:
 *
 *   header      HEADER words
 *   poses       n × 4 doubles
 *   poses at the update   m × 4 doubles
 *   bodies      n × 7: category, mask, group, flags, shape (2), data
 *   moved ids   m
 *   free ids    in the order of their removal
 *   contacts    × 3: a, b, age with the sign bit for sensors
 *   ended       × 2, then those of sensors × 2
 *
 * @module
 */
import { isPose } from "../math/check.ts";
import { newPose, readPose } from "../math/pose.ts";
import type { Shape } from "../shapes/shape.ts";
import { areSame, type ContactFinder, type PairEvents } from "./contacts.ts";
import { CHANGED, type Core, MOST_BODIES, NONE, RENEWED } from "./core.ts";
import { keyOf } from "./shape_key.ts";
import { checkKind, checkView } from "./views.ts";

/** "gjk2", and the version of the layout. */
const MAGIC = 0x326b6a67;
const VERSION = 1;

// Words of the header. BYTES: length of the image. MARGIN is a double.
const HEADER = 16;
const CHECKSUM = 2;
const BYTES = 3;
const IDS = 4;
const MOVED = 5;
const FREE = 6;
const CONTACTS = 7;
const ENDED = 8;
const ENDED_SENSORS = 9;
const SPACE = 10;
const MARGIN = 12;

/** Words per body and per contact. */
const BODY = 7;
const DATA = 6;
const CONTACT = 3;

// Flags of a body.
const EXISTS = 1;
const SENSOR = 2;
/** The flags of `renewed` are these bits. */
const CHANGES = 2;

/** This many shapes and data of bodies that are gone are kept for older images, those used last. */
const KEPT = 4096;

const SIGN = 0x80000000;

let spaces = 0;

/** Values by number. Those that no body has are forgotten in time. */
class Keeper<T> {
  readonly values: Map<number, T> = new Map();

  keep(key: number, value: T, isUsed: (key: number) => boolean, used: number): void {
    this.values.delete(key);
    this.values.set(key, value); // at the end: used last
    if (this.values.size <= 2 * (used + KEPT)) return;
    for (const old of this.values.keys()) {
      if (this.values.size <= used + KEPT) break;
      if (!isUsed(old)) this.values.delete(old);
    }
  }
}

/** Saves and restores one space. */
export class Imager {
  readonly #core: Core;
  readonly #finder: ContactFinder;
  readonly #number = ++spaces;
  /** By id: shapes and data as they were last numbered, and their numbers. */
  readonly #shapes: (Shape | null)[] = [];
  readonly #data: unknown[] = [];
  readonly #keys: number[] = [];
  readonly #serials: number[] = [];
  readonly #knownShapes = new Keeper<Shape>();
  readonly #knownData = new Keeper<unknown>();
  #lastSerial = 0;
  #buffer = new ArrayBuffer(0);
  #words = new Uint32Array(0);
  #doubles = new Float64Array(0);
  #bytes = new Uint8Array(0);

  constructor(core: Core, finder: ContactFinder) {
    this.#core = core;
    this.#finder = finder;
  }

  /** Copies the image to `out`, or to a new array if it does not fit. */
  save(out: Uint8Array | undefined): Uint8Array {
    const task = "save space";
    if (out !== undefined) checkView(task, "out", out, "Uint8Array", this.#core.backend.poses);
    const words = this.#write(), bytes = 4 * words, { views } = this.#core;
    this.#words[CHECKSUM] = 0;
    this.#words[CHECKSUM] = digest(this.#words, words, 1);
    const to = out !== undefined && out.length >= bytes ? out : new Uint8Array(bytes);
    const part = views.of(to, bytes);
    part.set(views.of(this.#bytes, bytes));
    return part;
  }

  /** 16 hexadecimal digits. The numbers of data and of the space do not count. */
  hash(): string {
    const words = this.#write(), W = this.#words, n = W[IDS];
    W[CHECKSUM] = W[SPACE] = 0;
    const at = HEADER + 8 * (n + W[MOVED]);
    for (let id = 0; id < n; id++) W[at + BODY * id + DATA] = 0;
    const text = (x: number): string => x.toString(16).padStart(8, "0");
    return text(digest(W, words, 2)) + text(digest(W, words, 3));
  }

  #grow(words: number): void {
    if (words <= this.#words.length) return;
    // A quarter more than is needed, in whole doubles.
    this.#buffer = new ArrayBuffer(8 * Math.ceil(0.625 * words));
    this.#words = new Uint32Array(this.#buffer);
    this.#doubles = new Float64Array(this.#buffer);
    this.#bytes = new Uint8Array(this.#buffer);
  }

  /** Finds the numbers of the shape and the data of each body. */
  #name(): void {
    const core = this.#core, { size } = core;
    for (let id = 0; id < core.shapes.length; id++) {
      const shape = core.shapes[id], data = core.data[id];
      if (shape !== this.#shapes[id]) {
        this.#shapes[id] = shape;
        const key = this.#keys[id] = shape === null ? 0 : keyOf(shape);
        if (shape !== null) {
          this.#knownShapes.keep(key, shape, (old) => this.#keys.includes(old), size);
        }
      }
      if (data !== this.#data[id]) {
        this.#data[id] = data;
        const serial = this.#serials[id] = data === undefined ? 0 : ++this.#lastSerial;
        if (serial > 0) {
          this.#knownData.keep(serial, data, (old) => this.#serials.includes(old), size);
        }
      }
    }
  }

  /** Writes the image, without a checksum. Returns its length in words. */
  #write(): number {
    const core = this.#core, { contacts, ended, poses: Q, margin } = this.#finder;
    const n = core.shapes.length, P = core.backend.poses, { now } = contacts;
    this.#name();
    const most = HEADER + 16 * n + (BODY + 2) * n + CONTACT * contacts.size +
      2 * (ended.size + ended.sensors.size) + 1;
    this.#grow(most);
    const W = this.#words, D = this.#doubles;
    let d = HEADER / 2;
    for (let id = 0; id < n; id++) {
      const isThere = core.kinds[id] !== NONE;
      for (let k = 0; k < 4; k++) D[d++] = isThere ? P[4 * id + k] : 0;
    }
    // The ids go behind the bodies, where they are in order.
    let moved = 0;
    for (let id = 0; id < n; id++) if (hasMoved(core, P, Q, id)) moved++;
    let w = 2 * (d + 4 * moved) + BODY * n;
    for (let id = 0; id < n; id++) {
      if (!hasMoved(core, P, Q, id)) continue;
      for (let k = 0; k < 4; k++) D[d++] = Q[4 * id + k];
      W[w++] = id;
    }
    let b = 2 * d;
    for (let id = 0; id < n; id++) {
      const isThere = core.kinds[id] !== NONE, key = isThere ? this.#keys[id] : 0;
      W[b++] = isThere ? core.filterOf(id, 0) : 0;
      W[b++] = isThere ? core.filterOf(id, 1) : 0;
      W[b++] = isThere ? core.filterOf(id, 2) : 0;
      W[b++] = (isThere ? EXISTS : 0) | (core.sensors[id] === 1 ? SENSOR : 0) |
        ((core.renewed[id] & CHANGED) << CHANGES);
      W[b++] = key;
      W[b++] = Math.floor(key / 4294967296);
      W[b++] = isThere ? this.#serials[id] : 0;
    }
    for (let k = 0; k < core.free.length; k++) W[w++] = core.free[k];
    for (let k = 0; k < contacts.size; k++) {
      W[w++] = now.pairs[2 * k];
      W[w++] = now.pairs[2 * k + 1];
      W[w++] = now.ages[k] | (now.sensors[k] === 1 ? SIGN : 0);
    }
    for (let k = 0; k < 2 * ended.size; k++) W[w++] = ended.pairs[k];
    for (let k = 0; k < 2 * ended.sensors.size; k++) W[w++] = ended.sensors.pairs[k];
    W.fill(0, 0, HEADER);
    W[0] = MAGIC;
    W[1] = VERSION;
    W[BYTES] = 4 * w;
    W[IDS] = n;
    W[MOVED] = moved;
    W[FREE] = core.free.length;
    W[CONTACTS] = contacts.size;
    W[ENDED] = ended.size;
    W[ENDED_SENSORS] = ended.sensors.size;
    W[SPACE] = this.#number;
    D[MARGIN / 2] = margin;
    return w;
  }

  /** Reads an image back, or refuses it and changes nothing. */
  restore(image: Uint8Array): void {
    const task = "restore space";
    checkKind(task, "image", image, "Uint8Array");
    const { length } = image;
    if (length < 4 * HEADER || length % 4 !== 0) refuseImage(`it has ${length} bytes`);
    this.#grow(length / 4);
    this.#bytes.set(image);
    const W = this.#words;
    if (W[0] !== MAGIC) refuseImage("it was not made by save()");
    if (W[1] !== VERSION) refuseImage(`its version is ${W[1]}, must be ${VERSION}`);
    if (W[BYTES] !== length) refuseImage(`it has ${length} bytes, must have ${W[BYTES]}`);
    const sum = W[CHECKSUM];
    W[CHECKSUM] = 0;
    if (digest(W, length / 4, 1) !== sum) refuseImage("its checksum is wrong");
    const shapes = this.#check(length / 4);
    const core = this.#core;
    core.reserve(W[IDS]);
    const before = core.shapes.slice(), free = core.free.slice();
    try {
      this.#putShapes(shapes, W[IDS]);
    } catch (error) { // out of memory: what was there before fits
      this.#putShapes(before, before.length);
      core.free.splice(0, core.free.length, ...free);
      throw error;
    }
    this.#read();
  }

  /** Refuses an image that is inconsistent. Returns its shapes by id. */
  #check(words: number): (Shape | null)[] {
    const W = this.#words, D = this.#doubles, n = W[IDS], moved = W[MOVED], free = W[FREE];
    const at = HEADER + 8 * (n + moved);
    const pairs = at + BODY * n + moved + free;
    const events = pairs + CONTACT * W[CONTACTS];
    if (n > MOST_BODIES || events + 2 * (W[ENDED] + W[ENDED_SENSORS]) !== words) {
      refuseImage("its parts are not as long as they say");
    }
    const shapes: (Shape | null)[] = [];
    for (let id = 0; id < n; id++) {
      const b = at + BODY * id;
      if ((W[b + 3] & EXISTS) === 0) {
        shapes.push(null);
        continue;
      }
      const shape = this.#knownShapes.values.get(W[b + 4] + 4294967296 * W[b + 5]);
      if (shape === undefined) {
        refuseImage(
          `this space has not saved the shape of its body ${id}: images name shapes; add it and call save() once`,
        );
      }
      if (!isPose(readPose(D, HEADER / 2 + 4 * id, POSE))) {
        refuseImage(`the pose of its body ${id} is out of range`);
      }
      shapes.push(shape);
    }
    const gaps = new Set<number>();
    for (let id = 0; id < n; id++) if (shapes[id] === null) gaps.add(id);
    let areIds = gaps.size === free;
    for (let k = pairs - free; k < pairs; k++) areIds &&= gaps.delete(W[k]);
    for (let k = 0; k < moved; k++) areIds &&= W[at + BODY * n + k] < n;
    for (let k = pairs; k < events; k += CONTACT) areIds &&= W[k] < n && W[k + 1] < n;
    for (let k = events; k < words; k++) areIds &&= W[k] < n;
    if (!areIds) refuseImage("its ids do not belong together");
    return shapes;
  }

  /** Gives all ids these shapes. */
  #putShapes(shapes: readonly (Shape | null)[], n: number): void {
    const core = this.#core;
    for (let id = core.shapes.length - 1; id >= n; id--) core.put(id, null);
    core.shapes.length = Math.min(core.shapes.length, n);
    for (let id = 0; id < n; id++) core.put(id, shapes[id]);
  }

  /** Reads all but the shapes. */
  #read(): void {
    const core = this.#core, finder = this.#finder, { contacts, began, ended } = finder;
    const W = this.#words, D = this.#doubles, n = W[IDS], moved = W[MOVED];
    const at = HEADER + 8 * (n + moved), isOwn = W[SPACE] === this.#number;
    const P = core.backend.poses;
    core.renewed.fill(0);
    core.data.length = n;
    finder.growPoses();
    const Q = finder.poses;
    for (let id = 0; id < n; id++) {
      const b = at + BODY * id, d = HEADER / 2 + 4 * id, p = 4 * id;
      const isThere = (W[b + 3] & EXISTS) !== 0;
      core.sensors[id] = (W[b + 3] & SENSOR) !== 0 ? 1 : 0;
      core.renewed[id] = W[b + 3] >> CHANGES; // and setFilter() notes REFILTERED
      for (let k = 0; k < 4; k++) Q[p + k] = D[d + k];
      const data = isOwn ? this.#knownData.values.get(W[b + DATA]) : undefined;
      this.#data[id] = core.data[id] = data;
      this.#serials[id] = data === undefined ? 0 : W[b + DATA];
      if (!isThere) {
        core.setFilter(id, 1, -1, 0);
        continue;
      }
      core.setFilter(id, W[b] | 0, W[b + 1] | 0, W[b + 2] | 0);
      if (!areSame(P, p, D, d)) core.writePose(id, readPose(D, d, POSE));
    }
    let w = at + BODY * n;
    for (let k = 0; k < moved; k++) {
      const p = 4 * W[w++], d = HEADER / 2 + 4 * (n + k);
      for (let m = 0; m < 4; m++) Q[p + m] = D[d + m];
    }
    core.free.length = 0;
    for (let k = 0; k < W[FREE]; k++) core.free.push(W[w++]);
    const { now } = contacts, size = W[CONTACTS];
    now.grow(size);
    now.size = size;
    began.clear();
    ended.clear();
    for (let k = 0; k < size; k++) {
      const a = now.pairs[2 * k] = W[w++], b = now.pairs[2 * k + 1] = W[w++], age = W[w++];
      now.ages[k] = age & ~SIGN;
      now.sensors[k] = age >>> 31;
      if (now.ages[k] === 1) (age < SIGN ? began : began.sensors).push(a, b);
    }
    for (let k = 0; k < W[ENDED] + W[ENDED_SENSORS]; k++) {
      const to: PairEvents = k < W[ENDED] ? ended : ended.sensors;
      to.push(W[w++], W[w++]);
    }
    finder.margin = D[MARGIN / 2];
    contacts.leave(() => finder.findAgain());
  }
}

function hasMoved(core: Core, P: Float64Array, Q: Float64Array, id: number): boolean {
  if (core.kinds[id] === NONE || (core.renewed[id] & RENEWED) !== 0 || 4 * id >= Q.length) {
    return false;
  }
  return !areSame(P, 4 * id, Q, 4 * id);
}

const POSE = /* @__PURE__ */ newPose();

function refuseImage(reason: string): never {
  throw new RangeError(`Cannot restore space: image is not one that save() made here: ${reason}`);
}

/** 32 bits of all words (the rounds of MurmurHash3). */
function digest(W: Uint32Array, words: number, seed: number): number {
  let h = seed;
  for (let k = 0; k < words; k++) {
    let x = Math.imul(W[k], 0xcc9e2d51);
    x = Math.imul((x << 15) | (x >>> 17), 0x1b873593);
    h ^= x;
    h = Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64 | 0;
  }
  h = Math.imul(h ^ words ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
