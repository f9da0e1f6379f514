/**
 * The linear cast: when does B, moved along a straight line, first touch A?
 *
 * B + t d touches A exactly when t d lies in C_R, the Minkowski difference C = A ⊖ B grown by a disk of
 * radius R = r_A + r_B + target. So the cast is a ray from the origin along d against one convex set,
 * and a ray against a shape is the same with a point as B. (G. van den Bergen, "Ray casting against
 * general convex objects with application to continuous collision detection", 2004, casts against the
 * same set by iteration; here the feature that is hit is found and the equation solved once.)
 *
 *        left
 *      q ·───╮            C_R is entered through its front: the edges with m·d < 0 (m the outward
 *    ────╮    ╲           normal) and the arcs between them. Along the front, counter-clockwise from
 *  d ──▸  ╲    ╲ C        the leftmost to the rightmost point, the side d x v falls all the way, so
 *          ·───╱          the edge or vertex where it changes sign can be bisected for.
 *      p  right
 *
 * 1. Search, in plain doubles and A's frame: p right of the ray and q left of it are support points of
 *    C; the support point along the normal of the chord pq replaces one of them, until none is beyond.
 *    Any support line that the ray reaches only after t = 1 ends the cast.
 * 2. Walk, with exact signs, in the pair frame: from that edge of C along the front to the edge, or
 *    with R > 0 the vertex, that the ray really passes. Usually no step is needed.
 * 3. Solve for t there. Determinants are sums of two doubles, hi + lo, right to 2^-100 of their terms
 *    and with an exact sign, so that t keeps its digits however flat the ray meets the edge.
 *
 * @module
 */
import { abs, int, max, sqrt } from "./ptr.ts";
import type { f64, i32, Ptr, Verts } from "./ptr.ts";
import { loadVertex } from "./boundary.ts";
import { cross, preciseCross } from "./exact.ts";
import { edgeVertex } from "./features.ts";
import { climb, scan } from "./support.ts";

// Layout of shape records and registers; see record.ts and registers.ts.
const EXTENT: i32 = 1;
const LOCAL: i32 = 8;
const RADIUS: i32 = 0;
const REF_X: i32 = 2;
const REF_Y: i32 = 3;
const AX: i32 = 11;
const AY: i32 = 12;
const BX: i32 = 13;
const BY: i32 = 14;
const FA0: i32 = 16;
const FA1: i32 = 17;
const FB0: i32 = 18;
const FB1: i32 = 19;
const ITERATIONS: i32 = 20;
const NOISE: i32 = 21;
const NX: i32 = 9;
const NY: i32 = 10;
const PA: i32 = 23;
const PB: i32 = 24;
const QA: i32 = 25;
const QB: i32 = 26;
const DX: i32 = 33;
const DY: i32 = 34;
const OPERANDS: i32 = 40;
const VALUE: i32 = 48;
const SCAN_MAX: i32 = 20;

/** In: translation of B, world axes; distance at which B counts as touching A. */
const CAST_DX: i32 = 3200;
const CAST_DY: i32 = 3201;
const CAST_TARGET: i32 = 3202;
/** Out: fraction of the translation; normal, witness points and features are where distances have them. */
const CAST_FRACTION: i32 = 3203;

/** Search: vertices of the front-most point of C. */
const FRONT_A: i32 = 3204;
const FRONT_B: i32 = 3205;

// Vectors as two points, tail x, y and head x, y: differences are then exact as hi + lo.
const D: i32 = 3208; // translation
const D_LEFT: i32 = 3212; // the same turned left
const S: i32 = 3216; // edge of C: start, …
const F: i32 = 3220; // … end, …
const E: i32 = 3224; // … and the vector between
const TURNED: i32 = 3228; // a vector turned left
// Numbers hi + lo.
const REACH: i32 = 3232; // R
const DEN: i32 = 3234; // d x e
const ALONG: i32 = 3236; // d·e
const SIDE_S: i32 = 3238; // d x s
const SIDE_F: i32 = 3240; // d x f
const NUM: i32 = 3242; // s x e, then with + R |e|
const LENGTH: i32 = 3244; // |e|²
const SIDE_V: i32 = 3246; // d x v
const DV: i32 = 3248; // d·v
const VV: i32 = 3250; // v·v
const DD: i32 = 3252; // d·d
const SQUARE: i32 = 3254; // R²
const PRODUCT: i32 = 3256;
const ROOT: i32 = 3258; // |e|, and its rest
// Poses at the time of impact, in the pair frame.
const IMPACT_A: i32 = 3260;
const IMPACT_B: i32 = 3264;
const NEXT: i32 = 3268; // vertices beside a facing one
// Exact sum behind the comparison with t = 1.
const PARTS: i32 = 3268;
const SUM: i32 = 3276; // 24

/** The ray misses C_R, or reaches it only after t = 1. */
export const CAST_MISS: i32 = 0;
/** It enters at CAST_FRACTION, later than the start. */
export const CAST_HIT: i32 = 1;
/** It does not enter after the start: it begins in C_R, or C_R is behind. Another query tells. */
export const CAST_START: i32 = 2;
/** It enters at the start: the shapes touch and move into each other. */
export const CAST_TOUCH: i32 = 3;

/** Support pairs that the search may evaluate; the walk goes on from wherever it ends. */
const SEARCH_CAP: i32 = 64;
/** 2^27 + 1 splits a double into two halves of 26 bits. */
const SPLITTER: f64 = 134217729;
/** Beyond this part of its terms the sign of a rounded d x v is right. */
const SIDE_BOUND: f64 = 4.440892098500626e-16;
/** Below this part of its terms, 2^-48, a determinant asks the expansions for its digits. */
const CANCELLED: f64 = 3.552713678800501e-15;
/** Numbers that agree to this part of their terms, 2^-98, are equal where roundings remain. */
const TIE: f64 = 3.1554436208840472e-30;

/**
 * Casts B along (CAST_DX, CAST_DY) against A. On CAST_HIT writes CAST_FRACTION in (0, 1], the normal
 * from A to B, witness points on both shapes at that moment (world) and their features.
 */
