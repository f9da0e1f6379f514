/**
 * From a separating axis to the closest features: downhill along the boundary of C = A ⊖ B.
 *
 * The support point of an axis that separates the cores is a vertex x = a_i - b_j of C from which the
 * origin is seen. Around C the edges that see the origin follow one another, and along them the distance
 * from the origin has a single minimum. Which way it lies the axis n tells: the normals of C turn with the
 * boundary, and the origin is to the left of n, seen from x, if the edges that lead closer have theirs there.
 * No support is searched for: a step looks at one edge of either shape.
 *
 * Lin and Canny (1991) walk over the features of two bodies in the same way; here a step is one on C, whose
 * next edge is the one of A or of B that comes first in direction.
 *
 * @module
 */
import { abs, int, sqrt } from "./ptr.ts";
import type { f64, i32, Ptr, Verts } from "./ptr.ts";
import { edgeVertex, vertexPair } from "./features.ts";

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const LOCAL: i32 = 8;
const ALONG: i32 = 39;
const COUNT: i32 = 22;
const PA: i32 = 23;
const PB: i32 = 24;
const QA: i32 = 25;
const QB: i32 = 26;
const RA: i32 = 27;
const RB: i32 = 28;
const FA0: i32 = 16;
const FA1: i32 = 17;
const FB0: i32 = 18;
const FB1: i32 = 19;
const TURN: i32 = 49;
const SIDE: i32 = 30;
const EDGE: i32 = 31;
const FACING: i32 = 32;
const CORE: i32 = 37;
const ON_EDGE: i32 = 38;
const ITERATIONS: i32 = 20;
const TRACE_CAPACITY: i32 = 36;
const TRACE_RECORDS: i32 = 4096;
const TRACE_STRIDE: i32 = 8;
const STEP_BESIDE: i32 = 6;
const STEP_BEYOND: i32 = 7;

/** Sine of an angle between edges below which they may be parallel, and `edgeVertex` looks closer. */
const PARALLEL: f64 = 1.4901161193847656e-8;
/** The same when only rounding is meant. */
const ROUNDING: f64 = 4.440892098500626e-16;

/**
 * Starts at the vertices RA and RB, goes the way that TURN says and finds the closest features: ON_EDGE = 0 and FA0, FB0, or ON_EDGE = 1,
 * SIDE, the edge from EDGE to FA1 or FB1 and the vertex FACING. CORE is their distance as far as this frame
 * tells, within NOISE. Returns 0 when the steps did not suffice, which happens only where RA, RB is no vertex
 * of C or the origin is inside; else 1.
 *
 * Letters, in A's frame: v = b_j - a_i; N, M outward unit normals of an edge of A and of one of B, whose
 * directions counter-clockwise are (-N_y, N_x) and (-M_y, M_x); on C the edge of B has normal -M and runs
 * from a_i - b_j to a_i - b_{j+1}.
 */
export function walk(
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
  const rc: f64 = ac * bc + as * bs, rs: f64 = ac * bs - as * bc;
  const tx: f64 = ac * wx + as * wy, ty: f64 = ac * wy - as * wx;
  const NA: i32 = oA + LOCAL + (nA << 1), NB: i32 = oB + LOCAL + (nB << 1);
  const XA: i32 = NA + (nA << 1), XB: i32 = NB + (nB << 1);

  let i: i32 = int(W[RA]), j: i32 = int(W[RB]);
  let ax: f64 = VA[XA + (i << 1)], ay: f64 = VA[XA + (i << 1) + 1];
  let x: f64 = VB[XB + (j << 1)], y: f64 = VB[XB + (j << 1) + 1];
  let bx: f64 = rc * x - rs * y + tx, by: f64 = rs * x + rc * y + ty;
  const turn: i32 = int(W[TURN]), way: f64 = W[TURN];
  let step: i32 = nA + nB + 2;
  for (; step > 0; step--) {
    // The edges of A and of B ahead, and their neighbours i2, j2.
    const i2: i32 = i + turn < 0 ? nA - 1 : i + turn < nA ? i + turn : 0;
    const j2: i32 = j + turn < 0 ? nB - 1 : j + turn < nB ? j + turn : 0;
    let at: i32 = NA + ((turn > 0 ? i : i2) << 1);
    const Nx: f64 = VA[at], Ny: f64 = VA[at + 1];
    at = NB + ((turn > 0 ? j : j2) << 1);
    x = VB[at];
    y = VB[at + 1];
    const Mx: f64 = rc * x - rs * y, My: f64 = rs * x + rc * y;
    const vx: f64 = bx - ax, vy: f64 = by - ay;
    const onA: f64 = way * (vy * Nx - vx * Ny), onB: f64 = way * (vx * My - vy * Mx);
    const order: f64 = way * (Nx * My - Ny * Mx);
    let ofA: boolean = nA > 1 && (nB === 1 || order < 0);
    if (abs(order) <= ROUNDING && nA > 1 && nB > 1) {
      // Two edges in one line: the one that the origin sees if they lead apart, else whichever.
      ofA = Nx * Mx + Ny * My > 0 ? vx * Nx + vy * Ny > 0 : onA > 0;
    }
    if (!((ofA ? onA : onB) > 0)) break;

    // To the edge's end, unless the origin lies beside it.
    let cx: f64 = ax, cy: f64 = ay, dx: f64 = bx, dy: f64 = by;
    if (ofA) {
      at = XA + (i2 << 1);
      cx = VA[at];
      cy = VA[at + 1];
    } else {
      at = XB + (j2 << 1);
      x = VB[at];
      y = VB[at + 1];
      dx = rc * x - rs * y + tx;
      dy = rs * x + rc * y + ty;
    }
    x = dx - cx;
    y = dy - cy;
    const isBeside: boolean = way * (ofA ? y * Nx - x * Ny : x * My - y * Mx) < 0;
    if (W[TRACE_CAPACITY] > W[ITERATIONS]) {
      const record: i32 = TRACE_RECORDS + int(W[ITERATIONS]) * TRACE_STRIDE;
      W[record] = vx;
      W[record + 1] = vy;
      W[record + 2] = ofA ? i2 : i;
      W[record + 3] = ofA ? j : j2;
      W[record + 4] = isBeside ? STEP_BESIDE : STEP_BEYOND;
      W[ITERATIONS] += 1;
    }
    if (isBeside) {
      const k: i32 = ofA ? i : j, k2: i32 = ofA ? i2 : j2;
      W[ON_EDGE] = 1;
      W[SIDE] = ofA ? 0 : 1;
      W[EDGE] = turn > 0 ? k : k2;
      W[ofA ? FA1 : FB1] = turn > 0 ? k2 : k;
      W[FACING] = ofA ? j : i;
      W[CORE] = abs(ofA ? vx * Nx + vy * Ny : vx * Mx + vy * My);
      return 1;
    }
    ax = cx;
    ay = cy;
    bx = dx;
    by = dy;
    if (ofA) i = i2;
    else j = j2;
  }
  const x0: f64 = bx - ax, y0: f64 = by - ay;
  W[ON_EDGE] = 0;
  W[FA0] = i;
  W[FB0] = j;
  W[CORE] = sqrt(x0 * x0 + y0 * y0);
  return step > 0 ? 1 : 0;
}

