/**
 * Contact manifolds: the one or two points at which two shapes touch, by clipping the incident edge
 * against the reference edge.
 *
 * The reference edge is the edge, of either core, that the other core lies furthest in front of (apart)
 * or least deep behind (overlapping): the axis of least penetration. The other core's vertex that faces
 * it is the deepest point, and of that vertex's two edges the one more antiparallel to the reference is
 * the incident edge. The part of the incident edge beside the reference edge touches; its two ends are the
 * contact points. Where two vertices are the closest features there is no such part, and one point.
 *
 * Rounding decides nothing here that another query answers: whatever lies within NOISE of a decision is
 * left to `signedDistance` and `scanBoundary`, and the deepest separation is the signed distance.
 *
 * @module
 */
import { abs, int, sqrt } from "./ptr.ts";
import type { f64, i32, Ptr, Verts } from "./ptr.ts";
import { scanBoundary } from "./boundary.ts";
import { cross } from "./exact.ts";
import { SIGNED, signedDistance } from "./pair.ts";
import { climb, scan } from "./support.ts";

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const RADIUS: i32 = 0;
const EXTENT: i32 = 1;
const REF_X: i32 = 2;
const REF_Y: i32 = 3;
const CENTER_X: i32 = 4;
const CENTER_Y: i32 = 5;
const LOCAL: i32 = 6;
const DISTANCE: i32 = 8;
const NX: i32 = 9;
const NY: i32 = 10;
const AX: i32 = 11;
const AY: i32 = 12;
const BX: i32 = 13;
const BY: i32 = 14;
const FA0: i32 = 16;
const FA1: i32 = 17;
const FB0: i32 = 18;
const FB1: i32 = 19;
const NOISE: i32 = 21;
const SEPARATION: i32 = 29;
const SIDE: i32 = 30;
const EDGE: i32 = 31;
const FACING: i32 = 32;
const DX: i32 = 33;
const DY: i32 = 34;
const OPERANDS: i32 = 40;
const VALUE: i32 = 48;
const SCAN_MAX: i32 = 20;
const DETERMINANT_BOUND: f64 = 3.3306690738754716e-16;
const MARGIN: i32 = 3072;
const POINT_COUNT: i32 = 3073;
const MANIFOLD_NX: i32 = 3074;
const MANIFOLD_NY: i32 = 3075;
const MANIFOLD_POINTS: i32 = 3076;
/** Scratch: core separation from which on there is no contact. */
const FAR: i32 = 3084;

/**
 * B's edge becomes the reference when it is better than A's by more than 2^-53 of the shapes' sizes: of
 * edges that are equally good but for the last bits, as in a stack of equal boxes, A's is taken. Larger
 * would make separations differ from the signed distance by more than that promises.
 */
const BIAS: f64 = 1.1102230246251565e-16;

/** The deepest point is the facing vertex, and its separation is computed from it. */
const MEASURE: i32 = 0;
/** The deepest separation is the signed distance in W[DISTANCE]. */
const KNOWN: i32 = 1;
/** The reference edge was given: the facing vertex may lie beside it. */
const FORCED: i32 = 2;

/** Ids of vertices below this are packed in 32 bits. */
const ID_SMALL: i32 = 65536;

/**
 * Points at which two shapes touch or are at most W[MARGIN] apart. Returns their number, 0 to 2, and
 * writes W[POINT_COUNT], the unit normal from A to B at W[MANIFOLD_NX, MANIFOLD_NY] and the points from
 * W[MANIFOLD_POINTS] on: x, y, separation, id each, world coordinates. A point is in the middle between
 * the two surfaces. Without points the normal is an axis along which the shapes are so far apart.
 */
