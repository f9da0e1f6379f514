// Entry of the module that ships: queries over lists of pairs in the memory of a batch. Byte addresses
// throughout; wasm/README.md has the map.
//
//   table   8 bytes a body: offset of its record from `shapes` in doubles (u32), vertex count (u32);
//           count 0: a body without a record (removed, or with a support function)
//   poses   4 doubles a body
//   pairs   2 u32 a pair: the bodies' ids
//   out     1 byte or 8 doubles a pair; pairs with a body without a record are left alone

import type { Ptr } from "../src/kernel/ptr";
import { intersects as decide, signedDistance as measure } from "../src/kernel/pair";
import { DISTANCE, NX, NY, AX, AY, BX, BY, STATUS } from "../src/kernel/registers";

// The whole memory is one array of doubles to the kernel, and the register file its beginning. With all
// three pointers the constant 0 the compiler drops them from every function.
const M: usize = 0;

export function intersects(
  table: usize,
  poses: usize,
  shapes: usize,
  pairs: usize,
  count: i32,
  out: usize,
): void {
  const V = changetype<Ptr>(M), P = V, W = V;
  const base = <i32>(shapes >> 3), first = <i32>(poses >> 3);
  for (let k = 0; k < count; k++) {
    const i = load<i32>(pairs + (<usize>k << 3)), j = load<i32>(pairs + (<usize>k << 3), 4);
    const a = table + (<usize>i << 3), b = table + (<usize>j << 3);
    const nA = load<i32>(a, 4), nB = load<i32>(b, 4);
    if (nA === 0 || nB === 0) continue;
    const oA = base + load<i32>(a), oB = base + load<i32>(b);
    store<u8>(out + k, decide(V, oA, nA, V, oB, nB, P, first + (i << 2), first + (j << 2), W));
  }
}

/** `query`: 0 signedDistances, 1 distances (as the kernel's modes), 2 penetrations. */
export function measurePairs(
  table: usize,
  poses: usize,
  shapes: usize,
  pairs: usize,
  count: i32,
  out: usize,
  query: i32,
): void {
  const V = changetype<Ptr>(M), P = V, W = V;
  const base = <i32>(shapes >> 3), first = <i32>(poses >> 3);
  for (let k = 0; k < count; k++) {
    const i = load<i32>(pairs + (<usize>k << 3)), j = load<i32>(pairs + (<usize>k << 3), 4);
    const a = table + (<usize>i << 3), b = table + (<usize>j << 3);
    const nA = load<i32>(a, 4), nB = load<i32>(b, 4);
    if (nA === 0 || nB === 0) continue;
    const oA = base + load<i32>(a), oB = base + load<i32>(b);
    measure(V, oA, nA, V, oB, nB, P, first + (i << 2), first + (j << 2), W, query & 1);
    const o = out + (<usize>k << 6);
    let d = W[DISTANCE];
    if (query === 2) {
      if (d > 0) {
        memory.fill(o, 0, 64);
        continue;
      }
      d = d < 0 ? -d : 0;
    }
    store<f64>(o, d);
    store<f64>(o, W[NX], 8);
    store<f64>(o, W[NY], 16);
    store<f64>(o, W[AX], 24);
    store<f64>(o, W[AY], 32);
    store<f64>(o, W[BX], 40);
    store<f64>(o, W[BY], 48);
    store<f64>(o, W[STATUS], 56);
  }
}

/** 1 when all of `count` doubles are finite; an even number of them. */
export function finite(at: usize, count: i32): i32 {
  // x - x is 0 for finite numbers, else NaN, and NaN is the only thing that x + 0 leaves unordered.
  let sum = f64x2.splat(0);
  const end = at + (<usize>count << 3);
  for (let p = at; p < end; p += 16) {
    const v = v128.load(p);
    sum = f64x2.add(sum, f64x2.sub(v, v));
  }
  return i32(f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1) === 0);
}
