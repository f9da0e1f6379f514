/**
 * The GJK loop: closest points of the convex hulls of two vertex sets, or that they overlap.
 *
 * Gilbert, Johnson, Keerthi (1988); the 2D formulation keeps at most two points of the Minkowski
 * difference between iterations, with the origin on a known side of them.
 *
 * @module
 */
import { abs, int } from "./ptr.ts";
import type { f64, i32, Ptr, Verts } from "./ptr.ts";
import { climb, scan } from "./support.ts";

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const CENTER_X: i32 = 4;
const CENTER_Y: i32 = 5;
const EXTENT: i32 = 1;
const LOCAL: i32 = 8;
const RADIUS: i32 = 0;
const REF_X: i32 = 2;
const REF_Y: i32 = 3;
const SCAN_MAX: i32 = 20;
const DX: i32 = 33;
const DY: i32 = 34;
const COUNT: i32 = 22;
const ITERATIONS: i32 = 20;
const NOISE: i32 = 21;
const OVERLAPPING: i32 = 1;
const PA: i32 = 23;
const PB: i32 = 24;
const QA: i32 = 25;
const QB: i32 = 26;
const RA: i32 = 27;
const RB: i32 = 28;
const SEPARATED: i32 = 0;
const STEP_EDGE_P: i32 = 2;
const STEP_EDGE_Q: i32 = 3;
const STEP_INSIDE: i32 = 4;
const STEP_NEAR: i32 = 7;
const STEP_NO_PROGRESS: i32 = 5;
const STEP_POINT: i32 = 1;
const STEP_ROUNDED_HIT: i32 = 8;
const STEP_SEPARATING_AXIS: i32 = 6;
const STEP_START: i32 = 0;
const TRACE_CAPACITY: i32 = 36;
const TRACE_RECORDS: i32 = 4096;
const TRACE_STRIDE: i32 = 8;
const UNCERTAIN: i32 = 2;
const APART: i32 = 3;
const WARM: i32 = 35;

/** Run to the closest features. */
export const CLOSEST: i32 = 0;
/** Stop as soon as it is certain whether the shapes, radii included, intersect. */
export const DECIDE: i32 = 1;
/** Trust the rounding: find the simplex around the origin of cores that are known to overlap. */
export const LOCATE: i32 = 2;

/** Support pairs that `gjk` evaluates before it hands over to the boundary scan, which is finite. */
export const ITERATION_CAP: i32 = 64;
/** From this iteration on a simplex must be strictly closer than the one before. */
const STRICT_AFTER: i32 = 16;

/**
 * Searches C = A ⊖ B for the point closest to the origin, in A's frame.
 *
 * `V?`, `o?`, `n?`: memory, offset and vertex count of the shape records. `P`, `a`, `b`: memory of the
 * poses and their offsets. Leaves in `W`: COUNT and the simplex as vertex indices, NOISE, ITERATIONS.
 *
 * Returns SEPARATED (the hulls are more than NOISE apart; p, or p and q, is the closest feature),
 * OVERLAPPING (by more than NOISE; p, q, r is a triangle around the origin) or UNCERTAIN (within NOISE
 * of touching as far as this simplex can tell, or the cap was reached). With mode DECIDE the first two
 * speak of the shapes including their radii, and the simplex need not be the closest one; APART says that
 * the cores are so, with p, or p and q, closest, by about the sum of the radii.
 *
 * Letters: p, q, r points of C; n the search direction, from the simplex towards the origin; h = -n·p,
 * that is |n| times the distance of the simplex from the origin; g = n·(r - p), how far the new support
 * point r gets beyond the simplex. h/|n| bounds the distance from above, (h - g)/|n| from below.
 */
