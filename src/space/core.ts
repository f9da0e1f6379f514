/**
 * The state of a space, behind its public face in space.ts: bodies, memory, broadphase, and the
 * checks that all questions share. The files beside it work on it: pair_lists.ts, questions.ts,
 * contacts.ts, image.ts.
 *
 * @module
 */
import {
  brokenRule,
  isRotation,
  POSITION_LIMIT,
  refuse,
  refuseScale,
  show,
} from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import { ConvexShape, type Shape } from "../shapes/shape.ts";
import type { Backend } from "./backend.ts";
import { Broadphase } from "./broadphase/broadphase.ts";
import { FILTER_STRIDE } from "./broadphase/bodies.ts";
import { POSE_STRIDE } from "./layout.ts";
import { SimdBackend } from "./simd_backend.ts";
import { TsBackend } from "./ts_backend.ts";
import { longer, Views } from "./views.ts";
import { findRefusal, refusalOf } from "./wasm.ts";

/** More bodies than fit into any memory: an id times 32 is an address, and has to be below 2^32. */
export const MOST_BODIES = 67_108_864; // 2^26

/** Kinds of bodies. NONE: the id has no body. */
export const NONE = 0;
export const PLAIN = 1;
/** A segment of a chain, which makes its own manifolds. */
export const ONE_SIDED = 2;
/** A shape with a support function. */
export const SMOOTH = 3;
/** A compound or a chain. */
export const CONCAVE = 4;

/** Flags of `renewed`. */
export const RENEWED = 1;
export const RESHAPED = 2;
/** Another filter, or a sensor or not: which contacts the body has must be found anew. */
export const REFILTERED = 4;
/** What its contacts had as manifolds is void. */
export const CHANGED: number = RENEWED | RESHAPED;

/** The default filter: in category 1, meets all, in no group. */
export const DEFAULT = { category: 1, mask: -1, group: 0 } as const;

/** Everything a space knows. */
export class Core {
  readonly backend: Backend;
  readonly backendName: "simd" | "ts";
  readonly backendReason: string;
  /** By id; `null` for ids not in use. */
  readonly shapes: (Shape | null)[] = [];
  /** NONE, PLAIN, ONE_SIDED, SMOOTH or CONCAVE by id; 1 for sensors. */
  kinds: Uint8Array;
  sensors: Uint8Array;
  /** By id, since the last update: RENEWED if a body was added or removed, RESHAPED, REFILTERED. */
  renewed: Uint8Array;
  /** Number of bodies that were removed or reshaped, ever. */
  changes = 0;
  /** What the caller keeps with bodies, by id. */
  readonly data: unknown[] = [];
  /** Removed ids. The last one is reused first. */
  readonly free: number[] = [];
  /** Number of bodies that are ONE_SIDED, SMOOTH or CONCAVE. */
  special = 0;
  /** What runs now and may call functions of the caller, or "". Nothing else may run then. */
  busy = "";
  readonly views: Views = new Views();
  /** Created when it is first needed. */
  #broadphase: Broadphase | null = null;

  constructor(capacity: number, backend: "auto" | "simd" | "ts") {
    let refusal = backend === "ts" ? "asked for" : findRefusal();
    if (backend === "simd" && refusal !== null) {
      throw new Error(`Cannot create space: backend "simd" is not available: ${refusal}`);
    }
    let simd: Backend | null = null;
    if (refusal === null) {
      try {
        simd = new SimdBackend(capacity, this.shapes, backend === "auto");
      } catch (error) {
        if (backend === "simd") throw error;
        refusal = refusalOf(error);
      }
    }
    this.backendName = simd !== null ? "simd" : "ts";
    this.backendReason = refusal ?? (backend === "simd" ? "asked for" : "WebAssembly has SIMD");
    this.backend = simd ?? new TsBackend(capacity, this.shapes);
    this.kinds = new Uint8Array(capacity);
    this.sensors = new Uint8Array(capacity);
    this.renewed = new Uint8Array(capacity);
  }

