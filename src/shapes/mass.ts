/**
 * Area, centroid and moment of inertia, radius included.
 *
 * @module
 */
import { atan2, sincosTurn } from "../math/angle.ts";
import { checkFinite, checkObject, checkTarget, refuse } from "../math/check.ts";
import { productError, sumError } from "../math/float.ts";
import { orientExact } from "../math/orient.ts";
import { norm, type Vec2 } from "../math/vec2.ts";
import { checkShape } from "./check.ts";
import { convexHull } from "./hull.ts";
import { HALF_AXES } from "./record.ts";
import { type ConvexShape, corePoints, type Shape } from "./shape.ts";
import { evaluateSupport } from "./support.ts";

/** Result of {@linkcode massProperties}, in the shape's local frame. */
export interface MassProperties {
  /** Density times area. */
  mass: number;
  /** Center of mass. */
  center: Vec2;
  /** Moment of inertia about the center of mass: mass times length squared. */
  inertia: number;
}

const PI = 3.141592653589793;

/**
 * Area of a shape, radius included: for a polygon of area A and perimeter P rounded by r this is
 * A + P r + π r² (Steiner). Points and segments have area 0. Where parts of a compound overlap, each counts.
 *
 * @param shape Shape; not a chain, which has no inside
 * @returns The area in the caller's units squared; relative error a few ulps, below 1e-7 for a custom
 * support function (sampled; see {@linkcode massProperties})
 * @throws {TypeError} If `shape` is not a shape, or a chain
 */
export function area(shape: Shape): number {
  checkShape("compute area", "shape", shape);
  if (shape.support === undefined) return shape.measureMass("compute area", 1, newMass()).mass;
  if (shape.kind === "ellipse") {
    const rx = shape.record[HALF_AXES], ry = shape.record[HALF_AXES + 1];
    return PI * rx * ry;
  }
  return integrate(boundaryOf(shape), shape.radius).area;
}

/**
 * Centroid of a shape, radius included, in its local frame. A shape without area has the centroid of
 * its points: a point itself, a segment its midpoint.
 *
 * @param shape Shape; not a chain, which has no inside
 * @param out Receives the centroid
 * @returns `out`; relative to the size of the shape right to a few ulps, below 1e-7 for a custom support function
 * @throws {TypeError} If `shape` is not a shape, or a chain, or `out` not a point
 *
 * @example Usage
 * ```ts
 * import { centroid, polygon } from "@narrowphase/gjk2d";
 *
 * const triangle = polygon([{ x: 0, y: 0 }, { x: 6, y: 0 }, { x: 0, y: 3 }]);
 * centroid(triangle); // { x: 2, y: 1 }
 * ```
 */
export function centroid(shape: Shape, out: Vec2 = { x: 0, y: 0 }): Vec2 {
  checkShape("compute centroid", "shape", shape);
  checkTarget("compute centroid", out);
  if (shape.support === undefined) {
    const { x, y } = shape.measureMass("compute centroid", 1, newMass()).center;
    out.x = x;
    out.y = y;
    return out;
  }
  const boundary = boundaryOf(shape);
  return placeCentroid(boundary, integrate(boundary, shape.radius), out);
}

/**
 * Mass, center of mass and moment of inertia of a shape with constant density, radius included.
 *
 * Those of a compound are summed over its parts. Where parts overlap, each counts; parts made by `decompose` only
 * touch. A compound without area has the mean of its parts' centroids as its center.
 *
 * @param shape Shape; not a chain, which has no inside
 * @param density Mass per unit of area, `>= 0`
 * @param out Receives the result
 * @returns `out`; mass and inertia 0 for shapes without area
 * @throws {TypeError} If an argument has the wrong type
 * @throws {RangeError} If the density is negative, not finite, or so high that the mass or inertia is not finite
 *
 * @remarks
 * Polygons, rounded polygons, circles, capsules and ellipses are computed in closed form, relative to the shape
 * itself, so that they keep their accuracy far from the origin. A custom support function is sampled
 * adaptively, until each gap between the inscribed and the circumscribed polygon is below 1e-10 of the area.
 * The relative error stays below 1e-7, even for round shapes as thin as 1e-9 of their length (below 4e-7 with
 * several thousand corners).
 *
 * @example Usage
 * ```ts
 * import { box, massProperties } from "@narrowphase/gjk2d";
 *
 * const plank = box(4, 2, { center: { x: 10, y: 20 } });
 * const { mass, center, inertia } = massProperties(plank, 3);
 * mass; // 24
 * center; // { x: 10, y: 20 }
 * inertia; // 40
 * ```
 */
