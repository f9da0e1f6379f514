/**
 * A mover: a shape that the program moves, and that slides along what it meets. In the way of the character
 * mover of Box2D v3 (E. Catto): collect the planes of all contacts, solve them together, cast along the
 * solution, again until the way is used up.
 *
 * A plane is a unit normal n, from a body to the mover, and the gap s between them. A step d keeps the gap at
 * least at g if n · d >= g - s. Of all steps that do so for every plane, take the one closest to the step that
 * is wanted: in two dimensions this is the wish itself, its projection on one plane, or the corner of two, so
 * the planes are solved exactly and a corner cannot make the mover shake.
 *
 * The cast keeps the mover `skin` away from everything, and planes keep it half a skin further, except from edges
 * (see below). So a mover that slides along a row of tiles does not graze the corner of the next one, and rounding
 * has room.
 *
 * With `up`, a surface is a GROUND or a WALL by its slope. On ground, what of the way leads down is dropped,
 * and what leads across, h, is walked along the ground, as far ahead as on a level: h + r up, where
 * n · (h + r up) = 0. A round foot touches the corner of a stair with a normal that says nothing about
 * the stair. Such a corner is an EDGE, and holds like ground, if there is ground on it and ground below it, no
 * further down than a step. Whatever is steep and in the way is climbed: up by a step, ahead, and down, if that
 * ends higher and on ground or an edge.
 *
 * What a hit leaves of a velocity follows: nothing against `up` on ground; against a wall that leans back,
 * nothing into it; and from a stair nothing is taken.
 *
 * @module
 */
