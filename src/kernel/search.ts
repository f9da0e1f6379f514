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
 * Both are one function because they share the frame, and V8 would inline neither. (In two, calls took 3
 * to 11 % longer, November 2026.)
 *
 * Gilbert, Johnson and Keerthi (1988), A fast procedure for computing the distance between complex
 * objects in three-dimensional space. Lin and Canny (1991), A fast algorithm for incremental
 * distance calculation, walk over the features of two bodies. Here the walk is on C, whose next
 * edge is the next one of A or of B, whichever comes first in direction.
 *
 * @module
 */
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import * as record from "../shapes/record.ts";
import * as supports from "./support.ts";
import * as tolerances from "./tolerances.ts";
import type { Verts } from "../shapes/record.ts";
import { climb } from "./support.ts";

const { abs, clz32: clz, sqrt } = Math;

const { poses, POSE_A, POSE_B, features, simplex, measured, direction } = state;
const { SEPARATED, OVERLAPPING, UNCERTAIN, APART, TRACE_STRIDE, STEP_START, STEP_EDGE_P } = slots;
const { STEP_EDGE_Q, STEP_INSIDE, STEP_SEPARATING_AXIS, STEP_NEAR, STEP_BESIDE } = slots;
const { STEP_BEYOND } = slots;
const { RADIUS, EXTENT, REF_X, REF_Y, CENTER_X, CENTER_Y, OUTER, INNER, NORMALS } = record;
const { SCAN_MAX, COUNT_MASK } = supports;
const { FRAME_NOISE, ITERATION_CAP, SAME_DIRECTION, SKEWED, UNDERFLOW } = tolerances;

/** Do the cores intersect? If not, finds their closest features. */
export const CLOSEST = 0;
/** Do the shapes, with their radii, intersect? Finds features only if the radii decide. */
export const DECIDE = 1;
/** The cores are known to overlap; finds the triangle around the origin, without a noise band. */
export const LOCATE = 2;

/** Where a trace is recorded, and how many steps fit; 0 = tracing is off. */
let T: Float64Array = new Float64Array(0), room = 0;

/** Records a trace of up to `capacity` steps in `records` from now on; with 0, no more. */
export function traceTo(records: Float64Array, capacity: number): void {
  T = records;
  room = capacity;
}

