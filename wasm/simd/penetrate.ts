// The axis of least penetration. These are short cuts: they speak where the answer is beyond rounding and
// no other axis comes close; what they find is measured as ever, and the rest is left to the kernel.

import {
  ACTIVE,
  CIRCLES,
  DECIDE,
  EDGES,
  EDGES4,
  EDGES8,
  HALVES,
  MIDDLE,
  NORMAL,
  OVERLAPS,
  RESULTS,
  RISE,
  VERTEX,
} from "./layout";
import { leave } from "./pairs";
import {
  append,
  CENTRE,
  entries,
  entry,
  lengthOf,
  lower,
  NOISE,
  pairIn,
  recordsOf,
  setFeatures,
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
  det,
  dot,
  firsts,
  ge,
  gt,
  load2,
  lt,
  mul,
  neg,
  seconds,
  select,
  splat,
  sub,
} from "./vectors";

/**
 * Pairs of rectangles, by their four axes: along normal N of one of them the separation is
 *
 *   s = |N·c| - h_N - (h_0 |N·M_0| + h_1 |N·M_1|)
 *
 * with c from centre to centre, h_N its half extent and h, M half extents and normals of the other. For
 * DECIDE (of ACTIVE) that is the answer; for DEPTH (of OVERLAPS) the edge goes to EDGES.
 */
export function boxes(query: i32): void {
  const list = query === DECIDE ? ACTIVE : OVERLAPS;
  const count = lengthOf(list);
  for (let i = 0; i < count; i += 2) {
    const lanes = i + 1 < count ? 2 : 1;
    const both = entries(list, i, lanes), e0 = both & 0xff, e1 = both >> 8, s0 = slot(e0), s1 = slot(e1);
    const records0 = recordsOf(s0), records1 = recordsOf(s1);
    const A0 = lower(records0), B0 = upper(records0), A1 = lower(records1), B1 = upper(records1);
    const k0 = pairIn(stateOf(s0)), k1 = pairIn(stateOf(s1));
    let x = v128.load(s0), y = v128.load(s1);
    const rc = firsts(x, y), rs = seconds(x, y);
    x = v128.load(s0, CENTRE);
    y = v128.load(s1, CENTRE);
    const cx = firsts(x, y), cy = seconds(x, y);
    const E = mul(splat(2), firsts(v128.load(s0, NOISE), v128.load(s1, NOISE)));
    x = v128.load(A0, EDGES4);
    y = v128.load(A1, EDGES4);
    const N0x = firsts(x, y), N1x = seconds(x, y);
    x = v128.load(A0, EDGES4 + 32);
    y = v128.load(A1, EDGES4 + 32);
    const N0y = firsts(x, y), N1y = seconds(x, y);
    x = v128.load(B0, EDGES4);
    y = v128.load(B1, EDGES4);
    const M0x = firsts(x, y), M1x = seconds(x, y);
    x = v128.load(B0, EDGES4 + 32);
    y = v128.load(B1, EDGES4 + 32);
    const M0y = firsts(x, y), M1y = seconds(x, y);
    x = v128.load(A0, HALVES);
    y = v128.load(A1, HALVES);
    const h0 = firsts(x, y), h1 = seconds(x, y);
    x = v128.load(B0, HALVES);
    y = v128.load(B1, HALVES);
    const g0 = firsts(x, y), g1 = seconds(x, y);
    // A's normals in B's frame, and the absolute cosines.
    const m0x = dot(rc, N0x, rs, N0y), m0y = det(rc, N0y, rs, N0x);
    const m1x = dot(rc, N1x, rs, N1y), m1y = det(rc, N1y, rs, N1x);
    const q00 = abs(dot(m0x, M0x, m0y, M0y)), q01 = abs(dot(m0x, M1x, m0y, M1y));
    const q10 = abs(dot(m1x, M0x, m1y, M0y)), q11 = abs(dot(m1x, M1x, m1y, M1y));
    const dx = dot(rc, cx, rs, cy), dy = det(rc, cy, rs, cx);
    const a = dot(N0x, cx, N0y, cy), b = dot(N1x, cx, N1y, cy);
    const c = dot(M0x, dx, M0y, dy), d = dot(M1x, dx, M1y, dy);
    const sa = sub(abs(a), add(h0, dot(g0, q00, g1, q01)));
    const sb = sub(abs(b), add(h1, dot(g0, q10, g1, q11)));
    const sc = sub(abs(c), add(g0, dot(h0, q00, h1, q10)));
    const sd = sub(abs(d), add(g1, dot(h0, q01, h1, q11)));
    const ab = f64x2.pmax(sa, sb), cd = f64x2.pmax(sc, sd), most = f64x2.pmax(ab, cd);
    const isApart = bits(gt(most, E)), sure = lt(most, neg(E));
    if (query === DECIDE) {
      const over = bits(sure), near = ~(over | isApart);
      store<u8>(RESULTS + k1, <u8>(over >> 1));
      store<u8>(RESULTS + k0, <u8>(over & 1));
      if ((near & 1) !== 0) leave(k0);
      if (lanes === 2 && (near & 2) !== 0) leave(k1);
      continue;
    }
    // The runner-up: the lesser of the better halves, or the second of the best half.
    const other = f64x2.pmax(
      f64x2.pmin(ab, cd),
      select(f64x2.pmin(sc, sd), f64x2.pmin(sa, sb), gt(cd, ab)),
    );
    const ofB = gt(cd, ab);
    const second = select(gt(sd, sc), gt(sb, sa), ofB);
    const along = select(select(d, c, second), select(b, a, second), ofB);
    const least = f64x2.pmin(load2(A0 + RISE, A1 + RISE), load2(B0 + RISE, B1 + RISE));
    const isClear = bits(
      and(
        and(sure, gt(sub(most, other), mul(splat(2), E))),
        and(gt(abs(along), E), gt(least, E)),
      ),
    );
    // Against its normal the opposite edge is the one that faces; B's face the other way.
    const backs = bits(v128.xor(lt(along, splat(0)), ofB)), ofBs = bits(ofB), others = bits(second);
    setEdge(s0, ofBs & 1, (others & 1) | ((backs & 1) << 1), 4);
    setEdge(s1, ofBs >> 1, (others >> 1) | (backs & 2), 4);
    const valid = lanes === 2 ? 3 : 1, near = valid & ~(isClear | isApart);
    append(EDGES, e0, e1, isClear & valid);
    if ((near & 1) !== 0) leave(k0);
    if ((near & 2) !== 0) leave(k1);
  }
}

