// Two pairs per vector. Every operation on a lane is the kernel's, in the kernel's order, so that a lane
// holds the bits that src/kernel would compute; what a lane cannot decide beyond rounding goes to the
// kernel instead (`LEFT_LIST`). Names and derivations are those of the kernel's files.

import {
  CENTRE_LIST_END,
  CIRCLES,
  CLASS_LEFT,
  CLASS_TABLE,
  CLASSES,
  EDGE_LIST,
  EDGES,
  FEATURES,
  HALVES,
  HEADER,
  LEFT_LIST,
  NOISES,
  NORMALS_A,
  NORMALS_B,
  ORDER,
  OVERLAP_LIST,
  PAIRS,
  PEAKS4,
  PEAKS8,
  POINTS_A,
  POINTS_B,
  POSE_SHIFT,
  RESULTS,
  SHAPE_COUNT,
  SHAPE_KIND,
  TABLE_SHIFT,
  VERTEX_LIST,
} from "./layout";

/** Queries: what is asked for, and what the results are. */
export const DECIDE: i32 = 0;
export const UNSIGNED: i32 = 1;
export const SIGNED: i32 = 2;
export const DEPTH: i32 = 3;

/** Lanes leave what they have not decided after so many support points, or found after so many steps. */
const ITERATIONS: i32 = 16;
const STEPS: i32 = 20;

/** As in pair.ts and in walk.ts. */
const PARALLEL: f64 = 1.4901161193847656e-8;
const ROUNDING: f64 = 4.440892098500626e-16;
const DETERMINANT_BOUND: f64 = 3.3306690738754716e-16;

// Set by `begin`: where the bodies are.
let table: usize = 0, poses: usize = 0, records: usize = 0;
// Lengths of the lists.
let vertexCount: i32 = 0, edgeCount: i32 = 0, overlapCount: i32 = 0, leftCount: i32 = 0;
let centreCount: i32 = 0;

// @ts-ignore: decorator
@inline function splat(x: f64): v128 {
  return f64x2.splat(x);
}
// @ts-ignore: decorator
@inline function add(x: v128, y: v128): v128 {
  return f64x2.add(x, y);
}
// @ts-ignore: decorator
@inline function sub(x: v128, y: v128): v128 {
  return f64x2.sub(x, y);
}
// @ts-ignore: decorator
@inline function mul(x: v128, y: v128): v128 {
  return f64x2.mul(x, y);
}
// @ts-ignore: decorator
@inline function neg(x: v128): v128 {
  return f64x2.neg(x);
}
// @ts-ignore: decorator
@inline function abs(x: v128): v128 {
  return f64x2.abs(x);
}
// @ts-ignore: decorator
@inline function gt(x: v128, y: v128): v128 {
  return f64x2.gt(x, y);
}
// @ts-ignore: decorator
@inline function and(x: v128, y: v128): v128 {
  return v128.and(x, y);
}
// @ts-ignore: decorator
@inline function or(x: v128, y: v128): v128 {
  return v128.or(x, y);
}
// @ts-ignore: decorator
@inline function not(x: v128): v128 {
  return v128.not(x);
}
/** x and not y. */
// @ts-ignore: decorator
@inline function less(x: v128, y: v128): v128 {
  return v128.andnot(x, y);
}
/** Where m holds x, else y. */
// @ts-ignore: decorator
@inline function select(x: v128, y: v128, m: v128): v128 {
  return v128.bitselect(x, y, m);
}
/** x · X + y · Y */
// @ts-ignore: decorator
@inline function dot(x: v128, X: v128, y: v128, Y: v128): v128 {
  return f64x2.add(f64x2.mul(x, X), f64x2.mul(y, Y));
}
/** x · X - y · Y */
// @ts-ignore: decorator
@inline function det(x: v128, X: v128, y: v128, Y: v128): v128 {
  return f64x2.sub(f64x2.mul(x, X), f64x2.mul(y, Y));
}
// @ts-ignore: decorator
@inline function firsts(x: v128, y: v128): v128 {
  return v128.shuffle<f64>(x, y, 0, 2);
}
// @ts-ignore: decorator
@inline function seconds(x: v128, y: v128): v128 {
  return v128.shuffle<f64>(x, y, 1, 3);
}
// @ts-ignore: decorator
@inline function bits(m: v128): i32 {
  return i64x2.bitmask(m);
}

// @ts-ignore: decorator
@inline function idA(k: i32): usize {
  return <usize>load<u32>(PAIRS + (<usize>k << 3));
}
// @ts-ignore: decorator
@inline function idB(k: i32): usize {
  return <usize>load<u32>(PAIRS + (<usize>k << 3), 4);
}
/** A's id for side 0, B's for side 1; no branch, which would be guessed wrong half of the time. */
// @ts-ignore: decorator
@inline function idOf(k: i32, side: i32): usize {
  return <usize>load<u32>(PAIRS + (<usize>k << 3) + (<usize>side << 2));
}
// @ts-ignore: decorator
@inline function record(id: usize): usize {
  return records + (<usize>load<u32>(table + (id << TABLE_SHIFT)) << 3);
}
// @ts-ignore: decorator
@inline function size(id: usize): i32 {
  return load<i32>(table + (id << TABLE_SHIFT), 4) & SHAPE_COUNT;
}
// @ts-ignore: decorator
@inline function word(id: usize): i32 {
  return load<i32>(table + (id << TABLE_SHIFT), 4);
}
// @ts-ignore: decorator
@inline function pose(id: usize): usize {
  return poses + (id << POSE_SHIFT);
}
// @ts-ignore: decorator
@inline function entry(list: usize, i: i32): i32 {
  return <i32>load<u16>(list + (<usize>i << 1));
}
// @ts-ignore: decorator
@inline function leave(k: i32): void {
  store<u16>(LEFT_LIST + (<usize>(leftCount++) << 1), <u16>k);
}

/** All eight results of pair k are 0. */
// @ts-ignore: decorator
@inline function writeApart(k: i32): void {
  const o = RESULTS + (<usize>k << 6);
  const zero = splat(0);
  v128.store(o, zero);
  v128.store(o, zero, 16);
  v128.store(o, zero, 32);
  v128.store(o, zero, 48);
}

/** Which of two bodies are single points. */
function arePoints(a: usize, b: usize): v128 {
  return i64x2.replace_lane(i64x2.splat(-<i64>i32(size(a) === 1)), 1, -<i64>i32(size(b) === 1));
}

/** Transposes N points of two records to S. */
function gather(r0: usize, r1: usize, N: i32, S: usize): void {
  const end = S + (<usize>N << 5);
  while (S < end) {
    const x = v128.load(r0), y = v128.load(r1);
    v128.store(S, firsts(x, y));
    v128.store(S, seconds(x, y), 16);
    r0 += 16;
    r1 += 16;
    S += 32;
  }
}

/** All bits where the edge with normals at S ascends in direction (dx, dy). */
// @ts-ignore: decorator
@inline function ascends(S: usize, dx: v128, dy: v128): v128 {
  return gt(sub(mul(v128.load(S), dy), mul(v128.load(S, 16), dx)), splat(0));
}

/** Masks of ascending edges, bit N - 1 - k for edge k: see `scan` in support.ts. */
// @ts-ignore: decorator
@inline function scanLanes(S: usize, N: i32, dx: v128, dy: v128): v128 {
  const end = S + (<usize>N << 5);
  let m = i64x2.splat(0);
  do {
    m = i64x2.sub(i64x2.shl(m, 1), ascends(S, dx, dy));
    m = i64x2.sub(i64x2.shl(m, 1), ascends(S + 32, dx, dy));
    S += 64;
  } while (S < end);
  return m;
}

export function begin(at: usize, P: usize, V: usize): void {
  table = at;
  poses = P;
  records = V;
  leftCount = 0;
}

export function countLeft(): i32 {
  return leftCount;
}

/**
 * Index of the first of `count` pairs' ids that has no body, or -1. Without `gaps` every id below `limit`
 * has one.
 */
export function findStray(count: i32, limit: i32, gaps: i32): i32 {
  let most = i32x4.splat(0);
  const end = PAIRS + (<usize>count << 3);
  let at = PAIRS;
  for (; at + 16 <= end; at += 16) most = i32x4.max_u(most, v128.load(at));
  if (at < end) most = i32x4.max_u(most, v128.load64_zero(at));
  if (gaps === 0 && !v128.any_true(i32x4.ge_u(most, i32x4.splat(limit)))) return -1;
  for (let k = 0; k < 2 * count; k++) {
    const id = load<u32>(PAIRS + (<usize>k << 2));
    if (id >= <u32>limit || word(id) === 0) return k;
  }
  return -1;
}

/** By a table: the kinds of the two shapes, bits 16 to 18 of their words, choose the class. */
// @ts-ignore: decorator
@inline function classOf(k: i32): i32 {
  const a = word(idA(k)) >>> SHAPE_KIND, b = word(idB(k)) >>> SHAPE_KIND;
  return <i32>load<u8>(CLASS_TABLE + <usize>((a << 3) | b));
}

