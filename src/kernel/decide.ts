/**
 * Do two cores intersect? GJK reduced to that question.
 *
 * Whether the origin lies in C = A ⊖ B needs no closest point, so no Voronoi region of a vertex: the
 * simplex is an edge p -> q with the origin on its left (first a single point), the search goes on to that
 * side, and the new point r either shows a separating axis, closes a triangle around the origin, or takes
 * the place of the end that the origin is not beside.
 *
 * @module
 */
import { abs } from "./ptr.ts";
import type { f64, i32, Ptr, Verts } from "./ptr.ts";
import { climb, scan } from "./support.ts";

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const EXTENT: i32 = 1;
const REF_X: i32 = 2;
const REF_Y: i32 = 3;
const CENTER_X: i32 = 4;
const CENTER_Y: i32 = 5;
const LOCAL: i32 = 8;
const SCAN_MAX: i32 = 20;
const DX: i32 = 33;
const DY: i32 = 34;
const NOISE: i32 = 21;
const PA: i32 = 23;
const PB: i32 = 24;
const QA: i32 = 25;
const QB: i32 = 26;
const SEPARATED: i32 = 0;
const OVERLAPPING: i32 = 1;
const UNCERTAIN: i32 = 2;
const ITERATION_CAP: i32 = 64;

/**
 * SEPARATED or OVERLAPPING when the cores are so by more than W[NOISE], else UNCERTAIN, with the edge that
 * the origin is too close to in PA, PB -> QA, QB. Arguments, letters and the noise are those of `gjk`.
 */
export function decide(
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
  const S: f64 = VA[oA + EXTENT] + VB[oB + EXTENT] + abs(wx) + abs(wy);
  const E: f64 = S *
    (1.7763568394002505e-15 + abs(ac * ac + as * as - 1) + abs(bc * bc + bs * bs - 1));
  W[NOISE] = E;
  const NA: i32 = oA + LOCAL + (nA << 1), NB: i32 = oB + LOCAL + (nB << 1);
  const XA: i32 = NA + (nA << 1), XB: i32 = NB + (nB << 1);

  const gx: f64 = VB[oB + REF_X] + VB[oB + CENTER_X], gy: f64 = VB[oB + REF_Y] + VB[oB + CENTER_Y];
  let nx: f64 = (rc * gx - rs * gy + tx) - (VA[oA + REF_X] + VA[oA + CENTER_X]);
  let ny: f64 = (rs * gx + rc * gy + ty) - (VA[oA + REF_Y] + VA[oA + CENTER_Y]);
  if (nx === 0 && ny === 0) nx = 1;
  let px: f64 = 0, py: f64 = 0, qx: f64 = 0, qy: f64 = 0;
  let pa: i32 = 0, pb: i32 = 0, qa: i32 = 0, qb: i32 = 0, ia: i32 = 0, ib: i32 = 0;
  for (let it: i32 = 0; it < ITERATION_CAP; it++) {
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
    if (nx * rx + ny * ry < -E * (abs(nx) + abs(ny))) return SEPARATED;

    if (it > 1) {
      // The triangle p, q, r is counter-clockwise: is the origin left of q -> r and of r -> p?
      const rqx: f64 = rx - qx, rqy: f64 = ry - qy, rpx: f64 = rx - px, rpy: f64 = ry - py;
      const c1: f64 = rqy * qx - rqx * qy, c2: f64 = rpx * ry - rpy * rx;
      const e1: f64 = E * (abs(rqx) + abs(rqy)), e2: f64 = E * (abs(rpx) + abs(rpy));
      const inside: boolean = c1 >= -e1 && c2 >= -e2;
      if (inside && c1 > e1 && c2 > e2) return OVERLAPPING;
      if (inside ? c1 <= e1 : c1 < 0) {
        px = rx;
        py = ry;
        pa = ia;
        pb = ib;
      } else {
        qx = rx;
        qy = ry;
        qa = ia;
        qb = ib;
      }
      if (inside) break;
    } else if (it === 1) {
      // Order p and r so that the origin is on the left.
      if ((ry - py) * px - (rx - px) * py >= 0) {
        qx = rx;
        qy = ry;
        qa = ia;
        qb = ib;
      } else {
        qx = px;
        qy = py;
        qa = pa;
        qb = pb;
        px = rx;
        py = ry;
        pa = ia;
        pb = ib;
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
    // A triangle with this edge could hold the origin by rounding only.
    if (!(-(nx * px + ny * py) > E * (abs(nx) + abs(ny)))) break;
  }
  W[PA] = pa;
  W[PB] = pb;
  W[QA] = qa;
  W[QB] = qb;
  return UNCERTAIN;
}
