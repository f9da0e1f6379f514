/**
 * Two rectangles, the most common shapes in games: all four axes at once, without a search.
 *
 * Let c be the vector from A's center to B's, and h_k and g_k the half extents of A and B along the
 * normals N_0, N_1 and M_0, M_1 of their first two edges. A's axis k separates them by
 *
 *   s = |N_k·c| - h_k - (g_0 |N_k·M_0| + g_1 |N_k·M_1|),
 *
 * and likewise for B's axes. Edges 2 and 3 have the opposite normals. N_1 is N_0 turned left, and
 * M_1 is M_0 turned left, so there are only two different cosines, u = N_0·M_0 = N_1·M_1 and
 * w = N_0·M_1 = -N_1·M_0. With a_k = N_k·c, M_0·c = u a_0 - w a_1 and M_1·c = w a_0 + u a_1.
 *
 * The axes also give the closest features (`closestOfBoxes`), and whether the line through the
 * centers passes through the intersection (`shareOfBoxes`).
 *
 * All of these are shortcuts. They answer only if the result is beyond rounding and no other edge
 * comes close; the search and the boundary scan answer the rest. Gottschalk, Lin and Manocha
 * (1996), OBBTree, test boxes in three dimensions this way.
 *
 * Upright rectangles are compared exactly, by their coordinates. To decide whether shapes
 * intersect, upright points and segments are too.
 *
 * @module
 */
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import * as record from "../shapes/record.ts";
import * as tolerances from "./tolerances.ts";
import * as searches from "./search.ts";
import type { Verts } from "../shapes/record.ts";

const { abs, max, min, sqrt } = Math;

const { poses, POSE_A, POSE_B, features, simplex, measured } = state;
const { registers: W } = slots;
const { OPERANDS, SEPARATED, OVERLAPPING } = slots;
const { UNCERTAIN, SIGNED } = slots;
const { RADIUS, EXTENT, REF_X, REF_Y, CENTER_X, CENTER_Y, HALF_U, HALF_V, NORMALS } = record;
const { PARALLEL, SMALL, SKEWED, FRAME_NOISE, INSIDE_BOXES } = tolerances;
const { DECIDE } = searches;

/**
 * What `boxes` leaves for `closestOfBoxes` and `shareOfBoxes`: a_0, a_1, -b_0, -b_1, the vector from
 * each center to the other along its own normals, since an index chooses one of these; u and w; and how
 * much longer B's pose makes B than A's pose makes A, 1 unless rotations are rough.
 */
const axes = new Float64Array(7);
const COSINE_U = 4;
const COSINE_W = 5;
const SIZE = 6;
/**
 * Marks rectangles that were compared as upright ones. It is stored in place of u, and is no
 * cosine.
 */
const UPRIGHT = 2;

/** Mode of `boxes`: for an overlap, no edge is needed. */
export const ROUGHLY = 2;

/** Offsets of the first edge normal and the first vertex in a record of four vertices. */
const N = NORMALS;
const X = NORMALS + 8;

/**
 * SEPARATED or OVERLAPPING if the cores are so by more than rounding, else UNCERTAIN. Both leave
 * the edge with the largest separation: its side, edge, the vertex facing it, and its separation, with
 * onEdge = 1. If another edge is about as good, the result is UNCERTAIN instead of OVERLAPPING;
 * SEPARATED stays, with onEdge = 0 and one of these edges.
 *
 * With mode SIGNED, the result also has the features, in the bits above the lowest two, which hold
 * the verdict: one bit for the side, two for the edge, then the vertex.
 *
 * With mode DECIDE, the verdict is about the shapes with their radii, and there are no features.
 *
 * With mode ROUGHLY, the result is OVERLAPPING, without features, whenever the cores overlap by
 * more than rounding. Then the separation is below -2 noise; upright rectangles that just touch are
 * OVERLAPPING too.
 */
