/**
 * The public face of a space: documentation and checks of arguments. What it does is in the files
 * beside it; core.ts has the state.
 *
 * @module
 */
import {
  checkArray,
  checkCoordinate,
  checkFinite,
  checkKnown,
  checkObject,
  checkPoint,
  checkPose,
  POSITION_LIMIT,
  refuse,
} from "../math/check.ts";
import type { Aabb } from "../math/aabb.ts";
import { copyPose, IDENTITY, newPose, type Pose, readPose, setAngle } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { type CastHit, copyHit, hitFor } from "../query/cast.ts";
import { checkMeasure, copyMeasure, giveResult } from "../query/result.ts";
import { COLLIDE_OPTIONS } from "../query/collide.ts";
import { CAST_OPTIONS, readCastOptions, type ShapeCastOptions } from "../query/shape_cast.ts";
import { checkSweep, type Sweep } from "../query/sweep.ts";
import { IMPACT_OPTIONS, type ImpactOptions, readLimits } from "../query/time_of_impact.ts";
import { checkShape } from "../shapes/check.ts";
import type { Shape } from "../shapes/shape.ts";
import { Arrays } from "./arrays.ts";
import { type ContactEvents, ContactFinder, type Contacts } from "./contacts.ts";
import { Core, DEFAULT, MOST_BODIES, REFILTERED } from "./core.ts";
import { Imager } from "./image.ts";
import { POSE_STRIDE } from "./layout.ts";
import { OTHER_NAMES } from "./other_names.ts";
import { PairLists, TASKS } from "./pair_lists.ts";
import {
  isSet,
  type Neighbour,
  newNeighbour,
  newRayHit,
  newSpaceHit,
  newSpaceImpact,
  pointShape,
  Questions,
  type RayHit,
  type Selection,
  type SpaceHit,
  type SpaceImpact,
} from "./questions.ts";
import { checkView, fit, refuseBox } from "./views.ts";

/** Which implementation runs a space's lists of pairs. */
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

/** Which other bodies a body meets. */
export interface Filter {
  /** Categories that the body is in, as bits; default 1. A whole number from -2^31 to 2^32 - 1. */
  category?: number | undefined;
  /** Categories that it meets, as bits. Default all, `~0`. */
  mask?: number | undefined;
  /**
   * Bodies that share a group other than 0 never meet, such as those of one ragdoll, or all static ones. A whole
   * number from -2^31 to 2^31 - 1; default 0, no group.
   */
  group?: number | undefined;
}

/** What `add` is told about a body besides its shape and its pose. */
export interface BodyOptions<Data = unknown> extends Filter {
  /** Whether the body only notices others: it has contacts without points, listed apart. Default `false`. */
  sensor?: boolean | undefined;
  /** Anything of yours; {@linkcode Space.data} gives it back. */
  data?: Data | undefined;
}

/** What {@linkcode Space.rayCastAll} found. */
export interface HitList {
  /** Number of hits. */
  count: number;
  /** The hits, by fraction and then by id. Objects from `count` on are kept for reuse and have no meaning. */
  hits: RayHit[];
}

/** What {@linkcode Space.nearest} found. */
export interface NeighbourList {
  /** Number of neighbours. */
  count: number;
  /** By distance and then by id. Objects from `count` on are kept for reuse and have no meaning. */
  neighbours: Neighbour[];
}

/** How far, and how many, {@linkcode Space.nearest} looks. */
export interface NearestOptions extends Selection {
  /** Greatest distance, in the caller's units; default any. */
  max?: number | undefined;
  /** Greatest number of bodies, a whole number from 1, or Infinity for all within `max`; default 1. */
  count?: number | undefined;
}

/**
 * Many bodies in one place: who touches whom, what a ray hits, what is near, and contacts that last from update to
 * update. It knows no velocities and moves nothing; nothing has to be freed. docs/space.md is the guide.
 *
 * A body is a shape with a pose, identified by its id, a small integer. Move bodies with
 * {@linkcode Space.setPose} or {@linkcode Space.setTransform}, and questions see it at once.
 *
 * @remarks
 * A simulation may write {@linkcode Space.poses} directly: that is seen by the next {@linkcode Space.update} or
 * {@linkcode Space.findPairs}. Engines ask lists of pairs in typed arrays, with the same answers as the functions on
 * single pairs, bit for bit. Nothing allocates when given `out`. docs/internals/memory_layout.md has the layout of all
 * arrays. After an error the space and `out` are as they were.
 *
 * @example Usage
 * ```ts
 * import { box, circle, pose, Space } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const space = new Space();
 * const crate = space.add(box(2, 2), pose(0, 0));
 * const ball = space.add(circle(0.5), pose(4, 0));
 *
 * assertEquals(space.rayCast({ x: -5, y: 0 }, { x: 10, y: 0 })!.id, crate);
 * assertEquals([...space.at({ x: 4.25, y: 0 })], [ball]);
 * assertEquals(space.nearest({ x: 2, y: 0 }).neighbours[0].id, crate);
 *
 * const pairs = Uint32Array.of(crate, ball);
 * space.distances(pairs)[0]; // 2.5
 * space.setTransform(ball, 1.25, 0, 0);
 * assertEquals([...space.findPairs()], [crate, ball]);
 * [...space.intersects(pairs)]; // [1]
 * ```
 */
// deno-lint-ignore no-explicit-any
export class Space<Data = any> {
  /** Which implementation runs lists of pairs. */
  readonly backend: SpaceBackend;
  /** Why this implementation is in use, as text for people. */
  readonly backendReason: string;