export function linearCast(
  VA: Verts,
  oA: i32,
  nA: i32,
  VB: Verts,
  oB: i32,
  nB: i32,
  P: Ptr,
  a: i32,
  b: i32,
  W: Ptr,
): i32 {
  // 1. R as hi + lo, and d; a translation too short for products of four lengths is lengthened.
  const ra: f64 = VA[oA + RADIUS], rb: f64 = VB[oB + RADIUS], target: f64 = W[CAST_TARGET];
  const rs: f64 = ra + rb;
  const rv: f64 = rs - ra;
  const R: f64 = rs + target;
  const Rv: f64 = R - rs;
  W[REACH] = R;
  W[REACH + 1] = ((ra - (rs - rv)) + (rb - rv)) + ((rs - (R - Rv)) + (target - Rv));
  let wdx: f64 = W[CAST_DX], wdy: f64 = W[CAST_DY], unit: f64 = 1;
  if (wdx === 0 && wdy === 0) return CAST_START;
  while (abs(wdx) < 5.527147875260445e-76 && abs(wdy) < 5.527147875260445e-76) {
    wdx *= 1.8446744073709552e19;
    wdy *= 1.8446744073709552e19;
    unit *= 1.8446744073709552e19;
  }
  W[D] = 0;
  W[D + 1] = 0;
  W[D + 2] = wdx;
  W[D + 3] = wdy;
  W[D_LEFT] = 0;
  W[D_LEFT + 1] = 0;
  W[D_LEFT + 2] = -wdy;
  W[D_LEFT + 3] = wdx;
  W[CAST_FRACTION] = unit;
  W[ITERATIONS] = 0;
  if (nA + nB === 2) {
    loadDifference(VA, oA, nA, 0, VB, oB, nB, 0, P, a, b, W, S);
    return arc(VA, oA, nA, VB, oB, nB, P, a, b, W, 0, 0, S);
  }

  // 2. Where the search ends, an edge of C near the chord from q to p, which runs counter-clockwise.
  let found: i32 = UNKNOWN;
  if (nB === 1 && nA > 2 && nA <= SCAN_MAX && R === 0 && unit === 1) {
    found = clip(VA, oA, nA, VB, oB, P, a, b, W);
  }
  if (found === UNKNOWN) found = search(VA, oA, nA, VB, oB, nB, P, a, b, W);
  if (found === 0) return CAST_MISS;
  const qa: i32 = int(W[QA]), qb: i32 = int(W[QB]);
  let side: i32 = nA > 1 && (int(W[PA]) !== qa || int(W[PB]) === qb || nB === 1) ? 0 : 1;
  let k: i32 = side === 0 ? qa : qb;
  let facing: i32 = side === 0 ? qb : qa;
  facing = side === 0
    ? face(VA, oA, nA, a, k, VB, oB, nB, b, facing, P, a, W)
    : face(VB, oB, nB, b, k, VA, oA, nA, a, facing, P, a, W);
  loadEdge(VA, oA, nA, VB, oB, nB, P, a, b, W, side, k, facing);
  let den: f64 = W[DEN];
  let seen: boolean = den < 0;
  let turn: i32 = 0;
  if (seen) {
    const s: i32 = sideOf(W, S, SIDE_S), f: i32 = sideOf(W, F, SIDE_F);
    if (R > 0 && s === 0 && f === 0) {
      // All along the offset edge: the end that comes first.
      const n: i32 = side === 0 ? nA : nB;
      const v: i32 = W[ALONG] > 0 ? k : k + 1 < n ? k + 1 : 0;
      const i: i32 = side === 0 ? v : facing, j: i32 = side === 0 ? facing : v;
      return arc(VA, oA, nA, VB, oB, nB, P, a, b, W, i, j, W[ALONG] > 0 ? S : F);
    }
    if (s >= 0 && f <= 0) {
      return edge(VA, oA, nA, VB, oB, nB, P, a, b, W, side, k, facing);
    }
    turn = f > 0 ? 1 : -1;
  } else if (W[SIDE_S] > 0) turn = 1;
  else if (W[SIDE_F] < 0) turn = -1;
  else turn = den > 0 || W[ALONG] < 0 ? 1 : -1;

  // 3. Along the front. Left of it (turn = 1) or right of it (-1) the side of the ray is known.
  const kn: i32 = side === 0 ? nA : nB;
  const end: i32 = turn > 0 ? (k + 1 < kn ? k + 1 : 0) : k;
  let i: i32 = side === 0 ? end : facing, j: i32 = side === 0 ? facing : end;
  for (let step: i32 = (nA + nB + 2) << 1; step > 0; step--) {
    const i2: i32 = i + turn < 0 ? nA - 1 : i + turn < nA ? i + turn : 0;
    const j2: i32 = j + turn < 0 ? nB - 1 : j + turn < nB ? j + turn : 0;
    const i0: i32 = turn > 0 ? i : i2, j0: i32 = turn > 0 ? j : j2;
    side = nA > 1 ? 0 : 1;
    if (nA > 1 && nB > 1) {
      // Which edge of C comes first: A's e, or B's f, which C has as -f.
      loadVertex(VA, oA, nA, i0, P, a, a, W, OPERANDS);
      loadVertex(VA, oA, nA, turn > 0 ? i2 : i, P, a, a, W, OPERANDS + 2);
      loadVertex(VB, oB, nB, j0, P, b, a, W, OPERANDS + 4);
      loadVertex(VB, oB, nB, turn > 0 ? j2 : j, P, b, a, W, OPERANDS + 6);
      const ex: f64 = W[OPERANDS + 2] - W[OPERANDS], ey: f64 = W[OPERANDS + 3] - W[OPERANDS + 1];
      cross(W);
      const order: f64 = W[VALUE] * turn;
      if (order !== 0) side = order < 0 ? 0 : 1;
      else {
        // Parallel: the one that goes on as the last edge went.
        const lx: f64 = W[E + 2] - W[E], ly: f64 = W[E + 3] - W[E + 1];
        side = ex * lx + ey * ly >= 0 ? 0 : 1;
      }
    }
    k = side === 0 ? i0 : j0;
    facing = side === 0 ? j : i;
    loadEdge(VA, oA, nA, VB, oB, nB, P, a, b, W, side, k, facing);
    den = W[DEN];
    if (den < 0) {
      seen = true;
      const s: i32 = sideOf(W, S, SIDE_S), f: i32 = sideOf(W, F, SIDE_F);
      if (turn > 0 ? s < 0 : f > 0) {
        return arc(VA, oA, nA, VB, oB, nB, P, a, b, W, i, j, turn > 0 ? S : F);
      }
      if (R > 0 && s === 0 && f === 0) {
        const start: boolean = W[ALONG] > 0, far: boolean = start === (turn < 0);
        const i1: i32 = far && side === 0 ? i2 : i, j1: i32 = far && side === 1 ? j2 : j;
        return arc(VA, oA, nA, VB, oB, nB, P, a, b, W, i1, j1, start ? S : F);
      }
      if (turn > 0 ? f <= 0 : s >= 0) {
        return edge(VA, oA, nA, VB, oB, nB, P, a, b, W, side, k, facing);
      }
    } else if (seen && (W[E] !== W[E + 2] || W[E + 1] !== W[E + 3])) {
      // The front ends at this vertex.
      return arc(VA, oA, nA, VB, oB, nB, P, a, b, W, i, j, turn > 0 ? S : F);
    }
    if (side === 0) i = i2;
    else j = j2;
  }

  // 4. No edge faces the ray: C is a point, or a segment along d, and its front a single vertex.
  i = int(W[FRONT_A]);
  j = int(W[FRONT_B]);
  loadDifference(VA, oA, nA, i, VB, oB, nB, j, P, a, b, W, S);
  return arc(VA, oA, nA, VB, oB, nB, P, a, b, W, i, j, S);
}

