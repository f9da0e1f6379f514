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
 * The cast keeps the mover `skin` away from everything, and planes keep it half a skin further. So a mover that
 * slides along a row of tiles does not graze the corner of the next one, and rounding has room.
 *
 * @module
 */
import { cos } from "../math/angle.ts";
import {
  checkFinite,
  checkObject,
  checkPoint,
  checkPose,
  isPose,
  POSITION_LIMIT,
  refuse,
} from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { aabb } from "../shapes/bounds.ts";
import { checkShape } from "../shapes/check.ts";
import type { Shape } from "../shapes/shape.ts";
import { Planes } from "./planes.ts";
import { newSpaceHit, type Selection, type SpaceHit } from "./questions.ts";
import { Space } from "./space.ts";

/** How {@linkcode moveAndSlide} moves. */
export interface MoveOptions extends Selection {
  /**
   * Distance that the mover keeps from bodies, in the caller's units; it rests one to two of them away. Default
   * 1/128 of the smaller side of the shape's bounding box.
   */
  skin?: number | undefined;
  /** Unit vector against gravity. Without it nothing is ground, and the options below do nothing. */
  up?: Readonly<Vec2> | undefined;
  /** Greatest slope of ground, in radians; steeper is a wall. Default π/4. */
  maxSlope?: number | undefined;
  /** Greatest height of a step that the mover takes while it stands on ground. Default 0. */
  step?: number | undefined;
  /** How far down the mover is brought back to ground that it stood on, unless it moves up. Default 0. */
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
}

const TASK = "move and slide";

/** Rounds of collecting, solving and casting. */
const ROUNDS = 24;
/** Rounds of getting out of what the mover overlaps at the start. */
const RECOVERIES = 8;

interface Work {
  space: Space;
  shape: Shape;
  options: MoveOptions;
  pose: Pose;
  skin: number;
  up: Readonly<Vec2> | null;
  least: number;
  planes: Planes;
  hit: SpaceHit;
  result: MoveResult;
}

/**
 * Moves a shape as far as it can go, and slides along the bodies of a space that are in its way. The shape is no
 * body of the space itself; leave its own body out with `except`. Nothing in the space changes.
 *
 * The mover never ends deeper in any body than it began. If it overlaps at the start, it is pushed out as far as
 * there is room. One-way platforms are a `filter`: leave them out while the mover is below or moves up.
 *
 * @param space The bodies
 * @param shape Convex shape that moves
 * @param pose Where it is; it does not turn
 * @param translation Where it wants to go, gravity included: velocity times the time of the step
 * @param options Which bodies, ground, steps
 * @param out Receives the result, and grows as needed
 * @returns `out`: the new position, and what was in the way
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a number is not finite or out of range
 *
 * @example Usage
 * ```ts
 * import { box, capsule, clipVelocity, moveAndSlide, pose, Space } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const space = new Space();
 * const floor = space.add(box(20, 1), pose(0, -0.5));
 * const wall = space.add(box(1, 9), pose(3, 0));
 * const hero = capsule({ x: 0, y: 0.25 }, { x: 0, y: 0.75 }, 0.25);
 *
 * const { x, y, hits, ground } = moveAndSlide(space, hero, pose(0, 1), { x: 9, y: -9 }, {
 *   up: { x: 0, y: 1 },
 * });
 * x > 2.2 && x < 2.25 && y > 0 && y < 0.01; // true
 * assertEquals([ground, hits.some(({ id }) => id === wall)], [floor, true]);
 * clipVelocity({ x: 5, y: -5 }, hits); // { x: 0, y: 0 }
 * ```
 */
