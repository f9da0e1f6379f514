/**
 * From a separating axis to the closest features: downhill along the boundary of C = A ⊖ B.
 *
 * The support point of an axis n that separates the cores is a vertex a_i - b_j of C, and with v = b_j - a_i,
 * the way from there to the origin, n·v > 0. Let v be on the left of n, n x v > 0; otherwise all is mirrored.
 * The edges of C that follow counter-clockwise have outward normals N ever further to the left of n, and the
 * directions (-N_y, N_x). So
 *
 *   (-N_y, N_x)·v = N_x v_y - N_y v_x = N x v,
 *
 * and an edge leads closer exactly when v is on the left of its normal. It is seen from the origin then,
 * since N and v are less than a right angle apart, as n and v were; and along edges that are, v turns right
 * while N turns left. N x v changes its sign once, and there the distance has its minimum. No support is
 * searched for: a step looks at one edge of either shape.
 *
 * Lin and Canny (1991) walk over the features of two bodies in the same way; here a step is one on C, whose
 * next edge is the one of A or of B that comes first in direction.
 *
 * @module
 */
import { abs, int, sqrt } from "./ptr.ts";
import type { f64, i32, Ptr, Verts } from "./ptr.ts";

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const POSE_A: i32 = 0;
const POSE_B: i32 = 4;
const LOCAL: i32 = 8;
const RA: i32 = 27;
const RB: i32 = 28;
const FA0: i32 = 16;
const FB0: i32 = 18;
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

/** Sine of an angle that only rounding makes. */
const ROUNDING: f64 = 4.440892098500626e-16;

/**
 * Starts at the vertices RA and RB, goes the way that TURN says and finds the closest features: ON_EDGE = 0
 * and FA0, FB0, or ON_EDGE = 1, SIDE, EDGE and FACING. CORE is their distance as far as this frame tells,
 * within NOISE. Returns 0 when the steps did not suffice, which happens only where RA, RB is no vertex of C
 * or the origin is inside; else 1.
 *
 * Letters, in A's frame: v = b_j - a_i; N, M outward unit normals of an edge of A and of one of B, whose
 * directions counter-clockwise are (-N_y, N_x) and (-M_y, M_x); on C the edge of B has normal -M and runs
 * from a_i - b_j to a_i - b_{j+1}.
 */
export function walk(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
  W: Ptr,
): i32 {
  const ac: f64 = W[POSE_A + 2], as: f64 = W[POSE_A + 3];
  const bc: f64 = W[POSE_B + 2], bs: f64 = W[POSE_B + 3];
  const wx: f64 = W[POSE_B] - W[POSE_A], wy: f64 = W[POSE_B + 1] - W[POSE_A + 1];
  const rc: f64 = ac * bc + as * bs, rs: f64 = ac * bs - as * bc;
  const tx: f64 = ac * wx + as * wy, ty: f64 = ac * wy - as * wx;
  const NA: i32 = LOCAL + (nA << 1), NB: i32 = LOCAL + (nB << 1);
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
    // An edge at right angles to v has the origin beside its end: that is where faces lie flat on each other.
    const on: f64 = ofA ? onA : onB, out: f64 = ofA ? vx * Nx + vy * Ny : -(vx * Mx + vy * My);
    if (!(on > 0 || (on === 0 && out > 0))) break;

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
    const isBeside: boolean = way * (ofA ? y * Nx - x * Ny : x * My - y * Mx) <= 0;
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
      W[FACING] = ofA ? j : i;
      W[CORE] = out;
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
