import { CAST_HIT, CAST_MISS, CAST_TOUCH, linearCast } from "../kernel/cast.ts";
import { intersects, SIGNED, signedDistance } from "../kernel/pair.ts";
import { checkPoint, checkPose } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import type { Vec2 } from "../math/vec2.ts";
import { checkShape } from "../shapes/check.ts";
import { MAX_COORDINATE } from "../shapes/limits.ts";
import { point } from "../shapes/round.ts";
import { buildRecord, Shape } from "../shapes/shape.ts";
import {
  type CastHit,
  checkTranslation,
  copyHit,
  MISS,
  newCastHit,
  readStart,
  smoothCast,
  START,
} from "./cast.ts";
import { readFeatures, W } from "./pair.ts";

// Copies of constants in registers.ts and record.ts: V8 folds those of the same file only.
const CAST_DX = 3200;
const CAST_DY = 3201;
const CAST_FRACTION = 3203;
const CAST_TARGET = 3202;
const NX = 9;
const NY = 10;
const POSE_A = 0;
const POSE_B = 4;
const EXTENT = 1;
const LOCAL = 8;
const REF_X = 2;
const REF_Y = 3;

/** Stands for a missing argument, which the check then refuses by name. */
const NOTHING: Readonly<Pose> = { x: NaN, y: NaN, cos: NaN, sin: NaN };

/** Record of the ray's origin. */
const PROBE = /* @__PURE__ */ buildRecord([{ x: 0.5, y: 0.5 }], 0);

/** The same for a shape with a support function: a point at its own origin. */
const ORIGIN: Shape = /* @__PURE__ */ point({ x: 0, y: 0 });

/**
 * First point of a shape on a ray: from `origin` along `translation` to `origin + translation`.
 *
 * Shapes are closed and solid. A ray that only grazes the boundary hits it; one that starts in the
 * shape or on its boundary hits at fraction 0, at its origin. The normal is then the one of
 * {@linkcode signedDistance}, the shortest way out, and `depth` its length. A ray of length 0 is a
 * point that is inside or not.
 *
 * Whether a ray hits a shape without radius is exact for vertices as the pose places them (with
 * `IDENTITY`: for the shape as given), and the fraction is right to some 4 ulps however flat the ray
 * meets the edge; with a radius both are right to that unless the ray misses or grazes by less than
 * 2⁻⁹⁰ of the radius. For ellipses and `convex()` shapes the hit point is within 4 u of the boundary.
 *
 * @param shape Shape
 * @param pose Pose of `shape` in the world
 * @param origin Start of the ray in the world
 * @param translation From the start of the ray to its end, each coordinate within ±2^250
 * @param out Receives the result; without it a new object is returned
 * @returns `out`, or `null` when the ray misses (`out` is then unchanged)
 * @throws {TypeError} If an argument is of the wrong kind
 * @throws {RangeError} If a number is not finite or out of range
 *
 * @example Usage
 * ```ts
 * import { box, pose, rayCast } from "@narrowphase/gjk2d";
 * import { assertEquals } from "@std/assert";
 *
 * const hit = rayCast(box(2, 4), pose(5, 0), { x: 0, y: 1 }, { x: 8, y: 0 });
 * assertEquals(hit?.fraction, 0.5);
 * assertEquals(hit?.point, { x: 4, y: 1 });
 * assertEquals(hit?.normal, { x: -1, y: 0 });
 * ```
 */
