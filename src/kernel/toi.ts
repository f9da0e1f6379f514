/**
 * Motion of a shape that translates and rotates at constant rates, and a bound on how far it can
 * reach in the meantime. `timeOfImpact` is built on these.
 *
 * A sweep moves the body from one pose to another: one point of it, its center, moves along a
 * straight line, while the body rotates about that point at a constant rate, the shorter way round.
 *
 * Unlike other queries, impacts may call user code on their way, which may query in turn. So their
 * state is an argument.
 *
 * @module
 */
import * as state from "./state.ts";
import * as minimax from "../math/minimax.ts";
import * as record from "../shapes/record.ts";
import * as tolerances from "./tolerances.ts";
import type { Verts } from "../shapes/record.ts";
import { supportIndex } from "./support.ts";

const { abs, max, sqrt } = Math;

const { direction } = state;
const { NORMALS } = record;
const { WALK_CAP } = tolerances;

/** A place of a body: its position, and cosine and sine of its rotation. */
class Place {
  x: number = NaN;
  y: number = NaN;
  cos: number = NaN;
  sin: number = NaN;
}

/** A body that moves and rotates. */
export class MovingBody {
  // Its sweep: the center in its local frame, both poses, and what `prepareSweep` makes of them: the
  // center's position at the start, its motion, and the angle of rotation.
  centerX: number = NaN;
  centerY: number = NaN;
  readonly from: Place = new Place();
  readonly to: Place = new Place();
  startX: number = NaN;
  startY: number = NaN;
  motionX: number = NaN;
  motionY: number = NaN;
  angle: number = NaN;
  /** Largest distance of a core point from the center. */
  radius: number = NaN;
  /** A time from 0 to 1, and where `placeSweep` puts the body then. */
  time: number = NaN;
  readonly now: Place = new Place();
  // Its pivot: a point in its local frame, the rate at which the body rotates relative to a line that
  // may itself rotate, and an upper bound of the distance of a core point from the pivot.
  pivotX: number = NaN;
  pivotY: number = NaN;
  turn: number = NaN;
  span: number = NaN;
  /** Of a shape with a support function: the reach at φ = 0, and its slope. */
  first: number = NaN;
  slope: number = NaN;
  /** Where its center is, its closest point, and a vertex of the closest feature. */
  placeX: number = NaN;
  placeY: number = NaN;
  pointX: number = NaN;
  pointY: number = NaN;
  vertex = 0;
}

/** A line between two bodies: its normal, the length of a step, and a body's reach along it meanwhile. */
export class Line {
  nx: number = NaN;
  ny: number = NaN;
  step: number = NaN;
  reach: number = NaN;
}

/** The default tolerance beyond the target, as a fraction of the size of the smaller shape. */
export const DEFAULT_TOLERANCE = 0.000244140625;

/** Scratch: a vector, or cosine and sine, and the angle. */
class Turn {
  cos: number = NaN;
  sin: number = NaN;
  angle: number = NaN;
}

const rotation = /* @__PURE__ */ new Turn();

// The functions of `angle.ts` would put their arguments on the heap, 135 bytes an impact, and take 4 % more
// time for digits not needed here (2026-11-28).
const { A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, A10 } = minimax;
const { S1, S2, S3, S4, S5, S6, C1, C2, C3, C4, C5, C6 } = minimax;
// π/2 = P1 + P2.
const P1 = 1.57079632673412561417e+00;
const P2 = 6.07710050650619224932e-11;
const TWO_OVER_PI = 0.6366197723675814;

/**
 * Completes a sweep whose center and poses are filled in. Between exactly opposite rotations the body
 * turns counter-clockwise.
 */
export function prepareSweep(body: MovingBody): void {
  const { centerX: x, centerY: y, from, to } = body;
  const c0 = from.cos, s0 = from.sin, c1 = to.cos, s1 = to.sin;
  const x0 = c0 * x - s0 * y, y0 = s0 * x + c0 * y;
  body.startX = x0 + from.x;
  body.startY = y0 + from.y;
  body.motionX = (to.x - from.x) + ((c1 * x - s1 * y) - x0);
  body.motionY = (to.y - from.y) + ((s1 * x + c1 * y) - y0);

  // The rotation between the poses, halved twice. Its bisector (1 + c, s) then gives tan(angle /
  // 8).
  rotation.cos = c0 * c1 + s0 * s1;
  rotation.sin = c0 * s1 - s0 * c1;
  halve();
  halve();
  const c = rotation.cos, s = rotation.sin;
  const l = sqrt(c * c + s * s);
  const q = s / (l + c);
  const z = q * q;
  const p = z * (A0 + z * (A1 + z * (A2 + z * (A3 + z * (A4 + z * (A5 + z * (A6 + z * (A7 +
                                z * (A8 + z * (A9 + z * A10))))))))));
  body.angle = 8 * (q - q * p);
}

/** Halves the angle of the vector in `rotation`, which need not have unit length. */
function halve(): void {
  const c = rotation.cos, s = rotation.sin;
  const l = sqrt(c * c + s * s);
  if (c >= 0) {
    rotation.cos = l + c;
    return;
  }
  // Here the sum l + c cancels; (|s|, ±(l - c)) has the same direction.
  rotation.cos = abs(s);
  rotation.sin = s < 0 ? c - l : l - c;
}