export function massProperties(
  shape: Shape,
  density: number,
  out: MassProperties = newMass(),
): MassProperties {
  const task = "compute mass properties";
  checkShape(task, "shape", shape);
  checkFinite(task, "density", density);
  if (density < 0) {
    refuse(task, "density", density, "not be negative");
  }
  checkObject(task, "out", out, "mass properties { mass, center, inertia }");
  if (shape.support === undefined) return shape.measureMass(task, density, out);
  if (shape.kind === "ellipse") {
    const rx = shape.record[HALF_AXES], ry = shape.record[HALF_AXES + 1];
    const mass = density * (PI * rx * ry);
    return giveMassProperties(task, density, mass, 0, 0, mass * ((rx * rx + ry * ry) / 4), out);
  }
  const boundary = boundaryOf(shape);
  const moments = integrate(boundary, shape.radius);
  const { x, y } = placeCentroid(boundary, moments, { x: 0, y: 0 });
  const mass = density * moments.area, inertia = density * (moments.inertia12 / 12);
  return giveMassProperties(task, density, mass, x, y, inertia, out);
}

function newMass(): MassProperties {
  return { mass: 0, center: { x: 0, y: 0 }, inertia: 0 };
}

/** Writes a result. If it is not finite, or `out` cannot be written to, it throws before anything is changed. */
export function giveMassProperties(
  task: string,
  density: number,
  mass: number,
  x: number,
  y: number,
  inertia: number,
  out: MassProperties,
): MassProperties {
  if (!(mass < Infinity && inertia < Infinity)) {
    refuse(task, "density", density, "leave mass and inertia finite");
  }
  let center;
  try {
    ({ center } = out);
    const { x: x0, y: y0 } = center, { mass: m0, inertia: i0 } = out;
    center.x = x0;
    center.y = y0;
    out.mass = m0;
    out.inertia = i0;
  } catch {
    refuse(task, "out", out, "be mass properties { mass, center, inertia }", TypeError);
  }
  // A density may be -0, but a mass is never -0.
  out.mass = mass + 0;
  center.x = x;
  center.y = y;
  out.inertia = inertia + 0;
  return out;
}

/** Core points of a shape. A custom support function is sampled. */
function boundaryOf(shape: ConvexShape): readonly Readonly<Vec2>[] {
  return shape.support === null || shape.kind === "ellipse" ? corePoints(shape) : sample(shape);
}

/** Area of a shape, and the vector from its first core point to its centroid. */
interface Moments {
  area: number;
  x: number;
  y: number;
  /**
   * Twelve times the moment of inertia about the centroid. For integer coordinates it is often an
   * integer.
   */
  inertia12: number;
}

function placeCentroid(boundary: readonly Readonly<Vec2>[], moments: Moments, out: Vec2): Vec2 {
  const p = boundary[0];
  if (boundary.length === 2) {
    // Rounded once.
    out.x = 0.5 * p.x + 0.5 * boundary[1].x;
    out.y = 0.5 * p.y + 0.5 * boundary[1].y;
    return out;
  }
  out.x = p.x + moments.x;
  out.y = p.y + moments.y;
  return out;
}

/** A core point relative to the first one, with the rounding errors of x and y. */
interface Offset {
  at: Readonly<Vec2>;
  x: number;
  y: number;
  restX: number;
  restY: number;
}