/**
 * `V?`, `n?`: records and vertex counts of the shapes. Works in A's frame.
 *
 * Returns SEPARATED or OVERLAPPING if the cores are so by more than measured.noise, else UNCERTAIN.
 * Leaves the iterations and the simplex as vertex indices, in `simplex`.
 *
 * - OVERLAPPING: p, q, r is a triangle around the origin; or count = 0 if the inner circles
 *   overlap.
 * - UNCERTAIN: the origin is too close to p -> q.
 * - SEPARATED: r is the support point of the separating axis. The closest features are in `features`: a0, b0, or side, edge,
 *   facing. `measured.core` is their distance as this frame computes it, within the noise. If the steps do not
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
 * and each step moves to the next vertex in the direction `turn`, closer to the origin.
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
export function search(VA: Verts, nA: number, VB: Verts, nB: number, mode: number): number {
  nA &= COUNT_MASK;
  nB &= COUNT_MASK;
  // B's pose in A's frame: x -> (rc -rs; rs rc) x + t.
  const ac = poses[POSE_A + 2], as = poses[POSE_A + 3];
  const bc = poses[POSE_B + 2], bs = poses[POSE_B + 3];
  const wx = poses[POSE_B] - poses[POSE_A], wy = poses[POSE_B + 1] - poses[POSE_A + 1];
  let rc = ac * bc + as * bs, rs = ac * bs - as * bc;
  let tx = ac * wx + as * wy, ty = ac * wy - as * wx;

  // The band of rounding as `setBand` has it (a call of that took 5 to 8 % of `intersects` on Node 20,
  // 2026-11-28), a length of 1 in A's frame, and B's size there.
  let R = VA[RADIUS] + VB[RADIUS], unit = 1, size = 1;
  const S = VA[EXTENT] + VB[EXTENT] + abs(wx) + abs(wy) + R;
  const aa = ac * ac + as * as, bb = bc * bc + bs * bs;
  const skew = FRAME_NOISE + abs(aa - 1) + abs(bb - 1);
  let noise = S * skew;
  if (!(skew < SKEWED)) {
    unit = sqrt(aa);
    size = sqrt(bb) / unit;
    noise = 2 * FRAME_NOISE *
      (VA[EXTENT] * unit + VB[EXTENT] * sqrt(bb) + abs(wx) + abs(wy) + R);
    R /= unit;
    rc /= aa;
    rs /= aa;
    tx /= aa;
    ty /= aa;
  }
  measured.noise = noise;
  measured.skew = skew;
  const E = mode === LOCATE ? 0 : noise / unit;
  const tracing = room > 0;

  // The first direction is from center to center, a vector of length g. Circles about the centers
  // may decide at once.
  const cx = VB[REF_X] + VB[CENTER_X], cy = VB[REF_Y] + VB[CENTER_Y];
  let nx = (rc * cx - rs * cy + tx) - (VA[REF_X] + VA[CENTER_X]);
  let ny = (rs * cx + rc * cy + ty) - (VA[REF_Y] + VA[CENTER_Y]);
  if (mode !== LOCATE && !tracing) {
    const g2 = nx * nx + ny * ny;
    let inner = VA[INNER] + VB[INNER] * size - 2 * E;
    if (inner === -Infinity) {
      // As thin as a line, so that normals do not tell one side from the other.
      simplex.count = 0;
      simplex.iterations = 0;
      simplex.pa = 0;
      simplex.pb = 0;
      simplex.qa = 0;
      simplex.qb = 0;
      return UNCERTAIN;
    }
    let apart = 0;
    if (mode === DECIDE) {
      const outer = VA[OUTER] + VB[OUTER] * size + R + 2 * E;
      apart = +(g2 > outer * outer);
      inner += R;
    }
    const inside = +(inner > 0) & +(g2 < inner * inner);
    if ((apart | inside) !== 0) {
      simplex.count = 0;
      simplex.iterations = 0;
      return inside; // SEPARATED is 0, OVERLAPPING is 1
    }
  }

  const XA = NORMALS + (nA << 1), XB = NORMALS + (nB << 1);
  if (nx === 0 && ny === 0) nx = 1;
  let px = 0, py = 0, qx = 0, qy = 0;
  let pa = 0, pb = 0, qa = 0, qb = 0, ia = 0, ib = 0;
  let it = 0, verdict = UNCERTAIN, step = STEP_START, turn = 1;
  while (it < ITERATION_CAP) {
    // Support point of C along n: A's furthest vertex along n minus B's furthest along -n.
    // `supportIndex` of support.ts is written out here, because V8 boxes n where it does not inline
    // the call. (Each round compares four edges. The last round may read up to three edges beyond
    // the normals. Points are stored there, so the reads are valid, and their bits are shifted
    // out.)
    if (nA > SCAN_MAX) {
      direction[0] = nx;
      direction[1] = ny;
      ia = climb(VA, nA, ia);
    } else if (nA > 1) {
      let m = 0;
      for (let e = NORMALS; e < XA; e += 8) {
        m = (m << 4) | (+(VA[e] * ny > VA[e + 1] * nx) << 3) |
          (+(VA[e + 2] * ny > VA[e + 3] * nx) << 2) |
          (+(VA[e + 4] * ny > VA[e + 5] * nx) << 1) |
          +(VA[e + 6] * ny > VA[e + 7] * nx);
      }
      m >>>= -nA & 3;
      m = ~m & ((m >>> 1) | (m << (nA - 1))) & (-1 >>> (32 - nA));
      ia = m === 0 ? 0 : nA - 32 + clz(m);
    }
    const mx = -(rc * nx + rs * ny), my = rs * nx - rc * ny;
    if (nB > SCAN_MAX) {
      direction[0] = mx;
      direction[1] = my;
      ib = climb(VB, nB, ib);
    } else if (nB > 1) {
      let m = 0;
      for (let e = NORMALS; e < XB; e += 8) {
        m = (m << 4) | (+(VB[e] * my > VB[e + 1] * mx) << 3) |
          (+(VB[e + 2] * my > VB[e + 3] * mx) << 2) |
          (+(VB[e + 4] * my > VB[e + 5] * mx) << 1) |
          +(VB[e + 6] * my > VB[e + 7] * mx);
      }
      m >>>= -nB & 3;
      m = ~m & ((m >>> 1) | (m << (nB - 1))) & (-1 >>> (32 - nB));
      ib = m === 0 ? 0 : nB - 32 + clz(m);
    }
    const j = XA + (ia << 1), k = XB + (ib << 1);
    const bx = VB[k], by = VB[k + 1];
    const rx = VA[j] - (rc * bx - rs * by + tx);
    const ry = VA[j + 1] - (rs * bx + rc * by + ty);
    if (tracing && it < room) {
      const record = it * TRACE_STRIDE;
      T[record] = nx;
      T[record + 1] = ny;
      T[record + 2] = ia;
      T[record + 3] = ib;
      if (it > 0) T[record + 4 - TRACE_STRIDE] = step;
    }
    it++;
    const low = -(nx * rx + ny * ry);
    if (low > E * (abs(nx) + abs(ny)) + UNDERFLOW) {
      verdict = SEPARATED;
      // Seen from r, the origin lies on that side of n: the sign of n x -r.
      turn = ny * rx - nx * ry < 0 ? -1 : 1;
      if (mode === DECIDE && R > 0) {
        const reach = R + E;
        if (!(low * low > reach * reach * (nx * nx + ny * ny))) verdict = APART;
      }
      step = STEP_SEPARATING_AXIS;
      break;
    }

    if (it > 2) {
      // The triangle p, q, r is counter-clockwise: is the origin left of q -> r and of r -> p?
      const rqx = rx - qx, rqy = ry - qy, rpx = rx - px, rpy = ry - py;
      const c1 = rqy * qx - rqx * qy, c2 = rpx * ry - rpy * rx;
      const e1 = E * (abs(rqx) + abs(rqy)), e2 = E * (abs(rpx) + abs(rpy));
      const inside = c1 >= -e1 && c2 >= -e2;
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
  if (tracing && it <= room) T[(it - 1) * TRACE_STRIDE + 4] = step;
  if (it === 1) {
    pa = ia;
    pb = ib;
  }
  simplex.iterations = it;
  simplex.count = it < 3 ? it : 3;
  simplex.pa = pa;
  simplex.pb = pb;
  simplex.qa = qa;
  simplex.qb = qb;
  simplex.ra = ia;
  simplex.rb = ib;
  if (mode === LOCATE || verdict !== (mode === DECIDE ? APART : SEPARATED)) return verdict;

  // The walk: downhill from r.
  let i = ia, j = ib;
  let ax = VA[XA + (i << 1)], ay = VA[XA + (i << 1) + 1];
  let x = VB[XB + (j << 1)], y = VB[XB + (j << 1) + 1];
  let bx = rc * x - rs * y + tx, by = rs * x + rc * y + ty;
  const way = turn;
  let steps = nA + nB + 2;
  for (; steps > 0; steps--) {
    // The next edge of A and of B, and their far vertices i2 and j2.
    // (Masks as in manifold.ts, because whether an index wraps around is unpredictable.)
    let i2 = i + turn, j2 = j + turn;
    i2 = (i2 + (nA & (i2 >> 31))) & ((i2 - nA) >> 31);
    j2 = (j2 + (nB & (j2 >> 31))) & ((j2 - nB) >> 31);
    let at = NORMALS + ((i + ((i2 - i) & (turn >> 31))) << 1);
    const Nx = VA[at], Ny = VA[at + 1];
    at = NORMALS + ((j + ((j2 - j) & (turn >> 31))) << 1);
    x = VB[at];
    y = VB[at + 1];
    const Mx = rc * x - rs * y, My = rs * x + rc * y;
    const vx = bx - ax, vy = by - ay;
    const onA = way * (vy * Nx - vx * Ny), onB = way * (vx * My - vy * Mx);
    const order = way * (Nx * My - Ny * Mx);
    let ofA = nA > 1 && (nB === 1 || order < 0);
    if (abs(order) <= SAME_DIRECTION * size && nA > 1 && nB > 1) {
      // Parallel edges of A and B. If their normals in C are opposite, take the one that the origin
      // sees, else either.
      ofA = Nx * Mx + Ny * My > 0 ? vx * Nx + vy * Ny > 0 : onA > 0;
    }
    // An edge at a right angle to v has the origin beside its end. This happens where faces lie
    // flat on each other.
    const on = ofA ? onA : onB, out = ofA ? vx * Nx + vy * Ny : -(vx * Mx + vy * My);
    if (!(on > 0 || (on === 0 && out > 0))) break;

    // Go to the edge's end, unless the origin lies beside the edge.
    let cx = ax, cy = ay, dx = bx, dy = by;
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
    const isBeside = way * (ofA ? y * Nx - x * Ny : x * My - y * Mx) <= 0;
    if (room > simplex.iterations) {
      const record = simplex.iterations * TRACE_STRIDE;
      T[record] = vx;
      T[record + 1] = vy;
      T[record + 2] = ofA ? i2 : i;
      T[record + 3] = ofA ? j : j2;
      T[record + 4] = isBeside ? STEP_BESIDE : STEP_BEYOND;
      simplex.iterations += 1;
    }
    if (isBeside) {
      const k = ofA ? i : j, k2 = ofA ? i2 : j2;
      features.onEdge = 1;
      features.side = ofA ? 0 : 1;
      features.edge = k + ((k2 - k) & (turn >> 31));
      features.facing = ofA ? j : i;
      measured.core = ofA ? out * unit : out / size * unit;
      return verdict;
    }
    ax = cx;
    ay = cy;
    bx = dx;
    by = dy;
    if (ofA) i = i2;
    else j = j2;
  }
  const x0 = bx - ax, y0 = by - ay;
  features.onEdge = 0;
  features.a0 = i;
  features.b0 = j;
  measured.core = sqrt(x0 * x0 + y0 * y0) * unit;
  return steps > 0 ? verdict : UNCERTAIN;
}