export function rayCast(
  shape: Shape,
  pose: Readonly<Pose>,
  origin: Readonly<Vec2>,
  translation: Readonly<Vec2>,
  out?: CastHit,
): CastHit | null {
  if (!(shape instanceof Shape)) checkShape("cast ray", "shape", shape);
  const { x, y, cos, sin } = pose ?? NOTHING;
  const { x: ox, y: oy } = origin ?? NOTHING;
  const { x: dx, y: dy } = translation ?? NOTHING;
  // A difference with itself is 0 for finite numbers only; what it does not vouch for is looked at.
  if (
    !(typeof x === "number" && typeof y === "number" && typeof cos === "number" &&
      typeof sin === "number" && typeof ox === "number" && typeof oy === "number" &&
      (x - x) + (y - y) + (cos - cos) + (sin - sin) + (ox - ox) + (oy - oy) === 0)
  ) {
    checkPose("cast ray", "pose", pose);
    checkPoint("cast ray", "origin", origin);
  }
  if (
    !(typeof dx === "number" && typeof dy === "number" && Math.abs(dx) <= MAX_COORDINATE &&
      Math.abs(dy) <= MAX_COORDINATE)
  ) checkTranslation("cast ray", "translation", translation);
  if (shape.support !== null) return smoothRay(shape, pose, origin, translation, out);
  W[POSE_A] = x;
  W[POSE_A + 1] = y;
  W[POSE_A + 2] = cos;
  W[POSE_A + 3] = sin;
  W[POSE_B] = 0;
  W[POSE_B + 1] = 0;
  W[POSE_B + 2] = 1;
  W[POSE_B + 3] = 0;
  PROBE[EXTENT] = Math.abs(ox) + Math.abs(oy);
  PROBE[REF_X] = ox;
  PROBE[REF_Y] = oy;
  PROBE[LOCAL] = 0;
  PROBE[LOCAL + 1] = 0;
  PROBE[LOCAL + 4] = ox;
  PROBE[LOCAL + 5] = oy;
  W[CAST_DX] = dx;
  W[CAST_DY] = dy;
  W[CAST_TARGET] = 0;
  const n = shape.count;
  const record = shape.record;
  const verdict = linearCast(record, 0, n, PROBE, 0, 1, W, POSE_A, POSE_B, W);
  if (verdict === CAST_MISS) return null;
  if (verdict !== CAST_HIT) {
    if (
      verdict !== CAST_TOUCH &&
      intersects(record, 0, n, PROBE, 0, 1, W, POSE_A, POSE_B, W) === 0
    ) return null;
    signedDistance(record, 0, n, PROBE, 0, 1, W, POSE_A, POSE_B, W, SIGNED);
    const hit = readStart(out ?? newCastHit());
    hit.point.x = ox;
    hit.point.y = oy;
    return hit;
  }
  const hit = out ?? newCastHit();
  const t = W[CAST_FRACTION];
  hit.fraction = t;
  hit.depth = 0;
  hit.point.x = ox + t * dx;
  hit.point.y = oy + t * dy;
  hit.normal.x = W[NX];
  hit.normal.y = W[NY];
  readFeatures(hit.featureA, hit.featureB);
  return hit;
}

/** The ray's origin as a pose, and the answer before it is the caller's; by depth of nesting. */
const probes: { pose: Pose; hit: CastHit }[] = [];
let depth = 0;

function smoothRay(
  shape: Shape,
  pose: Readonly<Pose>,
  origin: Readonly<Vec2>,
  translation: Readonly<Vec2>,
  out: CastHit | undefined,
): CastHit | null {
  if (depth === probes.length) {
    probes.push({ pose: { x: NaN, y: NaN, cos: 1, sin: 0 }, hit: newCastHit() });
  }
  const probe = probes[depth];
  depth++;
  try {
    const ox = origin.x;
    const oy = origin.y;
    const dx = translation.x;
    const dy = translation.y;
    probe.pose.x = ox;
    probe.pose.y = oy;
    const found = probe.hit;
    const verdict = smoothCast(shape, pose, ORIGIN, probe.pose, translation, 0, found);
    if (verdict === MISS) return null;
    const t = found.fraction;
    found.point.x = verdict === START ? ox : ox + t * dx;
    found.point.y = verdict === START ? oy : oy + t * dy;
    return copyHit(found, out ?? newCastHit());
  } finally {
    depth--;
  }
}
