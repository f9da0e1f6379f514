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
  gt,
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
    const isClear = bits(
      and(and(sure, gt(sub(most, other), mul(splat(2), E))), gt(abs(along), E)),
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

// @ts-ignore: decorator
@inline function max(x: f64, y: f64): f64 {
  return x > y ? x : y;
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
/** Greater lane of both. */
// @ts-ignore: decorator
@inline function greatest(x: v128, y: v128): f64 {
  const m = f64x2.pmax(x, y);
  return max(f64x2.extract_lane(m, 0), f64x2.extract_lane(m, 1));
}
/** Bits 0 to 3: which of four numbers are at least `limit`. */
// @ts-ignore: decorator
@inline function reach(x: v128, y: v128, limit: v128): i32 {
  return bits(f64x2.ge(x, limit)) | (bits(f64x2.ge(y, limit)) << 2);
}

/** Least of N dot products of (x, y) with the vertices of a record. */
// @ts-ignore: decorator
@inline function least(V: usize, N: i32, x: f64, y: f64): f64 {
  const X = splat(x), Y = splat(y);
  let low = splat(Infinity);
  for (let p = V; p < V + (<usize>N << 5); p += 64) {
    const u = v128.load(p, VERTEX), v = v128.load(p, VERTEX + 32);
    low = f64x2.pmin(low, dot(firsts(u, v), X, seconds(u, v), Y));
  }
  const l0 = f64x2.extract_lane(low, 0), l1 = f64x2.extract_lane(low, 1);
  return l0 < l1 ? l0 : l1;
}

// Of the edges looked at: the greatest separation, the second, and the edge, from 8 on of B.
let best: f64 = 0, second: f64 = 0, edge: i32 = 0;

/**
 * Looks at the edges in a mask of the shape at R, whose columns begin at `edges`: the incident shape at I has N
 * vertices and lies at (tx, ty) in R's frame, turned by (rc, rs).
 */
function compare(
  mask: i32,
  R: usize,
  edges: usize,
  M: i32,
  I: usize,
  N: i32,
  rc: f64,
  rs: f64,
  tx: f64,
  ty: f64,
  first: i32,
): void {
  let s1 = best, s2 = second, k1 = edge;
  while (mask !== 0) {
    const k = ctz(mask), at = R + (<usize>k << 5);
    mask &= mask - 1;
    const x = load<f64>(at, NORMAL), y = load<f64>(at, NORMAL + 8);
    const out = load<f64>(edges + (<usize>(2 * M + k) << 3));
    const s = x * tx + y * ty - out + least(I, N, rc * x + rs * y, rc * y - rs * x);
    s2 = max(s2, s < s1 ? s : s1);
    k1 = choose(k | first, k1, s > s1);
    s1 = max(s1, s);
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
 * is greatest goes to EDGES. With e_k the same of the other's centre instead of
 * v_j, and circles about that around and inside the core, e - outer <= s <= e - inner: edges whose e is too
 * little are not looked at.
 */
export function penetrate(NA: i32, NB: i32): void {
  const none = splat(-Infinity);
  const count = lengthOf(OVERLAPS);
  const startA = NA === 4 ? EDGES4 : EDGES8, startB = NB === 4 ? EDGES4 : EDGES8;
  const columnA = <usize>NA << 3, columnB = <usize>NB << 3;
  for (let i = 0; i < count; i++) {
    const e = entry(OVERLAPS, i), s = slot(e), records = recordsOf(s), state = stateOf(s);
    const A = lower(records), B = upper(records), nA = sizeAIn(state), nB = sizeBIn(state);
    const rc = load<f64>(s), rs = load<f64>(s, 8), tx = load<f64>(s, 16), ty = load<f64>(s, 24);
    const E = 4 * load<f64>(s, NOISE);
    // B's centre in A's frame, and A's in B's frame.
    const ax = load<f64>(A, MIDDLE), ay = load<f64>(A, MIDDLE + 8);
    let X = splat(ax + load<f64>(s, CENTRE)), Y = splat(ay + load<f64>(s, CENTRE + 8));
    let edges = A + startA;
    const a0 = beyond(edges, columnA, X, Y), a1 = beyond(edges + 16, columnA, X, Y);
    let a2 = none, a3 = none;
    if (NA === 8) {
      a2 = beyond(edges + 32, columnA, X, Y);
      a3 = beyond(edges + 48, columnA, X, Y);
    }
    X = splat(rc * (ax - tx) + rs * (ay - ty));
    Y = splat(rc * (ay - ty) - rs * (ax - tx));
    edges = B + startB;
    const b0 = beyond(edges, columnB, X, Y), b1 = beyond(edges + 16, columnB, X, Y);
    let b2 = none, b3 = none;
    if (NB === 8) {
      b2 = beyond(edges + 32, columnB, X, Y);
      b3 = beyond(edges + 48, columnB, X, Y);
    }
    const outerA = load<f64>(A, CIRCLES), innerA = load<f64>(A, CIRCLES + 8);
    const outerB = load<f64>(B, CIRCLES), innerB = load<f64>(B, CIRCLES + 8);
    // A shape of one point has no edges.
    const mostA = nA === 1 ? -Infinity : max(greatest(a0, a1), greatest(a2, a3));
    const mostB = nB === 1 ? -Infinity : max(greatest(b0, b1), greatest(b2, b3));
    const limit = max(mostA - outerB, mostB - outerA) - E;
    const LA = splat(limit + innerB), LB = splat(limit + innerA);
    const maskA = nA === 1 ? 0 : (reach(a0, a1, LA) | (reach(a2, a3, LA) << 4)) & ((1 << nA) - 1);
    const maskB = nB === 1 ? 0 : (reach(b0, b1, LB) | (reach(b2, b3, LB) << 4)) & ((1 << nB) - 1);
    best = -Infinity;
    second = -Infinity;
    compare(maskA, A, A + startA, NA, B, NB, rc, rs, tx, ty, 0);
    compare(maskB, B, B + startB, NB, A, NA, rc, -rs, -(rc * tx + rs * ty), rs * tx - rc * ty, 8);
    setEdge(s, edge >> 3, edge & 7, edge < 8 ? nA : nB);
    const isClear = i32(best < -E) & i32(best - second > E);
    append(EDGES, e, e, isClear);
    if ((isClear | i32(best > E)) === 0) leave(pairIn(state));
  }
}