export function moveAndSlide(
  space: Space,
  shape: Shape,
  pose: Readonly<Pose>,
  translation: Readonly<Vec2>,
  options: MoveOptions = {},
  out: MoveResult = { x: 0, y: 0, count: 0, hits: [], ground: -1, groundNormal: { x: 0, y: 0 } },
): MoveResult {
  if (!(space instanceof Space)) refuse(TASK, "space", space, "be a Space", TypeError);
  checkShape(TASK, "shape", shape);
  checkPose(TASK, "pose", pose);
  checkPoint(TASK, "translation", translation, POSITION_LIMIT, "a vector { x, y }");
  checkObject(TASK, "options", options, "an object");
  checkObject(TASK, "out", out, "a result { x, y, hits, … }");
  const { up, maxSlope = Math.PI / 4, step = 0, snap = 0, carry } = options;
  if (up !== undefined) checkPoint(TASK, "options.up", up, POSITION_LIMIT, "a vector { x, y }");
  if (carry !== undefined) {
    checkPoint(TASK, "options.carry", carry, POSITION_LIMIT, "a vector { x, y }");
  }
  for (const [name, value] of [["maxSlope", maxSlope], ["step", step], ["snap", snap]] as const) {
    checkFinite(TASK, `options.${name}`, value);
    if (!(value >= 0)) refuse(TASK, `options.${name}`, value, "not be negative");
  }
  const { minX, minY, maxX, maxY } = aabb(shape, pose);
  const size = Math.min(maxX - minX, maxY - minY) || Math.max(maxX - minX, maxY - minY) || 1;
  const { skin = size / 128 } = options;
  checkFinite(TASK, "options.skin", skin);
  if (!(skin > 0)) refuse(TASK, "options.skin", skin, "be positive");
  const work: Work = {
    ...{ space, shape, options, skin, up: up ?? null, least: cos(maxSlope) },
    pose: { x: pose.x, y: pose.y, cos: pose.cos, sin: pose.sin },
    planes: new Planes(),
    hit: newSpaceHit(),
    result: out,
  };
  out.count = 0;
  const at = work.pose, before = collect(work);
  const isStanding = findGround(work) >= 0, canStep = step > 0 && isSupported(work);
  recover(work);
  if (carry !== undefined) slide(work, carry.x, carry.y, false);
  slide(work, translation.x, translation.y, canStep);
  const isRising = up !== undefined && translation.x * up.x + translation.y * up.y > 0;
  if (up !== undefined && isStanding && !isRising && snap > 0) snapDown(work, up, snap);
  // The promise, whatever happened on the way.
  if (collect(work) > before + 1e-9 * (skin + before) || !isPose(at)) {
    at.x = pose.x;
    at.y = pose.y;
    collect(work);
  }
  const ground = findGround(work);
  out.x = at.x;
  out.y = at.y;
  out.ground = ground < 0 ? -1 : work.planes.ids[ground];
  out.groundNormal.x = ground < 0 ? 0 : work.planes.nx[ground];
  out.groundNormal.y = ground < 0 ? 0 : work.planes.ny[ground];
  return out;
}

/**
 * What is left of a velocity when nothing of it leads into what a mover has met.
 *
 * @param velocity Velocity
 * @param hits Of a {@linkcode MoveResult}, as many as its `count`
 * @param out Receives the velocity; may be `velocity`
 * @returns `out`: the closest velocity to it that leads into none of the hits
 */
export function clipVelocity(
  velocity: Readonly<Vec2>,
  hits: readonly Readonly<MoveHit>[],
  out: Vec2 = { x: 0, y: 0 },
): Vec2 {
  const planes = new Planes();
  for (const { id, normal } of hits) planes.add(id, normal.x, normal.y, 0);
  planes.solve(velocity.x, velocity.y, 0);
  out.x = planes.x;
  out.y = planes.y;
  return out;
}

/** Collects the planes around the mover. Returns the depth of the deepest overlap, or 0. */
function collect({ space, shape, options, pose, skin, planes }: Work): number {
  const reach = 2 * skin, box = aabb(shape, pose);
  box.minX -= reach;
  box.minY -= reach;
  box.maxX += reach;
  box.maxY += reach;
  planes.clear();
  let depth = 0;
  for (const id of space.inBox(box, options)) {
    if (space.isSensor(id)) continue;
    const least = planes.collect(space.getShape(id), space.getPose(id), shape, pose, reach, id);
    depth = Math.max(depth, -least);
  }
  return depth;
}

