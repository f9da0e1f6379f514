/**
 * The queries on one pair of shapes. Bounding circles and GJK decide whether the cores intersect. A
 * walk along C finds the closest features. The boundary scan measures overlap and settles whatever
 * rounding leaves open. The radii are added last.
 *
 * One value decides everything: the signed distance. Its sign is exact for the pair-frame vertices
 * (for identity poses: for the shapes as given). Every other answer is derived from it, or is
 * proven to agree with it.
 *
 * @module
 */
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import * as record from "../shapes/record.ts";
import * as searches from "./search.ts";
import * as boxModes from "./boxes.ts";
import * as tolerances from "./tolerances.ts";
import type { Verts } from "../shapes/record.ts";
import { boxes, closestOfBoxes, shareOfBoxes, upright } from "./boxes.ts";
import {
  collinearGap,
  descend,
  isAsGiven,
  isThin,
  reachOfHulls,
  scanBoundary,
  scanVertices,
} from "./boundary.ts";
import { centerPoint, commonPoint } from "./common_point.ts";
import { cross } from "./exact.ts";
import { disksMeet, measureDisks } from "./disks.ts";
import { vertexPair } from "./features.ts";
import { exactRadii, isClosest } from "./proof.ts";
import { search } from "./search.ts";

const { abs, sqrt } = Math;

// Aliases: V8 folds a constant of the same file, but looks an imported one up at every use.
const { poses, POSE_A, POSE_B, features, simplex, measured, exact } = state;
const { registers: W, OPERANDS, OVERLAPPING, SEPARATED, APART, STATUS_OVERLAPPING } = slots;
const { STATUS_SEPARATED, STATUS_TOUCHING, UNCERTAIN, SIGNED, UNSIGNED, SEARCHED, GIVEN } = slots;
const { FOUND, DEEPEST, FOUND_UNSIGNED, ENCLOSED } = slots;
const { RADIUS, HALF_U, LOCAL } = record;
const { CLOSEST, DECIDE, LOCATE } = searches;
const { ROUGHLY } = boxModes;
const { DETERMINANT_BOUND, LEAST, BEYOND, NEXT_TO_NONE, PARALLEL } = tolerances;

/** 1 when the closed shapes share a point. */
export function intersects(VA: Verts, nA: number, VB: Verts, nB: number): number {
  if (nA + nB === 2) return disksMeet(VA, VB);
  // (Local names make the function shorter, and V8 inlines short ones into their callers.)
  const P = poses, unsure = UNCERTAIN;
  let verdict = unsure;
  if (
    (P[POSE_A + 2] === 0 || P[POSE_A + 3] === 0) &&
    (P[POSE_B + 2] === 0 || P[POSE_B + 3] === 0)
  ) verdict = upright(VA, nA, VB, nB);
  if (verdict === unsure && VA[HALF_U] * VB[HALF_U] > 0) verdict = boxes(VA, VB, DECIDE);
  if (verdict === unsure) verdict = search(VA, nA, VB, nB, DECIDE);
  // SEPARATED is 0, OVERLAPPING is 1.
  if (verdict < unsure) return verdict;
  return settle(VA, nA, VB, nB, verdict);
}

/**
 * The part of `intersects` that runs when the search does not decide. It is a function of its own
 * so that V8 inlines the rest.
 */
function settle(VA: Verts, nA: number, VB: Verts, nB: number, verdict: number): number {
  const R = VA[RADIUS] + VB[RADIUS];
  if (verdict === APART) {
    // The cores are apart; do the radii reach across the gap? Only within rounding does it take the
    // signed distance to tell.
    const gap = measured.core - R;
    if (abs(gap) > 2 * measured.noise) return +(gap < 0);
  } else if (R === 0 && (nA > 2 || nB > 2)) {
    // Without radii, the sign of the largest edge separation is the answer.
    if (isThin(VA, nA, VB, nB)) scanVertices(VA, nA, VB, nB);
    else scanBoundary(VA, nA, VB, nB);
    const s = measured.separation;
    return s < 0 || (s === 0 && collinearGap(VA, nA, VB, nB) === 0) ? 1 : 0;
  }
  // The answer must agree with `signedDistance`, so it starts from the features that a plain call
  // would use. The poses' rounding can leave dents in a shape, and there other features may give
  // another value.
  const isBoxes = VA[HALF_U] * VB[HALF_U] > 0;
  measureCores(VA, nA, VB, nB, isBoxes ? SIGNED : verdict === APART ? FOUND : SEARCHED);
  return measured.distance <= 0 ? 1 : 0;
}

