/**
 * Neighbours around a polygon of n vertices.
 *
 * A shift by 31 turns a sign into a mask, so there is no branch to predict: whether an index wraps
 * around is unpredictable. (Where such a step is the longest part of a loop, it is written out.)
 *
 * @module
 */

/** The vertex after k. */
export function after(k: number, n: number): number {
  return (k + 1) & ((k + 1 - n) >> 31);
}

/** The vertex before k. */
export function before(k: number, n: number): number {
  return k - 1 + (n & ((k - 1) >> 31));
}

/** The vertex after k for `turn` = 1, the one before it for -1. */
export function beside(k: number, turn: number, n: number): number {
  const next = k + turn;
  return (next + (n & (next >> 31))) & ((next - n) >> 31);
}
