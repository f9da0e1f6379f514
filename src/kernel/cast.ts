/**
 * The linear cast: when does B, moved along a straight line, first touch A?
 *
 * B + t d touches A exactly when t d lies in C_R, the Minkowski difference C = A ⊖ B grown by a
 * disk of radius R = r_A + r_B + target. So the cast is a ray from the origin along d against one
 * convex set, and a ray against a shape is the same with a point as B. (G. van den Bergen, "Ray
 * casting against general convex objects with application to continuous collision detection", 2004,
 * casts against the same set by iteration. Here the feature that is hit is found, and its equation
 * is solved once.)
 *
 *        left
 *      q ·───╮            The ray enters C_R through its front: the edges with m·d < 0 (m is the
 *    ────╮    ╲           outward normal) and the arcs between them. Along the front, counter-
 *  d ──▸  ╲    ╲ C        clockwise from the leftmost to the rightmost point, the side d x v falls
 *          ·───╱          all the way. So bisection finds the edge or vertex where it changes sign.
 *      p  right
 *
 * 1. Search, in plain doubles and A's frame: p and q are support points of C, p right of the ray
 *    and q left of it. The support point along the normal of the chord pq replaces one of them,
 *    until none is beyond the chord. A support line that the ray reaches only after t = 1 ends the
 *    cast.
 * 2. Walk, with exact signs, in the pair frame: from that edge of C along the front to the edge, or
 *    if R > 0 the vertex, that the ray really passes. Usually this takes no step.
 * 3. Solve for t there. Determinants are sums of two doubles, hi + lo, accurate to 2^-100 of their
 *    terms and with an exact sign, so t keeps its digits however flat the ray meets the edge.
 * If poses round vertices by more than a shape is thick (thin shapes), or by enough to dent it (polygons
 * far from A's position), C may have no proper front. Then all of this is done with their hulls.
 *
 * `castFront` does 1 to 3: `search`, then a walk by `loadEdge` that ends in `edge` or `arc`, which
 * get t from entry.ts. `startsInside` distinguishes a ray that begins in C_R from one that has it
 * behind, and `graze` finds grazing hits.
 *
 * @module
 */
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import * as record from "../shapes/record.ts";
import * as entry from "./entry.ts";
import * as tolerances from "./tolerances.ts";
import type { Verts } from "../shapes/record.ts";
import { countOf } from "../shapes/record.ts";
import { face, isThin, loadCorner, loadVertex } from "./boundary.ts";
import { coreSide, edgeSense, enterDisk, enterEdge, loadRay, sideOf } from "./entry.ts";
import { cross } from "./exact.ts";
import { finish } from "./finish.ts";
import { onHulls } from "./hulls.ts";
import { measure } from "./measure.ts";
import { supportIndex } from "./support.ts";
import { after, beside } from "./ring.ts";

const { abs, sqrt } = Math;

const { poses, POSE_A, POSE_B, features, simplex, measured, direction, exact, cast } = state;
const { registers: W, OPERANDS, BY_SEARCH, SIGNED } = slots;
const { EXTENT, OUTER, NORMALS, REF_X, REF_Y, RADIUS, HALF_U, TURN } = record;
const { CAST_MISS, CAST_HIT, CAST_START, CAST_TOUCH, D, S, F, E, REACH } = entry;
const { FRAME_NOISE, SKEWED, BESIDE, FAR, PLACED, SEARCH_CAP, SLIGHT } = tolerances;

/**
 * Casts B along (cast.dx, cast.dy) against A. On CAST_HIT, writes `cast.fraction` in (0, 1], the
 * normal from A to B, the point on A at that moment (world), in measured.ax and ay, and the features.
 */