  readonly #core: Core;
  readonly #lists: PairLists;
  /** Made when the first question is asked. */
  #questions: Questions | null = null;
  #arraysOf: Arrays | null = null;
  /** Made when the first update is made. */
  #finder: ContactFinder | null = null;
  /** Made when the first image is made. */
  #imagerOf: Imager | null = null;

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
    checkKnown("create space", options, ["capacity", "backend"]);
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
    this.#core = new Core(capacity + 0, backend); // never -0
    this.#lists = new PairLists(this.#core);
    this.backend = this.#core.backendName;
    this.backendReason = this.#core.backendReason;
  }

  /** What is behind a space, to read. */
  static #peek(space: Space, task: string): Core {
    if (!(#core in space)) refuseProxy(task);
    return space.#core;
  }

  /** What is behind a space, unless a query of it is running. */
  static #open(space: Space, task: string): Core {
    const core = Space.#peek(space, task);
    if (core.busy !== "") {
      throw new Error(`Cannot ${task}: "${core.busy}" of this space is running`);
    }
    return core;
  }

  /** Refuses to begin while a query is running, and an id without a body; `null` for none. @internal */
  checkTask(task: string, id: number | null): void {
    const core = Space.#open(this, task);
    if (id !== null) core.checkId(task, id);
  }

  /** Number of bodies. */
  get size(): number {
    return Space.#peek(this, "count bodies").size;
  }

  /** Number of bodies that fit before the memory has to grow. */
  get capacity(): number {
    return Space.#peek(this, "get capacity").backend.capacity;
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
    return Space.#peek(this, "get poses").backend.poses;
  }

  /**
   * Adds a body.
   *
   * @param shape Its shape; many bodies may share one
   * @param pose Its pose, copied; the identity by default
   * @param options Filter, sensor, data
   * @returns Its id: 0, 1, 2 and so on, after the ids of removed bodies, of which the last comes first
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If the pose holds a number that is not finite or a position beyond ±2^250, or memory runs out
   */
  add(
    shape: Shape,
    pose: Readonly<Pose> = IDENTITY,
    options: BodyOptions<Data> = NO_OPTIONS,
  ): number {
    const task = "add body", core = Space.#open(this, task);
    checkShape(task, "shape", shape);
    checkPose(task, "pose", pose);
    copyPose(pose, TURNED);
    checkObject(task, "options", options, "an object");
    checkKnown(task, options, BODY, OTHER_NAMES);
    const { category, mask, group } = readFilter(task, "options", options, DEFAULT);
    const { sensor = false, data } = options;
    checkBoolean(task, "options.sensor", sensor);
    const id = core.add(shape);
    core.writePose(id, TURNED);
    if (options === NO_OPTIONS) return id;
    try {
      core.setFilter(id, category, mask, group);
    } catch (error) { // out of memory
      core.remove(id);
      throw error;
    }
    core.sensors[id] = Number(sensor);
    core.data[id] = data;
    return id;
  }

  /**
   * Removes a body. The next body that is added gets its id; until then, a list of pairs that names the id is
   * refused. Its contacts end with the next {@linkcode Space.update}.
   *
   * @param id Body
   * @throws {TypeError} If `id` is not a number
   * @throws {RangeError} If there is no such body
   */
  remove(id: number): void {
    const core = Space.#open(this, "remove body");
    core.checkId("remove body", id);
    core.remove(id + 0); // never -0
  }

  /**
   * Removes all bodies. As in a new space, the next ones get the ids 0, 1, 2, …; all contacts end with the next
   * {@linkcode Space.update}.
   */
  clear(): void {
    Space.#open(this, "clear space").clear();
  }

  /**
   * The ids of all bodies, ascending: `for (const id of space)`. Bodies may be removed and added meanwhile.
   *
   * @returns An iterator
   */
  *[Symbol.iterator](): Generator<number, void, undefined> {
    const { shapes } = Space.#peek(this, "list bodies");
    for (let id = 0; id < shapes.length; id++) if (shapes[id] !== null) yield id;
  }

  /**
   * Whether there is a body with this id.
   *
   * @param id Any number
   * @returns `true` if there is
   */
  has(id: number): boolean {
    return Space.#peek(this, "look for body").has(id);
  }

  /**
   * Gives a body another shape and keeps its pose.
   *
   * @param id Body
   * @param shape Its new shape
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If there is no such body, or memory runs out
   */
  setShape(id: number, shape: Shape): void {
    const core = Space.#open(this, "set shape");
    core.checkId("set shape", id);
    checkShape("set shape", "shape", shape);
    core.setShape(id, shape);
  }

  /**
   * The shape of a body.
   *
   * @param id Body
   * @returns The shape it was given
   * @throws {TypeError} If `id` is not a number
   * @throws {RangeError} If there is no such body
   */
  getShape(id: number): Shape {
    const core = Space.#peek(this, "get shape");
    core.checkId("get shape", id);
    return core.shapes[id]!;
  }

  /**
   * Changes which others a body meets. Two bodies are a pair if the category of each is in the mask of the other
   * (`category & mask` is not 0), unless they share a group other than 0.
   *
   * @param id Body
   * @param filter What changes; the rest stays
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If there is no such body, or a value is out of range
   *
   * @example Usage
   * ```ts
   * import { box, circle, pose, Space } from "@narrowphase/gjk2d";
   * import { assertEquals } from "@std/assert";
   *
   * const PLAYER = 1, BULLET = 2, WALL = 4;
   * const space = new Space();
   * const player = space.add(circle(1), pose(), { category: PLAYER, mask: WALL });
   * const bullet = space.add(circle(1), pose(), { category: BULLET, mask: WALL });
   * const wall = space.add(box(1, 9), pose(), { category: WALL });
   * assertEquals([...space.findPairs()], [player, wall, bullet, wall]);
   *
   * space.setFilter(bullet, { mask: PLAYER | WALL });
   * space.setFilter(player, { mask: BULLET });
   * assertEquals([...space.findPairs()], [player, bullet, bullet, wall]);
   * ```
   */
  setFilter(id: number, filter: Filter): void {
    const task = "set filter", core = Space.#open(this, task);
    core.checkId(task, id);
    checkObject(task, "filter", filter, "an object");
    checkKnown(task, filter, FILTER_NAMES, OTHER_NAMES, "filter");
    FILTER.category = core.filterOf(id, 0);
    FILTER.mask = core.filterOf(id, 1);
    FILTER.group = core.filterOf(id, 2);
    const { category, mask, group } = readFilter(task, "filter", filter, FILTER);
    core.setFilter(id, category, mask, group);
  }

  /**
   * Which others a body meets.
   *
   * @param id Body
   * @param out Receives the filter
   * @returns `out`: category and mask as numbers from 0 to 2^32 - 1, and the group
   * @throws {TypeError} If `id` is not a number
   * @throws {RangeError} If there is no such body
   */
  getFilter(
    id: number,
    out: Filter = { category: 0, mask: 0, group: 0 },
  ): { category: number; mask: number; group: number } {
    const core = Space.#peek(this, "get filter");
    core.checkId("get filter", id);
    checkObject("get filter", "out", out, "an object");
    out.category = core.filterOf(id, 0) >>> 0;
    out.mask = core.filterOf(id, 1) >>> 0;
    out.group = core.filterOf(id, 2);
    return out as { category: number; mask: number; group: number };
  }

  /**
   * Whether a body is a sensor.
   *
   * @param id Body
   * @returns What `add` or `setSensor` was told
   * @throws {TypeError} If `id` is not a number
   * @throws {RangeError} If there is no such body
   */
  isSensor(id: number): boolean {
    const core = Space.#peek(this, "get sensor");
    core.checkId("get sensor", id);
    return core.sensors[id] === 1;
  }

  /**
   * Makes a body a sensor, or a solid one again. With the next {@linkcode Space.update} its contacts of the one kind
   * end, and those of the other begin.
   *
   * @param id Body
   * @param isSensor Whether it only notices others
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If there is no such body
   */
  setSensor(id: number, isSensor: boolean): void {
    const task = "set sensor", core = Space.#open(this, task);
    core.checkId(task, id);
    if (typeof isSensor !== "boolean") {
      refuse(task, "isSensor", isSensor, "be a boolean", TypeError);
    }
    core.sensors[id] = Number(isSensor);
    core.renewed[id] |= REFILTERED;
  }

  /**
   * What you keep with a body.
   *
   * @param id Body
   * @returns What `add` was given as `data`
   * @throws {TypeError} If `id` is not a number
   * @throws {RangeError} If there is no such body
   */
  data(id: number): Data | undefined {
    const core = Space.#peek(this, "get data");
    core.checkId("get data", id);
    return core.data[id] as Data | undefined;
  }

  /**
   * Keeps something else with a body.
   *
   * @param id Body
   * @param data Anything of yours
   * @throws {TypeError} If `id` is not a number
   * @throws {RangeError} If there is no such body
   */
  setData(id: number, data: Data | undefined): void {
    const core = Space.#open(this, "set data");
    core.checkId("set data", id);
    core.data[id] = data;
  }

  /**
   * Moves a body. Questions see it at once.
   *
   * @param id Body
   * @param pose Its new pose, copied
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If there is no such body, or the pose holds a number that is not finite or a position
   * beyond ±2^250
   */
  setPose(id: number, pose: Readonly<Pose>): void {
    const core = Space.#open(this, "set pose");
    core.checkId("set pose", id);
    checkPose("set pose", "pose", pose);
    core.writePose(id, pose);
  }

  /**
   * Moves a body to a position and an angle. Questions see it at once.
   *
   * @param id Body
   * @param x Position
   * @param y Position
   * @param angle Angle in radians, turned by the library's own sine, so with the same bits on every engine; without
   * it the body keeps its rotation
   * @throws {TypeError} If an argument is not a number
   * @throws {RangeError} If there is no such body, or a number is not finite or a position beyond ±2^250
   */
  setTransform(id: number, x: number, y: number, angle?: number): void {
    const task = "set transform", core = Space.#open(this, task);
    core.checkId(task, id);
    checkCoordinate(task, "x", x, POSITION_LIMIT);
    checkCoordinate(task, "y", y, POSITION_LIMIT);
    if (angle !== undefined) {
      checkFinite(task, "angle", angle);
      setAngle(TURNED, angle);
    } else {
      const P = core.backend.poses;
      TURNED.cos = P[POSE_STRIDE * id + 2];
      TURNED.sin = P[POSE_STRIDE * id + 3];
    }
    TURNED.x = x;
    TURNED.y = y;
    core.writePose(id, TURNED);
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
    const core = Space.#peek(this, "get pose");
    core.checkId("get pose", id);
    checkObject("get pose", "out", out, "a pose { x, y, cos, sin }");
    return readPose(core.backend.poses, POSE_STRIDE * id, out);
  }

  /**
   * For development: throws if a pose was written to {@linkcode Space.poses} that no `update` or `findPairs` has
   * seen, so that questions would be answered for where the body was. It reads all poses.
   *
   * @throws {Error} That names such a body
   */
  check(): void {
    const core = Space.#open(this, "check");
    const id = core.broadphase.bodies.findUnseen(core.backend.poses);
    if (id < 0) return;
    throw new Error(
      `The pose of body ${id} was written to space.poses and is not seen yet: call update() or ` +
        `findPairs() before asking, or move bodies with setPose()`,
    );
  }

  /**
   * For each pair, 1 if the shapes share a point and 0 if not; touching counts. The same answers as
   * `intersects`.
   *
   * @param pairs Ids, two per pair
   * @param out Receives one byte per pair; may be longer than needed
   * @returns `out` or its part that was filled; a new array if it is too short
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If an id has no body, a pose is out of range, or `pairs` has an odd length
   */
  intersects(pairs: Uint32Array, out?: Uint8Array): Uint8Array {
    Space.#open(this, TASKS.intersects);
    return this.#lists.answer("intersects", pairs, out, 0);
  }

  /**
   * Distance, normal and closest points of each pair; the same answers as `distance`.
   *
   * @param pairs Ids, two per pair
   * @param out Receives `DISTANCE_STRIDE` = 8 doubles per pair: distance, normal x, y, point on A x, y,
   * point on B x, y, status (`SEPARATED`, `TOUCHING`, `OVERLAPPING` or `EXHAUSTED`); world frame, the
   * caller's units. May be longer than needed
   * @returns `out` or its part that was filled; a new array if it is too short
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If an id has no body, a pose is out of range, or `pairs` has an odd length
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
    Space.#open(this, TASKS.distances);
    return this.#lists.answer("distances", pairs, out, 0);
  }

  /**
   * Signed distance, normal and witness points of each pair; the same answers as `signedDistance`.
   *
   * @param pairs Ids, two per pair
   * @param out Receives `DISTANCE_STRIDE` = 8 doubles per pair, as in {@linkcode Space.distances}; a
   * negative distance is minus the depth of the penetration
   * @returns `out` or its part that was filled; a new array if it is too short
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If an id has no body, a pose is out of range, or `pairs` has an odd length
   */
  signedDistances(pairs: Uint32Array, out?: Float64Array): Float64Array {
    Space.#open(this, TASKS.signedDistances);
    return this.#lists.answer("signedDistances", pairs, out, 0);
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
   * @returns `out` or its part that was filled; a new array if it is too short
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If an id has no body, a pose is out of range, or `pairs` has an odd length
   */
  penetrations(pairs: Uint32Array, out?: Float64Array): Float64Array {
    Space.#open(this, TASKS.penetrations);
    return this.#lists.answer("penetrations", pairs, out, 0);
  }

  /**
   * Contact points of each pair; the same as those of `collide`, or of `manifolds` for compounds and chains.
   *
   * Rows come in the order of the pairs. A pair has a row for each of its manifolds, and at least one: without
   * contact, a row without points. So as long as all shapes are convex, row k belongs to pair k.
   *
   * @param pairs Ids, two per pair
   * @param out Receives `MANIFOLD_STRIDE` = 14 doubles per row: number of points, normal x, y, index of the pair, part
   * of A, part of B, then for each of two points x, y, separation, id; zeros where there is none
   * @param margin Shapes that are apart by at most this distance get contact points too, `>= 0`
   * @returns `out` or its part that was filled; a new array if it is too short
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If an id has no body, a pose is out of range, `pairs` has an odd length, or `margin` is
   * negative or not finite
   *
   * @example Usage
   * ```ts
   * import { box, MANIFOLD_POINTS_OFFSET, pose, Space } from "@narrowphase/gjk2d";
   *
   * const space = new Space();
   * const ground = space.add(box(10, 2), pose(0, -1));
   * const crate = space.add(box(1, 1), pose(2, 0.25));
   * const out = space.manifolds(Uint32Array.of(ground, crate));
   * [...out.subarray(0, 3)]; // [2, 0, 1]
   * const [x, y, separation] = out.subarray(MANIFOLD_POINTS_OFFSET);
   * [x, y, separation]; // [2.5, -0.125, -0.25]
   * ```
   */
  manifolds(pairs: Uint32Array, out?: Float64Array, margin: number = 0): Float64Array {
    Space.#open(this, TASKS.manifolds);
    checkMargin(TASKS.manifolds, margin);
    return this.#lists.answer("manifolds", pairs, out, margin);
  }

  /**
   * The broadphase: finds the pairs of bodies that may touch, those whose axis-aligned bounding boxes are
   * within `margin` of each other along both axes. It never misses shapes whose distance is at most `margin`.
   * Bodies that their filters keep apart ({@linkcode Space.setFilter}) are never paired.
   *
   * Each pair is listed once, with the lower id first, sorted by the first and then by the second id.
   *
   * @param margin Greatest gap between boxes, `>= 0`, in the caller's units
   * @param out Receives the ids, two per pair; may be longer than needed
   * @returns `out` or its part that was filled; a new array if it is too short
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If `margin` is negative or not finite, or a pose is out of range
   *
   * @remarks
   * The list depends on the shapes, the poses, the filters and the margin alone, not on earlier calls, and is the
   * same on both backends. Boxes are larger than the shapes by about 2⁻⁴⁸ of their size and position.
   *
   * It costs less if few bodies have moved since the last call. Of margins that alternate, such as 0 for sensors and a
   * larger one for contacts, only the greatest counts.
   *
   * @example Usage
   * ```ts
   * import { Space, box, pose } from "@narrowphase/gjk2d";
   *
   * const space = new Space();
   * const crate = box(2, 2);
   * for (const x of [0, 1.5, 10, 12.5]) space.add(crate, pose(x, 0));
   * [...space.findPairs()]; // [0, 1]
   * [...space.findPairs(1)]; // [0, 1, 2, 3]
   * ```
   */
  findPairs(margin: number = 0, out?: Uint32Array): Uint32Array {
    const task = "find pairs", core = Space.#open(this, task);
    checkMargin(task, margin);
    if (out !== undefined) checkIds(task, core, out);
    const length = 2 * core.findPairs(task, margin);
    const to = fit(out, length, newIds);
    core.broadphase.pairs.copy(length / 2, to);
    return core.views.of(to, length);
  }

  /**
   * Finds the contacts: sees all bodies that have moved, however that was done, and compares with the last update.
   * Two bodies are in contact if they touch or are within the margin of each other (a body behind a one-sided chain
   * is not), and with a sensor if they touch. Afterwards {@linkcode Space.contacts}, {@linkcode Space.began} and
   * {@linkcode Space.ended} are those of this update.
   *
   * @param options Margin: bodies within it are in contact too, `>= 0`, default 0
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If the margin is negative or not finite, or a pose is out of range
   *
   * @example Usage
   * ```ts
   * import { box, circle, pose, Space } from "@narrowphase/gjk2d";
   * import { assertEquals } from "@std/assert";
   *
   * const space = new Space();
   * const zone = space.add(box(2, 2), pose(4, 0.5), { sensor: true, data: "zone" });
   * const ground = space.add(box(20, 2), pose(0, -2));
   * const ball = space.add(circle(1), pose(0, 0));
   * const events: string[] = [];
   * for (let step = 0; step < 8; step++) {
   *   space.setTransform(ball, step, 0, 0);
   *   space.update();
   *   space.began.sensors.forEach((a) => events.push(`into the ${space.data(a)}, x = ${step}`));
   *   space.ended.sensors.forEach((a) => events.push(`out of the ${space.data(a)}, x = ${step}`));
   * }
   * events; // ["into the zone, x = 2", "out of the zone, x = 7"]
   *
   * const { a, b, age, manifolds } = space.contacts.get(0);
   * assertEquals([a, b, age], [ground, ball, 8]);
   * manifolds[0].normal; // { x: 0, y: 1 }
   * ```
   */
  update(options?: { margin?: number | undefined }): void {
    const task = "update";
    Space.#open(this, task);
    let margin = 0;
    if (options !== undefined) {
      checkObject(task, "options", options, "an object");
      checkKnown(task, options, COLLIDE_OPTIONS);
      if (options.margin !== undefined) margin = options.margin;
      checkMargin(task, margin);
    }
    this.#contactFinder().update(task, margin);
  }

  /** The contacts of the last update, with points and ages, in ascending order of both ids. */
  get contacts(): Contacts {
    Space.#peek(this, "get contacts");
    return this.#contactFinder().contacts;
  }

  /** The contacts that began with the last update, in ascending order of both ids; those of sensors apart. */
  get began(): ContactEvents {
    Space.#peek(this, "get began");
    return this.#contactFinder().began;
  }

  /**
   * The contacts that ended with the last update, in ascending order of both ids; those of sensors apart. A body
   * that was removed has ended all of its contacts.
   */
  get ended(): ContactEvents {
    Space.#peek(this, "get ended");
    return this.#contactFinder().ended;
  }

  /**
   * An image of everything that later answers depend on: bodies, ids, filters, contacts with their ages. 64 bytes, at
   * most 96 a body, 12 a contact and 8 for one that has ended; checked by a sum.
   *
   * Shapes are not in it but named by their contents, so {@linkcode Space.restore} needs a space that has saved bodies
   * with the same shapes. What bodies have as `data` comes back in the space that saved it.
   *
   * @param out Receives the image; may be longer than needed
   * @returns `out` or its part that was filled; a new array if it is missing or too short
   * @throws {TypeError} If `out` is no `Uint8Array`
   *
   * @example Usage
   * ```ts
   * import { circle, pose, Space } from "@narrowphase/gjk2d";
   * import { assertEquals } from "@std/assert";
   *
   * const space = new Space();
   * const ball = space.add(circle(1), pose(0, 0));
   * const image = space.save(), hash = space.hash();
   * space.setTransform(ball, 5, 0, 1);
   * space.restore(image);
   * space.getPose(ball).x; // 0
   * assertEquals(space.hash(), hash);
   * ```
   */
  save(out?: Uint8Array): Uint8Array {
    Space.#open(this, "save space");
    return this.#imager().save(out);
  }

  /**
   * Takes the space back to an image. From then on, all answers have the same bits as they had after the image was
   * made: ids that `add` gives, pairs, contacts, events.
   *
   * @param image What {@linkcode Space.save} returned
   * @throws {TypeError} If `image` is no `Uint8Array`
   * @throws {RangeError} If it is damaged, of another version, or memory runs out, or it names a shape that is new to
   * this space: add the bodies, and call `save()` once
   */
  restore(image: Uint8Array): void {
    Space.#open(this, "restore space");
    this.#imager().restore(image);
  }

  /**
   * A digest of everything that later answers depend on: equal on every engine and backend if and, as far as a digest
   * can tell, only if all answers will be. Compare it to see whether peers are in step.
   *
   * @returns 16 hexadecimal digits
   */
  hash(): string {
    Space.#open(this, "hash space");
    return this.#imager().hash();
  }

  #imager(): Imager {
    return this.#imagerOf ??= new Imager(this.#core, this.#contactFinder());
  }

  #contactFinder(): ContactFinder {
    return this.#finder ??= new ContactFinder(this.#core, this.#lists);
  }

  /**
   * The first body that a ray hits: of all bodies the one with the least fraction, and of several the one with the
   * lowest id. The same answer as {@linkcode rayCast} for each body.
   *
   * Sensors are hit like other bodies, here and in all questions, unless the option `sensors` is `false`.
   *
   * @param origin Where the ray begins, in the world
   * @param translation Vector from there to its end
   * @param options Which bodies
   * @param out Receives the hit; left alone if there is none
   * @returns The hit, with the body's id; `null` if there is none
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If a number is not finite or out of range
   *
   * @example Usage
   * ```ts
   * import { circle, pose, Space } from "@narrowphase/gjk2d";
   * import { assertEquals } from "@std/assert";
   *
   * const space = new Space();
   * const [shooter, target] = [0, 4].map((x) => space.add(circle(1), pose(x, 0)));
   * const hit = space.rayCast({ x: 0, y: 0 }, { x: 12, y: 0 }, { except: shooter });
   * assertEquals(hit?.id, target);
   * hit?.point; // { x: 3, y: 0 }
   * ```
   */
  rayCast(
    origin: Readonly<Vec2>,
    translation: Readonly<Vec2>,
    options?: Selection,
    out: SpaceHit = newSpaceHit(),
  ): SpaceHit | null {
    const task = "cast ray", questions = Space.#ray(this, task, origin, translation, options);
    out = checkHit(task, out);
    try {
      questions.begin(task, options);
      const id = questions.findFirst();
      return id < 0 ? null : giveHit(id, questions.first, out);
    } finally {
      questions.end();
    }
  }

  /**
   * All bodies that a ray hits, sorted by fraction and then by id. The same answers as {@linkcode rayCast} for each
   * body.
   *
   * @param origin Where the ray begins, in the world
   * @param translation Vector from there to its end
   * @param options Which bodies; and `exits`, whether to find where the ray leaves them
   * @param out Receives the hits, and grows as needed
   * @returns `out`
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If a number is not finite or out of range
   *
   * @example Usage
   * ```ts
   * import { box, pose, Space } from "@narrowphase/gjk2d";
   *
   * const space = new Space();
   * for (const x of [2, 6]) space.add(box(2, 2), pose(x, 0));
   * const { count, hits } = space.rayCastAll({ x: 0, y: 0 }, { x: 8, y: 0 }, { exits: true });
   * count; // 2
   * [hits[0].fraction, hits[0].exit]; // [0.125, 0.375]
   * ```
   */
  rayCastAll(
    origin: Readonly<Vec2>,
    translation: Readonly<Vec2>,
    options?: Selection & { exits?: boolean | undefined },
    out: HitList = { count: 0, hits: [] },
  ): HitList {
    const task = "cast ray",
      questions = Space.#ray(this, task, origin, translation, options, ALL_HITS);
    checkBoolean(task, "options.exits", options?.exits);
    checkHits(task, out);
    try {
      questions.begin(task, options);
      const count = questions.findHits(options?.exits === true);
      for (let k = 0; k < count; k++) {
        const hit = questions.hits[k];
        if (k === out.hits.length) out.hits.push(newRayHit());
        giveHit(hit.id, hit, out.hits[k]);
        out.hits[k].exit = hit.exit;
      }
      out.count = count;
      return out;
    } finally {
      questions.end();
    }
  }

  /**
   * Whether a ray hits any body. It stops at the first one it finds, so it costs less than
   * {@linkcode Space.rayCast}.
   *
   * @param origin Where the ray begins, in the world
   * @param translation Vector from there to its end
   * @param options Which bodies
   * @returns `true` if there is a hit
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If a number is not finite or out of range
   */
  rayCastAny(
    origin: Readonly<Vec2>,
    translation: Readonly<Vec2>,
    options?: Selection,
  ): boolean {
    const task = "cast ray", questions = Space.#ray(this, task, origin, translation, options);
    try {
      questions.begin(task, options);
      return questions.findAny();
    } finally {
      questions.end();
    }
  }

  /**
   * The first body that a moving shape hits: the one with the least fraction, and of several the one with the
   * lowest id. The same answer as {@linkcode shapeCast} for each body as A and the shape as B.
   *
   * @param shape Shape that moves
   * @param pose Where it begins
   * @param translation How far it moves, without turning
   * @param options Which bodies; what to do about those that overlap at the start, as for `shapeCast`
   * @param out Receives the hit; left alone if there is none
   * @returns The hit, with the body's id; the normal points from the body to the shape. `null` if there is none
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If a number is not finite or out of range
   */
  shapeCast(
    shape: Shape,
    pose: Readonly<Pose>,
    translation: Readonly<Vec2>,
    options?: Selection & ShapeCastOptions,
    out: SpaceHit = newSpaceHit(),
  ): SpaceHit | null {
    const task = "cast shape";
    checkShape(task, "shape", shape);
    checkPose(task, "pose", pose);
    checkPoint(task, "translation", translation, POSITION_LIMIT, "a vector { x, y }");
    const questions = Space.#ask(this, task, options, CASTING);
    if (options !== undefined) readCastOptions(options);
    out = checkHit(task, out);
    questions.way.x = translation.x;
    questions.way.y = translation.y;
    try {
      questions.begin(task, options);
      questions.startShape(shape, pose, options);
      const id = questions.findFirst();
      return id < 0 ? null : giveHit(id, questions.first, out);
    } finally {
      questions.end();
    }
  }

  /**
   * The bodies that a shape overlaps or touches: those for which {@linkcode intersects} is true.
   *
   * @param shape Shape
   * @param pose Its pose
   * @param options Which bodies
   * @param out Receives the ids; may be longer than needed
   * @returns The ids, ascending: `out` or its part that was filled; a new array if it is too short
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If a number is not finite or out of range
   */
  overlaps(
    shape: Shape,
    pose: Readonly<Pose>,
    options?: Selection,
    out?: Uint32Array,
  ): Uint32Array {
    const task = "find overlaps";
    checkShape(task, "shape", shape);
    checkPose(task, "pose", pose);
    const questions = Space.#ask(this, task, options);
    if (out !== undefined) checkIds(task, this.#core, out);
    try {
      questions.begin(task, options);
      return this.#giveIds(questions.findOverlaps(shape, pose), out);
    } finally {
      questions.end();
    }
  }

  /**
   * The bodies at a point: those for which {@linkcode containsPoint} is true, such as what the mouse points at.
   *
   * @param p Point in the world
   * @param options Which bodies
   * @param out Receives the ids; may be longer than needed
   * @returns The ids, ascending: `out` or its part that was filled; a new array if it is too short
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If a coordinate is not finite or out of range
   */
  at(p: Readonly<Vec2>, options?: Selection, out?: Uint32Array): Uint32Array {
    const task = "find bodies at point";
    checkPoint(task, "p", p, POSITION_LIMIT);
    const questions = Space.#ask(this, task, options);
    if (out !== undefined) checkIds(task, this.#core, out);
    try {
      questions.begin(task, options);
      return this.#giveIds(questions.findAt(p), out);
    } finally {
      questions.end();
    }
  }

  /**
   * The bodies whose bounding boxes ({@linkcode aabb}) meet a box, such as what is on the screen.
   *
   * @param box Box in the world, in the caller's units; sides may be infinite
   * @param options Which bodies
   * @param out Receives the ids; may be longer than needed
   * @returns The ids, ascending: `out` or its part that was filled; a new array if it is too short
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If a side of the box is NaN or a minimum above its maximum
   *
   * @example Usage
   * ```ts
   * import { circle, pose, Space } from "@narrowphase/gjk2d";
   *
   * const space = new Space();
   * for (const x of [0, 3, 6, 9]) space.add(circle(1), pose(x, 0));
   * [...space.inBox({ minX: 2.5, minY: -1, maxX: 5.5, maxY: 1 })]; // [1, 2]
   * ```
   */
  inBox(box: Readonly<Aabb>, options?: Selection, out?: Uint32Array): Uint32Array {
    const task = "find bodies in box";
    checkObject(task, "box", box, "a box { minX, minY, maxX, maxY }");
    const { minX, minY, maxX, maxY } = box;
    if (
      !(typeof minX === "number" && typeof minY === "number" && typeof maxX === "number" &&
        typeof maxY === "number" && minX <= maxX && minY <= maxY)
    ) refuseBox(task, [minX, minY, maxX, maxY], (k) => `box.${SIDES[k]}`);
    const questions = Space.#ask(this, task, options);
    if (out !== undefined) checkIds(task, this.#core, out);
    const { window } = questions;
    window.minX = minX;
    window.minY = minY;
    window.maxX = maxX;
    window.maxY = maxY;
    try {
      questions.begin(task, options);
      return this.#giveIds(questions.findInBox(), out);
    } finally {
      questions.end();
    }
  }

  /**
   * The bodies nearest to a point, by distance and then by id. The same distances as {@linkcode distance} from
   * `point({ x: 0, y: 0 })` at the point to each body.
   *
   * @param p Point in the world
   * @param options Which bodies, how far and how many; without them the nearest one
   * @param out Receives the neighbours, and grows as needed
   * @returns `out`; A is the point, B the body, so `pointB` is on the body
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If a number is not finite or out of range
   *
   * @example Usage
   * ```ts
   * import { circle, pose, Space } from "@narrowphase/gjk2d";
   *
   * const space = new Space();
   * for (const x of [0, 3, 6, 9]) space.add(circle(1), pose(x, 0));
   * const { count, neighbours } = space.nearest({ x: 4, y: 0 }, { count: 4, max: 2 });
   * neighbours.slice(0, count).map(({ id }) => id); // [1, 2]
   * neighbours[1].pointB; // { x: 5, y: 0 }
   * ```
   */
  nearest(p: Readonly<Vec2>, options?: NearestOptions, out?: NeighbourList): NeighbourList;
  /**
   * The bodies nearest to a shape, by distance and then by id. The same distances as {@linkcode distance} from the
   * shape to each body; those that it overlaps have distance 0.
   *
   * @param shape Shape
   * @param pose Its pose
   * @param options Which bodies, how far and how many; without them the nearest one
   * @param out Receives the neighbours, and grows as needed
   * @returns `out`; A is the shape, B the body
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If a number is not finite or out of range
   */
  nearest(
    shape: Shape,
    pose: Readonly<Pose>,
    options?: NearestOptions,
    out?: NeighbourList,
  ): NeighbourList;
  nearest(
    what: Shape | Readonly<Vec2>,
    second?: Readonly<Pose> | NearestOptions,
    third?: NearestOptions | NeighbourList,
    fourth?: NeighbourList,
  ): NeighbourList {
    const task = "find nearest bodies";
    let shape = what as Shape, pose = second as Readonly<Pose>;
    let options = third as NearestOptions | undefined, out = fourth;
    if (typeof what === "object" && what !== null && "x" in what) {
      checkPoint(task, "p", what, POSITION_LIMIT);
      shape = pointShape();
      SPOT.x = what.x;
      SPOT.y = what.y;
      pose = SPOT;
      options = second as NearestOptions | undefined;
      out = third as NeighbourList | undefined;
    } else {
      checkShape(task, "shape", shape);
      checkPose(task, "pose", pose);
    }
    const questions = Space.#ask(this, task, options, NEAREST);
    readMost(task, options, questions);
    const { count = 1 } = options ?? NO_OPTIONS;
    if (!(Number.isInteger(count) && count >= 1)) {
      const isAll = count === Infinity,
        rule = isAll ? "have a max beside it" : "be a whole number from 1";
      if (!isAll || options?.max === undefined) {
        refuse(task, "options.count", count, rule, typeError(count));
      }
    }
    out ??= { count: 0, neighbours: [] };
    checkObject(task, "out", out, "a list { count, neighbours }");
    checkArray(task, "out.neighbours", out.neighbours, "neighbours");
    try {
      questions.begin(task, options);
      const found = questions.findNearest(shape, pose, count);
      for (let k = 0; k < found; k++) {
        const from = questions.neighbours[k];
        if (k === out.neighbours.length) out.neighbours.push(newNeighbour());
        giveResult(task, from, out.neighbours[k]);
        out.neighbours[k].id = from.id;
      }
      out.count = found;
      return out;
    } finally {
      questions.end();
    }
  }

  /**
   * The first of the others that a body hits when it moves and turns: the one with the least fraction, and of
   * several the one with the lowest id. The same answer as {@linkcode timeOfImpact} for each other body, at rest, as
   * A and this one as B. Only bodies are asked that may be a pair with it, see {@linkcode Space.setFilter}.
   *
   * @param id Body that moves; where it is now does not matter
   * @param sweep Its motion
   * @param options Which bodies, and options of `timeOfImpact`
   * @param out Receives the impact
   * @returns `out`: the impact, with the other body's id; `"separated"` with id -1 if there is none
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If there is no such body, or a number is not finite or out of range
   *
   * @example Usage
   * ```ts
   * import { box, pose, Space } from "@narrowphase/gjk2d";
   * import { assertEquals } from "@std/assert";
   *
   * const space = new Space();
   * const wall = space.add(box(0.01, 10), pose(5, 0));
   * const rod = space.add(box(4, 0.01));
   * const thrown = { localCenter: { x: 0, y: 0 }, from: pose(0, 0, 1.5), to: pose(100, 0, -1.5) };
   * assertEquals(space.timeOfImpact(rod, thrown).id, wall);
   * ```
   */
  timeOfImpact(
    id: number,
    sweep: Readonly<Sweep>,
    options?: Selection & ImpactOptions,
    out: SpaceImpact = newSpaceImpact(),
  ): SpaceImpact {
    const task = "find time of impact", questions = Space.#ask(this, task, options, SWEEPING);
    this.#core.checkId(task, id);
    checkSweep(task, "sweep", sweep);
    readLimits(options);
    checkMeasure(task, out);
    try {
      questions.begin(task, options);
      questions.startBody(id, sweep, options);
      const other = questions.findFirst();
      const { localCenter: { x, y }, to } = sweep;
      if (other >= 0) {
        copyMeasure(questions.firstImpact, out);
        out.status = questions.firstImpact.status;
        out.fraction = questions.firstImpact.fraction;
      } else {
        out.status = "separated";
        out.fraction = 1;
        out.distance = Infinity;
        out.iterations = 0;
        out.normal.x = out.normal.y = 0;
        out.pointB.x = out.pointA.x = to.cos * x - to.sin * y + to.x;
        out.pointB.y = out.pointA.y = to.sin * x + to.cos * y + to.y;
      }
      out.id = other;
      return out;
    } finally {
      questions.end();
    }
  }

  // The same questions over arrays.

  /**
   * {@linkcode Space.rayCast} for many rays.
   *
   * @param rays `RAY_STRIDE` = 5 doubles per ray: origin x, y, translation x, y, and the id of the body that it passes
   * through, such as the one that looks; -1 for none
   * @param options Which bodies
   * @param out Receives the results; may be longer than needed, and may be `rays`
   * @returns `HIT_STRIDE` = 7 doubles per ray: id or -1, fraction, normal x, y, point x, y, depth: `out` or its part
   * that was filled; a new array if it is too short
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If a number is not finite or out of range, or `rays` is of the wrong length
   *
   * @example Usage
   * ```ts
   * import { circle, HIT_STRIDE, pose, Space } from "@narrowphase/gjk2d";
   * import { assertEquals } from "@std/assert";
   *
   * const space = new Space();
   * const [shooter, target] = [0, 4].map((x) => space.add(circle(1), pose(x, 0)));
   * const hits = space.rayCasts(Float64Array.of(0, 0, 12, 0, shooter, 0, 0, -12, 0, shooter));
   * assertEquals([...hits.subarray(0, HIT_STRIDE)], [target, 0.25, -1, 0, 3, 0, 0]);
   * hits[HIT_STRIDE]; // -1
   * ```
   */
  rayCasts(rays: Float64Array, options?: Selection, out?: Float64Array): Float64Array {
    return Space.#arrays(this, "cast rays", options).ask("rays", rays, options, out);
  }

  /**
   * {@linkcode Space.rayCastAll} for many rays, with exits.
   *
   * @param rays As for {@linkcode Space.rayCasts}
   * @param options Which bodies
   * @param out Receives the results; may be longer than needed
   * @returns `RAY_HIT_STRIDE` = 9 doubles per hit: index of the ray, exit, and what `rayCasts` returns: `out` or its
   * part that was filled; a new array if it is too short
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} As for `rayCasts`
   */
  rayCastsAll(rays: Float64Array, options?: Selection, out?: Float64Array): Float64Array {
    return Space.#arrays(this, "cast rays", options).ask("all hits", rays, options, out);
  }

  /**
   * {@linkcode Space.rayCastAny} for many rays.
   *
   * @param rays As for {@linkcode Space.rayCasts}
   * @param options Which bodies
   * @param out Receives the results; may be longer than needed
   * @returns 1 for each ray that hits a body, else 0: `out` or its part that was filled; a new array if it is too short
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} As for `rayCasts`
   */
  rayCastsAny(rays: Float64Array, options?: Selection, out?: Uint8Array): Uint8Array {
    return Space.#arrays(this, "cast rays", options).ask("any hit", rays, options, out);
  }

  /**
   * {@linkcode Space.shapeCast} of one shape along many ways.
   *
   * @param shape Shape that moves
   * @param casts `CAST_STRIDE` = 6 doubles per cast: pose x, y, cos, sin and translation x, y
   * @param options Which bodies; options of `shapeCast`
   * @param out Receives the results; may be longer than needed
   * @returns As {@linkcode Space.rayCasts}
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If a number is not finite or out of range, or `casts` is of the wrong length
   */
  shapeCasts(
    shape: Shape,
    casts: Float64Array,
    options?: Selection & ShapeCastOptions,
    out?: Float64Array,
  ): Float64Array {
    const task = "cast shapes", arrays = Space.#arrays(this, task, options, CASTING);
    checkShape(task, "shape", shape);
    if (options !== undefined) readCastOptions(options);
    return arrays.ask("casts", casts, options, out, shape);
  }

  /**
   * {@linkcode Space.timeOfImpact} for many bodies, each on its own: the others stay where they are.
   *
   * @param sweeps `SWEEP_STRIDE` = 11 doubles per sweep: id, `localCenter` x, y, pose at the beginning and at the end
   * @param options Which bodies; options of `timeOfImpact`
   * @param out Receives the results; may be longer than needed, and may be `sweeps`
   * @returns `IMPACT_STRIDE` = 8 doubles per sweep: id of the other body or -1, fraction, normal x, y, point on the
   * other body x, y, distance, status (`TOUCHING` for a hit, `SEPARATED`, `OVERLAPPING` or `EXHAUSTED`): `out` or its
   * part that was filled; a new array if it is too short
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If an id has no body, a number is not finite or out of range, or `sweeps` is of the wrong length
   *
   * @example Usage
   * ```ts
   * import { circle, pose, Space } from "@narrowphase/gjk2d";
   *
   * const space = new Space();
   * const [bullet, target] = [0, 6].map((x) => space.add(circle(1), pose(x, 0)));
   * // id, localCenter, from and to
   * const sweeps = Float64Array.of(bullet, 0, 0, 0, 0, 1, 0, 8, 0, 1, 0);
   * const [id, fraction] = space.timesOfImpact(sweeps);
   * id === target; // true
   * fraction; // ≈ 0.500
   * ```
   */
  timesOfImpact(
    sweeps: Float64Array,
    options?: Selection & ImpactOptions,
    out?: Float64Array,
  ): Float64Array {
    const arrays = Space.#arrays(this, "find times of impact", options, SWEEPING);
    readLimits(options);
    return arrays.ask("impacts", sweeps, options, out);
  }

  /**
   * {@linkcode Space.overlaps} of one shape at many poses.
   *
   * @param shape Shape
   * @param poses `POSE_STRIDE` = 4 doubles per pose: x, y, cos, sin
   * @param options Which bodies
   * @param out Receives the results; may be longer than needed
   * @returns Two numbers for each overlap, the index of the pose and the id, sorted by both: `out` or its part that was
   * filled; a new array if it is too short
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If a number is not finite or out of range, or `poses` is of the wrong length
   */
  overlapsAt(
    shape: Shape,
    poses: Float64Array,
    options?: Selection,
    out?: Uint32Array,
  ): Uint32Array {
    const task = "find overlaps", arrays = Space.#arrays(this, task, options);
    checkShape(task, "shape", shape);
    return arrays.ask("overlaps", poses, options, out, shape);
  }

  /**
   * {@linkcode Space.at} for many points.
   *
   * @param points Two doubles per point: x, y
   * @param options Which bodies
   * @param out Receives the results; may be longer than needed
   * @returns Two numbers for each body at a point, the index of the point and the id, sorted by both: `out` or its part
   * that was filled; a new array if it is too short
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If a number is not finite or out of range, or `points` is of the wrong length
   */
  atPoints(points: Float64Array, options?: Selection, out?: Uint32Array): Uint32Array {
    return Space.#arrays(this, "find bodies at points", options).ask(
      "points",
      points,
      options,
      out,
    );
  }

  /**
   * {@linkcode Space.nearest} for many points: the nearest body of each.
   *
   * @param points Two doubles per point: x, y
   * @param options Which bodies, and how far
   * @param out Receives the results; may be longer than needed
   * @returns `NEAREST_STRIDE` = 4 doubles per point: id or -1, distance, and the nearest point of the body x, y: `out`
   * or its part that was filled; a new array if it is too short
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If a number is not finite or out of range, or `points` is of the wrong length
   */
  nearestTo(
    points: Float64Array,
    options?: Omit<NearestOptions, "count">,
    out?: Float64Array,
  ): Float64Array {
    const task = "find nearest bodies", arrays = Space.#arrays(this, task, options, NEAREST_ONE);
    readMost(task, options, this.#questions!);
    return arrays.ask("nearest", points, options, out);
  }

  /**
   * {@linkcode Space.inBox} for many boxes.
   *
   * @param boxes Four doubles per box: minX, minY, maxX, maxY; sides may be infinite
   * @param options Which bodies
   * @param out Receives the results; may be longer than needed
   * @returns Two numbers for each body in a box, the index of the box and the id, sorted by both: `out` or its part
   * that was filled; a new array if it is too short
   * @throws {TypeError} If an argument is of the wrong type
   * @throws {RangeError} If a side is NaN or a minimum above its maximum, or `boxes` is of the wrong length
   *
   * @example Usage
   * ```ts
   * import { circle, pose, Space } from "@narrowphase/gjk2d";
   *
   * const space = new Space();
   * for (const x of [0, 3, 6, 9]) space.add(circle(1), pose(x, 0));
   * const boxes = Float64Array.of(2.5, -1, 5.5, 1, 20, 0, 30, 5, 9, 0, 9, 0);
   * [...space.inBoxes(boxes)]; // [0, 1, 0, 2, 2, 3]
   * ```
   */
  inBoxes(boxes: Float64Array, options?: Selection, out?: Uint32Array): Uint32Array {
    return Space.#arrays(this, "find bodies in boxes", options).ask("boxes", boxes, options, out);
  }

  static #arrays(
    space: Space,
    task: string,
    options: Selection | undefined,
    known: readonly string[] = SELECTION,
  ): Arrays {
    const questions = Space.#ask(space, task, options, known);
    return space.#arraysOf ??= new Arrays(space.#core, questions);
  }

  /** The questions, after a check of what all have in common. */
  static #ask(
    space: Space,
    task: string,
    options: Selection | undefined,
    known: readonly string[] = SELECTION,
  ): Questions {
    const core = Space.#open(space, task);
    checkSelection(task, options, known);
    return space.#questions ??= new Questions(core);
  }

  static #ray(
    space: Space,
    task: string,
    origin: Readonly<Vec2>,
    translation: Readonly<Vec2>,
    options: Selection | undefined,
    known: readonly string[] = SELECTION,
  ): Questions {
    checkPoint(task, "origin", origin, POSITION_LIMIT);
    checkPoint(task, "translation", translation, POSITION_LIMIT, "a vector { x, y }");
    const questions = Space.#ask(space, task, options, known);
    questions.origin.x = origin.x;
    questions.origin.y = origin.y;
    questions.way.x = translation.x;
    questions.way.y = translation.y;
    questions.startRay();
    return questions;
  }

  #giveIds(count: number, out: Uint32Array | undefined): Uint32Array {
    const { ids } = this.#questions!, to = fit(out, count, newIds);
    for (let k = 0; k < count; k++) to[k] = ids[k];
    return this.#core.views.of(to, count);
  }
}

