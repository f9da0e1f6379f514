// A block of pairs being processed. Each pair has a slot, and its slot moves from list to list as
// decisions are made. A stage processes a list two slots at a time. Its loop body has no branch
// that depends on the pairs, so work on the next two overlaps with the latency of these.
//
// Deno checks the bounds of every access whose address is not a constant, so accesses are few and
// wide.
//
// A slot, in bytes: the pair frame, as `search` begins; x, y pairs lie together.
//    0  rc, rs   16  tx, ty: B's pose in A's frame   32  NOISE in that frame, R   48  from center to center
//   64  p   80  q: simplex points   96  u32 addresses of A's and B's records   104  NOISE
//  112  u16 index of the pair, u8 number of A's and of B's points   116  u32 FEATURES
//  120  B's size in A's frame: 1, unless rotations are rough

import { ACTIVE, APART, ASKED, CENTERS, EDGES, LEANING, OVERLAPS, SLOTS, TIES, UPRIGHT, VERTICES } from "./layout";
import { idsOf, leave } from "./pairs";

export const FRAME: usize = 32;
export const CENTER: usize = 48;
export const P: usize = 64;
export const Q: usize = 80;
export const RECORDS: usize = 96;
export const NOISE: usize = 104;
export const STATE: usize = 112;
const FEATURES: usize = 116;
export const SIZE: usize = 120;

// @ts-ignore: decorator
@inline export function slot(e: i32): usize {
  return SLOTS + (<usize>e << 7);
}

/** Addresses of both records: A's in the lower half, B's in the upper. */
// @ts-ignore: decorator
@inline export function recordsOf(s: usize): u64 {
  return load<u64>(s, RECORDS);
}
/** A's half (side 0) or B's half (side 1). */
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

/** Index of the pair, numbers of points, and the features; taken apart by the functions below. */
// @ts-ignore: decorator
@inline export function stateOf(s: usize): u64 {
  return load<u64>(s, STATE);
}
/** Ids of the pair. */
// @ts-ignore: decorator
@inline export function bodiesIn(state: u64): u64 {
  return idsOf(pairIn(state));
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
/** Number of points of A (side 0) or B. */
// @ts-ignore: decorator
@inline export function sizeOf(state: u64, side: i32): i32 {
  return (<i32>state >> (16 + (side << 3))) & 0xff;
}
/**
 * Features of a slot. In the search: vertex indices of p, q and r, a byte each as a | b << 4, then
 * TURN. In the walk: those of r, and TURN. For a vertex pair: a | b << 4. For an edge: side (0: of
 * A) | its start << 4 | vertex << 12.
 */
// @ts-ignore: decorator
@inline export function featuresIn(state: u64): i32 {
  return <i32>(state >> 32);
}
// @ts-ignore: decorator
@inline export function setFeatures(s: usize, features: i32): void {
  store<i32>(s, features, FEATURES);
}

/** Sets the features to edge k of A or B, and to the vertex that faces it if that is known. */
// @ts-ignore: decorator
@inline export function setEdge(s: usize, side: i32, k: i32, j: i32): void {
  setFeatures(s, side | (k << 4) | (j << 12));
}

// @ts-ignore: decorator
@inline export function lengthOf(list: usize): i32 {
  return load<i32>(list);
}
/**
 * The length of a list that a stage processes two slots at a time. If it is odd, the last entry is
 * duplicated behind the end, so that it fills the vector like any other pair.
 */
export function workOff(list: usize): i32 {
  const count = lengthOf(list);
  store<u8>(list + <usize>count, load<u8>(list + <usize>count, 3), 4);
  return count;
}
// @ts-ignore: decorator
@inline export function clear(list: usize): void {
  store<i32>(list, 0);
}
/** Entries i and i + 1 of a list being processed, as one number. */
// @ts-ignore: decorator
@inline export function entries(list: usize, i: i32): i32 {
  return <i32>load<u16>(list + <usize>i, 4);
}
// @ts-ignore: decorator
@inline export function entry(list: usize, i: i32): i32 {
  return <i32>load<u8>(list + <usize>i, 4);
}
/**
 * Appends the entries of `both`, e0 | e1 << 8, whose bit is set in `flags`. Always writes two and
 * sets the length to what counts, which needs no branch.
 */
// @ts-ignore: decorator
@inline export function append(list: usize, both: i32, flags: i32): void {
  const count = load<i32>(list);
  store<u16>(list + <usize>count, <u16>(both >> (ctz(flags) << 3)), 4);
  store<i32>(list, count + popcnt(flags));
}

export function clearLists(): void {
  clear(ACTIVE);
  clear(APART);
  clear(VERTICES);
  clear(EDGES);
  clear(OVERLAPS);
  clear(CENTERS);
  clear(UPRIGHT);
  clear(ASKED);
  clear(LEANING);
  clear(TIES);
}

/** Leaves all pairs of a list to the kernel. */
export function leaveAll(list: usize): void {
  for (let i = 0; i < lengthOf(list); i++) leave(pairIn(stateOf(slot(entry(list, i)))));
}
