/**
 * Constructors and measures of shapes.
 *
 * @module
 */
import { breaks, type Mutant } from "./mutant.ts";
import { INPUT_TESTS, MANIFOLD_TESTS } from "./suites.ts";

export const SHAPES: readonly Mutant[] = [
  ...breaks("src/shapes/check.ts", [
    {
      name: "clone of a shape called an object",
      find: 'if (typeof kind !== "string" || !Array.isArray(points)) return;',
      replace: 'if (typeof kind !== "string" || Array.isArray(points)) return;',
    },
  ], INPUT_TESTS),
  ...breaks("src/shapes/decompose.ts", [
    {
      name: "a corner whose triangle has changed is asked no more",
      find: "      asked[m >> 5] |= 1 << (m & 31);\n",
      replace: "",
      tests: ["shapes/decompose_test.ts"],
    },
    {
      name: "a vertex that turns left now is in the way still",
      find: "if (before <= 0) reflex.remove(m);",
      replace: "",
      tests: ["shapes/decompose_test.ts"],
    },
    {
      name: "vertices that are near each other have leaves far apart",
      find: "for (let k = from; k < to; k++) isLow[along[k]] = k < middle ? 1 : 0;",
      replace: "for (let k = from; k < to; k++) isLow[along[k]] = k - from & 1;",
      tests: ["shapes/decompose_test.ts"],
    },
    {
      name: "edges that come together where others end may meet",
      find: "      count -= 2;\n      if (!isFree(at - 1)) return false;",
      replace: "      count -= 2;",
      tests: ["shapes/decompose_test.ts"],
    },
    {
      name: "an edge may meet the one above that it comes to lie under",
      find: "if (!isFree(at - 1) || !isFree(at)) return false;",
      replace: "if (!isFree(at - 1)) return false;",
      tests: ["shapes/decompose_test.ts"],
    },
    {
      name: "two vertices may be in one place",
      find: "ring[v].y === ring[byX[k - 1]].y",
      replace: "n < 0",
      tests: ["shapes/decompose_test.ts"],
    },
    {
      name: "parts merge only where they are straight",
      find: "turns(a, d) < 0",
      replace: "turns(a, d) < 1",
      tests: ["shapes/decompose_test.ts"],
    },
    {
      name: "circles of flips around another point",
      find: "const cx = r.x - s.x",
      replace: "const cx = r.x + s.x",
      tests: ["shapes/decompose_test.ts"],
    },
  ]),
  ...breaks("src/shapes/inspect.ts", [
    {
      name: "an edge straight back turns by rounding",
      find: "if (y === 0 && x < 0) return Math.PI;",
      replace: "",
      tests: ["shapes/hull_test.ts"],
    },
  ]),
  ...breaks("src/shapes/mass.ts", [
    {
      name: "a mass may be infinite",
      find: "mass < Infinity && inertia < Infinity",
      replace: "inertia < Infinity || mass === Infinity",
    },
    {
      name: "an inertia may be infinite",
      find: "mass < Infinity && inertia < Infinity",
      replace: "mass < Infinity",
    },
    {
      name: "the area of a thin shape is that of its first samples",
      find: "if (!(gap > COARSE * size) ||",
      replace: "if (size >= 0 ||",
    },
    {
      name: "gaps below the rounding of support points are divided",
      find: "gap > GAP * size && gap > rounding * norm(w.x, w.y)",
      replace: "gap > GAP * size",
    },
    {
      name: "a side of a custom shape along an axis is none",
      find: "if (w.x === 0 && w.y === 0) return;",
      replace: "if (w.x === 0) return;",
    },
  ], ["shapes/measure_test.ts"]),
  ...breaks("src/shapes/shape.ts", [
    {
      name: "circle inside a core reaches to its corners",
      find: "record[k + 2 * n] * dx + record[k + 2 * n + 1] * dy);",
      replace: "Math.sqrt(dx * dx + dy * dy));",
    },
    {
      name: "circle inside a core rounded outward",
      // The walk then stands still until its steps run out, and the exact stage answers: only the steps tell.
      find: "inner - outer * 8.881784197001252e-16",
      replace: "inner + outer * 8.881784197001252e-16",
      equivalent: "the noise taken off where circles are compared is more than either rounding",
    },
    {
      name: "every parallelogram is a rectangle",
      find: "Math.abs(ux * vx + uy * vy) < 4e-16 &&",
      replace: "Math.abs(ux * vx + uy * vy) < 2 &&",
    },
    {
      name: "a rectangle that leans by an ulp stands upright",
      find: "(ux * uy !== 0 ||",
      replace: "(true ||",
    },
    {
      name: "the reach of a shape without its radius",
      find: "record[BOUND] = bound + radius;",
      replace: "record[BOUND] = bound;",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "normals that rounding could swap are two",
      find: "x * ny - y * nx <= SAME &&",
      replace: "x * ny - y * nx < -1 &&",
    },
  ]),
];