export function boxes(VA: Verts, VB: Verts, mode: number): number {
  const ac = poses[POSE_A + 2], as = poses[POSE_A + 3];
  const bc = poses[POSE_B + 2], bs = poses[POSE_B + 3];
  const wx = poses[POSE_B] - poses[POSE_A], wy = poses[POSE_B + 1] - poses[POSE_A + 1];
  // As in `search`.
  const R = VA[RADIUS] + VB[RADIUS];
  const S = VA[EXTENT] + VB[EXTENT] + abs(wx) + abs(wy) + R;
  const aa = ac * ac + as * as, bb = bc * bc + bs * bs;
  const skew = FRAME_NOISE + abs(aa - 1) + abs(bb - 1), isScaled = !(skew < SKEWED);
  let noise = S * skew, unit = 1, size = 1;
  if (isScaled) {
    unit = sqrt(aa);
    size = sqrt(bb) / unit;
    noise = 2 * FRAME_NOISE *
      (VA[EXTENT] * unit + VB[EXTENT] * sqrt(bb) + abs(wx) + abs(wy) + R);
  }
  measured.noise = noise;
  measured.skew = skew;
  axes[SIZE] = size;
  const N0x = VA[N], N0y = VA[N + 1];
  let M0x = VB[N], M0y = VB[N + 1];
  const isUpright = mode !== DECIDE && (ac === 0 || as === 0) && (bc === 0 || bs === 0) &&
    (N0x === 0 || N0y === 0) && (M0x === 0 || M0y === 0);
  if (!isUpright || mode !== SIGNED) {
    // 1. In A's frame: the vector c between the centers, the cosines, the separations.
    let rc = ac * bc + as * bs, rs = ac * bs - as * bc;
    let tx = ac * wx + as * wy, ty = ac * wy - as * wx;
    let E = 2 * noise, reach = R + E, g0 = VB[HALF_U], g1 = VB[HALF_V];
    if (isScaled) {
      // As in `search`: the frame has A's own unit. There, R and B have another size.
      rc /= aa;
      rs /= aa;
      tx /= aa;
      ty /= aa;
      E /= unit;
      reach /= unit;
      g0 *= size;
      g1 *= size;
      M0x /= size;
      M0y /= size;
    }
    const gx = VB[REF_X] + VB[CENTER_X], gy = VB[REF_Y] + VB[CENTER_Y];
    const cx = (rc * gx - rs * gy + tx) - (VA[REF_X] + VA[CENTER_X]);
    const cy = (rs * gx + rc * gy + ty) - (VA[REF_Y] + VA[CENTER_Y]);
    const a0 = N0x * cx + N0y * cy, a1 = N0x * cy - N0y * cx;
    // M_0 in A's frame.
    const mx = rc * M0x - rs * M0y, my = rs * M0x + rc * M0y;
    const u = N0x * mx + N0y * my, w = N0y * mx - N0x * my;
    const b0 = u * a0 - w * a1, b1 = w * a0 + u * a1;
    const h0 = VA[HALF_U], h1 = VA[HALF_V];
    const p = abs(u), q = abs(w);
    const sa0 = abs(a0) - (h0 + (g0 * p + g1 * q)),
      sa1 = abs(a1) - (h1 + (g0 * q + g1 * p));
    const sb0 = abs(b0) - (g0 + (h0 * p + h1 * q)),
      sb1 = abs(b1) - (g1 + (h0 * q + h1 * p));
    if (mode === DECIDE) {
      const apart = +(sa0 > reach) | +(sa1 > reach) | +(sb0 > reach) | +(sb1 > reach);
      const over = +(sa0 < -E) & +(sa1 < -E) & +(sb0 < -E) & +(sb1 < -E);
      // 0, 1 or 2: SEPARATED, OVERLAPPING, UNCERTAIN.
      return over | ((1 - (over | apart)) << 1);
    }
    axes[0] = a0;
    axes[1] = a1;
    axes[2] = -b0;
    axes[3] = -b1;
    axes[COSINE_U] = u;
    axes[COSINE_W] = w;
    simplex.iterations = 0;
    simplex.count = 0;
    if (mode === ROUGHLY) {
      measured.separation = sa0 * unit;
      if ((+(sa0 < -E) & +(sa1 < -E) & +(sb0 < -E) & +(sb1 < -E)) !== 0) return OVERLAPPING;
    }
    if (!isUpright) {
      // 2. The best of the four axes, and whether the rest are clearly worse. `which` is 0 or 1 for
      // A's axes, 2 or 3 for B's. Which one is best is unpredictable, so the values are in memory
      // and no branch has to choose.
      W[OPERANDS] = sa0;
      W[OPERANDS + 1] = sa1;
      W[OPERANDS + 2] = sb0;
      W[OPERANDS + 3] = sb1;
      const ka = +(sa1 > sa0), kb = 2 + +(sb1 > sb0);
      const side = +(W[OPERANDS + kb] > W[OPERANDS + ka]);
      const which = ka + side * (kb - ka), s = W[OPERANDS + which];
      const clear = s - E;
      const isFirst = +(W[OPERANDS + (which ^ 1)] < clear) &
        +(W[OPERANDS + (which ^ 2)] < clear) & +(W[OPERANDS + (which ^ 3)] < clear);

      // 3. Of the axis's two edges, the one towards the other's center.
      const along = axes[which];
      const turned = +(!(along > 0)), k = which & 1;

      // 4. The other shape's vertex that faces this edge. Vertex 1 is furthest along both normals 0
      // and 1, and the others follow counter-clockwise. `first` and `second` say whether the edge's
      // reversed normal has a positive component along these two normals. The components are ∓u and
      // ∓w, or ±w and ∓u for k = 1; for B's edges w has the opposite sign. (0 - k, because in
      // JavaScript -k may be -0, which is a double.)
      const isU = +(u < 0) ^ turned, isW = +(w < 0) ^ turned ^ side;
      const first = isU ^ ((isU ^ isW ^ 1) & (0 - k)),
        second = isW ^ ((isU ^ isW) & (0 - k));
      const edge = k + (turned << 1), facing = second ^ (3 & (first - 1));
      measured.separation = s * unit;
      features.side = side;
      features.edge = edge;
      features.facing = facing;
      const isClear = isFirst & +(abs(along) > E);
      features.onEdge = isClear;
      const apart = +(s > E), over = isClear & +(s < -E);
      return over | ((1 - (over | apart)) << 1) | (side << 2) | (edge << 3) | (facing << 5);
    }
  }
  // (Called at a single place: V8 would inline it at two, and then little else.)
  return uprightBoxes(VA, VB);
}

