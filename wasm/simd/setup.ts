// Gives the pairs their slots and frames, and decides what can be decided at once. Circles about
// the centers decide most pairs. The axes of two rectangles decide everything except the closest
// features.

import {
  ACTIVE,
  ASKED,
  BOX_EDGES,
  CENTERS,
  CIRCLES,
  COLLIDE,
  DECIDE,
  DEPTH,
  EDGES,
  HALVES,
  LEANING,
  MARGIN,
  MIDDLE,
  OVERLAPS,
  RADIUS,
  RESULTS,
  SCRATCH,
  SHAPE_COUNT,
  SIGNED,
  UNSIGNED,
  UPRIGHT,
  VERTEX,
  VERTICES,
} from "./layout";
import { INSIDE_BOXES, THIN } from "../../src/kernel/tolerances";
import { entryOf, idsOf, leave, leaveLanes, pose, record } from "./pairs";
import {
  append,
  CENTER,
  clear,
  entry,
  FRAME,
  lengthOf,
  lower,
  NOISE,
  P,
  RECORDS,
  setEdge,
  SIZE,
  slot,
  STATE,
  upper,
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
  lane0,
  lane1,
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

/** Number of points of a body, from the table's word. */
// @ts-ignore: decorator
@inline function pointsIn(body: u64): u64 {
  return (body >> 32) & SHAPE_COUNT;
}

/** Of the radii of two records' circles, around and inside: the latter where it is greater than 0. */
// @ts-ignore: decorator
@inline function leastOf(x: v128, y: v128): v128 {
  const inside = seconds(x, y);
  return select(inside, firsts(x, y), gt(inside, constant(ZERO)));
}

/**
 * The edge and the facing vertex of two rectangles, or the two corners, as features of a slot. Bits
 * of `signs`: 1 the sign of u, 3 of w, 5 of the vector from A to B across the edge; 7 whether the
 * edge is B's; 9 whether it is on the second axis; 13 whether a corner of the edge is closest, and
 * 11 whether it is not the edge's end. The even bits belong to the other pair.
 */
// @ts-ignore: decorator
@inline function featuresBy(signs: i32): i32 {
  return <i32>load<u16>(BOX_EDGES + <usize>(signs & 0x2aaa));
}

/** x, with its sign flipped where s is negative. `minus` is -0. */
// @ts-ignore: decorator
@inline function withSign(x: v128, s: v128, minus: v128): v128 {
  return v128.xor(x, and(s, minus));
}
/** (x, y) rotated by a pose, where c is (cos, cos) and z is (-sin, sin). */
// @ts-ignore: decorator
@inline function turned(v: v128, c: v128, z: v128): v128 {
  return add(mul(c, v), mul(z, v128.shuffle<f64>(v, v, 1, 0)));
}
// @ts-ignore: decorator
@inline function hasEqual(x: v128, y: v128): i32 {
  return i32(v128.any_true(f64x2.eq(x, y)));
}
/** Which edge of an upright rectangle faces right; p and q are its vertices 0 and 2. */
// @ts-ignore: decorator
@inline function facesRight(p: v128, q: v128): i32 {
  const greater = bits(gt(p, q));
  return greater ^ (greater >> 1) ^ 1;
}
/** The distance by which B lies to the right of A, above, to the left, below. */
// @ts-ignore: decorator
@inline function beyond(side: i32): f64 {
  return load<f64>(SCRATCH + (<usize>(side & 3) << 3));
}

/**
 * `uprightBoxes` of the kernel for the pairs in ASKED, for which the axes were not conclusive.
 * DECIDE answers them. Otherwise they go to UPRIGHT with their edge, although they may be apart by
 * a rounding error; for COLLIDE those that are apart go to EDGES. Rectangles that are not upright go to LEANING, or are left to the kernel if no
 * depth is asked for.
 */
export function upright(list: usize, from: i32, query: i32): void {
  const zero = constant(ZERO), sign = v128.load(MINUS), count = lengthOf(ASKED);
  for (let l = 0; l < count; l++) {
    const e = entry(ASKED, l), k = entryOf(list, from + e), ids = idsOf(k);
    const PA = pose(lower(ids)), PB = pose(upper(ids));
    const A = lower(record(lower(ids))), B = lower(record(upper(ids)));
    let c = v128.load64_splat(PA, 16), z = v128.xor(v128.load64_splat(PA, 24), sign);
    const a0 = turned(v128.load(A, VERTEX), c, z);
    const a2 = turned(v128.load(A, VERTEX + 32), c, z);
    const isA = hasEqual(v128.load(PA, 16), zero) & hasEqual(load2(A, A + 16), zero);
    c = v128.load64_splat(PB, 16);
    z = v128.xor(v128.load64_splat(PB, 24), sign);
    const b0 = turned(v128.load(B, VERTEX), c, z);
    const b2 = turned(v128.load(B, VERTEX + 32), c, z);
    const isB = hasEqual(v128.load(PB, 16), zero) & hasEqual(load2(B, B + 16), zero);
    // (If rotation has rounded a rectangle to a line, only the normals tell which edge faces
    // right.)
    const isLine = hasEqual(a0, a2) | hasEqual(b0, b2);
    if ((isA & isB & ~isLine) === 0) {
      if (query === DECIDE || query === UNSIGNED) leave(k);
      else append(LEANING, e, 1);
      continue;
    }
    const way = sub(v128.load(PB), v128.load(PA));
    const rightUp = sub(add(f64x2.pmin(b0, b2), way), f64x2.pmax(a0, a2));
    const leftDown = sub(f64x2.pmin(a0, a2), add(f64x2.pmax(b0, b2), way));
    if (query === DECIDE) {
      store<u8>(RESULTS + k, <u8>!v128.any_true(gt(f64x2.pmax(rightUp, leftDown), zero)));
      continue;
    }
    const a = facesRight(a0, a2), b = facesRight(b0, b2);
    const isApart = query === COLLIDE && v128.any_true(gt(f64x2.pmax(rightUp, leftDown), zero));
    // What is apart, by whatever rounding, has no contact without a margin.
    if (isApart && load<f64>(MARGIN) === 0) continue;
    v128.store(SCRATCH, rightUp);
    v128.store(SCRATCH, leftDown, 16);
    // Of equally good edges take A's first one.
    const i = i32(beyond(1 - a) > beyond(-a)), j = 2 + i32(beyond(3 - a) > beyond(2 - a));
    const edge = choose(j, i, beyond(j - a) > beyond(i - a));
    setEdge(slot(e), 0, edge, (edge + b - a + 2) & 3);
    append(isApart ? EDGES : UPRIGHT, e, 1);
  }
  clear(ASKED);
}

/** Gives slots to pairs of points and circles. They need no frame and go to VERTICES. */
export function setUpPoints(list: usize, from: i32, to: i32): void {
  for (let i = from; i < to; i++) {
    const e = i - from, k = entryOf(list, i), s = slot(e), ids = idsOf(k);
    store<u64>(s, <u64>lower(record(lower(ids))) | (record(upper(ids)) << 32), RECORDS);
    store<u64>(s, <u64>k | 0x0101_0000, STATE);
    append(VERTICES, e, 1);
  }
}

/**
 * Gives slots to the pairs of a list and sets their frames. Circles about the centers are tried
 * first, as in `search`. For DEPTH this includes the circles around the cores, because pairs that
 * are apart need nothing more. DEPTH of shapes without radii (`flat`) needs no search: pairs that
 * are not apart go to OVERLAPS.
 *
 * For two rectangles (`box`) this tests their four axes, like boxes.ts of the kernel and with its
 * letters. Pairs that overlap go to OVERLAPS with their edge. Pairs that are apart go to EDGES or
 * VERTICES with their closest features. For UNSIGNED, a common point on the line through the
 * centers is enough, and the pair goes to CENTERS; pairs without one there take the general way.
 * These are shortcuts: they decide only where the answer is beyond rounding and no other comes
 * close. Pairs that they cannot decide go to ASKED.
 */
export function setUp(
  list: usize,
  from: i32,
  to: i32,
  query: i32,
  flat: bool,
  box: bool,
): void {
  const zero = constant(ZERO), one = constant(ONE), needsSlot = !box || query !== DECIDE;
  for (let i = from; i < to; i += 2) {
    const e0 = i - from, e1 = i + 1 < to ? e0 + 1 : e0, both = e0 | (e1 << 8);
    const k0 = entryOf(list, i), k1 = entryOf(list, from + e1);
    const s0 = slot(e0), s1 = slot(e1);
    // (One pair after the other, so that few addresses are live at once.)
    const ids0 = idsOf(k0), PA0 = pose(lower(ids0)), PB0 = pose(upper(ids0));
    const turnA0 = v128.load(PA0, 16), turnB0 = v128.load(PB0, 16);
    const way0 = sub(v128.load(PB0), v128.load(PA0));
    const bodyA0 = record(lower(ids0)), bodyB0 = record(upper(ids0));
    const A0 = lower(bodyA0), B0 = lower(bodyB0);
    const ids1 = idsOf(k1), PA1 = pose(lower(ids1)), PB1 = pose(upper(ids1));
    const turnA1 = v128.load(PA1, 16), turnB1 = v128.load(PB1, 16);
    const way1 = sub(v128.load(PB1), v128.load(PA1));
    const bodyA1 = record(lower(ids1)), bodyB1 = record(upper(ids1));
    const A1 = lower(bodyA1), B1 = lower(bodyB1);
    if (needsSlot) {
      store<u64>(s0, <u64>A0 | (<u64>B0 << 32), RECORDS);
      store<u64>(s1, <u64>A1 | (<u64>B1 << 32), RECORDS);
    }
    if (!box) {
      store<u64>(s0, <u64>k0 | pointsIn(bodyA0) << 16 | pointsIn(bodyB0) << 24, STATE);
      store<u64>(s1, <u64>k1 | pointsIn(bodyA1) << 16 | pointsIn(bodyB1) << 24, STATE);
    }

    const ac = firsts(turnA0, turnA1), as = seconds(turnA0, turnA1);
    const bc = firsts(turnB0, turnB1), bs = seconds(turnB0, turnB1);
    const wx = firsts(way0, way1), wy = seconds(way0, way1);
    let rc = dot(ac, bc, as, bs), rs = det(ac, bs, as, bc);
    let tx = dot(ac, wx, as, wy), ty = det(ac, wy, as, wx);
    let x = v128.load(A0, RADIUS), y = v128.load(A1, RADIUS);
    const X = v128.load(B0, RADIUS), Y = v128.load(B1, RADIUS);
    const R = add(firsts(x, y), firsts(X, Y));
    const S = add(add(add(add(seconds(x, y), seconds(X, Y)), abs(wx)), abs(wy)), R);
    const aa = dot(ac, ac, as, as), bb = dot(bc, bc, bs, bs);
    const skew = add(add(constant(FRAME_NOISE), abs(sub(aa, one))), abs(sub(bb, one)));
    let lanes = e1 > e0 ? 3 : 1;
    const scaled = bits(ge(skew, constant(SCALING))) & lanes;
    if (scaled !== 0) {
      leaveLanes(scaled, k0, k1);
      lanes &= ~scaled;
      if (lanes === 0) continue;
    }
    // See SKEWED in the kernel's tolerances.ts. To decide, it is enough to count the skew as noise.
    // Otherwise the frame has A's own unit, as in `search`, and nothing is wider than for double
    // precision.
    const rough = ge(skew, constant(SKEWED)), isRough = query !== DECIDE && v128.any_true(rough);
    let E = mul(S, skew), noise = E, size = one, reach = R;
    if (isRough) {
      const d = select(aa, one, rough), unit = sqrt(d), b = sqrt(select(bb, one, rough));
      size = div(b, unit);
      x = v128.load(A0, RADIUS);
      y = v128.load(A1, RADIUS);
      const extents = add(mul(seconds(x, y), unit), mul(seconds(X, Y), b));
      const scale = constant(FRAME_NOISE);
      noise = mul(add(scale, scale), add(add(add(extents, abs(wx)), abs(wy)), R));
      noise = select(noise, E, rough);
      E = div(noise, unit);
      reach = div(R, unit);
      rc = div(rc, d);
      rs = div(rs, d);
      tx = div(tx, d);
      ty = div(ty, d);
    }
    if (query !== DECIDE) {
      // Polygons that the poses may place out of convex order (`isThin` of the kernel), and segments that
      // they may round away. The radius of the circle inside, or if there is none of the one around.
      const thin = mul(splat(THIN), noise);
      x = leastOf(v128.load(A0, CIRCLES), v128.load(A1, CIRCLES));
      y = leastOf(v128.load(B0, CIRCLES), v128.load(B1, CIRCLES));
      const some = or(and(gt(x, zero), lt(x, thin)), and(gt(y, zero), lt(y, thin)));
      if (v128.any_true(some)) {
        const hairs = bits(some) & lanes;
        leaveLanes(hairs, k0, k1);
        lanes &= ~hairs;
        if (lanes === 0) continue;
      }
    }
    x = v128.load(B0, MIDDLE);
    y = v128.load(B1, MIDDLE);
    const gx = firsts(x, y), gy = seconds(x, y);
    x = v128.load(A0, MIDDLE);
    y = v128.load(A1, MIDDLE);
    const nx = sub(add(det(rc, gx, rs, gy), tx), firsts(x, y));
    const ny = sub(add(dot(rs, gx, rc, gy), ty), seconds(x, y));
    const margin = add(E, E);
    let apart = 0, open = lanes, rest = 0;
    if (box) {
      const Nx = load2(A0, A1), Ny = next2(A0, A1);
      let Mx = load2(B0, B1), My = next2(B0, B1);
      x = v128.load(B0, HALVES);
      y = v128.load(B1, HALVES);
      const f0 = firsts(x, y), f1 = seconds(x, y);
      let g0 = f0, g1 = f1;
      if (isRough) {
        Mx = div(Mx, size);
        My = div(My, size);
        g0 = mul(g0, size);
        g1 = mul(g1, size);
      }
      const a0 = dot(Nx, nx, Ny, ny), a1 = det(Nx, ny, Ny, nx);
      const mx = det(rc, Mx, rs, My), my = dot(rs, Mx, rc, My);
      const u = dot(Nx, mx, Ny, my), w = det(Ny, mx, Nx, my);
      const b0 = det(u, a0, w, a1), b1 = dot(w, a0, u, a1);
      x = v128.load(A0, HALVES);
      y = v128.load(A1, HALVES);
      const h0 = firsts(x, y), h1 = seconds(x, y);
      const p = abs(u), q = abs(w);
      const sa0 = sub(abs(a0), add(h0, dot(g0, p, g1, q)));
      const sa1 = sub(abs(a1), add(h1, dot(g0, q, g1, p)));
      const sb0 = sub(abs(b0), add(g0, dot(h0, p, h1, q)));
      const sb1 = sub(abs(b1), add(g1, dot(h0, q, h1, p)));
      const a = f64x2.pmax(sa0, sa1), b = f64x2.pmax(sb0, sb1), most = f64x2.pmax(a, b);
      const reach = add(margin, ample(constant(MARGIN)));
      apart = bits(gt(most, reach)) & lanes;
      let sure = lt(most, neg(margin));
      if (query === COLLIDE) sure = or(sure, and(gt(most, margin), le(most, reach)));
      let told = bits(sure) & lanes;
      if (query === DECIDE) {
        store<u8>(RESULTS + k1, <u8>(told >> 1));
        store<u8>(RESULTS + k0, <u8>(told & 1));
        told |= apart;
      } else {
        const ofB = gt(b, a), second = select(gt(sb1, sb0), gt(sa1, sa0), ofB), minus = constant(MINUS);
        // From A's center to B's, across the edge and along it.
        const d0 = select(b0, a0, ofB), d1 = select(b1, a1, ofB);
        x = and(v128.xor(d0, d1), second);
        const across = v128.xor(d0, x), along = v128.xor(d1, x);
        // As in `edges` of measure.ts: not parallel, and no edge so short that rounding may rotate
        // it.
        const least = f64x2.pmin(f64x2.pmin(h0, h1), f64x2.pmin(g0, g1)), limit = constant(PARALLEL);
        const isClear = and(gt(f64x2.pmin(p, q), add(limit, limit)), gt(mul(least, limit), E));
        // (None of u, w and `across` is zero where its sign matters.)
        let signs = bits(u) | (bits(w) << 2) | (bits(across) << 4) | (bits(ofB) << 6) | (bits(second) << 8);
        if (query !== UNSIGNED) {
          // The runner-up: the smaller of the two shapes' best separations, or the second best of
          // the better shape.
          const other = f64x2.pmax(
            f64x2.pmin(a, b),
            select(f64x2.pmin(sb0, sb1), f64x2.pmin(sa0, sa1), ofB),
          );
          const isBest = and(gt(sub(most, other), add(margin, margin)), gt(abs(across), margin));
          told &= bits(and(isClear, isBest));
          append(OVERLAPS, both, told);
        }
        if (query >= DEPTH) told |= apart;
        else {
          // `closestOfBoxes`, mirrored so that the reference edge faces up, and that the incident
          // normals facing up are (-s, c) and (c, s), with all components positive. In the
          // reference shape's frame, the incident center is at (l, |across|), and the incident
          // shape's lowest vertex v is at (r, ·). (X, -Y) is the reference edge's end past which v
          // lies, relative to the incident center.
          x = and(v128.xor(h0, g0), ofB);
          y = and(v128.xor(h1, g1), ofB);
          const G0 = v128.xor(g0, x), G1 = v128.xor(g1, y), H0 = v128.xor(h0, x), H1 = v128.xor(h1, y);
          x = and(v128.xor(H0, H1), second);
          y = and(v128.xor(p, q), second);
          const high = v128.xor(H0, x), wide = v128.xor(H1, x), c = v128.xor(p, y), s = v128.xor(q, y);
          const k = v128.xor(v128.xor(u, w), ofB);
          const l = withSign(along, v128.xor(across, k), minus), r = add(l, det(s, G0, c, G1));
          const past = sub(abs(r), wide);
          const X = sub(withSign(wide, r, minus), l), Y = sub(abs(across), high);
          const ci = dot(c, Y, s, X), cj = det(s, Y, c, X);
          const isEnd = and(
            gt(past, margin),
            and(gt(ci, add(G0, margin)), gt(cj, add(G1, margin))),
          );
          const isApart = and(isClear, gt(most, margin));
          // (A single last pair is in both lanes.)
          const atEnd = bits(and(isApart, isEnd)), beside = bits(and(isApart, lt(past, neg(margin))));
          signs |= (bits(v128.xor(v128.xor(r, k), second)) << 10) | (atEnd << 12);
          append(VERTICES, both, atEnd & lanes);
          append(EDGES, both, beside & lanes);
          told |= atEnd | beside;
        }
        store<u64>(s0, <u64>(k0 | 0x0404_0000) | <u64>featuresBy(signs << 1) << 32, STATE);
        store<u64>(s1, <u64>(k1 | 0x0404_0000) | <u64>featuresBy(signs) << 32, STATE);
      }
      // Pairs that are apart but lie along each other are searched.
      if (query === COLLIDE) {
        v128.store64_lane(s0, noise, 0, NOISE);
        v128.store64_lane(s1, noise, 1, NOISE);
      }
      rest = lanes & ~told;
      open = rest & apart;
      rest &= ~apart;
      if (query === UNSIGNED) {
        // `shareOfBoxes`: a common point on the line through the centers. Other overlapping pairs
        // are searched.
        const rA = f64x2.pmax(mul(abs(a0), h1), mul(abs(a1), h0)), sA = mul(h0, h1);
        const rB = f64x2.pmax(mul(abs(b0), f1), mul(abs(b1), f0)), sB = mul(f0, f1);
        const all = dot(rA, sB, rB, sA);
        const inside = and(le(mul(rA, rB), mul(splat(INSIDE_BOXES), all)), gt(all, constant(SMALL)));
        const part = div(mul(rB, sA), all);
        v128.store64_lane(s0, part, 0, P);
        v128.store64_lane(s1, part, 1, P);
        const overlap = bits(sure) & lanes;
        const shared = overlap & bits(inside);
        append(CENTERS, both, shared);
        open |= overlap & ~shared;
      }
      if ((open | rest) === 0) continue;
    }
    v128.store(s0, firsts(rc, rs));
    v128.store(s0, firsts(tx, ty), 16);
    v128.store(s0, firsts(E, R), FRAME);
    v128.store64_lane(s0, noise, 0, NOISE);
    v128.store64_lane(s0, size, 0, SIZE);
    v128.store(s0, firsts(nx, ny), CENTER);
    v128.store(s1, seconds(rc, rs));
    v128.store(s1, seconds(tx, ty), 16);
    v128.store(s1, seconds(E, R), FRAME);
    v128.store64_lane(s1, noise, 1, NOISE);
    v128.store64_lane(s1, size, 1, SIZE);
    v128.store(s1, seconds(nx, ny), CENTER);

    const g2 = dot(nx, nx, ny, ny);
    x = v128.load(B0, CIRCLES);
    y = v128.load(B1, CIRCLES);
    if (isRough) {
      x = mul(x, lane0(size));
      y = mul(y, lane1(size));
    }
    x = add(v128.load(A0, CIRCLES), x);
    y = add(v128.load(A1, CIRCLES), y);
    let inner = sub(seconds(x, y), margin);
    if (query === DECIDE) inner = add(inner, R);
    const deep = bits(and(gt(inner, zero), lt(g2, mul(inner, inner)))) & lanes;
    if (box) {
      // What circles can decide about rectangles, the line through the centers has decided, except
      // in rare cases.
      leaveLanes(open & deep, k0, k1);
      open &= ~deep;
    } else if (query === UNSIGNED) {
      append(CENTERS, both, deep);
      open &= ~deep;
    } else {
      if (query !== SIGNED) {
        const outer = add(add(add(firsts(x, y), reach), margin), ample(constant(MARGIN)));
        apart = bits(gt(g2, mul(outer, outer))) & lanes;
      }
      open &= ~apart;
      if (query === DECIDE) {
        store<u8>(RESULTS + k1, <u8>(deep >> 1));
        store<u8>(RESULTS + k0, <u8>(deep & 1));
        open &= ~deep;
      } else {
        const over = flat ? open : deep;
        append(OVERLAPS, both, over);
        open &= ~over;
      }
    }
    append(ACTIVE, both, open);
    if (box) append(ASKED, both, rest);
  }
}