/**
 * Finds the classes of the pairs. Where all are of one, returns it. Else sorts them into ORDER, leaves those
 * without lanes, and returns -1; `starts`: room for 12 numbers.
 */
export function classify(count: i32, starts: usize): i32 {
  const c0 = classOf(0);
  let differing = 0;
  for (let k = 0; k < count; k++) {
    const c = classOf(k);
    differing |= c ^ c0;
    store<u8>(CLASSES + k, <u8>c);
  }
  if (differing === 0 && c0 !== CLASS_LEFT) return c0;
  memory.fill(starts, 0, 48);
  for (let k = 0; k < count; k++) {
    const c = <i32>load<u8>(CLASSES + k);
    const at = starts + (<usize>c << 2);
    store<i32>(at, load<i32>(at, 4) + 1, 4);
  }
  for (let c = 0; c < CLASS_LEFT; c++) {
    const at = starts + (<usize>c << 2);
    store<i32>(at, load<i32>(at) + load<i32>(at, 4), 4);
  }
  for (let k = 0; k < count; k++) {
    const c = <i32>load<u8>(CLASSES + k);
    if (c === CLASS_LEFT) {
      leave(k);
      continue;
    }
    const at = starts + (<usize>c << 2);
    const i = load<i32>(at);
    store<i32>(at, i + 1);
    store<u16>(ORDER + (<usize>i << 1), <u16>k);
  }
  return -1;
}

/** k0, k1 of the reference (side 0: A), j of the incident shape and its neighbour j2, all below 8. */
// @ts-ignore: decorator
@inline function packEdge(side: i32, k0: i32, k1: i32, j: i32, j2: i32): i32 {
  return side | (k0 << 4) | (k1 << 8) | (j << 12) | (j2 << 16);
}

/**
 * `decide` for the pairs of a list from `from` to `to`, whose shapes have NA and NB points in their records,
 * and `walk` for those that are apart. DECIDE writes the booleans; otherwise the pairs go to the lists of the
 * later stages, with FEATURES and NOISES. `flat`: none has a radius, and for DEPTH those that are apart then
 * get their result, the rest go to OVERLAP_LIST.
 */
export function searchLanes(
  list: usize,
  from: i32,
  to: i32,
  NA: i32,
  NB: i32,
  query: i32,
  flat: bool,
): void {
  const zero = splat(0), one = splat(1), two = splat(2);
  const peaksA = NA === 4 ? PEAKS4 : PEAKS8, peaksB = NB === 4 ? PEAKS4 : PEAKS8;
  const normals: usize = HEADER, exactA = HEADER + (<usize>NA << 5), exactB = HEADER + (<usize>NB << 5);
  for (let i = from; i < to; i += 2) {
    const k0 = entry(list, i), k1 = entry(list, i + 1 < to ? i + 1 : i);
    const lanes = i + 1 < to ? 2 : 1;
    const a0 = idA(k0), b0 = idB(k0), a1 = idA(k1), b1 = idB(k1);
    const A0 = record(a0), B0 = record(b0), A1 = record(a1), B1 = record(b1);
    load2(a0, b0, a1, b1, A0, B0, A1, B1);
    const rc = RC, rs = RS, tx = WX, ty = WY, E = NOISE;
    // First from centre to centre; circles about the centres may be all there is to see.
    let x = add(v128.load(B0, 16), v128.load(B0, 32));
    let y = add(v128.load(B1, 16), v128.load(B1, 32));
    const gx = firsts(x, y), gy = seconds(x, y);
    x = add(v128.load(A0, 16), v128.load(A0, 32));
    y = add(v128.load(A1, 16), v128.load(A1, 32));
    let nx = sub(add(det(rc, gx, rs, gy), tx), firsts(x, y));
    let ny = sub(add(dot(rs, gx, rc, gy), ty), seconds(x, y));
    const inner = sub(
      add(
        seconds(v128.load(A0, CIRCLES), v128.load(A1, CIRCLES)),
        seconds(v128.load(B0, CIRCLES), v128.load(B1, CIRCLES)),
      ),
      mul(two, E),
    );
    const deep = and(gt(inner, zero), f64x2.lt(dot(nx, nx, ny, ny), mul(inner, inner)));
    let active = not(deep), separated = zero, overlapping = zero;
    let p = zero, q = zero, r = zero, turn = one;
    if (v128.any_true(active)) {
      gather(A0 + normals, A1 + normals, NA, NORMALS_A);
      gather(B0 + normals, B1 + normals, NB, NORMALS_B);
      nx = select(one, nx, and(f64x2.eq(nx, zero), f64x2.eq(ny, zero)));
      let px = zero, py = zero, qx = zero, qy = zero;
      for (let it = 0; it < ITERATIONS; it++) {
        const mx = neg(dot(rc, nx, rs, ny)), my = det(rs, nx, rc, ny);
        const maskA = scanLanes(NORMALS_A, NA, nx, ny), maskB = scanLanes(NORMALS_B, NB, mx, my);
        const i0 = <usize>load<u8>(peaksA + <usize>i64x2.extract_lane(maskA, 0));
        const i1 = <usize>load<u8>(peaksA + <usize>i64x2.extract_lane(maskA, 1));
        const j0 = <usize>load<u8>(peaksB + <usize>i64x2.extract_lane(maskB, 0));
        const j1 = <usize>load<u8>(peaksB + <usize>i64x2.extract_lane(maskB, 1));
        x = v128.load(A0 + exactA + (i0 << 4));
        y = v128.load(A1 + exactA + (i1 << 4));
        const ax = firsts(x, y), ay = seconds(x, y);
        x = v128.load(B0 + exactB + (j0 << 4));
        y = v128.load(B1 + exactB + (j1 << 4));
        const bx = firsts(x, y), by = seconds(x, y);
        const s = i64x2.replace_lane(i64x2.splat(<i64>(i0 | (j0 << 4))), 1, <i64>(i1 | (j1 << 4)));
        const rx = sub(ax, add(det(rc, bx, rs, by), tx)), ry = sub(ay, add(dot(rs, bx, rc, by), ty));
        r = select(s, r, active);
        const along = neg(dot(nx, rx, ny, ry));
        const apart = and(active, gt(along, mul(E, add(abs(nx), abs(ny)))));
        turn = select(
          splat(-1),
          turn,
          and(apart, f64x2.lt(sub(mul(ny, rx), mul(nx, ry)), zero)),
        );
        separated = or(separated, apart);
        active = less(active, apart);
        if (!v128.any_true(active)) break;
        if (it === 0) {
          px = rx;
          py = ry;
          p = s;
          nx = neg(rx);
          ny = neg(ry);
          continue;
        }
        const rpx = sub(rx, px), rpy = sub(ry, py);
        if (it === 1) {
          const turned = f64x2.lt(det(rpy, px, rpx, py), zero);
          qx = select(px, rx, turned);
          qy = select(py, ry, turned);
          q = select(p, s, turned);
          px = select(rx, px, turned);
          py = select(ry, py, turned);
          p = select(s, p, turned);
        } else {
          const rqx = sub(rx, qx), rqy = sub(ry, qy);
          const c1 = det(rqy, qx, rqx, qy), c2 = det(rpx, ry, rpy, rx);
          const e1 = mul(E, add(abs(rqx), abs(rqy))), e2 = mul(E, add(abs(rpx), abs(rpy)));
          const close = and(active, and(f64x2.ge(c1, neg(e1)), f64x2.ge(c2, neg(e2))));
          overlapping = or(overlapping, and(close, and(gt(c1, e1), gt(c2, e2))));
          active = less(active, close);
          if (!v128.any_true(active)) break;
          const toP = and(active, f64x2.lt(c1, zero)), toQ = less(active, toP);
          px = select(rx, px, toP);
          py = select(ry, py, toP);
          p = select(s, p, toP);
          qx = select(rx, qx, toQ);
          qy = select(ry, qy, toQ);
          q = select(s, q, toQ);
        }
        nx = sub(py, qy);
        ny = sub(qx, px);
        active = and(active, gt(neg(dot(nx, px, ny, py)), mul(E, add(abs(nx), abs(ny)))));
        if (!v128.any_true(active)) break;
      }
    }

    const isDeep = bits(deep), isOver = bits(overlapping);
    const isSeparated = bits(separated);
    if (query === DECIDE) {
      for (let lane = 0; lane < lanes; lane++) {
        const k = lane === 0 ? k0 : k1;
        store<u8>(RESULTS + k, <u8>(((isDeep | isOver) >> lane) & 1));
        if ((((isDeep | isOver | isSeparated) >> lane) & 1) === 0) leave(k);
      }
      if (flat) continue;
    } else if (query === DEPTH && flat) {
      for (let lane = 0; lane < lanes; lane++) {
        const k = lane === 0 ? k0 : k1;
        writeApart(k);
        store<u16>(OVERLAP_LIST + (<usize>overlapCount << 1), <u16>k);
        overlapCount += 1 - ((isSeparated >> lane) & 1);
      }
      continue;
    } else {
      for (let lane = 0; lane < lanes; lane++) {
        const k = lane === 0 ? k0 : k1;
        store<f64>(
          NOISES + (<usize>k << 3),
          lane === 0 ? f64x2.extract_lane(E, 0) : f64x2.extract_lane(E, 1),
        );
        const P = <i32>(lane === 0 ? i64x2.extract_lane(p, 0) : i64x2.extract_lane(p, 1));
        const Q = <i32>(lane === 0 ? i64x2.extract_lane(q, 0) : i64x2.extract_lane(q, 1));
        const T = <i32>(lane === 0 ? i64x2.extract_lane(r, 0) : i64x2.extract_lane(r, 1));
        store<i32>(FEATURES + (<usize>k << 2), P | (Q << 8) | (T << 16));
        const over = (isOver >> lane) & 1, inside = (isDeep >> lane) & 1;
        // Written in any case, kept where it is right: no branch to guess wrong.
        const toOverlap = query === UNSIGNED ? over : over | inside;
        store<u16>(OVERLAP_LIST + (<usize>overlapCount << 1), <u16>k);
        overlapCount += toOverlap;
        store<u16>(CENTRE_LIST_END - (<usize>centreCount << 1), <u16>k);
        centreCount += inside & i32(query === UNSIGNED);
        if ((((isDeep | isOver | isSeparated) >> lane) & 1) === 0) leave(k);
      }
    }
    if (isSeparated !== 0) {
      walkLanes(
        k0, k1, lanes === 2 ? isSeparated : isSeparated & 1, r, turn, A0, B0, A1, B1, exactA, exactB,
        size(a0), size(b0), size(a1), size(b1), query,
      );
    }
  }
}

