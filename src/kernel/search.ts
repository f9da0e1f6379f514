/**
 * The search: do two cores intersect, and if not, which of their features are closest?
 *
 * **GJK, reduced to the first question.** Bounding circles about the centers answer for pairs that
 * are far apart or deep in one another. The rest needs to know whether the origin lies in
 * C = A ⊖ B. That takes no closest point, so no vertex regions. The simplex is an edge p -> q with
 * the origin on its left (at first a single point). The search looks on that side of it, and the
 * new support point r does one of three things: it shows that n is a separating axis, it closes a
 * triangle around the origin, or it replaces a point of the edge: p if the origin is beyond q -> r,
 * q if it is beyond r -> p. The origin is never beyond both: the points where it would be are
 * further along n than r, so n would separate. Each round leaves fewer vertices of C on the left of
 * p -> q, so the search ends.
 *
 * **From a separating axis to the closest features: downhill along the boundary of C.** The support
 * point of an axis n that separates the cores is a vertex a_i - b_j of C. With v = b_j - a_i, the
 * vector from that vertex to the origin, n·v > 0. Let v be on the left of n, n x v > 0; otherwise
 * everything is mirrored. The edges of C that follow counter-clockwise have outward normals N
 * further and further to the left of n, and the directions (-N_y, N_x). Since
 *
 *   (-N_y, N_x)·v = N_x v_y - N_y v_x = N x v,
 *
 * an edge leads closer to the origin exactly when v is on the left of its normal. N and v are then
 * less than a right angle apart, as n and v were, so the origin sees the edge. Along edges that the
 * origin sees, v turns right while N turns left. So N x v changes its sign once, and that is where
 * the distance has its minimum. The walk needs no support queries: each step looks at one edge of
 * each shape.
 *
 * Both are one function because they share the frame, and V8 would inline neither.
 *
 * Gilbert, Johnson and Keerthi (1988), A fast procedure for computing the distance between complex
 * objects in three-dimensional space. Lin and Canny (1991), A fast algorithm for incremental
 * distance calculation, walk over the features of two bodies. Here the walk is on C, whose next
 * edge is the next one of A or of B, whichever comes first in direction.
 *
 * @module
 */
import type { f64, i32, Ptr, Verts } from "./ptr.ts";
import { registers } from "./ptr.ts";
import { climb } from "./support.ts";

// The register file, as a constant of this file; see ptr.ts.
const W = registers;

// Copies of the operations in ptr.ts.
const abs = Math.abs;
const clz = Math.clz32;
const int = (x: f64): i32 => x | 0;
const sqrt = Math.sqrt;

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const POSE_A: i32 = 0;
const POSE_B: i32 = 4;
const RADIUS: i32 = 0;
const EXTENT: i32 = 1;
const REF_X: i32 = 2;
const REF_Y: i32 = 3;
const CENTER_X: i32 = 4;
const CENTER_Y: i32 = 5;
const OUTER: i32 = 6;
const INNER: i32 = 7;
const LOCAL: i32 = 11;
const SCAN_MAX: i32 = 20;
const COUNT_MASK: i32 = 268435455;
const DX: i32 = 33;
const DY: i32 = 34;
const ITERATIONS: i32 = 20;
const NOISE: i32 = 21;
const COUNT: i32 = 22;
const PA: i32 = 23;
const PB: i32 = 24;
const QA: i32 = 25;
const QB: i32 = 26;
const RA: i32 = 27;
const RB: i32 = 28;
const SEPARATED: i32 = 0;
const OVERLAPPING: i32 = 1;
const UNCERTAIN: i32 = 2;
const APART: i32 = 3;
const TURN: i32 = 49;
const TRACE_CAPACITY: i32 = 36;
const TRACE_STRIDE: i32 = 8;
const STEP_START: i32 = 0;
const STEP_EDGE_P: i32 = 1;
const STEP_EDGE_Q: i32 = 2;
const STEP_INSIDE: i32 = 3;
const STEP_SEPARATING_AXIS: i32 = 4;
const STEP_NEAR: i32 = 5;
const FA0: i32 = 16;
const FB0: i32 = 18;
const SIDE: i32 = 30;
const EDGE: i32 = 31;
const FACING: i32 = 32;
const CORE: i32 = 37;
const ON_EDGE: i32 = 38;
const STEP_BESIDE: i32 = 6;
const STEP_BEYOND: i32 = 7;

