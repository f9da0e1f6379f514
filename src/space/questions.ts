/**
 * Questions to all bodies of a space: rays, moving shapes, overlaps, neighbours.
 *
 * Every question lists the bodies whose boxes may matter, and asks the function on single pairs
 * about each, with the shapes and the poses that the boxes were made for. So the answers are those
 * of a loop over all bodies, bit for bit.
 *
 * Whatever moves along a straight line (a point, a shape's box, a turning shape in a square around
 * its center) goes through `#travel`: the way is cut into pieces, and the bodies near each piece
 * are asked from front to back, until nothing further along can come first.
 *
 * @module
 */
import type { Aabb } from "../math/aabb.ts";
import { copyPose, newPose, type Pose, readPose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { type CastHit, copyHit, newCastHit } from "../query/cast.ts";
import { distance } from "../query/distance.ts";
import { intersects } from "../query/intersects.ts";
import { containsPoint } from "../query/point.ts";
import { rayCast } from "../query/ray_cast.ts";
import { copyMeasure, type DistanceResult, newDistanceResult } from "../query/result.ts";
import { shapeCast, type ShapeCastOptions } from "../query/shape_cast.ts";
import type { Sweep } from "../query/sweep.ts";
import {
  type ImpactOptions,
  type ImpactResult,
  newImpactResult,
  timeOfImpact,
} from "../query/time_of_impact.ts";
import { aabb } from "../shapes/bounds.ts";
import { point } from "../shapes/round.ts";
import type { Shape } from "../shapes/shape.ts";
import type { Bodies } from "./broadphase/bodies.ts";
import { arePaired } from "./broadphase/pairs.ts";
import type { Place } from "./broadphase/place.ts";
import type { Core } from "./core.ts";
import { longer } from "./views.ts";

/** Which bodies a question is about. */
export interface Selection {
  /** Only bodies in one of these categories: bits, as in {@linkcode Filter}. Default all. */
  mask?: number | undefined;
  /** A body that is left out, or several: an id, ids in an array of any kind, or a set of ids. */
  except?: number | ArrayLike<number> | ReadonlySet<number> | undefined;
  /** Whether sensors count like other bodies. Default `true`. */
  sensors?: boolean | undefined;
  /** Only bodies for which this returns `true`. It must not ask this space anything. */
  filter?: ((id: number) => boolean) | undefined;
}

/** A hit on a body of a space. */
export interface SpaceHit extends CastHit {
  /** The body. */
  id: number;
}

/** One of all hits of a ray. */
export interface RayHit extends SpaceHit {
  /**
   * Fraction at which the ray leaves the body for the last time: 1 if it ends inside. NaN unless exits were asked
   * for.
   */
  exit: number;
}

/** A neighbour: the distance from what was asked (A) to the body (B). */
export interface Neighbour extends DistanceResult {
  /** The body. */
  id: number;
}

/** The first impact of a moving body (B) on another one (A). */
export interface SpaceImpact extends ImpactResult {
  /** The other body; -1 for none. */
  id: number;
}

// V8 boxes doubles that are written to objects of more than four layouts. Fields that are added one by
// one, always in this order, make one layout for each kind.

/** A hit to fill. */
export function newSpaceHit(): SpaceHit {
  const hit = newCastHit() as SpaceHit;
  hit.id = -1;
  return hit;
}

/** One of several hits to fill. */
export function newRayHit(): RayHit {
  const hit = newSpaceHit() as RayHit;
  hit.exit = NaN;
  return hit;
}

/** A neighbour to fill. */
export function newNeighbour(): Neighbour {
  const neighbour = newDistanceResult() as Neighbour;
  neighbour.id = -1;
  return neighbour;
}

/** An impact to fill. */
export function newSpaceImpact(): SpaceImpact {
  const impact = newImpactResult() as SpaceImpact;
  impact.id = -1;
  return impact;
}

// Options for single pairs. Their doubles start as doubles: V8 boxes them otherwise.
function newCastOptions(): ShapeCastOptions & { targetSeparation: number } {
  return { initialOverlap: undefined, targetSeparation: NaN };
}

function newImpactOptions(): ImpactOptions & { tolerance: number } {
  return {
    ...{ targetSeparation: NaN, allowedOverlap: NaN, tolerance: NaN },
    maxIterations: undefined,
  };
}

/** What moves. */
const POINT = 0;
const SHAPE = 1;
const BODY = 2;
/** What is wanted. */
const FIRST = 0;
const ANY = 1;
const ALL = 2;

/**
 * A stretch of several pieces that meets more bodies than MANY is examined piece by piece. A single
 * piece may meet any number.
 */
const MANY = 16;
const NO_LIMIT = 1e9;
/** At most this many bodies of a piece are sorted from front to back. */
const SORTED = 64;
/** Fractions are rounded a few times. */
const ROUND = 1 + 4e-15;

/** The questions to the bodies of one space. They trust their arguments. */
export class Questions {
  readonly #core: Core;
  readonly #bodies: Bodies;
  readonly #place: Place;

  // Which bodies are asked: -1 for all categories, and for no body.
  #mask = -1;
  #except = -1;
  /** One body more that is left out: the one that the next ray is cast from. */
  source: number = -1;
  /** The body that moves, and must be able to be a pair with those that are asked. */
  #mover = -1;
  #exceptions: ArrayLike<number> | ReadonlySet<number> | null = null;
  #hasSensors = true;
  #filter: ((id: number) => boolean) | null = null;

  // What moves, and how.
  #kind = POINT;
  readonly origin: Vec2 = { x: NaN, y: NaN };
  readonly way: Vec2 = { x: NaN, y: NaN };
  /** Greatest distance of a neighbour. A field, since V8 boxes a double that is passed. */
  max: number = Infinity;
  /** The box of `findInBox`, for the same reason. */
  readonly window: Aabb = { minX: NaN, minY: NaN, maxX: NaN, maxY: NaN };
  /** Half width and height of the box that moves. */
  readonly #half: Vec2 = { x: 0, y: 0 };
  #shape: Shape | null = null;
  readonly #shapePose = newPose();
  readonly #castOptions = newCastOptions();
  readonly #impactOptions = newImpactOptions();
  #sweep: Sweep | null = null;
  readonly #rest = { localCenter: { x: 0, y: 0 }, from: newPose(), to: newPose() };

  // A body, and the answer about it; the best answer.
  readonly #pose = newPose();
  #hit: CastHit = newCastHit();
  #best: CastHit = newCastHit();
  #impact: ImpactResult = newImpactResult();
  #bestImpact: ImpactResult = newImpactResult();
  #measure: DistanceResult = newDistanceResult();
  #fraction = NaN;
  readonly #box = { minX: NaN, minY: NaN, maxX: NaN, maxY: NaN };
  readonly #back = { origin: { x: NaN, y: NaN }, way: { x: NaN, y: NaN } };

  /** Where the moving box enters the boxes found, by their places in `found`. */
  #entries = new Float64Array(64);
  /** Results of the last question that has several: the first `count` are valid. */
  count: number = 0;
  readonly hits: RayHit[] = [];
  readonly neighbours: Neighbour[] = [];
  ids: Uint32Array<ArrayBuffer> = new Uint32Array(64);

  constructor(core: Core) {
    this.#core = core;
    this.#bodies = core.broadphase.bodies;
    this.#place = core.broadphase.place;
  }

  /**
   * Begins a question: the broadphase is brought up to date, and the selection is read. Until
   * `end`, the space is busy.
   */
  begin(task: string, { mask, except, sensors, filter }: Selection = ALL_BODIES): void {
    const core = this.#core, isId = typeof except === "number";
    core.lookAtNoted(task);
    this.#mask = mask === undefined ? -1 : mask | 0;
    this.#except = isId ? except : -1;
    this.#exceptions = isId || except === undefined ? null : except;
    this.#hasSensors = sensors !== false;
    this.#filter = filter ?? null;
    this.#mover = this.source = -1;
    core.busy = task;
  }

  end(): void {
    this.#core.busy = "";
  }

  #isAsked(id: number): boolean {
    if (id === this.#except || id === this.source || id === this.#mover) return false;
    if (this.#mask !== -1 && (this.#core.filterOf(id, 0) & this.#mask) === 0) return false;
    if (!this.#hasSensors && this.#core.sensors[id] === 1) return false;
    if (this.#mover >= 0 && !arePaired(this.#bodies.filters, id, this.#mover)) return false;
    if (this.#exceptions !== null && isListed(id, this.#exceptions)) return false;
    return this.#filter === null || Boolean(this.#filter(id));
  }

  /** Reads the pose of a body as it was seen. Returns its shape. */
  #load(id: number): Shape {
    readPose(this.#bodies.seen, 4 * id, this.#pose);
    return this.#core.shapes[id]!;
  }

  // Rays and moving shapes.

  /** The ray from `origin` along `way`. */
  startRay(): void {
    this.#kind = POINT;
    this.#half.x = this.#half.y = 0;
  }

  // Options are looked for with `in`: V8 boxes a double that is read from objects of which some lack it.

  /** A shape that moves along `way`. */
  startShape(shape: Shape, pose: Readonly<Pose>, options: ShapeCastOptions | undefined): void {
    this.#kind = SHAPE;
    this.#shape = shape;
    const own = this.#castOptions;
    own.initialOverlap = options?.initialOverlap;
    copyPose(pose, this.#shapePose);
    const { minX, minY, maxX, maxY } = aabb(shape, pose, this.#box);
    let gap = 0;
    if (options !== undefined && "targetSeparation" in options) gap = options.targetSeparation ?? 0;
    own.targetSeparation = gap;
    this.origin.x = 0.5 * minX + 0.5 * maxX;
    this.origin.y = 0.5 * minY + 0.5 * maxY;
    this.#half.x = 0.5 * maxX - 0.5 * minX + gap;
    this.#half.y = 0.5 * maxY - 0.5 * minY + gap;
  }

  /** A body that moves and turns. */
  startBody(id: number, sweep: Sweep, options: ImpactOptions | undefined): void {
    this.#kind = BODY;
    this.#mover = id;
    const shape = this.#shape = this.#core.shapes[id]!;
    this.#sweep = sweep;
    const { localCenter: { x, y }, from, to } = sweep;
    // The shape stays within a circle around its center, of radius r.
    const { minX, minY, maxX, maxY } = aabb(shape, UPRIGHT, this.#box);
    const width = Math.max(Math.abs(minX - x), Math.abs(maxX - x));
    const height = Math.max(Math.abs(minY - y), Math.abs(maxY - y));
    const scale = Math.max(
      Math.abs(from.cos) + Math.abs(from.sin),
      Math.abs(to.cos) + Math.abs(to.sin),
    );
    const r = scale * Math.sqrt(width * width + height * height);
    // It may stop as far from another as its size times the tolerance; a point, by the other's size.
    let tolerance = TOLERANCE, gap = 0, overlap = 0;
    if (options !== undefined) {
      if ("tolerance" in options && options.tolerance !== undefined) tolerance = options.tolerance;
      if ("targetSeparation" in options && options.targetSeparation !== undefined) {
        gap = options.targetSeparation;
      }
      if ("allowedOverlap" in options && options.allowedOverlap !== undefined) {
        overlap = options.allowedOverlap;
      }
    }
    const own = this.#impactOptions;
    own.tolerance = tolerance;
    own.targetSeparation = gap;
    own.allowedOverlap = overlap;
    own.maxIterations = options?.maxIterations;
    // V8 would box a number that may also be the constant Infinity.
    const half = this.#half;
    half.x = half.y = Infinity;
    if (r > 0) {
      half.x = (1 + tolerance) * r + gap;
      half.y = half.x;
    }
    this.origin.x = from.cos * x - from.sin * y + from.x;
    this.origin.y = from.sin * x + from.cos * y + from.y;
    this.way.x = to.cos * x - to.sin * y + to.x - this.origin.x;
    this.way.y = to.sin * x + to.cos * y + to.y - this.origin.y;
  }

  /** The first body that is hit, or -1. `first` and `firstImpact` have the answer. */
  findFirst(): number {
    return this.#travel(FIRST);
  }

  /** The hit of `findFirst`. */
  get first(): Readonly<CastHit> {
    return this.#best;
  }

  /** The impact of `findFirst`. */
  get firstImpact(): Readonly<ImpactResult> {
    return this.#bestImpact;
  }

  /** Whether anything is hit. */
  findAny(): boolean {
    return this.#travel(ANY) >= 0;
  }

  /** Lists all hits in `hits`, by fraction and then by id. Returns how many. */
  findHits(withExits: boolean): number {
    this.count = 0;
    this.#travel(ALL);
    for (let k = 0; k < this.count; k++) {
      const hit = this.hits[k];
      hit.exit = withExits ? this.#findExit(hit.id, hit.fraction) : NaN;
    }
    return this.count;
  }

  /** Where the ray leaves a body for the last time: where the ray back from its end hits it. */
  #findExit(id: number, entry: number): number {
    const { origin, way } = this.#back;
    origin.x = this.origin.x + this.way.x;
    origin.y = this.origin.y + this.way.y;
    way.x = -this.way.x;
    way.y = -this.way.y;
    const hit = rayCast(this.#load(id), this.#pose, origin, way, this.#hit);
    return hit === null ? entry : Math.max(entry, 1 - hit.fraction);
  }

  /**
   * Asks one body. Returns whether it is hit, at `#fraction`: V8 boxes a double that a function returns.
   */
  #ask(id: number): boolean {
    const shape = this.#load(id);
    switch (this.#kind) {
      case POINT:
        if (rayCast(shape, this.#pose, this.origin, this.way, this.#hit) === null) return false;
        this.#fraction = this.#hit.fraction;
        return true;
      case SHAPE: {
        const pose = this.#shapePose, options = this.#castOptions;
        const hit = shapeCast(
          shape,
          this.#pose,
          this.#shape!,
          pose,
          this.way,
          options,
          this.#hit,
        );
        if (hit === null) return false;
        this.#fraction = hit.fraction;
        return true;
      }
      default: {
        const rest = this.#rest;
        copyPose(this.#pose, rest.from);
        copyPose(this.#pose, rest.to);
        const found = timeOfImpact(
          shape,
          rest,
          this.#shape!,
          this.#sweep!,
          this.#impactOptions,
          this.#impact,
        );
        this.#fraction = found.fraction;
        return found.status !== "separated";
      }
    }
  }

  #keepBest(): void {
    const hit = this.#hit, impact = this.#impact;
    this.#hit = this.#best;
    this.#best = hit;
    this.#impact = this.#bestImpact;
    this.#bestImpact = impact;
  }

  /** Puts the hit of a body among the others. */
  #keepHit(id: number): void {
    const hits = this.hits, fraction = this.#fraction;
    if (this.count === hits.length) hits.push(newRayHit());
    let m = this.count++;
    const hit = hits[m];
    for (; m > 0; m--) {
      const before = hits[m - 1];
      if (before.fraction < fraction || (before.fraction === fraction && before.id < id)) break;
      hits[m] = before;
    }
    hits[m] = hit;
    hit.id = id;
    copyHit(this.#hit, hit);
  }

  /**
   * Goes along the way piece by piece. The strips list what is near a piece and was not near the one
   * before. After a piece without candidates the next stretch has twice as many pieces. The piece in
   * which there is a hit is the last one needed: whatever later pieces meet is further away. Loose
   * bodies, which are in no strip, are examined one by one, so only once: at the end, along what is
   * left of the way. Returns the first body that was hit, or any, or -1.
   */
  #travel(wanted: number): number {
    const place = this.#place, { boxes } = this.#bodies, { region, before } = place;
    const { x, y } = this.origin, { x: dx, y: dy } = this.way, { x: hw, y: hh } = this.#half;
    // A bound on the rounding errors of a piece's ends and of the box that moves.
    const ample = 4e-15 *
      (Math.abs(x) + Math.abs(y) + Math.abs(dx) + Math.abs(dy) + (hw < Infinity ? hw + hh : 0));
    const pieces = place.countPieces(this.way);
    // The box enters a body's box when its leading sides do, and is out when its trailing sides are.
    const nx = dx < 0 ? 2 : 0, ny = dy < 0 ? 3 : 1;
    const ix = dx === 0 ? Infinity : 1 / dx, iy = dy === 0 ? Infinity : 1 / dy;
    const wx = dx < 0 ? -hw - ample : hw + ample, wy = dy < 0 ? -hh - ample : hh + ample;
    const ax = x + wx, bx = x - wx, ay = y + wy, by = y - wy;
    let first = -1, fraction = 1, stretch = 1;
    region.fill(Infinity);
    for (let m = 0; m <= pieces;) {
      if (wanted === FIRST && first >= 0 && fraction < m / pieces) m = pieces;
      const isLast = m === pieces;
      const next = isLast ? m + 1 : Math.min(m + stretch, pieces);
      const begin = isLast ? 0 : m / pieces, end = isLast ? fraction : next / pieces;
      const x0 = x + begin * dx, x1 = x + end * dx;
      const y0 = y + begin * dy, y1 = y + end * dy;
      before.set(region);
      region[0] = Math.min(x0, x1) - ample - hw;
      region[1] = Math.min(y0, y1) - ample - hh;
      region[2] = Math.max(x0, x1) + ample + hw;
      region[3] = Math.max(y0, y1) + ample + hh;
      const near = isLast ? place.findLoose(0) : place.findBuilt(stretch > 1 ? MANY : NO_LIMIT);
      if (near > MANY && stretch > 1 && !isLast) {
        stretch = 1;
        region.set(before);
        continue;
      }
      stretch = near === 0 ? 2 * stretch : 1;
      m = next;

      // Front to back; then what is behind a hit is never asked.
      const { found } = place;
      if (near > this.#entries.length) this.#entries = new Float64Array(2 * near);
      const entries = this.#entries, isSorted = near <= SORTED, limit = fraction * ROUND;
      let kept = 0;
      for (let n = 0; n < near; n++) {
        const id = found[n], b = 4 * id;
        let t = 0, u = limit;
        const tx = (boxes[b + nx] - ax) * ix, ty = (boxes[b + ny] - ay) * iy;
        const ux = (boxes[b + 2 - nx] - bx) * ix, uy = (boxes[b + 4 - ny] - by) * iy;
        if (tx > t) t = tx;
        if (ty > t) t = ty;
        if (ux < u) u = ux;
        if (uy < u) u = uy;
        if (t > u * ROUND) continue;
        let k = kept++;
        if (isSorted) {
          for (; k > 0; k--) {
            if (entries[k - 1] < t || (entries[k - 1] === t && found[k - 1] < id)) break;
            entries[k] = entries[k - 1];
            found[k] = found[k - 1];
          }
        }
        entries[k] = t;
        found[k] = id;
      }
      for (let n = 0; n < kept; n++) {
        const id = found[n];
        if (wanted === FIRST) {
          if (entries[n] > fraction * ROUND) continue;
          // Nothing is hit sooner than at the start, and of several the lowest id counts.
          if (fraction === 0 && first >= 0 && id > first) continue;
        }
        if (!this.#isAsked(id)) continue;
        if (!this.#ask(id)) continue;
        if (wanted === ANY) return id;
        const f = this.#fraction;
        if (wanted === ALL) this.#keepHit(id);
        else if (first < 0 || f < fraction || (f === fraction && id < first)) {
          first = id;
          fraction = f;
          this.#keepBest();
        }
      }
    }
    return first;
  }

  // Bodies in a place.

  /** Lists in `ids` the bodies, ascending, whose exact bounding boxes meet `window`. */
  findInBox(): number {
    const { minX, minY, maxX, maxY } = this.window, near = this.#findNear(this.window);
    const { found } = this.#place, { boxes } = this.#bodies;
    let count = 0;
    for (let n = 0; n < near; n++) {
      const id = found[n], b = 4 * id;
      const x0 = boxes[b], y0 = boxes[b + 1], x1 = boxes[b + 2], y1 = boxes[b + 3];
      // The boxes here are larger than the exact ones, by no more than this.
      const rim = 4e-15 *
        (Math.abs(x0) + Math.abs(x1) + Math.abs(y0) + Math.abs(y1) + (x1 - x0) + (y1 - y0));
      if (!(maxX - x0 > rim && x1 - minX > rim && maxY - y0 > rim && y1 - minY > rim)) {
        const box = aabb(this.#load(id), this.#pose, this.#box);
        if (box.minX > maxX || box.maxX < minX || box.minY > maxY || box.maxY < minY) continue;
      }
      if (this.#isAsked(id)) count = this.#list(count, id);
    }
    return this.count = count;
  }

  /** Lists in `ids` the bodies, ascending, that a shape shares a point with. */
  findOverlaps(shape: Shape, pose: Readonly<Pose>): number {
    const near = this.#findNear(aabb(shape, pose, this.#box)), { found } = this.#place;
    let count = 0;
    for (let n = 0; n < near; n++) {
      const id = found[n];
      if (!this.#isAsked(id)) continue;
      if (intersects(this.#load(id), this.#pose, shape, pose)) count = this.#list(count, id);
    }
    return this.count = count;
  }

  /** Lists in `ids` the bodies, ascending, that contain a point. */
  findAt(p: Readonly<Vec2>): number {
    const box = this.#box;
    box.minX = box.maxX = p.x;
    box.minY = box.maxY = p.y;
    const near = this.#findNear(box), { found } = this.#place;
    let count = 0;
    for (let n = 0; n < near; n++) {
      const id = found[n];
      if (!this.#isAsked(id)) continue;
      if (containsPoint(this.#load(id), this.#pose, p)) count = this.#list(count, id);
    }
    return this.count = count;
  }

  #findNear(box: Readonly<Aabb>): number {
    const place = this.#place, { region } = place;
    region[0] = box.minX;
    region[1] = box.minY;
    region[2] = box.maxX;
    region[3] = box.maxY;
    return place.findAll();
  }

  #list(count: number, id: number): number {
    if (count === this.ids.length) {
      this.ids = longer(this.ids, 2 * count);
    }
    this.ids[count] = id;
    return count + 1;
  }

  // Neighbours.

  /**
   * Lists in `neighbours` the `most` bodies nearest to a shape, none of them further than `max`, by
   * distance and then by id. Looks around the shape, twice as far each time, until there are enough.
   */
  findNearest(shape: Shape, pose: Readonly<Pose>, most: number): number {
    const { max } = this;
    const place = this.#place, { boxes } = this.#bodies, { region, before } = place;
    const { minX, minY, maxX, maxY } = aabb(shape, pose, this.#box);
    // As wide or high as most boxes are.
    const { usualWidth, usualHeight } = place.strips;
    let r = max;
    if (most < Infinity) {
      r = Math.min(max, Math.max(usualWidth, usualHeight) * Math.sqrt(most));
    }
    let count = 0, step = 2;
    const rim = 4e-15 * (Math.abs(minX) + Math.abs(minY) + Math.abs(maxX) + Math.abs(maxY));
    region.fill(Infinity);
    for (;;) {
      before.set(region);
      const u0 = before[0], v0 = before[1], u1 = before[2], v1 = before[3];
      region[0] = minX - r - rim;
      region[1] = minY - r - rim;
      region[2] = maxX + r + rim;
      region[3] = maxY + r + rim;
      const built = place.findBuilt(NO_LIMIT), near = place.findLoose(built), { found } = place;
      for (let n = 0; n < near; n++) {
        const id = found[n], t = 4 * id;
        // Loose bodies are listed again.
        if (
          n >= built && boxes[t + 2] >= u0 && boxes[t + 1] <= v1 && boxes[t + 3] >= v0 &&
          boxes[t] <= u1
        ) continue;
        const limit = count < most ? max : this.neighbours[count - 1].distance;
        const dx = Math.max(boxes[t] - maxX, minX - boxes[t + 2], 0);
        const dy = Math.max(boxes[t + 1] - maxY, minY - boxes[t + 3], 0);
        if (dx * dx + dy * dy > limit * limit * (1 + 1e-14) + 1e-300) continue;
        if (!this.#isAsked(id)) continue;
        const measure = distance(shape, pose, this.#load(id), this.#pose, this.#measure);
        if (measure.distance <= max) count = this.#keepNeighbour(id, count, most);
      }
      if (r >= max) return this.count = count;
      if (count === most) {
        const d = this.neighbours[count - 1].distance * (1 + 1e-14);
        if (d <= r) return this.count = count;
        r = Math.min(d, max);
      } else {
        r = Math.min(r > 0 ? step * r : 1e-300, max);
        step *= 2;
      }
    }
  }

  /** Puts a neighbour among the others. Returns their number, at most `most`. */
  #keepNeighbour(id: number, count: number, most: number): number {
    const list = this.neighbours, d = this.#measure.distance;
    if (count === most) {
      const last = list[count - 1];
      if (last.distance < d || (last.distance === d && last.id < id)) return count;
    } else if (count === list.length) list.push(newNeighbour());
    let m = count < most ? count : most - 1;
    const place = list[m];
    for (; m > 0; m--) {
      const before = list[m - 1];
      if (before.distance < d || (before.distance === d && before.id < id)) break;
      list[m] = before;
    }
    list[m] = place;
    place.id = id;
    copyMeasure(this.#measure, place);
    place.status = this.#measure.status;
    return count < most ? count + 1 : most;
  }
}

/** Whether exceptions are a set, of any realm. */
export function isSet(
  except: ArrayLike<number> | ReadonlySet<number>,
): except is ReadonlySet<number> {
  return "has" in except && typeof except.has === "function";
}

function isListed(id: number, ids: ArrayLike<number> | ReadonlySet<number>): boolean {
  if (isSet(ids)) return ids.has(id);
  for (let k = 0; k < ids.length; k++) if (ids[k] === id) return true;
  return false;
}

const ALL_BODIES: Selection = Object.freeze({});
const UPRIGHT: Readonly<Pose> = Object.freeze({ x: 0, y: 0, cos: 1, sin: 0 });

/** As in time_of_impact.ts. */
const TOLERANCE = 0.000244140625;

/** The shape of a point. */
let spot: Shape | null = null;

/** The shape of a point, made when it is first needed. */
export function pointShape(): Shape {
  return spot ??= point({ x: 0, y: 0 });
}