export function collide(
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
  const ac: f64 = P[a + 2], as: f64 = P[a + 3], bc: f64 = P[b + 2], bs: f64 = P[b + 3];
  const wx: f64 = P[b] - P[a], wy: f64 = P[b + 1] - P[a + 1];
  const S: f64 = VA[oA + EXTENT] + VB[oB + EXTENT] + abs(wx) + abs(wy) +
    (VA[oA + RADIUS] + VB[oB + RADIUS]);
  const E: f64 = S *
    (1.7763568394002505e-15 + abs(ac * ac + as * as - 1) + abs(bc * bc + bs * bs - 1));
  W[NOISE] = E;
  if (nA + nB === 2) return collidePoints(VA, oA, VB, oB, P, a, b, W);

  // 1. A's edges, beginning with the one towards B's centre; then B's, beginning with the one that A's best
  // edge faces. An edge that separates by more than the margin, rounding aside, ends it.
  const R: f64 = VA[oA + RADIUS] + VB[oB + RADIUS];
  const limit: f64 = W[MARGIN] + R;
  W[FAR] = limit + E;
  W[SEPARATION] = -Infinity;
  W[FACING] = 0;
  if (nA > 1) {
    const start: i32 = edgeTowards(VA, oA, nA, a, VB, oB, b, P, W);
    if (bestEdge(VA, oA, nA, a, VB, oB, nB, b, P, W, 0, start) > 0) return 0;
  }
  if (nB > 1) {
    let start: i32 = 0;
    if (nA > 1) {
      start = incidentEdge(VA, oA, nA, a, VB, oB, nB, b, P, W);
      W[SEPARATION] += BIAS * (spread(VA, oA) + spread(VB, oB));
    } else start = edgeTowards(VB, oB, nB, b, VA, oA, a, P, W);
    if (bestEdge(VB, oB, nB, b, VA, oA, nA, a, P, W, 1, start) > 0) return 0;
  }
  const best: f64 = W[SEPARATION];
  let side: i32 = int(W[SIDE]), edge: i32 = int(W[EDGE]), facing: i32 = int(W[FACING]);

  // 2. Overlapping cores: the reference edge is known.
  if (best < -E) {
    return side === 0
      ? clip(VA, oA, nA, a, VB, oB, nB, b, P, a, W, 0, edge, facing, MEASURE)
      : clip(VB, oB, nB, b, VA, oA, nA, a, P, a, W, 1, edge, facing, MEASURE);
  }
  // Touching cores without radii: the exact sign of each edge decides.
  if (limit === 0 && best <= E && (nA > 2 || nB > 2)) {
    scanBoundary(VA, oA, nA, VB, oB, nB, P, a, b, W);
    side = int(W[SIDE]);
    edge = int(W[EDGE]);
    facing = int(W[FACING]);
    return side === 0
      ? clip(VA, oA, nA, a, VB, oB, nB, b, P, a, W, 0, edge, facing, MEASURE)
      : clip(VB, oB, nB, b, VA, oA, nA, a, P, a, W, 1, edge, facing, MEASURE);
  }
  // Cores apart, the facing vertex beside the reference edge: those are the closest features.
  if (best > E && abs(best - R) > E && abs(best - limit) > E) {
    if (
      side === 0
        ? isBeside(VA, oA, nA, a, VB, oB, nB, b, P, edge, facing)
        : isBeside(VB, oB, nB, b, VA, oA, nA, a, P, edge, facing)
    ) {
      return side === 0
        ? clip(VA, oA, nA, a, VB, oB, nB, b, P, a, W, 0, edge, facing, MEASURE)
        : clip(VB, oB, nB, b, VA, oA, nA, a, P, a, W, 1, edge, facing, MEASURE);
    }
  }
  return collideClosest(VA, oA, nA, VB, oB, nB, P, a, b, W);
}

