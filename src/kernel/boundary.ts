/**
 * The boundary of the Minkowski difference C = A ⊖ B, edge by edge.
 *
 * Every edge of C is an edge of A paired with the vertex of B that faces it, or an edge of B paired
 * with the vertex of A that faces it. Two convex sets are apart exactly when one of these edges has
 * the origin strictly outside. When none has, the shortest way out is through the edge closest to
 * the origin. Both questions take a scan over n_A + n_B edges, which is finite, and exact where
 * rounding could matter. No polytope is expanded, and no tolerance ends the search.
 *
 * @module
 */
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import * as record from "../shapes/record.ts";
import * as tolerances from "./tolerances.ts";
import type { Verts } from "../shapes/record.ts";
import { countOf } from "../shapes/record.ts";
import { cross, dot } from "./exact.ts";
import { supportIndex } from "./support.ts";
import { after, beside } from "./ring.ts";

const { abs, sqrt } = Math;

const { poses, POSE_A, POSE_B, features, simplex, measured, direction, exact } = state;
const { registers: W, OPERANDS } = slots;
const { NORMALS, REF_X, REF_Y, CENTER_X, CENTER_Y, OUTER, INNER } = record;
const { SKEWED, LEAST, THIN } = tolerances;

/** W[slot], W[slot + 1] = vertex k in the pair frame; `p` is the offset of the shape's pose. */
export function loadVertex(V: Verts, k: number, p: number, slot: number): void {
  const n = countOf(V);
  const j = NORMALS + ((n + k) << 1);
  const x = V[j], y = V[j + 1];
  const c = poses[p + 2], s = poses[p + 3];
  W[slot] = c * x - s * y + (poses[p] - poses[POSE_A]);
  W[slot + 1] = s * x + c * y + (poses[p + 1] - poses[POSE_A + 1]);
}

/** W[at …] = the vertex a_i - b_j of C, as tail and head. */
export function loadCorner(VA: Verts, i: number, VB: Verts, j: number, at: number): void {
  loadVertex(VB, j, POSE_B, at);
  loadVertex(VA, i, POSE_A, at + 2);
}

/**
 * Finds the edge of C with the largest separation: measured.separation, with its side, edge and facing
 * vertex. The sign is exact: the cores are apart (+), touch (0) or overlap (-). The exception is
 * two cores on one line, which `collinearGap` settles. An edge that its pose has rounded away has
 * separation 0. Of equal separations the first of A's edges wins. Needs `setBand`.
 */
export function scanBoundary(VA: Verts, VB: Verts): void {
  measured.separation = -Infinity;
  scanEdges(VA, POSE_A, VB);
  scanEdges(VB, POSE_B, VA);
}

/**
 * Measures the edges of one shape (`R`, the reference) against the vertices of the other (`I`, the
 * incident shape), in the reference's frame. For edge normal N, edge start u and incident vertices
 * v,
 *
 *   s = N·(t - u) + min over v of m·v,   m = N in the incident's frame.
 *
 * If rounding could change an edge's sign, `edgeSeparation` measures the edge instead.
 *
 * Invariant of the loop: `best` is the largest separation so far (of both calls, since
 * measured.separation carries it over), `level` the same in the reference's unit, and every edge that was passed or skipped is bounded by it. j is
 * the vertex that faced the last measured edge. The walk goes left from the first edge until a
 * bound or a full turn stops it, then right from the first edge until a bound or the end of the
 * left walk (`stop`).
 */