import { cos } from "../math/angle.ts";
import type { Aabb } from "../math/aabb.ts";
import {
  checkArray,
  checkFinite,
  checkObject,
  checkPoint,
  checkPose,
  isPose,
  POSITION_LIMIT,
  refuse,
} from "../math/check.ts";
import { copyPose, newPose, type Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { signedDistance } from "../query/distance.ts";
import { Levels } from "../query/levels.ts";
import { type ManifoldList, manifolds } from "../query/manifolds.ts";
import { newDistanceResult } from "../query/result.ts";
import type { ShapeCastOptions } from "../query/shape_cast.ts";
import { aabb } from "../shapes/bounds.ts";
import { Chain } from "../shapes/chain.ts";
import { checkShape } from "../shapes/check.ts";
import { segment } from "../shapes/round.ts";
import type { Shape } from "../shapes/shape.ts";
import { EDGE, GROUND, type Plane, Planes, WALL } from "./planes.ts";
import { newSpaceHit, type Selection, type SpaceHit } from "./questions.ts";
import { checkSelection, Space } from "./space.ts";

/** How {@linkcode moveAndSlide} moves. */
export interface MoveOptions extends Omit<Selection, "sensors"> {
  /**
   * Distance that the mover keeps from bodies, in the caller's units; it rests one to two of them away. Default
   * 1/128 of the smaller side of the shape's bounding box.
   */
  skin?: number | undefined;
  /** Direction against gravity. Without it nothing is ground, and the options below do nothing. */
  up?: Readonly<Vec2> | undefined;
  /** Greatest slope of ground, in radians, from 0 to π/2; steeper is a wall. Default π/4. */
  maxSlope?: number | undefined;
  /** Greatest height of a step that the mover takes while it stands on ground. Default 0. */
  step?: number | undefined;
  /** How far down the mover is brought back to ground that it stood on, unless it moves up. Default `step`. */
  snap?: number | undefined;
  /** How far the platform below has moved since the last call: the mover is taken along first. */
  carry?: Readonly<Vec2> | undefined;
}

/** What a mover met. */
export interface MoveHit {
  /** The body. */
  id: number;
  /** Unit normal from the body to the mover. */
  normal: Vec2;
  /**
   * Unit vector that {@linkcode clipVelocity} lets no velocity go against: `up` on ground, level in front of a
   * wall that leans back, else the normal.
   */
  stop: Vec2;
}

/** Where a mover has got to. */
export interface MoveResult {
  /** New position. */
  x: number;
  /** New position. */
  y: number;
  /** Number of hits. */
  count: number;
  /** What held the mover back, in the order in which it was met. Objects from `count` on have no meaning. */
  hits: MoveHit[];
  /** The body that it stands on, or -1. */
  ground: number;
  /** The normal of the ground; (0, 0) without. */
  groundNormal: Vec2;
  /** How deep it overlaps a body in the end: 0, unless there was no way out of what it overlapped at the start. */
  depth: number;
}

const TASK = "move and slide";

/** The names of {@linkcode MoveOptions}. */
const OPTIONS: readonly string[] = [
  ...["mask", "except", "filter", "skin", "up", "maxSlope", "step", "snap", "carry"],
];

/** Rounds of collecting, solving and casting. */
const ROUNDS = 24;
/** Rounds of getting out of what the mover overlaps at the start. */
const RECOVERIES = 8;
/** Less rise than this is none: then a wall cannot carry, and a slope has no ground. */
const LEVEL = 1e-9;

/**
 * Moves a body as far as it can go, and slides along the others that are in its way. The one change to the space is
 * the position of the body. Its filter decides whom it meets (see {@linkcode Space.setFilter}); sensors it meets never.
 *
 * The mover never ends deeper in any body than it began. If it overlaps at the start, it is pushed out as far as
 * there is room, and no further. On slopes and stairs it gets as far ahead as on a level. The back of a chain stops it
 * like the front, unless the chain is `frontOnly`: a one-way platform. For others, leave the platform out by `filter`
 * while the mover is below or moves up.
 *
 * @param space The bodies
 * @param id Body that moves; it does not turn
 * @param translation Where it wants to go, gravity included: velocity times the time of the step
 * @param options Which bodies, ground, steps
 * @param out Receives the result, and grows as needed
 * @returns `out`: the new position, and what was in the way
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If there is no such body, or a number is not finite or out of range
 *
 * @example Usage
 * ```ts
 * import { box, capsule, clipVelocity, moveAndSlide, pose, Space } from "@narrowphase/gjk2d";
 *
 * const space = new Space();
 * space.add(box(20, 1), pose(0, -0.5), { data: "floor" });
 * space.add(box(1, 9), pose(3, 0), { data: "wall" });
 * const hero = space.add(capsule({ x: 0, y: 0.25 }, { x: 0, y: 0.75 }, 0.25), pose(0, 1));
 *
 * const up = { x: 0, y: 1 };
 * const met = moveAndSlide(space, hero, { x: 9, y: -9 }, { up });
 * met.x > 2.2 && met.x < 2.25 && met.y > 0 && met.y < 0.01; // true; the hero is there
 * space.data(met.ground); // "floor"
 * met.hits.map(({ id }) => space.data(id)); // ["floor", "wall"]
 * clipVelocity({ x: 5, y: -5 }, met); // { x: 0, y: 0 }
 * ```
 */
export function moveAndSlide(
  space: Space,
  id: number,
  translation: Readonly<Vec2>,
  options?: MoveOptions,
  out?: MoveResult,
): MoveResult;
/**
 * The same for a shape that is no body of the space, or not yet: nothing in the space changes. If it is the shape of a
 * body, leave that body out with `except`.
 *
 * @param space The bodies
 * @param shape Shape that moves
 * @param pose Where it is; it does not turn
 * @param translation Where it wants to go, gravity included: velocity times the time of the step
 * @param options Which bodies, ground, steps
 * @param out Receives the result, and grows as needed
 * @returns `out`: the new position, and what was in the way
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a number is not finite or out of range
 */
export function moveAndSlide(
  space: Space,
  shape: Shape,
  pose: Readonly<Pose>,
  translation: Readonly<Vec2>,
  options?: MoveOptions,
  out?: MoveResult,
): MoveResult;
export function moveAndSlide(
  space: Space,
  what: number | Shape,
  second: Readonly<Pose> | Readonly<Vec2>,
  third?: Readonly<Vec2> | MoveOptions,
  fourth?: MoveOptions | MoveResult,
  fifth?: MoveResult,
): MoveResult {
  if (!(space instanceof Space)) refuse(TASK, "space", space, "be a Space", TypeError);
  const isBody = typeof what === "number", id = isBody ? what : -1;
  const shape = isBody ? null : what;
  const translation = (isBody ? second : third) as Readonly<Vec2>;
  let options = (isBody ? third : fourth) as MoveOptions | undefined;
  let out = (isBody ? fourth : fifth) as MoveResult | undefined;
  space.checkTask(TASK, isBody ? id : null);
  if (!isBody) {
    checkShape(TASK, "shape", shape);
    checkPose(TASK, "pose", second);
  }
  checkPoint(TASK, "translation", translation, POSITION_LIMIT, "a vector { x, y }");
  if (options === undefined) options = NO_OPTIONS;
  if (out === undefined) out = newMoveResult();
  checkObject(TASK, "out", out, "a result { x, y, hits, … }");
  const mover = movers.enter();
  try {
    mover.begin(space, id, shape, second as Pose, options);
    mover.run(translation, out);
    if (isBody) mover.place();
  } finally {
    mover.end();
    movers.leave();
  }
  return out;
}

function newMoveResult(): MoveResult {
  return {
    ...{ x: NaN, y: NaN, count: 0, hits: [] },
    ...{ ground: -1, groundNormal: { x: NaN, y: NaN }, depth: NaN },
  };
}

/**
 * What is left of a velocity when nothing of it leads into what a mover has met.
 *
 * @param velocity Velocity
 * @param met What {@linkcode moveAndSlide} returned
 * @param out Receives the velocity; may be `velocity`
 * @returns `out`: the closest velocity that goes against no `stop` of the hits
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If the velocity is not finite or beyond ±2^250
 */
export function clipVelocity(
  velocity: Readonly<Vec2>,
  met: Readonly<Pick<MoveResult, "count" | "hits">>,
  out: Vec2 = { x: 0, y: 0 },
): Vec2 {
  const task = "clip velocity";
  checkPoint(task, "velocity", velocity, POSITION_LIMIT, "a vector { x, y }");
  checkObject(task, "met", met, "what moveAndSlide() returns");
  checkArray(task, "met.hits", met.hits, "hits");
  const planes = clipping ??= new Planes();
  planes.count = 0;
  for (let k = 0; k < met.count; k++) {
    const { id, stop } = met.hits[k], plane = planes.add();
    plane.id = id;
    plane.n.x = stop.x;
    plane.n.y = stop.y;
    plane.gap = Infinity;
  }
  planes.skin = 0;
  planes.solve(velocity);
  out.x = planes.step.x;
  out.y = planes.step.y;
  return out;
}

let clipping: Planes | null = null;

const NO_OPTIONS: MoveOptions = Object.freeze({});

const newVector = (): Vec2 => ({ x: NaN, y: NaN });

/** One move. Numbers are in fields and objects: V8 boxes doubles that are passed. */
class Mover {
  #space: Space | null = null;
  #shape: Shape | null = null;
  #out: MoveResult | null = null;
  readonly #pose: Pose = newPose();
  readonly #planes = new Planes();
  readonly #hit: SpaceHit = newSpaceHit();

  // Options.
  readonly #lengths = { skin: NaN, step: NaN, snap: NaN, maxSlope: NaN };
  readonly #up = newVector();
  #hasUp = false;
  readonly #carry = newVector();
  /** Least rise of ground, n · up, at a slope. */
  readonly #least = { slope: NaN, rise: NaN, tangent: NaN };
  /** The smaller side of the mover. */
  readonly #size = { least: NaN, greatest: NaN };

  // What the questions to the space get and fill.
  #filter: Selection["filter"] = undefined;
  /** The body that moves, or -1; the filters of it and of another. */
  #id = -1;
  readonly #own = { category: NaN, mask: NaN, group: NaN };
  readonly #other = { category: NaN, mask: NaN, group: NaN };
  readonly #meets = (id: number): boolean => {
    if (id === this.#id) return false;
    const own = this.#own, other = this.#space!.getFilter(id, this.#other);
    if ((own.category & other.mask) === 0 || (other.category & own.mask) === 0) return false;
    if (own.group !== 0 && own.group === other.group) return false;
    return this.#filter === undefined || Boolean(this.#filter(id));
  };
  readonly #casting: Selection & ShapeCastOptions = {
    ...{ mask: undefined, except: undefined, filter: undefined, sensors: false },
    ...{ initialOverlap: "ignore", targetSeparation: NaN },
  };
  readonly #looking: Selection = {
    ...{ mask: undefined, except: undefined, filter: undefined, sensors: false },
  };
  readonly #margin = { margin: NaN };
  readonly #box: Aabb = { minX: NaN, minY: NaN, maxX: NaN, maxY: NaN };
  readonly #bodyPose: Pose = newPose();
  readonly #front = newSide();
  readonly #back = newSide();
  readonly #nearest = newDistanceResult();
  #ids = new Uint32Array(64);

  /** A flat sole, to feel for ground. */
  #sole: Shape = segment({ x: -1, y: 0 }, { x: 1, y: 0 });
  #soleLength = NaN;
  readonly #solePose: Pose = newPose();

  // What the stages pass on.
  readonly #translation = newVector();
  /** What is left of the way, and the step that is wanted. */
  readonly #wish = newVector();
  readonly #step = newVector();
  readonly #target = newVector();
  readonly #deepest = { depth: NaN };
  readonly #way = { fraction: NaN, least: NaN, ahead: NaN, lift: NaN };
  /** Where a stage began, and how deep the deepest overlap was. */
  readonly #start = { x: NaN, y: NaN, depth: NaN };
  readonly #before = { x: NaN, y: NaN, depth: NaN };
  readonly #end = newVector();
  readonly #level = newVector();
  readonly #rest = newVector();
  readonly #corner = { point: newVector(), n: newVector(), gap: NaN, tread: newVector() };
  /** What stopped the mover where it is, although no contact told of it. The first `#metCount` are valid. */
  readonly #met: { id: number; point: Vec2; n: Vec2 }[] = [];
  #metCount = 0;

  /** Takes the arguments, and refuses bad options. */
  begin(
    space: Space,
    id: number,
    own: Shape | null,
    given: Readonly<Pose>,
    options: MoveOptions,
  ): void {
    checkSelection(TASK, options, OPTIONS);
    const shape = own ?? space.getShape(id), pose = this.#pose;
    if (own === null) {
      space.getPose(id, pose);
      space.getFilter(id, this.#own);
      if (!isPose(pose)) checkPose(TASK, "the pose of the body", pose);
    } else copyPose(given, pose);
    const { up, carry, mask, except, filter } = options;
    if (up !== undefined) {
      checkPoint(TASK, "options.up", up, POSITION_LIMIT, "a vector { x, y }");
      const length = Math.sqrt(up.x * up.x + up.y * up.y);
      if (!(length > 0)) refuseVector("options.up", up, "be longer");
      this.#up.x = up.x / length;
      this.#up.y = up.y / length;
    }
    this.#hasUp = up !== undefined;
    if (carry !== undefined) {
      checkPoint(TASK, "options.carry", carry, POSITION_LIMIT, "a vector { x, y }");
    }
    this.#carry.x = this.#carry.y = 0;
    if (carry !== undefined) {
      this.#carry.x = carry.x;
      this.#carry.y = carry.y;
    }
    const { minX, minY, maxX, maxY } = aabb(shape, pose, this.#box), size = this.#size;
    size.greatest = Math.max(maxX - minX, maxY - minY) || 1;
    size.least = Math.min(maxX - minX, maxY - minY) || size.greatest;
    this.#readLengths(options);
    this.#space = space;
    this.#shape = shape;
    this.#id = id;
    this.#filter = filter;
    this.#looking.filter = this.#casting.filter = own === null ? this.#meets : filter;
    this.#looking.mask = this.#casting.mask = mask;
    this.#looking.except = this.#casting.except = except;
    this.#casting.targetSeparation = this.#planes.skin = this.#lengths.skin;
  }

  /** Puts the body where the mover has got to. */
  place(): void {
    this.#space!.setPose(this.#id, this.#pose);
  }

  /** Reads the lengths where they are used: passed on, each would be a number on the heap. */
  #readLengths(options: MoveOptions): void {
    const lengths = this.#lengths, least = this.#least;
    lengths.skin = this.#size.least / 128;
    lengths.maxSlope = Math.PI / 4;
    lengths.step = 0;
    // Looked for with `in`, as in questions.ts. What is no number must not get into a field of doubles.
    if ("skin" in options && options.skin !== undefined) {
      lengths.skin = typeof options.skin === "number" ? options.skin : NaN;
    }
    if ("maxSlope" in options && options.maxSlope !== undefined) {
      lengths.maxSlope = typeof options.maxSlope === "number" ? options.maxSlope : NaN;
    }
    if ("step" in options && options.step !== undefined) {
      lengths.step = typeof options.step === "number" ? options.step : NaN;
    }
    lengths.snap = lengths.step;
    if ("snap" in options && options.snap !== undefined) {
      lengths.snap = typeof options.snap === "number" ? options.snap : NaN;
    }
    const { skin, maxSlope, step, snap } = lengths, most = Math.max(skin, step, snap);
    const isRight = maxSlope >= 0 && maxSlope <= Math.PI / 2;
    if (!(isRight && skin > 0 && step >= 0 && snap >= 0 && most < Infinity)) refuseLengths(options);
    if (maxSlope === least.slope) return;
    const rise = Math.max(cos(maxSlope), 0.01);
    least.slope = maxSlope;
    least.rise = rise - LEVEL;
    least.tangent = Math.sqrt(1 - rise * rise) / rise;
  }

  end(): void {
    this.#space = this.#shape = this.#out = null;
    this.#filter = this.#looking.filter = this.#casting.filter = undefined;
    this.#looking.except = this.#casting.except = undefined;
  }

  run({ x, y }: Readonly<Vec2>, out: MoveResult): void {
    const pose = this.#pose, up = this.#up, deepest = this.#deepest, start = this.#start;
    if (Math.max(Math.abs(pose.x + x), Math.abs(pose.y + y)) > POSITION_LIMIT) {
      refuseVector("translation", { x, y }, "not lead beyond ±2^250");
    }
    this.#out = out;
    this.#translation.x = x;
    this.#translation.y = y;
    out.count = 0;
    this.#collect();
    start.x = pose.x;
    start.y = pose.y;
    start.depth = deepest.depth;
    const isStanding = this.#findGround() !== null;
    if (this.#carry.x !== 0 || this.#carry.y !== 0) {
      this.#target.x = pose.x + this.#carry.x;
      this.#target.y = pose.y + this.#carry.y;
      this.#slide(false, false);
      out.count = 0;
    }
    this.#recover();
    this.#target.x = pose.x + x;
    this.#target.y = pose.y + y;
    this.#slide(this.#hasUp, isStanding && this.#lengths.step > 0);
    if (isStanding && x * up.x + y * up.y <= 0 && this.#lengths.snap > 0) this.#snapDown();
    // The promise, whatever happened on the way.
    this.#collect();
    const most = start.depth + 1e-9 * (this.#lengths.skin + start.depth);
    if (deepest.depth > most) {
      pose.x = start.x;
      pose.y = start.y;
      this.#collect();
    }
    const ground = this.#findGround();
    out.depth = deepest.depth;
    out.x = pose.x;
    out.y = pose.y;
    out.ground = ground === null ? -1 : ground.id;
    out.groundNormal.x = ground === null ? 0 : ground.tread.x;
    out.groundNormal.y = ground === null ? 0 : ground.tread.y;
  }

  // Planes.

  /** Collects the planes around the mover, and how deep the deepest overlap is, or 0. */
  #collect(): void {
    const space = this.#space!, shape = this.#shape!, pose = this.#pose, planes = this.#planes;
    const reach = 2 * this.#lengths.skin, box = aabb(shape, pose, this.#box);
    box.minX -= reach;
    box.minY -= reach;
    box.maxX += reach;
    box.maxY += reach;
    planes.count = 0;
    this.#deepest.depth = 0;
    this.#margin.margin = reach;
    const ids = space.inBox(box, this.#looking, this.#ids), count = ids.length;
    if (count > this.#ids.length) {
      this.#ids = new Uint32Array(2 * count);
      this.#ids.set(ids);
    }
    for (let k = 0; k < count; k++) {
      const id = this.#ids[k], at = space.getPose(id, this.#bodyPose), body = space.getShape(id);
      const front = this.#front, back = this.#back, reverse = reverseOf(body);
      manifolds(body, at, shape, pose, this.#margin, front.list);
      back.list.count = 0;
      if (reverse !== null) {
        manifolds(reverse, at, shape, pose, this.#margin, back.list);
        if (back.list.count > 0) this.#dropHidden(front.list, body as Chain);
        this.#dropHidden(back.list, reverse);
      }
      if (body instanceof Chain && body.frontOnly) this.#letThrough(front);
      measureDepth(front);
      measureDepth(back);
      // The shorter way out of a chain is the one: the other leads through it.
      const isFront = back.depth === 0 || (front.depth > 0 && front.depth <= back.depth);
      this.#addSide(id, front, isFront);
      this.#addSide(id, back, !isFront);
    }
    const corner = this.#corner;
    for (let k = 0; k < this.#metCount; k++) {
      const { id, n, point } = this.#met[k];
      corner.n.x = n.x;
      corner.n.y = n.y;
      corner.point.x = point.x;
      corner.point.y = point.y;
      corner.gap = this.#lengths.skin;
      this.#addPlanes(id);
    }
  }

  /**
   * Drops overlaps with a one-way chain of a mover that comes through it from behind: of one that moves to its front, and
   * of one that is not yet through, or a jump that ends there would lift it onto the chain.
   */
  #letThrough({ list: { count, manifolds: found } }: Side): void {
    const { x, y } = this.#translation, high = Math.max(this.#lengths.step, this.#size.least / 4);
    for (let m = 0; m < count; m++) {
      const { pointCount, points, normal: n } = found[m];
      let depth = 0;
      for (let p = 0; p < pointCount; p++) depth = Math.max(depth, -points[p].separation);
      if (depth > high || (depth > 0 && n.x * x + n.y * y > 0)) found[m].pointCount = 0;
    }
  }

  /** Drops contacts with one side of a chain where the mover is around the corner, on the other side. */
  #dropHidden({ count, manifolds: found }: ManifoldList, { segments }: Chain): void {
    const nearest = this.#nearest;
    for (let m = 0; m < count; m++) {
      const { partA, normal: n } = found[m];
      if (found[m].pointCount === 0) continue;
      signedDistance(segments[partA], this.#bodyPose, this.#shape!, this.#pose, nearest);
      const isNear = nearest.distance <= this.#margin.margin;
      if (!isNear || nearest.normal.x * n.x + nearest.normal.y * n.y < 0.9) found[m].pointCount = 0;
    }
  }

  /** Adds the planes of the contacts with one side of a body; those that overlap only if that is the way out. */
  #addSide(id: number, { list, depth }: Side, isWayOut: boolean): void {
    const corner = this.#corner;
    if (isWayOut && depth > this.#deepest.depth) this.#deepest.depth = depth;
    for (let m = 0; m < list.count; m++) {
      const { pointCount, points, normal } = list.manifolds[m];
      if (pointCount === 0) continue;
      const nearer = pointCount === 2 && points[1].separation < points[0].separation ? 1 : 0;
      const { point, separation: gap } = points[nearer];
      if (gap < 0 && !isWayOut) continue;
      corner.n.x = normal.x;
      corner.n.y = normal.y;
      corner.point.x = point.x - 0.5 * gap * normal.x;
      corner.point.y = point.y - 0.5 * gap * normal.y;
      corner.gap = gap;
      this.#addPlanes(id);
    }
  }

  /** Adds the plane of `#corner`, and if it is a wall that leans back, the level plane in front of it. */
  #addPlanes(id: number): void {
    const plane = this.#planes.add(), up = this.#up, { n, tread, gap } = this.#corner;
    plane.id = id;
    plane.n.x = plane.surface.x = n.x;
    plane.n.y = plane.surface.y = n.y;
    plane.gap = gap;
    plane.kind = WALL;
    if (!this.#hasUp) return;
    plane.kind = this.#judge();
    plane.tread.x = tread.x;
    plane.tread.y = tread.y;
    const rise = n.x * up.x + n.y * up.y;
    if (plane.kind !== WALL || rise <= LEVEL) return;
    const level = this.#planes.add();
    setLevel(n, up, level.n);
    level.id = id;
    level.surface.x = n.x;
    level.surface.y = n.y;
    level.gap = Infinity;
    level.kind = WALL;
  }

  /** Whether `#corner` is of ground, an edge or a wall. The normal of the ground is then its tread. */
  #judge(): number {
    const { n, tread } = this.#corner, up = this.#up, rise = n.x * up.x + n.y * up.y;
    tread.x = n.x;
    tread.y = n.y;
    if (rise >= this.#least.rise) return GROUND;
    return rise > 1e-3 && this.#lengths.step > 0 && this.#isEdge() ? EDGE : WALL;
  }

  /** Whether `#corner` is the corner of a stair. */
  #isEdge(): boolean {
    const { n, point, tread } = this.#corner, up = this.#up, { step: height, skin } = this.#lengths;
    this.#chooseSole();
    // Is there ground on the corner, …
    const step = this.#step, sole = this.#solePose, reach = this.#size.least / 8;
    const high = reach * Math.min(this.#least.tangent + 0.125, 4);
    sole.cos = up.y;
    sole.sin = -up.x;
    setLevel(n, up, step);
    sole.x = point.x - 0.75 * reach * step.x + high * up.x;
    sole.y = point.y - 0.75 * reach * step.y + high * up.y;
    step.x = -2 * high * up.x;
    step.y = -2 * high * up.y;
    if (!this.#findsGround()) return false;
    tread.x = this.#hit.normal.x;
    tread.y = this.#hit.normal.y;
    // … and below it, under the middle of the mover?
    const box = aabb(this.#shape!, this.#pose, this.#box);
    const x = 0.5 * (box.minX + box.maxX), y = 0.5 * (box.minY + box.maxY);
    const down = (x - point.x) * up.x + (y - point.y) * up.y, depth = height + 2 * skin;
    sole.x = x - down * up.x;
    sole.y = y - down * up.y;
    step.x = -depth * up.x;
    step.y = -depth * up.y;
    return this.#findsGround();
  }

  /** The same of what was hit. Nothing is a wall. */
  #judgeHit(): number {
    const { id, normal, point } = this.#hit, corner = this.#corner;
    if (id < 0) return WALL;
    corner.n.x = normal.x;
    corner.n.y = normal.y;
    corner.point.x = point.x;
    corner.point.y = point.y;
    return this.#judge();
  }

  /** One sole for all movers of about a size: the same mover gets the same one, whoever moved before. */
  #chooseSole(): void {
    const { least } = this.#size;
    let length = 1;
    while (length > least) length /= 2;
    while (2 * length <= least) length *= 2;
    if (length === this.#soleLength) return;
    this.#soleLength = length;
    this.#sole = segment({ x: -length / 32, y: 0 }, { x: length / 32, y: 0 });
  }

  /**
   * Whether the sole, moved along `#step`, meets ground from outside. It is flat, and up to a sixteenth of the mover long: a
   * ray could meet a corner.
   */
  #findsGround(): boolean {
    const hit = this.#hit, up = this.#up, casting = this.#casting;
    casting.initialOverlap = "report";
    casting.targetSeparation = 0;
    const found = this.#space!.shapeCast(this.#sole, this.#solePose, this.#step, casting, hit);
    casting.initialOverlap = "ignore";
    casting.targetSeparation = this.#lengths.skin;
    if (found === null) return false;
    return hit.fraction > 0 && hit.normal.x * up.x + hit.normal.y * up.y >= this.#least.rise;
  }

  /** The plane that is ground, the flattest, or else an edge. */
  #findGround(): Plane | null {
    if (!this.#hasUp) return null;
    const { list, count } = this.#planes, up = this.#up;
    let best: Plane | null = null, most = -Infinity;
    for (let k = 0; k < count; k++) {
      const plane = list[k], { n, kind } = plane;
      if (kind === WALL) continue;
      const rise = n.x * up.x + n.y * up.y;
      if (rise < most) continue;
      most = rise;
      best = plane;
    }
    return best;
  }

  // Steps.

  /**
   * Casts the mover along `#step`, and moves it: up to a skin away from what it hits, or to one and a half, where the
   * next step may lead along that. `#hit.id` is -1 if nothing was hit.
   */
  #advance(isOnward: boolean): void {
    const hit = this.#hit, step = this.#step, pose = this.#pose, { skin } = this.#lengths;
    hit.id = -1;
    const found = this.#space!.shapeCast(this.#shape!, pose, step, this.#casting, hit);
    let fraction = found === null ? 1 : hit.fraction;
    if (isOnward && found !== null) {
      const length = Math.sqrt(step.x * step.x + step.y * step.y);
      fraction = Math.max(0, fraction - 0.5 * skin / length);
    }
    pose.x += fraction * step.x;
    pose.y += fraction * step.y;
    this.#way.fraction = fraction;
  }

  /** Gets out of what is overlapped, as far as there is room. */
  #recover(): void {
    const planes = this.#planes, pose = this.#pose, step = this.#step, { skin } = this.#lengths;
    const before = this.#before, deepest = this.#deepest, size = this.#size;
    for (let k = 0; k < RECOVERIES; k++) {
      this.#collect();
      before.x = pose.x;
      before.y = pose.y;
      before.depth = deepest.depth;
      if (!planes.solve(NOWHERE)) return; // squeezed
      step.x = planes.step.x;
      step.y = planes.step.y;
      // Planes that almost face each other meet far away, where the bodies are not.
      const most = deepest.depth + size.least;
      if (step.x * step.x + step.y * step.y > most * most) return;
      if (step.x * step.x + step.y * step.y <= 1e-6 * skin * skin) return;
      this.#advance(false);
      this.#collect();
      if (deepest.depth <= before.depth) continue;
      pose.x = before.x;
      pose.y = before.y;
      return;
    }
  }

  /** Moves as close to `#target` as what is in the way allows; as a walk, or along planes only. */
  #slide(isWalk: boolean, canStep: boolean): void {
    const planes = this.#planes, pose = this.#pose, wish = this.#wish, step = this.#step;
    const target = this.#target, up = this.#up, { skin } = this.#lengths;
    const tx = target.x - pose.x, ty = target.y - pose.y;
    const tiny = 1e-20 * (tx * tx + ty * ty) + 1e-12 * skin * skin;
    for (let round = 0; round < ROUNDS; round++) {
      this.#collect();
      wish.x = target.x - pose.x;
      wish.y = target.y - pose.y;
      if (wish.x * wish.x + wish.y * wish.y <= tiny) wish.x = wish.y = 0;
      if (isWalk) this.#walk();
      planes.solve(wish);
      if (canStep && this.#isHeldByWall() && this.#climb()) continue;
      if (isWalk && this.#isBlocked()) {
        // A wall that leans back: what leads into it must not outweigh what leads down along it.
        const sink = (target.x - pose.x) * up.x + (target.y - pose.y) * up.y;
        wish.x = sink * up.x;
        wish.y = sink * up.y;
        this.#walk();
        planes.solve(wish);
      }
      this.#note();
      step.x = planes.step.x;
      step.y = planes.step.y;
      if (step.x * step.x + step.y * step.y <= tiny) break;
      this.#advance(false);
      this.#meet();
    }
    this.#metCount = 0;
  }

  /** Whether the wish leads ahead into a wall that leans back. Notes the walls. */
  #isBlocked(): boolean {
    const { list, count } = this.#planes;
    let isBlocked = false;
    for (let k = 0; k < count; k++) {
      if (list[k].gap < Infinity || !leadsInto(this.#wish, list[k].n)) continue;
      this.#noteHit(list[k], list[k].n);
      isBlocked = true;
    }
    return isBlocked;
  }

  /** Keeps what has stopped the mover at once, as long as it stays there. */
  #meet(): void {
    const { id, normal, point } = this.#hit, step = this.#step, { fraction } = this.#way;
    const { skin } = this.#lengths, x = fraction * step.x, y = fraction * step.y;
    if (x * x + y * y > 0.0625 * skin * skin) this.#metCount = 0;
    else if (id >= 0) {
      if (this.#metCount === this.#met.length) {
        this.#met.push({ id, point: newVector(), n: newVector() });
      }
      const met = this.#met[this.#metCount++];
      met.id = id;
      met.point.x = point.x;
      met.point.y = point.y;
      met.n.x = normal.x;
      met.n.y = normal.y;
    }
  }

  /**
   * Ground and edges hold: what of the wish leads down is dropped, and what leads across follows the ground that rises
   * most. Notes what held.
   */
  #walk(): void {
    const { list, count } = this.#planes, wish = this.#wish, up = this.#up;
    const sink = wish.x * up.x + wish.y * up.y;
    if (sink > 0) return;
    const hx = wish.x - sink * up.x, hy = wish.y - sink * up.y;
    let rise = -Infinity;
    for (let k = 0; k < count; k++) {
      const plane = list[k], { n, kind } = plane;
      if (kind === WALL) continue;
      if (sink < 0) this.#noteHit(plane, up);
      // n · (h + r up) = 0
      const r = kind === EDGE ? 0 : -(n.x * hx + n.y * hy) / (n.x * up.x + n.y * up.y);
      if (r > rise) rise = r;
    }
    if (rise === -Infinity) return;
    wish.x = hx + rise * up.x;
    wish.y = hy + rise * up.y;
  }

  /** Whether what holds the last solution of the planes is steep, and no ceiling. Keeps how far ahead it ends. */
  #isHeldByWall(): boolean {
    const { list, active, activeCount } = this.#planes, up = this.#up, wish = this.#wish;
    const { skin } = this.#lengths, way = this.#way;
    let isHeld = false;
    way.least = 0;
    for (let k = 0; k < activeCount; k++) {
      const { n, kind, gap } = list[active[k]];
      if (kind === GROUND || n.x * up.x + n.y * up.y <= -0.5 || !leadsInto(wish, n)) continue;
      isHeld = true;
      if (kind === WALL && gap < Infinity) way.least = Math.max(way.least, gap + 0.25 * skin);
    }
    return isHeld;
  }

  /**
   * Takes a step of stairs: up, ahead and down again, if that ends higher and on ground. Returns whether it did; the
   * target is then what was left of the way across.
   */
  #climb(): boolean {
    const pose = this.#pose, up = this.#up, wish = this.#wish, step = this.#step;
    const { step: height, skin } = this.#lengths, rest = this.#rest;
    const before = this.#before, way = this.#way, end = this.#end;
    before.x = pose.x;
    before.y = pose.y;
    rest.x = wish.x;
    rest.y = wish.y;
    dropUp(rest, up);
    const length = Math.sqrt(rest.x * rest.x + rest.y * rest.y);
    if (!(length > 0)) return false;
    // At least onto the stair: a slow mover would never get there.
    way.ahead = Math.max(1, way.least / length);
    end.x = pose.x + way.ahead * rest.x;
    end.y = pose.y + way.ahead * rest.y;
    // The mover may be only a skin away from the wall, so half a skin back first.
    step.x = -0.5 * skin * rest.x / length;
    step.y = -0.5 * skin * rest.y / length;
    this.#advance(false);
    step.x = height * up.x;
    step.y = height * up.y;
    this.#advance(true);
    way.lift = way.fraction * height;
    step.x = end.x - pose.x;
    step.y = end.y - pose.y;
    dropUp(step, up);
    this.#advance(true);
    step.x = -(way.lift + 2 * skin) * up.x;
    step.y = -(way.lift + 2 * skin) * up.y;
    this.#advance(false);
    const rise = (pose.x - before.x) * up.x + (pose.y - before.y) * up.y;
    rest.x = end.x - pose.x;
    rest.y = end.y - pose.y;
    dropUp(rest, up);
    if (way.ahead > 1) rest.x = rest.y = 0;
    if (rise > 1e-3 * skin && this.#judgeHit() !== WALL) {
      this.#metCount = 0;
      this.#target.x = pose.x + rest.x;
      this.#target.y = pose.y + rest.y;
      return true;
    }
    pose.x = before.x;
    pose.y = before.y;
    return false;
  }

  /** Brings the mover down to ground, if there is some. */
  #snapDown(): void {
    const pose = this.#pose, up = this.#up, corner = this.#corner;
    const lengths = this.#lengths, step = this.#step, before = this.#before;
    this.#collect();
    if (this.#findGround() !== null) return;
    before.x = pose.x;
    before.y = pose.y;
    step.x = -lengths.snap * up.x;
    step.y = -lengths.snap * up.y;
    this.#advance(false);
    const kind = this.#judgeHit();
    if (kind === WALL) {
      pose.x = before.x;
      pose.y = before.y;
    }
    if (kind !== GROUND) return;
    // Straight up, not along the normal: else a mover at rest would creep down a slope.
    const rise = corner.n.x * up.x + corner.n.y * up.y;
    const lift = 0.5 * lengths.skin / Math.max(rise, 0.5);
    pose.x += lift * up.x;
    pose.y += lift * up.y;
  }

  // Hits.

  /** Lists what holds the last solution of the planes, if the wish leads into it or has led into it. */
  #note(): void {
    const { list, active, activeCount } = this.#planes, up = this.#up, level = this.#level;
    for (let k = 0; k < activeCount; k++) {
      const plane = list[active[k]], { n, kind, gap } = plane;
      if (!leadsInto(this.#wish, n) && gap >= 0) continue;
      if (kind === EDGE) setLevel(n, up, level);
      this.#noteHit(plane, kind === GROUND ? up : kind === EDGE ? level : n);
    }
  }

  /** Lists a hit, unless it is there. */
  #noteHit({ id, surface: { x, y } }: Plane, stop: Readonly<Vec2>): void {
    const out = this.#out!, { hits } = out;
    for (let k = 0; k < out.count; k++) {
      const { id: other, normal: n, stop: s } = hits[k];
      if (other === id && n.x * x + n.y * y > 0.9999 && s.x * stop.x + s.y * stop.y > 0.9999) {
        return;
      }
    }
    if (out.count === hits.length) hits.push({ id, normal: newVector(), stop: newVector() });
    const hit = hits[out.count++];
    hit.id = id;
    hit.normal.x = x;
    hit.normal.y = y;
    hit.stop.x = stop.x;
    hit.stop.y = stop.y;
  }
}