/** Neighbour of vertex k of n: k + 1 for turn 1, k - 1 for turn -1. */
// @ts-ignore: decorator
@inline function beyond(k: i32, n: i32, turn: i32): i32 {
  const next = k + turn;
  return select_i32(n - 1, select_i32(next, 0, next < n), next < 0);
}
// @ts-ignore: decorator
@inline function select_i32(x: i32, y: i32, m: bool): i32 {
  return m ? x : y;
}
// @ts-ignore: decorator
@inline function lanesOf(x: bool, y: bool): v128 {
  return i64x2.replace_lane(i64x2.splat(-<i64>i32(x)), 1, -<i64>i32(y));
}

/**
 * `walk` for the lanes in `mask`, in the pair frame of `load2`, from the vertices `start`, the way of `turn`.
 * DECIDE compares the distance with the radii; else the features go to VERTEX_LIST or EDGE_LIST. Edges that
 * may be parallel are for the kernel.
 */
function walkLanes(
  k0: i32,
  k1: i32,
  mask: i32,
  start: v128,
  turn: v128,
  A0: usize,
  B0: usize,
  A1: usize,
  B1: usize,
  exactA: usize,
  exactB: usize,
  nA0: i32,
  nB0: i32,
  nA1: i32,
  nB1: i32,
  query: i32,
): void {
  const zero = splat(0);
  const rc = RC, rs = RS, tx = WX, ty = WY;
  const s0 = <i32>i64x2.extract_lane(start, 0), s1 = <i32>i64x2.extract_lane(start, 1);
  let i0 = s0 & 15, j0 = s0 >> 4, i1 = s1 & 15, j1 = s1 >> 4;
  const turn0 = <i32>f64x2.extract_lane(turn, 0), turn1 = <i32>f64x2.extract_lane(turn, 1);
  let x = v128.load(A0 + exactA + (<usize>i0 << 4)), y = v128.load(A1 + exactA + (<usize>i1 << 4));
  let ax = firsts(x, y), ay = seconds(x, y);
  x = v128.load(B0 + exactB + (<usize>j0 << 4));
  y = v128.load(B1 + exactB + (<usize>j1 << 4));
  let X = firsts(x, y), Y = seconds(x, y);
  let bx = add(det(rc, X, rs, Y), tx), by = add(dot(rs, X, rc, Y), ty);
  const isPointA = lanesOf(nA0 === 1, nA1 === 1), isPointB = lanesOf(nB0 === 1, nB1 === 1);
  const isPoint = or(isPointA, isPointB);
  let active = lanesOf((mask & 1) !== 0, (mask & 2) !== 0);
  let core = zero, edge = zero;
  // Of the lanes that end on an edge.
  let features0 = 0, features1 = 0;
  for (let step = 0; step < STEPS; step++) {
    const i20 = beyond(i0, nA0, turn0), i21 = beyond(i1, nA1, turn1);
    const j20 = beyond(j0, nB0, turn0), j21 = beyond(j1, nB1, turn1);
    const e0 = select_i32(i0, i20, turn0 > 0), e1 = select_i32(i1, i21, turn1 > 0);
    const f0 = select_i32(j0, j20, turn0 > 0), f1 = select_i32(j1, j21, turn1 > 0);
    x = v128.load(A0 + HEADER + (<usize>e0 << 4));
    y = v128.load(A1 + HEADER + (<usize>e1 << 4));
    const Nx = firsts(x, y), Ny = seconds(x, y);
    x = v128.load(B0 + HEADER + (<usize>f0 << 4));
    y = v128.load(B1 + HEADER + (<usize>f1 << 4));
    X = firsts(x, y);
    Y = seconds(x, y);
    const Mx = det(rc, X, rs, Y), My = dot(rs, X, rc, Y);
    const vx = sub(bx, ax), vy = sub(by, ay);
    const onA = mul(turn, det(vy, Nx, vx, Ny)), onB = mul(turn, det(vx, My, vy, Mx));
    const order = mul(turn, det(Nx, My, Ny, Mx));
    const outA = dot(vx, Nx, vy, Ny), outB = dot(vx, Mx, vy, My);
    const line = select(gt(outA, zero), gt(onA, zero), gt(dot(Nx, Mx, Ny, My), zero));
    let ofA = select(line, f64x2.lt(order, zero), f64x2.le(abs(order), splat(ROUNDING)));
    ofA = less(or(less(ofA, isPoint), isPointB), isPointA);
    const on = select(onA, onB, ofA), out = select(outA, neg(outB), ofA);
    active = and(active, or(gt(on, zero), and(f64x2.eq(on, zero), gt(out, zero))));
    if (!v128.any_true(active)) break;

    x = v128.load(A0 + exactA + (<usize>i20 << 4));
    y = v128.load(A1 + exactA + (<usize>i21 << 4));
    const toA = and(active, ofA), toB = less(active, ofA);
    const cx = select(firsts(x, y), ax, toA), cy = select(seconds(x, y), ay, toA);
    x = v128.load(B0 + exactB + (<usize>j20 << 4));
    y = v128.load(B1 + exactB + (<usize>j21 << 4));
    X = firsts(x, y);
    Y = seconds(x, y);
    const dx = select(add(det(rc, X, rs, Y), tx), bx, toB);
    const dy = select(add(dot(rs, X, rc, Y), ty), by, toB);
    const ux = sub(dx, cx), uy = sub(dy, cy);
    const past = mul(turn, select(det(uy, Nx, ux, Ny), det(ux, My, uy, Mx), ofA));
    const isBeside = and(active, f64x2.le(past, zero));
    const stops = bits(isBeside), ofAs = bits(toA), goes = bits(active);
    if (stops !== 0) {
      edge = or(edge, isBeside);
      core = select(out, core, isBeside);
      active = less(active, isBeside);
      if ((stops & 1) !== 0) {
        features0 = (ofAs & 1) !== 0
          ? packWalk(0, i0, i20, turn0, j0)
          : packWalk(1, j0, j20, turn0, i0);
      }
      if ((stops & 2) !== 0) {
        features1 = (ofAs & 2) !== 0
          ? packWalk(0, i1, i21, turn1, j1)
          : packWalk(1, j1, j21, turn1, i1);
      }
      if (!v128.any_true(active)) break;
    }
    const moves = goes & ~stops, movesA = moves & ofAs, movesB = moves & ~ofAs;
    i0 = select_i32(i20, i0, (movesA & 1) !== 0);
    i1 = select_i32(i21, i1, (movesA & 2) !== 0);
    j0 = select_i32(j20, j0, (movesB & 1) !== 0);
    j1 = select_i32(j21, j1, (movesB & 2) !== 0);
    ax = cx;
    ay = cy;
    bx = dx;
    by = dy;
  }
  const isEdge = bits(edge), isOpen = bits(active);
  if (query === DECIDE) {
    const vx = sub(bx, ax), vy = sub(by, ay);
    const gap = sub(select(core, f64x2.sqrt(dot(vx, vx, vy, vy)), edge), RADII);
    const isClear = bits(gt(abs(gap), mul(splat(2), NOISE))) & ~isOpen;
    const isHit = bits(f64x2.lt(gap, zero));
    for (let lane = 0; lane < 2; lane++) {
      if (((mask >> lane) & 1) === 0) continue;
      const k = lane === 0 ? k0 : k1;
      store<u8>(RESULTS + k, <u8>((isHit >> lane) & 1));
      if (((isClear >> lane) & 1) === 0) leave(k);
    }
    return;
  }
  for (let lane = 0; lane < 2; lane++) {
    if (((mask >> lane) & 1) === 0) continue;
    const k = lane === 0 ? k0 : k1;
    if (((isOpen >> lane) & 1) !== 0) {
      leave(k);
      continue;
    }
    const isLine = (isEdge >> lane) & 1;
    const vertex = lane === 0 ? i0 | (j0 << 4) : i1 | (j1 << 4);
    const features = isLine !== 0 ? (lane === 0 ? features0 : features1) : vertex;
    store<i32>(FEATURES + (<usize>k << 2), features);
    const isLeft = isLine !== 0 && mayBeParallel(k, features) ? 1 : 0;
    store<u16>(VERTEX_LIST + (<usize>vertexCount << 1), <u16>k);
    vertexCount += 1 - isLine;
    store<u16>(EDGE_LIST + (<usize>edgeCount << 1), <u16>k);
    edgeCount += isLine & (1 - isLeft);
    if (isLeft !== 0) leave(k);
  }
}

