/**
 * Measures two vertices: distance, normal and witness points of the cores, in the pair frame,
 * relative to A's position. `signedDistance` measures an edge and a vertex, adds the radii and
 * converts to world coordinates.
 *
 * @module
 */
import type { f64, i32, Verts } from "./ptr.ts";
import { registers } from "./ptr.ts";

// The register file, as a constant of this file; see ptr.ts.
const W = registers;

// Copies of the operations in ptr.ts.
const abs = Math.abs;
const max = Math.max;
const sqrt = Math.sqrt;

// Copies of the constants in registers.ts and record.ts, held equal by `deno task ok`: V8 folds a constant
// of the same file, but reads one of another module from memory at every use.
const POSE_A: i32 = 0;
const POSE_B: i32 = 4;
const LOCAL: i32 = 11;
const AX: i32 = 11;
const AY: i32 = 12;
const BX: i32 = 13;
const BY: i32 = 14;
const DISTANCE: i32 = 8;
const NX: i32 = 9;
const NY: i32 = 10;
const SMALL: f64 = 1.1830521861667747e-271;

/**
 * Measures vertex i of A against vertex j of B. It is small enough for V8 to inline, and writes no
 * more registers than it must.
 */
export function vertexPair(
  VA: Verts,
  nA: i32,
  VB: Verts,
  nB: i32,
  i: i32,
  j: i32,
): void {
  const c: f64 = W[POSE_A + 2], s: f64 = W[POSE_A + 3];
  const C: f64 = W[POSE_B + 2], S: f64 = W[POSE_B + 3];
  const m: i32 = LOCAL + (nA << 2) + (i << 1), n: i32 = LOCAL + (nB << 2) + (j << 1);
  const ax: f64 = c * VA[m] - s * VA[m + 1], ay: f64 = s * VA[m] + c * VA[m + 1];
  const bx: f64 = C * VB[n] - S * VB[n + 1] + (W[POSE_B] - W[POSE_A]);
  const by: f64 = S * VB[n] + C * VB[n + 1] + (W[POSE_B + 1] - W[POSE_A + 1]);
  const dx: f64 = bx - ax, dy: f64 = by - ay;
  W[AX] = ax;
  W[AY] = ay;
  W[BX] = bx;
  W[BY] = by;
  const d2: f64 = dx * dx + dy * dy;
  if (d2 > SMALL) {
    const d: f64 = sqrt(d2);
    W[DISTANCE] = d;
    W[NX] = dx / d;
    W[NY] = dy / d;
  } else closePair();
}

/** `vertexPair` for points that coincide, or are so close that squares underflow. */
function closePair(): void {
  const x: f64 = W[BX] - W[AX], y: f64 = W[BY] - W[AY];
  const size: f64 = max(abs(x), abs(y));
  if (size > 0) {
    const nx: f64 = x / size, ny: f64 = y / size, length: f64 = sqrt(nx * nx + ny * ny);
    W[DISTANCE] = size * length;
    W[NX] = nx / length;
    W[NY] = ny / length;
    return;
  }
  // Every direction is a normal of coincident points. A's own x axis is taken.
  const c: f64 = W[POSE_A + 2], s: f64 = W[POSE_A + 3], length: f64 = sqrt(c * c + s * s);
  W[DISTANCE] = 0;
  W[NX] = length > 0 ? c / length : 1;
  W[NY] = length > 0 ? s / length : 0;
}
