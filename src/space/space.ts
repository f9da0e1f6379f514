/**
 * Queries on many pairs of bodies at once.
 *
 * @module
 */
import {
  brokenRule,
  checkFinite,
  checkObject,
  checkPose,
  isLong,
  LONG,
  POSITION_LIMIT,
  refuse,
  show,
} from "../math/check.ts";
import type { Aabb } from "../math/aabb.ts";
import { IDENTITY, type Pose } from "../math/pose.ts";
import { checkConvex } from "../shapes/check.ts";
import { ConvexShape } from "../shapes/shape.ts";
import type { Backend, PairQuery } from "./backend.ts";
import { Broadphase } from "./broadphase/broadphase.ts";
import { DISTANCE_STRIDE, MANIFOLD_STRIDE, PENETRATION_STRIDE, POSE_STRIDE } from "./layout.ts";
import { askSpecial } from "./scalar.ts";
import { SimdBackend } from "./simd_backend.ts";
import { TsBackend } from "./ts_backend.ts";
import {
  apart,
  checkAttached,
  checkForeign,
  checkKind,
  checkRoom,
  checkView,
  refuseBox,
} from "./views.ts";
import { findRefusal, refusalOf } from "./wasm.ts";

/** Which implementation runs a space's queries. */
export type SpaceBackend = "simd" | "ts";

/** Options of {@linkcode Space}. */
export interface SpaceOptions {
  /** Number of bodies to make room for at once; the memory grows if there are more. Default 64. */
  capacity?: number | undefined;
  /**
   * `"simd"` for WebAssembly with SIMD, which throws if that is not available; `"ts"` for TypeScript; `"auto"`,
   * the default, for the first of the two that works here. Both return the same bits.
   */
  backend?: "auto" | SpaceBackend | undefined;
}

/** More bodies than fit into any memory: an id times 32 is an address, and has to be below 2^32. */
const MOST_BODIES = 67_108_864; // 2^26

/** Values of `#kinds`. NONE: the id has no body. */
const NONE = 0;
const PLAIN = 1;
/** A shape of a subclass, which makes its own manifolds. */
const ONE_SIDED = 2;
/** A shape with a support function. */
const SMOOTH = 3;

/** Names of the sides of a box, in order. */
const SIDES: readonly string[] = ["minX", "minY", "maxX", "maxY"];

const TASKS: Record<PairQuery, string> = {
  intersects: "test intersections",
  distances: "measure distances",
  signedDistances: "measure signed distances",
  penetrations: "measure penetrations",
  manifolds: "find manifolds",
};

/**
 * Many bodies in one memory: a broadphase, and queries on lists of pairs with the same answers as the functions
 * on single pairs, bit for bit. A space is faster than single calls for lists of thousands of pairs of shapes
 * with few vertices, and slower for a handful of pairs. docs/embedding.md has the numbers,
 * docs/memory_layout.md the layout of all arrays.
 *
 * A body is a shape with a pose, identified by its id, a small integer. Poses are in {@linkcode Space.poses},
 * where a simulation may write them directly. Pairs are ids, two per pair, in a `Uint32Array`; a list may name
 * a body any number of times.
 *
 * Everything is synchronous. WebAssembly is compiled when the first space is created, and the garbage collector
 * reclaims the memory: there is nothing to await and nothing to free.
 *
 * Shapes with a support function (ellipses, `convex()`) may be among the bodies. Their pairs are answered by
 * the functions on single pairs. If a support function throws, the query throws the same error and `out` stays
 * unchanged.
 *
 * @example Usage
 * ```ts
 * import { Space, box, circle, DISTANCE_STRIDE, pose } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const space = new Space();
 * const crate = space.add(box(2, 2), pose(0, 0));
 * const ball = space.add(circle(0.5), pose(4, 0));
 * const pairs = Uint32Array.of(crate, ball);
 *
 * assertEquals([...space.intersects(pairs)], [0]);
 * const result = space.distances(pairs);
 * assertEquals(result.length, DISTANCE_STRIDE);
 * assertEquals(result[0], 2.5);
 *
 * space.poses[4 * ball] = 1.25; // x of the ball
 * assertEquals([...space.intersects(pairs)], [1]);
 * ```
 */
