// Contact points, as `clip` of the kernel's contact.ts computes them, with its letters.

import {
  before,
  CIRCLES,
  MARGIN,
  normalOf,
  RESULTS,
  ROW,
  VERTEX,
} from "./layout";
import { DETERMINANT_BOUND, LONGER, SHORT_EDGE } from "../../src/kernel/tolerances";
import * as edge from "./edge";
import { ofIncident, ofReference, placeEdges } from "./edge";
import { leaveLanes } from "./pairs";
import {
  entries,
  featuresIn,
  lower,
  NOISE,
  pairIn,
  recordsOf,
  sizeOf,
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
  choose,
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
  MINUS,
  mul,
  neg,
  next2,
  ONE,
  or,
  radii2,
  seconds,
  select,
  splat,
  sqrt,
  sub,
  ZERO,
} from "./vectors";

/** Writes the row of a pair with one point, in lane 0 or 1 of the vectors. */
// @ts-ignore: decorator
@inline export function writePoint(
  k: i32,
  second: bool,
  nx: v128,
  ny: v128,
  x: v128,
  y: v128,
  gap: v128,
): void {
  const o = RESULTS + <usize>k * ROW, one = constant(ONE);
  const n = second ? seconds(nx, ny) : firsts(nx, ny);
  v128.store(o, firsts(one, n));
  v128.store64_lane(o, n, 1, 16);
  v128.store(o, second ? seconds(x, y) : firsts(x, y), 48);
  v128.store64_lane(o, gap, 0, 64);
  if (second) v128.store64_lane(o, gap, 1, 64);
}

/** The id of index i on the reference and j on the incident shape, as a double. */
// @ts-ignore: decorator
@inline function idOf(i: i32, j: i32, side: i32): f64 {
  return <f64>choose(j | (i << 16), i | (j << 16), side !== 0);
}

/**
 * Writes the row of pair k. `o`, from lane 0 or 1: number of points, normal, first and second point
 * and their separations. `features` as in a slot; `signs`: bit 0, the incident edge begins at the
 * facing vertex; 2, the reference is not the longer edge; 4, there are two points; 6, they have to
 * be exchanged.
 */
// @ts-ignore: decorator
@inline function writeRow(
  pair: i32,
  nR: i32,
  nI: i32,
  features: i32,
  signs: i32,
  n: v128,
  p: v128,
  q: v128,
  gaps: v128,
): void {
  const o = RESULTS + <usize>pair * ROW;
  const side = features & 1, k = (features >> 4) & 15, j = (features >> 12) & 15;
  const onward = signs & 1, shorter = (signs >> 2) & 1, two = (signs >> 4) & 1;
  const k1 = choose(0, k + 1, k + 1 === nR);
  const after = choose(0, j + 1, j + 1 === nI), before = choose(nI - 1, j - 1, j === 0);
  const j2 = choose(after, before, onward !== 0);
  const back = ((1 - onward) & shorter) !== 0, forth = (onward & shorter) !== 0;
  const id = idOf(choose(k1, k, forth), choose(j2, j, back), side);
  const id2 = idOf(choose(k1, k, back), choose(j, j2, forth), side);
  const turned = ((signs >> 6) & 1) !== 0, mask = lanesOf(turned, turned), some = lanesOf(two !== 0, two !== 0);
  // The two points, exchanged if they have to be, and without the second if there is none.
  const a = f64x2.replace_lane(gaps, 1, id), b = f64x2.replace_lane(v128.shuffle<f64>(gaps, gaps, 1, 1), 1, id2);
  v128.store(o, firsts(splat(<f64>(1 + two)), n));
  v128.store64_lane(o, n, 1, 16);
  v128.store(o, select(q, p, mask), 48);
  v128.store(o, select(b, a, mask), 64);
  v128.store(o, and(select(p, q, mask), some), 80);
  v128.store(o, and(select(a, b, mask), some), 96);
}

/**
 * Makes the contact points of a list of pairs, from the reference edge and the vertex that faces it.
 * Both shapes have edges.
 * `exact`: the cores touch or overlap, by an exact comparison. Otherwise, pairs are left whose
 * separation is not certain to be the signed distance.
 */