/** Names of the sides of a box, in order. */
const SIDES: readonly string[] = ["minX", "minY", "maxX", "maxY"];

/** Names of options. */
const FILTER_NAMES = ["category", "mask", "group"];
const BODY = /* @__PURE__ */ FILTER_NAMES.concat("sensor", "data");
export const SELECTION: readonly string[] = ["mask", "except", "filter", "sensors"];
// A bundler keeps what it cannot see to be pure, such as a spread.
const ALL_HITS = /* @__PURE__ */ SELECTION.concat("exits");
const CASTING = /* @__PURE__ */ SELECTION.concat(CAST_OPTIONS);
const SWEEPING = /* @__PURE__ */ SELECTION.concat(IMPACT_OPTIONS);
const NEAREST_ONE = /* @__PURE__ */ SELECTION.concat("max");
const NEAREST = /* @__PURE__ */ SELECTION.concat("max", "count");

const NO_OPTIONS: NearestOptions & BodyOptions<never> = Object.freeze({});
const FILTER = { category: 1, mask: -1, group: 0 };
const READ = { category: 1, mask: -1, group: 0 };
/** The pose that is being written. */
const TURNED: Pose = /* @__PURE__ */ newPose();
const SPOT: Pose = { x: 0, y: 0, cos: 1, sin: 0 };

