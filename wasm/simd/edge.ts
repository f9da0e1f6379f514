// The edge and the vertex that faces it, of two slots, in the pair frame: it has the axes of the world,
// and A's position is its origin. R is the reference, the shape of the edge, I is the incident one.
// (Variables of the module cost a load each, 0 to 2 % of a list, and leave 600 bytes less code than three copies.)

import { VERTEX } from "./layout";
import { pose } from "./pairs";
import { bodiesIn, featuresIn, lower, ofSide, recordsOf, stateOf, upper } from "./slots";
import { add, and, andNot, det, dot, firsts, lanesOf, seconds, sub } from "./vectors";

/** Records of R and of I. */
export let R0: usize = 0, R1: usize = 0, I0: usize = 0, I1: usize = 0;
/** The lanes in which R is B. */
export let ofB = f64x2.splat(0);
/** The rotations of R and of I, A's position in the world, and I's position in the frame. */
export let c = f64x2.splat(0), z = f64x2.splat(0), C = f64x2.splat(0), Z = f64x2.splat(0);
export let ox = f64x2.splat(0), oy = f64x2.splat(0), ix = f64x2.splat(0), iy = f64x2.splat(0);
/** The edge from u0 to u1, and the vertex v. */
export let u0x = f64x2.splat(0), u0y = f64x2.splat(0), u1x = f64x2.splat(0), u1y = f64x2.splat(0);
export let vx = f64x2.splat(0), vy = f64x2.splat(0);

/** One of two vectors: that of B where R is B. */
// @ts-ignore: decorator
@inline export function ofReference(a: v128, b: v128): v128 {
  return v128.xor(a, and(v128.xor(a, b), ofB));
}
/** The other one. */
// @ts-ignore: decorator
@inline export function ofIncident(a: v128, b: v128): v128 {
  return v128.xor(b, and(v128.xor(a, b), ofB));
}

/** Brings the features of slots s0 and s1 into the frame. */
export function placeEdges(s0: usize, s1: usize): void {
  const state0 = stateOf(s0), state1 = stateOf(s1);
  const f0 = featuresIn(state0), f1 = featuresIn(state1), side0 = f0 & 1, side1 = f1 & 1;
  const records0 = recordsOf(s0), records1 = recordsOf(s1), ids0 = bodiesIn(state0), ids1 = bodiesIn(state1);
  const PA0 = pose(lower(ids0)), PA1 = pose(lower(ids1)), PB0 = pose(upper(ids0)), PB1 = pose(upper(ids1));
  R0 = ofSide(records0, side0);
  R1 = ofSide(records1, side1);
  I0 = ofSide(records0, 1 - side0);
  I1 = ofSide(records1, 1 - side1);
  const isB = lanesOf(side0 !== 0, side1 !== 0);
  ofB = isB;
  let x = v128.load(PA0, 16), y = v128.load(PA1, 16), X = v128.load(PB0, 16), Y = v128.load(PB1, 16);
  const ac = firsts(x, y), as = seconds(x, y), bc = firsts(X, Y), bs = seconds(X, Y);
  X = and(v128.xor(ac, bc), isB);
  Y = and(v128.xor(as, bs), isB);
  const cR = v128.xor(ac, X), sR = v128.xor(as, Y), cI = v128.xor(bc, X), sI = v128.xor(bs, Y);
  c = cR;
  z = sR;
  C = cI;
  Z = sI;
  x = v128.load(PA0);
  y = v128.load(PA1);
  const px = firsts(x, y), py = seconds(x, y);
  ox = px;
  oy = py;
  x = v128.load(PB0);
  y = v128.load(PB1);
  const wx = sub(firsts(x, y), px), wy = sub(seconds(x, y), py);
  const rx = and(wx, isB), ry = and(wy, isB), jx = andNot(wx, isB), jy = andNot(wy, isB);
  ix = jx;
  iy = jy;
  const U0 = R0 + <usize>(f0 & 0xf0), U1 = R1 + <usize>(f1 & 0xf0);
  x = v128.load(U0, VERTEX);
  y = v128.load(U1, VERTEX);
  X = firsts(x, y);
  Y = seconds(x, y);
  u0x = add(det(cR, X, sR, Y), rx);
  u0y = add(dot(sR, X, cR, Y), ry);
  x = v128.load(U0, VERTEX + 16);
  y = v128.load(U1, VERTEX + 16);
  X = firsts(x, y);
  Y = seconds(x, y);
  u1x = add(det(cR, X, sR, Y), rx);
  u1y = add(dot(sR, X, cR, Y), ry);
  x = v128.load(I0 + <usize>((f0 >> 8) & 0xf0), VERTEX);
  y = v128.load(I1 + <usize>((f1 >> 8) & 0xf0), VERTEX);
  X = firsts(x, y);
  Y = seconds(x, y);
  vx = add(det(cI, X, sI, Y), jx);
  vy = add(dot(sI, X, cI, Y), jy);
}