/** `clip` could not tell. */
const UNKNOWN: i32 = 2;

/**
 * What `search` does, for a ray against a polygon of few vertices: clips the ray by the line of every
 * edge. It enters through the edge with the latest of the entries, num / den for den = N·d < 0; a miss
 * is certain when it is left before, or too late or too early, by more than rounding.
 */
function clip(
  VA: Verts,
  oA: i32,
  nA: i32,
  VB: Verts,
  oB: i32,
  P: Ptr,
  a: i32,
  b: i32,
  W: Ptr,
): i32 {
  const ac: f64 = P[a + 2], as: f64 = P[a + 3], bc: f64 = P[b + 2], bs: f64 = P[b + 3];
  const wx: f64 = P[b] - P[a], wy: f64 = P[b + 1] - P[a + 1];
  // The ray's start o in A's frame, from A's reference point.
  const fx: f64 = VB[oB + REF_X] + VB[oB + LOCAL], fy: f64 = VB[oB + REF_Y] + VB[oB + LOCAL + 1];
  const px: f64 = wx + (bc * fx - bs * fy), py: f64 = wy + (bs * fx + bc * fy);
  const ox: f64 = ac * px + as * py - VA[oA + REF_X], oy: f64 = ac * py - as * px - VA[oA + REF_Y];
  const wdx: f64 = W[D + 2], wdy: f64 = W[D + 3];
  const dx: f64 = ac * wdx + as * wdy, dy: f64 = ac * wdy - as * wdx;
  const skew: f64 = abs(ac * ac + as * as - 1) + abs(bc * bc + bs * bs - 1);
  if (skew > 1e-12) return UNKNOWN;
  const size: f64 = VA[oA + EXTENT] + VB[oB + EXTENT] + abs(wx) + abs(wy);
  const noise: f64 = size * (1.7763568394002505e-15 + skew);
  // Edges this nearly parallel to the ray are no use but to show that all of it is outside.
  const flat: f64 = 1e-9 * (abs(dx) + abs(dy));
  let enter: f64 = -Infinity, leave: f64 = Infinity, k: i32 = -1;
  const U: i32 = oA + LOCAL, N: i32 = U + (nA << 1);
  for (let i: i32 = 0; i < nA; i++) {
    const nx: f64 = VA[N + (i << 1)], ny: f64 = VA[N + (i << 1) + 1];
    const den: f64 = nx * dx + ny * dy;
    const num: f64 = nx * (VA[U + (i << 1)] - ox) + ny * (VA[U + (i << 1) + 1] - oy);
    if (den < -flat) {
      const t: f64 = (num + noise) / den;
      if (t > enter) {
        enter = t;
        k = i;
      }
    } else if (den > flat) {
      const t: f64 = (num + noise) / den;
      if (t < leave) leave = t;
    } else if (num < -2 * (noise + flat)) return 0;
  }
  if (k < 0) return UNKNOWN;
  // t is off by noise / den, which is in enter and leave, and by a millionth.
  if (enter > 1.00001 || leave < 0 || enter - leave > 1e-5 * (abs(enter) + abs(leave))) {
    W[ITERATIONS] = 1;
    return 0;
  }
  W[ITERATIONS] = 1;
  W[QA] = k;
  W[PA] = k + 1 < nA ? k + 1 : 0;
  W[QB] = 0;
  W[PB] = 0;
  return 1;
}

/**
 * Bisects the front of C for the feature that the ray passes, in A's frame as `gjk` does. Returns 0 when
 * the ray is found to miss or to come too late, else 1 with the vertices of the last chord, right of the
 * ray in PA, PB and left of it in QA, QB.
 */