export function linearCast(VA: Verts, nA: number, VB: Verts, nB: number): number {
  const verdict = castFront(VA, VB);
  if (verdict === CAST_TOUCH) return verdict;
  const way = abs(poses[POSE_B] - poses[POSE_A]) + abs(poses[POSE_B + 1] - poses[POSE_A + 1]);
  // (Where a point meets a side without radius, or a thin shape, a slight dent is a matter of names.)
  const R = VA[RADIUS] + VB[RADIUS] + cast.target;
  const isRay = (nA === 1 || nB === 1) && (R === 0 || isThin(VA, VB));
  const isHair = nA > 1 && nB > 1 && verdict !== CAST_START && isThin(VA, VB);
  const isFarA = VA[EXTENT] > FAR * VA[OUTER], isFarB = VB[EXTENT] + way > FAR * VB[OUTER];
  return isHair || isDented(VA, nA, POSE_A, false, isFarA, isRay) ||
      isDented(VB, nB, POSE_B, way > 0, isFarB, isRay)
    ? onHulls(VA, VB, castFront)
    : verdict;
}

/**
 * Whether a polygon does not turn left at all vertices any more as its pose places them, and as it has moved from the
 * origin of the pair frame. Far from there any turn may be lost, nearer to it only slight ones, which no rectangle
 * has. (How far is a number, which V8 would box in a call that it does not inline.)
 */
function isDented(
  V: Verts,
  n: number,
  p: number,
  hasMoved: boolean,
  isFar: boolean,
  isRay: boolean,
): boolean {
  if (n < 3 || (poses[p + 3] === 0 && !hasMoved)) return false;
  if (!isFar && (isRay || V[HALF_U] !== 0 || V[TURN] > SLIGHT)) return false;
  for (let k = 0; k < n; k++) {
    const next = after(k, n);
    loadVertex(V, k, p, OPERANDS);
    loadVertex(V, next, p, OPERANDS + 2);
    loadVertex(V, next, p, OPERANDS + 4);
    loadVertex(V, after(next, n), p, OPERANDS + 6);
    cross();
    if (!(exact.value > 0)) return true;
  }
  return false;
}

/**
 * Steps 1 to 3 of the cast.
 *
 * The walk keeps this invariant: a_i - b_j is the vertex of C that it has reached, and every front
 * edge passed so far lies left of the ray if it walks counter-clockwise (`turn` = 1), right of it
 * if it walks clockwise (-1). `seen` says that it has reached the front. The walk ends at the edge
 * where the side changes, at the vertex where it changes between offset edges, or where the front
 * ends. It makes at most 2 (n_A + n_B + 2) steps. If no edge faces the ray by then, the front is a
 * single vertex.
 */
