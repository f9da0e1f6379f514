// A block of pairs at work. Each has a slot, and moves from list to list as it is decided. A stage works off
// a list two slots at a time: its body has no branch that depends on the pairs, so that what one must wait
// for is done beside the next one's.
//
// Deno checks the bounds of every access whose address is not a constant: they are few and wide.
//
// A slot, in bytes: the pair frame, as `search` begins; x, y pairs lie together.
//    0  rc, rs   16  tx, ty: B's pose in A's frame   32  NOISE, R   48  from centre to centre
//   64  p   80  q: simplex points   96  u32 addresses of A's and B's records   104  u32 their ids
//  112  u16 index of the pair, u8 number of A's and of B's points   116  u32 FEATURES

import {
  ACTIVE,
  APART,
  CENTRES,
  CIRCLES,
  DECIDE,
  DEPTH,
  EDGES,
  MIDDLE,
  OVERLAPS,
  RESULTS,
  SHAPE_COUNT,
  SLOTS,
  UNSIGNED,
  VERTICES,
} from "./layout";
import { entryOf, idsOf, leave, pose, record } from "./pairs";
import {
  abs,
  add,
  and,
  bits,
  det,
  dot,
  firsts,
  ge,
  gt,
  lt,
  mul,
  or,
  seconds,
  splat,
  sqrt,
  sub,
} from "./vectors";

export const NOISE: usize = 32;
export const CENTRE: usize = 48;
export const P: usize = 64;
export const Q: usize = 80;
const RECORDS: usize = 96;
const IDS: usize = 104;
const STATE: usize = 112;
const FEATURES: usize = 116;

// @ts-ignore: decorator
@inline export function slot(e: i32): usize {
  return SLOTS + (<usize>e << 7);
}

/** Both records: A's address in the lower half, B's in the upper. */
// @ts-ignore: decorator
@inline export function recordsOf(s: usize): u64 {
  return load<u64>(s, RECORDS);
}
/** Both ids, likewise. */
// @ts-ignore: decorator
@inline export function bodiesOf(s: usize): u64 {
  return load<u64>(s, IDS);
}
/** Of two halves A's (side 0) or B's (side 1). */
// @ts-ignore: decorator
@inline export function lower(both: u64): usize {
  return <usize>both;
}
// @ts-ignore: decorator
@inline export function upper(both: u64): usize {
  return <usize>(both >> 32);
}
// @ts-ignore: decorator
@inline export function ofSide(both: u64, side: i32): usize {
  return <usize>(both >> (<u64>side << 5));
}

/** Index of the pair, numbers of points, and the features: see the four functions below. */
// @ts-ignore: decorator
@inline export function stateOf(s: usize): u64 {
  return load<u64>(s, STATE);
}
// @ts-ignore: decorator
@inline export function pairIn(state: u64): i32 {
  return <i32>state & 0xffff;
}
// @ts-ignore: decorator
@inline export function sizeAIn(state: u64): i32 {
  return (<i32>state >> 16) & 0xff;
}
// @ts-ignore: decorator
@inline export function sizeBIn(state: u64): i32 {
  return <i32>state >>> 24;
}
/**
 * Search: vertex indices in bytes, p, q and r as a | b << 4, then TURN. Walk: those of r and TURN; vertex pair:
 * a | b << 4. Edge: side (0: of A) | its ends << 4, << 8 | vertex << 12.
 */
// @ts-ignore: decorator
@inline export function featuresIn(state: u64): i32 {
  return <i32>(state >> 32);
}
// @ts-ignore: decorator
@inline export function setFeatures(s: usize, features: i32): void {
  store<i32>(s, features, FEATURES);
}

// @ts-ignore: decorator
@inline export function lengthOf(list: usize): i32 {
  return load<i32>(list);
}
// @ts-ignore: decorator
@inline export function clear(list: usize): void {
  store<i32>(list, 0);
}
/** Entries i and i + 1 of a list, as one number; behind the last one, that once more. */
// @ts-ignore: decorator
@inline export function entries(list: usize, i: i32, lanes: i32): i32 {
  const both = <i32>load<u16>(list + <usize>i, 4);
  return lanes === 2 ? both : (both & 0xff) * 0x101;
}
// @ts-ignore: decorator
@inline export function entry(list: usize, i: i32): i32 {
  return <i32>load<u8>(list + <usize>i, 4);
}
/**
 * Appends slot e0 where bit 0 of `flags` is set and e1 where bit 1 is. They are written in any case, and kept
 * where it is right: no branch.
 */
// @ts-ignore: decorator
@inline export function append(list: usize, e0: i32, e1: i32, flags: i32): void {
  let count = load<i32>(list);
  store<u8>(list + <usize>count, <u8>e0, 4);
  count += flags & 1;
  store<u8>(list + <usize>count, <u8>e1, 4);
  store<i32>(list, count + ((flags >> 1) & 1));
}

export function clearLists(): void {
  clear(ACTIVE);
  clear(APART);
  clear(VERTICES);
  clear(EDGES);
  clear(OVERLAPS);
  clear(CENTRES);
}

/** Gives slots to pairs of points, which need no more; they go to VERTICES. */
export function setUpPoints(list: usize, from: i32, to: i32): void {
  for (let i = from; i < to; i++) {
    const e = i - from, k = entryOf(list, i), s = slot(e), ids = idsOf(k);
    store<u64>(s, <u64>lower(record(lower(ids))) | (record(upper(ids)) << 32), RECORDS);
    store<u64>(s, ids, IDS);
    store<u64>(s, <u64>k | 0x0101_0000, STATE);
    append(VERTICES, e, e, 1);
  }
}

