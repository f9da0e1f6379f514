/**
 * The interface between a space and its implementation. A backend trusts its caller: `Space` has
 * checked ids, pairs, lengths and poses. It is made with the space's shapes by id, to read.
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

/** The memory of the bodies, and the queries that run over it. */
export interface Backend {
  /** Poses of `capacity` bodies, stride 4. A different array after `reserve` has made room. */
  readonly poses: Float64Array;
  /** Room for the manifolds of 512 pairs. As `out` of these, `ask` has nothing to copy. */
  readonly rows: Float64Array;
  /** Number of bodies that fit. */
  readonly capacity: number;
  /**
   * Makes room for at least `capacity` bodies. Ids, poses and shapes are kept.
   * @throws {RangeError} If there is not enough memory; nothing has changed then
   */
  reserve(capacity: number): void;
  /**
   * Prepares for body `id` to have a shape, in place of the one it may have.
   * @throws {RangeError} If there is not enough memory; nothing has changed then
   */
  place(id: number, shape: Shape): void;
  /** Prepares for body `id` to have no shape. */
  clear(id: number): void;
  /**
   * Answers the first `count` pairs, except those with a support function or a concave shape, and
   * for `manifolds` those with a segment of a chain. Writes one byte per pair for `intersects`, else doubles.
   *
   * @param margin The margin of `manifolds`
   */
  ask(
    query: PairQuery,
    pairs: Uint32Array,
    count: number,
    out: Uint8Array | Float64Array,
    margin: number,
  ): void;
}