function search(
  VA: Verts,
  oA: i32,
  nA: i32,
  VB: Verts,
  oB: i32,
  nB: i32,
  P: Ptr,
  a: i32,
  b: i32,
  W: Ptr,
): i32 {
  const wdx: f64 = W[D + 2], wdy: f64 = W[D + 3], R: f64 = W[REACH];
  const ac: f64 = P[a + 2], as: f64 = P[a + 3], bc: f64 = P[b + 2], bs: f64 = P[b + 3];
  const wx: f64 = P[b] - P[a], wy: f64 = P[b + 1] - P[a + 1];
  const rc: f64 = ac * bc + as * bs, rsn: f64 = ac * bs - as * bc;
  const fx: f64 = VB[oB + REF_X], fy: f64 = VB[oB + REF_Y];
  const tx: f64 = (ac * wx + as * wy) + (rc * fx - rsn * fy) - VA[oA + REF_X];
  const ty: f64 = (ac * wy - as * wx) + (rsn * fx + rc * fy) - VA[oA + REF_Y];
  const dx: f64 = ac * wdx + as * wdy, dy: f64 = ac * wdy - as * wdx;
  const size: f64 = VA[oA + EXTENT] + VB[oB + EXTENT] + abs(wx) + abs(wy) + R;
  const skew: f64 = abs(ac * ac + as * as - 1) + abs(bc * bc + bs * bs - 1);
  W[NOISE] = size * (1.7763568394002505e-15 + skew);
  const noise: f64 = (size + abs(wdx) + abs(wdy)) * (1.7763568394002505e-15 + skew);
  const length: f64 = R > 0 ? sqrt(dx * dx + dy * dy) : 0;
  const lengthened: boolean = W[CAST_FRACTION] !== 1;
  const LA: i32 = oA + LOCAL, LB: i32 = oB + LOCAL;
  const NA: i32 = LA + (nA << 1), NB: i32 = LB + (nB << 1);

  let nx: f64 = -dx, ny: f64 = -dy;
  let px: f64 = 0, py: f64 = 0, qx: f64 = 0, qy: f64 = 0;
  let pa: i32 = 0, pb: i32 = 0, qa: i32 = 0, qb: i32 = 0, ia: i32 = 0, ib: i32 = 0;
  let left: boolean = false, it: i32 = 0;
  for (; it < SEARCH_CAP; it++) {
    if (nA > SCAN_MAX) {
      W[DX] = nx;
      W[DY] = ny;
      ia = climb(VA, NA, nA, W, ia);
    } else if (nA > 1) ia = scan(VA, NA, nA, nx, ny);
    const mx: f64 = -(rc * nx + rsn * ny), my: f64 = rsn * nx - rc * ny;
    if (nB > SCAN_MAX) {
      W[DX] = mx;
      W[DY] = my;
      ib = climb(VB, NB, nB, W, ib);
    } else if (nB > 1) ib = scan(VB, NB, nB, mx, my);
    const j: i32 = LA + (ia << 1), k: i32 = LB + (ib << 1);
    const bx: f64 = VB[k], by: f64 = VB[k + 1];
    const rx: f64 = VA[j] - (rc * bx - rsn * by + tx);
    const ry: f64 = VA[j + 1] - (rsn * bx + rc * by + ty);
    // g: side of the support point of C_R along n;  h / (n·d): when the ray reaches its support line.
    const across: f64 = dx * ny - dy * nx, nd: f64 = nx * dx + ny * dy;
    const ln: f64 = R > 0 ? (it === 1 ? length : sqrt(nx * nx + ny * ny)) : 0;
    const g: f64 = (dx * ry - dy * rx) + (R > 0 ? R * (across / ln) : 0);
    if (it !== 1) {
      const h: f64 = nx * rx + ny * ry + R * ln;
      if (!lengthened && h < nd - noise * (abs(nx) + abs(ny))) {
        W[ITERATIONS] = it + 1;
        return 0;
      }
    }
    if (it === 0) {
      // The front-most point; the other side is looked at next.
      W[FRONT_A] = ia;
      W[FRONT_B] = ib;
      left = g > 0;
      nx = left ? dy : -dy;
      ny = left ? -dx : dx;
    } else if (it === 1) {
      if (left ? g > noise * (abs(dx) + abs(dy)) : g < -noise * (abs(dx) + abs(dy))) {
        W[ITERATIONS] = 2;
        return 0;
      }
    } else {
      if (!(nx * (rx - px) + ny * (ry - py) > 0.0625 * noise * (abs(nx) + abs(ny)))) break;
      if ((ia === pa && ib === pb) || (ia === qa && ib === qb)) break;
    }
    // Left of the ray it is the new q, right of it the new p.
    if (it === 1 ? !left : g > 0) {
      qx = rx;
      qy = ry;
      qa = ia;
      qb = ib;
    } else {
      px = rx;
      py = ry;
      pa = ia;
      pb = ib;
    }
    if (it === 0) continue;
    nx = py - qy;
    ny = qx - px;
    if (!(nx * dx + ny * dy < 0)) break;
  }
  W[ITERATIONS] = it + 1;
  W[PA] = pa;
  W[PB] = pb;
  W[QA] = qa;
  W[QB] = qb;
  return 1;
}

/** W[at …] = the vertex a_i - b_j of C, as tail and head. */
function loadDifference(
  VA: Verts,
  oA: i32,
  nA: i32,
  i: i32,
  VB: Verts,
  oB: i32,
  nB: i32,
  j: i32,
  P: Ptr,
  a: i32,
  b: i32,
  W: Ptr,
  at: i32,
): void {
  loadVertex(VB, oB, nB, j, P, b, a, W, at);
  loadVertex(VA, oA, nA, i, P, a, a, W, at + 2);
}

/** The incident vertex that faces edge k of the reference shape, exactly, from one nearby. */
function face(
  VR: Verts,
  oR: i32,
  nR: i32,
  r: i32,
  k: i32,
  VI: Verts,
  oI: i32,
  nI: i32,
  i: i32,
  j: i32,
  P: Ptr,
  a: i32,
  W: Ptr,
): i32 {
  if (nI === 1) return 0;
  loadVertex(VR, oR, nR, k, P, r, a, W, OPERANDS + 4);
  loadVertex(VR, oR, nR, k + 1 < nR ? k + 1 : 0, P, r, a, W, OPERANDS + 6);
  loadVertex(VI, oI, nI, j, P, i, a, W, OPERANDS);
  for (let step: i32 = 1; step >= -1; step -= 2) {
    for (let turn: i32 = 0; turn < nI; turn++) {
      const next: i32 = j + step < 0 ? nI - 1 : j + step < nI ? j + step : 0;
      loadVertex(VI, oI, nI, next, P, i, a, W, OPERANDS + 2);
      cross(W); // (next - j) x e < 0: further inside
      if (!(W[VALUE] < 0)) break;
      j = next;
      W[OPERANDS] = W[OPERANDS + 2];
      W[OPERANDS + 1] = W[OPERANDS + 3];
    }
  }
  return j;
}

/**
 * The edge of C made of edge k of A (`side` 0) or B (1) and the other's facing vertex: its start, end
 * and vector, DEN, ALONG, SIDE_S and SIDE_F. B's edges run the other way in C.
 */