/** Puts a body where its sweep leads at its time: at 0 and 1 exactly to a given pose. */
export function placeSweep(body: MovingBody): void {
  const { now, from, time: t } = body;
  if (t === 0 || t === 1) {
    const given = t === 0 ? from : body.to;
    now.x = given.x;
    now.y = given.y;
    now.cos = given.cos;
    now.sin = given.sin;
    return;
  }
  const x = body.centerX, y = body.centerY, c0 = from.cos, s0 = from.sin;
  let c = c0, s = s0;
  if (body.angle !== 0) {
    rotation.angle = t * body.angle;
    sincos();
    c = c0 * rotation.cos - s0 * rotation.sin;
    s = s0 * rotation.cos + c0 * rotation.sin;
  }
  now.x = (body.startX + t * body.motionX) - (c * x - s * y);
  now.y = (body.startY + t * body.motionY) - (s * x + c * y);
  now.cos = c;
  now.sin = s;
}

/** Cosine and sine of the angle in `rotation`, which is at most π in magnitude. */
function sincos(): void {
  const { angle } = rotation;
  // The angle is k quarter turns plus the remainder x.
  let k = 0, x = angle;
  const m = abs(angle) * TWO_OVER_PI;
  if (m > 0.5) {
    k = m > 1.5 ? 2 : 1;
    x = (abs(angle) - k * P1) - k * P2;
    if (angle < 0) x = -x;
  }
  const z = x * x;
  const s = x + x * z * (S1 + z * (S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)))));
  const h = 0.5 * z, w = 1 - h;
  const c = w + (((1 - w) - h) + z * z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 +
                        z * C6))))));
  const sign = angle < 0 ? -1 : 1;
  rotation.cos = k === 0 ? c : k === 1 ? -sign * s : -c;
  rotation.sin = k === 0 ? s : k === 1 ? sign * c : -s;
}

/** body.radius = largest distance of a core point from the center. */
export function measureSweep(V: Verts, n: number, body: MovingBody): void {
  const x = body.centerX, y = body.centerY;
  let most = 0;
  for (let k = 0, j = NORMALS + (n << 1); k < n; k++, j += 2) {
    const px = V[j] - x, py = V[j + 1] - y;
    most = max(most, px * px + py * py);
  }
  body.radius = sqrt(most);
}

/**
 * How far the core reaches along the normal of a line while it rotates. Writes to `reach` an
 * upper bound of N·(p - pivot) over all points p, valid throughout the next `step` of time. N is
 * currently the normal n of the line, or with `sign` = -1 its opposite, and may rotate.
 *
 * Relative to the line the body rotates by φ = step · turn. A point at v from the pivot
 * gets to f(φ) = n·R(φ) v = n·v cos φ + n·v⊥ sin φ. With its tangent m(φ) = n·v + φ n·v⊥ and r the
 * largest |v|:
 *
 *   f'' = -f <= |v|,  so  f <= m + |v| φ²/2;                                                 (1)
 *   where f >= 0, f'' = -f <= 0, so  f <= m;  and where f starts below 0, f <= r |φ|,
 *   so for all points together  f <= max(max m, r |φ|).                                      (2)
 *
 * (The last holds for |φ| <= π, since f, once positive, stays so for half a revolution, and beyond
 * it since f <= r.) The maximum of the tangents over the points is a support query in the direction
 * n - φ n⊥, which costs no more than one along n. m falls on both sides of the point i that this
 * query finds. So the maximum of (1) is among the points that |v| <= r does not rule out, and is
 * often i itself. A corner that the body rotates about has v = 0 and stays where it is, however far
 * the body reaches.
 *
 * A gap that is open now and at the end of the step is open throughout. The reason is that each
 * bound is at least one that is convex in φ and equal at φ = 0: itself, or, if the shape does not
 * reach its pivot now, (2) is more than  f(0) + r |φ|.
 */
export function boundReach(V: Verts, n: number, line: Line, body: MovingBody, sign: number): void {
  const { cos: c, sin: s } = body.now;
  const wx = line.nx * sign, wy = line.ny * sign;
  const nx = c * wx + s * wy, ny = c * wy - s * wx;
  const turn = line.step * body.turn;
  const x = body.pivotX, y = body.pivotY;
  // n·v⊥ = v·(n_y, -n_x).
  const mx = nx + turn * ny, my = ny - turn * nx;
  direction[0] = mx;
  direction[1] = my;
  const i = supportIndex(V, n, 0);
  const P = NORMALS + (n << 1), p = P + (i << 1);
  const px = V[p] - x, py = V[p + 1] - y;
  const most = mx * px + my * py;
  const r = body.span, far = r * abs(turn);
  line.reach = most;
  // If the tangent reaches r |φ|, it is the bound (2), which is below (1).
  if (turn === 0 || most >= far) return;
  const bend = 0.5 * turn * turn, more = bend * r;
  if (far <= most + more) {
    line.reach = far;
    return;
  }
  const own = bend * sqrt(c * c + s * s);
  let first = most + own * sqrt(px * px + py * py);
  for (let way = -1; way < 2; way += 2) {
    for (let j = 1, k = i; j < n; j++) {
      k += way;
      if (k < 0) k = n - 1;
      else if (k === n) k = 0;
      const q = P + (k << 1);
      const qx = V[q] - x, qy = V[q + 1] - y, tangent = mx * qx + my * qy;
      if (tangent + more <= first) break;
      // The bound of the last point covers all that follow.
      const last = j === WALK_CAP;
      first = max(first, tangent + (last ? more : own * sqrt(qx * qx + qy * qy)));
      if (last) break;
    }
  }
  line.reach = first;
}