/** Casts the mover along a step, and moves it. Returns the fraction of the step, and keeps the hit. */
function advance(work: Work, x: number, y: number): number {
  const { space, shape, options, pose, skin, hit } = work;
  const { mask, except, filter } = options;
  hit.id = -1;
  const found = space.shapeCast(shape, pose, { x, y }, {
    ...{ mask, except, initialOverlap: "ignore", targetSeparation: skin },
    filter: (id) => !space.isSensor(id) && (filter === undefined || filter(id)),
  }, hit);
  const fraction = found === null ? 1 : hit.fraction;
  pose.x += fraction * x;
  pose.y += fraction * y;
  return fraction;
}

/** Gets out of what is overlapped, as far as there is room. */
function recover(work: Work): void {
  const { planes, skin, pose } = work;
  for (let k = 0; k < RECOVERIES; k++) {
    if (!planes.solve(0, 0, 1.5 * skin)) return; // squeezed
    const { x, y } = planes;
    if (x * x + y * y <= 1e-6 * skin * skin) return;
    const from = { x: pose.x, y: pose.y }, depth = collect(work);
    advance(work, x, y);
    if (collect(work) > depth) {
      pose.x = from.x;
      pose.y = from.y;
      collect(work);
      return;
    }
  }
}

/** Index of the plane that is ground, the flattest, or -1. */
function findGround({ planes, up, least }: Work): number {
  if (up === null) return -1;
  let best = -1, most = least - 1e-9;
  for (let k = 0; k < planes.count; k++) {
    const rise = planes.nx[k] * up.x + planes.ny[k] * up.y;
    if (rise < most) continue;
    most = rise;
    best = k;
  }
  return best;
}

/** Moves as close to the end of a step as what is in the way allows. */
function slide(work: Work, x: number, y: number, canStep: boolean): void {
  const { planes, skin, pose, up, hit } = work;
  const tiny = 1e-12 * (x * x + y * y) + 1e-12 * skin * skin;
  let tx = pose.x + x, ty = pose.y + y;
  for (let round = 0; round < ROUNDS; round++) {
    collect(work);
    x = tx - pose.x;
    y = ty - pose.y;
    if (up !== null) [x, y] = hold(work, up, x, y);
    planes.solve(x, y, 1.5 * skin);
    if (canStep && isHeldByWall(work, x, y) && climb(work, x, y)) {
      tx = pose.x + planes.rest[0];
      ty = pose.y + planes.rest[1];
      continue;
    }
    for (let k = 0; k < planes.activeCount; k++) note(work, planes.active[k]);
    const dx = planes.x, dy = planes.y;
    if (dx * dx + dy * dy <= tiny) return;
    const fraction = advance(work, dx, dy);
    if (hit.id < 0) continue;
    const { x: nx, y: ny } = hit.normal, id = hit.id;
    if (canStep && isWall(work, hit.normal)) {
      const isOn = climb(work, (1 - fraction) * dx, (1 - fraction) * dy);
      if (isOn) {
        tx = pose.x + planes.rest[0];
        ty = pose.y + planes.rest[1];
        continue;
      }
    }
    noteHit(work, id, nx, ny);
  }
}

/** Whether something below carries the mover, however steep: it may stand on the edge of a step. */
function isSupported({ planes, up }: Work): boolean {
  for (let k = 0; k < planes.count && up !== null; k++) {
    if (planes.nx[k] * up.x + planes.ny[k] * up.y > 0.05) return true;
  }
  return false;
}

/** Whether what holds the last solution of the planes is a wall. */
function isHeldByWall(work: Work, x: number, y: number): boolean {
  const { planes } = work;
  for (let k = 0; k < planes.activeCount; k++) {
    const n = { x: planes.nx[planes.active[k]], y: planes.ny[planes.active[k]] };
    if (isWall(work, n) && n.x * x + n.y * y < 0) return true;
  }
  return false;
}

/** Whether a surface is too steep to stand on, and no ceiling. */
function isWall({ up, least }: Work, n: Readonly<Vec2>): boolean {
  if (up === null) return false;
  const rise = n.x * up.x + n.y * up.y;
  return rise < least - 1e-9 && rise > -0.5;
}