function scanEdges(VR: Verts, r: number, VI: Verts): void {
  const nR = countOf(VR), nI = countOf(VI), i = POSE_B - r, side = r >> 2;
  if (nR === 1) return;
  const cR = poses[r + 2], sR = poses[r + 3], cI = poses[i + 2], sI = poses[i + 3];
  const wx = poses[i] - poses[r], wy = poses[i + 1] - poses[r + 1];
  let rc = cR * cI + sR * sI, rs = cR * sI - sR * cI;
  const isScaled = !(measured.skew < SKEWED), rr = cR * cR + sR * sR;
  const unit = isScaled ? sqrt(rr) : 1, size = isScaled ? sqrt(cI * cI + sI * sI) / unit : 1;
  let px = cR * wx + sR * wy, py = cR * wy - sR * wx;
  if (isScaled) {
    rc /= rr;
    rs /= rr;
    px /= rr;
    py /= rr;
  }
  const fx = VI[REF_X], fy = VI[REF_Y], ox = VR[REF_X], oy = VR[REF_Y];
  const tx = px + (rc * fx - rs * fy) - ox;
  const ty = py + (rs * fx + rc * fy) - oy;
  const XR = NORMALS + (nR << 1), XI = NORMALS + (nI << 1);
  // 1. The first edge: let g be the vector to the other's center h. Of the two edges at the vertex
  // furthest along g, the one that h is further in front of is nearly always the best. (Up to four
  // edges, measuring all is faster than finding it.)
  const cx = VI[CENTER_X], cy = VI[CENTER_Y], inner = VI[INNER] * size;
  const hx = rc * cx - rs * cy + tx, hy = rs * cx + rc * cy + ty;
  const gx = hx - VR[CENTER_X], gy = hy - VR[CENTER_Y];
  // (Rounding turns a segment of length 2 l by noise / l. Over a distance g that is g noise / l more.)
  let E = measured.noise / unit;
  if (nR === 2) E *= 2 + (abs(gx) + abs(gy) + VI[OUTER] * size) / VR[OUTER];
  let first = 0, least = -Infinity;
  if (nR > 4) {
    direction[0] = gx;
    direction[1] = gy;
    const near = supportIndex(VR, nR, 0), before = near > 0 ? near - 1 : nR - 1;
    const x = XR + (near << 1), y = NORMALS + (near << 1), z = NORMALS + (before << 1);
    const isBefore = +((hx - (VR[x] - ox)) * (VR[z] - VR[y]) +
        (hy - (VR[x + 1] - oy)) * (VR[z + 1] - VR[y + 1]) > 0);
    first = near + ((before - near) & -isBefore);
    least = VR[INNER] + inner - 2 * E;
  }

  // 2. The other edges, first to the left of it and then to the right. Circles within both shapes
  // give the bound N·g minus both radii. It falls to either side, so a walk ends where it is below
  // the best separation. Further bounds come from a circle within the other shape, from the vertex
  // j that faced the last edge, and from the vertex after j. (The bounds by circles include a
  // margin for rounding. Those by vertices do not, so an edge within E of 0 is measured anyway.)
  let best = measured.separation, level = best / unit;
  let edge = -1,
    facing = 0,
    j = 0,
    front = 0,
    k = first,
    step = 1,
    stop = first;
  for (let l = 0; l < nR << 1; l++) {
    if (l > 0) {
      k += step;
      if (k === nR) k = 0;
      else if (k < 0) k = nR - 1;
    }
    const e = NORMALS + (k << 1), Nx = VR[e], Ny = VR[e + 1];
    if (l > 0 && (k === stop || Nx * gx + Ny * gy < level + least)) {
      if (k === first || step < 0) break;
      stop = k;
      step = -1;
      k = first;
      j = front;
      continue;
    }
    const ux = VR[XR + (k << 1)] - ox, uy = VR[XR + (k << 1) + 1] - oy;
    const high = Nx * (hx - ux) + Ny * (hy - uy) - inner + E;
    if (high < level) continue;
    const mx = rc * Nx + rs * Ny, my = rc * Ny - rs * Nx;
    const d = Nx * (tx - ux) + Ny * (ty - uy);
    let v = XI + (j << 1);
    let bound = d + (mx * (VI[v] - fx) + my * (VI[v + 1] - fy));
    if (bound < level && bound < -E) continue;
    const on = j + step;
    v = XI + ((on < 0 ? nI - 1 : on < nI ? on : 0) << 1);
    bound = d + (mx * (VI[v] - fx) + my * (VI[v + 1] - fy));
    if (bound < level && bound < -E) continue;
    direction[0] = -mx;
    direction[1] = -my;
    j = supportIndex(VI, nI, j);
    if (l === 0) front = j;
    v = XI + (j << 1);
    let s = d + (mx * (VI[v] - fx) + my * (VI[v + 1] - fy));
    if (s >= -E) {
      j = edgeSeparation(VR, r, k, VI, j);
      s = exact.value;
    } else s *= unit;
    // Of equally good edges, take the first.
    if (!(s > best || (s === best && k < edge))) continue;
    best = s;
    level = s / unit;
    edge = k;
    facing = j;
  }
  if (edge < 0) return;
  measured.separation = best;
  features.side = side;
  features.edge = edge;
  features.facing = facing;
}

/**
 * The incident vertex that faces edge k of the reference: that and the edge are an edge of C. `j` is that
 * vertex up to rounding; exact signs confirm it or lead on. With the edge e = u1 - u0, a neighbour v' is
 * deeper than v if (v - v') x e > 0. Leaves v in operands 2 and 3, u0 and u1 behind it.
 */