function castFront(VA: Verts, VB: Verts): number {
  const nA = countOf(VA), nB = countOf(VB);
  // 1. R as hi + lo, and the ray.
  const ra = VA[RADIUS], rb = VB[RADIUS], target = cast.target;
  const rs = ra + rb;
  const rv = rs - ra;
  const R = rs + target;
  const Rv = R - rs;
  W[REACH] = R;
  W[REACH + 1] = ((ra - (rs - rv)) + (rb - rv)) + ((rs - (R - Rv)) + (target - Rv));
  if (!loadRay()) return CAST_START;
  simplex.iterations = 0;
  if (nA + nB === 2) {
    loadCorner(VA, 0, VB, 0, S);
    return arc(VA, VB, 0, 0, S);
  }

  // 2. The search ends with the chord from q to p, which runs counter-clockwise. Take an edge of C
  // near it.
  if (search(VA, nA, VB, nB) === 0) return CAST_MISS;
  const qa = simplex.qa, qb = simplex.qb;
  let side = nA > 1 && (simplex.pa !== qa || simplex.pb === qb || nB === 1) ? 0 : 1;
  let k = side === 0 ? qa : qb;
  let facing = side === 0 ? qb : qa;
  facing = side === 0 ? face(VA, POSE_A, k, VB, facing) : face(VB, POSE_B, k, VA, facing);
  loadEdge(VA, VB, side, k, facing);
  let seen = coreSide(E) < 0;
  let turn = 0;
  if (seen) {
    const s = sideOf(S), f = sideOf(F);
    if (R > 0 && s === 0 && f === 0) {
      // The ray runs along the offset edge: the end that comes first.
      const n = side === 0 ? nA : nB;
      const start = edgeSense() > 0;
      const v = start ? k : after(k, n);
      const i = side === 0 ? v : facing, j = side === 0 ? facing : v;
      return arc(VA, VB, i, j, start ? S : F);
    }
    if (s >= 0 && f <= 0) {
      return edge(VA, VB, side, k, facing);
    }
    turn = f > 0 ? 1 : -1;
  } else if (coreSide(S) > 0) turn = 1;
  else if (coreSide(F) < 0) turn = -1;
  else turn = coreSide(E) > 0 || edgeSense() < 0 ? 1 : -1;

  // 3. Walk along the front. What has been passed of it is left of the ray (turn = 1), or right
  // (-1).
  const kn = side === 0 ? nA : nB;
  const end = turn > 0 ? (after(k, kn)) : k;
  let i = side === 0 ? end : facing, j = side === 0 ? facing : end;
  for (let step = (nA + nB + 2) << 1; step > 0; step--) {
    const i2 = beside(i, turn, nA);
    const j2 = beside(j, turn, nB);
    const i0 = turn > 0 ? i : i2, j0 = turn > 0 ? j : j2;
    side = nA > 1 ? 0 : 1;
    if (nA > 1 && nB > 1) {
      // Which edge of C comes first: A's e, or B's f, which is -f in C.
      loadVertex(VA, i0, POSE_A, OPERANDS);
      loadVertex(VA, turn > 0 ? i2 : i, POSE_A, OPERANDS + 2);
      loadVertex(VB, j0, POSE_B, OPERANDS + 4);
      loadVertex(VB, turn > 0 ? j2 : j, POSE_B, OPERANDS + 6);
      const ex = W[OPERANDS + 2] - W[OPERANDS], ey = W[OPERANDS + 3] - W[OPERANDS + 1];
      cross();
      const order = exact.value * turn;
      if (order !== 0) side = order < 0 ? 0 : 1;
      else {
        // Parallel: the one that continues in the direction of the last edge.
        const lx = W[E + 2] - W[E], ly = W[E + 3] - W[E + 1];
        side = ex * lx + ey * ly >= 0 ? 0 : 1;
      }
    }
    k = side === 0 ? i0 : j0;
    facing = side === 0 ? j : i;
    loadEdge(VA, VB, side, k, facing);
    const isFront = coreSide(E) < 0;
    if (isFront) {
      seen = true;
      const s = sideOf(S), f = sideOf(F);
      if (turn > 0 ? s < 0 : f > 0) {
        return arc(VA, VB, i, j, turn > 0 ? S : F);
      }
      if (R > 0 && s === 0 && f === 0) {
        const start = edgeSense() > 0, far = start === (turn < 0);
        const i1 = far && side === 0 ? i2 : i, j1 = far && side === 1 ? j2 : j;
        return arc(VA, VB, i1, j1, start ? S : F);
      }
      if (turn > 0 ? f <= 0 : s >= 0) {
        return edge(VA, VB, side, k, facing);
      }
    } else if (seen && (W[E] !== W[E + 2] || W[E + 1] !== W[E + 3])) {
      // The front ends at this vertex.
      return arc(VA, VB, i, j, turn > 0 ? S : F);
    }
    if (side === 0) i = i2;
    else j = j2;
  }

  // 4. No edge faces the ray: C is a point or a segment along d, and its front is a single vertex.
  i = cast.frontA;
  j = cast.frontB;
  loadCorner(VA, i, VB, j, S);
  return arc(VA, VB, i, j, S);
}

/**
 * Measures the features in `features` at cast.fraction on the way, as the result. A's position is taken as the
 * origin: far from the world's origin, B + t d would be rounded by more than the pair's rounding. (The
 * equation of the cast has told their distance, so there is no doubt to settle.)
 */
function measureAt(VA: Verts, VB: Verts): void {
  const ax = poses[POSE_A], ay = poses[POSE_A + 1], bx = poses[POSE_B], by = poses[POSE_B + 1];
  const t = cast.fraction;
  poses[POSE_A] = 0;
  poses[POSE_A + 1] = 0;
  poses[POSE_B] = (bx - ax) + t * cast.dx;
  poses[POSE_B + 1] = (by - ay) + t * cast.dy;
  measure(VA, countOf(VA), VB, countOf(VB), BY_SEARCH);
  finish(VA, VB, SIGNED);
  poses[POSE_A] = ax;
  poses[POSE_A + 1] = ay;
  poses[POSE_B] = bx;
  poses[POSE_B + 1] = by;
  measured.ax += ax;
  measured.ay += ay;
}