/** Angles between directions up to this sine are nothing but rounding. */
const ROUNDING: f64 = 4.440892098500626e-16;

/**
 * Bound on what underflowing products lose when the search direction itself is that short: four
 * times the least double.
 */
const UNDERFLOW: f64 = 2e-323;

/**
 * A pose scales a shape if its cos² + sin² differs from 1 by this much, 2^-24.5. Radii, and bounds
 * in A's frame, are not made for such poses. Here nothing is certain for them, and the exact
 * measures of the pair frame decide.
 */
export const SKEWED: f64 = 4.2146848510894035e-8;

/**
 * Rounding error of a coordinate brought into the other shape's frame, as a fraction of the pair's
 * size: 2^-49.
 */
export const FRAME_NOISE: f64 = 1.7763568394002505e-15;

/**
 * Support queries that `search` makes before it leaves the pair to the boundary scan, which is
 * finite.
 */
export const ITERATION_CAP: i32 = 64;

/** Do the cores intersect? If not, finds their closest features. */
export const CLOSEST: i32 = 0;
/** Do the shapes, with their radii, intersect? Finds features only if the radii decide. */
export const DECIDE: i32 = 1;
/** The cores are known to overlap; finds the triangle around the origin, without a noise band. */
export const LOCATE: i32 = 2;
/** Only the walk, of at most WALK_STEPS, from the vertices RA and RB in the direction of TURN. */
export const WALK: i32 = 3;

/** Where a trace is recorded. */
let T: Ptr = registers;

/** Records a trace of up to `capacity` steps in `records` from now on; with 0, no more. */
export function traceTo(records: Ptr, capacity: i32): void {
  T = records;
  W[TRACE_CAPACITY] = capacity;
}

/** A warm start walks this many steps from the old features before the search starts anew. */
const WALK_STEPS: i32 = 8;

/**
 * `V?`, `n?`: records and vertex counts of the shapes. The poses are at W[POSE_A] and W[POSE_B].
 * Works in A's frame.
 *
 * Returns SEPARATED or OVERLAPPING if the cores are so by more than W[NOISE], else UNCERTAIN.
 * Leaves ITERATIONS and the simplex as vertex indices: COUNT, PA, PB, QA, QB, RA, RB.
 *
 * - OVERLAPPING: p, q, r is a triangle around the origin; or COUNT = 0 if the inner circles
 *   overlap.
 * - UNCERTAIN: the origin is too close to p -> q.
 * - SEPARATED: r is the support point of the separating axis and TURN is the direction of the walk
 *   from there. The closest features are ON_EDGE = 0 and FA0, FB0, or ON_EDGE = 1 and SIDE, EDGE,
 *   FACING. CORE is their distance as this frame computes it, within NOISE. If the steps do not
 *   suffice for the walk, which happens only if r is not a vertex of C or the origin is inside, the
 *   result is UNCERTAIN.
 *
 * With mode DECIDE, SEPARATED and OVERLAPPING are about the shapes with their radii. Bounding
 * circles answer where they can, without a simplex, and SEPARATED comes without features. APART
 * means that the cores are separated, but not certainly by more than the radii; it comes with the
 * features.
 *
 * Invariants of the GJK loop, from the second point on: p and q are points of C, the origin is on
 * the left of p -> q by more than E, and n is q - p turned left. A round ends the loop, or it
 * replaces p or q by r. It ends after at most ITERATION_CAP rounds, even if rounding makes nearly
 * collinear points alternate. Invariant of the walk: i, j is a vertex of C that the origin sees,
 * and each step moves to the next vertex in the direction TURN, closer to the origin.
 *
 * Letters, in A's frame:
 *
 * - p, q, r are points of C.
 * - n is the search direction, from the simplex towards the origin. -n·r, if positive, is |n| times
 *   the distance at which the axis n separates.
 * - v = b_j - a_i.
 * - N and M are outward unit normals of an edge of A and of one of B, whose counter-clockwise
 *   directions are (-N_y, N_x) and (-M_y, M_x). On C the edge of B has the normal -M and runs from
 *   a_i - b_j to a_i - b_{j+1}.
 */