/** The edge between vertices k and k2 = k + turn, counter-clockwise, and vertex j. */
// @ts-ignore: decorator
@inline function packWalk(side: i32, k: i32, k2: i32, turn: i32, j: i32): i32 {
  return packEdge(side, turn > 0 ? k : k2, turn > 0 ? k2 : k, j, j);
}

/** Whether an edge at the vertex may be parallel to the edge; as `signedDistance` asks first. */
function mayBeParallel(k: i32, features: i32): bool {
  const side = features & 1, r = idOf(k, side), i = idOf(k, 1 - side);
  const n = size(i), j = (features >> 12) & 15;
  if (n === 1) return false;
  const cR = load<f64>(pose(r), 16), sR = load<f64>(pose(r), 24);
  const cI = load<f64>(pose(i), 16), sI = load<f64>(pose(i), 24);
  const rc = cR * cI + sR * sI, rs = cR * sI - sR * cI;
  const N = record(r) + HEADER + <usize>(features & 0xf0);
  const Nx = load<f64>(N), Ny = load<f64>(N, 8);
  const mx = rc * Nx + rs * Ny, my = rc * Ny - rs * Nx;
  const M = record(i) + HEADER, y = M + (<usize>j << 4), z = M + (<usize>(j > 0 ? j - 1 : n - 1) << 4);
  const ahead = mx * load<f64>(y, 8) - my * load<f64>(y);
  const behind = mx * load<f64>(z, 8) - my * load<f64>(z);
  return f64.abs(ahead) <= PARALLEL || f64.abs(behind) <= PARALLEL;
}

/** Where one lane's result goes, or that it is left: bits of `ok`; `count` lanes. */
function write(
  k: i32,
  lane: i32,
  d: v128,
  nx: v128,
  ny: v128,
  ax: v128,
  ay: v128,
  bx: v128,
  by: v128,
  status: v128,
): void {
  const o = RESULTS + (<usize>k << 6);
  if (lane === 0) {
    v128.store(o, firsts(d, nx));
    v128.store(o, firsts(ny, ax), 16);
    v128.store(o, firsts(ay, bx), 32);
    v128.store(o, firsts(by, status), 48);
  } else {
    v128.store(o, seconds(d, nx));
    v128.store(o, seconds(ny, ax), 16);
    v128.store(o, seconds(ay, bx), 32);
    v128.store(o, seconds(by, status), 48);
  }
}

/**
 * Core result to result: radii, status, world; writes the lanes where `ok`, leaves the others. Witness
 * points come in relative to A's position.
 */
function finish(
  k0: i32,
  k1: i32,
  lanes: i32,
  ok: v128,
  core: v128,
  nx: v128,
  ny: v128,
  ax: v128,
  ay: v128,
  bx: v128,
  by: v128,
  query: i32,
): void {
  const zero = splat(0);
  const a0 = idA(k0), b0 = idB(k0), a1 = idA(k1), b1 = idB(k1);
  const ra = firsts(v128.load(record(a0)), v128.load(record(a1)));
  const rb = firsts(v128.load(record(b0)), v128.load(record(b1)));
  let d = sub(core, add(ra, rb));
  ax = add(ax, mul(ra, nx));
  ay = add(ay, mul(ra, ny));
  bx = sub(bx, mul(rb, nx));
  by = sub(by, mul(rb, ny));
  const over = f64x2.lt(d, zero);
  const status = select(splat(2), less(splat(1), gt(d, zero)), over);
  if (query === UNSIGNED) {
    const middle = mul(splat(0.5), sub(add(ra, core), rb));
    const t = sub(
      less(select(middle, core, f64x2.lt(middle, core)), f64x2.lt(middle, zero)),
      ra,
    );
    ax = select(add(ax, mul(t, nx)), ax, over);
    ay = select(add(ay, mul(t, ny)), ay, over);
    bx = select(ax, bx, over);
    by = select(ay, by, over);
    d = less(d, over);
  }
  const x = v128.load(pose(a0)), y = v128.load(pose(a1));
  const X = firsts(x, y), Y = seconds(x, y);
  ax = add(ax, X);
  ay = add(ay, Y);
  bx = add(bx, X);
  by = add(by, Y);
  nx = add(nx, zero);
  ny = add(ny, zero);
  d = add(d, zero);
  const isOk = bits(ok), isApart = bits(gt(d, zero));
  for (let lane = 0; lane < lanes; lane++) {
    const k = lane === 0 ? k0 : k1;
    if (((isOk >> lane) & 1) === 0) leave(k);
    else if (query !== DEPTH) write(k, lane, d, nx, ny, ax, ay, bx, by, status);
    else if (((isApart >> lane) & 1) !== 0) writeApart(k);
    else {
      write(k, lane, add(neg(d), zero), nx, ny, ax, ay, bx, by, status);
    }
  }
}

/** `vertexPair` for a list; `round`: the shapes have one point each, whose noise is its own. */
export function vertexLanes(list: usize, from: i32, to: i32, round: bool, query: i32): void {
  const zero = splat(0);
  for (let i = from; i < to; i += 2) {
    const k0 = entry(list, i), k1 = entry(list, i + 1 < to ? i + 1 : i);
    const a0 = idA(k0), b0 = idB(k0), a1 = idA(k1), b1 = idB(k1);
    const A0 = record(a0), B0 = record(b0), A1 = record(a1), B1 = record(b1);
    const f0 = round ? 0 : load<i32>(FEATURES + (<usize>k0 << 2));
    const f1 = round ? 0 : load<i32>(FEATURES + (<usize>k1 << 2));
    loadPoses(a0, b0, a1, b1);
    const c = AC, s = AS, C = BC, S = BS, wx = VX, wy = VY;
    let x = v128.load(A0 + exact(size(a0), f0 & 15)), y = v128.load(A1 + exact(size(a1), f1 & 15));
    const ux = firsts(x, y), uy = seconds(x, y);
    x = v128.load(B0 + exact(size(b0), f0 >> 4));
    y = v128.load(B1 + exact(size(b1), f1 >> 4));
    const vx = firsts(x, y), vy = seconds(x, y);
    const ax = det(c, ux, s, uy), ay = dot(s, ux, c, uy);
    const bx = add(det(C, vx, S, vy), wx), by = add(dot(S, vx, C, vy), wy);
    const dx = sub(bx, ax), dy = sub(by, ay);
    const R = add(
      firsts(v128.load(A0), v128.load(A1)),
      firsts(v128.load(B0), v128.load(B1)),
    );
    const d2 = dot(dx, dx, dy, dy);
    if (query === DECIDE) {
      const R2 = mul(R, R), gap = sub(d2, R2);
      const hits = bits(f64x2.lt(gap, zero));
      const sure = bits(gt(abs(gap), mul(splat(1.7763568394002505e-15), add(d2, R2))));
      store<u8>(RESULTS + k0, <u8>(hits & 1));
      store<u8>(RESULTS + k1, <u8>(k0 === k1 ? hits & 1 : hits >> 1));
      if ((sure & 1) === 0) leave(k0);
      if (i + 1 < to && (sure & 2) === 0) leave(k1);
      continue;
    }
    const d = f64x2.sqrt(d2);
    let noise: v128;
    if (round) noise = mul(splat(1.7763568394002505e-15), add(d, R));
    else noise = loadNoise(k0, k1);
    const unsure = and(gt(R, zero), f64x2.le(abs(sub(d, R)), noise));
    const ok = less(gt(d, zero), unsure);
    finish(
      k0,
      k1,
      i + 1 < to ? 2 : 1,
      ok,
      d,
      f64x2.div(dx, d),
      f64x2.div(dy, d),
      ax,
      ay,
      bx,
      by,
      query,
    );
  }
}

