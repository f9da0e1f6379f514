/**
 * What a batch asks of the machine behind it. A backend trusts its caller: `Batch` has checked ids,
 * pairs, lengths and poses.
 *
 * @module
 */
import type { Shape } from "../shapes/shape.ts";

/** A query on every pair of a list. */
export type PairQuery =
  | "intersects"
  | "distances"
  | "signedDistances"
  | "penetrations"
  | "manifolds";

/** Memory of the bodies, and the kernels that run over it. */
export interface Backend {
  /** Poses of `capacity` bodies, stride 4; another array after `reserve` has made room. */
  readonly poses: Float64Array;
  /** Bodies there is room for. */
  readonly capacity: number;
  /**
   * Makes room for at least `capacity` bodies; ids, poses and shapes stay.
   * @throws {RangeError} When the memory does not suffice; nothing has changed then
   */
  reserve(capacity: number): void;
  /**
   * Gives body `id` a shape in place of the one it may have.
   * @throws {RangeError} When the memory does not suffice; nothing has changed then
   */
  place(id: number, shape: Shape): void;
  /** Takes the shape of body `id` away. */
  clear(id: number): void;
  /**
   * Index of the first element of `pairs` that is not the id of a body, or -1. Ids are below `limit`;
   * without `gaps` all of those are in use.
   */
  findStray(pairs: Uint32Array, limit: number, gaps: boolean): number;
  /** Whether the poses of bodies 0 … limit - 1, there or not, are certainly ones that `setPose` takes. */
  areInRange(limit: number): boolean;
  /**
   * Answers all pairs but those with a support function, and for `manifolds` those with a shape of another
   * class than `Shape`: one byte per pair for `intersects`, else doubles.
   *
   * @param margin Of `manifolds`
   */
  ask(
    query: PairQuery,
    pairs: Uint32Array,
    out: Uint8Array | Float64Array,
    margin: number,
  ): void;
}