const newIds = (length: number): Uint32Array => new Uint32Array(length);

/** Private members of a class do not exist on a Proxy of an instance. */
function refuseProxy(task: string): never {
  throw new TypeError(
    `Cannot ${task}: this is no Space but perhaps a Proxy of one, as reactive() of Vue makes; keep spaces ` +
      `out of reactive state, by markRaw() in Vue and observable.ref in MobX`,
  );
}

function typeError(value: unknown): typeof RangeError | typeof TypeError {
  return typeof value === "number" ? RangeError : TypeError;
}

/** Refuses a margin that is negative or no finite number. */
function checkMargin(task: string, margin: number): void {
  checkFinite(task, "margin", margin);
  if (!(margin >= 0)) refuse(task, "margin", margin, "not be negative");
}

/** Refuses `out` if it cannot hold ids. */
function checkIds(task: string, core: Core, out: Uint32Array): void {
  checkView(task, "out", out, "Uint32Array", core.backend.poses);
}

/** Refuses what is not 32 bits, with a sign or without. Returns them with a sign. */
function readBits(task: string, name: string, value: unknown, most: number): number {
  if (typeof value !== "number") refuse(task, name, value, "be a number", TypeError);
  if (!(Number.isInteger(value) && value >= -2147483648 && value <= most)) {
    const power = most === 2147483647 ? 31 : 32;
    refuse(task, name, value, `be a whole number from -2^31 to 2^${power} - 1`);
  }
  return value | 0;
}

