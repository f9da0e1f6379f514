// The axis of least penetration, which is also the reference edge of contacts. These are shortcuts: they decide only where the answer is beyond
// rounding and no other axis comes close. What they find is measured as usual. The rest is left to
// the kernel.

import {
  CIRCLES,
  COLLIDE,
  EDGES,
  HALVES,
  MARGIN,
  MIDDLE,
  normalOf,
  RADIUS,
  SHAPE_SHIFTED,
  TIES,
  VERTEX,
} from "./layout";
import { BIAS } from "../../src/kernel/tolerances";
import { leave, leaveLanes, pose, record } from "./pairs";
import { furthest } from "./search";
import {
  CENTER,
  NOISE,
  P,
  Q,
  append,
  bodiesIn,
  entries,
  entry,
  lengthOf,
  lower,
  pairIn,
  recordsOf,
  setFeatures,
  sizeAIn,
  sizeBIn,
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
  andNot,
  bits,
  choose,
  constant,
  det,
  div,
  dot,
  firsts,
  ge,
  FRAME_NOISE,
  gt,
  HALF,
  le,
  load2,
  lt,
  mul,
  neg,
  next2,
  NONE,
  ONE,
  or,
  seconds,
  SKEWED,
  select,
  splat,
  sqrt,
  sub,
  ZERO,
} from "./vectors";

/** In a slot: mask of the edges to test, those of B from bit 8 on. */
const MASKS: usize = P;
/** In a slot: an edge of A and one of B that are equally good, as features. */
const TIED_A: usize = Q;
const TIED_B: usize = Q + 4;

/** The greater of the two lanes, in both lanes. */
// @ts-ignore: decorator
@inline export function greater(x: v128): v128 {
  return f64x2.pmax(x, v128.shuffle<f64>(x, x, 1, 0));
}

/** The distance by which a point lies beyond edges 2 b and 2 b + 1 of a record. */
// @ts-ignore: decorator
@inline export function beyond(record: usize, b: usize, x: v128, y: v128): v128 {
  const normals = record - (b << 5), vertices = record + (b << 5);
  const u = v128.load(vertices, VERTEX), v = v128.load(vertices, VERTEX + 16);
  return dot(v128.load(normals), sub(x, firsts(u, v)), v128.load(normals, 16), sub(y, seconds(u, v)));
}
/** Bits 0 to 3: which of four numbers are at least `limit`. */
// @ts-ignore: decorator
@inline export function reach(x: v128, y: v128, limit: v128): i32 {
  return i32x4.bitmask(v128.shuffle<i32>(ge(x, limit), ge(y, limit), 0, 2, 4, 6));
}

/** Whether the poses scale; `excess` is the square of how much longer B is in A's frame, minus 1. */
// @ts-ignore: decorator
@inline function isRough(excess: v128): bool {
  return v128.any_true(ge(abs(excess), constant(SKEWED)));
}
/** 1 / (1 + x) */
// @ts-ignore: decorator
@inline function inverse(x: v128): v128 {
  return div(constant(ONE), add(constant(ONE), x));
}

/**
 * For each pair of a list, the edge with the greatest separation
 *
 *   s_k = min_j N_k·(v_j - u_k)
 *
 * goes to EDGES, if the cores overlap; for COLLIDE also if they are apart, but in reach. If an edge
 * of A and one of B are equally good, as of shapes that lie along each other, the pair goes to TIES.
 * Pairs are processed one at a time, with two edges per vector. Let e_k be the same with the other
 * shape's center instead of v_j. With circles about that center around and inside the core,
 * e - outer <= s <= e - inner, so edges whose e is too small need no test.
 *
 * Their number is unpredictable for the branch predictor. So a first loop finds the edges to test,
 * and a second one tests them without having to wait for the masks.
 */
