// Common points of two overlapping cores, as common_point.ts finds them.

import { CENTERS, CIRCLES, MIDDLE, SCRATCH, VERTEX } from "./layout";
import { leaveLanes, pose } from "./pairs";
import { write } from "./measure";
import {
  bodiesIn,
  entries,
  featuresIn,
  lower,
  NOISE,
  P,
  pairIn,
  recordsOf,
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
  and,
  andNot,
  bits,
  constant,
  det,
  div,
  dot,
  firsts,
  ge,
  gt,
  HALF,
  lanesOf,
  le,
  load2,
  lt,
  mul,
  ONE,
  or,
  seconds,
  select,
  SKEWED,
  SMALL,
  splat,
  sqrt,
  sub,
  TWO,
  ZERO,
} from "./vectors";

/**
 * Processes CENTERS with `centerPoint`, or OVERLAPS with `commonPoint`. Both begin with the vector
 * from center to center, of length g and direction n, which is the normal. For rectangles (`box`)
 * in CENTERS, P has the fraction of that vector at which the common point lies.
 */
export function common(list: usize, box: bool): void {
  const zero = constant(ZERO), one = constant(ONE);
  const count = workOff(list);
  for (let i = 0; i < count; i += 2) {
    const lanes = i + 1 < count ? 3 : 1;
    const both = entries(list, i), s0 = slot(both & 0xff), s1 = slot(both >> 8);
    const state0 = stateOf(s0), state1 = stateOf(s1);
    const records0 = recordsOf(s0), records1 = recordsOf(s1), ids0 = bodiesIn(state0), ids1 = bodiesIn(state1);
    const A0 = lower(records0), B0 = upper(records0), A1 = lower(records1), B1 = upper(records1);
    const PA0 = pose(lower(ids0)), PB0 = pose(upper(ids0));
    const PA1 = pose(lower(ids1)), PB1 = pose(upper(ids1));
    let x = v128.load(PA0, 16), y = v128.load(PA1, 16);
    const ac = firsts(x, y), as = seconds(x, y);
    x = v128.load(PB0, 16);
    y = v128.load(PB1, 16);
    const bc = firsts(x, y), bs = seconds(x, y);
    x = v128.load(PA0);
    y = v128.load(PA1);
    const ox = firsts(x, y), oy = seconds(x, y);
    x = sub(v128.load(PB0), x);
    y = sub(v128.load(PB1), y);
    const wx = firsts(x, y), wy = seconds(x, y);
    x = v128.load(A0, MIDDLE);
    y = v128.load(A1, MIDDLE);
    let X = firsts(x, y), Y = seconds(x, y);
    const cx = det(ac, X, as, Y), cy = dot(as, X, ac, Y);
    x = v128.load(B0, MIDDLE);
    y = v128.load(B1, MIDDLE);
    X = firsts(x, y);
    Y = seconds(x, y);
    const gx = add(sub(det(bc, X, bs, Y), cx), wx), gy = add(sub(dot(bs, X, bc, Y), cy), wy);
    const g2 = dot(gx, gx, gy, gy), g = sqrt(g2);
    const nx = add(div(gx, g), zero), ny = add(div(gy, g), zero);
    let ok = gt(g2, constant(SMALL)), zx: v128, zy: v128;
    if (list === CENTERS && box) {
      const part = load2(s0 + P, s1 + P);
      zx = add(cx, mul(part, gx));
      zy = add(cy, mul(part, gy));
    } else if (list === CENTERS) {
      let ra = v128.load64_lane(A1, v128.load64_zero(A0, CIRCLES + 8), 1, CIRCLES + 8);
      let rb = v128.load64_lane(B1, v128.load64_zero(B0, CIRCLES + 8), 1, CIRCLES + 8);
      // Circles that rough rotations scale.
      const aa = dot(ac, ac, as, as), bb = dot(bc, bc, bs, bs), limit = constant(SKEWED);
      ra = mul(ra, select(sqrt(aa), one, ge(abs(sub(aa, one)), limit)));
      rb = mul(rb, select(sqrt(bb), one, ge(abs(sub(bb, one)), limit)));
      const middle = mul(constant(HALF), add(f64x2.max(zero, sub(g, rb)), f64x2.min(g, ra)));
      zx = add(cx, mul(middle, nx));
      zy = add(cy, mul(middle, ny));
    } else {
      // Store the triangle p, q, r around the origin to memory: a_p and p, a_q and q, a_r and r.
      let f0 = featuresIn(state0), f1 = featuresIn(state1);
      let bx = zero, by = zero;
      for (let at = SCRATCH; at < SCRATCH + 192; at += 64) {
        x = v128.load(A0 + <usize>((f0 << 4) & 0xf0), VERTEX);
        y = v128.load(A1 + <usize>((f1 << 4) & 0xf0), VERTEX);
        X = firsts(x, y);
        Y = seconds(x, y);
        const ax = det(ac, X, as, Y), ay = dot(as, X, ac, Y);
        x = v128.load(B0 + <usize>(f0 & 0xf0), VERTEX);
        y = v128.load(B1 + <usize>(f1 & 0xf0), VERTEX);
        X = firsts(x, y);
        Y = seconds(x, y);
        bx = add(det(bc, X, bs, Y), wx);
        by = add(dot(bs, X, bc, Y), wy);
        v128.store(at, ax);
        v128.store(at, ay, 16);
        v128.store(at, sub(ax, bx), 32);
        v128.store(at, sub(ay, by), 48);
        f0 >>= 8;
        f1 >>= 8;
      }
      const apx = v128.load(SCRATCH), apy = v128.load(SCRATCH, 16);
      const px = v128.load(SCRATCH, 32), py = v128.load(SCRATCH, 48);
      const aqx = v128.load(SCRATCH, 64), aqy = v128.load(SCRATCH, 80);
      const qx = v128.load(SCRATCH, 96), qy = v128.load(SCRATCH, 112);
      const arx = v128.load(SCRATCH, 128), ary = v128.load(SCRATCH, 144);
      const rx = v128.load(SCRATCH, 160), ry = v128.load(SCRATCH, 176);
      const ex = sub(qx, px), ey = sub(qy, py), fx = sub(rx, px), fy = sub(ry, py);

      // The weights m of q and n of r, corrected until the point that they give is close enough to
      // the origin.
      const area = det(ex, fy, ey, fx);
      const enough = mul(splat(0.0625), load2(s0 + NOISE, s1 + NOISE));
      let m = div(f64x2.max(zero, det(rx, py, ry, px)), area);
      let n = div(f64x2.max(zero, det(px, qy, py, qx)), area);
      let miss = add(abs(px), abs(py)), open = gt(area, zero), good = zero;
      for (let step = 0; step < 3; step++) {
        const vx = add(add(px, mul(m, ex)), mul(n, fx)), vy = add(add(py, mul(m, ey)), mul(n, fy));
        const d = add(abs(vx), abs(vy));
        open = and(
          and(open, lt(d, miss)),
          and(and(ge(m, zero), ge(n, zero)), le(add(m, n), one)),
        );
        miss = d;
        const done = and(open, le(d, enough));
        good = or(good, done);
        open = andNot(open, done);
        if (!v128.any_true(open)) break;
        m = select(add(m, div(det(vy, fx, vx, fy), area)), m, open);
        n = select(add(n, div(det(vx, ey, vy, ex), area)), n, open);
      }
      // If a core is a single point, that is the common point.
      const pointA = lanesOf(sizeAIn(state0) === 1, sizeAIn(state1) === 1);
      const pointB = lanesOf(sizeBIn(state0) === 1, sizeBIn(state1) === 1);
      zx = add(apx, add(mul(m, sub(aqx, apx)), mul(n, sub(arx, apx))));
      zy = add(apy, add(mul(m, sub(aqy, apy)), mul(n, sub(ary, apy))));
      zx = select(bx, select(add(apx, zero), zx, pointA), pointB);
      zy = select(by, select(add(apy, zero), zy, pointA), pointB);
      ok = and(ok, or(good, or(pointA, pointB)));
    }
    zx = add(zx, add(ox, zero));
    zy = add(zy, add(oy, zero));
    const told = bits(ok) & lanes, k0 = pairIn(state0), k1 = pairIn(state1);
    leaveLanes(lanes & ~told, k0, k1);
    write(k0, k1, told, zero, nx, ny, zx, zy, zx, zy, constant(TWO));
  }
}