const NOWHERE: Readonly<Vec2> = { x: 0, y: 0 };

/** The contacts with one side of a body, and how deep the deepest overlap is, or 0. */
interface Side {
  readonly list: ManifoldList;
  depth: number;
}

function newSide(): Side {
  const side = { list: { count: 0, manifolds: [] }, depth: NaN };
  side.depth = 0;
  return side;
}

function measureDepth(side: Side): void {
  const { count, manifolds: found } = side.list;
  side.depth = 0;
  for (let m = 0; m < count; m++) {
    const { pointCount, points } = found[m];
    for (let p = 0; p < pointCount; p++) side.depth = Math.max(side.depth, -points[p].separation);
  }
}

/** The same chain with its back in front. */
const reverses = /* @__PURE__ */ new WeakMap<Chain, Chain>();

/** What has the back of a shape in front, if it has one that stops a mover: a chain that is seen from both sides. */
function reverseOf(shape: Shape): Chain | null {
  if (!(shape instanceof Chain) || shape.frontOnly) return null;
  let back = reverses.get(shape);
  if (back === undefined) {
    const { points, loop, before, after } = shape.segments[0].line;
    const line = { points: [...points].reverse(), loop, before: after, after: before };
    reverses.set(shape, back = new Chain(line, false));
  }
  return back;
}

