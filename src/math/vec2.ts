/** A point or vector: two numbers in the caller's units. */
export interface Vec2 {
  /** First coordinate. */
  x: number;
  /** Second coordinate. */
  y: number;
}