/**
 * The closest features of rectangles that `boxes` found separated. Returns 1 with
 * onEdge = 1, or with onEdge = 0, a0 and b0. Returns 0 if rounding could change the features, or if edges lie
 * along each other, because for these the search finds the same features however it is started.
 *
 * No axis separates by more than the distance, and the axis along which an edge and a vertex are
 * closest separates by exactly the distance. So the best edge and the vertex v that faces it are
 * closest if v lies beside the edge. Otherwise v and the end c of the edge that v lies past are
 * closest:
 *
 * - The closest point of the incident shape is not past the other end of the edge: from there,
 *   moving along the incident shape towards v would lead closer at once.
 * - If another vertex b were closer to c than v, the edge from b to v would have the better axis.
 *   With L its length, ψ its angle with the reference edge and φ that of c - b with its normal, the
 *   two axes separate by |c - b| cos φ and |c - b| cos(φ + ψ) - L sin ψ. Where rounding could hide
 *   that, c does not lie beyond both edges at v.
 *
 * Letters: d is the vector from the reference's center to the incident one's, along the reference's
 * axes. H are the reference's half extents and G the incident ones, whose axes are (u, -x) and (x,
 * u).
 */
export function closestOfBoxes(VA: Verts, VB: Verts): number {
  if (axes[COSINE_U] === UPRIGHT) return closestOfUpright();
  const side = features.side, edge = features.edge, facing = features.facing;
  const k = edge & 1, turned = edge >> 1;
  const VR = side === 0 ? VA : VB, VI = side === 0 ? VB : VA;
  const sizeR = side === 0 ? 1 : axes[SIZE], sizeI = side === 0 ? axes[SIZE] : 1;
  const H0 = VR[HALF_U] * sizeR, H1 = VR[HALF_V] * sizeR;
  const G0 = VI[HALF_U] * sizeI, G1 = VI[HALF_V] * sizeI;
  const E = 2 * measured.noise;
  const u = axes[COSINE_U], x = axes[COSINE_W] * (1 - 2 * side);
  const d0 = axes[2 * side], d1 = axes[2 * side + 1];
  if (!(abs(u) > PARALLEL && abs(x) > PARALLEL)) return 0;

  // 1. v = (i G_0, j G_1) in incident axes, from the incident center. The number v is where it lies
  // along the edge, from the edge's middle; `past` is how far that is beyond an end.
  const i = 1 - (facing & 2), j = ((facing + 1) & 2) - 1;
  const m = k === 0 ? -x : u, n = k === 0 ? u : x;
  const v = (k === 0 ? d1 : d0) + m * (i * G0) + n * (j * G1);
  const past = abs(v) - (k === 0 ? H1 : H0);
  features.onEdge = 1;
  if (past < -E) return 1;
  if (!(past > E)) return 0;

  // 2. The end c, from the incident center, along the incident axes: (p, q).
  const across = 1 - 2 * turned, along = v > 0 ? 1 : -1;
  const x0 = (k === 0 ? across : along) * H0 - d0,
    y0 = (k === 0 ? along : across) * H1 - d1;
  const p = u * x0 - x * y0, q = x * x0 + u * y0;
  if (!(i * p > G0 + E && j * q > G1 + E)) return 0;
  const end = (edge + (+(v > 0) ^ k ^ turned)) & 3;
  features.onEdge = 0;
  features.a0 = side === 0 ? end : facing;
  features.b0 = side === 0 ? facing : end;
  return 1;
}

