/**
 * Queries on pairs in which at least one shape is given by a support function h. samples.ts
 * explains what is sampled and why the least h is the answer. `minimize` is the head of a query; its
 * parts each have a file, which depends only on those before it:
 *
 * 1. A sample is taken in the pair frame (sampling.ts), in a direction between two others
 *    (directions.ts).
 * 2. `search` expands a polygon of samples where h may still be least, as long as no n with h(n) <
 *    0 is known. Bounds of h on its arcs say where to expand and when to stop (bounds.ts,
 *    round_arcs.ts).
 * 3. `separate` takes over once h(n) < 0: the shapes are apart, and the closest points are at the
 *    only root of f = dh/dθ.
 * 4. `settle` then takes the last digits of n from the root of f, or finds the flat across n.
 * 5. `report…` turns the samples at the minimum into witness points and features.
 * 6. A contact also needs the straight sides beside the minimum, if the shapes may have some
 *    (sides.ts).
 *
 * @module
 */
import * as kernel from "../kernel/state.ts";
import { refuse } from "../math/check.ts";
import type { Pose } from "../math/pose.ts";
import type { ConvexShape } from "../shapes/shape.ts";
import { SIGNED, type SmoothQueries } from "../query/attached.ts";
import { Levels } from "../query/levels.ts";
import { reportInside, reportLeast } from "./report.ts";
import { type Core, NONE, Query } from "./samples.ts";
import { placePair } from "./sampling.ts";
import { APART, INSIDE, search } from "./search.ts";
import { separate } from "./separate.ts";
import { settle } from "./settle.ts";
import type { straightSides } from "./sides.ts";

const { manifold, contacts } = kernel;

/**
 * The code for straight sides, once a shape with a support function may have some. Ellipses have
 * none, moved or not.
 */
let sides: typeof straightSides | null = null;

/** Attaches that code. */
export function attachSides(code: typeof straightSides): void {
  sides = code;
}

/** Greatest position of a shape in a query, 2^254: a cast moves shapes beyond 2^250, their limit. */
const PLACED_LIMIT = 2.894802230932905e76;

/** A support function may itself make queries, so every level of nesting has a state of its own. */
const levels: Levels<Query> = /* @__PURE__ */ new Levels(() => new Query());

/**
 * Runs a task whose arguments are checked already. The answer is in the returned state, which the
 * next query overwrites. Nothing of the caller's is changed here, because user code may throw.
 */
function run(
  task: (query: Query) => void,
  a: ConvexShape,
  poseA: Readonly<Pose>,
  b: ConvexShape,
  poseB: Readonly<Pose>,
  mode: number,
): Query {
  const query = levels.enter();
  try {
    // Read first, because accessors of the poses and support functions may make queries, which
    // overwrite it.
    query.margin = manifold.margin;
    place(query.a, a, poseA, "a number of poseA");
    place(query.b, b, poseB, "a number of poseB");
    query.cornered = a.support === null ? query.a : b.support === null ? query.b : null;
    query.radii = a.radius + b.radius;
    query.mode = mode;
    query.evaluations = 0;
    query.exhausted = query.rolling = query.custom = false;
    query.rho = query.extent = query.size = 0;
    query.least = Infinity;
    query.pool[0].a.i = query.pool[0].b.i = 0;
    placePair(query);
    task(query);
    return query;
  } finally {
    levels.leave();
    query.a.shape = NONE;
    query.b.shape = NONE;
  }
}

/** Places a shape for a query. */
function place(core: Core, shape: ConvexShape, pose: Readonly<Pose>, name: string): void {
  const { x, y, cos, sin } = pose;
  // The caller has checked the pose. But accessors may give other numbers the second time, and the
  // search ends for finite ones only.
  const size = Math.max(Math.abs(x), Math.abs(y), Math.abs(cos), Math.abs(sin));
  if (!(size <= PLACED_LIMIT)) refuse("place shapes", name, size, "be finite");
  core.x = x;
  core.y = y;
  core.cos = cos;
  core.sin = sin;
  core.shape = shape;
  let inner = shape;
  while (inner.curved?.placed !== undefined) inner = inner.curved.placed.shape;
  core.isEllipse = inner.kind === "ellipse";
  core.isCustom = shape.support !== null && !core.isEllipse;
}

/**
 * Takes samples until the least h is known, and returns true. Returns false if it is enough for the
 * query to know that the cores overlap.
 */
function minimize(query: Query): boolean {
  const outcome = search(query);
  if (outcome === INSIDE) return false;
  if (outcome !== APART || separate(query)) settle(query);
  return true;
}

/** A task: the result. */
function measurePair(query: Query): void {
  if (minimize(query)) reportLeast(query);
  else reportInside(query);
}

/** A task: the contact, in the kernel's manifold. If user code throws, nothing is written. */
function collidePair(query: Query): void {
  measurePair(query);
  const { distance, normal, pointA, pointB } = query.result;
  query.points = distance <= query.margin ? 1 : 0;
  manifold.nx = normal.x;
  manifold.ny = normal.y;
  if (query.points === 0) return;
  contacts[0] = 0.5 * (pointA.x + pointB.x);
  contacts[1] = 0.5 * (pointA.y + pointB.y);
  contacts[2] = distance;
  contacts[3] = 0;
  if (sides !== null) query.points = sides.clipSides(query);
}

/** What `ellipse` and `convex` attach to the queries. */
export const smoothQueries: SmoothQueries = {
  solve: (a, poseA, b, poseB, mode) => run(measurePair, a, poseA, b, poseB, mode).result,
  collide: (a, poseA, b, poseB) => run(collidePair, a, poseA, b, poseB, SIGNED).points,
};
