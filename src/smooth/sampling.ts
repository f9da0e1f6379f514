/**
 * The pair frame, and evaluation of samples in it: the support point of A along the direction and
 * that of B against it.
 *
 * @module
 */
import * as state from "../kernel/state.ts";
import * as samples from "./samples.ts";
import { supportIndex } from "../kernel/support.ts";
import type { Vec2 } from "../math/vec2.ts";
import { SCALE_DOWN, SCALE_UP, SQUARE_MAX, SQUARE_MIN } from "../math/float.ts";
import { CENTER_X, CENTER_Y, NORMALS, REF_X, REF_Y } from "../shapes/record.ts";
import { DIRECTION, findMove, findSupport, FURTHEST } from "../shapes/support.ts";
import type { Core, Point, Query, Sample } from "./samples.ts";

const { abs, max, sqrt } = Math;

const { direction } = state;
const { ROUNDING } = samples;

/** A support point that falls short of a known one by more roundings than this is not the furthest. */
const LIE = 4;
/** One that is further along than a sample's own by more roundings than this shows that the function rounds more. */
const NOISE = 2;

/**
 * Places both cores in the pair frame, and gives sample 0 the unit vector from A's center to B's, or
 * A's own x axis if the centers coincide.
 *
 * The frame's origin is the position of the shape with a support function, or of A if both have
 * one. Its support points have full mantissas, so relative to a distant origin they would be
 * rounded anew at every sample, by more than the difference between a flat and a curve. Vertices
 * round the same way at each sample, wherever they are. The position of a moved shape is the one
 * that it was moved to.
 */
export function placePair(query: Query): void {
  const { a, b } = query, first = query.pool[0], onA = a.shape.support !== null;
  turnCenter(a);
  turnCenter(b);
  first.nx = b.centerX - a.centerX + (b.x - a.x);
  first.ny = b.centerY - a.centerY + (b.y - a.y);
  const wayX = (b.x - a.x) + (b.moveX - a.moveX);
  const wayY = (b.y - a.y) + (b.moveY - a.moveY);
  query.originX = (onA ? a.x + a.moveX : b.x + b.moveX) + 0;
  query.originY = (onA ? a.y + a.moveY : b.y + b.moveY) + 0;
  a.shiftX = onA ? 0 : 0 - wayX;
  a.shiftY = onA ? 0 : 0 - wayY;
  b.shiftX = onA ? wayX : 0;
  b.shiftY = onA ? wayY : 0;
  query.offset = 0;
  shiftCenter(query, a);
  shiftCenter(query, b);
  if (makeUnit(first)) return;
  first.nx = a.cos;
  first.ny = a.sin;
  makeUnit(first);
}

/** Rotates a core's center and the offset by which it was moved. */
function turnCenter(core: Core): void {
  const { cos: c, sin: s } = core, { record } = core.shape;
  const x = record[REF_X] + record[CENTER_X], y = record[REF_Y] + record[CENTER_Y];
  core.centerX = c * x - s * y;
  core.centerY = s * x + c * y;
  findMove(core.shape);
  const mx = FURTHEST[2], my = FURTHEST[3];
  core.moveX = c * mx - s * my;
  core.moveY = s * mx + c * my;
}

/** Brings the rotated center into the frame. */
function shiftCenter(query: Query, core: Core): void {
  const x = core.centerX - core.moveX, y = core.centerY - core.moveY;
  core.centerX = x + core.shiftX;
  core.centerY = y + core.shiftY;
  if (core.shape.support !== null) query.offset = max(query.offset, abs(x), abs(y));
}

/**
 * Evaluates sample k, whose direction is set. If the support point of sample i or j is further in
 * this direction by more than rounding, it is taken instead. Samples therefore stay consistent with
 * one another whatever a support function answers.
 */
export function evaluate(query: Query, k: Sample, i: Sample, j: Sample): void {
  takeSample(query, k, i);
  if (!isFurthest(query, k, i)) setSample(k, k, i.a, i.b);
  if (!isFurthest(query, k, j)) setSample(k, k, j.a, j.b);
  if (k.h < query.least) {
    query.least = k.h;
    query.best = k;
  }
}

