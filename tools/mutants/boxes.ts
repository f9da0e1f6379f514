/**
 * Rectangles.
 *
 * @module
 */
import { breaks, type Mutant } from "./mutant.ts";

export const BOXES: readonly Mutant[] = [
  ...breaks("src/kernel/boxes.ts", [
    {
      name: "half extents across the axis forgotten",
      find: "abs(a0) - (h0 + (g0 * p + g1 * q))",
      replace: "abs(a0) - (h0 + g0 * p)",
    },
    {
      name: "half extents of the other axis",
      find: "abs(b1) - (g1 + (h0 * q + h1 * p))",
      replace: "abs(b1) - (g1 + (h0 * p + h1 * q))",
    },
    {
      name: "boxes without regard to the noise",
      find: "const E: f64 = 2 * noise;",
      replace: "const E: f64 = 0 * noise;",
    },
    {
      name: "radii forgotten between boxes",
      find: "const reach: f64 = R + E;",
      replace: "const reach: f64 = E;",
    },
    {
      name: "of axes about equally short the one that rounding prefers",
      find: "const clear: f64 = s - E;",
      replace: "const clear: f64 = s;",
      equivalent: "an edge as good but for rounding is measured then, and agrees within it",
    },
    {
      name: "the edge on the far side",
      find: "const turned: i32 = +(!(along > 0))",
      replace: "const turned: i32 = +(along > 0)",
    },
    {
      name: "the vertex that faces away",
      find: "facing: i32 = second ^ (3 & (first - 1));",
      replace: "facing: i32 = second ^ (3 & -first);",
    },
    {
      name: "the cosine of the wrong sign for B's edges",
      find: "+(w < 0) ^ turned ^ side",
      replace: "+(w < 0) ^ turned",
    },
    {
      name: "upright boxes that touch count as apart",
      find: "max(max(right, above), max(left, below)) > 0;",
      replace: "max(max(right, above), max(left, below)) >= 0;",
    },
    {
      name: "the longest way out of upright boxes",
      find: "if (W[OPERANDS + k] > W[OPERANDS + edge]) edge = k;",
      replace: "if (W[OPERANDS + k] < W[OPERANDS + edge]) edge = k;",
    },
    {
      name: "of equally short ways the last",
      find: "if (W[OPERANDS + k] > W[OPERANDS + edge]) edge = k;",
      replace: "if (W[OPERANDS + k] >= W[OPERANDS + edge]) edge = k;",
    },
    {
      name: "upright boxes face the wrong vertex",
      find: "facing: i32 = (b + edge - a + 2) & 3;",
      replace: "facing: i32 = (b + edge - a) & 3;",
    },
    {
      name: "a vertex past the end of an edge taken for one beside it",
      find: "  if (past < -E) return 1;\n",
      replace: "  if (past < 1e300) return 1;\n",
      equivalent: "the measure sees the vertex past the end, and that those two are closest",
    },
    {
      name: "the end of an edge closest to a vertex, whatever it lies beside",
      find: "  if (!(i * p > G0 + E && j * q > G1 + E)) return 0;\n",
      replace: "",
    },
    {
      name: "the other end of the edge",
      find: "const end: i32 = (edge + (+(v > 0)",
      replace: "const end: i32 = (edge + (+(v < 0)",
    },
    {
      name: "the incident box turned the wrong way",
      find: "W[COSINES + 1] * (1 - 2 * side);",
      replace: "W[COSINES + 1];",
    },
    {
      name: "the wrong corner of upright boxes",
      find: "W[FB0] = (facing + isNext) & 3;",
      replace: "W[FB0] = (facing + 1 - isNext) & 3;",
    },
    {
      name: "upright boxes side by side as if past each other's corners",
      find: "return isNext | isBefore;",
      replace: "return 1;",
    },
    {
      name: "a point on the line of the centers that is in one box only",
      find: "const INSIDE: f64 = 0.96875;",
      replace: "const INSIDE: f64 = 1.5;",
    },
    {
      name: "the point on the line of the centers nearer to the wrong one",
      find: "W[VALUE] = rB * sA / all;",
      replace: "W[VALUE] = rA * sB / all;",
    },
    {
      name: "boxes leave the noise of the last pair",
      find: "  W[NOISE] = noise;\n",
      replace: "",
    },
    {
      name: "upright shapes touch where only their rounded gap and radii are equal",
      find: "return +((x - (d + v)) + (v - y) <= (ra - (R - r)) + (rb - r));",
      replace: "return OVERLAPPING;",
    },
    {
      name: "upright shapes that touch count as apart",
      find: "return +((x - (d + v)) + (v - y) <= (ra - (R - r)) + (rb - r));",
      replace: "return +((x - (d + v)) + (v - y) < (ra - (R - r)) + (rb - r));",
    },
    {
      name: "upright shapes reach around corners as along axes",
      find: "const dd: f64 = g * g + h * h,",
      replace: "const dd: f64 = max(g, h) * max(g, h),",
    },
    {
      name: "segments at an angle stand upright",
      find: ": VA[a0] === VA[a1] || VA[a0 + 1] === VA[a1 + 1];",
      replace: ": true;",
    },
    {
      name: "the opposite corner of a rectangle is the next",
      find: "b1: i32 = b0 + (nB & ~1);",
      replace: "b1: i32 = b0 + (nB & 2);",
    },
    {
      name: "poses that scale taken for turns by rectangles",
      find: "  if (!(skew < SKEWED)) return UNCERTAIN;\n",
      replace: "",
    },
  ]),
];