function loadEdge(
  VA: Verts,
  oA: i32,
  nA: i32,
  VB: Verts,
  oB: i32,
  nB: i32,
  P: Ptr,
  a: i32,
  b: i32,
  W: Ptr,
  side: i32,
  k: i32,
  facing: i32,
): void {
  if (side === 0) {
    const k1: i32 = k + 1 < nA ? k + 1 : 0;
    loadVertex(VA, oA, nA, k, P, a, a, W, E);
    loadVertex(VA, oA, nA, k1, P, a, a, W, E + 2);
    loadVertex(VB, oB, nB, facing, P, b, a, W, S);
    W[S + 2] = W[E];
    W[S + 3] = W[E + 1];
    W[F] = W[S];
    W[F + 1] = W[S + 1];
    W[F + 2] = W[E + 2];
    W[F + 3] = W[E + 3];
  } else {
    const k1: i32 = k + 1 < nB ? k + 1 : 0;
    loadVertex(VB, oB, nB, k1, P, b, a, W, E);
    loadVertex(VB, oB, nB, k, P, b, a, W, E + 2);
    loadVertex(VA, oA, nA, facing, P, a, a, W, S + 2);
    W[S] = W[E + 2];
    W[S + 1] = W[E + 3];
    W[F] = W[E];
    W[F + 1] = W[E + 1];
    W[F + 2] = W[S + 2];
    W[F + 3] = W[S + 3];
  }
  if (W[REACH] > 0) determinant(W, D, E, DEN);
  else roughDeterminant(W, D, E, DEN);
  crossRay(W, S, SIDE_S);
  crossRay(W, F, SIDE_F);
  if (W[REACH] > 0 || !(W[DEN] < 0)) determinant(W, E, D_LEFT, ALONG);
  if (W[REACH] > 0) {
    turnLeft(W, E, TURNED);
    determinant(W, E, TURNED, LENGTH);
  }
}

/** W[out] = d x v for the vector at `v`: its sign, and its digits where R counts. */
function crossRay(W: Ptr, v: i32, out: i32): void {
  const l: f64 = W[D + 2] * (W[v + 3] - W[v + 1]), r: f64 = W[D + 3] * (W[v + 2] - W[v]);
  W[out] = l - r;
  const reach: f64 = W[REACH] * (abs(W[D + 2]) + abs(W[D + 3]));
  if (abs(l - r) > SIDE_BOUND * (abs(l) + abs(r)) + 1.5 * reach) return;
  determinant(W, D, v, out);
}

/**
 * Side of the ray, 1 left, -1 right, on which the offset edge starts (`v` = S) or ends (F): the sign of
 * d x (v + R m) with d x v at `at` and m = (e_y, -e_x) / |e|, so that d x m = -d·e / |e|. Exact for
 * R = 0; else 0 when it is below 2^-98 of its terms.
 */
function sideOf(W: Ptr, v: i32, at: i32): i32 {
  let side: f64 = W[at];
  if (W[REACH] > 0) {
    const shift: f64 = W[REACH] * (W[ALONG] / sqrt(W[LENGTH]));
    const noise: f64 = 1.7763568394002505e-15 * (abs(side) + abs(shift));
    side -= shift;
    if (abs(side) <= noise) {
      // With all digits, times |e|: (d x v) |e| - R d·e = p - q.
      determinant(W, D, v, at);
      rootOfLength(W);
      multiply(W, at, ROOT, PRODUCT);
      const p: f64 = W[PRODUCT];
      const plo: f64 = W[PRODUCT + 1] + (W[at] * W[ROOT + 1] + W[at + 1] * W[ROOT]);
      multiply(W, REACH, ALONG, PRODUCT);
      const q: f64 = W[PRODUCT];
      const qlo: f64 = W[PRODUCT + 1] + (W[REACH] * W[ALONG + 1] + W[REACH + 1] * W[ALONG]);
      side = (p - q) + (plo - qlo);
      if (abs(side) <= TIE * (abs(p) + abs(q))) side = 0;
    }
  }
  return side > 0 ? 1 : side < 0 ? -1 : 0;
}

/** ROOT = |e| = l + c from LENGTH = e·e:  l = √(e·e) rounded, c = (e·e - l²) / 2 l. */
function rootOfLength(W: Ptr): void {
  const ee: f64 = W[LENGTH], l: f64 = sqrt(ee);
  W[ROOT] = l;
  multiply(W, ROOT, ROOT, PRODUCT);
  W[ROOT + 1] = ((ee - W[PRODUCT]) - W[PRODUCT + 1] + W[LENGTH + 1]) / (l + l);
}

/**
 * The ray against the offset edge: m·(t d) = m·s + R gives t = (s x e + R |e|) / (d x e), both negative
 * for a hit after the start.
 */
