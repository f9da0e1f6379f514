// From features to numbers: distance, normal and witness points, as `signedDistance` computes them.

import { before, DECIDE, DEPTH, normalOf, RESULTS, UNSIGNED, VERTEX, VERTICES } from "./layout";
import { DETERMINANT_BOUND } from "../../src/kernel/tolerances";
import * as edge from "./edge";
import { ofIncident, ofReference, placeEdges } from "./edge";
import { leaveLanes, pose } from "./pairs";
import {
  bodiesIn,
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
  next2,
  ONE,
  or,
  PARALLEL,
  radii2,
  seconds,
  select,
  SMALL,
  splat,
  sqrt,
  sub,
  ZERO,
} from "./vectors";

/** Writes the results of the lanes set in `flags` to pairs k0 and k1. */
// @ts-ignore: decorator
@inline export function write(
  k0: i32,
  k1: i32,
  flags: i32,
  d: v128,
  nx: v128,
  ny: v128,
  ax: v128,
  ay: v128,
  bx: v128,
  by: v128,
  status: v128,
): void {
  if ((flags & 1) !== 0) {
    const o = RESULTS + (<usize>k0 << 6);
    v128.store(o, firsts(d, nx));
    v128.store(o, firsts(ny, ax), 16);
    v128.store(o, firsts(ay, bx), 32);
    v128.store(o, firsts(by, status), 48);
  }
  if ((flags & 2) !== 0) {
    const o = RESULTS + (<usize>k1 << 6);
    v128.store(o, seconds(d, nx));
    v128.store(o, seconds(ny, ax), 16);
    v128.store(o, seconds(ay, bx), 32);
    v128.store(o, seconds(by, status), 48);
  }
}

/**
 * From the result for the cores to that for the shapes: adds radii unless there are none (`flat`),
 * the status and A's position. Writes the lanes in `ok` and leaves the others to the kernel.
 * Witness points are given relative to A's position (ox, oy). For DEPTH, pairs that are apart keep
 * the zeros that they have.
 */
// @ts-ignore: decorator
@inline function finish(
  k0: i32,
  k1: i32,
  lanes: i32,
  flat: bool,
  ok: v128,
  core: v128,
  ra: v128,
  rb: v128,
  ox: v128,
  oy: v128,
  nx: v128,
  ny: v128,
  ax: v128,
  ay: v128,
  bx: v128,
  by: v128,
  query: i32,
): void {
  const zero = constant(ZERO);
  let d = core;
  if (!flat) {
    d = sub(core, add(ra, rb));
    ax = add(ax, mul(ra, nx));
    ay = add(ay, mul(ra, ny));
    bx = sub(bx, mul(rb, nx));
    by = sub(by, mul(rb, ny));
  }
  const over = lt(d, zero);
  // 2 if the shapes overlap, 1 if they touch, else 0.
  const one = constant(ONE), status = add(andNot(one, gt(d, zero)), and(one, over));
  if (query === UNSIGNED && !flat) {
    // A point between the cores is common to both.
    const middle = mul(constant(HALF), sub(add(ra, core), rb));
    const t = sub(andNot(select(middle, core, lt(middle, core)), lt(middle, zero)), ra);
    ax = select(add(ax, mul(t, nx)), ax, over);
    ay = select(add(ay, mul(t, ny)), ay, over);
    bx = select(ax, bx, over);
    by = select(ay, by, over);
    d = andNot(d, over);
  }
  ox = add(ox, zero);
  oy = add(oy, zero);
  let told = bits(ok) & lanes;
  leaveLanes(lanes & ~told, k0, k1);
  if (query === DEPTH) {
    told &= ~bits(gt(d, zero));
    d = neg(d);
  }
  write(
    k0,
    k1,
    told,
    add(d, zero),
    add(nx, zero),
    add(ny, zero),
    add(ax, ox),
    add(ay, oy),
    add(bx, ox),
    add(by, oy),
    status,
  );
}

/**
 * `vertexPair` for VERTICES. `round`: each shape has one point, and the noise depends only on
 * these. `flat`: the shapes have no radii.
 */