export function face(VR: Verts, r: number, k: number, VI: Verts, j: number): number {
  const nI = countOf(VI), i = POSE_B - r;
  loadVertex(VI, j, i, OPERANDS + 2);
  loadVertex(VR, k, r, OPERANDS + 4);
  loadVertex(VR, after(k, countOf(VR)), r, OPERANDS + 6);
  let facing = j;
  for (let step = 1; step >= -1 && nI > 1; step -= 2) {
    for (let turn = 0; turn < nI; turn++) {
      const next = beside(facing, step, nI);
      loadVertex(VI, next, i, OPERANDS);
      cross();
      // (Step over an edge that the pose rounded away.)
      const isGone = W[OPERANDS] === W[OPERANDS + 2] &&
        W[OPERANDS + 1] === W[OPERANDS + 3];
      if (!(exact.value > 0 || isGone)) break;
      facing = next;
      W[OPERANDS + 2] = W[OPERANDS];
      W[OPERANDS + 3] = W[OPERANDS + 1];
    }
  }
  return facing;
}

/**
 * exact.value = distance of the incident shape from the line of the reference's edge k, + outside,
 * with exact sign, which is that of (v - u0) x e. Returns the incident vertex v that attains it, near `j`.
 */
function edgeSeparation(VR: Verts, r: number, k: number, VI: Verts, j: number): number {
  const facing = face(VR, r, k, VI, j);
  W[OPERANDS] = W[OPERANDS + 4];
  W[OPERANDS + 1] = W[OPERANDS + 5];
  cross();
  const det = exact.value;
  const ex = W[OPERANDS + 6] - W[OPERANDS + 4], ey = W[OPERANDS + 7] - W[OPERANDS + 5];
  const length = sqrt(ex * ex + ey * ey);
  const s = length > 0 ? det / length : 0;
  exact.value = s !== 0 || length === 0 ? s : det > 0 ? LEAST : det < 0 ? -LEAST : 0;
  return facing;
}

/**
 * Two points or segments that `scanBoundary` found touching may lie apart on one line, where no edge separates
 * them. Returns 1 if they are apart, with the vertices that face each other in features.a0, features.b0.
 */
export function collinearGap(VA: Verts, VB: Verts): number {
  const nA = countOf(VA), nB = countOf(VB);
  if (nA > 2 || nB > 2) return 0;
  // a -> b is A's segment, c -> d is B's; a point is a segment of length 0.
  const a = firstOf(VA, POSE_A), b = nA - 1 - a, c = firstOf(VB, POSE_B), d = nB - 1 - c;
  loadVertex(VA, a, POSE_A, OPERANDS);
  loadVertex(VA, b, POSE_A, OPERANDS + 2);
  loadVertex(VB, c, POSE_B, OPERANDS + 4);
  loadVertex(VB, d, POSE_B, OPERANDS + 6);
  cross();
  if (exact.value !== 0) return 0;
  const isAhead = isLess(OPERANDS + 2, OPERANDS + 4);
  features.a0 = isAhead ? b : a;
  features.b0 = isAhead ? c : d;
  return +(isAhead || isLess(OPERANDS + 6, OPERANDS));
}

/** The vertex of a point or a segment that comes first along its line. */
function firstOf(V: Verts, p: number): number {
  const last = countOf(V) - 1;
  loadVertex(V, 0, p, OPERANDS);
  loadVertex(V, last, p, OPERANDS + 2);
  return isLess(OPERANDS + 2, OPERANDS) ? last : 0;
}

/** Order along a line: by x, then by y. */
function isLess(i: number, j: number): boolean {
  return W[i] < W[j] || (W[i] === W[j] && W[i + 1] < W[j + 1]);
}

/** Whether the poses leave the vertices as given, apart from a common position and half turns. */
export function isAsGiven(): boolean {
  return poses[POSE_A] === poses[POSE_B] && poses[POSE_A + 1] === poses[POSE_B + 1] &&
    poses[POSE_A + 3] === 0 && poses[POSE_B + 3] === 0 && abs(poses[POSE_A + 2]) === 1 &&
    abs(poses[POSE_B + 2]) === 1;
}

/**
 * Whether poses may place the vertices of a polygon out of convex order, because it is no thicker than the pair's
 * rounding, or so thin that normals do not tell its sides apart (see INNER in record.ts). Needs measured.noise.
 */
export function isThin(VA: Verts, VB: Verts): boolean {
  const least = THIN * measured.noise;
  return ((VA[INNER] < least && countOf(VA) > 2) || (VB[INNER] < least && countOf(VB) > 2)) &&
    !isAsGiven();
}

/**
 * Sign of (v - u)·e in exact.value, for the edge e from vertex k0 to k1 of A (`side` = 0) or B (1). Of
 * A's vertex i and B's vertex j, u is the one of that shape and v the one of the other.
 */
