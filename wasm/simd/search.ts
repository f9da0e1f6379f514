// The first half of the kernel's `search` for a block: one support point for all pairs, then the
// next one for those that are still open.

import { ACTIVE, APART, DECIDE, OVERLAPS, PEAKS4, PEAKS8, RESULTS, VERTEX } from "./layout";
import { leaveLanes } from "./pairs";
import {
  append,
  CENTER,
  clear,
  entries,
  featuresIn,
  FRAME,
  leaveAll,
  lower,
  P,
  pairIn,
  Q,
  recordsOf,
  setFeatures,
  slot,
  stateOf,
  upper,
  workOff,
} from "./slots";
import {
  abs,
  add,
  and,
  bits,
  choose,
  constant,
  det,
  dot,
  firsts,
  ge,
  gt,
  lane0,
  lane1,
  lt,
  mul,
  neg,
  ONE,
  seconds,
  select,
  sub,
  UNDERFLOW,
  ZERO,
} from "./vectors";

/** Pairs that are open after this many support points are left to the kernel. */
const ITERATIONS: i32 = 16;

/** A mask of the lanes whose edge, with normal (x, y), ascends along (dx, dy). */
// @ts-ignore: decorator
@inline function ascends(x: v128, y: v128, dx: v128, dy: v128): v128 {
  return gt(mul(x, dy), mul(y, dx));
}
/** Packs two masks with 64 bits per edge into one with 32 bits per edge. */
// @ts-ignore: decorator
@inline function narrow(m: v128, n: v128): v128 {
  return v128.shuffle<i32>(m, n, 0, 2, 4, 6);
}

/**
 * The vertex furthest along (dx, dy), a direction in both lanes, of the shape at V, whose record
 * has N edges. Two edges per vector give the mask of ascending edges, and a table gives its peak.
 * See `supportIndex` in support.ts.
 */
// @ts-ignore: decorator
@inline export function furthest(V: usize, N: i32, dx: v128, dy: v128): i32 {
  if (N === 4) {
    const last = V - 32;
    const m = narrow(
      ascends(v128.load(last, 32), v128.load(last, 48), dx, dy),
      ascends(v128.load(last), v128.load(last, 16), dx, dy),
    );
    return <i32>load<u8>(PEAKS4 + <usize>i32x4.bitmask(m));
  }
  const last = V - 96;
  const m = narrow(
    ascends(v128.load(last, 96), v128.load(last, 112), dx, dy),
    ascends(v128.load(last, 64), v128.load(last, 80), dx, dy),
  );
  const n = narrow(
    ascends(v128.load(last, 32), v128.load(last, 48), dx, dy),
    ascends(v128.load(last), v128.load(last, 16), dx, dy),
  );
  return <i32>load<u8>(PEAKS8 + <usize>i16x8.bitmask(i16x8.narrow_i32x4_s(m, n)));
}

/**
 * Processes ACTIVE. Pairs whose cores are apart go to APART with the support point of the
 * separating axis. Pairs that overlap go to OVERLAPS with their triangle; DECIDE answers them.
 */
