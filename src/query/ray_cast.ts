/**
 * `rayCast`, by the kernel, or by `smoothCast` for shapes with a support function.
 *
 * @module
 */
import * as state from "../kernel/state.ts";
import * as slots from "../kernel/registers.ts";
import * as entry from "../kernel/entry.ts";
import * as ray from "../kernel/ray.ts";
import * as record from "../shapes/record.ts";
import * as checks from "../math/check.ts";
import { linearCast } from "../kernel/cast.ts";
import { rayCircle, rayPolygon, rayRounded } from "../kernel/ray.ts";
import { intersects, signedDistance } from "../kernel/pair.ts";
import { checkPoint, checkPose } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkShape } from "../shapes/check.ts";
import { ORIGIN } from "../shapes/round.ts";
import { ConvexShape, type Shape } from "../shapes/shape.ts";
import { concave } from "./attached.ts";
import {
  type CastHit,
  checkTranslation,
  hitFor,
  type HitTarget,
  readHitFeatures,
  readHitNormal,
  readStart,
  smoothCast,
} from "./cast.ts";

const { poses, POSE_A, POSE_B, features, cast } = state;
const { SIGNED } = slots;
const { CAST_HIT, CAST_MISS, CAST_START } = entry;
const { CAST_UNSURE, MAX_BITS } = ray;
const { CENTER_X, CENTER_Y, EXTENT, OUTER, RADIUS, REF_X, REF_Y } = record;
const { SKEW_LIMIT, SQUARE_LIMIT } = checks;

/**
 * As MAX_COORDINATE in shapes/limits.ts. `checkTranslation` refuses anything beyond, with a reason.
 */
const TRANSLATION_LIMIT = 1.8092513943330656e75;

/** Stands for a missing argument, which the check refuses by name. */
const NOTHING: Readonly<Pose> = { x: NaN, y: NaN, cos: NaN, sin: NaN };

const TASK = "cast ray";

/**
 * First point of a shape on a ray: from `origin` along `translation` to `origin + translation`.
 *
 * Shapes are closed and solid. A ray that only grazes the boundary hits it. A ray that starts in the shape or
 * on its boundary hits at fraction 0, at its origin. The normal is then that of the shortest way out, and `depth` is
 * its length. A ray of length 0 tests a point.
 *
 * @param shape Shape
 * @param pose Pose of `shape` in the world
 * @param origin Start of the ray in the world, each coordinate within ±2^250
 * @param translation From the start of the ray to its end, each coordinate within ±2^250
 * @param out Receives the result; without it a new object is returned
 * @returns `out`, or `null` when the ray misses (`out` is then unchanged)
 * @throws {TypeError} If an argument is of the wrong type
 * @throws {RangeError} If a number is not finite or out of range
 *
 * @remarks
 * For a shape without radius, whether the ray hits is exact for vertices as the pose places them (with
 * `IDENTITY`: for the shape as given), and the fraction is accurate to about 4 ulps of 1, however flat the
 * angle between ray and edge is. With a radius the same holds unless the ray misses or grazes by less than 2⁻⁹⁰
 * of the radius. For ellipses and `convex()` shapes the hit point is within 4 u of the boundary.
 *
 * @example Usage
 * ```ts
 * import { box, pose, rayCast } from "@narrowphase/gjk2d";
 *
 * const hit = rayCast(box(2, 4), pose(5, 0), { x: 0, y: 1 }, { x: 8, y: 0 });
 * hit?.fraction; // 0.5
 * hit?.point; // { x: 4, y: 1 }
 * hit?.normal; // { x: -1, y: 0 }
 * ```
 */
