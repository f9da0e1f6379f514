// Operations on two pairs per vector: lane 0 is one pair, lane 1 another.

import * as kernel from "../../src/kernel/tolerances";
import { RADIUS } from "./layout";

/**
 * Addresses of the constants that are used more than once. Reading them from memory takes 6 bytes
 * of code instead of 18, and V8 would otherwise build most of them with four instructions at every
 * use.
 */
export const MINUS: usize = memory.data<f64>([
  // The sign bit. Together with the zero behind it, it changes the sign of x only.
  -0,
  0,
  0.5,
  1,
  2,
  -Infinity,
  kernel.FRAME_NOISE,
  kernel.PARALLEL,
  // Pairs with closer points are left to the kernel.
  kernel.SMALL,
  kernel.SKEWED,
  kernel.UNDERFLOW,
  kernel.SCALING,
]);
export const ZERO: usize = MINUS + 8;
export const HALF: usize = MINUS + 16;
export const ONE: usize = MINUS + 24;
export const TWO: usize = MINUS + 32;
export const NONE: usize = MINUS + 40;
export const FRAME_NOISE: usize = MINUS + 48;
export const PARALLEL: usize = MINUS + 56;
export const SMALL: usize = MINUS + 64;
export const SKEWED: usize = MINUS + 72;
export const UNDERFLOW: usize = MINUS + 80;
export const SCALING: usize = MINUS + 88;

/** A constant in both lanes. */
// @ts-ignore: decorator
@inline export function constant(at: usize): v128 {
  return v128.load64_splat(at);
}
/** The same value in both lanes. */
// @ts-ignore: decorator
@inline export function splat(x: f64): v128 {
  return f64x2.splat(x);
}
// @ts-ignore: decorator
@inline export function add(x: v128, y: v128): v128 {
  return f64x2.add(x, y);
}
// @ts-ignore: decorator
@inline export function sub(x: v128, y: v128): v128 {
  return f64x2.sub(x, y);
}
// @ts-ignore: decorator
@inline export function mul(x: v128, y: v128): v128 {
  return f64x2.mul(x, y);
}
// @ts-ignore: decorator
@inline export function div(x: v128, y: v128): v128 {
  return f64x2.div(x, y);
}
// @ts-ignore: decorator
@inline export function neg(x: v128): v128 {
  return f64x2.neg(x);
}
// @ts-ignore: decorator
@inline export function abs(x: v128): v128 {
  return f64x2.abs(x);
}
// @ts-ignore: decorator
@inline export function sqrt(x: v128): v128 {
  return f64x2.sqrt(x);
}
// @ts-ignore: decorator
@inline export function gt(x: v128, y: v128): v128 {
  return f64x2.gt(x, y);
}
// @ts-ignore: decorator
@inline export function lt(x: v128, y: v128): v128 {
  return f64x2.lt(x, y);
}
// @ts-ignore: decorator
@inline export function le(x: v128, y: v128): v128 {
  return f64x2.le(x, y);
}
// @ts-ignore: decorator
@inline export function ge(x: v128, y: v128): v128 {
  return f64x2.ge(x, y);
}
// @ts-ignore: decorator
@inline export function and(x: v128, y: v128): v128 {
  return v128.and(x, y);
}
// @ts-ignore: decorator
@inline export function or(x: v128, y: v128): v128 {
  return v128.or(x, y);
}
/** x and not y. */
// @ts-ignore: decorator
@inline export function andNot(x: v128, y: v128): v128 {
  return v128.andnot(x, y);
}
/** x where the mask m is set, else y. */
// @ts-ignore: decorator
@inline export function select(x: v128, y: v128, m: v128): v128 {
  return v128.bitselect(x, y, m);
}
/** x · X + y · Y */
// @ts-ignore: decorator
@inline export function dot(x: v128, X: v128, y: v128, Y: v128): v128 {
  return f64x2.add(f64x2.mul(x, X), f64x2.mul(y, Y));
}
/** x · X - y · Y */
// @ts-ignore: decorator
@inline export function det(x: v128, X: v128, y: v128, Y: v128): v128 {
  return f64x2.sub(f64x2.mul(x, X), f64x2.mul(y, Y));
}
/** From (a, b) of each of two pairs: both a (`firsts`) or both b (`seconds`); and back. */
// @ts-ignore: decorator
@inline export function firsts(x: v128, y: v128): v128 {
  return v128.shuffle<f64>(x, y, 0, 2);
}
// @ts-ignore: decorator
@inline export function seconds(x: v128, y: v128): v128 {
  return v128.shuffle<f64>(x, y, 1, 3);
}
/** x, longer by more than poses up to SCALING change a length. */
// @ts-ignore: decorator
@inline export function ample(x: v128): v128 {
  return add(x, mul(x, add(constant(SCALING), constant(SCALING))));
}
/** One lane in both. */
// @ts-ignore: decorator
@inline export function lane0(x: v128): v128 {
  return v128.shuffle<f64>(x, x, 0, 0);
}
// @ts-ignore: decorator
@inline export function lane1(x: v128): v128 {
  return v128.shuffle<f64>(x, x, 1, 1);
}
/** The sign bits of both lanes. For a mask: the lanes in which it is set. */
// @ts-ignore: decorator
@inline export function bits(m: v128): i32 {
  return i64x2.bitmask(m);
}
/** The double at p and the one at q. */
// @ts-ignore: decorator
@inline export function load2(p: usize, q: usize): v128 {
  return v128.load64_lane(q, v128.load64_zero(p), 1);
}
/** The same 16 bytes further on: from the address of a normal, its y. */
// @ts-ignore: decorator
@inline export function next2(p: usize, q: usize): v128 {
  return v128.load64_lane(q, v128.load64_zero(p, 16), 1, 16);
}
/** The radii of two records. */
// @ts-ignore: decorator
@inline export function radii2(p: usize, q: usize): v128 {
  return v128.load64_lane(q, v128.load64_zero(p, RADIUS), 1, RADIUS);
}
/** A mask from two conditions. */
// @ts-ignore: decorator
@inline export function lanesOf(x: bool, y: bool): v128 {
  return i64x2.replace_lane(i64x2.splat(-<i64>i32(x)), 1, -<i64>i32(y));
}
/** x if m, else y. */
// @ts-ignore: decorator
@inline export function choose(x: i32, y: i32, m: bool): i32 {
  return m ? x : y;
}
