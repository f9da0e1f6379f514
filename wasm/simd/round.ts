// Contacts of cores of one point, as the kernel's circles.ts makes them, with its letters.

import {
  before,
  MARGIN,
  OVERLAPS,
  POINTED,
  RADIUS,
  VERTEX,
  VERTICES,
} from "./layout";
import { DETERMINANT_BOUND, SHORT_EDGE } from "../../src/kernel/tolerances";
import { writePoint } from "./clip";
import * as edge from "./edge";
import { ofIncident, ofReference, placeEdges } from "./edge";
import { leave, leaveLanes, pose } from "./pairs";
import { beyond, greater, reach } from "./penetrate";
import {
  append,
  bodiesIn,
  entries,
  entry,
  featuresIn,
  lengthOf,
  lower,
  NOISE,
  ofSide,
  P,
  pairIn,
  recordsOf,
  setEdge,
  sizeAIn,
  sizeBIn,
  sizeOf,
  slot,
  stateOf,
  upper,
  workOff,
} from "./slots";
import {
  abs,
  add,
  ample,
  and,
  bits,
  choose,
  constant,
  det,
  div,
  dot,
  firsts,
  FRAME_NOISE,
  ge,
  gt,
  HALF,
  le,
  load2,
  lt,
  MINUS,
  mul,
  neg,
  NONE,
  ONE,
  or,
  radii2,
  SCALING,
  seconds,
  select,
  SKEWED,
  SMALL,
  splat,
  sqrt,
  sub,
  ZERO,
} from "./vectors";

/** `collidePoints` for VERTICES. */
export function collidePoints(): void {
  const zero = constant(ZERO), half = constant(HALF), one = constant(ONE), margin = constant(MARGIN);
  const count = workOff(VERTICES);
  for (let i = 0; i < count; i += 2) {
    const lanes = i + 1 < count ? 3 : 1;
    const both = entries(VERTICES, i), s0 = slot(both & 0xff), s1 = slot(both >> 8);
    const state0 = stateOf(s0), state1 = stateOf(s1), k0 = pairIn(state0), k1 = pairIn(state1);
    const records0 = recordsOf(s0), records1 = recordsOf(s1), ids0 = bodiesIn(state0), ids1 = bodiesIn(state1);
    const A0 = lower(records0), B0 = upper(records0), A1 = lower(records1), B1 = upper(records1);
    const PA0 = pose(lower(ids0)), PB0 = pose(upper(ids0));
    const PA1 = pose(lower(ids1)), PB1 = pose(upper(ids1));
    let x = v128.load(PA0, 16), y = v128.load(PA1, 16);
    const c = firsts(x, y), s = seconds(x, y);
    x = v128.load(PB0, 16);
    y = v128.load(PB1, 16);
    const C = firsts(x, y), S = seconds(x, y);
    x = v128.load(PA0);
    y = v128.load(PA1);
    const ox = firsts(x, y), oy = seconds(x, y);
    x = v128.load(PB0);
    y = v128.load(PB1);
    const wx = sub(firsts(x, y), ox), wy = sub(seconds(x, y), oy);
    x = v128.load(A0, VERTEX);
    y = v128.load(A1, VERTEX);
    const ux = firsts(x, y), uy = seconds(x, y);
    x = v128.load(B0, VERTEX);
    y = v128.load(B1, VERTEX);
    const vx = firsts(x, y), vy = seconds(x, y);
    // Radii and extents.
    x = v128.load(A0, RADIUS);
    y = v128.load(A1, RADIUS);
    const ra = firsts(x, y), extentA = seconds(x, y);
    x = v128.load(B0, RADIUS);
    y = v128.load(B1, RADIUS);
    const rb = firsts(x, y), extentB = seconds(x, y);
    const ax = det(c, ux, s, uy), ay = dot(s, ux, c, uy);
    const bx = add(det(C, vx, S, vy), wx), by = add(dot(S, vx, C, vy), wy);
    const dx = sub(bx, ax), dy = sub(by, ay);
    const radii = add(ra, rb), offset = add(abs(wx), abs(wy));
    const aa = dot(c, c, s, s), bb = dot(C, C, S, S);
    const skew = add(add(constant(FRAME_NOISE), abs(sub(aa, one))), abs(sub(bb, one)));
    const rough = ge(skew, constant(SKEWED));
    let E = mul(add(add(add(add(extentA, extentB), abs(wx)), abs(wy)), radii), skew);
    if (v128.any_true(rough)) {
      // (Poses up to SCALING are no longer than that; a bound that is greater leaves more pairs.)
      const wide = mul(splat(4), constant(FRAME_NOISE));
      const bound = mul(wide, add(add(add(extentA, extentB), offset), radii));
      E = select(bound, E, rough);
    }
    const square = dot(dx, dx, dy, dy), d = sqrt(square), gap = sub(d, radii);
    const Nx = div(dx, d), Ny = div(dy, d);
    const ok = and(
      and(and(gt(square, constant(SMALL)), gt(d, E)), lt(skew, constant(SCALING))),
      and(gt(abs(gap), E), gt(abs(sub(gap, margin)), E)),
    );
    const told = bits(ok) & lanes, write = told & bits(le(gap, margin));
    leaveLanes(lanes & ~told, k0, k1);
    const px = add(mul(half, add(add(ax, mul(ra, Nx)), sub(bx, mul(rb, Nx)))), ox);
    const py = add(mul(half, add(add(ay, mul(ra, Ny)), sub(by, mul(rb, Ny)))), oy);
    const nx = add(Nx, zero), ny = add(Ny, zero);
    if ((write & 1) !== 0) writePoint(k0, false, nx, ny, px, py, gap);
    if ((write & 2) !== 0) writePoint(k1, true, nx, ny, px, py, gap);
  }
}

