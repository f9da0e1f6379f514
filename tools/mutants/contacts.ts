/**
 * Manifolds.
 *
 * @module
 */
import { breaks, type Mutant } from "./mutant.ts";
import { CHAIN_TESTS, MANIFOLD_TESTS } from "./suites.ts";

export const CONTACTS: readonly Mutant[] = [
  ...breaks("src/kernel/apart.ts", [
    {
      name: "a point core past an end by a product that underflows taken for beside",
      find: "(ex === 0 || vx === u1x) && (ey === 0 || vy === u1y)",
      replace: "x1 === 0 && y1 === 0",
      tests: ["fixtures/found_test.ts"],
    },
    {
      name: "an edge at an angle taken for parallel",
      find: "if (abs(Nx * My - Ny * Mx) <= ROUNDING) {",
      replace: "if (abs(Nx * My - Ny * Mx) <= 0.1) {",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "edges at corners lead the wrong way where a pose turns them",
      find: "my: f64 = c * W[NY] - s * W[NX];",
      replace: "my: f64 = c * W[NY] + s * W[NX];",
      tests: MANIFOLD_TESTS,
    },
  ]),
  ...breaks("src/kernel/circles.ts", [
    {
      name: "a walk towards a circle ends as if no circle were within the polygon",
      find: "const E: f64 = W[NOISE] - V[INNER];",
      replace: "const E: f64 = -2 * V[INNER];",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "a walk towards a circle goes one way",
      find: "      if (step < 0) break;\n      step = -1;\n      k = first;\n    } else {",
      replace: "      break;\n    } else {",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "a point core past the end of an edge measured from the other end",
      find: "const isEnd: boolean = t1 > 0, l: i32 = isEnd ? end : edge;",
      replace: "const isEnd: boolean = t0 < 0, l: i32 = isEnd ? end : edge;",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "a point core past the end of an edge measured from its line",
      find: "if (t0 >= 0 && t1 <= 0) {\n    const length: f64 = sqrt(ee);",
      replace: "if (t0 < t1 || t0 >= t1) {\n    const length: f64 = sqrt(ee);",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "a point core behind an edge that it is not beside measured from its line",
      find: "if (best < -E && (t0 < 0 || t1 > 0)) return",
      replace: "if (best < -1e300) return",
      tests: ["fixtures/found_test.ts"],
    },
    {
      name: "the contact of a point core in the middle between core and surface",
      find: "const m: f64 = 0.5 * (VR[RADIUS] - VI[RADIUS] - s);",
      replace: "const m: f64 = 0.5 * (VR[RADIUS] - s);",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "a point core within rounding of the margin not looked at more closely",
      find: "abs(s) > E && abs(gap) > E && abs(gap - margin) > E &&\n      abs(det)",
      replace: "abs(det)",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "edges that a point may touch judged from another place",
      find:
        "const s: f64 = VR[N] * (px - VR[u]) + VR[N + 1] * (py - VR[u + 1]);\n      if (s >= -2 * E)",
      replace: "const s: f64 = VR[N] * (px + VR[u]) + VR[N + 1] * (py - VR[u + 1]);\n" +
        "      if (s >= -2 * E)",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "contacts of points with edges that rounding turns",
      find: "if (!(ee * SHORT_EDGE > E * E)) return collideClosest(VA, nA, VB, nB);",
      replace: "",
      tests: MANIFOLD_TESTS,
    },
  ]),
  ...breaks("src/kernel/contact.ts", [
    {
      name: "the edge along the reference chosen by rounding at the tip of a sliver",
      find: "if (mode === PAIRED && nI > 2) onward",
      replace: "if (mode === PAIRED && nI < 2) onward",
      tests: ["query/collide_test.ts"],
    },
    {
      name: "a vertex past an end by rounding slides along its edge",
      find: "t0 = max(t0, 0);\n    t1 = min(t1, 0);",
      replace: "",
      tests: ["query/collide_test.ts"],
    },
    {
      name: "the larger shape gives the edge, however short",
      find: "let shorter: i32 = +(ee <= dd * LONGER);",
      replace: "let shorter: i32 = 1 - isLarger(VR, VI, 1 - side);",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "rounding tells which of two edges is longer",
      find: "if ((shorter & +(ee * LONGER >= dd)) !== 0) shorter = 1 - isLarger(VR, VI, 1 - side);",
      replace: "shorter = +(ee <= dd);",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "corners are named by the larger shape's edge",
      find:
        "  if (ee > dd * LONGER) return 1;\n  return ee * LONGER >= dd ? isLarger(VA, VB, 1) : 0;",
      replace: "  return isLarger(VA, VB, 1);",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "contacts measured from a short edge parallel to a long one",
      find: "if (isSure && ee < 0.0625 * dd) isSure",
      replace: "if (mode === FORCED && ee < 0.0625 * dd) isSure",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "contacts measured from an edge that goes on in another one",
      find: "isSure = beyond * beyond <= EE * ee || turn * turn <= EE * ee;",
      replace: "isSure = beyond > 0;",
      tests: ["fixtures/found_test.ts"],
    },
    {
      name: "second point of a given edge measured as if the first had not been clipped",
      find: "s2 = s;\n        }",
      replace: "}",
      tests: CHAIN_TESTS,
    },
    {
      name: "axes as long as the poses that turned them",
      find: "W[MANIFOLD_NX] = x / l;\n  W[MANIFOLD_NY] = y / l;",
      replace: "",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "one point where sides meet whose corners are the closest",
      find: "if (open === open2) return 1;",
      replace: "return 1;",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "points are named as corners",
      find: "if (nA > 1 && nB > 1) {",
      replace: "if (nA > 0 && nB > 0) {",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "the 65536th vertex named in 32 bits",
      find: "i < ID_SMALL && j < ID_SMALL ?",
      replace: "i <= ID_SMALL && j < ID_SMALL ?",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "first of two corners' contacts misplaced where it comes second",
      find: "W[o] = px;\n  W[o + 1] = py;\n  W[o + 2] = gap;\n  W[o2] = px + (middle",
      replace: "W[o + 1] = py;\n  W[o + 2] = gap;\n  W[o2] = px + (middle",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "a corner at the very end of a given edge is not beside it",
      find: "if (t0 < 0 || t1 > 0) count = mode === FORCED ? 0 : 1;",
      replace: "if (t0 < 0 || t1 >= 0) count = mode === FORCED ? 0 : 1;",
      equivalent: "a joint of a chain holds what is right above it in the same way",
    },
    {
      name: "contacts with a tiny edge that rounding has turned",
      find: "let isSure: boolean = ee * SHORT_EDGE > E * E || nI === 1;",
      replace: "let isSure: boolean = true;",
      tests: MANIFOLD_TESTS,
    },
  ]),
  ...breaks("src/kernel/manifold.ts", [
    {
      name: "boxes touching or apart within their radii taken for clear",
      find: "if (W[ON_EDGE] === 0) return collideCores(VA, 4, VB, 4);",
      replace: "",
      equivalent: "an edge as good but for rounding is the reference then, and agrees within it",
    },
    {
      name: "edges passed over by the circle about the incident shape",
      find: "const within: f64 = low + VI[INNER];",
      replace: "const within: f64 = low + VI[OUTER];",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "edges passed over by a vertex that is not the incident shape's",
      find: "let x: f64 = VI[v], w: f64 = VI[v + 1];",
      replace: "let x: f64 = VI[v], w: f64 = -VI[v + 1];",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "edges passed over by the circles about the shapes",
      find: "const least: f64 = low + (VA[INNER] + VB[INNER]) - E;",
      replace: "const least: f64 = low + (VA[OUTER] + VB[OUTER]) - E;",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "only the neighbours of an edge are asked",
      find: "const isWide: i32 = +(nR > 3) &",
      replace: "const isWide: i32 = +(nR < 0) &",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "a walk around a shape goes one way",
      find: "if (e === first || step < 0) break;",
      replace: "break;",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "shapes are out of reach of each other but within the margin",
      find: "VA[BOUND] + VB[BOUND] + w[MARGIN];",
      replace: "VA[BOUND] + VB[BOUND];",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "shapes are out of reach of each other by rounding",
      find: "if (square > far + AMPLE * far && square > SMALL) {",
      replace: "if (square > far && square > SMALL) {",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "reach of points whose distance underflows",
      find: "if (square > far + AMPLE * far && square > SMALL) {",
      replace: "if (square > far + AMPLE * far) {",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "shapes in poses that scale have the reach of those as given",
      find: "if (abs(ac * ac + as * as - 1) + abs(bc * bc + bs * bs - 1) < SKEWED) {",
      replace: "if (ac === ac) {",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "rectangles without contact have an axis of the other one",
      find: "const V: Verts = side === 0 ? VA : VB, p: i32 = side === 0 ? POSE_A : POSE_B;",
      replace: "const V: Verts = VA, p: i32 = side === 0 ? POSE_A : POSE_B;",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "bound on rounding left from the pair before",
      find: "const E: f64 = S * skew;\n  W[NOISE] = E;",
      replace: "const E: f64 = S * skew;",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "boxes apart within the margin clipped as they overlap",
      find: "if (s < -E || (limit === 0 && verdict === OVERLAPPING)) {",
      replace: "if (verdict === OVERLAPPING || s > 0) {",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "speculative margin ignored",
      find: "const limit: f64 = W[MARGIN] + radii;",
      replace: "const limit: f64 = radii;",
      tests: MANIFOLD_TESTS,
    },
    {
      name: "B's edge preferred as reference",
      find: "const bias: f64 = BIAS * size;",
      replace: "const bias: f64 = -1e3 * BIAS * size;",
      tests: MANIFOLD_TESTS,
    },
  ]),
];