/**
 * Bisects the front of C for the feature that the ray passes, in A's frame as in search.ts. Returns
 * 0 if the ray certainly misses or hits after t = 1. Otherwise returns 1 with the vertices of the
 * last chord: the one right of the ray in pa, pb and the one left of it in qa, qb.
 */
function search(VA: Verts, nA: number, VB: Verts, nB: number): number {
  const wdx = W[D + 2], wdy = W[D + 3], R = W[REACH];
  const ac = poses[POSE_A + 2], as = poses[POSE_A + 3];
  const bc = poses[POSE_B + 2], bs = poses[POSE_B + 3];
  const wx = poses[POSE_B] - poses[POSE_A], wy = poses[POSE_B + 1] - poses[POSE_A + 1];
  const rc = ac * bc + as * bs, rsn = ac * bs - as * bc;
  const fx = VB[REF_X], fy = VB[REF_Y], ox = VA[REF_X], oy = VA[REF_Y];
  const tx = (ac * wx + as * wy) + (rc * fx - rsn * fy) - ox;
  const ty = (ac * wy - as * wx) + (rsn * fx + rc * fy) - oy;
  const dx = ac * wdx + as * wdy, dy = ac * wdy - as * wdx;
  const size = VA[EXTENT] + VB[EXTENT] + abs(wx) + abs(wy) + R;
  const aa = ac * ac + as * as, bb = bc * bc + bs * bs;
  const skew = FRAME_NOISE + abs(aa - 1) + abs(bb - 1);
  // Rounding error of measurements in the pair frame. As in search.ts of this room, it stays small
  // for rotations kept in single precision.
  measured.noise = skew < SKEWED
    ? size * skew
    : FRAME_NOISE * (VA[EXTENT] * sqrt(aa) + VB[EXTENT] * sqrt(bb) + abs(wx) + abs(wy) + R);
  const noise = (size + abs(wdx) + abs(wdy)) * skew;
  const length = R > 0 ? sqrt(dx * dx + dy * dy) : 0;
  const lengthened = cast.fraction !== 1;

  let nx = -dx, ny = -dy;
  let px = 0, py = 0, qx = 0, qy = 0;
  let pa = 0, pb = 0, qa = 0, qb = 0, ia = 0, ib = 0;
  let left = false, it = 0;
  for (; it < SEARCH_CAP; it++) {
    direction[0] = nx;
    direction[1] = ny;
    ia = supportIndex(VA, nA, ia);
    const mx = -(rc * nx + rsn * ny), my = rsn * nx - rc * ny;
    direction[0] = mx;
    direction[1] = my;
    ib = supportIndex(VB, nB, ib);
    const j = NORMALS + ((nA + ia) << 1), k = NORMALS + ((nB + ib) << 1);
    const bx = VB[k] - fx, by = VB[k + 1] - fy;
    const rx = (VA[j] - ox) - (rc * bx - rsn * by + tx);
    const ry = (VA[j + 1] - oy) - (rsn * bx + rc * by + ty);
    // g: the side of C_R's support point along n. h / (n·d): when the ray reaches its support line.
    const across = dx * ny - dy * nx, nd = nx * dx + ny * dy;
    const ln = R > 0 ? (it === 1 ? length : sqrt(nx * nx + ny * ny)) : 0;
    const g = (dx * ry - dy * rx) + (R > 0 ? R * (across / ln) : 0);
    if (it !== 1) {
      const h = nx * rx + ny * ry + R * ln;
      if (!lengthened && h < nd - noise * (abs(nx) + abs(ny))) {
        simplex.iterations = it + 1;
        return 0;
      }
    }
    if (it === 0) {
      // The front-most point. Next, look on the other side of the ray.
      cast.frontA = ia;
      cast.frontB = ib;
      left = g > 0;
      nx = left ? dy : -dy;
      ny = left ? -dx : dx;
    } else if (it === 1) {
      if (left ? g > noise * (abs(dx) + abs(dy)) : g < -noise * (abs(dx) + abs(dy))) {
        simplex.iterations = 2;
        return 0;
      }
    } else {
      if (!(nx * (rx - px) + ny * (ry - py) > 0.0625 * noise * (abs(nx) + abs(ny)))) break;
      if ((ia === pa && ib === pb) || (ia === qa && ib === qb)) break;
    }
    // If it is left of the ray it is the new q, else the new p.
    if (it === 1 ? !left : g > 0) {
      qx = rx;
      qy = ry;
      qa = ia;
      qb = ib;
    } else {
      px = rx;
      py = ry;
      pa = ia;
      pb = ib;
    }
    if (it === 0) continue;
    nx = py - qy;
    ny = qx - px;
    if (!(nx * dx + ny * dy < 0)) break;
  }
  simplex.iterations = it + 1;
  simplex.pa = pa;
  simplex.pb = pb;
  simplex.qa = qa;
  simplex.qb = qb;
  return 1;
}

