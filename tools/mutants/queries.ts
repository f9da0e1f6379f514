/**
 * What every query does first and last, and the queries that are in no other file.
 *
 * @module
 */
import { breaks, type Mutant } from "./mutant.ts";
import { INPUT_TESTS, SEAM_TESTS, TRACE_TESTS } from "./suites.ts";

export const QUERIES: readonly Mutant[] = [
  ...breaks("src/query/collide.ts", [
    {
      name: "manifolds written to before the number of points is",
      find: "    out.pointCount = count as 0 | 1 | 2;\n  } catch {\n    refuseManifold(out);\n",
      replace: "    out.pointCount = count as 0 | 1 | 2;\n  } finally {\n",
    },
  ], INPUT_TESTS),
  ...breaks("src/query/distance.ts", [
    {
      name: "simplex cache of another copy of the library taken",
      find: "cache?.registers !== registers",
      replace: "typeof cache?.registers !== typeof registers",
    },
  ], INPUT_TESTS),
  ...breaks("src/query/trace.ts", [
    {
      name: "a trace with a support function forgets that it walks",
      find: 'if (separates) stage = "walk";',
      replace: "",
    },
    {
      name: "the origin beyond BC is beyond AC in a trace",
      find: "ca < 0 && along(A, C) > 0 && along(C, A) > 0 ? 6 : 2",
      replace: "6",
    },
  ], TRACE_TESTS),
  ...breaks("src/query/smooth/sampling.ts", [
    {
      name: "points of a trace stay in the frame of the pair",
      find: "const o = k * STRIDE, x = P[ORIGIN], y = P[ORIGIN + 1];",
      replace: "const o = k * STRIDE, x = 0 * P[ORIGIN], y = x;",
    },
  ], TRACE_TESTS),
  ...breaks("src/query/minkowski.ts", [
    {
      name: "Minkowski sums as rounding bends them",
      find: "return right ? convexHull(sum) : sum;",
      replace: "return sum;",
    },
    {
      name: "Minkowski sums with edges in the order of their rounded differences",
      find: "  cross();\n",
      replace: "  W[VALUE] = (p1.x - p.x) * (q1.y - q.y) - (p1.y - p.y) * (q1.x - q.x);\n",
    },
    {
      name: "Minkowski sums with a vertex twice, beside which no turn is seen",
      find: "if (last === undefined || last.x !== x || last.y !== y) sum.push({ x, y });",
      replace: "sum.push({ x, y });",
    },
  ], ["query/minkowski_test.ts"]),
  ...breaks("src/query/result.ts", [
    {
      name: "penetrations written to before the depth is",
      find: "    const { depth } = out;\n    out.depth = depth;\n",
      replace: "",
    },
  ], INPUT_TESTS),
  ...breaks("src/query/separation.ts", [
    {
      name: "where B ends along a way out is not known",
      find: "  AXIS[AXIS_BY] = by + poseB.y;\n",
      replace: "",
    },
  ], SEAM_TESTS),
];