/** Sets the features to edge k of n of A or B. */
// @ts-ignore: decorator
@inline function setEdge(s: usize, side: i32, k: i32, n: i32): void {
  setFeatures(s, side | (k << 4) | (choose(k + 1, 0, k + 1 < n) << 8));
}

/** In both lanes the greater of the two. */
// @ts-ignore: decorator
@inline function greater(x: v128): v128 {
  return f64x2.pmax(x, v128.shuffle<f64>(x, x, 1, 0));
}

/**
 * How far a point lies beyond two edges of a record: `edge` is the address of their columns x, `column` the
 * size of one.
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

// Of the edges looked at, in both lanes: the greatest separation, the second; and the edge, from 8 on of B.
let best: v128 = i64x2(0, 0), second: v128 = i64x2(0, 0), edge: i32 = 0;

/**
 * Looks at the edges in a mask of the shape at R, whose record has M; the incident shape at I has N vertices
 * and lies at (tx, ty) in R's frame, turned by (rc, rs).
 */
function compare(
  mask: i32,
  R: usize,
  M: i32,
  I: usize,
  N: i32,
  rc: v128,
  rs: v128,
  tx: v128,
  ty: v128,
  first: i32,
): void {
  const end = I + (<usize>N << 5);
  const out = R + (M === 4 ? EDGES4 + 64 : EDGES8 + 128);
  let s1 = best, s2 = second, k1 = edge;
  while (mask !== 0) {
    const k = ctz(mask), N_k = v128.load(R + (<usize>k << 5), NORMAL);
    mask &= mask - 1;
    const x = firsts(N_k, N_k), y = seconds(N_k, N_k);
    const mx = dot(rc, x, rs, y), my = det(rc, y, rs, x);
    let low = splat(Infinity);
    for (let p = I; p < end; p += 64) {
      const u = v128.load(p, VERTEX), v = v128.load(p, VERTEX + 32);
      low = f64x2.pmin(low, dot(firsts(u, v), mx, seconds(u, v), my));
    }
    low = f64x2.pmin(low, v128.shuffle<f64>(low, low, 1, 0));
    const s = add(sub(dot(x, tx, y, ty), v128.load64_splat(out + (<usize>k << 3))), low);
    s2 = f64x2.pmax(s2, f64x2.pmin(s, s1));
    k1 = choose(k | first, k1, bits(gt(s, s1)) !== 0);
    s1 = f64x2.pmax(s1, s);
  }
  best = s1;
  second = s2;
  edge = k1;
}

