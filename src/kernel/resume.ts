/**
 * Warm start: starts a query from what the last query on the pair ended with. The features that
 * were closest may still be.
 *
 * @module
 */
import * as state from "./state.ts";
import * as slots from "./registers.ts";
import * as record from "../shapes/record.ts";
import * as measures from "./measure.ts";
import * as tolerances from "./tolerances.ts";
import type { Verts } from "../shapes/record.ts";
import { setBand } from "./band.ts";
import { finish } from "./finish.ts";
import { measure } from "./measure.ts";
import { after } from "./ring.ts";

const { poses, POSE_A, POSE_B, features, simplex, measured } = state;
const { BY_SEARCH, SIGNED } = slots;
const { NORMALS } = record;
const { SURE } = measures;
const { CLEAR, SAME_DIRECTION } = tolerances;

/**
 * Answers from the simplex of C of an earlier query, if its features are still the closest and further apart
 * than rounding and radii reach: then writes what `signedDistance` writes, with the same bits, and returns
 * true. The simplex has `count` points p, q, each an index on A and one on B: one point is a vertex pair, two
 * are an edge from q to p. With indices that do not exist there is no simplex. (The triangle of an overlap
 * is not worth a check: it saved 4 to 13 % of such queries, 2026-11-28. Nor is a walk to features nearby.)
 *
 * Vertices u and v are closest if w = v - u lies between the normals of the edges at u, and -w between
 * those at v. An edge and a vertex are closest if the vertex lies in front of the edge and beside it, and
 * the edge's reversed normal lies between the normals at the vertex.
 */
export function resume(
  VA: Verts,
  nA: number,
  VB: Verts,
  nB: number,
  count: number,
  pa: number,
  pb: number,
  qa: number,
  qb: number,
): boolean {
  if (count < 1 || count > 2 || pa < 0 || pa >= nA || pb < 0 || pb >= nB) return false;
  if (count > 1 && (qa < 0 || qa >= nA || qb < 0 || qb >= nB)) return false;
  setBand(VA, VB);
  // Vertices pa of A and pb of B; or an edge k, which is A's if p and q have the same vertex of B,
  // else B's.
  const onEdge = count === 2, ofA = pb === qb, k = ofA ? qa : qb, F = features;
  if (onEdge) {
    const n = ofA ? nA : nB;
    if (!(ofA || pa === qa) || n < 2 || (ofA ? pa : pb) !== after(k, n)) return false;
  }
  F.onEdge = onEdge ? 1 : 0;
  F.side = ofA ? 0 : 1;
  F.edge = k;
  F.facing = ofA ? pb : pa;
  F.a0 = pa;
  F.b0 = pb;
  if (measure(VA, nA, VB, nB, BY_SEARCH) !== SURE) return false;
  if (!(measured.distance > CLEAR * measured.noise)) return false;
  if (!(onEdge && ofA) && !isBetween(VA, nA, POSE_A, pa, 1)) return false;
  if (!(onEdge && !ofA) && !isBetween(VB, nB, POSE_B, pb, -1)) return false;
  simplex.iterations = 0;
  finish(VA, VB, SIGNED);
  return true;
}

/** Whether `sign` times the normal in `measured` lies between the normals of the edges at vertex i, up to rounding. */
function isBetween(
  V: Verts,
  n: number,
  p: number,
  i: number,
  sign: number,
): boolean {
  if (n === 1) return true;
  const c = poses[p + 2] * sign, s = poses[p + 3] * sign;
  const mx = c * measured.nx + s * measured.ny, my = c * measured.ny - s * measured.nx;
  const y = NORMALS + (i << 1), z = y - 2 + ((n << 1) & ((i - 1) >> 31));
  const ahead = mx * V[y + 1] - my * V[y], behind = V[z] * my - V[z + 1] * mx;
  // (At a corner that is straight within rounding, these signs would not tell the near side from the far
  // side.)
  return ahead >= -SAME_DIRECTION && behind >= -SAME_DIRECTION &&
    (n === 2 || ahead > SAME_DIRECTION || behind > SAME_DIRECTION);
}