/**
 * Signed distance. Writes the distance, normal, witness points (world) and status to `measured`, the
 * vertices of `features`, and a simplex of C for a warm start: count = 1 and pa, pb for a vertex pair,
 * count = 2 and the edge pa, pb -> qa, qb, or what the search left.
 *
 * `mode` says what the caller wants and what it knows. SIGNED and UNSIGNED know nothing. SEARCHED,
 * GIVEN, FOUND and DEEPEST are SIGNED with part of the work done; FOUND_UNSIGNED and ENCLOSED are
 * UNSIGNED likewise. With the UNSIGNED modes, an overlap is reported as distance 0, with one common
 * point as both witnesses. If circles, rectangles or a triangle of C prove the overlap, the normal
 * is the direction between the shapes' centers.
 */
export function signedDistance(VA: Verts, nA: number, VB: Verts, nB: number, mode: number): void {
  if (nA + nB === 2) measureDisks(VA, VB, mode);
  else measureCores(VA, nA, VB, nB, mode);
}

/**
 * `signedDistance` unless both cores are single points. It is a function of its own so that V8
 * inlines the choice.
 *
 * The phases:
 *
 * - **Choose features.** A vertex of each core (a0, b0), or an edge of one core and
 *   a vertex of the other (side, edge, facing). They come from the caller, from the
 *   axes of two rectangles, from `search`, or else from the boundary scan.
 * - **Measure** them in the pair frame, from the exact vertices, never from the barycentric
 *   coordinates of a sliver.
 * - **Confirm** them. The poses round the vertices, so short or nearly collinear edges may not be
 *   what the records say. If the measurement shows that the features are not the closest (or the
 *   deepest), they are replaced and measured again. If only the radii decide the sign, the features
 *   have to be proven closest.
 *
 * A vertex pair u, v has
 *
 *   d = |v - u|,   normal (v - u) / d.
 *
 * For an edge e = u1 - u0 of the reference shape and a vertex v of the incident one, m = (e_y,
 * -e_x) points outward,
 *
 *   s = m·(v - u) / |e|,   t = e·(v - u0) / e·e  along the edge.
 *
 * If the edge from v to z is parallel to e, the two edges face each other along an interval, and
 * its middle is the witness point.
 *
 * Invariant of the loop over attempts: at its head, the registers name one pair of features; at its
 * end, `core`, the normal and the witness points measure them. A failed check replaces the features
 * and starts another attempt. Why this ends:
 *
 * - The incident edge leans towards the reference: attempt 0 only.
 * - `descend` moves from the scan's edge to the one that the origin lies beside: attempt 0 only.
 * - The vertex of an edge found by the search is past an end of that edge: two vertices replace
 *   them, and a vertex pair is never replaced, except by the last rule.
 * - `scanVertices` replaces the edge of an overlapping or touching pair: once, since it sets
 *   `isByVertices`.
 * - Features that are not proven closest are replaced by the boundary scan, and the attempts start
 *   again at 0: once, since `isScanned` then counts as the proof.
 *
 * So each run has at most three attempts, and the limit of four is never reached.
 */