/** Asks A and B for the support points of sample k, whose direction is set and close to that of sample i. */
export function takeSample(query: Query, k: Sample, i: Sample): void {
  const { a: coreA, b: coreB } = query, { a, b } = k;
  findPoint(coreA, k, i.a.i, a);
  findPoint(coreB, k, i.b.i, b);
  measure(k);
  query.evaluations++;
  const extent = max(query.extent, abs(k.vx), abs(k.vy));
  const sizeA = max(abs(a.x - coreA.centerX), abs(a.y - coreA.centerY));
  const sizeB = max(abs(b.x - coreB.centerX), abs(b.y - coreB.centerY));
  query.extent = extent;
  query.size = max(query.size, extent, sizeA, sizeB);
}

/** Finds the furthest point of A along the direction of sample k, or of B against it. */
export function findPoint(core: Core, k: Sample, from: number, out: Point): void {
  const { shape, sign, cos: c, sin: s } = core;
  const nx = sign * k.nx, ny = sign * k.ny;
  const dx = c * nx + s * ny, dy = c * ny - s * nx;
  if (shape.support === null) {
    direction[0] = dx;
    direction[1] = dy;
    out.i = supportIndex(shape.record, shape.count, from);
    placeVertex(core, out);
    return;
  }
  DIRECTION[0] = dx;
  DIRECTION[1] = dy;
  findSupport(shape);
  out.x = FURTHEST[2];
  out.y = FURTHEST[3];
  out.i = -1;
  placePoint(core, out, out);
}

/** Brings the vertex with a point's index into the frame. */
export function placeVertex(core: Core, out: Point): void {
  const { record, count } = core.shape, at = NORMALS + 2 * (count + out.i);
  out.x = record[at];
  out.y = record[at + 1];
  placePoint(core, out, out);
}

/** Brings a point of the core's own frame into the pair frame. */
export function placePoint(core: Core, { x, y }: Readonly<Vec2>, out: Point): void {
  const { cos: c, sin: s } = core;
  out.x = c * x - s * y + core.shiftX;
  out.y = s * x + c * y + core.shiftY;
}

/** The point of sample k on a core. */
export function pointOn(core: Core, k: Sample): Point {
  return core.sign > 0 ? k.a : k.b;
}

/** Gives sample k the direction of sample n, and support points of other samples. */
export function setSample(k: Sample, n: Sample, a: Point, b: Point): void {
  k.nx = n.nx;
  k.ny = n.ny;
  copyPoint(a, k.a);
  copyPoint(b, k.b);
  measure(k);
}

function copyPoint(from: Point, to: Point): void {
  to.x = from.x;
  to.y = from.y;
  to.i = from.i;
}

/** v, h and f of sample k from its direction and its support points on A and B. */
export function measure(k: Sample): void {
  const x = k.a.x - k.b.x, y = k.a.y - k.b.y;
  k.vx = x;
  k.vy = y;
  k.h = k.nx * x + k.ny * y;
  k.f = k.nx * y - k.ny * x;
}

/** Scales the direction of sample k to unit length. Returns false if it has no length. */
export function makeUnit(k: Sample): boolean {
  const { nx, ny } = k, m = max(abs(nx), abs(ny));
  if (!(m > 0 && m < Infinity)) return false;
  const scale = m < SQUARE_MIN ? SCALE_UP : m > SQUARE_MAX ? SCALE_DOWN : 1;
  const x = scale * nx, y = scale * ny, l = sqrt(x * x + y * y);
  k.length = l / scale;
  k.nx = x / l;
  k.ny = y / l;
  return true;
}

/**
 * Whether the support point of sample i is, up to rounding, no further along direction k than that
 * of k.
 *
 * Far from its shape's own origin, a support function may round its points anew for every
 * direction, or may return vertices, which are exact. Only the points can tell. The support points
 * of a convex shape are each the furthest in their own direction. If they are not, and such
 * rounding explains the difference, it becomes the rounding of this query from then on.
 */
export function isFurthest(query: Query, k: Sample, i: Sample): boolean {
  const h = k.nx * i.vx + k.ny * i.vy;
  const { offset } = query;
  if (query.size < offset) {
    const g = i.nx * k.vx + i.ny * k.vy;
    const most = max(h - k.h, g - i.h);
    if (most > NOISE * ROUNDING * query.size && most <= LIE * ROUNDING * offset) {
      query.extent = query.size = offset;
    }
  }
  return !(h > k.h + LIE * ROUNDING * query.size);
}