  /** Number of bodies. */
  get size(): number {
    return this.shapes.length - this.free.length;
  }

  has(id: number): boolean {
    return typeof id === "number" && this.kinds[id] > NONE && id < this.shapes.length;
  }

  /** The broadphase. When it is new, it has to examine every body. */
  get broadphase(): Broadphase {
    if (this.#broadphase === null) {
      this.#broadphase = new Broadphase();
      for (let id = 0; id < this.shapes.length; id++) this.#broadphase.bodies.touch(id);
    }
    return this.#broadphase;
  }

  /** Adds a body without a pose. Returns its id. */
  add(shape: Shape): number {
    const id = this.free.at(-1) ?? this.shapes.length;
    if (id >= this.backend.capacity) this.#grow(id + 1);
    this.backend.place(id, shape);
    if (id < this.shapes.length) this.free.pop();
    this.renewed[id] |= RENEWED;
    this.#note(id, shape);
    return id;
  }

  remove(id: number): void {
    this.changes++;
    this.backend.clear(id);
    this.#note(id, null);
    this.sensors[id] = 0;
    this.renewed[id] |= RENEWED;
    this.data[id] = undefined;
    this.free.push(id);
    this.setFilter(id, DEFAULT.category, DEFAULT.mask, DEFAULT.group);
  }

  /** Removes all bodies. The lowest ids are reused first. */
  clear(): void {
    for (let id = 0; id < this.shapes.length; id++) if (this.has(id)) this.remove(id);
    this.free.sort((a, b) => b - a);
  }

  setShape(id: number, shape: Shape): void {
    this.backend.place(id, shape);
    this.renewed[id] |= RESHAPED;
    this.changes++;
    this.#note(id, shape);
  }

  /** Gives an id this shape, or none, whatever it has. The caller keeps the list of free ids. */
  put(id: number, shape: Shape | null): void {
    if (this.shapes[id] === shape) return;
    if (shape !== null) this.backend.place(id, shape);
    else this.backend.clear(id);
    this.#note(id, shape);
  }