export class Space {
  /** The implementation in use. */
  readonly backend: SpaceBackend;
  /** Why this implementation is in use, as text for people. */
  readonly backendReason: string;

  readonly #backend: Backend;
  /** Shapes by id; `null` for ids not in use. */
  readonly #shapes: (ConvexShape | null)[] = [];
  /** NONE, PLAIN, ONE_SIDED or SMOOTH by id. */
  #kinds: Uint8Array;
  /** Removed ids. The last one is reused first. */
  readonly #free: number[] = [];
  /** Created when `findPairs`, `findInBox`, `setGroup` or `rayCasts` first needs it. */
  #broadphase: Broadphase | null = null;
  /** Number of bodies that are ONE_SIDED or SMOOTH. */
  #special = 0;
  /** Whether a support function may be running. */
  #busy = false;
  /** Copy of a list of pairs that other code may write to. */
  #copy = new Uint32Array(0);
  /**
   * The pairs that only the functions on single pairs can answer, as indices into the list of all
   * pairs; and their answers.
   */
  #list = new Uint32Array(0);
  #answers = new Float64Array(0);

  /**
   * Makes an empty space.
   *
   * @param options Capacity and backend
   * @throws {TypeError} If an option is of the wrong type
   * @throws {RangeError} If an option has a bad value, or there is not enough memory for the capacity
   * @throws {Error} If `"simd"` is requested and not available
   */
  constructor(options: SpaceOptions = {}) {
    checkObject("create space", "options", options, "an object");
    const { capacity = 64, backend = "auto" } = options;
    checkFinite("create space", "options.capacity", capacity);
    if (!(Number.isInteger(capacity) && capacity >= 0 && capacity <= MOST_BODIES)) {
      refuse("create space", "options.capacity", capacity, "be a whole number from 0 to 2^26");
    }
    if (typeof backend !== "string") {
      refuse("create space", "options.backend", backend, "be a string", TypeError);
    }
    if (backend !== "auto" && backend !== "simd" && backend !== "ts") {
      const rule = 'be "auto", "simd" or "ts"';
      refuse("create space", "options.backend", backend, rule, RangeError);
    }
    const room = capacity + 0; // never -0
    let refusal = backend === "ts" ? "asked for" : findRefusal();
    if (backend === "simd" && refusal !== null) {
      throw new Error(`Cannot create space: backend "simd" is not available: ${refusal}`);
    }
    let inner: Backend | null = null;
    if (refusal === null) {
      try {
        inner = new SimdBackend(room, backend === "auto");
      } catch (error) {
        if (backend === "simd") throw error;
        refusal = refusalOf(error);
      }
    }
    this.backend = inner !== null ? "simd" : "ts";
    this.backendReason = refusal ?? (backend === "simd" ? "asked for" : "WebAssembly has SIMD");
    this.#backend = inner ?? new TsBackend(room);
    this.#kinds = new Uint8Array(room);
  }

  /** Number of bodies. */
  get size(): number {
    return this.#shapes.length - this.#free.length;
  }

  /** Number of bodies that fit before the memory has to grow. */
  get capacity(): number {
    return this.#backend.capacity;
  }

  /**
   * Poses of all bodies, to read and to write: body `id` has x, y, cos, sin at `4 * id` (see
   * `POSE_STRIDE`), with room for {@linkcode Space.capacity} bodies.
   *
   * Fetch this array again after {@linkcode Space.add} and {@linkcode Space.setShape}: when they make the
   * memory grow, the poses move, and an array fetched before no longer belongs to the space. Queries refuse the
   * numbers that {@linkcode Space.setPose} would refuse.
   */
  get poses(): Float64Array {
    return this.#backend.poses;
  }