function offset(p: Readonly<Vec2>, first: Readonly<Vec2>): Offset {
  const x = p.x - first.x;
  const y = p.y - first.y;
  return { at: p, x, y, restX: sumError(p.x, -first.x, x), restY: sumError(p.y, -first.y, y) };
}

/**
 * If a cross product is below this fraction of its terms, 2^-48, too few of the digits that pairs
 * of doubles carry are left.
 */
const CANCELLED = 3.552713678800501e-15;

/**
 * Cross product (p - first) × (q - first), with the rounding errors of its terms: a sliver keeps
 * its area when the terms cancel.
 */
function cross(first: Readonly<Vec2>, p: Offset, q: Offset): number {
  const left = p.x * q.y;
  const right = p.y * q.x;
  const difference = left - right;
  const lost = productError(p.x, q.y, left) - productError(p.y, q.x, right);
  const rest = (p.x * q.restY + p.restX * q.y) - (p.y * q.restX + p.restY * q.x) +
    (p.restX * q.restY - p.restY * q.restX);
  const product = difference + (sumError(left, -right, difference) + (lost + rest));
  return Math.abs(product) >= CANCELLED * (Math.abs(left) + Math.abs(right))
    ? product
    : orientExact(p.at.x, p.at.y, q.at.x, q.at.y, first.x, first.y);
}

/**
 * Compensated sum (A. Neumaier, 1974): rounding errors of the additions are collected and added
 * last.
 */
class Sum {
  private sum = 0;
  private lost = 0;

  add(term: number): void {
    const sum = this.sum + term;
    this.lost += sumError(this.sum, term, sum);
    this.sum = sum;
  }

  get value(): number {
    return this.sum + this.lost;
  }
}

/**
 * Integrals over a polygon (or segment, or point) rounded by r, about its first point. It is the
 * sum of the core as triangles from that point, a rectangle L × r on every edge, and a sector of
 * radius r at every vertex.
 */
function integrate(given: readonly Readonly<Vec2>[], radius: number): Moments {
  const n = given.length;
  if (n === 1) {
    const area = PI * radius * radius;
    return { area, x: 0, y: 0, inertia12: area * (6 * radius * radius) };
  }
  // A power of two, 2^450 or 2^200, keeps the products in range for small shapes, however thin they
  // are.
  let reach = radius;
  for (const { x, y } of given) {
    reach = Math.max(reach, Math.abs(x - given[0].x), Math.abs(y - given[0].y));
  }
  const s = reach < TINY ? 2.9073548971824276e135 : reach < SMALL ? 1.6069380442589903e60 : 1;
  const points = given.map(({ x, y }) => ({ x: s * x, y: s * y }));
  const r = s * radius;
  const area = new Sum(), momentX = new Sum(), momentY = new Sum(), inertia12 = new Sum();
  area.add(PI * r * r); // all sectors together
  // Outward normal of the edge that ends at the first vertex.
  let { x: mx, y: my } = normal(points[n - 1], points[0]);
  let fromP = offset(points[0], points[0]);
  for (let k = 0; k < n; k++) {
    const p = points[k];
    const q = points[k + 1 === n ? 0 : k + 1];
    const fromQ = offset(q, points[0]);
    const { x: px, y: py } = fromP;
    const { x: qx, y: qy } = fromQ;
    // triangle of the first point, p, q
    const t = cross(points[0], fromP, fromQ);
    fromP = fromQ;
    area.add(t / 2);
    momentX.add(t * (px + qx) / 6);
    momentY.add(t * (py + qy) / 6);
    inertia12.add(t * (px * px + py * py + px * qx + py * qy + qx * qx + qy * qy));
    if (r === 0) continue;

    // rectangle of edge p q with outward normal N, around c
    const L = norm(q.x - p.x, q.y - p.y);
    const { x: nx, y: ny } = normal(p, q);
    const a = L * r;
    const cx = (px + qx) / 2 + nx * r / 2;
    const cy = (py + qy) / 2 + ny * r / 2;
    area.add(a);
    momentX.add(a * cx);
    momentY.add(a * cy);
    inertia12.add(a * (L * L + r * r + 12 * (cx * cx + cy * cy)));

    // sector at p from the last edge's normal M to N: angle θ, first moment s about p, which is 0 for
    // all sectors together
    // (a negative sine is rounding on nearly collinear edges, or the half turn of a capsule's end)
    const θ = atan2(Math.max(0, mx * ny - my * nx), mx * nx + my * ny);
    const b = θ * r * r / 2;
    const sx = r * r * r / 3 * (ny - my);
    const sy = r * r * r / 3 * (mx - nx);
    momentX.add(b * px);
    momentY.add(b * py);
    inertia12.add(b * (6 * r * r + 12 * (px * px + py * py)) + 24 * (px * sx + py * sy));
    mx = nx;
    my = ny;
  }
  const A = area.value;
  // The centroid of a segment is its midpoint, even with radius 0.
  const x = n > 2 ? momentX.value / A : 0.5 * (points[1].x - points[0].x);
  const y = n > 2 ? momentY.value / A : 0.5 * (points[1].y - points[0].y);
  // The parallel axis theorem. The inertia of a convex shape about one of its points is at most
  // nine times that about the centroid, so the difference keeps its digits.
  const about = inertia12.value - 12 * A * (x * x + y * y);
  return { area: A / s / s, x: x / s, y: y / s, inertia12: about / s / s / s / s };
}