/**
 * Gives slots to pairs of a list, and sets their frames. Circles about the centres look first, as in `search`;
 * for DEPTH those around the cores do, too: apart is apart. DEPTH of shapes without radii (`flat`) needs no
 * search: what is not apart goes to OVERLAPS.
 */
export function setUp(list: usize, from: i32, to: i32, query: i32, flat: bool): void {
  const zero = splat(0), one = splat(1), two = splat(2);
  for (let i = from; i < to; i += 2) {
    const e0 = i - from, e1 = i + 1 < to ? e0 + 1 : e0;
    const k0 = entryOf(list, i), k1 = entryOf(list, from + e1);
    const s0 = slot(e0), s1 = slot(e1);
    const ids0 = idsOf(k0), ids1 = idsOf(k1);
    const PA0 = pose(lower(ids0)), PB0 = pose(upper(ids0));
    const PA1 = pose(lower(ids1)), PB1 = pose(upper(ids1));
    const bodyA0 = record(lower(ids0)), bodyB0 = record(upper(ids0));
    const bodyA1 = record(lower(ids1)), bodyB1 = record(upper(ids1));
    const A0 = lower(bodyA0), B0 = lower(bodyB0), A1 = lower(bodyA1), B1 = lower(bodyB1);
    store<u64>(s0, ids0, IDS);
    store<u64>(s1, ids1, IDS);
    store<u64>(s0, <u64>A0 | (<u64>B0 << 32), RECORDS);
    store<u64>(s1, <u64>A1 | (<u64>B1 << 32), RECORDS);
    store<u64>(s0, <u64>k0 | pointsIn(bodyA0) << 16 | pointsIn(bodyB0) << 24, STATE);
    store<u64>(s1, <u64>k1 | pointsIn(bodyA1) << 16 | pointsIn(bodyB1) << 24, STATE);

    let x = v128.load(PA0, 16), y = v128.load(PA1, 16);
    const ac = firsts(x, y), as = seconds(x, y);
    x = v128.load(PB0, 16);
    y = v128.load(PB1, 16);
    const bc = firsts(x, y), bs = seconds(x, y);
    x = sub(v128.load(PB0), v128.load(PA0));
    y = sub(v128.load(PB1), v128.load(PA1));
    const wx = firsts(x, y), wy = seconds(x, y);
    const rc = dot(ac, bc, as, bs), rs = det(ac, bs, as, bc);
    const tx = dot(ac, wx, as, wy), ty = det(ac, wy, as, wx);
    x = v128.load(A0);
    y = v128.load(A1);
    const X = v128.load(B0), Y = v128.load(B1);
    const R = add(firsts(x, y), firsts(X, Y));
    const S = add(add(add(add(seconds(x, y), seconds(X, Y)), abs(wx)), abs(wy)), R);
    // Not a number for poses that scale, of which nothing is sure; see SKEWED in the kernel's search.ts.
    const unit = splat(1.7763568394002505e-15);
    const skew = add(
      add(unit, abs(sub(dot(ac, ac, as, as), one))),
      abs(sub(dot(bc, bc, bs, bs), one)),
    );
    const E = or(mul(S, skew), ge(skew, sqrt(unit)));
    x = v128.load(B0, MIDDLE);
    y = v128.load(B1, MIDDLE);
    const gx = firsts(x, y), gy = seconds(x, y);
    x = v128.load(A0, MIDDLE);
    y = v128.load(A1, MIDDLE);
    const nx = sub(add(det(rc, gx, rs, gy), tx), firsts(x, y));
    const ny = sub(add(dot(rs, gx, rc, gy), ty), seconds(x, y));
    v128.store(s0, firsts(rc, rs));
    v128.store(s0, firsts(tx, ty), 16);
    v128.store(s0, firsts(E, R), NOISE);
    v128.store(s0, firsts(nx, ny), CENTRE);
    v128.store(s1, seconds(rc, rs));
    v128.store(s1, seconds(tx, ty), 16);
    v128.store(s1, seconds(E, R), NOISE);
    v128.store(s1, seconds(nx, ny), CENTRE);

    const g2 = dot(nx, nx, ny, ny), margin = mul(two, E);
    x = add(v128.load(A0, CIRCLES), v128.load(B0, CIRCLES));
    y = add(v128.load(A1, CIRCLES), v128.load(B1, CIRCLES));
    let inner = sub(seconds(x, y), margin);
    if (query === DECIDE) inner = add(inner, R);
    const lanes = e1 > e0 ? 3 : 1;
    const deep = bits(and(gt(inner, zero), lt(g2, mul(inner, inner)))) & lanes;
    if (query === UNSIGNED) {
      append(CENTRES, e0, e1, deep);
      append(ACTIVE, e0, e1, lanes & ~deep);
      continue;
    }
    let apart = 0;
    if (query === DECIDE || query === DEPTH) {
      const outer = add(add(firsts(x, y), R), margin);
      apart = bits(gt(g2, mul(outer, outer))) & lanes;
    }
    if (query === DECIDE) {
      store<u8>(RESULTS + k1, <u8>(deep >> 1));
      store<u8>(RESULTS + k0, <u8>(deep & 1));
      append(ACTIVE, e0, e1, lanes & ~(deep | apart));
      continue;
    }
    const toOverlap = flat ? lanes & ~apart : deep;
    append(OVERLAPS, e0, e1, toOverlap);
    append(ACTIVE, e0, e1, lanes & ~(apart | toOverlap));
  }
}

/** Number of points of a body, of what the table says about it. */
// @ts-ignore: decorator
@inline function pointsIn(body: u64): u64 {
  return (body >> 32) & SHAPE_COUNT;
}

/** Leaves all pairs of a list to the kernel. */
export function leaveAll(list: usize): void {
  for (let i = 0; i < lengthOf(list); i++) leave(pairIn(stateOf(slot(entry(list, i)))));
}