function edge(
  VA: Verts,
  oA: i32,
  nA: i32,
  VB: Verts,
  oB: i32,
  nB: i32,
  P: Ptr,
  a: i32,
  b: i32,
  W: Ptr,
  side: i32,
  k: i32,
  facing: i32,
): i32 {
  if (W[REACH] === 0) {
    roughDeterminant(W, S, E, NUM);
    if (abs(W[NUM] - W[DEN]) < 1e-14 * abs(W[DEN])) {
      // The end of the motion is compared with all digits.
      determinant(W, D, E, DEN);
      determinant(W, S, E, NUM);
    }
  } else {
    determinant(W, S, E, NUM);
    // R |e| = p + rest.
    rootOfLength(W);
    multiply(W, REACH, ROOT, PRODUCT);
    const p: f64 = W[PRODUCT];
    const rest: f64 = W[PRODUCT + 1] + (W[REACH] * W[ROOT + 1] + W[REACH + 1] * W[ROOT]);
    const x: f64 = W[NUM], s: f64 = x + p;
    const v: f64 = s - x;
    const lo: f64 = ((x - (s - v)) + (p - v)) + (rest + W[NUM + 1]);
    W[NUM] = s + lo;
    W[NUM + 1] = lo - (W[NUM] - s);
  }
  const num: f64 = W[NUM], den: f64 = W[DEN];
  const ex: f64 = abs(W[E + 2] - W[E]), ey: f64 = abs(W[E + 3] - W[E + 1]);
  const sx: f64 = abs(W[S + 2] - W[S]), sy: f64 = abs(W[S + 3] - W[S + 1]);
  const terms: f64 = sx * ey + sy * ex + W[REACH] * (ex + ey);
  if (num === 0 || (W[REACH] > 0 && abs(num) <= TIE * terms)) return CAST_TOUCH;
  if (num > 0) return startsInside(VA, oA, nA, VB, oB, nB, P, a, b, W);
  const unit: f64 = W[CAST_FRACTION];
  if (unit === 1) {
    const past: f64 = (den - num) + (W[DEN + 1] - W[NUM + 1]);
    const bound: f64 = TIE * (terms + (abs(W[D + 2]) * ey + abs(W[D + 3]) * ex));
    if (past > bound) return CAST_MISS;
    if (past > -bound && W[REACH] === 0 && isBeforeEdge(W)) return CAST_MISS;
  }
  const t: f64 = num / den * unit;
  if (t > 1 && unit !== 1) return CAST_MISS;
  W[CAST_FRACTION] = t > 1 ? 1 : t;
  if (side === 0 && nB === 1) {
    // A ray's normal and point need no more than the edge and B's only vertex.
    const nx: f64 = W[E + 3] - W[E + 1], ny: f64 = W[E] - W[E + 2];
    const l: f64 = sqrt(nx * nx + ny * ny);
    W[NX] = nx / l;
    W[NY] = ny / l;
    const rb: f64 = VB[oB + RADIUS], gap: f64 = W[CAST_TARGET];
    W[BX] = ((W[S] + W[CAST_FRACTION] * W[CAST_DX]) - rb * W[NX]) + P[a];
    W[BY] = ((W[S + 1] + W[CAST_FRACTION] * W[CAST_DY]) - rb * W[NY]) + P[a + 1];
    W[AX] = W[BX] - gap * W[NX];
    W[AY] = W[BY] - gap * W[NY];
    W[NX] += 0;
    W[NY] += 0;
    W[FA0] = k;
    W[FA1] = k + 1 < nA ? k + 1 : 0;
    W[FB0] = 0;
    W[FB1] = 0;
    return CAST_HIT;
  }
  moveToImpact(P, a, b, W);
  if (side === 0) {
    const j2: i32 = nB > 1 ? beside(VA, oA, nA, IMPACT_A, k, VB, oB, nB, IMPACT_B, facing, W) : 0;
    const k1: i32 = k + 1 < nA ? k + 1 : 0;
    edgeVertex(
      VA,
      oA,
      nA,
      IMPACT_A,
      k,
      k1,
      VB,
      oB,
      nB,
      IMPACT_B,
      facing,
      j2,
      W,
      IMPACT_A,
      W,
      0,
    );
  } else {
    const j2: i32 = nA > 1 ? beside(VB, oB, nB, IMPACT_B, k, VA, oA, nA, IMPACT_A, facing, W) : 0;
    const k1: i32 = k + 1 < nB ? k + 1 : 0;
    edgeVertex(
      VB,
      oB,
      nB,
      IMPACT_B,
      k,
      k1,
      VA,
      oA,
      nA,
      IMPACT_A,
      facing,
      j2,
      W,
      IMPACT_A,
      W,
      1,
    );
  }
  toSurfaces(VA, oA, VB, oB, P, a, W);
  return CAST_HIT;
}

/**
 * The ray against the disk of radius R around vertex v = a_i - b_j of C, loaded at `at`:
 * |t d - v| = R, with c = d x v and D = R² d·d - c²:
 *
 *   t = (d·v - √D) / d·d = (v·v - R²) / (d·v + √D)
 *
 * and the normal (t d - v) / R = (-√D d - c d⊥) / (R d·d), d⊥ being d turned left. With R = 0 the disk
 * is the vertex itself, hit when c = 0.
 */
function arc(
  VA: Verts,
  oA: i32,
  nA: i32,
  VB: Verts,
  oB: i32,
  nB: i32,
  P: Ptr,
  a: i32,
  b: i32,
  W: Ptr,
  i: i32,
  j: i32,
  at: i32,
): i32 {
  // Most misses are plain to see.
  const R: f64 = W[REACH], vx: f64 = W[at + 2] - W[at], vy: f64 = W[at + 3] - W[at + 1];
  const dx: f64 = W[D + 2], dy: f64 = W[D + 3];
  const l0: f64 = dx * vy, r0: f64 = dy * vx;
  const c0: f64 = abs(l0 - r0) - 1.7763568394002505e-15 * (abs(l0) + abs(r0));
  const d0: f64 = dx * dx + dy * dy, v0: f64 = vx * vx + vy * vy;
  if (c0 > 0 && c0 * c0 > 1.000000000001 * (R * R * d0)) return CAST_MISS;
  if (dx * vx + dy * vy < 0 && v0 > 1.000000000001 * R * R) {
    return startsInside(VA, oA, nA, VB, oB, nB, P, a, b, W);
  }
  let c: f64 = l0 - r0, root: f64 = 0, num: f64 = 0, den: f64 = 0;
  const terms: f64 = abs(l0) + abs(r0);
  let rough: boolean = v0 > 2 * R * R && c * c < 0.5 * (R * R * d0) &&
    terms * terms < 256 * (R * R * d0);
  if (rough) {
    // Far from grazing and from the start nothing below cancels by more than a bit; but the end of the
    // motion is compared with all digits.
    root = sqrt(R * R * d0 - c * c);
    num = v0 - R * R;
    den = (dx * vx + dy * vy) + root;
    rough = abs(num - den) > 1e-14 * den;
  }
  if (!rough) {
    determinant(W, D, at, SIDE_V);
    determinant(W, D, D_LEFT, DD);
    c = W[SIDE_V];
    const dd: f64 = W[DD];
    multiply(W, REACH, REACH, SQUARE);
    W[SQUARE + 1] += 2 * R * W[REACH + 1];
    const rr: f64 = W[SQUARE], rrlo: f64 = W[SQUARE + 1];
    // R² d·d = x + xlo, c² = y + ylo.
    const x: f64 = rr * dd, y: f64 = c * c;
    if (x < 0.75 * y) return CAST_MISS;
    multiply(W, SQUARE, DD, PRODUCT);
    const xlo: f64 = W[PRODUCT + 1] + (rr * W[DD + 1] + rrlo * dd);
    multiply(W, SIDE_V, SIDE_V, PRODUCT);
    const ylo: f64 = W[PRODUCT + 1] + 2 * c * W[SIDE_V + 1];
    const z: f64 = x - y, v: f64 = z - x;
    let disc: f64 = z + (((x - (z - v)) - (y + v)) + (xlo - ylo));
    if (disc < 0) {
      if (R === 0 || disc < -TIE * x) return CAST_MISS;
      disc = 0;
    }
    root = sqrt(disc);

    determinant(W, at, D_LEFT, DV);
    turnLeft(W, at, TURNED);
    determinant(W, at, TURNED, VV);
    const vv: f64 = W[VV], w: f64 = vv - rr, wv: f64 = w - vv;
    num = w + (((vv - (w - wv)) - (rr + wv)) + (W[VV + 1] - rrlo));
    den = W[DV] + root;
    if (abs(num) <= TIE * vv && W[DV] > 0) return CAST_TOUCH;
    if (!(num > 0 && den > 0)) return startsInside(VA, oA, nA, VB, oB, nB, P, a, b, W);
  }
  const t: f64 = num / den * W[CAST_FRACTION];
  if (t > 1) return CAST_MISS;
  W[CAST_FRACTION] = t;

  let nx: f64 = c * dy - root * dx, ny: f64 = -c * dx - root * dy;
  if (nx === 0 && ny === 0) {
    nx = -dx;
    ny = -dy;
  }
  // The squares may leave the range of doubles where the components do not.
  const m: f64 = max(abs(nx), abs(ny));
  nx /= m;
  ny /= m;
  const l: f64 = sqrt(nx * nx + ny * ny);
  nx /= l;
  ny /= l;
  // a_i is at the head of the vector, b_j was at its tail and has moved.
  const ra: f64 = VA[oA + RADIUS], rb: f64 = VB[oB + RADIUS];
  W[NX] = nx + 0; // no result is -0
  W[NY] = ny + 0;
  W[AX] = (W[at + 2] + ra * nx) + P[a];
  W[AY] = (W[at + 3] + ra * ny) + P[a + 1];
  W[BX] = ((W[at] + t * W[CAST_DX]) - rb * nx) + P[a];
  W[BY] = ((W[at + 1] + t * W[CAST_DY]) - rb * ny) + P[a + 1];
  W[FA0] = i;
  W[FA1] = i;
  W[FB0] = j;
  W[FB1] = j;
  return CAST_HIT;
}

