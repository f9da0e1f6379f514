// The second half of the kernel's `search` for a block: one step for all pairs that are apart, then
// the next step for those that continue.

import { APART, DECIDE, EDGES, normalOf, RESULTS, VERTEX, VERTICES } from "./layout";
import { leaveLanes } from "./pairs";
import { SAME_DIRECTION } from "../../src/kernel/tolerances";
import {
  append,
  clear,
  entries,
  featuresIn,
  FRAME,
  leaveAll,
  lower,
  pairIn,
  recordsOf,
  setFeatures,
  SIZE,
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
  bits,
  choose,
  constant,
  det,
  dot,
  firsts,
  gt,
  lanesOf,
  le,
  load2,
  lt,
  mul,
  neg,
  next2,
  or,
  seconds,
  select,
  splat,
  sqrt,
  sub,
  TWO,
  ZERO,
} from "./vectors";

/** Pairs that have not arrived after this many steps are left to the kernel. */
const STEPS: i32 = 20;


/** Neighbour of vertex k of n: k + 1 for turn 1, k - 1 for turn -1. */
// @ts-ignore: decorator
@inline function beyond(k: i32, n: i32, turn: i32): i32 {
  const next = k + turn;
  return choose(n - 1, choose(next, 0, next < n), next < 0);
}

/**
 * Processes APART. DECIDE compares the distance with the radii. For the other queries, the closest
 * features go to VERTICES or EDGES.
 */
