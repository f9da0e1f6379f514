// The axis of least penetration. These are shortcuts: they decide only where the answer is beyond
// rounding and no other axis comes close. What they find is measured as usual. The rest is left to
// the kernel.

import { CIRCLES, EDGES, EDGES4, EDGES8, MIDDLE, NORMAL, OVERLAPS, VERTEX } from "./layout";
import { leave } from "./pairs";
import { furthest } from "./search";
import {
  CENTER,
  NOISE,
  P,
  append,
  entry,
  lengthOf,
  lower,
  pairIn,
  recordsOf,
  setEdge,
  sizeAIn,
  sizeBIn,
  slot,
  stateOf,
  upper,
} from "./slots";
import {
  abs,
  add,
  and,
  bits,
  choose,
  constant,
  det,
  div,
  dot,
  ge,
  gt,
  lt,
  mul,
  neg,
  NONE,
  ONE,
  SKEWED,
  splat,
  sqrt,
  sub,
} from "./vectors";

/** In a slot: mask of the edges to test, those of B from bit 8 on. */
const MASKS: usize = P;

/** The greater of the two lanes, in both lanes. */
// @ts-ignore: decorator
@inline function greater(x: v128): v128 {
  return f64x2.pmax(x, v128.shuffle<f64>(x, x, 1, 0));
}

/**
 * The distance by which a point lies beyond two edges of a record. `edge` is the address in the
 * column of their normals' x, `column` the size of a column.
 */
// @ts-ignore: decorator
@inline function beyond(edge: usize, column: usize, x: v128, y: v128): v128 {
  return sub(
    dot(v128.load(edge), x, v128.load(edge + column), y),
    v128.load(edge + 2 * column),
  );
}
/** Bits 0 to 3: which of four numbers are at least `limit`. */
// @ts-ignore: decorator
@inline function reach(x: v128, y: v128, limit: v128): i32 {
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
 * For each pair of OVERLAPS, the edge with the greatest separation
 *
 *   s_k = min_j N_k·(v_j - u_k)
 *
 * goes to EDGES. Pairs are processed one at a time, with two edges per vector. Let e_k be the same
 * with the other shape's center instead of v_j. With circles about that center around and inside
 * the core, e - outer <= s <= e - inner, so edges whose e is too small need no test.
 *
 * Their number is unpredictable for the branch predictor. So a first loop finds the edges to test,
 * and a second one tests them without having to wait for the masks.
 */
export function penetrate(NA: i32, NB: i32): void {
  const none = constant(NONE), one = constant(ONE);
  const count = lengthOf(OVERLAPS);
  const startA = NA === 4 ? EDGES4 : EDGES8, startB = NB === 4 ? EDGES4 : EDGES8;
  const columnA = <usize>NA << 3, columnB = <usize>NB << 3;
  for (let i = 0; i < count; i++) {
    const e = entry(OVERLAPS, i), s = slot(e), records = recordsOf(s), state = stateOf(s);
    const A = lower(records), B = upper(records), nA = sizeAIn(state), nB = sizeBIn(state);
    const rc = v128.load64_splat(s), rs = v128.load64_splat(s, 8);
    const tx = v128.load64_splat(s, 16), ty = v128.load64_splat(s, 24);
    let E = mul(splat(4), v128.load64_splat(s + NOISE));
    // B's center in A's frame, and A's in B's frame.
    const ax = v128.load64_splat(A, MIDDLE), ay = v128.load64_splat(A, MIDDLE + 8);
    let X = add(ax, v128.load64_splat(s, CENTER)), Y = add(ay, v128.load64_splat(s, CENTER + 8));
    let edges = A + startA;
    const a0 = beyond(edges, columnA, X, Y), a1 = beyond(edges + 16, columnA, X, Y);
    let a2 = none, a3 = none;
    if (NA === 8) {
      a2 = beyond(edges + 32, columnA, X, Y);
      a3 = beyond(edges + 48, columnA, X, Y);
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
    edges = B + startB;
    const b0 = beyond(edges, columnB, X, Y), b1 = beyond(edges + 16, columnB, X, Y);
    let b2 = none, b3 = none;
    if (NB === 8) {
      b2 = beyond(edges + 32, columnB, X, Y);
      b3 = beyond(edges + 48, columnB, X, Y);
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
    const e = entry(OVERLAPS, i), s = slot(e), records = recordsOf(s), state = stateOf(s);
    const rc = v128.load64_splat(s), rs = v128.load64_splat(s, 8);
    const tx = v128.load64_splat(s, 16), ty = v128.load64_splat(s, 24);
    const E = mul(splat(4), v128.load64_splat(s + NOISE));
    const masks = load<i32>(s, MASKS);
    // Of the edges tested: the greatest separation and the second (in both lanes), and the edge,
    // from 8 on for B, with the vertex that faces it from bit 4 on. A's edges come first. The
    // reference shape at R has M edges. The incident shape at I has N vertices, and its pose in R's
    // frame is the position (px, py) and the rotation (rc, z).
    const A = lower(records), B = upper(records);
    let best = none, second = none, edge = 0, mask = masks & 0xff;
    let R = A, M = NA, I = B, N = NB, c = rc, z = rs, px = tx, py = ty, unit = one;
    for (let first = 0; first < 16; first += 8) {
      const out = R + (M === 4 ? EDGES4 + 64 : EDGES8 + 128);
      while (mask !== 0) {
        const k = ctz(mask), E_k = R + (<usize>k << 5);
        mask &= mask - 1;
        const X = v128.load64_splat(E_k, NORMAL);
        const Y = v128.load64_splat(E_k, NORMAL + 8);
        // The direction against the normal, in I's frame.
        const mx = neg(dot(c, X, z, Y)), my = det(z, X, c, Y);
        // (This is the vertex of the kernel's scan, by the same products, however short its edges
        // are.)
        const j = furthest(I, N, mx, my), v_j = I + (<usize>j << 5);
        const s_k = mul(
          sub(
            sub(dot(X, px, Y, py), v128.load64_splat(out + (<usize>k << 3))),
            dot(v128.load64_splat(v_j, VERTEX), mx, v128.load64_splat(v_j, VERTEX + 8), my),
          ),
          unit,
        );
        second = f64x2.pmax(second, f64x2.pmin(s_k, best));
        edge = choose(k | first | (j << 4), edge, bits(gt(s_k, best)) !== 0);
        best = f64x2.pmax(best, s_k);
      }
      mask = masks >> 8;
      R = B;
      M = NB;
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
    setEdge(s, (edge >> 3) & 1, edge & 7, edge >> 4);
    const isClear = bits(and(lt(best, neg(E)), gt(sub(best, second), E))) & 1;
    append(EDGES, e, isClear);
    if ((isClear | bits(gt(best, E))) === 0) leave(pairIn(state));
  }
}