// @ts-ignore: decorator
@inline function loadNoise(k0: i32, k1: i32): v128 {
  return v128.load64_lane(
    NOISES + (<usize>k1 << 3),
    v128.load64_splat(NOISES + (<usize>k0 << 3)),
    1,
  );
}

/** Offset of exact point k in the lane record of a shape of n points. */
// @ts-ignore: decorator
@inline function exact(n: i32, k: i32): usize {
  return HEADER + (n > 4 ? 256 : 128) + (<usize>k << 4);
}

/**
 * The edge and vertex of `signedDistance` for the pairs of EDGE_LIST. With `facing` the features are a scan's:
 * the edges may be parallel, which is left, and the cores overlap.
 */
export function edgeLanes(facing: bool, query: i32): void {
  const zero = splat(0), half = splat(0.5), one = splat(1);
  const to = edgeCount;
  for (let i = 0; i < to; i += 2) {
    const k0 = entry(EDGE_LIST, i), k1 = entry(EDGE_LIST, i + 1 < to ? i + 1 : i);
    const f0 = load<i32>(FEATURES + (<usize>k0 << 2)), f1 = load<i32>(FEATURES + (<usize>k1 << 2));
    const a0 = idA(k0), b0 = idB(k0), a1 = idA(k1), b1 = idB(k1);
    const side0 = f0 & 1, side1 = f1 & 1;
    const r0 = idOf(k0, side0), r1 = idOf(k1, side1);
    const i0 = idOf(k0, 1 - side0), i1 = idOf(k1, 1 - side1);
    let x = v128.load(pose(r0), 16), y = v128.load(pose(r1), 16);
    const c = firsts(x, y), z = seconds(x, y);
    x = v128.load(pose(i0), 16);
    y = v128.load(pose(i1), 16);
    const C = firsts(x, y), Z = seconds(x, y);
    const o0 = v128.load(pose(a0)), o1 = v128.load(pose(a1));
    x = sub(v128.load(pose(r0)), o0);
    y = sub(v128.load(pose(r1)), o1);
    const rx = firsts(x, y), ry = seconds(x, y);
    x = sub(v128.load(pose(i0)), o0);
    y = sub(v128.load(pose(i1)), o1);
    const ix = firsts(x, y), iy = seconds(x, y);
    const X0 = record(r0) + exact(size(r0), 0), X1 = record(r1) + exact(size(r1), 0);
    const Y0 = record(i0) + exact(size(i0), 0), Y1 = record(i1) + exact(size(i1), 0);
    x = v128.load(X0 + <usize>(f0 & 0xf0));
    y = v128.load(X1 + <usize>(f1 & 0xf0));
    let X = firsts(x, y), Y = seconds(x, y);
    const u0x = add(det(c, X, z, Y), rx), u0y = add(dot(z, X, c, Y), ry);
    x = v128.load(X0 + <usize>((f0 >> 4) & 0xf0));
    y = v128.load(X1 + <usize>((f1 >> 4) & 0xf0));
    X = firsts(x, y);
    Y = seconds(x, y);
    const u1x = add(det(c, X, z, Y), rx), u1y = add(dot(z, X, c, Y), ry);
    x = v128.load(Y0 + <usize>((f0 >> 8) & 0xf0));
    y = v128.load(Y1 + <usize>((f1 >> 8) & 0xf0));
    X = firsts(x, y);
    Y = seconds(x, y);
    const vx = add(det(C, X, Z, Y), ix), vy = add(dot(Z, X, C, Y), iy);
    const ex = sub(u1x, u0x), ey = sub(u1y, u0y);
    const ee = dot(ex, ex, ey, ey);
    const length = f64x2.sqrt(ee);
    const Nx = f64x2.div(ey, length), Ny = f64x2.div(neg(ex), length);
    // Measured from the nearer end.
    let t = f64x2.div(dot(ex, sub(vx, u0x), ey, sub(vy, u0y)), ee);
    const second = gt(t, half);
    const ux = select(u1x, u0x, second), uy = select(u1y, u0y, second);
    t = select(
      add(one, f64x2.div(dot(ex, sub(vx, u1x), ey, sub(vy, u1y)), ee)),
      t,
      second,
    );
    const left = mul(sub(vx, ux), ey), right = mul(sub(vy, uy), ex);
    const value = sub(left, right);
    let ok = and(
      gt(ee, zero),
      gt(abs(value), mul(splat(DETERMINANT_BOUND), add(abs(left), abs(right)))),
    );
    const s = f64x2.div(value, length);
    const noise = loadNoise(k0, k1);
    if (facing) {
      x = v128.load(Y0 + <usize>((f0 >> 12) & 0xf0));
      y = v128.load(Y1 + <usize>((f1 >> 12) & 0xf0));
      X = firsts(x, y);
      Y = seconds(x, y);
      const zx = add(det(C, X, Z, Y), ix), zy = add(dot(Z, X, C, Y), iy);
      const s2 = dot(Nx, sub(zx, u0x), Ny, sub(zy, u0y));
      // A shape of one point has no edge there.
      const parallel = f64x2.le(abs(sub(s2, s)), mul(splat(0.125), noise));
      ok = less(ok, less(parallel, arePoints(i0, i1)));
      ok = and(ok, f64x2.lt(s, zero));
    } else {
      const R = add(
        firsts(v128.load(record(a0)), v128.load(record(a1))),
        firsts(v128.load(record(b0)), v128.load(record(b1))),
      );
      ok = less(ok, and(gt(R, zero), f64x2.le(abs(sub(s, R)), noise)));
    }
    // Beside the edge; else a vertex pair is closer, by the rounding of a pose.
    ok = and(ok, and(f64x2.ge(t, zero), f64x2.le(t, one)));
    const last = gt(t, half);
    const px = select(add(u1x, mul(sub(t, one), ex)), add(u0x, mul(t, ex)), last);
    const py = select(add(u1y, mul(sub(t, one), ey)), add(u0y, mul(t, ey)), last);
    const side = i64x2.replace_lane(i64x2.splat(-<i64>side0), 1, -<i64>side1);
    finish(
      k0,
      k1,
      i + 1 < to ? 2 : 1,
      ok,
      s,
      select(neg(Nx), Nx, side),
      select(neg(Ny), Ny, side),
      select(vx, px, side),
      select(vy, py, side),
      select(px, vx, side),
      select(py, vy, side),
      query,
    );
  }
}

// From centre to centre, as `centrePoint` begins: A's centre, how far it is, and which way.
let PX: v128 = i64x2(0, 0), PY: v128 = i64x2(0, 0), WAY: v128 = i64x2(0, 0);
let UX: v128 = i64x2(0, 0), UY: v128 = i64x2(0, 0);

/** Loads the poses and sets these. */
function loadCentres(k0: i32, k1: i32): void {
  const a0 = idA(k0), b0 = idB(k0), a1 = idA(k1), b1 = idB(k1);
  const A0 = record(a0), B0 = record(b0), A1 = record(a1), B1 = record(b1);
  loadPoses(a0, b0, a1, b1);
  let x = add(v128.load(A0, 16), v128.load(A0, 32)), y = add(v128.load(A1, 16), v128.load(A1, 32));
  let X = firsts(x, y), Y = seconds(x, y);
  const cx = det(AC, X, AS, Y), cy = dot(AS, X, AC, Y);
  x = add(v128.load(B0, 16), v128.load(B0, 32));
  y = add(v128.load(B1, 16), v128.load(B1, 32));
  X = firsts(x, y);
  Y = seconds(x, y);
  const gx = add(sub(det(BC, X, BS, Y), cx), VX), gy = add(sub(dot(BS, X, BC, Y), cy), VY);
  const g = f64x2.sqrt(dot(gx, gx, gy, gy)), zero = splat(0);
  PX = cx;
  PY = cy;
  WAY = g;
  UX = add(f64x2.div(gx, g), zero);
  UY = add(f64x2.div(gy, g), zero);
}

/** Writes the results of overlapping pairs with a common point relative to A's position. */
function writeCommon(k0: i32, k1: i32, lanes: i32, ok: v128, x: v128, y: v128): void {
  const isOk = bits(and(ok, gt(WAY, splat(0))));
  x = add(x, OX);
  y = add(y, OY);
  for (let lane = 0; lane < lanes; lane++) {
    const k = lane === 0 ? k0 : k1;
    if (((isOk >> lane) & 1) === 0) leave(k);
    else write(k, lane, splat(0), UX, UY, x, y, x, y, splat(2));
  }
}