export function walk(query: i32): void {
  const zero = constant(ZERO);
  for (let step = 0; step < STEPS; step++) {
    const count = workOff(APART);
    if (count === 0) return;
    clear(APART);
    for (let l = 0; l < count; l += 2) {
      const lanes = l + 1 < count ? 3 : 1;
      const both = entries(APART, l), e0 = both & 0xff, e1 = both >> 8;
      const s0 = slot(e0), s1 = slot(e1);
      const records0 = recordsOf(s0), records1 = recordsOf(s1);
      const A0 = lower(records0), B0 = upper(records0), A1 = lower(records1), B1 = upper(records1);
      const state0 = stateOf(s0), state1 = stateOf(s1);
      const nA0 = sizeAIn(state0), nB0 = sizeBIn(state0), nA1 = sizeAIn(state1), nB1 = sizeBIn(state1);
      let x = v128.load(s0), y = v128.load(s1);
      const rc = firsts(x, y), rs = seconds(x, y);
      x = v128.load(s0, 16);
      y = v128.load(s1, 16);
      const tx = firsts(x, y), ty = seconds(x, y);
      const f0 = featuresIn(state0), f1 = featuresIn(state1);
      const turn0 = f0 >> 24, turn1 = f1 >> 24;
      const turn = f64x2.replace_lane(splat(<f64>turn0), 1, <f64>turn1);
      const i0 = (f0 >> 16) & 15, j0 = (f0 >> 20) & 15, i1 = (f1 >> 16) & 15, j1 = (f1 >> 20) & 15;
      const i20 = beyond(i0, nA0, turn0), i21 = beyond(i1, nA1, turn1);
      const j20 = beyond(j0, nB0, turn0), j21 = beyond(j1, nB1, turn1);

      // Edges begin at their first vertex in counter-clockwise order.
      const iN0 = choose(i0, i20, turn0 > 0), jN0 = choose(j0, j20, turn0 > 0);
      const iN1 = choose(i1, i21, turn1 > 0), jN1 = choose(j1, j21, turn1 > 0);

      // The current vertices, the vector v from A's to B's, and the edges ahead.
      x = v128.load(A0 + (<usize>i0 << 4), VERTEX);
      y = v128.load(A1 + (<usize>i1 << 4), VERTEX);
      const ax = firsts(x, y), ay = seconds(x, y);
      x = v128.load(B0 + (<usize>j0 << 4), VERTEX);
      y = v128.load(B1 + (<usize>j1 << 4), VERTEX);
      let X = firsts(x, y), Y = seconds(x, y);
      const bx = add(det(rc, X, rs, Y), tx), by = add(dot(rs, X, rc, Y), ty);
      const M0 = normalOf(A0, iN0 << 4), M1 = normalOf(A1, iN1 << 4);
      const Nx = load2(M0, M1), Ny = next2(M0, M1);
      const L0 = normalOf(B0, jN0 << 4), L1 = normalOf(B1, jN1 << 4);
      X = load2(L0, L1);
      Y = next2(L0, L1);
      const Mx = det(rc, X, rs, Y), My = dot(rs, X, rc, Y);
      const vx = sub(bx, ax), vy = sub(by, ay);

      // Which of the two edges comes first, and does the origin lie beyond this vertex?
      const onA = mul(turn, det(vy, Nx, vx, Ny)), onB = mul(turn, det(vx, My, vy, Mx));
      const order = mul(turn, det(Nx, My, Ny, Mx));
      const outA = dot(vx, Nx, vy, Ny), outB = dot(vx, Mx, vy, My);
      const line = select(gt(outA, zero), gt(onA, zero), gt(dot(Nx, Mx, Ny, My), zero));
      // (The normals of a point are NaN, so every comparison with them is false.)
      const isPointB = lanesOf(nB0 === 1, nB1 === 1);
      const ofA = or(select(line, lt(order, zero), le(abs(order), mul(splat(SAME_DIRECTION), load2(s0 + SIZE, s1 + SIZE)))), isPointB);
      const on = select(onA, onB, ofA), out = select(outA, neg(outB), ofA);
      const goes = bits(or(gt(on, zero), and(f64x2.eq(on, zero), gt(out, zero))));

      // Go to the edge's end, unless the origin lies beside the edge.
      x = v128.load(A0 + (<usize>i20 << 4), VERTEX);
      y = v128.load(A1 + (<usize>i21 << 4), VERTEX);
      const cx = select(firsts(x, y), ax, ofA), cy = select(seconds(x, y), ay, ofA);
      x = v128.load(B0 + (<usize>j20 << 4), VERTEX);
      y = v128.load(B1 + (<usize>j21 << 4), VERTEX);
      X = firsts(x, y);
      Y = seconds(x, y);
      const ux = sub(select(bx, add(det(rc, X, rs, Y), tx), ofA), cx);
      const uy = sub(select(by, add(dot(rs, X, rc, Y), ty), ofA), cy);
      const past = mul(turn, select(det(uy, Nx, ux, Ny), det(ux, My, uy, Mx), ofA));
      const stops = bits(le(past, zero)) & goes, ofAs = bits(ofA);

      if (query === DECIDE) {
        const core = select(out, sqrt(dot(vx, vx, vy, vy)), lanesOf((stops & 1) !== 0, (stops & 2) !== 0));
        x = v128.load(s0, FRAME);
        y = v128.load(s1, FRAME);
        const gap = sub(core, seconds(x, y));
        const sure = bits(gt(abs(gap), mul(constant(TWO), firsts(x, y)))), hits = bits(lt(gap, zero));
        const ends = stops | ~goes;
        store<u8>(RESULTS + pairIn(state1), <u8>(hits >> 1));
        store<u8>(RESULTS + pairIn(state0), <u8>(hits & 1));
        leaveLanes(ends & ~sure & lanes, pairIn(state0), pairIn(state1));
      }
      const isA0 = (ofAs & 1) !== 0, isA1 = (ofAs & 2) !== 0;
      const i30 = choose(i20, i0, isA0), j30 = choose(j0, j20, isA0);
      const i31 = choose(i21, i1, isA1), j31 = choose(j1, j21, isA1);
      const edge0 = choose((iN0 << 4) | (j0 << 12), 1 | (jN0 << 4) | (i0 << 12), isA0);
      const edge1 = choose((iN1 << 4) | (j1 << 12), 1 | (jN1 << 4) | (i1 << 12), isA1);
      const on0 = (i30 << 16) | (j30 << 20) | (turn0 << 24), on1 = (i31 << 16) | (j31 << 20) | (turn1 << 24);
      setFeatures(
        s0,
        choose(choose(edge0, on0, (stops & 1) !== 0), i0 | (j0 << 4), (goes & 1) !== 0),
      );
      setFeatures(
        s1,
        choose(choose(edge1, on1, (stops & 2) !== 0), i1 | (j1 << 4), (goes & 2) !== 0),
      );
      append(APART, both, goes & ~stops & lanes);
      append(EDGES, both, stops & lanes);
      append(VERTICES, both, ~goes & lanes);
    }
  }
  leaveAll(APART);
}