function alongEdge(
  VA: Verts,
  VB: Verts,
  side: number,
  k0: number,
  k1: number,
  i: number,
  j: number,
): void {
  const V = side === 0 ? VA : VB, p = side === 0 ? POSE_A : POSE_B;
  loadVertex(VA, i, POSE_A, OPERANDS + (side << 1));
  loadVertex(VB, j, POSE_B, OPERANDS + 2 - (side << 1));
  loadVertex(V, k0, p, OPERANDS + 4);
  loadVertex(V, k1, p, OPERANDS + 6);
  dot();
}

/**
 * From the edge of C in `features` that has the origin strictly outside, walks to the point
 * of C closest to the origin, with exact decisions. Leaves `simplex.count` = 1 and the vertices pa,
 * pb, or 2 and the edge of C in `features`.
 *
 * Along the edges that the origin sees, the distance has a single minimum. So the walk goes
 * downhill and ends after at most n_A + n_B steps, and as many steps over edges that the poses
 * rounded away.
 *
 * From an edge with the origin inside (separation <= 0), the walk goes to the next edge that the
 * origin lies beside. Up to there the distance from the boundary falls. (Inside C, a walk ends at a
 * vertex only in a dent that the poses' rounding left.)
 */
export function descend(VA: Verts, VB: Verts): void {
  const nA = countOf(VA), nB = countOf(VB);
  const side = features.side, edge = features.edge, facing = features.facing;
  const n = side === 0 ? nA : nB;
  const next = after(edge, n);
  let i = side === 0 ? edge : facing, j = side === 0 ? facing : edge;
  // Walk clockwise past the start of the edge, turn = -1, or counter-clockwise past its end,
  // turn = 1.
  let turn = -1;
  simplex.count = 2;
  alongEdge(VA, VB, side, edge, next, i, j);
  if (exact.value > 0) {
    turn = 1;
    if (side === 0) i = next;
    else j = next;
    alongEdge(VA, VB, side, edge, next, i, j);
    if (!(exact.value > 0)) return;
  }
  let goneA = 1, goneB = 1;
  for (let step = (nA + nB + 1) << 1; step > 0; step--) {
    // The neighbours i2, j2 in walking direction. As edges in counter-clockwise order: i0 -> i1,
    // j0 -> j1.
    const i2 = beside(i, turn, nA);
    const j2 = beside(j, turn, nB);
    // Step over edges that a pose rounded away: they have no direction, so no place in the order.
    loadVertex(VA, i, POSE_A, OPERANDS);
    loadVertex(VA, i2, POSE_A, OPERANDS + 2);
    loadVertex(VB, j, POSE_B, OPERANDS + 4);
    loadVertex(VB, j2, POSE_B, OPERANDS + 6);
    const isGoneA = goneA < nA && W[OPERANDS] === W[OPERANDS + 2] &&
      W[OPERANDS + 1] === W[OPERANDS + 3];
    const isGoneB = goneB < nB && W[OPERANDS + 4] === W[OPERANDS + 6] &&
      W[OPERANDS + 5] === W[OPERANDS + 7];
    if (isGoneA || isGoneB) {
      if (isGoneA) {
        goneA++;
        i = i2;
      }
      if (isGoneB) {
        goneB++;
        j = j2;
      }
      continue;
    }
    const i0 = turn > 0 ? i : i2, i1 = turn > 0 ? i2 : i;
    const j0 = turn > 0 ? j : j2, j1 = turn > 0 ? j2 : j;
    // The signs of how far the origin lies along either edge.
    exact.value = 0;
    if (nA > 1) alongEdge(VA, VB, 0, i0, i1, i, j);
    const onA = exact.value * turn;
    exact.value = 0;
    if (nB > 1) alongEdge(VA, VB, 1, j0, j1, i, j);
    const onB = exact.value * turn;
    // Which edge of C comes first: A's e, or B's f, which is -f in C.
    let first = nA > 1 ? 0 : 1;
    if (nA > 1 && nB > 1) {
      loadVertex(VA, i0, POSE_A, OPERANDS);
      loadVertex(VA, i1, POSE_A, OPERANDS + 2);
      loadVertex(VB, j0, POSE_B, OPERANDS + 4);
      loadVertex(VB, j1, POSE_B, OPERANDS + 6);
      cross();
      const order = exact.value * turn;
      first = order < 0 ? 0 : order > 0 ? 1 : onA > 0 ? 0 : 1;
    }
    if (!((first === 0 ? onA : onB) > 0)) break;
    const k0 = first === 0 ? i0 : j0, k1 = first === 0 ? i1 : j1;
    const opposite = first === 0 ? j : i;
    if (first === 0) i = i2;
    else j = j2;
    alongEdge(VA, VB, first, k0, k1, i, j);
    if (!(exact.value * turn > 0)) {
      features.side = first;
      features.edge = k0;
      features.facing = opposite;
      return;
    }
  }
  simplex.count = 1;
  simplex.pa = i;
  simplex.pb = j;
}