/** Reads a filter. What it lacks stays as in `before`. */
function readFilter(
  task: string,
  name: string,
  filter: Filter,
  before: Readonly<typeof FILTER>,
): typeof FILTER {
  const { category, mask, group } = filter;
  const most = 4294967295;
  READ.category = category === undefined
    ? before.category
    : readBits(task, `${name}.category`, category, most);
  READ.mask = mask === undefined ? before.mask : readBits(task, `${name}.mask`, mask, most);
  READ.group = group === undefined
    ? before.group
    : readBits(task, `${name}.group`, group, 2147483647);
  return READ;
}

/** Refuses what does not say which bodies a question is about. */
export function checkSelection(
  task: string,
  options: Selection | undefined,
  known: readonly string[],
): void {
  if (options === undefined) return;
  checkObject(task, "options", options, "an object");
  checkKnown(task, options, known, OTHER_NAMES);
  const { mask, except, filter, sensors } = options;
  if (mask !== undefined) readBits(task, "options.mask", mask, 4294967295);
  if (except !== undefined) checkExceptions(task, except);
  checkBoolean(task, "options.sensors", sensors);
  if (filter !== undefined && typeof filter !== "function") {
    refuse(task, "options.filter", filter, "be a function", TypeError);
  }
}

/** Refuses what is no id, no array of ids, and no set of ids. */
function checkExceptions(task: string, except: unknown): void {
  const name = "options.except";
  if (typeof except === "number") {
    if (!Number.isInteger(except)) refuse(task, name, except, "be an id");
    return;
  }
  checkObject(task, name, except, "an id, an array of ids or a set of ids");
  if (isSet(except as ReadonlySet<number>)) {
    for (const id of except as ReadonlySet<unknown>) {
      if (!Number.isInteger(id)) refuse(task, `an element of ${name}`, id, "be an id");
    }
    return;
  }
  const ids = except as ArrayLike<unknown>;
  if (!Number.isInteger(ids.length)) {
    refuse(task, name, except, "be an id, an array of ids or a set of ids", TypeError);
  }
  for (let k = 0; k < ids.length; k++) {
    // The name is built only for a bad value.
    if (!Number.isInteger(ids[k])) refuse(task, `${name}[${k}]`, ids[k], "be an id");
  }
}

function checkBoolean(task: string, name: string, value: unknown): void {
  if (value !== undefined && typeof value !== "boolean") {
    refuse(task, name, value, "be a boolean", TypeError);
  }
}

/** Reads the greatest distance of a neighbour. */
function readMost(
  task: string,
  options: NearestOptions | undefined,
  questions: Questions,
): void {
  questions.max = Infinity;
  // V8 boxes a double that is read from objects of which some lack it.
  if (options === undefined || !("max" in options)) return;
  const { max } = options;
  if (typeof max === "number" && max >= 0) questions.max = max;
  else if (max !== undefined) {
    refuse(task, "options.max", max, "be a number from 0", typeError(max));
  }
}

/** Refuses what a hit cannot be written to. `null`, an answer of before, stands for none. */
function checkHit(task: string, out: SpaceHit): SpaceHit {
  return hitFor(task, out) as SpaceHit;
}

function giveHit(id: number, from: Readonly<CastHit>, out: SpaceHit): SpaceHit {
  copyHit(from, out);
  out.id = id;
  return out;
}

function checkHits(task: string, out: HitList): void {
  checkObject(task, "out", out, "a list { count, hits }");
  checkArray(task, "out.hits", out.hits, "hits");
}
