/**
 * Bodies with a support function as runs: those of their points that a run of an outline can meet.
 *
 * The body is cut down to the convex hull of a few of its support points: those against the run's normals, those of its
 * stated sides, those in whose directions the run's corners are nearest or deepest, and those over its concave ends. Each
 * direction is a side of the hull, of no length where the body is round. The chords between are no sides.
 *
 * @module
 */
import type { Pose } from "../math/pose.ts";
import { CENTER_X, CENTER_Y, REF_X, REF_Y } from "../shapes/record.ts";
import type { ConvexShape, StatedSide } from "../shapes/shape.ts";
import { DIRECTION, findMove, findSupport, FURTHEST } from "../shapes/support.ts";
import { SAME } from "./outline.ts";
import { LEANS, type Run } from "./run.ts";

/** A corner's normal cone is first cut into this many sectors. */
const FAN = 8;
/** Bisections of an angle: what is left is below the rounding error of a direction. */
const BISECTIONS = 52;

/** What a body shows in a direction d: the ends of the side there, or one point twice, and their names. */
class Sample {
  dx = NaN;
  dy = NaN;
  x0 = NaN;
  y0 = NaN;
  x1 = NaN;
  y1 = NaN;
  name0 = NaN;
  name1 = NaN;
}

/** A side begins at the furthest point if its end is as close to it as this fraction of its coordinates, 2^-40. */
const FAR = 9.094947017729282e-13;

/** Samples of a body. */
export class Samples {
  count = 0;
  readonly list: Sample[] = [];
  /** Directions from one end of a normal cone to the other. */
  readonly fanX: Float64Array = new Float64Array(FAN + 1);
  readonly fanY: Float64Array = new Float64Array(FAN + 1);
  /** The direction to ask in. A field, as below: V8 boxes doubles that are passed. */
  ax = NaN;
  ay = NaN;
  /** The support point found there. */
  px = NaN;
  py = NaN;

  /** Adds a sample, whose fields have to be set. */
  add(): Sample {
    if (this.count === this.list.length) this.list.push(new Sample());
    return this.list[this.count++];
  }
}

/** Fills `run` with what the body shows to the run `r`. `move` leads from its frame to that of `r`. */
export function loadCurved(
  run: Run,
  r: Run,
  shape: ConvexShape,
  move: Readonly<Pose>,
  samples: Samples,
): void {
  samples.count = 0;
  // Sides first: they stand for points that are found in their directions.
  for (const side of shape.curved?.sides ?? NO_SIDES) addSide(samples, side, shape, move);
  const m = r.edgeCount;
  for (let k = 0; k < m; k++) {
    samples.ax = -r.nx[k];
    samples.ay = -r.ny[k];
    addFacing(samples, shape, move);
    if (k === 0 && r.isStartConcave) addOverEnd(samples, shape, move, r, k, -1);
    if (k === m - 1 && r.isEndConcave) addOverEnd(samples, shape, move, r, k, 1);
  }
  for (let i = 0; i < r.count; i++) addCorner(samples, shape, move, r, i);
  sortByAngle(samples);
  const { list, count: n } = samples;
  run.begin(2 * n);
  run.isClosed = true;
  let count = 0;
  for (let k = 0; k < n; k++) {
    const s = list[k], next = list[k + 1 < n ? k + 1 : 0];
    for (let end = 0; end < 2; end++) {
      const isSide = end === 0, name = isSide ? s.name0 : s.name1;
      // Two sides that meet have the same corner, to a rounding.
      if (!isSide && name > 0 && name === next.name0) continue;
      const x = isSide ? s.x0 : s.x1, y = isSide ? s.y0 : s.y1;
      const ex = (isSide ? s.x1 : next.x0) - x, ey = (isSide ? s.y1 : next.y0) - y;
      const l = Math.sqrt(ex * ex + ey * ey);
      run.x[count] = x;
      run.y[count] = y;
      run.vertexName[count] = run.edgeName[count] = name;
      run.length[count] = l;
      run.isSide[count] = isSide ? 1 : 0;
      run.nx[count] = isSide || l === 0 ? s.dx : ey / l;
      run.ny[count] = isSide || l === 0 ? s.dy : -ex / l;
      count++;
    }
  }
  run.count = run.edgeCount = count;
}