  /**
   * Adds a body.
   *
   * @param shape Its shape; many bodies may share one
   * @param pose Its pose, copied; the identity by default
   * @returns Its id: the one that was removed last, or else the lowest that was never used
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If the pose holds a number that is not finite or a position beyond ±2^250, or memory
   * runs out; the space is then as it was
   */
  add(shape: ConvexShape, pose: Readonly<Pose> = IDENTITY): number {
    this.#checkIdle("add body");
    checkConvex("add body", "shape", shape);
    checkPose("add body", "pose", pose);
    const { x, y, cos, sin } = pose;
    const id = this.#free.at(-1) ?? this.#shapes.length;
    if (id >= this.#backend.capacity) this.#grow(id + 1);
    this.#backend.place(id, shape);
    if (id < this.#shapes.length) this.#free.pop();
    this.#note(id, shape);
    this.#writePose(id, x, y, cos, sin);
    return id;
  }

  /**
   * Removes a body. The next body that is added gets its id; until then, a list of pairs that names the id is
   * refused.
   *
   * @param id Body
   * @throws {TypeError} If `id` is not a number
   * @throws {RangeError} If there is no such body
   */
  remove(id: number): void {
    this.#checkIdle("remove body");
    this.#checkId("remove body", id);
    this.#backend.clear(id);
    if (this.#kinds[id] > PLAIN) this.#special--;
    this.#kinds[id] = NONE;
    this.#shapes[id] = null;
    this.#free.push(id + 0); // never -0
    this.#broadphase?.touch(id);
    this.#broadphase?.setGroup(id, 0);
  }

  /**
   * Whether there is a body with this id.
   *
   * @param id Any number
   * @returns `true` if there is
   */
  has(id: number): boolean {
    return typeof id === "number" && this.#kinds[id] > NONE && id < this.#shapes.length;
  }

  /**
   * Gives a body another shape and keeps its pose.
   *
   * @param id Body
   * @param shape Its new shape
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If there is no such body, or memory runs out; the space is then as it was
   */
  setShape(id: number, shape: ConvexShape): void {
    this.#checkIdle("set shape");
    this.#checkId("set shape", id);
    checkConvex("set shape", "shape", shape);
    this.#backend.place(id, shape);
    if (this.#kinds[id] > PLAIN) this.#special--;
    this.#note(id, shape);
  }

  /**
   * Puts a body into a group. {@linkcode Space.findPairs} never pairs two bodies of the same group. Put all
   * static bodies into one group, and the parts of each body into a group of their own.
   *
   * @param id Body
   * @param group An integer from 1 to 2^31 - 1, or 0 for no group, which is the default
   * @throws {TypeError} If an argument is not a number
   * @throws {RangeError} If there is no such body, or `group` is no such number
   *
   * @example Usage
   * ```ts
   * import { Space, box, circle, pose } from "@narrowphase/gjk2d";
   * import { assertEquals } from "@std/assert";
   *
   * const STATIC = 1;
   * const space = new Space();
   * for (const x of [0, 1, 2]) space.setGroup(space.add(box(1, 1), pose(x, 0)), STATIC);
   * const ball = space.add(circle(0.5), pose(2, 1));
   * assertEquals([...space.findPairs()], [1, ball, 2, ball]);
   * ```
   */
  setGroup(id: number, group: number): void {
    const task = "set group";
    this.#checkIdle(task);
    this.#checkId(task, id);
    checkFinite(task, "group", group);
    if (!(Number.isInteger(group) && group >= 0 && group <= 2147483647)) {
      refuse(task, "group", group, "be a whole number from 0 to 2^31 - 1");
    }
    if (group > 0 || this.#broadphase !== null) this.#pairFinder().setGroup(id, group);
  }

  /**
   * The group of a body, see {@linkcode Space.setGroup}.
   *
   * @param id Body
   * @returns The group it was put into; 0 for none
   * @throws {TypeError} If `id` is not a number
   * @throws {RangeError} If there is no such body
   */
  getGroup(id: number): number {
    this.#checkId("get group", id);
    return this.#broadphase === null ? 0 : this.#broadphase.getGroup(id);
  }

  /**
   * The shape of a body.
   *
   * @param id Body
   * @returns The shape it was given
   * @throws {TypeError} If `id` is not a number
   * @throws {RangeError} If there is no such body
   */
  getShape(id: number): ConvexShape {
    this.#checkId("get shape", id);
    return this.#shapes[id]!;
  }

  /**
   * Validates and sets the pose of a body; otherwise the same as writing its four numbers to
   * {@linkcode Space.poses}.
   *
   * @param id Body
   * @param pose Its new pose, copied
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If there is no such body, or the pose holds a number that is not finite or a position
   * beyond ±2^250
   */
  setPose(id: number, pose: Readonly<Pose>): void {
    this.#checkId("set pose", id);
    checkPose("set pose", "pose", pose);
    const { x, y, cos, sin } = pose;
    this.#writePose(id, x, y, cos, sin);
  }

  /**
   * The pose of a body.
   *
   * @param id Body
   * @param out Receives the pose
   * @returns `out`
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If there is no such body
   */
  getPose(id: number, out: Pose = { x: 0, y: 0, cos: 1, sin: 0 }): Pose {
    this.#checkId("get pose", id);
    checkObject("get pose", "out", out, "a pose { x, y, cos, sin }");
    const P = this.#backend.poses;
    out.x = P[POSE_STRIDE * id];
    out.y = P[POSE_STRIDE * id + 1];
    out.cos = P[POSE_STRIDE * id + 2];
    out.sin = P[POSE_STRIDE * id + 3];
    return out;
  }

  /**
   * For each pair, 1 if the shapes share a point and 0 if not; touching counts. The same answers as
   * `intersects`.
   *
   * @param pairs Ids, two per pair
   * @param out Receives one byte per pair; may be longer than needed
   * @returns `out`
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If an id has no body, a pose is out of range, `pairs` has an odd length or `out` is
   * too short; `out` is then as it was
   */
  intersects(pairs: Uint32Array, out?: Uint8Array): Uint8Array {
    return this.#answer("intersects", pairs, 1, out, 0);
  }

  /**
   * Distance, normal and closest points of each pair; the same answers as `distance`.
   *
   * @param pairs Ids, two per pair
   * @param out Receives `DISTANCE_STRIDE` = 8 doubles per pair: distance, normal x, y, point on A x, y,
   * point on B x, y, status (`SEPARATED`, `TOUCHING`, `OVERLAPPING` or `EXHAUSTED`); world frame, the
   * caller's units. May be longer than needed
   * @returns `out`
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If an id has no body, a pose is out of range, `pairs` has an odd length or `out` is
   * too short; `out` is then as it was
   *
   * @example Usage
   * ```ts
   * import { Space, circle, pose, SEPARATED } from "@narrowphase/gjk2d";
   * import { assertEquals } from "@std/assert";
   *
   * const space = new Space();
   * const a = space.add(circle(1), pose(0, 0));
   * const b = space.add(circle(2), pose(0, 5));
   * const out = space.distances(Uint32Array.of(a, b));
   * assertEquals([...out], [2, 0, 1, 0, 1, 0, 3, SEPARATED]);
   * ```
   */
  distances(pairs: Uint32Array, out?: Float64Array): Float64Array {
    return this.#answer("distances", pairs, DISTANCE_STRIDE, out, 0);
  }

  /**
   * Signed distance, normal and witness points of each pair; the same answers as `signedDistance`.
   *
   * @param pairs Ids, two per pair
   * @param out Receives `DISTANCE_STRIDE` = 8 doubles per pair, as in {@linkcode Space.distances}; a
   * negative distance is minus the depth of the penetration
   * @returns `out`
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If an id has no body, a pose is out of range, `pairs` has an odd length or `out` is
   * too short; `out` is then as it was
   */
  signedDistances(pairs: Uint32Array, out?: Float64Array): Float64Array {
    return this.#answer("signedDistances", pairs, DISTANCE_STRIDE, out, 0);
  }

  /**
   * Depth, normal and witness points of each pair that intersects; the same answers as `penetration`.
   *
   * For a pair that is apart, where `penetration` returns `null`, all eight numbers are 0, including the status
   * (`SEPARATED`). So you can apply `depth · normal` without a branch.
   *
   * @param pairs Ids, two per pair
   * @param out Receives `PENETRATION_STRIDE` = 8 doubles per pair: depth, normal x, y, point on A x, y,
   * point on B x, y, status (`SEPARATED`, `TOUCHING` or `OVERLAPPING`)
   * @returns `out`
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If an id has no body, a pose is out of range, `pairs` has an odd length or `out` is
   * too short; `out` is then as it was
   */
  penetrations(pairs: Uint32Array, out?: Float64Array): Float64Array {
    return this.#answer("penetrations", pairs, PENETRATION_STRIDE, out, 0);
  }

  /**
   * Contact points of each pair; the same as those of `collide`.
   *
   * A pair without contact points has twelve zeros, including its normal.
   *
   * @param pairs Ids, two per pair
   * @param out Receives `MANIFOLD_STRIDE` = 12 doubles per pair: number of points, normal x, y, 0, then for
   * each of two points x, y, separation, id; zeros where there is no point. May be longer than needed
   * @param margin Shapes that are apart by at most this distance get contact points too, `>= 0`
   * @returns `out`
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If an id has no body, a pose is out of range, `pairs` has an odd length, `out` is too
   * short, or `margin` is negative or not finite; `out` is then as it was
   *
   * @example Usage
   * ```ts
   * import { Space, box, MANIFOLD_POINTS_OFFSET, pose } from "@narrowphase/gjk2d";
   * import { assertEquals } from "@std/assert";
   *
   * const space = new Space();
   * const ground = space.add(box(10, 2), pose(0, -1));
   * const crate = space.add(box(1, 1), pose(2, 0.25));
   * const out = space.manifolds(Uint32Array.of(ground, crate));
   * assertEquals([...out.subarray(0, 3)], [2, 0, 1]);
   * const [x, y, separation] = out.subarray(MANIFOLD_POINTS_OFFSET);
   * assertEquals([x, y, separation], [2.5, -0.125, -0.25]);
   * ```
   */
  manifolds(pairs: Uint32Array, out?: Float64Array, margin: number = 0): Float64Array {
    checkMargin(TASKS.manifolds, margin);
    return this.#answer("manifolds", pairs, MANIFOLD_STRIDE, out, margin);
  }

  /**
   * The broadphase: finds the pairs of bodies that may touch, those whose axis-aligned bounding boxes are
   * within `margin` of each other along both axes. It never misses shapes whose distance is at most `margin`.
   * Bodies of the same group ({@linkcode Space.setGroup}) are never paired.
   *
   * Each pair is listed once, with the lower id first, sorted by the first and then by the second id. The list
   * depends on the shapes, the poses, the groups and the margin alone, not on earlier calls, and is the same on
   * both backends. Boxes are larger than the shapes by about 2⁻⁴⁸ of their size and position.
   *
   * It costs less if few bodies have moved since the last call. Of margins that alternate, such as 0 for sensors and a
   * larger one for contacts, only the greatest counts.
   *
   * @param margin Greatest gap between boxes, `>= 0`, in the caller's units
   * @param out Receives the ids, two per pair; may be longer than needed. If it may be too short, catch the
   * `RangeError`, call again without it, and make the next `out` twice as long as the answer
   * @returns A new array, or the part of `out` that was filled
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If `margin` is negative or not finite, a pose is out of range, or `out` is too short;
   * `out` is then as it was
   *
   * @example Usage
   * ```ts
   * import { Space, box, pose } from "@narrowphase/gjk2d";
   * import { assertEquals } from "@std/assert";
   *
   * const space = new Space();
   * const crate = box(2, 2);
   * for (const x of [0, 1.5, 10, 12.5]) space.add(crate, pose(x, 0));
   * assertEquals([...space.findPairs()], [0, 1]);
   * assertEquals([...space.findPairs(1)], [0, 1, 2, 3]);
   * ```
   */
  findPairs(margin: number = 0, out?: Uint32Array): Uint32Array {
    const task = "find pairs";
    this.#checkIdle(task);
    checkMargin(task, margin);
    if (out !== undefined) this.#checkList(task, out);
    const broadphase = this.#lookAround(task);
    this.#busy = true;
    let count = 0;
    try {
      count = broadphase.find(this.#shapes, this.#backend.poses, margin);
    } finally {
      this.#busy = false;
    }
    if (out === undefined) out = new Uint32Array(2 * count);
    else if (out.length < 2 * count) {
      throw new RangeError(
        `Cannot ${task}: out has ${out.length} elements, must have at least ${2 * count} for ` +
          `${count} pairs`,
      );
    } else if (out.length > 2 * count) out = out.subarray(0, 2 * count);
    broadphase.copy(count, out);
    return out;
  }

  /**
   * Finds the bodies that may touch a box: those whose axis-aligned bounding boxes touch it. Bounding boxes are
   * larger than the shapes by about 2⁻⁴⁸ of their size and position.
   *
   * It costs least if `findPairs` is called in every step, since the two share their data. Every call checks
   * whether any body has moved, which takes about 0.005 ms per 1000 bodies; `findInBoxes` does so once for many
   * boxes.
   *
   * @param box Box in the world, in the caller's units
   * @param out Receives the ids; may be longer than needed
   * @returns The ids, ascending: a new array, or the part of `out` that was filled
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If a side of the box is NaN or a minimum above its maximum, a pose is out of range, or
   * `out` is too short; `out` is then as it was
   *
   * @example Usage
   * ```ts
   * import { Space, circle, pose } from "@narrowphase/gjk2d";
   * import { assertEquals } from "@std/assert";
   *
   * const space = new Space();
   * for (const x of [0, 3, 6, 9]) space.add(circle(1), pose(x, 0));
   * assertEquals([...space.findInBox({ minX: 2.5, minY: -1, maxX: 5.5, maxY: 1 })], [1, 2]);
   * ```
   */
  findInBox(box: Readonly<Aabb>, out?: Uint32Array): Uint32Array {
    const task = "find bodies in box";
    checkObject(task, "box", box, "a box { minX, minY, maxX, maxY }");
    const { minX, minY, maxX, maxY } = box;
    if (
      !(typeof minX === "number" && typeof minY === "number" && typeof maxX === "number" &&
        typeof maxY === "number" && minX <= maxX && minY <= maxY)
    ) refuseBox(task, [minX, minY, maxX, maxY], (k) => `box.${SIDES[k]}`);
    if (out !== undefined) this.#checkList(task, out);
    const { place } = this.openPlaces(task);
    this.closePlaces();
    const { region, found } = place;
    region[0] = minX;
    region[1] = minY;
    region[2] = maxX;
    region[3] = maxY;
    const count = place.findAll();
    if (out === undefined) out = new Uint32Array(count);
    else if (out.length < count) {
      throw new RangeError(
        `Cannot ${task}: out has ${out.length} elements, must have at least ${count}`,
      );
    }
    for (let k = 0; k < count; k++) out[k] = found[k];
    return out.length > count ? out.subarray(0, count) : out;
  }

  /** Refuses `out` if it cannot hold ids. */
  #checkList(task: string, out: Uint32Array): void {
    checkView(task, "out", out, "Uint32Array", this.#backend.poses);
  }

  /**
   * For `rayCasts` and `findInBoxes`: the broadphase, brought up to date. Unless this throws, the
   * space is busy until `closePlaces`.
   * @internal
   */
  openPlaces(task: string): Broadphase {
    this.#checkIdle(task);
    const broadphase = this.#lookAround(task);
    this.#busy = true;
    let isReady = false;
    try {
      broadphase.prepare(this.#shapes, this.#backend.poses);
      isReady = true;
    } finally {
      this.#busy = isReady;
    }
    return broadphase;
  }

  /**
   * See `openPlaces`.
   * @internal
   */
  closePlaces(): void {
    this.#busy = false;
  }

  /**
   * The broadphase, after it has listed the bodies that moved. Their poses are checked; the others
   * were checked before.
   */
  #lookAround(task: string): Broadphase {
    const broadphase = this.#pairFinder();
    const count = broadphase.look(this.#backend.poses);
    this.#checkPoses(task, broadphase.moved, count);
    return broadphase;
  }

  /** The broadphase, created when it is first needed. It then has to examine every body. */
  #pairFinder(): Broadphase {
    if (this.#broadphase === null) {
      this.#broadphase = new Broadphase();
      for (let id = 0; id < this.#shapes.length; id++) this.#broadphase.touch(id);
    }
    return this.#broadphase;
  }

  /** A query on every pair. */
  #answer<Out extends Uint8Array | Float64Array>(
    query: PairQuery,
    pairs: Uint32Array,
    stride: number,
    out: Out | undefined,
    margin: number,
  ): Out {
    const task = TASKS[query];
    pairs = this.#checkPairs(task, pairs);
    const count = pairs.length / 2, isBoolean = query === "intersects";
    if (out === undefined) {
      out = (isBoolean ? new Uint8Array(count) : new Float64Array(stride * count)) as Out;
    } else {
      checkKind(task, "out", out, isBoolean ? "Uint8Array" : "Float64Array");
      checkRoom(task, out, stride * count, count);
      this.#checkForeign(task, "out", out);
      pairs = apart(pairs, out);
    }
    this.#ask(query, pairs, stride, out, margin);
    return out;
  }

  /**
   * Answers checked pairs. Pairs with support functions come first, and their answers go to the
   * space's own memory, since a support function may throw, and `out` has to stay unchanged then. A
   * support function may also write to the pairs (the backend gets a copy), write to the poses, or
   * detach the memory of `out`. So these are checked again.
   */
  #ask(
    query: PairQuery,
    pairs: Uint32Array,
    stride: number,
    out: Uint8Array | Float64Array,
    margin: number,
  ): void {
    const count = this.#special > 0 ? this.#listSpecial(query, pairs) : 0;
    if (count > 0) {
      pairs = this.#copyPairs(pairs);
      if (this.#answers.length < stride * count) this.#answers = new Float64Array(stride * count);
      const P = this.#backend.poses;
      this.#busy = true;
      try {
        askSpecial(query, this.#shapes, P, pairs, this.#list, count, this.#answers, margin);
      } finally {
        this.#busy = false;
      }
      const total = pairs.length / 2;
      checkRoom(TASKS[query], out, stride * total, total);
      this.#checkPoses(TASKS[query], pairs, pairs.length);
    }
    this.#backend.ask(query, pairs, out, margin);
    const list = this.#list, answers = this.#answers;
    for (let m = 0, from = 0; m < count; m++) {
      const at = stride * list[m];
      for (let k = 0; k < stride; k++) out[at + k] = answers[from++];
    }
  }

  /** Lists the pairs that only the functions on single pairs can answer. Returns their number. */
  #listSpecial(query: PairQuery, pairs: Uint32Array): number {
    const kinds = this.#kinds;
    const least = query === "manifolds" ? ONE_SIDED : SMOOTH;
    let count = 0;
    for (let k = 0; 2 * k < pairs.length; k++) {
      if (kinds[pairs[2 * k]] < least && kinds[pairs[2 * k + 1]] < least) continue;
      if (count === this.#list.length) {
        const longer = new Uint32Array(Math.max(16, 2 * count));
        longer.set(this.#list);
        this.#list = longer;
      }
      this.#list[count++] = k;
    }
    return count;
  }

  #grow(least: number): void {
    if (least > MOST_BODIES) {
      throw new RangeError(`Cannot add body: ${least} bodies are more than 2^26`);
    }
    // Double the capacity, so that this happens rarely. If there is not enough memory, take only
    // what is needed.
    try {
      this.#reserve(Math.min(MOST_BODIES, Math.max(least, 2 * this.#backend.capacity, 16)));
    } catch {
      this.#reserve(least);
    }
  }

  #reserve(capacity: number): void {
    // Allocate everything first, so that a failure changes nothing.
    const kinds = new Uint8Array(capacity);
    kinds.set(this.#kinds);
    this.#backend.reserve(capacity);
    this.#kinds = kinds;
  }

  #note(id: number, shape: ConvexShape): void {
    this.#shapes[id] = shape;
    this.#kinds[id] = shape.support !== null
      ? SMOOTH
      : shape.constructor !== ConvexShape
      ? ONE_SIDED
      : PLAIN;
    if (this.#kinds[id] > PLAIN) this.#special++;
    this.#broadphase?.touch(id);
  }

  #writePose(id: number, x: number, y: number, cos: number, sin: number): void {
    const P = this.#backend.poses;
    P[POSE_STRIDE * id] = x;
    P[POSE_STRIDE * id + 1] = y;
    P[POSE_STRIDE * id + 2] = cos;
    P[POSE_STRIDE * id + 3] = sin;
  }

  #checkIdle(task: string): void {
    if (this.#busy) throw new Error(`Cannot ${task}: a query of this space is running`);
  }

  #checkId(task: string, id: number): void {
    if (typeof id !== "number") refuse(task, "id", id, "be a number");
    if (!this.has(id)) throw new RangeError(`Cannot ${task}: id is ${show(id)}, ${this.#fate(id)}`);
  }

  /** Why an id has no body. */
  #fate(id: number): string {
    return id < this.#shapes.length && this.#shapes[id] === null
      ? "which was removed"
      : `must be one of the ${this.size} bodies`;
  }

  /** Refuses a view of the space's own memory, which changes while a query runs. */
  #checkForeign(task: string, name: string, view: ArrayBufferView): void {
    checkForeign(task, name, view, this.#backend.poses);
  }

  /**
   * Checks everything that could be wrong with the pairs. Returns them, or a copy that nobody else
   * can change.
   */
  #checkPairs(task: string, pairs: Uint32Array): Uint32Array {
    this.#checkIdle(task);
    checkKind(task, "pairs", pairs, "Uint32Array");
    // In shared memory, another thread may write to the list, and `apart` would not see that `out`
    // overlaps it.
    if (!(pairs.buffer instanceof ArrayBuffer)) pairs = this.#copyPairs(pairs);
    if (pairs.length % 2 !== 0) {
      throw new RangeError(
        `Cannot ${task}: pairs has ${pairs.length} elements, must have two per pair`,
      );
    }
    if (pairs.length === 0) checkAttached(task, "pairs", pairs);
    this.#checkForeign(task, "pairs", pairs);
    const stray = this.#backend.findStray(pairs, this.#shapes.length, this.#free.length > 0);
    if (stray >= 0) {
      const id = pairs[stray];
      throw new RangeError(`Cannot ${task}: pairs[${stray}] is ${id}, ${this.#fate(id)}`);
    }
    this.#checkPoses(task, pairs, pairs.length);
    return pairs;
  }

  /** A copy of the list as it is now. The next copy overwrites it. */
  #copyPairs(pairs: Uint32Array): Uint32Array {
    if (pairs.buffer === this.#copy.buffer) return pairs;
    const { length } = pairs; // it may become longer at any time, in shared memory
    if (length > this.#copy.length) {
      this.#copy = new Uint32Array(Math.max(length, 2 * this.#copy.length));
    }
    const copy = this.#copy.subarray(0, length);
    copy.set(pairs.subarray(0, length));
    return copy;
  }

  /** Refuses poses that `setPose` would refuse, for the first `count` bodies of a list of ids. */
  #checkPoses(task: string, ids: Uint32Array | Int32Array, count: number): void {
    // If the list has few of many bodies, only these are checked, one by one.
    const P = this.#backend.poses;
    const n = this.#shapes.length;
    if (8 * count >= n && this.#backend.areInRange(n)) return;
    for (let k = 0; k < count; k++) {
      const id = ids[k];
      if (this.#kinds[id] === NONE) continue;
      const at = POSE_STRIDE * id;
      for (let m = 0; m < POSE_STRIDE; m++) {
        const rule = brokenRule(P[at + m], POSITION_LIMIT);
        if (rule !== null) refuse(task, nameOf(at + m), P[at + m], rule);
      }
      const cos = P[at + 2], sin = P[at + 3];
      if (!isLong(cos, sin)) refuse(task, nameOf(at + 2), cos, LONG);
    }
  }
}

/** The name of a number of a pose in an error message. */
function nameOf(at: number): string {
  const id = Math.floor(at / POSE_STRIDE);
  return `poses[${at}] (${["x", "y", "cos", "sin"][at - POSE_STRIDE * id]} of body ${id})`;
}

/** Refuses a margin that is negative or no finite number. */
function checkMargin(task: string, margin: number): void {
  checkFinite(task, "margin", margin);
  if (!(margin >= 0)) refuse(task, "margin", margin, "not be negative");
}