/**
 * `closestOfBoxes` after `uprightBoxes`, which left how far B lies beyond each of A's edges. Finds
 * corners only.
 */
function closestOfUpright(): number {
  const edge = features.edge, facing = features.facing, next = (edge + 1) & 3;
  const isNext = +(W[OPERANDS + next] > 0),
    isBefore = +(W[OPERANDS + ((edge + 3) & 3)] > 0);
  features.onEdge = 0;
  // B's edge runs the other way.
  features.a0 = (edge + isNext) & 3;
  features.b0 = (facing + isNext) & 3;
  return isNext | isBefore;
}

/**
 * Whether the line from center to center passes through the intersection of two rectangles. If so,
 * returns 1, and `measured.share` is the fraction of the way from A's center to a common point. Else returns
 * 0.
 *
 * A scaled by α = max(|a_0| / h_0, |a_1| / h_1) reaches B's center, and B scaled by β reaches A's.
 * The point at β / (α + β) of the way is equally far out in both, at αβ / (α + β), and inside both
 * if that is at most 1. With α = r_A / s_A and β = r_B / s_B, a single division is enough.
 */
export function shareOfBoxes(VA: Verts, VB: Verts): number {
  const h0 = VA[HALF_U], h1 = VA[HALF_V], g0 = VB[HALF_U], g1 = VB[HALF_V];
  const a0 = abs(axes[0]) * h1, a1 = abs(axes[1]) * h0;
  const b0 = abs(axes[2]) * g1, b1 = abs(axes[3]) * g0;
  const rA = a0 > a1 ? a0 : a1,
    sA = h0 * h1,
    rB = b0 > b1 ? b0 : b1,
    sB = g0 * g1;
  const all = rA * sB + rB * sA;
  if (!(rA * rB <= INSIDE_BOXES * all && all > SMALL)) return 0;
  measured.share = rB * sA / all;
  return 1;
}

/**
 * `boxes` for rectangles that are upright in the pair frame, rotated by multiples of a right angle.
 * Comparing coordinates is so the verdict is SEPARATED or OVERLAPPING, which includes
 * touching, and the separation has the right sign. Of equally good axes, the first edge of A is taken.
 */
function uprightBoxes(VA: Verts, VB: Verts): number {
  span(VA, X, X + 4, POSE_A, OPERANDS);
  span(VB, X, X + 4, POSE_B, OPERANDS + 4);
  // How far B lies to the right of A, to the left, above and below.
  const right = W[OPERANDS + 4] - W[OPERANDS + 1], left = W[OPERANDS] - W[OPERANDS + 5];
  const above = W[OPERANDS + 6] - W[OPERANDS + 3],
    below = W[OPERANDS + 2] - W[OPERANDS + 7];
  const isApart = max(max(right, above), max(left, below)) > 0;

  // The edges of A and B that face right. The next ones, counter-clockwise, face up, left and down.
  const a = facesRight(VA, POSE_A), b = facesRight(VB, POSE_B);
  W[OPERANDS + a] = right;
  W[OPERANDS + ((a + 1) & 3)] = above;
  W[OPERANDS + ((a + 2) & 3)] = left;
  W[OPERANDS + ((a + 3) & 3)] = below;
  let edge = 0;
  for (let k = 1; k < 4; k++) if (W[OPERANDS + k] > W[OPERANDS + edge]) edge = k;
  const facing = (b + edge - a + 2) & 3;
  measured.separation = W[OPERANDS + edge];
  features.side = 0;
  features.edge = edge;
  features.facing = facing;
  axes[COSINE_U] = UPRIGHT;
  simplex.iterations = 0;
  simplex.count = 0;
  features.onEdge = 1;
  return (isApart ? SEPARATED : OVERLAPPING) | (edge << 3) | (facing << 5);
}