/** Adds a stated side. Its ends are without the offset by which the shape was moved. */
function addSide(
  samples: Samples,
  { a, b, n, nameA, nameB }: StatedSide,
  shape: ConvexShape,
  { x, y, cos, sin }: Readonly<Pose>,
): void {
  const s = samples.add(), l = Math.sqrt(cos * cos + sin * sin);
  findMove(shape);
  const ox = x + (cos * FURTHEST[2] - sin * FURTHEST[3]);
  const oy = y + (sin * FURTHEST[2] + cos * FURTHEST[3]);
  s.x0 = cos * a.x - sin * a.y + ox;
  s.y0 = sin * a.x + cos * a.y + oy;
  s.x1 = cos * b.x - sin * b.y + ox;
  s.y1 = sin * b.x + cos * b.y + oy;
  s.dx = (cos * n.x - sin * n.y) / l;
  s.dy = (sin * n.x + cos * n.y) / l;
  s.name0 = nameA;
  s.name1 = nameB;
}

/** Adds the point that the body shows in the direction (ax, ay), unless a stated side stands for it. */
function addFacing(samples: Samples, shape: ConvexShape, move: Readonly<Pose>): void {
  ask(samples, shape, move);
  if (!isBySide(samples, shape, move)) addPoint(samples);
}

/** Whether a stated side faces the direction of the support point found last, up to a slope, or begins at that point. */
function isBySide(
  { ax, ay }: Samples,
  { curved }: ConvexShape,
  { cos, sin }: Readonly<Pose>,
): boolean {
  const dx = cos * ax + sin * ay, dy = cos * ay - sin * ax;
  for (const { a, b, n } of curved?.sides ?? NO_SIDES) {
    const along = dx * n.x + dy * n.y, turn = dx * n.y - dy * n.x, { x, y } = turn > 0 ? a : b;
    if (!(along > 0)) continue;
    if (Math.abs(turn) <= LEANS * along) return true;
    const far = Math.abs(FURTHEST[2] - x) + Math.abs(FURTHEST[3] - y);
    if (far <= FAR * (Math.abs(x) + Math.abs(y))) return true;
  }
  return false;
}

const NO_SIDES: readonly StatedSide[] = [];

/** Adds the support point found last, in the direction it was found in. */
function addPoint(samples: Samples): void {
  const { ax, ay, px, py, list, count } = samples;
  for (let k = 0; k < count; k++) {
    // The end of a side that is there already, since its direction is the side's up to rounding.
    const { dx, dy, name0, name1 } = list[k];
    if (name0 !== name1 && Math.abs(dx * ay - dy * ax) <= SAME && dx * ax + dy * ay > 0) return;
  }
  const s = samples.add();
  s.dx = ax;
  s.dy = ay;
  s.x0 = s.x1 = px;
  s.y0 = s.y1 = py;
  s.name0 = s.name1 = 0;
}

/** (px, py) = the body's point furthest in the direction (ax, ay). */
function ask(samples: Samples, shape: ConvexShape, { x, y, cos, sin }: Readonly<Pose>): void {
  const { ax, ay } = samples;
  DIRECTION[0] = cos * ax + sin * ay;
  DIRECTION[1] = cos * ay - sin * ax;
  findSupport(shape);
  samples.px = cos * FURTHEST[0] - sin * FURTHEST[1] + x;
  samples.py = sin * FURTHEST[0] + cos * FURTHEST[1] + y;
}

/**
 * Adds the direction in which the body is furthest from a convex corner c, or least deep. Let v be the body's
 * point furthest against m. As m turns left, the separation m·(v - c) grows while m⊥·(v - c) > 0. A corner within the
 * body may have several maxima, so the best of a few directions is refined.
 */