function measureCores(VA: Verts, nA: number, VB: Verts, nB: number, mode: number): void {
  // 1. The features. `isScanned` means that the boundary scan chose them, or a source that is as
  // reliable. Rectangles try their axes first, rounded ones too, although with UNSIGNED an overlap
  // of rounded ones is searched again. All queries then report the same features.
  let isScanned = mode === GIVEN || mode === DEEPEST;
  let isKnown = isScanned || mode === FOUND || mode === FOUND_UNSIGNED,
    isShared = false;
  if (mode <= UNSIGNED && VA[HALF_U] * VB[HALF_U] > 0) {
    const verdict = boxes(VA, VB, mode === SIGNED ? SIGNED : ROUGHLY) & 3;
    if (verdict === SEPARATED) isKnown = closestOfBoxes(VA, VB) === 1;
    else if (verdict === OVERLAPPING) {
      // Upright rectangles may just touch.
      const isFlat = VA[RADIUS] + VB[RADIUS] === 0;
      isScanned = mode === SIGNED || (isFlat && !(measured.separation < -2 * measured.noise));
      isKnown = isScanned;
      isShared = !isScanned && isFlat && shareOfBoxes(VA, VB) === 1;
    }
  }
  if (!isKnown) {
    let verdict = isShared || mode === ENCLOSED ? OVERLAPPING : UNCERTAIN;
    if (mode <= UNSIGNED && !isShared) verdict = search(VA, nA, VB, nB, CLOSEST);
    if (verdict === OVERLAPPING && mode !== SIGNED) {
      centerPoint(VA, VB, isShared);
      const isTriangle = simplex.count > 0;
      features.a0 = isTriangle ? simplex.ra : 0;
      features.b0 = isTriangle ? simplex.rb : 0;
      features.a1 = features.a0;
      features.b1 = features.b0;
      if (isTriangle) commonPoint(VA, nA, VB, nB);
      measured.distance = 0;
      measured.status = STATUS_OVERLAPPING;
      measured.ax += poses[POSE_A] + 0;
      measured.ay += poses[POSE_A + 1] + 0;
      measured.bx = measured.ax;
      measured.by = measured.ay;
      measured.nx += 0;
      measured.ny += 0;
      return;
    }
    if (verdict !== SEPARATED) {
      isScanned = true;
      // In modes SIGNED and SEARCHED the axes of the rectangles have been tried already.
      const ask = mode === UNSIGNED && VA[HALF_U] * VB[HALF_U] > 0;
      if (!(ask && (boxes(VA, VB, SIGNED) & 3) === OVERLAPPING)) scan(VA, nA, VB, nB);
    }
  }

  const ra = VA[RADIUS], rb = VB[RADIUS], R = ra + rb;
  let core = 0, d = 0, nx = 0, ny = 0;
  let ax = 0, ay = 0, bx = 0, by = 0;
  let isByVertices = false;
  // (The limit is never reached; see above.)
  for (let attempt = 0; attempt < 4; attempt++) {
    // 2. The features' distance, normal and witness points, relative to A's position.
    if (features.onEdge === 0) {
      const i = features.a0, j = features.b0;
      vertexPair(VA, nA, VB, nB, i, j);
      core = measured.distance;
      nx = measured.nx;
      ny = measured.ny;
      ax = measured.ax;
      ay = measured.ay;
      bx = measured.bx;
      by = measured.by;
      features.a1 = i;
      features.b1 = j;
      simplex.count = 1;
      simplex.pa = i;
      simplex.pb = j;
    } else {
      const ofA = features.side === 0;
      const VR = ofA ? VA : VB, VI = ofA ? VB : VA;
      const nR = ofA ? nA : nB, r = ofA ? POSE_A : POSE_B;
      const nI = ofA ? nB : nA, i = ofA ? POSE_B : POSE_A;
      const k0 = features.edge, j = features.facing;
      const k1 = (k0 + 1) & ((k0 + 1 - nR) >> 31);
      const c = poses[r + 2], z = poses[r + 3], C = poses[i + 2], Z = poses[i + 3];
      const rx = poses[r] - poses[POSE_A], ry = poses[r + 1] - poses[POSE_A + 1];
      const ix = poses[i] - poses[POSE_A], iy = poses[i + 1] - poses[POSE_A + 1];
      const NR = LOCAL + (nR << 1), XR = NR + (nR << 1);
      const NI = LOCAL + (nI << 1), XI = NI + (nI << 1);
      let x = VR[XR + (k0 << 1)], y = VR[XR + (k0 << 1) + 1];
      const u0x = c * x - z * y + rx, u0y = z * x + c * y + ry;
      x = VR[XR + (k1 << 1)];
      y = VR[XR + (k1 << 1) + 1];
      const u1x = c * x - z * y + rx, u1y = z * x + c * y + ry;
      x = VI[XI + (j << 1)];
      y = VI[XI + (j << 1) + 1];
      const vx = C * x - Z * y + ix, vy = Z * x + C * y + iy;
      const ex = u1x - u0x, ey = u1y - u0y;
      const ee = ex * ex + ey * ey;
      const Nx = VR[NR + (k0 << 1)], Ny = VR[NR + (k0 << 1) + 1];
      const length = sqrt(ee);
      // Which end of the edge is nearer is unpredictable, so both are in memory, as the operands of
      // `cross`, and an index selects one.
      W[OPERANDS + 4] = u0x;
      W[OPERANDS + 5] = u0y;
      W[OPERANDS + 6] = u1x;
      W[OPERANDS + 7] = u1y;
      let t = 0;
      if (ee > 0) {
        nx = ey / length;
        ny = -ex / length;
        // The products are smaller when measured from the nearer end u.
        const end = +(ex * (vx - u0x) + ey * (vy - u0y) > 0.5 * ee),
          u = OPERANDS + 4 + (end << 1);
        const ux = W[u], uy = W[u + 1];
        t = end + (ex * (vx - ux) + ey * (vy - uy)) / ee;
        // (v - u) x e, as in `cross`: the filter is written out here, the exact part is called.
        const left = (vx - ux) * ey, right = (vy - uy) * ex;
        let det = left - right;
        if (
          !(abs(det) > DETERMINANT_BOUND * (abs(left) + abs(right))) &&
          !((vx === ux || ey === 0) && (vy === uy || ex === 0))
        ) {
          W[OPERANDS] = ux;
          W[OPERANDS + 1] = uy;
          W[OPERANDS + 2] = vx;
          W[OPERANDS + 3] = vy;
          cross();
          det = exact.value;
        }
        core = det / length;
      } else {
        // The pose rounded a tiny edge away. Its normal is still known. v counts as beside it
        // unless it is past it by more than the noise.
        const scale = sqrt(c * c + z * z);
        nx = (c * Nx - z * Ny) / scale;
        ny = (z * Nx + c * Ny) / scale;
        core = nx * (vx - u0x) + ny * (vy - u0y);
        const beyond = nx * (vy - u0y) - ny * (vx - u0x);
        if (abs(beyond) > measured.noise) t = beyond > 0 ? 2 : -1;
      }
      // The sign that the scan found is exact, and the measured value must not contradict it. It
      // could if the value underflows, or if an attempt has replaced the scan's edge: by one that
      // leans, by one that a walk led to beside a dent (which the pose's rounding left among nearly
      // collinear edges), or by one that only rounding makes as good, on a thin shape. The gap or
      // overlap is then below rounding. How far off the separation is depends on how short its edge is,
      // so the result is a tiny fraction of it, which scales with the shapes.
      if (isScanned && mode !== GIVEN) {
        const s = measured.separation;
        if (s === 0) {
          core = core > 0 || isByVertices || isAsGiven() || isThin(VA, nA, VB, nB) ? 0 : core;
        } else if (s > 0 ? core <= 0 : core >= 0) {
          core = NEXT_TO_NONE * s;
          if (core === 0) core = s > 0 ? LEAST : -LEAST;
        }
      }

      // Is one of the two edges at v parallel to the reference? First compare the normals: m is the
      // reference's and M the incident edge's, both in the incident frame.
      let j2 = j, along = t;
      let wx = vx, wy = vy, leans = false;
      if (nI > 1 && ee > 0) {
        const rc = c * C + z * Z, rs = c * Z - z * C;
        const mx = rc * Nx + rs * Ny, my = rc * Ny - rs * Nx;
        const next = (j + 1) & ((j + 1 - nI) >> 31);
        const previous = j - 1 + (nI & ((j - 1) >> 31));
        const M0 = NI + (j << 1), M1 = NI + (previous << 1);
        // Rounding may turn a tiny edge, so the tolerance includes the noise. At the tip of a sliver
        // both edges are parallel, but only one faces the reference.
        const turn = PARALLEL * length + measured.noise;
        const isNext = abs(mx * VI[M0 + 1] - my * VI[M0]) * length <= turn &&
          mx * VI[M0] + my * VI[M0 + 1] < 0;
        if (isNext) j2 = next;
        else if (
          abs(mx * VI[M1 + 1] - my * VI[M1]) * length <= turn &&
          mx * VI[M1] + my * VI[M1 + 1] < 0
        ) j2 = previous;
        if (j2 !== j) {
          x = VI[XI + (j2 << 1)];
          y = VI[XI + (j2 << 1) + 1];
          const zx = C * x - Z * y + ix, zy = Z * x + C * y + iy;
          const s2 = nx * (zx - u0x) + ny * (zy - u0y);
          const t2 = (ex * (zx - u0x) + ey * (zy - u0y)) / ee;
          if (abs(s2 - core) <= 0.125 * measured.noise) {
            const t0 = t < t2 ? t : t2, t1 = t < t2 ? t2 : t;
            const low = t0 > 0 ? t0 : 0, high = t1 < 1 ? t1 : 1;
            // Edges that meet only at their ends may miss each other by a rounding error; `along`
            // keeps how much.
            const middle = low <= high ? 0.5 * (low + high) : t1 < 0 ? 0 : 1;
            along = low <= high ? middle : t1 < 0 ? t1 : t0;
            let f = (middle - t) / (t2 - t);
            f = f > 0 ? (f < 1 ? f : 1) : 0;
            wx = vx + f * (zx - vx);
            wy = vy + f * (zy - vy);
            t = middle;
          } else if (attempt === 0 && s2 < core && mode !== GIVEN) {
            // As the poses round the vertices, that edge leans towards the reference. Its end z is
            // closer than v if it is beside the reference. Otherwise the end of the reference that
            // z is past is closest to the leaning edge.
            if (t2 >= 0 && t2 <= 1) features.facing = j2;
            else {
              features.side = ofA ? 1 : 0;
              features.edge = isNext ? j : previous;
              features.facing = t2 > 1 ? k1 : k0;
            }
            continue;
          } else {
            leans = s2 < core - measured.noise;
            j2 = j;
          }
        }
      }
      if (!isScanned && (along < 0 || along > 1)) {
        // A pose rounds the vertices, those of a tiny edge so much that v may not lie beside it.
        const k = along < 0 ? k0 : k1;
        features.onEdge = 0;
        features.a0 = ofA ? k : j;
        features.b0 = ofA ? j : k;
        continue;
      }
      if (isScanned && measured.separation <= 0 && !isByVertices && !isThin(VA, nA, VB, nB)) {
        const isOff = along < -BEYOND || along > 1 + BEYOND;
        if (attempt === 0 && isOff) {
          // v would lie beside the deepest edge, but for rounding. Either rounding chose the wrong
          // one of several nearly collinear edges, or the wrong end of a tiny edge as the facing
          // vertex. Walk to the edge that the origin lies beside.
          descend(VA, nA, VB, nB);
          if (simplex.count > 1) continue;
        }
        if (isOff || leans || (attempt > 0 && abs(core - measured.separation) > measured.noise)) {
          // Neither that edge nor its replacement is the deepest one.
          isByVertices = true;
          scanVertices(VA, nA, VB, nB);
          continue;
        }
      }
      // The point of the edge at t, computed from its nearer end.
      const end = +(t > 0.5), u = OPERANDS + 4 + (end << 1);
      const fx = W[u] + (t - end) * ex, fy = W[u + 1] + (t - end) * ey;
      // An edge that overlaps is no simplex to start from. Then the triangle that the search left is
      // kept, if it left one, and nothing else that the registers may hold.
      const isApart = !isScanned || core > 0;
      if (isApart) simplex.count = 2;
      else if (simplex.count < 3) simplex.count = 0;
      if (ofA) {
        features.a0 = k0;
        features.a1 = k1;
        features.b0 = j;
        features.b1 = j2;
        if (isApart) {
          simplex.pa = k1;
          simplex.pb = j;
          simplex.qa = k0;
          simplex.qb = j;
        }
        ax = fx;
        ay = fy;
        bx = wx;
        by = wy;
      } else {
        features.a0 = j;
        features.a1 = j2;
        features.b0 = k0;
        features.b1 = k1;
        if (isApart) {
          simplex.pa = j;
          simplex.pb = k1;
          simplex.qa = j;
          simplex.qb = k0;
        }
        nx = -nx;
        ny = -ny;
        ax = wx;
        ay = wy;
        bx = fx;
        by = fy;
      }
    }

    // 3. The radii: exactly, where the distance of the cores is close to their sum.
    d = core - R;
    if (R > 0 && core > 0 && mode !== GIVEN) {
      if (abs(d) <= measured.noise) {
        const proof = isScanned ? 2 : isClosest(VA, nA, VB, nB);
        if (proof > 0) {
          exactRadii(VA, nA, VB, nB);
          d = measured.distance;
          // Poses may have put the vertices out of order, so that others are closer by a rounding.
          if (isThin(VA, nA, VB, nB)) {
            const sign = reachOfHulls(VA, nA, VB, nB);
            if (sign === 0) d = 0;
            else if (!(d * sign > 0)) d = sign * (NEXT_TO_NONE * R + LEAST);
          }
        }
        // The features are not proven closest, or others are equally close. Measure the scan's, so
        // that the rounded result does not depend on which search came first.
        if (proof === 0 || (proof === 1 && d !== 0)) {
          isScanned = true;
          scan(VA, nA, VB, nB);
          attempt = -1;
          continue;
        }
      }
    }
    break;
  }
  ax += ra * nx;
  ay += ra * ny;
  bx -= rb * nx;
  by -= rb * ny;

  // 4. The status, and a common point if the mode asks for one.
  measured.status = d > 0 ? STATUS_SEPARATED : d < 0 ? STATUS_OVERLAPPING : STATUS_TOUCHING;
  if (d < 0 && (mode === UNSIGNED || mode === FOUND_UNSIGNED)) {
    if (core > 0) {
      // The cores are `core` apart. The point lies between them, at most r_A from A's and r_B from
      // B's.
      const middle = 0.5 * (ra + core - rb);
      const t = (middle < 0 ? 0 : middle < core ? middle : core) - ra;
      ax += t * nx;
      ay += t * ny;
    } else {
      search(VA, nA, VB, nB, LOCATE);
      commonPoint(VA, nA, VB, nB);
      // If the overlap is below what the search can resolve: the point halfway between the points
      // of the cores that nearly meet.
      const found = measured.miss <= -0.5 * core;
      ax = found ? measured.ax : 0.5 * ((ax - ra * nx) + (bx + rb * nx));
      ay = found ? measured.ay : 0.5 * ((ay - ra * ny) + (by + rb * ny));
    }
    bx = ax;
    by = ay;
    d = 0;
  }

  // 5. To world coordinates. Adding 0 turns -0 into 0.
  const ox = poses[POSE_A] + 0, oy = poses[POSE_A + 1] + 0;
  measured.distance = d + 0;
  measured.nx = nx + 0;
  measured.ny = ny + 0;
  measured.ax = ax + ox;
  measured.ay = ay + oy;
  measured.bx = bx + ox;
  measured.by = by + oy;
}