/** W[at …] = the vertex of C furthest along (direction[0], direction[1]), which are overwritten. */
function loadFurthest(VA: Verts, VB: Verts, at: number): void {
  const nA = countOf(VA), nB = countOf(VB);
  const nx = direction[0], ny = direction[1];
  direction[0] = poses[POSE_A + 2] * nx + poses[POSE_A + 3] * ny;
  direction[1] = poses[POSE_A + 2] * ny - poses[POSE_A + 3] * nx;
  const i = supportIndex(VA, nA, 0);
  direction[0] = -(poses[POSE_B + 2] * nx + poses[POSE_B + 3] * ny);
  direction[1] = poses[POSE_B + 3] * nx - poses[POSE_B + 2] * ny;
  const j = supportIndex(VB, nB, 0);
  loadCorner(VA, i, VB, j, at);
}

/**
 * Loads the edge of C made of edge k of A (`side` 0) or B (1) and the other's facing vertex: its
 * start, end and vector. B's edges run the other way in C.
 */
function loadEdge(VA: Verts, VB: Verts, side: number, k: number, facing: number): void {
  const nA = countOf(VA), nB = countOf(VB);
  if (side === 0) {
    const k1 = after(k, nA);
    loadVertex(VA, k, POSE_A, E);
    loadVertex(VA, k1, POSE_A, E + 2);
    loadVertex(VB, facing, POSE_B, S);
    W[S + 2] = W[E];
    W[S + 3] = W[E + 1];
    W[F] = W[S];
    W[F + 1] = W[S + 1];
    W[F + 2] = W[E + 2];
    W[F + 3] = W[E + 3];
  } else {
    const k1 = after(k, nB);
    loadVertex(VB, k1, POSE_B, E);
    loadVertex(VB, k, POSE_B, E + 2);
    loadVertex(VA, facing, POSE_A, S + 2);
    W[S] = W[E + 2];
    W[S + 1] = W[E + 3];
    W[F] = W[E];
    W[F + 1] = W[E + 1];
    W[F + 2] = W[S + 2];
    W[F + 3] = W[S + 3];
  }
}

/**
 * The ray against the edge of C made of edge k of one shape (`side`) and the other's facing vertex.
 * The ray passes through this edge.
 */
function edge(VA: Verts, VB: Verts, side: number, k: number, facing: number): number {
  const nA = countOf(VA), nB = countOf(VB);
  const verdict = enterEdge();
  if (verdict === CAST_START) return startsInside(VA, VB);
  if (verdict !== CAST_HIT) return verdict;
  if (side === 0 && nB === 1) {
    // For a ray, the normal and the point need only the edge and B's single vertex.
    const x = W[E + 3] - W[E + 1], y = W[E] - W[E + 2], l = sqrt(x * x + y * y);
    const nx = x / l, ny = y / l, rb = VB[RADIUS], gap = cast.target;
    const bx = ((W[S] + cast.fraction * cast.dx) - rb * nx) + poses[POSE_A];
    const by = ((W[S + 1] + cast.fraction * cast.dy) - rb * ny) + poses[POSE_A + 1];
    measured.nx = nx;
    measured.ny = ny;
    measured.ax = bx - gap * nx;
    measured.ay = by - gap * ny;
    features.a0 = k;
    features.a1 = after(k, nA);
    features.b0 = 0;
    features.b1 = 0;
    return CAST_HIT;
  }
  if (W[REACH] === 0 && graze(VA, VB, side, k, facing)) return CAST_HIT;
  features.onEdge = 1;
  features.side = side;
  features.edge = k;
  features.facing = facing;
  measureAt(VA, VB);
  return CAST_HIT;
}

