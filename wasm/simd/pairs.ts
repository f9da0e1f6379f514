// The pairs of a query, and the order in which they are processed.

import {
  CLASS_TABLE,
  COUNTS,
  LEFT_COUNT,
  LEFT_LIST,
  LIST_SHIFT,
  LISTS,
  PAIRS,
  POSE_SHIFT,
  SCRATCH,
  SHAPE_KIND,
  TABLE_SHIFT,
} from "./layout";

// Addresses of the bodies' tables, set by `begin`.
let table: usize = 0, poses: usize = 0, records: usize = 0;

export function begin(at: usize, P: usize, V: usize): void {
  table = at;
  poses = P;
  records = V;
  store<i32>(LEFT_COUNT, 0);
}

/** Index of the pair at position i of a list of pairs. */
// @ts-ignore: decorator
@inline export function entryOf(list: usize, i: i32): i32 {
  return <i32>load<u16>(list + (<usize>i << 1));
}
/** Ids of pair k: A's in the lower half, B's in the upper. */
// @ts-ignore: decorator
@inline export function idsOf(k: i32): u64 {
  return load<u64>(PAIRS + (<usize>k << 3));
}
/** Address of a body's lane record, and in the upper half the table's word about its shape. */
// @ts-ignore: decorator
@inline export function record(id: usize): u64 {
  return load<u64>(table + (id << TABLE_SHIFT)) + <u64>records;
}
/** The table's word about a body's shape. */
// @ts-ignore: decorator
@inline function word(id: usize): i32 {
  return load<i32>(table + (id << TABLE_SHIFT), 4);
}
/** Address of a body's pose. */
// @ts-ignore: decorator
@inline export function pose(id: usize): usize {
  return poses + (id << POSE_SHIFT);
}
/** Leaves pair k to the kernel. */
export function leave(k: i32): void {
  const count = load<i32>(LEFT_COUNT);
  store<u16>(LEFT_LIST + (<usize>count << 1), <u16>k);
  store<i32>(LEFT_COUNT, count + 1);
}
function leaveSome(flags: i32, k0: i32, k1: i32): void {
  if ((flags & 1) !== 0) leave(k0);
  if ((flags & 2) !== 0) leave(k1);
}
/** Leaves k0 to the kernel if bit 0 of `flags` is set, and k1 if bit 1 is. Usually neither is. */
// @ts-ignore: decorator
@inline export function leaveLanes(flags: i32, k0: i32, k1: i32): void {
  if (flags !== 0) leaveSome(flags, k0, k1);
}

/** The class by table, from the kinds of the two shapes: bits 16 to 18 of their words. */
// @ts-ignore: decorator
@inline function classOf(k: i32): i32 {
  const ids = idsOf(k);
  const a = word(<usize><u32>ids) >>> SHAPE_KIND, b = word(<usize>(ids >> 32)) >>> SHAPE_KIND;
  return <i32>load<u8>(CLASS_TABLE + <usize>((a << 3) | b));
}

/**
 * Sorts the pairs into LISTS by their classes. Pairs without lane records are left to the kernel in
 * this way.
 */
export function classify(count: i32): void {
  memory.fill(COUNTS, 0, LEFT_COUNT - COUNTS);
  for (let k = 0; k < count; k++) {
    const c = <usize>classOf(k), at = COUNTS + (c << 2), length = load<i32>(at);
    store<u16>(LISTS + (c << LIST_SHIFT) + (<usize>length << 1), <u16>k);
    store<i32>(at, length + 1);
  }
}

/**
 * Reads a number from each cache line of the records of some pairs. None of these reads waits for
 * another one, so the memory answers many at once. The stages, which need one after the other, then
 * find them in a cache.
 */
export function touch(list: usize, from: i32, to: i32, NA: i32, NB: i32): void {
  let sum: i64 = 0;
  for (let i = from; i < to; i++) {
    const ids = idsOf(entryOf(list, i));
    sum ^= touchOne(<usize><u32>record(<usize><u32>ids), NA) ^ touchOne(<usize><u32>record(<usize>(ids >> 32)), NB);
  }
  store<i64>(SCRATCH, sum);
}
/** A record of four edges has 208 bytes, from 32 before its address on, one of eight 336 from 96 before it. */
function touchOne(record: usize, N: i32): i64 {
  const at = record - 96;
  const few = load<i64>(at, 64) ^ load<i64>(at, 128) ^ load<i64>(at, 192) ^ load<i64>(at, 256);
  return N === 4 ? few : few ^ load<i64>(at) ^ load<i64>(at, 320);
}