/**
 * Moves the pairs of OVERLAPS in which one core is a point to POINTED, with the edge of the other
 * core that the point is furthest in front of. What is out of reach needs no more.
 */
export function separatePoints(NA: i32, NB: i32): void {
  const none = constant(NONE), margin = constant(MARGIN), count = lengthOf(OVERLAPS);
  let others = 0;
  for (let i = 0; i < count; i++) {
    const e = entry(OVERLAPS, i), s = slot(e), state = stateOf(s), records = recordsOf(s);
    const nA = sizeAIn(state), nB = sizeBIn(state);
    store<u8>(OVERLAPS + <usize>others, <u8>e, 4);
    if (nA !== 1 && nB !== 1) {
      others++;
      continue;
    }
    const rc = v128.load64_splat(s), rs = v128.load64_splat(s, 8);
    const tx = v128.load64_splat(s, 16), ty = v128.load64_splat(s, 24);
    const side = i32(nA === 1), R = ofSide(records, side), I = ofSide(records, 1 - side);
    const n = choose(nB, nA, side !== 0), N = choose(NB, NA, side !== 0);
    // The point in R's frame.
    let px = v128.load64_splat(I, VERTEX), py = v128.load64_splat(I, VERTEX + 8);
    if (side === 0) {
      const x = add(det(rc, px, rs, py), tx);
      py = add(dot(rs, px, rc, py), ty);
      px = x;
    } else {
      const x = sub(px, tx), y = sub(py, ty), d = dot(rc, rc, rs, rs);
      px = div(dot(rc, x, rs, y), d);
      py = div(det(rc, y, rs, x), d);
    }
    const a0 = beyond(R, 0, px, py), a1 = beyond(R, 1, px, py);
    let a2 = none, a3 = none;
    if (N === 8) {
      a2 = beyond(R, 2, px, py);
      a3 = beyond(R, 3, px, py);
    }
    const most = greater(f64x2.pmax(f64x2.pmax(a0, a1), f64x2.pmax(a2, a3)));
    const mask = (1 << n) - 1;
    // All edges within rounding of the best one.
    const E = mul(splat(4), v128.load64_splat(s, NOISE)), low = sub(most, E);
    const close = (reach(a0, a1, low) | (reach(a2, a3, low) << 4)) & mask;
    const radii = add(v128.load64_splat(R, RADIUS), v128.load64_splat(I, RADIUS));
    const isApart = bits(gt(most, add(ample(add(radii, margin)), E))) & 1;
    setEdge(s, side, ctz(close), 0);
    v128.store64_lane(s, most, 0, P);
    v128.store64_lane(s, px, 0, P + 8);
    v128.store64_lane(s, py, 0, P + 16);
    const isClear = i32((close & (close - 1)) === 0);
    append(POINTED, e, isClear & ~isApart);
    if ((isClear | isApart) === 0) leave(pairIn(state));
  }
  store<i32>(OVERLAPS, others);
}
/** Offset of the vertex next to an end of the edge of a slot's features: before its start, or after its end. */
// @ts-ignore: decorator
@inline function besideOf(features: i32, state: u64, end: i32): usize {
  const k = features & 0xf0, n = sizeOf(state, features & 1), after = k + 32;
  return <usize>choose(after - choose(n << 4, 0, after > n << 4), before(k, n), end !== 0);
}