/**
 * Whether B only grazes A: the ray enters C at an end of the edge, and all of C lies to one side of
 * the ray, apart from rounding. Where corners meet, many normals are valid. The one across the ray
 * separates the shapes all the way, so it is reported, with the two vertices. (A ray along the edge
 * has that normal in any case.)
 */
function graze(VA: Verts, VB: Verts, side: number, k: number, facing: number): boolean {
  const nA = countOf(VA), nB = countOf(VB);
  const dx = W[D + 2], dy = W[D + 3], t = cast.fraction;
  // Moving the bodies to their poses has rounded their positions.
  const noise = measured.noise +
    PLACED *
      (abs(poses[POSE_A]) + abs(poses[POSE_A + 1]) + abs(poses[POSE_B]) + abs(poses[POSE_B + 1]));
  const least = noise * (abs(dx) + abs(dy)), near = noise * BESIDE;
  for (let turn = 1; turn >= -1; turn -= 2) {
    // The start of a front edge is its left end.
    const at = turn > 0 ? S : F;
    const vx = W[at + 2] - W[at], vy = W[at + 3] - W[at + 1];
    const nx = -dy * turn, ny = dx * turn;
    if (!(nx * vx + ny * vy <= least)) continue;
    if (!(abs(vx - t * cast.dx) + abs(vy - t * cast.dy) <= near)) continue;
    direction[0] = nx;
    direction[1] = ny;
    loadFurthest(VA, VB, OPERANDS);
    const far = nx * (W[OPERANDS + 2] - W[OPERANDS]) +
      ny * (W[OPERANDS + 3] - W[OPERANDS + 1]);
    if (!(far <= least)) continue;
    const length = sqrt(dx * dx + dy * dy);
    measured.nx = nx / length + 0;
    measured.ny = ny / length + 0;
    // The facing vertex lies on the edge.
    measured.ax = (side === 0 ? W[at] + t * cast.dx : W[at + 2]) + poses[POSE_A];
    measured.ay = (side === 0 ? W[at + 1] + t * cast.dy : W[at + 3]) + poses[POSE_A + 1];
    const n = side === 0 ? nA : nB;
    const v = turn > 0 ? k : after(k, n);
    features.a0 = side === 0 ? v : facing;
    features.a1 = features.a0;
    features.b0 = side === 0 ? facing : v;
    features.b1 = features.b0;
    return true;
  }
  return false;
}

/** The ray against the disk around vertex a_i - b_j of C, loaded at `at`. */
function arc(VA: Verts, VB: Verts, i: number, j: number, at: number): number {
  const verdict = enterDisk(at);
  if (verdict === CAST_START) return startsInside(VA, VB);
  if (verdict !== CAST_HIT) return verdict;
  // a_i is at the head of the vector.
  measured.ax = (W[at + 2] + VA[RADIUS] * measured.nx) + poses[POSE_A];
  measured.ay = (W[at + 3] + VA[RADIUS] * measured.ny) + poses[POSE_A + 1];
  features.a0 = i;
  features.a1 = i;
  features.b0 = j;
  features.b1 = j;
  return CAST_HIT;
}

/**
 * The ray's line enters before the start. Returns CAST_MISS if all of C_R is certainly behind, else
 * CAST_START.
 */
function startsInside(VA: Verts, VB: Verts): number {
  const dx = W[D + 2], dy = W[D + 3];
  direction[0] = dx;
  direction[1] = dy;
  loadFurthest(VA, VB, S);
  const far = dx * (W[S + 2] - W[S]) + dy * (W[S + 3] - W[S + 1]);
  const size = VA[EXTENT] + VB[EXTENT] + abs(poses[POSE_B] - poses[POSE_A]) +
    abs(poses[POSE_B + 1] - poses[POSE_A + 1]);
  const noise = FRAME_NOISE * (size + W[REACH]);
  const reach = (W[REACH] + noise) * (abs(dx) + abs(dy));
  return far + reach < 0 ? CAST_MISS : CAST_START;
}