/** The ray's line enters before the start: CAST_MISS when all of C_R is behind for certain. */
function startsInside(
  VA: Verts,
  oA: i32,
  nA: i32,
  VB: Verts,
  oB: i32,
  nB: i32,
  P: Ptr,
  a: i32,
  b: i32,
  W: Ptr,
): i32 {
  const dx: f64 = W[D + 2], dy: f64 = W[D + 3];
  W[DX] = P[a + 2] * dx + P[a + 3] * dy;
  W[DY] = P[a + 2] * dy - P[a + 3] * dx;
  const i: i32 = nA > 1 ? climb(VA, oA + LOCAL + (nA << 1), nA, W, 0) : 0;
  W[DX] = -(P[b + 2] * dx + P[b + 3] * dy);
  W[DY] = P[b + 3] * dx - P[b + 2] * dy;
  const j: i32 = nB > 1 ? climb(VB, oB + LOCAL + (nB << 1), nB, W, 0) : 0;
  loadDifference(VA, oA, nA, i, VB, oB, nB, j, P, a, b, W, S);
  const far: f64 = dx * (W[S + 2] - W[S]) + dy * (W[S + 3] - W[S + 1]);
  const size: f64 = VA[oA + EXTENT] + VB[oB + EXTENT] + abs(P[b] - P[a]) + abs(P[b + 1] - P[a + 1]);
  const noise: f64 = 1.7763568394002505e-15 * (size + W[REACH]);
  const reach: f64 = (W[REACH] + noise) * (abs(dx) + abs(dy));
  return far + reach < 0 ? CAST_MISS : CAST_START;
}

/** The incident vertex beside the facing one that is nearer to edge k of the reference shape. */
function beside(
  VR: Verts,
  oR: i32,
  nR: i32,
  r: i32,
  k: i32,
  VI: Verts,
  oI: i32,
  nI: i32,
  i: i32,
  j: i32,
  W: Ptr,
): i32 {
  const next: i32 = j + 1 < nI ? j + 1 : 0, previous: i32 = j > 0 ? j - 1 : nI - 1;
  loadVertex(VR, oR, nR, k, W, r, IMPACT_A, W, OPERANDS);
  loadVertex(VR, oR, nR, k + 1 < nR ? k + 1 : 0, W, r, IMPACT_A, W, OPERANDS + 2);
  loadVertex(VI, oI, nI, next, W, i, IMPACT_A, W, NEXT);
  loadVertex(VI, oI, nI, previous, W, i, IMPACT_A, W, NEXT + 2);
  const mx: f64 = W[OPERANDS + 3] - W[OPERANDS + 1], my: f64 = W[OPERANDS] - W[OPERANDS + 2];
  return mx * (W[NEXT] - W[NEXT + 2]) + my * (W[NEXT + 1] - W[NEXT + 3]) < 0 ? next : previous;
}

/**
 * Whether the end of the motion lies outside the edge, (s - d) x e < 0: the comparison with t = 1 where
 * rounding would decide it. s - d is a sum of three doubles a component and e of two, so the 24 parts
 * of the products are summed exactly (Shewchuk's grow-expansion).
 */
function isBeforeEdge(W: Ptr): boolean {
  let n: i32 = 0;
  for (let c: i32 = 0; c < 2; c++) {
    // s_x - d_x with e_y, then s_y - d_y with -e_x.
    splitDifference(W, S + 2 + c, S + c, PARTS);
    splitDifference(W, PARTS, D + 2 + c, PARTS + 2);
    W[PARTS] = W[PARTS + 2];
    W[PARTS + 2] = W[PARTS + 3];
    const to: i32 = c === 0 ? E + 3 : E, from: i32 = c === 0 ? E + 1 : E + 2;
    splitDifference(W, to, from, PARTS + 3);
    for (let i: i32 = 0; i < 3; i++) {
      for (let k: i32 = 3; k < 5; k++) {
        multiply(W, PARTS + i, PARTS + k, PRODUCT);
        n = growSum(W, n, PRODUCT + 1);
        n = growSum(W, n, PRODUCT);
      }
    }
  }
  // The last part that is not 0 outweighs the others.
  for (let k: i32 = n - 1; k >= 0; k--) if (W[SUM + k] !== 0) return W[SUM + k] < 0;
  return false;
}

/** W[out] + W[out + 1] = W[i] - W[j], exactly. */
function splitDifference(W: Ptr, i: i32, j: i32, out: i32): void {
  const x: f64 = W[i], y: f64 = W[j];
  const d: f64 = x - y, v: f64 = x - d;
  W[out] = d;
  W[out + 1] = (x - (d + v)) + (v - y);
}