/** Sizes below which a shape is scaled up. */
const SMALL = 1.125899906842624e15; // 2^50
const TINY = 6.223015277861142e-61; // 2^-200

/** Unit outward normal of the edge p → q of a counter-clockwise boundary. */
function normal(p: Readonly<Vec2>, q: Readonly<Vec2>): Vec2 {
  const x = q.y - p.y;
  const y = p.x - q.x;
  const l = norm(x, y);
  return l > 0 ? { x: x / l, y: y / l } : { x: 0, y: 0 };
}

/**
 * Number of initial directions, how often the angle between two may be halved, and the most
 * directions.
 */
const SAMPLES = 64;
const MAX_DEPTH = 40;
const SAMPLE_CAP = 16384;
/** A gap is small enough if its triangle is below this fraction of the area. */
const GAP = 1e-10;
/**
 * After halving, the gap of an arc has less than this fraction of its triangle: about 1/8. That of
 * a flat side has half of it.
 */
const FLAT = 0.25;
/** Rounding error of a support point, as a fraction of the largest coordinate. */
const POINT_ROUNDING = 2.220446049250313e-16; // 2^-52
/**
 * A gap matters for the estimate of the area if its triangle is above this fraction of the
 * estimate. The second number limits the samples for this.
 */
const COARSE = 0.125;
const COARSE_CAP = 2048;
/**
 * An area below this fraction of the squared length, or of the length times twice the largest
 * coordinate, is rounding error.
 */
const AREA_ROUNDING = 2.220446049250313e-16; // 2^-52

/**
 * The boundary of a shape with a support function as a polygon, or its two ends or its only point
 * if it has no area.
 *
 * Between two neighbouring samples the boundary runs in a gap: the triangle of their chord and
 * their two tangents. A large gap is halved. For a small one, the apex of the triangle is moved to
 * 2/3 of its height, which gives the area of a parabola. A flat side is its own chord: its gap only
 * halves with the angle, and may remain large however often that is done.
 */