export function vertices(round: bool, flat: bool, query: i32): void {
  const zero = constant(ZERO);
  const count = workOff(VERTICES);
  for (let i = 0; i < count; i += 2) {
    const lanes = i + 1 < count ? 3 : 1;
    const both = entries(VERTICES, i), s0 = slot(both & 0xff), s1 = slot(both >> 8);
    const state0 = stateOf(s0), state1 = stateOf(s1), k0 = pairIn(state0), k1 = pairIn(state1);
    const f0 = featuresIn(state0), f1 = featuresIn(state1);
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
    x = v128.load(A0 + <usize>((f0 & 15) << 4), VERTEX);
    y = v128.load(A1 + <usize>((f1 & 15) << 4), VERTEX);
    const ux = firsts(x, y), uy = seconds(x, y);
    x = v128.load(B0 + <usize>(f0 & 0xf0), VERTEX);
    y = v128.load(B1 + <usize>(f1 & 0xf0), VERTEX);
    const vx = firsts(x, y), vy = seconds(x, y);
    const ra = radii2(A0, A1), rb = radii2(B0, B1);
    const ax = det(c, ux, s, uy), ay = dot(s, ux, c, uy);
    const bx = add(det(C, vx, S, vy), wx), by = add(dot(S, vx, C, vy), wy);
    const dx = sub(bx, ax), dy = sub(by, ay);
    const R = add(ra, rb);
    const d2 = dot(dx, dx, dy, dy);
    if (query === DECIDE) {
      const R2 = mul(R, R), gap = sub(d2, R2);
      const hits = bits(lt(gap, zero));
      const sure = bits(gt(abs(gap), mul(constant(FRAME_NOISE), add(d2, R2))));
      store<u8>(RESULTS + k1, <u8>(hits >> 1));
      store<u8>(RESULTS + k0, <u8>(hits & 1));
      leaveLanes(lanes & ~sure, k0, k1);
      continue;
    }
    const d = sqrt(d2);
    const noise = round
      ? mul(constant(FRAME_NOISE), add(d, R))
      : load2(s0 + NOISE, s1 + NOISE);
    const unsure = and(gt(R, zero), le(abs(sub(d, R)), noise));
    const ok = andNot(gt(d2, constant(SMALL)), unsure);
    const nx = div(dx, d), ny = div(dy, d);
    finish(k0, k1, lanes, flat, ok, d, ra, rb, ox, oy, nx, ny, ax, ay, bx, by, query);
  }
}

/**
 * The edge and vertex of `signedDistance` for a list. `overlapping`: the cores overlap or, for
 * UNSIGNED, only touch. Parallel edges are measured by the interval in which they face each other;
 * a list of rectangles (`box`) has none. `flat`: there are no radii.
 */