/** `centrePoint` for pairs with circles inside their cores that overlap, from the end of OVERLAP_LIST. */
export function centreLanes(): void {
  const to = centreCount;
  for (let i = 0; i < to; i += 2) {
    const lanes = i + 1 < to ? 2 : 1;
    const k0 = <i32>load<u16>(CENTRE_LIST_END - (<usize>i << 1));
    const k1 = lanes === 2 ? <i32>load<u16>(CENTRE_LIST_END - (<usize>(i + 1) << 1)) : k0;
    loadCentres(k0, k1);
    const ra = seconds(v128.load(record(idA(k0)), CIRCLES), v128.load(record(idA(k1)), CIRCLES));
    const rb = seconds(v128.load(record(idB(k0)), CIRCLES), v128.load(record(idB(k1)), CIRCLES));
    const middle = mul(
      splat(0.5),
      add(f64x2.max(splat(0), sub(WAY, rb)), f64x2.min(WAY, ra)),
    );
    writeCommon(
      k0, k1, lanes, not(splat(0)), add(PX, mul(middle, UX)), add(PY, mul(middle, UY)),
    );
  }
}

/** `commonPoint` for the pairs of OVERLAP_LIST. */
export function commonLanes(): void {
  const zero = splat(0), one = splat(1);
  const to = overlapCount;
  for (let i = 0; i < to; i += 2) {
    const k0 = entry(OVERLAP_LIST, i), k1 = entry(OVERLAP_LIST, i + 1 < to ? i + 1 : i);
    const a0 = idA(k0), b0 = idB(k0), a1 = idA(k1), b1 = idB(k1);
    loadCentres(k0, k1);
    const ac = AC, as = AS, bc = BC, bs = BS, wx = VX, wy = VY;
    const XA0 = record(a0) + exact(size(a0), 0), XA1 = record(a1) + exact(size(a1), 0);
    const XB0 = record(b0) + exact(size(b0), 0), XB1 = record(b1) + exact(size(b1), 0);
    // To memory: a_p and p, a_q and q, a_r and r; and the points of B at POINTS_B.
    let f0 = load<i32>(FEATURES + (<usize>k0 << 2)), f1 = load<i32>(FEATURES + (<usize>k1 << 2));
    for (let at = POINTS_A; at < POINTS_A + 192; at += 64) {
      let x = v128.load(XA0 + (<usize>(f0 & 15) << 4)), y = v128.load(XA1 + (<usize>(f1 & 15) << 4));
      let X = firsts(x, y), Y = seconds(x, y);
      const ux = det(ac, X, as, Y), uy = dot(as, X, ac, Y);
      x = v128.load(XB0 + <usize>(f0 & 0xf0));
      y = v128.load(XB1 + <usize>(f1 & 0xf0));
      X = firsts(x, y);
      Y = seconds(x, y);
      const vx = add(det(bc, X, bs, Y), wx), vy = add(dot(bs, X, bc, Y), wy);
      v128.store(at, ux);
      v128.store(at, uy, 16);
      v128.store(at, sub(ux, vx), 32);
      v128.store(at, sub(uy, vy), 48);
      v128.store(at, vx, POINTS_B - POINTS_A);
      v128.store(at, vy, POINTS_B - POINTS_A + 16);
      f0 >>= 8;
      f1 >>= 8;
    }
    const apx = v128.load(POINTS_A), apy = v128.load(POINTS_A, 16);
    const px = v128.load(POINTS_A, 32), py = v128.load(POINTS_A, 48);
    const aqx = v128.load(POINTS_A, 64), aqy = v128.load(POINTS_A, 80);
    const qx = v128.load(POINTS_A, 96), qy = v128.load(POINTS_A, 112);
    const arx = v128.load(POINTS_A, 128), ary = v128.load(POINTS_A, 144);
    const rx = v128.load(POINTS_A, 160), ry = v128.load(POINTS_A, 176);
    const ex = sub(qx, px), ey = sub(qy, py), fx = sub(rx, px), fy = sub(ry, py);

    // The weights of q and r, corrected until they are good enough.
    const area = det(ex, fy, ey, fx);
    const enough = mul(splat(0.0625), loadNoise(k0, k1));
    let m = f64x2.div(f64x2.max(zero, det(rx, py, ry, px)), area);
    let n = f64x2.div(f64x2.max(zero, det(px, qy, py, qx)), area);
    let miss = add(abs(px), abs(py)), open = gt(area, zero), ok = zero;
    for (let step = 0; step < 3; step++) {
      const vx = add(add(px, mul(m, ex)), mul(n, fx)), vy = add(add(py, mul(m, ey)), mul(n, fy));
      const d = add(abs(vx), abs(vy));
      open = and(
        and(open, f64x2.lt(d, miss)),
        and(and(f64x2.ge(m, zero), f64x2.ge(n, zero)), f64x2.le(add(m, n), one)),
      );
      miss = d;
      const done = and(open, f64x2.le(d, enough));
      ok = or(ok, done);
      open = less(open, done);
      if (!v128.any_true(open)) break;
      m = select(add(m, f64x2.div(det(vy, fx, vx, fy), area)), m, open);
      n = select(add(n, f64x2.div(det(vx, ey, vy, ex), area)), n, open);
    }
    let ax = add(apx, add(mul(m, sub(aqx, apx)), mul(n, sub(arx, apx))));
    let ay = add(apy, add(mul(m, sub(aqy, apy)), mul(n, sub(ary, apy))));
    // A core of one point is that point.
    const pointA = arePoints(a0, a1), pointB = arePoints(b0, b1);
    ax = select(v128.load(POINTS_B), select(add(apx, zero), ax, pointA), pointB);
    ay = select(v128.load(POINTS_B, 16), select(add(apy, zero), ay, pointA), pointB);
    writeCommon(k0, k1, i + 1 < to ? 2 : 1, or(ok, or(pointA, pointB)), ax, ay);
  }
}

/** Scan of one shape's edges: largest separation and its edge; see `scanEdges`. */
let best: v128 = i64x2(0, 0), bestEdge: v128 = i64x2(0, 0);

/**
 * The edges of the reference shapes R0, R1, in the pair frame of `load2`. A separation lies between those
 * of circles around and inside the incident shape, s <= e - inner and s >= e - outer with
 * e = N·(c - u) for its center c: edges whose e is less than the greatest by more than outer - inner
 * cannot be best, and their vertices are not looked at.
 */
function scanEdgeLanes(
  normals: usize,
  points: usize,
  N: i32,
  others: usize,
  M: i32,
  R0: usize,
  R1: usize,
  I0: usize,
  I1: usize,
): void {
  const rc = RC, rs = RS, tx = TX, ty = TY;
  let x = v128.load(R0, 32), y = v128.load(R1, 32);
  const cx = add(CX, firsts(x, y)), cy = add(CY, seconds(x, y));
  const edges = <usize>N << 5, end = others + (<usize>M << 5);
  let most = splat(-Infinity);
  for (let k: usize = 0; k < edges; k += 32) {
    const e = dot(
      v128.load(normals + k),
      sub(cx, v128.load(points + k)),
      v128.load(normals + k, 16),
      sub(cy, v128.load(points + k, 16)),
    );
    v128.store(EDGES + (k >> 1), e);
    most = f64x2.pmax(most, e);
  }
  x = v128.load(I0, CIRCLES);
  y = v128.load(I1, CIRCLES);
  const limit = sub(
    most,
    add(sub(firsts(x, y), seconds(x, y)), mul(splat(4), NOISE)),
  );
  best = splat(-Infinity);
  bestEdge = splat(0);
  let index = i64x2.splat(0);
  for (let k: usize = 0; k < edges; k += 32) {
    const near = f64x2.lt(v128.load(EDGES + (k >> 1)), limit);
    const edge = index;
    index = i64x2.add(index, i64x2.splat(1));
    if (i64x2.all_true(near)) continue;
    const Nx = v128.load(normals + k), Ny = v128.load(normals + k, 16);
    const mx = dot(rc, Nx, rs, Ny), my = det(rc, Ny, rs, Nx);
    let low = dot(mx, v128.load(others), my, v128.load(others, 16));
    for (let v = others + 32; v < end; v += 32) {
      low = f64x2.pmin(low, dot(mx, v128.load(v), my, v128.load(v, 16)));
    }
    const d = dot(Nx, sub(tx, v128.load(points + k)), Ny, sub(ty, v128.load(points + k, 16)));
    const s = add(d, low);
    const m = gt(s, best);
    best = select(s, best, m);
    bestEdge = select(edge, bestEdge, m);
  }
}

/**
 * `scanBoundary` for pairs of a list: the ones that overlap beyond doubt go to EDGE_LIST with their edge and
 * facing vertex, the ones that are apart get their result (DEPTH only).
 */