  #note(id: number, shape: Shape | null): void {
    if (this.kinds[id] > PLAIN) this.special--;
    this.shapes[id] = shape;
    this.kinds[id] = shape === null ? NONE : kindOf(shape);
    if (this.kinds[id] > PLAIN) this.special++;
    this.#broadphase?.bodies.touch(id);
  }

  setFilter(id: number, category: number, mask: number, group: number): void {
    this.renewed[id] |= REFILTERED;
    const isDefault = category === DEFAULT.category && mask === DEFAULT.mask &&
      group === DEFAULT.group;
    if (isDefault && this.#broadphase === null) return;
    this.broadphase.bodies.setFilter(id, category, mask, group);
  }

  /** One of category (0), mask (1) and group (2) of a body, as 32 bits with a sign. */
  filterOf(id: number, k: number): number {
    const filters = this.#broadphase?.bodies.filters;
    const f = FILTER_STRIDE * id + k;
    if (filters !== undefined && f < filters.length) return filters[f];
    return k === 0 ? DEFAULT.category : k === 1 ? DEFAULT.mask : DEFAULT.group;
  }

  /** Writes a pose, taken as an object: V8 boxes doubles that are passed one by one. */
  writePose(id: number, { x, y, cos, sin }: Readonly<Pose>): void {
    const P = this.backend.poses;
    P[POSE_STRIDE * id] = x;
    P[POSE_STRIDE * id + 1] = y;
    P[POSE_STRIDE * id + 2] = cos;
    P[POSE_STRIDE * id + 3] = sin;
    this.#broadphase?.bodies.note(id);
  }

  #grow(least: number): void {
    if (least > MOST_BODIES) {
      throw new RangeError(`Cannot add body: ${least} bodies are more than 2^26`);
    }
    // A quarter more, so that this happens rarely. If there is not enough memory, take only what is
    // needed.
    try {
      this.reserve(Math.min(MOST_BODIES, least + (least >> 2) + 16));
    } catch {
      this.reserve(least);
    }
  }

  reserve(capacity: number): void {
    if (capacity <= this.backend.capacity) return;
    // Allocate everything first, so that a failure changes nothing.
    const kinds = longer(this.kinds, capacity), sensors = longer(this.sensors, capacity);
    const renewed = longer(this.renewed, capacity);
    this.backend.reserve(capacity);
    this.kinds = kinds;
    this.sensors = sensors;
    this.renewed = renewed;
  }

  /** Brings boxes and strips up to date for all that methods have written. */
  lookAtNoted(task: string): void {
    const { broadphase } = this, count = broadphase.countNoted(this.backend.poses);
    if (count > 0) this.checkPoses(task, broadphase.bodies.moved, count);
    this.busy = task;
    try {
      broadphase.prepare(this.shapes, this.backend.poses);
    } finally {
      this.busy = "";
    }
  }

  /** Looks at all poses, and finds the pairs within a margin, for `Pairs.copy`. Returns how many. */
  findPairs(task: string, margin: number): number {
    const { broadphase } = this, moved = broadphase.look(this.backend.poses);
    this.checkPoses(task, broadphase.bodies.moved, moved);
    this.busy = task;
    try {
      return broadphase.find(this.shapes, this.backend.poses, margin);
    } finally {
      this.busy = "";
    }
  }

  checkId(task: string, id: number): void {
    if (typeof id !== "number") refuse(task, "id", id, "be a number");
    if (!this.has(id)) throw new RangeError(`Cannot ${task}: id is ${show(id)}, ${this.fate(id)}`);
  }

  /** Why an id has no body. */
  fate(id: number): string {
    if (this.shapes[id] === null) return "which was removed";
    const ids: (number | string)[] = [];
    for (let k = 0; k < this.shapes.length && ids.length < 9; k++) if (this.has(k)) ids.push(k);
    if (ids.length === 9) ids[8] = "…";
    return `must be the id of a body: ${ids.join(", ") || "there is none"}`;
  }

  /** Refuses poses that `setPose` would refuse, for the first `count` bodies of a list of ids. */
  checkPoses(task: string, ids: Uint32Array | Int32Array, count: number): void {
    // If the list has few of many bodies, only these are checked, one by one.
    const P = this.backend.poses;
    const n = this.shapes.length;
    if (8 * count >= n && areInRange(P, n)) return;
    for (let k = 0; k < count; k++) {
      const id = ids[k];
      if (this.kinds[id] === NONE) continue;
      const at = POSE_STRIDE * id;
      for (let m = 0; m < POSE_STRIDE; m++) {
        const rule = brokenRule(P[at + m], POSITION_LIMIT);
        if (rule !== null) refuse(task, nameOf(at + m), P[at + m], rule);
      }
      const cos = P[at + 2], sin = P[at + 3];
      if (!isRotation(cos, sin)) {
        const names = `poses[${at + 2}]² + poses[${at + 3}]² (cos² + sin² of body ${id})`;
        refuseScale(task, names, cos, sin);
      }
    }
  }
}

/** Whether the poses of all ids below `limit` can be those of bodies, unused ids included. */
function areInRange(P: Float64Array, limit: number): boolean {
  for (let p = 0; p < POSE_STRIDE * limit; p += POSE_STRIDE) {
    if (
      !(Math.abs(P[p]) <= POSITION_LIMIT && Math.abs(P[p + 1]) <= POSITION_LIMIT &&
        isRotation(P[p + 2], P[p + 3]))
    ) return false;
  }
  return true;
}

function kindOf(shape: Shape): number {
  if (!(shape instanceof ConvexShape)) return CONCAVE;
  if (shape.support !== null) return SMOOTH;
  return shape.constructor !== ConvexShape ? ONE_SIDED : PLAIN;
}

/** The name of a number of a pose in an error message. */
function nameOf(at: number): string {
  const id = Math.floor(at / POSE_STRIDE);
  return `poses[${at}] (${["x", "y", "cos", "sin"][at - POSE_STRIDE * id]} of body ${id})`;
}
