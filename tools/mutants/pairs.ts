/**
 * Booleans and distances of a pair: features, the scan of the boundary, common points.
 *
 * @module
 */
import { breaks, type Mutant } from "./mutant.ts";
import { INSIDE_TESTS, SIGN_TESTS, SPACE_TESTS, WARM_TESTS } from "./suites.ts";

export const PAIRS: readonly Mutant[] = [
  ...breaks("src/kernel/boundary.ts", [
    {
      name: "a hair that the poses leave in one line has no end",
      find: "apart = W[VALUE];",
      replace: "apart = -Infinity;",
    },
    {
      name: "a hair turned inside out has its witness at the end of a side",
      find: "about >= bound - slack) {",
      replace: "about >= bound) {",
      tests: ["fixtures/found_test.ts"],
    },
    {
      name: "edges that a pose rounded away have a place among the others",
      find: "if (isGoneA || isGoneB) {",
      replace: "if (isGoneA && isGoneB) {",
      tests: ["contract/posed_sign_test.ts"],
    },
    {
      name: "of the vertices beside a hair the first",
      find: "t < 0 || t > ee || s >= near",
      replace: "t < 0 || t > ee || near < Infinity",
      tests: ["contract/posed_sign_test.ts"],
    },
    {
      name: "rounding decides which vertex of a hair is the closest",
      find: "separation > 0 && isAsGiven() && decideVertices(VA, nA, VB, nB);",
      replace: "false;",
    },
    {
      name: "poses that scale taken for turns by the scan",
      find: "W[NOISE] / +(skew < SKEWED)",
      replace: "W[NOISE]",
    },
    {
      name: "poses that scale begin elsewhere for the scan than for the search",
      find: "const skew: f64 = FRAME_NOISE + abs(ac",
      replace: "const skew: f64 = abs(ac",
    },
    {
      name: "the vertex facing an edge taken as rounding has it",
      find: "if (!(W[VALUE] > 0 || isGone)) break;",
      replace: "break;",
      tests: SIGN_TESTS,
    },
    {
      name: "the last of equal edges wins",
      find: "(s === best && k < edge)",
      replace: "(s === best && k > edge)",
    },
    {
      name: "edges ruled out too soon",
      find: "if (bound < best && bound < -E) continue;\n    const on",
      replace: "if (d + 0.5 * (bound - d) < best && bound < -E) continue;\n    const on",
    },
    {
      name: "a walk around the boundary ends where the radii of the circles have yet to go off",
      find: "Nx * gx + Ny * gy < best + least)",
      replace: "Nx * gx + Ny * gy < best)",
    },
    {
      name: "a walk around the boundary goes one way",
      find: "if (k === first || step < 0) break;",
      replace: "break;",
    },
    {
      name: "edges ruled out by a circle that is too large",
      find: "- inner + E;",
      replace: "- 1.25 * inner + E;",
    },
    {
      name: "exact sign of an edge missing",
      find: "if (s >= -E) {",
      replace: "if (s >= 1e300) {",
    },
    {
      name: "facing vertex looked for on one side only",
      find: "step >= -1 && nI > 1; step -= 2",
      replace: "step >= 1 && nI > 1; step -= 2",
    },
    {
      name: "collinear gap seen from one side only",
      find: "return +(isAhead || isLess(OPERANDS + 6, OPERANDS));",
      replace: "return +isAhead;",
    },
    {
      name: "walk takes the edges of C in the wrong order",
      find: "first = order < 0 ? 0 : order > 0 ? 1",
      replace: "first = order > 0 ? 0 : order < 0 ? 1",
    },
    {
      name: "closest vertices of hairs, whatever they are apart",
      find: "const isPair: boolean = apart >= bound - E && d <= bound + 8 * E;",
      replace: "const isPair: boolean = apart >= bound - E;",
      equivalent:
        "beside an edge with that normal one vertex lies in any case; this guards against rounding",
    },
    {
      name: "what holds hairs apart, measured from the origin",
      find: "const ux: f64 = W[OPERANDS], uy: f64 = W[OPERANDS + 1];\n  let high",
      replace: "const ux: f64 = 0, uy: f64 = 0;\n  let high",
    },
  ]),
  ...breaks("src/kernel/common_point.ts", [
    {
      name: "common point by A's vertices without their rotation",
      find: "const apx: f64 = W[OPERANDS], apy: f64 = W[OPERANDS + 1];",
      replace: "const apx: f64 = VA[11 + 4 * nA + 2 * pa], apy: f64 = VA[12 + 4 * nA + 2 * pa];",
    },
    {
      name: "common point of circles without A's rotation",
      find: "const cx: f64 = ac * ax - as * ay, cy: f64 = as * ax + ac * ay;",
      replace: "const cx: f64 = ax, cy: f64 = ay;",
    },
    {
      name: "common point of circles beyond the smaller one",
      find: "0.5 * (max(0, g - VB[INNER]) + min(g, VA[INNER]));",
      replace: "0.5 * (g - VB[INNER] + VA[INNER]);",
    },
    {
      name: "weights of a common point swapped",
      find: "W[AX] = apx + (m * (aqx - apx) + n * (arx - apx));",
      replace: "W[AX] = apx + (n * (aqx - apx) + m * (arx - apx));",
    },
    {
      name: "weights of a common point not corrected",
      find: "const CORRECTIONS: i32 = 16;",
      replace: "const CORRECTIONS: i32 = 1;",
    },
    {
      name: "sliver around the origin seen from one corner only",
      find: "turn < 2 && W[COUNT] > 2",
      replace: "turn < 0 && W[COUNT] > 2",
    },
    {
      name: "crossing beyond the ends of B's edge",
      find: "if (!(t >= 0 && t <= 1 && u >= 0 && u <= 1)) return 0;",
      replace: "if (!(t >= 0 && t <= 1)) return 0;",
    },
  ]),
  ...breaks("src/kernel/features.ts", [
    {
      name: "close points measured by squares",
      find: "if (d2 > SMALL) {",
      replace: "if (d2 > 0) {",
    },
    {
      name: "coincident points forget A's rotation",
      find: "W[NX] = length > 0 ? c / length : 1;\n  W[NY] = length > 0 ? s / length : 0;",
      replace: "W[NX] = 1;\n  W[NY] = 0;",
    },
  ]),
  ...breaks("src/kernel/pair.ts", [
    {
      name: "two circles decided by rounded squares",
      find: "if (abs(gap) > FRAME_NOISE * (d2 + R2)) return +(gap < 0);",
      replace: "return gap <= 0 ? 1 : 0;",
    },
    {
      name: "whether radii reach by rounding alone is searched for in another way than how far",
      find: "isBoxes ? SIGNED : verdict === APART ? FOUND : SEARCHED",
      replace: "isBoxes ? SIGNED : SEARCHED",
      tests: ["contract/posed_sign_test.ts"],
    },
    {
      name: "whether the radii of hairs reach is not asked by the axes of rectangles",
      find: "isBoxes ? SIGNED : verdict === APART ? FOUND : SEARCHED",
      replace: "verdict === APART ? FOUND : SEARCHED",
      tests: ["contract/posed_sign_test.ts"],
    },
    {
      name: "hairs in one line with a point touch it",
      find: "if (s === 0) isVertex = collinearGap",
      replace: "if (s === 0 && !isHair) isVertex = collinearGap",
      tests: ["contract/posed_sign_test.ts"],
    },
    {
      name: "an edge that leans towards the reference stays the incident one",
      find: "} else if (attempt === 0 && s2 < core && mode !== GIVEN) {",
      replace: "} else if (attempt < 0) {",
      tests: ["fixtures/found_test.ts"],
    },
    {
      name: "a leaning edge is measured from the end next to the vertex",
      find: "W[FACING] = t2 > 1 ? k1 : k0;",
      replace: "W[FACING] = t > 0.5 ? k1 : k0;",
      tests: ["fixtures/found_test.ts"],
    },
    {
      name: "a leaning edge becomes the reference though its end is closer",
      find: "if (t2 >= 0 && t2 <= 1) W[FACING] = j2;",
      replace: "if (t2 < -1e300) W[FACING] = j2;",
      tests: ["fixtures/found_test.ts"],
    },
    {
      name: "an edge measured as apart contradicts cores that touch",
      find: "core > 0 || isAsGiven() ? 0 : core;",
      replace: "isAsGiven() && core < 0 ? 0 : core;",
      tests: ["contract/posed_sign_test.ts"],
    },
    {
      name: "an edge measured as overlapping contradicts cores that touch as given",
      find: "core > 0 || isAsGiven() ? 0 : core;",
      replace: "core > 0 ? 0 : core;",
      tests: ["contract/posed_sign_test.ts"],
    },
    {
      name: "an edge measured as touching contradicts an overlap",
      find: "s > 0 ? core <= 0 : core >= 0",
      replace: "s > 0 ? core <= 0 : core > 0",
      tests: ["contract/posed_sign_test.ts"],
    },
    {
      name: "a tiny edge stands for the deepest one",
      find: "if (isOff || leans || (attempt > 0 && abs(core - W[SEPARATION]) > W[NOISE])) {",
      replace: "if (false) {",
      tests: ["fixtures/found_test.ts"],
    },
    {
      name: "an edge beside a dent contradicts the exact sign",
      find: "core = NEXT_TO_NONE * s;",
      replace: "",
      tests: ["fixtures/found_test.ts"],
    },
    {
      name: "a common point that only the radii reach",
      find: "0.5 * ((ax - ra * nx) + (bx + rb * nx));",
      replace: "ax;",
      tests: ["fixtures/found_test.ts"],
    },
    {
      name: "a common point that is further off one shape than the depth",
      find: "const found: boolean = W[VALUE] <= -0.5 * core;",
      replace: "const found: boolean = W[VALUE] <= -2 * core;",
      tests: ["fixtures/found_test.ts"],
    },
    {
      name: "what rounding leaves in one line touches, for booleans",
      find: "(s === 0 && collinearGap(VA, nA, VB, nB) === 0)",
      replace: "s === 0",
    },
    {
      name: "what rounding leaves in one line touches",
      find: "if (s === 0) isVertex",
      replace: "if (s === 0 && nA <= 2 && nB <= 2) isVertex",
    },
    {
      name: "warm queries of rounded shapes that overlap forget that they ask for no depth",
      find: "if (d < 0 && (mode === UNSIGNED || mode === FOUND_UNSIGNED)) {",
      replace: "if (d < 0 && mode === UNSIGNED) {",
      tests: SIGN_TESTS,
    },
    {
      name: "normals of edges rounded away are turned the wrong way",
      find: "ny = (z * Nx + c * Ny) / scale;",
      replace: "ny = (z * Nx - c * Ny) / scale;",
      tests: ["fixtures/found_test.ts"],
    },
    {
      name: "edges rounded away touch whatever they face",
      find: "core = nx * (vx - u0x) + ny * (vy - u0y);",
      replace: "core = 0;",
      tests: ["fixtures/found_test.ts"],
    },
    {
      name: "normals of edges rounded away are as long as their poses",
      find: "const scale: f64 = sqrt(c * c + z * z);",
      replace: "const scale: f64 = 1;",
    },
    {
      name: "normal of B's edge not turned around",
      find: "nx = -nx;\n        ny = -ny;",
      replace: "",
    },
    {
      name: "what is left in the registers is taken for a simplex",
      find: "else if (W[COUNT] < 3) W[COUNT] = 0;",
      replace: "",
      tests: WARM_TESTS,
    },
    {
      name: "edges that the boundary scan found are not remembered",
      find: "const isApart: boolean = !isScanned || core > 0;",
      replace: "const isApart: boolean = !isScanned;",
      tests: WARM_TESTS,
    },
    {
      name: "edge always measured from its start",
      find: "+(ex * (vx - u0x) + ey * (vy - u0y) > 0.5 * ee)",
      replace: "+(ex * (vx - u0x) + ey * (vy - u0y) > 1e300 * ee)",
      equivalent:
        "the sign stays exact, and a product over the whole edge is within the 4 u promised",
    },
    {
      name: "tiny edges turned by rounding trusted",
      find: "const turn: f64 = PARALLEL * length + W[NOISE];",
      replace: "const turn: f64 = PARALLEL * length;",
    },
    {
      name: "an edge that is no more taken for all of its line",
      find: "if (abs(beyond) > W[NOISE]) t = beyond > 0 ? 2 : -1;",
      replace: "",
    },
    {
      name: "an edge that leans still taken for the deepest",
      find: "if (isOff || leans || (",
      replace: "if (isOff || (",
    },
    {
      name: "side of an edge by rounded products",
      find: "!(abs(det) > DETERMINANT_BOUND * (abs(left) + abs(right))) &&",
      replace: "det !== det &&",
    },
    {
      name: "parallel edge ahead ignored",
      find: "if (isNext) j2 = next;",
      replace: "if (isNext && false) j2 = next;",
    },
    {
      name: "parallel edge behind ignored",
      find: "abs(mx * VI[M1 + 1] - my * VI[M1]) * length <= turn &&",
      replace: "false &&",
    },
    {
      name: "parallel edge ahead that faces away taken",
      find: "mx * VI[M0] + my * VI[M0 + 1] < 0;",
      replace: "true;",
    },
    {
      name: "middle of parallel edges missed",
      find: "0.5 * (low + high)",
      replace: "0.75 * (low + high)",
    },
    {
      name: "parallel edges that only pass each other taken for facing",
      find: "along = low <= high ? middle : t1 < 0 ? t1 : t0;",
      replace: "along = middle;",
    },
    {
      name: "vertex beyond the end of its edge",
      find: "if (!isScanned && (along < 0 || along > 1)) {",
      replace: "if (along < -1e300) {",
    },
    {
      name: "scanned edge kept though the origin is not beside it",
      find: "if (isScanned && W[SEPARATION] <= 0 && !isByVertices && !isThin(VA, VB)) {",
      replace: "if (attempt > 9) {",
    },
    {
      name: "witness on A rounded inward",
      find: "ax += ra * nx;",
      replace: "ax -= ra * nx;",
    },
    {
      name: "radii taken off without exactness",
      find: "if (abs(d) <= near) {",
      replace: "if (abs(d) < 0) {",
    },
    {
      name: "position of -0",
      find: "oy: f64 = W[POSE_A + 1] + 0;",
      replace: "oy: f64 = W[POSE_A + 1];",
      tests: SPACE_TESTS,
    },
    {
      name: "common point of -0",
      find: "W[AX] += W[POSE_A] + 0;",
      replace: "W[AX] += W[POSE_A];",
      tests: SPACE_TESTS,
    },
    {
      name: "common point outside the smaller shape",
      find: "(middle < 0 ? 0 : middle < core ? middle : core) - ra",
      replace: "middle - ra",
    },
    {
      name: "rounded rectangles that overlap by a rounding are measured for a common point",
      find: "mode === SIGNED || (isFlat && !(W[SEPARATION]",
      replace: "mode === SIGNED || (!(W[SEPARATION]",
      tests: SPACE_TESTS,
    },
  ]),
  ...breaks("src/kernel/proof.ts", [
    {
      name: "a vertex on the normal of an edge's end proven closest alone",
      find: "if (along === 0) proof = 1;",
      replace: "",
    },
    {
      name: "a vertex proven closest though an edge at it leads towards the other shape",
      find: "    if (W[VALUE] > 0) return 0;\n    if (W[VALUE] === 0) proof = 1;",
      replace: "    if (W[VALUE] === 0) proof = 1;",
    },
  ], INSIDE_TESTS),
];