/** The edge whose normal leans most from this shape's centre towards the other's, nearly. */
function edgeTowards(
  V: Verts,
  o: i32,
  n: i32,
  p: i32,
  VO: Verts,
  oO: i32,
  q: i32,
  P: Ptr,
  W: Ptr,
): i32 {
  const c: f64 = P[p + 2], s: f64 = P[p + 3], C: f64 = P[q + 2], S: f64 = P[q + 3];
  const x: f64 = VO[oO + REF_X] + VO[oO + CENTER_X], y: f64 = VO[oO + REF_Y] + VO[oO + CENTER_Y];
  const wx: f64 = C * x - S * y + (P[q] - P[p]), wy: f64 = S * x + C * y + (P[q + 1] - P[p + 1]);
  const dx: f64 = (c * wx + s * wy) - (V[o + REF_X] + V[o + CENTER_X]);
  const dy: f64 = (c * wy - s * wx) - (V[o + REF_Y] + V[o + CENTER_Y]);
  const N: i32 = o + LOCAL + (n << 1);
  let k: i32 = 0;
  if (n > SCAN_MAX) {
    W[DX] = dx;
    W[DY] = dy;
    k = climb(V, N, n, W, 0);
  } else k = scan(V, N, n, dx, dy);
  const previous: i32 = k > 0 ? k - 1 : n - 1;
  const e: i32 = N + (k << 1), f: i32 = N + (previous << 1);
  return dx * (V[f] - V[e]) + dy * (V[f + 1] - V[e + 1]) > 0 ? previous : k;
}

/** Of the two edges at vertex FACING of the incident shape the one more antiparallel to edge EDGE. */
function incidentEdge(
  VR: Verts,
  oR: i32,
  nR: i32,
  r: i32,
  VI: Verts,
  oI: i32,
  nI: i32,
  i: i32,
  P: Ptr,
  W: Ptr,
): i32 {
  const cR: f64 = P[r + 2], sR: f64 = P[r + 3], cI: f64 = P[i + 2], sI: f64 = P[i + 3];
  const rc: f64 = cR * cI + sR * sI, rs: f64 = cR * sI - sR * cI;
  const N: i32 = oR + LOCAL + (nR << 1) + (int(W[EDGE]) << 1);
  const mx: f64 = rc * VR[N] + rs * VR[N + 1], my: f64 = rc * VR[N + 1] - rs * VR[N];
  const k: i32 = int(W[FACING]), previous: i32 = k > 0 ? k - 1 : nI - 1;
  const e: i32 = oI + LOCAL + (nI << 1) + (k << 1);
  const f: i32 = oI + LOCAL + (nI << 1) + (previous << 1);
  return mx * (VI[e] - VI[f]) + my * (VI[e + 1] - VI[f + 1]) <= 0 ? k : previous;
}

/**
 * Finds the edge of the reference that the incident shape lies furthest in front of, if by more than
 * W[SEPARATION], and writes SEPARATION, SIDE, EDGE, FACING. Returns 1, and the manifold without points, as
 * soon as that is more than W[FAR]. In the reference's frame, with normal N, edge start u, and v the
 * incident vertex that faces the edge: s = N·(v - u). Any v bounds s from above, so the vertex that faces
 * the edge looked at first, one towards the other shape, rules out nearly all other edges.
 */