/**
 * Pairs of OVERLAPS, one at a time with two edges a vector: the edge whose separation
 *
 *   s_k = min_j N_k·(v_j - u_k)
 *
 * is greatest goes to EDGES. With e_k the same of the other's centre instead of v_j, and circles about that
 * around and inside the core, e - outer <= s <= e - inner: edges whose e is too little are not looked at.
 */
export function penetrate(NA: i32, NB: i32): void {
  const none = splat(-Infinity);
  const count = lengthOf(OVERLAPS);
  const startA = NA === 4 ? EDGES4 : EDGES8, startB = NB === 4 ? EDGES4 : EDGES8;
  const columnA = <usize>NA << 3, columnB = <usize>NB << 3;
  for (let i = 0; i < count; i++) {
    const e = entry(OVERLAPS, i), s = slot(e), records = recordsOf(s), state = stateOf(s);
    const A = lower(records), B = upper(records), nA = sizeAIn(state), nB = sizeBIn(state);
    let x = v128.load(s);
    const rc = firsts(x, x), rs = seconds(x, x);
    x = v128.load(s, 16);
    const tx = firsts(x, x), ty = seconds(x, x);
    const E = mul(splat(4), v128.load64_splat(s + NOISE));
    // B's centre in A's frame, and A's in B's frame.
    x = v128.load(A, MIDDLE);
    const ax = firsts(x, x), ay = seconds(x, x);
    x = v128.load(s, CENTRE);
    let X = add(ax, firsts(x, x)), Y = add(ay, seconds(x, x));
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
    x = v128.load(A, CIRCLES);
    const y = v128.load(B, CIRCLES);
    const limit = sub(greater(f64x2.pmax(sub(mostA, firsts(y, y)), sub(mostB, firsts(x, x)))), E);
    const limitA = add(limit, seconds(y, y)), limitB = add(limit, seconds(x, x));
    const maskA = (reach(a0, a1, limitA) | (reach(a2, a3, limitA) << 4)) & edgesA;
    const maskB = (reach(b0, b1, limitB) | (reach(b2, b3, limitB) << 4)) & edgesB;
    best = none;
    second = none;
    compare(maskA, A, NA, B, NB, rc, rs, tx, ty, 0);
    compare(maskB, B, NB, A, NA, rc, neg(rs), neg(dot(rc, tx, rs, ty)), det(rs, tx, rc, ty), 8);
    setEdge(s, edge >> 3, edge & 7, edge < 8 ? nA : nB);
    const least = f64x2.pmin(v128.load(A, RISE), v128.load(B, RISE));
    const isClear = bits(and(and(lt(best, neg(E)), gt(sub(best, second), E)), gt(least, E))) & 1;
    append(EDGES, e, e, isClear);
    if ((isClear | bits(gt(best, E))) === 0) leave(pairIn(state));
  }
}