export function penetrate(list: usize, NA: i32, NB: i32, query: i32): void {
  const none = constant(NONE), one = constant(ONE);
  const count = lengthOf(list);
  for (let i = 0; i < count; i++) {
    const e = entry(list, i), s = slot(e), records = recordsOf(s), state = stateOf(s);
    const A = lower(records), B = upper(records), nA = sizeAIn(state), nB = sizeBIn(state);
    const rc = v128.load64_splat(s), rs = v128.load64_splat(s, 8);
    const tx = v128.load64_splat(s, 16), ty = v128.load64_splat(s, 24);
    let E = mul(splat(4), v128.load64_splat(s + NOISE));
    // B's center in A's frame, and A's in B's frame.
    const ax = v128.load64_splat(A, MIDDLE), ay = v128.load64_splat(A, MIDDLE + 8);
    let X = add(ax, v128.load64_splat(s, CENTER)), Y = add(ay, v128.load64_splat(s, CENTER + 8));
    const a0 = beyond(A, 0, X, Y), a1 = beyond(A, 1, X, Y);
    let a2 = none, a3 = none;
    if (NA === 8) {
      a2 = beyond(A, 2, X, Y);
      a3 = beyond(A, 3, X, Y);
    }
    const dx = sub(ax, tx), dy = sub(ay, ty);
    X = dot(rc, dx, rs, dy);
    Y = det(rc, dy, rs, dx);
    const excess = sub(dot(rc, rc, rs, rs), one);
    if (isRough(excess)) {
      // The unit of B's frame is not that of A's. What this changes counts as noise here.
      const d = inverse(excess);
      X = mul(X, d);
      Y = mul(Y, d);
      const size = add(v128.load64_splat(A, CIRCLES), v128.load64_splat(B, CIRCLES));
      E = add(E, mul(abs(excess), add(add(abs(X), abs(Y)), add(size, size))));
    }
    const b0 = beyond(B, 0, X, Y), b1 = beyond(B, 1, X, Y);
    let b2 = none, b3 = none;
    if (NB === 8) {
      b2 = beyond(B, 2, X, Y);
      b3 = beyond(B, 3, X, Y);
    }
    // A shape of one point has no edges.
    const edgesA = nA === 1 ? 0 : (1 << nA) - 1, edgesB = nB === 1 ? 0 : (1 << nB) - 1;
    const mostA = nA === 1 ? none : f64x2.pmax(f64x2.pmax(a0, a1), f64x2.pmax(a2, a3));
    const mostB = nB === 1 ? none : f64x2.pmax(f64x2.pmax(b0, b1), f64x2.pmax(b2, b3));
    const outerA = v128.load64_splat(A, CIRCLES), outerB = v128.load64_splat(B, CIRCLES);
    const limit = sub(greater(f64x2.pmax(sub(mostA, outerB), sub(mostB, outerA))), E);
    const limitA = add(limit, v128.load64_splat(B, CIRCLES + 8));
    const limitB = add(limit, v128.load64_splat(A, CIRCLES + 8));
    const maskA = (reach(a0, a1, limitA) | (reach(a2, a3, limitA) << 4)) & edgesA;
    const maskB = (reach(b0, b1, limitB) | (reach(b2, b3, limitB) << 4)) & edgesB;
    store<i32>(s, maskA | (maskB << 8), MASKS);
  }
  for (let i = 0; i < count; i++) {
    const e = entry(list, i), s = slot(e), records = recordsOf(s), state = stateOf(s);
    const rc = v128.load64_splat(s), rs = v128.load64_splat(s, 8);
    const tx = v128.load64_splat(s, 16), ty = v128.load64_splat(s, 24);
    const E = mul(splat(4), v128.load64_splat(s + NOISE));
    const masks = load<i32>(s, MASKS);
    // Of A's edges tested, then of B's: the greatest separation and the second (in both lanes), and
    // the edge, as features of a slot. The reference shape at R has M edges. The incident shape at I
    // has N vertices, and its pose in R's frame is the position (px, py) and the rotation (c, z).
    const A = lower(records), B = upper(records);
    let best = none, second = none, edge = 0, mask = masks & 0xff;
    let bestA = none, secondA = none, edgeA = 0;
    let R = A, I = B, N = NB, c = rc, z = rs, px = tx, py = ty, unit = one;
    for (let side = 0; side < 2; side++) {
      while (mask !== 0) {
        const k = ctz(mask), u_k = R + (<usize>k << 4), N_k = normalOf(R, k << 4);
        mask &= mask - 1;
        const X = v128.load64_splat(N_k), Y = v128.load64_splat(N_k, 16);
        // The direction against the normal, in I's frame.
        const mx = neg(dot(c, X, z, Y)), my = det(z, X, c, Y);
        // (This is the vertex of the kernel's scan, by the same products, however short its edges
        // are.)
        const j = furthest(I, N, mx, my), v_j = I + (<usize>j << 4);
        const s_k = mul(
          sub(
            dot(
              X,
              sub(px, v128.load64_splat(u_k, VERTEX)),
              Y,
              sub(py, v128.load64_splat(u_k, VERTEX + 8)),
            ),
            dot(v128.load64_splat(v_j, VERTEX), mx, v128.load64_splat(v_j, VERTEX + 8), my),
          ),
          unit,
        );
        second = f64x2.pmax(second, f64x2.pmin(s_k, best));
        edge = choose(side | (k << 4) | (j << 12), edge, bits(gt(s_k, best)) !== 0);
        best = f64x2.pmax(best, s_k);
      }
      if (side !== 0) break;
      bestA = best;
      secondA = second;
      edgeA = edge;
      best = second = none;
      mask = masks >> 8;
      R = B;
      I = A;
      N = NA;
      const excess = sub(dot(rc, rc, rs, rs), one);
      if (isRough(excess)) {
        const d = inverse(excess);
        c = mul(rc, d);
        z = mul(rs, d);
        unit = sqrt(add(one, excess));
      }
      px = neg(dot(c, tx, z, ty));
      py = det(z, tx, c, ty);
      z = neg(z);
    }
    const most = f64x2.pmax(bestA, best), low = sub(most, E), ofB = bits(gt(best, bestA)) & 1;
    const some = f64x2.pmax(secondA, second), isTie = bits(ge(f64x2.pmin(bestA, best), low)) & 1;
    let far = E, isNear = lt(most, neg(E));
    if (query === COLLIDE) {
      const radii = add(v128.load64_splat(A, RADIUS), v128.load64_splat(B, RADIUS));
      far = add(far, ample(add(radii, constant(MARGIN))));
      isNear = or(isNear, and(gt(most, E), le(most, far)));
    }
    const isClear = bits(and(isNear, lt(some, low))) & 1;
    setFeatures(s, choose(edge, edgeA, ofB !== 0));
    store<i32>(s, edgeA, TIED_A);
    store<i32>(s, edge, TIED_B);
    append(EDGES, e, isClear & ~isTie);
    append(TIES, e, isClear & isTie);
    if ((isClear | bits(gt(most, far))) === 0) leave(pairIn(state));
  }
}