function addCorner(
  samples: Samples,
  shape: ConvexShape,
  move: Readonly<Pose>,
  r: Run,
  i: number,
): void {
  const m = r.edgeCount, isFirst = i === 0 && !r.isClosed, isLast = i === m;
  if (isFirst && r.isStartConcave || isLast && r.isEndConcave) return;
  const h = i === 0 ? m - 1 : i - 1, cx = r.x[i], cy = r.y[i], { fanX, fanY } = samples;
  if (m === 0) {
    // A point on its own: a quarter turn to both sides of the way to the center.
    const { record } = shape,
      x = record[REF_X] + record[CENTER_X],
      y = record[REF_Y] + record[CENTER_Y];
    const dx = move.cos * x - move.sin * y + move.x - cx,
      dy = move.sin * x + move.cos * y + move.y - cy;
    const isThere = dx === 0 && dy === 0;
    fanX[0] = isThere ? 1 : dy;
    fanY[0] = isThere ? 0 : -dx;
    fanX[FAN] = -fanX[0];
    fanY[FAN] = -fanY[0];
  } else {
    fanX[0] = isFirst ? r.inX : r.nx[h];
    fanY[0] = isFirst ? r.inY : r.ny[h];
    fanX[FAN] = isLast ? r.outX : r.nx[i];
    fanY[FAN] = isLast ? r.outY : r.ny[i];
  }
  for (let step = FAN; step > 1; step >>= 1) {
    for (let k = 0; k < FAN; k += step) halve(samples, k, k + step, k + (step >> 1));
  }
  let best = 0, most = -Infinity, isGrowing = false;
  for (let k = 0; k <= FAN; k++) {
    const x = fanX[k], y = fanY[k];
    samples.ax = -x;
    samples.ay = -y;
    ask(samples, shape, move);
    const px = samples.px - cx,
      py = samples.py - cy,
      gap = (x * px + y * py) / Math.sqrt(x * x + y * y);
    if (!(gap > most)) continue;
    most = gap;
    best = k;
    isGrowing = x * py - y * px > 0;
  }
  // At the ends of the cone, the edges' own normals are.
  if (isGrowing ? best === FAN : best === 0) return;
  let low = isGrowing ? best : best - 1;
  let ux = fanX[low], uy = fanY[low];
  let vx = fanX[++low], vy = fanY[low];
  for (let k = 0; k < BISECTIONS; k++) {
    let x = ux + vx, y = uy + vy;
    const l = Math.sqrt(x * x + y * y);
    x /= l;
    y /= l;
    samples.ax = -x;
    samples.ay = -y;
    ask(samples, shape, move);
    if (x * (samples.py - cy) - y * (samples.px - cx) > 0) {
      ux = x;
      uy = y;
    } else {
      vx = x;
      vy = y;
    }
  }
  samples.ax = -ux;
  samples.ay = -uy;
  addFacing(samples, shape, move);
}

/** Direction `to` of a fan is the middle of two others. That of opposite ones is a quarter turn to the left. */
function halve({ fanX, fanY }: Samples, i: number, j: number, to: number): void {
  const p = Math.sqrt(fanX[i] * fanX[i] + fanY[i] * fanY[i]),
    q = Math.sqrt(fanX[j] * fanX[j] + fanY[j] * fanY[j]);
  const x = fanX[i] / p + fanX[j] / q, y = fanY[i] / p + fanY[j] / q, l = Math.sqrt(x * x + y * y);
  fanX[to] = l > 1e-8 ? x / l : -fanY[i] / p;
  fanY[to] = l > 1e-8 ? y / l : fanX[i] / p;
}

/** Adds the body's lowest points on both sides of the line over a concave end of an edge. */
function addOverEnd(
  samples: Samples,
  shape: ConvexShape,
  move: Readonly<Pose>,
  r: Run,
  k: number,
  sign: number,
): void {
  const nx = r.nx[k], ny = r.ny[k];
  // The direction along the edge, towards its end, which is at distance `end`.
  const tx = -sign * ny, ty = sign * nx, l = sign > 0 ? r.length[k] : 0;
  const end = tx * r.x[k] + ty * r.y[k] + l;
  let ux = -nx, uy = -ny, vx = -tx, vy = -ty;
  samples.ax = ux;
  samples.ay = uy;
  ask(samples, shape, move);
  if (!(tx * samples.px + ty * samples.py > end)) return;
  samples.ax = vx;
  samples.ay = vy;
  ask(samples, shape, move);
  if (!(tx * samples.px + ty * samples.py < end)) return;
  for (let step = 0; step < BISECTIONS; step++) {
    const x = ux + vx, y = uy + vy, length = Math.sqrt(x * x + y * y);
    samples.ax = x / length;
    samples.ay = y / length;
    ask(samples, shape, move);
    if (tx * samples.px + ty * samples.py > end) {
      ux = x / length;
      uy = y / length;
    } else {
      vx = x / length;
      vy = y / length;
    }
  }
  samples.ax = ux;
  samples.ay = uy;
  ask(samples, shape, move);
  addPoint(samples);
  samples.ax = vx;
  samples.ay = vy;
  ask(samples, shape, move);
  addPoint(samples);
}

/** Sorts the samples by the angle of their direction, counter-clockwise. */
function sortByAngle({ list, count }: Samples): void {
  for (let k = 1; k < count; k++) {
    const s = list[k];
    let i = k;
    for (; i > 0 && isBefore(s, list[i - 1]); i--) list[i] = list[i - 1];
    list[i] = s;
  }
}

/** Whether a sample's angle is less than another's. */
function isBefore({ dx: ux, dy: uy }: Sample, { dx: vx, dy: vy }: Sample): boolean {
  const isLower = uy < 0 || uy === 0 && ux < 0, isOtherLower = vy < 0 || vy === 0 && vx < 0;
  return isLower === isOtherLower ? ux * vy - uy * vx > 0 : isOtherLower;
}