/**
 * Penetration. If the shapes are apart, writes only a distance > 0; otherwise everything that
 * `signedDistance` writes.
 */
export function penetration(VA: Verts, nA: number, VB: Verts, nB: number): void {
  if (nA + nB === 2) measureDisks(VA, VB, SIGNED);
  else penetrationOfCores(VA, nA, VB, nB);
}

/** `penetration` unless both cores are single points, as `measureCores`. */
function penetrationOfCores(VA: Verts, nA: number, VB: Verts, nB: number): void {
  let mode = SIGNED, found = UNCERTAIN;
  if (VA[HALF_U] * VB[HALF_U] > 0) found = boxes(VA, VB, SIGNED) & 3;
  const R = VA[RADIUS] + VB[RADIUS];
  if (found === SEPARATED && (R === 0 || measured.separation > R + 2 * measured.noise)) {
    measured.distance = 1;
    return;
  }
  if (found === OVERLAPPING) mode = DEEPEST;
  else if (found === SEPARATED && closestOfBoxes(VA, VB) === 1) mode = FOUND;
  else {
    const verdict = search(VA, nA, VB, nB, DECIDE);
    if (verdict === SEPARATED) {
      measured.distance = 1;
      return;
    }
    // Without a simplex, circles answered for the shapes with their radii, which says nothing about
    // the cores.
    if (verdict === APART) mode = FOUND;
    else if (simplex.count > 0 || R === 0) mode = SEARCHED;
  }
  measureCores(VA, nA, VB, nB, mode);
}

/**
 * Finds the features by scanning the boundary of C: the axis of least penetration of overlapping
 * cores, or, by exact signs, the closest features of a pair too close to touching for the search to
 * be certain.
 */
function scan(VA: Verts, nA: number, VB: Verts, nB: number): void {
  const isHair = isThin(VA, nA, VB, nB);
  if (isHair) scanVertices(VA, nA, VB, nB);
  else scanBoundary(VA, nA, VB, nB);
  // s > 0: apart; 0: touching; < 0: overlapping.
  const s = measured.separation;
  let isVertex = false;
  if (s === 0) isVertex = collinearGap(VA, nA, VB, nB) === 1;
  else if (isHair) return;
  else if (s > 0) {
    descend(VA, nA, VB, nB);
    isVertex = simplex.count < 2;
    features.a0 = simplex.pa;
    features.b0 = simplex.pb;
  }
  if (isVertex || !isHair) features.onEdge = isVertex ? 0 : 1;
}