/** Whether a step goes against a normal, by more than rounding. */
function leadsInto({ x, y }: Readonly<Vec2>, n: Readonly<Vec2>): boolean {
  return n.x * x + n.y * y < -1e-9 * (Math.abs(x) + Math.abs(y));
}

/** Drops what of a vector leads up or down. */
function dropUp(v: Vec2, up: Readonly<Vec2>): void {
  const rise = v.x * up.x + v.y * up.y;
  v.x -= rise * up.x;
  v.y -= rise * up.y;
}

/** The unit vector of what of a normal is across `up`. */
function setLevel(n: Readonly<Vec2>, up: Readonly<Vec2>, out: Vec2): void {
  const rise = n.x * up.x + n.y * up.y, x = n.x - rise * up.x, y = n.y - rise * up.y;
  const length = Math.sqrt(x * x + y * y);
  out.x = x / length;
  out.y = y / length;
}

function refuseVector(name: string, { x, y }: Readonly<Vec2>, rule: string): never {
  throw new RangeError(`Cannot ${TASK}: ${name} is { x: ${x}, y: ${y} }, must ${rule}`);
}

/** Says which length is none. */
function refuseLengths(options: MoveOptions): never {
  for (const name of ["maxSlope", "step", "snap", "skin"] as const) {
    const value = options[name];
    if (value === undefined) continue;
    checkFinite(TASK, `options.${name}`, value);
    if (name === "maxSlope" && !(value >= 0 && value <= Math.PI / 2)) {
      refuse(TASK, "options.maxSlope", value, "be from 0 to π/2; in radians");
    }
    if (!(value >= 0)) refuse(TASK, `options.${name}`, value, "not be negative");
  }
  refuse(TASK, "options.skin", options.skin ?? 0, "be positive");
}

const movers = /* @__PURE__ */ new Levels(() => new Mover());