export function rayCast(
  shape: Shape,
  pose: Readonly<Pose>,
  origin: Readonly<Vec2>,
  translation: Readonly<Vec2>,
  out?: HitTarget,
): CastHit | null {
  if (!(shape instanceof ConvexShape)) checkShape(TASK, "shape", shape);
  const { x, y, cos, sin } = pose ?? NOTHING;
  const { x: ox, y: oy } = origin ?? NOTHING;
  const { x: dx, y: dy } = translation ?? NOTHING;
  // Anything that fails this fast test is checked in detail.
  if (
    !(typeof x === "number" && typeof y === "number" && typeof cos === "number" &&
      typeof sin === "number" && typeof ox === "number" && typeof oy === "number" &&
      Math.abs(cos * cos + sin * sin - 1) <= SKEW_LIMIT &&
      x * x + y * y + (ox * ox + oy * oy) <= SQUARE_LIMIT)
  ) {
    checkPose(TASK, "pose", pose);
    checkPoint(TASK, "origin", origin);
  }
  if (
    !(typeof dx === "number" && typeof dy === "number" && Math.abs(dx) <= TRANSLATION_LIMIT &&
      Math.abs(dy) <= TRANSLATION_LIMIT)
  ) checkTranslation(TASK, "translation", translation);
  if (shape.support !== null) {
    if (shape.support === undefined) {
      return concave!.rayCast(TASK, shape, pose, origin, translation, out);
    }
    PROBE.x = ox;
    PROBE.y = oy;
    cast.target = 0;
    const verdict = smoothCast(shape, pose, ORIGIN, PROBE, translation);
    if (verdict === CAST_MISS) return null;
    return verdict === CAST_HIT ? readHit(out) : readInside(out);
  }
  poses[POSE_A] = x;
  poses[POSE_A + 1] = y;
  poses[POSE_A + 2] = cos;
  poses[POSE_A + 3] = sin;
  const n = shape.count;
  const record = shape.record;

  // First test the circle around the shape. Its radius is r, and v leads from the ray's start to
  // its center. Multiplied by |d|, the center is `off` away from the ray's line and `beyond` its
  // ends, up to rounding, and the greater of the two counts. A single comparison, because no
  // processor can predict this branch. (cos, sin) may be longer than 1 by half of SKEW_LIMIT.
  const r = (record[OUTER] + 1e-14 * record[EXTENT]) * (1 + SKEW_LIMIT) + record[RADIUS];
  const cx = record[REF_X] + record[CENTER_X];
  const cy = record[REF_Y] + record[CENTER_Y];
  const vx = (cos * cx - sin * cy) - (ox - x);
  const vy = (sin * cx + cos * cy) - (oy - y);
  const half = 0.5 * (dx * dx + dy * dy);
  const off = Math.abs(dx * vy - dy * vx);
  const beyond = Math.abs(dx * vx + dy * vy - half) - half;
  const fuzz = 1e-14 * ((Math.abs(dx) + Math.abs(dy)) * (Math.abs(vx) + Math.abs(vy)) + half);
  const gap = 0.5 * (off + beyond + Math.abs(off - beyond)) - fuzz;
  // (Products that nearly underflow have no correct digits: they are all below 1e-290, and |d|² is
  // then below 1e-300.)
  if (gap * Math.abs(gap) > 2.00000001 * (r * r * (half + 1e-300)) + 1e-290) return null;

  // The start is a point at the origin of pose B.
  poses[POSE_B] = ox;
  poses[POSE_B + 1] = oy;
  poses[POSE_B + 2] = 1;
  poses[POSE_B + 3] = 0;
  cast.dx = dx;
  cast.dy = dy;
  cast.target = 0;
  let verdict = n === 1
    ? rayCircle(record)
    : n <= MAX_BITS && shape.radius === 0
    ? rayPolygon(record, n)
    : rayRounded(record, n);
  if (verdict === CAST_UNSURE) {
    verdict = linearCast(record, n, ORIGIN.record, 1);
    if (
      verdict === CAST_START &&
      intersects(record, n, ORIGIN.record, 1) === 0
    ) return null;
  }
  if (verdict === CAST_MISS) return null;
  if (verdict === CAST_HIT) return readHit(out);
  signedDistance(record, n, ORIGIN.record, 1, SIGNED);
  return readInside(out);
}

/** The start of a ray as a pose, which `smoothCast` copies. */
const PROBE: Pose = { x: 0.5, y: 0.5, cos: 1, sin: 0 };

/** The hit of a ray that starts in the shape or on its boundary, from the kernel's state. */
function readInside(out: HitTarget | undefined): CastHit {
  const hit = readStart(hitFor(TASK, out));
  hit.point.x = poses[POSE_B];
  hit.point.y = poses[POSE_B + 1];
  return hit;
}

/** The hit of a ray on its way, likewise. */
function readHit(out: HitTarget | undefined): CastHit {
  const hit = hitFor(TASK, out), { fraction: t, dx, dy } = cast;
  hit.fraction = t;
  hit.depth = 0;
  hit.point.x = poses[POSE_B] + t * dx;
  hit.point.y = poses[POSE_B + 1] + t * dy;
  readHitNormal(hit.normal);
  features.b0 = 0;
  features.b1 = 0;
  readHitFeatures(hit);
  return hit;
}