function bestEdge(
  VR: Verts,
  oR: i32,
  nR: i32,
  r: i32,
  VI: Verts,
  oI: i32,
  nI: i32,
  i: i32,
  P: Ptr,
  W: Ptr,
  side: i32,
  start: i32,
): i32 {
  const cR: f64 = P[r + 2], sR: f64 = P[r + 3], cI: f64 = P[i + 2], sI: f64 = P[i + 3];
  const wx: f64 = P[i] - P[r], wy: f64 = P[i + 1] - P[r + 1];
  const rc: f64 = cR * cI + sR * sI, rs: f64 = cR * sI - sR * cI;
  const fx: f64 = VI[oI + REF_X], fy: f64 = VI[oI + REF_Y];
  const tx: f64 = (cR * wx + sR * wy) + (rc * fx - rs * fy) - VR[oR + REF_X];
  const ty: f64 = (cR * wy - sR * wx) + (rs * fx + rc * fy) - VR[oR + REF_Y];
  const LR: i32 = oR + LOCAL, LI: i32 = oI + LOCAL;
  const NR: i32 = LR + (nR << 1), NI: i32 = LI + (nI << 1);
  let best: f64 = W[SEPARATION];
  const far: f64 = W[FAR];
  let edge: i32 = -1, facing: i32 = 0, e: i32 = start, k: i32 = -1;
  let vx: f64 = 0, vy: f64 = 0;
  for (;;) {
    const N: i32 = NR + (e << 1), u: i32 = LR + (e << 1);
    const Nx: f64 = VR[N], Ny: f64 = VR[N + 1];
    const mx: f64 = -(rc * Nx + rs * Ny), my: f64 = rs * Nx - rc * Ny;
    let j: i32 = 0;
    if (nI > SCAN_MAX) {
      W[DX] = mx;
      W[DY] = my;
      j = climb(VI, NI, nI, W, facing);
    } else if (nI > 1) j = scan(VI, NI, nI, mx, my);
    const v: i32 = LI + (j << 1);
    const x: f64 = rc * VI[v] - rs * VI[v + 1] + tx, y: f64 = rs * VI[v] + rc * VI[v + 1] + ty;
    const s: f64 = Nx * (x - VR[u]) + Ny * (y - VR[u + 1]);
    if (s > best) {
      best = s;
      edge = e;
      facing = j;
      if (s > far) {
        const sign: f64 = side === 0 ? 1 : -1;
        W[POINT_COUNT] = 0;
        W[MANIFOLD_NX] = sign * (cR * Nx - sR * Ny) + 0;
        W[MANIFOLD_NY] = sign * (sR * Nx + cR * Ny) + 0;
        return 1;
      }
      vx = x;
      vy = y;
    } else if (k < 0) {
      vx = x;
      vy = y;
    }
    // The next edge that v does not rule out.
    for (k++; k < nR; k++) {
      const m: i32 = NR + (k << 1), w: i32 = LR + (k << 1);
      if (VR[m] * (vx - VR[w]) + VR[m + 1] * (vy - VR[w + 1]) > best) break;
    }
    if (k >= nR) break;
    e = k;
  }
  if (edge < 0) return 0;
  W[SEPARATION] = best;
  W[SIDE] = side;
  W[EDGE] = edge;
  W[FACING] = facing;
  return 0;
}

/** Whether the incident vertex j projects onto edge k of the reference. */
function isBeside(
  VR: Verts,
  oR: i32,
  nR: i32,
  r: i32,
  VI: Verts,
  oI: i32,
  nI: i32,
  i: i32,
  P: Ptr,
  k: i32,
  j: i32,
): boolean {
  const c: f64 = P[r + 2], z: f64 = P[r + 3], C: f64 = P[i + 2], Z: f64 = P[i + 3];
  const X: i32 = oR + LOCAL + (nR << 2), u: i32 = X + (k << 1);
  const w: i32 = X + ((k + 1 < nR ? k + 1 : 0) << 1), v: i32 = oI + LOCAL + (nI << 2) + (j << 1);
  const ex: f64 = VR[w] - VR[u], ey: f64 = VR[w + 1] - VR[u + 1];
  const x: f64 = C * VI[v] - Z * VI[v + 1] + (P[i] - P[r]);
  const y: f64 = Z * VI[v] + C * VI[v + 1] + (P[i + 1] - P[r + 1]);
  const vx: f64 = c * x + z * y, vy: f64 = c * y - z * x;
  return ex * (vx - VR[u]) + ey * (vy - VR[u + 1]) >= 0 &&
    ex * (vx - VR[w]) + ey * (vy - VR[w + 1]) <= 0;
}