/** Step 3 of `collidePoint` for POINTED: the point is beside the edge, or closest to an end. */
export function collidePoint(): void {
  const zero = constant(ZERO), half = constant(HALF), minus = constant(MINUS), margin = constant(MARGIN);
  const count = workOff(POINTED);
  for (let l = 0; l < count; l += 2) {
    const lanes = l + 1 < count ? 3 : 1;
    const both = entries(POINTED, l), s0 = slot(both & 0xff), s1 = slot(both >> 8);
    const state0 = stateOf(s0), state1 = stateOf(s1), k0 = pairIn(state0), k1 = pairIn(state1);
    const f0 = featuresIn(state0), f1 = featuresIn(state1), side0 = f0 & 1, side1 = f1 & 1;
    const records0 = recordsOf(s0), records1 = recordsOf(s1);
    // (The facing vertex is number 0, the only one.)
    placeEdges(s0, s1);
    const R0 = edge.R0, R1 = edge.R1, ofB = edge.ofB, ox = edge.ox, oy = edge.oy;
    const u0x = edge.u0x, u0y = edge.u0y, u1x = edge.u1x, u1y = edge.u1y, vx = edge.vx, vy = edge.vy;
    const U0 = R0 + <usize>(f0 & 0xf0), U1 = R1 + <usize>(f1 & 0xf0);
    const ex = sub(u1x, u0x), ey = sub(u1y, u0y), ee = dot(ex, ex, ey, ey);
    const E = load2(s0 + NOISE, s1 + NOISE), best = load2(s0 + P, s1 + P);
    const rA = radii2(lower(records0), lower(records1)), rB = radii2(upper(records0), upper(records1));
    const rR = ofReference(rA, rB), rI = ofIncident(rA, rB), radii = add(rR, rI);
    const sign = and(minus, ofB);
    const t0 = dot(ex, sub(vx, u0x), ey, sub(vy, u0y)), t1 = dot(ex, sub(vx, u1x), ey, sub(vy, u1y));
    const beside = and(ge(t0, zero), le(t1, zero));

    // Beside the edge.
    const length = sqrt(ee), second = gt(t0, mul(half, ee));
    const left = mul(sub(vx, select(u1x, u0x, second)), ey);
    const right = mul(sub(vy, select(u1y, u0y, second)), ex);
    const value = sub(left, right), s = div(value, length);
    const Nx = div(ey, length), Ny = div(neg(ex), length);
    const isSure = and(
      gt(abs(s), E),
      gt(abs(value), mul(splat(DETERMINANT_BOUND), add(abs(left), abs(right)))),
    );
    const m = mul(half, sub(sub(rR, rI), s));

    // Past an end, u: the edge on the other side of it must lead away from v.
    const isEnd = gt(t1, zero), ends = bits(isEnd);
    const ux = select(u1x, u0x, isEnd), uy = select(u1y, u0y, isEnd);
    const x = v128.load(U0 + ((ends & 1) << 4), VERTEX), y = v128.load(U1 + ((ends & 2) << 3), VERTEX);
    const X = v128.load(R0 + besideOf(f0, state0, ends & 1), VERTEX);
    const Y = v128.load(R1 + besideOf(f1, state1, ends >> 1), VERTEX);
    const yx = firsts(x, y), yy = seconds(x, y);
    const ax = sub(firsts(X, Y), yx), ay = sub(seconds(X, Y), yy);
    const lead = dot(
      sub(load2(s0 + P + 8, s1 + P + 8), yx),
      ax,
      sub(load2(s0 + P + 16, s1 + P + 16), yy),
      ay,
    );
    const wayX = v128.xor(sub(vx, ux), sign), wayY = v128.xor(sub(vy, uy), sign);
    const square = dot(wayX, wayX, wayY, wayY), d = sqrt(square);
    const Mx = div(wayX, d), My = div(wayY, d);
    const leaves = lt(lead, mul(neg(E), add(abs(ax), abs(ay))));
    const isCorner = and(
      and(gt(best, E), leaves),
      and(gt(d, E), gt(square, constant(SMALL))),
    );

    const gap = sub(select(s, d, beside), radii);
    const ok = and(
      and(select(isSure, isCorner, beside), gt(mul(ee, splat(SHORT_EDGE)), mul(E, E))),
      and(gt(abs(gap), E), gt(abs(sub(gap, margin)), E)),
    );
    const told = bits(ok) & lanes, write = told & bits(le(gap, margin));
    leaveLanes(lanes & ~told, k0, k1);
    if (write === 0) continue;
    const nx = add(select(v128.xor(Nx, sign), Mx, beside), zero);
    const ny = add(select(v128.xor(Ny, sign), My, beside), zero);
    const qx = mul(half, add(add(ux, v128.xor(mul(rR, Mx), sign)), sub(vx, v128.xor(mul(rI, Mx), sign))));
    const qy = mul(half, add(add(uy, v128.xor(mul(rR, My), sign)), sub(vy, v128.xor(mul(rI, My), sign))));
    const px = add(select(add(vx, mul(m, Nx)), qx, beside), ox);
    const py = add(select(add(vy, mul(m, Ny)), qy, beside), oy);
    if ((write & 1) !== 0) writePoint(k0, false, nx, ny, px, py, gap);
    if ((write & 2) !== 0) writePoint(k1, true, nx, ny, px, py, gap);
  }
}