export function boundaryLanes(list: usize, from: i32, to: i32, NA: i32, NB: i32): void {
  const zero = splat(0), one = splat(1);
  const localA = HEADER + (<usize>NA << 4), localB = HEADER + (<usize>NB << 4);
  for (let i = from; i < to; i += 2) {
    const k0 = entry(list, i), k1 = entry(list, i + 1 < to ? i + 1 : i);
    const a0 = idA(k0), b0 = idB(k0), a1 = idA(k1), b1 = idB(k1);
    const A0 = record(a0), B0 = record(b0), A1 = record(a1), B1 = record(b1);
    gather(A0 + HEADER, A1 + HEADER, NA, NORMALS_A);
    gather(A0 + localA, A1 + localA, NA, POINTS_A);
    gather(B0 + HEADER, B1 + HEADER, NB, NORMALS_B);
    gather(B0 + localB, B1 + localB, NB, POINTS_B);
    load2(a0, b0, a1, b1, A0, B0, A1, B1);
    const E = NOISE;
    scanEdgeLanes(NORMALS_A, POINTS_A, NA, POINTS_B, NB, A0, A1, B0, B1);
    // A shape of one point has no edges.
    const bestA = select(splat(-Infinity), best, arePoints(a0, a1)), edgeA = bestEdge;
    let apart = gt(bestA, E);
    let bestB = bestA, edgeB = zero;
    if (!i64x2.all_true(apart)) {
      // B's edges, in B's frame.
      load2(b0, a0, b1, a1, B0, A0, B1, A1);
      scanEdgeLanes(NORMALS_B, POINTS_B, NB, POINTS_A, NA, B0, B1, A0, A1);
      bestB = select(splat(-Infinity), best, arePoints(b0, b1));
      edgeB = bestEdge;
      apart = or(apart, gt(bestB, E));
    }
    const ofB = gt(bestB, bestA);
    const sure = f64x2.lt(select(bestB, bestA, ofB), neg(E));
    const isApart = bits(apart), isSure = bits(sure), isB = bits(ofB);
    const edge = select(edgeB, edgeA, ofB);
    const lanes = i + 1 < to ? 2 : 1;
    for (let lane = 0; lane < lanes; lane++) {
      const k = lane === 0 ? k0 : k1;
      if (((isApart >> lane) & 1) !== 0) {
        writeApart(k);
        continue;
      }
      if (((isSure >> lane) & 1) === 0) {
        leave(k);
        continue;
      }
      const side = (isB >> lane) & 1;
      const e = <i32>(lane === 0 ? i64x2.extract_lane(edge, 0) : i64x2.extract_lane(edge, 1));
      const features = facingEdge(idOf(k, side), idOf(k, 1 - side), e, side);
      if (features < 0) {
        leave(k);
        continue;
      }
      store<i32>(FEATURES + (<usize>k << 2), features);
      store<f64>(
        NOISES + (<usize>k << 3),
        lane === 0 ? f64x2.extract_lane(E, 0) : f64x2.extract_lane(E, 1),
      );
      store<u16>(EDGE_LIST + (<usize>(edgeCount++) << 1), <u16>k);
    }
  }
}

/** How far the two points at v lie along (dx, dy). */
// @ts-ignore: decorator
@inline function project(v: usize, dx: v128, dy: v128): v128 {
  const x = v128.load(v), y = v128.load(v, 16);
  return dot(dx, firsts(x, y), dy, seconds(x, y));
}

/**
 * The vertex of shape i that faces edge k of shape r, and the neighbour `edgeFacing` would pick, packed;
 * -1 where two vertices face it alike.
 */
function facingEdge(r: usize, i: usize, k: i32, side: i32): i32 {
  const n = size(i), m = size(r);
  const cR = load<f64>(pose(r), 16), sR = load<f64>(pose(r), 24);
  const cI = load<f64>(pose(i), 16), sI = load<f64>(pose(i), 24);
  const rc = cR * cI + sR * sI, rs = cR * sI - sR * cI;
  const N = record(r) + HEADER + (<usize>k << 4);
  const Nx = load<f64>(N), Ny = load<f64>(N, 8);
  const mx = rc * Nx + rs * Ny, my = rc * Ny - rs * Nx;
  const V = record(i) + HEADER + (n > 4 ? 128 : 64), end = V + (n > 4 ? 128 : 64);
  // Two vertices a turn; those beyond n repeat the last one and are dropped from the mask.
  const dx = splat(mx), dy = splat(my);
  let low = splat(Infinity);
  for (let v = V; v < end; v += 32) low = f64x2.pmin(low, project(v, dx, dy));
  low = f64x2.pmin(low, v128.shuffle<f64>(low, low, 1, 0));
  let mask = 0, shift = 0;
  for (let v = V; v < end; v += 32) {
    mask |= bits(f64x2.eq(project(v, dx, dy), low)) << shift;
    shift += 2;
  }
  mask &= (1 << n) - 1;
  if ((mask & (mask - 1)) !== 0) return -1;
  const j = ctz(mask);
  let j2 = j;
  if (n > 1) {
    const next = j + 1 < n ? j + 1 : 0, previous = j > 0 ? j - 1 : n - 1;
    const y = V + (<usize>next << 4), z = V + (<usize>previous << 4);
    j2 = mx * (load<f64>(y) - load<f64>(z)) + my * (load<f64>(y, 8) - load<f64>(z, 8)) < 0
      ? next
      : previous;
  }
  return packEdge(side, k, k + 1 < m ? k + 1 : 0, j, j2);
}

export function clearLists(): void {
  vertexCount = 0;
  edgeCount = 0;
  overlapCount = 0;
  centreCount = 0;
}

export function vertices(): i32 {
  return vertexCount;
}

export function overlaps(): i32 {
  return overlapCount;
}

export function clearVertices(): void {
  vertexCount = 0;
}

export function clearEdges(): void {
  edgeCount = 0;
}

// The pair frame of the lanes that `load2` has loaded: B's pose in A's frame, from A's position (W) and
// from one reference point to the other (T); from centre to centre (C); noise; radii.
let RC: v128 = i64x2(0, 0), RS: v128 = i64x2(0, 0);
let WX: v128 = i64x2(0, 0), WY: v128 = i64x2(0, 0);
let TX: v128 = i64x2(0, 0), TY: v128 = i64x2(0, 0);
let CX: v128 = i64x2(0, 0), CY: v128 = i64x2(0, 0);
let NOISE: v128 = i64x2(0, 0), RADII: v128 = i64x2(0, 0);

// The poses that `loadPoses` has loaded: cos and sin of A and B, A's position (O), the way from there to B's
// (V).
let AC: v128 = i64x2(0, 0), AS: v128 = i64x2(0, 0);
let BC: v128 = i64x2(0, 0), BS: v128 = i64x2(0, 0);
let OX: v128 = i64x2(0, 0), OY: v128 = i64x2(0, 0);
let VX: v128 = i64x2(0, 0), VY: v128 = i64x2(0, 0);

function loadPoses(a0: usize, b0: usize, a1: usize, b1: usize): void {
  let x = v128.load(pose(a0), 16), y = v128.load(pose(a1), 16);
  AC = firsts(x, y);
  AS = seconds(x, y);
  x = v128.load(pose(b0), 16);
  y = v128.load(pose(b1), 16);
  BC = firsts(x, y);
  BS = seconds(x, y);
  const o0 = v128.load(pose(a0)), o1 = v128.load(pose(a1));
  OX = firsts(o0, o1);
  OY = seconds(o0, o1);
  x = sub(v128.load(pose(b0)), o0);
  y = sub(v128.load(pose(b1)), o1);
  VX = firsts(x, y);
  VY = seconds(x, y);
}

/** Sets the pair frame, as `decide` begins; (CX, CY) leads from centre to centre. */
function load2(
  a0: usize,
  b0: usize,
  a1: usize,
  b1: usize,
  A0: usize,
  B0: usize,
  A1: usize,
  B1: usize,
): void {
  loadPoses(a0, b0, a1, b1);
  const ac = AC, as = AS, bc = BC, bs = BS, wx = VX, wy = VY;
  const rc = dot(ac, bc, as, bs), rs = det(ac, bs, as, bc);
  let x = v128.load(B0, 16), y = v128.load(B1, 16);
  const fx = firsts(x, y), fy = seconds(x, y);
  x = v128.load(A0, 16);
  y = v128.load(A1, 16);
  WX = dot(ac, wx, as, wy);
  WY = det(ac, wy, as, wx);
  const tx = sub(add(WX, det(rc, fx, rs, fy)), firsts(x, y));
  const ty = sub(add(WY, dot(rs, fx, rc, fy)), seconds(x, y));
  x = v128.load(A0);
  y = v128.load(A1);
  const ra = firsts(x, y), ea = seconds(x, y);
  x = v128.load(B0);
  y = v128.load(B1);
  const R = add(ra, firsts(x, y));
  RADII = R;
  const S = add(add(add(add(ea, seconds(x, y)), abs(wx)), abs(wy)), R);
  const one = splat(1);
  NOISE = mul(
    S,
    add(
      add(splat(1.7763568394002505e-15), abs(sub(dot(ac, ac, as, as), one))),
      abs(sub(dot(bc, bc, bs, bs), one)),
    ),
  );
  x = v128.load(B0, 32);
  y = v128.load(B1, 32);
  const gx = firsts(x, y), gy = seconds(x, y);
  x = v128.load(A0, 32);
  y = v128.load(A1, 32);
  CX = sub(add(det(rc, gx, rs, gy), tx), firsts(x, y));
  CY = sub(add(dot(rs, gx, rc, gy), ty), seconds(x, y));
  RC = rc;
  RS = rs;
  TX = tx;
  TY = ty;
}