export function search(NA: i32, NB: i32, query: i32): void {
  for (let it = 0; it < ITERATIONS; it++) {
    const count = workOff(ACTIVE);
    if (count === 0) return;
    // The list is rewritten in place: a slot that stays is written at or before the position it was
    // read from.
    clear(ACTIVE);
    for (let i = 0; i < count; i += 2) {
      const lanes = i + 1 < count ? 3 : 1;
      const both = entries(ACTIVE, i), e0 = both & 0xff, e1 = both >> 8;
      const s0 = slot(e0), s1 = slot(e1);
      const records0 = recordsOf(s0), records1 = recordsOf(s1);
      const A0 = lower(records0), B0 = upper(records0), A1 = lower(records1), B1 = upper(records1);
      const state0 = stateOf(s0), state1 = stateOf(s1);
      let x = v128.load(s0), y = v128.load(s1);
      const rc = firsts(x, y), rs = seconds(x, y);
      x = v128.load(s0, 16);
      y = v128.load(s1, 16);
      const tx = firsts(x, y), ty = seconds(x, y);
      const E = firsts(v128.load(s0, FRAME), v128.load(s1, FRAME)), minusE = neg(E);
      // The direction: from center to center, from the point p to the origin, or to the left of p
      // -> q.
      let px = constant(ZERO), py = px, qx = px, qy = px, nx: v128, ny: v128;
      if (it === 0) {
        x = v128.load(s0, CENTER);
        y = v128.load(s1, CENTER);
        nx = firsts(x, y);
        ny = seconds(x, y);
        nx = select(constant(ONE), nx, and(f64x2.eq(nx, px), f64x2.eq(ny, py)));
      } else {
        x = v128.load(s0, P);
        y = v128.load(s1, P);
        px = firsts(x, y);
        py = seconds(x, y);
        if (it === 1) {
          nx = neg(px);
          ny = neg(py);
        } else {
          x = v128.load(s0, Q);
          y = v128.load(s1, Q);
          qx = firsts(x, y);
          qy = seconds(x, y);
          nx = sub(py, qy);
          ny = sub(qx, px);
        }
      }

      // The support point r.
      const mx = neg(dot(rc, nx, rs, ny)), my = det(rs, nx, rc, ny);
      const a0 = furthest(A0, NA, lane0(nx), lane0(ny)), a1 = furthest(A1, NA, lane1(nx), lane1(ny));
      const b0 = furthest(B0, NB, lane0(mx), lane0(my)), b1 = furthest(B1, NB, lane1(mx), lane1(my));
      x = v128.load(A0 + (<usize>a0 << 4), VERTEX);
      y = v128.load(A1 + (<usize>a1 << 4), VERTEX);
      const ax = firsts(x, y), ay = seconds(x, y);
      x = v128.load(B0 + (<usize>b0 << 4), VERTEX);
      y = v128.load(B1 + (<usize>b1 << 4), VERTEX);
      const bx = firsts(x, y), by = seconds(x, y);
      const rx = sub(ax, add(det(rc, bx, rs, by), tx)), ry = sub(ay, add(dot(rs, bx, rc, by), ty));
      const r0 = a0 | (b0 << 4), r1 = a1 | (b1 << 4);

      const below = sub(mul(minusE, add(abs(nx), abs(ny))), constant(UNDERFLOW));
      const apart = bits(lt(dot(nx, rx, ny, ry), below));
      const turned = bits(lt(det(ny, rx, nx, ry), constant(ZERO)));
      let open = lanes & ~apart, over = 0;
      // The new simplex and its vertex indices.
      let f0 = r0, f1 = r1;
      if (it === 0) {
        v128.store(s0, firsts(rx, ry), P);
        v128.store(s1, seconds(rx, ry), P);
      } else {
        const g0 = featuresIn(state0), g1 = featuresIn(state1);
        const p0 = g0 & 0xff, q0 = (g0 >> 8) & 0xff, p1 = g1 & 0xff, q1 = (g1 >> 8) & 0xff;
        const rpx = sub(rx, px), rpy = sub(ry, py);
        let toP: v128;
        if (it === 1) {
          // Ordered so that the origin is on the left: p, r or r, p.
          toP = lt(det(rpy, px, rpx, py), constant(ZERO));
          qx = select(px, rx, toP);
          qy = select(py, ry, toP);
          const swap = bits(toP);
          f0 = choose(r0 | (p0 << 8), p0 | (r0 << 8), (swap & 1) !== 0);
          f1 = choose(r1 | (p1 << 8), p1 | (r1 << 8), (swap & 2) !== 0);
        } else {
          const rqx = sub(rx, qx), rqy = sub(ry, qy);
          const c1 = det(rqy, qx, rqx, qy), c2 = det(rpx, ry, rpy, rx);
          const d1 = mul(E, add(abs(rqx), abs(rqy))), d2 = mul(E, add(abs(rpx), abs(rpy)));
          const close = and(ge(c1, neg(d1)), ge(c2, neg(d2)));
          over = bits(and(close, and(gt(c1, d1), gt(c2, d2)))) & open;
          open &= ~bits(close);
          toP = lt(c1, constant(ZERO));
          const replaced = bits(toP);
          qx = select(qx, rx, toP);
          qy = select(qy, ry, toP);
          const isOver0 = (over & 1) !== 0, isOver1 = (over & 2) !== 0;
          f0 = choose(r0 | (q0 << 8), p0 | (r0 << 8), (replaced & 1) !== 0);
          f1 = choose(r1 | (q1 << 8), p1 | (r1 << 8), (replaced & 2) !== 0);
          f0 = choose(p0 | (q0 << 8) | (r0 << 16), f0, isOver0);
          f1 = choose(p1 | (q1 << 8) | (r1 << 16), f1, isOver1);
        }
        px = select(rx, px, toP);
        py = select(ry, py, toP);
        v128.store(s0, firsts(px, py), P);
        v128.store(s1, seconds(px, py), P);
        v128.store(s0, firsts(qx, qy), Q);
        v128.store(s1, seconds(qx, qy), Q);
        // Stop if a triangle with this edge could contain the origin only by rounding.
        nx = sub(py, qy);
        ny = sub(qx, px);
        open &= bits(lt(dot(nx, px, ny, py), mul(minusE, add(abs(nx), abs(ny)))));
      }
      f0 = choose((r0 << 16) | (((turned & 1) !== 0 ? -1 : 1) << 24), f0, (apart & 1) !== 0);
      f1 = choose((r1 << 16) | (((turned & 2) !== 0 ? -1 : 1) << 24), f1, (apart & 2) !== 0);
      // (In this order: a single last pair is in both lanes, and only lane 0 knows whether it
      // overlaps.)
      setFeatures(s1, f1);
      setFeatures(s0, f0);

      append(ACTIVE, both, open);
      append(APART, both, apart & lanes);
      if (query === DECIDE) {
        store<u8>(RESULTS + pairIn(state1), <u8>(over >> 1));
        store<u8>(RESULTS + pairIn(state0), <u8>(over & 1));
      } else append(OVERLAPS, both, over);
      leaveLanes(lanes & ~(open | apart | over), pairIn(state0), pairIn(state1));
    }
  }
  leaveAll(ACTIVE);
}