/**
 * Whether two shapes intersect whose poses rotate them by multiples of a right angle. Cores that
 * are points, segments along an axis or upright rectangles equal their bounding boxes. Returns
 * SEPARATED or OVERLAPPING, which includes touching, both exactly; or UNCERTAIN for other cores,
 * and if the radii reach around corners to within rounding.
 */
export function upright(VA: Verts, nA: number, VB: Verts, nB: number): number {
  // 1. Opposite corners: vertices 0 and 1 of a segment, 0 and 2 of a rectangle, and a point's only
  // vertex twice.
  const a0 = NORMALS + (nA << 1), a1 = a0 + (nA & ~1);
  const b0 = NORMALS + (nB << 1), b1 = b0 + (nB & ~1);
  const isA = nA > 2
    ? VA[HALF_U] > 0 && (VA[N] === 0 || VA[N + 1] === 0)
    : VA[a0] === VA[a1] || VA[a0 + 1] === VA[a1 + 1];
  const isB = nB > 2
    ? VB[HALF_U] > 0 && (VB[N] === 0 || VB[N + 1] === 0)
    : VB[b0] === VB[b1] || VB[b0 + 1] === VB[b1 + 1];
  if (!isA || !isB) return UNCERTAIN;
  span(VA, a0, a1, POSE_A, OPERANDS);
  span(VB, b0, b1, POSE_B, OPERANDS + 4);

  // 2. g = p - q is how far B lies to the right of A or, if that is more, to the left. h = s - t is
  // the same for above and below.
  let k = +(W[OPERANDS + 4] - W[OPERANDS + 1] > W[OPERANDS] - W[OPERANDS + 5]) << 2;
  const p = W[OPERANDS + k], q = W[OPERANDS + 5 - k], g = p - q;
  k = +(W[OPERANDS + 6] - W[OPERANDS + 3] > W[OPERANDS + 2] - W[OPERANDS + 7]) << 2;
  const s = W[OPERANDS + 2 + k], t = W[OPERANDS + 7 - k], h = s - t;
  if (g <= 0 && h <= 0) return OVERLAPPING;

  // 3. The radii. 0 is SEPARATED, 1 OVERLAPPING.
  const ra = VA[RADIUS], rb = VB[RADIUS], R = ra + rb;
  if (g > 0 && h > 0) {
    const dd = g * g + h * h, RR = R * R;
    return abs(dd - RR) > 8.881784197001252e-16 * (dd + RR) ? +(dd < RR) : UNCERTAIN;
  }
  // Rounding preserves the order of p - q and r_A + r_B. If it makes them equal, their rounding
  // errors decide.
  const d = g > 0 ? g : h, x = g > 0 ? p : s, y = g > 0 ? q : t;
  if (d !== R) return +(d < R);
  const v = x - d, r = R - ra;
  return +((x - (d + v)) + (v - y) <= (ra - (R - r)) + (rb - r));
}

/**
 * From W[slot] on: least x, greatest x, least y, greatest y of the two corners at `v` and `w`, in
 * the pair frame.
 */
function span(V: Verts, v: number, w: number, pose: number, slot: number): void {
  const c = poses[pose + 2], s = poses[pose + 3];
  const x = poses[pose] - poses[POSE_A], y = poses[pose + 1] - poses[POSE_A + 1];
  const vx = c * V[v] - s * V[v + 1] + x, vy = s * V[v] + c * V[v + 1] + y;
  const wx = c * V[w] - s * V[w + 1] + x, wy = s * V[w] + c * V[w + 1] + y;
  W[slot] = min(vx, wx);
  W[slot + 1] = max(vx, wx);
  W[slot + 2] = min(vy, wy);
  W[slot + 3] = max(vy, wy);
}

/** Index of the edge of an upright rectangle that faces right. */
function facesRight(V: Verts, pose: number): number {
  const c = poses[pose + 2], s = poses[pose + 3];
  const x = c * V[N] - s * V[N + 1], y = s * V[N] + c * V[N + 1];
  return x > 0 ? 0 : y < 0 ? 1 : x < 0 ? 2 : 3;
}