/** Two cores of one point each. */
function collidePoints(
  VA: Verts,
  oA: i32,
  VB: Verts,
  oB: i32,
  P: Ptr,
  a: i32,
  b: i32,
  W: Ptr,
): i32 {
  const c: f64 = P[a + 2], s: f64 = P[a + 3], C: f64 = P[b + 2], Z: f64 = P[b + 3];
  const m: i32 = oA + LOCAL + 4, n: i32 = oB + LOCAL + 4;
  const ax: f64 = c * VA[m] - s * VA[m + 1], ay: f64 = s * VA[m] + c * VA[m + 1];
  const bx: f64 = C * VB[n] - Z * VB[n + 1] + (P[b] - P[a]);
  const by: f64 = Z * VB[n] + C * VB[n + 1] + (P[b + 1] - P[a + 1]);
  const dx: f64 = bx - ax, dy: f64 = by - ay;
  const ra: f64 = VA[oA + RADIUS], rb: f64 = VB[oB + RADIUS];
  const d: f64 = sqrt(dx * dx + dy * dy), R: f64 = ra + rb;
  if (!(d > W[NOISE] && abs(d - R) > W[NOISE])) {
    return collideClosest(VA, oA, 1, VB, oB, 1, P, a, b, W);
  }
  const separation: f64 = d - R;
  const Nx: f64 = dx / d, Ny: f64 = dy / d;
  W[MANIFOLD_NX] = Nx + 0;
  W[MANIFOLD_NY] = Ny + 0;
  if (separation > W[MARGIN]) {
    W[POINT_COUNT] = 0;
    return 0;
  }
  W[POINT_COUNT] = 1;
  W[MANIFOLD_POINTS] = 0.5 * ((ax + ra * Nx) + (bx - rb * Nx)) + P[a];
  W[MANIFOLD_POINTS + 1] = 0.5 * ((ay + ra * Ny) + (by - rb * Ny)) + P[a + 1];
  W[MANIFOLD_POINTS + 2] = separation;
  W[MANIFOLD_POINTS + 3] = 0;
  return 1;
}

/** Whatever the signed distance says: its features, its normal, its separation. */
function collideClosest(
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
  signedDistance(VA, oA, nA, VB, oB, nB, P, a, b, W, SIGNED);
  const Nx: f64 = W[NX], Ny: f64 = W[NY];
  W[MANIFOLD_NX] = Nx;
  W[MANIFOLD_NY] = Ny;
  W[POINT_COUNT] = 0;
  if (!(W[DISTANCE] <= W[MARGIN])) return 0;
  const i: i32 = int(W[FA0]), i2: i32 = int(W[FA1]), j: i32 = int(W[FB0]), j2: i32 = int(W[FB1]);
  if (i !== i2 || j !== j2) {
    // An edge of A against a vertex or edge of B, or a vertex of A against an edge of B. Of the two edges
    // that join the same two vertices of a segment, the one whose normal points the right way.
    const k: i32 = i !== i2 ? edgeOf(VA, oA, nA, P, a, W, i, i2, 1) : -1;
    if (k >= 0) return clip(VA, oA, nA, a, VB, oB, nB, b, P, a, W, 0, k, j, KNOWN);
    const l: i32 = edgeOf(VB, oB, nB, P, b, W, j, j2, -1);
    return clip(VB, oB, nB, b, VA, oA, nA, a, P, a, W, 1, l, i, KNOWN);
  }
  W[POINT_COUNT] = 1;
  W[MANIFOLD_POINTS] = 0.5 * (W[AX] + W[BX]);
  W[MANIFOLD_POINTS + 1] = 0.5 * (W[AY] + W[BY]);
  W[MANIFOLD_POINTS + 2] = W[DISTANCE];
  let ia: i32 = 0, ib: i32 = 0;
  if (nA > 1 && nB > 1) {
    // Named like a corner of the one against the edge of the other that leans towards it most.
    const onA: boolean = spread(VA, oA) >= spread(VB, oB);
    ia = onA ? leaningEdge(VA, oA, nA, P, a, W, i, 1) : i;
    ib = onA ? j : leaningEdge(VB, oB, nB, P, b, W, j, -1);
  }
  writeId(W, MANIFOLD_POINTS + 3, ia, ib);
  return 1;
}