function sample(shape: ConvexShape): Vec2[] {
  const first: Sample[] = [];
  for (let k = 0; k < SAMPLES; k++) {
    const { cos, sin } = sincosTurn(k, SAMPLES);
    first.push(take(shape, cos, sin));
  }
  const supports = first.map(({ p }) => p);
  // An estimate of the area, to know which gaps are large. The first samples of a thin shape may
  // all be at its two ends. Each sample between them adds its triangle.
  let size = integrate(supports, 0).area;
  let samples = SAMPLES;
  const halve = (a: Sample, b: Sample): Sample => {
    samples++;
    const x = a.d.x + b.d.x, y = a.d.y + b.d.y, l = norm(x, y);
    return take(shape, x / l, y / l);
  };
  const measure = (a: Sample, b: Sample, depth: number) => {
    const { w, gap } = gapBetween(a, b);
    if (!(gap > COARSE * size) || depth === MAX_DEPTH || samples >= COARSE_CAP) return;
    const m = halve(a, b);
    size += Math.max(0, 0.5 * ((m.p.x - a.p.x) * w.y - (m.p.y - a.p.y) * w.x));
    measure(a, m, depth + 1);
    measure(m, b, depth + 1);
  };
  for (let k = 0; k < SAMPLES; k++) measure(first[k], first[(k + 1) % SAMPLES], 0);
  // Error of a support point. The error of a gap is this times its length.
  let reach = 0;
  for (const { x, y } of supports) reach = Math.max(reach, Math.abs(x), Math.abs(y));
  const rounding = POINT_ROUNDING * reach;
  const boundary: Vec2[] = [];
  const fill = (a: Sample, b: Sample, depth: number, before: number) => {
    const { w, s, gap } = gapBetween(a, b), { d, p } = a;
    if (w.x === 0 && w.y === 0) return;
    const isLarge = gap > GAP * size && gap > rounding * norm(w.x, w.y);
    if (isLarge && depth < MAX_DEPTH && samples < SAMPLE_CAP) {
      const m = halve(a, b);
      fill(a, m, depth + 1, gap);
      fill(m, b, depth + 1, gap);
      return;
    }
    boundary.push({ x: p.x, y: p.y });
    if (gap > 0 && gap <= FLAT * before && !isLarge) {
      boundary.push({
        x: p.x + w.x / 6 - d.y * s * (2 / 3),
        y: p.y + w.y / 6 + d.x * s * (2 / 3),
      });
    }
  };
  for (let k = 0; k < SAMPLES; k++) fill(first[k], first[(k + 1) % SAMPLES], 0, Infinity);
  const p = furthestFrom(supports[0], supports), q = furthestFrom(p, supports);
  const length = norm(q.x - p.x, q.y - p.y);
  // Rounding may have changed the order of points that are close to each other.
  const hull = convexHull(boundary);
  const area = hull.length > 2 ? integrate(hull, 0).area : 0;
  // Far from the origin, rounding moves support points off their line. The centroid of the
  // resulting sliver could be anywhere on that line.
  if (area > AREA_ROUNDING * length * Math.max(length, 2 * reach)) return hull;
  return length > 0 ? [p, q] : [p];
}

/** A direction d and the support point p along it. */
interface Sample {
  d: Vec2;
  p: Vec2;
}

function take(shape: ConvexShape, x: number, y: number): Sample {
  return { d: { x, y }, p: evaluateSupport(shape, x, y) };
}

/**
 * The gap between two neighbouring samples: the chord w from one support point to the other, the
 * area of the triangle, and s. The tangents meet at p + s (-d_y, d_x), with p and d of the first.
 */
function gapBetween(a: Sample, b: Sample): { w: Vec2; s: number; gap: number } {
  const w = { x: b.p.x - a.p.x, y: b.p.y - a.p.y };
  const s = (b.d.x * w.x + b.d.y * w.y) / (a.d.x * b.d.y - a.d.y * b.d.x);
  return { w, s, gap: 0.5 * s * -(a.d.x * w.x + a.d.y * w.y) };
}

function furthestFrom(p: Vec2, points: readonly Vec2[]): Vec2 {
  let best = p, far = 0;
  for (const q of points) {
    const d = norm(q.x - p.x, q.y - p.y);
    if (d > far) {
      best = q;
      far = d;
    }
  }
  return best;
}
