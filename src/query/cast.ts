/**
 * What ray casts and shape casts share: the result, and the cast of a pair with a support function.
 *
 * @module
 */
import * as state from "../kernel/state.ts";
import * as entry from "../kernel/entry.ts";
import { checkPoint, POSITION_LIMIT, refuse } from "../math/check.ts";
import { copyPose, newPose, type Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { SIGNED, smooth } from "./attached.ts";
import { Levels } from "./levels.ts";
import { readFeatures } from "./pair.ts";
import { copyFeature, type Feature, touchFeature, touchVector } from "./result.ts";

const { poses, POSE_A, POSE_B, features, measured, cast } = state;
const { CAST_HIT, CAST_MISS, CAST_START } = entry;

/**
 * Answer of {@linkcode rayCast} and {@linkcode shapeCast}. World frame, the caller's units. Pass it back
 * as `out`, or one from {@linkcode newCastHit}, and no memory is allocated; see {@linkcode HitTarget} for one made by hand.
 */
export interface CastHit {
  /** Fraction of the translation at which the shapes touch, in [0, 1]. */
  fraction: number;
  /**
   * Where they touch at that moment: a point on the boundary of A, or of the shape that a ray hits. If shapes
   * overlap or are closer than the target at the start, it is the middle between their surfaces; if a ray
   * starts inside, its origin.
   */
  point: Vec2;
  /** Unit normal from A to B; for a ray the outward normal of the shape. */
  normal: Vec2;
  /** How deep they overlap at the start, or how much closer than the target they are: 0 for a hit on the way. */
  depth: number;
  /** Feature of A's core under `point`. */
  featureA: Feature;
  /** Feature of B's core that touches; of a ray vertex 0. */
  featureB: Feature;
  /** Part of A, or of the shape that a ray hits: index into `parts` of a compound or `segments` of a chain; else 0. */
  partA: number;
  /** Part of B; of a ray 0. */
  partB: number;
}

/**
 * An object that a cast can write to: the hit of an earlier cast, or an object with a fraction, a point and a
 * normal, to which the cast adds the other fields of a hit.
 */
export type HitTarget =
  & Pick<CastHit, "fraction" | "point" | "normal">
  & Partial<CastHit>;

/**
 * A hit object for {@linkcode rayCast} and {@linkcode shapeCast} to fill, made in advance. Until then its numbers
 * have no meaning.
 *
 * @returns A new hit
 *
 * @example Usage
 * ```ts
 * import { circle, newCastHit, pose, rayCast } from "@narrowphase/gjk2d";
 *
 * const hit = newCastHit();
 * const ball = circle(1);
 * const eye = { x: -5, y: 0 };
 * rayCast(ball, pose(0, 0), eye, { x: 0, y: 8 }, hit); // null
 * rayCast(ball, pose(0, 0), eye, { x: 8, y: 0 }, hit) === hit; // true
 * hit.fraction; // 0.5
 * ```
 */
export function newCastHit(): CastHit {
  return {
    fraction: NaN,
    point: { x: NaN, y: NaN },
    normal: { x: NaN, y: NaN },
    depth: NaN,
    featureA: { type: "vertex", i: 0, j: 0 },
    featureB: { type: "vertex", i: 0, j: 0 },
    partA: 0,
    partB: 0,
  };
}

/** Refuses anything but a vector whose coordinates are within ±2^250. */
export function checkTranslation(query: string, name: string, value: unknown): void {
  checkPoint(query, name, value, POSITION_LIMIT, "a vector { x, y }");
}

/**
 * The caller's hit to write to, or a new one if there is none. Refuses an object that cannot be
 * written to before anything is written. Adds the fields that a hit made by hand may lack: an
 * object that accepts the first new field accepts all of them.
 */
export function hitFor(task: string, out: HitTarget | undefined): CastHit {
  if (out === undefined || out === null) return newCastHit();
  try {
    const { featureA, featureB } = out;
    touchVector(out.point);
    touchVector(out.normal);
    if (featureA !== undefined) touchFeature(featureA);
    if (featureB !== undefined) touchFeature(featureB);
    if (featureA === undefined) out.featureA = { type: "vertex", i: 0, j: 0 };
    if (featureB === undefined) out.featureB = { type: "vertex", i: 0, j: 0 };
    // In every hit anew.
    out.depth = 0;
    out.partA = 0;
    out.partB = 0;
  } catch {
    refuse(task, "out", out, "be a hit { fraction, point, normal }", TypeError);
  }
  return out as CastHit;
}

/** Copies a hit. */
export function copyHit(from: Readonly<CastHit>, to: CastHit): CastHit {
  to.fraction = from.fraction;
  to.depth = from.depth;
  to.point.x = from.point.x;
  to.point.y = from.point.y;
  to.normal.x = from.normal.x;
  to.normal.y = from.normal.y;
  copyFeature(from.featureA, to.featureA);
  copyFeature(from.featureB, to.featureB);
  to.partA = from.partA;
  to.partB = from.partB;
  return to;
}

/**
 * Rounding may make a normal point along the motion. This is the largest number of corrections;
 * usually one is enough.
 */
const TILT_CAP = 8;
const ULP = 2.220446049250313e-16;

/**
 * Reads the kernel's normal of a hit on the way, and tilts it if it points along the motion, even
 * if only by rounding.
 */
export function readHitNormal(normal: Vec2): void {
  const dx = cast.dx;
  const dy = cast.dy;
  const size = Math.max(Math.abs(dx), Math.abs(dy));
  let nx = measured.nx;
  let ny = measured.ny;
  for (let k = 0; k < TILT_CAP && nx * dx + ny * dy > 0; k++) {
    nx -= ULP * (dx / size);
    ny -= ULP * (dy / size);
  }
  normal.x = nx;
  normal.y = ny;
}

/**
 * Fills a hit at the start of a cast, whose shapes are already closer than `target`, from the
 * kernel's signed distance.
 */
export function readStart(out: CastHit): CastHit {
  const { point, normal } = out;
  out.fraction = 0;
  const depth = cast.target - measured.distance;
  out.depth = depth > 0 ? depth : 0;
  normal.x = measured.nx;
  normal.y = measured.ny;
  point.x = 0.5 * (measured.ax + measured.bx);
  point.y = 0.5 * (measured.ay + measured.by);
  readHitFeatures(out);
  return out;
}

/** Copies the features under a hit that the kernel, or `smoothCast`, has found. */
export function readHitFeatures({ featureA, featureB }: CastHit): void {
  readFeatures(featureA, featureB);
  if (features.a0 < 0) featureA.type = "support";
  if (features.b0 < 0) featureB.type = "support";
}

/**
 * Number of evaluations after which a cast of support functions stops where it is, which is on the
 * safe side.
 */
const SMOOTH_CAP = 128;
/** Shapes with support functions touch within this distance, relative to their size. */
const TOUCH = 8.881784197001252e-16;

/** f and f' at the start of the last cast of support functions. */
export const start: { gap: number; slope: number } = { gap: NaN, slope: NaN };

/**
 * The pose of A, and that of B on its way, for each level of nesting: a support function may cast
 * as well.
 */
const levels: Levels<{ from: Pose; at: Pose }> = /* @__PURE__ */ new Levels(() => ({
  from: newPose(),
  at: newPose(),
}));

/**
 * Linear cast of a pair with a support function; arguments are checked already. The signed distance
 * f(t) of A and B + t d is convex in t with slope n·d. So Newton steps from the left never pass the
 * root: each ends where the line across n still separates the shapes.
 *
 * Returns what the kernel's `linearCast` returns, and leaves the same in its state: with CAST_HIT where they touch, with
 * CAST_START, if they are closer than cast.target at the start, their signed distance there. Also writes `start`.
 */
export function smoothCast(
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
  translation: Readonly<Vec2>,
): number {
  const { from, at } = levels.enter();
  try {
    // User code may run between any two evaluations. It must not see or change the caller's
    // objects.
    const target = cast.target;
    const dx = translation.x;
    const dy = translation.y;
    copyPose(poseA, from);
    copyPose(poseB, at);
    const bx = at.x;
    const by = at.y;
    let t = 0;
    // Where the shapes touch, many normals may be valid, and that of the least depth may point
    // along the motion. Keep the last one that opposes it.
    let nx = NaN;
    let ny = NaN;
    let result = smooth!.solve(a, from, b, at, SIGNED);
    const startGap = result.distance - target;
    const startSlope = result.normal.x * dx + result.normal.y * dy;
    const isStart = startGap <= 0;
    for (let step = 0; !isStart && step < SMOOTH_CAP; step++) {
      const gap = result.distance - target;
      const slope = result.normal.x * dx + result.normal.y * dy;
      if (slope < 0) {
        nx = result.normal.x;
        ny = result.normal.y;
      } else if (step === 0) return CAST_MISS;
      const { pointA } = result;
      const size = Math.abs(pointA.x - from.x) + Math.abs(pointA.y - from.y) +
        Math.abs(at.x - from.x) + Math.abs(at.y - from.y) + target;
      if (gap <= TOUCH * size) break;
      if (!(slope < 0)) {
        // The tangent from the left gives f = 0 here, so B has only grazed A. But it may also be
        // behind a shape without thickness, where the rounding of its way has put it.
        const way = Math.abs(bx) + Math.abs(by) + t * (Math.abs(dx) + Math.abs(dy));
        if (gap <= TOUCH * (size + way)) break;
        return CAST_MISS;
      }
      const next = t - gap / slope;
      if (!(next <= 1)) return CAST_MISS;
      if (next === t) break;
      t = next;
      at.x = bx + t * dx;
      at.y = by + t * dy;
      result = smooth!.solve(a, from, b, at, SIGNED);
    }
    const { distance, normal, pointA, pointB, featureA, featureB } = result;
    start.gap = startGap;
    start.slope = startSlope;
    poses[POSE_A] = from.x;
    poses[POSE_A + 1] = from.y;
    poses[POSE_B] = bx;
    poses[POSE_B + 1] = by;
    cast.dx = dx;
    cast.dy = dy;
    cast.target = target;
    cast.fraction = t;
    measured.distance = distance;
    measured.nx = isStart ? normal.x : nx;
    measured.ny = isStart ? normal.y : ny;
    measured.ax = pointA.x;
    measured.ay = pointA.y;
    measured.bx = pointB.x;
    measured.by = pointB.y;
    features.a0 = featureA.i;
    features.a1 = featureA.j;
    features.b0 = featureB.i;
    features.b1 = featureB.j;
    return isStart ? CAST_START : CAST_HIT;
  } finally {
    levels.leave();
  }
}