/** The edge between vertices i and i2 whose outward normal points along `sign` times the normal. */
function edgeOf(
  V: Verts,
  o: i32,
  n: i32,
  P: Ptr,
  p: i32,
  W: Ptr,
  i: i32,
  i2: i32,
  sign: i32,
): i32 {
  if (n > 2) return (i + 1 < n ? i + 1 : 0) === i2 ? i : i2;
  return leaningEdge(V, o, n, P, p, W, 0, sign);
}

/** Of the two edges at vertex i the one whose outward normal leans most along `sign` times the normal. */
function leaningEdge(V: Verts, o: i32, n: i32, P: Ptr, p: i32, W: Ptr, i: i32, sign: i32): i32 {
  const c: f64 = P[p + 2], s: f64 = P[p + 3];
  const mx: f64 = c * W[NX] + s * W[NY], my: f64 = c * W[NY] - s * W[NX];
  const previous: i32 = i > 0 ? i - 1 : n - 1;
  const y: i32 = o + LOCAL + (n << 1) + (i << 1), z: i32 = o + LOCAL + (n << 1) + (previous << 1);
  const lead: f64 = mx * (V[z] - V[y]) + my * (V[z + 1] - V[y + 1]);
  return (sign > 0 ? lead > 0 : lead < 0) ? previous : i;
}

/** A measure of size that no pose changes: |x| + |y| from the centre to the first vertex. */
function spread(V: Verts, o: i32): f64 {
  return abs(V[o + LOCAL] - V[o + CENTER_X]) + abs(V[o + LOCAL + 1] - V[o + CENTER_Y]);
}

/** W[slot] = the id of index i on A with index j on B. */
function writeId(W: Ptr, slot: i32, i: i32, j: i32): void {
  const x: f64 = i, y: f64 = j;
  W[slot] = i < ID_SMALL && j < ID_SMALL ? x + 65536 * y : 4503599627370496 + (x + 67108864 * y); // 2^52 + i + 2^26 j
}

/**
 * The manifold with A's edge k as reference, though another may be closer: what a one-sided segment asks
 * for. Results as in `collide`.
 */
export function collideEdge(
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
  k: i32,
): i32 {
  const ac: f64 = P[a + 2], as: f64 = P[a + 3], bc: f64 = P[b + 2], bs: f64 = P[b + 3];
  const rc: f64 = ac * bc + as * bs, rs: f64 = ac * bs - as * bc;
  const N: i32 = oA + LOCAL + (nA << 1) + (k << 1), NB: i32 = oB + LOCAL + (nB << 1);
  const mx: f64 = -(rc * VA[N] + rs * VA[N + 1]), my: f64 = rs * VA[N] - rc * VA[N + 1];
  let j: i32 = 0;
  if (nB > SCAN_MAX) {
    W[DX] = mx;
    W[DY] = my;
    j = climb(VB, NB, nB, W, 0);
  } else if (nB > 1) j = scan(VB, NB, nB, mx, my);
  return clip(VA, oA, nA, a, VB, oB, nB, b, P, a, W, 0, k, j, FORCED);
}

/**
 * Clips the incident edge at vertex j against edge k of the reference, in the pair frame; `side` is 0 when
 * the reference is A.
 *
 * With edge e = u1 - u0, length |e|, normal N = (e_y, -e_x) / |e|, and the incident edge from v (vertex j)
 * to z:  s = N·(v - u) is the separation of v from the edge's line and t = e·(v - u0) / e·e its place
 * along the edge, q and w those of z. The ends t and w, clamped to [0, 1], are the contact points unless
 * they coincide. The facing vertex v lies beside the edge but for rounding, so its separation stays s.
 */
