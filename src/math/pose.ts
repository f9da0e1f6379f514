/**
 * A rigid transform: rotate by the angle whose cosine and sine are `cos` and `sin`, then translate by
 * (`x`, `y`). Any object with these four finite numbers is accepted.
 */
export interface Pose {
  /** Translation along the first world axis. */
  x: number;
  /** Translation along the second world axis. */
  y: number;
  /** Cosine of the rotation angle. */
  cos: number;
  /** Sine of the rotation angle. */
  sin: number;
}