/**
 * Ground holds: a step that leads down into it does not slide down the slope. And what is too steep is a wall:
 * nothing pushes the mover up there. Returns the step.
 */
function hold({ planes, least }: Work, up: Readonly<Vec2>, x: number, y: number): [number, number] {
  const sink = x * up.x + y * up.y, count = planes.count;
  for (let k = 0; k < count; k++) {
    const nx = planes.nx[k], ny = planes.ny[k], rise = nx * up.x + ny * up.y;
    if (rise >= least - 1e-9) {
      if (sink < 0 && nx * x + ny * y < 0) {
        x -= sink * up.x;
        y -= sink * up.y;
        break;
      }
    } else if (rise > 1e-9) {
      const wx = nx - rise * up.x, wy = ny - rise * up.y, length = Math.sqrt(wx * wx + wy * wy);
      planes.add(planes.ids[k], wx / length, wy / length, Infinity);
    }
  }
  return [x, y];
}

/**
 * Takes a step of stairs: up, ahead and down again, if there is ground ahead that is no higher than a step.
 * Returns whether it did; `planes.rest` is then what is left of the way.
 */
function climb(work: Work, x: number, y: number): boolean {
  const { options: { step = 0 }, up, pose, skin, hit, planes, shape } = work;
  if (up === null) return false;
  const along = x * up.x + y * up.y;
  const hx = x - along * up.x, hy = y - along * up.y, length = Math.sqrt(hx * hx + hy * hy);
  if (!(length > 0)) return false;
  const from = { x: pose.x, y: pose.y };
  const lift = step * advance(work, step * up.x, step * up.y);
  const raised = { x: pose.x, y: pose.y };
  const down = -(lift + 2 * skin);
  // Is there ground under the middle of the mover, were it wholly on the step?
  const { minX, maxX, minY, maxY } = aabb(shape, pose);
  const probe = Math.max(length, 0.5 * Math.max(maxX - minX, maxY - minY) + 2 * skin) / length;
  const reached = probe * advance(work, probe * hx, probe * hy);
  advance(work, down * up.x, down * up.y);
  const isGround = hit.id >= 0 && !isWall(work, hit.normal);
  pose.x = raised.x;
  pose.y = raised.y;
  const fraction = isGround && reached * length > 2 * skin ? advance(work, hx, hy) : 0;
  if (fraction * length <= 1e-3 * skin) {
    pose.x = from.x;
    pose.y = from.y;
    collect(work);
    return false;
  }
  advance(work, down * up.x, down * up.y);
  planes.rest = [(1 - fraction) * hx, (1 - fraction) * hy];
  return true;
}

/** Brings the mover down to ground, if there is some. */
function snapDown(work: Work, up: Readonly<Vec2>, snap: number): void {
  const { pose, hit, skin } = work, { x, y } = pose;
  collect(work);
  if (findGround(work) >= 0) return;
  advance(work, -snap * up.x, -snap * up.y);
  if (hit.id < 0 || isWall(work, hit.normal)) {
    pose.x = x;
    pose.y = y;
    return;
  }
  // Straight up, not along the normal: else a mover at rest would creep down a slope.
  const lift = 0.5 * skin / Math.max(hit.normal.x * up.x + hit.normal.y * up.y, 0.5);
  pose.x += lift * up.x;
  pose.y += lift * up.y;
}

function note(work: Work, k: number): void {
  const { planes } = work;
  noteHit(work, planes.ids[k], planes.nx[k], planes.ny[k]);
}

/** Lists a hit, unless it is there. */
function noteHit({ result }: Work, id: number, x: number, y: number): void {
  const { hits } = result;
  for (let k = 0; k < result.count; k++) {
    const { id: other, normal: n } = hits[k];
    if (other === id && n.x * x + n.y * y > 0.9999) return;
  }
  if (result.count === hits.length) hits.push({ id, normal: { x, y } });
  const hit = hits[result.count++];
  hit.id = id;
  hit.normal.x = x;
  hit.normal.y = y;
}