export function edges(list: usize, overlapping: bool, box: bool, flat: bool, query: i32): void {
  const zero = constant(ZERO), half = constant(HALF), one = constant(ONE), minus = constant(MINUS);
  const count = workOff(list);
  for (let l = 0; l < count; l += 2) {
    const lanes = l + 1 < count ? 3 : 1;
    const both = entries(list, l), s0 = slot(both & 0xff), s1 = slot(both >> 8);
    const state0 = stateOf(s0), state1 = stateOf(s1);
    const f0 = featuresIn(state0), f1 = featuresIn(state1), side0 = f0 & 1, side1 = f1 & 1;
    const records0 = recordsOf(s0), records1 = recordsOf(s1);
    placeEdges(s0, s1);
    const R0 = edge.R0, R1 = edge.R1, I0 = edge.I0, I1 = edge.I1, ofB = edge.ofB;
    const c = edge.c, z = edge.z, C = edge.C, Z = edge.Z;
    const ix = edge.ix, iy = edge.iy, ox = edge.ox, oy = edge.oy;
    const u0x = edge.u0x, u0y = edge.u0y, u1x = edge.u1x, u1y = edge.u1y, vx = edge.vx, vy = edge.vy;
    const j0 = (f0 >> 8) & 0xf0, j1 = (f1 >> 8) & 0xf0;
    const ex = sub(u1x, u0x), ey = sub(u1y, u0y);
    const ee = dot(ex, ex, ey, ey);
    const length = sqrt(ee);

    // Measured from the nearer end, u.
    const along = dot(ex, sub(vx, u0x), ey, sub(vy, u0y)), second = gt(along, mul(half, ee));
    const wux = sub(vx, select(u1x, u0x, second)), wuy = sub(vy, select(u1y, u0y, second));
    let t = add(div(dot(ex, wux, ey, wuy), ee), and(one, second));
    const left = mul(wux, ey), right = mul(wuy, ex);
    const value = sub(left, right);
    const s = div(value, length), nx = div(ey, length), ny = div(neg(ex), length);
    let ok = gt(abs(value), mul(splat(DETERMINANT_BOUND), add(abs(left), abs(right))));
    if (overlapping) ok = query === UNSIGNED ? zero : and(ok, lt(s, zero));
    else if (flat) ok = and(ok, gt(s, zero));
    let noise = zero, px = vx, py = vy;
    if (!box) {
      // Is an edge of I at the vertex perhaps parallel to R's edge, by their normals in I's frame?
      // Or is R's edge so short that rounding may rotate it? A shape of one point has no edge: its
      // normals are NaN.
      noise = load2(s0 + NOISE, s1 + NOISE);
      let n0 = normalOf(R0, f0), n1 = normalOf(R1, f1);
      const Nx = load2(n0, n1), Ny = next2(n0, n1);
      const rc = dot(c, C, z, Z), rs = det(c, Z, z, C);
      const mx = dot(rc, Nx, rs, Ny), my = det(rc, Ny, rs, Nx);
      n0 = normalOf(I0, j0);
      n1 = normalOf(I1, j1);
      const Mx = load2(n0, n1), My = next2(n0, n1), ahead = abs(det(mx, My, my, Mx));
      const last0 = before(j0, sizeOf(state0, 1 - side0)), last1 = before(j1, sizeOf(state1, 1 - side1));
      n0 = normalOf(I0, last0);
      n1 = normalOf(I1, last1);
      const Lx = load2(n0, n1), Ly = next2(n0, n1), behind = abs(det(mx, Ly, my, Lx));
      const limit = constant(PARALLEL), turn = mul(limit, length);
      const least = f64x2.pmin(ahead, behind);
      const parallel = and(or(le(least, add(limit, limit)), le(turn, noise)), f64x2.eq(least, least));
      if (v128.any_true(parallel)) {
        // The edge of I that faces R's edge leads from v to z. The two edges face each other along
        // an interval; take its middle.
        const most = add(turn, noise);
        const isNext = and(le(mul(ahead, length), most), lt(dot(mx, Mx, my, My), zero));
        const isBefore = and(le(mul(behind, length), most), lt(dot(mx, Lx, my, Ly), zero));
        const next = bits(isNext);
        let x = v128.load(I0 + <usize>choose(j0 + 16, last0, (next & 1) !== 0), VERTEX);
        let y = v128.load(I1 + <usize>choose(j1 + 16, last1, (next & 2) !== 0), VERTEX);
        const X = firsts(x, y), Y = seconds(x, y);
        const zx = add(det(C, X, Z, Y), ix), zy = add(dot(Z, X, C, Y), iy);
        x = sub(zx, u0x);
        y = sub(zy, u0y);
        const t2 = div(dot(ex, x, ey, y), ee), s2 = dot(nx, x, ny, y);
        const low = f64x2.pmax(zero, f64x2.pmin(t2, t)), high = f64x2.pmin(one, f64x2.pmax(t, t2));
        const middle = mul(half, add(low, high));
        const f = f64x2.pmin(one, f64x2.pmax(zero, div(sub(middle, t), sub(t2, t))));
        // (If the cores are apart and the interval is no longer than rounding, corners may be
        // closest.)
        const long = overlapping ? le(low, high) : gt(mul(sub(high, low), length), noise);
        const faces = and(
          and(or(isNext, isBefore), long),
          le(abs(sub(s2, s)), mul(splat(0.125), noise)),
        );
        t = select(middle, t, faces);
        px = select(add(vx, mul(f, sub(zx, vx))), vx, faces);
        py = select(add(vy, mul(f, sub(zy, vy))), vy, faces);
        ok = andNot(ok, andNot(parallel, faces));
        if (overlapping) {
          // Exactly touching: each product has a factor 0.
          const isZero = and(
            or(f64x2.eq(wux, zero), f64x2.eq(ey, zero)),
            or(f64x2.eq(wuy, zero), f64x2.eq(ex, zero)),
          );
          ok = or(ok, and(faces, isZero));
        }
      }
    }
    let ra = zero, rb = zero;
    if (!flat) {
      ra = radii2(lower(records0), lower(records1));
      rb = radii2(upper(records0), upper(records1));
      if (!overlapping) {
        const R = add(ra, rb);
        ok = andNot(ok, and(gt(R, zero), le(abs(sub(s, R)), noise)));
      }
    }
    // The vertex must lie beside the edge. Otherwise a vertex pair is closer, by the rounding of a
    // pose.
    ok = and(and(ok, gt(ee, zero)), and(ge(t, zero), le(t, one)));
    const last = gt(t, half), rest = sub(t, and(one, last));
    const fx = add(select(u1x, u0x, last), mul(rest, ex));
    const fy = add(select(u1y, u0y, last), mul(rest, ey));
    const sign = and(minus, ofB);
    finish(
      pairIn(state0),
      pairIn(state1),
      lanes,
      flat,
      ok,
      s,
      ra,
      rb,
      ox,
      oy,
      v128.xor(nx, sign),
      v128.xor(ny, sign),
      ofReference(fx, px),
      ofReference(fy, py),
      ofIncident(fx, px),
      ofIncident(fy, py),
      query,
    );
  }
}