/**
 * Measures the features that `walk` found, as `vertexPair` or `edgeVertex` do, and leaves them as a simplex of
 * C: COUNT = 1 and PA, PB, or COUNT = 2 and the edge PA, PB -> QA, QB, turned so that the origin is on its
 * left. Returns 0 when an edge at the vertex beside an edge leads closer, else 1.
 */
export function closest(
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
  if (W[ON_EDGE] === 0) {
    const i: i32 = int(W[FA0]), j: i32 = int(W[FB0]);
    vertexPair(VA, oA, nA, VB, oB, nB, P, a, b, W, i, j);
    W[COUNT] = 1;
    W[PA] = i;
    W[PB] = j;
    return 1;
  }
  const k: i32 = int(W[EDGE]), j: i32 = int(W[FACING]);
  if (W[SIDE] === 0) return beside(VA, oA, nA, a, k, int(W[FA1]), VB, oB, nB, b, j, P, a, W, 0);
  return beside(VB, oB, nB, b, k, int(W[FB1]), VA, oA, nA, a, j, P, a, W, 1);
}

/**
 * The edge k0 -> k1 of the reference shape (A for side 0) and vertex j of the incident one, which lies beside
 * it: measures, and returns 1 when no edge at j leads towards the reference. With m the edge's outward
 * normal in the incident's frame and M that of an edge there, the one ahead of j leads away when m x M <= 0,
 * the one behind when m x M >= 0; close to 0 it is parallel.
 */
function beside(
  VR: Verts,
  oR: i32,
  nR: i32,
  r: i32,
  k0: i32,
  k1: i32,
  VI: Verts,
  oI: i32,
  nI: i32,
  i: i32,
  j: i32,
  P: Ptr,
  a: i32,
  W: Ptr,
  side: i32,
): i32 {
  const cR: f64 = P[r + 2], sR: f64 = P[r + 3], cI: f64 = P[i + 2], sI: f64 = P[i + 3];
  const rc: f64 = cR * cI + sR * sI, rs: f64 = cR * sI - sR * cI;
  const N: i32 = oR + LOCAL + (nR << 1) + (k0 << 1), M: i32 = oI + LOCAL + (nI << 1);
  const mx: f64 = rc * VR[N] + rs * VR[N + 1], my: f64 = rc * VR[N + 1] - rs * VR[N];
  const next: i32 = j + 1 < nI ? j + 1 : 0, previous: i32 = j > 0 ? j - 1 : nI - 1;
  const y: i32 = M + (j << 1), z: i32 = M + (previous << 1);
  const ahead: f64 = mx * VI[y + 1] - my * VI[y], behind: f64 = mx * VI[z + 1] - my * VI[z];
  const j2: i32 = abs(ahead) <= PARALLEL ? next : abs(behind) <= PARALLEL ? previous : j;
  edgeVertex(VR, oR, nR, r, k0, k1, VI, oI, nI, i, j, j2, P, a, W, side);

  const t: f64 = W[ALONG];
  if (t < 0 || t > 1) {
    // A pose rounds the vertices: those of a tiny edge so much that the vertex may not lie beside it.
    const k: i32 = t < 0 ? k0 : k1;
    if (side === 0) vertexPair(VR, oR, nR, VI, oI, nI, P, r, i, W, k, j);
    else vertexPair(VI, oI, nI, VR, oR, nR, P, i, r, W, j, k);
    W[COUNT] = 1;
    W[PA] = side === 0 ? k : j;
    W[PB] = side === 0 ? j : k;
  } else {
    W[COUNT] = 2;
    W[PA] = side === 0 ? k1 : j;
    W[PB] = side === 0 ? j : k1;
    W[QA] = side === 0 ? k0 : j;
    W[QB] = side === 0 ? j : k0;
  }
  return ahead <= ROUNDING && behind >= -ROUNDING ? 1 : 0;
}