export function clip(list: usize, exact: bool): void {
  const zero = constant(ZERO), half = constant(HALF), one = constant(ONE), minus = constant(MINUS);
  const margin = constant(MARGIN);
  const count = workOff(list);
  for (let l = 0; l < count; l += 2) {
    const lanes = l + 1 < count ? 3 : 1;
    const both = entries(list, l), s0 = slot(both & 0xff), s1 = slot(both >> 8);
    const state0 = stateOf(s0), state1 = stateOf(s1);
    const f0 = featuresIn(state0), f1 = featuresIn(state1), side0 = f0 & 1, side1 = f1 & 1;
    const records0 = recordsOf(s0), records1 = recordsOf(s1);

    // 1. The reference edge from u0 to u1 and the facing vertex v.
    placeEdges(s0, s1);
    const R0 = edge.R0, R1 = edge.R1, I0 = edge.I0, I1 = edge.I1, ofB = edge.ofB;
    const C = edge.C, Z = edge.Z, ix = edge.ix, iy = edge.iy, ox = edge.ox, oy = edge.oy;
    const u0x = edge.u0x, u0y = edge.u0y, u1x = edge.u1x, u1y = edge.u1y, vx = edge.vx, vy = edge.vy;
    const j0 = (f0 >> 8) & 0xf0, j1 = (f1 >> 8) & 0xf0;
    const ex = sub(u1x, u0x), ey = sub(u1y, u0y), ee = dot(ex, ex, ey, ey);

    // 2. The incident edge d, from v to z: of the two edges at v the more antiparallel one.
    const mx = det(C, ey, Z, ex), my = neg(dot(C, ex, Z, ey));
    const last0 = before(j0, sizeOf(state0, 1 - side0)), last1 = before(j1, sizeOf(state1, 1 - side1));
    const M0 = normalOf(I0, j0), M1 = normalOf(I1, j1), L0 = normalOf(I0, last0), L1 = normalOf(I1, last1);
    const lean = dot(mx, sub(load2(M0, M1), load2(L0, L1)), my, sub(next2(M0, M1), next2(L0, L1)));
    const onward = le(lean, zero), next = bits(onward);
    let x = v128.load(I0 + <usize>choose(last0, j0 + 16, (next & 1) === 0), VERTEX);
    let y = v128.load(I1 + <usize>choose(last1, j1 + 16, (next & 2) === 0), VERTEX);
    const X = firsts(x, y), Y = seconds(x, y);
    const dx = sub(add(det(C, X, Z, Y), ix), vx), dy = sub(add(dot(Z, X, C, Y), iy), vy);
    const dd = dot(dx, dx, dy, dy);

    // 3. Is v beside the edge, and is the edge known well enough? Normal and separation.
    const t0 = dot(ex, sub(vx, u0x), ey, sub(vy, u0y)), t1 = dot(ex, sub(vx, u1x), ey, sub(vy, u1y));
    const past = or(lt(t0, zero), gt(t1, zero));
    const E = load2(s0 + NOISE, s1 + NOISE), EE = mul(E, E);
    let ok = gt(mul(ee, splat(SHORT_EDGE)), EE);
    const anyPast = v128.any_true(past);
    if (anyPast) {
      const turn = det(ex, dy, ey, dx), turn2 = mul(turn, turn);
      const beyond = f64x2.pmax(neg(t0), t1), beyond2 = mul(beyond, beyond), slope = mul(EE, ee);
      const isNear = or(le(beyond2, slope), and(le(turn2, slope), le(beyond2, mul(ee, dd))));
      const isLost = and(
        lt(ee, mul(splat(0.0625), dd)),
        andNot(le(turn2, mul(EE, dd)), f64x2.eq(turn, zero)),
      );
      ok = and(ok, or(andNot(isNear, isLost), v128.not(past)));
    }
    const length = sqrt(ee), Nx = div(ey, length), Ny = div(neg(ex), length);
    const second = gt(t0, mul(half, ee));
    const wux = sub(vx, select(u1x, u0x, second)), wuy = sub(vy, select(u1y, u0y, second));
    const left = mul(wux, ey), right = mul(wuy, ex), value = sub(left, right);
    const isZero = and(
      or(f64x2.eq(wux, zero), f64x2.eq(ey, zero)),
      or(f64x2.eq(wuy, zero), f64x2.eq(ex, zero)),
    );
    const isSure = gt(abs(value), mul(splat(DETERMINANT_BOUND), add(abs(left), abs(right))));
    const s = add(div(value, length), zero);
    ok = and(and(ok, or(isSure, isZero)), and(gt(ee, zero), or(f64x2.ne(s, zero), f64x2.eq(value, zero))));
    const rise = dot(Nx, dx, Ny, dy);

    // 4. The part of the incident edge beside the reference: from f0 to f1 of the way to z.
    const across = dot(ex, dx, ey, dy), ahead = gt(across, zero), against = neg(across);
    const leave = div(select(t1, t0, ahead), against), g1 = select(leave, one, lt(leave, one));
    const crosses = f64x2.ne(across, zero);
    let g0 = zero, px = vx, py = vy;
    if (anyPast) {
      const enter = div(select(t0, t1, ahead), against);
      g0 = and(enter, and(and(past, crosses), gt(enter, zero)));
      const starts = and(gt(g0, zero), le(g0, one));
      px = select(add(vx, mul(g0, dx)), vx, starts);
      py = select(add(vy, mul(g0, dy)), vy, starts);
    }
    const two = and(crosses, lt(g0, g1));
    const qx = select(add(vx, mul(g1, dx)), vx, two), qy = select(add(vy, mul(g1, dy)), vy, two);
    const s2 = select(add(s, mul(sub(g1, g0), rise)), s, and(two, gt(rise, zero)));

    // 5. Which points are within the margin, and their order.
    const rA = radii2(lower(records0), lower(records1)), rB = radii2(upper(records0), upper(records1));
    const rR = ofReference(rA, rB), rI = ofIncident(rA, rB), radii = add(rR, rI);
    const gap = sub(s, radii), gap2 = sub(s2, radii);
    if (!exact) {
      // The cores overlap. Or they are apart, v is beside the edge, and neither touch nor margin is
      // within rounding.
      const apart = and(
        and(gt(s, E), v128.not(past)),
        and(gt(abs(gap), E), gt(abs(sub(gap, margin)), E)),
      );
      ok = and(ok, or(lt(s, neg(E)), apart));
    }
    const judged = and(
      and(two, le(abs(sub(gap2, margin)), E)),
      or(f64x2.ne(rise, zero), and(f64x2.ne(ex, zero), f64x2.ne(ey, zero))),
    );
    const none = gt(gap, margin);
    ok = or(andNot(ok, judged), and(ok, none));
    const pairs = and(two, le(gap2, margin));
    const turned = and(pairs, v128.xor(ahead, v128.not(ofB)));
    const told = bits(ok) & lanes, k0 = pairIn(state0), k1 = pairIn(state1);
    leaveLanes(lanes & ~told, k0, k1);
    const m = mul(half, sub(sub(rR, rI), s)), m2 = mul(half, sub(sub(rR, rI), s2));
    const Px = add(add(px, mul(m, Nx)), ox), Py = add(add(py, mul(m, Ny)), oy);
    const Qx = add(add(qx, mul(m2, Nx)), ox), Qy = add(add(qy, mul(m2, Ny)), oy);
    const sign = and(minus, ofB), nx = add(v128.xor(Nx, sign), zero), ny = add(v128.xor(Ny, sign), zero);

    // 6. For the ids: which edge is longer, and of equal ones the larger shape's.
    x = load2(R0 + CIRCLES, R1 + CIRCLES);
    y = load2(I0 + CIRCLES, I1 + CIRCLES);
    const longer = splat(LONGER);
    const larger = or(gt(x, y), and(f64x2.eq(x, y), v128.not(ofB)));
    const shorter = andNot(le(ee, mul(dd, longer)), and(ge(mul(ee, longer), dd), larger));
    const signs = next | (bits(shorter) << 2) | (bits(pairs) << 4) | (bits(turned) << 6);
    const write = told & ~bits(none);
    if ((write & 1) !== 0) {
      writeRow(
        k0,
        sizeOf(state0, side0),
        sizeOf(state0, 1 - side0),
        f0,
        signs,
        firsts(nx, ny),
        firsts(Px, Py),
        firsts(Qx, Qy),
        firsts(gap, gap2),
      );
    }
    if ((write & 2) !== 0) {
      writeRow(
        k1,
        sizeOf(state1, side1),
        sizeOf(state1, 1 - side1),
        f1,
        signs >> 1,
        seconds(nx, ny),
        seconds(Px, Py),
        seconds(Qx, Qy),
        seconds(gap, gap2),
      );
    }
  }
}