/** Adds W[i] to the expansion of n parts at SUM; returns n + 1. */
function growSum(W: Ptr, n: i32, i: i32): i32 {
  let q: f64 = W[i];
  for (let k: i32 = 0; k < n; k++) {
    const y: f64 = W[SUM + k], s: f64 = q + y, v: f64 = s - q;
    W[SUM + k] = (q - (s - v)) + (y - v);
    q = s;
  }
  W[SUM + n] = q;
  return n + 1;
}

/** Poses at CAST_FRACTION, relative to A's position. */
function moveToImpact(P: Ptr, a: i32, b: i32, W: Ptr): void {
  const t: f64 = W[CAST_FRACTION];
  W[IMPACT_A] = 0;
  W[IMPACT_A + 1] = 0;
  W[IMPACT_A + 2] = P[a + 2];
  W[IMPACT_A + 3] = P[a + 3];
  W[IMPACT_B] = (P[b] - P[a]) + t * W[CAST_DX];
  W[IMPACT_B + 1] = (P[b + 1] - P[a + 1]) + t * W[CAST_DY];
  W[IMPACT_B + 2] = P[b + 2];
  W[IMPACT_B + 3] = P[b + 3];
}

/** Witness points from the cores out to the rounded boundaries and into the world; nothing is -0. */
function toSurfaces(VA: Verts, oA: i32, VB: Verts, oB: i32, P: Ptr, a: i32, W: Ptr): void {
  const ra: f64 = VA[oA + RADIUS], rb: f64 = VB[oB + RADIUS];
  W[NX] += 0;
  W[NY] += 0;
  W[AX] = (W[AX] + ra * W[NX]) + P[a];
  W[AY] = (W[AY] + ra * W[NY]) + P[a + 1];
  W[BX] = (W[BX] - rb * W[NX]) + P[a];
  W[BY] = (W[BY] - rb * W[NY]) + P[a + 1];
}

/** W[to …] = the vector at `from` turned left. */
function turnLeft(W: Ptr, from: i32, to: i32): void {
  W[to] = -W[from + 1];
  W[to + 1] = W[from];
  W[to + 2] = -W[from + 3];
  W[to + 3] = W[from + 2];
}

/** W[out] + W[out + 1] = W[i] · W[j], exactly (Dekker). */
function multiply(W: Ptr, i: i32, j: i32, out: i32): void {
  const x: f64 = W[i], y: f64 = W[j], p: f64 = x * y;
  const xc: f64 = SPLITTER * x, yc: f64 = SPLITTER * y;
  const xh: f64 = xc - (xc - x), yh: f64 = yc - (yc - y);
  const xl: f64 = x - xh, yl: f64 = y - yh;
  W[out] = p;
  W[out + 1] = xl * yl - (((p - xh * yh) - xl * yh) - xh * yl);
}

/** The same where little cancels, in which case a rounded product is right to 2.3 ulps and sign. */
function roughDeterminant(W: Ptr, u: i32, v: i32, out: i32): void {
  const l: f64 = (W[u + 2] - W[u]) * (W[v + 3] - W[v + 1]);
  const r: f64 = (W[u + 3] - W[u + 1]) * (W[v + 2] - W[v]);
  W[out] = l - r;
  W[out + 1] = 0;
  if (abs(l - r) >= 0.66 * (abs(l) + abs(r)) && l !== r) return;
  determinant(W, u, v, out);
}

/**
 * W[out] + W[out + 1] = u x v for the vectors at `u` and `v`, within 2^-100 of the products it sums and
 * with an exact sign. Each component is a difference x + x' of two doubles, exactly:
 *
 *   u x v = (ux vy - uy vx) + (ux vy' + ux' vy - uy vx' - uy' vx)   and terms below 2^-104
 */
function determinant(W: Ptr, u: i32, v: i32, out: i32): void {
  const u0: f64 = W[u], u1: f64 = W[u + 1], u2: f64 = W[u + 2], u3: f64 = W[u + 3];
  const v0: f64 = W[v], v1: f64 = W[v + 1], v2: f64 = W[v + 2], v3: f64 = W[v + 3];
  const ux: f64 = u2 - u0, uy: f64 = u3 - u1, vx: f64 = v2 - v0, vy: f64 = v3 - v1;
  const uxv: f64 = u2 - ux, uyv: f64 = u3 - uy, vxv: f64 = v2 - vx, vyv: f64 = v3 - vy;
  const ux1: f64 = (u2 - (ux + uxv)) + (uxv - u0), uy1: f64 = (u3 - (uy + uyv)) + (uyv - u1);
  const vx1: f64 = (v2 - (vx + vxv)) + (vxv - v0), vy1: f64 = (v3 - (vy + vyv)) + (vyv - v1);
  const l: f64 = ux * vy, r: f64 = uy * vx;
  const s: f64 = l - r, w: f64 = s - l;
  // The rests of the products, by halves.
  const uxc: f64 = SPLITTER * ux, uyc: f64 = SPLITTER * uy;
  const vxc: f64 = SPLITTER * vx, vyc: f64 = SPLITTER * vy;
  const uxh: f64 = uxc - (uxc - ux), uyh: f64 = uyc - (uyc - uy);
  const vxh: f64 = vxc - (vxc - vx), vyh: f64 = vyc - (vyc - vy);
  const uxl: f64 = ux - uxh, uyl: f64 = uy - uyh, vxl: f64 = vx - vxh, vyl: f64 = vy - vyh;
  const l1: f64 = uxl * vyl - (((l - uxh * vyh) - uxl * vyh) - uxh * vyl);
  const r1: f64 = uyl * vxl - (((r - uyh * vxh) - uyl * vxh) - uyh * vxl);
  const lo: f64 = ((l - (s - w)) - (r + w)) + (l1 - r1) +
    ((ux * vy1 + ux1 * vy) - (uy * vx1 + uy1 * vx));
  const hi: f64 = s + lo;
  W[out] = hi;
  W[out + 1] = lo - (hi - s);
  if (abs(hi) > CANCELLED * (abs(l) + abs(r))) return;
  // Without rests the sum above has the exact sign.
  if (ux1 === 0 && uy1 === 0 && vx1 === 0 && vy1 === 0) return;
  for (let k: i32 = 0; k < 4; k++) {
    W[OPERANDS + k] = W[u + k];
    W[OPERANDS + 4 + k] = W[v + k];
  }
  preciseCross(W);
  W[out] = W[VALUE];
  W[out + 1] = 0;
}