/**
 * Pairs of rectangles, by their four axes: along normal N of one of them the separation is
 *
 *   s = |N·c| - h_N - (h_0 |N·M_0| + h_1 |N·M_1|)
 *
 * with c from centre to centre, h_N its half extent and h, M half extents and normals of the other. For
 * DECIDE that is the answer wherever it is beyond rounding. For DEPTH it finds the edge of least
 * penetration where no other comes close, measured then as ever; the rest go to OVERLAP_LIST.
 */
export function boxLanes(list: usize, from: i32, to: i32, query: i32): void {
  const two = splat(2);
  for (let i = from; i < to; i += 2) {
    const k0 = entry(list, i), k1 = entry(list, i + 1 < to ? i + 1 : i);
    const a0 = idA(k0), b0 = idB(k0), a1 = idA(k1), b1 = idB(k1);
    const A0 = record(a0), B0 = record(b0), A1 = record(a1), B1 = record(b1);
    load2(a0, b0, a1, b1, A0, B0, A1, B1);
    const rc = RC, rs = RS, cx = CX, cy = CY, E = mul(two, NOISE);
    let x = v128.load(A0, HEADER), y = v128.load(A1, HEADER);
    const N0x = firsts(x, y), N0y = seconds(x, y);
    x = v128.load(A0, HEADER + 16);
    y = v128.load(A1, HEADER + 16);
    const N1x = firsts(x, y), N1y = seconds(x, y);
    x = v128.load(B0, HEADER);
    y = v128.load(B1, HEADER);
    const M0x = firsts(x, y), M0y = seconds(x, y);
    x = v128.load(B0, HEADER + 16);
    y = v128.load(B1, HEADER + 16);
    const M1x = firsts(x, y), M1y = seconds(x, y);
    x = v128.load(A0, HALVES);
    y = v128.load(A1, HALVES);
    const h0 = firsts(x, y), h1 = seconds(x, y);
    x = v128.load(B0, HALVES);
    y = v128.load(B1, HALVES);
    const g0 = firsts(x, y), g1 = seconds(x, y);
    // A's normals in B's frame, and the absolute cosines.
    const m0x = dot(rc, N0x, rs, N0y), m0y = det(rc, N0y, rs, N0x);
    const m1x = dot(rc, N1x, rs, N1y), m1y = det(rc, N1y, rs, N1x);
    const q00 = abs(dot(m0x, M0x, m0y, M0y)), q01 = abs(dot(m0x, M1x, m0y, M1y));
    const q10 = abs(dot(m1x, M0x, m1y, M0y)), q11 = abs(dot(m1x, M1x, m1y, M1y));
    const dx = dot(rc, cx, rs, cy), dy = det(rc, cy, rs, cx);
    const a = dot(N0x, cx, N0y, cy), b = dot(N1x, cx, N1y, cy);
    const c = dot(M0x, dx, M0y, dy), d = dot(M1x, dx, M1y, dy);
    const sa = sub(abs(a), add(h0, dot(g0, q00, g1, q01)));
    const sb = sub(abs(b), add(h1, dot(g0, q10, g1, q11)));
    const sc = sub(abs(c), add(g0, dot(h0, q00, h1, q10)));
    const sd = sub(abs(d), add(g1, dot(h0, q01, h1, q11)));
    const ab = f64x2.pmax(sa, sb), cd = f64x2.pmax(sc, sd), most = f64x2.pmax(ab, cd);
    const isApart = bits(gt(most, E)), sure = f64x2.lt(most, neg(E));
    const lanes = i + 1 < to ? 2 : 1;
    if (query === DECIDE) {
      const over = bits(sure), known = over | isApart;
      store<u8>(RESULTS + k0, <u8>(over & 1));
      if ((known & 1) === 0) leave(k0);
      if (lanes === 1) continue;
      store<u8>(RESULTS + k1, <u8>(over >> 1));
      if ((known & 2) === 0) leave(k1);
      continue;
    }
    // The runner-up: the lesser of the better halves, or the second of the best half.
    const other = f64x2.pmax(
      f64x2.pmin(ab, cd),
      select(f64x2.pmin(sc, sd), f64x2.pmin(sa, sb), gt(cd, ab)),
    );
    const isB = gt(cd, ab);
    const second = select(gt(sd, sc), gt(sb, sa), isB);
    const along = select(select(d, c, second), select(b, a, second), isB);
    const clear = and(
      and(sure, gt(sub(most, other), mul(two, E))),
      gt(abs(along), E),
    );
    const isClear = bits(clear), ofB = bits(isB), isSecond = bits(second);
    // Against its normal the opposite edge is the one that faces; B's face the other way.
    const back = bits(v128.xor(f64x2.lt(along, splat(0)), isB));
    for (let lane = 0; lane < lanes; lane++) {
      const k = lane === 0 ? k0 : k1;
      if (((isApart >> lane) & 1) !== 0) {
        writeApart(k);
        continue;
      }
      if (((isClear >> lane) & 1) !== 0) {
        const side = (ofB >> lane) & 1;
        const edge = ((isSecond >> lane) & 1) + (((back >> lane) & 1) << 1);
        const features = facingEdge(idOf(k, side), idOf(k, 1 - side), edge, side);
        if (features >= 0) {
          store<i32>(FEATURES + (<usize>k << 2), features);
          store<f64>(
            NOISES + (<usize>k << 3),
            lane === 0 ? f64x2.extract_lane(NOISE, 0) : f64x2.extract_lane(NOISE, 1),
          );
          store<u16>(EDGE_LIST + (<usize>(edgeCount++) << 1), <u16>k);
          continue;
        }
      }
      store<u16>(OVERLAP_LIST + (<usize>(overlapCount++) << 1), <u16>k);
    }
  }
}

/**
 * Pairs of any shapes, by circles around and inside their cores: those that are far apart or overlap deeply
 * are decided, the rest go to VERTEX_LIST. For DEPTH the ones that are apart get their result, and the ones
 * that overlap without radii go to OVERLAP_LIST.
 */
export function circleLanes(list: usize, from: i32, to: i32, query: i32, flat: bool): void {
  const two = splat(2);
  for (let i = from; i < to; i += 2) {
    const k0 = entry(list, i), k1 = entry(list, i + 1 < to ? i + 1 : i);
    const a0 = idA(k0), b0 = idB(k0), a1 = idA(k1), b1 = idB(k1);
    const A0 = record(a0), B0 = record(b0), A1 = record(a1), B1 = record(b1);
    load2(a0, b0, a1, b1, A0, B0, A1, B1);
    const E = mul(two, NOISE), d2 = dot(CX, CX, CY, CY);
    const x = add(v128.load(A0, CIRCLES), v128.load(B0, CIRCLES));
    const y = add(v128.load(A1, CIRCLES), v128.load(B1, CIRCLES));
    const outer = add(add(firsts(x, y), RADII), E), inner = sub(add(seconds(x, y), RADII), E);
    const apart = bits(gt(d2, mul(outer, outer)));
    const over = bits(and(gt(inner, splat(0)), f64x2.lt(d2, mul(inner, inner))));
    for (let lane = 0; lane < (i + 1 < to ? 2 : 1); lane++) {
      const k = lane === 0 ? k0 : k1;
      const isOver = (over >> lane) & 1, isApart = (apart >> lane) & 1;
      // Written in any case, kept where it is right: no branch to guess wrong.
      if (query === DECIDE) {
        store<u8>(RESULTS + k, <u8>isOver);
        store<u16>(VERTEX_LIST + (<usize>vertexCount << 1), <u16>k);
        vertexCount += 1 - (isOver | isApart);
        continue;
      }
      writeApart(k);
      const toOverlap = isOver & i32(flat);
      store<u16>(OVERLAP_LIST + (<usize>overlapCount << 1), <u16>k);
      overlapCount += toOverlap;
      store<u16>(VERTEX_LIST + (<usize>vertexCount << 1), <u16>k);
      vertexCount += 1 - (isApart | toOverlap);
    }
  }
}

/** Greatest magnitude of a number in a pose: 2^250, the limit of positions. */
const POSITION_LIMIT: f64 = 1.8092513943330656e75;

/** 1 when all of `count` doubles at `at` are within the limit; a multiple of four of them. */
export function areInRange(at: usize, count: i32): i32 {
  // NaN is not less than or equal to anything.
  const limit = splat(POSITION_LIMIT);
  let ok = f64x2.eq(limit, limit), ok2 = ok;
  const end = at + (<usize>count << 3);
  for (; at < end; at += 32) {
    ok = and(ok, f64x2.le(abs(v128.load(at)), limit));
    ok2 = and(ok2, f64x2.le(abs(v128.load(at, 16)), limit));
  }
  return i32(i64x2.all_true(and(ok, ok2)));
}
