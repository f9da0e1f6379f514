/**
 * Queries on many pairs at once: bodies in one memory, in WebAssembly with SIMD where that is available, and in
 * TypeScript with the same bits elsewhere.
 *
 * @example Usage
 * ```ts
 * import { Space } from "@narrowphase/gjk2d/space";
 * import { box, pose } from "@narrowphase/gjk2d";
 *
 * const space = new Space();
 * const crate = box(2, 2);
 * const a = space.add(crate, pose(0, 0));
 * const b = space.add(crate, pose(1.5, 0));
 * space.penetrations(Uint32Array.of(a, b))[0]; // 0.5
 * ```
 *
 * @module
 */
export {
  type BodyOptions,
  type Filter,
  type HitList,
  type NearestOptions,
  type NeighbourList,
  Space,
  type SpaceBackend,
  type SpaceOptions,
} from "./space.ts";
export { exportSpace, importSpace } from "./file.ts";
export { type Contact, ContactEvents, Contacts, PairEvents } from "./contacts.ts";
export {
  clipVelocity,
  moveAndSlide,
  type MoveHit,
  type MoveOptions,
  type MoveResult,
} from "./mover.ts";
export {
  type Neighbour,
  type RayHit,
  type Selection,
  type SpaceHit,
  type SpaceImpact,
} from "./questions.ts";
export {
  CAST_STRIDE,
  DISTANCE_OFFSET,
  DISTANCE_STRIDE,
  EXHAUSTED,
  HIT_STRIDE,
  IMPACT_STRIDE,
  MANIFOLD_POINTS_OFFSET,
  MANIFOLD_STRIDE,
  NEAREST_STRIDE,
  NORMAL_OFFSET,
  OVERLAPPING,
  PAIR_OFFSET,
  PART_A_OFFSET,
  PART_B_OFFSET,
  PENETRATION_STRIDE,
  POINT_A_OFFSET,
  POINT_B_OFFSET,
  POSE_STRIDE,
  RAY_HIT_STRIDE,
  RAY_STRIDE,
  SEPARATED,
  STATUS_OFFSET,
  SWEEP_STRIDE,
  TOUCHING,
} from "./layout.ts";