/** s_k by the kernel's operations, for edge N, u of the reference, vertex v, and m = -N in its frame. */
// @ts-ignore: decorator
@inline function separation(
  Nx: v128,
  Ny: v128,
  tx: v128,
  ty: v128,
  u: v128,
  w: v128,
  mx: v128,
  my: v128,
  p: v128,
  q: v128,
): v128 {
  return sub(
    dot(Nx, sub(tx, firsts(u, w)), Ny, sub(ty, seconds(u, w))),
    dot(mx, firsts(p, q), my, seconds(p, q)),
  );
}

/**
 * Decides TIES as the kernel does, by the last bits of both separations, and appends them to EDGES.
 * `collide` takes B's edge if it is better by more than BIAS. The boundary scan takes it if it is
 * better at all, unless the vertex that it looked at before has ruled the edge out; that may have
 * been either end of A's edge. Shapes with a reference point, whose numbers are others, are left,
 * and rough rotations.
 */
export function settle(query: i32): void {
  const count = workOff(TIES);
  for (let l = 0; l < count; l += 2) {
    const lanes = l + 1 < count ? 3 : 1;
    const both = entries(TIES, l), s0 = slot(both & 0xff), s1 = slot(both >> 8);
    const state0 = stateOf(s0), state1 = stateOf(s1), ids0 = bodiesIn(state0), ids1 = bodiesIn(state1);
    const bodyA0 = record(lower(ids0)), bodyB0 = record(upper(ids0));
    const bodyA1 = record(lower(ids1)), bodyB1 = record(upper(ids1));
    const A0 = lower(bodyA0), B0 = lower(bodyB0), A1 = lower(bodyA1), B1 = lower(bodyB1);
    const shifted0 = (bodyA0 | bodyB0) >> 32 & SHAPE_SHIFTED, shifted1 = (bodyA1 | bodyB1) >> 32 & SHAPE_SHIFTED;
    const a0 = load<i32>(s0, TIED_A), b0 = load<i32>(s0, TIED_B);
    const a1 = load<i32>(s1, TIED_A), b1 = load<i32>(s1, TIED_B);
    let x = v128.load(s0), y = v128.load(s1);
    const rc = firsts(x, y), rs = seconds(x, y);
    x = v128.load(s0, 16);
    y = v128.load(s1, 16);
    const tx = firsts(x, y), ty = seconds(x, y);
    // A's edge.
    const U0 = A0 + <usize>(a0 & 0xf0), U1 = A1 + <usize>(a1 & 0xf0);
    let N0 = normalOf(A0, a0), N1 = normalOf(A1, a1);
    let Nx = load2(N0, N1), Ny = next2(N0, N1);
    let mx = neg(dot(rc, Nx, rs, Ny)), my = det(rs, Nx, rc, Ny);
    const u0 = v128.load(U0, VERTEX), u1 = v128.load(U1, VERTEX);
    x = v128.load(B0 + <usize>((a0 >> 8) & 0xf0), VERTEX);
    y = v128.load(B1 + <usize>((a1 >> 8) & 0xf0), VERTEX);
    const sA = separation(Nx, Ny, tx, ty, u0, u1, mx, my, x, y);
    // B's edge. (ox, oy): from B to A in B's frame.
    const PA0 = pose(lower(ids0)), PB0 = pose(upper(ids0));
    const PA1 = pose(lower(ids1)), PB1 = pose(upper(ids1));
    x = v128.load(PB0, 16);
    y = v128.load(PB1, 16);
    const bc = firsts(x, y), bs = seconds(x, y);
    x = v128.load(PA0, 16);
    y = v128.load(PA1, 16);
    const ac = firsts(x, y), as = seconds(x, y);
    x = sub(v128.load(PB0), v128.load(PA0));
    y = sub(v128.load(PB1), v128.load(PA1));
    const wx = firsts(x, y), wy = seconds(x, y);
    const ox = neg(dot(bc, wx, bs, wy)), oy = neg(det(bc, wy, bs, wx));
    const V0 = B0 + <usize>(b0 & 0xf0), V1 = B1 + <usize>(b1 & 0xf0);
    N0 = normalOf(B0, b0);
    N1 = normalOf(B1, b1);
    Nx = load2(N0, N1);
    Ny = next2(N0, N1);
    mx = det(rs, Ny, rc, Nx);
    my = neg(dot(rs, Nx, rc, Ny));
    const v0 = v128.load(V0, VERTEX), v1 = v128.load(V1, VERTEX);
    const F0 = A0 + <usize>((b0 >> 8) & 0xf0), F1 = A1 + <usize>((b1 >> 8) & 0xf0);
    x = v128.load(F0, VERTEX);
    y = v128.load(F1, VERTEX);
    const sB = separation(Nx, Ny, ox, oy, v0, v1, mx, my, x, y);
    let ofB: v128, ok: v128;
    if (query === COLLIDE) {
      const bias = mul(splat(BIAS), add(load2(A0 + CIRCLES, A1 + CIRCLES), load2(B0 + CIRCLES, B1 + CIRCLES)));
      const less = sub(sB, bias);
      ofB = gt(sB, add(sA, bias));
      // (Which of the two sums the kernel compares depends on the edge that it looked at first.)
      ok = v128.not(or(v128.xor(ofB, gt(less, sA)), v128.xor(ofB, ge(less, sA))));
    } else {
      // The other end of A's edge.
      x = select(v128.load(U0, VERTEX + 16), u0, f64x2.eq(x, u0));
      y = select(v128.load(U1, VERTEX + 16), u1, f64x2.eq(y, u1));
      const other = separation(Nx, Ny, ox, oy, v0, v1, mx, my, x, y);
      ofB = gt(sB, sA);
      ok = or(le(sB, sA), ge(other, sA));
      // Points and segments have no inside that the edge could be the nearest way out of.
      const inner = f64x2.pmin(load2(A0 + CIRCLES + 8, A1 + CIRCLES + 8), load2(B0 + CIRCLES + 8, B1 + CIRCLES + 8));
      ok = and(ok, gt(inner, constant(ZERO)));
    }
    // (Neither pose may scale: each of the kernel's frames has its own unit.)
    const one = constant(ONE), limit = mul(constant(HALF), constant(SKEWED));
    const skew = f64x2.pmax(abs(sub(dot(ac, ac, as, as), one)), abs(sub(dot(bc, bc, bs, bs), one)));
    // Of rounded rectangles that are upright, `boxes` of the kernel has chosen the facing vertex.
    const zero = constant(ZERO);
    const isUpright = and(
      and(or(f64x2.eq(ac, zero), f64x2.eq(as, zero)), or(f64x2.eq(bc, zero), f64x2.eq(bs, zero))),
      and(gt(load2(A0 + HALVES, A1 + HALVES), zero), gt(load2(B0 + HALVES, B1 + HALVES), zero)),
    );
    ok = andNot(ok, isUpright);
    const told = bits(and(ok, lt(add(skew, constant(FRAME_NOISE)), limit))) & lanes &
      (i32(shifted0 === 0) | (i32(shifted1 === 0) << 1));
    const sides = bits(ofB);
    setFeatures(s1, choose(b1, a1, (sides & 2) !== 0));
    setFeatures(s0, choose(b0, a0, (sides & 1) !== 0));
    append(EDGES, both, told);
    leaveLanes(lanes & ~told, pairIn(state0), pairIn(state1));
  }
}
