/**
 * Proves by exact signs that two features are closest to one another, and compares their distance
 * with the radii exactly. This is the local alternative to scanning the whole boundary.
 *
 * @module
 */
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import type { Verts } from "../shapes/record.ts";
import { countOf } from "../shapes/record.ts";
import { loadVertex } from "./boundary.ts";
import { cross, edgeGap, radiusGap, turn } from "./exact.ts";
import { after, beside } from "./ring.ts";

const { POSE_A, POSE_B, features, measured, exact } = state;
const { OPERANDS } = slots;

/**
 * Whether `features` (two vertices, or an edge and the vertex facing it)
 * are closest to one another, by exact signs. Returns 0 for no, 1 for yes, though other features
 * may be as close, and 2 for yes, and they alone.
 *
 * For a vertex pair, the cone of C at the point x = a_i - b_j is spanned by the edges of A that
 * leave a_i and the reversed edges of B that leave b_j. If none of these four leads towards the
 * origin, no point of C is closer to the origin than x. For an edge of A with the projection of b_j
 * inside it, only the edges at b_j remain, and they must not lead below the edge's line. An edge of
 * B is treated the same way.
 */
export function isClosest(VA: Verts, VB: Verts): number {
  if (features.onEdge === 0) {
    const i = features.a0, j = features.b0;
    const ofA = leaves(VA, POSE_A, i, VB, j);
    const ofB = ofA === 0 ? 0 : leaves(VB, POSE_B, j, VA, i);
    return ofA < ofB ? ofA : ofB;
  }
  const k = features.edge, f = features.facing;
  if (features.side === 0) {
    return isBeside(VA, POSE_A, k, VB, f);
  }
  return isBeside(VB, POSE_B, k, VA, f);
}

/**
 * 0 if an edge at vertex i leads towards vertex j of the other shape, 1 if one is perpendicular to
 * the way there, else 2. Decided by the signs of (v_j - u_i)·(u_k - u_i) for the neighbours k of i.
 */
function leaves(VR: Verts, r: number, i: number, VI: Verts, j: number): number {
  const nR = countOf(VR), q = POSE_B - r;
  let proof = 2;
  loadVertex(VR, i, r, OPERANDS);
  loadVertex(VR, i, r, OPERANDS + 4);
  loadVertex(VI, j, q, OPERANDS + 6);
  turn();
  for (let step = -1; step <= 1 && nR > 1; step += 2) {
    loadVertex(VR, beside(i, step, nR), r, OPERANDS + 2);
    cross();
    if (exact.value > 0) return 0;
    if (exact.value === 0) proof = 1;
  }
  return proof;
}

/**
 * 0 if vertex j does not lie beside edge k, or an edge at j leads closer to that edge's
 * line. 1 if j lies beside an end of the edge or has an edge parallel to it. Else 2. With
 * e = u_1 - u_0 the edge, the conditions for 2 are (v_j - u_0) x e > 0, (v_j - u_0)·e > 0,
 * (v_j - u_1)·e < 0, and (v_k - v_j) x e > 0 for the neighbours k of j.
 */
function isBeside(VR: Verts, r: number, k: number, VI: Verts, j: number): number {
  const nI = countOf(VI), q = POSE_B - r, k1 = after(k, countOf(VR));
  let proof = 2;
  loadVertex(VR, k, r, OPERANDS);
  loadVertex(VI, j, q, OPERANDS + 2);
  loadVertex(VR, k, r, OPERANDS + 4);
  loadVertex(VR, k1, r, OPERANDS + 6);
  // An unfinished search may suggest an edge with the vertex inside.
  cross();
  if (!(exact.value > 0)) return 0;
  loadVertex(VI, j, q, OPERANDS);
  for (let step = -1; step <= 1 && nI > 1; step += 2) {
    loadVertex(VI, beside(j, step, nI), q, OPERANDS + 2);
    cross();
    if (exact.value < 0) return 0;
    if (exact.value === 0) proof = 1;
  }
  loadVertex(VI, j, q, OPERANDS + 2);
  turn();
  for (let end = 0; end < 2; end++) {
    loadVertex(VR, end === 0 ? k : k1, r, OPERANDS);
    cross();
    if (end === 0 ? exact.value < 0 : exact.value > 0) return 0;
    if (exact.value === 0) proof = 1;
  }
  return proof;
}

/** measured.distance = distance of the features measured last minus the radii, with its exact sign. */
export function exactRadii(VA: Verts, VB: Verts): void {
  if (features.onEdge === 0) {
    loadVertex(VA, features.a0, POSE_A, OPERANDS);
    loadVertex(VB, features.b0, POSE_B, OPERANDS + 4);
    radiusGap(VA, VB, 0);
  } else {
    const ofA = features.side === 0, k = features.edge;
    const VR = ofA ? VA : VB, r = ofA ? POSE_A : POSE_B;
    loadVertex(VR, k, r, OPERANDS);
    loadVertex(VR, after(k, countOf(VR)), r, OPERANDS + 2);
    loadVertex(ofA ? VB : VA, features.facing, POSE_B - r, OPERANDS + 4);
    edgeGap(VA, VB);
  }
  measured.distance = exact.value;
}