function clip(
  VR: Verts,
  oR: i32,
  nR: i32,
  r: i32,
  VI: Verts,
  oI: i32,
  nI: i32,
  i: i32,
  P: Ptr,
  a: i32,
  W: Ptr,
  side: i32,
  k: i32,
  j: i32,
  mode: i32,
): i32 {
  // 1. The reference edge and the facing vertex, as `edgeVertex` has them to the last bit.
  const c: f64 = P[r + 2], z: f64 = P[r + 3], C: f64 = P[i + 2], Z: f64 = P[i + 3];
  const rx: f64 = P[r] - P[a], ry: f64 = P[r + 1] - P[a + 1];
  const ix: f64 = P[i] - P[a], iy: f64 = P[i + 1] - P[a + 1];
  const XR: i32 = oR + LOCAL + (nR << 2), XI: i32 = oI + LOCAL + (nI << 2);
  const k1: i32 = k + 1 < nR ? k + 1 : 0;
  let x: f64 = VR[XR + (k << 1)], y: f64 = VR[XR + (k << 1) + 1];
  const u0x: f64 = c * x - z * y + rx, u0y: f64 = z * x + c * y + ry;
  x = VR[XR + (k1 << 1)];
  y = VR[XR + (k1 << 1) + 1];
  const u1x: f64 = c * x - z * y + rx, u1y: f64 = z * x + c * y + ry;
  x = VI[XI + (j << 1)];
  y = VI[XI + (j << 1) + 1];
  const vx: f64 = C * x - Z * y + ix, vy: f64 = Z * x + C * y + iy;
  const ex: f64 = u1x - u0x, ey: f64 = u1y - u0y;
  const ee: f64 = ex * ex + ey * ey;
  let s: f64 = 0, Nx: f64 = 0, Ny: f64 = 0, t: f64 = 0, length: f64 = 1;
  if (ee > 0) {
    length = sqrt(ee);
    Nx = ey / length;
    Ny = -ex / length;
    let ux: f64 = u0x, uy: f64 = u0y;
    t = (ex * (vx - u0x) + ey * (vy - u0y)) / ee;
    if (t > 0.5) {
      ux = u1x;
      uy = u1y;
      t = 1 + (ex * (vx - u1x) + ey * (vy - u1y)) / ee;
    }
    const left: f64 = (vx - ux) * ey, right: f64 = (vy - uy) * ex;
    let det: f64 = left - right;
    if (!(abs(det) > DETERMINANT_BOUND * (abs(left) + abs(right)))) {
      W[OPERANDS] = ux;
      W[OPERANDS + 1] = uy;
      W[OPERANDS + 2] = vx;
      W[OPERANDS + 3] = vy;
      W[OPERANDS + 4] = u0x;
      W[OPERANDS + 5] = u0y;
      W[OPERANDS + 6] = u1x;
      W[OPERANDS + 7] = u1y;
      cross(W);
      det = W[VALUE];
    }
    s = det / length;
  } else {
    const N: i32 = oR + LOCAL + (nR << 1) + (k << 1);
    Nx = c * VR[N] - z * VR[N + 1];
    Ny = z * VR[N] + c * VR[N + 1];
    s = Nx * (vx - u0x) + Ny * (vy - u0y);
  }
  const rR: f64 = VR[oR + RADIUS], rI: f64 = VI[oI + RADIUS];
  const R: f64 = rR + rI, margin: f64 = W[MARGIN];
  let gap: f64 = s - R;
  if (mode === KNOWN) {
    gap = W[DISTANCE];
    s = gap + R;
  }
  const sign: f64 = side === 0 ? 1 : -1;
  W[MANIFOLD_NX] = sign * Nx + 0;
  W[MANIFOLD_NY] = sign * Ny + 0;

  // 2. The incident edge goes on from vertex j to j2: of its two edges the more antiparallel one.
  let j2: i32 = j, l: i32 = j;
  let px: f64 = vx, py: f64 = vy, qx: f64 = vx, qy: f64 = vy, s2: f64 = s;
  let low: f64 = t > 0 ? (t < 1 ? t : 1) : 0, high: f64 = low;
  if (nI > 1) {
    const LN: i32 = oI + LOCAL + (nI << 1);
    const previous: i32 = j > 0 ? j - 1 : nI - 1;
    const mx: f64 = C * Nx + Z * Ny, my: f64 = C * Ny - Z * Nx;
    const e: i32 = LN + (j << 1), f: i32 = LN + (previous << 1);
    const onward: boolean = mx * (VI[e] - VI[f]) + my * (VI[e + 1] - VI[f + 1]) <= 0;
    l = onward ? j : previous;
    j2 = onward ? (j + 1 < nI ? j + 1 : 0) : previous;
  }
  let count: i32 = 1;
  if (j2 !== j && ee > 0) {
    x = VI[XI + (j2 << 1)];
    y = VI[XI + (j2 << 1) + 1];
    const zx: f64 = C * x - Z * y + ix, zy: f64 = Z * x + C * y + iy;
    let w: f64 = (ex * (zx - u0x) + ey * (zy - u0y)) / ee;
    let q: f64 = 0;
    if (w > 0.5) {
      w = 1 + (ex * (zx - u1x) + ey * (zy - u1y)) / ee;
      q = ((zx - u1x) * ey - (zy - u1y) * ex) / length;
    } else q = ((zx - u0x) * ey - (zy - u0y) * ex) / length;
    const end: f64 = w > 0 ? (w < 1 ? w : 1) : 0;
    if (end !== low) {
      count = 2;
      s2 = q;
      qx = zx;
      qy = zy;
      if (end !== w) {
        const f: f64 = (end - t) / (w - t);
        qx = vx + f * (zx - vx);
        qy = vy + f * (zy - vy);
        s2 = s + f * (q - s);
      }
      // Nothing is deeper than the facing vertex.
      if (s2 < s) s2 = s;
      high = end;
    }
    if (low !== t) {
      const f: f64 = w !== t ? (low - t) / (w - t) : 2;
      if (f > 0 && f <= 1) {
        px = vx + f * (zx - vx);
        py = vy + f * (zy - vy);
        if (mode === FORCED) {
          s += f * (q - s);
          gap = s - R;
        }
      } else if (mode === FORCED) count = 0;
    }
  } else if (mode === FORCED && low !== t) count = 0;

  // 3. Names: the larger shape gives its edge, the other the vertex at that end of the overlap.
  let ia: i32 = 0, ib: i32 = 0, ia2: i32 = 0, ib2: i32 = 0;
  if (nI > 1) {
    const hR: f64 = spread(VR, oR), hI: f64 = spread(VI, oI);
    if (side === 0 ? hR >= hI : hR > hI) {
      ia = k;
      ia2 = k;
      ib = j;
      ib2 = j2;
    } else {
      ia = l === j ? k1 : k;
      ia2 = l === j ? k : k1;
      ib = l;
      ib2 = l;
    }
    if (side === 1) {
      let swap: i32 = ia;
      ia = ib;
      ib = swap;
      swap = ia2;
      ia2 = ib2;
      ib2 = swap;
    }
  }

  // 4. Points in the middle between the surfaces, in the order of the normal turned left.
  const gap2: f64 = s2 - R;
  const one: boolean = count > 0 && gap <= margin, two: boolean = count > 1 && gap2 <= margin;
  const swapped: boolean = one && two && (side === 0 ? high < low : high > low);
  count = (one ? 1 : 0) + (two ? 1 : 0);
  W[POINT_COUNT] = count;
  const wx: f64 = P[a], wy: f64 = P[a + 1];
  if (one) {
    const o: i32 = MANIFOLD_POINTS + (swapped ? 4 : 0);
    const m: f64 = 0.5 * (rR - rI - s);
    W[o] = px + m * Nx + wx;
    W[o + 1] = py + m * Ny + wy;
    W[o + 2] = gap;
    writeId(W, o + 3, ia, ib);
  }
  if (two) {
    const o: i32 = MANIFOLD_POINTS + (swapped || !one ? 0 : 4);
    const m: f64 = 0.5 * (rR - rI - s2);
    W[o] = qx + m * Nx + wx;
    W[o + 1] = qy + m * Ny + wy;
    W[o + 2] = gap2;
    writeId(W, o + 3, ia2, ib2);
  }
  return count;
}
