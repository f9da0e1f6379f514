/**
 * Shapes given by support functions.
 *
 * @module
 */
import { breaks, type Mutant } from "./mutant.ts";
import { MOVED_TESTS, SIDES_TESTS, SMOOTH_TESTS } from "./suites.ts";

export const SMOOTH: readonly Mutant[] = [
  ...breaks("src/query/smooth/bounds.ts", [
    {
      name: "arcs of a custom disk are not compared with a circle",
      find: "if (state.custom && S[p + MISS] >= 0) arcs!.bound(state, i, j);",
      replace: "",
    },
    {
      name: "an ellipse in a pose that scales is as curved as without",
      find: "Math.sqrt(kk) * b",
      replace: "b",
    },
  ], SMOOTH_TESTS),
  ...breaks("src/query/smooth/flats.ts", [
    {
      name: "the ends of a flat keep the vertex of one end",
      find: "state.ia[end] = state.ia[onA ? from : m];",
      replace: "state.ia[end] = state.ia[m];",
    },
    {
      name: "a short chord of an oval is a flat",
      find: " && sign * (S[o + F] - S[p + F]) >= least",
      replace: "",
    },
    {
      name: "between neighbouring doubles a flat is as flat as C is small",
      find: "state.R[long ? EXTENT : SIZE]",
      replace: "state.R[long || SIZE > 0 ? EXTENT : SIZE]",
    },
  ], SMOOTH_TESTS),
  ...breaks("src/query/smooth/round_arcs.ts", [
    {
      name: "an arc is as round as its ends say",
      find: "STEADY * S[p + MISS] * R[LENGTH]",
      replace: "0",
    },
    {
      name: "a few points on a circle make it a disk",
      find: " || R[LENGTH] > SHORT",
      replace: "",
    },
    {
      name: "a flat is the arc of a huge circle",
      find: "R[MODEL] < ROUND * rho * R[LENGTH] && mx * mx + my * my < most * most",
      replace: "true",
    },
  ], SMOOTH_TESTS),
  ...breaks("src/query/smooth/sampling.ts", [
    {
      name: "points of a support function are counted from the shape with vertices",
      find: "const onA = a.support !== null;\n  for",
      replace: "const onA = true;\n  for",
    },
    {
      name: "points of a moved ellipse are counted from where it came from",
      find: "const x = FURTHEST[2], y = FURTHEST[3];\n    P[to]",
      replace: "const x = 0, y = 0;\n    P[to]",
    },
    {
      name: "a support function's lesser answer stands beside a known point",
      find: "if (!isFurthest(state, k, i)) copySupport(state, k, i);\n" +
        "  if (!isFurthest(state, k, j)) copySupport(state, k, j);\n",
      replace: "",
    },
    {
      name: "custom points far from their origin are always rounded there",
      find: "if (most > NOISE * ROUNDING * R[SIZE] && most",
      replace: "if (NOISE > 0 && most",
    },
    {
      name: "a custom shape away from its origin is rounded no more",
      find: "if (state.a!.support !== null) R[OFFSET]",
      replace: "if (false) R[OFFSET]",
    },
    {
      name: "nobody looks whether points of a custom shape are rounded coarsely",
      find: "if (R[SIZE] < R[OFFSET]) {",
      replace: "if (R[SIZE] < 0) {",
    },
  ], SMOOTH_TESTS),
  ...breaks("src/query/smooth/settle.ts", [
    {
      name: "a corner hardly beyond the end of a flat is looked for by halves",
      find: "hasCorners && vertexDirection",
      replace: "false && vertexDirection",
    },
  ], SMOOTH_TESTS),
  ...breaks("src/query/smooth/sides.ts", [
    {
      name: "an arc that is rounded to a straight line is a side",
      find: "return Q[SPAN2] <= 4 * square;",
      replace: "return true;",
    },
    {
      name: "an arc that bulges beyond its chord is a side",
      find: "miss * miss <= BULGE * BULGE * Q[NOISE2] * square",
      replace: "miss * miss < Infinity",
    },
    {
      name: "the ends of a side with round ends wander",
      find: " > ALIGNED) {",
      replace: " > ALIGNED + Infinity) {",
    },
    {
      name: "names of sides begin at round numbers",
      find: "NAMES * quarters + FIRST_NAME",
      replace: "NAMES * quarters + FIRST_NAME * 0",
    },
    {
      name: "arms of support functions lie along each other however they open",
      find: " && Math.min(left, right) <= ALONG",
      replace: "",
    },
    {
      name: "a side beyond the end of a segment is as deep there as where it is deepest",
      find: "isGiven ? 0 : Math.min(rise, rise2)",
      replace: "Math.min(rise, rise2)",
    },
    {
      name: "the ends of an arm to the right change names",
      find: "const isTurned = shorter % 3 === 2;",
      replace: "const isTurned = shorter % 3 > 2;",
    },
    {
      name: "a straight side past a round part is not looked for",
      find: "if (!isBeyond) copyPoint(state, 4, 7, o);",
      replace: "if (isBeyond) copyPoint(state, 4, 7, o);",
    },
    {
      name: "a corner has no straight side",
      find: "if (Q[SPAN2] <= Q[SHORTEST2]) {",
      replace: "if (Q[SPAN2] <= Q[SHORTEST2] + Infinity) {",
    },
    {
      name: "a side past a round part is in contact with what does not reach it",
      find: "return side % 3 === 0 ||",
      replace: "return side % 3 >= 0 ||",
    },
    {
      name: "of several sides past a round part the last",
      find: "isFound = true;",
      replace: "return true;",
    },
    {
      name: "one even chord makes an arc round",
      find: "if (evens > 1) break;",
      replace: "if (evens > 0) break;",
    },
    {
      name: "chords that do not get shorter are followed",
      find: "if (!(square < last)) break;",
      replace: "if (!(square < last + Infinity)) break;",
    },
    {
      name: "arms along each other on the side that opens",
      find: "sideA = left < right ? 1 : 2;",
      replace: "sideA = left > right ? 1 : 2;",
    },
    {
      name: "sides past a round part are found however far they are turned",
      find: "hand * ROUND);",
      replace: "hand * ROUND * 4);",
    },
    {
      name: "of sides as long as each other the rounding decides which gives the name",
      find: "ee > dd * LONGER || (ee * LONGER >= dd && a.record[OUTER] >= b.record[OUTER])",
      replace: "ee >= dd",
    },
    {
      name: "sides as long as each other are named by A",
      find: "a.record[OUTER] >= b.record[OUTER]",
      replace: "true",
    },
    {
      name: "corners whose sides open alike lie along each other to the right",
      find: "left !== right && ",
      replace: "",
    },
    {
      name: "A's side past a round part is in contact with what does not reach it",
      find: "reaches(Q, sideA, lo, hi) && ",
      replace: "",
    },
    {
      name: "the round part before A's side is above the witness",
      find: "const drop2 = Math.max(Q[p + D0] + (hi - Q[p + T0]) * slope, 0);",
      replace: "const drop2 = Q[p + D0] + (hi - Q[p + T0]) * slope;",
    },
    {
      name: "a witness that loses its second point changes its name",
      find: "const arm = shorter % 3 > 0 ? shorter : onA ? sideA : sideB;",
      replace: "const arm = shorter;",
    },
    {
      name: "points of a shape far from its own origin are as exact as where it is",
      find: "let unit = R[OFFSET];",
      replace: "let unit = 0;",
    },
    {
      name: "a round corner that rounding hides at first is sharp",
      find: "turn(state, pose, 4, 0, hand * CORNER);\n  measureSpan(state, 3, 4, o);",
      replace: "measureSpan(state, 1, 2, o);\n  if (!(Q[SPAN2] <= Q[NOISE2])) {\n" +
        "    turn(state, pose, 4, 0, hand * CORNER);\n    measureSpan(state, 3, 4, o);\n  }",
    },
    {
      name: "ends of a side in one direction from the center have one name",
      find: "other === near ? near + 1 : other",
      replace: "other",
    },
    {
      name: "the end of a leaning side is as high as its beginning",
      find: "Q[p + D1] * Q[N] + P[ORIGIN]",
      replace: "P[ORIGIN]",
    },
    {
      name: "corners end where a side is no longer one",
      find: "hand * CORNER);",
      replace: "hand * CORNER * 2048);",
    },
  ], SIDES_TESTS),
  ...breaks("src/query/smooth/sides.ts", [
    {
      name: "a moved ellipse has straight sides",
      find: "if (isEllipse(a) || isEllipse(b)) return false;",
      replace: 'if (a.kind === "ellipse" || b.kind === "ellipse") return false;',
    },
  ], MOVED_TESTS),
  ...breaks("src/query/smooth/search.ts", [
    {
      name: "only samples tell of a moved ellipse",
      find: "const isOvalA = isEllipse(a), isOvalB = isEllipse(b);",
      replace: 'const isOvalA = a.kind === "ellipse", isOvalB = b.kind === "ellipse";',
    },
  ], MOVED_TESTS),
  ...breaks("src/query/smooth/bounds.ts", [
    {
      name: "a moved ellipse is curved as in the frame that it was moved to",
      find: "ix = c * x + s * iy;",
      replace: "ix = x;",
    },
    {
      name: "what has moved an ellipse does not scale its curves",
      find: "kk *= c * c + s * s;",
      replace: "",
    },
  ], MOVED_TESTS),
  ...breaks("src/query/smooth_motion.ts", [
    {
      name: "a moved ellipse that spins is as if it were not round",
      find:
        "for (; inner.placed !== null; inner = inner.placed.shape) {\n        const { cos, sin }",
      replace: "for (; inner.placed !== null;) {\n        if (square >= 0) return;\n" +
        "        inner = inner.placed.shape;\n        const { cos, sin }",
    },
    {
      name: "a moved ellipse spins about where it came from",
      find: "findMove(shape);\n      const px",
      replace: "FURTHEST[2] = FURTHEST[3] = 0;\n      const px",
    },
  ], MOVED_TESTS),
  ...breaks("src/query/smooth/settle.ts", [
    {
      name: "a moved ellipse has corners",
      find: "!isEllipse(state.a!) && !isEllipse(state.b!)",
      replace: 'state.a!.kind !== "ellipse" && state.b!.kind !== "ellipse"',
    },
  ], MOVED_TESTS),
  ...breaks("src/query/smooth/flats.ts", [
    {
      name: "a moved ellipse A may have a flat",
      find: "if (long && part !== 2 && isEllipse(state.a!)) continue;",
      replace: 'if (long && part !== 2 && state.a!.kind === "ellipse") continue;',
    },
    {
      name: "a moved ellipse B may have a flat",
      find: "if (long && part !== 1 && isEllipse(state.b!)) continue;",
      replace: 'if (long && part !== 1 && state.b!.kind === "ellipse") continue;',
    },
  ], MOVED_TESTS),
  ...breaks("src/query/smooth/solve.ts", [
    {
      name: "a query with a support function stays exhausted",
      find: "state.exhausted = false;",
      replace: "state.exhausted = state.exhausted && true;",
    },
  ], SMOOTH_TESTS),
];