export function search(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
  mode: i32,
): i32 {
  nA &= COUNT_MASK;
  nB &= COUNT_MASK;
  // B's pose in A's frame: x -> (rc -rs; rs rc) x + t.
  const ac: f64 = W[POSE_A + 2], as: f64 = W[POSE_A + 3];
  const bc: f64 = W[POSE_B + 2], bs: f64 = W[POSE_B + 3];
  const wx: f64 = W[POSE_B] - W[POSE_A], wy: f64 = W[POSE_B + 1] - W[POSE_A + 1];
  let rc: f64 = ac * bc + as * bs, rs: f64 = ac * bs - as * bc;
  let tx: f64 = ac * wx + as * wy, ty: f64 = ac * wy - as * wx;

  // Every coordinate of a point of C is off by less than 8 ulps of S from its value in the pair
  // frame, and its projection on a direction by less than 16.
  const R: f64 = VA[RADIUS] + VB[RADIUS];
  const S: f64 = VA[EXTENT] + VB[EXTENT] + abs(wx) + abs(wy) + R;
  const aa: f64 = ac * ac + as * as, bb: f64 = bc * bc + bs * bs;
  const skew: f64 = FRAME_NOISE + abs(aa - 1) + abs(bb - 1);
  let noise: f64 = S * skew, E: f64 = mode === LOCATE ? 0 : noise;
  if (!(skew < SKEWED)) {
    noise = FRAME_NOISE *
      (VA[EXTENT] * sqrt(aa) + VB[EXTENT] * sqrt(bb) + abs(wx) + abs(wy) + R);
    E = mode === LOCATE ? 0 : Infinity;
    rc /= aa;
    rs /= aa;
    tx /= aa;
    ty /= aa;
  }
  W[NOISE] = noise;
  const tracing: boolean = W[TRACE_CAPACITY] > 0;

  // The first direction is from center to center, a vector of length g. Circles about the centers
  // may decide at once.
  const cx: f64 = VB[REF_X] + VB[CENTER_X], cy: f64 = VB[REF_Y] + VB[CENTER_Y];
  let nx: f64 = (rc * cx - rs * cy + tx) - (VA[REF_X] + VA[CENTER_X]);
  let ny: f64 = (rs * cx + rc * cy + ty) - (VA[REF_Y] + VA[CENTER_Y]);
  if ((mode === CLOSEST || mode === DECIDE) && !tracing) {
    const g2: f64 = nx * nx + ny * ny;
    let inner: f64 = VA[INNER] + VB[INNER] - 2 * E;
    if (inner === -Infinity) {
      // As thin as a line, so that normals do not tell one side from the other, or nothing is
      // certain (E is infinite).
      W[COUNT] = 0;
      W[ITERATIONS] = 0;
      W[PA] = 0;
      W[PB] = 0;
      W[QA] = 0;
      W[QB] = 0;
      return UNCERTAIN;
    }
    let apart: i32 = 0;
    if (mode === DECIDE) {
      const outer: f64 = VA[OUTER] + VB[OUTER] + R + 2 * E;
      apart = +(g2 > outer * outer);
      inner += R;
    }
    const inside: i32 = +(inner > 0) & +(g2 < inner * inner);
    if ((apart | inside) !== 0) {
      W[COUNT] = 0;
      W[ITERATIONS] = 0;
      return inside; // SEPARATED is 0, OVERLAPPING is 1
    }
  }

  const NA: i32 = LOCAL + (nA << 1), NB: i32 = LOCAL + (nB << 1);
  const XA: i32 = NA + (nA << 1), XB: i32 = NB + (nB << 1);
  if (nx === 0 && ny === 0) nx = 1;
  let px: f64 = 0, py: f64 = 0, qx: f64 = 0, qy: f64 = 0;
  let pa: i32 = 0, pb: i32 = 0, qa: i32 = 0, qb: i32 = 0, ia: i32 = 0, ib: i32 = 0;
  let it: i32 = 0, verdict: i32 = UNCERTAIN, step: i32 = STEP_START, turn: i32 = 1;
  if (mode === WALK) {
    ia = int(W[RA]);
    ib = int(W[RB]);
    turn = int(W[TURN]);
    verdict = SEPARATED;
    it = ITERATION_CAP;
  }
  while (it < ITERATION_CAP) {
    // Support point of C along n: A's furthest vertex along n minus B's furthest along -n.
    // `supportIndex` of support.ts is written out here, because V8 boxes n where it does not inline
    // the call. (Each round compares four edges. The last round may read up to three edges beyond
    // the normals. Points are stored there, so the reads are valid, and their bits are shifted
    // out.)
    if (nA > SCAN_MAX) {
      W[DX] = nx;
      W[DY] = ny;
      ia = climb(VA, NA, nA, ia);
    } else if (nA > 1) {
      let m: i32 = 0;
      for (let e: i32 = NA; e < XA; e += 8) {
        m = (m << 4) | ((+(VA[e] * ny > VA[e + 1] * nx) as i32) << 3) |
          ((+(VA[e + 2] * ny > VA[e + 3] * nx) as i32) << 2) |
          ((+(VA[e + 4] * ny > VA[e + 5] * nx) as i32) << 1) |
          +(VA[e + 6] * ny > VA[e + 7] * nx);
      }
      m >>>= -nA & 3;
      m = ~m & ((m >>> 1) | (m << (nA - 1))) & (-1 >>> (32 - nA));
      ia = m === 0 ? 0 : nA - 32 + clz(m);
    }
    const mx: f64 = -(rc * nx + rs * ny), my: f64 = rs * nx - rc * ny;
    if (nB > SCAN_MAX) {
      W[DX] = mx;
      W[DY] = my;
      ib = climb(VB, NB, nB, ib);
    } else if (nB > 1) {
      let m: i32 = 0;
      for (let e: i32 = NB; e < XB; e += 8) {
        m = (m << 4) | ((+(VB[e] * my > VB[e + 1] * mx) as i32) << 3) |
          ((+(VB[e + 2] * my > VB[e + 3] * mx) as i32) << 2) |
          ((+(VB[e + 4] * my > VB[e + 5] * mx) as i32) << 1) |
          +(VB[e + 6] * my > VB[e + 7] * mx);
      }
      m >>>= -nB & 3;
      m = ~m & ((m >>> 1) | (m << (nB - 1))) & (-1 >>> (32 - nB));
      ib = m === 0 ? 0 : nB - 32 + clz(m);
    }
    const j: i32 = XA + (ia << 1), k: i32 = XB + (ib << 1);
    const bx: f64 = VB[k], by: f64 = VB[k + 1];
    const rx: f64 = VA[j] - (rc * bx - rs * by + tx);
    const ry: f64 = VA[j + 1] - (rs * bx + rc * by + ty);
    if (tracing && it < int(W[TRACE_CAPACITY])) {
      const record: i32 = it * TRACE_STRIDE;
      T[record] = nx;
      T[record + 1] = ny;
      T[record + 2] = ia;
      T[record + 3] = ib;
      if (it > 0) T[record + 4 - TRACE_STRIDE] = step;
    }
    it++;
    const low: f64 = -(nx * rx + ny * ry);
    if (low > E * (abs(nx) + abs(ny)) + UNDERFLOW) {
      verdict = SEPARATED;
      // Seen from r, the origin lies on that side of n: the sign of n x -r.
      turn = ny * rx - nx * ry < 0 ? -1 : 1;
      if (mode === DECIDE && R > 0) {
        const reach: f64 = R + E;
        if (!(low * low > reach * reach * (nx * nx + ny * ny))) verdict = APART;
      }
      step = STEP_SEPARATING_AXIS;
      break;
    }

    if (it > 2) {
      // The triangle p, q, r is counter-clockwise: is the origin left of q -> r and of r -> p?
      const rqx: f64 = rx - qx, rqy: f64 = ry - qy, rpx: f64 = rx - px, rpy: f64 = ry - py;
      const c1: f64 = rqy * qx - rqx * qy, c2: f64 = rpx * ry - rpy * rx;
      const e1: f64 = E * (abs(rqx) + abs(rqy)), e2: f64 = E * (abs(rpx) + abs(rpy));
      const inside: boolean = c1 >= -e1 && c2 >= -e2;
      if (inside && c1 > e1 && c2 > e2) {
        verdict = OVERLAPPING;
        step = STEP_INSIDE;
        break;
      }
      if (inside ? c1 <= e1 : c1 < 0) {
        px = rx;
        py = ry;
        pa = ia;
        pb = ib;
        step = STEP_EDGE_Q;
      } else {
        qx = rx;
        qy = ry;
        qa = ia;
        qb = ib;
        step = STEP_EDGE_P;
      }
      if (inside) {
        step = STEP_NEAR;
        break;
      }
    } else if (it === 2) {
      // Order p and r so that the origin is on the left.
      if ((ry - py) * px - (rx - px) * py >= 0) {
        qx = rx;
        qy = ry;
        qa = ia;
        qb = ib;
        step = STEP_EDGE_P;
      } else {
        qx = px;
        qy = py;
        qa = pa;
        qb = pb;
        px = rx;
        py = ry;
        pa = ia;
        pb = ib;
        step = STEP_EDGE_Q;
      }
    } else {
      px = rx;
      py = ry;
      pa = ia;
      pb = ib;
      nx = -px;
      ny = -py;
      continue;
    }
    nx = py - qy;
    ny = qx - px;
    // A triangle with this edge could contain the origin by rounding only.
    if (!(-(nx * px + ny * py) > E * (abs(nx) + abs(ny)))) {
      step = STEP_NEAR;
      break;
    }
  }
  if (mode !== WALK) {
    if (tracing && it <= int(W[TRACE_CAPACITY])) {
      T[(it - 1) * TRACE_STRIDE + 4] = step;
    }
    if (it === 1) {
      pa = ia;
      pb = ib;
    }
    W[ITERATIONS] = it;
    W[COUNT] = it < 3 ? it : 3;
    W[PA] = pa;
    W[PB] = pb;
    W[QA] = qa;
    W[QB] = qb;
    W[RA] = ia;
    W[RB] = ib;
    W[TURN] = turn;
    if (mode === LOCATE || verdict !== (mode === DECIDE ? APART : SEPARATED)) return verdict;
  }

  // The walk: downhill from r.
  let i: i32 = ia, j: i32 = ib;
  let ax: f64 = VA[XA + (i << 1)], ay: f64 = VA[XA + (i << 1) + 1];
  let x: f64 = VB[XB + (j << 1)], y: f64 = VB[XB + (j << 1) + 1];
  let bx: f64 = rc * x - rs * y + tx, by: f64 = rs * x + rc * y + ty;
  const way: f64 = turn;
  let steps: i32 = mode === WALK ? WALK_STEPS : nA + nB + 2;
  for (; steps > 0; steps--) {
    // The next edge of A and of B, and their far vertices i2 and j2.
    // (Masks as in manifold.ts, because whether an index wraps around is unpredictable.)
    let i2: i32 = i + turn, j2: i32 = j + turn;
    i2 = (i2 + (nA & (i2 >> 31))) & ((i2 - nA) >> 31);
    j2 = (j2 + (nB & (j2 >> 31))) & ((j2 - nB) >> 31);
    let at: i32 = NA + ((i + ((i2 - i) & (turn >> 31))) << 1);
    const Nx: f64 = VA[at], Ny: f64 = VA[at + 1];
    at = NB + ((j + ((j2 - j) & (turn >> 31))) << 1);
    x = VB[at];
    y = VB[at + 1];
    const Mx: f64 = rc * x - rs * y, My: f64 = rs * x + rc * y;
    const vx: f64 = bx - ax, vy: f64 = by - ay;
    const onA: f64 = way * (vy * Nx - vx * Ny), onB: f64 = way * (vx * My - vy * Mx);
    const order: f64 = way * (Nx * My - Ny * Mx);
    let ofA: boolean = nA > 1 && (nB === 1 || order < 0);
    if (abs(order) <= ROUNDING && nA > 1 && nB > 1) {
      // Parallel edges of A and B. If their normals in C are opposite, take the one that the origin
      // sees, else either.
      ofA = Nx * Mx + Ny * My > 0 ? vx * Nx + vy * Ny > 0 : onA > 0;
    }
    // An edge at a right angle to v has the origin beside its end. This happens where faces lie
    // flat on each other.
    const on: f64 = ofA ? onA : onB, out: f64 = ofA ? vx * Nx + vy * Ny : -(vx * Mx + vy * My);
    if (!(on > 0 || (on === 0 && out > 0))) break;

    // Go to the edge's end, unless the origin lies beside the edge.
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
      const record: i32 = int(W[ITERATIONS]) * TRACE_STRIDE;
      T[record] = vx;
      T[record + 1] = vy;
      T[record + 2] = ofA ? i2 : i;
      T[record + 3] = ofA ? j : j2;
      T[record + 4] = isBeside ? STEP_BESIDE : STEP_BEYOND;
      W[ITERATIONS] += 1;
    }
    if (isBeside) {
      const k: i32 = ofA ? i : j, k2: i32 = ofA ? i2 : j2;
      W[ON_EDGE] = 1;
      W[SIDE] = ofA ? 0 : 1;
      W[EDGE] = k + ((k2 - k) & (turn >> 31));
      W[FACING] = ofA ? j : i;
      W[CORE] = out;
      return verdict;
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
  return steps > 0 ? verdict : UNCERTAIN;
}