export function gjk(
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
  mode: i32,
  cap: i32,
): i32 {
  // B's pose in A's frame: x -> (rc -rs; rs rc) x + t.
  const ac: f64 = P[a + 2], as: f64 = P[a + 3], bc: f64 = P[b + 2], bs: f64 = P[b + 3];
  const wx: f64 = P[b] - P[a], wy: f64 = P[b + 1] - P[a + 1];
  const rc: f64 = ac * bc + as * bs, rs: f64 = ac * bs - as * bc;
  const tx: f64 = ac * wx + as * wy, ty: f64 = ac * wy - as * wx;

  // Every coordinate of a point of C is off by less than 8 ulps of S from the pair frame's value, the
  // projection on a direction by less than 16; a pose whose cos, sin are not of unit length scales.
  const R: f64 = VA[oA + RADIUS] + VB[oB + RADIUS];
  const S: f64 = VA[oA + EXTENT] + VB[oB + EXTENT] + abs(wx) + abs(wy) + R;
  const noise: f64 = S *
    (1.7763568394002505e-15 + abs(ac * ac + as * as - 1) + abs(bc * bc + bs * bs - 1));
  W[NOISE] = noise;
  const E: f64 = mode === LOCATE ? 0 : noise;
  const NA: i32 = oA + LOCAL + (nA << 1), NB: i32 = oB + LOCAL + (nB << 1);
  const XA: i32 = NA + (nA << 1), XB: i32 = NB + (nB << 1);
  const near: f64 = R + E;
  const far: f64 = R - E;
  const tracing: boolean = W[TRACE_CAPACITY] > 0;

  let px: f64 = 0, py: f64 = 0, qx: f64 = 0, qy: f64 = 0, h: f64 = 0;
  // First from centre to centre.
  const gx: f64 = VB[oB + REF_X] + VB[oB + CENTER_X], gy: f64 = VB[oB + REF_Y] + VB[oB + CENTER_Y];
  let nx: f64 = (rc * gx - rs * gy + tx) - (VA[oA + REF_X] + VA[oA + CENTER_X]);
  let ny: f64 = (rs * gx + rc * gy + ty) - (VA[oA + REF_Y] + VA[oA + CENTER_Y]);
  if (nx === 0 && ny === 0) nx = 1;
  let pa: i32 = 0, pb: i32 = 0, qa: i32 = 0, qb: i32 = 0, ia: i32 = 0, ib: i32 = 0;
  let count: i32 = 0, it: i32 = 0, verdict: i32 = UNCERTAIN, step: i32 = STEP_START;
  let lastH: f64 = 0, lastN: f64 = 0;

  if (W[WARM] > 0) {
    // Begin with the simplex of an earlier query, as far as the origin still projects on it.
    count = int(W[WARM]);
    pa = int(W[PA]);
    pb = int(W[PB]);
    qa = int(W[QA]);
    qb = int(W[QB]);
    const ra: i32 = int(W[RA]), rb: i32 = int(W[RB]);
    if (pa >= nA || pb >= nB || qa >= nA || qb >= nB || ra >= nA || rb >= nB) count = 0;
    if (count > 0) {
      const j: i32 = XA + (pa << 1), k: i32 = XB + (pb << 1);
      px = VA[j] - (rc * VB[k] - rs * VB[k + 1] + tx);
      py = VA[j + 1] - (rs * VB[k] + rc * VB[k + 1] + ty);
    }
    if (count > 1) {
      const j: i32 = XA + (qa << 1), k: i32 = XB + (qb << 1);
      qx = VA[j] - (rc * VB[k] - rs * VB[k + 1] + tx);
      qy = VA[j + 1] - (rs * VB[k] + rc * VB[k + 1] + ty);
    }
    if (count > 2) {
      const j: i32 = XA + (ra << 1), k: i32 = XB + (rb << 1);
      const rx: f64 = VA[j] - (rc * VB[k] - rs * VB[k + 1] + tx);
      const ry: f64 = VA[j + 1] - (rs * VB[k] + rc * VB[k + 1] + ty);
      const pq: f64 = px * qy - py * qx, qr: f64 = qx * ry - qy * rx, rp: f64 = rx * py - ry * px;
      if (
        pq > E * (abs(qx - px) + abs(qy - py)) && qr > E * (abs(rx - qx) + abs(ry - qy)) &&
        rp > E * (abs(px - rx) + abs(py - ry))
      ) {
        W[ITERATIONS] = 0;
        W[COUNT] = 3;
        return OVERLAPPING;
      }
      // The origin has left the triangle through one of its edges; that edge remains.
      count = 2;
      if (qr < pq && qr < rp) {
        px = rx;
        py = ry;
        pa = ra;
        pb = rb;
      } else if (rp < pq) {
        qx = rx;
        qy = ry;
        qa = ra;
        qb = rb;
      }
    }
    if (count === 2) {
      const ex: f64 = qx - px, ey: f64 = qy - py;
      if (!(px * ex + py * ey < 0)) count = 1;
      else if (!(qx * ex + qy * ey > 0) || px * qy - py * qx < 0) {
        // Only q is left, or the edge has the origin on its right: q comes first.
        if (!(qx * ex + qy * ey > 0)) count = 1;
        const x: f64 = px, y: f64 = py, ka: i32 = pa, kb: i32 = pb;
        px = qx;
        py = qy;
        pa = qa;
        pb = qb;
        qx = x;
        qy = y;
        qa = ka;
        qb = kb;
      }
    }
    if (count > 0) {
      const x: f64 = count === 1 ? -px : py - qy, y: f64 = count === 1 ? -py : qx - px;
      h = -(x * px + y * py);
      if (h > E * (abs(x) + abs(y))) {
        nx = x;
        ny = y;
        ia = pa;
        ib = pb;
      } else {
        count = 0;
        px = 0;
        py = 0;
        h = 0;
      }
    }
  }

  for (;;) {
    // Support of C along n: A's furthest vertex along n less B's furthest along -n.
    if (nA > SCAN_MAX) {
      W[DX] = nx;
      W[DY] = ny;
      ia = climb(VA, NA, nA, W, ia);
    } else if (nA > 1) ia = scan(VA, NA, nA, nx, ny);
    const mx: f64 = -(rc * nx + rs * ny), my: f64 = rs * nx - rc * ny;
    if (nB > SCAN_MAX) {
      W[DX] = mx;
      W[DY] = my;
      ib = climb(VB, NB, nB, W, ib);
    } else if (nB > 1) ib = scan(VB, NB, nB, mx, my);
    const j: i32 = XA + (ia << 1), k: i32 = XB + (ib << 1);
    const bx: f64 = VB[k], by: f64 = VB[k + 1];
    const rx: f64 = VA[j] - (rc * bx - rs * by + tx);
    const ry: f64 = VA[j + 1] - (rs * bx + rc * by + ty);
    const g: f64 = nx * (rx - px) + ny * (ry - py);
    const record: i32 = TRACE_RECORDS + it * TRACE_STRIDE;
    if (tracing && it < int(W[TRACE_CAPACITY])) {
      W[record] = nx;
      W[record + 1] = ny;
      W[record + 2] = ia;
      W[record + 3] = ib;
      W[record + 4] = h;
      W[record + 5] = g;
    }
    it++;

    if (mode === DECIDE && h - g > 0) {
      const low: f64 = h - g;
      if (R > 0 ? low * low > near * near * (nx * nx + ny * ny) : low > E * (abs(nx) + abs(ny))) {
        verdict = SEPARATED;
        step = STEP_SEPARATING_AXIS;
        break;
      }
    }

    if (count === 2) {
      if (!(g > 1.1102230246251565e-16 * h)) {
        verdict = SEPARATED;
        step = STEP_NO_PROGRESS;
        break;
      }
      // The triangle p, q, r is counter-clockwise and the origin is left of p -> q.
      const rqx: f64 = rx - qx, rqy: f64 = ry - qy, rpx: f64 = rx - px, rpy: f64 = ry - py;
      const c1: f64 = rqy * qx - rqx * qy; // origin left of q -> r
      const c2: f64 = rpx * ry - rpy * rx; // origin left of r -> p
      const e1: f64 = E * (abs(rqx) + abs(rqy)), e2: f64 = E * (abs(rpx) + abs(rpy));
      if (c1 >= -e1 && c2 >= -e2) {
        count = 3;
        if (c1 > e1 && c2 > e2) verdict = OVERLAPPING;
        step = verdict === OVERLAPPING ? STEP_INSIDE : STEP_NEAR;
        break;
      }
      const alongQ: f64 = rx * rqx + ry * rqy, alongP: f64 = rx * rpx + ry * rpy;
      if (c1 < 0 && (alongQ > 0 || !(c2 < 0))) {
        // Beyond q -> r.
        if (alongQ > 0) {
          px = rx;
          py = ry;
          pa = ia;
          pb = ib;
          step = STEP_EDGE_Q;
        } else count = 1;
      } else if (alongP > 0) {
        // Beyond r -> p.
        qx = rx;
        qy = ry;
        qa = ia;
        qb = ib;
        step = STEP_EDGE_P;
      } else count = 1;
    } else if (count === 1) {
      if (!(g > 1.1102230246251565e-16 * h)) {
        verdict = SEPARATED;
        step = STEP_NO_PROGRESS;
        break;
      }
      const ex: f64 = rx - px, ey: f64 = ry - py;
      if (rx * ex + ry * ey > 0) {
        // Between p and r; order them so that the origin is on the left.
        count = 2;
        if (ey * px - ex * py >= 0) {
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
      }
    } else count = 1;

    if (count === 1) {
      step = h > 0 ? STEP_POINT : STEP_START;
      px = rx;
      py = ry;
      pa = ia;
      pb = ib;
      nx = -px;
      ny = -py;
    } else {
      nx = py - qy;
      ny = qx - px;
    }
    h = -(nx * px + ny * py);
    if (tracing && it <= int(W[TRACE_CAPACITY])) W[record + 6] = step;

    if (!(h > E * (abs(nx) + abs(ny)))) {
      step = STEP_NEAR;
      break;
    }
    if (mode === DECIDE && far > 0 && h * h <= near * near * (nx * nx + ny * ny)) {
      // Within the radii, or too close to them to tell; then an exact look at this simplex is next.
      step = STEP_ROUNDED_HIT;
      verdict = h * h < far * far * (nx * nx + ny * ny) ? OVERLAPPING : APART;
      break;
    }
    if (it > STRICT_AFTER) {
      // Rounding can make nearly collinear points take turns; a closer simplex each time cannot.
      const length2: f64 = nx * nx + ny * ny;
      if (lastN > 0 && !(h * h * lastN < lastH * lastH * length2)) {
        verdict = SEPARATED;
        step = STEP_NO_PROGRESS;
        break;
      }
      lastH = h;
      lastN = length2;
    }
    if (it >= cap) break;
  }

  if (tracing && it <= int(W[TRACE_CAPACITY])) {
    W[TRACE_RECORDS + (it - 1) * TRACE_STRIDE + 6] = step;
  }
  // The cores are apart; whether by more than the radii, no bound above has told.
  if (mode === DECIDE && step === STEP_NO_PROGRESS && R > 0) verdict = APART;
  // Cores within noise of touching, and radii that reach further than that.
  if (mode === DECIDE && step === STEP_NEAR && far > E) verdict = OVERLAPPING;

  W[ITERATIONS] = it;
  W[COUNT] = count;
  W[PA] = pa;
  W[PB] = pb;
  W[QA] = qa;
  W[QB] = qb;
  W[RA] = ia;
  W[RB] = ib;
  return verdict;
}
